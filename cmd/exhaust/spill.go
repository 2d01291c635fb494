package main

import (
	"os"

	"github.com/spf13/cobra"

	"exhaust/checkpoint"
	"exhaust/frontier"
)

// addSpill adds --spill to a verb.
func addSpill(cmd *cobra.Command, dir *string) {
	cmd.Flags().StringVar(dir, "spill", "", "a directory for what memory does not hold, until the run ends")
}

// A spill is a directory of its own in the one of --spill.
type spill struct{ path string }

// openSpill makes a directory in the one of --spill; none if that was not given.
func openSpill(dir string) (*spill, error) {
	if dir == "" {
		return &spill{}, nil
	}
	path, err := os.MkdirTemp(dir, "exhaust-spill-")
	if err != nil {
		return nil, usagef("--spill: %w", err)
	}
	return &spill{path}, nil
}

// fs returns the directory, nil if there is none.
func (s *spill) fs() frontier.Files {
	if s.path == "" {
		return nil
	}
	return checkpoint.OS(s.path)
}

// remove removes the directory.
func (s *spill) remove() {
	if s.path != "" {
		_ = os.RemoveAll(s.path)
	}
}
