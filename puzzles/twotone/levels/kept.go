package levels

import (
	"context"
	"io"

	"exhaust/family"
	"exhaust/puzzles/twotone"
)

// A kept is a level for the verbs of the program.
type kept struct {
	keeper *Keeper
	level  *Level
}

func (l *kept) Name() string                                    { return l.level.Name }
func (l *kept) AppendFile(dst []byte) []byte                    { return l.level.Append(dst) }
func (l *kept) Verify(ctx context.Context, memory uint64) error { return l.level.Verify(ctx, memory) }

// Facts returns what is known of the level.
func (l *kept) Facts() []family.Detail {
	facts := []family.Detail{
		{Key: "level", Value: l.level.Name},
		{Key: family.OriginFact, Value: l.level.Origin},
		{Key: "score", Value: l.level.Score},
	}
	for rule := range l.level.Answers {
		a := &l.level.Answers[rule]
		facts = append(facts, family.Detail{Key: twotone.Rule(rule).String(), Value: a})
		if a.Solvable() {
			facts = append(facts, family.Detail{Key: family.SolutionFact, Value: a.Solution})
		}
	}
	return append(facts, family.Detail{Key: "case", Value: l.level.Case().ID()})
}

// Show draws the board.
func (l *kept) Show(w io.Writer, solution bool) error {
	c := l.level.Case()
	if !solution {
		return l.keeper.Draw(w, c, nil)
	}
	return l.keeper.Draw(w, c, l.level.Answers[c.Rule].Solution)
}

// levelJSON is a level for programs. Strict and Handover are by rule.
type levelJSON struct {
	Name     string    `json:"name"`
	Case     string    `json:"case"`
	Size     string    `json:"size"`
	Stars    int       `json:"stars"`
	Aim      string    `json:"aim"`
	Score    scoreJSON `json:"score"`
	Strict   foundJSON `json:"strict"`
	Handover foundJSON `json:"handover"`
	MadeBy   string    `json:"made_by"`
}

type scoreJSON struct {
	Total      int `json:"total"`
	Length     int `json:"length"`
	Turns      int `json:"turns"`
	Handovers  int `json:"handovers"`
	Difference int `json:"difference"`
	Solutions  int `json:"solutions"`
}

// foundJSON is what is known under a rule. Where the level is unsolvable, all but the first two
// fields are null.
type foundJSON struct {
	Verdict    string  `json:"verdict"`
	States     uint64  `json:"states"`
	Length     *int    `json:"length"`
	Turns      *int    `json:"turns"`
	Handovers  *int    `json:"handovers"`
	Solutions  *uint64 `json:"solutions"` // the greatest 64-bit number stands for that many or more
	FirstMoves *string `json:"first_moves"`
	Solution   *string `json:"solution"`
}

// JSON returns the level for programs.
func (l *kept) JSON() any {
	v, s := l.level, l.level.Score
	return levelJSON{
		Name: v.Name, Case: v.Case().ID(), Size: v.Size(), Stars: v.Board.StarCount(), Aim: v.Aim.String(),
		Score:    scoreJSON{s.Total(), s.Length, s.Turns, s.Handovers, s.Difference, s.Solutions},
		Strict:   newFoundJSON(&v.Answers[twotone.Strict]),
		Handover: newFoundJSON(&v.Answers[twotone.Handover]),
		MadeBy:   v.Origin,
	}
}

func newFoundJSON(a *Answer) foundJSON {
	out := foundJSON{Verdict: a.Verdict.String(), States: a.States}
	if a.Solvable() {
		solution := a.Solution.String()
		out.Length, out.Turns, out.Handovers, out.Solutions = &a.Length, &a.Turns, &a.Handovers, &a.Count
		out.FirstMoves, out.Solution = &a.First, &solution
	}
	return out
}
