package command

import (
	"errors"
	"fmt"
	"io"
	"time"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/textwidth"
	"smartnic-cc/internal/reports/figures"
	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/lab/scenario"
)

// testbed runs or checks a scenario with a table [bed].
func (s *simRun) testbed(env cli.Env, sc *scenario.Scenario) error {
	if s.program != "" || s.compare || len(s.conns) > 0 {
		return errors.New("sim: --firmware goes with a network, and the scenario has a table [bed]")
	}
	if s.check {
		line, err := sc.CheckTestbed()
		if err != nil {
			return err
		}
		if s.asJSON {
			return env.JSON(checkedTestbed{line})
		}
		_, err = io.WriteString(env.Stdout, textwidth.Wrap(line+"\n", textwidth.Of(env.Stdout)))
		return err
	}
	begin := time.Now()
	var sum *scenario.TestbedSummary
	err := profiled(s.profile, func() (err error) {
		sum, err = scenario.RunTestbed(sc, scenario.TestbedOptions{Out: s.folder(sc), Draw: func(w io.Writer, sum *scenario.TestbedSummary) error {
			return plot.Write(w, "svg", figures.Testbed(sum))
		}})
		return err
	})
	if err != nil {
		return err
	}
	if s.stats {
		events := collect.Sum(sum.Schedulers, func(v scenario.TestbedRun) uint64 { return v.Events })
		took := time.Since(begin)
		fmt.Fprintf(env.Stderr, "%.3f s, %.2f million events a second\n", took.Seconds(), float64(events)/took.Seconds()/1e6)
	}
	if s.asJSON {
		return sum.WriteJSON(env.Stdout)
	}
	return sum.Write(env.Stdout)
}

// checkedTestbed is what --check says of a testbed, as JSON.
type checkedTestbed struct {
	Testbed string `json:"bed"`
}
