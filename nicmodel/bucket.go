package nicmodel

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
)

// Bucket is a token bucket in front of a NIC's link: data leaves while there are tokens, which come at Rate up to
// Burst. A packet may overdraw them; then the next waits. Control packets take none.
type Bucket struct {
	// Rate is in bit/s of what is on the wire.
	Rate uint64
	// Burst is in bytes.
	Burst uint32
}

func (b *Bucket) check() error {
	if b.Rate < topology.MinRate || b.Rate > topology.MaxRate {
		return fmt.Errorf("bucket.rate: %d bit/s; use 1 Mb/s to 1.6 Tb/s", b.Rate)
	}
	if b.Burst == 0 || b.Burst > 1<<24 {
		return fmt.Errorf("bucket.burst: %d bytes; use 1 to %d", b.Burst, 1<<24)
	}
	return nil
}

// bucket is the state of a Bucket, as times: of a byte, of a burst, and full, when it would be full again without
// further packets.
type bucket struct {
	perByte     fabric.Serial
	burst, full event.Time
	// empty reports whether all classes are held back as if paused; paused has those that PFC paused.
	empty  bool
	paused uint8
}

func (b *Bucket) state() *bucket {
	s := &bucket{perByte: fabric.SerialOf(b.Rate)}
	for left := b.Burst; left > 0; left -= min(left, 1<<16) {
		s.burst += s.perByte.Of(min(left, 1<<16))
	}
	return s
}

// measure counts a packet that begins to leave in the byte counters and the bucket, which may hold back later ones.
func (p *partition) measure(h *host, conn uint32, now event.Time, size uint32) {
	if p.bin != 0 {
		p.countSent(conn, now, uint64(size))
	}
	if b := h.bucket; b != nil {
		b.full = max(b.full, now) + b.perByte.Of(size)
		if at := b.full - b.burst; at > now {
			b.empty, b.paused, h.Paused = true, h.Paused, 0xFF
			p.after(h, at, refill, 0)
		}
	}
}

// refill ends the bucket's pause.
func (h *host) refill() {
	h.bucket.empty, h.Paused = false, h.bucket.paused
	h.answerable()
}

// setPaused handles a PFC frame, as Link.SetPaused does, while the bucket may also hold back.
func (h *host) setPaused(k *fabric.Packet) (resumes bool) {
	if h.bucket == nil || !h.bucket.empty {
		return h.SetPaused(k)
	}
	h.Paused = h.bucket.paused
	h.SetPaused(k)
	h.bucket.paused, h.Paused = h.Paused, 0xFF
	return false
}
