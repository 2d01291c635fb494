package wiring

import (
	"fmt"
	"regexp"
	"strconv"

	"exhaust/puzzle"
	"exhaust/puzzles/knights"
)

// sizeSyntax is the syntax of a size.
var sizeSyntax = regexp.MustCompile(`^([1-9][0-9]?)x([1-9][0-9]?)$`)

// cutSize parses ROWSxCOLS. ok is false if the text is no size.
func cutSize(text string) (rows, cols int, ok bool) {
	m := sizeSyntax.FindStringSubmatch(text)
	if m == nil {
		return 0, 0, false
	}
	rows, _ = strconv.Atoi(m[1]) // what the syntax lets through is a number
	cols, _ = strconv.Atoi(m[2])
	return rows, cols, true
}

// parseSize parses ROWSxCOLS. There is a case of every size that it lets through.
func parseSize(text string) (rows, cols int, err error) {
	rows, cols, ok := cutSize(text)
	if !ok {
		text = puzzle.Quoted(text, puzzle.MaxShownWord)
		return 0, 0, fmt.Errorf("size %s: want ROWSxCOLS, such as 3x4", text)
	}
	if !knights.IsSize(rows, cols) {
		const want = "size %s: want %d to %d cells"
		return 0, 0, fmt.Errorf(want, text, knights.MinCells, knights.MaxCells)
	}
	return rows, cols, nil
}

// sizeOf returns the size of a board, as parseSize reads it.
func sizeOf(b *knights.Board) string { return fmt.Sprintf("%dx%d", b.Rows, b.Cols) }
