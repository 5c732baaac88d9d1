package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/trace"
)

// traceFlags are the flags that say how a trace is to be read.
type traceFlags struct {
	format, reconstruct string
	nodes               []uint
}

func (t *traceFlags) declare(f *pflag.FlagSet) {
	f.StringVar(&t.format, "format", "", "what the trace is, if its content does not tell: "+strings.Join(trace.FormatNames(), ", "))
	f.StringVar(&t.reconstruct, "reconstruct", "uniform", "how counters become events: uniform over each interval, or burst at its end")
	f.UintSliceVar(&t.nodes, "node", nil, "simulator trace: look at these nodes only, as in 3 or 3,7")
	cli.Values(f, "format", trace.FormatNames()...)
	cli.Values(f, "reconstruct", "uniform", "burst")
}

// options reads the flags that are text.
func (t *traceFlags) options() (o trace.Options, err error) {
	if t.format != "" {
		var ok bool
		if o.Format, ok = trace.ParseFormat(t.format); !ok {
			return o, fmt.Errorf("format: %q is unknown; use %s", t.format, strings.Join(trace.FormatNames(), ", "))
		}
	}
	var ok bool
	if o.Reconstruct, ok = trace.ParseReconstruction(t.reconstruct); !ok {
		return o, fmt.Errorf("reconstruct: %q is unknown; use uniform or burst", t.reconstruct)
	}
	for _, n := range t.nodes {
		if n > 65535 {
			return o, fmt.Errorf("node: %d is too large; nodes have numbers from 0 to 65535", n)
		}
		o.Nodes = append(o.Nodes, uint16(n))
	}
	return o, nil
}

// openTrace opens a trace, with a bar if its first pass takes long.
func openTrace(env cli.Env, path string, o trace.Options) (*trace.Reader, error) {
	bar := cli.NewProgress(env.Stderr, "reading")
	defer bar.Done()
	o.Progress = func(done, total int64) { bar.Update(int(done), int(total)) }
	return trace.OpenWith(path, o)
}

// calledAs is a trace's name in what is printed of it, as in its errors.
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
