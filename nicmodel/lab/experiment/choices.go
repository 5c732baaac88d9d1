package experiment

var choices = Experiment{
	Name: "choices", Title: "What is taken where the paper is silent",
	Points: func(*Setting) []Point { return nil }, Report: choicesReport,
}

func choicesReport(*Setting, *Results) (*Section, error) {
	sec := &Section{Name: "choices", Text: []string{
		"The simulations (tables I and II, figures 6 and 8) have one setting, and the testbed's experiments (figure 5, VASP) another, since they are other machines; choices.csv lists both, with reasons. " +
			"The paper's simulator is the public one of DCQCN's authors (bobzhuyb/ns3-rdma), which comes with a configuration file; its NICs are ConnectX.",
	}}
	t := Table{Name: "choices", Header: []string{"left open", "simulations", "testbed", "why"}}
	for _, c := range paper.Choice {
		t.row(c.What, c.Simulations, c.Testbed, c.Why)
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
