package p4check

import (
	"hash/crc32"
)

// extern reads the call of a function of the architecture.
func (r *reader) extern(name token) code {
	if r.inParser {
		fail(name.pos, "%s is for controls", name.text)
	}
	if _, one := r.arch.callers[name.text]; one {
		r.inBlock.calls[name.text] = name.pos
	}
	r.want("(")
	run := r.arch.externs[name.text](r)
	r.want(")")
	return run
}

// drop reads the argument of mark_to_drop.
func (r *reader) drop() code {
	name := r.name()
	s := r.find(name)
	if s.kind != symVar || s.t != standardMetadata {
		fail(name.pos, "mark_to_drop takes standard_metadata")
	}
	slot := s.slot + standardMetadata.field("egress_spec").off
	return func(m *machine) { m.s[slot] = dropPort }
}

// assert reads what must be true.
func (r *reader) assert() code {
	q := r.expression()
	if q.t.kind != kindBool {
		fail(q.at, "assert takes %s, not bool", q.t)
	}
	return func(m *machine) {
		if q.n(m).lo == 0 {
			m.fault("the assertion in line %d does not hold", q.at.Line)
		}
	}
}

// send reads the port of send_to_port. The last call counts.
func (r *reader) send() code {
	port := assignable(r.expression(), portID).n
	return func(m *machine) { m.to = port(m).lo }
}

// algorithm reads one of HashAlgorithm: crc32, or csum16.
func (r *reader) algorithm() (sum func(data []byte) uint64, width int) {
	r.member("HashAlgorithm")
	t := r.tok()
	switch {
	case r.take("crc32"):
		return func(data []byte) uint64 { return uint64(crc32.ChecksumIEEE(data)) }, 32
	case r.take("csum16"):
		return func(data []byte) uint64 { return uint64(onesComplement(data)) }, 16
	}
	fail(t.pos, "HashAlgorithm.%s is outside the subset: crc32 and csum16 are in it", t)
	return nil, 0
}

// member reads the name of an enum and the dot behind it.
func (r *reader) member(enum string) {
	if at := r.tok(); !r.take(enum) {
		fail(at.pos, "expected %s, found %s", enum, at)
	}
	r.want(".")
}

// onesComplement is the checksum of IPv4: RFC 1071.
func onesComplement(data []byte) uint16 {
	sum := uint32(0)
	for i, b := range data {
		sum += uint32(b) << (8 * (1 - i&1))
	}
	for sum>>16 != 0 {
		sum = sum&0xFFFF + sum>>16
	}
	return ^uint16(sum)
}

// data reads a list of bit strings in braces, which together are whole bytes. Unless the target takes expressions they
// are fields, or constants.
func (r *reader) data(expressions, constants bool) func(m *machine) []byte {
	at := r.want("{").pos
	var parts []*val
	total := 0
	for !r.take("}") {
		if len(parts) > 0 {
			r.want(",")
		}
		v := r.expression()
		if v.t.kind != kindBit || v.t.width > 64 {
			fail(v.at, "%s in what is summed is outside the subset: bit strings of up to 64 bits are in it", v.t)
		}
		switch {
		case !constants && v.place == nil:
			fail(v.at, "a value in a hash that is not a field or variable: pna_nic takes fields")
		case !expressions && v.place == nil && v.k == nil:
			fail(v.at, "a computation in a checksum, which p4c refuses: fields and constants are in it")
		}
		parts = append(parts, v)
		total += v.t.width
	}
	if total == 0 || total%8 != 0 {
		fail(at, "%d bits to sum, which is not a whole number of bytes", total)
	}
	return func(m *machine) []byte {
		var w bitWriter
		for _, v := range parts {
			w.put(v.n(m).lo, v.t.width)
		}
		return w.data
	}
}

// hash reads result, algorithm, base, data and max: result = base + sum mod max.
func (r *reader) hash() code {
	into := r.expression()
	set := target(into)
	r.want(",")
	sum, _ := r.algorithm()
	r.want(",")
	base := assignable(r.expression(), into.t).n
	r.want(",")
	data := r.data(true, true)
	r.want(",")
	most := r.expression()
	if most.t.kind != kindBit || into.t.kind != kindBit {
		fail(most.at, "a hash into %s below %s: both are bit strings with a width", into.t, most.t)
	}
	n, mask := most.n, into.t.mask()
	return func(m *machine) {
		below := n(m).lo
		if below == 0 {
			m.fault("a hash below 0")
		}
		set(m, u128{lo: base(m).lo + sum(data(m))%below}.and(mask).lo)
	}
}

// hasher reads the declaration of one of PNA's hashes.
func (r *reader) hasher() {
	r.want("Hash")
	r.want("<")
	if at, t := r.tok().pos, r.storable(); !same(t, bits(32)) {
		fail(at, "a hash of %s is outside the subset: bit<32> is in it", t)
	}
	r.want(">")
	r.want("(")
	r.member("PNA_HashAlgorithm_t")
	if t := r.tok(); !r.take("CRC32") {
		fail(t.pos, "PNA_HashAlgorithm_t.%s is outside the subset: CRC32 is in it", t)
	}
	r.want(")")
	name := r.name()
	r.want(";")
	r.declare(name, &symbol{kind: symHash})
}

// getHash reads base, data and max of a hash that is all of what is assigned: base + sum mod max.
func (r *reader) getHash(into *val, set func(m *machine, v uint64)) code {
	r.i++
	r.want(".")
	r.want("get_hash")
	r.want("(")
	base := assignable(r.expression(), bits(32)).n
	r.want(",")
	data := r.data(false, false)
	r.want(",")
	at := r.tok().pos
	most := r.word(bits(32), "the number of values of a hash is a constant")
	r.want(")")
	switch {
	case most == 0:
		fail(at, "a hash below 0")
	case !same(into.t, bits(32)):
		fail(into.at, "a hash has 32 bits, not %s", into.t)
	}
	return func(m *machine) {
		set(m, u128{lo: base(m).lo + uint64(crc32.ChecksumIEEE(data(m)))%most}.and(bits(32).mask()).lo)
	}
}

// checksum reads condition, data, the field with the sum, and the algorithm.
func (r *reader) checksum() (on func(m *machine) bool, sum func(m *machine) uint64, field *val) {
	q := r.expression()
	if q.t.kind != kindBool {
		fail(q.at, "the condition of a checksum is %s, not bool", q.t)
	}
	r.want(",")
	data := r.data(false, true)
	r.want(",")
	field = r.expression()
	r.want(",")
	f, width := r.algorithm()
	if field.t.kind != kindBit || field.t.width != width {
		fail(field.at, "the checksum has %d bits, its field is %s", width, field.t)
	}
	return func(m *machine) bool { return q.n(m).lo != 0 }, func(m *machine) uint64 { return f(data(m)) }, field
}

func (r *reader) verifyChecksum() code {
	on, sum, field := r.checksum()
	slot := r.at[standardMetadata] + standardMetadata.field("checksum_error").off
	return func(m *machine) {
		if on(m) && sum(m) != field.n(m).lo {
			m.s[slot] = 1
		}
	}
}

func (r *reader) updateChecksum() code {
	on, sum, field := r.checksum()
	set := target(field)
	return func(m *machine) {
		if on(m) {
			set(m, sum(m))
		}
	}
}

// list reads the number of a list of fields.
func (r *reader) list() uint8 {
	at := r.tok().pos
	n := r.word(bits(8), "the number of a list of fields is a constant")
	if n > maxList {
		fail(at, "a list of fields of number %d is outside the subset, 0 to %d", n, maxList)
	}
	return uint8(n)
}

// maxList is the largest number of a list of fields.
const maxList = 63

// fieldLists reads the annotations of a field: the lists that it is in.
func (r *reader) fieldLists(metadata bool) (lists uint64) {
	for r.is("@") {
		at := r.want("@").pos
		if name := r.tok(); !r.take("field_list") || !metadata {
			fail(at, "annotation @%s is outside the subset here: @field_list of metadata is in it", name)
		}
		r.want("(")
		for first := true; !r.take(")"); first = false {
			if !first {
				r.want(",")
			}
			lists |= 1 << r.list()
		}
	}
	return lists
}

// clone reads the kind of clone, the session and the list of fields.
func (r *reader) clone() code {
	r.member("CloneType")
	r.want("I2E")
	r.want(",")
	session := assignable(r.expression(), bits(32)).n
	r.want(",")
	list := r.list()
	return func(m *machine) { m.cloned = &kept{list: list, session: uint32(session(m).lo)} }
}

func (r *reader) resubmit() code {
	list := r.list()
	return func(m *machine) { m.again = &kept{list: list} }
}

func (r *reader) truncate() code {
	n := assignable(r.expression(), bits(32)).n
	return func(m *machine) { m.most = int(n(m).lo) }
}
