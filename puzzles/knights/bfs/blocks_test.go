package bfs

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/parallel"
	"exhaust/parallel/modeltest"
	"exhaust/statecodec"
)

type blocks = parallel.BlockModel[[1]uint64]

var _ blocks = (*Model)(nil)

// TestLayout packs every position of small boards, and many of large ones, and spells it again. Two
// that differ never become one.
func TestLayout(t *testing.T) {
	for _, size := range [][2]int{{1, 2}, {2, 2}, {1, 6}, {2, 3}, {3, 2}, {7, 1}, {3, 3}, {2, 5}, {3, 4}, {4, 3}} {
		m := newModel(t, size[0], size[1])
		texts := map[[1]uint64]string{}
		for _, position := range arrangements(m, text(m, m.start)) {
			w := pack(m, position)
			require.Equal(t, position, text(m, w), m.Name())
			require.Empty(t, texts[w], "%s: %s and %s", m.Name(), position, texts[w])
			texts[w] = position
		}
	}
	random := rand.New(rand.NewPCG(1, 5))
	for _, size := range [][2]int{{5, 5}, {4, 7}, {1, 58}, {29, 2}} {
		m := newModel(t, size[0], size[1])
		for range 1000 {
			position := shuffled(random, m, text(m, m.start), m.order)
			require.Equal(t, position, text(m, pack(m, position)), m.Name())
		}
	}
}

// arrangements returns all ways to put the same knights and the hole on a board.
func arrangements(m *Model, position string) (all []string) {
	left := [3]int{strings.Count(position, "0"), strings.Count(position, "1"), 1}
	var extend func(text string, cells int)
	extend = func(text string, cells int) {
		switch {
		case cells == m.rows*m.cols:
			all = append(all, text)
			return
		case cells > 0 && cells%m.cols == 0:
			text += " "
		}
		for kind, sign := range "01*" {
			if left[kind] > 0 {
				left[kind]--
				extend(text+string(sign), cells+1)
				left[kind]++
			}
		}
	}
	extend("", 0)
	return all
}

// shuffled returns a position in which what is on the given cells is exchanged at random.
func shuffled(random *rand.Rand, m *Model, position string, cells []int) string {
	b := []byte(position)
	at := func(i int) *byte { return &b[cells[i]+cells[i]/m.cols] } // a space ends each row
	random.Shuffle(len(cells), func(i, j int) { *at(i), *at(j) = *at(j), *at(i) })
	return string(b)
}

// smallBlocks returns the blocks of all positions of a board.
func smallBlocks(m *Model) []block {
	var states [][1]uint64
	for _, position := range arrangements(m, text(m, m.start)) {
		states = append(states, pack(m, position))
	}
	slices.SortFunc(states, func(a, b [1]uint64) int { return cmp.Compare(a[0], b[0]) })
	return statecodec.AppendBlocks(nil, states)
}

// randomBlocks returns n blocks of a large board: the positions that differ from a random one in
// how the knights stand on the cells of the lowest places and on that which is left out.
func randomBlocks(m *Model, n int, random *rand.Rand) (of []block) {
	seven := append(slices.Clone(m.order[:statecodec.BlockBits]), m.order[m.last()])
	for range n {
		position := shuffled(random, m, text(m, m.start), m.order)
		b := block{}
		for _, p := range otherwise(m, position, seven) {
			w := pack(m, p)
			one := statecodec.BlockOf(&w)
			b.Key = one.Key
			b.Set |= one.Set
		}
		of = append(of, b)
	}
	return of
}

// otherwise returns the positions in which as many black knights as before stand on the given
// cells, in all ways.
func otherwise(m *Model, position string, cells []int) (all []string) {
	for colours := range 1 << len(cells) {
		b := []byte(position)
		for i, cell := range cells {
			if at := &b[cell+cell/m.cols]; *at != '*' { // a space ends each row
				*at = '0' + byte(colours>>i&1)
			}
		}
		if p := string(b); strings.Count(p, "1") == m.blacks {
			all = append(all, p)
		}
	}
	return all
}

// The sizes of boards on which blocks are compared: wholly, and at random.
var (
	smallSizes = [][2]int{{1, 1}, {1, 2}, {2, 3}, {3, 2}, {7, 1}, {3, 3}, {2, 5}, {3, 4}, {4, 3}}
	largeSizes = [][2]int{{4, 4}, {5, 5}, {4, 7}, {29, 2}, {1, 58}}
)

func TestBlocks(t *testing.T) {
	for _, size := range smallSizes {
		m := newModel(t, size[0], size[1])
		require.NoError(t, modeltest.CheckBlocks(m, m, smallBlocks(m)))
	}
	random := rand.New(rand.NewPCG(3, 5))
	for _, size := range largeSizes {
		m := newModel(t, size[0], size[1])
		of := randomBlocks(m, 500, random)
		require.NoError(t, modeltest.CheckBlocks(m, m, of))
	}
}

// TestBlocksAreFull holds the layout to its purpose: a block of the 5x5 board has all ways to put
// some black knights on seven cells, or six if the hole is one of them.
func TestBlocksAreFull(t *testing.T) {
	m := newModel(t, 5, 5)
	of := randomBlocks(m, 2000, rand.New(rand.NewPCG(4, 5)))
	most := 0
	for i := range of {
		require.Contains(t, []int{1, 6, 7, 15, 20, 21, 35}, of[i].Len())
		most = max(most, of[i].Len())
	}
	require.Equal(t, 35, most)
}

// The planted bugs, each in how a whole block jumps.
var mutants = map[string]func(j *jump, m *Model){
	"rotates the wrong way":            func(j *jump, _ *Model) { j.blocks.rotate = -j.blocks.rotate },
	"rotates not at all":               func(j *jump, _ *Model) { j.blocks.rotate = 0 },
	"takes the next place for black":   func(j *jump, _ *Model) { j.blocks.low = j.blocks.low<<1 | j.blocks.low>>63 },
	"takes white for black":            func(j *jump, _ *Model) { j.blocks.low = ^j.blocks.low },
	"forgets the knight left out":      func(j *jump, _ *Model) { j.blocks.last = 0 },
	"takes the knight left out always": func(j *jump, _ *Model) { j.blocks.last = ^uint64(0) },
	"keeps the key":                    func(j *jump, _ *Model) { j.blocks.key = 0 },
	"changes both places in the key":   func(j *jump, _ *Model) { j.blocks.key = j.both &^ 63 },
	"leaves the hole":                  func(j *jump, _ *Model) { j.hole = 0 },
	"miscounts the black knights":      func(_ *jump, m *Model) { m.blacks = 11 },
	"looks for the colour elsewhere":   func(j *jump, _ *Model) { j.place++ },
}

// A half is a model that leaves out one edge of each block.
type half struct{ *Model }

func (h half) BlockSuccessors(b *block, dst []block) ([]block, uint64) {
	dst, deadEnds := h.Model.BlockSuccessors(b, dst)
	last := &dst[len(dst)-1]
	last.Set &= last.Set - 1
	return dst, deadEnds
}

// A lively model has no dead ends.
type lively struct{ *Model }

func (l lively) BlockSuccessors(b *block, dst []block) ([]block, uint64) {
	dst, _ = l.Model.BlockSuccessors(b, dst)
	return dst, 0
}

// TestMutantsAreReported sees each bug found by the comparisons of TestBlocks on the board of the
// puzzle.
func TestMutantsAreReported(t *testing.T) {
	m := newModel(t, 5, 5)
	of := randomBlocks(m, 500, rand.New(rand.NewPCG(3, 5)))
	require.NoError(t, modeltest.CheckBlocks(m, m, of))
	for name, plant := range mutants {
		wrong := newModel(t, 5, 5)
		for hole := range wrong.from {
			js := &wrong.from[hole]
			for i := range js.list[:js.n] {
				plant(&js.list[i], wrong)
			}
		}
		require.Error(t, modeltest.CheckBlocks(m, wrong, of), name)
	}
	require.ErrorContains(t, modeltest.CheckBlocks(m, half{m}, of), "successors")
	middle := newModel(t, 3, 3)
	require.ErrorContains(t, modeltest.CheckBlocks(middle, lively{middle}, smallBlocks(middle)), "dead ends")
}

// BenchmarkBlocks expands full blocks of the 5x5 board at once, and their positions one by one.
func BenchmarkBlocks(b *testing.B) {
	m := newModel(b, 5, 5)
	of := randomBlocks(m, 4096, rand.New(rand.NewPCG(1, 5)))
	states := 0
	for i := range of {
		states += of[i].Len()
	}
	report := func(b *testing.B) {
		perBlock := float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(len(of))
		b.ReportMetric(perBlock, "ns/block")
		b.ReportMetric(perBlock*float64(len(of))/float64(states), "ns/state")
	}
	b.Run("whole", func(b *testing.B) {
		var dst []block
		for b.Loop() {
			for i := range of {
				dst, _ = m.BlockSuccessors(&of[i], dst[:0])
			}
		}
		report(b)
	})
	b.Run("one by one", func(b *testing.B) {
		var all, dst [][1]uint64
		for i := range of {
			all = of[i].Append(all)
		}
		for b.Loop() {
			for i := range all {
				dst = m.Successors(&all[i], dst[:0])
			}
		}
		report(b)
	})
}
