//go:build !race

package parallel_test

// slowdown is how much smaller the large tests are.
const slowdown = 1
