package themis

import (
	"fmt"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/text/enum"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/workload"
)

// dolce returns Dolce-RC at the hosts with the parameters of Host: those of DCQCN there, except for the learned
// factor of its cuts.
func dolce() (*driver.Setup, error) {
	rp, err := Host(dcqcn.Rate(hostBit / 1000))
	if err != nil {
		return nil, err
	}
	c := reaction.Choice{Algo: reaction.AlgoDolceRC, Profile: "hpcc", Line: dcqcn.Rate(hostBit / 1000)}
	p, _, err := c.Resolve()
	if err != nil {
		return nil, err
	}
	p.RP = rp
	setup, err := c.SetupOn(&p)
	if err != nil {
		return nil, err
	}
	ready, err := setup.Driver()
	return &ready, err
}

// Variant is the gateways' configuration in an experiment.
type Variant uint8

// The variants.
const (
	// NoGateway is without THEMIS: the gateways are plain switches.
	NoGateway Variant = iota
	// NotifyAndReact is THEMIS, with both points.
	NotifyAndReact
	// NotifyOnly is the notification point alone, ReactOnly the reaction point alone.
	NotifyOnly
	ReactOnly
	// SmallBuffer is both with room for 16 MB.
	SmallBuffer
	// NoReactedBit is both without the bit that keeps the far gateway from reacting.
	NoReactedBit
	// WholePasses is both, holding packets by whole passes through the ingress queue.
	WholePasses
)

func (v Variant) String() string {
	return enum.Name(v, "DCQCN", "THEMIS", "notification point alone", "reaction point alone", "THEMIS with room for 16 MB", "THEMIS without the bit", "THEMIS by whole passes")
}

// Config returns what the gateways of the experiment do, nil for nothing.
func (v Variant) Config() *Config {
	if v == NoGateway {
		return nil
	}
	c := Default(dcqcn.Rate(hostBit / 1000))
	c.React, c.Notify = v != NotifyOnly, v != ReactOnly
	c.Unmarked = v == NoReactedBit
	if v == SmallBuffer {
		c.Capacity = 16 << 20
	}
	if v == WholePasses {
		c.Hold = HoldResubmit
	}
	return &c
}

// Point is a run of the study.
type Point struct {
	Variant Variant
	// Dolce has Dolce-RC at the hosts instead of DCQCN.
	Dolce bool
	Seed  uint64
	// Delay is that of the long link. Load is in millionths; Flows begin.
	Delay event.Time
	Load  uint32
	Flows uint32
	// Even spreads far flows over the whole time.
	Even bool
}

// At returns the paper's experiment with a variant and seed.
func At(v Variant, seed uint64) Point {
	x := Paper(seed)
	return Point{Variant: v, Seed: seed, Delay: x.Delay, Load: x.Load, Flows: x.Flows}
}

// Run runs it. The error is that of Experiment.Run.
func (p Point) Run() (*Outcome, error) {
	x := Paper(p.Seed)
	x.Delay, x.Load, x.Flows, x.Even, x.Themis = p.Delay, p.Load, p.Flows, p.Even, p.Variant.Config()
	// Twice what they need on average.
	x.Duration = event.Time(uint64(20*event.Millisecond) * workload.LoadUnit / uint64(max(p.Load, 1)))
	if p.Dolce {
		var err error
		if x.Hosts, err = dolce(); err != nil {
			return nil, err
		}
	}
	o, err := x.Run()
	if err != nil {
		return nil, fmt.Errorf("%+v: %w", p, err)
	}
	return o, nil
}
