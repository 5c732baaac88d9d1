package scenario

import (
	"fmt"
	"math"
	"path/filepath"

	"smartnic-cc/bandit/decimal"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	dolcercplusprofile "smartnic-cc/dolcercplus/profile"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/internal/reference"
	"smartnic-cc/internal/text/setting"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/topology"
)

// Algorithms of a NIC beside those of package reaction.
const (
	algoNone = "none"
	algoPlus = "dolcercplus"
)

// nics makes the kinds of NICs: one of each table and rate of a host's link, since
// parameters depend on that.
func (b *builder) nics() {
	s, c := b.s, b.c
	if len(s.NIC) == 0 {
		b.Fail("nic", "there is none; add a table [[nic]], with algorithm = \"none\" for hosts that send at line rate")
		return
	}
	const nobody = math.MaxUint32
	table := make([]uint32, c.Topology.Hosts)
	for i := range table {
		table[i] = nobody
	}
	for i := range s.NIC {
		for _, host := range b.hosts(fmt.Sprintf("nic[%d].hosts", i), s.NIC[i].Hosts, "all") {
			table[host] = uint32(i)
		}
		if b.Err != nil {
			return
		}
	}
	links := c.Topology.HostRates()
	type kind struct {
		table uint32
		rate  uint64
	}
	known := map[kind]uint8{}
	c.Kind = make([]uint8, c.Topology.Hosts)
	for host, i := range table {
		if i == nobody {
			b.Fail("nic", "host %d has no NIC; name it in the hosts of a table [[nic]], or leave hosts out for all", c.Topology.IDOf(uint32(host)))
			return
		}
		k := kind{i, links[host]}
		at, ok := known[k]
		if !ok {
			if len(c.NICs) == 256 {
				b.Fail("nic", "more than 256 kinds of NICs, counting each table at each rate of a link")
				return
			}
			at = uint8(len(c.NICs))
			known[k] = at
			n := &nic{builder: b, t: &s.NIC[i], key: fmt.Sprintf("nic[%d]", i), line: links[host]}
			c.NICs = append(c.NICs, n.make())
			b.m.kinds = append(b.m.kinds, nicKind{k.table, k.rate, n.algorithm, n.own, n.choice, n.profile, n.file})
			if b.Err != nil {
				return
			}
		}
		c.Kind[host] = at
	}
}

// nic is a table [[nic]] for hosts at one rate.
type nic struct {
	*builder
	t    *NIC
	key  string
	line uint64 // bit/s

	algorithm string            // as the file names it
	own       *folder.Algorithm // where that is a folder
	// What react derived from: the choice, its profile with the changes of set, and the file that it is
	// from, nil for a built-in one.
	choice  reaction.Choice
	profile dcqcnprofile.Profile
	file    *reaction.File
}

// at names a key of the table.
func (n *nic) at(name string) string { return n.key + "." + name }

func (n *nic) make() nicmodel.NIC {
	t := n.t
	v := nicmodel.DefaultNIC()
	algo, kind := string(t.Algorithm), ofFolder
	if !folder.Is(algo) {
		algo = n.One(n.at("algorithm"), t.Algorithm, reaction.AlgoDCQCN, reaction.AlgoDCQCN, reaction.AlgoDolceRC, algoPlus, algoNone)
		kind = algo
	}
	n.algorithm = algo
	if key, algos := keys.Misplaced(*t, kind); key != "" {
		n.Fail(n.at(key), "goes with algorithm = %s only", keys.Alternatives(algos))
	}
	if n.Err != nil {
		return v
	}
	if n.line%1000 != 0 {
		n.Fail(n.key, "the link's rate, %s, is not a whole number of kb/s", topology.FormatRate(n.line))
		return v
	}
	notify := nicmodel.NotifyNone
	switch kind {
	case ofFolder:
		n.ofFolder(&v)
		notify = notifyOf(v.Algorithm)
	case reaction.AlgoDCQCN, reaction.AlgoDolceRC:
		notify = nicmodel.NotifyCNP
		n.react(algo, &v)
	case algoPlus:
		n.plus(&v)
	}
	v.Notify = keys.Choose(n.Reader, n.at("notify"), t.Notify, notify, nicmodel.NotifyCNP, nicmodel.NotifyEcho, nicmodel.NotifyNone)
	n.packets(&v)
	if t.Engine != nil {
		n.engine(&v)
	}
	if t.Host != nil {
		n.host(&v)
	}
	if n.Err == nil {
		n.Is(n.key, v.Check())
	}
	return v
}

// packets reads what the transmit and the receive path do.
func (n *nic) packets(v *nicmodel.NIC) {
	t := n.t
	v.NP.Interval = n.Nanoseconds(n.at("cnp_interval"), t.CNPInterval, v.NP.Interval)
	v.Payload = uint16(n.Bytes(n.at("payload"), t.Payload, uint64(v.Payload), 65535))
	v.Header = uint16(n.Bytes(n.at("header"), t.Header, uint64(v.Header), 65535))
	v.AckBytes = uint16(n.Bytes(n.at("ack_bytes"), t.AckBytes, uint64(v.AckBytes), 65535))
	v.CNPBytes = uint16(n.Bytes(n.at("cnp_bytes"), t.CNPBytes, uint64(v.CNPBytes), 65535))
	v.AckEvery = uint16(n.Count(n.at("ack_every"), t.AckEvery, uint64(v.AckEvery), 0, 65535))
	v.AckAsData = n.One(n.at("ack_class"), t.AckClass, "control", "control", "data") == "data"
	v.Window, v.ScaleWindow = uint32(n.Count(n.at("window"), t.Window, 0, 0, 1<<30)), t.ScaleWindow
	v.Overshoot, v.Repace = t.Overshoot, t.Repace
	v.Clock = n.Time(n.at("rtt_clock"), t.RTTClock, 0)
	v.RTO = n.Time(n.at("rto"), t.RTO, v.RTO)
	v.ReceiveDelay = n.Time(n.at("receive_delay"), t.ReceiveDelay, 0)
	v.Contexts = uint32(n.Count(n.at("contexts"), t.Contexts, 0, 0, 1<<24))
	v.ContextMiss = n.Time(n.at("context_miss"), t.ContextMiss, 0)
	for _, limit := range []struct {
		key  string
		time event.Time
	}{{"rto", v.RTO}, {"receive_delay", v.ReceiveDelay}, {"context_miss", v.ContextMiss}} {
		if limit.time > 100*event.Second {
			n.Fail(n.at(limit.key), "%v is above 100s", limit.time)
		}
	}
}

// react derives the reaction point and the notification point of DCQCN and Dolce-RC.
func (n *nic) react(algo string, v *nicmodel.NIC) {
	t := n.t
	c := reaction.Choice{
		Algo: algo, Profile: keys.Or(t.Profile, "paper"), Line: dcqcn.Rate(n.line / 1000),
		Estimate: string(t.Estimate), Arms: t.Arms, Gamma: string(t.Gamma), Epsilon: string(t.Epsilon), Xi: string(t.Xi),
		QualifyAfter: n.Nanoseconds(n.at("qualify_after"), t.QualifyAfter, 0),
	}
	if algo == reaction.AlgoDolceRC {
		if t.Estimate != "" {
			c.Estimate = n.One(n.at("estimate"), t.Estimate, "", dolcercprofile.Estimates()...)
		}
		if t.Profile == "" && c.Estimate == dolcercprofile.TxSlots {
			c.Profile = "connectx"
		}
	}
	if n.Err != nil {
		return
	}
	if profile.IsPath(c.Profile) && !filepath.IsAbs(c.Profile) {
		c.Profile = filepath.Join(n.s.dir, c.Profile)
		if !profile.IsPath(c.Profile) {
			c.Profile = "." + string(filepath.Separator) + c.Profile
		}
	}
	p, file, err := c.Resolve()
	if err != nil {
		n.Is(n.at("profile"), err)
		return
	}
	for _, change := range t.Set {
		name, value, err := setting.Parse(change, "name=value", "time_reset=300")
		if err == nil {
			err = p.Set(name, value)
		}
		if err != nil {
			n.Is(n.at("set"), err)
			return
		}
	}
	n.choice, n.profile, n.file = c, p, file
	setup, err := c.On(&p)
	if err != nil {
		n.Is(n.key, err)
		return
	}
	v.NP = p.NP
	ready, err := setup.Driver()
	n.Is(n.key, err)
	v.Algorithm = &ready
}

// plus derives Dolce-RC+.
func (n *nic) plus(v *nicmodel.NIC) {
	t := n.t
	c := dolcercplusprofile.Default(uint32(n.line / 1000))
	c.MinRate = n.Kbps(n.at("min_rate"), t.MinRate, c.MinRate)
	c.BaseDelay = n.Nanoseconds(n.at("base_delay"), t.BaseDelay, c.BaseDelay)
	arms := int(n.Count(n.at("arm_count"), t.ArmCount, 4, 4, 8))
	d := decimal.Config{Arms: arms, Gamma: keys.Or(t.Gamma, c.Learn.Gamma), Epsilon: keys.Or(t.Epsilon, c.Learn.Epsilon), Xi: keys.Or(t.Xi, c.Learn.Xi)}
	c.Learn = d
	if n.Err != nil {
		return
	}
	p, err := dolcercplusprofile.Params(c)
	n.Is(n.key, err)
	if arms != 4 && arms != 8 {
		n.Fail(n.key, "arms: %d; Dolce-RC+ has 4 or 8", arms)
		return
	}
	ready, err := reaction.BuiltIn(fmt.Sprintf("%s%d", algoPlus, arms), reference.Flatten(&p))
	n.Is(n.key, err)
	v.Algorithm = &ready
}
