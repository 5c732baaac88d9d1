package scenario

import (
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
)

// throughputLog is the series of connections' bytes in bins of Record.Bin: those that the sender put on the wire,
// with headers and retransmissions, and the payload received in order. A connection without either in a bin has no
// line for it.
type throughputLog struct {
	*table
	c *nicmodel.Config
}

func newThroughputLog(r *recorder) (output, error) {
	if r.m.config.Record.Bin == 0 {
		return nil, nil
	}
	t, err := newTable(r, "throughput.csv", "begin_ps,end_ps,conn,src,dst,sent_bytes,delivered_bytes")
	return &throughputLog{t, r.m.config}, err
}

func (l *throughputLog) flush(b *nicmodel.Batch) error {
	for i := range b.Traffic {
		v := &b.Traffic[i]
		k := &l.c.Plan.Conns[v.Conn]
		if err := l.row(int64(v.Begin), int64(min(v.Begin+l.c.Record.Bin, l.c.End)), int64(v.Conn),
			int64(l.c.Topology.IDOf(k.Src)), int64(l.c.Topology.IDOf(k.Dst)), int64(v.Sent), int64(v.Delivered)); err != nil {
			return err
		}
	}
	return l.w.Flush()
}

func (l *throughputLog) end(event.Time) error { return nil }
