// Package examples_test holds the example solvers against the program's.
package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kballard/go-shellquote"
	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/contest"
)

// look returns the path of a program, or skips the test if there is none.
func look(t *testing.T, program string) string {
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("no %s on this machine", program)
	}
	return path
}

func TestJavaScript(t *testing.T) {
	agree(t, look(t, "node"), "javascript/solver.js")
}

func TestCpp(t *testing.T) {
	compiler, program := look(t, "g++"), filepath.Join(t.TempDir(), "a solver")
	out, err := exec.Command(compiler, "-O2", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", program, "cpp/solver.cpp").CombinedOutput()
	require.NoError(t, err, string(out))
	agree(t, program)
}

// agree has a program agree with zeroone on all of 2x2, on a sample of 3x3 and on boards that are no
// square, with either side to move.
func agree(t *testing.T, command ...string) {
	player, err := contest.ParsePlayer("exec:" + shellquote.Join(command...))
	require.NoError(t, err)
	both := []twotone.Rule{twotone.Strict, twotone.Handover}
	space, err := twotone.NewSpace(2, 2, twotone.Black)
	require.NoError(t, err)
	for _, source := range []contest.Source{
		&contest.All{Space: space, Rules: both},
		&contest.Sample{Rows: 3, Cols: 3, Rules: both, Count: 500, Seed: 1},
		&contest.Random{Rows: 3, Cols: 2, Stars: contest.AnyStars, Rainbow: 0.3, Rules: both, Count: 300, Seed: 1},
		&contest.Random{Rows: 1, Cols: 7, Stars: contest.AnyStars, Rainbow: 0.3, Rules: both, Count: 300, Seed: 1},
	} {
		c := contest.Contest{
			Players: [2]contest.Player{contest.Internal("zeroone"), player},
			Source:  source, Ask: puzzle.Best, Timeout: time.Minute, Enough: 1,
		}
		r, err := c.Run(t.Context())
		require.NoError(t, err)
		if r.First != nil {
			require.Fail(t, "they differ", "%s: %s", r.Smallest.Case.ID(), r.Smallest.Difference.Why)
		}
		require.Equal(t, source.Len(), r.Agreed, source)
		require.Zero(t, r.Stats[1].Unsteady)
	}
}

// The examples are to be read at one sitting.
func TestShort(t *testing.T) {
	for _, file := range []string{"javascript/solver.js", "cpp/solver.cpp"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Less(t, strings.Count(string(text), "\n"), 150, file)
	}
}
