package qpcache

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// lru is the oracle: a slice, the most recently used first.
type lru struct {
	size    int
	held    []uint32
	fetched map[uint32]bool
	hits    uint64
	misses  uint64
}

func (l *lru) touch(conn uint32) bool {
	at := slices.Index(l.held, conn)
	switch {
	case l.fetched[conn]:
		delete(l.fetched, conn)
	case at >= 0:
		l.hits++
	default:
		l.misses++
		l.fetched[conn] = true
	}
	hit := !l.fetched[conn]
	if at >= 0 {
		l.held = slices.Delete(l.held, at, at+1)
	}
	l.held = slices.Insert(l.held, 0, conn)
	l.held = l.held[:min(len(l.held), l.size)]
	return hit
}

// order returns what the cache holds, the most recently used first, and checks the links.
func (c *Cache) order(t testing.TB) []uint32 {
	var list []uint32
	newer := uint32(none)
	for i := c.first; i != none; i = c.slots[i].older {
		require.True(t, c.slots[i].held)
		require.Equal(t, newer, c.slots[i].newer)
		list = append(list, i)
		newer = i
	}
	require.Equal(t, newer, c.last)
	require.Len(t, list, int(c.used))
	return list
}

// follow touches connections and compares with the oracle after each.
func follow(t testing.TB, size, conns uint32, touches []uint32) {
	c := New(size, conns)
	l := &lru{size: int(size), fetched: map[uint32]bool{}}
	for i, conn := range touches {
		require.Equal(t, l.touch(conn), c.Touch(conn), "touch %d, of %d", i, conn)
		require.Equal(t, l.held, c.order(t))
	}
	require.Equal(t, l.hits, c.hits)
	require.Equal(t, l.misses, c.misses)
}

// TestContextsAgainstOracle on random touches, sizes from one to more than there are
// connections.
func TestContextsAgainstOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		conns := 1 + rng.Uint32N(12)
		touches := make([]uint32, 200)
		for i := range touches {
			touches[i] = min(rng.Uint32N(conns), rng.Uint32N(conns))
		}
		follow(t, 1+rng.Uint32N(14), conns, touches)
	}
}

func FuzzContexts(f *testing.F) {
	f.Add(uint8(1), []byte{0, 1, 0, 1, 0})
	f.Add(uint8(2), []byte{0, 0, 1, 1, 2, 2, 0, 1, 1, 0})
	f.Add(uint8(200), []byte{9, 8, 7, 9, 9, 8})
	f.Fuzz(func(t *testing.T, size uint8, data []byte) {
		touches := make([]uint32, min(len(data), 500))
		for i := range touches {
			touches[i] = uint32(data[i])
		}
		follow(t, max(uint32(size), 1), 256, touches)
	})
}

// TestContextsGoOn: with one place, two connections that evict each other both get on: a
// fetch is good for one packet though the place is lost.
func TestContextsGoOn(t *testing.T) {
	c := New(1, 2)
	for range 10 {
		require.False(t, c.Touch(0))
		require.False(t, c.Touch(1))
		require.True(t, c.Touch(0))
		require.True(t, c.Touch(1))
	}
	require.EqualValues(t, 20, c.misses)
	require.Zero(t, c.hits)
}

func TestContextsAllocateNothing(t *testing.T) {
	c := New(100, 1000)
	i := uint32(0)
	require.Zero(t, testing.AllocsPerRun(10_000, func() {
		i = (i*5 + 1) % 1000
		c.Touch(i)
		c.Touch(i)
	}))
}

// BenchmarkContexts: half of the touches miss.
func BenchmarkContexts(b *testing.B) {
	c := New(1024, 4096)
	i := uint32(0)
	b.ReportAllocs()
	for range b.N {
		i = (i*5 + 1) % 4096
		c.Touch(i)
		c.Touch(i)
	}
}

// TestUse: a use whose fetch is waited for gives no second one.
func TestUse(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	c := New(5, 12)
	var held []uint32 // the most recently used first
	hits := uint64(0)
	for range 20_000 {
		conn := r.Uint32N(12)
		at := slices.Index(held, conn)
		if at >= 0 {
			held = slices.Delete(held, at, at+1)
		}
		require.Equal(t, at >= 0, c.Use(conn))
		if at >= 0 {
			hits++
		}
		held = slices.Insert(held, 0, conn)
		held = held[:min(len(held), 5)]
		require.Equal(t, held, append([]uint32{}, c.order(t)...))
	}
	got, misses := c.Counts()
	require.Equal(t, hits, got)
	require.Positive(t, misses)
}
