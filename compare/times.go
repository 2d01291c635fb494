package compare

import (
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Times is how long a solver took for its cases: a histogram, to two digits.
type Times struct {
	histogram *hdrhistogram.Histogram // in nanoseconds; nil if nothing was timed
	total     time.Duration
}

// add counts n cases that took so long together.
func (t *Times) add(took time.Duration, n int) {
	if n == 0 {
		return
	}
	t.total += took
	t.record(took/time.Duration(n), int64(n))
}

// record counts n cases that took so long each, as far as the histogram goes.
func (t *Times) record(each time.Duration, n int64) {
	if t.histogram == nil {
		t.histogram = hdrhistogram.New(1, int64(24*time.Hour), 2)
	}
	t.histogram.RecordValues(int64(min(max(each, 1), 24*time.Hour)), n)
}

// merge adds the cases of another Times.
func (t *Times) merge(other *Times) {
	if other.histogram == nil {
		return
	}
	if t.histogram == nil {
		t.histogram = hdrhistogram.New(1, int64(24*time.Hour), 2)
	}
	t.histogram.Merge(other.histogram)
	t.total += other.total
}

// Total returns the time of all cases together.
func (t *Times) Total() time.Duration { return t.total }

// Quantile returns the time that a share q of the cases, 0 to 1, did not exceed.
func (t *Times) Quantile(q float64) time.Duration {
	if t.histogram == nil {
		return 0
	}
	return time.Duration(t.histogram.ValueAtQuantile(100 * q))
}
