// Package catalogue lists the puzzles that the program knows. A new puzzle is a folder and a line here.
package catalogue

import (
	"fmt"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"exhaust/command"
	"exhaust/family"
	"exhaust/family/verbs"
	huarong "exhaust/puzzles/huarong/wiring"
	knights "exhaust/puzzles/knights/wiring"
	pawns "exhaust/puzzles/pawns/wiring"
	tiles "exhaust/puzzles/tiles/wiring"
	twotonecommands "exhaust/puzzles/twotone/commands"
	hamilton "exhaust/puzzles/twotone/hamilton/wiring"
	twotone "exhaust/puzzles/twotone/wiring"
)

// all makes the list once, the usual puzzle first.
var all = sync.OnceValue(func() []verbs.Puzzle {
	return []verbs.Puzzle{
		verbs.Of(twotone.Family()),
		verbs.Of(hamilton.Family()),
		verbs.Of(tiles.Family()),
		verbs.Of(knights.Family()),
		verbs.Of(huarong.Family()),
		verbs.Of(pawns.Family()),
	}
})

// All returns the puzzles, the usual one first.
func All() []verbs.Puzzle { return all() }

// Default returns the puzzle that is meant where none is named.
func Default() verbs.Puzzle { return all()[0] }

// Find returns the puzzle of a name. The error lists all names.
func Find(name string) (verbs.Puzzle, error) {
	names := []string{}
	for _, p := range all() {
		if p.About().Name == name {
			return p, nil
		}
		names = append(names, p.About().Name)
	}
	return nil, fmt.Errorf("unknown puzzle %q: want %s", name, family.List(names, "or"))
}

// Cut splits NAME:REST, or a name alone. If no puzzle has the name, it returns the usual one, and all of the
// text.
func Cut(text string) (p verbs.Puzzle, rest string, named bool) {
	name, rest, _ := strings.Cut(text, ":")
	if p, err := Find(name); err == nil {
		return p, rest, true
	}
	return Default(), text, false
}

// Commands returns the verbs that only some puzzle has.
func Commands() []*cobra.Command { return twotonecommands.All() }

// Runs returns the kinds of runs of these verbs that are kept in checkpoint directories, by the name of their
// verb.
func Runs() map[string]command.RunKind { return twotonecommands.Runs() }
