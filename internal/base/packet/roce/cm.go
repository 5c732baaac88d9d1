package roce

import (
	"encoding/binary"

	"smartnic-cc/internal/base/text/enum"
)

// CMQPN is the queue pair of the communication manager's datagrams.
const CMQPN = 1

// CMKind distinguishes the two messages of the communication manager that name queue
// pairs.
type CMKind uint8

// Kinds of CM messages.
const (
	CMOther   CMKind = iota
	CMRequest        // REQ: opens a connection and names the active side's QP
	CMReply          // REP: answers it and names the passive side's QP
)

// String returns the short name of the message, as in "REQ".
func (k CMKind) String() string {
	return enum.Name(k, "other", "REQ", "REP")
}

// CM is what a connection request or reply says about a connection.
type CM struct {
	Kind         CMKind
	LocalCommID  uint32
	RemoteCommID uint32 // the request that a reply answers; 0 in a request
	LocalQPN     uint32
}

// Layout of a CM datagram behind the BTH: DETH, MAD header, message
// (InfiniBand Architecture Specification, volume 1, sections 12.6.5 and
// 12.6.8). Connections opened through rdma_cm announce themselves so.
const (
	dethLen         = 8
	madHeaderLen    = 24
	madClassCM      = 0x07
	madAttributeREQ = 0x0010
	madAttributeREP = 0x0013
	reqQPNAt        = 32
	repQPNAt        = 12
)

// ParseCM decodes a datagram to queue pair 1. The kind is CMOther where the
// packet is not a REQ or REP, or is cut before its QP number.
func ParseCM(p *Packet) CM {
	if p.BTH.DestQP != CMQPN || p.BTH.Opcode != UDSendOnly || len(p.Payload) < dethLen+madHeaderLen {
		return CM{}
	}
	mad := p.Payload[dethLen:]
	body := mad[madHeaderLen:]
	if mad[1] != madClassCM {
		return CM{}
	}
	switch binary.BigEndian.Uint16(mad[16:]) {
	case madAttributeREQ:
		if len(body) >= reqQPNAt+3 {
			return CM{Kind: CMRequest, LocalCommID: binary.BigEndian.Uint32(body), LocalQPN: uint24(body[reqQPNAt:])}
		}
	case madAttributeREP:
		if len(body) >= repQPNAt+3 {
			return CM{Kind: CMReply, LocalCommID: binary.BigEndian.Uint32(body),
				RemoteCommID: binary.BigEndian.Uint32(body[4:]), LocalQPN: uint24(body[repQPNAt:])}
		}
	}
	return CM{}
}

// AppendCM encodes the datagram behind the BTH, as ParseCM reads it: DETH, MAD
// header and a message of 232 bytes of which only the named fields are set.
func AppendCM(dst []byte, m CM) []byte {
	start := len(dst)
	dst = append(dst, make([]byte, dethLen+madHeaderLen+232)...)
	binary.BigEndian.PutUint32(dst[start:], 0x80010000) // Q_Key of the general services interface
	dst[start+7] = CMQPN
	mad := dst[start+dethLen:]
	mad[0], mad[1], mad[2], mad[3] = 1, madClassCM, 2, 0x03 // base version, class, class version, method Send
	body := mad[madHeaderLen:]
	binary.BigEndian.PutUint32(body, m.LocalCommID)
	at := reqQPNAt
	switch m.Kind {
	case CMRequest:
		binary.BigEndian.PutUint16(mad[16:], madAttributeREQ)
	case CMReply:
		binary.BigEndian.PutUint16(mad[16:], madAttributeREP)
		binary.BigEndian.PutUint32(body[4:], m.RemoteCommID)
		at = repQPNAt
	}
	body[at], body[at+1], body[at+2] = uint8(m.LocalQPN>>16), uint8(m.LocalQPN>>8), uint8(m.LocalQPN)
	return dst
}

func uint24(b []byte) uint32 { return uint32(b[0])<<16 | uint32(b[1])<<8 | uint32(b[2]) }
