package p4_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/check/p4check"
	"smartnic-cc/codegen/ir"
)

// TestPacketBytes pins the layout that docs/ports.md states, byte for byte.
func TestPacketBytes(t *testing.T) {
	c := corner(t)
	p := p4.NewPackets(c.Transducer("corner"))
	b, err := p.Event(0x1234, 0xA1B2C3D4, []uint64{0x11223344, 5, ^uint64(1), 7})
	require.NoError(t, err)
	bare := func(s string) string { return strings.ReplaceAll(s, " ", "") }
	require.Equal(t, bare("020000000002 020000000001 88b5 01 01 1234 a1b2c3d4 11223344 00000005 fe 07"), hex.EncodeToString(b))
	require.Equal(t, bare("020000000002 020000000001 88b5 01 02 0001 00000009"), hex.EncodeToString(p.Init(1, 9)))
	require.Equal(t, bare("020000000002 020000000001 88b5 01 04 0001 00000009"), hex.EncodeToString(p.Read(1, 9)))
	b, err = p.Load(1, 9, []uint64{1, ^uint64(0), 3, 1 << 40, 1})
	require.NoError(t, err)
	require.Equal(t, bare("020000000002 020000000001 88b5 01 03 0001 00000009 00000001 ffffffff 00000003 0000010000000000 01"), hex.EncodeToString(b))
	b, err = p.Params(9, []uint64{3, 1})
	require.NoError(t, err)
	require.Equal(t, bare("020000000002 020000000001 88b5 01 05 0000 00000009 00000003 01"), hex.EncodeToString(b))

	reply, err := hex.DecodeString(bare("020000000001 020000000002 88b5 01 81 1234 a1b2c3d4 ffffffffffffffff 02 01 00000001 80000000 00000003 0000010000000000 01"))
	require.NoError(t, err)
	request, err := p.Event(0x1234, 0xA1B2C3D4, []uint64{0, 0, 0, 0})
	require.NoError(t, err)
	output, state, err := p.Reply(request, append(reply, 0, 0))
	require.NoError(t, err)
	require.Equal(t, []uint64{^uint64(0), 2, 1}, output)
	require.Equal(t, []uint64{1, 0xFFFFFFFF80000000, 3, 1 << 40, 1}, state)

	_, _, err = p.Reply(request, nil)
	require.EqualError(t, err, "the packet was dropped")
	_, _, err = p.Reply(request, reply[:10])
	require.EqualError(t, err, "a reply of 10 bytes is shorter than its header")
	_, _, err = p.Reply(request, reply[:30])
	require.EqualError(t, err, "the reply ends before field Bits")
	_, _, err = p.Reply(request, append(reply, 1))
	require.EqualError(t, err, "1 bytes behind the reply")
	_, _, err = p.Reply(p.Init(1, 1), reply)
	require.ErrorContains(t, err, "the reply begins with ")
	_, err = p.Event(0, 0, nil)
	require.EqualError(t, err, "0 values; want 4")
}

// TestOddPackets: anything but a request is dropped and changes nothing; a request in a frame that was filled up to
// 60 bytes is answered.
func TestOddPackets(t *testing.T) {
	c := corner(t)
	prog, err := p4check.Parse(string(generate(t, c, p4.Options{Algorithm: "corner", Connections: 2})))
	require.NoError(t, err)
	w := prog.NewSwitch()
	p := p4.NewPackets(c.Transducer("corner"))
	event, err := p.Event(1, 0, []uint64{9, 2, 3, 1})
	require.NoError(t, err)
	change := func(at int, v byte) []byte {
		b := append([]byte(nil), event...)
		b[at] = v
		return b
	}
	beyond, err := p.Event(2, 0, []uint64{9, 2, 3, 1})
	require.NoError(t, err)
	for name, packet := range map[string][]byte{
		"empty": nil, "short": event[:20], "a byte short": event[:len(event)-1], "another type": change(12, 8),
		"another version": change(14, 2), "no operation": change(15, 0), "operation 6": change(15, 6), "a reply": change(15, 0x81),
		"connection out of range": beyond, "a load cut short": change(15, 3), "parameters cut short": change(15, 5)[:25],
	} {
		out, _, err := w.Process(0, packet)
		require.NoError(t, err, name)
		require.Nil(t, out, name)
	}
	for _, name := range []string{"state_Slot_0", "state_Wide", "state_Seen", "params_Shift"} {
		for _, v := range w.Register(name) {
			require.Zero(t, v, name)
		}
	}
	out, port, err := w.Process(5, append(event, make([]byte, 60-len(event))...))
	require.NoError(t, err)
	require.EqualValues(t, 1, port)
	_, state, err := p.Reply(event, out)
	require.NoError(t, err)
	require.EqualValues(t, 1, state[4])
	require.Equal(t, []uint64{0, 1}, w.Register("state_Seen"), "the other connection is left alone")
}

// FuzzPacket: a generated program has a defined answer to any packet, in any state and with
// any parameters: it answers or drops, and never does what the language leaves open.
func FuzzPacket(f *testing.F) {
	fw := firmware(f)
	var programs []*p4check.Program
	for _, name := range []string{"dcqcn", "dolcerc4", "dolcercplus4"} {
		prog, err := p4check.Parse(string(generate(f, fw, p4.Options{Algorithm: name, Connections: 4})))
		require.NoError(f, err)
		programs = append(programs, prog)
	}
	p := p4.NewPackets(fw.Transducer("dcqcn"))
	event, err := p.Event(1, 7, []uint64{1000, 2000, 3, 4, 5, 5})
	require.NoError(f, err)
	f.Add(event, uint64(0))
	f.Add(event, ^uint64(0))
	f.Add(p.Init(3, 1), uint64(1)<<31)
	f.Add(p.Read(4, 1), uint64(5))
	f.Add(event[:17], uint64(1))
	f.Add([]byte(nil), uint64(0))
	f.Fuzz(func(t *testing.T, packet []byte, fill uint64) {
		for i, prog := range programs {
			w := prog.NewSwitch()
			tr := fw.Transducer([]string{"dcqcn", "dolcerc4", "dolcercplus4"}[i])
			p := p4.NewPackets(tr)
			params, state := filled(tr.Params, fill), filled(tr.State, fill>>7)
			set, err := p.Params(1, params)
			require.NoError(t, err)
			load, err := p.Load(1, 2, state)
			require.NoError(t, err)
			for _, b := range [][]byte{set, load, packet, packet} {
				if _, _, err := w.Process(0, b); err != nil {
					t.Fatal(tr.Name, err)
				}
			}
		}
	})
}

// filled makes values whose bits come from a pattern.
func filled(t *ir.Type, fill uint64) []uint64 {
	var out []uint64
	for i, l := range ir.Layout(t) {
		out = append(out, l.Kind.Norm(fill>>(i%64)|fill<<(64-i%64)))
	}
	return out
}
