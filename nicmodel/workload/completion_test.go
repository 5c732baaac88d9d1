package workload

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
)

var finished = Completion{Conn: 7, Message: 9, Src: 1, Dst: 2, SrcPort: 10000, DstPort: 100, Class: 3, Bytes: 2_000_000,
	Start: 2*event.Second + 123_499, FCT: 161_600_500, Delivered: 160_000_000, Ideal: 161_000_499}

func TestAddress(t *testing.T) {
	for id, want := range map[uint32]uint32{0: 0x0b000001, 1: 0x0b000101, 255: 0x0b00ff01, 256: 0x0b010001, 319: 0x0b013f01, 65536: 0x0c000001} {
		require.Equal(t, want, Address(id))
	}
}

func TestCompletionForms(t *testing.T) {
	require.Equal(t, "0b000101 0b000201 10000 100 2000000 2000000123 161601 161000\n", string(finished.appendHPCC(nil, nil)))
	require.Equal(t, "0b013f01 0b000001 10000 100 2000000 2000000123 161601 161000\n", string(finished.appendHPCC(nil, []uint32{5, 319, 0})))
	require.Equal(t, "x7,9,319,0,10000,100,3,2000000,2000000123499,161600500,160000000,161000499\n",
		string(finished.appendCSV([]byte("x"), []uint32{5, 319, 0})))
	require.Equal(t, strings.Count(CompletionHeader, ","), strings.Count(string(finished.appendCSV(nil, nil)), ","))
}

// pieces keeps what each Write brought, and fails after some.
type pieces struct {
	got   []string
	after int
}

func (p *pieces) Write(b []byte) (int, error) {
	if len(p.got) == p.after {
		return 0, errors.New("the disk is full")
	}
	p.got = append(p.got, string(b))
	return len(b), nil
}

// TestCompletionWriter: whatever has been flushed ends with a whole line, and all of it is
// what the lines are.
func TestCompletionWriter(t *testing.T) {
	csv, hpcc := &pieces{after: 100}, &pieces{after: 100}
	w := NewCompletionWriter(csv, hpcc, nil)
	wantCSV, wantHPCC := []byte(CompletionHeader), []byte(nil)
	for i := range 5000 {
		c := finished
		c.Message = uint32(i)
		c.Bytes += uint64(i) * 977
		require.NoError(t, w.Write(&c))
		wantCSV, wantHPCC = c.appendCSV(wantCSV, nil), c.appendHPCC(wantHPCC, nil)
	}
	require.NoError(t, w.Flush())
	for _, p := range []*pieces{csv, hpcc} {
		require.Greater(t, len(p.got), 3)
		for _, s := range p.got {
			require.True(t, strings.HasSuffix(s, "\n"))
		}
	}
	require.Equal(t, string(wantCSV), strings.Join(csv.got, ""))
	require.Equal(t, string(wantHPCC), strings.Join(hpcc.got, ""))

	var one bytes.Buffer
	w = NewCompletionWriter(nil, &one, nil)
	require.NoError(t, w.Write(&finished))
	require.NoError(t, w.Flush())
	require.Equal(t, string(finished.appendHPCC(nil, nil)), one.String())

	w = NewCompletionWriter(&pieces{after: 1}, nil, nil)
	var err error
	for i := 0; err == nil && i < 10_000; i++ {
		err = w.Write(&finished)
	}
	require.EqualError(t, err, "the disk is full")
	require.EqualError(t, w.Flush(), "the disk is full")
}

func BenchmarkCompletionWriter(b *testing.B) {
	b.ReportAllocs()
	w := NewCompletionWriter(discard{}, discard{}, nil)
	for range b.N {
		_ = w.Write(&finished)
	}
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }

// TestCompletionWriterAllocates shows that a completion costs no memory.
func TestCompletionWriterAllocates(t *testing.T) {
	w := NewCompletionWriter(discard{}, discard{}, nil)
	require.Zero(t, testing.AllocsPerRun(1000, func() { _ = w.Write(&finished) }))
}
