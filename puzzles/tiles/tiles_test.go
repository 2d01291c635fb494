package tiles

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
)

func TestGoal(t *testing.T) {
	for size, want := range map[[2]int]string{
		{2, 2}: "2x2:1,2,3,0",
		{2, 3}: "2x3:1,2,3,4,5,0",
		{3, 2}: "3x2:1,2,3,4,5,0",
		{5, 2}: "5x2:1,2,3,4,5,6,7,8,9,0",
	} {
		b := Goal(size[0], size[1])
		require.NoError(t, b.Validate())
		require.Equal(t, want, b.String())
	}
	require.EqualValues(t, 24, Goal(5, 5).Tiles[23])
}

func TestValidate(t *testing.T) {
	board := func(rows, cols int, all ...uint8) *Board {
		b := &Board{Rows: rows, Cols: cols}
		copy(b.Tiles[:], all)
		return b
	}
	require.NoError(t, board(2, 3, 5, 0, 4, 3, 1, 2).Validate())
	for want, b := range map[string]*Board{
		"a board of 0x0: want 2x2 to 5x5":           {},
		"a board of 1x4: want 2x2 to 5x5":           board(1, 4, 1, 2, 3),
		"a board of 6x5: want 2x2 to 5x5":           board(6, 5),
		"a board of -2x-2: want 2x2 to 5x5":         board(-2, -2),
		"tile 1 on two cells: want each once":       board(2, 2, 1, 2, 1, 0),
		"tile 0 on two cells: want each once":       board(2, 2, 1, 0, 0, 2),
		"tile 4 on cell 2: want 0 to 3":             board(2, 2, 1, 2, 4, 0),
		"tile 9 on cell 6: want a board of 6 cells": board(2, 3, 1, 2, 3, 4, 5, 0, 9),
	} {
		require.EqualError(t, b.Validate(), want)
	}
}

// randomBoard returns a random arrangement of a random size.
func randomBoard(r *rand.Rand) *Board {
	b := &Board{Rows: MinSide + r.IntN(MaxSide-MinSide+1), Cols: MinSide + r.IntN(MaxSide-MinSide+1)}
	for cell, tile := range r.Perm(b.Size()) {
		b.Tiles[cell] = uint8(tile)
	}
	return b
}

// TestRoundTrips writes random boards of all sizes as IDs and as pictures, and reads them back.
func TestRoundTrips(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		b := randomBoard(r)
		require.NoError(t, b.Validate())
		got, err := Parse(b.String())
		require.NoError(t, err)
		require.Equal(t, b, got)
		c := randomBoard(r)
		list, err := ParseDrawn("boards", strings.NewReader(Picture(b)+"\n"+Picture(c)))
		require.NoError(t, err)
		require.Equal(t, []*Board{b, c}, list)
		d := b.Clone()
		d.Tiles[0] = 77
		require.Equal(t, got, b)
	}
}

func TestParseErrors(t *testing.T) {
	for id, want := range map[string]string{
		"":                    "column 1: unexpected end, want rows, a number from 2 to 5",
		"x":                   `column 1: unexpected "x", want rows, a number from 2 to 5`,
		"3":                   `column 2: unexpected end, want "x"`,
		"1x3:0":               "column 1: rows 1, want a number from 2 to 5",
		"03x3:0":              "column 1: rows 03, want a number without leading zeros",
		"3x6:":                "column 3: columns 6, want a number from 2 to 5",
		"3x99999999999999999": "column 3: columns 99999999999999999, want a number from 2 to 5",
		"3X3:":                `column 2: unexpected "X", want "x"`,
		"3x3":                 `column 4: unexpected end, want ":"`,
		"3x3,1":               `column 4: unexpected ",", want ":"`,
		"2x2:":                "column 5: unexpected end, want tile, a number from 0 to 3",
		"2x2:1,2":             "column 8: 2 tiles, want 4 for a board of 2x2",
		"2x2:1,2,":            "column 9: unexpected end, want tile, a number from 0 to 3",
		"2x2:1 2":             `column 6: unexpected " ", want ","`,
		"2x2:1,2,4,0":         "column 9: tile 4, want a number from 0 to 3",
		"2x2:1,2,00,3":        "column 9: tile 00, want a number without leading zeros",
		"2x2:1,2,1,0":         "column 9: tile 1 again, want each once",
		"2x2:1,2,-1,0":        `column 9: unexpected "-", want tile, a number from 0 to 3`,
		"2x2:1,2,3,0,":        `column 12: unexpected ",", want the end`,
		"2x2:1,2,3,0é":        `column 12: unexpected "é", want the end`,
	} {
		b, err := Parse(id)
		require.Nil(t, b, id)
		var syntax *puzzle.SyntaxError
		require.ErrorAs(t, err, &syntax)
		name := id
		if name == "" {
			name = `""`
		}
		require.EqualError(t, err, "case "+name+": "+want)
	}
}

func TestDrawn(t *testing.T) {
	const text = "\uFEFF\n  1 2 3 \r\n\t4 . 5\r\n7\t8 6\n\n \n3 1\n2 0"
	list, err := ParseDrawn("boards", strings.NewReader(text))
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, "3x3:1,2,3,4,0,5,7,8,6", list[0].String())
	require.Equal(t, "2x2:3,1,2,0", list[1].String())
	list, err = ParseDrawn("boards", strings.NewReader(" \n\n"))
	require.NoError(t, err)
	require.Empty(t, list)
}

func TestDrawnErrors(t *testing.T) {
	const want3 = "want a tile from 1 to 3, or 0 or a point for the gap"
	for text, want := range map[string]string{
		"1":                              "1:1: a row of 1 tiles, want 2 to 5",
		"\n 1 2 3 4 5 6":                 "2:2: a row of 6 tiles, want 2 to 5",
		"1 2 3\n\n4 5 0":                 "1:1: a board of 1 row, want 2 to 5",
		"1 2 3\n4 5":                     "2:4: the row ends, want 3 tiles as in the first",
		"1 2 3\n4 5 0 6":                 "2:7: the row goes on, want 3 tiles as in the first",
		"1 2\n3 4\n5 6\n7 8\n9 0\n":      "",
		"1 2\n3 4\n5 6\n7 8\n9 0\n1":     "6:1: row 6, want at most 5",
		"1 2\n3 4\n5 6\n7 8\n9 0\n\t1 2": "6:2: row 6, want at most 5",
		"1 2\n3 3":                       "2:3: tile 3 again, want each once",
		"1 2\n. 0":                       "2:3: tile 0 again, want each once",
		"1 2\n3 4":                       "2:3: tile 4, want a number from 0 to 3",
		"1 2\n03 0":                      "2:1: tile 03, want a number without leading zeros",
		"1 2\n3 é":                       `2:3: unexpected "é", ` + want3,
		"é é\n3 -1":                      `1:1: unexpected "é", ` + want3,
		"1 2\n3 0\r\r":                   `2:3: unexpected "0\r", ` + want3,
	} {
		_, err := ParseDrawn("file", strings.NewReader(text))
		if want == "" {
			require.NoError(t, err)
			continue
		}
		var syntax *puzzle.SyntaxError
		require.ErrorAs(t, err, &syntax)
		require.EqualError(t, err, "file:"+want)
	}
	broken := errors.New("broken")
	_, err := ParseDrawn("file", iotest.ErrReader(broken))
	require.ErrorIs(t, err, broken)
	require.EqualError(t, err, "file: broken")
	_, err = ParseDrawn("file", strings.NewReader(strings.Repeat(" ", maxFileSize+1)))
	require.EqualError(t, err, "file:1:1: a file of more than 16777216 bytes, want less")
	_, err = ParseDrawn("file", strings.NewReader(strings.Repeat("1 2\n3 0\n\n", MaxDrawn+1)))
	require.EqualError(t, err, "file:300001:1: board 100001, want at most 100000")
}

func TestMoves(t *testing.T) {
	for text, want := range map[string]string{"": "", "U": "U", "ULDR": "U L D R", " U\tL  ": "U L"} {
		moves, err := ParseMoves(text)
		require.NoError(t, err)
		require.NotNil(t, moves)
		require.Equal(t, want, FormatMoves(moves))
	}
	for text, want := range map[string]string{
		"u":    `solution: column 1: unknown move "u", want U, D, L or R`,
		"U-":   `solution: column 2: unknown move "-", want U, D, L or R`,
		"U éD": `solution: column 3: unknown move "é", want U, D, L or R`,
		"U\nD": `solution: column 2: unknown move "\n", want U, D, L or R`,
	} {
		_, err := ParseMoves(text)
		require.EqualError(t, err, want)
	}
	for letter := range 256 {
		require.Equal(t, strings.Contains("UDLR", string(rune(letter))), IsMove(byte(letter)))
	}
}

func TestPicture(t *testing.T) {
	b, err := Parse("2x3:4,1,2,5,0,3")
	require.NoError(t, err)
	require.Equal(t, "4 1 2\n5 . 3\n", Picture(b))
	b, err = Parse("3x4:1,2,3,4,5,0,7,8,9,10,6,11")
	require.NoError(t, err)
	require.Equal(t, " 1  2  3  4\n 5  .  7  8\n 9 10  6 11\n", Picture(b))
}

// FuzzParse reads any text as an ID: what is read is valid and is written as it was read, and what
// is not is told in one line.
func FuzzParse(f *testing.F) {
	for _, id := range []string{
		"3x3:1,2,3,4,5,6,0,7,8", "2x5:1,2,3,4,5,6,7,8,9,0", "2x2:1,2,3,3", "2x2:1,2,3,0,", "5x5:", "x",
	} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		b, err := Parse(id)
		if err != nil {
			require.Nil(t, b)
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.NoError(t, b.Validate())
		require.Equal(t, id, b.String())
	})
}

// FuzzDrawn reads any text as drawn boards: those that are read are valid, and their pictures give
// the same boards.
func FuzzDrawn(f *testing.F) {
	for _, text := range []string{
		"1 2\n3 .\n", "1 2 3\n4 5 0\n\n3 1\n2 0", "1 2\n3", "\uFEFF1 2\r\n3 0",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ParseDrawn("file", strings.NewReader(text))
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		var drawn strings.Builder
		for _, b := range list {
			require.NoError(t, b.Validate())
			drawn.WriteString(Picture(b) + "\n")
		}
		again, err := ParseDrawn("file", strings.NewReader(drawn.String()))
		require.NoError(t, err)
		require.Equal(t, list, again)
	})
}

// FuzzMoves reads any text as moves, and reads what it writes.
func FuzzMoves(f *testing.F) {
	f.Add("U D L R")
	f.Add("UU x")
	f.Fuzz(func(t *testing.T, text string) {
		moves, err := ParseMoves(text)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		again, err := ParseMoves(FormatMoves(moves))
		require.NoError(t, err)
		require.Equal(t, moves, again)
	})
}
