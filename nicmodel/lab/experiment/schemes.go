package experiment

import "strings"

// scheme is an algorithm with its parameters, as changes of a scenario.
type scheme struct {
	name string
	set  []string
}

// The simulations of the paper use the public simulator of DCQCN's authors. It states of the
// parameters the marking thresholds, PFC's headroom and those of DR-UCB; the rest is here
// what the configuration file has that the simulator came with: Pmax 1 (in the scenarios),
// an increase timer of 60 us, a byte counter of 300 MB, R_HAI 200 Mb/s, no rate below
// 100 Mb/s, and as in the profile g 1/256, five stages of fast recovery, an alpha that decays
// each 55 us, and a target that every cut sets. Three things differ from that file: CNPs are
// simulatedCNPs apart instead of 50 us and R_AI is 400 instead of 40 Mb/s, which are fitted to
// table I together with the number of flows and the choice of Dolce-RC's arms
// (docs/sample/fit-dolcerc.toml), and alpha begins at 1, as DCQCN's paper has it, instead of
// 1/2. A qualified CNP is one fast-recovery phase after the last: five times 60 us.
const simulatedCNPs = "8us"

// simulatedKnobs are what the file changes of the profile paper.
var simulatedKnobs = []string{"time_reset=60", "byte_reset=300000000", "ai_rate=400", "hai_rate=200", "min_rate=100"}

// knobs makes changes of a profile under the vendor's names, the later ones first in force.
func knobs(values ...string) string {
	return `nic[0].set=["` + strings.Join(values, `", "`) + `"]`
}

// simulated makes changes of simulatedKnobs.
func simulated(values ...string) string {
	return knobs(append(append([]string(nil), simulatedKnobs...), values...)...)
}

var (
	// In simulations.
	dcqcnSimulated = scheme{"DCQCN", []string{"nic[0].algorithm=dcqcn", "nic[0].profile=paper", "nic[0].cnp_interval=" + simulatedCNPs, simulated()}}
	dolceSimulated = scheme{"Dolce-RC", []string{"nic[0].algorithm=dolcerc", "nic[0].profile=paper", "nic[0].cnp_interval=" + simulatedCNPs, "nic[0].qualify_after=300us", simulated(), figure3Arms[0]}}
	// DCQCN as its paper has it, with CNPs 50 us apart, and Dolce-RC on that.
	dcqcnPaper = scheme{"DCQCN, profile paper", []string{"nic[0].algorithm=dcqcn", "nic[0].profile=paper"}}
	dolcePaper = scheme{"Dolce-RC on profile paper", []string{"nic[0].algorithm=dolcerc", "nic[0].profile=paper"}}
	// On the testbed, whose NICs are ConnectX: DCQCN's target follows every cut, as equation
	// (1) has it with beta 1 (clamp_tgt_rate; off by default). Dolce-RC counts time slots, for
	// which the prototype's NICs send CNPs up to every microsecond; DCQCN has the same NICs.
	dcqcnTestbed = scheme{"DCQCN", []string{"nic[0].algorithm=dcqcn", "nic[0].profile=connectx", knobs("clamp_tgt_rate=1"), "nic[0].cnp_interval=1us"}}
	dolceTestbed = scheme{"Dolce-RC", []string{"nic[0].algorithm=dolcerc", "nic[0].profile=connectx", "nic[0].estimate=tx-slots", "nic[0].cnp_interval=1us", figure3Arms[0]}}
	dcqcnVendor  = scheme{"DCQCN, profile connectx", []string{"nic[0].algorithm=dcqcn", "nic[0].profile=connectx"}}
	// Of figure 8. The slowest of eight arms is a 128th of the link: 32 senders fit beside one
	// another, which with four arms, the slowest an eighth, they do not. The base delay is the
	// round trip of the dumbbell, three links of 1 us each way.
	dolcePlus = scheme{"Dolce-RC+", []string{"nic[0].algorithm=dolcercplus", "nic[0].arm_count=8", "nic[0].base_delay=6us"}}

	noControl    = scheme{"no congestion control", []string{"nic[0].algorithm=none"}}
	dcqcnEcho    = scheme{"DCQCN, profile hpcc, each acknowledgement echoes the mark", []string{"nic[0].algorithm=dcqcn", "nic[0].profile=hpcc", "nic[0].notify=echo"}}
	otherSchemes = []scheme{
		dcqcnPaper, dolcePaper, dcqcnVendor, dcqcnEcho,
		{"DCQCN, profile irdma", []string{"nic[0].algorithm=dcqcn", "nic[0].profile=irdma"}},
		{"Dolce-RC on profile connectx, time slots", dolceTestbed.set},
		{"Dolce-RC on profile irdma", []string{"nic[0].algorithm=dolcerc", "nic[0].profile=irdma"}},
	}
)
