package command

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"
)

// maxWorkers is more than any machine has use for.
const maxWorkers = 4096

// ErrTime is the cause of a context's end by the flag --time.
var ErrTime = errors.New("time limit")

// Limits are the flags that bound a search.
type Limits struct {
	Workers int
	memory  string
	Time    time.Duration
}

// AddFlags adds --workers, --memory and --time to a verb.
func (l *Limits) AddFlags(cmd *cobra.Command) {
	AddWorkers(cmd, &l.Workers, "goroutines that expand states")
	l.AddBounds(cmd)
}

// AddBounds adds --memory and --time.
func (l *Limits) AddBounds(cmd *cobra.Command) {
	cmd.Flags().StringVar(&l.memory, "memory", "", "the most memory to take, such as 4GiB (default three quarters of all)")
	AddTime(cmd, &l.Time)
}

// AddTime adds --time to a verb.
func AddTime(cmd *cobra.Command, time *time.Duration) {
	cmd.Flags().DurationVar(time, "time", 0, "the most time to take, such as 10m (default no limit)")
}

// AddWorkers adds --workers to a verb.
func AddWorkers(cmd *cobra.Command, workers *int, usage string) {
	cmd.Flags().IntVar(workers, "workers", runtime.GOMAXPROCS(0), usage)
}

func checkWorkers(workers int) error {
	if workers < 1 || workers > maxWorkers {
		return Usagef("--workers %d: want 1 to %d", workers, maxWorkers)
	}
	return nil
}

// Parse checks the flags, has the collector heed the limit of memory, and returns the bytes that a
// search may take.
func (l *Limits) Parse() (memory uint64, err error) {
	if err := l.Check(); err != nil {
		return 0, err
	}
	limit := DefaultMemory()
	if l.memory != "" {
		limit, err = humanize.ParseBytes(strings.TrimSpace(l.memory))
		if err != nil || limit == 0 || strings.Contains(l.memory, ",") { // 0,1GiB would be read as 1 GiB
			return 0, Usagef("--memory %q: want a size such as 4GiB", l.memory)
		}
	}
	if limit > 0 {
		limitHeap(limit)
	}
	return SearchMemory(limit), nil
}

// Check checks the flags but for --memory.
func (l *Limits) Check() error {
	if l.Time < 0 {
		return Usagef("--time %v: want a duration such as 10m", l.Time)
	}
	return checkWorkers(l.Workers)
}

// Context returns a context that ends when the time is over.
func (l *Limits) Context(parent context.Context) (context.Context, context.CancelFunc) {
	if l.Time == 0 {
		return parent, func() {}
	}
	return context.WithTimeoutCause(parent, l.Time, ErrTime)
}
