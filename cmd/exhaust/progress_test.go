package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/command"
	"exhaust/parallel"
)

// hasty is exhaust, but that it draws progress at once and often, so that a short run shows much of it.
func hasty() {
	command.ProgressAfter, command.ProgressEvery = 0, 2*time.Millisecond
	main()
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		line  string
		width int
		want  string
	}{
		{"level 7, 9 states", 20, "level 7, 9 states"}, // and room for ^C and the cursor
		{"level 7, 9 states", 19, "level 7"},
		{"level 7, 9 states", 10, "level 7"}, // whose comma has no room
		{"level 7, 9 states", 9, "level "},
		{"level 7, 9 states", 4, "l"},
		{"level 7, 9 states", 3, ""},
		{"level 7, 9 states", 1, ""},
		{"level 7, 9 states", 0, ""},
		{"1,000 of 2,000 cases", 10, "1,000 o"},
		{"12µs▁▂▃", 10, "12µs▁▂▃"},
		{"12µs▁▂▃", 9, "12µs▁▂"},
		{"12µs▁▂▃", 6, "12µ"},
		{"▁▂▃, ▁▂▃", 7, "▁▂▃"},
		{"", 0, ""},
	} {
		got := command.Fit(c.line, c.width)
		require.Equal(t, c.want, got, "%q in %d columns", c.line, c.width)
		require.LessOrEqual(t, utf8.RuneCountInString(got), max(c.width-3, 0))
	}
}

func TestETA(t *testing.T) {
	require.Equal(t, "-", command.Eta(0, 10, time.Minute))
	require.Equal(t, "9m0s", command.Eta(1, 10, time.Minute))
	require.Equal(t, "0s", command.Eta(10, 10, time.Minute))
	require.Equal(t, "centuries", command.Eta(1, 1<<60, time.Minute))
}

// What a search is doing, the states, the rate, the memory and the time have room on a usual terminal, also of a run
// of a billion states.
func TestSearchLine(t *testing.T) {
	for _, c := range []struct {
		earlier uint64
		p       parallel.Progress
		elapsed time.Duration
		want    []string // what is seen of it in 80 columns; MEMORY is not looked at
	}{
		{
			p:       parallel.Progress{Doing: parallel.Expanding, Level: 3, Frontier: 12, States: 999_999},
			elapsed: 2500 * time.Millisecond,
			want:    []string{"level 3: expanding", "999,999 states", "400k/s", "MEMORY", "2s", "frontier 12"},
		}, {
			p:       parallel.Progress{Doing: parallel.Converting, Level: 123, Frontier: 12_345_678, States: 1_200_000_000},
			elapsed: 100 * time.Second,
			want:    []string{"level 123: converting", "1,200,000,000 states", "12.0M/s", "MEMORY", "1m40s"},
		}, { // what an earlier run met is loaded
			earlier: 40_000_000,
			p:       parallel.Progress{Doing: parallel.Loading, Level: 60, Frontier: 1_234_567, States: 10_000_000},
			elapsed: 2 * time.Second,
			want:    []string{"level 60: loading", "10,000,000 of 40,000,000 states", "5.00M/s", "eta 6s", "MEMORY"},
		}, { // and what this run met has a rate of its own
			earlier: 40_000_000,
			p:       parallel.Progress{Doing: parallel.Merging, Level: 62, Frontier: 1_234_567, States: 42_000_000},
			elapsed: 10 * time.Second,
			want:    []string{"level 62: merging", "42,000,000 states", "200k/s", "MEMORY", "10s", "frontier 1,234,567"},
		}, { // without a table nothing is loaded state by state
			earlier: 40_000_000,
			p:       parallel.Progress{Doing: parallel.Loading, Level: 60, Frontier: 1_234_567, States: 40_000_000},
			elapsed: 2 * time.Second,
			want:    []string{"level 60: loading", "40,000,000 states", "-", "MEMORY", "2s", "frontier 1,234,567"},
		},
	} {
		l := searchLine{earlier: c.earlier}
		got := strings.Split(command.Fit(l.text(c.p, c.elapsed), 80), ", ")
		for i, part := range c.want {
			if part == "MEMORY" && i < len(got) {
				got[i] = part
			}
		}
		require.Equal(t, c.want, got[:min(len(got), len(c.want))])
	}
}

// The rate of a run that loads first is that of the time since then.
func TestSearchLineAfterLoading(t *testing.T) {
	l := searchLine{earlier: 40_000_000}
	require.Contains(t, l.text(parallel.Progress{Doing: parallel.Loading, States: 39_000_000}, 4*time.Second), "39,000,000 of 40,000,000 states, 9.75M/s")
	require.Contains(t, l.text(parallel.Progress{Doing: parallel.Expanding, States: 43_000_000}, 6*time.Second), "43,000,000 states, 1.50M/s")
}

// What a directory says that earlier runs have met is what they counted.
func TestStatesOfKept(t *testing.T) {
	require.Zero(t, (*command.Kept)(nil).States())
	path := filepath.Join(t.TempDir(), "run")
	code, stdout, stderr := inside(t, "explore", "tiles:2x3", "--json", "--checkpoint", path)
	require.Equal(t, command.ExitYes, code, stderr)
	require.Contains(t, stdout, `"states": 360,`)

	s, err := openSpace(&input{ctx: t.Context()}, "tiles:2x3", "")
	require.NoError(t, err)
	dir, err := checkpoint.Open(checkpoint.OS(path), command.Tool(), exploreIdentity(&s))
	require.NoError(t, err)
	require.Equal(t, uint64(360), (&command.Kept{Dir: dir}).States())
	require.NoError(t, dir.Close())

	fresh, err := checkpoint.Create(checkpoint.OS(t.TempDir()), checkpoint.Run{Tool: command.Tool(), Identity: exploreIdentity(&s)}, false)
	require.NoError(t, err)
	require.Zero(t, (&command.Kept{Dir: fresh}).States())
	require.NoError(t, fresh.Close())
}
