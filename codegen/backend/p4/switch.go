package p4

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"

	"smartnic-cc/internal/base/sys/child"
)

// poll is how often the switch is looked at.
const poll = 250 * time.Millisecond

// run feeds the switch a capture on the port of requests, and returns what it sends on the port of replies. The
// switch never ends by itself: it is ended when all replies are there, or after a time limit; what came until then is
// returned with the error. replied is called with the number of replies so far, once the program is loaded.
func (b BMv2) run(ctx context.Context, config, dir string, requests [][]byte, replied func(n int)) ([][]byte, error) {
	in, out := filepath.Join(dir, "request"), filepath.Join(dir, "reply")
	for _, f := range []string{in + "_in.pcap", in + "_out.pcap", out + "_in.pcap", out + "_out.pcap"} {
		if err := os.Remove(f); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	if err := writeCapture(in+"_in.pcap", requests); err != nil {
		return nil, err
	}
	if err := writeCapture(out+"_in.pcap", nil); err != nil {
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := child.Command(ctx, dir, b.Switch, "--use-files", "0", "--thrift-port", port,
		"-i", fmt.Sprintf("%d@%s", requestPort, in), "-i", fmt.Sprintf("%d@%s", replyPort, out), config)
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	forget, err := child.Start(c)
	if err != nil {
		return nil, err
	}
	died := make(chan error, 1)
	go func() {
		err := c.Wait()
		forget()
		died <- err
	}()
	lim := b.limits
	if lim == (limits{}) {
		lim = defaultLimits
	}
	loaded, last, since := false, 0, time.Now()
	for {
		var end error
		ended := false
		select {
		case end = <-died:
			ended = true
		case <-time.After(poll):
		}
		replies, err := readCapture(out + "_out.pcap")
		if err != nil {
			cancel()
			return nil, err
		}
		if len(replies) != last {
			last, since = len(replies), time.Now()
		}
		if !loaded && (last > 0 || listens(port)) {
			loaded, since = true, time.Now()
		}
		if loaded {
			replied(last)
		} else {
			b.progress("starting "+b.arch.device, 0, -1)
		}
		quiet := time.Since(since)
		switch {
		case last >= len(requests):
			if !ended {
				cancel()
				<-died
			}
			return replies, nil
		case ended && ctx.Err() != nil:
			return nil, ctx.Err()
		case ended:
			what := fmt.Sprintf("ended (%s) after %d of %d replies", ending(end), last, len(requests))
			if !loaded {
				what = fmt.Sprintf("ended (%s) while it loaded the program", ending(end))
			}
			return nil, &child.ToolError{Tool: b.arch.device, What: what, Output: said.String()}
		case !loaded && quiet > lim.start:
			cancel()
			<-died
			return nil, &child.ToolError{Tool: b.arch.device, What: fmt.Sprintf("has not loaded the program after %s", lim.start), Output: said.String()}
		case loaded && quiet > lim.quiet:
			cancel()
			<-died
			if n := unanswered(requests, replies); n > 0 {
				what := fmt.Sprintf("sent %d of %d replies and none for %s: it drops packet %d of the capture and all behind it, or hangs",
					last, len(requests), lim.quiet, len(requests)-n+1)
				return replies, &child.ToolError{Tool: b.arch.device, What: what, Output: said.String()}
			}
			return replies, nil // the comparison will name the packet without a reply
		}
	}
}

// ending says how a program ended.
func ending(err error) string {
	if err == nil {
		return "exit status 0"
	}
	return err.Error()
}

// listens reports whether the switch has opened its control port, which it does when it has
// loaded the program.
func listens(port string) bool {
	c, err := net.DialTimeout("tcp", net.JoinHostPort("127.0.0.1", port), poll)
	if err != nil {
		return false
	}
	c.Close()
	return true
}

// unanswered returns how many of the last requests have no reply.
func unanswered(requests, replies [][]byte) int {
	answered := newPlayer("", replies)
	n := 0
	for i := len(requests) - 1; i >= 0 && answered.reply(requests[i]) == nil; i-- {
		n++
	}
	return n
}

// freePort returns a port for the switch's control interface, which is not used.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port), nil
}

// writeCapture writes a pcap file with a packet a microsecond.
func writeCapture(path string, packets [][]byte) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := pcapgo.NewWriter(f)
	if err := w.WriteFileHeader(65536, layers.LinkTypeEthernet); err != nil {
		return err
	}
	for i, p := range packets {
		at := time.Unix(0, 1000*int64(i)).UTC()
		if err := w.WritePacket(gopacket.CaptureInfo{Timestamp: at, CaptureLength: len(p), Length: len(p)}, p); err != nil {
			return err
		}
	}
	return f.Close()
}

// readCapture reads a pcap file that may still be being written, up to its last whole
// packet.
func readCapture(path string) ([][]byte, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r, err := pcapgo.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, nil // the head is not whole yet
	}
	var packets [][]byte
	for {
		p, _, err := r.ReadPacketData()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return packets, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: packet %d: %w", filepath.Base(path), len(packets)+1, err)
		}
		packets = append(packets, p)
	}
}
