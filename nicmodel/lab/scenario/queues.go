package scenario

import (
	"bufio"
	"strconv"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
)

// table writes lines of integers.
type table struct {
	w    *bufio.Writer
	line []byte
}

func newTable(r *recorder, name, header string) (*table, error) {
	f, err := r.files.Create(name)
	if err != nil {
		return nil, err
	}
	t := &table{w: bufio.NewWriterSize(f, 64<<10)}
	_, err = t.w.WriteString(header + "\n")
	return t, err
}

func (t *table) row(values ...int64) error {
	t.line = t.line[:0]
	for i, v := range values {
		if i > 0 {
			t.line = append(t.line, ',')
		}
		t.line = strconv.AppendInt(t.line, v, 10)
	}
	_, err := t.w.Write(append(t.line, '\n'))
	return err
}

// queueLog is the series of queue lengths. A line of 0 bytes means that all queues of the switch are empty until its
// next line.
type queueLog struct {
	*table
	id func(uint32) uint32
}

func newQueueLog(r *recorder) (output, error) {
	if r.m.config.Fabric.SampleEvery == 0 {
		return nil, nil
	}
	t, err := newTable(r, "queues.csv", "time_ps,switch,port,class,bytes")
	return &queueLog{t, r.m.config.Topology.IDOf}, err
}

func (q *queueLog) flush(b *nicmodel.Batch) error {
	for i := range b.Queues {
		s := &b.Queues[i]
		if err := q.row(int64(s.At), int64(q.id(s.Node)), int64(s.Port), int64(s.Class), int64(s.Bytes)); err != nil {
			return err
		}
	}
	return q.w.Flush()
}

func (q *queueLog) end(event.Time) error { return nil }

// pendingLog lists at the end the messages still to send on the connections with recorded rates, or on all if
// throughput is recorded: with the completions it gives when each had something to send.
type pendingLog struct {
	*table
	r     *recorder
	conns []uint32
}

func newPendingLog(r *recorder, conns []uint32) (output, error) {
	if c := r.m.config; c.Record.Bin != 0 {
		conns = make([]uint32, len(c.Plan.Conns))
		for i := range conns {
			conns[i] = uint32(i)
		}
	}
	if len(conns) == 0 {
		return nil, nil
	}
	t, err := newTable(r, "pending.csv", "conn,message,src,dst,bytes,start_ps")
	return &pendingLog{t, r, conns}, err
}

func (p *pendingLog) flush(*nicmodel.Batch) error { return nil }

func (p *pendingLog) end(event.Time) (err error) {
	c := p.r.m.config
	for _, conn := range p.conns {
		k := &c.Plan.Conns[conn]
		p.r.net.Unfinished(conn, func(message uint32, posted event.Time) {
			if err == nil {
				err = p.row(int64(conn), int64(message), int64(c.Topology.IDOf(k.Src)), int64(c.Topology.IDOf(k.Dst)), int64(c.Plan.Messages[message].Bytes), int64(posted))
			}
		})
	}
	if err != nil {
		return err
	}
	return p.w.Flush()
}

// pauseLog is the series of PFC frames: 1 pauses a class of the port's peer, 0 resumes it.
type pauseLog struct {
	*table
	id func(uint32) uint32
}

func newPauseLog(r *recorder) (output, error) {
	if !r.m.config.Record.Pauses {
		return nil, nil
	}
	t, err := newTable(r, "pauses.csv", "time_ps,switch,port,class,pause")
	return &pauseLog{t, r.m.config.Topology.IDOf}, err
}

func (p *pauseLog) flush(b *nicmodel.Batch) error {
	for i := range b.Pauses {
		s := &b.Pauses[i]
		stop := int64(0)
		if s.Stop {
			stop = 1
		}
		if err := p.row(int64(s.At), int64(p.id(s.Node)), int64(s.Port), int64(s.Class), stop); err != nil {
			return err
		}
	}
	return p.w.Flush()
}

func (p *pauseLog) end(event.Time) error { return nil }
