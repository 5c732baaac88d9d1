package credit

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
)

// sink notes what comes.
type sink struct {
	came []arrival
	net  **Network
}

type arrival struct {
	at event.Time
	Packet
}

func (s *sink) Arrived(now event.Time, p *Packet)     { s.came = append(s.came, arrival{now, *p}) }
func (s *sink) Departed(event.Time, *Packet)          {}
func (s *sink) Step(_ event.Time, vl uint8, n uint32) { (*s.net).mustSend(vl, n) }

// mustSend sends a packet of 1000 bytes to host 0: n has its host and its number.
func (n *Network) mustSend(vl uint8, arg uint32) {
	if err := n.Send(Packet{From: arg >> 16, VL: vl, Bytes: 1000, User: uint64(arg & 0xFFFF)}); err != nil {
		panic(err)
	}
}

// base has links of 8 Gb/s, a byte a nanosecond.
func base(switches uint32, hosts ...uint32) Config {
	return Config{
		Switches: switches, Hosts: hosts, Rate: 8_000_000_000, Buffer: 4000,
		Propagation: 10 * event.Nanosecond, Pipeline: 200 * event.Nanosecond,
	}
}

func build(t *testing.T, c Config) (*Network, []*sink) {
	var n *Network
	sinks := make([]*sink, len(c.Hosts))
	hosts := make([]Host, len(c.Hosts))
	for i := range hosts {
		sinks[i] = &sink{net: &n}
		hosts[i] = sinks[i]
	}
	var err error
	n, err = New(&c, hosts)
	require.NoError(t, err)
	return n, sinks
}

// TestCutThrough: a packet pays its serialisation once, however many switches it passes.
func TestCutThrough(t *testing.T) {
	for _, test := range []struct {
		c    Config
		want event.Time
	}{
		{base(0, 0, 0), 1010},
		{base(1, 0, 0), 1000 + 2*10 + 200},
		{base(2, 0, 1), 1000 + 3*10 + 2*200},
		{base(3, 2, 0), 1000 + 4*10 + 3*200},
	} {
		n, sinks := build(t, test.c)
		n.At(0, 1, 0, 1<<16)
		n.Run(event.Second)
		require.Len(t, sinks[0].came, 1)
		require.Equal(t, test.want*event.Nanosecond, sinks[0].came[0].at, "%d switches", test.c.Switches)
	}
}

// TestCredits: of a buffer of 4000 bytes, with a loop longer than 4 packets, 4 packets a loop go.
func TestCredits(t *testing.T) {
	c := base(1, 0, 0)
	c.CreditReturn = 5 * event.Microsecond
	n, sinks := build(t, c)
	for i := range uint32(12) {
		n.At(0, 1, 0, 1<<16|i)
	}
	n.Run(event.Second)
	require.Len(t, sinks[0].came, 12)
	// The loop: propagation, pipeline, packet, propagation, delay.
	loop := (10 + 200 + 1000 + 10 + 5000) * event.Nanosecond
	for i := range 8 {
		require.Equal(t, loop, sinks[0].came[i+4].at-sinks[0].came[i].at, "packet %d", i+4)
	}
}

// TestArbiters: two hosts have three packets each, the third host one that comes last. FCFS keeps
// the order of arrival, round robin lets the last overtake, a high VL goes first, and a high limit
// gives VL 0 its turn.
func TestArbiters(t *testing.T) {
	for _, test := range []struct {
		name    string
		arbiter Arbiter
		strict  bool
		limit   uint32
		vl      uint8 // of host 3
		want    []uint32
	}{
		{"fcfs", FCFS, false, 0, 0, []uint32{1, 2, 1, 2, 1, 2, 3, 3, 3}},
		{"round robin", RoundRobin, false, 0, 0, []uint32{1, 2, 3, 1, 2, 3, 1, 2, 3}},
		{"strict", FCFS, true, 0, 1, []uint32{1, 2, 3, 3, 3, 1, 2, 1, 2}},
		{"strict in turn", RoundRobin, true, 0, 1, []uint32{1, 2, 3, 3, 3, 1, 2, 1, 2}},
		// 1000 bytes are 16 blocks, 1024 bytes: the second reaches the limit.
		{"limit", FCFS, true, 2048, 1, []uint32{1, 2, 3, 3, 1, 3, 2, 1, 2}},
		{"limit of one", FCFS, true, 64, 1, []uint32{1, 2, 3, 1, 3, 2, 3, 1, 2}},
		{"not strict", FCFS, false, 0, 1, []uint32{1, 2, 1, 2, 1, 2, 3, 3, 3}},
	} {
		c := base(1, 0, 0, 0, 0)
		c.Arbiter, c.Strict, c.HighLimit = test.arbiter, test.strict, test.limit
		n, sinks := build(t, c)
		for i := range uint32(3) {
			n.At(0, 1, 0, 1<<16|i)
			n.At(1, 2, 0, 2<<16|i)
		}
		// The heads of host 3 come after those of the other two are all there.
		for i := range uint32(3) {
			at := 2100 * event.Nanosecond
			if test.arbiter == RoundRobin || test.strict {
				at = 1100 * event.Nanosecond // while the second is sent
			}
			n.At(at, 3, test.vl, 3<<16|i)
		}
		n.Run(event.Second)
		got := []uint32{}
		for _, a := range sinks[0].came {
			got = append(got, a.From)
		}
		require.Equal(t, test.want, got, test.name)
	}
}

// TestKeepOrder: two large packets come to the first switch and then a small one, and the next buffer has
// room for one of the large ones: the small one goes second, but third with KeepOrder, unless it is of another VL.
func TestKeepOrder(t *testing.T) {
	for _, test := range []struct {
		keep bool
		vl   uint8
		want []uint32
	}{{false, 0, []uint32{1, 3, 2}}, {true, 0, []uint32{1, 2, 3}}, {true, 1, []uint32{1, 3, 2}}} {
		c := base(2, 1, 0, 0, 0)
		c.KeepOrder = test.keep
		n, sinks := build(t, c)
		for host := range uint32(2) {
			require.NoError(t, n.Send(Packet{From: 1 + host, Bytes: 3000}))
		}
		n.Run(event.Microsecond)
		require.NoError(t, n.Send(Packet{From: 3, Bytes: 500, VL: test.vl}))
		n.Run(event.Second)
		got := []uint32{}
		for _, a := range sinks[0].came {
			got = append(got, a.From)
		}
		require.Equal(t, test.want, got, "%+v", test)
	}
}

// TestProperties sends at random over random networks: all arrives once, packets of a host and VL in
// order, no faster than the links, and no buffer ever holds more than its room.
func TestProperties(t *testing.T) {
	for seed := range uint64(30) {
		r := random.New(seed, "credit", 0)
		c := base(1+r.Below(3), 0)
		for range 2 + r.Below(4) {
			c.Hosts = append(c.Hosts, r.Below(c.Switches))
		}
		c.Arbiter = Arbiter(r.Below(2))
		c.KeepOrder = c.Arbiter == FCFS && r.Below(2) == 0
		c.Strict = r.Below(2) == 0
		if c.Strict {
			c.HighLimit = r.Below(5000)
		}
		c.Buffer = 1000 + r.Below(5000)
		c.CreditReturn = event.Time(r.Below(5000)) * event.Nanosecond
		n, sinks := build(t, c)
		const each = 40
		for h := uint32(1); h < uint32(len(c.Hosts)); h++ {
			for i := range uint32(each) {
				n.At(event.Time(i)*500*event.Nanosecond, h, uint8(r.Below(3)), h<<16|i)
			}
		}
		for n.queue.NextTime() != event.Never {
			n.Run(n.queue.NextTime() + 1)
			if k := n.Counts(); k.Sent != k.Arrived+k.InFlight {
				t.Fatalf("seed %d: %d packets sent, %d arrived, %d under way", seed, k.Sent, k.Arrived, k.InFlight)
			}
			for i := len(c.Hosts); i < len(n.nodes); i++ {
				for _, b := range n.nodes[i].buffers {
					require.LessOrEqual(t, uint32(len(b.queue)-b.first)*1000, c.Buffer)
				}
			}
		}
		came := sinks[0].came
		require.Len(t, came, each*(len(c.Hosts)-1), "seed %d", seed)
		require.EqualValues(t, len(came), n.Counts().Arrived)
		require.Zero(t, n.Counts().InFlight)
		last := map[[2]uint32]uint64{}
		for i, a := range came {
			key := [2]uint32{a.From, uint32(a.VL)}
			require.Less(t, last[key], a.User+1, "seed %d", seed)
			last[key] = a.User + 1
			if i > 0 {
				require.GreaterOrEqual(t, a.at-came[i-1].at, event.Microsecond)
			}
		}
		for _, l := range n.links {
			if l.to >= uint32(len(c.Hosts)) {
				require.Equal(t, slices.Repeat([]uint32{c.Buffer}, VLs), l.room[:], "room that was not given back")
			}
		}
	}
}

// TestBad checks that errors name the refused value and the remedy.
func TestBad(t *testing.T) {
	for _, test := range []struct {
		change func(c *Config)
		want   string
	}{
		{func(c *Config) { c.Rate = 5 }, "credit: rate 5 bit/s is out of range 1 Mb/s to 100 Tb/s"},
		{func(c *Config) { c.Switches = 0 }, "credit: a cable joins 2 hosts, not 3; use a switch"},
		{func(c *Config) { c.Hosts = []uint32{0} }, "credit: 1 hosts and 1 switches; use 2 to 200 hosts and at most 200 switches"},
		{func(c *Config) { c.Buffer = 10 }, "credit: a buffer of 10 bytes is out of range 64 to 1073741824"},
		{func(c *Config) { c.Arbiter = 7 }, "credit: 7 is no arbiter; use FCFS or RoundRobin"},
		{func(c *Config) { c.Arbiter, c.KeepOrder = RoundRobin, true }, "credit: KeepOrder needs FCFS; round robin has no order of coming"},
		{func(c *Config) { c.HighLimit = 64 }, "credit: a high limit of 64 bytes needs Strict"},
		{func(c *Config) { c.Pipeline = -1 }, "credit: pipeline -1ps is out of range 0s to 1s"},
		{func(c *Config) { c.Hosts[1] = 4 }, "credit: host 1 is at switch 4, but there are 1"},
	} {
		c := base(1, 0, 0, 0)
		test.change(&c)
		require.EqualError(t, c.Check(), test.want)
	}
	n, _ := build(t, base(1, 0, 0))
	require.EqualError(t, n.Send(Packet{From: 1, To: 1, Bytes: 1}), "credit: a packet from host 1 to host 1; there are 2, and a host does not send to itself")
	require.EqualError(t, n.Send(Packet{From: 1, VL: 8, Bytes: 1}), "credit: VL 8; VLs are 0 to 7")
	require.EqualError(t, n.Send(Packet{From: 1, Bytes: 4001}), "credit: a packet of 4001 bytes; use 1 to 65535, and no more than the buffer's 4000")
}
