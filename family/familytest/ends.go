package familytest

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"exhaust/family"
	"exhaust/puzzle"
)

// A Row is numbers in a row. Two players take one or two from an end by turns until none is left.
// The first one gets what the numbers he took have more than those of the other.
type Row struct {
	Numbers []int
}

// The bounds of the numbers of a row in an ID.
const (
	MaxRow    = 12
	MaxNumber = 99
)

// Ends returns the rows, with two solvers: memo and plain.
func Ends() *family.Family[*Row] {
	return &family.Family[*Row]{
		Name:  "ends",
		Title: "rows of numbers",
		Asks:  "what the first player gets",
		Rules: "Take one or two numbers from an end.",
		Measure: puzzle.Measure{Kind: puzzle.Payoff, Unit: "point",
			Metric: "what the first player has more"},
		IDs:      []family.Example{{Text: "3,-2,1", Is: "the numbers"}},
		Spaces:   []family.Example{{Text: "3", Is: "all rows of three numbers from -2 to 2"}},
		Notation: rowNotation,
		Referee:  func() puzzle.Referee[*Row] { return croupier{} },
		Solvers: []family.Maker[*Row]{
			maker("memo", "every part of the row once", rowMemo),
			maker("plain", "every game", rowPlain),
		},
		Space: func(_ context.Context, size string, _ *atomic.Uint64) (family.Space[*Row], error) {
			n, err := sizeOf(size, MaxRow)
			if err != nil || n == 0 {
				return nil, fmt.Errorf("size %q: want a number from 1 to %d", size, MaxRow)
			}
			at := func(i uint64, reuse *Row) *Row { return rowAt(i, n, reuse) }
			return &space[*Row]{size: n, len: power(5, n), at: at, title: "row of " + size}, nil
		},
		Random: func(size string, _ family.Draws) (family.Drawer[*Row], error) {
			n, err := sizeOf(size, MaxRow)
			return drawnRows(max(n, 1)), err
		},
		Smaller: smallerRows,
		Before:  lighterRows,
	}
}

var rowNotation = family.Notation[*Row]{
	Parse:          parseRow,
	Format:         func(r *Row) string { return strings.Join(texts(r.Numbers), ",") },
	Clone:          func(r *Row) *Row { return &Row{slices.Clone(r.Numbers)} },
	ParseSolution:  func(text string) ([]byte, error) { return parseDigits(text, "lLrR") },
	FormatSolution: func(certificate []byte) string { return string(certificate) },
	Picture:        func(r *Row) string { return strings.Join(texts(r.Numbers), " ") + "\n" },
	Show: func(w io.Writer, r *Row, certificate []byte) error {
		_, err := fmt.Fprintln(w, strings.Join(texts(r.Numbers), " "))
		for _, letter := range certificate {
			left, taken := taken(r.Numbers, letter)
			if taken == nil || err != nil {
				return err
			}
			r = &Row{left}
			_, err = fmt.Fprintln(w, strings.Join(texts(left), " "))
		}
		return err
	},
}

func texts(numbers []int) (list []string) {
	for _, n := range numbers {
		list = append(list, strconv.Itoa(n))
	}
	return list
}

func parseRow(id string) (*Row, error) {
	name := "case " + puzzle.Shown(id, puzzle.MaxShownID)
	r, at := new(Row), 0
	for _, word := range strings.Split(id, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < -MaxNumber || n > MaxNumber || strconv.Itoa(n) != word {
			return nil, syntax(name, at, "want a number from -%d to %d", MaxNumber, MaxNumber)
		}
		if len(r.Numbers) == MaxRow {
			return nil, syntax(name, at, "want up to %d numbers", MaxRow)
		}
		r.Numbers = append(r.Numbers, n)
		at += len(word) + 1
	}
	return r, nil
}

// rowAt returns the row of n numbers that are the digits of i, less 2.
func rowAt(i uint64, n int, reuse *Row) *Row {
	if reuse == nil {
		reuse = new(Row)
	}
	reuse.Numbers = reuse.Numbers[:0]
	for range n {
		reuse.Numbers = append(reuse.Numbers, int(i%5)-2)
		i /= 5
	}
	return reuse
}

type drawnRows int

func (n drawnRows) Draw(rng *rand.Rand, reuse *Row) *Row {
	r := rowAt(0, int(n), reuse)
	for i := range r.Numbers {
		r.Numbers[i] = rng.IntN(19) - 9
	}
	return r
}

func (n drawnRows) String() string { return fmt.Sprintf("random rows of %d", int(n)) }

// weight is how large a row is: the number of its numbers, and the sum of their sizes.
func weight(r *Row) int {
	sum := len(r.Numbers)
	for _, n := range r.Numbers {
		sum += max(n, -n)
	}
	return sum
}

// CompareRows orders rows by size: by their weight, then as the numbers come.
func CompareRows(r, s *Row) int {
	return cmp.Or(cmp.Compare(weight(r), weight(s)), slices.Compare(r.Numbers, s.Numbers))
}

// smallerRows takes away the first number, the last one, or half of one.
func smallerRows(r *Row) iter.Seq[*Row] {
	return func(yield func(*Row) bool) {
		n := len(r.Numbers)
		if n > 1 && (!yield(&Row{slices.Clone(r.Numbers[1:])}) ||
			!yield(&Row{slices.Clone(r.Numbers[:n-1])})) {
			return
		}
		for i, number := range r.Numbers {
			if q := slices.Clone(r.Numbers); number != 0 {
				if q[i] /= 2; !yield(&Row{q}) {
					return
				}
			}
		}
	}
}

// MaxListed is the weight of the rows that are listed.
const MaxListed = 7

// lighterRows yields the smaller rows up to MaxListed, a batch for each weight.
func lighterRows(r *Row) (batches iter.Seq[[]*Row], all bool) {
	return func(yield func([]*Row) bool) {
		for w := range min(weight(r), MaxListed) + 1 {
			var batch []*Row
			for _, numbers := range weighing(w) {
				if s := (&Row{numbers}); len(numbers) > 0 && CompareRows(s, r) < 0 {
					batch = append(batch, s)
				}
			}
			if slices.SortFunc(batch, CompareRows); !yield(batch) {
				return
			}
		}
	}, weight(r) <= MaxListed
}

// weighing returns all numbers of a weight.
func weighing(w int) (all [][]int) {
	if w == 0 {
		return [][]int{nil}
	}
	for first := 1 - w; first < w; first++ {
		for _, more := range weighing(w - 1 - max(first, -first)) {
			all = append(all, append([]int{first}, more...))
		}
	}
	return all
}

// taken takes the numbers of a move: l and r take one from the left and the right, L and R two. It
// returns what is left and what was taken; nil if there is no such move.
func taken(numbers []int, move byte) (left, taken []int) {
	n := 1
	if move == 'L' || move == 'R' {
		n = 2
	}
	switch {
	case strings.IndexByte("lLrR", move) < 0 || n > len(numbers):
		return numbers, nil
	case move == 'l' || move == 'L':
		return numbers[n:], numbers[:n]
	}
	return numbers[:len(numbers)-n], numbers[len(numbers)-n:]
}

// croupier is the referee.
type croupier struct{}

func (croupier) Replay(r *Row, certificate []byte) (value int, err error) {
	numbers, sign := r.Numbers, 1
	for i, move := range certificate {
		left, got := taken(numbers, move)
		if got == nil {
			return 0, &puzzle.StepError{Step: i + 1, Text: string(move), Why: "there is nothing to take so"}
		}
		for _, n := range got {
			value += sign * n
		}
		numbers, sign = left, -sign
	}
	if len(numbers) > 0 {
		return 0, &puzzle.StepError{Step: len(certificate) + 1,
			Why: fmt.Sprintf("%d numbers are left", len(numbers))}
	}
	return value, nil
}

// rowMemo works out every part of the row once, the short ones first.
func rowMemo(r *Row) puzzle.Answer {
	n := len(r.Numbers)
	type part struct {
		value int
		line  string
	}
	best := map[[2]int]part{} // of the numbers from, ..., to-1
	for size := 1; size <= n; size++ {
		for from := 0; from+size <= n; from++ {
			to, got := from+size, 0
			var p part
			try := func(move string, a, b int) {
				if q := best[[2]int{a, b}]; p.line == "" || got-q.value > p.value {
					p = part{got - q.value, move + q.line}
				}
			}
			got = r.Numbers[from]
			try("l", from+1, to)
			got = r.Numbers[to-1]
			try("r", from, to-1)
			if size > 1 {
				got = r.Numbers[from] + r.Numbers[from+1]
				try("L", from+2, to)
				got = r.Numbers[to-1] + r.Numbers[to-2]
				try("R", from, to-2)
			}
			best[[2]int{from, to}] = p
		}
	}
	whole := best[[2]int{0, n}]
	return puzzle.Answer{Verdict: puzzle.Solvable, Value: whole.value, Certificate: []byte(whole.line),
		States: uint64(len(best))}
}

// rowPlain plays every game.
func rowPlain(r *Row) puzzle.Answer {
	value, line := play(r.Numbers, true)
	return puzzle.Answer{Verdict: puzzle.Solvable, Value: value, Certificate: []byte(line)}
}

// play returns what the first player gets where the numbers are left, and a line.
func play(left []int, first bool) (best int, line string) {
	for side := range 2 {
		for n := 1; n <= min(2, len(left)); n++ {
			mine, rest := left[:n], left[n:]
			if side == 1 {
				mine, rest = left[len(left)-n:], left[:len(left)-n]
			}
			value, more := play(rest, !first)
			for _, number := range mine {
				if first {
					value += number
				} else {
					value -= number
				}
			}
			if line == "" || first && value > best || !first && value < best {
				best, line = value, "lLrR"[2*side+n-1:2*side+n]+more
			}
		}
	}
	return best, line
}

// Grabbing is a solver with a bug: each player takes what is most now.
func Grabbing(r *Row) puzzle.Answer {
	a := puzzle.Answer{Verdict: puzzle.Solvable, Certificate: []byte{}}
	for left, sign := r.Numbers, 1; len(left) > 0; sign = -sign {
		most, move := 0, 0
		for i := range 4 {
			if _, got := taken(left, "lLrR"[i]); got != nil && (i == 0 || sumOf(got) > most) {
				most, move = sumOf(got), i
			}
		}
		a.Certificate = append(a.Certificate, "lLrR"[move])
		a.Value += sign * most
		left, _ = taken(left, "lLrR"[move])
	}
	return a
}

func sumOf(numbers []int) (sum int) {
	for _, n := range numbers {
		sum += n
	}
	return sum
}
