//go:build race

package wiring_test

const raceEnabled = true
