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
	m, err := parse(sealed(ok))
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
		_, err := parse(sealed(text))
		require.ErrorIs(t, err, ErrCorrupt, name)
	}
	_, err = parse(bytes.Replace(sealed(ok), []byte("checkpoint 1"), []byte("checkpoint 2"), 1))
	require.ErrorIs(t, err, ErrUnsupported)
}

// FuzzManifest parses arbitrary manifests, with their checksum put right and without. What
// is read is written to the same content.
func FuzzManifest(f *testing.F) {
	f.Add([]byte(`{"generation": 1, "files": [{"name": "a.exhaust", "bytes": 1, "count": 1, "xxhash": "0000000000000001"}], "progress": {"a": [1, 2]}}`))
	f.Add([]byte(`{"generation": 3, "identity": {"rule": "strict"}, "notes": {"host": "<here>"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		_, _ = parse(text)
		m, err := parse(sealed(string(text)))
		if err != nil {
			return
		}
		again, err := m.format()
		require.NoError(t, err)
		back, err := parse(again)
		require.NoError(t, err)
		a, err := json.Marshal(m)
		require.NoError(t, err)
		b, err := json.Marshal(back)
		require.NoError(t, err)
		require.Equal(t, string(a), string(b))
	})
}
