package command

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/profile"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/num/linerate"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/jsontext"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/nicconf"
)

func profileCommand() cli.Command {
	return cli.Command{
		Name:     "profile",
		Short:    "read, compare, write and check a NIC's congestion control settings",
		Commands: []cli.Command{profileImport(), profileDiff(), profileExport(), profileCheck()},
		Examples: `cctrace profile import /sys/kernel/debug/mlx5/0000:04:00.0/cc_params -o leaf12.toml
			cctrace profile diff connectx leaf12.toml
			cctrace profile export leaf12.toml --as mlxconfig
			cctrace profile check leaf12.toml --wred config_db.json --queue 3
			cctrace replay cap.pcapng --profile ./leaf12.toml --line-rate 100G`,
	}
}

// profileSource reads profiles by the flags that all subcommands share.
type profileSource struct {
	o                nicconf.Options
	line, convention string
}

func (s *profileSource) flags(f *pflag.FlagSet) {
	cli.LineRate(f, &s.line, "", "port speed (default: what the source says, else 100G)")
	cli.OneOf(f, &s.convention, "g-convention", "", "meaning of dce_tcp_g where the source does not state it: old-weight or new-weight", conventions...)
	f.StringVar(&s.o.Base, "base", "", "built-in profile for modes and for what is not given: "+strings.Join(dcqcnprofile.Names(), ", "))
	cli.Number(f, &s.o.Port, "port", 1, cli.Range[int]{Min: 1, Max: 9}, "port of the NIC, where names have one (_P1)")
	f.StringVar(&s.o.Device, "device", "", "device, where a text has several (mlxconfig's name or number; ionic_0, or ionic_0/1 with a profile; a port)")
	cli.OneOf(f, &s.o.Column, "column", "", "column of mlxconfig -e query: default, current or next", "default", "current", "next")
	cli.CompleteWords(f, "base", dcqcnprofile.Names()...)
}

func (s *profileSource) check() (err error) {
	s.o.Stdin = os.Stdin
	if s.line != "" {
		if err = linerate.Set(&s.o.Line, s.line); err != nil {
			return err
		}
	}
	s.o.Convention = conventionOf(s.convention)
	return nil
}

// conventions are the words for the meaning of dce_tcp_g.
var conventions = []string{dcqcnprofile.OldWeight.String(), dcqcnprofile.NewWeight.String()}

// conventionOf returns the meaning of such a word, Unstated for any other.
func conventionOf(word string) dcqcnprofile.Convention {
	switch word {
	case conventions[0]:
		return dcqcnprofile.OldWeight
	case conventions[1]:
		return dcqcnprofile.NewWeight
	}
	return dcqcnprofile.Unstated
}

// speed returns the port's speed for a profile.
func (s *profileSource) speed(p *nicconf.Profile) dcqcn.Rate {
	switch {
	case s.o.Line != 0:
		return s.o.Line
	case p.Line != 0:
		return p.Line
	}
	return 100_000_000
}

// read reads a built-in profile, or that at a path.
func (s *profileSource) read(name string) (*nicconf.Profile, []nicconf.Note, error) {
	if slices.Contains(nicconf.BuiltInNames(), name) {
		p, err := nicconf.BuiltIn(name, s.speed(&nicconf.Profile{}))
		return p, nicconf.Notes(name), err
	}
	p, notes, err := nicconf.Read(name, s.o)
	if err != nil && !profile.IsPath(name) && errors.Is(err, os.ErrNotExist) {
		err = fmt.Errorf("%w%s; name a file or folder, or one of %s", err, nearest.Hint(name, nicconf.BuiltInNames()), strings.Join(nicconf.BuiltInNames(), ", "))
	}
	return p, notes, err
}

// profileNotes prints notes to standard error, a line each.
func profileNotes(env cli.Env, of string, notes []nicconf.Note) {
	for _, n := range notes {
		n.Where = cmp.Or(n.Where, of)
		fmt.Fprintf(env.Stderr, "cctrace: note: %s\n", n)
	}
}

func profileImport() cli.Command {
	return cli.Command{
		Name:  "import",
		Args:  "SOURCE",
		Short: "read a NIC's settings and print them as a profile in TOML",
		Long: `SOURCE is mlx5's debugfs folder cc_params, its sysfs folder ecn (or the device's, above
it), what mlxconfig query or nicctl show dcqcn prints, ionic's debugfs folder of a
profile, irdma's module parameters, the commands that set any of these, lines of name
and value, a traffic generator's settings of RoCEv2 (YAML or JSON, as snappi writes them;
rates are percentages of --line-rate), or the config.txt of HPCC's simulator; - is standard
input. What it is shows by its content. Notes name conventions, values out of their
documented range, and what is not in the source.`,
		Examples: `cctrace profile import /sys/kernel/debug/mlx5/0000:04:00.0/cc_params
			cctrace profile import /sys/class/net/ens1f0 -o leaf12.toml
			mlxconfig -d 04:00.0 -e query | cctrace profile import - --port 2
			nicctl show dcqcn | cctrace profile import - --device ionic_0
			cctrace profile import /sys/module/irdma/parameters --json
			cctrace profile import otg.yaml --device tx --line-rate 400G
			cctrace profile import simulation/mix/config.txt`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var s profileSource
			out := f.StringP("output", "o", atomicfile.Stdout, "file to write; - is standard output")
			f.StringVar(&s.o.Name, "name", "", "what to call the profile (default: the source's name)")
			s.flags(f)
			asJSON := f.Bool("json", false, "print profile and notes as JSON")
			schema := f.Bool("schema", false, "print the JSON schema of profiles in TOML")
			return func(env cli.Env, args []string) error {
				if *schema {
					return printSchema(env, args, nicconf.Schema())
				}
				if len(args) != 1 {
					return fmt.Errorf("profile import: name one source, or - for standard input")
				}
				if err := s.check(); err != nil {
					return err
				}
				if err := cli.CheckDistinct(*out, args[0]); err != nil {
					return err
				}
				p, notes, err := nicconf.Read(args[0], s.o)
				if err != nil {
					return err
				}
				if *asJSON {
					return env.Write(*out, func(w io.Writer) error { return jsontext.Write(w, newProfileJSON(p, notes)) })
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
	Name       string            `json:"name"`
	Base       string            `json:"base"`
	Source     string            `json:"source"`
	Line       dcqcn.Rate        `json:"line_rate_kbps,omitempty"`
	Convention string            `json:"dce_tcp_g_convention"`
	Parameters []parameterJSON   `json:"parameters"`
	RPEnabled  *[]int            `json:"reaction_point_priorities,omitempty"`
	NPEnabled  *[]int            `json:"notification_point_priorities,omitempty"`
	Other      map[string]string `json:"other,omitempty"`
	Notes      []nicconf.Note    `json:"notes"`
}

type parameterJSON struct {
	Name  string      `json:"name"`
	Value json.Number `json:"value"`
	Unit  string      `json:"unit"`
	Given bool        `json:"given"`
}

func newProfileJSON(p *nicconf.Profile, notes []nicconf.Note) profileJSON {
	j := profileJSON{
		Name: p.Name, Base: p.Base, Source: p.Source, Line: p.Line, Convention: dcqcnprofile.OldWeight.String(),
		Parameters: collect.Of(p.Values, func(v nicconf.Value) parameterJSON {
			return parameterJSON{v.Name, json.Number(v.Text), v.Unit(), v.Given}
		}),
		Notes: append([]nicconf.Note{}, notes...),
	}
	j.RPEnabled, j.NPEnabled = priorities(p.RPEnabled), priorities(p.NPEnabled)
	for _, o := range p.Other {
		if j.Other == nil {
			j.Other = map[string]string{}
		}
		j.Other[o.Name] = o.Value
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
