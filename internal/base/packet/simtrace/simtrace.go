// Package simtrace reads and writes the packet traces (files named .tr) of the
// HPCC family of ns-3 simulators, byte by byte; what packets mean for a
// connection is the business of package trace.
//
// All numbers are little-endian. A file begins with a preamble, of which
// readers have to know the length, since it is not padded to anything:
//
//	u32 n                                    number of links
//	n times {u16 node, u8 interface, u64 rate}   11 bytes each, rate in b/s
//	u32 window                               bytes, 0 where flows have none
//
// Records of 56 bytes follow, which are the simulator's C structure with its
// padding:
//
//	 0 u64 time, ns        8 u16 node      10 u8 interface   11 u8 queue
//	12 u32 queue length   16 u32 source    20 u32 destination
//	24 u16 size           26 u8 protocol   27 u8 event       28 u8 ECN   29 u8 node type
//	32 union: data   {u16 sport, u16 dport, u32 seq, u64 ts, u16 priority, u16 payload}
//	          ACK    {u16 sport, u16 dport, u16 flags, u16 priority, u32 seq, 4 pad, u64 ts}
//	          CNP    {u16 flow, u8 priority, u8 ECN bits, u32 counts}
//	          PFC    {u32 time, u32 queue length, u8 priority}
//
// Bytes 30 and 31 and the rest of the union are padding, of any content; so is what
// stands behind the ports of TCP, which the simulators leave as it was in memory.
//
// A CNP's counts are a union in the structure: the simulators store two of 16 bits,
// the feedback (qfb) and the packets (total), and print both as one number, seq. It
// is not a sequence number. docs/traces.md says what all this was compared with.
package simtrace

import (
	"encoding/binary"

	"smartnic-cc/internal/base/text/enum"
)

// RecordLen is the length of a record, LinkLen that of a link in the preamble.
const (
	RecordLen = 56
	LinkLen   = 11
)

// MaxLinks bounds what a preamble may announce: more interfaces than any
// simulation of the family has had.
const MaxLinks = 1 << 20

// Event is what happened to the packet at the node.
type Event uint8

// Events.
const (
	Recv Event = iota // arrived
	Enqu              // entered a queue
	Dequ              // left a queue for the wire
	Drop              // found no room
)

// String returns the event, as in "recv".
func (e Event) String() string {
	return enum.Name(e, "recv", "enqu", "dequ", "drop")
}

// Proto is the protocol number in the packet's IP header.
type Proto uint8

// Protocols. The simulators have their own numbers for all but data.
const (
	ProtoState Proto = 0x00 // no packet: a queue pair became available
	ProtoTCP   Proto = 0x06
	ProtoData  Proto = 0x11 // UDP
	ProtoAck   Proto = 0xFC
	ProtoNack  Proto = 0xFD
	ProtoPFC   Proto = 0xFE
	ProtoCNP   Proto = 0xFF
)

var protoNames = [...]string{
	ProtoState: "state", ProtoTCP: "TCP", ProtoData: "data", ProtoAck: "ACK", ProtoNack: "NACK", ProtoPFC: "PFC", ProtoCNP: "CNP",
}

// String returns what the protocol carries, as in "NACK".
func (p Proto) String() string { return enum.Name(p, protoNames[:]...) }

// Node types.
const (
	Host   = 0
	Switch = 1
)

// FlagCNP is the bit of an ACK's or NACK's Flags by which it carries a
// congestion notification: newer simulators of the family send no packets of
// ProtoCNP.
const FlagCNP = 1

// LinkHeaderLen is the part of Size that stands before the IP header.
const LinkHeaderLen = 14

// Record is one event of one packet. The fields behind NodeType are those of
// the union; which of them mean something depends on Proto.
type Record struct {
	Time     uint64 // ns of simulated time
	Node     uint16
	Intf     uint8
	Queue    uint8
	QueueLen uint32 // bytes
	Src, Dst uint32 // IPv4 addresses, as numbers
	Size     uint16 // of the packet with its link header, bytes
	Proto    Proto
	Event    Event
	ECN      uint8 // of the IP header: 3 is Congestion Experienced
	NodeType uint8 // Host or Switch

	Sport, Dport uint16 // data, ACK, NACK, state; a CNP's flow is in Sport
	Seq          uint32 // data, ACK, NACK: bytes; CNP: its two counts, no sequence number
	Stamp        uint64 // data, ACK, NACK: time stamp for the round trip, ns
	Priority     uint16 // data, ACK, NACK, CNP, PFC
	Payload      uint16 // data: bytes
	Flags        uint16 // ACK, NACK
	ECNBits      uint8  // CNP
	PauseTime    uint32 // PFC: 0 resumes
	PauseQueue   uint32 // PFC: queue length that caused it, bytes
}

// Decode reads a record from the first RecordLen bytes of b.
func (r *Record) Decode(b []byte) {
	le := binary.LittleEndian
	b = b[:RecordLen]
	*r = Record{Time: le.Uint64(b), Node: le.Uint16(b[8:]), Intf: b[10], Queue: b[11], QueueLen: le.Uint32(b[12:]),
		Src: le.Uint32(b[16:]), Dst: le.Uint32(b[20:]), Size: le.Uint16(b[24:]), Proto: Proto(b[26]), Event: Event(b[27]),
		ECN: b[28], NodeType: b[29]}
	switch r.Proto {
	case ProtoData, ProtoTCP:
		r.Sport, r.Dport, r.Seq, r.Stamp = le.Uint16(b[32:]), le.Uint16(b[34:]), le.Uint32(b[36:]), le.Uint64(b[40:])
		r.Priority, r.Payload = le.Uint16(b[48:]), le.Uint16(b[50:])
	case ProtoAck, ProtoNack:
		r.Sport, r.Dport, r.Flags, r.Priority = le.Uint16(b[32:]), le.Uint16(b[34:]), le.Uint16(b[36:]), le.Uint16(b[38:])
		r.Seq, r.Stamp = le.Uint32(b[40:]), le.Uint64(b[48:])
	case ProtoCNP:
		r.Sport, r.Priority, r.ECNBits, r.Seq = le.Uint16(b[32:]), uint16(b[34]), b[35], le.Uint32(b[36:])
	case ProtoPFC:
		r.PauseTime, r.PauseQueue, r.Priority = le.Uint32(b[32:]), le.Uint32(b[36:]), uint16(b[40])
	case ProtoState:
		r.Sport, r.Dport = le.Uint16(b[32:]), le.Uint16(b[34:])
	}
}

// Append writes a record, with zeros for padding.
func (r *Record) Append(dst []byte) []byte {
	le := binary.LittleEndian
	dst = append(dst, make([]byte, RecordLen)...)
	b := dst[len(dst)-RecordLen:]
	le.PutUint64(b, r.Time)
	le.PutUint16(b[8:], r.Node)
	b[10], b[11] = r.Intf, r.Queue
	le.PutUint32(b[12:], r.QueueLen)
	le.PutUint32(b[16:], r.Src)
	le.PutUint32(b[20:], r.Dst)
	le.PutUint16(b[24:], r.Size)
	b[26], b[27], b[28], b[29] = uint8(r.Proto), uint8(r.Event), r.ECN, r.NodeType
	u := b[32:]
	switch r.Proto {
	case ProtoData, ProtoTCP:
		le.PutUint16(u, r.Sport)
		le.PutUint16(u[2:], r.Dport)
		le.PutUint32(u[4:], r.Seq)
		le.PutUint64(u[8:], r.Stamp)
		le.PutUint16(u[16:], r.Priority)
		le.PutUint16(u[18:], r.Payload)
	case ProtoAck, ProtoNack:
		le.PutUint16(u, r.Sport)
		le.PutUint16(u[2:], r.Dport)
		le.PutUint16(u[4:], r.Flags)
		le.PutUint16(u[6:], r.Priority)
		le.PutUint32(u[8:], r.Seq)
		le.PutUint64(u[16:], r.Stamp)
	case ProtoCNP:
		le.PutUint16(u, r.Sport)
		u[2], u[3] = uint8(r.Priority), r.ECNBits
		le.PutUint32(u[4:], r.Seq)
	case ProtoPFC:
		le.PutUint32(u, r.PauseTime)
		le.PutUint32(u[4:], r.PauseQueue)
		u[8] = uint8(r.Priority)
	case ProtoState:
		le.PutUint16(u, r.Sport)
		le.PutUint16(u[2:], r.Dport)
	}
	return dst
}

// Valid reports whether the fields that have few values have one of them. Otherwise the record is damaged, or the
// file is not of the family.
func (r *Record) Valid() bool {
	return r.Event <= Drop && r.NodeType <= Switch && r.ECN <= 3 && r.Time < 1<<63
}

// Link is an interface of a node and its rate, as the preamble lists them.
type Link struct {
	Node uint16
	Intf uint8
	Rate uint64 // b/s
}

// Decode reads a link from the first LinkLen bytes of b.
func (l *Link) Decode(b []byte) {
	le := binary.LittleEndian
	*l = Link{le.Uint16(b), b[2], le.Uint64(b[3:LinkLen])}
}

// AppendPreamble writes the preamble of a file.
func AppendPreamble(dst []byte, links []Link, window uint32) []byte {
	le := binary.LittleEndian
	dst = le.AppendUint32(dst, uint32(len(links)))
	for _, l := range links {
		dst = le.AppendUint16(dst, l.Node)
		dst = append(dst, l.Intf)
		dst = le.AppendUint64(dst, l.Rate)
	}
	return le.AppendUint32(dst, window)
}

// PreambleLen is the length of the preamble of n links.
func PreambleLen(n uint32) int64 { return 8 + LinkLen*int64(n) }
