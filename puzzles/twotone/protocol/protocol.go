// Package protocol is how a solver of the two-tone puzzle is asked from another
// program: JSON Lines over standard input and output (docs/PROTOCOL.md).
//
//	{"id":1,"rows":2,"cols":2,"cells":"BWRB","black":0,"white":3,"stars":[1,2],"rule":"strict","turn":"black","ask":"shortest"}
//	{"id":1,"length":2,"solution":"RL"}
//
// Client is the side that asks, for package compare; Serve is the side that
// answers.
package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"exhaust/compare"
	"exhaust/puzzles/twotone"
)

// Client writes requests and reads replies.
type Client struct{ Ask twotone.Ask }

// AppendRequest appends the request for a case, one line.
func (p Client) AppendRequest(dst []byte, id uint64, c *twotone.Case) []byte {
	number := func(key string, n int) {
		dst = append(dst, key...)
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	dst = append(dst, `{"id":`...)
	dst = strconv.AppendUint(dst, id, 10)
	number(`,"rows":`, c.Rows)
	number(`,"cols":`, c.Cols)
	dst = append(dst, `,"cells":"`...)
	for _, cell := range c.Cells {
		dst = append(dst, twotone.ColourLetters[cell])
	}
	number(`","black":`, c.Black)
	number(`,"white":`, c.White)
	dst = append(dst, `,"stars":[`...)
	comma := false
	for cell, star := range c.Stars {
		if !star {
			continue
		}
		if comma {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(cell), 10)
		comma = true
	}
	dst = append(dst, `],"rule":"`...)
	dst = append(dst, c.Rule.String()...)
	dst = append(dst, `","turn":"`...)
	dst = append(dst, c.Turn.String()...)
	dst = append(dst, `","ask":"`...)
	dst = append(dst, p.Ask.String()...)
	return append(dst, "\"}\n"...)
}

// Clone returns a copy of a case.
func (p Client) Clone(c *twotone.Case) *twotone.Case { return c.Clone() }

// A reply is a line of a solver. Keys besides these are left alone.
type reply struct {
	ID         *uint64 `json:"id"`
	Solvable   *bool   `json:"solvable"`
	Unsolvable *bool   `json:"unsolvable"`
	Length     *int    `json:"length"`
	Solution   *string `json:"solution"`
	Limit      *bool   `json:"limit"`
	Error      *string `json:"error"`
}

// ParseReply reads a reply.
func (p Client) ParseReply(line []byte) (compare.Reply, error) {
	var r reply
	if err := decode(line, &r); err != nil {
		return compare.Reply{}, err
	}
	if r.ID == nil {
		return compare.Reply{}, errors.New("there is no id")
	}
	out := compare.Reply{ID: *r.ID}
	if r.Error != nil {
		out.Failed = *r.Error
		if out.Failed == "" {
			out.Failed = "(no text)"
		}
		return out, nil
	}
	var err error
	out.Answer, err = r.answer(p.Ask)
	return out, err
}

// answer returns what the reply says.
func (r *reply) answer(ask twotone.Ask) (compare.Answer, error) {
	solvable := r.Length != nil || r.Solution != nil || isTrue(r.Solvable)
	unsolvable := isTrue(r.Unsolvable) || r.Solvable != nil && !*r.Solvable
	said := 0
	for _, is := range []bool{solvable, unsolvable, isTrue(r.Limit)} {
		if is {
			said++
		}
	}
	switch {
	case said == 0:
		return compare.Answer{}, errors.New("it says nothing, want unsolvable, length, solution, limit or error")
	case said > 1 || solvable && r.Unsolvable != nil && *r.Unsolvable:
		return compare.Answer{}, errors.New("it says two things at once")
	case unsolvable:
		return compare.Answer{Verdict: compare.Unsolvable}, nil
	case !solvable:
		return compare.Answer{Verdict: compare.Limit}, nil
	}
	return r.solution(ask)
}

func isTrue(b *bool) bool { return b != nil && *b }

// solution returns what a reply says that says solvable.
func (r *reply) solution(ask twotone.Ask) (compare.Answer, error) {
	a := compare.Answer{Verdict: compare.Solvable, Length: compare.Unsaid, Bare: r.Solution == nil}
	if r.Length != nil {
		a.Length = *r.Length
		if a.Length < 0 {
			return a, fmt.Errorf("length %d, want 0 or more", a.Length)
		}
	}
	if r.Solution != nil {
		s, err := twotone.ParseSolution(*r.Solution)
		if err != nil {
			return a, err
		}
		a.Certificate = s
	}
	if ask != twotone.Decide && r.Length == nil && r.Solution == nil {
		return a, errors.New("it says solvable without a length or a solution")
	}
	return a, nil
}

// decode reads one JSON object, and says in plain words what is wrong.
func decode(line []byte, into any) error {
	if !bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte{'{'}) {
		return errors.New("want a JSON object")
	}
	err := json.Unmarshal(line, into)
	var field *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &field):
		return fmt.Errorf("%s is a %s, want %s", field.Field, field.Value, wanted(field))
	}
	return fmt.Errorf("want a JSON object: %w", err)
}

// wanted names the type that a field should have.
func wanted(field *json.UnmarshalTypeError) string {
	switch field.Type.Kind().String() {
	case "bool":
		return "true or false"
	case "string":
		return "a string"
	case "slice":
		return "a list of numbers"
	}
	return "a whole number"
}
