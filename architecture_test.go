// Package exhaust_test holds the module to its own map: ARCHITECTURE.md.
package exhaust_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzles/catalogue"
)

// A graph says for each package of the module, by folder, which others it imports.
type graph map[string][]string

// realGraph reads the imports of all packages, tests aside.
func realGraph(t *testing.T) graph {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,GoFiles", "./...", "./testdata/levels").Output()
	require.NoError(t, err)
	g := graph{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath       string
			Imports, GoFiles []string
		}
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return g
		}
		require.NoError(t, err)
		if len(p.GoFiles) == 0 {
			continue
		}
		name := strings.TrimPrefix(p.ImportPath, "exhaust/")
		g[name] = []string{}
		for _, path := range p.Imports {
			if inside, ok := strings.CutPrefix(path, "exhaust/"); ok {
				g[name] = append(g[name], inside)
			}
		}
	}
}

// row is a row of the table: | `package` | its job | `a`, `b` |.
var (
	row  = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|[^|]*\\|([^|]*)\\|$")
	name = regexp.MustCompile("`([^`]+)`")
)

// allowedGraph reads the table of ARCHITECTURE.md.
func allowedGraph(t *testing.T) graph {
	t.Helper()
	text, err := os.ReadFile("ARCHITECTURE.md")
	require.NoError(t, err)
	g := graph{}
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		g[m[1]] = []string{}
		for _, n := range name.FindAllStringSubmatch(m[2], -1) {
			g[m[1]] = append(g[m[1]], n[1])
		}
	}
	require.NotEmpty(t, g)
	return g
}

// standard are the names, in the rows of the table, of the packages that every puzzle has in its folder: a
// package without a row of its own has that of its place.
const (
	standardBoard   = "puzzles/NAME"
	standardReferee = "puzzles/NAME/referee"
	standardSolver  = "puzzles/NAME/SOLVER"
	standardWiring  = "puzzles/NAME/wiring"
	anyOfItsOwn     = "puzzles/NAME/..."
)

// placeOf returns the row of a package that has none of its own, and the folder of its puzzle.
func placeOf(pkg string) (row, folder string) {
	m := puzzleFolder.FindStringSubmatch(pkg)
	if m == nil {
		return pkg, ""
	}
	switch m[2] {
	case "":
		return standardBoard, m[1]
	case "/referee":
		return standardReferee, m[1]
	case "/wiring":
		return standardWiring, m[1]
	}
	return standardSolver, m[1]
}

// puzzleFolder matches the packages of a puzzle: its folder, and what is in it. The example of CONTRIBUTING.md
// is one.
var puzzleFolder = regexp.MustCompile(`^((?:puzzles|examples/newpuzzle)/[^/]+)(/[^/]+)?$`)

// mayImport reports whether a row allows an import to a package in the folder of a puzzle.
func mayImport(row []string, folder, to string) bool {
	return slices.ContainsFunc(row, func(allowed string) bool {
		switch allowed {
		case standardBoard:
			return to == folder
		case standardReferee:
			return to == folder+"/referee"
		case anyOfItsOwn:
			return to == folder || strings.HasPrefix(to, folder+"/")
		}
		return to == allowed
	})
}

// violations lists where the real graph is not what the table allows.
func violations(real, allowed graph) []string {
	var bad []string
	for pkg, imports := range real {
		row, folder := pkg, ""
		if _, ok := allowed[pkg]; !ok {
			row, folder = placeOf(pkg)
		}
		may, ok := allowed[row]
		if !ok {
			bad = append(bad, pkg+" has no row")
			continue
		}
		for _, to := range imports {
			if !mayImport(may, folder, to) {
				bad = append(bad, fmt.Sprintf("%s imports %s", pkg, to))
			}
		}
	}
	for pkg := range allowed {
		if _, ok := real[pkg]; !ok && !strings.HasPrefix(pkg, standardBoard) {
			bad = append(bad, pkg+" has a row and no package")
		}
	}
	slices.Sort(bad)
	return bad
}

// A house is the packages of one puzzle that must be apart.
type house struct {
	board   string   // what all may import: the cases and their notation
	referee string   // its package, or empty if the board's has it
	wiring  string   // what brings them together
	solvers []string // in the order of the family
}

// houses finds the packages of the puzzles of the catalogue: solver S of puzzle P is puzzles/P/S.
func houses(g graph) (all []house, bad []string) {
	for _, p := range catalogue.All() {
		name := p.About().Name
		h := house{board: "puzzles/" + name}
		if shared, ok := boardsOf[name]; ok {
			h.board = shared
		}
		if _, ok := g[h.board+"/referee"]; ok {
			h.referee = h.board + "/referee"
		}
		h.wiring = h.board + "/wiring"
		for _, solver := range p.About().SolverNames() {
			pkg := h.board + "/" + solver
			if _, ok := g[pkg]; !ok {
				bad = append(bad, fmt.Sprintf("solver %s of %s has no package %s", solver, name, pkg))
			}
			h.solvers = append(h.solvers, pkg)
		}
		all = append(all, h)
	}
	return all, bad
}

// boardsOf says whose solvers a puzzle has that has none of its own.
var boardsOf = map[string]string{"hamilton": "puzzles/twotone"}

// entangled lists the imports, direct or not, that would make a check worthless, whatever the table says:
//
//   - the engine and the seam know no puzzle, and the command line knows none but by the catalogue;
//   - no solver of a puzzle reaches another one, the referee, or what brings them together;
//   - what two of them reach, or one and the referee, is the vocabulary and the board alone: an engine or a
//     kernel serves at most one solver of each puzzle;
//   - a search in graphs that checks two-tone solvers knows nothing of the puzzle.
func entangled(g graph, all []house) []string {
	var bad []string
	apart := func(pkg string, reached []string, prefixes ...string) {
		for _, to := range reached {
			if slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(to, p) }) {
				bad = append(bad, fmt.Sprintf("%s must know nothing of %s", pkg, to))
			}
		}
	}
	for _, pkg := range []string{
		"statecodec", "visited", "frontier", "checkpoint", "parallel", "enumerate", "compare", "puzzle",
		"family", "family/census", "family/contest", "family/protocol", "family/levels", "family/verbs", "command",
	} {
		apart(pkg, reachable(g, pkg), "puzzles/", "cmd/")
	}
	for _, to := range g["cmd/exhaust"] {
		if strings.HasPrefix(to, "puzzles/") && to != "puzzles/catalogue" {
			bad = append(bad, "cmd/exhaust must know nothing of "+to)
		}
	}
	apart("puzzles/gridgraph/cycle", reachable(g, "puzzles/gridgraph/cycle"), "puzzles/twotone", "parallel", "compare")
	for _, h := range all {
		bad = append(bad, h.entangled(g)...)
	}
	slices.Sort(bad)
	return slices.Compact(bad)
}

// entangled lists what the solvers and the referee of one puzzle share.
func (h *house) entangled(g graph) (bad []string) {
	reached := map[string]string{} // by whom
	members := slices.Clone(h.solvers)
	if h.referee != "" {
		members = append(members, h.referee)
	}
	for _, pkg := range members {
		for _, to := range reachable(g, pkg) {
			switch {
			case to == "puzzle" || to == h.board:
				continue
			case to == h.wiring, strings.HasPrefix(to, "family"), slices.Contains(members, to):
				bad = append(bad, fmt.Sprintf("%s must know nothing of %s", pkg, to))
			case reached[to] != "" && reached[to] != pkg:
				bad = append(bad, fmt.Sprintf("%s and %s both reach %s", reached[to], pkg, to))
			}
			reached[to] = pkg
		}
	}
	return bad
}

// TestSolversLeaveTheRefereeAlone reads the source of the solvers for what package twotone
// has beside its types: the referee above all.
func TestSolversLeaveTheRefereeAlone(t *testing.T) {
	forbidden := regexp.MustCompile(`twotone\.(Referee|StepError|Symmetr\w*|StrictBound|StateBound|Space|NewSpace|Picture)\b`)
	require.Regexp(t, forbidden, "var r twotone.Referee")
	for _, solver := range []string{"bfs", "zeroone", "table"} {
		files, err := filepath.Glob("puzzles/twotone/" + solver + "/*.go")
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.NotRegexp(t, forbidden, string(text), file)
		}
	}
}

// reachable returns all that a package imports, directly or not.
func reachable(g graph, pkg string) []string {
	var found []string
	todo := slices.Clone(g[pkg])
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !slices.Contains(found, next) {
			found = append(found, next)
			todo = append(todo, g[next]...)
		}
	}
	return found
}

func TestImports(t *testing.T) {
	g := realGraph(t)
	require.Empty(t, violations(g, allowedGraph(t)))
	all, bad := houses(g)
	require.Empty(t, bad)
	require.Empty(t, entangled(g, all))
}

// TestImportsAreSeen plants forbidden arrows.
func TestImportsAreSeen(t *testing.T) {
	allowed := graph{
		"a": {"b"}, "b": {}, "c": {},
		standardBoard: {"puzzle"}, standardSolver: {standardBoard, "parallel"}, standardWiring: {anyOfItsOwn},
	}
	require.Empty(t, violations(graph{"a": {"b"}, "b": {}, "c": {}}, allowed))
	require.Equal(t,
		[]string{"b imports a", "c has a row and no package", "d has no row"},
		violations(graph{"a": {}, "b": {"a"}, "d": {}}, allowed))
	require.Equal(t,
		[]string{"puzzles/x imports puzzles/y", "puzzles/x/s imports puzzles/x/t", "puzzles/x/wiring imports puzzles/y"},
		violations(graph{
			"a": {}, "b": {}, "c": {}, "puzzles/x": {"puzzle", "puzzles/y"}, "puzzles/y": {},
			"puzzles/x/s": {"puzzles/x", "parallel", "puzzles/x/t"}, "puzzles/x/t": {"puzzles/x"},
			"puzzles/x/wiring": {"puzzles/x", "puzzles/x/s", "puzzles/y"},
		}, allowed))

	for _, plant := range []struct{ from, to, want string }{
		{"puzzles/twotone/zeroone", "puzzles/twotone/bfs", "puzzles/twotone/zeroone must know nothing of puzzles/twotone/bfs"},
		{"puzzles/twotone/zeroone", "parallel", "puzzles/twotone/bfs and puzzles/twotone/zeroone both reach parallel"},
		{"puzzles/twotone/table", "puzzles/twotone/wiring", "puzzles/twotone/table must know nothing of puzzles/twotone/wiring"},
		{"puzzles/twotone/table", "family", "puzzles/twotone/table must know nothing of family"},
		{"puzzles/huarong/graph", "puzzles/huarong/referee", "puzzles/huarong/graph must know nothing of puzzles/huarong/referee"},
		{"puzzles/huarong/referee", "puzzles/huarong/plain", "puzzles/huarong/referee must know nothing of puzzles/huarong/plain"},
		{"visited", "puzzles/twotone", "parallel must know nothing of puzzles/twotone"},
		{"family/census", "puzzles/pawns", "family/census must know nothing of puzzles/pawns"},
		{"cmd/exhaust", "puzzles/pawns", "cmd/exhaust must know nothing of puzzles/pawns"},
		{"puzzles/gridgraph/cycle", "puzzles/twotone/bfs", "puzzles/gridgraph/cycle must know nothing of puzzles/twotone/bfs"},
	} {
		g := realGraph(t)
		g[plant.from] = append(slices.Clone(g[plant.from]), "helper")
		g["helper"] = []string{plant.to}
		if plant.from == "cmd/exhaust" { // which reaches every puzzle by the catalogue
			g[plant.from] = append(g[plant.from], plant.to)
		}
		all, _ := houses(g)
		require.Contains(t, entangled(g, all), plant.want)
	}
	g := realGraph(t)
	delete(g, "puzzles/pawns/plain")
	_, bad := houses(g)
	require.Equal(t, []string{"solver plain of pawns has no package puzzles/pawns/plain"}, bad)
}

// TestTopLevelFolders keeps the folders few and named for what they hold.
func TestTopLevelFolders(t *testing.T) {
	known := []string{"bench", "checkpoint", "cmd", "command", "compare", "docs", "enumerate", "examples", "family", "frontier",
		"parallel", "puzzle", "puzzles", "statecodec", "testdata", "visited"}
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			require.Contains(t, known, e.Name())
		}
	}
	require.NoError(t, filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			require.NotContains(t, []string{"util", "utils", "common", "misc", "helpers"}, d.Name(), path)
		}
		return err
	}))
}
