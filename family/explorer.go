package family

import (
	"context"

	"exhaust/parallel"
	"exhaust/statecodec"
)

// An Explorer is a state space that can be searched: a case as a model for package parallel, with
// the number of words of a state hidden.
type Explorer interface {
	// Run searches the space. The certificate is one of a shortest solution, if the options ask for
	// a path and there is one.
	Run(
		ctx context.Context,
		o parallel.Options,
	) (found parallel.Summary, certificate []byte, err error)

	// Progress may be called at any time by any goroutine.
	Progress() parallel.Progress

	States() string // names the layout of states; another one whenever a position might be another state
	Words() int     // of a state
}

// Explore returns the explorer of a model. States names its layout, and solution turns a path into
// a certificate; it may be nil if no state is a goal.
func Explore[W statecodec.Words](
	m parallel.Model[W],
	states string,
	solution func(path []W) []byte,
) Explorer {
	return &exploration[W]{model: m, states: states, solution: solution}
}

type exploration[W statecodec.Words] struct {
	model    parallel.Model[W]
	states   string
	solution func(path []W) []byte
	search   parallel.Search[W]
}

func (e *exploration[W]) Run(
	ctx context.Context,
	o parallel.Options,
) (parallel.Summary, []byte, error) {
	found, err := e.search.Run(ctx, e.model, o)
	if err != nil || len(found.Path) == 0 || e.solution == nil {
		return found.Summary, nil, err
	}
	return found.Summary, e.solution(found.Path), nil
}

func (e *exploration[W]) Progress() parallel.Progress { return e.search.Progress() }
func (e *exploration[W]) States() string              { return e.states }

func (e *exploration[W]) Words() int {
	var w W
	return len(w)
}
