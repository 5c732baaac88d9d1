// Package trace turns packet captures, CSV and JSON lines of events, traces of simulators and counters into one
// stream of events for a reaction point, and writes captures and text.
//
//	r, err := trace.Open("incast.pcapng") // or "-"
//	for {
//		e, err := r.Next() // io.EOF ends
//		c := r.Conns()[e.Conn]
//	}
//
// A trace is read twice. The first pass finds the connections, which a single packet does not show (pair.go), the
// earliest time stamp and all that is wrong; the second delivers events. So Open reports every error before the first
// event, and Next fails only if the file vanishes. What cannot be read twice (standard input, a pipe) is spooled to a
// temporary file. Memory is bounded by the number of connections, not by the length of the trace.
//
// The format is found by content, never by the file's name. A further format is
// a type with the method next of the interface format, and a line in detect.
package trace
