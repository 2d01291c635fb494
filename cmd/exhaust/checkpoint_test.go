package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/kballard/go-shellquote"
	"github.com/rogpeppe/go-internal/testscript"

	"exhaust/checkpoint"
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
		if err = cmd.Run(); cmd.ProcessState.ExitCode() == exitUsage {
			return
		}
	}
	fmt.Fprintln(os.Stderr, "hold:", err)
	os.Exit(exitOther)
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
