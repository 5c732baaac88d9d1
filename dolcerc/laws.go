package dolcerc

//ccgen:laws dolcerc4
//
//ccgen:law output-is-rc o.Rate == t.React.RC
//ccgen:law change-is-told ((o.Did & dcqcn.DidChange) != 0) == (t.React.RC != s.React.RC)
//ccgen:law cut-timer-never-raises e.Kind == dcqcn.EventCutTimer && s.React.RC >= p.Base.MinRate implies t.React.RC <= s.React.RC
//ccgen:law cut-timer-ends-at-most-at-target (o.Did & dcqcn.DidCut) != 0 && e.Kind == dcqcn.EventCutTimer implies t.React.RC <= t.React.RT
//ccgen:law increase-timer-never-lowers e.Kind == dcqcn.EventIncreaseTimer && p.Base.Halving == dcqcn.HalveSum && s.React.RC <= min(s.React.RT, p.Base.MaxRate) && s.React.RT <= p.Base.TargetCap implies t.React.RC >= s.React.RC
//ccgen:law increase-timer-moves-on e.Kind == dcqcn.EventIncreaseTimer && (t.React.Flags & dcqcn.FlagIncrease) != 0 implies t.React.IncreaseAt == e.Now.Add(p.Base.IncreasePeriod)
//ccgen:law cut-timer-moves-on e.Kind == dcqcn.EventCutTimer && (t.React.Flags & dcqcn.FlagCut) != 0 implies t.React.CutAt.Since(e.Now) >= p.Base.CutPeriod
//ccgen:law only-cnps-learn (o.Did & dcqcn.DidLearn) != 0 implies e.Kind == dcqcn.EventCNP && t.LastQualified == e.Now
//ccgen:law learning-is-apart (o.Did & dcqcn.DidLearn) != 0 && (s.React.Flags & dcqcn.FlagSeen) != 0 implies e.Now.Since(s.LastQualified) >= p.QualifyAfter
//ccgen:law arm-changes-by-learning-alone (o.Did & dcqcn.DidLearn) == 0 implies (t.React.Flags & armMask) == (s.React.Flags & armMask)
//ccgen:law unknown-kinds-change-nothing e.Kind > dcqcn.EventCNP implies t.React.RC == s.React.RC && o.Did == 0
