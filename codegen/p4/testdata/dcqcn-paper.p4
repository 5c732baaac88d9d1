// dcqcn: P4_16 for v1model, made from Go source. Do not edit.
//
// Command:
//   ccgen p4 dcqcn --profile paper
// Parameters: constants. Profile paper at 100G: DCQCN as published
//   MinRate = 40000
//   MaxRate = 100000000
//   TargetCap = 100000000
//   RateAI = 40000
//   RateHAI = 400000
//   FirstRate = 0
//   AlphaPeriod = 55000
//   IncreasePeriod = 55000
//   CutPeriod = 50000
//   ByteReset = 10000000
//   AlphaInit = 16777216
//   AlphaMax = 16777216
//   OldWeight = 65280
//   KeepAtLeast = 0
//   AlphaBits = 24
//   CutShift = 25
//   Threshold = 5
//   CutMode = 0
//   AlphaMode = 0
//   AlphaRounding = 1
//   Halving = 0
//   Hyper = 1
//   FirstCNP = 0
//   AlphaFirst = 0
//   ClampTarget = 1
//   ClampAfterTime = 1
//   TestFirst = 0
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
// FlagIncrease: the increase timer and the byte counter run.
const bit<8> dcqcn_FlagIncrease = 8w1;
// FlagPending: a CNP waits for the end of the cut timer.
const bit<8> dcqcn_FlagPending = 8w4;
// FlagSeen: the first CNP has come.
const bit<8> dcqcn_FlagSeen = 8w8;
const bit<8> dcqcn_MaxStage = 8w63;
// AlphaRuns: the alpha timer runs.
const bit<8> dcqcn_AlphaRuns = 8w1;
// AlphaSawCNP: a CNP came since the last end of the alpha timer.
const bit<8> dcqcn_AlphaSawCNP = 8w2;

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
                hdr.output.setValid();
                hdr.after.setValid();
                // dcqcn.Step
                bool t_1 = hdr.event.Kind == dcqcn_EventAlphaTimer;
                // dcqcn.alphaTimer
                bool t_3 = (meta.s_Rates_Own & dcqcn_AlphaSawCNP) != 8w0;
                // dcqcn.(*State).raiseAlpha
                bit<64> product_1 = ((bit<64>)meta.s_Alpha) * 64w0xFF00;
                bit<64> product_2 = product_1 + 64w0x100000000;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_3 = product_2 + 64w0x8000;
                bit<32> alpha_1 = (bit<32>)(product_3 >> 8w16);
                // dcqcn.(*State).raiseAlpha
                bit<32> s_Alpha_1 = (32w0x1000000 < alpha_1) ? 32w0x1000000 : alpha_1;
                // dcqcn.alphaTimer
                bit<8> s_Rates_Own_1 = meta.s_Rates_Own & 8w253;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_4 = product_1 + 64w0x8000;
                bit<32> s_Alpha_2 = (bit<32>)(product_4 >> 8w16);
                // dcqcn.alphaTimer
                bit<8> s_Rates_Own_2 = meta.s_Rates_Own & 8w254;
                bit<8> s_Rates_Own_3 = (s_Alpha_2 == meta.s_Alpha) ? s_Rates_Own_2 : meta.s_Rates_Own;
                bit<8> s_Rates_Own_4 = t_3 ? s_Rates_Own_1 : s_Rates_Own_3;
                bit<32> s_Alpha_3 = t_3 ? s_Alpha_1 : s_Alpha_2;
                // fixedpoint.Time.Add
                bit<32> s_AlphaAt_1 = hdr.event.Now + 32w0xD6D8;
                // dcqcn.Step
                bool t_9 = hdr.event.Kind == dcqcn_EventCutTimer;
                // dcqcn.(*Rates).CutTimer
                bool pending_1 = (meta.s_Rates_Flags & dcqcn_FlagPending) != 8w0;
                bit<8> s_Rates_Flags_1 = meta.s_Rates_Flags & 8w251;
                // fixedpoint.Time.Add
                bit<32> s_Rates_CutAt_1 = hdr.event.Now + 32w0xC350;
                // dcqcn.(*Rates).CutTimer
                bit<8> s_Rates_Flags_2 = s_Rates_Flags_1 & 8w253;
                bit<32> s_Rates_CutAt_2 = pending_1 ? s_Rates_CutAt_1 : meta.s_Rates_CutAt;
                bit<8> s_Rates_Flags_3 = pending_1 ? s_Rates_Flags_1 : s_Rates_Flags_2;
                // dcqcn.(*Rates).Cut
                bit<32> t_12 = (32w0x9C40 > meta.s_Rates_RC) ? 32w0x9C40 : meta.s_Rates_RC;
                bit<32> s_Rates_RT_1 = (32w0x5F5E100 < t_12) ? 32w0x5F5E100 : t_12;
                bit<32> keep_1 = 32w0x2000000 - meta.s_Alpha;
                bit<32> rc_1 = (bit<32>)((((bit<64>)meta.s_Rates_RC) * ((bit<64>)keep_1)) >> 8w25);
                bit<32> s_Rates_RC_1 = (32w0x9C40 > rc_1) ? 32w0x9C40 : rc_1;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_4 = s_Rates_Flags_3 | dcqcn_FlagIncrease;
                // dcqcn.Step
                bit<32> s_Rates_RC_2 = pending_1 ? s_Rates_RC_1 : meta.s_Rates_RC;
                bit<32> s_Rates_RT_2 = pending_1 ? s_Rates_RT_1 : meta.s_Rates_RT;
                bit<32> s_Rates_Bytes_1 = pending_1 ? 32w0 : meta.s_Rates_Bytes;
                bit<32> s_Rates_IncreaseAt_1 = pending_1 ? s_AlphaAt_1 : meta.s_Rates_IncreaseAt;
                bit<8> s_Rates_TimeStage_1 = pending_1 ? 8w0 : meta.s_Rates_TimeStage;
                bit<8> s_Rates_ByteStage_1 = pending_1 ? 8w0 : meta.s_Rates_ByteStage;
                bit<8> s_Rates_Flags_5 = pending_1 ? s_Rates_Flags_4 : s_Rates_Flags_2;
                bit<8> did_1 = pending_1 ? dcqcn_DidCut : 8w0;
                bool t_19 = hdr.event.Kind == dcqcn_EventIncreaseTimer;
                // dcqcn.(*Rates).IncreaseTimer
                bit<8> t_20 = meta.s_Rates_TimeStage + 8w1;
                bit<8> s_Rates_TimeStage_2 = (dcqcn_MaxStage < t_20) ? dcqcn_MaxStage : t_20;
                // dcqcn.(*Rates).increase
                bit<8> t_23 = (meta.s_Rates_ByteStage > s_Rates_TimeStage_2) ? meta.s_Rates_ByteStage : s_Rates_TimeStage_2;
                bit<8> t_26 = (meta.s_Rates_ByteStage < s_Rates_TimeStage_2) ? meta.s_Rates_ByteStage : s_Rates_TimeStage_2;
                // At most 62 * 2^28 < 2^34: in 64 bits, then capped.
                bit<64> wide_1 = 64w0x61A80 * ((bit<64>)(t_26 - 8w5));
                bit<32> step_1 = (bit<32>)wide_1;
                bit<32> step_2 = (t_26 > 8w5) ? step_1 : 32w0x9C40;
                // Both below 2^31: the sum fits.
                bit<32> t_30 = meta.s_Rates_RT + step_2;
                bit<32> s_Rates_RT_3 = (32w0x5F5E100 < t_30) ? 32w0x5F5E100 : t_30;
                bit<32> s_Rates_RT_4 = (t_23 >= 8w5) ? s_Rates_RT_3 : meta.s_Rates_RT;
                bit<32> s_Rates_RC_3 = ((s_Rates_RT_4 + meta.s_Rates_RC) + 32w1) >> 8w1;
                bit<32> t_35 = (32w0x5F5E100 < s_Rates_RC_3) ? 32w0x5F5E100 : s_Rates_RC_3;
                bit<32> s_Rates_RC_4 = (32w0x9C40 > t_35) ? 32w0x9C40 : t_35;
                // Arrived: the target is at its cap, so that a later increase would repeat this
                // one, which left the rate as it was. What it would still do is to count: that
                // matters to a later cut only where the cut waits for an increase by bytes to take
                // the target (ClampAfterTime off), and target and rate differ.
                bool t_39 = (s_Rates_RT_4 == 32w0x5F5E100) && (s_Rates_RC_4 == meta.s_Rates_RC);
                bit<8> s_Rates_Flags_6 = meta.s_Rates_Flags & 8w254;
                bit<8> s_Rates_Flags_7 = t_39 ? s_Rates_Flags_6 : meta.s_Rates_Flags;
                // dcqcn.Step
                bool t_40 = hdr.event.Kind == dcqcn_EventSent;
                // dcqcn.(*Rates).Sent
                bool t_42 = (meta.s_Rates_Flags & dcqcn_FlagIncrease) == 8w0;
                bit<32> t_44 = (32w0x40000000 < hdr.event.Bytes) ? 32w0x40000000 : hdr.event.Bytes;
                bit<32> s_Rates_Bytes_2 = meta.s_Rates_Bytes + t_44;
                bool t_45 = s_Rates_Bytes_2 < 32w0x989680;
                bit<32> s_Rates_Bytes_3 = s_Rates_Bytes_2 - 32w0x989680;
                bit<8> t_46 = meta.s_Rates_ByteStage + 8w1;
                bit<8> s_Rates_ByteStage_2 = (dcqcn_MaxStage < t_46) ? dcqcn_MaxStage : t_46;
                // dcqcn.(*Rates).increase
                bit<8> t_49 = (s_Rates_ByteStage_2 > meta.s_Rates_TimeStage) ? s_Rates_ByteStage_2 : meta.s_Rates_TimeStage;
                bit<8> t_52 = (s_Rates_ByteStage_2 < meta.s_Rates_TimeStage) ? s_Rates_ByteStage_2 : meta.s_Rates_TimeStage;
                bit<64> wide_2 = 64w0x61A80 * ((bit<64>)(t_52 - 8w5));
                bit<32> step_3 = (bit<32>)wide_2;
                bit<32> step_4 = (t_52 > 8w5) ? step_3 : 32w0x9C40;
                bit<32> t_56 = meta.s_Rates_RT + step_4;
                bit<32> s_Rates_RT_5 = (32w0x5F5E100 < t_56) ? 32w0x5F5E100 : t_56;
                bit<32> s_Rates_RT_6 = (t_49 >= 8w5) ? s_Rates_RT_5 : meta.s_Rates_RT;
                bit<32> s_Rates_RC_5 = ((s_Rates_RT_6 + meta.s_Rates_RC) + 32w1) >> 8w1;
                bit<32> t_61 = (32w0x5F5E100 < s_Rates_RC_5) ? 32w0x5F5E100 : s_Rates_RC_5;
                bit<32> s_Rates_RC_6 = (32w0x9C40 > t_61) ? 32w0x9C40 : t_61;
                bool t_65 = (s_Rates_RT_6 == 32w0x5F5E100) && (s_Rates_RC_6 == meta.s_Rates_RC);
                bit<8> s_Rates_Flags_8 = t_65 ? s_Rates_Flags_6 : meta.s_Rates_Flags;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_7 = t_45 ? meta.s_Rates_RC : s_Rates_RC_6;
                bit<32> s_Rates_RT_7 = t_45 ? meta.s_Rates_RT : s_Rates_RT_6;
                bit<32> s_Rates_Bytes_4 = t_45 ? s_Rates_Bytes_2 : s_Rates_Bytes_3;
                bit<8> s_Rates_ByteStage_3 = t_45 ? meta.s_Rates_ByteStage : s_Rates_ByteStage_2;
                bit<8> s_Rates_Flags_9 = t_45 ? meta.s_Rates_Flags : s_Rates_Flags_8;
                bool t_66 = s_Rates_Bytes_4 < 32w0x989680;
                bit<32> s_Rates_Bytes_5 = s_Rates_Bytes_4 - 32w0x989680;
                bit<8> t_67 = s_Rates_ByteStage_3 + 8w1;
                bit<8> s_Rates_ByteStage_4 = (dcqcn_MaxStage < t_67) ? dcqcn_MaxStage : t_67;
                // dcqcn.(*Rates).increase
                bit<8> t_70 = (s_Rates_ByteStage_4 > meta.s_Rates_TimeStage) ? s_Rates_ByteStage_4 : meta.s_Rates_TimeStage;
                bit<8> t_73 = (s_Rates_ByteStage_4 < meta.s_Rates_TimeStage) ? s_Rates_ByteStage_4 : meta.s_Rates_TimeStage;
                bit<64> wide_3 = 64w0x61A80 * ((bit<64>)(t_73 - 8w5));
                bit<32> step_5 = (bit<32>)wide_3;
                bit<32> step_6 = (t_73 > 8w5) ? step_5 : 32w0x9C40;
                bit<32> t_77 = s_Rates_RT_7 + step_6;
                bit<32> s_Rates_RT_8 = (32w0x5F5E100 < t_77) ? 32w0x5F5E100 : t_77;
                bit<32> s_Rates_RT_9 = (t_70 >= 8w5) ? s_Rates_RT_8 : s_Rates_RT_7;
                bit<32> s_Rates_RC_8 = ((s_Rates_RT_9 + s_Rates_RC_7) + 32w1) >> 8w1;
                bit<32> t_82 = (32w0x5F5E100 < s_Rates_RC_8) ? 32w0x5F5E100 : s_Rates_RC_8;
                bit<32> s_Rates_RC_9 = (32w0x9C40 > t_82) ? 32w0x9C40 : t_82;
                bool t_86 = (s_Rates_RT_9 == 32w0x5F5E100) && (s_Rates_RC_9 == s_Rates_RC_7);
                bit<8> s_Rates_Flags_10 = s_Rates_Flags_9 & 8w254;
                bit<8> s_Rates_Flags_11 = t_86 ? s_Rates_Flags_10 : s_Rates_Flags_9;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_10 = t_66 ? s_Rates_RC_7 : s_Rates_RC_9;
                bit<32> s_Rates_RT_10 = t_66 ? s_Rates_RT_7 : s_Rates_RT_9;
                bit<32> s_Rates_Bytes_6 = t_66 ? s_Rates_Bytes_4 : s_Rates_Bytes_5;
                bit<8> s_Rates_ByteStage_5 = t_66 ? s_Rates_ByteStage_3 : s_Rates_ByteStage_4;
                bit<8> s_Rates_Flags_12 = t_66 ? s_Rates_Flags_9 : s_Rates_Flags_11;
                bool t_87 = s_Rates_Bytes_6 < 32w0x989680;
                bit<32> s_Rates_Bytes_7 = s_Rates_Bytes_6 - 32w0x989680;
                bit<8> t_88 = s_Rates_ByteStage_5 + 8w1;
                bit<8> s_Rates_ByteStage_6 = (dcqcn_MaxStage < t_88) ? dcqcn_MaxStage : t_88;
                // dcqcn.(*Rates).increase
                bit<8> t_91 = (s_Rates_ByteStage_6 > meta.s_Rates_TimeStage) ? s_Rates_ByteStage_6 : meta.s_Rates_TimeStage;
                bit<8> t_94 = (s_Rates_ByteStage_6 < meta.s_Rates_TimeStage) ? s_Rates_ByteStage_6 : meta.s_Rates_TimeStage;
                bit<64> wide_4 = 64w0x61A80 * ((bit<64>)(t_94 - 8w5));
                bit<32> step_7 = (bit<32>)wide_4;
                bit<32> step_8 = (t_94 > 8w5) ? step_7 : 32w0x9C40;
                bit<32> t_98 = s_Rates_RT_10 + step_8;
                bit<32> s_Rates_RT_11 = (32w0x5F5E100 < t_98) ? 32w0x5F5E100 : t_98;
                bit<32> s_Rates_RT_12 = (t_91 >= 8w5) ? s_Rates_RT_11 : s_Rates_RT_10;
                bit<32> s_Rates_RC_11 = ((s_Rates_RT_12 + s_Rates_RC_10) + 32w1) >> 8w1;
                bit<32> t_103 = (32w0x5F5E100 < s_Rates_RC_11) ? 32w0x5F5E100 : s_Rates_RC_11;
                bit<32> s_Rates_RC_12 = (32w0x9C40 > t_103) ? 32w0x9C40 : t_103;
                bool t_107 = (s_Rates_RT_12 == 32w0x5F5E100) && (s_Rates_RC_12 == s_Rates_RC_10);
                bit<8> s_Rates_Flags_13 = s_Rates_Flags_12 & 8w254;
                bit<8> s_Rates_Flags_14 = t_107 ? s_Rates_Flags_13 : s_Rates_Flags_12;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_13 = t_87 ? s_Rates_RC_10 : s_Rates_RC_12;
                bit<32> s_Rates_RT_13 = t_87 ? s_Rates_RT_10 : s_Rates_RT_12;
                bit<32> s_Rates_Bytes_8 = t_87 ? s_Rates_Bytes_6 : s_Rates_Bytes_7;
                bit<8> s_Rates_ByteStage_7 = t_87 ? s_Rates_ByteStage_5 : s_Rates_ByteStage_6;
                bit<8> s_Rates_Flags_15 = t_87 ? s_Rates_Flags_12 : s_Rates_Flags_14;
                bool t_108 = s_Rates_Bytes_8 < 32w0x989680;
                bit<32> s_Rates_Bytes_9 = s_Rates_Bytes_8 - 32w0x989680;
                bit<8> t_109 = s_Rates_ByteStage_7 + 8w1;
                bit<8> s_Rates_ByteStage_8 = (dcqcn_MaxStage < t_109) ? dcqcn_MaxStage : t_109;
                // dcqcn.(*Rates).increase
                bit<8> t_112 = (s_Rates_ByteStage_8 > meta.s_Rates_TimeStage) ? s_Rates_ByteStage_8 : meta.s_Rates_TimeStage;
                bit<8> t_115 = (s_Rates_ByteStage_8 < meta.s_Rates_TimeStage) ? s_Rates_ByteStage_8 : meta.s_Rates_TimeStage;
                bit<64> wide_5 = 64w0x61A80 * ((bit<64>)(t_115 - 8w5));
                bit<32> step_9 = (bit<32>)wide_5;
                bit<32> step_10 = (t_115 > 8w5) ? step_9 : 32w0x9C40;
                bit<32> t_119 = s_Rates_RT_13 + step_10;
                bit<32> s_Rates_RT_14 = (32w0x5F5E100 < t_119) ? 32w0x5F5E100 : t_119;
                bit<32> s_Rates_RT_15 = (t_112 >= 8w5) ? s_Rates_RT_14 : s_Rates_RT_13;
                bit<32> s_Rates_RC_14 = ((s_Rates_RT_15 + s_Rates_RC_13) + 32w1) >> 8w1;
                bit<32> t_124 = (32w0x5F5E100 < s_Rates_RC_14) ? 32w0x5F5E100 : s_Rates_RC_14;
                bit<32> s_Rates_RC_15 = (32w0x9C40 > t_124) ? 32w0x9C40 : t_124;
                bool t_128 = (s_Rates_RT_15 == 32w0x5F5E100) && (s_Rates_RC_15 == s_Rates_RC_13);
                bit<8> s_Rates_Flags_16 = s_Rates_Flags_15 & 8w254;
                bit<8> s_Rates_Flags_17 = t_128 ? s_Rates_Flags_16 : s_Rates_Flags_15;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_16 = t_108 ? s_Rates_RC_13 : s_Rates_RC_15;
                bit<32> s_Rates_RT_16 = t_108 ? s_Rates_RT_13 : s_Rates_RT_15;
                bit<32> s_Rates_Bytes_10 = t_108 ? s_Rates_Bytes_8 : s_Rates_Bytes_9;
                bit<8> s_Rates_ByteStage_9 = t_108 ? s_Rates_ByteStage_7 : s_Rates_ByteStage_8;
                bit<8> s_Rates_Flags_18 = t_108 ? s_Rates_Flags_15 : s_Rates_Flags_17;
                bool t_129 = s_Rates_Bytes_10 < 32w0x989680;
                bit<32> s_Rates_Bytes_11 = s_Rates_Bytes_10 - 32w0x989680;
                bit<8> t_130 = s_Rates_ByteStage_9 + 8w1;
                bit<8> s_Rates_ByteStage_10 = (dcqcn_MaxStage < t_130) ? dcqcn_MaxStage : t_130;
                // dcqcn.(*Rates).increase
                bit<8> t_133 = (s_Rates_ByteStage_10 > meta.s_Rates_TimeStage) ? s_Rates_ByteStage_10 : meta.s_Rates_TimeStage;
                bit<8> t_136 = (s_Rates_ByteStage_10 < meta.s_Rates_TimeStage) ? s_Rates_ByteStage_10 : meta.s_Rates_TimeStage;
                bit<64> wide_6 = 64w0x61A80 * ((bit<64>)(t_136 - 8w5));
                bit<32> step_11 = (bit<32>)wide_6;
                bit<32> step_12 = (t_136 > 8w5) ? step_11 : 32w0x9C40;
                bit<32> t_140 = s_Rates_RT_16 + step_12;
                bit<32> s_Rates_RT_17 = (32w0x5F5E100 < t_140) ? 32w0x5F5E100 : t_140;
                bit<32> s_Rates_RT_18 = (t_133 >= 8w5) ? s_Rates_RT_17 : s_Rates_RT_16;
                bit<32> s_Rates_RC_17 = ((s_Rates_RT_18 + s_Rates_RC_16) + 32w1) >> 8w1;
                bit<32> t_145 = (32w0x5F5E100 < s_Rates_RC_17) ? 32w0x5F5E100 : s_Rates_RC_17;
                bit<32> s_Rates_RC_18 = (32w0x9C40 > t_145) ? 32w0x9C40 : t_145;
                bool t_149 = (s_Rates_RT_18 == 32w0x5F5E100) && (s_Rates_RC_18 == s_Rates_RC_16);
                bit<8> s_Rates_Flags_19 = s_Rates_Flags_18 & 8w254;
                bit<8> s_Rates_Flags_20 = t_149 ? s_Rates_Flags_19 : s_Rates_Flags_18;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_19 = t_129 ? s_Rates_RC_16 : s_Rates_RC_18;
                bit<32> s_Rates_RT_19 = t_129 ? s_Rates_RT_16 : s_Rates_RT_18;
                bit<32> s_Rates_Bytes_12 = t_129 ? s_Rates_Bytes_10 : s_Rates_Bytes_11;
                bit<8> s_Rates_ByteStage_11 = t_129 ? s_Rates_ByteStage_9 : s_Rates_ByteStage_10;
                bit<8> s_Rates_Flags_21 = t_129 ? s_Rates_Flags_18 : s_Rates_Flags_20;
                bool t_150 = s_Rates_Bytes_12 < 32w0x989680;
                bit<32> s_Rates_Bytes_13 = s_Rates_Bytes_12 - 32w0x989680;
                bit<8> t_151 = s_Rates_ByteStage_11 + 8w1;
                bit<8> s_Rates_ByteStage_12 = (dcqcn_MaxStage < t_151) ? dcqcn_MaxStage : t_151;
                // dcqcn.(*Rates).increase
                bit<8> t_154 = (s_Rates_ByteStage_12 > meta.s_Rates_TimeStage) ? s_Rates_ByteStage_12 : meta.s_Rates_TimeStage;
                bit<8> t_157 = (s_Rates_ByteStage_12 < meta.s_Rates_TimeStage) ? s_Rates_ByteStage_12 : meta.s_Rates_TimeStage;
                bit<64> wide_7 = 64w0x61A80 * ((bit<64>)(t_157 - 8w5));
                bit<32> step_13 = (bit<32>)wide_7;
                bit<32> step_14 = (t_157 > 8w5) ? step_13 : 32w0x9C40;
                bit<32> t_161 = s_Rates_RT_19 + step_14;
                bit<32> s_Rates_RT_20 = (32w0x5F5E100 < t_161) ? 32w0x5F5E100 : t_161;
                bit<32> s_Rates_RT_21 = (t_154 >= 8w5) ? s_Rates_RT_20 : s_Rates_RT_19;
                bit<32> s_Rates_RC_20 = ((s_Rates_RT_21 + s_Rates_RC_19) + 32w1) >> 8w1;
                bit<32> t_166 = (32w0x5F5E100 < s_Rates_RC_20) ? 32w0x5F5E100 : s_Rates_RC_20;
                bit<32> s_Rates_RC_21 = (32w0x9C40 > t_166) ? 32w0x9C40 : t_166;
                bool t_170 = (s_Rates_RT_21 == 32w0x5F5E100) && (s_Rates_RC_21 == s_Rates_RC_19);
                bit<8> s_Rates_Flags_22 = s_Rates_Flags_21 & 8w254;
                bit<8> s_Rates_Flags_23 = t_170 ? s_Rates_Flags_22 : s_Rates_Flags_21;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_22 = t_150 ? s_Rates_RC_19 : s_Rates_RC_21;
                bit<32> s_Rates_RT_22 = t_150 ? s_Rates_RT_19 : s_Rates_RT_21;
                bit<32> s_Rates_Bytes_14 = t_150 ? s_Rates_Bytes_12 : s_Rates_Bytes_13;
                bit<8> s_Rates_ByteStage_13 = t_150 ? s_Rates_ByteStage_11 : s_Rates_ByteStage_12;
                bit<8> s_Rates_Flags_24 = t_150 ? s_Rates_Flags_21 : s_Rates_Flags_23;
                bool t_171 = s_Rates_Bytes_14 < 32w0x989680;
                bit<32> s_Rates_Bytes_15 = s_Rates_Bytes_14 - 32w0x989680;
                bit<8> t_172 = s_Rates_ByteStage_13 + 8w1;
                bit<8> s_Rates_ByteStage_14 = (dcqcn_MaxStage < t_172) ? dcqcn_MaxStage : t_172;
                // dcqcn.(*Rates).increase
                bit<8> t_175 = (s_Rates_ByteStage_14 > meta.s_Rates_TimeStage) ? s_Rates_ByteStage_14 : meta.s_Rates_TimeStage;
                bit<8> t_178 = (s_Rates_ByteStage_14 < meta.s_Rates_TimeStage) ? s_Rates_ByteStage_14 : meta.s_Rates_TimeStage;
                bit<64> wide_8 = 64w0x61A80 * ((bit<64>)(t_178 - 8w5));
                bit<32> step_15 = (bit<32>)wide_8;
                bit<32> step_16 = (t_178 > 8w5) ? step_15 : 32w0x9C40;
                bit<32> t_182 = s_Rates_RT_22 + step_16;
                bit<32> s_Rates_RT_23 = (32w0x5F5E100 < t_182) ? 32w0x5F5E100 : t_182;
                bit<32> s_Rates_RT_24 = (t_175 >= 8w5) ? s_Rates_RT_23 : s_Rates_RT_22;
                bit<32> s_Rates_RC_23 = ((s_Rates_RT_24 + s_Rates_RC_22) + 32w1) >> 8w1;
                bit<32> t_187 = (32w0x5F5E100 < s_Rates_RC_23) ? 32w0x5F5E100 : s_Rates_RC_23;
                bit<32> s_Rates_RC_24 = (32w0x9C40 > t_187) ? 32w0x9C40 : t_187;
                bool t_191 = (s_Rates_RT_24 == 32w0x5F5E100) && (s_Rates_RC_24 == s_Rates_RC_22);
                bit<8> s_Rates_Flags_25 = s_Rates_Flags_24 & 8w254;
                bit<8> s_Rates_Flags_26 = t_191 ? s_Rates_Flags_25 : s_Rates_Flags_24;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_25 = t_171 ? s_Rates_RC_22 : s_Rates_RC_24;
                bit<32> s_Rates_RT_25 = t_171 ? s_Rates_RT_22 : s_Rates_RT_24;
                bit<32> s_Rates_Bytes_16 = t_171 ? s_Rates_Bytes_14 : s_Rates_Bytes_15;
                bit<8> s_Rates_ByteStage_15 = t_171 ? s_Rates_ByteStage_13 : s_Rates_ByteStage_14;
                bit<8> s_Rates_Flags_27 = t_171 ? s_Rates_Flags_24 : s_Rates_Flags_26;
                bool t_192 = s_Rates_Bytes_16 < 32w0x989680;
                bit<32> s_Rates_Bytes_17 = s_Rates_Bytes_16 - 32w0x989680;
                bit<8> t_193 = s_Rates_ByteStage_15 + 8w1;
                bit<8> s_Rates_ByteStage_16 = (dcqcn_MaxStage < t_193) ? dcqcn_MaxStage : t_193;
                // dcqcn.(*Rates).increase
                bit<8> t_196 = (s_Rates_ByteStage_16 > meta.s_Rates_TimeStage) ? s_Rates_ByteStage_16 : meta.s_Rates_TimeStage;
                bit<8> t_199 = (s_Rates_ByteStage_16 < meta.s_Rates_TimeStage) ? s_Rates_ByteStage_16 : meta.s_Rates_TimeStage;
                bit<64> wide_9 = 64w0x61A80 * ((bit<64>)(t_199 - 8w5));
                bit<32> step_17 = (bit<32>)wide_9;
                bit<32> step_18 = (t_199 > 8w5) ? step_17 : 32w0x9C40;
                bit<32> t_203 = s_Rates_RT_25 + step_18;
                bit<32> s_Rates_RT_26 = (32w0x5F5E100 < t_203) ? 32w0x5F5E100 : t_203;
                bit<32> s_Rates_RT_27 = (t_196 >= 8w5) ? s_Rates_RT_26 : s_Rates_RT_25;
                bit<32> s_Rates_RC_26 = ((s_Rates_RT_27 + s_Rates_RC_25) + 32w1) >> 8w1;
                bit<32> t_208 = (32w0x5F5E100 < s_Rates_RC_26) ? 32w0x5F5E100 : s_Rates_RC_26;
                bit<32> s_Rates_RC_27 = (32w0x9C40 > t_208) ? 32w0x9C40 : t_208;
                bool t_212 = (s_Rates_RT_27 == 32w0x5F5E100) && (s_Rates_RC_27 == s_Rates_RC_25);
                bit<8> s_Rates_Flags_28 = s_Rates_Flags_27 & 8w254;
                bit<8> s_Rates_Flags_29 = t_212 ? s_Rates_Flags_28 : s_Rates_Flags_27;
                // dcqcn.(*Rates).Sent
                bit<32> s_Rates_RC_28 = t_192 ? s_Rates_RC_25 : s_Rates_RC_27;
                bit<32> s_Rates_RT_28 = t_192 ? s_Rates_RT_25 : s_Rates_RT_27;
                bit<32> s_Rates_Bytes_18 = t_192 ? s_Rates_Bytes_16 : s_Rates_Bytes_17;
                bit<8> s_Rates_ByteStage_17 = t_192 ? s_Rates_ByteStage_15 : s_Rates_ByteStage_16;
                bit<8> s_Rates_Flags_30 = t_192 ? s_Rates_Flags_27 : s_Rates_Flags_29;
                bit<32> s_Rates_RC_29 = t_171 ? s_Rates_RC_22 : s_Rates_RC_28;
                bit<32> s_Rates_RT_29 = t_171 ? s_Rates_RT_22 : s_Rates_RT_28;
                bit<32> s_Rates_Bytes_19 = t_171 ? s_Rates_Bytes_14 : s_Rates_Bytes_18;
                bit<8> s_Rates_ByteStage_18 = t_171 ? s_Rates_ByteStage_13 : s_Rates_ByteStage_17;
                bit<8> s_Rates_Flags_31 = t_171 ? s_Rates_Flags_24 : s_Rates_Flags_30;
                bit<32> s_Rates_RC_30 = t_150 ? s_Rates_RC_19 : s_Rates_RC_29;
                bit<32> s_Rates_RT_30 = t_150 ? s_Rates_RT_19 : s_Rates_RT_29;
                bit<32> s_Rates_Bytes_20 = t_150 ? s_Rates_Bytes_12 : s_Rates_Bytes_19;
                bit<8> s_Rates_ByteStage_19 = t_150 ? s_Rates_ByteStage_11 : s_Rates_ByteStage_18;
                bit<8> s_Rates_Flags_32 = t_150 ? s_Rates_Flags_21 : s_Rates_Flags_31;
                bit<32> s_Rates_RC_31 = t_129 ? s_Rates_RC_16 : s_Rates_RC_30;
                bit<32> s_Rates_RT_31 = t_129 ? s_Rates_RT_16 : s_Rates_RT_30;
                bit<32> s_Rates_Bytes_21 = t_129 ? s_Rates_Bytes_10 : s_Rates_Bytes_20;
                bit<8> s_Rates_ByteStage_20 = t_129 ? s_Rates_ByteStage_9 : s_Rates_ByteStage_19;
                bit<8> s_Rates_Flags_33 = t_129 ? s_Rates_Flags_18 : s_Rates_Flags_32;
                bit<32> s_Rates_RC_32 = t_108 ? s_Rates_RC_13 : s_Rates_RC_31;
                bit<32> s_Rates_RT_32 = t_108 ? s_Rates_RT_13 : s_Rates_RT_31;
                bit<32> s_Rates_Bytes_22 = t_108 ? s_Rates_Bytes_8 : s_Rates_Bytes_21;
                bit<8> s_Rates_ByteStage_21 = t_108 ? s_Rates_ByteStage_7 : s_Rates_ByteStage_20;
                bit<8> s_Rates_Flags_34 = t_108 ? s_Rates_Flags_15 : s_Rates_Flags_33;
                bit<32> s_Rates_RC_33 = t_87 ? s_Rates_RC_10 : s_Rates_RC_32;
                bit<32> s_Rates_RT_33 = t_87 ? s_Rates_RT_10 : s_Rates_RT_32;
                bit<32> s_Rates_Bytes_23 = t_87 ? s_Rates_Bytes_6 : s_Rates_Bytes_22;
                bit<8> s_Rates_ByteStage_22 = t_87 ? s_Rates_ByteStage_5 : s_Rates_ByteStage_21;
                bit<8> s_Rates_Flags_35 = t_87 ? s_Rates_Flags_12 : s_Rates_Flags_34;
                bit<32> s_Rates_RC_34 = t_66 ? s_Rates_RC_7 : s_Rates_RC_33;
                bit<32> s_Rates_RT_34 = t_66 ? s_Rates_RT_7 : s_Rates_RT_33;
                bit<32> s_Rates_Bytes_24 = t_66 ? s_Rates_Bytes_4 : s_Rates_Bytes_23;
                bit<8> s_Rates_ByteStage_23 = t_66 ? s_Rates_ByteStage_3 : s_Rates_ByteStage_22;
                bit<8> s_Rates_Flags_36 = t_66 ? s_Rates_Flags_9 : s_Rates_Flags_35;
                bit<32> s_Rates_RC_35 = t_45 ? meta.s_Rates_RC : s_Rates_RC_34;
                bit<32> s_Rates_RT_35 = t_45 ? meta.s_Rates_RT : s_Rates_RT_34;
                bit<32> s_Rates_Bytes_25 = t_45 ? s_Rates_Bytes_2 : s_Rates_Bytes_24;
                bit<8> s_Rates_ByteStage_24 = t_45 ? meta.s_Rates_ByteStage : s_Rates_ByteStage_23;
                bit<8> s_Rates_Flags_37 = t_45 ? meta.s_Rates_Flags : s_Rates_Flags_36;
                bit<32> s_Rates_Bytes_26 = (s_Rates_Bytes_25 >= 32w0x989680) ? 32w0 : s_Rates_Bytes_25;
                bit<32> s_Rates_RC_36 = t_42 ? meta.s_Rates_RC : s_Rates_RC_35;
                bit<32> s_Rates_RT_36 = t_42 ? meta.s_Rates_RT : s_Rates_RT_35;
                bit<32> s_Rates_Bytes_27 = t_42 ? meta.s_Rates_Bytes : s_Rates_Bytes_26;
                bit<8> s_Rates_ByteStage_25 = t_42 ? meta.s_Rates_ByteStage : s_Rates_ByteStage_24;
                bit<8> s_Rates_Flags_38 = t_42 ? meta.s_Rates_Flags : s_Rates_Flags_37;
                // dcqcn.Step
                bit<8> did_2 = (s_Rates_ByteStage_25 != meta.s_Rates_ByteStage) ? dcqcn_DidIncrease : 8w0;
                bool t_215 = hdr.event.Kind == dcqcn_EventCNP;
                // dcqcn.cnp
                bit<16> count_1 = (16w1 > hdr.event.CNPs) ? 16w1 : hdr.event.CNPs;
                bool t_217 = 16w0 == count_1;
                // dcqcn.(*Rates).Notice
                bit<8> s_Rates_Flags_39 = meta.s_Rates_Flags | dcqcn_FlagSeen;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_40 = s_Rates_Flags_39 | dcqcn_FlagIncrease;
                // dcqcn.oneCNP
                bit<8> s_Rates_Own_5 = meta.s_Rates_Own | dcqcn_AlphaRuns;
                // dcqcn.cnp
                bit<32> s_Rates_RC_37 = t_217 ? meta.s_Rates_RC : s_Rates_RC_1;
                bit<32> s_Rates_RT_37 = t_217 ? meta.s_Rates_RT : s_Rates_RT_1;
                bit<32> s_Rates_Bytes_28 = t_217 ? meta.s_Rates_Bytes : 32w0;
                bit<32> s_Rates_IncreaseAt_2 = t_217 ? meta.s_Rates_IncreaseAt : s_AlphaAt_1;
                bit<8> s_Rates_TimeStage_3 = t_217 ? meta.s_Rates_TimeStage : 8w0;
                bit<8> s_Rates_ByteStage_26 = t_217 ? meta.s_Rates_ByteStage : 8w0;
                bit<8> s_Rates_Flags_41 = t_217 ? meta.s_Rates_Flags : s_Rates_Flags_40;
                bit<8> s_Rates_Own_6 = t_217 ? meta.s_Rates_Own : s_Rates_Own_5;
                bit<32> s_Alpha_4 = t_217 ? meta.s_Alpha : s_Alpha_1;
                bit<32> s_AlphaAt_2 = t_217 ? meta.s_AlphaAt : s_AlphaAt_1;
                bit<8> did_3 = t_217 ? 8w0 : 8w5;
                bool t_218 = 16w1 == count_1;
                // dcqcn.(*Rates).Notice
                bit<8> s_Rates_Flags_42 = s_Rates_Flags_41 | dcqcn_FlagSeen;
                // dcqcn.(*Rates).Cut
                bit<32> t_220 = (32w0x9C40 > s_Rates_RC_37) ? 32w0x9C40 : s_Rates_RC_37;
                bit<32> s_Rates_RT_38 = (32w0x5F5E100 < t_220) ? 32w0x5F5E100 : t_220;
                bit<32> keep_2 = 32w0x2000000 - s_Alpha_4;
                bit<32> rc_2 = (bit<32>)((((bit<64>)s_Rates_RC_37) * ((bit<64>)keep_2)) >> 8w25);
                bit<32> s_Rates_RC_38 = (32w0x9C40 > rc_2) ? 32w0x9C40 : rc_2;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_43 = s_Rates_Flags_42 | dcqcn_FlagIncrease;
                // dcqcn.(*State).raiseAlpha
                bit<64> product_5 = (((bit<64>)s_Alpha_4) * 64w0xFF00) + 64w0x100000000;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_6 = product_5 + 64w0x8000;
                bit<32> alpha_2 = (bit<32>)(product_6 >> 8w16);
                // dcqcn.(*State).raiseAlpha
                bit<32> s_Alpha_5 = (32w0x1000000 < alpha_2) ? 32w0x1000000 : alpha_2;
                // dcqcn.oneCNP
                bit<8> s_Rates_Own_7 = s_Rates_Own_6 | dcqcn_AlphaRuns;
                // dcqcn.cnp
                bit<8> did_4 = did_3 | 8w5;
                bit<32> s_Rates_RC_39 = t_218 ? s_Rates_RC_37 : s_Rates_RC_38;
                bit<32> s_Rates_RT_39 = t_218 ? s_Rates_RT_37 : s_Rates_RT_38;
                bit<32> s_Rates_Bytes_29 = t_218 ? s_Rates_Bytes_28 : 32w0;
                bit<32> s_Rates_IncreaseAt_3 = t_218 ? s_Rates_IncreaseAt_2 : s_AlphaAt_1;
                bit<8> s_Rates_TimeStage_4 = t_218 ? s_Rates_TimeStage_3 : 8w0;
                bit<8> s_Rates_ByteStage_27 = t_218 ? s_Rates_ByteStage_26 : 8w0;
                bit<8> s_Rates_Flags_44 = t_218 ? s_Rates_Flags_41 : s_Rates_Flags_43;
                bit<8> s_Rates_Own_8 = t_218 ? s_Rates_Own_6 : s_Rates_Own_7;
                bit<32> s_Alpha_6 = t_218 ? s_Alpha_4 : s_Alpha_5;
                bit<32> s_AlphaAt_3 = t_218 ? s_AlphaAt_2 : s_AlphaAt_1;
                bit<8> did_5 = t_218 ? did_3 : did_4;
                bool t_231 = 16w2 == count_1;
                // dcqcn.(*Rates).Notice
                bit<8> s_Rates_Flags_45 = s_Rates_Flags_44 | dcqcn_FlagSeen;
                // dcqcn.(*Rates).Cut
                bit<32> t_233 = (32w0x9C40 > s_Rates_RC_39) ? 32w0x9C40 : s_Rates_RC_39;
                bit<32> s_Rates_RT_40 = (32w0x5F5E100 < t_233) ? 32w0x5F5E100 : t_233;
                bit<32> keep_3 = 32w0x2000000 - s_Alpha_6;
                bit<32> rc_3 = (bit<32>)((((bit<64>)s_Rates_RC_39) * ((bit<64>)keep_3)) >> 8w25);
                bit<32> s_Rates_RC_40 = (32w0x9C40 > rc_3) ? 32w0x9C40 : rc_3;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_46 = s_Rates_Flags_45 | dcqcn_FlagIncrease;
                // dcqcn.(*State).raiseAlpha
                bit<64> product_7 = (((bit<64>)s_Alpha_6) * 64w0xFF00) + 64w0x100000000;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_8 = product_7 + 64w0x8000;
                bit<32> alpha_3 = (bit<32>)(product_8 >> 8w16);
                // dcqcn.(*State).raiseAlpha
                bit<32> s_Alpha_7 = (32w0x1000000 < alpha_3) ? 32w0x1000000 : alpha_3;
                // dcqcn.oneCNP
                bit<8> s_Rates_Own_9 = s_Rates_Own_8 | dcqcn_AlphaRuns;
                // dcqcn.cnp
                bit<8> did_6 = did_5 | 8w5;
                bit<32> s_Rates_RC_41 = t_231 ? s_Rates_RC_39 : s_Rates_RC_40;
                bit<32> s_Rates_RT_41 = t_231 ? s_Rates_RT_39 : s_Rates_RT_40;
                bit<32> s_Rates_Bytes_30 = t_231 ? s_Rates_Bytes_29 : 32w0;
                bit<32> s_Rates_IncreaseAt_4 = t_231 ? s_Rates_IncreaseAt_3 : s_AlphaAt_1;
                bit<8> s_Rates_TimeStage_5 = t_231 ? s_Rates_TimeStage_4 : 8w0;
                bit<8> s_Rates_ByteStage_28 = t_231 ? s_Rates_ByteStage_27 : 8w0;
                bit<8> s_Rates_Flags_47 = t_231 ? s_Rates_Flags_44 : s_Rates_Flags_46;
                bit<8> s_Rates_Own_10 = t_231 ? s_Rates_Own_8 : s_Rates_Own_9;
                bit<32> s_Alpha_8 = t_231 ? s_Alpha_6 : s_Alpha_7;
                bit<32> s_AlphaAt_4 = t_231 ? s_AlphaAt_3 : s_AlphaAt_1;
                bit<8> did_7 = t_231 ? did_5 : did_6;
                bool t_244 = 16w3 == count_1;
                // dcqcn.(*Rates).Notice
                bit<8> s_Rates_Flags_48 = s_Rates_Flags_47 | dcqcn_FlagSeen;
                // dcqcn.(*Rates).Cut
                bit<32> t_246 = (32w0x9C40 > s_Rates_RC_41) ? 32w0x9C40 : s_Rates_RC_41;
                bit<32> s_Rates_RT_42 = (32w0x5F5E100 < t_246) ? 32w0x5F5E100 : t_246;
                bit<32> keep_4 = 32w0x2000000 - s_Alpha_8;
                bit<32> rc_4 = (bit<32>)((((bit<64>)s_Rates_RC_41) * ((bit<64>)keep_4)) >> 8w25);
                bit<32> s_Rates_RC_42 = (32w0x9C40 > rc_4) ? 32w0x9C40 : rc_4;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_49 = s_Rates_Flags_48 | dcqcn_FlagIncrease;
                // dcqcn.(*State).raiseAlpha
                bit<64> product_9 = (((bit<64>)s_Alpha_8) * 64w0xFF00) + 64w0x100000000;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_10 = product_9 + 64w0x8000;
                bit<32> alpha_4 = (bit<32>)(product_10 >> 8w16);
                // dcqcn.(*State).raiseAlpha
                bit<32> s_Alpha_9 = (32w0x1000000 < alpha_4) ? 32w0x1000000 : alpha_4;
                // dcqcn.oneCNP
                bit<8> s_Rates_Own_11 = s_Rates_Own_10 | dcqcn_AlphaRuns;
                // dcqcn.cnp
                bit<8> did_8 = did_7 | 8w5;
                bit<32> s_Rates_RC_43 = t_244 ? s_Rates_RC_41 : s_Rates_RC_42;
                bit<32> s_Rates_RT_43 = t_244 ? s_Rates_RT_41 : s_Rates_RT_42;
                bit<32> s_Rates_Bytes_31 = t_244 ? s_Rates_Bytes_30 : 32w0;
                bit<32> s_Rates_IncreaseAt_5 = t_244 ? s_Rates_IncreaseAt_4 : s_AlphaAt_1;
                bit<8> s_Rates_TimeStage_6 = t_244 ? s_Rates_TimeStage_5 : 8w0;
                bit<8> s_Rates_ByteStage_29 = t_244 ? s_Rates_ByteStage_28 : 8w0;
                bit<8> s_Rates_Flags_50 = t_244 ? s_Rates_Flags_47 : s_Rates_Flags_49;
                bit<8> s_Rates_Own_12 = t_244 ? s_Rates_Own_10 : s_Rates_Own_11;
                bit<32> s_Alpha_10 = t_244 ? s_Alpha_8 : s_Alpha_9;
                bit<32> s_AlphaAt_5 = t_244 ? s_AlphaAt_4 : s_AlphaAt_1;
                bit<8> did_9 = t_244 ? did_7 : did_8;
                bool t_257 = 16w4 == count_1;
                // dcqcn.(*Rates).Notice
                bit<8> s_Rates_Flags_51 = s_Rates_Flags_50 | dcqcn_FlagSeen;
                // dcqcn.(*Rates).Cut
                bit<32> t_259 = (32w0x9C40 > s_Rates_RC_43) ? 32w0x9C40 : s_Rates_RC_43;
                bit<32> s_Rates_RT_44 = (32w0x5F5E100 < t_259) ? 32w0x5F5E100 : t_259;
                bit<32> keep_5 = 32w0x2000000 - s_Alpha_10;
                bit<32> rc_5 = (bit<32>)((((bit<64>)s_Rates_RC_43) * ((bit<64>)keep_5)) >> 8w25);
                bit<32> s_Rates_RC_44 = (32w0x9C40 > rc_5) ? 32w0x9C40 : rc_5;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_52 = s_Rates_Flags_51 | dcqcn_FlagIncrease;
                // dcqcn.(*State).raiseAlpha
                bit<64> product_11 = (((bit<64>)s_Alpha_10) * 64w0xFF00) + 64w0x100000000;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_12 = product_11 + 64w0x8000;
                bit<32> alpha_5 = (bit<32>)(product_12 >> 8w16);
                // dcqcn.(*State).raiseAlpha
                bit<32> s_Alpha_11 = (32w0x1000000 < alpha_5) ? 32w0x1000000 : alpha_5;
                // dcqcn.oneCNP
                bit<8> s_Rates_Own_13 = s_Rates_Own_12 | dcqcn_AlphaRuns;
                // dcqcn.cnp
                bit<8> did_10 = did_9 | 8w5;
                bit<32> s_Rates_RC_45 = t_257 ? s_Rates_RC_43 : s_Rates_RC_44;
                bit<32> s_Rates_RT_45 = t_257 ? s_Rates_RT_43 : s_Rates_RT_44;
                bit<32> s_Rates_Bytes_32 = t_257 ? s_Rates_Bytes_31 : 32w0;
                bit<32> s_Rates_IncreaseAt_6 = t_257 ? s_Rates_IncreaseAt_5 : s_AlphaAt_1;
                bit<8> s_Rates_TimeStage_7 = t_257 ? s_Rates_TimeStage_6 : 8w0;
                bit<8> s_Rates_ByteStage_30 = t_257 ? s_Rates_ByteStage_29 : 8w0;
                bit<8> s_Rates_Flags_53 = t_257 ? s_Rates_Flags_50 : s_Rates_Flags_52;
                bit<8> s_Rates_Own_14 = t_257 ? s_Rates_Own_12 : s_Rates_Own_13;
                bit<32> s_Alpha_12 = t_257 ? s_Alpha_10 : s_Alpha_11;
                bit<32> s_AlphaAt_6 = t_257 ? s_AlphaAt_5 : s_AlphaAt_1;
                bit<8> did_11 = t_257 ? did_9 : did_10;
                bool t_270 = 16w5 == count_1;
                // dcqcn.(*Rates).Notice
                bit<8> s_Rates_Flags_54 = s_Rates_Flags_53 | dcqcn_FlagSeen;
                // dcqcn.(*Rates).Cut
                bit<32> t_272 = (32w0x9C40 > s_Rates_RC_45) ? 32w0x9C40 : s_Rates_RC_45;
                bit<32> s_Rates_RT_46 = (32w0x5F5E100 < t_272) ? 32w0x5F5E100 : t_272;
                bit<32> keep_6 = 32w0x2000000 - s_Alpha_12;
                bit<32> rc_6 = (bit<32>)((((bit<64>)s_Rates_RC_45) * ((bit<64>)keep_6)) >> 8w25);
                bit<32> s_Rates_RC_46 = (32w0x9C40 > rc_6) ? 32w0x9C40 : rc_6;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_55 = s_Rates_Flags_54 | dcqcn_FlagIncrease;
                // dcqcn.(*State).raiseAlpha
                bit<64> product_13 = (((bit<64>)s_Alpha_12) * 64w0xFF00) + 64w0x100000000;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_14 = product_13 + 64w0x8000;
                bit<32> alpha_6 = (bit<32>)(product_14 >> 8w16);
                // dcqcn.(*State).raiseAlpha
                bit<32> s_Alpha_13 = (32w0x1000000 < alpha_6) ? 32w0x1000000 : alpha_6;
                // dcqcn.oneCNP
                bit<8> s_Rates_Own_15 = s_Rates_Own_14 | dcqcn_AlphaRuns;
                // dcqcn.cnp
                bit<8> did_12 = did_11 | 8w5;
                bit<32> s_Rates_RC_47 = t_270 ? s_Rates_RC_45 : s_Rates_RC_46;
                bit<32> s_Rates_RT_47 = t_270 ? s_Rates_RT_45 : s_Rates_RT_46;
                bit<32> s_Rates_Bytes_33 = t_270 ? s_Rates_Bytes_32 : 32w0;
                bit<32> s_Rates_IncreaseAt_7 = t_270 ? s_Rates_IncreaseAt_6 : s_AlphaAt_1;
                bit<8> s_Rates_TimeStage_8 = t_270 ? s_Rates_TimeStage_7 : 8w0;
                bit<8> s_Rates_ByteStage_31 = t_270 ? s_Rates_ByteStage_30 : 8w0;
                bit<8> s_Rates_Flags_56 = t_270 ? s_Rates_Flags_53 : s_Rates_Flags_55;
                bit<8> s_Rates_Own_16 = t_270 ? s_Rates_Own_14 : s_Rates_Own_15;
                bit<32> s_Alpha_14 = t_270 ? s_Alpha_12 : s_Alpha_13;
                bit<32> s_AlphaAt_7 = t_270 ? s_AlphaAt_6 : s_AlphaAt_1;
                bit<8> did_13 = t_270 ? did_11 : did_12;
                bool t_283 = 16w6 == count_1;
                // dcqcn.(*Rates).Notice
                bit<8> s_Rates_Flags_57 = s_Rates_Flags_56 | dcqcn_FlagSeen;
                // dcqcn.(*Rates).Cut
                bit<32> t_285 = (32w0x9C40 > s_Rates_RC_47) ? 32w0x9C40 : s_Rates_RC_47;
                bit<32> s_Rates_RT_48 = (32w0x5F5E100 < t_285) ? 32w0x5F5E100 : t_285;
                bit<32> keep_7 = 32w0x2000000 - s_Alpha_14;
                bit<32> rc_7 = (bit<32>)((((bit<64>)s_Rates_RC_47) * ((bit<64>)keep_7)) >> 8w25);
                bit<32> s_Rates_RC_48 = (32w0x9C40 > rc_7) ? 32w0x9C40 : rc_7;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_58 = s_Rates_Flags_57 | dcqcn_FlagIncrease;
                // dcqcn.(*State).raiseAlpha
                bit<64> product_15 = (((bit<64>)s_Alpha_14) * 64w0xFF00) + 64w0x100000000;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_16 = product_15 + 64w0x8000;
                bit<32> alpha_7 = (bit<32>)(product_16 >> 8w16);
                // dcqcn.(*State).raiseAlpha
                bit<32> s_Alpha_15 = (32w0x1000000 < alpha_7) ? 32w0x1000000 : alpha_7;
                // dcqcn.oneCNP
                bit<8> s_Rates_Own_17 = s_Rates_Own_16 | dcqcn_AlphaRuns;
                // dcqcn.cnp
                bit<8> did_14 = did_13 | 8w5;
                bit<32> s_Rates_RC_49 = t_283 ? s_Rates_RC_47 : s_Rates_RC_48;
                bit<32> s_Rates_RT_49 = t_283 ? s_Rates_RT_47 : s_Rates_RT_48;
                bit<32> s_Rates_Bytes_34 = t_283 ? s_Rates_Bytes_33 : 32w0;
                bit<32> s_Rates_IncreaseAt_8 = t_283 ? s_Rates_IncreaseAt_7 : s_AlphaAt_1;
                bit<8> s_Rates_TimeStage_9 = t_283 ? s_Rates_TimeStage_8 : 8w0;
                bit<8> s_Rates_ByteStage_32 = t_283 ? s_Rates_ByteStage_31 : 8w0;
                bit<8> s_Rates_Flags_59 = t_283 ? s_Rates_Flags_56 : s_Rates_Flags_58;
                bit<8> s_Rates_Own_18 = t_283 ? s_Rates_Own_16 : s_Rates_Own_17;
                bit<32> s_Alpha_16 = t_283 ? s_Alpha_14 : s_Alpha_15;
                bit<32> s_AlphaAt_8 = t_283 ? s_AlphaAt_7 : s_AlphaAt_1;
                bit<8> did_15 = t_283 ? did_13 : did_14;
                bool t_296 = 16w7 == count_1;
                // dcqcn.(*Rates).Notice
                bit<8> s_Rates_Flags_60 = s_Rates_Flags_59 | dcqcn_FlagSeen;
                // dcqcn.(*Rates).Cut
                bit<32> t_298 = (32w0x9C40 > s_Rates_RC_49) ? 32w0x9C40 : s_Rates_RC_49;
                bit<32> s_Rates_RT_50 = (32w0x5F5E100 < t_298) ? 32w0x5F5E100 : t_298;
                bit<32> keep_8 = 32w0x2000000 - s_Alpha_16;
                bit<32> rc_8 = (bit<32>)((((bit<64>)s_Rates_RC_49) * ((bit<64>)keep_8)) >> 8w25);
                bit<32> s_Rates_RC_50 = (32w0x9C40 > rc_8) ? 32w0x9C40 : rc_8;
                // dcqcn.(*Rates).restart
                bit<8> s_Rates_Flags_61 = s_Rates_Flags_60 | dcqcn_FlagIncrease;
                // dcqcn.(*State).raiseAlpha
                bit<64> product_17 = (((bit<64>)s_Alpha_16) * 64w0xFF00) + 64w0x100000000;
                // dcqcn.(*Params).roundAlpha
                bit<64> product_18 = product_17 + 64w0x8000;
                bit<32> alpha_8 = (bit<32>)(product_18 >> 8w16);
                // dcqcn.(*State).raiseAlpha
                bit<32> s_Alpha_17 = (32w0x1000000 < alpha_8) ? 32w0x1000000 : alpha_8;
                // dcqcn.oneCNP
                bit<8> s_Rates_Own_19 = s_Rates_Own_18 | dcqcn_AlphaRuns;
                // dcqcn.cnp
                bit<8> did_16 = did_15 | 8w5;
                bit<32> s_Rates_RC_51 = t_296 ? s_Rates_RC_49 : s_Rates_RC_50;
                bit<32> s_Rates_RT_51 = t_296 ? s_Rates_RT_49 : s_Rates_RT_50;
                bit<32> s_Rates_Bytes_35 = t_296 ? s_Rates_Bytes_34 : 32w0;
                bit<32> s_Rates_IncreaseAt_9 = t_296 ? s_Rates_IncreaseAt_8 : s_AlphaAt_1;
                bit<8> s_Rates_TimeStage_10 = t_296 ? s_Rates_TimeStage_9 : 8w0;
                bit<8> s_Rates_ByteStage_33 = t_296 ? s_Rates_ByteStage_32 : 8w0;
                bit<8> s_Rates_Flags_62 = t_296 ? s_Rates_Flags_59 : s_Rates_Flags_61;
                bit<8> s_Rates_Own_20 = t_296 ? s_Rates_Own_18 : s_Rates_Own_19;
                bit<32> s_Alpha_18 = t_296 ? s_Alpha_16 : s_Alpha_17;
                bit<32> s_AlphaAt_9 = t_296 ? s_AlphaAt_8 : s_AlphaAt_1;
                bit<8> did_17 = t_296 ? did_15 : did_16;
                bit<32> s_Rates_RC_52 = t_283 ? s_Rates_RC_47 : s_Rates_RC_51;
                bit<32> s_Rates_RT_52 = t_283 ? s_Rates_RT_47 : s_Rates_RT_51;
                bit<32> s_Rates_Bytes_36 = t_283 ? s_Rates_Bytes_33 : s_Rates_Bytes_35;
                bit<32> s_Rates_IncreaseAt_10 = t_283 ? s_Rates_IncreaseAt_7 : s_Rates_IncreaseAt_9;
                bit<8> s_Rates_TimeStage_11 = t_283 ? s_Rates_TimeStage_8 : s_Rates_TimeStage_10;
                bit<8> s_Rates_ByteStage_34 = t_283 ? s_Rates_ByteStage_31 : s_Rates_ByteStage_33;
                bit<8> s_Rates_Flags_63 = t_283 ? s_Rates_Flags_56 : s_Rates_Flags_62;
                bit<8> s_Rates_Own_21 = t_283 ? s_Rates_Own_16 : s_Rates_Own_20;
                bit<32> s_Alpha_19 = t_283 ? s_Alpha_14 : s_Alpha_18;
                bit<32> s_AlphaAt_10 = t_283 ? s_AlphaAt_7 : s_AlphaAt_9;
                bit<8> did_18 = t_283 ? did_13 : did_17;
                bit<32> s_Rates_RC_53 = t_270 ? s_Rates_RC_45 : s_Rates_RC_52;
                bit<32> s_Rates_RT_53 = t_270 ? s_Rates_RT_45 : s_Rates_RT_52;
                bit<32> s_Rates_Bytes_37 = t_270 ? s_Rates_Bytes_32 : s_Rates_Bytes_36;
                bit<32> s_Rates_IncreaseAt_11 = t_270 ? s_Rates_IncreaseAt_6 : s_Rates_IncreaseAt_10;
                bit<8> s_Rates_TimeStage_12 = t_270 ? s_Rates_TimeStage_7 : s_Rates_TimeStage_11;
                bit<8> s_Rates_ByteStage_35 = t_270 ? s_Rates_ByteStage_30 : s_Rates_ByteStage_34;
                bit<8> s_Rates_Flags_64 = t_270 ? s_Rates_Flags_53 : s_Rates_Flags_63;
                bit<8> s_Rates_Own_22 = t_270 ? s_Rates_Own_14 : s_Rates_Own_21;
                bit<32> s_Alpha_20 = t_270 ? s_Alpha_12 : s_Alpha_19;
                bit<32> s_AlphaAt_11 = t_270 ? s_AlphaAt_6 : s_AlphaAt_10;
                bit<8> did_19 = t_270 ? did_11 : did_18;
                bit<32> s_Rates_RC_54 = t_257 ? s_Rates_RC_43 : s_Rates_RC_53;
                bit<32> s_Rates_RT_54 = t_257 ? s_Rates_RT_43 : s_Rates_RT_53;
                bit<32> s_Rates_Bytes_38 = t_257 ? s_Rates_Bytes_31 : s_Rates_Bytes_37;
                bit<32> s_Rates_IncreaseAt_12 = t_257 ? s_Rates_IncreaseAt_5 : s_Rates_IncreaseAt_11;
                bit<8> s_Rates_TimeStage_13 = t_257 ? s_Rates_TimeStage_6 : s_Rates_TimeStage_12;
                bit<8> s_Rates_ByteStage_36 = t_257 ? s_Rates_ByteStage_29 : s_Rates_ByteStage_35;
                bit<8> s_Rates_Flags_65 = t_257 ? s_Rates_Flags_50 : s_Rates_Flags_64;
                bit<8> s_Rates_Own_23 = t_257 ? s_Rates_Own_12 : s_Rates_Own_22;
                bit<32> s_Alpha_21 = t_257 ? s_Alpha_10 : s_Alpha_20;
                bit<32> s_AlphaAt_12 = t_257 ? s_AlphaAt_5 : s_AlphaAt_11;
                bit<8> did_20 = t_257 ? did_9 : did_19;
                bit<32> s_Rates_RC_55 = t_244 ? s_Rates_RC_41 : s_Rates_RC_54;
                bit<32> s_Rates_RT_55 = t_244 ? s_Rates_RT_41 : s_Rates_RT_54;
                bit<32> s_Rates_Bytes_39 = t_244 ? s_Rates_Bytes_30 : s_Rates_Bytes_38;
                bit<32> s_Rates_IncreaseAt_13 = t_244 ? s_Rates_IncreaseAt_4 : s_Rates_IncreaseAt_12;
                bit<8> s_Rates_TimeStage_14 = t_244 ? s_Rates_TimeStage_5 : s_Rates_TimeStage_13;
                bit<8> s_Rates_ByteStage_37 = t_244 ? s_Rates_ByteStage_28 : s_Rates_ByteStage_36;
                bit<8> s_Rates_Flags_66 = t_244 ? s_Rates_Flags_47 : s_Rates_Flags_65;
                bit<8> s_Rates_Own_24 = t_244 ? s_Rates_Own_10 : s_Rates_Own_23;
                bit<32> s_Alpha_22 = t_244 ? s_Alpha_8 : s_Alpha_21;
                bit<32> s_AlphaAt_13 = t_244 ? s_AlphaAt_4 : s_AlphaAt_12;
                bit<8> did_21 = t_244 ? did_7 : did_20;
                bit<32> s_Rates_RC_56 = t_231 ? s_Rates_RC_39 : s_Rates_RC_55;
                bit<32> s_Rates_RT_56 = t_231 ? s_Rates_RT_39 : s_Rates_RT_55;
                bit<32> s_Rates_Bytes_40 = t_231 ? s_Rates_Bytes_29 : s_Rates_Bytes_39;
                bit<32> s_Rates_IncreaseAt_14 = t_231 ? s_Rates_IncreaseAt_3 : s_Rates_IncreaseAt_13;
                bit<8> s_Rates_TimeStage_15 = t_231 ? s_Rates_TimeStage_4 : s_Rates_TimeStage_14;
                bit<8> s_Rates_ByteStage_38 = t_231 ? s_Rates_ByteStage_27 : s_Rates_ByteStage_37;
                bit<8> s_Rates_Flags_67 = t_231 ? s_Rates_Flags_44 : s_Rates_Flags_66;
                bit<8> s_Rates_Own_25 = t_231 ? s_Rates_Own_8 : s_Rates_Own_24;
                bit<32> s_Alpha_23 = t_231 ? s_Alpha_6 : s_Alpha_22;
                bit<32> s_AlphaAt_14 = t_231 ? s_AlphaAt_3 : s_AlphaAt_13;
                bit<8> did_22 = t_231 ? did_5 : did_21;
                bit<32> s_Rates_RC_57 = t_218 ? s_Rates_RC_37 : s_Rates_RC_56;
                bit<32> s_Rates_RT_57 = t_218 ? s_Rates_RT_37 : s_Rates_RT_56;
                bit<32> s_Rates_Bytes_41 = t_218 ? s_Rates_Bytes_28 : s_Rates_Bytes_40;
                bit<32> s_Rates_IncreaseAt_15 = t_218 ? s_Rates_IncreaseAt_2 : s_Rates_IncreaseAt_14;
                bit<8> s_Rates_TimeStage_16 = t_218 ? s_Rates_TimeStage_3 : s_Rates_TimeStage_15;
                bit<8> s_Rates_ByteStage_39 = t_218 ? s_Rates_ByteStage_26 : s_Rates_ByteStage_38;
                bit<8> s_Rates_Flags_68 = t_218 ? s_Rates_Flags_41 : s_Rates_Flags_67;
                bit<8> s_Rates_Own_26 = t_218 ? s_Rates_Own_6 : s_Rates_Own_25;
                bit<32> s_Alpha_24 = t_218 ? s_Alpha_4 : s_Alpha_23;
                bit<32> s_AlphaAt_15 = t_218 ? s_AlphaAt_2 : s_AlphaAt_14;
                bit<8> did_23 = t_218 ? did_3 : did_22;
                bit<32> s_Rates_RC_58 = t_217 ? meta.s_Rates_RC : s_Rates_RC_57;
                bit<32> s_Rates_RT_58 = t_217 ? meta.s_Rates_RT : s_Rates_RT_57;
                bit<32> s_Rates_Bytes_42 = t_217 ? meta.s_Rates_Bytes : s_Rates_Bytes_41;
                bit<32> s_Rates_IncreaseAt_16 = t_217 ? meta.s_Rates_IncreaseAt : s_Rates_IncreaseAt_15;
                bit<8> s_Rates_TimeStage_17 = t_217 ? meta.s_Rates_TimeStage : s_Rates_TimeStage_16;
                bit<8> s_Rates_ByteStage_40 = t_217 ? meta.s_Rates_ByteStage : s_Rates_ByteStage_39;
                bit<8> s_Rates_Flags_69 = t_217 ? meta.s_Rates_Flags : s_Rates_Flags_68;
                bit<8> s_Rates_Own_27 = t_217 ? meta.s_Rates_Own : s_Rates_Own_26;
                bit<32> s_Alpha_25 = t_217 ? meta.s_Alpha : s_Alpha_24;
                bit<32> s_AlphaAt_16 = t_217 ? meta.s_AlphaAt : s_AlphaAt_15;
                bit<8> did_24 = t_217 ? 8w0 : did_23;
                // dcqcn.Step
                bit<32> s_Rates_RC_59 = t_215 ? s_Rates_RC_58 : meta.s_Rates_RC;
                bit<32> s_Rates_RT_59 = t_215 ? s_Rates_RT_58 : meta.s_Rates_RT;
                bit<32> s_Rates_Bytes_43 = t_215 ? s_Rates_Bytes_42 : meta.s_Rates_Bytes;
                bit<32> s_Rates_IncreaseAt_17 = t_215 ? s_Rates_IncreaseAt_16 : meta.s_Rates_IncreaseAt;
                bit<8> s_Rates_TimeStage_18 = t_215 ? s_Rates_TimeStage_17 : meta.s_Rates_TimeStage;
                bit<8> s_Rates_ByteStage_41 = t_215 ? s_Rates_ByteStage_40 : meta.s_Rates_ByteStage;
                bit<8> s_Rates_Flags_70 = t_215 ? s_Rates_Flags_69 : meta.s_Rates_Flags;
                bit<8> s_Rates_Own_28 = t_215 ? s_Rates_Own_27 : meta.s_Rates_Own;
                bit<32> s_Alpha_26 = t_215 ? s_Alpha_25 : meta.s_Alpha;
                bit<32> s_AlphaAt_17 = t_215 ? s_AlphaAt_16 : meta.s_AlphaAt;
                bit<8> did_25 = t_215 ? did_24 : 8w0;
                bit<32> s_Rates_RC_60 = t_40 ? s_Rates_RC_36 : s_Rates_RC_59;
                bit<32> s_Rates_RT_60 = t_40 ? s_Rates_RT_36 : s_Rates_RT_59;
                bit<32> s_Rates_Bytes_44 = t_40 ? s_Rates_Bytes_27 : s_Rates_Bytes_43;
                bit<32> s_Rates_IncreaseAt_18 = t_40 ? meta.s_Rates_IncreaseAt : s_Rates_IncreaseAt_17;
                bit<8> s_Rates_TimeStage_19 = t_40 ? meta.s_Rates_TimeStage : s_Rates_TimeStage_18;
                bit<8> s_Rates_ByteStage_42 = t_40 ? s_Rates_ByteStage_25 : s_Rates_ByteStage_41;
                bit<8> s_Rates_Flags_71 = t_40 ? s_Rates_Flags_38 : s_Rates_Flags_70;
                bit<8> s_Rates_Own_29 = t_40 ? meta.s_Rates_Own : s_Rates_Own_28;
                bit<32> s_Alpha_27 = t_40 ? meta.s_Alpha : s_Alpha_26;
                bit<32> s_AlphaAt_18 = t_40 ? meta.s_AlphaAt : s_AlphaAt_17;
                bit<8> did_26 = t_40 ? did_2 : did_25;
                bit<32> s_Rates_RC_61 = t_19 ? s_Rates_RC_4 : s_Rates_RC_60;
                bit<32> s_Rates_RT_61 = t_19 ? s_Rates_RT_4 : s_Rates_RT_60;
                bit<32> s_Rates_Bytes_45 = t_19 ? meta.s_Rates_Bytes : s_Rates_Bytes_44;
                bit<32> s_Rates_IncreaseAt_19 = t_19 ? s_AlphaAt_1 : s_Rates_IncreaseAt_18;
                bit<8> s_Rates_TimeStage_20 = t_19 ? s_Rates_TimeStage_2 : s_Rates_TimeStage_19;
                bit<8> s_Rates_ByteStage_43 = t_19 ? meta.s_Rates_ByteStage : s_Rates_ByteStage_42;
                bit<8> s_Rates_Flags_72 = t_19 ? s_Rates_Flags_7 : s_Rates_Flags_71;
                bit<8> s_Rates_Own_30 = t_19 ? meta.s_Rates_Own : s_Rates_Own_29;
                bit<32> s_Alpha_28 = t_19 ? meta.s_Alpha : s_Alpha_27;
                bit<32> s_AlphaAt_19 = t_19 ? meta.s_AlphaAt : s_AlphaAt_18;
                bit<8> did_27 = t_19 ? dcqcn_DidIncrease : did_26;
                bit<32> s_Rates_RC_62 = t_9 ? s_Rates_RC_2 : s_Rates_RC_61;
                bit<32> s_Rates_RT_62 = t_9 ? s_Rates_RT_2 : s_Rates_RT_61;
                bit<32> s_Rates_Bytes_46 = t_9 ? s_Rates_Bytes_1 : s_Rates_Bytes_45;
                bit<32> s_Rates_IncreaseAt_20 = t_9 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_19;
                bit<32> s_Rates_CutAt_3 = t_9 ? s_Rates_CutAt_2 : meta.s_Rates_CutAt;
                bit<8> s_Rates_TimeStage_21 = t_9 ? s_Rates_TimeStage_1 : s_Rates_TimeStage_20;
                bit<8> s_Rates_ByteStage_44 = t_9 ? s_Rates_ByteStage_1 : s_Rates_ByteStage_43;
                bit<8> s_Rates_Flags_73 = t_9 ? s_Rates_Flags_5 : s_Rates_Flags_72;
                bit<8> s_Rates_Own_31 = t_9 ? meta.s_Rates_Own : s_Rates_Own_30;
                bit<32> s_Alpha_29 = t_9 ? meta.s_Alpha : s_Alpha_28;
                bit<32> s_AlphaAt_20 = t_9 ? meta.s_AlphaAt : s_AlphaAt_19;
                bit<8> did_28 = t_9 ? did_1 : did_27;
                bit<32> s_Rates_RC_63 = t_1 ? meta.s_Rates_RC : s_Rates_RC_62;
                bit<32> s_Rates_RT_63 = t_1 ? meta.s_Rates_RT : s_Rates_RT_62;
                bit<32> s_Rates_Bytes_47 = t_1 ? meta.s_Rates_Bytes : s_Rates_Bytes_46;
                bit<32> s_Rates_IncreaseAt_21 = t_1 ? meta.s_Rates_IncreaseAt : s_Rates_IncreaseAt_20;
                bit<32> s_Rates_CutAt_4 = t_1 ? meta.s_Rates_CutAt : s_Rates_CutAt_3;
                bit<8> s_Rates_TimeStage_22 = t_1 ? meta.s_Rates_TimeStage : s_Rates_TimeStage_21;
                bit<8> s_Rates_ByteStage_45 = t_1 ? meta.s_Rates_ByteStage : s_Rates_ByteStage_44;
                bit<8> s_Rates_Flags_74 = t_1 ? meta.s_Rates_Flags : s_Rates_Flags_73;
                bit<8> s_Rates_Own_32 = t_1 ? s_Rates_Own_4 : s_Rates_Own_31;
                bit<32> s_Alpha_30 = t_1 ? s_Alpha_3 : s_Alpha_29;
                bit<32> s_AlphaAt_21 = t_1 ? s_AlphaAt_1 : s_AlphaAt_20;
                bit<8> did_29 = t_1 ? dcqcn_DidAlpha : did_28;
                bit<8> did_30 = did_29 | dcqcn_DidChange;
                bit<8> did_31 = (s_Rates_RC_63 != meta.s_Rates_RC) ? did_30 : did_29;
                hdr.output.Rate = s_Rates_RC_63;
                hdr.output.Did = did_31;
                hdr.after.Rates_RC = s_Rates_RC_63;
                hdr.after.Rates_RT = s_Rates_RT_63;
                hdr.after.Rates_Bytes = s_Rates_Bytes_47;
                hdr.after.Rates_IncreaseAt = s_Rates_IncreaseAt_21;
                hdr.after.Rates_CutAt = s_Rates_CutAt_4;
                hdr.after.Rates_TimeStage = s_Rates_TimeStage_22;
                hdr.after.Rates_ByteStage = s_Rates_ByteStage_45;
                hdr.after.Rates_Flags = s_Rates_Flags_74;
                hdr.after.Rates_Own = s_Rates_Own_32;
                hdr.after.Alpha = s_Alpha_30;
                hdr.after.AlphaAt = s_AlphaAt_21;
                write_state();
                hdr.event.setInvalid();
                meta.answer = true;
            } else if (hdr.request.op == OP_INIT) {
                hdr.after.setValid();
                hdr.after.Rates_RC = 32w0x5F5E100;
                hdr.after.Rates_RT = 32w0x5F5E100;
                hdr.after.Rates_Bytes = 32w0;
                hdr.after.Rates_IncreaseAt = 32w0;
                hdr.after.Rates_CutAt = 32w0;
                hdr.after.Rates_TimeStage = 8w0;
                hdr.after.Rates_ByteStage = 8w0;
                hdr.after.Rates_Flags = 8w0;
                hdr.after.Rates_Own = 8w0;
                hdr.after.Alpha = 32w0x1000000;
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
