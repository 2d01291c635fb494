package bfs

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/twotone"
	"exhaust/statecodec"
)

// deepLevel returns the blocks of the first level of at least so many states, in the order of states.
func deepLevel(m *model[[1]uint64], states int) []statecodec.Block[[1]uint64] {
	level, met := [][1]uint64{m.initial}, map[[1]uint64]bool{m.initial: true}
	for len(level) < states {
		var next [][1]uint64
		for i := range level {
			if m.Goal(&level[i]) {
				continue
			}
			for _, w := range m.Successors(&level[i], nil) {
				if !met[w] {
					met[w] = true
					next = append(next, w)
				}
			}
		}
		level = next
	}
	slices.SortFunc(level, statecodec.Compare[[1]uint64])
	return statecodec.AppendBlocks(nil, level)
}

// BenchmarkExpand expands a level of a large board, whole blocks and state by state. An operation is a block.
func BenchmarkExpand(b *testing.B) {
	for _, rule := range []twotone.Rule{twotone.Strict, twotone.Handover} {
		c, err := twotone.ParseID("6x6:BWBBBWBBBBRRWWWWWRWBRBBWBWWBBBWWBWBW:14:17:2,12,26,27,28,35:strict")
		require.NoError(b, err)
		c.Rule = rule
		var e engine[[1]uint64]
		var l layout
		l.reset(c)
		e.model.reset(c, &l)
		e.reorder(c, &l)
		blocks := deepLevel(&e.model, 100_000)
		b.Run(rule.String()+"/blocks", func(b *testing.B) {
			var next []statecodec.Block[[1]uint64]
			benchmarkEach(b, blocks, func(block *statecodec.Block[[1]uint64]) { next, _ = e.model.BlockSuccessors(block, next[:0]) })
		})
		b.Run(rule.String()+"/states", func(b *testing.B) {
			var states, next [][1]uint64
			benchmarkEach(b, blocks, func(block *statecodec.Block[[1]uint64]) {
				states = block.Append(states[:0])
				for i := range states {
					next = e.model.Successors(&states[i], next[:0])
				}
			})
		})
	}
}

func benchmarkEach(b *testing.B, blocks []statecodec.Block[[1]uint64], expand func(*statecodec.Block[[1]uint64])) {
	states, at := 0, 0
	for b.Loop() {
		expand(&blocks[at])
		states += blocks[at].Len()
		if at++; at == len(blocks) {
			at = 0
		}
	}
	b.ReportMetric(float64(states)/float64(b.N), "states/op")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(states), "ns/state")
}
