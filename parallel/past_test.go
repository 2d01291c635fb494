package parallel

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
	"exhaust/visited/memory"
)

// A plane is a model of the points (x, y) of a square: steps lead right and up, goals are a few
// points on one diagonal, and each point has a block of its own. Level d is the points with x + y = d.
type plane struct {
	side     uint64
	diagonal uint64 // of the goals; 0: there is none
	watch    func() // called when a state is expanded; may be nil
}

func (m plane) state(x, y uint64) [1]uint64 { return [1]uint64{(x<<20 | y) << statecodec.BlockBits} }
func (plane) point(w *[1]uint64) (x, y uint64) {
	return (*w)[0] >> (20 + statecodec.BlockBits), (*w)[0] >> statecodec.BlockBits & (1<<20 - 1)
}

func (m plane) Initial(dst [][1]uint64) [][1]uint64 { return append(dst, m.state(0, 0)) }

func (m plane) Goal(w *[1]uint64) bool {
	x, y := m.point(w)
	return m.diagonal > 0 && x+y == m.diagonal && x%8 == 5
}

func (m plane) Successors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	if m.watch != nil {
		m.watch()
	}
	x, y := m.point(w)
	if x+1 < m.side {
		dst = append(dst, m.state(x+1, y))
	}
	if y+1 < m.side {
		dst = append(dst, m.state(x, y+1))
	}
	return dst
}

// A reversePlane is a plane that can step backwards.
type reversePlane struct{ plane }

func (m reversePlane) Predecessors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	x, y := m.point(w)
	if x > 0 {
		dst = append(dst, m.state(x-1, y))
	}
	if y > 0 {
		dst = append(dst, m.state(x, y-1))
	}
	return dst
}

// A witness is what was seen of a search from within its model.
type witness struct {
	packed, times atomic.Int64 // levels that were packed, and how many times some were
	left          atomic.Bool  // the table was left
}

// of returns a function for the model of a search, which notes what it sees.
func (v *witness) of(s *Search[[1]uint64]) func() {
	return func() {
		if n := int64(len(s.past.runs)); v.packed.Swap(n) < n {
			v.times.Add(1)
		}
		if s.sorted != nil {
			v.left.Store(true)
		}
	}
}

// TestPackedPast has so little memory that levels are packed, again and again, while the table has room to the
// end, or is left after that. Whatever the model can do, the result, the path and all paths are those of a search without a limit.
func TestPackedPast(t *testing.T) {
	const side, diagonal = 500, 60
	m := plane{side: side, diagonal: diagonal}
	o := Options{Path: true, AllPaths: true, Workers: 2}
	var unlimited Search[[1]uint64]
	want, err := unlimited.Run(context.Background(), m, o)
	require.NoError(t, err)
	require.Equal(t, goalWays(diagonal), want.AllPaths.Count)
	require.Len(t, want.Path, diagonal+1)
	for _, c := range []struct {
		memory         uint64
		reverses, left bool
	}{{9 << 20, true, true}, {12 << 20, false, false}, {25 << 19, true, false}} {
		var s Search[[1]uint64]
		var v witness
		m.watch, o.Memory = v.of(&s), c.memory
		var limited Model[[1]uint64] = m
		if c.reverses {
			limited = reversePlane{m}
		}
		got, err := s.Run(context.Background(), limited, o)
		require.NoError(t, err)
		require.Equal(t, want, got, "%+v", c)
		require.Equal(t, c.left, v.left.Load(), "%+v: the table was left", c)
		require.True(t, c.left || v.packed.Load() > diagonal, "%+v: goals were packed", c)
		require.GreaterOrEqual(t, v.times.Load(), int64(2), "%+v: levels were packed", c)
	}
}

// goalWays returns in how many ways a plane's goals on a diagonal are reached: a sum of binomial coefficients.
func goalWays(diagonal int) (ways uint64) {
	row := []uint64{1}
	for range diagonal {
		row = append(row, 1)
		for i := len(row) - 2; i > 0; i-- {
			row[i] += row[i-1]
		}
	}
	for x := 5; x < len(row); x += 8 {
		ways += row[x]
	}
	return ways
}

// A thread is a model of as many levels as states, each a block of its own; the last one is a goal.
type thread struct {
	last  uint64
	watch func()
}

func (m thread) Initial(dst [][1]uint64) [][1]uint64 { return append(dst, [1]uint64{}) }
func (m thread) Goal(w *[1]uint64) bool              { return w[0]>>statecodec.BlockBits == m.last }
func (m thread) Successors(w *[1]uint64, dst [][1]uint64) [][1]uint64 {
	if w[0]>>statecodec.BlockBits == m.last-1 {
		m.watch()
	}
	return append(dst, [1]uint64{w[0] + 1<<statecodec.BlockBits})
}

// TestThinLevelsSharePages has 100,000 levels of one state. They take the pages that a level of as many
// states takes, and a few more.
func TestThinLevelsSharePages(t *testing.T) {
	const last = 100_000
	var s Search[[1]uint64]
	used := uint64(0)
	m := thread{last, func() { used, _ = s.pool.Bytes() }}
	got, err := s.Run(context.Background(), m, Options{Path: true})
	require.NoError(t, err)
	require.Equal(t, last, got.Depth())
	require.Len(t, got.Path, last+1)
	for i, w := range got.Path {
		require.Equal(t, uint64(i), w[0]>>statecodec.BlockBits)
	}
	pages := used / uint64(8*s.pool.Words)
	require.GreaterOrEqual(t, pages, uint64(last/pageBlocks))
	require.LessOrEqual(t, pages, uint64(last/pageBlocks+4))
}

// TestPagesAreGivenBack runs large and small searches on one Search, whole, limited and cancelled. What each holds
// when it lets go of all pages is none of them, and the pool knows of all that it made.
func TestPagesAreGivenBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 41))
	var s Search[[1]uint64]
	ended := map[string]int{}
	for i := range 60 {
		m := plane{side: 1 + r.Uint64N(1<<(3+r.IntN(7))), diagonal: r.Uint64N(300)}
		o := Options{Workers: 1 + r.IntN(4), Path: true, AllPaths: r.IntN(4) == 0}
		switch r.IntN(3) {
		case 0:
			o.Memory = 1 << (12 + r.IntN(14))
		case 1:
			o.States = 1 + r.Uint64N(1<<r.IntN(17))
		}
		s.Shards = [...]int{0, 0, 1, 64}[r.IntN(4)]
		s.TableStates, s.SorterBlocks = r.Uint64N(2)*r.Uint64N(50_000), 1000
		ctx, cancel := context.WithCancel(context.Background())
		if left := int64(1 + r.IntN(1<<r.IntN(17))); r.IntN(3) == 0 {
			var expanded atomic.Int64
			m.watch = func() {
				if expanded.Add(1) == left {
					cancel()
				}
			}
		}
		s.begin(reversePlane{m}, o)
		got, err := s.finish(ctx, s.search(ctx))
		require.NoError(t, err)
		ended[fmt.Sprint(got.Limit)]++
		s.set.Reset()
		s.dropMet()
		s.past.drop(s.pool)
		used, _ := s.pool.Bytes()
		require.Zero(t, used, "run %d", i)
		s.end()
		require.Zero(t, memory.Held(), "run %d", i)
		used, free := s.pool.Bytes()
		require.Zero(t, used, "run %d", i)
		require.LessOrEqual(t, free, uint64(8*keptPages*s.pool.Words), "run %d", i)
		cancel()
	}
	for _, limit := range []string{"<nil>", "memory limit", "limit of states", "context canceled"} {
		require.Greater(t, ended[limit], 3, "%s: %v", limit, ended)
	}
}
