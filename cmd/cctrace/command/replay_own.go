package command

import (
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/atomicfile"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/linerate"
	"smartnic-cc/internal/replay"
	"smartnic-cc/internal/tracedriver"
)

// builtInOnly are the flags of replay that say something of the built-in algorithms.
var builtInOnly = []string{"estimate", "arms", "gamma", "epsilon", "xi", "qualify-after", "plot", "firmware", "firmware-arg", "timeout"}

// own replays a trace through an algorithm of a folder.
func (r *replayRun) own(env cli.Env, f *pflag.FlagSet, args []string) error {
	for _, name := range builtInOnly {
		if f.Changed(name) {
			return fmt.Errorf("%s: goes with the built-in algorithms, not with one of a folder such as %s; leave --%s out", name, r.choice.Algo, name)
		}
	}
	if isFolder(r.out) {
		return fmt.Errorf("output: %s is a folder, which goes with the built-in algorithms; name a file, .csv or .jsonl", r.out)
	}
	port, err := linerate.Parse(r.line)
	if err != nil {
		return err
	}
	profile := ""
	if f.Changed("profile") {
		profile = r.choice.Profile
	}
	own, err := r.linked.open(env, r.choice.Algo, profile, r.choice.Set)
	if err != nil {
		return err
	}
	engine, err := own.Engine()
	if err != nil {
		return err
	}
	if r.reader, err = openTrace(env, args[0], r.open); err != nil {
		return err
	}
	defer r.reader.Close()
	warn(env.Stderr, args[0], r.reader)
	if err := r.in.whole(args[0], r.reader); err != nil {
		return err
	}
	r.warnMarks(env, own)
	o := tracedriver.Options{Algorithm: own.Algorithm, Engine: engine, Params: own.Params, Port: uint64(port), WantState: r.state}
	bar := cli.NewProgress(env.Stderr, "replaying")
	defer bar.Done()
	events := int(r.reader.Stats().Duration)
	var sum *tracedriver.Summary
	run := func(row func(*tracedriver.Row) error) (err error) {
		o.Row = func(t *tracedriver.Row) error {
			bar.Update(int(t.Time), events)
			if row == nil {
				return nil
			}
			return row(t)
		}
		sum, err = tracedriver.Run(r.reader, o)
		return own.Named(err)
	}
	if r.out == "" {
		err = run(nil)
	} else {
		err = env.Write(r.out, func(w io.Writer) error {
			l, err := tracedriver.NewLog(w, replay.LogFormatOf(r.out), r.reader, &o)
			if err != nil {
				return err
			}
			l.All = r.log == "all"
			if err := run(l.Row); err != nil {
				return err
			}
			return l.Flush()
		})
	}
	if err != nil {
		return err
	}
	w := env.Stdout
	if r.out == atomicfile.Stdout {
		w = env.Stderr
	}
	if r.asJSON {
		return sum.WriteJSON(w)
	}
	return sum.Write(w)
}

// warnMarks warns where an algorithm takes the marks that CNPs report, and none reports any.
func (r *replayRun) warnMarks(env cli.Env, own *folder.Algorithm) {
	c := own.Algorithm.Contract
	marked := c.Signal(ir.SignalMarked, "")
	if marked == nil || !c.Has(ir.OnCNP) {
		return
	}
	var cnps, counting uint64
	for _, conn := range r.reader.Conns() {
		cnps += conn.CNPs
		counting += conn.Counting
	}
	if cnps > 0 && counting == 0 {
		at := own.Packages.Place(marked.Field.Pos)
		fmt.Fprintf(env.Stderr, "cctrace: warning: %s: no CNP reports marked packets: field %s (%s:%d) is 0 in all of them\n",
			calledAs(r.capture), marked.Name, at.File, at.Line)
	}
}
