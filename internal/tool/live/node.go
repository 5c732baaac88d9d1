package live

import "math"

// Port is where a node receives and sends frames.
type Port interface {
	// Receive returns frames that have arrived, if any; they are valid until the next call.
	Receive() ([][]byte, error)
	// Send copies a frame, to be sent by Flush at the latest. A frame for which there is no room is dropped, and
	// counted.
	Send(frame []byte) error
	Flush() error
}

// Clock returns the time of the run, ns. It does not go back.
type Clock func() int64

// never is the time of an event that time alone does not bring.
const never = math.MaxInt64

// node is a host or a switch.
type node interface {
	// step does what is due, and returns when the next step is due if no frame arrives before, or never.
	step() (next int64, err error)
}
