package live

import (
	"encoding/binary"
	"fmt"
	"math/big"

	"github.com/cilium/ebpf"
	"github.com/cilium/ebpf/asm"
	"github.com/cilium/ebpf/link"
	"github.com/vishvananda/netns"

	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/nicmodel/fabric"
)

// kernelRED runs RED as a BPF program at the egress hook of a port, ahead of the token bucket filter, on a virtual
// queue that drains at the port's rate. The queue is measured in time: the delay of a frame is how long the port is
// busy with those before it, at the rate's nanoseconds per byte.
type kernelRED struct {
	program *ebpf.Program
	state   *ebpf.Map
	hook    link.Link
}

// The state of the program: until when the port is busy, on the kernel's monotonic clock, ns; and how
// many frames it has marked.
const (
	busyAt    = 0
	marksAt   = 8
	stateSize = 16
)

// newKernelRED loads the program for a port.
func newKernelRED(m fabric.Marking, rate uint64) (*kernelRED, error) {
	if err := bpf.Available(); err != nil {
		return nil, err
	}
	state, err := ebpf.NewMap(&ebpf.MapSpec{Name: "live_red_state", Type: ebpf.Array, KeySize: 4, ValueSize: stateSize, MaxEntries: 1})
	if err != nil {
		return nil, fmt.Errorf("a map of the kernel's: %w", err)
	}
	program, err := ebpf.NewProgram(&ebpf.ProgramSpec{Name: "live_red", Type: ebpf.SchedCLS, License: "Apache-2.0", Instructions: redInstructions(m, rate, state.FD())})
	if err != nil {
		_ = state.Close()
		return nil, fmt.Errorf("the kernel's verifier refuses the program that marks: %w", err)
	}
	return &kernelRED{program: program, state: state}, nil
}

// redInstructions returns the program. A frame that may be marked has its IPv4 header after the Ethernet header of 14
// bytes; all others pass, and are counted for the queue.
func redInstructions(m fabric.Marking, rate uint64, state int) asm.Instructions {
	// Nanoseconds of a number of bytes, and the slope of the probability, in 2^-32 per ns: both with 16 additional
	// bits.
	nanos := func(bytes uint32) int64 { return int64(ratio(big.NewInt(int64(bytes)), 8e9, rate)) }
	perByte := ratio(big.NewInt(1<<16), 8e9, rate)
	kmin, kmax := nanos(m.Kmin), nanos(m.Kmax)
	slope := uint64(0)
	if kmax > kmin {
		slope = ratio(new(big.Int).Lsh(big.NewInt(int64(m.PmaxPPM)), 48), 1, 1_000_000*uint64(kmax-kmin))
	}
	// Where TOS lies in the first two bytes of the header, loaded as this machine loads them.
	tos := int32(0)
	if binary.NativeEndian.Uint16([]byte{1, 0}) == 1 {
		tos = 8
	}
	const (
		header = int16(-8) // on the stack: the first two bytes of the IPv4 header
		key    = int16(-16)
		odds   = int16(-24)
	)
	return asm.Instructions{
		asm.Mov.Reg(asm.R6, asm.R1),
		asm.Mov.Imm(asm.R2, ethernetLen),
		asm.Mov.Reg(asm.R3, asm.R10), asm.Add.Imm(asm.R3, int32(header)),
		asm.Mov.Imm(asm.R4, 2),
		asm.FnSkbLoadBytes.Call(),
		asm.JNE.Imm(asm.R0, 0, "pass"),
		asm.LoadMem(asm.R8, asm.R10, header, asm.Half),
		asm.FnKtimeGetNs.Call(),
		asm.Mov.Reg(asm.R7, asm.R0),
		asm.StoreImm(asm.R10, key, 0, asm.Word),
		asm.LoadMapPtr(asm.R1, state),
		asm.Mov.Reg(asm.R2, asm.R10), asm.Add.Imm(asm.R2, int32(key)),
		asm.FnMapLookupElem.Call(),
		asm.JEq.Imm(asm.R0, 0, "pass"),
		asm.Mov.Reg(asm.R9, asm.R0),
		// The frame's delay goes to R2, and the port is busy until R1.
		asm.LoadMem(asm.R1, asm.R9, busyAt, asm.DWord),
		asm.JGT.Reg(asm.R1, asm.R7, "waits"),
		asm.Mov.Reg(asm.R1, asm.R7),
		asm.Mov.Reg(asm.R2, asm.R1).WithSymbol("waits"), asm.Sub.Reg(asm.R2, asm.R7),
		asm.LoadMem(asm.R3, asm.R6, 0, asm.Word), // its length
		asm.LoadImm(asm.R4, int64(perByte), asm.DWord), asm.Mul.Reg(asm.R3, asm.R4), asm.RSh.Imm(asm.R3, 16),
		asm.Add.Reg(asm.R1, asm.R3),
		asm.StoreMem(asm.R9, busyAt, asm.R1, asm.DWord),
		// Skip frames whose sender does not support ECN.
		asm.Mov.Reg(asm.R3, asm.R8), asm.RSh.Imm(asm.R3, tos), asm.And.Imm(asm.R3, ce),
		asm.JEq.Imm(asm.R3, 0, "pass"),
		asm.LoadImm(asm.R4, kmin, asm.DWord), asm.JLE.Reg(asm.R2, asm.R4, "pass"),
		asm.LoadImm(asm.R5, kmax, asm.DWord), asm.JGT.Reg(asm.R2, asm.R5, "mark"),
		asm.Sub.Reg(asm.R2, asm.R4),
		asm.LoadImm(asm.R4, int64(slope), asm.DWord), asm.Mul.Reg(asm.R2, asm.R4), asm.RSh.Imm(asm.R2, 16),
		asm.StoreMem(asm.R10, odds, asm.R2, asm.DWord),
		asm.FnGetPrandomU32.Call(),
		asm.LSh.Imm(asm.R0, 32), asm.RSh.Imm(asm.R0, 32),
		asm.LoadMem(asm.R2, asm.R10, odds, asm.DWord),
		asm.JGE.Reg(asm.R0, asm.R2, "pass"),
		asm.LoadMem(asm.R1, asm.R9, marksAt, asm.DWord).WithSymbol("mark"),
		asm.Add.Imm(asm.R1, 1), asm.StoreMem(asm.R9, marksAt, asm.R1, asm.DWord),
		asm.Mov.Reg(asm.R7, asm.R8), asm.Or.Imm(asm.R7, ce<<tos),
		asm.StoreMem(asm.R10, header, asm.R7, asm.Half),
		asm.Mov.Reg(asm.R1, asm.R6), asm.Mov.Imm(asm.R2, checksumAt),
		asm.Mov.Reg(asm.R3, asm.R8), asm.Mov.Reg(asm.R4, asm.R7), asm.Mov.Imm(asm.R5, 2),
		asm.FnL3CsumReplace.Call(),
		asm.Mov.Reg(asm.R1, asm.R6), asm.Mov.Imm(asm.R2, ethernetLen),
		asm.Mov.Reg(asm.R3, asm.R10), asm.Add.Imm(asm.R3, int32(header)),
		asm.Mov.Imm(asm.R4, 2), asm.Mov.Imm(asm.R5, 0),
		asm.FnSkbStoreBytes.Call(),
		asm.Mov.Imm(asm.R0, -1).WithSymbol("pass"), // TCX_NEXT: to the filter
		asm.Return(),
	}
}

// ratio returns v n/d, rounded down.
func ratio(v *big.Int, n, d uint64) uint64 {
	v = new(big.Int).Mul(v, new(big.Int).SetUint64(n))
	return v.Quo(v, new(big.Int).SetUint64(d)).Uint64()
}

// attach puts the program at the egress of a link of a namespace.
func (k *kernelRED) attach(ns netns.NsHandle, index int) (err error) {
	k.hook, err = attachTC(ns, index, k.program, ebpf.AttachTCXEgress, "marking", "--mark arrival")
	return err
}

// marks returns how many frames were marked.
func (k *kernelRED) marks() (uint64, error) {
	var state [stateSize]byte
	if err := k.state.Lookup(uint32(0), &state); err != nil {
		return 0, fmt.Errorf("a map of the kernel's: %w", err)
	}
	return binary.NativeEndian.Uint64(state[marksAt:]), nil
}

func (k *kernelRED) close() {
	if k.hook != nil {
		_ = k.hook.Close()
	}
	_ = k.program.Close()
	_ = k.state.Close()
}
