package scenario

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
)

// timeline is the spans of congestion-control cores and host interfaces in the Chrome trace-event format that
// Perfetto and chrome://tracing open: for each host a process with a thread for each core, a counter of waiting
// events, a thread for each of the application's, one for the NIC's message processor and one for its TX pipe, and
// asynchronous spans of DMAs and of whole WQEs; for each switch a process with a counter for each queue, if queues
// are recorded. Times are in microseconds, exact to the picosecond.
type timeline struct {
	w        *bufio.Writer
	r        *recorder
	line     []byte
	begun    bool
	switches []bool // those that have a name
	// nonzero are the counters of a switch that are not 0, by switch.
	nonzero map[uint32][]series
	spans   uint64 // asynchronous ones, so far
}

// series is a counter of a switch.
type series struct {
	port  uint16
	class uint8
}

func newTimeline(r *recorder) (output, error) {
	c := r.m.config
	if len(c.Record.SpanHosts) == 0 {
		return nil, nil
	}
	f, err := r.files.Create("timeline.json")
	if err != nil {
		return nil, err
	}
	t := &timeline{w: bufio.NewWriterSize(f, 64<<10), r: r, switches: make([]bool, c.Topology.Switches), nonzero: map[uint32][]series{}}
	if _, err := t.w.WriteString(`{"displayTimeUnit":"ns","traceEvents":[`); err != nil {
		return nil, err
	}
	for _, host := range c.Record.SpanHosts {
		if err := t.name("process_name", host, 0, fmt.Sprintf("host %d", c.Topology.IDOf(host))); err != nil {
			return nil, err
		}
		if err := t.nameThreads(host, &c.NICs[c.Kind[host]]); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// name gives a process or a thread its name.
func (t *timeline) name(what string, pid uint32, tid int, name string) error {
	t.event('M', what, pid, tid)
	t.line = append(t.line, `,"args":{"name":`...)
	t.line = strconv.AppendQuote(t.line, name)
	t.line = append(t.line, `}}`...)
	return t.put()
}

// event begins an event of a phase.
func (t *timeline) event(phase byte, name string, pid uint32, tid int) {
	t.line = t.line[:0]
	if t.begun {
		t.line = append(t.line, ',')
	}
	t.begun = true
	t.line = append(t.line, "\n{\"ph\":\""...)
	t.line = append(t.line, phase)
	t.line = append(t.line, `","name":`...)
	t.line = strconv.AppendQuote(t.line, name)
	t.line = append(t.line, `,"pid":`...)
	t.line = strconv.AppendUint(t.line, uint64(pid), 10)
	t.line = append(t.line, `,"tid":`...)
	t.line = strconv.AppendInt(t.line, int64(tid), 10)
}

func (t *timeline) put() error {
	_, err := t.w.Write(t.line)
	return err
}

// micros appends a time in microseconds.
func (t *timeline) micros(key string, at event.Time) {
	t.line = append(t.line, `,"`...)
	t.line = append(t.line, key...)
	t.line = append(t.line, `":`...)
	t.line = strconv.AppendInt(t.line, int64(at/event.Microsecond), 10)
	if rest := at % event.Microsecond; rest != 0 {
		t.line = append(t.line, fmt.Sprintf(".%06d", int64(rest))...)
	}
}

// counter writes the value of a counter.
func (t *timeline) counter(name string, pid uint32, at event.Time, unit string, value uint64) error {
	t.event('C', name, pid, 0)
	t.micros("ts", at)
	t.line = append(t.line, `,"args":{"`...)
	t.line = append(t.line, unit...)
	t.line = append(t.line, `":`...)
	t.line = strconv.AppendUint(t.line, value, 10)
	t.line = append(t.line, `}}`...)
	return t.put()
}

func (t *timeline) flush(b *nicmodel.Batch) error {
	for i := range b.Spans {
		if err := t.span(&b.Spans[i]); err != nil {
			return err
		}
	}
	for i := range b.Stages {
		if err := t.stage(&b.Stages[i]); err != nil {
			return err
		}
	}
	for i := range b.Queues {
		q := &b.Queues[i]
		if err := t.queue(q.At, q.Node, series{q.Port, q.Class}, q.Bytes); err != nil {
			return err
		}
	}
	return t.w.Flush()
}

// span writes a handler on a core, and how many events waited when it began.
func (t *timeline) span(s *nicmodel.Span) error {
	t.event('X', s.Event.Label, s.Host, int(s.Core))
	t.micros("ts", s.Begin)
	t.micros("dur", s.End-s.Begin)
	t.line = append(t.line, `,"args":{"conn":`...)
	t.line = strconv.AppendUint(t.line, uint64(s.Conn), 10)
	t.line = append(t.line, `,"waited_ps":`...)
	t.line = strconv.AppendInt(t.line, int64(s.Begin-s.Queued), 10)
	t.line = append(t.line, `}}`...)
	if err := t.put(); err != nil {
		return err
	}
	return t.counter("waiting", s.Host, s.Begin, "events", uint64(s.Waiting))
}

// queue writes a queue's length; 0 bytes empties all of the switch.
func (t *timeline) queue(at event.Time, node uint32, s series, bytes uint32) error {
	top := t.r.m.config.Topology
	if k := node - top.Hosts; !t.switches[k] {
		t.switches[k] = true
		if err := t.name("process_name", node, 0, fmt.Sprintf("switch %d", top.IDOf(node))); err != nil {
			return err
		}
	}
	if bytes == 0 {
		for _, s := range t.nonzero[node] {
			if err := t.counter(s.name(), node, at, "bytes", 0); err != nil {
				return err
			}
		}
		t.nonzero[node] = t.nonzero[node][:0]
		return nil
	}
	if !slices.Contains(t.nonzero[node], s) {
		t.nonzero[node] = append(t.nonzero[node], s)
	}
	return t.counter(s.name(), node, at, "bytes", uint64(bytes))
}

func (s series) name() string { return fmt.Sprintf("port %d class %d", s.port, s.class) }

func (t *timeline) end(event.Time) error {
	if _, err := t.w.WriteString("\n]}\n"); err != nil {
		return err
	}
	return t.w.Flush()
}
