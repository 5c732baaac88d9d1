package frontend

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/ir"
)

func loadAccept(t *testing.T, name string) *ir.Program {
	prog, err := Load(os.DirFS("../.."), module, []string{acceptIn + name}, Options{})
	require.NoError(t, err)
	return prog
}

// TestContract: what the directives of testdata/accept/nic say is found again, leaf by leaf.
func TestContract(t *testing.T) {
	prog := loadAccept(t, "nic")
	sender := prog.Transducer("nicsender")
	c, err := sender.Contract()
	require.NoError(t, err)
	var got []string
	add := func(format string, args ...any) { got = append(got, fmt.Sprintf(format, args...)) }
	for _, e := range c.Events {
		add("%d %s %s %s", e.Value, e.Const.Name, e.Kind, e.Label)
	}
	for _, s := range c.Signals {
		add("%d %s = %s", s.Index, s.Name, s.Field.Signal)
	}
	for _, o := range c.Controls {
		add("%d %s = %s", o.Index, o.Leaf.Name, o.Field.Control)
	}
	for _, s := range c.Probes {
		add("%d %s = %s %t %s", s.Index, s.Leaf.Name, s.Name, s.InView, s.Field.UnitOf())
	}
	require.Equal(t, strings.Split(`1 KindSlowTimer timer slow-timer
2 KindRTTTimer timer rtt-timer
3 KindSent sent sent
4 KindCNPs cnp cnps
5 KindAck ack ack
6 KindNack nack nack
7 KindTimeout timeout timeout
8 KindMessage message message
0 Now = now
1 Kind = kind
2 Sent.Bytes = bytes
3 Sent.Packets = packets
4 CNPs = cnps
5 Marked = marked
6 Acked = acked
7 Unacked = unacked
8 RTT = rtt
9 Lost = lost
10 Length = length
11 Departed = departed
12 Share = marked-share
13 Arm = tag arm
14 Iteration = tag iteration
16 Hops = hops
17 HopQueue[0] = hop-queue
18 HopQueue[1] = hop-queue
19 HopSent[0] = hop-sent
20 HopSent[1] = hop-sent
21 HopAt[0] = hop-at
22 HopAt[1] = hop-at
23 HopRate[0] = hop-rate
24 HopRate[1] = hop-rate
25 NackRTT = nack-rtt
26 AckedPackets = acked-packets
27 ForwardHops = forward-hops
28 SentAt = sent-at
29 ArrivedAt = arrived-at
30 AnsweredAt = answered-at
31 ReturnedAt = returned-at
32 RxLevel = rx-level
33 Refused = refused
0 Rate = rate
1 Window = window
2 Arm = tag arm
3 Iteration = tag iteration
0 RC = rc false kb/s
1 Alpha = alpha false 
0 Slow = slow true 
1 Gap = gap true ns`, "\n"), got)
	require.Equal(t, 2, c.Hops())
	require.Equal(t, []int{0, 1}, []int{c.Signals[len(c.Signals)-11].Hop, c.Signals[len(c.Signals)-10].Hop})
	require.Equal(t, 1, c.Kind)
	require.Zero(t, c.Now)
	require.Equal(t, &ir.NICTimer{At: 1, Kind: 2}, c.Timer)
	require.True(t, c.Has(ir.OnAck))
	require.False(t, c.Has(ir.OnPacket))
	require.Equal(t, "none", sender.Event.Fields[1].Type.Decl.Labels()[0])

	frac, ok := sender.FracLeaf("", c.Probes[1].Field.FormatOf())
	require.True(t, ok)
	require.Zero(t, frac)
	frac, ok = sender.FracLeaf("First", sender.Params.Fields[1].Format)
	require.True(t, ok)
	require.Zero(t, frac)
	_, ok = sender.FracLeaf("Step", sender.Params.Fields[2].Format)
	require.False(t, ok)

	c, err = prog.Transducer("nicpackets").Contract()
	require.NoError(t, err)
	require.True(t, c.Windowed())
	require.False(t, c.Stamped())
	require.True(t, sender.Declared().Stamped())
	got = nil
	for _, o := range c.Controls {
		got = append(got, o.Name+" "+o.Control.String())
	}
	require.Equal(t, []string{"Fabric fabric-window", "NIC nic-window", "Gap gap"}, got)

	c, err = prog.Transducer("nicreceiver").Contract()
	require.NoError(t, err)
	require.Equal(t, -1, c.Kind)
	require.Nil(t, c.Timer)
	require.Equal(t, []ir.NICEvent{{Kind: ir.OnPacket, Label: "packet"}}, c.Events)
}

// TestContractLacks: each directive that a driver needs is named, with the declaration that
// lacks it.
func TestContractLacks(t *testing.T) {
	_, err := loadAccept(t, "nic").Transducer("nicpure").Contract()
	require.EqualError(t, err, "codegen/frontend/testdata/accept/nic/nic.go:222:6: transducer nicpure does not say what its events are: "+
		"put //ccgen:signal kind on the field of Turn that is its kind and //ccgen:event HAPPENING on the constants of its type, or //ccgen:event HAPPENING on Turn if it has one kind only; "+
		"HAPPENING is one of timer, sent, cnp, ack, nack, timeout, message, packet (docs/subset.md)")

	src, err := os.ReadFile("testdata/accept/nic/nic.go")
	require.NoError(t, err)
	for _, tt := range []struct{ name, without, with, want string }{
		{"nicreceiver", "\t//ccgen:signal now\n\tNow Time\n\t//ccgen:signal marked\n", "\tNow Time\n\t//ccgen:signal marked\n",
			"transducer nicreceiver has no event with a time: put //ccgen:signal now on the uint32 field of Arrival that is its time in ns"},
		{"nicreceiver", "\t//ccgen:control send-cnp\n\tSend bool\n\t//ccgen:control cnp-marked\n", "\tSend bool\n",
			"transducer nicreceiver takes packets but never answers: put //ccgen:control send-cnp on the bool field of Answer"},
		{"nicreceiver", "//ccgen:event packet\n", "//ccgen:event ack\n",
			"transducer nicreceiver has no output that a NIC obeys: put //ccgen:control rate (kb/s) or //ccgen:control window (bytes) on a uint32 field of Answer"},
		{"nicsender", "\t//ccgen:event timeout\n", "\t//ccgen:event packet\n",
			"transducer nicsender mixes the event of a receiver, packet, with those of a sender"},
	} {
		text := strings.Replace(string(src), tt.without, tt.with, 1)
		require.NotEqual(t, string(src), text, tt.without)
		prog, err := Load(mapFS(map[string]string{"nic/nic.go": text}), module, []string{"nic"}, Options{})
		require.NoError(t, err)
		_, err = prog.Transducer(tt.name).Contract()
		require.ErrorContains(t, err, tt.want)
		require.Regexp(t, `^nic/nic.go:\d+:6: transducer `, err.Error())
	}
}

// TestMetaLeavesTheProgram: a program without its metadata is the same program.
func TestMetaLeavesTheProgram(t *testing.T) {
	src, err := os.ReadFile("testdata/accept/nic/nic.go")
	require.NoError(t, err)
	text := func(drop bool) string {
		var lines []string
		for _, line := range strings.Split(string(src), "\n") {
			if drop && strings.HasPrefix(strings.TrimSpace(line), "//ccgen:") && !strings.Contains(line, "//ccgen:transducer") && !strings.Contains(line, "//ccgen:range") {
				line = "//" // the line stays
			}
			lines = append(lines, line)
		}
		prog, err := Load(mapFS(map[string]string{"nic/nic.go": strings.Join(lines, "\n")}), module, []string{"nic"}, Options{})
		require.NoError(t, err)
		var kept []string
		for _, line := range strings.Split(dump(prog), "\n") {
			if s := strings.TrimSpace(line); !strings.HasPrefix(s, "//") {
				kept = append(kept, line)
			}
		}
		return strings.Join(kept, "\n")
	}
	require.Equal(t, text(true), text(false))
}
