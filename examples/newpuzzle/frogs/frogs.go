// Package frogs is the puzzle of the frogs and the toads: a row of leaves, on each a frog, a toad
// or nobody. Frogs go to the right only, toads to the left only. The value of a row is the least
// number of moves after which no frog has a toad to its right.
//
// This package holds what a row is and how it is written. It holds no rule of how animals move: the
// referee and each solver have their own.
package frogs

import (
	"fmt"
	"strings"

	"exhaust/puzzle"
)

// A Row is a case: the leaves from the left to the right, a character each. Its text is its ID.
type Row string

// What is on a leaf.
const (
	Frog  = 'F'
	Toad  = 'T'
	Empty = '.'
)

// MaxLeaves is the length of the longest row. Each leaf has a letter, from a.
const MaxLeaves = 26

// Parse reads a row. An error is a *puzzle.SyntaxError.
func Parse(id string) (Row, error) {
	name := "case " + puzzle.Shown(id, puzzle.MaxShownID)
	for i := range len(id) {
		switch {
		case i == MaxLeaves:
			return "", wrong(name, i, "the row goes on", fmt.Sprint("up to ", MaxLeaves, " leaves"))
		case !strings.ContainsRune("FT.", rune(id[i])):
			return "", wrong(name, i, "unexpected "+puzzle.QuotedFirst(id[i:]), "F, T or .")
		}
	}
	if id == "" {
		return "", wrong(name, 0, "unexpected end", "F, T or .")
	}
	return Row(id), nil
}

// A move is named by the letter of the leaf that the animal leaves. A certificate is a letter a
// move.

// ParseMoves reads moves, with any number of blanks between them. Legal or not is for the referee
// to say. An error is a *puzzle.SyntaxError.
func ParseMoves(text string) ([]byte, error) {
	moves := []byte{}
	for i := range len(text) {
		switch letter := text[i]; {
		case 'a' <= letter && letter <= 'z':
			moves = append(moves, letter)
		case letter != ' ':
			return nil, wrong("solution", i, "unknown leaf "+puzzle.QuotedFirst(text[i:]), "a to z")
		}
	}
	return moves, nil
}

// FormatMoves returns moves with single blanks between them, as in "a c b".
func FormatMoves(certificate []byte) string {
	return strings.Join(strings.Split(string(certificate), ""), " ")
}

// wrong returns an error at a byte of a text. All before is ASCII, so bytes count characters.
func wrong(name string, at int, what, want string) error {
	msg := fmt.Sprintf("%s, want %s", what, want)
	return &puzzle.SyntaxError{Name: name, Column: at + 1, Msg: msg}
}
