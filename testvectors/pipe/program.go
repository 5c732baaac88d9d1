package pipe

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/testvectors/transducer"
)

// DefaultTimeout is how long a program may take for a reply.
const DefaultTimeout = 5 * time.Second

// grace is how long a program may take to end after it was asked to.
const grace = time.Second

// Options say how a program is run.
type Options struct {
	// Args are its command-line arguments.
	Args []string
	// Timeout is the time for each reply; 0 means DefaultTimeout.
	Timeout time.Duration
	// Catalog has the layouts of what the program runs.
	Catalog *transducer.Catalog
}

// Program is a firmware program behind pipes. It and its connections are for one goroutine at a time. An Error other
// than Refused ends the program, and every further call returns that error.
type Program struct {
	path    string
	timeout time.Duration
	catalog *transducer.Catalog
	proc    *process
	in      *bufio.Reader
	buf     []byte // the request, or the requests of a batch
	sent    uint64 // requests sent
	nextID  uint32
	free    []uint32
	broken  error
	closed  bool
}

// Run starts a firmware program and greets it. A path without a separator is
// looked up in PATH. The caller closes the Program.
func Run(path string, opt Options) (*Program, error) {
	if opt.Catalog == nil {
		return nil, errors.New("pipe: Options.Catalog is nil; give the layouts of what the program runs, as Catalog of codegen.Packages does")
	}
	p := &Program{path: path, timeout: opt.Timeout, catalog: opt.Catalog}
	if p.timeout <= 0 {
		p.timeout = DefaultTimeout
	}
	proc, err := startProcess(path, opt.Args)
	if err != nil {
		return nil, &Error{Program: path, Kind: Start, Detail: startDetail(err)}
	}
	p.proc = proc
	p.in = bufio.NewReaderSize(proc.out, maxLine)
	if err := p.greet(); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// startDetail says why a program did not start, and what to do.
func startDetail(err error) string {
	var e *exec.Error
	reason := readfile.Reason(err)
	if errors.As(err, &e) {
		reason = e.Err
	}
	return fmt.Sprintf("cannot be started (%v); name an executable firmware program, with ./ if it is in this directory", reason)
}

func (p *Program) greet() error {
	reply, err := p.exchange([]byte("hello " + protocolVersion))
	if err != nil {
		var e *Error
		if errors.As(err, &e) && e.Kind == Refused {
			e.Kind = Version
			e.Detail = "it does not speak version " + protocolVersion + " of the protocol: " + e.Detail
			p.abandon(e)
		}
		return err
	}
	version, name, _ := strings.Cut(string(reply), " ")
	if version != protocolVersion {
		return p.fail(Version, fmt.Sprintf("it speaks version %q of the protocol; this host speaks %s", printable(version, 20), protocolVersion))
	}
	if name == "" {
		return p.fail(Malformed, "answered the greeting without a name (an echo?); want `hello "+protocolVersion+" NAME`")
	}
	return nil
}

// Name implements transducer.Firmware: the program as the user named it.
func (p *Program) Name() string { return p.path }

// Close tells the program to quit, waits a moment and ends it and all processes that it started. A second call does
// nothing.
func (p *Program) Close() error {
	if p.closed {
		return nil
	}
	p.closed = true
	if p.broken == nil {
		p.broken = &Error{Program: p.path, Kind: Exited, Detail: "closed; run it again"}
		// The answer does not matter: the program is ended in any case.
		if p.proc.in.SetWriteDeadline(time.Now().Add(grace)) == nil {
			_, _ = p.proc.in.WriteString("quit\n")
		}
		p.proc.stop(grace)
	}
	return nil
}

// CPU returns the processor time that the program took, after Close; 0 before.
func (p *Program) CPU() time.Duration {
	if !p.closed {
		return 0
	}
	<-p.proc.exited
	s := p.proc.cmd.ProcessState
	return s.UserTime() + s.SystemTime()
}

// abandon ends the program after an error from which the protocol cannot recover.
func (p *Program) abandon(err *Error) {
	p.broken = err
	child.KillGroup(p.proc.cmd)
	p.proc.stop(0)
}

// fail returns the error of the last request and ends the program.
func (p *Program) fail(kind Kind, detail string) error {
	return p.failAt(p.sent, p.buf, kind, detail)
}

// failAt is fail for one request of a batch.
func (p *Program) failAt(request uint64, line []byte, kind Kind, detail string) error {
	err := &Error{Program: p.path, Request: request, Line: printable(string(line), 60), Kind: kind, Detail: detail}
	p.abandon(err)
	return err
}

// exchange sends one request line and returns the rest of the reply after `ok`, or after
// `hello` where the request is one, valid until the next call.
func (p *Program) exchange(line []byte) ([]byte, error) {
	if p.broken != nil {
		return nil, p.broken
	}
	if err := p.unasked(); err != nil {
		return nil, err
	}
	p.buf = append(append(p.buf[:0], line...), '\n')
	p.sent++
	if err := p.write(p.buf); err != nil && !dead(err) {
		return nil, p.fail(TimedOut, fmt.Sprintf("it did not read its input within %v; a firmware program reads line by line", p.timeout))
	}
	return p.reply(p.sent, p.buf)
}

// unasked refuses a program that has written a line without a request: its replies could no longer be matched to
// requests.
func (p *Program) unasked() error {
	if p.in.Buffered() == 0 {
		return nil
	}
	// A read may end anywhere in its output, so the first line is awaited: the same program then gives the same
	// error. An incomplete line is shown, too.
	line, _ := p.readLine()
	return p.fail(Malformed, fmt.Sprintf("wrote %q that nobody asked for; a request has one reply of one line", printable(string(line), 60)))
}

// write writes to the program within the time-out.
func (p *Program) write(b []byte) error {
	if err := p.proc.in.SetWriteDeadline(time.Now().Add(p.timeout)); err != nil {
		return err
	}
	_, err := p.proc.in.Write(b)
	return err
}

// dead reports whether a write error means that the program is gone; reading then gives more details.
func dead(err error) bool { return err != nil && !errors.Is(err, os.ErrDeadlineExceeded) }

// reply reads the reply to a request.
func (p *Program) reply(request uint64, sent []byte) ([]byte, error) {
	line, err := p.readLine()
	if err != nil {
		return nil, p.readError(request, sent, line, err)
	}
	word, rest := field(line)
	switch {
	case string(word) == "ok" && !bytes.HasPrefix(sent, []byte("hello ")):
		return rest, nil
	case string(word) == "hello" && bytes.HasPrefix(sent, []byte("hello ")):
		return rest, nil
	case string(word) == "error":
		return nil, &Error{Program: p.path, Request: request, Line: printable(string(sent), 60), Kind: Refused, Detail: "refused: " + printable(string(rest), 200)}
	}
	return nil, p.failAt(request, sent, Malformed, fmt.Sprintf("answered %q; a reply begins with ok, error or (to a greeting) hello, and nothing else may go to standard output", printable(string(line), 60)))
}

// readLine reads a line without its newline. The deadline is for the whole line: a program that sends byte by byte
// gains nothing.
func (p *Program) readLine() ([]byte, error) {
	if b, err := p.in.Peek(p.in.Buffered()); err == nil && bytes.IndexByte(b, '\n') < 0 {
		if err := p.proc.out.SetReadDeadline(time.Now().Add(p.timeout)); err != nil {
			return nil, err
		}
	}
	line, err := p.in.ReadSlice('\n')
	if err != nil {
		return line, err
	}
	return bytes.TrimSuffix(line[:len(line)-1], []byte("\r")), nil
}

// readError returns the error of a missing reply.
func (p *Program) readError(request uint64, sent, partial []byte, err error) error {
	timedOut := errors.Is(err, os.ErrDeadlineExceeded)
	if timedOut {
		select {
		case <-p.proc.exited:
			timedOut = false // dead; something that it started holds its output open
		default:
		}
	}
	switch {
	case timedOut:
		detail := fmt.Sprintf("no answer within %v", p.timeout)
		if len(partial) > 0 {
			detail += fmt.Sprintf(" but a line without end, %q", printable(string(partial), 60))
		}
		return p.failAt(request, sent, TimedOut, detail+"; it hangs, or does not flush its output after a line (raise the time-out if it is only slow)")
	case errors.Is(err, bufio.ErrBufferFull):
		return p.failAt(request, sent, Malformed, fmt.Sprintf("answered a line of more than %d characters, %q; a reply is one short line", maxLine, printable(string(partial), 60)))
	}
	// It closed its output: it has died, or is about to.
	timer := time.NewTimer(grace)
	defer timer.Stop()
	how := "closed its output"
	select {
	case <-p.proc.exited:
		how = "ended (" + p.proc.cmd.ProcessState.String() + ")"
	case <-timer.C:
	}
	if words := p.proc.errors.line(); words != "" {
		how += fmt.Sprintf(", its last words were %q", words)
	} else {
		how += ", it said nothing on standard error"
	}
	if len(partial) > 0 {
		how += fmt.Sprintf(", after half a line %q", printable(string(partial), 60))
	}
	return p.failAt(request, sent, Exited, how+"; give it the same requests by hand to see why")
}

// values reads the fields of a reply. A wrong one ends the program: its layout differs from the host's.
func (p *Program) values(request uint64, sent, rest []byte, dst []uint64, parts ...part) ([]uint64, error) {
	dst = dst[:0]
	line := rest
	for _, part := range parts {
		for _, l := range part.leaves {
			if rest == nil {
				return nil, p.failAt(request, sent, BadFields, fmt.Sprintf("%d fields in the answer, want %s; answered %q", len(dst), counts(parts), printable("ok "+string(line), 60)))
			}
			var f []byte
			f, rest = field(rest)
			v, ok := parse(f, l)
			if !ok {
				return nil, p.failAt(request, sent, BadFields, fmt.Sprintf("field %d (%s %s) of the answer is %q, want a decimal %s", len(dst)+1, part.name, l.Name, printable(string(f), 40), l.Type()))
			}
			dst = append(dst, v)
		}
	}
	if rest != nil {
		return nil, p.failAt(request, sent, BadFields, fmt.Sprintf("more than %s fields in the answer; answered %q", counts(parts), printable("ok "+string(line), 60)))
	}
	return dst, nil
}

// part is a named run of fields in a reply.
type part struct {
	name   string
	leaves []transducer.Leaf
}

// counts writes "13 (2 output, 11 state)".
func counts(parts []part) string {
	if len(parts) == 1 {
		return fmt.Sprint(len(parts[0].leaves))
	}
	n := 0
	var names []string
	for _, p := range parts {
		n += len(p.leaves)
		names = append(names, fmt.Sprintf("%d %s", len(p.leaves), p.name))
	}
	return fmt.Sprintf("%d (%s)", n, strings.Join(names, ", "))
}
