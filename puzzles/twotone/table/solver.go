package table

import (
	"context"
	"errors"
	"fmt"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

// ErrTooLarge says that a board has more cells than a table takes.
var ErrTooLarge = fmt.Errorf("board %w for a table", puzzle.ErrTooLarge)

// wholeCells is the number of cells up to which a solver makes the lengths of all star sets of
// a class, so as to have them for the next case.
const wholeCells = 9

// A Solver answers questions about single cases from the lengths of their class.
// It makes the lengths when they are first needed, and keeps them for later cases as long
// as there is room. The zero Solver is ready and has no limit. It is not for use by several goroutines at once.
type Solver struct {
	MaxBytes uint64 // about how much memory a solver may take; 0: no limit

	budget *Budget
	sweep  *Sweep
	tables map[key]*Lengths
}

// A key names the lengths of a class.
type key struct {
	Class
	rule   twotone.Rule
	within uint32
}

// Solve answers the question about c. The verdict is Limit, with a nil error, if ctx is
// done before it is found, or if the lengths would take more than MaxBytes. It is an error if the
// case is not valid or, with ErrTooLarge, if the board has more than MaxCells cells. The
// States of the result are 0: a table meets none by itself.
func (s *Solver) Solve(ctx context.Context, c *twotone.Case, ask puzzle.Ask) (puzzle.Answer, error) {
	if err := c.Validate(); err != nil {
		return puzzle.Answer{}, fmt.Errorf("table: invalid case: %w", err)
	}
	if n := c.Size(); n > MaxCells {
		return puzzle.Answer{}, fmt.Errorf("%w: %d cells, want at most %d", ErrTooLarge, n, MaxCells)
	}
	class, start := newPosition(c)
	least, to := canonical(class)
	lengths, err := s.lengths(ctx, key{least, c.Rule, s.within(class, image(start.stars, to))})
	switch {
	case ctx.Err() != nil:
		return puzzle.Answer{Cause: context.Cause(ctx)}, nil
	case errors.Is(err, ErrMemory):
		return puzzle.Answer{Cause: puzzle.ErrMemory}, nil
	}
	if err != nil {
		return puzzle.Answer{}, err
	}
	w := walker{class: class, rule: c.Rule, to: to, lengths: lengths}
	return w.result(start, ask)
}

// within returns the cells that may hold a star in the table for a star set.
func (s *Solver) within(c Class, stars uint32) uint32 {
	if c.Cells() <= wholeCells {
		return c.All()
	}
	return stars
}

// lengths returns the lengths of a key, made if they are not there. If there is no room it begins anew: what
// fits does not depend on the cases before.
func (s *Solver) lengths(ctx context.Context, k key) (*Lengths, error) {
	if t := s.tables[k]; t != nil {
		return t, nil
	}
	fresh := s.sweep == nil
	t, err := s.make(ctx, k)
	if errors.Is(err, ErrMemory) && !fresh {
		s.sweep = nil
		t, err = s.make(ctx, k)
	}
	if err != nil {
		return nil, err
	}
	s.tables[k] = t
	return t, nil
}

// make makes the lengths of a key.
func (s *Solver) make(ctx context.Context, k key) (*Lengths, error) {
	if s.sweep == nil {
		s.budget = new(Budget)
		s.sweep, s.tables = NewSweep(s.budget), map[key]*Lengths{}
	}
	s.budget.Limit = s.MaxBytes
	return s.sweep.Lengths(ctx, k.Class, k.rule, k.within)
}

// A position is a state, with sets of cells as numbers.
type position struct {
	mover, other int
	open         uint32 // the ordinary cells of the colour opposite to the mover's
	stars        uint32
}

// newPosition returns the class of a case and its first position.
func newPosition(c *twotone.Case) (Class, position) {
	class := Class{Rows: c.Rows, Cols: c.Cols}
	p := position{mover: c.Black, other: c.White}
	if c.Turn == twotone.White {
		p.mover, p.other = p.other, p.mover
	}
	for cell, colour := range c.Cells {
		switch {
		case colour == twotone.Rainbow:
			class.Rainbow |= 1 << cell
		case colour != c.Turn:
			p.open |= 1 << cell
		}
		if c.Stars[cell] {
			p.stars |= 1 << cell
		}
	}
	return class, p
}

// A walker walks from a position to the end of a shortest play.
type walker struct {
	class   Class
	rule    twotone.Rule
	to      []int    // where the cells of the class are in the lengths
	lengths *Lengths // of an image of the class
}

// result answers the question about a position.
func (w *walker) result(start position, ask puzzle.Ask) (puzzle.Answer, error) {
	r := puzzle.Answer{Verdict: puzzle.Unsolvable}
	length, solvable := w.length(start)
	if !solvable {
		return r, nil
	}
	r.Verdict, r.Value = puzzle.Solvable, length
	if ask == puzzle.Decide {
		return r.For(ask), nil
	}
	var err error
	r.Certificate, err = w.walk(start, length)
	return r.For(ask), err
}

// length returns the length of a position.
func (w *walker) length(p position) (int, bool) {
	return w.lengths.Length(image(p.stars, w.to), w.to[p.mover], w.to[p.other], image(p.open, w.to))
}

// walk returns a play of a length. Of several moves it takes the first in the order up,
// down, left, right.
func (w *walker) walk(p position, length int) (twotone.Solution, error) {
	play := twotone.Solution{}
	for length > 0 {
		next, letter, stuck := w.move(p, length-1)
		switch {
		case letter != 0:
			length--
		case stuck && w.rule == twotone.Handover && (len(play) == 0 || play[len(play)-1] != twotone.StepHandover):
			next, letter = w.pass(p), twotone.StepHandover
		default:
			return nil, fmt.Errorf("table: %v of length %d has no next position", p, length)
		}
		p, play = next, append(play, letter)
	}
	return play, nil
}

// move returns the first move to a position of a length, or the letter 0; and whether the mover
// is stuck.
func (w *walker) move(p position, length int) (next position, letter byte, stuck bool) {
	stuck = true
	for _, step := range []struct {
		letter byte
		by     int
		inside bool
	}{
		{twotone.StepUp, -w.class.Cols, p.mover >= w.class.Cols},
		{twotone.StepDown, w.class.Cols, p.mover+w.class.Cols < w.class.Cells()},
		{twotone.StepLeft, -1, p.mover%w.class.Cols > 0},
		{twotone.StepRight, 1, p.mover%w.class.Cols < w.class.Cols-1},
	} {
		cell := p.mover + step.by
		if !step.inside || cell == p.other || (p.open|w.class.Rainbow)>>cell&1 == 0 {
			continue
		}
		stuck = false
		to := w.enter(p, cell)
		if d, solvable := w.length(to); solvable && d == length {
			return to, step.letter, false
		}
	}
	return p, 0, stuck
}

// enter returns the position after the mover has entered a cell.
func (w *walker) enter(p position, cell int) position {
	star := p.stars>>cell&1 != 0
	p.mover = cell
	p.open &^= 1 << cell
	p.stars &^= 1 << cell
	if star {
		return w.pass(p)
	}
	return p
}

// pass returns the position with the other side to move.
func (w *walker) pass(p position) position {
	p.mover, p.other = p.other, p.mover
	p.open = ^p.open & w.class.All() &^ w.class.Rainbow
	return p
}
