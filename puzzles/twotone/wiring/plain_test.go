package wiring_test

import (
	"context"
	"slices"
	"strings"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

// A mutation is a mistake that the plain solver makes on purpose.
type mutation string

// The mutations. None makes the plain solver a right one.
const (
	none              mutation = "none"
	collectsAtStart   mutation = "collects the star under a piece at the start"
	paintsAtStart     mutation = "paints the cells under the pieces at the start"
	paintsRainbow     mutation = "paints rainbow"
	paintsCellLeft    mutation = "paints the cell left, not the cell entered"
	sameColour        mutation = "enters cells of its own colour"
	entersPiece       mutation = "enters the other piece's cell"
	keepsTurn         mutation = "keeps the turn after a star"
	whiteKeepsTurn    mutation = "keeps the turn after a star if white collects it"
	passesAlways      mutation = "passes the turn after every move"
	handsOverFreely   mutation = "hands over when not stuck"
	strictHandsOver   mutation = "hands over under the strict rule"
	neverHandsOver    mutation = "does not hand over"
	startsStuck       mutation = "does not hand over before the first move"
	stuckForgetsPiece mutation = "takes a cell under the other piece for a way out when it looks whether it is stuck"
	countsHandovers   mutation = "counts a handover as a move"
	dropsHandovers    mutation = "leaves the handovers out of the solution"
	forgetsStars      mutation = "forgets the stars when it compares states"
	forgetsMover      mutation = "forgets the mover when it compares states"
	forgetsColours    mutation = "forgets the colours when it compares states"
	stopsAtFirstStar  mutation = "stops at the first star"
	wrapsAround       mutation = "steps from the end of a row to the next row"
	mixesSides        mutation = "mixes up rows and columns"
	swapsUpAndDown    mutation = "writes up for down"
	givesUp           mutation = "says unsolvable after five states"
	goesDeep          mutation = "goes depth first"
	losesAtEnd        mutation = "wins only if black collects the last star"
)

// A plain solver is a breadth-first search written from the rules (docs/RULES.md,
// sections 1 to 5) with nothing in mind but to be short. A handover stays within
// its level.
type plain struct{ mutation mutation }

// A plainNode is a position with the play that led to it.
type plainNode struct {
	place [2]int // of the black and of the white piece
	cells string // a letter of B, W, R for each cell
	stars string // * or . for each cell
	mover int    // 0 black, 1 white
	play  string
}

// A plainStep is a step as a solution writes it, and where it leads.
type plainStep struct {
	letter    byte
	rows, col int
}

var plainSteps = []plainStep{{'U', -1, 0}, {'D', 1, 0}, {'L', 0, -1}, {'R', 0, 1}}

func (p plain) is(m mutation) bool { return p.mutation == m }

// Solve always answers with a shortest solution.
func (p plain) Solve(_ context.Context, c *twotone.Case, _ puzzle.Ask) (puzzle.Answer, error) {
	level := []plainNode{p.start(c)}
	seen := map[plainNode]bool{p.key(level[0]): true}
	fresh := func(n plainNode) bool {
		known := seen[p.key(n)]
		seen[p.key(n)] = true
		return !known
	}
	for length := 0; len(level) > 0; length++ {
		var next []plainNode
		for i := 0; i < len(level); i++ {
			n := level[i]
			if p.won(c, n) {
				return p.answer(n, length, len(seen)), nil
			}
			if p.is(givesUp) && len(seen) > 5 {
				return puzzle.Answer{Verdict: puzzle.Unsolvable}, nil
			}
			if over, ok := p.handover(c, n); ok && fresh(over) {
				if p.is(countsHandovers) {
					next = append(next, over)
				} else {
					level = append(level, over)
				}
			}
			for _, to := range p.moves(c, n) {
				if !fresh(to) {
					continue
				}
				if p.is(goesDeep) {
					level = slices.Insert(level, i+1, to)
				} else {
					next = append(next, to)
				}
			}
		}
		level = next
	}
	return puzzle.Answer{Verdict: puzzle.Unsolvable, States: uint64(len(seen))}, nil
}

func (p plain) start(c *twotone.Case) plainNode {
	n := plainNode{place: [2]int{c.Black, c.White}, mover: int(c.Turn)}
	for i := range c.Cells {
		n.cells += string("BWR"[c.Cells[i]])
		n.stars += map[bool]string{true: "*", false: "."}[c.Stars[i]]
	}
	for piece, cell := range n.place {
		if p.is(collectsAtStart) {
			n.stars = put(n.stars, cell, '.')
		}
		if p.is(paintsAtStart) && n.cells[cell] != 'R' {
			n.cells = put(n.cells, cell, "BW"[piece])
		}
	}
	return n
}

// key is what tells states apart.
func (p plain) key(n plainNode) plainNode {
	n.play = ""
	switch p.mutation {
	case forgetsStars:
		n.stars = ""
	case forgetsMover:
		n.mover = 0
	case forgetsColours:
		n.cells = ""
	}
	return n
}

func (p plain) won(c *twotone.Case, n plainNode) bool {
	left := strings.Count(n.stars, "*")
	switch p.mutation {
	case stopsAtFirstStar:
		return left == 0 || left < c.StarCount()
	case losesAtEnd:
		return left == 0 && (n.mover == 1 || c.StarCount() == 0) // black's star passed the turn to white
	}
	return left == 0
}

// answer is what the solver says when it has won.
func (p plain) answer(n plainNode, length, states int) puzzle.Answer {
	play := n.play
	switch p.mutation {
	case dropsHandovers:
		play = strings.ReplaceAll(play, "-", "")
	case swapsUpAndDown:
		play = strings.NewReplacer("U", "D", "D", "U").Replace(play)
	case goesDeep:
		length = len(strings.ReplaceAll(play, "-", ""))
	}
	return puzzle.Answer{
		Verdict: puzzle.Solvable, Value: length,
		Certificate: []byte(play), States: uint64(states),
	}
}

// moves returns the positions after every legal move.
func (p plain) moves(c *twotone.Case, n plainNode) []plainNode {
	var all []plainNode
	for _, step := range plainSteps {
		if cell, ok := p.beside(c, n.place[n.mover], step); ok && p.open(n, n.mover, cell) {
			all = append(all, p.move(n, cell, step.letter))
		}
	}
	return all
}

// beside returns the cell that a step from a cell leads to.
func (p plain) beside(c *twotone.Case, cell int, step plainStep) (int, bool) {
	rows, cols := c.Rows, c.Cols
	if p.is(mixesSides) {
		rows, cols = cols, rows
	}
	row, col := cell/cols+step.rows, cell%cols+step.col
	to := row*cols + col
	if p.is(wrapsAround) {
		return to, to >= 0 && to < rows*cols
	}
	return to, row >= 0 && row < rows && col >= 0 && col < cols
}

// open reports whether a piece may enter a cell beside it.
func (p plain) open(n plainNode, piece, cell int) bool {
	if cell == n.place[1-piece] && !p.is(entersPiece) {
		return false
	}
	return n.cells[cell] != "BW"[piece] || p.is(sameColour)
}

func (p plain) move(n plainNode, cell int, letter byte) plainNode {
	painted := cell
	if p.is(paintsCellLeft) {
		painted = n.place[n.mover]
	}
	n.place[n.mover] = cell
	n.play += string(letter)
	if n.cells[painted] != 'R' || p.is(paintsRainbow) {
		n.cells = put(n.cells, painted, "BW"[n.mover])
	}
	star := n.stars[cell] == '*'
	n.stars = put(n.stars, cell, '.')
	if star && !p.is(keepsTurn) && !(p.is(whiteKeepsTurn) && n.mover == 1) || p.is(passesAlways) {
		n.mover = 1 - n.mover
	}
	return n
}

// handover returns the position after a handover, if there may be one. It does
// not ask whether the other piece can move: if not, nothing comes of it.
func (p plain) handover(c *twotone.Case, n plainNode) (plainNode, bool) {
	allowed := c.Rule == twotone.Handover || p.is(strictHandsOver)
	switch p.mutation {
	case neverHandsOver:
		allowed = false
	case startsStuck:
		allowed = allowed && n.play != ""
	}
	if !allowed || !p.is(handsOverFreely) && p.canMove(c, n) {
		return n, false
	}
	n.mover = 1 - n.mover
	n.play += "-"
	return n, true
}

// canMove reports whether the mover is not stuck.
func (p plain) canMove(c *twotone.Case, n plainNode) bool {
	if p.is(stuckForgetsPiece) {
		n.place[1-n.mover] = -1
	}
	return len(p.moves(c, n)) > 0
}

// put returns text with another letter at i.
func put(text string, i int, letter byte) string {
	return text[:i] + string(letter) + text[i+1:]
}
