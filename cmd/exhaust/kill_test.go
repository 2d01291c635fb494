//go:build unix

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/command"
)

// Boards of 1,153,840 and 9,316,384 states.
const (
	killedBoard = "4x4:BBBRWWWRRWWBWBBB:9:5:0,3,4,7,14:handover"
	killedLarge = "5x5:BRBWBBBRBBBBWWBRWRWBBBWRW:11:20:2,3,5,7,21,23:strict"
)

// killedRuns are the runs that are killed: a short one for every day, and a long one for the soak.
var killedRuns = []struct {
	short, long string
	code        int // of the run when it comes to its end
}{
	{"enumerate 2x2", "enumerate 1x5", command.ExitYes},
	{"enumerate hamilton:9", "enumerate hamilton:11", command.ExitYes},
	{"table 2x3 --verify", "table 3x3", command.ExitYes},
	{"explore " + killedBoard, "explore " + killedLarge, command.ExitYes},
	{"explore " + killedBoard + " --memory 17MiB", "explore " + killedLarge + " --memory 40MiB", command.ExitYes},
	{"compare bfs zeroone --random 3x3 --count 1500 --seed 4", "compare bfs zeroone --space 1x5 --rule strict", command.ExitYes},
}

// soak says how much is to be tested: a little, or all of it, which takes some ten minutes.
func soak() bool { return os.Getenv("EXHAUST_SOAK") != "" }

// killSeed returns the seed of a test that draws moments to kill at: EXHAUST_SEED, or another one each time.
func killSeed(t *testing.T) uint64 {
	seed, err := strconv.ParseUint(cmp.Or(os.Getenv("EXHAUST_SEED"), strconv.FormatInt(time.Now().UnixNano(), 10)), 10, 64)
	require.NoError(t, err)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("again: EXHAUST_SEED=%d", seed)
		}
	})
	return seed
}

// TestKilled kills runs at random moments, again and again, and resumes them, some from the commit before. The result is that of a run that nobody
// killed, but for the time.
func TestKilled(t *testing.T) {
	seed := killSeed(t)
	for i, run := range killedRuns {
		args, single, chained := run.short, 2, 8
		if soak() {
			args, single, chained = run.long, 100, 100
		}
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			k := newKiller(t, seed+uint64(i), strings.Fields(args), run.code)
			k.chain(1, single)
			k.chain(chained, 1)
			t.Logf("%d of %d runs were killed in time, %d resumed, %d of them without their MANIFEST", k.killed, k.runs, k.resumed, k.lost)
		})
	}
}

// A killer runs a command line.
type killer struct {
	t     *testing.T
	rng   *rand.Rand
	args  []string
	code  int
	want  string        // what the run prints if nobody kills it, without times
	takes time.Duration // how long that takes

	runs, killed, resumed, lost int
}

func newKiller(t *testing.T, seed uint64, args []string, code int) *killer {
	k := &killer{t: t, rng: rand.New(rand.NewPCG(seed, 3)), args: append(args, "--json"), code: code}
	start := time.Now()
	got, stdout := k.run(0, k.args...)
	require.Equal(t, code, got)
	k.want, k.takes = withoutTimes(stdout), time.Since(start)
	return k
}

// run runs a command line, and ends it after a time, if that is not 0: mostly by SIGKILL, otherwise by a signal that it heeds, now and then followed
// by a second one, which ends it at once if it does not come at once. It returns the exit code, -1 if it was killed, and what it printed.
func (k *killer) run(after time.Duration, args ...string) (code int, stdout string) {
	var out, stderr bytes.Buffer
	cmd := exec.Command("exhaust", args...)
	cmd.Stdout, cmd.Stderr = &out, &stderr
	require.NoError(k.t, cmd.Start())
	if after > 0 {
		signal := []os.Signal{os.Kill, os.Kill, os.Kill, os.Interrupt, syscall.SIGTERM}[k.rng.IntN(5)]
		again, pause := k.rng.IntN(2) == 0, time.Duration(k.rng.IntN(2))*2*echo
		defer time.AfterFunc(after, func() {
			_ = cmd.Process.Signal(signal)
			if again {
				time.Sleep(pause + after%(3*time.Millisecond))
				_ = cmd.Process.Signal(signal)
			}
		}).Stop()
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		require.NoError(k.t, err)
	}
	code = cmd.ProcessState.ExitCode()
	if code == command.ExitUsage || code == command.ExitOther {
		require.Contains(k.t, stderr.String(), "not a checkpoint directory", "%v", args)
	}
	return code, out.String()
}

// chain runs the command line in new directories, kills it so many times in each, and then resumes it
// to its end, now and then without the MANIFEST.
func (k *killer) chain(kills, directories int) {
	for range directories {
		dir := filepath.Join(k.t.TempDir(), "run")
		begun := false
		for n := 0; ; n++ {
			args := append(append([]string{}, k.args...), "--checkpoint", dir)
			if begun {
				k.resumed++
				args = []string{"resume", dir, "--json"}
				if k.lose(dir) {
					args = append(args, "--previous")
				}
				if k.args[0] == "explore" {
					args = append(args, "--memory", []string{"17MiB", "40MiB", "1GiB"}[k.rng.IntN(3)])
				}
			}
			args = append(args, "--workers", strconv.Itoa(1+k.rng.IntN(4)), "--every", fmt.Sprintf("%dms", 1+k.rng.IntN(30)))
			after := time.Duration(0)
			if n < kills {
				after = 1 + time.Duration(k.rng.Int64N(int64(2*k.takes)/int64(min(kills, 25))))
			}
			code, stdout := k.run(after, args...)
			k.runs++
			if code == -1 || code == command.ExitLimit {
				k.killed++
			}
			if code != -1 && code != command.ExitLimit && code != command.ExitUsage {
				require.Equal(k.t, k.code, code, "%v", args)
				require.Equal(k.t, k.want, withoutTimes(stdout), "%v", args)
				if after == 0 {
					break
				}
			}
			_, err := checkpoint.Read(checkpoint.OS(dir))
			begun = err == nil || k.lost > 0 && errors.Is(err, checkpoint.ErrCorrupt)
			if !begun {
				require.ErrorIs(k.t, err, checkpoint.ErrNotCheckpoint)
			}
		}
	}
}

// lose removes or damages the MANIFEST of a directory now and then, if the commit before is kept, which must then be whole. It reports whether
// the MANIFEST is damaged, by this or by an earlier call.
func (k *killer) lose(dir string) bool {
	name := filepath.Join(dir, "MANIFEST")
	_, err := checkpoint.Read(checkpoint.OS(dir))
	if _, none := os.Stat(name + ".old"); err != nil || none != nil || k.rng.IntN(3) > 0 {
		return err != nil
	}
	text, err := os.ReadFile(name)
	require.NoError(k.t, err)
	require.NoError(k.t, os.Remove(name)) // MANIFEST.old may be the same file
	if k.rng.IntN(2) == 0 {
		text[k.rng.IntN(len(text))] ^= 1 << k.rng.IntN(8)
		require.NoError(k.t, os.WriteFile(name, text, 0o666))
	}
	_, err = checkpoint.ReadPrevious(checkpoint.OS(dir))
	require.NoError(k.t, err)
	k.lost++
	return true
}

// TestDemand makes a checkpoint by SIGUSR1 and no other, kills the run, and finds what was done.
func TestDemand(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	cmd := exec.Command("exhaust", "enumerate", "3x3", "--checkpoint", dir, "--every", "0")
	require.NoError(t, cmd.Start())
	defer cmd.Process.Kill()
	generation := func() uint64 {
		m, err := checkpoint.Read(checkpoint.OS(dir))
		if err != nil {
			require.ErrorIs(t, err, checkpoint.ErrNotCheckpoint)
			return 0
		}
		return m.Generation
	}
	require.Eventually(t, func() bool { return generation() == 1 }, time.Minute, time.Millisecond)
	time.Sleep(100 * time.Millisecond)
	require.Equal(t, uint64(1), generation())
	require.Eventually(t, func() bool {
		require.NoError(t, cmd.Process.Signal(syscall.SIGUSR1))
		return generation() > 1
	}, time.Minute, 10*time.Millisecond)
	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())

	out, err := exec.Command("exhaust", "inspect", dir, "--json", "--verify").Output()
	require.NoError(t, err)
	var got struct {
		Progress struct{ Phases []command.PhaseDone }
	}
	require.NoError(t, json.Unmarshal(out, &got))
	require.Positive(t, got.Progress.Phases[0].Done)
	require.Greater(t, got.Progress.Phases[0].All, got.Progress.Phases[0].Done)
}
