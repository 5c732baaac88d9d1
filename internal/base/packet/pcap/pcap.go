// Package pcap writes Ethernet frames into captures with nanoseconds, pcap or pcapng. Nothing of the
// host or of the time of writing gets into the file.
package pcap

import (
	"bufio"
	"fmt"
	"io"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"
)

// maxFrame is the longest frame of a capture, bytes.
const maxFrame = 1 << 18

// Options of a capture.
type Options struct {
	// NG writes pcapng, and otherwise pcap.
	NG bool
	// SnapLen cuts the frames, bytes; 0 for none.
	SnapLen int
	// Comment is that of the section; pcapng only.
	Comment string
}

// Writer writes one capture.
type Writer struct {
	buf     *bufio.Writer
	pcap    *pcapgo.Writer
	ng      *pcapgo.NgWriter
	snapLen int
}

// NewWriter begins a capture. The error is that of w.
func NewWriter(w io.Writer, o Options) (*Writer, error) {
	c := &Writer{buf: bufio.NewWriter(w), snapLen: o.SnapLen}
	if c.snapLen <= 0 {
		c.snapLen = maxFrame
	}
	if !o.NG {
		c.pcap = pcapgo.NewWriterNanos(c.buf)
		return c, c.pcap.WriteFileHeader(uint32(c.snapLen), layers.LinkTypeEthernet)
	}
	var err error
	c.ng, err = pcapgo.NewNgWriterInterface(c.buf,
		pcapgo.NgInterface{LinkType: layers.LinkTypeEthernet, SnapLength: uint32(c.snapLen), TimestampResolution: 9},
		pcapgo.NgWriterOptions{SectionInfo: pcapgo.NgSectionInfo{Comment: o.Comment}})
	return c, err
}

// WriteFrame writes one frame, without its check sequence, at a time in nanoseconds since 1970 (0 to
// 2^32 seconds).
func (c *Writer) WriteFrame(nanos int64, frame []byte) error {
	return c.WriteHead(nanos, frame, len(frame))
}

// WriteHead is WriteFrame of a frame of which only the beginning was kept; length is that of the
// whole.
func (c *Writer) WriteHead(nanos int64, frame []byte, length int) error {
	const second = int64(time.Second)
	if nanos < 0 || nanos >= 1<<32*second {
		return fmt.Errorf("time %d ns is outside of what a capture holds (0 to 2^32 s)", nanos)
	}
	kept := frame[:min(len(frame), c.snapLen)]
	info := gopacket.CaptureInfo{Timestamp: time.Unix(nanos/second, nanos%second), CaptureLength: len(kept), Length: length}
	if c.pcap != nil {
		return c.pcap.WritePacket(info, kept)
	}
	return c.ng.WritePacket(info, kept)
}

// Flush writes out what is buffered.
func (c *Writer) Flush() error {
	if c.ng != nil {
		if err := c.ng.Flush(); err != nil {
			return err
		}
	}
	return c.buf.Flush()
}
