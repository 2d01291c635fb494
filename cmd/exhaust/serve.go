package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"exhaust/puzzles/twotone/bfs"
	"exhaust/puzzles/twotone/protocol"
	"exhaust/puzzles/twotone/solvers"
)

func newServe() *cobra.Command {
	var timeout time.Duration
	cmd := &cobra.Command{
		Use:   "serve SOLVER",
		Short: "answer requests of other programs, a line each",
		Long: `serve puts a solver of this program behind the protocol of lines that compare speaks with
external solvers: it reads a request a line from standard input and prints a reply a
line, in the same order, until its input ends. docs/PROTOCOL.md has the lines word by
word. A line that is no request gets a reply with an error.`,
		Example: `  echo '{"id":1,"rows":2,"cols":2,"cells":"BWRB","black":0,"white":3,"stars":[1,2],
    "rule":"strict","turn":"black","ask":"shortest"}' | tr -d '\n' | exhaust serve bfs
  exhaust compare zeroone 'exec:exhaust serve bfs'      the protocol, tested against itself`,
		Args: arguments(cobra.ExactArgs(1)),
		RunE: verb(func(cmd *cobra.Command, args []string) error { return serve(cmd, args[0], timeout) }),
	}
	cmd.Flags().DurationVar(&timeout, "timeout", 0, "for a case, such as 10s; the reply is then limit (default no limit)")
	return cmd
}

// serve answers requests until there are no more.
func serve(cmd *cobra.Command, name string, timeout time.Duration) error {
	if err := solvers.Check(name); err != nil {
		return usageError(err)
	}
	if timeout < 0 {
		return usagef("--timeout %v: want a duration such as 10s", timeout)
	}
	s, err := solvers.New(name, bfs.Options{Workers: 1, Memory: searchMemory(defaultMemory())})
	if err != nil {
		return err
	}
	server := protocol.Server{Solver: s, Timeout: timeout}
	ctx := cmd.Context()
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx, cmd.InOrStdin(), cmd.OutOrStdout()) }()
	select { // a read of standard input does not end with the context
	case err = <-done:
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		return limitError(context.Cause(ctx))
	}
	return err
}
