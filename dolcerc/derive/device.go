package derive

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/doca/device"
	"smartnic-cc/codegen/profile"
	dcqcnderive "smartnic-cc/dcqcn/derive"
	"smartnic-cc/dolcerc"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/reference"
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
			return deviceWords(&p)
		},
	}}
}

// DeviceParams returns the parameters of Dolce-RC on a profile for a device: Tx slots and CNPs as
// estimate, since the device does not see a CNP's reserved bits. On a DCQCN profile
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
	p, _, _, err := reaction.ResolveProfile(choice.Algo, c)
	if err != nil {
		return dolcerc.Params{}, err
	}
	if choice.QualifyAfter == 0 && !slices.Contains(dolcercprofile.Names(), choice.Profile) {
		choice.QualifyAfter = uint32(min(uint64(p.RP.Threshold)*uint64(p.RP.IncreasePeriod), device.MaxInterval))
	}
	params, arms, err := choice.DolceRC(&p)
	if err == nil && arms != 4 {
		err = fmt.Errorf("arms: %d for dolcerc4; give 4", arms)
	}
	return params, err
}

var learnWords = []device.Word{
	{Name: "Period", Text: "steps of an exploration round", Min: 4},
	{Name: "BlockShift", Text: "log2 of the steps between agings", Fixed: true},
	{Name: "CountShift", Text: "fractional bits of a count", Fixed: true},
	{Name: "GrowthPerStep", Text: "growth of a choice's weight"},
	{Name: "AgeBlock", Text: "ageing of a block"},
	{Name: "AgeRest", Text: "ageing of a round's last block"},
	{Name: "Gamma", Text: "discount"},
	{Name: "LogPerStep", Text: "log2 of 1/discount"},
	{Name: "XiLn2", Text: "xi ln 2"},
}

// deviceWords are those of Dolce-RC with 4 arms, but the estimate: see docs.
func deviceWords(p *dolcerc.Params) ([]device.Param, error) {
	t, err := codegen.Transducer("dolcerc4")
	if err != nil {
		return nil, err
	}
	values := reference.Flatten(p)
	all := device.Fields(t, values, "Base.", "", dcqcnderive.RateWords())
	all = append(all, device.Fields(t, values, "Learn.", "learn_", learnWords)...)
	for i := range 4 {
		a := p.Actions[i]
		all = append(all, device.Param{
			Name: fmt.Sprintf("arm%d", i), Text: fmt.Sprintf("arm %d: beta (1/32768) in the high half, alpha (1/65536) in the low", i),
			Min: 1 << 30, Max: device.MaxWord, Default: uint32(a.Beta)<<16 | uint32(a.Alpha),
			Fields: []string{
				fmt.Sprintf("p->actions[%d].alpha = (uint16_t)(%%s & 0xffffu)", i),
				fmt.Sprintf("p->actions[%d].beta = (uint16_t)(%%s >> 16)", i),
			},
		})
	}
	return append(all, device.Fields(t, values, "", "", []device.Word{
		{Name: "QualifyAfter", Text: "least time between qualified CNPs"},
		{Name: "SlotShift", Text: "log2 of a Tx slot in ns", Fixed: true},
	})...), nil
}
