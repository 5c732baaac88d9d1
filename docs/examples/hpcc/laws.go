package hpcc

//ccgen:laws hpcc
//
//ccgen:invariant reference-in-range s.Reference >= p.Least && s.Reference <= p.Line
//ccgen:law rate-in-range o.Rate >= p.Least && o.Rate <= p.Line
//ccgen:law reference-changes-once-a-window e.Acked <= s.Left implies t.Reference == s.Reference && t.Stage == s.Stage
//ccgen:law stages-end t.Stage <= p.MaxStage || t.Stage == s.Stage
