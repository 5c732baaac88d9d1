package interp

import (
	"fmt"
	"math/bits"

	"smartnic-cc/codegen/ir"
)

// code is a function as instructions, with all that it calls. It is immutable once made, so that any number of
// machines may run it.
type code struct {
	fn     *ir.Func
	leaves []ir.Leaf // of the parameters, each with the parameter's name before its own
	limits []limit   // of the leaves
	back   []span    // the parameters by reference
	result span
	err    error // why it cannot be run

	instrs   []instr
	upper    []uint64 // initial contents of the end of memory: constants
	tables   []uint64
	switches []choice
	faults   map[int]index // by place in instrs
	hooks    []hook
	calls    map[*ir.Func]bool // every function that it contains
}

// limit bounds a type: a value fits if all its bits are below the sign and in the mask, or copies of the sign.
type limit struct {
	signed uint8 // bits above the type's
	mask   uint64
}

func limitOf(k ir.Kind) limit {
	if k.IsSigned() {
		return limit{uint8(64 - k.Bits()), all}
	}
	return limit{0, mask(k)}
}

// span is a range of addresses.
type span struct{ at, n int }

// index describes an index, for the fault if it is out of range.
type index struct {
	pos  ir.Pos
	kind ir.Kind
	n    int
}

// hook inspects the memory of a run. An error ends the run.
type hook func(r *memory) *Fault

func (c *code) fault(pc int, v uint64) *Fault {
	x := c.faults[pc-1]
	return &Fault{x.pos, fmt.Sprintf("index %s is out of range for an array of %d", x.kind.Format(v), x.n)}
}

func truth(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

// run runs the instructions on arguments that are in memory.
func (c *code) run(r *memory) *Fault {
	instrs := c.instrs
	_ = r[0]
	for pc := 0; ; {
		in := &instrs[pc]
		pc++
		switch in.op {
		case opAdd:
			r[in.d] = (r[in.a] + r[in.b]) & in.imm
		case opSub:
			r[in.d] = (r[in.a] - r[in.b]) & in.imm
		case opMul:
			r[in.d] = r[in.a] * r[in.b] & in.imm
		case opMulShr:
			r[in.d] = r[in.a] * r[in.b] >> (in.k & 63) & in.imm
		case opAnd:
			r[in.d] = r[in.a] & r[in.b] & in.imm
		case opOr:
			r[in.d] = (r[in.a] | r[in.b]) & in.imm
		case opXor:
			r[in.d] = (r[in.a] ^ r[in.b]) & in.imm
		case opAndNot:
			r[in.d] = r[in.a] &^ r[in.b] & in.imm
		case opShl:
			r[in.d] = r[in.a] << r[in.b] & in.imm
		case opShr:
			r[in.d] = r[in.a] >> r[in.b] & in.imm
		case opSar:
			r[in.d] = uint64(int64(r[in.a])>>r[in.b]) & in.imm
		case opShlK:
			r[in.d] = r[in.a] << (in.k & 63) & in.imm
		case opShrK:
			r[in.d] = r[in.a] >> (in.k & 63) & in.imm
		case opSarK:
			r[in.d] = uint64(int64(r[in.a])>>(in.k&63)) & in.imm
		case opMask:
			r[in.d] = r[in.a] & in.imm

		case opMove:
			r[in.d] = r[in.a]
		case opMoves:
			r[in.d] = r[in.a]
			r[uint16(in.imm)] = r[uint16(in.imm>>16)]
		case opSext:
			r[in.d] = uint64(int64(r[in.a]<<(in.k&63)) >> (in.k & 63))
		case opAddS:
			r[in.d] = uint64(int64((r[in.a]+r[in.b])<<(in.k&63)) >> (in.k & 63))
		case opSubS:
			r[in.d] = uint64(int64((r[in.a]-r[in.b])<<(in.k&63)) >> (in.k & 63))
		case opDiv:
			r[in.d] = r[in.a] / r[in.b]
		case opRem:
			r[in.d] = r[in.a] % r[in.b]
		case opDivS:
			r[in.d] = uint64(int64(r[in.a]) / int64(r[in.b]))
		case opRemS:
			r[in.d] = uint64(int64(r[in.a]) % int64(r[in.b]))
		case opMin:
			r[in.d] = min(r[in.a], r[in.b])
		case opMax:
			r[in.d] = max(r[in.a], r[in.b])
		case opMinS:
			r[in.d] = uint64(min(int64(r[in.a]), int64(r[in.b])))
		case opMaxS:
			r[in.d] = uint64(max(int64(r[in.a]), int64(r[in.b])))
		case opLen:
			r[in.d] = uint64(bits.Len64(r[in.a]))
		case opLead:
			r[in.d] = uint64(bits.LeadingZeros64(r[in.a])) - uint64(in.k)
		case opTrail:
			r[in.d] = min(uint64(bits.TrailingZeros64(r[in.a])), uint64(in.k))
		case opRot32:
			r[in.d] = uint64(bits.RotateLeft32(uint32(r[in.a]), int(in.k)))
		case opRot64:
			r[in.d] = bits.RotateLeft64(r[in.a], int(in.k))

		case opMulHigh:
			r[in.d], _ = bits.Mul64(r[in.a], r[in.b])
		case opMulWide:
			r[in.d], r[uint16(in.imm)] = bits.Mul64(r[in.a], r[in.b])
		case opMul32:
			p := r[in.a] * r[in.b]
			r[in.d], r[uint16(in.imm)] = p>>32, p&0xFFFFFFFF
		case opAddC:
			r[in.d], r[uint16(in.imm)] = bits.Add64(r[in.a], r[in.b], r[uint16(in.imm>>16)])
		case opAddC32:
			s, carry := bits.Add32(uint32(r[in.a]), uint32(r[in.b]), uint32(r[uint16(in.imm>>16)]))
			r[in.d], r[uint16(in.imm)] = uint64(s), uint64(carry)
		case opSubB:
			r[in.d], r[uint16(in.imm)] = bits.Sub64(r[in.a], r[in.b], r[uint16(in.imm>>16)])
		case opSubB32:
			s, borrow := bits.Sub32(uint32(r[in.a]), uint32(r[in.b]), uint32(r[uint16(in.imm>>16)]))
			r[in.d], r[uint16(in.imm)] = uint64(s), uint64(borrow)

		case opEq:
			r[in.d] = truth(r[in.a] == r[in.b])
		case opNe:
			r[in.d] = truth(r[in.a] != r[in.b])
		case opLt:
			r[in.d] = truth(r[in.a] < r[in.b])
		case opLe:
			r[in.d] = truth(r[in.a] <= r[in.b])
		case opLtS:
			r[in.d] = truth(int64(r[in.a]) < int64(r[in.b]))
		case opLeS:
			r[in.d] = truth(int64(r[in.a]) <= int64(r[in.b]))

		case opJump:
			pc = int(in.imm)
		case opIfEq:
			if r[in.a] == r[in.b] {
				pc = int(in.imm)
			}
		case opIfNe:
			if r[in.a] != r[in.b] {
				pc = int(in.imm)
			}
		case opIfLt:
			if r[in.a] < r[in.b] {
				pc = int(in.imm)
			}
		case opIfLe:
			if r[in.a] <= r[in.b] {
				pc = int(in.imm)
			}
		case opIfLtS:
			if int64(r[in.a]) < int64(r[in.b]) {
				pc = int(in.imm)
			}
		case opIfLeS:
			if int64(r[in.a]) <= int64(r[in.b]) {
				pc = int(in.imm)
			}
		case opIfAny:
			if r[in.a]&r[in.b] != 0 {
				pc = int(in.imm)
			}
		case opIfNone:
			if r[in.a]&r[in.b] == 0 {
				pc = int(in.imm)
			}
		case opUp:
			if v := r[in.d]; v != r[in.a] {
				r[in.d] = v + 1
				pc = int(in.imm)
			}
		case opDown:
			if v := r[in.d]; v != r[in.a] {
				r[in.d] = v - 1
				pc = int(in.imm)
			}
		case opCall:
			r[in.d] = uint64(pc)
			pc = int(in.imm)
		case opReturn:
			pc = int(r[in.a])
		case opSwitch:
			s := &c.switches[in.imm]
			if v := r[in.a] - s.lo; v < uint64(len(s.targets)) {
				pc = s.targets[v]
			} else {
				pc = s.other
			}
		case opEnd:
			return nil

		case opLookup:
			v := r[in.a]
			if v >= uint64(uint32(in.imm)) {
				return c.fault(pc, v)
			}
			r[in.d] = c.tables[v+in.imm>>32]
		case opLookK:
			r[in.d] = c.tables[r[in.a]>>(in.k&63)&uint64(uint32(in.imm))+in.imm>>32]
		case opLoad:
			v := r[in.a]
			if v >= in.imm {
				return c.fault(pc, v)
			}
			r[in.d] = r[uint16(v)+in.b]
		case opIndex:
			v := r[in.a]
			if v >= uint64(uint32(in.imm)) {
				return c.fault(pc, v)
			}
			r[in.d] = v*(in.imm>>32) + r[in.b]
		case opFault:
			return c.fault(pc, r[in.a])
		case opLookupAt:
			r[in.d] = c.tables[r[in.a]+in.imm]
		case opLoadAt:
			r[in.d] = r[uint16(r[in.a])+in.b]
		case opStoreAt:
			r[uint16(r[in.a])+in.d] = r[in.b]
		default:
			var f *Fault
			if pc, f = c.seldom(r, pc); f != nil {
				return f
			}
		}
	}
}

// seldom runs the instruction before pc, one that calls something, and returns pc: apart, so that
// the others need not keep theirs in memory.
//
//go:noinline
func (c *code) seldom(r *memory, pc int) (int, *Fault) {
	switch in := &c.instrs[pc-1]; in.op {
	case opOnes:
		r[in.d] = uint64(bits.OnesCount64(r[in.a]))
	case opCopy:
		copy(r[in.d:int(in.d)+int(in.imm)], r[in.a:])
	case opCopyAt:
		to, from, n := int(in.d)+int(r[uint16(in.imm>>32)]), int(in.a)+int(r[in.b]), int(uint32(in.imm))
		copy(r[to:to+n], r[from:])
	case opCopyOut:
		to, n := int(in.d)+int(r[in.b]), int(uint32(in.imm))
		copy(r[to:to+n], c.tables[r[in.a]+in.imm>>32:])
	case opClear:
		clear(r[in.d : int(in.d)+int(in.imm)])
	case opHook:
		return pc, c.hooks[in.imm](r)
	}
	return pc, nil
}
