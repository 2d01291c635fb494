package command

import (
	"fmt"
	"io"
	"time"

	"exhaust/checkpoint"
	"exhaust/enumerate"
)

// A RunProgress says how far a run is: to programs as JSON, to people in lines like those of
// printFact.
type RunProgress interface{ Print(w io.Writer) }

// PrintFact prints one thing that is known, for people.
func PrintFact(w io.Writer, key, value string) { fmt.Fprintf(w, "%-11s %s\n", key, value) }

// A PhaseProgress is how far a run of chunks is: its phases, of things of some kind.
type PhaseProgress struct {
	Phases  []PhaseDone `json:"phases"`
	Elapsed float64     `json:"elapsed_seconds"` // of all runs together
}

// A PhaseDone is how far a phase is. All is 0 if it has not begun.
type PhaseDone struct {
	Phase  string `json:"phase"`
	Done   uint64 `json:"done"`
	All    uint64 `json:"all"`
	Things string
}

// PhasesOf says how far the phases of a run are.
func PhasesOf(m *checkpoint.Manifest, phases ...PhaseDone) (*PhaseProgress, error) {
	work, err := ParseWork(m)
	if err != nil {
		return nil, err
	}
	for i := range phases {
		p := &phases[i]
		if p.Done, p.All, err = enumerate.Done(work.Phases[p.Phase]); err != nil {
			return nil, err
		}
	}
	return &PhaseProgress{phases, work.Elapsed}, nil
}

func (p *PhaseProgress) Print(w io.Writer) {
	for _, d := range p.Phases {
		if d.All == 0 {
			PrintFact(w, d.Phase, "nothing is done")
			continue
		}
		PrintFact(
			w,
			d.Phase,
			fmt.Sprintf(
				"%s of %s %s, %.1f%%",
				Count(d.Done),
				Count(d.All),
				d.Things,
				100*float64(d.Done)/float64(d.All),
			),
		)
	}
	PrintFact(w, "time", Seconds(time.Duration(p.Elapsed*float64(time.Second))))
}
