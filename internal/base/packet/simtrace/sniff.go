package simtrace

import (
	"encoding/binary"

	"smartnic-cc/internal/base/text/enum"
)

// Kind is what Sniff takes the start of a file for.
type Kind uint8

// Kinds.
const (
	NotTrace     Kind = iota // no trace of the family
	WithPreamble             // a preamble, then records
	NoPreamble               // records from the first byte on: the preamble is missing
)

// String returns the kind, as in "bare".
func (k Kind) String() string {
	return enum.Name(k, "foreign", "whole", "bare")
}

const (
	// sniffRecords is how many records are looked at.
	sniffRecords = 64
	// highestRate is beyond any link that is simulated, b/s.
	highestRate = 1e15
)

// Sniff reports by the first bytes of a file whether it is a trace of the
// family. The format has no magic number: a preamble must announce links of
// plausible rates, and the records behind it (as many as head shows, up to 64)
// must be valid and in order of time. whole says that head is the whole file.
func Sniff(head []byte, whole bool) Kind {
	if sniffPreamble(head, whole) {
		return WithPreamble
	}
	if plausible(head) {
		return NoPreamble
	}
	return NotTrace
}

func sniffPreamble(head []byte, whole bool) bool {
	n, seen := links(head)
	at := 4 + int64(seen)*LinkLen
	if seen < n {
		// The preamble may be longer than what can be seen.
		return !whole && at > 4+16*LinkLen && at+LinkLen > int64(len(head))
	}
	if at += 4; n < 0 || at > int64(len(head)) {
		return false
	}
	return plausible(head[at:]) || n > 0 && at == int64(len(head)) && whole
}

// links returns how many links a preamble announces, -1 if it can be none, and how many
// of them, from the first on, are seen and have plausible rates.
func links(head []byte) (n, seen int) {
	if len(head) < 8 || binary.LittleEndian.Uint32(head) > MaxLinks {
		return -1, 0
	}
	n = int(binary.LittleEndian.Uint32(head))
	for at := 4; seen < n && at+LinkLen <= len(head); at += LinkLen {
		var l Link
		l.Decode(head[at:])
		if l.Rate == 0 || l.Rate > highestRate {
			break
		}
		seen++
	}
	return n, seen
}

// Links returns how many links the start of a file lists, 0 where it lists none or not all
// of them. Such a file may still be NotTrace: forks of the simulators have other records.
func Links(head []byte) int {
	if n, seen := links(head); n == seen {
		return n
	}
	return 0
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
