package levels

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/dustin/go-humanize"

	"exhaust/family"
)

// A kept is a level with the keeper that knows its notation.
type kept[C any] struct {
	keeper *Keeper[C]
	level  *Level[C]
}

func (l *kept[C]) Name() string                 { return l.level.Name }
func (l *kept[C]) AppendFile(dst []byte) []byte { return l.keeper.appendFile(dst, l.level) }

func (l *kept[C]) Verify(ctx context.Context, memory uint64) error {
	return l.keeper.verify(ctx, l.level, memory)
}

// noSteps is a solution without steps, for people.
const noSteps = "(no step needed)"

// Facts returns what is known of the level.
func (l *kept[C]) Facts() []family.Detail {
	k, v := l.keeper, l.level
	solution := k.Family.Notation.FormatSolution(v.Certificate)
	if solution == "" {
		solution = noSteps
	}
	return []family.Detail{
		{Key: "level", Value: v.Name},
		{Key: family.OriginFact, Value: v.Origin},
		{Key: "score", Value: v.Score},
		{Key: "value", Value: k.valueText(v.Value)},
		{Key: "states", Value: count(v.States)},
		{Key: "confirmed", Value: "by " + confirmedText(v.Confirmed)},
		{Key: family.SolutionFact, Value: solution},
		{Key: "case", Value: k.Family.ID(v.Case)},
	}
}

// Show draws the level.
func (l *kept[C]) Show(w io.Writer, solution bool) error {
	n, c := &l.keeper.Family.Notation, l.level.Case
	if solution && n.Show != nil {
		return n.Show(w, c, l.level.Certificate)
	}
	caption := ""
	if n.Caption != nil {
		caption = n.Caption(c) + "\n"
	}
	_, err := io.WriteString(w, caption+n.Picture(c))
	return err
}

// levelJSON is a level for programs. ConfirmedBy is null if no other solver has found the value
// within ConfirmStates.
type levelJSON struct {
	Puzzle      string  `json:"puzzle"`
	Name        string  `json:"name"`
	Case        string  `json:"case"`
	Size        string  `json:"size"`
	Value       int     `json:"value"`
	Measure     string  `json:"measure"`
	States      uint64  `json:"states"`
	Solution    string  `json:"solution"`
	Score       int     `json:"score"`
	ConfirmedBy *string `json:"confirmed_by"`
	MadeBy      string  `json:"made_by"`
}

// JSON returns the level for programs.
func (l *kept[C]) JSON() any {
	f, v := l.keeper.Family, l.level
	out := levelJSON{
		Puzzle: f.Name, Name: v.Name, Case: f.ID(v.Case), Size: l.keeper.size(v.Case), Value: v.Value,
		Measure: f.Measure.Unit, States: v.States, Solution: f.Notation.FormatSolution(v.Certificate),
		Score: v.Score, MadeBy: v.Origin,
	}
	if v.Confirmed != "" {
		out.ConfirmedBy = &v.Confirmed
	}
	return out
}

// Table returns a table of levels.
func (k *Keeper[C]) Table(all []family.Level) string {
	unit := plural(k.Family.Measure.Unit)
	if unit == "" {
		unit = "value"
	}
	rows := [][]string{{"level", "size", unit, "states", "score", "confirmed by"}}
	for _, l := range all {
		v := l.(*kept[C]).level
		rows = append(rows, []string{
			v.Name, k.size(v.Case), fmt.Sprint(v.Value), count(v.States),
			fmt.Sprint(v.Score), confirmedText(v.Confirmed),
		})
	}
	return columns(rows)
}

// columns returns rows of cells as a table: the first two columns and the last begin on the left,
// the others end on the right.
func columns(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			format := "%*s  "
			if i < 2 || i == len(row)-1 {
				format = "%-*s  "
			}
			line += fmt.Sprintf(format, widths[i], cell)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// count formats a number with commas.
func count(n uint64) string { return humanize.BigComma(new(big.Int).SetUint64(n)) }
