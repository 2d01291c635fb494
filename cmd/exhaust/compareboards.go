package main

import (
	"cmp"
	"context"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"exhaust/command"
	"exhaust/family/verbs"
	"exhaust/puzzles/catalogue"
)

// A companion is a flag that goes only with some kinds of boards, and these.
type companion struct {
	flag  string
	kinds []string
}

// goesWith reports whether a companion goes with the boards of one of some kinds.
func (c *companion) goesWith(kinds []string) bool {
	return slices.ContainsFunc(
		kinds,
		func(kind string) bool { return slices.Contains(c.kinds, kind) },
	)
}

// companions returns the companions of the flags of a puzzle's boards.
func companions(p verbs.Puzzle) []companion {
	list := []companion{
		{"sample", []string{"space"}},
		{"count", []string{"random"}},
		{"seed", []string{"sample", "random"}},
	}
	for _, f := range p.About().Flags {
		if f.Verb == "compare" {
			list = append(list, companion{f.Name, []string{f.With}})
		}
	}
	return list
}

// defaultSpace is the space that is compared if none is named.
const defaultSpace = "2x2"

// kind finds out which flag says what the boards are.
func (o *compareOptions) kind(set func(flag string) bool) error {
	kind := ""
	for _, flag := range []string{"space", "boards", "random"} {
		if !set(flag) {
			continue
		}
		if kind != "" {
			return command.Usagef("--%s and --%s: want one of them", kind, flag)
		}
		kind = flag
	}
	if kind == "" {
		kind, o.space = "space", defaultSpace
	}
	o.kinds = []string{kind}
	if kind == "space" && set("sample") {
		o.kinds = append(o.kinds, "sample") // of a space
	}
	return nil
}

// findPuzzle finds the puzzle of the comparison, and reads the boards if they are given one by one.
func (o *compareOptions) findPuzzle(
	ctx context.Context,
	stdin io.Reader,
) (boards []verbs.Case, err error) {
	text := map[string]string{"space": o.space, "random": o.random}[o.kinds[0]]
	if o.puzzle, _, _, err = o.cut(text); err != nil || o.kinds[0] != "boards" {
		return nil, err
	}
	in := input{o.puzzleFlag, ctx, stdin}
	if boards, err = in.cases(o.boards, true); err != nil {
		return nil, err
	}
	o.puzzle = boards[0].Puzzle()
	for _, c := range boards {
		if c.Puzzle() != o.puzzle {
			return nil, command.Usagef("%s: boards of %s and of %s: want one puzzle",
				inputName(o.boards), o.puzzle.About().Name, c.Puzzle().About().Name)
		}
	}
	return boards, nil
}

// source says which boards the user wants.
func (o *compareOptions) source(
	f *pflag.FlagSet,
	boards []verbs.Case,
	c *verbs.ContestOptions,
) (err error) {
	if err := o.checkCompanions(f.Changed); err != nil {
		return err
	}
	if !f.Changed("seed") {
		o.seed = uint64(rand.Uint32())
	}
	c.Seed, c.Flags, c.Set = o.seed, o.own.values(o.puzzle, "compare"), f.Changed
	if o.kinds[0] == "boards" {
		c.Boards, err = o.list(boards)
		return err
	}
	if o.rule == "" && len(o.puzzle.About().Variants) > 0 {
		o.rule = allVariants
	}
	if c.Variants, err = parseVariants(o.puzzle, cmp.Or(o.rule, allVariants)); err != nil {
		return err
	}
	switch {
	case o.kinds[0] == "random":
		_, c.Random, _, err = o.cut(o.random)
		c.Count = o.count
		if o.count < 1 {
			return command.Usagef("--count %d: want 1 or more", o.count)
		}
	case f.Changed("sample") && o.sample < 1:
		return command.Usagef("--sample %d: want 1 or more", o.sample)
	default:
		_, c.Space, _, err = o.cut(o.space)
		c.Sample = o.sample
	}
	return err
}

// checkCompanions refuses flags that go with other kinds of boards, or with other puzzles.
func (o *compareOptions) checkCompanions(set func(string) bool) error {
	for _, c := range companions(o.puzzle) {
		if set(c.flag) && !c.goesWith(o.kinds) {
			return command.Usagef("--%s: goes with --%s", c.flag, strings.Join(c.kinds, " or --"))
		}
	}
	return o.own.refuse(o.puzzle, "compare", set)
}

// list returns boards under the variants that the user wants.
func (o *compareOptions) list(boards []verbs.Case) (*verbs.Boards, error) {
	list := &verbs.Boards{Name: o.boards, Cases: boards}
	if o.rule == "" {
		return list, nil
	}
	variants, err := parseVariants(o.puzzle, o.rule)
	if err != nil {
		return nil, err
	}
	list.Cases = nil
	for _, c := range boards {
		for _, variant := range variants {
			list.Cases = append(list.Cases, c.With(variant))
		}
	}
	return list, nil
}

// ownFlags are the flags of a verb that only some puzzles have.
type ownFlags struct{ flags *pflag.FlagSet }

// addFlags adds the flags of all puzzles to a verb's.
func (o *ownFlags) addFlags(f *pflag.FlagSet, verb string) {
	o.flags = f
	for _, p := range catalogue.All() {
		for _, own := range p.About().Flags {
			if own.Verb != verb || f.Lookup(own.Name) != nil {
				continue
			}
			switch own.Kind {
			case "int":
				f.Int(own.Name, 0, own.Usage)
			case "float":
				f.Float64(own.Name, 0, own.Usage)
			default:
				f.String(own.Name, "", own.Usage)
			}
			flag := f.Lookup(own.Name)
			flag.DefValue = own.Default
			if err := flag.Value.Set(own.Default); err != nil {
				panic(err) // of a family
			}
		}
	}
}

// values returns the values of the flags of a puzzle.
func (o *ownFlags) values(p verbs.Puzzle, verb string) map[string]string {
	values := map[string]string{}
	for _, own := range p.About().Flags {
		if own.Verb == verb {
			values[own.Name] = o.flags.Lookup(own.Name).Value.String()
		}
	}
	return values
}

// refuse refuses flags that other puzzles have and this one has not.
func (o *ownFlags) refuse(p verbs.Puzzle, verb string, set func(string) bool) error {
	has := o.values(p, verb)
	for _, q := range catalogue.All() {
		for _, own := range q.About().Flags {
			if _, ok := has[own.Name]; own.Verb == verb && !ok && set(own.Name) {
				return command.Usagef("--%s: %s has none", own.Name, p.About().Name)
			}
		}
	}
	return nil
}
