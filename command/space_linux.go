package command

import "golang.org/x/sys/unix"

// addressSpace returns how much more address space the program may take, such as ulimit -v says;
// false if there is no limit.
func addressSpace() (bytes uint64, limited bool) {
	var r unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &r) != nil || r.Cur == unix.RLIM_INFINITY {
		return 0, false
	}
	return r.Cur - min(r.Cur, statusBytes("VmSize:")), true
}
