package pipe

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"smartnic-cc/testvectors/transducer"
)

// Serve is the other end of the protocol: it reads requests from r, runs them on fw and writes the replies to w,
// until `quit` or the end of the input. catalog has the layouts of the algorithms and functions that fw runs; name is
// sent in the greeting. Serve returns errors of reading or writing; a wrong request is answered with its error.
func Serve(r io.Reader, w io.Writer, fw transducer.Firmware, catalog *transducer.Catalog, name string) error {
	s := &server{
		in: bufio.NewReaderSize(r, maxLine), out: bufio.NewWriterSize(w, maxLine),
		fw: fw, catalog: catalog, name: printable(name, 200), connections: map[uint32]*served{},
	}
	for {
		// Replies wait in the buffer while requests wait in theirs.
		if s.in.Buffered() == 0 {
			if err := s.out.Flush(); err != nil {
				return fmt.Errorf("writing a reply: %w", err)
			}
		}
		line, err := s.in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			err = s.skipLine()
			s.fail("a line of more than %d characters", maxLine)
		case err == nil || errors.Is(err, io.EOF) && len(line) > 0:
			line = bytes.TrimRight(line, "\r\n")
			if s.request(line) {
				return s.flush(nil)
			}
		}
		if err != nil {
			return s.flush(err)
		}
	}
}

type server struct {
	in          *bufio.Reader
	out         *bufio.Writer
	fw          transducer.Firmware
	catalog     *transducer.Catalog
	name        string
	connections map[uint32]*served
	reply       []byte
	row         []uint64
}

// served is a connection with its layout.
type served struct {
	transducer.Connection
	a *transducer.Algorithm
}

// flush ends the service; the end of the input is a regular one.
func (s *server) flush(err error) error {
	if err := s.out.Flush(); err != nil {
		return fmt.Errorf("writing a reply: %w", err)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("reading a request: %w", err)
	}
	return nil
}

// skipLine reads past the end of a line that is too long.
func (s *server) skipLine() error {
	for {
		_, err := s.in.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// The buffered writer keeps its first error; Flush returns it.
func (s *server) write(line []byte) { _, _ = s.out.Write(append(line, '\n')) }

func (s *server) fail(format string, args ...any) {
	s.write([]byte("error " + printable(fmt.Sprintf(format, args...), 400)))
}

// ok answers with values.
func (s *server) ok(parts ...func(b []byte) []byte) {
	s.reply = append(s.reply[:0], "ok"...)
	for _, p := range parts {
		s.reply = p(s.reply)
	}
	s.write(s.reply)
}

func shown(leaves []transducer.Leaf, values []uint64) func(b []byte) []byte {
	return func(b []byte) []byte { return appendValues(b, leaves, values) }
}

// request runs one request and reports whether it was `quit`.
func (s *server) request(line []byte) bool {
	word, rest := field(line)
	switch string(word) {
	case "quit":
		if !s.values("fields", nil, rest) {
			return false
		}
		s.ok()
		return true
	case "hello":
		if string(rest) != protocolVersion {
			s.fail("unsupported protocol version; this program speaks %s", protocolVersion)
			return false
		}
		s.write([]byte("hello " + protocolVersion + " " + s.name))
	case "call":
		s.call(rest)
	case "open":
		s.open(rest)
	case "load", "state", "step", "close":
		s.connection(string(word), rest)
	default:
		s.fail("unknown request %.40q; one of hello, call, open, load, state, step, close, quit", word)
	}
	return false
}

// values reads all fields of a request.
func (s *server) values(what string, leaves []transducer.Leaf, rest []byte) bool {
	s.row = s.row[:0]
	for _, l := range leaves {
		if rest == nil {
			s.fail("%d %s; want %d", len(s.row), what, len(leaves))
			return false
		}
		var f []byte
		f, rest = field(rest)
		v, ok := parse(f, l)
		if !ok {
			s.fail("%s %d (%s) is %.40q; want a decimal %s", what, len(s.row)+1, l.Name, f, l.Type())
			return false
		}
		s.row = append(s.row, v)
	}
	if rest != nil {
		s.fail("more than %d %s", len(leaves), what)
		return false
	}
	return true
}

func (s *server) call(rest []byte) {
	name, rest := field(rest)
	f, err := s.catalog.Func(string(name))
	if err != nil {
		s.fail("%v", err)
		return
	}
	if !s.values("arguments", f.Args, rest) {
		return
	}
	results, err := s.fw.Call(f.Name, s.row)
	if err != nil {
		s.fail("%v", err)
		return
	}
	s.ok(shown(f.Results, results))
}

func (s *server) open(rest []byte) {
	number, rest := field(rest)
	id, ok := parseID(number)
	if !ok {
		s.fail("connection %.40q is no number in 0..4294967295", number)
		return
	}
	name, rest := field(rest)
	a, err := s.catalog.Algorithm(string(name))
	if err != nil {
		s.fail("%v", err)
		return
	}
	if !s.values("parameters", a.Params, rest) {
		return
	}
	c, err := s.fw.Open(a.Name, s.row)
	if err != nil {
		s.fail("%v", err)
		return
	}
	state, err := c.State()
	if err != nil {
		s.fail("%v", err)
		return
	}
	s.connections[id] = &served{c, a}
	s.ok(shown(a.State, state))
}

func (s *server) connection(word string, rest []byte) {
	number, rest := field(rest)
	id, ok := parseID(number)
	c := s.connections[id]
	if !ok || c == nil {
		s.fail("unknown connection %.40q; open it first", number)
		return
	}
	var err error
	switch word {
	case "load":
		if !s.values("state fields", c.a.State, rest) {
			return
		}
		if err = c.Load(s.row); err == nil {
			s.ok()
		}
	case "state":
		if !s.values("fields", nil, rest) {
			return
		}
		var state []uint64
		if state, err = c.State(); err == nil {
			s.ok(shown(c.a.State, state))
		}
	case "step":
		if !s.values("event fields", c.a.Event, rest) {
			return
		}
		var output, state []uint64
		if output, state, err = c.Step(s.row); err == nil {
			s.ok(shown(c.a.Output, output), shown(c.a.State, state))
		}
	case "close":
		if !s.values("fields", nil, rest) {
			return
		}
		delete(s.connections, id)
		s.ok()
	}
	if err != nil {
		s.fail("%v", err)
	}
}
