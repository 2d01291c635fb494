package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"exhaust/command"
	"exhaust/parallel"
)

// exploreOptions are the flags of the verb explore.
type exploreOptions struct {
	command.Limits
	puzzleFlag
	command.CheckpointFlags
	spill string
	json  bool
	svg   string
}

func newExplore() *cobra.Command {
	var o exploreOptions
	cmd := &cobra.Command{
		Use:   "explore [PUZZLE:]CASE|FILE|-|PUZZLE:SIZE",
		Short: "search the whole reachable space of one board",
		Long: `explore meets every state that can be reached from a board, level by level, on
all cores. Won states are counted and not expanded; a state in which nobody can
move is a dead end; handovers are folded into moves. Counts and the solution are
the same for any number of workers. PUZZLE:SIZE, such as tiles:3x3 or knights:5x5, is a
whole space from the solved position; a file whose name begins like that is opened as
./tiles.

At a limit of time, or when interrupted, the run ends in good order with exit code 3 and
what it had counted. Without --memory, three quarters of the machine's or the container's
memory are the limit. A run that needs more goes on without a hash table, on sorted and
compressed levels: slower, at about a byte a state. When these have no room either they go
to --spill, or to the directory of the checkpoint; without one, that is a limit too.

With --checkpoint each finished level is written to a directory, made sure of from time
to time and at the end, and exhaust resume goes on from there, to the same result.`,
		Example: `  exhaust explore 4x4:BRWWBWRBWWBBRBWW:0:15:3,6,9:strict
  exhaust explore board.txt --workers 8 --memory 4GiB --time 10m
  exhaust explore board.txt --checkpoint run     a run that can be resumed
  exhaust resume run
  exhaust explore board.txt --memory 2GiB --spill /var/tmp
  exhaust explore tiles:3x3 --svg levels.svg
  exhaust explore knights:5x5 --json`,
		Args: command.Arguments(cobra.ExactArgs(1)),
		RunE: command.Verb(
			func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
		),
	}
	o.Limits.AddFlags(cmd)
	o.CheckpointFlags.AddFlags(cmd)
	o.puzzleFlag.addFlag(cmd)
	command.AddSpill(cmd, &o.spill)
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	cmd.Flags().
		StringVar(&o.svg, "svg", "", "write the histogram of the levels to this file, - for standard output")
	return cmd
}

// run explores a space and prints what it found.
func (o *exploreOptions) run(cmd *cobra.Command, arg string) error {
	ctx, cancel := o.Context(cmd.Context()) // for the reading
	defer cancel()
	s, err := openSpace(&input{o.puzzleFlag, ctx, cmd.InOrStdin()}, arg, "")
	if err != nil {
		return err
	}
	return o.explore(
		cmd,
		&s,
		func() (*command.Kept, error) { return o.Begin(cmd, exploreIdentity(&s)) },
	)
}

// explore explores a space, which may be kept where open says, and prints what it found. Nothing is
// made or changed before the flags are known to be good.
func (o *exploreOptions) explore(
	cmd *cobra.Command,
	s *space,
	open func() (*command.Kept, error),
) error {
	memory, err := o.Parse()
	if err != nil {
		return err
	}
	out, err := command.CreateOut(o.svg, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	if out.ToStdout() && o.json {
		return command.Usagef("--json and --svg -: want one of them on standard output")
	}
	files, err := command.OpenSpill(o.spill)
	if err != nil {
		return err
	}
	defer files.Remove()
	k, err := open()
	if err != nil {
		return err
	}
	defer k.Close()
	p := parallel.Options{
		Workers:    o.Workers,
		Memory:     memory,
		Path:       true,
		Checkpoint: k.Search(),
		Spill:      files.Fs(),
	}
	ctx, cancel := o.Context(cmd.Context())
	defer cancel()
	start := time.Now()
	progress := searchLine{earlier: k.States()}
	stop := command.Watch(
		cmd.ErrOrStderr(),
		func(elapsed time.Duration) string { return progress.text(s.Progress(), elapsed) },
	)
	found, certificate, err := s.Run(ctx, p)
	stop()
	if err != nil {
		return k.Failed(err)
	}
	r := newExploreJSON(s, found, s.Play(certificate), time.Since(start)+found.Before)
	r.Workers = o.Workers
	return o.finish(cmd, r, out, k)
}

// A searchLine is the line of progress of a search.
type searchLine struct {
	earlier uint64        // states that earlier runs of it have met
	loaded  time.Duration // when these were last seen to be loaded
}

// text says how far the search is. What matters least comes last, where a narrow terminal cuts it.
func (l *searchLine) text(p parallel.Progress, elapsed time.Duration) string {
	if p.Doing == parallel.Loading {
		l.loaded = elapsed
	}
	var done string
	if p.Doing == parallel.Loading && p.States < l.earlier {
		done = fmt.Sprintf(
			"%s of %s states, %s, eta %s",
			command.Count(p.States),
			command.Count(l.earlier),
			command.Rate(p.States, elapsed),
			command.Eta(p.States, l.earlier, elapsed),
		)
	} else {
		met := p.States - min(p.States, l.earlier) // in this run
		done = fmt.Sprintf("%s states, %s", command.Count(p.States), command.Rate(met, elapsed-l.loaded))
	}
	return fmt.Sprintf(
		"level %d: %v, %s, %s, frontier %s%s",
		p.Level,
		p.Doing,
		done,
		command.Taken(elapsed),
		command.Count(p.Frontier),
		bytesAState(command.ResidentBytes(), p.States),
	)
}

// bytesAState says what a state costs, unless there are so few that it would be the program's
// own memory that is told.
func bytesAState(bytes, states uint64) string {
	if states < 1_000_000 {
		return ""
	}
	return fmt.Sprintf(", %.1f bytes a state", float64(bytes)/float64(states))
}

// exploreJSON is what explore --json prints.
type exploreJSON struct {
	Case      string   `json:"case"`
	States    uint64   `json:"states"`
	Depth     int      `json:"depth"`
	Edges     uint64   `json:"edges"`
	Won       uint64   `json:"won"`
	DeadEnds  uint64   `json:"dead_ends"`
	Levels    []uint64 `json:"levels"`
	Shortest  *int     `json:"shortest"`
	Solution  *string  `json:"solution"`
	Verdict   string   `json:"verdict"`
	Limit     *string  `json:"limit"`
	Elapsed   float64  `json:"elapsed_seconds"`
	Rate      float64  `json:"states_per_second"`
	PeakBytes uint64   `json:"peak_rss_bytes"`
	Workers   int      `json:"workers"`

	cause   error // of Limit
	elapsed time.Duration
}

func newExploreJSON(
	s *space,
	found parallel.Summary,
	solution string,
	elapsed time.Duration,
) *exploreJSON {
	r := &exploreJSON{
		Case:      s.Name,
		States:    found.States,
		Depth:     found.Depth(),
		Edges:     found.Edges,
		Won:       found.Goals,
		DeadEnds:  found.DeadEnds,
		Levels:    append([]uint64{}, found.Levels...),
		Verdict:   s.verdict(found),
		Elapsed:   elapsed.Seconds(),
		Rate:      float64(found.States) / elapsed.Seconds(),
		PeakBytes: command.PeakBytes(),
		cause:     found.Limit,
		elapsed:   elapsed,
	}
	if found.GoalDepth >= 0 {
		r.Shortest, r.Solution = &found.GoalDepth, &solution
	}
	if found.Limit != nil {
		text := found.Limit.Error()
		r.Limit = &text
	}
	return r
}

// finish prints the result and turns it into an exit code.
func (o *exploreOptions) finish(
	cmd *cobra.Command,
	r *exploreJSON,
	out *command.OutFile,
	k *command.Kept,
) error {
	w := cmd.OutOrStdout()
	if out.ToStdout() {
		w = cmd.ErrOrStderr()
	}
	if o.json {
		if err := command.PrintJSON(w, r); err != nil {
			return err
		}
	} else {
		r.print(w)
	}
	if out != nil {
		picture, err := levelsSVG(r.Case, r.Levels)
		if err == nil {
			err = out.Write(picture)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case errors.Is(r.cause, parallel.ErrMemory) && o.spill == "" && k == nil:
		return command.LimitError(
			fmt.Errorf("%w; with --spill DIR it would go on, on a disk", r.cause),
		)
	case r.cause != nil:
		return k.Limited(r.cause)
	case r.Verdict == verdictUnsolvable:
		return command.ErrNo
	}
	return nil
}

// print prints the result for people.
func (r *exploreJSON) print(w io.Writer) {
	fmt.Fprintf(w, "case        %s\nverdict     %s\n", r.Case, r.Verdict)
	if r.Limit != nil {
		fmt.Fprintf(w, "limit       %s: all below is what was counted until then\n", *r.Limit)
	}
	if r.Shortest != nil {
		solution := *r.Solution
		if solution == "" {
			solution = command.NoSteps
		}
		fmt.Fprintf(w, "shortest    %d\nsolution    %s\n", *r.Shortest, solution)
	}
	fmt.Fprintf(w, "states      %s\ndepth       %d\n", command.Count(r.States), r.Depth)
	expanded := float64(max(r.States-r.Won, 1))
	fmt.Fprintf(
		w,
		"edges       %s, %.2f for each state expanded\n",
		command.Count(r.Edges),
		float64(r.Edges)/expanded,
	)
	fmt.Fprintf(
		w,
		"won         %s\ndead ends   %s\n",
		command.Count(r.Won),
		command.Count(r.DeadEnds),
	)
	fmt.Fprintf(
		w,
		"time        %s, %s, %s\n",
		command.Seconds(r.elapsed),
		command.Rate(r.States, r.elapsed),
		command.Counted(r.Workers, "worker"),
	)
	fmt.Fprintf(
		w,
		"peak memory %s%s\n\n",
		humanize.IBytes(r.PeakBytes),
		bytesAState(r.PeakBytes, r.States),
	)
	printHistogram(w, r.Levels)
}
