//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/command"
)

// TestLostDirectory moves the directory of a run away, and has another one in its place. The run
// ends with an error that says so, at its next checkpoint. Nothing is written to the other
// directory, and the run can be resumed where it is.
func TestLostDirectory(t *testing.T) {
	for _, args := range []string{
		"enumerate 3x3", "table 3x3 --workers 1", "compare bfs zeroone --space 3x4", "explore " + killedLarge,
	} {
		t.Run(strings.Fields(args)[0], func(t *testing.T) {
			in := t.TempDir()
			ck, moved := filepath.Join(in, "ck"), filepath.Join(in, "moved")
			var stdout, stderr bytes.Buffer
			cmd := exec.Command("exhaust", append(strings.Fields(args), "--checkpoint", ck, "--every", "0")...)
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			require.NoError(t, cmd.Start())
			defer cmd.Process.Kill()
			require.Eventually(t, func() bool {
				_, err := checkpoint.Read(checkpoint.OS(ck))
				return err == nil
			}, time.Minute, time.Millisecond)
			require.NoError(t, os.Rename(ck, moved))
			require.NoError(t, os.Mkdir(ck, 0o777))

			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			require.Eventually(t, func() bool {
				_ = cmd.Process.Signal(syscall.SIGUSR1)
				return len(ended) > 0
			}, time.Minute, 20*time.Millisecond)
			require.Equal(t, command.ExitOther, cmd.ProcessState.ExitCode(), stderr.String())
			last := stderr.String()
			require.Equal(t, "exhaust: "+ck+": the directory is no longer that of this run: it was moved or removed, and "+
				"another one has its name; if it was moved, the run can be resumed where it is now\n", last)
			names, err := os.ReadDir(ck)
			require.NoError(t, err)
			require.Empty(t, names)
			code, _, text := inside(t, "inspect", moved, "--verify")
			require.Equal(t, command.ExitYes, code, text)
			code, _, text = inside(t, "resume", moved, "--time", "20ms")
			require.Equal(t, command.ExitLimit, code, text)
		})
	}
}
