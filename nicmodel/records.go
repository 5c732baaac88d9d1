package nicmodel

import (
	"cmp"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
)

// Completion is the end of a message at its sender: all of it is acknowledged.
type Completion struct {
	At            event.Time
	Conn, Message uint32
	// Posted is when the message was posted, First when its first packet left, Delivered when its last byte arrived
	// at the receiver.
	Posted, First, Delivered event.Time
}

// RateRow is one event of a connection's algorithm and its output. Its slices are read-only.
type RateRow struct {
	At     int64 // ns
	Conn   uint32
	Event  *ir.NICEvent // of the algorithm's contract
	Values []uint64     // the event's leaves
	Output []uint64     // the output's
	Probes []uint64     // the probes after it, in the order of the contract
}

// Frame is a packet at the sender's NIC: a data packet that it sent, or a CNP (or an acknowledgement that counts as
// one) that it received.
type Frame struct {
	At     int64 // ns
	Conn   uint32
	Seq    uint32
	Bytes  uint32 // of the IP packet
	Marked uint16 // reported by a CNP
	CNP    bool
}

// DependencyRelease is when a dependency of the plan was met.
type DependencyRelease struct {
	At         event.Time
	Dependency uint32
}

// Span is a handler on a congestion-control core.
type Span struct {
	Begin, End event.Time
	// Queued is when the event came.
	Queued event.Time
	Host   uint32
	Core   uint16
	// Waiting is the length of the engine's queue when the handler began.
	Waiting uint16
	Conn    uint32
	Event   *ir.NICEvent // of the algorithm's contract
}

// Batch is the records up to a time, each list in the order of time, then of nodes, then of occurrence.
type Batch struct {
	// Until is the time before which the records are complete.
	Until        event.Time
	Completions  []Completion
	Rates        []RateRow
	Frames       []Frame
	Queues       []fabric.QueueSample
	Pauses       []fabric.PauseRecord
	Dependencies []DependencyRelease
	Spans        []Span
	// Stages are the spans of host interfaces, in the order of Known.
	Stages []Stage
	// Traffic are the bins that ended, by begin and connection.
	Traffic []TrafficSample
	// Crossings are packets that began to cross links of Record.Watch, in no order.
	Crossings []fabric.Crossing
	// Trace is what happens to packets at the nodes of Record.Watch, as records of HPCC's simulator (.tr) in its order.
	// Package exact alone has them. A pause has the time 1.
	Trace []byte
}

// Sink takes what a run records, in batches, while it runs.
type Sink interface {
	Flush(b *Batch) error
}

// gather moves the records of all partitions into the model's batch. Those of the nanosecond that final splits wait
// for the next batch, which may have earlier ones of that nanosecond; at the run's end none waits.
func (m *Model) gather(final event.Time, end bool) *Batch {
	b := &m.batch
	ended := final - m.config.Record.Bin + 1 // above the begin of bins that ended
	if end && final == m.config.End {
		ended = final // the last one too, even if partial
	}
	b.Until = final
	b.move(&m.waiting)
	for _, p := range m.partitions {
		p.refresh(final)
		p.read(ended)
		b.move(&p.records)
		move(&b.Queues, &p.Records.Queues)
		move(&b.Pauses, &p.Records.Pauses)
		move(&b.Crossings, &p.Records.Crossings)
	}
	conns := m.config.Plan.Conns
	// A connection belongs to one host and so to one partition, which recorded its events in order: a stable sort
	// keeps that.
	slices.SortStableFunc(b.Completions, func(x, y Completion) int {
		return cmp.Or(cmp.Compare(x.At, y.At), cmp.Compare(conns[x.Conn].Src, conns[y.Conn].Src))
	})
	slices.SortStableFunc(b.Rates, func(x, y RateRow) int { return cmp.Or(cmp.Compare(x.At, y.At), cmp.Compare(x.Conn, y.Conn)) })
	slices.SortStableFunc(b.Frames, func(x, y Frame) int { return cmp.Or(cmp.Compare(x.At, y.At), cmp.Compare(x.Conn, y.Conn)) })
	slices.SortStableFunc(b.Dependencies, func(x, y DependencyRelease) int {
		return cmp.Or(cmp.Compare(x.At, y.At), cmp.Compare(x.Dependency, y.Dependency))
	})
	slices.SortStableFunc(b.Spans, func(x, y Span) int { return cmp.Or(cmp.Compare(x.Begin, y.Begin), cmp.Compare(x.Host, y.Host)) })
	slices.SortStableFunc(b.Queues, func(x, y fabric.QueueSample) int { return cmp.Or(cmp.Compare(x.At, y.At), cmp.Compare(x.Node, y.Node)) })
	slices.SortStableFunc(b.Pauses, func(x, y fabric.PauseRecord) int { return cmp.Or(cmp.Compare(x.At, y.At), cmp.Compare(x.Node, y.Node)) })
	slices.SortStableFunc(b.Stages, func(x, y Stage) int { return cmp.Or(cmp.Compare(x.Known, y.Known), cmp.Compare(x.Host, y.Host)) })
	b.Traffic = joined(b.Traffic)
	whole := int64(final / event.Nanosecond)
	if end && final%event.Nanosecond != 0 {
		whole++
	}
	w := &m.waiting
	hold(&b.Rates, &w.Rates, func(r *RateRow) bool { return r.At < whole })
	hold(&b.Frames, &w.Frames, func(f *Frame) bool { return f.At < whole })
	hold(&b.Traffic, &w.Traffic, func(v *TrafficSample) bool { return v.Begin < ended })
	return b
}

// hold moves the records from the first that is not before a time to waiting; records are in the order of time.
func hold[T any](records, waiting *[]T, before func(*T) bool) {
	n := len(*records)
	for n > 0 && !before(&(*records)[n-1]) {
		n--
	}
	*waiting = append((*waiting)[:0], (*records)[n:]...)
	*records = (*records)[:n]
}

// move moves all records of another batch to this one.
func (b *Batch) move(from *Batch) {
	move(&b.Completions, &from.Completions)
	move(&b.Rates, &from.Rates)
	move(&b.Frames, &from.Frames)
	move(&b.Queues, &from.Queues)
	move(&b.Pauses, &from.Pauses)
	move(&b.Dependencies, &from.Dependencies)
	move(&b.Spans, &from.Spans)
	move(&b.Stages, &from.Stages)
	move(&b.Traffic, &from.Traffic)
}

func move[T any](to, from *[]T) {
	*to = append(*to, *from...)
	*from = (*from)[:0]
}

// clear empties the batch and keeps its memory.
func (b *Batch) clear() {
	b.Completions, b.Rates, b.Frames, b.Crossings = b.Completions[:0], b.Rates[:0], b.Frames[:0], b.Crossings[:0]
	b.Queues, b.Pauses, b.Dependencies, b.Spans, b.Stages, b.Traffic = b.Queues[:0], b.Pauses[:0], b.Dependencies[:0], b.Spans[:0], b.Stages[:0], b.Traffic[:0]
}

// noted returns the number of records in the partitions.
func (m *Model) noted() int {
	n := 0
	for _, p := range m.partitions {
		r := &p.records
		n += len(r.Completions) + len(r.Rates) + len(r.Frames) + len(r.Dependencies) + len(r.Spans) + len(r.Stages) + len(r.Traffic) + len(p.Records.Queues) + len(p.Records.Pauses) + len(p.Records.Crossings)
	}
	return n
}
