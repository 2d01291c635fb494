//go:build unix

package main

import (
	"os"
	"syscall"
)

// demandSignals are the signals that demand a checkpoint.
var demandSignals = []os.Signal{syscall.SIGUSR1}
