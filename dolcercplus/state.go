package dolcercplus

import (
	"smartnic-cc/bandit"
	"smartnic-cc/fixedpoint"
)

// Params are the parameters of a connection.
type Params struct {
	// Learn are those of DR-UCB.
	Learn bandit.Params
	// LinkRate is C, the rate of the highest arm, kb/s (1000 bits a second); at most
	// 2^31-1.
	//
	//ccgen:range 1..(1<<31)-1
	//ccgen:unit kb/s
	LinkRate uint32
	// MinRate is a floor under the rates of all arms, kb/s; 1..[LinkRate].
	//
	//ccgen:range 1..LinkRate
	//ccgen:unit kb/s
	MinRate uint32
	// NsPerByte is the time of one byte at [LinkRate], UQ8.24 ns: 8e6/C with C in kb/s.
	// So C is above 31.25 Mb/s.
	//
	//ccgen:unit ns/B
	//ccgen:format UQ8.24
	NsPerByte uint32
	// BaseDelay is the ideal message completion time less the serialisation: the RTT
	// of an empty network, ns; at most 2^30.
	//
	//ccgen:range 0..1<<30
	//ccgen:unit ns
	BaseDelay uint32
}

// State is the state of one connection: the learning state and 4 bytes.
type State[A bandit.ArmArray] struct {
	// Learn is the bandit's state. Its pending ECN counts play no part.
	Learn bandit.State[A]
	// Iteration is t modulo 2^16, the number that the next message carries.
	//
	//ccgen:unit messages
	Iteration uint16
	// Arm is the arm of the next message.
	//
	//ccgen:range 0..len(Learn.Arm)-1
	//ccgen:unit index
	//ccgen:show arm
	Arm uint8
	// Lost is the count of ACKs that named an arm out of range and were ignored; it
	// saturates at 255.
	//
	//ccgen:unit ACKs
	Lost uint8
}

// State4 is the state for 4 arms: 24 bytes.
//
//ccgen:size 24
type State4 = State[[4]bandit.Arm]

// State8 is the state for 8 arms: 40 bytes.
//
//ccgen:size 40
type State8 = State[[8]bandit.Arm]

// Event is the arrival of the ACK of a whole message, with what it brings back
// (figure 7).
//
//ccgen:event message
type Event struct {
	// Now is when the ACK came.
	//
	//ccgen:signal now
	Now fixedpoint.Time
	// Departed is when the message's first packet left.
	//
	//ccgen:signal departed
	Departed fixedpoint.Time
	// Bytes is the length of the message; more than 2^30 count as 2^30.
	//
	//ccgen:signal length
	Bytes uint32
	// Iteration is the number that the message carried.
	//
	//ccgen:signal tag iteration
	//ccgen:unit messages
	Iteration uint16
	// ECNRatio is the share of the message's packets that were marked, UQ0.16,
	// 0xFFFF for all; 0 from a receiver that does not report it.
	//
	//ccgen:signal marked-share
	ECNRatio fixedpoint.UQ0x16
	// Arm is the arm that sent the message, "MAB decision" in the paper; K and above
	// are ignored.
	//
	//ccgen:signal tag arm
	//ccgen:unit index
	Arm uint8
}

// Output is what the next message is to be sent with.
type Output struct {
	// Rate is its rate, kb/s: [LinkRate] >> (K-1-Arm), at least [MinRate].
	//
	//ccgen:control message-rate
	Rate uint32
	// Reward is that of the acknowledged message, UQ0.16, 0xFFFF for 1, for logs.
	Reward fixedpoint.UQ0x16
	// Iteration is the number that it carries.
	//
	//ccgen:control tag iteration
	//ccgen:unit messages
	Iteration uint16
	// Arm is the arm that it carries.
	//
	//ccgen:control tag arm
	//ccgen:unit index
	Arm uint8
}
