package topology

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
)

const (
	gig = gigabit
	us  = event.Microsecond
)

func made(t testing.TB, g Generator) *Topology {
	top, err := g.Build()
	require.NoError(t, err)
	require.NoError(t, top.Validate())
	return top
}

// generators are small networks of every shape, with what is known of them.
var generators = []struct {
	make             Generator
	hosts, switches  uint32
	links            int
	tiers            []int // switches of each tier
	pods             int
	furthest, within int // links between the first host and the last, and the second
}{
	{Star{Hosts: 5, Rate: 100 * gig, Delay: us}, 5, 1, 5, []int{1}, 1, 2, 2},
	{Dumbbell{Left: 3, Right: 2, HostRate: 25 * gig, TrunkRate: 40 * gig, HostDelay: us, TrunkDelay: 5 * us}, 5, 2, 6, []int{2}, 1, 3, 2},
	{LeafSpine{Leaves: 3, HostsPerLeaf: 2, Spines: 2, HostRate: 100 * gig, UpRate: 400 * gig, Delay: us}, 6, 5, 12, []int{3, 2}, 3, 4, 2},
	{LeafSpine{Leaves: 3, HostsPerLeaf: 2, Spines: 2, LinksPerPair: 3, HostRate: gig, UpRate: gig, Delay: us}, 6, 5, 24, []int{3, 2}, 3, 4, 2},
	{fatTree16(2), 64, 68, 64 + 64 + 64, []int{32, 32, 4}, 16, 6, 2},
	// Cores not divisible by, and fewer than, the aggregation switches of a pod.
	{FatTree{Pods: 2, ToRPerPod: 2, HostsPerToR: 2, AggPerPod: 3, Cores: 4, HostRate: gig, AggRate: gig, CoreRate: gig, Delay: us},
		8, 14, 8 + 12 + 8, []int{4, 6, 4}, 2, 6, 2},
	{FatTree{Pods: 3, ToRPerPod: 2, HostsPerToR: 2, AggPerPod: 5, Cores: 2, HostRate: gig, AggRate: gig, CoreRate: gig, Delay: us},
		12, 23, 12 + 30 + 15, []int{6, 15, 2}, 3, 6, 2},
	{LongHaul{ToRs: 2, HostsPerToR: 3, Aggs: 1, HostRate: gig, AggRate: gig, GatewayRate: gig, LongRate: gig, Delay: us, LongDelay: 9 * us},
		12, 8, 12 + 4 + 2 + 1, []int{4, 2, 2}, 2, 7, 2},
}

func TestGenerators(t *testing.T) {
	for _, c := range generators {
		top := made(t, c.make)
		require.Equal(t, c.hosts, top.Hosts, top.Name)
		require.Equal(t, c.switches, top.Switches, top.Name)
		require.Len(t, top.Links, c.links, top.Name)
		tiers := make([]int, len(c.tiers))
		pods := map[uint16]bool{}
		for s, tier := range top.Tier {
			tiers[tier]++
			if top.Pod[s] != NoPod {
				pods[top.Pod[s]] = true
			}
			require.Equal(t, len(c.tiers) > 1 && int(tier) == len(c.tiers)-1, top.Pod[s] == NoPod, top.Name)
		}
		require.Equal(t, c.tiers, tiers, top.Name)
		require.Len(t, pods, c.pods, top.Name)
		r := top.NextHops()
		require.Len(t, r.Path(nil, 0, top.Hosts-1), c.furthest, top.Name)
		require.Len(t, r.Path(nil, 0, 1), c.within, top.Name)
		require.Empty(t, r.Path(nil, 1, 1))
	}
}

func TestPresets(t *testing.T) {
	type shape struct {
		hosts, tor, agg, core, links int
		ports                        [3]int // of a switch of each tier
	}
	for name, want := range map[string]shape{
		"hpcc320":     {320, 20, 20, 16, 320 + 80 + 80, [3]int{16 + 4, 4 + 4, 5}},
		"fattree1024": {1024, 128, 128, 64, 3 * 1024, [3]int{16, 16, 16}},
		"fattree4096": {4096, 256, 256, 256, 3 * 4096, [3]int{32, 32, 16}},
		"fattree256":  {256, 64, 64, 16, 3 * 256, [3]int{8, 8, 16}},
		"fattree64":   {64, 32, 32, 4, 3 * 64, [3]int{4, 4, 16}},
	} {
		top, err := Preset(name)
		require.NoError(t, err)
		require.NoError(t, top.Validate())
		require.Equal(t, name, top.Name)
		tiers := [3]int{}
		ports := top.Ports()
		for s, tier := range top.Tier {
			tiers[tier]++
			require.Len(t, ports[int(top.Hosts)+s], want.ports[tier])
		}
		require.Equal(t, [3]int{want.tor, want.agg, want.core}, tiers)
		require.Equal(t, want.hosts, int(top.Hosts))
		require.Len(t, top.Links, want.links)
		for _, l := range top.Links {
			rate := uint64(200 * gig)
			if name == "hpcc320" {
				rate = map[bool]uint64{true: 100 * gig, false: 400 * gig}[top.IsHost(l.A)]
			}
			require.Equal(t, rate, l.Rate)
			require.Equal(t, us, l.Delay)
		}
		// Every core switch is linked to each pod once, so that all paths between
		// pods are three switches up and down.
		for s, tier := range top.Tier {
			seen := map[uint16]int{}
			for _, p := range ports[int(top.Hosts)+s] {
				if tier == 2 {
					seen[top.Pod[p.Peer-top.Hosts]]++
				}
			}
			for _, n := range seen {
				require.Equal(t, 1, n)
			}
		}
	}
	_, err := Preset("fattree7")
	require.EqualError(t, err, `topology "fattree7" is not known (did you mean fattree64?); there are hpcc320, fattree1024, fattree4096, fattree256, fattree64, longhaul32`)
}

func TestPorts(t *testing.T) {
	for _, c := range generators {
		top := made(t, c.make)
		ports := top.Ports()
		ends := 0
		for node := range ports {
			last := -1
			for i, p := range ports[node] {
				ends++
				back := ports[p.Peer][p.PeerPort]
				require.Equal(t, Port{Peer: uint32(node), PeerPort: uint16(i), Link: p.Link}, back)
				require.Greater(t, int(p.Link), last, "ports follow the order of Links")
				last = int(p.Link)
				l := top.Links[p.Link]
				require.ElementsMatch(t, []uint32{l.A, l.B}, []uint32{uint32(node), p.Peer})
			}
		}
		require.Equal(t, 2*len(top.Links), ends)
	}
}

// randomNet makes a network of a tree of switches with extra links, so that routes are of
// all lengths.
func randomNet(r *rand.Rand) *Topology {
	switches := uint32(1 + r.IntN(12))
	top := &Topology{Hosts: uint32(1 + r.IntN(10)), Switches: switches}
	add := func(a, b uint32) {
		top.Links = append(top.Links, Link{A: a, B: b, Rate: gig, Delay: us})
	}
	for s := uint32(1); s < switches; s++ {
		add(top.Hosts+s, top.Hosts+r.Uint32N(s))
	}
	for h := range top.Hosts {
		add(top.Hosts+r.Uint32N(switches), h)
	}
	for range r.IntN(12) {
		if a, b := r.Uint32N(switches), r.Uint32N(switches); a != b {
			add(top.Hosts+a, top.Hosts+b)
		}
	}
	r.Shuffle(len(top.Links), func(i, j int) { top.Links[i], top.Links[j] = top.Links[j], top.Links[i] })
	top.Finish()
	return top
}

// TestRoutes compares with all-pairs distances by Floyd and Warshall: a port is in the list
// if and only if it leads one link nearer.
func TestRoutes(t *testing.T) {
	nets := []*Topology{}
	for _, c := range generators {
		nets = append(nets, made(t, c.make))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		nets = append(nets, randomNet(r))
	}
	for _, top := range nets {
		require.NoError(t, top.Validate())
		d := distances(top)
		routes := top.NextHops()
		for h := range top.Hosts {
			s, port := routes.EdgeOf[h], routes.HostPort[h]
			require.Equal(t, h, routes.Ports[top.Hosts+s][port].Peer)
			require.Equal(t, s, routes.Edges[routes.EdgeIndex[h]])
		}
		for s := range top.Switches {
			for e, edge := range routes.Edges {
				var want []uint16
				for i, p := range routes.Ports[top.Hosts+s] {
					if p.Peer >= top.Hosts && d[s][edge] > 0 && d[p.Peer-top.Hosts][edge] == d[s][edge]-1 {
						want = append(want, uint16(i))
					}
				}
				require.Empty(t, cmp.Diff(want, append([]uint16(nil), routes.Next(s, uint32(e))...)))
			}
		}
		for a := range top.Hosts {
			for b := range top.Hosts {
				checkPath(t, top, routes.Path(nil, a, b), a, b, d)
			}
		}
	}
}

func distances(top *Topology) [][]int {
	d := make([][]int, top.Switches)
	for i := range d {
		d[i] = make([]int, top.Switches)
		for j := range d[i] {
			if i != j {
				d[i][j] = 1 << 20
			}
		}
	}
	for _, l := range top.Links {
		if l.A >= top.Hosts && l.B >= top.Hosts {
			d[l.A-top.Hosts][l.B-top.Hosts] = 1
			d[l.B-top.Hosts][l.A-top.Hosts] = 1
		}
	}
	for k := range d {
		for i := range d {
			for j := range d {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	return d
}

func checkPath(t *testing.T, top *Topology, links []uint32, a, b uint32, d [][]int) {
	r := top.Ports()
	at := a
	for _, l := range links {
		link := top.Links[l]
		require.Contains(t, []uint32{link.A, link.B}, at)
		at = link.A + link.B - at
	}
	require.Equal(t, b, at)
	if a != b {
		require.Len(t, links, 2+d[r[a][0].Peer-top.Hosts][r[b][0].Peer-top.Hosts])
	}
}

func TestBadGenerators(t *testing.T) {
	fat := fatTree16(2)
	change := func(f func(*FatTree)) FatTree { g := fat; f(&g); return g }
	for _, c := range []struct {
		make Generator
		want string
	}{
		{Star{Rate: gig, Delay: us}, "topology star: Hosts is 0; it has to be 1 at least"},
		{Star{Hosts: 2, Delay: us}, "topology star: the rate between host 0 and switch 2 is 0; a link needs a capacity"},
		{Star{Hosts: 2, Rate: 2 * MaxRate, Delay: us}, "topology star: the rate between host 0 and switch 2, 3200000000000 bit/s, is out of range 1 Mb/s..1.6 Tb/s"},
		{Star{Hosts: 2, Rate: gig}, "topology star: the delay between host 0 and switch 2 is not above 0; parts of the model run ahead of one another by a link's delay, so give 1ps at least"},
		{Star{Hosts: 2, Rate: gig, Delay: 2 * MaxDelay}, "topology star: the delay between host 0 and switch 2, 2s, is above 1s"},
		{Star{Hosts: math.MaxUint32, Rate: gig, Delay: us}, "topology star: Hosts is 4294967295; 1048576 nodes fit"},
		{Star{Hosts: MaxNodes, Rate: gig, Delay: us}, "topology star: 1048576 hosts and 1 switches are more than the 1048576 nodes that fit"},
		{Star{Hosts: MaxPorts + 1, Rate: gig, Delay: us}, "topology star: switch 65535 has more than 65534 links"},
		{Dumbbell{Left: 1, HostRate: gig, TrunkRate: gig, HostDelay: us, TrunkDelay: us}, "topology dumbbell: Right is 0; it has to be 1 at least"},
		{Dumbbell{Left: 1, Right: 1, HostRate: gig, TrunkRate: gig, HostDelay: us}, "topology dumbbell: the delay between switch 2 and switch 3 is not above 0; parts of the model run ahead of one another by a link's delay, so give 1ps at least"},
		{LeafSpine{Leaves: 2, HostsPerLeaf: 2, HostRate: gig, UpRate: gig, Delay: us}, "topology leaf-spine: Spines is 0; it has to be 1 at least"},
		{LeafSpine{Leaves: 3000, HostsPerLeaf: 1, Spines: 3000, HostRate: gig, UpRate: gig, Delay: us}, "topology leaf-spine: 9003000 links are more than the 4194304 that fit"},
		{LeafSpine{Leaves: MaxNodes, HostsPerLeaf: MaxNodes, Spines: 1, HostRate: gig, UpRate: gig, Delay: us}, "topology leaf-spine: 1099511627776 hosts and 1048577 switches are more than the 1048576 nodes that fit"},
		{LeafSpine{Leaves: 9000, HostsPerLeaf: 1, Spines: 10, HostRate: gig, UpRate: gig, Delay: us}, "topology leaf-spine: 9010 switches and 9000 of them with hosts make more than 67108864 routes"},
		{change(func(g *FatTree) { g.Cores = 0 }), "topology fat-tree: Cores is 0; it has to be 1 at least"},
		{change(func(g *FatTree) { g.Pods, g.ToRPerPod, g.HostsPerToR = MaxNodes, MaxNodes, MaxNodes }), "topology fat-tree: 1152921504606846976 hosts and 1099513724932 switches are more than the 1048576 nodes that fit"},
		{change(func(g *FatTree) { g.CoreRate = 1 }), "topology fat-tree: the rate between switch 96 and switch 128, 1 bit/s, is out of range 1 Mb/s..1.6 Tb/s"},
	} {
		top, err := c.make.Build()
		require.EqualError(t, err, c.want)
		require.Nil(t, top)
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		spoil func(*Topology)
		want  string
	}{
		{func(p *Topology) { p.Hosts = 0 }, "topology: there are no hosts"},
		{func(p *Topology) { p.Switches = 0 }, "topology: there are no switches; hosts speak through at least one"},
		{func(p *Topology) { p.Links[1].A = 99 }, "topology: link 1: node 99 does not exist; nodes are 0..4"},
		{func(p *Topology) { p.Links[1].A = p.Links[1].B }, "topology: link 1: switch 3 is linked to itself"},
		{func(p *Topology) { p.Links[0].B = 1 }, "topology: link 0: host 0 and host 1 are linked without a switch between them"},
		{func(p *Topology) { p.Links[0].A = 1 }, "topology: link 1: host 1 has a second link; a host has exactly one"},
		{func(p *Topology) { p.Links = p.Links[1:] }, "topology: host 0 has no link; give it one to a switch"},
		{func(p *Topology) { p.Links = p.Links[:3] }, "topology: host 2 cannot be reached from host 0; link their switches"},
		{func(p *Topology) { p.Links[2].LossPPB = LossUnit + 1 }, "topology: link 2: the loss between host 2 and switch 4 is above 1"},
		{func(p *Topology) { p.ID = []uint32{0, 1, 2, 3, 3} }, "topology: the numbers of the nodes are not each of 0..4 once"},
		{func(p *Topology) { p.ID = []uint32{4, 1, 2, 3, 0}; p.Links[0].Rate = 0 }, "topology: link 0: the rate between host 4 and switch 3 is 0; a link needs a capacity"},
		{func(p *Topology) { p.Tier = nil }, "topology: Tier and Pod do not have one entry a switch; call Finish"},
	} {
		top := made(t, Dumbbell{Left: 2, Right: 1, HostRate: gig, TrunkRate: gig, HostDelay: us, TrunkDelay: us})
		c.spoil(top)
		require.EqualError(t, top.Validate(), c.want)
	}
	big := &Topology{Hosts: MaxNodes, Switches: 1}
	require.ErrorContains(t, big.Validate(), "1048577 nodes are more than the 1048576 that fit")
}

func TestDecimal(t *testing.T) {
	for _, c := range []struct {
		text   string
		places int
		want   uint64
	}{
		{"0", 9, 0}, {"1", 9, 1e9}, {"0.3", 6, 300_000}, {".5", 1, 5}, {"2.", 3, 2000}, {"2.000000123", 12, 2_000_000_123_000},
		{"1e-6", 9, 1000}, {"1E3", 0, 1000}, {"1.5e+1", 0, 15}, {"0.0000000005", 9, 1}, {"0.00000000049999", 9, 0},
		{"0.999999999999", 9, 1e9}, {"18446744073709551615", 0, math.MaxUint64}, {"0e9999", 3, 0}, {"1e-9999", 3, 0}, {"2.5", 0, 3},
	} {
		got, err := ParseDecimal(c.text, c.places)
		require.NoError(t, err, c.text)
		require.Equal(t, c.want, got, c.text)
	}
	for _, text := range []string{"", ".", "-1", "+1", "0x10", "1,5", "1e", "e5", "NaN", "inf", "1 ", "1.2.3", "1_0", "1e99999999", strings.Repeat("x", 100)} {
		_, err := ParseDecimal(text, 3)
		require.ErrorContains(t, err, "is not a decimal number from 0", text)
		require.Less(t, len(err.Error()), 100)
	}
	for _, text := range []string{"18446744073709551616", "1e20", "1e9999", "18446744073709551615.5"} {
		_, err := ParseDecimal(text, 0)
		require.ErrorContains(t, err, "too large", text)
	}
}

// FuzzDecimal compares with math/big.
func FuzzDecimal(f *testing.F) {
	for _, s := range []string{"0.3", "1e-6", "2.000000123", "184467440737095516.15", "00.10e1", "9.5e-1"} {
		f.Add(s, uint8(3))
	}
	f.Fuzz(func(t *testing.T, s string, places uint8) {
		places %= 13
		got, err := ParseDecimal(s, int(places))
		if err != nil || len(s) > 60 {
			return
		}
		if i := strings.IndexAny(s, "eE"); i >= 0 && len(s)-i > 4 {
			return // math/big would take long for large exponents.
		}
		want, ok := new(big.Rat).SetString(s)
		require.True(t, ok, s)
		scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
		want.Mul(want, new(big.Rat).SetInt(scale))
		// floor(2 want + 1) / 2 rounds half up.
		num := new(big.Int).Mul(want.Num(), big.NewInt(2))
		num.Add(num, want.Denom())
		num.Div(num, new(big.Int).Mul(want.Denom(), big.NewInt(2)))
		require.Equal(t, num.String(), new(big.Int).SetUint64(got).String(), "%s in %d", s, places)
	})
}

func TestRate(t *testing.T) {
	for text, want := range map[string]uint64{
		"100Gbps": 100 * gig, "1.6 Tb/s": 1600 * gig, "25000Mbps": 25 * gig, "40000000000": 40 * gig, "10kbps": 10_000,
		"0.1Tbps": 100 * gig, "7bps": 7, "2.5Gbps": 2_500_000_000, " 1Gbps ": gig,
	} {
		got, err := ParseRate(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
		again, err := ParseRate(FormatRate(got))
		require.NoError(t, err)
		require.Equal(t, want, again)
	}
	for _, text := range []string{"", "Gbps", "100GBps", "-1Gbps", "1 0Gbps", "1e3x"} {
		_, err := ParseRate(text)
		require.ErrorContains(t, err, "bad rate", text)
	}
	require.Equal(t, "0bps", FormatRate(0))
	require.Equal(t, "56100Mbps", FormatRate(56_100_000_000))
}
