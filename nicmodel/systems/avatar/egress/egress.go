package egress

// treeLevels is the base-2 logarithm of the largest number of connections.
const treeLevels = 10

// Imm is the immediate data of a segment: the identifier of the connection at the receiver, and in
// bit 0 whether the segment ends its block.
//
//ccgen:export imm
//ccgen:range peer 0..MaxPeer
func Imm(peer uint32, last bool) uint32 {
	imm := peer << 1
	if last {
		imm |= 1
	}
	return imm
}

// Segment returns the length of the next segment of a block of which left bytes are left.
//
//ccgen:export length
//ccgen:range size 1..1<<24
//ccgen:range return 0..1<<24
func Segment(left, size uint32) uint32 {
	return min(left, size)
}

// Step takes one event. It is O(log N), but for the rare turn that rebases virtual time.
func Step[C Conns](p *Params, s *State[C], e *Event) Output {
	switch e.Kind {
	case EventOpen:
		taken := open(s, e)
		return Output{Taken: taken}
	case EventPost:
		taken := post(p, s, e)
		return Output{Taken: taken}
	case EventPick:
		out := pick(p, s)
		return out
	}
	return Output{}
}

// Init8 sets the state of a QP without open connections.
func Init8(p *Params, s *State8) { Init(s) }

// Init1024 sets the state of a QP without open connections.
func Init1024(p *Params, s *State1024) { Init(s) }

// Init sets the state of a QP without open connections: each node of the tree sends up the first
// connection below it.
func Init[C Conns](s *State[C]) {
	*s = State[C]{}
	n := uint32(len(s.Conn))
	for i := range uint32(len(s.Conn)) {
		first := i
		for range uint32(treeLevels) {
			if first < n {
				first <<= 1
			}
		}
		s.Conn[i].Winner = first & (n - 1)
	}
}

// Step8 is [Step] for 8 connections.
//
//ccgen:transducer avataregress8 init=Init8
func Step8(p *Params, s *State8, e *Event) Output { return Step(p, s, e) }

// open gives an idle connection its identifier and weight, and reports whether it did.
func open[C Conns](s *State[C], e *Event) bool {
	if uint32(e.Conn) >= uint32(len(s.Conn)) || s.Conn[e.Conn].Left != 0 {
		return false
	}
	s.Conn[e.Conn].Peer = e.Peer
	s.Conn[e.Conn].Inverse = e.Inverse
	return true
}

// post begins a block, at the end of the ring, and reports whether it did.
func post[C Conns](p *Params, s *State[C], e *Event) bool {
	if uint32(e.Conn) >= uint32(len(s.Conn)) || e.Length == 0 {
		return false
	}
	if s.Conn[e.Conn].Left != 0 || s.Conn[e.Conn].Inverse == 0 {
		return false
	}
	s.Conn[e.Conn].Left = e.Length
	s.Conn[e.Conn].Offset = 0
	// The definition's maximum. From [Init] on a connection without a block ended at the virtual time or
	// before, so that it matters in states that were loaded only.
	from := max(s.Virtual, s.Conn[e.Conn].Finish)
	s.Conn[e.Conn].Finish = finish(from, Segment(e.Length, p.Segment), s.Conn[e.Conn].Inverse)
	if p.Weighted {
		settle(s, e.Conn)
	} else {
		enqueue(s, e.Conn)
	}
	s.Ready = uint16(min(uint32(s.Ready)+1, uint32(len(s.Conn))))
	return true
}

// pick takes the next segment, if there is one.
func pick[C Conns](p *Params, s *State[C]) Output {
	if s.Ready == 0 {
		return Output{}
	}
	c := s.First
	if p.Weighted {
		c = uint16(s.Conn[1].Winner & 0xFFFF)
	}
	c &= uint16(len(s.Conn)) - 1
	left := s.Conn[c].Left
	length := min(left, p.Segment)
	last := length == left
	out := Output{Finish: s.Conn[c].Finish, Offset: s.Conn[c].Offset, Length: length,
		Imm: Imm(s.Conn[c].Peer, last), Conn: c, Taken: length != 0, Last: last}
	left -= length
	s.Conn[c].Left = left
	s.Conn[c].Offset += length //ccgen:wrap the offset and what is left add up to a block's length, which 32 bits hold
	now := s.Conn[c].Finish
	if last {
		s.Ready--
	} else {
		s.Conn[c].Finish = finish(now, Segment(left, p.Segment), s.Conn[c].Inverse)
	}
	if now >= p.RebaseAt {
		rebase(s, now)
		now = 0
	}
	s.Virtual = now
	if p.Weighted {
		settle(s, c)
		return out
	}
	s.First = uint16(s.Conn[c].Next & 0xFFFF)
	if !last {
		// Its turn is the only one where nobody else is ready.
		if s.Ready == 1 {
			s.First = c
		}
		s.Conn[s.Last&(uint16(len(s.Conn))-1)].Next = uint32(c)
		s.Last = c
	}
	return out
}

// enqueue puts a connection at the end of the ring.
//
//ccgen:range c 0..len(s.Conn)-1
func enqueue[C Conns](s *State[C], c uint16) {
	if s.Ready == 0 {
		s.First = c
	} else {
		s.Conn[s.Last&(uint16(len(s.Conn))-1)].Next = uint32(c)
	}
	s.Last = c
}

// finish returns the virtual finish time of a segment that begins at a virtual time, UQ48.16; it
// saturates at [MaxFinish].
//
//ccgen:range from 0..MaxFinish
//ccgen:range length 0..1<<24
//ccgen:range inverse 0..MaxInverse
//ccgen:range return 0..MaxFinish
func finish(from uint64, length, inverse uint32) uint64 {
	return min(from+uint64(length)*uint64(inverse), MaxFinish)
}

// rebase counts virtual times from now on. A finish time that has passed becomes now, which changes
// nothing: of it and the virtual time only the later counts.
func rebase[C Conns](s *State[C], now uint64) {
	for i := range uint32(len(s.Conn)) {
		s.Conn[i].Finish -= min(s.Conn[i].Finish, now)
	}
}

// settle plays the matches of a connection up to the root of the tree. The smaller finish time wins,
// a connection without a block loses, and ties go to the lower number: the left side.
//
//ccgen:range c 0..len(s.Conn)-1
func settle[C Conns](s *State[C], c uint16) {
	n := uint32(len(s.Conn))
	node := (n + uint32(c)) >> 1
	for range uint32(treeLevels) {
		if node == 0 {
			return
		}
		left := player(s, 2*node)
		right := player(s, (2*node)+1)
		winner := left
		if s.Conn[right].Left != 0 && (s.Conn[left].Left == 0 || s.Conn[right].Finish < s.Conn[left].Finish) {
			winner = right
		}
		s.Conn[node&(n-1)].Winner = winner
		node >>= 1
	}
}

// player returns the connection that a node of the tree sends up.
func player[C Conns](s *State[C], node uint32) uint32 {
	n := uint32(len(s.Conn))
	if node >= n {
		return node & (n - 1)
	}
	return s.Conn[node&(n-1)].Winner & (n - 1)
}
