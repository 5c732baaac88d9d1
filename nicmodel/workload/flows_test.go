package workload

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
)

// interleaved has the switch 1 between the hosts 0, 2 and 3, which are nodes 0, 1 and 2.
func interleaved(t testing.TB) *topology.Topology {
	top, err := topology.Read(strings.NewReader("4 1 3\n1\n0 1 1Gbps 1us 0\n2 1 1Gbps 1us 0\n3 1 1Gbps 1us 0\n"), "net")
	require.NoError(t, err)
	return top
}

func TestReadFlows(t *testing.T) {
	p, err := ReadFlows(strings.NewReader("3\n0 2 3 100 2000000 2.000000123\n\n3 0 3 100 1 0.5\r\n 2\t3 1 65535 1099511627776 2\n"), "f", interleaved(t), 0, false)
	require.NoError(t, err)
	require.NoError(t, p.Validate(3, 0))
	free := Message{After: NoDependency, OnArrival: NoDependency, OnAck: NoDependency}
	want := &Plan{
		Conns: []Conn{{0, 1, 10000, 100, 3, 0, false}, {2, 0, 10000, 100, 3, 0, false}, {1, 2, 10000, 65535, 1, 0, false}},
	}
	for _, m := range []Message{{Conn: 1, Bytes: 1, Start: event.Second / 2}, {Conn: 2, Bytes: MaxBytes, Start: 2 * event.Second},
		{Conn: 0, Bytes: 2_000_000, Start: 2*event.Second + 123*event.Nanosecond}} {
		m.After, m.OnArrival, m.OnAck = free.After, free.OnArrival, free.OnAck
		want.Messages = append(want.Messages, m)
	}
	require.Empty(t, cmp.Diff(want, p))
	var out bytes.Buffer
	require.NoError(t, writeFlows(&out, p, interleaved(t)))
	require.Equal(t, "3\n3 0 3 100 1 0.500000000\n2 3 1 65535 1099511627776 2.000000000\n0 2 3 100 2000000 2.000000123\n", out.String())
}

// TestFlowsRoundTrip: what is written is read as the same.
func TestFlowsRoundTrip(t *testing.T) {
	p := planned(t, poisson(t), 64, 0)
	for i := range p.Conns {
		p.Conns[i].DstPort = uint16(i)
	}
	r := rand.New(rand.NewPCG(1, 1))
	at := event.Time(0)
	for i := range p.Messages {
		// Some start on whole nanoseconds, and some at one time.
		at += event.Time(r.Int64N(2_000_000) * r.Int64N(2))
		if r.IntN(2) == 0 {
			at += (event.Nanosecond - at%event.Nanosecond) % event.Nanosecond
		}
		p.Messages[i].Start = at
	}
	top := star(t, 64)
	var out bytes.Buffer
	require.NoError(t, writeFlows(&out, p, top))
	again, err := ReadFlows(bytes.NewReader(out.Bytes()), "f", top, 0, false)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(p, again))

	gated := planned(t, AllToAll{Hosts: hosts(2), RanksPerHost: 1, Bytes: 1, Iterations: 2}, 2, 0)
	require.EqualError(t, writeFlows(&out, gated, top), "workload: messages behind gates have no start time and cannot be listed as flows")
}

func TestBadFlows(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "f:1: the file is empty; it begins with the number of flows",
		"0 2 3 100 5 0\n":                     "f:1: the first line has 6 words; it is the number of flows alone",
		"x\n":                                 `f:1: number of flows "x" is not a whole number from 0`,
		"50000001\n":                          "f:1: 50000001 flows are more than the 50000000 that fit; cut the list into several runs",
		"2\n0 2 3 100 5 0\n":                  "f:2: the file ends after 1 of 2 flows; correct the count in the first line or add what is missing",
		"1\n0 2 3 100 5 0\n\n0 2 3 100 5 0\n": "f:4: there are more than the 1 flows of the first line; correct the count",
		"1\n0 2 3 100 5\n":                    "f:2: a flow has 5 words; it needs 6: src dst class dport bytes start",
		"1\n0 0 3 100 5 0\n":                  "f:2: a flow of host 0 to itself; give it another destination",
		"1\n0 1 3 100 5 0\n":                  "f:2: dst 1 is a switch, not a host",
		"1\n4 0 3 100 5 0\n":                  "f:2: src 4 is above 3, the largest that fits",
		"1\n-1 0 3 100 5 0\n":                 `f:2: src "-1" is not a whole number from 0`,
		"1\n0 2 8 100 5 0\n":                  "f:2: class 8 is above 7, the largest that fits",
		"1\n0 2 3 65536 5 0\n":                "f:2: dport 65536 is above 65535, the largest that fits",
		"1\n0 2 3 100 0 0\n":                  "f:2: a flow of 0 bytes; give it 1 at least",
		"1\n0 2 3 100 1e6 0\n":                `f:2: bytes "1e6" is not a whole number from 0`,
		"1\n0 2 3 100 5 2s\n":                 `f:2: start: "2s" is not a decimal number from 0`,
		"1\n0 2 3 100 5 9300000\n":            "f:2: start 9300000 is past the end of model time, 9223372 s",
		"1\n0 2 3 100 5 1e30\n":               "f:2: start: 1e30 is too large",
		"1\n\n\n0 2 3 100 5 0.01\n":           "f:4: a flow starts at 10ms, but the run ends at 10ms; end later or leave it out",
	} {
		p, err := ReadFlows(strings.NewReader(text), "f", interleaved(t), 10*event.Millisecond, false)
		require.EqualError(t, err, want, text)
		require.Nil(t, p)
	}
	_, err := ReadFlows(io.MultiReader(strings.NewReader("3\n0 2 3 1"), iotest.ErrReader(errors.New("gone"))), "f", interleaved(t), 0, false)
	require.EqualError(t, err, "f:2: cannot read on: gone")
}

// endless gives flows for ever, and counts what is taken.
type endless struct{ n int }

func (e *endless) Read(b []byte) (int, error) {
	line := "0 2 3 100 5 0\n"
	for i := range b {
		b[i] = line[(e.n+i)%len(line)]
	}
	e.n += len(b)
	return len(b), nil
}

// TestEndlessFlows: a list of any length is refused where its count ends, not after all of
// it has been read.
func TestEndlessFlows(t *testing.T) {
	more := &endless{}
	_, err := ReadFlows(io.MultiReader(strings.NewReader("1000\n"), more), "f", interleaved(t), 0, false)
	require.EqualError(t, err, "f:1002: there are more than the 1000 flows of the first line; correct the count")
	require.Less(t, more.n, 200_000)
	more = &endless{}
	_, err = ReadFlows(io.MultiReader(strings.NewReader("750000000\n"), more), "f", interleaved(t), 0, false)
	require.ErrorContains(t, err, "f:1: 750000000 flows are more than the 50000000 that fit")
	require.Less(t, more.n, 200_000)
}

// FuzzReadFlows: no panic; one line of error with file and line; what is accepted is valid
// and the same after a round trip.
// TestRest: sentences after the flows, as the simulator's own files have them, are no flows; further flows are left out
// on request.
func TestRest(t *testing.T) {
	for text, rest := range map[string]bool{"1\n0 2 3 100 5 0\nFirst line: flow #\n0 2 3 100 5 0\n": false, "1\n0 2 3 100 5 0\n3 2 3 100 5 0\n": true} {
		p, err := ReadFlows(strings.NewReader(text), "f", interleaved(t), 0, rest)
		require.NoError(t, err)
		require.Len(t, p.Messages, 1)
	}
}

func FuzzReadFlows(f *testing.F) {
	f.Add("2\n0 2 3 100 2000000 2.000000123\n3 0 3 100 1 0.5\n")
	f.Add("1\n0 2 3 100 5 1e-12\n")
	f.Add("0\n")
	f.Add("50000000\n0 2 3 100 5 0\n")
	top := interleaved(f)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ReadFlows(strings.NewReader(text), "f", top, 0, false)
		if err != nil {
			require.Regexp(t, `^f:\d+: [^\n]*$`, err.Error())
			return
		}
		require.NoError(t, p.Validate(top.Hosts, 0))
		var out bytes.Buffer
		require.NoError(t, writeFlows(&out, p, top))
		again, err := ReadFlows(bytes.NewReader(out.Bytes()), "f", top, 0, false)
		require.NoError(t, err)
		var twice bytes.Buffer
		require.NoError(t, writeFlows(&twice, again, top))
		require.Equal(t, out.String(), twice.String())
	})
}

// The number of flows is the file's word: it once had room made for a million flows,
// some 80 MB, before the first was read.
func TestCountIsNotBelieved(t *testing.T) {
	top := interleaved(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := ReadFlows(strings.NewReader("50000000\n0 2 3 100 5 0\n"), "f", top, 0, false)
	runtime.ReadMemStats(&after)
	require.ErrorContains(t, err, "the file ends after 1 of 50000000 flows")
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8<<20), "bytes")
}

func BenchmarkReadFlows(b *testing.B) {
	b.ReportAllocs()
	text := fmt.Sprintf("%d\n%s", b.N, strings.Repeat("0 2 3 100 2000000 2.000000123\n", b.N))
	b.SetBytes(30)
	b.ResetTimer()
	_, err := ReadFlows(strings.NewReader(text), "f", interleaved(b), 0, false)
	require.NoError(b, err)
}

// writeFlows writes a plan in the format that ReadFlows reads: every message as a flow. A
// plan with dependencies has no such form and is refused.
func writeFlows(w io.Writer, p *Plan, t *topology.Topology) error {
	if len(p.Dependencies) > 0 {
		return fmt.Errorf("workload: messages behind gates have no start time and cannot be listed as flows")
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%d\n", len(p.Messages))
	for i := range p.Messages {
		m := &p.Messages[i]
		c := p.Conns[m.Conn]
		fmt.Fprintf(out, "%d %d %d %d %d %s\n", t.IDOf(c.Src), t.IDOf(c.Dst), c.Class, c.DstPort, m.Bytes, seconds(m.Start))
	}
	return out.Flush()
}

// seconds writes a time in seconds with nine decimals, as the family does, and more only
// where picoseconds ask for them.
func seconds(t event.Time) string {
	s := fmt.Sprintf("%d.%012d", t/event.Second, t%event.Second)
	const spare = 3
	if tail := s[len(s)-spare:]; tail == strings.Repeat("0", spare) {
		return s[:len(s)-spare]
	}
	return s
}
