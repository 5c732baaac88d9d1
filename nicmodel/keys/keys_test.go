package keys

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
)

// table is one of a key of each unit.
type table struct {
	Time  Text  `toml:"time" unit:"time" range:"0s..1s" default:"7ps" doc:"A time."`
	Above Text  `toml:"above" unit:"time" range:">0s..1s" default:"1ms"`
	Span  Text  `toml:"span" unit:"time" default:"1ns"`
	Rate  Text  `toml:"rate" unit:"rate" range:"1Kbps..1Gbps" default:"1Mbps" for:"a,b" doc:"A rate."`
	Clock Text  `toml:"clock" unit:"clock" range:"1MHz..1GHz" default:"1GHz" for:"b" doc:"PCIe's clock."`
	Bytes Text  `toml:"bytes" unit:"bytes" range:"1..32TiB" default:"1"`
	Count Text  `toml:"count" unit:"count" range:"2..9" default:"2"`
	Any   Text  `toml:"any" unit:"count" default:"5"`
	Part  Text  `toml:"part" unit:"part" default:"0.5"`
	Word  Text  `toml:"word" one:"x,y" default:"y"`
	List  Text  `toml:"list" unit:"list" default:"all"`
	Need  Text  `toml:"need" unit:"count" need:"3"`
	On    *bool `toml:"on" default:"true"`
}

// reading returns a table, and its reader, whose first error is kept.
func reading() (*table, *Table) {
	r := &Reader{Errorf: func(key, format string, args ...any) error { return fmt.Errorf(key+": "+format, args...) }}
	t := new(table)
	return t, r.Table("t", t)
}

// TestBytes holds sizes to exact rationals: a size is taken if and only if it is a whole
// number of bytes in range.
func TestBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	units := map[string]int64{"": 1, "B": 1, "KB": 1e3, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}
	var names []string
	for u := range units {
		names = append(names, u)
	}
	slices.Sort(names)
	taken := 0
	for range 20_000 {
		unit := names[rng.IntN(len(names))]
		number := fmt.Sprint(rng.Uint64N(1 << rng.UintN(40)))
		if rng.IntN(2) == 0 {
			number += fmt.Sprintf(".%0*d", 1+rng.IntN(9), rng.IntN(10))
		}
		exact, ok := new(big.Rat).SetString(number)
		require.True(t, ok)
		exact.Mul(exact, new(big.Rat).SetInt64(units[unit]))
		const most = 1 << 45
		valid := exact.IsInt() && exact.Cmp(new(big.Rat).SetInt64(most)) <= 0
		v, r := reading()
		v.Bytes = Text(number + " " + unit)
		got := r.Bytes(&v.Bytes)
		require.Equal(t, valid, r.Err == nil, "%s %s: %v", number, unit, r.Err)
		if valid {
			taken++
			require.Equal(t, exact.Num().Uint64(), got)
		}
	}
	require.Greater(t, taken, 3000)
	for _, bad := range []Text{"-1", "1e3", "KB", ".", "1.", "1.5", "1..5KB", "0x10", "1 K", "99999999999999999999", "18446744073709551616B", "1_0"} {
		v, r := reading()
		v.Bytes = bad
		r.Bytes(&v.Bytes)
		require.Error(t, r.Err, string(bad))
	}
}

// TestValues: values of all units at their edges, defaults, and messages that say the unit and the range.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		set  func(v *table)
		read func(v *table, r *Table) any
		want any // an error's text, if it begins with t.
	}{
		{nil, func(v *table, r *Table) any { return r.Time(&v.Time) }, event.Time(7)},
		{nil, func(v *table, r *Table) any { return r.Time(&v.Time, 9) }, event.Time(9)},
		{func(v *table) { v.Time = "1.5ns" }, func(v *table, r *Table) any { return r.Time(&v.Time, 9) }, event.Time(1500)},
		{func(v *table) { v.Time = "0" }, func(v *table, r *Table) any { return r.Time(&v.Time) }, event.Time(0)},
		{func(v *table) { v.Time = "1.000000000001s" }, func(v *table, r *Table) any { return r.Time(&v.Time) }, "t.time: 1.000000000001s is out of range 0s to 1s"},
		{func(v *table) { v.Time = "5" }, func(v *table, r *Table) any { return r.Time(&v.Time) }, `t.time: bad time "5": write a number and a unit of s, ms, us, ns or ps, such as 1.5us; it is 0s to 1s`},
		{func(v *table) { v.Above = "0s" }, func(v *table, r *Table) any { return r.Time(&v.Above) }, "t.above: 0s is out of range; use more than 0s and at most 1s"},
		{func(v *table) { v.Above = "1ps" }, func(v *table, r *Table) any { return r.Time(&v.Above) }, event.Time(1)},
		{nil, func(v *table, r *Table) any { return r.Nanoseconds(&v.Span) }, uint32(1)},
		{nil, func(v *table, r *Table) any { return r.Nanoseconds(&v.Span, 3) }, uint32(3)},
		{func(v *table) { v.Span = "1073741824ns" }, func(v *table, r *Table) any { return r.Nanoseconds(&v.Span) }, uint32(1 << 30)},
		{func(v *table) { v.Span = "1073741825ns" }, func(v *table, r *Table) any { return r.Nanoseconds(&v.Span) }, "t.span: 1.073741825s is not a whole number of nanoseconds up to 2^30"},
		{func(v *table) { v.Span = "1.5ns" }, func(v *table, r *Table) any { return r.Nanoseconds(&v.Span) }, "t.span: 1.5ns is not a whole number of nanoseconds up to 2^30"},
		{nil, func(v *table, r *Table) any { return r.Kbps(&v.Rate) }, uint32(1000)},
		{nil, func(v *table, r *Table) any { return r.Kbps(&v.Rate, 4) }, uint32(4)},
		{func(v *table) { v.Rate = "25Mbps" }, func(v *table, r *Table) any { return r.Kbps(&v.Rate) }, uint32(25_000)},
		{func(v *table) { v.Rate = "1500bps" }, func(v *table, r *Table) any { return r.Kbps(&v.Rate) }, "t.rate: 1500 bit/s is not a whole number of kb/s below 2^32"},
		{func(v *table) { v.Rate = "5000000Mbps" }, func(v *table, r *Table) any { return r.Kbps(&v.Rate) }, "t.rate: 5000000000000 bit/s is not a whole number of kb/s below 2^32"},
		{func(v *table) { v.Rate = "fast" }, func(v *table, r *Table) any { return r.Rate(&v.Rate) }, `t.rate: bad rate "fast": write a number and a unit of bps, Kbps, Mbps, Gbps or Tbps, such as 100Gbps; it is 1Kbps to 1Gbps`},
		{func(v *table) { v.Rate = "0" }, func(v *table, r *Table) any { return r.PCIe(&v.Rate) }, uint64(0)},
		{func(v *table) { v.Rate = "999bps" }, func(v *table, r *Table) any { return r.PCIe(&v.Rate) }, "t.rate: 999 bit/s is out of range 1Kbps to 1Gbps; 0 is no limit"},
		{func(v *table) { v.Clock = "1.8GHz" }, func(v *table, r *Table) any { return r.Hertz(&v.Clock) }, uint64(1_800_000_000)},
		{func(v *table) { v.Clock = "32.768 kHz" }, func(v *table, r *Table) any { return r.Hertz(&v.Clock) }, uint64(32_768)},
		{func(v *table) { v.Clock = "1.8" }, func(v *table, r *Table) any { return r.Hertz(&v.Clock) }, `t.clock: bad clock "1.8": write a number and a unit of Hz, kHz, MHz or GHz, such as 1.8GHz; it is 1MHz to 1GHz`},
		{func(v *table) { v.Clock = "GHz" }, func(v *table, r *Table) any { return r.Hertz(&v.Clock) }, "t.clock: "},
		{func(v *table) { v.Bytes = "33TiB" }, func(v *table, r *Table) any { return r.Bytes(&v.Bytes) }, "t.bytes: 33TiB is above 35184372088832 bytes"},
		{func(v *table) { v.Bytes = "much" }, func(v *table, r *Table) any { return r.Bytes(&v.Bytes) }, `t.bytes: bad size "much": `},
		{nil, func(v *table, r *Table) any { return r.Count(&v.Count, 7) }, uint64(7)},
		{func(v *table) { v.Count = "1" }, func(v *table, r *Table) any { return r.Count(&v.Count) }, `t.count: "1" is not a whole number of 2..9`},
		{func(v *table) { v.Count = "10" }, func(v *table, r *Table) any { return r.Count(&v.Count) }, `t.count: "10" is not a whole number of 2..9`},
		{func(v *table) { v.Count = "0x3" }, func(v *table, r *Table) any { return r.Count(&v.Count) }, `t.count: "0x3" is not a whole number of 2..9`},
		{func(v *table) { v.Any = "18446744073709551615" }, func(v *table, r *Table) any { return r.Count(&v.Any) }, uint64(math.MaxUint64)},
		{nil, func(v *table, r *Table) any { return r.Count(&v.Need) }, "t.need: is missing; give it, as in need = 3"},
		{nil, func(v *table, r *Table) any { return r.Millionths(&v.Part) }, uint32(500_000)},
		{nil, func(v *table, r *Table) any { return r.Millionths(&v.Part, 1) }, uint32(1)},
		{func(v *table) { v.Part = "0.3" }, func(v *table, r *Table) any { return r.Millionths(&v.Part) }, uint32(300_000)},
		{func(v *table) { v.Part = "30%" }, func(v *table, r *Table) any { return r.Millionths(&v.Part) }, uint32(300_000)},
		{func(v *table) { v.Part = "100 %" }, func(v *table, r *Table) any { return r.Millionths(&v.Part) }, uint32(1_000_000)},
		{func(v *table) { v.Part = "0.0000005" }, func(v *table, r *Table) any { return r.Millionths(&v.Part) }, uint32(1)},
		{func(v *table) { v.Part = "1.000001" }, func(v *table, r *Table) any { return r.Millionths(&v.Part) }, `t.part: "1.000001" is not a part of 1, such as 0.3 or 30%`},
		{func(v *table) { v.Part = "100.0001%" }, func(v *table, r *Table) any { return r.Millionths(&v.Part) }, "t.part: "},
		{func(v *table) { v.Part = "nan" }, func(v *table, r *Table) any { return r.Millionths(&v.Part) }, "t.part: "},
		{nil, func(v *table, r *Table) any { return r.One(&v.Word) }, "y"},
		{func(v *table) { v.Word = "z" }, func(v *table, r *Table) any { return r.One(&v.Word) }, `t.word: unknown word "z"; one of x, y`},
		{nil, func(v *table, r *Table) any { return r.Numbers(&v.List, "host", 2) }, []uint32{0, 1}},
		{func(v *table) { v.List = "3, 0 - 2,3" }, func(v *table, r *Table) any { return r.Numbers(&v.List, "host", 4) }, []uint32{3, 0, 1, 2, 3}},
		{func(v *table) { v.List = "1,,2" }, func(v *table, r *Table) any { return r.Numbers(&v.List, "host", 4) }, `t.list: "1,,2" is no list of numbers`},
		{func(v *table) { v.List = Text(strings.Repeat("0-1000000,", 5) + "1") }, func(v *table, r *Table) any { return r.Numbers(&v.List, "host", 1<<30) }, "t.list: more than 4194304 numbers"},
		{nil, func(v *table, r *Table) any { return r.True(&v.On) }, true},
		{func(v *table) { v.On = new(bool) }, func(v *table, r *Table) any { return r.True(&v.On) }, false},
	} {
		v, r := reading()
		if c.set != nil {
			c.set(v)
		}
		got := c.read(v, r)
		if text, is := c.want.(string); is && strings.HasPrefix(text, "t.") {
			require.ErrorContains(t, r.Err, text)
			first := r.Err
			r.Fail("k", "another")
			require.Equal(t, first, r.Err, "the first error stays")
			continue
		}
		require.NoError(t, r.Err)
		require.Equal(t, c.want, got, "%+v", *v)
	}
}

// TestKinds: a key is refused where its table is of a kind that it does not go with.
func TestKinds(t *testing.T) {
	for kind, want := range map[string]string{"a": `t.clock: goes with kind = "b" only`, "b": "", "c": `t.rate: goes with kind = "a" or "b" only`} {
		v, r := reading()
		v.Rate, v.Clock = "1", "1Hz"
		if r.Kind("kind", kind); want == "" {
			require.NoError(t, r.Err)
		} else {
			require.EqualError(t, r.Err, want)
		}
	}
}

// TestFieldsAgree: a key that is read as of another unit than its field states, or the range of which is of another, is a
// mistake of the program.
func TestFieldsAgree(t *testing.T) {
	v, r := reading()
	require.PanicsWithValue(t, `t.count has the unit "count" at its field, and is read as "time"`, func() { r.Time(&v.Count) })
	var wrong struct {
		Time Text `toml:"time" unit:"time" range:"1..2" default:"1s"`
	}
	require.PanicsWithValue(t, "the range of time, 1..2, is not of its unit", func() { r.Table("w", &wrong).Time(&wrong.Time) })
}
