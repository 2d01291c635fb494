// Package familytest is three small puzzles as families, one for each kind of values, so that what
// is written for any family can be tested without a real one.
//
//   - Coins (moves): pay a sum with as few coins as can be. It has variants, checks, a model, random
//     cases, files, a workshop and a flag; all smaller cases can be listed.
//   - Colours (count): colour a path so that neighbours differ. It lists no smaller cases.
//   - Ends (payoff): two players take numbers from the ends of a row. It lists some smaller cases.
//
// Their solvers share no rules with each other or with the referee. Planted and Added put in one
// that is wrong.
package familytest

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"exhaust/family"
	"exhaust/puzzle"
)

// A Func is a solver that answers at once. It is asked for the best answer whatever the question.
type Func[C any] func(c C) puzzle.Answer

// Solve answers as far as is asked, and gives a limit when ctx is done.
func (f Func[C]) Solve(ctx context.Context, c C, ask puzzle.Ask) (puzzle.Answer, error) {
	if ctx.Err() != nil {
		return puzzle.Answer{Cause: context.Cause(ctx)}, nil
	}
	return f(c).For(ask), nil
}

// maker makes a solver of a function.
func maker[C any](name, is string, f Func[C]) family.Maker[C] {
	return family.Maker[C]{Name: name, Is: is, New: func(puzzle.Limits) puzzle.Solver[C] { return f }}
}

// Added returns a copy of a family with one more solver, the last one, which is not asked unless it
// is named.
func Added[C any](f *family.Family[C], name string, solver Func[C]) *family.Family[C] {
	g := *f
	m := maker(name, "a solver that a test has added", solver)
	m.OnDemand = true
	g.Solvers = append(slices.Clone(f.Solvers), m)
	return &g
}

// Planted returns a copy of a family where a solver says what change makes of its answers.
func Planted[C any](f *family.Family[C], name string,
	change func(c C, a *puzzle.Answer)) *family.Family[C] {
	g := *f
	g.Solvers = slices.Clone(f.Solvers)
	for i, m := range g.Solvers {
		if m.Name != name {
			continue
		}
		g.Solvers[i].New = func(l puzzle.Limits) puzzle.Solver[C] { return changed[C]{m.New(l), change} }
		return &g
	}
	panic(fmt.Sprintf("no solver %q", name))
}

// changed is a solver whose answers are changed.
type changed[C any] struct {
	solver puzzle.Solver[C]
	change func(c C, a *puzzle.Answer)
}

func (s changed[C]) Solve(ctx context.Context, c C, ask puzzle.Ask) (puzzle.Answer, error) {
	a, err := s.solver.Solve(ctx, c, ask)
	s.change(c, &a)
	return a, err
}

// A space is cases that are numbered.
type space[C any] struct {
	size  int
	len   uint64
	at    func(i uint64, reuse C) C
	title string
}

func (s *space[C]) Len() uint64            { return s.len }
func (s *space[C]) At(i uint64, reuse C) C { return s.at(i, reuse) }
func (s *space[C]) String() string         { return strconv.Itoa(s.size) }
func (s *space[C]) Title() string          { return s.title }

// sizeOf reads a size from 0 to most.
func sizeOf(text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most || strconv.Itoa(n) != text {
		return 0, fmt.Errorf("size %q: want a number from 0 to %d", text, most)
	}
	return n, nil
}

// power returns base to the n.
func power(base uint64, n int) uint64 {
	p := uint64(1)
	for range n {
		p *= base
	}
	return p
}

// syntax returns an error at a byte of an ID or a solution.
func syntax(name string, at int, format string, args ...any) error {
	return &puzzle.SyntaxError{Name: name, Column: at + 1, Msg: fmt.Sprintf(format, args...)}
}
