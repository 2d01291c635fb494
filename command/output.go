package command

import (
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"runtime/debug"
	"time"

	"github.com/dustin/go-humanize"
)

// An Output is a writer that remembers its first error, so that what prints need not look.
type Output struct {
	W   io.Writer
	Err error
}

func (o *Output) Write(p []byte) (n int, err error) {
	if o.Err == nil {
		n, o.Err = o.W.Write(p)
	}
	return n, o.Err
}

// PrintJSON prints a value as one indented JSON object.
func PrintJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// Count formats a number with commas.
func Count[N ~int | ~int64 | ~uint64](n N) string {
	return humanize.BigComma(new(big.Int).SetUint64(uint64(n)))
}

// Counted formats a number of things: "1 move", "2 moves".
func Counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return Count(n) + " " + thing
}

// NoSteps is a solution without steps, for people.
const NoSteps = "(no step needed)"

// Rate formats a number of things a second.
func Rate(n uint64, elapsed time.Duration) string {
	if elapsed <= 0 {
		return "-"
	}
	each := float64(n) / elapsed.Seconds()
	if each < 1 { // no thousandths of a thing
		return fmt.Sprintf("%.2f/s", each)
	}
	value, prefix := humanize.ComputeSI(each)
	digits := 2
	if value >= 100 {
		digits = 0
	} else if value >= 10 {
		digits = 1
	}
	return fmt.Sprintf("%.*f%s/s", digits, value, prefix)
}

// Seconds formats a duration to three digits or so.
func Seconds(d time.Duration) string {
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

// Version returns the version of the module that the program was built from.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
