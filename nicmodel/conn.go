package nicmodel

import (
	"math"

	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
)

// none is no connection, no message.
const none = math.MaxUint32

// States of a connection in the transmit scheduler.
const (
	// idle: nothing to send.
	idle uint8 = iota
	// ready: in the ring of those that may send now.
	ready
	// waiting: in the heap of those whose rate or context lets them send later.
	waiting
	// blocked: the window is full.
	blocked
)

// route is what does not change of a connection; both ends read it.
type route struct {
	src, dst   uint32
	to, home   fabric.Address // of destination and source
	hash, back uint32         // of the five-tuple, there and back
	class      uint8
}

// sender is the sending end of a connection (QP). Packets are numbered from 0 over
// all its messages; a message is the range of packets up to its end.
type sender struct {
	machine reaction.Machine
	plus    plusMachine
	// next is when the rate lets the connection send again.
	next event.Time
	// due is when the machine's first timer ends, ns; last is the time of its last event,
	// ns.
	due, last int64
	// progress is when something was acknowledged last, or sent with nothing under way.
	progress event.Time
	// send is the packet to send next, acked the first that is not acknowledged, posted
	// the end of the last message, high the end of what was ever sent.
	send, acked, posted, high uint32
	// cursor is the message of packet send, oldest that of packet acked, newest the last
	// posted; none without messages.
	cursor, oldest, newest uint32
	// sendEnd and ackEnd are the ends of the messages cursor and oldest, none without.
	sendEnd, ackEnd uint32
	link            uint32 // the next in the ring
	// rate is what paces packets, kb/s; 0 is no limit.
	rate     dcqcn.Rate
	local    uint32 // its number among those of its host
	state    uint8
	class    uint8
	lastKind dcqcn.EventKind // kind of the machine's last event
	dueKind  dcqcn.EventKind
	logged   bool
	timing   bool // a timeout event is under way
	begins   bool // packet send is the first of its message, or sending went back
	heeds    bool // what is sent matters: to the machine, to a capture, or to a meter
}

// turn makes a message the one to send from.
func (c *sender) turn(message, end uint32) {
	c.cursor, c.sendEnd, c.begins = message, end, true
}

// message is a message in the sender's hands.
type message struct {
	posted event.Time
	first  event.Time // when its first packet left
	end    uint32     // number of the packet after its last
	next   uint32     // the connection's next message
	tail   uint16     // payload of its last packet
	// Dolce-RC+'s: the number and arm that the message carries.
	iteration uint16
	arm       uint8
}

// receiver is the receiving end of a connection.
type receiver struct {
	next    uint32 // number of the packet that is to come
	since   uint16 // packets since the last acknowledgement
	header  uint16 // of the sender's packets
	nacked  bool   // the gap before next is told
	echo    bool   // a packet since the last acknowledgement was marked
	packets uint32 // of the present message
	marked  uint32
	np      dcqcn.NPState
}

// idleDue is the due time of a machine without timers.
const idleDue = math.MaxInt64
