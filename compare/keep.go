package compare

import (
	"encoding/json"
	"errors"
	"time"

	"exhaust/puzzle"
)

// ScoreVersion changes whenever a match scores the same answers otherwise, or a score is written
// otherwise, so that what an earlier program has kept is not taken for what this one would find.
const ScoreVersion = 1

// A scoreJSON is a score as it is kept. What follows from the events is found anew when it is
// merged.
type scoreJSON struct {
	countsJSON
	Events []eventJSON `json:"events"`
	Found  *First      `json:"found"`
	Stats  [2]Stats    `json:"stats"`
}

type countsJSON struct {
	Cases   uint64    `json:"cases"`
	Limited uint64    `json:"limited"`
	Limits  [2]uint64 `json:"limits"`
}

type eventJSON struct {
	countsJSON
	Kind Kind `json:"kind"`
	Side int  `json:"side"`
}

// MarshalJSON writes a score. Text that an external solver printed is written as UTF-8, whatever it
// is.
func (s score) MarshalJSON() ([]byte, error) {
	out := scoreJSON{s.counts.json(), []eventJSON{}, s.found, s.stats}
	for _, e := range s.events {
		out.Events = append(out.Events, eventJSON{e.upTo.json(), e.kind, e.side})
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads a score that is to be merged.
func (s *score) UnmarshalJSON(text []byte) error {
	var in scoreJSON
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	*s = score{counts: in.counts(), found: in.Found, stats: in.Stats}
	for _, e := range in.Events {
		s.events = append(s.events, event{e.Kind, e.Side & 1, e.counts()})
	}
	return nil
}

func (c counts) json() countsJSON { return countsJSON{c.cases, c.limited, c.limits} }

func (c countsJSON) counts() counts { return counts{c.Cases, c.Limited, c.Limits} }

// An answerJSON is an answer as it is kept. Length is the value if that is 0 or more, and otherwise
// -1 and Value says it, if it is said: so were answers kept when all values were lengths.
type answerJSON struct {
	Verdict     puzzle.Verdict
	Length      int
	Certificate []byte
	Bare        bool
	States      uint64
	Fault       *Fault
	Value       *int   `json:",omitempty"`
	Second      []byte `json:",omitzero"`
	Reason      string `json:",omitempty"`
	Cause       string `json:",omitempty"`
}

// MarshalJSON writes an answer.
func (a Answer) MarshalJSON() ([]byte, error) {
	out := answerJSON{
		Verdict: a.Verdict, Length: max(a.Value, -1), Certificate: a.Certificate, Bare: a.Bare, States: a.States,
		Fault: a.Fault, Second: a.Second, Reason: a.Reason,
	}
	if a.Value < 0 && a.Value != puzzle.Unsaid {
		out.Length, out.Value = -1, &a.Value
	}
	if a.Cause != nil {
		out.Cause = a.Cause.Error()
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads an answer.
func (a *Answer) UnmarshalJSON(text []byte) error {
	var in answerJSON
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	*a = Answer{Fault: in.Fault, Answer: puzzle.Answer{
		Verdict: in.Verdict, Value: in.Length, Certificate: in.Certificate, Second: in.Second, Bare: in.Bare,
		States: in.States, Reason: in.Reason,
	}}
	switch {
	case in.Value != nil:
		a.Value = *in.Value
	case in.Length < 0:
		a.Value = puzzle.Unsaid
	}
	if in.Cause != "" {
		a.Cause = errors.New(in.Cause)
	}
	return nil
}

// A timesJSON is Times as they are kept: how many cases took each number of nanoseconds, as the
// histogram tells them apart.
type timesJSON struct {
	Total time.Duration   `json:"total"`
	Cases map[int64]int64 `json:"cases"`
}

// MarshalJSON writes the times.
func (t Times) MarshalJSON() ([]byte, error) {
	out := timesJSON{t.total, map[int64]int64{}}
	if t.histogram != nil {
		for _, bar := range t.histogram.Distribution() {
			if bar.Count > 0 {
				out.Cases[bar.From] = bar.Count
			}
		}
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads times.
func (t *Times) UnmarshalJSON(text []byte) error {
	var in timesJSON
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	*t = Times{}
	for each, n := range in.Cases {
		t.record(time.Duration(each), n)
	}
	t.total = in.Total
	return nil
}
