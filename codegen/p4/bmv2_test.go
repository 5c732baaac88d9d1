package p4

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/p4/p4check"
	"smartnic-cc/testvectors"
)

// TestMain lets this binary stand in for the compiler and the switch: the former copies
// the text, the latter runs it with p4check on the packets of a capture. What they are
// given and where they write is what the true ones take.
func TestMain(m *testing.M) {
	switch os.Getenv("CCGEN_TEST_AS") {
	case "p4c-bm2-ss":
		os.Exit(fakeCompiler())
	case "simple_switch":
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

func fakeCompiler() int {
	source := os.Args[len(os.Args)-1]
	text, err := os.ReadFile(source)
	if err == nil {
		_, err = p4check.Parse(string(text))
	}
	out := option("-o")[0]
	if info, e := os.Stat(out); e == nil && info.IsDir() { // the driver's way
		out = filepath.Join(out, strings.TrimSuffix(filepath.Base(source), ".p4")+".json")
	}
	if err == nil {
		err = os.WriteFile(out, text, 0o644)
	}
	if err != nil {
		fmt.Println("warning: nothing")
		fmt.Printf("%s(1): [--Werror=type-error] error: %v\n", source, err)
		return 1
	}
	return 0
}

func fakeSwitch() int {
	text, err := os.ReadFile(os.Args[len(os.Args)-1])
	if err != nil {
		return 1
	}
	prog, err := p4check.Parse(string(text))
	if err != nil {
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
	requests, err := readCapture(in)
	if err != nil || len(option("--thrift-port")) != 1 || option("--use-files")[0] != "0" {
		return 1
	}
	mode := os.Getenv("CCGEN_TEST_MODE")
	w := prog.NewSwitch()
	var replies [][]byte
	for i, r := range requests {
		reply, port, err := w.Process(0, r)
		if err != nil || port != 1 {
			return 1
		}
		switch {
		case mode == "wrong" && i > len(requests)/2 && reply[etherLen+1] == opReply|opEvent:
			mode = ""
			reply[len(reply)-1] ^= 1
		case mode == "dies" && i == len(requests)/2:
			fmt.Fprintln(os.Stderr, "Aborted: error in the middle")
			return 3
		}
		replies = append(replies, reply)
	}
	if writeCapture(out, replies) != nil {
		return 1
	}
	time.Sleep(time.Minute) // like the true one, it does not end by itself
	return 0
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
	return FindBMv2()
}

func sample(t *testing.T) (*Text, []*testvectors.File) {
	t.Helper()
	p, err := codegen.Firmware()
	require.NoError(t, err)
	program, err := Generate(p, Options{Algorithm: "dcqcnnp"})
	require.NoError(t, err)
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	return &Text{Program: program, Def: p.Transducer("dcqcnnp")}, files
}

// TestBMv2 goes the way of the true compiler and switch with stand-ins: captures in,
// captures out, every vector compared.
func TestBMv2(t *testing.T) {
	text, files := sample(t)
	want, err := text.CheckBuiltin(files)
	require.NoError(t, err)
	for _, compiler := range compilers {
		b, err := tools(t, "right", compiler, "simple_switch")
		require.NoError(t, err)
		o, err := text.CheckBMv2(t.Context(), b, files)
		require.NoError(t, err)
		require.Equal(t, want, o)
		require.Greater(t, o.Events, 2000)
	}
}

func TestBMv2Differs(t *testing.T) {
	text, files := sample(t)
	b, err := tools(t, "wrong", "p4c", "simple_switch")
	require.NoError(t, err)
	o, err := text.CheckBMv2(t.Context(), b, files)
	require.NoError(t, err)
	require.NotNil(t, o.Report)
	require.Equal(t, "simple_switch", o.Report.Firmware)
}

func TestBMv2Dies(t *testing.T) {
	text, files := sample(t)
	b, err := tools(t, "dies", "p4c", "simple_switch")
	require.NoError(t, err)
	_, err = text.CheckBMv2(t.Context(), b, files)
	require.ErrorContains(t, err, "dcqcnnp.json: simple_switch ended after 0 of ")
	require.ErrorContains(t, err, "replies: Aborted: error in the middle")
}

func TestPlayerNamesWhatIsMissing(t *testing.T) {
	text, files := sample(t)
	prog, err := p4check.Parse(string(text.Program))
	require.NoError(t, err)
	rec := &recorder{dev: prog.NewSwitch()}
	picked := text.pick(files)
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
	_, err = testvectors.Verify(text.firmware("simple_switch", newPlayer(replies)), picked[0], testvectors.Options{})
	require.ErrorContains(t, err, "packet 8 (op 1) of the capture has no reply: simple_switch dropped it")
}

func TestMissingTools(t *testing.T) {
	_, err := tools(t, "")
	require.EqualError(t, err, "p4c (p4c-bm2-ss) and simple_switch are not installed; install p4lang-p4c and p4lang-bmv2 from p4lang's repository (docs/p4.md), or check with --check=builtin")
	_, err = tools(t, "", "simple_switch")
	require.ErrorContains(t, err, "p4c (p4c-bm2-ss) is not installed; ")
	text, files := sample(t)
	b, err := tools(t, "", "p4c-bm2-ss")
	require.NoError(t, err)
	o, err := text.CheckBMv2(t.Context(), b, files)
	require.NoError(t, err)
	require.Contains(t, o.Skipped, "simple_switch is not installed, so no vector was run")

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
