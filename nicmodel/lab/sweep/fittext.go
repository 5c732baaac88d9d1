package sweep

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
)

// what says what the sweep is.
func (r *Fit) what() string {
	fitted := collect.Count(r.Targets, func(v PublishedTarget) bool { return !v.HeldOut })
	text := "a fit of " + plural.Of(fitted, "published number")
	if held := len(r.Targets) - fitted; held > 0 {
		text += fmt.Sprintf(", %d more held out", held)
	}
	return text
}

// write prints what the walk of a fit found.
func (r *Fit) write(b *page) error {
	fmt.Fprintln(b)
	wrap(b, "  ", "Distance: the largest factor, either way, between a published number that is fitted and what a setting gives for it. Values are means over the seeds, each over the messages that were complete when the run ended; those that were not do not count against a setting.")
	for _, kind := range []struct {
		title   string
		heldOut bool
	}{{"Fitted", false}, {"Held out: not fitted, only reported for what was found", true}} {
		fresh := true
		for i := range r.Targets {
			t := &r.Targets[i]
			if t.HeldOut != kind.heldOut {
				continue
			}
			if fresh {
				fmt.Fprintf(b, "\n%s\n", kind.title)
				fresh = false
			}
			text := fmt.Sprintf("  %s: %s, %s, %s: %s", Letter(i), t.Scheme, t.Environment, t.Metric, plainFloat(t.Value))
			wrap(b, "     ", strings.TrimRight(text+" "+t.Unit, " "))
		}
	}
	fmt.Fprintln(b)
	grid := "1: there are no axes"
	if r.Grid > 0 {
		grid = fmt.Sprintf("%d and the schemes' own parameters", r.Grid)
	}
	wrap(b, "  ", fmt.Sprintf("%s tried of %s", plural.Of(r.Tried, "setting"), grid))
	within := collect.Of(r.Within, func(w FitTolerance) string { return fmt.Sprintf("%d %%: %d", w.Percent, w.Settings) })
	wrap(b, "    ", "  with every fitted number within "+strings.Join(within, ", "))
	wrap(b, "    ", "  own parameters of both: distance "+farText(r.Own.Distance))
	for i := range r.Best {
		if err := r.writeFitted(b, i); err != nil {
			return err
		}
	}
	fmt.Fprintln(b)
	wrap(b, "  ", "ratio: the value over the published number; incomplete: messages that were not complete when the run ended, of those of all seeds")
	r.writeSpace(b)
	return nil
}

// writeFitted prints one of the best settings.
func (r *Fit) writeFitted(b *page, i int) error {
	f := &r.Best[i]
	fmt.Fprintln(b)
	line := fmt.Sprintf("%d: distance %s", i+1, farText(f.Distance))
	held := len(r.HeldOut) > 0
	if held {
		line += fmt.Sprintf(", with held-out seeds %s", farText(f.HeldOutSeeds))
	}
	if r.heldOutTargets() {
		line += fmt.Sprintf("; of the held-out numbers %s", farText(f.HeldOutTargets))
		if held {
			line += fmt.Sprintf(", with held-out seeds %s", farText(f.HeldOutBoth))
		}
	}
	wrap(b, "  ", line)
	wrap(b, "    ", "  "+f.Setting)
	if f.Same > 0 {
		wrap(b, "    ", fmt.Sprintf("  and %s more with the same values", plural.Of(f.Same, "setting")))
	}
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\tpublished\tsearch\tratio\t")
	if held {
		fmt.Fprint(t, "held-out\tratio\t")
	}
	fmt.Fprintln(t, "incomplete\t")
	for k := range f.Values {
		v, target := &f.Values[k], &r.Targets[k]
		name := Letter(k)
		if target.HeldOut {
			name += ", held out"
		}
		m := &r.q.Targets[k].Metric
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t", name, plainFloat(target.Value), v.readings[0].text(m), ratioText(v.Ratio))
		if held {
			fmt.Fprintf(t, "%s\t%s\t", v.readings[1].text(m), ratioText(v.HeldOutRatio))
		}
		fmt.Fprintf(t, "%d of %d\t\n", v.Incomplete, v.Messages)
	}
	return t.Flush()
}

// heldOutTargets reports whether there are any.
func (r *Fit) heldOutTargets() bool {
	return slices.ContainsFunc(r.Targets, func(t PublishedTarget) bool { return t.HeldOut })
}

// writeSpace prints the axes: about the best setting, and all their values.
func (r *Fit) writeSpace(b *page) {
	if len(r.Axes) == 0 {
		return
	}
	fmt.Fprintln(b)
	wrap(b, "  ", "About setting 1: the distance with another value of one axis")
	for _, a := range r.Around {
		others := collect.Of(a.Others, func(o FitDistance) string { return o.Value + " " + farText(o.Distance) })
		b.axis(a.Axis, "here", a.Value, others)
	}
	fmt.Fprintln(b)
	wrap(b, "  ", "The space: the values of each axis, beside the schemes' own")
	for _, a := range r.Axes {
		names := collect.Of(a.Values, func(v NamedSettings) string { return v.Name })
		wrap(b, "    ", fmt.Sprintf("  %s (%s): %s", a.Name, a.For, strings.Join(names, "; ")))
	}
}

// text writes the value.
func (r *reading) text(m *Metric) string {
	if r.known() && r.value == 0 {
		return "none*"
	}
	return m.Text(r.Cell)
}

// farText writes a distance.
func farText(v float64) string {
	if v == 0 {
		return "infinite (a run completed nothing)"
	}
	return ratioText(v)
}

// plainFloat writes a published number as it was given.
func plainFloat(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
