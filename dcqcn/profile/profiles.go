package profile

import "smartnic-cc/dcqcn"

// maker makes a profile for a line rate.
type maker struct {
	name, title, source string
	vendor              Vendor
	make                func(line dcqcn.Rate) Profile
}

var makers = []maker{
	{
		"paper", "DCQCN as published",
		"Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015",
		None, paper,
	},
	{
		"connectx", "NVIDIA ConnectX, defaults of the mlx5 driver and firmware",
		"Linux mlx5 debugfs cc_params, NVIDIA's page on DCQCN parameters, public configuration dumps",
		MLX5, connectx,
	},
	{
		"ionic", "AMD Pensando, defaults of the ionic driver",
		"public configuration of the ionic RDMA driver",
		Ionic, ionic,
	},
	{
		"irdma", "Intel, defaults of the irdma driver",
		"module parameters of the irdma driver",
		IRDMA, irdma,
	},
	{
		"hpcc", "the model of ConnectX in HPCC's ns-3 and its forks",
		"Li et al., HPCC: High Precision Congestion Control, SIGCOMM 2019, the simulator's mlx mode",
		None, hpcc,
	},
}

const (
	us   = 1_000 // ns
	mbps = 1_000 // kb/s
	gbps = 1_000 * mbps
	one  = 1 << 16 // of a UQ1.16 fraction
)

// usualMark is how CNPs are marked where a source does not say: mlx5's default.
var usualMark = Marking{DSCP: 48, Priority: 6}

func paper(line dcqcn.Rate) Profile {
	return Profile{
		RP: dcqcn.Params{
			MinRate:        min(40*mbps, line),
			MaxRate:        line,
			TargetCap:      line,
			RateAI:         40 * mbps,
			RateHAI:        400 * mbps,
			AlphaPeriod:    55 * us,
			IncreasePeriod: 55 * us,
			CutPeriod:      50 * us, // unused: CutAtOnce
			ByteReset:      10_000_000,
			AlphaInit:      1 << 24,
			AlphaMax:       1 << 24,
			OldWeight:      one - one/256,
			KeepAtLeast:    0,
			AlphaBits:      24,
			CutShift:       25,
			Threshold:      5,
			CutMode:        dcqcn.CutAtOnce,
			AlphaMode:      dcqcn.AlphaOnCNP,
			AlphaRounding:  dcqcn.RoundHalfUp,
			Halving:        dcqcn.HalveSum,
			Hyper:          dcqcn.HyperStaged,
			FirstCNP:       dcqcn.FirstCuts,
			ClampTarget:    true,
			ClampAfterTime: true,
		},
		NP:  dcqcn.NPParams{Interval: 50 * us},
		CNP: usualMark,
	}
}

func connectx(line dcqcn.Rate) Profile {
	return Profile{
		RP: dcqcn.Params{
			MinRate:        1 * mbps,
			MaxRate:        line,
			TargetCap:      line,
			RateAI:         5 * mbps,
			RateHAI:        50 * mbps,
			AlphaPeriod:    1 * us,
			IncreasePeriod: 300 * us,
			CutPeriod:      4 * us,
			ByteReset:      32_767,
			AlphaInit:      1023,
			AlphaMax:       1023,
			OldWeight:      1019 * one / 1024,
			KeepAtLeast:    one / 2,
			AlphaBits:      10,
			CutShift:       11,
			Threshold:      1,
			CutMode:        dcqcn.CutSpaced,
			AlphaMode:      dcqcn.AlphaPeriodic,
			AlphaRounding:  dcqcn.RoundDown,
			Halving:        dcqcn.HalveSum,
			Hyper:          dcqcn.HyperFlat,
			FirstCNP:       dcqcn.FirstCuts,
			AlphaFirst:     true,
			ClampAfterTime: true,
			TestFirst:      true,
		},
		NP:  dcqcn.NPParams{Interval: 4 * us},
		CNP: usualMark,
	}
}

func ionic(line dcqcn.Rate) Profile {
	p := connectx(line)
	p.RP.AlphaInit = 64
	p.RP.OldWeight = 512 * one / 1024
	p.RP.AlphaPeriod = 1 * us
	p.RP.CutPeriod = 1 * us
	p.RP.IncreasePeriod = 1 * us
	p.RP.ByteReset = 431_068
	p.RP.RateAI = 160 * mbps
	p.RP.RateHAI = 300 * mbps
	p.CNP.DSCP = 46
	return p
}

func irdma(line dcqcn.Rate) Profile {
	p := paper(line)
	p.RP.IncreasePeriod = 55 * us
	p.RP.ByteReset = 150_000
	p.RP.Threshold = 5
	p.RP.KeepAtLeast = fromPercent(1)
	p.RP.CutMode = dcqcn.CutSpaced
	p.RP.CutPeriod = 50 * us
	p.RP.RateAI = factorRate(1, p.RP.IncreasePeriod)
	p.RP.RateHAI = factorRate(5, p.RP.IncreasePeriod)
	return p
}

func hpcc(line dcqcn.Rate) Profile {
	// 5 Mb/s per 25 Gb/s of line rate.
	ai := max(line/(25*gbps/(5*mbps)), 1)
	return Profile{
		RP: dcqcn.Params{
			MinRate:        min(1*gbps, line),
			MaxRate:        line,
			TargetCap:      line,
			RateAI:         ai,
			RateHAI:        10 * ai,
			AlphaPeriod:    1 * us,
			IncreasePeriod: 300 * us,
			CutPeriod:      4 * us,
			ByteReset:      0,
			AlphaInit:      1 << 24,
			AlphaMax:       1 << 24,
			OldWeight:      one - one/256,
			KeepAtLeast:    0,
			AlphaBits:      24,
			CutShift:       25,
			Threshold:      1,
			CutMode:        dcqcn.CutFreeRunning,
			AlphaMode:      dcqcn.AlphaFreeRunning,
			AlphaRounding:  dcqcn.RoundHalfUp,
			Halving:        dcqcn.HalveEach,
			Hyper:          dcqcn.HyperFlat,
			FirstCNP:       dcqcn.FirstArms,
			AlphaFirst:     true,
			ClampAfterTime: true,
			TestFirst:      true,
		},
		NP:  dcqcn.NPParams{Interval: 0},
		CNP: usualMark,
	}
}

// mssBits is irdma's unit of an increase, one segment of 1024 bytes, in bits.
const mssBits = 1024 * 8

// factorRate returns the rate of factor segments (at most 255) each period (ns, at
// least 1 us), kb/s, rounded down: below 2.1e9.
func factorRate(factor uint64, period uint32) dcqcn.Rate {
	// bits/ns = Gb/s = 1e6 kb/s.
	return dcqcn.Rate(factor * mssBits * 1_000_000 / uint64(period))
}

// fromPercent returns a percentage as UQ1.16, rounded to nearest.
func fromPercent(percent uint64) uint32 { return uint32((percent*one + 50) / 100) }
