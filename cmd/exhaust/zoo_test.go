package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"exhaust/command"
	"exhaust/family/protocol"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/wiring"
	"exhaust/puzzles/twotone/zeroone"
)

// zoo is an external solver that misbehaves on every board with two stars or more, each animal in
// its own way, and is right about all others. Those that break the protocol are in compare.txtar.
//
//	zoo ANIMAL
func zoo() {
	server := protocol.Server[*twotone.Case]{Family: wiring.Family(), Solver: animal{zeroone.New(), animals[os.Args[1]]}}
	if err := server.Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(command.ExitOther)
	}
}

// An animal is a solver that misbehaves.
type animal struct {
	*zeroone.Solver
	misbehave func() puzzle.Answer
}

func (a animal) Solve(ctx context.Context, c *twotone.Case, ask puzzle.Ask) (puzzle.Answer, error) {
	if c.StarCount() < 2 {
		return a.Solver.Solve(ctx, c, ask)
	}
	return a.misbehave(), nil
}

// animals say what each does instead of solving.
var animals = map[string]func() puzzle.Answer{
	"lies":     func() puzzle.Answer { return puzzle.Answer{Verdict: puzzle.Solvable} },
	"denies":   func() puzzle.Answer { return puzzle.Answer{Verdict: puzzle.Unsolvable} },
	"gives up": func() puzzle.Answer { return puzzle.Answer{Verdict: puzzle.Limit} },
	"hangs": func() puzzle.Answer {
		time.Sleep(time.Hour)
		return puzzle.Answer{}
	},
	"crashes": func() puzzle.Answer {
		fmt.Fprintln(os.Stderr, "assertion failed: \x1b[31mstars < 2")
		os.Exit(2)
		return puzzle.Answer{}
	},
}
