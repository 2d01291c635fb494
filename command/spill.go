package command

import (
	"os"

	"github.com/spf13/cobra"

	"exhaust/checkpoint"
	"exhaust/frontier"
)

// AddSpill adds --spill to a verb.
func AddSpill(cmd *cobra.Command, dir *string) {
	cmd.Flags().
		StringVar(dir, "spill", "", "a directory for what memory does not hold, until the run ends")
}

// A spill is a directory of its own in the one of --spill.
type spill struct{ path string }

// OpenSpill makes a directory in the one of --spill; none if that was not given.
func OpenSpill(dir string) (*spill, error) {
	if dir == "" {
		return &spill{}, nil
	}
	path, err := os.MkdirTemp(dir, "exhaust-spill-")
	if err != nil {
		return nil, Usagef("--spill: %w", err)
	}
	return &spill{path}, nil
}

// Fs returns the directory, nil if there is none.
func (s *spill) Fs() frontier.Files {
	if s.path == "" {
		return nil
	}
	return checkpoint.OS(s.path)
}

// Remove removes the directory.
func (s *spill) Remove() {
	if s.path != "" {
		_ = os.RemoveAll(s.path)
	}
}
