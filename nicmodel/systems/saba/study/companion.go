package study

import (
	"smartnic-cc/nicmodel/systems/companion"
	"smartnic-cc/nicmodel/systems/saba/cluster"
)

// Companion returns the thesis' statements on Saba's control plane beside the model's, which take some CPU seconds in any
// size.
func Companion() companion.System {
	return companion.System{
		Name: "saba", Title: "Saba: bandwidth by the sensitivity of applications",
		Text: []string{
			"\"Application-Centric Bandwidth Allocation in Datacenters\" (chapters 3 and 4) has 32 servers at 56 Gb/s with eight virtual lanes, ten workloads of Spark and Flink, and a simulation of 1,944 servers. " +
				"Here profiles are fitted and weights found by the integers that a controller and a switch run (package nicmodel/systems/saba), and one port is run in two fluid models (package nicmodel/systems/saba/study): " +
				"stages that compute and send, and applications that go forward by their measured curves. Predictions are of ports and of a leaf-spine network. Costs are operations counted, so that they are the same everywhere.",
			"The text has slow-downs of LR, PR, SQL and TS only, and the mean of the ten. What is missing of the ten workloads is ours, made to fall into the groups of figure 4.7 with that mean, and " +
				"nothing was fitted to a speed-up. The thesis does not say what its synthetic workloads are; ours are those of Twenty and Families. Its baseline is InfiniBand's congestion control, which divides by flows; " +
				"here an application has 1, 2, 4 or 8 of them.",
			"Speed-ups are geometric means of one seed, of 100 or 30 ports with a queue for each application; arithmetic means are beside them. Workloads go forward by their curves, all without end; those in stages begin " +
				"again when they end. Every other one of these only sends for 40 to 90 % of its time alone, and the others are light overlapped (they send for 5 to 30 % of their time while they compute), " +
				"heavy overlapped (40 to 90 %) or little serial (1 to 20 %, and do nothing else then). Where curves are known, the controller has the profile at every percent for a model.",
			"Packets run too (package nicmodel/systems/saba/cluster), in segments of 16 KB: two applications on eight hosts at one switch, and ten workloads of three instances on a leaf-spine network of 32 hosts " +
				"that has half their capacity above the racks, with DWRR queues, DCQCN or PFC alone, and a controller that takes 1 ms. " +
				"Intervals (±) are of 95 % over the placements.",
		},
		Parts: func(size companion.Size) []companion.Part {
			placements := map[companion.Size]int{companion.Smoke: 3, companion.Fast: 8, companion.Full: 16}[size]
			return []companion.Part{part("profiles", (*rows).profiles), part("maps", (*rows).maps), part("cost", (*rows).cost), part("curves", (*rows).curves), part("stages", (*rows).stages),
				{Name: "pair", Rows: cluster.PairRows},
				{Name: "network", Rows: func() ([]companion.Row, error) { return cluster.NetworkRows(placements) }}}
		},
	}
}

// part is a part of which one function makes the rows.
func part(name string, make func(r *rows)) companion.Part {
	return companion.Part{Name: name, Rows: func() ([]companion.Row, error) {
		r := &rows{}
		make(r)
		return r.List, r.err
	}}
}
