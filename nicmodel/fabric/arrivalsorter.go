package fabric

import (
	"cmp"
	"slices"
)

const (
	// bucketBits is the binary logarithm of the number of buckets of a window: most hold at most one arrival.
	bucketBits = 10
	buckets    = 1 << bucketBits
	// Up to maxWakeups arrivals are sorted by insertion, which is then fastest.
	maxWakeups = 16
)

// arrivalSorter sorts the arrivals of one switch in one window. The switches of a partition use it in turn.
type arrivalSorter struct {
	// used has a bit for each bucket with an arrival, more for each with several; heads are the first gathered ones
	// of used buckets.
	used, more [buckets / 64]uint64
	heads      [buckets]*Transit
	// rest are the other arrivals, chained by bucket; chains are the indices in rest where the chains of buckets with
	// several begin.
	rest   []bucketEntry
	chains [buckets]uint32
	// merged has room for the arrivals of one bucket.
	merged []*Transit
	// done are the blocks that hold all arrivals.
	done *block
}

// bucketEntry is an arrival and the index of the next of its bucket, none at the chain's end.
type bucketEntry struct {
	*Transit
	next uint32
}

const none = 1<<32 - 1

// gather moves the arrivals of the current window from its list into the buckets. Their blocks are valid until
// discard.
func (w *inbound) gather(p *Partition) {
	l := &w.incoming[p.now%maxLists]
	b, from := l.top, l.left
	*l = list{}
	base, shift := p.limit-p.width, p.bucketShift&63
	for b != nil {
		part := b.rows[from:]
		p.Events += uint64(len(part))
		for i := range part {
			k := &part[i]
			bucket := (k.key - base) >> shift & (buckets - 1)
			word, bit := &p.used[bucket/64], uint64(1)<<(bucket%64)
			if *word&bit == 0 {
				*word |= bit
				p.heads[bucket] = k
			} else {
				p.chain(k, bucket)
			}
		}
		from = 0
		next := b.next
		b.next = p.done
		p.done = b
		b = next
	}
}

// chain adds an arrival to a bucket that has one.
//
//go:noinline
func (o *arrivalSorter) chain(k *Transit, bucket uint64) {
	next := uint32(none)
	if word, bit := &o.more[bucket/64], uint64(1)<<(bucket%64); *word&bit == 0 {
		*word |= bit
	} else {
		next = o.chains[bucket]
	}
	o.chains[bucket] = uint32(len(o.rest))
	o.rest = append(o.rest, bucketEntry{k, next})
}

// merge sorts the arrivals of a bucket, its head and its chain.
//
//go:noinline
func (o *arrivalSorter) merge(head *Transit, bucket int) []*Transit {
	all := append(o.merged[:0], head)
	for at := o.chains[bucket]; at != none; at = o.rest[at].next {
		all = append(all, o.rest[at].Transit)
	}
	o.merged = all
	if len(all) > maxWakeups {
		slices.SortFunc(all, func(a, b *Transit) int { return cmp.Compare(a.key, b.key) })
		return all
	}
	for i := 1; i < len(all); i++ {
		k, j := all[i], i
		for ; j > 0 && all[j-1].key > k.key; j-- {
			all[j] = all[j-1]
		}
		all[j] = k
	}
	return all
}

// discard frees the blocks of the gathered arrivals.
func (p *Partition) discard() {
	p.rest = p.rest[:0]
	for b := p.done; b != nil; {
		next := b.next
		p.put(b)
		b = next
	}
	p.done = nil
}
