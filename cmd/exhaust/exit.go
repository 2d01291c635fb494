package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"exhaust/parallel"
	"exhaust/puzzles/twotone/table"
	"exhaust/statecodec"
)

// The exit codes of every verb.
const (
	exitYes   = 0
	exitNo    = 1 // a definite no: unsolvable, a mismatch, a rejected solution
	exitUsage = 2 // bad usage or input
	exitLimit = 3 // a limit was reached: memory, disk, time, interrupt
	exitOther = 4
)

// An exitError is an error with its exit code. With a nil cause it says nothing:
// the verb has printed all there is to say.
type exitError struct {
	code  int
	cause error
}

func (e *exitError) Error() string {
	if e.cause == nil {
		return ""
	}
	return e.cause.Error()
}

func (e *exitError) Unwrap() error { return e.cause }

// errNo is a definite no that has been printed.
var errNo = &exitError{code: exitNo}

// usageError is an error in what the user wrote.
func usageError(err error) error { return &exitError{exitUsage, err} }

func usagef(format string, args ...any) error { return usageError(fmt.Errorf(format, args...)) }

// inputError is an error in what the user wrote if the board is more than a
// solver can take, and a failure otherwise.
func inputError(err error) error {
	var wide *statecodec.WidthError
	if errors.As(err, &wide) || errors.Is(err, table.ErrTooLarge) {
		return usageError(err)
	}
	return err
}

// limitError says that a limit ended the run early.
func limitError(cause error) error {
	return &exitError{exitLimit, fmt.Errorf("limit reached: %w", cause)}
}

// exitCode returns the exit code for what a command line came to. An error that no verb made
// comes from the parsing of the command line.
func exitCode(err error) int {
	var e *exitError
	switch {
	case err == nil:
		return exitYes
	case errors.As(err, &e):
		return e.code
	}
	return exitUsage
}

// arguments wraps a check of the number of a verb's arguments: its error says what is wanted.
func arguments(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if check(cmd, args) != nil {
			return usagef("wrong number of arguments: want %s", cmd.UseLine())
		}
		return nil
	}
}

// verb wraps what a verb does: its errors are failures unless it says otherwise.
func verb(do func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		err := do(cmd, args)
		var e *exitError
		if err == nil || errors.As(err, &e) {
			return err
		}
		return &exitError{exitOther, err}
	}
}

// limitCause returns what ended a search early: the context's cause, or the
// memory.
func limitCause(ctx context.Context) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return parallel.ErrMemory
}
