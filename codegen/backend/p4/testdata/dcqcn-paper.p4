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
// FlagIncrease: the increase timer and the byte counter run.
const bit<8> dcqcn_FlagIncrease = 8w1;
// FlagPending: a CNP waits for the end of the cut timer.
const bit<8> dcqcn_FlagPending = 8w4;
const bit<8> dcqcn_MaxStage = 8w63;
// AlphaRuns: the alpha timer runs.
const bit<8> dcqcn_AlphaRuns = 8w1;
// AlphaSawCNP: a CNP came since the last end of the alpha timer.
const bit<8> dcqcn_AlphaSawCNP = 8w2;

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
    action init_step_1() {
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
    }
    action step_1_() {
        // dcqcn.Step
        bool t_1 = hdr.event.Kind == dcqcn_EventAlphaTimer;
        // dcqcn.alphaTimer
        bool t_3 = (meta.s_Rates_Own & dcqcn_AlphaSawCNP) == 8w0;
        // dcqcn.(*State).raiseAlpha
        bit<64> product_1 = ((bit<64>)meta.s_Alpha) * 64w0xFF00;
        // dcqcn.(*Params).roundAlpha
        bit<64> product_2 = product_1 + 64w0x100008000;
        // dcqcn.(*State).raiseAlpha
        bit<32> s_Alpha_1 = (product_2 > 64w0x1000000FFFF) ? 32w0x1000000 : ((bit<32>)(product_2 >> 8w16));
        // dcqcn.alphaTimer
        bit<8> s_Rates_Own_1 = meta.s_Rates_Own & 8w253;
        // dcqcn.(*Params).roundAlpha
        bit<64> product_3 = product_1 + 64w0x8000;
        bit<64> t_6 = product_3 >> 8w16;
        // dcqcn.alphaTimer
        bit<8> s_Rates_Own_2 = meta.s_Rates_Own & 8w254;
        bit<8> s_Rates_Own_3 = (t_6 == ((bit<64>)meta.s_Alpha)) ? s_Rates_Own_2 : meta.s_Rates_Own;
        bit<8> s_Rates_Own_4 = t_3 ? s_Rates_Own_3 : s_Rates_Own_1;
        bit<32> s_Alpha_2 = t_3 ? ((bit<32>)t_6) : s_Alpha_1;
        // fixedpoint.Time.Add
        bit<32> s_AlphaAt_1 = hdr.event.Now + 32w0xD6D8;
        // dcqcn.Step
        bool t_8 = hdr.event.Kind == dcqcn_EventCutTimer;
        // dcqcn.(*Rates).CutTimer
        bit<8> t_9 = meta.s_Rates_Flags & dcqcn_FlagPending;
        bool t_10 = t_9 == 8w0;
        bool pending_1 = t_9 != 8w0;
        bit<8> s_Rates_Flags_1 = meta.s_Rates_Flags & 8w251;
        // fixedpoint.Time.Add
        bit<32> s_Rates_CutAt_1 = hdr.event.Now + 32w0xC350;
        // dcqcn.(*Rates).CutTimer
        bit<8> s_Rates_Flags_2 = meta.s_Rates_Flags & 8w249;
        // dcqcn.(*Rates).Cut
        bit<32> t_12 = (meta.s_Rates_RC > 32w0x9C40) ? meta.s_Rates_RC : 32w0x9C40;
        bit<32> s_Rates_RT_1 = (t_12 > 32w0x5F5E100) ? 32w0x5F5E100 : t_12;
        bit<32> keep_1 = 32w0x2000000 - meta.s_Alpha;
        bit<32> rc_1 = (bit<32>)((((bit<64>)meta.s_Rates_RC) * ((bit<64>)keep_1)) >> 8w25);
        bit<32> s_Rates_RC_1 = (rc_1 < 32w0x9C40) ? 32w0x9C40 : rc_1;
        // dcqcn.(*Rates).restart
        bit<8> s_Rates_Flags_3 = s_Rates_Flags_1 | dcqcn_FlagIncrease;
        // dcqcn.Step
        bit<32> s_Rates_RC_2 = t_10 ? meta.s_Rates_RC : s_Rates_RC_1;
        bit<32> s_Rates_RT_2 = t_10 ? meta.s_Rates_RT : s_Rates_RT_1;
        bit<32> s_Rates_Bytes_1 = t_10 ? meta.s_Rates_Bytes : 32w0;
        bit<32> s_Rates_IncreaseAt_1 = t_10 ? meta.s_Rates_IncreaseAt : s_AlphaAt_1;
        bit<8> s_Rates_TimeStage_1 = t_10 ? meta.s_Rates_TimeStage : 8w0;
        bit<8> s_Rates_ByteStage_1 = t_10 ? meta.s_Rates_ByteStage : 8w0;
        bit<8> s_Rates_Flags_4 = t_10 ? s_Rates_Flags_2 : s_Rates_Flags_3;
        bit<8> did_1 = t_10 ? 8w0 : dcqcn_DidCut;
        bool t_16 = hdr.event.Kind == dcqcn_EventIncreaseTimer;
        // dcqcn.(*Rates).IncreaseTimer
        bit<8> t_17 = meta.s_Rates_TimeStage + 8w1;
        bool t_18 = t_17 > dcqcn_MaxStage;
        bit<8> s_Rates_TimeStage_2 = t_18 ? dcqcn_MaxStage : t_17;
        // dcqcn.(*Rates).increase
        bit<8> t_20 = (meta.s_Rates_ByteStage < s_Rates_TimeStage_2) ? s_Rates_TimeStage_2 : meta.s_Rates_ByteStage;
        bit<8> t_22 = (meta.s_Rates_ByteStage < dcqcn_MaxStage) ? meta.s_Rates_ByteStage : dcqcn_MaxStage;
        bit<8> t_24 = (meta.s_Rates_ByteStage < t_17) ? meta.s_Rates_ByteStage : t_17;
        bit<8> s_Rates_Flags_5 = meta.s_Rates_Flags & 8w254;
        // dcqcn.Step
        bool t_27 = hdr.event.Kind == dcqcn_EventSent;
        // dcqcn.(*Rates).Sent
        bit<8> t_28 = meta.s_Rates_Flags & dcqcn_FlagIncrease;
        bool t_29 = t_28 == 8w0;
        bit<32> t_32 = (hdr.event.Bytes > 32w0x40000000) ? 32w0x40000000 : hdr.event.Bytes;
        bit<32> s_Rates_Bytes_2 = meta.s_Rates_Bytes + t_32;
        bool t_33 = s_Rates_Bytes_2 < 32w0x989680;
        bool increased_1 = s_Rates_Bytes_2 >= 32w0x989680;
        bit<32> s_Rates_Bytes_3 = s_Rates_Bytes_2 - 32w0x989680;
        bit<8> t_34 = meta.s_Rates_ByteStage + 8w1;
        bool t_35 = t_34 > dcqcn_MaxStage;
        bit<8> s_Rates_ByteStage_2 = t_35 ? dcqcn_MaxStage : t_34;
        // dcqcn.(*Rates).increase
        bit<8> t_37 = (s_Rates_ByteStage_2 < meta.s_Rates_TimeStage) ? meta.s_Rates_TimeStage : s_Rates_ByteStage_2;
        bool t_39 = (t_16 ? t_20 : t_37) < 8w5;
        // Both below 2^31: the sum fits.
        bit<8> t_42 = (meta.s_Rates_TimeStage > dcqcn_MaxStage) ? dcqcn_MaxStage : meta.s_Rates_TimeStage;
        bit<8> t_44 = (t_34 < meta.s_Rates_TimeStage) ? t_34 : meta.s_Rates_TimeStage;
        bit<8> t_46 = t_16 ? (t_18 ? t_22 : t_24) : (t_35 ? t_42 : t_44);
        // At most 62 * 2^28 < 2^34: in 64 bits, then capped.
        bit<32> wide_1 = 32w0x61A80 * ((bit<32>)(t_46 - 8w5));
        bit<32> step_1 = (t_46 > 8w5) ? wide_1 : 32w0x9C40;
        bit<32> t_49 = meta.s_Rates_RT + step_1;
        bit<32> s_Rates_RT_3 = (t_49 > 32w0x5F5E100) ? (t_39 ? meta.s_Rates_RT : 32w0x5F5E100) : (t_39 ? meta.s_Rates_RT : t_49);
        bit<32> t_52 = (meta.s_Rates_RC + 32w1) + s_Rates_RT_3;
        bit<32> s_Rates_RC_3 = t_52 >> 8w1;
        bit<32> s_Rates_RC_4 = (t_52 > 32w0xBEBC201) ? 32w0x5F5E100 : ((t_52 > 32w0x13881) ? s_Rates_RC_3 : 32w0x9C40);
        // Arrived: the target is at its cap, so that a later increase would repeat this
        // one, which left the rate as it was. What it would still do is to count: that
        // matters to a later cut only where the cut waits for an increase by bytes to take
        // the target (ClampAfterTime off), and target and rate differ.
        bool t_58 = (s_Rates_RT_3 == 32w0x5F5E100) && (s_Rates_RC_4 == meta.s_Rates_RC);
        bit<8> s_Rates_Flags_6 = t_58 ? s_Rates_Flags_5 : meta.s_Rates_Flags;
        // dcqcn.(*Rates).Sent
        bool t_59 = s_Rates_Bytes_3 < 32w0x989680;
        bit<32> s_Rates_Bytes_4 = s_Rates_Bytes_3 - 32w0x989680;
        bit<8> t_60 = s_Rates_ByteStage_2 + 8w1;
        bool t_61 = t_60 > dcqcn_MaxStage;
        bit<8> s_Rates_ByteStage_3 = t_61 ? dcqcn_MaxStage : t_60;
        // dcqcn.(*Rates).increase
        bit<8> t_63 = (s_Rates_ByteStage_3 < meta.s_Rates_TimeStage) ? meta.s_Rates_TimeStage : s_Rates_ByteStage_3;
        bool t_64 = t_63 < 8w5;
        bit<8> t_66 = (t_60 < meta.s_Rates_TimeStage) ? t_60 : meta.s_Rates_TimeStage;
        bit<8> t_67 = t_61 ? t_42 : t_66;
        bit<32> wide_2 = 32w0x61A80 * ((bit<32>)(t_67 - 8w5));
        bit<32> step_2 = (t_67 > 8w5) ? wide_2 : 32w0x9C40;
        bit<32> t_70 = s_Rates_RT_3 + step_2;
        bit<32> s_Rates_RT_4 = (t_70 > 32w0x5F5E100) ? (t_64 ? s_Rates_RT_3 : 32w0x5F5E100) : (t_64 ? s_Rates_RT_3 : t_70);
        bit<32> t_75 = s_Rates_RC_4 + (32w1 + s_Rates_RT_4);
        bit<32> s_Rates_RC_5 = t_75 >> 8w1;
        bit<32> s_Rates_RC_6 = (t_75 > 32w0xBEBC201) ? 32w0x5F5E100 : ((t_75 > 32w0x13881) ? s_Rates_RC_5 : 32w0x9C40);
        bool t_81 = (s_Rates_RT_4 == 32w0x5F5E100) && (s_Rates_RC_6 == s_Rates_RC_4);
        bit<8> s_Rates_Flags_7 = t_81 ? s_Rates_Flags_5 : s_Rates_Flags_6;
        // dcqcn.(*Rates).Sent
        bool t_82 = s_Rates_Bytes_4 < 32w0x989680;
        bit<32> s_Rates_Bytes_5 = s_Rates_Bytes_4 - 32w0x989680;
        bit<8> t_83 = s_Rates_ByteStage_3 + 8w1;
        bit<8> s_Rates_ByteStage_4 = (t_83 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_83;
        // dcqcn.(*Rates).increase
        bool t_85 = s_Rates_ByteStage_4 < meta.s_Rates_TimeStage;
        bool t_87 = (t_85 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_4) < 8w5;
        bit<8> t_88 = t_85 ? s_Rates_ByteStage_4 : meta.s_Rates_TimeStage;
        bit<32> wide_3 = 32w0x61A80 * ((bit<32>)(t_88 - 8w5));
        bit<32> step_3 = (t_88 > 8w5) ? wide_3 : 32w0x9C40;
        bit<32> t_91 = s_Rates_RT_4 + step_3;
        bit<32> s_Rates_RT_5 = (t_91 > 32w0x5F5E100) ? (t_87 ? s_Rates_RT_4 : 32w0x5F5E100) : (t_87 ? s_Rates_RT_4 : t_91);
        bit<32> t_96 = (32w1 + s_Rates_RT_5) + s_Rates_RC_6;
        bit<32> s_Rates_RC_7 = t_96 >> 8w1;
        bit<32> s_Rates_RC_8 = (t_96 > 32w0xBEBC201) ? 32w0x5F5E100 : ((t_96 > 32w0x13881) ? s_Rates_RC_7 : 32w0x9C40);
        bool t_102 = (s_Rates_RT_5 == 32w0x5F5E100) && (s_Rates_RC_8 == s_Rates_RC_6);
        // dcqcn.(*Rates).Sent
        bool t_103 = s_Rates_Bytes_5 < 32w0x989680;
        bit<32> s_Rates_Bytes_6 = s_Rates_Bytes_5 - 32w0x989680;
        bit<8> t_104 = s_Rates_ByteStage_4 + 8w1;
        bit<8> s_Rates_ByteStage_5 = (t_104 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_104;
        // dcqcn.(*Rates).increase
        bool t_106 = s_Rates_ByteStage_5 < meta.s_Rates_TimeStage;
        bool t_108 = (t_106 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_5) < 8w5;
        bit<8> t_109 = t_106 ? s_Rates_ByteStage_5 : meta.s_Rates_TimeStage;
        bit<32> wide_4 = 32w0x61A80 * ((bit<32>)(t_109 - 8w5));
        bit<32> step_4 = (t_109 > 8w5) ? wide_4 : 32w0x9C40;
        bit<32> t_112 = s_Rates_RT_5 + step_4;
        bit<32> s_Rates_RT_6 = (t_112 > 32w0x5F5E100) ? (t_108 ? s_Rates_RT_5 : 32w0x5F5E100) : (t_108 ? s_Rates_RT_5 : t_112);
        bit<32> t_117 = (32w1 + s_Rates_RT_6) + s_Rates_RC_8;
        bit<32> s_Rates_RC_9 = t_117 >> 8w1;
        bit<32> s_Rates_RC_10 = (t_117 > 32w0xBEBC201) ? 32w0x5F5E100 : ((t_117 > 32w0x13881) ? s_Rates_RC_9 : 32w0x9C40);
        // dcqcn.(*Rates).Sent
        bool t_121 = s_Rates_Bytes_6 < 32w0x989680;
        bit<32> s_Rates_Bytes_7 = s_Rates_Bytes_6 - 32w0x989680;
        bit<8> t_122 = s_Rates_ByteStage_5 + 8w1;
        bit<8> s_Rates_ByteStage_6 = (t_122 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_122;
        // dcqcn.(*Rates).increase
        bool t_124 = s_Rates_ByteStage_6 < meta.s_Rates_TimeStage;
        bool t_126 = (t_124 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_6) < 8w5;
        bit<8> t_127 = t_124 ? s_Rates_ByteStage_6 : meta.s_Rates_TimeStage;
        bit<32> wide_5 = 32w0x61A80 * ((bit<32>)(t_127 - 8w5));
        bit<32> step_5 = (t_127 > 8w5) ? wide_5 : 32w0x9C40;
        bit<32> t_130 = s_Rates_RT_6 + step_5;
        bit<32> s_Rates_RT_7 = (t_130 > 32w0x5F5E100) ? (t_126 ? s_Rates_RT_6 : 32w0x5F5E100) : (t_126 ? s_Rates_RT_6 : t_130);
        bit<32> t_135 = (32w1 + s_Rates_RT_7) + s_Rates_RC_10;
        bit<32> s_Rates_RC_11 = t_135 >> 8w1;
        bit<32> s_Rates_RC_12 = (t_135 > 32w0xBEBC201) ? 32w0x5F5E100 : ((t_135 > 32w0x13881) ? s_Rates_RC_11 : 32w0x9C40);
        // dcqcn.(*Rates).Sent
        bool t_139 = s_Rates_Bytes_7 < 32w0x989680;
        bit<32> s_Rates_Bytes_8 = s_Rates_Bytes_7 - 32w0x989680;
        bit<8> t_140 = s_Rates_ByteStage_6 + 8w1;
        bit<8> s_Rates_ByteStage_7 = (t_140 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_140;
        // dcqcn.(*Rates).increase
        bool t_142 = s_Rates_ByteStage_7 < meta.s_Rates_TimeStage;
        bool t_144 = (t_142 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_7) < 8w5;
        bit<8> t_145 = t_142 ? s_Rates_ByteStage_7 : meta.s_Rates_TimeStage;
        bit<32> wide_6 = 32w0x61A80 * ((bit<32>)(t_145 - 8w5));
        bit<32> step_6 = (t_145 > 8w5) ? wide_6 : 32w0x9C40;
        bit<32> t_148 = s_Rates_RT_7 + step_6;
        bit<32> s_Rates_RT_8 = (t_148 > 32w0x5F5E100) ? (t_144 ? s_Rates_RT_7 : 32w0x5F5E100) : (t_144 ? s_Rates_RT_7 : t_148);
        bit<32> t_153 = (32w1 + s_Rates_RT_8) + s_Rates_RC_12;
        bit<32> s_Rates_RC_13 = t_153 >> 8w1;
        bit<32> s_Rates_RC_14 = (t_153 > 32w0xBEBC201) ? 32w0x5F5E100 : ((t_153 > 32w0x13881) ? s_Rates_RC_13 : 32w0x9C40);
        // dcqcn.(*Rates).Sent
        bool t_157 = s_Rates_Bytes_8 < 32w0x989680;
        bit<32> s_Rates_Bytes_9 = s_Rates_Bytes_8 - 32w0x989680;
        bit<8> t_158 = s_Rates_ByteStage_7 + 8w1;
        bit<8> s_Rates_ByteStage_8 = (t_158 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_158;
        // dcqcn.(*Rates).increase
        bool t_160 = s_Rates_ByteStage_8 < meta.s_Rates_TimeStage;
        bool t_162 = (t_160 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_8) < 8w5;
        bit<8> t_163 = t_160 ? s_Rates_ByteStage_8 : meta.s_Rates_TimeStage;
        bit<32> wide_7 = 32w0x61A80 * ((bit<32>)(t_163 - 8w5));
        bit<32> step_7 = (t_163 > 8w5) ? wide_7 : 32w0x9C40;
        bit<32> t_166 = s_Rates_RT_8 + step_7;
        bit<32> s_Rates_RT_9 = (t_166 > 32w0x5F5E100) ? (t_162 ? s_Rates_RT_8 : 32w0x5F5E100) : (t_162 ? s_Rates_RT_8 : t_166);
        bit<32> t_171 = (32w1 + s_Rates_RT_9) + s_Rates_RC_14;
        bit<32> s_Rates_RC_15 = t_171 >> 8w1;
        bit<32> s_Rates_RC_16 = (t_171 > 32w0xBEBC201) ? 32w0x5F5E100 : ((t_171 > 32w0x13881) ? s_Rates_RC_15 : 32w0x9C40);
        // dcqcn.(*Rates).Sent
        bool t_175 = s_Rates_Bytes_9 < 32w0x989680;
        bit<32> s_Rates_Bytes_10 = s_Rates_Bytes_9 - 32w0x989680;
        bit<8> t_176 = s_Rates_ByteStage_8 + 8w1;
        bit<8> s_Rates_ByteStage_9 = (t_176 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_176;
        // dcqcn.(*Rates).increase
        bool t_178 = s_Rates_ByteStage_9 < meta.s_Rates_TimeStage;
        bool t_180 = (t_178 ? meta.s_Rates_TimeStage : s_Rates_ByteStage_9) < 8w5;
        bit<8> t_181 = t_178 ? s_Rates_ByteStage_9 : meta.s_Rates_TimeStage;
        bit<32> wide_8 = 32w0x61A80 * ((bit<32>)(t_181 - 8w5));
        bit<32> step_8 = (t_181 > 8w5) ? wide_8 : 32w0x9C40;
        bit<32> t_184 = s_Rates_RT_9 + step_8;
        bit<32> s_Rates_RT_10 = (t_184 > 32w0x5F5E100) ? (t_180 ? s_Rates_RT_9 : 32w0x5F5E100) : (t_180 ? s_Rates_RT_9 : t_184);
        bit<32> t_189 = (32w1 + s_Rates_RT_10) + s_Rates_RC_16;
        bit<32> s_Rates_RC_17 = t_189 >> 8w1;
        bit<32> s_Rates_RC_18 = (t_189 > 32w0xBEBC201) ? 32w0x5F5E100 : ((t_189 > 32w0x13881) ? s_Rates_RC_17 : 32w0x9C40);
        // dcqcn.(*Rates).Sent
        bit<32> s_Rates_RT_11 = t_175 ? s_Rates_RT_9 : s_Rates_RT_10;
        bit<32> s_Rates_Bytes_11 = t_175 ? s_Rates_Bytes_9 : s_Rates_Bytes_10;
        bit<8> s_Rates_ByteStage_10 = t_175 ? s_Rates_ByteStage_8 : s_Rates_ByteStage_9;
        bool t_193 = s_Rates_RT_9 != 32w0x5F5E100;
        bool t_194 = s_Rates_RC_16 != s_Rates_RC_14;
        bool t_196 = t_175 || (s_Rates_RT_10 != 32w0x5F5E100);
        bit<32> s_Rates_RT_12 = t_157 ? s_Rates_RT_8 : s_Rates_RT_11;
        bit<32> s_Rates_Bytes_12 = t_157 ? s_Rates_Bytes_8 : s_Rates_Bytes_11;
        bit<8> s_Rates_ByteStage_11 = t_157 ? s_Rates_ByteStage_7 : s_Rates_ByteStage_10;
        bool t_202 = (s_Rates_RT_8 != 32w0x5F5E100) || (s_Rates_RC_14 != s_Rates_RC_12);
        bool t_205 = t_202 && ((t_157 || t_193) || t_194);
        bit<32> t_211 = t_139 ? s_Rates_RC_12 : (t_157 ? s_Rates_RC_14 : s_Rates_RC_16);
        bit<32> s_Rates_RT_13 = t_139 ? s_Rates_RT_7 : s_Rates_RT_12;
        bit<32> s_Rates_Bytes_13 = t_139 ? s_Rates_Bytes_7 : s_Rates_Bytes_12;
        bit<8> s_Rates_ByteStage_12 = t_139 ? s_Rates_ByteStage_6 : s_Rates_ByteStage_11;
        bool t_214 = (s_Rates_RT_7 != 32w0x5F5E100) || (s_Rates_RC_12 != s_Rates_RC_10);
        bool t_215 = t_205 && ((t_157 || (t_196 && t_193)) || (t_196 && t_194));
        bit<32> s_Rates_RT_14 = t_121 ? s_Rates_RT_6 : s_Rates_RT_13;
        bit<32> s_Rates_Bytes_14 = t_121 ? s_Rates_Bytes_6 : s_Rates_Bytes_13;
        bit<8> s_Rates_ByteStage_13 = t_121 ? s_Rates_ByteStage_5 : s_Rates_ByteStage_12;
        bool t_221 = (s_Rates_RT_6 != 32w0x5F5E100) || (s_Rates_RC_10 != s_Rates_RC_8);
        bit<32> s_Rates_RC_19 = (t_103 || (t_121 || (t_139 || (t_157 || t_175)))) ? (t_103 ? s_Rates_RC_8 : (t_121 ? s_Rates_RC_10 : t_211)) : s_Rates_RC_18;
        bit<32> s_Rates_RT_15 = t_103 ? s_Rates_RT_5 : s_Rates_RT_14;
        bit<32> s_Rates_Bytes_15 = t_103 ? s_Rates_Bytes_5 : s_Rates_Bytes_14;
        bit<8> s_Rates_ByteStage_14 = t_103 ? s_Rates_ByteStage_4 : s_Rates_ByteStage_13;
        bool t_226 = !t_102;
        bool t_228 = t_103 || (t_221 && t_121);
        bit<32> s_Rates_RT_16 = t_82 ? s_Rates_RT_4 : s_Rates_RT_15;
        bit<32> s_Rates_Bytes_16 = t_82 ? s_Rates_Bytes_4 : s_Rates_Bytes_15;
        bit<8> s_Rates_ByteStage_15 = t_82 ? s_Rates_ByteStage_3 : s_Rates_ByteStage_14;
        bool t_234 = (t_226 && (t_228 || (t_221 && (t_121 || t_214)))) && (t_139 || t_205);
        bool t_236 = t_234 && ((t_139 || t_215) || (s_Rates_RC_18 != s_Rates_RC_16));
        bit<32> s_Rates_RT_17 = t_59 ? s_Rates_RT_3 : s_Rates_RT_16;
        bit<32> s_Rates_Bytes_17 = t_59 ? s_Rates_Bytes_3 : s_Rates_Bytes_16;
        bit<8> s_Rates_ByteStage_16 = t_59 ? s_Rates_ByteStage_2 : s_Rates_ByteStage_15;
        bit<32> s_Rates_Bytes_18 = t_33 ? s_Rates_Bytes_2 : s_Rates_Bytes_17;
        bit<32> s_Rates_Bytes_19 = (s_Rates_Bytes_18 < 32w0x989680) ? s_Rates_Bytes_18 : 32w0;
        bool t_243 = t_29 || t_33;
        bit<32> t_245 = t_243 ? meta.s_Rates_RC : (t_59 ? s_Rates_RC_4 : s_Rates_RC_6);
        bit<32> s_Rates_RC_20 = (t_243 || (t_59 || t_82)) ? t_245 : s_Rates_RC_19;
        bit<32> s_Rates_RT_18 = t_243 ? meta.s_Rates_RT : s_Rates_RT_17;
        bit<32> s_Rates_Bytes_20 = t_29 ? meta.s_Rates_Bytes : s_Rates_Bytes_19;
        bit<8> s_Rates_ByteStage_17 = t_243 ? meta.s_Rates_ByteStage : s_Rates_ByteStage_16;
        bit<8> t_246 = t_243 ? meta.s_Rates_Flags : (t_59 ? s_Rates_Flags_6 : s_Rates_Flags_5);
        bit<8> t_247 = t_243 ? meta.s_Rates_Flags : (t_59 ? s_Rates_Flags_6 : s_Rates_Flags_7);
        // dcqcn.Step
        bit<8> did_2 = ((t_28 != 8w0) && increased_1) ? dcqcn_DidIncrease : 8w0;
        // dcqcn.cnp
        bit<16> count_1 = (hdr.event.CNPs > 16w1) ? hdr.event.CNPs : 16w1;
        // dcqcn.(*Rates).restart
        bit<8> s_Rates_Flags_8 = meta.s_Rates_Flags | 8w9;
        // dcqcn.oneCNP
        bit<8> s_Rates_Own_5 = meta.s_Rates_Own | dcqcn_AlphaRuns;
        // dcqcn.cnp
        bool t_252 = count_1 == 16w1;
        // dcqcn.(*Rates).Cut
        bit<32> keep_2 = 32w0x2000000 - s_Alpha_1;
        bit<32> rc_2 = (bit<32>)((((bit<64>)s_Rates_RC_1) * ((bit<64>)keep_2)) >> 8w25);
        bit<32> s_Rates_RC_21 = (rc_2 < 32w0x9C40) ? 32w0x9C40 : rc_2;
        // dcqcn.(*State).raiseAlpha
        // dcqcn.(*Params).roundAlpha
        bit<64> product_4 = (((bit<64>)s_Alpha_1) * 64w0xFF00) + 64w0x100008000;
        // dcqcn.(*State).raiseAlpha
        bit<32> s_Alpha_3 = (product_4 > 64w0x1000000FFFF) ? 32w0x1000000 : ((bit<32>)(product_4 >> 8w16));
        // dcqcn.cnp
        bool t_258 = count_1 == 16w2;
        // dcqcn.(*Rates).Cut
        bit<32> keep_3 = 32w0x2000000 - s_Alpha_3;
        bit<32> rc_3 = (bit<32>)((((bit<64>)s_Rates_RC_21) * ((bit<64>)keep_3)) >> 8w25);
        bit<32> s_Rates_RC_22 = (rc_3 < 32w0x9C40) ? 32w0x9C40 : rc_3;
        // dcqcn.(*State).raiseAlpha
        // dcqcn.(*Params).roundAlpha
        bit<64> product_5 = (((bit<64>)s_Alpha_3) * 64w0xFF00) + 64w0x100008000;
        // dcqcn.(*State).raiseAlpha
        bit<32> s_Alpha_4 = (product_5 > 64w0x1000000FFFF) ? 32w0x1000000 : ((bit<32>)(product_5 >> 8w16));
        // dcqcn.cnp
        bool t_264 = count_1 == 16w3;
        // dcqcn.(*Rates).Cut
        bit<32> keep_4 = 32w0x2000000 - s_Alpha_4;
        bit<32> rc_4 = (bit<32>)((((bit<64>)s_Rates_RC_22) * ((bit<64>)keep_4)) >> 8w25);
        bit<32> s_Rates_RC_23 = (rc_4 < 32w0x9C40) ? 32w0x9C40 : rc_4;
        // dcqcn.(*State).raiseAlpha
        // dcqcn.(*Params).roundAlpha
        bit<64> product_6 = (((bit<64>)s_Alpha_4) * 64w0xFF00) + 64w0x100008000;
        // dcqcn.(*State).raiseAlpha
        bit<32> s_Alpha_5 = (product_6 > 64w0x1000000FFFF) ? 32w0x1000000 : ((bit<32>)(product_6 >> 8w16));
        // dcqcn.cnp
        bool t_270 = count_1 == 16w4;
        // dcqcn.(*Rates).Cut
        bit<32> keep_5 = 32w0x2000000 - s_Alpha_5;
        bit<32> rc_5 = (bit<32>)((((bit<64>)s_Rates_RC_23) * ((bit<64>)keep_5)) >> 8w25);
        bit<32> s_Rates_RC_24 = (rc_5 < 32w0x9C40) ? 32w0x9C40 : rc_5;
        // dcqcn.(*State).raiseAlpha
        // dcqcn.(*Params).roundAlpha
        bit<64> product_7 = (((bit<64>)s_Alpha_5) * 64w0xFF00) + 64w0x100008000;
        // dcqcn.(*State).raiseAlpha
        bit<32> s_Alpha_6 = (product_7 > 64w0x1000000FFFF) ? 32w0x1000000 : ((bit<32>)(product_7 >> 8w16));
        // dcqcn.cnp
        bool t_276 = count_1 == 16w5;
        // dcqcn.(*Rates).Cut
        bit<32> keep_6 = 32w0x2000000 - s_Alpha_6;
        bit<32> rc_6 = (bit<32>)((((bit<64>)s_Rates_RC_24) * ((bit<64>)keep_6)) >> 8w25);
        bit<32> s_Rates_RC_25 = (rc_6 < 32w0x9C40) ? 32w0x9C40 : rc_6;
        // dcqcn.(*State).raiseAlpha
        // dcqcn.(*Params).roundAlpha
        bit<64> product_8 = (((bit<64>)s_Alpha_6) * 64w0xFF00) + 64w0x100008000;
        // dcqcn.(*State).raiseAlpha
        bit<32> s_Alpha_7 = (product_8 > 64w0x1000000FFFF) ? 32w0x1000000 : ((bit<32>)(product_8 >> 8w16));
        // dcqcn.cnp
        bool t_282 = count_1 == 16w6;
        // dcqcn.(*Rates).Cut
        bit<32> keep_7 = 32w0x2000000 - s_Alpha_7;
        bit<32> rc_7 = (bit<32>)((((bit<64>)s_Rates_RC_25) * ((bit<64>)keep_7)) >> 8w25);
        bit<32> s_Rates_RC_26 = (rc_7 < 32w0x9C40) ? 32w0x9C40 : rc_7;
        // dcqcn.(*State).raiseAlpha
        // dcqcn.(*Params).roundAlpha
        bit<64> product_9 = (((bit<64>)s_Alpha_7) * 64w0xFF00) + 64w0x100008000;
        // dcqcn.(*State).raiseAlpha
        bit<32> s_Alpha_8 = (product_9 > 64w0x1000000FFFF) ? 32w0x1000000 : ((bit<32>)(product_9 >> 8w16));
        // dcqcn.cnp
        bool t_288 = count_1 == 16w7;
        // dcqcn.(*Rates).Cut
        bit<32> t_290 = t_282 ? s_Rates_RC_24 : (t_288 ? s_Rates_RC_25 : s_Rates_RC_26);
        bit<32> t_293 = t_264 ? s_Rates_RC_21 : (t_258 ? s_Rates_RC_1 : (t_276 ? s_Rates_RC_23 : t_290));
        bit<32> t_294 = t_270 ? s_Rates_RC_22 : t_293;
        bit<32> t_296 = (t_294 > 32w0x9C40) ? t_294 : 32w0x9C40;
        bit<32> s_Rates_RT_19 = (t_296 > 32w0x5F5E100) ? 32w0x5F5E100 : t_296;
        bit<32> keep_8 = 32w0x2000000 - s_Alpha_8;
        bit<32> rc_8 = (bit<32>)((((bit<64>)s_Rates_RC_26) * ((bit<64>)keep_8)) >> 8w25);
        // dcqcn.(*State).raiseAlpha
        // dcqcn.(*Params).roundAlpha
        bit<64> product_10 = (((bit<64>)s_Alpha_8) * 64w0xFF00) + 64w0x100008000;
        bit<64> t_301 = product_10 >> 8w16;
        // dcqcn.(*State).raiseAlpha
        bit<32> s_Alpha_9 = (t_301 > 64w0x1000000) ? 32w0x1000000 : ((bit<32>)t_301);
        // dcqcn.cnp
        bit<32> s_Rates_RC_27 = (rc_8 < 32w0x9C40) ? (t_288 ? s_Rates_RC_26 : 32w0x9C40) : (t_288 ? s_Rates_RC_26 : rc_8);
        bit<32> s_Alpha_10 = t_288 ? s_Alpha_8 : s_Alpha_9;
        bit<32> s_Alpha_11 = t_282 ? s_Alpha_7 : s_Alpha_10;
        bit<32> s_Alpha_12 = t_276 ? s_Alpha_6 : s_Alpha_11;
        bit<32> t_308 = t_270 ? s_Rates_RC_23 : (t_276 ? s_Rates_RC_24 : s_Rates_RC_25);
        bit<32> s_Alpha_13 = t_270 ? s_Alpha_5 : s_Alpha_12;
        bit<32> s_Alpha_14 = t_264 ? s_Alpha_4 : s_Alpha_13;
        bit<32> s_Alpha_15 = t_258 ? s_Alpha_3 : s_Alpha_14;
        bool t_313 = t_252 || (t_258 || (t_264 || (t_270 || (t_276 || t_282))));
        bit<32> t_314 = t_252 ? s_Rates_RC_1 : (t_258 ? s_Rates_RC_21 : (t_264 ? s_Rates_RC_22 : t_308));
        bit<32> s_Rates_RT_20 = t_252 ? s_Rates_RT_1 : s_Rates_RT_19;
        bit<32> s_Alpha_16 = t_252 ? s_Alpha_1 : s_Alpha_15;
        // dcqcn.Step
        bool t_315 = (hdr.event.Kind == dcqcn_EventCNP) && (count_1 != 16w0);
        bit<32> s_Rates_RC_28 = ((!t_315) || t_313) ? (t_315 ? t_314 : meta.s_Rates_RC) : s_Rates_RC_27;
        bit<32> s_Rates_RT_21 = t_315 ? s_Rates_RT_20 : meta.s_Rates_RT;
        bit<32> s_Rates_Bytes_21 = t_315 ? 32w0 : meta.s_Rates_Bytes;
        bit<8> s_Rates_TimeStage_3 = t_315 ? 8w0 : meta.s_Rates_TimeStage;
        bit<8> s_Rates_ByteStage_18 = t_315 ? 8w0 : meta.s_Rates_ByteStage;
        bit<8> s_Rates_Flags_9 = t_315 ? s_Rates_Flags_8 : meta.s_Rates_Flags;
        bit<8> s_Rates_Own_6 = t_315 ? s_Rates_Own_5 : meta.s_Rates_Own;
        bit<32> s_Alpha_17 = t_315 ? s_Alpha_16 : meta.s_Alpha;
        bit<8> did_3 = t_315 ? 8w5 : 8w0;
        bit<32> s_Rates_RT_22 = t_27 ? s_Rates_RT_18 : s_Rates_RT_21;
        bit<32> s_Rates_Bytes_22 = t_27 ? s_Rates_Bytes_20 : s_Rates_Bytes_21;
        bit<8> s_Rates_ByteStage_19 = t_27 ? s_Rates_ByteStage_17 : s_Rates_ByteStage_18;
        bit<8> did_4 = t_27 ? did_2 : did_3;
        bit<32> s_Rates_RC_29 = t_27 ? s_Rates_RC_20 : ((t_16 || t_27) ? s_Rates_RC_4 : s_Rates_RC_28);
        bit<32> s_Rates_RT_23 = t_16 ? s_Rates_RT_3 : s_Rates_RT_22;
        bit<32> s_Rates_IncreaseAt_2 = (t_16 || t_315) ? s_AlphaAt_1 : meta.s_Rates_IncreaseAt;
        bit<8> s_Rates_TimeStage_4 = t_16 ? s_Rates_TimeStage_2 : s_Rates_TimeStage_3;
        bit<8> t_324 = t_16 ? s_Rates_Flags_6 : (t_27 ? t_247 : s_Rates_Flags_9);
        bit<8> t_325 = t_16 ? s_Rates_Flags_6 : (t_27 ? t_246 : s_Rates_Flags_9);
        bit<8> did_5 = t_16 ? dcqcn_DidIncrease : did_4;
        bit<32> s_Rates_RC_30 = t_8 ? s_Rates_RC_2 : s_Rates_RC_29;
        bit<32> s_Rates_RT_24 = t_8 ? s_Rates_RT_2 : s_Rates_RT_23;
        bit<32> s_Rates_Bytes_23 = t_8 ? s_Rates_Bytes_1 : s_Rates_Bytes_22;
        bit<32> s_Rates_IncreaseAt_3 = t_8 ? s_Rates_IncreaseAt_1 : s_Rates_IncreaseAt_2;
        bit<32> s_Rates_CutAt_2 = (t_8 && pending_1) ? s_Rates_CutAt_1 : meta.s_Rates_CutAt;
        bit<8> s_Rates_TimeStage_5 = t_8 ? s_Rates_TimeStage_1 : s_Rates_TimeStage_4;
        bit<8> s_Rates_ByteStage_20 = t_8 ? s_Rates_ByteStage_1 : s_Rates_ByteStage_19;
        bit<8> s_Rates_Flags_10 = ((t_82 || (t_226 && t_228)) || t_236) ? (t_8 ? s_Rates_Flags_4 : t_324) : (t_8 ? s_Rates_Flags_4 : t_325);
        bit<8> did_6 = t_8 ? did_1 : did_5;
        bit<8> s_Rates_Own_7 = t_1 ? s_Rates_Own_4 : s_Rates_Own_6;
        bit<32> s_Alpha_18 = t_1 ? s_Alpha_2 : s_Alpha_17;
        bit<32> s_AlphaAt_2 = (t_1 || t_315) ? s_AlphaAt_1 : meta.s_AlphaAt;
        bit<8> did_7 = t_1 ? dcqcn_DidAlpha : did_6;
        bit<8> did_8 = did_7 | dcqcn_DidChange;
        bit<8> did_9 = (s_Rates_RC_30 == meta.s_Rates_RC) ? did_7 : did_8;
        hdr.output.Rate = s_Rates_RC_30;
        hdr.output.Did = did_9;
        hdr.after.Rates_RC = s_Rates_RC_30;
        hdr.after.Rates_RT = s_Rates_RT_24;
        hdr.after.Rates_Bytes = s_Rates_Bytes_23;
        hdr.after.Rates_IncreaseAt = s_Rates_IncreaseAt_3;
        hdr.after.Rates_CutAt = s_Rates_CutAt_2;
        hdr.after.Rates_TimeStage = s_Rates_TimeStage_5;
        hdr.after.Rates_ByteStage = s_Rates_ByteStage_20;
        hdr.after.Rates_Flags = s_Rates_Flags_10;
        hdr.after.Rates_Own = s_Rates_Own_7;
        hdr.after.Alpha = s_Alpha_18;
        hdr.after.AlphaAt = s_AlphaAt_2;
    }
    apply {
        meta.answer = false;
        if (hdr.request.isValid() && hdr.request.version == VERSION && (bit<32>)hdr.request.connection < CONNECTIONS) {
            meta.connection = (bit<32>)hdr.request.connection;
            if (hdr.event.isValid()) {
                read_state();
                hdr.output.setValid();
                hdr.after.setValid();
                step_1_();
                write_state();
                hdr.event.setInvalid();
                meta.answer = true;
            } else if (hdr.request.op == OP_INIT) {
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
