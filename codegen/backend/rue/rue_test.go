package rue_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/codegen/backend/rue"
	"smartnic-cc/codegen/backend/rue/packet"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/dev/tier"
)

// mix takes the signals that other NICs give, too, few those that the first generation gives, windows those of the packet
// that was answered.
const mix, few, windows = "testdata/mix", "testdata/few", "testdata/windows"

// fields returns the fields of a packet that are not reserved.
func fields(all []packet.Field) (list []packet.Field) {
	for _, f := range all {
		if !f.Reserved() {
			list = append(list, f)
		}
	}
	return list
}

// program returns the command of the adapter for an algorithm, with a main function that reads records from its
// input: a letter, the argument, and answers each. u is an event to unpack, p the fields of a response to pack, s
// an event and a time to step.
func program(t *testing.T, dir string, g packet.Generation, compiler string, flags ...string) *exec.Cmd {
	tier.Require(t, compiler)
	c := port.Config{Prefix: "cc_", Lines: "none", Line: "100G", Folders: []string{dir}, Target: port.FalconRUE, Generation: g.String()}
	name, header, err := c.Header()
	require.NoError(t, err)
	glue, err := c.Glue(name)
	require.NoError(t, err)
	var main bytes.Buffer
	main.Write(glue)
	fmt.Fprintf(&main, `
#include <stdio.h>
static cc_%[3]s_params params = {12345u};
static cc_rue_context context;
int main(void)
{
	uint8_t in[64], out[64];
	uint64_t now;
	int c;
	cc_rue_begin(&params, &context);
	while ((c = getchar()) != EOF) {
		if (c == 'u' && fread(in, 1, 64, stdin) == 64) {
			cc_rue_event e;
			cc_rue_unpack(in, &e);
%[1]s		} else if (c == 'p') {
			cc_rue_response r;
			uint64_t v;
%[2]s			cc_rue_pack(&r, out);
			fwrite(out, 1, 64, stdout);
		} else if (c == 's' && fread(in, 1, 64, stdin) == 64 && fread(&now, 8, 1, stdin) == 1) {
			cc_rue_step(&params, &context, in, now, out);
			fwrite(out, 1, 64, stdout);
		} else {
			return 1;
		}
	}
	return 0;
}
`, each(fields(packet.Event(g)), "{ uint64_t v = e.%[1]s; fwrite(&v, 8, 1, stdout); }"),
		each(fields(packet.Response(g)), "if (fread(&v, 8, 1, stdin) != 1) { return 1; } r.%[1]s = (%[2]s)v;"), filepath.Base(dir))
	bin, cleanup, err := cc.Build(t.Context(), cc.Compiler{Name: compiler}, append([]string{"-std=c11"}, flags...), cc.File{Name: name, Data: header}, main.Bytes())
	t.Cleanup(cleanup)
	require.NoError(t, err)
	return exec.CommandContext(t.Context(), bin)
}

// TestGolden: the adapters of the first and the last generation, as people read them.
func TestGolden(t *testing.T) {
	for _, g := range []packet.Generation{packet.DNAA, packet.BNA} {
		c := port.Config{Prefix: "cc_", Lines: "none", Line: "100G", Folders: []string{few}, Target: port.FalconRUE, Generation: g.String()}
		glue, err := c.Glue("few.h")
		require.NoError(t, err)
		golden.Check(t, "testdata/few-"+g.String()+".c.golden", glue)
	}
}

// each prints a line for each field: its name, and its type in C.
func each(list []packet.Field, format string) string {
	var b strings.Builder
	for _, f := range list {
		kind := "uint32_t"
		if f.Width > 32 {
			kind = "uint64_t"
		}
		fmt.Fprintf(&b, "\t\t\t"+format+"%.0[2]s\n", f.Name, kind)
	}
	return b.String()
}

// answer runs the program on its input.
func answer(t *testing.T, c *exec.Cmd, in []byte) []byte {
	c.Stdin = bytes.NewReader(in)
	out, err := c.Output()
	require.NoError(t, err)
	return out
}

// TestEveryBit: C reads and writes each bit of each generation where the table has it.
func TestEveryBit(t *testing.T) {
	for g := packet.DNAA; g <= packet.BNA; g++ {
		c := program(t, few, g, "gcc", append(cc.Warnings(), "-O1")...)
		in, want := []byte{}, []byte{}
		for bit := range 8*packet.Size + 1 {
			var p packet.Packet
			if bit < 8*packet.Size {
				p[bit/8] = 1 << (bit % 8)
			} else {
				for i := range p {
					p[i] = byte(i*37 + 11)
				}
			}
			in = append(append(in, 'u'), p[:]...)
			for _, f := range fields(packet.Event(g)) {
				want = binary.LittleEndian.AppendUint64(want, p.Get(f))
			}
			in = append(in, 'p')
			var r packet.Packet
			for _, f := range fields(packet.Response(g)) {
				// Bits above a field's are dropped.
				v := p.Get(f) | 1<<f.Width
				in = binary.LittleEndian.AppendUint64(in, v)
				r.Put(f, v)
			}
			want = append(want, r[:]...)
		}
		require.Equal(t, want, answer(t, c, in), g)
	}
}

// TestSteps: random events through C make the responses that the driver and the table make of them. Without -long the
// compilers take turns, so that each has every generation and both algorithms.
func TestSteps(t *testing.T) {
	for turn, dir := range []string{mix, windows} {
		p, err := codegen.Load([]string{dir})
		require.NoError(t, err)
		name := filepath.Base(dir)
		first := packet.DNAB
		if dir == windows {
			first = packet.DNAA
		}
		for g := first; g <= packet.BNA; g++ {
			a, err := rue.Check(p.Program.Transducer(name), g)
			require.NoError(t, err)
			e, err := driver.Interpreted(interp.New(p.Program), name)
			require.NoError(t, err)
			said := &recorder{Engine: e, out: make([]uint64, p.Program.Transducer(name).Output.Leaves())}
			conn, err := driver.NewDriver(a, said, 1<<40).Open(0, []uint64{12345}, 0)
			require.NoError(t, err)
			r := rand.New(rand.NewPCG(1, uint64(g)))
			in, want := []byte{}, []byte{}
			now, marks := uint64(1), uint64(0)
			for range 5000 {
				var event packet.Packet
				for i := range event {
					event[i] = byte(r.Uint32())
				}
				code, _ := packet.Find(packet.Event(g), "nack_code")
				event.Put(code, r.Uint64N(3))
				now += r.Uint64N(1 << r.IntN(24))
				in = binary.LittleEndian.AppendUint64(append(append(in, 's'), event[:]...), now)
				response := expected(t, conn, said, g, &event, now, &marks)
				want = append(want, response[:]...)
			}
			for i, compiler := range []string{"gcc", "clang"} {
				if !tier.Long() && (turn+int(g)+i)%2 == 1 {
					continue
				}
				got := answer(t, program(t, dir, g, compiler, append(cc.Warnings(), "-O2")...), in)
				for i := 0; i < len(want); i += packet.Size {
					require.Equal(t, want[i:i+packet.Size], got[i:i+packet.Size], "%s, %s, %s, response %d", name, g, compiler, i/packet.Size)
				}
			}
		}
	}
}

// recorder keeps the last output of the machine that it opened.
type recorder struct {
	driver.Engine
	driver.Machine
	out []uint64
}

func (r *recorder) Open(params []uint64) (driver.Machine, error) {
	m, err := r.Engine.Open(params)
	r.Machine = m
	return r, err
}

func (r *recorder) Step(event []uint64) ([]uint64, error) {
	out, err := r.Machine.Step(event)
	r.out = append(r.out[:0], out...)
	return out, err
}

// expected is the response by the driver, with arithmetic of fractions for times, windows and gaps.
func expected(t *testing.T, c *driver.Conn, said *recorder, g packet.Generation, event *packet.Packet, now uint64, marks *uint64) packet.Packet {
	events, responses := packet.Event(g), packet.Response(g)
	get := func(name string) uint64 {
		f, ok := packet.Find(events, name)
		require.True(t, ok, name)
		return event.Get(f)
	}
	ns := func(units uint64) uint64 { return units * 131_072 / 1000 }
	e := driver.NICEvent{Time: int64(ns(now)), Acked: get("num_packets_acked") * 4096, Hops: make([]driver.Hop, get("forward_hops")), Lost: 1}
	if g > packet.DNAA {
		e.Marked = (get("ecn_accumulated") - *marks) % (1 << 14)
		*marks = get("ecn_accumulated")
	}
	e.RTT = ns((get("timestamp_4") - get("timestamp_1")) % (1 << 24))
	e.AckedPackets, e.ForwardHops, e.RxLevel = get("num_packets_acked"), min(get("forward_hops"), 8), uint16(get("rx_buffer_level")*65536/32)
	for i, at := range []*int64{&e.SentAt, &e.ArrivedAt, &e.AnsweredAt, &e.ReturnedAt} {
		stamp := get(fmt.Sprintf("timestamp_%d", i+1))
		for full := now>>24 + 1; ; full-- { // the last time with these 24 bits
			if unit := full<<24 | stamp; unit <= now {
				*at = int64(ns(unit))
				break
			} else if full == 0 {
				break
			}
		}
	}
	taken := true
	answers := len(said.out) == 3 // of windows
	switch get("event_type")<<1 | get("retransmit_reason") {
	case 0, 1:
		e.Kind = ir.OnAck
	case 2, 3:
		e.Kind, e.NackRTT = ir.OnNack, e.RTT
		if get("nack_code") == 1 {
			e.Refused = 1
		}
	case 4:
		e.Kind, taken = ir.OnTimeout, !answers
	case 5:
		e.Kind, taken = ir.OnNack, !answers
	default:
		taken = false
	}
	values := map[string]uint64{}
	for _, f := range fields(events) {
		values[f.Name] = event.Get(f)
	}
	delete(values, "eack_own")
	delete(values, "csig_enable")
	if g == packet.BNA {
		values["retransmit_timeout"] = 7629
		values["flow_id"] = get("multipath_enable") * (get("flow_label") % 4)
	}
	if taken {
		require.NoError(t, c.Handle(&e))
		out := c.Controls()
		if answers {
			fabric, nic, gap := max(said.out[0], 1), max(said.out[1], 1), said.out[2]
			values["fabric_congestion_window"] = min(fabric*1024, 1<<21-1)
			if gap > 0 && fabric == 1 {
				values["fabric_congestion_window"] = 1023
			}
			values["nic_congestion_window"] = min(nic, 1<<11-1)
			if g == packet.BNA {
				values["nic_congestion_window"] = min(nic*1024, 1<<21-1)
			}
			values["inter_packet_gap"] = min((gap+511)/512, 1<<20-1)
		} else {
			values["fabric_congestion_window"] = min(max(out.Window*1024/4096, 1), 1<<21-1)
			values["inter_packet_gap"] = min(uint64(4096)*8_000_000/out.Rate/512, 1<<20-1)
		}
	}
	var response packet.Packet
	for _, f := range fields(responses) {
		response.Put(f, values[f.Name])
	}
	return response
}

// TestRefusals: what the engine cannot give or obey is named, with the place and the remedy.
func TestRefusals(t *testing.T) {
	for says, c := range map[string]port.Config{
		"signal marked (field Marked) of event ack: the rate update engine (dna-a) does not give it: the NIC model": {Folders: []string{mix}, Generation: "dna-a"},
		`generation: unknown generation "dna"`:        {Folders: []string{mix}, Generation: "dna"},
		`algo: target falcon-rue: unknown algorithm`:  {Folders: []string{mix}, Algorithm: "max"},
		"algo: target falcon-rue takes one algorithm": {},
		"does not report it":                          {Algorithm: "dcqcnnp"},
		"has timers":                                  {Algorithm: "dolcerc4"},
		"only: does not go with --target":             {Folders: []string{mix}, Only: []string{"mix"}},
		"profile: does not go with --target":          {Folders: []string{mix}, Profiles: []string{"paper"}},
	} {
		c.Prefix, c.Lines, c.Line, c.Target = "cc_", "none", "100G", port.FalconRUE
		_, _, err := c.Header()
		require.ErrorContains(t, err, says)
		_, err = c.Glue("cc.h")
		require.ErrorContains(t, err, says)
	}
}

// TestRefusedControl: what a response cannot hold is named.
func TestRefusedControl(t *testing.T) {
	source, err := os.ReadFile(filepath.Join(few, "few.go"))
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "few")
	require.NoError(t, os.Mkdir(dir, 0o755))
	text := strings.Replace(string(source), "//ccgen:control window", "//ccgen:control message-rate\n\tMessage uint32\n\t//ccgen:control window", 1)
	require.NotEqual(t, string(source), text)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "few.go"), []byte(text), 0o600))
	c := port.Config{Prefix: "cc_", Lines: "none", Line: "100G", Folders: []string{dir}, Target: port.FalconRUE, Generation: "bna"}
	_, _, err = c.Header()
	require.ErrorContains(t, err, "the rate update engine obeys windows, a rate and a gap")
}
