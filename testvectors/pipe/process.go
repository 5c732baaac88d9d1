package pipe

import (
	"bytes"
	"os"
	"os/exec"
	"sync"
	"time"

	"smartnic-cc/internal/base/sys/child"
)

// process is a child process with pipes. Both ends can have deadlines.
type process struct {
	cmd    *exec.Cmd
	in     *os.File // its standard input
	out    *os.File // its standard output
	errors tail     // its standard error
	exited chan struct{}
	forget func() // cancels the handler by which a signal ends it
}

// startProcess starts the program in a new process group.
func startProcess(program string, args []string) (*process, error) {
	childIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		closeAll(childIn, in)
		return nil, err
	}
	p := &process{cmd: exec.Command(program, args...), in: in, out: out, exited: make(chan struct{})}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = childIn, childOut, &p.errors
	// A grandchild may hold standard error open; Wait does not wait for it.
	p.cmd.WaitDelay = 200 * time.Millisecond
	child.OwnGroup(p.cmd)
	forget, err := child.Start(p.cmd)
	closeAll(childIn, childOut)
	if err != nil {
		closeAll(in, out)
		return nil, err
	}
	p.forget = forget
	go func() {
		_ = p.cmd.Wait() // reaps it: no zombie; how it ended stands in ProcessState
		close(p.exited)
	}()
	return p, nil
}

// stop closes the program's input, which asks it to end, waits for the grace period, and then ends its process group.
func (p *process) stop(grace time.Duration) {
	closeAll(p.in)
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-p.exited:
	case <-timer.C:
	}
	child.KillGroup(p.cmd)
	p.forget()
	<-p.exited
	closeAll(p.out)
}

// closeAll closes pipe ends. Their errors add nothing to the exchange over them: an answer shows that what was
// written has arrived.
func closeAll(files ...*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}

// tail keeps the last line that was written to it.
type tail struct {
	mu   sync.Mutex
	last []byte // last whole line with text
	part []byte // after the last newline
}

const maxTail = 200

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(b)
	for {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			break
		}
		t.add(b[:i])
		if len(bytes.TrimSpace(t.part)) > 0 {
			t.last = append(t.last[:0], t.part...)
		}
		t.part = t.part[:0]
		b = b[i+1:]
	}
	t.add(b)
	return n, nil
}

// add appends to the current line as much as there is room for.
func (t *tail) add(b []byte) {
	t.part = append(t.part, b[:min(len(b), maxTail+1-min(len(t.part), maxTail+1))]...)
}

// line returns the last line, without a newline; "" if nothing was written.
func (t *tail) line() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(bytes.TrimSpace(t.part)) > 0 {
		return printable(string(t.part), maxTail)
	}
	return printable(string(t.last), maxTail)
}
