package profile

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"

	"smartnic-cc/dcqcn"
)

// weightName is the parameter that comes in two conventions.
const weightName = "dce_tcp_g"

// limits are ranges: the vendor's, and the widest that dcqcn.Params has.
type limits struct{ min, max, wideMin, widest uint64 }

const (
	maxIncrease = 1 << 28      // kb/s, of R_AI and R_HAI
	maxTime     = 1 << 30 / us // us
	max17       = 1<<17 - 1
	maxRateMbps = uint64(dcqcn.MaxRepresentable) / mbps
)

func rp(name, unit, def, meaning string, l limits, a accessors, aliases ...string) Knob {
	return knob("rp_", MLX5, name, unit, def, meaning, l, a, aliases)
}

func np(name, unit, def, meaning string, l limits, a accessors) Knob {
	return knob("np_", MLX5, name, unit, def, meaning, l, a, nil)
}

func irdmaKnob(name, unit, def, meaning string, l limits, a accessors) Knob {
	return knob("", IRDMA, name, unit, def, meaning, l, a, nil)
}

func knob(prefix string, v Vendor, name, unit, def, meaning string, l limits, a accessors, aliases []string) Knob {
	return Knob{
		Name: name, Prefix: prefix, Vendor: v, Unit: unit, Min: l.min, Max: l.max, Default: def, Meaning: meaning,
		aliases: aliases, wideMin: l.wideMin, widest: l.widest, accessors: a,
	}
}

var (
	minRateField = rate(func(p *dcqcn.Params) *dcqcn.Rate { return &p.MinRate })
	timeReset    = period(func(p *Profile) *uint32 { return &p.RP.IncreasePeriod })
	byteReset    = scaled(func(p *Profile) *uint32 { return &p.RP.ByteReset }, 1, "bytes")
	thresholdSet = byteSized(func(p *Profile) *uint8 { return &p.RP.Threshold })
	minDecFac    = accessors{getKeep, setKeep}
	cutPeriod    = accessors{getCutPeriod, setCutPeriod}
	oneBit       = limits{0, 1, 0, 1}
)

var knobs = []Knob{
	rp("clamp_tgt_rate", "bool", "0", "every cut sets the target rate to the current rate", oneBit,
		boolean(func(p *Profile) *bool { return &p.RP.ClampTarget })),
	rp("clamp_tgt_rate_ati", "bool", "1", "a cut after an increase by the timer does", oneBit,
		boolean(func(p *Profile) *bool { return &p.RP.ClampAfterTime }), "clamp_tgt_rate_after_time_inc"),
	rp("time_reset", "us", "300", "time between increases by the timer", limits{1, max17, 0, maxTime}, timeReset),
	rp("byte_reset", "bytes", "32767", "bytes between increases by the byte counter, 0 = off",
		limits{0, 1<<15 - 1, 0, 1 << 30}, byteReset),
	rp("threshold", "stages", "1", "stages of fast recovery", limits{1, 31, 1, 31}, thresholdSet),
	rp("ai_rate", "Mb/s", "5", "additive increase of the target rate", limits{0, max17, 0, maxIncrease / mbps},
		rate(func(p *dcqcn.Params) *dcqcn.Rate { return &p.RateAI })),
	rp("hai_rate", "Mb/s", "50", "hyper increase of the target rate", limits{0, max17, 0, maxIncrease / mbps},
		rate(func(p *dcqcn.Params) *dcqcn.Rate { return &p.RateHAI })),
	rp("max_rate", "Mb/s", "0", "ceiling of the rates, 0 = the port's speed", limits{0, maxRateMbps, 0, maxRateMbps},
		accessors{getMaxRate, setMaxRate}),
	rp("gd", "log2", "11", "a cut is by alpha/2^gd, alpha in 1/1024", limits{10, 11, 10, 11}, accessors{getGD, setGD}),
	rp("min_dec_fac", "%", "50", "of the current rate a cut keeps at least", limits{0, 100, 0, 100}, minDecFac),
	rp("min_rate", "Mb/s", "1", "floor of the current rate", limits{1, maxRateMbps, 0, maxRateMbps}, minRateField),
	rp("rate_to_set_on_first_cnp", "Mb/s", "0", "rate that the first CNP sets, 0 = it cuts", limits{0, maxRateMbps, 0, maxRateMbps},
		rate(func(p *dcqcn.Params) *dcqcn.Rate { return &p.FirstRate })),
	rp(weightName, "1/1024", "1019", "weight of the old alpha in the new one", limits{0, 1023, 0, 1024},
		scaled(func(p *Profile) *uint32 { return &p.RP.OldWeight }, 64, "units of 2^-16")),
	rp("dce_tcp_rtt", "us", "1", "time between updates of alpha", limits{1, max17, 0, maxTime},
		period(func(p *Profile) *uint32 { return &p.RP.AlphaPeriod })),
	rp("rate_reduce_monitor_period", "us", "4", "least time between cuts", limits{1, max17, 0, maxTime}, cutPeriod),
	rp("initial_alpha_value", "1/1024", "1023", "alpha before the first CNP", limits{1, 1023, 0, 1024},
		accessors{getAlpha, setAlpha}, "initial_alpha"),
	np("min_time_between_cnps", "us", "4", "least time between two CNPs of a flow", limits{0, max17, 0, maxTime},
		period(func(p *Profile) *uint32 { return &p.NP.Interval })),
	np("cnp_dscp", "", "48", "DSCP of CNPs", limits{0, 63, 0, 63},
		byteSized(func(p *Profile) *uint8 { return &p.CNP.DSCP })),
	np("cnp_prio", "", "6", "802.1p priority of CNPs", limits{0, 7, 0, 7},
		byteSized(func(p *Profile) *uint8 { return &p.CNP.Priority })),
	irdmaKnob("dcqcn_min_dec_factor", "%", "1", "of the current rate a cut keeps at least", limits{1, 100, 1, 100}, minDecFac),
	irdmaKnob("dcqcn_F", "stages", "5", "stages of fast recovery", limits{1, 31, 1, 31}, thresholdSet),
	irdmaKnob("dcqcn_T", "us", "55", "time between increases by the timer", limits{1, max17, 1, max17},
		accessors{timeReset.get, setFactorPeriod}),
	irdmaKnob("dcqcn_B", "bytes", "150000", "bytes between increases by the byte counter, 0 = off",
		limits{0, 1 << 30, 0, 1 << 30}, byteReset),
	irdmaKnob("dcqcn_rai_factor", "segments", "1", "additive increase, segments of 1024 bytes each dcqcn_T", limits{1, 255, 1, 255},
		factor(func(p *dcqcn.Params) *dcqcn.Rate { return &p.RateAI })),
	irdmaKnob("dcqcn_hai_factor", "segments", "5", "hyper increase, segments of 1024 bytes each dcqcn_T", limits{1, 255, 1, 255},
		factor(func(p *dcqcn.Params) *dcqcn.Rate { return &p.RateHAI })),
	irdmaKnob("dcqcn_rreduce_mperiod", "us", "50", "least time between cuts", limits{1, max17, 1, max17}, cutPeriod),
}

// The percentage that a cut keeps: UQ1.16 to the nearest whole percent.
func getKeep(p *Profile) (*big.Rat, error) {
	percent := (uint64(p.RP.KeepAtLeast)*100 + one/2) / one
	if fromPercent(percent) != p.RP.KeepAtLeast {
		return nil, fmt.Errorf("KeepAtLeast %d/65536 is no whole percentage", p.RP.KeepAtLeast)
	}
	return rat(percent), nil
}

func setKeep(p *Profile, v *big.Rat) error {
	n, err := whole(v, "percent")
	p.RP.KeepAtLeast = fromPercent(n)
	return err
}

func getCutPeriod(p *Profile) (*big.Rat, error) {
	if p.RP.CutMode == dcqcn.CutAtOnce {
		return nil, ErrNoParameter
	}
	return new(big.Rat).Quo(rat(uint64(p.RP.CutPeriod)), rat(us)), nil
}

func setCutPeriod(p *Profile, v *big.Rat) error {
	if p.RP.CutMode == dcqcn.CutAtOnce {
		return errors.New("every CNP cuts at once in profile " + p.Name + ", there is no period to set")
	}
	n, err := whole(new(big.Rat).Mul(v, rat(us)), "ns")
	p.RP.CutPeriod = uint32(n)
	return err
}

func getMaxRate(p *Profile) (*big.Rat, error) {
	if p.RP.MaxRate == p.Line {
		return new(big.Rat), nil
	}
	return new(big.Rat).Quo(rat(uint64(p.RP.MaxRate)), rat(mbps)), nil
}

// setMaxRate sets the ceiling of both rates.
func setMaxRate(p *Profile, v *big.Rat) error {
	n, err := whole(new(big.Rat).Mul(v, rat(mbps)), "kb/s")
	if err != nil {
		return err
	}
	r := cmp.Or(dcqcn.Rate(n), p.Line)
	if r > p.Line {
		return errors.New("above the port's speed; out of range 0.." + decimalRate(p.Line) + " Mb/s")
	}
	p.RP.MaxRate, p.RP.TargetCap = r, r
	return nil
}

func decimalRate(r dcqcn.Rate) string {
	text, _ := decimal(new(big.Rat).Quo(rat(uint64(r)), rat(mbps)))
	return text
}

func getGD(p *Profile) (*big.Rat, error) {
	return rat(uint64(10 + p.RP.CutShift - p.RP.AlphaBits)), nil
}

func setGD(p *Profile, v *big.Rat) error {
	n, err := whole(v, "bits")
	p.RP.CutShift = p.RP.AlphaBits + uint8(n) - 10
	return err
}

func getAlpha(p *Profile) (*big.Rat, error) {
	return new(big.Rat).Quo(rat(uint64(p.RP.AlphaInit)<<10), rat(1<<p.RP.AlphaBits)), nil
}

func setAlpha(p *Profile, v *big.Rat) error {
	raw := new(big.Rat).Mul(v, rat(1<<p.RP.AlphaBits))
	n, err := whole(raw.Quo(raw, rat(1<<10)), fmt.Sprintf("units of 2^-%d, which alpha has", p.RP.AlphaBits))
	p.RP.AlphaInit = uint32(n)
	return err
}

// factor makes the accessors of an increase that irdma counts in segments each
// period.
func factor(field func(*dcqcn.Params) *dcqcn.Rate) accessors {
	return accessors{
		get: func(p *Profile) (*big.Rat, error) {
			f, ok := findFactor(*field(&p.RP), p.RP.IncreasePeriod)
			if !ok {
				return nil, fmt.Errorf("%d kb/s is no whole number of segments each %d ns", *field(&p.RP), p.RP.IncreasePeriod)
			}
			return rat(f), nil
		},
		set: func(p *Profile, v *big.Rat) error {
			n, err := whole(v, "segments")
			if err != nil {
				return err
			}
			*field(&p.RP), err = checkedFactorRate(n, p.RP.IncreasePeriod)
			return err
		},
	}
}

func checkedFactorRate(f uint64, period uint32) (dcqcn.Rate, error) {
	r := factorRate(f, period)
	if r > maxIncrease {
		return 0, fmt.Errorf("%d segments each %d ns are %d kb/s, out of range 0..%d", f, period, r, maxIncrease)
	}
	return r, nil
}

func findFactor(r dcqcn.Rate, period uint32) (uint64, bool) {
	for f := range uint64(256) {
		if factorRate(f, period) == r {
			return f, true
		}
	}
	return 0, false
}

// setFactorPeriod sets the period and keeps the factors, so that the increases
// follow, in whatever order a text gives them.
func setFactorPeriod(p *Profile, v *big.Rat) error {
	for _, field := range []*dcqcn.Rate{&p.RP.RateAI, &p.RP.RateHAI} {
		f, ok := findFactor(*field, p.RP.IncreasePeriod)
		if !ok {
			continue // not counted in segments: stays
		}
		n, err := whole(new(big.Rat).Mul(v, rat(us)), "ns")
		if err != nil {
			return err
		}
		if *field, err = checkedFactorRate(f, uint32(n)); err != nil {
			return err
		}
	}
	return timeReset.set(p, v)
}
