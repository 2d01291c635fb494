package twotone_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/twotone"
)

// Every kind of cell, with and without a star, and both pieces.
func TestPicture(t *testing.T) {
	c := parseCase(t, "2x4:BWRBWRBW:0:7:2,3,4:strict")
	require.Equal(t, `+---+---+---+---+
|#b#|   |:*:|#*#|
+---+---+---+---+
| * |:::|###| w |
+---+---+---+---+
`, twotone.Picture(&c.Board))
}

// Pieces on stars, on a rainbow cell and on the other one's colour; three rows.
func TestPicturePiecesOnStars(t *testing.T) {
	c := parseCase(t, "3x2:WBRRBB:3:4:3,4,5:strict")
	require.Equal(t, `+---+---+
|   |###|
+---+---+
|:::|:B:|
+---+---+
|#W#|#*#|
+---+---+
`, twotone.Picture(&c.Board))
}
