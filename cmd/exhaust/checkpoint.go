package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"
	"github.com/spf13/cobra"

	"exhaust/checkpoint"
)

// checkpointEvery is how often a run is kept if nothing else is said.
const checkpointEvery = 5 * time.Minute

// checkpointFlags are the flags of a verb whose runs can be kept in a directory and gone on with.
type checkpointFlags struct {
	dir   string
	every time.Duration
	force bool
}

// addFlags adds --checkpoint, --every and --force to a verb.
func (f *checkpointFlags) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.dir, "checkpoint", "", "keep what is done in this directory, for exhaust resume")
	addEvery(cmd, &f.every)
	cmd.Flags().BoolVar(&f.force, "force", false, "replace the run that the directory of --checkpoint holds")
}

// addEvery adds --every to a verb.
func addEvery(cmd *cobra.Command, every *time.Duration) {
	cmd.Flags().DurationVar(every, "every", checkpointEvery, "time between checkpoints; 0: at the end and on SIGUSR1 alone")
}

func checkEvery(every time.Duration) error {
	if every < 0 {
		return usagef("--every %v: want a duration such as 5m, or 0", every)
	}
	return nil
}

// begin makes the directory of a new run and locks it, or returns nil if none is wanted. The identity
// says what the run is: what must be equal when it is resumed, its verb under runKey.
func (f *checkpointFlags) begin(cmd *cobra.Command, identity map[string]string) (*kept, error) {
	if !cmd.Flags().Changed("checkpoint") {
		for _, flag := range []string{"every", "force"} {
			if cmd.Flags().Changed(flag) {
				return nil, usagef("--%s: goes with --checkpoint", flag)
			}
		}
		return nil, nil
	}
	if err := checkEvery(f.every); err != nil {
		return nil, err
	}
	if info, err := os.Stat(f.dir); f.dir == "" || err == nil && !info.IsDir() {
		return nil, usagef("--checkpoint %q: want a directory", f.dir)
	}
	k := newKept(cmd, f.dir)
	dir, err := checkpoint.Create(checkpoint.OS(f.dir), checkpoint.Run{Tool: tool(), Identity: identity, Notes: k.notes()}, f.force)
	if errors.Is(err, checkpoint.ErrNotEmpty) {
		return nil, notEmpty(f.dir, identity, err)
	}
	if err != nil {
		return nil, checkpointError(f.dir, err)
	}
	return k.start(dir, f.every), nil
}

// notEmpty explains an error that says that a run may not begin in a directory.
func notEmpty(path string, identity map[string]string, err error) error {
	m, unreadable := checkpoint.Read(checkpoint.OS(path))
	if unreadable != nil {
		return offer(path, checkpointError(path, err))
	}
	if used := checkpoint.InUse(checkpoint.OS(path), tool()); errors.Is(used, checkpoint.ErrLocked) {
		return checkpointError(path, used)
	}
	if other := m.Check(readableLevels(identity, m.Identity)); other != nil {
		err = other
	}
	return usagef("%s: %w; --force replaces it, and this resumes it: %s", path, err, resumeCommand(nil, path))
}

// checkpointError is an error of a checkpoint directory: a limit if the disk is full, bad usage if
// it is not the right directory, and a failure if something is wrong with it.
func checkpointError(path string, err error) error {
	if errors.Is(err, checkpoint.ErrDiskFull) { // which names the file
		return limitError(err)
	}
	err = fmt.Errorf("%s: %w", path, err)
	for _, wrong := range []error{
		checkpoint.ErrNotEmpty, checkpoint.ErrNotCheckpoint, checkpoint.ErrLocked, checkpoint.ErrMismatch, checkpoint.ErrUnsupported,
	} {
		if errors.Is(err, wrong) {
			return usageError(err)
		}
	}
	return err
}

// A kept run is one in a checkpoint directory. The methods may be called on nil, which is a
// run that is kept nowhere.
type kept struct {
	*checkpoint.Dir
	Demands <-chan struct{} // when the run is to be kept

	path    string
	flags   map[string]string // notes: those that resume may change
	command string            // to go on with it
	end     func()            // of the demands
}

func newKept(cmd *cobra.Command, path string) *kept {
	k := &kept{path: path, flags: map[string]string{}, command: resumeCommand(cmd, path)}
	for _, name := range []string{"workers", "memory"} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Value.String() != "" {
			k.flags[name] = f.Value.String()
		}
	}
	return k
}

// start begins to demand checkpoints.
func (k *kept) start(dir *checkpoint.Dir, every time.Duration) *kept {
	k.Dir = dir
	k.Demands, k.end = demands(every)
	return k
}

// close gives the directory back.
func (k *kept) close() {
	if k != nil {
		k.end()
		k.Dir.Close()
	}
}

// commit makes a change durable, with the notes of this run.
func (k *kept) commit(c checkpoint.Change) error {
	c.Notes = k.notes()
	err := k.Dir.Commit(c)
	if err != nil && !errors.Is(err, checkpoint.ErrDiskFull) { // which names the file
		err = fmt.Errorf("%s: %w", k.path, err)
	}
	return err
}

// notes is what the manifest says of the run that need not be equal when it is resumed.
func (k *kept) notes() map[string]string {
	notes := maps.Clone(k.flags)
	notes["tool"], notes["saved"] = tool(), time.Now().UTC().Format(time.RFC3339)
	notes["host"], _ = os.Hostname()
	return notes
}

// limited says that a limit ended the run early, and how to go on with it.
func (k *kept) limited(cause error) error { return limitError(k.hint(cause)) }

// hint adds to what ended a run how to go on with it.
func (k *kept) hint(cause error) error {
	if k == nil {
		return cause
	}
	return fmt.Errorf("%w; resume with: %s", cause, k.command)
}

// A runEnd is why a run came to its end early, or could not be kept to its end; empty if neither.
type runEnd struct{ limit, unkept error }

// outcome turns what came of a run, which has been printed, into an exit code. A definite no comes before its ending.
func (k *kept) outcome(no bool, e runEnd) error {
	var err error
	switch {
	case e.unkept != nil && !errors.Is(e.unkept, checkpoint.ErrDiskFull):
		err = &exitError{exitOther, k.hint(e.unkept)}
	case e != runEnd{}:
		err = k.limited(cmp.Or(e.unkept, e.limit))
	}
	switch {
	case no && k != nil && err != nil:
		return &exitError{exitNo, err}
	case no:
		return errNo
	}
	return err
}

// tool is the name and version of this program.
func tool() string { return "exhaust " + version() }

// resumeCommand returns the command line that goes on with a run: with the flags that were
// given to a verb and that resume has too, but for the time limit, which has run out.
func resumeCommand(cmd *cobra.Command, path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	words := []string{"exhaust", "resume", path}
	for _, name := range []string{"workers", "memory", "spill", "every", "svg", "json"} {
		if cmd == nil || !cmd.Flags().Changed(name) {
			continue
		}
		words = append(words, "--"+name)
		if f := cmd.Flags().Lookup(name); f.Value.Type() != "bool" {
			words = append(words, f.Value.String())
		}
	}
	return shellquote.Join(words...)
}
