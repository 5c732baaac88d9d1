package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/atomicfile"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/linerate"
	"smartnic-cc/internal/nicprofile"
)

// profileCommands are the subcommands of cctrace profile.
func profileCommands() []cli.Command {
	return []cli.Command{profileImport(), profileDiff(), profileExport(), profileCheck()}
}

func profileCommand() cli.Command {
	nested := cli.Program{
		Name:     "cctrace profile",
		Short:    "cctrace profile reads, compares, writes and checks the congestion control settings of NICs.",
		Commands: profileCommands(),
	}
	long := "Commands:"
	for _, c := range nested.Commands {
		long += fmt.Sprintf("\n  %-8s %s", c.Name, c.Short)
	}
	return cli.Command{
		Name:  "profile",
		Args:  "COMMAND",
		Short: "read the settings of a NIC, compare them, write them, check them against a switch",
		Long:  long + "\n\ncctrace profile COMMAND --help tells more.",
		Examples: `cctrace profile import /sys/kernel/debug/mlx5/0000:04:00.0/cc_params -o leaf12.toml
			cctrace profile diff connectx leaf12.toml
			cctrace profile export leaf12.toml --as mlxconfig
			cctrace profile check leaf12.toml --wred config_db.json --queue 3
			cctrace replay cap.pcapng --profile ./leaf12.toml --line-rate 100G`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			f.SetInterspersed(false) // the flags are the subcommand's
			return func(env cli.Env, args []string) error { return runProfile(&nested, env, args) }
		},
	}
}

// runProfile runs a subcommand.
func runProfile(nested *cli.Program, env cli.Env, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("profile: name a command, one of %s; cctrace profile --help tells more", profileNames(nested))
	}
	i := slices.IndexFunc(nested.Commands, func(c cli.Command) bool { return c.Name == args[0] })
	if i < 0 {
		return fmt.Errorf("profile: unknown command %q; use one of %s", args[0], profileNames(nested))
	}
	c := &nested.Commands[i]
	flags := pflag.NewFlagSet(c.Name, pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.SortFlags = false
	flags.Usage = func() {}
	run := c.Setup(flags)
	err := flags.Parse(args[1:])
	switch {
	case errors.Is(err, pflag.ErrHelp):
		nested.Run(env, []string{"help", c.Name})
		return nil
	case err != nil:
		return fmt.Errorf("profile %s: %w; see cctrace profile %s --help", c.Name, err, c.Name)
	}
	return run(env, flags.Args())
}

func profileNames(p *cli.Program) string {
	var names []string
	for _, c := range p.Commands {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

// profileSource reads profiles by the flags that all subcommands have.
type profileSource struct {
	o                nicprofile.Options
	line, convention string
}

func (s *profileSource) flags(f *pflag.FlagSet) {
	f.StringVar(&s.line, "line-rate", "", "port speed (default: what the source says, else 100G)")
	f.StringVar(&s.convention, "g-convention", "", "meaning of dce_tcp_g where the source does not state it: old-weight or new-weight")
	f.StringVar(&s.o.Base, "base", "", "built-in profile for modes and for what is not given: "+strings.Join(dcqcnprofile.Names(), ", "))
	f.IntVar(&s.o.Port, "port", 1, "port of the NIC, where names bear one (_P1)")
	f.StringVar(&s.o.Device, "device", "", "device, where a text has several (mlxconfig's name or number; ionic_0, or ionic_0/1 with a profile)")
	f.StringVar(&s.o.Column, "column", "", "column of mlxconfig -e query: default, current or next")
}

func (s *profileSource) check() (err error) {
	s.o.Stdin = os.Stdin
	if s.line != "" {
		if s.o.Line, err = linerate.Parse(s.line); err != nil {
			return err
		}
	}
	s.o.Convention, err = profileConvention(s.convention)
	return err
}

func profileConvention(text string) (dcqcnprofile.Convention, error) {
	for _, c := range []dcqcnprofile.Convention{dcqcnprofile.OldWeight, dcqcnprofile.NewWeight} {
		if text == c.String() {
			return c, nil
		}
	}
	if text != "" {
		return 0, fmt.Errorf("g-convention: %.40q is unknown; use %s or %s", text, dcqcnprofile.OldWeight, dcqcnprofile.NewWeight)
	}
	return dcqcnprofile.Unstated, nil
}

// speed is the port's speed for a profile.
func (s *profileSource) speed(p *nicprofile.Profile) dcqcn.Rate {
	switch {
	case s.o.Line != 0:
		return s.o.Line
	case p.Line != 0:
		return p.Line
	}
	return 100_000_000
}

// read reads a built-in profile, or what a path leads to.
func (s *profileSource) read(name string) (*nicprofile.Profile, []nicprofile.Note, error) {
	if slices.Contains(dcqcnprofile.Names(), name) {
		if _, err := os.Lstat(name); err != nil || !nicprofile.IsPath(name) {
			p, err := nicprofile.Builtin(name, s.speed(&nicprofile.Profile{}))
			return p, nil, err
		}
	}
	p, notes, err := nicprofile.Read(name, s.o)
	if err != nil && !nicprofile.IsPath(name) && errors.Is(err, os.ErrNotExist) {
		err = fmt.Errorf("%w; name a file or folder, or one of %s", err, strings.Join(dcqcnprofile.Names(), ", "))
	}
	return p, notes, err
}

// notes go to standard error, or where the output is not, a line each.
func profileNotes(env cli.Env, of string, notes []nicprofile.Note) {
	for _, n := range notes {
		if n.Where == "" {
			n.Where = of
		}
		fmt.Fprintf(env.Stderr, "cctrace: note: %s\n", n)
	}
}

func profileImport() cli.Command {
	return cli.Command{
		Name:  "import",
		Args:  "SOURCE",
		Short: "read the settings of a NIC and print them as a profile in TOML, with units",
		Long: `SOURCE is mlx5's debugfs folder cc_params, its sysfs folder ecn (or the device's, above
it), what mlxconfig query or nicctl show dcqcn prints, ionic's debugfs folder of a
profile, irdma's module parameters, the commands that set any of these, or lines of name
and value; - is standard input. What it is shows by its content. Notes tell of
conventions, of values out of their documented range, and of what is not in the source.`,
		Examples: `cctrace profile import /sys/kernel/debug/mlx5/0000:04:00.0/cc_params
			cctrace profile import /sys/class/net/ens1f0 -o leaf12.toml
			mlxconfig -d 04:00.0 -e query | cctrace profile import - --port 2
			nicctl show dcqcn | cctrace profile import - --device ionic_0
			cctrace profile import /sys/module/irdma/parameters --json`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var s profileSource
			out := f.StringP("output", "o", atomicfile.Stdout, "file to write; - is standard output")
			f.StringVar(&s.o.Name, "name", "", "what to call the profile (default: the source's name)")
			s.flags(f)
			asJSON := f.Bool("json", false, "print profile and notes as JSON")
			return func(env cli.Env, args []string) error {
				if len(args) != 1 {
					return fmt.Errorf("profile import: name one source, or - for standard input")
				}
				if err := s.check(); err != nil {
					return err
				}
				p, notes, err := nicprofile.Read(args[0], s.o)
				if err != nil {
					return err
				}
				if *asJSON {
					return env.Write(*out, func(w io.Writer) error { return writeJSON(w, newProfileJSON(p, notes)) })
				}
				if err := env.Write(*out, p.WriteTOML); err != nil {
					return err
				}
				profileNotes(env, args[0], notes)
				return nil
			}
		},
	}
}

// profileJSON is a profile as JSON.
type profileJSON struct {
	Name       string             `json:"name"`
	Base       string             `json:"base"`
	Source     string             `json:"source"`
	Line       dcqcn.Rate         `json:"line_rate_kbps,omitempty"`
	Convention string             `json:"dce_tcp_g_convention"`
	Parameters []parameterJSON    `json:"parameters"`
	RPEnabled  *[]int             `json:"reaction_point_priorities,omitempty"`
	NPEnabled  *[]int             `json:"notification_point_priorities,omitempty"`
	Other      map[string]string  `json:"other,omitempty"`
	Notes      []profileNotesJSON `json:"notes"`
}

type parameterJSON struct {
	Name  string      `json:"name"`
	Value json.Number `json:"value"`
	Unit  string      `json:"unit"`
	Given bool        `json:"given"`
}

type profileNotesJSON struct {
	Where string `json:"where,omitempty"`
	Text  string `json:"text"`
}

func newProfileJSON(p *nicprofile.Profile, notes []nicprofile.Note) profileJSON {
	j := profileJSON{
		Name: p.Name, Base: p.Base, Source: p.Source, Line: p.Line, Convention: dcqcnprofile.OldWeight.String(),
		Parameters: []parameterJSON{}, Notes: []profileNotesJSON{},
	}
	for _, v := range p.Values {
		j.Parameters = append(j.Parameters, parameterJSON{v.Name, json.Number(v.Text), v.Unit(), v.Given})
	}
	j.RPEnabled, j.NPEnabled = priorities(p.RPEnabled), priorities(p.NPEnabled)
	for _, o := range p.Other {
		if j.Other == nil {
			j.Other = map[string]string{}
		}
		j.Other[o.Name] = o.Value
	}
	for _, n := range notes {
		j.Notes = append(j.Notes, profileNotesJSON{n.Where, n.Text})
	}
	return j
}

// priorities lists the bits of a mask.
func priorities(mask *uint8) *[]int {
	if mask == nil {
		return nil
	}
	list := []int{}
	for i := range 8 {
		if *mask&(1<<i) != 0 {
			list = append(list, i)
		}
	}
	return &list
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func profileDiff() cli.Command {
	return cli.Command{
		Name:  "diff",
		Args:  "A B",
		Short: "show in which parameters two profiles differ",
		Long: `A and B are names of built-in profiles, profiles in TOML, or anything that profile import
reads. The exit status is 1 if they differ. What one of two sources does not tell of
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
				a, _, err := s.read(args[0])
				if err != nil {
					return err
				}
				b, _, err := s.read(args[1])
				if err != nil {
					return err
				}
				line := s.speed(a)
				if a.Line == 0 {
					line = s.speed(b)
				}
				d, err := nicprofile.Compare(a, b, line)
				if err != nil {
					return err
				}
				d.A, d.B = args[0], args[1]
				if *asJSON {
					err = writeJSON(env.Stdout, d)
				} else {
					err = d.Write(env.Stdout, *all)
				}
				if err == nil && d.Differ > 0 {
					err = cli.Failed(fmt.Errorf("%s and %s differ in %d of %d parameters", args[0], args[1], d.Differ, len(d.Rows)))
				}
				return err
			}
		},
	}
}

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
Scripts change nothing unless all files are there. --to says for which device, else the
script takes it as its argument. Of an imported profile only what its source has is
written. profile import reads each of these back.`,
		Examples: `cctrace profile export leaf12.toml --as mlx5 --to 0000:04:00.0 -o set.sh
			cctrace profile export connectx --as mlxconfig | sh -s 04:00.0
			cctrace profile export paper --as mlx5 --round
			cctrace profile export leaf12.toml --as sysfs --to ens1f0`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var s profileSource
			var o nicprofile.ExportOptions
			as := f.String("as", string(nicprofile.TargetTOML), "what to write: "+strings.Join(nicprofile.Targets(), ", "))
			f.StringVar(&o.Device, "to", "", "device that the commands are for")
			f.BoolVar(&o.Round, "round", false, "write the nearest value where a parameter cannot be expressed")
			written := f.String("write-g", dcqcnprofile.OldWeight.String(), "meaning in which dce_tcp_g is written: old-weight or new-weight")
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
				if o.Convention, err = profileConvention(*written); err != nil {
					return err
				}
				p, _, err := s.read(args[0])
				if err != nil {
					return err
				}
				o.Line, o.Port = s.speed(p), s.o.Port
				var notes []nicprofile.Note
				err = env.Write(*out, func(w io.Writer) (err error) {
					notes, err = p.Export(w, nicprofile.Target(*as), o)
					return err
				})
				if err != nil {
					return err
				}
				profileNotes(env, args[0], notes)
				return nil
			}
		},
	}
}
