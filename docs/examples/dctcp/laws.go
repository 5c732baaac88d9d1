package dctcp

//ccgen:laws dctcp
//
//ccgen:invariant rate-in-range s.Rate >= p.Least && s.Rate <= p.Line
//ccgen:invariant alpha-at-most-1 s.Alpha <= One
//ccgen:law output-is-rate o.Rate == t.Rate
//ccgen:law cut-needs-a-mark t.Rate < s.Rate implies e.Marked != 0
//ccgen:law cuts-once-a-window s.Cut && e.Acked <= s.CutLeft implies t.Rate == s.Rate && t.Cut
//ccgen:law increase-adds-once t.Rate > s.Rate implies t.Rate-s.Rate <= p.Add && !t.Cut
