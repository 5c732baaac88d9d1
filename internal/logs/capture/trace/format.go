package trace

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"

	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/internal/base/packet/simtrace"
	"smartnic-cc/internal/base/text/enum"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/base/text/rowfile"
)

// Format is a kind of trace file.
type Format uint8

// Formats.
const (
	FormatPcap Format = iota + 1
	FormatPcapng
	FormatCSV
	FormatJSONLines
	FormatSim      // packet trace of the HPCC family of simulators
	FormatCounters // counters of a NIC over time, as CSV or in a directory
)

// cnpRemedy says how to record CNPs, for a trace without them.
func (f Format) cnpRemedy() string {
	switch f {
	case FormatCSV, FormatJSONLines:
		return "a replay needs rows of the event cnp"
	case FormatSim:
		return "trace the hosts of the connections, under a scheme that sends CNPs"
	case FormatCounters:
		return "a replay needs rp_cnp_handled or np_cnp_sent, and that it rises"
	}
	return "NICs consume CNPs before the host sees them, so capture at a mirror port of the switch or use the NIC's sniffer"
}

// packets reports whether the format is a capture of packets.
func (f Format) packets() bool { return f == FormatPcap || f == FormatPcapng }

// text reports whether the format has lines.
func (f Format) text() bool {
	return f == FormatCSV || f == FormatJSONLines || f == FormatCounters
}

// newCatalog makes the catalog that the format's records need.
func (f Format) newCatalog(o *Options) catalog {
	switch f {
	case FormatPcap, FormatPcapng:
		t := newFlowTable()
		t.checkICRC = o.CheckICRC
		return t
	case FormatSim:
		return &simTable{nodes: o.Nodes, pauses: o.Pauses, byKey: map[simKey]int32{}, byPort: map[uint32]int32{}}
	}
	return &nameTable{byName: map[string]int32{}, pauses: o.Pauses, reconstruct: o.Reconstruct}
}

// open begins to read the content in the format. The catalog is newCatalog's.
func (f Format) open(s *scanner, rep *report, c catalog) (format, error) {
	switch f {
	case FormatPcap:
		src, err := newPcapSource(s, rep)
		if err != nil {
			return nil, err
		}
		return &packetFormat{src: src, flows: c.(*flowTable), rep: rep}, nil
	case FormatPcapng:
		if head, err := s.r.Peek(bufferSize); len(head) > 0 || err == nil {
			rep.stats.Reconstruction = sectionMark(head)
		}
		return &packetFormat{src: newPcapngSource(s, rep), flows: c.(*flowTable), rep: rep}, nil
	case FormatCSV:
		return newCSV(s, rep, c.(*nameTable))
	case FormatSim:
		return newSim(s, rep, c.(*simTable))
	case FormatCounters:
		return newCounters(s, rep, c.(*nameTable))
	}
	return &textFormat{textTable: textTable{rowfile.NewJSON(s.lines(), nil), rep}, names: c.(*nameTable), time: -1}, nil
}

var formatNames = []string{FormatPcap: "pcap", FormatPcapng: "pcapng", FormatCSV: "csv", FormatJSONLines: "jsonl", FormatSim: "tr", FormatCounters: "counters"}

// String names the format as messages and flags do.
func (f Format) String() string {
	return enum.Name(f, formatNames...)
}

// FormatNames lists what ParseFormat reads.
func FormatNames() []string { return slices.Clone(formatNames[FormatPcap:]) }

// ParseFormat reads what String prints.
func ParseFormat(s string) (Format, bool) {
	i := slices.Index(formatNames, s)
	return Format(max(i, 0)), i > 0
}

// record is what a format reads: an event before its connection is known, with
// what finding the connection needs.
type record struct {
	time    int64 // absolute in the format's own epoch
	off     int64 // where it stands: byte offset, or -1
	line    int   // or line of a text trace
	flow    int32 // index in the catalog
	kind    Kind  // 0: no event, only a hint for pairing
	class   roce.Class
	sport   uint16
	psn     uint32
	bytes   uint32
	packets uint32
	marked  uint32
	count   uint32
	payload uint32 // of data in a capture: of the application, bytes
	badICRC bool   // of a CNP
	wide    bool   // psn has 32 bits, not 24
}

// farBack is a distance of sequence numbers, of packets or, in simulator
// traces, bytes, that no retransmission goes back.
func (rec *record) farBack() int32 {
	if rec.wide {
		return 1 << 26
	}
	return 1 << 16
}

// seqBits is the width of the sequence numbers that psn holds.
func (rec *record) seqBits() int {
	if rec.wide {
		return 32
	}
	return 24
}

// format reads records one after the other; io.EOF ends. One is made for each
// pass over the content.
type format interface {
	next(rec *record) error
}

// catalog knows the connections. It learns in the first pass, from records in
// the order of time, and answers in the second.
type catalog interface {
	learn(rec *record)
	conns(warn func(Warning)) []Conn
	// conn is false if the record is of no connection of the first pass: the file has changed since.
	conn(rec *record) (ConnID, bool)
	// absolute reports whether the records' times count from 1970.
	absolute() bool
}

// absolute is true of every capture.
func (t *flowTable) absolute() bool { return true }

// report is what the first pass notes; that of the second pass is discarded.
type report struct {
	stats    Stats
	warnings []Warning
	hasTime  bool  // whether first and last mean anything
	first    int64 // earliest and latest time of all packets, absolute
	last     int64
}

func (r *report) warn(w Warning) { r.warnings = append(r.warnings, w) }

// seen takes a packet's time into the span of the trace.
func (r *report) seen(t int64) {
	if !r.hasTime {
		r.first, r.last, r.hasTime = t, t, true
		return
	}
	r.first = min(r.first, t)
	r.last = max(r.last, t)
}

// Magic numbers at the start of a file.
const (
	magicPcapMicros = 0xA1B2C3D4
	magicPcapNanos  = 0xA1B23C4D
	magicPcapng     = 0x0A0D0D0A
)

// choose takes the format that was asked for, or else finds it by the content.
func choose(s *scanner, asked Format) (Format, error) {
	switch {
	case s.in.derived && asked != 0 && asked != FormatCounters:
		return 0, s.in.fail(-1, nil, "is a directory, which can hold counters only: name a file for the format %v", asked)
	case asked != 0:
		return asked, nil
	}
	return detect(s)
}

// detect finds the format of the content by its first bytes.
func detect(s *scanner) (Format, error) {
	head, err := s.r.Peek(4096)
	if len(head) == 0 {
		if endErr := s.end(err, 0); endErr != nil && endErr != errCut && err != nil && !isEnd(err) {
			return 0, endErr
		}
		return 0, s.in.fail(0, nil, "is empty; expected %s", expected)
	}
	if len(head) >= 4 {
		for _, v := range [...]uint32{binary.LittleEndian.Uint32(head), binary.BigEndian.Uint32(head)} {
			switch v {
			case magicPcapMicros, magicPcapNanos:
				if all, _ := s.r.Peek(bufferSize); pcapVariant(all) != "" {
					return 0, s.in.fail(0, nil, "is %s", pcapVariant(all))
				}
				return FormatPcap, nil
			case magicPcapng:
				return FormatPcapng, nil
			}
		}
	}
	if what := foreignMagic(head); what != "" {
		return 0, s.in.fail(0, nil, "is %s", what)
	}
	all, err := s.r.Peek(bufferSize)
	if samplesOf(all) != nil {
		return FormatCounters, nil // of a pipe, before it is derived
	}
	if text := firstLine(head); text != nil {
		switch {
		case text[0] == '{':
			return FormatJSONLines, nil
		case bytes.Contains(text, []byte("time_")), bytes.Contains(text, []byte("epoch_")), tableHead(text):
			if counterHeader(text) {
				return FormatCounters, nil
			}
			return FormatCSV, nil
		}
		return 0, s.in.fail(0, nil, "not a capture: starts with %s; expected %s", quote(text), expected)
	}
	if simtrace.Sniff(all, err != nil) != simtrace.NotTrace {
		return FormatSim, nil
	}
	if what := foreignRecords(all); what != "" {
		return 0, s.in.fail(0, nil, "is %s", what)
	}
	if n := simtrace.Links(head); n > 1 {
		return 0, s.in.fail(0, nil, "begins with a list of %s, as a .tr does, but records of 56 bytes do not follow: a fork of the simulators with other records wrote it, which is not read", plural.Of(uint64(n), "link"))
	}
	return 0, s.in.fail(0, nil, "not a capture: magic % x; expected %s", head[:min(4, len(head))], expected)
}

const expected = "pcap, pcapng, CSV with a header row (time_ns,conn,event,bytes,... or time_ns,rp_cnp_handled,...), JSON lines or .tr, plain or in gzip, or a directory of counters"

// firstLine returns the first line of a text that is neither blank nor a comment, without spaces around it; nil if
// the bytes are not text.
func firstLine(head []byte) []byte {
	head = bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF"))
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		for _, b := range line {
			if b < ' ' && b != '\t' && b != '\r' || b == 0x7F {
				return nil
			}
		}
		line = bytes.TrimSpace(line)
		if len(line) > 0 && line[0] != '#' {
			return line
		}
		head = rest
	}
	return nil
}

// tableHead reports whether a line looks like the header row of a table that
// names no time as it should: the reader of tables says what it lacks.
func tableHead(line []byte) bool {
	names := bytes.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ';' || r == '\t' || r == ' ' || r == '"' })
	return len(names) > 1 && slices.ContainsFunc(names, func(n []byte) bool { return counterOf(string(n)) >= 0 || string(n) == "conn" })
}

// quote shows the start of a line of foreign text in printable ASCII.
func quote(b []byte) string {
	if len(b) > 40 {
		return strconv.QuoteToASCII(string(b[:40])) + "..."
	}
	return strconv.QuoteToASCII(string(b))
}
