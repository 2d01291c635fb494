// Package levels makes, keeps and reads levels of any puzzle that has a family.Workshop: cases
// worth keeping, with proof of how hard they are.
//
// A level is a case with its exact value, one solution that the referee accepts, how many states
// the usual solver met, and which other solver found the same value. Cases are drawn at random and
// changed as long as their score goes up (package climb). The score depends on the value and the
// states alone. All arithmetic is in whole numbers and all chance comes from a seed, so the same
// command gives the same levels on every machine.
//
// A case whose search came to its limit of states is no level, whatever it may be: a limit is no
// verdict. A puzzle with a Count has levels with one solution only.
package levels

import (
	"math/bits"

	"exhaust/family"
	"exhaust/puzzle"
)

// Of returns the levels of a puzzle that has a workshop: its own, or else those of this package.
func Of[C any](f *family.Family[C]) family.Levels {
	if own := f.Workshop.Own; own != nil {
		return own
	}
	return &Keeper[C]{f}
}

// A Keeper makes, reads and lists the levels of a puzzle.
type Keeper[C any] struct{ Family *family.Family[C] }

// A Level is a case, and what is known of it.
type Level[C any] struct {
	Name        string // of its file, without an extension
	Origin      string // the command that made it
	Case        C
	Value       int    // in the puzzle's measure
	States      uint64 // that the usual solver met
	Certificate []byte // of the value
	Score       int

	// Confirmed is the other solver that found the same value; empty if none did within
	// ConfirmStates.
	Confirmed string
}

// ConfirmStates is the most states that another solver may meet to confirm a level.
const ConfirmStates = 1 << 18

// What a score is made of.
const (
	scoreUnit  = 100     // for each unit of the value: more than the states can ever give
	mostScored = 1 << 40 // units that count, for any value of either sign
)

// Score returns how good a level is. Of a Count it is the number of states, for all levels have one
// solution. Else it is 100 for each unit of the value, and 1 for each binary digit of the number of
// states: the greater value is better, and of two that are equal, the one that takes twice as many
// states.
func Score(kind puzzle.Kind, value int, states uint64) int {
	if kind == puzzle.Count {
		return int(min(states, mostScored))
	}
	return scoreUnit*min(max(value, -mostScored), mostScored) + bits.Len64(states)
}

// size returns the size of a case.
func (k *Keeper[C]) size(c C) string { return k.Family.Workshop.Size(c) }

// example returns a size that levels can be made of, with the puzzle's name in front: that of the
// first case in its list of IDs.
func (k *Keeper[C]) example() string {
	f := k.Family
	for _, id := range f.IDs {
		if c, err := k.parseID(id.Text); err == nil {
			return f.Prefix() + k.size(c)
		}
	}
	return f.Prefix() + "SIZE"
}

// Shipped returns the levels that ship with the program. There are none so far.
func (k *Keeper[C]) Shipped() ([]family.Level, error) {
	return nil, &family.NoneShip{Puzzle: k.Family.Name, Size: k.example()}
}
