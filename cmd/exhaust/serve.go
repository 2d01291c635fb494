package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"exhaust/command"
	"exhaust/family"
	"exhaust/puzzle"
)

// serveOptions are the flags of the verb serve.
type serveOptions struct {
	puzzleFlag
	timeout time.Duration
}

func newServe() *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve SOLVER",
		Short: "answer requests of other programs, a line each",
		Long: `serve puts a solver of this program behind the protocol of lines that compare speaks with
external solvers: it reads a request a line from standard input and prints a reply a
line, in the same order, until its input ends. docs/PROTOCOL.md has the lines word by
word. A line that is no request gets a reply with an error. --puzzle says whose solver it
is.`,
		Example: `  echo '{"id":1,"rows":2,"cols":2,"cells":"BWRB","black":0,"white":3,"stars":[1,2],
    "rule":"strict","turn":"black","ask":"shortest"}' | tr -d '\n' | exhaust serve bfs
  echo '{"id":1,"puzzle":"tiles","case":"2x2:0,1,3,2","ask":"best"}' | exhaust serve plain --puzzle tiles
  exhaust compare zeroone 'exec:exhaust serve bfs'      the protocol, tested against itself`,
		Args: command.Arguments(cobra.ExactArgs(1)),
		RunE: command.Verb(
			func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
		),
	}
	o.puzzleFlag.addFlag(cmd)
	cmd.Flags().
		DurationVar(&o.timeout, "timeout", 0, "for a case, such as 10s; the reply is then limit (default no limit)")
	return cmd
}

// run answers requests until there are no more.
func (o *serveOptions) run(cmd *cobra.Command, name string) error {
	p, err := o.find()
	if err != nil {
		return err
	}
	if err := family.CheckNames(p.About().SolverNames(), name); err != nil {
		return command.UsageError(err)
	}
	if o.timeout < 0 {
		return command.Usagef("--timeout %v: want a duration such as 10s", o.timeout)
	}
	limits := puzzle.Limits{Workers: 1, Memory: command.SearchMemory(command.DefaultMemory())}
	ctx := cmd.Context()
	done := make(chan error, 1)
	go func() { done <- p.Serve(ctx, name, limits, o.timeout, cmd.InOrStdin(), cmd.OutOrStdout()) }()
	select { // a read of standard input does not end with the context
	case err = <-done:
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		return command.LimitError(context.Cause(ctx))
	}
	return err
}
