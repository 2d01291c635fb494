// Package frontier holds the levels of a search as sequences of states in
// increasing order: it sorts them, writes them as compressed, checksummed runs,
// and subtracts and merges runs without unpacking more than a block at a time.
//
// A run is a level file, or the same bytes in memory. docs/FORMAT.md draws it:
//
//	+--------+---------+---------+-----+-------+--------+
//	| header | block 0 | block 1 | ... | index | footer |
//	+--------+---------+---------+-----+-------+--------+
//
// Its states are strictly increasing in the order of statecodec.Compare, over the
// whole run. A block holds some thousand of them as sets of states that differ in six bits, the blocks of statecodec, and
// the differences of their keys, most of which are one byte, and is compressed by itself; the index keeps each block's first state. So
// a block can be found by binary search and decoded by itself, by any goroutine.
//
// Invariants on which the readers rest, and which Open and Decode check: blocks lie
// back to back from the end of the header to the index, none is empty, the first states
// of the index increase strictly, and so do the states within a block, up to the first of the
// next. Each part of a run has a checksum of its own, and all bytes before the footer
// have one together.
//
// A level of a search lies in memory as blocks of statecodec too, in no order. A Packer
// makes a run of them: it sorts these, and never looks at a state.
//
// A search without a table works on the same blocks of states: a Sorter takes those of successors, in no order and some states
// twice, and Gather merges what sorters hold and takes the states of past runs away. A run may tear such a block, of which the end of one
// of its own blocks and the beginning of the next then have a part: a Cursor mends it. Work is
// cut into ranges of keys, so that no range tears one.
//
// Writing scales by Parts: each worker encodes a range of values into a Part of
// its own, and one Writer appends the parts in order. The run is then one run with
// one index, whatever the number of workers.
package frontier

import (
	"errors"
	"fmt"

	"exhaust/statecodec"
)

// Version is the version of the format that this package writes. It reads those before it, too.
const Version = 2

// firstVersion is the first version of the format, which encodes states one by one.
const firstVersion = 1

// Reads reports whether this package reads runs of a version.
func Reads(version int) bool { return firstVersion <= version && version <= Version }

const (
	// DefaultBlockStates is how many states a block holds unless Options say otherwise. On the
	// boards of docs/FORMAT.md blocks of twice as many save 4 to 6% of the bytes, and
	// blocks of half as many cost 5 to 8%.
	DefaultBlockStates = 8192

	// MaxBlockStates is how many states a block may hold.
	MaxBlockStates = 1 << 16
)

var (
	// ErrCorrupt says that the bytes of a run are not what was written.
	ErrCorrupt = errors.New("corrupt level file")

	// ErrUnsupported says that a run is of a version, codec or width that the reader
	// does not read.
	ErrUnsupported = errors.New("unsupported level file")

	// ErrOrder says that states to be written were not strictly increasing.
	ErrOrder = errors.New("states are not strictly increasing")
)

// Options say how a run is written. The zero Options are the defaults.
type Options struct {
	Codec       Codec // of the blocks
	BlockStates int   // states a block, at most MaxBlockStates; 0: DefaultBlockStates
}

// withDefaults returns the options with each zero replaced.
func (o Options) withDefaults() (Options, error) {
	if o.BlockStates == 0 {
		o.BlockStates = DefaultBlockStates
	}
	if o.BlockStates < 0 || o.BlockStates > MaxBlockStates {
		return o, fmt.Errorf("%d states a block: want 1 to %d", o.BlockStates, MaxBlockStates)
	}
	if o.Codec == DefaultCodec {
		o.Codec = Zstd
	}
	if !o.Codec.known() {
		return o, fmt.Errorf("codec %d: want %s", o.Codec, knownCodecs)
	}
	return o, nil
}

// Info says what a run holds. First and Last mean nothing if there are no states.
type Info[W statecodec.Words] struct {
	Codec       Codec
	States      uint64
	Blocks      int
	Bytes       int64 // of the whole run
	First, Last W
}
