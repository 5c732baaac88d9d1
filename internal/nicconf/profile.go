// Package nicconf reads the congestion-control settings of a NIC from what people
// can save of a machine, writes them as a TOML profile with units and as the commands
// that set them, and compares two of them.
//
// What is read: mlx5's debugfs folder cc_params, its sysfs tree ecn, the text of
// mlxconfig's query; ionic's debugfs folder and the text of nicctl; irdma's module
// parameters; the commands that set any of these; and profiles in TOML.
// docs/profiles.md lists the formats, names and limits.
//
// It is a tool, ordinary Go. The parameters themselves, their ranges and what they
// mean to the reference are package dcqcn/profile's.
package nicconf

import (
	"errors"
	"fmt"
	"slices"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/base/sys/readfile"
)

// Profile is the settings of a NIC. It does not depend on the port's speed: At makes
// the parameters for one.
type Profile struct {
	// Name is what to call it.
	Name string
	// Base is the built-in profile (package dcqcn/profile) that holds for what is not
	// given, and for the modes, which no vendor has names for.
	Base string
	// Source says what it was read from, in a line.
	Source string
	// Line is the port's speed if the source has it, kb/s; else 0.
	Line dcqcn.Rate
	// Values are the parameters of Base's vendor in the order of Names, in the vendor's
	// unit, dce_tcp_g as the weight of the old alpha.
	Values []Value
	// RPEnabled and NPEnabled are the priorities on which the reaction and the
	// notification point work, a bit each; nil if the source does not say.
	RPEnabled, NPEnabled *uint8
	// Other are settings that were read and that no algorithm here has, under the
	// names of the source, sorted.
	Other []Setting
}

// Value is one parameter.
type Value struct {
	// Name is its vendor's name without prefix: time_reset, dcqcn_F.
	Name string
	// Text is its value in the vendor's unit, an exact decimal number.
	Text string
	// Given reports that the source has it; else it is Base's.
	Given bool
}

// Setting is a name and a value as a source has them.
type Setting struct{ Name, Value string }

// Note is a remark on a profile that could still be read.
type Note struct {
	// Where is the file, and the line if there is one; "" for the whole.
	Where string `json:"where,omitempty"`
	// Text says what it is and what to do.
	Text string `json:"text"`
}

// String gives place and text in a line.
func (n Note) String() string {
	if n.Where == "" {
		return readfile.OneLine(n.Text)
	}
	return readfile.OneLine(n.Where + ": " + n.Text)
}

// minRateName is irdma's floor, which package dcqcn/profile has no name for.
const minRateName = "dcqcn_min_rate_MBps"

// Names returns the names of the parameters that a vendor's profiles have, reaction
// point first, without prefix.
func Names(v profile.Vendor) []string {
	var rp, np []string
	for _, k := range profile.Knobs() {
		switch {
		case k.Prefix == "np_":
			np = append(np, k.Name)
		case (k.Vendor == profile.IRDMA) == (v == profile.IRDMA):
			rp = append(rp, k.Name)
		}
	}
	if v == profile.IRDMA {
		rp = append(rp, minRateName)
	}
	return append(rp, np...)
}

// knob is what is known of a parameter, irdma's floor among them; the zero Knob if there is no such parameter.
func knob(name string) profile.Knob {
	if name == minRateName {
		return profile.Knob{
			Name: minRateName, Vendor: profile.IRDMA, Unit: "Mb/s", Max: 255, Default: "0",
			Meaning: "floor of the current rate, 0 = the driver's own",
		}
	}
	k, _ := profile.Find(name)
	return k
}

// BuiltInNames returns the names that BuiltIn takes: DCQCN's profiles, then those that are
// Dolce-RC's own.
func BuiltInNames() []string { return append(profile.Names(), dolcercprofile.Names()...) }

// BuiltIn returns a built-in profile as the settings that would make it, for a port of
// the given speed (kb/s), which decides some values of hpcc and paper. Of one that is
// Dolce-RC's own these are its reaction and notification point; Notes says what is
// missing. The error of an unknown name lists the names.
func BuiltIn(name string, line dcqcn.Rate) (*Profile, error) {
	if !IsDolceRC(name) {
		d, err := profile.Get(name, line)
		if err != nil {
			return nil, err
		}
		return builtin(d.Name, d.Name, d.Title, &d)
	}
	c, err := dolcercprofile.Get(name, line)
	if err != nil {
		return nil, err
	}
	d, err := c.Reaction()
	if err != nil {
		return nil, err
	}
	return builtin(name, c.Base, dolcercprofile.Title(name), &d)
}

// IsDolceRC reports whether a name is that of a built-in profile of Dolce-RC's own.
func IsDolceRC(name string) bool { return slices.Contains(dolcercprofile.Names(), name) }

// Notes says what a built-in profile has that its settings, which BuiltIn returns, do not
// say.
func Notes(name string) []Note {
	if !IsDolceRC(name) {
		return nil
	}
	return []Note{{Where: name, Text: "only Dolce-RC's reaction and notification point: arms and learning are no settings of a NIC; " +
		"alpha's (initial_alpha_value, dce_tcp_g, dce_tcp_rtt) play no part in Dolce-RC"}}
}

// baseProfile returns a built-in profile that others may stand on, at a port's speed, kb/s.
func baseProfile(name string, line dcqcn.Rate) (profile.Profile, error) {
	if IsDolceRC(name) {
		c, err := dolcercprofile.Get(name, line)
		if err != nil {
			return profile.Profile{}, err
		}
		return profile.Profile{}, fmt.Errorf("%s has the modes of %s and an algorithm's learning, and is no base; use %s", name, c.Base, c.Base)
	}
	return profile.Get(name, line)
}

func builtin(name, base, title string, d *profile.Profile) (*Profile, error) {
	p := &Profile{Name: name, Base: base, Source: "built in: " + title}
	if err := p.take(d, nil); err != nil {
		return nil, err
	}
	for i := range p.Values {
		p.Values[i].Given = true
	}
	return p, nil
}

// take sets the values to those of d. given says which the source has.
func (p *Profile) take(d *profile.Profile, given map[string]bool) error {
	p.Values = nil
	for _, name := range Names(d.Vendor) {
		text, err := shown(d, name)
		if errors.Is(err, profile.ErrNoParameter) {
			continue
		}
		if err != nil {
			return err
		}
		p.Values = append(p.Values, Value{Name: name, Text: text, Given: given[name]})
	}
	return nil
}

// shown is profile.Shown, with irdma's floor.
func shown(d *profile.Profile, name string) (string, error) {
	if name == minRateName {
		name = "min_rate"
	}
	return d.Shown(name)
}

// set is Profile.With of package dcqcn/profile, with irdma's floor.
func set(d profile.Profile, name, value string) (profile.Profile, bool, error) {
	if name != minRateName {
		return d.With(name, value)
	}
	as := d
	as.Vendor = profile.None
	as, _, err := as.With("min_rate", value)
	if err != nil {
		return d, false, err
	}
	as.Vendor = d.Vendor
	return as, as.RP.MinRate > 255_000 || as.RP.MinRate%1000 != 0, nil
}

// At returns the parameters for a port of the given speed, kb/s. An error names the
// parameter, its value and its range.
func (p *Profile) At(line dcqcn.Rate) (profile.Profile, error) {
	d, err := profile.Get(p.Base, line)
	if err != nil {
		return d, err
	}
	for _, v := range p.Values {
		if d, _, err = set(d, v.Name, v.Text); err != nil {
			return d, fmt.Errorf("profile %s: %w", p.called(), err)
		}
	}
	if err := profile.Check(d.RP); err != nil {
		return d, fmt.Errorf("profile %s: %w", p.called(), err)
	}
	return d, nil
}

// called is the name for messages, which may be whatever a file says.
func (p *Profile) called() string { return readfile.OneLine(p.Name) }

// Value returns a parameter.
func (p *Profile) Value(name string) (Value, bool) {
	i := slices.IndexFunc(p.Values, func(v Value) bool { return v.Name == name })
	if i < 0 {
		return Value{}, false
	}
	return p.Values[i], true
}

// Vendor returns whose names the parameters have.
func (p *Profile) Vendor() profile.Vendor {
	d, err := profile.Get(p.Base, profile.MaxLine)
	if err != nil {
		return profile.None
	}
	return d.Vendor
}

// Unit returns the unit of the value, as package dcqcn/profile names it.
func (v Value) Unit() string { return knob(v.Name).Unit }
