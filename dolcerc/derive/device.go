package derive

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen/backend/doca/device"
	"smartnic-cc/codegen/profile"
	dcqcnderive "smartnic-cc/dcqcn/derive"
	"smartnic-cc/dolcerc"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/internal/reference"
)

// Devices are Dolce-RC with 4 arms, whose state fits a flow's context.
func (Family) Devices() []device.Algorithm {
	return []device.Algorithm{{
		Name: "dolcerc4", Title: "Dolce-RC with 4 arms", Only: []string{"dolcerc4", "dolcerc.Next4"},
		Rates: "react", Base: "base.", Learns: true, Words: deviceWords(),
		Values: func(c profile.Choice) ([]uint64, error) {
			p, err := DeviceParams(c)
			return reference.Flatten(&p), err
		},
	}}
}

// DeviceParams returns the parameters of Dolce-RC on a profile for a device: Tx slots and CNPs as
// estimate, since the device is not told what a CNP's reserved bits hold. On a DCQCN profile
// they are the paper's arms and learning, and CNPs are qualified that come one fast-recovery
// phase of the base apart; a profile of Dolce-RC's own keeps its values of these.
func DeviceParams(c profile.Choice) (dolcerc.Params, error) {
	choice, err := reaction.Of(reaction.AlgoDolceRC, c)
	if err != nil {
		return dolcerc.Params{}, err
	}
	if choice.Estimate != "" && choice.Estimate != dolcercprofile.TxSlots {
		return dolcerc.Params{}, fmt.Errorf("estimate: %.40q does not go with target doca-pcc, which is not told how many marked packets CNPs report; it has %s", choice.Estimate, dolcercprofile.TxSlots)
	}
	choice.Estimate = dolcercprofile.TxSlots
	p, _, _, err := reaction.Point(choice.Algo, c)
	if err != nil {
		return dolcerc.Params{}, err
	}
	if choice.QualifyAfter == 0 && !slices.Contains(dolcercprofile.Names(), choice.Profile) {
		choice.QualifyAfter = uint32(min(uint64(p.RP.Threshold)*uint64(p.RP.IncreasePeriod), 1<<30))
	}
	params, arms, err := choice.DolceRC(&p)
	if err == nil && arms != 4 {
		err = fmt.Errorf("arms: %d for dolcerc4; give 4", arms)
	}
	return params, err
}

// deviceWords are those of Dolce-RC with 4 arms, but the estimate: see docs.
func deviceWords() []device.Word {
	all := append(dcqcnderive.RateWords("Base."), []device.Word{
		{Field: "Learn.Period", Text: "steps of an exploration round", Least: 4}, // one an arm
		{Field: "Learn.BlockShift", Text: "log2 of the steps between agings", Fixed: true},
		{Field: "Learn.CountShift", Text: "fractional bits of a count", Fixed: true},
		{Field: "Learn.GrowthPerStep", Text: "growth of a choice's weight, %s"},
		{Field: "Learn.AgeBlock", Text: "ageing of a block, %s"},
		{Field: "Learn.AgeRest", Text: "ageing of a round's last block, %s"},
		{Field: "Learn.Gamma", Text: "discount, %s"},
		{Field: "Learn.LogPerStep", Text: "log2 of 1/discount, %s"},
		{Field: "Learn.XiLn2", Text: "xi ln 2, %s"},
	}...)
	for i := range 4 {
		all = append(all, device.Word{
			Name: fmt.Sprintf("arm%d", i), Field: fmt.Sprintf("Actions[%d].Beta", i), Low: fmt.Sprintf("Actions[%d].Alpha", i),
			Text: fmt.Sprintf("arm %d: beta (%%s) in the high half, alpha (%%s) in the low", i),
		})
	}
	return append(all,
		device.Word{Field: "QualifyAfter", Text: "least time between qualified CNPs, %s"},
		device.Word{Field: "SlotShift", Text: "log2 of a Tx slot in ns", Fixed: true})
}
