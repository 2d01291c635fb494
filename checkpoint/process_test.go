//go:build unix

package checkpoint_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
)

// holdEnv makes this test binary a process that takes a directory and keeps it.
const holdEnv = "EXHAUST_TEST_HOLD"

func TestMain(m *testing.M) {
	if path := os.Getenv(holdEnv); path != "" {
		_, err := checkpoint.Open(checkpoint.OS(path), "exhaust hold", identity)
		fmt.Println(err)
		time.Sleep(time.Minute)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// TestLockBetweenProcesses has another process hold a directory, and killed.
func TestLockBetweenProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b")
	dir := checkpoint.OS(path)
	_, err := run(dir)
	require.NoError(t, err)

	self, err := os.Executable()
	require.NoError(t, err)
	other := exec.Command(self)
	other.Env = append(os.Environ(), holdEnv+"="+path)
	out, err := other.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, other.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "<nil>\n", line)

	_, err = checkpoint.Open(dir, tool, identity)
	require.ErrorIs(t, err, checkpoint.ErrLocked)
	require.ErrorContains(t, err, fmt.Sprintf("%s is locked by exhaust hold (pid %d)", path, other.Process.Pid))

	require.NoError(t, other.Process.Kill())
	_ = other.Wait()
	require.NoError(t, check(dir, len(steps)))
}

// TestOS runs and checks a run in a real directory.
func TestOS(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "run")
	dir := checkpoint.OS(path)
	_, err := checkpoint.Open(dir, tool, identity)
	require.ErrorIs(t, err, checkpoint.ErrNotCheckpoint)
	for range 2 { // begun, and taken up at its end
		_, err = run(dir)
		require.NoError(t, err)
		require.NoError(t, check(dir, len(steps)))
	}
	require.NoError(t, os.WriteFile(filepath.Join(path, "level-9.exhaust"), []byte("debris"), 0o666))
	require.NoError(t, check(dir, len(steps)))
	require.NoFileExists(t, filepath.Join(path, "level-9.exhaust"))

	require.NoError(t, os.Truncate(filepath.Join(path, "MANIFEST"), 100))
	previous, err := goBack(dir, len(steps))
	require.NoError(t, err)
	require.Equal(t, len(steps)-1, previous)
	require.NoError(t, finish(dir))

	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	_, err = checkpoint.Create(checkpoint.OS(file), checkpoint.Run{}, true)
	require.ErrorContains(t, err, "not a directory")
}
