//go:build race

package parallel_test

// slowdown is how much smaller the large tests are: the race detector makes them
// some ten times slower.
const slowdown = 4
