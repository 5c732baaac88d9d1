package command

import (
	"fmt"
	"math"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/capture/trace/summary"
)

func statsCommand() cli.Command {
	return cli.Command{
		Name:  "stats",
		Args:  "TRACE...",
		Short: "sum traces up by connection: CNPs and their gaps, rates, marks, retransmissions",
		Long: `TRACE is a pcap or pcapng capture, CSV or JSON lines of events, a .tr of an HPCC
simulator, CSV or JSON of counters (gzip too), or a directory of them, as docs/traces.md
has them; - is standard input. "marks a CNP" is how many marked packets came
to one CNP; "-" is what the trace does not show. --json prints one object a trace.`,
		Examples: `cctrace stats docs/sample/incast.pcapng
			cctrace stats cap.pcapng --gaps --conn 10.0.0.7
			cctrace stats huge.pcap.gz --top 10 --json
			cctrace stats mix.tr --node 3
			cctrace stats counters/ --reconstruct burst`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var in traceFlags
			var o summary.TextOptions
			f.StringVar(&o.Match, "conn", "", "show only connections whose name contains this")
			cli.Number(f, &o.Top, "top", 0, cli.Range[int]{Max: math.MaxInt32}, "show only this number of connections, those with the most CNPs")
			f.BoolVar(&o.Gaps, "gaps", false, "show the histogram of the gaps between CNPs of every connection")
			icrc := f.Bool("icrc", false, "check the ICRC of every packet that was captured whole, not of CNPs only")
			asJSON := f.Bool("json", false, "print JSON")
			in.declare(f)
			return func(env cli.Env, args []string) error {
				if len(args) == 0 {
					return fmt.Errorf("stats: name a trace, or - for standard input")
				}
				opts := in.options()
				opts.AllowNoCNP, opts.Measure, opts.CheckICRC = true, true, *icrc
				for i, path := range args {
					if i > 0 && !*asJSON {
						fmt.Fprintln(env.Stdout)
					}
					if err := stats(env, path, &in, opts, o, *asJSON); err != nil {
						return err
					}
				}
				return nil
			}
		},
	}
}

// stats prints the summary of one trace.
func stats(env cli.Env, path string, in *traceFlags, opts trace.Options, o summary.TextOptions, asJSON bool) error {
	r, err := openTrace(env, path, opts)
	if err != nil {
		return err
	}
	defer r.Close()
	if !asJSON {
		warn(env.Stderr, path, r)
	}
	if err := in.whole(path, r); err != nil {
		return err
	}
	s := summary.Of(calledAs(path), r)
	s.Keep(o)
	if o.Match != "" && len(s.Conns) == 0 {
		return fmt.Errorf("%s: no connection of %d has %q in its name", calledAs(path), s.Connections, o.Match)
	}
	if asJSON {
		return env.JSON(s)
	}
	return s.WriteText(env.Stdout, o)
}
