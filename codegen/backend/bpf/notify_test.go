package bpf_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"net/netip"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/cilium/ebpf"
	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/dev/tier"
)

// TestNotify: what takes packets and answers with CNPs is printed as a notification point, and nothing else.
func TestNotify(t *testing.T) {
	p := packages(t)
	for _, name := range p.Algorithms() {
		c, err := p.Program.Transducer(name).Contract()
		want := err == nil && c.Has(ir.OnPacket)
		require.Equal(t, want, generate(t, p, bpf.Options{Algorithm: name}).Notifies(), name)
	}
	g := generate(t, p, bpf.Options{Algorithm: "dcqcnnp", Connections: 64, Command: "ccgen bpf dcqcnnp --connections 64", Profile: "made up"})
	golden.Check(t, filepath.Join("testdata", g.Notify.Name+".golden"), g.Notify.Data)
	tier.Require(t, "clang")
	require.NotEmpty(t, compiled(t, g, g.Notify))
}

const (
	notifyPair, notifyPeer = 0x012345, 0xABCDEF
	notifyInterval         = 2_000_000
)

// dataFrame is a frame of the connection that tests have, marked.
func dataFrame(t *testing.T, change func(*roce.Frame)) []byte {
	f := roce.Frame{
		SrcMAC: [6]byte{2, 1, 2, 3, 4, 5}, DstMAC: [6]byte{2, 6, 7, 8, 9, 10}, Src: netip.MustParseAddr("10.1.2.3"), Dst: netip.MustParseAddr("10.4.5.6"),
		ECN: 3, ID: 77, SrcPort: roce.SourcePort(notifyPair, notifyPeer), Payload: make([]byte, 100),
		BTH: roce.BTH{Opcode: roce.SendMiddle, PKey: 0x8123, DestQP: notifyPair, PSN: 9},
	}
	if change != nil {
		change(&f)
	}
	b, err := f.AppendEthernet(nil)
	require.NoError(t, err)
	return b
}

// notification loads the built-in notification point.
func notification(t *testing.T, log bool) (*bpf.NotificationPoint, *bpf.Program) {
	g := generate(t, packages(t), bpf.Options{Algorithm: "dcqcnnp", Connections: 4})
	n, err := g.OpenNotify(compiled(t, g, g.Notify), []uint64{notifyInterval}, log)
	require.NoError(t, err)
	t.Cleanup(n.Close)
	require.NoError(t, n.Flow(notifyPair, notifyPeer, 2))
	return n, g
}

// through runs a frame through a program, with skb->mark set.
func through(t *testing.T, p *ebpf.Program, frame []byte, mark uint32) (verdict int32, out []byte) {
	context := make([]byte, 192)
	binary.NativeEndian.PutUint32(context[8:], mark)
	o := ebpf.RunOptions{Data: frame, DataOut: make([]byte, 9000), Context: context}
	v, err := p.Run(&o)
	require.NoError(t, err)
	return int32(v), o.DataOut
}

const tcNext, tcDrop = -1, 2

// TestKernelCNP: a copy becomes the CNP that package roce builds, to a byte, whatever the frame was; anything but a
// copy passes unchanged.
func TestKernelCNP(t *testing.T) {
	inKernel(t)
	n, _ := notification(t, false)
	for _, payload := range []int{0, 1, 11, 100, 3000} {
		frame := dataFrame(t, func(f *roce.Frame) { f.Payload = make([]byte, payload) })
		for _, c := range []struct{ id, marks uint32 }{{0, 0}, {1, 1}, {0xFFFF, 127}, {0x1234, 64}} {
			want := roce.Frame{
				SrcMAC: [6]byte{2, 6, 7, 8, 9, 10}, DstMAC: [6]byte{2, 1, 2, 3, 4, 5}, Src: netip.MustParseAddr("10.4.5.6"), Dst: netip.MustParseAddr("10.1.2.3"),
				DSCP: 48, ID: uint16(c.id), SrcPort: roce.SourcePort(notifyPair, notifyPeer), BTH: roce.NewCNP(notifyPeer, c.marks), Payload: make([]byte, roce.CNPPayloadLen),
			}
			want.BTH.PKey = 0x8123
			cnp, err := want.AppendEthernet(nil)
			require.NoError(t, err)
			verdict, out := through(t, n.Egress, frame, 0xC5800000|c.id<<7|c.marks)
			require.EqualValues(t, tcNext, verdict)
			require.Equal(t, cnp, out)
		}
	}
	frame := dataFrame(t, nil)
	for _, mark := range []uint32{0, 1, 0xC5000000} {
		verdict, out := through(t, n.Egress, frame, mark)
		require.EqualValues(t, tcNext, verdict)
		require.Equal(t, frame, out)
	}
	other := dataFrame(t, func(f *roce.Frame) { f.BTH.DestQP = 7 })
	verdict, _ := through(t, n.Egress, other, 0xC5800001)
	require.EqualValues(t, tcDrop, verdict, "a copy of nobody's")
	require.Equal(t, ^crc32.ChecksumIEEE(bytes.Repeat([]byte{255}, 8)), uint32(0xDEBB20E3), "the ICRC's seed, as the kernel's rxe has it")
}

// TestKernelNotify: marked data of a connection that is known is an event, at the kernel's time, and all
// pass on unchanged. Outputs, states and counts are those of the reference at the same times.
func TestKernelNotify(t *testing.T) {
	inKernel(t)
	n, g := notification(t, true)
	require.NoError(t, n.Begin(0))
	for what, frame := range map[string][]byte{
		"no mark":     dataFrame(t, func(f *roce.Frame) { f.ECN = 2 }),
		"a CNP":       dataFrame(t, func(f *roce.Frame) { f.BTH = roce.NewCNP(notifyPair, 1) }),
		"an ACK":      dataFrame(t, func(f *roce.Frame) { f.BTH.Opcode = roce.Acknowledge }),
		"a READ":      dataFrame(t, func(f *roce.Frame) { f.BTH.Opcode = roce.ReadRequest }),
		"a datagram":  dataFrame(t, func(f *roce.Frame) { f.BTH.Opcode = roce.UDSendOnly }),
		"of no flow":  dataFrame(t, func(f *roce.Frame) { f.BTH.DestQP++ }),
		"a VLAN":      dataFrame(t, func(f *roce.Frame) { f.VLAN = []uint16{5} }),
		"IPv6":        dataFrame(t, func(f *roce.Frame) { f.Src, f.Dst = netip.MustParseAddr("fd00::1"), netip.MustParseAddr("fd00::2") }),
		"cut short":   dataFrame(t, nil)[:53],
		"other port":  changed(dataFrame(t, nil), 37, 0),
		"no UDP":      changed(dataFrame(t, nil), 23, 6),
		"a fragment":  changed(dataFrame(t, nil), 20, 0x20),
		"IP options":  changed(dataFrame(t, nil), 14, 0x46),
		"Ethernet II": changed(dataFrame(t, nil), 12, 0x86),
	} {
		verdict, out := through(t, n.Ingress, frame, 0)
		require.EqualValues(t, tcNext, verdict, what)
		require.Equal(t, frame, out, what)
		_, ok, err := n.Next()
		require.NoError(t, err)
		require.False(t, ok, what)
	}

	want, output := referenceNP(t)
	frame := dataFrame(t, nil)
	sum, cnps, last := uint64(0), uint64(0), int64(0)
	const frames = 20000
	for i := range uint64(frames) {
		verdict, out := through(t, n.Ingress, frame, 0)
		require.EqualValues(t, tcNext, verdict)
		require.Equal(t, frame, out)
		got, ok, err := n.Next()
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, i+1, got.Number)
		require.EqualValues(t, 2, got.Connection)
		require.GreaterOrEqual(t, got.Time, last)
		last = got.Time
		require.NoError(t, want.Handle(&driver.NICEvent{Kind: ir.OnPacket, Time: got.Time, Packets: 1, Marked: 1}))
		require.Equal(t, *output, got.Output)
		require.Equal(t, want.State(), got.State)
		if c := want.Controls(); c.SendCNP {
			cnps++
			sum += c.CNPMarked
		}
	}
	require.Greater(t, cnps, uint64(1), "the test took longer than an interval")
	count, err := n.Count(2)
	require.NoError(t, err)
	require.Equal(t, bpf.NotifyCount{Marked: frames, CNPs: cnps, Reported: sum}, count)
	t.Logf("%s: %+v", g.Notify.Name, count)
	none, err := n.Count(1)
	require.NoError(t, err)
	require.Zero(t, none)
}

// TestKernelNotifyTogether: packets of one connection that come on several CPUs at once are events one after the
// other: none is lost, times do not go back, and the reference decides the same in their order.
func TestKernelNotifyTogether(t *testing.T) {
	inKernel(t)
	n, _ := notification(t, true)
	const threads, frames = 4, 8000
	frame := dataFrame(t, nil)
	var all sync.WaitGroup
	failed := make([]error, threads)
	for i := range threads {
		all.Go(func() {
			for range frames / 1000 {
				if _, err := n.Ingress.Run(&ebpf.RunOptions{Data: frame, Repeat: 1000}); err != nil {
					failed[i] = err
				}
			}
		})
	}
	all.Wait()
	require.NoError(t, errors.Join(failed...))
	var list []bpf.Decision
	for {
		d, ok, err := n.Next()
		require.NoError(t, err)
		if !ok {
			break
		}
		list = append(list, d)
	}
	require.Len(t, list, threads*frames)
	slices.SortFunc(list, func(a, b bpf.Decision) int { return cmp.Compare(a.Number, b.Number) })
	want, output := referenceNP(t)
	for i, d := range list {
		require.EqualValues(t, i+1, d.Number)
		require.NoError(t, want.Handle(&driver.NICEvent{Kind: ir.OnPacket, Time: d.Time, Packets: 1, Marked: 1}))
		require.Equal(t, *output, d.Output)
		require.Equal(t, want.State(), d.State)
		require.True(t, i == 0 || list[i-1].Time <= d.Time)
	}
	count, err := n.Count(2)
	require.NoError(t, err)
	require.EqualValues(t, threads*frames, count.Marked)
}

// referenceNP returns a connection of the reference, and what holds its last output.
func referenceNP(t *testing.T) (*driver.Conn, *[]uint64) {
	p := packages(t)
	a, err := driver.New(p.Program.Transducer("dcqcnnp"))
	require.NoError(t, err)
	engine, err := driver.Interpreted(interp.New(p.Program), "dcqcnnp")
	require.NoError(t, err)
	d := driver.NewDriver(a, engine, 1)
	var output []uint64
	d.Seen = func(_ *driver.Conn, s *driver.Step) error { output = append(output[:0], s.Output...); return nil }
	c, err := d.Open(0, []uint64{notifyInterval}, 0)
	require.NoError(t, err)
	return c, &output
}

func changed(frame []byte, at int, to byte) []byte {
	frame[at] = to
	return frame
}
