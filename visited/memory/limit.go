package memory

import (
	"runtime/debug"
	"sync"
)

// limitStep is by how much mapped memory changes before the collector is told.
const limitStep = 1 << 20

// The bytes of all mapped memory that was not freed, the most that there were, and the limit.
var account struct {
	sync.Mutex
	held, peak  int64
	limit, heap int64 // of all memory, 0 if there is none, and the least that is left to the collector
	told        int64 // what the collector was told
}

// Held returns how many bytes of mapped memory there are that were not freed, used or not.
func Held() int64 {
	account.Lock()
	defer account.Unlock()
	return account.held
}

// Peak returns the most bytes that Held has returned, or would have, since the last call, for
// tests.
func Peak() int64 {
	account.Lock()
	defer account.Unlock()
	peak := account.peak
	account.peak = account.held
	return peak
}

// SetLimit has the collector heed a limit of all memory, its own and what is mapped: it knows
// nothing of the latter and would take twice what the heap holds whatever else there is. It is left
// so many bytes at least. 0 is no limit.
func SetLimit(limit, heap int64) {
	account.Lock()
	defer account.Unlock()
	account.limit, account.heap, account.told = limit, heap, 0
	tell()
}

// take counts mapped memory. A negative number gives it back.
func take(bytes int64) {
	account.Lock()
	defer account.Unlock()
	account.held += bytes
	account.peak = max(account.peak, account.held)
	tell()
}

// tell tells the collector how much is left to it, if that has changed.
func tell() {
	left := max(account.limit-account.held, account.heap)
	if account.limit == 0 || left > account.told-limitStep && left < account.told+limitStep {
		return
	}
	account.told = left
	debug.SetMemoryLimit(left)
}
