package wiring_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/family/protocol"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/wiring"
	"exhaust/puzzles/twotone/zeroone"
)

// client returns the side that asks.
func client(ask puzzle.Ask) boardClient { return boardClient{Family: wiring.Family(), Ask: ask} }

// server returns the side that answers.
func server(s boardSolver) *boardServer { return &boardServer{Family: wiring.Family(), Solver: s} }

// A request is a line that a solver reads: one of two-tone boards, or the general one.
type request struct {
	ID     json.RawMessage `json:"id"`
	Rows   int             `json:"rows"`
	Cols   int             `json:"cols"`
	Cells  string          `json:"cells"`
	Black  *int            `json:"black"`
	White  *int            `json:"white"`
	Stars  []int           `json:"stars"`
	Rule   string          `json:"rule"`
	Turn   string          `json:"turn"`
	Ask    string          `json:"ask"`
	Puzzle *string         `json:"puzzle"`
	Case   *string         `json:"case"`
}

func TestRequest(t *testing.T) {
	c := parsed(t, "2x3:WRBBWB:0:5:1,4:handover:white")
	require.Equal(t, `{"id":7,"rows":2,"cols":3,"cells":"WRBBWB","black":0,"white":5,"stars":[1,4],`+
		`"rule":"handover","turn":"white","ask":"any"}`+"\n",
		string(client(puzzle.Any).AppendRequest(nil, 7, c)))
	c = parsed(t, "1x2:BB:1:0:-:strict")
	require.Equal(t, `x{"id":18446744073709551615,"rows":1,"cols":2,"cells":"BB","black":1,"white":0,"stars":[],`+
		`"rule":"strict","turn":"black","ask":"shortest"}`+"\n",
		string(client(puzzle.Best).AppendRequest([]byte("x"), 1<<64-1, c)))
}

// A request is JSON, and the server reads from it the case that the client wrote.
func TestRequestIsRead(t *testing.T) {
	for _, id := range []string{"1x2:BB:1:0:-:strict", "2x3:WRBBWB:0:5:1,4:handover:white", "3x1:RWB:2:1:0,1,2:handover"} {
		for _, ask := range []puzzle.Ask{puzzle.Decide, puzzle.Any, puzzle.Best} {
			line := client(ask).AppendRequest(nil, 3, parsed(t, id))
			c, got, err := wiring.Family().Wire.ParseRequest(line)
			require.NoError(t, err)
			require.Equal(t, id, c.ID())
			require.Equal(t, ask, got)
		}
	}
}

func TestReplies(t *testing.T) {
	solved := func(length int, solution string) puzzle.Answer {
		return puzzle.Answer{Verdict: puzzle.Solvable, Value: length, Certificate: []byte(solution)}
	}
	bare := func(length int) puzzle.Answer {
		return puzzle.Answer{Verdict: puzzle.Solvable, Value: length, Bare: true}
	}
	for line, want := range map[string]puzzle.Answer{
		`{"id":1,"unsolvable":true}`:                             {Verdict: puzzle.Unsolvable},
		`{"id":1,"solvable":false}`:                              {Verdict: puzzle.Unsolvable},
		`{"id":1,"limit":true}`:                                  {},
		`{"id":1,"length":2}`:                                    bare(2),
		`{"id":1,"solution":"RL"}`:                               solved(puzzle.Unsaid, "RL"),
		`{"id":1,"length":2,"solution":"R L - D"}`:               solved(2, "RL-D"),
		`{"id":1,"length":0,"solution":""}`:                      solved(0, ""),
		` {"solution":"", "time":0.1, "id" : 1,"solvable":true}`: solved(puzzle.Unsaid, ""),
		`{"id":1,"unsolvable":false,"limit":false,"length":3}`:   bare(3),
	} {
		r, err := client(puzzle.Best).ParseReply([]byte(line))
		require.NoError(t, err, line)
		require.Equal(t, compare.Reply{ID: 1, Answer: compare.Answer{Answer: want}}, r, line)
	}
	r, err := client(puzzle.Decide).ParseReply([]byte(`{"id":1,"solvable":true}`))
	require.NoError(t, err)
	require.Equal(t, bare(puzzle.Unsaid), r.Answer.Answer)
	for line, want := range map[string]string{`{"id":9,"error":"too large"}`: "too large", `{"id":9,"error":""}`: "(no text)"} {
		r, err = client(puzzle.Best).ParseReply([]byte(line))
		require.NoError(t, err)
		require.Equal(t, compare.Reply{ID: 9, Failed: want}, r)
	}
}

func TestNoReplies(t *testing.T) {
	for line, want := range map[string]string{
		``:                                      "want a JSON object",
		`unsolvable`:                            "want a JSON object",
		`[1]`:                                   "want a JSON object",
		`{"id":1`:                               "want a JSON object: unexpected end of JSON input",
		`{"id":1} {"id":2}`:                     "want a JSON object: invalid character '{' after top-level value",
		`{"unsolvable":true}`:                   "there is no id",
		`{"id":"1"}`:                            "id is a string, want a whole number",
		`{"id":-1}`:                             "id is a number -1, want a whole number",
		`{"id":1}`:                              "it says nothing, want unsolvable, length, solution, limit or error",
		`{"id":1,"limit":false}`:                "it says nothing, want unsolvable, length, solution, limit or error",
		`{"id":1,"length":"2"}`:                 "length is a string, want a whole number",
		`{"id":1,"length":1.5}`:                 "length is a number 1.5, want a whole number",
		`{"id":1,"length":-1}`:                  "length -1, want 0 or more",
		`{"id":1,"solution":3}`:                 "solution is a number, want a string",
		`{"id":1,"limit":"yes"}`:                "limit is a string, want true or false",
		`{"id":1,"solution":"RX"}`:              `solution: column 2: unknown step "X", want U, D, L, R or -`,
		`{"id":1,"unsolvable":true,"length":2}`: "it says two things at once",
		`{"id":1,"limit":true,"unsolvable":true}`:    "it says two things at once",
		`{"id":1,"limit":true,"solution":""}`:        "it says two things at once",
		`{"id":1,"solvable":true,"unsolvable":true}`: "it says two things at once",
		`{"id":1,"solvable":true}`:                   "it says solvable without a length or a solution",
	} {
		_, err := client(puzzle.Best).ParseReply([]byte(line))
		require.EqualError(t, err, want, line)
	}
}

// FuzzParseReply: no line makes the parser panic, and what it takes for an answer is one.
func FuzzParseReply(f *testing.F) {
	for _, line := range []string{
		`{"id":1,"length":2,"solution":"R L -"}`, `{"id":1,"unsolvable":true}`, `{"id":18446744073709551615,"error":"x"}`, `{"id":1,"limit":null}`, "[]", "\xff",
	} {
		f.Add([]byte(line), byte(2))
	}
	f.Fuzz(func(t *testing.T, line []byte, ask byte) {
		r, err := client(puzzle.Ask(ask % 3)).ParseReply(line)
		if err != nil || r.Failed != "" {
			return
		}
		require.True(t, json.Valid(line))
		switch a := r.Answer; a.Verdict {
		case puzzle.Solvable:
			require.True(t, a.Value >= 0 || a.Value == puzzle.Unsaid, a.Value)
			require.Equal(t, a.Bare, a.Certificate == nil)
			require.Empty(t, strings.Trim(string(a.Certificate), "UDLR-"))
		default:
			require.Equal(t, compare.Answer{Answer: puzzle.Answer{Verdict: a.Verdict}}, a)
		}
	})
}

// FuzzServe: every line that is not blank has one reply with its id, which the client can read if it is a
// number; and a request that is taken is a valid case that the client would write just so.
func FuzzServe(f *testing.F) {
	f.Add([]byte(`{"id":1,"rows":2,"cols":2,"cells":"BWRB","black":0,"white":3,"stars":[1,2],"rule":"strict","turn":"black","ask":"shortest"}`))
	f.Add([]byte(`{"id":2,"rows":2,"cols":3,"cells":"WWRBWB","black":5,"white":0,"stars":[5,2],"rule":"handover","turn":"white","ask":"any"}`))
	f.Add([]byte(`{"id":"x","rows":3,"cols":1,"cells":"WRB","black":1,"white":2,"stars":[],"rule":"strict","turn":"white","ask":"decide"}`))
	f.Add([]byte(`{"id":1,"rows":-1,"cols":2,"cells":"BW","black":0,"white":1,"stars":[],"rule":"handover","turn":"white","ask":"any"}`))
	f.Add([]byte(`{"id":{},"stars":[-1]}`))
	f.Add([]byte(`{"id":3,"puzzle":"twotone","case":"2x2:BWRB:0:3:1,2:strict","ask":"best"}`))
	f.Add([]byte(`{"id":4,"case":"twotone:1x2:BW:1:0:-:handover:white","ask":"decide","rows":3}`))
	f.Add([]byte(`{"id":5,"puzzle":"tiles","case":"2x2:BWRB:0:3:1,2:strict","ask":"any"}`))
	f.Add([]byte(`{"id":[1e999,"<"],"rows":"2"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		line = bytes.ReplaceAll(line, []byte{'\n'}, nil)
		var out bytes.Buffer
		asked := recorder{}
		require.NoError(t, server(&asked).Serve(t.Context(), bytes.NewReader(append(line, '\n')), &out))
		if len(bytes.TrimSpace(line)) == 0 {
			require.Zero(t, out.Len())
			return
		}
		require.Equal(t, 1, bytes.Count(out.Bytes(), []byte{'\n'}))
		require.True(t, bytes.HasSuffix(out.Bytes(), []byte{'\n'}))
		var q request
		if protocol.Decode(line, &q) != nil {
			q = request{ID: q.ID}
		}
		checkID(t, q.ID, out.Bytes())
		if number, err := strconv.ParseUint(string(q.ID), 10, 64); err == nil {
			checkReply(t, number, &asked, out.Bytes())
		}
		if asked.c != nil {
			checkAsked(t, &q, &asked)
		}
	})
}

// checkID checks that a reply has the id of the request, and null if that has none.
func checkID(t *testing.T, id json.RawMessage, reply []byte) {
	var got struct{ ID json.RawMessage }
	require.NoError(t, json.Unmarshal(reply, &got))
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	require.Equal(t, value(t, id), value(t, got.ID))
}

// value returns what JSON says, numbers to the letter.
func value(t *testing.T, text []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	require.NoError(t, d.Decode(&v))
	return v
}

// checkReply checks that the client reads from a reply what the recorder said, or an error.
func checkReply(t *testing.T, id uint64, asked *recorder, reply []byte) {
	r, err := client(asked.ask).ParseReply(bytes.TrimSuffix(reply, []byte{'\n'}))
	require.NoError(t, err)
	require.Equal(t, id, r.ID)
	if asked.c == nil {
		require.NotEmpty(t, r.Failed)
		return
	}
	want := puzzle.Answer{Verdict: puzzle.Solvable, Value: 1, Certificate: []byte("U-")}
	if asked.ask == puzzle.Decide {
		want = want.For(puzzle.Decide)
	}
	require.Equal(t, compare.Reply{ID: id, Answer: compare.Answer{Answer: want}}, r)
}

// checkAsked checks that the client would write a request as it was, but for its id and the order
// of the stars. Of a general request it checks that the case is the one that its ID names.
func checkAsked(t *testing.T, q *request, asked *recorder) {
	require.NoError(t, asked.c.Validate())
	if q.Case != nil {
		c, err := twotone.ParseID(strings.TrimPrefix(*q.Case, "twotone:"))
		require.NoError(t, err)
		require.Equal(t, c.ID(), asked.c.ID())
		require.Contains(t, generalAsks[asked.ask], q.Ask)
		require.True(t, q.Puzzle == nil || *q.Puzzle == "twotone")
		return
	}
	var written request
	require.NoError(t, protocol.Decode(client(asked.ask).AppendRequest(nil, 1, asked.c), &written))
	slices.Sort(q.Stars)
	written.ID = q.ID
	require.Equal(t, *q, written)
}

// generalAsks are the words of the questions in a general request.
var generalAsks = map[puzzle.Ask][]string{
	puzzle.Decide: {"decide"}, puzzle.Any: {"any"}, puzzle.Best: {"best", "shortest"},
}

// A recorder is a solver that keeps what it is asked, and always says the same.
type recorder struct {
	c   *twotone.Case
	ask puzzle.Ask
}

func (r *recorder) Solve(_ context.Context, c *twotone.Case, ask puzzle.Ask) (puzzle.Answer, error) {
	r.c, r.ask = c, ask
	return puzzle.Answer{Verdict: puzzle.Solvable, Value: 1, Certificate: []byte("U-")}, nil
}

// answers has a server answer lines.
func answers(t *testing.T, s *boardServer, text string) string {
	var out bytes.Buffer
	require.NoError(t, s.Serve(t.Context(), strings.NewReader(text), &out))
	return out.String()
}

func TestServe(t *testing.T) {
	ask := func(id int, ask, board string) string {
		return fmt.Sprintf(`{"id":%d,"rows":2,"cols":2,%s,"turn":"black","ask":%q}`+"\n", id, board, ask)
	}
	const two = `"cells":"BWRB","black":0,"white":3,"stars":[2,1],"rule":"strict"` // docs/RULES.md: R, then L
	const none = `"cells":"BBBB","black":0,"white":3,"stars":[1],"rule":"strict"`
	s := server(zeroone.New())
	require.Equal(t, `{"id":1,"length":2,"solution":"RL"}
{"id":2,"length":2,"solution":"RL"}
{"id":3,"solvable":true}
{"id":4,"unsolvable":true}
`, answers(t, s, ask(1, "shortest", two)+ask(2, "any", two)+"\n"+ask(3, "decide", two)+ask(4, "decide", none)))

	// without a line feed at the end, and with an id that is no number
	require.Equal(t, `{"id":"x","unsolvable":true}`+"\n",
		answers(t, s, strings.TrimSpace(strings.Replace(ask(7, "any", none), "7", `"x"`, 1))))
}

// A general request, which names its case by its ID, gets the general reply.
func TestServeGeneralRequests(t *testing.T) {
	const two, none = "2x2:BWRB:0:3:1,2:strict", "2x2:BBBB:0:3:1:strict"
	for line, want := range map[string]string{
		`{"id":1,"case":"` + two + `","ask":"best"}`:                      `{"id":1,"value":2,"solution":"RL"}`,
		`{"id":2,"case":"twotone:` + two + `","ask":"shortest"}`:          `{"id":2,"value":2,"solution":"RL"}`,
		`{"id":3,"puzzle":"twotone","case":"` + two + `","ask":"any"}`:    `{"id":3,"value":2,"solution":"RL"}`,
		`{"id":4,"puzzle":"twotone","case":"` + two + `","ask":"decide"}`: `{"id":4,"solvable":true}`,
		`{"id":5,"case":"` + none + `","ask":"decide"}`:                   `{"id":5,"unsolvable":true}`,
		`{"id":6,"puzzle":"tiles","case":"` + two + `","ask":"best"}`:     `{"id":6,"error":"puzzle is \"tiles\", want twotone"}`,
		`{"id":7,"puzzle":"twotone","ask":"best"}`:                        `{"id":7,"error":"case is missing, want an ID of the puzzle"}`,
		`{"id":8,"case":"` + two + `","ask":"most"}`:                      `{"id":8,"error":"ask is \"most\", want decide, any or best"}`,
		`{"case":"` + two + `","ask":"best"}`:                             `{"id":null,"error":"there is no id"}`,
		`{"id":9,"case":7}`:                                               `{"id":9,"error":"case is a number, want a string"}`,
	} {
		require.Equal(t, want+"\n", answers(t, server(zeroone.New()), line+"\n"), line)
	}
	// the client reads it as it reads the other
	r, err := client(puzzle.Best).ParseReply([]byte(`{"id":1,"value":2,"solution":"RL"}`))
	require.NoError(t, err)
	want := puzzle.Answer{Verdict: puzzle.Solvable, Value: 2, Certificate: []byte("RL")}
	require.Equal(t, want, r.Answer.Answer)
}

func TestServeRefuses(t *testing.T) {
	for line, want := range map[string]string{
		`no`:                      `{"id":null,"error":"want a JSON object"}`,
		`{"id":5}`:                `{"id":5,"error":"ask is \"\", want decide, any or shortest"}`,
		`{"ask":"any"}`:           `{"id":null,"error":"there is no id"}`,
		`{"id":5,"stars":"none"}`: `{"id":5,"error":"stars is a string, want a list of numbers"}`,
		`{"id":5,"ask":"any"}`:    `{"id":5,"error":"black or white is missing, want the cells of both pieces"}`,
		`{"id":5,"ask":"any","black":0,"white":1}`:                                                                          `{"id":5,"error":"stars is missing, want a list of cells"}`,
		`{"id":5,"ask":"any","black":0,"white":1,"stars":[],"cells":"BX"}`:                                                  `{"id":5,"error":"cells holds 'X', want B, W and R"}`,
		`{"id":5,"ask":"any","black":0,"white":1,"stars":[],"cells":"BB","rule":"lax"}`:                                     `{"id":5,"error":"rule is \"lax\", want strict or handover"}`,
		`{"id":5,"ask":"any","black":0,"white":1,"stars":[],"cells":"BB","rule":"strict","turn":"red"}`:                     `{"id":5,"error":"turn is \"red\", want black or white"}`,
		`{"id":5,"ask":"any","black":0,"white":1,"stars":[2],"cells":"BB","rule":"strict","turn":"black"}`:                  `{"id":5,"error":"star on cell 2, want 0 to 1"}`,
		`{"id":5,"ask":"any","black":0,"white":1,"stars":[1,1],"cells":"BB","rule":"strict","turn":"black"}`:                `{"id":5,"error":"two stars on cell 1, want at most one"}`,
		`{"id":5,"ask":"any","black":0,"white":1,"stars":[],"cells":"BB","rule":"strict","turn":"black"}`:                   `{"id":5,"error":"a board of 0x0: want sides of 1 to 255"}`,
		`{"id":5,"rows":1,"cols":2,"ask":"any","black":1,"white":1,"stars":[],"cells":"BB","rule":"strict","turn":"black"}`: `{"id":5,"error":"both pieces on cell 1: want two different cells"}`,
	} {
		require.Equal(t, want+"\n", answers(t, server(zeroone.New()), line+"\n"), line)
	}
}

// A slow solver's case gets the reply limit.
func TestServeTimeout(t *testing.T) {
	s := &boardServer{Family: wiring.Family(), Solver: waits{}, Timeout: time.Millisecond}
	require.Equal(t, `{"id":1,"limit":true}`+"\n", answers(t, s,
		string(client(puzzle.Any).AppendRequest(nil, 1, parsed(t, "1x2:BB:0:1:-:strict")))))
}

// A reply is written as soon as no request waits.
func TestServeFlushes(t *testing.T) {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	go server(zeroone.New()).Serve(t.Context(), in, out)
	c := parsed(t, "1x2:BB:0:1:-:strict")
	for id := range uint64(3) {
		_, err := toServer.Write(client(puzzle.Best).AppendRequest(nil, id, c))
		require.NoError(t, err)
		reply := make([]byte, 100)
		n, err := fromServer.Read(reply)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprintf("{\"id\":%d,\"length\":0,\"solution\":\"\"}\n", id), string(reply[:n]))
	}
	toServer.Close()
}

// A line without end, and a client that is gone, end the server.
func TestServeEnds(t *testing.T) {
	s := server(zeroone.New())
	err := s.Serve(t.Context(), strings.NewReader(strings.Repeat("x", 2<<20)), io.Discard)
	require.EqualError(t, err, "reading a request: a line of more than 1048576 bytes")
	err = s.Serve(t.Context(), strings.NewReader("{}\n"), gone{})
	require.ErrorIs(t, err, io.ErrClosedPipe)
}

type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, errors.Join(io.ErrClosedPipe) }
