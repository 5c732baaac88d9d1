package live

import (
	"fmt"

	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/nicmodel"
)

// receiver is a connection at its receiver, with its notification point.
type receiver struct {
	*conn
	np      *driver.Conn
	next    uint32 // the expected PSN
	packets uint64
	bytes   uint64 // of payload
	lost    uint64 // skipped packets: nothing is retransmitted
	marked  uint64
	cnps    uint64
	// notified are the counters of the kernel's notification point, if there is one.
	notified bpf.NotifyCount
	got      []uint64 // payload by bin
}

// arrived handles a parsed data packet: a mark may bring a CNP, and the packet may request an acknowledgement.
func (h *host) arrived(r *receiver) error {
	p, now := &h.parsed, h.clock()
	gap := (p.BTH.PSN - r.next) & roce.PSNMask
	if r.packets == 0 {
		gap = (p.BTH.PSN - firstPSN(int(r.id))) & roce.PSNMask
	}
	if gap < 1<<23 {
		r.lost += uint64(gap)
		r.next = (p.BTH.PSN + 1) & roce.PSNMask
	}
	r.packets++
	bytes := uint64(p.Data())
	r.bytes += bytes
	r.got = counted(r.got, now/h.plan.Bin, bytes)
	if p.CE() {
		r.marked++
		if err := h.notify(r, now); err != nil {
			return err
		}
	}
	if !p.BTH.AckReq {
		return nil
	}
	frame, err := h.ack(r.Endpoints, p.BTH.PSN)
	if err != nil {
		return err
	}
	return h.port.Send(frame)
}

// notify is the notification point: it may answer a marked packet with a CNP.
func (h *host) notify(r *receiver, now int64) error {
	if h.nic.Notify != nicmodel.NotifyCNP || h.plan.hooked != nil {
		return nil // there is no notification point, or it is in the kernel
	}
	if err := r.np.Handle(&driver.NICEvent{Kind: ir.OnPacket, Time: now, Packets: 1, Marked: 1}); err != nil {
		return fmt.Errorf("notification point of %s: %w", r, err)
	}
	out := r.np.Controls()
	if !out.SendCNP {
		return nil
	}
	r.cnps++
	frame, err := h.cnp(r.Endpoints, uint32(out.CNPMarked))
	if err != nil {
		return err
	}
	return h.port.Send(frame)
}
