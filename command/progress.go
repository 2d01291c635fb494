package command

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/dustin/go-humanize"
	"golang.org/x/term"
)

// Progress is drawn from this time into a run on, and so often. Tests are in more of a hurry.
var (
	ProgressAfter = time.Second
	ProgressEvery = 200 * time.Millisecond
)

// Watch draws a line of progress on w again and again while a run goes on, if w is a terminal that
// can wipe a line and the run takes long. The function it returns ends that and wipes the line.
func Watch(w io.Writer, line func(elapsed time.Duration) string) (stop func()) {
	stop, _ = WatchPrinter(w, line)
	return stop
}

// WatchPrinter is watch for a run that prints while it goes on: it must print by print, which wipes
// the line first.
func WatchPrinter(
	w io.Writer,
	line func(elapsed time.Duration) string,
) (stop func(), print func(what func())) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) || os.Getenv("TERM") == "dumb" {
		return func() {}, func(what func()) { what() }
	}
	d := drawing{f: f, line: line}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		d.draw(done)
	}()
	return func() { close(done); <-ended }, d.print
}

// WatchCases watches a run over so many cases, of which done tells how many are done, those of an
// earlier run too. The line begins with what is said of them.
func WatchCases(w io.Writer, what string, all uint64, done func() uint64) (stop func()) {
	earlier := done()
	return Watch(w, func(elapsed time.Duration) string {
		cases := done()
		return fmt.Sprintf(
			"%s%s of %s cases, %.1f%%, %s, eta %s, %s",
			what,
			Count(cases),
			Count(all),
			100*float64(
				cases,
			)/float64(
				all,
			),
			Rate(cases-earlier, elapsed),
			Eta(cases-earlier, all-earlier, elapsed),
			Taken(elapsed),
		)
	})
}

// Taken says what a run takes: memory now, and time until now.
func Taken(elapsed time.Duration) string {
	return fmt.Sprintf("%s, %v", humanize.IBytes(ResidentBytes()), elapsed.Truncate(time.Second))
}

// A drawing is a line on a terminal.
type drawing struct {
	f    *os.File
	line func(elapsed time.Duration) string

	mu    sync.Mutex
	drawn bool // there is a line
}

// draw draws until done.
func (d *drawing) draw(done <-chan struct{}) {
	start := time.Now()
	tick := time.NewTicker(ProgressEvery)
	defer tick.Stop()
	for {
		select {
		case <-done:
			d.print(func() {})
			return
		case <-tick.C:
			if elapsed := time.Since(start); elapsed >= ProgressAfter {
				d.redraw(d.line(elapsed))
			}
		}
	}
}

// redraw draws a line in place of the one before.
func (d *drawing) redraw(line string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	Redraw(d.f, line)
	d.drawn = true
}

// print wipes the line and has something printed.
func (d *drawing) print(what func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.drawn {
		Redraw(d.f, "")
		d.drawn = false
	}
	what()
}

// Redraw draws a line in place of the one before, as much of it as fits.
func Redraw(f *os.File, line string) {
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width == 0 { // nobody has told the terminal
		width = 80
	}
	fmt.Fprint(f, "\r\x1b[K", Fit(line, width))
}

// Fit cuts a line to one row of a terminal, before a comma if there is one. The row has room behind
// the line for the cursor, and for the ^C that a terminal shows when it is typed: in a second row,
// it would keep the first from being wiped.
func Fit(line string, width int) string {
	const separator = ", "
	room, letters := max(width-len("^C")-1, 0), []rune(line)
	if len(letters) <= room {
		return line
	}
	end := min(
		room+len(separator),
		len(letters),
	) // a comma may be the first letter that has no room
	before := string(letters[:end])
	if i := strings.LastIndex(before, separator); i >= 0 {
		return before[:i]
	}
	return string(letters[:room])
}

// Eta guesses the time left when so much of the whole is done.
func Eta(done, whole uint64, elapsed time.Duration) string {
	if done == 0 {
		return "-"
	}
	left := float64(elapsed) * (float64(whole)/float64(done) - 1)
	if left >= math.MaxInt64 {
		return "centuries"
	}
	return time.Duration(left).Round(time.Second).String()
}
