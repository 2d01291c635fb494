package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/levels"
)

// maxInput bounds what is read of a board file, in bytes.
const maxInput = 2 << 20

// maxBoards bounds a file of cases, in bytes.
const maxBoards = 1 << 30

// byteOrderMark may stand before a case ID in a file, as it may before a board.
const byteOrderMark = "\uFEFF"

// startOfID is how a case ID begins, and no board file.
var startOfID = regexp.MustCompile(`^[0-9]+x[0-9]+:`)

// readCase reads a case from an argument: a case ID, the name of a file that
// holds a board or a case ID, or - for standard input.
func readCase(arg string, stdin io.Reader) (*twotone.Case, error) {
	if startOfID.MatchString(arg) {
		return parseID(arg)
	}
	if arg == "-" {
		return parseCase("standard input", stdin)
	}
	f, err := os.Open(arg)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, usagef("%q is neither a case like 2x2:BWRB:0:3:1,2:strict nor a file", arg)
	case err != nil:
		return nil, usageError(err)
	}
	defer f.Close()
	if isDirectory(f) {
		return nil, usagef("%s is a directory: want one board (solve, levels and compare --boards take a directory of boards)", arg)
	}
	return parseCase(arg, f)
}

// isDirectory reports whether an open file is a directory.
func isDirectory(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.IsDir()
}

// parseCase parses a file that holds a board or a case ID.
func parseCase(name string, r io.Reader) (*twotone.Case, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxInput))
	if err != nil {
		return nil, readError(name, err)
	}
	id := strings.TrimSpace(strings.TrimPrefix(string(text), byteOrderMark))
	if startOfID.MatchString(id) {
		c, err := parseID(id)
		if err != nil {
			return nil, usageError(fmt.Errorf("%s: %w", name, err))
		}
		return c, nil
	}
	c, err := twotone.ParseBoard(name, bytes.NewReader(text))
	if err != nil {
		return nil, usageError(err)
	}
	return c, nil
}

// readCases reads what --boards names: a case ID; a file, or standard input, with a case ID a line,
// blank lines and comments from # on aside, or with one drawn board; or a directory of such files (see readFolder).
func readCases(arg string, stdin io.Reader) ([]*twotone.Case, error) {
	if startOfID.MatchString(arg) {
		c, err := parseID(arg)
		return []*twotone.Case{c}, err
	}
	if arg == "-" {
		return parseCases("standard input", stdin)
	}
	f, err := os.Open(arg)
	if err != nil {
		return nil, usageError(err)
	}
	defer f.Close()
	if isDirectory(f) {
		return readFolder(arg)
	}
	return parseCases(arg, f)
}

// readFolder reads the cases of the board files of a directory.
func readFolder(dir string) (cases []*twotone.Case, err error) {
	files, err := boardFiles(dir)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		more, err := readCases(file, nil)
		if err != nil {
			return nil, err
		}
		cases = append(cases, more...)
	}
	return cases, nil
}

// boardFiles returns the files of a directory whose names end as those of levels do, in the order of their names. It is
// an error if there is none.
func boardFiles(dir string) (files []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, usageError(err)
	}
	for _, e := range entries {
		if !e.IsDir() && filepath.Ext(e.Name()) == levels.Extension {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	if len(files) == 0 {
		return nil, usagef("%s: no file with boards, whose name would end in %s", dir, levels.Extension)
	}
	return files, nil
}

// parseCases parses a file of cases, or of one drawn board.
func parseCases(name string, r io.Reader) ([]*twotone.Case, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxBoards+1))
	if err != nil {
		return nil, readError(name, err)
	}
	if len(text) > maxBoards {
		return nil, usagef("%s: more than %d bytes of boards", name, maxBoards)
	}
	var cases []*twotone.Case
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(string(text), byteOrderMark)) {
		number++
		line, _, _ = strings.Cut(line, "#")
		id := strings.TrimSpace(line)
		switch {
		case id == "":
			continue
		case len(cases) == 0 && !startOfID.MatchString(id):
			c, err := parseCase(name, bytes.NewReader(text))
			return []*twotone.Case{c}, err
		}
		c, err := twotone.ParseID(id)
		if err != nil {
			return nil, usageError(fmt.Errorf("%s:%d: %w", name, number, err))
		}
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		return nil, usageError(fmt.Errorf("%s: %w", name, errNoBoards))
	}
	return cases, nil
}

// readError names the file once, whether or not the error does.
func readError(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return usageError(fmt.Errorf("%s: %w", name, err))
}

func parseID(id string) (*twotone.Case, error) {
	c, err := twotone.ParseID(id)
	if err != nil {
		return nil, usageError(err)
	}
	return c, nil
}

// parseRule parses a rule by its name.
func parseRule(name string) (twotone.Rule, error) {
	rule, ok := twotone.RuleNamed(name)
	if !ok {
		return 0, usagef("unknown rule %q: want strict or handover", name)
	}
	return rule, nil
}

// parseSize parses ROWSxCOLS.
func parseSize(text string) (rows, cols int, err error) {
	if rows, cols, err = twotone.ParseSize(text); err != nil {
		return 0, 0, usageError(err)
	}
	return rows, cols, nil
}
