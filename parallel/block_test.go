package parallel_test

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint/faultfs"
	"exhaust/parallel"
	"exhaust/statecodec"
)

// A packedModel is a graph as a model of which so many vertices, at most 64, share a block.
type packedModel[W statecodec.Words] struct {
	graphModel[W]
	share int
}

func newPackedModel[W statecodec.Words](g *graph, share int) packedModel[W] {
	return packedModel[W]{newGraphModel[W](g), share}
}

// state returns the state of the graphModel for the vertex's number among its share, with six bits more in the
// last word. These are an odd multiple, so that their order is not that of vertices.
func (m packedModel[W]) state(vertex int) W {
	w := m.graphModel.state(vertex / m.share)
	last := &w[len(w)-1]
	*last = *last<<statecodec.BlockBits | uint64(vertex%m.share*11%64)
	return w
}

func (m packedModel[W]) vertex(w *W) int {
	key := *w
	last := &key[len(key)-1]
	low := int(*last % 64 * 35 % 64) // 11·35 = 6·64 + 1
	*last = *last >> statecodec.BlockBits * unscramble << statecodec.BlockBits >> statecodec.BlockBits * scramble
	return m.graphModel.vertex(&key)*m.share + low
}

func (m packedModel[W]) appendStates(dst []W, vertices []int) []W {
	for _, v := range vertices {
		dst = append(dst, m.state(v))
	}
	return dst
}

func (m packedModel[W]) Initial(dst []W) []W { return m.appendStates(dst, m.initial) }
func (m packedModel[W]) Goal(w *W) bool      { return m.goal[m.vertex(w)] }
func (m packedModel[W]) Successors(w *W, dst []W) []W {
	return m.appendStates(dst, m.next[m.vertex(w)])
}

// A blockModel is a packedModel that takes blocks. It goes through the first successors of all states, then the
// second ones, and so on, and puts one into a block that is already there if there is no such edge in it.
type blockModel[W statecodec.Words] struct{ packedModel[W] }

func (m blockModel[W]) BlockSuccessors(b *statecodec.Block[W], dst []statecodec.Block[W]) (_ []statecodec.Block[W], deadEnds uint64) {
	if b.Set == 0 || m.BlockGoals(b) != 0 {
		panic("expanded: a goal, or nothing")
	}
	before := len(dst)
	for edge, left := 0, b.Set; left != 0; edge++ {
		for set := left; set != 0; set &= set - 1 {
			w := b.At(bits.TrailingZeros64(set))
			next := m.next[m.vertex(&w)]
			if edge < len(next) {
				dst = joinBlock(dst, before, m.state(next[edge]))
				continue
			}
			left &^= set & -set
			if edge == 0 {
				deadEnds |= set & -set
			}
		}
	}
	return dst, deadEnds
}

// joinBlock adds an edge to one of the last few blocks after the first ones, or to a new one.
func joinBlock[W statecodec.Words](dst []statecodec.Block[W], first int, w W) []statecodec.Block[W] {
	b := statecodec.BlockOf(&w)
	for i := max(first, len(dst)-8); i < len(dst); i++ {
		if dst[i].Key == b.Key && dst[i].Set&b.Set == 0 {
			dst[i].Set |= b.Set
			return dst
		}
	}
	return append(dst, b)
}

func (m blockModel[W]) BlockGoals(b *statecodec.Block[W]) (goals uint64) {
	for set := b.Set; set != 0; set &= set - 1 {
		if w := b.At(bits.TrailingZeros64(set)); m.Goal(&w) {
			goals |= set & -set
		}
	}
	return goals
}

// A reverseBlockModel is a blockModel that can step backwards, and then names states that are no predecessors.
type reverseBlockModel[W statecodec.Words] struct {
	blockModel[W]
	before [][]int
}

func (m reverseBlockModel[W]) Predecessors(w *W, dst []W) []W {
	v := m.vertex(w)
	dst = append(dst, *w, m.state((v+1)%len(m.next)), m.state(0))
	return m.appendStates(m.appendStates(dst, m.next[v]), m.before[v])
}

// TestPackedModel holds the states of the test's own model against vertices.
func TestPackedModel(t *testing.T) {
	widths(t, testPackedModel[[1]uint64], testPackedModel[[2]uint64], testPackedModel[[3]uint64],
		testPackedModel[[4]uint64], testPackedModel[[8]uint64])
}

func testPackedModel[W statecodec.Words](t *testing.T) {
	const n = 2000
	for _, share := range []int{1, 7, 64} {
		m := newPackedModel[W](&graph{next: make([][]int, n)}, share)
		blocks := map[W]uint64{}
		for v := range n {
			w := m.state(v)
			require.Equal(t, v, m.vertex(&w))
			b := statecodec.BlockOf(&w)
			blocks[b.Key] |= b.Set
		}
		require.Len(t, blocks, (n+share-1)/share)
	}
}

// TestBlockModel searches graphs whose vertices share blocks, by states and by blocks, with a table and without, in one run or
// several, in ways at random, and requires the same: the reference's results, and all shortest paths of the
// plain model, as many as there are walks.
func TestBlockModel(t *testing.T) {
	widths(t, testBlockModel[[1]uint64], testBlockModel[[2]uint64], testBlockModel[[3]uint64],
		testBlockModel[[4]uint64], testBlockModel[[8]uint64])
}

func testBlockModel[W statecodec.Words](t *testing.T) {
	var s, plain parallel.Search[W]
	for seed := range uint64(24 / slowdown) {
		r := rand.New(rand.NewPCG(seed, 31))
		g := randomGraph(r, 1+r.IntN(1<<(1+r.IntN(13))), r.IntN(7), [...]float64{0, 1, 5, 40}[r.IntN(4)])
		m := newPackedModel[W](g, [...]int{1, 3, 30, 64}[r.IntN(4)])
		for range 3 {
			o := parallel.Options{StopAtGoal: r.IntN(2) == 0, Path: true}
			want := reference[W](m, o)
			o.AllPaths, o.Workers = true, 1
			want.AllPaths = run(t, &plain, m, o, "plain").AllPaths
			if len(g.next) < 100 && want.AllPaths != nil {
				_, count := g.shortestWalks(want.GoalDepth)
				require.Equal(t, saturated(count), want.AllPaths.Count)
			}
			requireBlocksAgree(t, &s, m, r, o, want, fmt.Sprintf("seed %d", seed))
		}
	}
}

// requireBlocksAgree searches a model by blocks, once in one run and once in two, one of which goes on without the knowledge of
// blocks, and requires the wanted result.
func requireBlocksAgree[W statecodec.Words](t *testing.T, s *parallel.Search[W], plain packedModel[W], r *rand.Rand, o parallel.Options, want parallel.Result[W], about string) {
	t.Helper()
	models := []parallel.Model[W]{blockModel[W]{plain}, reverseBlockModel[W]{blockModel[W]{plain}, plain.reversed()}, plain}
	vary := func() {
		o.Workers = 1 + r.IntN(8)
		s.Shards = shardCounts[r.IntN(len(shardCounts))]
		s.TableStates, s.SorterBlocks = uint64(r.IntN(2)*r.IntN(2*len(plain.next))), 1+r.IntN(2000)
		s.Hash = nil
		if len(plain.next) < 1000 {
			s.Hash = hashes[W]()[[...]string{"usual", "zeros", "ones", "two"}[r.IntN(4)]]
		}
		about = fmt.Sprintf("%s, %d vertices share blocks of %d, %d shards, %d states in a table, %+v", about, len(plain.next), plain.share, s.Shards, s.TableStates, o)
	}
	vary()
	requireSame(t, want, run(t, s, models[r.IntN(2)], o, about), about)
	fs := &faultfs.FS{}
	o.Checkpoint = &parallel.Checkpoint{Dir: newDir(t, fs), EachLevel: r.IntN(2) == 0}
	o.States = 1 + r.Uint64N(want.States+1)
	first := r.IntN(3)
	vary()
	got := run(t, s, models[first], o, about)
	if got.Limit == nil {
		requireSame(t, want, got, about)
	} else {
		require.Equal(t, parallel.ErrStates, got.Limit, about)
	}
	require.NoError(t, o.Checkpoint.Dir.Close())
	o.Checkpoint.Dir, o.States = openDir(t, fs), 0
	vary()
	requireSame(t, want, run(t, s, models[(first+1+r.IntN(2))%3], o, about), about+", again")
	require.NoError(t, o.Checkpoint.Dir.Close())
	s.Shards, s.Hash, s.TableStates = 0, nil, 0
}

// TestBlockModelLimits raises the memory until a search by blocks gets through, and cancels it after so many blocks: what a limit
// leaves is true as far as it goes.
func TestBlockModelLimits(t *testing.T) {
	widths(t, testBlockModelLimits[[1]uint64], testBlockModelLimits[[2]uint64], testBlockModelLimits[[3]uint64],
		testBlockModelLimits[[4]uint64], testBlockModelLimits[[8]uint64])
}

func testBlockModelLimits[W statecodec.Words](t *testing.T) {
	g := wideGraph(rand.New(rand.NewPCG(5, 32)), 20_000/slowdown, 4)
	m := reverseBlockModel[W]{blockModel[W]{newPackedModel[W](g, 20)}, g.reversed()}
	o := parallel.Options{Path: true, Workers: 3}
	want := reference[W](m, o)
	var s parallel.Search[W]
	limited := 0
	for o.Memory = 1 << 14; ; o.Memory += o.Memory / 2 {
		about := fmt.Sprintf("%d bytes", o.Memory)
		got := run(t, &s, m, o, about)
		if got.Limit == nil {
			requireSame(t, want, got, about)
			break
		}
		require.Equal(t, parallel.ErrMemory, got.Limit, about)
		requireHonest(t, m, want, got, about)
		limited++
	}
	require.Greater(t, limited, 3)
	o.Memory = 0
	for _, n := range []int64{1, 2, 30, 500} {
		about := fmt.Sprintf("cancelled after %d blocks", n)
		ctx, cancel := context.WithCancelCause(context.Background())
		wire := blockTripwire[W]{m, new(atomic.Int64), n, func() { cancel(errTest) }}
		got, err := s.Run(ctx, wire, o)
		require.NoError(t, err, about)
		require.Equal(t, errTest, got.Limit, about)
		requireHonest(t, m, want, got, about)
		requireSame(t, want, run(t, &s, m, o, about), about)
	}
}

// A blockTripwire is a model that calls a function when it expands the n-th block.
type blockTripwire[W statecodec.Words] struct {
	parallel.BlockModel[W]
	blocks *atomic.Int64
	n      int64
	trip   func()
}

func (m blockTripwire[W]) BlockSuccessors(b *statecodec.Block[W], dst []statecodec.Block[W]) ([]statecodec.Block[W], uint64) {
	if m.blocks.Add(1) == m.n {
		m.trip()
	}
	return m.BlockModel.BlockSuccessors(b, dst)
}

// A wrongModel is a model with a bug: what it says of blocks is not what it says of states.
type wrongModel struct {
	blockModel[[2]uint64]
	bug string
}

func (m wrongModel) BlockSuccessors(b *statecodec.Block[[2]uint64], dst []statecodec.Block[[2]uint64]) ([]statecodec.Block[[2]uint64], uint64) {
	before, open := len(dst), *b
	if open.Set &^= m.blockModel.BlockGoals(b); open.Set == 0 { // a goal that was not named
		return dst, 0
	}
	dst, deadEnds := m.blockModel.BlockSuccessors(&open, dst)
	switch {
	case m.bug == "dead end" && deadEnds != 0:
		deadEnds &= deadEnds - 1
	case m.bug == "edge" && len(dst) > before:
		dst = dst[:len(dst)-1]
	case m.bug == "state":
		for i := before; i < len(dst); i++ {
			dst[i].Set &^= 1 << 22
		}
	}
	return dst, deadEnds
}

func (m wrongModel) BlockGoals(b *statecodec.Block[[2]uint64]) uint64 {
	goals := m.blockModel.BlockGoals(b)
	if m.bug == "goal" {
		goals &= goals - 1
	}
	return goals
}

// TestWrongBlockModel plants bugs in what a model says of blocks: that the results differ from the reference's is what the tests
// above rest on.
func TestWrongBlockModel(t *testing.T) {
	g := wideGraph(rand.New(rand.NewPCG(1, 33)), 3000, 30)
	m := blockModel[[2]uint64]{newPackedModel[[2]uint64](g, 40)}
	want := reference[[2]uint64](m, parallel.Options{}).Summary
	var s parallel.Search[[2]uint64]
	for bug, shows := range map[string]func(got parallel.Summary) bool{
		"none":     func(got parallel.Summary) bool { return reflect.DeepEqual(want, got) },
		"dead end": func(got parallel.Summary) bool { return got.DeadEnds < want.DeadEnds },
		"edge":     func(got parallel.Summary) bool { return got.Edges < want.Edges },
		"state":    func(got parallel.Summary) bool { return got.States < want.States },
		"goal":     func(got parallel.Summary) bool { return got.Goals < want.Goals },
	} {
		for _, workers := range []int{1, 4} {
			got := run[[2]uint64](t, &s, wrongModel{m, bug}, parallel.Options{Workers: workers}, bug).Summary
			require.True(t, shows(got), "%q: %+v, want %+v", bug, got, want)
		}
	}
}
