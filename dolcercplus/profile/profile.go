// Package profile makes the parameters of a Dolce-RC+ connection
// (dolcercplus.Params) from what people write: rates, times and decimal learning
// parameters. It is a tool, not firmware. docs/profiles.md gives the reason of
// every default.
package profile

import (
	"fmt"

	"smartnic-cc/bandit/decimal"
	"smartnic-cc/dolcercplus"
)

// Config is Dolce-RC+ as people parametrise it.
type Config struct {
	// Line is C, the rate of the highest arm, kb/s; MinLine..MaxLine.
	Line uint32
	// MinRate is a floor under the rates of the arms, kb/s; 1..Line.
	MinRate uint32
	// BaseDelay is the round-trip time of an empty network, ns; at most 2^30.
	BaseDelay uint32
	// Learn are the parameters of DR-UCB.
	Learn decimal.Config
}

// Range of the line rate, kb/s. Below MinLine the time of one byte does not fit its
// UQ8.24 ns.
const (
	MinLine uint32 = 31_251        // 31.251 Mb/s
	MaxLine uint32 = 1_600_000_000 // 1.6 Tb/s
)

// Default is the paper's setting for a port of the given speed, kb/s: its DR-UCB,
// and the round-trip time of 8 us across the racks of its testbed (section V-A).
func Default(line uint32) Config {
	return Config{Line: line, MinRate: 1_000, BaseDelay: 8_000, Learn: decimal.Paper()}
}

// Params derives the integers: the time of a byte to UQ8.24 ns, rounded to nearest.
// An error names the parameter, its value and its range.
func Params(c Config) (dolcercplus.Params, error) {
	if c.Line < MinLine || c.Line > MaxLine {
		return dolcercplus.Params{}, fmt.Errorf("line rate: %d kb/s is out of range %d..%d (31.251 Mb/s to 1.6 Tb/s)", c.Line, MinLine, MaxLine)
	}
	if c.MinRate < 1 || c.MinRate > c.Line {
		return dolcercplus.Params{}, fmt.Errorf("minimum rate: %d kb/s is out of range 1..%d (the line rate)", c.MinRate, c.Line)
	}
	if c.BaseDelay > 1<<30 {
		return dolcercplus.Params{}, fmt.Errorf("base delay: %d is out of range 0..%d ns", c.BaseDelay, 1<<30)
	}
	learn, err := decimal.Params(c.Learn)
	if err != nil {
		return dolcercplus.Params{}, err
	}
	// 8 bits a byte over C kb/s: 8e6/C ns.
	line := uint64(c.Line)
	return dolcercplus.Params{
		Learn:     learn,
		LinkRate:  c.Line,
		MinRate:   c.MinRate,
		NsPerByte: uint32((8_000_000<<24 + line/2) / line),
		BaseDelay: c.BaseDelay,
	}, nil
}
