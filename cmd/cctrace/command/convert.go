package command

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/logs/capture/trace"
)

func convertCommand() cli.Command {
	return cli.Command{
		Name:  "convert",
		Args:  "TRACE -o FILE",
		Short: "write a trace as CSV, JSON lines or pcapng, or a simulator's configuration as a scenario",
		Long: `TRACE is whatever cctrace stats takes. FILE's ending tells the format (.csv, .jsonl,
.pcapng, .pcap, each with .gz too), or --to does. A capture is written from the
events: packets of the same connections, times, lengths and marks, with data of
zeros. Events that were reconstructed from counters are marked as such: a column,
a key, a comment of the pcapng.

The configuration of HPCC's simulator (docs/from-hpcc.md), told by its content, is written
as a scenario of cctrace sim, which has the same results.`,
		Examples: `cctrace convert docs/sample/incast.pcapng -o incast.csv
			cctrace convert mix.tr -o mix.pcapng --snap-len 96
			cctrace convert counters/ -o events.jsonl.gz --reconstruct burst
			cctrace convert simulation/mix/config.txt -o hpcc.toml
			cctrace convert cap.pcap.gz -o - --to csv | head`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var c conversion
			f.StringVarP(&c.out, "output", "o", "", "file to write; - is standard output")
			f.StringVar(&c.cwd, "cwd", "", cwdHelp)
			f.BoolVar(&c.exact, "exact", false, exactHelp)
			cli.OneOf(f, &c.to, "to", "", "format to write: csv, jsonl, pcapng or pcap", "csv", "jsonl", "pcapng", "pcap")
			f.BoolVar(&c.asJSON, "json", false, "print what was written as JSON")
			cli.Number(f, &c.snapLen, "snap-len", 0, cli.Range[int]{Max: 1 << 16, Unit: "B"}, "bytes of a packet that a capture keeps; 0 keeps it whole")
			c.in.declare(f)
			return c.run
		},
	}
}

type conversion struct {
	in      traceFlags
	out, to string
	snapLen int
	cwd     string
	exact   bool
	asJSON  bool
	format  trace.Format
	gzip    bool
}

// target finds the format to write.
func (c *conversion) target() error {
	if c.out == "" {
		return fmt.Errorf("convert: -o is missing; name the file to write")
	}
	var ok bool
	c.format, c.gzip, ok = trace.FormatOfName(c.out)
	if c.to != "" {
		c.format, ok = trace.ParseFormat(c.to)
	}
	if !ok {
		return fmt.Errorf("convert: the ending of %q tells no format; add --to csv, jsonl, pcapng or pcap", c.out)
	}
	if c.asJSON && c.out == atomicfile.Stdout {
		return fmt.Errorf("json: goes with a file; -o - writes the trace to standard output")
	}
	return nil
}

func (c *conversion) run(env cli.Env, args []string) (err error) {
	if len(args) != 1 {
		return fmt.Errorf("convert: name one trace, or - for standard input")
	}
	if c.out != "" {
		if config, err := configOf(args[0], c.cwd, c.exact); err != nil {
			return err
		} else if config != nil {
			if err := cli.CheckDistinct(c.out, args[0]); err != nil {
				return err
			}
			return c.scenarioOf(env, config)
		}
	}
	if err := c.target(); err != nil {
		return err
	}
	if err := cli.CheckDistinct(c.out, args[0]); err != nil {
		return err
	}
	opts := c.in.options()
	opts.AllowNoCNP = true
	// A pause has no packet.
	opts.Pauses = c.format == trace.FormatCSV || c.format == trace.FormatJSONLines
	r, err := openTrace(env, args[0], opts)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	warn(env.Stderr, args[0], r)
	if err := c.in.whole(args[0], r); err != nil {
		return err
	}
	bar := cli.NewProgress(env.Stderr, "converting")
	defer bar.Done()
	end := int(r.Stats().Duration)
	var events uint64
	var sink sink
	begun := false
	err = env.Write(c.out, func(w io.Writer) (err error) {
		begun = true
		sink.w = w
		w = &sink
		if c.gzip {
			z := gzip.NewWriter(w) // without a name or a time: the same bytes each time
			defer func() { err = errors.Join(err, z.Close()) }()
			w = z
		}
		events, err = trace.Copy(w, c.format, r, trace.WriterOptions{SnapLen: c.snapLen}, func(t int64) { bar.Update(int(t), end) })
		return err
	})
	switch {
	case sink.err != nil:
		return sink.err // no fault of the trace
	case err != nil && !begun:
		return err // nor this
	case err != nil:
		return fmt.Errorf("%s: %w", args[0], err)
	}
	if c.out == atomicfile.Stdout {
		return nil
	}
	mark, reconstructed := "", ""
	if how := r.Stats().Reconstruction; how != trace.Observed {
		reconstructed = how.String()
		mark = ", reconstructed (" + reconstructed + ")"
	}
	if c.asJSON {
		return env.JSON(convertedJSON{c.out, c.format.String(), c.gzip, reconstructed, r.Stats().Truncated, events, len(r.Conns())})
	}
	_, err = fmt.Fprintf(env.Stdout, "%s: %v, %s of %s%s\n", c.out, c.format, plural.Of(events, "event"), plural.Of(len(r.Conns()), "connection"), mark)
	return err
}

// convertedJSON is what was written as JSON.
type convertedJSON struct {
	File          string `json:"file"`
	Format        string `json:"format"`
	Gzip          bool   `json:"gzip,omitempty"`
	Reconstructed string `json:"reconstructed,omitempty"`
	Truncated     bool   `json:"truncated,omitempty"` // the trace that was read
	Events        uint64 `json:"events"`
	Connections   int    `json:"connection_count"`
}

// sink remembers the first write error.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) Write(b []byte) (int, error) {
	n, err := s.w.Write(b)
	if s.err == nil {
		s.err = err
	}
	return n, err
}
