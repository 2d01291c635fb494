// Package family is the seam between puzzles and the program: a Family is a puzzle as data and a
// few functions, and every verb of the program is written once, for any Family.
//
// A puzzle's wiring makes its Family. Package verbs turns it into what the command line calls.
package family

import (
	"context"
	"io"
	"iter"
	"math/rand/v2"
	"regexp"
	"sync/atomic"

	"exhaust/puzzle"
)

// A Family is a puzzle: its notation, its rules, and who solves it. C is the type of a case, such
// as a pointer to a board. What may be left nil says so; the verbs that need it then say that the
// puzzle has none.
type Family[C any] struct {
	Name    string // on the command line: tiles
	Title   string // for people: sliding tiles
	Asks    string // what is asked of a case, in one line
	Rules   string // in plain words, in lines of up to 80 columns
	Measure puzzle.Measure

	IDs    []Example // of the one-line notation, the name in front
	Files  []Example // of other notations: files and foreign formats; may be nil
	Spaces []Example // of sizes for enumerate and compare; may be nil
	Facts  []string  // what is known from outside and tested here, with its source; may be nil

	// Variants are rules under which the same board makes different cases, which a census solves
	// side by side. Most puzzles have none, and leave all three nil.
	Variants    []string
	Variant     func(c C) int
	WithVariant func(c C, variant int) C // sets the variant of c itself, and returns it

	Notation Notation[C]
	Referee  func() puzzle.Referee[C]
	Solvers  []Maker[C] // two or more, the usual one first, the plainest last

	// Space returns the space of all cases of a size, such as "3x3". It adds to listed, if that is
	// not nil, while it makes a list that takes long.
	Space func(ctx context.Context, size string, listed *atomic.Uint64) (Space[C], error)
	Lists string // what it adds to listed: "connected graphs"

	// Random returns what draws cases of a size; nil if random cases make no sense.
	Random func(size string, o Draws) (Drawer[C], error)

	// Sample draws uniformly from all cases of a size that may be too many to be numbered. If it is
	// nil, samples are drawn from Space by number.
	Sample func(size string, o Draws) (Drawer[C], error)

	// Smaller yields cases that are one step smaller than c, what takes away most first, in some
	// order without endless descents. None shares memory with c. Nil: cases are not reduced.
	Smaller func(c C) iter.Seq[C]

	// Before yields batches of cases that are smaller than c, in increasing order, and reports
	// whether these are all smaller ones. Of each of them, it yields those that come before it
	// here. Nil: small cases are not all tried.
	Before func(c C) (batches iter.Seq[[]C], all bool)

	Checks Checks[C] // what a census checks beside the solvers and the referee

	// Model returns the state space of a case, for explore. States is the layout of a run that is
	// to be gone on with, or empty. Nil for puzzles without one.
	Model func(c C, states string) (Explorer, error)

	// Whole returns the whole space of a size, without a goal. ok is false if the text is no size.
	// May be nil.
	Whole func(size, states string) (e Explorer, ok bool, err error)

	Workshop *Workshop[C] // for generate and levels; nil: there are none
	Wire     Wire[C]      // a protocol line of the puzzle's own; nil: the general one

	// Flags are flags of its own that a puzzle has beside those of every verb.
	Flags []Flag

	// Unnamed says that its IDs stand without its name in front.
	Unnamed bool

	// StartOfID is how an ID of an Unnamed puzzle begins, and nothing else that a user may write.
	StartOfID *regexp.Regexp
}

// An Example is a text that a user may write, and what it is.
type Example struct {
	Text string `json:"text"`
	Is   string `json:"is"`
}

// A Maker makes a solver.
type Maker[C any] struct {
	Name string
	Is   string // its method, in one line
	New  func(l puzzle.Limits) puzzle.Solver[C]

	// OnDemand says that the solver is not among those that solve unless it is named, such as one
	// that takes small cases only.
	OnDemand bool
}

// A Notation is how cases and certificates are written.
type Notation[C any] struct {
	// Parse reads an ID, without the puzzle's name in front. The case is valid: whoever gets it
	// need not check it. The error says what is wrong, where, and what was expected.
	Parse func(id string) (C, error)

	// Format returns the ID of a case, without the puzzle's name: Parse reads it back.
	Format func(c C) string

	// ParseFile reads a file that is no list of IDs: a drawn board, or a foreign format. The name
	// is for errors. Nil: files are lists of IDs, a line each.
	ParseFile func(name string, r io.Reader) ([]C, error)

	// Clone returns a copy that shares no memory with c.
	Clone func(c C) C

	// ParseSolution reads a certificate as a person writes it, and FormatSolution writes it for
	// people. Legal or not is for the referee to say.
	ParseSolution  func(text string) ([]byte, error)
	FormatSolution func(certificate []byte) string

	Picture func(c C) string // in lines, each with its end
	Caption func(c C) string // a line for people that stands above the picture; may be nil

	// Show draws a case, and again after the steps of a certificate, up to its end or its first
	// wrong step. Nil: the picture of the case alone.
	Show func(w io.Writer, c C, certificate []byte) error

	// Details are facts of a certificate beside its value, the same keys for each. With a nil
	// certificate, the values are nil. May be nil.
	Details func(c C, certificate []byte) []Detail
}

// A Detail is a fact with its name: a word to people, a key to programs.
type Detail struct {
	Key   string
	Value any // as encoding/json writes it
}

// A Space is cases that are numbered from 0, of the first variant if there are several. Its methods
// may be called by several goroutines at once.
type Space[C any] interface {
	Len() uint64
	At(i uint64, reuse C) C // case number i; it may use the memory of reuse, which may be a zero C
	String() string         // the size, without the puzzle's name: 2x3
	Title() string          // one of its cases, for people: "2x3 board, black to move"
}

// Draws says how cases are to be drawn.
type Draws struct {
	Variants []int             // the variants to draw from, if there are any
	Flags    map[string]string // the puzzle's own flags
	Set      func(flag string) bool
}

// A Drawer draws cases. Its methods may be called by several goroutines at once.
type Drawer[C any] interface {
	Draw(rng *rand.Rand, reuse C) C // it may use the memory of reuse, which may be a zero C
	String() string                 // several cases of the kind, for people: "random 3x4 boards"
}

// Checks are what is true of every case of a puzzle. Each may be nil.
type Checks[C any] struct {
	// Bounds returns what no answer to a case may exceed.
	Bounds func(c C) Bounds

	// ValueBound and StatesBound name the two bounds that a census shows the nearest cases to.
	ValueBound, StatesBound string

	// Variants compares the first solver's answers to the variants of one board, in the order of
	// Family.Variants; a variant that was not asked has the verdict Limit. It returns the variant
	// that is wrong, the name of the check that it fails, and why; or no name.
	Variants func(answers []puzzle.Answer) (variant int, check, why string)

	// Names says in words what is checked when these variants are asked.
	Names func(variants []int) []string

	// New returns what checks the cases of one space alone, or nil.
	New func(s Space[C]) Checker[C]
}

// Bounds are what no answer to a case may exceed. The greatest number of its type is no bound.
type Bounds struct {
	Value  uint64 // where values are moves
	States uint64
	Steps  uint64 // bytes of a certificate
}

// A Checker checks what is true of the cases of one space. It is not for use by several goroutines
// at once.
type Checker[C any] interface {
	// CheckCase returns the name of a check that case number i fails by itself, and why, or
	// nothing; and how many states it met to find out. A case that fails is not put to the solvers.
	CheckCase(i uint64, c C) (states uint64, check, why string)

	// CheckAnswers returns the name of a check that the solvers' answers to it fail, and why, or
	// nothing.
	CheckAnswers(i uint64, c C, answers []puzzle.Answer) (check, why string)
}

// A Reporter is a Space that has more to say of itself in the report of a census.
type Reporter interface {
	// Report returns facts for programs, a table for people, and names of its checks. Checked is
	// how many states its checkers met.
	Report(checked uint64) (details []Detail, table string, checks []string)
}

// A Wire is the protocol line of a puzzle that has one of its own.
type Wire[C any] interface {
	// AppendRequest appends a request to dst: one line, with its end.
	AppendRequest(dst []byte, id uint64, c C, ask puzzle.Ask) []byte

	// ParseRequest reads a request. The ID is read elsewhere.
	ParseRequest(line []byte) (c C, ask puzzle.Ask, err error)
}

// A Flag is a flag of a verb that only some puzzles have.
type Flag struct {
	Verb    string // compare or generate
	Name    string
	Kind    string // "int", "float" or "string"
	Default string
	Usage   string
	With    string // the flag that it goes with, such as random; or ""
}
