package experiment

import (
	"fmt"
	"strconv"

	"smartnic-cc/internal/base/num/quantile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/lab/scenario"
	"smartnic-cc/nicmodel/workload"
)

// fill makes the groups of a result.
func (t *tally) fill(r *Result, s *scenario.Scenario) {
	all := samples{}
	for i := range t.groups {
		g := &t.groups[i]
		all.messages += g.messages
		all.fct, all.mct, all.slow = append(all.fct, g.fct...), append(all.mct, g.mct...), append(all.slow, g.slow...)
		all.sizes = append(all.sizes, g.sizes...)
		all.bytes += g.bytes
		all.last = max(all.last, g.last)
		all.bins.sum(&g.bins)
		out := g.group(t.p)
		if i < len(s.Workload) && len(s.Workload) == len(t.groups) {
			w := &s.Workload[i]
			out.Kind = string(w.Kind)
			if out.Kind == "alltoall" {
				out.Iterations = t.iterations(w, g)
			}
		}
		r.Groups = append(r.Groups, out)
	}
	sizes := sizesOf(all.sizes, all.fct) // before the times are sorted
	if t.p.Detail {
		t.slow = bySize(all.sizes, all.slow)
	}
	r.All = all.group(t.p)
	r.All.Sizes = sizes
	r.All.Quantiles = quantiles(all.fct)
	if t.learn != nil {
		r.Rewards = t.learn.rewards
	}
}

func (s *samples) group(p *Point) WorkloadResult {
	g := WorkloadResult{Messages: s.messages, Completed: len(s.fct), Bytes: s.bytes, Last: int64(s.last)}
	g.FCT, g.MCT, g.Slowdown = valuesOf(s.fct), valuesOf(s.mct), valuesOf(s.slow)
	if p.Bin > 0 {
		bins := s.bins
		g.Bins = &bins
	}
	return g
}

// sum adds the other's bins.
func (b *Bins) sum(o *Bins) {
	for len(b.Bytes) < len(o.Bytes) {
		b.Bytes, b.Done, b.MCT = append(b.Bytes, 0), append(b.Done, 0), append(b.MCT, 0)
	}
	for i := range o.Bytes {
		b.Bytes[i] += o.Bytes[i]
		b.Done[i] += o.Done[i]
		b.MCT[i] += o.MCT[i]
	}
}

// quantiles of sorted values at 0, 1, ... 100 %.
func quantiles(sorted []uint64) []uint64 {
	if len(sorted) == 0 {
		return nil
	}
	q := make([]uint64, 101)
	for i := range q {
		q[i] = sorted[quantile.Percent(i, len(sorted))]
	}
	return q
}

// iterations returns the latencies of an MPI_Alltoall, the mean over the ranks of each
// measured iteration.
func (t *tally) iterations(w *scenario.Workload, g *samples) []int64 {
	a, err := allToAll(t.c, w)
	if err != nil {
		return nil
	}
	return collect.Of(a.Latencies(g.firstConn, g.done), func(l workload.Latency) int64 { return int64(l.Mean) })
}

// allToAll returns the MPI_Alltoall of a table of a scenario in which all hosts take part.
func allToAll(c *nicmodel.Config, w *scenario.Workload) (*workload.AllToAll, error) {
	if w.Kind != "alltoall" || w.Hosts != "" {
		return nil, fmt.Errorf("workload %q is no MPI_Alltoall of all hosts", w.Kind)
	}
	a := &workload.AllToAll{}
	for host := range c.Topology.Hosts {
		a.Hosts = append(a.Hosts, host)
	}
	// The scenario was parsed before, so given values are valid.
	for _, v := range []struct {
		text scenario.Text
		def  uint32
		to   *uint32
	}{{w.Ranks, 1, &a.RanksPerHost}, {w.Iterations, 1, &a.Iterations}, {w.WarmUp, 0, &a.WarmUp}} {
		*v.to = v.def
		if n, err := strconv.ParseUint(string(v.text), 10, 32); err == nil {
			*v.to = uint32(n)
		}
	}
	if w.Compute != "" {
		d, err := event.ParseTime(string(w.Compute))
		if err != nil {
			return nil, err
		}
		a.Compute = d
	}
	return a, nil
}
