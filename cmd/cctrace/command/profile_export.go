package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/nicconf"
)

func profileExport() cli.Command {
	return cli.Command{
		Name:  "export",
		Args:  "PROFILE",
		Short: "write the commands that set a profile's parameters",
		Long: `PROFILE is the name of a built-in profile, a profile in TOML, or anything that profile
import reads. --as says for what:
  toml       the profile itself
  mlx5       a script that writes mlx5's debugfs files (cc_params)
  sysfs      a script that writes /sys/class/net/DEV/ecn
  mlxconfig  a script with one mlxconfig set
  nicctl     a script with one nicctl update dcqcn, of AMD's NICs
  irdma      a line of options for /etc/modprobe.d, of Intel's
  otg        the options of a traffic generator's port, in YAML
Scripts change nothing unless all files are there. --to says for which device or port,
else the script takes it as its argument. Of an imported profile only what its source has is
written. profile import reads each of these back.`,
		Examples: `cctrace profile export leaf12.toml --as mlx5 --to 0000:04:00.0 -o set.sh
			cctrace profile export connectx --as mlxconfig | sh -s 04:00.0
			cctrace profile export dolcerc-recommended --as mlx5 --round
			cctrace profile export leaf12.toml --as sysfs --to ens1f0
			cctrace profile export connectx --as otg --line-rate 400G --to tx -o options.yaml`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var s profileSource
			var o nicconf.ExportOptions
			var as, written string
			cli.OneOf(f, &as, "as", string(nicconf.TargetTOML), "what to write: "+strings.Join(nicconf.Targets(), ", "), nicconf.Targets()...)
			f.StringVar(&o.Device, "to", "", "device that the commands are for")
			f.BoolVar(&o.Round, "round", false, "write the nearest value where a parameter cannot be expressed")
			cli.OneOf(f, &written, "write-g", conventions[0], "meaning in which dce_tcp_g is written: old-weight or new-weight", conventions...)
			out := f.StringP("output", "o", atomicfile.Stdout, "file to write; - is standard output")
			s.flags(f)
			return func(env cli.Env, args []string) error {
				if len(args) != 1 {
					return fmt.Errorf("profile export: name one profile")
				}
				err := s.check()
				if err != nil {
					return err
				}
				if err := cli.CheckDistinct(*out, args[0]); err != nil {
					return err
				}
				o.Convention = conventionOf(written)
				p, _, err := s.read(args[0])
				if err != nil {
					return err
				}
				missing := nicconf.Notes(args[0])
				o.Line, o.Port = s.speed(p), s.o.Port
				var notes []nicconf.Note
				err = env.Write(*out, func(w io.Writer) (err error) {
					notes, err = p.Export(w, nicconf.Target(as), o)
					return err
				})
				if err != nil {
					return err
				}
				profileNotes(env, args[0], append(missing, notes...))
				return nil
			}
		},
	}
}
