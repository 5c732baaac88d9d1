package themis

import (
	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/systems/themis/notify"
	"smartnic-cc/nicmodel/systems/themis/pace"
)

// Stats are the statistics of a gateway.
type Stats struct {
	// Cleared marks, Generated CNPs, Forwarded and Filtered notifications from the long link, Reactions.
	Cleared, Generated, Forwarded, Filtered, Reactions uint64
	// Converted are those of Cleared that the gateway's own queue made.
	Converted uint64
	// Packets is those from the long link, Delayed the held ones of them.
	Packets, Delayed uint64
	// PeakBytes is the most bytes held at a time, HeldTime the sum of all holds, Longest the longest.
	PeakBytes uint64 `sums:"max"`
	HeldTime  event.Time
	Longest   event.Time `sums:"max"`
	// Resubmits is the passes through the ingress queue that the holds took, or would take, and ResubmitBytes their
	// bytes.
	Resubmits, ResubmitBytes uint64
	// Early is the packets that went early for lack of room.
	Early uint64
	// Collisions is the flows that shared the state of another.
	Collisions uint64
}

// flow is a gateway's state of the flows of one hash.
type flow struct {
	notify notify.State
	// taken spaces the CNPs of the reaction point; rp is the reaction point, from its first CNP on.
	taken dcqcn.NPState
	rp    dcqcn.State
	pace  pace.State
	// seen is when the reaction point was last used.
	seen  event.Time
	queue fabric.Queue
	// arrived are when the packets of queue came, in order.
	arrived times
	// entered and left count the packets that entered and left the ring.
	entered, left uint32
	active        bool // it has a place among the holds
	reacts        bool
	used          bool
}

// Gateway is a switch between a data centre and a long link. It is a fabric.Gateway.
type Gateway struct {
	Stats
	c     *Config
	np    notify.Params
	gap   dcqcn.NPParams
	pace  pace.Params
	end   end
	flows []flow
	holds holds
	ring  *ring // with HoldResubmit
	bytes uint64
	held  uint64
	// known has a bit for each connection seen.
	known []uint64
	// Events, which would escape from the stack.
	event  notify.Event
	marked dcqcn.NPEvent
	react  dcqcn.Event
	packet pace.Event
}

var (
	_ fabric.Gateway = (*Gateway)(nil)
	_ fabric.Marker  = (*Gateway)(nil)
)

func newGateway(c *Config, e end) *Gateway {
	g := &Gateway{
		c: c, np: notify.Params{Interval: c.Interval, React: c.React}, gap: dcqcn.NPParams{Interval: c.CutGap}, pace: pace.Params{Line: c.RP.MaxRate},
		end: e, flows: make([]flow, 1<<c.TableBits), holds: holds{next: event.Never},
	}
	if c.Hold == HoldResubmit {
		g.ring = newRing(c, e.rate)
	}
	return g
}

// Held returns the held packets and bytes.
func (g *Gateway) Held() (packets, bytes uint64) { return g.held, g.bytes }

// flowOf returns the state of a packet's flow, and its index.
func (g *Gateway) flowOf(conn, hash uint32) (*flow, uint32) {
	at := fabric.Mix(hash) >> (32 - g.c.TableBits)
	f := &g.flows[at]
	word, bit := int(conn/64), uint64(1)<<(conn%64)
	for word >= len(g.known) {
		g.known = append(g.known, 0)
	}
	if g.known[word]&bit == 0 {
		g.known[word] |= bit
		if f.used {
			g.Collisions++
		}
		f.used = true
	}
	return f, at
}

// Arrive sees a packet that came in. See fabric.Gateway.
func (g *Gateway) Arrive(v *fabric.SwitchContext, k *fabric.Transit) bool {
	long := v.Port() == g.end.port
	switch kind := k.Kind &^ fabric.Traced; {
	case kind == fabric.Data && long:
		return !g.c.React || g.block(v, k)
	case kind == fabric.Data:
		if g.c.Notify && k.Flags&fabric.Marked != 0 {
			g.clear(v, k)
		}
		return !g.c.Unmarked || g.block(v, k)
	case kind == fabric.CNP || k.Flags&fabric.Echo != 0:
		return g.answer(v, k, kind == fabric.CNP, long)
	}
	return true
}

// stamp returns a time on the firmware's clock.
func stamp(now event.Time) fixedpoint.Time { return fixedpoint.Time(now / event.Nanosecond) }

// clear clears a mark that a packet got in the data centre.
func (g *Gateway) clear(v *fabric.SwitchContext, k *fabric.Transit) {
	if g.take(v, &k.Packet) {
		k.Flags &^= fabric.Marked
	}
}

// take notifies the source of a mark of a packet that leaves the data centre, and reports whether the mark is
// cleared.
func (g *Gateway) take(v *fabric.SwitchContext, k *fabric.Packet) bool {
	f, _ := g.flowOf(k.Conn, v.ForwardHash(k.Conn))
	g.event = notify.Event{Now: stamp(v.Now), Kind: notify.EventData}
	out := notify.Step(&g.np, &f.notify, &g.event)
	if out.Clear {
		g.Cleared++
	}
	if out.Mint {
		g.Generated++
		v.Notify(k.Conn, g.c.CNPBytes, 1)
	}
	return out.Clear
}

// Mark sees a mark that the gateway's own queue makes. See fabric.Marker.
func (g *Gateway) Mark(v *fabric.SwitchContext, k *fabric.Packet, out uint16) bool {
	if !g.c.Convert || out != g.end.port {
		return true
	}
	if !g.take(v, k) {
		return true
	}
	g.Converted++
	return false
}

// answer handles a CNP, or an acknowledgement that reports marks.
func (g *Gateway) answer(v *fabric.SwitchContext, k *fabric.Transit, cnp, long bool) bool {
	f, at := g.flowOf(k.Conn, v.ForwardHash(k.Conn))
	g.event = notify.Event{Now: stamp(v.Now), Kind: notify.EventAnswer, Reacted: k.Flags&fabric.Reacted != 0}
	if long {
		if g.c.Unmarked {
			g.reacts(v, f, at)
		}
		if !g.c.Notify {
			return true
		}
		g.event.Kind = notify.EventReturn
	}
	out := notify.Step(&g.np, &f.notify, &g.event)
	if out.React {
		g.reacts(v, f, at)
	}
	if out.Reacted && !g.c.Unmarked {
		k.Flags |= fabric.Reacted
	}
	switch {
	case !out.Drop:
		if long {
			g.Forwarded++
		}
		return true
	case cnp:
		g.Filtered++
		v.Discard(k)
		return false
	}
	g.Filtered++
	k.Flags &^= fabric.Echo | fabric.Reacted
	k.Arg &= 0xFFFF
	return true
}

// idle is the time after which a reaction point forgets its flow: its clock wraps in 4.3 s.
const idle = event.Second

// reacts gives the reaction point of a flow a CNP.
func (g *Gateway) reacts(v *fabric.SwitchContext, f *flow, at uint32) {
	if !f.reacts || v.Now-f.seen > idle {
		f.reacts, f.taken = true, dcqcn.NPState{}
		dcqcn.Init(&g.c.RP, &f.rp)
	}
	g.advance(f, v.Now)
	g.marked = dcqcn.NPEvent{Now: stamp(v.Now), Marked: 1}
	if !dcqcn.StepNP(&g.gap, &f.taken, &g.marked).CNP {
		return
	}
	g.Reactions++
	g.react = dcqcn.Event{Now: stamp(v.Now), Kind: dcqcn.EventCNP, CNPs: 1}
	dcqcn.Step(&g.c.RP, &f.rp, &g.react)
	g.spaceOut(f)
}

// advance runs the timers of a reaction point up to a time.
func (g *Gateway) advance(f *flow, now event.Time) {
	before := f.rp.Rates.RC
	last, until := stamp(f.seen), stamp(now)
	f.seen = now
	for {
		t := dcqcn.Next(&f.rp, last)
		if t.Kind == dcqcn.EventNone || until.Before(t.At) {
			break
		}
		last = t.At
		g.react = dcqcn.Event{Now: t.At, Kind: t.Kind}
		dcqcn.Step(&g.c.RP, &f.rp, &g.react)
	}
	if f.rp.Rates.RC != before {
		g.spaceOut(f)
	}
}

// spaceOut gives the pace of a flow the rate of its reaction point.
func (g *Gateway) spaceOut(f *flow) {
	g.packet = pace.Event{Kind: pace.EventRate, Rate: f.rp.Rates.RC}
	pace.Step(&g.pace, &f.pace, &g.packet)
}

// block holds a packet until its time, and reports whether it is forwarded now.
func (g *Gateway) block(v *fabric.SwitchContext, k *fabric.Transit) bool {
	g.Packets++
	f, at := g.flowOf(k.Conn, v.ForwardHash(k.Conn))
	if !f.reacts {
		return true
	}
	if v.Now-f.seen > idle {
		f.reacts, f.pace = false, pace.State{}
		return true
	}
	g.advance(f, v.Now)
	full := g.c.Capacity != 0 && g.bytes+uint64(k.Size) > g.c.Capacity
	g.packet = pace.Event{Kind: pace.EventPacket, Now: uint64(v.Now / event.Nanosecond), Bytes: k.Size}
	if full {
		// It takes none of the flow's time: one goes now.
		g.packet.Bytes = 0
	}
	wait := event.Time(pace.Step(&g.pace, &f.pace, &g.packet).Block) * event.Nanosecond
	if full {
		g.Early++
		if f.queue.Packets == 0 {
			return true
		}
	} else if wait == 0 && f.queue.Packets == 0 && f.entered == f.left {
		return true
	}
	g.Delayed++
	g.held++
	g.bytes += uint64(k.Size)
	g.PeakBytes = max(g.PeakBytes, g.bytes)
	if g.ring != nil {
		g.ring.enter(g, v, k, f, at, wait)
		return false
	}
	f.arrived.push(v.Now)
	v.Enqueue(&f.queue, k, v.Now+wait)
	if !f.active {
		f.active = true
		g.holds.push(hold{v.Now + wait, at})
	}
	if full {
		g.release(v, f)
	}
	g.wake(v)
	return false
}

// release forwards the first packet of a flow.
func (g *Gateway) release(v *fabric.SwitchContext, f *flow) {
	size := uint64(f.queue.First().Size)
	g.ended(v.Now-f.arrived.pop(), size)
	v.Send(&f.queue)
}

// ended counts a hold.
func (g *Gateway) ended(took event.Time, size uint64) {
	g.held--
	g.bytes -= size
	g.HeldTime += took
	g.Longest = max(g.Longest, took)
	if g.ring == nil {
		// A pass takes the time of the queue, 8e12/rate ps a byte.
		pass := max(event.Time((g.bytes+size)*8_000_000/(g.end.rate/1_000_000)), g.c.Least)
		n := uint64((took + pass - 1) / pass)
		g.Resubmits += n
		g.ResubmitBytes += n * size
	}
}

// wake schedules a wake for the end of the first hold.
func (g *Gateway) wake(v *fabric.SwitchContext) {
	if at := g.holds.first(); at < g.holds.next {
		g.holds.next = at
		v.WakeAt(max(at, v.Now))
	}
}

// Wake forwards what has been held long enough. See fabric.Gateway.
func (g *Gateway) Wake(v *fabric.SwitchContext) {
	if g.ring != nil {
		g.ring.turn(g, v)
		return
	}
	if v.Now >= g.holds.next {
		g.holds.next = event.Never
	}
	for g.holds.first() <= v.Now {
		h := g.holds.pop()
		f := &g.flows[h.flow]
		// Its first packets may have gone early.
		if f.queue.Packets != 0 && fabric.EnqueueTime(&f.queue) <= v.Now {
			g.release(v, f)
		}
		if f.queue.Packets == 0 {
			f.active = false
			continue
		}
		g.holds.push(hold{fabric.EnqueueTime(&f.queue), h.flow})
	}
	g.wake(v)
}
