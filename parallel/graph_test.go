package parallel_test

import (
	"math"
	"math/rand/v2"
	"slices"

	"exhaust/parallel"
	"exhaust/statecodec"
)

// A graph is a directed graph with vertices 0, 1, 2, ..., whose edges may be
// doubled and lead back to where they begin.
type graph struct {
	initial []int // may name a vertex several times
	next    [][]int
	goal    []bool
}

// randomGraph returns a graph of n vertices with out-degrees of 0 to degree, a few
// initial vertices, and on average the given number of goals. Goals have
// successors too.
func randomGraph(r *rand.Rand, n, degree int, goals float64) *graph {
	g := &graph{next: make([][]int, n), goal: make([]bool, n)}
	for range r.IntN(4) {
		v := r.IntN(n)
		g.initial = append(g.initial, v)
		if r.IntN(3) == 0 {
			g.initial = append(g.initial, v)
		}
	}
	for v := range n {
		g.goal[v] = r.Float64() < goals/float64(n)
		for range r.IntN(degree + 1) {
			g.next[v] = append(g.next[v], r.IntN(n))
		}
		if len(g.next[v]) > 0 && r.IntN(8) == 0 {
			g.next[v][0] = v
		}
		if len(g.next[v]) > 1 && r.IntN(4) == 0 {
			g.next[v][0] = g.next[v][1]
		}
	}
	return g
}

// reversed returns for each vertex those with an edge to it.
func (g *graph) reversed() [][]int {
	before := make([][]int, len(g.next))
	for v, next := range g.next {
		for _, to := range next {
			before[to] = append(before[to], v)
		}
	}
	return before
}

// A graphModel is a graph as a model of states of any width. A vertex is written
// in digits of a base, one to a word, each times an odd constant: vertex 0 is the
// state 0, the order of states is not that of vertices, and with several words no one word
// tells all states apart.
type graphModel[W statecodec.Words] struct {
	*graph
	base uint64
}

const (
	scramble   = 0x9E3779B97F4A7C15
	unscramble = 0xF1DE83E19937733D
)

func newGraphModel[W statecodec.Words](g *graph) graphModel[W] {
	var w W
	root := math.Pow(float64(len(g.next)), 1/float64(len(w)))
	return graphModel[W]{graph: g, base: uint64(root) + 2}
}

func (m graphModel[W]) state(vertex int) (w W) {
	v := uint64(vertex)
	for i := 0; i < len(w); i++ {
		digit := v
		if i < len(w)-1 {
			digit = v % m.base
		}
		w[i] = digit * scramble
		v /= m.base
	}
	return w
}

func (m graphModel[W]) vertex(w *W) int {
	v := uint64(0)
	for i := len(*w) - 1; i >= 0; i-- {
		v = v*m.base + (*w)[i]*unscramble
	}
	return int(v)
}

func (m graphModel[W]) appendStates(dst []W, vertices []int) []W {
	for _, v := range vertices {
		dst = append(dst, m.state(v))
	}
	return dst
}

func (m graphModel[W]) Initial(dst []W) []W { return m.appendStates(dst, m.initial) }
func (m graphModel[W]) Goal(w *W) bool      { return m.goal[m.vertex(w)] }
func (m graphModel[W]) Successors(w *W, dst []W) []W {
	return m.appendStates(dst, m.next[m.vertex(w)])
}

// A reverseModel is a graphModel that can step backwards, and then names states
// that are no predecessors: other vertices, the state itself and no state at all.
type reverseModel[W statecodec.Words] struct {
	graphModel[W]
	before [][]int
}

func newReverseModel[W statecodec.Words](g *graph) reverseModel[W] {
	return reverseModel[W]{newGraphModel[W](g), g.reversed()}
}

func (m reverseModel[W]) Predecessors(w *W, dst []W) []W {
	v := m.vertex(w)
	var none W
	for i := 0; i < len(none); i++ {
		none[i] = ^uint64(0)
	}
	dst = append(dst, none, *w, m.state((v+1)%len(m.next)), m.state(0))
	dst = m.appendStates(dst, m.next[v])
	return m.appendStates(dst, m.before[v])
}

// reference searches a model by the definition of each number: a map, a queue of levels, no
// parallelism.
func reference[W statecodec.Words](m parallel.Model[W], o parallel.Options) parallel.Result[W] {
	r := parallel.Result[W]{Summary: parallel.Summary{GoalDepth: -1}}
	met := make(map[W]bool)
	var levels [][]W
	for frontier := m.Initial(nil); ; {
		level, goal := admit(m, met, frontier, &r.Summary)
		if len(level) == 0 {
			r.Exhausted = true
			break
		}
		levels = append(levels, level)
		r.Levels = append(r.Levels, uint64(len(level)))
		if goal && r.GoalDepth < 0 {
			r.GoalDepth = len(levels) - 1
		}
		if o.StopAtGoal && r.GoalDepth >= 0 {
			r.Exhausted = allGoals(m, level)
			break
		}
		frontier = successors(m, level, &r.Summary)
	}
	if o.Path && r.GoalDepth >= 0 {
		r.Path = referencePath(m, levels, r.GoalDepth)
	}
	return r
}

// admit returns the states that were not met before, and whether one of them is a goal.
func admit[W statecodec.Words](m parallel.Model[W], met map[W]bool, states []W, s *parallel.Summary) (level []W, goal bool) {
	for i := range states {
		if met[states[i]] {
			continue
		}
		met[states[i]] = true
		level = append(level, states[i])
		s.States++
		if m.Goal(&states[i]) {
			s.Goals++
			goal = true
		}
	}
	return level, goal
}

func allGoals[W statecodec.Words](m parallel.Model[W], level []W) bool {
	return !slices.ContainsFunc(level, func(w W) bool { return !m.Goal(&w) })
}

// successors returns the successors of all states of a level that are no goals.
func successors[W statecodec.Words](m parallel.Model[W], level []W, s *parallel.Summary) (all []W) {
	for i := range level {
		if m.Goal(&level[i]) {
			continue
		}
		before := len(all)
		all = m.Successors(&level[i], all)
		s.Edges += uint64(len(all) - before)
		if len(all) == before {
			s.DeadEnds++
		}
	}
	return all
}

// referencePath returns the least goal of its level, before it the least of its
// predecessors in the level before, and so on.
func referencePath[W statecodec.Words](m parallel.Model[W], levels [][]W, depth int) []W {
	path := make([]W, depth+1)
	path[depth] = least(levels[depth], func(w W) bool { return m.Goal(&w) })
	for d := depth - 1; d >= 0; d-- {
		path[d] = least(levels[d], func(w W) bool {
			return !m.Goal(&w) && slices.Contains(m.Successors(&w, nil), path[d+1])
		})
	}
	return path
}

// least returns the least of the states that have a property; there is one.
func least[W statecodec.Words](states []W, has func(W) bool) W {
	var best *W
	for i := range states {
		if has(states[i]) && (best == nil || statecodec.Compare(states[i], *best) < 0) {
			best = &states[i]
		}
	}
	return *best
}
