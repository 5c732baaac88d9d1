package p4

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"

	"smartnic-cc/internal/child"
)

// BMv2 is the P4 compiler for v1model and its software switch, by path.
type BMv2 struct {
	Compiler string
	Switch   string // "" if it is not installed
}

// compilers are the compiler's names: the back end alone, and the driver in front of
// all of them.
var compilers = []string{"p4c-bm2-ss", "p4c"}

// FindBMv2 looks for the compiler and the switch on the path. It is an error if there is
// no compiler.
func FindBMv2() (BMv2, error) {
	var b BMv2
	for _, name := range compilers {
		if path, err := exec.LookPath(name); err == nil {
			b.Compiler = path
			break
		}
	}
	b.Switch, _ = exec.LookPath("simple_switch")
	if b.Compiler != "" {
		return b, nil
	}
	missing := "p4c (p4c-bm2-ss) and simple_switch are not installed"
	if b.Switch != "" {
		missing = "p4c (p4c-bm2-ss) is not installed"
	}
	return b, errors.New(missing + "; install p4lang-p4c and p4lang-bmv2 from p4lang's repository (docs/p4.md), or check with --check=builtin")
}

// compile returns the switch's configuration.
func (b BMv2) compile(ctx context.Context, source string) (string, error) {
	out := strings.TrimSuffix(source, ".p4") + ".json"
	args := []string{"--std", "p4-16", "-o", out, source}
	if filepath.Base(b.Compiler) == "p4c" { // the driver takes a folder
		args = []string{"--target", "bmv2", "--arch", "v1model", "--std", "p4-16", "-o", filepath.Dir(source), source}
	}
	c := child.Command(ctx, filepath.Dir(source), b.Compiler, args...)
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	if err := child.Run(ctx, c); err != nil {
		if ctx.Err() != nil {
			return "", err
		}
		return "", fmt.Errorf("%s refuses the program: %w: %s", filepath.Base(b.Compiler), err, oneLine(said.String()))
	}
	if _, err := os.Stat(out); err != nil {
		return "", fmt.Errorf("%s left no %s: %s", filepath.Base(b.Compiler), filepath.Base(out), oneLine(said.String()))
	}
	return out, nil
}

// oneLine shortens what a program says to its first error, in one line.
func oneLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for _, l := range lines {
		if strings.Contains(l, "error") {
			return strings.TrimSpace(l)
		}
	}
	if lines[0] == "" {
		return "it says nothing"
	}
	return strings.TrimSpace(lines[0])
}

// quiet is how long the switch may send nothing before it is taken to be done.
const quiet = 10 * time.Second

// run feeds the switch a capture on the port of requests, and returns what leaves on the
// port of replies. The switch never ends by itself: it is ended when all replies are
// there, or none has come for a while.
func (b BMv2) run(ctx context.Context, config, dir string, requests [][]byte) ([][]byte, error) {
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
	last, since := -1, time.Now()
	for {
		ended := false
		select {
		case <-died:
			ended = true
		case <-time.After(100 * time.Millisecond):
		}
		replies, err := readCapture(out + "_out.pcap")
		if err != nil {
			cancel()
			return nil, err
		}
		if len(replies) != last {
			last, since = len(replies), time.Now()
		}
		switch {
		case len(replies) >= len(requests):
			if !ended {
				cancel()
				<-died
			}
			return replies, nil
		case ended && ctx.Err() != nil:
			return nil, ctx.Err()
		case ended:
			return nil, fmt.Errorf("simple_switch ended after %d of %d replies: %s", len(replies), len(requests), oneLine(said.String()))
		case time.Since(since) > quiet:
			cancel()
			<-died
			return replies, nil // the comparison will name the packet without a reply
		}
	}
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
