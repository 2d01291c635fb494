//go:build unix

package command

import (
	"os"
	"syscall"
)

// demandSignals are the signals that demand a checkpoint.
var demandSignals = []os.Signal{syscall.SIGUSR1}
