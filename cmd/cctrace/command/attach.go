package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/tool/attach"
)

func attachCommand() cli.Command {
	return cli.Command{
		Name:  "attach",
		Args:  "[IFACE]",
		Short: "give the RDMA connections of an interface a congestion control (Linux)",
		Long: `IFACE is an interface whose RoCEv2 stack leaves pacing to the host, as Linux's rdma_rxe
does, which has no congestion control. BPF programs at its hooks run the algorithm: data
that leaves is paced, by the time to leave that the queueing discipline fq obeys; CNPs
that come are events, and go no further; data that comes with Congestion Experienced is
answered by CNPs. It takes root, and clang unless --object has what clang makes.

It runs until Ctrl-C, SIGTERM or --detach, and then leaves the interface as it was; what
is left after kill -9 the next attach or --detach removes. --status, --detach, and --set
without an algorithm are for the one that runs. docs/attach.md says what connections,
events and the log are.`,
		Examples: `sudo cctrace attach eth0 --algo dcqcn --line-rate 10G
			sudo cctrace attach eth0 --algo ./mycc --line-rate 200M --log rates.csv
			sudo cctrace attach eth0 --status
			sudo cctrace attach eth0 --set ai_rate=10
			sudo cctrace attach eth0 --detach
			cctrace attach --algo dolcerc4 --line-rate 200M -o prog.o
			sudo cctrace attach eth0 --object prog.o --log rates.csv`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var a attachRun
			a.flags(f)
			return func(env cli.Env, args []string) error { return a.run(env, f, args) }
		},
	}
}

type attachRun struct {
	spec                   attach.Spec
	interval               string
	out, object, log       string
	status, detach, asJSON bool
}

func (a *attachRun) flags(f *pflag.FlagSet) {
	f.StringVar(&a.spec.Algo, "algo", "", "algorithm: dcqcn, dolcerc4 or another built-in one, or the folder of your own, as in ./mycc or ./mycc:NAME")
	f.StringVar(&a.spec.Choice.Profile, "profile", "", "parameters: a profile, by default "+profile.PaperName+", or of an algorithm of your own the first table of profiles.toml")
	cli.LineRate(f, &a.spec.Choice.Line, "100G", "speed of the interface: the most that a connection gets")
	a.spec.Choice.Flags(f, reaction.Settings("the profile's"))
	f.StringVar(&a.interval, "cnp-interval", "50us", "least time between two CNPs to a connection")
	f.StringVarP(&a.out, "output", "o", "", "file to compile the programs into, for --object; attaches nothing, and needs no root and no interface")
	f.StringVar(&a.object, "object", "", "attach the programs of this object; needs no clang")
	f.StringVar(&a.log, "log", "", "file to write the rate log to: every event with the whole state, CSV, or JSON lines if its name ends in .jsonl")
	f.BoolVar(&a.status, "status", false, "print what the algorithm that is attached has done, and its connections")
	f.BoolVar(&a.detach, "detach", false, "detach the algorithm that is attached")
	f.BoolVar(&a.asJSON, "json", false, "print the status as JSON")
	f.Lookup("set").Usage += "; without --algo and --object, of the algorithm that is attached, while it runs"
	cli.CompleteWords(f, "algo", append(reaction.Algorithms(), algorithms.WithData()...)...)
}

// usage refuses flags that do not go together.
func (a *attachRun) usage(f *pflag.FlagSet, args []string) error {
	makes := a.spec.Algo != "" || a.object != ""
	only := func(names ...string) bool {
		return slices.ContainsFunc(names, f.Changed)
	}
	of := []string{"profile", "line-rate", "cnp-interval", "estimate", "arms", "gamma", "epsilon", "xi", "qualify-after"}
	running := a.status || a.detach || !makes && len(a.spec.Choice.Set) > 0
	switch {
	case a.spec.Algo != "" && a.object != "":
		return errors.New("attach: --algo and --object both choose programs; use one of them")
	case a.out != "" && a.spec.Algo == "":
		return errors.New("attach: -o compiles an algorithm; name it with --algo")
	case a.out != "" && (len(args) > 0 || a.log != ""):
		return errors.New("attach: -o attaches nothing; leave the interface and --log out, and attach the object with --object")
	case a.out == "" && len(args) != 1:
		return errors.New("attach: name one interface")
	case a.status && a.detach:
		return errors.New("attach: --status and --detach do not go together")
	case running && (makes || a.log != "") || (a.status || a.detach) && len(a.spec.Choice.Set) > 0:
		return errors.New("attach: --status, --detach, and --set alone are for the algorithm that is attached, and go with no other flag but --json")
	case a.spec.Algo == "" && only(of...):
		return errors.New("attach: parameters go with --algo; those of an object or of the algorithm that is attached are changed by --set")
	case !running && !makes && a.out == "":
		return errors.New("attach: name an algorithm with --algo, or an object with --object; --status and --detach are for one that is attached")
	case a.asJSON && (!running || a.detach):
		return errors.New("attach: --json goes with --status and --set")
	}
	return nil
}

func (a *attachRun) run(env cli.Env, f *pflag.FlagSet, args []string) (err error) {
	if err := a.usage(f, args); err != nil {
		return err
	}
	if a.spec.Interval, err = time.ParseDuration(a.interval); err != nil || a.spec.Interval < 0 || a.spec.Interval > 2*time.Second {
		return fmt.Errorf("cnp-interval: %.40q is not a time of 0 to 2s with its unit, as in 50us", a.interval)
	}
	if err := cli.CheckDistinct(a.log, a.object); err != nil {
		return err
	}
	if a.out != "" {
		return a.compile()
	}
	name := args[0]
	if a.detach {
		return attachError(attach.Detach(name))
	}
	if a.spec.Algo == "" && a.object == "" {
		s, err := attach.Ask(name, a.spec.Choice.Set)
		if err != nil {
			return attachError(err)
		}
		if a.asJSON {
			return s.WriteJSON(env.Stdout)
		}
		return s.Write(env.Stdout)
	}
	return a.attach(env, name)
}

// attachError says of what command an error is.
func attachError(err error) error {
	if err != nil {
		return fmt.Errorf("attach: %w", err)
	}
	return nil
}

// compile writes an object.
func (a *attachRun) compile() error {
	_, object, err := a.programs()
	if err != nil {
		return err
	}
	w, err := atomicfile.Create(a.out)
	if err != nil {
		return err
	}
	defer w.Abort()
	if _, err := w.Write(object); err != nil {
		return err
	}
	return w.Commit()
}

// programs returns the algorithm, and the object that was named or is compiled.
func (a *attachRun) programs() (*attach.Algorithm, []byte, error) {
	if a.object != "" {
		object, algorithm, err := attach.Read(a.object, a.spec.Choice.Set)
		return algorithm, object, err
	}
	algorithm, err := attach.Open(a.spec)
	if err != nil {
		return nil, nil, err
	}
	ctx, release := interrupt.Context(context.Background())
	defer release()
	object, err := algorithm.Object(ctx)
	return algorithm, object, err
}

// attach attaches the algorithm until a signal or another process ends it.
func (a *attachRun) attach(env cli.Env, name string) error {
	if err := attach.Check(name); err != nil { // before anything is compiled
		return attachError(err)
	}
	algorithm, object, err := a.programs()
	if err != nil {
		return err
	}
	stop, release := interrupt.Take()
	defer release()
	t, err := attach.Attach(name, object, algorithm, a.log)
	if err != nil {
		return attachError(err)
	}
	if _, err := fmt.Fprintf(env.Stdout, "%s; Ctrl-C detaches it\n", t.Title()); err != nil {
		return errors.Join(err, t.Close())
	}
	err = t.Run(stop)
	s, e := t.Status()
	err = errors.Join(err, e, t.Close())
	if err == nil {
		err = s.Write(env.Stdout)
	}
	return attachError(err)
}
