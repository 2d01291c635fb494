package command

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"exhaust/checkpoint"
	"exhaust/frontier"
)

// checkpointEvery is how often a run is kept if nothing else is said.
const checkpointEvery = 5 * time.Minute

// CheckpointFlags are the flags of a verb whose runs can be kept in a directory and gone on with.
type CheckpointFlags struct {
	Dir   string
	every time.Duration
	force bool
}

// AddFlags adds --checkpoint, --every and --force to a verb.
func (f *CheckpointFlags) AddFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Dir, "checkpoint", "",
		"keep what is done in this directory, for exhaust resume")
	AddEvery(cmd, &f.every)
	cmd.Flags().BoolVar(&f.force, "force", false,
		"replace the run that the directory of --checkpoint holds")
}

// AddEvery adds --every to a verb.
func AddEvery(cmd *cobra.Command, every *time.Duration) {
	cmd.Flags().DurationVar(every, "every", checkpointEvery,
		"time between checkpoints; 0: at the end and on SIGUSR1 alone")
}

func CheckEvery(every time.Duration) error {
	if every < 0 {
		return Usagef("--every %v: want a duration such as 5m, or 0", every)
	}
	return nil
}

// Begin makes the directory of a new run and locks it, or returns nil if none is wanted. The
// identity says what the run is: what must be equal when it is resumed, its verb under runKey.
func (f *CheckpointFlags) Begin(cmd *cobra.Command, identity map[string]string) (*Kept, error) {
	if !cmd.Flags().Changed("checkpoint") {
		for _, flag := range []string{"every", "force"} {
			if cmd.Flags().Changed(flag) {
				return nil, Usagef("--%s: goes with --checkpoint", flag)
			}
		}
		return nil, nil
	}
	if err := CheckEvery(f.every); err != nil {
		return nil, err
	}
	if info, err := os.Stat(f.Dir); f.Dir == "" || err == nil && !info.IsDir() {
		return nil, Usagef("--checkpoint %q: want a directory", f.Dir)
	}
	k := NewKept(cmd, f.Dir)
	dir, err := checkpoint.Create(checkpoint.OS(f.Dir),
		checkpoint.Run{Tool: Tool(), Identity: identity, Notes: k.Notes()}, f.force)
	if errors.Is(err, checkpoint.ErrNotEmpty) {
		return nil, notEmpty(f.Dir, identity, err)
	}
	if err != nil {
		return nil, CheckpointError(f.Dir, err)
	}
	return k.Start(dir, f.every), nil
}

// notEmpty explains an error that says that a run may not begin in a directory.
func notEmpty(path string, identity map[string]string, err error) error {
	m, unreadable := checkpoint.Read(checkpoint.OS(path))
	if unreadable != nil {
		return Offer(path, CheckpointError(path, err))
	}
	if used := checkpoint.InUse(checkpoint.OS(path), Tool()); errors.Is(used, checkpoint.ErrLocked) {
		return CheckpointError(path, used)
	}
	if other := m.Check(ReadableLevels(identity, m.Identity)); other != nil {
		err = other
	}
	return Usagef("%s: %w; --force replaces it, and this resumes it: %s", path, err,
		ResumeCommand(nil, path))
}

// CheckpointError is an error of a checkpoint directory: a limit if the disk is full, bad usage if
// it is not the right directory, and a failure if something is wrong with it.
func CheckpointError(path string, err error) error {
	if errors.Is(err, checkpoint.ErrDiskFull) { // which names the file
		return LimitError(err)
	}
	err = fmt.Errorf("%s: %w", path, err)
	for _, wrong := range []error{
		checkpoint.ErrNotEmpty, checkpoint.ErrNotCheckpoint, checkpoint.ErrLocked, checkpoint.ErrMismatch, checkpoint.ErrUnsupported,
	} {
		if errors.Is(err, wrong) {
			return UsageError(err)
		}
	}
	return err
}

// A Kept run is one in a checkpoint directory. The methods may be called on nil, which is a
// run that is kept nowhere.
type Kept struct {
	*checkpoint.Dir
	Demands <-chan struct{} // when the run is to be kept

	Path    string
	flags   map[string]string // notes: those that resume may change
	Command string            // to go on with it
	end     func()            // of the demands
}

func NewKept(cmd *cobra.Command, path string) *Kept {
	k := &Kept{Path: path, flags: map[string]string{}, Command: ResumeCommand(cmd, path)}
	for _, name := range []string{"workers", "memory"} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Value.String() != "" {
			k.flags[name] = f.Value.String()
		}
	}
	return k
}

// Start begins to demand checkpoints.
func (k *Kept) Start(dir *checkpoint.Dir, every time.Duration) *Kept {
	k.Dir = dir
	k.Demands, k.end = demands(every)
	return k
}

// Close gives the directory back.
func (k *Kept) Close() {
	if k != nil {
		k.end()
		k.Dir.Close()
	}
}

// commit makes a change durable, with the notes of this run.
func (k *Kept) commit(c checkpoint.Change) error {
	c.Notes = k.Notes()
	err := k.Dir.Commit(c)
	if err != nil && !errors.Is(err, checkpoint.ErrDiskFull) { // which names the file
		err = fmt.Errorf("%s: %w", k.Path, err)
	}
	return err
}

// Notes is what the manifest says of the run that need not be equal when it is resumed.
func (k *Kept) Notes() map[string]string {
	notes := maps.Clone(k.flags)
	notes["tool"], notes["saved"] = Tool(), time.Now().UTC().Format(time.RFC3339)
	notes["host"], _ = os.Hostname()
	return notes
}

// Limited says that a limit ended the run early, and how to go on with it.
func (k *Kept) Limited(cause error) error { return LimitError(k.hint(cause)) }

// hint adds to what ended a run how to go on with it, unless its directory is lost, which then says
// that itself.
func (k *Kept) hint(cause error) error {
	if k == nil || errors.Is(cause, checkpoint.ErrLost) {
		return cause
	}
	return fmt.Errorf("%w; resume with: %s", cause, k.Command)
}

// A RunEnd is why a run came to its end early, or could not be kept to its end; empty if neither.
type RunEnd struct{ Limit, Unkept error }

// Outcome turns what came of a run, which has been printed, into an exit code. A definite no comes
// before its ending.
func (k *Kept) Outcome(no bool, e RunEnd) error {
	var err error
	switch {
	case e.Unkept != nil && !errors.Is(e.Unkept, checkpoint.ErrDiskFull):
		err = &ExitError{ExitOther, k.hint(e.Unkept)}
	case e != RunEnd{}:
		err = k.Limited(cmp.Or(e.Unkept, e.Limit))
	}
	switch {
	case no && k != nil && err != nil:
		return &ExitError{ExitNo, err}
	case no:
		return ErrNo
	}
	return err
}

// Tool is the name and version of this program.
func Tool() string { return "exhaust " + Version() }

// ResumeCommand returns the command line that goes on with a run: with the flags that were
// given to a verb and that resume has too, but for the time limit, which has run out.
func ResumeCommand(cmd *cobra.Command, path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	words := []string{"exhaust", "resume", path}
	for _, name := range []string{"workers", "memory", "spill", "every", "svg", "json"} {
		if cmd == nil || !cmd.Flags().Changed(name) {
			continue
		}
		words = append(words, "--"+name)
		if f := cmd.Flags().Lookup(name); f.Value.Type() != "bool" {
			words = append(words, f.Value.String())
		}
	}
	return ShellJoin(words...)
}

// ReadableLevels returns the identity that this program gives a run, with the version of levels of
// the run that is there, if it can be read: that is the one of the first levels, and those to come
// are of the present one.
func ReadableLevels(identity, there map[string]string) map[string]string {
	version, err := strconv.Atoi(there["levels"])
	if _, has := identity["levels"]; has && err == nil && frontier.Reads(version) {
		identity = maps.Clone(identity)
		identity["levels"] = there["levels"]
	}
	return identity
}
