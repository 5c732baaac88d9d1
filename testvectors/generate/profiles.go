package generate

import "smartnic-cc/dcqcn"

type namedParams struct {
	name   string
	params dcqcn.Params
}

// dcqcnProfiles returns the parameters of the profiles, the paper's first.
func dcqcnProfiles() ([]namedParams, error) {
	paper := dcqcn.Params{
		MinRate: 40_000, MaxRate: 100_000_000, TargetCap: 100_000_000, RateAI: 40_000, RateHAI: 400_000,
		AlphaPeriod: 55_000, IncreasePeriod: 55_000, CutPeriod: 50_000, ByteReset: 10_000_000,
		AlphaInit: 1 << 16, AlphaMax: 1 << 16, OldWeight: 65280, AlphaBits: 16, CutShift: 17, Threshold: 5,
		Hyper: dcqcn.HyperStaged, ClampTarget: true,
	}
	return []namedParams{{"paper", paper}}, nil
}
