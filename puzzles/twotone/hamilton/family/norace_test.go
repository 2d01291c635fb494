//go:build !race

package family

const raceEnabled = false
