package compare_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/puzzle"
)

// animal returns a solver that is an animal of the zoo.
func animal(t testing.TB, name string, timeout time.Duration, args ...string) *compare.External[int] {
	x := compare.NewExternal(name, append([]string{os.Args[0], "zoo", name}, args...), lines{}, timeout)
	t.Cleanup(func() { x.Close() })
	return x
}

// patience is longer than any answer takes, and shortly is how long a test waits for an animal that
// will not answer.
const (
	patience = time.Minute
	shortly  = 800 * time.Millisecond
	noReply  = "no reply for 800ms; a reply must be flushed when it is printed"
)

// against plays a match of an animal over the cases 0, ..., cases-1.
func against(t testing.TB, name string, timeout time.Duration, cases, enough uint64, workers int) compare.Outcome {
	m := compare.Match[int]{
		Cases: cases,
		Case:  func(i uint64, _ int) int { return int(i) },
		NewPanel: func() (*compare.Panel[int], error) {
			return &compare.Panel[int]{
				Solvers: []compare.Solver[int]{exact{}, animal(t, name, timeout)},
				Referee: tally{},
			}, nil
		},
		Enough:  enough,
		Workers: workers,
	}
	o, err := m.Run(t.Context())
	require.NoError(t, err)
	return o
}

// TestZoo says of each animal what is reported of it: the first case at which it
// misbehaves, how, and the end of its standard error.
func TestZoo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("signals and exit states differ")
	}
	for _, test := range []struct {
		animal string
		number uint64
		kind   compare.Kind
		why    string
		stderr []string
	}{
		{"lies", 13, compare.BadCertificate, "", nil},
		{"fails", 13, compare.Failed, "replied with an error: at 13", nil},
		{"babbles", 13, compare.Garbled, `printed a line that is no reply, want a number and a word: "I think so"`, nil},
		{"is blank", 13, compare.Garbled, `printed a line that is no reply, want a number and a word: ""`, nil},
		{"crashes", 13, compare.Crashed, "ended without a reply: exit status 3", []string{"first line", "last line at 13"}},
		{"is killed", 13, compare.Crashed, "ended without a reply: signal: killed", nil},
		{"leaves", 13, compare.Closed, "ended without a reply: exit status 0", nil},
		{"closes", 13, compare.Closed, "closed its output without a reply, and went on", nil},
		{"breaks off", 13, compare.Cut, `ended within a line, exit status 1: "1 unsolv"`, nil},
		{"floods", 13, compare.Flooded, "printed more than 1048576 bytes without the end of a line", nil},
		{"rambles", 13, compare.Flooded, "printed more than 1048576 bytes without the end of a line", nil},
		{"repeats", 13, compare.Garbled, `printed another line after its reply: "1 unsolvable"`, nil},
		{"adds", 13, compare.Garbled, `printed another line after its reply: "that was easy"`, nil},
		{"errs", 13, compare.Garbled, `replied to a request that it was not asked: "1099511627776 unsolvable"`, nil},
		{"greets", 0, compare.Garbled, `printed a line that is no reply, want a number and a word: "solver 1.0"`, nil},
		{"does not start", 0, compare.Crashed, "ended without a reply: exit status 5", nil},
	} {
		t.Run(test.animal, func(t *testing.T) {
			t.Parallel()
			workers := []int{2}
			if slices.Contains([]string{"lies", "adds", "crashes"}, test.animal) {
				workers = []int{1, 8}
			}
			for _, workers := range workers {
				o := against(t, test.animal, patience, 20, 1, workers)
				require.NotNil(t, o.First)
				require.Equal(t, test.number, o.First.Number, o.First.Difference.Why)
				require.Equal(t, test.kind, o.First.Difference.Kind, o.First.Difference.Why)
				require.Equal(t, test.number+1, o.Cases)
				require.Equal(t, test.number, o.Agreed)
				require.EqualValues(t, 1, o.Mismatches)
				require.NoError(t, o.Limit)
				require.Equal(t, puzzle.Limit == o.First.Answers[1].Verdict, test.why != "")
				if test.why != "" {
					require.Equal(t, test.why, o.First.Answers[1].Fault.Why)
					require.Equal(t, test.animal+": "+test.why, o.First.Difference.Why)
					require.Equal(t, test.stderr, o.First.Answers[1].Fault.Stderr)
				}
			}
		})
	}
}

// Who does nothing wrong is not accused, however it replies.
func TestGoodAnimals(t *testing.T) {
	for _, name := range []string{"good", "shuffles", "grumbles", "lingers"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := against(t, name, patience, 700, 1, 1)
			require.Nil(t, o.First)
			require.EqualValues(t, 700, o.Cases)
			require.EqualValues(t, 700, o.Agreed)
			require.Zero(t, o.Stats[1].Unsteady)
			require.NoError(t, o.Limit)
		})
	}
}

// A time-out is a limit and no difference, and after five in a row the match is over.
func TestTimeOuts(t *testing.T) {
	for workers, name := range map[int]string{4: "is silent", 8: "hangs"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := against(t, name, shortly, 20, 1, workers)
			require.Nil(t, o.First)
			require.ErrorIs(t, o.Limit, compare.ErrSilent)
			// on a slow machine earlier cases time out too
			require.LessOrEqual(t, o.Cases, uint64(13+5))
			require.LessOrEqual(t, o.Agreed, uint64(13))
			require.Positive(t, o.Agreed)
			require.GreaterOrEqual(t, o.Limited, uint64(5))
			require.Equal(t, o.Cases, o.Agreed+o.Limited)
			require.Equal(t, [2]uint64{0, o.Limited}, o.Limits)
			require.Equal(t, noReply, o.Stats[1].Silence.Why)
		})
	}
}

// What a program does instead of replying in time is told apart.
func TestTimedOut(t *testing.T) {
	const longer = 5 * time.Second // for half a line to come
	for name, why := range map[string]string{
		"is silent":   noReply,
		"hangs":       noReply,
		"never reads": noReply,
		"hesitates":   `no whole line for 5s, only "1 unsolv"; a reply ends with a line feed`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			timeout := shortly
			if why != noReply {
				timeout = longer
			}
			answer, err := animal(t, name, timeout).Solve(t.Context(), 13)
			require.NoError(t, err)
			require.Equal(t, puzzle.Limit, answer.Verdict)
			require.Equal(t, compare.TimedOut, answer.Fault.Kind)
			require.Equal(t, why, answer.Fault.Why)
		})
	}
}

// A solver that gives up itself is asked on and on.
func TestGivesUp(t *testing.T) {
	o := against(t, "gives up", patience, 30, 1, 2)
	require.NoError(t, o.Limit)
	require.EqualValues(t, 30, o.Cases)
	require.EqualValues(t, 13, o.Agreed)
	require.EqualValues(t, 17, o.Limited)
}

// After a crash the program is started again and the match goes on.
func TestGoesOn(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		o := against(t, "crashes", patience, 30, 4, workers)
		require.EqualValues(t, 4, o.Mismatches)
		require.EqualValues(t, 17, o.Cases)
		require.Equal(t, map[compare.Kind]uint64{compare.Crashed: 4}, o.Kinds)
		require.EqualValues(t, 13, o.First.Number)
	}
}

// A fault that has nothing to do with the case is counted, and accuses nobody.
func TestUnsteady(t *testing.T) {
	o := against(t, "is moody", patience, 200, 1, 1)
	require.Nil(t, o.First)
	require.EqualValues(t, 200, o.Agreed)
	require.Positive(t, o.Stats[1].Unsteady)
	require.Equal(t, "ended without a reply: exit status 9", o.Stats[1].Last.Why)
}

// A line too many is found at its case also if the very first case had no answer.
func TestStartsBadly(t *testing.T) {
	for _, workers := range []int{1, 3} {
		o := against(t, "starts badly", patience, 20, 100, workers)
		require.EqualValues(t, 20, o.Cases)
		require.EqualValues(t, 12, o.Agreed)
		require.Equal(t, map[compare.Kind]uint64{compare.Crashed: 1, compare.Garbled: 7}, o.Kinds)
		require.Zero(t, o.Stats[1].Unsteady)
	}
}

// The mark is a case that costs little: one that takes long is not asked again and again.
func TestMarkIsQuick(t *testing.T) {
	const cases = 20
	file := filepath.Join(t.TempDir(), "asked")
	x := animal(t, "wakes up", patience, file)
	for n := range cases {
		answer, err := x.Solve(t.Context(), n)
		require.NoError(t, err)
		require.Nil(t, answer.Fault)
	}
	require.NoError(t, x.Close())
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	asked := strings.Fields(string(text))
	require.Len(t, asked, cases+cases-1) // each, and a mark for each but the first, which is asked alone
	slow := 0
	for _, n := range asked {
		if n == "0" {
			slow++
		}
	}
	require.LessOrEqual(t, slow, cases/2) // 2, but for a machine that stands still
}

// No reply to a mark is no fault of a case: all are answered, and that is said.
func TestSilentMark(t *testing.T) {
	t.Parallel()
	const timeout = 3 * time.Second
	x := animal(t, "does not repeat itself", timeout)
	for n := range 4 {
		answer, err := x.Solve(t.Context(), n)
		require.NoError(t, err)
		require.Nil(t, answer.Fault)
		require.Equal(t, n%2 == 0, answer.Verdict == puzzle.Solvable)
	}
	require.Zero(t, x.Stats().Unsteady)
	require.Equal(t, "no reply for 3s; a reply must be flushed when it is printed", x.Stats().Silence.Why)
}

// Every case that an external solver answers is timed once, and a mark is not.
func TestTimedOnce(t *testing.T) {
	for _, workers := range []int{1, 3} {
		for _, cases := range []uint64{20, 700, 3000} { // batches of 1, 2 and 11
			o := against(t, "good", patience, cases, 1, workers)
			require.Equal(t, cases, o.Agreed)
			require.EqualValues(t, cases, o.Stats[1].Times.Count())
		}
	}
}

// What a program has started ends with it, although it holds on to the pipes.
func TestChildrenEnd(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("looks into /proc")
	}
	file := filepath.Join(t.TempDir(), "child of a program with blanks in its path")
	x := animal(t, "breeds", patience, file)
	for _, n := range []int{12, 13} { // when it is closed, and when it crashes
		answer, err := x.Solve(t.Context(), n)
		require.NoError(t, err)
		require.Equal(t, n == 13, answer.Fault != nil)
		require.NoError(t, x.Close())
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Eventually(t, func() bool { return !alive(string(text)) }, 10*time.Second, time.Millisecond)
	}
}

// alive tells whether a process is there and is more than a name.
func alive(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	return err == nil && !bytes.Contains(stat, []byte(") Z "))
}

// A program ends at once when the context does.
func TestInterrupted(t *testing.T) {
	for _, name := range []string{"hangs", "never reads"} {
		ctx, cancel := context.WithCancel(t.Context())
		x := animal(t, name, patience)
		time.AfterFunc(50*time.Millisecond, cancel)
		_, err := x.SolveSome(ctx, []int{13, 14}, make([]compare.Answer, 2))
		require.ErrorIs(t, err, context.Canceled)
	}
}

// A program that is not there cannot be compared with anything.
func TestNoProgram(t *testing.T) {
	x := compare.NewExternal("none", []string{filepath.Join(t.TempDir(), "none")}, lines{}, patience)
	_, err := x.Solve(t.Context(), 1)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// Many requests are in flight, and the answers come to their cases.
func TestSolveSome(t *testing.T) {
	x := animal(t, "shuffles", patience)
	cases, answers := make([]int, 3000), make([]compare.Answer, 3000)
	for i := range cases {
		cases[i] = 3000 - i
	}
	calls := 0
	for done := 0; done < len(cases); calls++ {
		n, err := x.SolveSome(t.Context(), cases[done:], answers[done:])
		require.NoError(t, err)
		require.Positive(t, n)
		done += n
	}
	require.Less(t, calls, 40)
	for i, n := range cases {
		want, _ := exact{}.Solve(t.Context(), n)
		require.Equal(t, want.Verdict, answers[i].Verdict)
		require.Equal(t, want.Value, answers[i].Value)
		require.Equal(t, want.Certificate, answers[i].Certificate)
	}
	require.Positive(t, x.Stats().Times.Total())
	require.LessOrEqual(t, x.Stats().Times.Quantile(0.5), x.Stats().Times.Quantile(0.99))
}

// Many lines on standard error are forgotten, but for the last.
func TestStderrIsCut(t *testing.T) {
	var script strings.Builder
	for i := range 30 {
		fmt.Fprintf(&script, "echo line %d %s >&2\n", i, strings.Repeat("x", 900))
	}
	x := compare.NewExternal("sh", []string{"/bin/sh", "-c", script.String() + "exit 2"}, lines{}, patience)
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no shell")
	}
	answer, err := x.Solve(t.Context(), 1)
	require.NoError(t, err)
	require.Equal(t, compare.Crashed, answer.Fault.Kind)
	require.Len(t, answer.Fault.Stderr, 10)
	for i, line := range answer.Fault.Stderr {
		require.Len(t, line, 400)
		require.True(t, strings.HasPrefix(line, "line "+strconv.Itoa(20+i)+" x"), line)
	}
}
