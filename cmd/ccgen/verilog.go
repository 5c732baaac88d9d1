package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/analysis/ranges"
	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/backend/verilog"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/testvectors"
)

func verilogBackEnd() backEnd {
	return backEnd{
		name:  "verilog",
		short: "write an algorithm as synthesizable Verilog: a core, one event a clock, and its connections' memory",
		long: `The file holds ALGORITHM_core, which takes a state and an event each clock and gives the
output and the state after it a fixed number of clocks later; ALGORITHM_init and
ALGORITHM_next; and ALGORITHM, which keeps the connections' states in a two-port memory and
holds an event of a connection that is in flight. docs/verilog.md has the signals.

Values are as wide as the ranges that the source declares let them be; --assume narrows an
input further. Parameters are inputs, or constants of a profile (--profile). The pipeline has
--stages stages, or as many as --period takes by a model of an iCE40 HX's delays. --shared
has one multiplier for most products in place of one each: events for which the condition holds
that most products stand under take many clocks, and others go one a clock meanwhile; with
--whole all events go that way.

` + packagesLong + ` ALGORITHM
is then one of theirs; a single one need not be named.

--check runs every vector, with the full state, on the core and on the wrapper through
verilator, with random stalls and connections interleaved, and a part of them through
iverilog; --check=verilator or --check=iverilog asks for one of them. Without VECTORS the
corpus that ccgen carries is run, or what ccgen vectors makes of packages of your own. Exit
status 1 means that the design differs from a vector or that a tool fails on it or warns.

--synth maps the core and the wrapper to ice40, ecp5 and xilinx, or to those that it names,
with yosys, and says what they take; nextpnr-ice40 gives the clock of a core that fits an
HX8K.`,
		examples: `ccgen verilog dcqcn -o dcqcn.v
			ccgen verilog dcqcn --profile connectx --stages 8 -o dcqcn.v
			ccgen verilog dolcerc --period 20ns --connections 4096 -o dolcerc.v
			ccgen verilog dolcerc --shared --profile connectx -o small.v
			ccgen verilog dcqcn --assume e.CNPs=0..1 -o -
			ccgen verilog dcqcn --profile connectx --laws -o rp.v && yosys -p "read_verilog -formal rp.v; prep -flatten -top dcqcn_laws; delete t:\$assert c:rc_in_range %d; opt -full; dffunmap; write_smt2 rp.smt2" && yosys-smtbmc -s z3 --unroll -t 3 rp.smt2 && yosys-smtbmc -s z3 --unroll -i -t 3 rp.smt2
			ccgen verilog dcqcnnp --check=iverilog --wave np.fst
			ccgen verilog dcqcn --connections 4096 --check=verilator --live 4096
			ccgen verilog dcqcn --profile connectx --synth=ice40
			ccgen verilog ./mycc --stages 4 --check -o mycc.v`,
		file:   "file to write the modules to; - is standard output",
		check:  "run the vectors: all, verilator or iverilog",
		checks: []string{"all", "verilator", "iverilog"},
		flags: func(f *pflag.FlagSet) generator {
			o := &verilogFlags{}
			o.flags(f, "profile whose parameters are constants: paper, and for dcqcn and dolcerc those of ccgen c and files")
			cli.Number(f, &o.stages, "stages", 1, cli.Range[int]{Min: 1, Max: 64}, "stages of the pipeline, 1 to 64: the clocks from event to output")
			cli.Text(f, &o.period, "period", "", "a time of 1ps to 1ms with its unit, as in 20ns", "clock period to cut the pipeline for, as in 20ns, in place of --stages", func(text string) bool { return period(text) > 0 })
			cli.Number(f, &o.shared, "shared", 0, cli.Range[int]{Min: 8, Max: 64}, "the width of one multiplier, 8 to 64 bits, shared by most products of a step")
			f.Lookup("shared").NoOptDefVal = strconv.Itoa(verilog.DefaultSharedBits)
			cli.Number(f, &o.queue, "queue", verilog.DefaultQueue, cli.Range[int]{Min: 2, Max: 64, Also: []int{0}}, "with --shared: events that wait for the multiplier while others pass, 2 to 64, or 0")
			f.BoolVar(&o.whole, "whole", false, "with --shared: send all events through the one multiplier, and all products")
			f.BoolVar(&o.declared, "declared-widths", false, "make every value as wide as its type, to compare")
			f.BoolVar(&o.laws, "laws", false, "add a module that asserts the algorithm's laws of its core, for FORMAL (yosys-smtbmc)")
			f.StringArrayVar(&o.assume, "assume", nil, "NAME=LO..HI: an input that stays in a range, as in e.CNPs=0..1")
			cli.Number(f, &o.connections, "connections", printer.DefaultConnections, cli.Range[int]{Min: 1, Max: 65536}, "connections that the memory holds, 1 to 65536")
			cli.Number(f, &o.live, "live", 0, cli.Range[int]{Max: 65536}, "with --check: connections of the wrapper that are live at once, up to --connections; 0 is up to 16")
			cli.Number(f, &o.limit, "limit", verilog.DefaultLimit, cli.Range[int]{Min: 1, Max: math.MaxInt32}, "operations that a function may have when its loops are unrolled")
			cli.OneOf(f, &o.lines, "lines", "comments", "source lines behind statements: none or comments", "none", "comments")
			f.StringVar(&o.wave, "wave", "", "with --check=verilator or iverilog: file to write the wrapper's waves to, .vcd or .fst")
			f.StringSliceVar(&o.synth, "synth", nil, "map to families of chips: all, or some of ice40, ecp5 and xilinx; with --json their table is JSON")
			f.Lookup("synth").NoOptDefVal = "all"
			return o
		},
	}
}

// verilogFlags are the flags of ccgen verilog.
type verilogFlags struct {
	profileFlags
	lines, wave                                     string
	stages, connections, live, limit, shared, queue int
	period                                          string
	declared, whole, laws                           bool
	assume, synth                                   []string
}

// iverilogEvents is how many events iverilog takes, as a second reading of the text, when both simulators check;
// alone (--check=iverilog) it takes all.
const iverilogEvents = 2000

// period reads a clock's period in ns; it returns 0 if the text is not one.
func period(text string) float64 {
	v, err := event.ParseTime(text)
	if err != nil || v > event.Millisecond || strings.ContainsAny(text, " \t") {
		return 0
	}
	return float64(v) / float64(event.Nanosecond)
}

// options checks the flags and returns the generator's options.
func (o *verilogFlags) options(r *request) (verilog.Options, error) {
	f := r.flags
	opt := verilog.Options{Algorithm: r.algorithm, Stages: o.stages, Period: period(o.period), Declared: o.declared,
		Connections: o.connections, Limit: o.limit, Shared: o.shared, Whole: o.whole, Queue: o.queue, Lines: o.lines == "comments", Laws: o.laws}
	switch {
	case f.Changed("period") && f.Changed("stages"):
		return opt, errors.New("--stages and --period exclude each other; leave one out")
	case f.Changed("queue") && (!f.Changed("shared") || o.whole):
		return opt, errors.New("--queue wants --shared without --whole, where events wait for the multiplier")
	case o.whole && !f.Changed("shared"):
		return opt, errors.New("--whole wants --shared, whose multiplier all events go through then")
	case o.whole && f.Changed("stages"):
		return opt, errors.New("--whole works in steps and has no stages; leave out --stages, or ask for a --period")
	case o.live > o.connections:
		return opt, fmt.Errorf("--live %d is out of range 0..%d, the connections of the memory (--connections)", o.live, o.connections)
	case o.live > 0 && r.check == "":
		return opt, errors.New("--live wants --check, which runs the connections")
	case r.asJSON && r.check != "" && len(o.synth) > 0:
		return opt, errors.New("--json prints one table; leave out --check or --synth")
	case o.wave != "" && r.check != "verilator" && r.check != "iverilog":
		return opt, errors.New("--wave wants --check=verilator or --check=iverilog, whose waves it writes")
	case o.wave != "" && verilog.CheckWave(o.wave) != nil:
		return opt, fmt.Errorf("--wave %s: %w", o.wave, verilog.CheckWave(o.wave))
	}
	var err error
	if opt.Values, opt.Profile, err = o.constants(r); err != nil {
		return opt, err
	}
	words := append([]string{"verilog", r.algorithm}, o.words()...)
	for _, a := range o.assume {
		parsed, err := verilog.ParseAssumption(a)
		if err != nil {
			return opt, err
		}
		opt.Assume = append(opt.Assume, parsed)
		words = append(words, "--assume", parsed.String())
	}
	words = append(words, r.words("shared", "whole", "queue", "stages", "period", "declared-widths", "connections", "limit", "laws", "lines")...)
	opt.Command = commandLine(r.p, words...)
	return opt, nil
}

func (o *verilogFlags) print(r *request) (*printed, error) {
	opt, err := o.options(r)
	if err != nil {
		return nil, err
	}
	// Widths rest on the declared ranges. Tests prove those of the built-in packages.
	if !r.p.BuiltIn() && !o.declared {
		if open := ranges.Analyse(r.p.Program).Of(r.p.Own).Failures(); len(open) > 0 {
			return nil, cli.CheckFailed(fmt.Errorf("%w; widths rest on proven ranges: fix that (ccgen ranges), or make values as wide as their types with --declared-widths", open[0]))
		}
	}
	design, err := verilog.Generate(r.p.Program, opt)
	if err != nil {
		return nil, err
	}
	made := &printed{
		files: []output{{r.algorithm + ".v", design.Text}},
		run: func(ctx context.Context, files []*testvectors.File, progress progress) ([]testvectors.Outcome, error) {
			return o.verify(ctx, r, design, files, progress)
		},
	}
	if len(o.synth) > 0 {
		made.last = func(env cli.Env) error { return o.mapTo(env, r, design) }
	}
	return made, nil
}

// mapTo maps the core and the wrapper to families of chips.
func (o *verilogFlags) mapTo(env cli.Env, r *request, d *verilog.Design) error {
	families := o.synth
	if slices.Contains(families, "all") {
		families = verilog.Targets()
	}
	for _, family := range families {
		if !slices.Contains(verilog.Targets(), family) {
			return fmt.Errorf("verilog: --synth %q is unknown%s; use all or some of %s", family, nearest.Hint(family, verilog.Targets()), strings.Join(verilog.Targets(), ", "))
		}
	}
	s, err := verilog.FindSynthesizer()
	if err != nil {
		return fmt.Errorf("verilog: %w", err)
	}
	ctx, stop := interrupt.Context(context.Background())
	defer stop()
	bar := cli.NewStages(env.Stderr)
	defer bar.Done()
	var costs []verilog.Cost
	for _, family := range families {
		for _, wrapper := range []bool{false, true} {
			bar.Update("mapping to "+family, len(costs), 2*len(families))
			c, err := s.Synth(ctx, d, family, wrapper, true)
			if err != nil {
				bar.Done()
				return toolFailed(env, fmt.Errorf("verilog: %w", err))
			}
			costs = append(costs, c)
		}
	}
	bar.Done()
	if r.asJSON {
		return env.JSON(costs)
	}
	to := env.Stdout
	if r.out == "-" {
		to = env.Stderr // the modules went to standard output
	}
	sayShared(to, d)
	return verilog.WriteCosts(to, costs)
}

// sayShared prints what goes through the shared multiplier.
func sayShared(to io.Writer, d *verilog.Design) {
	if s := d.Shared(); s != "" {
		fmt.Fprintf(to, "%s: %s\n", d.Def.Name, s)
	}
}

// verify runs the vectors through each simulator, on the core and on the wrapper, up to the first difference.
func (o *verilogFlags) verify(ctx context.Context, r *request, d *verilog.Design, files []*testvectors.File, progress progress) (list []testvectors.Outcome, err error) {
	var sims []verilog.Simulator
	for _, name := range verilog.Simulators() {
		if r.check != "all" && r.check != name {
			continue
		}
		sim, err := verilog.FindSimulator(name)
		if err != nil {
			return nil, err
		}
		sims = append(sims, sim)
	}
	for _, sim := range sims {
		for _, wrapper := range []bool{false, true} {
			run := verilog.Run{Sim: sim, Wrapper: wrapper, Stalls: true}
			if sim.Name == "iverilog" && r.check == "all" {
				run.MaxTests = iverilogEvents
			}
			if wrapper {
				run.Wave, run.Live = o.wave, o.live
			}
			progress("running "+map[bool]string{false: "the core", true: "the wrapper"}[wrapper]+" by "+sim.Name, 0, -1)
			got, err := d.Check(ctx, run, files)
			if s := d.Shared(); s != "" && len(list) == 0 {
				got.Note = strings.TrimPrefix(got.Note+"\n"+d.Def.Name+": "+s, "\n")
			}
			if list = append(list, got); err != nil || got.Report != nil {
				return list, err
			}
		}
	}
	return list, nil
}
