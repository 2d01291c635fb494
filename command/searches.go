package command

import (
	"errors"

	"exhaust/checkpoint"
	"exhaust/parallel"
)

// Rewind goes back to a level.
func (r *Resumption) Rewind(identity map[string]string) error {
	err := parallel.Rewind(checkpoint.OS(r.Path), Tool(), identity, r.Level)
	if errors.Is(err, parallel.ErrNoLevel) {
		return Usagef("%s: --level %d: %w", r.Path, r.Level, err)
	}
	if err != nil {
		return Offer(r.Path, CheckpointError(r.Path, err))
	}
	return nil
}

// Search returns where a search keeps its levels; nil if it is kept nowhere.
func (k *Kept) Search() *parallel.Checkpoint {
	if k == nil {
		return nil
	}
	return &parallel.Checkpoint{Dir: k.Dir, Demand: k.Demands, Notes: k.Notes}
}

// Failed names the directory in an error of a run that is kept.
func (k *Kept) Failed(err error) error {
	if k == nil {
		return err
	}
	return Offer(k.Path, CheckpointError(k.Path, err))
}

// States returns how many states the run of a search has met until now, as far as it is kept.
func (k *Kept) States() uint64 {
	if k == nil {
		return 0
	}
	said, err := parallel.ReadKept(k.Manifest())
	if err != nil || said == nil { // the search will say what is wrong with it
		return 0
	}
	return said.States()
}
