package aimd

//ccgen:laws aimd
//
//ccgen:invariant rate-in-range s.Rate >= p.Least && s.Rate <= p.Line
//ccgen:law cnp-never-raises e.Kind == EventCNP implies t.Rate <= s.Rate
//ccgen:law cuts-are-apart t.Rate < s.Rate && s.Cut implies e.Now.Since(s.CutAt) >= p.Quiet
//ccgen:law increase-never-lowers e.Kind == EventIncreaseTimer implies t.Rate >= s.Rate
//ccgen:law slower-stays-slower s.Rate <= s2.Rate && s.Cut == s2.Cut && s.CutAt == s2.CutAt implies t.Rate <= t2.Rate
