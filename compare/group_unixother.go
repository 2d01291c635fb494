//go:build unix && !linux

package compare

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a command into a process group of its own, which ends with it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}
