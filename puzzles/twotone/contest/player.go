package contest

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"

	"exhaust/compare"
	"exhaust/puzzles/twotone"
	"exhaust/puzzles/twotone/bfs"
	"exhaust/puzzles/twotone/protocol"
	"exhaust/puzzles/twotone/solvers"
)

// execPrefix begins the name of a solver that is a program of its own.
const execPrefix = "exec:"

// A Player is one of the two solvers of a contest.
type Player struct {
	Name string   // as the user wrote it: a name of package solvers, or exec:COMMAND ARGS
	args []string // of an external solver: the command and its arguments
}

// ParsePlayer finds the solver that a user names. The words behind exec: are split as a shell
// does, quotes and backslashes included, and nothing else that a shell does is done.
func ParsePlayer(name string) (Player, error) {
	command, external := strings.CutPrefix(name, execPrefix)
	if !external {
		if err := solvers.Check(name); err != nil {
			return Player{}, fmt.Errorf("%w, or exec:COMMAND", err)
		}
		return Player{Name: name}, nil
	}
	args, err := shellquote.Split(command)
	switch {
	case err != nil:
		return Player{}, fmt.Errorf("solver %s: %w", name, err)
	case len(args) == 0 || args[0] == "":
		return Player{}, fmt.Errorf("solver %q: want exec:COMMAND", name)
	}
	if _, err := exec.LookPath(args[0]); err != nil {
		return Player{}, fmt.Errorf("solver %s: %w", name, err)
	}
	return Player{Name: name, args: args}, nil
}

// Internal is a player with the name of a solver of package solvers, or of one that a contest makes
// itself.
func Internal(name string) Player { return Player{Name: name} }

// label returns the name of a player that its opponent has not.
func label(name string, side int, other string) string {
	if name == other {
		return fmt.Sprintf("%s (%c)", name, 'a'+side)
	}
	return name
}

// An inside is a solver of this program, asked a question with a time-out.
type inside struct {
	name    string
	solver  solvers.Solver
	ask     twotone.Ask
	timeout time.Duration
}

// Name returns the solver's name.
func (s *inside) Name() string { return s.name }

// Solve asks the solver.
func (s *inside) Solve(ctx context.Context, c *twotone.Case) (compare.Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	r, err := s.solver.Solve(ctx, c, s.ask)
	return solvers.Answer(r, s.ask), err
}

// solver makes a player's solver.
func (c *Contest) solver(p Player, label string) (compare.Solver[*twotone.Case], error) {
	if p.args != nil {
		return compare.NewExternal(label, p.args, protocol.Client{Ask: c.Ask}, c.Timeout), nil
	}
	s, err := c.newSolver(p.Name)
	if err != nil {
		return nil, err
	}
	return &inside{label, s, c.Ask, c.Timeout}, nil
}

func (c *Contest) newSolver(name string) (solvers.Solver, error) {
	if c.NewSolver != nil {
		return c.NewSolver(name)
	}
	return solvers.New(name, bfs.Options{Workers: 1, Memory: c.Memory})
}
