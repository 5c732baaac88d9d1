package verilog

import "smartnic-cc/codegen/interval"

// Replace replaces the design's text, to plant a mistake.
func (d *Design) Replace(text []byte) { d.Text = text }

// Pins is the module that nextpnr places.
func (d *Design) Pins() string { return d.pins() }

// Unfiltered lets Check take all vectors, those too that break an assumption.
func (d *Design) Unfiltered() {
	d.in.assume = nil
	d.in.known = map[[2]int]interval.Interval{}
}
