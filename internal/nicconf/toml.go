package nicconf

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/base/num/linerate"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/tomlfile"
)

// maxTOML is the largest profile in TOML: it has some thirty lines.
const maxTOML = 64 << 10

var tomlMark = regexp.MustCompile(`(?m)^\s*\x{feff}?(\[(reaction_point|notification_point)\]|base\s*=)`)

// isTOML reports whether a text is a profile in TOML.
func isTOML(text []byte) bool { return tomlMark.Match(text) }

// document is the form of a profile in TOML. The schema has the meaning of its keys from the tag doc.
type document struct {
	Name     string         `toml:"name" doc:"What the profile is called."`
	Base     string         `toml:"base" doc:"The built-in profile that holds for modes and for what is not given."`
	Source   string         `toml:"source" doc:"What it was read from."`
	LineRate string         `toml:"line_rate" doc:"Speed of the port, as in 100Gbps."`
	RP       map[string]any `toml:"reaction_point" doc:"What the sender does on notification packets."`
	NP       map[string]any `toml:"notification_point" doc:"What the receiver does on marked packets."`
	Enabled  struct {
		RP *[]int `toml:"reaction_point" doc:"Priorities on which it is enabled for the sender."`
		NP *[]int `toml:"notification_point" doc:"Priorities on which it is enabled for the receiver."`
	} `toml:"enabled" doc:"Where congestion control is on."`
	Other map[string]string `toml:"other" doc:"Settings of the source that no algorithm has."`
}

// fromTOML reads a profile in TOML, strictly.
func fromTOML(text []byte, file string) (*raw, error) {
	if len(text) > maxTOML {
		return nil, fmt.Errorf("%s: more than %d bytes; is this a profile?", file, maxTOML)
	}
	var doc document
	lines, err := tomlfile.Decode(text, file, &doc)
	if err != nil {
		return nil, err
	}
	r := &raw{from: fromText, title: doc.Source, label: file, name: doc.Name, base: doc.Base}
	r.title = cmp.Or(r.title, "profile "+file)
	place := func(key string) string { return lines.Place(file, key) }
	if doc.Base == "" {
		return nil, fmt.Errorf("%s: base is missing; name the built-in profile that holds for the rest, as in base = \"connectx\"", file)
	}
	base, err := baseProfile(doc.Base, profile.MaxLine)
	if err != nil {
		return nil, fmt.Errorf("%s: base: %w", place("base"), err)
	}
	if doc.LineRate != "" {
		if err = linerate.Set(&r.line, doc.LineRate); err != nil {
			return nil, fmt.Errorf("%s: line_rate: %w", place("line_rate"), err)
		}
	}
	for _, t := range []struct {
		name  string
		table map[string]any
		np    bool
	}{{"reaction_point", doc.RP, false}, {"notification_point", doc.NP, true}} {
		if err := r.table(t.name, t.table, t.np, base.Vendor, place); err != nil {
			return nil, err
		}
	}
	for _, e := range []struct {
		name string
		list *[]int
		to   **uint8
	}{{"reaction_point", doc.Enabled.RP, &r.rp}, {"notification_point", doc.Enabled.NP, &r.np}} {
		if e.list == nil {
			continue
		}
		*e.to = new(uint8)
		for _, bit := range *e.list {
			if bit < 0 || bit > 7 {
				return nil, fmt.Errorf("%s: enabled.%s: %d is no priority, 0..7", place("enabled."+e.name), e.name, bit)
			}
			**e.to |= 1 << bit
		}
	}
	for name, value := range doc.Other {
		r.others = append(r.others, Setting{name, value})
	}
	return r, nil
}

// table reads the parameters of one end.
func (r *raw) table(name string, table map[string]any, np bool, v profile.Vendor, place func(string) string) error {
	for _, key := range slices.Sorted(maps.Keys(table)) {
		where := place(name + "." + key)
		text, err := scalar(table[key])
		if err != nil {
			return fmt.Errorf("%s: %.60s: %w", where, readfile.OneLine(key), err)
		}
		if key == conventionKey && !np {
			r.convention = text
			continue
		}
		k := knob(key)
		if keys := collect.Where(Names(v), func(n string) bool { return (knob(n).Prefix == "np_") == np }); !slices.Contains(keys, key) {
			return fmt.Errorf("%s: %.60s: no parameter here; [%s] of a profile with this base has %s", where, readfile.OneLine(key), name, strings.Join(keys, ", "))
		}
		value, err := fromUnit(k, text)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", where, key, err)
		}
		r.list = append(r.list, setting{k.Name, key, value, where})
	}
	if !np && r.get("dce_tcp_g") != nil && r.convention == "" {
		return fmt.Errorf("%s: dce_tcp_g: which weight it is is not stated; add %s = %q (default 1019/1024) or %q (default 64/1024)",
			place(name+".dce_tcp_g"), conventionKey, profile.OldWeight, profile.NewWeight)
	}
	return nil
}

// scalar is the text of a value; exact, so no floating point.
func scalar(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case bool:
		return strconv.FormatBool(v), nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	}
	return "", errors.New("want text with a unit, a whole number, true or false")
}

// WriteTOML writes the profile as Read reads it. What the source does not have is a
// comment: it stays Base's, whatever that says for a port. The same profile is the same
// bytes.
func (p *Profile) WriteTOML(w io.Writer) error {
	_, err := io.WriteString(w, p.toml())
	return err
}

func (p *Profile) toml() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Congestion control of a NIC: units, names and use in docs/profiles.md.\n")
	fmt.Fprintf(&b, "name = %s\n", tomlText(p.Name))
	fmt.Fprintf(&b, "base = %s # modes, and what is commented out\n", tomlText(p.Base))
	fmt.Fprintf(&b, "source = %s\n", tomlText(p.Source))
	if p.Line != 0 {
		fmt.Fprintf(&b, "line_rate = %s\n", tomlText(linerate.Format(p.Line)+"bps"))
	}
	for _, end := range []struct {
		title string
		np    bool
	}{{"reaction_point", false}, {"notification_point", true}} {
		fmt.Fprintf(&b, "\n[%s]\n", end.title)
		for _, v := range p.Values {
			k := knob(v.Name)
			if (k.Prefix == "np_") != end.np {
				continue
			}
			text := withUnit(k, v.Text)
			if strings.Trim(text, "0123456789") != "" && k.Unit != "bool" {
				text = tomlText(text)
			}
			mark := ""
			if !v.Given {
				mark = "# "
			}
			fmt.Fprintf(&b, "%s%s = %s\n", mark, v.Name, text)
			if v.Name == "dce_tcp_g" {
				fmt.Fprintf(&b, "%s%s = %s\n", mark, conventionKey, tomlText(profile.OldWeight.String()))
			}
		}
	}
	if p.RPEnabled != nil || p.NPEnabled != nil {
		b.WriteString("\n[enabled] # priorities\n")
		for _, e := range []struct {
			name string
			mask *uint8
		}{{"reaction_point", p.RPEnabled}, {"notification_point", p.NPEnabled}} {
			if e.mask != nil {
				fmt.Fprintf(&b, "%s = [%s]\n", e.name, bits(*e.mask))
			}
		}
	}
	if len(p.Other) > 0 {
		b.WriteString("\n[other] # of the source; no algorithm here has them\n")
		for _, o := range p.Other {
			fmt.Fprintf(&b, "%s = %s\n", tomlText(o.Name), tomlText(o.Value))
		}
	}
	return b.String()
}

// bits lists the bits of a mask: "0, 3".
func bits(mask uint8) string {
	var list []string
	for i := range 8 {
		if mask&(1<<i) != 0 {
			list = append(list, strconv.Itoa(i))
		}
	}
	return strings.Join(list, ", ")
}

// tomlText writes a basic string of TOML.
func tomlText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7F:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
