package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A result is what a program reports of a run; a nil field is not reported.
type result struct {
	States   *uint64  `json:"states"`
	Depth    *int     `json:"depth"`
	Edges    *uint64  `json:"edges"`
	Won      *uint64  `json:"won"`
	DeadEnds *uint64  `json:"dead_ends"`
	Levels   []uint64 `json:"levels"`
	Seconds  *float64 `json:"elapsed_seconds"`
	Memory   *uint64  `json:"peak_rss_bytes"`
}

var errIncomplete = errors.New("the result lacks states, seconds or memory")

func (r result) complete() error {
	if r.States == nil || r.Seconds == nil || r.Memory == nil {
		return errIncomplete
	}
	return nil
}

// check compares a result with what is known of its workload.
func (r result) check(w workload) error {
	if *r.States != w.states {
		return fmt.Errorf("%d states, not %d", *r.States, w.states)
	}
	if r.Depth != nil && *r.Depth != w.depth {
		return fmt.Errorf("depth %d, not %d", *r.Depth, w.depth)
	}
	return nil
}

// agree returns an error if two results differ in anything that both report.
func agree(programs []program, results [][]result) error {
	type source struct{ value, label string }
	first := map[string]source{}
	for i, runs := range results {
		for _, r := range runs {
			for field, value := range r.counts() {
				was, known := first[field]
				if !known {
					first[field] = source{value, programs[i].label()}
				} else if was.value != value {
					return fmt.Errorf("%s differ: %s has %s, %s has %s",
						field, was.label, was.value, programs[i].label(), value)
				}
			}
		}
	}
	return nil
}

// counts returns the fields that any two programs must agree in.
func (r result) counts() map[string]string {
	counts := map[string]string{}
	put := func(name string, value *uint64) {
		if value != nil {
			counts[name] = strconv.FormatUint(*value, 10)
		}
	}
	put("states", r.States)
	put("edges", r.Edges)
	put("won states", r.Won)
	put("dead ends", r.DeadEnds)
	if r.Depth != nil {
		counts["depths"] = strconv.Itoa(*r.Depth)
	}
	if r.Levels != nil {
		counts["levels"] = fmt.Sprint(r.Levels)
	}
	return counts
}

var (
	spinStates  = regexp.MustCompile(`(?m)^\s*([0-9.e+]+) states, stored`)
	spinEdges   = regexp.MustCompile(`(?m)^\s*([0-9.e+]+) transitions`)
	spinSeconds = regexp.MustCompile(`elapsed time ([0-9.e+]+) seconds`)
	spinMemory  = regexp.MustCompile(`(?m)^\s*([0-9.e+]+)\s+total actual memory usage`)
)

// parseSpin reads the report of a verifier. The model stores one state more
// than the puzzle has, before its variables are set; the step that sets them
// is a transition, and SPIN counts the arrival in the first state as one too.
func parseSpin(report string, workers int) (result, error) {
	for _, bad := range []string{"not completed", "max search depth", "memory limit", "out of memory", "Hash-Compact", "Bit statespace"} {
		if strings.Contains(report, bad) {
			return result{}, fmt.Errorf("the search with %d workers was not exact and whole: %s", workers, bad)
		}
	}
	var values [4]float64
	for i, pattern := range []*regexp.Regexp{spinStates, spinEdges, spinSeconds, spinMemory} {
		match := pattern.FindStringSubmatch(report)
		if match == nil {
			return result{}, fmt.Errorf("no %s in the report", pattern)
		}
		value, err := strconv.ParseFloat(match[1], 64)
		if err != nil {
			return result{}, err
		}
		values[i] = value
	}
	states, edges := uint64(values[0])-1, uint64(values[1])-2
	seconds, memory := values[2], uint64(values[3]*(1<<20))
	return result{States: &states, Edges: &edges, Seconds: &seconds, Memory: &memory}, nil
}

// median returns the middle value, or the mean of the two in the middle.
func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}
