package main

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"exhaust/checkpoint"
	"exhaust/command"
	"exhaust/frontier"
	"exhaust/parallel"
)

// exploreIdentity says what an exploration is.
func exploreIdentity(s *space) map[string]string {
	return map[string]string{
		command.RunKey: "explore", "case": s.Name, "states": s.States(), "words": strconv.Itoa(s.Words()),
		"levels": strconv.Itoa(frontier.Version),
	}
}

// resumeExplore goes on with an exploration.
func resumeExplore(cmd *cobra.Command, r *command.Resumption) error {
	o := exploreOptions{Limits: r.Limits, spill: r.Spill, json: r.JSON, svg: r.SVG}
	s, err := openSpace(&input{ctx: cmd.Context()}, r.Identity["case"], r.Identity["states"])
	if err != nil {
		return r.Unreadable(err)
	}
	identity := command.ReadableLevels(exploreIdentity(&s), r.Identity)
	return o.explore(cmd, &s, func() (*command.Kept, error) {
		if cmd.Flags().Changed(command.LevelFlag) {
			if err := r.Rewind(identity); err != nil {
				return nil, err
			}
		}
		return r.Open(cmd, identity)
	})
}

// A searchProgress is how far a search is.
type searchProgress struct {
	Depth   int             `json:"depth"`
	States  uint64          `json:"states"`
	Open    uint64          `json:"open"` // of the last level, to be expanded
	Done    bool            `json:"done"`
	Levels  []levelProgress `json:"levels"`
	Elapsed float64         `json:"elapsed_seconds"` // of all runs together
}

type levelProgress struct {
	States uint64  `json:"states"`
	Bytes  int64   `json:"bytes"`
	Each   float64 `json:"bytes_a_state"`
	File   string  `json:"file"`
}

// exploreProgress says how far an exploration is.
func exploreProgress(m *checkpoint.Manifest) (command.RunProgress, error) {
	k, err := parallel.ReadKept(m)
	if err != nil {
		return nil, err
	}
	p := &searchProgress{Depth: -1, Levels: []levelProgress{}}
	if k == nil {
		return p, nil
	}
	p.Depth, p.States, p.Open, p.Done, p.Elapsed = len(k.Levels)-1, k.States(), k.Open(), k.Open() == 0, k.Seconds
	for _, l := range k.Levels {
		p.Levels = append(p.Levels, levelProgress{l.States, l.Bytes, float64(l.Bytes) / float64(max(l.States, 1)), l.File})
	}
	return p, nil
}

// print prints how far the search is, and what each level takes.
func (p *searchProgress) Print(w io.Writer) {
	what := "no level is expanded"
	switch {
	case p.Done:
		what = "the search is done"
	case p.Depth >= 0:
		what = fmt.Sprintf("%s states of level %d are to be expanded", command.Count(p.Open), p.Depth)
	}
	command.PrintFact(w, "progress", what)
	command.PrintFact(w, "states", command.Count(p.States))
	command.PrintFact(w, "time", command.Seconds(time.Duration(p.Elapsed*float64(time.Second))))
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "\nlevel\tstates\tbytes\tbytes/state\t\n")
	bytes := int64(0)
	for i, l := range p.Levels {
		bytes += l.Bytes
		fmt.Fprintf(table, "%d\t%s\t%s\t%.3f\t\n", i, command.Count(l.States), command.Count(l.Bytes), l.Each)
	}
	fmt.Fprintf(table, "all\t%s\t%s\t%.3f\t\n", command.Count(p.States), command.Count(bytes), float64(bytes)/float64(max(p.States, 1)))
	table.Flush()
	fmt.Fprintln(w)
}
