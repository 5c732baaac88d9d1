package attach

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/vishvananda/netlink"
	"golang.org/x/sys/unix"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

// What is ours at an interface bears these: filters by name and handle, fq by its handle. So the next process can remove
// what one that was killed left.
const (
	filterName   = "cctrace"
	withClsact   = "cctrace with clsact" // and the hooks are ours, too
	filterHandle = 0xCC7A
)

var fqHandle = netlink.MakeHandle(0xCC7A, 0)

// hooks are the hooks of an interface, and its queueing discipline.
type hooks struct {
	link netlink.Link
	name string // of our filters
}

// findHooks finds an interface that programs can be attached to. The error says why it is not one.
func findHooks(name string) (*hooks, error) {
	link, err := netlink.LinkByName(name)
	var missing netlink.LinkNotFoundError
	switch {
	case errors.As(err, &missing):
		return nil, fmt.Errorf("%s: there is no such interface%s", name, hint(name))
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case link.Attrs().EncapType != "ether":
		return nil, fmt.Errorf("%s: is not an Ethernet interface, and RoCEv2 frames are read from their Ethernet header; name one that is", name)
	}
	if device := hardware(os.DirFS("/sys"), name); device != "" {
		return nil, fmt.Errorf("%s: belongs to %s, a NIC whose own congestion control paces RDMA, and whose packets no hook of this host sees; take an interface under rdma_rxe, or set the NIC's (cctrace profile)", name, device)
	}
	return &hooks{link: link}, nil
}

// hint names the interfaces, the one that was meant if that is clear.
func hint(name string) string {
	links, err := netlink.LinkList()
	if err != nil {
		return ""
	}
	names := collect.Pick(links, func(l netlink.Link) (string, bool) { return l.Attrs().Name, l.Attrs().EncapType == "ether" })
	if h := nearest.Hint(name, names); h != "" || len(names) == 0 {
		return h
	}
	return "; there are " + strings.Join(names, ", ")
}

// hardware returns the RDMA device of a NIC that an interface is of, "" if it has none, as under rdma_rxe and siw, whose
// devices are virtual. sys is /sys.
func hardware(sys fs.FS, name string) string {
	if list, err := fs.ReadDir(sys, "class/net/"+name+"/device/infiniband"); err == nil && len(list) > 0 {
		return list[0].Name()
	}
	devices, _ := fs.ReadDir(sys, "class/infiniband")
	for _, d := range devices {
		dir := "class/infiniband/" + d.Name()
		if _, err := fs.Stat(sys, dir+"/device"); err != nil {
			continue // virtual
		}
		files, _ := fs.Glob(sys, dir+"/ports/*/gid_attrs/ndevs/*")
		for _, f := range files {
			if text, err := fs.ReadFile(sys, f); err == nil && strings.TrimSpace(string(text)) == name {
				return d.Name()
			}
		}
	}
	return ""
}

// parents are the two hooks.
var parents = [2]uint32{netlink.HANDLE_MIN_EGRESS, netlink.HANDLE_MIN_INGRESS}

// ours lists our filters.
func (h *hooks) ours() (list []*netlink.BpfFilter, err error) {
	for _, parent := range parents {
		all, err := netlink.FilterList(h.link, parent)
		if err != nil {
			return nil, kernel("the filters of "+h.link.Attrs().Name, err)
		}
		for _, f := range all {
			if b, ok := f.(*netlink.BpfFilter); ok && (b.Name == filterName || b.Name == withClsact) {
				b.Parent = parent
				list = append(list, b)
			}
		}
	}
	return list, nil
}

// qdiscs returns the root of the interface's queueing disciplines, if it can be told, those below it, and whether it has
// hooks.
func (h *hooks) qdiscs() (root netlink.Qdisc, below []netlink.Qdisc, clsact bool, err error) {
	all, err := netlink.QdiscList(h.link)
	if err != nil {
		return nil, nil, false, kernel("the queueing disciplines of "+h.link.Attrs().Name, err)
	}
	for _, q := range all {
		switch {
		case q.Type() == "clsact":
			clsact = true
		case q.Attrs().Parent == netlink.HANDLE_ROOT:
			root = q
		default:
			below = append(below, q)
		}
	}
	return root, below, clsact, nil
}

const fq = "fq"

// paced makes fq the queueing discipline, unless it is.
func (h *hooks) paced() error {
	name := h.link.Attrs().Name
	root, below, _, err := h.qdiscs()
	switch {
	case err != nil:
		return err
	case root != nil && root.Type() == fq:
		return nil
	case root != nil && root.Type() == "mq" && len(below) > 0 && !slices.ContainsFunc(below, func(q netlink.Qdisc) bool { return q.Type() != fq }):
		return nil
	case root != nil && root.Attrs().Handle != 0:
		return fmt.Errorf("%s: has a queueing discipline that somebody set, %s, and pacing takes fq there; remove it (tc qdisc del dev %[1]s root), or replace it by fq", name, root.Type())
	}
	q := netlink.NewFq(netlink.QdiscAttrs{LinkIndex: h.link.Attrs().Index, Handle: fqHandle, Parent: netlink.HANDLE_ROOT})
	q.FlowPacketLimit = 4096 // by default 100, and rxe sends READ responses without regard to what waits
	err = netlink.QdiscAdd(q)
	if errors.Is(err, unix.ENOENT) {
		return fmt.Errorf("%s: this kernel has no queueing discipline fq, which obeys the times to leave; load it (modprobe sch_fq), or take a kernel with CONFIG_NET_SCH_FQ", name)
	}
	return kernel("fq at "+name, err)
}

// attach attaches programs, by their file descriptors in the order of parents; what was attached before is replaced. If
// it fails nothing is left.
func (h *hooks) attach(fds [2]int) (err error) {
	if h.name == "" {
		_, _, clsact, err := h.qdiscs()
		if err != nil {
			return err
		}
		h.name = filterName
		if !clsact {
			h.name = withClsact
			err := netlink.QdiscAdd(&netlink.Clsact{QdiscAttrs: netlink.QdiscAttrs{LinkIndex: h.link.Attrs().Index, Handle: netlink.MakeHandle(0xFFFF, 0), Parent: netlink.HANDLE_CLSACT}})
			if err != nil {
				h.name = ""
				return kernel("hooks of tc (clsact) at "+h.link.Attrs().Name, err)
			}
		}
	}
	for i, parent := range parents {
		err := netlink.FilterReplace(&netlink.BpfFilter{
			FilterAttrs: netlink.FilterAttrs{LinkIndex: h.link.Attrs().Index, Parent: parent, Handle: filterHandle, Priority: 1, Protocol: unix.ETH_P_ALL},
			Fd:          fds[i], Name: h.name, DirectAction: true,
		})
		if err != nil {
			return errors.Join(kernel("a filter (cls_bpf) at "+h.link.Attrs().Name, err), h.detach())
		}
	}
	return nil
}

// detach removes what is ours, of whichever process, and puts the queueing discipline back that was there. There may be
// nothing.
func (h *hooks) detach() error {
	list, err := h.ours()
	if err != nil {
		return err
	}
	var failed []error
	clsact := h.name == withClsact
	for _, f := range list {
		clsact = clsact || f.Name == withClsact
		failed = append(failed, kernel("a filter", netlink.FilterDel(f)))
	}
	root, _, hooked, err := h.qdiscs()
	failed = append(failed, err)
	if clsact && hooked {
		others := 0
		for _, parent := range parents {
			all, _ := netlink.FilterList(h.link, parent)
			others += len(all)
		}
		if others == 0 {
			failed = append(failed, kernel("the hooks", netlink.QdiscDel(&netlink.Clsact{QdiscAttrs: netlink.QdiscAttrs{LinkIndex: h.link.Attrs().Index, Handle: netlink.MakeHandle(0xFFFF, 0), Parent: netlink.HANDLE_CLSACT}})))
		}
	}
	if root != nil && root.Type() == fq && root.Attrs().Handle == fqHandle {
		failed = append(failed, kernel("fq", netlink.QdiscDel(root)))
	}
	return errors.Join(failed...)
}

// left reports whether there is something of ours.
func (h *hooks) left() (bool, error) {
	list, err := h.ours()
	if err != nil || len(list) > 0 {
		return len(list) > 0, err
	}
	root, _, _, err := h.qdiscs()
	return root != nil && root.Attrs().Handle == fqHandle, err
}

// kernel adds to an error which part of the kernel refused, and that it may be missing; nil stays nil.
func kernel(what string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.EOPNOTSUPP):
		return fmt.Errorf("%s: %s; the kernel may be without it, or its module not loaded", what, strings.ToLower(err.Error()))
	case errors.Is(err, unix.EPERM):
		return fmt.Errorf("%s: %s; the process needs CAP_NET_ADMIN: run it as root outside of a restricted container", what, strings.ToLower(err.Error()))
	}
	return fmt.Errorf("%s: %s", what, strings.ToLower(err.Error()))
}
