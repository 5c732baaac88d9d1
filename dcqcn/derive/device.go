package derive

import (
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/doca/device"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/reference"
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
	p, _, _, err := reaction.ResolveProfile(choice.Algo, c)
	if err != nil {
		return nil, err
	}
	t, err := codegen.Transducer("dcqcn")
	if err != nil {
		return nil, err
	}
	return device.Fields(t, reference.Flatten(&p.RP), "", "", append(RateWords(), alphaWords...)), nil
}

// RateWords are the parameters of every scheme on dcqcn.Rates.
func RateWords() []device.Word {
	return []device.Word{
		{Name: "MinRate", Text: "floor of the rate"},
		{Name: "MaxRate", Text: "ceiling of the rate"},
		{Name: "TargetCap", Text: "ceiling of the target rate"},
		{Name: "RateAI", Text: "additive increase"},
		{Name: "RateHAI", Text: "hyper increase"},
		{Name: "FirstRate", Text: "rate after the first CNP; 0 cuts"},
		{Name: "IncreasePeriod", Text: "time between timer increases", Max: device.MaxPeriod},
		{Name: "CutPeriod", Text: "least time between cuts", Max: device.MaxPeriod},
		{Name: "ByteReset", Text: "bytes between increases; 0 is off"},
		{Name: "KeepAtLeast", Text: "least part of the rate that a cut keeps"},
		{Name: "Threshold", Text: "stages of fast recovery"},
		{Name: "CutMode", Text: "0 cuts at once, 1 spaced, 2 from a free timer"},
		{Name: "Halving", Text: "0 rounds the mean of both rates up, 1 halves each"},
		{Name: "Hyper", Text: "0 raises by the hyper increase, 1 by its stage"},
		{Name: "FirstCNP", Text: "0: the first CNP cuts, 1: it starts timers"},
		{Name: "ClampAfterTime", Text: "an increase by the timer lets a cut take the target"},
		{Name: "TestFirst", Text: "stages are tested before they count"},
	}
}

// alphaWords are those of DCQCN alone.
var alphaWords = []device.Word{
	{Name: "AlphaPeriod", Text: "time between updates of alpha", Max: device.MaxPeriod},
	{Name: "AlphaInit", Text: "alpha before the first CNP"},
	{Name: "AlphaMax", Text: "largest alpha"},
	{Name: "OldWeight", Text: "weight of the old alpha"},
	{Name: "AlphaBits", Text: "fractional bits of alpha", Fixed: true},
	{Name: "CutShift", Text: "a cut takes alpha/2^(cut_shift-alpha_bits)", Fixed: true},
	{Name: "AlphaMode", Text: "0 alpha rises at a CNP, 1 periodic, 2 free timer"},
	{Name: "AlphaRounding", Text: "0 rounds alpha down, 1 half up"},
	{Name: "AlphaFirst", Text: "a CNP updates alpha before it cuts"},
	{Name: "ClampTarget", Text: "every cut takes the rate as target"},
}
