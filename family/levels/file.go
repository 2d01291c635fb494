package levels

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"exhaust/puzzle"
)

// A level file is a list of one ID, with comments in front that say what is known of the case:
//
//	# level        tiles-3x3-seed1-0
//	# made by      exhaust generate tiles:3x3 --states 20000000 --seed 1 --from 0 --count 1
//	# score        3117
//	# value        31 moves
//	# states       117532
//	# confirmed by astar
//	# solution     U L D ...
//	tiles:3x3:8,6,7,2,5,4,3,0,1
//
// Other lines that begin with # are comments too, and are not kept.

// maxFile bounds what is read of a level file, in bytes.
const maxFile = 1 << 20

// byteOrderMark may stand at the start of a file.
const byteOrderMark = "\uFEFF"

// keys are the keys of a level file, in their order.
var keys = []string{"level", "made by", "score", "value", "states", "confirmed by", "solution"}

// headerLine is a line of a level file with a key.
var headerLine = regexp.MustCompile(`^# (` + strings.Join(keys, "|") + `)(?: +(.*))?$`)

// appendFile appends a level as a file to dst.
func (k *Keeper[C]) appendFile(dst []byte, l *Level[C]) []byte {
	values := []string{
		l.Name, l.Origin, strconv.Itoa(l.Score), k.valueText(l.Value),
		strconv.FormatUint(l.States, 10), confirmedText(l.Confirmed),
		k.Family.Notation.FormatSolution(l.Certificate),
	}
	for i, key := range keys {
		line := fmt.Sprintf("# %-12s %s", key, values[i])
		dst = append(dst, strings.TrimRight(line, " ")...)
		dst = append(dst, '\n')
	}
	dst = append(dst, k.Family.ID(l.Case)...)
	return append(dst, '\n')
}

// valueText returns a value with its unit: "1 move", "2 moves".
func (k *Keeper[C]) valueText(value int) string {
	unit := k.Family.Measure.Unit
	if value != 1 {
		unit = plural(unit)
	}
	return strings.TrimRight(fmt.Sprintf("%d %s", value, unit), " ")
}

// plural returns the plural of a unit.
func plural(unit string) string {
	for _, end := range []string{"s", "x", "z", "ch", "sh"} {
		if strings.HasSuffix(unit, end) {
			return unit + "es"
		}
	}
	if unit == "" {
		return ""
	}
	return unit + "s"
}

// nobody says that no other solver has confirmed a level.
var nobody = fmt.Sprintf("none within %d states and %d MiB", ConfirmStates, confirmMemory>>20)

// confirmedText returns who has confirmed a level.
func confirmedText(name string) string {
	if name == "" {
		return nobody
	}
	return name
}

// parse reads a level file. The name is the file's, for errors. The comments are taken at their
// word: nothing is solved.
func (k *Keeper[C]) parse(name string, text []byte) (*Level[C], error) {
	h := header[C]{keeper: k, level: &Level[C]{}, seen: make(map[string]bool)}
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	for _, comments := range []bool{false, true} { // first the case, which may be another puzzle's
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "#") != comments {
				continue
			}
			if err := h.readLine(line); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, number, err)
			}
		}
	}
	for _, key := range append([]string{caseKey}, keys...) {
		if !h.seen[key] {
			return nil, fmt.Errorf("%s: no %s: want a level of %s as %q writes it",
				name, lineName(key), k.Family.Name, "exhaust generate --out")
		}
	}
	return h.level, nil
}

// caseKey stands for the line with the ID.
const caseKey = "case"

// lineName names the line of a key.
func lineName(key string) string {
	if key == caseKey {
		return "case"
	}
	return fmt.Sprintf("line %q", "# "+key)
}

// A header is a level file as it is read.
type header[C any] struct {
	keeper *Keeper[C]
	level  *Level[C]
	seen   map[string]bool // keys
}

// readLine reads a line.
func (h *header[C]) readLine(line string) error {
	key, value := caseKey, line
	if strings.HasPrefix(line, "#") {
		m := headerLine.FindStringSubmatch(line)
		if m == nil {
			return nil
		}
		key, value = m[1], strings.TrimSpace(m[2])
	} else if line == "" {
		return nil
	}
	if h.seen[key] {
		return fmt.Errorf("second %s: want one", lineName(key))
	}
	h.seen[key] = true
	return h.read(key, value)
}

// read reads what follows a key.
func (h *header[C]) read(key, value string) (err error) {
	l := h.level
	switch key {
	case caseKey:
		l.Case, err = h.keeper.parseID(value)
	case "level":
		l.Name = value
	case "made by":
		l.Origin = value
	case "score":
		l.Score, err = number(key, value, strconv.Atoi)
	case "value":
		return h.readValue(value)
	case "states":
		l.States, err = number(key, value, parseStates)
	case "confirmed by":
		return h.readConfirmed(value)
	default:
		l.Certificate, err = h.keeper.Family.Notation.ParseSolution(value)
	}
	return err
}

func parseStates(digits string) (uint64, error) { return strconv.ParseUint(digits, 10, 64) }

// number reads a number that is written as the program writes it.
func number[N int | uint64](key, text string, parse func(string) (N, error)) (N, error) {
	n, err := parse(text)
	if err != nil || fmt.Sprint(n) != text {
		return 0, fmt.Errorf("%s %s: want a number", key, puzzle.Quoted(text, puzzle.MaxShownWord))
	}
	return n, nil
}

// readValue reads a number with its unit.
func (h *header[C]) readValue(text string) error {
	k := h.keeper
	digits, _, _ := strings.Cut(text, " ")
	value, err := strconv.Atoi(digits)
	if err != nil || k.valueText(value) != text {
		text, unit := puzzle.Quoted(text, puzzle.MaxShownWord), plural(k.Family.Measure.Unit)
		return fmt.Errorf("value %s: want a number of %s, such as %q", text, unit, k.valueText(2))
	}
	h.level.Value = value
	return nil
}

// readConfirmed reads who confirmed a level.
func (h *header[C]) readConfirmed(text string) error {
	if text == nobody {
		return nil
	}
	for _, m := range h.keeper.Family.Solvers {
		if m.Name == text {
			h.level.Confirmed = text
			return nil
		}
	}
	text = puzzle.Quoted(text, puzzle.MaxShownWord)
	return fmt.Errorf("confirmed by %s: want a solver or %q", text, nobody)
}

// parseID reads an ID with the puzzle's name in front.
func (k *Keeper[C]) parseID(text string) (c C, err error) {
	id, ok := strings.CutPrefix(text, k.Family.Prefix())
	if !ok {
		return c, fmt.Errorf("%s: want a case of %s, such as %s",
			puzzle.Shown(text, puzzle.MaxShownID), k.Family.Name, k.Family.IDs[0].Text)
	}
	return k.Family.Notation.Parse(id)
}

// Parse reads a level file. The name is the file's, for errors.
func (k *Keeper[C]) Parse(name string, r io.Reader) (*Level[C], error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case len(text) > maxFile:
		return nil, fmt.Errorf("%s: more than %d bytes: want a level", name, maxFile)
	}
	return k.parse(name, text)
}
