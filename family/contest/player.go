package contest

import (
	"fmt"
	"os/exec"
	"strings"

	"github.com/kballard/go-shellquote"

	"exhaust/compare"
	"exhaust/family"
	"exhaust/family/protocol"
	"exhaust/puzzle"
)

// execPrefix begins the name of a solver that is a program of its own.
const execPrefix = "exec:"

// A Player is one of the two solvers of a contest.
type Player struct {
	Name string   // as the user wrote it: a name of one of the family's solvers, or exec:COMMAND ARGS
	args []string // of an external solver: the command and its arguments
}

// ParsePlayer finds the solver that a user names. The words behind exec: are split as a shell
// does, quotes and backslashes included, and nothing else that a shell does is done.
func ParsePlayer(name string, solvers []string) (Player, error) {
	command, external := strings.CutPrefix(name, execPrefix)
	if !external {
		if err := family.CheckNames(solvers, name); err != nil {
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

// label returns the name of a player that its opponent has not.
func label(name string, side int, other string) string {
	if name == other {
		return fmt.Sprintf("%s (%c)", name, 'a'+side)
	}
	return name
}

// solver makes a player's solver.
func (c *Contest[C]) solver(p Player, label string) (compare.Solver[C], error) {
	if p.args != nil {
		client := protocol.Client[C]{Family: c.Family, Ask: c.Ask}
		return compare.NewExternal(label, p.args, client, c.Timeout), nil
	}
	s, err := c.Family.Solver(p.Name, puzzle.Limits{Workers: 1, Memory: c.Memory})
	if err != nil {
		return nil, err
	}
	return compare.Inside[C]{Label: label, Solver: s, Ask: c.Ask, Timeout: c.Timeout}, nil
}
