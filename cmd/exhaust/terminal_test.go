//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"exhaust/command"

	"github.com/creack/pty"
	"github.com/kballard/go-shellquote"
	"github.com/stretchr/testify/require"
)

// A screen is what a terminal of a width makes of the bytes that it is sent. It knows what this program
// sends and no more.
type screen struct {
	width   int
	rows    []screenRow
	column  int    // of the cursor, in the last row
	pending []byte // the beginning of something
	strange []byte // the first that it does not know
}

type screenRow struct {
	letters []rune
	wrapped bool // the row before was full
}

// Write sends bytes.
func (s *screen) Write(p []byte) (int, error) {
	s.pending = append(s.pending, p...)
	for len(s.pending) > 0 && s.strange == nil {
		n := s.take(s.pending)
		if n == 0 {
			break
		}
		s.pending = s.pending[n:]
	}
	return len(p), nil
}

// take does what the first bytes say and returns how many these are: 0 if there must be more of them.
func (s *screen) take(p []byte) (n int) {
	if len(s.rows) == 0 {
		s.rows = make([]screenRow, 1)
	}
	row := &s.rows[len(s.rows)-1]
	const erase = "\x1b[K" // to the end of the row
	letter, size := utf8.DecodeRune(p)
	switch {
	case p[0] == '\r':
		s.column = 0
	case p[0] == '\n':
		s.rows = append(s.rows, screenRow{})
	case bytes.HasPrefix(p, []byte(erase)):
		row.letters = row.letters[:min(s.column, len(row.letters))]
		return len(erase)
	case bytes.HasPrefix([]byte(erase), p), !utf8.FullRune(p):
		return 0
	case letter < ' ' || letter == utf8.RuneError:
		s.strange = bytes.Clone(p)
	default:
		s.put(row, letter)
	}
	return size
}

// put writes a letter over what is there.
func (s *screen) put(row *screenRow, letter rune) {
	if s.column == s.width {
		s.rows = append(s.rows, screenRow{wrapped: true})
		row, s.column = &s.rows[len(s.rows)-1], 0
	}
	for len(row.letters) <= s.column {
		row.letters = append(row.letters, ' ')
	}
	row.letters[s.column] = letter
	s.column++
}

// text returns all that is to be seen, with a line where the program wrote a line.
func (s *screen) text() string {
	var b strings.Builder
	for i, row := range s.rows {
		if i > 0 && !row.wrapped {
			b.WriteByte('\n')
		}
		b.WriteString(string(row.letters))
	}
	return b.String()
}

// The screen shows what is wrong with a program that draws progress badly.
func TestScreen(t *testing.T) {
	for _, c := range []struct {
		what, sent, want string
	}{
		{"nothing but a result", "one\r\ntwo\r\n", "one\ntwo\n"},
		{"a line wiped", "\r\x1b[K1 of 3\r\x1b[K2 of 3\r\x1b[Kone\r\n", "one\n"},
		{"a line not wiped", "\r\x1b[K1 of 3one\r\n", "1 of 3one\n"},
		{"a line not erased to its end", "\r\x1b[K1 of 3\rone\r\n", "onef 3\n"},
		{"a line without a return", "1 of 3\x1b[Kone\r\n", "1 of 3one\n"},
		{"a line that fills the row", "\r\x1b[K12345678\r\x1b[Kone\r\n", "one\n"},
		{"a line that is too wide", "\r\x1b[K123456789\r\x1b[Kone\r\n", "12345678one\n"},
		{"a line that is made too wide by ^C", "\r\x1b[K1234567^C\r\x1b[Kone\r\n", "1234567^one\n"},
		{"a line by line", "1 of 3\r\n2 of 3\r\none\r\n", "1 of 3\n2 of 3\none\n"},
		{"a result that is too wide", "one two three\r\n", "one two three\n"},
		{"letters of several bytes", "▁▂▃\r\x1b[Kµs\r\n", "µs\n"},
	} {
		whole, bit := screen{width: 8}, screen{width: 8}
		whole.Write([]byte(c.sent))
		for i := range len(c.sent) {
			bit.Write([]byte{c.sent[i]})
		}
		require.Equal(t, c.want, whole.text(), c.what)
		require.Equal(t, c.want, bit.text(), "%s, byte by byte", c.what)
		require.Empty(t, whole.strange)
	}
	for _, strange := range []string{"\x1b[2J", "\a", "\xe2\x28", "\t"} {
		s := screen{width: 8}
		s.Write([]byte("one" + strange))
		require.NotEmpty(t, s.strange, "%q", strange)
	}
}

// A line fits into one row of a terminal of any width, whatever it is, and with a ^C behind it. One that says that it
// has no width gets a line for the usual one.
func TestRedraw(t *testing.T) {
	for width := range 100 {
		master, slave, err := pty.Open()
		require.NoError(t, err)
		require.NoError(t, pty.Setsize(master, &pty.Winsize{Rows: 24, Cols: uint16(width)}))
		s := screen{width: width}
		if width == 0 {
			s.width = 80
		}
		read := func() {
			p := make([]byte, 1<<12)
			n, err := master.Read(p)
			require.NoError(t, err)
			s.Write(p[:n])
		}
		command.Redraw(slave, strings.Repeat("level 1, ", 3))
		read()
		command.Redraw(slave, strings.Repeat("level 2: ▁▂▃, ", 20))
		read()
		line := s.text()
		require.LessOrEqual(t, utf8.RuneCountInString(line), max(s.width-3, 0))
		if s.width < 12+3 { // the first part has no room
			require.Equal(t, string([]rune("level 2: ▁▂▃")[:max(s.width-3, 0)]), line)
		} else {
			require.True(t, strings.HasPrefix(line, "level 2: ▁▂▃") && strings.HasSuffix(line, "▁▂▃"), "%q", line)
		}
		if s.width >= 2 {
			s.Write([]byte("^C"))
		}
		command.Redraw(slave, "")
		read()
		require.Empty(t, s.text(), "%d columns", width)
		require.Empty(t, s.strange)
		require.NoError(t, errors.Join(master.Close(), slave.Close()))
	}
}

// A terminal has a program run on it, which has it as its controlling one.
type terminal struct {
	t      *testing.T
	cmd    *exec.Cmd
	master *os.File // its keys and its screen
	screen screen
	sent   []byte // to the screen, all of it
	taken  int    // of that, by line
}

// runOn begins a run on a terminal of a width.
func runOn(t *testing.T, width int, program string, args ...string) *terminal {
	cmd := exec.Command(program, args...)
	master, err := pty.StartWithSize(cmd, winsize(width))
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = master.Close()
	})
	return &terminal{t: t, cmd: cmd, master: master, screen: screen{width: width}}
}

func winsize(width int) *pty.Winsize { return &pty.Winsize{Rows: 24, Cols: uint16(width)} }

// read shows more of what the program sends. It reports whether there was any.
func (m *terminal) read() bool {
	p := make([]byte, 1<<12)
	n, err := m.master.Read(p)
	m.sent = append(m.sent, p[:n]...)
	m.screen.Write(p[:n])
	return err == nil
}

// drawn is a line of progress until it is drawn over.
var drawn = regexp.MustCompile(`\r\x1b\[K([^\r\n]+)\r`)

// line waits for the next line of progress of a run that goes on.
func (m *terminal) line() string {
	for {
		if at := drawn.FindSubmatchIndex(m.sent[m.taken:]); at != nil {
			line := string(m.sent[m.taken:][at[2]:at[3]])
			m.taken += at[3]
			require.Regexp(m.t, `^level [0-9]+: [a-z]+`, line)
			return line
		}
		require.True(m.t, m.read(), "the run has come to its end: %s", m.screen.text())
	}
}

// lineUntil waits for a line of progress that is wanted.
func (m *terminal) lineUntil(wanted func(line string) bool) {
	for !wanted(m.line()) {
	}
}

// wait waits for the end of the run and returns its exit code.
func (m *terminal) wait() int {
	for m.read() {
	}
	var exit *exec.ExitError
	if err := m.cmd.Wait(); !errors.As(err, &exit) {
		require.NoError(m.t, err)
	}
	require.Empty(m.t, m.screen.strange)
	return m.cmd.ProcessState.ExitCode()
}

// Parts of lines of progress.
const (
	ratePart   = `, ([0-9.]+[kM]?/s|-)`
	memoryPart = `, [0-9.]+ ([KMG]i)?B`
	timePart   = `, [0-9hms]+`
	casesLine  = `: [0-9,]+ of [0-9,]+ cases, [0-9.]+%` + ratePart + `, eta ([0-9hms]+|-)` + memoryPart + timePart + `$`
	searchLead = `^level [0-9]+: (expanding|sorting|merging|converting|loading|writing), [0-9,]+ states` + ratePart + memoryPart
	searchRest = timePart + `, frontier [0-9,]+(, [0-9.]+ bytes a state)?$`
)

// TestTerminal runs on a terminal what shows progress. All lines of it fit and say what they should, and in the end they are gone: what is
// to be seen is what a run prints that has a pipe, but for the time.
func TestTerminal(t *testing.T) {
	for _, c := range []struct {
		args  string
		width int
		lines string // all of them
		among string // one of them
	}{
		{"explore " + killedBoard + " --memory 17MiB", 120, searchLead + searchRest, "converting"},
		{"explore " + killedLarge, 60, searchLead + "(" + timePart + ")?$", "expanding"},
		{"explore " + killedLarge + " --workers 1", 12, "^level [0-9]+:? ?$", ""},
		{"enumerate 2x2 --workers 1", 80, "^2x2" + casesLine, ""},
		{"enumerate hamilton:9 --workers 1", 80, "^(hamilton:9: [0-9,]+ connected graphs|hamilton:9" + casesLine + ")", "cases"},
		{"table 2x3 --verify --workers 1", 100, "^(verifying )?2x3" + casesLine, "verifying"},
		{"compare bfs zeroone --random 3x3 --count 1500 --seed 4 --workers 1", 80, "^" + strings.TrimPrefix(casesLine, ": "), ""},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			args := append(strings.Fields(c.args), "--json")
			var stdout, stderr bytes.Buffer
			piped := exec.Command("hasty", args...)
			piped.Stdout, piped.Stderr = &stdout, &stderr
			require.NoError(t, piped.Run())
			require.Empty(t, stderr.String())

			m := runOn(t, c.width, "hasty", args...)
			require.Equal(t, command.ExitYes, m.wait())
			lines := strings.Split(string(m.sent), "\r\x1b[K")
			require.Empty(t, lines[0])
			lines = lines[1 : len(lines)-1]
			require.NotEmpty(t, lines)
			for _, line := range lines {
				require.LessOrEqual(t, utf8.RuneCountInString(line), c.width-3, line)
				if line != "" { // where one watch ends and another begins
					require.Regexp(t, c.lines, line)
				}
			}
			require.Contains(t, strings.Join(lines, "\n"), c.among)
			require.Equal(t, withoutTimes(stdout.String()), withoutTimes(m.screen.text()))
			t.Logf("%d lines, such as %q", len(lines), lines[len(lines)/2])
		})
	}
}

// TestTerminalPrinting prints what is found while a line is drawn: none is left before it.
func TestTerminalPrinting(t *testing.T) {
	t.Parallel()
	args := []string{"generate", "--size", "4x4", "--stars", "2", "--count", "3", "--seed", "1", "--states", "5k", "--workers", "1"}
	piped, err := exec.Command("hasty", args...).Output()
	require.NoError(t, err)
	m := runOn(t, 100, "hasty", args...)
	require.Equal(t, command.ExitYes, m.wait())
	require.Regexp(t, "boards tried, [^\r]*\r\x1b.Klevel      4x4-2-both-seed1-1", string(m.sent))
	withoutTime := func(text string) string { return text[:strings.LastIndex(text, ", in ")] }
	require.Equal(t, withoutTime(string(piped)), withoutTime(m.screen.text()))
}

// TestHeedEcho signals this program again while the first signal is heeded. It would end if that counted.
func TestHeedEcho(t *testing.T) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR2)
	again := func() { require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGUSR2)) }
	stopped := 0
	again()
	heed(signals, func() { stopped++ }, func() {
		again()
		select {
		case <-signals:
		case <-time.After(time.Minute):
			t.Error("the second signal is not held back")
		}
	})
	require.Equal(t, 1, stopped)
}

// TestTerminalResized makes a terminal wider and narrower while a run draws on it. The lines fit again from the next one on.
func TestTerminalResized(t *testing.T) {
	t.Parallel()
	m := runOn(t, 60, "hasty", "explore", "knights:5x5", "--workers", "1", "--json")
	require.LessOrEqual(t, len(m.line()), 60-3)
	m.screen.width = 100 // where the lines until then have room too
	m.resize(100)
	m.lineUntil(func(line string) bool { return len(line) > 60 })
	m.resize(40)
	m.lineUntil(func(line string) bool { return len(line) <= 40-3 })
	m.screen.width = 40
	for range 3 {
		require.LessOrEqual(t, len(m.line()), 40-3)
	}
	m.interrupt()
	require.Equal(t, command.ExitLimit, m.wait())
	require.Equal(t, "limit reached: interrupted\n", m.ending())
}

// resize makes the terminal wider or narrower.
func (m *terminal) resize(width int) { require.NoError(m.t, pty.Setsize(m.master, winsize(width))) }

// interrupt types Ctrl-C.
func (m *terminal) interrupt() {
	_, err := m.master.Write([]byte{3})
	require.NoError(m.t, err)
}

// ending returns what is to be seen after the result of a run that was interrupted. There is
// nothing else before and between.
func (m *terminal) ending() string {
	text := strings.Replace(m.screen.text(), "^C", "", 1) // should the terminal have shown it late
	result, ending, _ := strings.Cut(text, "exhaust: ")
	var got exploreJSON
	require.NoError(m.t, json.Unmarshal([]byte(result), &got), text)
	require.Equal(m.t, errInterrupted.Error(), *got.Limit)
	return ending
}

// TestTerminalInterrupted types Ctrl-C. The run ends with its result so far and the command that goes on with it, and
// nothing else is left on the screen. That command comes to the result of a run without a break.
func TestTerminalInterrupted(t *testing.T) {
	t.Parallel()
	whole, err := exec.Command("exhaust", "explore", killedLarge, "--json").Output()
	require.NoError(t, err)

	var m *terminal
	var dir string
	for code, tries := command.ExitYes, 0; code == command.ExitYes; tries++ { // it may have come to its end before
		require.Less(t, tries, 10)
		dir = filepath.Join(t.TempDir(), "a run")
		m = runOn(t, 80, "hasty", "explore", killedLarge, "--workers", "1", "--memory", "40MiB", "--json", "--checkpoint", dir)
		m.line()
		m.interrupt()
		code = m.wait()
	}
	require.Equal(t, command.ExitLimit, m.cmd.ProcessState.ExitCode())
	resume, found := strings.CutPrefix(m.ending(), "limit reached: interrupted; resume with: ")
	require.True(t, found)
	require.True(t, strings.HasSuffix(resume, "\n"))
	words, err := shellquote.Split(resume)
	require.NoError(t, err)
	require.Equal(t, []string{"exhaust", "resume", dir, "--workers", "1", "--memory", "40MiB", "--json"}, words)

	m = runOn(t, 80, "hasty", words[1:]...)
	require.Equal(t, command.ExitYes, m.wait())
	require.Equal(t, withoutTimes(string(whole)), withoutTimes(m.screen.text()))
}
