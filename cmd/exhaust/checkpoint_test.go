package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"

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

// damage flips a bit of a byte of a file.
//
//	damage FILE OFFSET
func damage(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, !neg && len(args) == 2, "damage file offset")
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := []byte(ts.ReadFile(args[0]))
	text[at] ^= 4
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text, 0o666))
}
