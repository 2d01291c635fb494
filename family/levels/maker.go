package levels

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"exhaust/family"
	"exhaust/family/levels/climb"
	"exhaust/puzzle"
)

// Maker returns what makes levels of a size.
func (k *Keeper[C]) Maker(w family.Wishes) (family.LevelMaker, error) {
	if err := k.check(&w); err != nil {
		return nil, err
	}
	m := &maker[C]{keeper: k, wishes: w}
	m.climbs = climb.Climbs[Level[C]]{
		Seed: w.Seed, From: w.From, Count: w.Count, Workers: w.Workers, Memory: w.Memory,
		Pace: pace, Share: climbMemory,
		Craft: func(uint64) climb.Craft[Level[C]] {
			return &craft[C]{keeper: k, wishes: &m.wishes}
		},
		Fulfils:   m.fulfils,
		Signature: k.signature,
	}
	return m, nil
}

// check checks wishes.
func (k *Keeper[C]) check(w *family.Wishes) error {
	kind := k.Family.Measure.Kind
	switch {
	case w.Size == "":
		return fmt.Errorf("no size: want one, as in %s", k.example())
	case w.States < 1:
		return errors.New("no states: want at least 1")
	case w.MinValue < 0 && kind != puzzle.Payoff:
		return fmt.Errorf("at least %s: want no negative number", k.valueText(w.MinValue))
	case w.MinValue > 1 && kind == puzzle.Count:
		return fmt.Errorf("at least %s: a level has 1", k.valueText(w.MinValue))
	}
	_, err := k.Family.Workshop.Draw(rand.New(rand.NewPCG(0, 0)), w.Size)
	return err
}

// signature returns what levels have in common of which one is enough.
func (k *Keeper[C]) signature(l *Level[C]) string {
	if s := k.Family.Workshop.Signature; s != nil {
		return s(l.Case)
	}
	return k.Family.Notation.Format(l.Case)
}

// A maker makes levels.
type maker[C any] struct {
	keeper *Keeper[C]
	wishes family.Wishes
	climbs climb.Climbs[Level[C]]
	most   int // the greatest value that a climb came to
}

// fulfils reports whether the value of a level is as great as wished for.
func (m *maker[C]) fulfils(l *Level[C]) bool {
	m.most = max(m.most, l.Value)
	return m.wishes.MinValue == 0 || l.Value >= m.wishes.MinValue
}

// Run makes levels.
func (m *maker[C]) Run(
	ctx context.Context, found func(family.Level) error,
) (family.LevelsMade, error) {
	m.most = math.MinInt
	m.climbs.Found = func(l *Level[C]) error { return found(&kept[C]{m.keeper, l}) }
	r, err := m.climbs.Run(ctx)
	made := family.LevelsMade{Levels: r.Levels, Climbs: r.Climbs, Tries: r.Tries, Limit: r.Limit}
	if errors.Is(r.Limit, climb.ErrGaveUp) {
		made.Limit = m.gaveUp(&r)
	}
	return made, err
}

// gaveUp says what climbs came to that were no new level.
func (m *maker[C]) gaveUp(r *climb.Report) error {
	k := m.keeper
	barren := "drew no solvable case that takes few states"
	if k.Family.Measure.Kind == puzzle.Count {
		barren = "drew no case with one solution that takes few states"
	}
	unfit := fmt.Sprintf("came to less than %s (the most: %d)", k.valueText(m.wishes.MinValue), m.most)
	return &climb.GaveUp{Climbs: r.Climbs, Reasons: []climb.Reason{
		{Climbs: r.Barren, Text: barren},
		{Climbs: r.Unfit, Text: unfit},
		{Climbs: r.Known, Text: "to a level found before"},
	}}
}

// Progress returns how far a run is.
func (m *maker[C]) Progress() family.LevelsMade {
	p := m.climbs.Progress()
	return family.LevelsMade{Levels: int(p.Levels), Climbs: p.Climbs, Tries: p.Tries}
}
