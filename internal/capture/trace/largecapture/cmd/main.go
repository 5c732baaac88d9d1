// Command cmd writes a large capture to measure readers on:
//
//	go run ./internal/capture/trace/largecapture/cmd --size 10GB -o large.pcap
//
// It prints what a reader must find in it.
package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/capture/trace"
	"smartnic-cc/internal/capture/trace/largecapture"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/sys/atomicfile"
)

const usage = `Writes a large capture of RoCEv2 traffic, the same bytes for the same flags.

Flags:
%s
Examples:
  go run ./internal/capture/trace/largecapture/cmd --size 10GB -o large.pcap
  go run ./internal/capture/trace/largecapture/cmd --size 64MB --format pcapng --conns 1000 -o - | gzip > large.pcapng.gz
`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the command; it returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	flags := pflag.NewFlagSet("largecapture", pflag.ContinueOnError)
	flags.SortFlags = false
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	out := flags.StringP("output", "o", "", "file to write; - is standard output")
	size := flags.String("size", "1GB", "bytes that the file has at most: a number with kB, MB, GB, KiB, MiB or GiB")
	format := flags.String("format", "pcap", "pcap or pcapng")
	frame := flags.Int("frame", 1024, "bytes of a data frame, with its Ethernet header")
	conns := flags.Int("conns", 64, "connections")
	seed := flags.Uint64("seed", 1, "seed of the random numbers")
	fail := func(err error) int {
		fmt.Fprintln(stderr, "largecapture:", err)
		return cli.ExitUsage
	}
	if err := flags.Parse(args); errors.Is(err, pflag.ErrHelp) {
		fmt.Fprintf(stdout, usage, flags.FlagUsages())
		return cli.ExitOK
	} else if err != nil {
		return fail(err)
	}
	if err := cli.NoArgs(flags.Args()); err != nil {
		return fail(err)
	}
	if *out == "" {
		return fail(errors.New("-o is missing; name the file to write"))
	}
	kind, ok := trace.ParseFormat(*format)
	if !ok {
		return fail(fmt.Errorf("format %q is unknown; use pcap or pcapng", *format))
	}
	bytes, err := parseSize(*size)
	if err != nil {
		return fail(err)
	}
	bar := cli.NewProgress(stderr, "writing")
	o := largecapture.Options{Format: kind, Size: bytes, Frame: *frame, Conns: *conns, Seed: *seed,
		Progress: func(done int64) { bar.Update(int(done>>10), int(bytes>>10)) }}
	var t largecapture.Totals
	err = cli.Env{Stdout: stdout, Stderr: stderr}.Write(*out, func(w io.Writer) (err error) {
		t, err = largecapture.Write(w, o)
		return err
	})
	bar.Done()
	if err != nil {
		return fail(err)
	}
	report := stdout
	if *out == atomicfile.Stdout {
		report = stderr
	}
	fmt.Fprintf(report, "%d bytes, %d packets: %d data (%d bytes, %d marked), %d ACKs, %d CNPs\n",
		t.Bytes, t.Packets, t.Data, t.DataBytes, t.Marked, t.Acks, t.CNPs)
	return cli.ExitOK
}

// parseSize reads a number of bytes with a unit, as in 10GB or 1.5GiB.
func parseSize(text string) (int64, error) {
	bad := fmt.Errorf("size %q; expected a number of bytes as in 500000, 64MB or 1.5GiB", text)
	number, unit := text, int64(1)
	for _, u := range []struct {
		suffix string
		bytes  int64
	}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}} {
		if n, ok := strings.CutSuffix(text, u.suffix); ok {
			number, unit = n, u.bytes
			break
		}
	}
	if number == "" || len(number) > 20 || strings.Trim(number, "0123456789.") != "" {
		return 0, bad
	}
	r, ok := new(big.Rat).SetString(number)
	if !ok {
		return 0, bad
	}
	r.Mul(r, new(big.Rat).SetInt64(unit))
	if !r.IsInt() || r.Cmp(new(big.Rat).SetInt64(math.MaxInt64)) > 0 {
		return 0, bad
	}
	return r.Num().Int64(), nil
}
