package plot

import (
	"fmt"
	"math"
)

// Data beyond these magnitudes is refused: no figure needs it, and arithmetic on axes then stays far
// from overflow and underflow.
const (
	largest  = 1e100
	smallest = 1e-100 // on logarithmic axes
)

// MinSide and MaxSide bound the page, so that a slip of units does not ask for a bitmap of gigabytes.
const MinSide, MaxSide = 100, 5000

// validate returns the first reason why the figure cannot be drawn.
func (f *Figure) validate() error {
	for _, side := range []float64{f.Width, f.Height} {
		if side != 0 && !(side >= MinSide && side <= MaxSide) {
			return fmt.Errorf("plot: page side of %v points; give %d to %d, or 0 for the default", side, MinSide, MaxSide)
		}
	}
	if len(f.Panels) == 0 {
		return fmt.Errorf("plot: the figure has no panels; add at least one")
	}
	if err := checkRange("x range", f.XRange, f.LogX); err != nil {
		return err
	}
	for i := range f.Panels {
		p := &f.Panels[i]
		where := fmt.Sprintf("panel %d", i+1)
		if err := checkRange(where+": y range", p.Range, p.LogY); err != nil {
			return err
		}
		for j := range p.Series {
			if err := p.Series[j].validate(f.LogX, p.LogY); err != nil {
				return fmt.Errorf("plot: %s, series %d (%q): %w", where, j+1, p.Series[j].Name, err)
			}
		}
		if p.empty() && p.Empty == "" {
			return fmt.Errorf("plot: %s has no points; leave the panel out or give it data", where)
		}
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
	if len(s.X) != len(s.Y) && (s.Style != Ticks || len(s.Y) != 0) {
		return fmt.Errorf("%d x values and %d y values; give one y for each x", len(s.X), len(s.Y))
	}
	if err := checkValues("x", s.X, logX); err != nil || s.Style == Ticks {
		return err
	}
	return checkValues("y", s.Y, logY)
}

func checkValues(axis string, v []float64, log bool) error {
	for i, x := range v {
		switch {
		case math.IsNaN(x) || math.IsInf(x, 0):
			return fmt.Errorf("point %d has %s = %v; leave it out or give a finite number", i, axis, x)
		case math.Abs(x) > largest || log && x > 0 && x < smallest:
			return fmt.Errorf("point %d has %s = %v, which no axis can show; keep to %v to %v", i, axis, x, smallest, largest)
		case log && x <= 0:
			return fmt.Errorf("point %d has %s = %v on a logarithmic axis; leave it out or use a linear axis", i, axis, x)
		}
	}
	return nil
}
