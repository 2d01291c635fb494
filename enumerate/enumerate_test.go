package enumerate_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/enumerate"
)

// A span is a chunk: the cases from, ..., to-1.
type span struct{ from, to uint64 }

// A doer is a worker that does chunks by a function.
type doer func(ctx context.Context, from, to uint64) ([]span, error)

func (d doer) Chunk(ctx context.Context, from, to uint64) ([]span, error) { return d(ctx, from, to) }

// note is what a chunk comes to here: itself.
func note(_ context.Context, from, to uint64) ([]span, error) { return []span{{from, to}}, nil }

// job returns a job whose tally is the list of chunks in the order in which they were merged.
func job(cases uint64, workers int, do doer) enumerate.Job[[]span] {
	return enumerate.Job[[]span]{
		Cases:     cases,
		Workers:   workers,
		NewWorker: func() (enumerate.Worker[[]span], error) { return do, nil },
		Merge:     func(into *[]span, tally []span) { *into = append(*into, tally...) },
	}
}

// checkSpans fails the test unless the chunks follow each other from 0 to the
// number of cases.
func checkSpans(t *testing.T, spans []span, cases uint64) {
	next := uint64(0)
	for _, s := range spans {
		require.Equal(t, next, s.from)
		require.Greater(t, s.to, s.from)
		next = s.to
	}
	require.Equal(t, cases, next)
}

var (
	numbersOfCases   = []uint64{1, 2, 7, 255, 256, 257, 511, 512, 1000, 100_003, 256*4096 + 1, 3_000_000}
	numbersOfWorkers = []int{1, 2, 3, 8}
)

// Every case is in one chunk, the chunks are merged in order, and they do not
// depend on the workers.
func TestChunks(t *testing.T) {
	for _, cases := range numbersOfCases {
		var want []span
		for _, workers := range numbersOfWorkers {
			done := new(atomic.Uint64)
			j := job(cases, workers, note)
			j.Done = done
			report, err := enumerate.Run(context.Background(), j)
			require.NoError(t, err)
			require.NoError(t, report.Limit)
			require.Equal(t, cases, report.Done)
			require.Equal(t, cases, done.Load())
			checkSpans(t, report.Tally, cases)
			if want == nil {
				want = report.Tally
			}
			require.Equal(t, want, report.Tally, "%d cases, %d workers", cases, workers)
		}
	}
}

// Chunks are many enough to be shared, and no larger than 4096 cases.
func TestChunkSizes(t *testing.T) {
	for cases, size := range map[uint64]uint64{
		1: 1, 255: 1, 256: 1, 511: 1, 512: 2, 15552: 60, 256 * 4096: 4096, 3_000_000: 4096,
	} {
		report, err := enumerate.Run(context.Background(), job(cases, 2, note))
		require.NoError(t, err)
		require.Equal(t, span{0, size}, report.Tally[0], "%d cases", cases)
	}
}

func TestNoCases(t *testing.T) {
	j := job(0, 3, func(context.Context, uint64, uint64) ([]span, error) {
		t.Error("a chunk of nothing")
		return nil, nil
	})
	report, err := enumerate.Run(context.Background(), j)
	require.NoError(t, err)
	require.Equal(t, enumerate.Report[[]span]{}, report)

	// There is nothing that a cancelled context could have kept from being done.
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	report, err = enumerate.Run(ctx, j)
	require.NoError(t, err)
	require.NoError(t, report.Limit)
}

// The first chunk ends last, and is merged first all the same.
func TestMergeOrder(t *testing.T) {
	const cases = 8
	var others sync.WaitGroup
	others.Add(cases - 1)
	report, err := enumerate.Run(context.Background(), job(cases, 2, func(_ context.Context, from, to uint64) ([]span, error) {
		if from == 0 {
			others.Wait()
		} else {
			defer others.Done()
		}
		return []span{{from, to}}, nil
	}))
	require.NoError(t, err)
	checkSpans(t, report.Tally, cases)
}

// Each worker is made once, before any works, and is used by one goroutine.
func TestWorkers(t *testing.T) {
	for _, workers := range numbersOfWorkers {
		made := 0
		j := job(1000, workers, nil)
		j.NewWorker = func() (enumerate.Worker[[]span], error) {
			made++ // under -race: by nobody else
			chunks := 0
			return doer(func(_ context.Context, from, to uint64) ([]span, error) {
				chunks++ // likewise
				return []span{{from, to}}, nil
			}), nil
		}
		_, err := enumerate.Run(context.Background(), j)
		require.NoError(t, err)
		require.Equal(t, workers, made)
	}
}

// With Workers 0 there is at least one.
func TestWorkersByDefault(t *testing.T) {
	report, err := enumerate.Run(context.Background(), job(1000, 0, note))
	require.NoError(t, err)
	checkSpans(t, report.Tally, 1000)
}

var errBroken = errors.New("broken")

// An error ends the run: no more chunks are begun than were under way.
func TestWorkerError(t *testing.T) {
	for _, workers := range numbersOfWorkers {
		var begun atomic.Int64
		_, err := enumerate.Run(context.Background(), job(100_000, workers, func(ctx context.Context, from, to uint64) ([]span, error) {
			begun.Add(1)
			if from == 390*10 { // a chunk is 390 cases
				return nil, fmt.Errorf("at %d: %w", from, errBroken)
			}
			if from > 390*10 {
				<-ctx.Done() // the others see that they are to stop
			}
			return nil, ctx.Err()
		}))
		require.ErrorIs(t, err, errBroken)
		require.EqualError(t, err, "at 3900: broken")
		require.LessOrEqual(t, begun.Load(), int64(10+2*workers))
	}
}

// A worker's error is not lost when the context ends too.
func TestWorkerErrorAndCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	_, err := enumerate.Run(ctx, job(1000, 1, func(context.Context, uint64, uint64) ([]span, error) {
		cancel()
		return nil, errBroken
	}))
	require.ErrorIs(t, err, errBroken)
}

// If a worker cannot be made, none works.
func TestNewWorkerError(t *testing.T) {
	var chunks atomic.Int64
	made := 0
	j := job(1000, 3, nil)
	j.NewWorker = func() (enumerate.Worker[[]span], error) {
		if made++; made == 3 {
			time.Sleep(20 * time.Millisecond) // enough for others to begin
			return nil, errBroken
		}
		return doer(func(context.Context, uint64, uint64) ([]span, error) {
			chunks.Add(1)
			return nil, nil
		}), nil
	}
	report, err := enumerate.Run(context.Background(), j)
	require.Equal(t, errBroken, err)
	require.Zero(t, report.Done)
	require.Equal(t, 3, made)
	require.Zero(t, chunks.Load())
}

var errEnough = errors.New("enough")

// A cancelled run reports why, and the chunks that were finished: those before the
// cancellation, whole, in order, each counted.
func TestCancelled(t *testing.T) {
	for _, workers := range numbersOfWorkers {
		ctx, cancel := context.WithCancelCause(context.Background())
		var finished atomic.Uint64
		done := new(atomic.Uint64)
		j := job(100_000, workers, func(ctx context.Context, from, to uint64) ([]span, error) {
			if from >= 50_000 {
				cancel(errEnough)
			}
			if ctx.Err() != nil {
				return []span{{from, to}}, ctx.Err() // what comes with an error does not count
			}
			finished.Add(to - from)
			return []span{{from, to}}, nil
		})
		j.Done = done
		report, err := enumerate.Run(ctx, j)
		require.NoError(t, err)
		require.Equal(t, errEnough, report.Limit)
		require.Equal(t, finished.Load(), report.Done)
		require.Equal(t, report.Done, done.Load())
		require.Less(t, report.Done, uint64(100_000))
		require.Positive(t, report.Done)
		checkKept(t, report)
	}
}

// checkKept checks that the chunks of a report are in order and add up.
func checkKept(t *testing.T, report enumerate.Report[[]span]) {
	sum := uint64(0)
	for _, s := range report.Tally {
		sum += s.to - s.from
	}
	require.Equal(t, report.Done, sum)
	require.True(t, slices.IsSortedFunc(report.Tally, func(a, b span) int { return int(a.from) - int(b.from) }))
}

// The first chunk is not finished, those behind it are: they count.
func TestCancelledWithGap(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	report, err := enumerate.Run(ctx, job(3, 2, func(ctx context.Context, from, to uint64) ([]span, error) {
		switch from {
		case 0:
			<-ctx.Done()
			return nil, ctx.Err()
		case 2:
			cancel(errEnough)
		}
		return []span{{from, to}}, nil
	}))
	require.NoError(t, err)
	require.Equal(t, errEnough, report.Limit)
	require.Equal(t, []span{{1, 2}, {2, 3}}, report.Tally)
	require.EqualValues(t, 2, report.Done)
}

// A context that ends when everything is done limits nothing.
func TestCancelledAtTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	report, err := enumerate.Run(ctx, job(10, 1, func(_ context.Context, from, to uint64) ([]span, error) {
		if to == 10 {
			cancel(errEnough)
		}
		return []span{{from, to}}, nil
	}))
	require.NoError(t, err)
	require.NoError(t, report.Limit)
	checkSpans(t, report.Tally, 10)
}

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	report, err := enumerate.Run(ctx, job(10, 3, note))
	require.NoError(t, err)
	require.Equal(t, enumerate.Report[[]span]{Limit: context.Canceled}, report)
}

// Time limits are reported as such.
func TestDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 1)
	defer cancel()
	<-ctx.Done()
	report, err := enumerate.Run(ctx, job(10, 3, note))
	require.NoError(t, err)
	require.Equal(t, context.DeadlineExceeded, report.Limit)
}
