package lint

import (
	"fmt"
	"slices"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc/fluid"
	"smartnic-cc/internal/text/plural"
)

const (
	saiHeader = "SONiC's sonic-wred-profile.yang and SAI's saiwred.h"
)

// markingChecks look at the switch beside the NIC.
var markingChecks = []Check{
	{
		"ecn-off", Error, "wred",
		"RoCE packets are green; where they are not marked, no CNP is ever sent", saiHeader,
		func(in *Input) string {
			if in.WRED.Marks() {
				return ""
			}
			return fmt.Sprintf("ecn of %s is %s, which does not mark green packets", in.WRED.Name, in.WRED.ECN)
		},
	},
	{
		"queue-unmarked", Error, "wred",
		"a profile marks only in the queues that name it", saiHeader,
		func(in *Input) string {
			if in.Switch == nil || in.Queue < 0 {
				return ""
			}
			without, of := in.Switch.Unmarked(in.Queue)
			if len(without) == 0 {
				return ""
			}
			return fmt.Sprintf("%d of %s without a WRED profile on queue %d, %.40s for one", len(without), plural.Of(of, "port"), in.Queue, without[0])
		},
	},
	{
		"threshold-missing", Error, "wred",
		"SAI takes an absent threshold as 0, which means the whole buffer: nothing is marked before it is full", saiHeader,
		func(in *Input) string {
			switch {
			case in.WRED.Max == 0:
				return in.WRED.Name + " has no green_max_threshold"
			case in.WRED.Min == 0:
				return in.WRED.Name + " has no green_min_threshold"
			}
			return ""
		},
	},
	{
		"kmin-above-kmax", Error, "wred",
		"SONiC refuses it, or the switch takes neither", saiHeader,
		func(in *Input) string {
			if in.WRED.Max == 0 || in.WRED.Min <= in.WRED.Max {
				return ""
			}
			return fmt.Sprintf("green_min_threshold %s is above green_max_threshold %s", size(in.WRED.Min), size(in.WRED.Max))
		},
	},
	{
		"pmax-zero", Error, "wred",
		"nothing is marked below Kmax, and the queue stands there", saiHeader,
		func(in *Input) string {
			if in.WRED.Percent > 0 || in.cutoff() {
				return ""
			}
			return "green_drop_probability is 0"
		},
	},
	{
		"kmin-above-pause", Error, "wred",
		"PFC then stops the sender before the first mark: pauses spread instead of rates falling", dcqcnPaper + ": ECN before PFC",
		func(in *Input) string {
			if in.PauseAt == 0 || in.WRED.Min == 0 || in.WRED.Min < in.PauseAt {
				return ""
			}
			return fmt.Sprintf("green_min_threshold %s is not below %s, at which PFC pauses%s", size(in.WRED.Min), size(in.PauseAt), in.pauseFrom())
		},
	},
	{
		"kmax-above-pause", Warning, "wred",
		"between the two PFC pauses senders that are marked by chance only; one sender alone reaches the pause first", dcqcnPaper + ": ECN before PFC; that Kmax counts too is ours",
		func(in *Input) string {
			if in.PauseAt == 0 || in.WRED.Min >= in.PauseAt || in.WRED.Max < in.PauseAt {
				return ""
			}
			return fmt.Sprintf("green_max_threshold %s is not below %s, at which PFC pauses%s", size(in.WRED.Max), size(in.PauseAt), in.pauseFrom())
		},
	},
	{
		"cutoff", Warning, "wred",
		"marking that jumps from none to all cuts every connection at once, and unequal ones stay unequal", dcqcnPaper + ": RED instead of a cut-off",
		func(in *Input) string {
			if !in.cutoff() {
				return ""
			}
			return fmt.Sprintf("green_min_threshold and green_max_threshold are both %s", size(in.WRED.Min))
		},
	},
	{
		"cutoff-below-bdp", Warning, "wred",
		"after a cut-off's marks all connections cut together; a queue of less than a bandwidth-delay product runs empty before the cut is felt, and the link idles", ours,
		func(in *Input) string {
			bdp := uint64(in.Line) * in.RTT / 8_000_000
			if !in.cutoff() || in.WRED.Min >= bdp {
				return ""
			}
			return fmt.Sprintf("the cut-off at %s is below %s times %s, %s", size(in.WRED.Min), rate(float64(in.Line)), us(uint32(in.RTT)), size(bdp))
		},
	},
	{
		"pmax-low", Warning, "wred",
		"the marks that hold these connections at their share are more than the slope can give: the queue leaves it and stands at Kmax", dcqcnModel,
		pmaxLow,
	},
	{
		"cnp-with-data", Warning, "wred",
		"CNPs that wait behind the data, or are paused with it, come when the queue is already full", dcqcnPaper + ": CNPs at high priority",
		func(in *Input) string {
			if in.Switch == nil {
				return ""
			}
			queue, paused, ok := in.Switch.Queue(in.p.CNP.DSCP)
			switch {
			case !ok:
				return ""
			case queue == in.Queue:
				return fmt.Sprintf("CNPs of DSCP %d go to queue %d, that of the data", in.p.CNP.DSCP, queue)
			case paused:
				return fmt.Sprintf("CNPs of DSCP %d go to queue %d, which PFC pauses", in.p.CNP.DSCP, queue)
			}
			return ""
		},
	},
}

func (in *Input) cutoff() bool { return in.WRED.Min == in.WRED.Max && in.WRED.Max > 0 }

func (in *Input) pauseFrom() string {
	if in.PauseFrom == "" {
		return ""
	}
	return fmt.Sprintf(" (%.40s, one congested group)", in.PauseFrom)
}

// pmaxLow asks the fluid model for the marking probability that holds the connections at
// their fair share.
func pmaxLow(in *Input) string {
	w := in.WRED
	if !w.Marks() || w.Percent == 0 || w.Min >= w.Max {
		return ""
	}
	p := &in.p.RP
	// Cuts come no faster than CNPs, nor than the cut period.
	tau := in.p.NP.Interval
	if p.CutMode != dcqcn.CutAtOnce {
		tau = max(tau, p.CutPeriod)
	}
	c := fluid.Default()
	c.Capacity = float64(in.Line) * 1e3
	c.MTU = float64(in.MTU)
	c.Tau = max(float64(tau)*1e-9, 1e-7)
	c.TauAlpha = max(float64(p.AlphaPeriod)*1e-9, 1e-7)
	c.T = max(float64(p.IncreasePeriod)*1e-9, 1e-7)
	c.F = float64(p.Threshold)
	c.RAI = max(float64(p.RateAI)*1e3, 1)
	c.B = 1e12 // off
	if p.ByteReset > 0 {
		c.B = max(float64(p.ByteReset), c.MTU)
	}
	pmax := float64(w.Percent) / 100
	c.RED = fluid.RED{Kmin: float64(w.Min), Kmax: float64(w.Max), PMax: pmax}
	e, err := c.DCQCN(float64(in.Connections))
	if err != nil || e.OnSlope {
		return "" // outside the model: nothing is claimed
	}
	return fmt.Sprintf("%s at %s: %.2f %% of packets need to be marked, and green_drop_probability is %d %%", plural.Of(in.Connections, "connection"), rate(float64(in.Line)/float64(in.Connections)), 100*e.P, w.Percent)
}

// Checks lists all checks.
func Checks() []Check { return slices.Concat(reactionChecks, markingChecks) }
