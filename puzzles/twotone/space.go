package twotone

import (
	"fmt"
	"math/bits"
	"regexp"
	"strconv"
)

// A Space is the set of all boards of a size with a given side to move: every
// colouring with three colours, every placement of the two pieces, every set of
// stars. Boards are numbered from 0; a board with a smaller star set, read as a
// binary number, comes first.
//
//	number = (stars · N(N-1) + placement) · 3^N + colouring
//
// The colouring is read as a number of base 3 whose digits are Black 0, White 1,
// Rainbow 2, cell 0 last; the placement is black · (N-1) + white, where white
// is one less if it stands behind the black piece.
type Space struct {
	Rows, Cols int
	Turn       Colour
	colourings uint64 // 3^N
	placements uint64 // N(N-1)
	boards     uint64 // 2^N · placements · colourings
}

// NewSpace returns the space of all boards of rows x cols. It is an error if
// the sides are not those of a board, or if there are 2^64 boards or more
// (N > 21).
func NewSpace(rows, cols int, turn Colour) (*Space, error) {
	if rows < 1 || cols < 1 || rows > MaxSide || cols > MaxSide || rows*cols < 2 {
		return nil, fmt.Errorf("no space of %dx%d: want sides of 1 to %d and at least two cells", rows, cols, MaxSide)
	}
	n := uint64(rows * cols)
	s := &Space{Rows: rows, Cols: cols, Turn: turn, colourings: 1, placements: n * (n - 1)}
	over := n >= 64
	for i := uint64(0); i < n && !over; i++ {
		over, s.colourings = mul(s.colourings, 3)
	}
	if !over {
		over, s.boards = mul(s.colourings, s.placements)
	}
	if !over {
		over, s.boards = mul(s.boards, 1<<n)
	}
	if over {
		return nil, fmt.Errorf("no space of %dx%d: it has 2^64 boards or more", rows, cols)
	}
	return s, nil
}

// ParseSpace is NewSpace of a size as String writes it.
func ParseSpace(text string, turn Colour) (*Space, error) {
	rows, cols, err := ParseSize(text)
	if err != nil {
		return nil, err
	}
	return NewSpace(rows, cols, turn)
}

// sizeSyntax is the syntax of a size. Sides that no board has are for others to refuse.
var sizeSyntax = regexp.MustCompile(`^([1-9][0-9]{0,5})x([1-9][0-9]{0,5})$`)

// ParseSize parses ROWSxCOLS, of which both are at least 1, and nothing else.
func ParseSize(text string) (rows, cols int, err error) {
	m := sizeSyntax.FindStringSubmatch(text)
	if m == nil {
		return 0, 0, fmt.Errorf("size %q: want ROWSxCOLS, such as 2x3", text)
	}
	rows, _ = strconv.Atoi(m[1]) // what the syntax lets through is a number
	cols, _ = strconv.Atoi(m[2])
	return rows, cols, nil
}

// mul returns a·b and whether it is 2^64 or more.
func mul(a, b uint64) (over bool, product uint64) {
	hi, lo := bits.Mul64(a, b)
	return hi != 0, lo
}

// Len returns the number of boards, 3^N · N(N-1) · 2^N.
func (s *Space) Len() uint64 { return s.boards }

// String returns ROWSxCOLS.
func (s *Space) String() string { return fmt.Sprintf("%dx%d", s.Rows, s.Cols) }

// Title says what a board of the space is.
func (s *Space) Title() string {
	return fmt.Sprintf("%dx%d board, %v to move", s.Rows, s.Cols, s.Turn)
}

// At returns board number i under the strict rule. It uses the memory of c, which may be nil.
func (s *Space) At(i uint64, c *Case) *Case {
	if c == nil {
		c = new(Case)
	}
	s.Board(i, &c.Board)
	c.Rule = Strict
	return c
}

// Board sets b to board number i, which is less than Len. It uses the memory
// that b has: O(N), and no allocation once b has held a board as large.
func (s *Space) Board(i uint64, b *Board) {
	n := s.Rows * s.Cols
	b.Rows, b.Cols, b.Turn = s.Rows, s.Cols, s.Turn
	colouring, i := i%s.colourings, i/s.colourings
	placement, stars := int(i%s.placements), i/s.placements

	b.Cells, b.Stars = b.Cells[:0], b.Stars[:0]
	for cell := range n {
		b.Cells = append(b.Cells, Colour(colouring%3))
		b.Stars = append(b.Stars, stars>>cell&1 != 0)
		colouring /= 3
	}
	b.Black, b.White = placement/(n-1), placement%(n-1)
	if b.White >= b.Black {
		b.White++
	}
}

// Number returns the number of a board of the space: the inverse of Board.
func (s *Space) Number(b *Board) uint64 {
	n := s.Rows * s.Cols
	var colouring, stars uint64
	for cell := n - 1; cell >= 0; cell-- {
		colouring = colouring*3 + uint64(b.Cells[cell])
		stars <<= 1
		if b.Stars[cell] {
			stars |= 1
		}
	}
	white := b.White
	if white > b.Black {
		white--
	}
	placement := uint64(b.Black*(n-1) + white)
	return (stars*s.placements+placement)*s.colourings + colouring
}
