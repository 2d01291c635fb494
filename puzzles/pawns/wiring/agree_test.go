package wiring

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/pawns"
	"exhaust/puzzles/pawns/referee"
	"exhaust/puzzles/pawns/subsets"
)

// All solvers and the referee agree on every game of the spaces of the puzzle. Of 5:3, the race
// detector takes a tenth by default.
func TestSpacesAgree(t *testing.T) {
	r, list := referee.New(), players()
	require.Len(t, list, 3)
	for text, want := range map[string]int{"3:7": 1016, "4:3": 9200, "5:3": 58_100} {
		part, count := 1, 0
		if want > 10_000 && raced && !soak() {
			part = 10
		}
		for g := range games(t, text, part) {
			require.Empty(t, difference(r, g, list...))
			count++
		}
		require.InDelta(t, want/part, count, float64(part-1)*50)
	}
}

// The solvers agree with rules that are written once more, which look for ways on the board itself.
func TestNaiveRulesAgree(t *testing.T) {
	r := referee.New()
	list := []player{{"subsets", subsets.New(puzzle.Limits{})}, {"naive", naive{}}}
	for text, part := range map[string]int{"3:5": 2, "4:3": 20, "5:3": 100} {
		if soak() {
			part = 1
		}
		for g := range games(t, text, part) {
			require.Empty(t, difference(r, g, list...))
		}
	}
}

// Larger games, with the pawns in any order.
func TestRandomGamesAgree(t *testing.T) {
	r, list := referee.New(), players()
	for text, n := range map[string]int{
		"6:5": 40, "7:6": 20, "11:4": 40, "23:5": 10, "50:3": 5, "64:2": 5, "64:1": 10, "50:7": 1,
		"4:15": 1, "5:12": 5, "9:10": 10, "50:10": 10, "64:11": 3,
	} {
		for _, g := range drawMany(t, text, n) {
			require.Empty(t, difference(r, g, able(list, g)...))
		}
	}
}

// able returns the players who can solve a game in a test: plain takes up to seven pawns.
func able(list []player, g *pawns.Game) []player {
	if len(g.Pawns) > 7 {
		return list[:2]
	}
	return list
}

// The bent rules of mutants are seen on the small spaces by the comparison of the program. That Bob
// looks at his own turn alone cannot be seen with 3 pawns: what is left then are two, and the way
// between them comes last whichever he takes. So 4 pawns on 3x3 come first.
func TestMutantsAreSeen(t *testing.T) {
	greedy := func(now, all int) int { return 1000*now + all }
	for name, m := range map[string]naive{
		"a jump of three and one":  {jumps: jumps(1, 3)},
		"a step is a jump too":     {jumps: append(jumps(1, 2), pawns.Cell{X: 1})},
		"one jump is missing":      {jumps: knightJumps[1:]},
		"half of the jumps":        {jumps: knightJumps[:4]},
		"the board is a torus":     {wraps: true},
		"one cell beyond the edge": {rim: 1},
		"the board has no edge":    {rim: 8},
		"pawns block the way":      {blocks: true},
		"the knight goes back":     {stays: true},
		"Bob begins":               {alice: func(turn int) bool { return turn%2 == 1 }},
		"Alice has all turns":      {alice: func(int) bool { return true }},
		"Bob has all turns":        {alice: func(int) bool { return false }},
		"Bob has two turns":        {alice: func(turn int) bool { return turn%3 == 0 }},
		"the nearest pawn is next": {wants: func(_ bool, now, all int) int {
			return -greedy(now, all)
		}},
		"Alice looks at her own turn": {wants: func(alice bool, now, all int) int {
			return choose(alice, greedy(now, all), -all)
		}},
		"Bob looks at his own turn": {wants: func(alice bool, now, all int) int {
			return choose(alice, all, -greedy(now, all))
		}},
		"Alice's moves alone count": {pays: func(alice bool, moves, all int) int {
			return all + choose(alice, moves, 0)
		}},
		"Bob's moves count against": {pays: func(alice bool, moves, all int) int {
			return all + choose(alice, moves, -moves)
		}},
		"a capture counts once":  {pays: func(_ bool, _, all int) int { return all + 1 }},
		"the first pawn is left": {line: func(line []byte) []byte { return line[1:] }},
		"the first pawn comes twice": {line: func(line []byte) []byte {
			return append(line, line[0])
		}},
		"the order is reversed": {line: func(line []byte) []byte {
			slices.Reverse(line)
			return line
		}},
	} {
		usual := player{"subsets", subsets.New(puzzle.Limits{})}
		seen := firstDifference(t, "3:4", usual, player{name, m})
		if seen == "" {
			seen = firstDifference(t, "4:3", usual, player{name, m})
		}
		require.NotEmpty(t, seen, name)
	}
}

// firstDifference puts the games of a size to players until they differ.
func firstDifference(t *testing.T, text string, list ...player) string {
	r := referee.New()
	for g := range games(t, text, 1) {
		if seen := difference(r, g, list...); seen != "" {
			return seen
		}
	}
	return ""
}

func choose(alice bool, a, b int) int {
	if alice {
		return a
	}
	return b
}

// Each capture of a line of play is a best choice: its moves, and the value of what is left for the
// player who is next, come to the value before.
func TestLinesAreBestPlay(t *testing.T) {
	rules := naive{}
	check := func(g *pawns.Game, p player) {
		a, err := p.solver.Solve(context.Background(), g, puzzle.Best)
		require.NoError(t, err)
		value, at := a.Value, g.Knight
		for turn, mark := range a.Certificate {
			pawn, ok := pawns.Marked(mark)
			require.True(t, ok)
			left, _ := rules.play(g, at, turn, a.Certificate[:turn])
			require.Equal(t, value, left, "%s: %s before step %d", g.ID(), p.name, turn+1)
			value -= rules.moves(g, at, g.Pawns[pawn], nil)
			at = g.Pawns[pawn]
		}
		require.Zero(t, value)
	}
	for text, part := range map[string]int{"3:4": 4, "4:3": 40, "5:3": 400} {
		if soak() {
			part = 1
		}
		for g := range games(t, text, part) {
			for _, p := range players() {
				check(g, p)
			}
		}
	}
	for _, g := range drawMany(t, "6:5", 4) {
		for _, p := range players() {
			check(g, p)
		}
	}
}

// A correct line of play that is changed in one mark is refused, or pays what the naive rules say
// of it.
func TestChangedLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	r, s := referee.New(), subsets.New(puzzle.Limits{})
	refused, accepted := 0, 0
	for _, g := range drawMany(t, "5:6", 400) {
		a, err := s.Solve(context.Background(), g, puzzle.Best)
		require.NoError(t, err)
		for range 10 {
			line := append([]byte(nil), a.Certificate...)
			i, j := rng.IntN(len(line)), rng.IntN(len(line))
			if rng.IntN(2) == 0 {
				line[i] = pawns.Mark(rng.IntN(pawns.MaxPawns))
			} else {
				line[i], line[j] = line[j], line[i]
			}
			paid, err := r.Replay(g, line)
			want, ok := worth(g, line)
			require.Equal(t, ok, err == nil, "%s %s", g.ID(), line)
			require.Equal(t, want, paid)
			if ok {
				accepted++
			} else {
				refused++
			}
		}
	}
	require.Greater(t, refused, 1000)
	require.Greater(t, accepted, 1000)
}

// worth returns what a line of play pays by the naive rules, if it captures each pawn once.
func worth(g *pawns.Game, line []byte) (total int, ok bool) {
	at, seen := g.Knight, map[byte]bool{}
	for _, mark := range line {
		pawn, ok := pawns.Marked(mark)
		if !ok || pawn >= len(g.Pawns) || seen[mark] {
			return 0, false
		}
		seen[mark] = true
		total += naive{}.moves(g, at, g.Pawns[pawn], nil)
		at = g.Pawns[pawn]
	}
	return total, len(seen) == len(g.Pawns)
}

// The images of a game, with its pawns in any order, have its value.
func TestSymmetriesKeepTheValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for _, text := range []string{"3:4", "4:6", "7:5", "50:6"} {
		for _, g := range drawMany(t, text, 10) {
			for _, p := range players()[:2] {
				want := value(t, p, g)
				for k := range pawns.Images {
					image := g.Image(k)
					rng.Shuffle(len(image.Pawns), func(i, j int) {
						image.Pawns[i], image.Pawns[j] = image.Pawns[j], image.Pawns[i]
					})
					require.Equal(t, want, value(t, p, image), "%s and %s", g.ID(), image.ID())
				}
				require.Equal(t, want, value(t, p, g.Least()))
			}
		}
	}
}

func value(t testing.TB, p player, g *pawns.Game) int {
	t.Helper()
	a, err := p.solver.Solve(context.Background(), g, puzzle.Best)
	require.NoError(t, err)
	require.Equal(t, puzzle.Solvable, a.Verdict)
	return a.Value
}

// The value of a game with one pawn is a distance. All of all boards up to 8x8 are those that the
// relaxation over all pairs finds (Floyd and Warshall); the greatest are known of the knight.
func TestDistances(t *testing.T) {
	greatest := map[int]int{3: 4, 4: 5, 5: 4, 6: 4, 7: 5, 8: 6}
	last := 6
	if soak() {
		last = 8
	}
	for side := 3; side <= last; side++ {
		want, most := allPairs(side), 0
		for _, p := range players() {
			for a := range want {
				for b, moves := range want[a] {
					if a == b || moves >= far {
						continue
					}
					g := &pawns.Game{Side: side, Knight: cell(a, side)}
					g.Pawns = []pawns.Cell{cell(b, side)}
					require.Equal(t, moves, value(t, p, g), "%s %s", p.name, g.ID())
					most = max(most, moves)
				}
			}
		}
		require.Equal(t, greatest[side], most)
	}
}

func cell(number, side int) pawns.Cell { return pawns.Cell{X: number % side, Y: number / side} }

const far = 1000

func allPairs(side int) [][]int {
	n := side * side
	d := make([][]int, n)
	for a := range n {
		d[a] = make([]int, n)
		for b := range n {
			dx, dy := a%side-b%side, a/side-b/side
			switch {
			case a == b:
			case dx*dy == 2 || dx*dy == -2:
				d[a][b] = 1
			default:
				d[a][b] = far
			}
		}
	}
	for k := range n {
		for a := range n {
			for b := range n {
				d[a][b] = min(d[a][b], d[a][k]+d[k][b])
			}
		}
	}
	return d
}

// A pawn out of reach is an error of each solver, and names the pawn.
func TestUnreachableIsAnError(t *testing.T) {
	for id, want := range map[string]string{
		"3:0,0:1,1":         "pawn 0 on 1,1: want a cell that a knight on 0,0 can reach",
		"3:0,0:0,1:1,1:2,2": "pawn 1 on 1,1: want a cell that a knight on 0,0 can reach",
		"3:1,1:0,1:2,2":     "pawn 0 on 0,1: want a cell that a knight on 1,1 can reach",
		"2:0,0:1,1":         "pawn 0 on 1,1: want a cell that a knight on 0,0 can reach",
	} {
		g, err := pawns.Parse(id, nil)
		require.NoError(t, err)
		for _, p := range players() {
			a, err := p.solver.Solve(context.Background(), g, puzzle.Best)
			require.EqualError(t, err, want, p.name)
			require.Zero(t, a)
		}
		_, err = Family().Notation.Parse(id)
		require.ErrorContains(t, err, want)
	}
	for _, p := range players() {
		_, err := p.solver.Solve(context.Background(), &pawns.Game{Side: 9}, puzzle.Best)
		require.EqualError(t, err, "0 pawns: want 1 to 15")
	}
}

// Any ID is refused by the parser, or all solvers agree on its game.
func FuzzAgree(f *testing.F) {
	for _, e := range Family().IDs {
		f.Add(e.Text[len("pawns:"):])
	}
	f.Add("3:0,0:1,1")
	list := players()
	f.Fuzz(func(t *testing.T, id string) {
		g, err := Family().Notation.Parse(id)
		if err != nil || len(g.Pawns) > 10 {
			return
		}
		require.Empty(t, difference(referee.New(), g, able(list, g)...))
	})
}
