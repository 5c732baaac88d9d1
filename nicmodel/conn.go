package nicmodel

import (
	"math"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/dcqcn"
	"smartnic-cc/nicmodel/event"
)

// none means no connection or no message.
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

// sender is the sending end of a connection (QP). Packets are numbered from 0 over
// all its messages; a message is the range of packets up to its end. What most acknowledgements and packets need comes
// first, 64 bytes, then what other packets need.
type sender struct {
	// next is when the rate lets the connection send its next packet.
	next event.Time
	// due is when the algorithm's first timer ends, a whole number of ns.
	due event.Time
	// progress is the last time of a new acknowledgement, or of a packet sent with nothing in flight.
	progress event.Time
	// send is the next packet to send, acked the first unacknowledged one, posted the end of the last message, high
	// the end of all ever sent.
	send, acked, posted, high uint32
	// sendEnd and ackEnd are the ends of the messages cursor and oldest, none without.
	sendEnd, ackEnd uint32
	// cursor is the message of packet send, oldest that of packet acked, newest the last posted; each none without
	// messages.
	cursor uint32
	link   uint32 // the next in the ring
	paced  uint16 // length of the last packet, from whose begin next is
	state  uint8
	class  uint8
	timing bool // a timeout event is in flight
	begins bool // packet send is the first of its message, or go-back-N went back to it
	// observed: the algorithm, a capture, a byte counter or a bucket sees what is sent
	observed bool
	refused  bool // the receiver had no buffer; nothing is sent until its time is over

	path uint64 // of data
	// rate paces packets, kb/s; 0 means no limit. window is how much may be unacknowledged: bytes of
	// payload, or packets (capabilities.packets).
	rate, window uint64
	// gap is the least time between the beginnings of two packets.
	gap event.Time
	cc  *driver.Conn // its algorithm; nil sends at line rate
	// sentShort and ackShort are the bytes by which the last packets of messages up to send, and up to acked, are
	// shorter than others.
	sentShort, ackShort uint64
	oldest, newest      uint32
	// reported is the end of the acknowledgements that the algorithm has seen, reportedShort ackShort at that point,
	// and reportedOf the message of packet reported-1, initially the first.
	reportedShort        uint64
	reported, reportedOf uint32
	local                uint32 // its number among those of its host
	logged               bool
	armed                bool // the event of a timer is in flight
	failed               bool // its algorithm ended in an error
}

// turn makes a message the one to send from.
func (c *sender) turn(message, end uint32) {
	c.cursor, c.sendEnd, c.begins = message, end, true
}

// message is the sender's state of a message.
type message struct {
	posted event.Time
	first  event.Time // when its first packet left
	end    uint32     // number of the packet after its last
	next   uint32     // the connection's next message
	tail   uint16     // payload of its last packet
}

// receiver is the receiving end of a connection.
type receiver struct {
	path    uint64 // of acknowledgements and CNPs
	next    uint32 // number of the packet expected next
	since   uint16 // packets since the last acknowledgement
	header  uint16 // of the sender's packets
	echo    uint16 // packets since the last acknowledgement that were marked
	nacked  bool   // the gap before next was reported
	packets uint32 // of the present message
	marked  uint32
	np      dcqcn.NPState
	// resume keeps next between messages of a host with an SRQ, while next is set to none: the first packet of a
	// message needs a receive buffer.
	resume uint32
}

// idleDue is the due time of an algorithm without a running timer.
const idleDue = event.Never
