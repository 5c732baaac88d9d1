package packet

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func all(f func(g Generation, what string, fields []Field)) {
	for g := DNAA; g <= BNA; g++ {
		f(g, "event", Event(g))
		f(g, "response", Response(g))
	}
}

// TestEveryBit: each bit of a packet is in one field, in the order of the table, and a packet of that bit alone has
// that field alone, which puts it back.
func TestEveryBit(t *testing.T) {
	all(func(g Generation, what string, fields []Field) {
		bit := 0
		for _, f := range fields {
			require.Equal(t, bit, f.Off, "%s %s: %s", g, what, f.Name)
			for i := range f.Width {
				var p, q Packet
				p[bit/8] = 1 << (bit % 8)
				for _, other := range fields {
					want := uint64(0)
					if other == f {
						want = 1 << i
					}
					require.Equal(t, want, p.Get(other), "%s %s: bit %d, %s", g, what, bit, other.Name)
				}
				q.Put(f, 1<<i)
				require.Equal(t, p, q, "%s %s: %s", g, what, f.Name)
				bit++
			}
		}
		require.Equal(t, 8*Size, bit)
	})
}

// TestPutReplaces: a field that is put takes the place of what it was, and no bit more.
func TestPutReplaces(t *testing.T) {
	all(func(g Generation, what string, fields []Field) {
		for _, f := range fields {
			var p Packet
			for i := range p {
				p[i] = 0xFF
			}
			p.Put(f, 0)
			for _, other := range fields {
				want := ^uint64(0) >> (64 - other.Width)
				if other == f {
					want = 0
				}
				require.Equal(t, want, p.Get(other), "%s %s: %s after %s", g, what, other.Name, f.Name)
			}
			p.Put(f, ^uint64(0))
			require.Equal(t, ^uint64(0)>>(64-f.Width), p.Get(f))
		}
	})
}

// TestPlaces holds the places of fields that a reader can count in the source's structs by hand.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		fields     []Field
		name       string
		off, width int
	}{
		{Event(DNAA), "ecn_counter", 253, 10},
		{Event(DNAB), "ecn_accumulated", 390, 14},
		{Event(DNAC), "eack", 254, 1},
		{Event(DNAC), "base_delay", 316, 24},
		{Event(BNA), "forward_hops", 136, 4},
		{Event(BNA), "rtt_state", 384, 24},
		{Event(BNA), "gen_bit", 511, 1},
		{Response(DNAA), "nic_window_direction", 173, 1},
		{Response(DNAC), "randomize_path", 24, 1},
		{Response(BNA), "alpha_request", 128, 4},
		{Response(BNA), "event_queue_select", 435, 2},
	} {
		f, ok := Find(c.fields, c.name)
		require.True(t, ok, c.name)
		require.Equal(t, Field{c.name, c.off, c.width}, f)
	}
	_, ok := Find(Response(BNA), "eack")
	require.False(t, ok)
}

// TestParseGeneration: the names, and the error of a wrong one.
func TestParseGeneration(t *testing.T) {
	for g := DNAA; g <= BNA; g++ {
		got, err := ParseGeneration(g.String())
		require.NoError(t, err)
		require.Equal(t, g, got)
	}
	_, err := ParseGeneration("dna_c")
	require.EqualError(t, err, `unknown generation "dna_c" (did you mean dna-c?); there are dna-a, dna-b, dna-c, bna`)
}
