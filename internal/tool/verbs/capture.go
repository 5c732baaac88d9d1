package verbs

import (
	"io"

	"smartnic-cc/internal/base/packet/pcap"
)

// capture writes frames while others go on: a file that the system is slow to take holds up nobody until the queue of
// frames is full.
type capture struct {
	queue chan frame
	ended chan error
}

// newCapture begins a capture whose frames are cut to snap bytes, 0 for no limit.
func newCapture(w io.Writer, snap int) (*capture, error) {
	out, err := pcap.NewWriter(w, pcap.Options{NG: true, SnapLen: snap, Comment: "frames as they left the switch"})
	if err != nil {
		return nil, err
	}
	c := &capture{queue: make(chan frame, 1<<14), ended: make(chan error, 1)}
	go func() {
		var failed error
		for f := range c.queue {
			if failed == nil {
				failed = out.WriteFrame(f.at, f.bytes)
			}
		}
		if failed == nil {
			failed = out.Flush()
		}
		c.ended <- failed
	}()
	return c, nil
}

// frame takes a frame that nobody changes any more.
func (c *capture) frame(f frame) { c.queue <- f }

// end waits until all is written, and returns the first error.
func (c *capture) end() error {
	close(c.queue)
	return <-c.ended
}
