package reproduce

import (
	"fmt"

	"smartnic-cc/dolcerc/fluid"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/reports/figures"
)

func fig3Report(*Setting, *Results) (*Section, error) {
	c := fluid.Default()
	relation, err := c.Relation()
	if err != nil {
		return nil, err
	}
	arms, err := dolcercprofile.Arms(4)
	if err != nil {
		return nil, err
	}
	proposed, err := fluid.ProposeArms(4, c)
	if err != nil {
		return nil, err
	}
	sec := paper().section("fig3")
	t := Table{Header: []string{"arm", "alpha", "beta", "alpha proposed by the model", "beta proposed"}}
	for i, a := range arms {
		t.row(fmt.Sprint(i), a.Alpha, a.Beta, fixed(proposed[i].Alpha, 4), fixed(proposed[i].Beta, 4))
	}
	sec.Tables = append(sec.Tables, t)
	data := Table{Name: "fig3", Header: []string{"n", "beta", "alpha"}}
	rising, peak := 0, 0
	for i, n := range relation.N {
		up := true
		for j, beta := range relation.Beta {
			data.row(fixed(n, 0), fixed(beta, 4), fixed(relation.Grid[i][j], 6))
			up = up && (j == 0 || relation.Grid[i][j] >= relation.Grid[i][j-1])
		}
		if up {
			rising++
		}
	}
	for j := range relation.Beta {
		most := 0
		for i := range relation.N {
			if relation.Grid[i][j] > relation.Grid[most][j] {
				most = i
			}
		}
		if most > 0 && most < len(relation.N)-1 {
			peak++
		}
	}
	sec.Data = append(sec.Data, data)
	sec.Verdict = []string{
		fmt.Sprintf("The paper sees alpha rise with beta for a given N: it does for %d of %d values of N.", rising, len(relation.N)),
		fmt.Sprintf("It sees a maximum over N for a given beta: there is one within the range for %d of %d values of beta.", peak, len(relation.Beta)),
	}
	relationFigure, err := figures.Fig3(c)
	if err != nil {
		return nil, err
	}
	armFigure, err := figures.Arms(c, proposed)
	if err != nil {
		return nil, err
	}
	sec.Figures = []Figure{
		{"fig3", "Alpha over beta and N in the steady state (the paper's figure 3).", relationFigure},
		{"fig3-arms", "What each of the four arms settles at over the number of connections.", armFigure},
	}
	return sec, nil
}
