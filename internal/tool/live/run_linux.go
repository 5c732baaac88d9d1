package live

import (
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"smartnic-cc/internal/base/text/collect"
)

const (
	// look is how often a thread that waits looks whether the run was stopped, ns.
	look = 10_000_000
	// memory is what a run may take before rubbish is collected, bytes: a collection in the middle
	// of one is a pause of all senders.
	memory = 4 << 30
)

// Execute runs a plan in the kernel until its end, or until stop is closed.
func (p *Plan) Execute(stop <-chan struct{}) (*Run, error) {
	n, err := newNetwork(p)
	if err != nil {
		return nil, err
	}
	defer n.close()
	var begin time.Time
	clock := func() int64 { return int64(time.Since(begin)) }
	r, err := p.build(ports(n.inside), ports(n.outside), clock)
	if err != nil {
		return nil, err
	}
	if p.compare {
		for i, k := range n.points {
			if k != nil {
				r.hosts[i].follow(k)
			}
		}
	}
	nodes := r.nodes()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(len(nodes) + 2))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(memory))

	var over atomic.Bool
	failed := make([]error, len(nodes))
	var threads sync.WaitGroup
	begin = time.Now()
	if err := n.begin(); err != nil {
		return nil, err
	}
	for i, node := range nodes {
		sockets := n.outside
		if i < len(n.inside) {
			sockets = n.inside[i : i+1]
		}
		threads.Add(1)
		go func() {
			defer threads.Done()
			runtime.LockOSThread() // for good: the thread ends with its priority
			Prompt()
			if failed[i] = turn(node, sockets, clock, p.End, &over); failed[i] != nil {
				over.Store(true)
			}
		}()
	}
	ended := make(chan struct{})
	go func() {
		threads.Wait()
		close(ended)
	}()
	select {
	case <-stop:
		r.stopped = true
		over.Store(true)
		<-ended
	case <-ended:
	}
	for _, err := range failed {
		if err != nil {
			return nil, err
		}
	}
	if err := n.marks(r.bridge); err != nil {
		return nil, err
	}
	if err := n.settle(r.hosts); err != nil {
		return nil, err
	}
	r.drops = n.drops()
	return r, r.finish(min(clock(), p.End))
}

// ports makes ports of sockets.
func ports(list []*socket) []Port {
	return collect.Of(list, func(s *socket) Port { return s })
}

// slice is how long a thread may run before others have a turn, ns: it is short so that one that wakes
// is soon served.
const slice = 100_000

// Prompt has the thread run soon after what it waits for is there, if the machine allows it: before
// most of what else runs, and at the time that it asks for and not some 50 us later. Its class stays
// the usual one: in a real-time class it would go before the kernel's own threads, and so before
// those that carry frames when a core is busy.
func Prompt() {
	_ = unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_NORMAL, Nice: -20, Runtime: slice}, 0)
	_ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0)
}

// turn lets a node run until the end.
func turn(n node, sockets []*socket, clock Clock, end int64, over *atomic.Bool) error {
	fds := collect.Of(sockets, func(s *socket) unix.PollFd { return unix.PollFd{Fd: int32(s.fd), Events: unix.POLLIN} })
	for !over.Load() && clock() < end {
		next, err := n.step()
		if err != nil {
			return err
		}
		now := clock()
		if wait := min(next, end, now+look) - now; wait > 0 {
			timeout := unix.NsecToTimespec(wait)
			if _, err := unix.Ppoll(fds, &timeout, nil); err != nil && err != unix.EINTR {
				return err
			}
		}
	}
	return nil
}
