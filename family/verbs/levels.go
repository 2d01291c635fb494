package verbs

import (
	"exhaust/family"
	"exhaust/family/levels"
)

// Levels returns the levels of the puzzle: its own, or those that package levels makes for any. The
// error is a *None if the puzzle has no workshop.
func (p *of[C]) Levels() (family.Levels, error) {
	if p.f.Workshop == nil {
		return nil, newNone("levels").of(p.about)
	}
	return levels.Of(p.f), nil
}
