package protocol_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/family"
	"exhaust/family/familytest"
	"exhaust/family/protocol"
	"exhaust/puzzle"
)

type (
	purse = *familytest.Purse
	row   = *familytest.Row
)

// odd returns coins with a solver that gives up at sums of 3 and fails at sums of 5.
func odd() *family.Family[purse] {
	f := familytest.Coins()
	f.Solvers = append(f.Solvers, family.Maker[purse]{
		Name: "odd", New: func(l puzzle.Limits) puzzle.Solver[purse] { return oddSolver{f.Solvers[1].New(l)} },
	})
	return f
}

type oddSolver struct{ puzzle.Solver[purse] }

func (s oddSolver) Solve(ctx context.Context, p purse, ask puzzle.Ask) (puzzle.Answer, error) {
	switch p.Sum {
	case 3:
		return puzzle.Answer{Cause: puzzle.ErrStates}, nil
	case 5:
		return puzzle.Answer{}, errors.New("five is \"too much\"\nfor it")
	}
	return s.Solver.Solve(ctx, p, ask)
}

// TestMain makes the test binary an external solver: "serve FAMILY SOLVER".
func TestMain(m *testing.M) {
	if len(os.Args) != 4 || os.Args[1] != "serve" {
		os.Setenv("GORACE", "atexit_sleep_ms=0") // a child under the race detector ends at once
		os.Exit(m.Run())
	}
	var err error
	switch os.Args[2] {
	case "coins":
		err = serve(odd(), os.Args[3])
	case "colours":
		err = serve(familytest.Colours(), os.Args[3])
	case "ends":
		err = serve(familytest.Ends(), os.Args[3])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve[C any](f *family.Family[C], solver string) error {
	s, err := f.Solver(solver, puzzle.Limits{})
	if err != nil {
		return err
	}
	server := protocol.Server[C]{Family: f, Solver: s}
	return server.Serve(context.Background(), os.Stdin, os.Stdout)
}

// questions are all that can be asked.
var questions = []puzzle.Ask{puzzle.Decide, puzzle.Any, puzzle.Best}

// TestThroughAProcess asks a solver that is a program about every case of a space, and holds what
// it says to what the same solver says inside.
func TestThroughAProcess(t *testing.T) {
	through(t, odd(), "4", "steps")
	through(t, odd(), "4", "tries")
	through(t, familytest.Colours(), "3", "ways")
	through(t, familytest.Colours(), "3", "tries")
	through(t, familytest.Ends(), "3", "memo")
	through(t, odd(), "6", "odd")
}

func through[C any](t *testing.T, f *family.Family[C], size, solver string) {
	inside, err := f.Solver(solver, puzzle.Limits{})
	require.NoError(t, err)
	s, err := f.Space(t.Context(), size, nil)
	require.NoError(t, err)
	for _, ask := range questions {
		client := protocol.Client[C]{Family: f, Ask: ask}
		x := compare.NewExternal(
			solver,
			[]string{os.Args[0], "serve", f.Name, solver},
			client,
			time.Minute,
		)
		var c C
		for i := range s.Len() {
			c = s.At(i, c)
			got, err := x.Solve(t.Context(), c)
			require.NoError(t, err)
			want, failed := inside.Solve(t.Context(), c, ask)
			require.NoError(t, same(f, c, ask, got, want, failed), "%s, %v", f.ID(c), ask)
		}
		require.NoError(t, x.Close())
	}
}

// same returns how what came through the protocol differs from what the solver said.
func same[C any](
	f *family.Family[C],
	c C,
	ask puzzle.Ask,
	got compare.Answer,
	want puzzle.Answer,
	failed error,
) error {
	switch {
	case failed != nil && got.Fault != nil && got.Fault.Kind == compare.Failed:
		if !strings.HasSuffix(got.Fault.Why, failed.Error()) {
			return fmt.Errorf("failed: %s, want %w", got.Fault.Why, failed)
		}
		return nil
	case failed != nil || got.Fault != nil:
		return fmt.Errorf("failed: %v, want %w", got.Fault, failed)
	}
	if want.Verdict == puzzle.Solvable && ask == puzzle.Any && f.Measure.Kind != puzzle.Count {
		value, err := f.Referee().Replay(c, want.Certificate)
		if err != nil {
			return err
		}
		want.Value = value // of the certificate
	}
	want.States, want.Cause = 0, nil // nobody asks for these
	if fmt.Sprintf("%#v", got.Answer) != fmt.Sprintf("%#v", want) {
		return fmt.Errorf("%+v, want %+v", got.Answer, want)
	}
	return nil
}

// TestThroughAProcessSeesBugs plants what TestThroughAProcess is to find.
func TestThroughAProcessSeesBugs(t *testing.T) {
	f := familytest.Colours()
	c := &familytest.Path{Clues: []byte(".2")}
	s, err := f.Solver("ways", puzzle.Limits{})
	require.NoError(t, err)
	right, err := s.Solve(t.Context(), c, puzzle.Best)
	require.NoError(t, err)
	require.NoError(t, same(f, c, puzzle.Best, compare.Answer{Answer: right}, right, nil))
	broken := errors.New("broken")
	fault := func(kind compare.Kind, why string) compare.Answer {
		return compare.Answer{Fault: &compare.Fault{Kind: kind, Why: why}}
	}
	require.NoError(
		t,
		same(f, c, puzzle.Best, fault(compare.Failed, "it is broken"), puzzle.Answer{}, broken),
	)
	for name, change := range map[string]func(a *compare.Answer){
		"verdict":  func(a *compare.Answer) { a.Verdict = puzzle.Limit },
		"value":    func(a *compare.Answer) { a.Value++ },
		"solution": func(a *compare.Answer) { a.Certificate = a.Second },
		"second":   func(a *compare.Answer) { a.Second = nil },
		"bare":     func(a *compare.Answer) { a.Bare = true },
		"reason":   func(a *compare.Answer) { a.Reason = "why" },
		"fault":    func(a *compare.Answer) { a.Fault = fault(compare.Failed, "broken").Fault },
	} {
		got := compare.Answer{Answer: right}
		change(&got)
		require.Error(t, same(f, c, puzzle.Best, got, right, nil), name)
	}
	for _, got := range []compare.Answer{fault(compare.Failed, "else"),
		fault(compare.Garbled, "broken"), {}} {
		require.Error(t, same(f, c, puzzle.Best, got, puzzle.Answer{}, broken))
	}
}

// TestLinesOfAProcess shows the lines as they go to and fro, of each kind of values and of each
// reply.
func TestLinesOfAProcess(t *testing.T) {
	talk(t, "coins", "table", `
{"id":1,"puzzle":"coins","case":"6:134:two","ask":"best"}
{"id":1,"value":2,"solution":"33"}
{"id":2,"puzzle":"coins","case":"6:134:two","ask":"shortest"}
{"id":2,"value":2,"solution":"33"}
{"id":3,"puzzle":"coins","case":"coins:6:134:two","ask":"any"}
{"id":3,"value":2,"solution":"33"}
{"id":4,"case":"6:134:two","ask":"decide"}
{"id":4,"solvable":true}
{"id":5,"puzzle":"coins","case":"2:34:free","ask":"decide"}
{"id":5,"unsolvable":true,"reason":"every coin is worth more than the sum"}
{"id":6,"puzzle":"coins","case":"0:1:two","ask":"best"}
{"id":6,"value":0,"solution":""}
`)
	talk(t, "coins", "odd", `
{"id":"x","puzzle":"coins","case":"3:134:two","ask":"best"}
{"id":"x","limit":true}
{"id":[7],"puzzle":"coins","case":"5:134:two","ask":"best"}
{"id":[7],"error":"five is \"too much\"\nfor it"}
`)
	talk(t, "colours", "ways", `
{"id":1,"puzzle":"colours","case":".2","ask":"best"}
{"id":1,"value":2,"solution":"12","second":"32"}
{"id":2,"puzzle":"colours","case":".2","ask":"any"}
{"id":2,"solution":"12","second":"32"}
{"id":3,"puzzle":"colours","case":"12","ask":"best"}
{"id":3,"value":1,"solution":"12"}
{"id":4,"puzzle":"colours","case":"22","ask":"best"}
{"id":4,"unsolvable":true}
`)
	talk(t, "ends", "memo", `
{"id":1,"puzzle":"ends","case":"-2,-1,-2","ask":"best"}
{"id":1,"value":-1,"solution":"Ll"}
{"id":2,"puzzle":"ends","case":"3","ask":"any"}
{"id":2,"value":3,"solution":"l"}
`)
}

// talk sends every other line to a program and expects the lines between them as its replies.
func talk(t *testing.T, name, solver, lines string) {
	var in, want []string
	for i, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		if i%2 == 0 {
			in = append(in, line)
		} else {
			want = append(want, line)
		}
	}
	cmd := exec.Command(os.Args[0], "serve", name, solver)
	cmd.Stdin = strings.NewReader(strings.Join(in, "\n")) // the last one without its end
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	require.NoError(t, cmd.Run()) // it ends with its input
	require.Empty(t, stderr.String())
	got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	require.True(t, slices.Equal(want, got), "%q, want %q", got, want)
}
