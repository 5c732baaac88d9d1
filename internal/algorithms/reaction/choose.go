package reaction

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/bandit/decimal"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/dolcerc"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/base/text/nearest"
)

// Algorithms that a Choice can name.
const (
	AlgoDCQCN   = "dcqcn"
	AlgoDolceRC = "dolcerc"
)

// Default is the default algorithm.
const Default = AlgoDCQCN

// Algorithms returns the names that a Choice can have.
func Algorithms() []string { return []string{AlgoDCQCN, AlgoDolceRC} }

// Learns reports whether the algorithm counts marks and learns from them.
func (c *Choice) Learns() bool { return c.Algo == AlgoDolceRC }

// Choice is an algorithm and its parameters as users name them.
type Choice struct {
	// Algo is AlgoDCQCN or AlgoDolceRC.
	Algo string
	// Profile is the DCQCN profile of the reaction point, a name or a file of a NIC's settings (RegisterReader), or
	// one of Dolce-RC's own, which includes the learning.
	Profile string
	// Line is the port's speed, kb/s.
	Line dcqcn.Rate
	// Set holds changes of the profile under the vendor's names: "time_reset=300".
	Set []string
	// The rest is Dolce-RC's. Empty text means the profile's value, if it is one of Dolce-RC's own, or else the
	// default (package dolcerc/profile).
	Estimate string
	// Arms are pairs "alpha:beta", 2 to 8.
	Arms               []string
	Gamma, Epsilon, Xi string
	// QualifyAfter is in ns; 0 is the default.
	QualifyAfter uint32
}

// Resolve returns the parameters of Profile, without the changes of Set. file is nil unless Profile is a file. It
// fails if the profile does not exist or is another algorithm's, or if the line rate is out of range.
func (c *Choice) Resolve() (p dcqcnprofile.Profile, file *File, err error) {
	if c.Algo != AlgoDolceRC {
		if slices.Contains(dolcercprofile.Names(), c.Profile) {
			return p, nil, fmt.Errorf("profile %s has the parameters of %s; use it with that algorithm", c.Profile, AlgoDolceRC)
		}
		return resolve(c.Profile, c.Line)
	}
	if profile.IsPath(c.Profile) {
		return resolve(c.Profile, c.Line)
	}
	d, err := dolcercprofile.Get(c.Profile, c.Line)
	if err != nil {
		return p, nil, orFile(err, c.Profile, c.Line)
	}
	p, err = d.Reaction()
	return p, nil, err
}

// Reaction is Resolve with the changes of Set. The error is that of either, or of package
// dcqcn/profile's Check.
func (c *Choice) Reaction() (p dcqcnprofile.Profile, file *File, err error) {
	if p, file, err = c.Resolve(); err != nil {
		return p, file, err
	}
	if err := p.Change(c.Set); err != nil {
		return p, file, err
	}
	return p, file, dcqcnprofile.Check(p.RP)
}

// OfProfile returns the Choice with the estimate that its profile's CNPs allow, unless another one was asked for.
// file is that of Resolve.
func (c Choice) OfProfile(file *File) Choice {
	base := c.Profile
	if file != nil {
		base = file.Base
	}
	if c.Estimate == "" {
		c.Estimate = dolcercprofile.EstimateFor(dolcercprofile.ReportsMarks(base))
	}
	return c
}

// NotLearning returns the error of settings of Dolce-RC for another algorithm.
func (c *Choice) NotLearning(algo string) error {
	if c.Estimate != "" || len(c.Arms) > 0 || c.Gamma != "" || c.Epsilon != "" || c.Xi != "" || c.QualifyAfter != 0 {
		return fmt.Errorf("algo: %s does not learn; estimate, arms, gamma, epsilon, xi and qualify-after go with %s", algo, AlgoDolceRC)
	}
	return nil
}

// Setup derives the integers. An error names the parameter, its value and its range.
func (c *Choice) Setup() (Setup, error) {
	p, _, err := c.Resolve()
	if err != nil {
		return Setup{}, err
	}
	if err := p.Change(c.Set); err != nil {
		return Setup{}, err
	}
	return c.SetupOn(&p)
}

// SetupOn is Setup on the given profile instead of that of Profile and Set. The error is that of package
// dcqcn/profile's Check, of an unknown algorithm, of settings of Dolce-RC for DCQCN, or of DolceRC.
func (c *Choice) SetupOn(p *dcqcnprofile.Profile) (Setup, error) {
	base := p.RP
	if err := dcqcnprofile.Check(base); err != nil {
		return Setup{}, err
	}
	switch c.Algo {
	case AlgoDCQCN:
		if err := c.NotLearning(AlgoDCQCN); err != nil {
			return Setup{}, err
		}
		return DCQCN(base), nil
	case AlgoDolceRC:
		params, arms, err := c.DolceRC(p)
		if err != nil {
			return Setup{}, err
		}
		return DolceRC(params, arms), nil
	default:
		return Setup{}, fmt.Errorf("algo: %q is unknown%s; use %s or %s", c.Algo, nearest.Hint(c.Algo, []string{AlgoDCQCN, AlgoDolceRC}), AlgoDCQCN, AlgoDolceRC)
	}
}

// DolceRC derives Dolce-RC's integers on a reaction point, usually that of Resolve with the changes of Set, and
// returns the number of arms. The errors are those of Config, and of a setting that is out of range.
func (c *Choice) DolceRC(base *dcqcnprofile.Profile) (p dolcerc.Params, arms int, err error) {
	d, err := c.Config()
	if err != nil {
		return p, 0, err
	}
	p, err = dolcercprofile.Params(d)
	p.Base = base.RP
	return p, len(d.Arms), err
}

// Config returns Dolce-RC's parameters in addition to those of the reaction point, each from the Choice or from the
// profile. Base and Set are the profile's, whatever the Choice says.
func (c *Choice) Config() (dolcercprofile.Config, error) {
	d := dolcercprofile.Default(c.Line)
	switch {
	case slices.Contains(dolcercprofile.Names(), c.Profile):
		d, _ = dolcercprofile.Get(c.Profile, c.Line)
	case c.Estimate == dolcercprofile.TxSlots:
		d = dolcercprofile.DefaultTxSlots(c.Line)
	}
	d.Estimate = cmp.Or(c.Estimate, d.Estimate)
	if len(c.Arms) > 0 {
		d.Arms = nil
		for i, arm := range c.Arms {
			alpha, beta, ok := strings.Cut(arm, ":")
			if !ok {
				return d, fmt.Errorf("arm %d: %q is not alpha:beta, as in 0.25:1.05", i, arm)
			}
			d.Arms = append(d.Arms, dolcercprofile.Arm{Alpha: alpha, Beta: beta})
		}
	}
	d.Learn = decimal.Config{Arms: len(d.Arms), Gamma: cmp.Or(c.Gamma, d.Learn.Gamma), Epsilon: cmp.Or(c.Epsilon, d.Learn.Epsilon), Xi: cmp.Or(c.Xi, d.Learn.Xi)}
	d.QualifyAfter = cmp.Or(c.QualifyAfter, d.QualifyAfter)
	return d, nil
}

// UsesDefaults reports whether the algorithm runs on defaults because the profile has no settings for it: Dolce-RC on
// a NIC's DCQCN settings, whose CNPs do not report what it learns from.
func (c *Choice) UsesDefaults() bool {
	return c.Algo == AlgoDolceRC && !dolcercprofile.ReportsMarks(c.Profile) && c.Estimate == "" && len(c.Arms) == 0
}

// Recommended returns the algorithm's own profile; "" if it has none.
func (c *Choice) Recommended() string {
	if c.Algo == AlgoDolceRC {
		return dolcercprofile.RecommendedName
	}
	return ""
}
