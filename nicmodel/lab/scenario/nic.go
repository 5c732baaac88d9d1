package scenario

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"smartnic-cc/bandit/decimal"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	dolcercplusprofile "smartnic-cc/dolcercplus/profile"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/text/setting"
	"smartnic-cc/internal/reference"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/topology"
)

// Algorithms of a NIC in addition to those of package reaction.
const (
	algoNone = "none"
	algoPlus = "dolcercplus"
)

// nics makes the kinds of NICs: one for each table and rate of a host's link, since parameters depend on it.
func (b *builder) nics() {
	s, c := b.s, b.c
	if len(s.NIC) == 0 {
		b.Fail("nic", "there is none; add a table [[nic]], with algorithm = \"none\" for hosts that send at line rate")
		return
	}
	const nobody = math.MaxUint32
	table := slices.Repeat([]uint32{nobody}, int(c.Topology.Hosts))
	for i := range s.NIC {
		for _, host := range b.hosts(b.Table(fmt.Sprintf("nic[%d]", i), &s.NIC[i]), &s.NIC[i].Hosts) {
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
			n.keys = b.Table(n.key, n.t)
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
	keys *keys.Table
	line uint64 // bit/s

	algorithm string            // as the file names it
	own       *folder.Algorithm // where that is a folder
	// The source of react: the choice, its profile with the changes of set, and its file, nil for a built-in one.
	choice  reaction.Choice
	profile dcqcnprofile.Profile
	file    *reaction.File
}

func (n *nic) make() nicmodel.NIC {
	t, v := n.t, nicmodel.NIC{}
	algo, kind := string(t.Algorithm), ofFolder
	if !folder.IsFolder(algo) {
		algo = n.keys.One(&t.Algorithm)
		kind = algo
	}
	n.algorithm = algo
	if n.keys.Kind("algorithm", kind); n.Err != nil {
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
	if v.Notify = notify; t.Notify != "" {
		v.Notify = keys.Choose(n.keys, &t.Notify, nicmodel.NotifyCNP, nicmodel.NotifyEcho, nicmodel.NotifyNone)
	}
	n.packets(&v)
	if t.Engine != nil {
		n.engine(&v)
	}
	if t.Host != nil {
		n.host(&v)
	}
	if n.Err == nil {
		n.Check(n.key, v.Check())
	}
	return v
}

// packets reads the keys of the transmit and the receive path.
func (n *nic) packets(v *nicmodel.NIC) {
	t, k := n.t, n.keys
	v.NP.Interval = k.Nanoseconds(&t.CNPInterval, v.NP.Interval)
	v.Payload, v.Header = uint16(k.Bytes(&t.Payload)), uint16(k.Bytes(&t.Header))
	v.AckBytes, v.CNPBytes, v.AckEvery = uint16(k.Bytes(&t.AckBytes)), uint16(k.Bytes(&t.CNPBytes)), uint16(k.Count(&t.AckEvery))
	v.AckAsData = k.One(&t.AckClass) == "data"
	v.Window, v.ScaleWindow = uint32(k.Count(&t.Window)), t.ScaleWindow
	v.Overshoot, v.Repace, v.Clock = t.Overshoot, t.Repace, k.Time(&t.RTTClock)
	v.RTO, v.ReceiveDelay = k.Time(&t.RTO), k.Time(&t.ReceiveDelay)
	if t.RxBuffer != "" {
		v.RxBuffer = &nicmodel.RxBuffer{Bytes: uint32(k.Bytes(&t.RxBuffer)), Rate: k.Rate(&t.RxRate)}
	} else if t.RxRate != "" {
		n.Fail(k.At(&t.RxRate), "has no meaning without rx_buffer, the room for what waits for the host")
	}
	v.Contexts, v.ContextMiss = uint32(k.Count(&t.Contexts)), k.Time(&t.ContextMiss)
}

// engine reads the cores of the NIC's congestion control.
func (n *nic) engine(v *nicmodel.NIC) {
	t := n.t.Engine
	k := n.Table(n.keys.At(&n.t.Engine), t)
	v.Engine = &nicmodel.Engine{
		Target: k.One(&t.Target), Cores: int(k.Count(&t.Cores)), ClockHz: k.Hertz(&t.Clock), Depth: int(k.Count(&t.Depth)),
		Worst: t.Worst, Cycles: k.Count(&t.Cycles), SentBytes: uint32(k.Bytes(&t.SentBytes)),
	}
}

// react derives the reaction point and the notification point of DCQCN and Dolce-RC.
func (n *nic) react(algo string, v *nicmodel.NIC) {
	t := n.t
	c := reaction.Choice{
		Algo: algo, Profile: keys.WithDefault(t.Profile, "paper"), Line: dcqcn.Rate(n.line / 1000),
		Estimate: string(t.Estimate), Arms: t.Arms, Gamma: string(t.Gamma), Epsilon: string(t.Epsilon), Xi: string(t.Xi),
		QualifyAfter: n.keys.Nanoseconds(&t.QualifyAfter),
	}
	if algo == reaction.AlgoDolceRC {
		if t.Estimate != "" {
			c.Estimate = n.keys.One(&t.Estimate)
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
		n.Check(n.keys.At(&t.Profile), err)
		return
	}
	for _, change := range t.Set {
		name, value, err := setting.Parse(change, "name=value", "time_reset=300")
		if err == nil {
			err = p.Set(name, value)
		}
		if err != nil {
			n.Check(n.keys.At(&t.Set), err)
			return
		}
	}
	n.choice, n.profile, n.file = c, p, file
	setup, err := c.SetupOn(&p)
	if err != nil {
		n.Check(n.key, err)
		return
	}
	v.NP = p.NP
	ready, err := setup.Driver()
	n.Check(n.key, err)
	v.Algorithm = &ready
}

// plus derives Dolce-RC+.
func (n *nic) plus(v *nicmodel.NIC) {
	t, k := n.t, n.keys
	arms := int(k.Count(&t.ArmCount))
	c := dolcercplusprofile.Config{
		Line: uint32(n.line / 1000), MinRate: k.Kbps(&t.MinRate), BaseDelay: k.Nanoseconds(&t.BaseDelay),
		Learn: decimal.Config{Arms: arms, Gamma: k.Text(&t.Gamma), Epsilon: k.Text(&t.Epsilon), Xi: k.Text(&t.Xi)},
	}
	if n.Err != nil {
		return
	}
	p, err := dolcercplusprofile.Params(c)
	n.Check(n.key, err)
	if arms != 4 && arms != 8 {
		n.Fail(n.key, "arms: %d; Dolce-RC+ has 4 or 8", arms)
		return
	}
	ready, err := reaction.BuiltIn(fmt.Sprintf("%s%d", algoPlus, arms), reference.Flatten(&p))
	n.Check(n.key, err)
	v.Algorithm = &ready
}
