package table

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/twotone"
)

// A budget counts the lengths that are kept besides what lies between star sets, before any memory is taken, until
// they are dropped; and none of a sweep that came to nothing.
func TestLengthsCountInTheBudget(t *testing.T) {
	c := Class{Rows: 2, Cols: 3, Rainbow: 0b000_010}
	bytes := c.Boards(c.All())
	require.EqualValues(t, 1<<6*30*1<<5, bytes)

	b := &Budget{}
	sweep := NewSweep(b)
	first, err := sweep.Lengths(context.Background(), c, twotone.Strict, c.All())
	require.NoError(t, err)
	between := b.used.Load() - bytes
	require.Zero(t, between%(slabWords*8))
	require.NotZero(t, between)
	second, err := sweep.Lengths(context.Background(), c, twotone.Strict, c.All())
	require.NoError(t, err)
	require.Equal(t, between+2*bytes, b.used.Load())
	first.Drop()
	second.Drop()
	require.Equal(t, between, b.used.Load())

	for _, short := range []uint64{bytes - 1, bytes, bytes + between - 1} {
		b := &Budget{Limit: short}
		_, err := NewSweep(b).Lengths(context.Background(), c, twotone.Strict, c.All())
		require.ErrorIs(t, err, ErrMemory)
		require.Less(t, b.used.Load(), max(1, between))
	}
	_, err = NewSweep(&Budget{Limit: bytes + between}).Lengths(context.Background(), c, twotone.Strict, c.All())
	require.NoError(t, err)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b = &Budget{}
	_, err = NewSweep(b).Lengths(ctx, c, twotone.Strict, c.All())
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, b.used.Load())
}

// What a sweep under one rule has taken serves the next one, under whichever rule.
func TestRulesShareMemory(t *testing.T) {
	c := Class{Rows: 3, Cols: 3, Rainbow: 0b010_000_000}
	taken := func(rules ...twotone.Rule) uint64 {
		b := &Budget{}
		sweep := NewSweep(b)
		for _, rule := range rules {
			require.NoError(t, sweep.Run(context.Background(), c, []twotone.Rule{rule}, c.All(), func(*Level) {}))
		}
		return b.used.Load()
	}
	strict, handover := taken(twotone.Strict), taken(twotone.Handover)
	require.Greater(t, min(strict, handover), uint64(slabWords*8)) // more than one slab
	require.Equal(t, max(strict, handover), taken(twotone.Strict, twotone.Handover))
	require.Equal(t, max(strict, handover), taken(twotone.Handover, twotone.Strict))
}
