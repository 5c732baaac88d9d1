//go:build linux

package verbs

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// joined returns a switch of three machines behind sockets, and the machines' ends of these.
func joined(t *testing.T) (*relay, []net.Conn) {
	t.Helper()
	var list []*machine
	var ends []net.Conn
	for i := range 3 {
		c, file, err := pair()
		require.NoError(t, err)
		end, err := net.FileConn(file)
		require.NoError(t, err)
		require.NoError(t, file.Close())
		t.Cleanup(func() { _, _ = c.Close(), end.Close() })
		list = append(list, &machine{Machine: Machine{Name: string(rune('a' + i))}, frames: c})
		ends = append(ends, end)
	}
	sw := newSwitch(1_000_000_000, 64<<20, markers(t, 3), 0)
	sw.leave = func(int, frame) {}
	r, err := newRelay(sw, list, sinceNow())
	require.NoError(t, err)
	go r.run()
	return r, ends
}

func wire(b []byte) []byte { return append(binary.BigEndian.AppendUint32(nil, uint32(len(b))), b...) }

// TestRelay: frames come whole and in order, whatever pieces a socket gives them in.
func TestRelay(t *testing.T) {
	r, ends := joined(t)
	var want []byte
	for i := range 200 {
		want = append(want, wire(made(0, 2, 60+i*7, i, false))...)
	}
	go func() {
		for b := want; len(b) > 0; {
			n := min(len(b), 1+len(b)%977)
			_, _ = ends[0].Write(b[:n])
			b = b[n:]
		}
	}()
	got := make([]byte, len(want))
	require.NoError(t, ends[2].SetReadDeadline(time.Now().Add(time.Minute)))
	_, err := io.ReadFull(ends[2], got)
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, got))
	require.NoError(t, r.stop())
}

// TestRelayWaits: what a machine does not read in time waits for it.
func TestRelayWaits(t *testing.T) {
	r, ends := joined(t)
	const frames, length = 600, 16000 // more than sockets hold
	for i := range frames {
		_, err := ends[1].Write(wire(made(1, 2, length, i, false)))
		require.NoError(t, err)
	}
	require.NoError(t, ends[2].SetReadDeadline(time.Now().Add(time.Minute)))
	b := make([]byte, prefix+length)
	for i := range frames {
		_, err := io.ReadFull(ends[2], b)
		require.NoError(t, err)
		require.EqualValues(t, i, binary.BigEndian.Uint16(b[len(b)-2:]))
	}
	require.NoError(t, r.stop())
	require.Zero(t, r.links[2].lost)
}

// TestRelayHasRoom: what finds no room at a machine that does not read is counted.
func TestRelayHasRoom(t *testing.T) {
	var l link
	for i := range 2000 {
		l.put(made(0, 1, 16000, i, false))
	}
	kept := l.out.Len() / (prefix + 16000)
	require.InDelta(t, room/(prefix+16000), kept, 1)
	require.EqualValues(t, 2000-kept, l.lost)
}

// TestRelayRefuses: bytes that are not a frame end the run with the machine's name.
func TestRelayRefuses(t *testing.T) {
	r, ends := joined(t)
	_, err := ends[1].Write([]byte{1, 0, 0, 0})
	require.NoError(t, err)
	require.ErrorContains(t, <-r.ended, "b: a frame of 16777216 bytes on the link")
}

// TestStandstill: what the host keeps the switch from is seen by it, and the summary says so.
func TestStandstill(t *testing.T) {
	var looks, at int64
	r := &relay{sw: newSwitch(1_000_000_000, 1<<20, nil, 0), ended: make(chan error, 1)}
	r.clock = func() int64 {
		looks++
		if at += 1000; looks == 20 {
			at += 8_138_000_000
			r.over.Store(true)
		}
		return at
	}
	r.run()
	require.NoError(t, <-r.ended)
	require.InDelta(t, 8_138_000_000, r.still, 10_000)
	for _, s := range []Summary{{StillNS: r.still}, {StillNS: 10_500_000}} {
		var b bytes.Buffer
		require.NoError(t, s.Write(&b))
		require.Equal(t, s.StillNS == r.still, strings.Contains(b.String(), "the switch stood still for 8.138"), b.String())
	}
}
