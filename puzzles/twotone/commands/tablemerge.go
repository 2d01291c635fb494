package commands

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"exhaust/command"
	"exhaust/puzzles/twotone/atlas"
)

// maxReport bounds what is read of a report, in bytes.
const maxReport = 16 << 20

func newTableMerge() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "join the shares of a table",
		Long: `merge joins what table --classes 1/n --json, ... n/n printed, into what table would have
printed for all. It refuses shares of different sizes, rules or versions, shares
that were not complete, and a share that is missing or there twice.`,
		Example: `  exhaust table 2x3 --classes 1/2 --json > 1.json
  exhaust table 2x3 --classes 2/2 --json > 2.json
  exhaust table merge 1.json 2.json`,
		Args: command.Arguments(cobra.MinimumNArgs(1)),
		RunE: command.Verb(func(cmd *cobra.Command, args []string) error { return mergeTables(cmd.OutOrStdout(), args, asJSON) }),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// mergeTables merges the reports in files and prints the whole.
func mergeTables(w io.Writer, files []string, asJSON bool) error {
	var sources []atlas.Source
	for _, name := range files {
		report, err := readReport(name)
		if err != nil {
			return command.UsageError(err)
		}
		sources = append(sources, atlas.Source{Name: name, Report: report})
	}
	whole, err := atlas.Merge(sources)
	if err != nil {
		return command.UsageError(err)
	}
	if asJSON {
		err = command.PrintJSON(w, whole)
	} else {
		printTable(w, &whole)
	}
	if err == nil && (whole.Mismatches > 0 || whole.Verified != nil && whole.Verified.Wrong > 0) {
		return command.ErrNo
	}
	return err
}

// readReport reads a file that holds one report and nothing else.
func readReport(name string) (r atlas.Report, err error) {
	f, err := os.Open(name)
	if err != nil {
		return r, err
	}
	defer f.Close()
	d := json.NewDecoder(io.LimitReader(f, maxReport))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return r, fmt.Errorf("%s: not what table --json prints: %w", name, err)
	}
	if err := d.Decode(new(any)); !errors.Is(err, io.EOF) {
		return r, fmt.Errorf("%s: more than one JSON object", name)
	}
	return r, nil
}
