package contest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/kballard/go-shellquote"
	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/family/contest"
	"exhaust/family/familytest"
)

var bothVariants = []int{familytest.Two, familytest.Free}

// ids returns the IDs of the first n cases of a source, read with one case's memory.
func ids[C any](f *family.Family[C], s contest.Source[C], n uint64) (list []string) {
	var c C
	for i := range n {
		c = s.Case(i, c)
		list = append(list, f.Notation.Format(c))
	}
	return list
}

// allOf is all cases of a size.
func allOf[C any](t *testing.T, f *family.Family[C], size string, variants []int) *contest.All[C] {
	s, err := f.Space(t.Context(), size, nil)
	require.NoError(t, err)
	return &contest.All[C]{Family: f, Space: s, Variants: variants}
}

// TestAll has each case once, under each variant.
func TestAll(t *testing.T) {
	all := allOf(t, coins(), "5", bothVariants)
	require.EqualValues(t, 6*7*2, all.Len())
	require.Equal(t, "every purse of up to 5", all.String())
	seen := map[string]bool{}
	for _, id := range ids(coins(), all, all.Len()) {
		seen[id] = true
	}
	require.Len(t, seen, 6*7*2)
	require.Equal(
		t,
		[]string{"0:1:two", "0:1:free", "0:3:two", "0:3:free", "0:13:two"},
		ids(coins(), all, 5),
	)
	all.Variants = []int{familytest.Free}
	require.Equal(t, []string{"0:1:free", "0:3:free"}, ids(coins(), all, 2))
	require.EqualValues(t, 125, allOf(t, ends(), "3", nil).Len())
}

// TestDraws draws the same from a seed, whatever was drawn before and into whatever memory. Pinned:
// whoever changes what is drawn breaks the seeds that people have written down.
func TestDraws(t *testing.T) {
	f := coins()
	random, err := f.Random(
		"20",
		family.Draws{Variants: bothVariants, Flags: map[string]string{"least": "5"}},
	)
	require.NoError(t, err)
	for _, test := range []struct {
		drawer family.Drawer[purse]
		want   []string
	}{
		{random, []string{"9:13:two", "14:134:two", "15:1:free"}},
		{&contest.Sample[purse]{Of: allOf(t, f, "20", bothVariants)},
			[]string{"5:14:free", "12:134:free", "13:3:two"}},
	} {
		d := &contest.Drawn[purse]{Drawer: test.drawer, Count: 300, Seed: 7}
		require.EqualValues(t, 300, d.Len())
		list := ids(f, d, 300)
		require.Equal(t, test.want, list[:3], "%v", test.drawer)
		for _, i := range []uint64{299, 0, 137} {
			require.Equal(t, list[i], f.Notation.Format(d.Case(i, nil)))
		}
		d.Seed = 8
		require.NotEqual(t, list, ids(f, d, 300))
	}
	d := &contest.Drawn[purse]{Drawer: random, Count: 3, Seed: 7}
	require.Equal(t, "3 random purses of 5 to 20, seed 7", d.String())
	require.Equal(
		t,
		"cases drawn from every purse of up to 20",
		(&contest.Sample[purse]{Of: allOf(t, f, "20", bothVariants)}).String(),
	)
	least := 20
	for i := range uint64(300) {
		least = min(least, d.Case(i, nil).Sum)
	}
	require.Equal(t, 5, least)
}

// TestSampleIsUniform meets each of 125 cases 80 times but for chance (standard deviation 8.9).
func TestSampleIsUniform(t *testing.T) {
	all := allOf(t, ends(), "3", nil)
	d := &contest.Drawn[row]{Drawer: &contest.Sample[row]{Of: all}, Count: 125 * 80, Seed: 1}
	met := map[string]int{}
	for _, id := range ids(ends(), d, d.Len()) {
		met[id]++
	}
	require.Len(t, met, 125)
	for id, n := range met {
		require.InDelta(t, 80, n, 5*8.9, id)
	}
}

// TestList says which cases it has: other ones, or another order, have another sum.
func TestList(t *testing.T) {
	list := func(names ...string) *contest.List[row] {
		l := &contest.List[row]{Name: "boards of x", Family: ends()}
		for _, id := range names {
			r, err := l.Family.Notation.Parse(id)
			require.NoError(t, err)
			l.Cases = append(l.Cases, r)
		}
		return l
	}
	l := list("1", "2,-3")
	require.Equal(t, "boards of x", l.String())
	require.EqualValues(t, 2, l.Len())
	require.Equal(t, []string{"1", "2,-3"}, ids(ends(), l, 2))
	require.Regexp(t, `^2, xxhash [0-9a-f]{16}$`, l.Sum())
	require.Equal(t, l.Sum(), list("1", "2,-3").Sum())
	sums := map[string]bool{}
	for _, other := range [][]string{{"1", "2,-3"}, {"2,-3", "1"}, {"1"}, {"1", "2,3"}, {}} {
		sums[list(other...).Sum()] = true
	}
	require.Len(t, sums, 5)
}

// TestProgram tells programs apart by the bytes of the executable and of the files among their
// arguments.
func TestProgram(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o755))
		return file
	}
	program := func(args ...string) string {
		p, err := contest.ParsePlayer("exec:"+shellquote.Join(args...), nil)
		require.NoError(t, err)
		is, err := p.Program()
		require.NoError(t, err)
		return is
	}
	solver, script := write("solver", "#!/bin/sh\n"), write("script.py", "print(1)\n")
	is := program(solver, script, "fast", "-v")
	require.Regexp(t, `^solver [0-9a-f]{16}, script.py [0-9a-f]{16}$`, is)
	require.Equal(t, is, program(solver, script, "fast", "-v"))
	require.Equal(t, is, program(solver, script, "slow", "--fast=1", dir)) // words, and a folder
	require.NotEqual(t, is, program(solver))
	require.NotEqual(t, is, program(solver, solver))

	write("script.py", "print(2)\n")
	changed := program(solver, script, "fast", "-v")
	require.NotEqual(t, is, changed)
	write("solver", "#!/bin/sh \n")
	require.NotEqual(t, changed, program(solver, script, "fast", "-v"))
	write("solver", "#!/bin/sh\n")
	write("script.py", "print(1)\n")
	require.Equal(t, is, program(solver, script, "fast", "-v"))

	other := write("other", "#!/bin/sh\n") // the same bytes in another place are another program
	require.NotEqual(t, is, program(other, script, "fast", "-v"))

	p, err := contest.ParsePlayer("exec:"+shellquote.Join(solver), nil)
	require.NoError(t, err)
	require.NoError(t, os.Remove(solver))
	_, err = p.Program()
	require.Error(t, err, fmt.Sprint(p))
}
