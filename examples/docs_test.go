package examples_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/examples/newpuzzle/frogs"
	frogswiring "exhaust/examples/newpuzzle/frogs/wiring"
	"exhaust/family"
	"exhaust/family/verbs"
	"exhaust/puzzle"
	"exhaust/puzzles/catalogue"
)

// readDoc returns a file of the project as text.
func readDoc(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", file))
	require.NoError(t, err)
	return string(text)
}

// An excerpt is a block of Go code in a document, and the file that was named last before it.
type excerpt struct{ file, code string }

// namedFile is a line that names a Go file and nothing else; codeBlock is a block of Go code.
var (
	namedFile = regexp.MustCompile("(?m)^`([^`]+\\.go)`$")
	codeBlock = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")
)

// excerptsOf returns the excerpts of a document.
func excerptsOf(text string) (all []excerpt) {
	for _, at := range codeBlock.FindAllStringSubmatchIndex(text, -1) {
		e := excerpt{code: text[at[2]:at[3]]}
		for _, m := range namedFile.FindAllStringSubmatch(text[:at[0]], -1) {
			e.file = m[1]
		}
		all = append(all, e)
	}
	return all
}

// TestContributingShowsTheCode holds the excerpts against the files that they are of. Each file of
// the new puzzle has one.
func TestContributingShowsTheCode(t *testing.T) {
	shown := map[string]bool{}
	for _, e := range excerptsOf(readDoc(t, "CONTRIBUTING.md")) {
		require.NotEmpty(t, e.file, e.code)
		require.Contains(t, readDoc(t, e.file), "\n"+e.code, e.file)
		shown[e.file] = true
	}
	for _, pattern := range []string{"newpuzzle/*/*.go", "newpuzzle/*/*/*.go"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				require.True(t, shown["examples/"+file], "CONTRIBUTING.md shows nothing of %s", file)
			}
		}
	}
}

// TestExcerptsAreSeen sees which file a block is taken to be of.
func TestExcerptsAreSeen(t *testing.T) {
	const first = "`a/b.go`\n\n```go\nx := 1\n```\n"
	const second = "more `c.go`\n```go\ny\n```\n"
	const third = "`d.go`\n```go\n```\n"
	require.Equal(t,
		[]excerpt{{"a/b.go", "x := 1\n"}, {"a/b.go", "y\n"}, {"d.go", ""}},
		excerptsOf(first+second+third))
}

// quotedPath is a path in quotes below one of the folders that documents speak of.
var quotedPath = regexp.MustCompile(
	"`((?:cmd|docs|examples|family|parallel|puzzles)/[a-z0-9_./]+)`")

// TestPathsExist sees that the documents name what there is.
func TestPathsExist(t *testing.T) {
	documents, err := filepath.Glob("../docs/*.md")
	require.NoError(t, err)
	for _, file := range append(documents, "../CONTRIBUTING.md", "../README.md") {
		text := readDoc(t, strings.TrimPrefix(file, "../"))
		for _, m := range quotedPath.FindAllStringSubmatch(text, -1) {
			path := orFolder(filepath.Join("..", m[1]))
			require.FileExists(t, path, "%s names %s", file, m[1])
		}
	}
}

// orFolder returns a file of a folder, or the path if it is none.
func orFolder(path string) string {
	if entries, err := os.ReadDir(path); err == nil && len(entries) > 0 {
		path = filepath.Join(path, entries[0].Name())
		return orFolder(path)
	}
	return path
}

// serveBlock is a command that serves, with the lines below it; a request has a question.
var serveBlock = regexp.MustCompile(
	`(?m)^    \$ exhaust serve (\S+)(?: --puzzle (\S+))?\n((?:    \{.*\}\n)+)`)

// TestProtocolIsTrue sends the requests of docs/PROTOCOL.md, and holds the replies against it.
func TestProtocolIsTrue(t *testing.T) {
	blocks := serveBlock.FindAllStringSubmatch(readDoc(t, "docs/PROTOCOL.md"), -1)
	require.Len(t, blocks, 4)
	for _, m := range blocks {
		p := catalogue.Default()
		if m[2] != "" {
			p = find(t, m[2])
		}
		var requests, replies strings.Builder
		for line := range strings.Lines(m[3]) {
			if strings.Contains(line, `"ask":`) {
				requests.WriteString(line)
			} else {
				replies.WriteString(strings.TrimSpace(line) + "\n")
			}
		}
		var out bytes.Buffer
		in := strings.NewReader(requests.String())
		require.NoError(t, p.Serve(t.Context(), m[1], puzzle.Limits{}, 0, in, &out))
		require.Equal(t, replies.String(), out.String(), m[1])
	}
}

// TestNewPuzzleIsReady does what the catalogue would do with the puzzle of CONTRIBUTING.md.
func TestNewPuzzleIsReady(t *testing.T) {
	var f *family.Family[frogs.Row] = frogswiring.Family()
	p := verbs.Of(f)
	require.True(t, p.About().Explores)
	for _, other := range catalogue.All() {
		require.NotEqual(t, other.About().Name, p.About().Name)
	}
	r := hold(t, p, boards{space: "6"}, look(t, "python3"), "python/any.py")
	require.Equal(t, r.Cases, r.Limited) // a puzzle that it does not know
}
