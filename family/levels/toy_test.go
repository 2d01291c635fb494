package levels

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"exhaust/family"
	"exhaust/puzzle"
)

// A row is the toy of the tests: numbers from 0 to 9 in a row. A token on the first jumps to the
// left or the right by the number that it stands on, and is to come to the last one in few jumps.
type row []byte

// jump returns where a jump ends; ok is false if it leaves the row.
func (r row) jump(at int, way byte) (to int, ok bool) {
	by := int(r[at] - '0')
	if way == 'L' {
		by = -by
	}
	return at + by, 0 <= at+by && at+by < len(r)
}

// refereeOfRows replays jumps.
type refereeOfRows struct{}

func (refereeOfRows) Replay(r row, jumps []byte) (int, error) {
	at := 0
	for i, way := range jumps {
		to, ok := r.jump(at, way)
		if !ok {
			return 0, &puzzle.StepError{Step: i + 1, Text: string(way), Why: "the jump leaves the row"}
		}
		at = to
	}
	if at != len(r)-1 {
		return 0, &puzzle.StepError{Step: len(jumps) + 1, Why: "the token is not on the last number"}
	}
	return len(jumps), nil
}

// A breadth is a breadth-first search from the first number.
type breadth struct{ puzzle.Limits }

func (s breadth) Solve(ctx context.Context, r row, ask puzzle.Ask) (puzzle.Answer, error) {
	paths := map[int]string{0: ""}
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		states := uint64(len(paths))
		switch {
		case ctx.Err() != nil:
			return puzzle.Answer{Cause: context.Cause(ctx), States: states}, nil
		case s.States > 0 && states > s.States:
			return puzzle.Answer{Cause: puzzle.ErrStates, States: states}, nil
		case s.Memory > 0 && 8*states > s.Memory:
			return puzzle.Answer{Cause: puzzle.ErrMemory, States: states}, nil
		case at == len(r)-1:
			return puzzle.Answer{Verdict: puzzle.Solvable, Value: len(paths[at]), Certificate: []byte(paths[at]), States: states}.For(ask), nil
		}
		for _, way := range []byte("LR") {
			if to, ok := r.jump(at, way); ok {
				if _, met := paths[to]; !met {
					paths[to] = paths[at] + string(way)
					queue = append(queue, to)
				}
			}
		}
	}
	return puzzle.Answer{Verdict: puzzle.Unsolvable, States: uint64(len(paths))}, nil
}

// A relaxation lowers distances to the last number until none can be lowered. It gives no
// certificate.
type relaxation struct{ puzzle.Limits }

func (s relaxation) Solve(ctx context.Context, r row, ask puzzle.Ask) (puzzle.Answer, error) {
	const far = 1000
	distance := make([]int, len(r))
	for at := range len(r) - 1 {
		distance[at] = far
	}
	for range r {
		for at := range len(r) - 1 {
			for _, by := range []int{int(r[at] - '0'), -int(r[at] - '0')} {
				if to := at + by; to >= 0 && to < len(r) {
					distance[at] = min(distance[at], distance[to]+1)
				}
			}
		}
	}
	if distance[0] >= far {
		return puzzle.Answer{Verdict: puzzle.Unsolvable}, nil
	}
	return puzzle.Answer{Verdict: puzzle.Solvable, Value: distance[0], Bare: true}.For(ask), nil
}

// parseRow reads numbers, and parseJumps jumps.
func parseRow(id string) (row, error) {
	if len(id) < 2 || strings.Trim(id, "0123456789") != "" {
		return nil, fmt.Errorf("case %q: want two digits or more", id)
	}
	return row(id), nil
}

func parseJumps(text string) ([]byte, error) {
	text = strings.ReplaceAll(text, " ", "")
	if strings.Trim(text, "LR") != "" {
		return nil, fmt.Errorf("solution %q: want L and R", text)
	}
	return []byte(text), nil
}

// sizeOfRow reads a size.
func sizeOfRow(size string) (n int, err error) {
	if _, err := fmt.Sscanf(size, "%d", &n); err != nil || fmt.Sprint(n) != size || n < 2 {
		return 0, fmt.Errorf("size %q: want 2 or more", size)
	}
	return n, nil
}

// rows returns the family of the rows, with solvers breadth and relaxation.
func rows() *family.Family[row] {
	return &family.Family[row]{
		Name:    "rows",
		Measure: puzzle.Measure{Kind: puzzle.Moves, Unit: "jump"},
		IDs:     []family.Example{{Text: "rows:2113"}},
		Notation: family.Notation[row]{
			Parse:          parseRow,
			Format:         func(r row) string { return string(r) },
			ParseSolution:  parseJumps,
			FormatSolution: func(jumps []byte) string { return strings.Join(strings.Split(string(jumps), ""), " ") },
			Picture:        func(r row) string { return string(r) + "\n" },
		},
		Referee: func() puzzle.Referee[row] { return refereeOfRows{} },
		Solvers: []family.Maker[row]{
			{Name: "breadth", New: func(l puzzle.Limits) puzzle.Solver[row] { return breadth{l} }},
			{Name: "relaxation", New: func(l puzzle.Limits) puzzle.Solver[row] { return relaxation{l} }},
		},
		Workshop: &family.Workshop[row]{
			Draw: func(rng *rand.Rand, size string) (row, error) {
				n, err := sizeOfRow(size)
				r := make(row, n)
				for i := range r {
					r[i] = '0' + byte(rng.IntN(min(n, 10)))
				}
				return r, err
			},
			Mutate: func(rng *rand.Rand, r row) row {
				m := append(row{}, r...)
				m[rng.IntN(len(m))] = '0' + byte(rng.IntN(min(len(m), 10)))
				return m
			},
			Signature: func(r row) string { return string(r[:len(r)-1]) }, // the last number is of no use
			Size:      func(r row) string { return fmt.Sprint(len(r)) },
		},
	}
}

// solvedBy is a solver that a test has written.
type solvedBy func(ctx context.Context, r row) (puzzle.Answer, error)

func (s solvedBy) Solve(ctx context.Context, r row, ask puzzle.Ask) (puzzle.Answer, error) {
	a, err := s(ctx, r)
	return a.For(ask), err
}

// withSolvers returns the rows with other solvers after the first ones.
func withSolvers(first int, others ...family.Maker[row]) *family.Family[row] {
	f := rows()
	f.Solvers = append(f.Solvers[:first:first], others...)
	return f
}

// solver makes a maker of a solver that a test has written.
func solver(name string, s solvedBy) family.Maker[row] {
	return family.Maker[row]{Name: name, New: func(puzzle.Limits) puzzle.Solver[row] { return s }}
}

var errCannot = errors.New("cannot take it")
