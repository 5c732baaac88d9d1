package verbs

import (
	"bytes"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/packet/pcap"
)

// TestCapture: frames come into the file as they are given, cut where that is asked for.
func TestCapture(t *testing.T) {
	for _, snap := range []int{0, 128} {
		var got, want bytes.Buffer
		c, err := newCapture(&got, snap)
		require.NoError(t, err)
		w, err := pcap.NewWriter(&want, pcap.Options{NG: true, SnapLen: snap, Comment: "frames as they left the switch"})
		require.NoError(t, err)
		for i := range 300 {
			b := made(0, 1, 60+i, i, true)
			c.frame(frame{int64(i) * 1000, b})
			require.NoError(t, w.WriteFrame(int64(i)*1000, b))
		}
		require.NoError(t, c.end())
		require.NoError(t, w.Flush())
		require.Equal(t, want.Bytes(), got.Bytes())
	}
}

type full struct{ left int }

var errFull = errors.New("no space left on device")

func (f *full) Write(b []byte) (int, error) {
	if f.left -= len(b); f.left < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// TestCaptureFails: a disk that is full ends the capture and not the run, which learns of it at the end.
func TestCaptureFails(t *testing.T) {
	c, err := newCapture(&full{100_000}, 0)
	require.NoError(t, err)
	for i := range 1 << 16 {
		c.frame(frame{int64(i), made(0, 1, 1000, i, false)})
	}
	require.ErrorIs(t, c.end(), errFull)
}

// slow takes nothing until it may.
type slow struct{ may chan struct{} }

func (s slow) Write(b []byte) (int, error) {
	<-s.may
	return len(b), nil
}

// TestCaptureOfSlowDisk: a disk that takes nothing for a minute does not hold up the switch.
func TestCaptureOfSlowDisk(t *testing.T) {
	s := slow{make(chan struct{})}
	c, err := newCapture(s, 0)
	require.NoError(t, err)
	b := made(0, 1, 1082, 0, false)
	for at := int64(0); at < 60e9; at += 86_560 { // at 100 Mb/s
		c.frame(frame{at, b})
	}
	close(s.may)
	require.NoError(t, c.end())
}
