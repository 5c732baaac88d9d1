package keys

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/num/bytesize"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
)

// Table reads the keys of a table. Methods take a pointer to a field and return its value in the file, else the
// field's default, or def for defaults that depend on other keys.
type Table struct {
	*Reader
	path  string
	table reflect.Value
	list  []*Key
	keys  map[any]*Key // by a pointer to the field
}

// Table returns the reader of a table, given by a pointer. path names it, as in nic[0].host.
func (r *Reader) Table(path string, table any) *Table {
	t := &Table{r, path, reflect.ValueOf(table).Elem(), Of(reflect.TypeOf(table).Elem()), map[any]*Key{}}
	for _, k := range t.list {
		t.keys[t.table.FieldByIndex(k.Index).Addr().Interface()] = k
	}
	return t
}

// Key returns the key of a field.
func (t *Table) Key(field any) *Key { return t.keys[field] }

// At returns the path of a field's key.
func (t *Table) At(field any) string { return t.path + "." + t.keys[field].Name }

// Inapplicable returns the first given key that does not apply to the kind of the table, or nil.
func (t *Table) Inapplicable(kind string) *Key {
	return collect.First(t.list, func(k *Key) bool { return !k.GoesWith(kind) && !Absent(t.table.FieldByIndex(k.Index)) })
}

// Kind refuses an inapplicable key; what is the key of the kind.
func (t *Table) Kind(what, kind string) {
	if k := t.Inapplicable(kind); k != nil {
		t.Fail(t.path+"."+k.Name, "goes with %s = %s only", what, Alternatives(k.For))
	}
}

// Need reports a required key that is missing.
func (t *Table) Need(f *Text, example string) {
	if *f == "" {
		t.Fail(t.At(f), "is missing; give it, as in %s = %s", t.keys[f].Name, example)
	}
}

// Text returns the value, else the default, and reports a missing required key.
func (t *Table) Text(f *Text) string {
	k := t.keys[f]
	if k.Need != "" {
		t.Need(f, k.Need)
	}
	return WithDefault(*f, k.Default)
}

// number reads a number of a unit.
func number[V cmp.Ordered](t *Table, f *Text, unit string, def []V, parse func(string) (V, error)) (v V) {
	k := t.keys[f]
	if k.Unit != unit {
		panic(fmt.Sprintf("%s has the unit %q at its field, and is read as %q", t.At(f), k.Unit, unit))
	}
	text := t.Text(f)
	switch {
	case *f == "" && len(def) > 0:
		return def[0]
	case text == "":
		return v
	}
	v, err := parse(text)
	if err != nil && k.Range != "" {
		err = fmt.Errorf("%w; it is %s", err, k.Within())
	}
	t.Check(t.At(f), err)
	return v
}

// ends returns the values of the ends of a range.
func ends[V any](k *Key, parse func(string) (V, error)) (least, most V) {
	first, last, _ := k.Ends()
	least, errLeast := parse(first)
	most, errMost := parse(last)
	if errLeast != nil || errMost != nil {
		panic(fmt.Sprintf("the range of %s, %s, is not of its unit", k.Name, k.Range))
	}
	return least, most
}

func parseTime(text string) (event.Time, error) {
	if text == "0" {
		return 0, nil
	}
	return event.ParseTime(text)
}

// Time reads "1.5us".
func (t *Table) Time(f *Text, def ...event.Time) event.Time {
	v, k := number(t, f, "time", def, parseTime), t.keys[f]
	if k.Range == "" {
		return v
	}
	least, most := ends(k, parseTime)
	_, _, above := k.Ends()
	if v < least || v > most || above && v == least {
		t.Fail(t.At(f), "%v is out of range%s %s", v, map[bool]string{true: "; use"}[above], k.Within())
	}
	return v
}

// scaled returns defaults in the unit read.
func scaled[V event.Time | uint64](def []uint32, unit V) []V {
	return collect.Of(def, func(v uint32) V { return V(v) * unit })
}

// Nanoseconds reads a time that fits 32 bits of whole nanoseconds.
func (t *Table) Nanoseconds(f *Text, def ...uint32) uint32 {
	v := t.Time(f, scaled(def, event.Nanosecond)...)
	if v%event.Nanosecond != 0 || v/event.Nanosecond > 1<<30 {
		t.Fail(t.At(f), "%v is not a whole number of nanoseconds up to 2^30", v)
	}
	return uint32(v / event.Nanosecond)
}

// Rate reads "100Gbps", bit/s.
func (t *Table) Rate(f *Text, def ...uint64) uint64 {
	return number(t, f, "rate", def, topology.ParseRate)
}

// PCIe reads the rate of PCIe; 0 means no limit.
func (t *Table) PCIe(f *Text) uint64 {
	v := t.Rate(f)
	if least, most := ends(t.keys[f], topology.ParseRate); v != 0 && (v < least || v > most) {
		t.Fail(t.At(f), "%d bit/s is out of range %s; 0 is no limit", v, t.keys[f].Within())
	}
	return v
}

// Kbps reads a rate in the firmware's kb/s.
func (t *Table) Kbps(f *Text, def ...uint32) uint32 {
	v := t.Rate(f, scaled(def, uint64(1000))...)
	if v%1000 != 0 || v/1000 > math.MaxUint32 {
		t.Fail(t.At(f), "%d bit/s is not a whole number of kb/s below 2^32", v)
	}
	return uint32(v / 1000)
}

// Hertz reads "1.8GHz".
func (t *Table) Hertz(f *Text) uint64 {
	return number(t, f, "clock", nil, func(text string) (uint64, error) {
		for _, u := range []struct {
			name   string
			places int
		}{{"GHz", 9}, {"MHz", 6}, {"kHz", 3}, {"Hz", 0}} {
			if number, ok := strings.CutSuffix(text, u.name); ok {
				return topology.ParseDecimal(strings.TrimSpace(number), u.places)
			}
		}
		return 0, fmt.Errorf("bad clock %.40q: write a number and a unit of Hz, kHz, MHz or GHz, such as 1.8GHz", text)
	})
}

// Bytes reads "400KB" (1000 each), "400KiB" (1024 each), "1.5MB" or a plain number.
func (t *Table) Bytes(f *Text, def ...uint64) uint64 {
	v := number(t, f, "bytes", def, bytesize.Parse)
	if _, most := ends(t.keys[f], bytesize.Parse); v > most {
		t.Fail(t.At(f), "%.40s is above %d bytes", *f, most)
	}
	return v
}

// Count reads a whole number in the range of the field, without a range any of 64 bits.
func (t *Table) Count(f *Text, def ...uint64) uint64 {
	least, most := uint64(0), uint64(math.MaxUint64)
	parse := func(text string) (uint64, error) { return strconv.ParseUint(text, 10, 64) }
	if k := t.keys[f]; k.Range != "" {
		least, most = ends(k, parse)
	}
	return number(t, f, "count", def, func(text string) (uint64, error) {
		v, err := parse(text)
		if err != nil || v < least || v > most {
			t.Fail(t.At(f), "%.40q is not a whole number of %d..%d", text, least, most)
		}
		return v, nil
	})
}

// Millionths reads a part of 1, such as 0.3 or "30%".
func (t *Table) Millionths(f *Text, def ...uint32) uint32 {
	return number(t, f, "part", def, func(text string) (uint32, error) {
		number, percent := strings.CutSuffix(text, "%")
		places := 6
		if percent {
			places = 4
		}
		v, err := topology.ParseDecimal(strings.TrimSpace(number), places)
		if err != nil || v > 1_000_000 {
			return 0, fmt.Errorf("%.40q is not a part of 1, such as 0.3 or 30%%", text)
		}
		return uint32(v), nil
	})
}

// One reads one of the words of a key.
func (t *Table) One(f *Text) string { return t.OneOf(t.At(f), t.Text(f), t.keys[f].Words) }

// Choose reads one of the values of an enumeration by their names, which are the words of the key.
func Choose[E fmt.Stringer](t *Table, f *Text, values ...E) (e E) {
	word := t.One(f)
	if i := slices.IndexFunc(values, func(v E) bool { return v.String() == word }); i >= 0 {
		return values[i]
	}
	return e
}

// True reads a Boolean key.
func (t *Table) True(f **bool) bool {
	if *f == nil {
		return t.keys[f].Default == "true"
	}
	return **f
}

// Numbers reads a list such as "all", "0-15,20" or 7 of numbers below n, in order; what names one.
func (t *Table) Numbers(f *Text, what string, n uint32) []uint32 {
	text := t.Text(f)
	if text == "all" {
		list := make([]uint32, n)
		for i := range list {
			list[i] = uint32(i)
		}
		return list
	}
	var list []uint32
	for _, piece := range strings.Split(text, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(piece), "-")
		if !isRange {
			last = first
		}
		lo, errLo := strconv.ParseUint(strings.TrimSpace(first), 10, 32)
		hi, errHi := strconv.ParseUint(strings.TrimSpace(last), 10, 32)
		switch {
		case errLo != nil || errHi != nil || lo > hi:
			t.Fail(t.At(f), "%.40q is no list of numbers, as in all, 7 or \"0-15,20\"", text)
			return nil
		case hi >= uint64(n):
			t.Fail(t.At(f), "%s %d does not exist; there are 0..%d", what, hi, int64(n)-1)
			return nil
		case uint64(len(list))+hi-lo+1 > maxList:
			t.Fail(t.At(f), "more than %d numbers", maxList)
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
