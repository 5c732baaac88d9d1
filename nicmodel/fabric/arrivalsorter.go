package fabric

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

const (
	// bucketBits is the binary logarithm of the number of buckets of a window: most hold at most one arrival.
	bucketBits = 11
	buckets    = 1 << bucketBits
	// A bucket's arrivals are kept in order while one enters within inOrder of them, and else sorted when they are
	// taken: with many ports and a long window a bucket holds thousands.
	inOrder = 8
	// fewest is the arrivals of two blocks, above which buckets are faster.
	fewest = 2 * rows
	// several is the kind of the heads of buckets with several arrivals, above any packet's.
	several = math.MaxUint8
)

// arrivalSorter sorts arrivals of one window: those at a port, or all of a switch. The switches of a partition use it in
// turn.
type arrivalSorter struct {
	// few are the arrivals of two blocks or less, in order, up to its end; many has room for any.
	few  [fewest]*Transit
	many []*Transit
	// used has a bit for each bucket with an arrival; heads are these, or crowded or jammed in a bucket with several.
	used            [buckets / 64]uint64
	heads           [buckets]*Transit
	crowded, jammed Transit
	// rest are the arrivals of such buckets, chained from an index in chains: in order if the bucket is crowded.
	rest   []bucketEntry
	chains [buckets]uint32
	// done are the blocks that hold the arrivals.
	done *block
}

// bucketEntry is an arrival and the index of the next of its bucket, none at the chain's end.
type bucketEntry struct {
	*Transit
	next uint32
}

const none = 1<<32 - 1

// sort puts the arrivals of a list of one or two blocks into few, and returns where they begin there.
//
//go:noinline
func (p *Partition) sort(l list) uint {
	// Each link's packets are in order, the last one first, so most stay where they are put.
	at, first := uint(fewest), uint64(math.MaxUint64)
	p.Events += uint64(l.n)
	for b := l.top; ; b = b.next {
		part := b.rows[:(l.n-1)%rows+1]
		for i := len(part) - 1; i >= 0; i-- {
			k := &part[i]
			key := k.key
			if at--; key < first {
				first = key
				p.few[at%fewest] = k
				continue
			}
			to := at
			for ; to < fewest-1; to++ {
				next := p.few[to+1]
				if next.key > key {
					break
				}
				p.few[to] = next
			}
			p.few[to%fewest] = k
		}
		if l.n -= uint32(len(part)); l.n == 0 {
			return at
		}
	}
}

// gather moves the arrivals of a list of the current window into the buckets.
func (p *Partition) gather(l *list) {
	base, shift := p.limit-p.width, p.bucketShift&63
	p.Events += uint64(l.n)
	for left := *l; left.n != 0; {
		part, b := left.first(), left.top
		for i := len(part) - 1; i >= 0; i-- {
			k := &part[i]
			bucket := (k.key - base) >> shift & (buckets - 1)
			word, bit := &p.used[bucket/64], uint64(1)<<(bucket%64)
			if *word&bit == 0 {
				*word |= bit
				p.heads[bucket] = k
			} else {
				p.crowd(k, bucket)
			}
		}
		left = left.rest()
		b.next, p.done = p.done, b
	}
	*l = list{}
}

// collect empties the buckets and returns what was in them, in order, until the next call.
func (o *arrivalSorter) collect() []*Transit {
	all := o.many[:0]
	for word := range o.used {
		for used := o.used[word]; used != 0; used &= used - 1 {
			bucket := 64*word + bits.TrailingZeros64(used)
			head := o.heads[bucket%buckets]
			if head.Kind != several {
				all = append(all, head)
				continue
			}
			first := len(all)
			for at := o.chains[bucket%buckets]; at != none; at = o.rest[at].next {
				all = append(all, o.rest[at].Transit)
			}
			if head == &o.jammed {
				slices.SortFunc(all[first:], func(a, b *Transit) int { return cmp.Compare(a.key, b.key) })
			}
		}
		o.used[word] = 0
	}
	o.many, o.rest = all, o.rest[:0]
	return all
}

// crowd adds an arrival to a bucket that has one.
func (o *arrivalSorter) crowd(k *Transit, bucket uint64) {
	at := &o.chains[bucket]
	if head := o.heads[bucket]; head.Kind != several {
		o.crowded.Kind, o.jammed.Kind = several, several
		o.heads[bucket], *at = &o.crowded, uint32(len(o.rest))
		o.rest = append(o.rest, bucketEntry{head, none})
	}
	for n := 0; o.heads[bucket] == &o.crowded && *at != none && o.rest[*at].key < k.key; n++ {
		if at = &o.rest[*at].next; n == inOrder {
			o.heads[bucket], at = &o.jammed, &o.chains[bucket]
		}
	}
	next := *at
	*at = uint32(len(o.rest))
	o.rest = append(o.rest, bucketEntry{k, next})
}

// discard frees the blocks of the arrivals.
func (p *Partition) discard() {
	p.putAll(p.done)
	p.done = nil
}
