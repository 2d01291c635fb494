package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/levels"
)

// docs/LEVELS.md has the table of the levels that ship, three pictures, and for each level a command that its
// own command begins with.
func TestLevelsPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/LEVELS.md")
	require.NoError(t, err)
	page := string(text)
	all, err := levels.Shipped()
	require.NoError(t, err)
	var table strings.Builder
	printLevels(&table, all)
	require.Contains(t, page, "```\n"+table.String()+"```\n")
	for _, name := range []string{"easy-1", "hard-9", "fiendish-1"} {
		l, err := levels.Find(all, name)
		require.NoError(t, err)
		require.Contains(t, page, "```\n"+twotone.Picture(&l.Board)+"```\n")
	}
	for _, l := range all {
		sizeAndStars := strings.Join(strings.Fields(l.Origin)[:6], " ")
		require.Contains(t, page, "    "+sizeAndStars, l.Name)
	}
}
