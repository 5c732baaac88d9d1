package cost

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	nic "smartnic-cc/nicmodel/cost"
)

// Command makes the table that is kept with the NIC model.
const Command = "ccgen cost --table nicmodel/cost/table.json"

// NewTable brings results and profiles together. The costliest path of a handler is that
// of the measurement; see Measure.
func NewTable(command string, results []Result, profiles []*Profile) *nic.Table {
	t := &nic.Table{Command: command, Units: map[string]string{}}
	for _, pr := range profiles {
		t.Units[pr.Name] = pr.Unit
	}
	for i := range results {
		h := &results[i]
		r := nic.Handler{Name: h.Name, Calls: h.Calls, Mean: map[string]int64{}, Worst: map[string]int64{}, Costs: map[string]nic.Cost{}}
		calls := float64(max(h.Calls, 1))
		r.StateRead = milli(float64(h.Mean.StateRead) / calls)
		r.StateWritten = milli(float64(h.Mean.StateWritten) / calls)
		for o := range NumOps {
			if n := h.Mean.N[o]; n > 0 {
				r.Mean[o.String()] = milli(float64(n) / calls)
			}
			if n := h.Worst.N[o]; n > 0 {
				r.Worst[o.String()] = int64(n)
			}
		}
		for _, pr := range profiles {
			mean, worst := pr.Of(h)
			r.Costs[pr.Name] = nic.Cost{Mean: milli(mean), Worst: milli(worst)}
		}
		t.Handlers = append(t.Handlers, r)
	}
	return t
}

func milli(v float64) int64 { return int64(math.Round(v * 1000)) }

// WriteJSON writes a table, one handler a line. The error is that of w.
func WriteJSON(w io.Writer, t *nic.Table) error {
	var b bytes.Buffer
	head, err := json.Marshal(&nic.Table{Command: t.Command, Units: t.Units, Handlers: []nic.Handler{}})
	if err != nil {
		return err
	}
	b.Write(bytes.TrimSuffix(head, []byte("]}")))
	for i := range t.Handlers {
		line, err := json.Marshal(&t.Handlers[i])
		if err != nil {
			return err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		b.Write(line)
	}
	b.WriteString("\n]}\n")
	_, err = w.Write(b.Bytes())
	return err
}

// sum adds the thousandths of kinds up.
func sum(m map[string]int64, ops ...Op) int64 {
	return collect.Sum(ops, func(o Op) int64 { return m[o.String()] })
}

// columns of the text table, each the sum of some kinds.
var columns = []struct {
	name string
	ops  []Op
}{
	{"add", []Op{Add32, Add64}},
	{"logic", []Op{Logic32, Logic64}},
	{"shift", []Op{Shift32, Shift64, ShiftVar32, ShiftVar64}},
	{"mul", []Op{Mul32, MulWide, Mul64, MulHigh, DivConst}},
	{"cmp", []Op{Compare32, Compare64, SetBool, Select}},
	{"branch", []Op{Branch, Switch, Loop}},
	{"conv", []Op{Extend, Extend32}},
	{"clz", []Op{CountZeros, CountOnes}},
	{"load", []Op{Load}},
	{"store", []Op{Store}},
	{"table", []Op{Table}},
	{"call", []Op{Call, Entry}},
}

// WriteText writes a table for people: mean operations of a call, bytes of state, and for
// each profile its mean and worst cost. The error is that of w.
func WriteText(w io.Writer, t *nic.Table, profiles []*Profile) error {
	tw := tabwriter.NewWriter(w, 0, 0, 1, ' ', tabwriter.AlignRight)
	fmt.Fprint(tw, "handler\tcalls")
	for _, c := range columns {
		fmt.Fprint(tw, "\t", c.name)
	}
	fmt.Fprint(tw, "\tread B\twritten B")
	for _, p := range profiles {
		fmt.Fprintf(tw, "\t%s\tworst", p.Name)
	}
	fmt.Fprintln(tw, "\t")
	for i := range t.Handlers {
		h := &t.Handlers[i]
		fmt.Fprintf(tw, "%s\t%d", h.Name, h.Calls)
		for _, c := range columns {
			fmt.Fprintf(tw, "\t%.1f", float64(sum(h.Mean, c.ops...))/1000)
		}
		fmt.Fprintf(tw, "\t%.1f\t%.1f", float64(h.StateRead)/1000, float64(h.StateWritten)/1000)
		for _, p := range profiles {
			c := h.Costs[p.Name]
			fmt.Fprintf(tw, "\t%.0f\t%.0f", float64(c.Mean)/1000, float64(c.Worst)/1000)
		}
		fmt.Fprintln(tw, "\t")
	}
	return tw.Flush()
}

// WriteDetail writes everything that is known of one handler. The error is that of w.
func WriteDetail(w io.Writer, h *nic.Handler, profiles []*Profile) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "%s, mean of %s\n", h.Name, plural.Of(h.Calls, "call"))
	fmt.Fprintln(tw, "operation\tmean\tworst path")
	for o := range NumOps {
		if n := o.String(); h.Mean[n] != 0 || h.Worst[n] != 0 {
			fmt.Fprintf(tw, "%s\t%.3f\t%d\n", n, float64(h.Mean[n])/1000, h.Worst[n])
		}
	}
	fmt.Fprintf(tw, "state read, bytes\t%.3f\nstate written, bytes\t%.3f\n", float64(h.StateRead)/1000, float64(h.StateWritten)/1000)
	for _, p := range profiles {
		c := h.Costs[p.Name]
		fmt.Fprintf(tw, "%s on %s\t%.1f\t%.1f\n", p.Unit, p.Name, float64(c.Mean)/1000, float64(c.Worst)/1000)
	}
	return tw.Flush()
}
