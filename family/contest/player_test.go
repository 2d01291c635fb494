package contest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/family"
	"exhaust/puzzle"
)

func TestParsePlayer(t *testing.T) {
	names := []string{"bfs", "zeroone", "table"}
	p, err := ParsePlayer("bfs", names)
	require.NoError(t, err)
	require.Equal(t, Player{Name: "bfs"}, p)
	require.False(t, p.External())
	p, err = ParsePlayer(`exec:go "two words" 'a"b' \$HOME $HOME`, names)
	require.NoError(t, err)
	require.Equal(t, []string{"go", "two words", `a"b`, "$HOME", "$HOME"}, p.args)
	require.True(t, p.External())
	for name, want := range map[string]string{
		"magic":            `unknown solver "magic": want bfs, zeroone or table, or exec:COMMAND`,
		"exec:":            `solver "exec:": want exec:COMMAND`,
		"exec:''":          `solver "exec:''": want exec:COMMAND`,
		"exec:'go":         `solver exec:'go: Unterminated single-quoted string`,
		"exec:/none/there": `solver exec:/none/there: exec: "/none/there": stat /none/there: no such file or directory`,
	} {
		_, err := ParsePlayer(name, names)
		require.EqualError(t, err, want)
	}
}

// maker makes a solver that is asked nothing.
func maker(name string, onDemand bool) family.Maker[int] {
	none := func(puzzle.Limits) puzzle.Solver[int] { return nil }
	return family.Maker[int]{Name: name, OnDemand: onDemand, New: none}
}

// Two of the same are told apart, and a third is asked only if it is another that solves without
// being named.
func TestNames(t *testing.T) {
	f := &family.Family[int]{Solvers: []family.Maker[int]{
		maker("bfs", false), maker("zeroone", false), maker("table", true),
	}}
	c := &Contest[int]{Family: f, Players: [2]Player{{Name: "bfs"}, {Name: "bfs"}}}
	require.Equal(t, "bfs (a)", c.label(0))
	require.Equal(t, "bfs (b)", c.label(1))
	require.Equal(t, "zeroone", c.third().Name())
	c.Players[1] = Player{Name: "zeroone"}
	require.Equal(t, "zeroone", c.label(1))
	require.Nil(t, c.third())
}

// A third sides with who says the same, and values count only if they are asked for.
func TestSides(t *testing.T) {
	solved := func(value int) compare.Answer {
		return compare.Answer{
			Answer: puzzle.Answer{Verdict: puzzle.Solvable, Value: value, Bare: true},
		}
	}
	unsolvable := compare.Answer{Answer: puzzle.Answer{Verdict: puzzle.Unsolvable}}
	unsaid := compare.Answer{
		Answer: puzzle.Answer{Verdict: puzzle.Unsolvable, Value: puzzle.Unsaid},
	}
	refereed := &family.Family[int]{Referee: func() puzzle.Referee[int] { return nil }}
	for _, test := range []struct {
		ask     puzzle.Ask
		answers [3]compare.Answer
		want    string
	}{
		{puzzle.Best, [3]compare.Answer{solved(2), solved(3), solved(3)}, "b"},
		{puzzle.Best, [3]compare.Answer{solved(2), solved(3), solved(4)}, ""},
		{puzzle.Best, [3]compare.Answer{solved(2), unsolvable, solved(3)}, ""},
		{puzzle.Best, [3]compare.Answer{solved(2), unsaid, unsolvable}, "b"},
		{puzzle.Decide, [3]compare.Answer{unsolvable, solved(3), solved(puzzle.Unsaid)}, "b"},
		{puzzle.Decide, [3]compare.Answer{unsolvable, solved(3), unsolvable}, "a"},
		{puzzle.Any, [3]compare.Answer{solved(7), unsolvable, solved(4)}, "a"},
	} {
		c := &Contest[int]{Family: refereed, Ask: test.ask}
		f := &Finding[int]{Names: []string{"a", "b", "c"}, Answers: test.answers[:]}
		require.Equal(t, test.want, c.sides(f))
	}
}
