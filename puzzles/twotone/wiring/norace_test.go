//go:build !race

package wiring_test

const raceEnabled = false
