package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/contest"
)

// unindent takes the two blanks off that every line of an example of the help begins with.
func unindent(text string) string { return regexp.MustCompile("(?m)^  ").ReplaceAllString(text, "") }

// TestSolversOfTheHelp runs the solvers that the help of compare shows. Neither is ever wrong; the one in shell
// knows the boards without a star, the one in Python all.
func TestSolversOfTheHelp(t *testing.T) {
	space, err := twotone.NewSpace(1, 3, twotone.Black)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"sh": shellSolver, "python3": pythonSolver} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(name); err != nil {
				t.Skipf("no %s on this machine", name)
			}
			if lines := strings.Count(text, "\n"); lines > 20 {
				t.Errorf("%d lines are too many for a help", lines)
			}
			file := filepath.Join(t.TempDir(), "solver")
			if err := os.WriteFile(file, []byte(unindent(text)), 0o600); err != nil {
				t.Fatal(err)
			}
			player, err := contest.ParsePlayer("exec:" + name + " " + file)
			if err != nil {
				t.Fatal(err)
			}
			c := contest.Contest{
				Players: [2]contest.Player{contest.Internal("bfs"), player},
				Source:  &contest.All{Space: space, Rules: []twotone.Rule{twotone.Strict, twotone.Handover}},
				Ask:     puzzle.Best, Timeout: time.Minute, Enough: 1, Workers: 1,
			}
			r, err := c.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			// 27 colourings, 6 placements, 2 rules
			if r.Mismatches != 0 || r.Agreed < 2*27*6 || r.Agreed+r.Limited != r.Cases {
				t.Errorf("%d agreed, %d limits, %d differences", r.Agreed, r.Limited, r.Mismatches)
			}
			if name == "python3" && r.Limited != 0 {
				t.Errorf("%d limits, want none", r.Limited)
			}
		})
	}
}
