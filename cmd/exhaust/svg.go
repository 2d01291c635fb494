package main

import (
	"bytes"
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// levelsSVG draws the number of states of each level.
func levelsSVG(title string, levels []uint64) ([]byte, error) {
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
		return nil, fmt.Errorf("drawing the levels: %w", err)
	}
	bars.LineStyle.Width = 0
	bars.Color = plotter.DefaultLineStyle.Color
	p.Add(bars)
	picture, err := p.WriterTo(width, height, "svg")
	if err != nil {
		return nil, fmt.Errorf("drawing the levels: %w", err)
	}
	var out bytes.Buffer
	if _, err := picture.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("drawing the levels: %w", err)
	}
	return out.Bytes(), nil
}
