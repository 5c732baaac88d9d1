package trace

import (
	"encoding/binary"
	"fmt"
	"io"

	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/internal/base/packet/simtrace"
)

// simFormat makes records of a packet trace of the HPCC family of simulators
// (package simtrace). Such a trace shows one packet at every node that it
// passes, and there as it arrives, enters a queue and leaves it; an event must
// come from one of these sightings only. simTable chooses which (see simpoint.go).
type simFormat struct {
	s      *scanner
	rep    *report
	table  *simTable
	pauses bool
	more   record // the second record of a packet that gives two
	second bool
	w      window
	r      simtrace.Record
}

// newSim begins a pass. The very first one surveys the whole content, since
// where a packet of a connection is best seen shows at the end only.
func newSim(s *scanner, rep *report, t *simTable) (*simFormat, error) {
	if !t.surveyed {
		survey := &simFormat{s: s, rep: &report{}, table: t} // the pass that follows warns of what is amiss
		if err := survey.preamble(); err != nil {
			return nil, err
		}
		if err := survey.all(); err != nil {
			return nil, err
		}
		t.surveyed = true
		var err error
		if s, err = s.in.rewind(); err != nil {
			return nil, err
		}
	}
	f := &simFormat{s: s, rep: rep, table: t, pauses: t.pauses}
	return f, f.preamble()
}

// preamble steps over the list of links, if it is there.
func (f *simFormat) preamble() error {
	head, err := f.s.r.Peek(bufferSize)
	f.w = newWindow(f.s)
	switch simtrace.Sniff(head, err != nil) {
	case simtrace.NotTrace:
		return f.s.in.fail(0, nil, "not a .tr trace: neither a list of links and 56-byte records nor such records alone; expected what the HPCC family of simulators writes")
	case simtrace.NoPreamble:
		f.rep.warn(Warning{Offset: 0, Text: "the preamble (number of links, their rates, window) is missing: read as records from the first byte on"})
		return nil
	}
	length := simtrace.PreambleLen(binary.LittleEndian.Uint32(head))
	if err := f.w.discard(length); err != nil {
		if isEnd(err) {
			return f.s.in.fail(0, nil, "the preamble of %d bytes is cut; fetch the file again", length)
		}
		return err
	}
	return nil
}

// read reads the next record of the file. A cut end is a warning.
func (f *simFormat) read() (off int64, err error) {
	off = f.w.off()
	b, err := f.w.view(simtrace.RecordLen)
	switch err {
	case nil:
	case errCut:
		f.rep.stats.Truncated = true
		f.rep.warn(Warning{Offset: off, Text: "the trace is cut within a record of 56 bytes; read up to the one before it"})
		return off, io.EOF
	default:
		return off, err
	}
	f.r.Decode(b)
	f.w.advance(simtrace.RecordLen)
	if !f.r.Valid() {
		return off, f.s.in.fail(off, nil, "record with event %d, node type %d, ECN %d, time %d ns: the trace is damaged here or of a simulator with other records; %s",
			f.r.Event, f.r.NodeType, f.r.ECN, f.r.Time, f.s.in.salvage(off))
	}
	return off, nil
}

// all lets the table see every record.
func (f *simFormat) all() error {
	for {
		off, err := f.read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if !f.table.survey(&f.r) {
			return f.s.in.fail(off, nil, "more than %d connections and paused ports; choose some nodes with --node", maxFlows)
		}
	}
}

func (f *simFormat) next(rec *record) error {
	if f.second {
		f.second = false
		*rec = f.more
		return nil
	}
	for {
		off, err := f.read()
		if err != nil {
			return err
		}
		f.rep.stats.Packets++
		f.rep.seen(int64(f.r.Time))
		if f.record(off, rec) {
			return nil
		}
	}
}

// record makes a record of what read has read; false where it gives none.
func (f *simFormat) record(off int64, rec *record) bool {
	r, st := &f.r, &f.rep.stats
	if !f.table.wanted(r) {
		st.skip(skipNode)
		return false
	}
	*rec = record{time: int64(r.Time), off: off, psn: r.Seq, wide: true}
	if r.Event == simtrace.Drop {
		st.skip(skipDrop)
		return false
	}
	switch r.Proto {
	case simtrace.ProtoData:
		rec.kind, rec.packets, rec.class = KindData, 1, roce.ClassSendData
		if r.Size <= simtrace.LinkHeaderLen {
			st.skip(skipSize)
			return false
		}
		rec.bytes = uint32(r.Size) - simtrace.LinkHeaderLen
		if r.ECN == 3 {
			rec.marked = 1
		}
	case simtrace.ProtoAck:
		rec.kind, rec.class = KindAck, roce.ClassAck
	case simtrace.ProtoNack:
		rec.kind, rec.class = KindNak, roce.ClassAck
	case simtrace.ProtoCNP:
		rec.kind, rec.class, rec.count = KindCNP, roce.ClassCNP, 1
	case simtrace.ProtoPFC:
		if !f.pauses || r.Event != simtrace.Recv {
			st.skip(skipPFC)
			return false
		}
		rec.kind, rec.count = KindPause, 1
		if r.PauseTime == 0 {
			rec.kind = KindResume
		}
	case simtrace.ProtoTCP:
		st.skip(skipTCP)
		return false
	default:
		st.skip(skipOther)
		return false
	}
	flow, ok := f.table.at(r)
	if !ok {
		st.skip(skipPoint)
		return false
	}
	rec.flow = flow
	if (r.Proto == simtrace.ProtoAck || r.Proto == simtrace.ProtoNack) && r.Flags&simtrace.FlagCNP != 0 {
		// A notification on the back of an ACK reaches the sender with it.
		f.more, f.second = *rec, true
		rec.kind, rec.class, rec.count = KindCNP, roce.ClassCNP, 1
	}
	return true
}

// simName is the name of a connection: the form of captures where the QP
// numbers made of port and priority fit 24 bits.
func simName(c *Conn, k simKey) string {
	if c.SenderQPN != 0 {
		return connName(c, true, true)
	}
	return fmt.Sprintf("%s:%d/%d->%s", c.Sender, k.port, k.priority, c.Receiver)
}
