//go:build race

package family

const raceEnabled = true
