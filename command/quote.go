package command

import (
	"strings"

	"github.com/kballard/go-shellquote"
)

// unquoted are characters that mean something to a shell and that shellquote leaves as they are:
// what begins a comment, patterns of zsh, and white space.
const unquoted = "#^\r\v\f"

// ShellJoin returns words as one line that a shell splits into these words again: sh, and bash and
// zsh as people type into them.
func ShellJoin(words ...string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = shellquote.Join(word)
		if strings.ContainsAny(word, unquoted) || strings.HasPrefix(word, "=") { // zsh looks up =word
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}
