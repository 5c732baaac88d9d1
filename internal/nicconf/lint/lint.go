// Package lint looks at a NIC's congestion-control profile, and at the marking of its switch, for combinations that
// are known to hurt. Each check has a name, a severity, a reason and its source; docs/profiles.md has the derivations
// that are our own.
package lint

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/textwidth"
	"smartnic-cc/internal/nicconf"
	"smartnic-cc/internal/nicconf/sonic"
)

// Severity says how bad a finding is.
type Severity string

// Severities.
const (
	// Error: it does not work.
	Error Severity = "error"
	// Warning: it is known to hurt.
	Warning Severity = "warning"
	// Note: worth knowing.
	Note Severity = "note"
)

// severities are all, the worst first.
var severities = []Severity{Error, Warning, Note}

// Input is what is looked at.
type Input struct {
	// NIC is the profile.
	NIC *nicconf.Profile
	// Line is the port's speed, kb/s.
	Line dcqcn.Rate
	// Connections share the bottleneck.
	Connections int
	// RTT is the round-trip time of an empty network, ns.
	RTT uint64
	// MTU is the size of a data packet, bytes.
	MTU uint64
	// Queue is the queue and priority of the data, -1 if it is not known.
	Queue int
	// WRED is the marking of the switch, of the colour that it gives the data; nil if it is
	// not known.
	WRED *sonic.Marking
	// Switch is its whole configuration; nil if it is not known.
	Switch *sonic.Config
	// PauseAt is what a priority group holds when PFC pauses its sender, bytes; 0 takes
	// what Switch says.
	PauseAt uint64
	// PauseFrom says where PauseAt is from; "" if it was given.
	PauseFrom string

	p      profile.Profile // NIC at Line
	settle *settled
}

// Finding is a check that found something.
type Finding struct {
	ID       string   `json:"id"`
	Severity Severity `json:"severity"`
	// Found says what it is, with the numbers.
	Found string `json:"found"`
	// Why says in a line why it hurts.
	Why string `json:"why"`
	// Source says where the reason is from.
	Source string `json:"source"`
}

// Check is one thing that is looked for.
type Check struct {
	ID       string
	Severity Severity
	// Needs is "" or "wred".
	Needs string
	// Why and Source are a finding's.
	Why, Source string
	// find returns what it found; "" is nothing.
	find func(*Input) string
}

// Run returns the findings, worst first, in the order of Checks.
func Run(in Input) ([]Finding, error) {
	p, err := in.NIC.At(in.Line)
	if err != nil {
		return nil, err
	}
	for _, l := range []struct {
		name   string
		v      uint64
		lo, hi uint64
		unit   string
	}{
		{"connections", uint64(max(in.Connections, 0)), 1, 1 << 20, ""},
		{"rtt", in.RTT, 1, 1 << 30, " ns"},
		{"mtu", in.MTU, 64, 65536, " bytes"},
		{"queue", uint64(in.Queue + 1), 0, 8, ""},
	} {
		if l.v < l.lo || l.v > l.hi {
			return nil, fmt.Errorf("%s: %d is out of range %d..%d%s", l.name, l.v, l.lo, l.hi, l.unit)
		}
	}
	in.p = p
	if in.PauseAt == 0 && in.Switch != nil && in.Queue >= 0 {
		if v, b, ok := in.Switch.Pause(in.Queue); ok {
			in.PauseAt, in.PauseFrom = v, b.Profile
		}
	}
	var found []Finding
	for _, c := range Checks() {
		if c.Needs == "wred" && in.WRED == nil {
			continue
		}
		if text := c.find(&in); text != "" {
			found = append(found, Finding{c.ID, c.Severity, text, c.Why, c.Source})
		}
	}
	slices.SortStableFunc(found, func(a, b Finding) int {
		return slices.Index(severities, a.Severity) - slices.Index(severities, b.Severity)
	})
	return found, nil
}

// AtLeast reports whether a severity is as bad as another.
func (s Severity) AtLeast(other Severity) bool {
	i, j := slices.Index(severities, s), slices.Index(severities, other)
	return i >= 0 && j >= 0 && i <= j
}

// Write prints findings in 80 columns.
func Write(w io.Writer, found []Finding) error {
	var b strings.Builder
	for _, f := range found {
		fmt.Fprintf(&b, "%s: %s\n", f.Severity, f.ID)
		wrap(&b, f.Found)
		wrap(&b, "Why: "+f.Why)
		wrap(&b, "From: "+f.Source)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// wrap writes a paragraph, indented, in 80 columns.
func wrap(b *strings.Builder, text string) {
	b.WriteString(textwidth.Fill(readfile.OneLine(text), "  ", "  ", textwidth.Columns) + "\n")
}

// interval is the least time between two CNPs, ns, with where it is from.
func (in *Input) interval() (ns uint32, said string) {
	v, ok := in.NIC.Value("min_time_between_cnps")
	said = us(in.p.NP.Interval)
	if ok && !v.Given {
		said += " (" + in.NIC.Base + "'s; the source does not tell)"
	}
	return in.p.NP.Interval, said
}

// us writes a time.
func us(ns uint32) string {
	text := fmt.Sprintf("%d.%03d", ns/1000, ns%1000)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".") + " us"
}

// rate writes a rate of kb/s to three digits.
func rate(kbps float64) string {
	switch {
	case kbps >= 1e6:
		return fmt.Sprintf("%.3g Gb/s", kbps/1e6)
	case kbps >= 1e3:
		return fmt.Sprintf("%.3g Mb/s", kbps/1e3)
	}
	return fmt.Sprintf("%.3g kb/s", kbps)
}

// size writes a size.
func size(v uint64) string {
	switch {
	case v >= 10_000_000:
		return fmt.Sprintf("%.1f MB", float64(v)/1e6)
	case v >= 10_000:
		return fmt.Sprintf("%.1f KB", float64(v)/1e3)
	}
	return fmt.Sprintf("%d bytes", v)
}
