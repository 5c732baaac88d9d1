package derive

import (
	"smartnic-cc/codegen/backend/doca/device"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/reaction"
)

// Devices are the reaction point.
func (Family) Devices() []device.Algorithm {
	return []device.Algorithm{{
		Name: "dcqcn", Title: "DCQCN's reaction point", Only: []string{"dcqcn.Init", "dcqcn.Step", "dcqcn.Next"},
		Rates: "rates", Alpha: true, Params: deviceParams,
	}}
}

func deviceParams(c profile.Choice) ([]device.Param, error) {
	choice, err := reaction.Of(reaction.AlgoDCQCN, c)
	if err != nil {
		return nil, err
	}
	if err := choice.NotLearning(choice.Algo); err != nil {
		return nil, err
	}
	p, _, _, err := reaction.Point(choice.Algo, c)
	if err != nil {
		return nil, err
	}
	return append(RateParams(&p.RP, ""), alphaParams(&p.RP, "")...), nil
}

// RateParams are the words of the parameters that every scheme on dcqcn.Rates has. of is the C path
// of the dcqcn.Params.
func RateParams(p *dcqcn.Params, of string) []device.Param {
	all := []device.Param{
		device.Rate("MinRate", "floor of the rate, kb/s", 1, uint32(p.MinRate)),
		device.Rate("MaxRate", "ceiling of the rate, kb/s", 1, uint32(p.MaxRate)),
		device.Rate("TargetCap", "ceiling of the target rate, kb/s", 1, uint32(p.TargetCap)),
		device.Word("RateAI", "additive increase, kb/s", 0, device.MaxRise, uint32(p.RateAI)),
		device.Word("RateHAI", "hyper increase, kb/s", 0, device.MaxRise, uint32(p.RateHAI)),
		device.Rate("FirstRate", "rate after the first CNP, kb/s; 0 cuts", 0, uint32(p.FirstRate)),
		device.Word("IncreasePeriod", "time between timer increases, ns", 1, device.MaxPeriod, p.IncreasePeriod),
		device.Word("CutPeriod", "least time between cuts, ns", 1, device.MaxPeriod, p.CutPeriod),
		device.Word("ByteReset", "bytes between increases; 0 is off", 0, device.MaxBytes, p.ByteReset),
		device.Word("KeepAtLeast", "least part of the rate that a cut keeps, 1/65536", 0, 1<<16, p.KeepAtLeast),
		device.Narrow("Threshold", "stages of fast recovery", 1, 31, p.Threshold),
		device.Narrow("CutMode", "0 cuts at once, 1 spaced, 2 from a free timer", 0, dcqcn.CutFreeRunning, p.CutMode),
		device.Narrow("Halving", "0 rounds the mean of both rates up, 1 halves each", 0, dcqcn.HalveEach, p.Halving),
		device.Narrow("Hyper", "0 raises by the hyper increase, 1 by its stage", 0, dcqcn.HyperStaged, p.Hyper),
		device.Narrow("FirstCNP", "0: the first CNP cuts, 1: it starts timers", 0, dcqcn.FirstArms, p.FirstCNP),
		device.Flag("ClampAfterTime", "an increase by the timer lets a cut take the target", p.ClampAfterTime),
		device.Flag("TestFirst", "stages are tested before they count", p.TestFirst),
	}
	return device.Prefixed(all, "", of)
}

// alphaParams are those of DCQCN alone.
func alphaParams(p *dcqcn.Params, of string) []device.Param {
	all := []device.Param{
		device.Word("AlphaPeriod", "time between updates of alpha, ns", 1, device.MaxPeriod, p.AlphaPeriod),
		device.Word("AlphaInit", "alpha before the first CNP, 2^-alpha_bits", 0, 1<<24, p.AlphaInit),
		device.Word("AlphaMax", "largest alpha, 2^-alpha_bits", 1, 1<<24, p.AlphaMax),
		device.Word("OldWeight", "weight of the old alpha, 1/65536", 0, 1<<16, p.OldWeight),
		device.Fixed(device.Narrow("AlphaBits", "fractional bits of alpha", 8, 24, p.AlphaBits)),
		device.Fixed(device.Narrow("CutShift", "a cut takes alpha/2^(cut_shift-alpha_bits)", 8, 25, p.CutShift)),
		device.Narrow("AlphaMode", "0 alpha rises at a CNP, 1 periodic, 2 free timer", 0, dcqcn.AlphaFreeRunning, p.AlphaMode),
		device.Narrow("AlphaRounding", "0 rounds alpha down, 1 half up", 0, dcqcn.RoundHalfUp, p.AlphaRounding),
		device.Flag("AlphaFirst", "a CNP updates alpha before it cuts", p.AlphaFirst),
		device.Flag("ClampTarget", "every cut takes the rate as target", p.ClampTarget),
	}
	return device.Prefixed(all, "", of)
}
