package protocol_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/family"
	"exhaust/family/familytest"
	"exhaust/family/protocol"
	"exhaust/puzzle"
)

// TestRequest shows a request, word by word.
func TestRequest(t *testing.T) {
	p := &familytest.Purse{Sum: 6, Coins: []int{1, 4}}
	for ask, word := range map[puzzle.Ask]string{puzzle.Decide: "decide", puzzle.Any: "any",
		puzzle.Best: "best"} {
		client := protocol.Client[purse]{Family: familytest.Coins(), Ask: ask}
		require.Equal(
			t,
			`x{"id":18446744073709551615,"puzzle":"coins","case":"6:14:two","ask":"`+word+`"}`+"\n",
			string(client.AppendRequest([]byte("x"), 1<<64-1, p)),
		)
		q := client.Clone(p)
		require.Equal(t, p, q)
		q.Coins[0] = 3
		require.Equal(t, 1, p.Coins[0])
	}
}

// The replies of each kind of values, and what they say.
func solvable(value int, certificates ...string) puzzle.Answer {
	a := puzzle.Answer{Verdict: puzzle.Solvable, Value: value, Bare: len(certificates) == 0}
	for i, text := range certificates {
		if i == 0 {
			a.Certificate = []byte(text)
		} else {
			a.Second = []byte(text)
		}
	}
	return a
}

// reads checks what a client reads from lines.
func reads[C any](
	t *testing.T,
	f *family.Family[C],
	ask puzzle.Ask,
	lines map[string]puzzle.Answer,
) {
	t.Helper()
	for line, want := range lines {
		r, err := protocol.Client[C]{Family: f, Ask: ask}.ParseReply([]byte(line))
		require.NoError(t, err, line)
		require.Equal(t, compare.Reply{ID: 1, Answer: compare.Answer{Answer: want}}, r, line)
	}
}

// refuses checks what a client says of lines that are no replies.
func refuses[C any](t *testing.T, f *family.Family[C], ask puzzle.Ask, lines map[string]string) {
	t.Helper()
	for line, want := range lines {
		_, err := protocol.Client[C]{Family: f, Ask: ask}.ParseReply([]byte(line))
		require.EqualError(t, err, want, line)
	}
}

func TestReplies(t *testing.T) {
	unsolvable := puzzle.Answer{Verdict: puzzle.Unsolvable}
	why := puzzle.Answer{Verdict: puzzle.Unsolvable, Reason: "so it is"}
	reads(t, familytest.Coins(), puzzle.Best, map[string]puzzle.Answer{
		`{"id":1,"unsolvable":true}`:                             unsolvable,
		`{"id":1,"solvable":false}`:                              unsolvable,
		`{"id":1,"unsolvable":true,"reason":"so it is"}`:         why,
		`{"id":1,"unsolvable":true,"reason":["so","it","is"]}`:   unsolvable, // another key of its own
		`{"id":1,"limit":true}`:                                  {},
		`{"id":1,"limit":true,"reason":"so it is"}`:              {},
		`{"id":1,"value":2}`:                                     solvable(2),
		`{"id":1,"length":2}`:                                    solvable(2),
		`{"id":1,"value":2,"length":2}`:                          solvable(2),
		`{"id":1,"value":0,"solution":""}`:                       solvable(0, ""),
		`{"id":1,"solution":"3 + 3"}`:                            solvable(puzzle.Unsaid, "33"),
		`{"id":1,"value":3,"solution":"411"}`:                    solvable(3, "411"),
		` {"solution":"", "time":0.1, "id" : 1,"solvable":true}`: solvable(puzzle.Unsaid, ""),
		`{"id":1,"unsolvable":false,"limit":false,"value":3}`:    solvable(3),
		`{"id":1,"value":null,"length":4}`:                       solvable(4),
	})
	reads(t, familytest.Coins(), puzzle.Decide, map[string]puzzle.Answer{
		`{"id":1,"solvable":true}`: solvable(puzzle.Unsaid),
		`{"id":1,"value":3}`:       solvable(3),
	})
	reads(t, familytest.Colours(), puzzle.Best, map[string]puzzle.Answer{
		`{"id":1,"value":1,"solution":"12"}`:               solvable(1, "12"),
		`{"id":1,"value":7,"solution":"12","second":"32"}`: solvable(7, "12", "32"),
		`{"id":1,"solution":"12","second":"12"}`: solvable(
			puzzle.Unsaid,
			"12",
			"12",
		), // for others to judge
	})
	reads(t, familytest.Ends(), puzzle.Best, map[string]puzzle.Answer{
		`{"id":1,"value":-3}`:                                solvable(-3),
		`{"id":1,"length":-3,"value":-3,"solution":"llR"}`:   solvable(-3, "llR"),
		`{"id":1,"value":0,"solution":"l l R"}`:              solvable(0, "llR"),
		`{"id":1,"value":-9223372036854775807,"limit":null}`: solvable(puzzle.Unsaid + 1),
	})
	for line, want := range map[string]string{`{"id":9,"error":"too large"}`: "too large",
		`{"id":9,"error":""}`: "(no text)"} {
		r, err := protocol.Client[row]{Family: familytest.Ends()}.ParseReply([]byte(line))
		require.NoError(t, err)
		require.Equal(t, compare.Reply{ID: 9, Failed: want}, r)
	}
}

func TestNoReplies(t *testing.T) {
	const two = "it says two things at once"
	refuses(t, familytest.Coins(), puzzle.Best, map[string]string{
		``:                                           "want a JSON object",
		`unsolvable`:                                 "want a JSON object",
		`[1]`:                                        "want a JSON object",
		`{"id":1`:                                    "want a JSON object: unexpected end of JSON input",
		`{"id":1} {"id":2}`:                          "want a JSON object: invalid character '{' after top-level value",
		`{"unsolvable":true}`:                        "there is no id",
		`{"id":null,"unsolvable":true}`:              "there is no id",
		`{"id":"1"}`:                                 "id is a string, want a whole number",
		`{"id":-1}`:                                  "id is a number -1, want a whole number",
		`{"id":1}`:                                   "it says nothing, want unsolvable, value, solution, limit or error",
		`{"id":1,"limit":false}`:                     "it says nothing, want unsolvable, value, solution, limit or error",
		`{"id":1,"reason":"none"}`:                   "it says nothing, want unsolvable, value, solution, limit or error",
		`{"id":1,"value":"2"}`:                       "value is a string, want a whole number",
		`{"id":1,"value":1.5}`:                       "value is a number 1.5, want a whole number",
		`{"id":1,"value":1e99}`:                      "value is a number 1e99, want a whole number",
		`{"id":1,"value":-1}`:                        "value -1, want 0 or more",
		`{"id":1,"length":-1}`:                       "value -1, want 0 or more",
		`{"id":1,"solution":3}`:                      "solution is a number, want a string",
		`{"id":1,"limit":"yes"}`:                     "limit is a string, want true or false",
		`{"id":1,"solution":"3x"}`:                   `solution: column 2: unknown step "x", want one of 134`,
		`{"id":1,"value":2,"length":3}`:              two,
		`{"id":1,"unsolvable":true,"value":2}`:       two,
		`{"id":1,"solvable":false,"value":2}`:        two,
		`{"id":1,"limit":true,"unsolvable":true}`:    two,
		`{"id":1,"limit":true,"solution":""}`:        two,
		`{"id":1,"solvable":true,"unsolvable":true}`: two,
		`{"id":1,"solvable":true}`:                   "it says solvable without a value or a solution",
	})
	refuses(t, familytest.Colours(), puzzle.Best, map[string]string{
		`{"id":1,"value":0}`:                              "value 0, want 1 or more",
		`{"id":1,"value":-2,"solution":"1"}`:              "value -2, want 1 or more",
		`{"id":1,"value":2,"second":"12"}`:                "it gives a second solution without a first",
		`{"id":1,"unsolvable":true,"second":"12"}`:        two,
		`{"id":1,"value":2,"solution":"1","second":"14"}`: `solution: column 2: unknown step "4", want one of 123`,
	})
	refuses(t, familytest.Ends(), puzzle.Any, map[string]string{
		// it stands for none
		`{"id":1,"value":-9223372036854775808}`: "it says solvable without a value or a solution",
		`{"id":1,"value":-9223372036854775809}`: "value is a number -9223372036854775809, want a whole number",
	})
}

// own is a protocol line of a puzzle's own: {"id":1,"row":[1,-2],"ask":"best"}.
type own struct{}

func (own) AppendRequest(dst []byte, id uint64, r row, ask puzzle.Ask) []byte {
	general := familytest.Ends()
	line := string(protocol.Client[row]{Family: general, Ask: ask}.AppendRequest(nil, id, r))
	line = strings.Replace(line, `"puzzle":"ends","case":"`, `"row":[`, 1)
	return append(dst, strings.Replace(line, `","ask"`, `],"ask"`, 1)...)
}

func (own) ParseRequest(line []byte) (row, puzzle.Ask, error) {
	var q struct {
		Row []int  `json:"row"`
		Ask string `json:"ask"`
	}
	if err := protocol.Decode(line, &q); err != nil {
		return nil, 0, err
	}
	ask, _ := familytest.Ends().Measure.AskNamed(q.Ask)
	return &familytest.Row{Numbers: q.Row}, ask, nil
}

// TestWire speaks a line of its own, and the general one beside it.
func TestWire(t *testing.T) {
	f := familytest.Ends()
	f.Wire = own{}
	client := protocol.Client[row]{Family: f, Ask: puzzle.Best}
	request := string(client.AppendRequest(nil, 4, &familytest.Row{Numbers: []int{1, -2}}))
	require.Equal(t, `{"id":4,"row":[1,-2],"ask":"best"}`+"\n", request)
	s, err := f.Solver("memo", puzzle.Limits{})
	require.NoError(t, err)
	server := &protocol.Server[row]{Family: f, Solver: s}
	require.Equal(t, `{"id":4,"length":3,"solution":"ll"}`+"\n", replies(t, server, request))
	require.Equal(
		t,
		`{"id":4,"value":3,"solution":"ll"}`+"\n",
		replies(t, server, `{"id":4,"case":"1,-2","ask":"best"}`),
	)
	require.Equal(t, `{"id":4,"error":"row is a string, want a list of numbers"}`+"\n",
		replies(t, server, `{"id":4,"row":"1,-2","ask":"best"}`))

	reads(t, f, puzzle.Best, map[string]puzzle.Answer{
		`{"id":1,"length":-3}`: solvable(-3),
		`{"id":1,"unsolvable":true,"reason":"why"}`: {
			Verdict: puzzle.Unsolvable,
		}, // such lines have no such key
	})
	refuses(t, f, puzzle.Best, map[string]string{
		`{"id":1}`:                 "it says nothing, want unsolvable, length, solution, limit or error",
		`{"id":1,"solvable":true}`: "it says solvable without a length or a solution",
	})
	f.Measure.Kind = puzzle.Moves
	refuses(
		t,
		f,
		puzzle.Best,
		map[string]string{`{"id":1,"length":-3}`: "length -3, want 0 or more"},
	)
}
