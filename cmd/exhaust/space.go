package main

import (
	"context"
	"io"
	"strings"

	"exhaust/parallel"
	"exhaust/puzzles/knights"
	"exhaust/puzzles/tiles"
	"exhaust/puzzles/twotone/bfs"
	"exhaust/statecodec"
)

// The verdicts of an exploration.
const (
	verdictSolvable   = "solvable"
	verdictUnsolvable = "unsolvable"
	verdictExplored   = "explored" // the whole space, of a puzzle without a goal
	verdictLimit      = "limit"
)

// A space is what explore searches: one puzzle from one position.
type space struct {
	name     string
	states   string // their layout
	words    int    // of a state
	goals    bool   // whether the puzzle has a goal
	Run      func(context.Context, parallel.Options) (found parallel.Summary, solution string, err error)
	Progress func() parallel.Progress
}

// verdict returns what was found out.
func (s *space) verdict(found parallel.Summary) string {
	switch {
	case found.GoalDepth >= 0:
		return verdictSolvable
	case !found.Exhausted:
		return verdictLimit
	case s.goals:
		return verdictUnsolvable
	}
	return verdictExplored
}

// openSpace finds the space that an argument names: a puzzle and its size, or
// what readCase takes. States is the layout of a run that is to be gone on with, or empty.
func openSpace(arg, states string, stdin io.Reader) (space, error) {
	puzzle, size, _ := strings.Cut(arg, ":")
	switch puzzle {
	case "tiles":
		return openModel(puzzle, size, tiles.States, tiles.New)
	case "knights":
		return openModel(puzzle, size, knights.States, knights.New)
	}
	c, err := readCase(arg, stdin)
	if err != nil {
		return space{}, err
	}
	e, err := bfs.ExploreAs(c, states)
	if err != nil {
		return space{}, inputError(err)
	}
	run := func(ctx context.Context, o parallel.Options) (parallel.Summary, string, error) {
		found, solution, err := e.Run(ctx, o)
		return found, solution.String(), err
	}
	return space{name: c.ID(), states: e.States(), words: e.Words(), goals: true, Run: run, Progress: e.Progress}, nil
}

// A named is a model that has a name and no goal.
type named[W statecodec.Words] interface {
	parallel.Model[W]
	Name() string
}

// openModel opens the space of a model of a given size.
func openModel[W statecodec.Words, M named[W]](puzzle, size, states string, newModel func(rows, cols int) (M, error)) (space, error) {
	rows, cols, err := parseSize(size)
	if err != nil {
		return space{}, usagef("%s: %w", puzzle, err)
	}
	m, err := newModel(rows, cols)
	if err != nil {
		return space{}, usageError(err)
	}
	var search parallel.Search[W]
	run := func(ctx context.Context, o parallel.Options) (parallel.Summary, string, error) {
		found, err := search.Run(ctx, m, o)
		return found.Summary, "", err
	}
	var w W
	return space{name: m.Name(), states: states, words: len(w), Run: run, Progress: search.Progress}, nil
}
