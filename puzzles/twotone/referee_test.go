package twotone_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

func parseCase(t testing.TB, id string) *twotone.Case {
	c, err := twotone.ParseID(id)
	require.NoError(t, err)
	return c
}

func parsePlay(t testing.TB, play string) twotone.Solution {
	s, err := twotone.ParseSolution(play)
	require.NoError(t, err)
	return s
}

// Plays that win, on the board
//
//	+---+---+---+
//	|#b#|   |#*#|
//	+---+---+---+
//	| * |:::| w |
//	+---+---+---+
//
// and others.
func TestReplayWins(t *testing.T) {
	for _, test := range []struct {
		id, play string
		moves    int
	}{
		// black takes cell 3; white goes up
		{"2x3:BWBWRW:0:5:2,3:strict", "D U", 2},
		// black goes round: right, down over the rainbow cell, left; then white
		{"2x3:BWBWRW:0:5:2,3:strict", "R D L U", 4},
		// white first: up, and its own star last
		{"2x3:BWBWRW:0:5:2,3:strict:white", "U D", 2},
		// won before the first move, under either rule, even if both are stuck
		{"1x3:BBW:0:2:-:strict", "", 0},
		{"1x2:BW:0:1:-:handover", "", 0},
		// a star under the black piece: white enters the cell when black has left it and is stuck
		{"2x2:BWWB:0:2:0:handover", "R - U", 2},
		// ... or black comes back
		{"3x1:RRB:0:2:0:strict", "D U", 2},
		// handovers are not moves
		{"1x5:BBBBW:0:4:2,3:handover", "- L - L", 2},
		// the last star wins at once, though the turn would pass to a stuck white
		{"3x1:BWW:0:2:1:handover", "D", 1},
		{"3x1:BWW:0:2:1:strict", "D", 1},
	} {
		moves, err := new(twotone.Referee).Replay(parseCase(t, test.id), parsePlay(t, test.play))
		require.NoError(t, err, "%s %s", test.id, test.play)
		require.Equal(t, test.moves, moves, "%s %s", test.id, test.play)
	}
}

// Every reason for which a play is rejected, word for word.
func TestReplayRejects(t *testing.T) {
	for _, test := range []struct{ id, play, want string }{
		// off each side of a board that is no square
		{"2x3:BWRWBW:0:5:1,4:strict", "U", "step 1 (U): leaves the board"},
		{"2x3:BWRWBW:0:5:1,4:strict", "L", "step 1 (L): leaves the board"},
		{"2x3:BWRWBW:3:5:1,4:strict", "D", "step 1 (D): leaves the board"},
		{"2x3:BWRWBW:2:5:1,4:strict", "R", "step 1 (R): leaves the board"},
		{"3x2:BWRWBW:5:0:1,4:strict", "R", "step 1 (R): leaves the board"},
		{"3x2:BWRWBW:5:0:1,4:strict", "D", "step 1 (D): leaves the board"},
		{"3x2:BWRWBW:0:5:1,4:handover:white", "L U", "step 2 (U): leaves the board"},

		// own colour: at the start, or painted just now
		{"2x3:BBRWBW:0:5:1,4:strict", "R", "step 1 (R): cell 1 is black, the mover's own colour"},
		{"2x3:BWWWBW:0:5:3:strict", "R R L", "step 3 (L): cell 1 is black, the mover's own colour"},
		{"2x3:BWRWWW:0:5:1,4:strict:white", "L", "step 1 (L): cell 4 is white, the mover's own colour"},

		// the other piece's cell, whatever its colour
		{"2x3:BWRWBW:0:1:4:strict", "R", "step 1 (R): cell 1 is taken by the white piece"},
		{"2x3:BRRWBW:0:1:4:strict", "R", "step 1 (R): cell 1 is taken by the white piece"},
		{"2x3:BWRWBW:0:3:4:strict:white", "U", "step 1 (U): cell 0 is taken by the black piece"},

		// the mover changes with a star, and with nothing else
		{"1x5:BWWRW:0:4:1,2:strict", "R R", "step 2 (R): leaves the board"},
		{"1x5:BWWRW:0:4:2:strict", "R L", "step 2 (L): cell 0 is black, the mover's own colour"},

		// handovers
		{"2x3:BBRBBW:0:5:2:strict", "-", "step 1 (-): no handover under the strict rule"},
		{"2x3:BWRWBW:0:5:1:strict", "-", "step 1 (-): no handover under the strict rule"},
		{"2x3:BWRWBW:0:5:1:handover", "-", "step 1 (-): black can move and may not hand over"},
		{"2x3:BWRWBW:0:5:1:handover:white", "-", "step 1 (-): white can move and may not hand over"},
		{"1x4:BBWW:0:3:1:handover", "-", "step 1 (-): both pieces are stuck"},
		{"1x3:WBR:0:1:2:handover", "- -", "step 2 (-): white can move and may not hand over"},

		// the only way out is under the other piece: black is stuck, and so is white
		{"1x2:RR:0:1:0:handover", "-", "step 1 (-): both pieces are stuck"},

		// won already, however the game goes on
		{"2x3:BWRWBW:0:5:1:strict", "R L", "step 2 (L): the game is won already"},
		{"2x3:BWRWBW:0:5:1:handover", "R -", "step 2 (-): the game is won already"},
		{"2x3:BWRWBW:0:5:1:handover", "R L L", "step 2 (L): the game is won already"},
		{"1x3:BBW:0:2:-:handover", "-", "step 1 (-): the game is won already"},
		{"1x3:BWW:0:2:-:strict", "R", "step 1 (R): the game is won already"},

		// over too early
		{"2x3:BWRWBW:0:5:1,4:strict", "", "at the start: the play ends with stars left: 2"},
		{"2x3:BWRWBW:0:5:1,4:strict", "R", "after step 1: the play ends with stars left: 1"},
		{"1x5:BBBBW:0:4:2,3:handover", "- L -", "after step 3: the play ends with stars left: 1"},

		// a star under a piece is not collected at the start, nor when the piece leaves
		{"3x1:RWW:0:2:0:strict", "", "at the start: the play ends with stars left: 1"},
		{"3x1:RWW:0:2:0:strict", "D", "after step 1: the play ends with stars left: 1"},

		// a piece does not paint the cell that it stands on at the start: it is white, and white may not enter it
		{"1x4:WWWW:1:2:0,1:strict", "L L", "step 2 (L): cell 1 is white, the mover's own colour"},
		// ... nor the rainbow cell that it enters: black may enter cell 1 twice
		{"1x4:RRRB:0:3:2:strict", "R L R L", "after step 4: the play ends with stars left: 1"},
	} {
		moves, err := new(twotone.Referee).Replay(parseCase(t, test.id), parsePlay(t, test.play))
		require.EqualError(t, err, test.want, "%s %s", test.id, test.play)
		require.Zero(t, moves)
		var step *puzzle.StepError
		require.ErrorAs(t, err, &step)
	}
}

// Letters that are no steps. A solution is bytes, so anything may come.
func TestReplayRejectsLetters(t *testing.T) {
	c := parseCase(t, "2x3:BWRWBW:0:5:1,4:strict")
	_, err := new(twotone.Referee).Replay(c, twotone.Solution("Rx"))
	require.Equal(t, &puzzle.StepError{Step: 2, Text: "x", Why: "no such step, want U, D, L, R or -"}, err)
	require.EqualError(t, err, "step 2 (x): no such step, want U, D, L, R or -")
	_, err = new(twotone.Referee).Replay(c, twotone.Solution("r"))
	require.EqualError(t, err, "step 1 (r): no such step, want U, D, L, R or -")
}

// A step that is refused changes nothing, and the play can go on.
func TestRefusedStepChangesNothing(t *testing.T) {
	c := parseCase(t, "2x3:BWRWBW:0:5:1,4:handover")
	var r twotone.Referee
	r.Start(c)
	for _, letter := range []byte("ULx-?") {
		require.Error(t, r.Step(letter))
		require.Equal(t, &c.Board, r.Board())
	}
	require.NoError(t, r.Step('R')) // black takes cell 1, white is to move
	after := parseCase(t, "2x3:BBRWBW:1:5:4:handover:white")
	require.Equal(t, &after.Board, r.Board())
	err := r.Step('D')
	require.EqualError(t, err, "step 2 (D): leaves the board") // refused steps do not count
	require.Equal(t, &after.Board, r.Board())
	require.False(t, r.Won())
	require.NoError(t, r.Step('L'))
	require.True(t, r.Won())
	require.EqualError(t, r.Step('R'), "step 3 (R): the game is won already")
	require.Equal(t, "2x3:BBRWWW:1:4:-:handover", (&twotone.Case{Board: *r.Board(), Rule: twotone.Handover}).ID())
}

// A referee is used again and again, on boards of any size, and leaves the
// case alone.
func TestRefereeAgain(t *testing.T) {
	var r twotone.Referee
	for range 2 {
		for _, id := range []string{"2x3:BWBWRW:0:5:2,3:strict", "1x5:BBBBW:0:4:2,3:handover", "3x1:RRB:0:2:0:strict"} {
			c := parseCase(t, id)
			_, err := r.Replay(c, twotone.Solution("x"))
			require.Error(t, err)
			play := map[int]string{6: "DU", 5: "-L-L", 3: "DU"}[c.Size()]
			moves, err := r.Replay(c, twotone.Solution(play))
			require.NoError(t, err)
			require.Equal(t, 2, moves)
			require.Equal(t, id, c.ID())
		}
	}
}

func TestRefereeAllocatesNothing(t *testing.T) {
	c, play := parseCase(t, "1x5:BBBBW:0:4:2,3:handover"), twotone.Solution("-L-L")
	var r twotone.Referee
	var err error
	allocs := testing.AllocsPerRun(100, func() { _, err = r.Replay(c, play) })
	require.NoError(t, err)
	require.Zero(t, allocs)
}

// All plays up to a length, step by step against the rules written a second
// time: whether each letter is allowed, and the position after it.
func TestRefereeAgainstSketch(t *testing.T) {
	steps := 0
	eachNotedCase(1, 3, func(c *twotone.Case) { steps += walkPlays(t, c, "", sketchOf(c), 6) })
	rng := rand.New(rand.NewPCG(4, 4))
	for range 150 {
		for _, size := range [][2]int{{2, 2}, {2, 3}, {3, 2}, {1, 5}} {
			c := drawNotedCase(rng, size[0], size[1])
			steps += walkPlays(t, c, "", sketchOf(c), 6)
		}
	}
	require.Greater(t, steps, 50_000)
}

// walkPlays tries every letter after a legal play, and goes on after those that
// are allowed. It returns the number of letters tried.
func walkPlays(t *testing.T, c *twotone.Case, play string, s sketch, depth int) (steps int) {
	if depth == 0 {
		return 0
	}
	for _, letter := range []byte("UDLR-") {
		steps++
		var r twotone.Referee
		r.Start(c)
		for _, earlier := range []byte(play) {
			if err := r.Step(earlier); err != nil {
				t.Fatalf("%s %s: %v", c.ID(), play, err)
			}
		}
		next, allowed := s.after(letter)
		if err := r.Step(letter); (err == nil) != allowed {
			t.Fatalf("%s %s, then %c: %v, by the rules allowed: %t", c.ID(), play, letter, err, allowed)
		}
		if !allowed {
			next = s
		}
		if want := next.board(c); !sameBoard(want, r.Board()) || r.Won() != next.won() {
			t.Fatalf("%s %s, then %c: %+v, want %+v", c.ID(), play, letter, r.Board(), want)
		}
		if allowed {
			steps += walkPlays(t, c, play+string(letter), next, depth-1)
		}
	}
	return steps
}

func sameBoard(a, b *twotone.Board) bool {
	return sameNotedCase(&twotone.Case{Board: *a}, &twotone.Case{Board: *b})
}

// A sketch is a position as docs/RULES.md, sections 1 to 3, speaks of it: sets of
// points, and nothing else. It does not change.
type sketch struct {
	cell  map[point]twotone.Colour
	star  map[point]bool
	piece map[twotone.Colour]point
	mover twotone.Colour
	rule  twotone.Rule
}

type point struct{ row, col int }

func sketchOf(c *twotone.Case) sketch {
	s := sketch{
		cell: map[point]twotone.Colour{}, star: map[point]bool{}, piece: map[twotone.Colour]point{},
		mover: c.Turn, rule: c.Rule,
	}
	i := 0
	for row := range c.Rows {
		for col := range c.Cols {
			p := point{row, col}
			s.cell[p] = c.Cells[i]
			if c.Stars[i] {
				s.star[p] = true
			}
			if c.Black == i {
				s.piece[twotone.Black] = p
			}
			if c.White == i {
				s.piece[twotone.White] = p
			}
			i++
		}
	}
	return s
}

func (s sketch) won() bool { return len(s.star) == 0 }

func other(side twotone.Colour) twotone.Colour { return twotone.White - side }

// ways returns where the piece of a side could step.
func (s sketch) ways(side twotone.Colour) map[byte]point {
	ways := map[byte]point{}
	p := s.piece[side]
	for letter, to := range map[byte]point{
		'U': {p.row - 1, p.col}, 'D': {p.row + 1, p.col}, 'L': {p.row, p.col - 1}, 'R': {p.row, p.col + 1},
	} {
		colour, inside := s.cell[to]
		if inside && s.piece[other(side)] != to && (colour == twotone.Rainbow || colour == other(side)) {
			ways[letter] = to
		}
	}
	return ways
}

// after returns the position after a step, if it is allowed.
func (s sketch) after(letter byte) (sketch, bool) {
	ways := s.ways(s.mover)
	to, ok := ways[letter]
	switch {
	case s.won():
		return s, false
	case letter == '-':
		ok = s.rule == twotone.Handover && len(ways) == 0 && len(s.ways(other(s.mover))) > 0
		s.mover = other(s.mover)
		return s, ok
	case !ok:
		return s, false
	}
	n := sketch{
		cell: map[point]twotone.Colour{}, star: map[point]bool{},
		piece: map[twotone.Colour]point{s.mover: to, other(s.mover): s.piece[other(s.mover)]},
		mover: s.mover, rule: s.rule,
	}
	for p, colour := range s.cell {
		n.cell[p] = colour
		if p == to && colour != twotone.Rainbow {
			n.cell[p] = s.mover
		}
	}
	for p := range s.star {
		if p != to {
			n.star[p] = true
		}
	}
	if s.star[to] {
		n.mover = other(s.mover)
	}
	return n, true
}

// board returns the position as a board with the sides of c.
func (s sketch) board(c *twotone.Case) *twotone.Board {
	b := &twotone.Board{Rows: c.Rows, Cols: c.Cols, Turn: s.mover}
	for row := range c.Rows {
		for col := range c.Cols {
			p := point{row, col}
			if s.piece[twotone.Black] == p {
				b.Black = len(b.Cells)
			}
			if s.piece[twotone.White] == p {
				b.White = len(b.Cells)
			}
			b.Cells = append(b.Cells, s.cell[p])
			b.Stars = append(b.Stars, s.star[p])
		}
	}
	return b
}

// A StepError can be told from other errors and says where and why.
func TestStepError(t *testing.T) {
	_, err := new(twotone.Referee).Replay(parseCase(t, "3x2:BWRWBW:0:5:1,4:strict"), twotone.Solution("RR"))
	var step *puzzle.StepError
	require.True(t, errors.As(err, &step))
	require.Equal(t, puzzle.StepError{Step: 2, Text: "R", Why: "leaves the board"}, *step)
	_, err = new(twotone.Referee).Replay(parseCase(t, "3x2:BWRWBW:0:5:1,4:strict"), twotone.Solution("R"))
	require.True(t, errors.As(err, &step))
	require.Equal(t, puzzle.StepError{Step: 2, Why: "the play ends with stars left: 1"}, *step)
}
