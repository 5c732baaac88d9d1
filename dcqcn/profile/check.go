package profile

import (
	"fmt"

	"smartnic-cc/dcqcn"
)

// maxIncrease is the largest R_AI and R_HAI, kb/s.
const maxIncrease = 1 << 28

// Check returns an error for the first parameter outside the range that dcqcn.Params
// declares, with its value and the range. Within the ranges the reaction point was
// shown not to overflow.
func Check(p dcqcn.Params) error {
	most := uint64(dcqcn.MaxRepresentable)
	one := uint64(1) << min(p.AlphaBits, 24)
	for _, f := range []struct {
		name   string
		v      uint64
		lo, hi uint64
		why    string
	}{
		{"MaxRate", uint64(p.MaxRate), 1, most, "kb/s"},
		{"MinRate", uint64(p.MinRate), 1, uint64(p.MaxRate), "kb/s (MaxRate)"},
		{"TargetCap", uint64(p.TargetCap), uint64(p.MaxRate), most, "kb/s (from MaxRate)"},
		{"RateAI", uint64(p.RateAI), 0, maxIncrease, "kb/s"},
		{"RateHAI", uint64(p.RateHAI), 0, maxIncrease, "kb/s"},
		{"FirstRate", uint64(p.FirstRate), 0, most, "kb/s"},
		{"AlphaPeriod", uint64(p.AlphaPeriod), 1, 1 << 30, "ns"},
		{"IncreasePeriod", uint64(p.IncreasePeriod), 1, 1 << 30, "ns"},
		{"CutPeriod", uint64(p.CutPeriod), 1, 1 << 30, "ns"},
		{"ByteReset", uint64(p.ByteReset), 0, 1 << 30, "bytes"},
		{"AlphaBits", uint64(p.AlphaBits), 8, 24, "bits"},
		{"CutShift", uint64(p.CutShift), uint64(p.AlphaBits), uint64(p.AlphaBits) + 1, "bits (AlphaBits or one more)"},
		{"AlphaInit", uint64(p.AlphaInit), 0, one, "(2^AlphaBits)"},
		{"AlphaMax", uint64(p.AlphaMax), 1, one, "(2^AlphaBits)"},
		{"OldWeight", uint64(p.OldWeight), 0, 1 << 16, "(UQ1.16)"},
		{"KeepAtLeast", uint64(p.KeepAtLeast), 0, 1 << 16, "(UQ1.16)"},
		{"Threshold", uint64(p.Threshold), 1, 31, "stages"},
		{"CutMode", uint64(p.CutMode), 0, uint64(dcqcn.CutFreeRunning), ""},
		{"AlphaMode", uint64(p.AlphaMode), 0, uint64(dcqcn.AlphaFreeRunning), ""},
		{"AlphaRounding", uint64(p.AlphaRounding), 0, uint64(dcqcn.RoundHalfUp), ""},
		{"Halving", uint64(p.Halving), 0, uint64(dcqcn.HalveEach), ""},
		{"Hyper", uint64(p.Hyper), 0, uint64(dcqcn.HyperStaged), ""},
		{"FirstCNP", uint64(p.FirstCNP), 0, uint64(dcqcn.FirstArms), ""},
	} {
		if f.v < f.lo || f.v > f.hi {
			text := fmt.Sprintf("%s: %d is out of range %d..%d", f.name, f.v, f.lo, f.hi)
			if f.why != "" {
				text += " " + f.why
			}
			return fmt.Errorf("%s", text)
		}
	}
	return nil
}
