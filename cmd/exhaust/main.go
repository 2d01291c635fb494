// Exhaust is an exhaustive checker for board puzzles: it enumerates every small
// board, searches the whole reachable space of large ones, and holds independent
// solvers against each other.
//
// Each verb is a file of this folder. A verb parses its arguments, calls the
// package that does the work, and prints; it decides nothing.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"exhaust/command"
	"exhaust/puzzles/catalogue"

	"github.com/spf13/cobra"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// echo is how long after a signal another one is taken for the same: timeout and some shells signal
// a program, and then the group that it is in.
const echo = 50 * time.Millisecond

// errInterrupted is the cause of a context's end by a signal.
var errInterrupted = errors.New("interrupted")

// run runs a command line and returns its exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	if ending := endingSignals(signal.Ignored); len(ending) > 0 {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, ending...)
		go heed(signals, func() { cancel(errInterrupted) }, func() { time.Sleep(echo) })
	}

	out := &command.Output{W: stdout}
	root := newRoot()
	root.SetArgs(shieldSolution(args))
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	checkTopics(root)
	err := root.ExecuteContext(ctx)
	if out.Err != nil && command.ExitCode(err) <= command.ExitNo {
		err = &command.ExitError{
			Code:  command.ExitOther,
			Cause: out.Err,
		} // an answer that nobody got
	}
	if err != nil && err.Error() != "" {
		fmt.Fprintf(stderr, "exhaust: %s\n", strings.TrimSpace(err.Error()))
	}
	return command.ExitCode(err)
}

// endingSignals returns the signals that end the program in good order: an interrupt, a request to
// end, and the loss of the terminal. One that whoever started the program wants ignored, as nohup
// does, is left ignored.
func endingSignals(ignored func(os.Signal) bool) (ending []os.Signal) {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !ignored(s) {
			ending = append(ending, s)
		}
	}
	return ending
}

// heed stops the program at the first signal. Those that come while it pauses are nothing more, and
// one that comes later ends the program at once.
func heed(signals chan os.Signal, stop, pause func()) {
	<-signals
	stop()
	pause()
	signal.Stop(signals)
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:     "exhaust",
		Short:   "exhaustive checker for board puzzles",
		Version: command.Version(),
		Long: `exhaust enumerates every small board of a puzzle under every rule, and holds
independent solvers against each other on each of them. A referee that shares
no code with the solvers replays every solution.

Exit codes: 0 yes; 1 a definite no (unsolvable, a mismatch, a rejected solution);
2 bad usage or input; 3 a limit was reached (memory, disk, time, interrupt);
4 any other failure.`,
		Example: `  exhaust enumerate 2x2
  exhaust solve 2x2:BWRB:0:3:1,2:strict --show
  exhaust replay 2x2:BWRB:0:3:1,2:strict 'R L'`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetFlagErrorFunc(
		func(_ *cobra.Command, err error) error { return command.UsageError(err) },
	)
	root.AddCommand(
		newPuzzles(),
		newEnumerate(),
		newExplore(),
		newSolve(),
		newReplay(),
		newCompare(),
		newServe(),
		newResume(),
		newInspect(),
		newGenerate(),
		newLevels(),
	)
	root.AddCommand(catalogue.Commands()...)
	return root
}

// checkTopics makes an unknown topic of help, or shell of completion, an error. Left alone,
// they print some help and succeed.
func checkTopics(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Args = func(_ *cobra.Command, topic []string) error {
				_, _, err := root.Find(topic)
				return err
			}
		case "completion":
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}
