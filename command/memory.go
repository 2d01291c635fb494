package command

import (
	"math"
	"os"
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
// or 0, no limit, if neither says.
func DefaultMemory() uint64 {
	limit, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)()
	if err != nil {
		return 0
	}
	return limit / 4 * 3
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
