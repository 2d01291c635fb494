// Package commands are the verbs that only the two-tone puzzle has: table, all boards of a size at
// once, and reduce, a grid graph as a board.
package commands

import (
	"github.com/spf13/cobra"

	"exhaust/command"
)

// All returns the verbs.
func All() []*cobra.Command { return []*cobra.Command{newTable(), newReduce()} }

// Runs returns the kinds of runs of these verbs that are kept in checkpoint directories, by the
// name of their verb.
func Runs() map[string]command.RunKind {
	return map[string]command.RunKind{"table": {Resume: resumeTable, Progress: tableProgress}}
}
