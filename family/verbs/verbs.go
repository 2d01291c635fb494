// Package verbs is what the program does with a puzzle, written once for any: Of takes a Family and
// hides the type of its cases, so that the command line knows no puzzle.
//
// The type is hidden once a run and not once a case: a census, a contest and a server are generic
// inside.
package verbs

import (
	"context"
	"io"
	"regexp"
	"strings"
	"time"

	"exhaust/family"
	"exhaust/family/protocol"
	"exhaust/puzzle"
)

// A Puzzle is a family with its type of cases hidden. Its methods may be called by several
// goroutines at once.
type Puzzle interface {
	About() *About

	// Case reads an ID, without the puzzle's name in front.
	Case(id string) (Case, error)

	// File reads a file of the puzzle's that is no list of IDs. ok is false if it has none such.
	File(name string, r io.Reader) (cases []Case, ok bool, err error)

	// ParseSolution reads a certificate as a person writes it, and FormatSolution writes one.
	ParseSolution(text string) ([]byte, error)
	FormatSolution(certificate []byte) string

	// Solver returns a solver for many cases, one after the other.
	Solver(name string, l puzzle.Limits) (Solver, error)

	Census(ctx context.Context, o CensusOptions) (Census, error)
	Contest(ctx context.Context, o ContestOptions) (Contest, error)
	Serve(
		ctx context.Context,
		solver string,
		l puzzle.Limits,
		timeout time.Duration,
		in io.Reader,
		out io.Writer,
	) error

	// Whole returns the whole space of a size; ok is false if the text is no size of the puzzle's.
	Whole(size, states string) (s Space, ok bool, err error)

	// Levels returns what makes and keeps levels.
	Levels() (family.Levels, error)
}

// A Solver answers questions about the cases of one puzzle.
type Solver interface {
	Solve(ctx context.Context, c Case, ask puzzle.Ask) (puzzle.Answer, error)
}

// A Case is a case of any puzzle.
type Case interface {
	Puzzle() Puzzle
	ID() string      // with the puzzle's name in front, unless its IDs stand without
	Variant() string // the name of its variant, if the puzzle has any
	With(variant int) Case
	Replay(certificate []byte) (value int, err error)
	Details(certificate []byte) []family.Detail // with nil for no certificate
	Picture() string
	Caption() string
	Show(w io.Writer, certificate []byte) error
	Space(states string) (Space, error)
}

// A Space is what explore searches.
type Space struct {
	family.Explorer
	Name  string // of the case or the size, with the puzzle's
	Goals bool   // whether anything is looked for
	Play  func(certificate []byte) string
}

// About says what a puzzle is.
type About struct {
	Name     string
	Title    string
	Asks     string
	Rules    string
	Measure  puzzle.Measure
	Variants []string
	Solvers  []SolverAbout
	IDs      []family.Example
	Files    []family.Example
	Spaces   []family.Example
	Facts    []string
	Lists    string // what a space counts while it is listed
	Flags    []family.Flag

	Unnamed   bool
	StartOfID *regexp.Regexp
	Draws     bool // it has random cases
	Explores  bool // it has a state space
	Makes     bool // it makes levels
}

// A SolverAbout says what a solver is.
type SolverAbout struct {
	Name     string `json:"name"`
	Is       string `json:"is"`
	OnDemand bool   `json:"on_demand"`
}

// Prefix returns what stands before an ID or a size of the puzzle: "tiles:", or nothing.
func (a *About) Prefix() string {
	if a.Unnamed {
		return ""
	}
	return a.Name + ":"
}

// SolverNames returns the names of all solvers, the usual one first.
func (a *About) SolverNames() (names []string) {
	for _, s := range a.Solvers {
		names = append(names, s.Name)
	}
	return names
}

// Standing returns the names of the solvers that solve without being named.
func (a *About) Standing() (names []string) {
	for _, s := range a.Solvers {
		if !s.OnDemand {
			names = append(names, s.Name)
		}
	}
	return names
}

// Of returns a family as a puzzle.
func Of[C any](f *family.Family[C]) Puzzle { return &of[C]{f: f, about: aboutOf(f)} }

type of[C any] struct {
	f     *family.Family[C]
	about *About
}

func aboutOf[C any](f *family.Family[C]) *About {
	a := &About{
		Name: f.Name, Title: f.Title, Asks: f.Asks, Rules: strings.TrimSpace(f.Rules), Measure: f.Measure,
		Variants: f.Variants, IDs: f.IDs, Files: f.Files, Spaces: f.Spaces, Facts: f.Facts, Lists: f.Lists, Flags: f.Flags,
		Unnamed: f.Unnamed, StartOfID: f.StartOfID,
		Draws: f.Random != nil, Explores: f.Model != nil, Makes: f.Workshop != nil,
	}
	for _, m := range f.Solvers {
		a.Solvers = append(a.Solvers, SolverAbout{m.Name, m.Is, m.OnDemand})
	}
	return a
}

func (p *of[C]) About() *About { return p.about }

func (p *of[C]) Case(id string) (Case, error) {
	c, err := p.f.Notation.Parse(id)
	if err != nil {
		return nil, err
	}
	return &caseOf[C]{p, c}, nil
}

func (p *of[C]) File(name string, r io.Reader) ([]Case, bool, error) {
	if p.f.Notation.ParseFile == nil {
		return nil, false, nil
	}
	list, err := p.f.Notation.ParseFile(name, r)
	var cases []Case
	for _, c := range list {
		cases = append(cases, &caseOf[C]{p, c})
	}
	return cases, true, err
}

func (p *of[C]) ParseSolution(
	text string,
) ([]byte, error) {
	return p.f.Notation.ParseSolution(text)
}
func (p *of[C]) FormatSolution(certificate []byte) string {
	return p.f.Notation.FormatSolution(certificate)
}

func (p *of[C]) Serve(
	ctx context.Context,
	solver string,
	l puzzle.Limits,
	timeout time.Duration,
	in io.Reader,
	out io.Writer,
) error {
	s, err := p.f.Solver(solver, l)
	if err != nil {
		return err
	}
	server := protocol.Server[C]{Family: p.f, Solver: s, Timeout: timeout}
	return server.Serve(ctx, in, out)
}

func (p *of[C]) Whole(size, states string) (Space, bool, error) {
	if p.f.Whole == nil {
		return Space{}, false, nil
	}
	e, ok, err := p.f.Whole(size, states)
	return Space{Explorer: e, Name: p.f.Prefix() + size, Play: p.FormatSolution}, ok, err
}

func (p *of[C]) Solver(name string, l puzzle.Limits) (Solver, error) {
	s, err := p.f.Solver(name, l)
	if err != nil {
		return nil, err
	}
	return solverOf[C]{s}, nil
}

type solverOf[C any] struct{ solver puzzle.Solver[C] }

func (s solverOf[C]) Solve(ctx context.Context, c Case, ask puzzle.Ask) (puzzle.Answer, error) {
	a, err := s.solver.Solve(ctx, c.(*caseOf[C]).c, ask)
	return a.For(ask), err
}

// A caseOf is a case with its type hidden.
type caseOf[C any] struct {
	p *of[C]
	c C
}

func (c *caseOf[C]) Puzzle() Puzzle { return c.p }
func (c *caseOf[C]) ID() string     { return c.p.f.ID(c.c) }

func (c *caseOf[C]) Variant() string {
	if c.p.f.Variants == nil {
		return ""
	}
	return c.p.f.Variants[c.p.f.Variant(c.c)]
}

func (c *caseOf[C]) With(variant int) Case {
	return &caseOf[C]{c.p, c.p.f.WithVariant(c.p.f.Notation.Clone(c.c), variant)}
}

func (c *caseOf[C]) Replay(certificate []byte) (int, error) {
	return c.p.f.Referee().Replay(c.c, certificate)
}

func (c *caseOf[C]) Details(certificate []byte) []family.Detail {
	if c.p.f.Notation.Details == nil {
		return nil
	}
	return c.p.f.Notation.Details(c.c, certificate)
}

func (c *caseOf[C]) Picture() string { return c.p.f.Notation.Picture(c.c) }

func (c *caseOf[C]) Caption() string {
	if c.p.f.Notation.Caption == nil {
		return ""
	}
	return c.p.f.Notation.Caption(c.c)
}

func (c *caseOf[C]) Show(w io.Writer, certificate []byte) error {
	if c.p.f.Notation.Show != nil {
		return c.p.f.Notation.Show(w, c.c, certificate)
	}
	_, err := io.WriteString(w, c.Picture())
	return err
}

// ErrNoSpace says that a puzzle has no state space to explore.
var ErrNoSpace = newNone("state space to explore")

func (c *caseOf[C]) Space(states string) (Space, error) {
	if c.p.f.Model == nil {
		return Space{}, ErrNoSpace.of(c.p.about)
	}
	e, err := c.p.f.Model(c.c, states)
	return Space{Explorer: e, Name: c.ID(), Goals: true, Play: c.p.FormatSolution}, err
}

// A None says that a puzzle does not have what a verb needs.
type None struct{ what, puzzle string }

func newNone(what string) *None { return &None{what: what} }

func (n *None) of(a *About) *None { return &None{n.what, a.Name} }

// Is reports whether the target is the lack of the same, such as ErrNoSpace.
func (n *None) Is(target error) bool {
	t, ok := target.(*None)
	return ok && t.what == n.what && (t.puzzle == "" || t.puzzle == n.puzzle)
}

// Unwrap returns family.ErrLacks.
func (n *None) Unwrap() error { return family.ErrLacks }

func (n *None) Error() string { return n.puzzle + ": the puzzle has no " + n.what }
