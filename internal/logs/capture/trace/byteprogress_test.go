package trace

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/packet/roce"
)

// Every bucket holds what lies between its bounds, and a merge of two
// histograms is the histogram of both.
func TestHistogram(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		var parts [2]Histogram
		var all Histogram
		var values []int64
		for range 1 + r.IntN(50) {
			v := r.Int64N(1 << (1 + r.IntN(62)))
			switch r.IntN(8) {
			case 0:
				v = 0
			case 1:
				v = gapBounds[r.IntN(len(gapBounds))]
			case 2:
				v = math.MaxInt64
			}
			values = append(values, v)
			parts[r.IntN(2)].add(v, 1)
			all.add(v, 1)
		}
		slices.Sort(values)
		merged := parts[0]
		merged.counts = slices.Clone(merged.counts)
		merged.Merge(&parts[1])
		require.Equal(t, all.Buckets(), merged.Buckets())
		require.Equal(t, values[0], merged.Min)
		require.Equal(t, values[len(values)-1], merged.Max)
		require.EqualValues(t, len(values), merged.Count)
		for _, b := range merged.Buckets() {
			n := uint64(0)
			for _, v := range values {
				if v >= b.From && (v < b.To || b.To == math.MaxInt64) {
					n++
				}
			}
			require.Equal(t, n, b.N, "%d to %d", b.From, b.To)
		}
		for _, q := range []float64{0, 0.5, 0.9, 1} {
			b, ok := merged.Quantile(q)
			require.True(t, ok)
			v := values[int(q*float64(len(values)-1))]
			require.LessOrEqual(t, b.From, v)
			require.True(t, v < b.To || b.To == math.MaxInt64)
		}
	}
	_, ok := new(Histogram).Quantile(0.5)
	require.False(t, ok)
}

// The first bounds are 0, 1, 2, 5 and the last ones fit 63 bits.
func TestGapBounds(t *testing.T) {
	require.Equal(t, []int64{0, 1, 2, 5, 10, 20, 50, 100}, gapBounds[:8])
	require.True(t, slices.IsSorted(gapBounds))
	require.Equal(t, int64(5_000_000_000_000_000_000), gapBounds[len(gapBounds)-1])
}

// A small exchange, measured: who was sent again, when CNPs came, which of
// them were broken.
func TestMeasures(t *testing.T) {
	q := qp{a: host(1), b: host(9), qpnA: 0x11, qpnB: 0x22, port: 0xC001}
	bad := q.cnp(t, 3)
	bad[len(bad)-1] ^= 1
	const top = 1 << 24 // PSNs wrap
	p := []pkt{
		{at: epoch, data: q.data(t, top-2, false)},
		{at: epoch + 100, data: q.data(t, top-1, true)},
		{at: epoch + 200, data: q.data(t, 0, false)},
		{at: epoch + 250, data: q.ack(t, top-1)},
		{at: epoch + 300, data: q.data(t, top-1, false)}, // again
		{at: epoch + 400, data: q.data(t, 0, false)},     // again
		{at: epoch + 500, data: q.data(t, 1, false)},
		{at: epoch + 600, data: q.cnp(t, 2)},
		{at: epoch + 650, data: q.ack(t, 1)},
		{at: epoch + 700, data: bad},
		{at: epoch + 1_900, data: q.cnp(t, 0)},
	}
	r := open(t, pcapBytes(binary.LittleEndian, true, 1, p), Options{Measure: true})
	require.Len(t, r.ConnDetails(), 1)
	m := r.ConnDetails()[0]
	require.Equal(t, []Bucket{{100, 200, 1}, {200, 500, 0}, {500, 1000, 0}, {1000, 2000, 1}}, m.Gaps.Buckets())
	m.Gaps = Histogram{}
	require.Equal(t, ConnDetail{First: 0, Last: 1_900, FirstData: 0, LastData: 500, FirstCNP: 600, LastCNP: 1_900, LastBytes: 1068,
		Resent: 2, Sequenced: 6, BadICRC: 1, Reported: 5}, m)
	require.Nil(t, open(t, pcapBytes(binary.LittleEndian, true, 1, p), Options{}).ConnDetails())
}

// What goes back a little was sent again; what goes back far begins again.
func TestResentOrAnew(t *testing.T) {
	for _, c := range []struct {
		wide bool
		psns []uint32
		want uint64
	}{
		{false, []uint32{5, 6, 7, 6, 7, 8}, 2},
		{false, []uint32{5, 5}, 1},
		{false, []uint32{1<<24 - 1, 0, 1<<24 - 1}, 1},
		{false, []uint32{70_000, 70_000 - 65_535, 70_001}, 1},
		{false, []uint32{70_000, 70_000 - 65_536, 70_000 - 65_535}, 0},
		{false, []uint32{0, 1 << 23, 1<<23 + 1}, 0},
		{true, []uint32{1 << 24, 1<<24 - 1000, 1<<24 + 1000}, 1},
		{true, []uint32{1 << 27, 1 << 25, 1<<25 + 1000}, 0},
		{true, []uint32{1<<32 - 1000, 0, 1<<32 - 1000, 0, 1000}, 2},
	} {
		m := newByteProgress()
		for i, psn := range c.psns {
			m.learn(&record{time: int64(i), kind: KindData, class: roce.ClassSendData, psn: psn, wide: c.wide})
		}
		require.Equal(t, c.want, m.data[0].resent, "%v", c.psns)
	}
}

// A queue pair that sends in both directions is two connections, and CNPs of
// one half flow belong to the data of the other.
func TestMeasuresOfBothDirections(t *testing.T) {
	q := qp{a: host(1), b: host(9), qpnA: 0x11, qpnB: 0x22}
	r := open(t, pcapBytes(binary.LittleEndian, true, 1, []pkt{
		{at: epoch, data: q.data(t, 5, false)},
		{at: epoch + 10, data: q.reverse().data(t, 5_000, false)},
		{at: epoch + 20, data: q.ack(t, 5)},
		{at: epoch + 21, data: q.reverse().ack(t, 5_000)},
		{at: epoch + 22, data: q.ack(t, 5)},
		{at: epoch + 23, data: q.reverse().ack(t, 5_000)},
		{at: epoch + 30, data: q.cnp(t, 0)},
		{at: epoch + 45, data: q.cnp(t, 0)},
		{at: epoch + 60, data: q.reverse().cnp(t, 0)},
	}), Options{Measure: true})
	require.Equal(t, []string{"10.0.0.1:0x11->10.0.0.9:0x22", "10.0.0.9:0x22->10.0.0.1:0x11"}, names(r.Conns()))
	m := r.ConnDetails()
	require.Equal(t, []int64{0, 45, 30, 45}, []int64{m[0].First, m[0].Last, m[0].FirstCNP, m[0].LastCNP})
	require.Equal(t, []int64{10, 60, 60, 60}, []int64{m[1].First, m[1].Last, m[1].FirstCNP, m[1].LastCNP})
	require.Equal(t, []Bucket{{10, 20, 1}}, m[0].Gaps.Buckets())
	require.Empty(t, m[1].Gaps.Buckets())
}
