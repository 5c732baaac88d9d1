package reaction

import (
	"fmt"
	"strings"

	"smartnic-cc/bandit/decimal"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/nicprofile"
)

// Algorithms that a Choice can name.
const (
	AlgoDCQCN   = "dcqcn"
	AlgoDolceRC = "dolcerc"
)

// Choice is an algorithm and its parameters as people name them.
type Choice struct {
	// Algo is AlgoDCQCN or AlgoDolceRC.
	Algo string
	// Profile is the DCQCN profile of the reaction point: a name, or a file
	// (nicprofile.Resolve).
	Profile string
	// Line is the port's speed, kb/s.
	Line dcqcn.Rate
	// Set holds changes of the profile under the vendor's names: "time_reset=300".
	Set []string
	// The rest is Dolce-RC's. Empty text stands for the default (package
	// dolcerc/profile).
	Estimate string
	// Arms are pairs "alpha:beta", 2 to 8.
	Arms               []string
	Gamma, Epsilon, Xi string
	// QualifyAfter is in ns; 0 stands for the default.
	QualifyAfter uint32
}

// Setup derives the integers. An error names the parameter, its value and its range.
func (c *Choice) Setup() (Setup, error) {
	p, _, err := nicprofile.Resolve(c.Profile, c.Line)
	if err != nil {
		return Setup{}, err
	}
	if err := c.Change(&p); err != nil {
		return Setup{}, err
	}
	return c.On(&p)
}

// Change makes the changes of Set to a profile.
func (c *Choice) Change(p *dcqcnprofile.Profile) error {
	for _, change := range c.Set {
		name, value, ok := strings.Cut(change, "=")
		if !ok {
			return fmt.Errorf("set: %.60q is not name=value, as in time_reset=300", change)
		}
		if err := p.Set(strings.TrimSpace(name), strings.TrimSpace(value)); err != nil {
			return err
		}
	}
	return nil
}

// On is Setup on the given profile, in place of that of Profile and Set.
func (c *Choice) On(p *dcqcnprofile.Profile) (Setup, error) {
	base := p.RP
	if err := dcqcnprofile.Check(base); err != nil {
		return Setup{}, err
	}
	switch c.Algo {
	case AlgoDCQCN:
		if c.Estimate != "" || len(c.Arms) > 0 || c.Gamma != "" || c.Epsilon != "" || c.Xi != "" || c.QualifyAfter != 0 {
			return Setup{}, fmt.Errorf("algo: %s does not learn; estimate, arms, gamma, epsilon, xi and qualify-after go with %s", AlgoDCQCN, AlgoDolceRC)
		}
		return DCQCN(base), nil
	case AlgoDolceRC:
		return c.dolceRC(p)
	default:
		return Setup{}, fmt.Errorf("algo: %q is unknown; use %s or %s", c.Algo, AlgoDCQCN, AlgoDolceRC)
	}
}

func (c *Choice) dolceRC(base *dcqcnprofile.Profile) (Setup, error) {
	d := dolcercprofile.Default(c.Line)
	if c.Estimate == dolcercprofile.TxSlots {
		d = dolcercprofile.DefaultTxSlots(c.Line)
	}
	d.Base = base.Name
	if c.Estimate != "" {
		d.Estimate = c.Estimate
	}
	if len(c.Arms) > 0 {
		d.Arms = nil
		for i, arm := range c.Arms {
			alpha, beta, ok := strings.Cut(arm, ":")
			if !ok {
				return Setup{}, fmt.Errorf("arm %d: %q is not alpha:beta, as in 0.25:1.05", i, arm)
			}
			d.Arms = append(d.Arms, dolcercprofile.Arm{Alpha: alpha, Beta: beta})
		}
	}
	d.Learn = decimal.Config{Arms: len(d.Arms), Gamma: or(c.Gamma, d.Learn.Gamma), Epsilon: or(c.Epsilon, d.Learn.Epsilon), Xi: or(c.Xi, d.Learn.Xi)}
	if c.QualifyAfter != 0 {
		d.QualifyAfter = c.QualifyAfter
	}
	p, err := dolcercprofile.Params(d)
	if err != nil {
		return Setup{}, err
	}
	p.Base = base.RP
	return DolceRC(p, len(d.Arms)), nil
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
