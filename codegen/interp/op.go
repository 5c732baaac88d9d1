package interp

// memory holds the data of a call: arguments, results and variables from the bottom, constants from the top. An
// address has 16 bits, so accesses need no check.
type memory [words]uint64

const words = 1 << 16

// instr is an instruction. d, a and b are addresses unless the operation says otherwise.
type instr struct {
	op      op
	k       uint8
	d, a, b uint16
	imm     uint64
}

type op uint8

// The operations, with r the memory. Those up to opMask apply a mask to their result, by which unsigned types wrap;
// conversions and masks of the source are merged into it.
const (
	opAdd    op = iota // r[d] = r[a] + r[b] & imm
	opSub              // r[d] = r[a] - r[b] & imm
	opMul              // r[d] = r[a] * r[b] & imm
	opMulShr           // r[d] = r[a] * r[b] >> k & imm
	opAnd              // r[d] = r[a] & r[b] & imm
	opOr               // r[d] = (r[a] | r[b]) & imm
	opXor              // r[d] = (r[a] ^ r[b]) & imm
	opAndNot           // r[d] = r[a] &^ r[b] & imm
	opShl              // r[d] = r[a] << r[b] & imm
	opShr              // r[d] = r[a] >> r[b] & imm
	opSar              // r[d] = int64(r[a]) >> r[b] & imm
	opShlK             // r[d] = r[a] << k & imm
	opShrK             // r[d] = r[a] >> k & imm
	opSarK             // r[d] = int64(r[a]) >> k & imm
	opMask             // r[d] = r[a] & imm

	opMove  // r[d] = r[a]
	opMoves // r[d] = r[a], then r[imm] = r[imm>>16]
	opSext  // r[d] = int64(r[a] << k) >> k
	opAddS  // r[d] = int64((r[a] + r[b]) << k) >> k
	opSubS  // r[d] = int64((r[a] - r[b]) << k) >> k
	opDiv   // r[d] = r[a] / r[b]
	opRem   // r[d] = r[a] % r[b]
	opDivS  // the same of int64
	opRemS  //
	opMin   // r[d] = min(r[a], r[b])
	opMax   // r[d] = max(r[a], r[b])
	opMinS  // the same of int64
	opMaxS  //
	opLen   // r[d] = bits.Len64(r[a])
	opLead  // r[d] = bits.LeadingZeros64(r[a]) - k
	opTrail // r[d] = min(bits.TrailingZeros64(r[a]), k)
	opOnes  // r[d] = bits.OnesCount64(r[a])
	opRot32 // r[d] = bits.RotateLeft32(r[a], k)
	opRot64 // r[d] = bits.RotateLeft64(r[a], k)

	opMulHigh // r[d] = the upper word of r[a] * r[b]
	opMulWide // r[d], r[imm] = bits.Mul64(r[a], r[b])
	opMul32   // the same of bits.Mul32
	opAddC    // r[d], r[imm] = bits.Add64(r[a], r[b], r[imm>>16])
	opAddC32  // the same of bits.Add32
	opSubB    // r[d], r[imm] = bits.Sub64(r[a], r[b], r[imm>>16])
	opSubB32  // the same of bits.Sub32

	opEq  // r[d] = r[a] == r[b]
	opNe  // r[d] = r[a] != r[b]
	opLt  // r[d] = r[a] < r[b]
	opLe  // r[d] = r[a] <= r[b]
	opLtS // the same of int64
	opLeS //

	// These jump to imm.
	opJump
	opIfEq   // if r[a] == r[b]
	opIfNe   // if r[a] != r[b]
	opIfLt   // if r[a] < r[b]
	opIfLe   // if r[a] <= r[b]
	opIfLtS  // the same of int64
	opIfLeS  //
	opIfAny  // if r[a] & r[b] != 0
	opIfNone // if r[a] & r[b] == 0
	opUp     // if r[d] != r[a], with r[d] larger by 1
	opDown   // if r[d] != r[a], with r[d] smaller by 1
	opCall   // with the next place in r[d]

	opReturn // jumps to r[a]
	opSwitch // jumps to the target of r[a] in switches[imm]
	opEnd    // ends the run

	// An index that is not below its limit is a fault.
	opLookup // r[d] = tables[r[a] + imm>>32], r[a] < uint32(imm)
	opLookK  // r[d] = tables[(r[a] >> k & uint32(imm)) + imm>>32], which is in range
	opLoad   // r[d] = r[r[a] + b], r[a] < imm
	opIndex  // r[d] = r[a] * (imm>>32) + r[b], r[a] < uint32(imm)
	opFault  // always

	// Offsets that opIndex made.
	opLookupAt // r[d] = tables[r[a] + imm]
	opLoadAt   // r[d] = r[r[a] + b]
	opStoreAt  // r[r[a] + d] = r[b]
	opCopy     // imm words from a to d
	opCopyAt   // uint32(imm) words from r[b] + a to r[imm>>32] + d
	opCopyOut  // uint32(imm) words from tables at r[a] + imm>>32 to r[b] + d
	opClear    // imm words at d

	opHook // calls hooks[imm]
)

// last operation with a mask.
const lastMasked = opMask

// choice is the targets of a switch: targets by the value minus lo, or other.
type choice struct {
	lo      uint64
	targets []int
	other   int
}
