// Package pipe runs an external firmware program and speaks the line protocol of
// docs/vectors.md to it over its standard input and output, so that a port in any
// language has the shape of transducer.Firmware: vectors and replays then run
// against it as they do against the Go reference.
//
// Serve is the other end: it puts any transducer.Firmware behind the protocol.
//
// Nothing that a program does hangs or confuses its host: every reply has a
// time-out, every line is checked against the layouts of the algorithms, and what
// is wrong becomes an *Error of one line that names the program, the request and
// the remedy.
package pipe
