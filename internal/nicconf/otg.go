package nicconf

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/base/num/linerate"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/nearest"
)

// The settings of RoCEv2 that ports of traffic generators have in the open traffic generator model, as its users' tools
// (snappi) write them: YAML or JSON. Source: open-traffic-generator/models, port/rocev2.yaml, commit c48c7ea.

//go:embed rocev2.csv
var rocev2Text string

// otgField is a field of the model. Its rates are percentages of the line.
type otgField struct {
	path string // of the keys, with dots between
	knob string // "" where no algorithm has it
	// kind is whole, percent or decrement (what a cut takes of the rate at most) for numbers, bool or enable (whether
	// DCQCN runs), word, or choice (of a form of the model that has one).
	kind      string
	byDefault string
	values    string // words, or the range of a number, with two dots
}

var otgFields = sync.OnceValue(func() (list []otgField) {
	rows, err := csv.NewReader(strings.NewReader(rocev2Text)).ReadAll()
	if err != nil {
		panic(err) // of this package's own file
	}
	for _, r := range rows[1:] {
		list = append(list, otgField{r[0], r[1], r[2], r[3], r[4]})
	}
	return list
})

func (f *otgField) name() string { return f.path[strings.LastIndexByte(f.path, '.')+1:] }

var otgNumber = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{0,40})?([eE][+-]?[0-9]{1,2})?$`)

// check returns a number, or 1 and 0 for true and false; nil for a word.
func (f *otgField) check(text string) (*big.Rat, error) {
	low, high, ranged := strings.Cut(f.values, "..")
	if !ranged {
		words := strings.Fields(f.values)
		if !slices.Contains(words, text) {
			return nil, fmt.Errorf("%.40q is none of its values; use %s", text, strings.Join(words, " or "))
		}
		return map[string]*big.Rat{"true": big.NewRat(1, 1), "false": new(big.Rat)}[text], nil
	}
	v, ok := new(big.Rat).SetString(text)
	switch {
	case !ok || !otgNumber.MatchString(text):
		return nil, fmt.Errorf("%.40q is not a number; use one of %s", text, f.values)
	case f.kind != "percent" && !v.IsInt():
		return nil, fmt.Errorf("%.40q is not a whole number; use one of %s", text, f.values)
	case v.Cmp(bound(low)) < 0 || v.Cmp(bound(high)) > 0:
		return nil, fmt.Errorf("%.40s is out of range %s", text, f.values)
	}
	return v, nil
}

// bound is an end of a range.
func bound(text string) *big.Rat {
	v, _ := new(big.Rat).SetString(text)
	return v
}

var otgMark = regexp.MustCompile(`\b(per_port_options|dcqcn_settings|cnp_delay_timer|alpha_g|rate_increment_time)["']?\s*:`)

// isOTG reports whether a text has a traffic generator's settings of RoCEv2.
func isOTG(text []byte) bool { return otgMark.Match(text) }

// otgReader collects the ports of a text.
type otgReader struct {
	file  string
	ports []device
	lines map[string]dcqcn.Rate // by port
}

var otgSpeed = regexp.MustCompile(`^speed_([0-9]{1,7})_(?:[fh]d_)?([mg])bps$`)

// fromOTG reads a whole configuration, or a part of it down to the settings of DCQCN alone.
func fromOTG(text []byte, file string, o Options) (*raw, error) {
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		text = bytes.ReplaceAll(text, []byte("\t"), []byte(" ")) // YAML's one difference from JSON that matters here
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("%s: %s; want YAML or JSON", file, readfile.OneLine(strings.TrimPrefix(err.Error(), "yaml: ")))
	}
	c := &otgReader{file: file, lines: map[string]dcqcn.Rate{}}
	if err := c.find(&doc, "", 0); err != nil {
		return nil, err
	}
	p, err := choose(c.ports, file, o.Device, "ports", "no settings of RoCEv2 in it; want options.per_port_options.protocols.rocev2, or what is below")
	if err != nil {
		return nil, err
	}
	r := &raw{title: "a traffic generator's RoCEv2 settings in " + file, label: file, base: "connectx", convention: profile.OldWeight.String(), line: c.lines[p.name]}
	if p.name != "" {
		r.title = "a traffic generator's RoCEv2 settings of port " + p.name
	}
	if o.Line != 0 {
		r.line = o.Line
	}
	if r.line == 0 {
		return nil, fmt.Errorf("%s: its rates are percentages of the line, whose speed it does not say; say it, as in --line-rate 100G", file)
	}
	return r, r.takeOTG(p.rows, file)
}

// each calls do for the keys of a mapping, which stand once.
func (c *otgReader) each(n *yaml.Node, do func(key, v *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("%s: keys with values are expected here", at(c.file, n.Line))
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, v := n.Content[i], n.Content[i+1]
		if seen[key.Value] {
			return fmt.Errorf("%s: %.60q comes twice; keep one", at(c.file, key.Line), key.Value)
		}
		seen[key.Value] = true
		if v.Kind == yaml.AliasNode {
			v = v.Alias
		}
		if v.ShortTag() == "!!null" {
			continue
		}
		if err := do(key, v); err != nil {
			return err
		}
	}
	return nil
}

// list calls do for the items of a list.
func (c *otgReader) list(n *yaml.Node, do func(v *yaml.Node) error) error {
	if n.Kind != yaml.SequenceNode {
		return fmt.Errorf("%s: a list is expected here", at(c.file, n.Line))
	}
	for _, v := range n.Content {
		if v.Kind == yaml.AliasNode {
			v = v.Alias
		}
		if err := do(v); err != nil {
			return err
		}
	}
	return nil
}

// find looks for settings of RoCEv2 from any level of the model on.
func (c *otgReader) find(n *yaml.Node, port string, depth int) error {
	if n.Kind == yaml.DocumentNode {
		return c.find(n.Content[0], port, depth)
	}
	if depth > 8 { // an alias of what it is in
		return fmt.Errorf("%s: nested deeper than the model", at(c.file, n.Line))
	}
	below := func(v *yaml.Node) error { return c.find(v, port, depth+1) }
	own := "" // path of n, if it is the settings, or DCQCN's
	err := c.each(n, func(key, v *yaml.Node) error {
		switch k := key.Value; {
		case k == "port_name":
			port = v.Value
		case k == "layer1":
			return c.list(v, c.speed)
		case k == "options":
			return below(v)
		case k == "per_port_options" || k == "protocols":
			return c.list(v, below)
		case k == "rocev2":
			return c.settings(v, "", c.add(port))
		case c.known(k):
			own = "."
		case c.known("dcqcn_settings." + k):
			own = "dcqcn_settings."
		}
		return nil
	})
	if err == nil && own != "" {
		err = c.settings(n, strings.TrimPrefix(own, "."), c.add(port))
	}
	return err
}

// known reports whether a path is one of the model's, or the beginning of one.
func (c *otgReader) known(path string) bool {
	return slices.ContainsFunc(otgFields(), func(f otgField) bool { return f.path == path || strings.HasPrefix(f.path, path+".") })
}

// add adds a port. Its first row makes it one that has settings even if it leaves out all.
func (c *otgReader) add(port string) *device {
	c.ports = append(c.ports, device{name: port, rows: []row{{}}})
	return &c.ports[len(c.ports)-1]
}

// speed takes the speed of some ports.
func (c *otgReader) speed(n *yaml.Node) error {
	var speed dcqcn.Rate
	var ports []string
	err := c.each(n, func(key, v *yaml.Node) error {
		switch m := otgSpeed.FindStringSubmatch(v.Value); {
		case key.Value == "speed" && m != nil:
			return linerate.Set(&speed, m[1]+strings.ToUpper(m[2]))
		case key.Value == "port_names":
			return c.list(v, func(name *yaml.Node) error {
				ports = append(ports, name.Value)
				return nil
			})
		}
		return nil
	})
	for _, port := range ports {
		c.lines[port] = speed
	}
	return err
}

// settings takes the fields below a path, "" or with a dot at its end.
func (c *otgReader) settings(n *yaml.Node, path string, d *device) error {
	return c.each(n, func(key, v *yaml.Node) error {
		name := path + key.Value
		i := slices.IndexFunc(otgFields(), func(f otgField) bool { return f.path == name })
		switch {
		case i >= 0 && v.Kind == yaml.ScalarNode:
			d.rows = append(d.rows, row{name: name, value: v.Value, line: v.Line})
			return nil
		case i < 0 && c.known(name):
			return c.settings(v, name+".", d)
		}
		var names []string
		for _, f := range otgFields() {
			names = append(names, f.path)
		}
		return fmt.Errorf("%s: %.80s: no field of the model of RoCEv2%s; leave it out", at(c.file, key.Line), readfile.OneLine(name), nearest.Hint(name, names))
	})
}

// takeOTG turns the fields of a port, and the defaults of those that are left out, into parameters.
func (r *raw) takeOTG(rows []row, file string) error {
	var out, idle []string
	for _, f := range otgFields() {
		text, where := f.byDefault, file
		i := slices.IndexFunc(rows, func(row row) bool { return row.name == f.path })
		if i >= 0 {
			text, where = rows[i].value, at(file, rows[i].line)
		} else if f.knob != "" {
			out = append(out, strings.TrimPrefix(f.path, "dcqcn_settings.")+" "+text)
		}
		v, err := f.check(text)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", where, f.path, err)
		}
		switch {
		case f.kind == "enable" && v.Sign() == 0:
			r.rp = new(uint8)
		case f.knob == "" && i >= 0 && f.kind != "choice" && f.kind != "enable":
			r.others = append(r.others, Setting{f.path, text})
			idle = append(idle, f.path)
		case f.kind == "decrement":
			v.Sub(big.NewRat(100, 1), v)
		case f.kind == "percent":
			exact := percentOf(v, r.line)
			kbps := rounded(exact)
			if v.Set(kbps.Quo(kbps, big.NewRat(1000, 1))); exact.Sign() > 0 && v.Sign() == 0 || f.knob == "min_rate" && v.Sign() == 0 {
				return fmt.Errorf("%s: %s: %s %% of %s is less than 1 kb/s, the least rate here; give more", where, f.path, text, linerate.Text(r.line))
			}
			if !exact.IsInt() {
				r.note(where, "%s: %s %% of %s is taken as %sMbps", f.name(), text, linerate.Text(r.line), decimalText(v))
			}
			if f.knob == "rate_to_set_on_first_cnp" && v.Sign() == 0 {
				r.note(where, "%s: 0 is taken as ConnectX has it: the first CNP cuts", f.name())
			}
		}
		if f.knob != "" {
			r.list = append(r.list, setting{f.knob, f.path, decimalText(v), where})
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

// percentOf returns a percentage of a line's rate, kb/s.
func percentOf(v *big.Rat, line dcqcn.Rate) *big.Rat {
	return new(big.Rat).Mul(v, big.NewRat(int64(line), 100))
}

// otg returns the profile as the options of a port, which the model's tools read. What has no field is an error.
func (e *exporter) otg(line dcqcn.Rate) (string, error) {
	if e.o.Convention == profile.NewWeight {
		return "", fmt.Errorf("profile %s as %s: alpha_g is the weight of the old alpha; leave --write-g out", e.p.called(), e.t)
	}
	d, err := e.p.At(line)
	if err != nil {
		return "", err
	}
	own, err := profile.Get("connectx", line)
	if err != nil {
		return "", err
	}
	for _, name := range Names(profile.MLX5) {
		if slices.ContainsFunc(otgFields(), func(f otgField) bool { return f.knob == name }) {
			continue
		}
		text, err := shown(&d, name)
		if err != nil {
			return "", fmt.Errorf("profile %s as %s: %w", e.p.called(), e.t, err)
		}
		if fixed, _ := shown(&own, name); text != fixed {
			return "", fmt.Errorf("profile %s as %s: %s is %s, and the model has no field for it; it has to be %s", e.p.called(), e.t, name, withUnit(knob(name), text), withUnit(knob(name), fixed))
		}
	}
	e.modes(&d, profile.MLX5)
	if on := e.p.RPEnabled; on != nil && *on != 0 || e.p.NPEnabled != nil {
		e.note("%s does not say on which priorities DCQCN works: not written", e.t)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# DCQCN settings of profile %s, in percent of %s\noptions:\n  per_port_options:\n  - protocols:\n    - choice: rocev2\n      rocev2:\n", e.p.called(), linerate.Text(line))
	var open []string
	for _, f := range otgFields() {
		text, err := e.otgValue(&f, &d)
		if err != nil {
			return "", fmt.Errorf("profile %s as %s: %s: %w", e.p.called(), e.t, f.path, err)
		}
		if text == "" {
			continue
		}
		keys := strings.Split(f.path, ".")
		for i, key := range keys[:len(keys)-1] {
			if i >= len(open) || open[i] != key {
				fmt.Fprintf(&b, "%*s%s:\n", 8+2*i, "", key)
				open = append(open[:i], key)
			}
		}
		fmt.Fprintf(&b, "%*s%s: %s\n", 6+2*len(keys), "", f.name(), text)
	}
	if e.o.Device != "" {
		name, err := json.Marshal(e.o.Device)
		fmt.Fprintf(&b, "    port_name: %s\n", name)
		return b.String(), err
	}
	return b.String(), nil
}

// otgValue is a field's value; "" leaves it out.
func (e *exporter) otgValue(f *otgField, d *profile.Profile) (string, error) {
	if f.kind == "enable" {
		return strconv.FormatBool(e.p.RPEnabled == nil || *e.p.RPEnabled != 0), nil
	}
	if f.knob == "" {
		text, _ := e.other(f.path)
		if text == "" {
			return "", nil
		}
		_, err := f.check(text)
		return text, err
	}
	have, err := shown(d, f.knob)
	if err != nil {
		return "", err
	}
	k := knob(f.knob)
	v, _ := new(big.Rat).SetString(have)
	text := decimalText(rounded(v))
	switch f.kind {
	case "bool":
		text = withUnit(k, have)
	case "decrement":
		text = decimalText(new(big.Rat).Sub(big.NewRat(100, 1), rounded(v)))
	case "percent": // with the digits of the model's type, a float
		share, _ := new(big.Rat).Quo(v, big.NewRat(int64(d.Line), 100_000)).Float32()
		text = strconv.FormatFloat(float64(share), 'f', -1, 32)
	}
	got, err := f.check(text)
	if err != nil {
		return "", fmt.Errorf("%s is %s: %w", f.knob, withUnit(k, have), err)
	}
	switch f.kind {
	case "decrement":
		got.Sub(big.NewRat(100, 1), got)
	case "percent":
		got = rounded(percentOf(got, d.Line))
		got.Quo(got, big.NewRat(1000, 1))
	}
	if got.Cmp(v) != 0 {
		if !e.o.Round {
			return "", fmt.Errorf("%s is %s, which it cannot say; the nearest is %s (--round)", f.knob, withUnit(k, have), withUnit(k, decimalText(got)))
		}
		e.note("%s: %s is %s: written as %s", f.path, f.knob, withUnit(k, have), withUnit(k, decimalText(got)))
	}
	return text, nil
}
