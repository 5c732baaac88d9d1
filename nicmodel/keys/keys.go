// Package keys reads the values of a scenario's keys. Numbers with a unit are text ("100Gbps", "1.5us", "400KiB") and
// exact: nothing passes through floating point. Scenarios and the tables of papers' systems in them are read by it.
package keys

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/num/bytesize"
	"smartnic-cc/internal/text/nearest"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
	"smartnic-cc/nicmodel/topology"
)

// Text is a value as it stands in the file, a string or a number: nothing is lost before its key says what it means.
// Empty is not given.
type Text string

// UnmarshalText takes a number's or a string's text.
func (t *Text) UnmarshalText(b []byte) error {
	*t = Text(strings.ReplaceAll(string(b), "_", ""))
	return nil
}

// Reader turns the texts of a scenario into values. It keeps the first error; what it
// returns after that is of no use.
type Reader struct {
	// Errorf makes an error about a key, with its place.
	Errorf func(key, format string, args ...any) error
	// Err is the first error.
	Err error
}

// Fail keeps an error about a key, if it is the first.
func (r *Reader) Fail(key, format string, args ...any) {
	if r.Err == nil {
		r.Err = r.Errorf(key, format, args...)
	}
}

// Is notes err, if it is one, as an error about a key.
func (r *Reader) Is(key string, err error) {
	if err != nil {
		r.Fail(key, "%v", err)
	}
}

// Need reports a key that has to be given.
func (r *Reader) Need(key string, t Text, example string) {
	if t == "" {
		r.Fail(key, "is missing; give it, as in %s = %s", key[strings.LastIndexByte(key, '.')+1:], example)
	}
}

// Or returns the text, or the default if there is none.
func Or(t Text, def string) string {
	if t == "" {
		return def
	}
	return string(t)
}

// Time reads "1.5us", from 0.
func (r *Reader) Time(key string, t Text, def event.Time) event.Time {
	if t == "" {
		return def
	}
	if t == "0" {
		return 0
	}
	v, err := event.ParseTime(string(t))
	r.Is(key, err)
	return v
}

// Stage reads a time of at most a second, as the stages of a host take.
func (r *Reader) Stage(key string, t Text, def event.Time) event.Time {
	v := r.Time(key, t, def)
	if v > event.Second {
		r.Fail(key, "%v is out of range 0s to %v", v, event.Second)
	}
	return v
}

// Nanoseconds reads a time that fits 32 bits of whole nanoseconds.
func (r *Reader) Nanoseconds(key string, t Text, def uint32) uint32 {
	v := r.Time(key, t, event.Time(def)*event.Nanosecond)
	if v%event.Nanosecond != 0 || v/event.Nanosecond > 1<<30 {
		r.Fail(key, "%v is not a whole number of nanoseconds up to 2^30", v)
	}
	return uint32(v / event.Nanosecond)
}

// Rate reads "100Gbps", bit/s.
func (r *Reader) Rate(key string, t Text, def uint64) uint64 {
	if t == "" {
		return def
	}
	v, err := topology.ParseRate(string(t))
	r.Is(key, err)
	return v
}

// PCIe reads the rate of PCIe; 0 is no limit.
func (r *Reader) PCIe(key string, t Text, def uint64) uint64 {
	v := r.Rate(key, t, def)
	if v != 0 && (v < hostpath.MinRate || v > hostpath.MaxRate) {
		r.Fail(key, "%d bit/s is out of range %s to %s; 0 is no limit", v, topology.FormatRate(hostpath.MinRate), topology.FormatRate(hostpath.MaxRate))
	}
	return v
}

// Kbps reads a rate in the firmware's kb/s.
func (r *Reader) Kbps(key string, t Text, def uint32) uint32 {
	v := r.Rate(key, t, uint64(def)*1000)
	if v%1000 != 0 || v/1000 > math.MaxUint32 {
		r.Fail(key, "%d bit/s is not a whole number of kb/s below 2^32", v)
	}
	return uint32(v / 1000)
}

// Hertz reads "1.8GHz".
func (r *Reader) Hertz(key string, t Text, def uint64) uint64 {
	if t == "" {
		return def
	}
	for _, u := range []struct {
		name   string
		places int
	}{{"GHz", 9}, {"MHz", 6}, {"kHz", 3}, {"Hz", 0}} {
		if number, ok := strings.CutSuffix(string(t), u.name); ok {
			v, err := topology.ParseDecimal(strings.TrimSpace(number), u.places)
			r.Is(key, err)
			return v
		}
	}
	r.Fail(key, "bad clock %.40q: write a number and a unit of Hz, kHz, MHz or GHz, such as 1.8GHz", t)
	return 0
}

// Bytes reads "400KB" (1000 each), "400KiB" (1024 each), "1.5MB" or a plain number.
func (r *Reader) Bytes(key string, t Text, def, most uint64) uint64 {
	if t == "" {
		return def
	}
	v, err := bytesize.Parse(string(t))
	switch {
	case err != nil:
		r.Fail(key, "%v", err)
	case v > most:
		r.Fail(key, "%.40s is above %d bytes", t, most)
	}
	return v
}

// Count reads a whole number of a range.
func (r *Reader) Count(key string, t Text, def, least, most uint64) uint64 {
	if t == "" {
		return def
	}
	v, err := strconv.ParseUint(string(t), 10, 64)
	if err != nil || v < least || v > most {
		r.Fail(key, "%.40q is not a whole number of %d..%d", string(t), least, most)
	}
	return v
}

// Millionths reads a part of 1, such as 0.3 or "30%".
func (r *Reader) Millionths(key string, t Text, def uint32) uint32 {
	if t == "" {
		return def
	}
	number, percent := strings.CutSuffix(string(t), "%")
	places := 6
	if percent {
		places = 4
	}
	v, err := topology.ParseDecimal(strings.TrimSpace(number), places)
	if err != nil || v > 1_000_000 {
		r.Fail(key, "%.40q is not a part of 1, such as 0.3 or 30%%", string(t))
		return 0
	}
	return uint32(v)
}

// One reads one of several words.
func (r *Reader) One(key string, t Text, def string, words ...string) string {
	v := Or(t, def)
	for _, w := range words {
		if v == w {
			return v
		}
	}
	r.Fail(key, "unknown %s %.40q%s; one of %s", key[strings.LastIndexByte(key, '.')+1:], v, nearest.Hint(v, words), strings.Join(words, ", "))
	return ""
}

// Choose reads one of several values of an enumeration by their names.
func Choose[E fmt.Stringer](r *Reader, key string, t Text, def E, values ...E) E {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = v.String()
	}
	if i := slices.Index(words, r.One(key, t, def.String(), words...)); i >= 0 {
		return values[i]
	}
	return def
}

// Numbers reads a list such as "all", "0-15,20" or 7 of numbers below n, in the order in
// which they stand; what names one.
func (r *Reader) Numbers(key string, t Text, what string, n uint32) []uint32 {
	if t == "all" {
		list := make([]uint32, n)
		for i := range list {
			list[i] = uint32(i)
		}
		return list
	}
	var list []uint32
	for _, piece := range strings.Split(string(t), ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(piece), "-")
		if !isRange {
			last = first
		}
		lo, errLo := strconv.ParseUint(strings.TrimSpace(first), 10, 32)
		hi, errHi := strconv.ParseUint(strings.TrimSpace(last), 10, 32)
		switch {
		case errLo != nil || errHi != nil || lo > hi:
			r.Fail(key, "%.40q is no list of numbers, as in all, 7 or \"0-15,20\"", string(t))
			return nil
		case hi >= uint64(n):
			r.Fail(key, "%s %d does not exist; there are 0..%d", what, hi, int64(n)-1)
			return nil
		case uint64(len(list))+hi-lo+1 > maxList:
			r.Fail(key, "more than %d numbers", maxList)
			return nil
		}
		for v := lo; v <= hi; v++ {
			list = append(list, uint32(v))
		}
	}
	return list
}

// maxList bounds a list of numbers.
const maxList = 1 << 22

// Alternatives writes "a", "b" or "c".
func Alternatives(words []string) string {
	text := ""
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			text += " or "
		default:
			text += ", "
		}
		text += fmt.Sprintf("%q", w)
	}
	return text
}
