package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"exhaust/checkpoint"
)

// runKey is the key of a run's identity that says which of the runKinds it is.
const runKey = "run"

// A runKind is a verb whose runs are kept in checkpoint directories.
type runKind struct {
	// resume goes on with a run.
	resume func(cmd *cobra.Command, r *resumption) error

	// progress says how far a run is.
	progress func(m *checkpoint.Manifest) (runProgress, error)
}

// runKinds returns the kinds of runs by the name of their verb.
func runKinds() map[string]runKind {
	return map[string]runKind{
		"compare":   {resumeCompare, compareProgress},
		"enumerate": {resumeEnumerate, enumerateProgress},
		"explore":   {resumeExplore, exploreProgress},
		"table":     {resumeTable, tableProgress},
	}
}

// kindOf returns the kind of a run.
func kindOf(path string, m *checkpoint.Manifest) (runKind, error) {
	kinds := runKinds()
	kind, ok := kinds[m.Identity[runKey]]
	if !ok {
		return kind, usagef("%s: a run of %q: want one of %s", path, m.Identity[runKey], strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
	}
	return kind, nil
}

// A resumption is a run to be gone on with, and how.
type resumption struct {
	limits   // workers, memory and time
	path     string
	identity map[string]string
	every    time.Duration
	spill    string
	svg      string
	level    int
	previous bool
	json     bool
}

func newResume() *cobra.Command {
	var r resumption
	cmd := &cobra.Command{
		Use:   "resume DIR",
		Short: "go on with a run that was kept with --checkpoint",
		Long: `resume goes on with the run of a checkpoint directory, from its last checkpoint, to the
result that it would have had without the break. What the run is, the directory says. It
may have other workers and other limits than before, and be on another machine. A run
that is done gives its result again.

A run that another version of this program made is refused if it would count or write
anything otherwise; the error says what differs.

If a file of the directory is damaged, the error names it, and offers what is whole: the
levels of an exploration before it (--level), or, if it is the MANIFEST, the commit before
(--previous), which is refused as long as the MANIFEST is whole. What is lost is done again.

While it runs, and with the verbs that have --checkpoint: Ctrl-C or SIGTERM ends the run
in good order, with a last checkpoint and exit code 3, a second one at once; SIGUSR1
makes a checkpoint. The directory can be resumed whatever ends the run.`,
		Example: `  exhaust enumerate 2x3 --checkpoint run
  exhaust resume run
  exhaust resume run --workers 4 --time 8h
  exhaust resume run --previous
  exhaust inspect run`,
		Args: arguments(cobra.ExactArgs(1)),
		RunE: verb(func(cmd *cobra.Command, args []string) error { return r.run(cmd, args[0]) }),
	}
	addWorkers(cmd, &r.workers, "how much is done at the same time, of what the run consists of")
	r.addBounds(cmd)
	addEvery(cmd, &r.every)
	addSpill(cmd, &r.spill)
	cmd.Flags().StringVar(&r.svg, "svg", "", "write the histogram of the levels of an exploration to this file")
	cmd.Flags().IntVar(&r.level, levelFlag, 0, "go back to this level of an exploration, and forget those after it")
	cmd.Flags().BoolVar(&r.previous, previousFlag, false, "go back to the commit before a damaged MANIFEST")
	cmd.MarkFlagsMutuallyExclusive(levelFlag, previousFlag)
	cmd.Flags().BoolVar(&r.json, "json", false, "print one JSON object")
	return cmd
}

// run finds out what the run of a directory is, and goes on with it.
func (r *resumption) run(cmd *cobra.Command, path string) error {
	if _, err := r.parse(); err != nil {
		return err
	}
	if err := checkEvery(r.every); err != nil {
		return err
	}
	r.path = path
	read := checkpoint.Read
	if r.previous {
		read = checkpoint.ReadPrevious
	}
	m, err := read(checkpoint.OS(path))
	if err != nil {
		return r.unopened(err)
	}
	kind, err := kindOf(path, m)
	if err != nil {
		return err
	}
	r.identity = m.Identity
	return kind.resume(cmd, r)
}

// open locks the directory of a run that this program would say has an identity.
func (r *resumption) open(cmd *cobra.Command, identity map[string]string) (*kept, error) {
	open := checkpoint.Open
	if r.previous {
		open = checkpoint.OpenPrevious
	}
	dir, err := open(checkpoint.OS(r.path), tool(), identity)
	if err != nil {
		return nil, r.unopened(err)
	}
	return newKept(cmd, r.path).start(dir, r.every), nil
}

// unopened is an error of a directory that cannot be gone on with, or not in the way that is wanted.
func (r *resumption) unopened(err error) error {
	if errors.Is(err, checkpoint.ErrWhole) {
		return usagef("%s: --%s: %w; this goes on from it: %s", r.path, previousFlag, err, resumeCommand(nil, r.path))
	}
	return offer(r.path, checkpointError(r.path, err))
}

// searchFlags are the flags that only the resumption of a search has a use for.
var searchFlags = []string{"spill", "svg", levelFlag}

// refuse refuses flags that the run has no use for.
func (r *resumption) refuse(cmd *cobra.Command, flags ...string) error {
	for _, flag := range append(flags, searchFlags...) {
		if cmd.Flags().Changed(flag) {
			return usagef("--%s: a run of %s has none", flag, r.identity[runKey])
		}
	}
	return nil
}

// unreadable is an error in what a directory says that a run is.
func (r *resumption) unreadable(err error) error {
	return usageError(fmt.Errorf("%s: what the run is: %w", r.path, err))
}
