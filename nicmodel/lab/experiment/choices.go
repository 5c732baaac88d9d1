package experiment

import (
	"fmt"
	"strings"
)

var choices = Experiment{
	Name: "choices", Title: "What is taken where the paper is silent",
	Points: func(*Setting) []Point { return nil }, Report: choicesReport,
}

// choice is something that the paper leaves open.
type choice struct{ what, simulations, testbed, why string }

var choicesMade = []choice{
	{"marking between Kmin 7 KB and Kmax 500 KB", "Pmax 1", "Pmax 0.1",
		"The simulator's configuration file has 1. The testbed has other switches, and nothing is known of theirs: 0.1 keeps figure 3 on the slope of the curve (package dolcerc/fluid)."},
	{"CNPs at least", strings.TrimSuffix(simulatedCNPs, "us") + " us apart", "1 us apart",
		"Simulations: the file has 50 us; 8 us is fitted to table I. Testbed: what the prototype's NICs are set to, for both algorithms."},
	{"DCQCN's target rate at a cut", "follows each cut", "follows each cut",
		"The paper's equation (1) with beta 1 and the simulator's file; ConnectX can (clamp_tgt_rate), though its default is not to."},
	{"DCQCN's alpha at first", "1", "1023/1024", "DCQCN's paper; ConnectX's default. The simulator begins at 1/2, see causes1 and causes2."},
	{"increase timer, stages of fast recovery", "60 us, 5", "300 us, 1", "The simulator's file; ConnectX's default."},
	{"byte counter", "300 MB", "32767 bytes", "The simulator's first file (a later one has 300 KB, see causes1 and causes2); ConnectX's default."},
	{"R_AI, R_HAI, least rate, Mb/s", "400, 200, 100", "5, 50, 1", "The simulator's file, but for R_AI, which is 40 there; 400 is fitted to table I. ConnectX's defaults."},
	{"flows a run of tables I and II", fmt.Sprint(flowsAt1024), "", "Fitted to table I. A number of flows, and not a time, lets the two loads have nearly the same 99th percentiles, as the paper's do."},
	{"qualified CNPs", "300 us apart", "300 us apart", "One fast-recovery phase: five times 60 us, or one times 300 us."},
	{"how marks are counted", "packets", "time slots", "The ideal and the actual case of section IV-B."},
	{"arms of Dolce-RC", "alpha:beta 0.0139:0.7, 0.0425:0.9182, 0.1258:1, 0.2903:1.1", "the same", "Points of figure 3's relation, not fitted; taken instead of the arms of the profiles, whose alpha is raised where an arm would swing, in the knowledge of what comes of both (causes1, causes5)."},
	{"arms of Dolce-RC+", "8", "", "The slowest is a 128th of the link, so that 32 senders fit beside one another; not stated by the paper."},
	{"ideal MCT of Dolce-RC+", "6 us and the message at line rate", "", "The round trip of the dumbbell: three links of 1 us each way."},
	{"switch memory", "32 MiB", "32 MiB", "Not stated; the headroom of 330 packets is the paper's."},
	{"how ranks exchange", "", "pairwise from 3000 bytes on, else all at once", "Open MPI's rules; below 200 bytes it has another way, which is not modelled. The paper does not name its MPI library."},
}

func choicesReport(*Setting, *Results) (*Section, error) {
	sec := &Section{Name: "choices", Text: []string{
		"The simulations (tables I and II, figures 6 and 8) have one setting, and the testbed's experiments (figure 5, VASP) another, since they are other machines; choices.csv lists both, with reasons. " +
			"The paper's simulator is the public one of DCQCN's authors (bobzhuyb/ns3-rdma), which comes with a configuration file; its NICs are ConnectX.",
	}}
	t := Table{Name: "choices", Header: []string{"left open", "simulations", "testbed", "why"}}
	for _, c := range choicesMade {
		t.row(c.what, c.simulations, c.testbed, c.why)
	}
	sec.Data = []Table{t}
	sec.Verdict = []string{
		"Three numbers are fitted to the eight of table I: how many flows there are, the interval of CNPs, and R_AI. Table II and figure 6 are held out. " +
			"Others were chosen among values that have a source, in the knowledge of what comes of each: in simulations Pmax, the first of the simulator's two byte counters, DCQCN's alpha at first, and which of two sets of arms; " +
			"on the testbed, that DCQCN's target follows each cut, that its CNPs come as often as Dolce-RC's, and whose rules the ranks exchange by; for figure 8, the number of arms. " +
			"So agreement means that one setting with a source for all but three numbers gives table I, not that it was the paper's.",
	}
	return sec, nil
}
