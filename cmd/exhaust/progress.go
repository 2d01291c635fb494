package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"golang.org/x/term"
)

// Progress is drawn from this time into a run on, and so often.
const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
)

// watch draws a line of progress on w again and again while a run goes on, if
// w is a terminal and the run takes long. The function it returns ends that and
// wipes the line.
func watch(w io.Writer, line func(elapsed time.Duration) string) (stop func()) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return func() {}
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		draw(f, line, done)
	}()
	return func() { close(done); <-ended }
}

// watchCases watches a run over so many cases, of which done tells how many are done, those of an earlier run too. The line
// begins with what is said of them.
func watchCases(w io.Writer, what string, all uint64, done func() uint64) (stop func()) {
	earlier := done()
	return watch(w, func(elapsed time.Duration) string {
		cases := done()
		return fmt.Sprintf("%s%s of %s cases, %.1f%%, %s, eta %s", what, count(cases), count(all),
			100*float64(cases)/float64(all), rate(cases-earlier, elapsed), eta(cases-earlier, all-earlier, elapsed))
	})
}

// draw draws until done.
func draw(f *os.File, line func(time.Duration) string, done <-chan struct{}) {
	start := time.Now()
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	drawn := false
	for {
		select {
		case <-done:
			if drawn {
				fmt.Fprint(f, "\r\x1b[K")
			}
			return
		case <-tick.C:
			elapsed := time.Since(start)
			if elapsed < progressAfter {
				continue
			}
			width, _, err := term.GetSize(int(f.Fd()))
			if err != nil {
				width = 80
			}
			text := line(elapsed)
			fmt.Fprintf(f, "\r\x1b[K%s", text[:min(len(text), max(width-1, 0))])
			drawn = true
		}
	}
}

// eta guesses the time left when so much of the whole is done.
func eta(done, whole uint64, elapsed time.Duration) string {
	if done == 0 {
		return "-"
	}
	left := float64(elapsed) * (float64(whole)/float64(done) - 1)
	if left >= math.MaxInt64 {
		return "centuries"
	}
	return time.Duration(left).Round(time.Second).String()
}
