package compare_test

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/compare"
	"exhaust/family/familytest"
	"exhaust/puzzle"
)

type (
	purse = *familytest.Purse
	path  = *familytest.Path
	row   = *familytest.Row
)

// A said is an answer that a solver may give, and whether it fits as far as it alone shows.
type said struct {
	name string
	fits bool
	compare.Answer
}

func says(name string, fits bool, a puzzle.Answer) said {
	return said{name, fits, compare.Answer{Answer: a}}
}

// solves returns an answer with a value and certificates.
func solves(name string, fits bool, value int, certificates ...string) said {
	a := puzzle.Answer{Verdict: puzzle.Solvable, Value: value, Bare: len(certificates) == 0}
	for i, text := range certificates {
		if i == 0 {
			a.Certificate = []byte(text)
		} else {
			a.Second = []byte(text)
		}
	}
	return says(name, fits, a)
}

// everywhere are answers to any case.
var everywhere = []said{
	says("limit", true, puzzle.Answer{}),
	says("unsolvable", true, puzzle.Answer{Verdict: puzzle.Unsolvable}),
	solves("solvable", true, puzzle.Unsaid),
	{"time-out", true, compare.Answer{Fault: &compare.Fault{Kind: compare.TimedOut}}},
	{"crash", false, compare.Answer{Fault: &compare.Fault{Kind: compare.Crashed}}},
}

// A kindTest is a case of a kind of values, and what may be said of it.
type kindTest[C any] struct {
	kind    puzzle.Kind
	c       C
	referee puzzle.Referee[C]
	all     []said
}

func moves() kindTest[purse] {
	c := &familytest.Purse{Sum: 6, Coins: []int{1, 3, 4}, Free: true}
	return kindTest[purse]{
		puzzle.Moves, c, familytest.Coins().Referee(), append(slices.Clone(everywhere),
			solves("2, 33", true, 2, "33"),
			solves("3, 411", true, 3, "411"),
			solves("411", true, puzzle.Unsaid, "411"),
			solves("4, 3111", true, 4, "3111"),
			solves("2", true, 2),
			solves("3", true, 3),
			solves("1, 33", false, 1, "33"),
			solves("0, 33", false, 0, "33"),
			solves("2, 34", false, 2, "34"),
			solves("34", false, puzzle.Unsaid, "34"),
		),
	}
}

func count() kindTest[path] {
	c := &familytest.Path{Clues: []byte(".2")}
	return kindTest[path]{
		puzzle.Count, c, familytest.Colours().Referee(), append(slices.Clone(everywhere),
			solves("1, 12", true, 1, "12"),
			solves("1, 32", true, 1, "32"),
			solves("12", true, puzzle.Unsaid, "12"),
			solves("32", true, puzzle.Unsaid, "32"),
			solves("12 32", true, puzzle.Unsaid, "12", "32"),
			solves("2, 12 32", true, 2, "12", "32"),
			solves("3, 32 12", true, 3, "32", "12"),
			solves("2, 12", true, 2, "12"),
			solves("1", true, 1),
			solves("2", true, 2),
			solves("9", true, 9),
			solves("0, 12", false, 0, "12"),
			solves("-1, 12", false, -1, "12"),
			solves("1, 12 32", false, 1, "12", "32"),
			solves("2, 12 12", false, 2, "12", "12"),
			solves("2, 12 22", false, 2, "12", "22"),
			solves("2, 22 12", false, 2, "22", "12"),
		),
	}
}

func payoff() kindTest[row] {
	c := &familytest.Row{Numbers: []int{-2, 1, -2}}
	return kindTest[row]{
		puzzle.Payoff, c, familytest.Ends().Referee(), append(slices.Clone(everywhere),
			solves("1, LR", false, 1, "LR"), // no two are left on the right
			solves("1, Ll", true, 1, "Ll"),
			solves("-5, llr", true, -5, "llr"),
			solves("llr", true, puzzle.Unsaid, "llr"),
			solves("Ll", true, puzzle.Unsaid, "Ll"),
			solves("-1", true, -1),
			solves("1", true, 1),
			solves("0", true, 0),
			solves("0, Ll", false, 0, "Ll"),
			solves("5, llr", false, 5, "llr"),
			solves("-1, llr", false, -1, "llr"),
		),
	}
}

// shows returns the value that a solution shows.
func (k *kindTest[C]) shows(certificate []byte) (value int, ok bool) {
	value, err := k.referee.Replay(k.c, certificate)
	return value, err == nil
}

// solutions returns the different certificates that replay.
func (k *kindTest[C]) solutions(answers []said) map[string]int {
	all := map[string]int{}
	for _, a := range answers {
		if a.Verdict != puzzle.Solvable || a.Bare {
			continue
		}
		for _, certificate := range [][]byte{a.Certificate, a.Second} {
			if value, ok := k.shows(certificate); ok && certificate != nil {
				all[string(certificate)] = value
			}
		}
	}
	return all
}

// claim returns what an answer says the value is: the one that its solution shows if it says
// none. Counts are compared up to 2.
func (k *kindTest[C]) claim(a said) (value int, ok bool) {
	value = a.Value
	switch {
	case a.Verdict != puzzle.Solvable:
		return 0, false
	case value == puzzle.Unsaid && k.kind == puzzle.Count && a.Second != nil:
		value = 2
	case value == puzzle.Unsaid && k.kind != puzzle.Count && !a.Bare:
		value, _ = k.shows(a.Certificate)
	}
	if k.kind == puzzle.Count {
		value = min(value, 2)
	}
	return value, value != puzzle.Unsaid
}

// agree reports whether answers can all be right, which is worked out from what the values of a
// case can be.
func (k *kindTest[C]) agree(answers []said, anyValue bool) bool {
	verdicts, values := map[puzzle.Verdict]bool{}, map[int]bool{}
	for _, a := range answers {
		if !a.fits {
			return false
		}
		if a.Verdict != puzzle.Limit {
			verdicts[a.Verdict] = true
		}
		if value, ok := k.claim(a); ok && !anyValue {
			values[value] = true
		}
	}
	one := k.kind == puzzle.Count && values[1]
	return len(verdicts) < 2 && len(values) < 2 && !(one && len(k.solutions(answers)) > 1)
}

// refuted reports whether answer i is proven wrong.
func (k *kindTest[C]) refuted(answers []said, i int, anyValue bool) bool {
	a := answers[i]
	solutions := k.solutions(answers)
	switch {
	case !a.fits:
		return true
	case a.Verdict == puzzle.Limit || len(solutions) == 0:
		return false
	case a.Verdict == puzzle.Unsolvable:
		return true
	case anyValue || k.kind == puzzle.Payoff:
		return false
	case k.kind == puzzle.Count:
		return a.Value == 1 && len(solutions) > 1
	}
	for _, value := range solutions {
		if mine, ok := k.claim(a); ok && mine > value {
			return true
		}
	}
	return false
}

// tuples yields all ways to give so many of the answers, in every order.
func tuples(all []said, n int) iter.Seq[[]said] {
	return func(yield func([]said) bool) {
		tuple, at := make([]said, n), make([]int, n)
		for {
			for i := range tuple {
				tuple[i] = all[at[i]]
			}
			if !yield(tuple) {
				return
			}
			i := 0
			for ; i < n && at[i] == len(all)-1; i++ {
				at[i] = 0
			}
			if i == n {
				return
			}
			at[i]++
		}
	}
}

// judges is what is under test: whether answers fit together, and which are proven wrong.
type judges[C any] struct {
	judge func(p *compare.Panel[C], c C, answers []compare.Answer) *compare.Difference
	rule  func(p *compare.Panel[C], c C, answers []compare.Answer) []compare.Proof
}

func actual[C any]() judges[C] {
	return judges[C]{(*compare.Panel[C]).Judge, (*compare.Panel[C]).Rule}
}

// check holds Judge and Rule to what agree and refuted say of all tuples of answers.
func (k *kindTest[C]) check(n int, j judges[C]) error {
	for _, anyValue := range []bool{false, true} {
		for tuple := range tuples(k.all, n) {
			p := &compare.Panel[C]{Referee: k.referee, Kind: k.kind, Any: anyValue}
			var answers []compare.Answer
			var names []string
			for i, a := range tuple {
				p.Solvers = append(p.Solvers, named[C](fmt.Sprint(i)))
				answers, names = append(answers, a.Answer), append(names, a.name)
			}
			text := fmt.Sprintf("%v: %s, any %v", k.kind, strings.Join(names, "; "), anyValue)
			proofs := j.rule(p, k.c, apart(answers))
			if d := j.judge(p, k.c, apart(answers)); (d == nil) != k.agree(tuple, anyValue) {
				return fmt.Errorf("%s: judged %v", text, d)
			}
			wrong := map[string]bool{}
			for _, proof := range proofs {
				wrong[proof.Wrong] = true
			}
			for i := range tuple {
				if wrong[fmt.Sprint(i)] != k.refuted(tuple, i, anyValue) {
					return fmt.Errorf("%s: proven wrong: %v", text, proofs)
				}
			}
		}
	}
	return nil
}

// apart returns a copy of the answers, whose values may be filled in.
func apart(answers []compare.Answer) []compare.Answer {
	return append([]compare.Answer{}, answers...)
}

// named is a solver of which the name alone is used.
type named[C any] string

func (n named[C]) Name() string                                     { return string(n) }
func (n named[C]) Solve(context.Context, C) (compare.Answer, error) { panic("it is not asked") }

// TestEveryTuple says of every two, three and, for moves, four answers in every order whether they
// fit together and who is proven wrong.
func TestEveryTuple(t *testing.T) {
	moves, count, payoff := moves(), count(), payoff()
	for n := range 4 {
		require.NoError(t, moves.check(n, actual[purse]()))
		require.NoError(t, count.check(n, actual[path]()))
		require.NoError(t, payoff.check(n, actual[row]()))
	}
	moves.all = append([]said{}, moves.all[1:3]...)
	moves.all = append(moves.all, solves("", true, puzzle.Unsaid), solves("5", true, 5),
		solves("6", true, 6), solves("33", true, puzzle.Unsaid, "33"))
	require.NoError(t, moves.check(4, actual[purse]()))
}

// TestEveryTupleSeesBugs plants bugs in Judge and Rule.
func TestEveryTupleSeesBugs(t *testing.T) {
	moves, count, payoff := moves(), count(), payoff()

	// The fault that there was: later answers were held against the first one alone.
	first := actual[purse]()
	first.judge = judgeFirst
	require.NoError(t, moves.check(2, first))
	require.Error(t, moves.check(3, first))

	// Counts are compared as they are.
	exactly := actual[path]()
	exactly.judge = func(p *compare.Panel[path], c path, all []compare.Answer) *compare.Difference {
		p.Kind = puzzle.Moves
		return p.Judge(c, all)
	}
	require.Error(t, count.check(2, exactly))

	// The solutions of other solvers are not held against the count 1.
	alone := actual[path]()
	alone.judge = func(p *compare.Panel[path], c path, all []compare.Answer) *compare.Difference {
		for i := range all {
			if i > 0 && !bytes.Equal(all[i].Certificate, all[i-1].Certificate) {
				all[i].Bare = true
			}
		}
		return p.Judge(c, all)
	}
	require.Error(t, count.check(2, alone))
	own := actual[path]()
	own.rule = ruleAlone
	require.Error(t, count.check(2, own))

	// A line refutes another value, and a value below 0 is none.
	lines := actual[row]()
	lines.rule = func(p *compare.Panel[row], c row, all []compare.Answer) []compare.Proof {
		p.Kind = puzzle.Moves
		return p.Rule(c, all)
	}
	require.Error(t, payoff.check(2, lines))
	negative := actual[row]()
	negative.judge = func(p *compare.Panel[row], c row, all []compare.Answer) *compare.Difference {
		for i := range all {
			if all[i].Value < 0 {
				all[i].Value = puzzle.Unsaid
			}
		}
		return p.Judge(c, all)
	}
	require.Error(t, payoff.check(2, negative))
}

// judgeFirst holds later answers against the first one alone.
func judgeFirst(p *compare.Panel[purse], c purse, all []compare.Answer) *compare.Difference {
	for i := 1; i < len(all); i++ {
		two := *p
		two.Solvers = []compare.Solver[purse]{p.Solvers[0], p.Solvers[i]}
		if d := two.Judge(c, []compare.Answer{all[0], all[i]}); d != nil {
			return d
		}
	}
	if len(all) == 1 {
		return p.Judge(c, all)
	}
	return nil
}

// ruleAlone rules on each answer without the others.
func ruleAlone(p *compare.Panel[path], c path, all []compare.Answer) (proofs []compare.Proof) {
	for i := range all {
		one := *p
		one.Solvers = p.Solvers[i : i+1]
		proofs = append(proofs, one.Rule(c, all[i:i+1])...)
	}
	return proofs
}

// TestWordsOfKinds shows what people are told.
func TestWordsOfKinds(t *testing.T) {
	moves, count, payoff := moves(), count(), payoff()
	const two = "there are two solutions that replay"
	const replays = "the solution of b replays, with "
	for _, test := range [][3]string{
		{"unsolvable; 1, 12", "verdict: a says unsolvable, b says solvable", "a: " + replays + "count 1"},
		{"unsolvable; 3, 32 12", "verdict: a says unsolvable, b says solvable", "a: " + two},
		{"1, 12; 3, 32 12", "value: a says count 1, b says count 3", "a: " + two},
		{"1, 12; 1, 32", "value: a says count 1, a and b give different solutions",
			"a: " + two + "; b: " + two},
		{"12; 32; 1", "value: c says count 1, a and b give different solutions", "c: " + two},
		{"2; 1", "value: a says count 2, b says count 1", ""},
		{"2, 12; 9", "", ""},
		{"1, 12 32", "claim: a: says count 1, and gives two solutions",
			"a: it gives more solutions than it counts"},
		{"0, 12", "claim: a: says count 0, and gives a solution",
			"a: it gives more solutions than it counts"},
		{"2, 12 12", "certificate: a: both solutions are the same",
			"a: the referee rejects its solution"},
		{"2, 12 22", "certificate: a: the second solution does not replay: " +
			"step 2 (2): the cell before has it too", "a: the referee rejects its solution"},
	} {
		require.Equal(t, test[1:], count.tell(test[0]), test[0])
	}
	for _, test := range [][3]string{
		{"1, Ll; -1", "value: a says value 1, b says value -1", ""},
		{"-5, llr; 1, Ll; 0", "value: a says value -5, b says value 1", ""},
		{"5, llr", "claim: a: says value 5, its solution has -5",
			"a: its own solution has another value"},
		{"unsolvable; llr", "verdict: a says unsolvable, b says solvable", "a: " + replays + "value -5"},
	} {
		require.Equal(t, test[1:], payoff.tell(test[0]), test[0])
	}
	require.Equal(t, []string{"length: a says length 3, b says length 2",
		"a: " + replays + "length 2"},
		moves.tell("3; 2, 33"))
}

// tell returns what is told of answers, which are given by their names, and who is proven wrong.
func (k *kindTest[C]) tell(names string) []string {
	p := &compare.Panel[C]{Referee: k.referee, Kind: k.kind}
	var answers []compare.Answer
	for i, name := range strings.Split(names, "; ") {
		p.Solvers = append(p.Solvers, named[C](string(rune('a'+i))))
		at := slices.IndexFunc(k.all, func(a said) bool { return a.name == name })
		answers = append(answers, k.all[at].Answer)
	}
	told := []string{"", ""}
	if d := p.Judge(k.c, apart(answers)); d != nil {
		told[0] = string(d.Kind) + ": " + d.Why
	}
	var proofs []string
	for _, proof := range p.Rule(k.c, apart(answers)) {
		proofs = append(proofs, proof.Wrong+": "+proof.By)
	}
	told[1] = strings.Join(proofs, "; ")
	return told
}
