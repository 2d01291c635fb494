//go:build !unix

package compare

import "os/exec"

// ownGroup does nothing where there are no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup kills a command.
func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }
