package command

import (
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"smartnic-cc/docs/sample"
	"smartnic-cc/internal/capture/trace"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/text/nearest"
)

func sampleCommand() cli.Command {
	return cli.Command{
		Name:     "sample",
		Short:    "write the sample capture: an incast of eight RoCEv2 senders",
		Examples: `cctrace sample -o incast.pcapng`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			out := f.StringP("output", "o", "", "file to write; - is standard output")
			format := f.String("format", "pcapng", "format: pcapng or pcap")
			cli.Values(f, "format", "pcapng", "pcap")
			return func(env cli.Env, args []string) error {
				if err := cli.NoArgs(args); err != nil {
					return err
				}
				if *out == "" {
					return fmt.Errorf("sample: -o is missing; name the file to write")
				}
				kind, ok := trace.ParseFormat(*format)
				if !ok || kind != trace.FormatPcap && kind != trace.FormatPcapng {
					return fmt.Errorf("sample: format %q is unknown%s; use pcapng or pcap", *format, nearest.Hint(*format, []string{"pcapng", "pcap"}))
				}
				return env.Write(*out, func(w io.Writer) error { return sample.Write(w, kind == trace.FormatPcapng) })
			}
		},
	}
}
