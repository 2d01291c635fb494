package bfs_test

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
	"exhaust/puzzles/twotone/zeroone"
)

var (
	bothRules = []twotone.Rule{twotone.Strict, twotone.Handover}
	bothSides = []twotone.Colour{twotone.Black, twotone.White}
)

// A solver is bfs or zeroone.
type solver interface {
	Solve(ctx context.Context, c *twotone.Case, ask puzzle.Ask) (puzzle.Answer, error)
}

func solve(t testing.TB, s solver, c *twotone.Case, ask puzzle.Ask) puzzle.Answer {
	r, err := s.Solve(context.Background(), c, ask)
	if err != nil {
		require.NoError(t, err, "%s", c.ID())
	}
	return r
}

func parse(t testing.TB, id string) *twotone.Case {
	c, err := twotone.ParseID(id)
	require.NoError(t, err)
	return c
}

// eachCase calls f with every case of a size: both sides to move, both rules.
// The case is changed afterwards.
func eachCase(t testing.TB, rows, cols int, f func(*twotone.Case)) {
	for _, turn := range bothSides {
		space, err := twotone.NewSpace(rows, cols, turn)
		require.NoError(t, err)
		var c twotone.Case
		for i := range space.Len() {
			space.Board(i, &c.Board)
			for _, c.Rule = range bothRules {
				f(&c)
			}
		}
	}
}

// drawCase draws a case of a size with at most maxStars stars.
func drawCase(rng *rand.Rand, rows, cols, maxStars int) *twotone.Case {
	n := rows * cols
	c := &twotone.Case{Rule: twotone.Rule(rng.IntN(2))}
	c.Rows, c.Cols, c.Turn = rows, cols, twotone.Colour(rng.IntN(2))
	for range n {
		c.Cells = append(c.Cells, twotone.Colour(rng.IntN(3)))
	}
	c.Stars = make([]bool, n)
	for _, cell := range rng.Perm(n)[:rng.IntN(min(maxStars, n)+1)] {
		c.Stars[cell] = true
	}
	places := rng.Perm(n)
	c.Black, c.White = places[0], places[1]
	return c
}

// stateBits returns the size of a plain state: 2·ceil(log2 N) + 1 + K + M.
func stateBits(c *twotone.Case) int {
	return 2*bits.Len(uint(c.Size()-1)) + 1 + c.StarCount() + c.Size() - c.Count(twotone.Rainbow)
}

// stateWords returns the width of the engine that a state of so many bits needs.
func stateWords(bits int) int {
	words := (bits + 63) / 64
	if words > 4 {
		return 8
	}
	return words
}

// A judge puts cases to bfs, with live states and plain ones, and zeroone, and counts what they say.
type judge struct {
	bfs     *bfs.Solver
	plain   *bfs.Solver
	zeroone *zeroone.Solver
	referee twotone.Referee
	counts  map[puzzle.Verdict]int
}

func newJudge() *judge {
	return &judge{
		bfs:     bfs.New(bfs.Options{Workers: 1, Memory: 1 << 27}),
		plain:   bfs.NewPlain(bfs.Options{Workers: 1, Memory: 1 << 27}),
		zeroone: zeroone.New(),
		counts:  map[puzzle.Verdict]int{},
	}
}

// agree fails the test unless all solvers give the same verdict and length, and
// the referee plays bfs's solutions to the end in so many moves. Cases that
// are too large for zeroone's limit are left out, and counted as Limit. To bfs
// memory is limited so that a wrong one ends.
func (j *judge) agree(t testing.TB, c *twotone.Case) puzzle.Answer {
	want := solve(t, j.zeroone, c, puzzle.Best)
	j.counts[want.Verdict]++
	if want.Verdict == puzzle.Limit {
		return want
	}
	plain := j.agreeWith(t, c, j.plain, want)
	got := j.agreeWith(t, c, j.bfs, want)
	if plain.Reason != "" || got.Reason != "" && (got.Verdict != puzzle.Unsolvable || got.States != 0) {
		t.Fatalf("%s: %v because %q; with plain states because %q", c.ID(), got.Verdict, got.Reason, plain.Reason)
	}
	if got.Reason == "" && got.States != plain.States {
		t.Fatalf("%s: %d states, of the plain ones %d", c.ID(), got.States, plain.States)
	}
	return got
}

// agreeWith fails the test unless a bfs gives the verdict and length wanted.
func (j *judge) agreeWith(t testing.TB, c *twotone.Case, s *bfs.Solver, want puzzle.Answer) puzzle.Answer {
	got := solve(t, s, c, puzzle.Best)
	if got.Verdict != want.Verdict || got.Value != want.Value {
		t.Fatalf("%s: %v in %d, zeroone says %v in %d", c.ID(), got.Verdict, got.Value, want.Verdict, want.Value)
	}
	j.replay(t, c, got)
	// Without handovers both search the same states, to the last.
	if c.Rule == twotone.Strict && got.Verdict == puzzle.Unsolvable && got.Reason == "" && got.States != want.States {
		t.Fatalf("%s: %d states, zeroone has %d", c.ID(), got.States, want.States)
	}
	return got
}

// replay fails the test unless a result is complete and its solution is right.
func (j *judge) replay(t testing.TB, c *twotone.Case, r puzzle.Answer) {
	if r.Verdict != puzzle.Solvable {
		if r.Certificate != nil || r.Value != 0 {
			t.Fatalf("%s: %v, yet a solution %q of length %d", c.ID(), r.Verdict, r.Certificate, r.Value)
		}
		return
	}
	moves, err := j.referee.Replay(c, r.Certificate)
	if err != nil || moves != r.Value {
		t.Fatalf("%s: %v: length %d, replayed %d, %v", c.ID(), r.Certificate, r.Value, moves, err)
	}
}
