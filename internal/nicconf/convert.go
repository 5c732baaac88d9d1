package nicconf

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"smartnic-cc/dcqcn/profile"
)

// convert brings settings to the meaning that package dcqcn/profile's names have.
func (r *raw) convert(o Options, base string) error {
	if s := r.get("dce_tcp_g"); s != nil {
		if err := r.weight(s, o.Convention); err != nil {
			return err
		}
	} else if r.convention != "" {
		return fmt.Errorf("%s: %s is stated, but there is no dce_tcp_g", r.read(), conventionKey)
	}
	if r.from == fromIonic || r.from == fromNicctl || r.from == fromOption {
		return r.ionicPeriods()
	}
	i := slices.IndexFunc(r.list, func(s setting) bool { return s.knob == minRateName })
	if i >= 0 && r.list[i].value == "0" {
		r.list = slices.Delete(r.list, i, i+1)
		r.note("", "%s is 0, the driver's own floor, which is not documented; %s's is taken", minRateName, base)
	} else if i >= 0 && r.from == fromIRDMA {
		r.note(r.list[i].where, "%s is taken as Mb/s, as the driver describes it; its name says MB/s", minRateName)
	}
	return nil
}

// weight converts dce_tcp_g to the weight of the old alpha. Current mlx5 means that; texts of older firmware mean the
// weight of the new sample. A value for which neither reading is absurd is not guessed at.
func (r *raw) weight(s *setting, c profile.Convention) error {
	stated := c
	switch r.convention {
	case "":
	case profile.OldWeight.String(), profile.NewWeight.String():
		said := profile.OldWeight
		if r.convention == profile.NewWeight.String() {
			said = profile.NewWeight
		}
		if c != profile.Unstated && c != said {
			return fmt.Errorf("%s: states %s %s, and %s was asked for; keep one", r.read(), conventionKey, said, c)
		}
		stated = said
	default:
		return fmt.Errorf("%s: %s: %.40q is no convention; want %s or %s", r.read(), conventionKey, r.convention, profile.OldWeight, profile.NewWeight)
	}
	v, _ := new(big.Rat).SetString(s.value)
	other := new(big.Rat).Sub(big.NewRat(1024, 1), v)
	if other.Sign() < 0 {
		return nil // out of any range: With says so
	}
	otherText := decimalText(other)
	switch {
	case v.Cmp(other) == 0:
		return nil // 512 means the same either way
	case stated == profile.NewWeight:
		s.value = otherText
		r.note(s.where, "%s %s is taken as the weight of the new sample, g = %s/1024, as stated", s.name, decimalText(v), decimalText(v))
		return nil
	case stated == profile.OldWeight:
		return nil
	case v.Cmp(other) < 0:
		return fmt.Errorf("%s: %s %s has two meanings: weight of the old alpha (g = %s/1024, current drivers, default 1019) or of the new sample (g = %s/1024, older texts, default 64); say --g-convention old-weight or new-weight",
			s.where, s.name, s.value, otherText, s.value)
	}
	r.note(s.where, "%s %s is taken as the weight of the old alpha, g = %s/1024, as current drivers mean it; older texts mean g itself (--g-convention)", s.name, s.value, otherText)
	return nil
}

// decimalText writes a number that came from one of at most 24 decimals.
func decimalText(v *big.Rat) string {
	if v.IsInt() {
		return v.Num().String()
	}
	return strings.TrimRight(v.FloatString(24), "0")
}

// ionicPeriods turns ionic's time_reset, which counts periods of dce_tcp_rtt (the
// driver's ionic_profiles.h), into us.
func (r *raw) ionicPeriods() error {
	s, rtt := r.get("time_reset"), r.get("dce_tcp_rtt")
	if s == nil || rtt == nil || rtt.value == "1" {
		return nil
	}
	v, _ := new(big.Rat).SetString(s.value)
	t, _ := new(big.Rat).SetString(rtt.value)
	product := decimalText(v.Mul(v, t))
	r.note(s.where, "%s %s counts alpha periods of %s us with this driver: taken as %s us", s.name, s.value, rtt.value, product)
	s.value = product
	return nil
}

// driverLimits notes what the driver makes of a value: irdma.
func (r *raw) driverLimits(s setting, base string) {
	if base != "irdma" {
		return
	}
	v, _ := new(big.Rat).SetString(s.value)
	for _, l := range []struct {
		knob string
		most int64
	}{{"dcqcn_F", 8}, {"dcqcn_B", 1<<26 - 1}} {
		if s.knob == l.knob && v.Cmp(big.NewRat(l.most, 1)) > 0 {
			r.note(s.where, "%s %s is above %d, which the driver takes instead; kept as it is", s.name, s.value, l.most)
		}
	}
}

// states notes settings that make the parameters void.
func (r *raw) states(p *Profile) {
	for _, o := range p.Other {
		off := strings.HasPrefix(strings.ToLower(o.Value), "false") || o.Value == "0" || strings.EqualFold(o.Value, "n")
		switch {
		case o.Name == "dcqcn_enable" && off:
			r.note("", "dcqcn_enable is %s: DCQCN does not run", o.Value)
		case o.Name == "dcqcn_cc_cfg_valid" && off:
			r.note("", "dcqcn_cc_cfg_valid is %s: the parameters are not in force, the NIC uses its own", o.Value)
		case o.Name == "ROCE_CC_ALGORITHM" && !strings.HasPrefix(o.Value, "ECN") && o.Value != "0":
			r.note("", "ROCE_CC_ALGORITHM is %.40s, not ECN: DCQCN does not run", o.Value)
		case o.Name == "USER_PROGRAMMABLE_CC" && !off, o.Name == "ROCE_CC_LEGACY_DCQCN" && off:
			r.note("", "%s is %.40s: a loaded program, or an algorithm of the firmware, may decide rates in DCQCN's place", o.Name, o.Value)
		}
	}
	if p.RPEnabled != nil && *p.RPEnabled == 0 {
		r.note("", "the reaction point is off on all priorities: DCQCN does not run")
	}
	if p.NPEnabled != nil && *p.NPEnabled == 0 {
		r.note("", "the notification point is off on all priorities: no CNP is sent")
	}
}
