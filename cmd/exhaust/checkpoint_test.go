package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/kballard/go-shellquote"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"exhaust/checkpoint"
	"exhaust/command"
)

// hold is a program that locks a checkpoint directory and runs another program, which must end
// with exit code 2.
//
//	hold DIR PROGRAM [ARG...]
func hold() {
	m, err := checkpoint.Read(checkpoint.OS(os.Args[1]))
	if err == nil {
		_, err = checkpoint.Open(checkpoint.OS(os.Args[1]), "holder", m.Identity)
	}
	if err == nil {
		cmd := exec.Command(os.Args[2], os.Args[3:]...)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err = cmd.Run(); cmd.ProcessState.ExitCode() == command.ExitUsage {
			return
		}
	}
	fmt.Fprintln(os.Stderr, "hold:", err)
	os.Exit(command.ExitOther)
}

// damage flips a bit of a byte of a file: of the one in the middle, if the name is a pattern.
//
//	damage FILE OFFSET
func damage(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) == 2, "damage file offset")
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	files, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	want(ts, len(files) > 0, "damage file offset")
	text, err := os.ReadFile(files[len(files)/2])
	ts.Check(err)
	text[at] ^= 4
	ts.Check(os.WriteFile(files[len(files)/2], text, 0o666))
}

// offered runs the command that the last one's standard error ends with, and more arguments.
//
//	offered [ARG...]
func offered(ts *testscript.TestScript, neg bool, args []string) {
	_, command, ok := strings.Cut(ts.ReadFile("stderr"), "from there: exhaust ")
	want(ts, !neg && ok, "offered [arg...], after an error that offers a command")
	words, err := shellquote.Split(command)
	ts.Check(err)
	ts.Check(ts.Exec("exhaust", append(words, args...)...))
}

// TestResumeCommand is quoted as a shell wants it, and has the flags that were given.
func TestResumeCommand(t *testing.T) {
	for path, want := range map[string]string{
		"run":       "exhaust resume run --workers 3 --json",
		"a run":     "exhaust resume 'a run' --workers 3 --json",
		"it's":      `exhaust resume it\'s --workers 3 --json`,
		"$HOME/*":   `exhaust resume \$HOME/\* --workers 3 --json`,
		"-run":      "exhaust resume ./-run --workers 3 --json",
		"#c":        "exhaust resume '#c' --workers 3 --json",
		"line\nfed": "exhaust resume 'line\nfed' --workers 3 --json",
	} {
		cmd := newEnumerate()
		require.NoError(t, cmd.ParseFlags([]string{"--checkpoint", "x", "--json", "--workers", "3", "--time", "1s", "--rule", "strict"}))
		require.Equal(t, want, command.ResumeCommand(cmd, path))
	}
}

// TestOutcome covers what can come together at the end of a run.
func TestOutcome(t *testing.T) {
	k := &command.Kept{Command: "exhaust resume run"}
	full := fmt.Errorf("%w: write run/MANIFEST.new: no space left on device", checkpoint.ErrDiskFull)
	broken := errors.New("run: input/output error")
	lost := fmt.Errorf("run: %w: it was moved", checkpoint.ErrLost)
	for _, c := range []struct {
		kept *command.Kept
		no   bool
		end  command.RunEnd
		code int
		text string
	}{
		{k, false, command.RunEnd{}, command.ExitYes, ""},
		{k, true, command.RunEnd{}, command.ExitNo, ""},
		{k, false, command.RunEnd{Limit: errInterrupted}, command.ExitLimit, "limit reached: interrupted; resume with: exhaust resume run"},
		{nil, false, command.RunEnd{Limit: errInterrupted}, command.ExitLimit, "limit reached: interrupted"},
		{k, true, command.RunEnd{Limit: errInterrupted}, command.ExitNo, "limit reached: interrupted; resume with: exhaust resume run"},
		{nil, true, command.RunEnd{Limit: errInterrupted}, command.ExitNo, ""},
		{k, false, command.RunEnd{Limit: full, Unkept: full}, command.ExitLimit, "limit reached: disk full: write run/MANIFEST.new: no space left on device; resume with: exhaust resume run"},
		{k, false, command.RunEnd{Unkept: full}, command.ExitLimit, "limit reached: disk full: write run/MANIFEST.new: no space left on device; resume with: exhaust resume run"},
		{k, false, command.RunEnd{Limit: command.ErrTime, Unkept: broken}, command.ExitOther, "run: input/output error; resume with: exhaust resume run"},
		{k, false, command.RunEnd{Limit: lost, Unkept: lost}, command.ExitOther, "run: the directory is no longer that of this run: it was moved"},
		{k, true, command.RunEnd{Unkept: broken}, command.ExitNo, "run: input/output error; resume with: exhaust resume run"},
	} {
		err := c.kept.Outcome(c.no, c.end)
		require.Equal(t, c.code, command.ExitCode(err))
		if err != nil {
			require.Equal(t, c.text, err.Error())
		}
	}
}

// inside runs a command line in this process.
func inside(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

// aRun begins a run of a directory that no command line would.
func aRun(t *testing.T, identity map[string]string, files map[string]string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "run")
	d, err := checkpoint.Create(checkpoint.OS(dir), checkpoint.Run{Tool: "another", Identity: identity}, false)
	require.NoError(t, err)
	defer d.Close()
	c := checkpoint.Change{Progress: command.WorkDone{}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := d.New(name)
		require.NoError(t, err)
		_, err = f.Write([]byte(files[name]))
		require.NoError(t, err)
		entry, err := f.Finish(1)
		require.NoError(t, err)
		c.Add = append(c.Add, entry)
	}
	require.NoError(t, d.Commit(c))
	return dir
}

// TestResumeRefuses resumes runs of other versions and other programs.
func TestResumeRefuses(t *testing.T) {
	census := map[string]string{"run": "enumerate", "space": "1x2", "rule": "both", "solvers": "bfs,zeroone", "tally": "1"}
	for want, change := range map[string]map[string]string{
		"the run in this directory is another one: tally: 0 -> 1":                        {"tally": "0"},
		"the run in this directory is another one: colour: red -> (nothing)":             {"colour": "red"},
		`what the run is: unknown rule "lax": want strict, handover or both`:             {"rule": "lax"},
		`what the run is: unknown solver "dfs": want bfs, zeroone or table`:              {"solvers": "dfs"},
		`what the run is: size "much": want ROWSxCOLS, such as 2x3`:                      {"space": "much"},
		`a run of "paint": want one of compare, enumerate, `:                             {"run": "paint"},
		`the run in this directory is another one: solvers: bfs, zeroone -> bfs,zeroone`: {"solvers": "bfs, zeroone"},
	} {
		identity := maps.Clone(census)
		maps.Copy(identity, change)
		dir := aRun(t, identity, nil)
		before, err := os.ReadFile(filepath.Join(dir, "MANIFEST"))
		require.NoError(t, err)
		code, stdout, stderr := inside(t, "resume", dir)
		require.True(t, strings.HasPrefix(stderr, "exhaust: "+dir+": "+want), stderr)
		require.Equal(t, command.ExitUsage, code)
		require.Empty(t, stdout)
		after, err := os.ReadFile(filepath.Join(dir, "MANIFEST"))
		require.NoError(t, err)
		require.Equal(t, before, after)
	}
}

// TestInspectDamage verifies files of which two are damaged, and one is gone.
func TestInspectDamage(t *testing.T) {
	identity := map[string]string{"run": "enumerate", "space": "1x2"}
	dir := aRun(t, identity, map[string]string{"a.exhaust": "aaaa", "b.exhaust": "bbbbb", "c.exhaust": "cc", "d.exhaust": "d"})
	code, stdout, stderr := inside(t, "inspect", dir, "--verify")
	require.Equal(t, command.ExitYes, code, stderr)
	require.Contains(t, stdout, "verified    the manifest and 4 files: every byte is as it was written\n")
	require.Contains(t, stdout, "files       4, 12 B\n")
	require.Regexp(t, `(?m)^b.exhaust +5 +1 +[0-9a-f]{16}$`, stdout)

	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.exhaust"), []byte("aaba"), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "b.exhaust"), []byte("bbb"), 0o666))
	require.NoError(t, os.Remove(filepath.Join(dir, "d.exhaust")))
	code, _, _ = inside(t, "inspect", dir)
	require.Equal(t, command.ExitYes, code, "nothing is read without --verify")
	code, stdout, stderr = inside(t, "inspect", dir, "--verify", "--json")
	require.Equal(t, command.ExitOther, code)
	require.Regexp(t, `^exhaust: .*run: a.exhaust at offset 0: corrupt checkpoint: bytes 0 to 4 have checksum [0-9a-f]{16}: want [0-9a-f]{16}; and 2 more\n$`, stderr)
	var got struct {
		Verified bool
		Damage   []string
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &got))
	require.False(t, got.Verified)
	require.Len(t, got.Damage, 3)
	require.Equal(t, "b.exhaust at offset 3: corrupt checkpoint: it has 3 bytes: want 5", got.Damage[1])
	require.Equal(t, "d.exhaust at offset 0: corrupt checkpoint: there is no such file: want one of 1 bytes", got.Damage[2])
}

// TestOffer offers what is whole for an error of damage, and for no other.
func TestOffer(t *testing.T) {
	dir := aRun(t, map[string]string{"run": "enumerate", "space": "1x2"}, map[string]string{"a.exhaust": "aaaa"})
	damage := fmt.Errorf("read a.exhaust: %w", syscall.EIO)
	require.Equal(t, damage, command.Offer(dir, damage), "nothing is damaged by now")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.exhaust"), []byte("aaba"), 0o666))
	require.Equal(t, damage, command.Offer(dir, damage), "a file of no search")
	require.NoError(t, os.Remove(filepath.Join(dir, "MANIFEST")))
	err := command.Offer(dir, damage)
	require.ErrorIs(t, err, syscall.EIO)
	require.EqualError(t, err, "read a.exhaust: input/output error; the commit before it is whole, and this goes on from there: exhaust resume "+dir+" --previous")
	require.Equal(t, command.ErrNo, command.Offer(dir, command.ErrNo))

	identity := map[string]string{"run": "enumerate", "space": "1x2"}
	dir = aRun(t, identity, map[string]string{"a.exhaust": "aaaa"})
	d, err := checkpoint.Open(checkpoint.OS(dir), "another", identity)
	require.NoError(t, err)
	require.NoError(t, d.Commit(checkpoint.Change{}))
	require.NoError(t, d.Close())
	require.NoError(t, os.Remove(filepath.Join(dir, "MANIFEST")))
	require.ErrorContains(t, command.Offer(dir, damage), "; the commit before it is whole, and this ")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.exhaust"), []byte("aaba"), 0o666))
	require.ErrorContains(t, command.Offer(dir, damage), "; the commit before it is there, though of its "+
		"files a.exhaust is damaged too, and this goes on from there: exhaust resume "+dir+" --previous")
	require.Equal(t, fs.ErrPermission, command.Offer(dir, fs.ErrPermission))
}

// TestDamagedManifest cuts a manifest and flips bits of it, at each byte of its beginning and many others. None is resumed, all
// say why, and offer the commit before if there is one.
func TestDamagedManifest(t *testing.T) {
	whole, err := os.ReadFile(filepath.Join("testdata", "checkpoints", "enumerate-1", "MANIFEST"))
	require.NoError(t, err)
	alone, pair := filepath.Join(t.TempDir(), "alone"), filepath.Join(t.TempDir(), "pair")
	require.NoError(t, os.Mkdir(alone, 0o777))
	require.NoError(t, os.Mkdir(pair, 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(pair, "MANIFEST.old"), whole, 0o666))
	refused := func(dir string, text []byte, wantCode int, want, about string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "MANIFEST"), text, 0o666))
		for _, verb := range []string{"resume", "inspect"} {
			code, stdout, stderr := inside(t, verb, dir)
			require.Empty(t, stdout)
			require.Equal(t, wantCode, code, about+": "+stderr)
			require.Regexp(t, `^exhaust: [^ ]*: `+want+`\n$`, stderr, about)
			require.Equal(t, dir == pair, strings.Contains(stderr, "from there: "), about)
		}
	}
	try := func(text []byte, what string, at int) {
		about := fmt.Sprintf("%s %d", what, at)
		corrupt := `MANIFEST at offset [0-9]+: corrupt checkpoint: .*`
		refused(pair, text, command.ExitOther, corrupt+`; the commit before it, of [^ ]*Z, is whole, and this goes on from there: exhaust resume [^ ]*pair --previous`, about)
		if len(text) <= len("exhaust checkpoint 1") {
			refused(alone, text, command.ExitUsage, `MANIFEST: not a checkpoint directory: .*`, about)
		} else {
			refused(alone, text, command.ExitOther, corrupt, about)
		}
	}
	for at := range whole {
		if at > 40 && at%101 != 0 && at < len(whole)-26 {
			continue
		}
		try(whole[:at], "cut at", at)
		flipped := slices.Clone(whole)
		flipped[at] ^= 1 << (at % 8)
		try(flipped, "flipped at", at)
	}
}

// TestOldCheckpoints resumes runs that earlier versions of the program left half done; testdata/checkpoints holds
// them. A format that is new gets a directory more, with the next number; those that are there stay.
func TestOldCheckpoints(t *testing.T) {
	for name, args := range map[string][]string{
		"enumerate-1": {"enumerate", "1x4"},
		"explore-1":   {"explore", "3x4:BWWBRBWWBRBW:0:11:3,5,6:handover"},
		"explore-2":   {"explore", "3x4:BWWBRBWWBRBW:0:11:3,5,6:handover"},
		"compare-1":   {"compare", "bfs", "zeroone", "--space", "1x3"},
	} {
		dir := t.TempDir()
		require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "checkpoints", name))))
		code, before, stderr := inside(t, "inspect", dir, "--json")
		require.Equal(t, command.ExitYes, code, stderr)
		require.NotContains(t, before, `"done": 0`)
		require.NotContains(t, before, `"done": true`)
		code, want, _ := inside(t, append(args, "--json")...)
		require.Equal(t, command.ExitYes, code)
		code, got, stderr := inside(t, "resume", dir, "--json")
		require.Equal(t, command.ExitYes, code, stderr)
		require.Equal(t, withoutTimes(want), withoutTimes(got), name)
	}
}

// TestEditedManifest inspects and resumes a run whose MANIFEST an editor has given other line ends
// and a byte order mark. If it is damaged too, the commit before is offered.
func TestEditedManifest(t *testing.T) {
	dir := t.TempDir()
	kept := os.DirFS(filepath.Join("testdata", "checkpoints", "enumerate-1"))
	require.NoError(t, os.CopyFS(dir, kept))
	name := filepath.Join(dir, "MANIFEST")
	whole, err := os.ReadFile(name)
	require.NoError(t, err)
	edited := slices.Concat([]byte("\ufeff"), bytes.ReplaceAll(whole, []byte("\n"), []byte("\r\n")))

	require.NoError(t, os.WriteFile(name+".old", whole, 0o666))
	require.NoError(t, os.WriteFile(name, edited[:len(edited)-30], 0o666))
	code, _, stderr := inside(t, "resume", dir)
	require.Equal(t, command.ExitOther, code)
	require.Contains(t, stderr, "MANIFEST at offset 0: corrupt checkpoint: it has a byte order mark ")
	require.Contains(t, stderr, "this goes on from there: exhaust resume "+dir+" --previous\n")

	require.NoError(t, os.WriteFile(name, edited, 0o666))
	code, _, stderr = inside(t, "inspect", dir, "--verify")
	require.Equal(t, command.ExitYes, code, stderr)
	code, _, stderr = inside(t, "resume", dir)
	require.Equal(t, command.ExitYes, code, stderr)
}
