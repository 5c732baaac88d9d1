// Package trace turns what people have (packet captures, CSV and JSON lines of
// events, traces of simulators, counters) into one stream of events for a
// reaction point, and writes captures and text.
//
//	r, err := trace.Open("incast.pcapng") // or "-"
//	for {
//		e, err := r.Next() // io.EOF ends
//		c := r.Conns()[e.Conn]
//	}
//
// A trace is read twice. The first pass finds the connections, which one
// packet alone does not say (see pair.go), the earliest time stamp and
// whatever is wrong; the second one delivers. So Open reports every error
// before the first event is out, and Next has only the file's disappearance
// left to report. What cannot be read twice (standard input, a pipe) is spooled
// to a temporary file. Memory is bounded by the number of connections, not by
// the length of the trace.
//
// The format is found by content, never by the file's name. A further format is
// a type with the method next of the interface format, and a line in detect.
package trace
