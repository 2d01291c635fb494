package main

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

//go:embed cpp/*.cpp cpp/*.hpp spin/*
var sources embed.FS

// A kit is what could be built on this machine, in a directory of its own.
type kit struct {
	dir     string
	log     io.Writer
	limit   time.Duration
	workers []int
	exhaust string // a path, or empty if there is none; so are the others
	plain   string
	tuned   string
	random  string
	spin    string
}

// A program is one way to explore one workload.
type program struct {
	name    string
	workers int
	run     func(context.Context) (result, error)
}

func (p program) label() string { return p.name + "/" + strconv.Itoa(p.workers) }

func newKit(ctx context.Context, dir string, o options, log io.Writer) (*kit, error) {
	if err := os.CopyFS(dir, sources); err != nil {
		return nil, err
	}
	k := &kit{dir: dir, log: log, limit: o.limit, workers: []int{1}}
	if o.workers > 1 {
		k.workers = append(k.workers, o.workers)
	}
	compiled := []struct {
		name string
		to   *string
		args []string
	}{
		{"plain", &k.plain, []string{"-O3"}},
		{"tuned", &k.tuned, []string{"-O3", "-march=native", "-pthread"}},
		{"randmem", &k.random, []string{"-O3", "-march=native", "-pthread"}},
	}
	for _, c := range compiled {
		if !o.peers[c.name] || !k.has(c.name, "g++") {
			continue
		}
		path := filepath.Join(dir, c.name)
		args := append([]string{"-std=c++20", "-o", path}, c.args...)
		if _, err := k.command(ctx, "g++", append(args, filepath.Join(dir, "cpp", c.name+".cpp"))...); err != nil {
			return nil, err
		}
		*c.to = path
	}
	if o.peers["spin"] && k.has("spin", "spin") && k.has("spin", "gcc") {
		k.spin = filepath.Join(dir, "spin")
	}
	if o.peers["exhaust"] {
		k.exhaust = o.exhaust
		if k.exhaust == "" {
			k.exhaust = filepath.Join(dir, "exhaust")
			if _, err := k.command(ctx, "go", "build", "-o", k.exhaust, "exhaust/cmd/exhaust"); err != nil {
				return nil, err
			}
		}
	}
	return k, nil
}

// has reports whether a tool is installed; if not, it says what is skipped.
func (k *kit) has(what, tool string) bool {
	_, err := exec.LookPath(tool)
	if err != nil {
		fmt.Fprintf(k.log, "skipped: %s: %s is not installed\n", what, tool)
	}
	return err == nil
}

// programs returns what can explore a workload. It builds SPIN's verifiers.
func (k *kit) programs(ctx context.Context, w workload) []program {
	var all []program
	add := func(name string, workers int, run func(context.Context) (result, error)) {
		all = append(all, program{name, workers, run})
	}
	for _, n := range k.workers {
		workers := strconv.Itoa(n)
		if k.exhaust != "" {
			add("exhaust", n, k.json(k.exhaust, "explore", w.id, "--json", "--workers", workers))
		}
		if k.tuned != "" {
			add("tuned", n, k.json(k.tuned, w.id, strconv.FormatUint(w.states, 10), workers))
		}
	}
	if k.plain != "" && k.fits("plain", w, 48) {
		add("plain", 1, k.json(k.plain, w.id))
	}
	if k.spin == "" {
		return all
	}
	if !strings.Contains(w.id, ":strict") && !strings.Contains(w.id, ":handover") {
		fmt.Fprintf(k.log, "skipped: spin on %s: its model is of two-tone boards\n", w.name)
		return all
	}
	for _, n := range k.workers {
		run, err := k.verifier(ctx, w, n)
		if err != nil {
			fmt.Fprintf(k.log, "skipped: spin on %s: %v\n", w.name, err)
			continue
		}
		if k.fits("spin", w, 96) {
			add("spin", n, run)
		}
	}
	return all
}

// fits reports whether a program that takes about perState bytes for each state
// has room for a workload; if not, it says so.
func (k *kit) fits(name string, w workload, perState uint64) bool {
	meminfo, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return true
	}
	_, rest, _ := strings.Cut(string(meminfo), "MemAvailable:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return true
	}
	free, err := strconv.ParseUint(fields[0], 10, 64)
	need := w.states * perState >> 10
	if err != nil || need <= free {
		return true
	}
	fmt.Fprintf(k.log, "skipped: %s on %s: needs about %d MiB, %d are free\n", name, w.name, need>>10, free>>10)
	return false
}

// command runs a tool and returns its standard output.
func (k *kit) command(ctx context.Context, name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, k.limit)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", filepath.Base(name), err, lastLine(stderr.Bytes()))
	}
	return stdout.Bytes(), err
}

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}

// json returns a run of a program that prints its result as one JSON object.
// The exit code may tell a verdict, so a whole result counts for more.
func (k *kit) json(path string, args ...string) func(context.Context) (result, error) {
	return func(ctx context.Context) (result, error) {
		output, failed := k.command(ctx, path, args...)
		var r result
		if err := json.Unmarshal(output, &r); err != nil {
			return r, errors.Join(failed, err)
		}
		return r, r.complete()
	}
}

// verifier builds SPIN's verifier of one board: depth-first, without partial
// order reduction, which has nothing to reduce here; with every state stored
// in full, so that the search is exact.
func (k *kit) verifier(ctx context.Context, w workload, workers int) (func(context.Context) (result, error), error) {
	dir := filepath.Join(k.dir, fmt.Sprintf("spin-%s-%d", w.name, workers))
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	model, err := k.command(ctx, "sh", filepath.Join(k.spin, "twotone.sh"), w.id)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "board.pml"), model, 0o600); err != nil {
		return nil, err
	}
	const memory = "-DMEMLIM=16000" // MiB
	flags := []string{"-O2", "-march=native", "-w", "-DNOFAIR", "-DSAFETY", "-DNOREDUCE", memory}
	if workers > 1 {
		flags = append(flags, "-DNCORE="+strconv.Itoa(workers), "-DVMAX=32")
	}
	build := "spin -a board.pml && gcc " + strings.Join(flags, " ") + " -o pan pan.c"
	if _, err := k.command(ctx, "sh", "-c", `cd "$1" && `+build, "sh", dir); err != nil {
		return nil, err
	}
	// -E: a state without successors is no error. -w: a slot for each state, or two.
	slots := "-w" + strconv.Itoa(bits.Len64(w.states))
	return func(ctx context.Context) (result, error) {
		output, err := k.command(ctx, "sh", "-c", `cd "$1" && exec ./pan -E -m1000000 "$2"`, "sh", dir, slots)
		if err != nil {
			return result{}, err
		}
		return parseSpin(string(output), workers)
	}, nil
}

// accessRates are updates of random words a second, by the name of the way.
type accessRates map[string]float64

// randmem measures the machine's memory with as many threads as the programs use.
func (k *kit) randmem(ctx context.Context) (accessRates, bool) {
	if k.random == "" {
		return nil, false
	}
	output, err := k.command(ctx, k.random, strconv.Itoa(k.workers[len(k.workers)-1]))
	var rates accessRates
	if err == nil {
		err = json.Unmarshal(output, &rates)
	}
	if err != nil {
		fmt.Fprintln(k.log, "skipped:", err)
	}
	return rates, err == nil
}
