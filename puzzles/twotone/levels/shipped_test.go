package levels

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
	"exhaust/puzzles/twotone/zeroone"
)

// Every level that ships is what it says: bfs and zeroone find its lengths, the referee plays its solutions,
// the counts and the score come out again.
func TestShipped(t *testing.T) {
	skipUnderRace(t)
	all, err := Shipped()
	require.NoError(t, err)
	solver, plain := bfs.New(bfs.Options{Workers: 1}), zeroone.New()
	var referee twotone.Referee
	for _, l := range all {
		require.NoError(t, l.Verify(context.Background(), 0))
		for rule := range l.Answers {
			a := &l.Answers[rule]
			c := &twotone.Case{Board: l.Board, Rule: twotone.Rule(rule)}
			for name, solve := range map[string]func(context.Context, *twotone.Case, puzzle.Ask) (puzzle.Answer, error){
				"bfs": solver.Solve, "zeroone": plain.Solve,
			} {
				r, err := solve(context.Background(), c, puzzle.Best)
				require.NoError(t, err)
				require.Equal(t, a.Verdict, r.Verdict, "%s under %v, by %s", l.Name, c.Rule, name)
				require.Equal(t, a.Length, r.Value, "%s under %v, by %s", l.Name, c.Rule, name)
			}
			if a.Solvable() {
				moves, err := referee.Replay(c, a.Solution)
				require.NoError(t, err, "%s under %v", l.Name, c.Rule)
				require.Equal(t, a.Length, moves)
			}
		}
	}
}

// The set has what it shall have: enough levels, easy and fiendish, of the kinds that differ by rule, no two of them images of each other.
func TestShippedSet(t *testing.T) {
	all, err := Shipped()
	require.NoError(t, err)
	seen := map[string]string{}
	var onlyHandover, bothDiffer, long, classic int
	for _, l := range all {
		signature := Signature(&l.Board)
		require.Empty(t, seen[signature], l.Name)
		seen[signature] = l.Name
		strict, handover := &l.Answers[twotone.Strict], &l.Answers[twotone.Handover]
		require.True(t, handover.Solvable(), l.Name)
		switch {
		case !strict.Solvable():
			onlyHandover++
		case strict.Length != handover.Length:
			bothDiffer++
		}
		if l.moves() >= 60 {
			long++
		}
		if l.Size() == "8x8" && l.Board.StarCount() == 6 {
			classic++
		}
	}
	require.GreaterOrEqual(t, len(all), 24)
	require.GreaterOrEqual(t, onlyHandover, 6)
	require.GreaterOrEqual(t, bothDiffer, 6)
	require.GreaterOrEqual(t, long, 3)
	require.Positive(t, classic)
	require.LessOrEqual(t, all[0].moves(), 12)
}

// The files are as Append writes them, and each carries the name of its file.
func TestShippedFiles(t *testing.T) {
	all, err := Shipped()
	require.NoError(t, err)
	for _, l := range all {
		text, err := os.ReadFile(filepath.Join("../../../testdata/levels", l.Name+Extension))
		require.NoError(t, err)
		require.Equal(t, string(text), string(l.Append(nil)))
	}
}

// One level is made again by the command in its file; the others would take minutes.
func TestShippedAgain(t *testing.T) {
	skipUnderRace(t)
	all, err := Shipped()
	require.NoError(t, err)
	l := all[0]
	m := regexp.MustCompile(`--rule both --states (\d+) --seed 1 --from (\d) --count 1$`).FindStringSubmatch(l.Origin)
	require.NotNil(t, m, l.Origin)
	require.Contains(t, l.Origin, "exhaust generate --size 3x3 --stars 2 --rainbow 0-1 ")
	g := &Generator{
		Wish: Wish{Rows: 3, Cols: 3, Stars: 2, Rainbow: [2]int{0, 1}, States: 20_000_000},
		Seed: 1, From: uint64(m[2][0] - '0'), Count: 1, Workers: 1,
	}
	_, found, _ := generate(t, context.Background(), g)
	require.Equal(t, l.Origin, found[0].Origin)
	found[0].Name = l.Name
	require.Equal(t, l, found[0])
}

func TestRead(t *testing.T) {
	good := string(lost(t).Append(nil))
	all, err := Read(fstest.MapFS{
		"b.txt": {Data: []byte(good)}, "a.txt": {Data: []byte(good)}, "c.md": {Data: []byte("no level")},
	})
	require.NoError(t, err)
	require.Len(t, all, 2)
	require.Equal(t, []string{"a", "b"}, []string{all[0].Name, all[1].Name})
	_, err = Read(fstest.MapFS{"c.md": {}})
	require.True(t, errors.Is(err, family.ErrNoLevels))
	_, err = Read(fstest.MapFS{"a.txt": {Data: []byte(strings.Replace(good, "# score", "#", 1))}})
	require.EqualError(t, err, `a.txt: no line "# score": want a level as "exhaust generate --out" writes it`)
}
