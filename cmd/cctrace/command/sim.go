package command

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/base/text/textwidth"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/lab/hpccfiles"
	"smartnic-cc/nicmodel/lab/scenario"
	"smartnic-cc/testvectors/transducer"
)

func simCommand(o *Options) cli.Command {
	return cli.Command{
		Name:  "sim",
		Args:  "SCENARIO",
		Short: "run a scenario: NICs, switches and flows, with the reaction points in the loop",
		Long: `SCENARIO is a TOML file (docs/nicmodel.md). The outputs go to a folder, by default the
scenario's name with .out: summary.json, completions.csv and .fct, and what its table
[record] asks for. They are the same bytes on every machine and for any --threads. They
take the place of all that an earlier run wrote there; other files stay. A folder with a
replay, or that another run is writing to, is refused. A run
that is interrupted (Ctrl-C) writes all up to that time, says so, and ends with exit
status 1. With --firmware a program (docs/vectors.md) takes the place of the connections'
algorithms.

SCENARIO may be the configuration of HPCC's simulator (docs/from-hpcc.md), told by its content:
its files are read and written where it names them, relative to --cwd; our outputs come with -o.

A scenario with a table [bed] compares schedulers in front of one NIC (Avatar, DRUM) without
a network: the folder has summary.json, messages.csv, shares.csv and figure.svg.`,
		Examples: `cctrace sim docs/sample/incast.toml
			cctrace sim docs/sample/websearch.toml -o out/websearch --threads 2
			cctrace sim docs/sample/incast.toml -o - --set run.seed=3 --set nic[0].profile=paper
			cctrace sim docs/sample/alltoall.toml -o - --json
			cctrace sim docs/sample/bed-avatar.toml -o out/bed-avatar
			cctrace sim my.toml --check
			cctrace sim simulation/mix/config.txt
			cctrace sim docs/sample/incast.toml -o - --firmware out/firmware --compare
			cctrace sim --schema > scenario.schema.json`,
		Setup: setup(func() runner { return &simRun{native: o.Native} }),
	}
}

type simRun struct {
	out                          string
	set                          []string
	threads                      int
	asJSON, stats, check, schema bool
	firmwareFlags
	conns   []uint
	native  []folder.Native
	compare bool
	profile string
	cwd     string
	exact   bool
	config  *hpccfiles.Config // nil for a scenario
}

func (s *simRun) flags(f *pflag.FlagSet) {
	f.StringVarP(&s.out, "output", "o", "", "folder for the outputs, made if it is not there; - writes none (default the scenario's name with .out)")
	f.StringArrayVar(&s.set, "set", nil, "change a key of the scenario, as in run.seed=3 or nic[0].profile=hpcc; repeatable")
	cli.Threads(f, &s.threads, "threads", 0, "threads to run on, in place of the scenario's run.threads")
	f.StringVar(&s.cwd, "cwd", "", cwdHelp)
	f.BoolVar(&s.exact, "exact", false, exactHelp)
	f.BoolVar(&s.asJSON, "json", false, "print the summary, or what --check tells, as JSON")
	f.BoolVar(&s.stats, "stats", false, "tell on standard error how long the run took")
	f.StringVar(&s.profile, "cpuprofile", "", "file for a CPU profile of the run, as go tool pprof reads it")
	f.BoolVar(&s.check, "check", false, "read and check the scenario with all that it names, and run nothing")
	f.BoolVar(&s.schema, "schema", false, "print the JSON schema of scenarios")
	s.firmwareFlags.declare(f, "firmware program to run the connections' algorithms")
	cli.Numbers(f, &s.conns, "firmware-conn", cli.Range[uint]{Max: math.MaxUint32}, "the connections that the firmware program runs, a list; repeatable (default all)")
	f.BoolVar(&s.compare, "compare", false, "compare the firmware program with the reference, and end at the first difference")
}

func (s *simRun) run(env cli.Env, args []string) error {
	if s.schema {
		return printSchema(env, args, scenario.Schema())
	}
	if len(args) != 1 {
		return fmt.Errorf("sim: name one scenario")
	}
	sc, err := s.read(env, args[0])
	if err != nil {
		return err
	}
	sc.Link(s.native)
	if sc.IsTestbed() {
		return s.testbed(env, sc)
	}
	if s.check {
		z, err := sc.Size()
		if err != nil {
			return err
		}
		if s.asJSON {
			return env.JSON(z)
		}
		_, err = io.WriteString(env.Stdout, textwidth.Wrap(fmt.Sprintf("%s: %s, %s, %s, %s of %s\n", args[0],
			plural.Of(z.Hosts, "host"), plural.Of(z.Switches, "switch"), plural.Of(z.Connections, "connection"),
			plural.Of(z.Messages, "message"), plural.Of(z.Bytes, "byte")), textwidth.Of(env.Stdout)))
		return err
	}
	return s.simulate(env, sc)
}

// simulate runs the scenario; signals end it early.
func (s *simRun) simulate(env cli.Env, sc *scenario.Scenario) error {
	if s.profile == atomicfile.Stdout {
		return errors.New("sim: --cpuprofile needs the name of a file: the summary goes to standard output")
	}
	o := scenario.Options{Out: s.folder(sc), Threads: s.threads}
	if s.program != "" {
		c, err := sc.Config()
		if err != nil {
			return err
		}
		p, err := s.start(catalogOf(c))
		if err != nil {
			return err
		}
		defer p.Close()
		one := nicmodel.External{Firmware: p, Compare: s.compare}
		for _, conn := range s.conns {
			one.Conns = append(one.Conns, uint32(min(conn, math.MaxUint32)))
		}
		o.Firmware = []nicmodel.External{one}
	} else if s.compare || len(s.conns) > 0 {
		return fmt.Errorf("sim: --compare and --firmware-conn go with --firmware")
	}
	stop, release := interrupt.Take()
	defer release()
	o.Stop = stop
	var own *hpccfiles.Outputs
	if s.config != nil && s.out != atomicfile.Stdout {
		o.Open = func(c *nicmodel.Config) (_ nicmodel.Sink, err error) {
			own, err = s.config.Create(c)
			return own, err
		}
		defer func() {
			if own != nil {
				own.Abort()
			}
		}()
	}
	bar := cli.NewProgress(env.Stderr, "simulating")
	defer bar.Done()
	o.Progress = func(now, end event.Time, _ uint64) {
		bar.Update(int(now/event.Nanosecond), int(end/event.Nanosecond))
	}
	begin := time.Now()
	var sum *scenario.Summary
	err := profiled(s.profile, func() (err error) {
		sum, err = scenario.Run(sc, o)
		return err
	})
	took := time.Since(begin)
	bar.Done()
	if d, err := difference(env, err); d || err != nil {
		return err
	}
	if own != nil {
		if err := own.Commit(); err != nil {
			return err
		}
	}
	if s.stats {
		fmt.Fprintf(env.Stderr, "%.3f s, %.2f million events a second\n", took.Seconds(), float64(sum.Events)/took.Seconds()/1e6)
	}
	if err := s.report(env.Stdout, sum); err != nil {
		return err
	}
	if sum.Interrupted {
		return cli.CheckFailed(fmt.Errorf("interrupted: the outputs are whole up to %v of %v", event.Time(sum.UntilPS), sc.Name()))
	}
	return nil
}

// folder is where the outputs go, "" if nowhere.
func (s *simRun) folder(sc *scenario.Scenario) string {
	switch s.out {
	case "":
		if s.config != nil {
			return ""
		}
		return sc.Name() + ".out"
	case atomicfile.Stdout:
		return ""
	}
	return s.out
}

// catalogOf returns the layouts of the algorithms of a configuration.
func catalogOf(c *nicmodel.Config) *transducer.Catalog {
	var list []transducer.Algorithm
	for i := range c.NICs {
		setup := c.NICs[i].Algorithm
		if setup == nil || slices.ContainsFunc(list, func(a transducer.Algorithm) bool { return a.Name == setup.Algorithm.Def.Name }) {
			continue
		}
		list = append(list, codegen.AlgorithmOf(setup.Algorithm.Def))
	}
	return transducer.NewCatalog(list, nil)
}

func (s *simRun) report(w io.Writer, sum *scenario.Summary) error {
	if s.asJSON {
		return sum.WriteJSON(w)
	}
	return sum.Write(w)
}
