package fabric

import (
	"math"
	"math/bits"
)

const (
	// bucketBits is the binary logarithm of the number of buckets of a window: most hold at most one arrival.
	bucketBits = 11
	buckets    = 1 << bucketBits
)

// arrivalSorter sorts the arrivals of one switch in one window. The switches of a partition use it in turn.
type arrivalSorter struct {
	// used has a bit for each bucket with an arrival; heads are these, or crowded, above what is usual, in a bucket with several.
	used    [buckets / 64]uint64
	heads   [buckets]*Transit
	crowded Transit
	rare    int // the bucket that was taken last
	// rest are the arrivals of crowded buckets, each bucket's chained in order from an index in chains.
	rest   []bucketEntry
	chains [buckets]uint32
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
	if head := o.heads[bucket]; head != &o.crowded {
		o.crowded.Kind = math.MaxUint8
		o.heads[bucket], o.chains[bucket] = &o.crowded, uint32(len(o.rest))
		o.rest = append(o.rest, bucketEntry{head, none})
	}
	at := &o.chains[bucket]
	for *at != none && o.rest[*at].key < k.key {
		at = &o.rest[*at].next
	}
	next := *at
	*at = uint32(len(o.rest))
	o.rest = append(o.rest, bucketEntry{k, next})
}

// discard frees the blocks of the gathered arrivals.
func (p *Partition) discard() {
	p.rest = p.rest[:0]
	p.putAll(p.done)
	p.done = nil
}
