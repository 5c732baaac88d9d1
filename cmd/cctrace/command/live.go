package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/tool/live"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/lab/scenario"
	"smartnic-cc/testvectors/transducer"
)

func liveCommand(o *Options) cli.Command {
	return cli.Command{
		Name:  "live",
		Args:  "SCENARIO",
		Short: "run a small scenario as real packets through this machine's kernel",
		Long: `SCENARIO is a TOML file of cctrace sim: hosts around one switch, at most 1 Gb/s and 60 s.
Hosts and switch get network namespaces of their own, joined by veth pairs; senders make
RoCEv2 frames, paced by the scenario's algorithm, through packet sockets; the switch marks
by RED's rule in front of a token bucket filter of the port's rate; receivers send CNPs, or
with --notify kernel BPF programs at their links do.
docs/live.md says what is real and what is not. It takes root and Linux, and nothing of it
outlives the process.

The folder gets rates.csv and capture.pcapng, what the senders did and saw: cctrace replay
of the capture, with the same algorithm and --log all, writes the same rates.csv, byte for
byte. throughput.csv and queues.csv are as of cctrace sim; live.json is the summary. Each run is
another one. One that is interrupted (Ctrl-C) writes all up to that time, says so, and ends
with exit status 1.`,
		Examples: `sudo cctrace live docs/sample/live.toml
			sudo cctrace live docs/sample/live.toml -o dolcerc.live --set nic[0].algorithm=dolcerc --plot dolcerc.svg
			cctrace live docs/sample/live.toml --check
			sudo cctrace live docs/sample/live.toml --mark kernel --notify kernel --engine bpf --compare
			sudo cctrace live docs/sample/live.toml -o - --from 1s --json`,
		Setup: setup(func() runner { return &liveRun{native: o.Native, linked: o} }),
	}
}

// What runs the algorithm.
const (
	engineGo  = "go"
	engineBPF = "bpf"
)

// When the switch marks.
const (
	onArrival   = "arrival"
	onDeparture = "departure"
	inKernel    = "kernel"
)

// inThread runs the notification points in the receivers' threads; the alternative is inKernel.
const inThread = "thread"

type liveRun struct {
	out, from     string
	set           []string
	check, asJSON bool
	native        []folder.Native
	linked        *Options
	plot          string
	snap          int
	mark, notify  string
	engine        string
	firmwareFlags
	compare bool
}

func (l *liveRun) flags(f *pflag.FlagSet) {
	f.StringVarP(&l.out, "output", "o", "", "folder for the outputs, made if it is not there; - writes none (default the scenario's name with .live)")
	f.StringArrayVar(&l.set, "set", nil, "change a key of the scenario, as in run.end=2s or nic[0].algorithm=dolcerc; repeatable")
	moment(f, &l.from, "from", "take goodput and its spread from here on, as in 500ms (default a quarter of the run)")
	f.StringVar(&l.plot, "plot", "", "file to draw rates, what the algorithm shows, queues and throughput over time into, .svg, .pdf or .png")
	cli.Number(f, &l.snap, "snaplen", 0, cli.Range[int]{Min: 128, Max: 1 << 16, Also: []int{0}, Unit: "B"}, "bytes to keep of each frame of the capture, 128 or more; 0 keeps all")
	cli.OneOf(f, &l.mark, "mark", onArrival, "who marks a packet, and when: the switch on arrival, the kernel's filter then holds it; the switch on departure, as the NIC model does, which then holds it; or kernel, a BPF program in front of the filter, on arrival", onArrival, onDeparture, inKernel)
	cli.OneOf(f, &l.notify, "notify", inThread, "who runs the notification points: thread, the receiver's, or kernel, BPF programs at the receiver's link (needs clang)", inThread, inKernel)
	cli.OneOf(f, &l.engine, "engine", engineGo, "what runs the algorithm: go, the reference, or bpf, this kernel (needs clang)", engineGo, engineBPF)
	l.firmwareFlags.declare(f, "firmware program to run the algorithm, one for each host that sends")
	f.BoolVar(&l.compare, "compare", false, "compare each step of --engine bpf, --firmware or --notify kernel with the reference, and end at the first difference")
	f.BoolVar(&l.check, "check", false, "read and check the scenario, and run nothing; needs no root")
	f.BoolVar(&l.asJSON, "json", false, "print the summary as JSON")
}

func (l *liveRun) run(env cli.Env, args []string) error {
	if len(args) != 1 {
		return errors.New("live: name one scenario")
	}
	sc, err := scenario.Read(args[0], l.set...)
	if err != nil {
		return err
	}
	sc.Link(l.native)
	if sc.IsTestbed() {
		return fmt.Errorf("%s: bed: has no network; run it with cctrace sim", args[0])
	}
	p, err := live.NewPlan(sc)
	if err != nil {
		return err
	}
	from := p.End / 4
	if l.from != "" {
		v, err := event.ParseTime(l.from)
		if err != nil {
			return fmt.Errorf("from: %w", err)
		}
		if from = int64(v / event.Nanosecond); from < 0 || from >= p.End {
			return fmt.Errorf("from: %v is not within the run, which ends at %v", v, event.Time(p.End)*event.Nanosecond)
		}
	}
	p.Departure, p.Kernel = l.mark == onDeparture, l.mark == inKernel
	switch {
	case l.engine == engineBPF && l.program != "":
		return errors.New("live: --engine bpf and --firmware both run the algorithm; use one of them")
	case l.compare && l.engine == engineGo && l.program == "" && l.notify == inThread:
		return errors.New("live: --compare goes with --engine bpf, --firmware or --notify kernel")
	}
	if l.check {
		_, err := fmt.Fprintf(env.Stdout, "%s: %s\n", args[0], p.Text())
		return err
	}
	if err := l.drawable(); err != nil {
		return err
	}
	return l.execute(env, p, from)
}

// drawable refuses before the run a figure that could not be drawn after it.
func (l *liveRun) drawable() error {
	if l.plot == "" {
		return nil
	}
	if l.out == atomicfile.Stdout {
		return errors.New("live: --plot draws the outputs, and -o - writes none; name a folder")
	}
	draw := plotRun{out: l.plot}
	_, err := draw.formatOf()
	return err
}

// engines makes the kernel or a program run the algorithm, if so asked.
func (l *liveRun) engines(p *live.Plan) (*live.Engines, error) {
	e := &live.Engines{Compare: l.compare}
	ctx, release := interrupt.Context(context.Background())
	defer release()
	if l.notify == inKernel {
		if err := e.Notify(ctx, p); err != nil {
			return nil, fmt.Errorf("live: --notify kernel: %w", err)
		}
	}
	switch {
	case l.engine == engineBPF:
		if err := e.InKernel(ctx, p); err != nil {
			return nil, fmt.Errorf("live: --engine bpf: %w", err)
		}
	case l.program != "":
		flat := codegen.AlgorithmOf(p.Setup.Algorithm.Def)
		catalog := transducer.NewCatalog([]transducer.Algorithm{flat}, nil)
		e.RunReaction(p, func() (transducer.Firmware, error) { return l.start(catalog) })
	}
	return e, nil
}

// execute runs the plan; signals end it early.
func (l *liveRun) execute(env cli.Env, p *live.Plan, from int64) error {
	if err := live.CheckPrivileges(); err != nil {
		return fmt.Errorf("live: %w", err)
	}
	var files *atomicfile.Folder
	out := l.out
	if out == "" {
		out = p.Scenario.Name() + ".live"
	}
	if out != atomicfile.Stdout {
		var err error
		if files, err = live.NewOutputs(out); err != nil {
			return err
		}
		defer files.Abort()
	}
	engines, err := l.engines(p)
	if err != nil {
		return err
	}
	defer engines.Close()
	stop, release := interrupt.Take()
	defer release()
	r, err := p.Execute(stop)
	if d, err := difference(env, err); d {
		return err
	}
	if err != nil {
		return fmt.Errorf("live: %w", err)
	}
	sum := r.Summary(from)
	if files != nil {
		if err := r.Write(files, sum, l.snap); err != nil {
			return err
		}
		if err := files.Commit(); err != nil {
			return err
		}
	}
	if l.plot != "" {
		draw := plotRun{window: window{linked: l.linked, bins: "1-2-5"}, out: l.plot, layout: "columns", title: p.Scenario.Title}
		if err := draw.run(env, []string{out}); err != nil {
			return err
		}
	}
	if l.asJSON {
		err = sum.WriteJSON(env.Stdout)
	} else {
		err = sum.Write(env.Stdout)
	}
	if err == nil && sum.Interrupted {
		err = cli.CheckFailed(fmt.Errorf("interrupted: the outputs are whole up to %v of %v", event.Time(sum.UntilNS)*event.Nanosecond, event.Time(p.End)*event.Nanosecond))
	}
	return err
}
