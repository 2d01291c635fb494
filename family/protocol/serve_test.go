package protocol_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/family/familytest"
	"exhaust/family/protocol"
	"exhaust/puzzle"
)

// replies has a server answer lines.
func replies[C any](t testing.TB, s *protocol.Server[C], text string) string {
	var out bytes.Buffer
	require.NoError(t, s.Serve(t.Context(), strings.NewReader(text), &out))
	return out.String()
}

// serverOf returns a server of a solver of a family.
func serverOf[C any](t testing.TB, f *family.Family[C], solver string) *protocol.Server[C] {
	s, err := f.Solver(solver, puzzle.Limits{})
	require.NoError(t, err)
	return &protocol.Server[C]{Family: f, Solver: s}
}

func TestServeRefuses(t *testing.T) {
	s := serverOf(t, familytest.Coins(), "table")
	for line, want := range map[string]string{
		`no`:                                    `{"id":null,"error":"want a JSON object"}`,
		`{"id":5`:                               `{"id":null,"error":"want a JSON object: unexpected end of JSON input"}`,
		`{"id":5,"case":1}`:                     `{"id":5,"error":"case is a number, want a string"}`,
		`{"case":"6:134:two","ask":"any"}`:      `{"id":null,"error":"there is no id"}`,
		`{"id":5}`:                              `{"id":5,"error":"case is missing, want an ID of the puzzle"}`,
		`{"id":5,"puzzle":"coins","ask":"any"}`: `{"id":5,"error":"case is missing, want an ID of the puzzle"}`,
		`{"id":5,"puzzle":"tiles","case":"6:134:two"}`:                `{"id":5,"error":"puzzle is \"tiles\", want coins"}`,
		`{"id":5,"puzzle":"","case":"6:134:two","ask":"any"}`:         `{"id":5,"error":"puzzle is \"\", want coins"}`,
		`{"id":5,"case":"6:134:two"}`:                                 `{"id":5,"error":"ask is \"\", want decide, any or best"}`,
		`{"id":5,"case":"6:134:two","ask":"solve"}`:                   `{"id":5,"error":"ask is \"solve\", want decide, any or best"}`,
		`{"id":5,"case":"6:12:two","ask":"any"}`:                      `{"id":5,"error":"case 6:12:two: column 4: want coins of 1, 3 and 4, ascending"}`,
		`{"id":5,"case":"ends:6:134:two","ask":"any"}`:                `{"id":5,"error":"case ends:6:134:two: column 1: want a sum from 0 to 60"}`,
		`{"id":{"a":[1,"<"]},"case":"6:134:two","ask":"all of them"}`: `{"id":{"a":[1,"\u003c"]},"error":"ask is \"all of them\", want decide, any or best"}`,
	} {
		require.Equal(t, want+"\n", replies(t, s, line+"\n"), line)
	}
	// Only where values are moves is there a shortest.
	require.Equal(t, `{"id":5,"error":"ask is \"shortest\", want decide, any or best"}`+"\n",
		replies(t, serverOf(t, familytest.Ends(), "memo"), `{"id":5,"case":"1","ask":"shortest"}`))
	require.Equal(t, `{"id":null,"error":"there is no id"}`+"\n", replies(t, s, "\n \n{}\n\t\n"))
}

// told returns a server of a solver that always says the same.
func told[C any](f *family.Family[C], a puzzle.Answer) *protocol.Server[C] {
	return &protocol.Server[C]{
		Family: f,
		Solver: familytest.Func[C](func(C) puzzle.Answer { return a }),
	}
}

// TestServeWhatIsSaid replies with what a solver says, and with no more: no solution where there is
// none, and no count where one solution was asked for.
func TestServeWhatIsSaid(t *testing.T) {
	solvable := func(value int, certificate string) puzzle.Answer {
		return puzzle.Answer{
			Verdict:     puzzle.Solvable,
			Value:       value,
			Certificate: []byte(certificate),
			Bare:        certificate == "",
		}
	}
	coins := func(a puzzle.Answer, ask string) string {
		return replies(
			t,
			told(familytest.Coins(), a),
			`{"id":1,"case":"4:134:two","ask":"`+ask+`"}`,
		)
	}
	require.Equal(t, `{"id":1,"value":2,"solution":"31"}`+"\n", coins(solvable(2, "31"), "best"))
	require.Equal(t, `{"id":1,"value":2}`+"\n", coins(solvable(2, ""), "best"))
	require.Equal(t, `{"id":1,"solvable":true}`+"\n", coins(solvable(puzzle.Unsaid, ""), "best"))
	require.Equal(t, `{"id":1,"solvable":true}`+"\n", coins(solvable(2, ""), "any"))
	require.Equal(
		t,
		`{"id":1,"value":2,"solution":"31"}`+"\n",
		coins(solvable(puzzle.Unsaid, "31"), "best"),
	)
	require.Equal(
		t,
		`{"id":1,"value":9,"solution":"31"}`+"\n",
		coins(solvable(9, "31"), "best"),
	) // for others to judge
	require.Equal(
		t,
		`{"id":1,"error":"the solution does not replay: after step 1: 3 is less than 4"}`+"\n",
		coins(solvable(2, "3"), "any"),
	)
	require.Equal(t, `{"id":1,"solvable":true}`+"\n", coins(solvable(2, "3"), "decide"))

	a := solvable(2, "12")
	a.Second = []byte("32")
	colours := func(a puzzle.Answer, ask string) string {
		return replies(t, told(familytest.Colours(), a), `{"id":1,"case":".2","ask":"`+ask+`"}`)
	}
	require.Equal(t, `{"id":1,"value":2,"solution":"12","second":"32"}`+"\n", colours(a, "best"))
	require.Equal(t, `{"id":1,"solution":"12","second":"32"}`+"\n", colours(a, "any"))
	require.Equal(t, `{"id":1,"solution":"12"}`+"\n", colours(solvable(2, "12"), "any"))
	require.Equal(
		t,
		`{"id":1,"error":"the solution does not replay: step 2 (1): the cell has another colour"}`+"\n",
		colours(solvable(2, "31"), "any"),
	)
	require.Equal(t, `{"id":1,"solvable":true}`+"\n", colours(a, "decide"))
}

// A slow solver waits until it is told to stop.
type slow struct{}

func (slow) Solve(ctx context.Context, _ purse, _ puzzle.Ask) (puzzle.Answer, error) {
	<-ctx.Done()
	return puzzle.Answer{Cause: context.Cause(ctx)}, nil
}

// A slow solver's case gets the reply limit.
func TestServeTimeout(t *testing.T) {
	s := &protocol.Server[purse]{
		Family:  familytest.Coins(),
		Solver:  slow{},
		Timeout: time.Millisecond,
	}
	require.Equal(
		t,
		`{"id":1,"limit":true}`+"\n",
		replies(t, s, `{"id":1,"case":"4:134:two","ask":"best"}`),
	)
}

// A reply is written as soon as no request waits.
func TestServeFlushes(t *testing.T) {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	s := serverOf(t, familytest.Ends(), "memo")
	ended := make(chan error)
	go func() { ended <- s.Serve(t.Context(), in, out) }()
	client := protocol.Client[row]{Family: s.Family, Ask: puzzle.Best}
	for id := range uint64(3) {
		_, err := toServer.Write(client.AppendRequest(nil, id, &familytest.Row{Numbers: []int{-4}}))
		require.NoError(t, err)
		reply := make([]byte, 100)
		n, err := fromServer.Read(reply)
		require.NoError(t, err)
		require.Equal(
			t,
			fmt.Sprintf("{\"id\":%d,\"value\":-4,\"solution\":\"l\"}\n", id),
			string(reply[:n]),
		)
	}
	require.NoError(t, toServer.Close())
	require.NoError(t, <-ended)
}

// A line without end, a client that is gone, a broken input and a done context end the server.
func TestServeEnds(t *testing.T) {
	s := serverOf(t, familytest.Coins(), "table")
	err := s.Serve(t.Context(), strings.NewReader(strings.Repeat("x", 2<<20)), io.Discard)
	require.EqualError(t, err, "reading a request: a line of more than 1048576 bytes")
	err = s.Serve(t.Context(), strings.NewReader("{}\n"), gone{})
	require.ErrorIs(t, err, io.ErrClosedPipe)
	broken := errors.New("broken")
	err = s.Serve(
		t.Context(),
		io.MultiReader(strings.NewReader("{}\n"), brokenReader{broken}),
		io.Discard,
	)
	require.ErrorIs(t, err, broken)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(broken)
	require.ErrorIs(t, s.Serve(ctx, strings.NewReader("{}\n"), io.Discard), broken)
}

type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

type brokenReader struct{ err error }

func (r brokenReader) Read([]byte) (int, error) { return 0, r.err }
