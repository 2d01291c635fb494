//go:build !amd64

package table

// fastest returns the kernels to use on this machine.
func fastest() *kernels { return &plain }
