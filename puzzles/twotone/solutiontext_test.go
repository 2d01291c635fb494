package twotone_test

import (
	"slices"
	"strings"
	"testing"

	"exhaust/puzzles/twotone"
)

func TestSolutionString(t *testing.T) {
	for steps, want := range map[string]string{
		"":       "",
		"U":      "U",
		"UDLR-":  "U D L R -",
		"-RR-LD": "- R R - L D",
	} {
		if got := twotone.Solution(steps).String(); got != want {
			t.Errorf("%s is %q, want %q", steps, got, want)
		}
	}
	if got := twotone.Solution(nil).String(); got != "" {
		t.Errorf("no solution is %q, want nothing", got)
	}
}

func TestParseSolution(t *testing.T) {
	for text, want := range map[string]string{
		"":                "",
		" \t ":            "",
		"U":               "U",
		"U D L R -":       "UDLR-",
		"UDLR-":           "UDLR-",
		"  R  R\t-\tL D ": "RR-LD",
	} {
		got, err := twotone.ParseSolution(text)
		if err != nil || got == nil || string(got) != want {
			t.Errorf("%q is %q and %v, want %q", text, got, err, want)
		}
	}
}

func TestParseSolutionErrors(t *testing.T) {
	long := strings.Repeat("U D ", 1000)
	for text, want := range map[string]string{
		"u":               `solution: column 1: unknown step "u", want U, D, L, R or -`,
		"U, D":            `solution: column 2: unknown step ",", want U, D, L, R or -`,
		"U D\nL":          `solution: column 4: unknown step "\n", want U, D, L, R or -`,
		"U D\r\n":         `solution: column 4: unknown step "\r", want U, D, L, R or -`,
		"U\tD\u2212":      `solution: column 4: unknown step "−", want U, D, L, R or -`,
		"U\u00a0D":        `solution: column 2: unknown step "\u00a0", want U, D, L, R or -`,
		"U\x00":           `solution: column 2: unknown step "\x00", want U, D, L, R or -`,
		"U\xe2\x88":       `solution: column 2: unknown step "\xe2", want U, D, L, R or -`,
		long + "x" + long: `solution: column 4001: unknown step "x", want U, D, L, R or -`,
	} {
		s, err := twotone.ParseSolution(text)
		if err == nil || err.Error() != want || s != nil {
			t.Errorf("%.40q: %v\nwant %s", text, err, want)
		}
		checkSyntaxError(t, err)
	}
}

func TestSolutionRoundTripLong(t *testing.T) {
	want := twotone.Solution(strings.Repeat("UDLR-", 400_000))
	got, err := twotone.ParseSolution(want.String())
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("%d steps and %v, want %d steps", len(got), err, len(want))
	}
}

func FuzzParseSolution(f *testing.F) {
	for _, seed := range []string{"", "U D L R -", "UDLR-", " R\t\tR - ", "U,D", "U\nD", "U\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := twotone.ParseSolution(text)
		if err != nil {
			checkSyntaxError(t, err)
			return
		}
		if want := strings.NewReplacer(" ", "", "\t", "").Replace(text); string(s) != want {
			t.Fatalf("%q is %q, want %q", text, s, want)
		}
		back, err := twotone.ParseSolution(s.String())
		if err != nil || !slices.Equal(back, s) || back.String() != s.String() {
			t.Fatalf("%q came back as %q and %v", s.String(), back, err)
		}
	})
}
