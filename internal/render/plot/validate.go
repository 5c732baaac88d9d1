package plot

import (
	"fmt"
	"math"
)

// Data beyond these magnitudes is refused: no figure needs it, and arithmetic on
// axes then stays far from overflow and underflow.
const (
	largest  = 1e100
	smallest = 1e-100 // on logarithmic axes
)

// maxSide bounds the page, so that a slip of units does not ask for a bitmap of
// gigabytes.
const maxSide = 5000

// validate returns the first reason why the figure cannot be drawn.
func (f *Figure) validate() error {
	for _, side := range []float64{f.Width, f.Height} {
		if side != 0 && !(side >= 100 && side <= maxSide) {
			return fmt.Errorf("plot: page side of %v points; give 100 to %d, or 0 for the default", side, maxSide)
		}
	}
	if len(f.Panels) == 0 {
		return fmt.Errorf("plot: the figure has no panels; add at least one")
	}
	if err := checkRange("x range", f.XRange, f.LogX); err != nil {
		return err
	}
	if f.XNames != nil && (f.LogX || f.XRange != [2]float64{} || len(f.XNames) == 0 || len(f.XNames) > maxNames) {
		return fmt.Errorf("plot: %d names on the x axis; give 1 to %d, on a linear axis without a range", len(f.XNames), maxNames)
	}
	if f.Columns < 0 || f.Columns > maxColumns {
		return fmt.Errorf("plot: %d columns; give 1 to %d, or 0 for one", f.Columns, maxColumns)
	}
	if len(f.Panels) > 0 {
		if err := f.validateRows(); err != nil {
			return err
		}
	}
	for i := range f.Panels {
		if err := f.validatePanel(i); err != nil {
			return err
		}
	}
	return nil
}

// maxNames bounds the groups of an axis.
const maxNames = 10000

// maxColumns keeps panels side by side wide enough to be read.
const maxColumns = 12

// validateRows refuses rows whose panels cannot share an axis.
func (f *Figure) validateRows() error {
	cols := f.columns()
	for i := range f.Panels {
		p, first := &f.Panels[i], &f.Panels[i/cols*cols]
		if p.LogY != first.LogY {
			return fmt.Errorf("plot: panel %d: its y axis is logarithmic and that of its row is not, or the other way about; they share one", i+1)
		}
		if cols > 1 && p.Heat != nil {
			return fmt.Errorf("plot: panel %d: a heat map needs a figure of one column", i+1)
		}
	}
	return nil
}

func (f *Figure) validatePanel(i int) error {
	p := &f.Panels[i]
	where := fmt.Sprintf("panel %d", i+1)
	if p.Share < 0 || math.IsNaN(p.Share) || p.Share > 100 {
		return fmt.Errorf("plot: %s: share %v; give more than 0 and at most 100, or 0 for the default", where, p.Share)
	}
	if err := checkRange(where+": y range", p.Range, p.LogY); err != nil {
		return err
	}
	if p.LegendRows < 0 {
		return fmt.Errorf("plot: %s: %d legend rows; give 1 or more, or 0 for the default", where, p.LegendRows)
	}
	points := 0
	for j := range p.Series {
		s := &p.Series[j]
		if err := s.validate(f.LogX, p.LogY); err != nil {
			return fmt.Errorf("plot: %s, series %d (%q): %w", where, j+1, s.Name, err)
		}
		points += len(s.X)
	}
	if p.Heat != nil {
		if err := p.Heat.validate(f.LogX, p.LogY); err != nil {
			return fmt.Errorf("plot: %s: heat map: %w", where, err)
		}
		points++
	}
	if points == 0 && p.Empty == "" {
		return fmt.Errorf("plot: %s has no points; leave the panel out or give it data", where)
	}
	return nil
}

func checkRange(what string, r [2]float64, log bool) error {
	if r == [2]float64{} {
		return nil
	}
	if !(math.Abs(r[0]) <= largest && math.Abs(r[1]) <= largest && r[1]-r[0] > smallest && r[1]-r[0] > 1e-12*math.Max(math.Abs(r[0]), math.Abs(r[1]))) {
		return fmt.Errorf("plot: %s [%v, %v] is not an interval; give low < high, both finite", what, r[0], r[1])
	}
	if log && r[0] < smallest {
		return fmt.Errorf("plot: %s begins at %v on a logarithmic axis; begin above 0", what, r[0])
	}
	return nil
}

func (s *Series) validate(logX, logY bool) error {
	if s.Style > Ticks {
		return fmt.Errorf("unknown style %d; use one of the package's constants", s.Style)
	}
	if s.Dash < 0 || s.Dash >= len(dashes) {
		return fmt.Errorf("dash pattern %d; give 0 to %d", s.Dash, len(dashes)-1)
	}
	if s.Width < 0 || !finite(s.Width) {
		return fmt.Errorf("line width %v; give 0 or more", s.Width)
	}
	if len(s.X) != len(s.Y) && (s.Style != Ticks || len(s.Y) != 0) {
		return fmt.Errorf("%d x values and %d y values; give one y for each x", len(s.X), len(s.Y))
	}
	if err := checkValues("x", s.X, logX); err != nil {
		return err
	}
	if s.Style == Ticks {
		return nil
	}
	return checkValues("y", s.Y, logY)
}

func checkValues(axis string, v []float64, log bool) error {
	for i, x := range v {
		if !finite(x) {
			return fmt.Errorf("point %d has %s = %v; leave it out or give a finite number", i, axis, x)
		}
		if math.Abs(x) > largest || log && x > 0 && x < smallest {
			return fmt.Errorf("point %d has %s = %v, which no axis can show; keep to %v to %v", i, axis, x, smallest, largest)
		}
		if log && x <= 0 {
			return fmt.Errorf("point %d has %s = %v on a logarithmic axis; leave it out or use a linear axis", i, axis, x)
		}
	}
	return nil
}

func finite(x float64) bool {
	return !math.IsNaN(x) && !math.IsInf(x, 0)
}
