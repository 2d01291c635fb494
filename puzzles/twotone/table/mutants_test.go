package table

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/zeroone"
)

// The planted bugs, each in one kernel.
var mutants = map[string]func(k *kernels){
	"shifts by one bit too many": func(k *kernels) {
		settle := k.settle
		k.settle = func(c *cell) (int, bool, bool) {
			wrong := *c
			if c.enter.bit >= 0 {
				bit := (c.enter.bit + 1) % c.bits
				wrong.enter, wrong.out = newShift(bit, c.enter.up), newShift(bit, c.out.up)
			}
			return settle(&wrong)
		}
	},
	"shifts up where it goes down": func(k *kernels) {
		settle := k.settle
		k.settle = func(c *cell) (int, bool, bool) {
			wrong := *c
			wrong.enter, wrong.out = c.out, c.enter
			return settle(&wrong)
		}
	},
	"enters cells of the mover's colour": func(k *kernels) {
		settle := k.settle
		k.settle = func(c *cell) (int, bool, bool) {
			n, enters, leaves := settle(c)
			copy(c.entry, c.news)
			return n, enters || n > 0, leaves
		}
	},
	"hands over a move late": func(k *kernels) {
		settle := k.settle
		late := map[*uint64][]uint64{}
		k.settle = func(c *cell) (int, bool, bool) {
			wrong := *c
			wrong.handover = false
			if c.handover {
				now := make([]uint64, len(c.news))
				turnPlain(now, c.col, c.stuck, c.layout)
				for i, v := range late[&c.stuck[0]] {
					c.news[i] |= v
				}
				late[&c.stuck[0]] = now
			}
			return settle(&wrong)
		}
	},
	"never hands over": func(k *kernels) {
		settle := k.settle
		k.settle = func(c *cell) (int, bool, bool) {
			wrong := *c
			wrong.handover = false
			return settle(&wrong)
		}
	},
	"hands over when not stuck": func(k *kernels) {
		settle := k.settle
		k.settle = func(c *cell) (int, bool, bool) {
			wrong := *c
			wrong.stuck = slices.Repeat([]uint64{c.used}, len(c.stuck))
			return settle(&wrong)
		}
	},
	"collects a star without passing the turn": func(k *kernels) {
		k.column = func(dst, src []uint64, i int, l *layout) {
			clear(dst)
			full := make([]uint64, l.row)
			l.fill(full, i)
			turnPlain(dst, l.at(src, i), full, l)
		}
	},
}

// firstWrong returns the first case of the smallest sizes whose length by a sweep is
// not that of the 0-1 search, or "".
func firstWrong(t *testing.T, k *kernels) string {
	sweep := newSweep(&Budget{}, k)
	for _, size := range [][2]int{{1, 2}, {1, 3}, {3, 1}, {2, 2}} {
		space, err := twotone.NewSpace(size[0], size[1], twotone.Black)
		require.NoError(t, err)
		tables := map[key]*Lengths{}
		solver := zeroone.New()
		var c twotone.Case
		for i := range space.Len() {
			space.Board(i, &c.Board)
			for _, c.Rule = range bothRules {
				class, p := newPosition(&c)
				k := key{class, c.Rule, class.All()}
				if tables[k] == nil {
					tables[k], err = sweep.Lengths(context.Background(), class, c.Rule, class.All())
					require.NoError(t, err)
				}
				length, solvable := tables[k].Length(p.stars, p.mover, p.other, p.open)
				r, err := solver.Solve(context.Background(), &c, puzzle.Best)
				require.NoError(t, err)
				if solvable != (r.Verdict == puzzle.Solvable) || solvable && length != r.Value {
					return c.ID()
				}
			}
		}
	}
	return ""
}

// The comparison with a search reports each mutant, and nothing else.
func TestMutantsAreReported(t *testing.T) {
	require.Empty(t, firstWrong(t, &plain))
	require.Empty(t, firstWrong(t, fastest()))
	for name, plant := range mutants {
		k := plain
		plant(&k)
		require.NotEmpty(t, firstWrong(t, &k), name)
	}
}
