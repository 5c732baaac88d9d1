package trace

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// FormatOfName returns the format that a file's name asks for by its ending, and
// whether it is to be compressed; false for others.
func FormatOfName(name string) (f Format, gzip, ok bool) {
	base := strings.ToLower(filepath.Base(name))
	base, gzip = strings.CutSuffix(base, ".gz")
	switch filepath.Ext(base) {
	case ".csv":
		return FormatCSV, gzip, true
	case ".jsonl", ".ndjson", ".json":
		return FormatJSONLines, gzip, true
	case ".pcapng", ".ntar":
		return FormatPcapng, gzip, true
	case ".pcap", ".cap":
		return FormatPcap, gzip, true
	}
	return 0, false, false
}

// Copy writes the remaining events of r in the format f. Reconstructed events are marked, whatever o says. progress,
// if not nil, gets the time of each event.
func Copy(w io.Writer, f Format, r *Reader, o WriterOptions, progress func(int64)) (events uint64, err error) {
	st := r.Stats()
	o.Reconstruction, o.Start = st.Reconstruction, st.Start
	out, err := NewWriter(w, f, r.Conns(), o)
	if err != nil {
		return 0, err
	}
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			return events, out.Flush()
		}
		if err != nil {
			return events, err
		}
		if err := out.WriteEvent(e); err != nil {
			return events, fmt.Errorf("event %d, of %s at %d ns: %w", events+1, r.Conns()[e.Conn].Name, e.Time, err)
		}
		events++
		if progress != nil {
			progress(e.Time)
		}
	}
}
