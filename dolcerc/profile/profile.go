// Package profile makes the parameters of a Dolce-RC connection (dolcerc.Params)
// from what people write: the name of a DCQCN profile, arms and learning
// parameters as decimals, times. It is a tool, not firmware; it computes with exact
// rationals, so that every machine makes the same integers. docs/profiles.md gives
// the reason of every default.
package profile

import (
	"fmt"
	"math/big"

	"smartnic-cc/bandit"
	"smartnic-cc/bandit/decimal"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/dolcerc"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/base/text/nearest"
)

// Arm is the action of an arm, in decimals ("0.3213"), so that nothing is rounded on
// the way.
type Arm struct {
	// Alpha is the rate reduction factor of equation (2), 0..1.
	Alpha string
	// Beta is RT/RC after a cut, equation (1), 0.5..1.9999.
	Beta string
}

// Names of the ways in which the reward of equation (4) is estimated.
const (
	// MarkedPackets: packets sent, and marked packets as CNPs count them.
	MarkedPackets = dolcerc.MarkedPacketsName
	// TxSlots: time slots with a transmission, and CNPs received.
	TxSlots = dolcerc.TxSlotsName
)

// Estimates returns the names of the estimates.
func Estimates() []string { return []string{MarkedPackets, TxSlots} }

// Config is Dolce-RC as people parametrise it.
type Config struct {
	// Base is the name of the DCQCN profile of the reaction point; its alpha plays no
	// part.
	Base string
	// Set are changes of the base under the names of package dcqcn/profile, in order:
	// "ai_rate=1000".
	Set []string
	// Line is the port's speed, kb/s.
	Line dcqcn.Rate
	// Arms are the actions of the arms; as many as Learn.Arms.
	Arms []Arm
	// Learn are the parameters of DR-UCB.
	Learn decimal.Config
	// QualifyAfter is the least time between two qualified CNPs, ns; 1..2^30.
	QualifyAfter uint32
	// Estimate is MarkedPackets or TxSlots.
	Estimate string
}

// Default is the setting of the paper's evaluation for a port of the given speed, kb/s,
// as far as the paper states it: its DCQCN and DR-UCB, four arms, CNPs that count marked
// packets, and CNPs qualified that come at least five CNP intervals of 50 us apart
// (section IV-A). What the arms are is ours.
func Default(line dcqcn.Rate) Config {
	arms, _ := Arms(4)
	return Config{
		Base:         "paper",
		Line:         line,
		Arms:         arms,
		Learn:        decimal.Paper(),
		QualifyAfter: 5 * 50_000,
		Estimate:     MarkedPackets,
	}
}

// DefaultTxSlots is the paper's prototype (section IV-B, the actual case): a
// ConnectX reaction point, whose cuts are spaced, since CNPs come up to every
// microsecond; CNPs qualified that come at least one fast-recovery phase of that
// reaction point apart, its F = 1 period of 300 us.
func DefaultTxSlots(line dcqcn.Rate) Config {
	c := Default(line)
	c.Base = "connectx"
	c.QualifyAfter = 300_000
	c.Estimate = TxSlots
	return c
}

// slotShift makes Tx slots of 1.024 us, for the paper's 1 us.
const slotShift = 10

// txSlotInterval is the CNP interval that goes with TxSlots, ns (section IV-B).
const txSlotInterval = 1_000

// Reaction returns the reaction and notification point that a Config stands on: Base with
// the changes of Set. The error is that of a profile or a parameter which does not exist,
// or of a change that is not name=value.
func (c *Config) Reaction() (dcqcnprofile.Profile, error) {
	p, err := dcqcnprofile.Get(c.Base, c.Line)
	if err != nil {
		return p, err
	}
	return p, p.Change(c.Set)
}

// Params derives the integers: alpha to UQ0.16 and beta to UQ1.15, each rounded to
// nearest. An error names the parameter, its value and its range.
func Params(c Config) (dolcerc.Params, error) {
	base, err := c.Reaction()
	if err != nil {
		return dolcerc.Params{}, err
	}
	learn, err := decimal.Params(c.Learn)
	if err != nil {
		return dolcerc.Params{}, err
	}
	if len(c.Arms) != c.Learn.Arms {
		return dolcerc.Params{}, fmt.Errorf("arms: %d pairs of alpha and beta for %d arms; give one pair an arm", len(c.Arms), c.Learn.Arms)
	}
	p := dolcerc.Params{Base: base.RP, Learn: learn, QualifyAfter: c.QualifyAfter, SlotShift: slotShift}
	if c.QualifyAfter < 1 || c.QualifyAfter > 1<<30 {
		return dolcerc.Params{}, fmt.Errorf("qualify after: %d is out of range 1..%d ns", c.QualifyAfter, 1<<30)
	}
	if p.Estimate, err = estimate(c.Estimate); err != nil {
		return dolcerc.Params{}, err
	}
	for i, a := range c.Arms {
		alpha, err := fixed(fmt.Sprintf("alpha of arm %d", i), a.Alpha, 16, "0", "1")
		if err != nil {
			return dolcerc.Params{}, err
		}
		beta, err := fixed(fmt.Sprintf("beta of arm %d", i), a.Beta, dolcerc.BetaBits, "0.5", "1.9999")
		if err != nil {
			return dolcerc.Params{}, err
		}
		p.Actions[i] = dolcerc.Action{Alpha: fixedpoint.UQ0x16(min(alpha, 0xFFFF)), Beta: uint16(beta)}
	}
	for i := len(c.Arms); i < len(p.Actions); i++ {
		p.Actions[i].Beta = 1 << dolcerc.BetaBits // plays no part, but has its range
	}
	return p, nil
}

// NP returns the parameters of the notification point that goes with a Config: the base
// profile's, or with TxSlots the CNP interval of 1 us that this estimate counts on. The
// errors are those of Reaction, and that of an unknown estimate.
func NP(c Config) (dcqcn.NPParams, error) {
	base, err := c.Reaction()
	if err != nil {
		return dcqcn.NPParams{}, err
	}
	if _, err := estimate(c.Estimate); err != nil {
		return dcqcn.NPParams{}, err
	}
	return NPOf(base.NP, c.Estimate), nil
}

// NPOf returns the notification point that goes with an estimate on a base's.
func NPOf(base dcqcn.NPParams, estimate string) dcqcn.NPParams {
	if estimate == TxSlots {
		base.Interval = txSlotInterval
	}
	return base
}

func estimate(name string) (dolcerc.Estimate, error) {
	switch name {
	case MarkedPackets:
		return dolcerc.MarkedPackets, nil
	case TxSlots:
		return dolcerc.TxSlots, nil
	}
	return 0, fmt.Errorf("estimate: unknown name %.40q%s; one of %s, %s", name, nearest.Hint(name, []string{MarkedPackets, TxSlots}), MarkedPackets, TxSlots)
}

// fixed returns the decimal number text with the given number of fractional bits,
// rounded to nearest, ties up.
func fixed(name, text string, bits uint, lo, hi string) (uint64, error) {
	x, err := decimal.Parse(name, text, "0.25")
	if err != nil {
		return 0, err
	}
	least, _ := new(big.Rat).SetString(lo)
	most, _ := new(big.Rat).SetString(hi)
	if x.Cmp(least) < 0 || x.Cmp(most) > 0 {
		return 0, fmt.Errorf("%s: %s is out of range %s..%s", name, text, lo, hi)
	}
	x.Mul(x, new(big.Rat).SetInt64(1<<bits))
	x.Add(x, big.NewRat(1, 2))
	return new(big.Int).Div(x.Num(), x.Denom()).Uint64(), nil
}

// Arms returns the default arms for k arms, 2..8, in rising order of beta. They are what
// dolcerc/fluid proposes for its default network (100 Gb/s, 2 to 64 connections), rounded
// to four digits and written down here, since floating point need not give the same last
// bit on every machine. Another k is an error.
func Arms(k int) ([]Arm, error) {
	if k < 2 || k > bandit.MaxArms {
		return nil, fmt.Errorf("arms: %d is out of range 2..%d", k, bandit.MaxArms)
	}
	return append([]Arm(nil), proposed[k-2]...), nil
}

var proposed = [...][]Arm{
	{{"0.7752", "0.7000"}, {"0.1258", "1.0000"}},
	{{"0.7752", "0.7000"}, {"0.1258", "1.0000"}, {"0.2903", "1.1000"}},
	{{"0.7752", "0.7000"}, {"0.3213", "0.9182"}, {"0.1258", "1.0000"}, {"0.2903", "1.1000"}},
	{{"0.7752", "0.7000"}, {"0.4288", "0.8703"}, {"0.2378", "0.9520"}, {"0.1258", "1.0000"}, {"0.2903", "1.1000"}},
	{
		{"0.7752", "0.7000"}, {"0.4958", "0.8389"}, {"0.3213", "0.9182"}, {"0.2011", "0.9654"}, {"0.1258", "1.0000"},
		{"0.2903", "1.1000"},
	},
	{
		{"0.7752", "0.7000"}, {"0.4958", "0.8389"}, {"0.3213", "0.9182"}, {"0.2011", "0.9654"}, {"0.1258", "1.0000"},
		{"0.1932", "1.0350"}, {"0.2903", "1.1000"},
	},
	{
		{"0.7752", "0.7000"}, {"0.5412", "0.8170"}, {"0.3821", "0.8916"}, {"0.2691", "0.9398"}, {"0.1797", "0.9727"},
		{"0.1258", "1.0000"}, {"0.1932", "1.0350"}, {"0.2903", "1.1000"},
	},
}
