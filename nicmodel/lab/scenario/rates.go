package scenario

import (
	"fmt"
	"net/netip"
	"slices"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/internal/base/packet/pcap"
	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/workload"
)

// Queue pairs of connection n: the sender's is firstQPN+n, the receiver's has bit 23
// besides, so that none of a host's are the same.
const (
	firstQPN    = 0x100
	receiverQPN = 0x800000
	// MaxCaptured is the number of connections with queue-pair numbers.
	MaxCaptured = receiverQPN - firstQPN
)

// Endpoints are the hosts and queue pairs of a connection.
type Endpoints struct {
	Sender, Receiver       netip.Addr
	SenderQPN, ReceiverQPN uint32
}

// String names the connection as a capture of it shows it.
func (e *Endpoints) String() string {
	return fmt.Sprintf("%s:%#x->%s:%#x", e.Sender, e.SenderQPN, e.Receiver, e.ReceiverQPN)
}

// EndpointsOf returns those of a connection of a configuration, below MaxCaptured.
func EndpointsOf(c *nicmodel.Config, conn uint32) *Endpoints {
	k := &c.Plan.Conns[conn]
	qpn := firstQPN + conn
	return &Endpoints{AddressOf(c.Topology.IDOf(k.Src)), AddressOf(c.Topology.IDOf(k.Dst)), qpn, qpn | receiverQPN}
}

// AddressOf is the IPv4 address of a host.
func AddressOf(id uint32) netip.Addr {
	a := workload.Address(id)
	return netip.AddrFrom4([4]byte{byte(a >> 24), byte(a >> 16), byte(a >> 8), byte(a)})
}

// rateLogs are the logs of algorithms: one for each set of columns, rates.csv for a single one.
type rateLogs struct {
	log    []*ratelog.Log
	of     []uint8           // log by connection
	line   []uint32          // number in the log by connection
	layout []*ratelog.Layout // by connection
}

func newRateLogs(r *recorder, conns []uint32) (output, error) {
	c := r.m.config
	if len(conns) == 0 {
		return nil, nil
	}
	n := len(c.Plan.Conns)
	l := &rateLogs{of: make([]uint8, n), line: make([]uint32, n), layout: make([]*ratelog.Layout, n)}
	layouts := map[*driver.Setup]*ratelog.Layout{}
	var first []*driver.Setup // of each log
	var headers []string
	var names [][]string
	for _, conn := range conns {
		setup := c.NICs[c.Kind[c.Plan.Conns[conn].Src]].Algorithm
		if layouts[setup] == nil {
			layouts[setup] = ratelog.NewLayout(setup.Algorithm, setup.Params)
		}
		l.layout[conn] = layouts[setup]
		header := layouts[setup].Header()
		at := slices.Index(headers, header)
		if at < 0 {
			at = len(headers)
			headers, names, first = append(headers, header), append(names, nil), append(first, setup)
		}
		l.of[conn], l.line[conn] = uint8(at), uint32(len(names[at]))
		names[at] = append(names[at], EndpointsOf(r.m.config, conn).String())
	}
	files := map[string]int{}
	for i, setup := range first {
		name := "rates.csv"
		if len(first) > 1 {
			name = "rates-" + setup.Algorithm.Def.Name
			if files[name]++; files[name] > 1 {
				name += fmt.Sprintf("-%d", files[name])
			}
			name += ".csv"
		}
		f, err := r.files.Create(name)
		if err != nil {
			return nil, err
		}
		log, err := ratelog.New(f, ratelog.Options{Layout: layouts[setup], Conns: names[i], All: r.m.allRates})
		if err != nil {
			return nil, err
		}
		l.log = append(l.log, log)
	}
	return l, nil
}

func (l *rateLogs) flush(b *nicmodel.Batch) error {
	for i := range b.Rates {
		r := &b.Rates[i]
		step := driver.Step{Time: r.At, Event: r.Event, Values: r.Values, Output: r.Output}
		row := ratelog.Row{Step: &step, Conn: l.line[r.Conn], Probes: r.Probes}
		if err := l.log[l.of[r.Conn]].Write(l.layout[r.Conn], &row); err != nil {
			return err
		}
	}
	for _, log := range l.log {
		if err := log.Flush(); err != nil {
			return err
		}
	}
	return nil
}

func (l *rateLogs) end(event.Time) error { return nil }

// snapLen keeps all headers, and the numbers of queue pairs in the communication manager's messages.
const snapLen = 128

// capture is the view of the senders' NICs of their connections, as pcapng: data packets, CNPs, and the
// acknowledgements that ended messages, cut to snapLen bytes. It begins at time 0 with a connection request and its
// reply for every connection, which pair the queue pairs and mark the begin of the run, and ends with a frame of a
// local experimental EtherType at the end of the run, up to which timers ran.
type capture struct {
	w     *pcap.Writer
	c     *nicmodel.Config
	conns []*Endpoints
	index []uint32 // in conns, by connection, from 1; 0 is not captured
	acked []uint32 // the packets acknowledged, by conns
	frame []byte
	zeros [65536]byte
	last  int64
	ident uint16
}

func newCapture(r *recorder, conns []uint32) (output, error) {
	c := r.m.config
	if !c.Record.Captures || len(conns) == 0 {
		return nil, nil
	}
	if last := conns[len(conns)-1]; last >= MaxCaptured {
		return nil, r.s.errorf("record.captures", "connection %d has no queue pair number of 24 bits; capture connections below %d", last, MaxCaptured)
	}
	f, err := r.files.Create("capture.pcapng")
	if err != nil {
		return nil, err
	}
	w, err := pcap.NewWriter(f, pcap.Options{NG: true, SnapLen: snapLen})
	if err != nil {
		return nil, err
	}
	p := &capture{w: w, c: c, index: make([]uint32, len(c.Plan.Conns)), acked: make([]uint32, len(conns))}
	for i, conn := range conns {
		k := EndpointsOf(r.m.config, conn)
		p.index[conn] = uint32(i) + 1
		p.conns = append(p.conns, k)
		if err := p.open(k, uint32(i)+1); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// open writes the messages of the communication manager that open a connection.
func (p *capture) open(c *Endpoints, id uint32) error {
	head := roce.BTH{Opcode: roce.UDSendOnly, PKey: roce.DefaultPKey, DestQP: roce.CMQPN}
	request := roce.AppendCM(nil, roce.CM{Kind: roce.CMRequest, LocalCommID: id, LocalQPN: c.SenderQPN})
	if err := p.put(0, roce.Frame{Src: c.Sender, Dst: c.Receiver, BTH: head, Payload: request}, c); err != nil {
		return err
	}
	reply := roce.AppendCM(nil, roce.CM{Kind: roce.CMReply, LocalCommID: id, RemoteCommID: id, LocalQPN: c.ReceiverQPN})
	return p.put(0, roce.Frame{Src: c.Receiver, Dst: c.Sender, BTH: head, Payload: reply}, c)
}

func (p *capture) flush(b *nicmodel.Batch) error {
	next := 0
	for i := range b.Frames {
		k := &b.Frames[i]
		for ; next < len(b.Completions) && int64(b.Completions[next].At/event.Nanosecond) <= k.At; next++ {
			if err := p.ack(&b.Completions[next]); err != nil {
				return err
			}
		}
		if err := p.packet(k); err != nil {
			return err
		}
	}
	for ; next < len(b.Completions); next++ {
		if err := p.ack(&b.Completions[next]); err != nil {
			return err
		}
	}
	return p.w.Flush()
}

// packet writes a data packet or a CNP.
func (p *capture) packet(k *nicmodel.Frame) error {
	const ect0, cnpDSCP = 2, 48
	c := p.conns[p.index[k.Conn]-1]
	f := roce.Frame{
		Src: c.Sender, Dst: c.Receiver, ECN: ect0,
		BTH:     roce.BTH{Opcode: roce.SendMiddle, PKey: roce.DefaultPKey, DestQP: c.ReceiverQPN, PSN: k.Seq & roce.PSNMask},
		Payload: p.zeros[:max(int(k.Bytes)-roce.Overhead(c.Sender), 0)],
	}
	if k.CNP {
		f = roce.Frame{Src: c.Receiver, Dst: c.Sender, DSCP: cnpDSCP, BTH: roce.NewCNP(c.SenderQPN, uint32(k.Marked)), Payload: p.zeros[:roce.CNPPayloadLen]}
	}
	return p.put(k.At, f, c)
}

// ack writes the acknowledgement that ended a message, if its connection is captured.
func (p *capture) ack(d *nicmodel.Completion) error {
	const noLimit = 0x1f // of credits
	at := p.index[d.Conn]
	if at == 0 {
		return nil
	}
	c := p.conns[at-1]
	payload := uint64(p.c.NICs[p.c.Kind[p.c.Plan.Conns[d.Conn].Src]].Payload)
	p.acked[at-1] += uint32((p.c.Plan.Messages[d.Message].Bytes + payload - 1) / payload)
	return p.put(int64(d.At/event.Nanosecond), roce.Frame{
		Src: c.Receiver, Dst: c.Sender,
		BTH:     roce.BTH{Opcode: roce.Acknowledge, PKey: roce.DefaultPKey, DestQP: c.SenderQPN, PSN: (p.acked[at-1] - 1) & roce.PSNMask},
		Payload: roce.AppendAETH(nil, noLimit, 0),
	}, c)
}

// put writes a frame of a connection.
func (p *capture) put(at int64, f roce.Frame, c *Endpoints) error {
	f.SrcMAC, f.DstMAC = MACOf(f.Src), MACOf(f.Dst)
	f.ID = p.ident
	p.ident++
	f.SrcPort = roce.SourcePort(c.SenderQPN, c.ReceiverQPN)
	frame, err := f.AppendEthernet(p.frame[:0])
	if err != nil {
		return err
	}
	p.frame = frame
	p.last = max(p.last, at)
	return p.w.WriteFrame(at, frame)
}

// end closes the capture at the last nanosecond of the run.
func (p *capture) end(until event.Time) error {
	const experimental, shortest = 0x88b5, 60
	frame := append(p.frame[:0], make([]byte, 12)...)
	frame[0], frame[6] = 2, 2
	frame = append(frame, experimental>>8, experimental&0xff)
	frame = append(frame, "end of the run"...)
	frame = append(frame, make([]byte, shortest-len(frame))...)
	if err := p.w.WriteFrame(max(int64(until/event.Nanosecond)-1, p.last), frame); err != nil {
		return err
	}
	return p.w.Flush()
}

// MACOf is a locally administered MAC address of a host.
func MACOf(a netip.Addr) [6]byte {
	b := a.As4()
	return [6]byte{2, 0, b[0], b[1], b[2], b[3]}
}
