//go:build !race

package graphs

const raceEnabled = false
