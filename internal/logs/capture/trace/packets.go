package trace

import (
	"io"

	"smartnic-cc/internal/base/packet/roce"
)

// A frame of up to maxCaptured bytes is shown in place. Of a longer one, which
// no network carries, the first headLen bytes are kept, where its headers end,
// and the rest is stepped over: no length in a file can ask for memory.
const headLen = 2048

// longFrame keeps the head of a frame that is too long to be shown in place.
type longFrame struct{ head []byte }

// read takes n bytes from the window and returns the first of them.
func (l *longFrame) read(w *window, n int64) ([]byte, error) {
	b, err := w.view(headLen)
	if err != nil {
		return nil, cutOf(err)
	}
	l.head = append(l.head[:0], b...)
	return l.head, w.discard(n)
}

// frame is one captured packet.
type frame struct {
	off     int64 // of its record in the content
	time    int64 // nanoseconds since 1970
	hasTime bool
	link    roce.LinkType
	origLen uint32
	data    []byte // what was captured, as far as it is kept; valid until the next frame
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

// decode makes a record of the frame; false if the frame is of no kind that is read.
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
	if rec.class == roce.ClassCNP || pf.flows.checkICRC {
		pf.check(rec)
	}
	switch rec.class {
	case roce.ClassCNP:
		rec.kind, rec.count, rec.marked = KindCNP, 1, uint32(p.BTH.Reserved7)
	case roce.ClassSendData, roce.ClassReadData:
		rec.kind, rec.packets, rec.bytes = KindData, 1, p.IPLen
		rec.payload = p.Data()
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
		pf.flows.observed(p)
		return false, nil
	default:
		st.skip(skipOpcode)
		return false, nil
	}
	flow, ok := pf.flows.flow(p.Src, p.Dst, p.BTH.DestQP)
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

// check verifies the ICRC of a packet that was captured whole. The second pass
// need not.
func (pf *packetFormat) check(rec *record) {
	if pf.flows.learnt() {
		return
	}
	good, known := pf.p.CheckICRC()
	if !known {
		return
	}
	st := &pf.rep.stats
	st.ICRCChecked++
	if good {
		return
	}
	st.ICRCWrong++
	if rec.class == roce.ClassCNP {
		st.BadICRC++
		rec.badICRC = true
	}
}

// isEnd reports a content that is over, cleanly or cut.
func isEnd(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF || err == errCut }

// zerosWarning is what is said of a capture that holds zeros to its end.
func zerosWarning(off int64) Warning {
	return Warning{Offset: off, Text: "the capture holds zeros from here on, as a machine that went down leaves it; read up to there"}
}

// cutWarning is what is said of a capture that ends within a record.
func cutWarning(off int64, what string) Warning {
	return Warning{Offset: off, Text: "the capture is cut within " + what + "; read up to the last whole packet before it"}
}
