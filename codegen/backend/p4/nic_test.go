package p4_test

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gopacket/gopacket/pcapgo"
	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/check/p4check"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/packet/roce"
)

const (
	nicFrame   = "../../../docs/examples/pna/rocev2.p4.tmpl"
	verdictLen = 12
	host       = 0
	network    = 1
	scheduler  = 2
)

// nicPipeline makes the NIC's program, of the frame with some texts replaced.
func nicPipeline(t testing.TB, p *ir.Program, replace ...string) []byte {
	t.Helper()
	text, err := os.ReadFile(nicFrame)
	require.NoError(t, err)
	for i := 0; i < len(replace); i += 2 {
		require.Contains(t, string(text), replace[i])
	}
	out, err := p4.Frame(p, strings.NewReplacer(replace...).Replace(string(text)), p4.FrameOptions{Name: "rocev2.p4.tmpl", Arch: p4.PNA,
		Command: "ccgen p4 --frame docs/examples/pna/rocev2.p4.tmpl --arch pna",
		Params: func(algorithm, profile, line string) ([]uint64, error) {
			values, _, err := params(algorithm, profile, line)
			return values, err
		}})
	require.NoError(t, err)
	return out
}

// recorded is a packet of the sample capture; at is ns, a multiple of the clock's tick.
type recorded struct {
	at     int64
	frame  []byte
	length int
}

func capture(t testing.TB) (all []recorded) {
	t.Helper()
	f, err := os.Open("../../../docs/sample/incast.pcapng")
	require.NoError(t, err)
	defer f.Close()
	r, err := pcapgo.NewNgReader(f, pcapgo.DefaultNgReaderOptions)
	require.NoError(t, err)
	for {
		data, info, err := r.ReadPacketData()
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		all = append(all, recorded{info.Timestamp.UnixMicro() * 1000, data, info.Length})
	}
}

// ends are the ends of a connection, sender first, and its UDP source port.
type ends struct {
	from, to netip.Addr
	port     uint16
}

// place is where the hash of the connection puts it.
func (e ends) place(places uint32) uint32 {
	a, b := e.from.As4(), e.to.As4()
	return crc32.ChecksumIEEE(binary.BigEndian.AppendUint16(append(a[:], b[:]...), e.port)) % places
}

// bench runs the pipeline of a NIC, and the driver of the algorithm and of the notification point.
type bench struct {
	*testing.T
	w              *p4check.Switch
	places         uint32
	rp, np         *driver.Driver
	rpArgs, npArgs []uint64
	conns          map[uint32]*pair
	registers      map[string][]register // of the kernels' states
	frame          *recorded             // the present one
	port           uint16
	miss           bool // the connection had no entry
	events, timers int
	misses, cnps   int
}

type register struct {
	leaf   ir.Leaf
	values []uint64
}

// pair is the two points of a connection, in its place.
type pair struct {
	ends   ends
	rp, np *driver.Conn
	place  uint32
}

func newDriver(t testing.TB, p *ir.Program, name string) *driver.Driver {
	t.Helper()
	a, err := driver.New(p.Transducer(name))
	require.NoError(t, err)
	e, err := driver.Interpreted(interp.New(p), name)
	require.NoError(t, err)
	return driver.NewDriver(a, e, 100_000_000)
}

// leaf returns the value of a leaf by its name.
func leaf(t *ir.Type, values []uint64, name string) uint64 {
	return values[slices.IndexFunc(ir.Layout(t), func(l ir.Leaf) bool { return l.Name == name })]
}

// state compares a kernel's registers at a place with the driver's state.
func (b *bench) state(prefix string, t *ir.Type, c *driver.Conn, place uint32) {
	b.Helper()
	if b.registers[prefix] == nil {
		for _, l := range ir.Layout(t) {
			have := b.w.Register(prefix + "_state_" + p4.FieldName(l.Name))
			require.NotNil(b, have, l.Name)
			b.registers[prefix] = append(b.registers[prefix], register{l, have})
		}
	}
	for i, r := range b.registers[prefix] {
		want := c.State()[i] & (^uint64(0) >> (64 - max(r.leaf.Kind.Bits(), 8)))
		if have := r.values[place]; have != want {
			b.Fatalf("event %d: %s of %s in place %d is %d; want %d", b.events, r.leaf.Name, prefix, place, have, want)
		}
	}
}

// sends runs a packet and returns what stands before it when it leaves.
func (b *bench) sends(in uint16, at int64, frame []byte, out uint16) []byte {
	b.Helper()
	p, err := b.w.Ingress(in, uint64(at/1000), frame)
	require.NoError(b, err)
	require.NotNil(b, p.Sent)
	require.Equal(b, out, p.Sent.Port)
	require.Equal(b, frame, p.Sent.Data[verdictLen:], "the packet itself does not change")
	return p.Sent.Data[:verdictLen]
}

// step is called by the driver after each event of a reaction point: the pipeline takes the same, and agrees.
func (b *bench) step(c *driver.Conn, s *driver.Step) error {
	b.Helper()
	def := b.rp.Algorithm.Def
	one := b.conns[uint32(c.ID)]
	kind := leaf(def.Event, s.Values, "Kind")
	var verdict []byte
	if s.Event.Kind == ir.OnTimer {
		b.timers++
		frame := append(make([]byte, 12, 64), 0x88, 0xB5)
		frame = binary.BigEndian.AppendUint32(frame, one.place)
		frame = binary.BigEndian.AppendUint32(frame, uint32(leaf(def.Event, s.Values, "Now")))
		verdict = b.sends(scheduler, b.frame.at, append(frame, byte(kind)), scheduler)
	} else {
		b.events++
		verdict = b.sends(b.port, b.frame.at, b.frame.frame, 1-b.port)
		require.Equal(b, b.miss, verdict[10] == 1)
	}
	require.Equal(b, one.place, binary.BigEndian.Uint32(verdict))
	require.Equal(b, leaf(def.Output, s.Output, "Rate"), uint64(binary.BigEndian.Uint32(verdict[4:])), "event %d", b.events)
	require.EqualValues(b, kind, verdict[11])
	b.state("rp", def.State, c, one.place)
	return nil
}

// packet gives a packet to the drivers and the pipeline. Of other packets the pipeline decides nothing.
func (b *bench) packet(r *recorded, port uint16) {
	b.Helper()
	b.frame, b.port = r, port
	var p roce.Packet
	plain := roce.Parse(roce.LinkEthernet, r.frame, uint32(r.length), &p) == roce.OK && r.frame[12] == 0x08 && r.frame[13] == 0
	class := p.BTH.Opcode.Class()
	data := plain && (class == roce.ClassSendData || class == roce.ClassReadData)
	if answer := plain && (class == roce.ClassCNP || class == roce.ClassAck); !data && !answer {
		require.Equal(b, make([]byte, verdictLen), b.sends(port, r.at, r.frame, 1-port))
		return
	}
	e := ends{p.Src, p.Dst, binary.BigEndian.Uint16(r.frame[34:])}
	if !data {
		e.from, e.to = p.Dst, p.Src
	}
	place := e.place(b.places)
	one := b.conns[place]
	b.miss = one == nil || one.ends != e
	if b.miss {
		b.misses++
		one = &pair{ends: e, place: place}
		b.conns[place] = one
		var err error
		one.rp, err = b.rp.Open(int(place), b.rpArgs, r.at)
		require.NoError(b, err)
		one.np, err = b.np.Open(int(place), b.npArgs, r.at)
		require.NoError(b, err)
	}
	sent := &driver.NICEvent{Kind: ir.OnSent, Time: r.at, Bytes: uint64(binary.BigEndian.Uint16(r.frame[16:])), Packets: 1}
	cnp := &driver.NICEvent{Kind: ir.OnCNP, Time: r.at, CNPs: 1, Marked: uint64(r.frame[50] & 0x7F)}
	before := b.events
	switch {
	case port == host && data && b.rp.Algorithm.Accepts(ir.OnSent):
		require.NoError(b, one.rp.Handle(sent))
	case port == network && class == roce.ClassCNP:
		require.NoError(b, one.rp.Handle(cnp))
	}
	if b.events == before { // no event of the reaction point
		marked := uint64(0)
		if port == network && data && r.frame[15]&3 == 3 {
			marked = 1
		}
		require.NoError(b, one.np.Handle(&driver.NICEvent{Kind: ir.OnPacket, Time: r.at, Marked: marked}))
		verdict := b.sends(port, r.at, r.frame, 1-port)
		require.Equal(b, place, binary.BigEndian.Uint32(verdict))
		require.Zero(b, binary.BigEndian.Uint32(verdict[4:]))
		require.Equal(b, one.np.Controls().SendCNP, verdict[8] == 1)
		require.EqualValues(b, one.np.Controls().CNPMarked, verdict[9])
		require.Equal(b, b.miss, verdict[10] == 1)
		if verdict[8] == 1 {
			b.cnps++
		}
	}
	b.state("rp", b.rp.Algorithm.Def.State, one.rp, place)
	b.state("np", b.np.Algorithm.Def.State, one.np, place)
}

// run puts the capture through the NIC of the receiver, or of all senders.
func (b *bench) run(packets []recorded, receiver bool) {
	b.Helper()
	sink := netip.MustParseAddr("10.0.0.100").As4()
	for i := range b.w.Register("owners") { // the control plane's
		b.w.Register("owners")[i] = 0
	}
	for _, r := range packets {
		toSink := len(r.frame) >= 34 && [4]byte(r.frame[30:34]) == sink
		port := uint16(network)
		if toSink != receiver {
			port = host
		}
		b.packet(&r, port)
	}
}

// TestNICPipeline: a recorded capture through the pipeline gives packet by packet, timers included, what the driver of
// the Go source gives: rates, CNPs, and the whole state.
func TestNICPipeline(t *testing.T) {
	fw := firmware(t)
	aimd, err := codegen.Load([]string{"../../../docs/examples/aimd", "../../../dcqcn"})
	require.NoError(t, err)
	paramsOf := func(name string) []uint64 {
		values, _, err := params(name, "connectx", "100G")
		require.NoError(t, err)
		return values
	}
	packets := capture(t)
	for _, c := range []struct {
		name    string
		p       *ir.Program
		args    []uint64
		replace []string
	}{
		{"dcqcn", fw, paramsOf("dcqcn"), nil},
		{"dolcerc4", fw, paramsOf("dolcerc4"), []string{`"rp" "dcqcn"`, `"rp" "dolcerc4"`}},
		{"aimd", aimd.Program, []uint64{100_000_000, 40_000, 40_000, 32768, 55_000, 50_000}, []string{
			`"rp" "dcqcn" "profile=connectx@100G" "e.CNPs=1" "e.Packets=1"`, `"rp" "aimd" "p.Line=100000000" "p.Least=40000" "p.Add=40000" "p.Keep=32768" "p.Period=55000" "p.Quiet=50000" "e.CNPs=1"`,
			"        meta.rp_e_Bytes = 32w0;\n        meta.rp_e_Marked = 16w0;\n", "",
			"                meta.rp_e_Kind = dcqcn_EventSent;\n                meta.rp_e_Bytes = (bit<32>)hdr.ipv4.totalLen;\n", "",
			"dcqcn_EventCNP", "aimd_EventCNP",
			"                meta.rp_e_Marked = (bit<16>)(bit<8>)hdr.bth.marks;\n", "",
		}},
	} {
		for _, places := range []uint32{4096, 1} {
			for _, receiver := range []bool{false, true} {
				replace := c.replace
				if places == 1 { // each connection takes the place of the one before
					replace = append([]string{"PLACES = 4096;", "PLACES = 1;"}, replace...)
				}
				prog, err := p4check.Parse(string(nicPipeline(t, c.p, replace...)))
				require.NoError(t, err, c.name)
				b := &bench{T: t, w: prog.NewSwitch(), places: places, rp: newDriver(t, c.p, c.name), np: newDriver(t, c.p, "dcqcnnp"),
					rpArgs: c.args, npArgs: paramsOf("dcqcnnp"), conns: map[uint32]*pair{}, registers: map[string][]register{}}
				b.rp.Seen = b.step
				b.run(packets, receiver)
				t.Log(c.name, places, receiver, b.events, b.timers, b.misses, b.cnps)
				switch {
				case receiver:
					require.Greater(t, b.cnps, 100)
				default:
					require.Greater(t, b.events, 400)
				}
				switch {
				case places == 1:
					require.Greater(t, b.misses, 1000)
				case !receiver:
					require.Greater(t, b.timers, 500)
					require.Equal(t, 6, b.misses)
				}
			}
		}
	}
}

// TestNICEdges: timers are the scheduler's, of a place that there is; nothing leaves that comes from elsewhere.
func TestNICEdges(t *testing.T) {
	prog, err := p4check.Parse(string(nicPipeline(t, firmware(t))))
	require.NoError(t, err)
	w := prog.NewSwitch()
	timer := append(make([]byte, 12), 0x88, 0xB5, 0, 0, 0x0F, 0xFF, 0, 0, 0, 9, 1)
	beyond := append([]byte{}, timer...)
	beyond[16] = 0x10
	for _, c := range []struct {
		port  uint16
		frame []byte
		out   int
	}{{scheduler, timer, scheduler}, {scheduler, beyond, -1}, {network, timer, -1}, {host, timer, -1}, {scheduler, timer[:20], -1},
		{7, []byte("no Ethernet"), -1}, {host, []byte("no Ethernet"), network}, {network, capture(t)[0].frame, host}, {7, capture(t)[0].frame, -1}} {
		p, err := w.Ingress(c.port, 5, c.frame)
		require.NoError(t, err)
		if c.out < 0 {
			require.Nil(t, p.Sent)
			continue
		}
		require.EqualValues(t, c.out, p.Sent.Port)
		require.Equal(t, c.frame, p.Sent.Data[verdictLen:])
	}
}

// TestNICGolden shows the NIC's program.
func TestNICGolden(t *testing.T) {
	check(t, "rocev2.p4", nicPipeline(t, firmware(t)))
}
