package lint

import (
	"fmt"

	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/base/text/plural"
)

// Where reasons are from.
const (
	dcqcnPaper = "Zhu et al., SIGCOMM 2015 (DCQCN)"
	dcqcnModel = "Zhu et al., CoNEXT 2016 (ECN or Delay), and dolcerc/fluid"
	nvidiaPage = "NVIDIA's page on DCQCN parameters"
	ours       = "ours; derived in docs/profiles.md"
)

// reactionChecks look at the NIC alone.
var reactionChecks = []Check{
	{
		"reaction-off", Error, "",
		"a sender that does not take CNPs keeps its rate, and PFC has to stop it", nvidiaPage,
		func(in *Input) string { return off("reaction", in.NIC.RPEnabled, in.Queue) },
	},
	{
		"notification-off", Error, "",
		"a receiver that does not answer marks leaves all senders at their rates", nvidiaPage,
		func(in *Input) string { return off("notification", in.NIC.NPEnabled, in.Queue) },
	},
	{
		"no-cut", Error, "",
		"a CNP that takes nothing off the rate is no congestion control", nvidiaPage,
		func(in *Input) string {
			return when(in.p.RP.KeepAtLeast >= 1<<16, "min_dec_fac is 100 %%: a cut keeps the whole rate")
		},
	},
	{
		"increase-wins", Warning, "",
		"CNPs as fast as the NIC sends them are the strongest feedback there is; what they do not bring down to the fair share, PFC has to", ours,
		increaseWins,
	},
	{
		"min-rate", Error, "",
		"connections at their floor cannot be slowed, so that the queue grows to PFC whatever the switch marks", ours,
		func(in *Input) string {
			sum := uint64(in.p.RP.MinRate) * uint64(in.Connections)
			return when(sum > uint64(in.Line), "%s at min_rate %s: %s into %s", plural.Of(in.Connections, "connection"), rate(float64(in.p.RP.MinRate)), rate(float64(sum)), rate(float64(in.Line)))
		},
	},
	{
		"g-convention", Warning, "",
		"alpha then forgets its past at each update, which is seldom meant: the value may be one of the other convention (weight of the new sample)", nvidiaPage + "; older mlxconfig has the other meaning",
		func(in *Input) string {
			return when(in.p.RP.OldWeight < 1<<15, "dce_tcp_g gives the old alpha a weight of %s/1024 only, so g is %s/1024", q10(in.p.RP.OldWeight), q10(1<<16-in.p.RP.OldWeight))
		},
	},
	{
		"time-reset", Warning, "",
		"an increase then comes between any two CNPs and takes back half of each cut", dcqcnPaper + ": timers against each other; " + ours,
		func(in *Input) string {
			interval, said := in.interval()
			return when(in.p.RP.IncreasePeriod < interval, "time_reset %s is shorter than the CNP interval %s", us(in.p.RP.IncreasePeriod), said)
		},
	},
	{
		"initial-alpha", Warning, "",
		"the first cut of a burst is the one that counts in an incast; with a small alpha the queue fills before alpha has grown", dcqcnPaper + ": alpha is 1 at first; the bound of 1/8 is ours",
		initialAlpha,
	},
	{
		"no-additive-increase", Warning, "",
		"the target rate then never rises between fast recovery and hyper increase, so that what a cut took is not given back", ours,
		func(in *Input) string { return when(in.p.RP.RateAI == 0, "ai_rate is 0") },
	},
	{
		"cnp-unlimited", Warning, "",
		"each marked packet then costs a CNP, up to a packet for a packet on the way back", dcqcnPaper + ": one CNP in 50 us",
		func(in *Input) string { return when(in.p.NP.Interval == 0, "min_time_between_cnps is 0") },
	},
	{
		"cnp-faster-than-cut", Note, "",
		"CNPs that come between two cuts only keep alpha up; where they are a load, send fewer", nvidiaPage,
		func(in *Input) string {
			interval, said := in.interval()
			return when(in.p.RP.CutMode != dcqcn.CutAtOnce && interval < in.p.RP.CutPeriod && interval > 0, "a CNP may come each %s, and a cut each %s (rate_reduce_monitor_period)", said, us(in.p.RP.CutPeriod))
		},
	},
	{
		"alpha-timer", Note, "",
		"alpha then falls between two CNPs even if all packets are marked, and never reaches 1: cuts stay shallow", dcqcnPaper + ": the alpha timer is longer than the CNP interval",
		func(in *Input) string {
			interval, said := in.interval()
			if in.p.RP.AlphaPeriod >= interval {
				return ""
			}
			s := in.settled()
			return fmt.Sprintf("dce_tcp_rtt %s is shorter than the CNP interval %s; under CNPs without end the reference's alpha goes up to %.3f, a cut of %.1f %%",
				us(in.p.RP.AlphaPeriod), said, s.Alpha, 100*cutBy(&in.p.RP, s.Alpha))
		},
	},
}

// when returns what is found, "" if nothing is.
func when(found bool, format string, args ...any) string {
	if !found {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

// off finds an end that does not work on the data's priority, or on any.
func off(end string, mask *uint8, queue int) string {
	switch {
	case mask == nil:
		return ""
	case *mask == 0:
		return "the " + end + " point is off on all priorities"
	case queue >= 0 && *mask&(1<<queue) == 0:
		return fmt.Sprintf("the %s point is off on priority %d", end, queue)
	}
	return ""
}

// settled runs the reference once.
func (in *Input) settled() settled {
	if in.settle == nil {
		s := settle(&in.p.RP, in.p.NP.Interval)
		in.settle = &s
	}
	return *in.settle
}

func increaseWins(in *Input) string {
	if in.p.RP.KeepAtLeast >= 1<<16 || uint64(in.p.RP.MinRate)*uint64(in.Connections) > uint64(in.Line) {
		return "" // said already
	}
	s := in.settled()
	_, said := in.interval()
	return when(s.Rate*float64(in.Connections) > float64(in.Line), "with a CNP each %s the reference settles at %s a connection; %s: %s into %s",
		said, rate(s.Rate), plural.Of(in.Connections, "connection"), rate(s.Rate*float64(in.Connections)), rate(float64(in.Line)))
}

func initialAlpha(in *Input) string {
	p := &in.p.RP
	if p.FirstCNP == dcqcn.FirstArms || p.FirstRate != 0 || p.KeepAtLeast >= 1<<16 {
		return "" // the first CNP cuts otherwise, or not at all
	}
	alpha := float64(p.AlphaInit) / float64(uint64(1)<<p.AlphaBits)
	cut := cutBy(p, alpha)
	return when(cut < 0.125, "initial_alpha_value is %.0f/1024: the first CNP cuts by about %.1f %%", alpha*1024, 100*cut)
}

// cutBy is the fraction of the rate that a cut takes at an alpha, 0..1.
func cutBy(p *dcqcn.Params, alpha float64) float64 {
	cut := alpha / float64(uint64(1)<<(p.CutShift-p.AlphaBits))
	return min(cut, 1-float64(p.KeepAtLeast)/(1<<16))
}

// q10 writes a weight of 65536ths in 1024ths.
func q10(v uint32) string { return fmt.Sprintf("%.6g", float64(v)/64) }
