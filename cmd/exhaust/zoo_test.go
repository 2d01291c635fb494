package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/protocol"
	"exhaust/puzzles/twotone/zeroone"
)

// zoo is an external solver that misbehaves on every board with two stars or more, each animal in
// its own way, and is right about all others. Those that break the protocol are in compare.txtar.
//
//	zoo ANIMAL
func zoo() {
	server := protocol.Server{Solver: animal{zeroone.New(), animals[os.Args[1]]}}
	if err := server.Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitOther)
	}
}

// An animal is a solver that misbehaves.
type animal struct {
	*zeroone.Solver
	misbehave func() twotone.Result
}

func (a animal) Solve(ctx context.Context, c *twotone.Case, ask twotone.Ask) (twotone.Result, error) {
	if c.StarCount() < 2 {
		return a.Solver.Solve(ctx, c, ask)
	}
	return a.misbehave(), nil
}

// animals say what each does instead of solving.
var animals = map[string]func() twotone.Result{
	"lies":     func() twotone.Result { return twotone.Result{Verdict: twotone.Solvable} },
	"denies":   func() twotone.Result { return twotone.Result{Verdict: twotone.Unsolvable} },
	"gives up": func() twotone.Result { return twotone.Result{Verdict: twotone.Limit} },
	"hangs": func() twotone.Result {
		time.Sleep(time.Hour)
		return twotone.Result{}
	},
	"crashes": func() twotone.Result {
		fmt.Fprintln(os.Stderr, "assertion failed: \x1b[31mstars < 2")
		os.Exit(2)
		return twotone.Result{}
	},
}
