package largecapture

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"testing"

	"github.com/gopacket/gopacket/pcapgo"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/capture/trace"
)

// The totals are those that the reader finds, the file nearly has the size
// asked for, and the same options give the same bytes.
func TestWrite(t *testing.T) {
	for _, o := range []Options{
		{Size: 3_000_000},
		{Size: 3_000_000, Format: trace.FormatPcapng, Conns: 9, Seed: 7},
		{Size: 1_000_000, Frame: 129, Conns: 3},
		{Size: 2_000_000, Frame: 4_154, Conns: 300},
	} {
		var b, again bytes.Buffer
		told := int64(0)
		o.Progress = func(done int64) { told = done }
		totals, err := Write(&b, o)
		require.NoError(t, err)
		_, err = Write(&again, o)
		require.NoError(t, err)
		require.Equal(t, sha256.Sum256(b.Bytes()), sha256.Sum256(again.Bytes()))
		require.Equal(t, int64(b.Len()), totals.Bytes)
		require.LessOrEqual(t, totals.Bytes, o.Size)
		require.Greater(t, totals.Bytes, o.Size-int64(max(o.Frame, 1024))-64)
		if totals.Packets > progressEvery {
			require.NotZero(t, told)
		}

		r, err := trace.NewReader("large", bytes.NewReader(b.Bytes()), trace.Options{CheckICRC: true})
		require.NoError(t, err)
		require.Empty(t, r.Warnings())
		st := r.Stats()
		require.Equal(t, totals, Totals{Bytes: int64(b.Len()), Packets: st.Packets, Data: st.DataPackets, Marked: st.Marked,
			Acks: st.Acks, CNPs: st.CNPs, DataBytes: st.DataBytes})
		require.Equal(t, st.Packets, st.ICRCChecked)
		require.Zero(t, st.ICRCWrong)
		require.LessOrEqual(t, len(r.Conns()), max(o.Conns, defaultConns))
	}
}

// The very bytes, so that numbers measured on one capture stay comparable.
func TestSameForEver(t *testing.T) {
	h := sha256.New()
	_, err := Write(h, Options{Size: 1_000_000, Seed: 1})
	require.NoError(t, err)
	require.Equal(t, "0094c76a01138cddca5ed76036fb3d754e3b2aad7aa5f4307a1ad18692e68cd6", hex.EncodeToString(h.Sum(nil)))
}

// Another library reads as many packets.
func TestAgainstPcapgo(t *testing.T) {
	var b bytes.Buffer
	totals, err := Write(&b, Options{Size: 500_000})
	require.NoError(t, err)
	r, err := pcapgo.NewReader(&b)
	require.NoError(t, err)
	n := uint64(0)
	for {
		if _, _, err := r.ReadPacketData(); err != nil {
			require.Equal(t, io.EOF, err)
			break
		}
		n++
	}
	require.Equal(t, totals.Packets, n)
}

func TestOptionsRefused(t *testing.T) {
	for want, o := range map[string]Options{
		"csv is not a capture format":   {Size: 1000, Format: trace.FormatCSV},
		"frames of 10 bytes":            {Size: 1000, Frame: 10},
		"frames of 10000 bytes":         {Size: 1000, Frame: 10_000},
		"-1 connections":                {Size: 1000, Conns: -1},
		"65537 connections":             {Size: 1000, Conns: 65_537},
		"20 bytes do not hold":          {Size: 20},
		"0 bytes do not hold the heade": {Format: trace.FormatPcapng},
	} {
		_, err := Write(io.Discard, o)
		require.ErrorContains(t, err, want)
	}
	totals, err := Write(io.Discard, Options{Size: 24})
	require.NoError(t, err)
	require.Equal(t, Totals{Bytes: 24}, totals)
}
