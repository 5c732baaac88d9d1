package trace

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"smartnic-cc/internal/base/text/enum"
)

// Reconstruction says how events were made that nobody saw: counters give their number between two samples, not their
// times.
type Reconstruction uint8

// Reconstructions.
const (
	// Observed: every event was seen; nothing is reconstructed.
	Observed Reconstruction = iota
	// Uniform spreads what an interval counts evenly over it.
	Uniform
	// Burst puts all of it at the interval's end.
	Burst
)

// String names the reconstruction as flags and files do.
func (r Reconstruction) String() string {
	return enum.Name(r, "none", "uniform", "burst")
}

// ParseReconstruction reads "uniform" and "burst".
func ParseReconstruction(s string) (Reconstruction, bool) {
	for _, r := range [...]Reconstruction{Uniform, Burst} {
		if r.String() == s {
			return r, true
		}
	}
	return Observed, false
}

// Note says in words what outputs state; empty if all events were seen.
func (r Reconstruction) Note() string {
	switch r {
	case Uniform:
		return "made of counters, spread evenly over each interval"
	case Burst:
		return "made of counters, all at the end of each interval"
	}
	return ""
}

// Headline is the line above or below output of reconstructed events; empty if all were seen.
func (r Reconstruction) Headline() string {
	if r == Observed {
		return ""
	}
	return fmt.Sprintf("RECONSTRUCTED (%v): %s", r, r.Note())
}

// reconstructedColumn marks the rows of a text trace whose events were not seen.
const reconstructedColumn = "reconstructed"

// mark takes the mark of a text's row, or of a section's comment. All rows of a file must agree: a mixture would pass
// off reconstructed events as seen ones.
func (r *report) mark(text []byte) error {
	how := Observed
	if len(text) > 0 {
		var ok bool
		if how, ok = ParseReconstruction(string(text)); !ok {
			return fmt.Errorf("%s %s; expected uniform, burst or nothing", reconstructedColumn, quote(text))
		}
	}
	st := &r.stats
	if st.Packets > 0 && st.Reconstruction != how {
		return fmt.Errorf("%s %q; the rows before have %q", reconstructedColumn, how, st.Reconstruction)
	}
	st.Reconstruction = how
	return nil
}

// commentPrefix begins the comment of a pcapng section whose packets are of
// events that were reconstructed.
const commentPrefix = "reconstructed="

// comment is the whole comment.
func (r Reconstruction) comment() string {
	if r == Observed {
		return ""
	}
	return commentPrefix + r.String() + "; " + "events " + r.Note() + "; no packet was captured"
}

// sectionMark finds the reconstruction in the comments of the section header
// with which a pcapng begins.
func sectionMark(head []byte) Reconstruction {
	if len(head) < 28 {
		return Observed
	}
	var order binary.ByteOrder = binary.LittleEndian
	if binary.BigEndian.Uint32(head[8:]) == orderMagic {
		order = binary.BigEndian
	}
	if binary.BigEndian.Uint32(head) != blockSection || order.Uint32(head[8:]) != orderMagic {
		return Observed
	}
	total := int64(order.Uint32(head[4:]))
	options := head[24:min(int64(len(head)), max(total-4, 24))]
	const optComment = 1
	for len(options) >= 4 {
		code, length := order.Uint16(options), int(order.Uint16(options[2:]))
		options = options[4:]
		if code == optEnd || length > len(options) {
			break
		}
		if text, ok := bytes.CutPrefix(options[:length], []byte(commentPrefix)); ok && code == optComment {
			word, _, _ := strings.Cut(string(text), ";")
			how, _ := ParseReconstruction(word)
			return how
		}
		options = options[min((length+3)&^3, len(options)):]
	}
	return Observed
}
