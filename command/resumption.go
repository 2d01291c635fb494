package command

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"exhaust/checkpoint"
)

// RunKey is the key of a run's identity that says which of the runKinds it is.
const RunKey = "run"

// A RunKind is a verb whose runs are kept in checkpoint directories.
type RunKind struct {
	// Resume goes on with a run.
	Resume func(cmd *cobra.Command, r *Resumption) error

	// Progress says how far a run is.
	Progress func(m *checkpoint.Manifest) (RunProgress, error)
}

// A Resumption is a run to be gone on with, and how.
type Resumption struct {
	Limits   // workers, memory and time
	Path     string
	Identity map[string]string
	Every    time.Duration
	Spill    string
	SVG      string
	Level    int
	Previous bool
	JSON     bool
}

// Open locks the directory of a run that this program would say has an identity.
func (r *Resumption) Open(cmd *cobra.Command, identity map[string]string) (*Kept, error) {
	open := checkpoint.Open
	if r.Previous {
		open = checkpoint.OpenPrevious
	}
	dir, err := open(checkpoint.OS(r.Path), Tool(), identity)
	if err != nil {
		return nil, r.Unopened(err)
	}
	return NewKept(cmd, r.Path).Start(dir, r.Every), nil
}

// Unopened is an error of a directory that cannot be gone on with, or not in the way that is
// wanted.
func (r *Resumption) Unopened(err error) error {
	if errors.Is(err, checkpoint.ErrWhole) {
		return Usagef(
			"%s: --%s: %w; this goes on from it: %s",
			r.Path,
			PreviousFlag,
			err,
			ResumeCommand(nil, r.Path),
		)
	}
	return Offer(r.Path, CheckpointError(r.Path, err))
}

// searchFlags are the flags that only the resumption of a search has a use for.
var searchFlags = []string{"spill", "svg", LevelFlag}

// Refuse refuses flags that the run has no use for.
func (r *Resumption) Refuse(cmd *cobra.Command, flags ...string) error {
	for _, flag := range append(flags, searchFlags...) {
		if cmd.Flags().Changed(flag) {
			return Usagef("--%s: a run of %s has none", flag, r.Identity[RunKey])
		}
	}
	return nil
}

// Unreadable is an error in what a directory says that a run is.
func (r *Resumption) Unreadable(err error) error {
	return UsageError(fmt.Errorf("%s: what the run is: %w", r.Path, err))
}
