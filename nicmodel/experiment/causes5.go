package experiment

import (
	"fmt"
	"math"
)

var causes5 = Experiment{
	Name: "causes5", Title: "What the latency of figure 5 depends on: one change at a time",
	Points: causes5Points, Report: causes5Report,
}

// exchangeChange is what all get, those that do not react included, or one algorithm alone.
type exchangeChange struct {
	name         string
	how          string   // the exchange, if it is another
	net          []string // the network, for all
	dcqcn, dolce []string
	ranks        int // a host, if not as many as the setting has
}

// testbed makes changes of what DCQCN has on the testbed.
func testbed(values ...string) []string {
	return []string{knobs(append([]string{"clamp_tgt_rate=1"}, values...)...)}
}

// exchangeChanges are what could let DCQCN take three times as long; MPI_Alltoall's own way
// of exchange first.
var exchangeChanges = []exchangeChange{
	{name: "as in figure 5: pairwise", how: Pairwise},
	{name: "all at once", how: onceAll},
	{name: "in blocks of 32", how: Blocks},
	{name: "all at once, one connection a pair of hosts", how: HostPairs},
	{name: "in the order of ranks", how: RankOrder},
	// The reaction and the notification point.
	{name: "DCQCN's target follows a cut only after an increase (ConnectX's default)", dcqcn: []string{knobs("clamp_tgt_rate=0")}},
	{name: "DCQCN's CNPs 4 us apart (ConnectX's default)", dcqcn: []string{"nic[0].cnp_interval=4us"}},
	{name: "DCQCN's CNPs 50 us apart", dcqcn: []string{"nic[0].cnp_interval=50us"}},
	{name: "DCQCN's increase timer 55 us", dcqcn: testbed("time_reset=55")},
	{name: "DCQCN's byte counter off", dcqcn: testbed("byte_reset=0")},
	{name: "Dolce-RC counts marked packets", dolce: []string{"nic[0].estimate=marked-packets"}},
	{name: "Dolce-RC's arms do not swing (figure 3 below)", dolce: fluidArms},
	{name: "Dolce-RC's four arms are alpha 0.2903, beta 1.1", dolce: four("0.2903:1.1")},
	{name: "both as in the simulations", dcqcn: dcqcnSimulated.set, dolce: append([]string{"nic[0].estimate=marked-packets"}, dolceSimulated.set...)},
	// The network.
	{name: "Pmax 1", net: []string{"switch.marking[0].pmax=1"}},
	{name: "Kmin and Kmax four times as high", net: []string{"switch.marking[0].kmin=28KB", "switch.marking[0].kmax=2000KB"}},
	{name: "one switch for all hosts: no ECMP", net: []string{"topology.leaves=1", "topology.hosts_per_leaf=8"}},
	{name: "2 links between leaf and spine", net: []string{"topology.links_per_pair=2"}},
	{name: "40 processes a host", ranks: 40},
}

// onceAll stands for AllAtOnce in a change, whose empty name is no change.
const onceAll = "at-once"

// causes5Schemes are the columns.
var causes5Schemes = []scheme{noControl, dcqcnTestbed, dolceTestbed}

// causes5Point is a run of a change with the i-th scheme.
func causes5Point(s *Setting, c *exchangeChange, i int) Point {
	ranks, how := s.Ranks[0], Pairwise
	if c.ranks > 0 {
		ranks = c.ranks
	}
	switch c.how {
	case "":
	case onceAll:
		how = AllAtOnce
	default:
		how = c.how
	}
	return allToAllPoint(s, ranks, fig5KeySize, how, causes5Schemes[i]).with(c.net...).with([][]string{nil, c.dcqcn, c.dolce}[i]...)
}

// tried5 are the changes of a setting.
func tried5(s *Setting) []exchangeChange {
	return exchangeChanges[:min(s.Causes, len(exchangeChanges))]
}

func causes5Points(s *Setting) []Point {
	var list []Point
	for _, c := range tried5(s) {
		for i := range causes5Schemes {
			list = append(list, causes5Point(s, &c, i))
		}
	}
	return list
}

func causes5Report(s *Setting, r *Results) (*Section, error) {
	sec := &Section{Name: "causes5", Text: []string{fmt.Sprintf(
		"%d processes a host, messages of %s, seed 1, as in figure 5 but for one change. DCQCN's latency over that of senders that do not react tells what its reactions cost; "+
			"over Dolce-RC's it is the ratio. The paper's largest is %s. All are in the CSV file.", s.Ranks[0], bytesText(fig5KeySize), fixed(fig5KeyRatio, 2))}}
	data := Table{Name: "causes5", Header: []string{"change", "scheme", "latency_us", "marks", "cnps", "pauses", "digest"}}
	base := 0.0
	var keep, less, most, near []string
	for k, c := range tried5(s) {
		var at [3]float64
		var res [3]*Result
		for i, x := range causes5Schemes {
			var err error
			if res[i], err = r.Of(causes5Point(s, &c, i)); err != nil {
				return nil, err
			}
			at[i] = latency(res[i])
			data.row(c.name, x.name, fixed(at[i], 3), fmt.Sprint(res[i].Marks), fmt.Sprint(res[i].CNPs), fmt.Sprint(res[i].Pauses), res[i].Digest)
		}
		cost, ratio := at[1]/at[0], at[1]/at[2]
		if math.Abs(ratio/fig5KeyRatio-1) <= 0.25 {
			near = append(near, c.name)
		}
		named := fmt.Sprintf("%s (%s)", c.name, fixed(cost, 2))
		switch {
		case k == 0:
			base = cost
		case cost < 1.1:
			keep = append(keep, named)
		case cost < 1+0.75*(base-1):
			less = append(less, named)
		case cost > 1+1.25*(base-1):
			most = append(most, named)
		}
	}
	sec.Data = []Table{data}
	sec.Verdict = []string{fmt.Sprintf("DCQCN takes %s times as long as senders that do not react.", fixed(base, 2))}
	for _, v := range []struct {
		text string
		list []string
	}{
		{"Any one of these alone takes that away, to 10 %: ", keep}, {"Its excess is at least a quarter smaller with: ", less}, {"At least a quarter larger with: ", most},
		{"The ratio is within 25 % of the paper's largest with: ", near},
	} {
		if len(v.list) > 0 {
			sec.Verdict = append(sec.Verdict, v.text+join(v.list)+".")
		}
	}
	return sec, nil
}
