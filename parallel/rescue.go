package parallel

import (
	"errors"
	"slices"

	"exhaust/checkpoint"
)

// errGivenUp says that a level cannot be read any more, because it was given up to make room.
var errGivenUp = errors.New("the level had no room in the checkpoint")

// rescue keeps what has room of a search whose writing has ended early, when the search has ended:
// of the file that did not fit, the whole levels before the one that did not. They are written
// again, from their runs, to a file of the same name. If the manifest that names it has no room,
// the last levels are given up for it: one, two, four and so on, and, of files whose runs are gone,
// the last file.
func (k *keeper[W]) rescue() {
	if k.err == nil || errors.Is(k.err, checkpoint.ErrLost) {
		return
	}
	said := k.said
	k.again(&said, len(said.Levels))
	for step := 1; ; step *= 2 {
		if err := k.commitSafe(); !errors.Is(err, checkpoint.ErrDiskFull) || len(k.added) == 0 {
			return
		}
		want := len(k.safe.Levels) - step
		if k.giveUp() != nil {
			return
		}
		k.again(&said, want)
	}
}

// again writes levels that are in no finished file to one: of what was said, the first so many, or
// fewer if they have no room.
func (k *keeper[W]) again(said *Kept, want int) {
	for from := len(k.safe.Levels); want > from; {
		written, err := k.rewrite(said, from, want)
		if !errors.Is(err, checkpoint.ErrDiskFull) {
			return
		}
		want = min(written, want-1)
	}
}

// rewrite writes levels to a file, those from one on and before another. It returns how many levels
// are written then, those before them too.
func (k *keeper[W]) rewrite(said *Kept, from, before int) (written int, err error) {
	until := *said
	until.Levels = slices.Clone(said.Levels)
	if before < len(said.Levels) {
		until = *said.upTo(before - 1)
	}
	defer k.discard() // unless it is finished
	for level := from; level < before; level++ {
		run := k.runs[level]
		if run == nil {
			return level, errGivenUp
		}
		place, err := k.copy(run, level)
		if err != nil {
			return level, err
		}
		l := &until.Levels[level]
		l.File, l.At, l.Bytes = place.File, place.At, place.Bytes
	}
	k.said = until
	return before, k.endFile()
}

// giveUp takes back the last of the files that are finished and not committed.
func (k *keeper[W]) giveUp() error {
	last := k.added[len(k.added)-1]
	if err := k.Dir.Forget(last); err != nil {
		return err
	}
	k.added = k.added[:len(k.added)-1]
	k.dirty = len(k.added) > 0
	first := slices.IndexFunc(k.safe.Levels, func(l KeptLevel) bool { return l.File == last.Name })
	k.safe = *k.safe.upTo(first - 1)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.places = k.places[:first]
	return nil
}
