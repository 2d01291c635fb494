package protocol_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/family"
	"exhaust/family/familytest"
	"exhaust/family/protocol"
	"exhaust/puzzle"
)

// FuzzParseReply: no line makes the parser panic, and what it takes for an answer is one.
func FuzzParseReply(f *testing.F) {
	for i, line := range []string{
		`{"id":1,"value":2,"solution":"3 + 3"}`, `{"id":1,"unsolvable":true,"reason":"x"}`, `{"id":1,"length":2}`,
		`{"id":1,"value":2,"solution":"12","second":"32"}`, `{"id":18446744073709551615,"error":"x"}`,
		`{"id":1,"value":-3,"solution":"lLrR"}`, `{"id":1,"limit":null,"solvable":true}`, "[]", "\xff",
	} {
		f.Add([]byte(line), byte(i), byte(i/3))
	}
	f.Fuzz(func(t *testing.T, line []byte, ask, which byte) {
		var err error
		switch q := puzzle.Ask(ask % 3); which % 3 {
		case 0:
			err = checkReply(familytest.Coins(), q, "134", line)
		case 1:
			err = checkReply(familytest.Colours(), q, "123", line)
		case 2:
			err = checkReply(familytest.Ends(), q, "lLrR", line)
		}
		require.NoError(t, err)
	})
}

// checkReply checks that what is read from a line can be an answer to the question.
func checkReply[C any](f *family.Family[C], ask puzzle.Ask, letters string, line []byte) error {
	r, err := protocol.Client[C]{Family: f, Ask: ask}.ParseReply(line)
	if err != nil {
		return nil
	}
	if !json.Valid(line) {
		return fmt.Errorf("%q is read", line)
	}
	return checkAnswer(f.Measure.Kind, ask, letters, r)
}

// checkAnswer checks that a reply can be one to the question.
func checkAnswer(kind puzzle.Kind, ask puzzle.Ask, letters string, r compare.Reply) error {
	a := r.Answer
	switch {
	case a.Fault != nil || r.Failed != "" && a.Verdict != puzzle.Limit:
		return fmt.Errorf("a failure with an answer: %+v", a)
	case a.Verdict != puzzle.Solvable:
		if a.Value != 0 || a.Certificate != nil || a.Second != nil || a.Bare {
			return fmt.Errorf("%v with more: %+v", a.Verdict, a)
		}
		return nil
	case kind != puzzle.Payoff && a.Value < 0 && a.Value != puzzle.Unsaid,
		kind == puzzle.Count && a.Value == 0:
		return fmt.Errorf("value %d", a.Value)
	case a.Bare != (a.Certificate == nil), a.Bare && a.Second != nil:
		return fmt.Errorf("certificates: %+v", a)
	case ask != puzzle.Decide && a.Bare && a.Value == puzzle.Unsaid:
		return fmt.Errorf("it says nothing: %+v", a)
	case strings.Trim(string(a.Certificate)+string(a.Second), letters) != "":
		return fmt.Errorf("other letters: %+v", a)
	}
	return nil
}

// TestCheckAnswerSeesBugs plants what FuzzParseReply is to find.
func TestCheckAnswerSeesBugs(t *testing.T) {
	reply := func(a puzzle.Answer) compare.Reply { return compare.Reply{Answer: compare.Answer{Answer: a}} }
	second := puzzle.Answer{Verdict: puzzle.Solvable, Value: 2, Bare: true, Second: []byte("1")}
	none := puzzle.Answer{Verdict: puzzle.Solvable, Value: 1, Certificate: []byte("x")}
	require.NoError(t, checkAnswer(puzzle.Moves, puzzle.Best, "134", reply(solvable(3, "113"))))
	for _, r := range []compare.Reply{
		reply(solvable(-1)), reply(second), reply(none), reply(solvable(puzzle.Unsaid)),
		reply(puzzle.Answer{Verdict: puzzle.Unsolvable, Value: 3}), reply(puzzle.Answer{Bare: true}),
		{Failed: "x", Answer: compare.Answer{Answer: solvable(1)}},
	} {
		require.Error(t, checkAnswer(puzzle.Moves, puzzle.Best, "134", r), "%+v", r)
	}
	require.Error(t, checkAnswer(puzzle.Count, puzzle.Best, "134", reply(solvable(0))))
	require.NoError(t, checkAnswer(puzzle.Payoff, puzzle.Best, "134", reply(solvable(-1))))
}

// FuzzServe: every line that is not blank has one reply of a line of JSON with its id, which the
// client can read if the id is a number, and whose solution replays.
func FuzzServe(f *testing.F) {
	for i, line := range []string{
		`{"id":1,"puzzle":"coins","case":"6:134:two","ask":"best"}`,
		`{"id":2,"puzzle":"colours","case":".2.","ask":"any"}`,
		`{"id":3,"puzzle":"ends","case":"-2,-1,-2","ask":"best"}`,
		`{"id":"x","case":"coins:7:34:free","ask":"shortest"}`,
		`{"id":4,"case":"1..3","ask":"decide"}`,
		`{"id":[1e999,"<"],"puzzle":"ends","case":""}`,
		`{"id":{},"case":3}`, `{"id":-0,"ask":"any","case":"0:1:two"}`, "{", "\xff",
	} {
		f.Add([]byte(line), byte(i))
	}
	coins, colours := serverOf(
		f,
		familytest.Coins(),
		"table",
	), serverOf(
		f,
		familytest.Colours(),
		"ways",
	)
	ends := serverOf(f, familytest.Ends(), "memo")
	f.Fuzz(func(t *testing.T, line []byte, which byte) {
		line = bytes.ReplaceAll(line, []byte{'\n'}, nil)
		var err error
		switch which % 3 {
		case 0:
			err = checkServed(coins.Family, line, replies(t, coins, string(line)+"\n"))
		case 1:
			err = checkServed(colours.Family, line, replies(t, colours, string(line)+"\n"))
		case 2:
			err = checkServed(ends.Family, line, replies(t, ends, string(line)+"\n"))
		}
		require.NoError(t, err)
	})
}

// checkServed checks what a server printed when it had read a line.
func checkServed[C any](f *family.Family[C], line []byte, out string) error {
	if len(bytes.TrimSpace(line)) == 0 {
		if out != "" {
			return fmt.Errorf("a reply to nothing: %q", out)
		}
		return nil
	}
	reply, rest, ended := strings.Cut(out, "\n")
	var q, r map[string]json.RawMessage
	if !ended || rest != "" || json.Unmarshal([]byte(reply), &r) != nil {
		return fmt.Errorf("%q is no line of JSON", out)
	}
	id := "null"
	if json.Unmarshal(line, &q) == nil && q["id"] != nil {
		id = canonical(q["id"])
	}
	if got := canonical(r["id"]); got != id {
		return fmt.Errorf("id %s, want %s", got, id)
	}
	number, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return nil
	}
	return checkRead(f, q, number, []byte(reply))
}

// canonical returns a JSON text as package json writes it, numbers to the letter.
func canonical(text []byte) string {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return "?"
	}
	again, _ := json.Marshal(v)
	return string(again)
}

// checkRead checks that the client reads a reply, and that its solutions replay with the value
// said.
func checkRead[C any](
	f *family.Family[C],
	q map[string]json.RawMessage,
	id uint64,
	reply []byte,
) error {
	var word, text string
	json.Unmarshal(q["ask"], &word)
	json.Unmarshal(q["case"], &text)
	ask, known := f.Measure.AskNamed(word)
	if word == "best" {
		ask, known = puzzle.Best, true
	}
	r, err := protocol.Client[C]{Family: f, Ask: ask}.ParseReply(reply)
	if err != nil || r.ID != id {
		return fmt.Errorf("the client reads %d, %w", r.ID, err)
	}
	c, err := f.Notation.Parse(strings.TrimPrefix(text, f.Name+":"))
	if r.Failed != "" {
		return nil
	}
	if err != nil || !known {
		return fmt.Errorf("an answer to no question: %s", reply)
	}
	for _, certificate := range [][]byte{r.Answer.Certificate, r.Answer.Second} {
		if certificate == nil {
			continue
		}
		value, err := f.Referee().Replay(c, certificate)
		if err != nil || f.Measure.Kind != puzzle.Count && value != r.Answer.Value {
			return fmt.Errorf("replay: %d, %w: %s", value, err, reply)
		}
	}
	return nil
}

// TestCheckServedSeesBugs plants what FuzzServe is to find.
func TestCheckServedSeesBugs(t *testing.T) {
	f := familytest.Coins()
	const line = `{"id":7,"case":"4:13:two","ask":"best"}`
	require.NoError(t, checkServed(f, []byte(line), `{"id":7,"value":2,"solution":"31"}`+"\n"))
	for _, out := range []string{
		"", `{"id":7,"unsolvable":true}`, `{"id":7}` + "\n\n", "no\n", `{"unsolvable":true}` + "\n",
		`{"id":8,"unsolvable":true}` + "\n", `{"id":"7","unsolvable":true}` + "\n", `{"id":7}` + "\n",
		`{"id":7,"value":3,"solution":"31"}` + "\n", `{"id":7,"value":2,"solution":"33"}` + "\n",
		`{"id":7,"value":2}` + "\n" + `{"id":7,"value":2}` + "\n",
	} {
		require.Error(t, checkServed(f, []byte(line), out), out)
	}
	require.Error(
		t,
		checkServed(
			f,
			[]byte(`{"id":7,"case":"4:2:two","ask":"best"}`),
			`{"id":7,"limit":true}`+"\n",
		),
	)
	require.Error(t, checkServed(f, []byte(" "), "{}\n"))
}
