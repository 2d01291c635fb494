package frontier

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/statecodec"
)

// TestBody holds bodies to the bytes of docs/FORMAT.md.
func TestBody(t *testing.T) {
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
		{0, 1<<64 - 1, []byte{247, 255, 255, 255, 255, 255, 255, 255, 255}},
	} {
		body, ok := encode(nil, [][1]uint64{{c.from}, {c.to}})
		require.True(t, ok)
		require.Equal(t, c.body, body, "%d to %d", c.from, c.to)
		states := [][1]uint64{{c.from}, {}}
		require.True(t, decodeStates(states, padded(body)))
		require.Equal(t, c.to, states[1][0])
	}
	body, ok := encode(nil, [][3]uint64{{1, 2, 3}, {1, 2, 4}, {1, 0x302, 0}, {2, 0, 0x1234}})
	require.True(t, ok)
	require.Equal(t, []byte{0, 249, 2, 0, 3, 0, 248, 1, 1, 0, 2, 0x34, 0x12}, body)
}

// decodeStates fills states, of which the first is given.
func decodeStates[W statecodec.Words](states []W, body []byte) bool {
	blocks, ok := decode(nil, states[0], len(states), body)
	if ok {
		decoded := statesIn(blocks)
		ok = slices.Equal(blocks, statecodec.AppendBlocks(nil, decoded)) && len(decoded) == len(states)
		copy(states, decoded)
	}
	return ok
}

func padded(body []byte) []byte { return append(slices.Clone(body), make([]byte, padding)...) }

// TestWrongBodies gives the decoder what no encoder writes.
func TestWrongBodies(t *testing.T) {
	for name, c := range map[string]struct {
		states int
		first  uint64
		body   []byte
	}{
		"too short":             {3, 0, []byte{0}},
		"too long":              {2, 0, []byte{0, 0}},
		"a value too short":     {2, 0, []byte{241, 1}},
		"no second byte":        {2, 0, []byte{176}},
		"growth by a value 0":   {2, 0, []byte{240, 0}},
		"past the last number":  {2, ^uint64(0), []byte{0}},
		"past it by a value":    {2, ^uint64(0), []byte{240, 5}},
		"past it by two bytes":  {2, ^uint64(0), []byte{176, 5}},
		"a word that is absent": {2, 0, []byte{248, 1, 1}},
		"token 255":             {2, 0, []byte{255, 1, 1}},
	} {
		states := make([][1]uint64, c.states)
		states[0][0] = c.first
		require.False(t, decodeStates(states, padded(c.body)), name)
	}
	for name, body := range map[string][]byte{
		"the last word as a wide one": {249, 1, 1},
		"no growth":                   {248, 0, 0},
		"a growth of 0":               {248, 1, 0, 0},
		"past the last number":        {248, 8, 255, 255, 255, 255, 255, 255, 255, 255, 0},
		"a length of 9":               {248, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
		"the last word missing":       {248, 1, 1},
		"its value too short":         {248, 1, 1, 2, 1},
	} {
		require.False(t, decodeStates([][2]uint64{{1, 1}, {}}, padded(body)), name)
	}
}

// FuzzDecode decodes arbitrary bodies. What decodes is strictly increasing, and what it
// encodes to decodes to the same.
func FuzzDecode(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		one, _ := encode(nil, levelStates[[1]uint64](r, 50))
		two, _ := encode(nil, levelStates[[2]uint64](r, 50))
		f.Add(uint64(0), uint8(49), one)
		f.Add(uint64(0), uint8(49), two)
	}
	f.Fuzz(func(t *testing.T, first uint64, n uint8, body []byte) {
		fuzzDecode[[1]uint64](t, first, n, body)
		fuzzDecode[[2]uint64](t, first, n, body)
		fuzzDecode[[8]uint64](t, first, n, body)
	})
}

func fuzzDecode[W statecodec.Words](t *testing.T, first uint64, n uint8, body []byte) {
	states := make([]W, int(n)+1)
	states[0][len(states[0])-1] = first
	if !decodeStates(states, padded(body)) {
		return
	}
	for i := range n {
		require.Negative(t, statecodec.Compare(states[i], states[i+1]))
	}
	again, ok := encode(nil, states)
	require.True(t, ok)
	require.LessOrEqual(t, len(again), maxBody[W](len(states)))
	back := slices.Clone(states)
	clear(back[1:])
	require.True(t, decodeStates(back, padded(again)))
	require.True(t, slices.Equal(states, back))
}
