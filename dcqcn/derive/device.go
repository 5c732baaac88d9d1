package derive

import (
	"smartnic-cc/codegen/backend/doca/device"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/internal/reference"
)

// Devices are the reaction point.
func (Family) Devices() []device.Algorithm {
	return []device.Algorithm{{
		Name: "dcqcn", Title: "DCQCN's reaction point", Only: []string{"dcqcn.Init", "dcqcn.Step", "dcqcn.Next"},
		Rates: "rates", Alpha: true, Words: append(RateWords(""), alphaWords...), Values: deviceValues,
	}}
}

func deviceValues(c profile.Choice) ([]uint64, error) {
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
	return reference.Flatten(&p.RP), nil
}

// RateWords are the words of the parameters that every scheme on dcqcn.Rates has. of is the path of
// the dcqcn.Params in the parameters, with a dot behind it.
func RateWords(of string) []device.Word {
	words := []device.Word{
		{Field: "MinRate", Text: "floor of the rate, %s"},
		{Field: "MaxRate", Text: "ceiling of the rate, %s"},
		{Field: "TargetCap", Text: "ceiling of the target rate, %s"},
		{Field: "RateAI", Text: "additive increase, %s"},
		{Field: "RateHAI", Text: "hyper increase, %s"},
		{Field: "FirstRate", Text: "rate after the first CNP, %s; 0 cuts"},
		{Field: "IncreasePeriod", Text: "time between timer increases, %s", Most: device.MaxPeriod},
		{Field: "CutPeriod", Text: "least time between cuts, %s", Most: device.MaxPeriod},
		{Field: "ByteReset", Text: "bytes between increases; 0 is off"},
		{Field: "KeepAtLeast", Text: "least part of the rate that a cut keeps, %s"},
		{Field: "Threshold", Text: "stages of fast recovery"},
		{Field: "CutMode", Text: "0 cuts at once, 1 spaced, 2 from a free timer"},
		{Field: "Halving", Text: "0 rounds the mean of both rates up, 1 halves each"},
		{Field: "Hyper", Text: "0 raises by the hyper increase, 1 by its stage"},
		{Field: "FirstCNP", Text: "0: the first CNP cuts, 1: it starts timers"},
		{Field: "ClampAfterTime", Text: "an increase by the timer lets a cut take the target"},
		{Field: "TestFirst", Text: "stages are tested before they count"},
	}
	for i := range words {
		words[i].Field = of + words[i].Field
	}
	return words
}

// alphaWords are those of DCQCN alone.
var alphaWords = []device.Word{
	{Field: "AlphaPeriod", Text: "time between updates of alpha, %s", Most: device.MaxPeriod},
	{Field: "AlphaInit", Text: "alpha before the first CNP, %s"},
	{Field: "AlphaMax", Text: "largest alpha, %s"},
	{Field: "OldWeight", Text: "weight of the old alpha, %s"},
	{Field: "AlphaBits", Text: "fractional bits of alpha", Fixed: true},
	{Field: "CutShift", Text: "a cut takes alpha/2^(cut_shift-alpha_bits)", Fixed: true},
	{Field: "AlphaMode", Text: "0 alpha rises at a CNP, 1 periodic, 2 free timer"},
	{Field: "AlphaRounding", Text: "0 rounds alpha down, 1 half up"},
	{Field: "AlphaFirst", Text: "a CNP updates alpha before it cuts"},
	{Field: "ClampTarget", Text: "every cut takes the rate as target"},
}
