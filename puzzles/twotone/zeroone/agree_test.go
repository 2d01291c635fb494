package zeroone

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

var bothRules = []twotone.Rule{strict, handOver}

// checkAgainst fails the test unless the solver's answer to c is the length
// found in best, and its solution a winning play of that length.
func checkAgainst(t *testing.T, s *Solver, c *twotone.Case, best map[string]int) puzzle.Answer {
	t.Helper()
	picture := draw(c)
	want, solvable := best[picture]
	got := mustSolve(t, s, c, puzzle.Best)
	if (got.Verdict == puzzle.Solvable) != solvable || got.Verdict == puzzle.Limit || got.Value != want {
		t.Fatalf("%v\n%s\n%v in %d, want solvable %v in %d", c.Rule, picture, got.Verdict, got.Value, solvable, want)
	}
	if solvable && (twotone.Solution(got.Certificate).Moves() != want || !naiveReplay(picture, c.Rule, got.Certificate)) {
		t.Fatalf("%v\n%s\n%q is not a play that wins in %d", c.Rule, picture, string(got.Certificate), want)
	}
	return got
}

// Every board of the smallest sizes, with either side to move: the search
// against backward iteration over all boards of the size at once.
func TestAllSmallBoardsAgainstIteration(t *testing.T) {
	counts := map[[2]int]int{{1, 2}: 144, {2, 1}: 144, {1, 3}: 2592, {3, 1}: 2592, {2, 2}: 31104}
	for size, want := range counts {
		for _, rule := range bothRules {
			var starts []string
			eachCase(size[0], size[1], rule, func(c *twotone.Case) { starts = append(starts, draw(c)) })
			if len(starts) != want {
				t.Fatalf("%v: %d boards, want %d", size, len(starts), want)
			}
			best, s := relate(rule, starts...).lengths(), New()
			eachCase(size[0], size[1], rule, func(c *twotone.Case) { checkAgainst(t, s, c, best) })
		}
	}
}

// Random boards beyond those: here the iteration runs over what can be reached
// from the board, so an unsolvable board must have exactly as many states.
func TestRandomBoardsAgainstIteration(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	s := New()
	for _, size := range [][2]int{{2, 3}, {3, 2}, {1, 5}, {5, 1}, {1, 6}, {2, 4}, {3, 3}} {
		for range 150 {
			c := randomCase(r, size[0], size[1], r.IntN(min(6, size[0]*size[1]+1)))
			reach := relate(c.Rule, draw(c))
			got := checkAgainst(t, s, c, reach.lengths())
			all := uint64(len(reach.pictures))
			if got.States > all || got.Verdict == puzzle.Unsolvable && got.States != all {
				t.Fatalf("%v\n%s\n%v after %d states of %d", c.Rule, draw(c), got.Verdict, got.States, all)
			}
		}
	}
}

// One solver over boards of all sizes, small after large and of both kinds of
// set, answers as a fresh one does, and the same every time.
func TestReuse(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	reused := New()
	for i := range 400 {
		reused.MaxStates = uint64(1 + r.IntN(500))
		if i%20 == 0 {
			reused.MaxStates = 2 * keepStates
		}
		n := 2 + r.IntN(80)
		rows := 1 + r.IntN(5)
		c := randomCase(r, rows, max(2, n/rows), min(n/2, r.IntN(5)))
		before := c.Clone()
		got := mustSolve(t, reused, c, puzzle.Best)
		want := mustSolve(t, &Solver{MaxStates: reused.MaxStates}, c, puzzle.Best)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%v\n%s\nreused: %+v, fresh: %+v", c.Rule, draw(c), got, want)
		}
		if !reflect.DeepEqual(c, before) {
			t.Fatalf("the case was changed: %+v, was %+v", c, before)
		}
	}
}

// The kind of set makes no difference, down to the order of the search.
func TestWordAgainstPacked(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var words search[word]
	var bytes search[packed]
	for range 200 {
		c := randomCase(r, 2+r.IntN(7), 2+r.IntN(7), r.IntN(5))
		const limit = 1000
		ctx := context.Background()
		a := words.solve(ctx, c, limit, nil, puzzle.Best)
		b := bytes.solve(ctx, c, limit, nil, puzzle.Best)
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("%v\n%s\nwords: %+v, bytes: %+v", c.Rule, draw(c), a, b)
		}
	}
}
