package lint

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc/fluid"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/nicconf/sonic"
)

const (
	saiHeader = "SONiC's sonic-wred-profile.yang and SAI's saiwred.h"
	orchagent = "sonic-swss's orchagent/qosorch.cpp"
	ectChange = "sonic-swss PR 4719, SONiC PR 2433, sonic-buildimage PR 28164"
)

// markingChecks look at the NIC together with its switch.
var markingChecks = []Check{
	{
		"ecn-off", Error, "wred",
		"where RoCE packets are not marked, no CNP is ever sent; they are green unless --color says otherwise", saiHeader,
		func(in *Input) string {
			w := in.WRED
			if w.Named(w.Color) {
				return ""
			}
			dropped := ""
			if slices.Contains(w.Enabled, w.Color) {
				dropped = fmt.Sprintf("; wred_%s_enable is true, so they are dropped instead", w.Color)
			}
			return fmt.Sprintf("ecn of %s is %s, which does not mark %s packets%s", w.Name, w.ECN, w.Color, dropped)
		},
	},
	{
		"wred-off", Error, "wred",
		"SAI's default is false, and a switch that follows SAI then does not mark that colour, whatever ecn says; ecnconfig cannot set the field, so edit config_db.json", "sonic-buildimage issue 4545, and SAI's saiwred.h",
		func(in *Input) string {
			w := in.WRED
			return when(w.Named(w.Color) && !w.Marks(), "ecn of %s is %s, but wred_%s_enable is not true", w.Name, w.ECN, w.Color)
		},
	},
	{
		"color-mismatch", Note, "wred",
		"a colour that ecn names but that is not enabled is not marked; one that is enabled but not named is dropped early", saiHeader,
		func(in *Input) string {
			w := in.WRED
			var found []string
			for _, c := range sonic.Colors() {
				switch named, enabled := w.Named(c), slices.Contains(w.Enabled, c); {
				case c == w.Color || named == enabled:
				case named:
					found = append(found, fmt.Sprintf("ecn names %s, but wred_%s_enable is not true", c, c))
				default:
					found = append(found, fmt.Sprintf("wred_%s_enable is true, but ecn does not name %s", c, c))
				}
			}
			return said(w, found, "; ")
		},
	},
	{
		"unknown-field", Note, "wred",
		"SONiC's orchagent refuses the whole profile if it has a field that it does not know", orchagent,
		func(in *Input) string {
			found := collect.Of(in.WRED.Unknown, func(field string) string { return fmt.Sprintf("%.60s%s", field, sonic.FieldHint(field)) })
			return said(in.WRED, found, ", ")
		},
	},
	{
		"ect-thresholds", Note, "wred",
		"marks follow these fields instead of the drop thresholds, where the switch supports it; the change to SONiC was not merged when this was written, and an orchagent without it refuses the whole profile", ectChange,
		func(in *Input) string { return said(in.WRED, in.WRED.ECTFields(), ", ") },
	},
	{
		"ect-mismatch", Warning, "wred",
		"for an absent field SAI states both the drop field and a default (the whole buffer, 100 %); the change to SONiC ignores both thresholds if the minimum is alone or above the maximum, wants the colour in ecn, and refuses the names that it had first", "SAI's saiwred.h; " + ectChange,
		ectMismatch,
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
				return in.WRED.Name + " has no " + in.WRED.MaxField
			case in.WRED.Min == 0:
				return in.WRED.Name + " has no " + in.WRED.MinField
			}
			return ""
		},
	},
	{
		"kmin-above-kmax", Error, "wred",
		"SONiC refuses the whole profile, whichever the colour", saiHeader + "; " + orchagent,
		func(in *Input) string {
			w := in.WRED
			if w.Max > 0 && w.Min > w.Max {
				return fmt.Sprintf("%s %s is above %s %s", w.MinField, size(w.Min), w.MaxField, size(w.Max))
			}
			for _, c := range sonic.Colors() {
				lo, _ := w.Value(string(c) + "_min_threshold")
				hi, _ := w.Value(string(c) + "_max_threshold")
				if lo > hi {
					return fmt.Sprintf("%s_min_threshold %s is above %s_max_threshold %s", c, size(lo), c, size(hi))
				}
			}
			return ""
		},
	},
	{
		"pmax-zero", Error, "wred",
		"nothing is marked below Kmax, and the queue stands there", saiHeader,
		func(in *Input) string {
			return when(in.WRED.Percent == 0 && !in.cutoff(), "%s is 0", in.WRED.PercentField)
		},
	},
	{
		"kmin-above-pause", Error, "wred",
		"PFC then stops the sender before the first mark: pauses spread instead of rates falling", dcqcnPaper + ": ECN before PFC",
		func(in *Input) string {
			return when(in.PauseAt > 0 && in.WRED.Min > 0 && in.WRED.Min >= in.PauseAt, "%s %s is not below %s, at which PFC pauses%s", in.WRED.MinField, size(in.WRED.Min), size(in.PauseAt), in.pauseFrom())
		},
	},
	{
		"kmax-above-pause", Warning, "wred",
		"between the two PFC pauses senders that are marked by chance only; one sender alone reaches the pause first", dcqcnPaper + ": ECN before PFC; that Kmax counts too is ours",
		func(in *Input) string {
			return when(in.PauseAt > 0 && in.WRED.Min < in.PauseAt && in.WRED.Max >= in.PauseAt, "%s %s is not below %s, at which PFC pauses%s", in.WRED.MaxField, size(in.WRED.Max), size(in.PauseAt), in.pauseFrom())
		},
	},
	{
		"cutoff", Warning, "wred",
		"marking that jumps from none to all cuts every connection at once, and unequal ones stay unequal", dcqcnPaper + ": RED instead of a cut-off",
		func(in *Input) string {
			return when(in.cutoff(), "%s and %s are both %s", in.WRED.MinField, in.WRED.MaxField, size(in.WRED.Min))
		},
	},
	{
		"cutoff-below-bdp", Warning, "wred",
		"after a cut-off's marks all connections cut together; a queue of less than a bandwidth-delay product runs empty before the cut is felt, and the link idles", ours,
		func(in *Input) string {
			bdp := uint64(in.Line) * in.RTT / 8_000_000
			return when(in.cutoff() && in.WRED.Min < bdp, "the cut-off at %s is below %s times %s, %s", size(in.WRED.Min), rate(float64(in.Line)), us(uint32(in.RTT)), size(bdp))
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

// said returns what was found of a profile, "" if nothing.
func said(w *sonic.Marking, found []string, separator string) string {
	return when(len(found) > 0, "%s: %s", w.Name, strings.Join(found, separator))
}

// ectMismatch looks for fields of ECN-capable packets that do not go together.
func ectMismatch(in *Input) string {
	var found []string
	all := in.WRED.ECTFields()
	first := func(field string) bool { return strings.HasPrefix(field, "ecn_") }
	if old := slices.IndexFunc(all, first); old >= 0 && slices.ContainsFunc(all, func(field string) bool { return !first(field) }) {
		found = append(found, all[old]+" has the name of an earlier version, other fields do not")
	}
	for _, c := range sonic.Colors() {
		var set, absent []string
		for _, q := range sonic.Quantities() {
			if _, field, there := in.WRED.ECT(c, q); there {
				set = append(set, field)
			} else {
				absent = append(absent, q)
			}
		}
		lo, _, _ := in.WRED.ECT(c, "min_threshold")
		hi, _, _ := in.WRED.ECT(c, "max_threshold")
		switch {
		case len(set) > 0 && len(absent) > 0:
			found = append(found, fmt.Sprintf("%s without %s", strings.Join(set, ", "), strings.Join(absent, ", ")))
		case lo > hi:
			found = append(found, fmt.Sprintf("%s %s is above %s %s", set[0], size(lo), set[1], size(hi)))
		case len(set) > 0 && !in.WRED.Named(c):
			found = append(found, fmt.Sprintf("%s is set, but ecn does not name %s", set[0], c))
		}
	}
	return said(in.WRED, found, "; ")
}

func (in *Input) cutoff() bool { return in.WRED.Min == in.WRED.Max && in.WRED.Max > 0 }

func (in *Input) pauseFrom() string {
	return when(in.PauseFrom != "", " (%.40s, one congested group)", in.PauseFrom)
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
	return fmt.Sprintf("%s at %s: %.2f %% of packets need to be marked, and %s is %d %%", plural.Of(in.Connections, "connection"), rate(float64(in.Line)/float64(in.Connections)), 100*e.P, w.PercentField, w.Percent)
}

// Checks lists all checks.
func Checks() []Check { return slices.Concat(reactionChecks, markingChecks) }
