package frontier

import (
	"context"
	"slices"

	"exhaust/statecodec"
)

// unionFactor is how many times as large as the next one a run of a union is at least. So a union of n
// states is at most log2(n) runs, and a state is merged about as often.
const unionFactor = 2

// A Union is the states of many runs, merged into few. It is for one goroutine.
type Union[W statecodec.Words] struct {
	store *Store[W]
	runs  []*Run[W] // each held
}

// NewUnion returns an empty union that keeps its own runs in a store.
func NewUnion[W statecodec.Words](store *Store[W]) *Union[W] { return &Union[W]{store: store} }

// Runs returns the runs of the union, largest first, valid until the next Add.
func (u *Union[W]) Runs() []*Run[W] { return u.runs }

// States returns the number of states.
func (u *Union[W]) States() (n uint64) {
	for _, run := range u.runs {
		n += run.Info().States
	}
	return n
}

// Add adds runs that have no state in common with each other or with the union, and holds them as long as it
// reads them. Errors are those of reading them and of the store; the context's cause if it is
// done. After an error the union is as it was, without those runs.
func (u *Union[W]) Add(ctx context.Context, workers int, runs ...*Run[W]) error {
	total := uint64(0)
	for _, run := range runs {
		total += run.Info().States
	}
	if total == 0 {
		return nil
	}
	from := len(u.runs)
	for ; from > 0; from-- {
		states := u.runs[from-1].Info().States
		if states >= unionFactor*total {
			break
		}
		total += states
	}
	if from == len(u.runs) && len(runs) == 1 {
		u.runs = append(u.runs, runs[0].Hold())
		return nil
	}
	merged, err := u.merge(ctx, workers, slices.Concat(u.runs[from:], runs))
	if err != nil {
		return err
	}
	err = u.drop(from)
	u.runs = append(u.runs, merged)
	return err
}

func (u *Union[W]) merge(ctx context.Context, workers int, runs []*Run[W]) (*Run[W], error) {
	return u.store.merge(ctx, workers, runs, u.options())
}

// options returns those of the next run. Its blocks are read many times, which S2 makes cheaper and a quarter larger: it is for as long as there
// is room.
func (u *Union[W]) options() Options {
	if u.store.roomy() {
		return Options{Codec: S2}
	}
	return Options{}
}

// Drop forgets all runs.
func (u *Union[W]) Drop() error { return u.drop(0) }

// drop forgets the runs from one on.
func (u *Union[W]) drop(from int) error {
	err := dropAll(u.runs[from:])
	clear(u.runs[from:])
	u.runs = u.runs[:from]
	return err
}
