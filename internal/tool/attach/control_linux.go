package attach

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// A process that has attached an algorithm listens on a socket of the abstract namespace, which is that of the network
// namespace and ends with the process: who cannot listen there finds the interface taken.

// request is what another process asks, and response the answer.
type request struct {
	Set    []string `json:",omitempty"`
	Detach bool     `json:",omitempty"`
}
type response struct {
	Error  string  `json:",omitempty"`
	Status *Status `json:",omitempty"`
}

func socketName(index int) string { return fmt.Sprintf("@cctrace-attach-%d", index) }

// listen takes an interface; it fails if another process has it.
func (h *hooks) listen() (*net.UnixListener, error) {
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: socketName(h.link.Attrs().Index), Net: "unix"})
	if errors.Is(err, unix.EADDRINUSE) {
		name := h.link.Attrs().Name
		return nil, fmt.Errorf("%s: has an algorithm already; see cctrace attach %[1]s --status, or remove it with --detach", name)
	}
	return l, err
}

// errNobody is the error of ask where no process has the interface.
var errNobody = errors.New("no process has attached an algorithm")

// ask asks the process that has the interface. With Detach it waits until that has ended.
func (h *hooks) ask(r request) (*Status, error) {
	c, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: socketName(h.link.Attrs().Index), Net: "unix"})
	if err != nil {
		return nil, errNobody
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		return nil, err
	}
	if err := json.NewEncoder(c).Encode(r); err != nil {
		return nil, err
	}
	var answer response
	if err := json.NewDecoder(c).Decode(&answer); err != nil {
		return nil, fmt.Errorf("%s: the process that has the interface does not answer: %w", h.link.Attrs().Name, err)
	}
	if answer.Error != "" {
		return nil, errors.New(answer.Error)
	}
	return answer.Status, nil
}

// patience is how long a process waits for another one: a verifier takes its time.
const patience = 5 * time.Minute

// asked is a request of another process.
type asked struct {
	request
	conn *net.UnixConn
}

// answer answers and hangs up.
func (a *asked) answer(s *Status, err error) {
	r := response{Status: s}
	if err != nil {
		r = response{Error: err.Error()}
	}
	_ = json.NewEncoder(a.conn).Encode(r)
	_ = a.conn.Close()
}

// serve passes on what other processes ask, those of root and of this user.
func serve(l *net.UnixListener, to chan<- *asked) {
	for {
		c, err := l.AcceptUnix()
		if err != nil {
			return
		}
		a := &asked{conn: c}
		if !allowed(c) || c.SetDeadline(time.Now().Add(patience)) != nil || json.NewDecoder(c).Decode(&a.request) != nil {
			_ = c.Close()
			continue
		}
		to <- a
	}
}

func allowed(c *net.UnixConn) bool {
	raw, err := c.SyscallConn()
	if err != nil {
		return false
	}
	ok := false
	err = raw.Control(func(fd uintptr) {
		cred, err := unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
		ok = err == nil && (cred.Uid == 0 || int(cred.Uid) == os.Geteuid())
	})
	return err == nil && ok
}
