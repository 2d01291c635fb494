// Package examples_test holds the example solvers against the program's.
package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kballard/go-shellquote"
	"github.com/stretchr/testify/require"

	"exhaust/family/verbs"
	"exhaust/puzzle"
	"exhaust/puzzles/catalogue"
)

// look returns the path of a program, or skips the test if there is none.
func look(t *testing.T, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("no %s on this machine", program)
	}
	return path
}

// compile compiles the solver in C++ and returns its path.
func compile(t *testing.T) string {
	t.Helper()
	compiler, program := look(t, "g++"), filepath.Join(t.TempDir(), "a solver")
	args := []string{"-O2", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", program}
	out, err := exec.Command(compiler, append(args, "cpp/solver.cpp")...).CombinedOutput()
	require.NoError(t, err, string(out))
	return program
}

// A boards is cases that a solver is asked about: all of a space, some of them, or random ones.
type boards struct {
	space  string
	sample uint64
	random string
	count  uint64
}

// hold holds a contest between the plainest solver of a puzzle and a command. They must not differ.
func hold(t *testing.T, p verbs.Puzzle, b boards, command ...string) verbs.ContestReport {
	t.Helper()
	standing := p.About().Standing()
	o := verbs.ContestOptions{
		Players: [2]string{standing[len(standing)-1], "exec:" + shellquote.Join(command...)},
		Ask:     puzzle.Best, Timeout: time.Minute, Enough: 1, Seed: 1,
		Space: b.space, Sample: b.sample, Random: b.random, Count: b.count,
		Flags: map[string]string{"stars": "-1", "rainbow": "0.3"},
		Set:   func(string) bool { return false },
	}
	for variant := range p.About().Variants {
		o.Variants = append(o.Variants, variant)
	}
	c, err := p.Contest(t.Context(), o)
	require.NoError(t, err)
	r, err := c.Run(t.Context())
	require.NoError(t, err)
	if r.First != nil {
		require.Fail(t, "they differ", "%s: %s", r.Smallest.Case.ID(), r.Smallest.Difference.Why)
	}
	require.Equal(t, c.Cases(), r.Agreed+r.Limited)
	require.Zero(t, r.Stats[1].Unsteady)
	return r
}

// find returns the puzzle of a name.
func find(t *testing.T, name string) verbs.Puzzle {
	t.Helper()
	p, err := catalogue.Find(name)
	require.NoError(t, err)
	return p
}

// agree has a command agree with our solvers on every one of these boards.
func agree(t *testing.T, name string, list []boards, command ...string) {
	t.Helper()
	for _, b := range list {
		r := hold(t, find(t, name), b, command...)
		require.Zero(t, r.Limited, b)
		require.NotZero(t, r.Agreed, b)
	}
}

// twotoneBoards are all of 2x2, some of 3x3, and random boards that are no square, with either side
// to move.
var twotoneBoards = []boards{
	{space: "2x2"},
	{space: "3x3", sample: 500},
	{random: "3x2", count: 300},
	{random: "1x7", count: 300},
}

func TestTwotoneInCpp(t *testing.T) { agree(t, "twotone", twotoneBoards, compile(t)) }

func TestTwotoneInJavaScript(t *testing.T) {
	agree(t, "twotone", twotoneBoards, look(t, "node"), "javascript/solver.js")
}

func TestTwotoneInPython(t *testing.T) {
	list := []boards{
		{space: "1x3"},
		{space: "2x2", sample: 1000},
		{random: "3x2", count: 50},
		{random: "1x7", count: 50},
	}
	agree(t, "twotone", list, look(t, "python3"), "python/twotone.py")
}

// TestTwotoneInShell asks about boards of which the solver in shell knows those without a star.
func TestTwotoneInShell(t *testing.T) {
	r := hold(t, find(t, "twotone"), boards{space: "1x3"}, look(t, "sh"), "shell/twotone.sh")
	const colourings, placements, rules = 3 * 3 * 3, 3 * 2, 2
	require.EqualValues(t, colourings*placements*rules, r.Agreed)
	require.NotZero(t, r.Limited)
}

// known are the boards that the solvers of any puzzle are asked about, for each puzzle that one of
// them knows.
var known = map[string]map[string][]boards{
	"python/any.py": {
		"huarong": {{space: "2x2"}, {space: "2x3"}, {random: "4x3", count: 100}},
		"tiles":   {{space: "2x2"}, {space: "2x3"}, {space: "3x2", sample: 50}},
	},
	"javascript/any.js": {
		"huarong": {{space: "2x2"}, {space: "2x3"}, {random: "4x3", count: 100}},
		// On 3x3 and smaller boards no knight can jump into the hole of the goal.
		"knights": {{space: "2x4"}, {space: "3x4", sample: 50}, {space: "4x3", sample: 50}},
	},
}

func TestAnyInPython(t *testing.T) { anyPuzzle(t, look(t, "python3"), "python/any.py") }

func TestAnyInJavaScript(t *testing.T) { anyPuzzle(t, look(t, "node"), "javascript/any.js") }

// anyPuzzle asks a solver about every puzzle. It must know those that are listed for it and give up
// on all others.
func anyPuzzle(t *testing.T, interpreter, file string) {
	t.Helper()
	for name := range known[file] {
		find(t, name)
	}
	for _, p := range catalogue.All() {
		name := p.About().Name
		if list, ok := known[file][name]; ok {
			agree(t, name, list, interpreter, file)
			continue
		}
		r := hold(t, p, boards{space: p.About().Spaces[0].Text, sample: 20}, interpreter, file)
		require.Zero(t, r.Agreed, name)
	}
}

// TestReplies looks at replies to single lines: to one that is no request and to the next after it,
// to a puzzle that is not known, and to a case with more positions than these solvers look at.
func TestReplies(t *testing.T) {
	const requests = `no request
5
{"id":1,"puzzle":"huarong","case":"11"}
{"id":2,"puzzle":"huarong","case":"111:1,1,1,2,1,1","ask":"best"}
{"id":3,"puzzle":"chess","case":"11"}
`
	want := []string{
		`"id":null,"error":`,
		`"id":null,"error":`,
		`"id":1,"error":`,
		`"id":2,"value":1,"solution":"R"`,
		`"id":3,"limit":true`,
		`"id":4,"limit":true`,
	}
	large := map[string]string{
		"python/any.py":     `{"id":4,"puzzle":"tiles","case":"3x4:9,8,7,6,5,4,3,2,1,10,11,0"}`,
		"javascript/any.js": `{"id":4,"puzzle":"knights","case":"01011/110*1/01110/01010/00100"}`,
	}
	interpreters := map[string]string{"python/any.py": "python3", "javascript/any.js": "node"}
	for file, interpreter := range interpreters {
		t.Run(file, func(t *testing.T) {
			command := exec.Command(look(t, interpreter), file)
			command.Stdin = strings.NewReader(requests + large[file] + "\n")
			out, err := command.Output()
			require.NoError(t, err)
			text := strings.TrimSpace(strings.ReplaceAll(string(out), " ", ""))
			lines := strings.Split(text, "\n")
			require.Len(t, lines, len(want), text)
			for i := range want {
				require.Contains(t, lines[i], want[i])
			}
		})
	}
}

// The examples are to be read at one sitting.
func TestShort(t *testing.T) {
	files, err := filepath.Glob("*/*.*")
	require.NoError(t, err)
	require.Len(t, files, 6)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Less(t, strings.Count(string(text), "\n"), 150, file)
	}
}
