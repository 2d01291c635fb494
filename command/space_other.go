//go:build !linux

package command

// addressSpace says that there is no limit of address space, because it is not known how much is
// taken.
func addressSpace() (bytes uint64, limited bool) { return 0, false }
