package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"exhaust/command"
	"exhaust/family/verbs"
	"exhaust/puzzle"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/wiring"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"exhaust":   main,
		"hasty":     hasty,
		"hold":      hold,
		"hangup":    func() { signalled(syscall.SIGHUP) },
		"interrupt": func() { signalled(os.Interrupt) },
		"outcomes":  outcomes,
		"zoo":       zoo,
	})
}

// TestScripts runs testdata/script. UPDATE_SCRIPTS=1 writes what a cmp sees into
// the scripts.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", "atexit_sleep_ms=0") // under -race a program would wait for a second at its end
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"damage":   damage,
			"exits":    exits,
			"jsonhas":  jsonHas,
			"offered":  offered,
			"timeless": timeless,
			"write":    write,
		},
	})
}

// want ends the script unless a command was called as it should be.
func want(ts *testscript.TestScript, ok bool, usage string) {
	if !ok {
		ts.Fatalf("usage: %s", usage)
	}
}

// exits runs a program that must end with an exit code. Its output is there for
// stdout, stderr and cmp.
//
//	exits CODE PROGRAM [ARG...]
func exits(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) >= 2, "exits code program [arg...]")
	code, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := exitStatus(ts, args[1], args[2:]); got != code {
		ts.Fatalf("exit code %d, want %d", got, code)
	}
}

// exitStatus runs a program and returns its exit code.
func exitStatus(ts *testscript.TestScript, program string, args []string) int {
	err := ts.Exec(program, args...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	ts.Check(err)
	return 0
}

// member returns what a JSON object has under a name, or a list at an index.
func member(value any, name string) (any, bool) {
	if list, ok := value.([]any); ok {
		i, err := strconv.Atoi(name)
		if err != nil || i < 0 || i >= len(list) {
			return nil, false
		}
		return list[i], true
	}
	object, _ := value.(map[string]any)
	inner, ok := object[name]
	return inner, ok
}

// jsonHas checks a value of a file, or of stdout, that must be a single JSON object. A
// key is names, and indices of lists, with dots between. A string is written as it is, all else as JSON.
//
//	jsonhas FILE KEY VALUE
func jsonHas(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) == 3, "jsonhas file key value")
	var value any
	d := json.NewDecoder(strings.NewReader(ts.ReadFile(args[0])))
	d.UseNumber()
	ts.Check(d.Decode(&value))
	if d.More() {
		ts.Fatalf("more than one value")
	}
	for _, name := range strings.Split(args[1], ".") {
		inner, ok := member(value, name)
		if !ok {
			ts.Fatalf("no key %s: there is no %q", args[1], name)
		}
		value = inner
	}
	got, ok := value.(string)
	if !ok {
		text, err := json.Marshal(value)
		ts.Check(err)
		got = string(text)
	}
	if got != args[2] {
		ts.Fatalf("%s is %s, want %s", args[1], got, args[2])
	}
}

// What is another in every run, in the text and in the JSON of enumerate.
var (
	timeInText = regexp.MustCompile(`(?m) cases in [0-9.]+[µms]+, ([0-9.e+]+[kMG]?/s|-)$`)
	timeInJSON = regexp.MustCompile(`"(\w+_seconds|states_per_second|peak_rss_bytes|workers)": [0-9.e+-]+`)
)

// timeless copies stdout into a file, without the time, memory and workers it took.
//
//	timeless FILE
func timeless(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) == 1, "timeless file")
	text := timeInText.ReplaceAllString(ts.ReadFile("stdout"), " cases in TIME, RATE")
	text = timeInJSON.ReplaceAllString(text, `"$1": 0`)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

// write writes a file of any bytes: a text with the escapes of Go, once or often.
//
//	write FILE TEXT [TIMES]
func write(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && (len(args) == 2 || len(args) == 3), "write file text [times]")
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	times := 1
	if len(args) == 3 {
		times, err = strconv.Atoi(args[2])
		ts.Check(err)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(text, times)), 0o666))
}

// signalled is a program that runs another, signals it after some time, and
// exits with its code. If the other was not yet ready for a signal, and so
// died of it, it is given longer.
//
//	interrupt TIME PROGRAM [ARG...]
//	hangup TIME PROGRAM [ARG...]
func signalled(with os.Signal) {
	after, err := time.ParseDuration(os.Args[1])
	for try := 0; err == nil; try++ {
		var stdout, stderr bytes.Buffer
		cmd := exec.Command(os.Args[2], os.Args[3:]...)
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err = cmd.Start(); err != nil {
			break
		}
		timer := time.AfterFunc(after<<try, func() { cmd.Process.Signal(with) })
		cmd.Wait()
		timer.Stop()
		if code := cmd.ProcessState.ExitCode(); code >= 0 || try == 3 {
			os.Stdout.Write(stdout.Bytes())
			os.Stderr.Write(stderr.Bytes())
			os.Exit(code)
		}
	}
	fmt.Fprintln(os.Stderr, "interrupt:", err)
	os.Exit(command.ExitOther)
}

// outcomes is a program that runs a table of command lines of exhaust. Each ends with the exit
// code before it, and prints nothing but the line behind it: an answer on stdout, or an error on
// stderr. One process does the whole table, which saves time.
//
//	outcomes FILE
//
// A row of the table is blank, a comment, or
//
//	CODE [ARG...] => LINE
func outcomes() {
	table, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Println(err)
		os.Exit(command.ExitOther)
	}
	wrong := 0
	for _, row := range strings.Split(strings.TrimSuffix(string(table), "\n"), "\n") {
		if row == "" || row[0] == '#' {
			continue
		}
		if what := checkOutcome(row); what != "" {
			fmt.Printf("%s\n%s\n", row, what)
			wrong++
		}
	}
	if wrong > 0 {
		os.Exit(command.ExitNo)
	}
}

// scriptWord is an argument in a table, or one in quotes.
var scriptWord = regexp.MustCompile(`'[^']*'|\S+`)

// checkOutcome runs a row of a table of outcomes, and says what is wrong.
func checkOutcome(row string) string {
	typed, line, _ := strings.Cut(row, " => ")
	words := scriptWord.FindAllString(typed, -1)
	for i, word := range words {
		words[i] = strings.Trim(word, "'")
	}
	var stdout, stderr bytes.Buffer
	code := run(words[1:], strings.NewReader(""), &stdout, &stderr)
	wantStdout, wantStderr := line+"\n", ""
	if code > command.ExitNo {
		wantStdout, wantStderr = "", "exhaust: "+line+"\n"
	}
	switch {
	case strconv.Itoa(code) != words[0]:
		return fmt.Sprintf("exit code %d; stdout %q, stderr %q", code, &stdout, &stderr)
	case stdout.String() != wantStdout:
		return fmt.Sprintf("stdout %q, want %q", &stdout, wantStdout)
	case stderr.String() != wantStderr:
		return fmt.Sprintf("stderr %q, want %q", &stderr, wantStderr)
	}
	return ""
}

// A denier says that nothing is solvable.
type denier struct{}

func (denier) Solve(context.Context, *twotone.Case, puzzle.Ask) (puzzle.Answer, error) {
	return puzzle.Answer{Verdict: puzzle.Unsolvable, States: 1}, nil
}

// enumerateWithDenier enumerates 1x3 with a solver zeroone that is a denier.
func enumerateWithDenier(t *testing.T, o enumerateOptions) (string, error) {
	t.Helper()
	f := wiring.Family()
	f.Solvers[1].New = func(puzzle.Limits) puzzle.Solver[*twotone.Case] { return denier{} }
	c, err := verbs.Of(f).Census(t.Context(), verbs.CensusOptions{
		Size: "1x3", Variants: []int{0, 1}, Solvers: []string{"bfs", "zeroone"}, Workers: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	report, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var stdout bytes.Buffer
	err = o.finish(&stdout, c, report, time.Second, nil)
	return stdout.String(), err
}

// TestMismatchIsANo covers what no command line can bring about: two solvers that
// differ.
func TestMismatchIsANo(t *testing.T) {
	text, err := enumerateWithDenier(t, enumerateOptions{})
	if code := command.ExitCode(err); code != command.ExitNo {
		t.Errorf("text: exit code %d, want %d", code, command.ExitNo)
	}
	// 1x3 has 162 boards without a star, all of them won, under each rule.
	first := "MISMATCHES; the first in the order of the boards:\n  1x3:BBB:0:1:-:strict\n" +
		"  verdict: bfs says solvable, zeroone says unsolvable\n" +
		"  exhaust solve 1x3:BBB:0:1:-:strict --solver bfs --show\n" +
		"  exhaust solve 1x3:BBB:0:1:-:strict --solver zeroone --show\n"
	if !strings.HasSuffix(text, first) || strings.Contains(text, "no mismatch") {
		t.Errorf("%s\nwant at its end\n%s", text, first)
	}

	text, err = enumerateWithDenier(t, enumerateOptions{json: true})
	if code := command.ExitCode(err); code != command.ExitNo {
		t.Errorf("JSON: exit code %d, want %d", code, command.ExitNo)
	}
	type mismatch struct{ Case, Check, Why string }
	var got struct {
		Mismatches    uint64
		FirstMismatch *mismatch `json:"first_mismatch"`
		Rules         map[string]struct{ Solvable uint64 }
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	solvable := got.Rules["strict"].Solvable + got.Rules["handover"].Solvable
	if got.Mismatches != solvable || solvable < 2*162 {
		t.Errorf("%d mismatches, want one for each of the %d solvable cases", got.Mismatches, solvable)
	}
	m := mismatch{"1x3:BBB:0:1:-:strict", "verdict", "bfs says solvable, zeroone says unsolvable"}
	if got.FirstMismatch == nil || *got.FirstMismatch != m {
		t.Errorf("first mismatch %v, want %v", got.FirstMismatch, m)
	}
}
