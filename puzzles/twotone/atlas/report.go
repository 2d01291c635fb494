package atlas

import (
	"context"
	"fmt"
	"strconv"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bellman"
	"exhaust/puzzles/twotone/table"
)

// format is the version of the JSON of a Report. A report of another one is not merged.
const format = 2

// A Report is what exhaust table prints for programs. Where it says what
// exhaust enumerate says too, it has the same names.
type Report struct {
	Format        int                    `json:"format"`
	Version       string                 `json:"version"` // of the program
	Space         string                 `json:"space"`
	Share         Share                  `json:"share"`
	Classes       int                    `json:"classes"` // classes that were done, symmetric ones once
	Cases         uint64                 `json:"cases"`   // cases that were done, symmetric ones counted
	Complete      bool                   `json:"complete"`
	Mismatches    uint64                 `json:"mismatches"`
	FirstMismatch *string                `json:"first_mismatch"`
	Rules         map[string]*RuleReport `json:"rules"`
	Differ        *Differ                `json:"differ"`
	ByStars       []Part                 `json:"by_stars"`   // by the number of stars
	ByRainbow     []Part                 `json:"by_rainbow"` // by the number of rainbow cells
	Verified      *bellman.Report        `json:"verified"`
	Elapsed       float64                `json:"elapsed_seconds"`
}

// InOrder returns the rules of a report in their order.
func (r *Report) InOrder() []twotone.Rule {
	var rules []twotone.Rule
	for _, rule := range []twotone.Rule{twotone.Strict, twotone.Handover} {
		if r.Rules[rule.String()] != nil {
			rules = append(rules, rule)
		}
	}
	return rules
}

// A RuleReport is what was found under a rule.
type RuleReport struct {
	Counts
	Longest    *LongestCase `json:"longest"`
	NearLength *NearCase    `json:"nearest_length"` // to the length bound of the strict rule; null under handover
}

// Counts are the cases of a rule.
type Counts struct {
	Cases      uint64            `json:"cases"`
	Solvable   uint64            `json:"solvable"`
	Unsolvable uint64            `json:"unsolvable"`
	Lengths    map[string]uint64 `json:"lengths"`
}

// A LongestCase is the first case of the greatest length. The solution is null if the
// table to walk through would not fit into the memory.
type LongestCase struct {
	Length   int     `json:"length"`
	Case     string  `json:"case"`
	Solution *string `json:"solution"`
}

// A NearCase is the first case whose length is nearest to its bound, as a fraction.
type NearCase struct {
	twotone.Nearness
	Case string `json:"case"`
}

// Differ says how many boards the rules make different.
type Differ struct {
	Verdict uint64 `json:"verdict"` // solvable under handover only
	Length  uint64 `json:"length"`  // solvable under both, in fewer moves under handover
}

// A Part is the boards with a given number of stars, or of rainbow cells.
type Part struct {
	Number int                `json:"number"`
	Rules  map[string]*Counts `json:"rules"`
	Differ *Differ            `json:"differ"`
}

// add adds a group to the counts of a rule.
func (c *Counts) add(g *Group, rule twotone.Rule) {
	if c.Lengths == nil {
		c.Lengths = map[string]uint64{}
	}
	c.Cases += g.Boards
	c.Solvable += g.solvable(int(rule))
	c.Unsolvable = c.Cases - c.Solvable
	for length, n := range g.Lengths[rule] {
		if n > 0 {
			c.Lengths[strconv.Itoa(length)] += n
		}
	}
}

// merge adds counts.
func (c *Counts) merge(more *Counts) {
	c.Cases += more.Cases
	c.Solvable += more.Solvable
	c.Unsolvable += more.Unsolvable
	for length, n := range more.Lengths {
		c.Lengths[length] += n
	}
}

// add adds a group.
func (d *Differ) add(g *Group) {
	strict, handover := g.solvable(int(twotone.Strict)), g.solvable(int(twotone.Handover))
	d.Verdict += handover - strict
	d.Length += strict - g.Same
}

// merge adds another.
func (d *Differ) merge(more *Differ) {
	d.Verdict += more.Verdict
	d.Length += more.Length
}

// Report makes a report of a tally. It solves the longest cases, within the memory of the
// atlas, and has the referee replay them.
func (a *Atlas) Report(ctx context.Context, t *Tally) (Report, error) {
	r := Report{
		Format: format, Space: a.Space.String(), Share: a.Share, Classes: t.Classes,
		Cases: t.Boards * uint64(len(a.Rules)), Complete: t.Classes == len(a.Classes()),
		Mismatches: t.Mismatches, Rules: map[string]*RuleReport{},
	}
	if t.First != "" {
		r.FirstMismatch = &t.First
	}
	n := a.Space.Rows*a.Space.Cols + 1
	r.ByStars, r.ByRainbow = a.parts(n), a.parts(n)
	for _, rule := range a.Rules {
		longest, err := a.longest(ctx, t.Longest[rule], rule)
		if err != nil {
			return Report{}, err
		}
		r.Rules[rule.String()] = &RuleReport{Longest: longest, Counts: Counts{Lengths: map[string]uint64{}}}
	}
	if t.Nearest != nil {
		r.Rules[twotone.Strict.String()].NearLength = a.nearest(t.Nearest)
	}
	if len(a.Rules) > 1 {
		r.Differ = &Differ{}
	}
	for rainbow := range t.Groups {
		for stars := range t.Groups[rainbow] {
			a.addGroup(&r, rainbow, stars, &t.Groups[rainbow][stars])
		}
	}
	return r, nil
}

// parts returns n empty parts.
func (a *Atlas) parts(n int) []Part {
	parts := make([]Part, n)
	for i := range parts {
		parts[i] = Part{Number: i, Rules: map[string]*Counts{}}
		for _, rule := range a.Rules {
			parts[i].Rules[rule.String()] = &Counts{Lengths: map[string]uint64{}}
		}
		if len(a.Rules) > 1 {
			parts[i].Differ = &Differ{}
		}
	}
	return parts
}

// addGroup adds a group to a report.
func (a *Atlas) addGroup(r *Report, rainbow, stars int, g *Group) {
	byRainbow, byStars := &r.ByRainbow[rainbow], &r.ByStars[stars]
	for _, rule := range a.Rules {
		name := rule.String()
		r.Rules[name].add(g, rule)
		byRainbow.Rules[name].add(g, rule)
		byStars.Rules[name].add(g, rule)
	}
	if r.Differ != nil {
		r.Differ.add(g)
		byRainbow.Differ.add(g)
		byStars.Differ.add(g)
	}
}

// nearest names the case nearest to the length bound.
func (a *Atlas) nearest(n *Nearest) *NearCase {
	c := twotone.Case{Rule: twotone.Strict}
	a.Space.Board(n.Number, &c.Board)
	return &NearCase{n.Nearness, c.ID()}
}

// longest solves the longest case of a rule.
func (a *Atlas) longest(ctx context.Context, l *Longest, rule twotone.Rule) (*LongestCase, error) {
	if l == nil {
		return nil, nil
	}
	c := twotone.Case{Rule: rule}
	a.Space.Board(l.Number, &c.Board)
	solver := table.Solver{MaxBytes: a.Memory}
	found, err := solver.Solve(ctx, &c, puzzle.Best)
	if err != nil {
		return nil, err
	}
	out := &LongestCase{Length: l.Length, Case: c.ID()}
	if found.Verdict == puzzle.Limit {
		return out, nil
	}
	var referee twotone.Referee
	moves, err := referee.Replay(&c, found.Certificate)
	if err != nil {
		return nil, fmt.Errorf("longest case %s: %w", c.ID(), err)
	}
	if moves != l.Length || found.Value != l.Length {
		return nil, fmt.Errorf("longest case %s: length %d, but its solution has %d moves", c.ID(), l.Length, moves)
	}
	text := twotone.Solution(found.Certificate).String()
	out.Solution = &text
	return out, nil
}
