package experiment

import "strings"

// change is what one run of a study on causes has otherwise: both algorithms, or one of them.
type change struct {
	name         string
	both         []string
	dcqcn, dolce []string
	// long: it matters to the long flows of table II as well.
	long bool
	// cut: the run ends before all messages are complete, and those that are not do not count.
	cut bool
	// how is the exchange of MPI_Alltoall, nil for pairwise; ranks the processes a host, 0 for the setting's.
	how   *string
	ranks int
	// kept: DCQCN keeps its connections between the flows of figure 8.
	kept bool
}

// setBoth, setCNPs and setArms make changes of one key.
func setBoth(values ...string) []string { return []string{simulated(values...)} }
func setCNPs(apart string) []string     { return []string{"nic[0].cnp_interval=" + apart} }
func setArms(arms ...string) []string {
	return []string{`nic[0].arms=["` + strings.Join(arms, `", "`) + `"]`}
}

// four is an arm four times: no choice.
func four(arm string) []string { return setArms(arm, arm, arm, arm) }

// testbed makes changes of what DCQCN has on the testbed.
func testbed(values ...string) []string {
	return []string{knobs(append([]string{"clamp_tgt_rate=1"}, values...)...)}
}

// forTime makes changes that let flows begin for a time, in place of countOf.
func forTime(t string) []string {
	return []string{"workload[0].count=1000000", "workload[0].duration=" + t}
}

// figure3Arms are points of the relation of figure 3 itself; fluidArms are the same with alpha
// raised where the arm would swing (section fig3).
var (
	figure3Arms = setArms("0.0139:0.7", "0.0425:0.9182", "0.1258:1", "0.2903:1.1")
	fluidArms   = setArms("0.7752:0.7", "0.3213:0.9182", "0.1258:1", "0.2903:1.1")
)

var (
	lowMarking  = []string{"switch.marking[0].pmax=0.1"}
	highMarking = []string{"switch.marking[0].kmin=28KB", "switch.marking[0].kmax=2000KB"}
)

// flowChanges vary what the paper does not state of its simulations, and what it does not say
// it left alone.
var flowChanges = []change{
	{name: "as in the table", long: true},
	{name: "flows for 2 ms, whatever their number", both: forTime("2ms")},
	{name: "these, and only those that end within 3.3 ms count", both: append(forTime("2ms"), "run.end=3.3ms"), cut: true},
	{name: "flows for 10 ms", both: forTime("10ms")},
	// Notification.
	{name: "CNPs 50 us apart", both: setCNPs("50us"), long: true},
	{name: "CNPs 10 us apart", both: setCNPs("10us")},
	{name: "CNPs 6 us apart", both: setCNPs("6us")},
	// Marking and buffers.
	{name: "Pmax 0.1", both: lowMarking, long: true},
	{name: "Kmin and Kmax four times as high", both: highMarking},
	// Recovery.
	{name: "R_AI 40 Mb/s, as in the simulator's file", both: setBoth("ai_rate=40"), long: true},
	{name: "R_AI 40 Mb/s, byte counter off, its stage the timer's", both: setBoth("ai_rate=40", "byte_reset=0"), long: true},
	{name: "increase timer 300 us", both: setBoth("time_reset=300")},
	{name: "byte counter 300 KB", both: setBoth("byte_reset=300000")},
	// Where DCQCN's alpha begins.
	{name: "DCQCN's alpha begins at 1/2", dcqcn: setBoth("initial_alpha_value=512"), long: true},
	// Arms and learning.
	{name: "arms that do not swing (figure 3 below)", dolce: fluidArms, long: true},
	{name: "the four arms are alpha 0.1258, beta 1", dolce: four("0.1258:1")},
	{name: "the four arms are alpha 0.2903, beta 1.1", dolce: four("0.2903:1.1"), long: true},
	{name: "qualified CNPs 75 us apart", dolce: []string{"nic[0].qualify_after=75us"}},
}

// allToAllChanges are what could let DCQCN take three times as long; MPI_Alltoall's own way
// of exchange first.
var allToAllChanges = []change{
	{name: "as in figure 5: pairwise"},
	{name: "all at once", how: new(AllAtOnce)},
	{name: "in blocks of 32", how: new(Blocks)},
	{name: "all at once, one connection a pair of hosts", how: new(HostPairs)},
	{name: "in the order of ranks", how: new(RankOrder)},
	// The reaction and the notification point.
	{name: "DCQCN's target follows a cut only after an increase (ConnectX's default)", dcqcn: []string{knobs("clamp_tgt_rate=0")}},
	{name: "DCQCN's CNPs 4 us apart (ConnectX's default)", dcqcn: setCNPs("4us")},
	{name: "DCQCN's CNPs 50 us apart", dcqcn: setCNPs("50us")},
	{name: "DCQCN's increase timer 55 us", dcqcn: testbed("time_reset=55")},
	{name: "DCQCN's byte counter off", dcqcn: testbed("byte_reset=0")},
	{name: "Dolce-RC counts marked packets", dolce: []string{"nic[0].estimate=marked-packets"}},
	{name: "Dolce-RC's arms do not swing (figure 3 below)", dolce: fluidArms},
	{name: "Dolce-RC's four arms are alpha 0.2903, beta 1.1", dolce: four("0.2903:1.1")},
	{name: "both as in the simulations", dcqcn: dcqcnSimulated.set, dolce: append([]string{"nic[0].estimate=marked-packets"}, dolceSimulated.set...)},
	// The network.
	{name: "Pmax 1", both: []string{"switch.marking[0].pmax=1"}},
	{name: "Kmin and Kmax four times as high", both: highMarking},
	{name: "one switch for all hosts: no ECMP", both: []string{"topology.leaves=1", "topology.hosts_per_leaf=8"}},
	{name: "2 links between leaf and spine", both: []string{"topology.links_per_pair=2"}},
	{name: "40 processes a host", ranks: 40},
}

// dumbbellChanges are those of figure 8.
var dumbbellChanges = []change{
	{name: "as in figure 8"},
	{name: "four arms, the slowest an eighth of the link", dolce: []string{"nic[0].arm_count=4"}},
	{name: "Pmax 0.1", both: lowMarking},
	{name: "Kmin and Kmax four times as high", both: highMarking},
	{name: "one message of a connection at a time", both: []string{"nic[0].window=8"}},
	{name: "DCQCN keeps its connections between flows", kept: true},
	{name: "DCQCN's CNPs 50 us apart", dcqcn: setCNPs("50us")},
	{name: "DCQCN's R_AI 4 Gb/s", dcqcn: setBoth("ai_rate=4000")},
	{name: "both of these", dcqcn: append(setCNPs("50us"), setBoth("ai_rate=4000")...)},
	{name: "DCQCN's R_AI 40 Mb/s, byte counter off, its stage the timer's", dcqcn: setBoth("ai_rate=40", "byte_reset=0")},
	{name: "DCQCN's target follows a cut only after an increase", dcqcn: setBoth("clamp_tgt_rate=0")},
	{name: "gamma 0.99", dolce: []string{`nic[0].gamma="0.99"`}},
}
