package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"exhaust/family"
	"exhaust/puzzle"
	"exhaust/statecodec"
)

// The exit codes of every verb.
const (
	ExitYes   = 0
	ExitNo    = 1 // a definite no: unsolvable, a mismatch, a rejected solution
	ExitUsage = 2 // bad usage or input
	ExitLimit = 3 // a limit was reached: memory, disk, time, interrupt
	ExitOther = 4
)

// An ExitError is an error with its exit code. With a nil cause it says nothing:
// the verb has printed all there is to say.
type ExitError struct {
	Code  int
	Cause error
}

func (e *ExitError) Error() string {
	if e.Cause == nil {
		return ""
	}
	return e.Cause.Error()
}

func (e *ExitError) Unwrap() error { return e.Cause }

// ErrNo is a definite no that has been printed.
var ErrNo = &ExitError{Code: ExitNo}

// UsageError is an error in what the user wrote.
func UsageError(err error) error { return &ExitError{ExitUsage, err} }

func Usagef(format string, args ...any) error { return UsageError(fmt.Errorf(format, args...)) }

// InputError is an error in what the user wrote if the board is more than a
// solver can take, or the puzzle lacks what the verb needs, and a failure otherwise.
func InputError(err error) error {
	var wide *statecodec.WidthError
	if errors.As(err, &wide) || errors.Is(err, puzzle.ErrTooLarge) ||
		errors.Is(err, family.ErrLacks) {
		return UsageError(err)
	}
	return err
}

// LimitError says that a limit ended the run early.
func LimitError(cause error) error {
	return &ExitError{ExitLimit, fmt.Errorf("limit reached: %w", cause)}
}

// ExitCode returns the exit code for what a command line came to. An error that no verb made
// comes from the parsing of the command line.
func ExitCode(err error) int {
	var e *ExitError
	switch {
	case err == nil:
		return ExitYes
	case errors.As(err, &e):
		return e.Code
	}
	return ExitUsage
}

// Arguments wraps a check of the number of a verb's arguments: its error says what is wanted.
func Arguments(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if check(cmd, args) != nil {
			return Usagef("wrong number of arguments: want %s", cmd.UseLine())
		}
		return nil
	}
}

// Verb wraps what a verb does: its errors are failures unless it says otherwise.
func Verb(do func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		err := do(cmd, args)
		var e *ExitError
		if err == nil || errors.As(err, &e) {
			return err
		}
		return &ExitError{ExitOther, err}
	}
}

// VerdictError returns what an answer that has been printed is as an exit code.
func VerdictError(ctx context.Context, a *puzzle.Answer) error {
	switch a.Verdict {
	case puzzle.Solvable:
		return nil
	case puzzle.Unsolvable:
		return ErrNo
	}
	return LimitError(causeOf(ctx, a))
}

// errUnsaid is the cause of a limit of a solver that does not say why it stopped.
var errUnsaid = errors.New("the solver does not say why it stopped")

// causeOf returns why an answer is a limit: what the solver says, in the words of whoever ended the
// context if that was it.
func causeOf(ctx context.Context, a *puzzle.Answer) error {
	ended := errors.Is(a.Cause, context.DeadlineExceeded) || errors.Is(a.Cause, context.Canceled)
	switch {
	case a.Cause == nil:
		return errUnsaid
	case ended && ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return a.Cause
}

// ReadError names the file once, whether or not the error does.
func ReadError(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return UsageError(fmt.Errorf("%s: %w", name, err))
}
