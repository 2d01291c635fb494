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

// violations lists where the real graph is not what the table allows.
func violations(real, allowed graph) []string {
	var bad []string
	for pkg, imports := range real {
		may, ok := allowed[pkg]
		if !ok {
			bad = append(bad, pkg+" has no row")
			continue
		}
		for _, to := range imports {
			if !slices.Contains(may, to) {
				bad = append(bad, fmt.Sprintf("%s imports %s", pkg, to))
			}
		}
	}
	for pkg := range allowed {
		if _, ok := real[pkg]; !ok {
			bad = append(bad, pkg+" has a row and no package")
		}
	}
	slices.Sort(bad)
	return bad
}

// entangled lists the imports, direct or not, that would make a check worthless, whatever the
// table says: the engine knows no puzzle, and what checks solver A knows nothing of it.
func entangled(g graph) []string {
	engine := []string{"statecodec", "visited", "frontier", "checkpoint", "parallel", "enumerate", "compare"}
	nothing := append([]string{"puzzles/twotone/"}, engine...)
	apart := map[string][]string{
		"puzzles/twotone":         nothing,
		"puzzles/twotone/zeroone": nothing,
		"puzzles/twotone/table":   nothing,
		"puzzles/twotone/bfs":     {"enumerate", "compare", "puzzles/twotone/"},
		"puzzles/gridgraph":       append([]string{"puzzles/"}, engine...),
		"puzzles/gridgraph/cycle": append([]string{"puzzles/twotone"}, engine...),
	}
	for _, e := range engine {
		apart[e] = []string{"puzzles/", "cmd/"}
	}
	var bad []string
	for pkg, prefixes := range apart {
		for _, to := range reachable(g, pkg) {
			if slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(to, p) }) {
				bad = append(bad, fmt.Sprintf("%s must know nothing of %s", pkg, to))
			}
		}
	}
	slices.Sort(bad)
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
	require.Empty(t, entangled(g))
}

// TestImportsAreSeen plants forbidden arrows.
func TestImportsAreSeen(t *testing.T) {
	allowed := graph{"a": {"b"}, "b": {}, "c": {}}
	require.Empty(t, violations(graph{"a": {"b"}, "b": {}, "c": {}}, allowed))
	require.Equal(t,
		[]string{"b imports a", "c has a row and no package", "d has no row"},
		violations(graph{"a": {}, "b": {"a"}, "d": {}}, allowed))

	g := realGraph(t)
	g["puzzles/twotone/zeroone"] = append(g["puzzles/twotone/zeroone"], "helper")
	g["helper"] = []string{"puzzles/twotone/bfs"}
	g["visited"] = append(g["visited"], "puzzles/twotone")
	g["puzzles/gridgraph/cycle"] = append(g["puzzles/gridgraph/cycle"], "helper")
	require.Contains(t, entangled(g), "puzzles/gridgraph/cycle must know nothing of puzzles/twotone/bfs")
	require.Contains(t, entangled(g), "puzzles/twotone/zeroone must know nothing of puzzles/twotone/bfs")
	require.Contains(t, entangled(g), "visited must know nothing of puzzles/twotone")
	require.Contains(t, entangled(g), "parallel must know nothing of puzzles/twotone")
}

// TestTopLevelFolders keeps the folders few and named for what they hold.
func TestTopLevelFolders(t *testing.T) {
	known := []string{"bench", "checkpoint", "cmd", "compare", "docs", "enumerate", "examples", "frontier", "parallel",
		"puzzles", "statecodec", "testdata", "visited"}
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
