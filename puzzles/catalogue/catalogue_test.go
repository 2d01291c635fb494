package catalogue_test

import (
	"context"
	"errors"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"exhaust/family/verbs"
	"exhaust/puzzle"
	"exhaust/puzzles/catalogue"
)

// each runs a test for each puzzle.
func each(t *testing.T, test func(t *testing.T, p verbs.Puzzle)) {
	t.Helper()
	for _, p := range catalogue.All() {
		t.Run(p.About().Name, func(t *testing.T) { test(t, p) })
	}
}

// findCase returns the case of an ID, as a user writes it.
func findCase(t *testing.T, text string) verbs.Case {
	t.Helper()
	p, id, _ := catalogue.Cut(text)
	c, err := p.Case(id)
	require.NoError(t, err, text)
	return c
}

// solve returns what the usual solver of a puzzle says of a case. What it says must be true as far
// as that can be seen: a certificate replays to the value, and a limit has a cause.
func solve(t *testing.T, ctx context.Context, p verbs.Puzzle, c verbs.Case) puzzle.Answer {
	t.Helper()
	s, err := p.Solver(p.About().Standing()[0], puzzle.Limits{})
	require.NoError(t, err)
	a, err := s.Solve(ctx, c, puzzle.Best)
	require.NoError(t, err, c.ID())
	switch a.Verdict {
	case puzzle.Solvable:
		value, err := c.Replay(a.Certificate)
		require.NoError(t, err, c.ID())
		require.Equal(t, a.Value, value, c.ID())
	case puzzle.Limit:
		require.Error(t, ctx.Err(), c.ID())
		require.Equal(t, context.Cause(ctx), a.Cause, c.ID())
	}
	return a
}

func TestNames(t *testing.T) {
	seen := map[string]bool{}
	each(t, func(t *testing.T, p verbs.Puzzle) {
		name := p.About().Name
		require.Regexp(t, `^[a-z0-9]+$`, name)
		require.False(t, seen[name])
		seen[name] = true
		found, err := catalogue.Find(name)
		require.NoError(t, err)
		require.Equal(t, p, found)
		cut, rest, named := catalogue.Cut(name + ":2x2")
		require.Equal(t, p, cut)
		require.Equal(t, "2x2", rest)
		require.True(t, named)
	})
	require.Equal(t, catalogue.All()[0], catalogue.Default())
	_, err := catalogue.Find("chess")
	require.ErrorContains(t, err, `unknown puzzle "chess": want `)
	cut, rest, named := catalogue.Cut("2x2:BWRB")
	require.Equal(t, catalogue.Default(), cut)
	require.Equal(t, "2x2:BWRB", rest)
	require.False(t, named)
}

// TestAbout sees that the texts fit the places where they are printed.
func TestAbout(t *testing.T) {
	each(t, func(t *testing.T, p verbs.Puzzle) {
		a := p.About()
		require.NotEmpty(t, a.Title)
		require.NotEmpty(t, a.Facts)
		first, _ := utf8.DecodeRuneInString(a.Asks)
		require.True(t, unicode.IsLower(first), a.Asks)
		require.NotContains(t, ".?!", a.Asks[len(a.Asks)-1:], "it is printed within a sentence")
		for line := range strings.Lines(a.Rules) {
			require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 80, line)
		}
		require.GreaterOrEqual(t, len(a.Standing()), 2)
		solvers := map[string]bool{}
		for _, s := range a.Solvers {
			require.False(t, solvers[s.Name], s.Name)
			solvers[s.Name] = true
			require.NotEmpty(t, s.Is, s.Name)
		}
	})
}

// TestIDs reads the examples, writes them back and solves them, or stops after a second.
func TestIDs(t *testing.T) {
	each(t, func(t *testing.T, p verbs.Puzzle) {
		a := p.About()
		require.NotEmpty(t, a.IDs)
		for _, example := range a.IDs {
			c := findCase(t, example.Text)
			require.Equal(t, c.ID(), findCase(t, c.ID()).ID(), example.Text)
			named := strings.HasPrefix(example.Text, a.Name+":")
			if named != a.Unnamed { // else it is another notation
				require.Equal(t, example.Text, c.ID())
			}
			require.NotEmpty(t, c.Picture(), example.Text)
			late := errors.New("a second is over")
			ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, late)
			defer cancel()
			solve(t, ctx, p, c)
		}
	})
}

// numbered finds how many cases an example of a size says there are.
var numbered = regexp.MustCompile(`([0-9,]+) (cases|boards|games)\b`)

// TestSpaces makes the spaces of the examples, and counts them.
func TestSpaces(t *testing.T) {
	each(t, func(t *testing.T, p verbs.Puzzle) {
		for _, example := range p.About().Spaces {
			c := census(t, p, example.Text)
			require.NotZero(t, c.Boards(), example.Text)
			if m := numbered.FindStringSubmatch(example.Is); m != nil {
				require.Equal(t, m[1], thousands(c.Cases()), "%s: %s", example.Text, example.Is)
			}
		}
	})
}

// census returns the census of a size, which is not taken.
func census(t *testing.T, p verbs.Puzzle, size string) verbs.Census {
	t.Helper()
	o := verbs.CensusOptions{Size: size, Solvers: p.About().Standing()}
	for variant := range p.About().Variants {
		o.Variants = append(o.Variants, variant)
	}
	c, err := p.Census(t.Context(), o)
	require.NoError(t, err, size)
	return c
}

// thousands returns a number with commas.
func thousands(n uint64) string {
	text := strconv.FormatUint(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// page is docs/PUZZLES.md by section.
func page(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../docs/PUZZLES.md")
	require.NoError(t, err)
	sections := map[string]string{}
	for _, section := range strings.Split(string(text), "\n## ")[1:] {
		name, body, _ := strings.Cut(section, "\n")
		sections[name] = body
	}
	return sections
}

// TestPageHasAll sees a section for each puzzle, with all its solvers and the first of its sizes.
func TestPageHasAll(t *testing.T) {
	sections := page(t)
	require.Len(t, sections, len(catalogue.All()))
	each(t, func(t *testing.T, p verbs.Puzzle) {
		body := sections[p.About().Name]
		require.NotEmpty(t, body, "docs/PUZZLES.md has no section %s", p.About().Name)
		require.Contains(t, body, "`"+p.About().Spaces[0].Text+"`")
		if p.About().Name == "hamilton" {
			body = sections["twotone"] // whose solvers it has
		}
		for _, solver := range p.About().SolverNames() {
			require.Regexp(t, "(?m)^\\| `"+solver+"`", body)
		}
	})
}

// command is a command of the page, with what it prints in words.
var command = regexp.MustCompile(`(?m)^    exhaust (\S+) (\S+)(?: +(\S.*))?$`)

// TestPageIsTrue runs the commands of the page that solve, and reads what the others take.
func TestPageIsTrue(t *testing.T) {
	for name, body := range page(t) {
		t.Run(name, func(t *testing.T) {
			commands := command.FindAllStringSubmatch(body, -1)
			require.NotEmpty(t, commands)
			for _, m := range commands {
				run(t, name, m[1], m[2], m[3])
			}
		})
	}
}

// run does what a command of the section of a puzzle does.
func run(t *testing.T, name, verb, text, says string) {
	t.Helper()
	p, rest, _ := catalogue.Cut(text)
	require.Equal(t, name, p.About().Name, text)
	switch verb {
	case "solve":
		c := findCase(t, text)
		a := solve(t, t.Context(), p, c)
		got := a.Verdict.String()
		if a.Verdict == puzzle.Solvable {
			got = strconv.Itoa(a.Value) + " moves"
		}
		require.Equal(t, got, says, text)
	case "enumerate":
		require.NotZero(t, census(t, p, rest).Boards(), text)
	case "explore":
		_, ok, err := p.Whole(rest, "")
		require.NoError(t, err, text)
		if !ok {
			_, err := findCase(t, text).Space("")
			require.NoError(t, err, text)
		}
	default:
		require.Fail(t, "no such verb", verb)
	}
}
