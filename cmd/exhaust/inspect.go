package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"exhaust/checkpoint"
	"exhaust/enumerate"
)

// A runProgress says how far a run is: to programs as JSON, to people in lines like those of printFact.
type runProgress interface{ print(w io.Writer) }

// inspectOptions are the flags of the verb inspect.
type inspectOptions struct {
	verify bool
	json   bool
}

func newInspect() *cobra.Command {
	var o inspectOptions
	cmd := &cobra.Command{
		Use:   "inspect DIR",
		Short: "say what the run of a checkpoint directory is, and how far it got",
		Long: `inspect says what the run of a checkpoint directory is, how far it got and which files
it has. It changes nothing, and may look on while the run goes on. --verify reads every
byte and holds it against its checksum; damage is named with its file and offset, and
is exit code 4. If what is whole can be gone on from, the command that does it is said.`,
		Example: `  exhaust inspect run
  exhaust inspect run --verify
  exhaust inspect run --json`,
		Args: arguments(cobra.ExactArgs(1)),
		RunE: verb(func(cmd *cobra.Command, args []string) error { return o.run(cmd.OutOrStdout(), args[0]) }),
	}
	cmd.Flags().BoolVar(&o.verify, "verify", false, "read every byte and check it")
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	return cmd
}

// inspectJSON is what inspect --json prints.
type inspectJSON struct {
	Directory  string             `json:"directory"`
	Run        string             `json:"run"`
	Identity   map[string]string  `json:"identity"`
	Notes      map[string]string  `json:"notes"`
	Generation uint64             `json:"generation"`
	Progress   runProgress        `json:"progress"`
	Files      []checkpoint.Entry `json:"files"`
	Bytes      int64              `json:"bytes"` // of all files
	Verified   *bool              `json:"verified"`
	Damage     []string           `json:"damage"`
}

// run inspects a directory.
func (o *inspectOptions) run(w io.Writer, path string) error {
	m, damage, err := o.read(checkpoint.OS(path))
	if err != nil {
		return offer(path, checkpointError(path, err))
	}
	kind, err := kindOf(path, m)
	if err != nil {
		return err
	}
	progress, err := kind.progress(m)
	if err != nil {
		return checkpointError(path, err)
	}
	r := inspectJSON{
		Directory: path, Run: m.Identity[runKey], Identity: m.Identity, Notes: m.Notes, Generation: m.Generation,
		Progress: progress, Files: append([]checkpoint.Entry{}, m.Files...), Damage: []string{},
	}
	for _, e := range m.Files {
		r.Bytes += e.Bytes
	}
	if o.verify {
		whole := len(damage) == 0
		r.Verified = &whole
	}
	for _, err := range damage {
		r.Damage = append(r.Damage, err.Error())
	}
	if o.json {
		err = printJSON(w, &r)
	} else {
		r.print(w)
	}
	if err != nil || len(damage) == 0 {
		return err
	}
	err = damage[0]
	if more := len(damage) - 1; more > 0 {
		err = fmt.Errorf("%w; and %s more", err, count(more))
	}
	return offer(path, checkpointError(path, err))
}

// read reads the manifest and, if wanted, every file that it names: it returns what is wrong
// with them. Files that are gone because the run went on meanwhile are not.
func (o *inspectOptions) read(dir checkpoint.Opener) (*checkpoint.Manifest, []error, error) {
	for {
		m, err := checkpoint.Read(dir)
		if err != nil || !o.verify {
			return m, nil, err
		}
		var damage []error
		for _, e := range m.Files {
			if err := checkpoint.Verify(dir, e); err != nil {
				damage = append(damage, err)
			}
		}
		if damage == nil {
			return m, nil, nil
		}
		if after, err := checkpoint.Read(dir); err != nil || after.Generation == m.Generation {
			return m, damage, err
		}
	}
}

// print prints what the run is for people.
func (r *inspectJSON) print(w io.Writer) {
	fmt.Fprintf(w, "run         %s\n", r.Run)
	for _, key := range slices.Sorted(maps.Keys(r.Identity)) {
		if key != runKey {
			printFact(w, key, r.Identity[key])
		}
	}
	fmt.Fprintln(w)
	r.Progress.print(w)
	for _, key := range slices.Sorted(maps.Keys(r.Notes)) {
		printFact(w, key, r.Notes[key])
	}
	printFact(w, "commits", count(r.Generation))
	if len(r.Files) > 0 {
		printFact(w, "files", fmt.Sprintf("%s, %s", count(len(r.Files)), humanize.IBytes(uint64(r.Bytes))))
	}
	if r.Verified != nil && *r.Verified {
		printFact(w, "verified", fmt.Sprintf("the manifest and %s: every byte is as it was written", counted(len(r.Files), "file")))
	}
	for _, damage := range r.Damage {
		printFact(w, "DAMAGED", damage)
	}
	if len(r.Files) > 0 {
		fmt.Fprintln(w)
		r.printFiles(w)
	}
}

// printFact prints one thing that is known, for people.
func printFact(w io.Writer, key, value string) { fmt.Fprintf(w, "%-11s %s\n", key, value) }

func (r *inspectJSON) printFiles(w io.Writer) {
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	fmt.Fprintln(table, "file\tbytes\tcount\txxhash")
	for _, e := range r.Files {
		fmt.Fprintf(table, "%s\t%s\t%s\t%016x\n", e.Name, count(e.Bytes), count(e.Count), uint64(e.Sum))
	}
	table.Flush()
}

// A phaseProgress is how far a run of chunks is: its phases, of things of some kind.
type phaseProgress struct {
	Phases  []phaseDone `json:"phases"`
	Elapsed float64     `json:"elapsed_seconds"` // of all runs together
}

// A phaseDone is how far a phase is. All is 0 if it has not begun.
type phaseDone struct {
	Phase  string `json:"phase"`
	Done   uint64 `json:"done"`
	All    uint64 `json:"all"`
	things string
}

// phasesOf says how far the phases of a run are.
func phasesOf(m *checkpoint.Manifest, phases ...phaseDone) (*phaseProgress, error) {
	work, err := parseWork(m)
	if err != nil {
		return nil, err
	}
	for i := range phases {
		p := &phases[i]
		if p.Done, p.All, err = enumerate.Done(work.Phases[p.Phase]); err != nil {
			return nil, err
		}
	}
	return &phaseProgress{phases, work.Elapsed}, nil
}

func (p *phaseProgress) print(w io.Writer) {
	for _, d := range p.Phases {
		if d.All == 0 {
			printFact(w, d.Phase, "nothing is done")
			continue
		}
		printFact(w, d.Phase, fmt.Sprintf("%s of %s %s, %.1f%%", count(d.Done), count(d.All), d.things, 100*float64(d.Done)/float64(d.All)))
	}
	printFact(w, "time", seconds(time.Duration(p.Elapsed*float64(time.Second))))
}
