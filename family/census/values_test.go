package census

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// list returns values as a map.
func list(v *Values) map[int]uint64 { return maps.Collect(v.All()) }

// TestValues adds values in every order. What comes of it depends on the values alone.
func TestValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		values := make([]int, 1+rng.IntN(8))
		for i := range values {
			values[i] = rng.IntN(12) - rng.IntN(12)
		}
		var want Values
		count := map[int]uint64{}
		for _, value := range slices.Sorted(slices.Values(values)) {
			want.add(value, 1)
			count[value]++
		}
		require.Equal(t, count, list(&want))
		require.LessOrEqual(t, want.Least, 0)
		rng.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
		var early, late VariantTally // and in two chunks
		for i, value := range values {
			if i < len(values)/2 {
				early.Values.add(value, 1)
			} else {
				late.Values.add(value, 1)
			}
		}
		early.merge(&late)
		require.Equal(t, want, early.Values, "%v", values)
		for value := -13; value < 14; value++ {
			require.Equal(t, count[value], want.Of(value))
		}
	}
}

// TestValuesJSON writes values and reads them back. Those that are 0 or more are written as they
// were before there were others.
func TestValuesJSON(t *testing.T) {
	for text, counts := range map[string]map[int]uint64{
		"null":         {},
		"[2]":          {0: 2},
		"[0,0,3]":      {2: 3},
		"[-3,1,0,2]":   {-3: 1, -1: 2},
		"[-2,5,0,0,1]": {-2: 5, 1: 1},
		"[-1,4]":       {-1: 4},
	} {
		var v Values
		for value, n := range counts {
			v.add(value, n)
		}
		got, err := json.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, text, string(got))
		var back Values
		require.NoError(t, json.Unmarshal(got, &back))
		require.Equal(t, v, back)
	}
	for _, text := range []string{`{}`, `[1.5]`, `["a"]`, `[-2,-1]`, `[1,-1]`,
		`[-5,0,-9223372036854775808]`} {
		require.Error(t, json.Unmarshal([]byte(text), new(Values)), text)
	}
}

// TestMergeInOrder keeps the first of what is equally great or near, and the first mismatch.
func TestMergeInOrder(t *testing.T) {
	chunk := func(name string, value int, near uint64, wrong string) Tally {
		tally := Tally{Variants: []VariantTally{{
			Cases: 1, Solvable: 1, Values: Values{}, MostStates: uint64(len(name)),
			Hardest:    &Hardest{Value: value, Case: name},
			NearValue:  &Near{near, 4, name},
			NearStates: &Near{2, near, name},
		}}}
		tally.Variants[0].Values.add(value, 1)
		if wrong != "" {
			tally.mismatch(func() Mismatch { return Mismatch{Case: name, Check: wrong} })
		}
		return tally
	}
	var all Tally
	for _, c := range []Tally{
		chunk("a", -5, 1, ""), chunk("b", -2, 2, "x"), chunk("c", -2, 2, "y"), chunk("d", -7, 1,
			""), {Variants: make([]VariantTally, 1)},
	} {
		all.Merge(c)
	}
	v := all.Variants[0]
	require.Equal(t, "b", v.Hardest.Case)
	require.Equal(t, &Near{2, 4, "b"}, v.NearValue)
	require.Equal(t, &Near{2, 1, "a"}, v.NearStates)
	require.Equal(t, map[int]uint64{-7: 1, -5: 1, -2: 2}, list(&v.Values))
	require.EqualValues(t, 4, v.Solvable)
	require.EqualValues(t, 2, all.Mismatches)
	require.Equal(t, &Mismatch{Case: "b", Check: "x"}, all.First)
}

// FuzzValues reads values from anything. What is read is written as it was, but for blanks and
// zeros at the end.
func FuzzValues(f *testing.F) {
	for _, text := range []string{"null", "[]", "[1,2]", "[-3,1,0,2]", "[-1]", "[-0]", "[1e3]", "{}"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var v, back Values
		if json.Unmarshal(text, &v) != nil {
			return
		}
		again, err := json.Marshal(v)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(again, &back))
		require.Equal(t, fmt.Sprint(list(&v)), fmt.Sprint(list(&back)))
	})
}
