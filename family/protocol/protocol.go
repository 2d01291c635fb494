// Package protocol is how a solver is asked from another program: JSON Lines over standard input
// and output (docs/PROTOCOL.md).
//
//	{"id":1,"puzzle":"knights","case":"10110/01*11/10111/01001/00000","ask":"best"}
//	{"id":1,"value":7,"solution":"..."}
//
// A puzzle may have a request of its own beside this one (family.Wire). Client is the side that
// asks, for package compare; Server is the side that answers.
package protocol

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"exhaust/compare"
	"exhaust/family"
	"exhaust/puzzle"
)

// Client writes requests and reads replies.
type Client[C any] struct {
	Family *family.Family[C]
	Ask    puzzle.Ask
}

// AppendRequest appends the request for a case, one line.
func (p Client[C]) AppendRequest(dst []byte, id uint64, c C) []byte {
	if p.Family.Wire != nil {
		return p.Family.Wire.AppendRequest(dst, id, c, p.Ask)
	}
	dst = append(dst, `{"id":`...)
	dst = strconv.AppendUint(dst, id, 10)
	dst = append(dst, `,"puzzle":`...)
	dst = appendString(dst, p.Family.Name)
	dst = append(dst, `,"case":`...)
	dst = appendString(dst, p.Family.Notation.Format(c))
	dst = append(dst, `,"ask":`...)
	dst = appendString(dst, p.Ask.String())
	return append(dst, "}\n"...)
}

// appendString appends a text as JSON.
func appendString(dst []byte, text string) []byte {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string can be written
	}
	return append(dst, quoted...)
}

// Clone returns a copy of a case.
func (p Client[C]) Clone(c C) C { return p.Family.Notation.Clone(c) }

// A reply is a line of a solver. Keys besides these are left alone.
type reply struct {
	ID         *uint64 `json:"id"`
	Solvable   *bool   `json:"solvable"`
	Unsolvable *bool   `json:"unsolvable"`
	Length     *int    `json:"length"` // the same as value
	Value      *int    `json:"value"`
	Solution   *string `json:"solution"`
	Second     *string `json:"second"`
	Limit      *bool   `json:"limit"`
	Error      *string `json:"error"`
	Reason     any     `json:"reason"` // why it is unsolvable, in words
}

// ParseReply reads a reply.
func (p Client[C]) ParseReply(line []byte) (compare.Reply, error) {
	var r reply
	if err := Decode(line, &r); err != nil {
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
	out.Answer.Answer, err = p.answer(&r)
	return out, err
}

// answer returns what the reply says.
func (p Client[C]) answer(r *reply) (puzzle.Answer, error) {
	solvable := r.Length != nil || r.Value != nil || r.Solution != nil || r.Second != nil ||
		isTrue(r.Solvable)
	unsolvable := isTrue(r.Unsolvable) || r.Solvable != nil && !*r.Solvable
	said := 0
	for _, is := range []bool{solvable, unsolvable, isTrue(r.Limit)} {
		if is {
			said++
		}
	}
	switch {
	case said == 0:
		return puzzle.Answer{}, fmt.Errorf(
			"it says nothing, want unsolvable, %s, solution, limit or error",
			p.key(),
		)
	case said > 1 || solvable && r.Unsolvable != nil && *r.Unsolvable || r.Length != nil && r.Value != nil && *r.Length != *r.Value:
		return puzzle.Answer{}, errors.New("it says two things at once")
	case unsolvable:
		return puzzle.Answer{Verdict: puzzle.Unsolvable, Reason: p.reason(r)}, nil
	case !solvable:
		return puzzle.Answer{Verdict: puzzle.Limit}, nil
	}
	return p.solution(r)
}

// key returns the name that a reply has for the value.
func (p Client[C]) key() string {
	if p.Family.Wire != nil {
		return "length"
	}
	return "value"
}

// reason returns why a case is unsolvable, if the reply says it. A puzzle's own replies have no
// such key.
func (p Client[C]) reason(r *reply) string {
	if text, ok := r.Reason.(string); ok && p.Family.Wire == nil {
		return text
	}
	return ""
}

func isTrue(b *bool) bool { return b != nil && *b }

// solution returns what a reply says that says solvable.
func (p Client[C]) solution(r *reply) (puzzle.Answer, error) {
	a := puzzle.Answer{Verdict: puzzle.Solvable, Value: puzzle.Unsaid, Bare: r.Solution == nil}
	if value := cmp.Or(r.Value, r.Length); value != nil {
		a.Value = *value
		if least, ok := leastValue(p.Family.Measure.Kind); ok && a.Value < least {
			return a, fmt.Errorf("%s %d, want %d or more", p.key(), a.Value, least)
		}
	}
	var err error
	if a.Certificate, err = p.certificate(r.Solution); err != nil {
		return a, err
	}
	if a.Second, err = p.certificate(r.Second); err != nil {
		return a, err
	}
	switch {
	case a.Second != nil && a.Bare:
		return a, errors.New("it gives a second solution without a first")
	case p.Ask != puzzle.Decide && a.Value == puzzle.Unsaid && a.Bare:
		return a, fmt.Errorf("it says solvable without a %s or a solution", p.key())
	}
	return a, nil
}

// leastValue returns the least value of a solvable case, if there is one.
func leastValue(kind puzzle.Kind) (least int, ok bool) {
	if kind == puzzle.Count {
		least = 1
	}
	return least, kind != puzzle.Payoff
}

// certificate reads a solution, if there is one.
func (p Client[C]) certificate(text *string) ([]byte, error) {
	if text == nil {
		return nil, nil
	}
	return p.Family.Notation.ParseSolution(*text)
}

// Decode reads one JSON object, and says in plain words what is wrong. A key counts only as it is
// written: "STARS" is another key than "stars", and is left alone.
func Decode(line []byte, into any) error {
	if !bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte{'{'}) {
		return errors.New("want a JSON object")
	}
	if fields := fieldsOf(into); hasVariant(line, fields) {
		var err error
		if line, err = only(line, fields); err != nil {
			return fmt.Errorf("want a JSON object: %w", err)
		}
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

// fieldsOf returns the keys of a struct that a pointer points to.
func fieldsOf(into any) (fields []string) {
	for field := range reflect.TypeOf(into).Elem().Fields() {
		fields = append(fields, field.Tag.Get("json"))
	}
	return fields
}

// hasVariant reports whether a line may have a key that package json would take for one of the
// fields although it is written otherwise. It is quick, and may say yes too often.
func hasVariant(line []byte, fields []string) bool {
	if bytes.IndexByte(line, '\\') >= 0 {
		return true // a key may be written with escapes
	}
	for rest := line; ; {
		start := bytes.IndexByte(rest, '"')
		if start < 0 {
			return false
		}
		end := bytes.IndexByte(rest[start+1:], '"')
		if end < 0 {
			return false
		}
		word := rest[start+1 : start+1+end]
		for _, field := range fields {
			if string(word) != field && strings.EqualFold(string(word), field) {
				return true
			}
		}
		rest = rest[start+end+2:]
	}
}

// only returns a JSON object with the keys that are fields.
func only(line []byte, fields []string) ([]byte, error) {
	var all, some = map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if err := json.Unmarshal(line, &all); err != nil {
		return nil, err
	}
	for _, field := range fields {
		if value, ok := all[field]; ok {
			some[field] = value
		}
	}
	return json.Marshal(some)
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
