package contest_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/kballard/go-shellquote"
	"github.com/stretchr/testify/require"

	"exhaust/family"
	"exhaust/family/contest"
	"exhaust/family/familytest"
	"exhaust/family/protocol"
	"exhaust/puzzle"
)

type (
	purse = *familytest.Purse
	path  = *familytest.Path
	row   = *familytest.Row
)

// The families, each with a solver that has a bug.
func coins() *family.Family[purse] {
	return familytest.Added(familytest.Coins(), "greedy", familytest.Greedy)
}
func colours() *family.Family[path] {
	return familytest.Added(familytest.Colours(), "oneway", familytest.OneWay)
}
func ends() *family.Family[row] {
	return familytest.Added(familytest.Ends(), "grabbing", familytest.Grabbing)
}

// TestMain makes the test binary an external solver: "serve FAMILY SOLVER".
func TestMain(m *testing.M) {
	if len(os.Args) != 4 || os.Args[1] != "serve" {
		os.Setenv("GORACE", "atexit_sleep_ms=0") // a child under the race detector ends at once
		os.Exit(m.Run())
	}
	var err error
	switch os.Args[2] {
	case "coins":
		err = serve(coins(), os.Args[3])
	case "colours":
		err = serve(colours(), os.Args[3])
	case "ends":
		err = serve(ends(), os.Args[3])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve[C any](f *family.Family[C], solver string) error {
	s, err := f.Solver(solver, puzzle.Limits{})
	if err != nil {
		return err
	}
	server := protocol.Server[C]{Family: f, Solver: s}
	return server.Serve(context.Background(), os.Stdin, os.Stdout)
}

// player returns the player of a name: a solver of the family, or "exec SOLVER" for one that is a
// program.
func player[C any](t testing.TB, f *family.Family[C], name string) contest.Player {
	var solver string
	if n, _ := fmt.Sscanf(name, "exec %s", &solver); n == 1 {
		name = "exec:" + shellquote.Join(os.Args[0], "serve", f.Name, solver)
	}
	p, err := contest.ParsePlayer(name, f.SolverNames())
	require.NoError(t, err)
	return p
}
