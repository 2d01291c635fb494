package twotone_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/twotone"
)

var symmetrySizes = [][2]int{{1, 2}, {2, 1}, {1, 5}, {2, 2}, {2, 3}, {3, 2}, {4, 3}, {3, 3}}

func allSymmetries() []twotone.Symmetry {
	all := make([]twotone.Symmetry, twotone.Symmetries)
	for i := range all {
		all[i] = twotone.Symmetry(i)
	}
	return all
}

// then returns where a cell goes by y and then by z, and the sides after both.
func then(y, z twotone.Symmetry, rows, cols, cell int) (int, [2]int) {
	midRows, midCols := y.Size(rows, cols)
	to := z.Cell(midRows, midCols, y.Cell(rows, cols, cell))
	rows, cols = z.Size(midRows, midCols)
	return to, [2]int{rows, cols}
}

// same reports whether y and then z do what x does on boards of a size.
func same(y, z, x twotone.Symmetry, rows, cols int) bool {
	for cell := range rows * cols {
		to, sides := then(y, z, rows, cols, cell)
		wantRows, wantCols := x.Size(rows, cols)
		if to != x.Cell(rows, cols, cell) || sides != [2]int{wantRows, wantCols} {
			return false
		}
	}
	return z.Colour(y.Colour(twotone.Black)) == x.Colour(twotone.Black)
}

// The 16 symmetries are a group: two of them are different, two in a row are one
// of them, one of them undoes each, and 0 does nothing.
func TestSymmetriesAreAGroup(t *testing.T) {
	const rows, cols = 3, 5 // on which all symmetries differ
	for _, y := range allSymmetries() {
		require.True(t, same(0, y, y, rows, cols))
		require.True(t, same(y, 0, y, rows, cols))
		products := map[twotone.Symmetry]bool{}
		undone := false
		for _, z := range allSymmetries() {
			count := 0
			for _, x := range allSymmetries() {
				if same(y, z, x, rows, cols) {
					products[x] = true
					count++
					undone = undone || x == 0
					checkProduct(t, y, z, x)
				}
			}
			require.Equal(t, 1, count, "%d, then %d", y, z)
		}
		require.True(t, undone, "%d has no inverse", y)
		require.Len(t, products, twotone.Symmetries, "%d times the group is the group", y)
	}
}

// checkProduct checks that what is x = y, then z on cells is so on boards of all
// sizes and on solutions.
func checkProduct(t *testing.T, y, z, x twotone.Symmetry) {
	rng := rand.New(rand.NewPCG(uint64(y), uint64(z)))
	for _, size := range symmetrySizes {
		require.True(t, same(y, z, x, size[0], size[1]))
		c := drawNotedCase(rng, size[0], size[1])
		require.Equal(t, x.Apply(c), z.Apply(y.Apply(c)))
	}
	all := twotone.Solution("UDLR-UU")
	require.Equal(t, x.Solution(all), z.Solution(y.Solution(all)))
}

// What each symmetry does to a corner, worked out by hand on a 2x3 board
//
//	0 1 2
//	3 4 5
//
// whose cell 1 has no twin: flips first, then the transposition.
func TestSymmetryByHand(t *testing.T) {
	for y, want := range []struct{ rows, cols, of0, of1 int }{
		{2, 3, 0, 1}, // nothing
		{2, 3, 3, 4}, // top and bottom
		{2, 3, 2, 1}, // left and right
		{2, 3, 5, 4}, // half a turn
		{3, 2, 0, 2}, // rows and columns
		{3, 2, 1, 3}, // a quarter turn clockwise: 0 goes to the top right
		{3, 2, 4, 2}, // a quarter turn anticlockwise: 0 goes to the bottom left
		{3, 2, 5, 3}, // the other diagonal
	} {
		for _, y := range []twotone.Symmetry{twotone.Symmetry(y), twotone.Symmetry(y) | twotone.SwapColours} {
			rows, cols := y.Size(2, 3)
			require.Equal(t, want.rows, rows)
			require.Equal(t, want.cols, cols)
			require.Equal(t, want.of0, y.Cell(2, 3, 0), "%d", y)
			require.Equal(t, want.of1, y.Cell(2, 3, 1), "%d", y)
		}
	}
}

// Each symmetry moves cells one to one, and neighbours to neighbours in the
// direction that it turns the step to.
func TestSymmetriesKeepNeighbours(t *testing.T) {
	for _, size := range symmetrySizes {
		rows, cols := size[0], size[1]
		for _, y := range allSymmetries() {
			seen := map[int]bool{}
			for cell := range rows * cols {
				to := y.Cell(rows, cols, cell)
				require.True(t, to >= 0 && to < rows*cols && !seen[to])
				seen[to] = true
				for _, step := range []byte("UDLR-") {
					checkStep(t, y, rows, cols, cell, step)
				}
			}
		}
	}
}

// checkStep checks that a step and then the symmetry is the symmetry and then
// the image of the step.
func checkStep(t *testing.T, y twotone.Symmetry, rows, cols, cell int, step byte) {
	imageRows, imageCols := y.Size(rows, cols)
	image := y.Solution(twotone.Solution{step})
	require.Len(t, image, 1)
	to, ok := stepFrom(rows, cols, cell, step)
	imageTo, imageOK := stepFrom(imageRows, imageCols, y.Cell(rows, cols, cell), image[0])
	require.Equal(t, ok, imageOK)
	if ok {
		require.Equal(t, y.Cell(rows, cols, to), imageTo)
	}
}

// stepFrom returns the cell one step from a cell.
func stepFrom(rows, cols, cell int, step byte) (int, bool) {
	row, col := cell/cols, cell%cols
	switch step {
	case 'U':
		row--
	case 'D':
		row++
	case 'L':
		col--
	case 'R':
		col++
	}
	return row*cols + col, row >= 0 && row < rows && col >= 0 && col < cols
}

// With colours swapped, everything of a colour changes hands. Worked out by hand.
func TestSwapColours(t *testing.T) {
	c := parseCase(t, "2x3:BWRRBB:0:5:1,3:handover")
	require.Equal(t, "2x3:WBRRWW:5:0:1,3:handover:white", twotone.SwapColours.Apply(c).ID())
	// RBW BWR, upside down BWR RBW, by columns BR WB RW, swapped WR BW RB
	require.Equal(t, "3x2:WRBWRB:3:0:1,2:handover:white", (twotone.SwapColours | 5).Apply(parseCase(t, "2x3:RBWBWR:3:1:0,4:handover")).ID())
	require.Equal(t, twotone.Rainbow, twotone.SwapColours.Colour(twotone.Rainbow))
	require.Equal(t, twotone.White, twotone.Symmetry(7).Colour(twotone.White))
}

// The image of a board is a board, and shares no memory with it.
func TestApplyCopies(t *testing.T) {
	for _, y := range allSymmetries() {
		c := parseCase(t, "2x3:BWRRBB:0:5:1,3:handover")
		image := y.Apply(c)
		require.NoError(t, image.Validate())
		for i := range image.Cells {
			image.Cells[i], image.Stars[i] = twotone.Rainbow, true
		}
		require.Equal(t, "2x3:BWRRBB:0:5:1,3:handover", c.ID())
	}
}

// A play that is legal stays so on the image of the board, to the same end. The
// plays are drawn: the referee says which letters are allowed.
func TestPlaysHaveImages(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	won, handovers := 0, 0
	for range 4000 {
		size := symmetrySizes[rng.IntN(len(symmetrySizes))]
		c := drawNotedCase(rng, size[0], size[1])
		play := drawPlay(rng, c)
		moves, err := new(twotone.Referee).Replay(c, play)
		if err == nil {
			won++
			handovers += play.Handovers()
		}
		for _, y := range allSymmetries() {
			imageMoves, imageErr := new(twotone.Referee).Replay(y.Apply(c), y.Solution(play))
			require.Equal(t, moves, imageMoves)
			require.Equal(t, err, imageErr, "%s %v under %d", c.ID(), play, y)
		}
	}
	require.Greater(t, won, 300)
	require.Greater(t, handovers, 20)
}

// drawPlay draws a legal play, up to a win if it comes to that.
func drawPlay(rng *rand.Rand, c *twotone.Case) twotone.Solution {
	var r twotone.Referee
	r.Start(c)
	var play twotone.Solution
	for range 60 {
		letter := "UDLR-"[rng.IntN(5)]
		if r.Step(letter) == nil {
			play = append(play, letter)
		}
	}
	return play
}
