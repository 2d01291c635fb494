package family

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"exhaust/puzzle"
)

// ErrLacks says that a puzzle does not have what a verb needs.
var ErrLacks = errors.New("the puzzle lacks it")

// ID returns the one-line notation of a case, with the puzzle's name in front unless its IDs stand
// without.
func (f *Family[C]) ID(c C) string { return f.Prefix() + f.Notation.Format(c) }

// Prefix returns what stands before an ID or a size: "tiles:", or nothing.
func (f *Family[C]) Prefix() string {
	if f.Unnamed {
		return ""
	}
	return f.Name + ":"
}

// SolverNames returns the names of all solvers, the usual one first.
func (f *Family[C]) SolverNames() (names []string) {
	for _, m := range f.Solvers {
		names = append(names, m.Name)
	}
	return names
}

// Standing returns the names of the solvers that solve without being named.
func (f *Family[C]) Standing() (names []string) {
	for _, m := range f.Solvers {
		if !m.OnDemand {
			names = append(names, m.Name)
		}
	}
	return names
}

// Solver makes the solver of a name.
func (f *Family[C]) Solver(name string, l puzzle.Limits) (puzzle.Solver[C], error) {
	for _, m := range f.Solvers {
		if m.Name == name {
			return m.New(l), nil
		}
	}
	return nil, CheckNames(f.SolverNames(), name)
}

// CheckNames returns an error unless all names are among those of solvers, each once.
func CheckNames(solvers []string, names ...string) error {
	if len(names) == 0 {
		return fmt.Errorf("no solver: want one or more of %s", List(solvers, "and"))
	}
	for i, name := range names {
		if !slices.Contains(solvers, name) {
			return fmt.Errorf("unknown solver %q: want %s", name, List(solvers, "or"))
		}
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("solver %q twice: want each at most once", name)
		}
	}
	return nil
}

// List returns words with another before the last: "a, b or c".
func List(words []string, word string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " " + word + " " + words[last]
}
