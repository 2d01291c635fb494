package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/checkpoint/faultfs"
	"exhaust/command"
	"exhaust/enumerate"
	"exhaust/family"
	"exhaust/family/verbs"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/wiring"
)

// stopAt is a checker that ends a run at a board, and finds nothing wrong.
type stopAt struct {
	at   uint64
	stop context.CancelCauseFunc
}

func (s stopAt) CheckCase(i uint64, _ *twotone.Case) (states uint64, check, why string) {
	if i == s.at {
		s.stop(errInterrupted)
	}
	return 0, "", ""
}

func (stopAt) CheckAnswers(uint64, *twotone.Case, []puzzle.Answer) (check, why string) {
	return "", ""
}

// keptPiece enumerates 1x2 up to a board in a directory that holds some of it, or nothing yet. It returns what enumerate
// would print, and its error.
func keptPiece(dir checkpoint.FS, upTo uint64) (stdout string, err error) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	var out bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetContext(ctx)
	cmd.SetOut(&out)
	o := enumerateOptions{rule: "both", solvers: []string{"bfs"}, json: true, Limits: command.Limits{Workers: 1}}
	f := wiring.Family()
	f.Checks.New = func(family.Space[*twotone.Case]) family.Checker[*twotone.Case] { return stopAt{upTo, cancel} }
	c, err := verbs.Of(f).Census(ctx, verbs.CensusOptions{Size: "1x2", Variants: []int{0, 1}, Solvers: o.solvers, Workers: 1})
	if err != nil {
		return "", err
	}
	d, err := checkpoint.Open(dir, "test", o.identity(c))
	if errors.Is(err, checkpoint.ErrNotCheckpoint) {
		d, err = checkpoint.Create(dir, checkpoint.Run{Tool: "test", Identity: o.identity(c)}, false)
	}
	if err != nil {
		return "", command.CheckpointError("run", err)
	}
	err = o.take(ctx, cmd, c, command.NewKept(cmd, "run").Start(d, 0))
	return withoutTimes(out.String()), err
}

func withoutTimes(text string) string { return timeInJSON.ReplaceAllString(text, `"$1": 0`) }

// keptDone returns how many boards a directory says are done.
func keptDone(dir checkpoint.FS) (uint64, error) {
	m, err := checkpoint.Read(dir)
	if errors.Is(err, checkpoint.ErrNotCheckpoint) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	w, err := command.ParseWork(m)
	if err != nil {
		return 0, err
	}
	done, _, err := enumerate.Done(w.Phases[enumeratePhase])
	return done, err
}

// keptPieces enumerates 1x2, which has 72 boards, in three pieces. It returns what the last one prints, and how
// many boards are kept for certain.
func keptPieces(dir checkpoint.FS) (stdout string, done uint64, err error) {
	for _, upTo := range []uint64{25, 50} {
		_, err := keptPiece(dir, upTo)
		if err == nil {
			return "", 0, errors.New("it did not stop")
		}
		if !errors.Is(err, errInterrupted) || errors.Is(err, faultfs.ErrCrashed) {
			return "", done, err
		}
		done = upTo
	}
	stdout, err = keptPiece(dir, 72)
	return stdout, done, err
}

// tryFaults fails each operation of a run in pieces with each fault, restarts with each survival, and finishes the run.
// What was kept must still be there, and the result must be the right one. The file system is seen
// through wrap, which may plant a bug.
func tryFaults(want string, wrap func(*faultfs.FS) checkpoint.FS) (runs int, err error) {
	for fault := faultfs.Error; fault <= faultfs.Crash; fault++ {
		for survival := faultfs.Synced; survival <= faultfs.All; survival++ {
			for i := 0; ; i++ {
				runs++
				s := &faultfs.FS{}
				dir := wrap(s)
				s.FailAt(i, fault)
				stdout, done, failure := keptPieces(dir)
				if s.Operations() <= i {
					if failure != nil {
						return runs, fmt.Errorf("without a fault: %w", failure)
					}
					break
				}
				s.Restart(survival)
				if err := checkPieces(dir, stdout, done, failure, fault, want); err != nil {
					return runs, fmt.Errorf("%v at operation %d (%v), %d survives: %w", fault, i, failure, survival, err)
				}
			}
		}
	}
	return runs, nil
}

// checkPieces checks how a run failed, and finishes it.
func checkPieces(dir checkpoint.FS, stdout string, done uint64, failure error, fault faultfs.Fault, want string) error {
	code, wantCode := command.ExitCode(command.Verb(func(*cobra.Command, []string) error { return failure })(nil, nil)), command.ExitOther
	if fault == faultfs.NoRoom || fault == faultfs.Full {
		wantCode = command.ExitLimit
	}
	switch {
	case failure != nil && code != wantCode:
		return fmt.Errorf("exit code %d, want %d", code, wantCode)
	case stdout != "" && stdout != want: // it was done, and the last commit failed
		return fmt.Errorf("it printed %s, want %s", stdout, want)
	}
	kept, err := keptDone(dir)
	if err != nil {
		return err
	}
	if kept < done {
		return fmt.Errorf("%d boards are kept, want %d", kept, done)
	}
	stdout, err = keptPiece(dir, 72)
	if err != nil {
		return err
	}
	if stdout != want {
		return fmt.Errorf("it prints %s, want %s", stdout, want)
	}
	return nil
}

// TestEveryFaultOfACensus fails every operation.
func TestEveryFaultOfACensus(t *testing.T) {
	want, _, err := keptPieces(&faultfs.FS{})
	require.NoError(t, err)
	require.Contains(t, want, `"complete": true`)
	runs, err := tryFaults(want, func(s *faultfs.FS) checkpoint.FS { return s })
	require.NoError(t, err)
	t.Log(runs, "runs")
	require.Greater(t, runs, 5*3*20)
}

// The mutants are file systems that leave out what a commit rests on, or do it twice.
type (
	lazySync   struct{ *faultfs.FS }
	lostRename struct{ *faultfs.FS }
)

type lazyWriter struct{ checkpoint.Writer }

func (lazyWriter) Sync() error { return nil }

func (m lazySync) Create(name string) (checkpoint.Writer, error) {
	w, err := m.FS.Create(name)
	return lazyWriter{w}, err
}

// Rename does nothing once there is a manifest.
func (m lostRename) Rename(from, to string) error {
	if m.FS.Bytes(to) == nil {
		return m.FS.Rename(from, to)
	}
	return m.FS.Remove(from)
}

// TestFaultsOfACensusAreSeen plants what tryFaults is to find.
func TestFaultsOfACensusAreSeen(t *testing.T) {
	want, _, err := keptPieces(&faultfs.FS{})
	require.NoError(t, err)
	for name, wrap := range map[string]func(*faultfs.FS) checkpoint.FS{
		"manifests are not synced": func(s *faultfs.FS) checkpoint.FS { return lazySync{s} },
		"nothing is kept":          func(s *faultfs.FS) checkpoint.FS { return lostRename{s} },
	} {
		_, err := tryFaults(want, wrap)
		require.Error(t, err, name)
		t.Log(name, ":", err)
	}
	_, err = tryFaults(want+" ", func(s *faultfs.FS) checkpoint.FS { return s })
	require.Error(t, err)
}
