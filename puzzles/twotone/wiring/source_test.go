package wiring_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/twotone"
)

var bothRules = []twotone.Rule{twotone.Strict, twotone.Handover}

// ids returns the IDs of the first n cases of a source, read with one board's memory.
func ids(s Source, n uint64) []string {
	var c twotone.Case
	var list []string
	for i := range n {
		s.Case(i, &c)
		list = append(list, c.ID())
	}
	return list
}

// A space's cases are each there once, under each rule.
func TestAll(t *testing.T) {
	space, err := twotone.NewSpace(2, 2, twotone.Black)
	require.NoError(t, err)
	all := &All{Space: space, Rules: bothRules}
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
	sample := &Sample{Rows: 2, Cols: 3, Rules: bothRules, Count: 3, Seed: 7}
	random := &Random{Rows: 2, Cols: 3, Stars: AnyStars, Rainbow: 0.2, Rules: bothRules, Count: 3, Seed: 7}
	require.Equal(t, pinnedSample, ids(sample, 3))
	require.Equal(t, pinnedRandom, ids(random, 3))
	sample.Seed, random.Seed = 8, 8
	require.NotEqual(t, pinnedSample, ids(sample, 3))
	require.NotEqual(t, pinnedRandom, ids(random, 3))
}

// A sample meets every case of a small space about as often: with 72·144 draws from the 144 cases
// of 1x2, each is met 72 times but for chance (standard deviation 8.5).
func TestSampleIsUniform(t *testing.T) {
	s := &Sample{Rows: 1, Cols: 2, Rules: bothRules, Count: 72 * 144, Seed: 1}
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
	for _, stars := range []int{AnyStars, 0, 1, 20} {
		for _, rainbow := range []float64{0, 0.3, 1} {
			r := &Random{Rows: 4, Cols: 5, Stars: stars, Rainbow: rainbow, Rules: bothRules, Count: 500, Seed: 2}
			cells, turns, rules, counts := 0, 0, 0, map[int]int{}
			for i := range r.Len() {
				var c twotone.Case
				r.Case(i, &c)
				require.NoError(t, c.Validate())
				cells += c.Count(twotone.Rainbow)
				turns += int(c.Turn)
				rules += int(c.Rule)
				counts[c.StarCount()]++
			}
			require.InDelta(t, rainbow*20*500, cells, 250) // standard deviation 46
			require.InDelta(t, 250, turns, 60)             // standard deviation 11
			require.InDelta(t, 250, rules, 60)
			if stars == AnyStars {
				require.Len(t, counts, 4) // 1 to 4
			} else {
				require.Equal(t, map[int]int{stars: 500}, counts)
			}
		}
	}
}

func TestParsePlayer(t *testing.T) {
	p, err := ParsePlayer("bfs")
	require.NoError(t, err)
	require.Equal(t, Internal("bfs"), p)
	p, err = ParsePlayer(`exec:go "two words" 'a"b' \$HOME $HOME`)
	require.NoError(t, err)
	require.Equal(t, []string{"go", "two words", `a"b`, "$HOME", "$HOME"}, p.args)
	for name, want := range map[string]string{
		"magic":            `unknown solver "magic": want bfs, zeroone or table, or exec:COMMAND`,
		"exec:":            `solver "exec:": want exec:COMMAND`,
		"exec:''":          `solver "exec:''": want exec:COMMAND`,
		"exec:'go":         `solver exec:'go: Unterminated single-quoted string`,
		"exec:/none/there": `solver exec:/none/there: exec: "/none/there": stat /none/there: no such file or directory`,
	} {
		_, err := ParsePlayer(name)
		require.EqualError(t, err, want)
	}
}

var (
	pinnedSample = []string{"2x3:BRWWBW:1:2:1,2,3,4,5:handover", "2x3:BBWBWR:3:5:0,1,3:handover", "2x3:BRBRRR:3:5:1,2,4,5:handover"}
	pinnedRandom = []string{"2x3:BWWWWW:1:2:1,2,5:handover:white", "2x3:WWBRBR:3:5:1,3:handover", "2x3:BWWBWW:3:5:0,3,4,5:handover"}
)
