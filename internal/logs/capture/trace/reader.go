package trace

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/internal/base/text/plural"
)

// Reader delivers the events of one trace in the order of time.
type Reader struct {
	in       *input
	opts     Options
	kind     Format
	catalog  catalog
	progress *byteProgress // nil unless Options.Measure
	conns    []Conn
	rep      report
	base     int64  // what Time 0 is
	records  uint64 // of the whole trace, counted in the first pass

	cur      format // of the pass that runs
	sort     reorder
	eof      bool
	most     uint64 // records to be taken from cur at most
	read     uint64 // records taken from cur
	out      uint64 // records that have left the window
	advanced uint64 // records that stood later than their time
	late     int64  // time of the last one that has
	err      error  // what Next keeps returning
	acks     *acks  // nil unless WatchAcks
}

// Open reads the trace path ("-" is standard input) once and makes it ready
// for Next. The error of a sound trace without CNPs wraps ErrNoCNP; all others
// name the file and the offset or line.
func Open(path string) (*Reader, error) { return OpenWith(path, Options{}) }

// OpenWith is Open with options.
func OpenWith(path string, o Options) (*Reader, error) {
	in, err := openInput(path, o.Format)
	if err != nil {
		return nil, err
	}
	return newReader(in, o)
}

// NewReader reads a trace that the caller holds; name is for messages. The
// caller keeps r untouched until it is done with the Reader.
func NewReader(name string, r io.ReadSeeker, o Options) (*Reader, error) {
	return newReader(&input{name: name, r: r}, o)
}

// newReader makes the Reader of an input, which it closes on an error.
func newReader(in *input, o Options) (*Reader, error) {
	derived, err := in.derive(o.Format)
	if err != nil {
		return nil, errors.Join(err, in.close())
	}
	r := &Reader{in: derived, opts: o}
	if o.Measure {
		r.progress = newByteProgress()
	}
	if err := r.learn(); err != nil {
		return nil, errors.Join(r.place(err), derived.close())
	}
	if r.rep.stats.CNPs == 0 && !o.AllowNoCNP {
		return nil, errors.Join(r.NoCNP(), derived.close())
	}
	if err := r.Rewind(); err != nil {
		return nil, errors.Join(err, derived.close())
	}
	return r, nil
}

// place puts the file's name into errors that were made without it.
func (r *Reader) place(err error) error {
	var e *Error
	if errors.As(err, &e) && e.Name == "" {
		e.Name = r.in.name
	}
	return err
}

// start rewinds and makes the format that the content is in.
func (r *Reader) start(rep *report) (format, error) {
	s, err := r.in.rewind()
	if err != nil {
		return nil, err
	}
	if r.kind == 0 {
		if r.kind, err = choose(s, r.opts.Format); err != nil {
			return nil, err
		}
		r.catalog = r.kind.newCatalog(&r.opts)
	}
	return r.kind.open(s, rep, r.catalog)
}

// learn is the first pass.
func (r *Reader) learn() error {
	if r.opts.Progress != nil {
		done, err := r.in.watch(r.opts.Progress)
		if err != nil {
			return err
		}
		defer done()
	}
	f, err := r.start(&r.rep)
	if err != nil {
		return err
	}
	r.cur, r.most = f, math.MaxUint64
	st := &r.rep.stats
	st.Format, st.Gzip = r.kind, r.in.gzip
	for {
		rec, err := r.pull()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		st.count(rec)
		r.catalog.learn(rec)
		if r.progress != nil {
			r.progress.learn(rec)
		}
	}
	r.records, st.Reordered = r.out, r.advanced
	if st.Packets > 0 && st.skipped[roce.UnknownLink] == st.Packets {
		return r.in.fail(-1, nil, "no packet has a known link type; known are %s", linkTypes)
	}
	r.conns = r.catalog.conns(r.rep.warn)
	if st.Events == 0 && st.Packets > 0 {
		switch {
		case r.kind.packets():
			r.rep.warn(Warning{Offset: -1, Text: "no packet of RoCEv2 that tells of a connection: " + r.remedy()})
		case r.kind == FormatSim && st.skipped[skipNode] == st.Packets:
			r.rep.warn(Warning{Offset: -1, Text: r.remedy()})
		}
	}
	if st.BadICRC > 0 {
		r.rep.warn(Warning{Offset: -1, Text: fmt.Sprintf("%d of %s with a wrong ICRC, which a NIC would drop: counted all the same", st.BadICRC, plural.Of(st.CNPs, "CNP"))})
	}
	if wrong := st.ICRCWrong - st.BadICRC; wrong > 0 {
		r.rep.warn(Warning{Offset: -1, Text: fmt.Sprintf("%s beside CNPs with a wrong ICRC, of %d with CNPs that could be checked: counted all the same", plural.Of(wrong, "packet"), st.ICRCChecked)})
	}
	if r.rep.hasTime {
		if r.catalog.absolute() {
			r.base, st.Start = r.rep.first, r.rep.first
		}
		st.Duration = r.rep.last - r.base
		if !r.catalog.absolute() && r.rep.first > longestRelative {
			r.rep.warn(Warning{Offset: -1, Text: "the first event is more than a day after time 0; if times count from 1970, name the column epoch_ns, epoch_us, epoch_ms or epoch_s"})
		}
	}
	return nil
}

// Rewind starts again at the first event.
func (r *Reader) Rewind() error {
	f, err := r.start(&report{})
	if err != nil {
		return err
	}
	r.cur, r.most = f, r.records
	r.eof, r.read, r.out, r.advanced, r.late, r.err = false, 0, 0, 0, 0, nil
	r.sort.reset()
	if r.acks != nil {
		r.WatchAcks()
	}
	return nil
}

// pull gives the next record in the order of time.
func (r *Reader) pull() (*record, error) {
	for !r.eof && r.sort.len() < reorderWindow {
		if r.read == r.most {
			r.eof = true // what has been appended since the first pass is left out
			break
		}
		rec := r.sort.slot()
		err := r.cur.next(rec)
		if err == io.EOF {
			r.eof = true
			break
		}
		if err != nil {
			return nil, err
		}
		if r.out > 0 && rec.time < r.late {
			return nil, r.outOfOrder(rec)
		}
		r.read++
		if r.sort.commit() {
			r.advanced++
		}
	}
	if r.sort.len() == 0 {
		return nil, io.EOF
	}
	out := r.sort.pop()
	r.late = out.time
	r.out++
	return out, nil
}

// outOfOrder is the error of a record that the window cannot sort in.
func (r *Reader) outOfOrder(rec *record) error {
	remedy := "sort the capture with reordercap IN OUT"
	if r.kind.text() {
		remedy = "sort the rows by time"
	}
	return &Error{Name: r.in.name, Offset: rec.off, Line: rec.line, Msg: fmt.Sprintf(
		"is %d ns earlier than what stands %d events before it: out of order; %s", r.late-rec.time, reorderWindow, remedy)}
}

// Next returns the next event; io.EOF ends, and so does any other error.
func (r *Reader) Next() (Event, error) {
	for r.err == nil {
		rec, err := r.pull()
		if err == io.EOF && r.read < r.records {
			err = r.in.fail(-1, nil, "has become shorter while it was read; start again when it is complete")
		}
		if err != nil {
			r.err = r.place(err)
			break
		}
		if rec.kind == 0 {
			continue
		}
		conn, ok := r.catalog.conn(rec)
		if !ok {
			r.err = r.in.fail(rec.off, nil, "has changed while it was read; start again when it is complete")
			break
		}
		e := Event{Time: rec.time - r.base, Conn: conn, Kind: rec.kind,
			Bytes: rec.bytes, Packets: rec.packets, Marked: rec.marked, Count: rec.count}
		if r.acks != nil {
			r.acks.note(rec, &e)
		}
		return e, nil
	}
	return Event{}, r.err
}

// Conns lists the connections in the order of their first event; Event.Conn is
// an index of it. The slice is the Reader's own.
func (r *Reader) Conns() []Conn { return r.conns }

// Stats sums the whole trace up, whatever has been read of it.
func (r *Reader) Stats() Stats { return r.rep.stats }

// Warnings lists what a user should know about the trace.
func (r *Reader) Warnings() []Warning { return r.rep.warnings }

// Close releases the file.
func (r *Reader) Close() error {
	r.err = errClosed
	return r.in.close()
}

var errClosed = errors.New("trace: reader is closed")

// Trace is a trace read as a whole.
type Trace struct {
	Events   []Event
	Conns    []Conn
	Stats    Stats
	Warnings []Warning
}

// ReadAll reads the trace path as a whole into memory.
func ReadAll(path string) (*Trace, error) {
	r, err := Open(path)
	if err != nil {
		return nil, err
	}
	t, err := r.all()
	return t, errors.Join(err, r.Close())
}

func (r *Reader) all() (*Trace, error) {
	t := &Trace{Conns: r.conns, Stats: r.rep.stats, Warnings: r.rep.warnings}
	for {
		e, err := r.Next()
		if err == io.EOF {
			return t, nil
		}
		if err != nil {
			return nil, err
		}
		t.Events = append(t.Events, e)
	}
}

// NoCNP returns the error of Open for a trace without CNPs, which says what it holds instead, for callers that open
// such traces (Options.AllowNoCNP) and accept only some.
func (r *Reader) NoCNP() error {
	st := &r.rep.stats
	var held []string
	if st.Events > 0 {
		held = append(held, fmt.Sprintf("%s and %s of RoCEv2", plural.Of(st.DataPackets, "data packet"), plural.Of(st.Acks+st.Naks, "ACK")))
	}
	for _, s := range st.Skipped() {
		held = append(held, fmt.Sprintf("%d %s", s.Count, s.Reason))
	}
	what := "it is empty"
	if len(held) > 0 {
		what = "it holds " + strings.Join(held, ", ")
	}
	return &Error{Name: r.in.name, Offset: -1, Err: ErrNoCNP,
		Msg: ErrNoCNP.Error() + ": " + what + "; " + r.remedy()}
}

// remedy says how to get a trace with CNPs where this one has none.
func (r *Reader) remedy() string {
	st := &r.rep.stats
	most := st.Packets / 2
	switch {
	case st.Events > 0:
	case st.skipped[skipNode] > 0 && st.skipped[skipNode] == st.Packets:
		return "it has no record at this node, but at " + r.catalog.(*simTable).others()
	case st.skipped[roce.RoCEv1] > most:
		return "RoCEv1 has no IP header, so no ECN and no DCQCN: set the NICs to RoCEv2"
	case st.skipped[roce.Truncated] > most:
		return "capture 160 bytes of each packet (tcpdump -s 160)"
	}
	return r.kind.cnpRemedy()
}
