package figures

import (
	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/systems/extend"
)

// System returns the figure of a paper's system on the NIC model.
func System(of *extend.Figure) (plot.Figure, error) {
	c, err := of.Make()
	if err != nil {
		return plot.Figure{}, err
	}
	f := plot.Figure{Title: c.Title, XLabel: c.XLabel, YLabel: c.YLabel, Height: c.Height}
	for _, p := range c.Panels {
		panel := plot.Panel{Title: p.Title, LogY: p.LogY}
		for _, s := range p.Series {
			line := plot.Series{Name: s.Name, X: s.X, Y: s.Y, Color: plot.Color(s.Color), Dash: s.Dash}
			if s.Step {
				line.Style = plot.Step
			}
			panel.Series = append(panel.Series, line)
		}
		f.Panels = append(f.Panels, panel)
	}
	return f, nil
}
