package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"exhaust/checkpoint"
	"exhaust/command"
)

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
		Args: command.Arguments(cobra.ExactArgs(1)),
		RunE: command.Verb(
			func(cmd *cobra.Command, args []string) error { return o.run(cmd.OutOrStdout(), args[0]) },
		),
	}
	cmd.Flags().BoolVar(&o.verify, "verify", false, "read every byte and check it")
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	return cmd
}

// inspectJSON is what inspect --json prints.
type inspectJSON struct {
	Directory  string              `json:"directory"`
	Run        string              `json:"run"`
	Identity   map[string]string   `json:"identity"`
	Notes      map[string]string   `json:"notes"`
	Generation uint64              `json:"generation"`
	Progress   command.RunProgress `json:"progress"`
	Files      []checkpoint.Entry  `json:"files"`
	Bytes      int64               `json:"bytes"` // of all files
	Verified   *bool               `json:"verified"`
	Damage     []string            `json:"damage"`
}

// run inspects a directory.
func (o *inspectOptions) run(w io.Writer, path string) error {
	m, damage, err := o.read(checkpoint.OS(path))
	if err != nil {
		return command.Offer(path, command.CheckpointError(path, err))
	}
	kind, err := kindOf(path, m)
	if err != nil {
		return err
	}
	progress, err := kind.Progress(m)
	if err != nil {
		return command.CheckpointError(path, err)
	}
	r := inspectJSON{
		Directory: path, Run: m.Identity[command.RunKey], Identity: m.Identity, Notes: m.Notes, Generation: m.Generation,
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
		err = command.PrintJSON(w, &r)
	} else {
		r.print(w)
	}
	if err != nil || len(damage) == 0 {
		return err
	}
	err = damage[0]
	if more := len(damage) - 1; more > 0 {
		err = fmt.Errorf("%w; and %s more", err, command.Count(more))
	}
	return command.Offer(path, command.CheckpointError(path, err))
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
		if key != command.RunKey {
			command.PrintFact(w, key, r.Identity[key])
		}
	}
	fmt.Fprintln(w)
	r.Progress.Print(w)
	for _, key := range slices.Sorted(maps.Keys(r.Notes)) {
		command.PrintFact(w, key, r.Notes[key])
	}
	command.PrintFact(w, "commits", command.Count(r.Generation))
	if len(r.Files) > 0 {
		command.PrintFact(
			w,
			"files",
			fmt.Sprintf("%s, %s", command.Count(len(r.Files)), humanize.IBytes(uint64(r.Bytes))),
		)
	}
	if r.Verified != nil && *r.Verified {
		command.PrintFact(
			w,
			"verified",
			fmt.Sprintf(
				"the manifest and %s: every byte is as it was written",
				command.Counted(len(r.Files), "file"),
			),
		)
	}
	for _, damage := range r.Damage {
		command.PrintFact(w, "DAMAGED", damage)
	}
	if len(r.Files) > 0 {
		fmt.Fprintln(w)
		r.printFiles(w)
	}
}

func (r *inspectJSON) printFiles(w io.Writer) {
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	fmt.Fprintln(table, "file\tbytes\tcount\txxhash")
	for _, e := range r.Files {
		fmt.Fprintf(
			table,
			"%s\t%s\t%s\t%016x\n",
			e.Name,
			command.Count(e.Bytes),
			command.Count(e.Count),
			uint64(e.Sum),
		)
	}
	table.Flush()
}
