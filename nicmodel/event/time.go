// Package event is the clock, the event queue and the parallel runner of the NIC model.
//
// Model time is integer picoseconds. Events are ordered by (At, Key), a total order that does not depend on the
// numbers of partitions and threads: Key is the node's number and the node's counter (see [KeyOf]). Two runs of one
// scenario therefore handle the events of each node in the same order.
//
// [Queue] holds pending events of hosts; [Run] drives several partitions of a model in parallel, in windows of the
// smallest delay between them. Packets in flight are not in a Queue: their receivers keep them (package fabric).
package event

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
)

// Time is model time in picoseconds, from 0 to [Never]. Differences of two times have the same type.
type Time int64

// Units of [Time], and Never, the time after all others, at which nothing happens.
const (
	Picosecond  Time = 1
	Nanosecond  Time = 1000
	Microsecond Time = 1000 * Nanosecond
	Millisecond Time = 1000 * Microsecond
	Second      Time = 1000 * Millisecond
	Never       Time = math.MaxInt64
)

// units lists the units that ParseTime takes, the largest first, as String prefers them.
var units = []struct {
	name   string
	length Time
}{{"s", Second}, {"ms", Millisecond}, {"us", Microsecond}, {"ns", Nanosecond}, {"ps", Picosecond}}

// String returns the time exactly, in the largest unit in which it is at least 1: "1.5us", "83.84ns", "0s", "never".
func (t Time) String() string {
	switch {
	case t == Never:
		return "never"
	case t == 0:
		return "0s"
	}
	sign, magnitude := "", uint64(t)
	if t < 0 {
		sign, magnitude = "-", -magnitude
	}
	for _, u := range units {
		length := uint64(u.length)
		if magnitude < length {
			continue
		}
		whole, rest := magnitude/length, magnitude%length
		if rest == 0 {
			return fmt.Sprintf("%s%d%s", sign, whole, u.name)
		}
		digits := fmt.Sprintf("%d", length+rest)[1:] // the leading 1 keeps the zeros after the point
		return fmt.Sprintf("%s%d.%s%s", sign, whole, strings.TrimRight(digits, "0"), u.name)
	}
	return "" // magnitude is at least 1, the length of the last unit
}

// ParseTime reads a non-negative time, such as "55us", "1.5 ms", "83840ps" or "0s". It is exact: a time that is not a
// whole number of picoseconds, or later than [Never] allows, is an error, as is a number without a unit. "never" is
// not accepted: no scenario has a use for it.
func ParseTime(s string) (Time, error) {
	text := strings.TrimSpace(s)
	i := 0
	for i < len(text) && (text[i] >= '0' && text[i] <= '9' || text[i] == '.') {
		i++
	}
	number, unit := text[:i], strings.TrimSpace(text[i:])
	length := Time(0)
	for _, u := range units {
		if unit == u.name || unit == "µs" && u.name == "us" {
			length = u.length
		}
	}
	whole, fraction, point := strings.Cut(number, ".")
	if length == 0 || whole == "" || point && fraction == "" || strings.Contains(fraction, ".") {
		return 0, fmt.Errorf("bad time %q: write a number and a unit of s, ms, us, ns or ps, such as 1.5us", s)
	}
	var t uint64
	for _, c := range []byte(whole) {
		hi, lo := bits.Mul64(t, 10)
		sum, carry := bits.Add64(lo, uint64(c-'0'), 0)
		if hi != 0 || carry != 0 {
			return 0, tooLate(s)
		}
		t = sum
	}
	hi, t := bits.Mul64(t, uint64(length))
	if hi != 0 || t >= uint64(Never) {
		return 0, tooLate(s)
	}
	for _, c := range []byte(strings.TrimRight(fraction, "0")) {
		if length%10 != 0 {
			return 0, fmt.Errorf("bad time %q: it is no whole number of picoseconds; leave out the digits below 1ps", s)
		}
		length /= 10
		t += uint64(c-'0') * uint64(length)
	}
	if t >= uint64(Never) {
		return 0, tooLate(s)
	}
	return Time(t), nil
}

func tooLate(s string) error {
	return fmt.Errorf("bad time %q: model time ends at %d s; give an earlier time", s, Never/Second)
}
