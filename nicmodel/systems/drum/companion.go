package drum

import "smartnic-cc/nicmodel/systems/companion"

// Companion returns the paper's experiments beside the model's, which take some CPU seconds in any size.
func Companion() companion.System {
	return companion.System{
		Name: "drum", Title: "DRUM: rates of WQEs and of CQ polls by ADMM",
		Text: []string{
			"\"Distributed and Optimal RDMA Resource Scheduling in Shared Data Center Networks\" has a testbed of seven nodes with ConnectX at 40 Gb/s (Figs. 2 and 6 to 11) and simulations of the iteration (Figs. 4 and 5). " +
				"Modelled are one client's threads, locks, NIC and context cache (package nicmodel/hostpath) under RAW, SHARE and DRUM's agent, and the iteration in integers, " +
				"in the corrected form of package nicmodel/systems/drum: the printed update of u grows without bound, one u for all hosts stalls, and a bound on the sum of logarithms has no maximum. One seed.",
			"Absolute times depend on what the paper does not say: how clients draw requests, how many they keep posted, in which order the NIC serves QPs. The gates are therefore on ratios and shapes. The lock is fitted to Avatar's paper.",
		},
		Parts: func(companion.Size) []companion.Part {
			return []companion.Part{part("observations", (*rows).observations), part("testbed", (*rows).testbed), part("simulations", (*rows).simulations)}
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
