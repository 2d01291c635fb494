// Peers measures exhaust against what a user would otherwise reach for: a plain
// C++ search, a tuned C++ search, and SPIN, on the same workloads.
//
//	go run ./bench/peers -rounds 5
//
// It builds everything into a temporary directory, runs all programs in turn,
// round after round, checks that their counts agree, and prints one table.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// A workload is one state space. Its counts are known, and checked.
type workload struct {
	name   string
	id     string // what the programs are called with
	states uint64
	depth  int
}

func workloads() []workload {
	return []workload{
		{"5x5", "5x5:BRBWBBBRBBBBWWBRWRWBBBWRW:11:20:2,3,5,7,21,23:strict", 9_316_384, 87},
		{"6x6", "6x6:BWBBBWBBBBRRWWWWWRWBRBBWBWWBBBWWBWBW:14:17:2,12,26,27,28,35:strict", 33_226_789, 88},
		{"8x8", "8x8:RWWWWBBWBRRWWWWRBWBWBBBWRBBBBRBBWWWBBWRWBRBRRWBBRBBWBRWBBWWWWBRW:60:56:3,5,14,39,41,59:strict", 61_145_821, 67},
		{"knights", "knights:5x5", 67_603_900, 39},
		{"tiles", "tiles:3x4", 239_500_800, 53},
	}
}

type options struct {
	rounds  int
	workers int
	only    *regexp.Regexp
	peers   map[string]bool
	exhaust string
	limit   time.Duration
}

func parseOptions(args []string) (options, error) {
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	var o options
	flags.IntVar(&o.rounds, "rounds", 5, "how often each program runs on each workload")
	flags.IntVar(&o.workers, "workers", runtime.NumCPU(), "run what has workers with 1 and with this many")
	only := flags.String("only", "", "run the workloads whose name or ID matches this `regexp`")
	peers := flags.String("peers", "plain,tuned,spin,exhaust,randmem", "a comma-separated `list` of what to run")
	flags.StringVar(&o.exhaust, "exhaust", "", "the exhaust program at `path`; empty builds this module's")
	flags.DurationVar(&o.limit, "limit", 20*time.Minute, "how long one run may take")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 || o.rounds < 1 || o.workers < 1 {
		return o, errors.New("bad arguments; see -help")
	}
	o.peers = map[string]bool{}
	for name := range strings.SplitSeq(*peers, ",") {
		o.peers[name] = true
	}
	var err error
	o.only, err = regexp.Compile(*only)
	return o, err
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	o, err := parseOptions(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err == nil {
		err = bench(ctx, o, os.Stdout, os.Stderr)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// bench writes the table to out, and says on log what it is doing. If counts
// differ, the table is still written, and the error says where.
func bench(ctx context.Context, o options, out, log io.Writer) error {
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	k, err := newKit(ctx, dir, o, log)
	if err != nil {
		return err
	}
	var wrong []error
	var rows []row
	var memory []accessRates
	for _, w := range workloads() {
		if !o.only.MatchString(w.name) && !o.only.MatchString(w.id) {
			continue
		}
		programs := k.programs(ctx, w)
		results := make([][]result, len(programs))
		for round := range o.rounds {
			for i := range programs {
				i = (i + round) % len(programs) // nobody always runs first
				p := programs[i]
				r, err := p.run(ctx)
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err == nil {
					err = r.check(w)
				}
				if err != nil {
					wrong = append(wrong, fmt.Errorf("%s on %s: %w", p.label(), w.name, err))
					fmt.Fprintln(log, wrong[len(wrong)-1])
					continue
				}
				fmt.Fprintf(log, "round %d: %s on %s: %.2f s\n", round+1, p.label(), w.name, *r.Seconds)
				results[i] = append(results[i], r)
			}
			if rates, ok := k.randmem(ctx); ok {
				memory = append(memory, rates)
			}
		}
		if err := agree(programs, results); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", w.name, err))
		}
		rows = append(rows, newRows(w, programs, results)...)
	}
	writeTable(out, rows, o.workers)
	writeMemory(out, rows, memory, o.workers)
	return errors.Join(wrong...)
}
