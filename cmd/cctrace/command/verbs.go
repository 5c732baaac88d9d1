package command

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/folder"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/tool/verbs"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/lab/scenario"
)

func verbsCommand(o *Options) cli.Command {
	return cli.Command{
		Name:  "verbs",
		Args:  "SCENARIO",
		Short: "run RDMA applications on virtual machines through a switch of this process",
		Long: `SCENARIO is a TOML file of cctrace sim: hosts around one switch, all of which send to one. Each host
becomes a virtual machine of Debian's kernel under qemu, with its software RoCE (rdma_rxe) and
perftest; the switch is this process: ports with a rate, a buffer and RED on what waits. The
scenario's algorithm paces the clients' packets, as cctrace attach does; none leaves the stack
as it is. docs/verbs.md says what is real and what is not. It takes no root.

What machines need comes from Debian, by apt-get download, and stays in the user's cache folder.
Nothing else stays, and machines end with the process.

Each --run is a command of the clients, perftest's or another, and the server runs it too; it
gets $OPTIONS and, at a client, $SERVER behind it, unless it has $PORT itself. The folder gets
capture.pcapng, all frames as they left the switch, what the machines say, and verbs.json, the summary.`,
		Examples: `cctrace verbs docs/sample/verbs.toml --log
			cctrace verbs docs/sample/verbs.toml --set nic[0].algorithm=none --set 'nic[0].set=[]'
			cctrace verbs docs/sample/verbs.toml -o reads.verbs --run 'ib_read_bw -q 2 -n 200' --run 'ib_atomic_bw -n 200'
			cctrace verbs docs/sample/verbs.toml --check`,
		Setup: setup(func() runner { return &verbsRun{native: o.Native} }),
	}
}

type verbsRun struct {
	out, from          string
	set                []string
	runs, before, debs []string
	accel              string
	check, log, asJSON bool
	snap               int
	native             []folder.Native
}

func (v *verbsRun) flags(f *pflag.FlagSet) {
	f.StringVarP(&v.out, "output", "o", "", "folder for the outputs, made if it is not there; - writes none (default the scenario's name with .verbs)")
	f.StringArrayVar(&v.set, "set", nil, "change a key of the scenario, as in run.end=5s or nic[0].algorithm=none; repeatable")
	moment(f, &v.from, "from", "take goodput, its spread and queues from here on, counted from when all send (default a quarter of the run)")
	f.StringArrayVar(&v.runs, "run", nil, "command of the clients and the server, with variables of the shell as docs/verbs.md has them; repeatable, one after the other (default "+verbs.Write+")")
	f.StringArrayVar(&v.before, "before", nil, "command of each client when its link is up, as in 'tc qdisc add dev eth0 root netem loss 1%'; repeatable")
	f.StringArrayVar(&v.debs, "package", nil, "Debian package besides perftest whose programs the machines have, as in ibverbs-utils; repeatable")
	cli.OneOf(f, &v.accel, "accel", "auto", "what qemu runs machines on: kvm, tcg, which any machine has, or auto, kvm where it works", "auto", "kvm", "tcg")
	cli.Number(f, &v.snap, "snaplen", 0, cli.Range[int]{Min: 128, Max: 1 << 16, Also: []int{0}, Unit: "B"}, "bytes to keep of each frame of the capture, 128 or more; 0 keeps all")
	f.BoolVar(&v.log, "log", false, "have machines write the rate log of cctrace attach, which takes part of their speed")
	f.BoolVar(&v.check, "check", false, "read and check the scenario, and run nothing")
	f.BoolVar(&v.asJSON, "json", false, "print the summary as JSON")
}

func (v *verbsRun) run(env cli.Env, args []string) error {
	if len(args) != 1 {
		return errors.New("verbs: name one scenario")
	}
	sc, err := scenario.Read(args[0], v.set...)
	if err != nil {
		return err
	}
	sc.Link(v.native)
	if sc.IsTestbed() {
		return fmt.Errorf("%s: bed: has no network; run it with cctrace sim", args[0])
	}
	p, err := verbs.NewPlan(sc)
	if err != nil {
		return err
	}
	if len(v.runs) > 0 {
		p.Commands = v.runs
	}
	p.Before, p.Packages, p.Accel, p.SnapLen, p.Log = v.before, v.debs, v.accel, v.snap, v.log
	end := int64(p.Seconds) * 1e9
	from := end / 4
	if v.from != "" {
		t, err := event.ParseTime(v.from)
		if err != nil {
			return fmt.Errorf("from: %w", err)
		}
		if from = int64(t / event.Nanosecond); from < 0 || from >= end {
			return fmt.Errorf("from: %v is not within the run, which takes %ds", t, p.Seconds)
		}
	}
	if v.check {
		_, err := fmt.Fprintf(env.Stdout, "%s: %s\n", args[0], p.Text())
		return err
	}
	return v.execute(env, p, from)
}

// execute runs the plan; a signal ends it without outputs.
func (v *verbsRun) execute(env cli.Env, p *verbs.Plan, from int64) error {
	ctx, release := interrupt.Context(context.Background())
	defer release()
	err := v.machines(ctx, env, p, from)
	if ctx.Err() != nil {
		return cli.CheckFailed(errors.New("interrupted: nothing was written"))
	}
	return err
}

func (v *verbsRun) machines(ctx context.Context, env cli.Env, p *verbs.Plan, from int64) error {
	if err := p.Prepare(ctx); err != nil {
		return fmt.Errorf("verbs: %w", err)
	}
	image, err := verbs.NewImage(ctx, p.Packages, func(line string) { fmt.Fprintln(env.Stderr, line) })
	if err != nil {
		return fmt.Errorf("verbs: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var files *atomicfile.Folder
	if v.out == "" {
		v.out = p.Scenario.Name() + ".verbs"
	}
	if v.out != atomicfile.Stdout {
		if files, err = verbs.NewOutputs(v.out); err != nil {
			return err
		}
		defer files.Abort()
	}
	r, err := p.Execute(ctx, image, self, files)
	if err != nil {
		return fmt.Errorf("verbs: %w", err)
	}
	sum := r.Summary(from)
	if files != nil {
		if err := r.Write(files, sum); err != nil {
			return err
		}
		if err := files.Commit(); err != nil {
			return err
		}
	}
	if v.asJSON {
		err = sum.WriteJSON(env.Stdout)
	} else {
		err = sum.Write(env.Stdout)
	}
	if err != nil {
		return err
	}
	return r.Failed()
}
