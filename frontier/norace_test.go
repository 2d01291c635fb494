//go:build !race

package frontier

// steadyPools reports whether what is put into a sync.Pool can be had from it again.
const steadyPools = true
