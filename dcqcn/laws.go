package dcqcn

//ccgen:laws dcqcn
//
// Of every state, whether the driver is timely or not:
//
//ccgen:invariant rc-in-range s.Rates.RC >= p.MinRate && s.Rates.RC <= p.MaxRate
//ccgen:invariant rt-in-range s.Rates.RT >= p.MinRate && s.Rates.RT <= p.TargetCap
//ccgen:invariant rc-at-most-rt s.Rates.RC <= s.Rates.RT
//ccgen:invariant alpha-at-most s.Alpha <= p.AlphaMax
//ccgen:invariant bytes-below-reset p.ByteReset == 0 || s.Rates.Bytes < p.ByteReset
//ccgen:invariant pending-runs (s.Rates.Flags & FlagPending) != 0 implies (s.Rates.Flags & FlagCut) != 0
//ccgen:invariant at-once-needs-no-timer p.CutMode == CutAtOnce implies (s.Rates.Flags & (FlagCut | FlagPending)) == 0
//
// Of every step:
//
//ccgen:law output-is-rc o.Rate == t.Rates.RC
//ccgen:law change-is-told ((o.Did & DidChange) != 0) == (t.Rates.RC != s.Rates.RC)
//ccgen:law cut-timer-never-raises e.Kind == EventCutTimer implies t.Rates.RC <= s.Rates.RC && t.Rates.RT <= s.Rates.RT
//ccgen:law cut-timer-keeps-at-least e.Kind == EventCutTimer implies t.Rates.RC >= Rate(uint64(s.Rates.RC)*uint64(p.KeepAtLeast)>>16)
//ccgen:law cnp-never-raises e.Kind == EventCNP && p.FirstRate == 0 implies t.Rates.RC <= s.Rates.RC
//ccgen:law later-cnp-never-raises e.Kind == EventCNP && (s.Rates.Flags & FlagSeen) != 0 implies t.Rates.RC <= s.Rates.RC && (t.Rates.Flags & FlagSeen) != 0
//ccgen:law first-rate-is-set e.Kind == EventCNP && p.FirstRate != 0 && (s.Rates.Flags & FlagSeen) == 0 implies t.Rates.RC <= max(p.FirstRate, p.MinRate)
//ccgen:law increase-timer-never-lowers e.Kind == EventIncreaseTimer && p.Halving == HalveSum implies t.Rates.RC >= s.Rates.RC
//ccgen:law halving-each-lowers-by-1 e.Kind == EventIncreaseTimer implies t.Rates.RC+1 >= s.Rates.RC
//ccgen:law target-never-falls-in-increase e.Kind == EventIncreaseTimer implies t.Rates.RT >= s.Rates.RT
//ccgen:law alpha-timer-leaves-rates e.Kind == EventAlphaTimer implies t.Rates.RC == s.Rates.RC && t.Rates.RT == s.Rates.RT
//ccgen:law alpha-decays-without-cnp e.Kind == EventAlphaTimer && (s.Rates.Own & AlphaSawCNP) == 0 implies t.Alpha <= s.Alpha
//ccgen:law only-cnps-and-their-timer-move-alpha e.Kind != EventCNP && e.Kind != EventAlphaTimer implies t.Alpha == s.Alpha
//ccgen:law increase-timer-moves-on e.Kind == EventIncreaseTimer && (t.Rates.Flags & FlagIncrease) != 0 implies t.Rates.IncreaseAt == e.Now.Add(p.IncreasePeriod)
//ccgen:law cut-timer-moves-on e.Kind == EventCutTimer && (t.Rates.Flags & FlagCut) != 0 implies t.Rates.CutAt.Since(e.Now) >= p.CutPeriod
//ccgen:law alpha-timer-moves-on e.Kind == EventAlphaTimer && (t.Rates.Own & AlphaRuns) != 0 implies t.AlphaAt.Since(e.Now) >= p.AlphaPeriod
//ccgen:law a-timely-cut-timer-was-set timely && e.Kind == EventCutTimer implies (s.Rates.Flags & FlagCut) != 0 && s.Rates.CutAt == e.Now
//ccgen:law a-cut-starts-recovery e.Kind == EventCutTimer && (o.Did & DidCut) != 0 implies t.Rates.TimeStage == 0 && t.Rates.ByteStage == 0 && (t.Rates.Flags & FlagIncrease) != 0
//ccgen:law alpha-falls-by-its-weight e.Kind == EventAlphaTimer && (s.Rates.Own & AlphaSawCNP) == 0 implies uint64(t.Alpha) == (uint64(s.Alpha)*uint64(p.OldWeight)+(uint64(p.AlphaRounding)<<15))>>16
//ccgen:law alpha-rises-by-its-gain e.Kind == EventAlphaTimer && (s.Rates.Own & AlphaSawCNP) != 0 implies uint64(t.Alpha) == min((uint64(s.Alpha)*uint64(p.OldWeight)+(uint64(65536-p.OldWeight)<<p.AlphaBits)+(uint64(p.AlphaRounding)<<15))>>16, uint64(p.AlphaMax))
//ccgen:law alpha-timer-is-told e.Kind == EventAlphaTimer implies o.Did == DidAlpha && (t.Rates.Own & AlphaSawCNP) == 0 && t.AlphaAt == e.Now.Add(p.AlphaPeriod)
//ccgen:law alpha-timer-stops-at-rest e.Kind == EventAlphaTimer && (s.Rates.Own & AlphaRuns) != 0 implies ((t.Rates.Own & AlphaRuns) == 0) == (t.Alpha == s.Alpha && (s.Rates.Own & AlphaSawCNP) == 0 && p.AlphaMode != AlphaFreeRunning)
//ccgen:law cnp-runs-the-alpha-timer e.Kind == EventCNP implies (t.Rates.Own & AlphaRuns) != 0 && ((s.Rates.Own & AlphaRuns) == 0 implies t.AlphaAt == e.Now.Add(p.AlphaPeriod))
//ccgen:law cnp-is-kept-for-alpha e.Kind == EventCNP && p.AlphaMode != AlphaOnCNP implies t.Alpha == s.Alpha && (o.Did & DidAlpha) == 0 && ((s.Rates.Flags & FlagSeen) != 0 implies (t.Rates.Own & AlphaSawCNP) != 0)
//ccgen:law cut-waits-for-its-timer e.Kind == EventCNP && p.CutMode != CutAtOnce && (s.Rates.Flags & (FlagSeen | FlagCut)) == (FlagSeen | FlagCut) implies (t.Rates.Flags & FlagPending) != 0 && t.Rates.RC == s.Rates.RC && t.Rates.CutAt == s.Rates.CutAt
//ccgen:law cnp-cuts-at-once e.Kind == EventCNP && p.CutMode == CutAtOnce && (s.Rates.Flags & FlagSeen) != 0 implies (o.Did & DidCut) != 0 && t.Rates.TimeStage == 0 && t.Rates.IncreaseAt == e.Now.Add(p.IncreasePeriod)
//ccgen:law pending-cuts e.Kind == EventCutTimer implies ((o.Did & DidCut) != 0) == ((s.Rates.Flags & FlagPending) != 0) && (t.Rates.Flags & FlagPending) == 0
//ccgen:law cut-is-by-alpha e.Kind == EventCutTimer && (o.Did & DidCut) != 0 implies t.Rates.RC == max(Rate(uint64(s.Rates.RC)*uint64((uint32(1)<<p.CutShift)-s.Alpha)>>p.CutShift), Rate(uint64(s.Rates.RC)*uint64(p.KeepAtLeast)>>16), p.MinRate)
//ccgen:law cut-sets-the-target e.Kind == EventCutTimer && (o.Did & DidCut) != 0 implies (p.ClampTarget || s.Rates.ByteStage > 0 || (p.ClampAfterTime && s.Rates.TimeStage > 0) implies t.Rates.RT == s.Rates.RC) && (!p.ClampTarget && s.Rates.ByteStage == 0 && s.Rates.TimeStage == 0 implies t.Rates.RT == s.Rates.RT)
//ccgen:law increase-counts-a-stage e.Kind == EventIncreaseTimer implies (o.Did | DidChange) == (DidIncrease | DidChange) && t.Rates.TimeStage == min(s.Rates.TimeStage+1, MaxStage) && t.Rates.ByteStage == s.Rates.ByteStage && t.Rates.Bytes == s.Rates.Bytes
//ccgen:law increase-is-to-the-mean e.Kind == EventIncreaseTimer && p.Halving == HalveSum implies t.Rates.RC == max(min((t.Rates.RT+s.Rates.RC+1)/2, p.MaxRate), p.MinRate)
//ccgen:law increase-is-to-the-mean-of-halves e.Kind == EventIncreaseTimer && p.Halving == HalveEach implies t.Rates.RC == max(min(t.Rates.RT/2+s.Rates.RC/2, p.MaxRate), p.MinRate)
//ccgen:law recovery-keeps-the-target e.Kind == EventIncreaseTimer && t.Rates.TimeStage < p.Threshold && s.Rates.ByteStage < p.Threshold implies t.Rates.RT == s.Rates.RT
//ccgen:law after-recovery-the-target-rises e.Kind == EventIncreaseTimer && !p.TestFirst && t.Rates.TimeStage == p.Threshold implies t.Rates.RT == min(s.Rates.RT+p.RateAI, p.TargetCap)
//ccgen:law hyper-increase-raises-the-target e.Kind == EventIncreaseTimer && p.ByteReset == 0 && p.Hyper == HyperFlat && s.Rates.TimeStage > p.Threshold implies t.Rates.RT == min(s.Rates.RT+p.RateHAI, p.TargetCap)
//ccgen:law increase-timer-stops-at-the-end e.Kind == EventIncreaseTimer && (s.Rates.Flags & FlagIncrease) != 0 && (t.Rates.Flags & FlagIncrease) == 0 implies t.Rates.RT == p.TargetCap && t.Rates.RC == s.Rates.RC
//ccgen:law increase-timer-has-an-end e.Kind == EventIncreaseTimer && t.Rates.RT == p.TargetCap && t.Rates.RC == s.Rates.RC && (p.ClampAfterTime || p.ByteReset == 0 || s.Rates.ByteStage > 0 || t.Rates.RC == t.Rates.RT) implies (t.Rates.Flags & FlagIncrease) == 0
//ccgen:law bytes-are-counted e.Kind == EventSent && p.ByteReset != 0 && (s.Rates.Flags & FlagIncrease) != 0 && s.Rates.Bytes+min(e.Bytes, 1<<30) < p.ByteReset implies o.Did == 0 && t.Rates.Bytes == s.Rates.Bytes+min(e.Bytes, 1<<30) && t.Rates.RC == s.Rates.RC
//ccgen:law bytes-never-lower e.Kind == EventSent && p.Halving == HalveSum implies t.Rates.RC >= s.Rates.RC
//ccgen:law bytes-increase e.Kind == EventSent && p.ByteReset != 0 && (s.Rates.Flags & FlagIncrease) != 0 && s.Rates.Bytes+min(e.Bytes, 1<<30) >= p.ByteReset implies (o.Did & DidIncrease) != 0 && t.Rates.ByteStage >= min(s.Rates.ByteStage+1, MaxStage)
//ccgen:law no-counter-no-bytes e.Kind == EventSent && (p.ByteReset == 0 || (s.Rates.Flags & FlagIncrease) == 0) implies o.Did == 0 && t.Rates.RC == s.Rates.RC && t.Rates.RT == s.Rates.RT && t.Rates.Bytes == s.Rates.Bytes
//ccgen:law unknown-kinds-change-nothing e.Kind > EventCNP implies t.Rates.RC == s.Rates.RC && t.Alpha == s.Alpha && o.Did == 0
//
// Of two connections with the same event: the slower stays not faster.
//
//ccgen:law increase-keeps-order e.Kind == EventIncreaseTimer && s.Rates.TimeStage == s2.Rates.TimeStage && s.Rates.ByteStage == s2.Rates.ByteStage && s.Rates.RC <= s2.Rates.RC && s.Rates.RT <= s2.Rates.RT implies t.Rates.RC <= t2.Rates.RC && t.Rates.RT <= t2.Rates.RT
//ccgen:law cut-keeps-order e.Kind == EventCutTimer && s.Alpha == s2.Alpha && s.Rates.Flags == s2.Rates.Flags && s.Rates.RC <= s2.Rates.RC implies t.Rates.RC <= t2.Rates.RC
//
// From any state without CNPs and cuts to line rate, by increases of the timer alone: through fast recovery, until the
// target is at its cap, and until the rate has arrived; with HalveEach it may stop 1 or 2 kb/s short.
//
//ccgen:progress recovery-ends p.Threshold - min(s.Rates.TimeStage, p.Threshold) within p.Threshold by 1 on e.Kind == EventIncreaseTimer unless e.Kind == EventCNP || e.Kind == EventCutTimer
//ccgen:progress target-arrives p.TargetCap - s.Rates.RT within p.TargetCap - p.MinRate by min(p.RateAI, p.RateHAI) on e.Kind == EventIncreaseTimer && s.Rates.TimeStage >= p.Threshold unless e.Kind == EventCNP || e.Kind == EventCutTimer
//ccgen:progress rate-arrives bits.Len32(uint32(p.MaxRate - s.Rates.RC)) within 31 by 1 on e.Kind == EventIncreaseTimer && p.Halving == HalveSum && s.Rates.RT == p.TargetCap unless e.Kind == EventCNP || e.Kind == EventCutTimer || p.Halving == HalveEach
//ccgen:progress rate-arrives-short-by-2 bits.Len32(uint32(max(p.MaxRate-s.Rates.RC, 2)-2)) within 31 by 1 on e.Kind == EventIncreaseTimer && s.Rates.RT == p.TargetCap unless e.Kind == EventCNP || e.Kind == EventCutTimer || p.Halving == HalveEach

//ccgen:laws dcqcnnp
//
//ccgen:invariant no-cnp-no-time !s.Sent implies uint32(s.LastCNP) == 0
//ccgen:invariant marked-fits s.Marked <= MaxMarked
//ccgen:law cnps-are-apart o.CNP && s.Sent implies e.Now.Since(s.LastCNP) >= p.Interval
//ccgen:law cnp-is-remembered o.CNP implies t.Sent && t.LastCNP == e.Now && t.Marked == 0
//ccgen:law no-mark-no-change e.Marked == 0 implies !o.CNP && t.Marked == s.Marked && t.Sent == s.Sent && t.LastCNP == s.LastCNP
//ccgen:law marks-are-kept uint32(t.Marked)+uint32(o.Marked) == min(uint32(s.Marked)+uint32(min(e.Marked, MaxMarked)), MaxMarked)
//ccgen:law cnp-reports-marks o.CNP == (o.Marked >= 1)
//ccgen:law first-mark-is-answered e.Marked > 0 && !s.Sent implies o.CNP
//ccgen:law mark-after-interval-is-answered e.Marked > 0 && e.Now.Since(s.LastCNP) >= p.Interval implies o.CNP
//ccgen:law marks-keep-order s.Sent == s2.Sent && s.LastCNP == s2.LastCNP && s.Marked <= s2.Marked implies t.Marked <= t2.Marked && o.Marked <= o2.Marked

//ccgen:laws dcqcn
//
// Most events of a NIC bring one CNP, or bytes below those of an increase.
//
//ccgen:rare many-cnps e.Kind == EventCNP && e.CNPs > 1
//ccgen:rare enough-bytes e.Kind == EventSent && (s.Rates.Flags & FlagIncrease) != 0 && s.Rates.Bytes + min(e.Bytes, 1<<30) >= p.ByteReset
