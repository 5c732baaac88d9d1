package fabric

import "fmt"

// Weighted queues (Saba). If connections have priority levels, a switch's port maps levels to weighted queues; map
// and weights may change while a model runs. A queue is a class of data, marked and paused separately. On a link a
// packet has the class of the queue that it left, as a virtual lane of InfiniBand, so ports at the two ends of a link
// need not agree. Queues share by deficit round robin, a quarter of the largest packet a round for each unit of
// weight: others use what one leaves.

// MaxLevels is the largest number of priority levels.
const MaxLevels = 32

// Queues maps levels to a port's queues, and weighs these.
type Queues struct {
	// Of is the queue of each level, 1 to the number of classes of data.
	Of [MaxLevels]uint8
	// Weight is the share of each queue, 1..255, in bytes; that of class 0, control, is ignored.
	Weight [Classes]uint8
}

// OneQueue maps all levels to queue 1, and weighs all queues equally.
func OneQueue() Queues {
	q := Queues{}
	for i := range q.Of {
		q.Of[i] = 1
	}
	for i := range q.Weight {
		q.Weight[i] = 4
	}
	return q
}

// Check returns what is wrong with a port's queues, of which there are classes-1.
func (q *Queues) Check(classes int) error {
	for level, of := range q.Of {
		if of == 0 || int(of) >= classes {
			return fmt.Errorf("level %d has queue %d; the queues of a port are 1 to %d", level, of, classes-1)
		}
	}
	for i, w := range q.Weight[1:classes] {
		if w == 0 {
			return fmt.Errorf("queue %d has weight 0; use 1 to 255", i+1)
		}
	}
	return nil
}

// Scheduler returns the scheduler of a port's weights.
func (q *Queues) Scheduler(mtu uint32) *Scheduler {
	r := &Scheduler{strict: 1}
	for i, w := range q.Weight {
		r.quantum[i] = max(int32(uint32(w)*mtu/4), 1)
	}
	return r
}

// weightedPort is the state of a port with weighted queues.
type weightedPort struct {
	// of is the queue of each level. A level moves to its queue in next when no packet of it waits at the port, so
	// that no packet overtakes another of its connection.
	of, next [MaxLevels]uint8
	waiting  [MaxLevels]uint32 // packets of each level
}

// SetQueues sets the queues of a port of a switch, given by its node number. Call it before a run, or between two
// windows.
func (n *Network) SetQueues(node uint32, at uint16, q *Queues) error {
	if n.config.Levels == nil {
		return fmt.Errorf("connections have no priority levels; give them by Config.Levels")
	}
	if err := q.Check(len(n.config.Classes)); err != nil {
		return err
	}
	s := &n.Switches[node-n.topology.Hosts]
	if int(at) >= len(s.ports) {
		return fmt.Errorf("switch %d has no port %d; it has %d ports", n.topology.IDOf(node), at, len(s.ports))
	}
	s.ports[at].rule, s.weighted[at].next = q.Scheduler(n.config.MTUWire), q.Of
	return nil
}

// weigh makes a switch's ports of weighted queues, all alike.
func (s *Switch) weigh(c *Config) {
	s.usual, s.Scheduler, s.levels = 0, c.Queues.Scheduler(c.MTUWire), c.Levels
	s.weighted = make([]weightedPort, len(s.ports))
	for i := range s.weighted {
		// With 0 mark sees all that leaves.
		s.ports[i].from, s.ports[i].rule = 0, s.Scheduler
		s.weighted[i] = weightedPort{of: c.Queues.Of, next: c.Queues.Of}
	}
}

// classify handles a data packet at a switch with weighted queues: it leaves at once, or waits in its queue.
func (s *Switch) classify(p *Partition, out uint32, k *Transit) {
	now, level := k.at(), s.levels[k.Conn]
	w, l := &s.weighted[out], &s.links[out]
	if w.waiting[level] == 0 {
		w.of[level] = w.next[level]
	}
	class := w.of[level]
	if now >= l.Busy && l.backlog|l.Paused == 0 {
		k.Flags = k.Flags&^(7<<classShift) | ClassFlags(class)
		l.Forward(p, now, &k.Packet)
		return
	}
	w.waiting[level]++
	if !s.store(p, now, out, class, k) {
		w.waiting[level]--
	}
}

// leave sets the class of a packet that begins to leave a port of weighted queues to its queue, still that of its
// level.
func (s *Switch) leave(out uint32, k *Packet) {
	w, level := &s.weighted[out], s.levels[k.Conn]
	w.waiting[level]--
	k.Flags = k.Flags&^(7<<classShift) | ClassFlags(w.of[level])
}
