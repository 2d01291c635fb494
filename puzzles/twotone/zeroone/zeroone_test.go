package zeroone

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

const (
	black    = twotone.Black
	white    = twotone.White
	strict   = twotone.Strict
	handOver = twotone.Handover
)

// handMade holds cases whose answer was worked out by hand from the rules. The
// number of states is given where it is easy to count.
var handMade = []struct {
	name     string
	c        *twotone.Case
	solution string // "no" if there is none, "?" if several are shortest
	length   int
	states   uint64 // 0: not counted
}{
	{"1x2, no star: won in 0 moves",
		newCase("BW", at{0, 1, nil}, black, strict), "", 0, 1},
	{"1x2: each piece's only neighbour is the other piece",
		newCase("RR", at{0, 1, []int{1}}, black, strict), "no", 0, 1},
	{"1x2, handover: the turn goes to white, who is stuck too and hands it back: two states",
		newCase("RR", at{0, 1, []int{1}}, black, handOver), "no", 0, 2},
	{"1x3: black enters the white cell between the pieces; start and won",
		newCase("BWW", at{0, 2, []int{1}}, black, strict), "R", 1, 2},
	{"1x3: the same for white",
		newCase("BBW", at{0, 2, []int{1}}, white, strict), "L", 1, 2},

	// White stands on 2 and cell 1 is white, so white is stuck before any move.
	{"a strict mover stuck at once is lost",
		newCase("BWW", at{0, 2, []int{1}}, white, strict), "no", 0, 1},
	{"a handover in the very first state; start, black to move, won",
		newCase("BWW", at{0, 2, []int{1}}, white, handOver), "-R", 1, 3},
	{"no handover while the mover has a move: white must first enter cell 2 and be stuck there",
		newCase("BWBW", at{0, 3, []int{1}}, white, handOver), "L-R", 2, 4},

	// The star under black stays. Black goes to 1 and paints it. Cell 0 is black,
	// so there is no way back; white's only neighbour is occupied.
	{"a star under a piece is not collected at the start",
		newCase("BWW", at{0, 2, []int{0}}, black, strict), "no", 0, 2},
	{"nor under handover: then white is to move, and stuck",
		newCase("BWW", at{0, 2, []int{0}}, black, handOver), "no", 0, 3},
	{"a black piece on a white cell does not paint it at the start, so it can come back",
		newCase("WWW", at{0, 2, []int{0}}, black, strict), "RL", 2, 3},
	{"white can neither enter the cell black stands on nor go back to a white one",
		newCase("WRW", at{0, 2, []int{0}}, white, strict), "no", 0, 2},
	{"a star under black is collected by white: black takes star 2, white goes to 1 and 0",
		newCase("BB WB WW", at{0, 3, []int{0, 2}}, black, strict), "DUL", 3, 0},

	// Black goes to 1 and 2 (star); white is stuck, as 2 is occupied, and hands the
	// turn back; black goes to 1 and 0 (star). Or it goes to 1 and 0 first, and white
	// is stuck because 2 is white. Either way black enters cell 1 twice.
	{"a rainbow cell is crossed twice by the same piece: it is never painted",
		newCase("WRWB", at{0, 3, []int{0, 2}}, black, handOver), "?", 4, 0},
	{"with a white cell in its place there is no second crossing",
		newCase("WWWB", at{0, 3, []int{0, 2}}, black, handOver), "no", 0, 0},
	{"strict: white is stuck after either star",
		newCase("WRWB", at{0, 3, []int{0, 2}}, black, strict), "no", 0, 0},

	// Black's only way is along the white cells; no other move is legal.
	{"2x3: a long row", newCase("BBW WWW", at{0, 2, []int{5}}, black, strict), "DRR", 3, 4},
	{"3x2: the same board transposed", newCase("BW BW WW", at{0, 4, []int{5}}, black, strict), "RDD", 3, 4},
	{"2x3: the end of a row is not beside the start of the next",
		newCase("BBB WWB", at{2, 4, []int{3}}, black, strict), "no", 0, 1},

	// Black goes down and takes star 2: white is stuck, as cell 1 is white and cell 2
	// occupied. Black goes right and takes star 1: white goes left to the rainbow
	// cell and takes star 2. Four states: start, down, right, won.
	{"2x2, strict", newCase("BW RB", at{0, 3, []int{1, 2}}, black, strict), "RL", 2, 4},
	{"2x2, handover: after down, black gets the turn back and is stuck as well: one state more",
		newCase("BW RB", at{0, 3, []int{1, 2}}, black, handOver), "RL", 2, 5},
	// After down (star 2) as after right (star 1), white on 3 is between black and a
	// white cell: start, down, right.
	{"2x2: a strict dead end after either star",
		newCase("BW WW", at{0, 3, []int{1, 2}}, black, strict), "no", 0, 3},
	{"2x2, handover: black cannot go on either, as cell 0 is black: two states more",
		newCase("BW WW", at{0, 3, []int{1, 2}}, black, handOver), "no", 0, 5},
}

func mustSolve(t *testing.T, s *Solver, c *twotone.Case, ask puzzle.Ask) puzzle.Answer {
	t.Helper()
	result, err := s.Solve(context.Background(), c, ask)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestHandMade(t *testing.T) {
	for _, test := range handMade {
		t.Run(test.name, func(t *testing.T) {
			got := mustSolve(t, New(), test.c, puzzle.Best)
			want := puzzle.Solvable
			if test.solution == "no" {
				want = puzzle.Unsolvable
			}
			if got.Verdict != want || got.Value != test.length {
				t.Fatalf("%v in %d moves, want %v in %d", got.Verdict, got.Value, want, test.length)
			}
			if want == puzzle.Solvable && test.solution != "?" && string(got.Certificate) != test.solution {
				t.Errorf("solution %q, want %q", string(got.Certificate), test.solution)
			}
			if test.states != 0 && got.States != test.states {
				t.Errorf("%d states, want %d", got.States, test.states)
			}
			if want == puzzle.Solvable && !naiveReplay(draw(test.c), test.c.Rule, got.Certificate) {
				t.Errorf("solution %q is not a play that wins", string(got.Certificate))
			}
		})
	}
}

func TestAskDecidesWhatIsSet(t *testing.T) {
	c := newCase("BW RB", at{0, 3, []int{1, 2}}, black, strict)
	for ask, want := range []puzzle.Answer{
		puzzle.Decide: {Verdict: puzzle.Solvable, States: 4, Value: puzzle.Unsaid, Bare: true},
		puzzle.Any:    {Verdict: puzzle.Solvable, States: 4, Certificate: twotone.Solution("RL"), Value: puzzle.Unsaid},
		puzzle.Best:   {Verdict: puzzle.Solvable, States: 4, Certificate: twotone.Solution("RL"), Value: 2},
	} {
		if got := mustSolve(t, New(), c, puzzle.Ask(ask)); !reflect.DeepEqual(got, want) {
			t.Errorf("ask %d: %+v, want %+v", ask, got, want)
		}
	}
}

// The case has four states; three are met on the way to the won one.
func TestMaxStates(t *testing.T) {
	c := newCase("BW RB", at{0, 3, []int{1, 2}}, black, strict)
	for limit := uint64(0); limit < 6; limit++ {
		got := mustSolve(t, &Solver{MaxStates: limit}, c, puzzle.Best)
		want := puzzle.Solvable
		if limit >= 1 && limit < 4 {
			want = puzzle.Limit
		}
		if got.Verdict != want {
			t.Errorf("limit %d: %v, want %v", limit, got.Verdict, want)
		}
		if want == puzzle.Limit && (got.States != limit || got.Certificate != nil) {
			t.Errorf("limit %d: %+v, want as many states and no solution", limit, got)
		}
	}
}

func TestMaxStatesCountsTheSpaceOfAnUnsolvableCase(t *testing.T) {
	c := newCase("BWW", at{0, 2, []int{0}}, black, handOver) // three states
	if got := mustSolve(t, &Solver{MaxStates: 3}, c, puzzle.Decide); got.Verdict != puzzle.Unsolvable {
		t.Errorf("limit 3: %v, want unsolvable", got.Verdict)
	}
	if got := mustSolve(t, &Solver{MaxStates: 2}, c, puzzle.Decide); got.Verdict != puzzle.Limit {
		t.Errorf("limit 2: %v, want limit", got.Verdict)
	}
}

func TestCancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := New()
	c := newCase("BW RB", at{0, 3, []int{1, 2}}, black, strict)
	got, err := s.Solve(ctx, c, puzzle.Best)
	if err != nil || got.Verdict != puzzle.Limit || got.Certificate != nil {
		t.Fatalf("%+v, %v, want the verdict limit and no error", got, err)
	}
	if got := mustSolve(t, s, c, puzzle.Best); got.Verdict != puzzle.Solvable {
		t.Errorf("%v afterwards, want solvable", got.Verdict)
	}
}

// A context that ends during a search ends it. The board has far more states
// than are expanded between two looks at the context.
func TestContextDoneDuringSearch(t *testing.T) {
	ctx := &countdown{Context: context.Background(), looks: 3}
	got, err := New().Solve(ctx, large5x5(), puzzle.Decide)
	if err != nil || got.Verdict != puzzle.Limit {
		t.Fatalf("%+v, %v, want the verdict limit and no error", got, err)
	}
	if got.States <= 2*ctxEvery/5 {
		t.Errorf("%d states: stopped before the context was done", got.States)
	}
}

// A countdown is a context that is done after some looks at it.
type countdown struct {
	context.Context
	looks int
}

func (c *countdown) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}

func TestInvalidCase(t *testing.T) {
	spoil := map[string]func(c *twotone.Case){
		"both pieces":  func(c *twotone.Case) { c.White = c.Black },
		"cells":        func(c *twotone.Case) { c.Cells = c.Cells[1:] },
		"star set":     func(c *twotone.Case) { c.Stars = nil },
		"black piece":  func(c *twotone.Case) { c.Black = -1 },
		"white piece":  func(c *twotone.Case) { c.White = 4 },
		"to move":      func(c *twotone.Case) { c.Turn = twotone.Rainbow },
		"rule":         func(c *twotone.Case) { c.Rule = 2 },
		"want sides":   func(c *twotone.Case) { c.Rows, c.Cols = 0, 4 },
		"cell 2 is":    func(c *twotone.Case) { c.Cells[2] = 3 },
		"at least two": func(c *twotone.Case) { c.Rows, c.Cols = 1, 1 },
	}
	for what, change := range spoil {
		c := newCase("BW RB", at{0, 3, []int{1, 2}}, black, strict)
		change(c)
		result, err := New().Solve(context.Background(), c, puzzle.Decide)
		if err == nil || !strings.Contains(err.Error(), what) || !reflect.ValueOf(result).IsZero() {
			t.Errorf("%s: %+v, %v, want an error that names it", what, result, err)
		}
	}
}

// A corridor of n cells: black at its start, on black, white at its end, and
// all other cells white. Black walks to the star in front of white, state by state.
func TestCorridors(t *testing.T) {
	for _, n := range []int{4, 63, 64, 65, 72, 73, 255} {
		for step, between := range map[string]string{"R": "", "D": " "} {
			rows := "B" + strings.Repeat(between+"W", n-1)
			c := newCase(rows, at{0, n - 1, []int{n - 2}}, black, strict)
			got := mustSolve(t, New(), c, puzzle.Best)
			if string(got.Certificate) != strings.Repeat(step, n-2) || got.Value != n-2 || got.States != uint64(n-1) {
				t.Errorf("%dx%d: %v %q in %d, %d states", c.Rows, c.Cols, got.Verdict, string(got.Certificate), got.Value, got.States)
			}
		}
	}
}

// All cells of the largest board are white. Black takes the star in the last
// cell but one; white, in the last cell, is stuck between black and a white cell;
// black, with the turn again, goes up to the other star.
func TestLargestBoard(t *testing.T) {
	const n = twotone.MaxCells
	row := strings.Repeat("W", twotone.MaxSide) + " "
	up := n - 2 - twotone.MaxSide
	c := newCase(strings.Repeat(row, twotone.MaxSide), at{n - 3, n - 1, []int{n - 2, up}}, black, handOver)
	got := mustSolve(t, New(), c, puzzle.Best)
	if got.Value != 2 || string(got.Certificate) != "R-U" {
		t.Errorf("%v %q in %d moves, want R-U in 2", got.Verdict, string(got.Certificate), got.Value)
	}
}

func Example() {
	c := &twotone.Case{Rule: twotone.Handover}
	c.Rows, c.Cols = 1, 4
	c.Cells = []twotone.Colour{twotone.Black, twotone.White, twotone.Black, twotone.White}
	c.Stars = []bool{false, true, false, false}
	c.Black, c.White, c.Turn = 0, 3, twotone.White

	result, err := New().Solve(context.Background(), c, puzzle.Best)
	fmt.Println(result.Verdict, result.Value, string(result.Certificate), err)
	// Output: solvable 2 L-R <nil>
}
