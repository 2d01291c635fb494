package family

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
)

// A Workshop is how cases worth keeping are made: drawn at random, solved, and changed as long as
// that makes them better. Its functions take all chance from rng and keep nothing, for levels are made
// again by their seeds; they may be called by several goroutines at once.
type Workshop[C any] struct {
	// Draw draws a case of a size. The error is that of the size.
	Draw func(rng *rand.Rand, size string) (C, error)

	// Mutate returns a case of the same size that differs from c a little, and shares no memory
	// with it.
	Mutate func(rng *rand.Rand, c C) C

	// Signature returns a text that cases have in common which a player would call the same, such
	// as mirror images; nil: their IDs.
	Signature func(c C) string

	// Size returns the size of a case, as Draw takes it.
	Size func(c C) string

	// Own are levels that the puzzle makes and keeps in a way of its own; what is above may then be
	// nil. Nil: package levels makes and keeps them.
	Own Levels
}

// Levels are the levels of a puzzle: how they are made, kept and listed.
type Levels interface {
	// Maker returns what makes levels. The error says what is wrong with the wishes.
	Maker(w Wishes) (LevelMaker, error)

	// Shipped returns the levels that ship with the program, easy ones first. The error is a
	// *NoneShip if there are none.
	Shipped() ([]Level, error)

	// Read reads the level files of a folder, easy levels first. What they say is taken at its
	// word.
	Read(folder fs.FS) ([]Level, error)

	// Table returns a table with a row for each level, below a head of one line or more.
	Table(all []Level) string
}

// Wishes say what levels are wanted, and what may be spent on them.
type Wishes struct {
	Size     string
	Count    int
	Seed     uint64
	From     uint64 // the number of the first climb
	MinValue int    // of a level, in the puzzle's measure; 0: any
	States   uint64 // the most states that the search of a case may meet
	Workers  int    // climbs at a time; 0: as many as GOMAXPROCS
	Memory   uint64 // bytes for all searches together; 0: no limit

	Flags map[string]string // the puzzle's own
	Set   func(flag string) bool
}

// A LevelMaker makes levels. What it makes depends on the size, the seed, the number of the first
// climb, the states and the puzzle's own flags alone. All else cuts the list short or lets through
// fewer.
type LevelMaker interface {
	// Run makes levels, and calls found with each as soon as it is sure to be one of them. The
	// error is that of found, that a case is more than a solver can take, or that a level was not
	// confirmed, which would be a fault of a solver.
	Run(ctx context.Context, found func(l Level) error) (LevelsMade, error)

	// Progress may be called at any time by any goroutine. It counts climbs that nobody will look
	// at.
	Progress() LevelsMade
}

// LevelsMade is what a LevelMaker has done.
type LevelsMade struct {
	Levels int
	Climbs uint64
	Tries  uint64 // cases tried in these
	Limit  error  // what ended the run before all levels were found, in words for people; or nil
}

// A Level is a case worth keeping, with what is known of it.
type Level interface {
	LevelFile
	LevelView
}

// LevelExtension ends the name of a level file.
const LevelExtension = ".txt"

// ErrNoLevels says that there is no level file where levels were looked for.
var ErrNoLevels = errors.New("no level file, whose name would end in " + LevelExtension)

// A LevelFile is a level as a file that other verbs read as a case.
type LevelFile interface {
	Name() string // of the file, without its extension
	AppendFile(dst []byte) []byte

	// Verify finds out again what the level claims. The error names the first false claim, or is an
	// *Unverified.
	Verify(ctx context.Context, memory uint64) error
}

// A LevelView is what people and programs are told of a level.
type LevelView interface {
	// Facts returns what is known, a line each: level, made by, score, what the puzzle says of it
	// with its solutions, case.
	Facts() []Detail

	// Show draws the case, and, if wanted, again after the steps of its solution.
	Show(w io.Writer, solution bool) error

	JSON() any // as encoding/json writes it
}

// FindLevel returns the level of a name.
func FindLevel(all []Level, name string) (Level, error) {
	for _, l := range all {
		if l.Name() == name {
			return l, nil
		}
	}
	const want = "no level %q: want one of those that \"exhaust levels\" lists, such as %s"
	return nil, fmt.Errorf(want, name, all[0].Name())
}

// The keys of facts that only those are told who ask about one level.
const (
	OriginFact   = "made by"
	SolutionFact = "solution"
)

// An Unverified says that what a level claims was not found out: a limit was reached, or a solver
// cannot take the case. It refutes nothing.
type Unverified struct{ Err error }

func (e *Unverified) Error() string { return e.Err.Error() }
func (e *Unverified) Unwrap() error { return e.Err }

// A NoneShip says that no levels of a puzzle ship with the program.
type NoneShip struct {
	Puzzle string // its name
	Size   string // one that levels can be made of, with the puzzle's name in front
}

func (e *NoneShip) Error() string {
	return fmt.Sprintf(
		"no levels of %s ship with the program: exhaust generate %s --out DIR makes some",
		e.Puzzle,
		e.Size,
	)
}
