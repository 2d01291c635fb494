//go:build !race

package bfs_test

// raceEnabled reports whether the race detector is on, for which tests of one worker hold nothing and take minutes.
const raceEnabled = false
