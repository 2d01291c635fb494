package twotone_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/twotone"
)

func TestValidate(t *testing.T) {
	for want, spoil := range map[string]func(c *twotone.Case){
		"a board of 0x3: want sides of 1 to 255":            func(c *twotone.Case) { c.Rows = 0 },
		"a board of 2x-3: want sides of 1 to 255":           func(c *twotone.Case) { c.Cols = -3 },
		"a board of 256x3: want sides of 1 to 255":          func(c *twotone.Case) { c.Rows = 256 },
		"a board of 2x256: want sides of 1 to 255":          func(c *twotone.Case) { c.Cols = 256 },
		"a board of 1x1: want at least two cells":           func(c *twotone.Case) { c.Rows, c.Cols = 1, 1 },
		"6 cells: want 9 for a board of 3x3":                func(c *twotone.Case) { c.Rows = 3 },
		"5 cells: want 6 for a board of 2x3":                func(c *twotone.Case) { c.Cells = c.Cells[:5] },
		"a star set over 5 cells: want 6":                   func(c *twotone.Case) { c.Stars = c.Stars[1:] },
		"black piece on cell -1: want 0 to 5":               func(c *twotone.Case) { c.Black = -1 },
		"black piece on cell 6: want 0 to 5":                func(c *twotone.Case) { c.Black = 6 },
		"white piece on cell -7: want 0 to 5":               func(c *twotone.Case) { c.White = -7 },
		"white piece on cell 6: want 0 to 5":                func(c *twotone.Case) { c.White = 6 },
		"both pieces on cell 5: want two different cells":   func(c *twotone.Case) { c.Black = 5 },
		"rainbow to move: want black or white":              func(c *twotone.Case) { c.Turn = twotone.Rainbow },
		"Colour(7) to move: want black or white":            func(c *twotone.Case) { c.Turn = 7 },
		"rule Rule(2): want strict or handover":             func(c *twotone.Case) { c.Rule = 2 },
		"cell 4 is Colour(3): want black, white or rainbow": func(c *twotone.Case) { c.Cells[4] = 3 },
	} {
		c := parseCase(t, "2x3:BWRWBW:0:5:1,4:strict")
		require.NoError(t, c.Validate())
		spoil(c)
		require.EqualError(t, c.Validate(), want)
	}
}

func TestCounts(t *testing.T) {
	c := parseCase(t, "2x3:BWRWBW:0:5:1,4:strict")
	require.Equal(t, 6, c.Size())
	require.Equal(t, 2, c.Count(twotone.Black))
	require.Equal(t, 3, c.Count(twotone.White))
	require.Equal(t, 1, c.Count(twotone.Rainbow))
	require.Equal(t, 2, c.StarCount())
}

func TestOpposite(t *testing.T) {
	require.Equal(t, twotone.White, twotone.Black.Opposite())
	require.Equal(t, twotone.Black, twotone.White.Opposite())
	require.Equal(t, twotone.Rainbow, twotone.Rainbow.Opposite())
}

func TestCloneSharesNothing(t *testing.T) {
	c := parseCase(t, "2x3:BWRWBW:0:5:1,4:handover:white")
	d := c.Clone()
	require.Equal(t, c, d)
	d.Cells[0], d.Stars[0], d.Black = twotone.Rainbow, true, 3
	require.Equal(t, "2x3:BWRWBW:0:5:1,4:handover:white", c.ID())
}

func TestNames(t *testing.T) {
	for want, got := range map[string]string{
		"black": twotone.Black.String(), "white": twotone.White.String(), "rainbow": twotone.Rainbow.String(),
		"strict": twotone.Strict.String(), "handover": twotone.Handover.String(),
		"Colour(3)": twotone.Colour(3).String(), "Rule(9)": twotone.Rule(9).String(),
	} {
		require.Equal(t, want, got)
	}
}

func TestSolutionCounts(t *testing.T) {
	s := twotone.Solution("UD--L-")
	require.Equal(t, 3, s.Moves())
	require.Equal(t, 3, s.Handovers())
	require.Zero(t, twotone.Solution(nil).Moves())
}
