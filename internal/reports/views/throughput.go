package views

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// throughputHeader begins throughput.csv of cctrace sim: the bytes that connections moved in bins
// of time.
const throughputHeader = "begin_ps,end_ps,conn,src,dst,sent_bytes,delivered_bytes"

// latestBin is the latest end of a bin, ps: 26 days.
const latestBin = math.MaxInt64 / 4

// trafficRow is what a connection moved in a bin.
type trafficRow struct {
	begin           int64 // ps
	sent, delivered uint64
	conn            [3]uint32 // its number, sender and receiver
}

// throughput is that of a run: bins in order.
type throughput struct {
	rows []trafficRow
	bin  int64 // the length of all bins but the last, which may be shorter, ps
	end  int64 // of the last, ps
}

// throughputs reads throughput.csv.
func (r *Run) throughputs(in *input, o *Options) (int, error) {
	const begin, end, conn, src, dst, sent, delivered = 0, 1, 2, 3, 4, 5, 6
	q := &throughput{}
	last := int64(0)
	wanted := map[[3]uint32]bool{}
	rows, err := in.integers(7, func(v []uint64) error {
		from, to := int64(v[begin]), int64(v[end])
		switch {
		case from >= to:
			return in.Errorf("a bin from %d to %d ps; it ends after it begins", from, to)
		case from < last:
			return in.Errorf("time falls from %d to %d ps; sort the file by time", last, from)
		case to > latestBin || max(v[conn], v[src], v[dst]) > math.MaxUint32:
			return in.Errorf("end_ps, conn, src or dst is out of range")
		case q.bin == 0:
			q.bin = to - from
		}
		if to-from > q.bin || from%q.bin != 0 {
			return in.Errorf("a bin from %d to %d ps in a file whose first has %d ps; all have the same length and begin at multiples of it", from, to, q.bin)
		}
		last = from
		if from < o.From || from >= o.until() {
			return nil
		}
		m := trafficRow{from, v[sent], v[delivered], [3]uint32{uint32(v[conn]), uint32(v[src]), uint32(v[dst])}}
		if len(o.Conns) > 0 {
			keep, known := wanted[m.conn]
			if !known {
				name := connOf(v[conn], v[src], v[dst])
				keep = o.wants(name)
				wanted[m.conn] = keep
				if !keep {
					r.pass(name)
				}
			}
			if !keep {
				return nil
			}
		}
		q.rows = append(q.rows, m)
		q.end = max(q.end, to)
		return nil
	})
	if err != nil {
		return 0, err
	}
	if len(q.rows) > 0 {
		r.traffic = q
	}
	return rows, nil
}

// steps sums the bins up in steps of the least of 1, 2, 5, 10 and so on bins that makes goodputSteps
// or fewer.
func (q *throughput) steps() (g Goodput, first, step int64) {
	first = q.rows[0].begin
	bins := (q.end-first+q.bin-1)/q.bin + goodputSteps - 2
	step = q.bin * int64(edge(uint64(bins/(goodputSteps-1))))
	first -= first % step
	n := int((q.end-first-1)/step) + 1
	g.Step = float64(step) / 1e6
	g.Rate, g.Sent = make([]float64, n), make([]float64, n)
	for k := range n {
		g.Time = append(g.Time, msOfPS(first+int64(k)*step))
	}
	g.Time = append(g.Time, msOfPS(q.end))
	for i := range q.rows {
		m := &q.rows[i]
		k := (m.begin - first) / step
		g.Sent[k] += float64(m.sent)
		g.Rate[k] += float64(m.delivered)
	}
	for k := range n {
		length := float64(min(step, q.end-first-int64(k)*step)) / 8000 // ps to bytes at 1 Gb/s
		g.Sent[k] /= length
		g.Rate[k] /= length
	}
	return g, first, step
}

// jain is the index over the same steps, of the connections that have a message under way all
// through a step, by what of theirs was delivered in it; nil where no step has one.
func (q *throughput) jain(s *sendIntervals, first, step int64, n int) []float64 {
	sum, squares, count := make([]float64, n), make([]float64, n), make([]float64, n)
	rows := slices.Clone(q.rows)
	slices.SortStableFunc(rows, func(a, b trafficRow) int { return slices.Compare(a.conn[:], b.conn[:]) })
	delivered := make([]float64, n)
	any := false
	keys := slices.SortedFunc(maps.Keys(s.spans), func(a, b [3]uint64) int { return slices.Compare(a[:], b[:]) })
	for _, key := range keys { // in order: sums of floats depend on it
		at, _ := slices.BinarySearchFunc(rows, key, func(m trafficRow, key [3]uint64) int {
			for i := range key {
				if c := cmp.Compare(uint64(m.conn[i]), key[i]); c != 0 {
					return c
				}
			}
			return 0
		})
		clear(delivered)
		for ; at < len(rows) && [3]uint64{uint64(rows[at].conn[0]), uint64(rows[at].conn[1]), uint64(rows[at].conn[2])} == key; at++ {
			delivered[(rows[at].begin-first)/step] += float64(rows[at].delivered)
		}
		for _, t := range s.spans[key] {
			low := max(0, int(math.Ceil((t[0]-msOfPS(first))/msOfPS(step)-1e-9)))
			for k := low; k < n && msOfPS(min(first+int64(k+1)*step, q.end)) <= t[1]; k++ {
				sum[k], squares[k], count[k] = sum[k]+delivered[k], squares[k]+delivered[k]*delivered[k], count[k]+1
				any = any || delivered[k] > 0
			}
		}
	}
	if !any {
		return nil
	}
	return indices(sum, squares, count)
}

// indices are Jain's, of sums, sums of squares and counts; NaN where nothing moved.
func indices(sum, squares, count []float64) []float64 {
	out := make([]float64, len(sum))
	for k := range sum {
		out[k] = math.NaN()
		if squares[k] > 0 {
			out[k] = sum[k] * sum[k] / (count[k] * squares[k])
		}
	}
	return out
}
