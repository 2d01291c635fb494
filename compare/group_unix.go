//go:build unix

package compare

import (
	"os/exec"
	"syscall"
)

// killGroup kills a command and all of its group.
func killGroup(cmd *exec.Cmd) {
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
