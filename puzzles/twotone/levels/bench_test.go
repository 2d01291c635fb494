package levels

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
)

// BenchmarkTry tries drawn 8x8 boards with six stars for both rules: as many at a time as there are processors, each on one worker,
// and one at a time on all workers.
func BenchmarkTry(b *testing.B) {
	w := Wish{Rows: 8, Cols: 8, Stars: 6, Rainbow: [2]int{0, 8}}
	rng := rand.New(rand.NewPCG(1, 1))
	boards := make([]twotone.Board, 200)
	for i := range boards {
		w.draw(rng, &boards[i])
	}
	for _, states := range []uint64{20_000, 1_000_000} {
		for name, judges := range map[string][]*judge{"each": eachOnOne(), "all": {{solver: bfs.New(bfs.Options{})}}} {
			b.Run(fmt.Sprintf("%s/%d", name, states), func(b *testing.B) {
				for b.Loop() {
					tryAll(b, judges, boards, states)
				}
				tried := float64(b.N * len(boards))
				b.ReportMetric(tried/b.Elapsed().Seconds(), "boards/s")
			})
		}
	}
}

// eachOnOne returns a judge for each processor.
func eachOnOne() (judges []*judge) {
	for range runtime.GOMAXPROCS(0) {
		judges = append(judges, newJudge(0))
	}
	return judges
}

// tryAll has judges try boards until all are tried.
func tryAll(b *testing.B, judges []*judge, boards []twotone.Board, states uint64) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for _, j := range judges {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(boards)); i = next.Add(1) - 1 {
				if _, err := j.try(context.Background(), &boards[i], AimBoth, states, 0); err != nil {
					b.Error(err)
				}
			}
		})
	}
	workers.Wait()
}
