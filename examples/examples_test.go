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

	"exhaust/family"
	"exhaust/family/contest"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/wiring"
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
	f := wiring.Family()
	player, err := contest.ParsePlayer("exec:"+shellquote.Join(command...), f.SolverNames())
	require.NoError(t, err)
	both := family.Draws{
		Variants: []int{int(twotone.Strict), int(twotone.Handover)},
		Flags:    map[string]string{"stars": "-1", "rainbow": "0.3"},
	}
	space, err := f.Space(t.Context(), "2x2", nil)
	require.NoError(t, err)
	sample, err := f.Sample("3x3", both)
	require.NoError(t, err)
	sources := []contest.Source[*twotone.Case]{
		&contest.All[*twotone.Case]{Family: f, Space: space, Variants: both.Variants},
		&contest.Drawn[*twotone.Case]{Drawer: sample, Count: 500, Seed: 1},
	}
	for _, size := range []string{"3x2", "1x7"} {
		random, err := f.Random(size, both)
		require.NoError(t, err)
		sources = append(sources, &contest.Drawn[*twotone.Case]{Drawer: random, Count: 300, Seed: 1})
	}
	for _, source := range sources {
		c := contest.Contest[*twotone.Case]{
			Family:  f,
			Players: [2]contest.Player{{Name: "zeroone"}, player},
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
