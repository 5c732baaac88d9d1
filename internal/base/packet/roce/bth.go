package roce

import (
	"encoding/binary"

	"smartnic-cc/internal/base/text/enum"
)

// Sizes in bytes and the well-known port of RoCEv2.
const (
	// UDPPort is the UDP destination port of RoCEv2 (IANA: roce).
	UDPPort = 4791
	// BTHLen is the length of the base transport header.
	BTHLen = 12
	// AETHLen is the length of the ACK extended transport header.
	AETHLen = 4
	// RETHLen is the length of the RDMA extended transport header.
	RETHLen = 16
	// CNPPayloadLen is the length of the reserved part of a CNP, all zero.
	CNPPayloadLen = 16
	// ICRCLen is the length of the invariant CRC that ends every packet.
	ICRCLen = 4
	// DefaultPKey is the full-member default partition.
	DefaultPKey = 0xFFFF
	// QPNMask and PSNMask keep the 24 bits that those numbers have.
	QPNMask = 0xFFFFFF
	PSNMask = 0xFFFFFF
	// MaxMarked is the largest count that the 7 reserved bits of byte 8 hold.
	MaxMarked = 0x7F
)

// Opcode is byte 0 of the BTH: the transport service in its upper 3 bits, the
// operation in its lower 5.
type Opcode uint8

// CNP is the opcode of the congestion notification packet.
const CNP Opcode = 0x81

// Transport services (upper 3 bits of an opcode) that this package names.
const (
	TransportRC  uint8 = 0 // reliable connection
	TransportUC  uint8 = 1 // unreliable connection
	TransportRD  uint8 = 2 // reliable datagram
	TransportUD  uint8 = 3 // unreliable datagram
	TransportCNP uint8 = 4 // congestion notification
	TransportXRC uint8 = 5 // extended reliable connection
)

// Operations of the reliable connection (lower 5 bits of an opcode).
const (
	SendFirst            Opcode = 0x00
	SendMiddle           Opcode = 0x01
	SendLast             Opcode = 0x02
	SendLastImmediate    Opcode = 0x03
	SendOnly             Opcode = 0x04
	SendOnlyImmediate    Opcode = 0x05
	WriteFirst           Opcode = 0x06
	WriteMiddle          Opcode = 0x07
	WriteLast            Opcode = 0x08
	WriteLastImmediate   Opcode = 0x09
	WriteOnly            Opcode = 0x0A
	WriteOnlyImmediate   Opcode = 0x0B
	ReadRequest          Opcode = 0x0C
	ReadResponseFirst    Opcode = 0x0D
	ReadResponseMiddle   Opcode = 0x0E
	ReadResponseLast     Opcode = 0x0F
	ReadResponseOnly     Opcode = 0x10
	Acknowledge          Opcode = 0x11
	AtomicAcknowledge    Opcode = 0x12
	CompareSwap          Opcode = 0x13
	FetchAdd             Opcode = 0x14
	SendLastInvalidate   Opcode = 0x16
	SendOnlyInvalidate   Opcode = 0x17
	UDSendOnly           Opcode = 0x64
	operationMask        Opcode = 0x1F
	transportShift              = 5
	becnBit                     = 0x40
	fecnBit                     = 0x80
	ackReqBit                   = 0x80
	solicitedBit                = 0x80
	migrationBit                = 0x40
	lowSevenBits                = 0x7F
	padShift, padMask           = 4, 3
	headerVersionMask           = 0x0F
	syndromeKindMask            = 0x60
	syndromeAck                 = 0x00
	firstReservedBitMask        = 0x3F
)

// Transport returns the transport service, the upper 3 bits.
func (o Opcode) Transport() uint8 { return uint8(o) >> transportShift }

// Operation returns the operation, the lower 5 bits, as an opcode of the
// reliable connection. It means nothing for a CNP.
func (o Opcode) Operation() Opcode { return o & operationMask }

var transportNames = [...]string{
	TransportRC: "RC", TransportUC: "UC", TransportRD: "RD", TransportUD: "UD", TransportXRC: "XRC",
}

var operationNames = [operationMask + 1]string{
	SendFirst: "SEND first", SendMiddle: "SEND middle", SendLast: "SEND last", SendLastImmediate: "SEND last with immediate",
	SendOnly: "SEND only", SendOnlyImmediate: "SEND only with immediate",
	WriteFirst: "WRITE first", WriteMiddle: "WRITE middle", WriteLast: "WRITE last", WriteLastImmediate: "WRITE last with immediate",
	WriteOnly: "WRITE only", WriteOnlyImmediate: "WRITE only with immediate",
	ReadRequest: "READ request", ReadResponseFirst: "READ response first", ReadResponseMiddle: "READ response middle",
	ReadResponseLast: "READ response last", ReadResponseOnly: "READ response only",
	Acknowledge: "acknowledge", AtomicAcknowledge: "atomic acknowledge", CompareSwap: "compare and swap", FetchAdd: "fetch and add",
	SendLastInvalidate: "SEND last with invalidate", SendOnlyInvalidate: "SEND only with invalidate",
}

// String returns transport and operation, as in "RC SEND first", or "CNP".
func (o Opcode) String() string {
	if o == CNP {
		return "CNP"
	}
	if t := int(o.Transport()); t < len(transportNames) && transportNames[t] != "" && operationNames[o.Operation()] != "" {
		return transportNames[t] + " " + operationNames[o.Operation()]
	}
	return enum.Name(o)
}

// Class says what a packet is to congestion control.
type Class uint8

// Classes of packets. READ requests and atomics are requests and not data:
// they carry no payload whose rate a reaction point shapes.
const (
	ClassOther    Class = iota // reserved, datagram or vendor opcodes
	ClassCNP                   // congestion notification
	ClassSendData              // SEND or RDMA WRITE: data in the requester's PSN space
	ClassReadData              // READ response: data in the PSN space of the other side's requests
	ClassRequest               // READ request or atomic: no payload, requester's PSN space
	ClassAck                   // ACK, NAK or atomic acknowledge
	ClassDatagram              // UD: connectionless, not rate-controlled by DCQCN
)

// String returns the class, as in "READ data".
func (c Class) String() string {
	return enum.Name(c, "other", "CNP", "SEND or WRITE data", "READ data", "request", "acknowledgement", "datagram")
}

// Class returns what the opcode is to congestion control.
func (o Opcode) Class() Class {
	if o == CNP {
		return ClassCNP
	}
	switch o.Transport() {
	case TransportUD:
		return ClassDatagram
	case TransportRC, TransportUC, TransportRD, TransportXRC:
	default:
		return ClassOther
	}
	switch op := o.Operation(); {
	case op <= WriteOnlyImmediate, op == SendLastInvalidate, op == SendOnlyInvalidate:
		return ClassSendData
	case op == ReadRequest, op == CompareSwap, op == FetchAdd:
		return ClassRequest
	case op >= ReadResponseFirst && op <= ReadResponseOnly:
		return ClassReadData
	case op == Acknowledge, op == AtomicAcknowledge:
		return ClassAck
	}
	return ClassOther
}

// BTH is a decoded base transport header.
type BTH struct {
	Opcode        Opcode
	Solicited     bool
	Migration     bool
	Pad           uint8  // pad bytes before the ICRC, 0 to 3
	HeaderVersion uint8  // 0 to 15; 0 in every packet of today
	PKey          uint16 // partition key
	FECN, BECN    bool
	Reserved6     uint8  // lower 6 bits of byte 4
	DestQP        uint32 // 24 bits
	AckReq        bool
	Reserved7     uint8  // lower 7 bits of byte 8; in a CNP the count of marked packets, if the receiver fills it
	PSN           uint32 // 24 bits
}

// ParseBTH decodes the header at the start of b; ok is false where b is
// shorter than 12 bytes.
func ParseBTH(b []byte) (h BTH, ok bool) {
	if len(b) < BTHLen {
		return BTH{}, false
	}
	dest := binary.BigEndian.Uint32(b[4:])
	seq := binary.BigEndian.Uint32(b[8:])
	return BTH{
		Opcode:        Opcode(b[0]),
		Solicited:     b[1]&solicitedBit != 0,
		Migration:     b[1]&migrationBit != 0,
		Pad:           b[1] >> padShift & padMask,
		HeaderVersion: b[1] & headerVersionMask,
		PKey:          binary.BigEndian.Uint16(b[2:]),
		FECN:          b[4]&fecnBit != 0,
		BECN:          b[4]&becnBit != 0,
		Reserved6:     b[4] & firstReservedBitMask,
		DestQP:        dest & QPNMask,
		AckReq:        b[8]&ackReqBit != 0,
		Reserved7:     b[8] & lowSevenBits,
		PSN:           seq & PSNMask,
	}, true
}

// Append encodes the header behind dst. Fields wider than their bits are cut
// to them.
func (h *BTH) Append(dst []byte) []byte {
	b1 := h.Pad&padMask<<padShift | h.HeaderVersion&headerVersionMask
	if h.Solicited {
		b1 |= solicitedBit
	}
	if h.Migration {
		b1 |= migrationBit
	}
	b4 := h.Reserved6 & firstReservedBitMask
	if h.FECN {
		b4 |= fecnBit
	}
	if h.BECN {
		b4 |= becnBit
	}
	b8 := h.Reserved7 & lowSevenBits
	if h.AckReq {
		b8 |= ackReqBit
	}
	dst = append(dst, uint8(h.Opcode), b1)
	dst = binary.BigEndian.AppendUint16(dst, h.PKey)
	dst = binary.BigEndian.AppendUint32(dst, uint32(b4)<<24|h.DestQP&QPNMask)
	return binary.BigEndian.AppendUint32(dst, uint32(b8)<<24|h.PSN&PSNMask)
}

// NewCNP returns the header of a CNP that goes to the sender's queue pair
// destQP. marked is the number of marked packets that it reports, 0 to 127
// (more saturates), 0 where the receiver does not count.
func NewCNP(destQP, marked uint32) BTH {
	return BTH{Opcode: CNP, PKey: DefaultPKey, BECN: true, DestQP: destQP & QPNMask,
		Reserved7: uint8(min(marked, MaxMarked))}
}

// IsNak reports whether the payload of an Acknowledge packet, which starts
// with the AETH, is a negative acknowledgement (RNR or error). A payload that
// the snap length has cut counts as a positive one.
func IsNak(payload []byte) bool {
	return len(payload) > 0 && payload[0]&syndromeKindMask != syndromeAck
}

// AppendAETH encodes an ACK extended transport header: the syndrome byte (0x1F
// in a plain ACK without credit count) and the 24-bit message sequence number.
func AppendAETH(dst []byte, syndrome uint8, msn uint32) []byte {
	return binary.BigEndian.AppendUint32(dst, uint32(syndrome)<<24|msn&QPNMask)
}

// SourcePort returns the UDP source port that Linux drivers give a connection
// whose flow label is not set: the product of the two QP numbers, its 20-bit
// digits added without carry, folded to 14 bits and placed in the dynamic
// range 0xC000..0xFFFF. It is symmetric, so both directions carry it, and
// shows which two QP numbers belong together (RDMA core, since Linux 5.17;
// mlx5, irdma and rxe among others use it).
func SourcePort(qpnA, qpnB uint32) uint16 {
	product := uint64(qpnA&QPNMask) * uint64(qpnB&QPNMask)
	label := (product ^ product>>20 ^ product>>40) & 0xFFFFF
	return uint16((label^label>>14)&0x3FFF) | 0xC000
}
