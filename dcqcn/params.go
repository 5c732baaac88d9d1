package dcqcn

// Rate is a sending rate in kb/s (1000 bits a second), 0..2^31 - 1 (2.147 Tb/s).
//
//ccgen:unit kb/s
type Rate uint32

// MaxRepresentable is the largest rate, so that the sum of two fits 32 bits.
const MaxRepresentable Rate = (1 << 31) - 1

// CutMode is when a CNP cuts the rate.
type CutMode uint8

// The cut modes.
const (
	// CutAtOnce: every CNP cuts when it arrives (the paper).
	CutAtOnce CutMode = iota
	// CutSpaced: at once if no cut happened within [CutPeriod]; else one cut at the
	// end of the period, however many CNPs came in it.
	CutSpaced
	// CutFreeRunning: only at the ticks of a timer of [CutPeriod] that the first CNP
	// starts and nothing stops, if a CNP came since the tick before (HPCC's ns-3). The
	// increase timer ends 1 ns short of [IncreasePeriod] after a cut, so that of an
	// increase and a cut at one tick the increase comes first, as in that simulator.
	CutFreeRunning
)

// AlphaMode is when alpha is updated.
type AlphaMode uint8

// The alpha modes.
const (
	// AlphaOnCNP: a CNP raises alpha at once and restarts the alpha timer; each end of
	// the timer lowers it (the paper).
	AlphaOnCNP AlphaMode = iota
	// AlphaPeriodic: at the end of each [AlphaPeriod] alpha rises if a CNP came in it,
	// else falls. The timer starts with a CNP and stops when alpha moves no more.
	AlphaPeriodic
	// AlphaFreeRunning: as [AlphaPeriodic], but nothing stops the timer.
	AlphaFreeRunning
)

// Rounding is how products are rounded to alpha's fractional bits.
type Rounding uint8

// The roundings.
const (
	// RoundDown drops the bits. With few bits alpha then never reaches 1.
	RoundDown Rounding = iota
	// RoundHalfUp rounds to nearest, ties up.
	RoundHalfUp
)

// Halving is how the mean of RT and RC is taken.
type Halving uint8

// The halvings.
const (
	// HalveSum: (RT + RC + 1) / 2 rounded down, so that RC arrives at RT.
	HalveSum Halving = iota
	// HalveEach: RT/2 + RC/2, each rounded down (HPCC's ns-3).
	HalveEach
)

// HyperMode is how hyper increase raises RT.
type HyperMode uint8

// The hyper modes.
const (
	// HyperFlat: by R_HAI.
	HyperFlat HyperMode = iota
	// HyperStaged: by i R_HAI with i = min(T, BC) - F.
	HyperStaged
)

// FirstCNPMode is what the first CNP of a connection does.
type FirstCNPMode uint8

// The first CNP modes.
const (
	// FirstCuts: what every CNP does.
	FirstCuts FirstCNPMode = iota
	// FirstArms: it starts the timers and does not count for alpha. Its cut waits for
	// the first end of the cut timer, [CutPeriod] and 1 ns later, and comes even if no
	// other CNP does (HPCC's ns-3; the nanosecond is the simulator's, which puts a cut
	// behind the update of alpha at the end of the same period). With [CutAtOnce], which
	// has no such timer, it does not cut.
	FirstArms
)

// Params are the parameters of a reaction point. Rates in kb/s, times in ns.
type Params struct {
	// MinRate is the floor of RC, 1..[MaxRate].
	//
	//ccgen:range 1..MaxRate
	MinRate Rate
	// MaxRate is the ceiling of RC, the port's speed; at most [MaxRepresentable].
	//
	//ccgen:range 1..MaxRepresentable
	MaxRate Rate
	// TargetCap is the ceiling of RT: [MaxRate], or more where the target may pass the
	// line rate; [MaxRate]..[MaxRepresentable].
	//
	//ccgen:range MaxRate..MaxRepresentable
	TargetCap Rate
	// RateAI is R_AI, the additive increase of RT; at most 2^28.
	//
	//ccgen:range 0..1<<28
	RateAI Rate
	// RateHAI is R_HAI, the hyper increase of RT; at most 2^28.
	//
	//ccgen:range 0..1<<28
	RateHAI Rate
	// FirstRate, if not 0, is the rate that the first CNP sets, RC and RT alike, held
	// between [MinRate] and [MaxRate]. That CNP does not count for alpha; with [FirstCuts]
	// the rate is in the place of its cut, with [FirstArms] its cut comes all the same.
	//
	//ccgen:range 0..MaxRepresentable
	FirstRate Rate
	// AlphaPeriod is the time between updates of alpha, ns; 1..2^30.
	//
	//ccgen:range 1..1<<30
	//ccgen:unit ns
	AlphaPeriod uint32
	// IncreasePeriod is T, the time between timer increases, ns; 1..2^30.
	//
	//ccgen:range 1..1<<30
	//ccgen:unit ns
	IncreasePeriod uint32
	// CutPeriod is the least time between cuts, ns; unused with [CutAtOnce]; 1..2^30.
	//
	//ccgen:range 1..1<<30
	//ccgen:unit ns
	CutPeriod uint32
	// ByteReset is B, the bytes between increases of the byte counter, 0 for none; at
	// most 2^30.
	//
	//ccgen:range 0..1<<30
	//ccgen:unit B
	ByteReset uint32
	// AlphaInit is alpha before the first CNP, [AlphaBits] fractional bits;
	// 0..2^[AlphaBits].
	//
	//ccgen:range 0..1<<AlphaBits
	//ccgen:format UQ1.AlphaBits
	AlphaInit uint32
	// AlphaMax is the largest alpha, [AlphaBits] fractional bits; 1..2^[AlphaBits]: the
	// hardware's ten bits end at 1023.
	//
	//ccgen:range 1..1<<AlphaBits
	//ccgen:format UQ1.AlphaBits
	AlphaMax uint32
	// OldWeight is 1 - g, the weight of the old alpha in the new one, UQ1.16;
	// 0..65536.
	//
	//ccgen:range 0..65536
	//ccgen:format UQ1.16
	OldWeight uint32
	// KeepAtLeast is the fraction of RC that one cut keeps at least, UQ1.16;
	// 0..65536.
	//
	//ccgen:range 0..65536
	//ccgen:format UQ1.16
	KeepAtLeast uint32
	// AlphaBits is the number of fractional bits of alpha; 8..24.
	//
	//ccgen:range 8..24
	//ccgen:unit bits
	AlphaBits uint8
	// CutShift is the number of bits by which the product RC alpha is shifted:
	// [AlphaBits] + 1 cuts by alpha/2; [AlphaBits]..[AlphaBits]+1.
	//
	//ccgen:range AlphaBits..AlphaBits+1
	//ccgen:unit bits
	CutShift uint8
	// Threshold is F, the stages of fast recovery; 1..31.
	//
	//ccgen:range 1..31
	//ccgen:unit stages
	Threshold uint8
	// CutMode is when a CNP cuts: [CutAtOnce], [CutSpaced] or [CutFreeRunning].
	//
	//ccgen:range CutAtOnce..CutFreeRunning
	CutMode CutMode
	// AlphaMode is when alpha is updated: [AlphaOnCNP], [AlphaPeriodic] or
	// [AlphaFreeRunning].
	//
	//ccgen:range AlphaOnCNP..AlphaFreeRunning
	AlphaMode AlphaMode
	// AlphaRounding is how alpha is rounded: [RoundDown] or [RoundHalfUp].
	//
	//ccgen:range RoundDown..RoundHalfUp
	AlphaRounding Rounding
	// Halving is how the mean of RT and RC is taken: [HalveSum] or [HalveEach].
	//
	//ccgen:range HalveSum..HalveEach
	Halving Halving
	// Hyper is how hyper increase raises RT: [HyperFlat] or [HyperStaged].
	//
	//ccgen:range HyperFlat..HyperStaged
	Hyper HyperMode
	// FirstCNP is what the first CNP does: [FirstCuts] or [FirstArms].
	//
	//ccgen:range FirstCuts..FirstArms
	FirstCNP FirstCNPMode
	// AlphaFirst: a CNP that cuts at once updates alpha before the cut, else after it
	// (the paper's order).
	AlphaFirst bool
	// ClampTarget: every cut sets RT = RC. Else only a cut with an increase since the
	// one before (see [ClampAfterTime]): repeated cuts keep the old target.
	ClampTarget bool
	// ClampAfterTime: an increase by the timer counts as an increase for the rule of
	// [ClampTarget], not only one by the byte counter. Plays no part with [ClampTarget].
	ClampAfterTime bool
	// TestFirst: an increase looks at the stages before it counts itself, not after.
	TestFirst bool
}
