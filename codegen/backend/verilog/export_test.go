package verilog

// Replace puts another text in the place of the design's, to plant a mistake.
func (d *Design) Replace(text []byte) { d.Text = text }
