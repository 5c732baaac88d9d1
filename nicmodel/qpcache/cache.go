// Package qpcache is a NIC's LRU cache of connection contexts (QP contexts). The packet scheduler of package nicmodel
// uses it, or the host interface of package hostpath if a NIC has one; never both.
package qpcache

import "math"

// none means no connection.
const none = math.MaxUint32

// Cache is a NIC's LRU cache of connection contexts: a doubly linked list in arrays, by the connection's number at
// the host.
//
// Sending looks up the context, receiving does not (acknowledgements and CNPs are taken to need no context). A
// connection with a miss waits until the context is fetched; any number are fetched at a time. A context takes its
// slot when its fetch begins. The fetch serves one packet even if the slot was evicted meanwhile, so that every
// connection makes progress.
type Cache struct {
	size, used uint32
	// Most and least recently used; none if the cache is empty.
	first, last uint32
	slots       []slot
	// A packet that waited for its fetch counts as a miss only.
	hits, misses uint64
}

// slot is a connection's place in the list; newer and older are the constant none at the ends.
type slot struct {
	newer, older uint32
	held         bool // in the cache
	fetched      bool // a packet may be sent on a fetch
}

// New makes an empty cache of size contexts, at least 1, for conns connections.
func New(size, conns uint32) *Cache {
	return &Cache{size: size, first: none, last: none, slots: make([]slot, conns)}
}

// Touch uses a connection's context, and reports whether it is there; if not, it is fetched, and the next touch finds
// it.
func (c *Cache) Touch(conn uint32) (hit bool) {
	s := &c.slots[conn]
	hit = s.fetched || s.held
	if !hit {
		c.misses++
	} else if !s.fetched {
		c.hits++
	}
	s.fetched = !hit
	if conn == c.first {
		return hit
	}
	switch {
	case s.held:
		c.unlink(s)
	case c.used == c.size:
		old := &c.slots[c.last]
		old.held = false
		c.unlink(old)
	default:
		c.used++
	}
	s.held = true
	s.newer, s.older = none, c.first
	if c.first != none {
		c.slots[c.first].newer = conn
	} else {
		c.last = conn
	}
	c.first = conn
	return hit
}

// unlink removes a slot from the list.
func (c *Cache) unlink(s *slot) {
	if s.newer != none {
		c.slots[s.newer].older = s.older
	} else {
		c.first = s.older
	}
	if s.older != none {
		c.slots[s.older].newer = s.newer
	} else {
		c.last = s.newer
	}
}

// Use is Touch for a caller that waits for the fetch itself: the next use is a hit only if the context is still in
// the cache.
func (c *Cache) Use(conn uint32) (hit bool) {
	if hit = c.Touch(conn); !hit {
		c.slots[conn].fetched = false
	}
	return hit
}

// Counts returns how often Touch found a context, and how often not.
func (c *Cache) Counts() (hits, misses uint64) { return c.hits, c.misses }
