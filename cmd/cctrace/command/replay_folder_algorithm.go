package command

import (
	"cmp"
	"fmt"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/num/linerate"
)

// ownAlgorithm reads the flags of a folder's algorithm, and loads it.
func (r *replayRun) ownAlgorithm(env cli.Env, f *pflag.FlagSet) (err error) {
	if given := r.change.SetOptions(); len(given) > 0 {
		return fmt.Errorf("%s: goes with the built-in algorithms, not with one of a folder such as %s; leave --%[1]s out", given[0], r.choice.Algo)
	}
	if err = linerate.Set(&r.choice.Line, r.change.Line); err != nil {
		return err
	}
	r.port = uint64(r.choice.Line)
	profile := ""
	if f.Changed("profile") {
		profile = r.choice.Profile
	}
	r.own, err = r.linked.open(env, r.choice.Algo, profile, r.change.Set)
	return err
}

// profile is the name of the parameters.
func (r *replayRun) profile() string {
	if r.own == nil {
		return r.choice.Profile
	}
	return cmp.Or(r.own.Profile, "none")
}

// named returns an error with its places as the user would name them.
func (r *replayRun) named(err error) error {
	if r.own == nil {
		return err
	}
	return r.own.Named(err)
}

// warnMarks warns if the algorithm takes the marks of CNPs and no CNP reports any.
func (r *replayRun) warnMarks(env cli.Env) {
	c := r.own.Algorithm.Contract
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
		at := r.own.Packages.Place(marked.Field.Pos)
		fmt.Fprintf(env.Stderr, "cctrace: warning: %s: no CNP reports marked packets: field %s (%s:%d) is 0 in all of them\n",
			calledAs(r.capture), marked.Name, at.File, at.Line)
	}
}
