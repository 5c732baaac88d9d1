package experiment

import (
	"errors"
	"fmt"
	"math/bits"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/workload"
)

// ErrStopped is the error of a run that was stopped.
var ErrStopped = errors.New("stopped")

// Run runs a point: the whole contract of a shard. model is the Fingerprint, recorded in the result. A closed stop
// ends the run with ErrStopped.
func Run(p Point, model string, stop <-chan struct{}) (*Result, error) {
	r, err := run(p, stop)
	if err != nil {
		if err == ErrStopped {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	r.Model = model
	return r, nil
}

func run(p Point, stop <-chan struct{}) (*Result, error) {
	s, err := p.Parse()
	if err != nil {
		return nil, err
	}
	c, err := s.Config()
	if err != nil {
		return nil, err
	}
	c.Threads, c.Partitions = 1, 1
	if p.FreshFlows {
		freshFlows(c.Plan)
	}
	var had []uint32
	switch p.Exchange {
	case ExchangeAllAtOnce:
	case ExchangeHostPairs:
		had = share(c.Plan)
	default:
		a, err := allToAll(c, &s.Workload[0])
		if err != nil {
			return nil, err
		}
		if err := exchange(c.Plan, a, p.Exchange); err != nil {
			return nil, err
		}
	}
	c.Record.AllRates = p.Rewards
	if p.Detail && c.Fabric.SampleEvery == 0 {
		c.Fabric.SampleEvery = lookEvery
	}
	net, err := nicmodel.New(c)
	if err != nil {
		return nil, err
	}
	t := newTally(&p, c, net)
	t.had = had
	res, err := net.Run(t, func(event.Time, uint64) error {
		select {
		case <-stop:
			return ErrStopped
		default:
			return nil
		}
	})
	if err != nil {
		return nil, err
	}
	if !res.Conserved() {
		return nil, fmt.Errorf("the model lost count of packets; this is a fault of it")
	}
	if res.Completed != res.Messages && !p.Partial {
		return nil, fmt.Errorf("%d of %d messages are complete at %v; raise run.end", res.Completed, res.Messages, res.Until)
	}
	r := &Result{
		Format: format, Point: p, Digest: fmt.Sprintf("%016x", res.Digest), Events: res.Events, Until: int64(res.Until),
		Marks: res.Marks, CNPs: res.CNPs, Pauses: res.Pauses, Lost: res.Buffered,
	}
	t.fill(r, s)
	if p.Detail {
		r.Detail = t.detail(r, res)
	}
	return r, nil
}

// freshFlows splits a connection into one for each time at which its messages are posted. Plans with dependencies
// have no flows in this sense.
func freshFlows(p *workload.Plan) {
	type flow struct {
		conn  uint32
		start event.Time
	}
	seen := map[flow]uint32{}
	used := make([]bool, len(p.Conns))
	for i := range p.Messages {
		m := &p.Messages[i]
		f := flow{m.Conn, m.Start}
		conn, ok := seen[f]
		switch {
		case ok:
		case !used[m.Conn]:
			used[m.Conn] = true
			conn = m.Conn
		default:
			conn = uint32(len(p.Conns))
			c := p.Conns[m.Conn]
			c.SrcPort += uint16(len(p.Conns)) // another port for ECMP; it need not be unique
			p.Conns = append(p.Conns, c)
		}
		seen[f] = conn
		m.Conn = conn
	}
}

// tally is the sink of a run.
type tally struct {
	p      *Point
	c      *nicmodel.Config
	net    *nicmodel.Model
	groups []samples // by workload.Conn.Group
	learn  *lessons
	looks  looks
	slow   [][]uint64 // slow-downs by size, for the detail
	// had are the messages' connections before share; nil if they do not share.
	had []uint32
}

// samples are the completions of one workload.
type samples struct {
	fct, mct, slow []uint64
	sizes          []uint64
	bytes          uint64
	last           event.Time
	bins           Bins
	done           []workload.Completion // if iterations are requested
	messages       int
	firstConn      uint32
	known          bool
}

func newTally(p *Point, c *nicmodel.Config, net *nicmodel.Model) *tally {
	t := &tally{p: p, c: c, net: net}
	for i := range c.Plan.Conns {
		g := int(c.Plan.Conns[i].Group)
		for len(t.groups) <= g {
			t.groups = append(t.groups, samples{})
		}
		if s := &t.groups[g]; !s.known {
			s.firstConn, s.known = uint32(i), true
		}
	}
	for i := range c.Plan.Messages {
		t.groups[c.Plan.Conns[c.Plan.Messages[i].Conn].Group].messages++
	}
	if p.Rewards {
		t.learn = newLessons(c)
	}
	return t
}

// Flush takes a batch of records.
func (t *tally) Flush(b *nicmodel.Batch) error {
	for i := range b.Completions {
		t.add(&b.Completions[i])
	}
	if t.p.Detail {
		t.looks.add(b.Queues)
	}
	if t.learn != nil {
		for i := range b.Rates {
			t.learn.row(&b.Rates[i])
		}
	}
	return nil
}

func (t *tally) add(d *nicmodel.Completion) {
	conn, msg := &t.c.Plan.Conns[d.Conn], &t.c.Plan.Messages[d.Message]
	s := &t.groups[conn.Group]
	fct := uint64(d.At - d.Posted)
	s.fct = append(s.fct, fct)
	s.mct = append(s.mct, uint64(d.At-d.First))
	hi, lo := bits.Mul64(fct, 1000)
	slow, _ := bits.Div64(hi, lo, uint64(max(t.net.Ideal(d.Conn, msg.Bytes), 1))) // the ideal is above hi
	s.slow = append(s.slow, slow)
	s.sizes = append(s.sizes, msg.Bytes)
	s.bytes += msg.Bytes
	s.last = max(s.last, d.At)
	if t.p.Bin > 0 {
		s.bins.add(t.p.Bin, msg.Bytes, d.First, d.Delivered, d.At)
	}
	if msg.After != workload.NoDependency || msg.OnArrival != workload.NoDependency {
		was := d.Conn
		if t.had != nil {
			was = t.had[d.Message]
		}
		s.done = append(s.done, workload.Completion{
			Conn: was, Message: d.Message, Src: conn.Src, Dst: conn.Dst, Bytes: msg.Bytes,
			Start: d.Posted, FCT: d.At - d.Posted, Delivered: d.Delivered - d.Posted,
		})
	}
}
