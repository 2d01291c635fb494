package command

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"exhaust/family/census"
)

// A Column is the cases of one variant, or of a puzzle that has none, whose name is then empty.
type Column struct {
	Name string
	*census.VariantTally
}

// PrintValues prints the histogram of the values that there are, the variants side by side, and
// bars of the last.
func PrintValues(w io.Writer, word string, columns []Column) {
	least, greatest, most, any := 0, 0, uint64(1), false
	for _, c := range columns {
		for value, n := range c.Values.All() {
			least, greatest, most, any = min(least, value), max(greatest, value), max(most, n), true
		}
	}
	if !any {
		return // nothing is solvable
	}
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, word, "\t")
	bars := "bars"
	for _, c := range columns {
		head := c.Name
		if head == "" {
			head = "cases"
		} else {
			bars = "bars: " + head
		}
		fmt.Fprint(table, head, "\t")
	}
	fmt.Fprintf(table, "  %s\n", bars)
	for value := least; value <= greatest; value++ {
		row, n, all := strconv.Itoa(value)+"\t", uint64(0), uint64(0)
		for _, c := range columns {
			n = c.Values.Of(value)
			all += n
			row += Count(n) + "\t"
		}
		if all > 0 {
			fmt.Fprintf(table, "%s  %s\n", row, bar(n, most)) // of the last variant
		}
	}
	table.Flush()
	fmt.Fprintln(w)
}

// bar draws n as a bar of up to 30 characters for most.
func bar(n, most uint64) string {
	const width = 30
	if n == 0 {
		return ""
	}
	return strings.Repeat("#", max(1, int(n*width/most)))
}
