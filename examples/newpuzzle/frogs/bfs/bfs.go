// Package bfs is the breadth-first solver of frogs and toads, on the engine of package parallel.
package bfs

import (
	"context"
	"errors"
	"math/bits"

	"exhaust/examples/newpuzzle/frogs"
	"exhaust/parallel"
	"exhaust/puzzle"
)

// A state is one word: bit n for a frog on leaf n, and bit n + 32 for a toad.
type state = [1]uint64

// Layout names the layout of states. A checkpoint keeps it.
const Layout = "frogs, toads<<32"

func stateOf(frog, toad uint64) state      { return state{frog | toad<<32} }
func animals(w *state) (frog, toad uint64) { return w[0] & (1<<32 - 1), w[0] >> 32 }

// A Model is a row as a parallel.Model.
type Model struct {
	start  state
	leaves uint64 // a bit each
}

// NewModel returns the model of a row.
func NewModel(r frogs.Row) Model {
	m := Model{leaves: 1<<len(r) - 1}
	for leaf, animal := range r {
		switch animal {
		case frogs.Frog:
			m.start[0] |= 1 << leaf
		case frogs.Toad:
			m.start[0] |= 1 << (leaf + 32)
		}
	}
	return m
}

// Initial appends the start.
func (m Model) Initial(dst []state) []state { return append(dst, m.start) }

// Goal reports whether no frog has a toad to its right.
func (m Model) Goal(w *state) bool {
	frog, toad := animals(w)
	return frog == 0 || toad < lowest(frog)
}

// Successors appends the states after steps and jumps of frogs, then after those of toads.
func (m Model) Successors(w *state, dst []state) []state {
	frog, toad := animals(w)
	free := m.leaves &^ (frog | toad)
	for set := frog & (free >> 1); set != 0; set &= set - 1 {
		dst = append(dst, stateOf(frog^lowest(set)^lowest(set)<<1, toad))
	}
	for set := frog & (toad >> 1) & (free >> 2); set != 0; set &= set - 1 {
		dst = append(dst, stateOf(frog^lowest(set)^lowest(set)<<2, toad))
	}
	for set := toad & (free << 1); set != 0; set &= set - 1 {
		dst = append(dst, stateOf(frog, toad^lowest(set)^lowest(set)>>1))
	}
	for set := toad & (frog << 1) & (free << 2); set != 0; set &= set - 1 {
		dst = append(dst, stateOf(frog, toad^lowest(set)^lowest(set)>>2))
	}
	return dst
}

// lowest returns the bit of the leaf of a set that is most to the left.
func lowest(set uint64) uint64 { return set & -set }

// Moves returns the moves of a path: the leaf that each leaves.
func Moves(path []state) []byte {
	moves := []byte{}
	for i := 1; i < len(path); i++ {
		left := path[i-1][0] &^ path[i][0]
		moves = append(moves, 'a'+byte(bits.TrailingZeros64(left)%32))
	}
	return moves
}

// A Solver is a puzzle.Solver. It reuses its memory.
type Solver struct {
	limits puzzle.Limits
	search parallel.Search[state]
}

// New returns a solver. It takes no notice of Limits.Within.
func New(l puzzle.Limits) *Solver { return &Solver{limits: l} }

// Solve answers the question about a row.
func (s *Solver) Solve(ctx context.Context, r frogs.Row, ask puzzle.Ask) (puzzle.Answer, error) {
	found, err := s.search.Run(ctx, NewModel(r), parallel.Options{
		Workers: s.limits.Workers, Memory: s.limits.Memory, States: s.limits.States,
		StopAtGoal: true, Path: true,
	})
	if err != nil {
		return puzzle.Answer{}, err
	}
	a := puzzle.Answer{Value: puzzle.Unsaid, States: found.States}
	switch {
	case found.GoalDepth >= 0:
		a.Verdict, a.Value, a.Certificate = puzzle.Solvable, found.GoalDepth, Moves(found.Path)
	case found.Exhausted:
		a.Verdict = puzzle.Unsolvable
	case errors.Is(found.Limit, parallel.ErrMemory):
		a.Cause = puzzle.ErrMemory
	case errors.Is(found.Limit, parallel.ErrStates):
		a.Cause = puzzle.ErrStates
	default:
		a.Cause = found.Limit
	}
	return a.For(ask), nil
}
