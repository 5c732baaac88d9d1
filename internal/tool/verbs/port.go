package verbs

import (
	"math"

	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/nicmodel/fabric"
)

// never is the time of what nothing is waiting for.
const never = math.MaxInt64

// port is an output of the switch, or of a machine: a rate, a buffer in front of it, first in first out, and RED on the
// bytes that wait.
//
// Its times are those of its rate alone. Frame k begins at max(its arrival, the end of frame k-1) and ends bytes/rate
// later; it leaves the queue, and is marked by what it leaves behind, as it begins. Whoever calls advance late gets the
// same frames with the same marks and times, as long as it advances before it lets another frame in. What a nanosecond
// cannot hold of a time is carried to the next frame, so that the rate is exact over any busy period.
type port struct {
	rate   uint64      // bit/s
	buffer int         // bytes that may wait
	marker *fabric.RED // nil marks nothing

	queue  []frame // in order of arrival
	bytes  int     // of queue
	wire   frame   // the one that is being sent
	busy   bool
	end    int64  // of wire, or of the last one sent, ns
	carry  uint64 // of end, in 1/rate ns
	length sampler

	frames, sent        uint64 // and their bytes
	marks               uint64
	drops, droppedBytes uint64
	peak                int
}

// frame is a frame and when it came or went, ns.
type frame struct {
	at    int64
	bytes []byte
}

// sampler looks at the length of a queue at equal intervals.
type sampler struct {
	every, next int64 // ns
	list        []int32
}

// until takes the samples before a time, which a change of the queue from length bytes ends.
func (s *sampler) until(at int64, length int) {
	for ; s.every > 0 && s.next < at; s.next += s.every {
		s.list = append(s.list, int32(length))
	}
}

// arrive takes a frame at a time up to which the port was advanced, and reports whether it found room. A frame that
// finds the port idle needs none.
func (p *port) arrive(now int64, b []byte) bool {
	if (p.busy || len(p.queue) > 0) && p.bytes+len(b) > p.buffer {
		p.drops++
		p.droppedBytes += uint64(len(b))
		return false
	}
	p.length.until(now, p.bytes)
	p.queue = append(p.queue, frame{now, b})
	p.bytes += len(b)
	if p.busy {
		p.peak = max(p.peak, p.bytes)
	}
	return true
}

// advance sends what the rate sends up to a time, inclusive, to leave, each frame with the time of its end. It returns
// when to call it again at the latest, or never.
func (p *port) advance(now int64, leave func(frame)) int64 {
	for {
		if p.busy {
			if p.end > now {
				return p.end
			}
			p.busy = false
			p.wire.at = p.end
			leave(p.wire)
		}
		if len(p.queue) == 0 {
			return never
		}
		p.begin()
	}
}

// begin puts the head of the queue on the wire.
func (p *port) begin() {
	head := p.queue[0]
	p.queue[0] = frame{}
	p.queue = p.queue[1:]
	start := p.end
	if head.at > start {
		start, p.carry = head.at, 0
	}
	p.length.until(start, p.bytes)
	p.bytes -= len(head.bytes)
	if p.marker != nil && roce.SupportsECN(head.bytes) && p.marker.Mark(uint32(p.bytes)) {
		roce.SetCE(head.bytes)
		p.marks++
	}
	const unit = 8e9 // a byte takes that many 1/rate ns
	time := uint64(len(head.bytes))*unit + p.carry
	p.end, p.carry = start+int64(time/p.rate), time%p.rate
	p.wire, p.busy = head, true
	p.frames++
	p.sent += uint64(len(head.bytes))
}
