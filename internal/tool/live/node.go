package live

import "math"

// Port is where frames come to a node and leave it.
type Port interface {
	// Receive returns frames that have arrived, if any; they are valid until the next call.
	Receive() ([][]byte, error)
	// Send takes a copy of a frame, to leave at the latest with Flush. A frame that finds no room is
	// lost, and counted.
	Send(frame []byte) error
	Flush() error
}

// Clock returns the time of the run, ns. It does not go back.
type Clock func() int64

// never is the time of what does not come by itself.
const never = math.MaxInt64

// node is a host or a switch.
type node interface {
	// step does what is due, and returns the time of what is due next if no frame comes before it,
	// never if nothing is.
	step() (next int64, err error)
}
