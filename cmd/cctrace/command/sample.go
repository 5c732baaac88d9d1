package command

import (
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"smartnic-cc/docs/sample"
	"smartnic-cc/internal/base/cli"
)

func sampleCommand() cli.Command {
	return cli.Command{
		Name:     "sample",
		Short:    "write the sample capture: an incast of eight RoCEv2 senders",
		Examples: `cctrace sample -o incast.pcapng`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			out := f.StringP("output", "o", "", "file to write; - is standard output")
			var format string
			cli.OneOf(f, &format, "format", "pcapng", "format: pcapng or pcap", "pcapng", "pcap")
			return func(env cli.Env, args []string) error {
				if err := cli.NoArgs(args); err != nil {
					return err
				}
				if *out == "" {
					return fmt.Errorf("sample: -o is missing; name the file to write")
				}
				return env.Write(*out, func(w io.Writer) error { return sample.Write(w, format == "pcapng") })
			}
		},
	}
}
