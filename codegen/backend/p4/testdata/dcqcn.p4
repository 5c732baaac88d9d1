// dcqcn: P4_16 for v1model, made from Go source. Do not edit.
//
// Command:
//   ccgen p4 dcqcn
// Parameters: registers, one set for all connections, set by a packet.
// Source (SHA-256):
//   (hash) fixedpoint/doc.go
//   (hash) fixedpoint/exp.go
//   (hash) fixedpoint/formats.go
//   (hash) fixedpoint/hash.go
//   (hash) fixedpoint/log.go
//   (hash) fixedpoint/mulshift.go
//   (hash) fixedpoint/pack.go
//   (hash) fixedpoint/recip.go
//   (hash) fixedpoint/root.go
//   (hash) fixedpoint/saturate.go
//   (hash) fixedpoint/tables.go
//   (hash) fixedpoint/time.go
//   (hash) dcqcn/doc.go
//   (hash) dcqcn/event.go
//   (hash) dcqcn/np.go
//   (hash) dcqcn/params.go
//   (hash) dcqcn/rates.go
//   (hash) dcqcn/rp.go

#include <core.p4>
#include <v1model.p4>

// Frames of this type carry a request, or the reply to one.
const bit<16> ETHERTYPE_CC = 0x88B5;
const bit<8> VERSION = 8w1;
// What a request asks for. The reply has REPLY added.
const bit<8> OP_EVENT = 8w1;  // run an event: event -> output, state
const bit<8> OP_INIT = 8w2;   // begin a connection: -> state
const bit<8> OP_LOAD = 8w3;   // overwrite a connection's state: state -> state
const bit<8> OP_READ = 8w4;   // read a connection's state: -> state
const bit<8> OP_PARAMS = 8w5; // set the parameters: params ->
const bit<8> REPLY = 8w0x80;
const bit<9> REPLY_PORT = 9w1;
const bit<32> CONNECTIONS = 32w1024;

header ethernet_t {
    bit<48> destination;
    bit<48> source;
    bit<16> etherType;
}

header request_t {
    bit<8> version;
    bit<8> op;
    // The number of the connection, below CONNECTIONS.
    bit<16> connection;
    // Comes back in the reply as it was.
    bit<32> tag;
}

// EventAlphaTimer is the end of the alpha timer.
const bit<8> dcqcn_EventAlphaTimer = 8w1;
// EventCutTimer is the end of the cut timer.
const bit<8> dcqcn_EventCutTimer = 8w2;
// EventIncreaseTimer is the end of the increase timer.
const bit<8> dcqcn_EventIncreaseTimer = 8w3;
// EventSent reports bytes and packets that left.
const bit<8> dcqcn_EventSent = 8w4;
// EventCNP reports congestion notification packets that came.
const bit<8> dcqcn_EventCNP = 8w5;
// DidCut: RC was cut.
const bit<8> dcqcn_DidCut = 8w1;
// DidIncrease: the timer or the byte counter made an increase.
const bit<8> dcqcn_DidIncrease = 8w2;
// DidAlpha: alpha was updated.
const bit<8> dcqcn_DidAlpha = 8w4;
// DidChange: RC differs from before.
const bit<8> dcqcn_DidChange = 8w8;
// CutAtOnce: every CNP cuts when it arrives (the paper).
const bit<8> dcqcn_CutAtOnce = 8w0;
// CutFreeRunning: only at the ticks of a timer of CutPeriod that the first CNP
// starts and nothing stops, if a CNP came since the tick before (HPCC's ns-3). The
// increase timer ends 1 ns short of IncreasePeriod after a cut, so that of an
// increase and a cut at one tick the increase comes first, as in that simulator.
const bit<8> dcqcn_CutFreeRunning = 8w2;
// AlphaOnCNP: a CNP raises alpha at once and restarts the alpha timer; each end of
// the timer lowers it (the paper).
const bit<8> dcqcn_AlphaOnCNP = 8w0;
// AlphaFreeRunning: as AlphaPeriodic, but nothing stops the timer.
const bit<8> dcqcn_AlphaFreeRunning = 8w2;
// RoundHalfUp rounds to nearest, ties up.
const bit<8> dcqcn_RoundHalfUp = 8w1;
// HalveEach: RT/2 + RC/2, each rounded down (HPCC's ns-3).
const bit<8> dcqcn_HalveEach = 8w1;
// HyperStaged: by i R_HAI with i = min(T, BC) - F.
const bit<8> dcqcn_HyperStaged = 8w1;
// FirstArms: it starts the timers and does not count for alpha. Its cut waits for
// the first end of the cut timer, CutPeriod and 1 ns later, and comes even if no
// other CNP does (HPCC's ns-3; the nanosecond is the simulator's, which puts a cut
// behind the update of alpha at the end of the same period). With CutAtOnce, which
// has no such timer, it does not cut.
const bit<8> dcqcn_FirstArms = 8w1;
// FlagIncrease: the increase timer and the byte counter run.
const bit<8> dcqcn_FlagIncrease = 8w1;
// FlagCut: the cut timer runs.
const bit<8> dcqcn_FlagCut = 8w2;
// FlagPending: a CNP waits for the end of the cut timer.
const bit<8> dcqcn_FlagPending = 8w4;
// FlagSeen: the first CNP has come.
const bit<8> dcqcn_FlagSeen = 8w8;
const bit<8> dcqcn_MaxStage = 8w63;
// AlphaRuns: the alpha timer runs.
const bit<8> dcqcn_AlphaRuns = 8w1;
// AlphaSawCNP: a CNP came since the last end of the alpha timer.
const bit<8> dcqcn_AlphaSawCNP = 8w2;

// Params are the parameters of a reaction point. Rates in kb/s, times in ns.
header params_t {
    // MinRate is the floor of RC, 1..MaxRate.
    bit<32> MinRate;
    // MaxRate is the ceiling of RC, the port's speed; at most MaxRepresentable.
    bit<32> MaxRate;
    // TargetCap is the ceiling of RT: MaxRate, or more where the target may pass the
    // line rate; MaxRate..MaxRepresentable.
    bit<32> TargetCap;
    // RateAI is R_AI, the additive increase of RT; at most 2^28.
    bit<32> RateAI;
    // RateHAI is R_HAI, the hyper increase of RT; at most 2^28.
    bit<32> RateHAI;
    // FirstRate, if not 0, is the rate that the first CNP sets, RC and RT alike, held
    // between MinRate and MaxRate. That CNP does not count for alpha; with FirstCuts
    // the rate is in the place of its cut, with FirstArms its cut comes all the same.
    bit<32> FirstRate;
    // AlphaPeriod is the time between updates of alpha, ns; 1..2^30.
    bit<32> AlphaPeriod;
    // IncreasePeriod is T, the time between timer increases, ns; 1..2^30.
    bit<32> IncreasePeriod;
    // CutPeriod is the least time between cuts, ns; unused with CutAtOnce; 1..2^30.
    bit<32> CutPeriod;
    // ByteReset is B, the bytes between increases of the byte counter, 0 for none; at
    // most 2^30.
    bit<32> ByteReset;
    // AlphaInit is alpha before the first CNP, AlphaBits fractional bits;
    // 0..2^AlphaBits.
    bit<32> AlphaInit;
    // AlphaMax is the largest alpha, AlphaBits fractional bits; 1..2^AlphaBits: the
    // hardware's ten bits end at 1023.
    bit<32> AlphaMax;
    // OldWeight is 1 - g, the weight of the old alpha in the new one, UQ1.16;
    // 0..65536.
    bit<32> OldWeight;
    // KeepAtLeast is the fraction of RC that one cut keeps at least, UQ1.16;
    // 0..65536.
    bit<32> KeepAtLeast;
    // AlphaBits is the number of fractional bits of alpha; 8..24.
    bit<8> AlphaBits;
    // CutShift is the number of bits by which the product RC alpha is shifted:
    // AlphaBits + 1 cuts by alpha/2; AlphaBits..AlphaBits+1.
    bit<8> CutShift;
    // Threshold is F, the stages of fast recovery; 1..31.
    bit<8> Threshold;
    // CutMode is when a CNP cuts: CutAtOnce, CutSpaced or CutFreeRunning.
    bit<8> CutMode;
    // AlphaMode is when alpha is updated: AlphaOnCNP, AlphaPeriodic or
    // AlphaFreeRunning.
    bit<8> AlphaMode;
    // AlphaRounding is how alpha is rounded: RoundDown or RoundHalfUp.
    bit<8> AlphaRounding;
    // Halving is how the mean of RT and RC is taken: HalveSum or HalveEach.
    bit<8> Halving;
    // Hyper is how hyper increase raises RT: HyperFlat or HyperStaged.
    bit<8> Hyper;
    // FirstCNP is what the first CNP does: FirstCuts or FirstArms.
    bit<8> FirstCNP;
    // AlphaFirst: a CNP that cuts at once updates alpha before the cut, else after it
    // (the paper's order).
    bit<8> AlphaFirst;
    // ClampTarget: every cut sets RT = RC. Else only a cut with an increase since the
    // one before (see ClampAfterTime): repeated cuts keep the old target.
    bit<8> ClampTarget;
    // ClampAfterTime: an increase by the timer counts as an increase for the rule of
    // ClampTarget, not only one by the byte counter. Plays no part with ClampTarget.
    bit<8> ClampAfterTime;
    // TestFirst: an increase looks at the stages before it counts itself, not after.
    bit<8> TestFirst;
}

// Event is what can happen to a connection's reaction point.
header event_t {
    // Now is the time of the event; for a timer, its deadline.
    bit<32> Now;
    // Bytes is the number of bytes sent (EventSent); more than 2^30 count as 2^30.
    bit<32> Bytes;
    // Packets is the number of packets sent (EventSent), used by Dolce-RC, which takes
    // more than 2^24 for 2^24.
    bit<32> Packets;
    // CNPs is the number of CNPs in this event (EventCNP), for hardware that coalesces
    // them; 0 counts as 1, and more than MaxCoalesced as MaxCoalesced.
    bit<16> CNPs;
    // Marked is the number of ECN-marked packets that the CNPs report (EventCNP), the
    // sum of their 7-bit counts; used by Dolce-RC.
    bit<16> Marked;
    // Kind is what happened; Step ignores kinds that it does not know.
    bit<8> Kind;
}

// Output is the result of an event.
header output_t {
    // Rate is the rate to send at from now on, RC, kb/s.
    bit<32> Rate;
    // Did is what the event did; all bits but DidChange whether or not a value moved.
    bit<8> Did;
}

// State is the state of one connection's reaction point: 32 bytes.
header state_t {
    // Rates are the rates, stages and their timers. Own holds the alpha flags.
    // RC is the current rate, kb/s: from MinRate to MaxRate.
    bit<32> Rates_RC;
    // RT is the target rate, kb/s: from MinRate to TargetCap.
    bit<32> Rates_RT;
    // Bytes is the count of bytes since the last increase of the byte counter:
    // below ByteReset.
    bit<32> Rates_Bytes;
    // IncreaseAt is when the increase timer ends, if FlagIncrease is set; else as it was.
    bit<32> Rates_IncreaseAt;
    // CutAt is when the cut timer ends, if FlagCut is set; else as it was.
    bit<32> Rates_CutAt;
    // TimeStage is T, the increases by the timer since the last cut; at most MaxStage,
    // saturating.
    bit<8> Rates_TimeStage;
    // ByteStage is BC, the increases by the byte counter since the last cut; at most
    // MaxStage, saturating.
    bit<8> Rates_ByteStage;
    // Flags holds the bits below. The high four belong to the scheme that embeds
    // Rates; this package leaves them as they are.
    bit<8> Rates_Flags;
    // Own is a byte of the scheme that embeds Rates.
    bit<8> Rates_Own;
    // Alpha is the rate reduction factor, Params.AlphaBits fractional bits: to AlphaMax.
    bit<32> Alpha;
    // AlphaAt is when the alpha timer ends, if AlphaRuns is set; else as it was.
    bit<32> AlphaAt;
}

struct headers_t {
    ethernet_t ethernet;
    request_t request;
    params_t params;
    event_t event;
    output_t output;
    state_t after;
}

struct metadata_t {
    bit<32> connection;
    bool answer;
    // The state before the event.
    bit<32> s_Rates_RC;
    bit<32> s_Rates_RT;
    bit<32> s_Rates_Bytes;
    bit<32> s_Rates_IncreaseAt;
    bit<32> s_Rates_CutAt;
    bit<8> s_Rates_TimeStage;
    bit<8> s_Rates_ByteStage;
    bit<8> s_Rates_Flags;
    bit<8> s_Rates_Own;
    bit<32> s_Alpha;
    bit<32> s_AlphaAt;
    // The parameters.
    bit<32> p_MinRate;
    bit<32> p_MaxRate;
    bit<32> p_TargetCap;
    bit<32> p_RateAI;
    bit<32> p_RateHAI;
    bit<32> p_FirstRate;
    bit<32> p_AlphaPeriod;
    bit<32> p_IncreasePeriod;
    bit<32> p_CutPeriod;
    bit<32> p_ByteReset;
    bit<32> p_AlphaInit;
    bit<32> p_AlphaMax;
    bit<32> p_OldWeight;
    bit<32> p_KeepAtLeast;
    bit<8> p_AlphaBits;
    bit<8> p_CutShift;
    bit<8> p_Threshold;
    bit<8> p_CutMode;
    bit<8> p_AlphaMode;
    bit<8> p_AlphaRounding;
    bit<8> p_Halving;
    bit<8> p_Hyper;
    bit<8> p_FirstCNP;
    bit<8> p_AlphaFirst;
    bit<8> p_ClampTarget;
    bit<8> p_ClampAfterTime;
    bit<8> p_TestFirst;
}

parser cc_parser(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.etherType) {
            ETHERTYPE_CC : request;
            default : accept;
        }
    }
    state request {
        packet.extract(hdr.request);
        transition select(hdr.request.version, hdr.request.op) {
            (VERSION, OP_EVENT) : event_fields;
            (VERSION, OP_LOAD) : state_fields;
            (VERSION, OP_PARAMS) : params_fields;
            default : accept;
        }
    }
    state event_fields {
        packet.extract(hdr.event);
        transition accept;
    }
    state state_fields {
        packet.extract(hdr.after);
        transition accept;
    }
    state params_fields {
        packet.extract(hdr.params);
        transition accept;
    }
}

control cc_ingress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
    // The state of each connection.
    register<bit<32>>(CONNECTIONS) state_Rates_RC;
    register<bit<32>>(CONNECTIONS) state_Rates_RT;
    register<bit<32>>(CONNECTIONS) state_Rates_Bytes;
    register<bit<32>>(CONNECTIONS) state_Rates_IncreaseAt;
    register<bit<32>>(CONNECTIONS) state_Rates_CutAt;
    register<bit<8>>(CONNECTIONS) state_Rates_TimeStage;
    register<bit<8>>(CONNECTIONS) state_Rates_ByteStage;
    register<bit<8>>(CONNECTIONS) state_Rates_Flags;
    register<bit<8>>(CONNECTIONS) state_Rates_Own;
    register<bit<32>>(CONNECTIONS) state_Alpha;
    register<bit<32>>(CONNECTIONS) state_AlphaAt;
    // The parameters of all connections.
    register<bit<32>>(1) params_MinRate;
    register<bit<32>>(1) params_MaxRate;
    register<bit<32>>(1) params_TargetCap;
    register<bit<32>>(1) params_RateAI;
    register<bit<32>>(1) params_RateHAI;
    register<bit<32>>(1) params_FirstRate;
    register<bit<32>>(1) params_AlphaPeriod;
    register<bit<32>>(1) params_IncreasePeriod;
    register<bit<32>>(1) params_CutPeriod;
    register<bit<32>>(1) params_ByteReset;
    register<bit<32>>(1) params_AlphaInit;
    register<bit<32>>(1) params_AlphaMax;
    register<bit<32>>(1) params_OldWeight;
    register<bit<32>>(1) params_KeepAtLeast;
    register<bit<8>>(1) params_AlphaBits;
    register<bit<8>>(1) params_CutShift;
    register<bit<8>>(1) params_Threshold;
    register<bit<8>>(1) params_CutMode;
    register<bit<8>>(1) params_AlphaMode;
    register<bit<8>>(1) params_AlphaRounding;
    register<bit<8>>(1) params_Halving;
    register<bit<8>>(1) params_Hyper;
    register<bit<8>>(1) params_FirstCNP;
    register<bit<8>>(1) params_AlphaFirst;
    register<bit<8>>(1) params_ClampTarget;
    register<bit<8>>(1) params_ClampAfterTime;
    register<bit<8>>(1) params_TestFirst;
    action read_state() {
        state_Rates_RC.read(meta.s_Rates_RC, meta.connection);
        state_Rates_RT.read(meta.s_Rates_RT, meta.connection);
        state_Rates_Bytes.read(meta.s_Rates_Bytes, meta.connection);
        state_Rates_IncreaseAt.read(meta.s_Rates_IncreaseAt, meta.connection);
        state_Rates_CutAt.read(meta.s_Rates_CutAt, meta.connection);
        state_Rates_TimeStage.read(meta.s_Rates_TimeStage, meta.connection);
        state_Rates_ByteStage.read(meta.s_Rates_ByteStage, meta.connection);
        state_Rates_Flags.read(meta.s_Rates_Flags, meta.connection);
        state_Rates_Own.read(meta.s_Rates_Own, meta.connection);
        state_Alpha.read(meta.s_Alpha, meta.connection);
        state_AlphaAt.read(meta.s_AlphaAt, meta.connection);
    }
    action write_state() {
        state_Rates_RC.write(meta.connection, hdr.after.Rates_RC);
        state_Rates_RT.write(meta.connection, hdr.after.Rates_RT);
        state_Rates_Bytes.write(meta.connection, hdr.after.Rates_Bytes);
        state_Rates_IncreaseAt.write(meta.connection, hdr.after.Rates_IncreaseAt);
        state_Rates_CutAt.write(meta.connection, hdr.after.Rates_CutAt);
        state_Rates_TimeStage.write(meta.connection, hdr.after.Rates_TimeStage);
        state_Rates_ByteStage.write(meta.connection, hdr.after.Rates_ByteStage);
        state_Rates_Flags.write(meta.connection, hdr.after.Rates_Flags);
        state_Rates_Own.write(meta.connection, hdr.after.Rates_Own);
        state_Alpha.write(meta.connection, hdr.after.Alpha);
        state_AlphaAt.write(meta.connection, hdr.after.AlphaAt);
    }
    action show_state() {
        hdr.after.Rates_RC = meta.s_Rates_RC;
        hdr.after.Rates_RT = meta.s_Rates_RT;
        hdr.after.Rates_Bytes = meta.s_Rates_Bytes;
        hdr.after.Rates_IncreaseAt = meta.s_Rates_IncreaseAt;
        hdr.after.Rates_CutAt = meta.s_Rates_CutAt;
        hdr.after.Rates_TimeStage = meta.s_Rates_TimeStage;
        hdr.after.Rates_ByteStage = meta.s_Rates_ByteStage;
        hdr.after.Rates_Flags = meta.s_Rates_Flags;
        hdr.after.Rates_Own = meta.s_Rates_Own;
        hdr.after.Alpha = meta.s_Alpha;
        hdr.after.AlphaAt = meta.s_AlphaAt;
    }
    action read_params() {
        params_MinRate.read(meta.p_MinRate, 32w0);
        params_MaxRate.read(meta.p_MaxRate, 32w0);
        params_TargetCap.read(meta.p_TargetCap, 32w0);
        params_RateAI.read(meta.p_RateAI, 32w0);
        params_RateHAI.read(meta.p_RateHAI, 32w0);
        params_FirstRate.read(meta.p_FirstRate, 32w0);
        params_AlphaPeriod.read(meta.p_AlphaPeriod, 32w0);
        params_IncreasePeriod.read(meta.p_IncreasePeriod, 32w0);
        params_CutPeriod.read(meta.p_CutPeriod, 32w0);
        params_ByteReset.read(meta.p_ByteReset, 32w0);
        params_AlphaInit.read(meta.p_AlphaInit, 32w0);
        params_AlphaMax.read(meta.p_AlphaMax, 32w0);
        params_OldWeight.read(meta.p_OldWeight, 32w0);
        params_KeepAtLeast.read(meta.p_KeepAtLeast, 32w0);
        params_AlphaBits.read(meta.p_AlphaBits, 32w0);
        params_CutShift.read(meta.p_CutShift, 32w0);
        params_Threshold.read(meta.p_Threshold, 32w0);
        params_CutMode.read(meta.p_CutMode, 32w0);
        params_AlphaMode.read(meta.p_AlphaMode, 32w0);
        params_AlphaRounding.read(meta.p_AlphaRounding, 32w0);
        params_Halving.read(meta.p_Halving, 32w0);
        params_Hyper.read(meta.p_Hyper, 32w0);
        params_FirstCNP.read(meta.p_FirstCNP, 32w0);
        params_AlphaFirst.read(meta.p_AlphaFirst, 32w0);
        params_ClampTarget.read(meta.p_ClampTarget, 32w0);
        params_ClampAfterTime.read(meta.p_ClampAfterTime, 32w0);
        params_TestFirst.read(meta.p_TestFirst, 32w0);
    }
    action write_params() {
        params_MinRate.write(32w0, hdr.params.MinRate);
        params_MaxRate.write(32w0, hdr.params.MaxRate);
        params_TargetCap.write(32w0, hdr.params.TargetCap);
        params_RateAI.write(32w0, hdr.params.RateAI);
        params_RateHAI.write(32w0, hdr.params.RateHAI);
        params_FirstRate.write(32w0, hdr.params.FirstRate);
        params_AlphaPeriod.write(32w0, hdr.params.AlphaPeriod);
        params_IncreasePeriod.write(32w0, hdr.params.IncreasePeriod);
        params_CutPeriod.write(32w0, hdr.params.CutPeriod);
        params_ByteReset.write(32w0, hdr.params.ByteReset);
        params_AlphaInit.write(32w0, hdr.params.AlphaInit);
        params_AlphaMax.write(32w0, hdr.params.AlphaMax);
        params_OldWeight.write(32w0, hdr.params.OldWeight);
        params_KeepAtLeast.write(32w0, hdr.params.KeepAtLeast);
        params_AlphaBits.write(32w0, hdr.params.AlphaBits);
        params_CutShift.write(32w0, hdr.params.CutShift);
        params_Threshold.write(32w0, hdr.params.Threshold);
        params_CutMode.write(32w0, hdr.params.CutMode);
        params_AlphaMode.write(32w0, hdr.params.AlphaMode);
        params_AlphaRounding.write(32w0, hdr.params.AlphaRounding);
        params_Halving.write(32w0, hdr.params.Halving);
        params_Hyper.write(32w0, hdr.params.Hyper);
        params_FirstCNP.write(32w0, hdr.params.FirstCNP);
        params_AlphaFirst.write(32w0, hdr.params.AlphaFirst);
        params_ClampTarget.write(32w0, hdr.params.ClampTarget);
        params_ClampAfterTime.write(32w0, hdr.params.ClampAfterTime);
        params_TestFirst.write(32w0, hdr.params.TestFirst);
    }
    action reply() {
        bit<48> requester = hdr.ethernet.source;
        hdr.ethernet.source = hdr.ethernet.destination;
        hdr.ethernet.destination = requester;
        hdr.request.op = hdr.request.op | REPLY;
        standard_metadata.egress_spec = REPLY_PORT;
    }
    action refuse() {
        mark_to_drop(standard_metadata);
    }
    action init_step_1() {
        // dcqcn.Init
        bit<32> init_s_Alpha_1 = (meta.p_AlphaMax < meta.p_AlphaInit) ? meta.p_AlphaMax : meta.p_AlphaInit;
        hdr.after.Rates_RC = meta.p_MaxRate;
        hdr.after.Rates_RT = meta.p_MaxRate;
        hdr.after.Rates_Bytes = 32w0;
        hdr.after.Rates_IncreaseAt = 32w0;
        hdr.after.Rates_CutAt = 32w0;
        hdr.after.Rates_TimeStage = 8w0;
        hdr.after.Rates_ByteStage = 8w0;
        hdr.after.Rates_Flags = 8w0;
        hdr.after.Rates_Own = 8w0;
        hdr.after.Alpha = init_s_Alpha_1;
        hdr.after.AlphaAt = 32w0;
    }
    action step_1_() {
        // dcqcn.Step
        bool t_1 = hdr.event.Kind == dcqcn_EventAlphaTimer;
        // dcqcn.alphaTimer
        bool t_3 = (meta.s_Rates_Own & dcqcn_AlphaSawCNP) == 8w0;
        // dcqcn.(*State).raiseAlpha
        bit<64> gain_1 = ((bit<64>)(32w0x10000 - meta.p_OldWeight)) << meta.p_AlphaBits;
        bit<64> product_1 = ((bit<64>)meta.s_Alpha) * ((bit<64>)meta.p_OldWeight);
        bit<64> product_2 = product_1 + gain_1;
        // dcqcn.(*Params).roundAlpha
        bool t_5 = meta.p_AlphaRounding == dcqcn_RoundHalfUp;
        bit<64> t_6 = t_5 ? 64w0x8000 : 64w0;
        bit<64> product_3 = product_2 + t_6;
        bit<32> alpha_1 = (bit<32>)(product_3 >> 8w16);
        // dcqcn.(*State).raiseAlpha
        bit<32> s_Alpha_1 = (meta.p_AlphaMax < alpha_1) ? meta.p_AlphaMax : alpha_1;
        // dcqcn.alphaTimer
        bit<8> s_Rates_Own_1 = meta.s_Rates_Own & 8w253;
        // dcqcn.(*Params).roundAlpha
        bit<64> product_4 = product_1 + 64w0x8000;
        bit<64> product_5 = t_5 ? product_4 : product_1;
        bit<32> s_Alpha_2 = (bit<32>)(product_5 >> 8w16);
        // dcqcn.alphaTimer
        bool t_10 = (s_Alpha_2 == meta.s_Alpha) && (meta.p_AlphaMode != dcqcn_AlphaFreeRunning);
        bit<8> s_Rates_Own_2 = meta.s_Rates_Own & 8w254;
        bit<8> s_Rates_Own_3 = t_10 ? s_Rates_Own_2 : meta.s_Rates_Own;
        bit<8> s_Rates_Own_4 = t_3 ? s_Rates_Own_3 : s_Rates_Own_1;
        bit<32> s_Alpha_3 = t_3 ? s_Alpha_2 : s_Alpha_1;
        // fixedpoint.Time.Add
        bit<32> s_AlphaAt_1 = hdr.event.Now + meta.p_AlphaPeriod;
        // dcqcn.Step
        bool t_11 = hdr.event.Kind == dcqcn_EventCutTimer;
        // dcqcn.(*Rates).CutTimer
        bit<8> t_12 = meta.s_Rates_Flags & dcqcn_FlagPending;
        bool t_13 = t_12 == 8w0;
        bool pending_1 = t_12 != 8w0;
        bit<8> s_Rates_Flags_1 = meta.s_Rates_Flags & 8w251;
        bool t_14 = meta.p_CutMode == dcqcn_CutFreeRunning;
        bool t_15 = pending_1 || t_14;
        // fixedpoint.Time.Add
        bit<32> s_Rates_CutAt_1 = hdr.event.Now + meta.p_CutPeriod;
        // dcqcn.(*Rates).CutTimer
        bit<8> s_Rates_Flags_2 = meta.s_Rates_Flags & 8w249;
        bit<32> s_Rates_CutAt_2 = t_15 ? s_Rates_CutAt_1 : meta.s_Rates_CutAt;
        bit<8> s_Rates_Flags_3 = t_15 ? s_Rates_Flags_1 : s_Rates_Flags_2;
        // dcqcn.(*State).cut
        bool t_16 = meta.s_Rates_ByteStage > 8w0;
        bool t_19 = (meta.p_ClampAfterTime != 8w0) && (meta.s_Rates_TimeStage > 8w0);
        bit<32> target_1 = (((meta.p_ClampTarget != 8w0) || t_16) || t_19) ? meta.s_Rates_RC : meta.s_Rates_RT;
        // dcqcn.(*Rates).Cut
        bit<32> t_22 = (meta.p_MinRate < target_1) ? target_1 : meta.p_MinRate;
        bit<32> s_Rates_RT_1 = (meta.p_TargetCap < t_22) ? meta.p_TargetCap : t_22;
        bit<32> t_24 = 32w1 << meta.p_CutShift;
        bit<32> keep_1 = t_24 - meta.s_Alpha;
        bit<32> rc_1 = (bit<32>)((((bit<64>)meta.s_Rates_RC) * ((bit<64>)keep_1)) >> meta.p_CutShift);
        bit<64> t_26 = ((bit<64>)meta.s_Rates_RC) * ((bit<64>)meta.p_KeepAtLeast);
        bit<32> floor_1 = (bit<32>)(t_26 >> 8w16);
        bit<32> t_28 = (rc_1 < floor_1) ? floor_1 : rc_1;
        bit<32> s_Rates_RC_1 = (meta.p_MinRate < t_28) ? t_28 : meta.p_MinRate;
        // dcqcn.(*Rates).restart
        bit<32> period_1 = meta.p_IncreasePeriod - 32w1;
        bit<32> period_2 = t_14 ? period_1 : meta.p_IncreasePeriod;
        // fixedpoint.Time.Add
        bit<32> s_Rates_IncreaseAt_1 = hdr.event.Now + period_2;
        // dcqcn.(*Rates).restart
        bit<8> s_Rates_Flags_4 = s_Rates_Flags_1 | dcqcn_FlagIncrease;
        // dcqcn.Step
        bit<32> s_Rates_RC_2 = t_13 ? meta.s_Rates_RC : s_Rates_RC_1;
        bit<32> s_Rates_RT_2 = t_13 ? meta.s_Rates_RT : s_Rates_RT_1;
        bit<32> s_Rates_Bytes_1 = t_13 ? meta.s_Rates_Bytes : 32w0;
        bit<32> s_Rates_IncreaseAt_2 = t_13 ? meta.s_Rates_IncreaseAt : s_Rates_IncreaseAt_1;
        bit<8> s_Rates_TimeStage_1 = t_13 ? meta.s_Rates_TimeStage : 8w0;
        bit<8> s_Rates_ByteStage_1 = t_13 ? meta.s_Rates_ByteStage : 8w0;
        bit<8> s_Rates_Flags_5 = t_13 ? s_Rates_Flags_3 : s_Rates_Flags_4;
        bit<8> did_1 = t_13 ? 8w0 : dcqcn_DidCut;
        bool t_30 = hdr.event.Kind == dcqcn_EventIncreaseTimer;
        // dcqcn.(*Rates).increase
        bool t_31 = meta.p_ByteReset == 32w0;
        bool t_32 = meta.p_Hyper == dcqcn_HyperStaged;
        bool t_33 = meta.p_Halving == dcqcn_HalveEach;
        bit<32> t_34 = meta.s_Rates_RC >> 8w1;
        bool t_35 = (meta.p_ClampAfterTime != 8w0) || t_31;
        bool t_36 = t_35 || t_16;
        bit<8> s_Rates_Flags_6 = meta.s_Rates_Flags & 8w254;
        // dcqcn.(*Rates).IncreaseTimer
        bit<8> t_37 = meta.s_Rates_TimeStage + 8w1;
        bit<8> s_Rates_TimeStage_2 = (t_37 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_37;
        // dcqcn.(*Rates).increase
        bit<8> t_39 = (meta.p_TestFirst != 8w0) ? meta.s_Rates_TimeStage : s_Rates_TimeStage_2;
        bit<8> b_1 = t_31 ? t_39 : meta.s_Rates_ByteStage;
        bool t_40 = b_1 < t_39;
        bit<8> t_43 = t_40 ? b_1 : t_39;
        // At most 62 * 2^28 < 2^34: in 64 bits, then capped.
        bit<64> wide_1 = ((bit<64>)meta.p_RateHAI) * ((bit<64>)(t_43 - meta.p_Threshold));
        bit<32> t_47 = (wide_1 > 64w0x7FFFFFFF) ? 32w0x7FFFFFFF : ((bit<32>)wide_1);
        bit<32> step_1 = t_32 ? t_47 : meta.p_RateHAI;
        bit<32> step_2 = (meta.p_Threshold < t_43) ? step_1 : meta.p_RateAI;
        // Both below 2^31: the sum fits.
        bit<32> t_48 = meta.s_Rates_RT + step_2;
        bit<32> s_Rates_RT_3 = (meta.p_TargetCap < t_48) ? meta.p_TargetCap : t_48;
        bit<32> s_Rates_RT_4 = ((t_40 ? t_39 : b_1) < meta.p_Threshold) ? meta.s_Rates_RT : s_Rates_RT_3;
        bit<32> s_Rates_RC_3 = (s_Rates_RT_4 >> 8w1) + t_34;
        bit<32> s_Rates_RC_4 = ((s_Rates_RT_4 + meta.s_Rates_RC) + 32w1) >> 8w1;
        bit<32> s_Rates_RC_5 = t_33 ? s_Rates_RC_3 : s_Rates_RC_4;
        bit<32> t_54 = (meta.p_MaxRate < s_Rates_RC_5) ? meta.p_MaxRate : s_Rates_RC_5;
        bit<32> s_Rates_RC_6 = (meta.p_MinRate < t_54) ? t_54 : meta.p_MinRate;
        // Arrived: the target is at its cap, so that a later increase would repeat this
        // one, which left the rate as it was. What it would still do is to count: that
        // matters to a later cut only where the cut waits for an increase by bytes to take
        // the target (ClampAfterTime off), and target and rate differ.
        bool t_58 = (s_Rates_RT_4 == meta.p_TargetCap) && (s_Rates_RC_6 == meta.s_Rates_RC);
        bit<8> s_Rates_Flags_7 = (t_58 && (t_36 || (s_Rates_RC_6 == s_Rates_RT_4))) ? s_Rates_Flags_6 : meta.s_Rates_Flags;
        // fixedpoint.Time.Add
        bit<32> s_Rates_IncreaseAt_3 = hdr.event.Now + meta.p_IncreasePeriod;
        // dcqcn.Step
        bool t_62 = hdr.event.Kind == dcqcn_EventSent;
        // dcqcn.(*Rates).Sent
        bool t_65 = t_31 || ((meta.s_Rates_Flags & dcqcn_FlagIncrease) == 8w0);
        bit<32> t_67 = (hdr.event.Bytes > 32w0x40000000) ? 32w0x40000000 : hdr.event.Bytes;
        bit<32> s_Rates_Bytes_2 = meta.s_Rates_Bytes + t_67;
        bool t_68 = s_Rates_Bytes_2 < meta.p_ByteReset;
        bool increased_1 = meta.p_ByteReset <= s_Rates_Bytes_2;
        bit<32> s_Rates_Bytes_3 = s_Rates_Bytes_2 - meta.p_ByteReset;
        // dcqcn.(*Rates).increase
        bool t_69 = meta.s_Rates_ByteStage < meta.s_Rates_TimeStage;
        bool t_71 = (t_69 ? meta.s_Rates_TimeStage : meta.s_Rates_ByteStage) < meta.p_Threshold;
        bit<8> t_72 = t_69 ? meta.s_Rates_ByteStage : meta.s_Rates_TimeStage;
        bit<64> wide_2 = ((bit<64>)meta.p_RateHAI) * ((bit<64>)(t_72 - meta.p_Threshold));
        bit<32> t_76 = (wide_2 > 64w0x7FFFFFFF) ? 32w0x7FFFFFFF : ((bit<32>)wide_2);
        bit<32> step_3 = t_32 ? t_76 : meta.p_RateHAI;
        bit<32> step_4 = (meta.p_Threshold < t_72) ? step_3 : meta.p_RateAI;
        bit<32> t_79 = (meta.p_MinRate < meta.p_MaxRate) ? meta.p_MaxRate : meta.p_MinRate;
        // dcqcn.(*Rates).Sent
        bit<8> t_80 = meta.s_Rates_ByteStage + 8w1;
        bool t_81 = t_80 > dcqcn_MaxStage;
        bit<8> s_Rates_ByteStage_2 = t_81 ? dcqcn_MaxStage : t_80;
        // dcqcn.(*Rates).increase
        bit<8> t_83 = (s_Rates_ByteStage_2 < meta.s_Rates_TimeStage) ? meta.s_Rates_TimeStage : s_Rates_ByteStage_2;
        bool t_84 = t_83 < meta.p_Threshold;
        bool t_85 = (meta.p_TestFirst != 8w0) ? t_71 : t_84;
        bit<8> t_88 = (meta.s_Rates_TimeStage > dcqcn_MaxStage) ? dcqcn_MaxStage : meta.s_Rates_TimeStage;
        bit<8> t_90 = (t_80 < meta.s_Rates_TimeStage) ? t_80 : meta.s_Rates_TimeStage;
        bit<8> t_91 = t_81 ? t_88 : t_90;
        bit<64> wide_3 = ((bit<64>)meta.p_RateHAI) * ((bit<64>)(t_91 - meta.p_Threshold));
        bit<32> t_95 = t_32 ? 32w0x7FFFFFFF : meta.p_RateHAI;
        bit<32> step_5 = (wide_3 > 64w0x7FFFFFFF) ? t_95 : (t_32 ? ((bit<32>)wide_3) : meta.p_RateHAI);
        bit<32> step_6 = (meta.p_Threshold < t_91) ? step_5 : meta.p_RateAI;
        bit<32> t_98 = meta.s_Rates_RT + ((meta.p_TestFirst != 8w0) ? step_4 : step_6);
        bit<32> s_Rates_RT_5 = (meta.p_TargetCap < t_98) ? (t_85 ? meta.s_Rates_RT : meta.p_TargetCap) : (t_85 ? meta.s_Rates_RT : t_98);
        bit<32> s_Rates_RC_7 = (s_Rates_RT_5 >> 8w1) + t_34;
        bit<32> s_Rates_RC_8 = ((meta.s_Rates_RC + 32w1) + s_Rates_RT_5) >> 8w1;
        bit<32> s_Rates_RC_9 = t_33 ? s_Rates_RC_7 : s_Rates_RC_8;
        bit<32> t_105 = (meta.p_MinRate < s_Rates_RC_9) ? s_Rates_RC_9 : meta.p_MinRate;
        bit<32> s_Rates_RC_10 = (meta.p_MaxRate < s_Rates_RC_9) ? t_79 : t_105;
        bool t_108 = (s_Rates_RT_5 == meta.p_TargetCap) && (s_Rates_RC_10 == meta.s_Rates_RC);
        bool t_111 = t_35 || (s_Rates_ByteStage_2 > 8w0);
        bool t_113 = ((meta.p_TestFirst != 8w0) ? t_36 : t_111) || (s_Rates_RC_10 == s_Rates_RT_5);
        bit<8> s_Rates_Flags_8 = (t_108 && t_113) ? s_Rates_Flags_6 : meta.s_Rates_Flags;
        // dcqcn.(*Rates).Sent
        bool t_115 = s_Rates_Bytes_3 < meta.p_ByteReset;
        bit<32> s_Rates_Bytes_4 = s_Rates_Bytes_3 - meta.p_ByteReset;
        // dcqcn.(*Rates).increase
        // dcqcn.(*Rates).Sent
        bit<8> t_117 = s_Rates_ByteStage_2 + 8w1;
        bool t_118 = t_117 > dcqcn_MaxStage;
        bit<8> s_Rates_ByteStage_3 = t_118 ? dcqcn_MaxStage : t_117;
        // dcqcn.(*Rates).increase
        bit<8> t_120 = (s_Rates_ByteStage_3 < meta.s_Rates_TimeStage) ? meta.s_Rates_TimeStage : s_Rates_ByteStage_3;
        bool t_121 = t_120 < meta.p_Threshold;
        bool t_122 = (meta.p_TestFirst != 8w0) ? t_84 : t_121;
        bit<8> t_125 = (t_117 < meta.s_Rates_TimeStage) ? t_117 : meta.s_Rates_TimeStage;
        bit<8> t_126 = t_118 ? t_88 : t_125;
        bit<64> wide_4 = ((bit<64>)meta.p_RateHAI) * ((bit<64>)(t_126 - meta.p_Threshold));
        bit<32> step_7 = (wide_4 > 64w0x7FFFFFFF) ? t_95 : (t_32 ? ((bit<32>)wide_4) : meta.p_RateHAI);
        bit<32> step_8 = (meta.p_Threshold < t_126) ? step_7 : meta.p_RateAI;
        bit<32> t_132 = s_Rates_RT_5 + ((meta.p_TestFirst != 8w0) ? step_6 : step_8);
        bit<32> s_Rates_RT_6 = (meta.p_TargetCap < t_132) ? (t_122 ? s_Rates_RT_5 : meta.p_TargetCap) : (t_122 ? s_Rates_RT_5 : t_132);
        bit<32> s_Rates_RC_11 = (s_Rates_RT_6 >> 8w1) + (s_Rates_RC_10 >> 8w1);
        bit<32> s_Rates_RC_12 = ((32w1 + s_Rates_RT_6) + s_Rates_RC_10) >> 8w1;
        bit<32> s_Rates_RC_13 = t_33 ? s_Rates_RC_11 : s_Rates_RC_12;
        bit<32> t_140 = (meta.p_MinRate < s_Rates_RC_13) ? s_Rates_RC_13 : meta.p_MinRate;
        bit<32> s_Rates_RC_14 = (meta.p_MaxRate < s_Rates_RC_13) ? t_79 : t_140;
        bool t_143 = (s_Rates_RT_6 == meta.p_TargetCap) && (s_Rates_RC_14 == s_Rates_RC_10);
        bool t_146 = t_35 || (s_Rates_ByteStage_3 > 8w0);
        bool t_148 = ((meta.p_TestFirst != 8w0) ? t_111 : t_146) || (s_Rates_RC_14 == s_Rates_RT_6);
        bit<8> s_Rates_Flags_9 = (t_143 && t_148) ? s_Rates_Flags_6 : s_Rates_Flags_8;
        // dcqcn.(*Rates).Sent
        bool t_150 = s_Rates_Bytes_4 < meta.p_ByteReset;
        bit<32> s_Rates_Bytes_5 = s_Rates_Bytes_4 - meta.p_ByteReset;
        // dcqcn.(*Rates).increase
        // dcqcn.(*Rates).Sent
        bit<8> t_152 = s_Rates_ByteStage_3 + 8w1;
        bit<8> s_Rates_ByteStage_4 = (t_152 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_152;
        // dcqcn.(*Rates).increase
        bool t_154 = s_Rates_ByteStage_4 < meta.s_Rates_TimeStage;
        bool t_156 = (t_154 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_4) < meta.p_Threshold;
        bit<8> t_158 = t_154 ? s_Rates_ByteStage_4 : meta.s_Rates_TimeStage;
        bit<64> wide_5 = ((bit<64>)meta.p_RateHAI) * ((bit<64>)(t_158 - meta.p_Threshold));
        bit<32> t_162 = (wide_5 > 64w0x7FFFFFFF) ? 32w0x7FFFFFFF : ((bit<32>)wide_5);
        bit<32> step_9 = t_32 ? t_162 : meta.p_RateHAI;
        bit<32> step_10 = (meta.p_Threshold < t_158) ? step_9 : meta.p_RateAI;
        bit<32> t_164 = s_Rates_RT_6 + ((meta.p_TestFirst != 8w0) ? step_8 : step_10);
        bit<32> s_Rates_RT_7 = (meta.p_TargetCap < t_164) ? meta.p_TargetCap : t_164;
        bit<32> s_Rates_RT_8 = ((meta.p_TestFirst != 8w0) ? t_121 : t_156) ? s_Rates_RT_6 : s_Rates_RT_7;
        bit<32> s_Rates_RC_15 = (s_Rates_RT_8 >> 8w1) + (s_Rates_RC_14 >> 8w1);
        bit<32> s_Rates_RC_16 = ((32w1 + s_Rates_RT_8) + s_Rates_RC_14) >> 8w1;
        bit<32> s_Rates_RC_17 = t_33 ? s_Rates_RC_15 : s_Rates_RC_16;
        bit<32> t_171 = (meta.p_MinRate < s_Rates_RC_17) ? s_Rates_RC_17 : meta.p_MinRate;
        bit<32> s_Rates_RC_18 = (meta.p_MaxRate < s_Rates_RC_17) ? t_79 : t_171;
        bool t_174 = (s_Rates_RT_8 == meta.p_TargetCap) && (s_Rates_RC_18 == s_Rates_RC_14);
        bool t_177 = t_35 || (s_Rates_ByteStage_4 > 8w0);
        bool t_179 = ((meta.p_TestFirst != 8w0) ? t_146 : t_177) || (s_Rates_RC_18 == s_Rates_RT_8);
        bit<8> s_Rates_Flags_10 = (t_174 && t_179) ? s_Rates_Flags_6 : s_Rates_Flags_9;
        // dcqcn.(*Rates).Sent
        bool t_181 = s_Rates_Bytes_5 < meta.p_ByteReset;
        bit<32> s_Rates_Bytes_6 = s_Rates_Bytes_5 - meta.p_ByteReset;
        // dcqcn.(*Rates).increase
        // dcqcn.(*Rates).Sent
        bit<8> t_183 = s_Rates_ByteStage_4 + 8w1;
        bit<8> s_Rates_ByteStage_5 = (t_183 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_183;
        // dcqcn.(*Rates).increase
        bool t_185 = s_Rates_ByteStage_5 < meta.s_Rates_TimeStage;
        bool t_187 = (t_185 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_5) < meta.p_Threshold;
        bit<8> t_189 = t_185 ? s_Rates_ByteStage_5 : meta.s_Rates_TimeStage;
        bit<64> wide_6 = ((bit<64>)meta.p_RateHAI) * ((bit<64>)(t_189 - meta.p_Threshold));
        bit<32> t_193 = (wide_6 > 64w0x7FFFFFFF) ? 32w0x7FFFFFFF : ((bit<32>)wide_6);
        bit<32> step_11 = t_32 ? t_193 : meta.p_RateHAI;
        bit<32> step_12 = (meta.p_Threshold < t_189) ? step_11 : meta.p_RateAI;
        bit<32> t_195 = s_Rates_RT_8 + ((meta.p_TestFirst != 8w0) ? step_10 : step_12);
        bit<32> s_Rates_RT_9 = (meta.p_TargetCap < t_195) ? meta.p_TargetCap : t_195;
        bit<32> s_Rates_RT_10 = ((meta.p_TestFirst != 8w0) ? t_156 : t_187) ? s_Rates_RT_8 : s_Rates_RT_9;
        bit<32> s_Rates_RC_19 = (s_Rates_RT_10 >> 8w1) + (s_Rates_RC_18 >> 8w1);
        bit<32> s_Rates_RC_20 = ((32w1 + s_Rates_RT_10) + s_Rates_RC_18) >> 8w1;
        bit<32> s_Rates_RC_21 = t_33 ? s_Rates_RC_19 : s_Rates_RC_20;
        bit<32> t_202 = (meta.p_MinRate < s_Rates_RC_21) ? s_Rates_RC_21 : meta.p_MinRate;
        bit<32> s_Rates_RC_22 = (meta.p_MaxRate < s_Rates_RC_21) ? t_79 : t_202;
        bool t_205 = (s_Rates_RT_10 == meta.p_TargetCap) && (s_Rates_RC_22 == s_Rates_RC_18);
        bool t_208 = t_35 || (s_Rates_ByteStage_5 > 8w0);
        bool t_210 = ((meta.p_TestFirst != 8w0) ? t_177 : t_208) || (s_Rates_RC_22 == s_Rates_RT_10);
        bit<8> s_Rates_Flags_11 = (t_205 && t_210) ? s_Rates_Flags_6 : s_Rates_Flags_10;
        // dcqcn.(*Rates).Sent
        bool t_212 = s_Rates_Bytes_6 < meta.p_ByteReset;
        bit<32> s_Rates_Bytes_7 = s_Rates_Bytes_6 - meta.p_ByteReset;
        // dcqcn.(*Rates).increase
        // dcqcn.(*Rates).Sent
        bit<8> t_214 = s_Rates_ByteStage_5 + 8w1;
        bit<8> s_Rates_ByteStage_6 = (t_214 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_214;
        // dcqcn.(*Rates).increase
        bool t_216 = s_Rates_ByteStage_6 < meta.s_Rates_TimeStage;
        bool t_218 = (t_216 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_6) < meta.p_Threshold;
        bit<8> t_220 = t_216 ? s_Rates_ByteStage_6 : meta.s_Rates_TimeStage;
        bit<64> wide_7 = ((bit<64>)meta.p_RateHAI) * ((bit<64>)(t_220 - meta.p_Threshold));
        bit<32> t_224 = (wide_7 > 64w0x7FFFFFFF) ? 32w0x7FFFFFFF : ((bit<32>)wide_7);
        bit<32> step_13 = t_32 ? t_224 : meta.p_RateHAI;
        bit<32> step_14 = (meta.p_Threshold < t_220) ? step_13 : meta.p_RateAI;
        bit<32> t_226 = s_Rates_RT_10 + ((meta.p_TestFirst != 8w0) ? step_12 : step_14);
        bit<32> s_Rates_RT_11 = (meta.p_TargetCap < t_226) ? meta.p_TargetCap : t_226;
        bit<32> s_Rates_RT_12 = ((meta.p_TestFirst != 8w0) ? t_187 : t_218) ? s_Rates_RT_10 : s_Rates_RT_11;
        bit<32> s_Rates_RC_23 = (s_Rates_RT_12 >> 8w1) + (s_Rates_RC_22 >> 8w1);
        bit<32> s_Rates_RC_24 = ((32w1 + s_Rates_RT_12) + s_Rates_RC_22) >> 8w1;
        bit<32> s_Rates_RC_25 = t_33 ? s_Rates_RC_23 : s_Rates_RC_24;
        bit<32> t_233 = (meta.p_MinRate < s_Rates_RC_25) ? s_Rates_RC_25 : meta.p_MinRate;
        bit<32> s_Rates_RC_26 = (meta.p_MaxRate < s_Rates_RC_25) ? t_79 : t_233;
        bool t_236 = (s_Rates_RT_12 == meta.p_TargetCap) && (s_Rates_RC_26 == s_Rates_RC_22);
        bool t_239 = t_35 || (s_Rates_ByteStage_6 > 8w0);
        bool t_241 = ((meta.p_TestFirst != 8w0) ? t_208 : t_239) || (s_Rates_RC_26 == s_Rates_RT_12);
        bit<8> s_Rates_Flags_12 = (t_236 && t_241) ? s_Rates_Flags_6 : s_Rates_Flags_11;
        // dcqcn.(*Rates).Sent
        bool t_243 = s_Rates_Bytes_7 < meta.p_ByteReset;
        bit<32> s_Rates_Bytes_8 = s_Rates_Bytes_7 - meta.p_ByteReset;
        // dcqcn.(*Rates).increase
        // dcqcn.(*Rates).Sent
        bit<8> t_245 = s_Rates_ByteStage_6 + 8w1;
        bit<8> s_Rates_ByteStage_7 = (t_245 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_245;
        // dcqcn.(*Rates).increase
        bool t_247 = s_Rates_ByteStage_7 < meta.s_Rates_TimeStage;
        bool t_249 = (t_247 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_7) < meta.p_Threshold;
        bit<8> t_251 = t_247 ? s_Rates_ByteStage_7 : meta.s_Rates_TimeStage;
        bit<64> wide_8 = ((bit<64>)meta.p_RateHAI) * ((bit<64>)(t_251 - meta.p_Threshold));
        bit<32> t_255 = (wide_8 > 64w0x7FFFFFFF) ? 32w0x7FFFFFFF : ((bit<32>)wide_8);
        bit<32> step_15 = t_32 ? t_255 : meta.p_RateHAI;
        bit<32> step_16 = (meta.p_Threshold < t_251) ? step_15 : meta.p_RateAI;
        bit<32> t_257 = s_Rates_RT_12 + ((meta.p_TestFirst != 8w0) ? step_14 : step_16);
        bit<32> s_Rates_RT_13 = (meta.p_TargetCap < t_257) ? meta.p_TargetCap : t_257;
        bit<32> s_Rates_RT_14 = ((meta.p_TestFirst != 8w0) ? t_218 : t_249) ? s_Rates_RT_12 : s_Rates_RT_13;
        bit<32> s_Rates_RC_27 = (s_Rates_RT_14 >> 8w1) + (s_Rates_RC_26 >> 8w1);
        bit<32> s_Rates_RC_28 = ((32w1 + s_Rates_RT_14) + s_Rates_RC_26) >> 8w1;
        bit<32> s_Rates_RC_29 = t_33 ? s_Rates_RC_27 : s_Rates_RC_28;
        bit<32> t_264 = (meta.p_MinRate < s_Rates_RC_29) ? s_Rates_RC_29 : meta.p_MinRate;
        bit<32> s_Rates_RC_30 = (meta.p_MaxRate < s_Rates_RC_29) ? t_79 : t_264;
        bool t_267 = (s_Rates_RT_14 == meta.p_TargetCap) && (s_Rates_RC_30 == s_Rates_RC_26);
        bool t_270 = t_35 || (s_Rates_ByteStage_7 > 8w0);
        bool t_272 = ((meta.p_TestFirst != 8w0) ? t_239 : t_270) || (s_Rates_RC_30 == s_Rates_RT_14);
        // dcqcn.(*Rates).Sent
        bool t_274 = s_Rates_Bytes_8 < meta.p_ByteReset;
        bit<32> s_Rates_Bytes_9 = s_Rates_Bytes_8 - meta.p_ByteReset;
        // dcqcn.(*Rates).increase
        // dcqcn.(*Rates).Sent
        bit<8> t_276 = s_Rates_ByteStage_7 + 8w1;
        bit<8> s_Rates_ByteStage_8 = (t_276 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_276;
        // dcqcn.(*Rates).increase
        bool t_278 = s_Rates_ByteStage_8 < meta.s_Rates_TimeStage;
        bool t_280 = (t_278 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_8) < meta.p_Threshold;
        bit<8> t_282 = t_278 ? s_Rates_ByteStage_8 : meta.s_Rates_TimeStage;
        bit<64> wide_9 = ((bit<64>)meta.p_RateHAI) * ((bit<64>)(t_282 - meta.p_Threshold));
        bit<32> t_286 = (wide_9 > 64w0x7FFFFFFF) ? 32w0x7FFFFFFF : ((bit<32>)wide_9);
        bit<32> step_17 = t_32 ? t_286 : meta.p_RateHAI;
        bit<32> step_18 = (meta.p_Threshold < t_282) ? step_17 : meta.p_RateAI;
        bit<32> t_288 = s_Rates_RT_14 + ((meta.p_TestFirst != 8w0) ? step_16 : step_18);
        bit<32> s_Rates_RT_15 = (meta.p_TargetCap < t_288) ? meta.p_TargetCap : t_288;
        bit<32> s_Rates_RT_16 = ((meta.p_TestFirst != 8w0) ? t_249 : t_280) ? s_Rates_RT_14 : s_Rates_RT_15;
        bit<32> s_Rates_RC_31 = (s_Rates_RT_16 >> 8w1) + (s_Rates_RC_30 >> 8w1);
        bit<32> s_Rates_RC_32 = ((32w1 + s_Rates_RT_16) + s_Rates_RC_30) >> 8w1;
        bit<32> s_Rates_RC_33 = t_33 ? s_Rates_RC_31 : s_Rates_RC_32;
        bit<32> t_295 = (meta.p_MinRate < s_Rates_RC_33) ? s_Rates_RC_33 : meta.p_MinRate;
        bit<32> s_Rates_RC_34 = (meta.p_MaxRate < s_Rates_RC_33) ? t_79 : t_295;
        bool t_298 = (s_Rates_RT_16 == meta.p_TargetCap) && (s_Rates_RC_34 == s_Rates_RC_30);
        bool t_301 = t_35 || (s_Rates_ByteStage_8 > 8w0);
        bool t_303 = ((meta.p_TestFirst != 8w0) ? t_270 : t_301) || (s_Rates_RC_34 == s_Rates_RT_16);
        // dcqcn.(*Rates).Sent
        bool t_305 = s_Rates_Bytes_9 < meta.p_ByteReset;
        bit<32> s_Rates_Bytes_10 = s_Rates_Bytes_9 - meta.p_ByteReset;
        // dcqcn.(*Rates).increase
        // dcqcn.(*Rates).Sent
        bit<8> t_307 = s_Rates_ByteStage_8 + 8w1;
        bit<8> s_Rates_ByteStage_9 = (t_307 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_307;
        // dcqcn.(*Rates).increase
        bool t_309 = s_Rates_ByteStage_9 < meta.s_Rates_TimeStage;
        bool t_311 = (t_309 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_9) < meta.p_Threshold;
        bit<8> t_313 = t_309 ? s_Rates_ByteStage_9 : meta.s_Rates_TimeStage;
        bit<64> wide_10 = ((bit<64>)meta.p_RateHAI) * ((bit<64>)(t_313 - meta.p_Threshold));
        bit<32> t_317 = (wide_10 > 64w0x7FFFFFFF) ? 32w0x7FFFFFFF : ((bit<32>)wide_10);
        bit<32> step_19 = t_32 ? t_317 : meta.p_RateHAI;
        bit<32> step_20 = (meta.p_Threshold < t_313) ? step_19 : meta.p_RateAI;
        bit<32> t_319 = s_Rates_RT_16 + ((meta.p_TestFirst != 8w0) ? step_18 : step_20);
        bit<32> s_Rates_RT_17 = (meta.p_TargetCap < t_319) ? meta.p_TargetCap : t_319;
        bit<32> s_Rates_RT_18 = ((meta.p_TestFirst != 8w0) ? t_280 : t_311) ? s_Rates_RT_16 : s_Rates_RT_17;
        bit<32> s_Rates_RC_35 = (s_Rates_RT_18 >> 8w1) + (s_Rates_RC_34 >> 8w1);
        bit<32> s_Rates_RC_36 = ((32w1 + s_Rates_RT_18) + s_Rates_RC_34) >> 8w1;
        bit<32> s_Rates_RC_37 = t_33 ? s_Rates_RC_35 : s_Rates_RC_36;
        bit<32> t_326 = (meta.p_MinRate < s_Rates_RC_37) ? s_Rates_RC_37 : meta.p_MinRate;
        bit<32> s_Rates_RC_38 = (meta.p_MaxRate < s_Rates_RC_37) ? t_79 : t_326;
        bool t_329 = (s_Rates_RT_18 == meta.p_TargetCap) && (s_Rates_RC_38 == s_Rates_RC_34);
        bool t_333 = (meta.p_TestFirst != 8w0) ? t_301 : (t_35 || (s_Rates_ByteStage_9 > 8w0));
        // dcqcn.(*Rates).Sent
        bit<32> s_Rates_RT_19 = t_305 ? s_Rates_RT_16 : s_Rates_RT_18;
        bit<32> s_Rates_Bytes_11 = t_305 ? s_Rates_Bytes_9 : s_Rates_Bytes_10;
        bit<8> s_Rates_ByteStage_10 = t_305 ? s_Rates_ByteStage_8 : s_Rates_ByteStage_9;
        bool t_336 = !(t_298 && t_303);
        bit<32> s_Rates_RT_20 = t_274 ? s_Rates_RT_14 : s_Rates_RT_19;
        bit<32> s_Rates_Bytes_12 = t_274 ? s_Rates_Bytes_8 : s_Rates_Bytes_11;
        bit<8> s_Rates_ByteStage_11 = t_274 ? s_Rates_ByteStage_7 : s_Rates_ByteStage_10;
        bool t_342 = (!(t_267 && t_272)) && (t_274 || t_336);
        bit<32> t_346 = t_243 ? s_Rates_RC_26 : (t_274 ? s_Rates_RC_30 : s_Rates_RC_34);
        bit<32> s_Rates_RT_21 = t_243 ? s_Rates_RT_12 : s_Rates_RT_20;
        bit<32> s_Rates_Bytes_13 = t_243 ? s_Rates_Bytes_7 : s_Rates_Bytes_12;
        bit<8> s_Rates_ByteStage_12 = t_243 ? s_Rates_ByteStage_6 : s_Rates_ByteStage_11;
        bool t_349 = t_342 && (!((t_333 || (s_Rates_RC_38 == s_Rates_RT_18)) && t_329));
        bool t_350 = (t_243 || (t_342 && (t_274 || (t_336 && t_305)))) || t_349;
        bit<32> s_Rates_RT_22 = t_212 ? s_Rates_RT_10 : s_Rates_RT_21;
        bit<32> s_Rates_Bytes_14 = t_212 ? s_Rates_Bytes_6 : s_Rates_Bytes_13;
        bit<8> s_Rates_ByteStage_13 = t_212 ? s_Rates_ByteStage_5 : s_Rates_ByteStage_12;
        bit<32> s_Rates_RT_23 = t_181 ? s_Rates_RT_8 : s_Rates_RT_22;
        bit<32> s_Rates_Bytes_15 = t_181 ? s_Rates_Bytes_5 : s_Rates_Bytes_14;
        bit<8> s_Rates_ByteStage_14 = t_181 ? s_Rates_ByteStage_4 : s_Rates_ByteStage_13;
        bit<8> t_357 = t_181 ? s_Rates_Flags_10 : (t_212 ? s_Rates_Flags_11 : s_Rates_Flags_12);
        bit<8> t_358 = t_181 ? s_Rates_Flags_10 : (t_212 ? s_Rates_Flags_11 : s_Rates_Flags_6);
        bool t_359 = t_150 || (t_181 || (t_212 || (t_243 || (t_274 || t_305))));
        bit<32> t_360 = t_150 ? s_Rates_RC_14 : (t_181 ? s_Rates_RC_18 : (t_212 ? s_Rates_RC_22 : t_346));
        bit<32> s_Rates_RT_24 = t_150 ? s_Rates_RT_6 : s_Rates_RT_23;
        bit<32> s_Rates_Bytes_16 = t_150 ? s_Rates_Bytes_4 : s_Rates_Bytes_15;
        bit<8> s_Rates_ByteStage_15 = t_150 ? s_Rates_ByteStage_3 : s_Rates_ByteStage_14;
        bit<32> s_Rates_RC_39 = (t_115 || t_359) ? (t_115 ? s_Rates_RC_10 : t_360) : s_Rates_RC_38;
        bit<32> s_Rates_RT_25 = t_115 ? s_Rates_RT_5 : s_Rates_RT_24;
        bit<32> s_Rates_Bytes_17 = t_115 ? s_Rates_Bytes_3 : s_Rates_Bytes_16;
        bit<8> s_Rates_ByteStage_16 = t_115 ? s_Rates_ByteStage_2 : s_Rates_ByteStage_15;
        bit<8> t_365 = t_115 ? s_Rates_Flags_8 : (t_150 ? s_Rates_Flags_9 : t_357);
        bit<8> t_366 = t_115 ? s_Rates_Flags_8 : (t_150 ? s_Rates_Flags_9 : t_358);
        bit<32> s_Rates_Bytes_18 = t_68 ? s_Rates_Bytes_2 : s_Rates_Bytes_17;
        bit<32> s_Rates_Bytes_19 = (s_Rates_Bytes_18 < meta.p_ByteReset) ? s_Rates_Bytes_18 : 32w0;
        bool t_368 = t_65 || t_68;
        bit<32> s_Rates_RC_40 = t_368 ? meta.s_Rates_RC : s_Rates_RC_39;
        bit<32> s_Rates_RT_26 = t_368 ? meta.s_Rates_RT : s_Rates_RT_25;
        bit<32> s_Rates_Bytes_20 = t_65 ? meta.s_Rates_Bytes : s_Rates_Bytes_19;
        bit<8> s_Rates_ByteStage_17 = t_368 ? meta.s_Rates_ByteStage : s_Rates_ByteStage_16;
        // dcqcn.Step
        bit<8> did_2 = ((!t_65) && increased_1) ? dcqcn_DidIncrease : 8w0;
        bool t_373 = hdr.event.Kind == dcqcn_EventCNP;
        // dcqcn.cnp
        bit<16> count_1 = (hdr.event.CNPs > 16w1) ? hdr.event.CNPs : 16w1;
        // dcqcn.(*Rates).Notice
        bool first_1 = (meta.s_Rates_Flags & dcqcn_FlagSeen) == 8w0;
        bit<8> s_Rates_Flags_13 = meta.s_Rates_Flags | dcqcn_FlagSeen;
        bool t_377 = meta.p_FirstCNP == dcqcn_FirstArms;
        bool t_378 = meta.p_FirstRate == 32w0;
        bool first_2 = first_1 && (t_377 || (meta.p_FirstRate != 32w0));
        bit<32> t_382 = (meta.p_MinRate < meta.p_FirstRate) ? meta.p_FirstRate : meta.p_MinRate;
        bit<32> s_Rates_RC_41 = (meta.p_MaxRate < t_382) ? meta.p_MaxRate : t_382;
        // dcqcn.(*Rates).restart
        bit<8> s_Rates_Flags_14 = meta.s_Rates_Flags | 8w9;
        // dcqcn.(*Rates).Notice
        // Else the connection would stay at this rate until a second CNP came.
        bit<32> s_Rates_RC_42 = t_378 ? meta.s_Rates_RC : s_Rates_RC_41;
        bit<32> s_Rates_RT_27 = t_378 ? meta.s_Rates_RT : s_Rates_RC_41;
        bit<32> s_Rates_Bytes_21 = t_378 ? meta.s_Rates_Bytes : 32w0;
        bit<32> s_Rates_IncreaseAt_4 = t_378 ? meta.s_Rates_IncreaseAt : s_Rates_IncreaseAt_1;
        bit<8> s_Rates_TimeStage_3 = t_378 ? meta.s_Rates_TimeStage : 8w0;
        bit<8> s_Rates_ByteStage_18 = t_378 ? meta.s_Rates_ByteStage : 8w0;
        bit<8> s_Rates_Flags_15 = t_378 ? s_Rates_Flags_13 : s_Rates_Flags_14;
        bool cut_1 = meta.p_CutMode == dcqcn_CutAtOnce;
        bool t_384 = meta.p_CutMode != dcqcn_CutAtOnce;
        bool t_385 = t_377 && t_384;
        // At most 2^30 + 1.
        bit<32> d_1 = meta.p_CutPeriod + 32w1;
        // fixedpoint.Time.Add
        bit<32> s_Rates_CutAt_3 = hdr.event.Now + d_1;
        // dcqcn.(*Rates).Notice
        bit<8> s_Rates_Flags_16 = s_Rates_Flags_15 | 8w6;
        bit<8> s_Rates_Flags_17 = s_Rates_Flags_15 | dcqcn_FlagCut;
        bit<32> s_Rates_CutAt_4 = t_14 ? s_Rates_CutAt_1 : meta.s_Rates_CutAt;
        bit<8> s_Rates_Flags_18 = t_14 ? s_Rates_Flags_17 : s_Rates_Flags_15;
        bit<32> s_Rates_CutAt_5 = t_385 ? s_Rates_CutAt_3 : s_Rates_CutAt_4;
        bit<8> s_Rates_Flags_19 = t_385 ? s_Rates_Flags_16 : s_Rates_Flags_18;
        bit<8> t_386 = meta.s_Rates_Flags & dcqcn_FlagCut;
        bool t_387 = t_386 == 8w0;
        bool t_388 = t_386 != 8w0;
        bit<8> s_Rates_Flags_20 = meta.s_Rates_Flags | 8w12;
        bit<8> s_Rates_Flags_21 = meta.s_Rates_Flags | (t_14 ? 8w14 : 8w10);
        bool t_390 = meta.p_CutMode != dcqcn_CutFreeRunning;
        bit<8> s_Rates_Flags_22 = t_387 ? s_Rates_Flags_21 : s_Rates_Flags_20;
        bit<32> s_Rates_CutAt_6 = (cut_1 || t_388) ? meta.s_Rates_CutAt : s_Rates_CutAt_1;
        bit<8> s_Rates_Flags_23 = cut_1 ? s_Rates_Flags_13 : s_Rates_Flags_22;
        bool t_393 = cut_1 || (t_387 && t_390);
        bit<32> s_Rates_CutAt_7 = first_2 ? s_Rates_CutAt_5 : s_Rates_CutAt_6;
        // dcqcn.oneCNP
        // The alpha timer starts, alpha does not know of this CNP.
        bit<8> s_Rates_Own_5 = meta.s_Rates_Own | dcqcn_AlphaRuns;
        bool t_394 = !(meta.p_AlphaFirst != 8w0);
        bool t_395 = t_393 && t_394;
        // dcqcn.(*Rates).restart
        bit<8> s_Rates_Flags_24 = s_Rates_Flags_23 | dcqcn_FlagIncrease;
        // dcqcn.oneCNP
        bit<8> did_3 = t_395 ? 8w1 : 8w0;
        bool t_396 = meta.p_AlphaMode == dcqcn_AlphaOnCNP;
        bit<8> did_4 = t_395 ? 8w5 : 8w4;
        bit<8> s_Rates_Own_6 = meta.s_Rates_Own | 8w3;
        bit<32> s_Alpha_4 = t_396 ? s_Alpha_1 : meta.s_Alpha;
        bit<8> did_5 = t_396 ? did_4 : did_3;
        // dcqcn.(*Rates).Cut
        bit<32> keep_2 = t_24 - s_Alpha_4;
        bit<32> rc_2 = (bit<32>)((((bit<64>)meta.s_Rates_RC) * ((bit<64>)keep_2)) >> meta.p_CutShift);
        // dcqcn.oneCNP
        bit<8> did_6 = t_396 ? 8w5 : 8w1;
        bit<32> t_408 = (meta.p_AlphaFirst != 8w0) ? ((meta.p_MinRate < floor_1) ? floor_1 : meta.p_MinRate) : s_Rates_RC_1;
        bit<32> t_409 = (t_394 || (rc_2 < floor_1)) ? t_408 : ((meta.p_MinRate < rc_2) ? rc_2 : meta.p_MinRate);
        bit<32> s_Rates_RC_43 = t_393 ? t_409 : meta.s_Rates_RC;
        bit<32> s_Rates_RT_28 = t_393 ? s_Rates_RT_1 : meta.s_Rates_RT;
        bit<32> s_Rates_Bytes_22 = t_393 ? 32w0 : meta.s_Rates_Bytes;
        bit<32> s_Rates_IncreaseAt_5 = t_393 ? s_Rates_IncreaseAt_1 : meta.s_Rates_IncreaseAt;
        bit<8> s_Rates_TimeStage_4 = t_393 ? 8w0 : meta.s_Rates_TimeStage;
        bit<8> s_Rates_ByteStage_19 = t_393 ? 8w0 : meta.s_Rates_ByteStage;
        bit<8> s_Rates_Flags_25 = t_393 ? s_Rates_Flags_24 : s_Rates_Flags_22;
        bit<8> did_7 = (t_393 && (meta.p_AlphaFirst != 8w0)) ? did_6 : did_5;
        bit<32> s_Rates_RC_44 = first_2 ? s_Rates_RC_42 : s_Rates_RC_43;
        bit<32> s_Rates_RT_29 = first_2 ? s_Rates_RT_27 : s_Rates_RT_28;
        bit<32> s_Rates_Bytes_23 = first_2 ? s_Rates_Bytes_21 : s_Rates_Bytes_22;
        bit<32> s_Rates_IncreaseAt_6 = first_2 ? s_Rates_IncreaseAt_4 : s_Rates_IncreaseAt_5;
        bit<8> s_Rates_TimeStage_5 = first_2 ? s_Rates_TimeStage_3 : s_Rates_TimeStage_4;
        bit<8> s_Rates_ByteStage_20 = first_2 ? s_Rates_ByteStage_18 : s_Rates_ByteStage_19;
        bit<8> s_Rates_Flags_26 = first_2 ? s_Rates_Flags_19 : s_Rates_Flags_25;
        bit<8> s_Rates_Own_7 = (first_2 || t_396) ? s_Rates_Own_5 : s_Rates_Own_6;
        bit<32> s_Alpha_5 = first_2 ? meta.s_Alpha : s_Alpha_4;
        bool t_411 = first_2 || (t_396 || ((meta.s_Rates_Own & dcqcn_AlphaRuns) == 8w0));
        bit<8> did_8 = first_2 ? 8w0 : did_7;
        // dcqcn.cnp
        bool t_415 = count_1 == 16w1;
        // dcqcn.(*Rates).Notice
        bool t_419 = first_2 ? (t_385 || (t_14 || t_388)) : (t_384 || t_388);
        bit<8> s_Rates_Flags_27 = s_Rates_Flags_26 | dcqcn_FlagPending;
        bit<8> s_Rates_Flags_28 = s_Rates_Flags_26 | (t_14 ? 8w6 : dcqcn_FlagCut);
        bit<32> s_Rates_CutAt_8 = t_419 ? s_Rates_CutAt_7 : s_Rates_CutAt_1;
        bit<8> s_Rates_Flags_29 = t_419 ? s_Rates_Flags_27 : s_Rates_Flags_28;
        bit<32> s_Rates_CutAt_9 = cut_1 ? meta.s_Rates_CutAt : s_Rates_CutAt_8;
        bit<8> s_Rates_Flags_30 = cut_1 ? s_Rates_Flags_26 : s_Rates_Flags_29;
        bool cut_2 = cut_1 || ((!t_419) && t_390);
        // dcqcn.oneCNP
        bool t_423 = cut_2 && t_394;
        // dcqcn.(*State).cut
        bool t_425 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_20 > 8w0);
        bool t_427 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_5 > 8w0);
        bit<32> target_2 = (t_425 || t_427) ? s_Rates_RC_44 : s_Rates_RT_29;
        // dcqcn.(*Rates).Cut
        bit<32> t_430 = (meta.p_MinRate < target_2) ? target_2 : meta.p_MinRate;
        bit<32> s_Rates_RT_30 = (meta.p_TargetCap < t_430) ? meta.p_TargetCap : t_430;
        bit<32> keep_3 = t_24 - s_Alpha_5;
        bit<32> floor_2 = (bit<32>)((((bit<64>)s_Rates_RC_44) * ((bit<64>)meta.p_KeepAtLeast)) >> 8w16);
        // dcqcn.(*Rates).restart
        bit<8> s_Rates_Flags_31 = s_Rates_Flags_30 | dcqcn_FlagIncrease;
        // dcqcn.oneCNP
        bit<8> did_9 = t_423 ? 8w1 : 8w0;
        // dcqcn.(*State).raiseAlpha
        // dcqcn.(*Params).roundAlpha
        bit<64> t_434 = gain_1 + t_6;
        bit<64> product_6 = t_434 + (((bit<64>)s_Alpha_5) * ((bit<64>)meta.p_OldWeight));
        bit<32> alpha_2 = (bit<32>)(product_6 >> 8w16);
        // dcqcn.(*State).raiseAlpha
        bit<32> s_Alpha_6 = (meta.p_AlphaMax < alpha_2) ? meta.p_AlphaMax : alpha_2;
        // dcqcn.oneCNP
        bit<8> did_10 = t_423 ? 8w5 : 8w4;
        bit<8> s_Rates_Own_8 = s_Rates_Own_7 | 8w3;
        bit<8> s_Rates_Own_9 = t_396 ? s_Rates_Own_5 : s_Rates_Own_8;
        bit<32> s_Alpha_7 = t_396 ? s_Alpha_6 : meta.s_Alpha;
        bit<8> did_11 = t_396 ? did_10 : did_9;
        // dcqcn.(*Rates).Cut
        bit<32> keep_4 = t_24 - s_Alpha_7;
        bit<64> t_438 = ((bit<64>)s_Rates_RC_44) * ((bit<64>)((meta.p_AlphaFirst != 8w0) ? keep_4 : keep_3));
        bit<32> rc_3 = (bit<32>)(t_438 >> meta.p_CutShift);
        bit<32> s_Rates_RC_45 = (rc_3 < floor_2) ? ((meta.p_MinRate < floor_2) ? floor_2 : meta.p_MinRate) : ((meta.p_MinRate < rc_3) ? rc_3 : meta.p_MinRate);
        // dcqcn.oneCNP
        bit<32> s_Rates_RC_46 = cut_2 ? s_Rates_RC_45 : s_Rates_RC_44;
        bit<32> s_Rates_RT_31 = cut_2 ? s_Rates_RT_30 : s_Rates_RT_29;
        bit<32> s_Rates_IncreaseAt_7 = cut_2 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_6;
        bit<8> s_Rates_Flags_32 = cut_2 ? s_Rates_Flags_31 : s_Rates_Flags_29;
        bit<8> did_12 = (cut_2 && (meta.p_AlphaFirst != 8w0)) ? did_6 : did_11;
        // dcqcn.cnp
        bit<8> did_13 = did_8 | did_12;
        bool t_445 = t_415 || (!cut_2);
        bit<32> s_Rates_Bytes_24 = t_445 ? s_Rates_Bytes_23 : 32w0;
        bit<32> s_Rates_CutAt_10 = t_415 ? s_Rates_CutAt_7 : s_Rates_CutAt_9;
        bit<8> s_Rates_TimeStage_6 = t_445 ? s_Rates_TimeStage_5 : 8w0;
        bit<8> s_Rates_ByteStage_21 = t_445 ? s_Rates_ByteStage_20 : 8w0;
        bit<8> s_Rates_Own_10 = t_415 ? s_Rates_Own_7 : s_Rates_Own_9;
        bool t_446 = count_1 == 16w2;
        // dcqcn.(*Rates).Notice
        bit<8> s_Rates_Flags_33 = s_Rates_Flags_32 | dcqcn_FlagPending;
        bit<8> s_Rates_Flags_34 = cut_1 ? s_Rates_Flags_31 : s_Rates_Flags_33;
        // dcqcn.oneCNP
        bool t_447 = cut_1 && t_394;
        bit<8> did_14 = t_447 ? 8w1 : 8w0;
        // dcqcn.(*State).raiseAlpha
        // dcqcn.(*Params).roundAlpha
        bit<64> product_7 = t_434 + (((bit<64>)s_Alpha_6) * ((bit<64>)meta.p_OldWeight));
        bit<32> alpha_3 = (bit<32>)(product_7 >> 8w16);
        // dcqcn.(*State).raiseAlpha
        bit<32> s_Alpha_8 = (meta.p_AlphaMax < alpha_3) ? meta.p_AlphaMax : alpha_3;
        // dcqcn.oneCNP
        bit<8> did_15 = t_447 ? 8w5 : 8w4;
        bit<32> s_Alpha_9 = t_396 ? s_Alpha_8 : meta.s_Alpha;
        bit<8> did_16 = t_396 ? did_15 : did_14;
        // dcqcn.(*State).cut
        bit<32> target_3 = (meta.p_ClampTarget != 8w0) ? s_Rates_RC_45 : s_Rates_RT_30;
        // dcqcn.(*Rates).Cut
        bit<32> t_452 = (meta.p_MinRate < target_3) ? target_3 : meta.p_MinRate;
        bit<32> s_Rates_RT_32 = (meta.p_TargetCap < t_452) ? meta.p_TargetCap : t_452;
        bit<32> keep_5 = t_24 - s_Alpha_9;
        bit<64> t_455 = ((bit<64>)s_Rates_RC_45) * ((bit<64>)((meta.p_AlphaFirst != 8w0) ? keep_5 : keep_4));
        bit<32> rc_4 = (bit<32>)(t_455 >> meta.p_CutShift);
        bit<32> floor_3 = (bit<32>)((((bit<64>)s_Rates_RC_45) * ((bit<64>)meta.p_KeepAtLeast)) >> 8w16);
        bit<32> s_Rates_RC_47 = (rc_4 < floor_3) ? ((meta.p_MinRate < floor_3) ? floor_3 : meta.p_MinRate) : ((meta.p_MinRate < rc_4) ? rc_4 : meta.p_MinRate);
        // dcqcn.oneCNP
        bit<32> s_Rates_RC_48 = cut_1 ? s_Rates_RC_47 : s_Rates_RC_46;
        bit<32> s_Rates_RT_33 = cut_1 ? s_Rates_RT_32 : s_Rates_RT_31;
        bit<8> did_17 = (cut_1 && (meta.p_AlphaFirst != 8w0)) ? did_6 : did_16;
        // dcqcn.cnp
        bit<8> did_18 = did_13 | did_17;
        bit<32> s_Rates_IncreaseAt_8 = (t_446 || t_384) ? s_Rates_IncreaseAt_7 : s_Rates_IncreaseAt_3;
        bit<8> s_Rates_Flags_35 = t_446 ? s_Rates_Flags_32 : s_Rates_Flags_34;
        bool t_463 = count_1 == 16w3;
        // dcqcn.(*State).raiseAlpha
        // dcqcn.(*Params).roundAlpha
        bit<64> product_8 = t_434 + (((bit<64>)s_Alpha_8) * ((bit<64>)meta.p_OldWeight));
        bit<32> alpha_4 = (bit<32>)(product_8 >> 8w16);
        // dcqcn.(*State).raiseAlpha
        bit<32> s_Alpha_10 = (meta.p_AlphaMax < alpha_4) ? meta.p_AlphaMax : alpha_4;
        // dcqcn.oneCNP
        bit<32> s_Alpha_11 = t_396 ? s_Alpha_10 : meta.s_Alpha;
        // dcqcn.(*State).cut
        bit<32> target_4 = (meta.p_ClampTarget != 8w0) ? s_Rates_RC_47 : s_Rates_RT_32;
        // dcqcn.(*Rates).Cut
        bit<32> t_467 = (meta.p_MinRate < target_4) ? target_4 : meta.p_MinRate;
        bit<32> s_Rates_RT_34 = (meta.p_TargetCap < t_467) ? meta.p_TargetCap : t_467;
        bit<32> keep_6 = t_24 - s_Alpha_11;
        bit<64> t_470 = ((bit<64>)s_Rates_RC_47) * ((bit<64>)((meta.p_AlphaFirst != 8w0) ? keep_6 : keep_5));
        bit<32> rc_5 = (bit<32>)(t_470 >> meta.p_CutShift);
        bit<32> floor_4 = (bit<32>)((((bit<64>)s_Rates_RC_47) * ((bit<64>)meta.p_KeepAtLeast)) >> 8w16);
        bit<32> s_Rates_RC_49 = (rc_5 < floor_4) ? ((meta.p_MinRate < floor_4) ? floor_4 : meta.p_MinRate) : ((meta.p_MinRate < rc_5) ? rc_5 : meta.p_MinRate);
        // dcqcn.oneCNP
        bit<32> s_Rates_RC_50 = cut_1 ? s_Rates_RC_49 : s_Rates_RC_46;
        bit<32> s_Rates_RT_35 = cut_1 ? s_Rates_RT_34 : s_Rates_RT_31;
        // dcqcn.cnp
        bit<8> did_19 = did_18 | did_17;
        bool t_477 = count_1 == 16w4;
        // dcqcn.(*State).raiseAlpha
        // dcqcn.(*Params).roundAlpha
        bit<64> product_9 = t_434 + (((bit<64>)s_Alpha_10) * ((bit<64>)meta.p_OldWeight));
        bit<32> alpha_5 = (bit<32>)(product_9 >> 8w16);
        // dcqcn.(*State).raiseAlpha
        bit<32> s_Alpha_12 = (meta.p_AlphaMax < alpha_5) ? meta.p_AlphaMax : alpha_5;
        // dcqcn.oneCNP
        bit<32> s_Alpha_13 = t_396 ? s_Alpha_12 : meta.s_Alpha;
        // dcqcn.(*State).cut
        bit<32> target_5 = (meta.p_ClampTarget != 8w0) ? s_Rates_RC_49 : s_Rates_RT_34;
        // dcqcn.(*Rates).Cut
        bit<32> t_481 = (meta.p_MinRate < target_5) ? target_5 : meta.p_MinRate;
        bit<32> s_Rates_RT_36 = (meta.p_TargetCap < t_481) ? meta.p_TargetCap : t_481;
        bit<32> keep_7 = t_24 - s_Alpha_13;
        bit<64> t_484 = ((bit<64>)s_Rates_RC_49) * ((bit<64>)((meta.p_AlphaFirst != 8w0) ? keep_7 : keep_6));
        bit<32> rc_6 = (bit<32>)(t_484 >> meta.p_CutShift);
        bit<32> floor_5 = (bit<32>)((((bit<64>)s_Rates_RC_49) * ((bit<64>)meta.p_KeepAtLeast)) >> 8w16);
        bit<32> s_Rates_RC_51 = (rc_6 < floor_5) ? ((meta.p_MinRate < floor_5) ? floor_5 : meta.p_MinRate) : ((meta.p_MinRate < rc_6) ? rc_6 : meta.p_MinRate);
        // dcqcn.oneCNP
        bit<32> s_Rates_RC_52 = cut_1 ? s_Rates_RC_51 : s_Rates_RC_46;
        bit<32> s_Rates_RT_37 = cut_1 ? s_Rates_RT_36 : s_Rates_RT_31;
        // dcqcn.cnp
        bit<8> did_20 = did_19 | did_17;
        bool t_491 = count_1 == 16w5;
        // dcqcn.(*State).raiseAlpha
        // dcqcn.(*Params).roundAlpha
        bit<64> product_10 = t_434 + (((bit<64>)s_Alpha_12) * ((bit<64>)meta.p_OldWeight));
        bit<32> alpha_6 = (bit<32>)(product_10 >> 8w16);
        // dcqcn.(*State).raiseAlpha
        bit<32> s_Alpha_14 = (meta.p_AlphaMax < alpha_6) ? meta.p_AlphaMax : alpha_6;
        // dcqcn.oneCNP
        bit<32> s_Alpha_15 = t_396 ? s_Alpha_14 : meta.s_Alpha;
        // dcqcn.(*State).cut
        bit<32> target_6 = (meta.p_ClampTarget != 8w0) ? s_Rates_RC_51 : s_Rates_RT_36;
        // dcqcn.(*Rates).Cut
        bit<32> t_495 = (meta.p_MinRate < target_6) ? target_6 : meta.p_MinRate;
        bit<32> s_Rates_RT_38 = (meta.p_TargetCap < t_495) ? meta.p_TargetCap : t_495;
        bit<32> keep_8 = t_24 - s_Alpha_15;
        bit<64> t_498 = ((bit<64>)s_Rates_RC_51) * ((bit<64>)((meta.p_AlphaFirst != 8w0) ? keep_8 : keep_7));
        bit<32> rc_7 = (bit<32>)(t_498 >> meta.p_CutShift);
        bit<32> floor_6 = (bit<32>)((((bit<64>)s_Rates_RC_51) * ((bit<64>)meta.p_KeepAtLeast)) >> 8w16);
        bit<32> s_Rates_RC_53 = (rc_7 < floor_6) ? ((meta.p_MinRate < floor_6) ? floor_6 : meta.p_MinRate) : ((meta.p_MinRate < rc_7) ? rc_7 : meta.p_MinRate);
        // dcqcn.cnp
        bit<8> did_21 = did_20 | did_17;
        bool t_505 = count_1 == 16w6;
        // dcqcn.(*State).raiseAlpha
        // dcqcn.(*Params).roundAlpha
        bit<64> product_11 = t_434 + (((bit<64>)s_Alpha_14) * ((bit<64>)meta.p_OldWeight));
        bit<32> alpha_7 = (bit<32>)(product_11 >> 8w16);
        // dcqcn.(*State).raiseAlpha
        bit<32> s_Alpha_16 = (meta.p_AlphaMax < alpha_7) ? meta.p_AlphaMax : alpha_7;
        // dcqcn.oneCNP
        bit<32> s_Alpha_17 = t_396 ? s_Alpha_16 : meta.s_Alpha;
        // dcqcn.(*State).cut
        bit<32> target_7 = (meta.p_ClampTarget != 8w0) ? s_Rates_RC_53 : s_Rates_RT_38;
        // dcqcn.(*Rates).Cut
        bit<32> t_509 = (meta.p_MinRate < target_7) ? target_7 : meta.p_MinRate;
        bit<32> s_Rates_RT_39 = (meta.p_TargetCap < t_509) ? meta.p_TargetCap : t_509;
        bit<32> keep_9 = t_24 - s_Alpha_17;
        bit<64> t_512 = ((bit<64>)s_Rates_RC_53) * ((bit<64>)((meta.p_AlphaFirst != 8w0) ? keep_9 : keep_8));
        bit<32> rc_8 = (bit<32>)(t_512 >> meta.p_CutShift);
        bit<32> floor_7 = (bit<32>)((((bit<64>)s_Rates_RC_53) * ((bit<64>)meta.p_KeepAtLeast)) >> 8w16);
        bit<32> s_Rates_RC_54 = (rc_8 < floor_7) ? ((meta.p_MinRate < floor_7) ? floor_7 : meta.p_MinRate) : ((meta.p_MinRate < rc_8) ? rc_8 : meta.p_MinRate);
        // dcqcn.oneCNP
        bit<32> t_520 = cut_1 ? (t_505 ? s_Rates_RC_53 : s_Rates_RC_54) : s_Rates_RC_46;
        // dcqcn.cnp
        bit<8> did_22 = did_21 | did_17;
        bool t_521 = count_1 == 16w7;
        // dcqcn.(*State).raiseAlpha
        // dcqcn.(*Params).roundAlpha
        bit<64> product_12 = t_434 + (((bit<64>)s_Alpha_16) * ((bit<64>)meta.p_OldWeight));
        bit<32> alpha_8 = (bit<32>)(product_12 >> 8w16);
        // dcqcn.(*State).raiseAlpha
        // dcqcn.oneCNP
        bit<32> s_Alpha_18 = (meta.p_AlphaMax < alpha_8) ? (t_396 ? meta.p_AlphaMax : meta.s_Alpha) : (t_396 ? alpha_8 : meta.s_Alpha);
        // dcqcn.(*State).cut
        bit<32> target_8 = (meta.p_ClampTarget != 8w0) ? s_Rates_RC_54 : s_Rates_RT_39;
        // dcqcn.(*Rates).Cut
        bit<32> t_527 = (meta.p_MinRate < target_8) ? target_8 : meta.p_MinRate;
        bit<32> s_Rates_RT_40 = (meta.p_TargetCap < t_527) ? meta.p_TargetCap : t_527;
        // dcqcn.oneCNP
        bit<32> t_530 = t_505 ? s_Rates_RT_38 : (t_521 ? s_Rates_RT_39 : s_Rates_RT_40);
        bit<32> s_Rates_RT_41 = cut_1 ? t_530 : s_Rates_RT_31;
        // dcqcn.(*Rates).Cut
        bit<32> keep_10 = t_24 - s_Alpha_18;
        bit<64> t_532 = ((bit<64>)s_Rates_RC_54) * ((bit<64>)((meta.p_AlphaFirst != 8w0) ? keep_10 : keep_9));
        bit<32> rc_9 = (bit<32>)(t_532 >> meta.p_CutShift);
        bit<32> floor_8 = (bit<32>)((((bit<64>)s_Rates_RC_54) * ((bit<64>)meta.p_KeepAtLeast)) >> 8w16);
        bit<32> s_Rates_RC_55 = (rc_9 < floor_8) ? ((meta.p_MinRate < floor_8) ? floor_8 : meta.p_MinRate) : ((meta.p_MinRate < rc_9) ? rc_9 : meta.p_MinRate);
        // dcqcn.cnp
        bit<8> did_23 = did_22 | did_17;
        bit<32> s_Alpha_19 = t_521 ? s_Alpha_17 : s_Alpha_18;
        bit<8> did_24 = t_521 ? did_22 : did_23;
        // dcqcn.oneCNP
        bit<32> s_Rates_RC_56 = (t_384 || (t_505 || t_521)) ? t_520 : s_Rates_RC_55;
        // dcqcn.cnp
        bit<32> s_Alpha_20 = t_505 ? s_Alpha_15 : s_Alpha_19;
        bit<8> did_25 = t_505 ? did_21 : did_24;
        bit<32> s_Rates_RC_57 = t_491 ? s_Rates_RC_52 : s_Rates_RC_56;
        bit<32> s_Rates_RT_42 = t_491 ? s_Rates_RT_37 : s_Rates_RT_41;
        bit<32> s_Alpha_21 = t_491 ? s_Alpha_13 : s_Alpha_20;
        bit<8> did_26 = t_491 ? did_20 : did_25;
        bit<32> s_Rates_RC_58 = t_477 ? s_Rates_RC_50 : s_Rates_RC_57;
        bit<32> s_Rates_RT_43 = t_477 ? s_Rates_RT_35 : s_Rates_RT_42;
        bit<32> s_Alpha_22 = t_477 ? s_Alpha_11 : s_Alpha_21;
        bit<8> did_27 = t_477 ? did_19 : did_26;
        bit<32> s_Rates_RT_44 = t_463 ? s_Rates_RT_33 : s_Rates_RT_43;
        bit<32> s_Alpha_23 = t_463 ? s_Alpha_9 : s_Alpha_22;
        bit<8> did_28 = t_463 ? did_18 : did_27;
        bit<32> s_Rates_RT_45 = t_446 ? s_Rates_RT_31 : s_Rates_RT_44;
        bit<32> s_Alpha_24 = t_446 ? s_Alpha_7 : s_Alpha_23;
        bit<8> did_29 = t_446 ? did_13 : did_28;
        bit<32> t_544 = t_415 ? s_Rates_RC_44 : (t_446 ? s_Rates_RC_46 : s_Rates_RC_48);
        bit<32> s_Rates_RT_46 = t_415 ? s_Rates_RT_29 : s_Rates_RT_45;
        bit<32> s_Rates_IncreaseAt_9 = t_415 ? s_Rates_IncreaseAt_6 : s_Rates_IncreaseAt_8;
        bit<8> s_Rates_Flags_36 = t_415 ? s_Rates_Flags_26 : s_Rates_Flags_35;
        bit<32> s_Alpha_25 = t_415 ? s_Alpha_5 : s_Alpha_24;
        bit<8> did_30 = t_415 ? did_8 : did_29;
        // dcqcn.Step
        bool t_545 = t_373 && (count_1 != 16w0);
        bit<32> s_Rates_RC_59 = ((!t_545) || (t_415 || (t_446 || t_463))) ? (t_545 ? t_544 : meta.s_Rates_RC) : s_Rates_RC_58;
        bit<32> s_Rates_RT_47 = t_545 ? s_Rates_RT_46 : meta.s_Rates_RT;
        bit<32> s_Rates_Bytes_25 = t_545 ? s_Rates_Bytes_24 : meta.s_Rates_Bytes;
        bit<32> s_Rates_IncreaseAt_10 = t_545 ? s_Rates_IncreaseAt_9 : meta.s_Rates_IncreaseAt;
        bit<32> s_Rates_CutAt_11 = t_545 ? s_Rates_CutAt_10 : meta.s_Rates_CutAt;
        bit<8> s_Rates_TimeStage_7 = t_545 ? s_Rates_TimeStage_6 : meta.s_Rates_TimeStage;
        bit<8> s_Rates_ByteStage_22 = t_545 ? s_Rates_ByteStage_21 : meta.s_Rates_ByteStage;
        bit<8> s_Rates_Flags_37 = t_545 ? s_Rates_Flags_36 : meta.s_Rates_Flags;
        bit<8> s_Rates_Own_11 = t_545 ? s_Rates_Own_10 : meta.s_Rates_Own;
        bit<32> s_Alpha_26 = t_545 ? s_Alpha_25 : meta.s_Alpha;
        bit<8> did_31 = t_545 ? did_30 : 8w0;
        bit<32> s_Rates_RT_48 = t_62 ? s_Rates_RT_26 : s_Rates_RT_47;
        bit<32> s_Rates_Bytes_26 = t_62 ? s_Rates_Bytes_20 : s_Rates_Bytes_25;
        bit<8> s_Rates_ByteStage_23 = t_62 ? s_Rates_ByteStage_17 : s_Rates_ByteStage_22;
        bit<8> t_551 = t_62 ? (t_368 ? meta.s_Rates_Flags : t_365) : s_Rates_Flags_37;
        bit<8> t_552 = t_62 ? (t_368 ? meta.s_Rates_Flags : t_366) : s_Rates_Flags_37;
        bit<8> s_Rates_Flags_38 = t_350 ? t_551 : t_552;
        bit<8> did_32 = t_62 ? did_2 : did_31;
        bit<32> s_Rates_RC_60 = t_62 ? s_Rates_RC_40 : ((t_30 || t_62) ? s_Rates_RC_6 : s_Rates_RC_59);
        bit<32> s_Rates_RT_49 = t_30 ? s_Rates_RT_4 : s_Rates_RT_48;
        bit<32> s_Rates_IncreaseAt_11 = t_30 ? s_Rates_IncreaseAt_3 : s_Rates_IncreaseAt_10;
        bit<8> s_Rates_TimeStage_8 = t_30 ? s_Rates_TimeStage_2 : s_Rates_TimeStage_7;
        bit<8> s_Rates_Flags_39 = t_30 ? s_Rates_Flags_7 : s_Rates_Flags_38;
        bit<8> did_33 = t_30 ? dcqcn_DidIncrease : did_32;
        bit<32> s_Rates_RC_61 = t_11 ? s_Rates_RC_2 : s_Rates_RC_60;
        bit<32> s_Rates_RT_50 = t_11 ? s_Rates_RT_2 : s_Rates_RT_49;
        bit<32> s_Rates_Bytes_27 = t_11 ? s_Rates_Bytes_1 : s_Rates_Bytes_26;
        bit<32> s_Rates_IncreaseAt_12 = t_11 ? s_Rates_IncreaseAt_2 : s_Rates_IncreaseAt_11;
        bit<32> s_Rates_CutAt_12 = t_11 ? s_Rates_CutAt_2 : s_Rates_CutAt_11;
        bit<8> s_Rates_TimeStage_9 = t_11 ? s_Rates_TimeStage_1 : s_Rates_TimeStage_8;
        bit<8> s_Rates_ByteStage_24 = t_11 ? s_Rates_ByteStage_1 : s_Rates_ByteStage_23;
        bit<8> s_Rates_Flags_40 = t_11 ? s_Rates_Flags_5 : s_Rates_Flags_39;
        bit<8> did_34 = t_11 ? did_1 : did_33;
        bit<8> s_Rates_Own_12 = t_1 ? s_Rates_Own_4 : s_Rates_Own_11;
        bit<32> s_Alpha_27 = t_1 ? s_Alpha_3 : s_Alpha_26;
        bit<32> s_AlphaAt_2 = (t_1 || (t_373 && (!((count_1 == 16w0) || (!t_411))))) ? s_AlphaAt_1 : meta.s_AlphaAt;
        bit<8> did_35 = t_1 ? dcqcn_DidAlpha : did_34;
        bit<8> did_36 = did_35 | dcqcn_DidChange;
        bit<8> did_37 = (s_Rates_RC_61 == meta.s_Rates_RC) ? did_35 : did_36;
        hdr.output.Rate = s_Rates_RC_61;
        hdr.output.Did = did_37;
        hdr.after.Rates_RC = s_Rates_RC_61;
        hdr.after.Rates_RT = s_Rates_RT_50;
        hdr.after.Rates_Bytes = s_Rates_Bytes_27;
        hdr.after.Rates_IncreaseAt = s_Rates_IncreaseAt_12;
        hdr.after.Rates_CutAt = s_Rates_CutAt_12;
        hdr.after.Rates_TimeStage = s_Rates_TimeStage_9;
        hdr.after.Rates_ByteStage = s_Rates_ByteStage_24;
        hdr.after.Rates_Flags = s_Rates_Flags_40;
        hdr.after.Rates_Own = s_Rates_Own_12;
        hdr.after.Alpha = s_Alpha_27;
        hdr.after.AlphaAt = s_AlphaAt_2;
    }
    apply {
        meta.answer = false;
        if (hdr.request.isValid() && hdr.request.version == VERSION && (bit<32>)hdr.request.connection < CONNECTIONS) {
            meta.connection = (bit<32>)hdr.request.connection;
            if (hdr.event.isValid()) {
                read_state();
                read_params();
                hdr.output.setValid();
                hdr.after.setValid();
                step_1_();
                write_state();
                hdr.event.setInvalid();
                meta.answer = true;
            } else if (hdr.request.op == OP_INIT) {
                read_params();
                hdr.after.setValid();
                init_step_1();
                write_state();
                meta.answer = true;
            } else if (hdr.after.isValid()) {
                write_state();
                meta.answer = true;
            } else if (hdr.request.op == OP_READ) {
                read_state();
                hdr.after.setValid();
                show_state();
                meta.answer = true;
            } else if (hdr.params.isValid()) {
                write_params();
                hdr.params.setInvalid();
                meta.answer = true;
            }
        }
        if (meta.answer) {
            reply();
        } else {
            refuse();
        }
    }
}

control cc_verify(inout headers_t hdr, inout metadata_t meta) {
    apply {
    }
}

control cc_egress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
    apply {
    }
}

control cc_compute(inout headers_t hdr, inout metadata_t meta) {
    apply {
    }
}

control cc_deparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.request);
        packet.emit(hdr.output);
        packet.emit(hdr.after);
    }
}

V1Switch(cc_parser(), cc_verify(), cc_ingress(), cc_egress(), cc_compute(), cc_deparser()) main;
