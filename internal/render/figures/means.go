package figures

// Band is the lowest, the mean and the highest of several connections over time.
type Band struct {
	X               []float64 // ms
	Low, Mean, High []float64
}

// Bands returns the bands of RC and RT, Gb/s, and of alpha, over all connections of the
// page that have begun by then. One of which no connection has values is empty.
func (p RatesPage) Bands() (rc, rt, alpha Band) {
	if len(p.Conns) == 0 {
		return rc, rt, alpha
	}
	grid := p.grid()
	for _, b := range []struct {
		to *Band
		of func(c *ConnSeries) []float64
	}{
		{&rc, func(c *ConnSeries) []float64 { return c.RC }},
		{&rt, func(c *ConnSeries) []float64 { return c.RT }},
		{&alpha, func(c *ConnSeries) []float64 { return c.Alpha }},
	} {
		b.to.X, b.to.Low, b.to.Mean, b.to.High = p.envelope(grid, b.of)
	}
	return rc, rt, alpha
}
