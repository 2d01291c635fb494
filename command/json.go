package command

import (
	"bytes"
	"encoding/json"
	"slices"

	"exhaust/family"
)

// An Object is a JSON object whose keys keep their order.
type Object []family.Detail

// Add appends a key.
func (o *Object) Add(
	key string,
	value any,
) {
	*o = append(*o, family.Detail{Key: key, Value: value})
}

// Only returns the object with the keys named, in its own order.
func (o Object) Only(keys ...string) (some Object) {
	for _, d := range o {
		if slices.Contains(keys, d.Key) {
			some = append(some, d)
		}
	}
	return some
}

// Without returns the object without the keys named.
func (o Object) Without(keys ...string) (some Object) {
	for _, d := range o {
		if !slices.Contains(keys, d.Key) {
			some = append(some, d)
		}
	}
	return some
}

// MarshalJSON writes the object.
func (o Object) MarshalJSON() ([]byte, error) {
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
