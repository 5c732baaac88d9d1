// Package decimal derives the integer parameters of DR-UCB (bandit.Params) from
// the decimal numbers that people write: gamma, epsilon and xi. It is a tool, not
// firmware; it computes with exact rationals, so that every machine derives the
// same integers.
package decimal

import (
	"fmt"
	"math/big"

	"smartnic-cc/bandit"
	"smartnic-cc/internal/base/text/pattern"
)

// Config is DR-UCB as the paper parametrises it. Numbers are decimal text
// ("0.9998"), so that nothing is lost on the way.
type Config struct {
	// Arms is K, 2..8.
	Arms int
	// Gamma is the discount factor, 0.5..0.99998.
	Gamma string
	// Epsilon is the random exploration probability: floor(K/epsilon), the period of
	// the exploration rounds, must lie in K..4096.
	Epsilon string
	// Xi is the exploration constant, above 0.5 and at most 2.
	Xi string
}

// Paper is the setting of the paper's evaluation (section V-A) for 4 arms.
func Paper() Config {
	return Config{Arms: 4, Gamma: "0.9998", Epsilon: "0.015", Xi: "0.5001"}
}

// Limits of a Config, and why.
var (
	minGamma = big.NewRat(1, 2)           // log2(1/gamma) has 28 bits
	maxGamma = big.NewRat(99998, 100_000) // the discounted count, at most 1/(1-gamma), has 16 bits
	minXi    = big.NewRat(1, 2)           // theorem 1, exclusive
	maxXi    = big.NewRat(2, 1)           // the padding has 8 integer bits
	// maxGrowth bounds the growth of a choice's weight within a block, whose chord is
	// then off by at most 1/16^2/8 = 0.05 %.
	maxGrowth = big.NewRat(17, 16)
	// maxCount leaves 1/32 of the 16 bits for what the dither adds.
	maxCount = big.NewRat(65535*31/32, 1)
)

const (
	maxBlockShift = 12
	maxCountShift = 14
)

// Params derives the integers. An error names the parameter, its value and its range.
func Params(c Config) (bandit.Params, error) {
	if c.Arms < 2 || c.Arms > bandit.MaxArms {
		return bandit.Params{}, fmt.Errorf("arms: %d is out of range 2..%d", c.Arms, bandit.MaxArms)
	}
	gamma, err := Parse("gamma", c.Gamma, "0.9998")
	if err != nil {
		return bandit.Params{}, err
	}
	if gamma.Cmp(minGamma) < 0 || gamma.Cmp(maxGamma) > 0 {
		return bandit.Params{}, fmt.Errorf("gamma: %s is out of range 0.5..0.99998", c.Gamma)
	}
	epsilon, err := Parse("epsilon", c.Epsilon, "0.015")
	if err != nil {
		return bandit.Params{}, err
	}
	period, err := explorationPeriod(c, epsilon)
	if err != nil {
		return bandit.Params{}, err
	}
	xi, err := Parse("xi", c.Xi, "0.5001")
	if err != nil {
		return bandit.Params{}, err
	}
	if xi.Cmp(minXi) <= 0 || xi.Cmp(maxXi) > 0 {
		return bandit.Params{}, fmt.Errorf("xi: %s is out of range: above 0.5, at most 2", c.Xi)
	}
	p := bandit.Params{
		Period: uint16(period),
		Gamma:  uint32(floor(scaled(gamma, 32))),
		XiLn2:  uint32(nearest(scaled(new(big.Rat).Mul(xi, ln2()), 16))),
	}
	p.LogPerStep = uint32(nearest(scaled(new(big.Rat).Quo(lnInverse(gamma), ln2()), 28)))
	setBlocks(&p, gamma)
	return p, nil
}

var decimalNumber = pattern.Of(`^[0-9]{1,9}(\.[0-9]{1,18})?$`)

// Parse reads a decimal number with up to 9 digits before the point and 18 after it. The error names it, and gives an example.
func Parse(name, text, example string) (*big.Rat, error) {
	if !decimalNumber().MatchString(text) {
		return nil, fmt.Errorf("%s: %.40q is not a decimal number such as %s", name, text, example)
	}
	r, _ := new(big.Rat).SetString(text)
	return r, nil
}

func explorationPeriod(c Config, epsilon *big.Rat) (int64, error) {
	one := big.NewRat(1, 1)
	if epsilon.Sign() > 0 && epsilon.Cmp(one) < 0 {
		period := floor(new(big.Rat).Quo(big.NewRat(int64(c.Arms), 1), epsilon))
		if period <= bandit.MaxPeriod {
			return period, nil
		}
	}
	least := float64(c.Arms) / (bandit.MaxPeriod + 1)
	return 0, fmt.Errorf("epsilon: %s is out of range: above %.6f (K/%d for K = %d) and below 1",
		c.Epsilon, least, bandit.MaxPeriod+1, c.Arms)
}

// setBlocks chooses the length of a block and the scale of the counts, and derives
// the factors that go with them.
func setBlocks(p *bandit.Params, gamma *big.Rat) {
	// The longest block within a round whose growth is below maxGrowth: ageing seldom
	// rounds seldom.
	block := new(big.Rat).Set(gamma) // gamma^(2^b)
	for b := 1; b <= maxBlockShift && 1<<b <= int(p.Period); b++ {
		next := power(gamma, 1<<b)
		if new(big.Rat).Inv(next).Cmp(maxGrowth) > 0 {
			break
		}
		block = next
		p.BlockShift = uint8(b)
	}
	growth := new(big.Rat).Inv(block)
	// The finest scale in which the largest count, 1/(1-gamma) at the end of a block,
	// fits.
	most := new(big.Rat).Quo(growth, new(big.Rat).Sub(big.NewRat(1, 1), gamma))
	for most.Mul(most, big.NewRat(2, 1)); p.CountShift < maxCountShift && most.Cmp(maxCount) <= 0; p.CountShift++ {
		most.Mul(most, big.NewRat(2, 1))
	}
	if p.BlockShift > 0 {
		perStep := new(big.Rat).Sub(growth, big.NewRat(1, 1))
		perStep.Quo(perStep, big.NewRat(1<<p.BlockShift, 1))
		p.GrowthPerStep = uint32(nearest(scaled(perStep, 32)))
	}
	p.AgeBlock = fraction(block)
	p.AgeRest = p.AgeBlock
	if rest := int(p.Period) % (1 << p.BlockShift); rest > 0 {
		p.AgeRest = fraction(power(gamma, rest))
	}
}

// power returns x^n.
func power(x *big.Rat, n int) *big.Rat {
	exponent := big.NewInt(int64(n))
	return new(big.Rat).SetFrac(new(big.Int).Exp(x.Num(), exponent, nil), new(big.Int).Exp(x.Denom(), exponent, nil))
}

// fraction returns x as UQ0.16, rounded to nearest, within 1..65535.
func fraction(x *big.Rat) uint16 {
	return uint16(min(max(nearest(scaled(x, 16)), 1), 65535))
}

func scaled(x *big.Rat, bits uint) *big.Rat {
	return new(big.Rat).Mul(x, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), bits)))
}

func floor(x *big.Rat) int64 { return new(big.Int).Div(x.Num(), x.Denom()).Int64() }

func nearest(x *big.Rat) int64 { return floor(new(big.Rat).Add(x, big.NewRat(1, 2))) }

// ln2 returns ln 2 = 2 atanh(1/3).
func ln2() *big.Rat { return twiceAtanh(big.NewRat(1, 3)) }

// lnInverse returns ln(1/x) = 2 atanh((1-x)/(1+x)).
func lnInverse(x *big.Rat) *big.Rat {
	one := big.NewRat(1, 1)
	return twiceAtanh(new(big.Rat).Quo(new(big.Rat).Sub(one, x), new(big.Rat).Add(one, x)))
}

// twiceAtanh returns 2 atanh(z) for 0 < z <= 1/3 in fixed point with 120 fractional
// bits, off by less than 2^-100: the sum of 2 z^(2k+1)/(2k+1).
func twiceAtanh(z *big.Rat) *big.Rat {
	const fractionBits = 120
	fixed := func(r *big.Rat) *big.Int {
		return new(big.Int).Div(new(big.Int).Lsh(r.Num(), fractionBits), r.Denom())
	}
	power := fixed(z)
	square := fixed(new(big.Rat).Mul(z, z))
	sum := new(big.Int)
	for k := int64(1); power.Sign() > 0; k += 2 {
		sum.Add(sum, new(big.Int).Quo(power, big.NewInt(k)))
		power.Rsh(power.Mul(power, square), fractionBits)
	}
	return new(big.Rat).SetFrac(sum.Lsh(sum, 1), new(big.Int).Lsh(big.NewInt(1), fractionBits))
}
