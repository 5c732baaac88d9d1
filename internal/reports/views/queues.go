package views

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"smartnic-cc/internal/reports/plot"
)

// Queue is the length of one queue over time.
type Queue struct {
	Switch, Port uint32
	Class        uint8
	// Rows are the samples: time in ms, length in KB (1000 bytes).
	Rows *plot.Downsampler
	// Peak is the longest, bytes; PeakAt is when, ms.
	Peak   uint64
	PeakAt float64

	listed int64  // ps, when it was last listed
	now    uint64 // its last sample
}

// Name is how the queue is called: "switch 9 port 8", with the class if it is not 1.
func (q *Queue) Name() string {
	name := fmt.Sprintf("switch %d port %d", q.Switch, q.Port)
	if q.Class != 1 {
		name += fmt.Sprintf(" class %d", q.Class)
	}
	return name
}

const (
	// maxQueues bounds the queues of a log: 64 ports of 8 classes on 2000 switches.
	maxQueues = 1 << 20
)

type queueKey struct {
	node, port uint32
	class      uint8
}

// queueNode is a switch with its queues.
type queueNode struct {
	queues  []*Queue
	listed  int64 // ps, when it had a line last
	longest uint64
}

// queueReader takes the samples. Those of a switch at one time stand together: queues
// that are not listed there are empty, as are all until the next after a line of 0 bytes.
type queueReader struct {
	run     *Run
	o       *Options
	byKey   map[queueKey]*Queue
	byNode  map[uint32]*queueNode
	touched []*queueNode // those that have a line at this time
	columns int
	at      int64 // ps, of the samples being read
}

func (r *Run) queues(in *input, o *Options) (int, error) {
	q := &queueReader{run: r, o: o, byKey: map[queueKey]*Queue{}, byNode: map[uint32]*queueNode{}, columns: columnsAtMost, at: -1}
	r.Deepest = plot.NewDownsampler(columnsAtMost, 1)
	r.Deepest.Add(msOfPS(o.From), 0)
	rows, err := in.portRows("bytes", math.MaxUint32, func(at int64, key queueKey, bytes uint64) error {
		if at != q.at {
			q.instant()
			q.at = at
		}
		if at < o.From || at > o.until() {
			return nil
		}
		node := q.byNode[key.node]
		if node == nil {
			node = &queueNode{listed: -1}
			q.byNode[key.node] = node
		}
		if node.listed != at {
			node.listed = at
			q.touched = append(q.touched, node)
		}
		one := q.byKey[key]
		switch {
		case bytes == 0 || one == nil && !wantsQueue(o.Queues, key):
			return nil // instant empties what is not listed
		case one == nil && len(q.byKey) == maxQueues:
			return in.Errorf("more than %d queues", maxQueues)
		case one == nil:
			one = &Queue{Switch: key.node, Port: key.port, Class: key.class, Rows: plot.NewDownsampler(q.columns, 1)}
			one.Rows.Add(msOfPS(o.From), 0)
			q.byKey[key] = one
			node.queues = append(node.queues, one)
			r.Queues = append(r.Queues, one)
			if fewerColumns(&q.columns, len(r.Queues), 1) {
				for _, k := range r.Queues {
					k.Rows.Coarsen(q.columns)
				}
			}
		}
		q.sample(one, bytes)
		return nil
	})
	if err != nil {
		return 0, err
	}
	q.instant()
	// The longest first.
	slices.SortStableFunc(r.Queues, func(a, b *Queue) int {
		return cmp.Or(cmp.Compare(b.Peak, a.Peak), cmp.Compare(a.Switch, b.Switch), cmp.Compare(a.Port, b.Port), cmp.Compare(a.Class, b.Class))
	})
	return rows, nil
}

// sample notes the length of a queue now.
func (q *queueReader) sample(one *Queue, bytes uint64) {
	one.listed = q.at
	if bytes == one.now {
		return
	}
	one.now = bytes
	one.Rows.Add(msOfPS(q.at), float64(bytes)/1e3)
	if bytes > one.Peak {
		one.Peak, one.PeakAt = bytes, msOfPS(q.at)
	}
}

// instant ends the samples of one time: what a switch that has a line did not list is
// empty.
func (q *queueReader) instant() {
	if len(q.touched) == 0 {
		return
	}
	for _, node := range q.touched {
		node.longest = 0
		for _, one := range node.queues {
			if one.listed != q.at {
				q.sample(one, 0)
			}
			node.longest = max(node.longest, one.now)
		}
	}
	q.touched = q.touched[:0]
	longest := uint64(0)
	for _, node := range q.byNode {
		longest = max(longest, node.longest)
	}
	q.run.Deepest.Add(msOfPS(q.at), float64(longest)/1e3)
}

// wantsQueue reports whether a queue is kept.
func wantsQueue(list []string, k queueKey) bool {
	if len(list) == 0 {
		return true
	}
	name := strconv.Itoa(int(k.node)) + ":" + strconv.Itoa(int(k.port))
	return slices.Contains(list, name) || slices.Contains(list, name+":"+strconv.Itoa(int(k.class)))
}

// portRows reads lines of a time that does not fall, switch, port, class and a value of at most most.
func (in *input) portRows(name string, most uint64, each func(at int64, key queueKey, v uint64) error) (int, error) {
	last := int64(0)
	return in.integers(5, func(v []uint64) error {
		at := int64(v[0])
		if at < last {
			return in.Errorf("time falls from %d to %d ps; sort the file by time", last, at)
		}
		last = at
		if v[1] > math.MaxUint32 || v[2] > math.MaxUint16 || v[3] > math.MaxUint8 || v[4] > most {
			return in.Errorf("switch, port, class or %s is out of range; %[1]s is at most %d", name, most)
		}
		return each(at, queueKey{uint32(v[1]), uint32(v[2]), uint8(v[3])}, v[4])
	})
}

// PauseSeries is how many port classes are paused over time.
type PauseSeries struct {
	Rows *plot.Downsampler // ms, count
	// Pauses counts the frames that pause; Max is how many port classes were paused at a
	// time.
	Pauses, Max int
}

func (r *Run) pauses(in *input, o *Options) (int, error) {
	p := &PauseSeries{Rows: plot.NewDownsampler(columnsAtMost, 1)}
	r.Pauses = p
	stopped := map[queueKey]bool{}
	p.Rows.Add(msOfPS(o.From), 0)
	return in.portRows("pause", 1, func(at int64, key queueKey, pause uint64) error {
		if at > o.until() {
			return nil
		}
		if pause == 1 {
			stopped[key] = true
		} else {
			delete(stopped, key)
		}
		if len(stopped) > maxQueues {
			return in.Errorf("more than %d paused port classes", maxQueues)
		}
		if at < o.From {
			p.Max = len(stopped)
			return nil
		}
		if p.Rows.Len() == 1 && p.Max > 0 {
			p.Rows.Add(msOfPS(o.From), float64(p.Max)) // paused before the time looked at
		}
		p.Pauses += int(pause)
		p.Max = max(p.Max, len(stopped))
		p.Rows.Add(msOfPS(at), float64(len(stopped)))
		return nil
	})
}
