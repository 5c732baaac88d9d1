package command

import (
	"errors"
	"fmt"
	"io"
	"time"

	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/render/figures"
	"smartnic-cc/internal/render/plot"
	"smartnic-cc/internal/text/textwidth"
	"smartnic-cc/nicmodel/lab/scenario"
)

// bed runs or checks a scenario with a table [bed].
func (s *simRun) bed(env cli.Env, sc *scenario.Scenario) error {
	if s.program != "" || s.compare || len(s.conns) > 0 {
		return errors.New("sim: --firmware goes with a network, and the scenario has a table [bed]")
	}
	if s.check {
		line, err := sc.CheckBed()
		if err != nil {
			return err
		}
		if s.asJSON {
			return env.JSON(checkedBed{line})
		}
		_, err = io.WriteString(env.Stdout, textwidth.Wrap(line+"\n", textwidth.Of(env.Stdout)))
		return err
	}
	begin := time.Now()
	var sum *scenario.BedSummary
	err := profiled(s.profile, func() (err error) {
		sum, err = scenario.RunBed(sc, scenario.BedOptions{Out: s.folder(sc), Draw: drawBed})
		return err
	})
	if err != nil {
		return err
	}
	if s.stats {
		events := uint64(0)
		for i := range sum.Schedulers {
			events += sum.Schedulers[i].Events
		}
		took := time.Since(begin)
		fmt.Fprintf(env.Stderr, "%.3f s, %.2f million events a second\n", took.Seconds(), float64(events)/took.Seconds()/1e6)
	}
	if s.asJSON {
		return sum.WriteJSON(env.Stdout)
	}
	return sum.Write(env.Stdout)
}

// checkedBed is what --check says of a bed, as JSON.
type checkedBed struct {
	Bed string `json:"bed"`
}

func drawBed(w io.Writer, sum *scenario.BedSummary) error {
	return plot.Write(w, "svg", figures.Bed(sum))
}
