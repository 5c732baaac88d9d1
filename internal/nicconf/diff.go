package nicconf

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/base/sys/readfile"
)

// field is one parameter of the reference, under mlx5's name if it has one.
type field struct {
	name  string
	param string // of dcqcn.Params; "" for the notification point's
	mode  bool   // no vendor has a name for it
	text  func(*profile.Profile) string
}

// fields are all parameters, in the order in which a difference is shown.
var fields = []field{
	{"max_rate", "MaxRate", false, rateText(func(p *dcqcn.Params) dcqcn.Rate { return p.MaxRate })},
	{"target_cap", "TargetCap", false, rateText(func(p *dcqcn.Params) dcqcn.Rate { return p.TargetCap })},
	{"min_rate", "MinRate", false, rateText(func(p *dcqcn.Params) dcqcn.Rate { return p.MinRate })},
	{"rate_to_set_on_first_cnp", "FirstRate", false, rateText(func(p *dcqcn.Params) dcqcn.Rate { return p.FirstRate })},
	{"initial_alpha_value", "AlphaInit", false, shownText("initial_alpha_value", "/1024")},
	{"dce_tcp_g", "OldWeight", false, shownText("dce_tcp_g", "/1024 old alpha")},
	{"dce_tcp_rtt", "AlphaPeriod", false, timeText(func(p *profile.Profile) uint32 { return p.RP.AlphaPeriod })},
	{"rate_reduce_monitor_period", "CutPeriod", false, timeText(func(p *profile.Profile) uint32 { return p.RP.CutPeriod })},
	{"gd", "CutShift", false, shownText("gd", "")},
	{"min_dec_fac", "KeepAtLeast", false, keepText},
	{"clamp_tgt_rate", "ClampTarget", false, boolText(func(p *dcqcn.Params) bool { return p.ClampTarget })},
	{"clamp_tgt_rate_ati", "ClampAfterTime", false, boolText(func(p *dcqcn.Params) bool { return p.ClampAfterTime })},
	{"time_reset", "IncreasePeriod", false, timeText(func(p *profile.Profile) uint32 { return p.RP.IncreasePeriod })},
	{"byte_reset", "ByteReset", false, func(p *profile.Profile) string { return strconv.Itoa(int(p.RP.ByteReset)) + "B" }},
	{"threshold", "Threshold", false, func(p *profile.Profile) string { return strconv.Itoa(int(p.RP.Threshold)) }},
	{"ai_rate", "RateAI", false, rateText(func(p *dcqcn.Params) dcqcn.Rate { return p.RateAI })},
	{"hai_rate", "RateHAI", false, rateText(func(p *dcqcn.Params) dcqcn.Rate { return p.RateHAI })},
	{"min_time_between_cnps", "", false, timeText(func(p *profile.Profile) uint32 { return p.NP.Interval })},
	{"cnp_dscp", "", false, func(p *profile.Profile) string { return strconv.Itoa(int(p.CNP.DSCP)) }},
	{"cnp_prio", "", false, func(p *profile.Profile) string { return strconv.Itoa(int(p.CNP.Priority)) }},

	{"alpha_bits", "AlphaBits", true, func(p *profile.Profile) string { return strconv.Itoa(int(p.RP.AlphaBits)) }},
	{"alpha_max", "AlphaMax", true, func(p *profile.Profile) string {
		return fmt.Sprintf("%d/%d", p.RP.AlphaMax, uint64(1)<<p.RP.AlphaBits)
	}},
	{"cut_mode", "CutMode", true, modeText(func(p *dcqcn.Params) fmt.Stringer { return p.CutMode })},
	{"alpha_mode", "AlphaMode", true, modeText(func(p *dcqcn.Params) fmt.Stringer { return p.AlphaMode })},
	{"alpha_rounding", "AlphaRounding", true, modeText(func(p *dcqcn.Params) fmt.Stringer { return p.AlphaRounding })},
	{"halving", "Halving", true, modeText(func(p *dcqcn.Params) fmt.Stringer { return p.Halving })},
	{"hyper", "Hyper", true, modeText(func(p *dcqcn.Params) fmt.Stringer { return p.Hyper })},
	{"first_cnp", "FirstCNP", true, modeText(func(p *dcqcn.Params) fmt.Stringer { return p.FirstCNP })},
	{"alpha_first", "AlphaFirst", true, boolText(func(p *dcqcn.Params) bool { return p.AlphaFirst })},
	{"test_first", "TestFirst", true, boolText(func(p *dcqcn.Params) bool { return p.TestFirst })},
}

func rateText(get func(*dcqcn.Params) dcqcn.Rate) func(*profile.Profile) string {
	return func(p *profile.Profile) string { return thousandths(uint64(get(&p.RP))) + "Mbps" }
}

func timeText(get func(*profile.Profile) uint32) func(*profile.Profile) string {
	return func(p *profile.Profile) string { return thousandths(uint64(get(p))) + "us" }
}

// thousandths writes v/1000 exactly.
func thousandths(v uint64) string {
	text := fmt.Sprintf("%d.%03d", v/1000, v%1000)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

func shownText(name, unit string) func(*profile.Profile) string {
	return func(p *profile.Profile) string {
		text, err := p.Shown(name)
		if err != nil {
			return "?"
		}
		return text + unit
	}
}

// keepText is a percentage if it is a whole one, else the fraction itself.
func keepText(p *profile.Profile) string {
	if text, err := p.Shown("min_dec_fac"); err == nil {
		return text + "%"
	}
	return fmt.Sprintf("%d/65536", p.RP.KeepAtLeast)
}

func boolText(get func(*dcqcn.Params) bool) func(*profile.Profile) string {
	return func(p *profile.Profile) string { return strconv.FormatBool(get(&p.RP)) }
}

func modeText(get func(*dcqcn.Params) fmt.Stringer) func(*profile.Profile) string {
	return func(p *profile.Profile) string { return get(&p.RP).String() }
}

// Row is one parameter of two profiles.
type Row struct {
	// Name is mlx5's name of the parameter, or that of a mode or setting.
	Name string `json:"name"`
	// A and B are the values with their units; "" where a profile does not say.
	A string `json:"a"`
	B string `json:"b"`
	// Same reports that they are equal.
	Same bool `json:"same"`
}

// Difference is two profiles side by side.
type Difference struct {
	// A and B are their names.
	A string `json:"a"`
	B string `json:"b"`
	// Line is the port's speed for which they were compared, kb/s.
	Line dcqcn.Rate `json:"line_rate_kbps"`
	// Differ is how many rows are not the same.
	Differ int `json:"differ"`
	// Rows are all parameters.
	Rows []Row `json:"rows"`
}

// Compare puts two profiles side by side for a port of the given speed, kb/s.
func Compare(a, b *Profile, line dcqcn.Rate) (*Difference, error) {
	pa, err := a.At(line)
	if err != nil {
		return nil, err
	}
	pb, err := b.At(line)
	if err != nil {
		return nil, err
	}
	d := &Difference{A: a.Name, B: b.Name, Line: line}
	row := func(name, x, y string) {
		d.Rows = append(d.Rows, Row{name, x, y, x == y})
		if x != y {
			d.Differ++
		}
	}
	for _, f := range fields {
		row(f.name, f.text(&pa), f.text(&pb))
	}
	// These count as different only where both sources have them.
	for _, e := range []struct {
		name string
		x, y *uint8
	}{{"rp_enabled", a.RPEnabled, b.RPEnabled}, {"np_enabled", a.NPEnabled, b.NPEnabled}} {
		if e.x != nil && e.y != nil {
			row(e.name, "priorities "+bits(*e.x), "priorities "+bits(*e.y))
		}
	}
	for _, o := range a.Other {
		i := slices.IndexFunc(b.Other, func(s Setting) bool { return s.Name == o.Name })
		if i >= 0 {
			row(o.Name, o.Value, b.Other[i].Value)
		}
	}
	return d, nil
}

// Write prints the rows that differ, or all, in 80 columns.
func (d *Difference) Write(w io.Writer, all bool) error {
	var b strings.Builder
	line := func(mark, name, x, y string) {
		fmt.Fprintf(&b, "%s%-28s %-23s %s\n", mark, name, short(x, 23), short(y, 24))
	}
	if all || d.Differ > 0 {
		line("  ", "parameter", d.A, d.B)
	}
	for _, r := range d.Rows {
		switch {
		case !r.Same:
			line("* ", short(r.Name, 28), r.A, r.B)
		case all:
			line("  ", short(r.Name, 28), r.A, r.B)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// short cuts a text to n characters, keeping its end, which distinguishes paths.
func short(s string, n int) string {
	r := []rune(readfile.OneLine(s))
	if len(r) <= n {
		return string(r)
	}
	return "..." + string(r[len(r)-n+3:])
}
