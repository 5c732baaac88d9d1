package rperf

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"smartnic-cc/internal/base/num/quantile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/credit"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/systems/rperf/rttmeter"
)

// Sample is a measurement.
type Sample struct {
	// Posted is when the measurement began, Delivered how much later its last byte reached the remote NIC.
	Posted, Delivered event.Time
	// Reading is the tool's result, a whole number of the counter's ticks.
	Reading event.Time
	// Truth is how long packet and acknowledgement, or the packets of a ping-pong, were in the network, without their
	// serialisation.
	Truth event.Time
}

// Result is the result of a run.
type Result struct {
	Samples []Sample
	// Bytes is the payload received from each source since Warm, Rates the same in bit/s.
	Bytes, Rates []uint64
	// Histogram has the readings in ticks, those below 0 as 0.
	Histogram rttmeter.Histogram
	// Until is when the run ended.
	Until event.Time
	credit.Counts
}

// run is a run in progress.
type run struct {
	setup    *Setup
	net      *credit.Network
	hosts    []host
	random   random.Source
	rttMeter rttmeter.State
	params   rttmeter.Params
	result   Result
	// Of the current measurement.
	posted, delivered, truth event.Time
	since                    event.Time // from when the sources' bytes count
	failed                   error
}

// patience is how long a measurement may take, with the pause after it.
const patience = 3 * event.Second

// Run makes the measurements of a setup. The same setup gives the same result on every machine.
func Run(s *Setup) (*Result, error) {
	return RunWhile(s, func(event.Time, int) bool { return true })
}

// RunWhile is Run that continues while more, called every 10 us of model time with the time and the number of
// samples, returns true. A run ended early has the samples until then.
func RunWhile(s *Setup, more func(now event.Time, samples int) bool) (*Result, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	r := &run{setup: s, random: random.New(s.Seed, "rperf", 0), params: rttmeter.Params{Longest: rttmeter.MaxTicks}, since: s.Warm}
	rttmeter.Init(&r.params, &r.rttMeter)
	r.hosts = make([]host, len(s.Fabric.Hosts))
	at := make([]credit.Host, len(r.hosts))
	for i := range r.hosts {
		r.hosts[i] = host{run: r, number: uint32(i), source: source{index: -1}}
		at[i] = &r.hosts[i]
	}
	var err error
	if r.net, err = credit.New(&s.Fabric, at); err != nil {
		return nil, err
	}
	for _, number := range []uint32{s.From, s.To} {
		if err := r.addNIC(&r.hosts[number]); err != nil {
			return nil, err
		}
	}
	for i, k := range s.Sources {
		h := &r.hosts[k.From]
		h.source.index = i
		r.net.At(event.Time(r.random.Below64(uint64(event.Microsecond))), k.From, stepProduce, 0)
	}
	r.net.At(s.Warm, s.From, stepMeasure, 0)
	const slice = 10 * event.Microsecond
	end := cmp.Or(s.End, math.MaxInt64)
	for until := s.Warm % slice; len(r.result.Samples) < s.Samples && r.failed == nil; until += slice {
		r.net.Run(min(until, end))
		if until >= end || !more(until, len(r.result.Samples)) {
			break
		}
		if until-max(r.posted, s.Warm) > patience {
			return nil, fmt.Errorf("rperf: measurement %d of %d has not ended after %v; is its VL starved, or Host longer?", len(r.result.Samples)+1, s.Samples, patience)
		}
	}
	r.result.Until, r.result.Counts = r.net.Now(), r.net.Counts()
	for _, k := range s.Sources {
		bytes := r.hosts[k.From].source.bytes
		r.result.Bytes = append(r.result.Bytes, bytes)
		r.result.Rates = append(r.result.Rates, perSecond(8*bytes, r.result.Until-r.since))
	}
	return &r.result, r.failed
}

// addNIC gives a measuring host its NIC: one thread, which polls one queue.
func (r *run) addNIC(h *host) error {
	c := r.setup.Host
	c.Seed, c.Number = r.setup.Seed, uint64(h.number)
	var err error
	h.nic, err = hostpath.New(&c, &hostpath.Queues{
		Threads: 1,
		CQs:     []hostpath.CQ{{Poll: r.setup.Poll, Period: r.setup.Period}},
		QPs: []hostpath.QP{
			qpWire: {SRQ: hostpath.None, Threads: 1},
			qpLoop: {SRQ: hostpath.None, Threads: 1, Loopback: true, Message: r.setup.LoopMessage},
		},
	}, h)
	return err
}

// peer returns the other measuring host.
func (r *run) peer(number uint32) uint32 {
	if number == r.setup.From {
		return r.setup.To
	}
	return r.setup.From
}

// send gives the network a packet; after Check it only refuses when undelivered packets of a source pile up.
func (r *run) send(p credit.Packet) {
	if err := r.net.Send(p); err != nil && r.failed == nil {
		r.failed = err
	}
}

// came counts a received message of a source.
func (r *run) came(p *credit.Packet) {
	if r.net.Now() >= r.since {
		r.hosts[p.From].source.bytes += uint64(p.Bytes - Header)
	}
}

// ticks reads the counter.
func (r *run) ticks(now event.Time) uint64 {
	hi, lo := bits.Mul64(uint64(now), r.setup.TSC)
	t, _ := bits.Div64(hi, lo, uint64(event.Second))
	return t
}

// length returns how long ticks take, rounded to the nearest picosecond.
func (r *run) length(ticks int64) event.Time {
	sign := event.Time(1)
	if ticks < 0 {
		sign, ticks = -1, -ticks
	}
	hi, lo := bits.Mul64(uint64(ticks), uint64(event.Second))
	lo, carry := bits.Add64(lo, r.setup.TSC/2, 0)
	t, _ := bits.Div64(hi+carry, lo, r.setup.TSC)
	return sign * event.Time(t)
}

// measure begins a measurement.
func (r *run) measure(now event.Time) {
	s := r.setup
	nic := r.hosts[s.From].nic
	r.posted, r.delivered, r.truth = now, 0, 0
	r.step(rttmeter.EventPost, now)
	message := hostpath.WQE{Bytes: uint64(s.Payload), Write: s.Tool == PostPoll}
	nic.Post(now, 0, qpWire, message)
	if s.Tool == RPerf {
		nic.Post(now, 0, qpLoop, message)
	}
}

// polled is the software of both hosts.
func (r *run) polled(h *host, now event.Time, c *hostpath.Completion) {
	s := r.setup
	switch {
	case h.number == s.To:
		if c.Kind == hostpath.Received {
			h.nic.Occupy(now, 0, s.Remote)
			if s.Tool == PingPong {
				h.nic.Post(now, 0, qpWire, hostpath.WQE{Bytes: c.Bytes})
			}
		}
	case s.Tool == RPerf && c.QP == qpLoop && c.Kind == hostpath.Sent:
		r.step(rttmeter.EventLoopback, now)
	case s.Tool == RPerf && c.Kind == hostpath.Sent:
		r.step(rttmeter.EventWire, now)
	case s.Tool == PingPong && c.Kind == hostpath.Received, s.Tool == PostPoll && c.Kind == hostpath.Sent:
		r.record(int64(r.ticks(now) - r.ticks(r.posted)))
	}
}

// step feeds the meter an event, and records a measurement that it completes.
func (r *run) step(kind rttmeter.EventKind, now event.Time) {
	e := rttmeter.Event{Ticks: r.ticks(now), Kind: kind}
	if out := rttmeter.Step(&r.params, &r.rttMeter, &e); out.Done {
		r.record(int64(out.RTT))
	}
}

// record keeps a measurement, and schedules the next.
func (r *run) record(ticks int64) {
	if len(r.result.Samples) == r.setup.Samples {
		return
	}
	r.result.Samples = append(r.result.Samples, Sample{r.posted, r.delivered, r.length(ticks), r.truth})
	rttmeter.Add(&r.result.Histogram, uint32(max(min(ticks, rttmeter.MaxTicks), 0)))
	pause := event.Time(r.random.Below64(uint64(r.setup.Pause) + 1))
	r.net.At(r.net.Now()+pause, r.setup.From, stepMeasure, 0)
}

// perSecond returns a count as a rate per second.
func perSecond(count uint64, took event.Time) uint64 {
	if took <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(count, uint64(event.Second))
	q, _ := bits.Div64(hi, lo, uint64(took))
	return q
}

// Summary is the median, the 99.9th percentile and the mean of times.
type Summary struct{ Median, Tail, Mean event.Time }

// Summarize returns the summary of times. A percentile is the smallest time with that share at or below it. No times
// give zeros.
func Summarize(times []event.Time) Summary {
	if len(times) == 0 {
		return Summary{}
	}
	sorted := slices.Sorted(slices.Values(times))
	n := len(sorted)
	sum := collect.Sum(sorted, func(t event.Time) event.Time { return t })
	return Summary{sorted[quantile.Percent(50, n)], sorted[quantile.Rank(999, 1000, n)], sum / event.Time(n)}
}

// Reading returns the percentiles of the readings, Truth those of the truth, Error those of their
// differences.
func (r *Result) Reading() Summary {
	return r.summarize(func(s Sample) event.Time { return s.Reading })
}

// Truth returns the percentiles of the truth.
func (r *Result) Truth() Summary {
	return r.summarize(func(s Sample) event.Time { return s.Truth })
}

// Error returns the percentiles of how much a reading is above the truth.
func (r *Result) Error() Summary {
	return r.summarize(func(s Sample) event.Time { return s.Reading - s.Truth })
}

func (r *Result) summarize(of func(Sample) event.Time) Summary {
	times := collect.Of(r.Samples, of)
	return Summarize(times)
}

// Total returns the sum of the sources' rates in bit/s.
func (r *Result) Total() uint64 {
	return collect.Sum(r.Rates, func(k uint64) uint64 { return k })
}
