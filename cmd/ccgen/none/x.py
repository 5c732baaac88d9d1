#!/usr/bin/env python3
# dcqcn: congestion control for NIC firmware in Python, compiled from Go. Generated; do not edit.
#
# Command:
#   ccgen python dcqcn
#
# Sources, SHA-256:
#   a79e7061c26b24b6fe4f7bcb6c20aaf39834845f006f40158d82c842652221a1  fixedpoint/doc.go
#   b85d7d442c7e0b44c6ea8a4920166d58b3b67c0517a39b848211321176c840a7  fixedpoint/exp.go
#   d2103c49aa4927baccae29d3274bd4db4f0e720169d6c33d7e364ad8b3842e17  fixedpoint/formats.go
#   a2600b0cca1f428d0a8d4f5a02652c9439766d218b0175f396bc9109e4398b31  fixedpoint/hash.go
#   3d35f234571e69e58ecf0a430df6d258defe18b43d6d93b0504f3e97149d64da  fixedpoint/log.go
#   8b55c905c805e3ff78b0bb7a0d688d4f17d8b0bbd0f6ec5a021f32fdd2b8b769  fixedpoint/mulshift.go
#   07dfcfb09f065dca12ee67c01532d70476956b4218072f64e2e27ab425a7499b  fixedpoint/pack.go
#   cee67ee707097f3c07bd18cd4ed80ee6725f7c6060c88271b5807dd88bf5f199  fixedpoint/recip.go
#   a85edabb45301d9486798a48fb8f50a2259fcece3e2ab5b25400b9e486fd5a21  fixedpoint/root.go
#   1cc77360b379fbc6d11a9cf556cd8d714dffd49cca5f19cdcd4a1a4a0c34db51  fixedpoint/saturate.go
#   7ff66c088e4dfe5d67ab6408dff0914544e757232290d920d026c62cde8d5fd8  fixedpoint/tables.go
#   45cb69a77a8c171bcc30f0a0be9360f869dda702650d76637069420e4832525e  fixedpoint/time.go
#   18546c362ef3b90452c77486032f5d80bdf40be4031f08b9bc2ca57ac7f5b436  dcqcn/doc.go
#   3158d33a60ccf010f4a0666d1f7a2fe5a53ccff6b76ff8773a9cd853fbd84063  dcqcn/event.go
#   85888438f16db27b93a944e50bbca5281cf302b9988bdac6bbd687632fb1e3e4  dcqcn/np.go
#   a808b7b00f25aed54c5e4ac1699fd88645c6322b41225353378cca53d87fa994  dcqcn/params.go
#   b0ed583de6ac9c95e362d8265683361fe24bbb43ef7b4d3c14ec26a530926eff  dcqcn/rates.go
#   fe5496bcc3921f298b923e444dee868d43b7883ca9c2423088ddf08388684947  dcqcn/rp.go
"""The golden model of dcqcn, bit for bit what the Go source computes.

A connection is Connection(params); its step(event) takes an event, changes its state and
returns the output. Fields and functions have the names of the Go source and of the vectors; LEAVES of a
class has the flattened fields with their types, leaves() the values in that order.

Arithmetic is reduced to the width of its type wherever it may leave it: any value that fits its field gives
what Go gives. Every index is shown to be in range.

Run as a program it answers the line protocol of vectors and ports on standard input and output.
"""

from __future__ import annotations

import os
import re
import sys

# In signatures: how many bits a value has, and whether it has a sign.
int8 = int16 = int32 = int64 = uint8 = uint16 = uint32 = uint64 = int

# The kinds of events.
# EventNone is no event: Next returns it when no timer runs, and Step ignores it.
EventNone = 0
# EventAlphaTimer is the end of the alpha timer.
EventAlphaTimer = 1
# EventCutTimer is the end of the cut timer.
EventCutTimer = 2
# EventIncreaseTimer is the end of the increase timer.
EventIncreaseTimer = 3
# EventSent reports bytes and packets that left.
EventSent = 4
# EventCNP reports congestion notification packets that came.
EventCNP = 5

# MaxCoalesced is the largest number of CNPs that one event counts for.
MaxCoalesced = 8

# Bits of Did.
# DidCut: RC was cut.
DidCut = 1
# DidIncrease: the timer or the byte counter made an increase.
DidIncrease = 2
# DidAlpha: alpha was updated.
DidAlpha = 4
# DidChange: RC differs from before.
DidChange = 8
# DidLearn: a bandit took a reward and chose an arm (Dolce-RC).
DidLearn = 16

# MaxRepresentable is the largest rate, so that the sum of two fits 32 bits.
MaxRepresentable = (1 << 31) - 1

# The cut modes.
# CutAtOnce: every CNP cuts when it arrives (the paper).
CutAtOnce = 0
# CutSpaced: at once if no cut happened within CutPeriod; else one cut at the
# end of the period, however many CNPs came in it.
CutSpaced = 1
# CutFreeRunning: only at the ticks of a timer of CutPeriod that the first CNP
# starts and nothing stops, if a CNP came since the tick before (HPCC's ns-3). The
# increase timer ends 1 ns short of IncreasePeriod after a cut, so that of an
# increase and a cut at one tick the increase comes first, as in that simulator.
CutFreeRunning = 2

# The alpha modes.
# AlphaOnCNP: a CNP raises alpha at once and restarts the alpha timer; each end of
# the timer lowers it (the paper).
AlphaOnCNP = 0
# AlphaPeriodic: at the end of each AlphaPeriod alpha rises if a CNP came in it,
# else falls. The timer starts with a CNP and stops when alpha moves no more.
AlphaPeriodic = 1
# AlphaFreeRunning: as AlphaPeriodic, but nothing stops the timer.
AlphaFreeRunning = 2

# The roundings.
# RoundDown drops the bits. With few bits alpha then never reaches 1.
RoundDown = 0
# RoundHalfUp rounds to nearest, ties up.
RoundHalfUp = 1

# The halvings.
# HalveSum: (RT + RC + 1) / 2 rounded down, so that RC arrives at RT.
HalveSum = 0
# HalveEach: RT/2 + RC/2, each rounded down (HPCC's ns-3).
HalveEach = 1

# The hyper modes.
# HyperFlat: by R_HAI.
HyperFlat = 0
# HyperStaged: by i R_HAI with i = min(T, BC) - F.
HyperStaged = 1

# The first CNP modes.
# FirstCuts: what every CNP does.
FirstCuts = 0
# FirstArms: it starts the timers and does not count for alpha. Its cut waits for
# the first end of the cut timer, CutPeriod and 1 ns later, and comes even if no
# other CNP does (HPCC's ns-3; the nanosecond is the simulator's, which puts a cut
# behind the update of alpha at the end of the same period). With CutAtOnce, which
# has no such timer, it does not cut.
FirstArms = 1

# Bits of Rates.Flags.
# FlagIncrease: the increase timer and the byte counter run.
FlagIncrease = 1
# FlagCut: the cut timer runs.
FlagCut = 2
# FlagPending: a CNP waits for the end of the cut timer.
FlagPending = 4
# FlagSeen: the first CNP has come.
FlagSeen = 8

# MaxStage is where the stage counters stop: past every threshold, and so far
# that a staged hyper increase of 2^28 kb/s saturates before.
MaxStage = 63

# maxByteStages is how many increases one event of bytes may cause; see Sent.
maxByteStages = 8

# Bits of State.Rates.Own.
# AlphaRuns: the alpha timer runs.
AlphaRuns = 1
# AlphaSawCNP: a CNP came since the last end of the alpha timer.
AlphaSawCNP = 2


class _Struct:
    """What structs have in common: values compare by their leaves."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.leaves() == other.leaves()

    __hash__ = None

    def __repr__(self) -> str:
        return type(self).__name__ + "(" + ", ".join(f"{n}={getattr(self, n)!r}" for n in self.__slots__) + ")"


class Event(_Struct):
    """Event is what can happen to a connection's reaction point.

    dcqcn/event.go:36
    """

    __slots__ = ("Now", "Bytes", "Packets", "CNPs", "Marked", "Kind")
    LEAVES = (
        ("Now", "uint32"),
        ("Bytes", "uint32"),
        ("Packets", "uint32"),
        ("CNPs", "uint16"),
        ("Marked", "uint16"),
        ("Kind", "uint8"),
    )

    def __init__(
        self, Now: uint32 = 0, Bytes: uint32 = 0, Packets: uint32 = 0, CNPs: uint16 = 0, Marked: uint16 = 0,
        Kind: uint8 = 0,
    ) -> None:
        # Now is the time of the event; for a timer, its deadline.
        # (uint32, unit ns)
        self.Now = Now
        # Bytes is the number of bytes sent (EventSent); more than 2^30 count as 2^30.
        # (uint32, unit B)
        self.Bytes = Bytes
        # Packets is the number of packets sent (EventSent), used by Dolce-RC, which takes
        # more than 2^24 for 2^24.
        # (uint32, unit packets)
        self.Packets = Packets
        # CNPs is the number of CNPs in this event (EventCNP), for hardware that coalesces
        # them; 0 counts as 1, and more than MaxCoalesced as MaxCoalesced.
        # (uint16, unit CNPs)
        self.CNPs = CNPs
        # Marked is the number of ECN-marked packets that the CNPs report (EventCNP), the
        # sum of their 7-bit counts; used by Dolce-RC.
        # (uint16, unit packets)
        self.Marked = Marked
        # Kind is what happened; Step ignores kinds that it does not know.
        # (uint8)
        self.Kind = Kind

    def copy(self) -> Event:
        return Event(self.Now, self.Bytes, self.Packets, self.CNPs, self.Marked, self.Kind)

    def assign(self, other: Event) -> None:
        self.Now = other.Now
        self.Bytes = other.Bytes
        self.Packets = other.Packets
        self.CNPs = other.CNPs
        self.Marked = other.Marked
        self.Kind = other.Kind

    def leaves(self) -> list[int]:
        return [self.Now, self.Bytes, self.Packets, self.CNPs, self.Marked, self.Kind]

    @classmethod
    def from_leaves(cls, v) -> Event:
        v = iter(v)
        return cls(next(v), next(v), next(v), next(v), next(v), next(v))


class Output(_Struct):
    """Output is the result of an event.

    dcqcn/event.go:91
    """

    __slots__ = ("Rate", "Did")
    LEAVES = (
        ("Rate", "uint32"),
        ("Did", "uint8"),
    )

    def __init__(self, Rate: uint32 = 0, Did: uint8 = 0) -> None:
        # Rate is the rate to send at from now on, RC, kb/s.
        # (uint32, unit kb/s, range 0..MaxRepresentable)
        self.Rate = Rate
        # Did is what the event did; all bits but DidChange whether or not a value moved.
        # (uint8, unit flags)
        self.Did = Did

    def copy(self) -> Output:
        return Output(self.Rate, self.Did)

    def assign(self, other: Output) -> None:
        self.Rate = other.Rate
        self.Did = other.Did

    def leaves(self) -> list[int]:
        return [self.Rate, self.Did]

    @classmethod
    def from_leaves(cls, v) -> Output:
        v = iter(v)
        return cls(next(v), next(v))


class Timer(_Struct):
    """Timer names a running timer and its deadline.

    dcqcn/event.go:102
    """

    __slots__ = ("At", "Kind")
    LEAVES = (
        ("At", "uint32"),
        ("Kind", "uint8"),
    )

    def __init__(self, At: uint32 = 0, Kind: uint8 = 0) -> None:
        # At is the deadline; 0 if no timer runs.
        # (uint32, unit ns)
        self.At = At
        # Kind is the event that the deadline brings, EventNone if no timer runs.
        # (uint8)
        self.Kind = Kind

    def copy(self) -> Timer:
        return Timer(self.At, self.Kind)

    def assign(self, other: Timer) -> None:
        self.At = other.At
        self.Kind = other.Kind

    def leaves(self) -> list[int]:
        return [self.At, self.Kind]

    @classmethod
    def from_leaves(cls, v) -> Timer:
        v = iter(v)
        return cls(next(v), next(v))


class Params(_Struct):
    """Params are the parameters of a reaction point. Rates in kb/s, times in ns.

    dcqcn/params.go:92
    """

    __slots__ = (
        "MinRate", "MaxRate", "TargetCap", "RateAI", "RateHAI", "FirstRate", "AlphaPeriod", "IncreasePeriod",
        "CutPeriod", "ByteReset", "AlphaInit", "AlphaMax", "OldWeight", "KeepAtLeast", "AlphaBits",
        "CutShift", "Threshold", "CutMode", "AlphaMode", "AlphaRounding", "Halving", "Hyper", "FirstCNP",
        "AlphaFirst", "ClampTarget", "ClampAfterTime", "TestFirst",
    )
    LEAVES = (
        ("MinRate", "uint32"),
        ("MaxRate", "uint32"),
        ("TargetCap", "uint32"),
        ("RateAI", "uint32"),
        ("RateHAI", "uint32"),
        ("FirstRate", "uint32"),
        ("AlphaPeriod", "uint32"),
        ("IncreasePeriod", "uint32"),
        ("CutPeriod", "uint32"),
        ("ByteReset", "uint32"),
        ("AlphaInit", "uint32"),
        ("AlphaMax", "uint32"),
        ("OldWeight", "uint32"),
        ("KeepAtLeast", "uint32"),
        ("AlphaBits", "uint8"),
        ("CutShift", "uint8"),
        ("Threshold", "uint8"),
        ("CutMode", "uint8"),
        ("AlphaMode", "uint8"),
        ("AlphaRounding", "uint8"),
        ("Halving", "uint8"),
        ("Hyper", "uint8"),
        ("FirstCNP", "uint8"),
        ("AlphaFirst", "bool"),
        ("ClampTarget", "bool"),
        ("ClampAfterTime", "bool"),
        ("TestFirst", "bool"),
    )

    def __init__(
        self, MinRate: uint32 = 0, MaxRate: uint32 = 0, TargetCap: uint32 = 0, RateAI: uint32 = 0,
        RateHAI: uint32 = 0, FirstRate: uint32 = 0, AlphaPeriod: uint32 = 0, IncreasePeriod: uint32 = 0,
        CutPeriod: uint32 = 0, ByteReset: uint32 = 0, AlphaInit: uint32 = 0, AlphaMax: uint32 = 0,
        OldWeight: uint32 = 0, KeepAtLeast: uint32 = 0, AlphaBits: uint8 = 0, CutShift: uint8 = 0,
        Threshold: uint8 = 0, CutMode: uint8 = 0, AlphaMode: uint8 = 0, AlphaRounding: uint8 = 0,
        Halving: uint8 = 0, Hyper: uint8 = 0, FirstCNP: uint8 = 0, AlphaFirst: bool = False,
        ClampTarget: bool = False, ClampAfterTime: bool = False, TestFirst: bool = False,
    ) -> None:
        # MinRate is the floor of RC, 1..MaxRate.
        # (uint32, unit kb/s, range 1..MaxRate)
        self.MinRate = MinRate
        # MaxRate is the ceiling of RC, the port's speed; at most MaxRepresentable.
        # (uint32, unit kb/s, range 1..MaxRepresentable)
        self.MaxRate = MaxRate
        # TargetCap is the ceiling of RT: MaxRate, or more where the target may pass the
        # line rate; MaxRate..MaxRepresentable.
        # (uint32, unit kb/s, range MaxRate..MaxRepresentable)
        self.TargetCap = TargetCap
        # RateAI is R_AI, the additive increase of RT; at most 2^28.
        # (uint32, unit kb/s, range 0..1<<28)
        self.RateAI = RateAI
        # RateHAI is R_HAI, the hyper increase of RT; at most 2^28.
        # (uint32, unit kb/s, range 0..1<<28)
        self.RateHAI = RateHAI
        # FirstRate, if not 0, is the rate that the first CNP sets, RC and RT alike, held
        # between MinRate and MaxRate. That CNP does not count for alpha; with FirstCuts
        # the rate is in the place of its cut, with FirstArms its cut comes all the same.
        # (uint32, unit kb/s, range 0..MaxRepresentable)
        self.FirstRate = FirstRate
        # AlphaPeriod is the time between updates of alpha, ns; 1..2^30.
        # (uint32, unit ns, range 1..1<<30)
        self.AlphaPeriod = AlphaPeriod
        # IncreasePeriod is T, the time between timer increases, ns; 1..2^30.
        # (uint32, unit ns, range 1..1<<30)
        self.IncreasePeriod = IncreasePeriod
        # CutPeriod is the least time between cuts, ns; unused with CutAtOnce; 1..2^30.
        # (uint32, unit ns, range 1..1<<30)
        self.CutPeriod = CutPeriod
        # ByteReset is B, the bytes between increases of the byte counter, 0 for none; at
        # most 2^30.
        # (uint32, unit B, range 0..1<<30)
        self.ByteReset = ByteReset
        # AlphaInit is alpha before the first CNP, AlphaBits fractional bits;
        # 0..2^AlphaBits.
        # (uint32, format UQ1.AlphaBits, range 0..1<<AlphaBits)
        self.AlphaInit = AlphaInit
        # AlphaMax is the largest alpha, AlphaBits fractional bits; 1..2^AlphaBits: the
        # hardware's ten bits end at 1023.
        # (uint32, format UQ1.AlphaBits, range 1..1<<AlphaBits)
        self.AlphaMax = AlphaMax
        # OldWeight is 1 - g, the weight of the old alpha in the new one, UQ1.16;
        # 0..65536.
        # (uint32, format UQ1.16, range 0..65536)
        self.OldWeight = OldWeight
        # KeepAtLeast is the fraction of RC that one cut keeps at least, UQ1.16;
        # 0..65536.
        # (uint32, format UQ1.16, range 0..65536)
        self.KeepAtLeast = KeepAtLeast
        # AlphaBits is the number of fractional bits of alpha; 8..24.
        # (uint8, unit bits, range 8..24)
        self.AlphaBits = AlphaBits
        # CutShift is the number of bits by which the product RC alpha is shifted:
        # AlphaBits + 1 cuts by alpha/2; AlphaBits..AlphaBits+1.
        # (uint8, unit bits, range AlphaBits..AlphaBits+1)
        self.CutShift = CutShift
        # Threshold is F, the stages of fast recovery; 1..31.
        # (uint8, unit stages, range 1..31)
        self.Threshold = Threshold
        # CutMode is when a CNP cuts: CutAtOnce, CutSpaced or CutFreeRunning.
        # (uint8, range CutAtOnce..CutFreeRunning)
        self.CutMode = CutMode
        # AlphaMode is when alpha is updated: AlphaOnCNP, AlphaPeriodic or
        # AlphaFreeRunning.
        # (uint8, range AlphaOnCNP..AlphaFreeRunning)
        self.AlphaMode = AlphaMode
        # AlphaRounding is how alpha is rounded: RoundDown or RoundHalfUp.
        # (uint8, range RoundDown..RoundHalfUp)
        self.AlphaRounding = AlphaRounding
        # Halving is how the mean of RT and RC is taken: HalveSum or HalveEach.
        # (uint8, range HalveSum..HalveEach)
        self.Halving = Halving
        # Hyper is how hyper increase raises RT: HyperFlat or HyperStaged.
        # (uint8, range HyperFlat..HyperStaged)
        self.Hyper = Hyper
        # FirstCNP is what the first CNP does: FirstCuts or FirstArms.
        # (uint8, range FirstCuts..FirstArms)
        self.FirstCNP = FirstCNP
        # AlphaFirst: a CNP that cuts at once updates alpha before the cut, else after it
        # (the paper's order).
        # (bool)
        self.AlphaFirst = AlphaFirst
        # ClampTarget: every cut sets RT = RC. Else only a cut with an increase since the
        # one before (see ClampAfterTime): repeated cuts keep the old target.
        # (bool)
        self.ClampTarget = ClampTarget
        # ClampAfterTime: an increase by the timer counts as an increase for the rule of
        # ClampTarget, not only one by the byte counter. Plays no part with ClampTarget.
        # (bool)
        self.ClampAfterTime = ClampAfterTime
        # TestFirst: an increase looks at the stages before it counts itself, not after.
        # (bool)
        self.TestFirst = TestFirst

    def copy(self) -> Params:
        return Params(
            self.MinRate, self.MaxRate, self.TargetCap, self.RateAI, self.RateHAI, self.FirstRate,
            self.AlphaPeriod, self.IncreasePeriod, self.CutPeriod, self.ByteReset, self.AlphaInit,
            self.AlphaMax, self.OldWeight, self.KeepAtLeast, self.AlphaBits, self.CutShift, self.Threshold,
            self.CutMode, self.AlphaMode, self.AlphaRounding, self.Halving, self.Hyper, self.FirstCNP,
            self.AlphaFirst, self.ClampTarget, self.ClampAfterTime, self.TestFirst,
        )

    def assign(self, other: Params) -> None:
        self.MinRate = other.MinRate
        self.MaxRate = other.MaxRate
        self.TargetCap = other.TargetCap
        self.RateAI = other.RateAI
        self.RateHAI = other.RateHAI
        self.FirstRate = other.FirstRate
        self.AlphaPeriod = other.AlphaPeriod
        self.IncreasePeriod = other.IncreasePeriod
        self.CutPeriod = other.CutPeriod
        self.ByteReset = other.ByteReset
        self.AlphaInit = other.AlphaInit
        self.AlphaMax = other.AlphaMax
        self.OldWeight = other.OldWeight
        self.KeepAtLeast = other.KeepAtLeast
        self.AlphaBits = other.AlphaBits
        self.CutShift = other.CutShift
        self.Threshold = other.Threshold
        self.CutMode = other.CutMode
        self.AlphaMode = other.AlphaMode
        self.AlphaRounding = other.AlphaRounding
        self.Halving = other.Halving
        self.Hyper = other.Hyper
        self.FirstCNP = other.FirstCNP
        self.AlphaFirst = other.AlphaFirst
        self.ClampTarget = other.ClampTarget
        self.ClampAfterTime = other.ClampAfterTime
        self.TestFirst = other.TestFirst

    def leaves(self) -> list[int]:
        return [
            self.MinRate, self.MaxRate, self.TargetCap, self.RateAI, self.RateHAI, self.FirstRate,
            self.AlphaPeriod, self.IncreasePeriod, self.CutPeriod, self.ByteReset, self.AlphaInit,
            self.AlphaMax, self.OldWeight, self.KeepAtLeast, self.AlphaBits, self.CutShift, self.Threshold,
            self.CutMode, self.AlphaMode, self.AlphaRounding, self.Halving, self.Hyper, self.FirstCNP,
            int(self.AlphaFirst), int(self.ClampTarget), int(self.ClampAfterTime), int(self.TestFirst),
        ]

    @classmethod
    def from_leaves(cls, v) -> Params:
        v = iter(v)
        return cls(
            next(v), next(v), next(v), next(v), next(v), next(v), next(v), next(v), next(v), next(v), next(v),
            next(v), next(v), next(v), next(v), next(v), next(v), next(v), next(v), next(v), next(v), next(v),
            next(v), next(v) != 0, next(v) != 0, next(v) != 0, next(v) != 0,
        )


class Rates(_Struct):
    """Rates is the part of a reaction point that cuts and raises the rate: 24 bytes.
    DCQCN adds alpha to it (State), Dolce-RC a bandit (package dolcerc).

    dcqcn/rates.go:9
    """

    __slots__ = ("RC", "RT", "Bytes", "IncreaseAt", "CutAt", "TimeStage", "ByteStage", "Flags", "Own")
    LEAVES = (
        ("RC", "uint32"),
        ("RT", "uint32"),
        ("Bytes", "uint32"),
        ("IncreaseAt", "uint32"),
        ("CutAt", "uint32"),
        ("TimeStage", "uint8"),
        ("ByteStage", "uint8"),
        ("Flags", "uint8"),
        ("Own", "uint8"),
    )

    def __init__(
        self, RC: uint32 = 0, RT: uint32 = 0, Bytes: uint32 = 0, IncreaseAt: uint32 = 0, CutAt: uint32 = 0,
        TimeStage: uint8 = 0, ByteStage: uint8 = 0, Flags: uint8 = 0, Own: uint8 = 0,
    ) -> None:
        # RC is the current rate, kb/s: from MinRate to MaxRate.
        # (uint32, unit kb/s, range 0..MaxRepresentable)
        self.RC = RC
        # RT is the target rate, kb/s: from MinRate to TargetCap.
        # (uint32, unit kb/s, range 0..MaxRepresentable)
        self.RT = RT
        # Bytes is the count of bytes since the last increase of the byte counter:
        # below ByteReset.
        # (uint32, unit B, range 0..1<<30)
        self.Bytes = Bytes
        # IncreaseAt is when the increase timer ends, if FlagIncrease is set; else as it was.
        # (uint32, unit ns)
        self.IncreaseAt = IncreaseAt
        # CutAt is when the cut timer ends, if FlagCut is set; else as it was.
        # (uint32, unit ns)
        self.CutAt = CutAt
        # TimeStage is T, the increases by the timer since the last cut; at most MaxStage,
        # saturating.
        # (uint8, unit stages, range 0..MaxStage)
        self.TimeStage = TimeStage
        # ByteStage is BC, the increases by the byte counter since the last cut; at most
        # MaxStage, saturating.
        # (uint8, unit stages, range 0..MaxStage)
        self.ByteStage = ByteStage
        # Flags holds the bits below. The high four belong to the scheme that embeds
        # Rates; this package leaves them as they are.
        # (uint8, unit flags)
        self.Flags = Flags
        # Own is a byte of the scheme that embeds Rates.
        # (uint8, unit flags)
        self.Own = Own

    def copy(self) -> Rates:
        return Rates(
            self.RC, self.RT, self.Bytes, self.IncreaseAt, self.CutAt, self.TimeStage, self.ByteStage,
            self.Flags, self.Own,
        )

    def assign(self, other: Rates) -> None:
        self.RC = other.RC
        self.RT = other.RT
        self.Bytes = other.Bytes
        self.IncreaseAt = other.IncreaseAt
        self.CutAt = other.CutAt
        self.TimeStage = other.TimeStage
        self.ByteStage = other.ByteStage
        self.Flags = other.Flags
        self.Own = other.Own

    def leaves(self) -> list[int]:
        return [
            self.RC, self.RT, self.Bytes, self.IncreaseAt, self.CutAt, self.TimeStage, self.ByteStage,
            self.Flags, self.Own,
        ]

    @classmethod
    def from_leaves(cls, v) -> Rates:
        v = iter(v)
        return cls(next(v), next(v), next(v), next(v), next(v), next(v), next(v), next(v), next(v))


_Rates = Rates


class State(_Struct):
    """State is the state of one connection's reaction point: 32 bytes.

    dcqcn/rp.go:8
    """

    __slots__ = ("Rates", "Alpha", "AlphaAt")
    LEAVES = (
        ("Rates.RC", "uint32"),
        ("Rates.RT", "uint32"),
        ("Rates.Bytes", "uint32"),
        ("Rates.IncreaseAt", "uint32"),
        ("Rates.CutAt", "uint32"),
        ("Rates.TimeStage", "uint8"),
        ("Rates.ByteStage", "uint8"),
        ("Rates.Flags", "uint8"),
        ("Rates.Own", "uint8"),
        ("Alpha", "uint32"),
        ("AlphaAt", "uint32"),
    )

    def __init__(self, Rates: Rates = None, Alpha: uint32 = 0, AlphaAt: uint32 = 0) -> None:
        # Rates are the rates, stages and their timers. Own holds the alpha flags.
        self.Rates = _Rates() if Rates is None else Rates
        # Alpha is the rate reduction factor, Params.AlphaBits fractional bits: to AlphaMax.
        # (uint32, format UQ1.Params.AlphaBits, range 0..1<<Params.AlphaBits)
        self.Alpha = Alpha
        # AlphaAt is when the alpha timer ends, if AlphaRuns is set; else as it was.
        # (uint32, unit ns)
        self.AlphaAt = AlphaAt

    def copy(self) -> State:
        return State(self.Rates.copy(), self.Alpha, self.AlphaAt)

    def assign(self, other: State) -> None:
        self.Rates = other.Rates.copy()
        self.Alpha = other.Alpha
        self.AlphaAt = other.AlphaAt

    def leaves(self) -> list[int]:
        return [*self.Rates.leaves(), self.Alpha, self.AlphaAt]

    @classmethod
    def from_leaves(cls, v) -> State:
        v = iter(v)
        return cls(_Rates.from_leaves(v), next(v), next(v))


def fixedpoint_Time_Since(t: uint32, earlier: uint32) -> uint32:
    """Since returns the nanoseconds from earlier to t modulo 2^32: exact for true
    distances below 2^32 ns.

    wraps: times are modulo 2^32

    fixedpoint/time.go:15
    """
    return (t - earlier) & 0xFFFFFFFF


def fixedpoint_Time_Add(t: uint32, d: uint32) -> uint32:
    """Add returns the time d nanoseconds after t, modulo 2^32.

    wraps: times are modulo 2^32

    fixedpoint/time.go:33
    """
    return (t + d) & 0xFFFFFFFF


def Earlier(a: Timer, b: Timer, now: uint32) -> Timer:
    """Earlier returns whichever of two timers ends first as seen from now, where a
    deadline that has passed is the earlier the longer ago it passed; at one
    instant, the one of the lower kind. EventNone is later than any.
    Deadlines lie within 2^31 ns of now.

    dcqcn/event.go:113
    """
    if b.Kind == EventNone:
        return a
    if a.Kind == EventNone:
        return b
    # Distances from now - 2^31, so that past and future order as one line.
    past = fixedpoint_Time_Add(now, 1 << 31)
    da = fixedpoint_Time_Since(a.At, past)
    db = fixedpoint_Time_Since(b.At, past)
    if db < da or (db == da and b.Kind < a.Kind):
        return b
    return a


def Rates_Next(r: Rates, now: uint32) -> Timer:
    """Next returns the first of the cut and the increase timer to end, seen from now.

    dcqcn/event.go:131
    """
    cut = Timer()
    if r.Flags & FlagCut != 0:
        cut = Timer(At=r.CutAt, Kind=EventCutTimer)
    increase = Timer()
    if r.Flags & FlagIncrease != 0:
        increase = Timer(At=r.IncreaseAt, Kind=EventIncreaseTimer)
    return Earlier(cut.copy(), increase.copy(), now)


def Rates_Start(r: Rates, p: Params) -> None:
    """Start sets the rates of a connection that has seen no CNP: line rate, no timer.

    dcqcn/rates.go:77
    """
    r.assign(Rates(RC=p.MaxRate, RT=p.MaxRate))


def Rates_Notice(r: Rates, p: Params, now: uint32) -> tuple[bool, bool]:
    """Notice takes a CNP at time now and reports whether the caller is to cut now. If
    not, the cut timer may ask for it later. The second result reports whether the CNP
    was the connection's first and does not count for alpha (FirstArms, FirstRate).

    dcqcn/rates.go:84
    """
    first = r.Flags & FlagSeen == 0
    r.Flags |= FlagSeen
    if first and (p.FirstCNP == FirstArms or p.FirstRate != 0):
        if p.FirstRate != 0:
            r.RC = min(max(p.FirstRate, p.MinRate), p.MaxRate)
            r.RT = r.RC
            # Else the connection would stay at this rate until a second CNP came.
            Rates_restart(r, p, now)
        if p.FirstCNP == FirstArms and p.CutMode != CutAtOnce:
            # At most 2^30 + 1.
            r.CutAt = fixedpoint_Time_Add(now, (p.CutPeriod + 1) & 0xFFFFFFFF)
            r.Flags |= FlagCut | FlagPending
        elif p.CutMode == CutFreeRunning:
            r.CutAt = fixedpoint_Time_Add(now, p.CutPeriod)
            r.Flags |= FlagCut
        return False, True
    if p.CutMode == CutAtOnce:
        return True, False
    if r.Flags & FlagCut != 0:
        r.Flags |= FlagPending
        return False, False
    # No period runs: it begins here.
    r.CutAt = fixedpoint_Time_Add(now, p.CutPeriod)
    r.Flags |= FlagCut
    if p.CutMode == CutFreeRunning:
        r.Flags |= FlagPending
        return False, False
    return True, False


def Rates_CutTimer(r: Rates, p: Params, now: uint32) -> bool:
    """CutTimer ends a cut period at time now (the deadline), begins the next one, and
    reports whether the caller is to cut.

    dcqcn/rates.go:123
    """
    pending = r.Flags & FlagPending != 0
    r.Flags &= ~FlagPending
    if pending or p.CutMode == CutFreeRunning:
        r.CutAt = fixedpoint_Time_Add(now, p.CutPeriod)
    else:
        r.Flags &= ~FlagCut
    return pending


def Rates_restart(r: Rates, p: Params, now: uint32) -> None:
    """restart begins fast recovery: the stages, the byte counter and the increase timer
    start again.

    dcqcn/rates.go:136
    """
    r.TimeStage = 0
    r.ByteStage = 0
    r.Bytes = 0
    period = p.IncreasePeriod  # at least 1
    if p.CutMode == CutFreeRunning:
        period = (period - 1) & 0xFFFFFFFF
    r.IncreaseAt = fixedpoint_Time_Add(now, period)
    r.Flags |= FlagIncrease


def Rates_Cut(r: Rates, p: Params, target: uint32, alpha: uint32, shift: uint32, now: uint32) -> None:
    """Cut reduces the rate: RC = RC (1 - alpha / 2^shift), rounded down, but not below
    KeepAtLeast of RC (rounded down) nor below MinRate; RT = target, held between
    MinRate and TargetCap. Then the stages, the byte counter and the increase timer
    start again.
    (Zhu et al.; Dolce-RC, equations 1 and 2.)

    alpha is at most 2^shift; the product has at most 31 + 25 bits.

    dcqcn/rates.go:155
    """
    r.RT = min(max(target, p.MinRate), p.TargetCap)
    keep = ((1 << shift) - alpha) & 0xFFFFFFFF
    rc = ((r.RC * keep) >> shift) & 0xFFFFFFFF
    floor = ((r.RC * p.KeepAtLeast) >> 16) & 0xFFFFFFFF
    r.RC = max(rc, floor, p.MinRate)
    Rates_restart(r, p, now)


def Rates_IncreaseTimer(r: Rates, p: Params, now: uint32) -> None:
    """IncreaseTimer ends an increase period at time now (the deadline) and begins the
    next one, unless the rate has arrived: then the timer stops, since nothing that
    it could do would change a rate.

    dcqcn/rates.go:167
    """
    if p.TestFirst:
        Rates_increase(r, p)
    r.TimeStage = min((r.TimeStage + 1) & 0xFF, MaxStage)
    if not p.TestFirst:
        Rates_increase(r, p)
    r.IncreaseAt = fixedpoint_Time_Add(now, p.IncreasePeriod)


def Rates_Sent(r: Rates, p: Params, bytes_2: uint32) -> bool:
    """Sent counts bytes that left, at most 2^30 at once, and reports whether they made
    an increase: each ByteReset bytes make one. One call makes at most 8 increases and
    forgets what is left beyond them: a driver that sends more at once splits it.

    dcqcn/rates.go:181
    """
    if p.ByteReset == 0 or r.Flags & FlagIncrease == 0:
        return False
    r.Bytes = (r.Bytes + min(bytes_2, 1 << 30)) & 0xFFFFFFFF
    increased = r.Bytes >= p.ByteReset
    for i in range(maxByteStages):
        if r.Bytes < p.ByteReset:
            break
        r.Bytes = (r.Bytes - p.ByteReset) & 0xFFFFFFFF
        if p.TestFirst:
            Rates_increase(r, p)
        r.ByteStage = min((r.ByteStage + 1) & 0xFF, MaxStage)
        if not p.TestFirst:
            Rates_increase(r, p)
    if r.Bytes >= p.ByteReset:
        r.Bytes = 0
    return increased


def Rates_increase(r: Rates, p: Params) -> None:
    """increase raises the rate by one step, in the phase of the present stages (Zhu et
    al., whose hyper increase is the staged one). With the byte counter off its stage
    is the timer's.

    dcqcn/rates.go:209
    """
    t = r.TimeStage
    b = r.ByteStage
    if p.ByteReset == 0:
        b = t
    if max(t, b) >= p.Threshold:
        step = p.RateAI
        if min(t, b) > p.Threshold:
            step = p.RateHAI
            if p.Hyper == HyperStaged:
                # At most 62 * 2^28 < 2^34: in 64 bits, then capped.
                wide = p.RateHAI * ((min(t, b) - p.Threshold) & 0xFF)
                step = min(wide, 2147483647)
        # Both below 2^31: the sum fits.
        r.RT = min((r.RT + step) & 0xFFFFFFFF, p.TargetCap)
    before = r.RC
    if p.Halving == HalveEach:
        r.RC = r.RT // 2 + r.RC // 2
    else:
        r.RC = ((r.RT + r.RC + 1) & 0xFFFFFFFF) // 2
    r.RC = max(min(r.RC, p.MaxRate), p.MinRate)
    # Arrived: the target is at its cap, so that a later increase would repeat this
    # one, which left the rate as it was. What it would still do is to count: that
    # matters to a later cut only where the cut waits for an increase by bytes to take
    # the target (ClampAfterTime off), and target and rate differ.
    if r.RT == p.TargetCap and r.RC == before:
        if p.ClampAfterTime or p.ByteReset == 0 or r.ByteStage > 0 or r.RC == r.RT:
            r.Flags &= ~FlagIncrease


def Init(p: Params, s: State) -> None:
    """Init sets the state of a connection that has seen no CNP: line rate, initial
    alpha, no timer runs.

    dcqcn/rp.go:33
    """
    s.assign(State(Alpha=min(p.AlphaInit, p.AlphaMax)))
    Rates_Start(s.Rates, p)


def Step(p: Params, s: State, e: Event) -> Output:
    """Step is the reaction point as a transducer.

    dcqcn/rp.go:44
    """
    before = s.Rates.RC
    did = 0
    if e.Kind == EventAlphaTimer:
        did = alphaTimer(p, s, e.Now)
    elif e.Kind == EventCutTimer:
        if Rates_CutTimer(s.Rates, p, e.Now):
            State_cut(s, p, e.Now)
            did = DidCut
    elif e.Kind == EventIncreaseTimer:
        Rates_IncreaseTimer(s.Rates, p, e.Now)
        did = DidIncrease
    elif e.Kind == EventSent:
        if Rates_Sent(s.Rates, p, e.Bytes):
            did = DidIncrease
    elif e.Kind == EventCNP:
        did = cnp(p, s, e)
    if s.Rates.RC != before:
        did |= DidChange
    return Output(Rate=s.Rates.RC, Did=did)


def Next(s: State, now: uint32) -> Timer:
    """Next returns the first timer to end, seen from now. A driver feeds it to Step,
    with the deadline as time, before any other event of a later time.

    dcqcn/rp.go:79
    """
    alpha = Timer()
    if s.Rates.Own & AlphaRuns != 0:
        alpha = Timer(At=s.AlphaAt, Kind=EventAlphaTimer)
    rates = Rates_Next(s.Rates, now)
    return Earlier(alpha.copy(), rates.copy(), now)


def State_cut(s: State, p: Params, now: uint32) -> None:
    """cut is the cut of DCQCN: RT = RC, RC = RC (1 - alpha/2), where RT stays if
    ClampTarget is off and no increase that counts (ClampAfterTime) happened since
    the last cut.

    dcqcn/rp.go:91
    """
    target = s.Rates.RT
    if p.ClampTarget or s.Rates.ByteStage > 0 or (p.ClampAfterTime and s.Rates.TimeStage > 0):
        target = s.Rates.RC
    Rates_Cut(s.Rates, p, target, s.Alpha, p.CutShift, now)


def cnp(p: Params, s: State, e: Event) -> uint8:
    """cnp takes the CNPs of one event one after the other.

    dcqcn/rp.go:100
    """
    did = 0
    count = max(e.CNPs, 1)
    for i in range(MaxCoalesced):
        if i == count:
            break
        one = oneCNP(p, s, e.Now)
        did |= one
    return did


def oneCNP(p: Params, s: State, now: uint32) -> uint8:
    """oneCNP takes one CNP: alpha and rate in the profile's order.

    dcqcn/rp.go:114
    """
    did = 0
    cut, first = Rates_Notice(s.Rates, p, now)
    if first:
        # The alpha timer starts, alpha does not know of this CNP.
        s.AlphaAt = fixedpoint_Time_Add(now, p.AlphaPeriod)
        s.Rates.Own |= AlphaRuns
        return 0
    if cut and not p.AlphaFirst:
        State_cut(s, p, now)
        did |= DidCut
    if p.AlphaMode == AlphaOnCNP:
        State_raiseAlpha(s, p)
        s.AlphaAt = fixedpoint_Time_Add(now, p.AlphaPeriod)
        s.Rates.Own |= AlphaRuns
        did |= DidAlpha
    else:
        if s.Rates.Own & AlphaRuns == 0:
            s.AlphaAt = fixedpoint_Time_Add(now, p.AlphaPeriod)
        s.Rates.Own |= AlphaRuns | AlphaSawCNP
    if cut and p.AlphaFirst:
        State_cut(s, p, now)
        did |= DidCut
    return did


def alphaTimer(p: Params, s: State, now: uint32) -> uint8:
    """alphaTimer ends an alpha period at time now (the deadline) and begins the next
    one, unless nothing is left to decay.

    dcqcn/rp.go:147
    """
    if s.Rates.Own & AlphaSawCNP != 0:
        State_raiseAlpha(s, p)
        s.Rates.Own &= ~AlphaSawCNP
    else:
        old = s.Alpha
        s.Alpha = Params_roundAlpha(p, old * p.OldWeight)
        if s.Alpha == old and p.AlphaMode != AlphaFreeRunning:
            s.Rates.Own &= ~AlphaRuns
    s.AlphaAt = fixedpoint_Time_Add(now, p.AlphaPeriod)
    return DidAlpha


def State_raiseAlpha(s: State, p: Params) -> None:
    """raiseAlpha is alpha = (1-g) alpha + g (Zhu et al.), at most AlphaMax.

    dcqcn/rp.go:163
    """
    gain = (((65536 - p.OldWeight) & 0xFFFFFFFF) << p.AlphaBits) & 0xFFFFFFFFFFFFFFFF
    alpha = Params_roundAlpha(p, (s.Alpha * p.OldWeight + gain) & 0xFFFFFFFFFFFFFFFF)
    s.Alpha = min(alpha, p.AlphaMax)


def Params_roundAlpha(p: Params, product: uint64) -> uint32:
    """roundAlpha drops the 16 fractional bits of a weight from a product that has at
    most 41 bits.

    dcqcn/rp.go:171
    """
    if p.AlphaRounding == RoundHalfUp:
        product = (product + (1 << 15)) & 0xFFFFFFFFFFFFFFFF
    return (product >> 16) & 0xFFFFFFFF


class Connection:
    """A connection that runs dcqcn: its parameters, which steps do not change, and its state."""

    __slots__ = ("params", "state")

    def __init__(self, params: Params, state: State | None = None) -> None:
        """Begins a connection. What the state holds before plays no part."""
        self.params = params
        self.state = State() if state is None else state
        Init(self.params, self.state)

    def step(self, event: Event) -> Output:
        """Feeds one event."""
        return Step(self.params, self.state, event)

    def next(self, now: uint32) -> Timer:
        """Returns the timer that ends first, seen from now."""
        return Next(self.state, now)


# What follows answers the line protocol.

# By name: the classes of connections, parameters, states and events, and the leaves of an output.
_ALGORITHMS = {
    "dcqcn": (Connection, Params, State, Event, lambda x: [*x.leaves()]),
}
# By name: layout of the arguments, the call, leaves of what it returns.
_FUNCTIONS = {
    "fixedpoint.Time_Since": (
        [("t", "uint32"), ("earlier", "uint32")],
        lambda v: fixedpoint_Time_Since(next(v), next(v)),
        lambda x: [x],
    ),
    "fixedpoint.Time_Add": (
        [("t", "uint32"), ("d", "uint32")],
        lambda v: fixedpoint_Time_Add(next(v), next(v)),
        lambda x: [x],
    ),
    "dcqcn.Next": (
        [*State.LEAVES, ("now", "uint32")],
        lambda v: Next(State.from_leaves(v), next(v)),
        lambda x: [*x.leaves()],
    ),
}


_BOUNDS = {"bool": (0, 1)}
for _bits in (8, 16, 32, 64):
    _BOUNDS[f"uint{_bits}"] = (0, (1 << _bits) - 1)
    _BOUNDS[f"int{_bits}"] = (-(1 << (_bits - 1)), (1 << (_bits - 1)) - 1)
_NUMBERS = re.compile(r"(-?[0-9]+( -?[0-9]+)*)?")
_MAX_LINE = 65536


def _values(words: str, layout, what: str):
    """The integers of a request, which have to fit their types, as an iterator."""
    if not _NUMBERS.fullmatch(words):
        raise ValueError(f"{what}: want decimal integers with one space between them")
    v = [int(w) for w in words.split()]
    if len(v) != len(layout):
        raise ValueError(f"{len(v)} {what}; want {len(layout)}")
    for x, (name, kind) in zip(v, layout):
        lo, hi = _BOUNDS[kind]
        if not lo <= x <= hi:
            raise ValueError(f"{what}: {name} is {x}; want a decimal {kind}")
    return iter(v)


def _row(leaves: list[int]) -> str:
    return " ".join(["ok", *map(str, leaves)])


def _unset(layout):
    """Values of memory that nobody has set: all bytes are 0xA5, and a bool is true."""
    out = []
    for _, kind in layout:
        lo, hi = _BOUNDS[kind]
        v = 0xA5A5A5A5A5A5A5A5 % (hi - lo + 1)
        out.append(1 if kind == "bool" else v if v <= hi else v - (hi - lo + 1))
    return iter(out)


def _request(line: str, connections: dict) -> str:
    """The reply to one request."""
    word, _, rest = line.partition(" ")
    if word == "step":
        number, _, rest = rest.partition(" ")
        c, (_, _, _, event, output) = connections[number]
        out = c.step(event.from_leaves(_values(rest, event.LEAVES, "event fields")))
        return _row(output(out) + c.state.leaves())
    if word == "call":
        name, _, rest = rest.partition(" ")
        if name not in _FUNCTIONS:
            raise ValueError(f"unknown function {name:.40}")
        layout, call, results = _FUNCTIONS[name]
        return _row(results(call(_values(rest, layout, "arguments"))))
    if word == "hello":
        if rest != "1":
            raise ValueError("unsupported protocol version; this program speaks 1")
        return "hello 1 dcqcn in Python"
    if word == "open":
        number, _, rest = rest.partition(" ")
        if not re.fullmatch("[0-9]{1,10}", number) or int(number) > 0xFFFFFFFF:
            raise ValueError(f"connection {number:.40} is no number in 0..4294967295")
        name, _, rest = rest.partition(" ")
        if name not in _ALGORITHMS:
            raise ValueError(f"unknown algorithm {name:.40}")
        algorithm = _ALGORITHMS[name]
        connection, params, state = algorithm[:3]
        p = params.from_leaves(_values(rest, params.LEAVES, "parameters"))
        c = connection(p, state.from_leaves(_unset(state.LEAVES)))
        connections[number] = c, algorithm
        return _row(c.state.leaves())
    if word in ("load", "state", "close"):
        number, space, rest = rest.partition(" ")
        c, (_, _, state, _, _) = connections[number]
        if word == "load":
            c.state = state.from_leaves(_values(rest, state.LEAVES, "state fields"))
            return "ok"
        if space:
            raise ValueError(f"{word} takes a connection and nothing else")
        if word == "state":
            return _row(c.state.leaves())
        del connections[number]
        return "ok"
    raise ValueError(f"unknown request {word:.40}; one of hello, call, open, load, state, step, close, quit")


def _answer(line: str, connections: dict) -> str:
    """The reply to a line, whatever it is."""
    try:
        return _request(line, connections)
    except KeyError as e:
        return f"error unknown connection {e.args[0]:.40}; open it first"
    except IndexError as e:
        return f"error index out of range: {e}"
    except ValueError as e:
        return f"error {e}"


def _serve() -> None:
    """Answers requests until quit or the end of the input."""
    connections: dict = {}
    rest = b""
    chunk = b"\n"
    quits = False
    while chunk and not quits:
        chunk = os.read(0, 1 << 16)
        lines = (rest + chunk).split(b"\n")
        rest = lines.pop() if chunk else b""  # a last line may lack its end
        replies = []
        for raw in lines if chunk or lines != [b""] else []:
            if len(raw) >= _MAX_LINE:
                replies.append(f"error a line of more than {_MAX_LINE} characters\n")
                continue
            line = raw.removesuffix(b"\r").decode("ascii", "replace")
            if quits := line == "quit":
                replies.append("ok\n")
                break
            replies.append(_answer(line, connections) + "\n")
        out = "".join(replies).encode("ascii", "replace")
        while out:
            out = out[os.write(1, out):]


if __name__ == "__main__":
    try:
        _serve()
    except (BrokenPipeError, KeyboardInterrupt):
        sys.exit(1)
