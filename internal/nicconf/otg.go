package nicconf

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/base/num/linerate"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/base/text/pattern"
)

// The settings of RoCEv2 that ports of traffic generators have in the open traffic generator model, as its users' tools
// (snappi) write them: YAML or JSON. Source: open-traffic-generator/models, port/rocev2.yaml, commit c48c7ea.

//go:embed rocev2.csv
var rocev2Text string

// otgField is a field of the model.
type otgField struct {
	path string // of the keys, with dots between
	knob string // "" where no algorithm has it
	// kind is whole, percent (of the line's rate) or decrement (percent that a cut takes at most) for numbers, bool or
	// enable (whether DCQCN runs), word, or choice (of a form of the model that has one).
	kind      string
	byDefault string
	values    string // words, or the range of a number, with two dots
}

var otgFields = sync.OnceValue(func() []otgField {
	return collect.Of(csvRows(rocev2Text), func(r []string) otgField { return otgField{r[0], r[1], r[2], r[3], r[4]} })
})

var otgNumber = pattern.Of(`^[0-9]{1,12}(\.[0-9]{0,40})?([eE][+-]?[0-9]{1,2})?$`)

// take reads a value in the parameter's unit; nil for a word. exact is false if it was rounded, to kb/s.
func (f *otgField) take(text string, line dcqcn.Rate) (v *big.Rat, exact bool, err error) {
	low, high, ranged := strings.Cut(f.values, "..")
	if !ranged {
		words := strings.Fields(f.values)
		if !slices.Contains(words, text) {
			return nil, false, fmt.Errorf("%.40q is not one of its values; use %s", text, strings.Join(words, " or "))
		}
		return map[string]*big.Rat{"true": big.NewRat(1, 1), "false": new(big.Rat)}[text], true, nil
	}
	least, _ := new(big.Rat).SetString(low)
	most, _ := new(big.Rat).SetString(high)
	v, ok := new(big.Rat).SetString(text)
	switch {
	case !ok || !otgNumber().MatchString(text):
		return nil, false, fmt.Errorf("%.40q is not a number; use one of %s", text, f.values)
	case f.kind != "percent" && !v.IsInt():
		return nil, false, fmt.Errorf("%.40q is not a whole number; use one of %s", text, f.values)
	case v.Cmp(least) < 0 || v.Cmp(most) > 0:
		return nil, false, fmt.Errorf("%.40s is out of range %s", text, f.values)
	case f.kind == "decrement":
		v.Sub(most, v)
	case f.kind == "percent":
		kbps := new(big.Rat).Mul(v, big.NewRat(int64(line), 100))
		if v.Quo(rounded(kbps), big.NewRat(1000, 1)); v.Sign() == 0 && f.knob == "min_rate" {
			return nil, false, fmt.Errorf("%s %% of %s is less than 1 kb/s, the least rate here; give more", text, linerate.Text(line))
		}
		return v, kbps.IsInt(), nil
	}
	return v, true, nil
}

// give writes what take reads, to the nearest.
func (f *otgField) give(v *big.Rat, line dcqcn.Rate) string {
	switch f.kind {
	case "bool", "enable":
		return strconv.FormatBool(v.Sign() != 0)
	case "decrement":
		v = new(big.Rat).Sub(big.NewRat(100, 1), v)
	case "percent": // with the digits of the model's type, a float
		share, _ := new(big.Rat).Quo(v, big.NewRat(int64(line), 100_000)).Float32()
		return strconv.FormatFloat(float64(share), 'f', -1, 32)
	}
	return decimalText(rounded(v))
}

var (
	otgMark  = pattern.Of(`\b(per_port_options|layer1|devices|dcqcn_settings|cnp_delay_timer|alpha_g|rate_increment_time)["']?\s*:`)
	otgSpeed = pattern.Of(`^speed_([0-9]{1,7})_(?:[fh]d_)?([mg])bps$`)
)

// isOTG reports whether a text has a traffic generator's settings of RoCEv2.
func isOTG(text []byte) bool { return otgMark().Match(text) }

// otgLevel is a level of the model above the settings, from a whole configuration to the protocol.
type otgLevel struct {
	Options   *otgLevel
	PerPort   []otgLevel `yaml:"per_port_options"`
	PortName  string     `yaml:"port_name"`
	Protocols []otgLevel
	RoCEv2    map[string]yaml.Node
	Layer1    []struct {
		Speed string
		Ports []string `yaml:"port_names"`
	}
	Rest map[string]yaml.Node `yaml:",inline"`
}

// otgReader collects the ports of a text.
type otgReader struct {
	file  string
	ports []device
}

// fromOTG reads a whole configuration, or a part of it down to the settings of DCQCN alone.
func fromOTG(text []byte, file string, o Options) (*raw, error) {
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		text = bytes.ReplaceAll(text, []byte("\t"), []byte(" ")) // which JSON may be indented by, and YAML may not
	}
	var top otgLevel
	if err := yaml.Unmarshal(text, &top); err != nil {
		return nil, yamlError(file, err)
	}
	c := &otgReader{file: file}
	if err := c.find(&top, ""); err != nil {
		return nil, err
	}
	p, err := choose(c.ports, file, o.Device, "ports", "no settings of RoCEv2 in it; want options.per_port_options.protocols.rocev2, or what is below")
	if err != nil {
		return nil, err
	}
	r := &raw{title: "a traffic generator's RoCEv2 settings in " + file, label: file, base: "connectx", convention: profile.OldWeight.String(), line: o.Line}
	if p.name != "" {
		r.title = "a traffic generator's RoCEv2 settings of port " + p.name
	}
	for _, l := range top.Layer1 {
		if m := otgSpeed().FindStringSubmatch(l.Speed); r.line == 0 && m != nil && slices.Contains(l.Ports, p.name) {
			if err := linerate.Set(&r.line, m[1]+strings.ToUpper(m[2])); err != nil {
				return nil, fmt.Errorf("%s: layer1: %w", file, err)
			}
		}
	}
	if r.line == 0 {
		return nil, fmt.Errorf("%s: its rates are percentages of the line, whose speed it does not say; say it, as in --line-rate 100G", file)
	}
	return r, r.takeOTG(p.rows, file)
}

// yamlError makes one line of what the decoder says, of 200 bytes at most.
func yamlError(file string, err error) error {
	text := strings.TrimPrefix(strings.Join(strings.Fields(err.Error()), " "), "yaml: ")
	text, _, _ = strings.Cut(strings.TrimPrefix(text, "unmarshal errors: "), " into ") // a type of ours
	return fmt.Errorf("%s: %.200s; want YAML or JSON of the model", file, readfile.OneLine(text))
}

// find takes the settings of a level and of those below.
func (c *otgReader) find(l *otgLevel, port string) error {
	port = cmp.Or(l.PortName, port)
	below := slices.Concat(l.PerPort, l.Protocols)
	if l.Options != nil {
		below = append(below, *l.Options)
	}
	for i := range below {
		if err := c.find(&below[i], port); err != nil {
			return err
		}
	}
	settings, path := l.RoCEv2, ""
	for _, own := range []string{"", "dcqcn_settings."} {
		for key := range l.Rest {
			if settings == nil && known(own+key) {
				settings, path = l.Rest, own
			}
		}
	}
	if settings == nil {
		return nil
	}
	// Its first row makes it a port that has settings even if it leaves out all.
	c.ports = append(c.ports, device{name: port, rows: []row{{}}})
	return c.settings(settings, path)
}

// known reports whether a path is one of the model's, or the beginning of one.
func known(path string) bool {
	return slices.ContainsFunc(otgFields(), func(f otgField) bool { return f.path == path || strings.HasPrefix(f.path, path+".") })
}

// settings takes the fields below a path, "" or with a dot at its end, for the last port.
func (c *otgReader) settings(level map[string]yaml.Node, path string) error {
	for _, key := range slices.Sorted(maps.Keys(level)) {
		name, v := path+key, level[key]
		if v.Kind == yaml.AliasNode {
			v = *v.Alias
		}
		field := slices.ContainsFunc(otgFields(), func(f otgField) bool { return f.path == name })
		var below map[string]yaml.Node
		switch {
		case v.ShortTag() == "!!null":
		case field && v.Kind == yaml.ScalarNode:
			d := &c.ports[len(c.ports)-1]
			d.rows = append(d.rows, row{name: name, value: v.Value, line: v.Line})
		case !field && known(name):
			if err := v.Decode(&below); err != nil {
				return yamlError(c.file, err)
			}
			if err := c.settings(below, name+"."); err != nil {
				return err
			}
		default:
			names := collect.Of(otgFields(), func(f otgField) string { return f.path })
			return fmt.Errorf("%s: %.80s: no field of the model of RoCEv2%s; leave it out", at(c.file, v.Line), readfile.OneLine(name), nearest.Hint(name, names))
		}
	}
	return nil
}

// takeOTG turns the fields of a port, and the defaults of those that are left out, into parameters.
func (r *raw) takeOTG(rows []row, file string) error {
	var out, idle []string
	for _, f := range otgFields() {
		text, where := f.byDefault, file
		i := slices.IndexFunc(rows, func(row row) bool { return row.name == f.path })
		if i >= 0 {
			text, where = rows[i].value, at(file, rows[i].line)
		}
		v, exact, err := f.take(text, r.line)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %s: %w", where, f.path, err)
		case f.kind == "enable" && v.Sign() == 0:
			r.rp = new(uint8)
		case f.knob != "":
			r.list = append(r.list, setting{f.knob, f.path, decimalText(v), where})
			if i < 0 {
				out = append(out, strings.TrimPrefix(f.path, "dcqcn_settings.")+" "+text)
			}
			if !exact {
				r.note(where, "%s: %s %% of %s is taken as %sMbps", f.path, text, linerate.Text(r.line), decimalText(v))
			}
		case i >= 0 && f.kind != "choice" && f.kind != "enable":
			r.others = append(r.others, Setting{f.path, text})
			idle = append(idle, f.path)
		}
	}
	if len(out) > 0 {
		r.note(file, "left out, so with the model's defaults: %s", strings.Join(out, ", "))
	}
	if len(idle) > 0 {
		r.note(file, "without effect here: %s", strings.Join(idle, ", "))
	}
	return nil
}

// otg returns the profile as the options of a port, which the model's tools read. What has no field is an error.
func (e *exporter) otg(line dcqcn.Rate) (string, error) {
	d, err := e.p.At(line)
	if err != nil {
		return "", err
	}
	own, err := profile.Get("connectx", line)
	if err != nil {
		return "", err
	}
	if e.o.Convention == profile.NewWeight {
		return "", fmt.Errorf("profile %s as %s: alpha_g is the weight of the old alpha; leave --write-g out", e.p.called(), e.t)
	}
	for _, name := range Names(profile.MLX5) {
		has := slices.ContainsFunc(otgFields(), func(f otgField) bool { return f.knob == name })
		fixed, _ := shown(&own, name)
		if text, err := shown(&d, name); !has && (err != nil || text != fixed) {
			return "", fmt.Errorf("profile %s as %s: %s is %s, and the model has no field for it; it has to be %s", e.p.called(), e.t, name, withUnit(knob(name), text), withUnit(knob(name), fixed))
		}
	}
	e.modes(&d, profile.MLX5)
	if on := e.p.RPEnabled; on != nil && *on != 0 || e.p.NPEnabled != nil {
		e.note("%s does not say on which priorities DCQCN works: not written", e.t)
	}
	var b strings.Builder
	name, _ := json.Marshal(e.o.Device) // a text always is JSON, which YAML has
	fmt.Fprintf(&b, "# DCQCN settings of profile %s, in percent of %s\noptions:\n  per_port_options:\n  - port_name: %s\n    protocols:\n    - choice: rocev2\n      rocev2:\n", e.p.called(), linerate.Text(line), name)
	var open []string
	for _, f := range otgFields() {
		text, err := e.otgValue(&f, &d)
		if err != nil {
			return "", fmt.Errorf("profile %s as %s: %s: %w", e.p.called(), e.t, f.path, err)
		}
		keys := strings.Split(f.path, ".")
		for i, key := range keys {
			switch {
			case text == "":
			case i == len(keys)-1:
				fmt.Fprintf(&b, "%*s%s: %s\n", 8+2*i, "", key, text)
			case i >= len(open) || open[i] != key:
				fmt.Fprintf(&b, "%*s%s:\n", 8+2*i, "", key)
				open = append(open[:i], key)
			}
		}
	}
	return b.String(), nil
}

// otgValue is a field's value; "" leaves it out.
func (e *exporter) otgValue(f *otgField, d *profile.Profile) (string, error) {
	if f.kind == "enable" {
		return strconv.FormatBool(e.p.RPEnabled == nil || *e.p.RPEnabled != 0), nil
	}
	if f.knob == "" {
		text, ok := e.other(f.path)
		if !ok {
			return "", nil
		}
		_, _, err := f.take(text, d.Line)
		return text, err
	}
	have, err := shown(d, f.knob)
	if err != nil {
		return "", err
	}
	v, _ := new(big.Rat).SetString(have)
	text := f.give(v, d.Line)
	back, _, err := f.take(text, d.Line)
	k := knob(f.knob)
	switch {
	case err != nil:
		return "", fmt.Errorf("%s is %s: %w", f.knob, withUnit(k, have), err)
	case back.Cmp(v) == 0:
	case !e.o.Round:
		return "", fmt.Errorf("%s is %s, which it cannot say; the nearest is %s (--round)", f.knob, withUnit(k, have), withUnit(k, decimalText(back)))
	default:
		e.note("%s: %s is %s: written as %s", f.path, f.knob, withUnit(k, have), withUnit(k, decimalText(back)))
	}
	return text, nil
}
