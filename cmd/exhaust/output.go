package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"time"

	"github.com/dustin/go-humanize"
)

// An output is a writer that remembers its first error, so that what prints need not look.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (n int, err error) {
	if o.err == nil {
		n, o.err = o.w.Write(p)
	}
	return n, o.err
}

// printJSON prints a value as one indented JSON object.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// count formats a number with commas.
func count[N ~int | ~int64 | ~uint64](n N) string {
	return humanize.BigComma(new(big.Int).SetUint64(uint64(n)))
}

// counted formats a number of things: "1 move", "2 moves".
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return count(n) + " " + thing
}

// noSteps is a solution without steps, for people.
const noSteps = "(no step needed)"

// rate formats a number of things a second.
func rate(n uint64, elapsed time.Duration) string {
	if elapsed <= 0 {
		return "-"
	}
	value, prefix := humanize.ComputeSI(float64(n) / elapsed.Seconds())
	digits := 2
	if value >= 100 {
		digits = 0
	} else if value >= 10 {
		digits = 1
	}
	return fmt.Sprintf("%.*f%s/s", digits, value, prefix)
}

// seconds formats a duration to three digits or so.
func seconds(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return d.Round(time.Microsecond).String()
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return d.Round(10 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
