package hpccfiles

import (
	"math/big"
	"slices"

	"smartnic-cc/nicmodel/event"
)

// Times of the simulator's monitor of queues, ns.
const (
	depthStep = 100
	depthDump = 100_000_000
)

// depths count how often the queues of each port of the switches held how many KB, at times 100 ns apart; each 100 ms
// they are printed. A sample sees the queues before what changes at its time. It is a fabric.Depth, and an exact.Sampler.
type depths struct {
	begin uint64 // of the first sample, ns
	count uint64 // of samples
	ports [][]depth
}

// depth is the queues of a port.
type depth struct {
	bytes int64
	next  uint64   // number of the next sample
	times []uint32 // by KB
	dumps [][]uint32
}

func newDepths(o *Outputs) *depths {
	d := &depths{begin: o.c.count("QLEN_MON_START")}
	// The last sample is the first one that is not before the end.
	if end := o.c.count("QLEN_MON_END"); end > d.begin {
		d.count = (end - d.begin + depthStep - 1) / depthStep
	}
	d.count++
	stop := new(big.Rat).Mul(o.c.real("SIMULATOR_STOP_TIME"), big.NewRat(1e9, 1))
	if ns := new(big.Int).Div(stop.Num(), stop.Denom()); ns.IsUint64() {
		d.count = min(d.count, (max(ns.Uint64(), d.begin)-d.begin+depthStep-1)/depthStep)
	}
	for _, ports := range o.ports {
		d.ports = append(d.ports, make([]depth, len(ports)))
	}
	return d
}

// Samples implements exact.Sampler.
func (d *depths) Samples() (first, n uint64) { return d.begin, d.count }

// Every implements exact.Sampler.
func (d *depths) Every() uint64 { return depthStep }

// Change implements fabric.Depth.
func (d *depths) Change(now event.Time, node, port uint32, bytes int32) {
	p := &d.ports[node][port]
	if ns := uint64(now / event.Nanosecond); ns >= d.begin {
		d.advance(p, (ns-d.begin)/depthStep+1)
	}
	p.bytes += int64(bytes)
}

// advance takes the samples before a number.
func (d *depths) advance(p *depth, to uint64) {
	for to = min(to, d.count); p.next < to; {
		last := to - 1
		at := d.begin + p.next*depthStep
		if d.begin%depthStep == 0 { // else no sample is at a time that is printed
			last = min(last, ((at+depthDump-1)/depthDump*depthDump-d.begin)/depthStep)
		}
		kb := int(p.bytes / 1000)
		p.times = append(p.times, make([]uint32, max(kb+1-len(p.times), 0))...)
		p.times[kb] += uint32(last + 1 - p.next)
		if p.next = last + 1; (d.begin+last*depthStep)%depthDump == 0 {
			p.dumps = append(p.dumps, slices.Clone(p.times))
		}
	}
}

// write prints the counts: the time, then a line a port with its switch, interface and counts.
func (d *depths) write(o *Outputs) error {
	f := o.files["QLEN_MON_FILE"]
	for node := range d.ports {
		for i := range d.ports[node] {
			d.advance(&d.ports[node][i], d.count)
		}
	}
	at := (d.begin + depthDump - 1) / depthDump * depthDump
	for n := 0; d.begin%depthStep == 0 && at < d.begin+d.count*depthStep; n++ {
		o.line = append(o.line[:0], "time: "...)
		if err := o.row(f, at); err != nil {
			return err
		}
		at += depthDump
		for node, ports := range d.ports[o.net.Topology.Hosts:] {
			for i := range ports {
				values := []uint64{uint64(o.net.Topology.IDOf(o.net.Topology.Hosts + uint32(node))), uint64(i + 1)}
				for _, times := range ports[i].dumps[n] {
					values = append(values, uint64(times))
				}
				o.line = o.line[:0]
				if err := o.row(f, values...); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
