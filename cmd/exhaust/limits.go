package main

import (
	"context"
	"errors"
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"
)

// maxWorkers is more than any machine has use for.
const maxWorkers = 4096

// errTime is the cause of a context's end by the flag --time.
var errTime = errors.New("time limit")

// limits are the flags that bound a search.
type limits struct {
	workers int
	memory  string
	time    time.Duration
}

// addFlags adds --workers, --memory and --time to a verb.
func (l *limits) addFlags(cmd *cobra.Command) {
	addWorkers(cmd, &l.workers, "goroutines that expand states")
	l.addBounds(cmd)
}

// addBounds adds --memory and --time.
func (l *limits) addBounds(cmd *cobra.Command) {
	cmd.Flags().StringVar(&l.memory, "memory", "", "the most memory to take, such as 4GiB (default three quarters of all)")
	addTime(cmd, &l.time)
}

// addTime adds --time to a verb.
func addTime(cmd *cobra.Command, time *time.Duration) {
	cmd.Flags().DurationVar(time, "time", 0, "the most time to take, such as 10m (default no limit)")
}

// addWorkers adds --workers to a verb.
func addWorkers(cmd *cobra.Command, workers *int, usage string) {
	cmd.Flags().IntVar(workers, "workers", runtime.GOMAXPROCS(0), usage)
}

func checkWorkers(workers int) error {
	if workers < 1 || workers > maxWorkers {
		return usagef("--workers %d: want 1 to %d", workers, maxWorkers)
	}
	return nil
}

// parse checks the flags, has the collector heed the limit of memory, and returns the bytes that a search may take.
func (l *limits) parse() (memory uint64, err error) {
	if err := l.check(); err != nil {
		return 0, err
	}
	limit := defaultMemory()
	if l.memory != "" {
		limit, err = humanize.ParseBytes(strings.TrimSpace(l.memory))
		if err != nil || limit == 0 {
			return 0, usagef("--memory %q: want a size such as 4GiB", l.memory)
		}
	}
	if limit > 0 {
		debug.SetMemoryLimit(int64(min(max(limit-limit/16, 2*overhead), math.MaxInt64))) // which the collector may pass a little
	}
	return searchMemory(limit), nil
}

// check checks the flags but for --memory.
func (l *limits) check() error {
	if l.time < 0 {
		return usagef("--time %v: want a duration such as 10m", l.time)
	}
	return checkWorkers(l.workers)
}

// context returns a context that ends when the time is over.
func (l *limits) context(parent context.Context) (context.Context, context.CancelFunc) {
	if l.time == 0 {
		return parent, func() {}
	}
	return context.WithTimeoutCause(parent, l.time, errTime)
}
