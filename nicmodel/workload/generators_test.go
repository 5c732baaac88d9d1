package workload

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
)

var update = flag.Bool("update", false, "write the golden files")

func golden(t *testing.T, name, got string) {
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o777))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o666))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(string(want), got))
}

func poisson(t testing.TB) Poisson {
	return Poisson{Hosts: hosts(64), Load: 300_000, Rate: 100 * gig, Size: dist(t, "hadoop"), Start: 5 * us,
		Duration: 10 * event.Millisecond, Class: 3, Seed: 1}
}

func TestPoissonLaw(t *testing.T) {
	g := poisson(t)
	p := planned(t, g, 64, g.Start+g.Duration)
	// 64 * 0.3 * 100 Gb/s / (8 * 120421 bytes) * 10 ms.
	expected := 64 * 0.3 * 1e11 / (8 * float64(g.Size.Mean())) * 0.01
	n := float64(len(p.Messages))
	require.InDelta(t, expected, n, 5*math.Sqrt(expected))
	require.Len(t, p.Conns, len(p.Messages))
	gaps, squares := 0.0, 0.0
	last := g.Start
	src, dst, pairs := make([]float64, 64), make([]float64, 64), map[[2]uint32]bool{}
	for i, m := range p.Messages {
		c := p.Conns[m.Conn]
		require.EqualValues(t, i, m.Conn)
		require.Equal(t, uint8(3), c.Class)
		require.GreaterOrEqual(t, m.Start, g.Start)
		gap := float64(m.Start - last)
		last = m.Start
		gaps += gap
		squares += gap * gap
		src[c.Src]++
		dst[c.Dst]++
		pairs[[2]uint32{c.Src, c.Dst}] = true
	}
	// The gaps of an exponential law have twice the squared mean as mean square.
	require.InEpsilon(t, 2, squares*n/(gaps*gaps), 0.05)
	chi := func(count []float64) (sum float64) {
		for _, x := range count {
			sum += (x - n/64) * (x - n/64) / (n / 64)
		}
		return sum
	}
	require.Less(t, chi(src), 63+5*math.Sqrt(126.0))
	require.Less(t, chi(dst), 63+5*math.Sqrt(126.0))
	require.Greater(t, len(pairs), 63*64*95/100)
	// The bytes that are offered are the load, within the spread of the sizes.
	require.InEpsilon(t, 64*0.3*1e11/8*0.01, float64(p.Bytes()), 0.1)
}

// TestPoissonStreams: the same description gives the same plan, another seed or number
// another; times do not hang on the sizes.
// TestPoissonCount: a number of flows are the first ones of those that would begin.
func TestPoissonCount(t *testing.T) {
	g := poisson(t)
	all := planned(t, g, 64, 0)
	g.Count = 100
	require.Equal(t, all.Messages[:100], planned(t, g, 64, 0).Messages)
	g.Count = uint32(len(all.Messages) + 1)
	require.Equal(t, all, planned(t, g, 64, 0), "the duration ends it first")
	g.Duration = event.Never / 4
	require.Len(t, planned(t, g, 64, 0).Messages, int(g.Count))
}

func TestPoissonStreams(t *testing.T) {
	g := poisson(t)
	first := planned(t, g, 64, 0)
	require.Equal(t, first, planned(t, g, 64, 0))
	other := g
	other.Seed = 2
	require.NotEqual(t, first.Messages[0].Start, planned(t, other, 64, 0).Messages[0].Start)
	other = g
	other.Index = 1
	require.NotEqual(t, first.Messages[0].Start, planned(t, other, 64, 0).Messages[0].Start)
	other = g
	other.Hosts = []uint32{70, 80}
	few := planned(t, other, 81, 0)
	for _, c := range few.Conns {
		require.ElementsMatch(t, []uint32{70, 80}, []uint32{c.Src, c.Dst})
	}
	// A size law of the same mean with the same loads gives the same times.
	other = g
	var err error
	other.Size, err = Fixed(g.Size.Mean())
	require.NoError(t, err)
	fixed := planned(t, other, 64, 0)
	require.Len(t, fixed.Messages, len(first.Messages))
	for i := range fixed.Messages {
		require.Equal(t, first.Messages[i].Start, fixed.Messages[i].Start)
		require.Equal(t, first.Conns[i], fixed.Conns[i])
	}
}

// TestMeanGap compares with float64.
func TestMeanGap(t *testing.T) {
	for _, c := range []struct {
		mean, hosts uint64
		load        uint32
		rate        uint64
	}{
		{1_711_250, 320, 300_000, 100 * gig}, {120_421, 1024, 800_000, 200 * gig}, {1, 1 << 20, LoadUnit, 1600 * gig},
		{64, 2, 1, 1_000_000}, {MaxBytes, 2, 1, 1600 * gig}, {712_574, 1024, 300_000, 200 * gig},
	} {
		want := 8 * float64(c.mean) / (float64(c.hosts) * float64(c.load) / LoadUnit * float64(c.rate)) * 1e12 * 1024
		got := meanGap(c.mean, c.hosts, c.load, c.rate)
		require.InDelta(t, min(max(want, 1), math.MaxInt64), float64(got), 0.51+want*1e-14, "%+v", c)
	}
	require.Equal(t, event.Never, meanGap(MaxBytes, 1, 1, 1))
}

// TestGolden pins the plans: a run's bytes hang on them.
func TestGolden(t *testing.T) {
	show := func(p *Plan) string {
		var b strings.Builder
		for i, m := range p.Messages {
			if i == 20 {
				break
			}
			c := p.Conns[m.Conn]
			fmt.Fprintf(&b, "%d conn %d %d:%d to %d:%d class %d, %d bytes at %d\n", i, m.Conn, c.Src, c.SrcPort, c.Dst, c.DstPort, c.Class, m.Bytes, int64(m.Start))
		}
		fmt.Fprintf(&b, "%d messages, %d bytes\n", len(p.Messages), p.Bytes())
		return b.String()
	}
	var b strings.Builder
	for _, name := range DistributionNames() {
		g := poisson(t)
		g.Size = dist(t, name)
		fmt.Fprintf(&b, "poisson %s\n%s", name, show(planned(t, g, 64, 0)))
	}
	fmt.Fprintf(&b, "streams\n%s", show(planned(t, streams(t), 25, 0)))
	golden(t, "plans.golden", b.String())
}

func TestPoissonRefuses(t *testing.T) {
	for want, f := range map[string]func(*Poisson){
		"1 hosts; it takes two to make a flow":                                              func(g *Poisson) { g.Hosts = hosts(1) },
		"the load is 0/1000000; it has to be above 0 and at most 1":                         func(g *Poisson) { g.Load = 0 },
		"the load is 1000001/1000000; it has to be above 0 and at most 1":                   func(g *Poisson) { g.Load = LoadUnit + 1 },
		"the rate of the hosts is 0":                                                        func(g *Poisson) { g.Rate = 0 },
		"there is no distribution of sizes":                                                 func(g *Poisson) { g.Size = nil },
		"host 3 is there twice":                                                             func(g *Poisson) { g.Hosts = []uint32{3, 4, 3} },
		"a start of -1ps and a duration of 10ms are out of range 0s..4611686.018427387903s": func(g *Poisson) { g.Start = -1 },
		"more than 50000000 flows begin in 4611686.018427387903s; lower the load or the duration": func(g *Poisson) {
			g.Duration = event.Never / 2
		},
	} {
		g := poisson(t)
		f(&g)
		p, err := g.Plan()
		require.EqualError(t, err, "workload poisson: "+want)
		require.Nil(t, p)
	}
}

func TestIncast(t *testing.T) {
	g := Incast{Senders: []uint32{1, 2, 1}, Receiver: 0, Bytes: 2_000_000, Start: us, Stagger: 10, Class: 3}
	p := planned(t, g, 3, 0)
	require.Equal(t, []Conn{{1, 0, 10000, 4791, 3, 0, false}, {2, 0, 10000, 4791, 3, 0, false}, {1, 0, 10001, 4791, 3, 0, false}}, p.Conns)
	for i, m := range p.Messages {
		require.Equal(t, Message{Conn: uint32(i), Bytes: 2_000_000, Start: us + event.Time(10*i), After: NoDependency, OnArrival: NoDependency, OnAck: NoDependency}, m)
	}
	for want, f := range map[string]func(*Incast){
		"there are no senders":                                                             func(g *Incast) { g.Senders = nil },
		"flows of 0 bytes are out of range 1..1099511627776":                               func(g *Incast) { g.Bytes = 0 },
		"host 2 sends to itself; take it out of the senders":                               func(g *Incast) { g.Receiver = 2 },
		"a stagger of -1ps is out of range 0s..46.116860184ms":                             func(g *Incast) { g.Stagger = -1 },
		"a start of never and a duration of 0s are out of range 0s..4611686.018427387903s": func(g *Incast) { g.Start = event.Never },
	} {
		g := g
		f(&g)
		_, err := g.Plan()
		require.EqualError(t, err, "workload incast: "+want)
	}
}

// streams is the short flows of figure 8.
func streams(t testing.TB) Streams {
	size, err := Fixed(256_000)
	require.NoError(t, err)
	return Streams{Senders: hosts(25)[1:], Receiver: 0, Size: size, MessageBytes: 8192, Load: 100_000, Rate: 200 * gig,
		Duration: 50 * event.Millisecond, Class: 3, Seed: 4}
}

func TestStreams(t *testing.T) {
	g := streams(t)
	p := planned(t, g, 25, g.Duration)
	require.Len(t, p.Conns, 24)
	const each = (256_000 + 8191) / 8192
	require.Zero(t, len(p.Messages)%each)
	flows := float64(len(p.Messages) / each)
	expected := 0.1 * 200e9 / (8 * 256_000) * 0.05
	require.InDelta(t, expected, flows, 5*math.Sqrt(expected))
	require.InEpsilon(t, 0.1*200e9/8*0.05, float64(p.Bytes()), 0.25)
	for i := 0; i < len(p.Messages); i += each {
		sum := uint64(0)
		for _, m := range p.Messages[i : i+each] {
			require.Equal(t, p.Messages[i].Conn, m.Conn)
			require.Equal(t, p.Messages[i].Start, m.Start)
			require.LessOrEqual(t, m.Bytes, uint64(8192))
			sum += m.Bytes
		}
		require.EqualValues(t, 256_000, sum)
	}
	// A sender's flows do not hang on the other senders, but for the load that they share.
	half := g
	half.Senders, half.Load = g.Senders[:12], g.Load/2
	var mine []Message
	for _, m := range p.Messages {
		if m.Conn < 12 {
			mine = append(mine, m)
		}
	}
	require.Equal(t, mine, planned(t, half, 25, 0).Messages)

	for want, f := range map[string]func(*Streams){
		"there are no senders": func(g *Streams) { g.Senders = nil },
		"the load is 0/1000000; it has to be above 0 and at most 1":                       func(g *Streams) { g.Load = 0 },
		"the rate of the receiver is 0":                                                   func(g *Streams) { g.Rate = 0 },
		"there is no distribution of sizes":                                               func(g *Streams) { g.Size = nil },
		"sender 1 is there twice":                                                         func(g *Streams) { g.Senders = []uint32{1, 1} },
		"host 2 sends to itself; take it out of the senders":                              func(g *Streams) { g.Receiver = 2 },
		"a start of 0s and a duration of -1ps are out of range 0s..4611686.018427387903s": func(g *Streams) { g.Duration = -1 },
	} {
		g := streams(t)
		f(&g)
		_, err := g.Plan()
		require.EqualError(t, err, "workload streams: "+want)
	}
}

func TestSplit(t *testing.T) {
	for bytes := range uint64(20) {
		for cut := uint64(1); cut < 8; cut++ {
			p := &Plan{Conns: []Conn{{Src: 0, Dst: 1}}}
			p.post(Message{Bytes: bytes + 1})
			require.NoError(t, p.Split(cut))
			require.Len(t, p.Messages, int((bytes+cut)/cut))
			require.Equal(t, bytes+1, p.Bytes())
			for i, m := range p.Messages {
				require.True(t, m.Bytes == cut || i == len(p.Messages)-1 && m.Bytes < cut && m.Bytes > 0)
			}
		}
	}
	p := &Plan{}
	p.post(Message{Bytes: MaxBytes})
	require.EqualError(t, p.Split(1), "workload: cut into messages of 1 bytes there are 1099511627776, more than the 50000000 that fit; cut less finely")
	p.Dependencies = []Dependency{{}}
	require.EqualError(t, p.Split(1), "workload: messages behind gates cannot be cut; make them smaller")
	require.NoError(t, p.Split(0))
}

func TestPorts(t *testing.T) {
	ports := portMaker{}
	seen := map[uint16]bool{}
	for range 65536 - firstPort {
		p := ports.next(1)
		require.False(t, seen[p])
		require.GreaterOrEqual(t, p, uint16(firstPort))
		seen[p] = true
	}
	require.EqualValues(t, firstPort, ports.next(1))
	require.EqualValues(t, firstPort, ports.next(2))
}

// TestAppend: workloads side by side keep their connections, dependencies and order.
func TestAppend(t *testing.T) {
	all := AllToAll{Hosts: hosts(3), RanksPerHost: 2, Bytes: 64, Iterations: 3, Start: 30 * us, Compute: us}
	parts := []*Plan{planned(t, poisson(t), 64, 0), planned(t, all, 64, 0), planned(t, Incast{Senders: hosts(9)[1:], Bytes: 5, Start: 40 * us}, 64, 0)}
	sum := &Plan{}
	firsts := []uint32{}
	for i, p := range parts {
		group, first, err := sum.Append(p)
		require.NoError(t, err)
		require.EqualValues(t, i, group)
		firsts = append(firsts, first)
	}
	require.NoError(t, sum.Validate(64, 0))
	for i, p := range parts {
		// What is of the group, with numbers from 0, is the part again.
		again := &Plan{}
		for _, c := range sum.Conns {
			if c.Group == uint16(i) {
				c.Group = 0
				again.Conns = append(again.Conns, c)
			}
		}
		for _, m := range sum.Messages {
			if sum.Conns[m.Conn].Group == uint16(i) {
				m.Conn -= firsts[i]
				again.Messages = append(again.Messages, m)
			}
		}
		require.Equal(t, p.Conns, again.Conns)
		require.Equal(t, p.Messages, again.Messages) // the only dependencies are of the second
	}
	require.Equal(t, parts[1].Dependencies, sum.Dependencies)
	_, _, err := sum.Append(parts[1])
	require.NoError(t, err)
	require.NoError(t, sum.Validate(64, 0))
	require.Len(t, sum.Dependencies, 2*len(parts[1].Dependencies))
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		spoil func(*Plan)
		end   event.Time
		want  string
	}{
		{func(p *Plan) { p.Conns[3].Src = 9 }, 0, "connection 3: host 9 does not exist; hosts are 0..2"},
		{func(p *Plan) { p.Conns[3].Dst = p.Conns[3].Src }, 0, "connection 3: host 1 sends to itself"},
		{func(p *Plan) { p.Conns[3].Loopback = true }, 0, "connection 3: a loop-back from host 1 to host 0; both have to be one"},
		{func(p *Plan) { p.Messages[1].Conn = 99 }, 0, "message 1: connection 99 does not exist"},
		{func(p *Plan) { p.Messages[0].Bytes = 0 }, 0, "message 0 from host 0 to host 1 has 0 bytes"},
		{func(p *Plan) { p.Messages[0].Bytes = MaxBytes + 1 }, 0, "message 0 has 1099511627777 bytes, above 1099511627776"},
		{func(p *Plan) { p.Messages[0].Start = -1 }, 0, "message 0 starts before 0"},
		{func(p *Plan) {}, 30 * us, "message 0 starts at 30us, but the run ends at 30us; end later or let arrivals stop before"},
		{func(p *Plan) { p.Messages[2].Start-- }, 0, "message 2 starts before the one ahead of it; call Sort"},
		{func(p *Plan) { p.Messages[0].OnArrival = 99 }, 0, "message 0: gate 99 does not exist"},
		{func(p *Plan) { p.Messages[0].OnArrival = p.Messages[0].OnAck }, 0, "message 0: gate 0 is of host 0, not of host 1"},
		{func(p *Plan) { p.Dependencies[1].Next = 9 }, 0, "gate 1 opens towards gate 8, which is no gate of host 1"},
		{func(p *Plan) { p.Dependencies[1].Need++ }, 0, "gate 1 needs 5 counts, of which there are 4; it would never open"},
		{func(p *Plan) { p.Dependencies[1].Need = 0 }, 0, "gate 1 needs nothing; post its messages at a time"},
		{func(p *Plan) { p.Dependencies[1].Delay = -1 }, 0, "gate 1 has a delay below 0"},
		{func(p *Plan) { p.Dependencies = append(p.Dependencies, Dependency{Host: 3, Need: 1}) }, 0, "gate 6: host 3 does not exist; hosts are 0..2"},
	} {
		p := planned(t, AllToAll{Hosts: hosts(3), RanksPerHost: 1, Bytes: 64, Iterations: 3, Start: 30 * us}, 3, 0)
		c.spoil(p)
		require.EqualError(t, p.Validate(3, c.end), "workload: "+c.want)
	}
}
