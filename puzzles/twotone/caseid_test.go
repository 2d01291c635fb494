package twotone_test

import (
	"strings"
	"testing"

	"exhaust/puzzles/twotone"
)

func TestID(t *testing.T) {
	c := &twotone.Case{Rule: twotone.Handover, Board: twotone.Board{
		Rows: 2, Cols: 3,
		Cells: []twotone.Colour{
			twotone.Black, twotone.White, twotone.Rainbow,
			twotone.White, twotone.Black, twotone.White,
		},
		Stars: []bool{false, true, false, false, true, false},
		White: 5,
	}}
	check := func(want string) {
		t.Helper()
		if got := c.ID(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	check("2x3:BWRWBW:0:5:1,4:handover")
	c.Turn = twotone.White
	check("2x3:BWRWBW:0:5:1,4:handover:white")
	c.Rule, c.Stars = twotone.Strict, make([]bool, 6)
	check("2x3:BWRWBW:0:5:-:strict:white")
	if got := string(c.AppendID([]byte("id="))); got != "id="+c.ID() {
		t.Errorf("%s, want the ID after what was there", got)
	}
}

func TestParseID(t *testing.T) {
	c, err := twotone.ParseID("2x3:BWRWBW:0:5:1,4:handover:white")
	if err != nil {
		t.Fatal(err)
	}
	if c.Rows != 2 || c.Cols != 3 || c.Black != 0 || c.White != 5 {
		t.Errorf("sides %dx%d, pieces %d and %d, want 2x3, 0 and 5", c.Rows, c.Cols, c.Black, c.White)
	}
	if c.Cells[2] != twotone.Rainbow || c.Cells[3] != twotone.White || c.Cells[4] != twotone.Black {
		t.Errorf("cells %v, want B W R W B W", c.Cells)
	}
	if !c.Stars[1] || !c.Stars[4] || c.StarCount() != 2 {
		t.Errorf("stars %v, want 1 and 4", c.Stars)
	}
	if c.Rule != twotone.Handover || c.Turn != twotone.White {
		t.Errorf("%v, %v to move, want handover, white", c.Rule, c.Turn)
	}
}

func TestParseIDTurn(t *testing.T) {
	for text, want := range map[string]string{
		"3x1:BWR:2:0:0,1,2:strict":       "3x1:BWR:2:0:0,1,2:strict",
		"3x1:BWR:2:0:0,1,2:strict:black": "3x1:BWR:2:0:0,1,2:strict",
		"3x1:BWR:2:0:0,1,2:strict:white": "3x1:BWR:2:0:0,1,2:strict:white",
	} {
		c, err := twotone.ParseID(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := c.ID(); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

func TestParseIDErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", `case "": column 1: unexpected end, want rows, a number from 1 to 255`},
		{" 2x3:BWRWBW:0:5:-:strict", `column 1: unexpected " ", want rows, a number from 1 to 255`},
		{"+2x3:BWRWBW:0:5:-:strict", `column 1: unexpected "+", want rows, a number from 1 to 255`},
		{"-2x3:BWRWBW:0:5:-:strict", `column 1: unexpected "-", want rows, a number from 1 to 255`},
		{"0x3:BWRWBW:0:5:-:strict", `column 1: rows 0, want a number from 1 to 255`},
		{"02x3:BWRWBW:0:5:-:strict", `column 1: rows 02, want a number without leading zeros`},
		{"256x3:BWRWBW:0:5:-:strict", `column 1: rows 256, want a number from 1 to 255`},
		{"2", `column 2: unexpected end, want "x"`},
		{"2X3:BWRWBW:0:5:-:strict", `column 2: unexpected "X", want "x"`},
		{"2x", `column 3: unexpected end, want columns, a number from 1 to 255`},
		{"2x003:BWRWBW:0:5:-:strict", `column 3: columns 003, want a number without leading zeros`},
		{"2x256:BWRWBW:0:5:-:strict", `column 3: columns 256, want a number from 1 to 255`},
		{"1x1:B:0:0:-:strict", `column 1: a board of 1x1, want at least two cells`},
		{"2x3", `column 4: unexpected end, want ":"`},
		{"2x3;BWRWBW:0:5:-:strict", `column 4: unexpected ";", want ":"`},
		{"2x3:", `column 5: 0 cells, want 6 for a board of 2x3`},
		{"2x3:BWRWB:0:5:-:strict", `column 10: 5 cells, want 6 for a board of 2x3`},
		{"2x3:BWRWB", `column 10: 5 cells, want 6 for a board of 2x3`},
		{"2x3:BWRWBWB:0:5:-:strict", `column 11: unexpected "B", want ":"`},
		{"2x2:BWXB:0:3:1:strict", `column 7: unknown cell "X", want B, W or R`},
		{"2x3:BWrWBW:0:5:-:strict", `column 7: unknown cell "r", want B, W or R`},
		{"2x3:BWäWBW:0:5:-:strict", `column 7: unknown cell "ä", want B, W or R`},
		{"2x3:BWRWBW", `column 11: unexpected end, want ":"`},
		{"2x3:BWRWBW::5:-:strict", `column 12: unexpected ":", want black cell, a number from 0 to 5`},
		{"2x3:BWRWBW:00:5:-:strict", `column 12: black cell 00, want a number without leading zeros`},
		{"2x3:BWRWBW:6:5:-:strict", `column 12: black cell 6, want a number from 0 to 5`},
		{"2x3:BWRWBW:0,5:-:strict", `column 13: unexpected ",", want ":"`},
		{"2x3:BWRWBW:0:-:-:strict", `column 14: unexpected "-", want white cell, a number from 0 to 5`},
		{"2x3:BWRWBW:0:05:-:strict", `column 14: white cell 05, want a number without leading zeros`},
		{"2x3:BWRWBW:0:6:-:strict", `column 14: white cell 6, want a number from 0 to 5`},
		{"2x3:BWRWBW:4:4:-:strict", `column 14: both pieces on cell 4, want two different cells`},
		{"2x3:BWRWBW:0:5::strict", `column 16: unexpected ":", want star cell, a number from 0 to 5`},
		{"2x3:BWRWBW:0:5:,:strict", `column 16: unexpected ",", want star cell, a number from 0 to 5`},
		{"2x3:BWRWBW:0:5:1,:strict", `column 18: unexpected ":", want star cell, a number from 0 to 5`},
		{"2x3:BWRWBW:0:5:1,01:strict", `column 18: star cell 01, want a number without leading zeros`},
		{"2x3:BWRWBW:0:5:1,6:strict", `column 18: star cell 6, want a number from 0 to 5`},
		{"2x3:BWRWBW:0:5:1, 4:strict", `column 18: unexpected " ", want star cell, a number from 0 to 5`},
		{"2x3:BWRWBW:0:5:4,1:strict", `column 18: star cell 1 after 4, want ascending numbers`},
		{"2x3:BWRWBW:0:5:4,4:strict", `column 18: star cell 4 after 4, want ascending numbers`},
		{"2x3:BWRWBW:0:5:-,1:strict", `column 17: unexpected ",", want ":"`},
		{"2x3:BWRWBW:0:5:1-:strict", `column 17: unexpected "-", want ":"`},
		{"2x3:BWRWBW:0:5:-", `column 17: no rule, want :strict or :handover`},
		{"2x3:BWRWBW:0:5:-:", `column 18: unknown rule "", want strict or handover`},
		{"2x3:BWRWBW:0:5:-:Strict", `column 18: unknown rule "Strict", want strict or handover`},
		{"2x3:BWRWBW:0:5:-:strict ", `column 18: unknown rule "strict ", want strict or handover`},
		{"2x3:BWRWBW:0:5:-:strict:", `column 25: unknown turn "", want black or white`},
		{"2x3:BWRWBW:0:5:-:strict:b", `column 25: unknown turn "b", want black or white`},
		{"2x3:BWRWBW:0:5:-:strict:white:", `column 25: unknown turn "white:", want black or white`},
		{"2x3:BWRWBW:0:5:-:strict:rainbow", `column 25: unknown turn "rainbow", want black or white`},
	} {
		want := test.want
		if strings.HasPrefix(want, "column") {
			want = "case " + test.text + ": " + want
		}
		c, err := twotone.ParseID(test.text)
		if err == nil || err.Error() != want || c != nil {
			t.Errorf("%q: %v\nwant %s", test.text, err, want)
		}
		checkSyntaxError(t, err)
	}
}

func TestParseIDErrorsQuote(t *testing.T) {
	nines := strings.Repeat("9", 1000)
	for _, test := range []struct{ text, want string }{
		{"2x3:B\n", `case "2x3:B\n": column 6: unknown cell "\n", want B, W or R`},
		{"2x3:B\xff\x00", `case "2x3:B\xff\x00": column 6: unknown cell "\xff", want B, W or R`},
		{"2x3:BWRWBW:0:5:-:strict\n", `case "2x3:BWRWBW:0:5:-:strict\n": column 18: unknown rule "strict\n", want strict or handover`},
		{nines, "case " + nines[:60] + "...: column 1: rows " + nines[:24] + "..., want a number from 1 to 255"},
		{
			"9x9:" + strings.Repeat("B", 81) + ":0:1:-:" + nines,
			"case 9x9:" + strings.Repeat("B", 56) + "...: column 93: unknown rule \"" + nines[:23] + "\"..., want strict or handover",
		},
	} {
		_, err := twotone.ParseID(test.text)
		if err == nil || err.Error() != test.want {
			t.Errorf("%.100q: %v\nwant %s", test.text, err, test.want)
		}
		checkSyntaxError(t, err)
	}
}

func FuzzParseID(f *testing.F) {
	for _, seed := range []string{
		"2x2:BWRB:0:3:1,2:strict",
		"2x3:BWRWBW:0:5:1,4:handover:white",
		"3x1:BWR:2:0:-:strict:black",
		"1x13:BWRBWRBWRBWRB:10:12:0,2,10,11,12:handover",
		"02x2:BWRB:0:3:2,1:Strict:",
		"2x2:BW\xff",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := twotone.ParseID(text)
		if err != nil {
			checkSyntaxError(t, err)
			return
		}
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		if id := c.ID(); text != id && text != id+":black" {
			t.Fatalf("%q came back as %q", text, id)
		}
		checkNotedCase(t, c)
	})
}
