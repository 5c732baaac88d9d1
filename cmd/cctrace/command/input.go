package command

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/logs/capture/trace"
)

// traceFlags are the flags that say how a trace is to be read.
type traceFlags struct {
	format, reconstruct string
	nodes               []uint16
	strict              bool
}

func (t *traceFlags) declare(f *pflag.FlagSet) {
	cli.OneOf(f, &t.format, "format", "", "what the trace is, if its content does not tell: "+strings.Join(trace.FormatNames(), ", "), trace.FormatNames()...)
	cli.OneOf(f, &t.reconstruct, "reconstruct", "uniform", "how counters become events: uniform over each interval, or burst at its end", "uniform", "burst")
	f.BoolVar(&t.strict, "strict", false, "end with exit status 1, and write nothing, if the trace is cut off within a packet or row")
	cli.Numbers(f, &t.nodes, "node", cli.Range[uint16]{Max: math.MaxUint16}, "simulator trace: look at these nodes only, as in 3 or 3,7")
}

// options parses the flags that are text.
func (t *traceFlags) options() (o trace.Options) {
	o.Format, _ = trace.ParseFormat(t.format)
	o.Reconstruct, _ = trace.ParseReconstruction(t.reconstruct)
	o.Nodes = t.nodes
	return o
}

// openTrace opens a trace, with a progress bar if its first pass takes long. It refuses a trace without packets or
// rows.
func openTrace(env cli.Env, path string, o trace.Options) (*trace.Reader, error) {
	bar := cli.NewProgress(env.Stderr, "reading")
	defer bar.Done()
	o.Progress = func(done, total int64) { bar.Update(int(done), int(total)) }
	r, err := trace.OpenWith(path, o)
	if err == nil && r.Stats().Packets == 0 {
		return nil, errors.Join(r.NoCNP(), r.Close())
	}
	return r, err
}

// whole returns the error of a truncated trace, if only whole ones are accepted.
func (t *traceFlags) whole(path string, r *trace.Reader) error {
	if !t.strict || !r.Stats().Truncated {
		return nil
	}
	return cli.CheckFailed(fmt.Errorf("%s: is cut off; capture or fetch it again, or leave --strict out to take what is before the cut", calledAs(path)))
}

// calledAs returns a trace's name for output, as in its errors.
func calledAs(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}

// warn prints what a user should know about a trace.
func warn(w io.Writer, path string, r *trace.Reader) {
	for _, text := range r.Warnings() {
		fmt.Fprintf(w, "cctrace: warning: %s: %s\n", calledAs(path), text)
	}
}
