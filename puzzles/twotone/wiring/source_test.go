package wiring_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/family/contest"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/wiring"
)

// sampled draws cases of a size under both rules, as the program does.
func sampled(t testing.TB, size string, count, seed uint64) boardSource {
	d, err := wiring.Family().Sample(size, family.Draws{Variants: bothRules})
	require.NoError(t, err)
	return &contest.Drawn[*twotone.Case]{Drawer: d, Count: count, Seed: seed}
}

// randomBoards draws random boards of a size under both rules, as the program does.
func randomBoards(t testing.TB, size string, stars int, rainbow float64, count, seed uint64) boardSource {
	d, err := wiring.Family().Random(size, family.Draws{Variants: bothRules, Flags: map[string]string{
		"stars": strconv.Itoa(stars), "rainbow": strconv.FormatFloat(rainbow, 'g', -1, 64),
	}})
	require.NoError(t, err)
	return &contest.Drawn[*twotone.Case]{Drawer: d, Count: count, Seed: seed}
}

// ids returns the IDs of the first n cases of a source, read with one board's memory.
func ids(s boardSource, n uint64) []string {
	var c *twotone.Case
	var list []string
	for i := range n {
		c = s.Case(i, c)
		list = append(list, c.ID())
	}
	return list
}

// A space's cases are each there once, under each rule.
func TestAll(t *testing.T) {
	all := all(newSpace(t, 2, 2, twotone.Black))
	require.Equal(t, "every 2x2 board, black to move", all.String())
	require.EqualValues(t, 31_104, all.Len()) // docs/RULES.md
	seen := map[string]bool{}
	for _, id := range ids(all, all.Len()) {
		seen[id] = true
	}
	require.Len(t, seen, 31_104)
	require.Equal(t, []string{"2x2:BBBB:0:1:-:strict", "2x2:BBBB:0:1:-:handover"}, ids(all, 2))
}

// The same seed draws the same on every machine, and another seed something else. Pinned:
// whoever changes what is drawn breaks the seeds that people have written down.
func TestDrawsArePinned(t *testing.T) {
	require.Equal(t, pinnedSample, ids(sampled(t, "2x3", 3, 7), 3))
	require.Equal(t, pinnedRandom, ids(randomBoards(t, "2x3", twotone.AnyStars, 0.2, 3, 7), 3))
	require.NotEqual(t, pinnedSample, ids(sampled(t, "2x3", 3, 8), 3))
	require.NotEqual(t, pinnedRandom, ids(randomBoards(t, "2x3", twotone.AnyStars, 0.2, 3, 8), 3))
}

// Many draws, of all sizes, as the program drew them before it knew other puzzles: the sums of
// their IDs.
func TestManyDrawsArePinned(t *testing.T) {
	const last = 1<<64 - 1
	const from = "2000 boards drawn from every "
	for _, test := range []struct {
		is, sum string
		source  boardSource
	}{
		{from + "2x3 board, black to move, seed 7", "6e69432f041bba34", sampled(t, "2x3", 2000, 7)},
		{from + "3x3 board, black to move, seed 1", "77dbbe2f96c05c0b", sampled(t, "3x3", 2000, 1)},
		{from + "7x5 board, black to move, seed 18446744073709551615", "6ecb23f8b2f56a05", sampled(t, "7x5", 2000, last)},
		{"2000 random 2x3 boards, seed 7", "8e82523400f524f1", randomBoards(t, "2x3", twotone.AnyStars, 0.2, 2000, 7)},
		{"2000 random 4x4 boards, seed 1", "3fd830ea6a3e3286", randomBoards(t, "4x4", 3, 0.3, 2000, 1)},
		{"2000 random 12x10 boards, seed 99", "028ad433bdd96853", randomBoards(t, "12x10", 120, 0, 2000, 99)},
	} {
		require.Equal(t, test.is, test.source.String())
		list := boardList{Family: wiring.Family()}
		for i := range test.source.Len() {
			list.Cases = append(list.Cases, test.source.Case(i, nil))
		}
		require.Equal(t, "2000, xxhash "+test.sum, list.Sum(), test.is)
	}
}

// A rule is drawn where there is but one, so that it takes its part of the random numbers too.
func TestDrawsOfOneRuleArePinned(t *testing.T) {
	handover := family.Draws{
		Variants: []int{int(twotone.Handover)}, Flags: map[string]string{"stars": "0", "rainbow": "1"},
	}
	sample, err := wiring.Family().Sample("1x2", handover)
	require.NoError(t, err)
	require.Equal(t, []string{"1x2:WB:0:1:0,1:handover", "1x2:BB:0:1:0,1:handover"},
		ids(&contest.Drawn[*twotone.Case]{Drawer: sample, Count: 2}, 2))
	random, err := wiring.Family().Random("1x7", handover)
	require.NoError(t, err)
	require.Equal(t, []string{"1x7:RRRRRRR:4:6:-:handover:white", "1x7:RRRRRRR:0:1:-:handover"},
		ids(&contest.Drawn[*twotone.Case]{Drawer: random, Count: 2, Seed: 2}, 2))
}

// What is no size, no number of stars and no chance is refused, in words that name the flag.
func TestDrawsAreRefused(t *testing.T) {
	for _, test := range []struct{ size, stars, rainbow, want string }{
		{"2", "1", "0", `size "2": want ROWSxCOLS, such as 2x3`},
		{"1x1", "1", "0", "no boards of 1x1: want sides of 1 to 255 and at least two cells"},
		{"256x2", "1", "0", "no boards of 256x2: want sides of 1 to 255 and at least two cells"},
		{"2x3", "-2", "0", "--stars -2: want 0 to 6, or -1 to draw"},
		{"2x3", "7", "0", "--stars 7: want 0 to 6, or -1 to draw"},
		{"2x3", "6", "1.5", "--rainbow 1.5: want 0 to 1"},
		{"2x3", "6", "-0.1", "--rainbow -0.1: want 0 to 1"},
		{"2x3", "6", "NaN", "--rainbow NaN: want 0 to 1"},
	} {
		_, err := wiring.Family().Random(test.size, family.Draws{Variants: bothRules, Flags: map[string]string{
			"stars": test.stars, "rainbow": test.rainbow,
		}})
		require.EqualError(t, err, test.want)
	}
	_, err := wiring.Family().Sample("1x1", family.Draws{Variants: bothRules})
	require.EqualError(t, err, "no boards of 1x1: want sides of 1 to 255 and at least two cells")
}

// A sample meets every case of a small space about as often: with 72·144 draws from the 144 cases
// of 1x2, each is met 72 times but for chance (standard deviation 8.5).
func TestSampleIsUniform(t *testing.T) {
	s := sampled(t, "1x2", 72*144, 1)
	met := map[string]int{}
	for _, id := range ids(s, s.Len()) {
		met[id]++
	}
	require.Len(t, met, 144)
	for id, n := range met {
		require.InDelta(t, 72, n, 5*8.5, id)
	}
}

// Random boards are valid, and as they were ordered.
func TestRandom(t *testing.T) {
	for _, stars := range []int{twotone.AnyStars, 0, 1, 20} {
		for _, rainbow := range []float64{0, 0.3, 1} {
			r := randomBoards(t, "4x5", stars, rainbow, 500, 2)
			cells, turns, rules, counts := 0, 0, 0, map[int]int{}
			for i := range r.Len() {
				c := r.Case(i, nil)
				require.NoError(t, c.Validate())
				cells += c.Count(twotone.Rainbow)
				turns += int(c.Turn)
				rules += int(c.Rule)
				counts[c.StarCount()]++
			}
			require.InDelta(t, rainbow*20*500, cells, 250) // standard deviation 46
			require.InDelta(t, 250, turns, 60)             // standard deviation 11
			require.InDelta(t, 250, rules, 60)
			if stars == twotone.AnyStars {
				require.Len(t, counts, 4) // 1 to 4
			} else {
				require.Equal(t, map[int]int{stars: 500}, counts)
			}
		}
	}
}

var (
	pinnedSample = []string{"2x3:BRWWBW:1:2:1,2,3,4,5:handover", "2x3:BBWBWR:3:5:0,1,3:handover", "2x3:BRBRRR:3:5:1,2,4,5:handover"}
	pinnedRandom = []string{"2x3:BWWWWW:1:2:1,2,5:handover:white", "2x3:WWBRBR:3:5:1,3:handover", "2x3:BWWBWW:3:5:0,3,4,5:handover"}
)
