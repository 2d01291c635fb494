package compare

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a command into a process group of its own, which ends with it, and has the
// system kill it if this program ends without a word.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
