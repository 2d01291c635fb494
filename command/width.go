package command

import (
	"io"
	"math"
	"os"

	"golang.org/x/term"
)

// Width returns the number of columns of a terminal, or a number without an end for what is none.
func Width(w io.Writer) int {
	if out, ok := w.(*Output); ok {
		w = out.W
	}
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return math.MaxInt32
}
