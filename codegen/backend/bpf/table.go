package bpf

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"smartnic-cc/internal/text/plural"
)

// WriteTable prints a line an algorithm, and what differs first for those that failed.
func WriteTable(w io.Writer, rows []Row) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	timed := slices.ContainsFunc(rows, func(r Row) bool { return r.Times != nil })
	fmt.Fprint(t, "algorithm\tsequences\tevents\tresult\tverified\tstack\tinsns\tcode")
	if timed {
		fmt.Fprint(t, "\tstep ns\tnative ns\tcall ns")
	}
	fmt.Fprintln(t)
	for i := range rows {
		r := &rows[i]
		result := "bit-exact"
		if !r.OK {
			result = "DIFFERS"
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%d\t%d B\t%d\t%d B", r.Algorithm, r.Sequences, r.Events, result, r.Processed, r.Stack, r.Instructions, r.Code)
		if r.Times != nil {
			fmt.Fprintf(t, "\t%.1f\t%.1f\t%.1f", r.Times.Step, r.Times.Native, r.Times.Call)
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	loads := 0
	for i := range rows {
		loads += rows[i].Loads
	}
	if _, err := fmt.Fprintf(w, "verified: instructions that the verifier followed, of %d, the most of %s; insns: instructions of BPF; code: what the kernel made of them\n",
		VerifierLimit, plural.Of(loads, "load")); err != nil {
		return err
	}
	for i := range rows {
		if rows[i].Report != nil {
			fmt.Fprintln(w)
			if err := rows[i].Report.Write(w); err != nil {
				return err
			}
		}
	}
	return nil
}
