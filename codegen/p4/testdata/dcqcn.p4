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
// EventSent tells of bytes and packets that left.
const bit<8> dcqcn_EventSent = 8w4;
// EventCNP tells of congestion notification packets that came.
const bit<8> dcqcn_EventCNP = 8w5;
// DidCut: RC was cut.
const bit<8> dcqcn_DidCut = 8w1;
// DidIncrease: the timer or the byte counter made an increase.
const bit<8> dcqcn_DidIncrease = 8w2;
// DidAlpha: alpha was updated.
const bit<8> dcqcn_DidAlpha = 8w4;
// DidChange: RC is another than before.
const bit<8> dcqcn_DidChange = 8w8;
// CutAtOnce: every CNP cuts when it arrives (the paper).
const bit<8> dcqcn_CutAtOnce = 8w0;
// CutFreeRunning: only at the ticks of a timer of CutPeriod that the first CNP
// starts and nothing stops, if a CNP came since the tick before (HPCC's ns-3).
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
// FirstArms: it starts the timers, but neither cuts nor counts for alpha.
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
    // FirstRate, if not 0, is the rate that the first CNP sets, RC and RT alike, in
    // the place of a cut (and then FirstCNP is taken as FirstArms); held between
    // MinRate and MaxRate.
    bit<32> FirstRate;
    // AlphaPeriod is the time between updates of alpha, ns; 1..2^30.
    bit<32> AlphaPeriod;
    // IncreasePeriod is T, the time between timer increases, ns; 1..2^30.
    bit<32> IncreasePeriod;
    // CutPeriod is the least time between cuts, ns; unused with CutAtOnce; 1..2^30.
    bit<32> CutPeriod;
    // ByteReset is B, the bytes between increases of the byte counter; 0 = off; at
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
    // Bytes is the payload sent (EventSent); at most 2^30.
    bit<32> Bytes;
    // Packets is the number of packets sent (EventSent); used by Dolce-RC.
    bit<32> Packets;
    // CNPs is the number of CNPs that this event stands for (EventCNP), for hardware
    // that coalesces them; 0 counts as 1, and more than MaxCoalesced as MaxCoalesced.
    bit<16> CNPs;
    // Marked is the number of ECN-marked packets that the CNPs report (EventCNP), the
    // sum of their 7-bit counts; used by Dolce-RC.
    bit<16> Marked;
    // Kind is what happened; Step ignores kinds that it does not know.
    bit<8> Kind;
}

// Output is what the reaction point tells after an event.
header output_t {
    // Rate is the rate to send at from now on, RC, kb/s.
    bit<32> Rate;
    // Did is what the event brought about.
    bit<8> Did;
}

// State is the state of one connection's reaction point: 32 bytes.
header state_t {
    // Rates are the rates, stages and their timers. Own holds the alpha flags.
    // RC is the current rate, kb/s; MinRate..MaxRate.
    bit<32> Rates_RC;
    // RT is the target rate, kb/s; up to TargetCap.
    bit<32> Rates_RT;
    // Bytes counts the bytes since the last increase of the byte counter;
    // below ByteReset.
    bit<32> Rates_Bytes;
    // IncreaseAt is when the increase timer ends, if FlagIncrease is set.
    bit<32> Rates_IncreaseAt;
    // CutAt is when the cut timer ends, if FlagCut is set.
    bit<32> Rates_CutAt;
    // TimeStage is T, the increases by the timer since the last cut; saturates at
    // MaxStage.
    bit<8> Rates_TimeStage;
    // ByteStage is BC, the increases by the byte counter since the last cut;
    // saturates at MaxStage.
    bit<8> Rates_ByteStage;
    // Flags holds the bits below. The high four belong to the scheme that embeds
    // Rates; this package leaves them as they are.
    bit<8> Rates_Flags;
    // Own is a byte of the scheme that embeds Rates.
    bit<8> Rates_Own;
    // Alpha is the rate reduction factor, AlphaBits fractional bits; 0..AlphaMax.
    bit<32> Alpha;
    // AlphaAt is when the alpha timer ends, if it runs.
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

parser Request(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
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

control Ingress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
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
    apply {
        meta.answer = false;
        if (hdr.request.isValid() && hdr.request.version == VERSION && (bit<32>)hdr.request.connection < CONNECTIONS) {
            meta.connection = (bit<32>)hdr.request.connection;
            if (hdr.event.isValid()) {
                read_state();
                read_params();
                hdr.output.setValid();
                hdr.after.setValid();
                // dcqcn.Step
                bool t_1 = hdr.event.Kind == dcqcn_EventAlphaTimer;
                // dcqcn.alphaTimer
                bool t_3 = (meta.s_Rates_Own & dcqcn_AlphaSawCNP) != 8w0;
                // dcqcn.(*State).raiseAlpha
                bit<64> gain_1 = ((bit<64>)(32w0x10000 - meta.p_OldWeight)) << meta.p_AlphaBits;
                bit<64> t_7 = (bit<64>)meta.p_OldWeight;
                bit<64> product_1 = ((bit<64>)meta.s_Alpha) * t_7;
                bit<64> product_2 = product_1 + gain_1;
                // dcqcn.(*Params).roundAlpha
                bool t_8 = meta.p_AlphaRounding == dcqcn_RoundHalfUp;
                bit<64> product_3 = product_2 + 64w0x8000;
                bit<64> product_4 = t_8 ? product_3 : product_2;
                bit<32> alpha_1 = (bit<32>)(product_4 >> 8w16);
                // dcqcn.(*State).raiseAlpha
                bit<32> s_Alpha_1 = (meta.p_AlphaMax < alpha_1) ? meta.p_AlphaMax : alpha_1;
                // dcqcn.alphaTimer
                bit<8> s_Rates_Own_1 = meta.s_Rates_Own & 8w253;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_5 = product_1 + 64w0x8000;
                bit<64> product_6 = t_8 ? product_5 : product_1;
                bit<32> s_Alpha_2 = (bit<32>)(product_6 >> 8w16);
                // dcqcn.alphaTimer
                bool t_14 = (s_Alpha_2 == meta.s_Alpha) && (meta.p_AlphaMode != dcqcn_AlphaFreeRunning);
                bit<8> s_Rates_Own_2 = meta.s_Rates_Own & 8w254;
                bit<8> s_Rates_Own_3 = t_14 ? s_Rates_Own_2 : meta.s_Rates_Own;
                bit<8> s_Rates_Own_4 = t_3 ? s_Rates_Own_1 : s_Rates_Own_3;
                bit<32> s_Alpha_3 = t_3 ? s_Alpha_1 : s_Alpha_2;
                // fixedpoint.Time.Add
                bit<32> s_AlphaAt_1 = hdr.event.Now + meta.p_AlphaPeriod;
                // dcqcn.Step
                bool t_15 = hdr.event.Kind == dcqcn_EventCutTimer;
                // dcqcn.(*Rates).CutTimer
                bool pending_1 = (meta.s_Rates_Flags & dcqcn_FlagPending) != 8w0;
                bit<8> s_Rates_Flags_1 = meta.s_Rates_Flags & 8w251;
                bool t_17 = meta.p_CutMode == dcqcn_CutFreeRunning;
                bool t_18 = pending_1 || t_17;
                // fixedpoint.Time.Add
                bit<32> s_Rates_CutAt_1 = hdr.event.Now + meta.p_CutPeriod;
                // dcqcn.(*Rates).CutTimer
                bit<8> s_Rates_Flags_2 = s_Rates_Flags_1 & 8w253;
                bit<32> s_Rates_CutAt_2 = t_18 ? s_Rates_CutAt_1 : meta.s_Rates_CutAt;
                bit<8> s_Rates_Flags_3 = t_18 ? s_Rates_Flags_1 : s_Rates_Flags_2;
                // dcqcn.(*State).cut
                bool t_19 = meta.s_Rates_ByteStage > 8w0;
                bool t_22 = (meta.p_ClampAfterTime != 8w0) && (meta.s_Rates_TimeStage > 8w0);
                bit<32> target_1 = (((meta.p_ClampTarget != 8w0) || t_19) || t_22) ? meta.s_Rates_RC : meta.s_Rates_RT;
                bit<32> shift_1 = (bit<32>)meta.p_CutShift;
                // dcqcn.(*Rates).Cut
                bit<32> t_25 = (meta.p_MinRate > target_1) ? meta.p_MinRate : target_1;
                bit<32> s_Rates_RT_1 = (meta.p_TargetCap < t_25) ? meta.p_TargetCap : t_25;
                bit<32> t_27 = 32w1 << ((bit<8>)shift_1);
                bit<32> keep_1 = t_27 - meta.s_Alpha;
                bit<64> t_28 = (bit<64>)meta.s_Rates_RC;
                bit<64> t_29 = (bit<64>)keep_1;
                bit<32> rc_1 = (bit<32>)((t_28 * t_29) >> ((bit<8>)shift_1));
                bit<64> t_32 = (bit<64>)meta.p_KeepAtLeast;
                bit<32> floor_1 = (bit<32>)((t_28 * t_32) >> 8w16);
                bit<32> t_36 = (floor_1 > rc_1) ? floor_1 : rc_1;
                bit<32> s_Rates_RC_1 = (meta.p_MinRate > t_36) ? meta.p_MinRate : t_36;
                // fixedpoint.Time.Add
                bit<32> s_Rates_IncreaseAt_1 = hdr.event.Now + meta.p_IncreasePeriod;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_4 = s_Rates_Flags_3 | dcqcn_FlagIncrease;
                // dcqcn.Step
                bit<32> s_Rates_RC_2 = pending_1 ? s_Rates_RC_1 : meta.s_Rates_RC;
                bit<32> s_Rates_RT_2 = pending_1 ? s_Rates_RT_1 : meta.s_Rates_RT;
                bit<32> s_Rates_Bytes_1 = pending_1 ? 32w0 : meta.s_Rates_Bytes;
                bit<32> s_Rates_IncreaseAt_2 = pending_1 ? s_Rates_IncreaseAt_1 : meta.s_Rates_IncreaseAt;
                bit<8> s_Rates_TimeStage_1 = pending_1 ? 8w0 : meta.s_Rates_TimeStage;
                bit<8> s_Rates_ByteStage_1 = pending_1 ? 8w0 : meta.s_Rates_ByteStage;
                bit<8> s_Rates_Flags_5 = pending_1 ? s_Rates_Flags_4 : s_Rates_Flags_3;
                bit<8> did_1 = pending_1 ? dcqcn_DidCut : 8w0;
                bool t_38 = hdr.event.Kind == dcqcn_EventIncreaseTimer;
                // dcqcn.(*Rates).increase
                bool t_39 = meta.p_ByteReset == 32w0;
                bit<8> b_1 = t_39 ? meta.s_Rates_TimeStage : meta.s_Rates_ByteStage;
                bit<8> t_41 = (b_1 > meta.s_Rates_TimeStage) ? b_1 : meta.s_Rates_TimeStage;
                bit<8> t_44 = (b_1 < meta.s_Rates_TimeStage) ? b_1 : meta.s_Rates_TimeStage;
                bool t_46 = meta.p_Hyper == dcqcn_HyperStaged;
                // At most 62 * 2^28 < 2^34: in 64 bits, then capped.
                bit<64> t_47 = (bit<64>)meta.p_RateHAI;
                bit<64> wide_1 = t_47 * ((bit<64>)(t_44 - meta.p_Threshold));
                bit<32> step_1 = (bit<32>)((64w0x7FFFFFFF < wide_1) ? 64w0x7FFFFFFF : wide_1);
                bit<32> step_2 = t_46 ? step_1 : meta.p_RateHAI;
                bit<32> step_3 = (t_44 > meta.p_Threshold) ? step_2 : meta.p_RateAI;
                // Both below 2^31: the sum fits.
                bit<32> t_52 = meta.s_Rates_RT + step_3;
                bit<32> s_Rates_RT_3 = (meta.p_TargetCap < t_52) ? meta.p_TargetCap : t_52;
                bit<32> s_Rates_RT_4 = (t_41 >= meta.p_Threshold) ? s_Rates_RT_3 : meta.s_Rates_RT;
                bool t_54 = meta.p_Halving == dcqcn_HalveEach;
                bit<32> s_Rates_RC_3 = (s_Rates_RT_4 >> 8w1) + (meta.s_Rates_RC >> 8w1);
                bit<32> s_Rates_RC_4 = ((s_Rates_RT_4 + meta.s_Rates_RC) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_5 = t_54 ? s_Rates_RC_3 : s_Rates_RC_4;
                bit<32> t_60 = (meta.p_MaxRate < s_Rates_RC_5) ? meta.p_MaxRate : s_Rates_RC_5;
                bit<32> s_Rates_RC_6 = (meta.p_MinRate > t_60) ? meta.p_MinRate : t_60;
                // Arrived: the target is at its cap, so that a later increase would repeat this
                // one, which left the rate as it was. What it would still do is to count: that
                // matters to a later cut only where the cut waits for an increase by bytes to take
                // the target (ClampAfterTime off), and target and rate differ.
                bool t_64 = (s_Rates_RT_4 == meta.p_TargetCap) && (s_Rates_RC_6 == meta.s_Rates_RC);
                bool t_65 = (meta.p_ClampAfterTime != 8w0) || t_39;
                bool t_66 = t_65 || t_19;
                bit<8> s_Rates_Flags_6 = meta.s_Rates_Flags & 8w254;
                bit<8> s_Rates_Flags_7 = (t_66 || (s_Rates_RC_6 == s_Rates_RT_4)) ? s_Rates_Flags_6 : meta.s_Rates_Flags;
                bit<8> s_Rates_Flags_8 = t_64 ? s_Rates_Flags_7 : meta.s_Rates_Flags;
                // dcqcn.(*Rates).IncreaseTimer
                bit<32> s_Rates_RC_7 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_6 : meta.s_Rates_RC;
                bit<32> s_Rates_RT_5 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_4 : meta.s_Rates_RT;
                bit<8> s_Rates_Flags_9 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_8 : meta.s_Rates_Flags;
                bit<8> t_69 = meta.s_Rates_TimeStage + 8w1;
                bit<8> s_Rates_TimeStage_2 = (dcqcn_MaxStage < t_69) ? dcqcn_MaxStage : t_69;
                // dcqcn.(*Rates).increase
                bit<8> b_2 = t_39 ? s_Rates_TimeStage_2 : meta.s_Rates_ByteStage;
                bool t_73 = ((b_2 > s_Rates_TimeStage_2) ? b_2 : s_Rates_TimeStage_2) >= meta.p_Threshold;
                bit<8> t_75 = (b_2 < s_Rates_TimeStage_2) ? b_2 : s_Rates_TimeStage_2;
                bit<64> wide_2 = t_47 * ((bit<64>)(t_75 - meta.p_Threshold));
                bit<32> step_4 = (bit<32>)((64w0x7FFFFFFF < wide_2) ? 64w0x7FFFFFFF : wide_2);
                bit<32> step_5 = t_46 ? step_4 : meta.p_RateHAI;
                bit<32> step_6 = (t_75 > meta.p_Threshold) ? step_5 : meta.p_RateAI;
                bit<32> t_81 = s_Rates_RT_5 + step_6;
                bit<32> s_Rates_RT_6 = (meta.p_TargetCap < t_81) ? meta.p_TargetCap : t_81;
                bit<32> s_Rates_RT_7 = t_73 ? s_Rates_RT_6 : s_Rates_RT_5;
                bit<32> t_84 = s_Rates_RC_7 >> 8w1;
                bit<32> s_Rates_RC_8 = (s_Rates_RT_7 >> 8w1) + t_84;
                bit<32> s_Rates_RC_9 = ((s_Rates_RT_7 + s_Rates_RC_7) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_10 = t_54 ? s_Rates_RC_8 : s_Rates_RC_9;
                bit<32> t_88 = (meta.p_MaxRate < s_Rates_RC_10) ? meta.p_MaxRate : s_Rates_RC_10;
                bit<32> s_Rates_RC_11 = (meta.p_MinRate > t_88) ? meta.p_MinRate : t_88;
                bool t_92 = (s_Rates_RT_7 == meta.p_TargetCap) && (s_Rates_RC_11 == s_Rates_RC_7);
                bit<8> s_Rates_Flags_10 = s_Rates_Flags_9 & 8w254;
                bit<8> s_Rates_Flags_11 = (t_66 || (s_Rates_RC_11 == s_Rates_RT_7)) ? s_Rates_Flags_10 : s_Rates_Flags_9;
                bit<8> s_Rates_Flags_12 = t_92 ? s_Rates_Flags_11 : s_Rates_Flags_9;
                // dcqcn.(*Rates).IncreaseTimer
                bit<32> s_Rates_RC_12 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_6 : s_Rates_RC_11;
                bit<32> s_Rates_RT_8 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_4 : s_Rates_RT_7;
                bit<8> s_Rates_Flags_13 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_8 : s_Rates_Flags_12;
                // dcqcn.Step
                bool t_95 = hdr.event.Kind == dcqcn_EventSent;
                // dcqcn.(*Rates).Sent
                bool t_98 = t_39 || ((meta.s_Rates_Flags & dcqcn_FlagIncrease) == 8w0);
                bit<32> t_100 = (32w0x40000000 < hdr.event.Bytes) ? 32w0x40000000 : hdr.event.Bytes;
                bit<32> s_Rates_Bytes_2 = meta.s_Rates_Bytes + t_100;
                bool t_101 = s_Rates_Bytes_2 < meta.p_ByteReset;
                bit<32> s_Rates_Bytes_3 = s_Rates_Bytes_2 - meta.p_ByteReset;
                bit<8> t_102 = meta.s_Rates_ByteStage + 8w1;
                bit<8> s_Rates_ByteStage_2 = (dcqcn_MaxStage < t_102) ? dcqcn_MaxStage : t_102;
                // dcqcn.(*Rates).increase
                bit<8> b_3 = t_39 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_2;
                bit<8> t_105 = (b_3 > meta.s_Rates_TimeStage) ? b_3 : meta.s_Rates_TimeStage;
                bit<8> t_108 = (b_3 < meta.s_Rates_TimeStage) ? b_3 : meta.s_Rates_TimeStage;
                bit<64> wide_3 = t_47 * ((bit<64>)(t_108 - meta.p_Threshold));
                bit<32> step_7 = (bit<32>)((64w0x7FFFFFFF < wide_3) ? 64w0x7FFFFFFF : wide_3);
                bit<32> step_8 = t_46 ? step_7 : meta.p_RateHAI;
                bit<32> step_9 = (t_108 > meta.p_Threshold) ? step_8 : meta.p_RateAI;
                bit<32> t_114 = s_Rates_RT_5 + step_9;
                bit<32> s_Rates_RT_9 = (meta.p_TargetCap < t_114) ? meta.p_TargetCap : t_114;
                bit<32> s_Rates_RT_10 = (t_105 >= meta.p_Threshold) ? s_Rates_RT_9 : s_Rates_RT_5;
                bit<32> s_Rates_RC_13 = (s_Rates_RT_10 >> 8w1) + t_84;
                bit<32> s_Rates_RC_14 = ((s_Rates_RT_10 + s_Rates_RC_7) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_15 = t_54 ? s_Rates_RC_13 : s_Rates_RC_14;
                bit<32> t_120 = (meta.p_MaxRate < s_Rates_RC_15) ? meta.p_MaxRate : s_Rates_RC_15;
                bit<32> s_Rates_RC_16 = (meta.p_MinRate > t_120) ? meta.p_MinRate : t_120;
                bool t_124 = (s_Rates_RT_10 == meta.p_TargetCap) && (s_Rates_RC_16 == s_Rates_RC_7);
                bool t_128 = (t_65 || (s_Rates_ByteStage_2 > 8w0)) || (s_Rates_RC_16 == s_Rates_RT_10);
                bit<8> s_Rates_Flags_14 = t_128 ? s_Rates_Flags_10 : s_Rates_Flags_9;
                bit<8> s_Rates_Flags_15 = t_124 ? s_Rates_Flags_14 : s_Rates_Flags_9;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_17 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_6 : s_Rates_RC_16;
                bit<32> s_Rates_RT_11 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_4 : s_Rates_RT_10;
                bit<8> s_Rates_Flags_16 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_8 : s_Rates_Flags_15;
                bit<32> s_Rates_RC_18 = t_101 ? meta.s_Rates_RC : s_Rates_RC_17;
                bit<32> s_Rates_RT_12 = t_101 ? meta.s_Rates_RT : s_Rates_RT_11;
                bit<32> s_Rates_Bytes_4 = t_101 ? s_Rates_Bytes_2 : s_Rates_Bytes_3;
                bit<8> s_Rates_ByteStage_3 = t_101 ? meta.s_Rates_ByteStage : s_Rates_ByteStage_2;
                bit<8> s_Rates_Flags_17 = t_101 ? meta.s_Rates_Flags : s_Rates_Flags_16;
                bool t_129 = s_Rates_Bytes_4 < meta.p_ByteReset;
                bit<32> s_Rates_Bytes_5 = s_Rates_Bytes_4 - meta.p_ByteReset;
                // dcqcn.(*Rates).increase
                bit<8> b_4 = t_39 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_3;
                bit<8> t_131 = (b_4 > meta.s_Rates_TimeStage) ? b_4 : meta.s_Rates_TimeStage;
                bit<8> t_134 = (b_4 < meta.s_Rates_TimeStage) ? b_4 : meta.s_Rates_TimeStage;
                bit<64> wide_4 = t_47 * ((bit<64>)(t_134 - meta.p_Threshold));
                bit<32> step_10 = (bit<32>)((64w0x7FFFFFFF < wide_4) ? 64w0x7FFFFFFF : wide_4);
                bit<32> step_11 = t_46 ? step_10 : meta.p_RateHAI;
                bit<32> step_12 = (t_134 > meta.p_Threshold) ? step_11 : meta.p_RateAI;
                bit<32> t_140 = s_Rates_RT_12 + step_12;
                bit<32> s_Rates_RT_13 = (meta.p_TargetCap < t_140) ? meta.p_TargetCap : t_140;
                bit<32> s_Rates_RT_14 = (t_131 >= meta.p_Threshold) ? s_Rates_RT_13 : s_Rates_RT_12;
                bit<32> s_Rates_RC_19 = (s_Rates_RT_14 >> 8w1) + (s_Rates_RC_18 >> 8w1);
                bit<32> s_Rates_RC_20 = ((s_Rates_RT_14 + s_Rates_RC_18) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_21 = t_54 ? s_Rates_RC_19 : s_Rates_RC_20;
                bit<32> t_147 = (meta.p_MaxRate < s_Rates_RC_21) ? meta.p_MaxRate : s_Rates_RC_21;
                bit<32> s_Rates_RC_22 = (meta.p_MinRate > t_147) ? meta.p_MinRate : t_147;
                bool t_151 = (s_Rates_RT_14 == meta.p_TargetCap) && (s_Rates_RC_22 == s_Rates_RC_18);
                bool t_155 = (t_65 || (s_Rates_ByteStage_3 > 8w0)) || (s_Rates_RC_22 == s_Rates_RT_14);
                bit<8> s_Rates_Flags_18 = s_Rates_Flags_17 & 8w254;
                bit<8> s_Rates_Flags_19 = t_155 ? s_Rates_Flags_18 : s_Rates_Flags_17;
                bit<8> s_Rates_Flags_20 = t_151 ? s_Rates_Flags_19 : s_Rates_Flags_17;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_23 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_22 : s_Rates_RC_18;
                bit<32> s_Rates_RT_15 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_14 : s_Rates_RT_12;
                bit<8> s_Rates_Flags_21 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_20 : s_Rates_Flags_17;
                bit<8> t_156 = s_Rates_ByteStage_3 + 8w1;
                bit<8> s_Rates_ByteStage_4 = (dcqcn_MaxStage < t_156) ? dcqcn_MaxStage : t_156;
                // dcqcn.(*Rates).increase
                bit<8> b_5 = t_39 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_4;
                bit<8> t_159 = (b_5 > meta.s_Rates_TimeStage) ? b_5 : meta.s_Rates_TimeStage;
                bit<8> t_162 = (b_5 < meta.s_Rates_TimeStage) ? b_5 : meta.s_Rates_TimeStage;
                bit<64> wide_5 = t_47 * ((bit<64>)(t_162 - meta.p_Threshold));
                bit<32> step_13 = (bit<32>)((64w0x7FFFFFFF < wide_5) ? 64w0x7FFFFFFF : wide_5);
                bit<32> step_14 = t_46 ? step_13 : meta.p_RateHAI;
                bit<32> step_15 = (t_162 > meta.p_Threshold) ? step_14 : meta.p_RateAI;
                bit<32> t_168 = s_Rates_RT_15 + step_15;
                bit<32> s_Rates_RT_16 = (meta.p_TargetCap < t_168) ? meta.p_TargetCap : t_168;
                bit<32> s_Rates_RT_17 = (t_159 >= meta.p_Threshold) ? s_Rates_RT_16 : s_Rates_RT_15;
                bit<32> s_Rates_RC_24 = (s_Rates_RT_17 >> 8w1) + (s_Rates_RC_23 >> 8w1);
                bit<32> s_Rates_RC_25 = ((s_Rates_RT_17 + s_Rates_RC_23) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_26 = t_54 ? s_Rates_RC_24 : s_Rates_RC_25;
                bit<32> t_175 = (meta.p_MaxRate < s_Rates_RC_26) ? meta.p_MaxRate : s_Rates_RC_26;
                bit<32> s_Rates_RC_27 = (meta.p_MinRate > t_175) ? meta.p_MinRate : t_175;
                bool t_179 = (s_Rates_RT_17 == meta.p_TargetCap) && (s_Rates_RC_27 == s_Rates_RC_23);
                bool t_183 = (t_65 || (s_Rates_ByteStage_4 > 8w0)) || (s_Rates_RC_27 == s_Rates_RT_17);
                bit<8> s_Rates_Flags_22 = s_Rates_Flags_21 & 8w254;
                bit<8> s_Rates_Flags_23 = t_183 ? s_Rates_Flags_22 : s_Rates_Flags_21;
                bit<8> s_Rates_Flags_24 = t_179 ? s_Rates_Flags_23 : s_Rates_Flags_21;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_28 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_22 : s_Rates_RC_27;
                bit<32> s_Rates_RT_18 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_14 : s_Rates_RT_17;
                bit<8> s_Rates_Flags_25 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_20 : s_Rates_Flags_24;
                bit<32> s_Rates_RC_29 = t_129 ? s_Rates_RC_18 : s_Rates_RC_28;
                bit<32> s_Rates_RT_19 = t_129 ? s_Rates_RT_12 : s_Rates_RT_18;
                bit<32> s_Rates_Bytes_6 = t_129 ? s_Rates_Bytes_4 : s_Rates_Bytes_5;
                bit<8> s_Rates_ByteStage_5 = t_129 ? s_Rates_ByteStage_3 : s_Rates_ByteStage_4;
                bit<8> s_Rates_Flags_26 = t_129 ? s_Rates_Flags_17 : s_Rates_Flags_25;
                bool t_184 = s_Rates_Bytes_6 < meta.p_ByteReset;
                bit<32> s_Rates_Bytes_7 = s_Rates_Bytes_6 - meta.p_ByteReset;
                // dcqcn.(*Rates).increase
                bit<8> b_6 = t_39 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_5;
                bit<8> t_186 = (b_6 > meta.s_Rates_TimeStage) ? b_6 : meta.s_Rates_TimeStage;
                bit<8> t_189 = (b_6 < meta.s_Rates_TimeStage) ? b_6 : meta.s_Rates_TimeStage;
                bit<64> wide_6 = t_47 * ((bit<64>)(t_189 - meta.p_Threshold));
                bit<32> step_16 = (bit<32>)((64w0x7FFFFFFF < wide_6) ? 64w0x7FFFFFFF : wide_6);
                bit<32> step_17 = t_46 ? step_16 : meta.p_RateHAI;
                bit<32> step_18 = (t_189 > meta.p_Threshold) ? step_17 : meta.p_RateAI;
                bit<32> t_195 = s_Rates_RT_19 + step_18;
                bit<32> s_Rates_RT_20 = (meta.p_TargetCap < t_195) ? meta.p_TargetCap : t_195;
                bit<32> s_Rates_RT_21 = (t_186 >= meta.p_Threshold) ? s_Rates_RT_20 : s_Rates_RT_19;
                bit<32> s_Rates_RC_30 = (s_Rates_RT_21 >> 8w1) + (s_Rates_RC_29 >> 8w1);
                bit<32> s_Rates_RC_31 = ((s_Rates_RT_21 + s_Rates_RC_29) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_32 = t_54 ? s_Rates_RC_30 : s_Rates_RC_31;
                bit<32> t_202 = (meta.p_MaxRate < s_Rates_RC_32) ? meta.p_MaxRate : s_Rates_RC_32;
                bit<32> s_Rates_RC_33 = (meta.p_MinRate > t_202) ? meta.p_MinRate : t_202;
                bool t_206 = (s_Rates_RT_21 == meta.p_TargetCap) && (s_Rates_RC_33 == s_Rates_RC_29);
                bool t_210 = (t_65 || (s_Rates_ByteStage_5 > 8w0)) || (s_Rates_RC_33 == s_Rates_RT_21);
                bit<8> s_Rates_Flags_27 = s_Rates_Flags_26 & 8w254;
                bit<8> s_Rates_Flags_28 = t_210 ? s_Rates_Flags_27 : s_Rates_Flags_26;
                bit<8> s_Rates_Flags_29 = t_206 ? s_Rates_Flags_28 : s_Rates_Flags_26;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_34 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_33 : s_Rates_RC_29;
                bit<32> s_Rates_RT_22 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_21 : s_Rates_RT_19;
                bit<8> s_Rates_Flags_30 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_29 : s_Rates_Flags_26;
                bit<8> t_211 = s_Rates_ByteStage_5 + 8w1;
                bit<8> s_Rates_ByteStage_6 = (dcqcn_MaxStage < t_211) ? dcqcn_MaxStage : t_211;
                // dcqcn.(*Rates).increase
                bit<8> b_7 = t_39 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_6;
                bit<8> t_214 = (b_7 > meta.s_Rates_TimeStage) ? b_7 : meta.s_Rates_TimeStage;
                bit<8> t_217 = (b_7 < meta.s_Rates_TimeStage) ? b_7 : meta.s_Rates_TimeStage;
                bit<64> wide_7 = t_47 * ((bit<64>)(t_217 - meta.p_Threshold));
                bit<32> step_19 = (bit<32>)((64w0x7FFFFFFF < wide_7) ? 64w0x7FFFFFFF : wide_7);
                bit<32> step_20 = t_46 ? step_19 : meta.p_RateHAI;
                bit<32> step_21 = (t_217 > meta.p_Threshold) ? step_20 : meta.p_RateAI;
                bit<32> t_223 = s_Rates_RT_22 + step_21;
                bit<32> s_Rates_RT_23 = (meta.p_TargetCap < t_223) ? meta.p_TargetCap : t_223;
                bit<32> s_Rates_RT_24 = (t_214 >= meta.p_Threshold) ? s_Rates_RT_23 : s_Rates_RT_22;
                bit<32> s_Rates_RC_35 = (s_Rates_RT_24 >> 8w1) + (s_Rates_RC_34 >> 8w1);
                bit<32> s_Rates_RC_36 = ((s_Rates_RT_24 + s_Rates_RC_34) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_37 = t_54 ? s_Rates_RC_35 : s_Rates_RC_36;
                bit<32> t_230 = (meta.p_MaxRate < s_Rates_RC_37) ? meta.p_MaxRate : s_Rates_RC_37;
                bit<32> s_Rates_RC_38 = (meta.p_MinRate > t_230) ? meta.p_MinRate : t_230;
                bool t_234 = (s_Rates_RT_24 == meta.p_TargetCap) && (s_Rates_RC_38 == s_Rates_RC_34);
                bool t_238 = (t_65 || (s_Rates_ByteStage_6 > 8w0)) || (s_Rates_RC_38 == s_Rates_RT_24);
                bit<8> s_Rates_Flags_31 = s_Rates_Flags_30 & 8w254;
                bit<8> s_Rates_Flags_32 = t_238 ? s_Rates_Flags_31 : s_Rates_Flags_30;
                bit<8> s_Rates_Flags_33 = t_234 ? s_Rates_Flags_32 : s_Rates_Flags_30;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_39 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_33 : s_Rates_RC_38;
                bit<32> s_Rates_RT_25 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_21 : s_Rates_RT_24;
                bit<8> s_Rates_Flags_34 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_29 : s_Rates_Flags_33;
                bit<32> s_Rates_RC_40 = t_184 ? s_Rates_RC_29 : s_Rates_RC_39;
                bit<32> s_Rates_RT_26 = t_184 ? s_Rates_RT_19 : s_Rates_RT_25;
                bit<32> s_Rates_Bytes_8 = t_184 ? s_Rates_Bytes_6 : s_Rates_Bytes_7;
                bit<8> s_Rates_ByteStage_7 = t_184 ? s_Rates_ByteStage_5 : s_Rates_ByteStage_6;
                bit<8> s_Rates_Flags_35 = t_184 ? s_Rates_Flags_26 : s_Rates_Flags_34;
                bool t_239 = s_Rates_Bytes_8 < meta.p_ByteReset;
                bit<32> s_Rates_Bytes_9 = s_Rates_Bytes_8 - meta.p_ByteReset;
                // dcqcn.(*Rates).increase
                bit<8> b_8 = t_39 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_7;
                bit<8> t_241 = (b_8 > meta.s_Rates_TimeStage) ? b_8 : meta.s_Rates_TimeStage;
                bit<8> t_244 = (b_8 < meta.s_Rates_TimeStage) ? b_8 : meta.s_Rates_TimeStage;
                bit<64> wide_8 = t_47 * ((bit<64>)(t_244 - meta.p_Threshold));
                bit<32> step_22 = (bit<32>)((64w0x7FFFFFFF < wide_8) ? 64w0x7FFFFFFF : wide_8);
                bit<32> step_23 = t_46 ? step_22 : meta.p_RateHAI;
                bit<32> step_24 = (t_244 > meta.p_Threshold) ? step_23 : meta.p_RateAI;
                bit<32> t_250 = s_Rates_RT_26 + step_24;
                bit<32> s_Rates_RT_27 = (meta.p_TargetCap < t_250) ? meta.p_TargetCap : t_250;
                bit<32> s_Rates_RT_28 = (t_241 >= meta.p_Threshold) ? s_Rates_RT_27 : s_Rates_RT_26;
                bit<32> s_Rates_RC_41 = (s_Rates_RT_28 >> 8w1) + (s_Rates_RC_40 >> 8w1);
                bit<32> s_Rates_RC_42 = ((s_Rates_RT_28 + s_Rates_RC_40) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_43 = t_54 ? s_Rates_RC_41 : s_Rates_RC_42;
                bit<32> t_257 = (meta.p_MaxRate < s_Rates_RC_43) ? meta.p_MaxRate : s_Rates_RC_43;
                bit<32> s_Rates_RC_44 = (meta.p_MinRate > t_257) ? meta.p_MinRate : t_257;
                bool t_261 = (s_Rates_RT_28 == meta.p_TargetCap) && (s_Rates_RC_44 == s_Rates_RC_40);
                bool t_265 = (t_65 || (s_Rates_ByteStage_7 > 8w0)) || (s_Rates_RC_44 == s_Rates_RT_28);
                bit<8> s_Rates_Flags_36 = s_Rates_Flags_35 & 8w254;
                bit<8> s_Rates_Flags_37 = t_265 ? s_Rates_Flags_36 : s_Rates_Flags_35;
                bit<8> s_Rates_Flags_38 = t_261 ? s_Rates_Flags_37 : s_Rates_Flags_35;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_45 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_44 : s_Rates_RC_40;
                bit<32> s_Rates_RT_29 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_28 : s_Rates_RT_26;
                bit<8> s_Rates_Flags_39 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_38 : s_Rates_Flags_35;
                bit<8> t_266 = s_Rates_ByteStage_7 + 8w1;
                bit<8> s_Rates_ByteStage_8 = (dcqcn_MaxStage < t_266) ? dcqcn_MaxStage : t_266;
                // dcqcn.(*Rates).increase
                bit<8> b_9 = t_39 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_8;
                bit<8> t_269 = (b_9 > meta.s_Rates_TimeStage) ? b_9 : meta.s_Rates_TimeStage;
                bit<8> t_272 = (b_9 < meta.s_Rates_TimeStage) ? b_9 : meta.s_Rates_TimeStage;
                bit<64> wide_9 = t_47 * ((bit<64>)(t_272 - meta.p_Threshold));
                bit<32> step_25 = (bit<32>)((64w0x7FFFFFFF < wide_9) ? 64w0x7FFFFFFF : wide_9);
                bit<32> step_26 = t_46 ? step_25 : meta.p_RateHAI;
                bit<32> step_27 = (t_272 > meta.p_Threshold) ? step_26 : meta.p_RateAI;
                bit<32> t_278 = s_Rates_RT_29 + step_27;
                bit<32> s_Rates_RT_30 = (meta.p_TargetCap < t_278) ? meta.p_TargetCap : t_278;
                bit<32> s_Rates_RT_31 = (t_269 >= meta.p_Threshold) ? s_Rates_RT_30 : s_Rates_RT_29;
                bit<32> s_Rates_RC_46 = (s_Rates_RT_31 >> 8w1) + (s_Rates_RC_45 >> 8w1);
                bit<32> s_Rates_RC_47 = ((s_Rates_RT_31 + s_Rates_RC_45) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_48 = t_54 ? s_Rates_RC_46 : s_Rates_RC_47;
                bit<32> t_285 = (meta.p_MaxRate < s_Rates_RC_48) ? meta.p_MaxRate : s_Rates_RC_48;
                bit<32> s_Rates_RC_49 = (meta.p_MinRate > t_285) ? meta.p_MinRate : t_285;
                bool t_289 = (s_Rates_RT_31 == meta.p_TargetCap) && (s_Rates_RC_49 == s_Rates_RC_45);
                bool t_293 = (t_65 || (s_Rates_ByteStage_8 > 8w0)) || (s_Rates_RC_49 == s_Rates_RT_31);
                bit<8> s_Rates_Flags_40 = s_Rates_Flags_39 & 8w254;
                bit<8> s_Rates_Flags_41 = t_293 ? s_Rates_Flags_40 : s_Rates_Flags_39;
                bit<8> s_Rates_Flags_42 = t_289 ? s_Rates_Flags_41 : s_Rates_Flags_39;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_50 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_44 : s_Rates_RC_49;
                bit<32> s_Rates_RT_32 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_28 : s_Rates_RT_31;
                bit<8> s_Rates_Flags_43 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_38 : s_Rates_Flags_42;
                bit<32> s_Rates_RC_51 = t_239 ? s_Rates_RC_40 : s_Rates_RC_50;
                bit<32> s_Rates_RT_33 = t_239 ? s_Rates_RT_26 : s_Rates_RT_32;
                bit<32> s_Rates_Bytes_10 = t_239 ? s_Rates_Bytes_8 : s_Rates_Bytes_9;
                bit<8> s_Rates_ByteStage_9 = t_239 ? s_Rates_ByteStage_7 : s_Rates_ByteStage_8;
                bit<8> s_Rates_Flags_44 = t_239 ? s_Rates_Flags_35 : s_Rates_Flags_43;
                bool t_294 = s_Rates_Bytes_10 < meta.p_ByteReset;
                bit<32> s_Rates_Bytes_11 = s_Rates_Bytes_10 - meta.p_ByteReset;
                // dcqcn.(*Rates).increase
                bit<8> b_10 = t_39 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_9;
                bit<8> t_296 = (b_10 > meta.s_Rates_TimeStage) ? b_10 : meta.s_Rates_TimeStage;
                bit<8> t_299 = (b_10 < meta.s_Rates_TimeStage) ? b_10 : meta.s_Rates_TimeStage;
                bit<64> wide_10 = t_47 * ((bit<64>)(t_299 - meta.p_Threshold));
                bit<32> step_28 = (bit<32>)((64w0x7FFFFFFF < wide_10) ? 64w0x7FFFFFFF : wide_10);
                bit<32> step_29 = t_46 ? step_28 : meta.p_RateHAI;
                bit<32> step_30 = (t_299 > meta.p_Threshold) ? step_29 : meta.p_RateAI;
                bit<32> t_305 = s_Rates_RT_33 + step_30;
                bit<32> s_Rates_RT_34 = (meta.p_TargetCap < t_305) ? meta.p_TargetCap : t_305;
                bit<32> s_Rates_RT_35 = (t_296 >= meta.p_Threshold) ? s_Rates_RT_34 : s_Rates_RT_33;
                bit<32> s_Rates_RC_52 = (s_Rates_RT_35 >> 8w1) + (s_Rates_RC_51 >> 8w1);
                bit<32> s_Rates_RC_53 = ((s_Rates_RT_35 + s_Rates_RC_51) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_54 = t_54 ? s_Rates_RC_52 : s_Rates_RC_53;
                bit<32> t_312 = (meta.p_MaxRate < s_Rates_RC_54) ? meta.p_MaxRate : s_Rates_RC_54;
                bit<32> s_Rates_RC_55 = (meta.p_MinRate > t_312) ? meta.p_MinRate : t_312;
                bool t_316 = (s_Rates_RT_35 == meta.p_TargetCap) && (s_Rates_RC_55 == s_Rates_RC_51);
                bool t_320 = (t_65 || (s_Rates_ByteStage_9 > 8w0)) || (s_Rates_RC_55 == s_Rates_RT_35);
                bit<8> s_Rates_Flags_45 = s_Rates_Flags_44 & 8w254;
                bit<8> s_Rates_Flags_46 = t_320 ? s_Rates_Flags_45 : s_Rates_Flags_44;
                bit<8> s_Rates_Flags_47 = t_316 ? s_Rates_Flags_46 : s_Rates_Flags_44;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_56 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_55 : s_Rates_RC_51;
                bit<32> s_Rates_RT_36 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_35 : s_Rates_RT_33;
                bit<8> s_Rates_Flags_48 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_47 : s_Rates_Flags_44;
                bit<8> t_321 = s_Rates_ByteStage_9 + 8w1;
                bit<8> s_Rates_ByteStage_10 = (dcqcn_MaxStage < t_321) ? dcqcn_MaxStage : t_321;
                // dcqcn.(*Rates).increase
                bit<8> b_11 = t_39 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_10;
                bit<8> t_324 = (b_11 > meta.s_Rates_TimeStage) ? b_11 : meta.s_Rates_TimeStage;
                bit<8> t_327 = (b_11 < meta.s_Rates_TimeStage) ? b_11 : meta.s_Rates_TimeStage;
                bit<64> wide_11 = t_47 * ((bit<64>)(t_327 - meta.p_Threshold));
                bit<32> step_31 = (bit<32>)((64w0x7FFFFFFF < wide_11) ? 64w0x7FFFFFFF : wide_11);
                bit<32> step_32 = t_46 ? step_31 : meta.p_RateHAI;
                bit<32> step_33 = (t_327 > meta.p_Threshold) ? step_32 : meta.p_RateAI;
                bit<32> t_333 = s_Rates_RT_36 + step_33;
                bit<32> s_Rates_RT_37 = (meta.p_TargetCap < t_333) ? meta.p_TargetCap : t_333;
                bit<32> s_Rates_RT_38 = (t_324 >= meta.p_Threshold) ? s_Rates_RT_37 : s_Rates_RT_36;
                bit<32> s_Rates_RC_57 = (s_Rates_RT_38 >> 8w1) + (s_Rates_RC_56 >> 8w1);
                bit<32> s_Rates_RC_58 = ((s_Rates_RT_38 + s_Rates_RC_56) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_59 = t_54 ? s_Rates_RC_57 : s_Rates_RC_58;
                bit<32> t_340 = (meta.p_MaxRate < s_Rates_RC_59) ? meta.p_MaxRate : s_Rates_RC_59;
                bit<32> s_Rates_RC_60 = (meta.p_MinRate > t_340) ? meta.p_MinRate : t_340;
                bool t_344 = (s_Rates_RT_38 == meta.p_TargetCap) && (s_Rates_RC_60 == s_Rates_RC_56);
                bool t_348 = (t_65 || (s_Rates_ByteStage_10 > 8w0)) || (s_Rates_RC_60 == s_Rates_RT_38);
                bit<8> s_Rates_Flags_49 = s_Rates_Flags_48 & 8w254;
                bit<8> s_Rates_Flags_50 = t_348 ? s_Rates_Flags_49 : s_Rates_Flags_48;
                bit<8> s_Rates_Flags_51 = t_344 ? s_Rates_Flags_50 : s_Rates_Flags_48;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_61 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_55 : s_Rates_RC_60;
                bit<32> s_Rates_RT_39 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_35 : s_Rates_RT_38;
                bit<8> s_Rates_Flags_52 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_47 : s_Rates_Flags_51;
                bit<32> s_Rates_RC_62 = t_294 ? s_Rates_RC_51 : s_Rates_RC_61;
                bit<32> s_Rates_RT_40 = t_294 ? s_Rates_RT_33 : s_Rates_RT_39;
                bit<32> s_Rates_Bytes_12 = t_294 ? s_Rates_Bytes_10 : s_Rates_Bytes_11;
                bit<8> s_Rates_ByteStage_11 = t_294 ? s_Rates_ByteStage_9 : s_Rates_ByteStage_10;
                bit<8> s_Rates_Flags_53 = t_294 ? s_Rates_Flags_44 : s_Rates_Flags_52;
                bool t_349 = s_Rates_Bytes_12 < meta.p_ByteReset;
                bit<32> s_Rates_Bytes_13 = s_Rates_Bytes_12 - meta.p_ByteReset;
                // dcqcn.(*Rates).increase
                bit<8> b_12 = t_39 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_11;
                bit<8> t_351 = (b_12 > meta.s_Rates_TimeStage) ? b_12 : meta.s_Rates_TimeStage;
                bit<8> t_354 = (b_12 < meta.s_Rates_TimeStage) ? b_12 : meta.s_Rates_TimeStage;
                bit<64> wide_12 = t_47 * ((bit<64>)(t_354 - meta.p_Threshold));
                bit<32> step_34 = (bit<32>)((64w0x7FFFFFFF < wide_12) ? 64w0x7FFFFFFF : wide_12);
                bit<32> step_35 = t_46 ? step_34 : meta.p_RateHAI;
                bit<32> step_36 = (t_354 > meta.p_Threshold) ? step_35 : meta.p_RateAI;
                bit<32> t_360 = s_Rates_RT_40 + step_36;
                bit<32> s_Rates_RT_41 = (meta.p_TargetCap < t_360) ? meta.p_TargetCap : t_360;
                bit<32> s_Rates_RT_42 = (t_351 >= meta.p_Threshold) ? s_Rates_RT_41 : s_Rates_RT_40;
                bit<32> s_Rates_RC_63 = (s_Rates_RT_42 >> 8w1) + (s_Rates_RC_62 >> 8w1);
                bit<32> s_Rates_RC_64 = ((s_Rates_RT_42 + s_Rates_RC_62) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_65 = t_54 ? s_Rates_RC_63 : s_Rates_RC_64;
                bit<32> t_367 = (meta.p_MaxRate < s_Rates_RC_65) ? meta.p_MaxRate : s_Rates_RC_65;
                bit<32> s_Rates_RC_66 = (meta.p_MinRate > t_367) ? meta.p_MinRate : t_367;
                bool t_371 = (s_Rates_RT_42 == meta.p_TargetCap) && (s_Rates_RC_66 == s_Rates_RC_62);
                bool t_375 = (t_65 || (s_Rates_ByteStage_11 > 8w0)) || (s_Rates_RC_66 == s_Rates_RT_42);
                bit<8> s_Rates_Flags_54 = s_Rates_Flags_53 & 8w254;
                bit<8> s_Rates_Flags_55 = t_375 ? s_Rates_Flags_54 : s_Rates_Flags_53;
                bit<8> s_Rates_Flags_56 = t_371 ? s_Rates_Flags_55 : s_Rates_Flags_53;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_67 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_66 : s_Rates_RC_62;
                bit<32> s_Rates_RT_43 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_42 : s_Rates_RT_40;
                bit<8> s_Rates_Flags_57 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_56 : s_Rates_Flags_53;
                bit<8> t_376 = s_Rates_ByteStage_11 + 8w1;
                bit<8> s_Rates_ByteStage_12 = (dcqcn_MaxStage < t_376) ? dcqcn_MaxStage : t_376;
                // dcqcn.(*Rates).increase
                bit<8> b_13 = t_39 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_12;
                bit<8> t_379 = (b_13 > meta.s_Rates_TimeStage) ? b_13 : meta.s_Rates_TimeStage;
                bit<8> t_382 = (b_13 < meta.s_Rates_TimeStage) ? b_13 : meta.s_Rates_TimeStage;
                bit<64> wide_13 = t_47 * ((bit<64>)(t_382 - meta.p_Threshold));
                bit<32> step_37 = (bit<32>)((64w0x7FFFFFFF < wide_13) ? 64w0x7FFFFFFF : wide_13);
                bit<32> step_38 = t_46 ? step_37 : meta.p_RateHAI;
                bit<32> step_39 = (t_382 > meta.p_Threshold) ? step_38 : meta.p_RateAI;
                bit<32> t_388 = s_Rates_RT_43 + step_39;
                bit<32> s_Rates_RT_44 = (meta.p_TargetCap < t_388) ? meta.p_TargetCap : t_388;
                bit<32> s_Rates_RT_45 = (t_379 >= meta.p_Threshold) ? s_Rates_RT_44 : s_Rates_RT_43;
                bit<32> s_Rates_RC_68 = (s_Rates_RT_45 >> 8w1) + (s_Rates_RC_67 >> 8w1);
                bit<32> s_Rates_RC_69 = ((s_Rates_RT_45 + s_Rates_RC_67) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_70 = t_54 ? s_Rates_RC_68 : s_Rates_RC_69;
                bit<32> t_395 = (meta.p_MaxRate < s_Rates_RC_70) ? meta.p_MaxRate : s_Rates_RC_70;
                bit<32> s_Rates_RC_71 = (meta.p_MinRate > t_395) ? meta.p_MinRate : t_395;
                bool t_399 = (s_Rates_RT_45 == meta.p_TargetCap) && (s_Rates_RC_71 == s_Rates_RC_67);
                bool t_403 = (t_65 || (s_Rates_ByteStage_12 > 8w0)) || (s_Rates_RC_71 == s_Rates_RT_45);
                bit<8> s_Rates_Flags_58 = s_Rates_Flags_57 & 8w254;
                bit<8> s_Rates_Flags_59 = t_403 ? s_Rates_Flags_58 : s_Rates_Flags_57;
                bit<8> s_Rates_Flags_60 = t_399 ? s_Rates_Flags_59 : s_Rates_Flags_57;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_72 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_66 : s_Rates_RC_71;
                bit<32> s_Rates_RT_46 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_42 : s_Rates_RT_45;
                bit<8> s_Rates_Flags_61 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_56 : s_Rates_Flags_60;
                bit<32> s_Rates_RC_73 = t_349 ? s_Rates_RC_62 : s_Rates_RC_72;
                bit<32> s_Rates_RT_47 = t_349 ? s_Rates_RT_40 : s_Rates_RT_46;
                bit<32> s_Rates_Bytes_14 = t_349 ? s_Rates_Bytes_12 : s_Rates_Bytes_13;
                bit<8> s_Rates_ByteStage_13 = t_349 ? s_Rates_ByteStage_11 : s_Rates_ByteStage_12;
                bit<8> s_Rates_Flags_62 = t_349 ? s_Rates_Flags_53 : s_Rates_Flags_61;
                bool t_404 = s_Rates_Bytes_14 < meta.p_ByteReset;
                bit<32> s_Rates_Bytes_15 = s_Rates_Bytes_14 - meta.p_ByteReset;
                // dcqcn.(*Rates).increase
                bit<8> b_14 = t_39 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_13;
                bit<8> t_406 = (b_14 > meta.s_Rates_TimeStage) ? b_14 : meta.s_Rates_TimeStage;
                bit<8> t_409 = (b_14 < meta.s_Rates_TimeStage) ? b_14 : meta.s_Rates_TimeStage;
                bit<64> wide_14 = t_47 * ((bit<64>)(t_409 - meta.p_Threshold));
                bit<32> step_40 = (bit<32>)((64w0x7FFFFFFF < wide_14) ? 64w0x7FFFFFFF : wide_14);
                bit<32> step_41 = t_46 ? step_40 : meta.p_RateHAI;
                bit<32> step_42 = (t_409 > meta.p_Threshold) ? step_41 : meta.p_RateAI;
                bit<32> t_415 = s_Rates_RT_47 + step_42;
                bit<32> s_Rates_RT_48 = (meta.p_TargetCap < t_415) ? meta.p_TargetCap : t_415;
                bit<32> s_Rates_RT_49 = (t_406 >= meta.p_Threshold) ? s_Rates_RT_48 : s_Rates_RT_47;
                bit<32> s_Rates_RC_74 = (s_Rates_RT_49 >> 8w1) + (s_Rates_RC_73 >> 8w1);
                bit<32> s_Rates_RC_75 = ((s_Rates_RT_49 + s_Rates_RC_73) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_76 = t_54 ? s_Rates_RC_74 : s_Rates_RC_75;
                bit<32> t_422 = (meta.p_MaxRate < s_Rates_RC_76) ? meta.p_MaxRate : s_Rates_RC_76;
                bit<32> s_Rates_RC_77 = (meta.p_MinRate > t_422) ? meta.p_MinRate : t_422;
                bool t_426 = (s_Rates_RT_49 == meta.p_TargetCap) && (s_Rates_RC_77 == s_Rates_RC_73);
                bool t_430 = (t_65 || (s_Rates_ByteStage_13 > 8w0)) || (s_Rates_RC_77 == s_Rates_RT_49);
                bit<8> s_Rates_Flags_63 = s_Rates_Flags_62 & 8w254;
                bit<8> s_Rates_Flags_64 = t_430 ? s_Rates_Flags_63 : s_Rates_Flags_62;
                bit<8> s_Rates_Flags_65 = t_426 ? s_Rates_Flags_64 : s_Rates_Flags_62;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_78 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_77 : s_Rates_RC_73;
                bit<32> s_Rates_RT_50 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_49 : s_Rates_RT_47;
                bit<8> s_Rates_Flags_66 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_65 : s_Rates_Flags_62;
                bit<8> t_431 = s_Rates_ByteStage_13 + 8w1;
                bit<8> s_Rates_ByteStage_14 = (dcqcn_MaxStage < t_431) ? dcqcn_MaxStage : t_431;
                // dcqcn.(*Rates).increase
                bit<8> b_15 = t_39 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_14;
                bit<8> t_434 = (b_15 > meta.s_Rates_TimeStage) ? b_15 : meta.s_Rates_TimeStage;
                bit<8> t_437 = (b_15 < meta.s_Rates_TimeStage) ? b_15 : meta.s_Rates_TimeStage;
                bit<64> wide_15 = t_47 * ((bit<64>)(t_437 - meta.p_Threshold));
                bit<32> step_43 = (bit<32>)((64w0x7FFFFFFF < wide_15) ? 64w0x7FFFFFFF : wide_15);
                bit<32> step_44 = t_46 ? step_43 : meta.p_RateHAI;
                bit<32> step_45 = (t_437 > meta.p_Threshold) ? step_44 : meta.p_RateAI;
                bit<32> t_443 = s_Rates_RT_50 + step_45;
                bit<32> s_Rates_RT_51 = (meta.p_TargetCap < t_443) ? meta.p_TargetCap : t_443;
                bit<32> s_Rates_RT_52 = (t_434 >= meta.p_Threshold) ? s_Rates_RT_51 : s_Rates_RT_50;
                bit<32> s_Rates_RC_79 = (s_Rates_RT_52 >> 8w1) + (s_Rates_RC_78 >> 8w1);
                bit<32> s_Rates_RC_80 = ((s_Rates_RT_52 + s_Rates_RC_78) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_81 = t_54 ? s_Rates_RC_79 : s_Rates_RC_80;
                bit<32> t_450 = (meta.p_MaxRate < s_Rates_RC_81) ? meta.p_MaxRate : s_Rates_RC_81;
                bit<32> s_Rates_RC_82 = (meta.p_MinRate > t_450) ? meta.p_MinRate : t_450;
                bool t_454 = (s_Rates_RT_52 == meta.p_TargetCap) && (s_Rates_RC_82 == s_Rates_RC_78);
                bool t_458 = (t_65 || (s_Rates_ByteStage_14 > 8w0)) || (s_Rates_RC_82 == s_Rates_RT_52);
                bit<8> s_Rates_Flags_67 = s_Rates_Flags_66 & 8w254;
                bit<8> s_Rates_Flags_68 = t_458 ? s_Rates_Flags_67 : s_Rates_Flags_66;
                bit<8> s_Rates_Flags_69 = t_454 ? s_Rates_Flags_68 : s_Rates_Flags_66;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_83 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_77 : s_Rates_RC_82;
                bit<32> s_Rates_RT_53 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_49 : s_Rates_RT_52;
                bit<8> s_Rates_Flags_70 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_65 : s_Rates_Flags_69;
                bit<32> s_Rates_RC_84 = t_404 ? s_Rates_RC_73 : s_Rates_RC_83;
                bit<32> s_Rates_RT_54 = t_404 ? s_Rates_RT_47 : s_Rates_RT_53;
                bit<32> s_Rates_Bytes_16 = t_404 ? s_Rates_Bytes_14 : s_Rates_Bytes_15;
                bit<8> s_Rates_ByteStage_15 = t_404 ? s_Rates_ByteStage_13 : s_Rates_ByteStage_14;
                bit<8> s_Rates_Flags_71 = t_404 ? s_Rates_Flags_62 : s_Rates_Flags_70;
                bool t_459 = s_Rates_Bytes_16 < meta.p_ByteReset;
                bit<32> s_Rates_Bytes_17 = s_Rates_Bytes_16 - meta.p_ByteReset;
                // dcqcn.(*Rates).increase
                bit<8> b_16 = t_39 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_15;
                bit<8> t_461 = (b_16 > meta.s_Rates_TimeStage) ? b_16 : meta.s_Rates_TimeStage;
                bit<8> t_464 = (b_16 < meta.s_Rates_TimeStage) ? b_16 : meta.s_Rates_TimeStage;
                bit<64> wide_16 = t_47 * ((bit<64>)(t_464 - meta.p_Threshold));
                bit<32> step_46 = (bit<32>)((64w0x7FFFFFFF < wide_16) ? 64w0x7FFFFFFF : wide_16);
                bit<32> step_47 = t_46 ? step_46 : meta.p_RateHAI;
                bit<32> step_48 = (t_464 > meta.p_Threshold) ? step_47 : meta.p_RateAI;
                bit<32> t_470 = s_Rates_RT_54 + step_48;
                bit<32> s_Rates_RT_55 = (meta.p_TargetCap < t_470) ? meta.p_TargetCap : t_470;
                bit<32> s_Rates_RT_56 = (t_461 >= meta.p_Threshold) ? s_Rates_RT_55 : s_Rates_RT_54;
                bit<32> s_Rates_RC_85 = (s_Rates_RT_56 >> 8w1) + (s_Rates_RC_84 >> 8w1);
                bit<32> s_Rates_RC_86 = ((s_Rates_RT_56 + s_Rates_RC_84) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_87 = t_54 ? s_Rates_RC_85 : s_Rates_RC_86;
                bit<32> t_477 = (meta.p_MaxRate < s_Rates_RC_87) ? meta.p_MaxRate : s_Rates_RC_87;
                bit<32> s_Rates_RC_88 = (meta.p_MinRate > t_477) ? meta.p_MinRate : t_477;
                bool t_481 = (s_Rates_RT_56 == meta.p_TargetCap) && (s_Rates_RC_88 == s_Rates_RC_84);
                bool t_485 = (t_65 || (s_Rates_ByteStage_15 > 8w0)) || (s_Rates_RC_88 == s_Rates_RT_56);
                bit<8> s_Rates_Flags_72 = s_Rates_Flags_71 & 8w254;
                bit<8> s_Rates_Flags_73 = t_485 ? s_Rates_Flags_72 : s_Rates_Flags_71;
                bit<8> s_Rates_Flags_74 = t_481 ? s_Rates_Flags_73 : s_Rates_Flags_71;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_89 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_88 : s_Rates_RC_84;
                bit<32> s_Rates_RT_57 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_56 : s_Rates_RT_54;
                bit<8> s_Rates_Flags_75 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_74 : s_Rates_Flags_71;
                bit<8> t_486 = s_Rates_ByteStage_15 + 8w1;
                bit<8> s_Rates_ByteStage_16 = (dcqcn_MaxStage < t_486) ? dcqcn_MaxStage : t_486;
                // dcqcn.(*Rates).increase
                bit<8> b_17 = t_39 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_16;
                bit<8> t_489 = (b_17 > meta.s_Rates_TimeStage) ? b_17 : meta.s_Rates_TimeStage;
                bit<8> t_492 = (b_17 < meta.s_Rates_TimeStage) ? b_17 : meta.s_Rates_TimeStage;
                bit<64> wide_17 = t_47 * ((bit<64>)(t_492 - meta.p_Threshold));
                bit<32> step_49 = (bit<32>)((64w0x7FFFFFFF < wide_17) ? 64w0x7FFFFFFF : wide_17);
                bit<32> step_50 = t_46 ? step_49 : meta.p_RateHAI;
                bit<32> step_51 = (t_492 > meta.p_Threshold) ? step_50 : meta.p_RateAI;
                bit<32> t_498 = s_Rates_RT_57 + step_51;
                bit<32> s_Rates_RT_58 = (meta.p_TargetCap < t_498) ? meta.p_TargetCap : t_498;
                bit<32> s_Rates_RT_59 = (t_489 >= meta.p_Threshold) ? s_Rates_RT_58 : s_Rates_RT_57;
                bit<32> s_Rates_RC_90 = (s_Rates_RT_59 >> 8w1) + (s_Rates_RC_89 >> 8w1);
                bit<32> s_Rates_RC_91 = ((s_Rates_RT_59 + s_Rates_RC_89) + 32w1) >> 8w1;
                bit<32> s_Rates_RC_92 = t_54 ? s_Rates_RC_90 : s_Rates_RC_91;
                bit<32> t_505 = (meta.p_MaxRate < s_Rates_RC_92) ? meta.p_MaxRate : s_Rates_RC_92;
                bit<32> s_Rates_RC_93 = (meta.p_MinRate > t_505) ? meta.p_MinRate : t_505;
                bool t_509 = (s_Rates_RT_59 == meta.p_TargetCap) && (s_Rates_RC_93 == s_Rates_RC_89);
                bool t_513 = (t_65 || (s_Rates_ByteStage_16 > 8w0)) || (s_Rates_RC_93 == s_Rates_RT_59);
                bit<8> s_Rates_Flags_76 = s_Rates_Flags_75 & 8w254;
                bit<8> s_Rates_Flags_77 = t_513 ? s_Rates_Flags_76 : s_Rates_Flags_75;
                bit<8> s_Rates_Flags_78 = t_509 ? s_Rates_Flags_77 : s_Rates_Flags_75;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_94 = (meta.p_TestFirst != 8w0) ? s_Rates_RC_88 : s_Rates_RC_93;
                bit<32> s_Rates_RT_60 = (meta.p_TestFirst != 8w0) ? s_Rates_RT_56 : s_Rates_RT_59;
                bit<8> s_Rates_Flags_79 = (meta.p_TestFirst != 8w0) ? s_Rates_Flags_74 : s_Rates_Flags_78;
                bit<32> s_Rates_RC_95 = t_459 ? s_Rates_RC_84 : s_Rates_RC_94;
                bit<32> s_Rates_RT_61 = t_459 ? s_Rates_RT_54 : s_Rates_RT_60;
                bit<32> s_Rates_Bytes_18 = t_459 ? s_Rates_Bytes_16 : s_Rates_Bytes_17;
                bit<8> s_Rates_ByteStage_17 = t_459 ? s_Rates_ByteStage_15 : s_Rates_ByteStage_16;
                bit<8> s_Rates_Flags_80 = t_459 ? s_Rates_Flags_71 : s_Rates_Flags_79;
                bit<32> s_Rates_RC_96 = t_404 ? s_Rates_RC_73 : s_Rates_RC_95;
                bit<32> s_Rates_RT_62 = t_404 ? s_Rates_RT_47 : s_Rates_RT_61;
                bit<32> s_Rates_Bytes_19 = t_404 ? s_Rates_Bytes_14 : s_Rates_Bytes_18;
                bit<8> s_Rates_ByteStage_18 = t_404 ? s_Rates_ByteStage_13 : s_Rates_ByteStage_17;
                bit<8> s_Rates_Flags_81 = t_404 ? s_Rates_Flags_62 : s_Rates_Flags_80;
                bit<32> s_Rates_RC_97 = t_349 ? s_Rates_RC_62 : s_Rates_RC_96;
                bit<32> s_Rates_RT_63 = t_349 ? s_Rates_RT_40 : s_Rates_RT_62;
                bit<32> s_Rates_Bytes_20 = t_349 ? s_Rates_Bytes_12 : s_Rates_Bytes_19;
                bit<8> s_Rates_ByteStage_19 = t_349 ? s_Rates_ByteStage_11 : s_Rates_ByteStage_18;
                bit<8> s_Rates_Flags_82 = t_349 ? s_Rates_Flags_53 : s_Rates_Flags_81;
                bit<32> s_Rates_RC_98 = t_294 ? s_Rates_RC_51 : s_Rates_RC_97;
                bit<32> s_Rates_RT_64 = t_294 ? s_Rates_RT_33 : s_Rates_RT_63;
                bit<32> s_Rates_Bytes_21 = t_294 ? s_Rates_Bytes_10 : s_Rates_Bytes_20;
                bit<8> s_Rates_ByteStage_20 = t_294 ? s_Rates_ByteStage_9 : s_Rates_ByteStage_19;
                bit<8> s_Rates_Flags_83 = t_294 ? s_Rates_Flags_44 : s_Rates_Flags_82;
                bit<32> s_Rates_RC_99 = t_239 ? s_Rates_RC_40 : s_Rates_RC_98;
                bit<32> s_Rates_RT_65 = t_239 ? s_Rates_RT_26 : s_Rates_RT_64;
                bit<32> s_Rates_Bytes_22 = t_239 ? s_Rates_Bytes_8 : s_Rates_Bytes_21;
                bit<8> s_Rates_ByteStage_21 = t_239 ? s_Rates_ByteStage_7 : s_Rates_ByteStage_20;
                bit<8> s_Rates_Flags_84 = t_239 ? s_Rates_Flags_35 : s_Rates_Flags_83;
                bit<32> s_Rates_RC_100 = t_184 ? s_Rates_RC_29 : s_Rates_RC_99;
                bit<32> s_Rates_RT_66 = t_184 ? s_Rates_RT_19 : s_Rates_RT_65;
                bit<32> s_Rates_Bytes_23 = t_184 ? s_Rates_Bytes_6 : s_Rates_Bytes_22;
                bit<8> s_Rates_ByteStage_22 = t_184 ? s_Rates_ByteStage_5 : s_Rates_ByteStage_21;
                bit<8> s_Rates_Flags_85 = t_184 ? s_Rates_Flags_26 : s_Rates_Flags_84;
                bit<32> s_Rates_RC_101 = t_129 ? s_Rates_RC_18 : s_Rates_RC_100;
                bit<32> s_Rates_RT_67 = t_129 ? s_Rates_RT_12 : s_Rates_RT_66;
                bit<32> s_Rates_Bytes_24 = t_129 ? s_Rates_Bytes_4 : s_Rates_Bytes_23;
                bit<8> s_Rates_ByteStage_23 = t_129 ? s_Rates_ByteStage_3 : s_Rates_ByteStage_22;
                bit<8> s_Rates_Flags_86 = t_129 ? s_Rates_Flags_17 : s_Rates_Flags_85;
                bit<32> s_Rates_RC_102 = t_101 ? meta.s_Rates_RC : s_Rates_RC_101;
                bit<32> s_Rates_RT_68 = t_101 ? meta.s_Rates_RT : s_Rates_RT_67;
                bit<32> s_Rates_Bytes_25 = t_101 ? s_Rates_Bytes_2 : s_Rates_Bytes_24;
                bit<8> s_Rates_ByteStage_24 = t_101 ? meta.s_Rates_ByteStage : s_Rates_ByteStage_23;
                bit<8> s_Rates_Flags_87 = t_101 ? meta.s_Rates_Flags : s_Rates_Flags_86;
                bit<32> s_Rates_Bytes_26 = (s_Rates_Bytes_25 >= meta.p_ByteReset) ? 32w0 : s_Rates_Bytes_25;
                bit<32> s_Rates_RC_103 = t_98 ? meta.s_Rates_RC : s_Rates_RC_102;
                bit<32> s_Rates_RT_69 = t_98 ? meta.s_Rates_RT : s_Rates_RT_68;
                bit<32> s_Rates_Bytes_27 = t_98 ? meta.s_Rates_Bytes : s_Rates_Bytes_26;
                bit<8> s_Rates_ByteStage_25 = t_98 ? meta.s_Rates_ByteStage : s_Rates_ByteStage_24;
                bit<8> s_Rates_Flags_88 = t_98 ? meta.s_Rates_Flags : s_Rates_Flags_87;
                // dcqcn.Step
                bit<8> did_2 = (s_Rates_ByteStage_25 != meta.s_Rates_ByteStage) ? dcqcn_DidIncrease : 8w0;
                bool t_516 = hdr.event.Kind == dcqcn_EventCNP;
                // dcqcn.cnp
                bit<16> count_1 = (16w1 > hdr.event.CNPs) ? 16w1 : hdr.event.CNPs;
                bool t_518 = 16w0 == count_1;
                // dcqcn.(*Rates).Notice
                bool first_1 = (meta.s_Rates_Flags & dcqcn_FlagSeen) == 8w0;
                bit<8> s_Rates_Flags_89 = meta.s_Rates_Flags | dcqcn_FlagSeen;
                bool t_521 = meta.p_FirstRate != 32w0;
                bool t_522 = (meta.p_FirstCNP == dcqcn_FirstArms) || t_521;
                bool armed_1 = first_1 && t_522;
                bit<32> t_524 = (meta.p_MinRate > meta.p_FirstRate) ? meta.p_MinRate : meta.p_FirstRate;
                bit<32> s_Rates_RC_104 = (meta.p_MaxRate < t_524) ? meta.p_MaxRate : t_524;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_90 = s_Rates_Flags_89 | dcqcn_FlagIncrease;
                // dcqcn.(*Rates).Notice
                bit<32> s_Rates_RC_105 = t_521 ? s_Rates_RC_104 : meta.s_Rates_RC;
                bit<32> s_Rates_RT_70 = t_521 ? s_Rates_RC_104 : meta.s_Rates_RT;
                bit<32> s_Rates_Bytes_28 = t_521 ? 32w0 : meta.s_Rates_Bytes;
                bit<32> s_Rates_IncreaseAt_3 = t_521 ? s_Rates_IncreaseAt_1 : meta.s_Rates_IncreaseAt;
                bit<8> s_Rates_TimeStage_3 = t_521 ? 8w0 : meta.s_Rates_TimeStage;
                bit<8> s_Rates_ByteStage_26 = t_521 ? 8w0 : meta.s_Rates_ByteStage;
                bit<8> s_Rates_Flags_91 = t_521 ? s_Rates_Flags_90 : s_Rates_Flags_89;
                bit<8> s_Rates_Flags_92 = s_Rates_Flags_91 | dcqcn_FlagCut;
                bit<32> s_Rates_CutAt_3 = t_17 ? s_Rates_CutAt_1 : meta.s_Rates_CutAt;
                bit<8> s_Rates_Flags_93 = t_17 ? s_Rates_Flags_92 : s_Rates_Flags_91;
                bool t_526 = meta.p_CutMode == dcqcn_CutAtOnce;
                bool t_528 = (s_Rates_Flags_89 & dcqcn_FlagCut) != 8w0;
                bit<8> s_Rates_Flags_94 = s_Rates_Flags_89 | dcqcn_FlagPending;
                bit<8> s_Rates_Flags_95 = s_Rates_Flags_89 | dcqcn_FlagCut;
                bit<8> s_Rates_Flags_96 = s_Rates_Flags_95 | dcqcn_FlagPending;
                bit<8> s_Rates_Flags_97 = t_17 ? s_Rates_Flags_96 : s_Rates_Flags_95;
                bool t_529 = !t_17;
                bit<32> s_Rates_CutAt_4 = t_528 ? meta.s_Rates_CutAt : s_Rates_CutAt_1;
                bit<8> s_Rates_Flags_98 = t_528 ? s_Rates_Flags_94 : s_Rates_Flags_97;
                bit<32> s_Rates_CutAt_5 = t_526 ? meta.s_Rates_CutAt : s_Rates_CutAt_4;
                bit<8> s_Rates_Flags_99 = t_526 ? s_Rates_Flags_89 : s_Rates_Flags_98;
                bit<32> s_Rates_RC_106 = armed_1 ? s_Rates_RC_105 : meta.s_Rates_RC;
                bit<32> s_Rates_RT_71 = armed_1 ? s_Rates_RT_70 : meta.s_Rates_RT;
                bit<32> s_Rates_Bytes_29 = armed_1 ? s_Rates_Bytes_28 : meta.s_Rates_Bytes;
                bit<32> s_Rates_IncreaseAt_4 = armed_1 ? s_Rates_IncreaseAt_3 : meta.s_Rates_IncreaseAt;
                bit<32> s_Rates_CutAt_6 = armed_1 ? s_Rates_CutAt_3 : s_Rates_CutAt_5;
                bit<8> s_Rates_TimeStage_4 = armed_1 ? s_Rates_TimeStage_3 : meta.s_Rates_TimeStage;
                bit<8> s_Rates_ByteStage_27 = armed_1 ? s_Rates_ByteStage_26 : meta.s_Rates_ByteStage;
                bit<8> s_Rates_Flags_100 = armed_1 ? s_Rates_Flags_93 : s_Rates_Flags_99;
                bool cut_1 = (!armed_1) && (t_526 || ((!t_528) && t_529));
                // dcqcn.oneCNP
                bit<8> s_Rates_Own_5 = meta.s_Rates_Own | dcqcn_AlphaRuns;
                bool t_534 = !(meta.p_AlphaFirst != 8w0);
                bool t_535 = cut_1 && t_534;
                // dcqcn.(*State).cut
                bool t_537 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_27 > 8w0);
                bool t_539 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_4 > 8w0);
                bit<32> target_2 = (t_537 || t_539) ? s_Rates_RC_106 : s_Rates_RT_71;
                // dcqcn.(*Rates).Cut
                bit<32> t_542 = (meta.p_MinRate > target_2) ? meta.p_MinRate : target_2;
                bit<32> s_Rates_RT_72 = (meta.p_TargetCap < t_542) ? meta.p_TargetCap : t_542;
                bit<64> t_544 = (bit<64>)s_Rates_RC_106;
                bit<32> rc_2 = (bit<32>)((t_544 * t_29) >> ((bit<8>)shift_1));
                bit<32> floor_2 = (bit<32>)((t_544 * t_32) >> 8w16);
                bit<32> t_550 = (floor_2 > rc_2) ? floor_2 : rc_2;
                bit<32> s_Rates_RC_107 = (meta.p_MinRate > t_550) ? meta.p_MinRate : t_550;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_101 = s_Rates_Flags_100 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<32> s_Rates_RC_108 = t_535 ? s_Rates_RC_107 : s_Rates_RC_106;
                bit<32> s_Rates_RT_73 = t_535 ? s_Rates_RT_72 : s_Rates_RT_71;
                bit<32> s_Rates_Bytes_30 = t_535 ? 32w0 : s_Rates_Bytes_29;
                bit<32> s_Rates_IncreaseAt_5 = t_535 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_4;
                bit<8> s_Rates_TimeStage_5 = t_535 ? 8w0 : s_Rates_TimeStage_4;
                bit<8> s_Rates_ByteStage_28 = t_535 ? 8w0 : s_Rates_ByteStage_27;
                bit<8> s_Rates_Flags_102 = t_535 ? s_Rates_Flags_101 : s_Rates_Flags_100;
                bit<8> did_3 = t_535 ? 8w1 : 8w0;
                bool t_552 = meta.p_AlphaMode == dcqcn_AlphaOnCNP;
                bit<8> did_4 = did_3 | dcqcn_DidAlpha;
                bit<32> s_AlphaAt_2 = ((meta.s_Rates_Own & dcqcn_AlphaRuns) == 8w0) ? s_AlphaAt_1 : meta.s_AlphaAt;
                bit<8> s_Rates_Own_6 = meta.s_Rates_Own | 8w3;
                bit<8> s_Rates_Own_7 = t_552 ? s_Rates_Own_5 : s_Rates_Own_6;
                bit<32> s_Alpha_4 = t_552 ? s_Alpha_1 : meta.s_Alpha;
                bit<32> s_AlphaAt_3 = t_552 ? s_AlphaAt_1 : s_AlphaAt_2;
                bit<8> did_5 = t_552 ? did_4 : did_3;
                bool t_555 = cut_1 && (meta.p_AlphaFirst != 8w0);
                // dcqcn.(*State).cut
                bool t_557 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_28 > 8w0);
                bool t_559 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_5 > 8w0);
                bit<32> target_3 = (t_557 || t_559) ? s_Rates_RC_108 : s_Rates_RT_73;
                // dcqcn.(*Rates).Cut
                bit<32> t_562 = (meta.p_MinRate > target_3) ? meta.p_MinRate : target_3;
                bit<32> s_Rates_RT_74 = (meta.p_TargetCap < t_562) ? meta.p_TargetCap : t_562;
                bit<32> keep_2 = t_27 - s_Alpha_4;
                bit<64> t_564 = (bit<64>)s_Rates_RC_108;
                bit<32> rc_3 = (bit<32>)((t_564 * ((bit<64>)keep_2)) >> ((bit<8>)shift_1));
                bit<32> floor_3 = (bit<32>)((t_564 * t_32) >> 8w16);
                bit<32> t_571 = (floor_3 > rc_3) ? floor_3 : rc_3;
                bit<32> s_Rates_RC_109 = (meta.p_MinRate > t_571) ? meta.p_MinRate : t_571;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_103 = s_Rates_Flags_102 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<8> did_6 = did_5 | dcqcn_DidCut;
                bit<32> s_Rates_RC_110 = t_555 ? s_Rates_RC_109 : s_Rates_RC_108;
                bit<32> s_Rates_RT_75 = t_555 ? s_Rates_RT_74 : s_Rates_RT_73;
                bit<32> s_Rates_Bytes_31 = t_555 ? 32w0 : s_Rates_Bytes_30;
                bit<32> s_Rates_IncreaseAt_6 = t_555 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_5;
                bit<8> s_Rates_TimeStage_6 = t_555 ? 8w0 : s_Rates_TimeStage_5;
                bit<8> s_Rates_ByteStage_29 = t_555 ? 8w0 : s_Rates_ByteStage_28;
                bit<8> s_Rates_Flags_104 = t_555 ? s_Rates_Flags_103 : s_Rates_Flags_102;
                bit<8> did_7 = t_555 ? did_6 : did_5;
                bit<32> s_Rates_RC_111 = armed_1 ? s_Rates_RC_105 : s_Rates_RC_110;
                bit<32> s_Rates_RT_76 = armed_1 ? s_Rates_RT_70 : s_Rates_RT_75;
                bit<32> s_Rates_Bytes_32 = armed_1 ? s_Rates_Bytes_28 : s_Rates_Bytes_31;
                bit<32> s_Rates_IncreaseAt_7 = armed_1 ? s_Rates_IncreaseAt_3 : s_Rates_IncreaseAt_6;
                bit<8> s_Rates_TimeStage_7 = armed_1 ? s_Rates_TimeStage_3 : s_Rates_TimeStage_6;
                bit<8> s_Rates_ByteStage_30 = armed_1 ? s_Rates_ByteStage_26 : s_Rates_ByteStage_29;
                bit<8> s_Rates_Flags_105 = armed_1 ? s_Rates_Flags_93 : s_Rates_Flags_104;
                bit<8> s_Rates_Own_8 = armed_1 ? s_Rates_Own_5 : s_Rates_Own_7;
                bit<32> s_Alpha_5 = armed_1 ? meta.s_Alpha : s_Alpha_4;
                bit<32> s_AlphaAt_4 = armed_1 ? s_AlphaAt_1 : s_AlphaAt_3;
                bit<8> did_8 = armed_1 ? 8w0 : did_7;
                // dcqcn.cnp
                bit<32> s_Rates_RC_112 = t_518 ? meta.s_Rates_RC : s_Rates_RC_111;
                bit<32> s_Rates_RT_77 = t_518 ? meta.s_Rates_RT : s_Rates_RT_76;
                bit<32> s_Rates_Bytes_33 = t_518 ? meta.s_Rates_Bytes : s_Rates_Bytes_32;
                bit<32> s_Rates_IncreaseAt_8 = t_518 ? meta.s_Rates_IncreaseAt : s_Rates_IncreaseAt_7;
                bit<32> s_Rates_CutAt_7 = t_518 ? meta.s_Rates_CutAt : s_Rates_CutAt_6;
                bit<8> s_Rates_TimeStage_8 = t_518 ? meta.s_Rates_TimeStage : s_Rates_TimeStage_7;
                bit<8> s_Rates_ByteStage_31 = t_518 ? meta.s_Rates_ByteStage : s_Rates_ByteStage_30;
                bit<8> s_Rates_Flags_106 = t_518 ? meta.s_Rates_Flags : s_Rates_Flags_105;
                bit<8> s_Rates_Own_9 = t_518 ? meta.s_Rates_Own : s_Rates_Own_8;
                bit<32> s_Alpha_6 = t_518 ? meta.s_Alpha : s_Alpha_5;
                bit<32> s_AlphaAt_5 = t_518 ? meta.s_AlphaAt : s_AlphaAt_4;
                bit<8> did_9 = t_518 ? 8w0 : did_8;
                bool t_573 = 16w1 == count_1;
                // dcqcn.(*Rates).Notice
                bool first_2 = (s_Rates_Flags_106 & dcqcn_FlagSeen) == 8w0;
                bit<8> s_Rates_Flags_107 = s_Rates_Flags_106 | dcqcn_FlagSeen;
                bool armed_2 = first_2 && t_522;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_108 = s_Rates_Flags_107 | dcqcn_FlagIncrease;
                // dcqcn.(*Rates).Notice
                bit<32> s_Rates_RC_113 = t_521 ? s_Rates_RC_104 : s_Rates_RC_112;
                bit<32> s_Rates_RT_78 = t_521 ? s_Rates_RC_104 : s_Rates_RT_77;
                bit<32> s_Rates_Bytes_34 = t_521 ? 32w0 : s_Rates_Bytes_33;
                bit<32> s_Rates_IncreaseAt_9 = t_521 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_8;
                bit<8> s_Rates_TimeStage_9 = t_521 ? 8w0 : s_Rates_TimeStage_8;
                bit<8> s_Rates_ByteStage_32 = t_521 ? 8w0 : s_Rates_ByteStage_31;
                bit<8> s_Rates_Flags_109 = t_521 ? s_Rates_Flags_108 : s_Rates_Flags_107;
                bit<8> s_Rates_Flags_110 = s_Rates_Flags_109 | dcqcn_FlagCut;
                bit<32> s_Rates_CutAt_8 = t_17 ? s_Rates_CutAt_1 : s_Rates_CutAt_7;
                bit<8> s_Rates_Flags_111 = t_17 ? s_Rates_Flags_110 : s_Rates_Flags_109;
                bool t_576 = (s_Rates_Flags_107 & dcqcn_FlagCut) != 8w0;
                bit<8> s_Rates_Flags_112 = s_Rates_Flags_107 | dcqcn_FlagPending;
                bit<8> s_Rates_Flags_113 = s_Rates_Flags_107 | dcqcn_FlagCut;
                bit<8> s_Rates_Flags_114 = s_Rates_Flags_113 | dcqcn_FlagPending;
                bit<8> s_Rates_Flags_115 = t_17 ? s_Rates_Flags_114 : s_Rates_Flags_113;
                bit<32> s_Rates_CutAt_9 = t_576 ? s_Rates_CutAt_7 : s_Rates_CutAt_1;
                bit<8> s_Rates_Flags_116 = t_576 ? s_Rates_Flags_112 : s_Rates_Flags_115;
                bit<32> s_Rates_CutAt_10 = t_526 ? s_Rates_CutAt_7 : s_Rates_CutAt_9;
                bit<8> s_Rates_Flags_117 = t_526 ? s_Rates_Flags_107 : s_Rates_Flags_116;
                bit<32> s_Rates_RC_114 = armed_2 ? s_Rates_RC_113 : s_Rates_RC_112;
                bit<32> s_Rates_RT_79 = armed_2 ? s_Rates_RT_78 : s_Rates_RT_77;
                bit<32> s_Rates_Bytes_35 = armed_2 ? s_Rates_Bytes_34 : s_Rates_Bytes_33;
                bit<32> s_Rates_IncreaseAt_10 = armed_2 ? s_Rates_IncreaseAt_9 : s_Rates_IncreaseAt_8;
                bit<32> s_Rates_CutAt_11 = armed_2 ? s_Rates_CutAt_8 : s_Rates_CutAt_10;
                bit<8> s_Rates_TimeStage_10 = armed_2 ? s_Rates_TimeStage_9 : s_Rates_TimeStage_8;
                bit<8> s_Rates_ByteStage_33 = armed_2 ? s_Rates_ByteStage_32 : s_Rates_ByteStage_31;
                bit<8> s_Rates_Flags_118 = armed_2 ? s_Rates_Flags_111 : s_Rates_Flags_117;
                bool cut_2 = (!armed_2) && (t_526 || ((!t_576) && t_529));
                // dcqcn.oneCNP
                bit<8> s_Rates_Own_10 = s_Rates_Own_9 | dcqcn_AlphaRuns;
                bool t_581 = cut_2 && t_534;
                // dcqcn.(*State).cut
                bool t_583 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_33 > 8w0);
                bool t_585 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_10 > 8w0);
                bit<32> target_4 = (t_583 || t_585) ? s_Rates_RC_114 : s_Rates_RT_79;
                // dcqcn.(*Rates).Cut
                bit<32> t_588 = (meta.p_MinRate > target_4) ? meta.p_MinRate : target_4;
                bit<32> s_Rates_RT_80 = (meta.p_TargetCap < t_588) ? meta.p_TargetCap : t_588;
                bit<32> keep_3 = t_27 - s_Alpha_6;
                bit<64> t_590 = (bit<64>)s_Rates_RC_114;
                bit<32> rc_4 = (bit<32>)((t_590 * ((bit<64>)keep_3)) >> ((bit<8>)shift_1));
                bit<32> floor_4 = (bit<32>)((t_590 * t_32) >> 8w16);
                bit<32> t_597 = (floor_4 > rc_4) ? floor_4 : rc_4;
                bit<32> s_Rates_RC_115 = (meta.p_MinRate > t_597) ? meta.p_MinRate : t_597;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_119 = s_Rates_Flags_118 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<32> s_Rates_RC_116 = t_581 ? s_Rates_RC_115 : s_Rates_RC_114;
                bit<32> s_Rates_RT_81 = t_581 ? s_Rates_RT_80 : s_Rates_RT_79;
                bit<32> s_Rates_Bytes_36 = t_581 ? 32w0 : s_Rates_Bytes_35;
                bit<32> s_Rates_IncreaseAt_11 = t_581 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_10;
                bit<8> s_Rates_TimeStage_11 = t_581 ? 8w0 : s_Rates_TimeStage_10;
                bit<8> s_Rates_ByteStage_34 = t_581 ? 8w0 : s_Rates_ByteStage_33;
                bit<8> s_Rates_Flags_120 = t_581 ? s_Rates_Flags_119 : s_Rates_Flags_118;
                bit<8> did_10 = t_581 ? 8w1 : 8w0;
                // dcqcn.(*State).raiseAlpha
                bit<64> product_7 = (((bit<64>)s_Alpha_6) * t_7) + gain_1;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_8 = product_7 + 64w0x8000;
                bit<64> product_9 = t_8 ? product_8 : product_7;
                bit<32> alpha_2 = (bit<32>)(product_9 >> 8w16);
                // dcqcn.(*State).raiseAlpha
                bit<32> s_Alpha_7 = (meta.p_AlphaMax < alpha_2) ? meta.p_AlphaMax : alpha_2;
                // dcqcn.oneCNP
                bit<8> did_11 = did_10 | dcqcn_DidAlpha;
                bit<32> s_AlphaAt_6 = ((s_Rates_Own_9 & dcqcn_AlphaRuns) == 8w0) ? s_AlphaAt_1 : s_AlphaAt_5;
                bit<8> s_Rates_Own_11 = s_Rates_Own_9 | 8w3;
                bit<8> s_Rates_Own_12 = t_552 ? s_Rates_Own_10 : s_Rates_Own_11;
                bit<32> s_Alpha_8 = t_552 ? s_Alpha_7 : s_Alpha_6;
                bit<32> s_AlphaAt_7 = t_552 ? s_AlphaAt_1 : s_AlphaAt_6;
                bit<8> did_12 = t_552 ? did_11 : did_10;
                bool t_605 = cut_2 && (meta.p_AlphaFirst != 8w0);
                // dcqcn.(*State).cut
                bool t_607 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_34 > 8w0);
                bool t_609 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_11 > 8w0);
                bit<32> target_5 = (t_607 || t_609) ? s_Rates_RC_116 : s_Rates_RT_81;
                // dcqcn.(*Rates).Cut
                bit<32> t_612 = (meta.p_MinRate > target_5) ? meta.p_MinRate : target_5;
                bit<32> s_Rates_RT_82 = (meta.p_TargetCap < t_612) ? meta.p_TargetCap : t_612;
                bit<32> keep_4 = t_27 - s_Alpha_8;
                bit<64> t_614 = (bit<64>)s_Rates_RC_116;
                bit<32> rc_5 = (bit<32>)((t_614 * ((bit<64>)keep_4)) >> ((bit<8>)shift_1));
                bit<32> floor_5 = (bit<32>)((t_614 * t_32) >> 8w16);
                bit<32> t_621 = (floor_5 > rc_5) ? floor_5 : rc_5;
                bit<32> s_Rates_RC_117 = (meta.p_MinRate > t_621) ? meta.p_MinRate : t_621;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_121 = s_Rates_Flags_120 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<8> did_13 = did_12 | dcqcn_DidCut;
                bit<32> s_Rates_RC_118 = t_605 ? s_Rates_RC_117 : s_Rates_RC_116;
                bit<32> s_Rates_RT_83 = t_605 ? s_Rates_RT_82 : s_Rates_RT_81;
                bit<32> s_Rates_Bytes_37 = t_605 ? 32w0 : s_Rates_Bytes_36;
                bit<32> s_Rates_IncreaseAt_12 = t_605 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_11;
                bit<8> s_Rates_TimeStage_12 = t_605 ? 8w0 : s_Rates_TimeStage_11;
                bit<8> s_Rates_ByteStage_35 = t_605 ? 8w0 : s_Rates_ByteStage_34;
                bit<8> s_Rates_Flags_122 = t_605 ? s_Rates_Flags_121 : s_Rates_Flags_120;
                bit<8> did_14 = t_605 ? did_13 : did_12;
                bit<32> s_Rates_RC_119 = armed_2 ? s_Rates_RC_113 : s_Rates_RC_118;
                bit<32> s_Rates_RT_84 = armed_2 ? s_Rates_RT_78 : s_Rates_RT_83;
                bit<32> s_Rates_Bytes_38 = armed_2 ? s_Rates_Bytes_34 : s_Rates_Bytes_37;
                bit<32> s_Rates_IncreaseAt_13 = armed_2 ? s_Rates_IncreaseAt_9 : s_Rates_IncreaseAt_12;
                bit<8> s_Rates_TimeStage_13 = armed_2 ? s_Rates_TimeStage_9 : s_Rates_TimeStage_12;
                bit<8> s_Rates_ByteStage_36 = armed_2 ? s_Rates_ByteStage_32 : s_Rates_ByteStage_35;
                bit<8> s_Rates_Flags_123 = armed_2 ? s_Rates_Flags_111 : s_Rates_Flags_122;
                bit<8> s_Rates_Own_13 = armed_2 ? s_Rates_Own_10 : s_Rates_Own_12;
                bit<32> s_Alpha_9 = armed_2 ? s_Alpha_6 : s_Alpha_8;
                bit<32> s_AlphaAt_8 = armed_2 ? s_AlphaAt_1 : s_AlphaAt_7;
                bit<8> did_15 = armed_2 ? 8w0 : did_14;
                // dcqcn.cnp
                bit<8> did_16 = did_9 | did_15;
                bit<32> s_Rates_RC_120 = t_573 ? s_Rates_RC_112 : s_Rates_RC_119;
                bit<32> s_Rates_RT_85 = t_573 ? s_Rates_RT_77 : s_Rates_RT_84;
                bit<32> s_Rates_Bytes_39 = t_573 ? s_Rates_Bytes_33 : s_Rates_Bytes_38;
                bit<32> s_Rates_IncreaseAt_14 = t_573 ? s_Rates_IncreaseAt_8 : s_Rates_IncreaseAt_13;
                bit<32> s_Rates_CutAt_12 = t_573 ? s_Rates_CutAt_7 : s_Rates_CutAt_11;
                bit<8> s_Rates_TimeStage_14 = t_573 ? s_Rates_TimeStage_8 : s_Rates_TimeStage_13;
                bit<8> s_Rates_ByteStage_37 = t_573 ? s_Rates_ByteStage_31 : s_Rates_ByteStage_36;
                bit<8> s_Rates_Flags_124 = t_573 ? s_Rates_Flags_106 : s_Rates_Flags_123;
                bit<8> s_Rates_Own_14 = t_573 ? s_Rates_Own_9 : s_Rates_Own_13;
                bit<32> s_Alpha_10 = t_573 ? s_Alpha_6 : s_Alpha_9;
                bit<32> s_AlphaAt_9 = t_573 ? s_AlphaAt_5 : s_AlphaAt_8;
                bit<8> did_17 = t_573 ? did_9 : did_16;
                bool t_623 = 16w2 == count_1;
                // dcqcn.(*Rates).Notice
                bool first_3 = (s_Rates_Flags_124 & dcqcn_FlagSeen) == 8w0;
                bit<8> s_Rates_Flags_125 = s_Rates_Flags_124 | dcqcn_FlagSeen;
                bool armed_3 = first_3 && t_522;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_126 = s_Rates_Flags_125 | dcqcn_FlagIncrease;
                // dcqcn.(*Rates).Notice
                bit<32> s_Rates_RC_121 = t_521 ? s_Rates_RC_104 : s_Rates_RC_120;
                bit<32> s_Rates_RT_86 = t_521 ? s_Rates_RC_104 : s_Rates_RT_85;
                bit<32> s_Rates_Bytes_40 = t_521 ? 32w0 : s_Rates_Bytes_39;
                bit<32> s_Rates_IncreaseAt_15 = t_521 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_14;
                bit<8> s_Rates_TimeStage_15 = t_521 ? 8w0 : s_Rates_TimeStage_14;
                bit<8> s_Rates_ByteStage_38 = t_521 ? 8w0 : s_Rates_ByteStage_37;
                bit<8> s_Rates_Flags_127 = t_521 ? s_Rates_Flags_126 : s_Rates_Flags_125;
                bit<8> s_Rates_Flags_128 = s_Rates_Flags_127 | dcqcn_FlagCut;
                bit<32> s_Rates_CutAt_13 = t_17 ? s_Rates_CutAt_1 : s_Rates_CutAt_12;
                bit<8> s_Rates_Flags_129 = t_17 ? s_Rates_Flags_128 : s_Rates_Flags_127;
                bool t_626 = (s_Rates_Flags_125 & dcqcn_FlagCut) != 8w0;
                bit<8> s_Rates_Flags_130 = s_Rates_Flags_125 | dcqcn_FlagPending;
                bit<8> s_Rates_Flags_131 = s_Rates_Flags_125 | dcqcn_FlagCut;
                bit<8> s_Rates_Flags_132 = s_Rates_Flags_131 | dcqcn_FlagPending;
                bit<8> s_Rates_Flags_133 = t_17 ? s_Rates_Flags_132 : s_Rates_Flags_131;
                bit<32> s_Rates_CutAt_14 = t_626 ? s_Rates_CutAt_12 : s_Rates_CutAt_1;
                bit<8> s_Rates_Flags_134 = t_626 ? s_Rates_Flags_130 : s_Rates_Flags_133;
                bit<32> s_Rates_CutAt_15 = t_526 ? s_Rates_CutAt_12 : s_Rates_CutAt_14;
                bit<8> s_Rates_Flags_135 = t_526 ? s_Rates_Flags_125 : s_Rates_Flags_134;
                bit<32> s_Rates_RC_122 = armed_3 ? s_Rates_RC_121 : s_Rates_RC_120;
                bit<32> s_Rates_RT_87 = armed_3 ? s_Rates_RT_86 : s_Rates_RT_85;
                bit<32> s_Rates_Bytes_41 = armed_3 ? s_Rates_Bytes_40 : s_Rates_Bytes_39;
                bit<32> s_Rates_IncreaseAt_16 = armed_3 ? s_Rates_IncreaseAt_15 : s_Rates_IncreaseAt_14;
                bit<32> s_Rates_CutAt_16 = armed_3 ? s_Rates_CutAt_13 : s_Rates_CutAt_15;
                bit<8> s_Rates_TimeStage_16 = armed_3 ? s_Rates_TimeStage_15 : s_Rates_TimeStage_14;
                bit<8> s_Rates_ByteStage_39 = armed_3 ? s_Rates_ByteStage_38 : s_Rates_ByteStage_37;
                bit<8> s_Rates_Flags_136 = armed_3 ? s_Rates_Flags_129 : s_Rates_Flags_135;
                bool cut_3 = (!armed_3) && (t_526 || ((!t_626) && t_529));
                // dcqcn.oneCNP
                bit<8> s_Rates_Own_15 = s_Rates_Own_14 | dcqcn_AlphaRuns;
                bool t_631 = cut_3 && t_534;
                // dcqcn.(*State).cut
                bool t_633 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_39 > 8w0);
                bool t_635 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_16 > 8w0);
                bit<32> target_6 = (t_633 || t_635) ? s_Rates_RC_122 : s_Rates_RT_87;
                // dcqcn.(*Rates).Cut
                bit<32> t_638 = (meta.p_MinRate > target_6) ? meta.p_MinRate : target_6;
                bit<32> s_Rates_RT_88 = (meta.p_TargetCap < t_638) ? meta.p_TargetCap : t_638;
                bit<32> keep_5 = t_27 - s_Alpha_10;
                bit<64> t_640 = (bit<64>)s_Rates_RC_122;
                bit<32> rc_6 = (bit<32>)((t_640 * ((bit<64>)keep_5)) >> ((bit<8>)shift_1));
                bit<32> floor_6 = (bit<32>)((t_640 * t_32) >> 8w16);
                bit<32> t_647 = (floor_6 > rc_6) ? floor_6 : rc_6;
                bit<32> s_Rates_RC_123 = (meta.p_MinRate > t_647) ? meta.p_MinRate : t_647;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_137 = s_Rates_Flags_136 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<32> s_Rates_RC_124 = t_631 ? s_Rates_RC_123 : s_Rates_RC_122;
                bit<32> s_Rates_RT_89 = t_631 ? s_Rates_RT_88 : s_Rates_RT_87;
                bit<32> s_Rates_Bytes_42 = t_631 ? 32w0 : s_Rates_Bytes_41;
                bit<32> s_Rates_IncreaseAt_17 = t_631 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_16;
                bit<8> s_Rates_TimeStage_17 = t_631 ? 8w0 : s_Rates_TimeStage_16;
                bit<8> s_Rates_ByteStage_40 = t_631 ? 8w0 : s_Rates_ByteStage_39;
                bit<8> s_Rates_Flags_138 = t_631 ? s_Rates_Flags_137 : s_Rates_Flags_136;
                bit<8> did_18 = t_631 ? 8w1 : 8w0;
                // dcqcn.(*State).raiseAlpha
                bit<64> product_10 = (((bit<64>)s_Alpha_10) * t_7) + gain_1;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_11 = product_10 + 64w0x8000;
                bit<64> product_12 = t_8 ? product_11 : product_10;
                bit<32> alpha_3 = (bit<32>)(product_12 >> 8w16);
                // dcqcn.(*State).raiseAlpha
                bit<32> s_Alpha_11 = (meta.p_AlphaMax < alpha_3) ? meta.p_AlphaMax : alpha_3;
                // dcqcn.oneCNP
                bit<8> did_19 = did_18 | dcqcn_DidAlpha;
                bit<32> s_AlphaAt_10 = ((s_Rates_Own_14 & dcqcn_AlphaRuns) == 8w0) ? s_AlphaAt_1 : s_AlphaAt_9;
                bit<8> s_Rates_Own_16 = s_Rates_Own_14 | 8w3;
                bit<8> s_Rates_Own_17 = t_552 ? s_Rates_Own_15 : s_Rates_Own_16;
                bit<32> s_Alpha_12 = t_552 ? s_Alpha_11 : s_Alpha_10;
                bit<32> s_AlphaAt_11 = t_552 ? s_AlphaAt_1 : s_AlphaAt_10;
                bit<8> did_20 = t_552 ? did_19 : did_18;
                bool t_655 = cut_3 && (meta.p_AlphaFirst != 8w0);
                // dcqcn.(*State).cut
                bool t_657 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_40 > 8w0);
                bool t_659 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_17 > 8w0);
                bit<32> target_7 = (t_657 || t_659) ? s_Rates_RC_124 : s_Rates_RT_89;
                // dcqcn.(*Rates).Cut
                bit<32> t_662 = (meta.p_MinRate > target_7) ? meta.p_MinRate : target_7;
                bit<32> s_Rates_RT_90 = (meta.p_TargetCap < t_662) ? meta.p_TargetCap : t_662;
                bit<32> keep_6 = t_27 - s_Alpha_12;
                bit<64> t_664 = (bit<64>)s_Rates_RC_124;
                bit<32> rc_7 = (bit<32>)((t_664 * ((bit<64>)keep_6)) >> ((bit<8>)shift_1));
                bit<32> floor_7 = (bit<32>)((t_664 * t_32) >> 8w16);
                bit<32> t_671 = (floor_7 > rc_7) ? floor_7 : rc_7;
                bit<32> s_Rates_RC_125 = (meta.p_MinRate > t_671) ? meta.p_MinRate : t_671;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_139 = s_Rates_Flags_138 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<8> did_21 = did_20 | dcqcn_DidCut;
                bit<32> s_Rates_RC_126 = t_655 ? s_Rates_RC_125 : s_Rates_RC_124;
                bit<32> s_Rates_RT_91 = t_655 ? s_Rates_RT_90 : s_Rates_RT_89;
                bit<32> s_Rates_Bytes_43 = t_655 ? 32w0 : s_Rates_Bytes_42;
                bit<32> s_Rates_IncreaseAt_18 = t_655 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_17;
                bit<8> s_Rates_TimeStage_18 = t_655 ? 8w0 : s_Rates_TimeStage_17;
                bit<8> s_Rates_ByteStage_41 = t_655 ? 8w0 : s_Rates_ByteStage_40;
                bit<8> s_Rates_Flags_140 = t_655 ? s_Rates_Flags_139 : s_Rates_Flags_138;
                bit<8> did_22 = t_655 ? did_21 : did_20;
                bit<32> s_Rates_RC_127 = armed_3 ? s_Rates_RC_121 : s_Rates_RC_126;
                bit<32> s_Rates_RT_92 = armed_3 ? s_Rates_RT_86 : s_Rates_RT_91;
                bit<32> s_Rates_Bytes_44 = armed_3 ? s_Rates_Bytes_40 : s_Rates_Bytes_43;
                bit<32> s_Rates_IncreaseAt_19 = armed_3 ? s_Rates_IncreaseAt_15 : s_Rates_IncreaseAt_18;
                bit<8> s_Rates_TimeStage_19 = armed_3 ? s_Rates_TimeStage_15 : s_Rates_TimeStage_18;
                bit<8> s_Rates_ByteStage_42 = armed_3 ? s_Rates_ByteStage_38 : s_Rates_ByteStage_41;
                bit<8> s_Rates_Flags_141 = armed_3 ? s_Rates_Flags_129 : s_Rates_Flags_140;
                bit<8> s_Rates_Own_18 = armed_3 ? s_Rates_Own_15 : s_Rates_Own_17;
                bit<32> s_Alpha_13 = armed_3 ? s_Alpha_10 : s_Alpha_12;
                bit<32> s_AlphaAt_12 = armed_3 ? s_AlphaAt_1 : s_AlphaAt_11;
                bit<8> did_23 = armed_3 ? 8w0 : did_22;
                // dcqcn.cnp
                bit<8> did_24 = did_17 | did_23;
                bit<32> s_Rates_RC_128 = t_623 ? s_Rates_RC_120 : s_Rates_RC_127;
                bit<32> s_Rates_RT_93 = t_623 ? s_Rates_RT_85 : s_Rates_RT_92;
                bit<32> s_Rates_Bytes_45 = t_623 ? s_Rates_Bytes_39 : s_Rates_Bytes_44;
                bit<32> s_Rates_IncreaseAt_20 = t_623 ? s_Rates_IncreaseAt_14 : s_Rates_IncreaseAt_19;
                bit<32> s_Rates_CutAt_17 = t_623 ? s_Rates_CutAt_12 : s_Rates_CutAt_16;
                bit<8> s_Rates_TimeStage_20 = t_623 ? s_Rates_TimeStage_14 : s_Rates_TimeStage_19;
                bit<8> s_Rates_ByteStage_43 = t_623 ? s_Rates_ByteStage_37 : s_Rates_ByteStage_42;
                bit<8> s_Rates_Flags_142 = t_623 ? s_Rates_Flags_124 : s_Rates_Flags_141;
                bit<8> s_Rates_Own_19 = t_623 ? s_Rates_Own_14 : s_Rates_Own_18;
                bit<32> s_Alpha_14 = t_623 ? s_Alpha_10 : s_Alpha_13;
                bit<32> s_AlphaAt_13 = t_623 ? s_AlphaAt_9 : s_AlphaAt_12;
                bit<8> did_25 = t_623 ? did_17 : did_24;
                bool t_673 = 16w3 == count_1;
                // dcqcn.(*Rates).Notice
                bool first_4 = (s_Rates_Flags_142 & dcqcn_FlagSeen) == 8w0;
                bit<8> s_Rates_Flags_143 = s_Rates_Flags_142 | dcqcn_FlagSeen;
                bool armed_4 = first_4 && t_522;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_144 = s_Rates_Flags_143 | dcqcn_FlagIncrease;
                // dcqcn.(*Rates).Notice
                bit<32> s_Rates_RC_129 = t_521 ? s_Rates_RC_104 : s_Rates_RC_128;
                bit<32> s_Rates_RT_94 = t_521 ? s_Rates_RC_104 : s_Rates_RT_93;
                bit<32> s_Rates_Bytes_46 = t_521 ? 32w0 : s_Rates_Bytes_45;
                bit<32> s_Rates_IncreaseAt_21 = t_521 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_20;
                bit<8> s_Rates_TimeStage_21 = t_521 ? 8w0 : s_Rates_TimeStage_20;
                bit<8> s_Rates_ByteStage_44 = t_521 ? 8w0 : s_Rates_ByteStage_43;
                bit<8> s_Rates_Flags_145 = t_521 ? s_Rates_Flags_144 : s_Rates_Flags_143;
                bit<8> s_Rates_Flags_146 = s_Rates_Flags_145 | dcqcn_FlagCut;
                bit<32> s_Rates_CutAt_18 = t_17 ? s_Rates_CutAt_1 : s_Rates_CutAt_17;
                bit<8> s_Rates_Flags_147 = t_17 ? s_Rates_Flags_146 : s_Rates_Flags_145;
                bool t_676 = (s_Rates_Flags_143 & dcqcn_FlagCut) != 8w0;
                bit<8> s_Rates_Flags_148 = s_Rates_Flags_143 | dcqcn_FlagPending;
                bit<8> s_Rates_Flags_149 = s_Rates_Flags_143 | dcqcn_FlagCut;
                bit<8> s_Rates_Flags_150 = s_Rates_Flags_149 | dcqcn_FlagPending;
                bit<8> s_Rates_Flags_151 = t_17 ? s_Rates_Flags_150 : s_Rates_Flags_149;
                bit<32> s_Rates_CutAt_19 = t_676 ? s_Rates_CutAt_17 : s_Rates_CutAt_1;
                bit<8> s_Rates_Flags_152 = t_676 ? s_Rates_Flags_148 : s_Rates_Flags_151;
                bit<32> s_Rates_CutAt_20 = t_526 ? s_Rates_CutAt_17 : s_Rates_CutAt_19;
                bit<8> s_Rates_Flags_153 = t_526 ? s_Rates_Flags_143 : s_Rates_Flags_152;
                bit<32> s_Rates_RC_130 = armed_4 ? s_Rates_RC_129 : s_Rates_RC_128;
                bit<32> s_Rates_RT_95 = armed_4 ? s_Rates_RT_94 : s_Rates_RT_93;
                bit<32> s_Rates_Bytes_47 = armed_4 ? s_Rates_Bytes_46 : s_Rates_Bytes_45;
                bit<32> s_Rates_IncreaseAt_22 = armed_4 ? s_Rates_IncreaseAt_21 : s_Rates_IncreaseAt_20;
                bit<32> s_Rates_CutAt_21 = armed_4 ? s_Rates_CutAt_18 : s_Rates_CutAt_20;
                bit<8> s_Rates_TimeStage_22 = armed_4 ? s_Rates_TimeStage_21 : s_Rates_TimeStage_20;
                bit<8> s_Rates_ByteStage_45 = armed_4 ? s_Rates_ByteStage_44 : s_Rates_ByteStage_43;
                bit<8> s_Rates_Flags_154 = armed_4 ? s_Rates_Flags_147 : s_Rates_Flags_153;
                bool cut_4 = (!armed_4) && (t_526 || ((!t_676) && t_529));
                // dcqcn.oneCNP
                bit<8> s_Rates_Own_20 = s_Rates_Own_19 | dcqcn_AlphaRuns;
                bool t_681 = cut_4 && t_534;
                // dcqcn.(*State).cut
                bool t_683 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_45 > 8w0);
                bool t_685 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_22 > 8w0);
                bit<32> target_8 = (t_683 || t_685) ? s_Rates_RC_130 : s_Rates_RT_95;
                // dcqcn.(*Rates).Cut
                bit<32> t_688 = (meta.p_MinRate > target_8) ? meta.p_MinRate : target_8;
                bit<32> s_Rates_RT_96 = (meta.p_TargetCap < t_688) ? meta.p_TargetCap : t_688;
                bit<32> keep_7 = t_27 - s_Alpha_14;
                bit<64> t_690 = (bit<64>)s_Rates_RC_130;
                bit<32> rc_8 = (bit<32>)((t_690 * ((bit<64>)keep_7)) >> ((bit<8>)shift_1));
                bit<32> floor_8 = (bit<32>)((t_690 * t_32) >> 8w16);
                bit<32> t_697 = (floor_8 > rc_8) ? floor_8 : rc_8;
                bit<32> s_Rates_RC_131 = (meta.p_MinRate > t_697) ? meta.p_MinRate : t_697;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_155 = s_Rates_Flags_154 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<32> s_Rates_RC_132 = t_681 ? s_Rates_RC_131 : s_Rates_RC_130;
                bit<32> s_Rates_RT_97 = t_681 ? s_Rates_RT_96 : s_Rates_RT_95;
                bit<32> s_Rates_Bytes_48 = t_681 ? 32w0 : s_Rates_Bytes_47;
                bit<32> s_Rates_IncreaseAt_23 = t_681 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_22;
                bit<8> s_Rates_TimeStage_23 = t_681 ? 8w0 : s_Rates_TimeStage_22;
                bit<8> s_Rates_ByteStage_46 = t_681 ? 8w0 : s_Rates_ByteStage_45;
                bit<8> s_Rates_Flags_156 = t_681 ? s_Rates_Flags_155 : s_Rates_Flags_154;
                bit<8> did_26 = t_681 ? 8w1 : 8w0;
                // dcqcn.(*State).raiseAlpha
                bit<64> product_13 = (((bit<64>)s_Alpha_14) * t_7) + gain_1;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_14 = product_13 + 64w0x8000;
                bit<64> product_15 = t_8 ? product_14 : product_13;
                bit<32> alpha_4 = (bit<32>)(product_15 >> 8w16);
                // dcqcn.(*State).raiseAlpha
                bit<32> s_Alpha_15 = (meta.p_AlphaMax < alpha_4) ? meta.p_AlphaMax : alpha_4;
                // dcqcn.oneCNP
                bit<8> did_27 = did_26 | dcqcn_DidAlpha;
                bit<32> s_AlphaAt_14 = ((s_Rates_Own_19 & dcqcn_AlphaRuns) == 8w0) ? s_AlphaAt_1 : s_AlphaAt_13;
                bit<8> s_Rates_Own_21 = s_Rates_Own_19 | 8w3;
                bit<8> s_Rates_Own_22 = t_552 ? s_Rates_Own_20 : s_Rates_Own_21;
                bit<32> s_Alpha_16 = t_552 ? s_Alpha_15 : s_Alpha_14;
                bit<32> s_AlphaAt_15 = t_552 ? s_AlphaAt_1 : s_AlphaAt_14;
                bit<8> did_28 = t_552 ? did_27 : did_26;
                bool t_705 = cut_4 && (meta.p_AlphaFirst != 8w0);
                // dcqcn.(*State).cut
                bool t_707 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_46 > 8w0);
                bool t_709 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_23 > 8w0);
                bit<32> target_9 = (t_707 || t_709) ? s_Rates_RC_132 : s_Rates_RT_97;
                // dcqcn.(*Rates).Cut
                bit<32> t_712 = (meta.p_MinRate > target_9) ? meta.p_MinRate : target_9;
                bit<32> s_Rates_RT_98 = (meta.p_TargetCap < t_712) ? meta.p_TargetCap : t_712;
                bit<32> keep_8 = t_27 - s_Alpha_16;
                bit<64> t_714 = (bit<64>)s_Rates_RC_132;
                bit<32> rc_9 = (bit<32>)((t_714 * ((bit<64>)keep_8)) >> ((bit<8>)shift_1));
                bit<32> floor_9 = (bit<32>)((t_714 * t_32) >> 8w16);
                bit<32> t_721 = (floor_9 > rc_9) ? floor_9 : rc_9;
                bit<32> s_Rates_RC_133 = (meta.p_MinRate > t_721) ? meta.p_MinRate : t_721;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_157 = s_Rates_Flags_156 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<8> did_29 = did_28 | dcqcn_DidCut;
                bit<32> s_Rates_RC_134 = t_705 ? s_Rates_RC_133 : s_Rates_RC_132;
                bit<32> s_Rates_RT_99 = t_705 ? s_Rates_RT_98 : s_Rates_RT_97;
                bit<32> s_Rates_Bytes_49 = t_705 ? 32w0 : s_Rates_Bytes_48;
                bit<32> s_Rates_IncreaseAt_24 = t_705 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_23;
                bit<8> s_Rates_TimeStage_24 = t_705 ? 8w0 : s_Rates_TimeStage_23;
                bit<8> s_Rates_ByteStage_47 = t_705 ? 8w0 : s_Rates_ByteStage_46;
                bit<8> s_Rates_Flags_158 = t_705 ? s_Rates_Flags_157 : s_Rates_Flags_156;
                bit<8> did_30 = t_705 ? did_29 : did_28;
                bit<32> s_Rates_RC_135 = armed_4 ? s_Rates_RC_129 : s_Rates_RC_134;
                bit<32> s_Rates_RT_100 = armed_4 ? s_Rates_RT_94 : s_Rates_RT_99;
                bit<32> s_Rates_Bytes_50 = armed_4 ? s_Rates_Bytes_46 : s_Rates_Bytes_49;
                bit<32> s_Rates_IncreaseAt_25 = armed_4 ? s_Rates_IncreaseAt_21 : s_Rates_IncreaseAt_24;
                bit<8> s_Rates_TimeStage_25 = armed_4 ? s_Rates_TimeStage_21 : s_Rates_TimeStage_24;
                bit<8> s_Rates_ByteStage_48 = armed_4 ? s_Rates_ByteStage_44 : s_Rates_ByteStage_47;
                bit<8> s_Rates_Flags_159 = armed_4 ? s_Rates_Flags_147 : s_Rates_Flags_158;
                bit<8> s_Rates_Own_23 = armed_4 ? s_Rates_Own_20 : s_Rates_Own_22;
                bit<32> s_Alpha_17 = armed_4 ? s_Alpha_14 : s_Alpha_16;
                bit<32> s_AlphaAt_16 = armed_4 ? s_AlphaAt_1 : s_AlphaAt_15;
                bit<8> did_31 = armed_4 ? 8w0 : did_30;
                // dcqcn.cnp
                bit<8> did_32 = did_25 | did_31;
                bit<32> s_Rates_RC_136 = t_673 ? s_Rates_RC_128 : s_Rates_RC_135;
                bit<32> s_Rates_RT_101 = t_673 ? s_Rates_RT_93 : s_Rates_RT_100;
                bit<32> s_Rates_Bytes_51 = t_673 ? s_Rates_Bytes_45 : s_Rates_Bytes_50;
                bit<32> s_Rates_IncreaseAt_26 = t_673 ? s_Rates_IncreaseAt_20 : s_Rates_IncreaseAt_25;
                bit<32> s_Rates_CutAt_22 = t_673 ? s_Rates_CutAt_17 : s_Rates_CutAt_21;
                bit<8> s_Rates_TimeStage_26 = t_673 ? s_Rates_TimeStage_20 : s_Rates_TimeStage_25;
                bit<8> s_Rates_ByteStage_49 = t_673 ? s_Rates_ByteStage_43 : s_Rates_ByteStage_48;
                bit<8> s_Rates_Flags_160 = t_673 ? s_Rates_Flags_142 : s_Rates_Flags_159;
                bit<8> s_Rates_Own_24 = t_673 ? s_Rates_Own_19 : s_Rates_Own_23;
                bit<32> s_Alpha_18 = t_673 ? s_Alpha_14 : s_Alpha_17;
                bit<32> s_AlphaAt_17 = t_673 ? s_AlphaAt_13 : s_AlphaAt_16;
                bit<8> did_33 = t_673 ? did_25 : did_32;
                bool t_723 = 16w4 == count_1;
                // dcqcn.(*Rates).Notice
                bool first_5 = (s_Rates_Flags_160 & dcqcn_FlagSeen) == 8w0;
                bit<8> s_Rates_Flags_161 = s_Rates_Flags_160 | dcqcn_FlagSeen;
                bool armed_5 = first_5 && t_522;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_162 = s_Rates_Flags_161 | dcqcn_FlagIncrease;
                // dcqcn.(*Rates).Notice
                bit<32> s_Rates_RC_137 = t_521 ? s_Rates_RC_104 : s_Rates_RC_136;
                bit<32> s_Rates_RT_102 = t_521 ? s_Rates_RC_104 : s_Rates_RT_101;
                bit<32> s_Rates_Bytes_52 = t_521 ? 32w0 : s_Rates_Bytes_51;
                bit<32> s_Rates_IncreaseAt_27 = t_521 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_26;
                bit<8> s_Rates_TimeStage_27 = t_521 ? 8w0 : s_Rates_TimeStage_26;
                bit<8> s_Rates_ByteStage_50 = t_521 ? 8w0 : s_Rates_ByteStage_49;
                bit<8> s_Rates_Flags_163 = t_521 ? s_Rates_Flags_162 : s_Rates_Flags_161;
                bit<8> s_Rates_Flags_164 = s_Rates_Flags_163 | dcqcn_FlagCut;
                bit<32> s_Rates_CutAt_23 = t_17 ? s_Rates_CutAt_1 : s_Rates_CutAt_22;
                bit<8> s_Rates_Flags_165 = t_17 ? s_Rates_Flags_164 : s_Rates_Flags_163;
                bool t_726 = (s_Rates_Flags_161 & dcqcn_FlagCut) != 8w0;
                bit<8> s_Rates_Flags_166 = s_Rates_Flags_161 | dcqcn_FlagPending;
                bit<8> s_Rates_Flags_167 = s_Rates_Flags_161 | dcqcn_FlagCut;
                bit<8> s_Rates_Flags_168 = s_Rates_Flags_167 | dcqcn_FlagPending;
                bit<8> s_Rates_Flags_169 = t_17 ? s_Rates_Flags_168 : s_Rates_Flags_167;
                bit<32> s_Rates_CutAt_24 = t_726 ? s_Rates_CutAt_22 : s_Rates_CutAt_1;
                bit<8> s_Rates_Flags_170 = t_726 ? s_Rates_Flags_166 : s_Rates_Flags_169;
                bit<32> s_Rates_CutAt_25 = t_526 ? s_Rates_CutAt_22 : s_Rates_CutAt_24;
                bit<8> s_Rates_Flags_171 = t_526 ? s_Rates_Flags_161 : s_Rates_Flags_170;
                bit<32> s_Rates_RC_138 = armed_5 ? s_Rates_RC_137 : s_Rates_RC_136;
                bit<32> s_Rates_RT_103 = armed_5 ? s_Rates_RT_102 : s_Rates_RT_101;
                bit<32> s_Rates_Bytes_53 = armed_5 ? s_Rates_Bytes_52 : s_Rates_Bytes_51;
                bit<32> s_Rates_IncreaseAt_28 = armed_5 ? s_Rates_IncreaseAt_27 : s_Rates_IncreaseAt_26;
                bit<32> s_Rates_CutAt_26 = armed_5 ? s_Rates_CutAt_23 : s_Rates_CutAt_25;
                bit<8> s_Rates_TimeStage_28 = armed_5 ? s_Rates_TimeStage_27 : s_Rates_TimeStage_26;
                bit<8> s_Rates_ByteStage_51 = armed_5 ? s_Rates_ByteStage_50 : s_Rates_ByteStage_49;
                bit<8> s_Rates_Flags_172 = armed_5 ? s_Rates_Flags_165 : s_Rates_Flags_171;
                bool cut_5 = (!armed_5) && (t_526 || ((!t_726) && t_529));
                // dcqcn.oneCNP
                bit<8> s_Rates_Own_25 = s_Rates_Own_24 | dcqcn_AlphaRuns;
                bool t_731 = cut_5 && t_534;
                // dcqcn.(*State).cut
                bool t_733 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_51 > 8w0);
                bool t_735 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_28 > 8w0);
                bit<32> target_10 = (t_733 || t_735) ? s_Rates_RC_138 : s_Rates_RT_103;
                // dcqcn.(*Rates).Cut
                bit<32> t_738 = (meta.p_MinRate > target_10) ? meta.p_MinRate : target_10;
                bit<32> s_Rates_RT_104 = (meta.p_TargetCap < t_738) ? meta.p_TargetCap : t_738;
                bit<32> keep_9 = t_27 - s_Alpha_18;
                bit<64> t_740 = (bit<64>)s_Rates_RC_138;
                bit<32> rc_10 = (bit<32>)((t_740 * ((bit<64>)keep_9)) >> ((bit<8>)shift_1));
                bit<32> floor_10 = (bit<32>)((t_740 * t_32) >> 8w16);
                bit<32> t_747 = (floor_10 > rc_10) ? floor_10 : rc_10;
                bit<32> s_Rates_RC_139 = (meta.p_MinRate > t_747) ? meta.p_MinRate : t_747;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_173 = s_Rates_Flags_172 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<32> s_Rates_RC_140 = t_731 ? s_Rates_RC_139 : s_Rates_RC_138;
                bit<32> s_Rates_RT_105 = t_731 ? s_Rates_RT_104 : s_Rates_RT_103;
                bit<32> s_Rates_Bytes_54 = t_731 ? 32w0 : s_Rates_Bytes_53;
                bit<32> s_Rates_IncreaseAt_29 = t_731 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_28;
                bit<8> s_Rates_TimeStage_29 = t_731 ? 8w0 : s_Rates_TimeStage_28;
                bit<8> s_Rates_ByteStage_52 = t_731 ? 8w0 : s_Rates_ByteStage_51;
                bit<8> s_Rates_Flags_174 = t_731 ? s_Rates_Flags_173 : s_Rates_Flags_172;
                bit<8> did_34 = t_731 ? 8w1 : 8w0;
                // dcqcn.(*State).raiseAlpha
                bit<64> product_16 = (((bit<64>)s_Alpha_18) * t_7) + gain_1;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_17 = product_16 + 64w0x8000;
                bit<64> product_18 = t_8 ? product_17 : product_16;
                bit<32> alpha_5 = (bit<32>)(product_18 >> 8w16);
                // dcqcn.(*State).raiseAlpha
                bit<32> s_Alpha_19 = (meta.p_AlphaMax < alpha_5) ? meta.p_AlphaMax : alpha_5;
                // dcqcn.oneCNP
                bit<8> did_35 = did_34 | dcqcn_DidAlpha;
                bit<32> s_AlphaAt_18 = ((s_Rates_Own_24 & dcqcn_AlphaRuns) == 8w0) ? s_AlphaAt_1 : s_AlphaAt_17;
                bit<8> s_Rates_Own_26 = s_Rates_Own_24 | 8w3;
                bit<8> s_Rates_Own_27 = t_552 ? s_Rates_Own_25 : s_Rates_Own_26;
                bit<32> s_Alpha_20 = t_552 ? s_Alpha_19 : s_Alpha_18;
                bit<32> s_AlphaAt_19 = t_552 ? s_AlphaAt_1 : s_AlphaAt_18;
                bit<8> did_36 = t_552 ? did_35 : did_34;
                bool t_755 = cut_5 && (meta.p_AlphaFirst != 8w0);
                // dcqcn.(*State).cut
                bool t_757 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_52 > 8w0);
                bool t_759 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_29 > 8w0);
                bit<32> target_11 = (t_757 || t_759) ? s_Rates_RC_140 : s_Rates_RT_105;
                // dcqcn.(*Rates).Cut
                bit<32> t_762 = (meta.p_MinRate > target_11) ? meta.p_MinRate : target_11;
                bit<32> s_Rates_RT_106 = (meta.p_TargetCap < t_762) ? meta.p_TargetCap : t_762;
                bit<32> keep_10 = t_27 - s_Alpha_20;
                bit<64> t_764 = (bit<64>)s_Rates_RC_140;
                bit<32> rc_11 = (bit<32>)((t_764 * ((bit<64>)keep_10)) >> ((bit<8>)shift_1));
                bit<32> floor_11 = (bit<32>)((t_764 * t_32) >> 8w16);
                bit<32> t_771 = (floor_11 > rc_11) ? floor_11 : rc_11;
                bit<32> s_Rates_RC_141 = (meta.p_MinRate > t_771) ? meta.p_MinRate : t_771;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_175 = s_Rates_Flags_174 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<8> did_37 = did_36 | dcqcn_DidCut;
                bit<32> s_Rates_RC_142 = t_755 ? s_Rates_RC_141 : s_Rates_RC_140;
                bit<32> s_Rates_RT_107 = t_755 ? s_Rates_RT_106 : s_Rates_RT_105;
                bit<32> s_Rates_Bytes_55 = t_755 ? 32w0 : s_Rates_Bytes_54;
                bit<32> s_Rates_IncreaseAt_30 = t_755 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_29;
                bit<8> s_Rates_TimeStage_30 = t_755 ? 8w0 : s_Rates_TimeStage_29;
                bit<8> s_Rates_ByteStage_53 = t_755 ? 8w0 : s_Rates_ByteStage_52;
                bit<8> s_Rates_Flags_176 = t_755 ? s_Rates_Flags_175 : s_Rates_Flags_174;
                bit<8> did_38 = t_755 ? did_37 : did_36;
                bit<32> s_Rates_RC_143 = armed_5 ? s_Rates_RC_137 : s_Rates_RC_142;
                bit<32> s_Rates_RT_108 = armed_5 ? s_Rates_RT_102 : s_Rates_RT_107;
                bit<32> s_Rates_Bytes_56 = armed_5 ? s_Rates_Bytes_52 : s_Rates_Bytes_55;
                bit<32> s_Rates_IncreaseAt_31 = armed_5 ? s_Rates_IncreaseAt_27 : s_Rates_IncreaseAt_30;
                bit<8> s_Rates_TimeStage_31 = armed_5 ? s_Rates_TimeStage_27 : s_Rates_TimeStage_30;
                bit<8> s_Rates_ByteStage_54 = armed_5 ? s_Rates_ByteStage_50 : s_Rates_ByteStage_53;
                bit<8> s_Rates_Flags_177 = armed_5 ? s_Rates_Flags_165 : s_Rates_Flags_176;
                bit<8> s_Rates_Own_28 = armed_5 ? s_Rates_Own_25 : s_Rates_Own_27;
                bit<32> s_Alpha_21 = armed_5 ? s_Alpha_18 : s_Alpha_20;
                bit<32> s_AlphaAt_20 = armed_5 ? s_AlphaAt_1 : s_AlphaAt_19;
                bit<8> did_39 = armed_5 ? 8w0 : did_38;
                // dcqcn.cnp
                bit<8> did_40 = did_33 | did_39;
                bit<32> s_Rates_RC_144 = t_723 ? s_Rates_RC_136 : s_Rates_RC_143;
                bit<32> s_Rates_RT_109 = t_723 ? s_Rates_RT_101 : s_Rates_RT_108;
                bit<32> s_Rates_Bytes_57 = t_723 ? s_Rates_Bytes_51 : s_Rates_Bytes_56;
                bit<32> s_Rates_IncreaseAt_32 = t_723 ? s_Rates_IncreaseAt_26 : s_Rates_IncreaseAt_31;
                bit<32> s_Rates_CutAt_27 = t_723 ? s_Rates_CutAt_22 : s_Rates_CutAt_26;
                bit<8> s_Rates_TimeStage_32 = t_723 ? s_Rates_TimeStage_26 : s_Rates_TimeStage_31;
                bit<8> s_Rates_ByteStage_55 = t_723 ? s_Rates_ByteStage_49 : s_Rates_ByteStage_54;
                bit<8> s_Rates_Flags_178 = t_723 ? s_Rates_Flags_160 : s_Rates_Flags_177;
                bit<8> s_Rates_Own_29 = t_723 ? s_Rates_Own_24 : s_Rates_Own_28;
                bit<32> s_Alpha_22 = t_723 ? s_Alpha_18 : s_Alpha_21;
                bit<32> s_AlphaAt_21 = t_723 ? s_AlphaAt_17 : s_AlphaAt_20;
                bit<8> did_41 = t_723 ? did_33 : did_40;
                bool t_773 = 16w5 == count_1;
                // dcqcn.(*Rates).Notice
                bool first_6 = (s_Rates_Flags_178 & dcqcn_FlagSeen) == 8w0;
                bit<8> s_Rates_Flags_179 = s_Rates_Flags_178 | dcqcn_FlagSeen;
                bool armed_6 = first_6 && t_522;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_180 = s_Rates_Flags_179 | dcqcn_FlagIncrease;
                // dcqcn.(*Rates).Notice
                bit<32> s_Rates_RC_145 = t_521 ? s_Rates_RC_104 : s_Rates_RC_144;
                bit<32> s_Rates_RT_110 = t_521 ? s_Rates_RC_104 : s_Rates_RT_109;
                bit<32> s_Rates_Bytes_58 = t_521 ? 32w0 : s_Rates_Bytes_57;
                bit<32> s_Rates_IncreaseAt_33 = t_521 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_32;
                bit<8> s_Rates_TimeStage_33 = t_521 ? 8w0 : s_Rates_TimeStage_32;
                bit<8> s_Rates_ByteStage_56 = t_521 ? 8w0 : s_Rates_ByteStage_55;
                bit<8> s_Rates_Flags_181 = t_521 ? s_Rates_Flags_180 : s_Rates_Flags_179;
                bit<8> s_Rates_Flags_182 = s_Rates_Flags_181 | dcqcn_FlagCut;
                bit<32> s_Rates_CutAt_28 = t_17 ? s_Rates_CutAt_1 : s_Rates_CutAt_27;
                bit<8> s_Rates_Flags_183 = t_17 ? s_Rates_Flags_182 : s_Rates_Flags_181;
                bool t_776 = (s_Rates_Flags_179 & dcqcn_FlagCut) != 8w0;
                bit<8> s_Rates_Flags_184 = s_Rates_Flags_179 | dcqcn_FlagPending;
                bit<8> s_Rates_Flags_185 = s_Rates_Flags_179 | dcqcn_FlagCut;
                bit<8> s_Rates_Flags_186 = s_Rates_Flags_185 | dcqcn_FlagPending;
                bit<8> s_Rates_Flags_187 = t_17 ? s_Rates_Flags_186 : s_Rates_Flags_185;
                bit<32> s_Rates_CutAt_29 = t_776 ? s_Rates_CutAt_27 : s_Rates_CutAt_1;
                bit<8> s_Rates_Flags_188 = t_776 ? s_Rates_Flags_184 : s_Rates_Flags_187;
                bit<32> s_Rates_CutAt_30 = t_526 ? s_Rates_CutAt_27 : s_Rates_CutAt_29;
                bit<8> s_Rates_Flags_189 = t_526 ? s_Rates_Flags_179 : s_Rates_Flags_188;
                bit<32> s_Rates_RC_146 = armed_6 ? s_Rates_RC_145 : s_Rates_RC_144;
                bit<32> s_Rates_RT_111 = armed_6 ? s_Rates_RT_110 : s_Rates_RT_109;
                bit<32> s_Rates_Bytes_59 = armed_6 ? s_Rates_Bytes_58 : s_Rates_Bytes_57;
                bit<32> s_Rates_IncreaseAt_34 = armed_6 ? s_Rates_IncreaseAt_33 : s_Rates_IncreaseAt_32;
                bit<32> s_Rates_CutAt_31 = armed_6 ? s_Rates_CutAt_28 : s_Rates_CutAt_30;
                bit<8> s_Rates_TimeStage_34 = armed_6 ? s_Rates_TimeStage_33 : s_Rates_TimeStage_32;
                bit<8> s_Rates_ByteStage_57 = armed_6 ? s_Rates_ByteStage_56 : s_Rates_ByteStage_55;
                bit<8> s_Rates_Flags_190 = armed_6 ? s_Rates_Flags_183 : s_Rates_Flags_189;
                bool cut_6 = (!armed_6) && (t_526 || ((!t_776) && t_529));
                // dcqcn.oneCNP
                bit<8> s_Rates_Own_30 = s_Rates_Own_29 | dcqcn_AlphaRuns;
                bool t_781 = cut_6 && t_534;
                // dcqcn.(*State).cut
                bool t_783 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_57 > 8w0);
                bool t_785 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_34 > 8w0);
                bit<32> target_12 = (t_783 || t_785) ? s_Rates_RC_146 : s_Rates_RT_111;
                // dcqcn.(*Rates).Cut
                bit<32> t_788 = (meta.p_MinRate > target_12) ? meta.p_MinRate : target_12;
                bit<32> s_Rates_RT_112 = (meta.p_TargetCap < t_788) ? meta.p_TargetCap : t_788;
                bit<32> keep_11 = t_27 - s_Alpha_22;
                bit<64> t_790 = (bit<64>)s_Rates_RC_146;
                bit<32> rc_12 = (bit<32>)((t_790 * ((bit<64>)keep_11)) >> ((bit<8>)shift_1));
                bit<32> floor_12 = (bit<32>)((t_790 * t_32) >> 8w16);
                bit<32> t_797 = (floor_12 > rc_12) ? floor_12 : rc_12;
                bit<32> s_Rates_RC_147 = (meta.p_MinRate > t_797) ? meta.p_MinRate : t_797;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_191 = s_Rates_Flags_190 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<32> s_Rates_RC_148 = t_781 ? s_Rates_RC_147 : s_Rates_RC_146;
                bit<32> s_Rates_RT_113 = t_781 ? s_Rates_RT_112 : s_Rates_RT_111;
                bit<32> s_Rates_Bytes_60 = t_781 ? 32w0 : s_Rates_Bytes_59;
                bit<32> s_Rates_IncreaseAt_35 = t_781 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_34;
                bit<8> s_Rates_TimeStage_35 = t_781 ? 8w0 : s_Rates_TimeStage_34;
                bit<8> s_Rates_ByteStage_58 = t_781 ? 8w0 : s_Rates_ByteStage_57;
                bit<8> s_Rates_Flags_192 = t_781 ? s_Rates_Flags_191 : s_Rates_Flags_190;
                bit<8> did_42 = t_781 ? 8w1 : 8w0;
                // dcqcn.(*State).raiseAlpha
                bit<64> product_19 = (((bit<64>)s_Alpha_22) * t_7) + gain_1;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_20 = product_19 + 64w0x8000;
                bit<64> product_21 = t_8 ? product_20 : product_19;
                bit<32> alpha_6 = (bit<32>)(product_21 >> 8w16);
                // dcqcn.(*State).raiseAlpha
                bit<32> s_Alpha_23 = (meta.p_AlphaMax < alpha_6) ? meta.p_AlphaMax : alpha_6;
                // dcqcn.oneCNP
                bit<8> did_43 = did_42 | dcqcn_DidAlpha;
                bit<32> s_AlphaAt_22 = ((s_Rates_Own_29 & dcqcn_AlphaRuns) == 8w0) ? s_AlphaAt_1 : s_AlphaAt_21;
                bit<8> s_Rates_Own_31 = s_Rates_Own_29 | 8w3;
                bit<8> s_Rates_Own_32 = t_552 ? s_Rates_Own_30 : s_Rates_Own_31;
                bit<32> s_Alpha_24 = t_552 ? s_Alpha_23 : s_Alpha_22;
                bit<32> s_AlphaAt_23 = t_552 ? s_AlphaAt_1 : s_AlphaAt_22;
                bit<8> did_44 = t_552 ? did_43 : did_42;
                bool t_805 = cut_6 && (meta.p_AlphaFirst != 8w0);
                // dcqcn.(*State).cut
                bool t_807 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_58 > 8w0);
                bool t_809 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_35 > 8w0);
                bit<32> target_13 = (t_807 || t_809) ? s_Rates_RC_148 : s_Rates_RT_113;
                // dcqcn.(*Rates).Cut
                bit<32> t_812 = (meta.p_MinRate > target_13) ? meta.p_MinRate : target_13;
                bit<32> s_Rates_RT_114 = (meta.p_TargetCap < t_812) ? meta.p_TargetCap : t_812;
                bit<32> keep_12 = t_27 - s_Alpha_24;
                bit<64> t_814 = (bit<64>)s_Rates_RC_148;
                bit<32> rc_13 = (bit<32>)((t_814 * ((bit<64>)keep_12)) >> ((bit<8>)shift_1));
                bit<32> floor_13 = (bit<32>)((t_814 * t_32) >> 8w16);
                bit<32> t_821 = (floor_13 > rc_13) ? floor_13 : rc_13;
                bit<32> s_Rates_RC_149 = (meta.p_MinRate > t_821) ? meta.p_MinRate : t_821;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_193 = s_Rates_Flags_192 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<8> did_45 = did_44 | dcqcn_DidCut;
                bit<32> s_Rates_RC_150 = t_805 ? s_Rates_RC_149 : s_Rates_RC_148;
                bit<32> s_Rates_RT_115 = t_805 ? s_Rates_RT_114 : s_Rates_RT_113;
                bit<32> s_Rates_Bytes_61 = t_805 ? 32w0 : s_Rates_Bytes_60;
                bit<32> s_Rates_IncreaseAt_36 = t_805 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_35;
                bit<8> s_Rates_TimeStage_36 = t_805 ? 8w0 : s_Rates_TimeStage_35;
                bit<8> s_Rates_ByteStage_59 = t_805 ? 8w0 : s_Rates_ByteStage_58;
                bit<8> s_Rates_Flags_194 = t_805 ? s_Rates_Flags_193 : s_Rates_Flags_192;
                bit<8> did_46 = t_805 ? did_45 : did_44;
                bit<32> s_Rates_RC_151 = armed_6 ? s_Rates_RC_145 : s_Rates_RC_150;
                bit<32> s_Rates_RT_116 = armed_6 ? s_Rates_RT_110 : s_Rates_RT_115;
                bit<32> s_Rates_Bytes_62 = armed_6 ? s_Rates_Bytes_58 : s_Rates_Bytes_61;
                bit<32> s_Rates_IncreaseAt_37 = armed_6 ? s_Rates_IncreaseAt_33 : s_Rates_IncreaseAt_36;
                bit<8> s_Rates_TimeStage_37 = armed_6 ? s_Rates_TimeStage_33 : s_Rates_TimeStage_36;
                bit<8> s_Rates_ByteStage_60 = armed_6 ? s_Rates_ByteStage_56 : s_Rates_ByteStage_59;
                bit<8> s_Rates_Flags_195 = armed_6 ? s_Rates_Flags_183 : s_Rates_Flags_194;
                bit<8> s_Rates_Own_33 = armed_6 ? s_Rates_Own_30 : s_Rates_Own_32;
                bit<32> s_Alpha_25 = armed_6 ? s_Alpha_22 : s_Alpha_24;
                bit<32> s_AlphaAt_24 = armed_6 ? s_AlphaAt_1 : s_AlphaAt_23;
                bit<8> did_47 = armed_6 ? 8w0 : did_46;
                // dcqcn.cnp
                bit<8> did_48 = did_41 | did_47;
                bit<32> s_Rates_RC_152 = t_773 ? s_Rates_RC_144 : s_Rates_RC_151;
                bit<32> s_Rates_RT_117 = t_773 ? s_Rates_RT_109 : s_Rates_RT_116;
                bit<32> s_Rates_Bytes_63 = t_773 ? s_Rates_Bytes_57 : s_Rates_Bytes_62;
                bit<32> s_Rates_IncreaseAt_38 = t_773 ? s_Rates_IncreaseAt_32 : s_Rates_IncreaseAt_37;
                bit<32> s_Rates_CutAt_32 = t_773 ? s_Rates_CutAt_27 : s_Rates_CutAt_31;
                bit<8> s_Rates_TimeStage_38 = t_773 ? s_Rates_TimeStage_32 : s_Rates_TimeStage_37;
                bit<8> s_Rates_ByteStage_61 = t_773 ? s_Rates_ByteStage_55 : s_Rates_ByteStage_60;
                bit<8> s_Rates_Flags_196 = t_773 ? s_Rates_Flags_178 : s_Rates_Flags_195;
                bit<8> s_Rates_Own_34 = t_773 ? s_Rates_Own_29 : s_Rates_Own_33;
                bit<32> s_Alpha_26 = t_773 ? s_Alpha_22 : s_Alpha_25;
                bit<32> s_AlphaAt_25 = t_773 ? s_AlphaAt_21 : s_AlphaAt_24;
                bit<8> did_49 = t_773 ? did_41 : did_48;
                bool t_823 = 16w6 == count_1;
                // dcqcn.(*Rates).Notice
                bool first_7 = (s_Rates_Flags_196 & dcqcn_FlagSeen) == 8w0;
                bit<8> s_Rates_Flags_197 = s_Rates_Flags_196 | dcqcn_FlagSeen;
                bool armed_7 = first_7 && t_522;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_198 = s_Rates_Flags_197 | dcqcn_FlagIncrease;
                // dcqcn.(*Rates).Notice
                bit<32> s_Rates_RC_153 = t_521 ? s_Rates_RC_104 : s_Rates_RC_152;
                bit<32> s_Rates_RT_118 = t_521 ? s_Rates_RC_104 : s_Rates_RT_117;
                bit<32> s_Rates_Bytes_64 = t_521 ? 32w0 : s_Rates_Bytes_63;
                bit<32> s_Rates_IncreaseAt_39 = t_521 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_38;
                bit<8> s_Rates_TimeStage_39 = t_521 ? 8w0 : s_Rates_TimeStage_38;
                bit<8> s_Rates_ByteStage_62 = t_521 ? 8w0 : s_Rates_ByteStage_61;
                bit<8> s_Rates_Flags_199 = t_521 ? s_Rates_Flags_198 : s_Rates_Flags_197;
                bit<8> s_Rates_Flags_200 = s_Rates_Flags_199 | dcqcn_FlagCut;
                bit<32> s_Rates_CutAt_33 = t_17 ? s_Rates_CutAt_1 : s_Rates_CutAt_32;
                bit<8> s_Rates_Flags_201 = t_17 ? s_Rates_Flags_200 : s_Rates_Flags_199;
                bool t_826 = (s_Rates_Flags_197 & dcqcn_FlagCut) != 8w0;
                bit<8> s_Rates_Flags_202 = s_Rates_Flags_197 | dcqcn_FlagPending;
                bit<8> s_Rates_Flags_203 = s_Rates_Flags_197 | dcqcn_FlagCut;
                bit<8> s_Rates_Flags_204 = s_Rates_Flags_203 | dcqcn_FlagPending;
                bit<8> s_Rates_Flags_205 = t_17 ? s_Rates_Flags_204 : s_Rates_Flags_203;
                bit<32> s_Rates_CutAt_34 = t_826 ? s_Rates_CutAt_32 : s_Rates_CutAt_1;
                bit<8> s_Rates_Flags_206 = t_826 ? s_Rates_Flags_202 : s_Rates_Flags_205;
                bit<32> s_Rates_CutAt_35 = t_526 ? s_Rates_CutAt_32 : s_Rates_CutAt_34;
                bit<8> s_Rates_Flags_207 = t_526 ? s_Rates_Flags_197 : s_Rates_Flags_206;
                bit<32> s_Rates_RC_154 = armed_7 ? s_Rates_RC_153 : s_Rates_RC_152;
                bit<32> s_Rates_RT_119 = armed_7 ? s_Rates_RT_118 : s_Rates_RT_117;
                bit<32> s_Rates_Bytes_65 = armed_7 ? s_Rates_Bytes_64 : s_Rates_Bytes_63;
                bit<32> s_Rates_IncreaseAt_40 = armed_7 ? s_Rates_IncreaseAt_39 : s_Rates_IncreaseAt_38;
                bit<32> s_Rates_CutAt_36 = armed_7 ? s_Rates_CutAt_33 : s_Rates_CutAt_35;
                bit<8> s_Rates_TimeStage_40 = armed_7 ? s_Rates_TimeStage_39 : s_Rates_TimeStage_38;
                bit<8> s_Rates_ByteStage_63 = armed_7 ? s_Rates_ByteStage_62 : s_Rates_ByteStage_61;
                bit<8> s_Rates_Flags_208 = armed_7 ? s_Rates_Flags_201 : s_Rates_Flags_207;
                bool cut_7 = (!armed_7) && (t_526 || ((!t_826) && t_529));
                // dcqcn.oneCNP
                bit<8> s_Rates_Own_35 = s_Rates_Own_34 | dcqcn_AlphaRuns;
                bool t_831 = cut_7 && t_534;
                // dcqcn.(*State).cut
                bool t_833 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_63 > 8w0);
                bool t_835 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_40 > 8w0);
                bit<32> target_14 = (t_833 || t_835) ? s_Rates_RC_154 : s_Rates_RT_119;
                // dcqcn.(*Rates).Cut
                bit<32> t_838 = (meta.p_MinRate > target_14) ? meta.p_MinRate : target_14;
                bit<32> s_Rates_RT_120 = (meta.p_TargetCap < t_838) ? meta.p_TargetCap : t_838;
                bit<32> keep_13 = t_27 - s_Alpha_26;
                bit<64> t_840 = (bit<64>)s_Rates_RC_154;
                bit<32> rc_14 = (bit<32>)((t_840 * ((bit<64>)keep_13)) >> ((bit<8>)shift_1));
                bit<32> floor_14 = (bit<32>)((t_840 * t_32) >> 8w16);
                bit<32> t_847 = (floor_14 > rc_14) ? floor_14 : rc_14;
                bit<32> s_Rates_RC_155 = (meta.p_MinRate > t_847) ? meta.p_MinRate : t_847;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_209 = s_Rates_Flags_208 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<32> s_Rates_RC_156 = t_831 ? s_Rates_RC_155 : s_Rates_RC_154;
                bit<32> s_Rates_RT_121 = t_831 ? s_Rates_RT_120 : s_Rates_RT_119;
                bit<32> s_Rates_Bytes_66 = t_831 ? 32w0 : s_Rates_Bytes_65;
                bit<32> s_Rates_IncreaseAt_41 = t_831 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_40;
                bit<8> s_Rates_TimeStage_41 = t_831 ? 8w0 : s_Rates_TimeStage_40;
                bit<8> s_Rates_ByteStage_64 = t_831 ? 8w0 : s_Rates_ByteStage_63;
                bit<8> s_Rates_Flags_210 = t_831 ? s_Rates_Flags_209 : s_Rates_Flags_208;
                bit<8> did_50 = t_831 ? 8w1 : 8w0;
                // dcqcn.(*State).raiseAlpha
                bit<64> product_22 = (((bit<64>)s_Alpha_26) * t_7) + gain_1;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_23 = product_22 + 64w0x8000;
                bit<64> product_24 = t_8 ? product_23 : product_22;
                bit<32> alpha_7 = (bit<32>)(product_24 >> 8w16);
                // dcqcn.(*State).raiseAlpha
                bit<32> s_Alpha_27 = (meta.p_AlphaMax < alpha_7) ? meta.p_AlphaMax : alpha_7;
                // dcqcn.oneCNP
                bit<8> did_51 = did_50 | dcqcn_DidAlpha;
                bit<32> s_AlphaAt_26 = ((s_Rates_Own_34 & dcqcn_AlphaRuns) == 8w0) ? s_AlphaAt_1 : s_AlphaAt_25;
                bit<8> s_Rates_Own_36 = s_Rates_Own_34 | 8w3;
                bit<8> s_Rates_Own_37 = t_552 ? s_Rates_Own_35 : s_Rates_Own_36;
                bit<32> s_Alpha_28 = t_552 ? s_Alpha_27 : s_Alpha_26;
                bit<32> s_AlphaAt_27 = t_552 ? s_AlphaAt_1 : s_AlphaAt_26;
                bit<8> did_52 = t_552 ? did_51 : did_50;
                bool t_855 = cut_7 && (meta.p_AlphaFirst != 8w0);
                // dcqcn.(*State).cut
                bool t_857 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_64 > 8w0);
                bool t_859 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_41 > 8w0);
                bit<32> target_15 = (t_857 || t_859) ? s_Rates_RC_156 : s_Rates_RT_121;
                // dcqcn.(*Rates).Cut
                bit<32> t_862 = (meta.p_MinRate > target_15) ? meta.p_MinRate : target_15;
                bit<32> s_Rates_RT_122 = (meta.p_TargetCap < t_862) ? meta.p_TargetCap : t_862;
                bit<32> keep_14 = t_27 - s_Alpha_28;
                bit<64> t_864 = (bit<64>)s_Rates_RC_156;
                bit<32> rc_15 = (bit<32>)((t_864 * ((bit<64>)keep_14)) >> ((bit<8>)shift_1));
                bit<32> floor_15 = (bit<32>)((t_864 * t_32) >> 8w16);
                bit<32> t_871 = (floor_15 > rc_15) ? floor_15 : rc_15;
                bit<32> s_Rates_RC_157 = (meta.p_MinRate > t_871) ? meta.p_MinRate : t_871;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_211 = s_Rates_Flags_210 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<8> did_53 = did_52 | dcqcn_DidCut;
                bit<32> s_Rates_RC_158 = t_855 ? s_Rates_RC_157 : s_Rates_RC_156;
                bit<32> s_Rates_RT_123 = t_855 ? s_Rates_RT_122 : s_Rates_RT_121;
                bit<32> s_Rates_Bytes_67 = t_855 ? 32w0 : s_Rates_Bytes_66;
                bit<32> s_Rates_IncreaseAt_42 = t_855 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_41;
                bit<8> s_Rates_TimeStage_42 = t_855 ? 8w0 : s_Rates_TimeStage_41;
                bit<8> s_Rates_ByteStage_65 = t_855 ? 8w0 : s_Rates_ByteStage_64;
                bit<8> s_Rates_Flags_212 = t_855 ? s_Rates_Flags_211 : s_Rates_Flags_210;
                bit<8> did_54 = t_855 ? did_53 : did_52;
                bit<32> s_Rates_RC_159 = armed_7 ? s_Rates_RC_153 : s_Rates_RC_158;
                bit<32> s_Rates_RT_124 = armed_7 ? s_Rates_RT_118 : s_Rates_RT_123;
                bit<32> s_Rates_Bytes_68 = armed_7 ? s_Rates_Bytes_64 : s_Rates_Bytes_67;
                bit<32> s_Rates_IncreaseAt_43 = armed_7 ? s_Rates_IncreaseAt_39 : s_Rates_IncreaseAt_42;
                bit<8> s_Rates_TimeStage_43 = armed_7 ? s_Rates_TimeStage_39 : s_Rates_TimeStage_42;
                bit<8> s_Rates_ByteStage_66 = armed_7 ? s_Rates_ByteStage_62 : s_Rates_ByteStage_65;
                bit<8> s_Rates_Flags_213 = armed_7 ? s_Rates_Flags_201 : s_Rates_Flags_212;
                bit<8> s_Rates_Own_38 = armed_7 ? s_Rates_Own_35 : s_Rates_Own_37;
                bit<32> s_Alpha_29 = armed_7 ? s_Alpha_26 : s_Alpha_28;
                bit<32> s_AlphaAt_28 = armed_7 ? s_AlphaAt_1 : s_AlphaAt_27;
                bit<8> did_55 = armed_7 ? 8w0 : did_54;
                // dcqcn.cnp
                bit<8> did_56 = did_49 | did_55;
                bit<32> s_Rates_RC_160 = t_823 ? s_Rates_RC_152 : s_Rates_RC_159;
                bit<32> s_Rates_RT_125 = t_823 ? s_Rates_RT_117 : s_Rates_RT_124;
                bit<32> s_Rates_Bytes_69 = t_823 ? s_Rates_Bytes_63 : s_Rates_Bytes_68;
                bit<32> s_Rates_IncreaseAt_44 = t_823 ? s_Rates_IncreaseAt_38 : s_Rates_IncreaseAt_43;
                bit<32> s_Rates_CutAt_37 = t_823 ? s_Rates_CutAt_32 : s_Rates_CutAt_36;
                bit<8> s_Rates_TimeStage_44 = t_823 ? s_Rates_TimeStage_38 : s_Rates_TimeStage_43;
                bit<8> s_Rates_ByteStage_67 = t_823 ? s_Rates_ByteStage_61 : s_Rates_ByteStage_66;
                bit<8> s_Rates_Flags_214 = t_823 ? s_Rates_Flags_196 : s_Rates_Flags_213;
                bit<8> s_Rates_Own_39 = t_823 ? s_Rates_Own_34 : s_Rates_Own_38;
                bit<32> s_Alpha_30 = t_823 ? s_Alpha_26 : s_Alpha_29;
                bit<32> s_AlphaAt_29 = t_823 ? s_AlphaAt_25 : s_AlphaAt_28;
                bit<8> did_57 = t_823 ? did_49 : did_56;
                bool t_873 = 16w7 == count_1;
                // dcqcn.(*Rates).Notice
                bool first_8 = (s_Rates_Flags_214 & dcqcn_FlagSeen) == 8w0;
                bit<8> s_Rates_Flags_215 = s_Rates_Flags_214 | dcqcn_FlagSeen;
                bool armed_8 = first_8 && t_522;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_216 = s_Rates_Flags_215 | dcqcn_FlagIncrease;
                // dcqcn.(*Rates).Notice
                bit<32> s_Rates_RC_161 = t_521 ? s_Rates_RC_104 : s_Rates_RC_160;
                bit<32> s_Rates_RT_126 = t_521 ? s_Rates_RC_104 : s_Rates_RT_125;
                bit<32> s_Rates_Bytes_70 = t_521 ? 32w0 : s_Rates_Bytes_69;
                bit<32> s_Rates_IncreaseAt_45 = t_521 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_44;
                bit<8> s_Rates_TimeStage_45 = t_521 ? 8w0 : s_Rates_TimeStage_44;
                bit<8> s_Rates_ByteStage_68 = t_521 ? 8w0 : s_Rates_ByteStage_67;
                bit<8> s_Rates_Flags_217 = t_521 ? s_Rates_Flags_216 : s_Rates_Flags_215;
                bit<8> s_Rates_Flags_218 = s_Rates_Flags_217 | dcqcn_FlagCut;
                bit<32> s_Rates_CutAt_38 = t_17 ? s_Rates_CutAt_1 : s_Rates_CutAt_37;
                bit<8> s_Rates_Flags_219 = t_17 ? s_Rates_Flags_218 : s_Rates_Flags_217;
                bool t_876 = (s_Rates_Flags_215 & dcqcn_FlagCut) != 8w0;
                bit<8> s_Rates_Flags_220 = s_Rates_Flags_215 | dcqcn_FlagPending;
                bit<8> s_Rates_Flags_221 = s_Rates_Flags_215 | dcqcn_FlagCut;
                bit<8> s_Rates_Flags_222 = s_Rates_Flags_221 | dcqcn_FlagPending;
                bit<8> s_Rates_Flags_223 = t_17 ? s_Rates_Flags_222 : s_Rates_Flags_221;
                bit<32> s_Rates_CutAt_39 = t_876 ? s_Rates_CutAt_37 : s_Rates_CutAt_1;
                bit<8> s_Rates_Flags_224 = t_876 ? s_Rates_Flags_220 : s_Rates_Flags_223;
                bit<32> s_Rates_CutAt_40 = t_526 ? s_Rates_CutAt_37 : s_Rates_CutAt_39;
                bit<8> s_Rates_Flags_225 = t_526 ? s_Rates_Flags_215 : s_Rates_Flags_224;
                bit<32> s_Rates_RC_162 = armed_8 ? s_Rates_RC_161 : s_Rates_RC_160;
                bit<32> s_Rates_RT_127 = armed_8 ? s_Rates_RT_126 : s_Rates_RT_125;
                bit<32> s_Rates_Bytes_71 = armed_8 ? s_Rates_Bytes_70 : s_Rates_Bytes_69;
                bit<32> s_Rates_IncreaseAt_46 = armed_8 ? s_Rates_IncreaseAt_45 : s_Rates_IncreaseAt_44;
                bit<32> s_Rates_CutAt_41 = armed_8 ? s_Rates_CutAt_38 : s_Rates_CutAt_40;
                bit<8> s_Rates_TimeStage_46 = armed_8 ? s_Rates_TimeStage_45 : s_Rates_TimeStage_44;
                bit<8> s_Rates_ByteStage_69 = armed_8 ? s_Rates_ByteStage_68 : s_Rates_ByteStage_67;
                bit<8> s_Rates_Flags_226 = armed_8 ? s_Rates_Flags_219 : s_Rates_Flags_225;
                bool cut_8 = (!armed_8) && (t_526 || ((!t_876) && t_529));
                // dcqcn.oneCNP
                bit<8> s_Rates_Own_40 = s_Rates_Own_39 | dcqcn_AlphaRuns;
                bool t_881 = cut_8 && t_534;
                // dcqcn.(*State).cut
                bool t_883 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_69 > 8w0);
                bool t_885 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_46 > 8w0);
                bit<32> target_16 = (t_883 || t_885) ? s_Rates_RC_162 : s_Rates_RT_127;
                // dcqcn.(*Rates).Cut
                bit<32> t_888 = (meta.p_MinRate > target_16) ? meta.p_MinRate : target_16;
                bit<32> s_Rates_RT_128 = (meta.p_TargetCap < t_888) ? meta.p_TargetCap : t_888;
                bit<32> keep_15 = t_27 - s_Alpha_30;
                bit<64> t_890 = (bit<64>)s_Rates_RC_162;
                bit<32> rc_16 = (bit<32>)((t_890 * ((bit<64>)keep_15)) >> ((bit<8>)shift_1));
                bit<32> floor_16 = (bit<32>)((t_890 * t_32) >> 8w16);
                bit<32> t_897 = (floor_16 > rc_16) ? floor_16 : rc_16;
                bit<32> s_Rates_RC_163 = (meta.p_MinRate > t_897) ? meta.p_MinRate : t_897;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_227 = s_Rates_Flags_226 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<32> s_Rates_RC_164 = t_881 ? s_Rates_RC_163 : s_Rates_RC_162;
                bit<32> s_Rates_RT_129 = t_881 ? s_Rates_RT_128 : s_Rates_RT_127;
                bit<32> s_Rates_Bytes_72 = t_881 ? 32w0 : s_Rates_Bytes_71;
                bit<32> s_Rates_IncreaseAt_47 = t_881 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_46;
                bit<8> s_Rates_TimeStage_47 = t_881 ? 8w0 : s_Rates_TimeStage_46;
                bit<8> s_Rates_ByteStage_70 = t_881 ? 8w0 : s_Rates_ByteStage_69;
                bit<8> s_Rates_Flags_228 = t_881 ? s_Rates_Flags_227 : s_Rates_Flags_226;
                bit<8> did_58 = t_881 ? 8w1 : 8w0;
                // dcqcn.(*State).raiseAlpha
                bit<64> product_25 = (((bit<64>)s_Alpha_30) * t_7) + gain_1;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_26 = product_25 + 64w0x8000;
                bit<64> product_27 = t_8 ? product_26 : product_25;
                bit<32> alpha_8 = (bit<32>)(product_27 >> 8w16);
                // dcqcn.(*State).raiseAlpha
                bit<32> s_Alpha_31 = (meta.p_AlphaMax < alpha_8) ? meta.p_AlphaMax : alpha_8;
                // dcqcn.oneCNP
                bit<8> did_59 = did_58 | dcqcn_DidAlpha;
                bit<32> s_AlphaAt_30 = ((s_Rates_Own_39 & dcqcn_AlphaRuns) == 8w0) ? s_AlphaAt_1 : s_AlphaAt_29;
                bit<8> s_Rates_Own_41 = s_Rates_Own_39 | 8w3;
                bit<8> s_Rates_Own_42 = t_552 ? s_Rates_Own_40 : s_Rates_Own_41;
                bit<32> s_Alpha_32 = t_552 ? s_Alpha_31 : s_Alpha_30;
                bit<32> s_AlphaAt_31 = t_552 ? s_AlphaAt_1 : s_AlphaAt_30;
                bit<8> did_60 = t_552 ? did_59 : did_58;
                bool t_905 = cut_8 && (meta.p_AlphaFirst != 8w0);
                // dcqcn.(*State).cut
                bool t_907 = (meta.p_ClampTarget != 8w0) || (s_Rates_ByteStage_70 > 8w0);
                bool t_909 = (meta.p_ClampAfterTime != 8w0) && (s_Rates_TimeStage_47 > 8w0);
                bit<32> target_17 = (t_907 || t_909) ? s_Rates_RC_164 : s_Rates_RT_129;
                // dcqcn.(*Rates).Cut
                bit<32> t_912 = (meta.p_MinRate > target_17) ? meta.p_MinRate : target_17;
                bit<32> s_Rates_RT_130 = (meta.p_TargetCap < t_912) ? meta.p_TargetCap : t_912;
                bit<32> keep_16 = t_27 - s_Alpha_32;
                bit<64> t_914 = (bit<64>)s_Rates_RC_164;
                bit<32> rc_17 = (bit<32>)((t_914 * ((bit<64>)keep_16)) >> ((bit<8>)shift_1));
                bit<32> floor_17 = (bit<32>)((t_914 * t_32) >> 8w16);
                bit<32> t_921 = (floor_17 > rc_17) ? floor_17 : rc_17;
                bit<32> s_Rates_RC_165 = (meta.p_MinRate > t_921) ? meta.p_MinRate : t_921;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_229 = s_Rates_Flags_228 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<8> did_61 = did_60 | dcqcn_DidCut;
                bit<32> s_Rates_RC_166 = t_905 ? s_Rates_RC_165 : s_Rates_RC_164;
                bit<32> s_Rates_RT_131 = t_905 ? s_Rates_RT_130 : s_Rates_RT_129;
                bit<32> s_Rates_Bytes_73 = t_905 ? 32w0 : s_Rates_Bytes_72;
                bit<32> s_Rates_IncreaseAt_48 = t_905 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_47;
                bit<8> s_Rates_TimeStage_48 = t_905 ? 8w0 : s_Rates_TimeStage_47;
                bit<8> s_Rates_ByteStage_71 = t_905 ? 8w0 : s_Rates_ByteStage_70;
                bit<8> s_Rates_Flags_230 = t_905 ? s_Rates_Flags_229 : s_Rates_Flags_228;
                bit<8> did_62 = t_905 ? did_61 : did_60;
                bit<32> s_Rates_RC_167 = armed_8 ? s_Rates_RC_161 : s_Rates_RC_166;
                bit<32> s_Rates_RT_132 = armed_8 ? s_Rates_RT_126 : s_Rates_RT_131;
                bit<32> s_Rates_Bytes_74 = armed_8 ? s_Rates_Bytes_70 : s_Rates_Bytes_73;
                bit<32> s_Rates_IncreaseAt_49 = armed_8 ? s_Rates_IncreaseAt_45 : s_Rates_IncreaseAt_48;
                bit<8> s_Rates_TimeStage_49 = armed_8 ? s_Rates_TimeStage_45 : s_Rates_TimeStage_48;
                bit<8> s_Rates_ByteStage_72 = armed_8 ? s_Rates_ByteStage_68 : s_Rates_ByteStage_71;
                bit<8> s_Rates_Flags_231 = armed_8 ? s_Rates_Flags_219 : s_Rates_Flags_230;
                bit<8> s_Rates_Own_43 = armed_8 ? s_Rates_Own_40 : s_Rates_Own_42;
                bit<32> s_Alpha_33 = armed_8 ? s_Alpha_30 : s_Alpha_32;
                bit<32> s_AlphaAt_32 = armed_8 ? s_AlphaAt_1 : s_AlphaAt_31;
                bit<8> did_63 = armed_8 ? 8w0 : did_62;
                // dcqcn.cnp
                bit<8> did_64 = did_57 | did_63;
                bit<32> s_Rates_RC_168 = t_873 ? s_Rates_RC_160 : s_Rates_RC_167;
                bit<32> s_Rates_RT_133 = t_873 ? s_Rates_RT_125 : s_Rates_RT_132;
                bit<32> s_Rates_Bytes_75 = t_873 ? s_Rates_Bytes_69 : s_Rates_Bytes_74;
                bit<32> s_Rates_IncreaseAt_50 = t_873 ? s_Rates_IncreaseAt_44 : s_Rates_IncreaseAt_49;
                bit<32> s_Rates_CutAt_42 = t_873 ? s_Rates_CutAt_37 : s_Rates_CutAt_41;
                bit<8> s_Rates_TimeStage_50 = t_873 ? s_Rates_TimeStage_44 : s_Rates_TimeStage_49;
                bit<8> s_Rates_ByteStage_73 = t_873 ? s_Rates_ByteStage_67 : s_Rates_ByteStage_72;
                bit<8> s_Rates_Flags_232 = t_873 ? s_Rates_Flags_214 : s_Rates_Flags_231;
                bit<8> s_Rates_Own_44 = t_873 ? s_Rates_Own_39 : s_Rates_Own_43;
                bit<32> s_Alpha_34 = t_873 ? s_Alpha_30 : s_Alpha_33;
                bit<32> s_AlphaAt_33 = t_873 ? s_AlphaAt_29 : s_AlphaAt_32;
                bit<8> did_65 = t_873 ? did_57 : did_64;
                bit<32> s_Rates_RC_169 = t_823 ? s_Rates_RC_152 : s_Rates_RC_168;
                bit<32> s_Rates_RT_134 = t_823 ? s_Rates_RT_117 : s_Rates_RT_133;
                bit<32> s_Rates_Bytes_76 = t_823 ? s_Rates_Bytes_63 : s_Rates_Bytes_75;
                bit<32> s_Rates_IncreaseAt_51 = t_823 ? s_Rates_IncreaseAt_38 : s_Rates_IncreaseAt_50;
                bit<32> s_Rates_CutAt_43 = t_823 ? s_Rates_CutAt_32 : s_Rates_CutAt_42;
                bit<8> s_Rates_TimeStage_51 = t_823 ? s_Rates_TimeStage_38 : s_Rates_TimeStage_50;
                bit<8> s_Rates_ByteStage_74 = t_823 ? s_Rates_ByteStage_61 : s_Rates_ByteStage_73;
                bit<8> s_Rates_Flags_233 = t_823 ? s_Rates_Flags_196 : s_Rates_Flags_232;
                bit<8> s_Rates_Own_45 = t_823 ? s_Rates_Own_34 : s_Rates_Own_44;
                bit<32> s_Alpha_35 = t_823 ? s_Alpha_26 : s_Alpha_34;
                bit<32> s_AlphaAt_34 = t_823 ? s_AlphaAt_25 : s_AlphaAt_33;
                bit<8> did_66 = t_823 ? did_49 : did_65;
                bit<32> s_Rates_RC_170 = t_773 ? s_Rates_RC_144 : s_Rates_RC_169;
                bit<32> s_Rates_RT_135 = t_773 ? s_Rates_RT_109 : s_Rates_RT_134;
                bit<32> s_Rates_Bytes_77 = t_773 ? s_Rates_Bytes_57 : s_Rates_Bytes_76;
                bit<32> s_Rates_IncreaseAt_52 = t_773 ? s_Rates_IncreaseAt_32 : s_Rates_IncreaseAt_51;
                bit<32> s_Rates_CutAt_44 = t_773 ? s_Rates_CutAt_27 : s_Rates_CutAt_43;
                bit<8> s_Rates_TimeStage_52 = t_773 ? s_Rates_TimeStage_32 : s_Rates_TimeStage_51;
                bit<8> s_Rates_ByteStage_75 = t_773 ? s_Rates_ByteStage_55 : s_Rates_ByteStage_74;
                bit<8> s_Rates_Flags_234 = t_773 ? s_Rates_Flags_178 : s_Rates_Flags_233;
                bit<8> s_Rates_Own_46 = t_773 ? s_Rates_Own_29 : s_Rates_Own_45;
                bit<32> s_Alpha_36 = t_773 ? s_Alpha_22 : s_Alpha_35;
                bit<32> s_AlphaAt_35 = t_773 ? s_AlphaAt_21 : s_AlphaAt_34;
                bit<8> did_67 = t_773 ? did_41 : did_66;
                bit<32> s_Rates_RC_171 = t_723 ? s_Rates_RC_136 : s_Rates_RC_170;
                bit<32> s_Rates_RT_136 = t_723 ? s_Rates_RT_101 : s_Rates_RT_135;
                bit<32> s_Rates_Bytes_78 = t_723 ? s_Rates_Bytes_51 : s_Rates_Bytes_77;
                bit<32> s_Rates_IncreaseAt_53 = t_723 ? s_Rates_IncreaseAt_26 : s_Rates_IncreaseAt_52;
                bit<32> s_Rates_CutAt_45 = t_723 ? s_Rates_CutAt_22 : s_Rates_CutAt_44;
                bit<8> s_Rates_TimeStage_53 = t_723 ? s_Rates_TimeStage_26 : s_Rates_TimeStage_52;
                bit<8> s_Rates_ByteStage_76 = t_723 ? s_Rates_ByteStage_49 : s_Rates_ByteStage_75;
                bit<8> s_Rates_Flags_235 = t_723 ? s_Rates_Flags_160 : s_Rates_Flags_234;
                bit<8> s_Rates_Own_47 = t_723 ? s_Rates_Own_24 : s_Rates_Own_46;
                bit<32> s_Alpha_37 = t_723 ? s_Alpha_18 : s_Alpha_36;
                bit<32> s_AlphaAt_36 = t_723 ? s_AlphaAt_17 : s_AlphaAt_35;
                bit<8> did_68 = t_723 ? did_33 : did_67;
                bit<32> s_Rates_RC_172 = t_673 ? s_Rates_RC_128 : s_Rates_RC_171;
                bit<32> s_Rates_RT_137 = t_673 ? s_Rates_RT_93 : s_Rates_RT_136;
                bit<32> s_Rates_Bytes_79 = t_673 ? s_Rates_Bytes_45 : s_Rates_Bytes_78;
                bit<32> s_Rates_IncreaseAt_54 = t_673 ? s_Rates_IncreaseAt_20 : s_Rates_IncreaseAt_53;
                bit<32> s_Rates_CutAt_46 = t_673 ? s_Rates_CutAt_17 : s_Rates_CutAt_45;
                bit<8> s_Rates_TimeStage_54 = t_673 ? s_Rates_TimeStage_20 : s_Rates_TimeStage_53;
                bit<8> s_Rates_ByteStage_77 = t_673 ? s_Rates_ByteStage_43 : s_Rates_ByteStage_76;
                bit<8> s_Rates_Flags_236 = t_673 ? s_Rates_Flags_142 : s_Rates_Flags_235;
                bit<8> s_Rates_Own_48 = t_673 ? s_Rates_Own_19 : s_Rates_Own_47;
                bit<32> s_Alpha_38 = t_673 ? s_Alpha_14 : s_Alpha_37;
                bit<32> s_AlphaAt_37 = t_673 ? s_AlphaAt_13 : s_AlphaAt_36;
                bit<8> did_69 = t_673 ? did_25 : did_68;
                bit<32> s_Rates_RC_173 = t_623 ? s_Rates_RC_120 : s_Rates_RC_172;
                bit<32> s_Rates_RT_138 = t_623 ? s_Rates_RT_85 : s_Rates_RT_137;
                bit<32> s_Rates_Bytes_80 = t_623 ? s_Rates_Bytes_39 : s_Rates_Bytes_79;
                bit<32> s_Rates_IncreaseAt_55 = t_623 ? s_Rates_IncreaseAt_14 : s_Rates_IncreaseAt_54;
                bit<32> s_Rates_CutAt_47 = t_623 ? s_Rates_CutAt_12 : s_Rates_CutAt_46;
                bit<8> s_Rates_TimeStage_55 = t_623 ? s_Rates_TimeStage_14 : s_Rates_TimeStage_54;
                bit<8> s_Rates_ByteStage_78 = t_623 ? s_Rates_ByteStage_37 : s_Rates_ByteStage_77;
                bit<8> s_Rates_Flags_237 = t_623 ? s_Rates_Flags_124 : s_Rates_Flags_236;
                bit<8> s_Rates_Own_49 = t_623 ? s_Rates_Own_14 : s_Rates_Own_48;
                bit<32> s_Alpha_39 = t_623 ? s_Alpha_10 : s_Alpha_38;
                bit<32> s_AlphaAt_38 = t_623 ? s_AlphaAt_9 : s_AlphaAt_37;
                bit<8> did_70 = t_623 ? did_17 : did_69;
                bit<32> s_Rates_RC_174 = t_573 ? s_Rates_RC_112 : s_Rates_RC_173;
                bit<32> s_Rates_RT_139 = t_573 ? s_Rates_RT_77 : s_Rates_RT_138;
                bit<32> s_Rates_Bytes_81 = t_573 ? s_Rates_Bytes_33 : s_Rates_Bytes_80;
                bit<32> s_Rates_IncreaseAt_56 = t_573 ? s_Rates_IncreaseAt_8 : s_Rates_IncreaseAt_55;
                bit<32> s_Rates_CutAt_48 = t_573 ? s_Rates_CutAt_7 : s_Rates_CutAt_47;
                bit<8> s_Rates_TimeStage_56 = t_573 ? s_Rates_TimeStage_8 : s_Rates_TimeStage_55;
                bit<8> s_Rates_ByteStage_79 = t_573 ? s_Rates_ByteStage_31 : s_Rates_ByteStage_78;
                bit<8> s_Rates_Flags_238 = t_573 ? s_Rates_Flags_106 : s_Rates_Flags_237;
                bit<8> s_Rates_Own_50 = t_573 ? s_Rates_Own_9 : s_Rates_Own_49;
                bit<32> s_Alpha_40 = t_573 ? s_Alpha_6 : s_Alpha_39;
                bit<32> s_AlphaAt_39 = t_573 ? s_AlphaAt_5 : s_AlphaAt_38;
                bit<8> did_71 = t_573 ? did_9 : did_70;
                bit<32> s_Rates_RC_175 = t_518 ? meta.s_Rates_RC : s_Rates_RC_174;
                bit<32> s_Rates_RT_140 = t_518 ? meta.s_Rates_RT : s_Rates_RT_139;
                bit<32> s_Rates_Bytes_82 = t_518 ? meta.s_Rates_Bytes : s_Rates_Bytes_81;
                bit<32> s_Rates_IncreaseAt_57 = t_518 ? meta.s_Rates_IncreaseAt : s_Rates_IncreaseAt_56;
                bit<32> s_Rates_CutAt_49 = t_518 ? meta.s_Rates_CutAt : s_Rates_CutAt_48;
                bit<8> s_Rates_TimeStage_57 = t_518 ? meta.s_Rates_TimeStage : s_Rates_TimeStage_56;
                bit<8> s_Rates_ByteStage_80 = t_518 ? meta.s_Rates_ByteStage : s_Rates_ByteStage_79;
                bit<8> s_Rates_Flags_239 = t_518 ? meta.s_Rates_Flags : s_Rates_Flags_238;
                bit<8> s_Rates_Own_51 = t_518 ? meta.s_Rates_Own : s_Rates_Own_50;
                bit<32> s_Alpha_41 = t_518 ? meta.s_Alpha : s_Alpha_40;
                bit<32> s_AlphaAt_40 = t_518 ? meta.s_AlphaAt : s_AlphaAt_39;
                bit<8> did_72 = t_518 ? 8w0 : did_71;
                // dcqcn.Step
                bit<32> s_Rates_RC_176 = t_516 ? s_Rates_RC_175 : meta.s_Rates_RC;
                bit<32> s_Rates_RT_141 = t_516 ? s_Rates_RT_140 : meta.s_Rates_RT;
                bit<32> s_Rates_Bytes_83 = t_516 ? s_Rates_Bytes_82 : meta.s_Rates_Bytes;
                bit<32> s_Rates_IncreaseAt_58 = t_516 ? s_Rates_IncreaseAt_57 : meta.s_Rates_IncreaseAt;
                bit<32> s_Rates_CutAt_50 = t_516 ? s_Rates_CutAt_49 : meta.s_Rates_CutAt;
                bit<8> s_Rates_TimeStage_58 = t_516 ? s_Rates_TimeStage_57 : meta.s_Rates_TimeStage;
                bit<8> s_Rates_ByteStage_81 = t_516 ? s_Rates_ByteStage_80 : meta.s_Rates_ByteStage;
                bit<8> s_Rates_Flags_240 = t_516 ? s_Rates_Flags_239 : meta.s_Rates_Flags;
                bit<8> s_Rates_Own_52 = t_516 ? s_Rates_Own_51 : meta.s_Rates_Own;
                bit<32> s_Alpha_42 = t_516 ? s_Alpha_41 : meta.s_Alpha;
                bit<32> s_AlphaAt_41 = t_516 ? s_AlphaAt_40 : meta.s_AlphaAt;
                bit<8> did_73 = t_516 ? did_72 : 8w0;
                bit<32> s_Rates_RC_177 = t_95 ? s_Rates_RC_103 : s_Rates_RC_176;
                bit<32> s_Rates_RT_142 = t_95 ? s_Rates_RT_69 : s_Rates_RT_141;
                bit<32> s_Rates_Bytes_84 = t_95 ? s_Rates_Bytes_27 : s_Rates_Bytes_83;
                bit<32> s_Rates_IncreaseAt_59 = t_95 ? meta.s_Rates_IncreaseAt : s_Rates_IncreaseAt_58;
                bit<32> s_Rates_CutAt_51 = t_95 ? meta.s_Rates_CutAt : s_Rates_CutAt_50;
                bit<8> s_Rates_TimeStage_59 = t_95 ? meta.s_Rates_TimeStage : s_Rates_TimeStage_58;
                bit<8> s_Rates_ByteStage_82 = t_95 ? s_Rates_ByteStage_25 : s_Rates_ByteStage_81;
                bit<8> s_Rates_Flags_241 = t_95 ? s_Rates_Flags_88 : s_Rates_Flags_240;
                bit<8> s_Rates_Own_53 = t_95 ? meta.s_Rates_Own : s_Rates_Own_52;
                bit<32> s_Alpha_43 = t_95 ? meta.s_Alpha : s_Alpha_42;
                bit<32> s_AlphaAt_42 = t_95 ? meta.s_AlphaAt : s_AlphaAt_41;
                bit<8> did_74 = t_95 ? did_2 : did_73;
                bit<32> s_Rates_RC_178 = t_38 ? s_Rates_RC_12 : s_Rates_RC_177;
                bit<32> s_Rates_RT_143 = t_38 ? s_Rates_RT_8 : s_Rates_RT_142;
                bit<32> s_Rates_Bytes_85 = t_38 ? meta.s_Rates_Bytes : s_Rates_Bytes_84;
                bit<32> s_Rates_IncreaseAt_60 = t_38 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_59;
                bit<32> s_Rates_CutAt_52 = t_38 ? meta.s_Rates_CutAt : s_Rates_CutAt_51;
                bit<8> s_Rates_TimeStage_60 = t_38 ? s_Rates_TimeStage_2 : s_Rates_TimeStage_59;
                bit<8> s_Rates_ByteStage_83 = t_38 ? meta.s_Rates_ByteStage : s_Rates_ByteStage_82;
                bit<8> s_Rates_Flags_242 = t_38 ? s_Rates_Flags_13 : s_Rates_Flags_241;
                bit<8> s_Rates_Own_54 = t_38 ? meta.s_Rates_Own : s_Rates_Own_53;
                bit<32> s_Alpha_44 = t_38 ? meta.s_Alpha : s_Alpha_43;
                bit<32> s_AlphaAt_43 = t_38 ? meta.s_AlphaAt : s_AlphaAt_42;
                bit<8> did_75 = t_38 ? dcqcn_DidIncrease : did_74;
                bit<32> s_Rates_RC_179 = t_15 ? s_Rates_RC_2 : s_Rates_RC_178;
                bit<32> s_Rates_RT_144 = t_15 ? s_Rates_RT_2 : s_Rates_RT_143;
                bit<32> s_Rates_Bytes_86 = t_15 ? s_Rates_Bytes_1 : s_Rates_Bytes_85;
                bit<32> s_Rates_IncreaseAt_61 = t_15 ? s_Rates_IncreaseAt_2 : s_Rates_IncreaseAt_60;
                bit<32> s_Rates_CutAt_53 = t_15 ? s_Rates_CutAt_2 : s_Rates_CutAt_52;
                bit<8> s_Rates_TimeStage_61 = t_15 ? s_Rates_TimeStage_1 : s_Rates_TimeStage_60;
                bit<8> s_Rates_ByteStage_84 = t_15 ? s_Rates_ByteStage_1 : s_Rates_ByteStage_83;
                bit<8> s_Rates_Flags_243 = t_15 ? s_Rates_Flags_5 : s_Rates_Flags_242;
                bit<8> s_Rates_Own_55 = t_15 ? meta.s_Rates_Own : s_Rates_Own_54;
                bit<32> s_Alpha_45 = t_15 ? meta.s_Alpha : s_Alpha_44;
                bit<32> s_AlphaAt_44 = t_15 ? meta.s_AlphaAt : s_AlphaAt_43;
                bit<8> did_76 = t_15 ? did_1 : did_75;
                bit<32> s_Rates_RC_180 = t_1 ? meta.s_Rates_RC : s_Rates_RC_179;
                bit<32> s_Rates_RT_145 = t_1 ? meta.s_Rates_RT : s_Rates_RT_144;
                bit<32> s_Rates_Bytes_87 = t_1 ? meta.s_Rates_Bytes : s_Rates_Bytes_86;
                bit<32> s_Rates_IncreaseAt_62 = t_1 ? meta.s_Rates_IncreaseAt : s_Rates_IncreaseAt_61;
                bit<32> s_Rates_CutAt_54 = t_1 ? meta.s_Rates_CutAt : s_Rates_CutAt_53;
                bit<8> s_Rates_TimeStage_62 = t_1 ? meta.s_Rates_TimeStage : s_Rates_TimeStage_61;
                bit<8> s_Rates_ByteStage_85 = t_1 ? meta.s_Rates_ByteStage : s_Rates_ByteStage_84;
                bit<8> s_Rates_Flags_244 = t_1 ? meta.s_Rates_Flags : s_Rates_Flags_243;
                bit<8> s_Rates_Own_56 = t_1 ? s_Rates_Own_4 : s_Rates_Own_55;
                bit<32> s_Alpha_46 = t_1 ? s_Alpha_3 : s_Alpha_45;
                bit<32> s_AlphaAt_45 = t_1 ? s_AlphaAt_1 : s_AlphaAt_44;
                bit<8> did_77 = t_1 ? dcqcn_DidAlpha : did_76;
                bit<8> did_78 = did_77 | dcqcn_DidChange;
                bit<8> did_79 = (s_Rates_RC_180 != meta.s_Rates_RC) ? did_78 : did_77;
                hdr.output.Rate = s_Rates_RC_180;
                hdr.output.Did = did_79;
                hdr.after.Rates_RC = s_Rates_RC_180;
                hdr.after.Rates_RT = s_Rates_RT_145;
                hdr.after.Rates_Bytes = s_Rates_Bytes_87;
                hdr.after.Rates_IncreaseAt = s_Rates_IncreaseAt_62;
                hdr.after.Rates_CutAt = s_Rates_CutAt_54;
                hdr.after.Rates_TimeStage = s_Rates_TimeStage_62;
                hdr.after.Rates_ByteStage = s_Rates_ByteStage_85;
                hdr.after.Rates_Flags = s_Rates_Flags_244;
                hdr.after.Rates_Own = s_Rates_Own_56;
                hdr.after.Alpha = s_Alpha_46;
                hdr.after.AlphaAt = s_AlphaAt_45;
                write_state();
                hdr.event.setInvalid();
                meta.answer = true;
            } else if (hdr.request.op == OP_INIT) {
                read_params();
                hdr.after.setValid();
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

control NoVerify(inout headers_t hdr, inout metadata_t meta) {
    apply {
    }
}

control Egress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
    apply {
    }
}

control NoCompute(inout headers_t hdr, inout metadata_t meta) {
    apply {
    }
}

control Reply(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.request);
        packet.emit(hdr.output);
        packet.emit(hdr.after);
    }
}

V1Switch(Request(), NoVerify(), Ingress(), Egress(), NoCompute(), Reply()) main;
