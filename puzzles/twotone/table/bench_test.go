package table

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkClass sweeps a class of 3x4 with so many ordinary cells, under both rules.
func BenchmarkClass(b *testing.B) {
	for _, ordinary := range []int{6, 7, 8, 9, 10} {
		for name, k := range allKernels() {
			b.Run(fmt.Sprint(ordinary, "/", name), func(b *testing.B) {
				c := Class{Rows: 3, Cols: 4, Rainbow: spread(12 - ordinary)}
				sweep := newSweep(new(Budget), k)
				for b.Loop() {
					if err := sweep.Run(context.Background(), c, bothRules[:], c.All(), func(*Level) {}); err != nil {
						b.Fatal(err)
					}
				}
				cases := 2 * float64(c.Boards(c.All())) * float64(b.N)
				b.ReportMetric(cases/b.Elapsed().Seconds(), "cases/s")
			})
		}
	}
}

// spread returns a set of n of 12 cells, the same every time.
func spread(n int) (set uint32) {
	for _, cell := range rand.New(rand.NewPCG(3, 4)).Perm(12)[:n] {
		set |= 1 << cell
	}
	return set
}

// BenchmarkKernels runs each kernel on the rows of a class of 3x4 with 8 ordinary cells: 48
// words a row. Words are those that are written.
func BenchmarkKernels(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	l := newLayout(Class{Rows: 3, Cols: 4, Rainbow: spread(4)})
	masks := newMasks(l)
	rows := make([]uint64, (l.cells+lanes)*l.row)
	for cell := range l.cells {
		copy(l.at(rows, cell), random(rng, l, 0.1))
	}
	for name, k := range allKernels() {
		run := func(kernel string, words int, f func()) {
			b.Run(kernel+"/"+name, func(b *testing.B) {
				for b.Loop() {
					f()
				}
				b.ReportMetric(float64(words*b.N)/b.Elapsed().Seconds(), "words/s")
			})
		}
		m := merger{cells: l.cells, row: l.row, won: make([]uint64, len(rows)), news: make([]uint64, len(rows))}
		for cell := range l.cells + 1 {
			m.src[cell] = l.at(rows, cell)
		}
		for cell := range l.cells {
			copy(m.beside[cell][:], l.beside[cell])
		}
		run("merge", l.cells*l.row, func() { k.merge(&m) })
		col := make([]uint64, l.row)
		run("column", l.row, func() { k.column(col, rows, 3, l) })
		c := cell{
			layout: l, news: l.at(rows, 0), col: col, won: l.at(m.won, 0),
			stuck: l.at(masks.rows[0], 0), stuckCol: l.at(masks.cols[0], 0),
			entry: make([]uint64, l.row), leave: make([]uint64, l.row), enter: newShift(2, true), out: newShift(2, false),
		}
		run("settle-strict", l.row, func() { k.settle(&c) })
		c.handover = true
		run("settle-handover", l.row, func() { k.settle(&c) })
		run("both", l.row, func() { k.both(l.at(rows, 0), l.at(rows, 1), l.at(rows, 2)) })
	}
}
