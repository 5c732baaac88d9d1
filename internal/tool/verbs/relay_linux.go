package verbs

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"smartnic-cc/internal/tool/live"
)

const (
	// prefix is the length of a frame in front of it, in network order: the format of qemu's stream sockets.
	prefix = 4
	// longest is the longest frame of an Ethernet link of a machine, bytes.
	longest = 1 << 16
	// room is what waits for a machine that does not read in time, bytes. It left the switch at its time.
	room = 16 << 20
	// nap is the least time between two looks at what the switch sends, ns: a frame comes to its machine at most that
	// much later than it left.
	nap = 200_000
	// look is how often the relay looks whether it is to stop, ns.
	look = 10_000_000
)

// relay carries frames between the sockets of machines and a switch, in one thread.
type relay struct {
	sw    *Switch
	clock func() int64
	links []*link
	still int64 // the longest time between two looks at the links, ns
	over  atomic.Bool
	ended chan error
}

// link is the socket of a machine.
type link struct {
	name string
	fd   int
	in   []byte       // of a frame that is not whole yet
	out  bytes.Buffer // that the socket has not taken yet
	gone bool
	lost uint64 // frames for which out has no room: the machine does not read
}

// newRelay joins machines, in the order of the switch's ports.
func newRelay(sw *Switch, machines []*machine, clock func() int64) (*relay, error) {
	r := &relay{sw: sw, clock: clock, ended: make(chan error, 1)}
	for _, m := range machines {
		c, err := m.frames.(*net.UnixConn).SyscallConn()
		if err != nil {
			return nil, err
		}
		l := &link{name: m.Name}
		if err := c.Control(func(fd uintptr) { l.fd = int(fd) }); err != nil { // not blocking, as all of package net
			return nil, err
		}
		r.links = append(r.links, l)
	}
	leave := sw.leave
	sw.leave = func(to int, f frame) {
		leave(to, f)
		r.links[to].put(f.bytes)
	}
	return r, nil
}

// put queues a frame for the machine.
func (l *link) put(b []byte) {
	if l.out.Len()+len(b) > room {
		l.lost++
		return
	}
	l.out.Write(binary.BigEndian.AppendUint32(nil, uint32(len(b))))
	l.out.Write(b)
}

// frames returns the whole frames of what has been read, and keeps the rest.
func (l *link) frames(take func([]byte)) error {
	b := l.in
	for len(b) >= prefix {
		n := binary.BigEndian.Uint32(b)
		if n > longest {
			return fmt.Errorf("%s: a frame of %d bytes on the link", l.name, n)
		}
		if len(b) < prefix+int(n) {
			break
		}
		take(append([]byte(nil), b[prefix:prefix+n]...))
		b = b[prefix+n:]
	}
	l.in = append(l.in[:0], b...)
	return nil
}

// run carries frames until stop is called, or a socket fails.
func (r *relay) run() {
	runtime.LockOSThread() // for good: the thread ends with its priority
	live.Prompt()
	fds := make([]unix.PollFd, len(r.links))
	buf := make([]byte, 256<<10)
	next, last := int64(never), r.clock()
	for !r.over.Load() {
		for i, l := range r.links {
			fds[i] = unix.PollFd{Fd: int32(l.fd), Events: unix.POLLIN}
			if l.out.Len() > 0 {
				fds[i].Events |= unix.POLLOUT
			}
			if l.gone {
				fds[i].Fd = -1
			}
		}
		timeout := unix.NsecToTimespec(max(nap, min(next-r.clock(), look)))
		if _, err := unix.Ppoll(fds, &timeout, nil); err != nil && err != unix.EINTR {
			r.ended <- err
			return
		}
		now := r.clock()
		r.still, last = max(r.still, now-last), now
		for i, l := range r.links {
			if fds[i].Revents&(unix.POLLIN|unix.POLLHUP|unix.POLLERR) == 0 {
				continue
			}
			n, err := unix.Read(l.fd, buf)
			if err != nil || n == 0 {
				l.gone = err != unix.EAGAIN && err != unix.EINTR
				continue
			}
			l.in = append(l.in, buf[:n]...)
			if err := l.frames(func(b []byte) { r.sw.arrive(i, r.clock(), b) }); err != nil {
				r.ended <- err
				return
			}
		}
		next = r.sw.advance(r.clock())
		for _, l := range r.links {
			if l.out.Len() == 0 || l.gone {
				continue
			}
			n, err := unix.Write(l.fd, l.out.Bytes())
			if err != nil {
				l.gone = err != unix.EAGAIN && err != unix.EINTR
				continue
			}
			l.out.Next(n)
		}
	}
	r.ended <- nil
}

// stop ends run and returns its error.
func (r *relay) stop() error {
	r.over.Store(true)
	return <-r.ended
}

// sinceNow returns a clock that begins at 0, ns.
func sinceNow() func() int64 {
	begin := time.Now()
	return func() int64 { return int64(time.Since(begin)) }
}
