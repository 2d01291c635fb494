package checkpoint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"
)

// sealed makes a manifest of some JSON, with a right checksum.
func sealed(text string) []byte {
	b := fmt.Appendf(nil, "exhaust checkpoint 1\n%s", text)
	return fmt.Appendf(b, "xxhash %016x\n", xxhash.Sum64(b))
}

// TestWrongManifests reads manifests that are whole and say what none may.
func TestWrongManifests(t *testing.T) {
	ok := `{"generation": 1, "files": [{"name": "a.exhaust", "bytes": 1, "count": 1, "xxhash": "0000000000000001"}]}`
	m, err := parse(manifestName, sealed(ok))
	require.NoError(t, err)
	require.Equal(t, Sum(1), m.Files[0].Sum)
	for name, text := range map[string]string{
		"generation 0":        `{"generation": 0}`,
		"nothing":             ``,
		"no object":           `[]`,
		"an unknown field":    `{"generation": 1, "colour": 2}`,
		"more after it":       ok + `{}`,
		"a name outside":      `{"generation": 1, "files": [{"name": "../a.exhaust"}]}`,
		"a name twice":        `{"generation": 1, "files": [{"name": "a.exhaust", "xxhash": "0000000000000001"}, {"name": "a.exhaust", "xxhash": "0000000000000001"}]}`,
		"a negative size":     `{"generation": 1, "files": [{"name": "a.exhaust", "bytes": -1}]}`,
		"a short checksum":    `{"generation": 1, "files": [{"name": "a.exhaust", "xxhash": "1"}]}`,
		"an upper-case digit": `{"generation": 1, "files": [{"name": "a.exhaust", "xxhash": "000000000000000A"}]}`,
	} {
		_, err := parse(manifestName, sealed(text))
		require.ErrorIs(t, err, ErrCorrupt, name)
	}
	another := fmt.Appendf(nil, "exhaust checkpoint 2\n%s", ok)
	_, err = parse(manifestName, fmt.Appendf(another, "xxhash %016x\n", xxhash.Sum64(another)))
	require.ErrorIs(t, err, ErrUnsupported)
}

// crlf ends lines as some editors and copies do.
func crlf(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")) }

// marked puts a byte order mark before a text.
func marked(text []byte) []byte { return append([]byte(byteOrderMark), text...) }

// TestEditedManifests reads manifests whose line ends an editor changed, or that it marked: they
// are what they were. Damaged as well, they are damaged, at the offset of the first byte that was
// not written.
func TestEditedManifests(t *testing.T) {
	m := &Manifest{Generation: 3, Identity: map[string]string{"case": "a\r\nb\ufeff"},
		Progress: []byte("null")}
	text, err := m.format()
	require.NoError(t, err)
	mixed := bytes.Replace(text, []byte(",\n"), []byte(",\r\n"), 1)
	for name, c := range map[string]struct {
		text []byte
		at   int
	}{
		"carriage returns":          {crlf(text), 20},
		"a mark":                    {marked(text), 0},
		"a mark and both":           {marked(crlf(text)), 0},
		"one carriage return":       {mixed, bytes.IndexByte(mixed, '\r')},
		"a return in the last line": {append(text[:len(text)-1:len(text)-1], "\r\n"...), len(text) - 1},
	} {
		got, err := parse(manifestName, c.text)
		require.NoError(t, err, name)
		require.Equal(t, m.Identity, got.Identity, name)
		damaged := bytes.Clone(c.text)
		damaged[bytes.Index(damaged, []byte("generation"))] ^= 1
		_, err = parse(manifestName, damaged)
		require.ErrorIs(t, err, ErrCorrupt, name)
		want := fmt.Sprintf("MANIFEST at offset %d: corrupt checkpoint: it has a byte order mark or carriage returns, "+
			"and is not whole without them", c.at)
		require.EqualError(t, err, want, name)
	}
	for name, damaged := range map[string][]byte{
		"two marks":           marked(marked(text)),
		"two returns":         crlf(crlf(text)),
		"a space in line one": bytes.Replace(text, []byte("\n"), []byte(" \n"), 1),
		"a longer number":     bytes.Replace(text, []byte("1\n"), []byte("01\n"), 1),
		"a space at the end":  append(bytes.Clone(text), ' '),
		"no last line end":    text[:len(text)-1],
	} {
		_, err := parse(manifestName, damaged)
		require.Error(t, err, name)
		if name != "two marks" {
			require.ErrorIs(t, err, ErrCorrupt, name)
		}
	}
	later := []byte("exhaust checkpoint 2\nnobody knows\n")
	for _, text := range [][]byte{later, crlf(later), marked(later)} {
		_, err = parse(manifestName, text)
		require.ErrorIs(t, err, ErrUnsupported)
		require.ErrorContains(t, err, `version "2": want 1`)
	}
	jar := []byte("Manifest-Version: 1.0\n")
	for _, text := range [][]byte{jar, crlf(jar), marked(jar)} {
		_, err = parse(manifestName, text)
		require.ErrorIs(t, err, ErrNotCheckpoint)
	}
}

// FuzzManifest parses arbitrary manifests, with their checksum put right and without. What
// is read is written to the same content.
func FuzzManifest(f *testing.F) {
	f.Add([]byte(`{"generation": 1, "files": [{"name": "a.exhaust", "bytes": 1, "count": 1, "xxhash": "0000000000000001"}], "progress": {"a": [1, 2]}}`))
	f.Add([]byte(`{"generation": 3, "identity": {"rule": "strict"}, "notes": {"host": "<here>"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		_, _ = parse(manifestName, text)
		m, err := parse(manifestName, sealed(string(text)))
		if err != nil {
			return
		}
		again, err := m.format()
		require.NoError(t, err)
		back, err := parse(manifestName, again)
		require.NoError(t, err)
		a, err := json.Marshal(m)
		require.NoError(t, err)
		b, err := json.Marshal(back)
		require.NoError(t, err)
		require.Equal(t, string(a), string(b))
		edited, err := parse(manifestName, marked(crlf(again)))
		require.NoError(t, err)
		b, err = json.Marshal(edited)
		require.NoError(t, err)
		require.Equal(t, string(a), string(b))
	})
}

// A change may not name a file twice, remove what is not there, or add what is or was.
func TestChangesThatDoNotFit(t *testing.T) {
	start := func() *Manifest {
		return &Manifest{Generation: 1, Files: []Entry{{Name: "a.exhaust"}, {Name: "b.exhaust"},
			{Name: "c.exhaust"}}}
	}
	for want, c := range map[string]Change{
		"remove d.exhaust: the manifest does not name it": {Remove: []string{"d.exhaust"}},
		"remove b.exhaust: the manifest does not name it": {Remove: []string{"b.exhaust", "b.exhaust"}},
		"add c.exhaust: the manifest names it already":    {Add: []Entry{{Name: "c.exhaust"}}},
		"add a.exhaust: the manifest names it already": {Remove: []string{"a.exhaust"},
			Add: []Entry{{Name: "a.exhaust"}}},
		"add d.exhaust: the manifest names it already": {Add: []Entry{{Name: "d.exhaust"},
			{Name: "d.exhaust"}}},
	} {
		require.EqualError(t, start().apply(c), want)
	}
	m := start()
	require.NoError(t, m.apply(Change{Remove: []string{"c.exhaust", "a.exhaust"},
		Add: []Entry{{Name: "d.exhaust"}}}))
	require.Equal(t, []Entry{{Name: "b.exhaust"}, {Name: "d.exhaust"}}, m.Files)
}
