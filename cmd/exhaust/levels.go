package main

import (
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/levels"
)

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

// foundJSON is what is known under a rule. Where the level is unsolvable, all but the first two fields are null.
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

func newLevelJSON(l *levels.Level) levelJSON {
	s := l.Score
	return levelJSON{
		Name: l.Name, Case: l.Case().ID(), Size: l.Size(), Stars: l.Board.StarCount(), Aim: l.Aim.String(),
		Score:    scoreJSON{s.Total(), s.Length, s.Turns, s.Handovers, s.Difference, s.Solutions},
		Strict:   newFoundJSON(&l.Answers[twotone.Strict]),
		Handover: newFoundJSON(&l.Answers[twotone.Handover]),
		MadeBy:   l.Origin,
	}
}

func newFoundJSON(a *levels.Answer) foundJSON {
	out := foundJSON{Verdict: a.Verdict.String(), States: a.States}
	if a.Solvable() {
		solution := a.Solution.String()
		out.Length, out.Turns, out.Handovers, out.Solutions = &a.Length, &a.Turns, &a.Handovers, &a.Count
		out.FirstMoves, out.Solution = &a.First, &solution
	}
	return out
}
