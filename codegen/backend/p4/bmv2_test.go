package p4

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"
	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/p4check"
	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/testvectors"
)

// TestMain lets this binary stand in for the compiler and the switch: the former copies
// the text, the latter runs it with p4check on the packets of a capture. What they are
// given, where they write, what they say and how they end is as with the true ones.
func TestMain(m *testing.M) {
	switch os.Getenv("CCGEN_TEST_AS") {
	case "p4c-bm2-ss", "p4c-bm2-pna":
		os.Exit(fakeCompiler())
	case "simple_switch", "pna_nic":
		os.Exit(fakeSwitch())
	}
	os.Exit(m.Run())
}

func option(name string) (values []string) {
	for i, a := range os.Args {
		if a == name && i+1 < len(os.Args) {
			values = append(values, os.Args[i+1])
		}
	}
	return values
}

const (
	warnings = "dcqcnnp.p4(22): [--Wwarn=unused] warning: 'OP_PARAMS' is unused\nconst bit<8> OP_PARAMS = 8w5;\n             ^^^^^^^^^"
	refusal  = `dcqcnnp.p4(129): [--Werror=duplicate] error: Ingress duplicates Ingress
control Ingress(inout headers_t hdr) {
        ^^^^^^^
dcqcnnp.p4(812): [--Werror=duplicate] error: Egress duplicates Egress
control Egress(inout headers_t hdr) {
        ^^^^^^`
	abortion = `Calling target program-options parser
Adding interface request as port 0 (files)
terminate called after throwing an instance of 'std::runtime_error'
  what():  Formatted output in bases 8 or 16 is only available for positive numbers`
)

func fakeCompiler() int {
	source := os.Args[len(os.Args)-1]
	switch os.Getenv("CCGEN_TEST_MODE") {
	case "refuses":
		fmt.Fprintln(os.Stderr, warnings+"\n"+refusal)
		return 1
	case "warns":
		fmt.Fprintln(os.Stderr, warnings)
	case "nothing":
		return 0
	case "older":
		if strings.Contains(strings.Join(os.Args, " "), "--excludeFrontendPasses SideEffectOrdering") {
			fmt.Fprintln(os.Stderr, "Trying to exclude unknown pass 'SideEffectOrdering'")
			return 1
		}
	}
	text, err := os.ReadFile(source)
	if err == nil {
		_, err = p4check.Parse(string(text))
	}
	out := option("-o")[0]
	if info, e := os.Stat(out); e == nil && info.IsDir() { // the driver's way
		out = filepath.Join(out, strings.TrimSuffix(filepath.Base(source), ".p4")+".json")
	}
	if err == nil {
		text, _ = json.Marshal(map[string]any{"text": string(text), "register_arrays": []int{1, 2}})
		err = os.WriteFile(out, text, 0o644)
	}
	if err != nil {
		fmt.Println("warning: nothing")
		fmt.Printf("%s(1): [--Werror=type-error] error: %v\n", source, err)
		return 1
	}
	return 0
}

// fakeSwitch loads the program, opens its control port, replays the capture, a reply at a
// time, and does not end.
func fakeSwitch() int {
	mode := os.Getenv("CCGEN_TEST_MODE")
	text, err := os.ReadFile(os.Args[len(os.Args)-1])
	if err != nil {
		return 1
	}
	var config struct{ Text string }
	if json.Unmarshal(text, &config) != nil {
		return 1
	}
	prog, err := p4check.Parse(config.Text)
	if err != nil || len(option("--thrift-port")) != 1 || option("--use-files")[0] != "0" {
		return 1
	}
	var in, out string
	for _, i := range option("-i") {
		number, prefix, _ := strings.Cut(i, "@")
		if number == "0" {
			in = prefix + "_in.pcap"
		} else {
			out = prefix + "_out.pcap"
		}
	}
	file, err := os.Create(out)
	if err != nil {
		return 1
	}
	replies := pcapgo.NewWriter(file)
	if replies.WriteFileHeader(65536, layers.LinkTypeEthernet) != nil {
		return 1
	}
	switch mode {
	case "aborts":
		fmt.Fprintln(os.Stderr, abortion)
		_ = syscall.Exec("/bin/sh", []string{"sh", "-c", "kill -ABRT $$"}, nil) // Go catches its own
	case "slow":
		time.Sleep(1500 * time.Millisecond)
	}
	if _, err := net.Listen("tcp", "127.0.0.1:"+option("--thrift-port")[0]); err != nil {
		return 1
	}
	requests, err := readCapture(in)
	if err != nil {
		return 1
	}
	w := prog.NewSwitch()
	for i, r := range requests {
		reply, port, err := w.Process(0, r)
		if err != nil || port != 1 {
			return 1
		}
		half := len(requests) / 2
		switch {
		case mode == "wrong" && i > half && reply[etherLen+1] == opReply|opEvent:
			mode = ""
			reply[len(reply)-1] ^= 1
		case mode == "dies" && i == half:
			fmt.Fprintln(os.Stderr, "Aborted: error in the middle")
			return 3
		case mode == "hangs" && i == half:
			select {}
		case mode == "drops" && binary.BigEndian.Uint32(r[tagAt:]) == 100:
			continue
		case mode == "overflows" && whole(requests) && (i == half || i >= len(requests)-2):
			continue // the queue of the egress was full, but is not when less is sent
		}
		if replies.WritePacket(gopacket.CaptureInfo{CaptureLength: len(reply), Length: len(reply)}, reply) != nil {
			return 1
		}
	}
	time.Sleep(time.Minute) // like the true one, it does not end by itself
	return 0
}

// whole reports whether the capture has all requests, which are numbered from 1.
func whole(requests [][]byte) bool {
	return int(binary.BigEndian.Uint32(requests[len(requests)-1][tagAt:])) == len(requests)
}

// tools puts the stand-ins on the path, and returns what is found there.
func tools(t *testing.T, mode string, names ...string) (BMv2, error) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	for _, n := range names {
		as := n
		if n == "p4c" {
			as = "p4c-bm2-ss"
		}
		script := fmt.Sprintf("#!/bin/sh\nCCGEN_TEST_AS=%s CCGEN_TEST_MODE=%s exec %q \"$@\"\n", as, mode, self)
		require.NoError(t, os.WriteFile(filepath.Join(dir, n), []byte(script), 0o755))
	}
	t.Setenv("PATH", dir+":/bin:/usr/bin")
	if strings.HasSuffix(strings.Join(names, " "), "pna_nic") {
		return FindBMv2(PNA, true)
	}
	return FindBMv2(V1Model, false)
}

var corpus = sync.OnceValues(testvectors.Corpus)

func sample(t *testing.T) (*Text, []*testvectors.File) {
	t.Helper()
	p, err := codegen.Firmware()
	require.NoError(t, err)
	program, err := Generate(p, Options{Algorithm: "dcqcnnp"})
	require.NoError(t, err)
	files, err := corpus()
	require.NoError(t, err)
	return &Text{Program: program, Def: p.Transducer("dcqcnnp")}, files
}

// TestBMv2 goes the way of the true compiler and switch with stand-ins: captures in,
// captures out, every vector compared.
func TestBMv2(t *testing.T) {
	text, files := sample(t)
	want, err := text.CheckBuiltin(t.Context(), files)
	require.NoError(t, err)
	for _, compiler := range archs[0].compilers {
		b, err := tools(t, "right", compiler, "simple_switch")
		require.NoError(t, err)
		o, err := text.CheckBMv2(t.Context(), b, files)
		require.NoError(t, err)
		require.Equal(t, want.Steps, o.Steps)
		require.True(t, o.OK)
		require.Greater(t, o.Steps, 2000)
		require.Equal(t, 2, o.Facts.Int("registers"))
	}
}

// TestBMv2SparesPasses: the compiler gets the passes to leave out, and one that has no such passes is run again without.
func TestBMv2SparesPasses(t *testing.T) {
	text, files := sample(t)
	for _, compiler := range archs[0].compilers {
		b, err := tools(t, "older", compiler, "simple_switch")
		require.NoError(t, err)
		dir := t.TempDir()
		source := filepath.Join(dir, "x.p4")
		require.NoError(t, os.WriteFile(source, text.Program, 0o644))
		said, err := b.runCompiler(t.Context(), source, filepath.Join(dir, "x.json"), spare)
		require.Error(t, err)
		require.Equal(t, "Trying to exclude unknown pass 'SideEffectOrdering'\n", said)
		o, err := text.CheckBMv2(t.Context(), b, files)
		require.NoError(t, err)
		require.True(t, o.OK)
	}
}

// TestPNANic goes the same way for PNA.
func TestPNANic(t *testing.T) {
	text, files := sample(t)
	p, err := codegen.Firmware()
	require.NoError(t, err)
	text.Carried = true
	text.Program, err = Generate(p, Options{Algorithm: "dcqcnnp", Arch: PNA, Carried: true})
	require.NoError(t, err)
	_, err = FindBMv2(PNA, false)
	require.EqualError(t, err, "pna_nic of bmv2 1.15.5 cannot read or write registers; have packets carry the state with --state packet, or check with --check=builtin")
	want, err := text.CheckBuiltin(t.Context(), files)
	require.NoError(t, err)
	b, err := tools(t, "right", "p4c-bm2-pna", "pna_nic")
	require.NoError(t, err)
	o, err := text.CheckBMv2(t.Context(), b, files)
	require.NoError(t, err)
	require.Equal(t, "dcqcnnp on pna_nic", o.Target)
	require.Equal(t, want.Steps, o.Steps)
	require.True(t, o.OK)
}

// TestOtherArchitecture: the device of one architecture is not taken for that of another, and is named.
func TestOtherArchitecture(t *testing.T) {
	text, files := sample(t)
	_, err := tools(t, "", "p4c-bm2-pna", "pna_nic")
	require.NoError(t, err)
	_, err = FindBMv2(V1Model, false)
	require.ErrorContains(t, err, "p4c (p4c-bm2-ss) and simple_switch are not installed (pna_nic is, which runs programs of --arch pna); install ")
	_, err = tools(t, "", "p4c-bm2-ss", "simple_switch")
	require.NoError(t, err)
	_, err = FindBMv2(PNA, true)
	require.ErrorContains(t, err, "p4c-bm2-pna and pna_nic are not installed (simple_switch is, which runs programs of --arch v1model); install ")
	b, err := tools(t, "right", "p4c-bm2-ss", "pna_nic")
	require.ErrorContains(t, err, "p4c-bm2-pna is not installed; install ")
	require.NotEmpty(t, b.Switch)
	b, err = FindBMv2(V1Model, false)
	require.NoError(t, err)
	o, err := text.CheckBMv2(t.Context(), b, files)
	require.NoError(t, err)
	require.Equal(t, "p4c took the program; simple_switch is not installed (pna_nic is, which runs programs of --arch pna), so no vector was run", o.Note)
}

func TestBMv2Differs(t *testing.T) {
	text, files := sample(t)
	b, err := tools(t, "wrong", "p4c", "simple_switch")
	require.NoError(t, err)
	o, err := text.CheckBMv2(t.Context(), b, files)
	require.NoError(t, err)
	require.NotNil(t, o.Report)
	require.Equal(t, "dcqcnnp on simple_switch", o.Report.Firmware)
}

// check runs the sample with stand-ins in a mode, under limits, and reports progress.
func check(t *testing.T, mode string, l limits) (testvectors.Outcome, []string, error) {
	t.Helper()
	text, files := sample(t)
	b, err := tools(t, mode, "p4c", "simple_switch")
	require.NoError(t, err)
	b.limits = l
	var seen []string
	b.Progress = func(what string, done, total int) {
		require.LessOrEqual(t, done, max(total, 0))
		if len(seen) == 0 || seen[len(seen)-1] != what {
			seen = append(seen, what)
		}
	}
	o, err := text.CheckBMv2(t.Context(), b, files)
	return o, seen, err
}

// TestBMv2Slow: the limit of quiet does not cover the time in which the switch loads the
// program; that one has its own.
func TestBMv2Slow(t *testing.T) {
	o, seen, err := check(t, "slow", limits{start: time.Minute, quiet: time.Second})
	require.NoError(t, err)
	require.Nil(t, o.Report)
	require.Equal(t, []string{"compiling with p4c", "starting simple_switch", "running simple_switch"}, seen)

	_, _, err = check(t, "slow", limits{start: time.Second, quiet: time.Minute})
	require.EqualError(t, err, "simple_switch has not loaded the program after 1s: it says nothing")
}

// TestBMv2Fails: how a tool fails is said as it is, with all that the tool wrote.
func TestBMv2Fails(t *testing.T) {
	short := limits{start: time.Minute, quiet: 2 * time.Second}
	for mode, want := range map[string]struct{ err, said string }{
		"refuses": {`p4c refuses the program: exit status 1: dcqcnnp.p4(129): [--Werror=duplicate] error: Ingress duplicates Ingress`, warnings + "\n" + refusal},
		"nothing": {`p4c left no dcqcnnp.json: it says nothing`, ""},
		"aborts":  {`simple_switch ended (signal: aborted) while it loaded the program: what():  Formatted output in bases 8 or 16 is only available for positive numbers`, abortion},
		"dies":    {`simple_switch ended (exit status 3) after N of N replies: Aborted: error in the middle`, "Aborted: error in the middle"},
		"hangs":   {`simple_switch sent N of N replies and none for 2s: it drops packet N of the capture and all behind it, or hangs: it says nothing`, ""},
		"drops":   {`packet N (op N) of the capture has no reply: simple_switch dropped it`, ""},
	} {
		_, _, err := check(t, mode, short)
		require.Error(t, err, mode)
		line := strings.ReplaceAll(err.Error(), " (core dumped)", "")
		require.Contains(t, regexp.MustCompile(`\b\d+ of \d+|(packet|op) \d+`).ReplaceAllStringFunc(line, func(s string) string {
			return regexp.MustCompile(`\d+`).ReplaceAllString(s, "N")
		}), want.err)
		require.NotContains(t, line, "\n")
		if tool := (*child.ToolError)(nil); errors.As(err, &tool) {
			require.Equal(t, want.said, strings.TrimSpace(tool.Output))
		} else {
			require.Equal(t, "drops", mode)
		}
	}
}

// TestBMv2FullQueue: replies that the switch lost in its queues, in the middle and at the end, come when their sequences
// are sent again, and a note has their number; the program is not blamed.
func TestBMv2FullQueue(t *testing.T) {
	want, _, err := check(t, "right", limits{})
	require.NoError(t, err)
	o, _, err := check(t, "overflows", limits{start: time.Minute, quiet: 2 * time.Second})
	require.NoError(t, err)
	require.Regexp(t, `^simple_switch lost 3 of \d+ replies where its queues were full; all came when their sequences were sent again$`, o.Note)
	require.Equal(t, want.Steps, o.Steps)
	require.True(t, o.OK)
}

// TestIncomplete: of whole sequences, those with a request that has no reply, for parameters in registers and as constants.
func TestIncomplete(t *testing.T) {
	for _, begin := range [][]byte{{opParams, opInit}, {opInit}} {
		var requests [][]byte
		for len(requests) < 40 {
			for _, op := range append(append([]byte{}, begin...), opEvent, opRead, opEvent) {
				requests = append(requests, request(op, 0, uint32(len(requests)+1)))
			}
		}
		size := len(begin) + 3
		for lost := range requests {
			missing, list := newPlayer("", append(append([][]byte{}, requests[:lost]...), requests[lost+1:]...)).incomplete(requests)
			require.Equal(t, 1, missing)
			require.Equal(t, requests[lost/size*size:][:size], list)
		}
		missing, list := newPlayer("", requests).incomplete(requests)
		require.Zero(t, missing)
		require.Empty(t, list)
	}
}

// TestBMv2Warns: what the compiler warns of is kept, whole.
func TestBMv2Warns(t *testing.T) {
	o, _, err := check(t, "warns", limits{})
	require.NoError(t, err)
	require.Equal(t, warnings, o.Warnings)
	o, _, err = check(t, "right", limits{})
	require.NoError(t, err)
	require.Empty(t, o.Warnings)
}

func TestPlayerNamesWhatIsMissing(t *testing.T) {
	text, files := sample(t)
	prog, err := p4check.Parse(string(text.Program))
	require.NoError(t, err)
	rec := &recorder{dev: prog.NewSwitch()}
	picked, err := text.pick(files)
	require.NoError(t, err)
	_, err = testvectors.Verify(text.firmware("recorder", rec), picked[0], testvectors.Options{})
	require.NoError(t, err)
	again := prog.NewSwitch()
	var replies [][]byte
	for i, r := range rec.requests {
		reply, _, err := again.Process(0, r)
		require.NoError(t, err)
		if i != 7 {
			replies = append(replies, reply)
		}
	}
	_, err = testvectors.Verify(text.firmware("simple_switch", newPlayer("simple_switch", replies)), picked[0], testvectors.Options{})
	require.ErrorContains(t, err, "packet 8 (op 1) of the capture has no reply: simple_switch dropped it")
}

func TestMissingTools(t *testing.T) {
	_, err := tools(t, "")
	require.EqualError(t, err, "p4c (p4c-bm2-ss) and simple_switch are not installed; install p4lang-p4c and p4lang-bmv2 from p4lang's repository (docs/ports.md), or check with --check=builtin")
	_, err = tools(t, "", "simple_switch")
	require.ErrorContains(t, err, "p4c (p4c-bm2-ss) is not installed; ")
	text, files := sample(t)
	b, err := tools(t, "", "p4c-bm2-ss")
	require.NoError(t, err)
	o, err := text.CheckBMv2(t.Context(), b, files)
	require.NoError(t, err)
	require.Contains(t, o.Note, "simple_switch is not installed, so no vector was run")

	broken := *text
	broken.Program = bytes.Replace(text.Program, []byte("transition accept;"), []byte("transition away;"), 1)
	_, err = broken.CheckBMv2(t.Context(), b, files)
	require.ErrorContains(t, err, "p4c-bm2-ss refuses the program: exit status 1: ")
	require.ErrorContains(t, err, "no state away")
	require.NotContains(t, err.Error(), "\n")
}

// TestCaptureBeingWritten: a capture that ends in the middle of a packet gives what is
// whole.
func TestCaptureBeingWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.pcap")
	require.NoError(t, writeCapture(path, [][]byte{{1, 2, 3}, {4, 5}}))
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	last := 0
	for n := range len(whole) + 1 {
		require.NoError(t, os.WriteFile(path, whole[:n], 0o644))
		got, err := readCapture(path)
		require.NoError(t, err, n)
		require.GreaterOrEqual(t, len(got), last)
		last = len(got)
	}
	require.Equal(t, 2, last)
	got, err := readCapture(filepath.Join(t.TempDir(), "none.pcap"))
	require.NoError(t, err)
	require.Empty(t, got)
}
