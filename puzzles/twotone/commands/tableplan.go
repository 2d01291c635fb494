package commands

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/dustin/go-humanize"

	"exhaust/command"
	"exhaust/puzzles/twotone/atlas"
)

// planPatience is how long each kind of classes is measured.
const planPatience = 300 * time.Millisecond

// printPlan measures and prints what a table would take.
func (o *tableOptions) printPlan(ctx context.Context, w io.Writer, a *atlas.Atlas) error {
	p, err := a.Plan(ctx, planPatience)
	if ctx.Err() != nil {
		return command.LimitError(context.Cause(ctx))
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "Every %v board, black to move%s: %s classes, %s cases\n\n", a.Space, shareText(a.Share),
		command.Count(len(a.Classes())), command.Count(a.Cases()))
	out := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "ordinary cells\tclasses\tcases\tmemory of one\ttime of one\ttime of all\t")
	for _, k := range p.Kinds {
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%s\t%s\t\n", k.Ordinary, command.Count(k.Classes), command.Count(k.Cases),
			humanize.IBytes(k.Memory), planTime(k.Time), planTime(time.Duration(k.Classes)*k.Time))
	}
	out.Flush()
	all := p.Time()
	fmt.Fprintf(w, "\nabout %s on one core, %s on %d workers; times and memory are extrapolated from small star sets\n",
		planTime(all), planTime(all/time.Duration(o.Workers)), o.Workers)
	return nil
}

// planTime formats an estimate of a time.
func planTime(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return d.Round(time.Millisecond).String()
	case d < 2*time.Hour:
		return d.Round(time.Second).String()
	}
	return fmt.Sprintf("%.1fh", d.Hours())
}
