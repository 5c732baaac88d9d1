package bpf_test

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/cilium/ebpf"
	"github.com/gopacket/gopacket/pcapgo"
	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/internal/dev/tier"
)

// TestAttachRefuses: an algorithm that asks for more than an interface gives is refused at its field.
func TestAttachRefuses(t *testing.T) {
	p := packages(t, filepath.Join("../../../docs/examples/hpcc"))
	_, err := bpf.GenerateAttach(p.Program, bpf.Options{Algorithm: "hpcc"}, packages(t).Program, "dcqcnnp", []byte("note"))
	var missing *ir.ContractError
	require.ErrorAs(t, err, &missing)
	require.ErrorContains(t, err, "an interface does not obey it")
	_, err = bpf.GenerateAttach(packages(t).Program, bpf.Options{Algorithm: "dcqcn"}, packages(t).Program, "dcqcn", []byte("note"))
	require.ErrorContains(t, err, "does not run at a notification point")
	_, err = bpf.AttachNote([]byte("no ELF"))
	require.ErrorContains(t, err, "is not an object of cctrace attach -o")
}

// attached is an algorithm in the kernel, at no interface: frames go through it by the kernel's test facility.
type attached struct {
	*bpf.Attachment
	t      *testing.T
	p      *codegen.Packages
	params []uint64
	name   string
	steps  map[string]*follow // by connection and its beginning
}

// attachPort is the speed of the port, kb/s: so low that every packet waits for the one before.
const attachPort = 1000

// attach loads an algorithm, of a folder if one is named. It skips where the kernel does not load programs, and fails
// under CI.
func attach(t *testing.T, folder, name string, connections int) *attached {
	t.Helper()
	tier.Require(t, "clang")
	if err := bpf.Available(); err != nil && os.Getenv("CI") != "" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip(err)
	}
	a := &attached{t: t, name: name, steps: map[string]*follow{}}
	if folder == "" {
		a.p = packages(t)
		var err error
		a.params, _, err = algorithms.Params(name, profile.Choice{Profile: profile.PaperName, Line: "1M"})
		require.NoError(t, err)
	} else {
		a.p = packages(t, folder)
		a.params = []uint64{attachPort, 10, 500, 10, 1000, 100_000_000, 4294, 1000, 57344, 52428} // TIMELY's, in the order of Params
	}
	points := packages(t).Program
	g, err := bpf.GenerateAttach(a.p.Program, bpf.Options{Algorithm: name, Connections: connections}, points, "dcqcnnp", []byte("the note"))
	require.NoError(t, err)
	object, err := g.Compile(context.Background())
	require.NoError(t, err)
	note, err := bpf.AttachNote(object)
	require.NoError(t, err)
	require.Equal(t, "the note", string(note))
	a.Attachment, err = bpf.OpenAttach(object, g.Def, g.Point, bpf.Settings{Params: a.params, Point: []uint64{0}, Port: attachPort, First: attachPort, Age: time.Minute, Log: true})
	require.NoError(t, err)
	t.Cleanup(a.Close)
	return a
}

// tstampAt is the offset of the time to leave in the context of a tc program.
const tstampAt = 152

// out sends a frame through the egress, and returns its time to leave, in, through the ingress.
func (a *attached) out(frame []byte) (verdict int32, at uint64, after []byte) {
	return a.through(a.Egress, frame, 0)
}

func (a *attached) in(frame []byte) int32 {
	verdict, _, _ := a.through(a.Ingress, frame, 0)
	return verdict
}

func (a *attached) through(p *ebpf.Program, frame []byte, mark uint32) (int32, uint64, []byte) {
	a.t.Helper()
	ctx, back := make([]byte, 192), make([]byte, 192)
	binary.NativeEndian.PutUint32(ctx[8:], mark)
	o := ebpf.RunOptions{Data: frame, DataOut: make([]byte, 9000), Context: ctx, ContextOut: back}
	v, err := p.Run(&o)
	require.NoError(a.t, err)
	return int32(v), binary.NativeEndian.Uint64(back[tstampAt:]), o.DataOut
}

// follow is a connection of the reference that takes the events that the kernel logged, at the kernel's times.
type follow struct {
	conn  *driver.Conn
	steps []step
}
type step struct {
	time          int64
	event         uint64
	output, state []uint64
}

// check holds the log so far to the reference: each event, timers included, with output and whole state. It returns the
// events by kind, and how many connections there were.
func (a *attached) check() (events map[ir.NICEventKind]int, conns int) {
	t := a.t
	t.Helper()
	events = map[ir.NICEventKind]int{}
	def := a.p.Program.Transducer(a.name)
	for {
		e, ok, err := a.Next(time.Now())
		require.NoError(t, err)
		if !ok {
			return events, len(a.steps)
		}
		key := e.To.String() + time.Duration(e.Begun).String()
		f := a.steps[key]
		if f == nil {
			require.EqualValues(t, 1, e.Number)
			f = &follow{}
			a.steps[key] = f
			algorithm, err := driver.New(def)
			require.NoError(t, err)
			engine, err := driver.Interpreted(interp.New(a.p.Program), a.name)
			require.NoError(t, err)
			d := driver.NewDriver(algorithm, engine, attachPort)
			d.Seen = func(c *driver.Conn, s *driver.Step) error {
				kind := uint64(0)
				if k := algorithm.Contract.Kind; k >= 0 {
					kind = s.Values[k]
				}
				f.steps = append(f.steps, step{s.Time, kind, append([]uint64(nil), s.Output...), append([]uint64(nil), c.State()...)})
				return nil
			}
			f.conn, err = d.Open(0, a.params, 0)
			require.NoError(t, err)
			require.NoError(t, f.conn.Begin(e.Time))
		}
		contract := def.Declared()
		kind := contract.Events[0].Kind
		for _, k := range contract.Events {
			if contract.Kind >= 0 && k.Value == e.Event[contract.Kind] {
				kind = k.Kind
			}
		}
		events[kind]++
		value := func(s ir.Signal) uint64 {
			if x := contract.Signal(s, ""); x != nil {
				return e.Event[x.Index]
			}
			return 0
		}
		if kind != ir.OnTimer { // the driver runs the timers before it
			require.NoError(t, f.conn.Handle(&driver.NICEvent{Kind: kind, Time: e.Time, Bytes: value(ir.SignalBytes), Packets: value(ir.SignalPackets),
				CNPs: value(ir.SignalCNPs), Marked: value(ir.SignalMarked), Acked: value(ir.SignalAcked), RTT: value(ir.SignalRTT)}))
			require.Equal(t, uint64(len(f.steps)), e.Number, "an event without its timers")
		} else {
			require.NoError(t, f.conn.ExpireTimers(e.Time+1))
		}
		require.GreaterOrEqual(t, uint64(len(f.steps)), e.Number)
		want := f.steps[e.Number-1]
		kindValue := uint64(0)
		if contract.Kind >= 0 {
			kindValue = e.Event[contract.Kind]
		}
		require.Equal(t, want, step{e.Time, kindValue, e.Output, e.State})
	}
}

// recorded returns the frames of a capture of rdma_rxe: 10.7.0.2 writes to queue pair 0x11, over an unreliable
// connection to 0x12, sends datagrams to 0x13, and reads from 0x14; 10.7.0.1 answers. They are cut to 128 bytes.
func recorded(t *testing.T) (frames [][]byte) {
	t.Helper()
	f, err := os.Open("testdata/rxe.pcapng")
	require.NoError(t, err)
	defer f.Close()
	r, err := pcapgo.NewNgReader(f, pcapgo.DefaultNgReaderOptions)
	require.NoError(t, err)
	for {
		b, _, err := r.ReadPacketData()
		if errors.Is(err, io.EOF) {
			return frames
		}
		require.NoError(t, err)
		frames = append(frames, b)
	}
}

// cnp returns a CNP to a queue pair of 10.7.0.2.
func cnp(t *testing.T, qp, marks uint32) []byte {
	f := roce.Frame{Src: netip.MustParseAddr("10.7.0.1"), Dst: netip.MustParseAddr("10.7.0.2"), DSCP: 48, SrcPort: 49441, BTH: roce.NewCNP(qp, marks), Payload: make([]byte, roce.CNPPayloadLen)}
	b, err := f.AppendEthernet(nil)
	require.NoError(t, err)
	return b
}

// TestAttachRecorded: recorded packets of rdma_rxe, as the sender's host and as the receiver's have them. Each step is the
// reference's, each packet of data leaves after the one before by its length at the rate, and CNPs find their connection
// by the queue pair that the acknowledgements told.
func TestAttachRecorded(t *testing.T) {
	for _, name := range []string{"dcqcn", "dolcerc4"} {
		a := attach(t, "", name, 16)
		client := netip.MustParseAddr("10.7.0.2")
		data := map[uint32]uint64{}
		next := map[uint32]uint64{}
		for _, frame := range recorded(t) {
			var p roce.Packet
			require.Equal(t, roce.OK, roce.Parse(roce.LinkEthernet, frame, uint32(len(frame)), &p))
			if p.Src != client {
				require.EqualValues(t, tcNext, a.in(frame))
				continue
			}
			verdict, at, after := a.out(frame)
			require.EqualValues(t, tcNext, verdict)
			require.Equal(t, frame, after)
			if p.BTH.Opcode.Class() != roce.ClassSendData {
				require.Zero(t, at, "only data is paced")
				continue
			}
			if n := next[p.BTH.DestQP]; n != 0 {
				require.Equal(t, n, at)
			}
			next[p.BTH.DestQP] = at + uint64(p.IPLen+14)*8_000_000/attachPort
			data[p.BTH.DestQP]++
		}
		require.Len(t, data, 2, "0x11 and 0x12")
		for qp, want := range map[uint32]int32{0x11: tcDrop, 0x12: tcDrop, 0x99: tcDrop} {
			require.Equal(t, want, a.in(cnp(t, qp, 5)), "a CNP goes no further")
		}
		for range 3 {
			time.Sleep(time.Millisecond)
			a.in(cnp(t, 0x11, 7))
		}
		events, conns := a.check()
		require.EqualValues(t, data[0x11]+data[0x12], events[ir.OnSent])
		require.Equal(t, 4, events[ir.OnCNP])
		require.Positive(t, events[ir.OnTimer])
		require.Equal(t, 2, conns)
		c, err := a.Counts()
		require.NoError(t, err)
		require.Equal(t, bpf.AttachCounts{Data: data[0x11] + data[0x12], CNPs: 6, Unknown: 2, Acks: 15}, c)
		list, err := a.Connections()
		require.NoError(t, err)
		require.Len(t, list, 2)
		for _, k := range list {
			require.Equal(t, map[uint32]uint32{0x11: 0x11, 0x12: 0}[k.To.QP], k.Local, "an unreliable connection is never answered")
			require.Equal(t, data[k.To.QP], k.Packets)
			require.Zero(t, k.Resent)
			require.Equal(t, map[bool]uint64{true: 4}[k.To.QP == 0x11], k.CNPs)
		}

		// The other end: what answers goes out, and data comes in, with the marks of the capture.
		b := attach(t, "", name, 16)
		marked, fromReader := uint64(0), uint64(0)
		for _, frame := range recorded(t) {
			var p roce.Packet
			require.Equal(t, roce.OK, roce.Parse(roce.LinkEthernet, frame, uint32(len(frame)), &p))
			if p.Src != client {
				b.out(frame)
				if p.BTH.Opcode.Class() == roce.ClassReadData {
					fromReader++
				}
				continue
			}
			if p.CE() && p.BTH.Opcode.Class() == roce.ClassSendData {
				marked++
			}
			require.EqualValues(t, tcNext, b.in(frame))
		}
		events, _ = b.check()
		require.EqualValues(t, fromReader, events[ir.OnSent], "READ responses are data")
		c, err = b.Counts()
		require.NoError(t, err)
		require.EqualValues(t, marked, c.Marked)
		require.Equal(t, c.Marked, c.Unanswered, "the first acknowledgement comes after all of them")
		var p roce.Packet
		for _, frame := range recorded(t) {
			if roce.Parse(roce.LinkEthernet, frame, uint32(len(frame)), &p) == roce.OK && p.CE() && p.Src == client && p.BTH.Opcode.Class() == roce.ClassSendData && p.BTH.DestQP == 0x11 {
				b.in(frame)
			}
		}
		again, err := b.Counts()
		require.NoError(t, err)
		require.Greater(t, again.Marked, c.Marked)
		require.Equal(t, c.Unanswered, again.Unanswered)
	}
}

// TestAttachAcks: an algorithm that asks for them gets RTT and acknowledged payload, of new data alone.
func TestAttachAcks(t *testing.T) {
	a := attach(t, "../../../docs/examples/timely", "timely", 16)
	for _, frame := range recorded(t) {
		var p roce.Packet
		require.Equal(t, roce.OK, roce.Parse(roce.LinkEthernet, frame, uint32(len(frame)), &p))
		if p.Src == netip.MustParseAddr("10.7.0.2") {
			a.out(frame)
		} else {
			a.in(frame)
			a.in(frame) // the same again acknowledges nothing
		}
	}
	events, _ := a.check()
	require.Equal(t, map[ir.NICEventKind]int{ir.OnAck: 15}, events)
}

// TestAttachConnections: a connection more than there is room for is sent without a rate, and counted; one whose queue
// pair begins again, far from the sequence numbers before, is another; parameters that change do not touch it.
func TestAttachConnections(t *testing.T) {
	a := attach(t, "", "dcqcn", 2)
	send := func(qp, psn uint32) uint64 {
		_, at, _ := a.out(dataFrame(t, func(f *roce.Frame) { f.BTH.DestQP, f.BTH.PSN, f.ECN = qp, psn, 2 }))
		return at
	}
	require.NotZero(t, send(1, 7))
	require.NotZero(t, send(2, 7))
	require.Zero(t, send(3, 7), "the table is full")
	c, err := a.Counts()
	require.NoError(t, err)
	require.Equal(t, bpf.AttachCounts{Data: 3, Unpaced: 1, TableFull: 1}, c)
	_, conns := a.check()
	require.Equal(t, 2, conns)

	send(1, 8)
	send(1, 8)
	_, conns = a.check()
	require.Equal(t, 2, conns, "a packet that is sent again")
	send(1, 0xABCDEF)
	send(1, 0xABCDF0)
	_, conns = a.check()
	require.Equal(t, 3, conns, "a queue pair of the same number that is another one")

	s := a.Settings()
	s.Port = attachPort / 2
	require.NoError(t, a.Load(s))
	first := send(2, 8)
	require.EqualValues(t, (14+20+8+12+100+4)*8_000_000/(attachPort/2), send(2, 9)-first, "the new rate")
	_, conns = a.check()
	require.Equal(t, 3, conns)
	require.NoError(t, a.Forget(0))
	require.NotZero(t, send(2, 10))
	now := uint64(1) << 62
	require.NoError(t, a.Forget(now))
	require.NotZero(t, send(3, 7), "there is room again")
}

// TestAttachFrames: what is read of frames with VLAN tags and of IPv6, and the CNPs that answer them, byte for byte those
// of package roce; what is not RoCEv2 data passes as it is.
func TestAttachFrames(t *testing.T) {
	a := attach(t, "", "dcqcn", 16)
	v6 := func(f *roce.Frame) {
		f.Src, f.Dst = netip.MustParseAddr("fd00::3"), netip.MustParseAddr("fd00::6")
	}
	const connections = 6
	for i, change := range []func(*roce.Frame){
		func(*roce.Frame) {}, v6,
		func(f *roce.Frame) { f.VLAN = []uint16{5} }, func(f *roce.Frame) { f.VLAN = []uint16{5, 6} },
		func(f *roce.Frame) { v6(f); f.VLAN = []uint16{5} }, func(f *roce.Frame) { v6(f); f.VLAN = []uint16{5, 6} },
	} {
		local, remote := uint32(100+i), uint32(200+i)
		frame := func(more func(*roce.Frame)) []byte {
			return dataFrame(t, func(f *roce.Frame) { change(f); more(f) })
		}
		back := func(f *roce.Frame) { f.Src, f.Dst, f.SrcMAC, f.DstMAC = f.Dst, f.Src, f.DstMAC, f.SrcMAC }
		_, at, after := a.out(frame(func(f *roce.Frame) { back(f); f.BTH.DestQP, f.ECN = remote, 0 }))
		require.NotZero(t, at)
		require.Equal(t, frame(func(f *roce.Frame) { back(f); f.BTH.DestQP, f.ECN = remote, 2 }), after, "ECN-capable, with its checksum")
		// Data that comes, and its acknowledgement, pair the ends.
		came := frame(func(f *roce.Frame) { f.BTH.DestQP, f.BTH.AckReq, f.BTH.PSN = local, true, uint32(i) })
		require.EqualValues(t, tcNext, a.in(came))
		ack := func(f *roce.Frame) {
			back(f)
			f.BTH.Opcode, f.BTH.DestQP, f.BTH.PSN, f.Payload = roce.Acknowledge, remote, uint32(i), roce.AppendAETH(nil, 0x1F, 1)
		}
		_, at, _ = a.out(frame(ack))
		require.Zero(t, at)
		verdict, _, got := a.through(a.Egress, came, 0xC5800000|uint32(i+1)<<7|uint32(i+1))
		require.EqualValues(t, tcNext, verdict)
		want := frame(func(f *roce.Frame) {
			back(f)
			key := f.BTH.PKey
			f.BTH, f.DSCP, f.ECN, f.ID, f.Payload = roce.NewCNP(remote, uint32(i+1)), 48, 0, uint16(i+1), make([]byte, roce.CNPPayloadLen)
			f.BTH.PKey = key
		})
		require.Equal(t, want, got)
		require.EqualValues(t, tcNext, a.in(came), "marked, and answered")
	}
	c, err := a.Counts()
	require.NoError(t, err)
	require.Equal(t, bpf.AttachCounts{Data: connections, Marked: 2 * connections, Unanswered: connections, CNPsSent: connections}, c)
	_, conns := a.check()
	require.Equal(t, connections, conns)
	for what, frame := range map[string][]byte{
		"a datagram":  dataFrame(t, func(f *roce.Frame) { f.BTH.Opcode = roce.UDSendOnly }),
		"cut short":   dataFrame(t, nil)[:53],
		"other port":  changed(dataFrame(t, nil), 37, 0),
		"no UDP":      changed(dataFrame(t, nil), 23, 6),
		"a fragment":  changed(dataFrame(t, nil), 20, 0x20),
		"Ethernet II": changed(dataFrame(t, nil), 12, 0x86),
	} {
		verdict, at, after := a.out(frame)
		require.EqualValues(t, tcNext, verdict, what)
		require.Zero(t, at, what)
		require.Equal(t, frame, after, what)
		require.EqualValues(t, tcNext, a.in(frame), what)
	}
	_, conns = a.check()
	require.Equal(t, connections, conns)
}

// TestAttachTogether: packets and CNPs of one connection that several CPUs have at once are events one after the other:
// none is lost, and each step is the reference's.
func TestAttachTogether(t *testing.T) {
	a := attach(t, "", "dcqcn", 4)
	for _, frame := range recorded(t) { // pairs the ends
		var p roce.Packet
		require.Equal(t, roce.OK, roce.Parse(roce.LinkEthernet, frame, uint32(len(frame)), &p))
		if p.Src == netip.MustParseAddr("10.7.0.2") && p.BTH.DestQP == 0x11 {
			a.out(frame)
		} else if p.BTH.DestQP == 0x11 {
			a.in(frame)
		}
	}
	before, _ := a.check()
	const threads, frames = 4, 12000
	data := roce.Frame{Src: netip.MustParseAddr("10.7.0.2"), Dst: netip.MustParseAddr("10.7.0.1"), ECN: 2, SrcPort: 49441, BTH: roce.BTH{DestQP: 0x11, PSN: 11861600}, Payload: make([]byte, 100)}
	sent, err := data.AppendEthernet(nil)
	require.NoError(t, err)
	notice := cnp(t, 0x11, 3)
	var all sync.WaitGroup
	failed := make([]error, threads)
	for i := range threads {
		p, frame := a.Egress, sent
		if i == 0 {
			p, frame = a.Ingress, notice
		}
		all.Go(func() {
			_, failed[i] = p.Run(&ebpf.RunOptions{Data: frame, Repeat: frames})
		})
	}
	all.Wait()
	require.NoError(t, errors.Join(failed...))
	events, conns := a.check()
	require.Equal(t, 1, conns)
	require.Equal(t, (threads-1)*frames, events[ir.OnSent])
	require.Equal(t, frames, events[ir.OnCNP])
	c, err := a.Counts()
	require.NoError(t, err)
	require.EqualValues(t, (threads-1)*frames+before[ir.OnSent], c.Data)
	require.Zero(t, c.Contended+c.LogLost+c.Unknown)
}
