package parallel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"exhaust/checkpoint"
)

// Kept is what the manifest of a checkpoint says of a search.
type Kept struct {
	Levels    []KeptLevel `json:"levels"`
	Expanded  int         `json:"expanded"`   // levels that are expanded: all but the last, or all
	GoalDepth int         `json:"goal_depth"` // the first level with a goal, or -1
	Goal      []uint64    `json:"goal"`       // the words of its least goal
	Seconds   float64     `json:"seconds"`    // of all runs together
}

// A KeptLevel is where a level lies, and what was counted in it.
type KeptLevel struct {
	States   uint64 `json:"states"`
	Goals    uint64 `json:"goals"`
	Edges    uint64 `json:"edges"`     // from it, once it is expanded
	DeadEnds uint64 `json:"dead_ends"` // in it, once it is expanded
	File     string `json:"file"`
	At       int64  `json:"at"`
	Bytes    int64  `json:"bytes"`
}

// ReadKept returns what a manifest says of a search, nil if it says nothing yet.
func ReadKept(m *checkpoint.Manifest) (*Kept, error) {
	if bytes.Equal(m.Progress, []byte("null")) {
		return nil, nil
	}
	k := &Kept{}
	d := json.NewDecoder(bytes.NewReader(m.Progress))
	d.DisallowUnknownFields()
	if err := d.Decode(k); err != nil {
		return nil, keptError("%v", err)
	}
	if n := len(k.Levels); k.Expanded < max(n-1, 0) || k.Expanded > n || k.GoalDepth < -1 ||
		k.GoalDepth >= n {
		return nil, keptError("%d levels, %d of them expanded, the first goal in level %d", n, k.Expanded,
			k.GoalDepth)
	}
	sizes := map[string]int64{}
	for _, f := range m.Files {
		sizes[f.Name] = f.Bytes
	}
	states := uint64(0)
	for i, l := range k.Levels {
		if states += l.States; states < l.States {
			return nil, keptError("the states of %d levels are more than 2^64", i+1)
		}
		if size, ok := sizes[l.File]; !ok || l.At < 0 || l.Bytes < 0 || l.At > size-l.Bytes ||
			l.Goals > l.States {
			return nil, keptError("level %d of %d states and %d goals in %d bytes at %d of %q", i, l.States,
				l.Goals, l.Bytes, l.At, l.File)
		}
	}
	return k, nil
}

func keptError(format string, args ...any) error {
	return fmt.Errorf("the manifest's progress: %w: %s", checkpoint.ErrCorrupt,
		fmt.Sprintf(format, args...))
}

// States returns the number of states of all levels.
func (k *Kept) States() (n uint64) {
	for _, l := range k.Levels {
		n += l.States
	}
	return n
}

// Open returns the number of states of the last level that are to be expanded.
func (k *Kept) Open() uint64 {
	if k.Expanded == len(k.Levels) {
		return 0
	}
	last := k.Levels[len(k.Levels)-1]
	return last.States - last.Goals
}

// upTo returns what is said of a search whose last level is this one, which is to be expanded; of
// one that has not begun if the level is -1.
func (k *Kept) upTo(level int) *Kept {
	if level < 0 {
		return &Kept{GoalDepth: -1}
	}
	until := *k
	until.Levels, until.Expanded = slices.Clone(k.Levels[:level+1]), min(k.Expanded, level)
	last := &until.Levels[level]
	last.Edges, last.DeadEnds = 0, 0 // of a level that is to be expanded
	if k.GoalDepth > level {
		until.GoalDepth, until.Goal = -1, nil
	}
	return &until
}

// ErrNoLevel says that a search has no level of a number.
var ErrNoLevel = errors.New("the search has no such level")
