package levels

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/puzzles/twotone"
)

// docs/LEVELS.md has the table of the levels that ship, three pictures, and for each level a
// command that its own command begins with.
func TestLevelsPage(t *testing.T) {
	text, err := os.ReadFile("../../../docs/LEVELS.md")
	require.NoError(t, err)
	page := string(text)
	k := &Keeper{Draw: func(w io.Writer, c *twotone.Case, _ []byte) error {
		_, err := io.WriteString(w, twotone.Picture(&c.Board))
		return err
	}}
	all, err := k.Shipped()
	require.NoError(t, err)
	require.Contains(t, page, "```\n"+k.Table(all)+"```\n")
	for _, name := range []string{"easy-1", "hard-9", "fiendish-1"} {
		l, err := family.FindLevel(all, name)
		require.NoError(t, err)
		var picture strings.Builder
		require.NoError(t, l.Show(&picture, false))
		require.Contains(t, page, "```\n"+picture.String()+"```\n")
	}
	for _, l := range all {
		sizeAndStars := strings.Join(strings.Fields(l.(*kept).level.Origin)[:6], " ")
		require.Contains(t, page, "    "+sizeAndStars, l.Name())
	}
}
