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
//ccgen:law pending-cuts e.Kind == dcqcn.EventCutTimer implies ((o.Did & dcqcn.DidCut) != 0) == ((s.React.Flags & dcqcn.FlagPending) != 0) && (t.React.Flags & dcqcn.FlagPending) == 0
//ccgen:law cut-is-by-the-arm e.Kind == dcqcn.EventCutTimer && (o.Did & dcqcn.DidCut) != 0 implies t.React.RC == min(max(dcqcn.Rate(uint64(s.React.RC)*uint64((1<<alphaHalved)-uint32(p.Actions[(s.React.Flags&armMask)>>armShift].Alpha))>>alphaHalved), dcqcn.Rate(uint64(s.React.RC)*uint64(p.Base.KeepAtLeast)>>16), p.Base.MinRate), t.React.RT)
//ccgen:law target-is-by-the-arm e.Kind == dcqcn.EventCutTimer && (o.Did & dcqcn.DidCut) != 0 implies t.React.RT == min(max(dcqcn.Rate(uint64(s.React.RC)*uint64(p.Actions[(s.React.Flags&armMask)>>armShift].Beta)>>BetaBits), p.Base.MinRate), p.Base.TargetCap)
//ccgen:law a-cut-starts-recovery e.Kind == dcqcn.EventCutTimer && (o.Did & dcqcn.DidCut) != 0 implies t.React.TimeStage == 0 && t.React.ByteStage == 0 && t.React.Bytes == 0 && (t.React.Flags & dcqcn.FlagIncrease) != 0
//ccgen:law increase-counts-a-stage e.Kind == dcqcn.EventIncreaseTimer implies (o.Did | dcqcn.DidChange) == (dcqcn.DidIncrease | dcqcn.DidChange) && t.React.TimeStage == min(s.React.TimeStage+1, dcqcn.MaxStage) && t.React.ByteStage == s.React.ByteStage && t.React.Bytes == s.React.Bytes
//ccgen:law increase-is-to-the-mean e.Kind == dcqcn.EventIncreaseTimer && p.Base.Halving == dcqcn.HalveSum implies t.React.RC == max(min((t.React.RT+s.React.RC+1)/2, p.Base.MaxRate), p.Base.MinRate)
//ccgen:law recovery-keeps-the-target e.Kind == dcqcn.EventIncreaseTimer && t.React.TimeStage < p.Base.Threshold && s.React.ByteStage < p.Base.Threshold implies t.React.RT == s.React.RT
//ccgen:law after-recovery-the-target-rises e.Kind == dcqcn.EventIncreaseTimer && !p.Base.TestFirst && t.React.TimeStage == p.Base.Threshold implies t.React.RT == min(s.React.RT+p.Base.RateAI, p.Base.TargetCap)
//ccgen:law hyper-increase-raises-the-target e.Kind == dcqcn.EventIncreaseTimer && p.Base.ByteReset == 0 && p.Base.Hyper == dcqcn.HyperFlat && s.React.TimeStage > p.Base.Threshold implies t.React.RT == min(s.React.RT+p.Base.RateHAI, p.Base.TargetCap)
//ccgen:law increase-timer-stops-at-the-end e.Kind == dcqcn.EventIncreaseTimer && (s.React.Flags & dcqcn.FlagIncrease) != 0 && (t.React.Flags & dcqcn.FlagIncrease) == 0 implies t.React.RT == p.Base.TargetCap && t.React.RC == s.React.RC
//ccgen:law increase-timer-has-an-end e.Kind == dcqcn.EventIncreaseTimer && t.React.RT == p.Base.TargetCap && t.React.RC == s.React.RC && (p.Base.ClampAfterTime || p.Base.ByteReset == 0 || s.React.ByteStage > 0 || t.React.RC == t.React.RT) implies (t.React.Flags & dcqcn.FlagIncrease) == 0
//ccgen:law slots-are-remembered e.Kind == dcqcn.EventSent implies (p.Estimate == MarkedPackets implies t.React.Own == s.React.Own) && (p.Estimate == TxSlots implies uint32(t.React.Own) == ((uint32(e.Now)>>p.SlotShift) & 0xFF) && (t.React.Flags & slotSeen) != 0)
//ccgen:law learning-is-due e.Kind == dcqcn.EventCNP implies ((o.Did & dcqcn.DidLearn) != 0) == ((s.React.Flags & dcqcn.FlagSeen) == 0 || e.Now.Since(s.LastQualified) >= p.QualifyAfter)
//ccgen:law cut-waits-for-its-timer e.Kind == dcqcn.EventCNP && p.Base.CutMode != dcqcn.CutAtOnce && (s.React.Flags & (dcqcn.FlagSeen | dcqcn.FlagCut)) == (dcqcn.FlagSeen | dcqcn.FlagCut) implies (t.React.Flags & dcqcn.FlagPending) != 0 && t.React.RC == s.React.RC && t.React.CutAt == s.React.CutAt
//ccgen:law cnp-cuts-at-once e.Kind == dcqcn.EventCNP && p.Base.CutMode == dcqcn.CutAtOnce && (s.React.Flags & dcqcn.FlagSeen) != 0 implies (o.Did & dcqcn.DidCut) != 0 && t.React.TimeStage == 0
//ccgen:law bytes-increase e.Kind == dcqcn.EventSent && p.Base.ByteReset != 0 && (s.React.Flags & dcqcn.FlagIncrease) != 0 implies ((o.Did & dcqcn.DidIncrease) != 0) == (s.React.Bytes+min(e.Bytes, 1<<30) >= p.Base.ByteReset)
//ccgen:law bytes-are-counted e.Kind == dcqcn.EventSent && p.Base.ByteReset != 0 && (s.React.Flags & dcqcn.FlagIncrease) != 0 && s.React.Bytes+min(e.Bytes, 1<<30) < p.Base.ByteReset implies t.React.Bytes == s.React.Bytes+min(e.Bytes, 1<<30) && t.React.RC == s.React.RC
//ccgen:law arm-changes-by-learning-alone (o.Did & dcqcn.DidLearn) == 0 implies (t.React.Flags & armMask) == (s.React.Flags & armMask)
//ccgen:law unknown-kinds-change-nothing e.Kind > dcqcn.EventCNP implies t.React.RC == s.React.RC && o.Did == 0

//ccgen:laws dolcerc4 dolcerc8
//
// Most events of a NIC bring one CNP, or bytes below those of an increase, and 8 bits hold the pending count, in units of 1.
//
//ccgen:rare many-cnps e.Kind == dcqcn.EventCNP && e.CNPs > 1
//ccgen:rare enough-bytes e.Kind == dcqcn.EventSent && s.React.Bytes + min(e.Bytes, 1<<30) >= p.Base.ByteReset
//ccgen:rare many-sent e.Kind == dcqcn.EventSent && ((s.Learn.Rest & 0xF000) != 0 || (p.Estimate == MarkedPackets && (s.Learn.Rest>>24) + min(e.Packets, 256) > 255) || (p.Estimate != MarkedPackets && (s.Learn.Rest>>24) + 1 > 255))
