package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"exhaust/command"
)

// The size of a histogram in a terminal, in characters: at most so many columns, and fewer in a
// narrow one.
const (
	histogramColumns = 100
	histogramRows    = 8
)

// columnsBeside returns how many columns have room beside a label.
func columnsBeside(w io.Writer, label string) int {
	return max(1, min(histogramColumns, command.Width(w)-len(label)-len(" │")))
}

// blocks fill an eighth, two eighths, ... of a character from below.
var blocks = []rune(" ▁▂▃▄▅▆▇█")

// printHistogram draws the number of states of each level, one column a level, or
// several levels a column if there are many.
func printHistogram(w io.Writer, levels []uint64) {
	if len(levels) == 0 {
		return
	}
	label := command.Count(slices.Max(levels))
	room := columnsBeside(w, label)
	each := (len(levels) + room - 1) / room
	var columns []uint64
	for group := range slices.Chunk(levels, each) {
		columns = append(columns, slices.Max(group))
	}
	most := slices.Max(columns)
	for row := histogramRows - 1; row >= 0; row-- {
		left := ""
		if row == histogramRows-1 {
			left = label
		}
		fmt.Fprintf(
			w,
			"%*s │%s\n",
			len(label),
			left,
			strings.TrimRight(histogramRow(columns, most, row), " "),
		)
	}
	fmt.Fprintf(w, "%*s └%s\n", len(label), "", strings.Repeat("─", len(columns)))
	last := ""
	if len(levels) > 1 {
		last = fmt.Sprint(len(levels) - 1)
	}
	fmt.Fprintf(w, "%*s  0%*s", len(label), "", max(len(columns)-1, len(last)+1), last)
	fmt.Fprintf(w, "   levels; the largest is %d\n", slices.Index(levels, most))
}

// histogramRow draws one row, counted from below, of a histogram.
func histogramRow(columns []uint64, most uint64, row int) string {
	var line strings.Builder
	for _, n := range columns {
		eighths := int(n * 8 * histogramRows / most)
		if n > 0 {
			eighths = max(eighths, 1)
		}
		line.WriteRune(blocks[min(max(eighths-8*row, 0), 8)])
	}
	return line.String()
}
