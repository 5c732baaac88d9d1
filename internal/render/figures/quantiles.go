package figures

import "slices"

// spreadOf returns the 5th and the 95th percentile (nearest rank) of what of returns over the
// connections that have begun by then and have something to send.
func (p RatesPage) spreadOf(grid []float64, of func(c *ConnSeries) []float64) (x, low, high []float64) {
	var values []float64
	for _, t := range grid {
		values = values[:0]
		for i := range p.Conns {
			c := &p.Conns[i]
			if k := c.indexAt(t); k >= 0 && len(of(c)) > 0 && c.sends(t) {
				values = append(values, of(c)[k])
			}
		}
		if n := len(values); n > 0 {
			slices.Sort(values)
			x, low, high = append(x, t), append(low, values[(5*n+99)/100-1]), append(high, values[(95*n+99)/100-1])
		}
	}
	return x, low, high
}
