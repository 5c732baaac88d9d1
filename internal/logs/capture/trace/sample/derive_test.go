package sample

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"

	"smartnic-cc/internal/base/packet/simtrace"
	"smartnic-cc/internal/logs/capture/trace"
)

// The sample capture as others would have seen it: the hosts of a simulator,
// and the counters of the receiver's NIC and of one sender's.

const (
	simStart    = 2_000_000_000 // when flows begin in the simulators' examples, ns
	simPath     = 2_000         // between the hosts, ns
	simReceiver = 8             // its node; senders are nodes 0 to 7
	simPort     = 10_000        // of the first sender
	simPriority = 3
	// CountersEvery is the time between two samples of the counters, ns.
	CountersEvery = 1_000_000
	portSender    = 1 // whose counters are sampled
)

// capture reads the sample capture.
func capture() (*trace.Trace, error) {
	var b bytes.Buffer
	if err := Generate(&b, trace.FormatPcapng); err != nil {
		return nil, err
	}
	r, err := trace.NewReader("sample", bytes.NewReader(b.Bytes()), trace.Options{})
	if err != nil {
		return nil, err
	}
	t := &trace.Trace{Conns: r.Conns(), Stats: r.Stats()}
	for {
		e, err := r.Next()
		if err == io.EOF {
			return t, r.Close()
		}
		if err != nil {
			return nil, err
		}
		t.Events = append(t.Events, e)
	}
}

// GenerateTr writes what an HPCC simulator would trace at the sample's hosts.
// Data leaves its sender simPath ns before the capture saw it; all that the
// capture saw is seen at the hosts at its time there, 2 s later.
func GenerateTr(out io.Writer) error {
	t, err := capture()
	if err != nil {
		return err
	}
	address := func(node uint32) uint32 { return 0x0B000001 + node<<8 }
	links := []simtrace.Link{}
	for node := range uint16(simReceiver + 1) {
		links = append(links, simtrace.Link{Node: node, Intf: 1, Rate: LinkMbps * 1_000_000})
	}
	var records []simtrace.Record
	put := func(at int64, node uint16, e simtrace.Event, r simtrace.Record) {
		r.Time, r.Node, r.Intf, r.Event = uint64(simStart+at), node, 1, e
		records = append(records, r)
	}
	seq := make([]uint32, len(t.Conns))
	for _, e := range t.Events {
		sender := uint16(e.Conn)
		data := simtrace.Record{Src: address(uint32(sender)), Dst: address(simReceiver), Sport: simPort + sender, Dport: 100, Priority: simPriority}
		back := simtrace.Record{Src: data.Dst, Dst: data.Src, Sport: 100, Dport: data.Sport, Priority: simPriority, Size: 60}
		switch e.Kind {
		case trace.KindData:
			data.Proto, data.Size, data.Seq, data.ECN = simtrace.ProtoData, uint16(e.Bytes)+simtrace.LinkHeaderLen, seq[e.Conn], 1
			data.Payload = uint16(e.Bytes) - 60
			seq[e.Conn] += uint32(data.Payload)
			put(e.Time-simPath, sender, simtrace.Dequ, data)
			if e.Marked > 0 {
				data.ECN = 3
			}
			put(e.Time, simReceiver, simtrace.Recv, data)
		case trace.KindAck:
			back.Proto = simtrace.ProtoAck
			put(e.Time, sender, simtrace.Recv, back)
		case trace.KindCNP:
			back.Proto, back.Sport, back.Dport = simtrace.ProtoCNP, data.Sport, 0
			put(e.Time, sender, simtrace.Recv, back)
		}
	}
	slices.SortStableFunc(records, func(a, b simtrace.Record) int { return int(int64(a.Time) - int64(b.Time)) })
	b := simtrace.AppendPreamble(nil, links, 0)
	for i := range records {
		b = records[i].Append(b)
	}
	_, err = out.Write(b)
	return err
}

// GenerateCounters writes the counters of two NICs as CSV, a sample each
// CountersEvery ns: what the receiver's has received and notified, and what one
// sender's has sent and obeyed. They begin at values of a machine that has been
// up for a while, one of them shortly before it wraps at 32 bits.
func GenerateCounters(out io.Writer) error {
	t, err := capture()
	if err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	fmt.Fprintln(w, "# the sample capture, as counters of the NICs of its receiver and of one sender")
	fmt.Fprintln(w, "epoch_us,port,port_xmit_data,port_xmit_packets,rp_cnp_handled,port_rcv_data,port_rcv_packets,np_ecn_marked_roce_packets,np_cnp_sent")
	var sent, obeyed, packets uint64
	var received, arrived, marked, notified uint64
	at := 0
	for now := int64(0); ; now += CountersEvery {
		for ; at < len(t.Events) && t.Events[at].Time <= now; at++ {
			e := t.Events[at]
			switch e.Kind {
			case trace.KindData:
				received += uint64(e.Bytes)
				arrived++
				marked += uint64(e.Marked)
				if e.Conn == portSender {
					sent += uint64(e.Bytes)
					packets++
				}
			case trace.KindCNP:
				notified++
				if e.Conn == portSender {
					obeyed++
				}
			}
		}
		stamp := (Start + now) / 1000
		fmt.Fprintf(w, "%d,receiver,,,,%d,%d,%d,%d\n", stamp, 7_000_000+received/4, 80_000+arrived, 1234+marked, 321+notified)
		fmt.Fprintf(w, "%d,sender,%d,%d,%d,,,,\n", stamp, uint32(1<<32-100_000+sent/4), 5_000+packets, 17+obeyed)
		if now > t.Stats.Duration {
			return w.Flush()
		}
	}
}
