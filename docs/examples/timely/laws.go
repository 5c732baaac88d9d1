package timely

//ccgen:laws timely
//
//ccgen:invariant rate-in-range s.Rate >= p.Least && s.Rate <= p.Line
//ccgen:law output-is-rate o.Rate == t.Rate
//ccgen:law cut-needs-a-long-rtt t.Rate < s.Rate implies t.RTT >= p.Low
//ccgen:law increase-needs-a-short-rtt t.Rate > s.Rate implies t.RTT <= p.High
//ccgen:law only-samples-change s.Acked+min(e.Acked, p.Segment) < p.Segment implies t.Rate == s.Rate && t.RTT == s.RTT
//ccgen:law increase-by-a-few-additions t.Rate > s.Rate implies t.Rate-s.Rate <= p.Add*CalmAdds
