package attach

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/sys/interrupt"
)

// CheckPrivileges reports why this process cannot attach programs, if it cannot.
func CheckPrivileges() error {
	if os.Geteuid() != 0 {
		return errors.New("needs root, to attach programs to an interface; run it with sudo")
	}
	return nil
}

// Attached is an algorithm at an interface.
type Attached struct {
	algorithm *Algorithm
	hooks     *hooks
	taken     *net.UnixListener
	programs  *bpf.Attachment
	log       *log
	setups    map[uint32]*driver.Setup // by the version of the parameters
	since     time.Time
	release   func()
	entries   chan bpf.Entry // of the log; closed once ended is, and all were read
	ended     chan struct{}
	failed    error  // of reading them
	leaving   *asked // who asked to detach
}

// Attach attaches the object of an algorithm to an interface, and logs to a file, none if its name is "". If it fails
// nothing is changed. What a process that was killed left there is removed.
func Attach(name string, object []byte, a *Algorithm, logTo string) (*Attached, error) {
	h, err := find(name)
	if err != nil {
		return nil, err
	}
	taken, err := h.listen()
	if err != nil {
		return nil, err
	}
	t := &Attached{algorithm: a, hooks: h, taken: taken, setups: map[uint32]*driver.Setup{1: &a.Setup}, since: time.Now()}
	if err := t.start(object, logTo); err != nil {
		_ = taken.Close()
		return nil, err
	}
	return t, nil
}

// Check reports why nothing can be attached to an interface, if that is so: without root, without the interface, or to
// one of a NIC with congestion control, or that is taken.
func Check(name string) error {
	h, err := find(name)
	if err != nil {
		return err
	}
	l, err := h.listen()
	if err != nil {
		return err
	}
	return l.Close()
}

// start loads the programs and attaches them.
func (t *Attached) start(object []byte, logTo string) error {
	np, err := codegen.Transducer(reaction.Notifier)
	if err != nil {
		return err
	}
	if t.programs, err = bpf.OpenAttach(object, t.algorithm.Setup.Algorithm.Def, np, t.algorithm.settings(logTo != "")); err != nil {
		return err
	}
	if err = t.hooks.detach(); err == nil {
		hold := interrupt.Hold()
		defer hold()
		t.release = interrupt.OnEnd(func() { _ = t.hooks.detach() })
		if err = t.hooks.paced(); err == nil {
			err = t.hooks.attach(t.fds())
		}
		if err == nil && logTo != "" {
			t.log, err = newLog(logTo, &t.algorithm.Setup)
		}
		if err != nil {
			err = errors.Join(err, t.hooks.detach())
			t.release()
		}
	}
	if err != nil {
		t.programs.Close()
		return err
	}
	if t.log != nil {
		t.entries, t.ended = make(chan bpf.Entry, 1024), make(chan struct{})
		go t.read()
	}
	return nil
}

func (t *Attached) fds() [2]int { return [2]int{t.programs.Egress.FD(), t.programs.Ingress.FD()} }

// Title says in a line what is attached.
func (t *Attached) Title() string { return t.hooks.link.Attrs().Name + ": " + t.algorithm.Title }

// tick is how often the log is written out, and old connections are looked for.
const tick = time.Second

// Run answers other processes, and writes the log, until stop is closed, another process detaches the algorithm, or the
// interface is gone.
func (t *Attached) Run(stop <-chan struct{}) error {
	requests := make(chan *asked)
	go serve(t.taken, requests)
	ticks := time.NewTicker(tick)
	defer ticks.Stop()
	for {
		select {
		case <-stop:
			return nil
		case e, ok := <-t.entries:
			if !ok {
				return t.failed
			}
			if err := t.log.add(&e, t.setups[e.Version]); err != nil {
				return err
			}
		case r := <-requests:
			if r.Detach {
				t.leaving = r
				return nil
			}
			s, err := t.answer(r)
			r.answer(s, err)
		case <-ticks.C:
			if err := t.tend(); err != nil {
				return err
			}
		}
	}
}

// read passes on the entries of the log, until it has ended and all are read.
func (t *Attached) read() {
	defer close(t.entries)
	for {
		e, ok, err := t.programs.Next(time.Now().Add(tick / 10))
		if err != nil {
			t.failed = err
			return
		}
		if ok {
			t.entries <- e
			continue
		}
		select {
		case <-t.ended:
			return
		default:
		}
	}
}

// tend writes the log out, and forgets connections that are idle.
func (t *Attached) tend() error {
	if t.log != nil {
		if err := t.log.flush(); err != nil {
			return err
		}
	}
	list, err := t.hooks.ours()
	if err != nil || len(list) < len(parents) {
		return fmt.Errorf("%s: the interface is gone, or somebody removed the filters", t.hooks.link.Attrs().Name)
	}
	if now := monotonic(); now > uint64(age) {
		return t.programs.Forget(now - uint64(age))
	}
	return nil
}

func (t *Attached) answer(r *asked) (*Status, error) {
	if len(r.Set) > 0 {
		a, err := t.algorithm.Change(r.Set)
		if err != nil {
			return nil, err
		}
		s := t.programs.Settings()
		if err := t.programs.Load(a.settings(s.Log)); err != nil {
			return nil, err
		}
		t.algorithm = a
		t.setups[t.programs.Version()] = &a.Setup
		if err := t.hooks.attach(t.fds()); err != nil {
			return nil, err
		}
	}
	return t.Status()
}

// Status returns what was done so far.
func (t *Attached) Status() (*Status, error) {
	s := &Status{Interface: t.hooks.link.Attrs().Name, Algorithm: t.algorithm.Title, Process: os.Getpid(), Since: t.since, Connections: []ConnectionStatus{}}
	var err error
	if s.AttachCounts, err = t.programs.Counts(); err != nil {
		return nil, err
	}
	list, err := t.programs.Connections()
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b bpf.Connection) int {
		return cmp.Or(a.To.Address.Compare(b.To.Address), cmp.Compare(a.To.QP, b.To.QP))
	})
	now := monotonic()
	for _, c := range list {
		k := ConnectionStatus{To: c.To.String(), Rate: c.Rate, Packets: c.Packets, Bytes: c.Bytes, Resent: c.Resent, CNPs: c.CNPs, IdleNS: now - min(now, c.Used)}
		if c.Local != 0 {
			k.Local = fmt.Sprintf("0x%x", c.Local)
		}
		s.Connections = append(s.Connections, k)
	}
	if t.log != nil {
		s.Log, s.Rows = t.log.name, t.log.rows
	}
	return s, nil
}

// Close detaches the algorithm, puts the queueing discipline back, writes the rest of the log, and closes it.
func (t *Attached) Close() error {
	err := t.hooks.detach()
	t.release()
	if t.log != nil {
		close(t.ended)
		for e := range t.entries {
			if err == nil {
				err = t.log.add(&e, t.setups[e.Version])
			}
		}
		err = errors.Join(err, t.failed, t.log.close())
	}
	t.programs.Close()
	err = errors.Join(err, t.taken.Close())
	if t.leaving != nil {
		t.leaving.answer(nil, err)
	}
	return err
}

// Ask asks the process that has an interface for its status, after changes of its parameters.
func Ask(name string, set []string) (*Status, error) {
	h, err := find(name)
	if err != nil {
		return nil, err
	}
	s, err := h.ask(request{Set: set})
	if errors.Is(err, errNobody) {
		left, e := h.left()
		if e != nil {
			return nil, e
		}
		if left {
			return nil, fmt.Errorf("%s: the process that attached an algorithm is gone, and its programs still run; remove them with cctrace attach %[1]s --detach", name)
		}
		return nil, fmt.Errorf("%s: has no algorithm; attach one with cctrace attach %[1]s --algo ALGORITHM", name)
	}
	return s, err
}

// Detach removes the algorithm of an interface, also of a process that was killed. It fails if there is none.
func Detach(name string) error {
	h, err := find(name)
	if err != nil {
		return err
	}
	_, err = h.ask(request{Detach: true})
	if !errors.Is(err, errNobody) {
		return err
	}
	left, err := h.left()
	if err != nil {
		return err
	}
	if !left {
		return fmt.Errorf("%s: has no algorithm", name)
	}
	return h.detach()
}

func find(name string) (*hooks, error) {
	if err := CheckPrivileges(); err != nil {
		return nil, err
	}
	return findHooks(name)
}

// monotonic returns the time of the kernel's monotonic clock, ns.
func monotonic() uint64 {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &now) // it has no way to fail
	return uint64(now.Nano())
}
