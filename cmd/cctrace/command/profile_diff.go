package command

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/nicconf"
)

func profileDiff() cli.Command {
	return cli.Command{
		Name:  "diff",
		Args:  "A B",
		Short: "show in which parameters two profiles differ",
		Long: `A and B are names of built-in profiles, profiles in TOML, or anything that profile import
reads. The exit status is 1 if they differ. What one of two sources does not have
(priorities, settings that no algorithm has) is not compared.`,
		Examples: `cctrace profile diff connectx leaf12.toml
			cctrace profile diff leaf12.toml leaf13.toml --all
			cctrace profile diff before.txt /sys/kernel/debug/mlx5/0000:04:00.0/cc_params --json`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var s profileSource
			all := f.Bool("all", false, "show equal parameters too")
			asJSON := f.Bool("json", false, "print all parameters of both as JSON")
			s.flags(f)
			return func(env cli.Env, args []string) error {
				if len(args) != 2 {
					return fmt.Errorf("profile diff: name two profiles")
				}
				if err := s.check(); err != nil {
					return err
				}
				a, b, err := s.readBoth(args[0], args[1])
				if err != nil {
					return err
				}
				line := s.speed(a)
				if a.Line == 0 {
					line = s.speed(b)
				}
				d, err := nicconf.Compare(a, b, line)
				if err != nil {
					return err
				}
				d.A, d.B = args[0], args[1]
				for _, name := range args {
					profileNotes(env, name, nicconf.Notes(name))
				}
				if *asJSON {
					err = env.JSON(d)
				} else {
					err = d.Write(env.Stdout, *all)
				}
				if err == nil && d.Differ == 0 && !*asJSON {
					_, err = fmt.Fprintf(env.Stdout, "the same in all %s\n", plural.Of(len(d.Rows), "parameter"))
				}
				if err == nil && d.Differ > 0 {
					err = cli.CheckFailed(fmt.Errorf("%s and %s differ in %d of %d parameters", args[0], args[1], d.Differ, len(d.Rows)))
				}
				return err
			}
		},
	}
}

// readBoth reads two profiles; a built-in one takes the other's port speed.
func (s *profileSource) readBoth(nameA, nameB string) (a, b *nicconf.Profile, err error) {
	if a, _, err = s.read(nameA); err != nil {
		return nil, nil, err
	}
	if b, _, err = s.read(nameB); err != nil {
		return nil, nil, err
	}
	for _, p := range []struct {
		name  string
		to    **nicconf.Profile
		other *nicconf.Profile
	}{{nameA, &a, b}, {nameB, &b, a}} {
		if slices.Contains(nicconf.BuiltInNames(), p.name) && p.other.Line != 0 {
			if *p.to, err = nicconf.BuiltIn(p.name, s.speed(p.other)); err != nil {
				return nil, nil, err
			}
		}
	}
	return a, b, nil
}
