package familytest

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"

	"exhaust/family"
	"exhaust/puzzle"
)

// A Path is cells in a row that are to be coloured with 1, 2 and 3 so that neighbours differ.
type Path struct {
	Clues []byte // '1', '2' or '3' where the colour is given, else '.'
}

// MaxPath is the most cells that an ID may have.
const MaxPath = 20

const (
	colours = "123"
	clues   = ".123"
)

// Colours returns the paths, with two solvers: ways and tries.
func Colours() *family.Family[*Path] {
	return &family.Family[*Path]{
		Name:     "colours",
		Title:    "coloured paths",
		Asks:     "whether there is one colouring",
		Rules:    "Colour the cells so that neighbours differ.",
		Measure:  puzzle.Measure{Kind: puzzle.Count, Unit: "solution", Metric: "one colouring"},
		IDs:      []family.Example{{Text: "1.2", Is: "a cell each, . for one without a colour"}},
		Spaces:   []family.Example{{Text: "3", Is: "all clues of three cells"}},
		Notation: pathNotation,
		Referee:  func() puzzle.Referee[*Path] { return painter{} },
		Solvers: []family.Maker[*Path]{
			maker("ways", "the numbers of ways to go on, from the right", pathWays),
			maker("tries", "all colourings, up to the second that fits", pathTries),
		},
		Space: func(_ context.Context, size string, _ *atomic.Uint64) (family.Space[*Path], error) {
			n, err := sizeOf(size, MaxPath)
			if err != nil {
				return nil, err
			}
			at := func(i uint64, reuse *Path) *Path { return pathAt(i, n, reuse) }
			return &space[*Path]{size: n, len: power(4, n), at: at, title: "path of " + size}, nil
		},
		Random: func(size string, _ family.Draws) (family.Drawer[*Path], error) {
			n, err := sizeOf(size, MaxPath)
			return drawnPaths(n), err
		},
		Smaller: smallerPaths,
	}
}

var pathNotation = family.Notation[*Path]{
	Parse: func(id string) (*Path, error) {
		name := "case " + puzzle.Shown(id, puzzle.MaxShownID)
		for i := range len(id) {
			if strings.IndexByte(clues, id[i]) < 0 {
				return nil, syntax(name, i, "want 1, 2, 3 or .")
			}
		}
		if len(id) > MaxPath {
			return nil, syntax(name, MaxPath, "want up to %d cells", MaxPath)
		}
		return &Path{[]byte(id)}, nil
	},
	Format:         func(p *Path) string { return string(p.Clues) },
	Clone:          func(p *Path) *Path { return &Path{slices.Clone(p.Clues)} },
	ParseSolution:  func(text string) ([]byte, error) { return parseDigits(text, colours) },
	FormatSolution: func(certificate []byte) string { return string(certificate) },
	Picture:        func(p *Path) string { return string(p.Clues) + "\n" },
}

// pathAt returns the path of n cells whose clues are the digits of i.
func pathAt(i uint64, n int, reuse *Path) *Path {
	if reuse == nil {
		reuse = new(Path)
	}
	reuse.Clues = reuse.Clues[:0]
	for range n {
		reuse.Clues = append(reuse.Clues, clues[i%4])
		i /= 4
	}
	return reuse
}

type drawnPaths int

func (n drawnPaths) Draw(rng *rand.Rand, reuse *Path) *Path {
	return pathAt(rng.Uint64N(power(4, int(n))), int(n), reuse)
}

func (n drawnPaths) String() string { return fmt.Sprintf("random paths of %d", int(n)) }

// smallerPaths takes away the first cell, the last one, or a clue.
func smallerPaths(p *Path) iter.Seq[*Path] {
	return func(yield func(*Path) bool) {
		n := len(p.Clues)
		if n == 0 || !yield(&Path{slices.Clone(p.Clues[1:])}) ||
			!yield(&Path{slices.Clone(p.Clues[:n-1])}) {
			return
		}
		for i, clue := range p.Clues {
			if q := slices.Clone(p.Clues); clue != '.' {
				if q[i] = '.'; !yield(&Path{q}) {
					return
				}
			}
		}
	}
}

// painter is the referee.
type painter struct{}

func (painter) Replay(p *Path, certificate []byte) (int, error) {
	if len(certificate) != len(p.Clues) {
		return 0, fmt.Errorf("%d cells are coloured, want %d", len(certificate), len(p.Clues))
	}
	for i, colour := range certificate {
		why := ""
		switch {
		case colour < '1' || colour > '3':
			why = "there is no such colour"
		case p.Clues[i] != '.' && p.Clues[i] != colour:
			why = "the cell has another colour"
		case i > 0 && certificate[i-1] == colour:
			why = "the cell before has it too"
		}
		if why != "" {
			return 0, &puzzle.StepError{Step: i + 1, Text: string(colour), Why: why}
		}
	}
	return 1, nil
}

// pathWays counts for each cell and colour the ways to go on to the right. Its solutions are the
// least and the greatest.
func pathWays(p *Path) puzzle.Answer {
	n := len(p.Clues)
	ways := make([][3]int, n+1) // the colour of a cell; behind the last one, all are free
	ways[n] = [3]int{1, 0, 0}
	for i := n - 1; i >= 0; i-- {
		for colour := range 3 {
			if p.Clues[i] != '.' && p.Clues[i] != colours[colour] {
				continue
			}
			for next, more := range ways[i+1] {
				if next != colour || i == n-1 {
					ways[i][colour] += more
				}
			}
		}
	}
	count := ways[0][0] + ways[0][1] + ways[0][2]
	if count == 0 {
		return puzzle.Answer{Verdict: puzzle.Unsolvable}
	}
	a := puzzle.Answer{Verdict: puzzle.Solvable, Value: count,
		Certificate: walk(ways[:n], []int{0, 1, 2})}
	if count > 1 {
		a.Second = walk(ways[:n], []int{2, 1, 0})
	}
	return a
}

// walk takes the first colour of an order that has a way to go on, cell by cell.
func walk(ways [][3]int, order []int) []byte {
	solution, last := []byte{}, -1
	for _, at := range ways {
		for _, colour := range order {
			if colour != last && at[colour] > 0 {
				solution, last = append(solution, colours[colour]), colour
				break
			}
		}
	}
	return solution
}

// pathTries goes through colourings cell by cell, and ends at the second that fits.
func pathTries(p *Path) puzzle.Answer {
	found := tryPath(p, nil, nil)
	switch len(found) {
	case 0:
		return puzzle.Answer{Verdict: puzzle.Unsolvable}
	case 1:
		return puzzle.Answer{Verdict: puzzle.Solvable, Value: 1, Certificate: found[0]}
	}
	return puzzle.Answer{Verdict: puzzle.Solvable, Value: 2, Certificate: found[0], Second: found[1]}
}

// tryPath appends to found the solutions that begin so, up to two in all.
func tryPath(p *Path, begin []byte, found [][]byte) [][]byte {
	at := len(begin)
	if at == len(p.Clues) {
		return append(found, append([]byte{}, begin...))
	}
	for colour := byte('1'); colour <= '3' && len(found) < 2; colour++ {
		fits := (at == 0 || begin[at-1] != colour) && (p.Clues[at] == '.' || p.Clues[at] == colour)
		if fits {
			found = tryPath(p, append(begin, colour), found)
		}
	}
	return found
}

// OneWay is a solver with a bug: it takes the first colour that fits, and says that there is no
// other solution.
func OneWay(p *Path) puzzle.Answer {
	a := pathTries(p)
	if a.Verdict == puzzle.Solvable {
		a.Value, a.Second = 1, nil
	}
	return a
}
