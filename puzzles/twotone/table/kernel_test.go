package table

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// A bitset is a row by plain means: whether the state with the other on a cell and a
// colouring is in it.
type bitset [][]bool

// unpack reads a row, and checks that it holds nothing but states of a place.
func unpack(t testing.TB, l *layout, row []uint64) bitset {
	b := make(bitset, l.cells)
	count := 0
	for cell := range b {
		b[cell] = make([]bool, 1<<l.bits)
		for x := range b[cell] {
			b[cell][x] = row[cell*l.words+x/64]>>(x%64)&1 != 0
			if b[cell][x] {
				count++
			}
		}
	}
	all := 0
	for _, v := range row {
		for ; v != 0; v &= v - 1 {
			all++
		}
	}
	require.Equal(t, count, all, "bits that stand for nothing")
	return b
}

// each returns a bitset made by f.
func (l *layout) each(f func(cell, x int) bool) bitset {
	b := make(bitset, l.cells)
	for cell := range b {
		b[cell] = make([]bool, 1<<l.bits)
		for x := range b[cell] {
			b[cell][x] = f(cell, x)
		}
	}
	return b
}

// any reports whether a bitset holds anything.
func (b bitset) any() bool {
	return slices.ContainsFunc(b, func(s []bool) bool { return slices.Contains(s, true) })
}

// same fails the test unless two bitsets are equal.
func same(t testing.TB, want, got bitset) {
	t.Helper()
	for cell := range want {
		if !slices.Equal(want[cell], got[cell]) {
			t.Fatalf("cell %d: %v, want %v", cell, got[cell], want[cell])
		}
	}
}

// random returns a row with about a share of all states.
func random(rng *rand.Rand, l *layout, share float64) []uint64 {
	row := make([]uint64, l.row)
	for cell := range l.cells {
		for x := range 1 << l.bits {
			if rng.Float64() < share {
				row[cell*l.words+x/64] |= 1 << (x % 64)
			}
		}
	}
	return row
}

// allKernels are those that this machine can run, by name.
func allKernels() map[string]*kernels {
	all := map[string]*kernels{"plain": &plain}
	if k := fastest(); k != &plain {
		all["vector"] = k
	}
	return all
}

// classOf returns a class of 3x4, or 4x3, with so many ordinary cells.
func classOf(rng *rand.Rand, ordinary int) Class {
	c := Class{Rows: 3, Cols: 4}
	if rng.IntN(2) == 0 {
		c.Rows, c.Cols = 4, 3
	}
	for _, cell := range rng.Perm(12)[ordinary:] {
		c.Rainbow |= 1 << cell
	}
	return c
}

// Every kernel against plain loops, for each number of ordinary cells from 0 to 12.
func TestKernelsAgainstLoops(t *testing.T) {
	if fastest() == &plain {
		t.Run("vector", func(t *testing.T) { t.Skip("this machine has no AVX-512") })
	}
	for name, k := range allKernels() {
		for ordinary := range 13 {
			t.Run(fmt.Sprint(name, "/", ordinary), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(7, uint64(ordinary)))
				l := newLayout(classOf(rng, ordinary))
				checkMerge(t, rng, k, l)
				checkColumn(t, rng, k, l)
				checkBoth(t, rng, k, l)
				for cell := range l.cells {
					for flags := range 4 {
						checkSettle(t, rng, k, l, cell, flags&1 != 0, flags&2 != 0, []float64{0, 0.001, 0.5}[rng.IntN(3)])
					}
				}
			})
		}
	}
}

func FuzzKernels(f *testing.F) {
	f.Add(uint64(1), uint8(9), uint8(3), true, false)
	f.Fuzz(func(t *testing.T, seed uint64, ordinary, cell uint8, handover, odd bool) {
		rng := rand.New(rand.NewPCG(seed, 0))
		l := newLayout(classOf(rng, int(ordinary)%11))
		for _, k := range allKernels() {
			checkMerge(t, rng, k, l)
			checkColumn(t, rng, k, l)
			checkBoth(t, rng, k, l)
			checkSettle(t, rng, k, l, int(cell)%l.cells, handover, odd, rng.Float64())
		}
	})
}

func checkMerge(t testing.TB, rng *rand.Rand, k *kernels, l *layout) {
	m := merger{cells: l.cells, row: l.row, won: make([]uint64, l.cells*l.row), news: make([]uint64, l.cells*l.row)}
	for cell := range l.cells + 1 {
		m.src[cell] = random(rng, l, float64(rng.IntN(2))*rng.Float64())
		for i := range m.beside[cell%l.cells] {
			m.beside[cell%l.cells][i] = rng.IntN(l.cells + 1)
		}
		copy(l.at(m.won, cell%l.cells), random(rng, l, 0.5))
	}
	fresh := k.merge(&m)
	for cell := range l.cells {
		won := unpack(t, l, l.at(m.won, cell))
		var src [4]bitset
		for i, to := range m.beside[cell] {
			src[i] = unpack(t, l, m.src[to])
		}
		want := l.each(func(o, x int) bool {
			return (src[0][o][x] || src[1][o][x] || src[2][o][x] || src[3][o][x]) && !won[o][x]
		})
		same(t, want, unpack(t, l, l.at(m.news, cell)))
		require.Equal(t, want.any(), fresh>>cell&1 != 0)
	}
	require.Zero(t, fresh>>l.cells)
}

func checkColumn(t testing.TB, rng *rand.Rand, k *kernels, l *layout) {
	rows := make([]uint64, (l.cells+lanes)*l.row)
	for cell := range l.cells {
		copy(l.at(rows, cell), random(rng, l, 0.5))
	}
	for cell := range l.cells {
		col := make([]uint64, l.row)
		k.column(col, rows, cell, l)
		got := unpack(t, l, col)
		for mover := range l.cells {
			same(t, bitset{unpack(t, l, l.at(rows, mover))[cell]}, bitset{got[mover]})
		}
	}
}

func checkBoth(t testing.TB, rng *rand.Rand, k *kernels, l *layout) {
	strict, handover, won := random(rng, l, 0.4), random(rng, l, 0.4), random(rng, l, 0.4)
	for i := range won {
		if won[i] |= handover[i]; rng.IntN(3) > 0 {
			won[i] |= strict[i]
		}
	}
	s, h, w := unpack(t, l, strict), unpack(t, l, handover), unpack(t, l, won)
	same, beyond := 0, false
	l.each(func(o, x int) bool {
		if s[o][x] && h[o][x] {
			same++
		}
		beyond = beyond || s[o][x] && !w[o][x]
		return false
	})
	gotSame, gotBeyond := k.both(strict, handover, won)
	require.Equal(t, same, gotSame)
	require.Equal(t, beyond, gotBeyond)
}

// checkSettle checks what is done with the news of a cell against the rules of a
// colouring: who is stuck, and what a step makes of it.
func checkSettle(t testing.TB, rng *rand.Rand, k *kernels, l *layout, at int, handover, odd bool, share float64) {
	m, size := newMasks(l), 0
	if odd {
		size = 1
	}
	c := cell{
		layout: l, handover: handover,
		news: random(rng, l, share), col: random(rng, l, share), won: random(rng, l, 0.3),
		stuck: l.at(m.rows[size], at), stuckCol: l.at(m.cols[size], at),
		entry: random(rng, l, 0.5), leave: random(rng, l, 0.5),
		enter: newShift(l.bit[at], !odd), out: newShift(l.bit[at], odd),
	}
	for i := range c.news {
		c.news[i] &^= c.stuck[i]
		c.col[i] &^= c.stuckCol[i]
	}
	news, col, won := unpack(t, l, c.news), unpack(t, l, c.col), unpack(t, l, c.won)
	count, enters, leaves := k.settle(&c)

	all := 1<<l.bits - 1
	stuck := func(mover, other, x int) bool {
		return handover && mover != other && stuckByHand(l, mover, other, x, odd)
	}
	wantNews := l.each(func(o, x int) bool { return news[o][x] || col[o][all^x] && stuck(at, o, x) })
	wantCol := l.each(func(o, x int) bool { return col[o][x] || news[o][all^x] && stuck(o, at, x) })
	wantEntry := before(l, wantNews, at, !odd)
	wantLeave := before(l, wantCol, at, odd)
	wantCount := 0
	wantWon := l.each(func(o, x int) bool {
		if wantNews[o][x] {
			wantCount++
		}
		return won[o][x] || wantNews[o][x]
	})
	same(t, wantNews, unpack(t, l, c.news))
	same(t, wantWon, unpack(t, l, c.won))
	require.Equal(t, wantCount, count)
	same(t, wantEntry, unpack(t, l, c.entry))
	same(t, wantLeave, unpack(t, l, c.leave))
	require.Equal(t, wantEntry.any(), enters)
	require.Equal(t, wantLeave.any(), leaves)
}

// stuckByHand looks at the cells beside the mover. In star sets of even size a set bit is
// a cell that the mover may enter, in those of odd size one that it may not.
func stuckByHand(l *layout, mover, other, x int, odd bool) bool {
	for _, cell := range l.beside[mover] {
		if cell != other && (l.bit[cell] < 0 || (x>>l.bit[cell]&1 != 0) != odd) {
			return false
		}
	}
	return true
}

// before returns the states from which the step onto a cell leads into a set. The step clears the
// cell's bit if up, and sets it if not; before, it was the other way round.
func before(l *layout, after bitset, cell int, up bool) bitset {
	if l.bit[cell] < 0 {
		return after
	}
	bit := 1 << l.bit[cell]
	return l.each(func(o, x int) bool { return (x&bit != 0) == up && after[o][x^bit] })
}

// A layout against a board drawn by hand: 2x3 with rainbow cells 1 and 5.
func TestLayout(t *testing.T) {
	l := newLayout(Class{Rows: 2, Cols: 3, Rainbow: 1<<1 | 1<<5})
	require.Equal(t, []int{0, -1, 1, 2, 3, -1}, l.bit)
	require.Equal(t, [][]int{{3, 1}, {4, 0, 2}, {5, 1}, {0, 4}, {1, 3, 5}, {2, 4}}, l.beside)
	require.Equal(t, 4, l.bits)
	require.Equal(t, 1, l.words)
	require.Equal(t, 8, l.row)
	require.EqualValues(t, 0xFFFF, l.used)

	l = newLayout(Class{Rows: 3, Cols: 3})
	require.Equal(t, 8, l.words)
	require.Equal(t, 72, l.row)
	require.Equal(t, ^uint64(0), l.used)
}

func TestPack(t *testing.T) {
	require.Equal(t, 0b101, pack(0b100010, 0b101010))
	require.Equal(t, 0b110, pack(0b110, 0b111))
	require.Zero(t, pack(0, 0))
}

// An edge holds rows at any ascending numbers.
func TestEdge(t *testing.T) {
	var e edge
	require.EqualValues(t, none, e.at(0))
	require.Zero(t, e.end())
	e.set(3, 30)
	e.set(4, 40)
	e.set(7, 70)
	require.Equal(t, 8, e.end())
	for d, row := range []int32{none, none, none, 30, 40, none, none, 70, none} {
		require.Equal(t, row, e.at(d), d)
	}
}

// A pool hands out each row once until it is put back, and stops at the budget.
func TestPool(t *testing.T) {
	p := pool{budget: &Budget{Limit: 3 * slabWords * 8}}
	for _, row := range []int{8, 4096, slabWords, 8} {
		p.reset(row)
		seen := map[*uint64]bool{}
		for {
			i, ok := p.get()
			if !ok {
				break
			}
			require.Len(t, p.at(i), row)
			require.False(t, seen[&p.at(i)[0]])
			seen[&p.at(i)[0]] = true
		}
		require.Len(t, seen, 3*slabWords/row)
		p.put(5 % int32(len(seen)))
		i, ok := p.get()
		require.True(t, ok)
		require.Equal(t, 5%int32(len(seen)), i)
	}
}
