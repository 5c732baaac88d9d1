package trace

import (
	"io"

	"smartnic-cc/internal/roce"
)

// headLen is how much of a packet is kept for decoding. Headers end long
// before; the rest is stepped over, so that no length in a file can ask for
// memory.
const headLen = 2048

// frame is one captured packet.
type frame struct {
	off     int64 // of its record in the content
	time    int64 // nanoseconds since 1970
	hasTime bool
	link    roce.LinkType
	origLen uint32
	data    []byte // the first headLen bytes of what was captured, valid until the next frame
}

// frameSource is a capture format: it yields frames, io.EOF at the end. A cut
// end is its to report as a warning.
type frameSource interface {
	nextFrame(f *frame) error
}

// packetFormat makes records of frames.
type packetFormat struct {
	src   frameSource
	flows *flowTable
	rep   *report
	f     frame
	p     roce.Packet
}

func (pf *packetFormat) next(rec *record) error {
	for {
		if err := pf.src.nextFrame(&pf.f); err != nil {
			return err
		}
		ok, err := pf.decode(rec)
		if ok || err != nil {
			return err
		}
	}
}

// decode makes a record of the frame; false where it is none of ours.
func (pf *packetFormat) decode(rec *record) (bool, error) {
	st := &pf.rep.stats
	st.Packets++
	if !pf.f.hasTime {
		st.skip(skipNoTime)
		return false, nil
	}
	pf.rep.seen(pf.f.time)
	p := &pf.p
	if v := roce.Parse(pf.f.link, pf.f.data, pf.f.origLen, p); v != roce.OK {
		st.skip(int(v))
		return false, nil
	}
	*rec = record{time: pf.f.time, off: pf.f.off, class: p.BTH.Opcode.Class(), sport: p.SrcPort, psn: p.BTH.PSN}
	switch rec.class {
	case roce.ClassCNP:
		rec.kind, rec.count, rec.marked = KindCNP, 1, uint32(p.BTH.Reserved7)
		if good, known := p.CheckICRC(); known && !good {
			st.BadICRC++
			rec.badICRC = true
		}
	case roce.ClassSendData, roce.ClassReadData:
		rec.kind, rec.packets, rec.bytes = KindData, 1, p.IPLen
		if p.CE() {
			rec.marked = 1
		}
	case roce.ClassAck:
		rec.kind = KindAck
		if p.BTH.Opcode.Operation() == roce.Acknowledge && roce.IsNak(p.Payload) {
			rec.kind = KindNak
		}
	case roce.ClassRequest:
		st.skip(skipRequest)
	case roce.ClassDatagram:
		st.skip(skipDatagram)
		pf.flows.heard(p)
		return false, nil
	default:
		st.skip(skipOpcode)
		return false, nil
	}
	flow, ok := pf.flows.index(p.Src, p.Dst, p.BTH.DestQP)
	if !ok {
		return false, &Error{Offset: pf.f.off, Msg: tooManyFlows}
	}
	if isReadResponse := rec.class == roce.ClassReadData; isReadResponse {
		// Only the first packet of a response bears the request's own PSN.
		if op := p.BTH.Opcode.Operation(); op != roce.ReadResponseFirst && op != roce.ReadResponseOnly {
			rec.psn = noPSN
		}
	}
	rec.flow = flow
	return true, nil
}

// isEnd reports a content that is over, cleanly or cut.
func isEnd(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF || err == errCut }

// cutWarning is what is said of a capture that ends within a record.
func cutWarning(off int64, what string) Warning {
	return Warning{Offset: off, Text: "the capture is cut within " + what + "; read up to the last whole packet before it"}
}
