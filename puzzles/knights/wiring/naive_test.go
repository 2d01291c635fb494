package wiring

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/knights"
	"exhaust/puzzles/knights/referee"
)

// A wrong is a rule that a naive search has wrong.
type wrong string

// The wrong rules. right is none.
const (
	right        wrong = ""
	noUpLeft     wrong = "no knight jumps two up and one left"
	camels       wrong = "knights jump three cells along and one across"
	kings        wrong = "knights go to the next cell, too"
	wraps        wrong = "the left edge is joined to the right one"
	noLastRow    wrong = "the last row is out of reach"
	rowsForCols  wrong = "rows are as long as columns"
	repaints     wrong = "a knight takes the colour of the cell in the goal"
	blackOnly    wrong = "white knights do not jump"
	colourless   wrong = "the goal has any knights and the hole in its place"
	holeAnywhere wrong = "the goal has the hole anywhere"
	turned       wrong = "the goal is turned by half a turn"
	swapsColours wrong = "the goal has the colours swapped"
	oneMore      wrong = "the value counts positions, not jumps"
	deepFirst    wrong = "the first way found is taken for the shortest"
	hopes        wrong = "positions beyond a depth of twelve are given up"
	intoNames    wrong = "jumps are named by the cell that the knight comes to"
	neverStays   wrong = "a board that is its goal must move"
)

// wrongs are all of them.
var wrongs = []wrong{
	noUpLeft, camels, kings, wraps, noLastRow, rowsForCols, repaints, blackOnly, colourless,
	holeAnywhere, turned, swapsColours, oneMore, deepFirst, hopes, intoNames, neverStays,
}

// A naive search works on IDs and keeps them in a map. It may have one rule wrong.
type naive struct{ wrong wrong }

// moves are the steps of a naive knight, in rows and columns.
func (n naive) moves() [][2]int {
	all := [][2]int{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}
	switch n.wrong {
	case noUpLeft:
		return all[1:]
	case camels:
		for i := range all {
			for k, far := range all[i] {
				if far == 2 || far == -2 {
					all[i][k] = far / 2 * 3
				}
			}
		}
	case kings:
		return append(all, [2]int{0, 1}, [2]int{1, 0}, [2]int{0, -1}, [2]int{-1, 0})
	}
	return all
}

// after returns the IDs a jump away, and the jumps.
func (n naive) after(id string) (list, jumps []string) {
	rows := strings.Split(id, "/")
	goal := n.goal(len(rows), len(rows[0]))
	cols, hole := len(rows[0])+1, strings.IndexByte(id, '*') // a slash ends each row
	if n.wrong == rowsForCols {
		cols = len(rows) + 1
	}
	for _, step := range n.moves() {
		row, col := hole/cols+step[0], hole%cols+step[1]
		if n.wrong == wraps {
			col = (col + cols - 1) % (cols - 1)
		}
		from := row*cols + col
		if row < 0 || col < 0 || col >= cols-1 || from >= len(id) || id[from] == '/' ||
			n.wrong == noLastRow && row == len(rows)-1 || n.wrong == blackOnly && id[from] == '0' {
			continue
		}
		cells := []byte(id)
		cells[hole], cells[from] = cells[from], '*'
		if n.wrong == repaints && goal[hole] != '*' {
			cells[hole] = goal[hole]
		}
		list = append(list, string(cells))
		named := from
		if n.wrong == intoNames {
			named = hole
		}
		jumps = append(jumps, string([]byte{'a' + byte(named/cols), '1' + byte(named%cols)}))
	}
	return list, jumps
}

// goal returns the ID of the goal.
func (n naive) goal(rows, cols int) string {
	goal := knights.Goal(rows, cols)
	id := []byte(goal.String())
	switch n.wrong {
	case turned:
		slices.Reverse(id)
	case swapsColours:
		return strings.NewReplacer("0", "1", "1", "0").Replace(string(id))
	}
	return string(id)
}

// isGoal tells whether an ID is taken for the goal.
func (n naive) isGoal(id, goal string) bool {
	switch n.wrong {
	case colourless:
		return strings.IndexByte(id, '*') == strings.IndexByte(goal, '*')
	case holeAnywhere:
		hole := strings.IndexByte(id, '*')
		different := 0
		for i := range id {
			if id[i] != goal[i] && i != hole && goal[i] != '*' {
				different++
			}
		}
		return different == 0
	}
	return id == goal
}

// distances returns the jumps from the goal to each position that can be reached.
func (n naive) distances(rows, cols int) map[string]int {
	goal := n.goal(rows, cols)
	distances := map[string]int{goal: 0}
	for level := []string{goal}; len(level) > 0; {
		var next []string
		for _, id := range level {
			list, _ := n.after(id)
			for _, to := range list {
				if _, met := distances[to]; !met {
					distances[to] = distances[id] + 1
					next = append(next, to)
				}
			}
		}
		level = next
	}
	return distances
}

// A way is how a position was come to.
type way struct {
	from, jump string
	depth      int
}

// solve returns the value and a certificate of a board; ok is false if there is none.
func (n naive) solve(b *knights.Board) (value int, certificate string, ok bool) {
	start, goal := b.String(), n.goal(b.Rows, b.Cols)
	ways := map[string]way{start: {}}
	for open := []string{start}; len(open) > 0; {
		at := 0
		if n.wrong == deepFirst {
			at = len(open) - 1
		}
		id := open[at]
		open = slices.Delete(open, at, at+1)
		depth := ways[id].depth
		if n.isGoal(id, goal) && (n.wrong != neverStays || id != start) {
			for at := id; at != start; at = ways[at].from {
				certificate = ways[at].jump + certificate
			}
			if n.wrong == oneMore {
				depth++
			}
			return depth, certificate, true
		}
		if n.wrong == hopes && depth == 12 {
			continue
		}
		list, jumps := n.after(id)
		for i, to := range list {
			if _, met := ways[to]; !met {
				ways[to] = way{id, jumps[i], depth + 1}
				open = append(open, to)
			}
		}
	}
	return 0, "", false
}

// differs says how a naive search differs from the usual solver and the referee on a board, or
// nothing.
func differs(t *testing.T, p *panel, n naive, b *knights.Board) string {
	want := p.ask(t, 0, b, puzzle.Best)
	value, certificate, ok := n.solve(b)
	switch {
	case ok != (want.Verdict == puzzle.Solvable):
		return "verdict"
	case !ok:
		return ""
	case value != want.Value:
		return "value"
	}
	if shown, err := p.referee.Replay(b, []byte(certificate)); err != nil || shown != value {
		return "certificate"
	}
	return ""
}

// TestMutants sees each wrong rule found by comparing it with the usual solver and the referee on
// cases of the small spaces, and none found in the right rules.
func TestMutants(t *testing.T) {
	var boards []*knights.Board
	random := rand.New(rand.NewPCG(8, 8))
	for size, n := range map[string]int{"2x3": 60, "3x3": 40, "3x4": 12, "4x3": 12} {
		s := spaceNamed(t, size)
		boards = append(boards, &s.goal)
		for range n {
			boards = append(boards, s.At(random.Uint64N(s.Len()), nil))
		}
		for _, id := range (naive{right}).near(s.goal.Rows, s.goal.Cols, 8) {
			boards = append(boards, parse(t, id))
		}
	}
	p := newPanel(puzzle.Limits{}, "perimeter")
	for _, b := range boards {
		require.Empty(t, differs(t, p, naive{right}, b), b)
	}
	for _, wrong := range wrongs {
		found := ""
		for i := 0; i < len(boards) && found == ""; i++ {
			found = differs(t, p, naive{wrong}, boards[i])
		}
		require.NotEmpty(t, found, wrong)
	}
}

// near returns up to n positions a few jumps from the goal, in order.
func (n naive) near(rows, cols, most int) (ids []string) {
	for id, distance := range n.distances(rows, cols) {
		if distance > 0 && distance < 9 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids[:min(most, len(ids))]
}

// TestChangedCertificates changes one jump of thousands of certificates, drops one, and doubles
// one. The referee refuses them, unless the naive rules say that they are right.
func TestChangedCertificates(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	p := newPanel(puzzle.Limits{}, "ida")
	refused, right := 0, 0
	for _, size := range []string{"3x4", "4x3", "4x4"} {
		s := spaceNamed(t, size)
		for range 100 {
			b := s.At(random.Uint64N(s.Len()), nil)
			a := p.ask(t, 0, b, puzzle.Any)
			for range 20 {
				changed := change(random, b, a.Certificate)
				value, err := p.referee.Replay(b, []byte(changed))
				ok := naivelyRight(b, changed)
				if ok != (err == nil) || ok && value != len(changed)/knights.JumpSize {
					require.Failf(t, "referee", "%v: %s: %v, want %v", b, changed, err, ok)
				}
				if ok {
					right++
				} else {
					refused++
				}
			}
		}
	}
	require.Greater(t, refused, 5000)
	require.Greater(t, right, 0)
}

// change returns a certificate with one jump changed, dropped or doubled.
func change(random *rand.Rand, b *knights.Board, certificate []byte) string {
	if len(certificate) == 0 {
		return "a1"
	}
	at := random.IntN(len(certificate)/knights.JumpSize) * knights.JumpSize
	before, after := string(certificate[:at]), string(certificate[at+knights.JumpSize:])
	switch random.IntN(8) {
	case 0:
		return before + after
	case 1:
		return before + string(certificate[at:at+knights.JumpSize]) + string(certificate[at:])
	}
	other := knights.AppendJump(nil, b.Cols, random.IntN(b.Size()))
	return before + string(other) + after
}

// naivelyRight tells whether the right rules allow every jump, and the last one alone leads to the
// goal.
func naivelyRight(b *knights.Board, certificate string) bool {
	n := naive{right}
	id, goal := b.String(), n.goal(b.Rows, b.Cols)
	for i := 0; i < len(certificate); i += knights.JumpSize {
		list, jumps := n.after(id)
		at := slices.Index(jumps, certificate[i:i+knights.JumpSize])
		if at < 0 || id == goal {
			return false
		}
		id = list[at]
	}
	return id == goal
}

// TestNaiveRulesAreTheReferees holds the rules of these tests against the referee's: the same
// jumps, to the same positions.
func TestNaiveRulesAreTheReferees(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for _, size := range []string{"2x5", "3x3", "3x4", "5x3", "5x5", "4x9"} {
		s := spaceNamed(t, size)
		for range 30 {
			b := s.At(random.Uint64N(s.Len()), nil)
			list, jumps := naive{right}.after(b.String())
			require.Equal(t, refereed(b), pairs(list, jumps))
		}
	}
}

// pairs joins jumps with where they lead, in order.
func pairs(list, jumps []string) []string {
	var all []string
	for i := range list {
		all = append(all, jumps[i]+" "+list[i])
	}
	slices.Sort(all)
	return all
}

// refereed returns the jumps that the referee allows, with where they lead, in order.
func refereed(b *knights.Board) (all []string) {
	for cell := range b.Size() {
		jump := string(knights.AppendJump(nil, b.Cols, cell))
		var r referee.Referee
		r.Start(b)
		if _, err := r.Jump(jump); err == nil {
			var after knights.Board
			r.Position(&after)
			all = append(all, jump+" "+after.String())
		}
	}
	slices.Sort(all)
	return all
}

// TestAsks asks each question: what is not asked is not said.
func TestAsks(t *testing.T) {
	p := newPanel(puzzle.Limits{})
	solvable, unsolvable := parse(t, "1101/*001/0001"), parse(t, "111/*01/000")
	for i, name := range p.names {
		a := p.ask(t, i, solvable, puzzle.Decide)
		require.True(t, a.Bare, name)
		require.Nil(t, a.Certificate, name)
		require.Equal(t, puzzle.Unsaid, a.Value, name)

		a = p.ask(t, i, solvable, puzzle.Any)
		require.False(t, a.Bare, name)
		require.Equal(t, puzzle.Unsaid, a.Value, name)
		_, err := p.referee.Replay(solvable, a.Certificate)
		require.NoError(t, err, name)

		for ask := range puzzle.Best + 1 {
			a := p.ask(t, i, unsolvable, ask)
			require.Equal(t, puzzle.Unsolvable, a.Verdict, name)
			require.Equal(t, puzzle.Unsaid, a.Value, name)
			require.False(t, a.Bare, name)
			require.Nil(t, a.Certificate, name)
			require.Equal(t, name == "ida", a.Reason != "", name)
		}
	}
}

// far is a board of which no solver knows the answer before it has met a thousand positions: it is
// 29 jumps from its goal, as far as any of its size.
const far = "101*/0011/1100/0101"

// TestLimits stops each solver by each limit: nothing is claimed.
func TestLimits(t *testing.T) {
	done, cancel := context.WithCancelCause(context.Background())
	cancel(context.DeadlineExceeded)
	b := parse(t, far)
	for _, test := range []struct {
		ctx    context.Context
		limits puzzle.Limits
		cause  error
	}{
		{done, puzzle.Limits{}, context.DeadlineExceeded},
		{context.Background(), puzzle.Limits{Memory: 20}, puzzle.ErrMemory},
		{context.Background(), puzzle.Limits{States: 5}, puzzle.ErrStates},
	} {
		p := newPanel(test.limits)
		for i, s := range p.solvers {
			for ask := range puzzle.Best + 1 {
				a, err := s.Solve(test.ctx, b, ask)
				require.NoError(t, err)
				require.Equal(t, puzzle.Limit, a.Verdict, p.names[i])
				require.ErrorIs(t, a.Cause, test.cause, p.names[i])
				require.Equal(t, puzzle.Unsaid, a.Value, p.names[i])
				require.Nil(t, a.Certificate, p.names[i])
				require.False(t, a.Bare, p.names[i])
			}
		}
	}
}

// TestWithin bounds the value: within it, the answer is the same; beyond, it is a Limit or the
// same.
func TestWithin(t *testing.T) {
	b := parse(t, "1101/*001/0001") // 24 jumps
	for within := 1; within < 30; within++ {
		p := newPanel(puzzle.Limits{Within: within})
		for i, name := range p.names {
			a := p.ask(t, i, b, puzzle.Best)
			if a.Verdict == puzzle.Limit {
				require.Less(t, within, 24, name)
				require.ErrorIs(t, a.Cause, puzzle.ErrWithin, name)
				continue
			}
			require.Equal(t, 24, a.Value, name)
			require.True(t, within >= 24 || name == "bfs", "%s within %d", name, within)
		}
	}
}

// TestInvalidBoards gives solvers boards that are no cases.
func TestInvalidBoards(t *testing.T) {
	p := newPanel(puzzle.Limits{})
	for _, b := range []*knights.Board{{}, {Rows: 2, Cols: 3}, {Rows: 9, Cols: 9}} {
		for i, s := range p.solvers {
			_, err := s.Solve(context.Background(), b, puzzle.Best)
			require.Equal(t, b.Validate(), err, p.names[i])
		}
	}
}
