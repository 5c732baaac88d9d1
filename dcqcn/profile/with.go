package profile

import (
	"errors"
	"fmt"
)

// ErrNoParameter is what Shown's error wraps where a profile has no such thing: a
// period of cuts, say, where every CNP cuts.
var ErrNoParameter = errors.New("the profile has no such parameter")

// With returns p with one parameter set by its vendor's name, dce_tcp_g as the weight
// of the old alpha. Unlike Set it takes what dcqcn.Params can hold even if the
// vendor's documentation does not allow it, since a NIC may show such a value; beyond
// reports that it is outside the documented range (Knob.Min, Knob.Max), or no whole
// number where the vendor has only those. The result is not checked as a whole, so
// that the order of settings does not matter: Check follows the last one.
func (p Profile) With(name, value string) (next Profile, beyond bool, err error) {
	k, err := findKnob(name)
	if err != nil {
		return p, false, err
	}
	v, err := k.parse(value, k.wide())
	if err != nil {
		return p, false, err
	}
	if err := p.has(k); err != nil {
		return p, false, err
	}
	next = p
	if err := k.set(&next, v); err != nil {
		return p, false, fmt.Errorf("%s %s: %w", k.Name, value, err)
	}
	if p.Vendor == MLX5 || p.Vendor == IRDMA {
		beyond = !v.IsInt() || v.Cmp(rat(k.Min)) < 0 || v.Cmp(rat(k.Max)) > 0
	}
	return next, beyond, nil
}

// Shown returns the text of a parameter's value as With reads it, exact and whatever the
// documented range. The name may be any vendor's: mlx5's names read irdma's parameters
// too, in mlx5's units. The error is that of an unknown name, of a parameter that the profile
// does not have, or of a value that no finite decimal gives.
func (p *Profile) Shown(name string) (string, error) {
	k, err := findKnob(name)
	if err != nil {
		return "", err
	}
	v, err := k.get(p)
	if err != nil {
		return "", fmt.Errorf("%s: %w", k.Name, err)
	}
	text, ok := decimal(v)
	if !ok {
		return "", errors.New(k.Name + ": " + v.RatString() + " has no finite decimal form")
	}
	return text, nil
}

// Value is Shown of a parameter of the profile's own vendor. The error is also that of a value
// outside the vendor's range.
func (p *Profile) Value(name string) (string, error) {
	k, err := findKnob(name)
	if err != nil {
		return "", err
	}
	if err := p.has(k); err != nil {
		return "", err
	}
	text, err := p.Shown(name)
	if err != nil {
		return "", err
	}
	_, err = k.parse(text, k.limits(p))
	return text, err
}

// Find returns the parameter of a name as Set reads it. The error lists names alike.
func Find(name string) (Knob, error) {
	k, err := findKnob(name)
	if err != nil {
		return Knob{}, err
	}
	return *k, nil
}
