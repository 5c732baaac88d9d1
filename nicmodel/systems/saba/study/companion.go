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
				"Here profiles are fitted and weights computed by the integers that a controller and a switch run (package nicmodel/systems/saba); a port runs in two fluid models (package nicmodel/systems/saba/study), " +
				"workloads in stages of computing and sending or along their measured curves. Costs are counted operations.",
			"The thesis gives slow-downs of LR, PR, SQL and TS, and the mean of the ten; the other workloads are made to fall into the groups of figure 4.7 with that mean, the synthetic ones are ours, and " +
				"nothing was fitted to a speed-up. The thesis's baseline, InfiniBand's congestion control, shares by flow; here an application has 1, 2, 4 or 8 flows.",
			"Speed-ups are geometric means over 100 or 30 ports with a queue for each application, one seed. Workloads along curves run without end, those in stages start again when they end: every other one only sends, " +
				"for 40 to 90 % of its time alone, and the rest are light overlapped (sending for 5 to 30 % of their time, while they compute), heavy overlapped (40 to 90 %) or little serial (1 to 20 %, computing nothing then). " +
				"With curves known the controller has each profile at every percent.",
			"In packets (package nicmodel/systems/saba/cluster), in segments of 16 KB, run two applications on eight hosts at one switch, and ten workloads of three instances on a 2:1 oversubscribed leaf-spine network of 32 hosts, " +
				"with DWRR queues, DCQCN or PFC alone, and a controller that takes 1 ms. Intervals (±) are 95 % over the placements.",
		},
		Parts: func(size companion.Size) []companion.Part {
			placements := map[companion.Size]int{companion.Smoke: 3, companion.Fast: 8, companion.Full: 16}[size]
			return []companion.Part{part("profiles", (*rows).profiles), part("maps", (*rows).maps), part("cost", (*rows).cost), part("curves", (*rows).curves), part("stages", (*rows).stages),
				claims.Part("pair", cluster.MeasurePair),
				claims.Part("network", func(m *companion.Measured) error { return cluster.MeasureNetwork(m, placements) })}
		},
	}
}

// part is a part of the claims that one function measures.
func part(name string, measure func(r *rows)) companion.Part {
	return claims.Part(name, func(m *companion.Measured) error {
		r := &rows{Measured: m}
		measure(r)
		return r.err
	})
}
