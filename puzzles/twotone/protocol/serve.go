package protocol

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"exhaust/compare"
	"exhaust/puzzles/twotone"
)

// A Solver answers questions about cases one after the other.
type Solver interface {
	Solve(ctx context.Context, c *twotone.Case, ask twotone.Ask) (twotone.Result, error)
}

// A Server is a solver behind the protocol.
type Server struct {
	Solver  Solver
	Timeout time.Duration // for a case; then the reply is limit. 0: no limit
}

// maxRequest is the longest request, in bytes, and as long as the longest reply. The largest board with a star everywhere takes half of it.
const maxRequest = compare.MaxLine

// Serve replies to the requests of in, in their order, until in ends or ctx is done. A line that is no
// request gets a reply with an error. Replies are written when no request is waiting.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
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

// request is a line that a solver reads.
type request struct {
	ID    json.RawMessage `json:"id"`
	Rows  int             `json:"rows"`
	Cols  int             `json:"cols"`
	Cells string          `json:"cells"`
	Black *int            `json:"black"`
	White *int            `json:"white"`
	Stars []int           `json:"stars"`
	Rule  string          `json:"rule"`
	Turn  string          `json:"turn"`
	Ask   string          `json:"ask"`
}

// A served is a reply. The ID is the request's, whatever it was.
type served struct {
	ID         json.RawMessage `json:"id"`
	Solvable   bool            `json:"solvable,omitempty"`
	Unsolvable bool            `json:"unsolvable,omitempty"`
	Length     *int            `json:"length,omitempty"`
	Solution   *string         `json:"solution,omitempty"`
	Limit      bool            `json:"limit,omitempty"`
	Error      string          `json:"error,omitempty"`
}

// reply answers a line.
func (s *Server) reply(ctx context.Context, line []byte) served {
	var q request
	if err := decode(line, &q); err != nil {
		return served{ID: q.ID, Error: err.Error()}
	}
	out := served{ID: q.ID}
	c, ask, err := q.question()
	if err == nil {
		err = s.solve(ctx, c, ask, &out)
	}
	if err != nil {
		out.Error = err.Error()
	}
	return out
}

// solve has the solver answer a question.
func (s *Server) solve(ctx context.Context, c *twotone.Case, ask twotone.Ask, out *served) error {
	if s.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, s.Timeout)
		defer cancel()
		ctx = limited
	}
	r, err := s.Solver.Solve(ctx, c, ask)
	switch {
	case err != nil:
		return err
	case r.Verdict == twotone.Limit:
		out.Limit = true
	case r.Verdict == twotone.Unsolvable:
		out.Unsolvable = true
	case ask == twotone.Decide:
		out.Solvable = true
	default:
		moves, solution := r.Solution.Moves(), string(r.Solution)
		if ask == twotone.Shortest {
			moves = r.Length
		}
		out.Length, out.Solution = &moves, &solution
	}
	return nil
}

// question returns the case that a request is about, and what is asked of it.
func (q *request) question() (*twotone.Case, twotone.Ask, error) {
	ask, ok := twotone.AskNamed(q.Ask)
	switch {
	case len(q.ID) == 0:
		return nil, 0, errors.New("there is no id")
	case !ok:
		return nil, 0, fmt.Errorf("ask is %q, want decide, any or shortest", q.Ask)
	case q.Black == nil || q.White == nil:
		return nil, 0, errors.New("black or white is missing, want the cells of both pieces")
	case q.Stars == nil:
		return nil, 0, errors.New("stars is missing, want a list of cells")
	}
	c := &twotone.Case{Board: twotone.Board{Rows: q.Rows, Cols: q.Cols, Black: *q.Black, White: *q.White}}
	for i := range q.Cells {
		colour, ok := twotone.ColourOfLetter(q.Cells[i])
		if !ok {
			return nil, 0, fmt.Errorf("cells holds %q, want B, W and R", q.Cells[i])
		}
		c.Cells = append(c.Cells, colour)
	}
	if err := q.setWords(c); err != nil {
		return nil, 0, err
	}
	if err := q.setStars(c); err != nil {
		return nil, 0, err
	}
	return c, ask, c.Validate()
}

// setWords sets the rule and the turn.
func (q *request) setWords(c *twotone.Case) error {
	var ok bool
	if c.Rule, ok = twotone.RuleNamed(q.Rule); !ok {
		return fmt.Errorf("rule is %q, want strict or handover", q.Rule)
	}
	if c.Turn, ok = twotone.SideNamed(q.Turn); !ok {
		return fmt.Errorf("turn is %q, want black or white", q.Turn)
	}
	return nil
}

// setStars sets the stars.
func (q *request) setStars(c *twotone.Case) error {
	c.Stars = make([]bool, len(c.Cells))
	for _, cell := range q.Stars {
		if cell < 0 || cell >= len(c.Stars) {
			return fmt.Errorf("star on cell %d, want 0 to %d", cell, len(c.Stars)-1)
		}
		if c.Stars[cell] {
			return fmt.Errorf("two stars on cell %d, want at most one", cell)
		}
		c.Stars[cell] = true
	}
	return nil
}
