package levels

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"exhaust/family"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
)

// A level file is a board file whose first lines are comments that say what is known of the board:
//
//	# level      8x8-6-both-seed1-3
//	# made by    exhaust generate --size 8x8 --stars 6 ...
//	# score      743 for both = length 550 + turns 30 + handovers 60 + difference 71 + solutions 32
//	# strict     44 moves, 6 turns, 0 handovers, 12 solutions that begin with U R, 34566 states
//	# solution   U D L ...
//	# handover   40 moves, 8 turns, 2 handovers, 1 solution that begins with U, 45102 states
//	# solution   U D - L ...
//	rule strict
//	turn black
//	Bb  W*  R
//	W   B*  Ww
//
// Under a rule under which it is unsolvable, a board has "unsolvable, 1234 states" and no solution line.

// maxFile bounds what is read of a level file, in bytes.
const maxFile = 1 << 20

// Extension ends the name of a level file.
const Extension = family.LevelExtension

// Append appends the level as a file to dst.
func (l *Level) Append(dst []byte) []byte {
	line := func(key, value string) { dst = fmt.Appendf(dst, "# %-10s %s\n", key, value) }
	line("level", l.Name)
	line("made by", l.Origin)
	line("score", fmt.Sprintf("%d for %v = %s", l.Score.Total(), l.Aim, strings.SplitN(l.Score.String(), " = ", 2)[1]))
	for rule := range l.Answers {
		a := &l.Answers[rule]
		line(twotone.Rule(rule).String(), a.String())
		if a.Solvable() {
			line("solution", a.Solution.String())
		}
	}
	return l.Case().AppendBoard(dst)
}

// String returns what a level file says of an answer, but for the solution.
func (a *Answer) String() string {
	if !a.Solvable() {
		return "unsolvable, " + things(a.States, "state")
	}
	solutions := "1 solution that begins"
	if a.Count != 1 {
		solutions = CountText(a.Count) + " solutions that begin"
	}
	return fmt.Sprintf("%s, %s, %s, %s with %s, %s", things(a.Length, "move"), things(a.Turns, "turn"), things(a.Handovers, "handover"),
		solutions, strings.Join(strings.Split(a.First, ""), " "), things(a.States, "state"))
}

// things returns a number of things: "1 move", "2 moves".
func things[N int | uint64](n N, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// CountText returns a number of solutions in digits, with a + behind it if it stands for more too.
func CountText(count uint64) string {
	if count == math.MaxUint64 {
		return strconv.FormatUint(count, 10) + "+"
	}
	return strconv.FormatUint(count, 10)
}

// The lines of a level file.
var (
	headerLine = regexp.MustCompile(`^# (level|made by|score|strict|handover|solution) +(.*)$`)
	scoreText  = regexp.MustCompile(`^(\d+) for (\w+) = length (\d+) \+ turns (\d+) \+ handovers (\d+) \+ difference (\d+) \+ solutions (\d+)$`)
	answerText = regexp.MustCompile(`^(\d+) moves?, (\d+) turns?, (\d+) handovers?, (\d+)\+? solutions? that begins? with ([UDLR ]*), (\d+) states?$`)
	lostText   = regexp.MustCompile(`^unsolvable, (\d+) states?$`)
)

// Parse reads a level file. The name is the file's, for errors. The header is taken at its word: nothing is solved.
func Parse(name string, r io.Reader) (*Level, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	c, err := twotone.ParseBoard(name, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	h := header{level: &Level{Board: c.Board}, seen: make(map[string]bool)}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		m := headerLine.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		if err := h.read(m[1], strings.TrimSpace(m[2])); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	if err := h.checkWhole(c.Rule); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return h.level, nil
}

// A header is the first lines of a level file as they are read.
type header struct {
	level *Level
	last  *Answer         // of the last line strict or handover, until its solution is read
	seen  map[string]bool // keys, but solution
}

// read reads a line.
func (h *header) read(key, value string) error {
	if key == "solution" {
		return h.readSolution(value)
	}
	if h.seen[key] {
		return fmt.Errorf("second line %q: want one", key)
	}
	h.seen[key] = true
	switch key {
	case "level":
		h.level.Name = value
	case "made by":
		h.level.Origin = value
	case "score":
		return h.readScore(value)
	default:
		rule, _ := twotone.RuleNamed(key)
		return h.readAnswer(&h.level.Answers[rule], value)
	}
	return nil
}

// readScore reads what follows "score".
func (h *header) readScore(value string) error {
	m := scoreText.FindStringSubmatch(value)
	aim, ok := Aim(0), false
	if m != nil {
		aim, ok = AimNamed(m[2])
	}
	if !ok {
		return fmt.Errorf("score %q: want a line as %q writes it", value, "exhaust generate")
	}
	h.level.Aim = aim
	for i, part := range h.level.Score.parts() {
		if err := parseNumber(m[3+i], part.value); err != nil {
			return err
		}
	}
	if total := strconv.Itoa(h.level.Score.Total()); total != m[1] {
		return fmt.Errorf("score %s: its parts add up to %s", m[1], total)
	}
	return nil
}

// readAnswer reads what follows "strict" or "handover".
func (h *header) readAnswer(a *Answer, value string) error {
	if m := lostText.FindStringSubmatch(value); m != nil {
		a.Verdict, h.last = puzzle.Unsolvable, nil
		return parseNumber(m[1], &a.States)
	}
	m := answerText.FindStringSubmatch(value)
	if m == nil {
		return fmt.Errorf("answer %q: want a line as %q writes it", value, "exhaust generate")
	}
	a.Verdict, h.last = puzzle.Solvable, a
	a.First = strings.ReplaceAll(m[5], " ", "")
	for i, number := range []*int{&a.Length, &a.Turns, &a.Handovers} {
		if err := parseNumber(m[1+i], number); err != nil {
			return err
		}
	}
	if err := parseNumber(m[4], &a.Count); err != nil {
		return err
	}
	return parseNumber(m[6], &a.States)
}

// readSolution reads what follows "solution".
func (h *header) readSolution(value string) (err error) {
	if h.last == nil {
		return fmt.Errorf("a solution without a line before it that says solvable under which rule")
	}
	h.last.Solution, err = twotone.ParseSolution(value)
	if err == nil && h.last.Solution.Moves() != h.last.Length {
		err = fmt.Errorf("a solution of %d moves: want %d as the line before says", h.last.Solution.Moves(), h.last.Length)
	}
	h.last = nil
	return err
}

// checkWhole checks that nothing is missing, and that the board is to be played by the rule that the answers say.
func (h *header) checkWhole(rule twotone.Rule) error {
	for _, key := range []string{"level", "made by", "score", "strict", "handover"} {
		if !h.seen[key] {
			return fmt.Errorf("no line %q: want a level as %q writes it", "# "+key, "exhaust generate --out")
		}
	}
	for r := range h.level.Answers {
		if a := &h.level.Answers[r]; a.Solvable() && a.Solution == nil {
			return fmt.Errorf("solvable under %v, and no solution", twotone.Rule(r))
		}
	}
	if want := h.level.Case().Rule; rule != want {
		return fmt.Errorf("rule %v: want %v as the answers say", rule, want)
	}
	return nil
}

// parseNumber reads digits.
func parseNumber[N int | uint64](digits string, n *N) error {
	v, err := strconv.ParseUint(digits, 10, 64)
	*n = N(v)
	if err != nil || *n < 0 || uint64(*n) != v {
		return fmt.Errorf("number %s: out of range", digits)
	}
	return nil
}
