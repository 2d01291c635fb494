package command

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/kballard/go-shellquote"
	"github.com/stretchr/testify/require"
)

// awkward returns words of which a shell may make something else.
func awkward() []string {
	words := []string{"", "#c", "a#c", "it's", "#it's", "~", "~root", "=ls", "a=b", "a b", "--x=#",
		"-", "ä", "{a,b}",
		"[a]", "a\\", "!!", "$HOME/*", "`ls`", "$(ls)", "a;b", "hamilton:##/##", "'", "''", "#'\"\\$"}
	for c := rune(1); c < 0x100; c++ {
		words = append(words, string(c), "a"+string(c), string(c)+"a", "'"+string(c))
	}
	return words
}

// TestShellJoin has a shell take lines of words apart.
func TestShellJoin(t *testing.T) {
	words := awkward()
	split, err := shellquote.Split(ShellJoin(words...))
	require.NoError(t, err)
	require.Equal(t, words, split)
	shell, err := exec.LookPath("sh")
	require.NoError(t, err)
	for _, word := range words {
		words = append(words, "then", word) // each at the beginning of what is left of the line
	}
	out, err := exec.Command(shell, "-c", `printf '%s\0' `+ShellJoin(words...)).Output()
	require.NoError(t, err)
	require.Equal(t, strings.Join(words, "\x00")+"\x00", string(out))
	require.Equal(t, "a run=1 'b c' d", ShellJoin("a", "run=1", "b c", "d"),
		"no more quotes than are needed")
}

// TestShellJoinIsSeen holds what the test of ShellJoin finds to a join that leaves a comment one.
func TestShellJoinIsSeen(t *testing.T) {
	out, err := exec.Command("sh", "-c", `printf '%s\0' a `+shellquote.Join("#c")).Output()
	require.NoError(t, err)
	require.Equal(t, "a\x00", string(out))
}
