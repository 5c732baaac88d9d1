package command

import (
	"fmt"
	"io"
	"strings"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/internal/tool/explain"
	"smartnic-cc/testvectors/junit"
)

// againstLaws holds a log, which is bound to its algorithm, against the algorithm's laws.
func (l *logRun) againstLaws(env cli.Env, r *firmwarelog.Reader, rep *logReport, name string, params []uint64) error {
	if l.resync {
		return fmt.Errorf("verify: --resync goes on after differences, and --laws ends at the first breach; use one of them")
	}
	program := rep.v.packages.Program
	if len(program.Transducer(name).Laws) == 0 {
		return fmt.Errorf("verify: %s has no law; write //ccgen:law NAME EXPR above its step function (docs/subset.md)", name)
	}
	found, err := firmwarelog.Laws(r, interp.New(program), params, l.join)
	for _, w := range r.Warnings() {
		fmt.Fprintf(env.Stderr, "cctrace: warning: %s: %s\n", r.Name(), w)
	}
	if err != nil {
		return rep.v.named(err)
	}
	held := collect.Count(found.Laws, func(u firmwarelog.LawUse) bool { return u.Steps > 0 })
	if held == 0 {
		return fmt.Errorf("%s: no law speaks of its columns alone: %s needs %s; log more of the state or the output (docs/vectors.md)", r.Name(), found.Laws[0].Name, found.Laws[0].Missing)
	}
	if found.Breach != nil {
		rep.first = junit.Failed(found.Breach.Error(), found.Breach.Error())
	}
	if l.asJSON {
		err = env.JSON(found)
	} else {
		var b strings.Builder
		explain.Paragraph(&b, "", fmt.Sprintf("%s: %s, %s, %d of %s held against it", r.Name(), name, plural.Of(found.Steps, "step"), held, plural.Of(len(found.Laws), "law")))
		if found.Gaps > 0 {
			fmt.Fprintf(&b, "the log leaves out timers before %s\n", plural.Of(found.Gaps, "step"))
		}
		if !found.Complete {
			b.WriteString("the log leaves out steps that change no control, or has none: of the state before a step controls alone are known\n")
		}
		for _, u := range found.Laws {
			said := plural.Of(u.Steps, "step")
			if u.Steps == 0 {
				said = "not in the log: " + u.Missing
			}
			fmt.Fprintf(&b, "%s: %s\n", u.Name, said)
		}
		if x := found.Breach; x != nil {
			explain.Paragraph(&b, "", x.Error())
			for _, v := range x.Values {
				fmt.Fprintf(&b, "  %s\n", v)
			}
		}
		_, err = io.WriteString(env.Stdout, b.String())
	}
	if err == nil && found.Breach != nil {
		err = cli.CheckFailed(fmt.Errorf("verify: %s: %w", r.Name(), found.Breach))
	}
	return err
}
