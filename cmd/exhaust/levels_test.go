package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/command"
	"exhaust/family"
	"exhaust/family/verbs"
	"exhaust/puzzles/catalogue"
)

// levelSizes are sizes of levels that are made at once; of another puzzle, the first of its sizes
// is one.
var levelSizes = map[string]string{
	"twotone": "2x3", "tiles": "2x3", "knights": "4x4", "huarong": "3x3", "pawns": "4:3",
}

// Each puzzle with a workshop makes the same levels for any number of workers. Their files are
// levels, cases of the value that they claim, and true.
func TestLevelsOfEveryPuzzle(t *testing.T) {
	made := 0
	for _, p := range catalogue.All() {
		if !p.About().Makes {
			continue
		}
		t.Run(p.About().Name, func(t *testing.T) {
			one, three := makeLevels(t, p, "1"), makeLevels(t, p, "3")
			require.Equal(t, one, three)
			if len(one) == 0 {
				return // no case of this size is a level
			}
			made++
			dir := t.TempDir()
			for name, text := range one {
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
				if p != catalogue.Default() {
					solveLevel(t, filepath.Join(dir, name), text)
				}
			}
			var stdout, stderr bytes.Buffer
			require.Equal(t, command.ExitYes, run([]string{"levels", dir, "--verify"}, nil, &stdout, &stderr), &stderr)
			require.Contains(t, stdout.String(), "\nverified   "+command.Counted(len(one), "level")+"\n")
		})
	}
	require.GreaterOrEqual(t, made, len(levelSizes))
}

// makeLevels makes two levels of a puzzle and returns their files.
func makeLevels(t *testing.T, p verbs.Puzzle, workers string) map[string]string {
	a, dir := p.About(), filepath.Join(t.TempDir(), workers)
	size, ok := levelSizes[a.Name]
	if !ok {
		size = strings.TrimPrefix(a.Spaces[0].Text, a.Name+":")
	}
	args := []string{
		"generate", a.Name + ":" + size, "--count", "2", "--states", "5000", "--workers", workers, "--out", dir,
	}
	if a.Name == "twotone" {
		args = append(args, "--stars", "2")
	}
	var stdout, stderr bytes.Buffer
	code := run(args, nil, &stdout, &stderr)
	require.Contains(t, []int{command.ExitYes, command.ExitLimit}, code, &stderr)
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		require.Equal(t, family.LevelExtension, filepath.Ext(e.Name()))
		files[e.Name()] = string(text)
	}
	return files
}

// solveLevel solves the file of a level, which claims its value.
func solveLevel(t *testing.T, file, text string) {
	value := regexp.MustCompile(`(?m)^# value +(-?\d+)`).FindStringSubmatch(text)
	require.NotNil(t, value, text)
	var stdout, stderr bytes.Buffer
	require.Equal(t, command.ExitYes, run([]string{"solve", file, "--values"}, nil, &stdout, &stderr), &stderr)
	require.Equal(t, value[1]+"\n", stdout.String())
}

// The level file in docs/LEVELS.md is the one that its own command makes.
func TestLevelFileOnPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/LEVELS.md")
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "made")
	command := regexp.MustCompile(`(?m)^# made by +exhaust (generate huarong:.*)$`).FindSubmatch(page)
	require.NotNil(t, command)
	args := append(strings.Fields(string(command[1])), "--out", dir)
	var stdout, stderr bytes.Buffer
	require.Zero(t, run(args, nil, &stdout, &stderr), &stderr)
	text, err := os.ReadFile(filepath.Join(dir, "huarong-3x4-seed1-0.txt"))
	require.NoError(t, err)
	require.Contains(t, string(page), "```\n"+string(text)+"```\n")
}
