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
	// several is the kind of the heads of buckets with several arrivals, above any packet's.
	several = math.MaxUint8
)

// arrivalSorter sorts the arrivals of one switch in one window. The switches of a partition use it in turn.
type arrivalSorter struct {
	// used has a bit for each bucket with an arrival; heads are these, or crowded or jammed in a bucket with several.
	used            [buckets / 64]uint64
	heads           [buckets]*Transit
	crowded, jammed Transit
	rare            int // the bucket that was taken last
	// rest are the arrivals of such buckets, chained from an index in chains: in order if the bucket is crowded.
	rest   []bucketEntry
	chains [buckets]uint32
	// sorted has room for the arrivals of one bucket.
	sorted []*Transit
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
	from := l.left
	p.done, *l = l.top, list{}
	base, shift := p.limit-p.width, p.bucketShift&63
	for b := p.done; b != nil; b = b.next {
		part := b.rows[from:]
		from = 0
		p.Events += uint64(len(part))
		for i := range part {
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
	}
}

// next takes the first bucket of a word or later ones, rare, and returns its word.
func (o *arrivalSorter) next(word int) int {
	for ; word < len(o.used); word++ {
		if used := o.used[word]; used != 0 {
			o.rare, o.used[word] = 64*word+bits.TrailingZeros64(used), used&(used-1)
			break
		}
	}
	return word
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

// arrivals returns those of the bucket that was taken last, which has several, in order, until the next call.
func (o *arrivalSorter) arrivals() []*Transit {
	o.sorted = o.sorted[:0]
	for at := o.chains[o.rare]; at != none; at = o.rest[at].next {
		o.sorted = append(o.sorted, o.rest[at].Transit)
	}
	if o.heads[o.rare] == &o.jammed {
		slices.SortFunc(o.sorted, func(a, b *Transit) int { return cmp.Compare(a.key, b.key) })
	}
	return o.sorted
}

// discard frees the blocks of the gathered arrivals.
func (p *Partition) discard() {
	p.rest = p.rest[:0]
	p.putAll(p.done)
	p.done = nil
}
