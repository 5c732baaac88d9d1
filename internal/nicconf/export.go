package nicconf

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

// Target is a form that a profile can be written in.
type Target string

// What Export writes. All but TOML and OTG are commands: scripts of sh, or a line of modprobe.d.
const (
	TargetTOML      Target = "toml"      // the profile itself
	TargetMLX5      Target = "mlx5"      // echo into debugfs' cc_params
	TargetSysfs     Target = "sysfs"     // echo into /sys/class/net/DEV/ecn
	TargetMlxconfig Target = "mlxconfig" // mlxconfig set, in force from the next boot
	TargetNicctl    Target = "nicctl"    // nicctl update dcqcn, of AMD
	TargetIRDMA     Target = "irdma"     // options of the module irdma, of Intel
	TargetOTG       Target = "otg"       // options of a traffic generator's port, in YAML
)

// Targets lists the targets.
func Targets() []string {
	return []string{string(TargetTOML), string(TargetMLX5), string(TargetSysfs), string(TargetMlxconfig), string(TargetNicctl), string(TargetIRDMA), string(TargetOTG)}
}

// ExportOptions are what a profile does not say.
type ExportOptions struct {
	// Device is the PCI address, network device, mlxconfig's device or RoCE device that
	// the commands are for; "" makes it the script's argument.
	Device string
	// Port is the port in mlxconfig's names, 1..9; 0 is 1.
	Port int
	// Convention is that which dce_tcp_g is written in; Unstated is the weight of the
	// old alpha.
	Convention profile.Convention
	// Round takes the nearest value that the target can have.
	Round bool
	// Line is the port's speed that values of other vendors' profiles are derived for,
	// kb/s; 0 takes the profile's, or the fastest.
	Line dcqcn.Rate
}

// assignment is a parameter under the target's name.
type assignment struct {
	knob, name, value string
}

// Export writes the profile for a target. Of a profile read from a source only what the
// source has is written, else all. Nothing is written if a value cannot be expressed.
func (p *Profile) Export(w io.Writer, t Target, o ExportOptions) ([]Note, error) {
	if t == TargetTOML {
		return nil, p.WriteTOML(w)
	}
	if !slices.Contains(Targets(), string(t)) {
		return nil, fmt.Errorf("as: %.40q is unknown%s; use %s", t, nearest.Hint(string(t), Targets()), strings.Join(Targets(), ", "))
	}
	if o.Port < 0 || o.Port > 9 {
		return nil, fmt.Errorf("port: %d is out of range 1..9", o.Port)
	}
	e := &exporter{p: p, o: o, t: t}
	line := cmp.Or(o.Line, p.Line, profile.MaxLine)
	if t == TargetOTG {
		text, err := e.otg(line)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		return e.notes, err
	}
	if err := e.collect(line); err != nil {
		return nil, err
	}
	var b strings.Builder
	e.head(&b)
	switch t {
	case TargetMLX5:
		e.files(&b, "/sys/kernel/debug/mlx5/", "/cc_params", "the PCI address of the device")
	case TargetSysfs:
		e.files(&b, "/sys/class/net/", "/ecn", "the network device")
	case TargetMlxconfig:
		e.command(&b, "mlxconfig -d "+e.device("the device, as mlxconfig has it")+" -y set", "", "=")
	case TargetNicctl:
		e.command(&b, "nicctl update dcqcn -r "+e.device("the RoCE device")+" -i 1", "--", " ")
	case TargetIRDMA:
		line := "options irdma"
		for _, a := range e.list {
			line += " " + a.name + "=" + a.value
		}
		b.WriteString(line + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return e.notes, err
}

type exporter struct {
	p     *Profile
	o     ExportOptions
	t     Target
	list  []assignment
	notes []Note
}

func (e *exporter) note(format string, args ...any) {
	e.notes = append(e.notes, Note{Text: fmt.Sprintf(format, args...)})
}

// names returns the source whose names the target has, and the vendor.
func (e *exporter) names() (source, profile.Vendor) {
	switch e.t {
	case TargetSysfs:
		return fromSysfs, profile.MLX5
	case TargetMlxconfig:
		return fromNV, profile.MLX5
	case TargetNicctl:
		return fromOption, profile.Ionic
	case TargetIRDMA:
		return fromIRDMA, profile.IRDMA
	}
	return fromDebugfs, profile.MLX5
}

// collect makes the list of what is written.
func (e *exporter) collect(line dcqcn.Rate) error {
	from, vendor := e.names()
	d, err := e.p.At(line)
	if err != nil {
		return err
	}
	same := (e.p.Vendor() == profile.IRDMA) == (vendor == profile.IRDMA)
	partly := same && slices.ContainsFunc(e.p.Values, func(v Value) bool { return v.Given })
	var without []string
	for _, name := range Names(vendor) {
		v, ok := e.p.Value(name)
		if partly && !v.Given || same && !ok {
			continue
		}
		as := nameIn(from, name)
		if as == "" {
			without = append(without, name)
			continue
		}
		value, err := e.value(&d, name, v.Given && e.p.Vendor() == vendor)
		if err != nil {
			return err
		}
		if value != "" {
			e.list = append(e.list, assignment{name, as, value})
		}
	}
	if len(without) > 0 {
		e.note("%s has no name for %s: not written", e.t, strings.Join(without, ", "))
	}
	if len(e.list) == 0 {
		return fmt.Errorf("profile %s: nothing that %s has a name for", e.p.called(), e.t)
	}
	e.modes(&d, vendor)
	return e.rest(&d)
}

// nvLimits are the ranges that are narrower in mlxconfig, whose fields have 10 and 17 bits: mlxconfig_host.db of mstflint 4.21.
var nvLimits = map[string][2]uint64{
	"min_rate": {1, 1<<17 - 1}, "rate_to_set_on_first_cnp": {0, 1<<17 - 1}, "min_dec_fac": {1, 100}, "dce_tcp_g": {1, 1<<10 - 1},
}

// value is a parameter's number as the target takes it; "" leaves it out. given reports
// that a source of the same kind showed it, so that the target takes it.
func (e *exporter) value(d *profile.Profile, name string, given bool) (string, error) {
	k := knob(name)
	text, err := shown(d, name)
	if err != nil {
		if errors.Is(err, profile.ErrNoParameter) {
			e.note("%s: profile %s has no such thing: not written", name, e.p.called())
			return "", nil
		}
		return "", fmt.Errorf("profile %s as %s: %w", e.p.called(), e.t, err)
	}
	v, ok := new(big.Rat).SetString(text)
	if !ok {
		return "", fmt.Errorf("profile %s: %s %s is no number", e.p.called(), name, text)
	}
	if e.t == TargetNicctl && name == "time_reset" {
		// ionic counts it in alpha periods.
		v.Mul(v, big.NewRat(1000, int64(d.RP.AlphaPeriod)))
	}
	if name == "dce_tcp_g" && e.o.Convention == profile.NewWeight {
		v.Sub(big.NewRat(1024, 1), v)
	}
	exact := rounded(v)
	if name == "dce_tcp_g" && e.o.Convention == profile.NewWeight {
		k.Min, k.Max = 1, 1024
	}
	if l, ok := nvLimits[name]; ok && e.t == TargetMlxconfig {
		k.Min, k.Max, given = l[0], l[1], false // a source with a wider field may have had it
	}
	lo, hi := new(big.Rat).SetUint64(k.Min), new(big.Rat).SetUint64(k.Max)
	if name == "initial_alpha_value" && exact.Cmp(big.NewRat(1024, 1)) == 0 {
		exact = big.NewRat(1023, 1) // ten bits end there
	}
	what := fmt.Sprintf("profile %s as %s: %s is %s", e.p.called(), e.t, name, withUnit(k, text))
	switch {
	case exact.Cmp(v) != 0 && !e.o.Round:
		return "", fmt.Errorf("%s, which it cannot say; the nearest is %s (--round)", what, withUnit(k, decimalText(exact)))
	case exact.Cmp(v) != 0:
		e.note("%s: written as %s", what, withUnit(k, decimalText(exact)))
	}
	if exact.Cmp(lo) < 0 || exact.Cmp(hi) > 0 {
		if !given && e.t != TargetNicctl {
			return "", fmt.Errorf("%s, outside its range %s; write the profile with --as toml -o FILE, change it there, and export that", what, k.Range())
		}
		if exact.Cmp(new(big.Rat).SetUint64(1<<32-1)) > 0 {
			return "", fmt.Errorf("%s, above 32 bits", what)
		}
		if e.t != TargetNicctl {
			e.note("%s, outside the documented %s: written as it was read", what, k.Range())
		}
	}
	if e.t == TargetNicctl && k.Unit == "bool" {
		return map[string]string{"0": "disable", "1": "enable"}[decimalText(exact)], nil
	}
	return decimalText(exact), nil
}

// rounded returns the nearest whole number, halves up.
func rounded(v *big.Rat) *big.Rat {
	twice := new(big.Rat).Add(v, big.NewRat(1, 2))
	return new(big.Rat).SetInt(new(big.Int).Div(twice.Num(), twice.Denom()))
}

// modes notes where the profile's modes are not those that the target's NIC has here.
func (e *exporter) modes(d *profile.Profile, v profile.Vendor) {
	base := map[profile.Vendor]string{profile.MLX5: "connectx", profile.Ionic: "ionic", profile.IRDMA: "irdma"}[v]
	own, err := profile.Get(base, d.Line)
	if err != nil {
		return
	}
	names := collect.Pick(fields, func(f field) (string, bool) { return f.name, f.mode && f.text(d) != f.text(&own) })
	if len(names) > 0 {
		e.note("no parameter sets the modes, which are the NIC's own; %s differs from %s in %s", e.p.called(), base, strings.Join(names, ", "))
	}
}

// rest adds what is not a parameter of the algorithm: priorities, and settings kept from the source.
func (e *exporter) rest(d *profile.Profile) error {
	switch e.t {
	case TargetMLX5:
		// Writing a value clears or sets the mode or flag that goes with it, so these
		// come after (Linux cong.c).
		for _, name := range others[fromDebugfs] {
			if v, ok := e.other(name); ok {
				if err := e.keep(name, name, v); err != nil {
					return err
				}
			}
		}
	case TargetMlxconfig:
		port := "_P" + strconv.Itoa(max(e.o.Port, 1))
		for i := range e.list {
			e.list[i].name += port
		}
		if e.p.RPEnabled != nil && e.p.NPEnabled != nil && *e.p.RPEnabled == *e.p.NPEnabled {
			e.list = append(e.list, assignment{name: "ROCE_CC_PRIO_MASK" + port, value: strconv.Itoa(int(*e.p.RPEnabled))})
		} else if e.p.RPEnabled != nil || e.p.NPEnabled != nil {
			e.note("ROCE_CC_PRIO_MASK is one for both ends, whose priorities differ: not written")
		}
	case TargetNicctl:
		for _, name := range []string{"token_bucket_size", "Token bucket size", "token-bucket-size"} {
			if v, ok := e.other(name); ok {
				return e.keep(name, "token-bucket-size", v)
			}
		}
	case TargetIRDMA:
		for _, name := range others[fromIRDMA] {
			v, ok := e.other(name)
			if !ok {
				v = "1" // else the parameters are not in force
			}
			if err := e.keep(name, name, v); err != nil {
				return err
			}
		}
	}
	return nil
}

// keep adds a setting of the source that no parameter is, if it is a number.
func (e *exporter) keep(name, as, value string) error {
	n, err := number(value)
	if err != nil {
		return fmt.Errorf("profile %s: %s: %w", e.p.called(), name, err)
	}
	e.list = append(e.list, assignment{name: as, value: n})
	return nil
}

func (e *exporter) other(name string) (string, bool) {
	for _, s := range e.p.Other {
		if s.Name == name {
			return s.Value, true
		}
	}
	return "", false
}

// head writes the first lines.
func (e *exporter) head(b *strings.Builder) {
	if e.t != TargetIRDMA {
		b.WriteString("#!/bin/sh\n")
	}
	fmt.Fprintf(b, "# DCQCN parameters of profile %s\n", e.p.called())
	switch e.t {
	case TargetIRDMA:
		b.WriteString("# For a file of /etc/modprobe.d; in force when irdma is loaded again.\n")
	case TargetMlxconfig:
		b.WriteString("# In force from the next boot or reset of the firmware.\n")
	default:
		b.WriteString("# In force at once, until the driver is loaded again.\n")
	}
	if e.t == TargetIRDMA {
		return
	}
	fmt.Fprintf(b, "# %s %s\nset -eu\n", conventionKey, cmp.Or(e.o.Convention, profile.OldWeight))
}

// device is the device as a word of the script.
func (e *exporter) device(what string) string {
	if e.o.Device == "" {
		return `"${1:?name ` + what + `}"`
	}
	return quote(e.o.Device)
}

// files writes the commands that put values into a folder's files. No file is written
// before all are there.
func (e *exporter) files(b *strings.Builder, before, after, what string) {
	type write struct{ file, value string }
	var writes []write
	for _, a := range e.list {
		file := a.name
		if e.t == TargetSysfs {
			file = "roce_rp/" + a.name
			if knob(a.knob).Prefix == "np_" {
				file = "roce_np/" + a.name
			}
		}
		writes = append(writes, write{file, a.value})
	}
	if e.t == TargetSysfs {
		for _, end := range []struct {
			name string
			mask *uint8
		}{{"roce_rp", e.p.RPEnabled}, {"roce_np", e.p.NPEnabled}} {
			for i := range 8 {
				if end.mask != nil {
					writes = append(writes, write{end.name + "/enable/" + strconv.Itoa(i), strconv.Itoa(int(*end.mask) >> i & 1)})
				}
			}
		}
	} else if e.p.RPEnabled != nil || e.p.NPEnabled != nil {
		e.note("debugfs does not say on which priorities DCQCN works: not written (--as sysfs)")
	}
	if e.o.Device == "" {
		fmt.Fprintf(b, "cd -- \"%s${1:?name %s}%s\"\n", before, what, after)
	} else {
		fmt.Fprintf(b, "cd -- %s\n", quote(before+e.o.Device+after))
	}
	b.WriteString("for f in")
	for _, w := range writes {
		b.WriteString(" \\\n\t" + w.file)
	}
	b.WriteString("; do\n\t[ -w \"$f\" ] || { echo \"$PWD/$f cannot be written; nothing was changed\" >&2; exit 1; }\ndone\n")
	for _, w := range writes {
		fmt.Fprintf(b, "echo %s > %s\n", w.value, w.file)
	}
}

// command writes one command with all values.
func (e *exporter) command(b *strings.Builder, start, prefix, between string) {
	b.WriteString(start)
	for _, a := range e.list {
		b.WriteString(" \\\n\t" + prefix + a.name + between + a.value)
	}
	b.WriteString("\n")
}

// quote makes a text one word of sh, whatever is in it.
func quote(text string) string {
	if text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:-") == "" && text[0] != '-' {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
