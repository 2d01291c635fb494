package frontier

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
)

// keys returns blocks of keys, given without the six bits that are 0.
func keys[W statecodec.Words](squeezed ...W) (blocks []statecodec.Block[W]) {
	for _, key := range squeezed {
		key[len(key)-1] <<= statecodec.BlockBits
		blocks = append(blocks, statecodec.Block[W]{Key: key, Set: 1})
	}
	return blocks
}

func padded(body []byte) []byte { return append(slices.Clone(body), make([]byte, padding)...) }

// TestKeys holds the tokens of keys to the bytes of docs/FORMAT.md.
func TestKeys(t *testing.T) {
	for _, c := range []struct {
		from, to uint64
		body     []byte
	}{
		{0, 1, []byte{0}},
		{7, 7 + 176, []byte{175}},
		{7, 7 + 177, []byte{176, 0}},
		{7, 7 + 178, []byte{176, 1}},
		{0, 177 + 256, []byte{177, 0}},
		{0, 16560, []byte{239, 255}},
		{0, 16561, []byte{241, 0xb1, 0x40}},
		{1, 1 + 0x123456, []byte{242, 0x56, 0x34, 0x12}},
		{0, 1<<58 - 1, []byte{247, 255, 255, 255, 255, 255, 255, 255, 3}},
	} {
		body := encodeKeys(nil, keys([1]uint64{c.from}, [1]uint64{c.to}))
		require.Equal(t, c.body, body, "%d to %d", c.from, c.to)
		var blocks [2]statecodec.Block[[1]uint64]
		n, ok := decodeKeys(blocks[:], [1]uint64{c.from}, padded(body))
		require.True(t, ok)
		require.Equal(t, 2, n)
		require.Equal(t, [1]uint64{c.to}, blocks[1].Key)
	}
	body := encodeKeys(nil, keys([3]uint64{1, 2, 3}, [3]uint64{1, 2, 4}, [3]uint64{1, 0x302, 0}, [3]uint64{2, 0, 0x1234}))
	require.Equal(t, []byte{0, 249, 2, 0, 3, 0, 248, 1, 1, 0, 2, 0x34, 0x12}, body)
}

// TestSets holds sets to the bytes of docs/FORMAT.md.
func TestSets(t *testing.T) {
	for _, c := range []struct {
		set  uint64
		body []byte
	}{
		{1, []byte{0}},
		{1 << 63, []byte{63}},
		{3, []byte{64, 3}},
		{0xff00, []byte{65, 0xff}},
		{0x0101, []byte{66, 1, 1}},
		{0x8000000000000001, []byte{code(0x81), 1, 0x80}},
		{0x0100000302010000, []byte{code(0x9c), 1, 2, 3, 1}},
		{0x0001010101010000, []byte{code(0xff), 0, 0, 1, 1, 1, 1, 1, 0}},
		{^uint64(0), []byte{226, 255, 255, 255, 255, 255, 255, 255, 255}},
	} {
		body := encodeSets(nil, []statecodec.Block[[1]uint64]{{Set: c.set}})
		require.Equal(t, c.body, body, "%#x", c.set)
		blocks := make([]statecodec.Block[[1]uint64], 1)
		require.True(t, decodeSets(blocks, bits.OnesCount64(c.set), padded(body)))
		require.Equal(t, c.set, blocks[0].Set)
	}
}

// code counts to the code of a choice of bytes as docs/FORMAT.md says it.
func code(choice int) byte {
	n := byte(64)
	for mask := 1; mask < choice; mask++ {
		if bits.OnesCount(uint(mask)) <= 4 {
			n++
		}
	}
	return n
}

// TestEverySetOfBytes encodes sets of each choice of bytes, and of each single state.
func TestEverySetOfBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	var sets []uint64
	for i := range 64 {
		sets = append(sets, 1<<i)
	}
	for mask := 1; mask < 256; mask++ {
		for range 8 {
			set := uint64(0)
			for i := range 8 {
				if mask>>i&1 != 0 {
					set |= uint64(1+r.IntN(255)) << (8 * i)
				}
			}
			sets = append(sets, set)
			require.Equal(t, uint8(mask), bytesIn(set), "%#x", set)
		}
	}
	for _, set := range sets {
		blocks := []statecodec.Block[[1]uint64]{{Set: set}}
		body := encodeSets(nil, blocks)
		size := 9
		if n := bits.OnesCount8(bytesIn(set)); set&(set-1) == 0 {
			size = 1
		} else if n <= 4 {
			size = 1 + n
		}
		require.Len(t, body, size, "%#x", set)
		blocks[0].Set = 0
		require.True(t, decodeSets(blocks, bits.OnesCount64(set), padded(body)), "%#x", set)
		require.Equal(t, set, blocks[0].Set)
	}
}

// TestBodyExample encodes the example of docs/FORMAT.md.
func TestBodyExample(t *testing.T) {
	blocks := statecodec.AppendBlocks(nil, [][1]uint64{{1}, {7}, {0x105}, {0x10d}, {0x1f40}})
	body, _ := encodeBody(nil, nil, blocks)
	require.Equal(t, []byte{2, 0, 0, 0, 3, 0x78, 0x40, 0x82, 0x42, 0x20, 0x20, 0}, body)
	require.Equal(t, byte(225), code(0xf0))
}

// TestBody encodes blocks of all widths, and decodes what it encoded.
func TestBody(t *testing.T) {
	everyWidth(t, testBody[[1]uint64], testBody[[2]uint64], testBody[[3]uint64], testBody[[4]uint64], testBody[[8]uint64])
}

func testBody[W statecodec.Words](t *testing.T, r *rand.Rand) {
	for range 50 {
		states := sortedStates[W](r, 1+r.IntN(3000))
		blocks := statecodec.AppendBlocks(nil, states)
		body, _ := encodeBody(nil, nil, blocks)
		require.LessOrEqual(t, len(body), maxBody[W](len(states)))
		got, ok := decodeBody(nil, states[0], len(states), padded(body))
		require.True(t, ok)
		require.True(t, slices.Equal(blocks, got))
	}
}

// body1 returns a body of columns, of which the first has its length before it.
func body1(keys []byte, sets ...byte) []byte {
	return append(append(binary.LittleEndian.AppendUint32(nil, uint32(len(keys))), keys...), sets...)
}

// TestWrongBodies gives the decoder what no encoder writes.
func TestWrongBodies(t *testing.T) {
	const last = ^uint64(0) &^ 63
	for name, c := range map[string]struct {
		states int
		first  uint64
		body   []byte
	}{
		"no length":              {1, 0, []byte{0, 0, 0}},
		"keys past the end":      {1, 0, []byte{2, 0, 0, 0, 0}},
		"keys far past the end":  {1, 0, []byte{255, 255, 255, 255, 0}},
		"keys past half of all":  {1, 0, []byte{0, 0, 0, 128, 0}},
		"no set":                 {1, 0, body1(nil)},
		"a set too many":         {1, 0, body1(nil, 0, 0)},
		"a set too few":          {2, 0, body1([]byte{0}, 0)},
		"too many states":        {1, 0, body1(nil, 64, 3)},
		"too few states":         {3, 0, body1(nil, 64, 3)},
		"more keys than states":  {1, 0, body1([]byte{0}, 0, 0)},
		"an empty set":           {1, 0, body1(nil, 64, 0)},
		"a code without meaning": {1, 0, body1(nil, 227)},
		"code 255":               {1, 0, body1(nil, 255)},
		"a set cut short":        {2, 0, body1(nil, 66, 1)},
		"another first state":    {1, 1, body1(nil, 0)},
		"a value too short":      {2, 0, body1([]byte{241, 1}, 0, 0)},
		"no second byte":         {2, 0, body1([]byte{176}, 0, 0)},
		"growth by a value 0":    {2, 0, body1([]byte{240, 0}, 0, 0)},
		"past the last key":      {2, last, body1([]byte{0}, 0, 0)},
		"past it by a value":     {2, last, body1([]byte{240, 5}, 0, 0)},
		"past it by two bytes":   {2, last, body1([]byte{176, 5}, 0, 0)},
		"past the last number":   {2, 1 << 6, body1([]byte{247, 255, 255, 255, 255, 255, 255, 255, 255}, 0, 0)},
		"a word that is absent":  {2, 0, body1([]byte{248, 1, 1}, 0, 0)},
		"token 255":              {2, 0, body1([]byte{255, 1, 1}, 0, 0)},
	} {
		_, ok := decodeBody(nil, [1]uint64{c.first}, c.states, padded(c.body))
		require.False(t, ok, name)
	}
	for name, keys := range map[string][]byte{
		"the last word as a wide one": {249, 1, 1},
		"no growth":                   {248, 0, 0},
		"a growth of 0":               {248, 1, 0, 0},
		"past the last number":        {248, 8, 255, 255, 255, 255, 255, 255, 255, 255, 0},
		"a length of 9":               {248, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
		"the last word missing":       {248, 1, 1},
		"its value too short":         {248, 1, 1, 2, 1},
		"its value too large":         {248, 1, 1, 8, 1, 1, 1, 1, 1, 1, 1, 4},
	} {
		_, ok := decodeBody(nil, [2]uint64{1, 0}, 2, padded(body1(keys, 0, 0)))
		require.False(t, ok, name)
	}
	_, ok := decodeBody(nil, [2]uint64{1, 0}, 2, padded(body1([]byte{248, 1, 1, 8, 1, 1, 1, 1, 1, 1, 1, 3}, 0, 0)))
	require.True(t, ok)
}

// encodeStates encodes states as version 1 did: as keys of their own, of no fewer bits.
func encodeStates[W statecodec.Words](states []W) []byte {
	blocks := make([]statecodec.Block[W], len(states))
	last := len(states[0]) - 1
	for i, w := range states {
		w[last] <<= statecodec.BlockBits // the highest bits are 0
		blocks[i].Key = w
	}
	return encodeKeys(nil, blocks)
}

// TestVersion1 decodes the example of docs/FORMAT.md, and states that are encoded one by one.
func TestVersion1(t *testing.T) {
	blocks, ok := decodeStates(nil, [3]uint64{1, 2, 3}, 4, padded([]byte{0, 249, 2, 0, 3, 0, 248, 1, 1, 0, 2, 0x34, 0x12}))
	require.True(t, ok)
	require.Equal(t, [][3]uint64{{1, 2, 3}, {1, 2, 4}, {1, 0x302, 0}, {2, 0, 0x1234}}, statesIn(blocks))
	r := rand.New(rand.NewPCG(1, 4))
	for range 50 {
		states := levelStates[[2]uint64](r, 1+r.IntN(3000))
		for i := range states {
			states[i][1] &= 1<<58 - 1
		}
		slices.SortFunc(states, statecodec.Compare)
		states = slices.Compact(states)
		blocks, ok := decodeStates(nil, states[0], len(states), padded(encodeStates(states)))
		require.True(t, ok)
		require.True(t, slices.Equal(statecodec.AppendBlocks(nil, states), blocks))
		_, ok = decodeStates(nil, states[0], len(states)+1, padded(encodeStates(states)))
		require.False(t, ok)
	}
}

// writeVersion1 writes states as a run of version 1, in one block.
func writeVersion1[W statecodec.Words](t *testing.T, states []W, body []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter[W](&out, Options{Codec: S2})
	require.NoError(t, err)
	w.version = firstVersion
	stored := S2.compress(nil, body)
	p := Part[W]{options: w.options, bytes: stored, last: states[len(states)-1], blocks: []block[W]{{
		first: states[0], stored: uint32(len(stored)), body: uint32(len(body)), states: uint32(len(states)), sum: xxhash.Sum64(stored),
	}}}
	w.append(&p)
	info, err := w.Close()
	require.NoError(t, err)
	require.Equal(t, uint64(len(states)), info.States)
	return out.Bytes()
}

// TestRunsOfVersion1 reads whole runs of version 1, copies them, which leaves them what they are, and merges one with a run of version 2.
func TestRunsOfVersion1(t *testing.T) {
	states := [][3]uint64{{1, 2, 3}, {1, 2, 4}, {1, 0x302, 0}, {2, 0, 0x1234}}
	old := writeVersion1(t, states, []byte{0, 249, 2, 0, 3, 0, 248, 1, 1, 0, 2, 0x34, 0x12})
	require.Equal(t, byte(1), old[8])
	f := open[[3]uint64](t, old)
	require.NoError(t, f.Verify())
	require.Equal(t, states, statesOf(t, f))
	var again bytes.Buffer
	_, err := f.Copy(&again)
	require.NoError(t, err)
	require.Equal(t, old, again.Bytes())

	more := [][3]uint64{{1, 2, 5}, {1, 2, 99}, {3, 0, 0}}
	young := open[[3]uint64](t, write(t, rand.New(rand.NewPCG(1, 5)), Options{}, more))
	s := newStore[[3]uint64](t, 1<<20, nil)
	d, err := s.Draft(Options{})
	require.NoError(t, err)
	nothing := func() error { return nil }
	require.NoError(t, mergeRuns(t.Context(), 2, []*Run[[3]uint64]{newRun(f, nothing), newRun(young, nothing)}, d))
	run, err := d.Close()
	require.NoError(t, err)
	all := slices.Concat(states, more)
	slices.SortFunc(all, statecodec.Compare)
	require.Equal(t, all, statesOf(t, run.Reader))
	require.Equal(t, Version, run.header.version)
}

// FuzzDecode decodes arbitrary bodies. What decodes is strictly increasing, and what it
// encodes to decodes to the same.
func FuzzDecode(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		one, two := levelStates[[1]uint64](r, 50), levelStates[[2]uint64](r, 50)
		body, _ := encodeBody(nil, nil, statecodec.AppendBlocks(nil, one))
		f.Add(one[0][0], uint8(len(one)-1), body)
		body, _ = encodeBody(nil, nil, statecodec.AppendBlocks(nil, two))
		f.Add(two[0][1], uint8(len(two)-1), body)
		f.Add(uint64(0), uint8(49), encodeStates(one))
	}
	f.Fuzz(func(t *testing.T, first uint64, n uint8, body []byte) {
		fuzzDecode[[1]uint64](t, first, n, body)
		fuzzDecode[[2]uint64](t, first, n, body)
		fuzzDecode[[8]uint64](t, first, n, body)
	})
}

func fuzzDecode[W statecodec.Words](t *testing.T, first uint64, n uint8, body []byte) {
	var w W
	w[len(w)-1] = first
	decoders := []func([]statecodec.Block[W], W, int, []byte) ([]statecodec.Block[W], bool){decodeBody[W], decodeStates[W]}
	for _, decode := range decoders {
		blocks, ok := decode(nil, w, int(n)+1, padded(body))
		if !ok {
			continue
		}
		states := statesIn(blocks)
		require.Len(t, states, int(n)+1)
		require.Equal(t, w, states[0])
		for i := range n {
			require.Negative(t, statecodec.Compare(states[i], states[i+1]))
		}
		again, _ := encodeBody(nil, nil, blocks)
		require.LessOrEqual(t, len(again), maxBody[W](len(states)))
		back, ok := decodeBody(nil, w, len(states), padded(again))
		require.True(t, ok)
		require.True(t, slices.Equal(blocks, back))
	}
}
