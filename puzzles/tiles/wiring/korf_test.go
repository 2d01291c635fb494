package wiring

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"exhaust/puzzle"
	"exhaust/puzzles/tiles"
	"exhaust/puzzles/tiles/referee"
)

// A korfBoard is an instance of Korf's table, with the gap first in the goal as there.
type korfBoard struct {
	number, value int
	tiles         [16]int
}

// korfBoards reads the table.
func korfBoards(t testing.TB) (list []korfBoard) {
	f, err := os.Open("../testdata/korf1985.txt")
	require.NoError(t, err)
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		var numbers []int
		for _, word := range strings.Fields(lines.Text()) {
			n, err := strconv.Atoi(word)
			require.NoError(t, err)
			numbers = append(numbers, n)
		}
		require.Len(t, numbers, 18)
		list = append(list, korfBoard{numbers[0], numbers[1], [16]int(numbers[2:])})
	}
	return list
}

// turned returns the board with our goal: turned by half, so that the cell c becomes 15-c, and with
// the tile n renamed to 16-n. In the goal of the table the tile n is on the cell n; here it is on
// the cell 15-n, where the tile 16-n belongs. The gap comes from the first cell to the last.
func (k *korfBoard) turned() *tiles.Board {
	b := &tiles.Board{Rows: 4, Cols: 4}
	for cell, tile := range k.tiles {
		if tile != tiles.Gap {
			b.Tiles[15-cell] = uint8(16 - tile)
		}
	}
	return b
}

// opposite are the moves after half a turn.
var opposite = map[byte]byte{'U': 'D', 'D': 'U', 'L': 'R', 'R': 'L'}

// TestKorfMapping shows that turning keeps the lengths of solutions: it is one to one, leads from
// goal to goal, and from each move to the opposite one.
func TestKorfMapping(t *testing.T) {
	var goal korfBoard
	for cell := range goal.tiles {
		goal.tiles[cell] = cell
	}
	require.Equal(t, tiles.Goal(4, 4), goal.turned())
	r := rand.New(rand.NewPCG(19, 85))
	for range 500 {
		var k, again korfBoard
		copy(k.tiles[:], r.Perm(16))
		b := k.turned()
		require.NoError(t, b.Validate())
		for cell, tile := range b.Cells() {
			again.tiles[cell] = int(tile)
		}
		back := again.turned() // once more turned, it is the board again
		for cell, tile := range back.Cells() {
			require.EqualValues(t, k.tiles[cell], tile)
		}
		for letter, other := range opposite {
			there, here := moved(back, letter), moved(b, other)
			require.Equal(t, there == nil, here == nil)
			if there == nil {
				continue
			}
			for cell, tile := range there.Cells() {
				k.tiles[cell] = int(tile)
			}
			require.Equal(t, k.turned(), here)
		}
	}
}

// moved returns the board after a move, or nil if there is no such move.
func moved(b *tiles.Board, letter byte) *tiles.Board {
	var r referee.Referee
	r.Start(b)
	if _, err := r.Move(letter); err != nil {
		return nil
	}
	after := new(tiles.Board)
	r.Position(after)
	return after
}

// TestKorfTable holds the table against what is known of it: 100 different boards that can be
// solved, of 41 to 66 moves, in all 5,305.
func TestKorfTable(t *testing.T) {
	sum := 0
	least, most := 100, 0
	seen := map[[16]int]bool{}
	for i, k := range korfBoards(t) {
		require.Equal(t, i+1, k.number)
		b := k.turned()
		require.NoError(t, b.Validate())
		require.True(t, solvable(b))
		require.LessOrEqual(t, farness(b), k.value)
		require.Zero(t, (k.value-farness(b))%2)
		seen[k.tiles] = true
		sum += k.value
		least, most = min(least, k.value), max(most, k.value)
	}
	require.Len(t, seen, 100)
	require.Equal(t, []int{5305, 41, 66}, []int{sum, least, most})
}

// easyKorf are the numbers of nine boards that need the fewest nodes, and of one that needs pattern
// databases.
var easyKorf = []int{94, 9, 55, 79, 12, 71, 47, 48, 42, 99}

// TestKorf solves ten boards of the table, and all with EXHAUST_SOAK, on one core: each in as many
// moves as the table says.
func TestKorf(t *testing.T) {
	list := slices.DeleteFunc(korfBoards(t), func(k korfBoard) bool {
		return !soak() && !slices.Contains(easyKorf, k.number)
	})
	p := newPanel(puzzle.Limits{Workers: 1}, "ida")
	var milliseconds, nodes []float64
	for _, k := range list {
		start := time.Now()
		a := p.agree(t, k.turned())
		require.Equal(t, k.value, a.Value, k.number)
		milliseconds = append(milliseconds, float64(time.Since(start).Microseconds())/1000)
		nodes = append(nodes, float64(a.States))
	}
	t.Log("milliseconds:", figures(milliseconds))
	t.Log("nodes:", figures(nodes))
}

// figures returns median, mean and greatest of some numbers.
func figures(all []float64) string {
	slices.Sort(all)
	sum := 0.0
	for _, n := range all {
		sum += n
	}
	n := len(all)
	return fmt.Sprintf("median %.0f, mean %.0f, greatest %.0f", all[n/2], sum/float64(n), all[n-1])
}

// BenchmarkKorf solves one of the middling boards of the table.
func BenchmarkKorf(b *testing.B) {
	p := newPanel(puzzle.Limits{Workers: 1}, "ida")
	board := korfBoards(b)[0].turned()
	for b.Loop() {
		require.Equal(b, 57, p.ask(b, 0, board, puzzle.Best).Value)
	}
}
