package trace

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

func TestCSV(t *testing.T) {
	tr, err := readText("\xEF\xBB\xBF# a comment\r\n\r\n" +
		"event, conn ,time_us,note,bytes,packets,marked,count\r\n" +
		"data,a,1.5,x,8192,2,1,\r\n" +
		"cnp,\"b, \"\"c\"\"\",2,y,,,,\r\n" +
		"  # another\r\n" +
		"tx,a,2.0009,z,100,,,\r\n" +
		"timer_alpha,a,55,,,,,\n" +
		"nak,a,56,,,,,\n" +
		"cnp,a,57,,,,3,2") // no newline at the end
	require.NoError(t, err)
	require.Equal(t, []Event{
		{Time: 1_500, Conn: 0, Kind: KindData, Bytes: 8192, Packets: 2, Marked: 1},
		{Time: 2_000, Conn: 1, Kind: KindCNP, Count: 1},
		{Time: 2_000, Conn: 0, Kind: KindData, Bytes: 100},
		{Time: 55_000, Conn: 0, Kind: KindAlphaTimer},
		{Time: 56_000, Conn: 0, Kind: KindNak},
		{Time: 57_000, Conn: 0, Kind: KindCNP, Count: 2, Marked: 3},
	}, tr.Events)
	require.Equal(t, []Conn{
		{Name: "a", Pairing: PairNamed, DataPackets: 2, DataBytes: 8292, Marked: 1, CNPs: 2, Counting: 2, Acks: 1},
		{Name: `b, "c"`, Pairing: PairNamed, CNPs: 1},
	}, tr.Conns)
	require.Len(t, tr.Warnings, 1)
	require.Equal(t, `line 3: ignored columns: "note"`, tr.Warnings[0].String())
	require.Equal(t, FormatCSV, tr.Stats.Format)
	require.Equal(t, uint64(6), tr.Stats.Packets)
	require.Equal(t, uint64(1), tr.Stats.Timers)
	require.Equal(t, int64(57_000), tr.Stats.Duration)
}

func TestJSONLines(t *testing.T) {
	tr, err := readText(`{"time_ns":10,"conn":"a","event":"data","bytes":100,"packets":1,"extra":[1,{"x":2}]}
{"time_ns":20,"conn":7,"event":"cnp","marked":null}

{"event":"ack","time_ns":30,"conn":"a"}`)
	require.NoError(t, err)
	require.Equal(t, []Event{
		{Time: 10, Conn: 0, Kind: KindData, Bytes: 100, Packets: 1},
		{Time: 20, Conn: 1, Kind: KindCNP, Count: 1},
		{Time: 30, Conn: 0, Kind: KindAck},
	}, tr.Events)
	require.Equal(t, "7", tr.Conns[1].Name)
	require.Len(t, tr.Warnings, 1)
	require.Equal(t, `line 1: ignored columns: "extra"`, tr.Warnings[0].String())
}

func TestEpochTimes(t *testing.T) {
	tr, err := readText("epoch_s,conn,event\n1700000000.123456789,a,cnp\n1700000000.123457,a,cnp\n")
	require.NoError(t, err)
	require.Equal(t, int64(211), tr.Events[1].Time)
	require.Equal(t, int64(0), tr.Events[0].Time)
	require.Equal(t, int64(1_700_000_000_123_456_789), tr.Stats.Start)
	require.Empty(t, tr.Warnings)

	tr, err = readText("time_s,conn,event\n1700000000,a,cnp\n")
	require.NoError(t, err)
	require.Equal(t, int64(1_700_000_000_000_000_000), tr.Events[0].Time, "as written")
	require.Contains(t, tr.Warnings[0].String(), "name the column epoch_ns")
}

func TestTextErrors(t *testing.T) {
	head := "time_ns,conn,event,bytes,packets,marked,count\n"
	for _, c := range []struct{ in, want string }{
		{head + "1,a,cnp,,,\n", "in:2: 6 fields; the header row has 7"},
		{head + "1,a,cnp,,,,,,\n", "in:2: 9 fields; the header row has 7"},
		{head + "1,a,cnp,,,,1\n-2,a,cnp,,,,1\n", `in:3: time "-2": expected a decimal number`},
		{head + "1e3,a,cnp,,,,1\n", `time "1e3": expected a decimal number from 0 on, without exponent`},
		{head + ".5,a,cnp,,,,1\n", `time ".5"`},
		{head + ",a,cnp,,,,1\n", `time ""`},
		{head + "99999999999999999999,a,cnp,,,,1\n", "below 292 years"},
		{head + "1,,cnp,,,,1\n", `conn ""; expected a name`},
		{head + "1,\u009b31m,cnp,,,,1\n", `conn "\u009b31m"; expected a name of 1 to 256 bytes of printable UTF-8`},
		{head + "1,a\u202eb,cnp,,,,1\n", `conn "a\u202eb"; expected a name`},
		{head + "1,\xff,cnp,,,,1\n", `expected a name of 1 to 256 bytes of printable UTF-8`},
		{head + "1," + strings.Repeat("x", 257) + ",cnp,,,,1\n", "expected a name of 1 to 256"},
		{head + "1,a,cpn,,,,1\n", `in:2: event "cpn"; expected cnp, data, ack, nak`},
		{head + "1,a,data,-5,,,\n", `bytes "-5"; expected an integer from 0 to 4294967295`},
		{head + "1,a,data,4294967296,,,\n", "expected an integer from 0 to 4294967295"},
		{head + "1,a,data,,1,,\n", "a data event without bytes"},
		{head + "1,a,data,100,1,2,\n", "2 of 1 packets marked"},
		{head + "1,a,cnp,,,,0\n", "a cnp event with count 0"},
		{head + "1,\"a,cnp,,,,1\n", "in:2: a quote within a field, or a quoted field that does not end on its line"},
		{head + strings.Repeat("x", 70_000), "in:2: is longer than 65536 bytes"},
		{"time_ns,time_us,conn,event\n", `in:1: column "time_us" comes twice, or the time in two units`},
		{"time_ns,event\n", "no column conn"},
		{"time_ns,conn\n", "no column event"},
		{"time_min,conn,event\n", "no time column; expected time_ns"},
		{"time_ns;conn;event\n", "no time column; expected time_ns, time_us, time_ms, time_s or epoch_* of the same units, between commas"},
		{`{"time_ns":1,"conn":"a","event":"cnp"` + "\n", "in:1: no JSON object"},
		{`{"conn":"a","event":"cnp"}` + "\n", "in:1: no time; expected time_ns"},
		{`{"time_ns":1,"time_us":1,"conn":"a","event":"cnp"}` + "\n", "the time in two units"},
		{`{"time_ns":1,"conn":"a","event":"cnp"}` + "\n" + `{"time_us":1,"conn":"a","event":"cnp"}` + "\n", "in:2: time under time_us; the rows before have time_ns"},
		{`{"time_ns":"1","conn":"a","event":"cnp"}` + "\n", "time_ns: expected a number"},
		{`{"time_ns":1e3,"conn":"a","event":"cnp"}` + "\n", "without exponent"},
		{`{"time_ns":1,"conn":["a"],"event":"cnp"}` + "\n", "conn: expected a string"},
		{`{"time_ns":1,"conn":"a","event":"cnp"} x` + "\n", "no JSON object"},
		{`{"time_ns":1,"conn":"a","event":"data","bytes":1.5}` + "\n", `bytes "1.5"; expected an integer`},
	} {
		_, err := readText(c.in)
		oneLine(t, err, c.want)
	}
	// A last row that is cut is dropped; the rows before it hold.
	for _, in := range []string{head + "1,a,cnp,,,,1\n2,a,cn", `{"time_ns":1,"conn":"a","event":"cnp"}` + "\n" + `{"time_ns":2,"conn":"a","ev`} {
		tr, err := readText(in)
		require.NoError(t, err)
		require.Len(t, tr.Events, 1)
		require.True(t, tr.Stats.Truncated)
		require.Contains(t, tr.Warnings[0].String(), "is cut within this row")
	}
	// So is a compressed text that is cut.
	z := gz(t, []byte(head+strings.Repeat("1,a,cnp,,,,1\n", 1000)))
	tr, err := readBytes(z[:len(z)-9], Options{})
	require.NoError(t, err)
	require.True(t, tr.Stats.Truncated)
	require.NotEmpty(t, tr.Events)

	// Out of order beyond the window, with the line.
	rows := head + strings.Repeat("10,a,cnp,,,,\n", reorderWindow) + "3,a,cnp,,,,\n"
	_, err = readText(rows)
	oneLine(t, err, "in:4098: is 7 ns earlier", "sort the rows by time")
	_, err = readBytes([]byte(head+"1,a,data,5,,,\n"), Options{})
	require.ErrorIs(t, err, ErrNoCNP)
}

// Decimals of every unit against exact fractions.
func TestParseTimeAgainstBig(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		digits := func(n int) string {
			b := make([]byte, n)
			for i := range b {
				b[i] = byte('0' + r.IntN(10))
			}
			return string(b)
		}
		decimals := r.IntN(4) * 3
		s := digits(1 + r.IntN(12))
		if r.IntN(2) == 0 {
			s += "." + digits(r.IntN(14))
		}
		want, ok := new(big.Rat).SetString(strings.TrimSuffix(s, "."))
		require.True(t, ok)
		want.Mul(want, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)))
		floor := new(big.Int).Div(want.Num(), want.Denom())
		got, err := parseTime(s, decimals)
		if !floor.IsInt64() {
			require.Error(t, err, s)
		} else if err == nil {
			require.Equal(t, floor.Int64(), got, "%s at %d decimals", s, decimals)
		} else {
			require.Greater(t, floor.Int64(), int64(9_223_372_036_854_775_800), "only the last few times may be refused")
		}
	}
}

func TestConnNames(t *testing.T) {
	for name, want := range map[string]Conn{
		"10.0.0.1:0x11->10.0.0.9:0x22":        {Sender: host(1), SenderQPN: 0x11, Receiver: host(9), ReceiverQPN: 0x22},
		"10.0.0.1:?->10.0.0.9:0x22":           {Sender: host(1), Receiver: host(9), ReceiverQPN: 0x22},
		"10.0.0.1:17->10.0.0.9:?":             {Sender: host(1), SenderQPN: 17, Receiver: host(9)},
		"flow 1":                              {},
		"a->b":                                {},
		"10.0.0.1:0x11->b:1":                  {},
		"10.0.0.1:0x1000000->10.0.0.9:1":      {},
		"10.0.0.1:1->[::1]:1":                 {},
		"[fe80::1%eth0]:1->[fe80::2%eth0]:1":  {},
		"10.0.0.1->10.0.0.9":                  {},
		"10.0.0.1:1->10.0.0.9:1->10.0.0.9:1x": {},
	} {
		want.Name, want.Pairing = name, PairNamed
		require.Equal(t, want, parseConn(name))
	}
	// QP 0, where it is known, does not read like an unknown one.
	for known, want := range map[[2]bool]string{{false, true}: "10.0.0.1:?->10.0.0.9:0x0", {true, false}: "10.0.0.1:0x0->10.0.0.9:?"} {
		c := Conn{Sender: host(1), Receiver: host(9)}
		require.Equal(t, want, connName(&c, known[0], known[1]))
		c.Name, c.Pairing = want, PairNamed
		require.Equal(t, c, parseConn(want))
	}
	six := parseConn("[2001:db8::8]:0x187->[2001:db8::100]:?")
	require.Equal(t, six.Name, connName(&six, true, false))
	require.Equal(t, uint32(0x187), six.SenderQPN)
}

func TestWords(t *testing.T) {
	for k := KindCNP; k <= KindCutTimer; k++ {
		got, ok := parseKind(k.String())
		require.True(t, ok)
		require.Equal(t, k, got)
	}
	for _, bad := range []string{"", "CNP", "kind 0"} {
		_, ok := parseKind(bad)
		require.False(t, ok)
	}
	require.Equal(t, "trace.Kind(99)", Kind(99).String())
	for f := FormatPcap; f <= FormatJSONLines; f++ {
		got, ok := ParseFormat(f.String())
		require.True(t, ok)
		require.Equal(t, f, got)
	}
	_, ok := ParseFormat("xml")
	require.False(t, ok)
	require.Equal(t, "trace.Format(9)", Format(9).String())
	var seen []string
	for p := PairNone; p <= PairSole; p++ {
		seen = append(seen, p.String())
	}
	require.Equal(t, []string{"none", "named", "cm", "psn", "port", "sole"}, seen)
}

// write writes events in a format.
func write(t testing.TB, f Format, conns []Conn, events []Event, o WriterOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, f, conns, o)
	require.NoError(t, err)
	for _, e := range events {
		require.NoError(t, w.WriteEvent(e))
	}
	require.NoError(t, w.Flush())
	return b.Bytes()
}

// The sample goes through every format and comes back the same:
//
//	pcapng -> events -> csv, jsonl, pcap, pcapng -> events
func TestRoundTrip(t *testing.T) {
	first, err := ReadAll("../../../../docs/sample/incast.pcapng")
	require.NoError(t, err)
	for f := FormatPcap; f <= FormatJSONLines; f++ {
		o := WriterOptions{SnapLen: 128, Start: first.Stats.Start}
		b := write(t, f, first.Conns, first.Events, o)
		require.Equal(t, b, write(t, f, first.Conns, first.Events, o), "two runs differ")
		again, err := readBytes(b, Options{})
		require.NoError(t, err)
		// The first packet of the sample is not a RoCEv2 packet, and a capture counts from its first.
		shift := int64(0)
		if f == FormatPcap || f == FormatPcapng {
			shift = first.Events[0].Time
		}
		want := append([]Event(nil), first.Events...)
		for i := range want {
			want[i].Time -= shift
		}
		require.Empty(t, cmp.Diff(want, again.Events), f)
		for i, c := range again.Conns {
			c.Pairing = first.Conns[i].Pairing
			require.Equal(t, first.Conns[i], c)
		}
		require.Empty(t, again.Warnings)
		require.Zero(t, again.Stats.BadICRC)
	}
}

// Events of many packets, of connections that have only a name.
func TestWriteAggregates(t *testing.T) {
	conns := []Conn{{Name: "a"}, {Name: "b"}}
	events := []Event{
		{Time: 5, Conn: 0, Kind: KindData, Bytes: 10_001, Packets: 3, Marked: 2},
		{Time: 6, Conn: 1, Kind: KindData, Bytes: 9_000},
		{Time: 7, Conn: 0, Kind: KindCNP, Count: 3, Marked: 200},
		{Time: 8, Conn: 1, Kind: KindAck},
		{Time: 9, Conn: 1, Kind: KindNak},
	}
	tr, err := readBytes(write(t, FormatPcap, conns, events, WriterOptions{}), Options{})
	require.NoError(t, err)
	require.Len(t, tr.Events, 3+3+3+2)
	require.Len(t, tr.Conns, 2)
	require.Equal(t, uint64(10_001), tr.Conns[0].DataBytes)
	require.Equal(t, uint64(2), tr.Conns[0].Marked)
	require.Equal(t, uint64(3), tr.Conns[0].CNPs)
	require.Equal(t, uint64(9_000), tr.Conns[1].DataBytes)
	require.Equal(t, uint64(2), tr.Conns[1].Acks)
	require.Equal(t, uint64(1), tr.Stats.Naks)
	marked := uint32(0)
	for _, e := range tr.Events {
		if e.Kind == KindCNP {
			marked += e.Marked
		}
	}
	require.Equal(t, uint32(200), marked)
}

func TestWriterErrors(t *testing.T) {
	conns := []Conn{{Name: "a"}}
	for f := FormatPcap; f <= FormatJSONLines; f++ {
		w, err := NewWriter(&bytes.Buffer{}, f, conns, WriterOptions{})
		require.NoError(t, err)
		require.ErrorContains(t, w.WriteEvent(Event{Conn: 1, Kind: KindCNP}), "event of connection 1; there are 1")
	}
	w, err := NewWriter(&bytes.Buffer{}, FormatPcapng, conns, WriterOptions{})
	require.NoError(t, err)
	require.ErrorContains(t, w.WriteEvent(Event{Kind: KindAlphaTimer}), "has no packet: write csv or jsonl")
	require.ErrorContains(t, w.WriteEvent(Event{Kind: KindData, Bytes: 70_000, Packets: 1}), "a packet has 44 to 65534")
	require.ErrorContains(t, w.WriteEvent(Event{Kind: KindData, Bytes: 40, Packets: 1}), "a packet has 44 to 65534")
	require.ErrorContains(t, w.WriteEvent(Event{Kind: KindData, Bytes: 4000, Packets: 2, Marked: 3}), "3 of 2 packets marked")
	require.ErrorContains(t, w.WriteEvent(Event{Kind: KindData}), "has no packet")
	require.ErrorContains(t, w.WriteEvent(Event{Time: -1, Kind: KindCNP, Count: 1}), "outside of what a capture holds")
	_, err = NewWriter(&bytes.Buffer{}, 9, conns, WriterOptions{})
	require.ErrorContains(t, err, "known are pcap, pcapng, csv and jsonl")
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	defer full.Close()
	for f := FormatPcap; f <= FormatJSONLines; f++ {
		w, err := NewWriter(full, f, conns, WriterOptions{})
		require.NoError(t, err)
		require.NoError(t, w.WriteEvent(Event{Kind: KindCNP, Count: 1}))
		require.ErrorContains(t, w.Flush(), "no space left")
	}
}
