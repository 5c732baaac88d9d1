package live

import (
	"errors"
	"fmt"

	"github.com/cilium/ebpf"
	"github.com/cilium/ebpf/link"
	"github.com/vishvananda/netns"
	"golang.org/x/sys/unix"

	"smartnic-cc/codegen/backend/bpf"
)

// kernelNP is a host's notification point at the hooks of its link.
type kernelNP struct {
	*bpf.NotificationPoint
	hooks []link.Link
}

// notify attaches the notification points to the hooks of the receivers' links.
func (n *network) notify() error {
	p := n.plan
	if p.hooked == nil {
		return nil
	}
	n.points = make([]*kernelNP, len(p.hosts))
	for i, host := range p.hosts {
		if !p.notifies(host) {
			continue
		}
		var here []*conn
		for c := range p.conns {
			if p.conns[c].dst == host {
				here = append(here, &p.conns[c])
			}
		}
		if len(here) == 0 {
			continue
		}
		point, err := p.hooked.program.OpenNotify(p.hooked.object, p.notify[p.config.Kind[host]].Params, p.compare)
		if err != nil {
			return err
		}
		k := &kernelNP{NotificationPoint: point}
		n.points[i] = k
		for _, c := range here {
			if err := point.Flow(c.ReceiverQPN, c.SenderQPN, c.id); err != nil {
				return err
			}
		}
		for _, h := range []struct {
			program *ebpf.Program
			at      ebpf.AttachType
		}{{point.Egress, ebpf.AttachTCXEgress}, {point.Ingress, ebpf.AttachTCXIngress}} {
			hook, err := attachTC(n.hosts[i], n.inside[i].link, h.program, h.at, "a notification point", "--notify thread")
			if err != nil {
				return err
			}
			k.hooks = append(k.hooks, hook)
		}
	}
	return nil
}

// attachTC attaches a program to a hook of a link of a namespace. For errors, what says what needs the hook, and
// without the flag that avoids it.
func attachTC(ns netns.NsHandle, index int, program *ebpf.Program, at ebpf.AttachType, what, without string) (hook link.Link, err error) {
	err = within(ns, func() (err error) {
		hook, err = link.AttachTCX(link.TCXOptions{Interface: index, Program: program, Attach: at})
		if errors.Is(err, ebpf.ErrNotSupported) {
			return fmt.Errorf("%s in the kernel takes Linux 6.6 or later, which has hooks of tc for programs (TCX); use %s", what, without)
		}
		return err
	})
	return hook, err
}

// begin starts the clocks of the notification points.
func (n *network) begin() error {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &now); err != nil {
		return err
	}
	for _, k := range n.points {
		if k == nil {
			continue
		}
		if err := k.Begin(uint64(now.Nano())); err != nil {
			return fmt.Errorf("the clock of a notification point: %w", err)
		}
	}
	return nil
}

// settle detaches the notification points, and passes their final counters to the hosts.
func (n *network) settle(hosts []*host) error {
	for i, k := range n.points {
		if k == nil {
			continue
		}
		k.detach()
		if err := hosts[i].settle(k.Count); err != nil {
			return err
		}
	}
	return nil
}

// detach removes the programs from the link: none of them runs afterwards.
func (k *kernelNP) detach() {
	for _, h := range k.hooks {
		_ = h.Close()
	}
	k.hooks = nil
}

func (k *kernelNP) close() {
	k.detach()
	k.NotificationPoint.Close()
}
