package main

import (
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// randomBoard returns the case ID of a board of any shape up to 6x6, or of one
// that needs two words, on which few cells are rainbow.
func randomBoard(r *rand.Rand) string {
	rows, cols, rainbow := 1+r.IntN(5), 2+r.IntN(4), r.IntN(50)
	if r.IntN(4) == 0 {
		rows, cols, rainbow = 5+r.IntN(3), 9+r.IntN(3), r.IntN(10)
	}
	n := rows * cols
	var cells strings.Builder
	for range n {
		switch {
		case r.IntN(100) < rainbow:
			cells.WriteByte('R')
		case r.IntN(2) == 0:
			cells.WriteByte('B')
		default:
			cells.WriteByte('W')
		}
	}
	places := r.Perm(n)
	pieces, places := places[:2], r.Perm(n)
	var stars []string
	for _, cell := range places[:r.IntN(min(n, 6)+1)] {
		stars = append(stars, fmt.Sprint(cell))
	}
	slices.SortFunc(stars, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	if len(stars) == 0 {
		stars = []string{"-"}
	}
	return fmt.Sprintf("%dx%d:%s:%d:%d:%s:%s%s", rows, cols, cells.String(), pieces[0], pieces[1], strings.Join(stars, ","),
		[]string{"strict", "handover"}[r.IntN(2)], []string{"", ":white"}[r.IntN(2)])
}

// TestSearchesAgree compares all counts of the plain search with those of the
// tuned one, whose table is at times too small for the space, and of exhaust: the
// rules in another language, by another hand.
func TestSearchesAgree(t *testing.T) {
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip(err)
	}
	const most = 200_000 // states
	all := map[string]bool{"plain": true, "tuned": true, "exhaust": true}
	k, err := newKit(t.Context(), t.TempDir(), options{workers: 3, peers: all, limit: 5 * time.Minute}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	const seed = 1
	r := rand.New(rand.NewPCG(seed, seed))
	ids := []string{"tiles:2x3", "tiles:3x2", "tiles:3x3", "2x2:RRRR:0:3:-:strict", "2x2:BWRB:0:3:1,2:strict"}
	for range 120 {
		ids = append(ids, randomBoard(r))
	}
	compared := 0
	for _, id := range ids {
		w := workload{name: id, id: id, states: most}
		programs := []program{}
		results := [][]result{}
		for _, n := range []string{"1", "3"} {
			got, err := k.json(k.tuned, id, fmt.Sprint(most), n)(t.Context())
			if err != nil && strings.Contains(err.Error(), "table is full") {
				break
			}
			if err != nil {
				t.Fatalf("tuned %s: %v (seed %d)", id, err, seed)
			}
			programs = append(programs, program{name: "tuned " + n})
			results = append(results, []result{got})
		}
		if len(results) < 2 {
			continue
		}
		want, err := k.json(k.plain, w.id)(t.Context())
		if err != nil {
			t.Fatalf("plain %s: %v (seed %d)", id, err, seed)
		}
		ours, err := k.json(k.exhaust, "explore", id, "--json", "--workers", "2", "--memory", "1GiB")(t.Context())
		if err != nil {
			t.Fatalf("exhaust %s: %v (seed %d)", id, err, seed)
		}
		programs = append(programs, program{name: "plain"}, program{name: "exhaust"})
		results = append(results, []result{want}, []result{ours})
		if err := agree(programs, results); err != nil {
			t.Errorf("%s: %v (seed %d)", id, err, seed)
		}
		compared++
	}
	if compared < 80 {
		t.Errorf("only %d spaces were small enough to compare", compared)
	}
}

// TestSpinAgrees compares the states and edges that SPIN reports, less the
// model's constant, with those of the plain search.
func TestSpinAgrees(t *testing.T) {
	for _, tool := range []string{"g++", "gcc", "spin"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	all := map[string]bool{"plain": true, "spin": true}
	k, err := newKit(t.Context(), t.TempDir(), options{workers: 1, peers: all, limit: 5 * time.Minute}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range []string{
		"2x2:BWRB:0:3:1,2:strict",
		"2x2:BBWB:0:3:1,2:handover",           // a handover before any move
		"3x4:BWRBWRBRWBRW:0:7:2,5,9:handover", // not square
		"3x4:BWRBWRBRWBRW:0:7:2,5,9:strict:white",
		"6x8:WWBBBWBWWRBBRBBRWWBWWWWWWBBWBBWWWBRBBBWWWWWRRBRW:39:40:9,12,17,18,19,42,44:handover", // two words
	} {
		want, err := k.json(k.plain, id)(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		run, err := k.verifier(t.Context(), workload{name: fmt.Sprint(i), id: id, states: *want.States}, 1)
		if err != nil {
			t.Fatal(err)
		}
		got, err := run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := agree([]program{{name: "plain"}, {name: "spin"}}, [][]result{{want}, {got}}); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
}

func TestParseSpin(t *testing.T) {
	const report = `
State-vector 20 byte, depth reached 3, errors: 0
        5 states, stored
        0 states, matched
        5 transitions (= stored+matched)
  128.500	total actual memory usage

pan: elapsed time 0.25 seconds
`
	r, err := parseSpin(report, 1)
	if err != nil {
		t.Fatal(err)
	}
	if *r.States != 4 || *r.Edges != 3 || *r.Seconds != 0.25 || *r.Memory != 128<<20+1<<19 {
		t.Errorf("states %d, edges %d, seconds %v, memory %d", *r.States, *r.Edges, *r.Seconds, *r.Memory)
	}
	for _, bad := range []string{"", "error: max search depth too small\n" + report, "Hash-Compact 4 search for:\n" + report} {
		if _, err := parseSpin(bad, 1); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}

func TestDisagreementIsFound(t *testing.T) {
	one, two := uint64(1), uint64(2)
	programs := []program{{name: "a", workers: 1}, {name: "b", workers: 2}}
	if err := agree(programs, [][]result{{{States: &one}}, {{States: &one, Edges: &two}}}); err != nil {
		t.Error(err)
	}
	for _, other := range []result{{States: &two}, {States: &one, Levels: []uint64{1, 1}}} {
		if agree(programs, [][]result{{{States: &one, Levels: []uint64{1}}}, {other}}) == nil {
			t.Errorf("no error for %v", other.counts())
		}
	}
}

func TestTable(t *testing.T) {
	rows := []row{
		{"w", "exhaust", 1, 1e7, []float64{2, 1, 4}, 12e7},
		{"w", "exhaust", 2, 1e7, []float64{1}, 12e7},
		{"w", "plain", 1, 1e7, []float64{10}, 44e7},
	}
	var out strings.Builder
	writeTable(&out, rows, 2)
	for _, line := range []string{
		"| w | exhaust | 1 | 10000000 | 2.00 | 1.00-4.00 | 5.00 M | 12.0 | 1.00 | 2.00 |",
		"| w | plain | 1 | 10000000 | 10.00 | 10.00-10.00 | 1.00 M | 44.0 | 5.00 | 10.00 |",
	} {
		if !strings.Contains(out.String(), line+"\n") {
			t.Errorf("no line %s in\n%s", line, out.String())
		}
	}
}
