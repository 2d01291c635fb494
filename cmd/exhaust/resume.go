package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"exhaust/checkpoint"
	"exhaust/command"
	"exhaust/puzzles/catalogue"
)

// runKinds returns the kinds of runs by the name of their verb.
func runKinds() map[string]command.RunKind {
	kinds := map[string]command.RunKind{
		"compare":   {Resume: resumeCompare, Progress: compareProgress},
		"enumerate": {Resume: resumeEnumerate, Progress: enumerateProgress},
		"explore":   {Resume: resumeExplore, Progress: exploreProgress},
	}
	maps.Copy(kinds, catalogue.Runs())
	return kinds
}

// kindOf returns the kind of a run.
func kindOf(path string, m *checkpoint.Manifest) (command.RunKind, error) {
	kinds := runKinds()
	kind, ok := kinds[m.Identity[command.RunKey]]
	if !ok {
		return kind, command.Usagef("%s: a run of %q: want one of %s", path, m.Identity[command.RunKey], strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
	}
	return kind, nil
}

func newResume() *cobra.Command {
	var r command.Resumption
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
		Args: command.Arguments(cobra.ExactArgs(1)),
		RunE: command.Verb(func(cmd *cobra.Command, args []string) error { return resume(cmd, &r, args[0]) }),
	}
	command.AddWorkers(cmd, &r.Workers, "how much is done at the same time, of what the run consists of")
	r.AddBounds(cmd)
	command.AddEvery(cmd, &r.Every)
	command.AddSpill(cmd, &r.Spill)
	cmd.Flags().StringVar(&r.SVG, "svg", "", "write the histogram of the levels of an exploration to this file")
	cmd.Flags().IntVar(&r.Level, command.LevelFlag, 0, "go back to this level of an exploration, and forget those after it")
	cmd.Flags().BoolVar(&r.Previous, command.PreviousFlag, false, "go back to the commit before a damaged MANIFEST")
	cmd.MarkFlagsMutuallyExclusive(command.LevelFlag, command.PreviousFlag)
	cmd.Flags().BoolVar(&r.JSON, "json", false, "print one JSON object")
	return cmd
}

// resume finds out what the run of a directory is, and goes on with it.
func resume(cmd *cobra.Command, r *command.Resumption, path string) error {
	if _, err := r.Parse(); err != nil {
		return err
	}
	if err := command.CheckEvery(r.Every); err != nil {
		return err
	}
	r.Path = path
	read := checkpoint.Read
	if r.Previous {
		read = checkpoint.ReadPrevious
	}
	m, err := read(checkpoint.OS(path))
	if err != nil {
		return r.Unopened(err)
	}
	kind, err := kindOf(path, m)
	if err != nil {
		return err
	}
	r.Identity = m.Identity
	return kind.Resume(cmd, r)
}
