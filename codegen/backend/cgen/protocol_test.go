package cgen

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/internal/dev/tier"
)

// The requests that a program refuses or answers specially, in one session: it
// goes on after each. ? matches any text.
var protocol = []exchange{
	{"hello 1", "hello 1 smartnic-cc c99 gcc-?"},
	{"hello 2", "error unsupported protocol version; this program speaks 1"},
	{"hello", "error field 2: missing"},
	{"hello 1 x", "error field 3: not expected; the request has fewer fields"},
	{"", "error unknown request "},
	{"rubbish 1 2", "error unknown request rubbish"},
	{"ste\x01p\xff", "error unknown request ste?p?"},
	{strings.Repeat("x", 200000), "error unknown request " + strings.Repeat("x", 100)},
	{"call", "error unknown function "},
	{"call corner.None 1", "error unknown function corner.None"},
	{"call corner.Product 1", "error field 4: missing"},
	{"call corner.Product 1 2 3", "error field 5: not expected; the request has fewer fields"},
	{"call corner.Product 1 2 ", "error field 5: not expected; the request has fewer fields"},
	{"call corner.Product  1 2", "error field 3: missing"},
	{"call corner.Product 65536 1", "error field 3: outside the range of uint16"},
	{"call corner.Product -1 1", "error field 3: outside the range of uint16"},
	{"call corner.Product 1e3 1", "error field 3: not a decimal integer"},
	{"call corner.Product 0x10 1", "error field 3: not a decimal integer"},
	{"call corner.Product - 1", "error field 3: not a decimal integer"},
	{"call corner.Product 99999999999999999999 1", "error field 3: beyond 64 bits"},
	{"call corner.Product 65535 1", "ok 65535 65536 21846 1"},
	{"call corner.Product 65535 1\r", "ok 65535 65536 21846 1"},
	{"call corner.Product 0007 -0", "ok 0 1 0 0"},
	{"call corner.Same 0 -32768 -9223372036854775808 18446744073709551615", "ok 1 1 1 1"},
	{"call corner.Same 0 -32769 0 0", "error field 4: outside the range of int16"},
	{"call corner.Same 0 32768 0 0", "error field 4: outside the range of int16"},
	{"call corner.Same 0 0 9223372036854775808 0", "error field 5: outside the range of int64"},
	{"call corner.Same 0 0 -9223372036854775809 0", "error field 5: outside the range of int64"},
	{"call corner.Same 0 0 0 18446744073709551616", "error field 6: beyond 64 bits"},
	{"call corner.Many 3 2", "error field 4: outside the range of bool, 0 or 1"},
	{"call corner.Indices 3 0 0 1 2 3 4 5", indexFault},
	{"call corner.Indices 2 4 2 1 2 3 4 5", "ok 7 8 65535 1"},
	{"step 7 1 1", "error field 2: no connection of this number is open"},
	{"open 7 nothing 1 1", "error unknown algorithm nothing"},
	{"open 7", "error unknown algorithm "},
	{"open 4294967296 learner3 2 1", "error field 2: outside the range of uint32"},
	{"open 4294967295 learner3 2 1", "ok 0 0 0 0 0 0 0 0"},
	{"open 7 learner3 3 1", "ok 0 0 0 0 0 0 1 0"},
	{"open 7 learner3 3", "error field 5: missing"},
	{"state 7", "ok 0 0 0 0 0 0 1 0"},
	{"open 7 learner3 2 1", "ok 0 0 0 0 0 0 0 0"},
	{"load 7 1 2 3 4 5 6 7 300", "error field 10: outside the range of uint8"},
	{"load 7 1 2 3 4 5 6 7", "error field 10: missing"},
	{"state 7", "ok 0 0 0 0 0 0 0 0"},
	{"load 7 1 2 3 4 5 6 7 2", "ok"},
	{"step 7 9", "error field 4: missing"},
	{"state 7 1", "error field 3: not expected; the request has fewer fields"},
	{"state 7", "ok 1 2 3 4 5 6 7 2"},
	{"open 7 learner4 1 0", "ok 1 0 1 0 1 0 1 0 0 0"},
	{"close 7", "ok"},
	{"close 7", "error field 2: no connection of this number is open"},
	{"close 4294967295", "ok"},
	{"quit 1", "error field 2: not expected; the request has fewer fields"},
	{"quit", "ok"},
}

// fewer keeps the programs small that test the protocol.
var fewer = Options{Only: []string{"corner", "generic"}}

func TestProtocol(t *testing.T) {
	for _, flags := range [][]string{{"-O1"}, {"-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"}, {"-O1", "-U__unix__"}} {
		bin := build(t, constructs(t), cc.Compiler{Name: "gcc"}, fewer, append([]string{"-std=c99"}, flags...)...)
		cmd := exec.Command(bin)
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		r := bufio.NewReaderSize(out, 1<<20)
		for _, e := range protocol { // lock step: each reply comes before the next request
			_, err := io.WriteString(in, e.request+"\n")
			require.NoError(t, err)
			got, err := r.ReadString('\n')
			require.NoError(t, err)
			got = strings.TrimSuffix(got, "\n")
			if want, ok := strings.CutSuffix(e.reply, "?"); ok && !strings.Contains(want, "?") {
				require.True(t, strings.HasPrefix(got, want), "%s: %s", e.request, got)
				continue
			}
			require.Equal(t, e.reply, got, "%.80s", e.request)
		}
		require.NoError(t, cmd.Wait(), "quit ends the program with 0 while its input is open")
	}
}

// TestConnections opens and closes many connections in random order and holds
// the program against a map.
func TestConnections(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	model := map[uint32]uint32{}
	var script []exchange
	requests, ids := 4000, 600
	if tier.Long() {
		requests, ids = 20000, 3000
	}
	for range requests {
		id := uint32(r.IntN(ids)) * 4096 // few low bits: they collide
		gain, open := model[id]
		switch r.IntN(4) {
		case 0, 1:
			model[id] = r.Uint32()
			script = append(script, exchange{fmt.Sprintf("open %d learner3 %d 0", id, model[id]), fmt.Sprintf("ok 0 0 0 0 0 0 %d 0", model[id]&1)})
			continue
		case 2:
			if open {
				delete(model, id)
				script = append(script, exchange{fmt.Sprintf("close %d", id), "ok"})
				continue
			}
		}
		e := exchange{fmt.Sprintf("state %d", id), fmt.Sprintf("ok 0 0 0 0 0 0 %d 0", gain&1)}
		if !open {
			e.reply = "error field 2: no connection of this number is open"
		}
		script = append(script, e)
	}
	run(t, build(t, constructs(t), cc.Compiler{Name: "gcc"}, fewer, "-std=c99", "-O1", "-fsanitize=undefined,address"), script)
}

// TestEndOfInput has the program answer a last line without an end, and leave.
func TestEndOfInput(t *testing.T) {
	bin := build(t, constructs(t), cc.Compiler{Name: "gcc"}, fewer, "-std=c99", "-O0")
	for in, want := range map[string]string{"": "", "call corner.Product 2 3": "ok 6 7 8 0\n", "\n": "error unknown request \n"} {
		cmd := exec.Command(bin)
		cmd.Stdin = strings.NewReader(in)
		var out bytes.Buffer
		cmd.Stdout = &out
		require.NoError(t, cmd.Run())
		require.Equal(t, want, out.String())
	}
}

// BenchmarkProgram measures requests in a pipe, the host's side included.
func BenchmarkProgram(b *testing.B) {
	bin := build(b, firmware(b), cc.Compiler{Name: "gcc"}, Options{}, "-std=c99", "-O2")
	var in bytes.Buffer
	for i := range b.N {
		fmt.Fprintf(&in, "call fixedpoint.Log2 %d\n", uint32(i)*2654435761)
	}
	cmd := exec.Command(bin)
	cmd.Stdin = &in
	b.ResetTimer()
	out, err := cmd.Output()
	b.StopTimer()
	require.NoError(b, err)
	require.Equal(b, b.N, bytes.Count(out, []byte("\nok "))+1)
}
