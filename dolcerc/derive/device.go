package derive

import (
	"fmt"
	"slices"

	"smartnic-cc/bandit"
	"smartnic-cc/codegen/backend/doca/device"
	"smartnic-cc/codegen/profile"
	dcqcnderive "smartnic-cc/dcqcn/derive"
	"smartnic-cc/dolcerc"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/reaction"
)

// Devices are Dolce-RC with 4 arms, whose state fits a flow's context.
func (Family) Devices() []device.Algorithm {
	return []device.Algorithm{{
		Name: "dolcerc4", Title: "Dolce-RC with 4 arms", Only: []string{"dolcerc4", "dolcerc.Next4"},
		Rates: "react", Base: "base.", Learns: true,
		Params: func(c profile.Choice) ([]device.Param, error) {
			p, err := DeviceParams(c)
			if err != nil {
				return nil, err
			}
			return deviceWords(&p), nil
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
		choice.QualifyAfter = uint32(min(uint64(p.RP.Threshold)*uint64(p.RP.IncreasePeriod), device.MaxWait))
	}
	params, arms, err := choice.DolceRC(&p)
	if err == nil && arms != 4 {
		err = fmt.Errorf("arms: %d for dolcerc4; give 4", arms)
	}
	return params, err
}

// maxXiLn2 is 2 ln 2 in UQ2.16, rounded up: xi is at most 2.
const maxXiLn2 = 90853

// deviceWords are those of Dolce-RC with 4 arms, but the estimate: see docs.
func deviceWords(p *dolcerc.Params) []device.Param {
	all := dcqcnderive.RateParams(&p.Base, "base.")
	l := &p.Learn
	learn := []device.Param{
		device.Half("Period", "steps of an exploration round", 4, bandit.MaxPeriod, l.Period),
		device.Fixed(device.Narrow("BlockShift", "log2 of the steps between agings", 0, 12, l.BlockShift)),
		device.Fixed(device.Narrow("CountShift", "fractional bits of a count", 0, 14, l.CountShift)),
		device.Word("GrowthPerStep", "growth of a choice's weight, 2^-32", 0, device.MaxRise, l.GrowthPerStep),
		device.Half("AgeBlock", "ageing of a block, 1/65536", 1, 65535, l.AgeBlock),
		device.Half("AgeRest", "ageing of a round's last block, 1/65536", 1, 65535, l.AgeRest),
		device.Word("Gamma", "discount, 2^-32", 1<<31, device.MaxWord, l.Gamma),
		device.Word("LogPerStep", "log2 of 1/discount, 2^-28", 0, device.MaxRise, l.LogPerStep),
		device.Word("XiLn2", "xi ln 2, 1/65536", 0, maxXiLn2, l.XiLn2),
	}
	all = append(all, device.Prefixed(learn, "learn_", "learn.")...)
	for i := range 4 {
		a := p.Actions[i]
		all = append(all, device.Param{
			Name: fmt.Sprintf("arm%d", i), Text: fmt.Sprintf("arm %d: beta (1/32768) in the high half, alpha (1/65536) in the low", i),
			Least: 1 << 30, Most: device.MaxWord, Default: uint32(a.Beta)<<16 | uint32(a.Alpha),
			Fields: []string{
				fmt.Sprintf("p->actions[%d].alpha = (uint16_t)(%%s & 0xffffu)", i),
				fmt.Sprintf("p->actions[%d].beta = (uint16_t)(%%s >> 16)", i),
			},
		})
	}
	return append(all, device.Prefixed([]device.Param{
		device.Word("QualifyAfter", "least time between qualified CNPs, ns", 1, device.MaxWait, p.QualifyAfter),
		device.Fixed(device.Narrow("SlotShift", "log2 of a Tx slot in ns", 6, 20, p.SlotShift)),
	}, "", "")...)
}
