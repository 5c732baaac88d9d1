package views

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"smartnic-cc/internal/reports/plot"
)

// Options are what to read.
type Options struct {
	// From and To limit the time that is looked at, ps; To 0 does not limit. For completions it is the time at which a
	// message was posted.
	From, To int64
	// Conns keeps connections whose name contains one of these; none keeps all.
	Conns []string
	// Queues keeps queues called "switch:port" or "switch:port:class"; none keeps all.
	Queues []string
	// Axes are how columns of rate logs are drawn, by their names; of a column that is not there its
	// name says how.
	Axes map[string]Axis
	// Progress, if not nil, is called with how many bytes were read.
	Progress func(bytes int)
}

// Check refuses options that keep nothing.
func (o *Options) Check() error {
	if o.From < 0 || o.To < 0 || o.To != 0 && o.To <= o.From {
		return fmt.Errorf("from and to: the time looked at is empty; --to must be after --from")
	}
	return nil
}

// until is the end of the time looked at, ps.
func (o *Options) until() int64 {
	return cmp.Or(o.To, math.MaxInt64)
}

// wants reports whether a connection is kept.
func (o *Options) wants(conn string) bool {
	return len(o.Conns) == 0 || slices.ContainsFunc(o.Conns, func(part string) bool { return strings.Contains(conn, part) })
}

// Run is what is known of one run or replay.
type Run struct {
	Label string
	Files []File
	Conns []*Conn
	// Axes are those of what else the algorithms of the connections show.
	Axes   []Axis
	Queues []*Queue
	// Pauses is the number of paused port classes over time, ms; nil if PFC frames were not
	// recorded.
	Pauses *PauseSeries
	// Messages are those that are complete, by size and then by time.
	Messages []Message
	// Notes are what comment lines of the files say, such as how events were reconstructed.
	Notes []string
	// Deepest is the longest queue at each time.
	Deepest *plot.Downsampler
	sending sendIntervals
	traffic *throughput // nil if it was not recorded
	// Passed are some connections that Options.Conns left out, for messages.
	Passed []string
	end    int64  // ns, of rate logs
	made   string // how events were reconstructed
}

// File is a file that was read.
type File struct {
	Path string `json:"path"`
	Kind Kind   `json:"kind"`
	Rows int    `json:"rows"`
}

// Has reports whether the run has a file of a kind.
func (r *Run) Has(k Kind) bool {
	return slices.ContainsFunc(r.Files, func(f File) bool { return f.Kind == k })
}

// begin finds what a file is by the first line that is not a comment.
func (in *input) begin() (f format, err error) {
	if slices.Contains(captures, in.head) {
		return f, fmt.Errorf("%s: is a capture; cctrace replay makes a rate log of it with -o", in.Name)
	}
	first, err := in.Peek()
	switch {
	case err == io.EOF && in.Line == 0:
		return f, fmt.Errorf("%s: is empty", in.Name)
	case err == io.EOF:
		return f, fmt.Errorf("%s: has no line beside comments", in.Name)
	case err != nil:
		return f, in.whole(err)
	}
	return in.recognise(first)
}

// Add reads a file into the run.
func (r *Run) Add(path string, o *Options) (err error) {
	in, err := open(path, o.Progress)
	if err != nil {
		return err
	}
	defer in.Close()
	f, err := in.begin()
	if err != nil {
		return err
	}
	if f.kind != RateLog && r.Has(f.kind) {
		return fmt.Errorf("%s: run %s has %s from another file already; give the two files labels of their own (--label)", in.Name, quote(r.Label), f.kind)
	}
	before := len(r.Files)
	r.Files = append(r.Files, File{Path: path, Kind: f.kind})
	rows, err := f.read(r, in, o)
	if err != nil {
		r.Files = r.Files[:before]
		return err
	}
	r.Files[before].Rows = rows
	for _, n := range in.notes {
		r.note(n)
	}
	return nil
}

// Recognise returns what a file holds, by what it begins with.
func Recognise(path string) (Kind, error) {
	in, err := open(path, nil)
	if err != nil {
		return "", err
	}
	defer in.Close()
	f, err := in.begin()
	if err != nil {
		return "", err
	}
	return f.kind, nil
}

// RateName is what the rate of the run's connections is called: RC, unless one log is that of an algorithm other than
// a reaction point.
func (r *Run) RateName() string {
	if slices.ContainsFunc(r.Conns, func(c *Conn) bool { return c.HasRate() && !slices.Contains(c.values, valueTarget) }) {
		return "rate"
	}
	return "RC"
}

// Empty reports whether nothing of the run is kept that could be drawn.
func (r *Run) Empty() bool {
	return len(r.Conns) == 0 && len(r.Queues) == 0 && r.Pauses == nil && len(r.Messages) == 0 && r.traffic == nil
}

// ms is a time of nanoseconds on the axes.
func ms(ns int64) float64 { return float64(ns) / 1e6 }

// msOfPS is a time of picoseconds on the axes.
func msOfPS(ps int64) float64 { return float64(ps) / 1e9 }
