package live

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"

	"github.com/vishvananda/netlink"
	"github.com/vishvananda/netns"
	"golang.org/x/sys/unix"
)

// network is a plan's kernel objects: a namespace for each host and one for the switch. None has a name, and all
// links are inside them, so nothing can clash with existing ones, and the kernel removes everything when the process
// is gone, for whatever reason.
type network struct {
	plan   *Plan
	hosts  []netns.NsHandle
	middle netns.NsHandle
	// inside are the hosts' sockets, outside those of the switch's ports, in the order of Plan.hosts.
	inside, outside []*socket
	// red are the programs that mark, by port of the switch; nil unless Plan.Kernel is set.
	red []*kernelRED
	// points are the hosts' notification points in the kernel, in the order of Plan.hosts; nil unless Plan.hooked is
	// set.
	points []*kernelNP
}

// CheckPrivileges reports why this process cannot make namespaces, if it cannot.
func CheckPrivileges() error {
	if os.Geteuid() != 0 {
		return errors.New("needs root, to make network namespaces and packet sockets; run it with sudo, or cctrace sim without")
	}
	return nil
}

// newNetwork makes the network of a plan. If it fails it removes what it made.
func newNetwork(p *Plan) (*network, error) {
	if err := CheckPrivileges(); err != nil {
		return nil, err
	}
	n := &network{plan: p, middle: netns.None()}
	if err := n.make(); err != nil {
		n.close()
		return nil, err
	}
	return n, nil
}

func (n *network) make() (err error) {
	if n.middle, err = namespace(); err != nil {
		return err
	}
	for i := range n.plan.hosts {
		ns, err := namespace()
		if err != nil {
			return err
		}
		n.hosts = append(n.hosts, ns)
		if err := n.join(i); err != nil {
			return err
		}
	}
	if err := n.mark(); err != nil {
		return err
	}
	return n.notify()
}

// mark puts the program that marks in front of the filters of the switch's ports.
func (n *network) mark() error {
	p := n.plan
	if !p.Kernel {
		return nil
	}
	for i, host := range p.hosts {
		var k *kernelRED
		if m := p.config.Fabric.MarkingOf(p.rate(host)); m != nil {
			var err error
			if k, err = newKernelRED(*m, p.rate(host)); err != nil {
				return err
			}
		}
		if n.red = append(n.red, k); k == nil {
			continue
		}
		if err := k.attach(n.middle, n.outside[i].link); err != nil {
			return err
		}
	}
	return nil
}

// marks reads how many frames the kernel has marked.
func (n *network) marks(b *bridge) error {
	for i, k := range n.red {
		if k == nil {
			continue
		}
		var err error
		if b.ports[i].marks, err = k.marks(); err != nil {
			return err
		}
	}
	return nil
}

// namespace makes a network namespace without a name, which exists as long as the handle.
func namespace() (ns netns.NsHandle, err error) {
	err = aside(func() error {
		if ns, err = netns.New(); err != nil {
			ns = netns.None()
			return fmt.Errorf("no network namespace can be made (%w): the process needs CAP_SYS_ADMIN and a kernel with CONFIG_NET_NS; run it as root outside of a restricted container", err)
		}
		return nil
	})
	return ns, err
}

// within runs do in a namespace.
func within(ns netns.NsHandle, do func() error) error {
	return aside(func() error {
		if err := netns.Set(ns); err != nil {
			return fmt.Errorf("network namespace: %w", err)
		}
		return do()
	})
}

// aside runs do on a separate thread that ends with it, so that no other thread's namespace changes.
func aside(do func() error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked
		done <- do()
	}()
	return <-done
}

// join connects host i to the switch by a veth pair, both ends of which send at the rate of the host's link.
func (n *network) join(i int) error {
	p := n.plan
	name, host := fmt.Sprintf("port%d", p.portOf(p.hosts[i])), n.hosts[i]
	const hostName = "nic"
	middle, err := netlink.NewHandleAt(n.middle)
	if err != nil {
		return kernel("netlink", err)
	}
	defer middle.Close()
	inner, err := netlink.NewHandleAt(host)
	if err != nil {
		return kernel("netlink", err)
	}
	defer inner.Close()
	attrs := netlink.NewLinkAttrs()
	attrs.Name, attrs.MTU = name, p.mtu()
	if err := middle.LinkAdd(&netlink.Veth{LinkAttrs: attrs, PeerName: hostName, PeerNamespace: netlink.NsFd(host)}); err != nil {
		return kernel("a veth pair", err)
	}
	rate := p.rate(p.hosts[i])
	in, err := n.attach(inner, host, hostName, rate)
	if err != nil {
		return err
	}
	n.inside = append(n.inside, in)
	out, err := n.attach(middle, n.middle, name, rate)
	if err != nil {
		return err
	}
	n.outside = append(n.outside, out)
	return nil
}

// attach brings an end of a pair up, limits its rate, and opens a socket on it.
func (n *network) attach(h *netlink.Handle, ns netns.NsHandle, name string, rate uint64) (*socket, error) {
	link, err := h.LinkByName(name)
	if err != nil {
		return nil, kernel(name, err)
	}
	if err := h.LinkSetUp(link); err != nil {
		return nil, kernel(name, err)
	}
	index := link.Attrs().Index
	// Four frames may leave at once: a kernel timer fires only every few frames' time.
	burst := uint32(4 * (n.plan.mtu() + ethernetLen))
	limit := uint32(min(n.plan.config.Fabric.Buffer.Bytes, math.MaxUint32))
	err = h.QdiscAdd(&netlink.Tbf{
		QdiscAttrs: netlink.QdiscAttrs{LinkIndex: index, Handle: netlink.MakeHandle(1, 0), Parent: netlink.HANDLE_ROOT},
		Rate:       rate / 8, Limit: limit, Buffer: netlink.Xmittime(rate/8, burst),
	})
	if err != nil {
		return nil, kernel("a token bucket filter (sch_tbf)", err)
	}
	var s *socket
	err = within(ns, func() (err error) {
		s, err = newSocket(index, n.plan.mtu()+ethernetLen)
		return err
	})
	if err != nil {
		return nil, kernel("a packet socket", err)
	}
	s.link, s.ns = index, ns
	return s, nil
}

// kernel adds to an error which part of a network the kernel refused.
func kernel(what string, err error) error {
	text := ""
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EOPNOTSUPP) {
		text = "; the kernel may be without it, or its module not loaded"
	}
	return fmt.Errorf("%s: %s%s", what, strings.ToLower(err.Error()), text)
}

// drops returns what sockets and filters dropped.
func (n *network) drops() (d Drops) {
	for _, list := range [2][]*socket{n.inside, n.outside} {
		for _, s := range list {
			d.Sockets += s.lost()
			d.Filters += filtered(s)
		}
	}
	return d
}

// filtered returns how many frames the filter of a socket's link has dropped.
func filtered(s *socket) uint64 {
	h, err := netlink.NewHandleAt(s.ns)
	if err != nil {
		return 0
	}
	defer h.Close()
	link, err := h.LinkByIndex(s.link)
	if err != nil {
		return 0
	}
	list, err := h.QdiscList(link)
	if err != nil {
		return 0
	}
	n := uint64(0)
	for _, q := range list {
		if st := q.Attrs().Statistics; st != nil && st.Queue != nil {
			n += uint64(st.Queue.Drops)
		}
	}
	return n
}

// close removes the network: its namespaces end with the last handle, and links and filters with them.
func (n *network) close() {
	for _, k := range n.red {
		if k != nil {
			k.close()
		}
	}
	for _, k := range n.points {
		if k != nil {
			k.close()
		}
	}
	for _, list := range [2][]*socket{n.inside, n.outside} {
		for _, s := range list {
			s.close()
		}
	}
	for i := range n.hosts {
		_ = n.hosts[i].Close()
	}
	if n.middle.IsOpen() {
		_ = n.middle.Close()
	}
}
