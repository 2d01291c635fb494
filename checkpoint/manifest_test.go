package checkpoint

import (
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
	})
}

// A change may not name a file twice, remove what is not there, or add what is or was.
func TestChangesThatDoNotFit(t *testing.T) {
	start := func() *Manifest {
		return &Manifest{Generation: 1, Files: []Entry{{Name: "a.exhaust"}, {Name: "b.exhaust"}, {Name: "c.exhaust"}}}
	}
	for want, c := range map[string]Change{
		"remove d.exhaust: the manifest does not name it": {Remove: []string{"d.exhaust"}},
		"remove b.exhaust: the manifest does not name it": {Remove: []string{"b.exhaust", "b.exhaust"}},
		"add c.exhaust: the manifest names it already":    {Add: []Entry{{Name: "c.exhaust"}}},
		"add a.exhaust: the manifest names it already":    {Remove: []string{"a.exhaust"}, Add: []Entry{{Name: "a.exhaust"}}},
		"add d.exhaust: the manifest names it already":    {Add: []Entry{{Name: "d.exhaust"}, {Name: "d.exhaust"}}},
	} {
		require.EqualError(t, start().apply(c), want)
	}
	m := start()
	require.NoError(t, m.apply(Change{Remove: []string{"c.exhaust", "a.exhaust"}, Add: []Entry{{Name: "d.exhaust"}}}))
	require.Equal(t, []Entry{{Name: "b.exhaust"}, {Name: "d.exhaust"}}, m.Files)
}
