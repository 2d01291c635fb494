//go:build linux && !race

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/stretchr/testify/require"

	"exhaust/command"
)

const (
	mib = 1 << 20

	// memoryBoard is searched in a second or two, and memoryLargeBoard never within a limit here.
	memoryBoard      = "4x5:WRWWBBRWBRWBBBBWBRBB:8:12:4,9,10:handover"
	memoryLargeBoard = "5x5:BRWWWBBRWBRWBBBBWBRBBRWWB:8:12:4,9,10:handover"
)

// An explored is what a process of explore says of a search and of itself.
type explored struct {
	States uint64 `json:"states"`
	Edges  uint64 `json:"edges"`
	Peak   uint64 `json:"peak_rss_bytes"`
}

// explore runs a process to its end or to a limit.
func explore(t *testing.T, args ...string) (e explored) {
	t.Helper()
	out, err := exec.Command("exhaust", append([]string{"explore", "--json"}, args...)...).Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) && failed.ExitCode() == command.ExitLimit {
		err = nil
	}
	require.NoError(t, err, "%v", args)
	require.NoError(t, json.Unmarshal(out, &e))
	return e
}

// requireWithin requires a process to have taken no more memory than its limit, a tenth, and what a
// program takes that does nothing.
func requireWithin(t *testing.T, e explored, limit int, about string) {
	t.Helper()
	most := uint64(limit + limit/10 + 24)
	require.LessOrEqual(t, e.Peak, most*mib, "%s: %s, want at most %d MiB", about, humanize.IBytes(e.Peak), most)
}

// TestMemoryIsAPromise searches with many workers and little memory: what each worker holds counts,
// and what is found is the same.
func TestMemoryIsAPromise(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ workers, limit int }{{1, 32}, {256, 16}, {64, 32}, {64, 64}, {256, 128}} {
		about := fmt.Sprintf("%d workers, %d MiB", c.workers, c.limit)
		e := explore(t, memoryBoard, "--memory", fmt.Sprintf("%dMiB", c.limit), "--spill", dir, "--workers", fmt.Sprint(c.workers))
		require.Equal(t, uint64(3_457_990), e.States, about)
		require.Equal(t, uint64(5_875_776), e.Edges, about)
		requireWithin(t, e, c.limit, about)
	}
}

// TestMemoryIsAPromiseOfAnySize does so on a board that fills any table, and with EXHAUST_SOAK for
// all numbers of workers and limits.
func TestMemoryIsAPromiseOfAnySize(t *testing.T) {
	workers, limits, seconds := []int{64}, []int{256}, 2
	if os.Getenv("EXHAUST_SOAK") != "" {
		workers, limits, seconds = []int{1, 2, 4, 16, 64, 256}, []int{16, 32, 64, 128, 256, 512, 1024}, 20
	}
	dir := t.TempDir()
	for _, limit := range limits {
		for _, n := range workers {
			about := fmt.Sprintf("%d workers, %d MiB", n, limit)
			e := explore(t, memoryLargeBoard, "--memory", fmt.Sprintf("%dMiB", limit), "--spill", dir, "--workers", fmt.Sprint(n),
				"--time", fmt.Sprintf("%ds", seconds))
			t.Logf("%s: %s, %d states", about, humanize.IBytes(e.Peak), e.States)
			requireWithin(t, e, limit, about)
		}
	}
}

// TestMemoryOfTables has tables of a size made by more workers than have room. They end at the
// limit, and say nothing of themselves then.
func TestMemoryOfTables(t *testing.T) {
	const limit = 128
	cmd := exec.Command("exhaust", "table", "3x4", "--memory", "128MiB", "--workers", "64")
	require.NoError(t, cmd.Start())
	ended := make(chan error)
	go func() { ended <- cmd.Wait() }()
	peak, status := uint64(0), fmt.Sprintf("/proc/%d/status", cmd.Process.Pid)
	for {
		select {
		case err := <-ended:
			var failed *exec.ExitError
			require.ErrorAs(t, err, &failed)
			require.Equal(t, command.ExitLimit, failed.ExitCode())
			require.Greater(t, peak, uint64(20*mib), "it was looked at too late")
			requireWithin(t, explored{Peak: peak}, limit, "table")
			return
		case <-time.After(time.Millisecond):
			peak = max(peak, highWater(status))
		}
	}
}

// highWater returns the most memory that a process has taken, 0 if it has ended.
func highWater(status string) (bytes uint64) {
	text, err := os.ReadFile(status)
	if err != nil {
		return 0
	}
	if _, rest, ok := strings.Cut(string(text), "VmHWM:"); ok {
		_, _ = fmt.Sscan(rest, &bytes)
	}
	return bytes << 10
}

// TestAddressSpace has a process run with the limit that it chooses by itself under ulimit -v: it
// ends in good order.
func TestAddressSpace(t *testing.T) {
	program, err := exec.LookPath("exhaust")
	require.NoError(t, err)
	cmd := exec.Command("sh", "-c", `ulimit -v 3000000 && exec "$@"`, "sh", program, "explore", memoryBoard, "--json", "--workers", "64")
	out, err := cmd.Output()
	require.NoError(t, err)
	var e explored
	require.NoError(t, json.Unmarshal(out, &e))
	require.Equal(t, uint64(3_457_990), e.States)
}
