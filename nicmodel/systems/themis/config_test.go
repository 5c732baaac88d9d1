package themis

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// TestEnds: gateways are the switches at long links, one such link each.
func TestEnds(t *testing.T) {
	top, err := topology.Preset("longhaul32")
	require.NoError(t, err)
	c := Default(100_000_000)
	gateways, err := c.Gateways(top)
	require.NoError(t, err)
	for node := range top.Nodes() {
		g := gateways(node)
		require.Equal(t, node >= 48, g != nil, "node %d", node)
		if g != nil {
			require.NotSame(t, g, gateways(node), "each run has gateways of its own")
		}
	}
	deep := top.LongLinks(5 * event.Microsecond)
	for s, is := range deep {
		require.Equal(t, s >= 16, is)
	}

	// Three sites in a row: the middle switch has two long links.
	row, err := topology.Read(strings.NewReader("5 3 4\n0 1 2\n3 0 100Gbps 1us 0\n4 2 100Gbps 1us 0\n0 1 1.6Tbps 500us 0\n1 2 1.6Tbps 500us 0\n"), "row.txt")
	require.NoError(t, err)
	_, err = c.Gateways(row)
	require.EqualError(t, err, "switch 1 has several links of 5us or more; a gateway of THEMIS has one port to the long haul")
	c.Long = event.Millisecond
	_, err = c.Gateways(row)
	require.EqualError(t, err, "no link has a delay of 1ms or more, the longest has 500us; use a topology with a long link, such as preset longhaul32, or lower themis.long")
	c.Long = event.Microsecond
	_, err = c.Gateways(top)
	require.EqualError(t, err, "host 0 is at a link of 1us, which is a long one; a long link joins two switches (raise themis.long, now 1us)")
}

// TestCheck: what a gateway could not do is named.
func TestCheck(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"notify and react: both false; a gateway with neither is a switch":                                                      func(c *Config) { c.Notify, c.React = false, false },
		"own_mark: convert without notify: nobody would hear of the marks; give notify = true or own_mark = \"pass\"":           func(c *Config) { c.Convert, c.Notify = true, false },
		"long: 0s; give the delay from which on a link is a long one":                                                           func(c *Config) { c.Long = 0 },
		"interval: 1073741825 ns is above 2^30":                                                                                 func(c *Config) { c.Interval = 1<<30 + 1 },
		"table_bits: 25 is out of range 1..24":                                                                                  func(c *Config) { c.TableBits = 25 },
		"pass: 0s is out of range; use more than 0s and at most 1ms":                                                            func(c *Config) { c.Least = 0 },
		"cnp_bytes: 0; a CNP has at least one byte":                                                                             func(c *Config) { c.CNPBytes = 0 },
		"unmarked: true without react: nothing reacts":                                                                          func(c *Config) { c.Unmarked, c.React = true, false },
		"MinRate: 0 is out of range 1..100000000 kb/s (1..MaxRate)":                                                             func(c *Config) { c.RP.MinRate = 0 },
		"capacity: 1 with law resubmit; what passes through the ingress queue is in its order, so give law pace or no capacity": func(c *Config) { c.Hold, c.Capacity = HoldResubmit, 1 },
	} {
		c := Default(100_000_000)
		require.NoError(t, c.Check())
		change(&c)
		require.EqualError(t, c.Check(), want)
	}
}

// spy writes what goes into a gateway and what becomes of it.
type spy struct {
	*Gateway
	log *bytes.Buffer
}

var kindNames = map[uint8]string{fabric.Data: "data", fabric.Ack: "ack", fabric.Nack: "nack", fabric.CNP: "cnp"}

func (s spy) Arrive(v *fabric.SwitchContext, k *fabric.Transit) bool {
	if s.log.Len() > 1<<20 {
		return s.Gateway.Arrive(v, k)
	}
	direction, before, packet, minted := "out", k.Flags, k.Packet, s.Generated
	if v.Port() == s.end.port {
		direction = "in"
	}
	goes := s.Gateway.Arrive(v, k)
	action, release := "send", int64(v.Now)
	switch {
	case goes:
	case s.held > 0 && packet.Kind == fabric.Data:
		action, release = "hold", int64(fabric.EnqueueTime(s.last(v, &packet)))
	default:
		action = "drop"
	}
	fmt.Fprintf(s.log, "%d,%s,%d,%s,%t,%t,%t,%s,%t,%t,%t,%t,%d\n", v.Now, direction, packet.Conn, kindNames[packet.Kind],
		packet.Kind == fabric.Data && before&fabric.Marked != 0, before&fabric.Echo != 0, packet.Kind != fabric.Data && before&fabric.Reacted != 0,
		action, packet.Kind == fabric.Data && k.Flags&fabric.Marked != 0, k.Flags&fabric.Echo != 0, packet.Kind != fabric.Data && k.Flags&fabric.Reacted != 0,
		s.Generated != minted, release)
	return goes
}

// last is the queue of a packet's flow, of one packet that has just been kept.
func (s spy) last(v *fabric.SwitchContext, k *fabric.Packet) *fabric.Queue {
	f, _ := s.flowOf(k.Conn, v.ForwardHash(k.Conn))
	return &f.queue
}

// TestTrace: packets of two flows at the receivers' gateway, what becomes of each, and when the first that
// is held of a flow may go.
func TestTrace(t *testing.T) {
	top, err := topology.LongHaul{ToRs: 1, HostsPerToR: 3, Aggs: 1, HostRate: 100 * gigabit, AggRate: 100 * gigabit, GatewayRate: 400 * gigabit,
		LongRate: 1600 * gigabit, Delay: event.Microsecond, LongDelay: 20 * event.Microsecond}.Build()
	require.NoError(t, err)
	x := Paper(1)
	c, err := x.Config()
	require.NoError(t, err)
	c.Topology, c.Fabric.Deep = top, top.LongLinks(20*event.Microsecond)
	c.Plan, err = workload.Incast{Senders: []uint32{0, 1, 4}, Receiver: 3, Bytes: 200_000, Class: 1}.Plan()
	require.NoError(t, err)
	// Three that leave the receivers' data centre by one uplink.
	away, err := workload.Incast{Senders: []uint32{3, 4, 5}, Receiver: 2, Bytes: 200_000, Class: 1}.Plan()
	require.NoError(t, err)
	for i := range away.Conns {
		away.Conns[i].Dst = uint32(i)
	}
	_, _, err = c.Plan.Append(away)
	require.NoError(t, err)
	for i := range c.Fabric.Marking {
		c.Fabric.Marking[i].Kmin, c.Fabric.Marking[i].Kmax = 20_000, 60_000
	}
	k := Default(100_000_000)
	gateways, err := k.Gateways(top)
	require.NoError(t, err)
	var log bytes.Buffer
	log.WriteString("time_ps,direction,conn,kind,ce,echo,bit,action,ce_after,echo_after,bit_after,cnp,release_ps\n")
	c.Fabric.Gateway = func(node uint32) fabric.Gateway {
		g := gateways(node)
		if node == top.Nodes()-1 {
			return spy{g.(*Gateway), &log}
		}
		return g
	}
	m, err := nicmodel.New(c)
	require.NoError(t, err)
	r, err := m.Run(nil, nil)
	require.NoError(t, err)
	require.True(t, r.Conserved())
	require.Equal(t, r.Messages, r.Completed)
	for _, part := range []string{
		",in,0,data,false,false,false,hold,", ",out,3,data,true,false,false,send,false,false,false,true,", ",out,3,data,true,false,false,send,false,false,false,false,",
		",out,0,ack,false,true,false,send,false,true,true,", ",in,3,ack,",
	} {
		require.True(t, strings.Contains(log.String(), part), part)
	}
	const path = "testdata/trace.csv"
	if *update {
		require.NoError(t, os.WriteFile(path, log.Bytes(), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, string(want) == log.String(), "go test ./nicmodel/systems/themis -run TestTrace -update rewrites it")
}
