package pipeline

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/p4check"
	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/workload"
)

// table makes a bench of flows that leave the second data centre, each a source and a destination.
func table(t *testing.T, flows [][2]uint32, replace ...string) *bench {
	parsed, err := p4check.Parse(program(t, replace...))
	require.NoError(t, err)
	plan := &workload.Plan{}
	for _, f := range flows {
		plan.Conns = append(plan.Conns, workload.Conn{Src: f[0], Dst: f[1]})
	}
	b := &bench{t: t, w: parsed.NewSwitch(), plan: plan, wake: event.Never, place: map[uint32]int{}}
	b.w.Mirror(100+sitePort, sitePort)
	return b
}

// pass runs a packet that comes by a port at a microsecond, and requires that it is not resubmitted.
func (b *bench) pass(port uint16, now uint64, frame []byte) p4check.Pass {
	p, err := b.w.Ingress(port, now, frame)
	require.NoError(b.t, err)
	require.Nil(b.t, p.Resubmit)
	return p
}

// TestUnknown: the mark of a packet whose source's QP no acknowledgement has named stays, and is counted. Then CNPs
// go to that QP, at most one in 50 us by a clock in microseconds.
func TestUnknown(t *testing.T) {
	b := table(t, [][2]uint32{{3, 0}})
	marked := b.frame(&fabric.Packet{Kind: fabric.Data, Size: 1048, Flags: fabric.Marked})
	p := b.pass(sitePort, 10, marked)
	require.Nil(t, p.Clone)
	require.Equal(t, &p4check.Packet{Port: longPort, Data: marked}, p.Sent)
	require.EqualValues(t, 1, b.w.Register("unknown")[0])
	p = b.pass(longPort, 11, b.frame(&fabric.Packet{Kind: fabric.Ack}))
	require.EqualValues(t, sitePort, p.Sent.Port)
	for _, at := range []struct {
		now  uint64
		told bool
	}{{20, true}, {70, false}, {71, true}, {100, false}, {4_295_100, true}} {
		p = b.pass(sitePort, at.now, marked)
		require.Equal(t, at.told, p.Clone != nil, at.now)
		sent := b.parsed(p.Sent.Data)
		require.EqualValues(t, 2, sent.TOS&3)
		if at.told {
			cnp := b.parsed(p.Clone.Data)
			require.Equal(t, roce.CNP, cnp.BTH.Opcode)
			require.EqualValues(t, 0x100, cnp.BTH.DestQP)
		}
	}
	require.EqualValues(t, 1, b.w.Register("unknown")[0])
}

// TestCollisions: flows that share a place are counted each time that another comes to it.
func TestCollisions(t *testing.T) {
	b := table(t, [][2]uint32{{3, 0}, {4, 0}}, "FLOWS = 16384;", "FLOWS = 1;")
	for i, conn := range []uint32{0, 0, 1, 1, 0} {
		b.pass(sitePort, 10, b.frame(&fabric.Packet{Kind: fabric.Data, Size: 1048, Conn: conn}))
		require.EqualValues(t, []int{0, 0, 1, 1, 2}[i], b.w.Register("collisions")[0])
	}
}

// TestOthers: a packet that is not RoCE, is not for the long link, or is broken is routed or dropped without a change
// of state; timers come from the packet generator alone.
func TestOthers(t *testing.T) {
	b := table(t, [][2]uint32{{3, 0}, {3, 4}})
	k := &fabric.Packet{Kind: fabric.Data, Size: 1048, Flags: fabric.Marked}
	change := func(at int, to byte, sum bool) []byte {
		frame := b.frame(k)
		frame[at] = to
		if sum {
			frame[24], frame[25] = 0, 0
			binary.BigEndian.PutUint16(frame[24:], roce.IPChecksum(frame[14:34]))
		}
		return frame
	}
	for name, c := range map[string]struct {
		frame []byte
		port  int // -1 is dropped
	}{
		"another port":         {change(37, 0, true), longPort},
		"TCP":                  {change(23, 6, true), longPort},
		"a fragment":           {change(21, 9, true), longPort},
		"no route":             {change(31, 99, true), -1},
		"a wrong checksum":     {change(24, 1, false), -1},
		"IPv6":                 {change(12, 0x86, false), -1},
		"within a data centre": {b.frame(&fabric.Packet{Kind: fabric.Data, Size: 1048, Conn: 1, Flags: fabric.Marked}), sitePort},
		"cut":                  {b.frame(k)[:40], longPort},
	} {
		p := b.pass(sitePort, 10, c.frame)
		require.Nil(t, p.Clone, name)
		if c.port < 0 {
			require.Nil(t, p.Sent, name)
			continue
		}
		require.Equal(t, &p4check.Packet{Port: uint16(c.port), Data: c.frame}, p.Sent, name)
	}
	timer := append(make([]byte, 12), 0x88, 0xB5, 0, 0, 0, 5, 0, 0, 0, 9, 3)
	for _, port := range []uint16{sitePort, longPort, generatorPort} {
		require.Nil(t, b.pass(port, 10, timer).Sent)
		require.Equal(t, port == generatorPort, b.w.Register("rp_state_Rates_IncreaseAt")[5] != 0)
	}
	timer[16] = 0x40 // flow 16389
	require.Nil(t, b.pass(generatorPort, 10, timer).Sent)
	for _, name := range []string{"owners", "np_state_Last", "reacting", "peers"} {
		for _, v := range b.w.Register(name) {
			require.Zero(t, v, name)
		}
	}
}
