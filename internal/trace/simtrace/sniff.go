package simtrace

import "encoding/binary"

// Kind is what Sniff takes the start of a file for.
type Kind uint8

// Kinds.
const (
	Foreign Kind = iota // no trace of the family
	Whole               // a preamble, then records
	Bare                // records from the first byte on: the preamble is missing
)

const (
	// sniffRecords is how many records are looked at.
	sniffRecords = 64
	// highestRate is beyond any link that is simulated, b/s.
	highestRate = 1e15
)

// Sniff tells by the first bytes of a file whether it is a trace of the
// family. The format has no magic number: a preamble must announce links of
// plausible rates, and the records behind it (as many as head shows, up to 64)
// must be valid and in order of time. whole says that head is the whole file.
func Sniff(head []byte, whole bool) Kind {
	if sniffPreamble(head, whole) {
		return Whole
	}
	if plausible(head) {
		return Bare
	}
	return Foreign
}

func sniffPreamble(head []byte, whole bool) bool {
	if len(head) < 8 {
		return false
	}
	n := binary.LittleEndian.Uint32(head)
	if n > MaxLinks {
		return false
	}
	at := 4
	for range n {
		if at+LinkLen > len(head) {
			// The preamble is longer than what can be seen.
			return !whole && at > 4+16*LinkLen
		}
		var l Link
		l.Decode(head[at:])
		if l.Rate == 0 || l.Rate > highestRate {
			return false
		}
		at += LinkLen
	}
	if at += 4; at > len(head) {
		return false
	}
	return plausible(head[at:]) || n > 0 && at == len(head) && whole
}

// plausible reports whether b begins with at least one record, and all that
// can be seen are valid, of known protocols and in order.
func plausible(b []byte) bool {
	var last uint64
	n := 0
	for ; n < sniffRecords && len(b) >= RecordLen; n++ {
		var r Record
		r.Decode(b)
		if !r.Valid() || r.Time < last || !r.Proto.known() || r.Src == 0 && r.Proto != ProtoPFC {
			return false
		}
		last = r.Time
		b = b[RecordLen:]
	}
	return n > 0
}

func (p Proto) known() bool {
	switch p {
	case ProtoState, ProtoTCP, ProtoData, ProtoAck, ProtoNack, ProtoPFC, ProtoCNP:
		return true
	}
	return false
}
