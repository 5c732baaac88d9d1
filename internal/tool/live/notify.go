package live

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/nicmodel"
	"smartnic-cc/testvectors/transducer"
)

// hooked is the notification point as programs at the hooks of the receivers' links.
type hooked struct {
	program *bpf.Program
	object  []byte
}

// decisions is the log of a notification point in the kernel; ok is false if there is nothing new.
type decisions interface {
	Next() (d bpf.Decision, ok bool, err error)
}

// Notify makes the kernel run the receivers' notification points, at the hooks of their links: programs that are
// compiled here and see a packet before its receiver's thread does. It fails without a compiler or a kernel that can
// do so, or if the plan has no notification points.
func (e *Engines) Notify(ctx context.Context, p *Plan) error {
	if !slices.ContainsFunc(p.conns, func(k conn) bool { return p.notifies(k.dst) }) {
		return errors.New("no receiver of the scenario sends CNPs, so there is nothing to run")
	}
	if err := bpf.Available(); err != nil {
		return err
	}
	if _, err := bpf.Clang().Find(); err != nil {
		return err
	}
	source, err := codegen.Firmware()
	if err != nil {
		return err
	}
	g, err := bpf.Generate(source, bpf.Options{Algorithm: reaction.Notifier, Connections: maxConns, Command: "cctrace live"})
	if err != nil {
		return err
	}
	object, err := g.Compile(ctx, g.Notify)
	if err != nil {
		return err
	}
	p.hooked, p.compare = &hooked{g, object}, e.Compare
	return nil
}

// notifies reports whether a host's NIC answers marks with CNPs.
func (p *Plan) notifies(host uint32) bool { return p.nic(host).Notify == nicmodel.NotifyCNP }

// tooFar is how many later decisions of a connection may precede one in the log, more than CPUs logging out of order
// cause. A decision still missing then was lost.
const tooFar = 256

// follower compares the decisions of the kernel's notification points with the reference.
type follower struct {
	log       decisions
	algorithm *transducer.Algorithm
	params    []uint64
	of        map[uint32]*followed // by connection
	at        *followed            // the one whose reference is stepping
	checked   uint64
}

// followed is a connection of a follower.
type followed struct {
	*receiver
	ahead  map[uint64]bpf.Decision // that arrived before an earlier one
	steps  uint64
	before []uint64
	now    bpf.Decision
}

// newFollower follows a host's connections; d is the driver of their reference.
func newFollower(log decisions, s *driver.Setup, d *driver.Driver, in []*receiver) *follower {
	flat := codegen.AlgorithmOf(s.Algorithm.Def)
	f := &follower{log: log, algorithm: &flat, params: s.Params, of: map[uint32]*followed{}}
	for _, r := range in {
		f.of[r.id] = &followed{receiver: r, ahead: map[uint64]bpf.Decision{}}
	}
	d.Seen = f.seen
	return f
}

// seen compares a step of the reference with what the kernel did.
func (f *follower) seen(c *driver.Conn, s *driver.Step) error {
	k := f.at
	d := transducer.CompareStep(f.algorithm, s.Values, s.Output, k.now.Output, c.State(), k.now.State)
	if d == nil {
		return nil
	}
	d.Firmware, d.Conn, d.Step, d.Time = "the kernel's notification point", k.String(), k.steps, k.now.Time
	d.Params, d.Before = f.params, slices.Clone(k.before)
	return d
}

// follow processes what the kernel has decided since the last call. The error is a *transducer.Difference, or that of
// a missing decision.
func (f *follower) follow() error {
	for {
		d, ok, err := f.log.Next()
		if err != nil || !ok {
			return err
		}
		k := f.of[d.Connection]
		if k == nil {
			return fmt.Errorf("the kernel's notification point decided for connection %d, which does not end here", d.Connection)
		}
		k.ahead[d.Number] = d
		for next, ok := k.ahead[k.steps+1]; ok; next, ok = k.ahead[k.steps+1] {
			delete(k.ahead, next.Number)
			if err := f.step(k, next); err != nil {
				return err
			}
		}
		if len(k.ahead) > tooFar {
			return k.lost()
		}
	}
}

// step feeds the reference the event of a decision.
func (f *follower) step(k *followed, d bpf.Decision) error {
	k.steps++
	f.checked++
	f.at, k.now, k.before = k, d, append(k.before[:0], k.np.State()...)
	err := k.np.Handle(&driver.NICEvent{Kind: ir.OnPacket, Time: d.Time, Packets: 1, Marked: 1})
	var different *transducer.Difference
	if err != nil && !errors.As(err, &different) {
		err = fmt.Errorf("notification point of %s: %w", k, err)
	}
	return err
}

// lost returns the error of a decision that never arrived.
func (k *followed) lost() error {
	return fmt.Errorf("%s: decision %d of the kernel's notification point is missing in its log, as where the machine has no time to read it; run again on a calmer one, or without --compare", k, k.steps+1)
}

// NotificationCounts are the counters of the kernel's notification points.
type NotificationCounts struct {
	// Marked are the marked packets that they saw, CNPs what they sent, Reported the marked packets that those
	// report, and Compared how many decisions the reference has confirmed.
	Marked   uint64 `json:"marked"`
	CNPs     uint64 `json:"cnps"`
	Reported uint64 `json:"reported"`
	Compared uint64 `json:"compared"`
}

// settle reads the final counters of the kernel's notification points; of returns those of a connection.
func (h *host) settle(of func(connection uint32) (bpf.NotifyCount, error)) error {
	for _, r := range h.in {
		c, err := of(r.id)
		if err != nil {
			return err
		}
		r.notified, r.cnps = c, c.CNPs
	}
	if h.follower == nil {
		return nil
	}
	if err := h.follower.follow(); err != nil {
		return err
	}
	for _, r := range h.in {
		if k := h.follower.of[r.id]; k.steps != r.notified.Marked {
			return k.lost()
		}
	}
	return nil
}

// notified sums up the hosts; nil without notification points in the kernel.
func (r *Run) notified() *NotificationCounts {
	if r.plan.hooked == nil {
		return nil
	}
	sum := &NotificationCounts{}
	for _, h := range r.hosts {
		for _, k := range h.in {
			sum.Marked += k.notified.Marked
			sum.CNPs += k.notified.CNPs
			sum.Reported += k.notified.Reported
		}
		if h.follower != nil {
			sum.Compared += h.follower.checked
		}
	}
	return sum
}
