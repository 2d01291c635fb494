package familytest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"exhaust/family"
	"exhaust/parallel"
	"exhaust/puzzle"
)

// coinSolvers are a breadth-first search, a table and three loops.
func coinSolvers() []family.Maker[*Purse] {
	return []family.Maker[*Purse]{
		{Name: "steps", Is: "breadth first, coin by coin",
			New: func(l puzzle.Limits) puzzle.Solver[*Purse] { return &steps{l} }},
		maker("table", "a table of all sums, coin value by coin value", coinTable),
		maker("tries", "all numbers of ones, threes and fours", coinTries),
	}
}

// cashier is the referee.
type cashier struct{}

func (cashier) Replay(p *Purse, certificate []byte) (int, error) {
	paid, times := 0, map[int]int{}
	for i, letter := range certificate {
		value := int(letter - '0')
		paid += value
		times[value]++
		why := ""
		switch {
		case !slices.Contains(p.Coins, value):
			why = "there is no such coin"
		case times[value] > 2 && !p.Free:
			why = "there are two of these alone"
		case paid > p.Sum:
			why = fmt.Sprintf("%d is more than %d", paid, p.Sum)
		}
		if why != "" {
			return 0, &puzzle.StepError{Step: i + 1, Text: string(letter), Why: why}
		}
	}
	if paid < p.Sum {
		return 0, &puzzle.StepError{Step: len(certificate) + 1,
			Why: fmt.Sprintf("%d is less than %d", paid, p.Sum)}
	}
	return len(certificate), nil
}

// steps is a breadth-first search over what was paid. A state is the coins paid, in ascending
// order, or any that make the sum where there are any number.
type steps struct{ limits puzzle.Limits }

// heldBack is what a state takes, in bytes, or a little more.
const heldBack = 64

func (s *steps) Solve(ctx context.Context, p *Purse, ask puzzle.Ask) (puzzle.Answer, error) {
	met := map[string]bool{"": true}
	for queue := []string{""}; len(queue) > 0; queue = queue[1:] {
		switch {
		case ctx.Err() != nil:
			return puzzle.Answer{Cause: context.Cause(ctx)}, nil
		case s.limits.States > 0 && uint64(len(met)) > s.limits.States:
			return puzzle.Answer{Cause: puzzle.ErrStates}, nil
		case s.limits.Memory > 0 && uint64(len(met))*heldBack > s.limits.Memory:
			return puzzle.Answer{Cause: puzzle.ErrMemory}, nil
		case worth(queue[0]) == p.Sum:
			a := puzzle.Answer{Verdict: puzzle.Solvable, Value: len(queue[0]), Certificate: []byte(queue[0]),
				States: uint64(len(met))}
			return a.For(ask), nil
		}
		for _, value := range p.Coins {
			next := queue[0] + fmt.Sprint(value)
			key := next
			if p.Free {
				key = fmt.Sprint(worth(next))
			} else {
				key = sorted(next)
			}
			if worth(next) > p.Sum || !p.Free && strings.Count(next, fmt.Sprint(value)) > 2 || met[key] {
				continue
			}
			met[key] = true
			queue = append(queue, next)
		}
	}
	return puzzle.Answer{Verdict: puzzle.Unsolvable, States: uint64(len(met))}, nil
}

// worth returns what coins are worth together.
func worth(coins string) (sum int) {
	for _, letter := range coins {
		sum += int(letter - '0')
	}
	return sum
}

func sorted(coins string) string {
	letters := []byte(coins)
	slices.Sort(letters)
	return string(letters)
}

// coinTable adds one value of coins after the other to a table of the fewest coins of each sum.
func coinTable(p *Purse) puzzle.Answer {
	best := make([][]byte, p.Sum+1)
	best[0] = []byte{}
	for _, value := range p.Coins {
		next := slices.Clone(best)
		for sum := range best {
			most := sum / value
			if !p.Free {
				most = min(most, 2)
			}
			for n := 1; n <= most; n++ {
				rest := best[sum-n*value]
				if rest != nil && (next[sum] == nil || len(rest)+n < len(next[sum])) {
					next[sum] = append(slices.Clone(rest), strings.Repeat(string(rune('0'+value)), n)...)
				}
			}
		}
		best = next
	}
	switch found := best[p.Sum]; {
	case found != nil:
		return puzzle.Answer{Verdict: puzzle.Solvable, Value: len(found), Certificate: found}
	case p.Coins[0] > p.Sum:
		return puzzle.Answer{Verdict: puzzle.Unsolvable, Reason: "every coin is worth more than the sum"}
	}
	return puzzle.Answer{Verdict: puzzle.Unsolvable}
}

// coinTries tries all numbers of ones, threes and fours.
func coinTries(p *Purse) puzzle.Answer {
	most := func(value int) int {
		switch {
		case !slices.Contains(p.Coins, value):
			return 0
		case p.Free:
			return p.Sum
		}
		return 2
	}
	a := puzzle.Answer{Verdict: puzzle.Unsolvable}
	for fours := range most(4) + 1 {
		for threes := range most(3) + 1 {
			ones := p.Sum - 3*threes - 4*fours
			coins := ones + threes + fours
			if ones < 0 || ones > most(1) || a.Verdict == puzzle.Solvable && coins >= a.Value {
				continue
			}
			text := strings.Repeat("4", fours) + strings.Repeat("3", threes) + strings.Repeat("1", ones)
			a = puzzle.Answer{Verdict: puzzle.Solvable, Value: coins, Certificate: []byte(text)}
		}
	}
	return a
}

// Greedy is a solver with a bug: it takes the largest coin first and never takes one back.
func Greedy(p *Purse) puzzle.Answer {
	var paid []byte
	left := p.Sum
	for _, value := range slices.Backward(p.Coins) {
		for n := 0; left >= value && (p.Free || n < 2); n++ {
			paid = append(paid, byte('0'+value))
			left -= value
		}
	}
	if left > 0 {
		return puzzle.Answer{Verdict: puzzle.Unsolvable}
	}
	return puzzle.Answer{Verdict: puzzle.Solvable, Value: len(paid),
		Certificate: append([]byte{}, paid...)}
}

// A till is a purse as a model. A state is what was paid, and in the 2 bits from 8 + 2 times the
// value on how often it was, unless any number may be.
type till struct {
	purse *Purse
	goal  bool
}

// states names the layout of a till.
const states = "coins till 1"

func (t till) Initial(dst [][1]uint64) [][1]uint64 { return append(dst, [1]uint64{}) }
func (t till) Goal(s *[1]uint64) bool              { return t.goal && int(s[0]&255) == t.purse.Sum }

func (t till) Successors(s *[1]uint64, dst [][1]uint64) [][1]uint64 {
	for _, value := range t.purse.Coins {
		next, shift := s[0]+uint64(value), 8+2*value
		if !t.purse.Free {
			next += 1 << shift
		}
		if int(next&255) <= t.purse.Sum && next>>shift&3 < 3 {
			dst = append(dst, [1]uint64{next})
		}
	}
	return dst
}

// purseModel returns the state space of a purse.
func purseModel(p *Purse, layout string) (family.Explorer, error) {
	if layout != "" && layout != states {
		return nil, fmt.Errorf("states %q: want %q", layout, states)
	}
	return family.Explore(parallel.Model[[1]uint64](till{p, true}), states, coinsOf), nil
}

// coinsOf returns the coins of a path.
func coinsOf(path [][1]uint64) []byte {
	coins := []byte{}
	for i, s := range path[1:] {
		coins = append(coins, byte('0'+s[0]&255-path[i][0]&255))
	}
	return coins
}

// wholeModel returns all that can be paid up to a size with two coins of each value.
func wholeModel(size, layout string) (e family.Explorer, ok bool, err error) {
	most, err := sizeOf(size, MaxSum)
	if err != nil {
		return nil, false, nil
	}
	if layout != "" && layout != states {
		return nil, true, fmt.Errorf("states %q: want %q", layout, states)
	}
	return family.Explore(parallel.Model[[1]uint64](till{&Purse{most, coinValues, false}, false}),
		states, nil), true, nil
}
