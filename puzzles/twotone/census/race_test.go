//go:build race

package census

const raceEnabled = true
