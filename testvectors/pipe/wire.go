package pipe

import (
	"bytes"
	"strconv"

	"smartnic-cc/testvectors/transducer"
)

// protocolVersion is the version of the line protocol that this package speaks.
const protocolVersion = "1"

// maxLine is the longest line of either side.
const maxLine = 1 << 16

// appendValues appends values, each after a space.
func appendValues(b []byte, leaves []transducer.Leaf, values []uint64) []byte {
	for i, v := range values {
		b = append(b, ' ')
		b = leaves[i].Append(b, v)
	}
	return b
}

// field cuts the next field off a line: fields are separated by one space. It returns
// nil where none is left.
func field(line []byte) (f, rest []byte) {
	if i := bytes.IndexByte(line, ' '); i >= 0 {
		return line[:i], line[i+1:]
	}
	return line, nil
}

// parse reads a decimal integer of the leaf's type. ok is false for anything else.
func parse(text []byte, l transducer.Leaf) (v uint64, ok bool) {
	negative := false
	if l.Signed && len(text) > 1 && text[0] == '-' {
		negative = true
		text = text[1:]
	}
	if len(text) == 0 || len(text) > 20 {
		return 0, false
	}
	for _, c := range text {
		d := uint64(c - '0')
		if d > 9 || v > (1<<64-1-d)/10 {
			return 0, false
		}
		v = v*10 + d
	}
	if l.Signed && v > 1<<63-1 && (!negative || v > 1<<63) {
		return 0, false
	}
	if negative {
		v = -v
	}
	return v, l.Fits(v)
}

// parseID reads a connection's number.
func parseID(text []byte) (uint32, bool) {
	v, ok := parse(text, transducer.Leaf{Bits: 32})
	return uint32(v), ok
}

func appendID(b []byte, id uint32) []byte { return strconv.AppendUint(b, uint64(id), 10) }
