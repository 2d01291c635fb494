package frontier

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// offsetOf returns the offset that an error names.
func offsetOf(t *testing.T, err error) int64 {
	t.Helper()
	at := regexp.MustCompile(`^a run at offset ([0-9]+): `).FindStringSubmatch(err.Error())
	require.NotNil(t, at, err.Error())
	n, err := strconv.ParseInt(at[1], 10, 64)
	require.NoError(t, err)
	return n
}

// A memoryFile is a file in memory.
type memoryFile struct{ *bytes.Reader }

func (f memoryFile) Size() (int64, error) { return f.Reader.Size(), nil }

func (memoryFile) Close() error { return nil }

// openAll opens a run that is part of a file, and verifies it.
func openAll(file []byte, at, size int64) error {
	run, err := OpenRun[[2]uint64](memoryFile{bytes.NewReader(file)}, at, size, "a run")
	if err == nil {
		err = run.Verify()
	}
	return err
}

// TestOffsetsAreThoseOfTheFile damages a run that is a part of a file, at each byte. Errors name
// the same place as those of a file that is the run alone, by its offset in the larger file.
func TestOffsetsAreThoseOfTheFile(t *testing.T) {
	const before = 1234
	r := rand.New(rand.NewPCG(7, 31))
	run := write(t, r, Options{BlockStates: 20}, sortedStates[[2]uint64](r, 90))
	size := int64(len(run))
	for i, whole := range bytes.Clone(run) {
		run[i] ^= 1 << r.IntN(8)
		file := append(make([]byte, before), run...)
		_, alone := Inspect(bytes.NewReader(run), size, "a run", true)
		require.Error(t, alone)
		want := offsetOf(t, alone) + before
		_, part := InspectAt(bytes.NewReader(file), before, size, "a run", true)
		require.Equal(t, want, offsetOf(t, part))
		require.Equal(t, want, offsetOf(t, openAll(append(file, run...), before, size)))
		run[i] = whole
	}
	for n := range size {
		file := append(make([]byte, before), run[:n]...)
		_, err := InspectAt(bytes.NewReader(file), before, size, "a run", true)
		require.ErrorIs(t, err, ErrCorrupt)
		require.LessOrEqual(t, offsetOf(t, err), before+size)
		require.GreaterOrEqual(t, offsetOf(t, err), int64(before))
	}
}
