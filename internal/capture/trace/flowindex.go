package trace

import (
	"encoding/binary"
	"hash/maphash"
	"net/netip"
)

// flowIndex finds half flows by addresses and QP number: a hash table with open
// addressing over their numbers. A slot holds 32 bits of hash above and the
// half flow's number plus one below, 0 where it is free; the hash says where to
// look and is compared before the half flow itself is. It is keyed anew in
// every process, so that no capture can be made to collide.
type flowIndex struct {
	slots []uint64
	used  int
}

// flowSeed keys the hash. Only the order of slots depends on it, which nothing
// ever shows.
var flowSeed = maphash.MakeSeed()

// firstSlots is a power of two; the table doubles once it is half full.
const firstSlots = 256

func newFlowIndex() flowIndex {
	return flowIndex{slots: make([]uint64, firstSlots)}
}

// flowHash returns the bits under which a half flow is kept.
func flowHash(src, dst netip.Addr, qpn uint32) uint32 {
	var key [4 + 16 + 16]byte
	binary.LittleEndian.PutUint32(key[:], qpn)
	if src.Is4() && dst.Is4() {
		a, b := src.As4(), dst.As4()
		copy(key[4:], a[:])
		copy(key[8:], b[:])
		return uint32(maphash.Bytes(flowSeed, key[:12]))
	}
	a, b := src.As16(), dst.As16()
	copy(key[4:], a[:])
	copy(key[20:], b[:])
	return uint32(maphash.Bytes(flowSeed, key[:]))
}

// add keeps half flow i under its hash.
func (x *flowIndex) add(hash uint32, i int32) {
	if 2*x.used >= len(x.slots) {
		old := x.slots
		x.slots = make([]uint64, 2*len(old))
		for _, slot := range old {
			if slot != 0 {
				x.put(slot)
			}
		}
	}
	x.put(uint64(hash)<<32 | uint64(i+1))
	x.used++
}

func (x *flowIndex) put(slot uint64) {
	mask := len(x.slots) - 1
	at := int(slot>>32) & mask
	for x.slots[at] != 0 {
		at = (at + 1) & mask
	}
	x.slots[at] = slot
}

// find returns the number of the half flow from src to queue pair qpn of dst,
// -1 where it is new, and the hash under which to add it.
func (t *flowTable) find(src, dst netip.Addr, qpn uint32) (int32, uint32) {
	hash, slots := flowHash(src, dst, qpn), t.index.slots
	mask := len(slots) - 1
	for at := int(hash) & mask; slots[at] != 0; at = (at + 1) & mask {
		if uint32(slots[at]>>32) != hash {
			continue
		}
		i := int32(uint32(slots[at])) - 1
		if h := t.half(i); h.qpn == qpn && h.src == src && h.dst == dst {
			return i, hash
		}
	}
	return -1, hash
}

// Half flows are kept in chunks, which never move: growing needs no second
// copy, and a pointer to one holds.
const (
	chunkBits = 9
	chunkLen  = 1 << chunkBits
)

type chunk [chunkLen]half

// half returns half flow i.
func (t *flowTable) half(i int32) *half { return &t.chunks[i>>chunkBits][i&(chunkLen-1)] }

// newHalf makes room for one more and returns its number.
func (t *flowTable) newHalf() int32 {
	i := t.count
	if i&(chunkLen-1) == 0 {
		t.chunks = append(t.chunks, new(chunk))
	}
	t.count++
	return i
}
