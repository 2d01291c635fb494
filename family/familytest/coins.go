package familytest

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"exhaust/family"
	"exhaust/puzzle"
)

// A Purse is a sum to be paid exactly, with as few coins as can be.
type Purse struct {
	Sum   int
	Coins []int // the values of the coins, ascending: some of 1, 3 and 4
	Free  bool  // as many coins of a value as are needed, and not two at most
}

// The variants of the coins.
const (
	Two  = iota // at most two coins of each value
	Free        // any number
)

// MaxSum is the largest sum that an ID may have.
const MaxSum = 60

var (
	coinValues   = []int{1, 3, 4}
	coinVariants = []string{"two", "free"}
)

// Coins returns the coins, with three solvers: steps, table and tries.
func Coins() *family.Family[*Purse] {
	return &family.Family[*Purse]{
		Name:    "coins",
		Title:   "coins",
		Asks:    "the fewest coins that make a sum",
		Rules:   "Pay the sum exactly with the coins that there are.",
		Measure: puzzle.Measure{Kind: puzzle.Moves, Unit: "coin", Metric: "one coin is paid"},
		IDs:     []family.Example{{Text: "6:134:two", Is: "SUM:COINS:VARIANT"}},
		Files:   []family.Example{{Text: "pay 6 with 1 3 4", Is: "a purse of two coins of each value"}},
		Spaces:  []family.Example{{Text: "6", Is: "all sums up to 6, with all sets of coins"}},
		Facts:   []string{"Six is two coins, 3 and 3, where taking the largest first takes three."},

		Variants:    coinVariants,
		Variant:     variantOf,
		WithVariant: func(p *Purse, variant int) *Purse { p.Free = variant == Free; return p },

		Notation: coinNotation,
		Referee:  func() puzzle.Referee[*Purse] { return cashier{} },
		Solvers:  coinSolvers(),
		Space: func(_ context.Context, size string, listed *atomic.Uint64) (family.Space[*Purse], error) {
			return purses(size, listed)
		},
		Random:  randomPurses,
		Smaller: smallerPurses,
		Before:  pursesBefore,
		Checks: family.Checks[*Purse]{
			Bounds:      coinBounds,
			ValueBound:  "the sum",
			StatesBound: "the ways to hold back",
			Variants:    twoImpliesFree,
			Names: func(variants []int) []string {
				return []string{fmt.Sprintf("%d of the variants",
					len(variants))}
			},
			New: func(s family.Space[*Purse]) family.Checker[*Purse] { return oneMakesAll{} },
		},
		Model:    purseModel,
		Whole:    wholeModel,
		Workshop: coinWorkshop,
		Flags: []family.Flag{{
			Verb: "compare", Name: "least", Kind: "int", Default: "0", Usage: "least sum of a --random purse", With: "random",
		}},
	}
}

var coinNotation = family.Notation[*Purse]{
	Parse:     parsePurse,
	Format:    formatPurse,
	ParseFile: parsePurses,
	Clone: func(p *Purse) *Purse {
		q := *p
		q.Coins = slices.Clone(p.Coins)
		return &q
	},
	ParseSolution:  func(text string) ([]byte, error) { return parseDigits(text, "134") },
	FormatSolution: func(certificate []byte) string { return strings.Join(strings.Split(string(certificate), ""), "+") },
	Picture:        func(p *Purse) string { return fmt.Sprintf("%d of %v\n", p.Sum, p.Coins) },
	Caption:        func(p *Purse) string { return "pay " + strconv.Itoa(p.Sum) },
	Details: func(_ *Purse, certificate []byte) []family.Detail {
		if certificate == nil {
			return []family.Detail{{Key: "threes"}}
		}
		return []family.Detail{{Key: "threes", Value: strings.Count(string(certificate), "3")}}
	},
}

// parseDigits reads a solution of some letters, with blanks and plus signs between them.
func parseDigits(text, letters string) ([]byte, error) {
	certificate := []byte{}
	for i := range len(text) {
		switch {
		case strings.IndexByte(letters, text[i]) >= 0:
			certificate = append(certificate, text[i])
		case text[i] != ' ' && text[i] != '+':
			return nil, syntax("solution", i, "unknown step %s, want one of %s",
				puzzle.QuotedFirst(text[i:]), letters)
		}
	}
	return certificate, nil
}

// parsePurse reads SUM:COINS:VARIANT.
func parsePurse(id string) (*Purse, error) {
	name := "case " + puzzle.Shown(id, puzzle.MaxShownID)
	sum, rest, _ := strings.Cut(id, ":")
	coins, variant, _ := strings.Cut(rest, ":")
	n, err := sizeOf(sum, MaxSum)
	if err != nil {
		return nil, syntax(name, 0, "want a sum from 0 to %d", MaxSum)
	}
	p := &Purse{Sum: n}
	for i := range len(coins) {
		value := int(coins[i] - '0')
		if !slices.Contains(coinValues, value) || i > 0 && value <= p.Coins[i-1] {
			return nil, syntax(name, len(sum)+1+i, "want coins of 1, 3 and 4, ascending")
		}
		p.Coins = append(p.Coins, value)
	}
	if coins == "" {
		return nil, syntax(name, min(len(sum)+1, len(id)), "want coins of 1, 3 and 4, ascending")
	}
	number := slices.Index(coinVariants, variant)
	if number < 0 {
		return nil, syntax(name, min(len(sum)+len(coins)+2, len(id)), "want two or free")
	}
	p.Free = number == Free
	return p, nil
}

func variantOf(p *Purse) int {
	if p.Free {
		return Free
	}
	return Two
}

func formatPurse(p *Purse) string {
	coins := ""
	for _, value := range p.Coins {
		coins += strconv.Itoa(value)
	}
	return fmt.Sprintf("%d:%s:%s", p.Sum, coins, coinVariants[variantOf(p)])
}

// parsePurses reads lines such as "pay 6 with 1 3 4".
func parsePurses(name string, r io.Reader) (list []*Purse, err error) {
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		words := strings.Fields(lines.Text())
		if len(words) < 4 || words[0] != "pay" || words[2] != "with" {
			return nil, &puzzle.SyntaxError{Name: name, Line: n, Column: 1, Msg: "want pay SUM with COINS"}
		}
		p, err := parsePurse(words[1] + ":" + strings.Join(words[3:], "") + ":two")
		if err != nil {
			return nil, &puzzle.SyntaxError{Name: name, Line: n, Column: 1, Msg: err.Error()}
		}
		list = append(list, p)
	}
	return list, lines.Err()
}

// purses returns the space of all purses of sums up to a size: by sum, then by the set of coins.
func purses(size string, listed *atomic.Uint64) (family.Space[*Purse], error) {
	most, err := sizeOf(size, MaxSum)
	if err != nil {
		return nil, err
	}
	s := &space[*Purse]{size: most, len: 7 * uint64(most+1), at: purseAt,
		title: "purse of up to " + size}
	if listed != nil {
		listed.Add(s.len)
	}
	return s, nil
}

// purseAt returns purse number i of two coins each, in the memory of another.
func purseAt(i uint64, reuse *Purse) *Purse {
	if reuse == nil {
		reuse = new(Purse)
	}
	reuse.Sum, reuse.Free, reuse.Coins = int(i/7), false, reuse.Coins[:0]
	for set := uint(i%7) + 1; set != 0; set &= set - 1 {
		reuse.Coins = append(reuse.Coins, coinValues[bits.TrailingZeros(set)])
	}
	return reuse
}

// setOf returns the number of a set of coins in the order of purses.
func setOf(p *Purse) (set int) {
	for _, value := range p.Coins {
		set |= 1 << slices.Index(coinValues, value)
	}
	return set
}

// ComparePurses orders purses by size: the sum, then the set of coins, then two before free.
func ComparePurses(p, q *Purse) int {
	return cmp.Or(cmp.Compare(p.Sum, q.Sum), cmp.Compare(setOf(p), setOf(q)),
		cmp.Compare(variantOf(p), variantOf(q)))
}

// smallerPurses takes away half of the sum, one of it, a coin, and the freedom.
func smallerPurses(p *Purse) iter.Seq[*Purse] {
	return func(yield func(*Purse) bool) {
		change := func(do func(q *Purse)) bool {
			q := coinNotation.Clone(p)
			do(q)
			return yield(q)
		}
		for _, sum := range []int{p.Sum / 2, p.Sum - 1} {
			if sum >= 0 && sum < p.Sum && !change(func(q *Purse) { q.Sum = sum }) {
				return
			}
		}
		for i := range p.Coins {
			if len(p.Coins) > 1 && !change(func(q *Purse) { q.Coins = slices.Delete(q.Coins, i, i+1) }) {
				return
			}
		}
		if p.Free {
			change(func(q *Purse) { q.Free = false })
		}
	}
}

// pursesBefore yields all smaller purses, a batch for each sum.
func pursesBefore(p *Purse) (batches iter.Seq[[]*Purse], all bool) {
	return func(yield func([]*Purse) bool) {
		for sum := range p.Sum + 1 {
			var batch []*Purse
			for i := range uint64(14) {
				q := purseAt(uint64(sum)*7+i/2, nil)
				if q.Free = i%2 == 1; ComparePurses(q, p) < 0 {
					batch = append(batch, q)
				}
			}
			if !yield(batch) {
				return
			}
		}
	}, true
}

// coinBounds are the bounds of a purse: a coin is worth 1 or more.
func coinBounds(p *Purse) family.Bounds {
	states := uint64(p.Sum + 1)
	if !p.Free {
		states = power(3, len(p.Coins))
	}
	return family.Bounds{Value: uint64(p.Sum), States: states, Steps: uint64(p.Sum)}
}

// twoImpliesFree checks that what two coins of each value make, any number makes with no more
// coins.
func twoImpliesFree(answers []puzzle.Answer) (variant int, check, why string) {
	two, free := &answers[Two], &answers[Free]
	if two.Verdict != puzzle.Solvable || free.Verdict == puzzle.Limit {
		return 0, "", ""
	}
	if free.Verdict == puzzle.Solvable && free.Value <= two.Value {
		return 0, "", ""
	}
	return Free, "freedom", fmt.Sprintf("two: %d coins; free: %v", two.Value, free.Verdict)
}

// oneMakesAll checks that any number of ones make every sum, and that purses are as the notation
// has them.
type oneMakesAll struct{}

func (oneMakesAll) CheckCase(_ uint64, p *Purse) (states uint64, check, why string) {
	q, err := parsePurse(formatPurse(p))
	if err != nil || ComparePurses(p, q) != 0 {
		return 1, "notation", "it is not read back"
	}
	return 1, "", ""
}

func (oneMakesAll) CheckAnswers(_ uint64, p *Purse, answers []puzzle.Answer) (check, why string) {
	for _, a := range answers {
		if p.Free && p.Coins[0] == 1 && a.Verdict != puzzle.Solvable {
			return "ones", "ones make every sum"
		}
	}
	return "", ""
}

// randomPurses draws sums up to a size, and from the flag least on.
func randomPurses(size string, o family.Draws) (family.Drawer[*Purse], error) {
	most, err := sizeOf(size, MaxSum)
	if err != nil {
		return nil, err
	}
	least, err := strconv.Atoi(cmp.Or(o.Flags["least"], "0"))
	switch {
	case err != nil:
		return nil, err
	case least < 0 || least > most:
		return nil, fmt.Errorf("--least %d: want 0 to %d", least, most)
	case len(o.Variants) == 0:
		return nil, errors.New("no variant to draw from")
	}
	return &drawnPurses{least, most, o.Variants}, nil
}

type drawnPurses struct {
	least, most int
	variants    []int
}

func (d *drawnPurses) Draw(rng *rand.Rand, reuse *Purse) *Purse {
	p := purseAt(uint64(d.least*7+rng.IntN((d.most-d.least+1)*7)), reuse)
	p.Free = d.variants[rng.IntN(len(d.variants))] == Free
	return p
}

func (d *drawnPurses) String() string {
	return fmt.Sprintf("random purses of %d to %d", d.least, d.most)
}

var coinWorkshop = &family.Workshop[*Purse]{
	Draw: func(rng *rand.Rand, size string) (*Purse, error) {
		most, err := sizeOf(size, MaxSum)
		if err != nil {
			return nil, err
		}
		p := purseAt(uint64(most*7+rng.IntN(7)), nil)
		p.Free = rng.IntN(2) == 1
		return p, nil
	},
	Mutate: func(rng *rand.Rand, p *Purse) *Purse {
		q := purseAt(uint64(p.Sum*7+rng.IntN(7)), nil)
		q.Free = rng.IntN(2) == 1
		return q
	},
	Size: func(p *Purse) string { return strconv.Itoa(p.Sum) },
}
