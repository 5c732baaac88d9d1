package trace

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Writer takes events in the order of time. Flush ends the output; it does not
// close what is beneath.
type Writer interface {
	WriteEvent(Event) error
	Flush() error
}

// WriterOptions are for the capture formats; text formats ignore all but
// Reconstruction.
type WriterOptions struct {
	// Reconstruction marks the output where its events were not seen: a column,
	// a key, a comment of the pcapng section. A pcap has no place for that and is
	// refused.
	Reconstruction Reconstruction
	// SnapLen cuts the captured bytes of each frame, 0 for none. The lengths in
	// the headers stay those of the whole frame.
	SnapLen int
	// Start is the absolute time of Time 0, in nanoseconds since 1970.
	Start int64
	// PacketBytes is the IP length of the packets into which a data event of an
	// unknown number of packets is cut; 0 is 4140: 4096 bytes of data
	// and the IPv4, UDP, BTH and ICRC around them.
	PacketBytes uint32
}

// NewWriter writes a trace of the given connections in the format f. Events
// name connections by their index in conns.
func NewWriter(w io.Writer, f Format, conns []Conn, o WriterOptions) (Writer, error) {
	switch f {
	case FormatCSV:
		return newCSVWriter(w, conns, o.Reconstruction)
	case FormatJSONLines:
		return newJSONWriter(w, conns, o.Reconstruction)
	case FormatPcap, FormatPcapng:
		return newFrameWriter(w, f, conns, o)
	}
	return nil, fmt.Errorf("%v is no format that can be written; known are pcap, pcapng, csv and jsonl", f)
}

// textWriter writes CSV or JSON lines: the same fields, each row made in one
// buffer.
type textWriter struct {
	w     *bufio.Writer
	names []string // quoted as the format requires
	json  bool
	tail  string // the mark of reconstructed events, which ends every row
	buf   []byte
}

func newCSVWriter(w io.Writer, conns []Conn, how Reconstruction) (*textWriter, error) {
	t := &textWriter{w: bufio.NewWriter(w)}
	for i := range conns {
		name := conns[i].Name
		if strings.ContainsAny(name, ",\"") || strings.HasPrefix(name, "#") {
			name = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
		t.names = append(t.names, name)
	}
	head := "time_ns,conn,event,bytes,packets,marked,count"
	if how != Observed {
		head += "," + reconstructedColumn
		t.tail = "," + how.String()
	}
	_, err := t.w.WriteString(head + "\n")
	return t, err
}

func newJSONWriter(w io.Writer, conns []Conn, how Reconstruction) (*textWriter, error) {
	t := &textWriter{w: bufio.NewWriter(w), json: true, tail: "}"}
	if how != Observed {
		t.tail = `,"` + reconstructedColumn + `":"` + how.String() + `"}`
	}
	for i := range conns {
		var name strings.Builder
		e := json.NewEncoder(&name)
		e.SetEscapeHTML(false) // names have arrows
		if err := e.Encode(conns[i].Name); err != nil {
			return nil, err
		}
		t.names = append(t.names, strings.TrimSuffix(name.String(), "\n"))
	}
	return t, nil
}

func (t *textWriter) WriteEvent(e Event) error {
	if int(e.Conn) >= len(t.names) {
		return fmt.Errorf("event of connection %d; there are %d", e.Conn, len(t.names))
	}
	b := t.buf[:0]
	if t.json {
		b = append(b, `{"time_ns":`...)
		b = strconv.AppendInt(b, e.Time, 10)
		b = append(b, `,"conn":`...)
		b = append(b, t.names[e.Conn]...)
		b = append(b, `,"event":"`...)
		b = append(b, e.Kind.String()...)
		b = append(b, '"')
		for i, v := range [...]uint32{e.Bytes, e.Packets, e.Marked, e.Count} {
			if v != 0 {
				b = append(b, `,"`...)
				b = append(b, fieldNames[fieldBytes+i]...)
				b = append(b, `":`...)
				b = strconv.AppendUint(b, uint64(v), 10)
			}
		}
	} else {
		b = strconv.AppendInt(b, e.Time, 10)
		b = append(b, ',')
		b = append(b, t.names[e.Conn]...)
		b = append(b, ',')
		b = append(b, e.Kind.String()...)
		for _, v := range [...]uint32{e.Bytes, e.Packets, e.Marked, e.Count} {
			b = append(b, ',')
			if v != 0 {
				b = strconv.AppendUint(b, uint64(v), 10)
			}
		}
	}
	b = append(b, t.tail...)
	t.buf = append(b, '\n')
	_, err := t.w.Write(t.buf)
	return err
}

func (t *textWriter) Flush() error { return t.w.Flush() }
