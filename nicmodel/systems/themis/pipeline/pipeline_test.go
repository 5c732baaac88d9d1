package pipeline

import (
	"encoding/binary"
	"flag"
	"net/netip"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/check/p4check"
	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/systems/themis"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

var update = flag.Bool("update", false, "rewrite the golden program")

const frame = "gateway.p4.tmpl"

// program makes the program, of the frame with some texts replaced.
func program(t testing.TB, replace ...string) string {
	t.Helper()
	q, err := codegen.Load([]string{"../notify", "../pace", "../resubmit", "../../../../dcqcn"})
	require.NoError(t, err)
	text, err := os.ReadFile(frame)
	require.NoError(t, err)
	for i := 0; i < len(replace); i += 2 {
		require.Contains(t, string(text), replace[i])
	}
	out, err := p4.Frame(q.Program, strings.NewReplacer(replace...).Replace(string(text)), p4.FrameOptions{Name: frame, Command: "ccgen p4 --frame nicmodel/systems/themis/pipeline/" + frame +
		" ./nicmodel/systems/themis/notify ./nicmodel/systems/themis/pace ./nicmodel/systems/themis/resubmit ./dcqcn"})
	require.NoError(t, err)
	return string(out)
}

// TestGolden: the program is the one in testdata, which ccgen's reader takes.
func TestGolden(t *testing.T) {
	got := program(t)
	_, err := p4check.Parse(got)
	require.NoError(t, err)
	const path = "testdata/gateway.p4"
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, string(want) == got, "go test ./nicmodel/systems/themis/pipeline -run TestGolden -update rewrites it")
}

// TestParams: the kernels' parameters in the frame are those of the Go gateway for hosts of 100 Gb/s.
func TestParams(t *testing.T) {
	text, err := os.ReadFile(frame)
	require.NoError(t, err)
	c := themis.Default(100_000_000)
	v := reflect.ValueOf(c.RP)
	for i := range v.NumField() {
		value := uint64(0)
		if f := v.Field(i); f.Kind() != reflect.Bool {
			value = f.Uint()
		} else if f.Bool() {
			value = 1
		}
		require.Contains(t, string(text), quoted("p."+v.Type().Field(i).Name, value))
	}
	for name, value := range map[string]uint64{
		"p.Interval": uint64(c.CutGap), "p.Least": uint64(c.Least / event.Nanosecond), "p.Line": uint64(c.RP.MaxRate),
		"p.PerByte": uint64(fabric.SerialOf(1_600_000_000_000)) / 1000,
	} {
		require.Contains(t, string(text), quoted(name, value))
	}
	require.Contains(t, string(text), quoted("p.Interval", uint64(c.Interval)))
}

func quoted(name string, value uint64) string {
	return `"` + name + "=" + string(appendUint(nil, value)) + `"`
}

func appendUint(b []byte, v uint64) []byte {
	if v >= 10 {
		b = appendUint(b, v/10)
	}
	return append(b, byte('0'+v%10))
}

// seen is a packet that came to a gateway, and what became of it.
type seen struct {
	at     event.Time
	long   bool
	packet fabric.Packet
	goes   bool
	held   bool
	flags  uint8 // as it goes
	minted bool
}

// spy notes what comes to a gateway.
type spy struct {
	*themis.Gateway
	long uint16
	log  *[]seen
}

func (s spy) Arrive(v *fabric.SwitchContext, k *fabric.Transit) bool {
	r := seen{at: v.Now, long: v.Port() == s.long, packet: k.Packet}
	minted, delayed := s.Generated, s.Delayed
	r.goes = s.Gateway.Arrive(v, k)
	r.flags, r.minted, r.held = k.Flags, s.Generated != minted, s.Delayed != delayed
	*s.log = append(*s.log, r)
	return r.goes
}

const (
	gigabit = 1_000_000_000
	// perPacket is how much of a packet's length on the wire of the model is not in its bytes: preamble, FCS, gap.
	perPacket = 24
)

// observe runs a network of two data centres of three hosts, and returns what the second one's gateway saw.
// Flows come to a host of it, and leave it, more than its links take.
func observe(t *testing.T, least event.Time) ([]seen, *workload.Plan, *themis.Gateway) {
	top, err := topology.LongHaul{ToRs: 1, HostsPerToR: 3, Aggs: 1, HostRate: 100 * gigabit, AggRate: 200 * gigabit, GatewayRate: 400 * gigabit,
		LongRate: 1600 * gigabit, Delay: event.Microsecond, LongDelay: 20 * event.Microsecond}.Build()
	require.NoError(t, err)
	x := themis.Paper(1)
	c, err := x.Config()
	require.NoError(t, err)
	c.NICs[0].Notify, c.NICs[0].NP = nicmodel.NotifyCNP, dcqcn.NPParams{Interval: 5_000}
	c.Topology, c.Fabric.Deep = top, top.LongLinks(20*event.Microsecond)
	c.Plan, err = workload.Incast{Senders: []uint32{0, 1, 4}, Receiver: 3, Bytes: 1_000_000, Class: 1}.Plan()
	require.NoError(t, err)
	away, err := workload.Incast{Senders: []uint32{3, 4, 5}, Receiver: 2, Bytes: 1_000_000, Class: 1}.Plan()
	require.NoError(t, err)
	for i := range away.Conns {
		away.Conns[i].Dst = uint32(i) / 2 // two of them to one host
	}
	_, _, err = c.Plan.Append(away)
	require.NoError(t, err)
	c.Fabric.Marking = []fabric.Marking{{Kmin: 20_000, Kmax: 60_000, PmaxPPM: 200_000}}
	k := themis.Default(100_000_000)
	k.Hold, k.Least, k.TableBits = themis.HoldResubmit, least, 20
	gateways, err := k.Gateways(top)
	require.NoError(t, err)
	var log []seen
	var g *themis.Gateway
	node := top.Nodes() - 1
	c.Fabric.Gateway = func(at uint32) fabric.Gateway {
		made := gateways(at)
		if at != node {
			return made
		}
		g = made.(*themis.Gateway)
		long := uint16(0)
		for port, to := range top.Ports()[node] {
			if to.Peer == node-1 {
				long = uint16(port)
			}
		}
		return spy{g, long, &log}
	}
	m, err := nicmodel.New(c)
	require.NoError(t, err)
	r, err := m.Run(nil, nil)
	require.NoError(t, err)
	require.Equal(t, r.Messages, r.Completed)
	return log, c.Plan, g
}

// bench is the switch with the program, the queue before its ingress and a packet generator.
type bench struct {
	t     *testing.T
	w     *p4check.Switch
	plan  *workload.Plan
	least event.Time
	queue []waiting
	bytes uint32
	free  event.Time
	wake  event.Time
	place map[uint32]int // of the registers, by connection
	stats themis.Stats
}

// waiting is a packet in the queue before the ingress.
type waiting struct {
	ready, arrived event.Time
	conn           uint32
	size           uint16
	again          *p4check.Resubmitted
	number         int
}

const (
	longPort      = 0
	sitePort      = 1
	generatorPort = 510
)

func (b *bench) address(host uint32) netip.Addr {
	site := byte(0)
	if host < 3 {
		site = 1
	}
	return netip.AddrFrom4([4]byte{10, site, 0, byte(host)})
}

// frame makes the packet of the model as it is on the wire.
func (b *bench) frame(k *fabric.Packet) []byte {
	c := &b.plan.Conns[k.Conn]
	f := roce.Frame{SrcMAC: [6]byte{2, 1}, DstMAC: [6]byte{2, 2}, Src: b.address(c.Src), Dst: b.address(c.Dst), DSCP: 26, SrcPort: 0xC000 + uint16(k.Conn)}
	f.BTH = roce.BTH{PKey: roce.DefaultPKey, DestQP: 0x200 + k.Conn, PSN: k.Seq}
	switch k.Kind {
	case fabric.Data:
		f.BTH.Opcode, f.ECN = roce.WriteMiddle, 2
		if k.Flags&fabric.Marked != 0 {
			f.ECN = 3
		}
		f.Payload = make([]byte, int(k.Size)-perPacket-14-roce.Overhead(f.Src))
	case fabric.CNP:
		f.BTH = roce.NewCNP(0x100+k.Conn, 1)
		if k.Flags&fabric.Reacted != 0 {
			f.BTH.Reserved6 = 1
		}
		f.Payload = make([]byte, roce.CNPPayloadLen)
	default:
		f.BTH.Opcode, f.BTH.DestQP = roce.Acknowledge, 0x100+k.Conn
		f.Payload = roce.AppendAETH(nil, 0x1F, 0)
	}
	if k.Kind != fabric.Data {
		f.Src, f.Dst = f.Dst, f.Src
	}
	out, err := f.AppendEthernet(nil)
	require.NoError(b.t, err)
	return out
}

// parsed takes a packet apart, and requires that its checksums hold.
func (b *bench) parsed(data []byte) roce.Packet {
	var p roce.Packet
	require.Equal(b.t, roce.OK, roce.Parse(roce.LinkEthernet, data, uint32(len(data)), &p))
	header := slices.Clone(data[14:34])
	header[10], header[11] = 0, 0
	require.Equal(b.t, roce.IPChecksum(header), binary.BigEndian.Uint16(data[24:]))
	good, known := p.CheckICRC()
	require.True(b.t, good && known)
	return p
}

func ticks(at event.Time) uint64 { return uint64(at / event.Nanosecond) }

// placeOf finds the place of a flow in the registers, by the addresses that stand there.
func (b *bench) placeOf(conn uint32) int {
	if at, ok := b.place[conn]; ok {
		return at
	}
	c := &b.plan.Conns[conn]
	src, dst := b.address(c.Src).As4(), b.address(c.Dst).As4()
	ends := uint64(binary.BigEndian.Uint32(src[:]))<<32 | uint64(binary.BigEndian.Uint32(dst[:]))
	for at, owner := range b.w.Register("owners") {
		if owner == ends && b.w.Register("ownerPorts")[at] == 0xC000+uint64(conn) {
			b.place[conn] = at
			return at
		}
	}
	return -1
}

// timers is the packet generator: it sends the timers of a flow's reaction point that are due.
func (b *bench) timers(conn uint32, now event.Time) {
	at := b.placeOf(conn)
	if at < 0 || b.w.Register("reacting")[at] == 0 {
		return
	}
	last, until := fixedpoint.Time(b.w.Register("seenAt")[at]), fixedpoint.Time(ticks(now))
	for {
		var s dcqcn.State
		load(reflect.ValueOf(&s).Elem(), "rp_state", func(name string) uint64 { return b.w.Register(name)[at] })
		next := dcqcn.Next(&s, last)
		if next.Kind == dcqcn.EventNone || until.Before(next.At) {
			return
		}
		last = next.At
		packet := append(make([]byte, 12), 0x88, 0xB5)
		packet = binary.BigEndian.AppendUint32(packet, uint32(at))
		packet = binary.BigEndian.AppendUint32(packet, uint32(next.At))
		p, err := b.w.Ingress(generatorPort, ticks(now), append(packet, byte(next.Kind)))
		require.NoError(b.t, err)
		require.Equal(b.t, p4check.Pass{}, p)
	}
}

// load fills a struct from the registers of its fields.
func load(v reflect.Value, name string, register func(string) uint64) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			load(v.Field(i), name+"_"+v.Type().Field(i).Name, register)
		}
	case reflect.Bool:
		v.SetBool(register(name) != 0)
	default:
		v.SetUint(register(name))
	}
}

// arrive runs a packet that came, and checks what the gateway of the model did against it.
func (b *bench) arrive(number int, r *seen) {
	k := &r.packet
	reacts := k.Kind == fabric.CNP && !r.long && k.Flags&fabric.Reacted == 0 || k.Kind == fabric.Data && r.long
	if reacts {
		b.timers(k.Conn, r.at)
	}
	b.w.Register("ingressQueue")[0] = uint64(b.bytes)
	from, to := uint16(sitePort), uint16(longPort)
	if r.long {
		from, to = to, from
	}
	frame := b.frame(k)
	p, err := b.w.Ingress(from, ticks(r.at), frame)
	require.NoError(b.t, err)
	require.Equal(b.t, r.held, p.Resubmit != nil, "packet %d: %+v", number, r)
	require.Equal(b.t, r.minted, p.Clone != nil, "packet %d: %+v", number, r)
	if p.Clone != nil {
		b.stats.Generated++
		require.Equal(b.t, from, p.Clone.Port)
		c := &b.plan.Conns[k.Conn]
		cnp := roce.Frame{SrcMAC: [6]byte{2, 2}, DstMAC: [6]byte{2, 1}, Src: b.address(c.Dst), Dst: b.address(c.Src), DSCP: 48,
			SrcPort: 0xC000 + uint16(k.Conn), BTH: roce.NewCNP(0x100+k.Conn, 1), Payload: make([]byte, roce.CNPPayloadLen)}
		want, err := cnp.AppendEthernet(nil)
		require.NoError(b.t, err)
		require.Equal(b.t, want, p.Clone.Data)
	}
	if p.Resubmit != nil {
		require.Nil(b.t, p.Sent)
		b.stats.Delayed++
		b.enter(waiting{arrived: r.at, conn: k.Conn, size: k.Size, again: p.Resubmit, number: number}, r.at)
		return
	}
	require.Equal(b.t, r.goes, p.Sent != nil, "packet %d: %+v", number, r)
	if p.Sent == nil {
		b.stats.Filtered++
		return
	}
	require.Equal(b.t, to, p.Sent.Port)
	went := b.parsed(p.Sent.Data)
	if k.Kind == fabric.CNP {
		if r.long {
			b.stats.Forwarded++
		}
		require.Equal(b.t, r.flags&fabric.Reacted != 0, went.BTH.Reserved6 == 1)
	}
	if k.Kind == fabric.Data {
		if k.Flags&fabric.Marked != 0 && !went.CE() {
			b.stats.Cleared++
		}
		require.Equal(b.t, r.flags&fabric.Marked != 0, went.CE())
	}
	if k.Flags == r.flags {
		require.Equal(b.t, frame, p.Sent.Data)
	}
}

// enter puts a packet at the end of the queue.
func (b *bench) enter(k waiting, now event.Time) {
	k.ready = now + b.least
	b.queue = append(b.queue, k)
	b.bytes += uint32(k.size)
	b.stats.Resubmits++
	b.stats.ResubmitBytes += uint64(k.size)
	b.arm(now)
}

func (b *bench) arm(now event.Time) {
	if b.wake == event.Never && len(b.queue) > 0 {
		b.wake = max(b.queue[0].ready, b.free, now)
	}
}

// turns lets packets at the head of the queue pass before a time.
func (b *bench) turns(before event.Time) {
	last := map[uint32]int{}
	for b.wake < before {
		now, k := b.wake, b.queue[0]
		b.wake = event.Never
		b.free = now + fabric.SerialOf(1600*gigabit).Of(uint32(k.size))
		b.queue = b.queue[1:]
		b.bytes -= uint32(k.size)
		b.w.Register("ingressQueue")[0] = uint64(b.bytes)
		p, err := b.w.Resubmit(k.again, ticks(now))
		require.NoError(b.t, err)
		require.Nil(b.t, p.Clone)
		if p.Resubmit != nil {
			k.again = p.Resubmit
			b.enter(k, now)
			continue
		}
		require.EqualValues(b.t, sitePort, p.Sent.Port)
		if before, ok := last[k.conn]; ok {
			require.Less(b.t, before, k.number, "in order")
		}
		last[k.conn] = k.number
		b.stats.HeldTime += now - k.arrived
		b.stats.Longest = max(b.stats.Longest, now-k.arrived)
		b.arm(now)
	}
}

// TestAgainstGateway: the program does with each packet what the gateway of the NIC model did: marks taken,
// CNPs minted, filtered and marked, and each packet held for as many passes and as long, in order.
func TestAgainstGateway(t *testing.T) {
	// Passes of some length, so that there are some ten thousand of them; the clock in ns, as the model's.
	const least = 10 * event.Microsecond
	log, plan, g := observe(t, least)
	parsed, err := p4check.Parse(program(t, "NS_PER_TICK = 1000;", "NS_PER_TICK = 1;", `"p.Least=484"`, `"p.Least=10000"`))
	require.NoError(t, err)
	b := &bench{t: t, w: parsed.NewSwitch(), plan: plan, least: least, wake: event.Never, place: map[uint32]int{}}
	b.w.Mirror(100+sitePort, sitePort)
	// An acknowledgement of each flow, from which the gateway knows the source's QP.
	for conn := range plan.Conns {
		if c := &plan.Conns[conn]; (c.Src < 3) != (c.Dst < 3) {
			from := uint16(longPort)
			if c.Src < 3 {
				from = sitePort
			}
			p, err := b.w.Ingress(from, 0, b.frame(&fabric.Packet{Kind: fabric.Ack, Conn: uint32(conn)}))
			require.NoError(t, err)
			require.NotNil(t, p.Sent)
		}
	}
	for i := range log {
		b.turns(log[i].at)
		b.arrive(i, &log[i])
	}
	b.turns(event.Never)
	b.stats.Reactions, b.stats.Packets, b.stats.PeakBytes = g.Reactions, g.Packets, g.PeakBytes
	t.Logf("%d packets, %+v", len(log), g.Stats)
	require.Equal(t, g.Stats, b.stats)
	require.Equal(t, g.Resubmits, b.w.Register("passes")[0])
	require.Zero(t, b.w.Register("collisions")[0])
	require.Zero(t, b.w.Register("unknown")[0])
	for name, n := range map[string]uint64{"cleared": g.Cleared, "minted": g.Generated, "forwarded": g.Forwarded, "filtered": g.Filtered, "delayed": g.Delayed} {
		require.Positive(t, n, name)
	}
}
