package census

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTallyVersion shows all that is kept of a chunk. If it fails, what was kept before is not what
// is kept now: TallyVersion must change with it.
func TestTallyVersion(t *testing.T) {
	tally := Tally{
		Variants: []VariantTally{{Hardest: &Hardest{}, NearValue: &Near{}}, {}},
		First:    &Mismatch{},
	}
	text, err := json.Marshal(tally)
	require.NoError(t, err)
	require.Equal(t, `1 {"rules":[{"cases":0,"solvable":0,"unsolvable":0,"lengths":null,`+
		`"longest":{"length":0,"case":"","solution":null},"most_states":0,`+
		`"nearest_length":{"value":0,"bound":0,"case":""},"nearest_states":null},`+
		`{"cases":0,"solvable":0,"unsolvable":0,"lengths":null,"longest":null,"most_states":0,"nearest_length":null,"nearest_states":null}],`+
		`"mismatches":0,"first_mismatch":{"case":"","check":"","why":""},"checked":0}`, fmt.Sprintf("%d %s", TallyVersion, text))

	// states are kept beside the rest where there are any
	text, err = json.Marshal(Hardest{Value: 2, Case: "x", Certificate: []byte("RL"), States: 9})
	require.NoError(t, err)
	require.Equal(t, `{"length":2,"case":"x","solution":"Ukw=","states":9}`, string(text))
}

// TestKeptTallies reads a tally as the program kept it before it knew other puzzles than two-tone
// boards, and writes it again.
func TestKeptTallies(t *testing.T) {
	const kept = `{"rules":[{"cases":5,"solvable":4,"unsolvable":1,"lengths":[1,0,3],` +
		`"longest":{"length":2,"case":"1x4:WWBB:0:2:0:strict","solution":"Ukw="},"most_states":9,` +
		`"nearest_length":{"value":2,"bound":4,"case":"1x4:WWBB:0:2:0:strict"},` +
		`"nearest_states":{"value":4,"bound":48,"case":"1x4:RRRR:0:3:0:strict"}},` +
		`{"cases":5,"solvable":0,"unsolvable":5,"lengths":null,"longest":null,"most_states":12,` +
		`"nearest_length":null,"nearest_states":null}],` +
		`"mismatches":1,"first_mismatch":{"case":"a","check":"claim","why":"b"},"checked":7}`
	want := Tally{
		Variants: []VariantTally{
			{
				Cases: 5, Solvable: 4, Unsolvable: 1, Values: Values{Counts: []uint64{1, 0, 3}}, MostStates: 9,
				Hardest: &Hardest{
					Value:       2,
					Case:        "1x4:WWBB:0:2:0:strict",
					Certificate: []byte("RL"),
				},
				NearValue:  &Near{2, 4, "1x4:WWBB:0:2:0:strict"},
				NearStates: &Near{4, 48, "1x4:RRRR:0:3:0:strict"},
			},
			{Cases: 5, Unsolvable: 5, MostStates: 12},
		},
		Mismatches: 1, First: &Mismatch{"a", "claim", "b"}, Checked: 7,
	}
	var got Tally
	require.NoError(t, json.Unmarshal([]byte(kept), &got))
	require.Equal(t, want, got)
	text, err := json.Marshal(got)
	require.NoError(t, err)
	require.Equal(t, kept, string(text))
}

// Nothing is near at 0, and a bound that stands for more is none.
func TestNearer(t *testing.T) {
	for _, test := range []struct {
		near         *Near
		value, bound uint64
		want         bool
	}{
		{nil, 1, 100, true},
		{nil, 0, 100, false},
		{nil, 0, 0, false}, // no stars
		{nil, 5, math.MaxUint64, false},
		{&Near{Value: 1, Bound: 3}, 0, 0, false},
		{&Near{Value: 1, Bound: 3}, 2, 6, false},
		{&Near{Value: 1, Bound: 3}, 3, 8, true},
		{&Near{Value: 1 << 62, Bound: 1<<62 + 1}, 1<<62 + 1, 1<<62 + 2, true}, // beyond 64 bits when multiplied
		{&Near{Value: 1<<62 + 1, Bound: 1<<62 + 2}, 1 << 62, 1<<62 + 1, false},
	} {
		got := test.near.nearer(test.value, test.bound)
		require.Equal(t, test.want, got, "%v, %d of %d", test.near, test.value, test.bound)
	}
}
