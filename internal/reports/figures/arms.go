package figures

import (
	"fmt"

	"smartnic-cc/dolcerc/fluid"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/reports/plot"
)

// ProposedArms draws the arm set that is proposed for four arms and the paper's network.
func ProposedArms() (plot.Figure, error) {
	arms, err := fluid.ProposeArms(4, fluid.Default())
	if err != nil {
		return plot.Figure{}, err
	}
	return Arms(fluid.Default(), arms)
}

// Arms draws what each of the arms settles at over the number of connections: marking probability and
// queue, and DCQCN's for comparison. The error is that of the network or of an arm.
func Arms(c fluid.Config, arms []fluid.Arm) (plot.Figure, error) {
	const nMax = 128
	p, queue, err := c.ArmCurves(arms, nMax)
	if err != nil {
		return plot.Figure{}, err
	}
	dcqcn := plot.Series{Name: "DCQCN", Style: plot.Dashed, Color: plot.Color(7)}
	dcqcnQueue := dcqcn
	for n := 1; n <= nMax; n++ {
		e, err := c.DCQCN(float64(n))
		if err != nil {
			return plot.Figure{}, err
		}
		dcqcn.X, dcqcn.Y = append(dcqcn.X, e.N), append(dcqcn.Y, e.P)
		dcqcnQueue.X, dcqcnQueue.Y = append(dcqcnQueue.X, e.N), append(dcqcnQueue.Y, e.Queue/1e3)
	}
	marks := plot.Panel{Title: "Marking probability", LogY: true}
	length := plot.Panel{Title: "Queue", YLabel: "KB", LogY: true}
	for i := range p {
		marks.Series = append(marks.Series, plot.Series{Name: p[i].Name, X: p[i].X, Y: p[i].Y})
		kb := collect.Of(queue[i].Y, func(q float64) float64 { return q / 1e3 })
		length.Series = append(length.Series, plot.Series{Name: p[i].Name, X: queue[i].X, Y: kb})
	}
	marks.Series = append(marks.Series, dcqcn)
	length.Series = append(length.Series, dcqcnQueue)
	return plot.Figure{
		Title:  "What the arms settle at",
		XLabel: "connections N",
		LogX:   true,
		Height: 560,
		Note:   fmt.Sprintf("Marking from %g KB to %g KB, up to %g %%.", c.RED.Kmin/1e3, c.RED.Kmax/1e3, 100*c.RED.PMax),
		Panels: []plot.Panel{marks, length},
	}, nil
}
