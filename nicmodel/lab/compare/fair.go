package compare

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
)

// warnings returns, before anything runs, where the comparison is unfair.
func (c *Comparison) warnings() []Warning {
	list := []Warning{}
	warn := func(contender, text string) { list = append(list, Warning{contender, text}) }
	if len(c.Seeds) == 1 {
		warn("", "one seed says nothing of how far numbers scatter; take several with --seeds")
	}
	if c.scenario.Mixed() {
		warn("", "the scenario runs several algorithms side by side; here each contender has all hosts to itself")
	}
	for _, one := range c.Contenders {
		for _, text := range []string{c.borrowedProfiles(one), c.tuned(one), c.reported(one), unmarked(one), untraced(one)} {
			if text != "" {
				warn(one.Name, text)
			}
		}
	}
	return list
}

// borrowedProfiles warns of a profile that belongs to another algorithm.
func (c *Comparison) borrowedProfiles(one *Contender) string {
	choice := reaction.Choice{Algo: one.Algorithm, Profile: one.Profile}
	if one.Written {
		t := &c.scenario.NIC[0]
		choice.Arms, choice.Estimate = t.Arms, string(t.Estimate)
	}
	if !choice.UsesDefaults() {
		return ""
	}
	return fmt.Sprintf("profile %s has the settings of another algorithm, and none of %s's: it runs with the learning of its paper, "+
		"on CNPs that do not report what it learns from there; take %[2]s:%s, or search settings for it (cctrace sweep)",
		one.Profile, one.Algorithm, choice.Recommended())
}

// tuned warns of a contender that alone runs with the scenario's changes of its parameters.
func (c *Comparison) tuned(one *Contender) string {
	if !one.Written || !slices.ContainsFunc(c.Contenders, func(o *Contender) bool { return !o.Written }) {
		return ""
	}
	for i := range c.scenario.NIC {
		if c.scenario.NIC[i].Overrides() {
			return "runs with the parameters that the scenario changes for it; others run with their profiles as they are"
		}
	}
	return ""
}

// reported warns if receivers report marks to this contender in another way than to others that take CNPs.
func (c *Comparison) reported(one *Contender) string {
	if !takesCNPs(one) || one.config.NICs[0].Notify != nicmodel.NotifyEcho {
		return ""
	}
	var others []string
	for _, o := range c.Contenders {
		if n := &o.config.NICs[0]; takesCNPs(o) && n.Notify == nicmodel.NotifyCNP && n.NP.Interval > 0 {
			others = append(others, fmt.Sprintf("%s CNPs at least %v apart", o.Name, event.Time(n.NP.Interval)*event.Nanosecond))
		}
	}
	if len(others) == 0 {
		return ""
	}
	return "hears of every marked packet (notify = \"echo\"), and " + strings.Join(others, ", ") +
		"; --set nic[0].notify=cnp or =echo makes it one for all"
}

func takesCNPs(c *Contender) bool { return c.setup != nil && c.setup.Algorithm.Accepts(ir.OnCNP) }

// unmarked warns of a contender that needs marks that are not made, or not reported.
func unmarked(one *Contender) string {
	marks := one.setup != nil && one.setup.Algorithm.Accepts(ir.OnAck) && one.setup.Algorithm.Contract.Signal(ir.SignalMarked, "") != nil
	if !takesCNPs(one) && !marks {
		return ""
	}
	if len(one.config.Fabric.Marking) == 0 {
		return "reacts to marks, and the switches of this scenario make none (switch.ecn = false)"
	}
	for i := range one.config.NICs {
		switch n := &one.config.NICs[i]; {
		case n.Notify == nicmodel.NotifyNone:
			return "reacts to marks, and receivers report none (notify = \"none\")"
		case n.Notify == nicmodel.NotifyCNP && !takesCNPs(one):
			return "reads marks in acknowledgements, and receivers send CNPs (notify = \"cnp\"); leave nic.notify out, or set it to echo"
		}
	}
	return ""
}

// untraced warns of a contender with telemetry of hops if packets pass more hops than it holds.
func untraced(one *Contender) string {
	if one.setup == nil || one.setup.Algorithm.Contract.Signal(ir.SignalHops, "") == nil {
		return ""
	}
	most := min(one.setup.Algorithm.Contract.Hops(), fabric.MaxHops)
	if far := farthest(one.config); far > most {
		return fmt.Sprintf("takes the telemetry of %s, and packets here pass up to %d: it sees nothing of the others", plural.Of(most, "switch"), far)
	}
	return ""
}

// farthest returns the most switches on the path of a packet of the plan.
func farthest(c *nicmodel.Config) (most int) {
	routes := c.Topology.NextHops()
	seen := map[[2]uint32]bool{}
	var links []uint32
	for i := range c.Plan.Conns {
		k := &c.Plan.Conns[i]
		if pair := [2]uint32{k.Src, k.Dst}; !seen[pair] {
			seen[pair] = true
			links = routes.Path(links[:0], k.Src, k.Dst)
			most = max(most, len(links)-1)
		}
	}
	return most
}
