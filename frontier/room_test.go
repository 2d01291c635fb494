package frontier

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
)

// bufferBytes returns what the buffers take that a store keeps.
func bufferBytes[W statecodec.Words](s *Store[W]) (n uint64) {
	one := func(b *Buffer[W]) uint64 {
		return uint64(cap(b.blocks))*uint64(blockBytes[W]()) + uint64(cap(b.body)+cap(b.stored))
	}
	for _, b := range s.spareBuffers {
		for i := range b.held {
			n += one(&b.held[i])
		}
		for _, r := range b.read {
			n += one(r)
		}
		for _, m := range b.merged {
			n += uint64(cap(m)) * uint64(blockBytes[W]())
		}
	}
	return n
}

// TestBuffersAreLimited merges very many segments and takes runs of the past away, with more
// workers than have room: what they hold together is what the store has for it, and the states are
// the same.
func TestBuffersAreLimited(t *testing.T) {
	everyWidth(t, testBuffersAreLimited[[1]uint64], testBuffersAreLimited[[2]uint64], testBuffersAreLimited[[3]uint64],
		testBuffersAreLimited[[4]uint64], testBuffersAreLimited[[8]uint64])
}

func testBuffersAreLimited[W statecodec.Words](t *testing.T, r *rand.Rand) {
	universe := sortedStates[W](r, 20_000)
	for _, workers := range []int{1, 64} {
		s := newStore[W](t, 1<<24, nil)
		limit := 64_000 * uint64(blockBytes[W]())
		s.SetBuffers(limit)
		var past []*Run[W]
		var pastStates, added [][]W
		for range 3 {
			states := pick(r, universe, 1, 3)
			run, err := store(t, r, s, Options{BlockStates: 200}, states)
			require.NoError(t, err)
			past, pastStates = append(past, run), append(pastStates, states)
		}
		var sorters []*Sorter[W]
		for range 8 {
			states := pick(r, universe, 2, 3)
			sorter := NewSorter(s, 1000)
			fill(t, r, sorter, states)
			sorters, added = append(sorters, sorter), append(added, states)
		}
		before := len(segmentsOf(sorters))
		want := plainGather(added, pastStates)
		got, fresh, err := gather(workers, sorters, past, s)
		about := fmt.Sprintf("%d workers, %d segments", workers, before)
		require.NoError(t, err, about)
		require.True(t, slices.Equal(want, got), about)
		require.True(t, slices.Equal(want, fresh), about)
		require.LessOrEqual(t, bufferBytes(s), limit, about)
		require.Less(t, len(segmentsOf(sorters)), max(before, leastReduced), about)
		for _, sorter := range sorters {
			require.NoError(t, sorter.Free())
		}
		require.NoError(t, dropAll(past))
		require.Zero(t, s.held, about)
	}
}

// TestNobodyIsFarAhead has one piece of work take longer than all others: no more of these are made
// than two for each worker.
func TestNobodyIsFarAhead(t *testing.T) {
	const workers, pieces, slow = 4, 1000, 100
	var passed, ahead atomic.Int64
	many := make(chan struct{})
	err := inOrder(workers, pieces, func(_, i int) (int, error) {
		ahead.Store(max(ahead.Load(), int64(i)-passed.Load()))
		switch i {
		case slow:
			<-many
			time.Sleep(20 * time.Millisecond) // in which others would go on if they could
		case slow + 2*workers - 1:
			close(many)
		}
		return i, nil
	}, func(i int) error {
		require.Equal(t, passed.Load(), int64(i))
		passed.Add(1)
		return nil
	})
	require.NoError(t, err)
	require.EqualValues(t, pieces, passed.Load())
	require.LessOrEqual(t, ahead.Load(), int64(2*workers))
}

// TestErrorEndsThoseWhoWait has a piece fail for which others wait, in being made and in being
// passed on.
func TestErrorEndsThoseWhoWait(t *testing.T) {
	why := errors.New("why")
	for _, made := range []bool{true, false} {
		many := make(chan struct{})
		err := inOrder(4, 1000, func(_, i int) (int, error) {
			switch i {
			case 0:
				<-many
				if made {
					return 0, why
				}
			case 7:
				close(many)
			}
			return i, nil
		}, func(int) error { return why })
		require.ErrorIs(t, err, why)
	}
}
