package climb

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// A told craft says of each try what a test has written, and remembers what it was asked.
type told struct {
	trials  []Trial // of the tries in their order; the last one again and again
	fails   int     // the try that fails, from 1
	asked   []uint64
	least   []int
	mutated int
}

var errTold = errors.New("told")

func (c *told) Draw(*rand.Rand) (int, error)        { return len(c.asked), nil }
func (c *told) Mutate(*rand.Rand, *int) (level int) { c.mutated++; return len(c.asked) }

func (c *told) Try(_ context.Context, _ *int, states uint64, least int) (Trial, error) {
	i := min(len(c.asked), len(c.trials)-1)
	c.asked, c.least = append(c.asked, states), append(c.least, least)
	if len(c.asked) == c.fails {
		return c.trials[i], errTold
	}
	return c.trials[i], nil
}

func (c *told) Begin()                                             {}
func (c *told) Finish(context.Context, *int, uint64) (bool, error) { return true, nil }

// ascend runs one climb.
func ascend(c *told, pace Pace) (a ascent[int], found bool, err error) {
	tried := 0
	a = ascent[int]{craft: c, pace: &pace, rng: rand.New(rand.NewPCG(1, 1)), tried: func() { tried++ }}
	found, err = a.run(context.Background())
	if tried != len(c.asked) {
		panic("a try is not counted")
	}
	return a, found, err
}

// The best of the good draws is changed; as good or better is taken; patience begins again with
// what is better.
func TestAscent(t *testing.T) {
	good := func(score int) Trial { return Trial{Good: true, Score: score, States: uint64(100 * score), Spent: 1} }
	bad := Trial{Spent: 1}
	c := &told{trials: []Trial{
		bad, good(3), good(5), good(4), // drawn
		good(4), good(5), bad, good(6), good(6), bad, good(1), // changed
	}}
	pace := Pace{GoodDraws: 3, MostDraws: 100, Patience: 4, MostTries: 100, MostSpent: 1000, DrawStates: 50, MoreStates: 2}
	a, found, err := ascend(c, pace)
	require.NoError(t, err)
	require.True(t, found)
	require.Equal(t, 8, a.best) // the later one of those with 6
	require.Equal(t, 6, a.mark.Score)
	require.Equal(t, 8, c.mutated) // four up to the better one, and four more
	require.Equal(t, uint64(12), a.tries)
	require.Equal(t, []uint64{50, 50, 50, 50, 1000, 1000, 1000, 1000, 1200, 1200, 1200, 1200}, c.asked)
	require.Equal(t, []int{math.MinInt, math.MinInt, math.MinInt, math.MinInt, 5, 5, 5, 5, 6, 6, 6, 6}, c.least)
}

// Each bound ends a climb.
func TestAscentEnds(t *testing.T) {
	pace := Pace{GoodDraws: 2, MostDraws: 7, Patience: 5, MostTries: 100, MostSpent: 1000, DrawStates: 50, MoreStates: 2}
	up := []Trial{{Good: true, Spent: 3}}
	for i := range 300 {
		up = append(up, Trial{Good: true, Score: i, Spent: 3})
	}
	for name, test := range map[string]struct {
		trials []Trial
		change func(p *Pace)
		tries  uint64
		found  bool
	}{
		"draws":    {[]Trial{{}}, func(*Pace) {}, 7, false},
		"patience": {[]Trial{{Good: true}}, func(*Pace) {}, 7, true},
		"tries":    {up, func(p *Pace) { p.MostTries = 40 }, 40, true},
		"spent":    {up, func(p *Pace) { p.MostSpent = 60 }, 20, true},
		"barren":   {[]Trial{{Costly: true, Spent: 50}}, func(p *Pace) { p.Widen, p.MostSpent = 3, 200 }, 4, false},
		"no widen": {[]Trial{{Costly: true, Spent: 50}}, func(p *Pace) { p.MostSpent = 200 }, 7, false},
	} {
		p := pace
		test.change(&p)
		a, found, err := ascend(&told{trials: test.trials}, p)
		require.NoError(t, err, name)
		require.Equal(t, test.found, found, name)
		require.Equal(t, test.tries, a.tries, name)
	}
}

// Costly draws in a row let draws take more states, twice as many each time and never beyond the
// greatest number.
func TestWiden(t *testing.T) {
	pace := Pace{GoodDraws: 5, MostDraws: 10, MostSpent: math.MaxUint64, DrawStates: 50, MoreStates: 2, Widen: 2}
	costly, good := Trial{Costly: true}, Trial{Good: true}
	c := &told{trials: []Trial{costly, costly, costly, good, costly, {}, costly, costly, {}}}
	_, _, err := ascend(c, pace)
	require.NoError(t, err)
	require.Equal(t, []uint64{50, 50, 100, 100, 100, 100, 100, 200, 200, 200}, c.asked)
	pace.Widen, pace.MostDraws = 1, 80
	c = &told{trials: []Trial{costly}}
	_, _, err = ascend(c, pace)
	require.NoError(t, err)
	require.Equal(t, uint64(math.MaxUint64), c.asked[79])
}

// A failure of a try ends the climb, of a drawn case and of a changed one.
func TestAscentFails(t *testing.T) {
	pace := Pace{GoodDraws: 2, MostDraws: 7, Patience: 5, MostTries: 100, MostSpent: 1000, DrawStates: 50, MoreStates: 2}
	for _, fails := range []int{1, 2, 3, 7} {
		a, found, err := ascend(&told{trials: []Trial{{Good: true}}, fails: fails}, pace)
		require.Equal(t, errTold, err)
		require.False(t, found)
		require.Equal(t, uint64(fails), a.tries)
	}
}
