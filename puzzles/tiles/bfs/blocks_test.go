package bfs

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
	"exhaust/parallel/modeltest"
	"exhaust/statecodec"
)

type (
	block  = statecodec.Block[[1]uint64]
	blocks = parallel.BlockModel[[1]uint64]
)

var _ blocks = (*Model)(nil)

// The sizes of boards that are compared wholly, and of those at random.
var (
	smallSizes = [][2]int{{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}}
	largeSizes = [][2]int{{3, 4}, {4, 3}, {4, 4}}
)

// TestLayout packs every arrangement of small boards, and many of large ones, and unpacks it: also
// those that cannot be reached. No two become one position, and none is the Target of a model
// without one.
func TestLayout(t *testing.T) {
	for _, size := range smallSizes {
		m := modelOf(t, size[0], size[1])
		seen := map[[1]uint64]bool{{}: true}
		for _, tiles := range arrangements(m.rows * m.cols) {
			position := text(tiles)
			w := m.Pack(tiles...)
			if unpack(m, w) != position || seen[w] {
				t.Fatalf("%s: %v is packed as %#x and unpacked as %v; seen before: %v",
					m.Name(), tiles, w, []byte(unpack(m, w)), seen[w])
			}
			seen[w] = true
		}
	}
	random := rand.New(rand.NewPCG(1, 5))
	for _, size := range largeSizes {
		m := modelOf(t, size[0], size[1])
		for range 2000 {
			tiles := random.Perm(m.rows * m.cols)
			require.Equal(t, text(tiles), unpack(m, m.Pack(tiles...)), m.Name())
		}
	}
}

// text returns tiles as a string.
func text(tiles []int) string {
	b := make([]byte, len(tiles))
	for i, tile := range tiles {
		b[i] = byte(tile)
	}
	return string(b)
}

// TestSplit holds the ranked tiles to the corner of the blank.
func TestSplit(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		ranked     []int
	}{
		{2, 2, []int{1, 2, 3}},
		{2, 3, []int{1, 2, 3, 4, 5}},
		{3, 2, []int{1, 2, 3, 4, 5}},
		{2, 4, []int{2, 3, 4, 6, 7}},
		{4, 2, []int{3, 4, 5, 6, 7}},
		{3, 3, []int{4, 5, 6, 7, 8}},
		{3, 4, []int{3, 4, 7, 8, 11}},
		{4, 3, []int{7, 8, 9, 10, 11}},
		{4, 4, []int{10, 11, 12, 14, 15}},
	} {
		m := modelOf(t, c.rows, c.cols)
		require.Equal(t, c.ranked, m.ranked, m.Name())
		require.Len(t, m.placed, c.rows*c.cols-1-len(c.ranked), m.Name())
	}
}

// arrangements returns all arrangements of the numbers below n.
func arrangements(n int) (all [][]int) {
	left := make([]bool, n)
	var extend func(begun []int)
	extend = func(begun []int) {
		if len(begun) == n {
			all = append(all, slices.Clone(begun))
		}
		for i := range left {
			if !left[i] {
				left[i] = true
				extend(append(begun, i))
				left[i] = false
			}
		}
	}
	extend(nil)
	return all
}

// TestBlocksAreFull holds the layout to its purpose: every block of a space holds 60 positions,
// those of the 2x2 board 3.
func TestBlocksAreFull(t *testing.T) {
	for _, k := range known {
		m := modelOf(t, k.rows, k.cols)
		of := space(m)
		full := 60
		if k.rows*k.cols == 4 {
			full = 3
		}
		for i := range of {
			require.Equal(t, full, of[i].Len(), "%s: %#x", m.Name(), of[i])
		}
		require.Len(t, of, int(k.states)/full, m.Name())
	}
}

// space returns the blocks of all positions that can be reached, as Successors says it.
func space(m *Model) []block {
	states := m.Initial(nil)
	seen := map[[1]uint64]bool{states[0]: true}
	for i := 0; i < len(states); i++ {
		for _, w := range m.Successors(&states[i], nil) {
			if !seen[w] {
				seen[w] = true
				states = append(states, w)
			}
		}
	}
	slices.SortFunc(states, order)
	return statecodec.AppendBlocks(nil, states)
}

func order(a, b [1]uint64) int { return cmp.Compare(a[0], b[0]) }

// randomBlocks returns n full blocks of a board, half of them of positions that cannot be reached.
func randomBlocks(m *Model, n int, random *rand.Rand) (of []block) {
	for range n {
		w := m.Pack(random.Perm(m.rows * m.cols)...)
		b := statecodec.BlockOf(&w)
		b.Set = (1<<len(m.ranks.even) - 1) << 1
		of = append(of, b)
	}
	return of
}

func TestBlocks(t *testing.T) {
	for _, size := range smallSizes {
		m := modelOf(t, size[0], size[1])
		of := space(m)
		require.NoError(t, modeltest.CheckBlocks(m, m, of))
		m.Target = of[len(of)/2].Append(nil)[1]
		require.NoError(t, modeltest.CheckBlocks(m, m, of))
	}
	random := rand.New(rand.NewPCG(3, 5))
	for _, size := range largeSizes {
		m := modelOf(t, size[0], size[1])
		of := randomBlocks(m, 1000, random)
		require.NoError(t, modeltest.CheckBlocks(m, m, of))
	}
}

// firstUnlike returns the first of n arrangements, also of such that cannot be reached, whose moves
// are not the plain ones.
func firstUnlike(m *Model, n int) string {
	random := rand.New(rand.NewPCG(6, 5))
	for range n {
		position := text(random.Perm(m.rows * m.cols))
		w := pack(m, position)
		var want [][1]uint64
		for _, p := range plainMoves(position, m.rows, m.cols) {
			want = append(want, pack(m, p))
		}
		if got := m.Successors(&w, nil); !slices.Equal(want, got) {
			return fmt.Sprintf("%s: %v: successors %x, want %x", m.Name(), []byte(position), got, want)
		}
	}
	return ""
}

func TestMovesOfAnyArrangement(t *testing.T) {
	for _, size := range append(slices.Clone(smallSizes), largeSizes...) {
		require.Empty(t, firstUnlike(modelOf(t, size[0], size[1]), 1000))
	}
}

// The planted bugs in what both ways to move rest on.
var shared = map[string]func(*Model){
	"finds placed tiles nowhere":         func(m *Model) { m.tops = 0 },
	"finds placed tiles beyond the last": func(m *Model) { m.tops = 0x8888888888888888 },
	"turns the board upside down":        func(m *Model) { slices.Reverse(m.from[:m.rows*m.cols]) },
}

func TestSharedMutantsAreReported(t *testing.T) {
	for name, plant := range shared {
		m := modelOf(t, 3, 4)
		plant(m)
		require.Contains(t, firstUnlike(m, 200), "successors", name)
	}
}

// The planted bugs, each in what moving a ranked tile makes of a rank.
var mutants = map[string]func(*ranking){
	"moves tiles not at all": func(r *ranking) {
		for i := range r.moved {
			for j := range r.moved[i] {
				r.moved[i][j] = r.moved[i][i]
			}
		}
	},
	"moves tiles the wrong way": func(r *ranking) {
		for i := range r.moved {
			for j := range i {
				r.moved[i][j], r.moved[j][i] = r.moved[j][i], r.moved[i][j]
			}
		}
	},
	"exchanges tiles instead": func(r *ranking) {
		for i := range r.moved {
			for j := range r.moved[i] {
				for at, order := range r.even {
					order = slices.Clone(order)
					order[i], order[j] = order[j], order[i]
					rank, _ := r.rank(order)
					r.moved[i][j][at+1] = uint8(rank)
				}
			}
		}
	},
	"forgets one rank": func(r *ranking) { r.moved[1][3][60] = 0 },
}

// A wrong model has its own ways with blocks.
type wrong struct {
	*Model
	change func(next []block) []block
	goals  uint64
}

func (w wrong) BlockSuccessors(b *block, dst []block) ([]block, uint64) {
	n := len(dst)
	next, deadEnds := w.Model.BlockSuccessors(b, dst)
	return append(next[:n], w.change(next[n:])...), deadEnds
}

func (w wrong) BlockGoals(b *block) uint64 { return w.Model.BlockGoals(b) ^ w.goals&b.Set }

// The planted bugs in the blocks that a model returns.
var wrongs = map[string]wrong{
	"leaves out a block": {change: func(next []block) []block { return next[1:] }},
	"leaves out a position": {change: func(next []block) []block {
		next[0].Set &= next[0].Set - 1
		return next
	}},
	"says a move twice": {change: func(next []block) []block { return append(next, next[0]) }},
	"forgets that an order is odd": {change: func(next []block) []block {
		for i := range next {
			next[i].Key[0] &^= 1 << oddPlace
		}
		return next
	}},
	"takes others for goals": {change: func(next []block) []block { return next }, goals: 1 << 7},
}

// TestMutantsAreReported sees each bug found by the comparisons of TestBlocks, on the boards where
// there is something to find.
func TestMutantsAreReported(t *testing.T) {
	m := modelOf(t, 3, 4)
	of := randomBlocks(m, 200, rand.New(rand.NewPCG(4, 5)))
	require.NoError(t, modeltest.CheckBlocks(m, m, of))
	for name, plant := range mutants {
		mutant := modelOf(t, 3, 4)
		plant(mutant.ranks)
		require.ErrorContains(t, modeltest.CheckBlocks(m, mutant, of), "successors", name)
	}
	for name, w := range wrongs {
		w.Model = m
		require.Error(t, modeltest.CheckBlocks(m, w, of), name)
	}
}

// BenchmarkBlocks expands full blocks of the 3x4 board at once, blocks of as many positions as
// share one of a level, and these one by one.
func BenchmarkBlocks(b *testing.B) {
	m := modelOf(b, 3, 4)
	random := rand.New(rand.NewPCG(1, 5))
	full := randomBlocks(m, 4096, random)
	level := slices.Clone(full)
	for i := range level {
		for range 49 { // leaves 11 of 60
			for level[i].Set != 0 {
				if bit := uint64(1) << random.IntN(64); level[i].Set&bit != 0 {
					level[i].Set ^= bit
					break
				}
			}
		}
	}
	benchmark := func(of []block) func(*testing.B) {
		return func(b *testing.B) {
			var dst []block
			for b.Loop() {
				for i := range of {
					dst, _ = m.BlockSuccessors(&of[i], dst[:0])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(of)), "ns/block")
		}
	}
	b.Run("full", benchmark(full))
	b.Run("of a level", benchmark(level))
	b.Run("one by one", func(b *testing.B) {
		var all, dst [][1]uint64
		for i := range level {
			all = level[i].Append(all)
		}
		for b.Loop() {
			for i := range all {
				dst = m.Successors(&all[i], dst[:0])
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(level)), "ns/block")
	})
}
