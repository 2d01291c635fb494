package bfs

import "exhaust/puzzles/twotone"

// A reach is the cells that each piece can ever enter, and perhaps some more: the
// least sets A(black) and A(white) such that A(p) has every cell that
//
//   - is beside p's first cell or beside a cell of A(p), and
//   - is rainbow, or shows the colour opposite to p at the start, or is in the other
//     piece's set.
//
// No play has p enter a cell y outside A(p). Suppose that some play does, and look at
// its first move of this kind. Until then p has entered cells of A(p) only, so it comes from
// its first cell or from one of A(p), and y is beside it. The move is legal, so y is
// rainbow or shows the opposite colour. It has shown it from the start, or the other piece was
// the last to paint it and so has entered it, and until then the other piece has
// entered cells of its own set only. In each of these cases y is in A(p).
//
// Hence a cell of neither set keeps its colour, and if it holds a star it holds it
// for ever. Whose turn it is, where the other piece stands and what has been painted
// over only make less possible; they are left out.
type reach struct {
	rows, cols int
	beside     [][maxMoves]uint16 // for each cell, the cells above, below, left and right of it; off the board, rows*cols
	firstCol   uint64             // of a board of up to wordCells cells, its first column as a set
	lastCol    uint64             // and its last
	marks      []mark             // for each cell
	todo       []visit
}

// A mark says what is known of a cell.
type mark uint8

// The marks for the black piece; those for the white one are the next bit up.
const (
	enters mark = 1 << (2 * iota) // it can enter the cell
	stands                        // it stands there at the start
	wants                         // it is beside the cell and could enter if the other piece had painted it
)

// A visit is a piece on a cell whose neighbours are to be looked at.
type visit struct {
	piece, cell uint16
}

// reset finds the reach on the board of a case. It allocates nothing if the reach has been
// used for a board as large.
func (r *reach) reset(c *twotone.Case) {
	r.resize(c.Rows, c.Cols)
	if c.Size() <= wordCells {
		r.flood(c)
		return
	}
	r.walk(c)
}

// walk finds the reach on a board of any size, in time in proportion to its cells.
func (r *reach) walk(c *twotone.Case) {
	clear(r.marks)
	r.marks[c.Black] |= stands << twotone.Black
	r.marks[c.White] |= stands << twotone.White
	r.todo = append(r.todo[:0], visit{uint16(twotone.Black), uint16(c.Black)}, visit{uint16(twotone.White), uint16(c.White)})
	for len(r.todo) > 0 {
		v := r.todo[len(r.todo)-1]
		r.todo = r.todo[:len(r.todo)-1]
		for _, cell := range &r.beside[v.cell] {
			if int(cell) < len(c.Cells) {
				r.try(c, v.piece, cell)
			}
		}
	}
}

// try has a piece enter a cell beside one where it can stand, if it ever may.
func (r *reach) try(c *twotone.Case, piece, cell uint16) {
	m := r.marks[cell]
	switch {
	case m&(enters<<piece) != 0:
	case c.Cells[cell] == twotone.Colour(piece) && m&(enters<<(piece^1)) == 0:
		r.marks[cell] |= wants << piece
	default:
		r.marks[cell] |= enters << piece
		r.todo = append(r.todo, visit{piece, cell})
		if m&(wants<<(piece^1)) != 0 {
			r.try(c, piece^1, cell)
		}
	}
}

// wordCells is the size of the largest board of which a set of cells fits a word.
const wordCells = 64

// flood finds the same on a board of up to wordCells cells, cell i being bit i of a word, in a
// few instructions a step: small boards are searched by the million.
func (r *reach) flood(c *twotone.Case) {
	var paint [3]uint64 // the cells of each colour
	for cell, colour := range c.Cells {
		paint[colour] |= 1 << cell
	}
	black, white := uint64(1)<<c.Black, uint64(1)<<c.White
	var byBlack, byWhite uint64 // the sets A
	for {
		toBlack := r.next(byBlack|black, c.Cols) & (paint[twotone.White] | paint[twotone.Rainbow] | byWhite)
		toWhite := r.next(byWhite|white, c.Cols) & (paint[twotone.Black] | paint[twotone.Rainbow] | byBlack)
		if toBlack == byBlack && toWhite == byWhite {
			break
		}
		byBlack, byWhite = toBlack, toWhite
	}
	for cell := range r.marks {
		r.marks[cell] = mark(byBlack&1 | byWhite&1<<1 | black&1<<2 | white&1<<3)
		byBlack, byWhite, black, white = byBlack>>1, byWhite>>1, black>>1, white>>1
	}
}

// next returns the cells beside those of a set.
func (r *reach) next(set uint64, cols int) uint64 {
	return set<<1&^r.firstCol | set>>1&^r.lastCol | set<<cols | set>>cols
}

// all makes the reach of each piece the whole board, which is true of every board and
// says nothing.
func (r *reach) all(c *twotone.Case) {
	r.resize(c.Rows, c.Cols)
	for cell := range r.marks {
		r.marks[cell] = enters<<twotone.Black | enters<<twotone.White
	}
}

// entered reports whether a piece can ever enter a cell.
func (r *reach) entered(piece, cell int) bool { return r.marks[cell]&(enters<<piece) != 0 }

// changes reports whether some piece can ever enter a cell.
func (r *reach) changes(cell int) bool {
	return r.marks[cell]&(enters<<twotone.Black|enters<<twotone.White) != 0
}

// stood reports whether a piece can ever stand on a cell.
func (r *reach) stood(piece, cell int) bool { return r.marks[cell]&((enters|stands)<<piece) != 0 }

// place reports whether some piece can ever stand on a cell.
func (r *reach) place(cell int) bool {
	return r.marks[cell]&((enters|stands)<<twotone.Black|(enters|stands)<<twotone.White) != 0
}

// resize makes the reach one of a board of rows x cols. It costs nothing if the last
// board was of this size.
func (r *reach) resize(rows, cols int) {
	if r.rows == rows && r.cols == cols {
		return
	}
	r.rows, r.cols, r.firstCol, r.lastCol = rows, cols, 0, 0
	r.beside, r.marks = r.beside[:0], r.marks[:0]
	for cell := range rows * cols {
		row, col := cell/cols, cell%cols
		if col == 0 && cell < wordCells {
			r.firstCol |= 1 << cell
			r.lastCol |= 1 << (cell + cols - 1)
		}
		beside := [maxMoves]uint16{uint16(cell - cols), uint16(cell + cols), uint16(cell - 1), uint16(cell + 1)}
		for i, inside := range [maxMoves]bool{row > 0, row < rows-1, col > 0, col < cols-1} {
			if !inside {
				beside[i] = uint16(rows * cols)
			}
		}
		r.beside, r.marks = append(r.beside, beside), append(r.marks, 0)
	}
}
