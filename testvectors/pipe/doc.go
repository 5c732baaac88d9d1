// Package pipe runs an external firmware program and speaks the line protocol of docs/vectors.md to it over its
// standard input and output, so that a port in any language is a transducer.Firmware: vectors and replays run against
// it as against the Go reference.
//
// Serve is the other end: it puts any transducer.Firmware behind the protocol.
//
// No program can hang or confuse its host: every reply has a time-out, every line is checked against the layouts of
// the algorithms, and a violation becomes an *Error of one line that names the program, the request and the remedy.
package pipe
