package live

import (
	"encoding/binary"
	"fmt"
	"unsafe"

	"github.com/vishvananda/netns"
	"golang.org/x/sys/unix"
)

const (
	// batch is how many frames a system call takes.
	batch = 64
	// room is what a socket holds of what came or is to go, bytes.
	room = 64 << 20
)

// mmsghdr is the kernel's struct mmsghdr.
type mmsghdr struct {
	hdr unix.Msghdr
	n   uint32
}

// socket is a packet socket of one link, as a Port. It is for one thread.
type socket struct {
	fd     int
	link   int // its index
	ns     netns.NsHandle
	noRoom uint64 // frames that were not sent

	in, out rows
	list    [][]byte
	queued  int
}

// rows are the buffers of a batch.
type rows struct {
	heads [batch]mmsghdr
	iov   [batch]unix.Iovec
	bytes [batch][]byte
}

// newRows makes buffers for frames of a length.
func newRows(r *rows, length int) {
	all := make([]byte, batch*length)
	for i := range r.bytes {
		r.bytes[i] = all[i*length : (i+1)*length : (i+1)*length]
		r.iov[i].Base = &r.bytes[i][0]
		r.iov[i].SetLen(length)
		r.heads[i].hdr.Iov = &r.iov[i]
		r.heads[i].hdr.SetIovlen(1)
	}
}

// newSocket opens a socket on a link of the namespace that the thread is in; frames are of at most a
// length.
func newSocket(link, length int) (*socket, error) {
	s := &socket{}
	newRows(&s.in, length)
	newRows(&s.out, length)
	var err error
	// Of no protocol until it is bound: nothing of other links comes in between.
	if s.fd, err = unix.Socket(unix.AF_PACKET, unix.SOCK_RAW|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0); err != nil {
		return nil, err
	}
	for _, o := range [][3]int{{unix.SOL_SOCKET, unix.SO_RCVBUFFORCE, room}, {unix.SOL_SOCKET, unix.SO_SNDBUFFORCE, room}} {
		if err := unix.SetsockoptInt(s.fd, o[0], o[1], o[2]); err != nil {
			s.close()
			return nil, err
		}
	}
	ipv4 := binary.NativeEndian.Uint16([]byte{unix.ETH_P_IP >> 8, unix.ETH_P_IP & 0xff}) // in network order
	if err := unix.Bind(s.fd, &unix.SockaddrLinklayer{Protocol: ipv4, Ifindex: link}); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// Receive implements Port.
func (s *socket) Receive() ([][]byte, error) {
	r := &s.in
	s.list = s.list[:0]
	n, _, e := unix.Syscall6(unix.SYS_RECVMMSG, uintptr(s.fd), uintptr(unsafe.Pointer(&r.heads[0])), batch, unix.MSG_DONTWAIT, 0, 0)
	switch e {
	case 0:
	case unix.EAGAIN, unix.EINTR, unix.ENETDOWN:
		return nil, nil
	default:
		return nil, fmt.Errorf("receiving frames: %w", e)
	}
	for i := range int(n) {
		s.list = append(s.list, r.bytes[i][:min(int(r.heads[i].n), len(r.bytes[i]))])
	}
	return s.list, nil
}

// Send implements Port.
func (s *socket) Send(frame []byte) error {
	r := &s.out
	if len(frame) > len(r.bytes[0]) {
		return fmt.Errorf("a frame of %d bytes is longer than the link's %d", len(frame), len(r.bytes[0]))
	}
	copy(r.bytes[s.queued], frame)
	r.iov[s.queued].SetLen(len(frame))
	if s.queued++; s.queued == batch {
		return s.Flush()
	}
	return nil
}

// Flush implements Port.
func (s *socket) Flush() error {
	for first := 0; first < s.queued; {
		n, _, e := unix.Syscall6(unix.SYS_SENDMMSG, uintptr(s.fd), uintptr(unsafe.Pointer(&s.out.heads[first])), uintptr(s.queued-first), unix.MSG_DONTWAIT, 0, 0)
		switch e {
		case 0:
			first += int(n)
		case unix.EINTR:
		case unix.ENOBUFS: // the filter behind it has no room, and counts
			first++
		case unix.EAGAIN:
			s.noRoom++
			first++
		default:
			return fmt.Errorf("sending frames: %w", e)
		}
	}
	s.queued = 0
	return nil
}

// lost is how many frames the socket had no room for.
func (s *socket) lost() uint64 {
	st, err := unix.GetsockoptTpacketStats(s.fd, unix.SOL_PACKET, unix.PACKET_STATISTICS)
	if err != nil {
		return s.noRoom
	}
	return s.noRoom + uint64(st.Drops)
}

func (s *socket) close() { _ = unix.Close(s.fd) }
