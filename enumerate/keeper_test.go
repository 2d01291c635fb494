package enumerate_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/enumerate"
)

// A log is a tally that says which chunks were merged in which order: "0-3 3-6".
type log struct {
	Chunks []string `json:"chunks"`
}

// A logger is a worker whose tallies are logs. It fails at a case of the run's choice.
type logger func(ctx context.Context, from, to uint64) error

func (l logger) Chunk(ctx context.Context, from, to uint64) (log, error) {
	return log{[]string{fmt.Sprintf("%d-%d", from, to)}}, l(ctx, from, to)
}

// logs returns a job whose tally is a log.
func logs(cases uint64, workers int, k *enumerate.Keeper, do logger) enumerate.Job[log] {
	return enumerate.Job[log]{
		Cases:     cases,
		Chunk:     3,
		Workers:   workers,
		NewWorker: func() (enumerate.Worker[log], error) { return do, nil },
		Merge:     func(into *log, tally log) { into.Chunks = append(into.Chunks, tally.Chunks...) },
		Keeper:    k,
	}
}

func nothing(context.Context, uint64, uint64) error { return nil }

// plain returns the log of a run without a break.
func plain(cases uint64) (l log) {
	for from := uint64(0); from < cases; from += 3 {
		l.Chunks = append(l.Chunks, fmt.Sprintf("%d-%d", from, min(from+3, cases)))
	}
	return l
}

// chain runs a job in pieces: each run has other workers, is asked to keep what is done at random
// moments, and ends at a random one, in good order or as if it were killed. What is kept goes through
// a change, which may plant a bug. The error says how the result differs from that of a run without a break.
func chain(seed uint64, change func(json.RawMessage) json.RawMessage) error {
	rng := rand.New(rand.NewPCG(seed, 1))
	cases := 1 + rng.Uint64N(200)
	var disk json.RawMessage
	for range 1000 {
		demand := make(chan struct{}, 1)
		ctx, cancel := context.WithCancelCause(context.Background())
		killed := rng.IntN(2) == 0
		dead := false // as if killed: nothing more reaches the disk
		k := &enumerate.Keeper{Earlier: disk, Demand: demand, Keep: func(done json.RawMessage) error {
			if !dead {
				disk = change(done)
			}
			dead = dead || killed
			return nil
		}}
		left, ask := new(atomic.Int64), new(atomic.Int64)
		left.Store(rng.Int64N(40))
		ask.Store(rng.Int64N(20))
		report, err := enumerate.Run(ctx, logs(cases, 1+rng.IntN(5), k, func(ctx context.Context, from, to uint64) error {
			if from/3%4 == seed%4 {
				time.Sleep(300 * time.Microsecond) // so that others finish behind a gap
			}
			if ask.Add(-1) < 0 {
				select {
				case demand <- struct{}{}:
				default:
				}
			}
			if left.Add(-1) < 0 {
				cancel(errEnough)
			}
			return ctx.Err()
		}))
		cancel(nil)
		if err != nil {
			return err
		}
		if report.Limit != nil {
			continue
		}
		if report.Done != cases || !reflect.DeepEqual(report.Tally, plain(cases)) {
			return fmt.Errorf("%d cases, %v", report.Done, report.Tally)
		}
		return nil
	}
	return errors.New("it does not come to an end")
}

func same(done json.RawMessage) json.RawMessage { return done }

// TestChains resumes runs again and again.
func TestChains(t *testing.T) {
	for seed := range uint64(200) {
		require.NoError(t, chain(seed, same), "seed %d", seed)
	}
}

// kept is what a keeper is given.
type kept struct {
	Cases, Chunk uint64
	Parts        []struct {
		From, To uint64
		Tally    log
	}
}

// TestChainsSeeBugs plants what chain is to find.
func TestChainsSeeBugs(t *testing.T) {
	for name, plant := range map[string]func(k *kept){
		"a chunk is done twice": func(k *kept) {
			if p := &k.Parts[0]; p.From == 0 && p.To > 3 && p.To < k.Cases {
				p.To -= 3
			}
		},
		"a chunk is left out": func(k *kept) {
			if p := &k.Parts[0]; p.From == 0 && p.To < k.Cases-3 && len(k.Parts) == 1 {
				p.To += 3
			}
		},
		"two chunks change places": func(k *kept) {
			if n := len(k.Parts); n > 2 {
				k.Parts[n-1].Tally, k.Parts[n-2].Tally = k.Parts[n-2].Tally, k.Parts[n-1].Tally
			}
		},
		"a chunk behind a gap is merged": func(k *kept) {
			if n := len(k.Parts); n > 1 && k.Parts[0].From == 0 {
				k.Parts[0].Tally.Chunks = append(k.Parts[0].Tally.Chunks, k.Parts[n-1].Tally.Chunks...)
				k.Parts[n-1].Tally = log{}
			}
		},
	} {
		var seen error
		for seed := uint64(0); seen == nil && seed < 300; seed++ {
			seen = chain(seed, func(done json.RawMessage) json.RawMessage {
				var k kept
				require.NoError(t, json.Unmarshal(done, &k))
				if len(k.Parts) > 0 {
					plant(&k)
				}
				return []byte(strings.ToLower(string(must(json.Marshal(&k)))))
			})
		}
		require.Error(t, seen, name)
		t.Log(name, ":", seen)
	}
}

func must(text []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return text
}

// keepAll returns a keeper that notes all that it is given.
func keepAll(earlier json.RawMessage, into *[]string) *enumerate.Keeper {
	return &enumerate.Keeper{Earlier: earlier, Keep: func(done json.RawMessage) error {
		*into = append(*into, string(done))
		return nil
	}}
}

// TestKept shows what is kept: at the end all in one, and behind a gap chunk by chunk.
func TestKept(t *testing.T) {
	var got []string
	_, err := enumerate.Run(t.Context(), logs(7, 2, keepAll(nil, &got), nothing))
	require.NoError(t, err)
	require.Equal(t, []string{`{"cases":7,"chunk":3,"parts":[{"from":0,"to":7,"tally":{"chunks":["0-3","3-6","6-7"]}}]}`}, got)
	done, cases, err := enumerate.Done([]byte(got[0]))
	require.NoError(t, err)
	require.EqualValues(t, []uint64{7, 7}, []uint64{done, cases})

	got = nil
	first := make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	report, err := enumerate.Run(ctx, logs(7, 2, keepAll(nil, &got), func(ctx context.Context, from, _ uint64) error {
		switch from {
		case 0:
			close(first)
			<-ctx.Done()
			return ctx.Err()
		case 3:
			<-first
		case 6:
			cancel()
		}
		return nil
	}))
	require.NoError(t, err)
	require.ErrorIs(t, report.Limit, context.Canceled)
	require.Equal(t, []string{`{"cases":7,"chunk":3,"parts":[{"from":3,"to":6,"tally":{"chunks":["3-6"]}},{"from":6,"to":7,"tally":{"chunks":["6-7"]}}]}`}, got)

	// The rest alone is done, and counted.
	counter := new(atomic.Uint64)
	job := logs(7, 2, keepAll([]byte(got[0]), &got), func(_ context.Context, from, to uint64) error {
		require.Zero(t, from)
		return nil
	})
	job.Done = counter
	report, err = enumerate.Run(t.Context(), job)
	require.NoError(t, err)
	require.Equal(t, plain(7), report.Tally)
	require.EqualValues(t, 3, counter.Load())
	require.Len(t, got, 2)
}

// TestFinished resumes what is done: nobody works, nothing is kept anew.
func TestFinished(t *testing.T) {
	var got []string
	_, err := enumerate.Run(t.Context(), logs(7, 2, keepAll(nil, &got), nothing))
	require.NoError(t, err)
	job := logs(7, 2, keepAll([]byte(got[0]), &got), nil)
	job.NewWorker = func() (enumerate.Worker[log], error) { return nil, errBroken }
	report, err := enumerate.Run(t.Context(), job)
	require.NoError(t, err)
	require.NoError(t, report.Limit)
	require.Equal(t, plain(7), report.Tally)
	require.Len(t, got, 1)
}

// TestKeeperError ends the run, and reports what was done.
func TestKeeperError(t *testing.T) {
	for _, workers := range numbersOfWorkers {
		demand, calls := make(chan struct{}), 0
		k := &enumerate.Keeper{Demand: demand, Keep: func(json.RawMessage) error { calls++; return errBroken }}
		report, err := enumerate.Run(t.Context(), logs(30_000, workers, k, func(ctx context.Context, from, _ uint64) error {
			if from > 300 {
				select {
				case demand <- struct{}{}:
				case <-ctx.Done():
				}
			}
			return ctx.Err()
		}))
		require.NoError(t, err)
		require.Equal(t, errBroken, report.Unkept)
		require.Equal(t, errBroken, report.Limit)
		require.Less(t, report.Done, uint64(30_000))
		require.Equal(t, 1, calls)
	}
}

// TestKeeperErrorAtTheEnd is not lost, whatever else ends the run.
func TestKeeperErrorAtTheEnd(t *testing.T) {
	k := &enumerate.Keeper{Keep: func(json.RawMessage) error { return errBroken }}
	report, err := enumerate.Run(t.Context(), logs(30, 2, k, nothing))
	require.NoError(t, err)
	require.Equal(t, errBroken, report.Unkept)
	require.NoError(t, report.Limit)
	require.Equal(t, plain(30), report.Tally)

	ctx, cancel := context.WithCancelCause(t.Context())
	report, err = enumerate.Run(ctx, logs(30_000, 2, k, func(_ context.Context, from, _ uint64) error {
		if from > 300 {
			cancel(errEnough)
		}
		return nil
	}))
	require.NoError(t, err)
	require.Equal(t, errBroken, report.Unkept)
	require.ErrorIs(t, report.Limit, errEnough)

	errWork := errors.New("no good")
	_, err = enumerate.Run(t.Context(), logs(30_000, 2, k, func(_ context.Context, from, _ uint64) error {
		if from > 300 {
			return errWork
		}
		return nil
	}))
	require.ErrorIs(t, err, errBroken)
	require.ErrorIs(t, err, errWork)
}

// TestWorkerErrorIsKept keeps what was done before a worker failed.
func TestWorkerErrorIsKept(t *testing.T) {
	var got []string
	_, err := enumerate.Run(t.Context(), logs(30, 1, keepAll(nil, &got), func(_ context.Context, from, _ uint64) error {
		if from == 6 {
			return errBroken
		}
		return nil
	}))
	require.ErrorIs(t, err, errBroken)
	require.Equal(t, []string{`{"cases":30,"chunk":3,"parts":[{"from":0,"to":6,"tally":{"chunks":["0-3","3-6"]}}]}`}, got)
}

// FuzzEarlier goes on from anything. It is refused, or the run comes to its end with each case counted once.
func FuzzEarlier(f *testing.F) {
	f.Add([]byte(`{"cases":10,"chunk":3,"parts":[{"from":0,"to":3,"tally":{"chunks":["0-3"]}},{"from":6,"to":9,"tally":{"chunks":["6-9"]}}]}`))
	f.Add([]byte(`{"cases":10,"chunk":3,"parts":[{"from":9,"to":10,"tally":{}}]}`))
	f.Fuzz(func(t *testing.T, earlier []byte) {
		done := new(atomic.Uint64)
		job := logs(10, 1, &enumerate.Keeper{Earlier: earlier, Keep: func(json.RawMessage) error { return nil }}, nothing)
		job.Done = done
		report, err := enumerate.Run(t.Context(), job)
		if err != nil {
			require.ErrorContains(t, err, "what an earlier run has done: ")
			return
		}
		before, _, err := enumerate.Done(earlier)
		require.NoError(t, err)
		require.Equal(t, uint64(10), before+done.Load())
		require.Equal(t, uint64(10), report.Done)
	})
}

// TestEarlierThatDoesNotFit refuses what no run of the job has kept.
func TestEarlierThatDoesNotFit(t *testing.T) {
	at := func(ranges string) string { return `{"cases": 10, "chunk": 3, "parts": [` + ranges + `]}` }
	for name, text := range map[string]string{
		"not JSON":           `{`,
		"an unknown field":   `{"cases": 10, "chunk": 3, "colour": 1}`,
		"other cases":        `{"cases": 11, "chunk": 3}`,
		"another chunk":      `{"cases": 10, "chunk": 2}`,
		"no chunk":           `{"cases": 10, "chunk": 0, "parts": [{"from": 0, "to": 3}]}`,
		"out of order":       at(`{"from": 6, "to": 9}, {"from": 3, "to": 6}`),
		"twice":              at(`{"from": 6, "to": 9}, {"from": 6, "to": 9}`),
		"half a chunk":       at(`{"from": 3, "to": 5}`),
		"between chunks":     at(`{"from": 2, "to": 5}`),
		"nothing":            at(`{"from": 3, "to": 3}`),
		"backwards":          at(`{"from": 3, "to": 0}`),
		"two behind a gap":   at(`{"from": 3, "to": 9}`),
		"beyond the end":     at(`{"from": 9, "to": 12}`),
		"the last too large": at(`{"from": 6, "to": 10}`),
		"another tally":      at(`{"from": 0, "to": 3, "tally": {"pieces": []}}`),
	} {
		_, err := enumerate.Run(t.Context(), logs(10, 2, &enumerate.Keeper{Earlier: []byte(text)}, nothing))
		require.ErrorContains(t, err, "what an earlier run has done: ", name)
	}
	for _, text := range []string{"", "null", `{"cases": 10, "chunk": 3, "parts": null}`} {
		var got []string
		report, err := enumerate.Run(t.Context(), logs(10, 2, keepAll([]byte(text), &got), nothing))
		require.NoError(t, err)
		require.Equal(t, plain(10), report.Tally)
		done, _, err := enumerate.Done([]byte(text))
		require.NoError(t, err)
		require.Zero(t, done)
	}
}
