package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"exhaust/checkpoint"
	"exhaust/frontier"
	"exhaust/parallel"
)

// exploreIdentity says what an exploration is.
func exploreIdentity(s *space) map[string]string {
	return map[string]string{
		runKey: "explore", "case": s.Name, "states": s.States(), "words": strconv.Itoa(s.Words()),
		"levels": strconv.Itoa(frontier.Version),
	}
}

// resumeExplore goes on with an exploration.
func resumeExplore(cmd *cobra.Command, r *resumption) error {
	o := exploreOptions{limits: r.limits, spill: r.spill, json: r.json, svg: r.svg}
	s, err := openSpace(puzzleFlag{}, r.identity["case"], r.identity["states"], nil)
	if err != nil {
		return r.unreadable(err)
	}
	identity := readableLevels(exploreIdentity(&s), r.identity)
	return o.explore(cmd, &s, func() (*kept, error) {
		if cmd.Flags().Changed(levelFlag) {
			if err := r.rewind(identity); err != nil {
				return nil, err
			}
		}
		return r.open(cmd, identity)
	})
}

// readableLevels returns the identity that this program gives a run, with the version of levels of the run that is there, if
// it can be read: that is the one of the first levels, and those to come are of the present one.
func readableLevels(identity, there map[string]string) map[string]string {
	version, err := strconv.Atoi(there["levels"])
	if _, has := identity["levels"]; has && err == nil && frontier.Reads(version) {
		identity = maps.Clone(identity)
		identity["levels"] = there["levels"]
	}
	return identity
}

// rewind goes back to a level.
func (r *resumption) rewind(identity map[string]string) error {
	err := parallel.Rewind(checkpoint.OS(r.path), tool(), identity, r.level)
	if errors.Is(err, parallel.ErrNoLevel) {
		return usagef("%s: --level %d: %w", r.path, r.level, err)
	}
	if err != nil {
		return checkpointError(r.path, err)
	}
	return nil
}

// search returns where a search keeps its levels; nil if it is kept nowhere.
func (k *kept) search() *parallel.Checkpoint {
	if k == nil {
		return nil
	}
	return &parallel.Checkpoint{Dir: k.Dir, Demand: k.Demands, Notes: k.notes}
}

// failed names the directory in an error of a run that is kept.
func (k *kept) failed(err error) error {
	if k == nil {
		return err
	}
	return offer(k.path, checkpointError(k.path, err))
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
func exploreProgress(m *checkpoint.Manifest) (runProgress, error) {
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
func (p *searchProgress) print(w io.Writer) {
	what := "no level is expanded"
	switch {
	case p.Done:
		what = "the search is done"
	case p.Depth >= 0:
		what = fmt.Sprintf("%s states of level %d are to be expanded", count(p.Open), p.Depth)
	}
	printFact(w, "progress", what)
	printFact(w, "states", count(p.States))
	printFact(w, "time", seconds(time.Duration(p.Elapsed*float64(time.Second))))
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "\nlevel\tstates\tbytes\tbytes/state\t\n")
	bytes := int64(0)
	for i, l := range p.Levels {
		bytes += l.Bytes
		fmt.Fprintf(table, "%d\t%s\t%s\t%.3f\t\n", i, count(l.States), count(l.Bytes), l.Each)
	}
	fmt.Fprintf(table, "all\t%s\t%s\t%.3f\t\n", count(p.States), count(bytes), float64(bytes)/float64(max(p.States, 1)))
	table.Flush()
	fmt.Fprintln(w)
}
