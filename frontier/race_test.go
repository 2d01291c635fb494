//go:build race

package frontier

// steadyPools reports whether what is put into a sync.Pool can be had from it again: the race detector has pools lose things.
const steadyPools = false
