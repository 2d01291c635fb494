package atlas

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"exhaust/puzzles/twotone"
)

// A Source is a report and where it comes from.
type Source struct {
	Name string
	Report
}

// Merge joins the reports of all shares of a whole, in any order. It is an error, which names
// the source, if they are not of the same format, version, space, rules and number of shares, if one is
// not complete or there twice, or if one is missing. The time is the sum.
func Merge(sources []Source) (Report, error) {
	if len(sources) == 0 {
		return Report{}, errors.New("no report: want all shares of a whole")
	}
	first := &sources[0]
	byPart := map[int]*Source{}
	for i := range sources {
		s := &sources[i]
		if err := s.fits(first); err != nil {
			return Report{}, fmt.Errorf("%s: %w", s.Name, err)
		}
		if twin := byPart[s.Share.Part]; twin != nil {
			return Report{}, fmt.Errorf("%s: share %d of %d, which is in %s too", s.Name, s.Share.Part, s.Share.Of, twin.Name)
		}
		byPart[s.Share.Part] = s
	}
	for part := 1; part <= first.Share.Of; part++ {
		if byPart[part] == nil {
			return Report{}, fmt.Errorf("share %d of %d is missing", part, first.Share.Of)
		}
	}
	return join(first, byPart)
}

// fits returns an error unless the report can be merged with another.
func (s *Source) fits(other *Source) error {
	same := func(what string, have, want any) error {
		if have != want {
			return fmt.Errorf("%s %v, want %v as in %s", what, have, want, other.Name)
		}
		return nil
	}
	switch {
	case s.Format != format:
		return fmt.Errorf("format %d: want %d", s.Format, format)
	case s.Share.Of < 1 || s.Share.Part < 1 || s.Share.Part > s.Share.Of:
		return fmt.Errorf("share %d of %d: want one of 1 to the whole number", s.Share.Part, s.Share.Of)
	case !s.Complete:
		return errors.New("the run was not complete")
	}
	return errors.Join(
		same("version", s.Version, other.Version),
		same("space", s.Space, other.Space),
		same("rules", fmt.Sprint(s.ruleNames()), fmt.Sprint(other.ruleNames())),
		same("number of shares", s.Share.Of, other.Share.Of),
		same("verified", s.Verified != nil, other.Verified != nil),
		s.whole(),
	)
}

// ruleNames returns the names of the rules.
func (r *Report) ruleNames() []string { return slices.Sorted(maps.Keys(r.Rules)) }

// whole returns an error unless a report has all its parts and they make up the sums.
func (r *Report) whole() error {
	space, err := r.space()
	if err != nil {
		return err
	}
	for name, rule := range r.Rules {
		if rule == nil || name != twotone.Strict.String() && name != twotone.Handover.String() {
			return fmt.Errorf("nothing under rule %q: want strict, handover or both", name)
		}
	}
	if len(r.Rules) == 0 || (r.Differ != nil) != (len(r.Rules) == 2) {
		return errors.New("no rules, or not what differs between them")
	}
	cases := uint64(0)
	for _, name := range r.ruleNames() {
		cases += r.Rules[name].Cases
		if err := r.Rules[name].sound(); err != nil {
			return fmt.Errorf("under %s: %w", name, err)
		}
		if near := r.Rules[name].NearLength != nil; near != (name == twotone.Strict.String() && len(r.Rules[name].Lengths) > 1) {
			return fmt.Errorf("under %s: want a case nearest to the length bound under strict, if any is longer than 0, and none else", name)
		}
	}
	if cases != r.Cases {
		return fmt.Errorf("%d cases, but %d under the rules", r.Cases, cases)
	}
	if err := r.addsUp("by_stars", r.ByStars, space.Rows*space.Cols+1); err != nil {
		return err
	}
	return r.addsUp("by_rainbow", r.ByRainbow, space.Rows*space.Cols+1)
}

// sound returns an error unless there are cases of every length from 0 to that of the longest case, and
// as many together as are solvable. There is no gap, because the boards of a shortest solution are
// all of one class, and their lengths go down by one.
func (r *RuleReport) sound() error {
	for length := range len(r.Lengths) {
		if r.Lengths[strconv.Itoa(length)] == 0 {
			return fmt.Errorf("%d lengths, but none is %d: want every one from 0 to the greatest", len(r.Lengths), length)
		}
	}
	longest := -1
	if r.Longest != nil {
		longest = r.Longest.Length
	}
	if longest != len(r.Lengths)-1 {
		return fmt.Errorf("longest case of length %d, want %d", longest, len(r.Lengths)-1)
	}
	return r.Counts.sound()
}

// sound returns an error unless the cases are solvable or unsolvable, and each solvable one is of a length.
func (c *Counts) sound() error {
	if c.Solvable > c.Cases || c.Unsolvable != c.Cases-c.Solvable {
		return fmt.Errorf("%d solvable and %d unsolvable cases of %d", c.Solvable, c.Unsolvable, c.Cases)
	}
	left := c.Solvable
	for _, n := range c.Lengths {
		if n == 0 || n > left {
			return fmt.Errorf("%d cases are solvable: want as many of all lengths together, and some of each", c.Solvable)
		}
		left -= n
	}
	if left > 0 {
		return fmt.Errorf("%d cases are solvable, but %d of them of no length", c.Solvable, left)
	}
	return nil
}

// addsUp returns an error unless there are n parts that make up the sums.
func (r *Report) addsUp(what string, parts []Part, n int) error {
	if len(parts) != n {
		return fmt.Errorf("%s has %d parts, want %d", what, len(parts), n)
	}
	differ := Differ{}
	for i := range parts {
		if (parts[i].Differ != nil) != (r.Differ != nil) {
			return fmt.Errorf("%s, part %d: not what differs between the rules", what, i)
		}
		if parts[i].Differ != nil {
			differ.merge(parts[i].Differ)
		}
	}
	if r.Differ != nil && differ != *r.Differ {
		return fmt.Errorf("%s does not add up to what differs between the rules", what)
	}
	for name, rule := range r.Rules {
		sum := Counts{Lengths: map[string]uint64{}}
		for i := range parts {
			part := parts[i].Rules[name]
			if part == nil {
				return fmt.Errorf("%s, part %d: nothing under %s", what, i, name)
			}
			if err := part.sound(); err != nil {
				return fmt.Errorf("%s, part %d, under %s: %w", what, i, name, err)
			}
			sum.merge(part)
		}
		if sum.Cases != rule.Cases || sum.Solvable != rule.Solvable || sum.Unsolvable != rule.Unsolvable ||
			!maps.Equal(sum.Lengths, rule.Lengths) {
			return fmt.Errorf("%s does not add up to the cases under %s", what, name)
		}
	}
	return nil
}

// space returns the space that the report is of.
func (r *Report) space() (*twotone.Space, error) { return twotone.ParseSpace(r.Space, twotone.Black) }

// join adds up reports that fit together.
func join(first *Source, byPart map[int]*Source) (Report, error) {
	space, err := first.space()
	if err != nil {
		return Report{}, err
	}
	a := Atlas{Space: space, Rules: first.InOrder()}
	whole := Report{
		Format: format, Version: first.Version, Space: first.Space, Share: Whole, Complete: true,
		ByStars: a.parts(len(first.ByStars)), ByRainbow: a.parts(len(first.ByRainbow)), Rules: map[string]*RuleReport{},
	}
	for name := range first.Rules {
		whole.Rules[name] = &RuleReport{Counts: Counts{Lengths: map[string]uint64{}}}
	}
	if first.Differ != nil {
		whole.Differ = &Differ{}
	}
	for part := 1; part <= len(byPart); part++ {
		if err := whole.add(&byPart[part].Report, space); err != nil {
			return Report{}, fmt.Errorf("%s: %w", byPart[part].Name, err)
		}
	}
	if want := space.Len() * uint64(len(a.Rules)); whole.Cases != want {
		return Report{}, fmt.Errorf("the shares have %d cases together, want %d", whole.Cases, want)
	}
	return whole, nil
}

// add adds the report of a share.
func (r *Report) add(more *Report, space *twotone.Space) error {
	r.Classes += more.Classes
	r.Cases += more.Cases
	r.Mismatches += more.Mismatches
	r.Elapsed += more.Elapsed
	if r.FirstMismatch == nil {
		r.FirstMismatch = more.FirstMismatch
	}
	if r.Differ != nil {
		r.Differ.merge(more.Differ)
	}
	if v := more.Verified; v != nil {
		if r.Verified == nil {
			r.Verified = v
		} else {
			r.Verified.Merge(*v)
		}
	}
	addParts(r.ByStars, more.ByStars)
	addParts(r.ByRainbow, more.ByRainbow)
	for name, rule := range more.Rules {
		if err := r.Rules[name].join(rule, space); err != nil {
			return err
		}
	}
	return nil
}

// join adds what a share has found under the rule.
func (r *RuleReport) join(more *RuleReport, space *twotone.Space) error {
	r.merge(&more.Counts)
	longest, err := r.Longest.numbered(space)
	longer, longerErr := more.Longest.numbered(space)
	nearest, nearestErr := r.NearLength.numbered(space)
	nearer, nearerErr := more.NearLength.numbered(space)
	if err := cmp.Or(err, longerErr, nearestErr, nearerErr); err != nil {
		return err
	}
	if longer != nil && longer.before(longest) {
		r.Longest = more.Longest
	}
	if nearer != nil && nearer.before(nearest) {
		r.NearLength = more.NearLength
	}
	return nil
}

// addParts adds parts one by one.
func addParts(parts, more []Part) {
	for i := range parts {
		for name, counts := range parts[i].Rules {
			counts.merge(more[i].Rules[name])
		}
		if parts[i].Differ != nil {
			parts[i].Differ.merge(more[i].Differ)
		}
	}
}

// numbered returns a longest case by its number; nil for nil.
func (l *LongestCase) numbered(space *twotone.Space) (*Longest, error) {
	if l == nil {
		return nil, nil
	}
	c, err := parseCase("longest case", l.Case, space)
	if err != nil {
		return nil, err
	}
	return &Longest{l.Length, space.Number(&c.Board)}, nil
}

// numbered returns a nearest case by its number; nil for nil.
func (n *NearCase) numbered(space *twotone.Space) (*Nearest, error) {
	if n == nil {
		return nil, nil
	}
	c, err := parseCase("case nearest to the length bound", n.Case, space)
	if err != nil {
		return nil, err
	}
	if want := uint64(twotone.StrictBound(&c.Board)); n.Value == 0 || n.Value > n.Bound || n.Bound != want {
		return nil, fmt.Errorf("case nearest to the length bound %s: %d of %d moves, want 1 to %d of %d", n.Case, n.Value, n.Bound, want, want)
	}
	return &Nearest{n.Nearness, space.Number(&c.Board)}, nil
}

// parseCase parses a case of a space.
func parseCase(what, id string, space *twotone.Space) (*twotone.Case, error) {
	c, err := twotone.ParseID(id)
	if err != nil {
		return nil, err
	}
	if c.Rows != space.Rows || c.Cols != space.Cols {
		return nil, fmt.Errorf("%s %s: want a board of %v", what, id, space)
	}
	return c, nil
}
