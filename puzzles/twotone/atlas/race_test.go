//go:build race

package atlas

const raceEnabled = true
