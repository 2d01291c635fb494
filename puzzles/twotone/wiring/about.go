package wiring

import "exhaust/family"

// rules are the rules in plain words. docs/RULES.md has them word by word.
const rules = `A board has rows and columns of cells, each black, white or rainbow. One black
and one white piece stand on two different cells, and stars lie on some cells.
Black moves first unless the case says otherwise.

A move takes the mover's piece to a neighbouring cell: up, down, left or right.
The cell must not hold the other piece, and it must be rainbow or of the colour
opposite to the piece. A black or white cell takes the colour of the piece that
enters it. A rainbow cell stays as it is.

A piece that enters a cell with a star collects it, and the turn passes to the
other piece. Without a star the same piece moves on. The board is won when no
star is left.

strict     a mover without a legal move has lost
handover   a mover without a legal move hands the turn to the other piece, which
           counts as no move; if both are stuck, the board is lost`

var ids = []family.Example{
	{
		Text: "2x2:BWRB:0:3:1,2:strict",
		Is:   "ROWSxCOLS:CELLS:BLACK:WHITE:STARS:RULE, cells from 0, row by row",
	},
	{Text: "2x2:BWBW:0:3:-:handover:white", Is: "without a star, white to move"},
}

var files = []family.Example{
	{
		Text: "rule handover\nturn black\nBb  W*  R\nW   B*  Ww",
		Is:   "a drawn board: a cell is its letter, then b or w for a piece, then * for a star",
	},
}

var spaces = []family.Example{
	{
		Text: "2x2",
		Is:   "every board of two rows and two columns, black to move, under both rules: 31,104 cases",
	},
	{Text: "1x5", Is: "every board of one row: 311,040 cases"},
	{Text: "3x3", Is: "1,451,188,224 cases; exhaust table does them at once"},
}

var facts = []string{
	"2x2: 7,212 of 15,552 boards are solvable under strict, 12,692 under handover; the longest take 6 and 7 moves.",
	"A strict solution needs at most K(M + (M+1)R) moves, with K stars, M ordinary and R rainbow cells.",
	"To decide whether a board is solvable is NP-hard: exhaust reduce makes boards of grid graphs.",
}
