package dump_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/rue/dump"
	"smartnic-cc/codegen/backend/rue/packet"
	"smartnic-cc/codegen/interp"
)

// TestRead: a text and a binary file give the same pairs, but for the time, which a text may have.
func TestRead(t *testing.T) {
	var event, response packet.Packet
	for i := range event {
		event[i], response[i] = byte(i), byte(255-i)
	}
	hex := strings.Join([]string{digits(event[:]), digits(response[:])}, "\t")
	pairs, err := dump.Read("d", []byte("# a dump\n\n"+strings.ToUpper(hex)+"\r\n  77 "+hex+" # the second"))
	require.NoError(t, err)
	require.Equal(t, []dump.Pair{{Event: event, Response: response, Line: 3}, {Event: event, Response: response, Line: 4, Time: 77, Timed: true}}, pairs)
	require.Equal(t, "d:4", pairs[1].Place("d"))
	one := bytes.Join([][]byte{event[:], response[:]}, nil)
	pairs, err = dump.Read("d", append(one, one...))
	require.NoError(t, err)
	require.Equal(t, []dump.Pair{{Event: event, Response: response}, {Event: event, Response: response, Offset: 128}}, pairs)
	require.Equal(t, "d: byte 128", pairs[1].Place("d"))
	for want, content := range map[string]string{
		"d: has no events; a pair is an event and its response, 64 bytes each":                             "# nothing\n",
		"d: ends at byte 127, within a pair; an event and its response have 64 bytes each":                 string(one[:127]),
		"d:2: has 1 words; want an event and its response in hex, and the engine's time before them where": hex + "\nabc\n",
		"d:1: the response has 126 digits; want 128, two a byte":                                           hex[:len(hex)-2],
		`d:1: the event has "0g" at byte 1; want hex digits`:                                               "000g" + hex[4:],
		`d:1: "-1" is not a time; want units of 131.072 ns, a whole number`:                                "-1 " + hex,
	} {
		_, err := dump.Read("d", []byte(content))
		require.ErrorContains(t, err, want)
	}
}

func digits(b []byte) string {
	var s strings.Builder
	for _, c := range b {
		s.WriteString(string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15]))
	}
	return s.String()
}

const places = `
[state]
RTT = "rtt_state"
[event]
Now = "now"
Acked = "num_packets_acked"
Count = "retransmit_count"
EACK = "eack"
[output]
Gap = "retransmit_timeout"
Path = "randomize_path"
`

func sum(t *testing.T) *interp.Transducer {
	p, err := codegen.Load([]string{"testdata/sum"})
	require.NoError(t, err)
	s, err := interp.New(p.Program).Transducer("sum")
	require.NoError(t, err)
	return s
}

// TestPlaces: a table that makes no sense is refused with its line.
func TestPlaces(t *testing.T) {
	def := sum(t).Def()
	for want, text := range map[string]string{
		`p:2: the state of sum has no "Rtt" (did you mean RTT?); it has RTT, Kept`:               "[state]\nRtt = \"rtt_state\"\n",
		`p:2: both packets have no field "num_packets_acked" (RTT)`:                              "[state]\nRTT = \"num_packets_acked\"\n",
		`p:2: events have no field "num_packet_acked" (did you mean num_packets_acked?) (Acked)`: "[event]\nAcked = \"num_packet_acked\"\n",
		`p:2: responses have no field "now" (Gap)`:                                               "[output]\nGap = \"now\"\n",
		`p:4: rtt_state is state RTT already; a field has one value`:                             "[state]\nRTT = \"rtt_state\"\n[output]\nGap = \"rtt_state\"\n",
		`p:1:2: unknown key outputs (did you mean output?); here go state, event, output`:        "[outputs]\nGap = \"now\"\n",
		`p: has no key; want a file in TOML, as docs/examples/falcon/packed.toml shows`:          "",
	} {
		_, err := dump.ParsePlaces("p", []byte(text), def)
		require.EqualError(t, err, want)
	}
}

// TestStep: values come from the fields that the table names and go there, the rest is repeated, and a connection keeps
// the state that packets have not.
func TestStep(t *testing.T) {
	s := sum(t)
	p, err := dump.ParsePlaces("p", []byte(places), s.Def())
	require.NoError(t, err)
	for g := packet.DNAA; g <= packet.BNA; g++ {
		e := dump.NewEngine(g, s, []uint64{5}, p)
		kept := map[uint64]uint64{1: 100, 2: 100}
		for i, conn := range []uint64{1, 1, 2, 1} {
			pair := dump.Pair{Time: 1<<16 + 3, Timed: i%2 == 0}
			want := map[string]uint64{}
			for _, f := range packet.Event(g) {
				v := uint64(0xA5A5A5A5) & (1<<min(f.Width, 32) - 1)
				switch f.Name {
				case "connection_id":
					v = conn
				case "event_type":
					v = 2
				case "num_packets_acked":
					v = 7
				case "timestamp_4":
					v = 1<<17 + 9
				}
				pair.Event.Put(f, v)
				want[f.Name] = v
			}
			require.True(t, e.Defined(&pair))
			require.Equal(t, "a retransmission of connection "+string(rune('0'+conn)), e.Title(&pair))
			kept[conn] += 7
			at := uint64(3)
			if !pair.Timed {
				at = 9
			}
			count := want["retransmit_count"]
			want["rtt_state"]++
			want["retransmit_timeout"] = (kept[conn] + at<<16 + count<<8) & (1<<24 - 1)
			want["randomize_path"] = want["eack"]
			want["eack_own"], want["csig_enable"] = 0, 0
			got, err := e.Step(&pair)
			require.NoError(t, err)
			for _, f := range packet.Response(g) {
				if !f.Reserved() {
					require.Equal(t, want[f.Name], got.Get(f), "%s: %s", g, f.Name)
				}
			}
		}
	}
}

// TestDoesNotFit: a value that its type or its field does not hold is an error that names both.
func TestDoesNotFit(t *testing.T) {
	s := sum(t)
	pair := dump.Pair{Time: 1 << 15, Timed: true}
	p, err := dump.ParsePlaces("p", []byte("[event]\nNow = \"now\"\n[output]\nGap = \"retransmit_timeout\"\n"), s.Def())
	require.NoError(t, err)
	_, err = dump.NewEngine(packet.DNAC, s, []uint64{5}, p).Step(&pair)
	require.EqualError(t, err, "output Gap is 2147483748, which is more than the 24 bits of retransmit_timeout hold")
	p, err = dump.ParsePlaces("p", []byte("[event]\nCount = \"timestamp_1\"\n"), s.Def())
	require.NoError(t, err)
	f, _ := packet.Find(packet.Event(packet.DNAC), "timestamp_1")
	pair.Event.Put(f, 256)
	_, err = dump.NewEngine(packet.DNAC, s, []uint64{5}, p).Step(&pair)
	require.EqualError(t, err, "timestamp_1 is 256, which is more than event Count holds, of type uint8")
}

// TestCompare: each bit of a response that differs is named, except reserved ones and those that the engine draws.
func TestCompare(t *testing.T) {
	for g := packet.DNAA; g <= packet.BNA; g++ {
		for _, f := range packet.Response(g) {
			for i := range f.Width {
				var a, b packet.Packet
				b.Put(f, 1<<i)
				list := dump.Compare(g, &a, &b)
				if f.Reserved() {
					require.Empty(t, list)
				} else {
					require.Equal(t, []dump.Difference{{Field: f, Expected: 0, Found: 1 << i, Bit: f.Off + i}}, list)
				}
			}
		}
	}
	label, _ := packet.Find(packet.Response(packet.BNA), "flow_label_2")
	valid, _ := packet.Find(packet.Response(packet.BNA), "flow_label_2_valid")
	var a, b packet.Packet
	a.Put(valid, 1)
	b.Put(valid, 1)
	b.Put(label, 0xFFFFC)
	require.Empty(t, dump.Compare(packet.BNA, &a, &b))
	b.Put(label, 0xFFFFE)
	list := dump.Compare(packet.BNA, &a, &b)
	require.Len(t, list, 1)
	require.Equal(t, "flow_label_2 is 1048574, expected 0: bit 325 (byte 40, bit 5)", list[0].String())
}
