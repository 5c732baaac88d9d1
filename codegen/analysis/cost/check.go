package cost

import (
	"context"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"smartnic-cc/codegen/analysis/cost/bench"
	"smartnic-cc/codegen/backend/port"
)

// Margin is how far the model's mean may be from what is counted on x86-64.
const Margin = 0.25

// Checked is a handler with what callgrind counts for it.
type Checked struct {
	Name            string
	Calls           uint64
	Model, Measured float64 // instructions a call
}

// Error is the relative error of the model.
func (c Checked) Error() float64 { return c.Model/c.Measured - 1 }

// Measured compiles the C port with gcc -O2, runs it over the vectors under callgrind, and
// returns the rows for Fit. The error is that of a tool that is missing or fails, or says
// that a handler ran another number of times than in the model.
func Measured(ctx context.Context, set *bench.Set, handlers []Handler) ([]Row, error) {
	files, err := Bench(set, port.Config{Prefix: "cc_", Lines: "none", Line: "100G"})
	if err != nil {
		return nil, err
	}
	counts, err := bench.X86(ctx, files, "-O2")
	if err != nil {
		return nil, err
	}
	var rows []Row
	for i, h := range set.Handlers {
		c := counts[h.Ident()]
		m := &handlers[i]
		if c.Calls != m.Calls {
			return nil, fmt.Errorf("cost: %s ran %d times under callgrind, and %d times in the model", h.Name, c.Calls, m.Calls)
		}
		r := Row{Name: h.Name, Calls: m.Calls, Measured: c.Mean()}
		for o, n := range m.Mean.N {
			r.Mean[o] = float64(n) / float64(m.Calls)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// Bench returns the files of the C program that runs the handlers of a port. The errors
// are those of port.Config.Header.
func Bench(set *bench.Set, c port.Config) (bench.Files, error) {
	_, header, err := c.Header()
	if err != nil {
		return nil, err
	}
	program, data := set.Source()
	return bench.Files{"cc.h": header, "bench.c": program, "port.c": []byte(bench.Port), "data.bin": data}, nil
}

// Check weighs the rows on a profile.
func Check(rows []Row, p *Profile) []Checked {
	var out []Checked
	for _, r := range rows {
		c := Checked{Name: r.Name, Calls: r.Calls, Measured: r.Measured}
		for o, n := range r.Mean {
			c.Model += n * p.weights[o]
		}
		out = append(out, c)
	}
	return out
}

// WriteCheck writes a line a handler, and returns how many are beyond the margin. The
// error is that of w.
func WriteCheck(w io.Writer, checked []Checked) (int, error) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "handler\tcalls\tmodel\tcallgrind\terror\t")
	beyond, worst := 0, 0.0
	for _, c := range checked {
		mark := ""
		if math.Abs(c.Error()) > Margin {
			beyond++
			mark = "beyond"
		}
		worst = math.Max(worst, math.Abs(c.Error()))
		fmt.Fprintf(tw, "%s\t%d\t%.1f\t%.1f\t%+.1f %%\t%s\n", c.Name, c.Calls, c.Model, c.Measured, 100*c.Error(), mark)
	}
	if err := tw.Flush(); err != nil {
		return beyond, err
	}
	_, err := fmt.Fprintf(w, "%d handlers, largest error %.1f %%, allowed %.0f %%\n", len(checked), 100*worst, 100*Margin)
	return beyond, err
}
