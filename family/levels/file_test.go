package levels

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/puzzle"
)

// three is a level file: from 2 over 1 and 3 to the end.
const three = `# level        three
# made by      hand
# score        303
# value        3 jumps
# states       5
# confirmed by relaxation
# solution     R L R
rows:23104
`

// readThree reads a level file as three.txt.
func readThree(t testing.TB, text string) family.Level {
	t.Helper()
	all, err := Of(rows()).Read(fstest.MapFS{"three.txt": {Data: []byte(text)}})
	require.NoError(t, err)
	require.Len(t, all, 1)
	return all[0]
}

// changed returns a text with a part changed that it has once.
func changed(t testing.TB, text, old, new string) string {
	t.Helper()
	require.Equal(t, 1, strings.Count(text, old), old)
	return strings.Replace(text, old, new, 1)
}

// What a level file says falsely is found out, whatever the limits.
func TestLies(t *testing.T) {
	for _, memory := range []uint64{0, climbMemory} {
		require.NoError(t, readThree(t, three).Verify(context.Background(), memory))
	}
	for _, test := range []struct{ want, old, new string }{
		{"three: 2 jumps: found 3 jumps", "3 jumps", "2 jumps"},
		{"three: 4 jumps: found 3 jumps", "3 jumps", "4 jumps"},
		{"three: -3 jumps: found 3 jumps", "3 jumps", "-3 jumps"},
		{"three: 3 jumps: found 4 jumps", "23104", "11111"},
		{"three: 3 jumps: found unsolvable", "23104", "00000"},
		{"three: 4 states: found 5", "5", "4"},
		{"three: 6 states: found 5", "5", "6"},
		{"three: score 304: it is 303", "303", "304"},
		{"three: the solution fails: step 3 (L): the jump leaves the row", "R L R", "R L L"},
		{"three: the solution fails: after step 2: the token is not on the last number", "R L R", "R L"},
		{"three: the solution fails: at the start: the token is not on the last number", " R L R", ""},
		{"three: the solution fails: step 4 (R): the jump leaves the row", "R L R", "R L R R"},
		{"three: confirmed by breadth: found relaxation", "relaxation", "breadth"},
		{"three: confirmed by none within 262144 states and 128 MiB: found relaxation", "relaxation", "none within 262144 states and 128 MiB"},
	} {
		require.EqualError(t, readThree(t, changed(t, three, test.old, test.new)).Verify(context.Background(), 0), test.want)
	}
	long := "# level x\n# made by x\n# score 603\n# value 6 jumps\n# states 5\n# confirmed by relaxation\n# solution R L R R R R\nrows:11112\n"
	require.EqualError(t, readThree(t, long).Verify(context.Background(), 0), "three: 6 jumps: found 4 jumps")
	right := changed(t, changed(t, long, "603", "403"), "6 jumps", "4 jumps")
	require.EqualError(t, readThree(t, right).Verify(context.Background(), 0), "three: the solution shows 6 jumps: want 4 jumps")
	require.NoError(t, readThree(t, changed(t, right, "R L R R R R", "RRRR")).Verify(context.Background(), 0))
}

// Limits refute nothing, and neither do solvers that cannot take a case.
func TestUnverified(t *testing.T) {
	requireUnverified := func(err, cause error) {
		t.Helper()
		var unverified *family.Unverified
		require.ErrorAs(t, err, &unverified)
		require.ErrorIs(t, err, cause)
		require.EqualError(t, err, "three: not verified: "+cause.Error())
	}
	requireUnverified(readThree(t, three).Verify(context.Background(), climbMemory-1), puzzle.ErrMemory)
	errTime := errors.New("time")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errTime)
	requireUnverified(readThree(t, three).Verify(ctx, 0), errTime)

	verify := func(ctx context.Context, f *family.Family[row]) error {
		all, err := Of(f).Read(fstest.MapFS{"three.txt": {Data: []byte(changed(t, three, "relaxation", f.Solvers[1].Name))}})
		require.NoError(t, err)
		return all[0].Verify(ctx, 0)
	}
	cannot := solver("cannot", func(context.Context, row) (puzzle.Answer, error) { return puzzle.Answer{}, errCannot })
	requireUnverified(verify(context.Background(), withSolvers(0, cannot, cannot)), errCannot)
	require.EqualError(t, verify(context.Background(), withSolvers(1, cannot)), "three: confirmed by cannot: found none within 262144 states and 128 MiB")
	full := solver("full", func(context.Context, row) (puzzle.Answer, error) { return puzzle.Answer{Cause: puzzle.ErrMemory}, nil })
	requireUnverified(verify(context.Background(), withSolvers(0, full, full)), puzzle.ErrMemory)
	require.ErrorContains(t, verify(context.Background(), withSolvers(1, full)), "three: confirmed by full: found none within")
	ctx, cancel = context.WithCancelCause(context.Background())
	slow := solver("slow", func(context.Context, row) (puzzle.Answer, error) { cancel(errTime); return puzzle.Answer{}, nil })
	requireUnverified(verify(ctx, withSolvers(1, slow)), errTime)
	liar := solver("liar", func(context.Context, row) (puzzle.Answer, error) {
		return puzzle.Answer{Verdict: puzzle.Solvable, Value: 2, Bare: true}, nil
	})
	require.EqualError(t, verify(context.Background(), withSolvers(1, liar)), "three: rows:23104: 3 jumps: liar says 2 jumps")
	require.EqualError(t, verify(context.Background(), withSolvers(0, liar, liar)), "three: rows:23104: liar: no value or no solution")
}

// What is written is read back, with windows' line ends and a mark of the byte order too, and with
// lines in another order and other comments.
func TestFileRoundTrip(t *testing.T) {
	_, levels, _ := generate(t, context.Background(), rows(), wishes("12", 3, 2))
	k := &Keeper[row]{rows()}
	for _, l := range append(levels, readThree(t, three)) {
		want, text := l.(*kept[row]).level, l.AppendFile([]byte("x"))
		require.Equal(t, byte('x'), text[0])
		lines := strings.SplitAfter(string(text[1:]), "\n")
		for _, form := range []string{
			string(text[1:]),
			strings.ReplaceAll(string(text[1:]), "\n", "\r\n"),
			byteOrderMark + string(text[1:]),
			strings.TrimSuffix(string(text[1:]), "\n"),
			"# a comment\n#\n\n" + lines[7] + lines[3] + lines[0] + lines[1] + lines[2] + lines[6] + lines[5] + lines[4],
		} {
			got, err := k.Parse("f", strings.NewReader(form))
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	}
	require.Equal(t, three, string(readThree(t, three).AppendFile(nil)))
}

// A solution without steps, and a unit that has no name.
func TestFileOfNothing(t *testing.T) {
	f := rows()
	f.Measure.Unit = ""
	k := &Keeper[row]{f}
	l := &Level[row]{Name: "nothing", Origin: "hand", Case: row("00"), Certificate: []byte{}}
	text := k.appendFile(nil, l)
	require.Equal(t, "# level        nothing\n# made by      hand\n# score        0\n# value        0\n# states       0\n"+
		"# confirmed by none within 262144 states and 128 MiB\n# solution\nrows:00\n", string(text))
	got, err := k.Parse("f", bytes.NewReader(text))
	require.NoError(t, err)
	require.Equal(t, l, got)
	require.Contains(t, (&kept[row]{k, l}).Facts(), family.Detail{Key: family.SolutionFact, Value: "(no step needed)"})
	require.Contains(t, k.Table([]family.Level{&kept[row]{k, l}}), "level    size  value  states  score  confirmed by\n")
}

func TestPlural(t *testing.T) {
	for unit, want := range map[string]string{"move": "moves", "push": "pushes", "box": "boxes", "pass": "passes", "switch": "switches", "": ""} {
		require.Equal(t, want, plural(unit))
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{"# level        three\n", "", `f: no line "# level": want a level of rows as "exhaust generate --out" writes it`},
		{"# solution", "# way", `f: no line "# solution": want a level of rows as "exhaust generate --out" writes it`},
		{"rows:23104\n", "", `f: no case: want a level of rows as "exhaust generate --out" writes it`},
		{"# made by", "# level", `f:2: second line "# level": want one`},
		{"rows:23104\n", "rows:23104\nrows:23104\n", "f:9: second case: want one"},
		{"rows:", "tiles:", "f:8: tiles:23104: want a case of rows, such as rows:2113"},
		{"23104", "23x04", `f:8: case "23x04": want two digits or more`},
		{"303", "many", `f:3: score "many": want a number`},
		{"303", "+303", `f:3: score "+303": want a number`},
		{"303", "99999999999999999999", `f:3: score "99999999999999999999": want a number`},
		{"3 jumps", "3", `f:4: value "3": want a number of jumps, such as "2 jumps"`},
		{"3 jumps", "3 jump", `f:4: value "3 jump": want a number of jumps, such as "2 jumps"`},
		{"3 jumps", "03 jumps", `f:4: value "03 jumps": want a number of jumps, such as "2 jumps"`},
		{"       5", "-5", `f: no line "# states": want a level of rows as "exhaust generate --out" writes it`},
		{"       5", " -5", `f:5: states "-5": want a number`},
		{"relaxation", "nobody\x00", `f:6: confirmed by "nobody\x00": want a solver or "none within 262144 states and 128 MiB"`},
		{"R L R", "R X R", `f:7: solution "RXR": want L and R`},
	} {
		_, err := (&Keeper[row]{rows()}).Parse("f", strings.NewReader(changed(t, three, test.old, test.new)))
		require.EqualError(t, err, test.want)
	}
	errDisk := errors.New("disk")
	_, err := (&Keeper[row]{rows()}).Parse("f", iotest.ErrReader(errDisk))
	require.ErrorIs(t, err, errDisk)
	_, err = (&Keeper[row]{rows()}).Parse("f", io.MultiReader(strings.NewReader(three), strings.NewReader(strings.Repeat("\n", maxFile))))
	require.EqualError(t, err, "f: more than 1048576 bytes: want a level")
}

// A folder's levels have the names of their files, easy ones first.
func TestRead(t *testing.T) {
	easy := "# level x\n# made by x\n# score 103\n# value 1 jump\n# states 2\n# confirmed by relaxation\n# solution R\nrows:11\n"
	k := Of(rows())
	all, err := k.Read(fstest.MapFS{
		"b.txt": {Data: []byte(three)}, "a.txt": {Data: []byte(three)}, "long.txt": {Data: []byte(easy)}, "c.md": {Data: []byte("no level")},
	})
	require.NoError(t, err)
	names := []string{}
	for _, l := range all {
		names = append(names, l.Name())
	}
	require.Equal(t, []string{"long", "a", "b"}, names)
	l, err := family.FindLevel(all, "b")
	require.NoError(t, err)
	require.Equal(t, all[2], l)
	_, err = family.FindLevel(all, "c")
	require.EqualError(t, err, `no level "c": want one of those that "exhaust levels" lists, such as long`)
	require.Equal(t, `level  size  jumps  states  score  confirmed by
long   2         1       2    103  relaxation
a      5         3       5    303  relaxation
b      5         3       5    303  relaxation
`, k.Table(all))

	_, err = k.Read(fstest.MapFS{"c.md": {}})
	require.ErrorIs(t, err, family.ErrNoLevels)
	_, err = k.Read(fstest.MapFS{"a.txt": {Data: []byte("rows:11\n")}})
	require.ErrorContains(t, err, `a.txt: no line "# level"`)
	_, err = k.Shipped()
	var none *family.NoneShip
	require.ErrorAs(t, err, &none)
	require.EqualError(t, none, "no levels of rows ship with the program: exhaust generate rows:4 --out DIR makes some")
	f := rows()
	f.IDs = []family.Example{{Text: "rows:x"}, {Text: "y"}}
	_, err = Of(f).Shipped()
	require.ErrorContains(t, err, "exhaust generate rows:SIZE --out DIR")
}

// What people and programs are told.
func TestView(t *testing.T) {
	l := readThree(t, three)
	require.Equal(t, []family.Detail{
		{Key: "level", Value: "three"}, {Key: "made by", Value: "hand"}, {Key: "score", Value: 303},
		{Key: "value", Value: "3 jumps"}, {Key: "states", Value: "5"}, {Key: "confirmed", Value: "by relaxation"},
		{Key: "solution", Value: "R L R"}, {Key: "case", Value: "rows:23104"},
	}, l.Facts())
	text, err := json.Marshal(l.JSON())
	require.NoError(t, err)
	require.Equal(t, `{"puzzle":"rows","name":"three","case":"rows:23104","size":"5","value":3,"measure":"jump","states":5,`+
		`"solution":"R L R","score":303,"confirmed_by":"relaxation","made_by":"hand"}`, string(text))
	text, err = json.Marshal(readThree(t, changed(t, three, "relaxation", nobody)).JSON())
	require.NoError(t, err)
	require.Contains(t, string(text), `"confirmed_by":null,`)

	show := func(f *family.Family[row], solution bool) string {
		all, err := Of(f).Read(fstest.MapFS{"three.txt": {Data: []byte(three)}})
		require.NoError(t, err)
		var b strings.Builder
		require.NoError(t, all[0].Show(&b, solution))
		return b.String()
	}
	f := rows()
	require.Equal(t, "23104\n", show(f, false))
	require.Equal(t, "23104\n", show(f, true))
	f.Notation.Caption = func(row) string { return "jump" }
	f.Notation.Show = func(w io.Writer, _ row, jumps []byte) error {
		_, err := w.Write(jumps)
		return err
	}
	require.Equal(t, "jump\n23104\n", show(f, false))
	require.Equal(t, "RLR", show(f, true))
}

// Whatever is read without an error is written and read back as it is.
func FuzzParse(f *testing.F) {
	f.Add(three)
	f.Add(strings.Replace(three, "relaxation", nobody, 1))
	f.Add("#level\n" + byteOrderMark + strings.ReplaceAll(three, "\n", " \r\n"))
	k := &Keeper[row]{rows()}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := k.Parse("f", strings.NewReader(text))
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		again, err := k.Parse("f", bytes.NewReader(k.appendFile(nil, l)))
		require.NoError(t, err)
		require.Equal(t, l, again)
	})
}
