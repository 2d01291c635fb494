package protocol

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"exhaust/compare"
	"exhaust/family"
	"exhaust/puzzle"
)

// A Server is a solver behind the protocol.
type Server[C any] struct {
	Family  *family.Family[C]
	Solver  puzzle.Solver[C]
	Timeout time.Duration // for a case; then the reply is limit. 0: no limit
}

// maxRequest is the longest request, in bytes, and as long as the longest reply. The largest board
// with a star everywhere takes half of it.
const maxRequest = compare.MaxLine

// Serve replies to the requests of in, in their order, until in ends or ctx is done. A line that is
// no request gets a reply with an error. Replies are written when no request is waiting.
func (s *Server[C]) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	r, w := bufio.NewReaderSize(in, 64<<10), bufio.NewWriterSize(out, 64<<10)
	var line []byte
	for ctx.Err() == nil {
		var err error
		line, err = readLine(r, line[:0])
		if len(bytes.TrimSpace(line)) > 0 {
			if err := json.NewEncoder(w).Encode(s.reply(ctx, line)); err != nil {
				return fmt.Errorf("writing a reply: %w", err)
			}
		}
		if r.Buffered() == 0 || err != nil {
			if err := w.Flush(); err != nil {
				return fmt.Errorf("writing a reply: %w", err)
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("reading a request: %w", err)
		}
	}
	return context.Cause(ctx)
}

// readLine reads a line of up to maxRequest bytes.
func readLine(r *bufio.Reader, line []byte) ([]byte, error) {
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxRequest {
			return nil, fmt.Errorf("a line of more than %d bytes", maxRequest)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// A request is a line that a solver reads, as far as it is the same for all puzzles.
type request struct {
	ID     json.RawMessage `json:"id"`
	Puzzle *string         `json:"puzzle"`
	Case   *string         `json:"case"`
	Ask    string          `json:"ask"`
}

// A served is a reply. The ID is the request's, whatever it was. Length is the value, to a request
// of a puzzle's own.
type served struct {
	ID         json.RawMessage `json:"id"`
	Solvable   bool            `json:"solvable,omitempty"`
	Unsolvable bool            `json:"unsolvable,omitempty"`
	Length     *int            `json:"length,omitempty"`
	Value      *int            `json:"value,omitempty"`
	Solution   *string         `json:"solution,omitempty"`
	Second     *string         `json:"second,omitempty"`
	Reason     string          `json:"reason,omitempty"`
	Limit      bool            `json:"limit,omitempty"`
	Error      string          `json:"error,omitempty"`
}

// reply answers a line.
func (s *Server[C]) reply(ctx context.Context, line []byte) served {
	var q request
	if err := Decode(line, &q); err != nil {
		return served{ID: q.ID, Error: err.Error()}
	}
	out := served{ID: q.ID}
	own := s.Family.Wire != nil && q.Case == nil && q.Puzzle == nil
	c, ask, err := s.question(&q, line, own)
	if err == nil {
		err = s.solve(ctx, c, ask, own, &out)
	}
	if err != nil {
		out = served{ID: q.ID, Error: err.Error()}
	}
	return out
}

// question returns the case that a request is about, and what is asked of it.
func (s *Server[C]) question(q *request, line []byte, own bool) (c C, ask puzzle.Ask, err error) {
	switch {
	case len(q.ID) == 0:
		return c, 0, errors.New("there is no id")
	case own:
		return s.Family.Wire.ParseRequest(line)
	case q.Case == nil:
		return c, 0, errors.New("case is missing, want an ID of the puzzle")
	case q.Puzzle != nil && *q.Puzzle != s.Family.Name:
		return c, 0, fmt.Errorf("puzzle is %q, want %s", *q.Puzzle, s.Family.Name)
	}
	ask, ok := s.Family.Measure.AskNamed(q.Ask)
	if q.Ask == puzzle.Best.String() {
		ask, ok = puzzle.Best, true
	}
	if !ok {
		return c, 0, fmt.Errorf("ask is %q, want decide, any or best", q.Ask)
	}
	c, err = s.Family.Notation.Parse(strings.TrimPrefix(*q.Case, s.Family.Name+":"))
	return c, ask, err
}

// solve has the solver answer a question.
func (s *Server[C]) solve(ctx context.Context, c C, ask puzzle.Ask, own bool, out *served) error {
	if s.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, s.Timeout)
		defer cancel()
		ctx = limited
	}
	a, err := s.Solver.Solve(ctx, c, ask)
	switch {
	case err != nil:
		return err
	case a.Verdict == puzzle.Limit:
		out.Limit = true
	case a.Verdict == puzzle.Unsolvable:
		out.Unsolvable = true
		if !own {
			out.Reason = a.Reason
		}
	case ask == puzzle.Decide:
		out.Solvable = true
	default:
		return s.solution(c, &a, own, out)
	}
	return nil
}

// solution replies with a value and certificates, as far as the solver gives them.
func (s *Server[C]) solution(c C, a *puzzle.Answer, own bool, out *served) error {
	value, err := s.value(c, a)
	switch {
	case err != nil:
		return err
	case value == puzzle.Unsaid:
		out.Solvable = a.Bare
	case own:
		out.Length = &value
	default:
		out.Value = &value
	}
	if a.Bare {
		return nil
	}
	solution := string(a.Certificate)
	out.Solution = &solution
	if a.Second != nil {
		second := string(a.Second)
		out.Second = &second
	}
	return nil
}

// value returns the value of an answer. One that the solver leaves unsaid, because it was not asked
// for, is the certificate's, but where solutions are counted: one of them does not say how many
// there are.
func (s *Server[C]) value(c C, a *puzzle.Answer) (int, error) {
	if a.Value != puzzle.Unsaid || a.Bare {
		return a.Value, nil
	}
	value, err := s.Family.Referee().Replay(c, a.Certificate)
	switch {
	case err != nil:
		return 0, fmt.Errorf("the solution does not replay: %w", err)
	case s.Family.Measure.Kind == puzzle.Count:
		return puzzle.Unsaid, nil
	}
	return value, nil
}
