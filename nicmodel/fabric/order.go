package fabric

import (
	"cmp"
	"math/bits"
	"slices"

	"smartnic-cc/nicmodel/event"
)

const (
	// bucketBits is the binary logarithm of the number of buckets into which a window is
	// divided: so many that most hold one arrival at most.
	bucketBits = 10
	buckets    = 1 << bucketBits
)

// order puts the arrivals of one switch in one window in order. The switches of a part
// use it one after the other.
type order struct {
	// heads are the first arrivals of the buckets, nil without one; used has a bit for each
	// that has one, and more for each that has more.
	heads      [buckets]*Transit
	used, more [buckets / 64]uint64
	// rest are the other arrivals of buckets, from placed on those that are not in order yet.
	rest    []*Transit
	placed  int
	ordered []*Transit
	// done are the blocks that hold them all.
	done *block
}

// gather takes what arrives before a time out of the lists, and returns it in order. It
// stays where it is until discard.
func (w *approach) gather(p *Part, before event.Time) []*Transit {
	limit, base := uint64(before)<<16, uint64(p.base)<<16
	last := uint64(before-1) >> (p.cellShift & 63)
	shift := (p.windowBits + 16 - bucketBits) & 63
	n := 0
	for cell := p.first; cell <= last; cell++ {
		l := w.of(p, cell)
		b, from := l.top, l.left
		*l = list{}
		for b != nil {
			part := b.rows[from:]
			n += len(part)
			for i := range part {
				k := &part[i]
				key := k.key
				if key >= limit {
					*p.row(l) = *k
					continue
				}
				bucket := (key - base) >> shift & (buckets - 1)
				if p.heads[bucket] == nil {
					p.heads[bucket] = k
					p.used[bucket/64] |= 1 << (bucket % 64)
				} else {
					p.more[bucket/64] |= 1 << (bucket % 64)
					p.rest = append(p.rest, k)
				}
			}
			from = 0
			next := b.next
			b.next = p.done
			p.done = b
			b = next
		}
	}
	if len(p.ordered) < n {
		p.ordered = make([]*Transit, 2*n)
	}
	return p.inOrder(base, shift)
}

// inOrder empties the buckets.
func (o *order) inOrder(base uint64, shift uint8) []*Transit {
	if len(o.rest) > 1 {
		slices.SortFunc(o.rest, func(a, b *Transit) int { return cmp.Compare(a.key, b.key) })
	}
	all, m := o.ordered, 0
	for i := range o.used {
		word := o.used[i]
		if word == 0 {
			continue
		}
		o.used[i] = 0
		more := o.more[i]
		heads := (*[64]*Transit)(o.heads[64*i:])
		for ; word != 0; word &= word - 1 {
			bucket := bits.TrailingZeros64(word) & 63
			all[m] = heads[bucket]
			heads[bucket] = nil
			m++
			if more>>bucket&1 != 0 {
				m = o.merge(all, m, base, shift, uint64(64*i+bucket))
			}
		}
		o.more[i] = 0
	}
	o.rest, o.placed = o.rest[:0], 0
	return all[:m]
}

// merge appends the other arrivals of a bucket, the first of rest, to those in order.
// The bucket's first to be gathered is the last there.
//
//go:noinline
func (o *order) merge(all []*Transit, m int, base uint64, shift uint8, bucket uint64) int {
	m--
	k := all[m]
	for _, r := range o.rest[o.placed:] {
		if (r.key-base)>>shift != bucket {
			break
		}
		o.placed++
		if k != nil && k.key < r.key {
			all[m] = k
			m++
			k = nil
		}
		all[m] = r
		m++
	}
	if k != nil {
		all[m] = k
		m++
	}
	return m
}

// discard gives back the blocks of what was gathered.
func (p *Part) discard() {
	for b := p.done; b != nil; {
		next := b.next
		p.put(b)
		b = next
	}
	p.done = nil
}
