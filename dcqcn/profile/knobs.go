package profile

import (
	"fmt"
	"math/big"
	"strings"

	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/base/text/pattern"
	"smartnic-cc/internal/base/text/setting"
)

// Knob is a parameter under a vendor's name.
type Knob struct {
	// Name is the vendor's name without prefix, in lower case: time_reset.
	Name string
	// Prefix is "rp_" or "np_" under mlx5 and "" otherwise; names are read with it and
	// without, and written with it.
	Prefix string
	// Vendor is MLX5 or IRDMA.
	Vendor Vendor
	// Unit is the unit of the value.
	Unit string
	// Min and Max are the range on the vendor's hardware.
	Min, Max uint64
	// Default is the vendor's default.
	Default string
	// Meaning says in a line what it does.
	Meaning string

	aliases []string
	// widest is the largest value that dcqcn.Params can take, for profiles of papers
	// and simulators and for vendors that share the names and not the widths.
	widest uint64
	// wideMin is the same for the least value.
	wideMin uint64
	accessors
}

// accessors read and write the value of a knob. get's error is ErrNoParameter where
// the profile has no such parameter.
type accessors struct {
	get func(*Profile) (*big.Rat, error)
	set func(*Profile, *big.Rat) error
}

// Knobs returns the vendors' parameters that a profile knows: mlx5's in the order of
// its documentation, then irdma's. ionic has mlx5's names.
func Knobs() []Knob { return append([]Knob(nil), knobs...) }

// Set sets a parameter by its vendor's name ("time_reset", "rp_time_reset",
// "TIME_RESET", "dcqcn_T"). dce_tcp_g is taken as the weight of the old alpha.
//
// For connectx and irdma the vendor's range holds, for the others the range of
// dcqcn.Params, and values may have decimals as far as its units go (kb/s, ns). The
// profile is unchanged if an error is returned, which names the range, or names
// alike if there is no such parameter.
func (p *Profile) Set(name, value string) error {
	k, err := findKnob(name)
	if err != nil {
		return err
	}
	if err := p.has(k); err != nil {
		return err
	}
	v, err := k.parse(value, k.limits(p))
	if err != nil {
		return err
	}
	next := *p
	if err := k.set(&next, v); err != nil {
		return fmt.Errorf("%s %s: %w", k.Name, value, err)
	}
	if err := Check(next.RP); err != nil {
		return fmt.Errorf("%s %s: %w", k.Name, value, err)
	}
	*p = next
	return nil
}

// Change is Set of changes NAME=VALUE, in order. The error is that of the first that is malformed, or that
// Set does not take.
func (p *Profile) Change(changes []string) error {
	for _, change := range changes {
		name, value, err := setting.Parse(change, "name=value", "time_reset=300")
		if err != nil {
			return fmt.Errorf("set: %w", err)
		}
		if err := p.Set(name, value); err != nil {
			return err
		}
	}
	return nil
}

// has returns an error if a profile's vendor has no such knob. The notification point's
// are everybody's.
func (p *Profile) has(k *Knob) error {
	if (p.Vendor == IRDMA) == (k.Vendor == IRDMA) || k.Prefix == "np_" {
		return nil
	}
	names := "mlx5's (threshold, time_reset, byte_reset and so on)"
	if p.Vendor == IRDMA {
		names = "dcqcn_F, dcqcn_T, dcqcn_B and so on"
	}
	return fmt.Errorf("%s: no parameter of profile %s, whose names are %s", k.Name, p.Name, names)
}

// limits returns the range that holds for a profile.
func (k *Knob) limits(p *Profile) bounds {
	if p.Vendor == MLX5 || p.Vendor == IRDMA {
		return bounds{k.Min, k.Max, false}
	}
	return k.wide()
}

// wide is the range that dcqcn.Params has.
func (k *Knob) wide() bounds { return bounds{k.wideMin, k.widest, true} }

// bounds are the range of a value.
type bounds struct {
	lo, hi   uint64
	decimals bool
}

var number = pattern.Of(`^[0-9]{1,12}(\.[0-9]{1,24})?$`)

// parse reads a value and checks its range.
func (k *Knob) parse(text string, b bounds) (*big.Rat, error) {
	if k.Unit == "bool" {
		// mlxconfig writes "True(1)".
		switch strings.ToLower(text) {
		case "0", "false", "false(0)":
			return new(big.Rat), nil
		case "1", "true", "true(1)":
			return big.NewRat(1, 1), nil
		}
		return nil, fmt.Errorf("%s: %.40q is out of range 0..1", k.Name, text)
	}
	if !number().MatchString(text) {
		return nil, fmt.Errorf("%s: %.40q is not a number; want %s", k.Name, text, k.within(b.lo, b.hi))
	}
	v, _ := new(big.Rat).SetString(text)
	if !b.decimals && !v.IsInt() {
		return nil, fmt.Errorf("%s: %s is not a whole number; want %s", k.Name, text, k.within(b.lo, b.hi))
	}
	if v.Cmp(rat(b.lo)) < 0 || v.Cmp(rat(b.hi)) > 0 {
		return nil, fmt.Errorf("%s: %s is out of range %s", k.Name, text, k.within(b.lo, b.hi))
	}
	return v, nil
}

// normalize drops what names have in dumps: upper case, the path of the file, the
// port, the prefix.
func normalize(name string) string {
	name = strings.ToLower(name[strings.LastIndexByte(name, '/')+1:])
	if n := len(name) - 3; n > 0 && name[n:n+2] == "_p" && name[n+2] >= '1' && name[n+2] <= '9' {
		name = name[:n]
	}
	name = strings.TrimPrefix(name, "rp_")
	return strings.TrimPrefix(name, "np_")
}

func findKnob(name string) (*Knob, error) {
	n := normalize(name)
	for i := range knobs {
		k := &knobs[i]
		if n == strings.ToLower(k.Name) {
			return k, nil
		}
		for _, a := range k.aliases {
			if n == a {
				return k, nil
			}
		}
	}
	return nil, fmt.Errorf("unknown parameter %.60q; near it: %s", name, strings.Join(closest(n), ", "))
}

// closest returns the three names of the least edit distance.
func closest(name string) []string {
	all := collect.Of(knobs, func(x Knob) string { return x.Name })
	return nearest.Sort(name, all)[:3]
}

func rat(v uint64) *big.Rat { return new(big.Rat).SetInt(new(big.Int).SetUint64(v)) }

// decimal writes a rational exactly if it has at most 24 decimals.
func decimal(v *big.Rat) (string, bool) {
	for n := range 25 {
		text := v.FloatString(n)
		if back, ok := new(big.Rat).SetString(text); ok && back.Cmp(v) == 0 {
			return text, true
		}
	}
	return "", false
}

// whole returns v as an integer; the error for any other names the unit.
func whole(v *big.Rat, unit string) (uint64, error) {
	if !v.IsInt() {
		return 0, fmt.Errorf("is no whole number of %s", unit)
	}
	return v.Num().Uint64(), nil
}

// scaled makes the accessors of an integer field that holds value * factor.
func scaled(field func(*Profile) *uint32, factor uint64, unit string) accessors {
	return accessors{
		get: func(p *Profile) (*big.Rat, error) {
			return new(big.Rat).Quo(rat(uint64(*field(p))), rat(factor)), nil
		},
		set: func(p *Profile, v *big.Rat) error {
			n, err := whole(new(big.Rat).Mul(v, rat(factor)), unit)
			*field(p) = uint32(n)
			return err
		},
	}
}

// rate makes the accessors of a field in kb/s whose knob has Mb/s.
func rate(field func(*dcqcn.Params) *dcqcn.Rate) accessors {
	return scaled(func(p *Profile) *uint32 { return (*uint32)(field(&p.RP)) }, mbps, "kb/s")
}

// period makes the accessors of a field in ns whose knob has us.
func period(field func(*Profile) *uint32) accessors { return scaled(field, us, "ns") }

func boolean(field func(*Profile) *bool) accessors {
	return accessors{
		get: func(p *Profile) (*big.Rat, error) {
			if *field(p) {
				return big.NewRat(1, 1), nil
			}
			return new(big.Rat), nil
		},
		set: func(p *Profile, v *big.Rat) error {
			*field(p) = v.Sign() != 0
			return nil
		},
	}
}

func byteSized(field func(*Profile) *uint8) accessors {
	return accessors{
		get: func(p *Profile) (*big.Rat, error) { return rat(uint64(*field(p))), nil },
		set: func(p *Profile, v *big.Rat) error {
			n, err := whole(v, "units")
			*field(p) = uint8(n)
			return err
		},
	}
}

// Range returns the range on the vendor's hardware as text: "1..131071 us".
func (k Knob) Range() string { return k.within(k.Min, k.Max) }

func (k *Knob) within(lo, hi uint64) string {
	return strings.TrimSpace(fmt.Sprintf("%d..%d %s", lo, hi, k.Unit))
}
