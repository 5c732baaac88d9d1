// dolcerc4: P4_16 for v1model, made from Go source. Do not edit.
//
// Command:
//   ccgen p4 dolcerc4 --profile paper
// Parameters: constants. Profile paper at 100G, estimate marked-packets, learning as the paper has it
//   Base.MinRate = 40000
//   Base.MaxRate = 100000000
//   Base.TargetCap = 100000000
//   Base.RateAI = 40000
//   Base.RateHAI = 400000
//   Base.FirstRate = 0
//   Base.AlphaPeriod = 55000
//   Base.IncreasePeriod = 55000
//   Base.CutPeriod = 50000
//   Base.ByteReset = 10000000
//   Base.AlphaInit = 16777216
//   Base.AlphaMax = 16777216
//   Base.OldWeight = 65280
//   Base.KeepAtLeast = 0
//   Base.AlphaBits = 24
//   Base.CutShift = 25
//   Base.Threshold = 5
//   Base.CutMode = 0
//   Base.AlphaMode = 0
//   Base.AlphaRounding = 1
//   Base.Halving = 0
//   Base.Hyper = 1
//   Base.FirstCNP = 0
//   Base.AlphaFirst = 0
//   Base.ClampTarget = 1
//   Base.ClampAfterTime = 1
//   Base.TestFirst = 0
//   Learn.Period = 266
//   Learn.BlockShift = 8
//   Learn.CountShift = 3
//   Learn.GrowthPerStep = 881454
//   Learn.AgeBlock = 62265
//   Learn.AgeRest = 65405
//   Learn.Gamma = 4294108302
//   Learn.LogPerStep = 77462
//   Learn.XiLn2 = 22718
//   Actions[0].Alpha = 50804
//   Actions[0].Beta = 22938
//   Actions[1].Alpha = 21057
//   Actions[1].Beta = 30088
//   Actions[2].Alpha = 8244
//   Actions[2].Beta = 32768
//   Actions[3].Alpha = 19025
//   Actions[3].Beta = 36045
//   Actions[4].Alpha = 0
//   Actions[4].Beta = 32768
//   Actions[5].Alpha = 0
//   Actions[5].Beta = 32768
//   Actions[6].Alpha = 0
//   Actions[6].Beta = 32768
//   Actions[7].Alpha = 0
//   Actions[7].Beta = 32768
//   QualifyAfter = 250000
//   SlotShift = 10
//   Estimate = 0
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
//   (hash) bandit/doc.go
//   (hash) bandit/drucb.go
//   (hash) bandit/ecn.go
//   (hash) bandit/instances.go
//   (hash) bandit/state.go
//   (hash) dcqcn/doc.go
//   (hash) dcqcn/event.go
//   (hash) dcqcn/np.go
//   (hash) dcqcn/params.go
//   (hash) dcqcn/rates.go
//   (hash) dcqcn/rp.go
//   (hash) dolcerc/doc.go
//   (hash) dolcerc/instances.go
//   (hash) dolcerc/state.go
//   (hash) dolcerc/step.go

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

const bit<32> bandit_unitBits = 32w0xF000;
const bit<32> bandit_iterationMask = 32w4095;
const bit<32> bandit_exponentMask = 32w15;
const bit<32> bandit_pendingMask = 32w255;
// EventCutTimer is the end of the cut timer.
const bit<8> dcqcn_EventCutTimer = 8w2;
// EventIncreaseTimer is the end of the increase timer.
const bit<8> dcqcn_EventIncreaseTimer = 8w3;
// EventSent reports bytes and packets that left.
const bit<8> dcqcn_EventSent = 8w4;
// EventCNP reports congestion notification packets that came.
const bit<8> dcqcn_EventCNP = 8w5;
const bit<16> dcqcn_MaxCoalesced = 16w8;
// DidCut: RC was cut.
const bit<8> dcqcn_DidCut = 8w1;
// DidIncrease: the timer or the byte counter made an increase.
const bit<8> dcqcn_DidIncrease = 8w2;
// DidChange: RC differs from before.
const bit<8> dcqcn_DidChange = 8w8;
// DidLearn: a bandit took a reward and chose an arm (Dolce-RC).
const bit<8> dcqcn_DidLearn = 8w16;
// FlagIncrease: the increase timer and the byte counter run.
const bit<8> dcqcn_FlagIncrease = 8w1;
// FlagPending: a CNP waits for the end of the cut timer.
const bit<8> dcqcn_FlagPending = 8w4;
// FlagSeen: the first CNP has come.
const bit<8> dcqcn_FlagSeen = 8w8;
const bit<8> dcqcn_MaxStage = 8w63;
const bit<8> dolcerc_armMask = 8w112;
// MaxUQ16x16 is 65536 - 2^-16, the value of 1/0 and 1/sqrt(0).
const bit<32> fixedpoint_MaxUQ16x16 = 32w0xFFFFFFFF;
// MinQ5x16 is -32.0, the value of log2(0) and ln(0).
const int<32> fixedpoint_MinQ5x16 = (int<32>)32w0xFFE00000;
// MaxQ5x16 is 32 - 2^-16.
const int<32> fixedpoint_MaxQ5x16 = 32s2097151;
// logTop inputs, the largest ones, have a log2 that is nearer to 32.0 than
// to MaxQ5x16.
const bit<32> fixedpoint_logTop = 32w0x58B8;
// logY0 is the smallest y.
const bit<64> fixedpoint_logY0 = 64w0xFCAEDE0000000000;
// logCubic1 and logCubic2 are the cubic's coefficients, Q1.63 and Q0.32; the third is 1/2.
const bit<64> fixedpoint_logCubic1 = 64w0xBB16CA9848993BDD;

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

// State4 is the state for 4 arms: 48 bytes.
header state_t {
    // Learn is the bandit's state, with the pending ECN counts.
    // Arm holds the arms in the order of their index.
    // Mean is the discounted mean reward, UQ0.16: 0xFFFF is 1 - 2^-16 and 1.
    // Meaningless while Count is 0.
    bit<16> Learn_Arm_0_Mean;
    // Count is the discounted number of choices n_i in the unit of the present step,
    // 2^CountShift gamma^-j with j = iteration mod 2^BlockShift. Saturates at 0xFFFF,
    // which the derivation of Params keeps out of reach.
    bit<16> Learn_Arm_0_Count;
    // Mean is the discounted mean reward, UQ0.16: 0xFFFF is 1 - 2^-16 and 1.
    // Meaningless while Count is 0.
    bit<16> Learn_Arm_1_Mean;
    bit<16> Learn_Arm_1_Count;
    bit<16> Learn_Arm_2_Mean;
    bit<16> Learn_Arm_2_Count;
    bit<16> Learn_Arm_3_Mean;
    bit<16> Learn_Arm_3_Count;
    // Rest packs, from the low bit: 12 bits iteration (t mod Period), 4 bits
    // exponent, 8 bits marked and 8 bits sent, the pending ECN counts in units of
    // 2^exponent packets (or time slots).
    bit<32> Learn_Rest;
    // React are the rates, stages and their timers.
    // RC is the current rate, kb/s: from MinRate to MaxRate.
    bit<32> React_RC;
    // RT is the target rate, kb/s: from MinRate to TargetCap.
    bit<32> React_RT;
    // Bytes is the count of bytes since the last increase of the byte counter:
    // below ByteReset.
    bit<32> React_Bytes;
    // IncreaseAt is when the increase timer ends, if FlagIncrease is set; else as it was.
    bit<32> React_IncreaseAt;
    // CutAt is when the cut timer ends, if FlagCut is set; else as it was.
    bit<32> React_CutAt;
    // TimeStage is T, the increases by the timer since the last cut; at most MaxStage,
    // saturating.
    bit<8> React_TimeStage;
    // ByteStage is BC, the increases by the byte counter since the last cut; at most
    // MaxStage, saturating.
    bit<8> React_ByteStage;
    // Flags holds the bits below. The high four belong to the scheme that embeds
    // Rates; this package leaves them as they are.
    bit<8> React_Flags;
    // Own is a byte of the scheme that embeds Rates.
    bit<8> React_Own;
    // LastQualified is when the last qualified CNP came; 0 before the first CNP.
    bit<32> LastQualified;
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
    bit<16> s_Learn_Arm_0_Mean;
    bit<16> s_Learn_Arm_0_Count;
    bit<16> s_Learn_Arm_1_Mean;
    bit<16> s_Learn_Arm_1_Count;
    bit<16> s_Learn_Arm_2_Mean;
    bit<16> s_Learn_Arm_2_Count;
    bit<16> s_Learn_Arm_3_Mean;
    bit<16> s_Learn_Arm_3_Count;
    bit<32> s_Learn_Rest;
    bit<32> s_React_RC;
    bit<32> s_React_RT;
    bit<32> s_React_Bytes;
    bit<32> s_React_IncreaseAt;
    bit<32> s_React_CutAt;
    bit<8> s_React_TimeStage;
    bit<8> s_React_ByteStage;
    bit<8> s_React_Flags;
    bit<8> s_React_Own;
    bit<32> s_LastQualified;
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
    register<bit<16>>(CONNECTIONS) state_Learn_Arm_0_Mean;
    register<bit<16>>(CONNECTIONS) state_Learn_Arm_0_Count;
    register<bit<16>>(CONNECTIONS) state_Learn_Arm_1_Mean;
    register<bit<16>>(CONNECTIONS) state_Learn_Arm_1_Count;
    register<bit<16>>(CONNECTIONS) state_Learn_Arm_2_Mean;
    register<bit<16>>(CONNECTIONS) state_Learn_Arm_2_Count;
    register<bit<16>>(CONNECTIONS) state_Learn_Arm_3_Mean;
    register<bit<16>>(CONNECTIONS) state_Learn_Arm_3_Count;
    register<bit<32>>(CONNECTIONS) state_Learn_Rest;
    register<bit<32>>(CONNECTIONS) state_React_RC;
    register<bit<32>>(CONNECTIONS) state_React_RT;
    register<bit<32>>(CONNECTIONS) state_React_Bytes;
    register<bit<32>>(CONNECTIONS) state_React_IncreaseAt;
    register<bit<32>>(CONNECTIONS) state_React_CutAt;
    register<bit<8>>(CONNECTIONS) state_React_TimeStage;
    register<bit<8>>(CONNECTIONS) state_React_ByteStage;
    register<bit<8>>(CONNECTIONS) state_React_Flags;
    register<bit<8>>(CONNECTIONS) state_React_Own;
    register<bit<32>>(CONNECTIONS) state_LastQualified;
    action read_state() {
        state_Learn_Arm_0_Mean.read(meta.s_Learn_Arm_0_Mean, meta.connection);
        state_Learn_Arm_0_Count.read(meta.s_Learn_Arm_0_Count, meta.connection);
        state_Learn_Arm_1_Mean.read(meta.s_Learn_Arm_1_Mean, meta.connection);
        state_Learn_Arm_1_Count.read(meta.s_Learn_Arm_1_Count, meta.connection);
        state_Learn_Arm_2_Mean.read(meta.s_Learn_Arm_2_Mean, meta.connection);
        state_Learn_Arm_2_Count.read(meta.s_Learn_Arm_2_Count, meta.connection);
        state_Learn_Arm_3_Mean.read(meta.s_Learn_Arm_3_Mean, meta.connection);
        state_Learn_Arm_3_Count.read(meta.s_Learn_Arm_3_Count, meta.connection);
        state_Learn_Rest.read(meta.s_Learn_Rest, meta.connection);
        state_React_RC.read(meta.s_React_RC, meta.connection);
        state_React_RT.read(meta.s_React_RT, meta.connection);
        state_React_Bytes.read(meta.s_React_Bytes, meta.connection);
        state_React_IncreaseAt.read(meta.s_React_IncreaseAt, meta.connection);
        state_React_CutAt.read(meta.s_React_CutAt, meta.connection);
        state_React_TimeStage.read(meta.s_React_TimeStage, meta.connection);
        state_React_ByteStage.read(meta.s_React_ByteStage, meta.connection);
        state_React_Flags.read(meta.s_React_Flags, meta.connection);
        state_React_Own.read(meta.s_React_Own, meta.connection);
        state_LastQualified.read(meta.s_LastQualified, meta.connection);
    }
    action write_state() {
        state_Learn_Arm_0_Mean.write(meta.connection, hdr.after.Learn_Arm_0_Mean);
        state_Learn_Arm_0_Count.write(meta.connection, hdr.after.Learn_Arm_0_Count);
        state_Learn_Arm_1_Mean.write(meta.connection, hdr.after.Learn_Arm_1_Mean);
        state_Learn_Arm_1_Count.write(meta.connection, hdr.after.Learn_Arm_1_Count);
        state_Learn_Arm_2_Mean.write(meta.connection, hdr.after.Learn_Arm_2_Mean);
        state_Learn_Arm_2_Count.write(meta.connection, hdr.after.Learn_Arm_2_Count);
        state_Learn_Arm_3_Mean.write(meta.connection, hdr.after.Learn_Arm_3_Mean);
        state_Learn_Arm_3_Count.write(meta.connection, hdr.after.Learn_Arm_3_Count);
        state_Learn_Rest.write(meta.connection, hdr.after.Learn_Rest);
        state_React_RC.write(meta.connection, hdr.after.React_RC);
        state_React_RT.write(meta.connection, hdr.after.React_RT);
        state_React_Bytes.write(meta.connection, hdr.after.React_Bytes);
        state_React_IncreaseAt.write(meta.connection, hdr.after.React_IncreaseAt);
        state_React_CutAt.write(meta.connection, hdr.after.React_CutAt);
        state_React_TimeStage.write(meta.connection, hdr.after.React_TimeStage);
        state_React_ByteStage.write(meta.connection, hdr.after.React_ByteStage);
        state_React_Flags.write(meta.connection, hdr.after.React_Flags);
        state_React_Own.write(meta.connection, hdr.after.React_Own);
        state_LastQualified.write(meta.connection, hdr.after.LastQualified);
    }
    action show_state() {
        hdr.after.Learn_Arm_0_Mean = meta.s_Learn_Arm_0_Mean;
        hdr.after.Learn_Arm_0_Count = meta.s_Learn_Arm_0_Count;
        hdr.after.Learn_Arm_1_Mean = meta.s_Learn_Arm_1_Mean;
        hdr.after.Learn_Arm_1_Count = meta.s_Learn_Arm_1_Count;
        hdr.after.Learn_Arm_2_Mean = meta.s_Learn_Arm_2_Mean;
        hdr.after.Learn_Arm_2_Count = meta.s_Learn_Arm_2_Count;
        hdr.after.Learn_Arm_3_Mean = meta.s_Learn_Arm_3_Mean;
        hdr.after.Learn_Arm_3_Count = meta.s_Learn_Arm_3_Count;
        hdr.after.Learn_Rest = meta.s_Learn_Rest;
        hdr.after.React_RC = meta.s_React_RC;
        hdr.after.React_RT = meta.s_React_RT;
        hdr.after.React_Bytes = meta.s_React_Bytes;
        hdr.after.React_IncreaseAt = meta.s_React_IncreaseAt;
        hdr.after.React_CutAt = meta.s_React_CutAt;
        hdr.after.React_TimeStage = meta.s_React_TimeStage;
        hdr.after.React_ByteStage = meta.s_React_ByteStage;
        hdr.after.React_Flags = meta.s_React_Flags;
        hdr.after.React_Own = meta.s_React_Own;
        hdr.after.LastQualified = meta.s_LastQualified;
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
    bit<32> length_1;
    bit<32> Len32_key_1;
    action Len32_set_1(bit<32> value) {
        length_1 = value;
    }
    // bits.Len32 of math/bits.
    table Len32_table_1 {
        key = {
            Len32_key_1 : lpm;
        }
        actions = {
            Len32_set_1;
        }
        const default_action = Len32_set_1(32w0);
        const entries = {
            32w1 &&& 32w0xFFFFFFFF : Len32_set_1(32w1);
            32w2 &&& 32w0xFFFFFFFE : Len32_set_1(32w2);
            32w4 &&& 32w0xFFFFFFFC : Len32_set_1(32w3);
            32w8 &&& 32w0xFFFFFFF8 : Len32_set_1(32w4);
            32w16 &&& 32w0xFFFFFFF0 : Len32_set_1(32w5);
            32w32 &&& 32w0xFFFFFFE0 : Len32_set_1(32w6);
            32w64 &&& 32w0xFFFFFFC0 : Len32_set_1(32w7);
            32w128 &&& 32w0xFFFFFF80 : Len32_set_1(32w8);
            32w256 &&& 32w0xFFFFFF00 : Len32_set_1(32w9);
            32w512 &&& 32w0xFFFFFE00 : Len32_set_1(32w10);
            32w1024 &&& 32w0xFFFFFC00 : Len32_set_1(32w11);
            32w2048 &&& 32w0xFFFFF800 : Len32_set_1(32w12);
            32w0x1000 &&& 32w0xFFFFF000 : Len32_set_1(32w13);
            32w0x2000 &&& 32w0xFFFFE000 : Len32_set_1(32w14);
            32w0x4000 &&& 32w0xFFFFC000 : Len32_set_1(32w15);
            32w0x8000 &&& 32w0xFFFF8000 : Len32_set_1(32w16);
            32w0x10000 &&& 32w0xFFFF0000 : Len32_set_1(32w17);
            32w0x20000 &&& 32w0xFFFE0000 : Len32_set_1(32w18);
            32w0x40000 &&& 32w0xFFFC0000 : Len32_set_1(32w19);
            32w0x80000 &&& 32w0xFFF80000 : Len32_set_1(32w20);
            32w0x100000 &&& 32w0xFFF00000 : Len32_set_1(32w21);
            32w0x200000 &&& 32w0xFFE00000 : Len32_set_1(32w22);
            32w0x400000 &&& 32w0xFFC00000 : Len32_set_1(32w23);
            32w0x800000 &&& 32w0xFF800000 : Len32_set_1(32w24);
            32w0x1000000 &&& 32w0xFF000000 : Len32_set_1(32w25);
            32w0x2000000 &&& 32w0xFE000000 : Len32_set_1(32w26);
            32w0x4000000 &&& 32w0xFC000000 : Len32_set_1(32w27);
            32w0x8000000 &&& 32w0xF8000000 : Len32_set_1(32w28);
            32w0x10000000 &&& 32w0xF0000000 : Len32_set_1(32w29);
            32w0x20000000 &&& 32w0xE0000000 : Len32_set_1(32w30);
            32w0x40000000 &&& 32w0xC0000000 : Len32_set_1(32w31);
            32w0x80000000 &&& 32w0x80000000 : Len32_set_1(32w32);
        }
    }
    bit<32> length_2;
    bit<32> Len32_key_2;
    action Len32_set_2(bit<32> value) {
        length_2 = value;
    }
    table Len32_table_2 {
        key = {
            Len32_key_2 : lpm;
        }
        actions = {
            Len32_set_2;
        }
        const default_action = Len32_set_2(32w0);
        const entries = {
            32w1 &&& 32w0xFFFFFFFF : Len32_set_2(32w1);
            32w2 &&& 32w0xFFFFFFFE : Len32_set_2(32w2);
            32w4 &&& 32w0xFFFFFFFC : Len32_set_2(32w3);
            32w8 &&& 32w0xFFFFFFF8 : Len32_set_2(32w4);
            32w16 &&& 32w0xFFFFFFF0 : Len32_set_2(32w5);
            32w32 &&& 32w0xFFFFFFE0 : Len32_set_2(32w6);
            32w64 &&& 32w0xFFFFFFC0 : Len32_set_2(32w7);
            32w128 &&& 32w0xFFFFFF80 : Len32_set_2(32w8);
            32w256 &&& 32w0xFFFFFF00 : Len32_set_2(32w9);
            32w512 &&& 32w0xFFFFFE00 : Len32_set_2(32w10);
            32w1024 &&& 32w0xFFFFFC00 : Len32_set_2(32w11);
            32w2048 &&& 32w0xFFFFF800 : Len32_set_2(32w12);
            32w0x1000 &&& 32w0xFFFFF000 : Len32_set_2(32w13);
            32w0x2000 &&& 32w0xFFFFE000 : Len32_set_2(32w14);
            32w0x4000 &&& 32w0xFFFFC000 : Len32_set_2(32w15);
            32w0x8000 &&& 32w0xFFFF8000 : Len32_set_2(32w16);
            32w0x10000 &&& 32w0xFFFF0000 : Len32_set_2(32w17);
            32w0x20000 &&& 32w0xFFFE0000 : Len32_set_2(32w18);
            32w0x40000 &&& 32w0xFFFC0000 : Len32_set_2(32w19);
            32w0x80000 &&& 32w0xFFF80000 : Len32_set_2(32w20);
            32w0x100000 &&& 32w0xFFF00000 : Len32_set_2(32w21);
            32w0x200000 &&& 32w0xFFE00000 : Len32_set_2(32w22);
            32w0x400000 &&& 32w0xFFC00000 : Len32_set_2(32w23);
            32w0x800000 &&& 32w0xFF800000 : Len32_set_2(32w24);
            32w0x1000000 &&& 32w0xFF000000 : Len32_set_2(32w25);
            32w0x2000000 &&& 32w0xFE000000 : Len32_set_2(32w26);
            32w0x4000000 &&& 32w0xFC000000 : Len32_set_2(32w27);
            32w0x8000000 &&& 32w0xF8000000 : Len32_set_2(32w28);
            32w0x10000000 &&& 32w0xF0000000 : Len32_set_2(32w29);
            32w0x20000000 &&& 32w0xE0000000 : Len32_set_2(32w30);
            32w0x40000000 &&& 32w0xC0000000 : Len32_set_2(32w31);
            32w0x80000000 &&& 32w0x80000000 : Len32_set_2(32w32);
        }
    }
    bit<32> t_293;
    bit<32> LeadingZeros32_key_1;
    action LeadingZeros32_set_1(bit<32> value) {
        t_293 = value;
    }
    // bits.LeadingZeros32 of math/bits.
    table LeadingZeros32_table_1 {
        key = {
            LeadingZeros32_key_1 : lpm;
        }
        actions = {
            LeadingZeros32_set_1;
        }
        const default_action = LeadingZeros32_set_1(32w32);
        const entries = {
            32w1 &&& 32w0xFFFFFFFF : LeadingZeros32_set_1(32w31);
            32w2 &&& 32w0xFFFFFFFE : LeadingZeros32_set_1(32w30);
            32w4 &&& 32w0xFFFFFFFC : LeadingZeros32_set_1(32w29);
            32w8 &&& 32w0xFFFFFFF8 : LeadingZeros32_set_1(32w28);
            32w16 &&& 32w0xFFFFFFF0 : LeadingZeros32_set_1(32w27);
            32w32 &&& 32w0xFFFFFFE0 : LeadingZeros32_set_1(32w26);
            32w64 &&& 32w0xFFFFFFC0 : LeadingZeros32_set_1(32w25);
            32w128 &&& 32w0xFFFFFF80 : LeadingZeros32_set_1(32w24);
        }
    }
    bit<64> recipSeed_word_1;
    bit<5> recipSeed_key_1;
    action recipSeed_set_1(bit<64> value) {
        recipSeed_word_1 = value;
    }
    // recipSeed is 1/v in the middle of [i+128, i+129)/256, in Q1.15.
    table recipSeed_table_1 {
        key = {
            recipSeed_key_1 : exact;
        }
        actions = {
            recipSeed_set_1;
        }
        const default_action = recipSeed_set_1(64w0);
        const entries = {
            5w0 : recipSeed_set_1(64w0xF930FB19FD09FF01);
            5w1 : recipSeed_set_1(64w0xF1D5F3A1F574F74E);
            5w2 : recipSeed_set_1(64w0xEAE5EC98EE50F00F);
            5w3 : recipSeed_set_1(64w0xE459E5F3E793E939);
            5w4 : recipSeed_set_1(64w0xDE28DFACE136E2C5);
            5w5 : recipSeed_set_1(64w0xD84AD9BADB2FDCA9);
            5w6 : recipSeed_set_1(64w0xD2BAD417D579D6DF);
            5w7 : recipSeed_set_1(64w0xCD71CEBDD00DD161);
            5w8 : recipSeed_set_1(64w0xC86AC9A6CAE6CC29);
            5w9 : recipSeed_set_1(64w0xC3A1C4CEC5FEC733);
            5w10 : recipSeed_set_1(64w0xBF11C030C152C278);
            5w11 : recipSeed_set_1(64w0xBAB6BBC8BCDDBDF6);
            5w12 : recipSeed_set_1(64w0xB68DB793B89CB9A8);
            5w13 : recipSeed_set_1(64w0xB292B38DB48AB58A);
            5w14 : recipSeed_set_1(64w0xAEC3AFB3B0A6B19B);
            5w15 : recipSeed_set_1(64w0xAB1DAC03ACEBADD6);
            5w16 : recipSeed_set_1(64w0xA79CA879A958AA39);
            5w17 : recipSeed_set_1(64w0xA440A514A5EAA6C2);
            5w18 : recipSeed_set_1(64w0xA106A1D1A29FA36E);
            5w19 : recipSeed_set_1(64w0x9DEB9EAF9F74A03C);
            5w20 : recipSeed_set_1(64w0x9AEE9BAB9C699D29);
            5w21 : recipSeed_set_1(64w0x980E98C4997B9A34);
            5w22 : recipSeed_set_1(64w0x954995F896A8975A);
            5w23 : recipSeed_set_1(64w0x929D934693F0949C);
            5w24 : recipSeed_set_1(64w0x900990AC915091F6);
            5w25 : recipSeed_set_1(64w0x8D8C8E298EC88F68);
            5w26 : recipSeed_set_1(64w0x8B248BBC8C568CF0);
            5w27 : recipSeed_set_1(64w0x88D2896489F88A8E);
            5w28 : recipSeed_set_1(64w0x8692872087AF8840);
            5w29 : recipSeed_set_1(64w0x846584EF85798605);
            5w30 : recipSeed_set_1(64w0x824A82CF835683DD);
            5w31 : recipSeed_set_1(64w0x804080C1814381C6);
        }
    }
    bit<32> t_336;
    bit<32> LeadingZeros32_key_2;
    action LeadingZeros32_set_2(bit<32> value) {
        t_336 = value;
    }
    table LeadingZeros32_table_2 {
        key = {
            LeadingZeros32_key_2 : lpm;
        }
        actions = {
            LeadingZeros32_set_2;
        }
        const default_action = LeadingZeros32_set_2(32w32);
        const entries = {
            32w1 &&& 32w0xFFFFFFFF : LeadingZeros32_set_2(32w31);
            32w2 &&& 32w0xFFFFFFFE : LeadingZeros32_set_2(32w30);
            32w4 &&& 32w0xFFFFFFFC : LeadingZeros32_set_2(32w29);
            32w8 &&& 32w0xFFFFFFF8 : LeadingZeros32_set_2(32w28);
            32w16 &&& 32w0xFFFFFFF0 : LeadingZeros32_set_2(32w27);
            32w32 &&& 32w0xFFFFFFE0 : LeadingZeros32_set_2(32w26);
            32w64 &&& 32w0xFFFFFFC0 : LeadingZeros32_set_2(32w25);
            32w128 &&& 32w0xFFFFFF80 : LeadingZeros32_set_2(32w24);
            32w256 &&& 32w0xFFFFFF00 : LeadingZeros32_set_2(32w23);
            32w512 &&& 32w0xFFFFFE00 : LeadingZeros32_set_2(32w22);
            32w1024 &&& 32w0xFFFFFC00 : LeadingZeros32_set_2(32w21);
            32w2048 &&& 32w0xFFFFF800 : LeadingZeros32_set_2(32w20);
            32w0x1000 &&& 32w0xFFFFF000 : LeadingZeros32_set_2(32w19);
            32w0x2000 &&& 32w0xFFFFE000 : LeadingZeros32_set_2(32w18);
            32w0x4000 &&& 32w0xFFFFC000 : LeadingZeros32_set_2(32w17);
            32w0x8000 &&& 32w0xFFFF8000 : LeadingZeros32_set_2(32w16);
            32w0x10000 &&& 32w0xFFFF0000 : LeadingZeros32_set_2(32w15);
        }
    }
    bit<64> recipSeed_word_2;
    bit<5> recipSeed_key_2;
    action recipSeed_set_2(bit<64> value) {
        recipSeed_word_2 = value;
    }
    table recipSeed_table_2 {
        key = {
            recipSeed_key_2 : exact;
        }
        actions = {
            recipSeed_set_2;
        }
        const default_action = recipSeed_set_2(64w0);
        const entries = {
            5w0 : recipSeed_set_2(64w0xF930FB19FD09FF01);
            5w1 : recipSeed_set_2(64w0xF1D5F3A1F574F74E);
            5w2 : recipSeed_set_2(64w0xEAE5EC98EE50F00F);
            5w3 : recipSeed_set_2(64w0xE459E5F3E793E939);
            5w4 : recipSeed_set_2(64w0xDE28DFACE136E2C5);
            5w5 : recipSeed_set_2(64w0xD84AD9BADB2FDCA9);
            5w6 : recipSeed_set_2(64w0xD2BAD417D579D6DF);
            5w7 : recipSeed_set_2(64w0xCD71CEBDD00DD161);
            5w8 : recipSeed_set_2(64w0xC86AC9A6CAE6CC29);
            5w9 : recipSeed_set_2(64w0xC3A1C4CEC5FEC733);
            5w10 : recipSeed_set_2(64w0xBF11C030C152C278);
            5w11 : recipSeed_set_2(64w0xBAB6BBC8BCDDBDF6);
            5w12 : recipSeed_set_2(64w0xB68DB793B89CB9A8);
            5w13 : recipSeed_set_2(64w0xB292B38DB48AB58A);
            5w14 : recipSeed_set_2(64w0xAEC3AFB3B0A6B19B);
            5w15 : recipSeed_set_2(64w0xAB1DAC03ACEBADD6);
            5w16 : recipSeed_set_2(64w0xA79CA879A958AA39);
            5w17 : recipSeed_set_2(64w0xA440A514A5EAA6C2);
            5w18 : recipSeed_set_2(64w0xA106A1D1A29FA36E);
            5w19 : recipSeed_set_2(64w0x9DEB9EAF9F74A03C);
            5w20 : recipSeed_set_2(64w0x9AEE9BAB9C699D29);
            5w21 : recipSeed_set_2(64w0x980E98C4997B9A34);
            5w22 : recipSeed_set_2(64w0x954995F896A8975A);
            5w23 : recipSeed_set_2(64w0x929D934693F0949C);
            5w24 : recipSeed_set_2(64w0x900990AC915091F6);
            5w25 : recipSeed_set_2(64w0x8D8C8E298EC88F68);
            5w26 : recipSeed_set_2(64w0x8B248BBC8C568CF0);
            5w27 : recipSeed_set_2(64w0x88D2896489F88A8E);
            5w28 : recipSeed_set_2(64w0x8692872087AF8840);
            5w29 : recipSeed_set_2(64w0x846584EF85798605);
            5w30 : recipSeed_set_2(64w0x824A82CF835683DD);
            5w31 : recipSeed_set_2(64w0x804080C1814381C6);
        }
    }
    bit<32> l_1;
    bit<32> Len32_key_3;
    action Len32_set_3(bit<32> value) {
        l_1 = value;
    }
    table Len32_table_3 {
        key = {
            Len32_key_3 : lpm;
        }
        actions = {
            Len32_set_3;
        }
        const default_action = Len32_set_3(32w0);
        const entries = {
            32w1 &&& 32w0xFFFFFFFF : Len32_set_3(32w1);
            32w2 &&& 32w0xFFFFFFFE : Len32_set_3(32w2);
            32w4 &&& 32w0xFFFFFFFC : Len32_set_3(32w3);
            32w8 &&& 32w0xFFFFFFF8 : Len32_set_3(32w4);
            32w16 &&& 32w0xFFFFFFF0 : Len32_set_3(32w5);
            32w32 &&& 32w0xFFFFFFE0 : Len32_set_3(32w6);
            32w64 &&& 32w0xFFFFFFC0 : Len32_set_3(32w7);
            32w128 &&& 32w0xFFFFFF80 : Len32_set_3(32w8);
            32w256 &&& 32w0xFFFFFF00 : Len32_set_3(32w9);
            32w512 &&& 32w0xFFFFFE00 : Len32_set_3(32w10);
            32w1024 &&& 32w0xFFFFFC00 : Len32_set_3(32w11);
            32w2048 &&& 32w0xFFFFF800 : Len32_set_3(32w12);
            32w0x1000 &&& 32w0xFFFFF000 : Len32_set_3(32w13);
            32w0x2000 &&& 32w0xFFFFE000 : Len32_set_3(32w14);
            32w0x4000 &&& 32w0xFFFFC000 : Len32_set_3(32w15);
            32w0x8000 &&& 32w0xFFFF8000 : Len32_set_3(32w16);
            32w0x10000 &&& 32w0xFFFF0000 : Len32_set_3(32w17);
            32w0x20000 &&& 32w0xFFFE0000 : Len32_set_3(32w18);
        }
    }
    bit<64> logMul_word_1;
    bit<5> logMul_key_1;
    action logMul_set_1(bit<64> value) {
        logMul_word_1 = value;
    }
    // logMul is the first step's multiplier in Q0.21, about 0.9936/m.
    table logMul_table_1 {
        key = {
            logMul_key_1 : exact;
        }
        actions = {
            logMul_set_1;
        }
        const default_action = logMul_set_1(64w0);
        const entries = {
            5w0 : logMul_set_1(64w0x1F1200001F8C00);
            5w1 : logMul_set_1(64w0x1E2600001E9A00);
            5w2 : logMul_set_1(64w0x1D4800001DB600);
            5w3 : logMul_set_1(64w0x1C7600001CDE00);
            5w4 : logMul_set_1(64w0x1BB000001C1200);
            5w5 : logMul_set_1(64w0x1AF400001B5000);
            5w6 : logMul_set_1(64w0x1A4200001A9A00);
            5w7 : logMul_set_1(64w0x1998000019EC00);
            5w8 : logMul_set_1(64w0x18F80000194800);
            5w9 : logMul_set_1(64w0x1860000018AA00);
            5w10 : logMul_set_1(64w0x17CE0000181600);
            5w11 : logMul_set_1(64w0x17420000178600);
            5w12 : logMul_set_1(64w0x16BC000016FE00);
            5w13 : logMul_set_1(64w0x163E0000167C00);
            5w14 : logMul_set_1(64w0x15C40000160000);
            5w15 : logMul_set_1(64w0x15500000158800);
            5w16 : logMul_set_1(64w0x14E00000151600);
            5w17 : logMul_set_1(64w0x1474000014A800);
            5w18 : logMul_set_1(64w0x140C0000144000);
            5w19 : logMul_set_1(64w0x13AA000013DA00);
            5w20 : logMul_set_1(64w0x134A0000137A00);
            5w21 : logMul_set_1(64w0x12EE0000131C00);
            5w22 : logMul_set_1(64w0x1296000012C200);
            5w23 : logMul_set_1(64w0x12400000126A00);
            5w24 : logMul_set_1(64w0x11EE0000121600);
            5w25 : logMul_set_1(64w0x119E000011C600);
            5w26 : logMul_set_1(64w0x11520000117800);
            5w27 : logMul_set_1(64w0x11080000112C00);
            5w28 : logMul_set_1(64w0x10C0000010E400);
            5w29 : logMul_set_1(64w0x107A0000109C00);
            5w30 : logMul_set_1(64w0x10380000105800);
            5w31 : logMul_set_1(64w0xFF60000101600);
        }
    }
    int<64> t_434;
    bit<6> logSum_key_1;
    action logSum_set_1(bit<64> value) {
        t_434 = (int<64>)value;
    }
    // logSum is, in its first half, -log2 of the second step's factor relative to
    // the lowest cell, a cell being found at its number modulo 64; in its second
    // half, which the upper 7 bits of a normalised number select, -log2 of logMul
    // and all constants. Q0.63. (One table, so that one address is needed.)
    table logSum_table_1 {
        key = {
            logSum_key_1 : exact;
        }
        actions = {
            logSum_set_1;
        }
        const default_action = logSum_set_1(64w0);
        const entries = {
            6w0 : logSum_set_1(64w0x2A15E093E3F4D40);
            6w1 : logSum_set_1(64w0x2AD0FC7453929F6);
            6w2 : logSum_set_1(64w0x2B8C242EE02C1E6);
            6w3 : logSum_set_1(64w0x2C4757C50A3A958);
            6w4 : logSum_set_1(64w0x2D0297385280623);
            6w5 : logSum_set_1(64w0x2DBDE28A3A090D2);
            6w7 : logSum_set_1(64w0xB87659EF6BA24);
            6w8 : logSum_set_1(64w0x170F838BF6706D);
            6w9 : logSum_set_1(64w0x229859DE054B0A);
            6w10 : logSum_set_1(64w0x2E21E8AC2DC2E8);
            6w11 : logSum_set_1(64w0x39AC300D7EA2CD);
            6w12 : logSum_set_1(64w0x453730190B0862);
            6w13 : logSum_set_1(64w0x50C2E8E5EA6552);
            6w14 : logSum_set_1(64w0x5C4F5A8B388058);
            6w15 : logSum_set_1(64w0x67DC8520157658);
            6w16 : logSum_set_1(64w0x736A68BBA5BB74);
            6w17 : logSum_set_1(64w0x7EF90575121C21);
            6w18 : logSum_set_1(64w0x8A885B6387BE41);
            6w19 : logSum_set_1(64w0x96186A9E382235);
            6w20 : logSum_set_1(64w0xA1A9333C5923F9);
            6w21 : logSum_set_1(64w0xAD3AB55524FC38);
            6w22 : logSum_set_1(64w0xB8CCF0FFDA4164);
            6w23 : logSum_set_1(64w0xC45FE653BBE8D3);
            6w24 : logSum_set_1(64w0xCFF395681147D0);
            6w25 : logSum_set_1(64w0xDB87FE542614BA);
            6w26 : logSum_set_1(64w0xE71D212F4A681B);
            6w27 : logSum_set_1(64w0xF2B2FE10D2BDC2);
            6w28 : logSum_set_1(64w0xFE49951017F5DC);
            6w29 : logSum_set_1(64w0x109E0E64477560F);
            6w30 : logSum_set_1(64w0x11578F1C5528A95);
            6w31 : logSum_set_1(64w0x12111B7AA0FA758);
            6w32 : logSum_set_1(64w0x12CAB380A192909);
            6w33 : logSum_set_1(64w0x1384572FCDDF642);
            6w34 : logSum_set_1(64w0x143E06899D1609B);
            6w35 : logSum_set_1(64w0x14F7C18F86B25CE);
            6w36 : logSum_set_1(64w0x15B1884302770CD);
            6w37 : logSum_set_1(64w0x166B5AA5886DAE4);
            6w38 : logSum_set_1(64w0x172538B890E6CD2);
            6w39 : logSum_set_1(64w0x17DF227D9479FEB);
            6w40 : logSum_set_1(64w0x189917F60C05F34);
            6w41 : logSum_set_1(64w0x1953192370B0881);
            6w42 : logSum_set_1(64w0x1A0D26073BE6D96);
            6w43 : logSum_set_1(64w0x1AC73EA2E75D542);
            6w44 : logSum_set_1(64w0x1B8162F7ED0FC85);
            6w45 : logSum_set_1(64w0x1C3B9307C7417AA);
            6w46 : logSum_set_1(64w0x1CF5CED3F07D369);
            6w47 : logSum_set_1(64w0x1DB0165DE395609);
            6w48 : logSum_set_1(64w0x1E6A69A71BA4081);
            6w49 : logSum_set_1(64w0x1F24C8B1140AF97);
            6w50 : logSum_set_1(64w0x1FDF337D4873D04);
            6w51 : logSum_set_1(64w0x2099AA0D34D0093);
            6w52 : logSum_set_1(64w0x21542C625559149);
            6w53 : logSum_set_1(64w0x220EBA7E2690680);
            6w54 : logSum_set_1(64w0x22C95462253F913);
            6w55 : logSum_set_1(64w0x2383FA0FCE78478);
            6w56 : logSum_set_1(64w0x243EAB889F947ED);
            6w57 : logSum_set_1(64w0x24F968CE1636794);
            6w58 : logSum_set_1(64w0x25B431E1B048D9F);
            6w59 : logSum_set_1(64w0x266F06C4EBFEB6E);
            6w60 : logSum_set_1(64w0x2729E77947D3ABA);
            6w61 : logSum_set_1(64w0x27E4D400428BEB6);
            6w62 : logSum_set_1(64w0x289FCC5B5B3453A);
            6w63 : logSum_set_1(64w0x295AD08C11227E3);
        }
    }
    int<64> t_435;
    bit<7> logSum_key_2;
    action logSum_set_2(bit<64> value) {
        t_435 = (int<64>)value;
    }
    table logSum_table_2 {
        key = {
            logSum_key_2 : exact;
        }
        actions = {
            logSum_set_2;
        }
        const default_action = logSum_set_2(64w0);
        const entries = {
            7w0 : logSum_set_2(64w0x2A15E093E3F4D40);
            7w1 : logSum_set_2(64w0x2AD0FC7453929F6);
            7w2 : logSum_set_2(64w0x2B8C242EE02C1E6);
            7w3 : logSum_set_2(64w0x2C4757C50A3A958);
            7w4 : logSum_set_2(64w0x2D0297385280623);
            7w5 : logSum_set_2(64w0x2DBDE28A3A090D2);
            7w7 : logSum_set_2(64w0xB87659EF6BA24);
            7w8 : logSum_set_2(64w0x170F838BF6706D);
            7w9 : logSum_set_2(64w0x229859DE054B0A);
            7w10 : logSum_set_2(64w0x2E21E8AC2DC2E8);
            7w11 : logSum_set_2(64w0x39AC300D7EA2CD);
            7w12 : logSum_set_2(64w0x453730190B0862);
            7w13 : logSum_set_2(64w0x50C2E8E5EA6552);
            7w14 : logSum_set_2(64w0x5C4F5A8B388058);
            7w15 : logSum_set_2(64w0x67DC8520157658);
            7w16 : logSum_set_2(64w0x736A68BBA5BB74);
            7w17 : logSum_set_2(64w0x7EF90575121C21);
            7w18 : logSum_set_2(64w0x8A885B6387BE41);
            7w19 : logSum_set_2(64w0x96186A9E382235);
            7w20 : logSum_set_2(64w0xA1A9333C5923F9);
            7w21 : logSum_set_2(64w0xAD3AB55524FC38);
            7w22 : logSum_set_2(64w0xB8CCF0FFDA4164);
            7w23 : logSum_set_2(64w0xC45FE653BBE8D3);
            7w24 : logSum_set_2(64w0xCFF395681147D0);
            7w25 : logSum_set_2(64w0xDB87FE542614BA);
            7w26 : logSum_set_2(64w0xE71D212F4A681B);
            7w27 : logSum_set_2(64w0xF2B2FE10D2BDC2);
            7w28 : logSum_set_2(64w0xFE49951017F5DC);
            7w29 : logSum_set_2(64w0x109E0E64477560F);
            7w30 : logSum_set_2(64w0x11578F1C5528A95);
            7w31 : logSum_set_2(64w0x12111B7AA0FA758);
            7w32 : logSum_set_2(64w0x12CAB380A192909);
            7w33 : logSum_set_2(64w0x1384572FCDDF642);
            7w34 : logSum_set_2(64w0x143E06899D1609B);
            7w35 : logSum_set_2(64w0x14F7C18F86B25CE);
            7w36 : logSum_set_2(64w0x15B1884302770CD);
            7w37 : logSum_set_2(64w0x166B5AA5886DAE4);
            7w38 : logSum_set_2(64w0x172538B890E6CD2);
            7w39 : logSum_set_2(64w0x17DF227D9479FEB);
            7w40 : logSum_set_2(64w0x189917F60C05F34);
            7w41 : logSum_set_2(64w0x1953192370B0881);
            7w42 : logSum_set_2(64w0x1A0D26073BE6D96);
            7w43 : logSum_set_2(64w0x1AC73EA2E75D542);
            7w44 : logSum_set_2(64w0x1B8162F7ED0FC85);
            7w45 : logSum_set_2(64w0x1C3B9307C7417AA);
            7w46 : logSum_set_2(64w0x1CF5CED3F07D369);
            7w47 : logSum_set_2(64w0x1DB0165DE395609);
            7w48 : logSum_set_2(64w0x1E6A69A71BA4081);
            7w49 : logSum_set_2(64w0x1F24C8B1140AF97);
            7w50 : logSum_set_2(64w0x1FDF337D4873D04);
            7w51 : logSum_set_2(64w0x2099AA0D34D0093);
            7w52 : logSum_set_2(64w0x21542C625559149);
            7w53 : logSum_set_2(64w0x220EBA7E2690680);
            7w54 : logSum_set_2(64w0x22C95462253F913);
            7w55 : logSum_set_2(64w0x2383FA0FCE78478);
            7w56 : logSum_set_2(64w0x243EAB889F947ED);
            7w57 : logSum_set_2(64w0x24F968CE1636794);
            7w58 : logSum_set_2(64w0x25B431E1B048D9F);
            7w59 : logSum_set_2(64w0x266F06C4EBFEB6E);
            7w60 : logSum_set_2(64w0x2729E77947D3ABA);
            7w61 : logSum_set_2(64w0x27E4D400428BEB6);
            7w62 : logSum_set_2(64w0x289FCC5B5B3453A);
            7w63 : logSum_set_2(64w0x295AD08C11227E3);
            7w64 : logSum_set_2(64w0x8000400000000001);
            7w65 : logSum_set_2(64w0x82CFD8C15D51BA2B);
            7w66 : logSum_set_2(64w0x859E7EF4F1B622C4);
            7w67 : logSum_set_2(64w0x885FBB4948D167C8);
            7w68 : logSum_set_2(64w0x8B12C7853B2628A8);
            7w69 : logSum_set_2(64w0x8DC376C6EF54C556);
            7w70 : logSum_set_2(64w0x9064BC0E07DC3740);
            7w71 : logSum_set_2(64w0x9302C1053A27978D);
            7w72 : logSum_set_2(64w0x959015967E34A3FF);
            7w73 : logSum_set_2(64w0x98193AB15652845E);
            7w74 : logSum_set_2(64w0x9A9DE34B0E8B6E76);
            7w75 : logSum_set_2(64w0x9D100BB7DE9A08D0);
            7w76 : logSum_set_2(64w0x9F7CB9121538993A);
            7w77 : logSum_set_2(64w0xA1E3970E21E41DF9);
            7w78 : logSum_set_2(64w0xA4444F57E21426DF);
            7w79 : logSum_set_2(64w0xA69E899F0FA18D8D);
            7w80 : logSum_set_2(64w0xA8E34F34AC49CA65);
            7w81 : logSum_set_2(64w0xAB2F4E0FAE144F2E);
            7w82 : logSum_set_2(64w0xAD73BAB689AD69B6);
            7w83 : logSum_set_2(64w0xAFA10E19B39888FA);
            7w84 : logSum_set_2(64w0xB1D5079AA5A9BA2D);
            7w85 : logSum_set_2(64w0xB4004BD5564886D8);
            7w86 : logSum_set_2(64w0xB632298CB0D0B9A0);
            7w87 : logSum_set_2(64w0xB84B0432049A1781);
            7w88 : logSum_set_2(64w0xBA6A0984545E198A);
            7w89 : logSum_set_2(64w0xBC7F1EA7FF491D0D);
            7w90 : logSum_set_2(64w0xBE89DA7001DDDB2A);
            7w91 : logSum_set_2(64w0xC089D2E11ECBEBF9);
            7w92 : logSum_set_2(64w0xC28F66470409F3FF);
            7w93 : logSum_set_2(64w0xC489BBAFA17E61CE);
            7w94 : logSum_set_2(64w0xC6898C75139D93AB);
            7w95 : logSum_set_2(64w0xC86C4B797A602956);
            7w96 : logSum_set_2(64w0xCA6588A1EE6B4826);
            7w97 : logSum_set_2(64w0xCC40D521A879C6B2);
            7w98 : logSum_set_2(64w0xCE32D5C724B82FC0);
            7w99 : logSum_set_2(64w0xD00602D45F3D9B27);
            7w100 : logSum_set_2(64w0xD1DDD993723102BC);
            7w101 : logSum_set_2(64w0xD3BA721600D53443);
            7w102 : logSum_set_2(64w0xD58949746007C499);
            7w103 : logSum_set_2(64w0xD749EB3837FA6497);
            7w104 : logSum_set_2(64w0xD90ED95BC0461D35);
            7w105 : logSum_set_2(64w0xDAD82929135F5951);
            7w106 : logSum_set_2(64w0xDC929BC653512223);
            7w107 : logSum_set_2(64w0xDE513C7E76A8795F);
            7w108 : logSum_set_2(64w0xE0006E3268D2DB95);
            7w109 : logSum_set_2(64w0xE1B398044DF9ED7D);
            7w110 : logSum_set_2(64w0xE36ACCD5AC705A47);
            7w111 : logSum_set_2(64w0xE511E2373ADA5EFD);
            7w112 : logSum_set_2(64w0xE6BCC9AD914D6465);
            7w113 : logSum_set_2(64w0xE856FA9B715BA551);
            7w114 : logSum_set_2(64w0xE9F4C2A9D709E934);
            7w115 : logSum_set_2(64w0xEB9632142FB92153);
            7w116 : logSum_set_2(64w0xED2633DFDAB5A17E);
            7w117 : logSum_set_2(64w0xEEB99F88A428096D);
            7w118 : logSum_set_2(64w0xF05084198E65E584);
            7w119 : logSum_set_2(64w0xF1D54043B3E8CEFD);
            7w120 : logSum_set_2(64w0xF35D3589B9B3410A);
            7w121 : logSum_set_2(64w0xF4E871B7988E44A1);
            7w122 : logSum_set_2(64w0xF67702F29F1B6DA9);
            7w123 : logSum_set_2(64w0xF7F28C03B49E3018);
            7w124 : logSum_set_2(64w0xF9712771CAD0E6C2);
            7w125 : logSum_set_2(64w0xFADC1B169CD26CD5);
            7w126 : logSum_set_2(64w0xFC60D1E79C648EAF);
            7w127 : logSum_set_2(64w0xFDD19C8CB1846B66);
        }
    }
    bit<32> t_459;
    bit<32> LeadingZeros32_key_3;
    action LeadingZeros32_set_3(bit<32> value) {
        t_459 = value;
    }
    table LeadingZeros32_table_3 {
        key = {
            LeadingZeros32_key_3 : lpm;
        }
        actions = {
            LeadingZeros32_set_3;
        }
        const default_action = LeadingZeros32_set_3(32w32);
        const entries = {
            32w1 &&& 32w0xFFFFFFFF : LeadingZeros32_set_3(32w31);
            32w2 &&& 32w0xFFFFFFFE : LeadingZeros32_set_3(32w30);
            32w4 &&& 32w0xFFFFFFFC : LeadingZeros32_set_3(32w29);
            32w8 &&& 32w0xFFFFFFF8 : LeadingZeros32_set_3(32w28);
            32w16 &&& 32w0xFFFFFFF0 : LeadingZeros32_set_3(32w27);
            32w32 &&& 32w0xFFFFFFE0 : LeadingZeros32_set_3(32w26);
            32w64 &&& 32w0xFFFFFFC0 : LeadingZeros32_set_3(32w25);
            32w128 &&& 32w0xFFFFFF80 : LeadingZeros32_set_3(32w24);
            32w256 &&& 32w0xFFFFFF00 : LeadingZeros32_set_3(32w23);
            32w512 &&& 32w0xFFFFFE00 : LeadingZeros32_set_3(32w22);
            32w1024 &&& 32w0xFFFFFC00 : LeadingZeros32_set_3(32w21);
            32w2048 &&& 32w0xFFFFF800 : LeadingZeros32_set_3(32w20);
            32w0x1000 &&& 32w0xFFFFF000 : LeadingZeros32_set_3(32w19);
            32w0x2000 &&& 32w0xFFFFE000 : LeadingZeros32_set_3(32w18);
            32w0x4000 &&& 32w0xFFFFC000 : LeadingZeros32_set_3(32w17);
            32w0x8000 &&& 32w0xFFFF8000 : LeadingZeros32_set_3(32w16);
            32w0x10000 &&& 32w0xFFFF0000 : LeadingZeros32_set_3(32w15);
            32w0x20000 &&& 32w0xFFFE0000 : LeadingZeros32_set_3(32w14);
            32w0x40000 &&& 32w0xFFFC0000 : LeadingZeros32_set_3(32w13);
            32w0x80000 &&& 32w0xFFF80000 : LeadingZeros32_set_3(32w12);
            32w0x100000 &&& 32w0xFFF00000 : LeadingZeros32_set_3(32w11);
            32w0x200000 &&& 32w0xFFE00000 : LeadingZeros32_set_3(32w10);
            32w0x400000 &&& 32w0xFFC00000 : LeadingZeros32_set_3(32w9);
            32w0x800000 &&& 32w0xFF800000 : LeadingZeros32_set_3(32w8);
            32w0x1000000 &&& 32w0xFF000000 : LeadingZeros32_set_3(32w7);
            32w0x2000000 &&& 32w0xFE000000 : LeadingZeros32_set_3(32w6);
            32w0x4000000 &&& 32w0xFC000000 : LeadingZeros32_set_3(32w5);
            32w0x8000000 &&& 32w0xF8000000 : LeadingZeros32_set_3(32w4);
            32w0x10000000 &&& 32w0xF0000000 : LeadingZeros32_set_3(32w3);
            32w0x20000000 &&& 32w0xE0000000 : LeadingZeros32_set_3(32w2);
            32w0x40000000 &&& 32w0xC0000000 : LeadingZeros32_set_3(32w1);
            32w0x80000000 &&& 32w0x80000000 : LeadingZeros32_set_3(32w0);
        }
    }
    bit<64> rootSeed_word_1;
    bit<6> rootSeed_key_1;
    action rootSeed_set_1(bit<64> value) {
        rootSeed_word_1 = value;
    }
    // rootSeed is 1/sqrt(v) in the middle of [i, i+1)/256 in Q1.15, and 0 for i < 64.
    table rootSeed_table_1 {
        key = {
            rootSeed_key_1 : exact;
        }
        actions = {
            rootSeed_set_1;
        }
        const default_action = rootSeed_set_1(64w0);
        const entries = {
            6w0 : rootSeed_set_1(64w0);
            6w16 : rootSeed_set_1(64w0xF946FB24FD0DFF01);
            6w17 : rootSeed_set_1(64w0xF234F3EAF5A9F773);
            6w18 : rootSeed_set_1(64w0xEBB3ED46EEE2F087);
            6w19 : rootSeed_set_1(64w0xE5B1E727E8A3EA27);
            6w20 : rootSeed_set_1(64w0xE020E17AE2DBE443);
            6w21 : rootSeed_set_1(64w0xDAF1DC34DD7CDECB);
            6w22 : rootSeed_set_1(64w0xD61AD748D87BD9B3);
            6w23 : rootSeed_set_1(64w0xD192D2ADD3CDD4F1);
            6w24 : rootSeed_set_1(64w0xCD50CE5ACF69D07B);
            6w25 : rootSeed_set_1(64w0xC94FCA49CB48CC4A);
            6w26 : rootSeed_set_1(64w0xC587C674C764C858);
            6w27 : rootSeed_set_1(64w0xC1F4C2D4C3B7C49D);
            6w28 : rootSeed_set_1(64w0xBE90BF65C03CC116);
            6w29 : rootSeed_set_1(64w0xBB59BC23BCEFBDBE);
            6w30 : rootSeed_set_1(64w0xB84AB90AB9CCBA91);
            6w31 : rootSeed_set_1(64w0xB560B617B6D0B78C);
            6w32 : rootSeed_set_1(64w0xB298B347B3F8B4AB);
            6w33 : rootSeed_set_1(64w0xAFF0B097B140B1EB);
            6w34 : rootSeed_set_1(64w0xAD66AE06AEA7AF4B);
            6w35 : rootSeed_set_1(64w0xAAF7AB90AC2BACC8);
            6w36 : rootSeed_set_1(64w0xA8A1A934A9C9AA5F);
            6w37 : rootSeed_set_1(64w0xA663A6F1A77FA810);
            6w38 : rootSeed_set_1(64w0xA43CA4C4A54DA5D8);
            6w39 : rootSeed_set_1(64w0xA22AA2ACA330A3B6);
            6w40 : rootSeed_set_1(64w0xA02BA0A9A128A1A8);
            6w41 : rootSeed_set_1(64w0x9E3E9EB79F329FAE);
            6w42 : rootSeed_set_1(64w0x9C639CD89D4E9DC6);
            6w43 : rootSeed_set_1(64w0x9A989B099B7B9BEF);
            6w44 : rootSeed_set_1(64w0x98DD994A99B89A28);
            6w45 : rootSeed_set_1(64w0x9730979A98049870);
            6w46 : rootSeed_set_1(64w0x959195F7965E96C7);
            6w47 : rootSeed_set_1(64w0x93FF946294C6952B);
            6w48 : rootSeed_set_1(64w0x927992D9933A939C);
            6w49 : rootSeed_set_1(64w0x90FF915D91BB9219);
            6w50 : rootSeed_set_1(64w0x8F918FEB904790A3);
            6w51 : rootSeed_set_1(64w0x8E2D8E858EDD8F37);
            6w52 : rootSeed_set_1(64w0x8CD38D288D7E8DD5);
            6w53 : rootSeed_set_1(64w0x8B838BD68C2A8C7E);
            6w54 : rootSeed_set_1(64w0x8A3C8A8D8ADE8B30);
            6w55 : rootSeed_set_1(64w0x88FE894C899C89EB);
            6w56 : rootSeed_set_1(64w0x87C88815886288AF);
            6w57 : rootSeed_set_1(64w0x869A86E58730877C);
            6w58 : rootSeed_set_1(64w0x857485BD86068650);
            6w59 : rootSeed_set_1(64w0x8456849D84E4852C);
            6w60 : rootSeed_set_1(64w0x833F838483C9840F);
            6w61 : rootSeed_set_1(64w0x822E827182B582FA);
            6w62 : rootSeed_set_1(64w0x8124816681A881EB);
            6w63 : rootSeed_set_1(64w0x8020806080A180E2);
        }
    }
    bit<32> t_484;
    bit<32> LeadingZeros32_key_4;
    action LeadingZeros32_set_4(bit<32> value) {
        t_484 = value;
    }
    table LeadingZeros32_table_4 {
        key = {
            LeadingZeros32_key_4 : lpm;
        }
        actions = {
            LeadingZeros32_set_4;
        }
        const default_action = LeadingZeros32_set_4(32w32);
        const entries = {
            32w1 &&& 32w0xFFFFFFFF : LeadingZeros32_set_4(32w31);
            32w2 &&& 32w0xFFFFFFFE : LeadingZeros32_set_4(32w30);
            32w4 &&& 32w0xFFFFFFFC : LeadingZeros32_set_4(32w29);
            32w8 &&& 32w0xFFFFFFF8 : LeadingZeros32_set_4(32w28);
            32w16 &&& 32w0xFFFFFFF0 : LeadingZeros32_set_4(32w27);
            32w32 &&& 32w0xFFFFFFE0 : LeadingZeros32_set_4(32w26);
            32w64 &&& 32w0xFFFFFFC0 : LeadingZeros32_set_4(32w25);
            32w128 &&& 32w0xFFFFFF80 : LeadingZeros32_set_4(32w24);
            32w256 &&& 32w0xFFFFFF00 : LeadingZeros32_set_4(32w23);
            32w512 &&& 32w0xFFFFFE00 : LeadingZeros32_set_4(32w22);
            32w1024 &&& 32w0xFFFFFC00 : LeadingZeros32_set_4(32w21);
            32w2048 &&& 32w0xFFFFF800 : LeadingZeros32_set_4(32w20);
            32w0x1000 &&& 32w0xFFFFF000 : LeadingZeros32_set_4(32w19);
            32w0x2000 &&& 32w0xFFFFE000 : LeadingZeros32_set_4(32w18);
            32w0x4000 &&& 32w0xFFFFC000 : LeadingZeros32_set_4(32w17);
            32w0x8000 &&& 32w0xFFFF8000 : LeadingZeros32_set_4(32w16);
        }
    }
    bit<64> rootSeed_word_2;
    bit<6> rootSeed_key_2;
    action rootSeed_set_2(bit<64> value) {
        rootSeed_word_2 = value;
    }
    table rootSeed_table_2 {
        key = {
            rootSeed_key_2 : exact;
        }
        actions = {
            rootSeed_set_2;
        }
        const default_action = rootSeed_set_2(64w0);
        const entries = {
            6w0 : rootSeed_set_2(64w0);
            6w16 : rootSeed_set_2(64w0xF946FB24FD0DFF01);
            6w17 : rootSeed_set_2(64w0xF234F3EAF5A9F773);
            6w18 : rootSeed_set_2(64w0xEBB3ED46EEE2F087);
            6w19 : rootSeed_set_2(64w0xE5B1E727E8A3EA27);
            6w20 : rootSeed_set_2(64w0xE020E17AE2DBE443);
            6w21 : rootSeed_set_2(64w0xDAF1DC34DD7CDECB);
            6w22 : rootSeed_set_2(64w0xD61AD748D87BD9B3);
            6w23 : rootSeed_set_2(64w0xD192D2ADD3CDD4F1);
            6w24 : rootSeed_set_2(64w0xCD50CE5ACF69D07B);
            6w25 : rootSeed_set_2(64w0xC94FCA49CB48CC4A);
            6w26 : rootSeed_set_2(64w0xC587C674C764C858);
            6w27 : rootSeed_set_2(64w0xC1F4C2D4C3B7C49D);
            6w28 : rootSeed_set_2(64w0xBE90BF65C03CC116);
            6w29 : rootSeed_set_2(64w0xBB59BC23BCEFBDBE);
            6w30 : rootSeed_set_2(64w0xB84AB90AB9CCBA91);
            6w31 : rootSeed_set_2(64w0xB560B617B6D0B78C);
            6w32 : rootSeed_set_2(64w0xB298B347B3F8B4AB);
            6w33 : rootSeed_set_2(64w0xAFF0B097B140B1EB);
            6w34 : rootSeed_set_2(64w0xAD66AE06AEA7AF4B);
            6w35 : rootSeed_set_2(64w0xAAF7AB90AC2BACC8);
            6w36 : rootSeed_set_2(64w0xA8A1A934A9C9AA5F);
            6w37 : rootSeed_set_2(64w0xA663A6F1A77FA810);
            6w38 : rootSeed_set_2(64w0xA43CA4C4A54DA5D8);
            6w39 : rootSeed_set_2(64w0xA22AA2ACA330A3B6);
            6w40 : rootSeed_set_2(64w0xA02BA0A9A128A1A8);
            6w41 : rootSeed_set_2(64w0x9E3E9EB79F329FAE);
            6w42 : rootSeed_set_2(64w0x9C639CD89D4E9DC6);
            6w43 : rootSeed_set_2(64w0x9A989B099B7B9BEF);
            6w44 : rootSeed_set_2(64w0x98DD994A99B89A28);
            6w45 : rootSeed_set_2(64w0x9730979A98049870);
            6w46 : rootSeed_set_2(64w0x959195F7965E96C7);
            6w47 : rootSeed_set_2(64w0x93FF946294C6952B);
            6w48 : rootSeed_set_2(64w0x927992D9933A939C);
            6w49 : rootSeed_set_2(64w0x90FF915D91BB9219);
            6w50 : rootSeed_set_2(64w0x8F918FEB904790A3);
            6w51 : rootSeed_set_2(64w0x8E2D8E858EDD8F37);
            6w52 : rootSeed_set_2(64w0x8CD38D288D7E8DD5);
            6w53 : rootSeed_set_2(64w0x8B838BD68C2A8C7E);
            6w54 : rootSeed_set_2(64w0x8A3C8A8D8ADE8B30);
            6w55 : rootSeed_set_2(64w0x88FE894C899C89EB);
            6w56 : rootSeed_set_2(64w0x87C88815886288AF);
            6w57 : rootSeed_set_2(64w0x869A86E58730877C);
            6w58 : rootSeed_set_2(64w0x857485BD86068650);
            6w59 : rootSeed_set_2(64w0x8456849D84E4852C);
            6w60 : rootSeed_set_2(64w0x833F838483C9840F);
            6w61 : rootSeed_set_2(64w0x822E827182B582FA);
            6w62 : rootSeed_set_2(64w0x8124816681A881EB);
            6w63 : rootSeed_set_2(64w0x8020806080A180E2);
        }
    }
    bit<32> t_510;
    bit<32> LeadingZeros32_key_5;
    action LeadingZeros32_set_5(bit<32> value) {
        t_510 = value;
    }
    table LeadingZeros32_table_5 {
        key = {
            LeadingZeros32_key_5 : lpm;
        }
        actions = {
            LeadingZeros32_set_5;
        }
        const default_action = LeadingZeros32_set_5(32w32);
        const entries = {
            32w1 &&& 32w0xFFFFFFFF : LeadingZeros32_set_5(32w31);
            32w2 &&& 32w0xFFFFFFFE : LeadingZeros32_set_5(32w30);
            32w4 &&& 32w0xFFFFFFFC : LeadingZeros32_set_5(32w29);
            32w8 &&& 32w0xFFFFFFF8 : LeadingZeros32_set_5(32w28);
            32w16 &&& 32w0xFFFFFFF0 : LeadingZeros32_set_5(32w27);
            32w32 &&& 32w0xFFFFFFE0 : LeadingZeros32_set_5(32w26);
            32w64 &&& 32w0xFFFFFFC0 : LeadingZeros32_set_5(32w25);
            32w128 &&& 32w0xFFFFFF80 : LeadingZeros32_set_5(32w24);
            32w256 &&& 32w0xFFFFFF00 : LeadingZeros32_set_5(32w23);
            32w512 &&& 32w0xFFFFFE00 : LeadingZeros32_set_5(32w22);
            32w1024 &&& 32w0xFFFFFC00 : LeadingZeros32_set_5(32w21);
            32w2048 &&& 32w0xFFFFF800 : LeadingZeros32_set_5(32w20);
            32w0x1000 &&& 32w0xFFFFF000 : LeadingZeros32_set_5(32w19);
            32w0x2000 &&& 32w0xFFFFE000 : LeadingZeros32_set_5(32w18);
            32w0x4000 &&& 32w0xFFFFC000 : LeadingZeros32_set_5(32w17);
            32w0x8000 &&& 32w0xFFFF8000 : LeadingZeros32_set_5(32w16);
        }
    }
    bit<64> rootSeed_word_3;
    bit<6> rootSeed_key_3;
    action rootSeed_set_3(bit<64> value) {
        rootSeed_word_3 = value;
    }
    table rootSeed_table_3 {
        key = {
            rootSeed_key_3 : exact;
        }
        actions = {
            rootSeed_set_3;
        }
        const default_action = rootSeed_set_3(64w0);
        const entries = {
            6w0 : rootSeed_set_3(64w0);
            6w16 : rootSeed_set_3(64w0xF946FB24FD0DFF01);
            6w17 : rootSeed_set_3(64w0xF234F3EAF5A9F773);
            6w18 : rootSeed_set_3(64w0xEBB3ED46EEE2F087);
            6w19 : rootSeed_set_3(64w0xE5B1E727E8A3EA27);
            6w20 : rootSeed_set_3(64w0xE020E17AE2DBE443);
            6w21 : rootSeed_set_3(64w0xDAF1DC34DD7CDECB);
            6w22 : rootSeed_set_3(64w0xD61AD748D87BD9B3);
            6w23 : rootSeed_set_3(64w0xD192D2ADD3CDD4F1);
            6w24 : rootSeed_set_3(64w0xCD50CE5ACF69D07B);
            6w25 : rootSeed_set_3(64w0xC94FCA49CB48CC4A);
            6w26 : rootSeed_set_3(64w0xC587C674C764C858);
            6w27 : rootSeed_set_3(64w0xC1F4C2D4C3B7C49D);
            6w28 : rootSeed_set_3(64w0xBE90BF65C03CC116);
            6w29 : rootSeed_set_3(64w0xBB59BC23BCEFBDBE);
            6w30 : rootSeed_set_3(64w0xB84AB90AB9CCBA91);
            6w31 : rootSeed_set_3(64w0xB560B617B6D0B78C);
            6w32 : rootSeed_set_3(64w0xB298B347B3F8B4AB);
            6w33 : rootSeed_set_3(64w0xAFF0B097B140B1EB);
            6w34 : rootSeed_set_3(64w0xAD66AE06AEA7AF4B);
            6w35 : rootSeed_set_3(64w0xAAF7AB90AC2BACC8);
            6w36 : rootSeed_set_3(64w0xA8A1A934A9C9AA5F);
            6w37 : rootSeed_set_3(64w0xA663A6F1A77FA810);
            6w38 : rootSeed_set_3(64w0xA43CA4C4A54DA5D8);
            6w39 : rootSeed_set_3(64w0xA22AA2ACA330A3B6);
            6w40 : rootSeed_set_3(64w0xA02BA0A9A128A1A8);
            6w41 : rootSeed_set_3(64w0x9E3E9EB79F329FAE);
            6w42 : rootSeed_set_3(64w0x9C639CD89D4E9DC6);
            6w43 : rootSeed_set_3(64w0x9A989B099B7B9BEF);
            6w44 : rootSeed_set_3(64w0x98DD994A99B89A28);
            6w45 : rootSeed_set_3(64w0x9730979A98049870);
            6w46 : rootSeed_set_3(64w0x959195F7965E96C7);
            6w47 : rootSeed_set_3(64w0x93FF946294C6952B);
            6w48 : rootSeed_set_3(64w0x927992D9933A939C);
            6w49 : rootSeed_set_3(64w0x90FF915D91BB9219);
            6w50 : rootSeed_set_3(64w0x8F918FEB904790A3);
            6w51 : rootSeed_set_3(64w0x8E2D8E858EDD8F37);
            6w52 : rootSeed_set_3(64w0x8CD38D288D7E8DD5);
            6w53 : rootSeed_set_3(64w0x8B838BD68C2A8C7E);
            6w54 : rootSeed_set_3(64w0x8A3C8A8D8ADE8B30);
            6w55 : rootSeed_set_3(64w0x88FE894C899C89EB);
            6w56 : rootSeed_set_3(64w0x87C88815886288AF);
            6w57 : rootSeed_set_3(64w0x869A86E58730877C);
            6w58 : rootSeed_set_3(64w0x857485BD86068650);
            6w59 : rootSeed_set_3(64w0x8456849D84E4852C);
            6w60 : rootSeed_set_3(64w0x833F838483C9840F);
            6w61 : rootSeed_set_3(64w0x822E827182B582FA);
            6w62 : rootSeed_set_3(64w0x8124816681A881EB);
            6w63 : rootSeed_set_3(64w0x8020806080A180E2);
        }
    }
    bit<32> t_537;
    bit<32> LeadingZeros32_key_6;
    action LeadingZeros32_set_6(bit<32> value) {
        t_537 = value;
    }
    table LeadingZeros32_table_6 {
        key = {
            LeadingZeros32_key_6 : lpm;
        }
        actions = {
            LeadingZeros32_set_6;
        }
        const default_action = LeadingZeros32_set_6(32w32);
        const entries = {
            32w1 &&& 32w0xFFFFFFFF : LeadingZeros32_set_6(32w31);
            32w2 &&& 32w0xFFFFFFFE : LeadingZeros32_set_6(32w30);
            32w4 &&& 32w0xFFFFFFFC : LeadingZeros32_set_6(32w29);
            32w8 &&& 32w0xFFFFFFF8 : LeadingZeros32_set_6(32w28);
            32w16 &&& 32w0xFFFFFFF0 : LeadingZeros32_set_6(32w27);
            32w32 &&& 32w0xFFFFFFE0 : LeadingZeros32_set_6(32w26);
            32w64 &&& 32w0xFFFFFFC0 : LeadingZeros32_set_6(32w25);
            32w128 &&& 32w0xFFFFFF80 : LeadingZeros32_set_6(32w24);
            32w256 &&& 32w0xFFFFFF00 : LeadingZeros32_set_6(32w23);
            32w512 &&& 32w0xFFFFFE00 : LeadingZeros32_set_6(32w22);
            32w1024 &&& 32w0xFFFFFC00 : LeadingZeros32_set_6(32w21);
            32w2048 &&& 32w0xFFFFF800 : LeadingZeros32_set_6(32w20);
            32w0x1000 &&& 32w0xFFFFF000 : LeadingZeros32_set_6(32w19);
            32w0x2000 &&& 32w0xFFFFE000 : LeadingZeros32_set_6(32w18);
            32w0x4000 &&& 32w0xFFFFC000 : LeadingZeros32_set_6(32w17);
            32w0x8000 &&& 32w0xFFFF8000 : LeadingZeros32_set_6(32w16);
        }
    }
    bit<64> rootSeed_word_4;
    bit<6> rootSeed_key_4;
    action rootSeed_set_4(bit<64> value) {
        rootSeed_word_4 = value;
    }
    table rootSeed_table_4 {
        key = {
            rootSeed_key_4 : exact;
        }
        actions = {
            rootSeed_set_4;
        }
        const default_action = rootSeed_set_4(64w0);
        const entries = {
            6w0 : rootSeed_set_4(64w0);
            6w16 : rootSeed_set_4(64w0xF946FB24FD0DFF01);
            6w17 : rootSeed_set_4(64w0xF234F3EAF5A9F773);
            6w18 : rootSeed_set_4(64w0xEBB3ED46EEE2F087);
            6w19 : rootSeed_set_4(64w0xE5B1E727E8A3EA27);
            6w20 : rootSeed_set_4(64w0xE020E17AE2DBE443);
            6w21 : rootSeed_set_4(64w0xDAF1DC34DD7CDECB);
            6w22 : rootSeed_set_4(64w0xD61AD748D87BD9B3);
            6w23 : rootSeed_set_4(64w0xD192D2ADD3CDD4F1);
            6w24 : rootSeed_set_4(64w0xCD50CE5ACF69D07B);
            6w25 : rootSeed_set_4(64w0xC94FCA49CB48CC4A);
            6w26 : rootSeed_set_4(64w0xC587C674C764C858);
            6w27 : rootSeed_set_4(64w0xC1F4C2D4C3B7C49D);
            6w28 : rootSeed_set_4(64w0xBE90BF65C03CC116);
            6w29 : rootSeed_set_4(64w0xBB59BC23BCEFBDBE);
            6w30 : rootSeed_set_4(64w0xB84AB90AB9CCBA91);
            6w31 : rootSeed_set_4(64w0xB560B617B6D0B78C);
            6w32 : rootSeed_set_4(64w0xB298B347B3F8B4AB);
            6w33 : rootSeed_set_4(64w0xAFF0B097B140B1EB);
            6w34 : rootSeed_set_4(64w0xAD66AE06AEA7AF4B);
            6w35 : rootSeed_set_4(64w0xAAF7AB90AC2BACC8);
            6w36 : rootSeed_set_4(64w0xA8A1A934A9C9AA5F);
            6w37 : rootSeed_set_4(64w0xA663A6F1A77FA810);
            6w38 : rootSeed_set_4(64w0xA43CA4C4A54DA5D8);
            6w39 : rootSeed_set_4(64w0xA22AA2ACA330A3B6);
            6w40 : rootSeed_set_4(64w0xA02BA0A9A128A1A8);
            6w41 : rootSeed_set_4(64w0x9E3E9EB79F329FAE);
            6w42 : rootSeed_set_4(64w0x9C639CD89D4E9DC6);
            6w43 : rootSeed_set_4(64w0x9A989B099B7B9BEF);
            6w44 : rootSeed_set_4(64w0x98DD994A99B89A28);
            6w45 : rootSeed_set_4(64w0x9730979A98049870);
            6w46 : rootSeed_set_4(64w0x959195F7965E96C7);
            6w47 : rootSeed_set_4(64w0x93FF946294C6952B);
            6w48 : rootSeed_set_4(64w0x927992D9933A939C);
            6w49 : rootSeed_set_4(64w0x90FF915D91BB9219);
            6w50 : rootSeed_set_4(64w0x8F918FEB904790A3);
            6w51 : rootSeed_set_4(64w0x8E2D8E858EDD8F37);
            6w52 : rootSeed_set_4(64w0x8CD38D288D7E8DD5);
            6w53 : rootSeed_set_4(64w0x8B838BD68C2A8C7E);
            6w54 : rootSeed_set_4(64w0x8A3C8A8D8ADE8B30);
            6w55 : rootSeed_set_4(64w0x88FE894C899C89EB);
            6w56 : rootSeed_set_4(64w0x87C88815886288AF);
            6w57 : rootSeed_set_4(64w0x869A86E58730877C);
            6w58 : rootSeed_set_4(64w0x857485BD86068650);
            6w59 : rootSeed_set_4(64w0x8456849D84E4852C);
            6w60 : rootSeed_set_4(64w0x833F838483C9840F);
            6w61 : rootSeed_set_4(64w0x822E827182B582FA);
            6w62 : rootSeed_set_4(64w0x8124816681A881EB);
            6w63 : rootSeed_set_4(64w0x8020806080A180E2);
        }
    }
    bit<32> t_564;
    bit<32> LeadingZeros32_key_7;
    action LeadingZeros32_set_7(bit<32> value) {
        t_564 = value;
    }
    table LeadingZeros32_table_7 {
        key = {
            LeadingZeros32_key_7 : lpm;
        }
        actions = {
            LeadingZeros32_set_7;
        }
        const default_action = LeadingZeros32_set_7(32w32);
        const entries = {
            32w1 &&& 32w0xFFFFFFFF : LeadingZeros32_set_7(32w31);
            32w2 &&& 32w0xFFFFFFFE : LeadingZeros32_set_7(32w30);
            32w4 &&& 32w0xFFFFFFFC : LeadingZeros32_set_7(32w29);
            32w8 &&& 32w0xFFFFFFF8 : LeadingZeros32_set_7(32w28);
            32w16 &&& 32w0xFFFFFFF0 : LeadingZeros32_set_7(32w27);
            32w32 &&& 32w0xFFFFFFE0 : LeadingZeros32_set_7(32w26);
            32w64 &&& 32w0xFFFFFFC0 : LeadingZeros32_set_7(32w25);
            32w128 &&& 32w0xFFFFFF80 : LeadingZeros32_set_7(32w24);
            32w256 &&& 32w0xFFFFFF00 : LeadingZeros32_set_7(32w23);
            32w512 &&& 32w0xFFFFFE00 : LeadingZeros32_set_7(32w22);
            32w1024 &&& 32w0xFFFFFC00 : LeadingZeros32_set_7(32w21);
            32w2048 &&& 32w0xFFFFF800 : LeadingZeros32_set_7(32w20);
            32w0x1000 &&& 32w0xFFFFF000 : LeadingZeros32_set_7(32w19);
            32w0x2000 &&& 32w0xFFFFE000 : LeadingZeros32_set_7(32w18);
            32w0x4000 &&& 32w0xFFFFC000 : LeadingZeros32_set_7(32w17);
            32w0x8000 &&& 32w0xFFFF8000 : LeadingZeros32_set_7(32w16);
        }
    }
    bit<64> rootSeed_word_5;
    bit<6> rootSeed_key_5;
    action rootSeed_set_5(bit<64> value) {
        rootSeed_word_5 = value;
    }
    table rootSeed_table_5 {
        key = {
            rootSeed_key_5 : exact;
        }
        actions = {
            rootSeed_set_5;
        }
        const default_action = rootSeed_set_5(64w0);
        const entries = {
            6w0 : rootSeed_set_5(64w0);
            6w16 : rootSeed_set_5(64w0xF946FB24FD0DFF01);
            6w17 : rootSeed_set_5(64w0xF234F3EAF5A9F773);
            6w18 : rootSeed_set_5(64w0xEBB3ED46EEE2F087);
            6w19 : rootSeed_set_5(64w0xE5B1E727E8A3EA27);
            6w20 : rootSeed_set_5(64w0xE020E17AE2DBE443);
            6w21 : rootSeed_set_5(64w0xDAF1DC34DD7CDECB);
            6w22 : rootSeed_set_5(64w0xD61AD748D87BD9B3);
            6w23 : rootSeed_set_5(64w0xD192D2ADD3CDD4F1);
            6w24 : rootSeed_set_5(64w0xCD50CE5ACF69D07B);
            6w25 : rootSeed_set_5(64w0xC94FCA49CB48CC4A);
            6w26 : rootSeed_set_5(64w0xC587C674C764C858);
            6w27 : rootSeed_set_5(64w0xC1F4C2D4C3B7C49D);
            6w28 : rootSeed_set_5(64w0xBE90BF65C03CC116);
            6w29 : rootSeed_set_5(64w0xBB59BC23BCEFBDBE);
            6w30 : rootSeed_set_5(64w0xB84AB90AB9CCBA91);
            6w31 : rootSeed_set_5(64w0xB560B617B6D0B78C);
            6w32 : rootSeed_set_5(64w0xB298B347B3F8B4AB);
            6w33 : rootSeed_set_5(64w0xAFF0B097B140B1EB);
            6w34 : rootSeed_set_5(64w0xAD66AE06AEA7AF4B);
            6w35 : rootSeed_set_5(64w0xAAF7AB90AC2BACC8);
            6w36 : rootSeed_set_5(64w0xA8A1A934A9C9AA5F);
            6w37 : rootSeed_set_5(64w0xA663A6F1A77FA810);
            6w38 : rootSeed_set_5(64w0xA43CA4C4A54DA5D8);
            6w39 : rootSeed_set_5(64w0xA22AA2ACA330A3B6);
            6w40 : rootSeed_set_5(64w0xA02BA0A9A128A1A8);
            6w41 : rootSeed_set_5(64w0x9E3E9EB79F329FAE);
            6w42 : rootSeed_set_5(64w0x9C639CD89D4E9DC6);
            6w43 : rootSeed_set_5(64w0x9A989B099B7B9BEF);
            6w44 : rootSeed_set_5(64w0x98DD994A99B89A28);
            6w45 : rootSeed_set_5(64w0x9730979A98049870);
            6w46 : rootSeed_set_5(64w0x959195F7965E96C7);
            6w47 : rootSeed_set_5(64w0x93FF946294C6952B);
            6w48 : rootSeed_set_5(64w0x927992D9933A939C);
            6w49 : rootSeed_set_5(64w0x90FF915D91BB9219);
            6w50 : rootSeed_set_5(64w0x8F918FEB904790A3);
            6w51 : rootSeed_set_5(64w0x8E2D8E858EDD8F37);
            6w52 : rootSeed_set_5(64w0x8CD38D288D7E8DD5);
            6w53 : rootSeed_set_5(64w0x8B838BD68C2A8C7E);
            6w54 : rootSeed_set_5(64w0x8A3C8A8D8ADE8B30);
            6w55 : rootSeed_set_5(64w0x88FE894C899C89EB);
            6w56 : rootSeed_set_5(64w0x87C88815886288AF);
            6w57 : rootSeed_set_5(64w0x869A86E58730877C);
            6w58 : rootSeed_set_5(64w0x857485BD86068650);
            6w59 : rootSeed_set_5(64w0x8456849D84E4852C);
            6w60 : rootSeed_set_5(64w0x833F838483C9840F);
            6w61 : rootSeed_set_5(64w0x822E827182B582FA);
            6w62 : rootSeed_set_5(64w0x8124816681A881EB);
            6w63 : rootSeed_set_5(64w0x8020806080A180E2);
        }
    }
    apply {
        meta.answer = false;
        if (hdr.request.isValid() && hdr.request.version == VERSION && (bit<32>)hdr.request.connection < CONNECTIONS) {
            meta.connection = (bit<32>)hdr.request.connection;
            if (hdr.event.isValid()) {
                read_state();
                hdr.output.setValid();
                hdr.after.setValid();
                // dolcerc.Step[[4]bandit.Arm]
                bool t_1 = hdr.event.Kind == dcqcn_EventCutTimer;
                // dcqcn.(*Rates).CutTimer
                bit<8> t_2 = meta.s_React_Flags & dcqcn_FlagPending;
                bool t_3 = t_2 == 8w0;
                bool pending_1 = t_2 != 8w0;
                bit<8> s_React_Flags_1 = meta.s_React_Flags & 8w251;
                // fixedpoint.Time.Add
                bit<32> s_React_CutAt_1 = hdr.event.Now + 32w0xC350;
                // dcqcn.(*Rates).CutTimer
                bit<8> s_React_Flags_2 = meta.s_React_Flags & (t_1 ? 8w249 : 8w254);
                // dolcerc.cut[[4]bandit.Arm]
                bit<8> arm_1 = (meta.s_React_Flags & 8w112) >> 8w4;
                // fixedpoint.Time.Add
                bit<32> s_React_IncreaseAt_1 = hdr.event.Now + 32w0xD6D8;
                // dcqcn.(*Rates).restart
                bit<8> s_React_Flags_3 = s_React_Flags_1 | dcqcn_FlagIncrease;
                // dolcerc.Step[[4]bandit.Arm]
                bit<32> s_React_Bytes_1 = t_3 ? meta.s_React_Bytes : 32w0;
                bit<32> s_React_IncreaseAt_2 = t_3 ? meta.s_React_IncreaseAt : s_React_IncreaseAt_1;
                bit<8> s_React_TimeStage_1 = t_3 ? meta.s_React_TimeStage : 8w0;
                bit<8> s_React_ByteStage_1 = t_3 ? meta.s_React_ByteStage : 8w0;
                bit<8> s_React_Flags_4 = t_3 ? s_React_Flags_2 : s_React_Flags_3;
                bit<8> did_1 = t_3 ? 8w0 : dcqcn_DidCut;
                bool t_6 = hdr.event.Kind == dcqcn_EventIncreaseTimer;
                // dcqcn.(*Rates).IncreaseTimer
                bit<8> t_7 = meta.s_React_TimeStage + 8w1;
                bit<8> s_React_TimeStage_2 = (t_7 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_7;
                // dcqcn.(*Rates).increase
                bool t_9 = meta.s_React_ByteStage < s_React_TimeStage_2;
                // dolcerc.Step[[4]bandit.Arm]
                bool t_12 = hdr.event.Kind == dcqcn_EventSent;
                // bandit.ObserveSent[[4]Arm]
                bit<32> t_13 = meta.s_Learn_Rest >> 8w24;
                bit<32> t_15 = (hdr.event.Packets > 32w256) ? 32w256 : hdr.event.Packets;
                bit<32> sum_1 = t_13 + t_15;
                bool t_18 = (meta.s_Learn_Rest & bandit_unitBits) == 32w0;
                bit<32> s_Learn_Rest_1 = (meta.s_Learn_Rest & 32w0xFFFFFF) | (sum_1 << 8w24);
                // fixedpoint.Hash32
                bit<32> h_1 = hdr.event.Now + 32w0x6A09E667;
                bit<32> h_2 = (h_1 ^ (h_1 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_3 = (h_2 ^ (h_2 >> 8w15)) * 32w0x15B3C1B9;
                bit<32> dither_1 = h_3 ^ (h_3 >> 8w16);
                // bandit.Observe[[4]Arm]
                bit<32> e_1 = (meta.s_Learn_Rest >> 8w12) & bandit_exponentMask;
                bit<32> allSent_1 = t_13 << ((bit<8>)e_1);
                bit<32> t_29 = (hdr.event.Packets > 32w0x1000000) ? 32w0x1000000 : hdr.event.Packets;
                bit<32> allSent_2 = allSent_1 + t_29;
                bit<32> t_31 = (meta.s_Learn_Rest >> 8w16) & bandit_pendingMask;
                bit<32> allMarked_1 = t_31 << ((bit<8>)e_1);
                // The least exponent, not below the present one, at which both fit 8 bits even
                // after rounding up.
                bit<32> t_33 = (allMarked_1 < allSent_2) ? allSent_2 : allMarked_1;
                Len32_key_1 = t_33;
                Len32_table_1.apply();
                bit<32> t_35 = length_1 - 32w8;
                bit<32> e_2 = ((length_1 > 32w8) && (e_1 <= t_35)) ? t_35 : e_1;
                bool t_39 = (t_33 >> (e_2 > 32w255 ? 8w255 : (bit<8>)e_2)) >= bandit_pendingMask;
                bit<32> e_3 = e_2 + 32w1;
                bit<32> e_4 = (t_39 && (e_2 > 32w0)) ? e_3 : e_2;
                bit<32> e_5 = (e_4 > bandit_exponentMask) ? bandit_exponentMask : e_4;
                // fixedpoint.Pack16Dither
                // wraps: from a shift of 32 on the mask is all ones
                bit<32> mask_1 = (32w1 << (e_5 > 32w255 ? 8w255 : (bit<8>)e_5)) - 32w1;
                // Both low parts are below 2^shift, so for shift < 32 their sum fits.
                // wraps: only from a shift of 32 on, which leaves 0
                bit<32> carry_1 = ((allSent_2 & mask_1) + (dither_1 & mask_1)) >> (e_5 > 32w255 ? 8w255 : (bit<8>)e_5);
                bit<32> t_48 = (allSent_2 >> (e_5 > 32w255 ? 8w255 : (bit<8>)e_5)) + carry_1;
                bit<16> t_50 = (t_48 > 32w0xFFFF) ? 16w0xFFFF : ((bit<16>)t_48);
                // bandit.Observe[[4]Arm]
                bit<32> sentUnits_1 = (t_50 > ((bit<16>)bandit_pendingMask)) ? bandit_pendingMask : ((bit<32>)t_50);
                bit<32> dither_2 = dither_1 >> 8w16;
                // fixedpoint.Pack16Dither
                bit<32> carry_2 = ((allMarked_1 & mask_1) + (dither_2 & mask_1)) >> (e_5 > 32w255 ? 8w255 : (bit<8>)e_5);
                bit<32> t_56 = (allMarked_1 >> (e_5 > 32w255 ? 8w255 : (bit<8>)e_5)) + carry_2;
                bit<16> t_58 = (t_56 > 32w0xFFFF) ? 16w0xFFFF : ((bit<16>)t_56);
                // bandit.Observe[[4]Arm]
                bit<32> markedUnits_1 = (t_58 > ((bit<16>)bandit_pendingMask)) ? bandit_pendingMask : ((bit<32>)t_58);
                bit<32> s_Learn_Rest_2 = meta.s_Learn_Rest & bandit_iterationMask;
                bit<32> t_63 = (s_Learn_Rest_2 | (e_5 << 8w12)) | (markedUnits_1 << 8w16);
                bit<32> s_Learn_Rest_3 = t_63 | (sentUnits_1 << 8w24);
                // bandit.ObserveSent[[4]Arm]
                bit<32> s_Learn_Rest_4 = ((sum_1 <= bandit_pendingMask) && t_18) ? s_Learn_Rest_1 : s_Learn_Rest_3;
                // dcqcn.(*Rates).Sent
                bit<8> t_65 = meta.s_React_Flags & dcqcn_FlagIncrease;
                bool t_66 = t_65 == 8w0;
                bit<32> t_69 = (hdr.event.Bytes > 32w0x40000000) ? 32w0x40000000 : hdr.event.Bytes;
                bit<32> s_React_Bytes_2 = meta.s_React_Bytes + t_69;
                bool t_70 = s_React_Bytes_2 < 32w0x989680;
                bool increased_1 = s_React_Bytes_2 >= 32w0x989680;
                bit<32> s_React_Bytes_3 = s_React_Bytes_2 - 32w0x989680;
                bit<8> t_71 = meta.s_React_ByteStage + 8w1;
                bit<8> s_React_ByteStage_2 = (t_71 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_71;
                // dcqcn.(*Rates).increase
                bool t_73 = s_React_ByteStage_2 < meta.s_React_TimeStage;
                bit<8> t_75 = t_6 ? (t_9 ? s_React_TimeStage_2 : meta.s_React_ByteStage) : (t_73 ? meta.s_React_TimeStage : s_React_ByteStage_2);
                bit<8> t_78 = t_6 ? (t_9 ? meta.s_React_ByteStage : s_React_TimeStage_2) : (t_73 ? s_React_ByteStage_2 : meta.s_React_TimeStage);
                // At most 62 * 2^28 < 2^34: in 64 bits, then capped.
                bit<32> wide_1 = 32w0x61A80 * ((bit<32>)(t_78 - 8w5));
                bit<32> step_1 = (t_78 > 8w5) ? wide_1 : 32w0x9C40;
                // Both below 2^31: the sum fits.
                bit<32> t_81 = meta.s_React_RT + step_1;
                bit<32> s_React_RT_1 = (t_81 > 32w0x5F5E100) ? 32w0x5F5E100 : t_81;
                bit<32> s_React_RT_2 = (t_75 < 8w5) ? meta.s_React_RT : s_React_RT_1;
                bit<32> s_React_RC_1 = ((s_React_RT_2 + meta.s_React_RC) + 32w1) >> 8w1;
                bit<32> t_86 = (s_React_RC_1 > 32w0x5F5E100) ? 32w0x5F5E100 : s_React_RC_1;
                bit<32> s_React_RC_2 = (t_86 > 32w0x9C40) ? t_86 : 32w0x9C40;
                // Arrived: the target is at its cap, so that a later increase would repeat this
                // one, which left the rate as it was. What it would still do is to count: that
                // matters to a later cut only where the cut waits for an increase by bytes to take
                // the target (ClampAfterTime off), and target and rate differ.
                bool t_90 = (s_React_RT_2 == 32w0x5F5E100) && (s_React_RC_2 == meta.s_React_RC);
                bit<8> s_React_Flags_5 = t_90 ? s_React_Flags_2 : meta.s_React_Flags;
                // dcqcn.(*Rates).Sent
                bool t_91 = s_React_Bytes_3 < 32w0x989680;
                bit<32> s_React_Bytes_4 = s_React_Bytes_3 - 32w0x989680;
                bit<8> t_92 = s_React_ByteStage_2 + 8w1;
                bit<8> s_React_ByteStage_3 = (t_92 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_92;
                // dcqcn.(*Rates).increase
                bool t_94 = s_React_ByteStage_3 < meta.s_React_TimeStage;
                bool t_96 = (t_94 ? meta.s_React_TimeStage : s_React_ByteStage_3) < 8w5;
                bit<8> t_97 = t_94 ? s_React_ByteStage_3 : meta.s_React_TimeStage;
                bit<32> wide_2 = 32w0x61A80 * ((bit<32>)(t_97 - 8w5));
                bit<32> step_2 = (t_97 > 8w5) ? wide_2 : 32w0x9C40;
                bit<32> t_100 = s_React_RT_2 + step_2;
                bit<32> s_React_RT_3 = (t_100 > 32w0x5F5E100) ? 32w0x5F5E100 : t_100;
                bit<32> s_React_RT_4 = t_96 ? s_React_RT_2 : s_React_RT_3;
                bit<32> s_React_RC_3 = ((s_React_RT_4 + s_React_RC_2) + 32w1) >> 8w1;
                bit<32> t_105 = (s_React_RC_3 > 32w0x5F5E100) ? 32w0x5F5E100 : s_React_RC_3;
                bit<32> s_React_RC_4 = (t_105 > 32w0x9C40) ? t_105 : 32w0x9C40;
                bool t_109 = (s_React_RT_4 == 32w0x5F5E100) && (s_React_RC_4 == s_React_RC_2);
                bit<8> s_React_Flags_6 = t_109 ? s_React_Flags_2 : s_React_Flags_5;
                // dcqcn.(*Rates).Sent
                bool t_110 = s_React_Bytes_4 < 32w0x989680;
                bit<32> s_React_Bytes_5 = s_React_Bytes_4 - 32w0x989680;
                bit<8> t_111 = s_React_ByteStage_3 + 8w1;
                bit<8> s_React_ByteStage_4 = (t_111 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_111;
                // dcqcn.(*Rates).increase
                bool t_113 = s_React_ByteStage_4 < meta.s_React_TimeStage;
                bool t_115 = (t_113 ? meta.s_React_TimeStage : s_React_ByteStage_4) < 8w5;
                bit<8> t_116 = t_113 ? s_React_ByteStage_4 : meta.s_React_TimeStage;
                bit<32> wide_3 = 32w0x61A80 * ((bit<32>)(t_116 - 8w5));
                bit<32> step_3 = (t_116 > 8w5) ? wide_3 : 32w0x9C40;
                bit<32> t_119 = s_React_RT_4 + step_3;
                bit<32> s_React_RT_5 = (t_119 > 32w0x5F5E100) ? 32w0x5F5E100 : t_119;
                bit<32> s_React_RT_6 = t_115 ? s_React_RT_4 : s_React_RT_5;
                bit<32> s_React_RC_5 = ((s_React_RT_6 + s_React_RC_4) + 32w1) >> 8w1;
                bit<32> t_124 = (s_React_RC_5 > 32w0x5F5E100) ? 32w0x5F5E100 : s_React_RC_5;
                bit<32> s_React_RC_6 = (t_124 > 32w0x9C40) ? t_124 : 32w0x9C40;
                bool t_128 = (s_React_RT_6 == 32w0x5F5E100) && (s_React_RC_6 == s_React_RC_4);
                // dcqcn.(*Rates).Sent
                bool t_129 = s_React_Bytes_5 < 32w0x989680;
                bit<32> s_React_Bytes_6 = s_React_Bytes_5 - 32w0x989680;
                bit<8> t_130 = s_React_ByteStage_4 + 8w1;
                bit<8> s_React_ByteStage_5 = (t_130 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_130;
                // dcqcn.(*Rates).increase
                bool t_132 = s_React_ByteStage_5 < meta.s_React_TimeStage;
                bool t_134 = (t_132 ? meta.s_React_TimeStage : s_React_ByteStage_5) < 8w5;
                bit<8> t_135 = t_132 ? s_React_ByteStage_5 : meta.s_React_TimeStage;
                bit<32> wide_4 = 32w0x61A80 * ((bit<32>)(t_135 - 8w5));
                bit<32> step_4 = (t_135 > 8w5) ? wide_4 : 32w0x9C40;
                bit<32> t_138 = s_React_RT_6 + step_4;
                bit<32> s_React_RT_7 = (t_138 > 32w0x5F5E100) ? 32w0x5F5E100 : t_138;
                bit<32> s_React_RT_8 = t_134 ? s_React_RT_6 : s_React_RT_7;
                bit<32> s_React_RC_7 = ((s_React_RT_8 + s_React_RC_6) + 32w1) >> 8w1;
                bit<32> t_143 = (s_React_RC_7 > 32w0x5F5E100) ? 32w0x5F5E100 : s_React_RC_7;
                bit<32> s_React_RC_8 = (t_143 > 32w0x9C40) ? t_143 : 32w0x9C40;
                // dcqcn.(*Rates).Sent
                bool t_145 = s_React_Bytes_6 < 32w0x989680;
                bit<32> s_React_Bytes_7 = s_React_Bytes_6 - 32w0x989680;
                bit<8> t_146 = s_React_ByteStage_5 + 8w1;
                bit<8> s_React_ByteStage_6 = (t_146 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_146;
                // dcqcn.(*Rates).increase
                bool t_148 = s_React_ByteStage_6 < meta.s_React_TimeStage;
                bool t_150 = (t_148 ? meta.s_React_TimeStage : s_React_ByteStage_6) < 8w5;
                bit<8> t_151 = t_148 ? s_React_ByteStage_6 : meta.s_React_TimeStage;
                bit<32> wide_5 = 32w0x61A80 * ((bit<32>)(t_151 - 8w5));
                bit<32> step_5 = (t_151 > 8w5) ? wide_5 : 32w0x9C40;
                bit<32> t_154 = s_React_RT_8 + step_5;
                bit<32> s_React_RT_9 = (t_154 > 32w0x5F5E100) ? 32w0x5F5E100 : t_154;
                bit<32> s_React_RT_10 = t_150 ? s_React_RT_8 : s_React_RT_9;
                bit<32> s_React_RC_9 = ((s_React_RT_10 + s_React_RC_8) + 32w1) >> 8w1;
                bit<32> t_159 = (s_React_RC_9 > 32w0x5F5E100) ? 32w0x5F5E100 : s_React_RC_9;
                bit<32> s_React_RC_10 = (t_159 > 32w0x9C40) ? t_159 : 32w0x9C40;
                // dcqcn.(*Rates).Sent
                bool t_161 = s_React_Bytes_7 < 32w0x989680;
                bit<32> s_React_Bytes_8 = s_React_Bytes_7 - 32w0x989680;
                bit<8> t_162 = s_React_ByteStage_6 + 8w1;
                bit<8> s_React_ByteStage_7 = (t_162 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_162;
                // dcqcn.(*Rates).increase
                bool t_164 = s_React_ByteStage_7 < meta.s_React_TimeStage;
                bool t_166 = (t_164 ? meta.s_React_TimeStage : s_React_ByteStage_7) < 8w5;
                bit<8> t_167 = t_164 ? s_React_ByteStage_7 : meta.s_React_TimeStage;
                bit<32> wide_6 = 32w0x61A80 * ((bit<32>)(t_167 - 8w5));
                bit<32> step_6 = (t_167 > 8w5) ? wide_6 : 32w0x9C40;
                bit<32> t_170 = s_React_RT_10 + step_6;
                bit<32> s_React_RT_11 = (t_170 > 32w0x5F5E100) ? 32w0x5F5E100 : t_170;
                bit<32> s_React_RT_12 = t_166 ? s_React_RT_10 : s_React_RT_11;
                bit<32> s_React_RC_11 = ((s_React_RT_12 + s_React_RC_10) + 32w1) >> 8w1;
                bit<32> t_175 = (s_React_RC_11 > 32w0x5F5E100) ? 32w0x5F5E100 : s_React_RC_11;
                bit<32> s_React_RC_12 = (t_175 > 32w0x9C40) ? t_175 : 32w0x9C40;
                // dcqcn.(*Rates).Sent
                bool t_177 = s_React_Bytes_8 < 32w0x989680;
                bit<32> s_React_Bytes_9 = s_React_Bytes_8 - 32w0x989680;
                bit<8> t_178 = s_React_ByteStage_7 + 8w1;
                bit<8> s_React_ByteStage_8 = (t_178 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_178;
                // dcqcn.(*Rates).increase
                bool t_180 = s_React_ByteStage_8 < meta.s_React_TimeStage;
                bool t_182 = (t_180 ? meta.s_React_TimeStage : s_React_ByteStage_8) < 8w5;
                bit<8> t_183 = t_180 ? s_React_ByteStage_8 : meta.s_React_TimeStage;
                bit<32> wide_7 = 32w0x61A80 * ((bit<32>)(t_183 - 8w5));
                bit<32> step_7 = (t_183 > 8w5) ? wide_7 : 32w0x9C40;
                bit<32> t_186 = s_React_RT_12 + step_7;
                bit<32> s_React_RT_13 = (t_186 > 32w0x5F5E100) ? 32w0x5F5E100 : t_186;
                bit<32> s_React_RT_14 = t_182 ? s_React_RT_12 : s_React_RT_13;
                bit<32> s_React_RC_13 = ((s_React_RT_14 + s_React_RC_12) + 32w1) >> 8w1;
                bit<32> t_191 = (s_React_RC_13 > 32w0x5F5E100) ? 32w0x5F5E100 : s_React_RC_13;
                bit<32> s_React_RC_14 = (t_191 > 32w0x9C40) ? t_191 : 32w0x9C40;
                // dcqcn.(*Rates).Sent
                bool t_193 = s_React_Bytes_9 < 32w0x989680;
                bit<32> s_React_Bytes_10 = s_React_Bytes_9 - 32w0x989680;
                bit<8> t_194 = s_React_ByteStage_8 + 8w1;
                bit<8> s_React_ByteStage_9 = (t_194 > dcqcn_MaxStage) ? dcqcn_MaxStage : t_194;
                // dcqcn.(*Rates).increase
                bool t_196 = s_React_ByteStage_9 < meta.s_React_TimeStage;
                bool t_198 = (t_196 ? meta.s_React_TimeStage : s_React_ByteStage_9) < 8w5;
                bit<8> t_199 = t_196 ? s_React_ByteStage_9 : meta.s_React_TimeStage;
                bit<32> wide_8 = 32w0x61A80 * ((bit<32>)(t_199 - 8w5));
                bit<32> step_8 = (t_199 > 8w5) ? wide_8 : 32w0x9C40;
                bit<32> t_202 = s_React_RT_14 + step_8;
                bit<32> s_React_RT_15 = (t_202 > 32w0x5F5E100) ? 32w0x5F5E100 : t_202;
                bit<32> s_React_RT_16 = t_198 ? s_React_RT_14 : s_React_RT_15;
                bit<32> s_React_RC_15 = ((s_React_RT_16 + s_React_RC_14) + 32w1) >> 8w1;
                bit<32> t_207 = (s_React_RC_15 > 32w0x5F5E100) ? 32w0x5F5E100 : s_React_RC_15;
                bit<32> s_React_RC_16 = (t_207 > 32w0x9C40) ? t_207 : 32w0x9C40;
                // dcqcn.(*Rates).Sent
                bit<32> s_React_RC_17 = t_193 ? s_React_RC_14 : s_React_RC_16;
                bit<32> s_React_RT_17 = t_193 ? s_React_RT_14 : s_React_RT_16;
                bit<32> s_React_Bytes_11 = t_193 ? s_React_Bytes_9 : s_React_Bytes_10;
                bit<8> s_React_ByteStage_10 = t_193 ? s_React_ByteStage_8 : s_React_ByteStage_9;
                bool t_211 = (s_React_RT_16 != 32w0x5F5E100) || (s_React_RC_16 != s_React_RC_14);
                bool t_215 = (s_React_RT_14 != 32w0x5F5E100) || (s_React_RC_14 != s_React_RC_12);
                bit<32> s_React_RC_18 = t_177 ? s_React_RC_12 : s_React_RC_17;
                bit<32> s_React_RT_18 = t_177 ? s_React_RT_12 : s_React_RT_17;
                bit<32> s_React_Bytes_12 = t_177 ? s_React_Bytes_8 : s_React_Bytes_11;
                bit<8> s_React_ByteStage_11 = t_177 ? s_React_ByteStage_7 : s_React_ByteStage_10;
                bool t_220 = (s_React_RT_12 != 32w0x5F5E100) || (s_React_RC_12 != s_React_RC_10);
                bit<32> s_React_RC_19 = t_161 ? s_React_RC_10 : s_React_RC_18;
                bit<32> s_React_RT_19 = t_161 ? s_React_RT_10 : s_React_RT_18;
                bit<32> s_React_Bytes_13 = t_161 ? s_React_Bytes_7 : s_React_Bytes_12;
                bit<8> s_React_ByteStage_12 = t_161 ? s_React_ByteStage_6 : s_React_ByteStage_11;
                bool t_222 = t_161 || ((t_177 || ((t_193 || t_211) && t_215)) && t_220);
                bool t_225 = (s_React_RT_10 != 32w0x5F5E100) || (s_React_RC_10 != s_React_RC_8);
                bit<32> s_React_RC_20 = t_145 ? s_React_RC_8 : s_React_RC_19;
                bit<32> s_React_RT_20 = t_145 ? s_React_RT_8 : s_React_RT_19;
                bit<32> s_React_Bytes_14 = t_145 ? s_React_Bytes_6 : s_React_Bytes_13;
                bit<8> s_React_ByteStage_13 = t_145 ? s_React_ByteStage_5 : s_React_ByteStage_12;
                bool t_230 = (s_React_RT_8 != 32w0x5F5E100) || (s_React_RC_8 != s_React_RC_6);
                bit<32> s_React_RC_21 = t_129 ? s_React_RC_6 : s_React_RC_20;
                bit<32> s_React_RT_21 = t_129 ? s_React_RT_6 : s_React_RT_20;
                bit<32> s_React_Bytes_15 = t_129 ? s_React_Bytes_5 : s_React_Bytes_14;
                bit<8> s_React_ByteStage_14 = t_129 ? s_React_ByteStage_4 : s_React_ByteStage_13;
                bool t_234 = (t_129 || ((t_145 || (t_222 && t_225)) && t_230)) && (!t_128);
                bit<32> s_React_RC_22 = t_110 ? s_React_RC_4 : s_React_RC_21;
                bit<32> s_React_RT_22 = t_110 ? s_React_RT_4 : s_React_RT_21;
                bit<32> s_React_Bytes_16 = t_110 ? s_React_Bytes_4 : s_React_Bytes_15;
                bit<8> s_React_ByteStage_15 = t_110 ? s_React_ByteStage_3 : s_React_ByteStage_14;
                bit<8> s_React_Flags_7 = (t_110 || t_234) ? s_React_Flags_6 : s_React_Flags_2;
                bit<32> s_React_RC_23 = t_91 ? s_React_RC_2 : s_React_RC_22;
                bit<32> s_React_RT_23 = t_91 ? s_React_RT_2 : s_React_RT_22;
                bit<32> s_React_Bytes_17 = t_91 ? s_React_Bytes_3 : s_React_Bytes_16;
                bit<8> s_React_ByteStage_16 = t_91 ? s_React_ByteStage_2 : s_React_ByteStage_15;
                bit<8> s_React_Flags_8 = t_91 ? s_React_Flags_5 : s_React_Flags_7;
                bit<32> s_React_Bytes_18 = t_70 ? s_React_Bytes_2 : s_React_Bytes_17;
                bit<32> s_React_Bytes_19 = (s_React_Bytes_18 < 32w0x989680) ? s_React_Bytes_18 : 32w0;
                bool t_237 = t_66 || t_70;
                bit<32> s_React_RC_24 = t_237 ? meta.s_React_RC : s_React_RC_23;
                bit<32> s_React_RT_24 = t_237 ? meta.s_React_RT : s_React_RT_23;
                bit<32> s_React_Bytes_20 = t_66 ? meta.s_React_Bytes : s_React_Bytes_19;
                bit<8> s_React_ByteStage_17 = t_237 ? meta.s_React_ByteStage : s_React_ByteStage_16;
                bit<8> s_React_Flags_9 = t_237 ? meta.s_React_Flags : s_React_Flags_8;
                // dolcerc.sent[[4]bandit.Arm]
                bit<8> did_2 = ((t_65 != 8w0) && increased_1) ? dcqcn_DidIncrease : 8w0;
                // dolcerc.Step[[4]bandit.Arm]
                bool t_239 = hdr.event.Kind == dcqcn_EventCNP;
                // dolcerc.cnp[[4]bandit.Arm]
                bit<16> t_241 = (hdr.event.CNPs > 16w1) ? hdr.event.CNPs : 16w1;
                bit<16> count_1 = (t_241 > dcqcn_MaxCoalesced) ? dcqcn_MaxCoalesced : t_241;
                bit<32> salt_1 = ~hdr.event.Now;
                // bandit.ObserveMarked[[4]Arm]
                bit<32> sum_2 = t_31 + ((bit<32>)hdr.event.Marked);
                bit<32> s_Learn_Rest_5 = (meta.s_Learn_Rest & 32w0xFF00FFFF) | (sum_2 << 8w16);
                // fixedpoint.Hash32
                bit<32> h_4 = salt_1 + 32w0x6A09E667;
                bit<32> h_5 = (h_4 ^ (h_4 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_6 = (h_5 ^ (h_5 >> 8w15)) * 32w0x15B3C1B9;
                bit<32> dither_3 = h_6 ^ (h_6 >> 8w16);
                // bandit.Observe[[4]Arm]
                bit<32> allMarked_2 = allMarked_1 + ((bit<32>)hdr.event.Marked);
                bit<32> t_253 = (allMarked_2 < allSent_1) ? allSent_1 : allMarked_2;
                Len32_key_2 = t_253;
                Len32_table_2.apply();
                bit<32> t_255 = length_2 - 32w8;
                bit<32> e_6 = ((length_2 > 32w8) && (e_1 <= t_255)) ? t_255 : e_1;
                bool t_259 = (t_253 >> (e_6 > 32w255 ? 8w255 : (bit<8>)e_6)) >= bandit_pendingMask;
                bit<32> e_7 = e_6 + 32w1;
                bit<32> e_8 = (t_259 && (e_6 > 32w0)) ? e_7 : e_6;
                bit<32> e_9 = (e_8 > bandit_exponentMask) ? bandit_exponentMask : e_8;
                // fixedpoint.Pack16Dither
                bit<32> mask_2 = (32w1 << (e_9 > 32w255 ? 8w255 : (bit<8>)e_9)) - 32w1;
                bit<32> carry_3 = ((allSent_1 & mask_2) + (dither_3 & mask_2)) >> (e_9 > 32w255 ? 8w255 : (bit<8>)e_9);
                bit<32> t_268 = (allSent_1 >> (e_9 > 32w255 ? 8w255 : (bit<8>)e_9)) + carry_3;
                bit<16> t_270 = (t_268 > 32w0xFFFF) ? 16w0xFFFF : ((bit<16>)t_268);
                // bandit.Observe[[4]Arm]
                bit<32> sentUnits_2 = (t_270 > ((bit<16>)bandit_pendingMask)) ? bandit_pendingMask : ((bit<32>)t_270);
                bit<32> dither_4 = dither_3 >> 8w16;
                // fixedpoint.Pack16Dither
                bit<32> carry_4 = ((allMarked_2 & mask_2) + (dither_4 & mask_2)) >> (e_9 > 32w255 ? 8w255 : (bit<8>)e_9);
                bit<32> t_276 = (allMarked_2 >> (e_9 > 32w255 ? 8w255 : (bit<8>)e_9)) + carry_4;
                bit<16> t_278 = (t_276 > 32w0xFFFF) ? 16w0xFFFF : ((bit<16>)t_276);
                // bandit.Observe[[4]Arm]
                bit<32> markedUnits_2 = (t_278 > ((bit<16>)bandit_pendingMask)) ? bandit_pendingMask : ((bit<32>)t_278);
                bit<32> t_283 = (s_Learn_Rest_2 | (e_9 << 8w12)) | (markedUnits_2 << 8w16);
                bit<32> s_Learn_Rest_6 = t_283 | (sentUnits_2 << 8w24);
                // bandit.ObserveMarked[[4]Arm]
                bit<32> s_Learn_Rest_7 = ((sum_2 <= bandit_pendingMask) && t_18) ? s_Learn_Rest_5 : s_Learn_Rest_6;
                // dolcerc.cnp[[4]bandit.Arm]
                bool first_1 = (meta.s_React_Flags & dcqcn_FlagSeen) == 8w0;
                // fixedpoint.Time.Since
                // dolcerc.cnp[[4]bandit.Arm]
                bool t_288 = first_1 || ((hdr.event.Now - meta.s_LastQualified) >= 32w0x3D090);
                // bandit.TakeECNRatio[[4]Arm]
                bit<32> sent_1 = s_Learn_Rest_7 >> 8w24;
                bit<32> marked_1 = (s_Learn_Rest_7 >> 8w16) & bandit_pendingMask;
                bool t_290 = marked_1 == 32w0;
                // bandit.Ratio
                // fixedpoint.Recip
                bool t_292 = sent_1 > 32w1;
                LeadingZeros32_key_1 = sent_1;
                LeadingZeros32_table_1.apply();
                bit<32> n_1 = t_293 & 32w31;
                // 2^32/x = (2^63/d) / 2^(31-n) with d = x 2^n; r is its nearest integer or one less.
                bit<32> n_2 = sent_1 << ((bit<8>)n_1);
                // fixedpoint.recipTop
                // Q1.15
                bit<32> index_1 = (n_2 >> 8w24) & 32w127;
                recipSeed_key_1 = (bit<5>)(index_1 >> 8w2);
                recipSeed_table_1.apply();
                bit<16> t_296 = (bit<16>)(recipSeed_word_1 >> ((((bit<8>)index_1) & 8w3) << 8w4));
                // y (2 - v y), all of it positive. 2 - v y in Q1.47; 32 bits of it are enough.
                // Q1.31
                bit<64> t_299 = (64w0x1000000000000 - (((bit<64>)n_2) * ((bit<64>)t_296))) >> 8w16;
                bit<64> y_1 = (((bit<64>)t_296) * t_299) >> 8w15;
                // 1 - v y in Q.63, in [0, 2^48); the upper 32 bits are enough.
                bit<64> r_1 = (64w0x8000000000000000 - (((bit<64>)n_2) * y_1)) >> 8w16;
                // fixedpoint.Recip
                bit<32> r_2 = (((bit<32>)y_1) + ((bit<32>)((y_1 * r_1) >> 8w47))) >> ((bit<8>)(32w31 - n_1));
                // r + 1/2 is not above 2^32/x where (2r+1) x <= 2^33; equality would take
                // an odd divisor of 2^33, of which there is only 1.
                bool t_310 = (((bit<64>)((32w2 * r_2) + 32w1)) * ((bit<64>)sent_1)) > 64w0x200000000;
                bit<32> r_3 = r_2 + 32w1;
                bit<32> t_313 = t_310 ? (t_292 ? r_2 : fixedpoint_MaxUQ16x16) : (t_292 ? r_3 : fixedpoint_MaxUQ16x16);
                // bandit.Ratio
                // Recip(d * 2^-16) = 2^16/d in UQ16.16, raw 2^32/d; n < 2^16.
                bit<64> q_1 = ((bit<64>)marked_1) * ((bit<64>)t_313);
                bit<64> t_314 = q_1 + 64w0x8000;
                // bandit.TakeECNRatio[[4]Arm]
                bit<16> ratio_1 = ((marked_1 < sent_1) && (t_314 <= 64w0xFFFFFFFF)) ? (t_290 ? 16w0 : ((bit<16>)(t_314 >> 8w16))) : (t_290 ? 16w0 : 16w0xFFFF);
                // bandit.Complement
                bit<16> reward_1 = 16w0xFFFF - ratio_1;
                // bandit.(*Params).weight
                bit<32> j_1 = meta.s_Learn_Rest & 32w255;
                // bandit.(*Params).exactWeight
                // 1<<32 is 1<<(shift+16) before the shift: one shift for both.
                bit<32> t_322 = (bit<32>)((64w0x100000000 + ((bit<64>)(j_1 * 32w0xD732E))) >> 8w13);
                // bandit.(*Params).weight
                // 40503 / 2^16 is the golden ratio's fraction, odd
                bit<32> weyl_1 = (j_1 * 32w0x9E37) & 32w0xFFFF;
                bit<32> w_1 = (t_322 + weyl_1) >> 8w16;
                // bandit.Update[[4]Arm]
                bool t_325 = arm_1 == 8w2;
                bit<16> t_326 = t_325 ? meta.s_Learn_Arm_2_Mean : meta.s_Learn_Arm_3_Mean;
                bit<16> t_327 = t_325 ? meta.s_Learn_Arm_2_Count : meta.s_Learn_Arm_3_Count;
                bool t_328 = arm_1 == 8w1;
                bool t_331 = arm_1 == 8w0;
                bit<16> s_Learn_Mean_1 = t_331 ? meta.s_Learn_Arm_0_Mean : (t_328 ? meta.s_Learn_Arm_1_Mean : t_326);
                bit<16> s_Learn_Count_1 = t_331 ? meta.s_Learn_Arm_0_Count : (t_328 ? meta.s_Learn_Arm_1_Count : t_327);
                // bandit.learn
                bool t_332 = s_Learn_Count_1 == 16w0;
                bit<32> t_333 = ((bit<32>)s_Learn_Count_1) + w_1;
                bit<32> n_3 = (t_333 > 32w0xFFFF) ? 32w0xFFFF : t_333;
                // fixedpoint.Recip
                LeadingZeros32_key_2 = n_3;
                LeadingZeros32_table_2.apply();
                bit<32> n_4 = t_336 & 32w31;
                bit<32> n_5 = n_3 << ((bit<8>)n_4);
                // fixedpoint.recipTop
                bit<32> index_2 = (n_5 >> 8w24) & 32w127;
                recipSeed_key_2 = (bit<5>)(index_2 >> 8w2);
                recipSeed_table_2.apply();
                bit<16> t_339 = (bit<16>)(recipSeed_word_2 >> ((((bit<8>)index_2) & 8w3) << 8w4));
                bit<64> t_342 = (64w0x1000000000000 - (((bit<64>)n_5) * ((bit<64>)t_339))) >> 8w16;
                bit<64> y_2 = (((bit<64>)t_339) * t_342) >> 8w15;
                bit<64> r_4 = (64w0x8000000000000000 - (((bit<64>)n_5) * y_2)) >> 8w16;
                // fixedpoint.Recip
                bit<32> r_5 = (((bit<32>)y_2) + ((bit<32>)((y_2 * r_4) >> 8w47))) >> ((bit<8>)(32w31 - n_4));
                bool t_353 = (((bit<64>)((32w2 * r_5) + 32w1)) * ((bit<64>)n_3)) > 64w0x200000000;
                bit<32> r_6 = r_5 + 32w1;
                bit<32> r_7 = t_353 ? r_5 : r_6;
                // bandit.share
                bit<64> step_9 = ((bit<64>)w_1) * ((bit<64>)((n_3 > 32w1) ? r_7 : fixedpoint_MaxUQ16x16));
                // bandit.learn
                // UQ16.16(n) read as n * 2^-16 has the reciprocal 2^16/n, raw 2^32/n rounded: so
                // step is w/n in UQ0.32. n > w, hence step < 2^32 and the mean moves by less than
                // the difference: no overflow, and m' stays between m and X.
                bit<32> x_1 = ((n_3 << 8w16) | ((bit<32>)s_Learn_Mean_1)) ^ (s_Learn_Rest_2 * 32w0x9E37);
                // fixedpoint.Hash32
                bit<32> h_7 = x_1 + 32w0x6A09E667;
                bit<32> h_8 = (h_7 ^ (h_7 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_9 = (h_8 ^ (h_8 >> 8w15)) * 32w0x15B3C1B9;
                bit<32> t_363 = h_9 ^ (h_9 >> 8w16);
                // bandit.learn
                bit<64> t_366 = ((bit<64>)(((bit<32>)reward_1) - ((bit<32>)s_Learn_Mean_1))) * step_9;
                bit<16> t_369 = s_Learn_Mean_1 + ((bit<16>)((t_366 + ((bit<64>)t_363)) >> 8w32));
                bit<64> t_371 = ((bit<64>)(((bit<32>)s_Learn_Mean_1) - ((bit<32>)reward_1))) * step_9;
                bit<16> t_374 = s_Learn_Mean_1 - ((bit<16>)((t_371 + ((bit<64>)t_363)) >> 8w32));
                bit<16> s_Learn_Mean_2 = (reward_1 < s_Learn_Mean_1) ? t_374 : t_369;
                bit<16> s_Learn_Mean_3 = t_332 ? reward_1 : s_Learn_Mean_2;
                bit<16> s_Learn_Count_2 = t_332 ? ((bit<16>)w_1) : ((bit<16>)n_3);
                // bandit.Update[[4]Arm]
                bit<16> s_Learn_Arm_0_Mean_1 = t_331 ? s_Learn_Mean_3 : meta.s_Learn_Arm_0_Mean;
                bit<16> s_Learn_Arm_0_Count_1 = t_331 ? s_Learn_Count_2 : meta.s_Learn_Arm_0_Count;
                bit<16> s_Learn_Arm_1_Mean_1 = t_328 ? s_Learn_Mean_3 : meta.s_Learn_Arm_1_Mean;
                bit<16> s_Learn_Arm_1_Count_1 = t_328 ? s_Learn_Count_2 : meta.s_Learn_Arm_1_Count;
                bit<16> s_Learn_Arm_2_Mean_1 = t_325 ? s_Learn_Mean_3 : meta.s_Learn_Arm_2_Mean;
                bit<16> s_Learn_Arm_2_Count_1 = t_325 ? s_Learn_Count_2 : meta.s_Learn_Arm_2_Count;
                bool t_375 = arm_1 == 8w3;
                bit<16> s_Learn_Arm_3_Mean_1 = t_375 ? s_Learn_Mean_3 : meta.s_Learn_Arm_3_Mean;
                bit<16> s_Learn_Arm_3_Count_1 = t_375 ? s_Learn_Count_2 : meta.s_Learn_Arm_3_Count;
                bit<32> r_8 = s_Learn_Rest_2 + 32w1;
                bool t_376 = r_8 < 32w266;
                bit<32> age_1 = ((r_8 & 32w255) == 32w0) ? 32w0xF339 : 32w0;
                bit<32> r_9 = t_376 ? r_8 : 32w0;
                bit<32> age_2 = t_376 ? age_1 : 32w0xFF7D;
                bool t_379 = age_2 == 32w0;
                // count * age + dither < 2^32: 0xFFFF * 0xFFFF + 0xFFFF. Rounded by a dither
                // that depends on the words of the arm, which change from block to block.
                bit<32> x_2 = (((bit<32>)s_Learn_Arm_0_Count_1) << 8w16) | ((bit<32>)s_Learn_Arm_0_Mean_1);
                // fixedpoint.Hash32
                bit<32> h_10 = x_2 + 32w0x6A09E667;
                bit<32> h_11 = (h_10 ^ (h_10 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_12 = (h_11 ^ (h_11 >> 8w15)) * 32w0x15B3C1B9;
                // bandit.Update[[4]Arm]
                bit<32> dither_5 = (h_12 ^ (h_12 >> 8w16)) & 32w0xFFFF;
                bit<16> t_389 = (bit<16>)(((((bit<32>)s_Learn_Arm_0_Count_1) * age_2) + dither_5) >> 8w16);
                bit<32> x_3 = (((bit<32>)s_Learn_Arm_1_Count_1) << 8w16) | ((bit<32>)s_Learn_Arm_1_Mean_1);
                // fixedpoint.Hash32
                bit<32> h_13 = x_3 + 32w0x6A09E667;
                bit<32> h_14 = (h_13 ^ (h_13 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_15 = (h_14 ^ (h_14 >> 8w15)) * 32w0x15B3C1B9;
                // bandit.Update[[4]Arm]
                bit<32> dither_6 = (h_15 ^ (h_15 >> 8w16)) & 32w0xFFFF;
                bit<16> t_399 = (bit<16>)(((((bit<32>)s_Learn_Arm_1_Count_1) * age_2) + dither_6) >> 8w16);
                bit<32> x_4 = (((bit<32>)s_Learn_Arm_2_Count_1) << 8w16) | ((bit<32>)s_Learn_Arm_2_Mean_1);
                // fixedpoint.Hash32
                bit<32> h_16 = x_4 + 32w0x6A09E667;
                bit<32> h_17 = (h_16 ^ (h_16 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_18 = (h_17 ^ (h_17 >> 8w15)) * 32w0x15B3C1B9;
                // bandit.Update[[4]Arm]
                bit<32> dither_7 = (h_18 ^ (h_18 >> 8w16)) & 32w0xFFFF;
                bit<16> t_409 = (bit<16>)(((((bit<32>)s_Learn_Arm_2_Count_1) * age_2) + dither_7) >> 8w16);
                bit<32> x_5 = (((bit<32>)s_Learn_Arm_3_Count_1) << 8w16) | ((bit<32>)s_Learn_Arm_3_Mean_1);
                // fixedpoint.Hash32
                bit<32> h_19 = x_5 + 32w0x6A09E667;
                bit<32> h_20 = (h_19 ^ (h_19 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_21 = (h_20 ^ (h_20 >> 8w15)) * 32w0x15B3C1B9;
                // bandit.Update[[4]Arm]
                bit<32> dither_8 = (h_21 ^ (h_21 >> 8w16)) & 32w0xFFFF;
                bit<16> t_419 = (bit<16>)(((((bit<32>)s_Learn_Arm_3_Count_1) * age_2) + dither_8) >> 8w16);
                bit<16> s_Learn_Arm_0_Count_2 = t_379 ? s_Learn_Arm_0_Count_1 : t_389;
                bit<16> s_Learn_Arm_1_Count_2 = t_379 ? s_Learn_Arm_1_Count_1 : t_399;
                bit<16> s_Learn_Arm_2_Count_2 = t_379 ? s_Learn_Arm_2_Count_1 : t_409;
                bit<16> s_Learn_Arm_3_Count_2 = t_379 ? s_Learn_Arm_3_Count_1 : t_419;
                // bandit.Select[[4]Arm]
                bool t_420 = r_9 < 32w4;
                // bandit.explorationScale[[4]Arm]
                bit<32> sum_3 = ((bit<32>)s_Learn_Arm_0_Count_2) + ((bit<32>)s_Learn_Arm_1_Count_2);
                bit<32> t_421 = ((bit<32>)s_Learn_Arm_2_Count_2) + ((bit<32>)s_Learn_Arm_3_Count_2);
                bit<32> sum_4 = sum_3 + t_421;
                // unit = 2^CountShift gamma^-(j-1). At j = 0 the counts have just been aged.
                bit<32> j_2 = r_9 & 32w255;
                bit<32> unitLog_1 = 32w0x30000 + ((j_2 * 32w0x12E96) >> 8w12);
                // fixedpoint.Log2
                // One comparison for both ends: adding wraps the top inputs to below
                // logTop, and 0 to logTop.
                // wraps: see above
                // fixedpoint.log2Nearest
                Len32_key_3 = sum_4;
                Len32_table_3.apply();
                // wraps: modulo 32 the shift is 32 - l
                bit<32> m_1 = sum_4 << ((bit<8>)((-l_1) & 32w31));
                // fixedpoint.logReduce
                bit<32> t_428 = m_1 >> 8w25;
                bit<32> i_1 = t_428 & 32w63;
                logMul_key_1 = (bit<5>)(i_1 >> 8w1);
                logMul_table_1.apply();
                bit<32> t_429 = (bit<32>)(logMul_word_1 >> ((((bit<8>)i_1) & 8w1) << 8w5));
                bit<64> z_1 = ((bit<64>)m_1) * ((bit<64>)t_429);
                bit<32> t_430 = (bit<32>)(z_1 >> 8w40);
                bit<64> f_1 = (z_1 * ((bit<64>)(32w0x1FCB - t_430))) - fixedpoint_logY0;
                logSum_key_1 = (bit<6>)(t_430 & 32w63);
                logSum_table_1.apply();
                logSum_key_2 = (bit<7>)t_428;
                logSum_table_2.apply();
                int<64> t_436 = t_434 + t_435;
                // fixedpoint.log2Nearest
                // fixedpoint.logCubic
                // F in units of 2^-43, 32 bits
                bit<64> g_1 = f_1 >> 8w21;
                // C2 - F/2 in Q0.32
                bit<32> u_1 = 32w0xBD8B7FC3 - ((bit<32>)(f_1 >> 8w33));
                // Q1.63
                bit<64> q_2 = fixedpoint_logCubic1 - ((g_1 * ((bit<64>)u_1)) >> 8w12);
                // Q0.64 times Q1.63, upper word Q0.63
                bit<64> p_1 = (bit<64>)(((bit<128>)f_1 * (bit<128>)q_2) >> 8w64);
                // fixedpoint.log2Nearest
                int<32> t_443 = ((int<32>)(l_1 << 8w16)) + ((int<32>)((t_436 + ((int<64>)p_1)) >> 8w47));
                // fixedpoint.log2End
                int<32> t_445 = (sum_4 == 32w0) ? fixedpoint_MinQ5x16 : fixedpoint_MaxQ5x16;
                // fixedpoint.Log2
                int<32> t_446 = ((sum_4 + fixedpoint_logTop) > fixedpoint_logTop) ? t_443 : t_445;
                // bandit.explorationScale[[4]Arm]
                int<32> logN_1 = (t_446 + 32s18) - ((int<32>)unitLog_1);
                // bandit.(*Params).exactWeight
                // bandit.explorationScale[[4]Arm]
                // unit in UQ16.16: the weight of the present step, aged by one.
                bit<64> t_452 = ((64w0x100000000 + ((bit<64>)(j_2 * 32w0xD732E))) >> 8w13) * 64w0xFFF2E48E;
                // xi ln N, UQ16.16
                bit<32> a_1 = (bit<32>)logN_1;
                // fixedpoint.MulShiftDown
                bit<64> v_1 = (((bit<64>)a_1) * 64w0x58BE) >> 8w16;
                bit<64> v_2 = (v_1 * (t_452 >> 8w32)) >> 8w16;
                // fixedpoint.clampU32
                bit<32> t_457 = (v_2 > 64w0xFFFFFFFF) ? 32w0xFFFFFFFF : ((bit<32>)v_2);
                // fixedpoint.Sqrt
                LeadingZeros32_key_3 = t_457 | 32w1;
                LeadingZeros32_table_3.apply();
                bit<32> k_1 = t_459 >> 8w1;
                bit<32> n_6 = t_457 << ((bit<8>)(t_459 & 32w0xFFFFFFFE));
                // fixedpoint.rsqrtNormal
                // Q1.15
                bit<32> index_3 = n_6 >> 8w24;
                rootSeed_key_1 = (bit<6>)(index_3 >> 8w2);
                rootSeed_table_1.apply();
                bit<16> t_462 = (bit<16>)(rootSeed_word_1 >> ((((bit<8>)index_3) & 8w3) << 8w4));
                // y (3 - v y^2) / 2, all of it positive. v y0^2 in Q.30; y0^2 < 2^32.
                bit<64> t_464 = ((bit<64>)n_6) * ((bit<64>)(((bit<32>)t_462) * ((bit<32>)t_462)));
                bit<32> t_466 = 32w0xC0000000 - ((bit<32>)(t_464 >> 8w32));
                bit<64> t_468 = (((bit<64>)t_462) * ((bit<64>)t_466)) >> 8w16;
                // fixedpoint.sqrtNormal
                bit<64> s_1 = (((bit<64>)n_6) * t_468) >> 8w37;
                bit<64> x_6 = ((bit<64>)n_6) << 8w18;
                // The remainder is below 2^36 either way; 30 bits of it are enough.
                // wraps: a difference with its sign
                int<64> r_10 = (((int<64>)x_6) - ((int<64>)(s_1 * s_1))) >> 8w6;
                // wraps: a negative number is added modulo 2^64
                bit<64> s_2 = s_1 + ((bit<64>)((r_10 * ((int<64>)t_468)) >> 8w50));
                bit<32> s_3 = ((bit<32>)s_2) + 32w1;
                bit<32> t_478 = ((64w2 * s_2) < (x_6 - (s_2 * s_2))) ? s_3 : ((bit<32>)s_2);
                // fixedpoint.Sqrt
                // bandit.explorationScale[[4]Arm]
                bit<32> scale_1 = (logN_1 > 32s0) ? (((t_478 >> ((bit<8>)k_1)) + 32w1) >> 8w1) : 32w0;
                // bandit.Select[[4]Arm]
                bool t_482 = s_Learn_Arm_0_Count_2 == 16w0;
                // fixedpoint.RSqrt
                LeadingZeros32_key_4 = ((bit<32>)s_Learn_Arm_0_Count_2) | 32w1;
                LeadingZeros32_table_4.apply();
                bit<32> k_2 = t_484 >> 8w1;
                bit<32> n_7 = ((bit<32>)s_Learn_Arm_0_Count_2) << ((bit<8>)(t_484 & 32w0xFFFFFFFE));
                // fixedpoint.rsqrtNormal
                bit<32> index_4 = n_7 >> 8w24;
                rootSeed_key_2 = (bit<6>)(index_4 >> 8w2);
                rootSeed_table_2.apply();
                bit<16> t_487 = (bit<16>)(rootSeed_word_2 >> ((((bit<8>)index_4) & 8w3) << 8w4));
                bit<64> t_489 = ((bit<64>)n_7) * ((bit<64>)(((bit<32>)t_487) * ((bit<32>)t_487)));
                bit<32> t_491 = 32w0xC0000000 - ((bit<32>)(t_489 >> 8w32));
                bit<64> t_493 = (((bit<64>)t_487) * ((bit<64>)t_491)) >> 8w16;
                // fixedpoint.RSqrt
                bit<32> y2_1 = (bit<32>)((t_493 * t_493) >> 8w30);
                bit<32> t_497 = 32w0xC0000000 - ((bit<32>)((((bit<64>)n_7) * ((bit<64>)y2_1)) >> 8w32));
                // good to 2^-29
                bit<32> y_3 = (bit<32>)((t_493 * ((bit<64>)t_497)) >> 8w31);
                // The result is y 2^(k-7) units; r is its floor or one less.
                bit<32> r_11 = y_3 >> ((bit<8>)(32w22 - k_2));
                // r + 1/2 is not above 2^24/sqrt(x) where (2r+1)^2 x <= 2^50; equality
                // would take an odd square that divides 2^50 and does not happen here.
                bit<32> t_501 = (32w2 * r_11) + 32w1;
                bit<64> t_503 = (((bit<64>)t_501) * ((bit<64>)t_501)) * ((bit<64>)s_Learn_Arm_0_Count_2);
                bit<32> r_12 = r_11 + 32w1;
                bit<32> r_13 = (t_503 > 64w0x4000000000000) ? r_11 : r_12;
                bit<32> rs_1 = t_482 ? fixedpoint_MaxUQ16x16 : r_13;
                // fixedpoint.MulShiftDown
                bit<64> v_3 = (((bit<64>)scale_1) * ((bit<64>)rs_1)) >> 8w16;
                // fixedpoint.clampU32
                bit<32> bonus_1 = (v_3 > 64w0xFFFFFFFF) ? 32w0xFFFFFFFF : ((bit<32>)v_3);
                // bandit.selectExact[[4]Arm]
                bit<32> b_1 = ((bit<32>)s_Learn_Arm_0_Mean_1) << 8w8;
                // fixedpoint.AddSat[uint32]
                // wraps: both ends are looked for below
                bit<32> s_4 = bonus_1 + b_1;
                bit<32> index_1_ = (s_4 < bonus_1) ? 32w0xFFFFFFFF : s_4;
                // fixedpoint.RSqrt
                bool t_508 = s_Learn_Arm_1_Count_2 == 16w0;
                LeadingZeros32_key_5 = ((bit<32>)s_Learn_Arm_1_Count_2) | 32w1;
                LeadingZeros32_table_5.apply();
                bit<32> k_3 = t_510 >> 8w1;
                bit<32> n_8 = ((bit<32>)s_Learn_Arm_1_Count_2) << ((bit<8>)(t_510 & 32w0xFFFFFFFE));
                // fixedpoint.rsqrtNormal
                bit<32> index_5 = n_8 >> 8w24;
                rootSeed_key_3 = (bit<6>)(index_5 >> 8w2);
                rootSeed_table_3.apply();
                bit<16> t_513 = (bit<16>)(rootSeed_word_3 >> ((((bit<8>)index_5) & 8w3) << 8w4));
                bit<64> t_515 = ((bit<64>)n_8) * ((bit<64>)(((bit<32>)t_513) * ((bit<32>)t_513)));
                bit<32> t_517 = 32w0xC0000000 - ((bit<32>)(t_515 >> 8w32));
                bit<64> t_519 = (((bit<64>)t_513) * ((bit<64>)t_517)) >> 8w16;
                // fixedpoint.RSqrt
                bit<32> y2_2 = (bit<32>)((t_519 * t_519) >> 8w30);
                bit<32> t_523 = 32w0xC0000000 - ((bit<32>)((((bit<64>)n_8) * ((bit<64>)y2_2)) >> 8w32));
                bit<32> y_4 = (bit<32>)((t_519 * ((bit<64>)t_523)) >> 8w31);
                bit<32> r_14 = y_4 >> ((bit<8>)(32w22 - k_3));
                bit<32> t_527 = (32w2 * r_14) + 32w1;
                bit<64> t_529 = (((bit<64>)t_527) * ((bit<64>)t_527)) * ((bit<64>)s_Learn_Arm_1_Count_2);
                bit<32> r_15 = r_14 + 32w1;
                bit<32> r_16 = (t_529 > 64w0x4000000000000) ? r_14 : r_15;
                bit<32> rs_2 = t_508 ? fixedpoint_MaxUQ16x16 : r_16;
                // fixedpoint.MulShiftDown
                bit<64> v_4 = (((bit<64>)scale_1) * ((bit<64>)rs_2)) >> 8w16;
                // fixedpoint.clampU32
                bit<32> bonus_2 = (v_4 > 64w0xFFFFFFFF) ? 32w0xFFFFFFFF : ((bit<32>)v_4);
                // bandit.selectExact[[4]Arm]
                bit<32> b_2 = ((bit<32>)s_Learn_Arm_1_Mean_1) << 8w8;
                // fixedpoint.AddSat[uint32]
                bit<32> s_5 = bonus_2 + b_2;
                bit<32> index_2_ = (s_5 < bonus_2) ? 32w0xFFFFFFFF : s_5;
                // bandit.selectExact[[4]Arm]
                bool t_534 = index_1_ < index_2_;
                bit<8> best_1 = t_534 ? 8w1 : 8w0;
                bit<32> top_1 = t_534 ? index_2_ : index_1_;
                // fixedpoint.RSqrt
                bool t_535 = s_Learn_Arm_2_Count_2 == 16w0;
                LeadingZeros32_key_6 = ((bit<32>)s_Learn_Arm_2_Count_2) | 32w1;
                LeadingZeros32_table_6.apply();
                bit<32> k_4 = t_537 >> 8w1;
                bit<32> n_9 = ((bit<32>)s_Learn_Arm_2_Count_2) << ((bit<8>)(t_537 & 32w0xFFFFFFFE));
                // fixedpoint.rsqrtNormal
                bit<32> index_6 = n_9 >> 8w24;
                rootSeed_key_4 = (bit<6>)(index_6 >> 8w2);
                rootSeed_table_4.apply();
                bit<16> t_540 = (bit<16>)(rootSeed_word_4 >> ((((bit<8>)index_6) & 8w3) << 8w4));
                bit<64> t_542 = ((bit<64>)n_9) * ((bit<64>)(((bit<32>)t_540) * ((bit<32>)t_540)));
                bit<32> t_544 = 32w0xC0000000 - ((bit<32>)(t_542 >> 8w32));
                bit<64> t_546 = (((bit<64>)t_540) * ((bit<64>)t_544)) >> 8w16;
                // fixedpoint.RSqrt
                bit<32> y2_3 = (bit<32>)((t_546 * t_546) >> 8w30);
                bit<32> t_550 = 32w0xC0000000 - ((bit<32>)((((bit<64>)n_9) * ((bit<64>)y2_3)) >> 8w32));
                bit<32> y_5 = (bit<32>)((t_546 * ((bit<64>)t_550)) >> 8w31);
                bit<32> r_17 = y_5 >> ((bit<8>)(32w22 - k_4));
                bit<32> t_554 = (32w2 * r_17) + 32w1;
                bit<64> t_556 = (((bit<64>)t_554) * ((bit<64>)t_554)) * ((bit<64>)s_Learn_Arm_2_Count_2);
                bit<32> r_18 = r_17 + 32w1;
                bit<32> r_19 = (t_556 > 64w0x4000000000000) ? r_17 : r_18;
                bit<32> rs_3 = t_535 ? fixedpoint_MaxUQ16x16 : r_19;
                // fixedpoint.MulShiftDown
                bit<64> v_5 = (((bit<64>)scale_1) * ((bit<64>)rs_3)) >> 8w16;
                // fixedpoint.clampU32
                bit<32> bonus_3 = (v_5 > 64w0xFFFFFFFF) ? 32w0xFFFFFFFF : ((bit<32>)v_5);
                // bandit.selectExact[[4]Arm]
                bit<32> b_3 = ((bit<32>)s_Learn_Arm_2_Mean_1) << 8w8;
                // fixedpoint.AddSat[uint32]
                bit<32> s_6 = bonus_3 + b_3;
                bit<32> index_3_ = (s_6 < bonus_3) ? 32w0xFFFFFFFF : s_6;
                // bandit.selectExact[[4]Arm]
                bool t_561 = top_1 < index_3_;
                bit<8> best_2 = t_561 ? 8w2 : best_1;
                bit<32> top_2 = t_561 ? index_3_ : top_1;
                // fixedpoint.RSqrt
                bool t_562 = s_Learn_Arm_3_Count_2 == 16w0;
                LeadingZeros32_key_7 = ((bit<32>)s_Learn_Arm_3_Count_2) | 32w1;
                LeadingZeros32_table_7.apply();
                bit<32> k_5 = t_564 >> 8w1;
                bit<32> n_10 = ((bit<32>)s_Learn_Arm_3_Count_2) << ((bit<8>)(t_564 & 32w0xFFFFFFFE));
                // fixedpoint.rsqrtNormal
                bit<32> index_7 = n_10 >> 8w24;
                rootSeed_key_5 = (bit<6>)(index_7 >> 8w2);
                rootSeed_table_5.apply();
                bit<16> t_567 = (bit<16>)(rootSeed_word_5 >> ((((bit<8>)index_7) & 8w3) << 8w4));
                bit<64> t_569 = ((bit<64>)n_10) * ((bit<64>)(((bit<32>)t_567) * ((bit<32>)t_567)));
                bit<32> t_571 = 32w0xC0000000 - ((bit<32>)(t_569 >> 8w32));
                bit<64> t_573 = (((bit<64>)t_567) * ((bit<64>)t_571)) >> 8w16;
                // fixedpoint.RSqrt
                bit<32> y2_4 = (bit<32>)((t_573 * t_573) >> 8w30);
                bit<32> t_577 = 32w0xC0000000 - ((bit<32>)((((bit<64>)n_10) * ((bit<64>)y2_4)) >> 8w32));
                bit<32> y_6 = (bit<32>)((t_573 * ((bit<64>)t_577)) >> 8w31);
                bit<32> r_20 = y_6 >> ((bit<8>)(32w22 - k_5));
                bit<32> t_581 = (32w2 * r_20) + 32w1;
                bit<64> t_583 = (((bit<64>)t_581) * ((bit<64>)t_581)) * ((bit<64>)s_Learn_Arm_3_Count_2);
                bit<32> r_21 = r_20 + 32w1;
                bit<32> r_22 = (t_583 > 64w0x4000000000000) ? r_20 : r_21;
                bit<32> rs_4 = t_562 ? fixedpoint_MaxUQ16x16 : r_22;
                // fixedpoint.MulShiftDown
                bit<64> v_6 = (((bit<64>)scale_1) * ((bit<64>)rs_4)) >> 8w16;
                // fixedpoint.clampU32
                bit<32> bonus_4 = (v_6 > 64w0xFFFFFFFF) ? 32w0xFFFFFFFF : ((bit<32>)v_6);
                // bandit.selectExact[[4]Arm]
                bit<32> b_4 = ((bit<32>)s_Learn_Arm_3_Mean_1) << 8w8;
                // fixedpoint.AddSat[uint32]
                bit<32> s_7 = bonus_4 + b_4;
                bit<32> index_4_ = (s_7 < bonus_4) ? 32w0xFFFFFFFF : s_7;
                // bandit.selectExact[[4]Arm]
                bit<8> best_3 = (top_2 < index_4_) ? 8w3 : best_2;
                // bandit.Select[[4]Arm]
                bit<32> bonus_5 = (bit<32>)((((bit<64>)scale_1) * t_493) >> ((bit<8>)(32w38 - k_2)));
                bit<64> index_5_ = ((bit<64>)bonus_5) + ((bit<64>)b_1);
                bit<64> high_1 = index_5_ + ((bit<64>)(bonus_5 >> 8w15));
                bool t_592 = index_5_ > 64w0;
                bit<64> topHigh_1 = t_592 ? high_1 : 64w0;
                bit<64> rival_1 = t_592 ? 64w0 : high_1;
                bit<32> mean_1 = t_592 ? ((bit<32>)s_Learn_Arm_0_Mean_1) : 32w0;
                bit<32> count_2 = t_592 ? ((bit<32>)s_Learn_Arm_0_Count_2) : 32w0xFFFFFFFF;
                bool t_595 = (count_2 <= ((bit<32>)s_Learn_Arm_1_Count_2)) && (((bit<32>)s_Learn_Arm_1_Mean_1) <= mean_1);
                bit<32> bonus_6 = (bit<32>)((((bit<64>)scale_1) * t_519) >> ((bit<8>)(32w38 - k_3)));
                bit<64> index_6_ = ((bit<64>)bonus_6) + ((bit<64>)b_2);
                bit<64> high_2 = index_6_ + ((bit<64>)(bonus_6 >> 8w15));
                bit<64> t_600 = (index_5_ < index_6_) ? topHigh_1 : high_2;
                bit<64> rival_2 = ((t_595 || t_508) || (t_600 < rival_1)) ? rival_1 : t_600;
                bool t_608 = (t_508 || (index_6_ <= index_5_)) || t_595;
                bit<8> best_4 = t_608 ? 8w0 : 8w1;
                bit<64> top_3 = t_608 ? index_5_ : index_6_;
                bit<64> topHigh_2 = t_608 ? topHigh_1 : high_2;
                bit<32> mean_2 = t_608 ? mean_1 : ((bit<32>)s_Learn_Arm_1_Mean_1);
                bit<32> count_3 = t_608 ? count_2 : ((bit<32>)s_Learn_Arm_1_Count_2);
                bool t_611 = (count_3 <= ((bit<32>)s_Learn_Arm_2_Count_2)) && (((bit<32>)s_Learn_Arm_2_Mean_1) <= mean_2);
                bit<32> bonus_7 = (bit<32>)((((bit<64>)scale_1) * t_546) >> ((bit<8>)(32w38 - k_4)));
                bit<64> index_7_ = ((bit<64>)bonus_7) + ((bit<64>)b_3);
                bit<64> high_3 = index_7_ + ((bit<64>)(bonus_7 >> 8w15));
                bit<64> t_616 = (top_3 < index_7_) ? topHigh_2 : high_3;
                bit<64> rival_3 = ((t_611 || t_535) || (t_616 < rival_2)) ? rival_2 : t_616;
                bool t_624 = t_611 || (t_535 || (index_7_ <= top_3));
                bit<8> best_5 = t_624 ? best_4 : 8w2;
                bit<64> top_4 = t_624 ? top_3 : index_7_;
                bit<64> topHigh_3 = t_624 ? topHigh_2 : high_3;
                bit<32> mean_3 = t_624 ? mean_2 : ((bit<32>)s_Learn_Arm_2_Mean_1);
                bit<32> count_4 = t_624 ? count_3 : ((bit<32>)s_Learn_Arm_2_Count_2);
                bool t_627 = (count_4 <= ((bit<32>)s_Learn_Arm_3_Count_2)) && (((bit<32>)s_Learn_Arm_3_Mean_1) <= mean_3);
                bit<32> bonus_8 = (bit<32>)((((bit<64>)scale_1) * t_573) >> ((bit<8>)(32w38 - k_5)));
                bit<64> index_8 = ((bit<64>)bonus_8) + ((bit<64>)b_4);
                bit<64> high_4 = index_8 + ((bit<64>)(bonus_8 >> 8w15));
                bit<64> t_632 = (top_4 < index_8) ? topHigh_3 : high_4;
                bool t_638 = t_627 || (t_562 || (index_8 <= top_4));
                bit<8> best_6 = t_638 ? best_5 : 8w3;
                bit<64> top_5 = t_638 ? top_4 : index_8;
                bit<64> rival_4 = ((t_632 < rival_3) || (t_627 || t_562)) ? rival_3 : t_632;
                bool t_643 = (t_482 || (((!t_595) && t_508) || ((!t_611) && t_535))) || ((!t_627) && t_562);
                bool t_649 = top_5 <= ((64w5 + ((bit<64>)(scale_1 >> 8w16))) + rival_4);
                bit<8> arm_2 = ((t_643 || (top_5 >= 64w0x80000000)) || t_649) ? (t_420 ? ((bit<8>)r_9) : best_3) : (t_420 ? ((bit<8>)r_9) : best_6);
                // dolcerc.cnp[[4]bandit.Arm]
                bit<8> s_React_Flags_10 = (meta.s_React_Flags & 8w143) | (arm_2 << 8w4);
                bit<32> s_Learn_Rest_8 = t_288 ? r_9 : s_Learn_Rest_7;
                bit<8> s_React_Flags_11 = t_288 ? s_React_Flags_10 : meta.s_React_Flags;
                bit<8> did_3 = t_288 ? dcqcn_DidLearn : 8w0;
                bool t_655 = count_1 == 16w0;
                // dolcerc.cut[[4]bandit.Arm]
                bit<8> t_658 = t_1 ? arm_1 : ((s_React_Flags_11 & dolcerc_armMask) >> 8w4);
                bool t_659 = t_658 < 8w1;
                bool t_662 = t_658 < 8w3;
                bool t_665 = t_658 < 8w2;
                bit<16> t_666 = t_665 ? (t_659 ? 16w0xC674 : 16w0x5241) : (t_662 ? 16w0x2034 : 16w0x4A51);
                bit<16> t_667 = t_665 ? (t_659 ? 16w0x599A : 16w0x7588) : (t_662 ? 16w0x8000 : 16w0x8CCD);
                bool t_668 = t_658 < 8w4;
                bit<16> a_Alpha_1 = t_668 ? t_666 : 16w0;
                bit<16> a_Beta_1 = t_668 ? t_667 : 16w0x8000;
                // RC < 2^31 and beta < 2^16: the product has 47 bits, what is left of it after the
                // shift 32, and TargetCap bounds that; rounded down.
                bit<32> target_1 = (bit<32>)((((bit<64>)meta.s_React_RC) * ((bit<64>)a_Beta_1)) >> 8w15);
                // dcqcn.(*Rates).Cut
                bit<32> s_React_RT_25 = (target_1 < 32w0x9C40) ? 32w0x9C40 : ((target_1 > 32w0x5F5E100) ? 32w0x5F5E100 : target_1);
                bit<32> keep_1 = 32w0x20000 - ((bit<32>)a_Alpha_1);
                bit<64> t_673 = ((bit<64>)meta.s_React_RC) * ((bit<64>)keep_1);
                bit<32> s_React_RC_25 = (t_673 > 64w0x13881FFFF) ? ((bit<32>)(t_673 >> 8w17)) : 32w0x9C40;
                // dolcerc.cut[[4]bandit.Arm]
                // Neither is below MinRate.
                bit<32> s_React_RC_26 = (s_React_RT_25 < s_React_RC_25) ? s_React_RT_25 : s_React_RC_25;
                // dolcerc.Step[[4]bandit.Arm]
                bit<32> s_React_RC_27 = t_3 ? meta.s_React_RC : s_React_RC_26;
                bit<32> s_React_RT_26 = t_3 ? meta.s_React_RT : s_React_RT_25;
                // dcqcn.(*Rates).restart
                bit<8> s_React_Flags_12 = s_React_Flags_11 | 8w9;
                // dolcerc.cnp[[4]bandit.Arm]
                bit<8> did_4 = t_288 ? 8w17 : 8w1;
                bit<8> s_React_Flags_13 = t_655 ? s_React_Flags_11 : s_React_Flags_12;
                bit<8> did_5 = t_655 ? did_3 : did_4;
                bool t_678 = count_1 == 16w1;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> target_2 = (bit<32>)((((bit<64>)s_React_RC_26) * ((bit<64>)a_Beta_1)) >> 8w15);
                // dcqcn.(*Rates).Cut
                bit<32> s_React_RT_27 = (target_2 < 32w0x9C40) ? 32w0x9C40 : ((target_2 > 32w0x5F5E100) ? 32w0x5F5E100 : target_2);
                bit<64> t_684 = (((bit<64>)s_React_RC_26) * ((bit<64>)keep_1)) >> 8w17;
                bit<32> s_React_RC_28 = (t_684 > 64w0x9C40) ? ((bit<32>)t_684) : 32w0x9C40;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> s_React_RC_29 = (s_React_RT_27 < s_React_RC_28) ? s_React_RT_27 : s_React_RC_28;
                // dolcerc.cnp[[4]bandit.Arm]
                bool t_687 = count_1 == 16w2;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> target_3 = (bit<32>)((((bit<64>)s_React_RC_29) * ((bit<64>)a_Beta_1)) >> 8w15);
                // dcqcn.(*Rates).Cut
                bit<32> s_React_RT_28 = (target_3 < 32w0x9C40) ? 32w0x9C40 : ((target_3 > 32w0x5F5E100) ? 32w0x5F5E100 : target_3);
                bit<64> t_693 = (((bit<64>)s_React_RC_29) * ((bit<64>)keep_1)) >> 8w17;
                bit<32> s_React_RC_30 = (t_693 > 64w0x9C40) ? ((bit<32>)t_693) : 32w0x9C40;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> s_React_RC_31 = (s_React_RT_28 < s_React_RC_30) ? s_React_RT_28 : s_React_RC_30;
                // dolcerc.cnp[[4]bandit.Arm]
                bool t_696 = count_1 == 16w3;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> target_4 = (bit<32>)((((bit<64>)s_React_RC_31) * ((bit<64>)a_Beta_1)) >> 8w15);
                // dcqcn.(*Rates).Cut
                bit<32> s_React_RT_29 = (target_4 < 32w0x9C40) ? 32w0x9C40 : ((target_4 > 32w0x5F5E100) ? 32w0x5F5E100 : target_4);
                bit<64> t_702 = (((bit<64>)s_React_RC_31) * ((bit<64>)keep_1)) >> 8w17;
                bit<32> s_React_RC_32 = (t_702 > 64w0x9C40) ? ((bit<32>)t_702) : 32w0x9C40;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> s_React_RC_33 = (s_React_RT_29 < s_React_RC_32) ? s_React_RT_29 : s_React_RC_32;
                // dolcerc.cnp[[4]bandit.Arm]
                bool t_705 = count_1 == 16w4;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> target_5 = (bit<32>)((((bit<64>)s_React_RC_33) * ((bit<64>)a_Beta_1)) >> 8w15);
                // dcqcn.(*Rates).Cut
                bit<32> s_React_RT_30 = (target_5 < 32w0x9C40) ? 32w0x9C40 : ((target_5 > 32w0x5F5E100) ? 32w0x5F5E100 : target_5);
                bit<64> t_711 = (((bit<64>)s_React_RC_33) * ((bit<64>)keep_1)) >> 8w17;
                bit<32> s_React_RC_34 = (t_711 > 64w0x9C40) ? ((bit<32>)t_711) : 32w0x9C40;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> s_React_RC_35 = (s_React_RT_30 < s_React_RC_34) ? s_React_RT_30 : s_React_RC_34;
                // dolcerc.cnp[[4]bandit.Arm]
                bool t_714 = count_1 == 16w5;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> target_6 = (bit<32>)((((bit<64>)s_React_RC_35) * ((bit<64>)a_Beta_1)) >> 8w15);
                // dcqcn.(*Rates).Cut
                bit<32> s_React_RT_31 = (target_6 < 32w0x9C40) ? 32w0x9C40 : ((target_6 > 32w0x5F5E100) ? 32w0x5F5E100 : target_6);
                bit<64> t_720 = (((bit<64>)s_React_RC_35) * ((bit<64>)keep_1)) >> 8w17;
                bit<32> s_React_RC_36 = (t_720 > 64w0x9C40) ? ((bit<32>)t_720) : 32w0x9C40;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> s_React_RC_37 = (s_React_RT_31 < s_React_RC_36) ? s_React_RT_31 : s_React_RC_36;
                // dolcerc.cnp[[4]bandit.Arm]
                bool t_723 = count_1 == 16w6;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> target_7 = (bit<32>)((((bit<64>)s_React_RC_37) * ((bit<64>)a_Beta_1)) >> 8w15);
                // dcqcn.(*Rates).Cut
                bit<32> s_React_RT_32 = (target_7 < 32w0x9C40) ? 32w0x9C40 : ((target_7 > 32w0x5F5E100) ? 32w0x5F5E100 : target_7);
                bit<64> t_729 = (((bit<64>)s_React_RC_37) * ((bit<64>)keep_1)) >> 8w17;
                bit<32> s_React_RC_38 = (t_729 > 64w0x9C40) ? ((bit<32>)t_729) : 32w0x9C40;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> s_React_RC_39 = (s_React_RT_32 < s_React_RC_38) ? s_React_RT_32 : s_React_RC_38;
                // dolcerc.cnp[[4]bandit.Arm]
                bool t_732 = count_1 == 16w7;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> target_8 = (bit<32>)((((bit<64>)s_React_RC_39) * ((bit<64>)a_Beta_1)) >> 8w15);
                // dcqcn.(*Rates).Cut
                bit<32> s_React_RT_33 = (target_8 < 32w0x9C40) ? 32w0x9C40 : ((target_8 > 32w0x5F5E100) ? 32w0x5F5E100 : target_8);
                bit<64> t_738 = (((bit<64>)s_React_RC_39) * ((bit<64>)keep_1)) >> 8w17;
                bit<32> s_React_RC_40 = (t_738 > 64w0x9C40) ? ((bit<32>)t_738) : 32w0x9C40;
                // dolcerc.cut[[4]bandit.Arm]
                // dolcerc.cnp[[4]bandit.Arm]
                bit<32> s_React_RC_41 = (s_React_RT_33 < s_React_RC_40) ? (t_732 ? s_React_RC_39 : s_React_RT_33) : (t_732 ? s_React_RC_39 : s_React_RC_40);
                bit<32> t_748 = t_714 ? s_React_RT_30 : (t_723 ? s_React_RT_31 : s_React_RT_32);
                bit<32> t_751 = t_705 ? s_React_RC_33 : (t_714 ? s_React_RC_35 : s_React_RC_37);
                bool t_757 = t_687 || (t_696 || (t_705 || (t_714 || (t_723 || t_732))));
                bit<32> t_760 = t_687 ? s_React_RT_27 : (t_696 ? s_React_RT_28 : (t_705 ? s_React_RT_29 : t_748));
                bool t_762 = t_678 || (t_687 || (t_696 || (t_705 || (t_714 || t_723))));
                bit<32> t_763 = t_678 ? s_React_RC_26 : (t_687 ? s_React_RC_29 : (t_696 ? s_React_RC_31 : t_751));
                // dolcerc.Step[[4]bandit.Arm]
                bool t_765 = t_239 && t_288;
                bit<16> s_Learn_Arm_0_Mean_2 = t_765 ? s_Learn_Arm_0_Mean_1 : meta.s_Learn_Arm_0_Mean;
                bit<16> s_Learn_Arm_0_Count_3 = t_765 ? s_Learn_Arm_0_Count_2 : meta.s_Learn_Arm_0_Count;
                bit<16> s_Learn_Arm_1_Mean_2 = t_765 ? s_Learn_Arm_1_Mean_1 : meta.s_Learn_Arm_1_Mean;
                bit<16> s_Learn_Arm_1_Count_3 = t_765 ? s_Learn_Arm_1_Count_2 : meta.s_Learn_Arm_1_Count;
                bit<16> s_Learn_Arm_2_Mean_2 = t_765 ? s_Learn_Arm_2_Mean_1 : meta.s_Learn_Arm_2_Mean;
                bit<16> s_Learn_Arm_2_Count_3 = t_765 ? s_Learn_Arm_2_Count_2 : meta.s_Learn_Arm_2_Count;
                bit<16> s_Learn_Arm_3_Mean_2 = t_765 ? s_Learn_Arm_3_Mean_1 : meta.s_Learn_Arm_3_Mean;
                bit<16> s_Learn_Arm_3_Count_3 = t_765 ? s_Learn_Arm_3_Count_2 : meta.s_Learn_Arm_3_Count;
                bit<32> s_Learn_Rest_9 = t_239 ? s_Learn_Rest_8 : meta.s_Learn_Rest;
                bool t_766 = t_239 && (count_1 != 16w0);
                bool t_767 = !t_766;
                bit<32> s_React_RC_42 = (t_767 || t_762) ? (t_766 ? t_763 : meta.s_React_RC) : s_React_RC_41;
                bit<32> t_771 = t_766 ? (t_678 ? s_React_RT_25 : t_760) : meta.s_React_RT;
                bit<32> s_React_RT_34 = (t_767 || (t_678 || t_757)) ? t_771 : s_React_RT_33;
                bit<32> s_React_Bytes_21 = t_766 ? 32w0 : meta.s_React_Bytes;
                bit<8> s_React_TimeStage_3 = t_766 ? 8w0 : meta.s_React_TimeStage;
                bit<8> s_React_ByteStage_18 = t_766 ? 8w0 : meta.s_React_ByteStage;
                bit<8> s_React_Flags_14 = t_239 ? s_React_Flags_13 : meta.s_React_Flags;
                bit<32> s_LastQualified_1 = t_765 ? hdr.event.Now : meta.s_LastQualified;
                bit<8> did_6 = t_239 ? did_5 : 8w0;
                bit<32> s_Learn_Rest_10 = t_12 ? s_Learn_Rest_4 : s_Learn_Rest_9;
                bit<32> s_React_Bytes_22 = t_12 ? s_React_Bytes_20 : s_React_Bytes_21;
                bit<8> s_React_ByteStage_19 = t_12 ? s_React_ByteStage_17 : s_React_ByteStage_18;
                bit<8> s_React_Flags_15 = t_12 ? s_React_Flags_9 : s_React_Flags_14;
                bit<8> did_7 = t_12 ? did_2 : did_6;
                bool t_772 = t_6 || t_12;
                bit<32> s_React_RC_43 = t_772 ? (t_6 ? s_React_RC_2 : s_React_RC_24) : s_React_RC_42;
                bit<32> s_React_RT_35 = t_772 ? (t_6 ? s_React_RT_2 : s_React_RT_24) : s_React_RT_34;
                bit<32> s_React_IncreaseAt_3 = (t_6 || t_766) ? s_React_IncreaseAt_1 : meta.s_React_IncreaseAt;
                bit<8> s_React_TimeStage_4 = t_6 ? s_React_TimeStage_2 : s_React_TimeStage_3;
                bit<8> s_React_Flags_16 = t_6 ? s_React_Flags_5 : s_React_Flags_15;
                bit<8> did_8 = t_6 ? dcqcn_DidIncrease : did_7;
                bit<32> s_React_RC_44 = t_1 ? s_React_RC_27 : s_React_RC_43;
                bit<32> s_React_RT_36 = t_1 ? s_React_RT_26 : s_React_RT_35;
                bit<32> s_React_Bytes_23 = t_1 ? s_React_Bytes_1 : s_React_Bytes_22;
                bit<32> s_React_IncreaseAt_4 = t_1 ? s_React_IncreaseAt_2 : s_React_IncreaseAt_3;
                bit<32> s_React_CutAt_2 = (t_1 && pending_1) ? s_React_CutAt_1 : meta.s_React_CutAt;
                bit<8> s_React_TimeStage_5 = t_1 ? s_React_TimeStage_1 : s_React_TimeStage_4;
                bit<8> s_React_ByteStage_20 = t_1 ? s_React_ByteStage_1 : s_React_ByteStage_19;
                bit<8> s_React_Flags_17 = t_1 ? s_React_Flags_4 : s_React_Flags_16;
                bit<8> did_9 = t_1 ? did_1 : did_8;
                bit<8> did_10 = did_9 | dcqcn_DidChange;
                bit<8> did_11 = (s_React_RC_44 == meta.s_React_RC) ? did_9 : did_10;
                hdr.output.Rate = s_React_RC_44;
                hdr.output.Did = did_11;
                hdr.after.Learn_Arm_0_Mean = s_Learn_Arm_0_Mean_2;
                hdr.after.Learn_Arm_0_Count = s_Learn_Arm_0_Count_3;
                hdr.after.Learn_Arm_1_Mean = s_Learn_Arm_1_Mean_2;
                hdr.after.Learn_Arm_1_Count = s_Learn_Arm_1_Count_3;
                hdr.after.Learn_Arm_2_Mean = s_Learn_Arm_2_Mean_2;
                hdr.after.Learn_Arm_2_Count = s_Learn_Arm_2_Count_3;
                hdr.after.Learn_Arm_3_Mean = s_Learn_Arm_3_Mean_2;
                hdr.after.Learn_Arm_3_Count = s_Learn_Arm_3_Count_3;
                hdr.after.Learn_Rest = s_Learn_Rest_10;
                hdr.after.React_RC = s_React_RC_44;
                hdr.after.React_RT = s_React_RT_36;
                hdr.after.React_Bytes = s_React_Bytes_23;
                hdr.after.React_IncreaseAt = s_React_IncreaseAt_4;
                hdr.after.React_CutAt = s_React_CutAt_2;
                hdr.after.React_TimeStage = s_React_TimeStage_5;
                hdr.after.React_ByteStage = s_React_ByteStage_20;
                hdr.after.React_Flags = s_React_Flags_17;
                hdr.after.React_Own = meta.s_React_Own;
                hdr.after.LastQualified = s_LastQualified_1;
                write_state();
                hdr.event.setInvalid();
                meta.answer = true;
            } else if (hdr.request.op == OP_INIT) {
                hdr.after.setValid();
                hdr.after.Learn_Arm_0_Mean = 16w0;
                hdr.after.Learn_Arm_0_Count = 16w0;
                hdr.after.Learn_Arm_1_Mean = 16w0;
                hdr.after.Learn_Arm_1_Count = 16w0;
                hdr.after.Learn_Arm_2_Mean = 16w0;
                hdr.after.Learn_Arm_2_Count = 16w0;
                hdr.after.Learn_Arm_3_Mean = 16w0;
                hdr.after.Learn_Arm_3_Count = 16w0;
                hdr.after.Learn_Rest = 32w0;
                hdr.after.React_RC = 32w0x5F5E100;
                hdr.after.React_RT = 32w0x5F5E100;
                hdr.after.React_Bytes = 32w0;
                hdr.after.React_IncreaseAt = 32w0;
                hdr.after.React_CutAt = 32w0;
                hdr.after.React_TimeStage = 8w0;
                hdr.after.React_ByteStage = 8w0;
                hdr.after.React_Flags = 8w0;
                hdr.after.React_Own = 8w0;
                hdr.after.LastQualified = 32w0;
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
