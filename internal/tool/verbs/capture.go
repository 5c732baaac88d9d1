package verbs

import (
	"io"

	"smartnic-cc/internal/base/packet/pcap"
)

// waits is how many batches wait for the file: a million frames, more than a run at 100 Mb/s has in a minute.
const waits = 4096

// capture writes frames while others go on: a file that the system is slow to take holds up nobody until the queue of
// frames is full.
type capture struct {
	queue chan []frame
	batch []frame // that are not in the queue yet: waking another thread for each costs more than writing it
	ended chan error
}

// newCapture begins a capture whose frames are cut to snap bytes, 0 for no limit.
func newCapture(w io.Writer, snap int) (*capture, error) {
	out, err := pcap.NewWriter(w, pcap.Options{NG: true, SnapLen: snap, Comment: "frames as they left the switch"})
	if err != nil {
		return nil, err
	}
	c := &capture{queue: make(chan []frame, waits), ended: make(chan error, 1)}
	go func() {
		var failed error
		for batch := range c.queue {
			for _, f := range batch {
				if failed == nil {
					failed = out.WriteFrame(f.at, f.bytes)
				}
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
func (c *capture) frame(f frame) {
	if c.batch = append(c.batch, f); len(c.batch) == 256 {
		c.queue <- c.batch
		c.batch = nil
	}
}

// end waits until all is written, and returns the first error.
func (c *capture) end() error {
	c.queue <- c.batch
	close(c.queue)
	return <-c.ended
}
