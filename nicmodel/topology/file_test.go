package topology

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
)

// interleaved has its switches between the hosts, over two lines, and all ways of
// writing a delay and a rate.
const interleaved = `6 3 6

3 0
5
 1 0 100Gbps 1000ns 0
2 3 100Gbps 0.001ms 0.000000
4	5 25000Mbps 1us 1e-6
0 5 0.4Tbps 83840ps 0.0
5 3 400Gbps 1.5us
0 3 56.1Gbps 2us 1
`

// TestSentencesAtTheEnd: the simulator's own files say after the links what is in them.
func TestSentencesAtTheEnd(t *testing.T) {
	for _, rest := range []string{"First line: total node #, switch node #, link #\n", "0\n", "src0 dst0 rate delay error_rate\n"} {
		got, err := Read(strings.NewReader(interleaved+rest), "net.txt")
		require.NoError(t, err)
		require.Len(t, got.Links, 6)
	}
}

func TestRead(t *testing.T) {
	top, err := Read(strings.NewReader(interleaved), "net.txt")
	require.NoError(t, err)
	want := &Topology{
		Name: "net.txt", Hosts: 3, Switches: 3,
		ID: []uint32{1, 2, 4, 0, 3, 5},
		Links: []Link{
			{A: 0, B: 3, Rate: 100 * gig, Delay: us},
			{A: 1, B: 4, Rate: 100 * gig, Delay: us},
			{A: 2, B: 5, Rate: 25 * gig, Delay: us, LossPPB: 1000},
			{A: 3, B: 5, Rate: 400 * gig, Delay: 83_840},
			{A: 5, B: 4, Rate: 400 * gig, Delay: 1500 * event.Nanosecond},
			{A: 3, B: 4, Rate: 56_100_000_000, Delay: 2 * us, LossPPB: LossUnit},
		},
		Tier: []uint8{0, 0, 0},
		Pod:  []uint16{0, 0, 0},
	}
	require.Empty(t, cmp.Diff(want, top))
	require.Equal(t, []uint32{3, 0, 1, 4, 2, 5}, top.ByID())
	require.EqualValues(t, 4, top.IDOf(2))

	var out bytes.Buffer
	require.NoError(t, top.write(&out))
	require.Equal(t, `6 3 6
0 3 5
1 0 100Gbps 1000ns 0
2 3 100Gbps 1000ns 0
4 5 25Gbps 1000ns 0.000001
0 5 400Gbps 83840ps 0
5 3 400Gbps 1500ns 0
0 3 56100Mbps 2000ns 1
`, out.String())
}

// TestRoundTrip: what a network is written as is read as the same, own numbers or not.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	nets := []*Topology{}
	for _, c := range generators {
		nets = append(nets, made(t, c.make))
	}
	for range 100 {
		top := randomNet(r)
		for i := range top.Links {
			top.Links[i].Rate = MinRate + r.Uint64N(MaxRate-MinRate+1)
			top.Links[i].Delay = 1 + event.Time(r.Int64N(int64(MaxDelay)))
			top.Links[i].LossPPB = r.Uint32N(LossUnit + 1)
		}
		nets = append(nets, top)
	}
	for _, top := range nets {
		var out bytes.Buffer
		require.NoError(t, top.write(&out))
		again, err := Read(iotest.OneByteReader(bytes.NewReader(out.Bytes())), top.Name)
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(top, again))
	}
}

func TestBadFiles(t *testing.T) {
	good := "4 1 3\n0\n0 1 1Gbps 1us 0\n0 2 1Gbps 1us 0\n0 3 1Gbps 1us 0\n"
	_, err := Read(strings.NewReader(good), "f")
	require.NoError(t, err)
	for _, c := range []struct{ old, new, want string }{
		{good, "", "f:1: the file is empty; it begins with a line of nodes, switches and links"},
		{"4 1 3", "4 1", "f:1: the first line has 2 words; it needs 3: nodes, switches and links"},
		{"4 1 3", "5 2 1 1 6 A100", "f:1: the first line is SimAI's, with GPUs a server, NVSwitches and the GPU's type, which are not modelled; it needs 3 numbers: nodes, switches and links"},
		{"4 1 3", "x 1 3", `f:1: number of nodes "x" is not a whole number from 0`},
		{"4 1 3", "4 1 -3", `f:1: number of links "-3" is not a whole number from 0`},
		{"4 1 3", "99999999 1 3", "f:1: number of nodes 99999999 is above 1048576, the largest that fits"},
		{"4 1 3", "99999999999999999999 1 3", "f:1: number of nodes 99999999999999999999 is above 1048576, the largest that fits"},
		{"4 1 3", "4 4 3", "f:1: 4 of 4 nodes are switches; no hosts are left"},
		{"4 1 3", "4 0 3", "f:2: a link has 1 words; it needs 5: two nodes, rate, delay and loss"},
		{"4 1 3", "4 1 4", "f:5: the file ends after 3 of 4 links; correct the count of links in the first line or add what is missing"},
		{"4 1 3", "4 1 2", "f:5: there are more than the 2 links of the first line; correct the count"},
		{"\n0\n", "\n0 1\n", "f:2: there are 2 switches, but the first line says 1"},
		{"\n0\n", "\n4\n", "f:2: switch 4 is above 3, the largest that fits"},
		{"4 1 3\n0\n", "4 2 3\n0\n0\n", "f:3: switch 0 is there twice"},
		{good, "4 2 3\n0", "f:2: the file ends after 1 of 2 switches"},
		{"0 2 1Gbps", "0 4 1Gbps", "f:4: node 4 is above 3, the largest that fits"},
		{"0 2 1Gbps", "0 0 1Gbps", "f:4: switch 0 is linked to itself"},
		{"0 2 1Gbps", "1 2 1Gbps", "f:4: host 1 and host 2 are linked without a switch between them"},
		{"0 2 1Gbps", "\n\n1 0 1Gbps", "f:6: host 1 has a second link; a host has exactly one"},
		{"0 2 1Gbps", "0 2 0Gbps", "f:4: the rate between switch 0 and host 2 is 0; a link needs a capacity"},
		{"0 2 1Gbps", "0 2 1GB", `f:4: bad rate "1GB": write a number and a unit of bps, Kbps, Mbps, Gbps or Tbps, such as 100Gbps`},
		{"0 2 1Gbps 1us", "0 2 1Gbps 0ns", "f:4: the delay between switch 0 and host 2 is not above 0; parts of the model run ahead of one another by a link's delay, so give 1ps at least"},
		{"0 2 1Gbps 1us", "0 2 1Gbps 1000", `f:4: bad time "1000": write a number and a unit of s, ms, us, ns or ps, such as 1.5us`},
		{"0 2 1Gbps 1us 0", "0 2 1Gbps 1us 1.1", "f:4: loss 1.1 is above 1; it is a part of all packets"},
		{"0 2 1Gbps 1us 0", "0 2 1Gbps 1us -1", `f:4: loss: "-1" is not a decimal number from 0`},
		{"0 2 1Gbps 1us 0", "0 2 1Gbps 1us 0 0", "f:4: a link has 6 words; it needs 5: two nodes, rate, delay and loss"},
		{"4 1 3\n0\n", "5 2 3\n0 4\n", ""},
		{"4 1 3\n0\n", "5 1 3\n0\n", "f:1: host 4 has no link; give it one to a switch"},
		{"4 1 3\n0\n0 1", "5 2 3\n0 4\n4 1", "f:1: host 2 cannot be reached from host 1; link their switches"},
		{"0 2 1Gbps", strings.Repeat("9", maxLine+1), "f:4: the line is longer than 1048576 bytes; this is not a text file of this format"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		require.NotEqual(t, good, text)
		top, err := Read(strings.NewReader(text), "f")
		if c.want == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, c.want)
		require.Nil(t, top)
	}
	_, err = Read(io.MultiReader(strings.NewReader(good[:20]), iotest.ErrReader(errors.New("the disk is gone"))), "f")
	require.EqualError(t, err, "f:3: cannot read on: the disk is gone")
}

// FuzzRead: no file makes Read panic; what it accepts is valid, and written and read
// again is the same; what it refuses has one line of error that names the file and a line.
func FuzzRead(f *testing.F) {
	f.Add(interleaved)
	f.Add("4 1 3\n0\n0 1 1Gbps 1us 0\n0 2 1Gbps 1us 0\n0 3 1Gbps 1us 0\n")
	f.Add("2 1 1\n1\n0 1 1Mbps 1ps 1\n")
	f.Add("1048576 1048575 4194304\n")
	f.Fuzz(func(t *testing.T, text string) {
		top, err := Read(strings.NewReader(text), "f")
		if err != nil {
			require.Regexp(t, `^f:\d+: [^\n]*$`, err.Error())
			return
		}
		require.NoError(t, top.Validate())
		var out bytes.Buffer
		require.NoError(t, top.write(&out))
		again, err := Read(&out, "f")
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(top, again))
		top.NextHops()
	})
}

// write writes the topology in the format that Read reads, with the numbers of ID.
func (t *Topology) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%d %d %d\n", t.Nodes(), t.Switches, len(t.Links))
	for s := range t.Switches {
		if s > 0 {
			out.WriteByte(' ')
		}
		fmt.Fprintf(out, "%d", t.IDOf(t.Hosts+s))
	}
	out.WriteByte('\n')
	for i := range t.Links {
		l := &t.Links[i]
		fmt.Fprintf(out, "%d %d %s %s %s\n", t.IDOf(l.A), t.IDOf(l.B), FormatRate(l.Rate), formatDelay(l.Delay), formatDecimal(uint64(l.LossPPB), 9))
	}
	return out.Flush()
}

// formatDelay writes whole nanoseconds as such, as the family does, and else picoseconds.
func formatDelay(d event.Time) string {
	if d%event.Nanosecond == 0 {
		return fmt.Sprintf("%dns", int64(d/event.Nanosecond))
	}
	return fmt.Sprintf("%dps", int64(d))
}

// formatDecimal writes a count of 10^-places without trailing zeros.
func formatDecimal(v uint64, places int) string {
	s := fmt.Sprintf("%0*d", places+1, v)
	s = strings.TrimRight(s[:len(s)-places]+"."+s[len(s)-places:], "0")
	return strings.TrimSuffix(s, ".")
}
