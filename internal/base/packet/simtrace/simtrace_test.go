package simtrace

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
)

// oracle is a program of the simulators' kind: a C structure, written as the
// compiler lays it out, behind a preamble of unpadded fields. It reads one
// record a line and writes the file.
const oracle = `
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct record {
	uint64_t time;
	uint16_t node;
	uint8_t intf, qidx;
	uint32_t qlen;
	uint32_t sip, dip;
	uint16_t size;
	uint8_t l3Prot;
	uint8_t event;
	uint8_t ecn;
	uint8_t nodeType;
	union {
		struct { uint16_t sport, dport; uint32_t seq; uint64_t ts; uint16_t pg; uint16_t payload; } data;
		struct { uint16_t fid; uint8_t qIndex; uint8_t ecnBits; uint32_t seq; } cnp;
		struct { uint16_t sport, dport; uint16_t flags; uint16_t pg; uint32_t seq; uint64_t ts; } ack;
		struct { uint32_t time; uint32_t qlen; uint8_t qIndex; } pfc;
		struct { uint16_t sport, dport; } qp;
	};
};

int main(void) {
	unsigned long long a[21];
	uint32_t n = 2, window = 4242;
	uint16_t node; uint8_t intf; uint64_t rate;
	fwrite(&n, 4, 1, stdout);
	for (uint32_t i = 0; i < n; i++) {
		node = 300 + i; intf = 7 + i; rate = 100000000000ull + i;
		fwrite(&node, 2, 1, stdout); fwrite(&intf, 1, 1, stdout); fwrite(&rate, 8, 1, stdout);
	}
	fwrite(&window, 4, 1, stdout);
	for (;;) {
		for (int i = 0; i < 21; i++)
			if (scanf("%llu", &a[i]) != 1) return i != 0;
		struct record r;
		memset(&r, 0xA5, sizeof r); /* padding is whatever was in memory */
		r.time = a[0]; r.node = a[1]; r.intf = a[2]; r.qidx = a[3]; r.qlen = a[4]; r.sip = a[5]; r.dip = a[6];
		r.size = a[7]; r.l3Prot = a[8]; r.event = a[9]; r.ecn = a[10]; r.nodeType = a[11];
		switch (r.l3Prot) {
		case 0x11: case 0x06:
			r.data.sport = a[12]; r.data.dport = a[13]; r.data.seq = a[14]; r.data.ts = a[15]; r.data.pg = a[16]; r.data.payload = a[17];
			break;
		case 0xFC: case 0xFD:
			r.ack.sport = a[12]; r.ack.dport = a[13]; r.ack.seq = a[14]; r.ack.ts = a[15]; r.ack.pg = a[16]; r.ack.flags = a[18];
			break;
		case 0xFF:
			r.cnp.fid = a[12]; r.cnp.seq = a[14]; r.cnp.qIndex = a[16]; r.cnp.ecnBits = a[19];
			break;
		case 0xFE:
			r.pfc.qIndex = a[16]; r.pfc.time = a[20]; r.pfc.qlen = a[4];
			break;
		default:
			r.qp.sport = a[12]; r.qp.dport = a[13];
		}
		fwrite(&r, sizeof r, 1, stdout);
	}
}
`

// random makes a record with every field that its protocol has.
func random(r *rand.Rand) Record {
	protos := []Proto{ProtoState, ProtoTCP, ProtoData, ProtoAck, ProtoNack, ProtoPFC, ProtoCNP}
	x := Record{Time: r.Uint64() >> 1, Node: uint16(r.Uint32()), Intf: uint8(r.Uint32()), Queue: uint8(r.Uint32()), QueueLen: r.Uint32(),
		Src: r.Uint32() | 1, Dst: r.Uint32(), Size: uint16(r.Uint32()), Proto: protos[r.IntN(len(protos))], Event: Event(r.IntN(4)),
		ECN: uint8(r.IntN(4)), NodeType: uint8(r.IntN(2))}
	switch x.Proto {
	case ProtoData, ProtoTCP:
		x.Sport, x.Dport, x.Seq, x.Stamp = uint16(r.Uint32()), uint16(r.Uint32()), r.Uint32(), r.Uint64()
		x.Priority, x.Payload = uint16(r.Uint32()), uint16(r.Uint32())
	case ProtoAck, ProtoNack:
		x.Sport, x.Dport, x.Seq, x.Stamp = uint16(r.Uint32()), uint16(r.Uint32()), r.Uint32(), r.Uint64()
		x.Priority, x.Flags = uint16(r.Uint32()), uint16(r.Uint32())
	case ProtoCNP:
		x.Sport, x.Seq, x.Priority, x.ECNBits = uint16(r.Uint32()), r.Uint32(), uint16(r.Uint32N(256)), uint8(r.Uint32())
	case ProtoPFC:
		x.Priority, x.PauseTime, x.PauseQueue = uint16(r.Uint32N(256)), r.Uint32(), x.QueueLen
	case ProtoState:
		x.Sport, x.Dport = uint16(r.Uint32()), uint16(r.Uint32())
	}
	return x
}

// What a C compiler makes of the structure is what Decode reads, padding and all.
func TestAgainstC(t *testing.T) {
	tier.Require(t, "gcc")
	dir := t.TempDir()
	source, program := filepath.Join(dir, "oracle.c"), filepath.Join(dir, "oracle")
	require.NoError(t, os.WriteFile(source, []byte(oracle), 0o666))
	out, err := exec.Command("gcc", "-std=c11", "-Wall", "-o", program, source).CombinedOutput()
	require.NoError(t, err, string(out))
	r := rand.New(rand.NewPCG(5, 6))
	var want []Record
	var in bytes.Buffer
	for range 500 {
		x := random(r)
		want = append(want, x)
		for _, v := range []uint64{x.Time, uint64(x.Node), uint64(x.Intf), uint64(x.Queue), uint64(x.QueueLen), uint64(x.Src), uint64(x.Dst),
			uint64(x.Size), uint64(x.Proto), uint64(x.Event), uint64(x.ECN), uint64(x.NodeType), uint64(x.Sport), uint64(x.Dport),
			uint64(x.Seq), x.Stamp, uint64(x.Priority), uint64(x.Payload), uint64(x.Flags), uint64(x.ECNBits), uint64(x.PauseTime)} {
			in.WriteString(" ")
			in.WriteString(decimal(v))
		}
		in.WriteString("\n")
	}
	c := exec.Command(program)
	c.Stdin = &in
	file, err := c.Output()
	require.NoError(t, err)
	n := binary.LittleEndian.Uint32(file)
	require.EqualValues(t, 2, n)
	var l Link
	l.Decode(file[4+LinkLen:])
	require.Equal(t, Link{301, 8, 100_000_000_001}, l)
	require.Equal(t, AppendPreamble(nil, []Link{{300, 7, 100_000_000_000}, l}, 4242), file[:PreambleLen(n)])
	body := file[PreambleLen(n):]
	require.Len(t, body, len(want)*RecordLen)
	for i := range want {
		var got Record
		got.Decode(body[i*RecordLen:])
		require.Equal(t, want[i], got)
	}
}

func decimal(v uint64) string {
	var b [20]byte
	i := len(b)
	for {
		i--
		b[i] = byte('0' + v%10)
		if v /= 10; v == 0 {
			return string(b[i:])
		}
	}
}

// Decode and Append are inverse.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 2000 {
		x := random(r)
		b := x.Append([]byte("before"))
		require.Len(t, b, len("before")+RecordLen)
		var y Record
		y.Decode(b[len("before"):])
		require.Equal(t, x, y)
		require.True(t, y.Valid())
	}
}

// file makes a trace with n links and some records.
func file(n, records int) []byte {
	var links []Link
	for i := range n {
		links = append(links, Link{uint16(i / 4), uint8(i % 4), 100_000_000_000})
	}
	b := AppendPreamble(nil, links, 0)
	for i := range records {
		x := Record{Time: uint64(2_000_000_000 + i), Node: 1, Src: 0x0B000001, Dst: 0x0B000101, Size: 1048, Proto: ProtoData, Event: Dequ, Sport: 10000, Dport: 100, Seq: uint32(i) * 1000, Priority: 3}
		b = x.Append(b)
	}
	return b
}

func TestSniff(t *testing.T) {
	bare := file(8, 3)[PreambleLen(8):]
	// A fork puts two addresses into data, which makes records of 64 bytes.
	longer := file(8, 0)
	for i := range 20 {
		r := Record{Time: uint64(2_000_000_000 + i), Node: 1, Src: 0x0B000001, Dst: 0x0B000101, Size: 1048, Proto: ProtoData, Event: Dequ, Sport: 10000, Dport: 100, Priority: 3}
		longer = append(r.Append(longer), 1, 1, 0, 11, 232, 3, 0, 0)
	}
	late := Record{Time: 1, Src: 1, Proto: ProtoData}
	for name, c := range map[string]struct {
		head  []byte
		whole bool
		want  Kind
	}{
		"whole":                {file(8, 3), true, WithPreamble},
		"no links":             {file(0, 3), true, WithPreamble},
		"no records":           {file(8, 0), true, WithPreamble},
		"long preamble":        {file(10_000, 3)[:1<<16], false, WithPreamble},
		"cut in a record":      {file(8, 1)[:PreambleLen(8)+80-24], true, WithPreamble},
		"without a preamble":   {bare, true, NoPreamble},
		"bare and cut":         {bare[:RecordLen+7], true, NoPreamble},
		"cut in the preamble":  {file(10_000, 0)[:500], true, NotTrace},
		"no whole record":      {bare[:55], true, NotTrace},
		"out of order":         {late.Append(bare[: 2*RecordLen : 2*RecordLen]), true, NotTrace},
		"longer records":       {longer, true, NotTrace},
		"empty":                {nil, true, NotTrace},
		"zeros":                {make([]byte, 4096), true, NotTrace},
		"ones":                 {bytes.Repeat([]byte{0xFF}, 4096), true, NotTrace},
		"text":                 {[]byte(strings.Repeat("time_ns,conn,event\n", 100)), true, NotTrace},
		"too many links":       {append([]byte{0, 0, 0x11, 0}, make([]byte, 4000)...), true, NotTrace},
		"links without a rate": {append([]byte{2, 0, 0, 0}, make([]byte, 4000)...), true, NotTrace},
	} {
		require.Equal(t, c.want, Sniff(c.head, c.whole), name)
	}
	require.Equal(t, 8, Links(longer), "the links are there, whatever follows")
	for _, b := range [][]byte{nil, bare, longer[:40], make([]byte, 4096), append([]byte{2, 0, 0, 0}, make([]byte, 4000)...)} {
		require.Zero(t, Links(b))
	}
	// Noise is not taken for a trace.
	r := rand.New(rand.NewPCG(1, 1))
	for range 100_000 {
		b := make([]byte, 0, 304)
		for len(b) < 300 {
			b = binary.LittleEndian.AppendUint64(b, r.Uint64())
		}
		require.Equal(t, NotTrace, Sniff(b, true))
	}
}

// Nothing panics, and what is taken for a trace has the length of one.
func FuzzSniff(f *testing.F) {
	f.Add(file(8, 3), true)
	f.Add(file(0, 1), true)
	f.Add(file(3, 2)[PreambleLen(3):], false)
	f.Add(file(100, 0)[:600], false)
	f.Fuzz(func(t *testing.T, b []byte, whole bool) {
		switch Sniff(b, whole) {
		case WithPreamble:
			if n := binary.LittleEndian.Uint32(b); n > MaxLinks || whole && PreambleLen(n) > int64(len(b)) {
				t.Fatalf("a preamble of %d links in %d bytes", n, len(b))
			}
		case NoPreamble:
			if len(b) < RecordLen {
				t.Fatal("records without the bytes of one")
			}
		}
		if len(b) >= RecordLen {
			var r, again Record
			r.Decode(b)
			again.Decode(r.Append(nil))
			if r != again {
				t.Fatalf("%+v became %+v", r, again)
			}
		}
	})
}
