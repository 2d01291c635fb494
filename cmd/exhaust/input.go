package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"exhaust/command"
	"exhaust/family"
	"exhaust/family/verbs"
	"exhaust/puzzles/catalogue"
)

// maxInput bounds a file of cases, in bytes.
const maxInput = 1 << 30

// byteOrderMark may stand before a case ID in a file, as it may before a board.
const byteOrderMark = "\uFEFF"

// boardExtension ends the names of the files of a directory of boards.
const boardExtension = ".txt"

// hiddenPrefix begins the names of files that hold what some systems know of the file of the rest
// of the name.
const hiddenPrefix = "._"

// puzzleFlag is the flag that names the puzzle of a verb.
type puzzleFlag struct{ name string }

// addFlag adds --puzzle to a verb.
func (f *puzzleFlag) addFlag(cmd *cobra.Command) {
	cmd.Flags().
		StringVar(&f.name, "puzzle", "", "the puzzle, where no PUZZLE: says it (default "+catalogue.Default().About().Name+"); exhaust puzzles lists them")
}

// find returns the puzzle of the flag, or the usual one.
func (f *puzzleFlag) find() (verbs.Puzzle, error) {
	if f.name == "" {
		return catalogue.Default(), nil
	}
	p, err := catalogue.Find(f.name)
	if err != nil {
		return nil, command.UsageError(err)
	}
	return p, nil
}

// cut splits PUZZLE:REST into the puzzle, which is that of the flag if none is named, and the rest.
// It reports whether either named one.
func (f *puzzleFlag) cut(text string) (p verbs.Puzzle, rest string, named bool, err error) {
	p, rest, named = catalogue.Cut(text)
	if f.name == "" {
		return p, rest, named, nil
	}
	q, err := f.find()
	if named && err == nil && p != q {
		err = command.Usagef("%s and --puzzle %s: want one puzzle", text, f.name)
	}
	if !named {
		rest = text
	}
	return q, rest, true, err
}

// An input is the cases that an argument names.
type input struct {
	puzzleFlag
	ctx   context.Context // ends the wait for standard input or a FIFO
	stdin io.Reader
}

// id reads an argument that is an ID. ok is false if it is none.
func (in *input) id(arg string) (c verbs.Case, ok bool, err error) {
	p, rest, _, err := in.cut(arg)
	if err != nil {
		return nil, false, err
	}
	if !isID(p, arg) {
		return nil, false, nil
	}
	c, err = p.Case(rest)
	if err != nil {
		return nil, true, command.UsageError(err)
	}
	return c, true, nil
}

// isID reports whether a text is an ID of a puzzle and no file, as far as that can be seen.
func isID(p verbs.Puzzle, text string) bool {
	if name, _, _ := strings.Cut(text, ":"); name == p.About().Name {
		return true
	}
	start := p.About().StartOfID
	return start != nil && start.MatchString(text)
}

// one reads the one case that an argument names: an ID, the name of a file, or - for standard
// input.
func (in *input) one(arg string) (verbs.Case, error) {
	cases, err := in.cases(arg, false)
	switch {
	case err != nil:
		return nil, err
	case len(cases) > 1:
		return nil, command.Usagef(
			"%s: %s cases: want one (solve and compare --boards take several)",
			inputName(arg),
			command.Count(len(cases)),
		)
	}
	return cases[0], nil
}

// inputName names what an argument stands for in errors.
func inputName(arg string) string {
	if arg == "-" {
		return "standard input"
	}
	return arg
}

// cases reads the cases that an argument names: an ID; a file, or standard input, with an ID a
// line, blank lines and comments from # on aside, or with what the puzzle has for files; or, if
// folders are taken, a directory of such files.
func (in *input) cases(arg string, folders bool) ([]verbs.Case, error) {
	if c, ok, err := in.id(arg); ok || err != nil {
		return []verbs.Case{c}, err
	}
	if arg == "-" {
		return in.parse(inputName(arg), in.stdin, folders)
	}
	f, err := in.open(arg)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !folders:
		return in.missing(arg)
	case command.ExitCode(err) == command.ExitLimit:
		return nil, err
	case err != nil:
		return nil, command.UsageError(err)
	}
	defer f.Close()
	if !isDirectory(f) {
		return in.parse(arg, f, folders)
	}
	if folders {
		return in.folder(arg)
	}
	return nil, command.Usagef(
		"%s is a directory: want one board (solve, levels and compare --boards take a directory of boards)",
		arg,
	)
}

// wordSyntax is the syntax of the name of a puzzle.
var wordSyntax = regexp.MustCompile(`^[a-z]+$`)

// open opens a file. One that may keep it waiting, such as a FIFO, is waited for until the context
// ends.
func (in *input) open(name string) (*os.File, error) {
	if info, err := os.Stat(name); err != nil || info.Mode().IsRegular() || info.IsDir() {
		return os.Open(name)
	}
	return command.Await(in.ctx, func() (*os.File, error) { return os.Open(name) })
}

// readAll reads a file up to a byte more than may be in it, and waits for what is no plain file
// until the context ends.
func (in *input) readAll(r io.Reader) ([]byte, error) {
	read := func() ([]byte, error) { return io.ReadAll(io.LimitReader(r, maxInput+1)) }
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return read()
		}
	}
	return command.Await(in.ctx, read)
}

// missing reads an argument that names no file: with --puzzle it may be an ID without a name.
func (in *input) missing(arg string) ([]verbs.Case, error) {
	p, err := in.find()
	if err != nil {
		return nil, err
	}
	if name, _, ok := strings.Cut(arg, ":"); ok && in.name == "" && wordSyntax.MatchString(name) {
		_, err := catalogue.Find(name)
		return nil, command.Usagef("%q is no file: %w", arg, err)
	}
	if in.name == "" && isGraph(arg) {
		return nil, graphError(arg)
	}
	if strings.HasSuffix(arg, "/") {
		return nil, command.Usagef("%s: no such directory", arg)
	}
	if in.name == "" {
		return nil, command.Usagef(
			"%q is neither a case like %s nor a file",
			arg,
			p.About().IDs[0].Text,
		)
	}
	c, err := p.Case(arg)
	if err != nil {
		return nil, command.Usagef("%q is no file, and no case of %s: %w", arg, in.name, err)
	}
	return []verbs.Case{c}, nil
}

// isDirectory reports whether an open file is a directory.
func isDirectory(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.IsDir()
}

// folder reads the cases of the board files of a directory.
func (in *input) folder(dir string) (cases []verbs.Case, err error) {
	files, err := boardFiles(dir)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		more, err := in.cases(file, false)
		if err != nil {
			return nil, err
		}
		cases = append(cases, more...)
	}
	return cases, nil
}

// boardFiles returns the files of a directory whose names end as those of boards do, in the order
// of their names. It is an error if there is none.
func boardFiles(dir string) (files []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, command.UsageError(err)
	}
	for _, e := range entries {
		if !e.IsDir() && filepath.Ext(e.Name()) == boardExtension &&
			!strings.HasPrefix(e.Name(), hiddenPrefix) {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	if len(files) == 0 {
		return nil, command.Usagef(
			"%s: no file with boards, whose name would end in %s",
			dir,
			boardExtension,
		)
	}
	return files, nil
}

// parse parses a file: a list of IDs if its first line is one or if the puzzle has nothing else,
// and otherwise what the puzzle has for files. Of an empty file, that says what is missing, unless
// a list is wanted.
func (in *input) parse(name string, r io.Reader, list bool) ([]verbs.Case, error) {
	text, err := in.readAll(r)
	switch {
	case command.ExitCode(err) == command.ExitLimit:
		return nil, err
	case err != nil:
		return nil, command.ReadError(name, err)
	}
	if len(text) > maxInput {
		return nil, command.Usagef("%s: more than %d bytes of boards", name, maxInput)
	}
	if in.name == "" && isGraph(string(text)) {
		return nil, graphError(name)
	}
	lines := idLines(string(text))
	p, err := in.find()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 && list {
		return nil, noBoards(name, p)
	}
	if len(lines) == 0 || !in.startsList(lines[0].text) {
		cases, ok, err := p.File(name, bytes.NewReader(text))
		switch {
		case err != nil:
			return nil, command.UsageError(err)
		case len(cases) > 0:
			return cases, nil
		case ok || len(lines) == 0:
			return nil, noBoards(name, p)
		}
	}
	return in.list(name, lines)
}

// graphSyntax is the syntax of a grid graph of two rows or more.
var graphSyntax = regexp.MustCompile(`^[#.]*#[#.]*([/\n][#.]+)+\s*$`)

// isGraph reports whether a text is a grid graph, which is no board but can be made one.
func isGraph(text string) bool { return graphSyntax.MatchString(text) }

func graphError(name string) error {
	return command.Usagef(
		"%s: a grid graph, and no board: exhaust reduce makes a board of it",
		name,
	)
}

// noBoards is the error of a file without any.
func noBoards(name string, p verbs.Puzzle) error {
	or := ""
	if len(p.About().Files) > 0 {
		or = ", or a drawn board"
	}
	return command.Usagef(
		"%s: no boards: want a case a line, such as %s%s",
		name,
		p.About().IDs[0].Text,
		or,
	)
}

// startsList reports whether a line begins a list of IDs.
func (in *input) startsList(line string) bool {
	p, _, _, err := in.cut(line)
	return err != nil || isID(p, line)
}

// list parses a list of IDs, of one puzzle or several.
func (in *input) list(name string, lines []idLine) ([]verbs.Case, error) {
	cases := make([]verbs.Case, 0, len(lines))
	for _, line := range lines {
		p, rest, _, err := in.cut(line.text)
		if err != nil {
			return nil, err
		}
		c, err := p.Case(rest)
		if err != nil {
			place := name
			if len(lines) > 1 {
				place = fmt.Sprintf("%s:%d", name, line.number)
			}
			return nil, command.UsageError(fmt.Errorf("%s: %w", place, err))
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// An idLine is a line of a file that may be an ID.
type idLine struct {
	number int
	text   string
}

// spacedComment is a comment behind a blank.
var spacedComment = regexp.MustCompile(`\s#.*`)

// withoutComment returns a line without its comment, from # on. Behind the name of a puzzle a # may be
// part of an ID, as of a grid graph, and only one behind a blank begins a comment.
func withoutComment(line string) string {
	if _, _, named := catalogue.Cut(strings.TrimSpace(line)); named {
		return spacedComment.ReplaceAllString(line, "")
	}
	line, _, _ = strings.Cut(line, "#")
	return line
}

// lineEnds makes one of every way to end a line.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// idLines returns the lines of a text that are more than blanks and comments.
func idLines(text string) (lines []idLine) {
	number := 0
	for line := range strings.Lines(lineEnds.Replace(strings.TrimPrefix(text, byteOrderMark))) {
		number++
		if id := strings.TrimSpace(withoutComment(line)); id != "" {
			lines = append(lines, idLine{number, id})
		}
	}
	return lines
}

// parseVariant returns the number of a variant of a puzzle.
func parseVariant(p verbs.Puzzle, name string) (int, error) {
	for i, variant := range p.About().Variants {
		if name == variant {
			return i, nil
		}
	}
	return 0, unknownVariant(p, name, p.About().Variants)
}

// allVariants is the word for all variants together, where there are two.
const allVariants = "both"

// parseVariants returns the numbers of variants of a puzzle: of one, or of all. A puzzle without
// any has none, and the flag is then refused.
func parseVariants(p verbs.Puzzle, name string) ([]int, error) {
	all := p.About().Variants
	if name == allVariants {
		var numbers []int
		for i := range all {
			numbers = append(numbers, i)
		}
		return numbers, nil
	}
	for i, variant := range all {
		if name == variant {
			return []int{i}, nil
		}
	}
	return nil, unknownVariant(p, name, append(all[:len(all):len(all)], allVariants))
}

func unknownVariant(p verbs.Puzzle, name string, want []string) error {
	if len(p.About().Variants) == 0 {
		return command.Usagef("--rule %s: %s has no rules to choose from", name, p.About().Name)
	}
	return command.Usagef("unknown rule %q: want %s", name, family.List(want, "or"))
}
