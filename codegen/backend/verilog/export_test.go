package verilog

// Replace puts another text in the place of the design's, to plant a mistake.
func (d *Design) Replace(text []byte) { d.Text = text }

// Pins is the module that nextpnr places.
func (d *Design) Pins() string { return d.pins() }
