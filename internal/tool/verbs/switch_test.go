package verbs

import (
	"bytes"
	"cmp"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/lab/scenario"
)

// markers returns the RED of n ports of a scenario, the first one's port at 0.
func markers(t *testing.T, n int) []*fabric.RED {
	t.Helper()
	s, err := scenario.Parse([]byte(small), "small.toml")
	require.NoError(t, err)
	c, err := s.Config()
	require.NoError(t, err)
	var list []*fabric.RED
	for i := range n {
		list = append(list, c.Fabric.RED(c.Topology.Hosts, i, 100_000_000))
	}
	return list
}

// small is a scenario of two clients.
const small = `
[run]
seed = 1
end = "3s"

[topology]
kind = "star"
hosts = 3
rate = "100Mbps"

[switch]
buffer = "300KB"

[[switch.marking]]
kmin = "20KB"
kmax = "100KB"
pmax = 0.3

[[nic]]
algorithm = "dcqcn"
cnp_interval = "2ms"
payload = 1024

[[workload]]
kind = "incast"
receiver = 2
flows = 2
bytes = "200MB"
stagger = "20ms"
`

// made returns a frame between machines, ECN-capable if that is asked for, whose last bytes are its number.
func made(from, to, length, number int, ecn bool) []byte {
	b := make([]byte, length)
	dst, src := addressOf(to), addressOf(from)
	copy(b, dst[:])
	copy(b[6:], src[:])
	b[12], b[14] = 8, 0x45
	if ecn {
		b[15] = 2
	}
	b[length-2], b[length-1] = byte(number>>8), byte(number)
	return b
}

// arrival is a frame on its way to a switch.
type arrival struct {
	from  int
	at    int64
	bytes []byte
}

// random makes arrivals at three machines, in order of time: more than a port of 100 Mb/s carries in the first half,
// less in the second, some of them to a group, to nobody, or too short.
func random(r *rand.Rand) []arrival {
	var list []arrival
	now := int64(0)
	for i := range 4000 {
		now += r.Int64N(60_000)
		if i > 2000 {
			now += r.Int64N(300_000)
		}
		from := r.IntN(2)
		b := made(from, 2, 60+r.IntN(1500), i, r.IntN(4) > 0)
		switch r.IntN(40) {
		case 0:
			copy(b, "\xff\xff\xff\xff\xff\xff")
		case 1:
			b[5] = 77
		case 2:
			b = b[:13]
		}
		list = append(list, arrival{from, now, b})
	}
	return list
}

// left is a frame that left a switch.
type left struct {
	to int
	frame
}

// through sends arrivals through a new switch that is looked at as often as the caller likes.
func through(t *testing.T, list []arrival, look func() int64) (*Switch, []left) {
	var out []left
	s := newSwitch(100_000_000, 300_000, markers(t, 3), 1_000_000)
	s.leave = func(to int, f frame) { out = append(out, left{to, f}) }
	now := int64(0)
	for _, a := range list {
		for now += look(); now < a.at; now += look() {
			s.advance(now)
		}
		now = a.at
		s.arrive(a.from, a.at, bytes.Clone(a.bytes))
	}
	require.EqualValues(t, never, s.advance(1<<60))
	return s, out
}

// TestPortIsExact: each frame leaves when the rate has sent it, to the nanosecond; what finds the buffer full is
// dropped; what leaves more than kmin behind is marked as the model's coin says; and frames leave in order of time.
func TestPortIsExact(t *testing.T) {
	list := random(rand.New(rand.NewPCG(3, 7)))
	s, out := through(t, list, func() int64 { return never / 2 })

	// The same in rational numbers: first the links, then port by port. 100 Mb/s is 80 ns a byte.
	for from := range 2 {
		free := new(big.Rat)
		for i, a := range list {
			if a.from != from {
				continue
			}
			if at := new(big.Rat).SetInt64(a.at); free.Cmp(at) < 0 {
				free.Set(at)
			}
			free.Add(free, big.NewRat(int64(len(a.bytes))*80, 1))
			list[i].at = new(big.Int).Quo(free.Num(), free.Denom()).Int64()
		}
	}
	slices.SortStableFunc(list, func(a, b arrival) int { return cmp.Or(cmp.Compare(a.at, b.at), a.from-b.from) })
	type waiting struct {
		bytes []byte
		start *big.Rat // of sending
	}
	var want []left
	unknown, drops, marks := uint64(0), uint64(0), uint64(0)
	for to, coin := range markers(t, 3) {
		var queue []waiting
		free, held := new(big.Rat), 0
		begin := func(now int64) { // frames whose turn has come
			for len(queue) > 0 && queue[0].start.Cmp(new(big.Rat).SetInt64(now)) <= 0 {
				w := queue[0]
				queue = queue[1:]
				held -= len(w.bytes)
				if roce.SupportsECN(w.bytes) && coin.Mark(uint32(held)) {
					roce.SetCE(w.bytes)
					marks++
				}
				end := new(big.Rat).Add(w.start, big.NewRat(int64(len(w.bytes))*80, 1))
				at := new(big.Int).Quo(end.Num(), end.Denom())
				want = append(want, left{to, frame{at.Int64(), w.bytes}})
			}
		}
		for _, a := range list {
			switch dst := addressOf(to); {
			case len(a.bytes) < 14 || a.bytes[5] == 77:
				if to == 0 {
					unknown++
				}
				continue
			case a.bytes[0]&1 == 1 && a.from == to || a.bytes[0]&1 == 0 && !bytes.Equal(a.bytes[:6], dst[:]):
				continue
			}
			begin(a.at)
			at := new(big.Rat).SetInt64(a.at)
			if free.Cmp(at) > 0 && held+len(a.bytes) > 300_000 {
				drops++
				continue
			}
			if free.Cmp(at) < 0 {
				free.Set(at)
			}
			queue = append(queue, waiting{bytes.Clone(a.bytes), new(big.Rat).Set(free)})
			free.Add(free, big.NewRat(int64(len(a.bytes))*80, 1))
			held += len(a.bytes)
		}
		begin(1 << 60)
	}
	slices.SortStableFunc(want, func(a, b left) int { return int(a.at - b.at) })
	require.Equal(t, want, out)
	require.Equal(t, unknown, s.unknown)
	var gotDrops, gotMarks uint64
	for _, p := range s.ports {
		gotDrops, gotMarks = gotDrops+p.drops, gotMarks+p.marks
		require.LessOrEqual(t, p.peak, 300_000)
	}
	require.Equal(t, []uint64{drops, marks}, []uint64{gotDrops, gotMarks})
	require.Positive(t, drops)
	require.Positive(t, marks)
	require.Less(t, marks, s.ports[2].frames)
}

// TestLateIsTheSame: a switch that is looked at seldom, or all the time, sends the same frames at the same times with
// the same marks, and its queues have the same lengths.
func TestLateIsTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 9))
	list := random(r)
	s, want := through(t, list, func() int64 { return never / 2 })
	for _, longest := range []int64{500, 40_000, 3_000_000} {
		other, got := through(t, list, func() int64 { return 1 + r.Int64N(longest) })
		require.Equal(t, want, got)
		for i := range s.ports {
			require.Equal(t, s.ports[i].length.list, other.ports[i].length.list)
		}
	}
	n := slices.Max(s.ports[2].length.list)
	require.Greater(t, n, int32(100_000))
	require.LessOrEqual(t, n, int32(s.ports[2].peak))
}

// TestRateCarriesRests: a rate of which no frame takes whole nanoseconds is exact over a busy period.
func TestRateCarriesRests(t *testing.T) {
	var last int64
	s := newSwitch(7_000_003, 1<<30, markers(t, 3), 0)
	s.leave = func(_ int, f frame) { last = f.at }
	const frames, length = 10_000, 77
	for i := range frames {
		s.arrive(i%2, 5, made(i%2, 2, length, i, false)) // two links fill the port
	}
	s.advance(1 << 60)
	first := 5 + length*8*1_000_000_000/7_000_003 // comes whole
	require.EqualValues(t, first+frames*length*8*1_000_000_000/7_000_003, last)
}

// TestFlood: what is for a group leaves at every other port, each in its own memory, to be marked alone.
func TestFlood(t *testing.T) {
	seen := map[string]int{}
	s := newSwitch(1_000_000_000, 1<<20, markers(t, 3), 0)
	s.leave = func(to int, f frame) {
		f.bytes[20]++
		seen[fmt.Sprint(to, f.bytes[20])]++
	}
	for _, group := range []string{"\xff\xff\xff\xff\xff\xff", "\x33\x33\x00\x00\x00\x01"} {
		b := made(1, 0, 64, 0, true)
		copy(b, group)
		s.arrive(1, 0, b)
	}
	s.advance(1 << 40)
	require.Equal(t, map[string]int{"0 1": 2, "2 1": 2}, seen)
	require.Zero(t, s.unknown)
}
