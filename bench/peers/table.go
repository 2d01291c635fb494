package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// A row is one program on one workload, over all rounds.
type row struct {
	workload string
	program  string
	workers  int
	states   float64
	seconds  []float64
	memory   float64 // the largest peak, in bytes
}

func (r row) rate() float64 { return r.states / median(r.seconds) }

func newRows(w workload, programs []program, results [][]result) []row {
	var rows []row
	for i, p := range programs {
		if len(results[i]) == 0 {
			continue
		}
		r := row{workload: w.name, program: p.name, workers: p.workers, states: float64(w.states)}
		for _, run := range results[i] {
			r.seconds = append(r.seconds, *run.Seconds)
			r.memory = max(r.memory, float64(*run.Memory))
		}
		rows = append(rows, r)
	}
	return rows
}

// rateOf returns the rate of a program on a workload, or 0 if it did not run.
func rateOf(rows []row, workload, program string, workers int) float64 {
	for _, r := range rows {
		if r.workload == workload && r.program == program && r.workers == workers {
			return r.rate()
		}
	}
	return 0
}

// writeTable prints a row for each program on each workload. A ratio is the
// rate of exhaust with that many workers, divided by the rate of the row.
func writeTable(out io.Writer, rows []row, workers int) {
	counts := slices.Compact([]int{1, workers})
	header := []string{"workload", "program", "workers", "states", "seconds", "min-max", "states/s", "bytes/state"}
	for _, n := range counts {
		header = append(header, fmt.Sprintf("exhaust/%d is faster by", n))
	}
	fmt.Fprintf(out, "| %s |\n|---|---|%s\n", strings.Join(header, " | "), strings.Repeat("---:|", len(header)-2))
	for _, r := range rows {
		fmt.Fprintf(out, "| %s | %s | %d | %.0f | %.2f | %.2f-%.2f | %.2f M | %.1f |", r.workload, r.program, r.workers,
			r.states, median(r.seconds), slices.Min(r.seconds), slices.Max(r.seconds), r.rate()/1e6, r.memory/r.states)
		for _, n := range counts {
			if rate := rateOf(rows, r.workload, "exhaust", n); rate > 0 {
				fmt.Fprintf(out, " %.2f |", rate/r.rate())
			} else {
				fmt.Fprint(out, " - |")
			}
		}
		fmt.Fprintln(out)
	}
}

// writeMemory prints the machine's random access rates, and for each workload
// the states a second of the searches as a share of the best way's rate.
func writeMemory(out io.Writer, rows []row, rates []accessRates, workers int) {
	if len(rates) == 0 {
		return
	}
	of := func(way string) float64 {
		var all []float64
		for _, r := range rates {
			all = append(all, r[way+"_updates_per_second"])
		}
		return median(all)
	}
	fmt.Fprintf(out, "\nRandom 8-byte updates of a 1 GiB table with %d threads, M/s, medians of %d:\n\n", workers, len(rates))
	fmt.Fprint(out, "| pages | prefetched batches | plain loop | one after the other |\n|---|---:|---:|---:|\n")
	for _, pages := range []string{"huge", "small"} {
		fmt.Fprintf(out, "| %s | %.1f | %.1f | %.1f |\n", pages,
			of(pages+"_batched")/1e6, of(pages+"_plain")/1e6, of(pages+"_dependent")/1e6)
	}
	fmt.Fprint(out, "\nStates/s as a share of the prefetched batches on huge pages:\n\n")
	for _, r := range rows {
		if r.workers == workers && (r.program == "exhaust" || r.program == "tuned") {
			fmt.Fprintf(out, "* %s, %s: %.2f\n", r.workload, r.program, r.rate()/of("huge_batched"))
		}
	}
}
