package bandit

import "smartnic-cc/fixedpoint"

// MaxPeriod is the longest exploration round, floor(K/epsilon): the iteration
// counter has 12 bits.
const MaxPeriod = 4096

// MaxArms is the largest number of arms, K.
const MaxArms = 8

// Arm is what a connection remembers of one arm: 4 bytes.
//
//ccgen:size 4
type Arm struct {
	// Mean is the discounted mean reward, UQ0.16: 0xFFFF is 1 - 2^-16 and 1.
	// Meaningless while [Count] is 0.
	Mean fixedpoint.UQ0x16
	// Count is the discounted number of choices n_i in the unit of the present step,
	// 2^[CountShift] gamma^-j with j = iteration mod 2^[BlockShift]. Saturates at 0xFFFF,
	// which the derivation of [Params] keeps out of reach.
	//
	//ccgen:unit choices
	Count uint16
}

// ArmArray is the set of array types that hold the arms of one connection, K
// from 2 to MaxArms.
type ArmArray interface {
	[2]Arm | [3]Arm | [4]Arm | [5]Arm | [6]Arm | [7]Arm | [8]Arm
}

// State is the learning state of one connection: 4 K + 4 bytes, 20 for K = 4.
// The zero value is the state before the first choice.
type State[A ArmArray] struct {
	// Arm holds the arms in the order of their index.
	Arm A
	// Rest packs, from the low bit: 12 bits iteration (t mod [Period]), 4 bits
	// exponent, 8 bits marked and 8 bits sent, the pending ECN counts in units of
	// 2^exponent packets (or time slots).
	//
	//ccgen:unit flags
	Rest uint32
}

// State2 is the learning state for 2 arms.
//
//ccgen:size 12
type State2 = State[[2]Arm]

// State4 is the learning state for 4 arms, the paper's choice: 20 bytes
// (section IV-B, "limited storage").
//
//ccgen:size 20
type State4 = State[[4]Arm]

// State8 is the learning state for 8 arms.
//
//ccgen:size 36
type State8 = State[[8]Arm]

// Fields of [State.Rest].
const (
	iterationMask = 0xFFF
	exponentShift = 12
	exponentMask  = 0xF
	markedShift   = 16
	sentShift     = 24
	pendingMask   = 0xFF
)

// Params are the integer parameters of DR-UCB. Package bandit/decimal derives
// them from gamma, epsilon and xi.
type Params struct {
	// Period is floor(K/epsilon), the steps of one exploration round;
	// 1..[MaxPeriod], at least K.
	//
	//ccgen:range 1..MaxPeriod
	//ccgen:unit steps
	Period uint16
	// BlockShift is b, the base-2 logarithm of the steps between two agings of all
	// counts: 2^b is at most [Period]; 0..12.
	//
	//ccgen:range 0..12
	//ccgen:unit bits
	BlockShift uint8
	// CountShift is the number of fractional bits of a count at the start of a
	// block; 0..14.
	//
	//ccgen:range 0..14
	//ccgen:unit bits
	CountShift uint8
	// GrowthPerStep is how much the weight of one choice grows at each step of a
	// block, UQ0.32: (gamma^-(2^b) - 1) / 2^b, to nearest; 0 if b is 0. The growth is a chord of
	// gamma^-j, off by at most 0.05 % since its derivation keeps it below 1/16 a block.
	//
	//ccgen:range 0..1<<28>>BlockShift
	//ccgen:format UQ0.32
	GrowthPerStep uint32
	// AgeBlock is gamma^(2^b), UQ0.16, to nearest; 1..65535.
	//
	//ccgen:range 1..65535
	//ccgen:format UQ0.16
	AgeBlock uint16
	// AgeRest is gamma^([Period] mod 2^b), UQ0.16, to nearest, for the block that the end
	// of the round cuts short; [AgeBlock] where [Period] is a multiple of 2^b; 1..65535.
	//
	//ccgen:range 1..65535
	//ccgen:format UQ0.16
	AgeRest uint16
	// Gamma is gamma, UQ0.32, rounded down: at least 1/2.
	//
	//ccgen:range 1<<31..(1<<32)-1
	//ccgen:format UQ0.32
	Gamma uint32
	// LogPerStep is log2(1/gamma), UQ4.28, to nearest.
	//
	//ccgen:range 0..1<<28>>BlockShift
	//ccgen:format UQ4.28
	LogPerStep uint32
	// XiLn2 is xi ln 2, UQ2.16, to nearest, which turns log2 N into xi ln N; xi is above
	// 0.5 and not above 2.
	//
	//ccgen:range 22713..90852
	//ccgen:format UQ2.16
	XiLn2 uint32
}
