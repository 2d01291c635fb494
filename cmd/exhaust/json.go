package main

import (
	"bytes"
	"encoding/json"
	"slices"

	"exhaust/family"
)

// An object is a JSON object whose keys keep their order.
type object []family.Detail

// add appends a key.
func (o *object) add(key string, value any) { *o = append(*o, family.Detail{Key: key, Value: value}) }

// only returns the object with the keys named, in its own order.
func (o object) only(keys ...string) (some object) {
	for _, d := range o {
		if slices.Contains(keys, d.Key) {
			some = append(some, d)
		}
	}
	return some
}

// without returns the object without the keys named.
func (o object) without(keys ...string) (some object) {
	for _, d := range o {
		if !slices.Contains(keys, d.Key) {
			some = append(some, d)
		}
	}
	return some
}

// MarshalJSON writes the object.
func (o object) MarshalJSON() ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	text.WriteByte('{')
	for i, d := range o {
		if i > 0 {
			text.WriteByte(',')
		}
		if err := e.Encode(d.Key); err != nil {
			return nil, err
		}
		text.WriteByte(':')
		if err := e.Encode(d.Value); err != nil {
			return nil, err
		}
	}
	text.WriteByte('}')
	return text.Bytes(), nil
}
