package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// writeSVG writes a picture of the number of states of each level. The file is
// whole or not there.
func writeSVG(path, title string, levels []uint64) error {
	p := plot.New()
	p.Title.Text = title
	p.X.Label.Text = "level"
	p.Y.Label.Text = "states"
	values := make(plotter.Values, len(levels))
	for i, n := range levels {
		values[i] = float64(n)
	}
	const width, height = 8 * vg.Inch, 4 * vg.Inch
	bars, err := plotter.NewBarChart(values, width*0.8/vg.Length(max(len(levels), 1)))
	if err != nil {
		return fmt.Errorf("drawing %s: %w", path, err)
	}
	bars.LineStyle.Width = 0
	bars.Color = plotter.DefaultLineStyle.Color
	p.Add(bars)
	picture, err := p.WriterTo(width, height, "svg")
	if err != nil {
		return fmt.Errorf("drawing %s: %w", path, err)
	}
	var out bytes.Buffer
	if _, err := picture.WriteTo(&out); err != nil {
		return fmt.Errorf("drawing %s: %w", path, err)
	}
	return writeFile(path, out.Bytes())
}

// writeFile writes a file beside its place, syncs it, moves it there, and syncs the directory.
func writeFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".exhaust-*")
	if err != nil {
		return writeError(path, err)
	}
	defer os.Remove(f.Name())
	if _, err = f.Write(data); err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = f.Chmod(0o644)
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err == nil {
		err = syncDirectory(filepath.Dir(path))
	}
	return writeError(path, err)
}

// syncDirectory makes sure that the names in a directory last.
func syncDirectory(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if e := d.Close(); err == nil {
		err = e
	}
	return err
}

// writeError names the file that the user asked for instead of the one beside it.
func writeError(path string, err error) error {
	if err == nil {
		return nil
	}
	var inPath *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &inPath):
		err = inPath.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("writing %s: %w", path, err)
}
