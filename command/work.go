package command

import (
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"exhaust/checkpoint"
	"exhaust/enumerate"
)

// A work is a run that consists of chunks, in one phase or several: it is kept chunk by chunk, if
// at all.
type work struct {
	kept  *Kept // nil: nowhere
	began time.Time
	done  WorkDone
}

// A WorkDone is the progress of a work as a manifest has it.
type WorkDone struct {
	Elapsed float64                    `json:"elapsed_seconds"` // of all runs together
	Phases  map[string]json.RawMessage `json:"phases"`          // what package enumerate keeps of each
}

// ParseWork reads the progress of a work.
func ParseWork(m *checkpoint.Manifest) (WorkDone, error) {
	done := WorkDone{}
	if err := json.Unmarshal(m.Progress, &done); err != nil {
		return done, fmt.Errorf("progress: %w", err)
	}
	if done.Phases == nil {
		done.Phases = map[string]json.RawMessage{}
	}
	return done, nil
}

// Begin begins a work, or goes on with it if the directory says how far it is.
func (k *Kept) Begin() (*work, error) {
	w := &work{kept: k, began: time.Now()}
	if k == nil {
		return w, nil
	}
	done, err := ParseWork(k.Manifest())
	if err != nil {
		return nil, CheckpointError(k.Path, err)
	}
	w.done = done
	w.began = w.began.Add(-time.Duration(done.Elapsed * float64(time.Second)))
	return w, nil
}

// Keeper keeps a phase of the work; nil if it is kept nowhere.
func (w *work) Keeper(phase string) *enumerate.Keeper {
	if w.kept == nil {
		return nil
	}
	return &enumerate.Keeper{
		Earlier: w.done.Phases[phase],
		Demand:  w.kept.Demands,
		Keep: func(done json.RawMessage) error {
			w.done.Phases[phase], w.done.Elapsed = done, w.Elapsed().Seconds()
			return w.kept.commit(checkpoint.Change{Progress: w.done})
		},
	}
}

// StartCount sets a count of cases to those that an earlier run has done.
func StartCount(done *atomic.Uint64, k *enumerate.Keeper) error {
	if k == nil {
		return nil
	}
	earlier, _, err := enumerate.Done(k.Earlier)
	done.Store(earlier)
	return err
}

// Elapsed returns the time of all runs of the work.
func (w *work) Elapsed() time.Duration { return time.Since(w.began) }
