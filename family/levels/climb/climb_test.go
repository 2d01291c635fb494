package climb

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
)

// A toy is a level of the tests: a number, which is the better the more of its bits are set.
type toy struct {
	bits   uint16
	number uint64 // of the climb
}

// A toyCraft draws any number and flips a bit of it. A number is good if its lowest bit is 0.
type toyCraft struct {
	stop   func(number uint64) error // of Finish; nil: never
	all    bool                      // all that Finish gets are levels
	memory uint64
}

func (c *toyCraft) Begin() {}

func (c *toyCraft) Draw(rng *rand.Rand) (toy, error) { return toy{bits: uint16(rng.Uint32())}, nil }

func (c *toyCraft) Mutate(rng *rand.Rand, l *toy) toy {
	return toy{bits: l.bits ^ 1<<rng.IntN(16)}
}

func (c *toyCraft) Try(ctx context.Context, l *toy, _ uint64, _ int) (Trial, error) {
	score := 0
	for b := l.bits; b != 0; b &= b - 1 {
		score++
	}
	return Trial{Good: l.bits%2 == 0, Score: score, States: 1, Spent: 1}, context.Cause(ctx)
}

func (c *toyCraft) Finish(_ context.Context, l *toy, number uint64) (ok bool, err error) {
	l.number = number
	if c.stop != nil {
		err = c.stop(number)
	}
	return c.all || l.bits%32 != 4, err
}

// A never craft says of each level in the end that it is none.
type never struct{ *toyCraft }

func (never) Finish(context.Context, *toy, uint64) (bool, error) { return false, nil }

// toyPace lets climbs end below the top, so that they come to many levels.
var toyPace = Pace{GoodDraws: 2, MostDraws: 10, Patience: 2, MostTries: 100, MostSpent: 100, DrawStates: 10, MoreStates: 2}

// newToys returns climbs for so many levels, and where they are put.
func newToys(count, workers int) (*Climbs[toy], *[]toy) {
	found := []toy{}
	return &Climbs[toy]{
		Seed: 5, Count: count, Workers: workers, Pace: toyPace,
		Craft:     func(memory uint64) Craft[toy] { return &toyCraft{memory: memory} },
		Fulfils:   func(l *toy) bool { return l.bits&2 == 0 },
		Signature: func(l *toy) string { return fmt.Sprint(l.bits >> 8) },
		Found: func(l *toy) error {
			found = append(found, *l)
			return nil
		},
	}, &found
}

// The levels and the report are the same for any number of workers, in the order of the climbs.
// Every climb is in one of the counts.
func TestSameForAnyWorkers(t *testing.T) {
	g, want := newToys(40, 1)
	report, err := g.Run(context.Background())
	require.NoError(t, err)
	require.Len(t, *want, 40)
	require.NoError(t, report.Limit)
	require.Positive(t, report.Unfit)
	require.Positive(t, report.Known)
	require.Positive(t, report.Barren)
	require.Equal(t, report.Climbs, uint64(report.Levels)+report.Barren+report.Unfit+report.Known)
	require.True(t, slices.IsSortedFunc(*want, func(a, b toy) int { return int(a.number) - int(b.number) }))
	for _, workers := range []int{0, -7, 1, 2, 3, 16} {
		g, got := newToys(40, workers)
		again, err := g.Run(context.Background())
		require.NoError(t, err)
		require.Equal(t, want, got, "%d workers", workers)
		require.Equal(t, report, again, "%d workers", workers)
		p := g.Progress()
		require.Equal(t, uint64(40), p.Levels)
		require.GreaterOrEqual(t, p.Climbs, report.Climbs)
		require.GreaterOrEqual(t, p.Tries, report.Tries)
	}
	from, got := newToys(1, 2)
	from.From = (*want)[20].number
	_, err = from.Run(context.Background())
	require.NoError(t, err)
	require.Equal(t, (*want)[20:21], *got)
	other, got := newToys(40, 1)
	other.Seed++
	_, err = other.Run(context.Background())
	require.NoError(t, err)
	require.NotEqual(t, (*want)[0].bits, (*got)[0].bits)
}

// A run may begin at the last of all numbers, and goes on with 0.
func TestFromTheLast(t *testing.T) {
	g, got := newToys(30, 3)
	g.From = math.MaxUint64
	_, err := g.Run(context.Background())
	require.NoError(t, err)
	require.Len(t, *got, 30)
	last := slices.IndexFunc(*got, func(l toy) bool { return l.number < 1000 })
	require.LessOrEqual(t, last, 1)
}

// None are wanted, or nobody wants to hear of them.
func TestNobodyAsks(t *testing.T) {
	for _, count := range []int{0, -1} {
		g, got := newToys(count, 2)
		report, err := g.Run(context.Background())
		require.NoError(t, err)
		require.Equal(t, Report{}, report)
		require.Empty(t, *got)
	}
	g, _ := newToys(3, 2)
	g.Found, g.Fulfils = nil, nil
	report, err := g.Run(context.Background())
	require.NoError(t, err)
	require.Equal(t, 3, report.Levels)
	require.Zero(t, report.Unfit)
}

// The memory is shared among the workers, and a share is never 0, which would be no limit.
func TestMemoryIsShared(t *testing.T) {
	for _, test := range []struct {
		workers      int
		memory, want uint64
	}{
		{1, 0, 0},
		{4, 0, 0},
		{4, 1000, 250},
		{4, 3, 1},
		{0, 1 << 30, 1 << 30 / uint64(runtime.GOMAXPROCS(0))},
	} {
		g, _ := newToys(3, test.workers)
		g.Memory = test.memory
		var wrong atomic.Int64
		g.Craft = func(memory uint64) Craft[toy] {
			if memory != test.want {
				wrong.Add(1)
			}
			return &toyCraft{}
		}
		_, err := g.Run(context.Background())
		require.NoError(t, err)
		require.Zero(t, wrong.Load(), "%+v", test)
	}
}

// A climb that always may take the same has its share whatever the limit: no more run at a time
// than there is room for, and none if there is too little for one.
func TestShare(t *testing.T) {
	for _, test := range []struct {
		workers int
		memory  uint64
		want    int64
	}{{4, 0, 4}, {4, 1000, 4}, {4, 399, 3}, {4, 100, 1}, {1, 1 << 60, 1}} {
		g, _ := newToys(3, test.workers)
		g.Memory, g.Share = test.memory, 100
		var crafts, wrong atomic.Int64
		g.Craft = func(memory uint64) Craft[toy] {
			crafts.Add(1)
			if memory != 100 {
				wrong.Add(1)
			}
			return &toyCraft{}
		}
		report, err := g.Run(context.Background())
		require.NoError(t, err)
		require.NoError(t, report.Limit)
		require.Equal(t, test.want, crafts.Load(), "%+v", test)
		require.Zero(t, wrong.Load())
	}
	g, got := newToys(3, 2)
	g.Memory, g.Share = 3<<20-1, 3<<20
	report, err := g.Run(context.Background())
	require.NoError(t, err)
	require.ErrorIs(t, report.Limit, puzzle.ErrMemory)
	require.EqualError(t, report.Limit, "memory limit: a climb may take 3.0 MiB")
	require.Empty(t, *got)
}

// A craft begins each climb once, before it draws.
func TestBegins(t *testing.T) {
	g, want := newToys(20, 1)
	_, err := g.Run(context.Background())
	require.NoError(t, err)
	for _, workers := range []int{1, 3} {
		g, got := newToys(20, workers)
		g.Craft = func(uint64) Craft[toy] { return &mindful{} }
		_, err := g.Run(context.Background())
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

// A mindful craft gives wrong levels in a climb that it has not begun.
type mindful struct {
	toyCraft
	begun bool
}

func (c *mindful) Begin() { c.begun = true }

func (c *mindful) Finish(ctx context.Context, l *toy, number uint64) (bool, error) {
	ok, err := c.toyCraft.Finish(ctx, l, number)
	if !c.begun {
		l.bits = 1
	}
	c.begun = false
	return ok, err
}

// What ends a run early leaves the first levels of the whole run.
func TestCutShort(t *testing.T) {
	errEnough := errors.New("enough")
	g, want := newToys(12, 1)
	_, err := g.Run(context.Background())
	require.NoError(t, err)
	for enough := range 13 {
		ctx, cancel := context.WithCancelCause(context.Background())
		if enough == 0 {
			cancel(errEnough)
		}
		g, got := newToys(12, 3)
		keep := g.Found
		g.Found = func(l *toy) error {
			if len(*got)+1 == enough {
				cancel(errEnough)
			}
			return keep(l)
		}
		report, err := g.Run(ctx)
		require.NoError(t, err)
		cancel(nil)
		require.GreaterOrEqual(t, len(*got), enough)
		require.Equal(t, (*want)[:len(*got)], *got)
		require.Equal(t, report.Levels, len(*got))
		if len(*got) < 12 {
			require.Equal(t, errEnough, report.Limit)
		} else {
			require.NoError(t, report.Limit)
		}
	}
}

// What stops a climb ends the run there, whatever climbs behind it came to: as a limit if it is
// one, else as a failure, even if the time is over too.
func TestStoppedClimb(t *testing.T) {
	errFault, errTime := errors.New("fault"), errors.New("time")
	over, cancel := context.WithCancelCause(context.Background())
	cancel(errTime)
	for _, test := range []struct {
		ctx            context.Context
		stopped        error
		limit, failure error
	}{
		{context.Background(), errFault, nil, errFault},
		{over, errFault, nil, errFault},
		{over, errTime, errTime, nil},
		{context.Background(), errTime, nil, errTime},
		{context.Background(), puzzle.ErrMemory, puzzle.ErrMemory, nil},
		{context.Background(), puzzle.ErrStates, nil, puzzle.ErrStates},
	} {
		c := collector[toy]{climbs: &Climbs[toy]{Count: 1}}
		c.look(test.ctx, &outcome[toy]{err: test.stopped})
		require.True(t, c.done)
		require.Equal(t, test.limit, c.report.Limit)
		require.Equal(t, test.failure, c.err)
		require.Zero(t, c.report.Climbs)
	}
	whole, want := newToys(40, 1)
	_, err := whole.Run(context.Background())
	require.NoError(t, err)
	for _, stopped := range []error{errFault, puzzle.ErrMemory} {
		g, got := newToys(40, 3)
		g.Craft = func(uint64) Craft[toy] {
			return &toyCraft{stop: func(number uint64) error {
				if number == (*want)[5].number {
					return stopped
				}
				return nil
			}}
		}
		report, err := g.Run(context.Background())
		require.Equal(t, (*want)[:5], *got)
		require.Equal(t, (*want)[5].number, report.Climbs)
		if stopped == errFault {
			require.Equal(t, errFault, err)
			require.NoError(t, report.Limit)
		} else {
			require.NoError(t, err)
			require.Equal(t, puzzle.ErrMemory, report.Limit)
		}
	}
}

// What Found says ends the run.
func TestFoundFails(t *testing.T) {
	errFull := errors.New("full")
	g, _ := newToys(3, 2)
	g.Found = func(*toy) error { return errFull }
	report, err := g.Run(context.Background())
	require.Equal(t, errFull, err)
	require.Equal(t, 1, report.Levels)
}

// So many climbs in a row without a new level end a run; a new level begins the count again.
func TestHopeless(t *testing.T) {
	for name, test := range map[string]struct {
		change func(g *Climbs[toy])
		count  func(r *Report) uint64
		levels int
	}{
		"barren": {func(g *Climbs[toy]) { g.Pace.MostDraws = 0 }, func(r *Report) uint64 { return r.Barren }, 0},
		"no levels": {func(g *Climbs[toy]) {
			g.Craft = func(uint64) Craft[toy] { return never{new(toyCraft)} }
		}, func(r *Report) uint64 { return r.Barren }, 0},
		"unfit": {func(g *Climbs[toy]) {
			g.Fulfils = func(*toy) bool { return false }
		}, func(r *Report) uint64 { return r.Unfit }, 0},
		"known": {func(g *Climbs[toy]) {
			g.Fulfils, g.Signature = nil, func(*toy) string { return "" }
		}, func(r *Report) uint64 { return r.Known }, 1},
	} {
		g, got := newToys(1000, 3)
		g.Craft = func(uint64) Craft[toy] { return &toyCraft{all: true} }
		test.change(g)
		report, err := g.Run(context.Background())
		require.NoError(t, err, name)
		require.Equal(t, ErrGaveUp, report.Limit, name)
		require.Equal(t, uint64(Hopeless), test.count(&report), name)
		require.Len(t, *got, test.levels, name)
		require.Equal(t, uint64(Hopeless+test.levels), report.Climbs, name)
	}
	c := collector[toy]{climbs: &Climbs[toy]{Count: 3, Signature: func(l *toy) string { return fmt.Sprint(l.bits) }}, seen: map[string]bool{}}
	for i := range 2 * (Hopeless - 1) {
		c.look(context.Background(), &outcome[toy]{})
		if i == Hopeless-2 {
			c.look(context.Background(), &outcome[toy]{found: true})
		}
	}
	require.False(t, c.done)
	c.look(context.Background(), &outcome[toy]{})
	require.True(t, c.done)
}

func TestGaveUp(t *testing.T) {
	err := error(&GaveUp{Climbs: 2500, Reasons: []Reason{{0, "no"}, {2, "drew nothing"}, {2498, "to a level found before"}}})
	require.EqualError(t, err, "no new level in so many climbs in a row that more is hopeless; of 2,500 climbs, 2 drew nothing, 2498 to a level found before")
	require.ErrorIs(t, err, ErrGaveUp)
	require.NotErrorIs(t, err, puzzle.ErrMemory)
	require.Contains(t, (&GaveUp{Climbs: 1}).Error(), "of 1 climb, ")
}
