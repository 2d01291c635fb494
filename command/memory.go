package command

import (
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"exhaust/parallel"
)

// overhead is what the program takes beside a search: the runtime, the code, what
// the collector has not yet given back.
const overhead = 32 << 20

// limitHeap has the collector heed a limit on the whole program. A fourth of it and a little more
// is its own whatever a search maps: less would keep it busy with nothing to collect.
func limitHeap(limit uint64) {
	limit = min(limit, math.MaxInt64/2)
	parallel.LimitMemory(limit-limit/16, limit/4+overhead/2)
}

// DefaultMemory returns three quarters of what the container or the machine has,
// or 0, no limit, if neither says. Where address space is limited it is no more than the part of
// it that a search may take without running out of it.
func DefaultMemory() uint64 {
	space, limited := addressSpace()
	limit, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)()
	if err != nil {
		limit = 0
	}
	space -= min(space, threadSpace*uint64(runtime.GOMAXPROCS(0)+moreThreads))
	return defaultMemory(limit, space, limited)
}

const (
	// threadSpace is the address space that a thread takes: its stack, and what the C library
	// reserves for what it might allocate.
	threadSpace = 72 << 20

	// moreThreads is how many threads there are beside those that run goroutines, about.
	moreThreads = 6

	// spaceShare is the share of the address space left that memory may take: the collector
	// reserves space by 64 MiB, and a table that cannot grow in its place is there twice.
	spaceShare = 2

	// leastDefault is what a small search needs, which is tried however little space there is.
	leastDefault = 48 << 20
)

// defaultMemory returns the limit for a machine of so many bytes, 0 if nobody knows, and for the
// address space that is left, if that is limited.
func defaultMemory(machine, space uint64, limited bool) uint64 {
	limit := machine / 4 * 3
	if limited && (limit == 0 || max(space/spaceShare, leastDefault) < limit) {
		return max(space/spaceShare, leastDefault)
	}
	return limit
}

// SearchMemory returns how much of a limit on the whole program a search may
// take.
func SearchMemory(limit uint64) uint64 {
	if limit == 0 {
		return 0
	}
	return limit - min(overhead, limit/2)
}

// ResidentBytes returns the memory that the program takes now, and peakBytes the most that it
// has taken so far; 0 where the system does not say.
func ResidentBytes() uint64 { return statusBytes("VmRSS:") }
func PeakBytes() uint64     { return statusBytes("VmHWM:") }

// statusBytes returns a field of Linux's /proc/self/status, in bytes.
func statusBytes(field string) uint64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, field); ok {
			kib, _ := strconv.ParseUint(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return kib << 10
		}
	}
	return 0
}
