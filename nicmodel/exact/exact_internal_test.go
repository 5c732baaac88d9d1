package exact

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNanoseconds: a number of 64 fractional bits, cut, times 10^9, cut. The double of 10^-7 is below it, so 1250 bytes
// at 100 Gb/s take 99 ns there.
func TestNanoseconds(t *testing.T) {
	for _, c := range []struct {
		bytes uint32
		rate  uint64
		ns    uint64
	}{{1048, 100e9, 83}, {1056, 100e9, 84}, {1090, 100e9, 87}, {1048, 400e9, 20}, {60, 100e9, 4}, {88, 400e9, 1}, {1250, 100e9, 99}, {1048, 1e9, 8383}, {1000, 1e6, 8_000_000}} {
		require.Equal(t, c.ns, serial(c.bytes, c.rate), "%d bytes at %d bit/s", c.bytes, c.rate)
	}
	require.Equal(t, uint64(2_000_000_000), nanoseconds(2))
	require.Equal(t, uint64(2_000_000_899), nanoseconds(2.0000009), "the double is below")
}

// TestClock: events run by time and then by number, whether they are near or far, and whether they are scheduled with a
// new number or with one that was given before.
func TestClock(t *testing.T) {
	type key struct{ at, number uint64 }
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := &clock{end: span}
		var want, got, given []key
		schedule := func(n int) {
			for range n {
				delay := []uint64{0, 1, 83, 1083, span/2 - 1, span / 2, span, 300_000, 5 * span}[r.IntN(9)] + uint64(r.IntN(3))
				if r.IntN(3) == 0 {
					c.given++
					given = append(given, key{c.now + delay, c.given})
					continue
				}
				c.after(delay, c.take(wake))
				want = append(want, key{c.now + delay, c.given})
			}
		}
		c.now = seed * 1_000_003
		c.end = c.now/(span/2)*(span/2) + span
		schedule(50)
		for {
			due := c.advance()
			if due == nil {
				break
			}
			for due.head != nil {
				it := due.pop()
				c.number = it.number
				got = append(got, key{c.now, it.number})
				c.drop(it)
				if len(want) < 3000 {
					schedule(r.IntN(4))
				}
				for i := 0; i < len(given); i++ {
					k := given[i]
					if late := k.at < c.now || k.at == c.now && k.number <= c.number; late || r.IntN(4) == 0 {
						given = slices.Delete(given, i, i+1)
						i--
						if !late {
							it := c.take(wake)
							it.number = k.number
							c.insert(k.at, it)
							want = append(want, k)
						}
					}
				}
			}
		}
		slices.SortFunc(want, func(a, b key) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.number, b.number)) })
		require.Greater(t, len(want), 1000)
		require.Equal(t, want, got)
	}
}

// TestHash compares with MurmurHash3_x86_32 of its author's code: of 12 bytes with a seed.
func TestHash(t *testing.T) {
	word := func(s string) uint32 { return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24 }
	for _, c := range []struct {
		text       string
		seed, hash uint32
	}{{"abcdefghijkl", 0, 0xa36f3d27}, {"abcdefghijkl", 375, 0x8b831733}, {"0123456789ab", 320, 0x985c022b}} {
		require.Equal(t, c.hash, hash([3]uint32{word(c.text), word(c.text[4:]), word(c.text[8:])}, c.seed))
	}
}
