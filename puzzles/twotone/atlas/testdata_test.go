package atlas

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dustin/go-humanize"
	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
)

// recomputed is the number of cases up to which a kept result is computed once more.
const recomputed = 200_000_000

// keptResults reads the results that docs/ATLAS.md is made of: of what table --json prints, the
// space, the cases, the rules and what differs.
func keptResults(t *testing.T) []Report {
	files, err := filepath.Glob("../../../testdata/atlas/*.json")
	require.NoError(t, err)
	require.Len(t, files, 15)
	var all []Report
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var r Report
		require.NoError(t, json.Unmarshal(text, &r), file)
		require.Equal(t, r.Space+".json", filepath.Base(file))
		all = append(all, r)
	}
	return all
}

// The kept results are those of today, as far as that takes seconds.
func TestKeptResults(t *testing.T) {
	heavy(t)
	for _, want := range keptResults(t) {
		if want.Cases > recomputed && !whole {
			continue
		}
		space, err := want.space()
		require.NoError(t, err)
		got := report(t, newAtlas(t, space.Rows, space.Cols))
		require.Equal(t, want.Cases, got.Cases)
		require.Equal(t, want.Rules, got.Rules, want.Space)
		require.Equal(t, want.Differ, got.Differ, want.Space)
	}
}

// What is too much to compute at least adds up to the space, and its longest cases have the length
// that is said, by a search and by the referee.
func TestKeptResultsAddUp(t *testing.T) {
	heavy(t)
	for _, r := range keptResults(t) {
		space, err := r.space()
		require.NoError(t, err)
		require.Equal(t, 2*space.Len(), r.Cases, r.Space)
		strict, handover := r.Rules["strict"], r.Rules["handover"]
		require.Equal(t, handover.Solvable-strict.Solvable, r.Differ.Verdict)
		require.LessOrEqual(t, r.Differ.Length, strict.Solvable)
		for _, rule := range []*RuleReport{strict, handover} {
			require.Equal(t, space.Len(), rule.Cases)
			sum := uint64(0)
			for _, n := range rule.Lengths {
				sum += n
			}
			require.Equal(t, rule.Solvable, sum)
			require.Equal(t, rule.Cases, rule.Solvable+rule.Unsolvable)
			require.NotZero(t, rule.Lengths[comma(uint64(rule.Longest.Length))])
			require.NotContains(t, rule.Lengths, comma(uint64(rule.Longest.Length+1)))
			checkLongest(t, rule.Longest)
		}
		require.Nil(t, handover.NearLength)
		checkNearest(t, strict)
	}
}

// checkLongest has a longest case solved by a search, and the kept solution replayed.
func checkLongest(t *testing.T, l *LongestCase) {
	c, err := twotone.ParseID(l.Case)
	require.NoError(t, err)
	found, err := bfs.New(bfs.Options{}).Solve(context.Background(), c, puzzle.Best)
	require.NoError(t, err)
	require.Equal(t, puzzle.Solvable, found.Verdict)
	require.Equal(t, l.Length, found.Value, l.Case)
	solution, err := twotone.ParseSolution(*l.Solution)
	require.NoError(t, err)
	moves, err := new(twotone.Referee).Replay(c, solution)
	require.NoError(t, err)
	require.Equal(t, l.Length, moves)
}

// checkNearest has the case nearest to the length bound solved by a search. It is as near as the longest case, or nearer.
func checkNearest(t *testing.T, r *RuleReport) {
	if r.Longest.Length == 0 {
		require.Nil(t, r.NearLength)
		return
	}
	c, err := twotone.ParseID(r.NearLength.Case)
	require.NoError(t, err)
	found, err := bfs.New(bfs.Options{}).Solve(context.Background(), c, puzzle.Best)
	require.NoError(t, err)
	require.EqualValues(t, found.Value, r.NearLength.Value, r.NearLength.Case)
	require.EqualValues(t, twotone.StrictBound(&c.Board), r.NearLength.Bound, r.NearLength.Case)
	longest, err := twotone.ParseID(r.Longest.Case)
	require.NoError(t, err)
	nearness := twotone.Nearness{Value: uint64(r.Longest.Length), Bound: uint64(twotone.StrictBound(&longest.Board))}
	require.GreaterOrEqual(t, r.NearLength.Compare(nearness), 0)
}

// The page says what the kept results say.
func TestPageOfTheAtlas(t *testing.T) {
	page, err := os.ReadFile("../../../docs/ATLAS.md")
	require.NoError(t, err)
	for _, r := range keptResults(t) {
		for name, rule := range r.Rules {
			row := "| " + strings.Join([]string{
				r.Space, name, comma(rule.Cases), comma(rule.Solvable), comma(rule.Unsolvable), comma(uint64(rule.Longest.Length)),
				comma(rule.Lengths[comma(uint64(rule.Longest.Length))]),
			}, " | ") + " |"
			require.Contains(t, string(page), row)
			require.Contains(t, string(page), rule.Longest.Case)
		}
		if n := r.Rules["strict"].NearLength; n != nil {
			require.Contains(t, string(page), fmt.Sprintf("| %s | %d | %d | `%s` |", r.Space, n.Value, n.Bound, n.Case))
		}
		row := "| " + strings.Join([]string{r.Space, comma(r.Differ.Verdict), comma(r.Differ.Length)}, " | ") + " |"
		require.Contains(t, string(page), row)
	}
}

func comma(n uint64) string { return humanize.Comma(int64(n)) }
