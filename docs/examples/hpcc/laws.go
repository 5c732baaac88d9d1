package hpcc

//ccgen:laws hpcc
//
//ccgen:invariant reference-in-range s.Reference >= p.Least && s.Reference <= p.Line
//ccgen:law rate-in-range o.Rate >= p.Least && o.Rate <= p.Line
//ccgen:law unknown-hops-change-no-rate s.Count == 0 implies o.Rate == s.Reference && t.Reference == s.Reference && t.Use == s.Use
//ccgen:law reference-changes-once-a-window e.Acked <= s.Left implies t.Reference == s.Reference && t.Stage == s.Stage
//ccgen:law stages-end t.Stage <= p.MaxStage || t.Stage == s.Stage
//ccgen:law below-target-never-cuts t.Use < p.Target>>(32-UseBits) && s.Stage < p.MaxStage implies o.Rate >= s.Reference
