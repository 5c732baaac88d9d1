// dolcerc4: P4_16 for v1model, made from Go source. Do not edit.
//
// Command:
//   ccgen p4 dolcerc4 --profile paper
// Parameters: constants. Profile paper at 100G, learning as the paper has it
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
//   Actions[4].Beta = 0
//   Actions[5].Alpha = 0
//   Actions[5].Beta = 0
//   Actions[6].Alpha = 0
//   Actions[6].Beta = 0
//   Actions[7].Alpha = 0
//   Actions[7].Beta = 0
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

const bit<32> bandit_unitBits = 32w0xF000;
const bit<32> bandit_iterationMask = 32w4095;
const bit<32> bandit_exponentMask = 32w15;
const bit<32> bandit_pendingMask = 32w255;
// EventCutTimer is the end of the cut timer.
const bit<8> dcqcn_EventCutTimer = 8w2;
// EventIncreaseTimer is the end of the increase timer.
const bit<8> dcqcn_EventIncreaseTimer = 8w3;
// EventSent tells of bytes and packets that left.
const bit<8> dcqcn_EventSent = 8w4;
// EventCNP tells of congestion notification packets that came.
const bit<8> dcqcn_EventCNP = 8w5;
const bit<16> dcqcn_MaxCoalesced = 16w8;
// DidCut: RC was cut.
const bit<8> dcqcn_DidCut = 8w1;
// DidIncrease: the timer or the byte counter made an increase.
const bit<8> dcqcn_DidIncrease = 8w2;
// DidChange: RC is another than before.
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

// State4 is the state for 4 arms: 48 bytes.
header state_t {
    // Learn is the bandit's state, with the pending ECN counts.
    // Arm holds the arms in the order of their index.
    // Mean is the discounted mean reward, UQ0.16: 0 is 0, 0xFFFF stands for 1 - 2^-16
    // and for 1. Meaningless while Count is 0.
    bit<16> Learn_Arm_0_Mean;
    // Count is the discounted number of choices n_i in the unit of the present step
    // (see Params.weight): at the start of a block, Params.CountShift fractional
    // bits. Saturates at 0xFFFF, which the constructor of Params keeps out of reach.
    bit<16> Learn_Arm_0_Count;
    // Mean is the discounted mean reward, UQ0.16: 0 is 0, 0xFFFF stands for 1 - 2^-16
    // and for 1. Meaningless while Count is 0.
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
    // RC is the current rate, kb/s; MinRate..MaxRate.
    bit<32> React_RC;
    // RT is the target rate, kb/s; up to TargetCap.
    bit<32> React_RT;
    // Bytes counts the bytes since the last increase of the byte counter;
    // below ByteReset.
    bit<32> React_Bytes;
    // IncreaseAt is when the increase timer ends, if FlagIncrease is set.
    bit<32> React_IncreaseAt;
    // CutAt is when the cut timer ends, if FlagCut is set.
    bit<32> React_CutAt;
    // TimeStage is T, the increases by the timer since the last cut; saturates at
    // MaxStage.
    bit<8> React_TimeStage;
    // ByteStage is BC, the increases by the byte counter since the last cut;
    // saturates at MaxStage.
    bit<8> React_ByteStage;
    // Flags holds the bits below. The high four belong to the scheme that embeds
    // Rates; this package leaves them as they are.
    bit<8> React_Flags;
    // Own is a byte of the scheme that embeds Rates.
    bit<8> React_Own;
    // LastQualified is when the last qualified CNP came, if one has.
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
    bit<32> length_3;
    bit<32> Len32_key_3;
    action Len32_set_3(bit<32> value) {
        length_3 = value;
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
            32w0x40000 &&& 32w0xFFFC0000 : Len32_set_3(32w19);
            32w0x80000 &&& 32w0xFFF80000 : Len32_set_3(32w20);
            32w0x100000 &&& 32w0xFFF00000 : Len32_set_3(32w21);
            32w0x200000 &&& 32w0xFFE00000 : Len32_set_3(32w22);
            32w0x400000 &&& 32w0xFFC00000 : Len32_set_3(32w23);
            32w0x800000 &&& 32w0xFF800000 : Len32_set_3(32w24);
            32w0x1000000 &&& 32w0xFF000000 : Len32_set_3(32w25);
            32w0x2000000 &&& 32w0xFE000000 : Len32_set_3(32w26);
            32w0x4000000 &&& 32w0xFC000000 : Len32_set_3(32w27);
            32w0x8000000 &&& 32w0xF8000000 : Len32_set_3(32w28);
            32w0x10000000 &&& 32w0xF0000000 : Len32_set_3(32w29);
            32w0x20000000 &&& 32w0xE0000000 : Len32_set_3(32w30);
            32w0x40000000 &&& 32w0xC0000000 : Len32_set_3(32w31);
            32w0x80000000 &&& 32w0x80000000 : Len32_set_3(32w32);
        }
    }
    bit<32> t_339;
    bit<32> LeadingZeros32_key_1;
    action LeadingZeros32_set_1(bit<32> value) {
        t_339 = value;
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
            32w256 &&& 32w0xFFFFFF00 : LeadingZeros32_set_1(32w23);
            32w512 &&& 32w0xFFFFFE00 : LeadingZeros32_set_1(32w22);
            32w1024 &&& 32w0xFFFFFC00 : LeadingZeros32_set_1(32w21);
            32w2048 &&& 32w0xFFFFF800 : LeadingZeros32_set_1(32w20);
            32w0x1000 &&& 32w0xFFFFF000 : LeadingZeros32_set_1(32w19);
            32w0x2000 &&& 32w0xFFFFE000 : LeadingZeros32_set_1(32w18);
            32w0x4000 &&& 32w0xFFFFC000 : LeadingZeros32_set_1(32w17);
            32w0x8000 &&& 32w0xFFFF8000 : LeadingZeros32_set_1(32w16);
            32w0x10000 &&& 32w0xFFFF0000 : LeadingZeros32_set_1(32w15);
            32w0x20000 &&& 32w0xFFFE0000 : LeadingZeros32_set_1(32w14);
            32w0x40000 &&& 32w0xFFFC0000 : LeadingZeros32_set_1(32w13);
            32w0x80000 &&& 32w0xFFF80000 : LeadingZeros32_set_1(32w12);
            32w0x100000 &&& 32w0xFFF00000 : LeadingZeros32_set_1(32w11);
            32w0x200000 &&& 32w0xFFE00000 : LeadingZeros32_set_1(32w10);
            32w0x400000 &&& 32w0xFFC00000 : LeadingZeros32_set_1(32w9);
            32w0x800000 &&& 32w0xFF800000 : LeadingZeros32_set_1(32w8);
            32w0x1000000 &&& 32w0xFF000000 : LeadingZeros32_set_1(32w7);
            32w0x2000000 &&& 32w0xFE000000 : LeadingZeros32_set_1(32w6);
            32w0x4000000 &&& 32w0xFC000000 : LeadingZeros32_set_1(32w5);
            32w0x8000000 &&& 32w0xF8000000 : LeadingZeros32_set_1(32w4);
            32w0x10000000 &&& 32w0xF0000000 : LeadingZeros32_set_1(32w3);
            32w0x20000000 &&& 32w0xE0000000 : LeadingZeros32_set_1(32w2);
            32w0x40000000 &&& 32w0xC0000000 : LeadingZeros32_set_1(32w1);
            32w0x80000000 &&& 32w0x80000000 : LeadingZeros32_set_1(32w0);
        }
    }
    bit<16> t_342;
    bit<7> recipSeed_key_1;
    action recipSeed_set_1(bit<16> value) {
        t_342 = value;
    }
    // recipSeed is 1/v in the middle of [i+128, i+129)/256, in Q1.15.
    table recipSeed_table_1 {
        key = {
            recipSeed_key_1 : exact;
        }
        actions = {
            recipSeed_set_1;
        }
        const default_action = recipSeed_set_1(16w0);
        const entries = {
            7w0 : recipSeed_set_1(16w0xFF01);
            7w1 : recipSeed_set_1(16w0xFD09);
            7w2 : recipSeed_set_1(16w0xFB19);
            7w3 : recipSeed_set_1(16w0xF930);
            7w4 : recipSeed_set_1(16w0xF74E);
            7w5 : recipSeed_set_1(16w0xF574);
            7w6 : recipSeed_set_1(16w0xF3A1);
            7w7 : recipSeed_set_1(16w0xF1D5);
            7w8 : recipSeed_set_1(16w0xF00F);
            7w9 : recipSeed_set_1(16w0xEE50);
            7w10 : recipSeed_set_1(16w0xEC98);
            7w11 : recipSeed_set_1(16w0xEAE5);
            7w12 : recipSeed_set_1(16w0xE939);
            7w13 : recipSeed_set_1(16w0xE793);
            7w14 : recipSeed_set_1(16w0xE5F3);
            7w15 : recipSeed_set_1(16w0xE459);
            7w16 : recipSeed_set_1(16w0xE2C5);
            7w17 : recipSeed_set_1(16w0xE136);
            7w18 : recipSeed_set_1(16w0xDFAC);
            7w19 : recipSeed_set_1(16w0xDE28);
            7w20 : recipSeed_set_1(16w0xDCA9);
            7w21 : recipSeed_set_1(16w0xDB2F);
            7w22 : recipSeed_set_1(16w0xD9BA);
            7w23 : recipSeed_set_1(16w0xD84A);
            7w24 : recipSeed_set_1(16w0xD6DF);
            7w25 : recipSeed_set_1(16w0xD579);
            7w26 : recipSeed_set_1(16w0xD417);
            7w27 : recipSeed_set_1(16w0xD2BA);
            7w28 : recipSeed_set_1(16w0xD161);
            7w29 : recipSeed_set_1(16w0xD00D);
            7w30 : recipSeed_set_1(16w0xCEBD);
            7w31 : recipSeed_set_1(16w0xCD71);
            7w32 : recipSeed_set_1(16w0xCC29);
            7w33 : recipSeed_set_1(16w0xCAE6);
            7w34 : recipSeed_set_1(16w0xC9A6);
            7w35 : recipSeed_set_1(16w0xC86A);
            7w36 : recipSeed_set_1(16w0xC733);
            7w37 : recipSeed_set_1(16w0xC5FE);
            7w38 : recipSeed_set_1(16w0xC4CE);
            7w39 : recipSeed_set_1(16w0xC3A1);
            7w40 : recipSeed_set_1(16w0xC278);
            7w41 : recipSeed_set_1(16w0xC152);
            7w42 : recipSeed_set_1(16w0xC030);
            7w43 : recipSeed_set_1(16w0xBF11);
            7w44 : recipSeed_set_1(16w0xBDF6);
            7w45 : recipSeed_set_1(16w0xBCDD);
            7w46 : recipSeed_set_1(16w0xBBC8);
            7w47 : recipSeed_set_1(16w0xBAB6);
            7w48 : recipSeed_set_1(16w0xB9A8);
            7w49 : recipSeed_set_1(16w0xB89C);
            7w50 : recipSeed_set_1(16w0xB793);
            7w51 : recipSeed_set_1(16w0xB68D);
            7w52 : recipSeed_set_1(16w0xB58A);
            7w53 : recipSeed_set_1(16w0xB48A);
            7w54 : recipSeed_set_1(16w0xB38D);
            7w55 : recipSeed_set_1(16w0xB292);
            7w56 : recipSeed_set_1(16w0xB19B);
            7w57 : recipSeed_set_1(16w0xB0A6);
            7w58 : recipSeed_set_1(16w0xAFB3);
            7w59 : recipSeed_set_1(16w0xAEC3);
            7w60 : recipSeed_set_1(16w0xADD6);
            7w61 : recipSeed_set_1(16w0xACEB);
            7w62 : recipSeed_set_1(16w0xAC03);
            7w63 : recipSeed_set_1(16w0xAB1D);
            7w64 : recipSeed_set_1(16w0xAA39);
            7w65 : recipSeed_set_1(16w0xA958);
            7w66 : recipSeed_set_1(16w0xA879);
            7w67 : recipSeed_set_1(16w0xA79C);
            7w68 : recipSeed_set_1(16w0xA6C2);
            7w69 : recipSeed_set_1(16w0xA5EA);
            7w70 : recipSeed_set_1(16w0xA514);
            7w71 : recipSeed_set_1(16w0xA440);
            7w72 : recipSeed_set_1(16w0xA36E);
            7w73 : recipSeed_set_1(16w0xA29F);
            7w74 : recipSeed_set_1(16w0xA1D1);
            7w75 : recipSeed_set_1(16w0xA106);
            7w76 : recipSeed_set_1(16w0xA03C);
            7w77 : recipSeed_set_1(16w0x9F74);
            7w78 : recipSeed_set_1(16w0x9EAF);
            7w79 : recipSeed_set_1(16w0x9DEB);
            7w80 : recipSeed_set_1(16w0x9D29);
            7w81 : recipSeed_set_1(16w0x9C69);
            7w82 : recipSeed_set_1(16w0x9BAB);
            7w83 : recipSeed_set_1(16w0x9AEE);
            7w84 : recipSeed_set_1(16w0x9A34);
            7w85 : recipSeed_set_1(16w0x997B);
            7w86 : recipSeed_set_1(16w0x98C4);
            7w87 : recipSeed_set_1(16w0x980E);
            7w88 : recipSeed_set_1(16w0x975A);
            7w89 : recipSeed_set_1(16w0x96A8);
            7w90 : recipSeed_set_1(16w0x95F8);
            7w91 : recipSeed_set_1(16w0x9549);
            7w92 : recipSeed_set_1(16w0x949C);
            7w93 : recipSeed_set_1(16w0x93F0);
            7w94 : recipSeed_set_1(16w0x9346);
            7w95 : recipSeed_set_1(16w0x929D);
            7w96 : recipSeed_set_1(16w0x91F6);
            7w97 : recipSeed_set_1(16w0x9150);
            7w98 : recipSeed_set_1(16w0x90AC);
            7w99 : recipSeed_set_1(16w0x9009);
            7w100 : recipSeed_set_1(16w0x8F68);
            7w101 : recipSeed_set_1(16w0x8EC8);
            7w102 : recipSeed_set_1(16w0x8E29);
            7w103 : recipSeed_set_1(16w0x8D8C);
            7w104 : recipSeed_set_1(16w0x8CF0);
            7w105 : recipSeed_set_1(16w0x8C56);
            7w106 : recipSeed_set_1(16w0x8BBC);
            7w107 : recipSeed_set_1(16w0x8B24);
            7w108 : recipSeed_set_1(16w0x8A8E);
            7w109 : recipSeed_set_1(16w0x89F8);
            7w110 : recipSeed_set_1(16w0x8964);
            7w111 : recipSeed_set_1(16w0x88D2);
            7w112 : recipSeed_set_1(16w0x8840);
            7w113 : recipSeed_set_1(16w0x87AF);
            7w114 : recipSeed_set_1(16w0x8720);
            7w115 : recipSeed_set_1(16w0x8692);
            7w116 : recipSeed_set_1(16w0x8605);
            7w117 : recipSeed_set_1(16w0x8579);
            7w118 : recipSeed_set_1(16w0x84EF);
            7w119 : recipSeed_set_1(16w0x8465);
            7w120 : recipSeed_set_1(16w0x83DD);
            7w121 : recipSeed_set_1(16w0x8356);
            7w122 : recipSeed_set_1(16w0x82CF);
            7w123 : recipSeed_set_1(16w0x824A);
            7w124 : recipSeed_set_1(16w0x81C6);
            7w125 : recipSeed_set_1(16w0x8143);
            7w126 : recipSeed_set_1(16w0x80C1);
            7w127 : recipSeed_set_1(16w0x8040);
        }
    }
    bit<32> t_390;
    bit<32> LeadingZeros32_key_2;
    action LeadingZeros32_set_2(bit<32> value) {
        t_390 = value;
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
            32w0x20000 &&& 32w0xFFFE0000 : LeadingZeros32_set_2(32w14);
            32w0x40000 &&& 32w0xFFFC0000 : LeadingZeros32_set_2(32w13);
            32w0x80000 &&& 32w0xFFF80000 : LeadingZeros32_set_2(32w12);
            32w0x100000 &&& 32w0xFFF00000 : LeadingZeros32_set_2(32w11);
            32w0x200000 &&& 32w0xFFE00000 : LeadingZeros32_set_2(32w10);
            32w0x400000 &&& 32w0xFFC00000 : LeadingZeros32_set_2(32w9);
            32w0x800000 &&& 32w0xFF800000 : LeadingZeros32_set_2(32w8);
            32w0x1000000 &&& 32w0xFF000000 : LeadingZeros32_set_2(32w7);
            32w0x2000000 &&& 32w0xFE000000 : LeadingZeros32_set_2(32w6);
            32w0x4000000 &&& 32w0xFC000000 : LeadingZeros32_set_2(32w5);
            32w0x8000000 &&& 32w0xF8000000 : LeadingZeros32_set_2(32w4);
            32w0x10000000 &&& 32w0xF0000000 : LeadingZeros32_set_2(32w3);
            32w0x20000000 &&& 32w0xE0000000 : LeadingZeros32_set_2(32w2);
            32w0x40000000 &&& 32w0xC0000000 : LeadingZeros32_set_2(32w1);
            32w0x80000000 &&& 32w0x80000000 : LeadingZeros32_set_2(32w0);
        }
    }
    bit<16> t_393;
    bit<7> recipSeed_key_2;
    action recipSeed_set_2(bit<16> value) {
        t_393 = value;
    }
    table recipSeed_table_2 {
        key = {
            recipSeed_key_2 : exact;
        }
        actions = {
            recipSeed_set_2;
        }
        const default_action = recipSeed_set_2(16w0);
        const entries = {
            7w0 : recipSeed_set_2(16w0xFF01);
            7w1 : recipSeed_set_2(16w0xFD09);
            7w2 : recipSeed_set_2(16w0xFB19);
            7w3 : recipSeed_set_2(16w0xF930);
            7w4 : recipSeed_set_2(16w0xF74E);
            7w5 : recipSeed_set_2(16w0xF574);
            7w6 : recipSeed_set_2(16w0xF3A1);
            7w7 : recipSeed_set_2(16w0xF1D5);
            7w8 : recipSeed_set_2(16w0xF00F);
            7w9 : recipSeed_set_2(16w0xEE50);
            7w10 : recipSeed_set_2(16w0xEC98);
            7w11 : recipSeed_set_2(16w0xEAE5);
            7w12 : recipSeed_set_2(16w0xE939);
            7w13 : recipSeed_set_2(16w0xE793);
            7w14 : recipSeed_set_2(16w0xE5F3);
            7w15 : recipSeed_set_2(16w0xE459);
            7w16 : recipSeed_set_2(16w0xE2C5);
            7w17 : recipSeed_set_2(16w0xE136);
            7w18 : recipSeed_set_2(16w0xDFAC);
            7w19 : recipSeed_set_2(16w0xDE28);
            7w20 : recipSeed_set_2(16w0xDCA9);
            7w21 : recipSeed_set_2(16w0xDB2F);
            7w22 : recipSeed_set_2(16w0xD9BA);
            7w23 : recipSeed_set_2(16w0xD84A);
            7w24 : recipSeed_set_2(16w0xD6DF);
            7w25 : recipSeed_set_2(16w0xD579);
            7w26 : recipSeed_set_2(16w0xD417);
            7w27 : recipSeed_set_2(16w0xD2BA);
            7w28 : recipSeed_set_2(16w0xD161);
            7w29 : recipSeed_set_2(16w0xD00D);
            7w30 : recipSeed_set_2(16w0xCEBD);
            7w31 : recipSeed_set_2(16w0xCD71);
            7w32 : recipSeed_set_2(16w0xCC29);
            7w33 : recipSeed_set_2(16w0xCAE6);
            7w34 : recipSeed_set_2(16w0xC9A6);
            7w35 : recipSeed_set_2(16w0xC86A);
            7w36 : recipSeed_set_2(16w0xC733);
            7w37 : recipSeed_set_2(16w0xC5FE);
            7w38 : recipSeed_set_2(16w0xC4CE);
            7w39 : recipSeed_set_2(16w0xC3A1);
            7w40 : recipSeed_set_2(16w0xC278);
            7w41 : recipSeed_set_2(16w0xC152);
            7w42 : recipSeed_set_2(16w0xC030);
            7w43 : recipSeed_set_2(16w0xBF11);
            7w44 : recipSeed_set_2(16w0xBDF6);
            7w45 : recipSeed_set_2(16w0xBCDD);
            7w46 : recipSeed_set_2(16w0xBBC8);
            7w47 : recipSeed_set_2(16w0xBAB6);
            7w48 : recipSeed_set_2(16w0xB9A8);
            7w49 : recipSeed_set_2(16w0xB89C);
            7w50 : recipSeed_set_2(16w0xB793);
            7w51 : recipSeed_set_2(16w0xB68D);
            7w52 : recipSeed_set_2(16w0xB58A);
            7w53 : recipSeed_set_2(16w0xB48A);
            7w54 : recipSeed_set_2(16w0xB38D);
            7w55 : recipSeed_set_2(16w0xB292);
            7w56 : recipSeed_set_2(16w0xB19B);
            7w57 : recipSeed_set_2(16w0xB0A6);
            7w58 : recipSeed_set_2(16w0xAFB3);
            7w59 : recipSeed_set_2(16w0xAEC3);
            7w60 : recipSeed_set_2(16w0xADD6);
            7w61 : recipSeed_set_2(16w0xACEB);
            7w62 : recipSeed_set_2(16w0xAC03);
            7w63 : recipSeed_set_2(16w0xAB1D);
            7w64 : recipSeed_set_2(16w0xAA39);
            7w65 : recipSeed_set_2(16w0xA958);
            7w66 : recipSeed_set_2(16w0xA879);
            7w67 : recipSeed_set_2(16w0xA79C);
            7w68 : recipSeed_set_2(16w0xA6C2);
            7w69 : recipSeed_set_2(16w0xA5EA);
            7w70 : recipSeed_set_2(16w0xA514);
            7w71 : recipSeed_set_2(16w0xA440);
            7w72 : recipSeed_set_2(16w0xA36E);
            7w73 : recipSeed_set_2(16w0xA29F);
            7w74 : recipSeed_set_2(16w0xA1D1);
            7w75 : recipSeed_set_2(16w0xA106);
            7w76 : recipSeed_set_2(16w0xA03C);
            7w77 : recipSeed_set_2(16w0x9F74);
            7w78 : recipSeed_set_2(16w0x9EAF);
            7w79 : recipSeed_set_2(16w0x9DEB);
            7w80 : recipSeed_set_2(16w0x9D29);
            7w81 : recipSeed_set_2(16w0x9C69);
            7w82 : recipSeed_set_2(16w0x9BAB);
            7w83 : recipSeed_set_2(16w0x9AEE);
            7w84 : recipSeed_set_2(16w0x9A34);
            7w85 : recipSeed_set_2(16w0x997B);
            7w86 : recipSeed_set_2(16w0x98C4);
            7w87 : recipSeed_set_2(16w0x980E);
            7w88 : recipSeed_set_2(16w0x975A);
            7w89 : recipSeed_set_2(16w0x96A8);
            7w90 : recipSeed_set_2(16w0x95F8);
            7w91 : recipSeed_set_2(16w0x9549);
            7w92 : recipSeed_set_2(16w0x949C);
            7w93 : recipSeed_set_2(16w0x93F0);
            7w94 : recipSeed_set_2(16w0x9346);
            7w95 : recipSeed_set_2(16w0x929D);
            7w96 : recipSeed_set_2(16w0x91F6);
            7w97 : recipSeed_set_2(16w0x9150);
            7w98 : recipSeed_set_2(16w0x90AC);
            7w99 : recipSeed_set_2(16w0x9009);
            7w100 : recipSeed_set_2(16w0x8F68);
            7w101 : recipSeed_set_2(16w0x8EC8);
            7w102 : recipSeed_set_2(16w0x8E29);
            7w103 : recipSeed_set_2(16w0x8D8C);
            7w104 : recipSeed_set_2(16w0x8CF0);
            7w105 : recipSeed_set_2(16w0x8C56);
            7w106 : recipSeed_set_2(16w0x8BBC);
            7w107 : recipSeed_set_2(16w0x8B24);
            7w108 : recipSeed_set_2(16w0x8A8E);
            7w109 : recipSeed_set_2(16w0x89F8);
            7w110 : recipSeed_set_2(16w0x8964);
            7w111 : recipSeed_set_2(16w0x88D2);
            7w112 : recipSeed_set_2(16w0x8840);
            7w113 : recipSeed_set_2(16w0x87AF);
            7w114 : recipSeed_set_2(16w0x8720);
            7w115 : recipSeed_set_2(16w0x8692);
            7w116 : recipSeed_set_2(16w0x8605);
            7w117 : recipSeed_set_2(16w0x8579);
            7w118 : recipSeed_set_2(16w0x84EF);
            7w119 : recipSeed_set_2(16w0x8465);
            7w120 : recipSeed_set_2(16w0x83DD);
            7w121 : recipSeed_set_2(16w0x8356);
            7w122 : recipSeed_set_2(16w0x82CF);
            7w123 : recipSeed_set_2(16w0x824A);
            7w124 : recipSeed_set_2(16w0x81C6);
            7w125 : recipSeed_set_2(16w0x8143);
            7w126 : recipSeed_set_2(16w0x80C1);
            7w127 : recipSeed_set_2(16w0x8040);
        }
    }
    bit<32> l_1;
    bit<32> Len32_key_4;
    action Len32_set_4(bit<32> value) {
        l_1 = value;
    }
    table Len32_table_4 {
        key = {
            Len32_key_4 : lpm;
        }
        actions = {
            Len32_set_4;
        }
        const default_action = Len32_set_4(32w0);
        const entries = {
            32w1 &&& 32w0xFFFFFFFF : Len32_set_4(32w1);
            32w2 &&& 32w0xFFFFFFFE : Len32_set_4(32w2);
            32w4 &&& 32w0xFFFFFFFC : Len32_set_4(32w3);
            32w8 &&& 32w0xFFFFFFF8 : Len32_set_4(32w4);
            32w16 &&& 32w0xFFFFFFF0 : Len32_set_4(32w5);
            32w32 &&& 32w0xFFFFFFE0 : Len32_set_4(32w6);
            32w64 &&& 32w0xFFFFFFC0 : Len32_set_4(32w7);
            32w128 &&& 32w0xFFFFFF80 : Len32_set_4(32w8);
            32w256 &&& 32w0xFFFFFF00 : Len32_set_4(32w9);
            32w512 &&& 32w0xFFFFFE00 : Len32_set_4(32w10);
            32w1024 &&& 32w0xFFFFFC00 : Len32_set_4(32w11);
            32w2048 &&& 32w0xFFFFF800 : Len32_set_4(32w12);
            32w0x1000 &&& 32w0xFFFFF000 : Len32_set_4(32w13);
            32w0x2000 &&& 32w0xFFFFE000 : Len32_set_4(32w14);
            32w0x4000 &&& 32w0xFFFFC000 : Len32_set_4(32w15);
            32w0x8000 &&& 32w0xFFFF8000 : Len32_set_4(32w16);
            32w0x10000 &&& 32w0xFFFF0000 : Len32_set_4(32w17);
            32w0x20000 &&& 32w0xFFFE0000 : Len32_set_4(32w18);
            32w0x40000 &&& 32w0xFFFC0000 : Len32_set_4(32w19);
            32w0x80000 &&& 32w0xFFF80000 : Len32_set_4(32w20);
            32w0x100000 &&& 32w0xFFF00000 : Len32_set_4(32w21);
            32w0x200000 &&& 32w0xFFE00000 : Len32_set_4(32w22);
            32w0x400000 &&& 32w0xFFC00000 : Len32_set_4(32w23);
            32w0x800000 &&& 32w0xFF800000 : Len32_set_4(32w24);
            32w0x1000000 &&& 32w0xFF000000 : Len32_set_4(32w25);
            32w0x2000000 &&& 32w0xFE000000 : Len32_set_4(32w26);
            32w0x4000000 &&& 32w0xFC000000 : Len32_set_4(32w27);
            32w0x8000000 &&& 32w0xF8000000 : Len32_set_4(32w28);
            32w0x10000000 &&& 32w0xF0000000 : Len32_set_4(32w29);
            32w0x20000000 &&& 32w0xE0000000 : Len32_set_4(32w30);
            32w0x40000000 &&& 32w0xC0000000 : Len32_set_4(32w31);
            32w0x80000000 &&& 32w0x80000000 : Len32_set_4(32w32);
        }
    }
    bit<32> t_494;
    bit<6> logMul_key_1;
    action logMul_set_1(bit<32> value) {
        t_494 = value;
    }
    // logMul is the first step's multiplier in Q0.21, about 0.9936/m.
    table logMul_table_1 {
        key = {
            logMul_key_1 : exact;
        }
        actions = {
            logMul_set_1;
        }
        const default_action = logMul_set_1(32w0);
        const entries = {
            6w0 : logMul_set_1(32w0x1F8C00);
            6w1 : logMul_set_1(32w0x1F1200);
            6w2 : logMul_set_1(32w0x1E9A00);
            6w3 : logMul_set_1(32w0x1E2600);
            6w4 : logMul_set_1(32w0x1DB600);
            6w5 : logMul_set_1(32w0x1D4800);
            6w6 : logMul_set_1(32w0x1CDE00);
            6w7 : logMul_set_1(32w0x1C7600);
            6w8 : logMul_set_1(32w0x1C1200);
            6w9 : logMul_set_1(32w0x1BB000);
            6w10 : logMul_set_1(32w0x1B5000);
            6w11 : logMul_set_1(32w0x1AF400);
            6w12 : logMul_set_1(32w0x1A9A00);
            6w13 : logMul_set_1(32w0x1A4200);
            6w14 : logMul_set_1(32w0x19EC00);
            6w15 : logMul_set_1(32w0x199800);
            6w16 : logMul_set_1(32w0x194800);
            6w17 : logMul_set_1(32w0x18F800);
            6w18 : logMul_set_1(32w0x18AA00);
            6w19 : logMul_set_1(32w0x186000);
            6w20 : logMul_set_1(32w0x181600);
            6w21 : logMul_set_1(32w0x17CE00);
            6w22 : logMul_set_1(32w0x178600);
            6w23 : logMul_set_1(32w0x174200);
            6w24 : logMul_set_1(32w0x16FE00);
            6w25 : logMul_set_1(32w0x16BC00);
            6w26 : logMul_set_1(32w0x167C00);
            6w27 : logMul_set_1(32w0x163E00);
            6w28 : logMul_set_1(32w0x160000);
            6w29 : logMul_set_1(32w0x15C400);
            6w30 : logMul_set_1(32w0x158800);
            6w31 : logMul_set_1(32w0x155000);
            6w32 : logMul_set_1(32w0x151600);
            6w33 : logMul_set_1(32w0x14E000);
            6w34 : logMul_set_1(32w0x14A800);
            6w35 : logMul_set_1(32w0x147400);
            6w36 : logMul_set_1(32w0x144000);
            6w37 : logMul_set_1(32w0x140C00);
            6w38 : logMul_set_1(32w0x13DA00);
            6w39 : logMul_set_1(32w0x13AA00);
            6w40 : logMul_set_1(32w0x137A00);
            6w41 : logMul_set_1(32w0x134A00);
            6w42 : logMul_set_1(32w0x131C00);
            6w43 : logMul_set_1(32w0x12EE00);
            6w44 : logMul_set_1(32w0x12C200);
            6w45 : logMul_set_1(32w0x129600);
            6w46 : logMul_set_1(32w0x126A00);
            6w47 : logMul_set_1(32w0x124000);
            6w48 : logMul_set_1(32w0x121600);
            6w49 : logMul_set_1(32w0x11EE00);
            6w50 : logMul_set_1(32w0x11C600);
            6w51 : logMul_set_1(32w0x119E00);
            6w52 : logMul_set_1(32w0x117800);
            6w53 : logMul_set_1(32w0x115200);
            6w54 : logMul_set_1(32w0x112C00);
            6w55 : logMul_set_1(32w0x110800);
            6w56 : logMul_set_1(32w0x10E400);
            6w57 : logMul_set_1(32w0x10C000);
            6w58 : logMul_set_1(32w0x109C00);
            6w59 : logMul_set_1(32w0x107A00);
            6w60 : logMul_set_1(32w0x105800);
            6w61 : logMul_set_1(32w0x103800);
            6w62 : logMul_set_1(32w0x101600);
            6w63 : logMul_set_1(32w0xFF600);
        }
    }
    int<64> t_501;
    bit<6> logSum_key_1;
    action logSum_set_1(int<64> value) {
        t_501 = value;
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
        const default_action = logSum_set_1(64s0);
        const entries = {
            6w0 : logSum_set_1(64s189536053118324032);
            6w1 : logSum_set_1(64s192827707581082102);
            6w2 : logSum_set_1(64s196120176507404774);
            6w3 : logSum_set_1(64s199413460300441944);
            6w4 : logSum_set_1(64s202707559363642915);
            6w5 : logSum_set_1(64s206002474100756690);
            6w6 : logSum_set_1(64s0);
            6w7 : logSum_set_1(64s3245095272233508);
            6w8 : logSum_set_1(64s6490982127661165);
            6w9 : logSum_set_1(64s9737660952562442);
            6w10 : logSum_set_1(64s12985132133499624);
            6w11 : logSum_set_1(64s16233396057318093);
            6w12 : logSum_set_1(64s19482453111146594);
            6w13 : logSum_set_1(64s22732303682397522);
            6w14 : logSum_set_1(64s25982948158767192);
            6w15 : logSum_set_1(64s29234386928236120);
            6w16 : logSum_set_1(64s32486620379069300);
            6w17 : logSum_set_1(64s35739648899816481);
            6w18 : logSum_set_1(64s38993472879312449);
            6w19 : logSum_set_1(64s42248092706677301);
            6w20 : logSum_set_1(64s45503508771316729);
            6w21 : logSum_set_1(64s48759721462922296);
            6w22 : logSum_set_1(64s52016731171471716);
            6w23 : logSum_set_1(64s55274538287229139);
            6w24 : logSum_set_1(64s58533143200745424);
            6w25 : logSum_set_1(64s61792546302858426);
            6w26 : logSum_set_1(64s65052747984693275);
            6w27 : logSum_set_1(64s68313748637662658);
            6w28 : logSum_set_1(64s71575548653467100);
            6w29 : logSum_set_1(64s74838148424095247);
            6w30 : logSum_set_1(64s78101548341824149);
            6w31 : logSum_set_1(64s81365748799219544);
            6w32 : logSum_set_1(64s84630750189136137);
            6w33 : logSum_set_1(64s87896552904717890);
            6w34 : logSum_set_1(64s91163157339398299);
            6w35 : logSum_set_1(64s94430563886900686);
            6w36 : logSum_set_1(64s97698772941238477);
            6w37 : logSum_set_1(64s100967784896715492);
            6w38 : logSum_set_1(64s104237600147926226);
            6w39 : logSum_set_1(64s107508219089756139);
            6w40 : logSum_set_1(64s110779642117381940);
            6w41 : logSum_set_1(64s114051869626271873);
            6w42 : logSum_set_1(64s117324902012186006);
            6w43 : logSum_set_1(64s120598739671176514);
            6w44 : logSum_set_1(64s123873382999587973);
            6w45 : logSum_set_1(64s127148832394057642);
            6w46 : logSum_set_1(64s130425088251515753);
            6w47 : logSum_set_1(64s133702150969185801);
            6w48 : logSum_set_1(64s136980020944584833);
            6w49 : logSum_set_1(64s140258698575523735);
            6w50 : logSum_set_1(64s143538184260107524);
            6w51 : logSum_set_1(64s146818478396735635);
            6w52 : logSum_set_1(64s150099581384102217);
            6w53 : logSum_set_1(64s153381493621196416);
            6w54 : logSum_set_1(64s156664215507302675);
            6w55 : logSum_set_1(64s159947747442001016);
            6w56 : logSum_set_1(64s163232089825167341);
            6w57 : logSum_set_1(64s166517243056973716);
            6w58 : logSum_set_1(64s169803207537888671);
            6w59 : logSum_set_1(64s173089983668677486);
            6w60 : logSum_set_1(64s176377571850402490);
            6w61 : logSum_set_1(64s179665972484423350);
            6w62 : logSum_set_1(64s182955185972397370);
            6w63 : logSum_set_1(64s186245212716279779);
        }
    }
    int<64> t_502;
    bit<7> logSum_key_2;
    action logSum_set_2(int<64> value) {
        t_502 = value;
    }
    table logSum_table_2 {
        key = {
            logSum_key_2 : exact;
        }
        actions = {
            logSum_set_2;
        }
        const default_action = logSum_set_2(64s0);
        const entries = {
            7w0 : logSum_set_2(64s189536053118324032);
            7w1 : logSum_set_2(64s192827707581082102);
            7w2 : logSum_set_2(64s196120176507404774);
            7w3 : logSum_set_2(64s199413460300441944);
            7w4 : logSum_set_2(64s202707559363642915);
            7w5 : logSum_set_2(64s206002474100756690);
            7w6 : logSum_set_2(64s0);
            7w7 : logSum_set_2(64s3245095272233508);
            7w8 : logSum_set_2(64s6490982127661165);
            7w9 : logSum_set_2(64s9737660952562442);
            7w10 : logSum_set_2(64s12985132133499624);
            7w11 : logSum_set_2(64s16233396057318093);
            7w12 : logSum_set_2(64s19482453111146594);
            7w13 : logSum_set_2(64s22732303682397522);
            7w14 : logSum_set_2(64s25982948158767192);
            7w15 : logSum_set_2(64s29234386928236120);
            7w16 : logSum_set_2(64s32486620379069300);
            7w17 : logSum_set_2(64s35739648899816481);
            7w18 : logSum_set_2(64s38993472879312449);
            7w19 : logSum_set_2(64s42248092706677301);
            7w20 : logSum_set_2(64s45503508771316729);
            7w21 : logSum_set_2(64s48759721462922296);
            7w22 : logSum_set_2(64s52016731171471716);
            7w23 : logSum_set_2(64s55274538287229139);
            7w24 : logSum_set_2(64s58533143200745424);
            7w25 : logSum_set_2(64s61792546302858426);
            7w26 : logSum_set_2(64s65052747984693275);
            7w27 : logSum_set_2(64s68313748637662658);
            7w28 : logSum_set_2(64s71575548653467100);
            7w29 : logSum_set_2(64s74838148424095247);
            7w30 : logSum_set_2(64s78101548341824149);
            7w31 : logSum_set_2(64s81365748799219544);
            7w32 : logSum_set_2(64s84630750189136137);
            7w33 : logSum_set_2(64s87896552904717890);
            7w34 : logSum_set_2(64s91163157339398299);
            7w35 : logSum_set_2(64s94430563886900686);
            7w36 : logSum_set_2(64s97698772941238477);
            7w37 : logSum_set_2(64s100967784896715492);
            7w38 : logSum_set_2(64s104237600147926226);
            7w39 : logSum_set_2(64s107508219089756139);
            7w40 : logSum_set_2(64s110779642117381940);
            7w41 : logSum_set_2(64s114051869626271873);
            7w42 : logSum_set_2(64s117324902012186006);
            7w43 : logSum_set_2(64s120598739671176514);
            7w44 : logSum_set_2(64s123873382999587973);
            7w45 : logSum_set_2(64s127148832394057642);
            7w46 : logSum_set_2(64s130425088251515753);
            7w47 : logSum_set_2(64s133702150969185801);
            7w48 : logSum_set_2(64s136980020944584833);
            7w49 : logSum_set_2(64s140258698575523735);
            7w50 : logSum_set_2(64s143538184260107524);
            7w51 : logSum_set_2(64s146818478396735635);
            7w52 : logSum_set_2(64s150099581384102217);
            7w53 : logSum_set_2(64s153381493621196416);
            7w54 : logSum_set_2(64s156664215507302675);
            7w55 : logSum_set_2(64s159947747442001016);
            7w56 : logSum_set_2(64s163232089825167341);
            7w57 : logSum_set_2(64s166517243056973716);
            7w58 : logSum_set_2(64s169803207537888671);
            7w59 : logSum_set_2(64s173089983668677486);
            7w60 : logSum_set_2(64s176377571850402490);
            7w61 : logSum_set_2(64s179665972484423350);
            7w62 : logSum_set_2(64s182955185972397370);
            7w63 : logSum_set_2(64s186245212716279779);
            7w64 : logSum_set_2((int<64>)64w0x8000400000000001);
            7w65 : logSum_set_2((int<64>)64w0x82CFD8C15D51BA2B);
            7w66 : logSum_set_2((int<64>)64w0x859E7EF4F1B622C4);
            7w67 : logSum_set_2((int<64>)64w0x885FBB4948D167C8);
            7w68 : logSum_set_2((int<64>)64w0x8B12C7853B2628A8);
            7w69 : logSum_set_2((int<64>)64w0x8DC376C6EF54C556);
            7w70 : logSum_set_2((int<64>)64w0x9064BC0E07DC3740);
            7w71 : logSum_set_2((int<64>)64w0x9302C1053A27978D);
            7w72 : logSum_set_2((int<64>)64w0x959015967E34A3FF);
            7w73 : logSum_set_2((int<64>)64w0x98193AB15652845E);
            7w74 : logSum_set_2((int<64>)64w0x9A9DE34B0E8B6E76);
            7w75 : logSum_set_2((int<64>)64w0x9D100BB7DE9A08D0);
            7w76 : logSum_set_2((int<64>)64w0x9F7CB9121538993A);
            7w77 : logSum_set_2((int<64>)64w0xA1E3970E21E41DF9);
            7w78 : logSum_set_2((int<64>)64w0xA4444F57E21426DF);
            7w79 : logSum_set_2((int<64>)64w0xA69E899F0FA18D8D);
            7w80 : logSum_set_2((int<64>)64w0xA8E34F34AC49CA65);
            7w81 : logSum_set_2((int<64>)64w0xAB2F4E0FAE144F2E);
            7w82 : logSum_set_2((int<64>)64w0xAD73BAB689AD69B6);
            7w83 : logSum_set_2((int<64>)64w0xAFA10E19B39888FA);
            7w84 : logSum_set_2((int<64>)64w0xB1D5079AA5A9BA2D);
            7w85 : logSum_set_2((int<64>)64w0xB4004BD5564886D8);
            7w86 : logSum_set_2((int<64>)64w0xB632298CB0D0B9A0);
            7w87 : logSum_set_2((int<64>)64w0xB84B0432049A1781);
            7w88 : logSum_set_2((int<64>)64w0xBA6A0984545E198A);
            7w89 : logSum_set_2((int<64>)64w0xBC7F1EA7FF491D0D);
            7w90 : logSum_set_2((int<64>)64w0xBE89DA7001DDDB2A);
            7w91 : logSum_set_2((int<64>)64w0xC089D2E11ECBEBF9);
            7w92 : logSum_set_2((int<64>)64w0xC28F66470409F3FF);
            7w93 : logSum_set_2((int<64>)64w0xC489BBAFA17E61CE);
            7w94 : logSum_set_2((int<64>)64w0xC6898C75139D93AB);
            7w95 : logSum_set_2((int<64>)64w0xC86C4B797A602956);
            7w96 : logSum_set_2((int<64>)64w0xCA6588A1EE6B4826);
            7w97 : logSum_set_2((int<64>)64w0xCC40D521A879C6B2);
            7w98 : logSum_set_2((int<64>)64w0xCE32D5C724B82FC0);
            7w99 : logSum_set_2((int<64>)64w0xD00602D45F3D9B27);
            7w100 : logSum_set_2((int<64>)64w0xD1DDD993723102BC);
            7w101 : logSum_set_2((int<64>)64w0xD3BA721600D53443);
            7w102 : logSum_set_2((int<64>)64w0xD58949746007C499);
            7w103 : logSum_set_2((int<64>)64w0xD749EB3837FA6497);
            7w104 : logSum_set_2((int<64>)64w0xD90ED95BC0461D35);
            7w105 : logSum_set_2((int<64>)64w0xDAD82929135F5951);
            7w106 : logSum_set_2((int<64>)64w0xDC929BC653512223);
            7w107 : logSum_set_2((int<64>)64w0xDE513C7E76A8795F);
            7w108 : logSum_set_2((int<64>)64w0xE0006E3268D2DB95);
            7w109 : logSum_set_2((int<64>)64w0xE1B398044DF9ED7D);
            7w110 : logSum_set_2((int<64>)64w0xE36ACCD5AC705A47);
            7w111 : logSum_set_2((int<64>)64w0xE511E2373ADA5EFD);
            7w112 : logSum_set_2((int<64>)64w0xE6BCC9AD914D6465);
            7w113 : logSum_set_2((int<64>)64w0xE856FA9B715BA551);
            7w114 : logSum_set_2((int<64>)64w0xE9F4C2A9D709E934);
            7w115 : logSum_set_2((int<64>)64w0xEB9632142FB92153);
            7w116 : logSum_set_2((int<64>)64w0xED2633DFDAB5A17E);
            7w117 : logSum_set_2((int<64>)64w0xEEB99F88A428096D);
            7w118 : logSum_set_2((int<64>)64w0xF05084198E65E584);
            7w119 : logSum_set_2((int<64>)64w0xF1D54043B3E8CEFD);
            7w120 : logSum_set_2((int<64>)64w0xF35D3589B9B3410A);
            7w121 : logSum_set_2((int<64>)64w0xF4E871B7988E44A1);
            7w122 : logSum_set_2((int<64>)64w0xF67702F29F1B6DA9);
            7w123 : logSum_set_2((int<64>)64w0xF7F28C03B49E3018);
            7w124 : logSum_set_2((int<64>)64w0xF9712771CAD0E6C2);
            7w125 : logSum_set_2((int<64>)64w0xFADC1B169CD26CD5);
            7w126 : logSum_set_2((int<64>)64w0xFC60D1E79C648EAF);
            7w127 : logSum_set_2((int<64>)64w0xFDD19C8CB1846B66);
        }
    }
    bit<32> t_537;
    bit<32> LeadingZeros32_key_3;
    action LeadingZeros32_set_3(bit<32> value) {
        t_537 = value;
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
    bit<16> t_540;
    bit<8> rootSeed_key_1;
    action rootSeed_set_1(bit<16> value) {
        t_540 = value;
    }
    // rootSeed is 1/sqrt(v) in the middle of [i, i+1)/256 in Q1.15, and 0 for i < 64.
    table rootSeed_table_1 {
        key = {
            rootSeed_key_1 : exact;
        }
        actions = {
            rootSeed_set_1;
        }
        const default_action = rootSeed_set_1(16w0);
        const entries = {
            8w0 : rootSeed_set_1(16w0);
            8w1 : rootSeed_set_1(16w0);
            8w2 : rootSeed_set_1(16w0);
            8w3 : rootSeed_set_1(16w0);
            8w4 : rootSeed_set_1(16w0);
            8w5 : rootSeed_set_1(16w0);
            8w6 : rootSeed_set_1(16w0);
            8w7 : rootSeed_set_1(16w0);
            8w8 : rootSeed_set_1(16w0);
            8w9 : rootSeed_set_1(16w0);
            8w10 : rootSeed_set_1(16w0);
            8w11 : rootSeed_set_1(16w0);
            8w12 : rootSeed_set_1(16w0);
            8w13 : rootSeed_set_1(16w0);
            8w14 : rootSeed_set_1(16w0);
            8w15 : rootSeed_set_1(16w0);
            8w16 : rootSeed_set_1(16w0);
            8w17 : rootSeed_set_1(16w0);
            8w18 : rootSeed_set_1(16w0);
            8w19 : rootSeed_set_1(16w0);
            8w20 : rootSeed_set_1(16w0);
            8w21 : rootSeed_set_1(16w0);
            8w22 : rootSeed_set_1(16w0);
            8w23 : rootSeed_set_1(16w0);
            8w24 : rootSeed_set_1(16w0);
            8w25 : rootSeed_set_1(16w0);
            8w26 : rootSeed_set_1(16w0);
            8w27 : rootSeed_set_1(16w0);
            8w28 : rootSeed_set_1(16w0);
            8w29 : rootSeed_set_1(16w0);
            8w30 : rootSeed_set_1(16w0);
            8w31 : rootSeed_set_1(16w0);
            8w32 : rootSeed_set_1(16w0);
            8w33 : rootSeed_set_1(16w0);
            8w34 : rootSeed_set_1(16w0);
            8w35 : rootSeed_set_1(16w0);
            8w36 : rootSeed_set_1(16w0);
            8w37 : rootSeed_set_1(16w0);
            8w38 : rootSeed_set_1(16w0);
            8w39 : rootSeed_set_1(16w0);
            8w40 : rootSeed_set_1(16w0);
            8w41 : rootSeed_set_1(16w0);
            8w42 : rootSeed_set_1(16w0);
            8w43 : rootSeed_set_1(16w0);
            8w44 : rootSeed_set_1(16w0);
            8w45 : rootSeed_set_1(16w0);
            8w46 : rootSeed_set_1(16w0);
            8w47 : rootSeed_set_1(16w0);
            8w48 : rootSeed_set_1(16w0);
            8w49 : rootSeed_set_1(16w0);
            8w50 : rootSeed_set_1(16w0);
            8w51 : rootSeed_set_1(16w0);
            8w52 : rootSeed_set_1(16w0);
            8w53 : rootSeed_set_1(16w0);
            8w54 : rootSeed_set_1(16w0);
            8w55 : rootSeed_set_1(16w0);
            8w56 : rootSeed_set_1(16w0);
            8w57 : rootSeed_set_1(16w0);
            8w58 : rootSeed_set_1(16w0);
            8w59 : rootSeed_set_1(16w0);
            8w60 : rootSeed_set_1(16w0);
            8w61 : rootSeed_set_1(16w0);
            8w62 : rootSeed_set_1(16w0);
            8w63 : rootSeed_set_1(16w0);
            8w64 : rootSeed_set_1(16w0xFF01);
            8w65 : rootSeed_set_1(16w0xFD0D);
            8w66 : rootSeed_set_1(16w0xFB24);
            8w67 : rootSeed_set_1(16w0xF946);
            8w68 : rootSeed_set_1(16w0xF773);
            8w69 : rootSeed_set_1(16w0xF5A9);
            8w70 : rootSeed_set_1(16w0xF3EA);
            8w71 : rootSeed_set_1(16w0xF234);
            8w72 : rootSeed_set_1(16w0xF087);
            8w73 : rootSeed_set_1(16w0xEEE2);
            8w74 : rootSeed_set_1(16w0xED46);
            8w75 : rootSeed_set_1(16w0xEBB3);
            8w76 : rootSeed_set_1(16w0xEA27);
            8w77 : rootSeed_set_1(16w0xE8A3);
            8w78 : rootSeed_set_1(16w0xE727);
            8w79 : rootSeed_set_1(16w0xE5B1);
            8w80 : rootSeed_set_1(16w0xE443);
            8w81 : rootSeed_set_1(16w0xE2DB);
            8w82 : rootSeed_set_1(16w0xE17A);
            8w83 : rootSeed_set_1(16w0xE020);
            8w84 : rootSeed_set_1(16w0xDECB);
            8w85 : rootSeed_set_1(16w0xDD7C);
            8w86 : rootSeed_set_1(16w0xDC34);
            8w87 : rootSeed_set_1(16w0xDAF1);
            8w88 : rootSeed_set_1(16w0xD9B3);
            8w89 : rootSeed_set_1(16w0xD87B);
            8w90 : rootSeed_set_1(16w0xD748);
            8w91 : rootSeed_set_1(16w0xD61A);
            8w92 : rootSeed_set_1(16w0xD4F1);
            8w93 : rootSeed_set_1(16w0xD3CD);
            8w94 : rootSeed_set_1(16w0xD2AD);
            8w95 : rootSeed_set_1(16w0xD192);
            8w96 : rootSeed_set_1(16w0xD07B);
            8w97 : rootSeed_set_1(16w0xCF69);
            8w98 : rootSeed_set_1(16w0xCE5A);
            8w99 : rootSeed_set_1(16w0xCD50);
            8w100 : rootSeed_set_1(16w0xCC4A);
            8w101 : rootSeed_set_1(16w0xCB48);
            8w102 : rootSeed_set_1(16w0xCA49);
            8w103 : rootSeed_set_1(16w0xC94F);
            8w104 : rootSeed_set_1(16w0xC858);
            8w105 : rootSeed_set_1(16w0xC764);
            8w106 : rootSeed_set_1(16w0xC674);
            8w107 : rootSeed_set_1(16w0xC587);
            8w108 : rootSeed_set_1(16w0xC49D);
            8w109 : rootSeed_set_1(16w0xC3B7);
            8w110 : rootSeed_set_1(16w0xC2D4);
            8w111 : rootSeed_set_1(16w0xC1F4);
            8w112 : rootSeed_set_1(16w0xC116);
            8w113 : rootSeed_set_1(16w0xC03C);
            8w114 : rootSeed_set_1(16w0xBF65);
            8w115 : rootSeed_set_1(16w0xBE90);
            8w116 : rootSeed_set_1(16w0xBDBE);
            8w117 : rootSeed_set_1(16w0xBCEF);
            8w118 : rootSeed_set_1(16w0xBC23);
            8w119 : rootSeed_set_1(16w0xBB59);
            8w120 : rootSeed_set_1(16w0xBA91);
            8w121 : rootSeed_set_1(16w0xB9CC);
            8w122 : rootSeed_set_1(16w0xB90A);
            8w123 : rootSeed_set_1(16w0xB84A);
            8w124 : rootSeed_set_1(16w0xB78C);
            8w125 : rootSeed_set_1(16w0xB6D0);
            8w126 : rootSeed_set_1(16w0xB617);
            8w127 : rootSeed_set_1(16w0xB560);
            8w128 : rootSeed_set_1(16w0xB4AB);
            8w129 : rootSeed_set_1(16w0xB3F8);
            8w130 : rootSeed_set_1(16w0xB347);
            8w131 : rootSeed_set_1(16w0xB298);
            8w132 : rootSeed_set_1(16w0xB1EB);
            8w133 : rootSeed_set_1(16w0xB140);
            8w134 : rootSeed_set_1(16w0xB097);
            8w135 : rootSeed_set_1(16w0xAFF0);
            8w136 : rootSeed_set_1(16w0xAF4B);
            8w137 : rootSeed_set_1(16w0xAEA7);
            8w138 : rootSeed_set_1(16w0xAE06);
            8w139 : rootSeed_set_1(16w0xAD66);
            8w140 : rootSeed_set_1(16w0xACC8);
            8w141 : rootSeed_set_1(16w0xAC2B);
            8w142 : rootSeed_set_1(16w0xAB90);
            8w143 : rootSeed_set_1(16w0xAAF7);
            8w144 : rootSeed_set_1(16w0xAA5F);
            8w145 : rootSeed_set_1(16w0xA9C9);
            8w146 : rootSeed_set_1(16w0xA934);
            8w147 : rootSeed_set_1(16w0xA8A1);
            8w148 : rootSeed_set_1(16w0xA810);
            8w149 : rootSeed_set_1(16w0xA77F);
            8w150 : rootSeed_set_1(16w0xA6F1);
            8w151 : rootSeed_set_1(16w0xA663);
            8w152 : rootSeed_set_1(16w0xA5D8);
            8w153 : rootSeed_set_1(16w0xA54D);
            8w154 : rootSeed_set_1(16w0xA4C4);
            8w155 : rootSeed_set_1(16w0xA43C);
            8w156 : rootSeed_set_1(16w0xA3B6);
            8w157 : rootSeed_set_1(16w0xA330);
            8w158 : rootSeed_set_1(16w0xA2AC);
            8w159 : rootSeed_set_1(16w0xA22A);
            8w160 : rootSeed_set_1(16w0xA1A8);
            8w161 : rootSeed_set_1(16w0xA128);
            8w162 : rootSeed_set_1(16w0xA0A9);
            8w163 : rootSeed_set_1(16w0xA02B);
            8w164 : rootSeed_set_1(16w0x9FAE);
            8w165 : rootSeed_set_1(16w0x9F32);
            8w166 : rootSeed_set_1(16w0x9EB7);
            8w167 : rootSeed_set_1(16w0x9E3E);
            8w168 : rootSeed_set_1(16w0x9DC6);
            8w169 : rootSeed_set_1(16w0x9D4E);
            8w170 : rootSeed_set_1(16w0x9CD8);
            8w171 : rootSeed_set_1(16w0x9C63);
            8w172 : rootSeed_set_1(16w0x9BEF);
            8w173 : rootSeed_set_1(16w0x9B7B);
            8w174 : rootSeed_set_1(16w0x9B09);
            8w175 : rootSeed_set_1(16w0x9A98);
            8w176 : rootSeed_set_1(16w0x9A28);
            8w177 : rootSeed_set_1(16w0x99B8);
            8w178 : rootSeed_set_1(16w0x994A);
            8w179 : rootSeed_set_1(16w0x98DD);
            8w180 : rootSeed_set_1(16w0x9870);
            8w181 : rootSeed_set_1(16w0x9804);
            8w182 : rootSeed_set_1(16w0x979A);
            8w183 : rootSeed_set_1(16w0x9730);
            8w184 : rootSeed_set_1(16w0x96C7);
            8w185 : rootSeed_set_1(16w0x965E);
            8w186 : rootSeed_set_1(16w0x95F7);
            8w187 : rootSeed_set_1(16w0x9591);
            8w188 : rootSeed_set_1(16w0x952B);
            8w189 : rootSeed_set_1(16w0x94C6);
            8w190 : rootSeed_set_1(16w0x9462);
            8w191 : rootSeed_set_1(16w0x93FF);
            8w192 : rootSeed_set_1(16w0x939C);
            8w193 : rootSeed_set_1(16w0x933A);
            8w194 : rootSeed_set_1(16w0x92D9);
            8w195 : rootSeed_set_1(16w0x9279);
            8w196 : rootSeed_set_1(16w0x9219);
            8w197 : rootSeed_set_1(16w0x91BB);
            8w198 : rootSeed_set_1(16w0x915D);
            8w199 : rootSeed_set_1(16w0x90FF);
            8w200 : rootSeed_set_1(16w0x90A3);
            8w201 : rootSeed_set_1(16w0x9047);
            8w202 : rootSeed_set_1(16w0x8FEB);
            8w203 : rootSeed_set_1(16w0x8F91);
            8w204 : rootSeed_set_1(16w0x8F37);
            8w205 : rootSeed_set_1(16w0x8EDD);
            8w206 : rootSeed_set_1(16w0x8E85);
            8w207 : rootSeed_set_1(16w0x8E2D);
            8w208 : rootSeed_set_1(16w0x8DD5);
            8w209 : rootSeed_set_1(16w0x8D7E);
            8w210 : rootSeed_set_1(16w0x8D28);
            8w211 : rootSeed_set_1(16w0x8CD3);
            8w212 : rootSeed_set_1(16w0x8C7E);
            8w213 : rootSeed_set_1(16w0x8C2A);
            8w214 : rootSeed_set_1(16w0x8BD6);
            8w215 : rootSeed_set_1(16w0x8B83);
            8w216 : rootSeed_set_1(16w0x8B30);
            8w217 : rootSeed_set_1(16w0x8ADE);
            8w218 : rootSeed_set_1(16w0x8A8D);
            8w219 : rootSeed_set_1(16w0x8A3C);
            8w220 : rootSeed_set_1(16w0x89EB);
            8w221 : rootSeed_set_1(16w0x899C);
            8w222 : rootSeed_set_1(16w0x894C);
            8w223 : rootSeed_set_1(16w0x88FE);
            8w224 : rootSeed_set_1(16w0x88AF);
            8w225 : rootSeed_set_1(16w0x8862);
            8w226 : rootSeed_set_1(16w0x8815);
            8w227 : rootSeed_set_1(16w0x87C8);
            8w228 : rootSeed_set_1(16w0x877C);
            8w229 : rootSeed_set_1(16w0x8730);
            8w230 : rootSeed_set_1(16w0x86E5);
            8w231 : rootSeed_set_1(16w0x869A);
            8w232 : rootSeed_set_1(16w0x8650);
            8w233 : rootSeed_set_1(16w0x8606);
            8w234 : rootSeed_set_1(16w0x85BD);
            8w235 : rootSeed_set_1(16w0x8574);
            8w236 : rootSeed_set_1(16w0x852C);
            8w237 : rootSeed_set_1(16w0x84E4);
            8w238 : rootSeed_set_1(16w0x849D);
            8w239 : rootSeed_set_1(16w0x8456);
            8w240 : rootSeed_set_1(16w0x840F);
            8w241 : rootSeed_set_1(16w0x83C9);
            8w242 : rootSeed_set_1(16w0x8384);
            8w243 : rootSeed_set_1(16w0x833F);
            8w244 : rootSeed_set_1(16w0x82FA);
            8w245 : rootSeed_set_1(16w0x82B5);
            8w246 : rootSeed_set_1(16w0x8271);
            8w247 : rootSeed_set_1(16w0x822E);
            8w248 : rootSeed_set_1(16w0x81EB);
            8w249 : rootSeed_set_1(16w0x81A8);
            8w250 : rootSeed_set_1(16w0x8166);
            8w251 : rootSeed_set_1(16w0x8124);
            8w252 : rootSeed_set_1(16w0x80E2);
            8w253 : rootSeed_set_1(16w0x80A1);
            8w254 : rootSeed_set_1(16w0x8060);
            8w255 : rootSeed_set_1(16w0x8020);
        }
    }
    bit<32> t_571;
    bit<32> LeadingZeros32_key_4;
    action LeadingZeros32_set_4(bit<32> value) {
        t_571 = value;
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
            32w0x10000 &&& 32w0xFFFF0000 : LeadingZeros32_set_4(32w15);
            32w0x20000 &&& 32w0xFFFE0000 : LeadingZeros32_set_4(32w14);
            32w0x40000 &&& 32w0xFFFC0000 : LeadingZeros32_set_4(32w13);
            32w0x80000 &&& 32w0xFFF80000 : LeadingZeros32_set_4(32w12);
            32w0x100000 &&& 32w0xFFF00000 : LeadingZeros32_set_4(32w11);
            32w0x200000 &&& 32w0xFFE00000 : LeadingZeros32_set_4(32w10);
            32w0x400000 &&& 32w0xFFC00000 : LeadingZeros32_set_4(32w9);
            32w0x800000 &&& 32w0xFF800000 : LeadingZeros32_set_4(32w8);
            32w0x1000000 &&& 32w0xFF000000 : LeadingZeros32_set_4(32w7);
            32w0x2000000 &&& 32w0xFE000000 : LeadingZeros32_set_4(32w6);
            32w0x4000000 &&& 32w0xFC000000 : LeadingZeros32_set_4(32w5);
            32w0x8000000 &&& 32w0xF8000000 : LeadingZeros32_set_4(32w4);
            32w0x10000000 &&& 32w0xF0000000 : LeadingZeros32_set_4(32w3);
            32w0x20000000 &&& 32w0xE0000000 : LeadingZeros32_set_4(32w2);
            32w0x40000000 &&& 32w0xC0000000 : LeadingZeros32_set_4(32w1);
            32w0x80000000 &&& 32w0x80000000 : LeadingZeros32_set_4(32w0);
        }
    }
    bit<16> t_574;
    bit<8> rootSeed_key_2;
    action rootSeed_set_2(bit<16> value) {
        t_574 = value;
    }
    table rootSeed_table_2 {
        key = {
            rootSeed_key_2 : exact;
        }
        actions = {
            rootSeed_set_2;
        }
        const default_action = rootSeed_set_2(16w0);
        const entries = {
            8w0 : rootSeed_set_2(16w0);
            8w1 : rootSeed_set_2(16w0);
            8w2 : rootSeed_set_2(16w0);
            8w3 : rootSeed_set_2(16w0);
            8w4 : rootSeed_set_2(16w0);
            8w5 : rootSeed_set_2(16w0);
            8w6 : rootSeed_set_2(16w0);
            8w7 : rootSeed_set_2(16w0);
            8w8 : rootSeed_set_2(16w0);
            8w9 : rootSeed_set_2(16w0);
            8w10 : rootSeed_set_2(16w0);
            8w11 : rootSeed_set_2(16w0);
            8w12 : rootSeed_set_2(16w0);
            8w13 : rootSeed_set_2(16w0);
            8w14 : rootSeed_set_2(16w0);
            8w15 : rootSeed_set_2(16w0);
            8w16 : rootSeed_set_2(16w0);
            8w17 : rootSeed_set_2(16w0);
            8w18 : rootSeed_set_2(16w0);
            8w19 : rootSeed_set_2(16w0);
            8w20 : rootSeed_set_2(16w0);
            8w21 : rootSeed_set_2(16w0);
            8w22 : rootSeed_set_2(16w0);
            8w23 : rootSeed_set_2(16w0);
            8w24 : rootSeed_set_2(16w0);
            8w25 : rootSeed_set_2(16w0);
            8w26 : rootSeed_set_2(16w0);
            8w27 : rootSeed_set_2(16w0);
            8w28 : rootSeed_set_2(16w0);
            8w29 : rootSeed_set_2(16w0);
            8w30 : rootSeed_set_2(16w0);
            8w31 : rootSeed_set_2(16w0);
            8w32 : rootSeed_set_2(16w0);
            8w33 : rootSeed_set_2(16w0);
            8w34 : rootSeed_set_2(16w0);
            8w35 : rootSeed_set_2(16w0);
            8w36 : rootSeed_set_2(16w0);
            8w37 : rootSeed_set_2(16w0);
            8w38 : rootSeed_set_2(16w0);
            8w39 : rootSeed_set_2(16w0);
            8w40 : rootSeed_set_2(16w0);
            8w41 : rootSeed_set_2(16w0);
            8w42 : rootSeed_set_2(16w0);
            8w43 : rootSeed_set_2(16w0);
            8w44 : rootSeed_set_2(16w0);
            8w45 : rootSeed_set_2(16w0);
            8w46 : rootSeed_set_2(16w0);
            8w47 : rootSeed_set_2(16w0);
            8w48 : rootSeed_set_2(16w0);
            8w49 : rootSeed_set_2(16w0);
            8w50 : rootSeed_set_2(16w0);
            8w51 : rootSeed_set_2(16w0);
            8w52 : rootSeed_set_2(16w0);
            8w53 : rootSeed_set_2(16w0);
            8w54 : rootSeed_set_2(16w0);
            8w55 : rootSeed_set_2(16w0);
            8w56 : rootSeed_set_2(16w0);
            8w57 : rootSeed_set_2(16w0);
            8w58 : rootSeed_set_2(16w0);
            8w59 : rootSeed_set_2(16w0);
            8w60 : rootSeed_set_2(16w0);
            8w61 : rootSeed_set_2(16w0);
            8w62 : rootSeed_set_2(16w0);
            8w63 : rootSeed_set_2(16w0);
            8w64 : rootSeed_set_2(16w0xFF01);
            8w65 : rootSeed_set_2(16w0xFD0D);
            8w66 : rootSeed_set_2(16w0xFB24);
            8w67 : rootSeed_set_2(16w0xF946);
            8w68 : rootSeed_set_2(16w0xF773);
            8w69 : rootSeed_set_2(16w0xF5A9);
            8w70 : rootSeed_set_2(16w0xF3EA);
            8w71 : rootSeed_set_2(16w0xF234);
            8w72 : rootSeed_set_2(16w0xF087);
            8w73 : rootSeed_set_2(16w0xEEE2);
            8w74 : rootSeed_set_2(16w0xED46);
            8w75 : rootSeed_set_2(16w0xEBB3);
            8w76 : rootSeed_set_2(16w0xEA27);
            8w77 : rootSeed_set_2(16w0xE8A3);
            8w78 : rootSeed_set_2(16w0xE727);
            8w79 : rootSeed_set_2(16w0xE5B1);
            8w80 : rootSeed_set_2(16w0xE443);
            8w81 : rootSeed_set_2(16w0xE2DB);
            8w82 : rootSeed_set_2(16w0xE17A);
            8w83 : rootSeed_set_2(16w0xE020);
            8w84 : rootSeed_set_2(16w0xDECB);
            8w85 : rootSeed_set_2(16w0xDD7C);
            8w86 : rootSeed_set_2(16w0xDC34);
            8w87 : rootSeed_set_2(16w0xDAF1);
            8w88 : rootSeed_set_2(16w0xD9B3);
            8w89 : rootSeed_set_2(16w0xD87B);
            8w90 : rootSeed_set_2(16w0xD748);
            8w91 : rootSeed_set_2(16w0xD61A);
            8w92 : rootSeed_set_2(16w0xD4F1);
            8w93 : rootSeed_set_2(16w0xD3CD);
            8w94 : rootSeed_set_2(16w0xD2AD);
            8w95 : rootSeed_set_2(16w0xD192);
            8w96 : rootSeed_set_2(16w0xD07B);
            8w97 : rootSeed_set_2(16w0xCF69);
            8w98 : rootSeed_set_2(16w0xCE5A);
            8w99 : rootSeed_set_2(16w0xCD50);
            8w100 : rootSeed_set_2(16w0xCC4A);
            8w101 : rootSeed_set_2(16w0xCB48);
            8w102 : rootSeed_set_2(16w0xCA49);
            8w103 : rootSeed_set_2(16w0xC94F);
            8w104 : rootSeed_set_2(16w0xC858);
            8w105 : rootSeed_set_2(16w0xC764);
            8w106 : rootSeed_set_2(16w0xC674);
            8w107 : rootSeed_set_2(16w0xC587);
            8w108 : rootSeed_set_2(16w0xC49D);
            8w109 : rootSeed_set_2(16w0xC3B7);
            8w110 : rootSeed_set_2(16w0xC2D4);
            8w111 : rootSeed_set_2(16w0xC1F4);
            8w112 : rootSeed_set_2(16w0xC116);
            8w113 : rootSeed_set_2(16w0xC03C);
            8w114 : rootSeed_set_2(16w0xBF65);
            8w115 : rootSeed_set_2(16w0xBE90);
            8w116 : rootSeed_set_2(16w0xBDBE);
            8w117 : rootSeed_set_2(16w0xBCEF);
            8w118 : rootSeed_set_2(16w0xBC23);
            8w119 : rootSeed_set_2(16w0xBB59);
            8w120 : rootSeed_set_2(16w0xBA91);
            8w121 : rootSeed_set_2(16w0xB9CC);
            8w122 : rootSeed_set_2(16w0xB90A);
            8w123 : rootSeed_set_2(16w0xB84A);
            8w124 : rootSeed_set_2(16w0xB78C);
            8w125 : rootSeed_set_2(16w0xB6D0);
            8w126 : rootSeed_set_2(16w0xB617);
            8w127 : rootSeed_set_2(16w0xB560);
            8w128 : rootSeed_set_2(16w0xB4AB);
            8w129 : rootSeed_set_2(16w0xB3F8);
            8w130 : rootSeed_set_2(16w0xB347);
            8w131 : rootSeed_set_2(16w0xB298);
            8w132 : rootSeed_set_2(16w0xB1EB);
            8w133 : rootSeed_set_2(16w0xB140);
            8w134 : rootSeed_set_2(16w0xB097);
            8w135 : rootSeed_set_2(16w0xAFF0);
            8w136 : rootSeed_set_2(16w0xAF4B);
            8w137 : rootSeed_set_2(16w0xAEA7);
            8w138 : rootSeed_set_2(16w0xAE06);
            8w139 : rootSeed_set_2(16w0xAD66);
            8w140 : rootSeed_set_2(16w0xACC8);
            8w141 : rootSeed_set_2(16w0xAC2B);
            8w142 : rootSeed_set_2(16w0xAB90);
            8w143 : rootSeed_set_2(16w0xAAF7);
            8w144 : rootSeed_set_2(16w0xAA5F);
            8w145 : rootSeed_set_2(16w0xA9C9);
            8w146 : rootSeed_set_2(16w0xA934);
            8w147 : rootSeed_set_2(16w0xA8A1);
            8w148 : rootSeed_set_2(16w0xA810);
            8w149 : rootSeed_set_2(16w0xA77F);
            8w150 : rootSeed_set_2(16w0xA6F1);
            8w151 : rootSeed_set_2(16w0xA663);
            8w152 : rootSeed_set_2(16w0xA5D8);
            8w153 : rootSeed_set_2(16w0xA54D);
            8w154 : rootSeed_set_2(16w0xA4C4);
            8w155 : rootSeed_set_2(16w0xA43C);
            8w156 : rootSeed_set_2(16w0xA3B6);
            8w157 : rootSeed_set_2(16w0xA330);
            8w158 : rootSeed_set_2(16w0xA2AC);
            8w159 : rootSeed_set_2(16w0xA22A);
            8w160 : rootSeed_set_2(16w0xA1A8);
            8w161 : rootSeed_set_2(16w0xA128);
            8w162 : rootSeed_set_2(16w0xA0A9);
            8w163 : rootSeed_set_2(16w0xA02B);
            8w164 : rootSeed_set_2(16w0x9FAE);
            8w165 : rootSeed_set_2(16w0x9F32);
            8w166 : rootSeed_set_2(16w0x9EB7);
            8w167 : rootSeed_set_2(16w0x9E3E);
            8w168 : rootSeed_set_2(16w0x9DC6);
            8w169 : rootSeed_set_2(16w0x9D4E);
            8w170 : rootSeed_set_2(16w0x9CD8);
            8w171 : rootSeed_set_2(16w0x9C63);
            8w172 : rootSeed_set_2(16w0x9BEF);
            8w173 : rootSeed_set_2(16w0x9B7B);
            8w174 : rootSeed_set_2(16w0x9B09);
            8w175 : rootSeed_set_2(16w0x9A98);
            8w176 : rootSeed_set_2(16w0x9A28);
            8w177 : rootSeed_set_2(16w0x99B8);
            8w178 : rootSeed_set_2(16w0x994A);
            8w179 : rootSeed_set_2(16w0x98DD);
            8w180 : rootSeed_set_2(16w0x9870);
            8w181 : rootSeed_set_2(16w0x9804);
            8w182 : rootSeed_set_2(16w0x979A);
            8w183 : rootSeed_set_2(16w0x9730);
            8w184 : rootSeed_set_2(16w0x96C7);
            8w185 : rootSeed_set_2(16w0x965E);
            8w186 : rootSeed_set_2(16w0x95F7);
            8w187 : rootSeed_set_2(16w0x9591);
            8w188 : rootSeed_set_2(16w0x952B);
            8w189 : rootSeed_set_2(16w0x94C6);
            8w190 : rootSeed_set_2(16w0x9462);
            8w191 : rootSeed_set_2(16w0x93FF);
            8w192 : rootSeed_set_2(16w0x939C);
            8w193 : rootSeed_set_2(16w0x933A);
            8w194 : rootSeed_set_2(16w0x92D9);
            8w195 : rootSeed_set_2(16w0x9279);
            8w196 : rootSeed_set_2(16w0x9219);
            8w197 : rootSeed_set_2(16w0x91BB);
            8w198 : rootSeed_set_2(16w0x915D);
            8w199 : rootSeed_set_2(16w0x90FF);
            8w200 : rootSeed_set_2(16w0x90A3);
            8w201 : rootSeed_set_2(16w0x9047);
            8w202 : rootSeed_set_2(16w0x8FEB);
            8w203 : rootSeed_set_2(16w0x8F91);
            8w204 : rootSeed_set_2(16w0x8F37);
            8w205 : rootSeed_set_2(16w0x8EDD);
            8w206 : rootSeed_set_2(16w0x8E85);
            8w207 : rootSeed_set_2(16w0x8E2D);
            8w208 : rootSeed_set_2(16w0x8DD5);
            8w209 : rootSeed_set_2(16w0x8D7E);
            8w210 : rootSeed_set_2(16w0x8D28);
            8w211 : rootSeed_set_2(16w0x8CD3);
            8w212 : rootSeed_set_2(16w0x8C7E);
            8w213 : rootSeed_set_2(16w0x8C2A);
            8w214 : rootSeed_set_2(16w0x8BD6);
            8w215 : rootSeed_set_2(16w0x8B83);
            8w216 : rootSeed_set_2(16w0x8B30);
            8w217 : rootSeed_set_2(16w0x8ADE);
            8w218 : rootSeed_set_2(16w0x8A8D);
            8w219 : rootSeed_set_2(16w0x8A3C);
            8w220 : rootSeed_set_2(16w0x89EB);
            8w221 : rootSeed_set_2(16w0x899C);
            8w222 : rootSeed_set_2(16w0x894C);
            8w223 : rootSeed_set_2(16w0x88FE);
            8w224 : rootSeed_set_2(16w0x88AF);
            8w225 : rootSeed_set_2(16w0x8862);
            8w226 : rootSeed_set_2(16w0x8815);
            8w227 : rootSeed_set_2(16w0x87C8);
            8w228 : rootSeed_set_2(16w0x877C);
            8w229 : rootSeed_set_2(16w0x8730);
            8w230 : rootSeed_set_2(16w0x86E5);
            8w231 : rootSeed_set_2(16w0x869A);
            8w232 : rootSeed_set_2(16w0x8650);
            8w233 : rootSeed_set_2(16w0x8606);
            8w234 : rootSeed_set_2(16w0x85BD);
            8w235 : rootSeed_set_2(16w0x8574);
            8w236 : rootSeed_set_2(16w0x852C);
            8w237 : rootSeed_set_2(16w0x84E4);
            8w238 : rootSeed_set_2(16w0x849D);
            8w239 : rootSeed_set_2(16w0x8456);
            8w240 : rootSeed_set_2(16w0x840F);
            8w241 : rootSeed_set_2(16w0x83C9);
            8w242 : rootSeed_set_2(16w0x8384);
            8w243 : rootSeed_set_2(16w0x833F);
            8w244 : rootSeed_set_2(16w0x82FA);
            8w245 : rootSeed_set_2(16w0x82B5);
            8w246 : rootSeed_set_2(16w0x8271);
            8w247 : rootSeed_set_2(16w0x822E);
            8w248 : rootSeed_set_2(16w0x81EB);
            8w249 : rootSeed_set_2(16w0x81A8);
            8w250 : rootSeed_set_2(16w0x8166);
            8w251 : rootSeed_set_2(16w0x8124);
            8w252 : rootSeed_set_2(16w0x80E2);
            8w253 : rootSeed_set_2(16w0x80A1);
            8w254 : rootSeed_set_2(16w0x8060);
            8w255 : rootSeed_set_2(16w0x8020);
        }
    }
    bit<32> t_618;
    bit<32> LeadingZeros32_key_5;
    action LeadingZeros32_set_5(bit<32> value) {
        t_618 = value;
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
            32w0x10000 &&& 32w0xFFFF0000 : LeadingZeros32_set_5(32w15);
            32w0x20000 &&& 32w0xFFFE0000 : LeadingZeros32_set_5(32w14);
            32w0x40000 &&& 32w0xFFFC0000 : LeadingZeros32_set_5(32w13);
            32w0x80000 &&& 32w0xFFF80000 : LeadingZeros32_set_5(32w12);
            32w0x100000 &&& 32w0xFFF00000 : LeadingZeros32_set_5(32w11);
            32w0x200000 &&& 32w0xFFE00000 : LeadingZeros32_set_5(32w10);
            32w0x400000 &&& 32w0xFFC00000 : LeadingZeros32_set_5(32w9);
            32w0x800000 &&& 32w0xFF800000 : LeadingZeros32_set_5(32w8);
            32w0x1000000 &&& 32w0xFF000000 : LeadingZeros32_set_5(32w7);
            32w0x2000000 &&& 32w0xFE000000 : LeadingZeros32_set_5(32w6);
            32w0x4000000 &&& 32w0xFC000000 : LeadingZeros32_set_5(32w5);
            32w0x8000000 &&& 32w0xF8000000 : LeadingZeros32_set_5(32w4);
            32w0x10000000 &&& 32w0xF0000000 : LeadingZeros32_set_5(32w3);
            32w0x20000000 &&& 32w0xE0000000 : LeadingZeros32_set_5(32w2);
            32w0x40000000 &&& 32w0xC0000000 : LeadingZeros32_set_5(32w1);
            32w0x80000000 &&& 32w0x80000000 : LeadingZeros32_set_5(32w0);
        }
    }
    bit<16> t_621;
    bit<8> rootSeed_key_3;
    action rootSeed_set_3(bit<16> value) {
        t_621 = value;
    }
    table rootSeed_table_3 {
        key = {
            rootSeed_key_3 : exact;
        }
        actions = {
            rootSeed_set_3;
        }
        const default_action = rootSeed_set_3(16w0);
        const entries = {
            8w0 : rootSeed_set_3(16w0);
            8w1 : rootSeed_set_3(16w0);
            8w2 : rootSeed_set_3(16w0);
            8w3 : rootSeed_set_3(16w0);
            8w4 : rootSeed_set_3(16w0);
            8w5 : rootSeed_set_3(16w0);
            8w6 : rootSeed_set_3(16w0);
            8w7 : rootSeed_set_3(16w0);
            8w8 : rootSeed_set_3(16w0);
            8w9 : rootSeed_set_3(16w0);
            8w10 : rootSeed_set_3(16w0);
            8w11 : rootSeed_set_3(16w0);
            8w12 : rootSeed_set_3(16w0);
            8w13 : rootSeed_set_3(16w0);
            8w14 : rootSeed_set_3(16w0);
            8w15 : rootSeed_set_3(16w0);
            8w16 : rootSeed_set_3(16w0);
            8w17 : rootSeed_set_3(16w0);
            8w18 : rootSeed_set_3(16w0);
            8w19 : rootSeed_set_3(16w0);
            8w20 : rootSeed_set_3(16w0);
            8w21 : rootSeed_set_3(16w0);
            8w22 : rootSeed_set_3(16w0);
            8w23 : rootSeed_set_3(16w0);
            8w24 : rootSeed_set_3(16w0);
            8w25 : rootSeed_set_3(16w0);
            8w26 : rootSeed_set_3(16w0);
            8w27 : rootSeed_set_3(16w0);
            8w28 : rootSeed_set_3(16w0);
            8w29 : rootSeed_set_3(16w0);
            8w30 : rootSeed_set_3(16w0);
            8w31 : rootSeed_set_3(16w0);
            8w32 : rootSeed_set_3(16w0);
            8w33 : rootSeed_set_3(16w0);
            8w34 : rootSeed_set_3(16w0);
            8w35 : rootSeed_set_3(16w0);
            8w36 : rootSeed_set_3(16w0);
            8w37 : rootSeed_set_3(16w0);
            8w38 : rootSeed_set_3(16w0);
            8w39 : rootSeed_set_3(16w0);
            8w40 : rootSeed_set_3(16w0);
            8w41 : rootSeed_set_3(16w0);
            8w42 : rootSeed_set_3(16w0);
            8w43 : rootSeed_set_3(16w0);
            8w44 : rootSeed_set_3(16w0);
            8w45 : rootSeed_set_3(16w0);
            8w46 : rootSeed_set_3(16w0);
            8w47 : rootSeed_set_3(16w0);
            8w48 : rootSeed_set_3(16w0);
            8w49 : rootSeed_set_3(16w0);
            8w50 : rootSeed_set_3(16w0);
            8w51 : rootSeed_set_3(16w0);
            8w52 : rootSeed_set_3(16w0);
            8w53 : rootSeed_set_3(16w0);
            8w54 : rootSeed_set_3(16w0);
            8w55 : rootSeed_set_3(16w0);
            8w56 : rootSeed_set_3(16w0);
            8w57 : rootSeed_set_3(16w0);
            8w58 : rootSeed_set_3(16w0);
            8w59 : rootSeed_set_3(16w0);
            8w60 : rootSeed_set_3(16w0);
            8w61 : rootSeed_set_3(16w0);
            8w62 : rootSeed_set_3(16w0);
            8w63 : rootSeed_set_3(16w0);
            8w64 : rootSeed_set_3(16w0xFF01);
            8w65 : rootSeed_set_3(16w0xFD0D);
            8w66 : rootSeed_set_3(16w0xFB24);
            8w67 : rootSeed_set_3(16w0xF946);
            8w68 : rootSeed_set_3(16w0xF773);
            8w69 : rootSeed_set_3(16w0xF5A9);
            8w70 : rootSeed_set_3(16w0xF3EA);
            8w71 : rootSeed_set_3(16w0xF234);
            8w72 : rootSeed_set_3(16w0xF087);
            8w73 : rootSeed_set_3(16w0xEEE2);
            8w74 : rootSeed_set_3(16w0xED46);
            8w75 : rootSeed_set_3(16w0xEBB3);
            8w76 : rootSeed_set_3(16w0xEA27);
            8w77 : rootSeed_set_3(16w0xE8A3);
            8w78 : rootSeed_set_3(16w0xE727);
            8w79 : rootSeed_set_3(16w0xE5B1);
            8w80 : rootSeed_set_3(16w0xE443);
            8w81 : rootSeed_set_3(16w0xE2DB);
            8w82 : rootSeed_set_3(16w0xE17A);
            8w83 : rootSeed_set_3(16w0xE020);
            8w84 : rootSeed_set_3(16w0xDECB);
            8w85 : rootSeed_set_3(16w0xDD7C);
            8w86 : rootSeed_set_3(16w0xDC34);
            8w87 : rootSeed_set_3(16w0xDAF1);
            8w88 : rootSeed_set_3(16w0xD9B3);
            8w89 : rootSeed_set_3(16w0xD87B);
            8w90 : rootSeed_set_3(16w0xD748);
            8w91 : rootSeed_set_3(16w0xD61A);
            8w92 : rootSeed_set_3(16w0xD4F1);
            8w93 : rootSeed_set_3(16w0xD3CD);
            8w94 : rootSeed_set_3(16w0xD2AD);
            8w95 : rootSeed_set_3(16w0xD192);
            8w96 : rootSeed_set_3(16w0xD07B);
            8w97 : rootSeed_set_3(16w0xCF69);
            8w98 : rootSeed_set_3(16w0xCE5A);
            8w99 : rootSeed_set_3(16w0xCD50);
            8w100 : rootSeed_set_3(16w0xCC4A);
            8w101 : rootSeed_set_3(16w0xCB48);
            8w102 : rootSeed_set_3(16w0xCA49);
            8w103 : rootSeed_set_3(16w0xC94F);
            8w104 : rootSeed_set_3(16w0xC858);
            8w105 : rootSeed_set_3(16w0xC764);
            8w106 : rootSeed_set_3(16w0xC674);
            8w107 : rootSeed_set_3(16w0xC587);
            8w108 : rootSeed_set_3(16w0xC49D);
            8w109 : rootSeed_set_3(16w0xC3B7);
            8w110 : rootSeed_set_3(16w0xC2D4);
            8w111 : rootSeed_set_3(16w0xC1F4);
            8w112 : rootSeed_set_3(16w0xC116);
            8w113 : rootSeed_set_3(16w0xC03C);
            8w114 : rootSeed_set_3(16w0xBF65);
            8w115 : rootSeed_set_3(16w0xBE90);
            8w116 : rootSeed_set_3(16w0xBDBE);
            8w117 : rootSeed_set_3(16w0xBCEF);
            8w118 : rootSeed_set_3(16w0xBC23);
            8w119 : rootSeed_set_3(16w0xBB59);
            8w120 : rootSeed_set_3(16w0xBA91);
            8w121 : rootSeed_set_3(16w0xB9CC);
            8w122 : rootSeed_set_3(16w0xB90A);
            8w123 : rootSeed_set_3(16w0xB84A);
            8w124 : rootSeed_set_3(16w0xB78C);
            8w125 : rootSeed_set_3(16w0xB6D0);
            8w126 : rootSeed_set_3(16w0xB617);
            8w127 : rootSeed_set_3(16w0xB560);
            8w128 : rootSeed_set_3(16w0xB4AB);
            8w129 : rootSeed_set_3(16w0xB3F8);
            8w130 : rootSeed_set_3(16w0xB347);
            8w131 : rootSeed_set_3(16w0xB298);
            8w132 : rootSeed_set_3(16w0xB1EB);
            8w133 : rootSeed_set_3(16w0xB140);
            8w134 : rootSeed_set_3(16w0xB097);
            8w135 : rootSeed_set_3(16w0xAFF0);
            8w136 : rootSeed_set_3(16w0xAF4B);
            8w137 : rootSeed_set_3(16w0xAEA7);
            8w138 : rootSeed_set_3(16w0xAE06);
            8w139 : rootSeed_set_3(16w0xAD66);
            8w140 : rootSeed_set_3(16w0xACC8);
            8w141 : rootSeed_set_3(16w0xAC2B);
            8w142 : rootSeed_set_3(16w0xAB90);
            8w143 : rootSeed_set_3(16w0xAAF7);
            8w144 : rootSeed_set_3(16w0xAA5F);
            8w145 : rootSeed_set_3(16w0xA9C9);
            8w146 : rootSeed_set_3(16w0xA934);
            8w147 : rootSeed_set_3(16w0xA8A1);
            8w148 : rootSeed_set_3(16w0xA810);
            8w149 : rootSeed_set_3(16w0xA77F);
            8w150 : rootSeed_set_3(16w0xA6F1);
            8w151 : rootSeed_set_3(16w0xA663);
            8w152 : rootSeed_set_3(16w0xA5D8);
            8w153 : rootSeed_set_3(16w0xA54D);
            8w154 : rootSeed_set_3(16w0xA4C4);
            8w155 : rootSeed_set_3(16w0xA43C);
            8w156 : rootSeed_set_3(16w0xA3B6);
            8w157 : rootSeed_set_3(16w0xA330);
            8w158 : rootSeed_set_3(16w0xA2AC);
            8w159 : rootSeed_set_3(16w0xA22A);
            8w160 : rootSeed_set_3(16w0xA1A8);
            8w161 : rootSeed_set_3(16w0xA128);
            8w162 : rootSeed_set_3(16w0xA0A9);
            8w163 : rootSeed_set_3(16w0xA02B);
            8w164 : rootSeed_set_3(16w0x9FAE);
            8w165 : rootSeed_set_3(16w0x9F32);
            8w166 : rootSeed_set_3(16w0x9EB7);
            8w167 : rootSeed_set_3(16w0x9E3E);
            8w168 : rootSeed_set_3(16w0x9DC6);
            8w169 : rootSeed_set_3(16w0x9D4E);
            8w170 : rootSeed_set_3(16w0x9CD8);
            8w171 : rootSeed_set_3(16w0x9C63);
            8w172 : rootSeed_set_3(16w0x9BEF);
            8w173 : rootSeed_set_3(16w0x9B7B);
            8w174 : rootSeed_set_3(16w0x9B09);
            8w175 : rootSeed_set_3(16w0x9A98);
            8w176 : rootSeed_set_3(16w0x9A28);
            8w177 : rootSeed_set_3(16w0x99B8);
            8w178 : rootSeed_set_3(16w0x994A);
            8w179 : rootSeed_set_3(16w0x98DD);
            8w180 : rootSeed_set_3(16w0x9870);
            8w181 : rootSeed_set_3(16w0x9804);
            8w182 : rootSeed_set_3(16w0x979A);
            8w183 : rootSeed_set_3(16w0x9730);
            8w184 : rootSeed_set_3(16w0x96C7);
            8w185 : rootSeed_set_3(16w0x965E);
            8w186 : rootSeed_set_3(16w0x95F7);
            8w187 : rootSeed_set_3(16w0x9591);
            8w188 : rootSeed_set_3(16w0x952B);
            8w189 : rootSeed_set_3(16w0x94C6);
            8w190 : rootSeed_set_3(16w0x9462);
            8w191 : rootSeed_set_3(16w0x93FF);
            8w192 : rootSeed_set_3(16w0x939C);
            8w193 : rootSeed_set_3(16w0x933A);
            8w194 : rootSeed_set_3(16w0x92D9);
            8w195 : rootSeed_set_3(16w0x9279);
            8w196 : rootSeed_set_3(16w0x9219);
            8w197 : rootSeed_set_3(16w0x91BB);
            8w198 : rootSeed_set_3(16w0x915D);
            8w199 : rootSeed_set_3(16w0x90FF);
            8w200 : rootSeed_set_3(16w0x90A3);
            8w201 : rootSeed_set_3(16w0x9047);
            8w202 : rootSeed_set_3(16w0x8FEB);
            8w203 : rootSeed_set_3(16w0x8F91);
            8w204 : rootSeed_set_3(16w0x8F37);
            8w205 : rootSeed_set_3(16w0x8EDD);
            8w206 : rootSeed_set_3(16w0x8E85);
            8w207 : rootSeed_set_3(16w0x8E2D);
            8w208 : rootSeed_set_3(16w0x8DD5);
            8w209 : rootSeed_set_3(16w0x8D7E);
            8w210 : rootSeed_set_3(16w0x8D28);
            8w211 : rootSeed_set_3(16w0x8CD3);
            8w212 : rootSeed_set_3(16w0x8C7E);
            8w213 : rootSeed_set_3(16w0x8C2A);
            8w214 : rootSeed_set_3(16w0x8BD6);
            8w215 : rootSeed_set_3(16w0x8B83);
            8w216 : rootSeed_set_3(16w0x8B30);
            8w217 : rootSeed_set_3(16w0x8ADE);
            8w218 : rootSeed_set_3(16w0x8A8D);
            8w219 : rootSeed_set_3(16w0x8A3C);
            8w220 : rootSeed_set_3(16w0x89EB);
            8w221 : rootSeed_set_3(16w0x899C);
            8w222 : rootSeed_set_3(16w0x894C);
            8w223 : rootSeed_set_3(16w0x88FE);
            8w224 : rootSeed_set_3(16w0x88AF);
            8w225 : rootSeed_set_3(16w0x8862);
            8w226 : rootSeed_set_3(16w0x8815);
            8w227 : rootSeed_set_3(16w0x87C8);
            8w228 : rootSeed_set_3(16w0x877C);
            8w229 : rootSeed_set_3(16w0x8730);
            8w230 : rootSeed_set_3(16w0x86E5);
            8w231 : rootSeed_set_3(16w0x869A);
            8w232 : rootSeed_set_3(16w0x8650);
            8w233 : rootSeed_set_3(16w0x8606);
            8w234 : rootSeed_set_3(16w0x85BD);
            8w235 : rootSeed_set_3(16w0x8574);
            8w236 : rootSeed_set_3(16w0x852C);
            8w237 : rootSeed_set_3(16w0x84E4);
            8w238 : rootSeed_set_3(16w0x849D);
            8w239 : rootSeed_set_3(16w0x8456);
            8w240 : rootSeed_set_3(16w0x840F);
            8w241 : rootSeed_set_3(16w0x83C9);
            8w242 : rootSeed_set_3(16w0x8384);
            8w243 : rootSeed_set_3(16w0x833F);
            8w244 : rootSeed_set_3(16w0x82FA);
            8w245 : rootSeed_set_3(16w0x82B5);
            8w246 : rootSeed_set_3(16w0x8271);
            8w247 : rootSeed_set_3(16w0x822E);
            8w248 : rootSeed_set_3(16w0x81EB);
            8w249 : rootSeed_set_3(16w0x81A8);
            8w250 : rootSeed_set_3(16w0x8166);
            8w251 : rootSeed_set_3(16w0x8124);
            8w252 : rootSeed_set_3(16w0x80E2);
            8w253 : rootSeed_set_3(16w0x80A1);
            8w254 : rootSeed_set_3(16w0x8060);
            8w255 : rootSeed_set_3(16w0x8020);
        }
    }
    bit<32> t_665;
    bit<32> LeadingZeros32_key_6;
    action LeadingZeros32_set_6(bit<32> value) {
        t_665 = value;
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
            32w0x10000 &&& 32w0xFFFF0000 : LeadingZeros32_set_6(32w15);
            32w0x20000 &&& 32w0xFFFE0000 : LeadingZeros32_set_6(32w14);
            32w0x40000 &&& 32w0xFFFC0000 : LeadingZeros32_set_6(32w13);
            32w0x80000 &&& 32w0xFFF80000 : LeadingZeros32_set_6(32w12);
            32w0x100000 &&& 32w0xFFF00000 : LeadingZeros32_set_6(32w11);
            32w0x200000 &&& 32w0xFFE00000 : LeadingZeros32_set_6(32w10);
            32w0x400000 &&& 32w0xFFC00000 : LeadingZeros32_set_6(32w9);
            32w0x800000 &&& 32w0xFF800000 : LeadingZeros32_set_6(32w8);
            32w0x1000000 &&& 32w0xFF000000 : LeadingZeros32_set_6(32w7);
            32w0x2000000 &&& 32w0xFE000000 : LeadingZeros32_set_6(32w6);
            32w0x4000000 &&& 32w0xFC000000 : LeadingZeros32_set_6(32w5);
            32w0x8000000 &&& 32w0xF8000000 : LeadingZeros32_set_6(32w4);
            32w0x10000000 &&& 32w0xF0000000 : LeadingZeros32_set_6(32w3);
            32w0x20000000 &&& 32w0xE0000000 : LeadingZeros32_set_6(32w2);
            32w0x40000000 &&& 32w0xC0000000 : LeadingZeros32_set_6(32w1);
            32w0x80000000 &&& 32w0x80000000 : LeadingZeros32_set_6(32w0);
        }
    }
    bit<16> t_668;
    bit<8> rootSeed_key_4;
    action rootSeed_set_4(bit<16> value) {
        t_668 = value;
    }
    table rootSeed_table_4 {
        key = {
            rootSeed_key_4 : exact;
        }
        actions = {
            rootSeed_set_4;
        }
        const default_action = rootSeed_set_4(16w0);
        const entries = {
            8w0 : rootSeed_set_4(16w0);
            8w1 : rootSeed_set_4(16w0);
            8w2 : rootSeed_set_4(16w0);
            8w3 : rootSeed_set_4(16w0);
            8w4 : rootSeed_set_4(16w0);
            8w5 : rootSeed_set_4(16w0);
            8w6 : rootSeed_set_4(16w0);
            8w7 : rootSeed_set_4(16w0);
            8w8 : rootSeed_set_4(16w0);
            8w9 : rootSeed_set_4(16w0);
            8w10 : rootSeed_set_4(16w0);
            8w11 : rootSeed_set_4(16w0);
            8w12 : rootSeed_set_4(16w0);
            8w13 : rootSeed_set_4(16w0);
            8w14 : rootSeed_set_4(16w0);
            8w15 : rootSeed_set_4(16w0);
            8w16 : rootSeed_set_4(16w0);
            8w17 : rootSeed_set_4(16w0);
            8w18 : rootSeed_set_4(16w0);
            8w19 : rootSeed_set_4(16w0);
            8w20 : rootSeed_set_4(16w0);
            8w21 : rootSeed_set_4(16w0);
            8w22 : rootSeed_set_4(16w0);
            8w23 : rootSeed_set_4(16w0);
            8w24 : rootSeed_set_4(16w0);
            8w25 : rootSeed_set_4(16w0);
            8w26 : rootSeed_set_4(16w0);
            8w27 : rootSeed_set_4(16w0);
            8w28 : rootSeed_set_4(16w0);
            8w29 : rootSeed_set_4(16w0);
            8w30 : rootSeed_set_4(16w0);
            8w31 : rootSeed_set_4(16w0);
            8w32 : rootSeed_set_4(16w0);
            8w33 : rootSeed_set_4(16w0);
            8w34 : rootSeed_set_4(16w0);
            8w35 : rootSeed_set_4(16w0);
            8w36 : rootSeed_set_4(16w0);
            8w37 : rootSeed_set_4(16w0);
            8w38 : rootSeed_set_4(16w0);
            8w39 : rootSeed_set_4(16w0);
            8w40 : rootSeed_set_4(16w0);
            8w41 : rootSeed_set_4(16w0);
            8w42 : rootSeed_set_4(16w0);
            8w43 : rootSeed_set_4(16w0);
            8w44 : rootSeed_set_4(16w0);
            8w45 : rootSeed_set_4(16w0);
            8w46 : rootSeed_set_4(16w0);
            8w47 : rootSeed_set_4(16w0);
            8w48 : rootSeed_set_4(16w0);
            8w49 : rootSeed_set_4(16w0);
            8w50 : rootSeed_set_4(16w0);
            8w51 : rootSeed_set_4(16w0);
            8w52 : rootSeed_set_4(16w0);
            8w53 : rootSeed_set_4(16w0);
            8w54 : rootSeed_set_4(16w0);
            8w55 : rootSeed_set_4(16w0);
            8w56 : rootSeed_set_4(16w0);
            8w57 : rootSeed_set_4(16w0);
            8w58 : rootSeed_set_4(16w0);
            8w59 : rootSeed_set_4(16w0);
            8w60 : rootSeed_set_4(16w0);
            8w61 : rootSeed_set_4(16w0);
            8w62 : rootSeed_set_4(16w0);
            8w63 : rootSeed_set_4(16w0);
            8w64 : rootSeed_set_4(16w0xFF01);
            8w65 : rootSeed_set_4(16w0xFD0D);
            8w66 : rootSeed_set_4(16w0xFB24);
            8w67 : rootSeed_set_4(16w0xF946);
            8w68 : rootSeed_set_4(16w0xF773);
            8w69 : rootSeed_set_4(16w0xF5A9);
            8w70 : rootSeed_set_4(16w0xF3EA);
            8w71 : rootSeed_set_4(16w0xF234);
            8w72 : rootSeed_set_4(16w0xF087);
            8w73 : rootSeed_set_4(16w0xEEE2);
            8w74 : rootSeed_set_4(16w0xED46);
            8w75 : rootSeed_set_4(16w0xEBB3);
            8w76 : rootSeed_set_4(16w0xEA27);
            8w77 : rootSeed_set_4(16w0xE8A3);
            8w78 : rootSeed_set_4(16w0xE727);
            8w79 : rootSeed_set_4(16w0xE5B1);
            8w80 : rootSeed_set_4(16w0xE443);
            8w81 : rootSeed_set_4(16w0xE2DB);
            8w82 : rootSeed_set_4(16w0xE17A);
            8w83 : rootSeed_set_4(16w0xE020);
            8w84 : rootSeed_set_4(16w0xDECB);
            8w85 : rootSeed_set_4(16w0xDD7C);
            8w86 : rootSeed_set_4(16w0xDC34);
            8w87 : rootSeed_set_4(16w0xDAF1);
            8w88 : rootSeed_set_4(16w0xD9B3);
            8w89 : rootSeed_set_4(16w0xD87B);
            8w90 : rootSeed_set_4(16w0xD748);
            8w91 : rootSeed_set_4(16w0xD61A);
            8w92 : rootSeed_set_4(16w0xD4F1);
            8w93 : rootSeed_set_4(16w0xD3CD);
            8w94 : rootSeed_set_4(16w0xD2AD);
            8w95 : rootSeed_set_4(16w0xD192);
            8w96 : rootSeed_set_4(16w0xD07B);
            8w97 : rootSeed_set_4(16w0xCF69);
            8w98 : rootSeed_set_4(16w0xCE5A);
            8w99 : rootSeed_set_4(16w0xCD50);
            8w100 : rootSeed_set_4(16w0xCC4A);
            8w101 : rootSeed_set_4(16w0xCB48);
            8w102 : rootSeed_set_4(16w0xCA49);
            8w103 : rootSeed_set_4(16w0xC94F);
            8w104 : rootSeed_set_4(16w0xC858);
            8w105 : rootSeed_set_4(16w0xC764);
            8w106 : rootSeed_set_4(16w0xC674);
            8w107 : rootSeed_set_4(16w0xC587);
            8w108 : rootSeed_set_4(16w0xC49D);
            8w109 : rootSeed_set_4(16w0xC3B7);
            8w110 : rootSeed_set_4(16w0xC2D4);
            8w111 : rootSeed_set_4(16w0xC1F4);
            8w112 : rootSeed_set_4(16w0xC116);
            8w113 : rootSeed_set_4(16w0xC03C);
            8w114 : rootSeed_set_4(16w0xBF65);
            8w115 : rootSeed_set_4(16w0xBE90);
            8w116 : rootSeed_set_4(16w0xBDBE);
            8w117 : rootSeed_set_4(16w0xBCEF);
            8w118 : rootSeed_set_4(16w0xBC23);
            8w119 : rootSeed_set_4(16w0xBB59);
            8w120 : rootSeed_set_4(16w0xBA91);
            8w121 : rootSeed_set_4(16w0xB9CC);
            8w122 : rootSeed_set_4(16w0xB90A);
            8w123 : rootSeed_set_4(16w0xB84A);
            8w124 : rootSeed_set_4(16w0xB78C);
            8w125 : rootSeed_set_4(16w0xB6D0);
            8w126 : rootSeed_set_4(16w0xB617);
            8w127 : rootSeed_set_4(16w0xB560);
            8w128 : rootSeed_set_4(16w0xB4AB);
            8w129 : rootSeed_set_4(16w0xB3F8);
            8w130 : rootSeed_set_4(16w0xB347);
            8w131 : rootSeed_set_4(16w0xB298);
            8w132 : rootSeed_set_4(16w0xB1EB);
            8w133 : rootSeed_set_4(16w0xB140);
            8w134 : rootSeed_set_4(16w0xB097);
            8w135 : rootSeed_set_4(16w0xAFF0);
            8w136 : rootSeed_set_4(16w0xAF4B);
            8w137 : rootSeed_set_4(16w0xAEA7);
            8w138 : rootSeed_set_4(16w0xAE06);
            8w139 : rootSeed_set_4(16w0xAD66);
            8w140 : rootSeed_set_4(16w0xACC8);
            8w141 : rootSeed_set_4(16w0xAC2B);
            8w142 : rootSeed_set_4(16w0xAB90);
            8w143 : rootSeed_set_4(16w0xAAF7);
            8w144 : rootSeed_set_4(16w0xAA5F);
            8w145 : rootSeed_set_4(16w0xA9C9);
            8w146 : rootSeed_set_4(16w0xA934);
            8w147 : rootSeed_set_4(16w0xA8A1);
            8w148 : rootSeed_set_4(16w0xA810);
            8w149 : rootSeed_set_4(16w0xA77F);
            8w150 : rootSeed_set_4(16w0xA6F1);
            8w151 : rootSeed_set_4(16w0xA663);
            8w152 : rootSeed_set_4(16w0xA5D8);
            8w153 : rootSeed_set_4(16w0xA54D);
            8w154 : rootSeed_set_4(16w0xA4C4);
            8w155 : rootSeed_set_4(16w0xA43C);
            8w156 : rootSeed_set_4(16w0xA3B6);
            8w157 : rootSeed_set_4(16w0xA330);
            8w158 : rootSeed_set_4(16w0xA2AC);
            8w159 : rootSeed_set_4(16w0xA22A);
            8w160 : rootSeed_set_4(16w0xA1A8);
            8w161 : rootSeed_set_4(16w0xA128);
            8w162 : rootSeed_set_4(16w0xA0A9);
            8w163 : rootSeed_set_4(16w0xA02B);
            8w164 : rootSeed_set_4(16w0x9FAE);
            8w165 : rootSeed_set_4(16w0x9F32);
            8w166 : rootSeed_set_4(16w0x9EB7);
            8w167 : rootSeed_set_4(16w0x9E3E);
            8w168 : rootSeed_set_4(16w0x9DC6);
            8w169 : rootSeed_set_4(16w0x9D4E);
            8w170 : rootSeed_set_4(16w0x9CD8);
            8w171 : rootSeed_set_4(16w0x9C63);
            8w172 : rootSeed_set_4(16w0x9BEF);
            8w173 : rootSeed_set_4(16w0x9B7B);
            8w174 : rootSeed_set_4(16w0x9B09);
            8w175 : rootSeed_set_4(16w0x9A98);
            8w176 : rootSeed_set_4(16w0x9A28);
            8w177 : rootSeed_set_4(16w0x99B8);
            8w178 : rootSeed_set_4(16w0x994A);
            8w179 : rootSeed_set_4(16w0x98DD);
            8w180 : rootSeed_set_4(16w0x9870);
            8w181 : rootSeed_set_4(16w0x9804);
            8w182 : rootSeed_set_4(16w0x979A);
            8w183 : rootSeed_set_4(16w0x9730);
            8w184 : rootSeed_set_4(16w0x96C7);
            8w185 : rootSeed_set_4(16w0x965E);
            8w186 : rootSeed_set_4(16w0x95F7);
            8w187 : rootSeed_set_4(16w0x9591);
            8w188 : rootSeed_set_4(16w0x952B);
            8w189 : rootSeed_set_4(16w0x94C6);
            8w190 : rootSeed_set_4(16w0x9462);
            8w191 : rootSeed_set_4(16w0x93FF);
            8w192 : rootSeed_set_4(16w0x939C);
            8w193 : rootSeed_set_4(16w0x933A);
            8w194 : rootSeed_set_4(16w0x92D9);
            8w195 : rootSeed_set_4(16w0x9279);
            8w196 : rootSeed_set_4(16w0x9219);
            8w197 : rootSeed_set_4(16w0x91BB);
            8w198 : rootSeed_set_4(16w0x915D);
            8w199 : rootSeed_set_4(16w0x90FF);
            8w200 : rootSeed_set_4(16w0x90A3);
            8w201 : rootSeed_set_4(16w0x9047);
            8w202 : rootSeed_set_4(16w0x8FEB);
            8w203 : rootSeed_set_4(16w0x8F91);
            8w204 : rootSeed_set_4(16w0x8F37);
            8w205 : rootSeed_set_4(16w0x8EDD);
            8w206 : rootSeed_set_4(16w0x8E85);
            8w207 : rootSeed_set_4(16w0x8E2D);
            8w208 : rootSeed_set_4(16w0x8DD5);
            8w209 : rootSeed_set_4(16w0x8D7E);
            8w210 : rootSeed_set_4(16w0x8D28);
            8w211 : rootSeed_set_4(16w0x8CD3);
            8w212 : rootSeed_set_4(16w0x8C7E);
            8w213 : rootSeed_set_4(16w0x8C2A);
            8w214 : rootSeed_set_4(16w0x8BD6);
            8w215 : rootSeed_set_4(16w0x8B83);
            8w216 : rootSeed_set_4(16w0x8B30);
            8w217 : rootSeed_set_4(16w0x8ADE);
            8w218 : rootSeed_set_4(16w0x8A8D);
            8w219 : rootSeed_set_4(16w0x8A3C);
            8w220 : rootSeed_set_4(16w0x89EB);
            8w221 : rootSeed_set_4(16w0x899C);
            8w222 : rootSeed_set_4(16w0x894C);
            8w223 : rootSeed_set_4(16w0x88FE);
            8w224 : rootSeed_set_4(16w0x88AF);
            8w225 : rootSeed_set_4(16w0x8862);
            8w226 : rootSeed_set_4(16w0x8815);
            8w227 : rootSeed_set_4(16w0x87C8);
            8w228 : rootSeed_set_4(16w0x877C);
            8w229 : rootSeed_set_4(16w0x8730);
            8w230 : rootSeed_set_4(16w0x86E5);
            8w231 : rootSeed_set_4(16w0x869A);
            8w232 : rootSeed_set_4(16w0x8650);
            8w233 : rootSeed_set_4(16w0x8606);
            8w234 : rootSeed_set_4(16w0x85BD);
            8w235 : rootSeed_set_4(16w0x8574);
            8w236 : rootSeed_set_4(16w0x852C);
            8w237 : rootSeed_set_4(16w0x84E4);
            8w238 : rootSeed_set_4(16w0x849D);
            8w239 : rootSeed_set_4(16w0x8456);
            8w240 : rootSeed_set_4(16w0x840F);
            8w241 : rootSeed_set_4(16w0x83C9);
            8w242 : rootSeed_set_4(16w0x8384);
            8w243 : rootSeed_set_4(16w0x833F);
            8w244 : rootSeed_set_4(16w0x82FA);
            8w245 : rootSeed_set_4(16w0x82B5);
            8w246 : rootSeed_set_4(16w0x8271);
            8w247 : rootSeed_set_4(16w0x822E);
            8w248 : rootSeed_set_4(16w0x81EB);
            8w249 : rootSeed_set_4(16w0x81A8);
            8w250 : rootSeed_set_4(16w0x8166);
            8w251 : rootSeed_set_4(16w0x8124);
            8w252 : rootSeed_set_4(16w0x80E2);
            8w253 : rootSeed_set_4(16w0x80A1);
            8w254 : rootSeed_set_4(16w0x8060);
            8w255 : rootSeed_set_4(16w0x8020);
        }
    }
    bit<32> t_712;
    bit<32> LeadingZeros32_key_7;
    action LeadingZeros32_set_7(bit<32> value) {
        t_712 = value;
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
            32w0x10000 &&& 32w0xFFFF0000 : LeadingZeros32_set_7(32w15);
            32w0x20000 &&& 32w0xFFFE0000 : LeadingZeros32_set_7(32w14);
            32w0x40000 &&& 32w0xFFFC0000 : LeadingZeros32_set_7(32w13);
            32w0x80000 &&& 32w0xFFF80000 : LeadingZeros32_set_7(32w12);
            32w0x100000 &&& 32w0xFFF00000 : LeadingZeros32_set_7(32w11);
            32w0x200000 &&& 32w0xFFE00000 : LeadingZeros32_set_7(32w10);
            32w0x400000 &&& 32w0xFFC00000 : LeadingZeros32_set_7(32w9);
            32w0x800000 &&& 32w0xFF800000 : LeadingZeros32_set_7(32w8);
            32w0x1000000 &&& 32w0xFF000000 : LeadingZeros32_set_7(32w7);
            32w0x2000000 &&& 32w0xFE000000 : LeadingZeros32_set_7(32w6);
            32w0x4000000 &&& 32w0xFC000000 : LeadingZeros32_set_7(32w5);
            32w0x8000000 &&& 32w0xF8000000 : LeadingZeros32_set_7(32w4);
            32w0x10000000 &&& 32w0xF0000000 : LeadingZeros32_set_7(32w3);
            32w0x20000000 &&& 32w0xE0000000 : LeadingZeros32_set_7(32w2);
            32w0x40000000 &&& 32w0xC0000000 : LeadingZeros32_set_7(32w1);
            32w0x80000000 &&& 32w0x80000000 : LeadingZeros32_set_7(32w0);
        }
    }
    bit<16> t_715;
    bit<8> rootSeed_key_5;
    action rootSeed_set_5(bit<16> value) {
        t_715 = value;
    }
    table rootSeed_table_5 {
        key = {
            rootSeed_key_5 : exact;
        }
        actions = {
            rootSeed_set_5;
        }
        const default_action = rootSeed_set_5(16w0);
        const entries = {
            8w0 : rootSeed_set_5(16w0);
            8w1 : rootSeed_set_5(16w0);
            8w2 : rootSeed_set_5(16w0);
            8w3 : rootSeed_set_5(16w0);
            8w4 : rootSeed_set_5(16w0);
            8w5 : rootSeed_set_5(16w0);
            8w6 : rootSeed_set_5(16w0);
            8w7 : rootSeed_set_5(16w0);
            8w8 : rootSeed_set_5(16w0);
            8w9 : rootSeed_set_5(16w0);
            8w10 : rootSeed_set_5(16w0);
            8w11 : rootSeed_set_5(16w0);
            8w12 : rootSeed_set_5(16w0);
            8w13 : rootSeed_set_5(16w0);
            8w14 : rootSeed_set_5(16w0);
            8w15 : rootSeed_set_5(16w0);
            8w16 : rootSeed_set_5(16w0);
            8w17 : rootSeed_set_5(16w0);
            8w18 : rootSeed_set_5(16w0);
            8w19 : rootSeed_set_5(16w0);
            8w20 : rootSeed_set_5(16w0);
            8w21 : rootSeed_set_5(16w0);
            8w22 : rootSeed_set_5(16w0);
            8w23 : rootSeed_set_5(16w0);
            8w24 : rootSeed_set_5(16w0);
            8w25 : rootSeed_set_5(16w0);
            8w26 : rootSeed_set_5(16w0);
            8w27 : rootSeed_set_5(16w0);
            8w28 : rootSeed_set_5(16w0);
            8w29 : rootSeed_set_5(16w0);
            8w30 : rootSeed_set_5(16w0);
            8w31 : rootSeed_set_5(16w0);
            8w32 : rootSeed_set_5(16w0);
            8w33 : rootSeed_set_5(16w0);
            8w34 : rootSeed_set_5(16w0);
            8w35 : rootSeed_set_5(16w0);
            8w36 : rootSeed_set_5(16w0);
            8w37 : rootSeed_set_5(16w0);
            8w38 : rootSeed_set_5(16w0);
            8w39 : rootSeed_set_5(16w0);
            8w40 : rootSeed_set_5(16w0);
            8w41 : rootSeed_set_5(16w0);
            8w42 : rootSeed_set_5(16w0);
            8w43 : rootSeed_set_5(16w0);
            8w44 : rootSeed_set_5(16w0);
            8w45 : rootSeed_set_5(16w0);
            8w46 : rootSeed_set_5(16w0);
            8w47 : rootSeed_set_5(16w0);
            8w48 : rootSeed_set_5(16w0);
            8w49 : rootSeed_set_5(16w0);
            8w50 : rootSeed_set_5(16w0);
            8w51 : rootSeed_set_5(16w0);
            8w52 : rootSeed_set_5(16w0);
            8w53 : rootSeed_set_5(16w0);
            8w54 : rootSeed_set_5(16w0);
            8w55 : rootSeed_set_5(16w0);
            8w56 : rootSeed_set_5(16w0);
            8w57 : rootSeed_set_5(16w0);
            8w58 : rootSeed_set_5(16w0);
            8w59 : rootSeed_set_5(16w0);
            8w60 : rootSeed_set_5(16w0);
            8w61 : rootSeed_set_5(16w0);
            8w62 : rootSeed_set_5(16w0);
            8w63 : rootSeed_set_5(16w0);
            8w64 : rootSeed_set_5(16w0xFF01);
            8w65 : rootSeed_set_5(16w0xFD0D);
            8w66 : rootSeed_set_5(16w0xFB24);
            8w67 : rootSeed_set_5(16w0xF946);
            8w68 : rootSeed_set_5(16w0xF773);
            8w69 : rootSeed_set_5(16w0xF5A9);
            8w70 : rootSeed_set_5(16w0xF3EA);
            8w71 : rootSeed_set_5(16w0xF234);
            8w72 : rootSeed_set_5(16w0xF087);
            8w73 : rootSeed_set_5(16w0xEEE2);
            8w74 : rootSeed_set_5(16w0xED46);
            8w75 : rootSeed_set_5(16w0xEBB3);
            8w76 : rootSeed_set_5(16w0xEA27);
            8w77 : rootSeed_set_5(16w0xE8A3);
            8w78 : rootSeed_set_5(16w0xE727);
            8w79 : rootSeed_set_5(16w0xE5B1);
            8w80 : rootSeed_set_5(16w0xE443);
            8w81 : rootSeed_set_5(16w0xE2DB);
            8w82 : rootSeed_set_5(16w0xE17A);
            8w83 : rootSeed_set_5(16w0xE020);
            8w84 : rootSeed_set_5(16w0xDECB);
            8w85 : rootSeed_set_5(16w0xDD7C);
            8w86 : rootSeed_set_5(16w0xDC34);
            8w87 : rootSeed_set_5(16w0xDAF1);
            8w88 : rootSeed_set_5(16w0xD9B3);
            8w89 : rootSeed_set_5(16w0xD87B);
            8w90 : rootSeed_set_5(16w0xD748);
            8w91 : rootSeed_set_5(16w0xD61A);
            8w92 : rootSeed_set_5(16w0xD4F1);
            8w93 : rootSeed_set_5(16w0xD3CD);
            8w94 : rootSeed_set_5(16w0xD2AD);
            8w95 : rootSeed_set_5(16w0xD192);
            8w96 : rootSeed_set_5(16w0xD07B);
            8w97 : rootSeed_set_5(16w0xCF69);
            8w98 : rootSeed_set_5(16w0xCE5A);
            8w99 : rootSeed_set_5(16w0xCD50);
            8w100 : rootSeed_set_5(16w0xCC4A);
            8w101 : rootSeed_set_5(16w0xCB48);
            8w102 : rootSeed_set_5(16w0xCA49);
            8w103 : rootSeed_set_5(16w0xC94F);
            8w104 : rootSeed_set_5(16w0xC858);
            8w105 : rootSeed_set_5(16w0xC764);
            8w106 : rootSeed_set_5(16w0xC674);
            8w107 : rootSeed_set_5(16w0xC587);
            8w108 : rootSeed_set_5(16w0xC49D);
            8w109 : rootSeed_set_5(16w0xC3B7);
            8w110 : rootSeed_set_5(16w0xC2D4);
            8w111 : rootSeed_set_5(16w0xC1F4);
            8w112 : rootSeed_set_5(16w0xC116);
            8w113 : rootSeed_set_5(16w0xC03C);
            8w114 : rootSeed_set_5(16w0xBF65);
            8w115 : rootSeed_set_5(16w0xBE90);
            8w116 : rootSeed_set_5(16w0xBDBE);
            8w117 : rootSeed_set_5(16w0xBCEF);
            8w118 : rootSeed_set_5(16w0xBC23);
            8w119 : rootSeed_set_5(16w0xBB59);
            8w120 : rootSeed_set_5(16w0xBA91);
            8w121 : rootSeed_set_5(16w0xB9CC);
            8w122 : rootSeed_set_5(16w0xB90A);
            8w123 : rootSeed_set_5(16w0xB84A);
            8w124 : rootSeed_set_5(16w0xB78C);
            8w125 : rootSeed_set_5(16w0xB6D0);
            8w126 : rootSeed_set_5(16w0xB617);
            8w127 : rootSeed_set_5(16w0xB560);
            8w128 : rootSeed_set_5(16w0xB4AB);
            8w129 : rootSeed_set_5(16w0xB3F8);
            8w130 : rootSeed_set_5(16w0xB347);
            8w131 : rootSeed_set_5(16w0xB298);
            8w132 : rootSeed_set_5(16w0xB1EB);
            8w133 : rootSeed_set_5(16w0xB140);
            8w134 : rootSeed_set_5(16w0xB097);
            8w135 : rootSeed_set_5(16w0xAFF0);
            8w136 : rootSeed_set_5(16w0xAF4B);
            8w137 : rootSeed_set_5(16w0xAEA7);
            8w138 : rootSeed_set_5(16w0xAE06);
            8w139 : rootSeed_set_5(16w0xAD66);
            8w140 : rootSeed_set_5(16w0xACC8);
            8w141 : rootSeed_set_5(16w0xAC2B);
            8w142 : rootSeed_set_5(16w0xAB90);
            8w143 : rootSeed_set_5(16w0xAAF7);
            8w144 : rootSeed_set_5(16w0xAA5F);
            8w145 : rootSeed_set_5(16w0xA9C9);
            8w146 : rootSeed_set_5(16w0xA934);
            8w147 : rootSeed_set_5(16w0xA8A1);
            8w148 : rootSeed_set_5(16w0xA810);
            8w149 : rootSeed_set_5(16w0xA77F);
            8w150 : rootSeed_set_5(16w0xA6F1);
            8w151 : rootSeed_set_5(16w0xA663);
            8w152 : rootSeed_set_5(16w0xA5D8);
            8w153 : rootSeed_set_5(16w0xA54D);
            8w154 : rootSeed_set_5(16w0xA4C4);
            8w155 : rootSeed_set_5(16w0xA43C);
            8w156 : rootSeed_set_5(16w0xA3B6);
            8w157 : rootSeed_set_5(16w0xA330);
            8w158 : rootSeed_set_5(16w0xA2AC);
            8w159 : rootSeed_set_5(16w0xA22A);
            8w160 : rootSeed_set_5(16w0xA1A8);
            8w161 : rootSeed_set_5(16w0xA128);
            8w162 : rootSeed_set_5(16w0xA0A9);
            8w163 : rootSeed_set_5(16w0xA02B);
            8w164 : rootSeed_set_5(16w0x9FAE);
            8w165 : rootSeed_set_5(16w0x9F32);
            8w166 : rootSeed_set_5(16w0x9EB7);
            8w167 : rootSeed_set_5(16w0x9E3E);
            8w168 : rootSeed_set_5(16w0x9DC6);
            8w169 : rootSeed_set_5(16w0x9D4E);
            8w170 : rootSeed_set_5(16w0x9CD8);
            8w171 : rootSeed_set_5(16w0x9C63);
            8w172 : rootSeed_set_5(16w0x9BEF);
            8w173 : rootSeed_set_5(16w0x9B7B);
            8w174 : rootSeed_set_5(16w0x9B09);
            8w175 : rootSeed_set_5(16w0x9A98);
            8w176 : rootSeed_set_5(16w0x9A28);
            8w177 : rootSeed_set_5(16w0x99B8);
            8w178 : rootSeed_set_5(16w0x994A);
            8w179 : rootSeed_set_5(16w0x98DD);
            8w180 : rootSeed_set_5(16w0x9870);
            8w181 : rootSeed_set_5(16w0x9804);
            8w182 : rootSeed_set_5(16w0x979A);
            8w183 : rootSeed_set_5(16w0x9730);
            8w184 : rootSeed_set_5(16w0x96C7);
            8w185 : rootSeed_set_5(16w0x965E);
            8w186 : rootSeed_set_5(16w0x95F7);
            8w187 : rootSeed_set_5(16w0x9591);
            8w188 : rootSeed_set_5(16w0x952B);
            8w189 : rootSeed_set_5(16w0x94C6);
            8w190 : rootSeed_set_5(16w0x9462);
            8w191 : rootSeed_set_5(16w0x93FF);
            8w192 : rootSeed_set_5(16w0x939C);
            8w193 : rootSeed_set_5(16w0x933A);
            8w194 : rootSeed_set_5(16w0x92D9);
            8w195 : rootSeed_set_5(16w0x9279);
            8w196 : rootSeed_set_5(16w0x9219);
            8w197 : rootSeed_set_5(16w0x91BB);
            8w198 : rootSeed_set_5(16w0x915D);
            8w199 : rootSeed_set_5(16w0x90FF);
            8w200 : rootSeed_set_5(16w0x90A3);
            8w201 : rootSeed_set_5(16w0x9047);
            8w202 : rootSeed_set_5(16w0x8FEB);
            8w203 : rootSeed_set_5(16w0x8F91);
            8w204 : rootSeed_set_5(16w0x8F37);
            8w205 : rootSeed_set_5(16w0x8EDD);
            8w206 : rootSeed_set_5(16w0x8E85);
            8w207 : rootSeed_set_5(16w0x8E2D);
            8w208 : rootSeed_set_5(16w0x8DD5);
            8w209 : rootSeed_set_5(16w0x8D7E);
            8w210 : rootSeed_set_5(16w0x8D28);
            8w211 : rootSeed_set_5(16w0x8CD3);
            8w212 : rootSeed_set_5(16w0x8C7E);
            8w213 : rootSeed_set_5(16w0x8C2A);
            8w214 : rootSeed_set_5(16w0x8BD6);
            8w215 : rootSeed_set_5(16w0x8B83);
            8w216 : rootSeed_set_5(16w0x8B30);
            8w217 : rootSeed_set_5(16w0x8ADE);
            8w218 : rootSeed_set_5(16w0x8A8D);
            8w219 : rootSeed_set_5(16w0x8A3C);
            8w220 : rootSeed_set_5(16w0x89EB);
            8w221 : rootSeed_set_5(16w0x899C);
            8w222 : rootSeed_set_5(16w0x894C);
            8w223 : rootSeed_set_5(16w0x88FE);
            8w224 : rootSeed_set_5(16w0x88AF);
            8w225 : rootSeed_set_5(16w0x8862);
            8w226 : rootSeed_set_5(16w0x8815);
            8w227 : rootSeed_set_5(16w0x87C8);
            8w228 : rootSeed_set_5(16w0x877C);
            8w229 : rootSeed_set_5(16w0x8730);
            8w230 : rootSeed_set_5(16w0x86E5);
            8w231 : rootSeed_set_5(16w0x869A);
            8w232 : rootSeed_set_5(16w0x8650);
            8w233 : rootSeed_set_5(16w0x8606);
            8w234 : rootSeed_set_5(16w0x85BD);
            8w235 : rootSeed_set_5(16w0x8574);
            8w236 : rootSeed_set_5(16w0x852C);
            8w237 : rootSeed_set_5(16w0x84E4);
            8w238 : rootSeed_set_5(16w0x849D);
            8w239 : rootSeed_set_5(16w0x8456);
            8w240 : rootSeed_set_5(16w0x840F);
            8w241 : rootSeed_set_5(16w0x83C9);
            8w242 : rootSeed_set_5(16w0x8384);
            8w243 : rootSeed_set_5(16w0x833F);
            8w244 : rootSeed_set_5(16w0x82FA);
            8w245 : rootSeed_set_5(16w0x82B5);
            8w246 : rootSeed_set_5(16w0x8271);
            8w247 : rootSeed_set_5(16w0x822E);
            8w248 : rootSeed_set_5(16w0x81EB);
            8w249 : rootSeed_set_5(16w0x81A8);
            8w250 : rootSeed_set_5(16w0x8166);
            8w251 : rootSeed_set_5(16w0x8124);
            8w252 : rootSeed_set_5(16w0x80E2);
            8w253 : rootSeed_set_5(16w0x80A1);
            8w254 : rootSeed_set_5(16w0x8060);
            8w255 : rootSeed_set_5(16w0x8020);
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
                bool pending_1 = (meta.s_React_Flags & dcqcn_FlagPending) != 8w0;
                bit<8> s_React_Flags_1 = meta.s_React_Flags & 8w251;
                // fixedpoint.Time.Add
                bit<32> s_React_CutAt_1 = hdr.event.Now + 32w0xC350;
                // dcqcn.(*Rates).CutTimer
                bit<8> s_React_Flags_2 = s_React_Flags_1 & 8w253;
                bit<32> s_React_CutAt_2 = pending_1 ? s_React_CutAt_1 : meta.s_React_CutAt;
                bit<8> s_React_Flags_3 = pending_1 ? s_React_Flags_1 : s_React_Flags_2;
                // dolcerc.cut[[4]bandit.Arm]
                bit<8> t_4 = (s_React_Flags_3 & dolcerc_armMask) >> 8w4;
                bool t_5 = t_4 == 8w3;
                bool t_8 = t_4 == 8w2;
                bool t_11 = t_4 == 8w1;
                bit<16> t_12 = t_11 ? 16w0x5241 : (t_8 ? 16w0x2034 : (t_5 ? 16w0x4A51 : 16w0));
                bit<16> t_13 = t_11 ? 16w0x7588 : (t_8 ? 16w0x8000 : (t_5 ? 16w0x8CCD : 16w0));
                bool t_14 = t_4 == 8w0;
                bit<16> a_Alpha_1 = t_14 ? 16w0xC674 : t_12;
                bit<16> a_Beta_1 = t_14 ? 16w0x599A : t_13;
                // RC < 2^31 and beta < 2^16: the product has 47 bits, what is left of it after the
                // shift 32, and TargetCap bounds that; rounded down.
                bit<64> t_15 = (bit<64>)meta.s_React_RC;
                bit<64> target_1 = (t_15 * ((bit<64>)a_Beta_1)) >> 8w15;
                bit<32> target_2 = (bit<32>)target_1;
                bit<32> alpha_1 = (bit<32>)a_Alpha_1;
                // dcqcn.(*Rates).Cut
                bit<32> t_19 = (32w0x9C40 > target_2) ? 32w0x9C40 : target_2;
                bit<32> s_React_RT_1 = (32w0x5F5E100 < t_19) ? 32w0x5F5E100 : t_19;
                bit<32> keep_1 = 32w0x20000 - alpha_1;
                bit<32> rc_1 = (bit<32>)((t_15 * ((bit<64>)keep_1)) >> 8w17);
                bit<32> s_React_RC_1 = (32w0x9C40 > rc_1) ? 32w0x9C40 : rc_1;
                // fixedpoint.Time.Add
                bit<32> s_React_IncreaseAt_1 = hdr.event.Now + 32w0xD6D8;
                // dcqcn.(*Rates).restart
                bit<8> s_React_Flags_4 = s_React_Flags_3 | dcqcn_FlagIncrease;
                // dolcerc.cut[[4]bandit.Arm]
                // Neither is below MinRate.
                bit<32> s_React_RC_2 = (s_React_RT_1 < s_React_RC_1) ? s_React_RT_1 : s_React_RC_1;
                // dolcerc.Step[[4]bandit.Arm]
                bit<32> s_React_RC_3 = pending_1 ? s_React_RC_2 : meta.s_React_RC;
                bit<32> s_React_RT_2 = pending_1 ? s_React_RT_1 : meta.s_React_RT;
                bit<32> s_React_Bytes_1 = pending_1 ? 32w0 : meta.s_React_Bytes;
                bit<32> s_React_IncreaseAt_2 = pending_1 ? s_React_IncreaseAt_1 : meta.s_React_IncreaseAt;
                bit<8> s_React_TimeStage_1 = pending_1 ? 8w0 : meta.s_React_TimeStage;
                bit<8> s_React_ByteStage_1 = pending_1 ? 8w0 : meta.s_React_ByteStage;
                bit<8> s_React_Flags_5 = pending_1 ? s_React_Flags_4 : s_React_Flags_2;
                bit<8> did_1 = pending_1 ? dcqcn_DidCut : 8w0;
                bool t_26 = hdr.event.Kind == dcqcn_EventIncreaseTimer;
                // dcqcn.(*Rates).IncreaseTimer
                bit<8> t_27 = meta.s_React_TimeStage + 8w1;
                bit<8> s_React_TimeStage_2 = (dcqcn_MaxStage < t_27) ? dcqcn_MaxStage : t_27;
                // dcqcn.(*Rates).increase
                bit<8> t_30 = (meta.s_React_ByteStage > s_React_TimeStage_2) ? meta.s_React_ByteStage : s_React_TimeStage_2;
                bit<8> t_33 = (meta.s_React_ByteStage < s_React_TimeStage_2) ? meta.s_React_ByteStage : s_React_TimeStage_2;
                // At most 62 * 2^28 < 2^34: in 64 bits, then capped.
                bit<64> wide_1 = 64w0x61A80 * ((bit<64>)(t_33 - 8w5));
                bit<32> step_1 = (bit<32>)wide_1;
                bit<32> step_2 = (t_33 > 8w5) ? step_1 : 32w0x9C40;
                // Both below 2^31: the sum fits.
                bit<32> t_37 = meta.s_React_RT + step_2;
                bit<32> s_React_RT_3 = (32w0x5F5E100 < t_37) ? 32w0x5F5E100 : t_37;
                bit<32> s_React_RT_4 = (t_30 >= 8w5) ? s_React_RT_3 : meta.s_React_RT;
                bit<32> s_React_RC_4 = ((s_React_RT_4 + meta.s_React_RC) + 32w1) >> 8w1;
                bit<32> t_42 = (32w0x5F5E100 < s_React_RC_4) ? 32w0x5F5E100 : s_React_RC_4;
                bit<32> s_React_RC_5 = (32w0x9C40 > t_42) ? 32w0x9C40 : t_42;
                // Arrived: the target is at its cap, so that a later increase would repeat this
                // one, which left the rate as it was. What it would still do is to count: that
                // matters to a later cut only where the cut waits for an increase by bytes to take
                // the target (ClampAfterTime off), and target and rate differ.
                bool t_46 = (s_React_RT_4 == 32w0x5F5E100) && (s_React_RC_5 == meta.s_React_RC);
                bit<8> s_React_Flags_6 = meta.s_React_Flags & 8w254;
                bit<8> s_React_Flags_7 = t_46 ? s_React_Flags_6 : meta.s_React_Flags;
                // dolcerc.Step[[4]bandit.Arm]
                bool t_47 = hdr.event.Kind == dcqcn_EventSent;
                // bandit.ObserveSent[[4]Arm]
                bit<32> t_48 = meta.s_Learn_Rest >> 8w24;
                bit<32> t_50 = (32w256 < hdr.event.Packets) ? 32w256 : hdr.event.Packets;
                bit<32> sum_1 = t_48 + t_50;
                bool t_53 = (meta.s_Learn_Rest & bandit_unitBits) == 32w0;
                bit<32> s_Learn_Rest_1 = (meta.s_Learn_Rest & 32w0xFFFFFF) | (sum_1 << 8w24);
                // fixedpoint.Hash32
                bit<32> h_1 = hdr.event.Now + 32w0x6A09E667;
                bit<32> h_2 = (h_1 ^ (h_1 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_3 = (h_2 ^ (h_2 >> 8w15)) * 32w0x15B3C1B9;
                bit<32> dither_1 = h_3 ^ (h_3 >> 8w16);
                // bandit.Observe[[4]Arm]
                bit<32> e_1 = (meta.s_Learn_Rest >> 8w12) & bandit_exponentMask;
                bit<32> allSent_1 = t_48 << ((bit<8>)e_1);
                bit<32> t_64 = (32w0x1000000 < hdr.event.Packets) ? 32w0x1000000 : hdr.event.Packets;
                bit<32> allSent_2 = allSent_1 + t_64;
                bit<32> t_66 = (meta.s_Learn_Rest >> 8w16) & bandit_pendingMask;
                bit<32> allMarked_1 = t_66 << ((bit<8>)e_1);
                // The least exponent, not below the present one, at which both fit 8 bits even
                // after rounding up.
                bit<32> t_68 = (allMarked_1 > allSent_2) ? allMarked_1 : allSent_2;
                Len32_key_1 = t_68;
                Len32_table_1.apply();
                bit<32> t_70 = length_1 - 32w8;
                bit<32> e_2 = (t_70 > e_1) ? t_70 : e_1;
                bit<32> e_3 = (length_1 > 32w8) ? e_2 : e_1;
                bool t_73 = (t_68 >> (e_3 > 32w255 ? 8w255 : (bit<8>)e_3)) >= bandit_pendingMask;
                bit<32> e_4 = e_3 + 32w1;
                bit<32> e_5 = (t_73 && (e_3 > 32w0)) ? e_4 : e_3;
                bit<32> e_6 = (bandit_exponentMask < e_5) ? bandit_exponentMask : e_5;
                // fixedpoint.Pack16Dither
                // wraps: from a shift of 32 on the mask is all ones
                bit<32> mask_1 = (32w1 << (e_6 > 32w255 ? 8w255 : (bit<8>)e_6)) - 32w1;
                // Both low parts are below 2^shift, so for shift < 32 their sum fits.
                // wraps: only from a shift of 32 on, which leaves 0
                bit<32> carry_1 = ((allSent_2 & mask_1) + (dither_1 & mask_1)) >> (e_6 > 32w255 ? 8w255 : (bit<8>)e_6);
                bit<32> t_82 = (allSent_2 >> (e_6 > 32w255 ? 8w255 : (bit<8>)e_6)) + carry_1;
                // bandit.Observe[[4]Arm]
                bit<32> t_86 = (bit<32>)((bit<16>)((32w0xFFFF < t_82) ? 32w0xFFFF : t_82));
                bit<32> sentUnits_1 = (bandit_pendingMask < t_86) ? bandit_pendingMask : t_86;
                bit<32> dither_2 = dither_1 >> 8w16;
                // fixedpoint.Pack16Dither
                bit<32> carry_2 = ((allMarked_1 & mask_1) + (dither_2 & mask_1)) >> (e_6 > 32w255 ? 8w255 : (bit<8>)e_6);
                bit<32> t_92 = (allMarked_1 >> (e_6 > 32w255 ? 8w255 : (bit<8>)e_6)) + carry_2;
                // bandit.Observe[[4]Arm]
                bit<32> t_96 = (bit<32>)((bit<16>)((32w0xFFFF < t_92) ? 32w0xFFFF : t_92));
                bit<32> markedUnits_1 = (bandit_pendingMask < t_96) ? bandit_pendingMask : t_96;
                bit<32> t_98 = meta.s_Learn_Rest & bandit_iterationMask;
                bit<32> s_Learn_Rest_2 = ((t_98 | (e_6 << 8w12)) | (markedUnits_1 << 8w16)) | (sentUnits_1 << 8w24);
                // bandit.ObserveSent[[4]Arm]
                bit<32> s_Learn_Rest_3 = ((sum_1 <= bandit_pendingMask) && t_53) ? s_Learn_Rest_1 : s_Learn_Rest_2;
                // dcqcn.(*Rates).Sent
                bool t_105 = (meta.s_React_Flags & dcqcn_FlagIncrease) == 8w0;
                bit<32> t_107 = (32w0x40000000 < hdr.event.Bytes) ? 32w0x40000000 : hdr.event.Bytes;
                bit<32> s_React_Bytes_2 = meta.s_React_Bytes + t_107;
                bool t_108 = s_React_Bytes_2 < 32w0x989680;
                bit<32> s_React_Bytes_3 = s_React_Bytes_2 - 32w0x989680;
                bit<8> t_109 = meta.s_React_ByteStage + 8w1;
                bit<8> s_React_ByteStage_2 = (dcqcn_MaxStage < t_109) ? dcqcn_MaxStage : t_109;
                // dcqcn.(*Rates).increase
                bit<8> t_112 = (s_React_ByteStage_2 > meta.s_React_TimeStage) ? s_React_ByteStage_2 : meta.s_React_TimeStage;
                bit<8> t_115 = (s_React_ByteStage_2 < meta.s_React_TimeStage) ? s_React_ByteStage_2 : meta.s_React_TimeStage;
                bit<64> wide_2 = 64w0x61A80 * ((bit<64>)(t_115 - 8w5));
                bit<32> step_3 = (bit<32>)wide_2;
                bit<32> step_4 = (t_115 > 8w5) ? step_3 : 32w0x9C40;
                bit<32> t_119 = meta.s_React_RT + step_4;
                bit<32> s_React_RT_5 = (32w0x5F5E100 < t_119) ? 32w0x5F5E100 : t_119;
                bit<32> s_React_RT_6 = (t_112 >= 8w5) ? s_React_RT_5 : meta.s_React_RT;
                bit<32> s_React_RC_6 = ((s_React_RT_6 + meta.s_React_RC) + 32w1) >> 8w1;
                bit<32> t_124 = (32w0x5F5E100 < s_React_RC_6) ? 32w0x5F5E100 : s_React_RC_6;
                bit<32> s_React_RC_7 = (32w0x9C40 > t_124) ? 32w0x9C40 : t_124;
                bool t_128 = (s_React_RT_6 == 32w0x5F5E100) && (s_React_RC_7 == meta.s_React_RC);
                bit<8> s_React_Flags_8 = t_128 ? s_React_Flags_6 : meta.s_React_Flags;
                // dcqcn.(*Rates).Sent
                bit<32> s_React_RC_8 = t_108 ? meta.s_React_RC : s_React_RC_7;
                bit<32> s_React_RT_7 = t_108 ? meta.s_React_RT : s_React_RT_6;
                bit<32> s_React_Bytes_4 = t_108 ? s_React_Bytes_2 : s_React_Bytes_3;
                bit<8> s_React_ByteStage_3 = t_108 ? meta.s_React_ByteStage : s_React_ByteStage_2;
                bit<8> s_React_Flags_9 = t_108 ? meta.s_React_Flags : s_React_Flags_8;
                bool t_129 = s_React_Bytes_4 < 32w0x989680;
                bit<32> s_React_Bytes_5 = s_React_Bytes_4 - 32w0x989680;
                bit<8> t_130 = s_React_ByteStage_3 + 8w1;
                bit<8> s_React_ByteStage_4 = (dcqcn_MaxStage < t_130) ? dcqcn_MaxStage : t_130;
                // dcqcn.(*Rates).increase
                bit<8> t_133 = (s_React_ByteStage_4 > meta.s_React_TimeStage) ? s_React_ByteStage_4 : meta.s_React_TimeStage;
                bit<8> t_136 = (s_React_ByteStage_4 < meta.s_React_TimeStage) ? s_React_ByteStage_4 : meta.s_React_TimeStage;
                bit<64> wide_3 = 64w0x61A80 * ((bit<64>)(t_136 - 8w5));
                bit<32> step_5 = (bit<32>)wide_3;
                bit<32> step_6 = (t_136 > 8w5) ? step_5 : 32w0x9C40;
                bit<32> t_140 = s_React_RT_7 + step_6;
                bit<32> s_React_RT_8 = (32w0x5F5E100 < t_140) ? 32w0x5F5E100 : t_140;
                bit<32> s_React_RT_9 = (t_133 >= 8w5) ? s_React_RT_8 : s_React_RT_7;
                bit<32> s_React_RC_9 = ((s_React_RT_9 + s_React_RC_8) + 32w1) >> 8w1;
                bit<32> t_145 = (32w0x5F5E100 < s_React_RC_9) ? 32w0x5F5E100 : s_React_RC_9;
                bit<32> s_React_RC_10 = (32w0x9C40 > t_145) ? 32w0x9C40 : t_145;
                bool t_149 = (s_React_RT_9 == 32w0x5F5E100) && (s_React_RC_10 == s_React_RC_8);
                bit<8> s_React_Flags_10 = s_React_Flags_9 & 8w254;
                bit<8> s_React_Flags_11 = t_149 ? s_React_Flags_10 : s_React_Flags_9;
                // dcqcn.(*Rates).Sent
                bit<32> s_React_RC_11 = t_129 ? s_React_RC_8 : s_React_RC_10;
                bit<32> s_React_RT_10 = t_129 ? s_React_RT_7 : s_React_RT_9;
                bit<32> s_React_Bytes_6 = t_129 ? s_React_Bytes_4 : s_React_Bytes_5;
                bit<8> s_React_ByteStage_5 = t_129 ? s_React_ByteStage_3 : s_React_ByteStage_4;
                bit<8> s_React_Flags_12 = t_129 ? s_React_Flags_9 : s_React_Flags_11;
                bool t_150 = s_React_Bytes_6 < 32w0x989680;
                bit<32> s_React_Bytes_7 = s_React_Bytes_6 - 32w0x989680;
                bit<8> t_151 = s_React_ByteStage_5 + 8w1;
                bit<8> s_React_ByteStage_6 = (dcqcn_MaxStage < t_151) ? dcqcn_MaxStage : t_151;
                // dcqcn.(*Rates).increase
                bit<8> t_154 = (s_React_ByteStage_6 > meta.s_React_TimeStage) ? s_React_ByteStage_6 : meta.s_React_TimeStage;
                bit<8> t_157 = (s_React_ByteStage_6 < meta.s_React_TimeStage) ? s_React_ByteStage_6 : meta.s_React_TimeStage;
                bit<64> wide_4 = 64w0x61A80 * ((bit<64>)(t_157 - 8w5));
                bit<32> step_7 = (bit<32>)wide_4;
                bit<32> step_8 = (t_157 > 8w5) ? step_7 : 32w0x9C40;
                bit<32> t_161 = s_React_RT_10 + step_8;
                bit<32> s_React_RT_11 = (32w0x5F5E100 < t_161) ? 32w0x5F5E100 : t_161;
                bit<32> s_React_RT_12 = (t_154 >= 8w5) ? s_React_RT_11 : s_React_RT_10;
                bit<32> s_React_RC_12 = ((s_React_RT_12 + s_React_RC_11) + 32w1) >> 8w1;
                bit<32> t_166 = (32w0x5F5E100 < s_React_RC_12) ? 32w0x5F5E100 : s_React_RC_12;
                bit<32> s_React_RC_13 = (32w0x9C40 > t_166) ? 32w0x9C40 : t_166;
                bool t_170 = (s_React_RT_12 == 32w0x5F5E100) && (s_React_RC_13 == s_React_RC_11);
                bit<8> s_React_Flags_13 = s_React_Flags_12 & 8w254;
                bit<8> s_React_Flags_14 = t_170 ? s_React_Flags_13 : s_React_Flags_12;
                // dcqcn.(*Rates).Sent
                bit<32> s_React_RC_14 = t_150 ? s_React_RC_11 : s_React_RC_13;
                bit<32> s_React_RT_13 = t_150 ? s_React_RT_10 : s_React_RT_12;
                bit<32> s_React_Bytes_8 = t_150 ? s_React_Bytes_6 : s_React_Bytes_7;
                bit<8> s_React_ByteStage_7 = t_150 ? s_React_ByteStage_5 : s_React_ByteStage_6;
                bit<8> s_React_Flags_15 = t_150 ? s_React_Flags_12 : s_React_Flags_14;
                bool t_171 = s_React_Bytes_8 < 32w0x989680;
                bit<32> s_React_Bytes_9 = s_React_Bytes_8 - 32w0x989680;
                bit<8> t_172 = s_React_ByteStage_7 + 8w1;
                bit<8> s_React_ByteStage_8 = (dcqcn_MaxStage < t_172) ? dcqcn_MaxStage : t_172;
                // dcqcn.(*Rates).increase
                bit<8> t_175 = (s_React_ByteStage_8 > meta.s_React_TimeStage) ? s_React_ByteStage_8 : meta.s_React_TimeStage;
                bit<8> t_178 = (s_React_ByteStage_8 < meta.s_React_TimeStage) ? s_React_ByteStage_8 : meta.s_React_TimeStage;
                bit<64> wide_5 = 64w0x61A80 * ((bit<64>)(t_178 - 8w5));
                bit<32> step_9 = (bit<32>)wide_5;
                bit<32> step_10 = (t_178 > 8w5) ? step_9 : 32w0x9C40;
                bit<32> t_182 = s_React_RT_13 + step_10;
                bit<32> s_React_RT_14 = (32w0x5F5E100 < t_182) ? 32w0x5F5E100 : t_182;
                bit<32> s_React_RT_15 = (t_175 >= 8w5) ? s_React_RT_14 : s_React_RT_13;
                bit<32> s_React_RC_15 = ((s_React_RT_15 + s_React_RC_14) + 32w1) >> 8w1;
                bit<32> t_187 = (32w0x5F5E100 < s_React_RC_15) ? 32w0x5F5E100 : s_React_RC_15;
                bit<32> s_React_RC_16 = (32w0x9C40 > t_187) ? 32w0x9C40 : t_187;
                bool t_191 = (s_React_RT_15 == 32w0x5F5E100) && (s_React_RC_16 == s_React_RC_14);
                bit<8> s_React_Flags_16 = s_React_Flags_15 & 8w254;
                bit<8> s_React_Flags_17 = t_191 ? s_React_Flags_16 : s_React_Flags_15;
                // dcqcn.(*Rates).Sent
                bit<32> s_React_RC_17 = t_171 ? s_React_RC_14 : s_React_RC_16;
                bit<32> s_React_RT_16 = t_171 ? s_React_RT_13 : s_React_RT_15;
                bit<32> s_React_Bytes_10 = t_171 ? s_React_Bytes_8 : s_React_Bytes_9;
                bit<8> s_React_ByteStage_9 = t_171 ? s_React_ByteStage_7 : s_React_ByteStage_8;
                bit<8> s_React_Flags_18 = t_171 ? s_React_Flags_15 : s_React_Flags_17;
                bool t_192 = s_React_Bytes_10 < 32w0x989680;
                bit<32> s_React_Bytes_11 = s_React_Bytes_10 - 32w0x989680;
                bit<8> t_193 = s_React_ByteStage_9 + 8w1;
                bit<8> s_React_ByteStage_10 = (dcqcn_MaxStage < t_193) ? dcqcn_MaxStage : t_193;
                // dcqcn.(*Rates).increase
                bit<8> t_196 = (s_React_ByteStage_10 > meta.s_React_TimeStage) ? s_React_ByteStage_10 : meta.s_React_TimeStage;
                bit<8> t_199 = (s_React_ByteStage_10 < meta.s_React_TimeStage) ? s_React_ByteStage_10 : meta.s_React_TimeStage;
                bit<64> wide_6 = 64w0x61A80 * ((bit<64>)(t_199 - 8w5));
                bit<32> step_11 = (bit<32>)wide_6;
                bit<32> step_12 = (t_199 > 8w5) ? step_11 : 32w0x9C40;
                bit<32> t_203 = s_React_RT_16 + step_12;
                bit<32> s_React_RT_17 = (32w0x5F5E100 < t_203) ? 32w0x5F5E100 : t_203;
                bit<32> s_React_RT_18 = (t_196 >= 8w5) ? s_React_RT_17 : s_React_RT_16;
                bit<32> s_React_RC_18 = ((s_React_RT_18 + s_React_RC_17) + 32w1) >> 8w1;
                bit<32> t_208 = (32w0x5F5E100 < s_React_RC_18) ? 32w0x5F5E100 : s_React_RC_18;
                bit<32> s_React_RC_19 = (32w0x9C40 > t_208) ? 32w0x9C40 : t_208;
                bool t_212 = (s_React_RT_18 == 32w0x5F5E100) && (s_React_RC_19 == s_React_RC_17);
                bit<8> s_React_Flags_19 = s_React_Flags_18 & 8w254;
                bit<8> s_React_Flags_20 = t_212 ? s_React_Flags_19 : s_React_Flags_18;
                // dcqcn.(*Rates).Sent
                bit<32> s_React_RC_20 = t_192 ? s_React_RC_17 : s_React_RC_19;
                bit<32> s_React_RT_19 = t_192 ? s_React_RT_16 : s_React_RT_18;
                bit<32> s_React_Bytes_12 = t_192 ? s_React_Bytes_10 : s_React_Bytes_11;
                bit<8> s_React_ByteStage_11 = t_192 ? s_React_ByteStage_9 : s_React_ByteStage_10;
                bit<8> s_React_Flags_21 = t_192 ? s_React_Flags_18 : s_React_Flags_20;
                bool t_213 = s_React_Bytes_12 < 32w0x989680;
                bit<32> s_React_Bytes_13 = s_React_Bytes_12 - 32w0x989680;
                bit<8> t_214 = s_React_ByteStage_11 + 8w1;
                bit<8> s_React_ByteStage_12 = (dcqcn_MaxStage < t_214) ? dcqcn_MaxStage : t_214;
                // dcqcn.(*Rates).increase
                bit<8> t_217 = (s_React_ByteStage_12 > meta.s_React_TimeStage) ? s_React_ByteStage_12 : meta.s_React_TimeStage;
                bit<8> t_220 = (s_React_ByteStage_12 < meta.s_React_TimeStage) ? s_React_ByteStage_12 : meta.s_React_TimeStage;
                bit<64> wide_7 = 64w0x61A80 * ((bit<64>)(t_220 - 8w5));
                bit<32> step_13 = (bit<32>)wide_7;
                bit<32> step_14 = (t_220 > 8w5) ? step_13 : 32w0x9C40;
                bit<32> t_224 = s_React_RT_19 + step_14;
                bit<32> s_React_RT_20 = (32w0x5F5E100 < t_224) ? 32w0x5F5E100 : t_224;
                bit<32> s_React_RT_21 = (t_217 >= 8w5) ? s_React_RT_20 : s_React_RT_19;
                bit<32> s_React_RC_21 = ((s_React_RT_21 + s_React_RC_20) + 32w1) >> 8w1;
                bit<32> t_229 = (32w0x5F5E100 < s_React_RC_21) ? 32w0x5F5E100 : s_React_RC_21;
                bit<32> s_React_RC_22 = (32w0x9C40 > t_229) ? 32w0x9C40 : t_229;
                bool t_233 = (s_React_RT_21 == 32w0x5F5E100) && (s_React_RC_22 == s_React_RC_20);
                bit<8> s_React_Flags_22 = s_React_Flags_21 & 8w254;
                bit<8> s_React_Flags_23 = t_233 ? s_React_Flags_22 : s_React_Flags_21;
                // dcqcn.(*Rates).Sent
                bit<32> s_React_RC_23 = t_213 ? s_React_RC_20 : s_React_RC_22;
                bit<32> s_React_RT_22 = t_213 ? s_React_RT_19 : s_React_RT_21;
                bit<32> s_React_Bytes_14 = t_213 ? s_React_Bytes_12 : s_React_Bytes_13;
                bit<8> s_React_ByteStage_13 = t_213 ? s_React_ByteStage_11 : s_React_ByteStage_12;
                bit<8> s_React_Flags_24 = t_213 ? s_React_Flags_21 : s_React_Flags_23;
                bool t_234 = s_React_Bytes_14 < 32w0x989680;
                bit<32> s_React_Bytes_15 = s_React_Bytes_14 - 32w0x989680;
                bit<8> t_235 = s_React_ByteStage_13 + 8w1;
                bit<8> s_React_ByteStage_14 = (dcqcn_MaxStage < t_235) ? dcqcn_MaxStage : t_235;
                // dcqcn.(*Rates).increase
                bit<8> t_238 = (s_React_ByteStage_14 > meta.s_React_TimeStage) ? s_React_ByteStage_14 : meta.s_React_TimeStage;
                bit<8> t_241 = (s_React_ByteStage_14 < meta.s_React_TimeStage) ? s_React_ByteStage_14 : meta.s_React_TimeStage;
                bit<64> wide_8 = 64w0x61A80 * ((bit<64>)(t_241 - 8w5));
                bit<32> step_15 = (bit<32>)wide_8;
                bit<32> step_16 = (t_241 > 8w5) ? step_15 : 32w0x9C40;
                bit<32> t_245 = s_React_RT_22 + step_16;
                bit<32> s_React_RT_23 = (32w0x5F5E100 < t_245) ? 32w0x5F5E100 : t_245;
                bit<32> s_React_RT_24 = (t_238 >= 8w5) ? s_React_RT_23 : s_React_RT_22;
                bit<32> s_React_RC_24 = ((s_React_RT_24 + s_React_RC_23) + 32w1) >> 8w1;
                bit<32> t_250 = (32w0x5F5E100 < s_React_RC_24) ? 32w0x5F5E100 : s_React_RC_24;
                bit<32> s_React_RC_25 = (32w0x9C40 > t_250) ? 32w0x9C40 : t_250;
                bool t_254 = (s_React_RT_24 == 32w0x5F5E100) && (s_React_RC_25 == s_React_RC_23);
                bit<8> s_React_Flags_25 = s_React_Flags_24 & 8w254;
                bit<8> s_React_Flags_26 = t_254 ? s_React_Flags_25 : s_React_Flags_24;
                // dcqcn.(*Rates).Sent
                bit<32> s_React_RC_26 = t_234 ? s_React_RC_23 : s_React_RC_25;
                bit<32> s_React_RT_25 = t_234 ? s_React_RT_22 : s_React_RT_24;
                bit<32> s_React_Bytes_16 = t_234 ? s_React_Bytes_14 : s_React_Bytes_15;
                bit<8> s_React_ByteStage_15 = t_234 ? s_React_ByteStage_13 : s_React_ByteStage_14;
                bit<8> s_React_Flags_27 = t_234 ? s_React_Flags_24 : s_React_Flags_26;
                bool t_255 = s_React_Bytes_16 < 32w0x989680;
                bit<32> s_React_Bytes_17 = s_React_Bytes_16 - 32w0x989680;
                bit<8> t_256 = s_React_ByteStage_15 + 8w1;
                bit<8> s_React_ByteStage_16 = (dcqcn_MaxStage < t_256) ? dcqcn_MaxStage : t_256;
                // dcqcn.(*Rates).increase
                bit<8> t_259 = (s_React_ByteStage_16 > meta.s_React_TimeStage) ? s_React_ByteStage_16 : meta.s_React_TimeStage;
                bit<8> t_262 = (s_React_ByteStage_16 < meta.s_React_TimeStage) ? s_React_ByteStage_16 : meta.s_React_TimeStage;
                bit<64> wide_9 = 64w0x61A80 * ((bit<64>)(t_262 - 8w5));
                bit<32> step_17 = (bit<32>)wide_9;
                bit<32> step_18 = (t_262 > 8w5) ? step_17 : 32w0x9C40;
                bit<32> t_266 = s_React_RT_25 + step_18;
                bit<32> s_React_RT_26 = (32w0x5F5E100 < t_266) ? 32w0x5F5E100 : t_266;
                bit<32> s_React_RT_27 = (t_259 >= 8w5) ? s_React_RT_26 : s_React_RT_25;
                bit<32> s_React_RC_27 = ((s_React_RT_27 + s_React_RC_26) + 32w1) >> 8w1;
                bit<32> t_271 = (32w0x5F5E100 < s_React_RC_27) ? 32w0x5F5E100 : s_React_RC_27;
                bit<32> s_React_RC_28 = (32w0x9C40 > t_271) ? 32w0x9C40 : t_271;
                bool t_275 = (s_React_RT_27 == 32w0x5F5E100) && (s_React_RC_28 == s_React_RC_26);
                bit<8> s_React_Flags_28 = s_React_Flags_27 & 8w254;
                bit<8> s_React_Flags_29 = t_275 ? s_React_Flags_28 : s_React_Flags_27;
                // dcqcn.(*Rates).Sent
                bit<32> s_React_RC_29 = t_255 ? s_React_RC_26 : s_React_RC_28;
                bit<32> s_React_RT_28 = t_255 ? s_React_RT_25 : s_React_RT_27;
                bit<32> s_React_Bytes_18 = t_255 ? s_React_Bytes_16 : s_React_Bytes_17;
                bit<8> s_React_ByteStage_17 = t_255 ? s_React_ByteStage_15 : s_React_ByteStage_16;
                bit<8> s_React_Flags_30 = t_255 ? s_React_Flags_27 : s_React_Flags_29;
                bit<32> s_React_RC_30 = t_234 ? s_React_RC_23 : s_React_RC_29;
                bit<32> s_React_RT_29 = t_234 ? s_React_RT_22 : s_React_RT_28;
                bit<32> s_React_Bytes_19 = t_234 ? s_React_Bytes_14 : s_React_Bytes_18;
                bit<8> s_React_ByteStage_18 = t_234 ? s_React_ByteStage_13 : s_React_ByteStage_17;
                bit<8> s_React_Flags_31 = t_234 ? s_React_Flags_24 : s_React_Flags_30;
                bit<32> s_React_RC_31 = t_213 ? s_React_RC_20 : s_React_RC_30;
                bit<32> s_React_RT_30 = t_213 ? s_React_RT_19 : s_React_RT_29;
                bit<32> s_React_Bytes_20 = t_213 ? s_React_Bytes_12 : s_React_Bytes_19;
                bit<8> s_React_ByteStage_19 = t_213 ? s_React_ByteStage_11 : s_React_ByteStage_18;
                bit<8> s_React_Flags_32 = t_213 ? s_React_Flags_21 : s_React_Flags_31;
                bit<32> s_React_RC_32 = t_192 ? s_React_RC_17 : s_React_RC_31;
                bit<32> s_React_RT_31 = t_192 ? s_React_RT_16 : s_React_RT_30;
                bit<32> s_React_Bytes_21 = t_192 ? s_React_Bytes_10 : s_React_Bytes_20;
                bit<8> s_React_ByteStage_20 = t_192 ? s_React_ByteStage_9 : s_React_ByteStage_19;
                bit<8> s_React_Flags_33 = t_192 ? s_React_Flags_18 : s_React_Flags_32;
                bit<32> s_React_RC_33 = t_171 ? s_React_RC_14 : s_React_RC_32;
                bit<32> s_React_RT_32 = t_171 ? s_React_RT_13 : s_React_RT_31;
                bit<32> s_React_Bytes_22 = t_171 ? s_React_Bytes_8 : s_React_Bytes_21;
                bit<8> s_React_ByteStage_21 = t_171 ? s_React_ByteStage_7 : s_React_ByteStage_20;
                bit<8> s_React_Flags_34 = t_171 ? s_React_Flags_15 : s_React_Flags_33;
                bit<32> s_React_RC_34 = t_150 ? s_React_RC_11 : s_React_RC_33;
                bit<32> s_React_RT_33 = t_150 ? s_React_RT_10 : s_React_RT_32;
                bit<32> s_React_Bytes_23 = t_150 ? s_React_Bytes_6 : s_React_Bytes_22;
                bit<8> s_React_ByteStage_22 = t_150 ? s_React_ByteStage_5 : s_React_ByteStage_21;
                bit<8> s_React_Flags_35 = t_150 ? s_React_Flags_12 : s_React_Flags_34;
                bit<32> s_React_RC_35 = t_129 ? s_React_RC_8 : s_React_RC_34;
                bit<32> s_React_RT_34 = t_129 ? s_React_RT_7 : s_React_RT_33;
                bit<32> s_React_Bytes_24 = t_129 ? s_React_Bytes_4 : s_React_Bytes_23;
                bit<8> s_React_ByteStage_23 = t_129 ? s_React_ByteStage_3 : s_React_ByteStage_22;
                bit<8> s_React_Flags_36 = t_129 ? s_React_Flags_9 : s_React_Flags_35;
                bit<32> s_React_RC_36 = t_108 ? meta.s_React_RC : s_React_RC_35;
                bit<32> s_React_RT_35 = t_108 ? meta.s_React_RT : s_React_RT_34;
                bit<32> s_React_Bytes_25 = t_108 ? s_React_Bytes_2 : s_React_Bytes_24;
                bit<8> s_React_ByteStage_24 = t_108 ? meta.s_React_ByteStage : s_React_ByteStage_23;
                bit<8> s_React_Flags_37 = t_108 ? meta.s_React_Flags : s_React_Flags_36;
                bit<32> s_React_Bytes_26 = (s_React_Bytes_25 >= 32w0x989680) ? 32w0 : s_React_Bytes_25;
                bit<32> s_React_RC_37 = t_105 ? meta.s_React_RC : s_React_RC_36;
                bit<32> s_React_RT_36 = t_105 ? meta.s_React_RT : s_React_RT_35;
                bit<32> s_React_Bytes_27 = t_105 ? meta.s_React_Bytes : s_React_Bytes_26;
                bit<8> s_React_ByteStage_25 = t_105 ? meta.s_React_ByteStage : s_React_ByteStage_24;
                bit<8> s_React_Flags_38 = t_105 ? meta.s_React_Flags : s_React_Flags_37;
                // dolcerc.sent[[4]bandit.Arm]
                bit<8> did_2 = (s_React_ByteStage_25 != meta.s_React_ByteStage) ? dcqcn_DidIncrease : 8w0;
                // dolcerc.Step[[4]bandit.Arm]
                bool t_278 = hdr.event.Kind == dcqcn_EventCNP;
                // dolcerc.cnp[[4]bandit.Arm]
                bit<16> t_280 = (16w1 > hdr.event.CNPs) ? 16w1 : hdr.event.CNPs;
                bit<16> count_1 = (dcqcn_MaxCoalesced < t_280) ? dcqcn_MaxCoalesced : t_280;
                bit<32> salt_1 = ~hdr.event.Now;
                // bandit.ObserveMarked[[4]Arm]
                bit<32> marked_1 = (bit<32>)hdr.event.Marked;
                bit<32> sum_2 = t_66 + marked_1;
                bit<32> s_Learn_Rest_4 = (meta.s_Learn_Rest & 32w0xFF00FFFF) | (sum_2 << 8w16);
                // fixedpoint.Hash32
                bit<32> h_4 = salt_1 + 32w0x6A09E667;
                bit<32> h_5 = (h_4 ^ (h_4 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_6 = (h_5 ^ (h_5 >> 8w15)) * 32w0x15B3C1B9;
                bit<32> dither_3 = h_6 ^ (h_6 >> 8w16);
                // bandit.Observe[[4]Arm]
                bit<32> allMarked_2 = allMarked_1 + marked_1;
                bit<32> t_292 = (allMarked_2 > allSent_1) ? allMarked_2 : allSent_1;
                Len32_key_2 = t_292;
                Len32_table_2.apply();
                bit<32> t_294 = length_2 - 32w8;
                bit<32> e_7 = (t_294 > e_1) ? t_294 : e_1;
                bit<32> e_8 = (length_2 > 32w8) ? e_7 : e_1;
                bool t_297 = (t_292 >> (e_8 > 32w255 ? 8w255 : (bit<8>)e_8)) >= bandit_pendingMask;
                bit<32> e_9 = e_8 + 32w1;
                bit<32> e_10 = (t_297 && (e_8 > 32w0)) ? e_9 : e_8;
                bit<32> e_11 = (bandit_exponentMask < e_10) ? bandit_exponentMask : e_10;
                // fixedpoint.Pack16Dither
                bit<32> mask_2 = (32w1 << (e_11 > 32w255 ? 8w255 : (bit<8>)e_11)) - 32w1;
                bit<32> carry_3 = ((allSent_1 & mask_2) + (dither_3 & mask_2)) >> (e_11 > 32w255 ? 8w255 : (bit<8>)e_11);
                bit<32> t_306 = (allSent_1 >> (e_11 > 32w255 ? 8w255 : (bit<8>)e_11)) + carry_3;
                // bandit.Observe[[4]Arm]
                bit<32> t_310 = (bit<32>)((bit<16>)((32w0xFFFF < t_306) ? 32w0xFFFF : t_306));
                bit<32> sentUnits_2 = (bandit_pendingMask < t_310) ? bandit_pendingMask : t_310;
                bit<32> dither_4 = dither_3 >> 8w16;
                // fixedpoint.Pack16Dither
                bit<32> carry_4 = ((allMarked_2 & mask_2) + (dither_4 & mask_2)) >> (e_11 > 32w255 ? 8w255 : (bit<8>)e_11);
                bit<32> t_316 = (allMarked_2 >> (e_11 > 32w255 ? 8w255 : (bit<8>)e_11)) + carry_4;
                // bandit.Observe[[4]Arm]
                bit<32> t_320 = (bit<32>)((bit<16>)((32w0xFFFF < t_316) ? 32w0xFFFF : t_316));
                bit<32> markedUnits_2 = (bandit_pendingMask < t_320) ? bandit_pendingMask : t_320;
                bit<32> s_Learn_Rest_5 = ((t_98 | (e_11 << 8w12)) | (markedUnits_2 << 8w16)) | (sentUnits_2 << 8w24);
                // bandit.ObserveMarked[[4]Arm]
                bit<32> s_Learn_Rest_6 = ((sum_2 <= bandit_pendingMask) && t_53) ? s_Learn_Rest_4 : s_Learn_Rest_5;
                // dolcerc.cnp[[4]bandit.Arm]
                // fixedpoint.Time.Since
                // dolcerc.cnp[[4]bandit.Arm]
                bool t_331 = ((meta.s_React_Flags & dcqcn_FlagSeen) == 8w0) || ((hdr.event.Now - meta.s_LastQualified) >= 32w0x3D090);
                // bandit.TakeECNRatio[[4]Arm]
                bit<32> sent_1 = s_Learn_Rest_6 >> 8w24;
                bit<32> marked_2 = (s_Learn_Rest_6 >> 8w16) & bandit_pendingMask;
                bit<32> s_Learn_Rest_7 = s_Learn_Rest_6 & bandit_iterationMask;
                // bandit.Ratio
                Len32_key_3 = sent_1;
                Len32_table_3.apply();
                bool t_335 = length_3 > 32w16;
                bit<32> t_336 = length_3 - 32w16;
                bit<32> n_1 = marked_2 >> (t_336 > 32w255 ? 8w255 : (bit<8>)t_336);
                bit<32> d_1 = sent_1 >> (t_336 > 32w255 ? 8w255 : (bit<8>)t_336);
                bit<32> n_2 = t_335 ? n_1 : marked_2;
                bit<32> d_2 = t_335 ? d_1 : sent_1;
                // Recip(d * 2^-16) = 2^16/d in UQ16.16, raw 2^32/d; n < 2^16.
                // fixedpoint.Recip
                LeadingZeros32_key_1 = d_2;
                LeadingZeros32_table_1.apply();
                bit<32> n_3 = t_339 & 32w31;
                // 2^32/x = (2^63/d) / 2^(31-n) with d = x 2^n; r is its nearest integer or one less.
                bit<32> n_4 = d_2 << ((bit<8>)n_3);
                // fixedpoint.recipTop
                // Q1.15
                recipSeed_key_1 = (bit<7>)((n_4 >> 8w24) & 32w127);
                recipSeed_table_1.apply();
                bit<64> y_1 = (bit<64>)t_342;
                // y (2 - v y), all of it positive. 2 - v y in Q1.47; 32 bits of it are enough.
                // Q1.31
                bit<64> t_343 = (bit<64>)n_4;
                bit<64> y_2 = (y_1 * ((64w0x1000000000000 - (t_343 * y_1)) >> 8w16)) >> 8w15;
                // 1 - v y in Q.63, in [0, 2^48); the upper 32 bits are enough.
                bit<64> r_1 = (64w0x8000000000000000 - (t_343 * y_2)) >> 8w16;
                // fixedpoint.Recip
                bit<32> r_2 = ((bit<32>)(y_2 + ((y_2 * r_1) >> 8w47))) >> ((bit<8>)(32w31 - n_3));
                // r + 1/2 is not above 2^32/x where (2r+1) x <= 2^33; equality would take
                // an odd divisor of 2^33, of which there is only 1.
                bool t_360 = (((bit<64>)((32w2 * r_2) + 32w1)) * ((bit<64>)d_2)) <= 64w0x200000000;
                bit<32> r_3 = r_2 + 32w1;
                bit<32> r_4 = t_360 ? r_3 : r_2;
                // bandit.Ratio
                bit<64> q_1 = ((bit<64>)n_2) * ((bit<64>)((d_2 <= 32w1) ? fixedpoint_MaxUQ16x16 : r_4));
                bit<64> t_364 = (q_1 + 64w0x8000) >> 8w16;
                bit<16> t_368 = (marked_2 >= sent_1) ? 16w0xFFFF : ((bit<16>)((64w0xFFFF < t_364) ? 64w0xFFFF : t_364));
                // bandit.TakeECNRatio[[4]Arm]
                bit<16> ratio_1 = (marked_2 == 32w0) ? 16w0 : t_368;
                // dolcerc.(*State[[4]bandit.Arm]).Arm
                bit<8> arm_1 = (meta.s_React_Flags & dolcerc_armMask) >> 8w4;
                // bandit.Complement
                bit<16> reward_1 = 16w0xFFFF - ratio_1;
                // bandit.(*Params).weight
                bit<32> j_1 = s_Learn_Rest_7 & 32w255;
                // bandit.(*Params).exactWeight
                // 1<<32 stands for 1<<(shift+16): one shift for both.
                bit<32> exact_1 = (bit<32>)((64w0x100000000 + ((bit<64>)(j_1 * 32w0xD732E))) >> 8w13);
                // bandit.(*Params).weight
                // 40503 / 2^16 is the golden ratio's fraction, odd
                bit<32> weyl_1 = (j_1 * 32w0x9E37) & 32w0xFFFF;
                bit<32> w_1 = (exact_1 + weyl_1) >> 8w16;
                // bandit.Update[[4]Arm]
                bool t_377 = ((bit<32>)arm_1) < 32w4;
                bool t_378 = arm_1 == 8w2;
                bit<16> t_379 = t_378 ? meta.s_Learn_Arm_2_Mean : meta.s_Learn_Arm_3_Mean;
                bit<16> t_380 = t_378 ? meta.s_Learn_Arm_2_Count : meta.s_Learn_Arm_3_Count;
                bool t_381 = arm_1 == 8w1;
                bool t_384 = arm_1 == 8w0;
                bit<16> s_Learn_Mean_1 = t_384 ? meta.s_Learn_Arm_0_Mean : (t_381 ? meta.s_Learn_Arm_1_Mean : t_379);
                bit<16> s_Learn_Count_1 = t_384 ? meta.s_Learn_Arm_0_Count : (t_381 ? meta.s_Learn_Arm_1_Count : t_380);
                // bandit.learn
                bit<32> c_1 = (bit<32>)s_Learn_Count_1;
                bool t_385 = c_1 == 32w0;
                // The first reward is the mean, exactly.
                bit<16> s_Learn_Count_2 = (bit<16>)w_1;
                bit<32> t_386 = c_1 + w_1;
                bit<32> n_5 = (32w0xFFFF < t_386) ? 32w0xFFFF : t_386;
                bit<16> s_Learn_Count_3 = (bit<16>)n_5;
                // bandit.share
                // fixedpoint.Recip
                LeadingZeros32_key_2 = n_5;
                LeadingZeros32_table_2.apply();
                bit<32> n_6 = t_390 & 32w31;
                bit<32> n_7 = n_5 << ((bit<8>)n_6);
                // fixedpoint.recipTop
                recipSeed_key_2 = (bit<7>)((n_7 >> 8w24) & 32w127);
                recipSeed_table_2.apply();
                bit<64> y_3 = (bit<64>)t_393;
                bit<64> t_394 = (bit<64>)n_7;
                bit<64> y_4 = (y_3 * ((64w0x1000000000000 - (t_394 * y_3)) >> 8w16)) >> 8w15;
                bit<64> r_5 = (64w0x8000000000000000 - (t_394 * y_4)) >> 8w16;
                // fixedpoint.Recip
                bit<32> r_6 = ((bit<32>)(y_4 + ((y_4 * r_5) >> 8w47))) >> ((bit<8>)(32w31 - n_6));
                bool t_411 = (((bit<64>)((32w2 * r_6) + 32w1)) * ((bit<64>)n_5)) <= 64w0x200000000;
                bit<32> r_7 = r_6 + 32w1;
                bit<32> r_8 = t_411 ? r_7 : r_6;
                // bandit.share
                bit<64> step_19 = ((bit<64>)w_1) * ((bit<64>)((n_5 <= 32w1) ? fixedpoint_MaxUQ16x16 : r_8));
                // bandit.learn
                bit<32> m_1 = (bit<32>)s_Learn_Mean_1;
                bit<32> x_1 = ((n_5 << 8w16) | m_1) ^ (s_Learn_Rest_7 * 32w0x9E37);
                // fixedpoint.Hash32
                bit<32> h_7 = x_1 + 32w0x6A09E667;
                bit<32> h_8 = (h_7 ^ (h_7 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_9 = (h_8 ^ (h_8 >> 8w15)) * 32w0x15B3C1B9;
                // bandit.learn
                bit<64> dither_5 = (bit<64>)(h_9 ^ (h_9 >> 8w16));
                bit<32> x_2 = (bit<32>)reward_1;
                bit<32> t_429 = (bit<32>)(((((bit<64>)(x_2 - m_1)) * step_19) + dither_5) >> 8w32);
                bit<16> s_Learn_Mean_2 = (bit<16>)(m_1 + t_429);
                bit<32> t_436 = (bit<32>)(((((bit<64>)(m_1 - x_2)) * step_19) + dither_5) >> 8w32);
                bit<16> s_Learn_Mean_3 = (bit<16>)(m_1 - t_436);
                bit<16> s_Learn_Mean_4 = (x_2 >= m_1) ? s_Learn_Mean_2 : s_Learn_Mean_3;
                bit<16> s_Learn_Mean_5 = t_385 ? reward_1 : s_Learn_Mean_4;
                bit<16> s_Learn_Count_4 = t_385 ? s_Learn_Count_2 : s_Learn_Count_3;
                // bandit.Update[[4]Arm]
                bit<16> s_Learn_Arm_0_Mean_1 = t_384 ? s_Learn_Mean_5 : meta.s_Learn_Arm_0_Mean;
                bit<16> s_Learn_Arm_0_Count_1 = t_384 ? s_Learn_Count_4 : meta.s_Learn_Arm_0_Count;
                bit<16> s_Learn_Arm_1_Mean_1 = t_381 ? s_Learn_Mean_5 : meta.s_Learn_Arm_1_Mean;
                bit<16> s_Learn_Arm_1_Count_1 = t_381 ? s_Learn_Count_4 : meta.s_Learn_Arm_1_Count;
                bit<16> s_Learn_Arm_2_Mean_1 = t_378 ? s_Learn_Mean_5 : meta.s_Learn_Arm_2_Mean;
                bit<16> s_Learn_Arm_2_Count_1 = t_378 ? s_Learn_Count_4 : meta.s_Learn_Arm_2_Count;
                bool t_438 = arm_1 == 8w3;
                bit<16> s_Learn_Arm_3_Mean_1 = t_438 ? s_Learn_Mean_5 : meta.s_Learn_Arm_3_Mean;
                bit<16> s_Learn_Arm_3_Count_1 = t_438 ? s_Learn_Count_4 : meta.s_Learn_Arm_3_Count;
                bit<16> s_Learn_Arm_0_Mean_2 = t_377 ? s_Learn_Arm_0_Mean_1 : meta.s_Learn_Arm_0_Mean;
                bit<16> s_Learn_Arm_0_Count_2 = t_377 ? s_Learn_Arm_0_Count_1 : meta.s_Learn_Arm_0_Count;
                bit<16> s_Learn_Arm_1_Mean_2 = t_377 ? s_Learn_Arm_1_Mean_1 : meta.s_Learn_Arm_1_Mean;
                bit<16> s_Learn_Arm_1_Count_2 = t_377 ? s_Learn_Arm_1_Count_1 : meta.s_Learn_Arm_1_Count;
                bit<16> s_Learn_Arm_2_Mean_2 = t_377 ? s_Learn_Arm_2_Mean_1 : meta.s_Learn_Arm_2_Mean;
                bit<16> s_Learn_Arm_2_Count_2 = t_377 ? s_Learn_Arm_2_Count_1 : meta.s_Learn_Arm_2_Count;
                bit<16> s_Learn_Arm_3_Mean_2 = t_377 ? s_Learn_Arm_3_Mean_1 : meta.s_Learn_Arm_3_Mean;
                bit<16> s_Learn_Arm_3_Count_2 = t_377 ? s_Learn_Arm_3_Count_1 : meta.s_Learn_Arm_3_Count;
                bit<32> r_9 = s_Learn_Rest_7 + 32w1;
                bool t_439 = r_9 >= 32w266;
                bit<32> age_1 = ((r_9 & 32w255) == 32w0) ? 32w0xF339 : 32w0;
                bit<32> r_10 = t_439 ? 32w0 : r_9;
                bit<32> age_2 = t_439 ? 32w0xFF7D : age_1;
                bool t_442 = age_2 != 32w0;
                // count * age + dither < 2^32: 0xFFFF * 0xFFFF + 0xFFFF. Rounded by a dither
                // that depends on the words of the arm, which change from block to block.
                bit<32> c_2 = (bit<32>)s_Learn_Arm_0_Count_2;
                bit<32> m_2 = (bit<32>)s_Learn_Arm_0_Mean_2;
                bit<32> x_3 = (c_2 << 8w16) | m_2;
                // fixedpoint.Hash32
                bit<32> h_10 = x_3 + 32w0x6A09E667;
                bit<32> h_11 = (h_10 ^ (h_10 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_12 = (h_11 ^ (h_11 >> 8w15)) * 32w0x15B3C1B9;
                // bandit.Update[[4]Arm]
                bit<32> dither_6 = (h_12 ^ (h_12 >> 8w16)) & 32w0xFFFF;
                bit<16> s_Learn_Arm_0_Count_3 = (bit<16>)(((c_2 * age_2) + dither_6) >> 8w16);
                bit<32> c_3 = (bit<32>)s_Learn_Arm_1_Count_2;
                bit<32> m_3 = (bit<32>)s_Learn_Arm_1_Mean_2;
                bit<32> x_4 = (c_3 << 8w16) | m_3;
                // fixedpoint.Hash32
                bit<32> h_13 = x_4 + 32w0x6A09E667;
                bit<32> h_14 = (h_13 ^ (h_13 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_15 = (h_14 ^ (h_14 >> 8w15)) * 32w0x15B3C1B9;
                // bandit.Update[[4]Arm]
                bit<32> dither_7 = (h_15 ^ (h_15 >> 8w16)) & 32w0xFFFF;
                bit<16> s_Learn_Arm_1_Count_3 = (bit<16>)(((c_3 * age_2) + dither_7) >> 8w16);
                bit<32> c_4 = (bit<32>)s_Learn_Arm_2_Count_2;
                bit<32> m_4 = (bit<32>)s_Learn_Arm_2_Mean_2;
                bit<32> x_5 = (c_4 << 8w16) | m_4;
                // fixedpoint.Hash32
                bit<32> h_16 = x_5 + 32w0x6A09E667;
                bit<32> h_17 = (h_16 ^ (h_16 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_18 = (h_17 ^ (h_17 >> 8w15)) * 32w0x15B3C1B9;
                // bandit.Update[[4]Arm]
                bit<32> dither_8 = (h_18 ^ (h_18 >> 8w16)) & 32w0xFFFF;
                bit<16> s_Learn_Arm_2_Count_3 = (bit<16>)(((c_4 * age_2) + dither_8) >> 8w16);
                bit<32> c_5 = (bit<32>)s_Learn_Arm_3_Count_2;
                bit<32> m_5 = (bit<32>)s_Learn_Arm_3_Mean_2;
                bit<32> x_6 = (c_5 << 8w16) | m_5;
                // fixedpoint.Hash32
                bit<32> h_19 = x_6 + 32w0x6A09E667;
                bit<32> h_20 = (h_19 ^ (h_19 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_21 = (h_20 ^ (h_20 >> 8w15)) * 32w0x15B3C1B9;
                // bandit.Update[[4]Arm]
                bit<32> dither_9 = (h_21 ^ (h_21 >> 8w16)) & 32w0xFFFF;
                bit<16> s_Learn_Arm_3_Count_3 = (bit<16>)(((c_5 * age_2) + dither_9) >> 8w16);
                bit<16> s_Learn_Arm_0_Count_4 = t_442 ? s_Learn_Arm_0_Count_3 : s_Learn_Arm_0_Count_2;
                bit<16> s_Learn_Arm_1_Count_4 = t_442 ? s_Learn_Arm_1_Count_3 : s_Learn_Arm_1_Count_2;
                bit<16> s_Learn_Arm_2_Count_4 = t_442 ? s_Learn_Arm_2_Count_3 : s_Learn_Arm_2_Count_2;
                bit<16> s_Learn_Arm_3_Count_4 = t_442 ? s_Learn_Arm_3_Count_3 : s_Learn_Arm_3_Count_2;
                bit<32> s_Learn_Rest_8 = (s_Learn_Rest_7 & 32w0xFFFFF000) | r_10;
                // bandit.Select[[4]Arm]
                bit<32> r_11 = s_Learn_Rest_8 & bandit_iterationMask;
                // bandit.explorationScale[[4]Arm]
                bit<32> sum_3 = (bit<32>)s_Learn_Arm_0_Count_4;
                bit<32> x_7 = (bit<32>)s_Learn_Arm_1_Count_4;
                bit<32> sum_4 = sum_3 + x_7;
                bit<32> x_8 = (bit<32>)s_Learn_Arm_2_Count_4;
                bit<32> sum_5 = sum_4 + x_8;
                bit<32> x_9 = (bit<32>)s_Learn_Arm_3_Count_4;
                bit<32> sum_6 = sum_5 + x_9;
                // unit = 2^CountShift gamma^-(j-1). At j = 0 the counts have just been aged.
                bit<32> j_2 = r_11 & 32w255;
                bit<32> unitLog_1 = 32w0x30000 + ((j_2 * 32w0x12E96) >> 8w12);
                // fixedpoint.Log2
                // One comparison for both ends: adding wraps the top inputs to below
                // logTop, and 0 to logTop.
                // wraps: see above
                // fixedpoint.log2Nearest
                Len32_key_4 = sum_6;
                Len32_table_4.apply();
                // wraps: modulo 32 the shift is 32 - l
                bit<32> m_6 = sum_6 << ((bit<8>)((-l_1) & 32w31));
                // fixedpoint.logReduce
                bit<32> t_492 = m_6 >> 8w25;
                bit<32> i_1 = t_492 & 32w63;
                logMul_key_1 = (bit<6>)i_1;
                logMul_table_1.apply();
                bit<64> z_1 = ((bit<64>)m_6) * ((bit<64>)t_494);
                bit<32> c_6 = (bit<32>)(z_1 >> 8w40);
                bit<64> f_1 = (z_1 * ((bit<64>)(32w0x1FCB - c_6))) - fixedpoint_logY0;
                logSum_key_1 = (bit<6>)(c_6 & 32w63);
                logSum_table_1.apply();
                logSum_key_2 = (bit<7>)t_492;
                logSum_table_2.apply();
                int<64> t_503 = t_501 + t_502;
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
                int<32> t_515 = ((int<32>)(l_1 << 8w16)) + ((int<32>)((t_503 + ((int<64>)p_1)) >> 8w47));
                // fixedpoint.log2End
                int<32> t_517 = (sum_6 == 32w0) ? fixedpoint_MinQ5x16 : fixedpoint_MaxQ5x16;
                // fixedpoint.Log2
                int<32> t_518 = ((sum_6 + fixedpoint_logTop) > fixedpoint_logTop) ? t_515 : t_517;
                // bandit.explorationScale[[4]Arm]
                int<32> logN_1 = (t_518 + 32s18) - ((int<32>)unitLog_1);
                // bandit.(*Params).exactWeight
                bit<32> exact_2 = (bit<32>)((64w0x100000000 + ((bit<64>)(j_2 * 32w0xD732E))) >> 8w13);
                // bandit.explorationScale[[4]Arm]
                bit<32> unit_1 = (bit<32>)((((bit<64>)exact_2) * 64w0xFFF2E48E) >> 8w32);
                // xi ln N, UQ16.16
                bit<32> a_1 = (bit<32>)logN_1;
                // fixedpoint.MulShiftDown
                bit<64> v_1 = (((bit<64>)a_1) * 64w0x58BE) >> 8w16;
                // fixedpoint.clampU32
                bit<32> lnN_1 = (bit<32>)v_1;
                // fixedpoint.MulShiftDown
                bit<64> v_2 = (((bit<64>)lnN_1) * ((bit<64>)unit_1)) >> 8w16;
                // fixedpoint.clampU32
                bit<32> x_10 = (bit<32>)((64w0xFFFFFFFF < v_2) ? 64w0xFFFFFFFF : v_2);
                // fixedpoint.Sqrt
                LeadingZeros32_key_3 = x_10 | 32w1;
                LeadingZeros32_table_3.apply();
                bit<32> k_1 = t_537 >> 8w1;
                bit<32> n_8 = x_10 << ((bit<8>)(32w2 * k_1));
                // fixedpoint.rsqrtNormal
                // Q1.15
                rootSeed_key_1 = (bit<8>)(n_8 >> 8w24);
                rootSeed_table_1.apply();
                bit<32> y0_1 = (bit<32>)t_540;
                // y (3 - v y^2) / 2, all of it positive. v y0^2 in Q.30; y0^2 < 2^32.
                bit<64> t_541 = (bit<64>)n_8;
                bit<32> t_547 = 32w0xC0000000 - ((bit<32>)((t_541 * ((bit<64>)(y0_1 * y0_1))) >> 8w32));
                bit<32> y_5 = (bit<32>)((((bit<64>)y0_1) * ((bit<64>)t_547)) >> 8w16);
                // fixedpoint.sqrtNormal
                bit<64> s_1 = (t_541 * ((bit<64>)y_5)) >> 8w37;
                bit<64> x_11 = t_541 << 8w18;
                // The remainder is below 2^36 either way; 30 bits of it are enough.
                // wraps: a difference with its sign
                int<64> r_12 = ((int<64>)(x_11 - (s_1 * s_1))) >> 8w6;
                // wraps: a negative number is added modulo 2^64
                bit<64> s_2 = s_1 + ((bit<64>)((r_12 * ((int<64>)((bit<64>)y_5))) >> 8w50));
                bit<64> s_3 = s_2 + 64w1;
                bit<64> s_4 = ((x_11 - (s_2 * s_2)) > (64w2 * s_2)) ? s_3 : s_2;
                // fixedpoint.Sqrt
                // bandit.explorationScale[[4]Arm]
                bit<32> scale_1 = (logN_1 <= 32s0) ? 32w0 : (((((bit<32>)s_4) >> ((bit<8>)k_1)) + 32w1) >> 8w1);
                // bandit.Select[[4]Arm]
                bool t_569 = sum_3 == 32w0;
                // fixedpoint.RSqrt
                LeadingZeros32_key_4 = sum_3 | 32w1;
                LeadingZeros32_table_4.apply();
                bit<32> k_2 = t_571 >> 8w1;
                bit<32> n_9 = sum_3 << ((bit<8>)(32w2 * k_2));
                // fixedpoint.rsqrtNormal
                rootSeed_key_2 = (bit<8>)(n_9 >> 8w24);
                rootSeed_table_2.apply();
                bit<32> y0_2 = (bit<32>)t_574;
                bit<64> t_575 = (bit<64>)n_9;
                bit<32> t_581 = 32w0xC0000000 - ((bit<32>)((t_575 * ((bit<64>)(y0_2 * y0_2))) >> 8w32));
                bit<32> y_6 = (bit<32>)((((bit<64>)y0_2) * ((bit<64>)t_581)) >> 8w16);
                // fixedpoint.RSqrt
                bit<64> t_586 = (bit<64>)y_6;
                bit<32> y2_1 = (bit<32>)((t_586 * t_586) >> 8w30);
                bit<32> t_593 = 32w0xC0000000 - ((bit<32>)((t_575 * ((bit<64>)y2_1)) >> 8w32));
                // good to 2^-29
                bit<32> y_7 = (bit<32>)((t_586 * ((bit<64>)t_593)) >> 8w31);
                // The result is y 2^(k-7) units; r is its floor or one less.
                bit<32> r_13 = y_7 >> ((bit<8>)(32w22 - k_2));
                // r + 1/2 is not above 2^24/sqrt(x) where (2r+1)^2 x <= 2^50; equality
                // would take an odd square that divides 2^50 and does not happen here.
                bit<64> h_22 = (bit<64>)((32w2 * r_13) + 32w1);
                bit<32> r_14 = r_13 + 32w1;
                bit<32> r_15 = (((h_22 * h_22) * ((bit<64>)sum_3)) <= 64w0x4000000000000) ? r_14 : r_13;
                bit<32> rs_1 = t_569 ? fixedpoint_MaxUQ16x16 : r_15;
                // fixedpoint.MulShiftDown
                bit<64> t_604 = (bit<64>)scale_1;
                bit<64> v_3 = (t_604 * ((bit<64>)rs_1)) >> 8w16;
                // fixedpoint.clampU32
                bit<32> bonus_1 = (bit<32>)((64w0xFFFFFFFF < v_3) ? 64w0xFFFFFFFF : v_3);
                // bandit.selectExact[[4]Arm]
                bit<32> b_1 = m_2 << 8w8;
                // fixedpoint.limits[uint32]
                // all ones
                bit<32> hi_1 = bonus_1 | (~bonus_1);
                bool t_610 = hi_1 > 32w0;
                bit<32> hi_2 = t_610 ? hi_1 : 32w0x7FFFFFFF;
                bit<32> lo_1 = t_610 ? 32w0 : 32w0x80000000;
                // fixedpoint.AddSat[uint32]
                // wraps: both ends are looked for below
                bit<32> s_5 = bonus_1 + b_1;
                bit<32> index_1 = (b_1 > 32w0) ? ((s_5 < bonus_1) ? hi_2 : s_5) : ((s_5 > bonus_1) ? lo_1 : s_5);
                // fixedpoint.RSqrt
                bool t_616 = x_7 == 32w0;
                LeadingZeros32_key_5 = x_7 | 32w1;
                LeadingZeros32_table_5.apply();
                bit<32> k_3 = t_618 >> 8w1;
                bit<32> n_10 = x_7 << ((bit<8>)(32w2 * k_3));
                // fixedpoint.rsqrtNormal
                rootSeed_key_3 = (bit<8>)(n_10 >> 8w24);
                rootSeed_table_3.apply();
                bit<32> y0_3 = (bit<32>)t_621;
                bit<64> t_622 = (bit<64>)n_10;
                bit<32> t_628 = 32w0xC0000000 - ((bit<32>)((t_622 * ((bit<64>)(y0_3 * y0_3))) >> 8w32));
                bit<32> y_8 = (bit<32>)((((bit<64>)y0_3) * ((bit<64>)t_628)) >> 8w16);
                // fixedpoint.RSqrt
                bit<64> t_633 = (bit<64>)y_8;
                bit<32> y2_2 = (bit<32>)((t_633 * t_633) >> 8w30);
                bit<32> t_640 = 32w0xC0000000 - ((bit<32>)((t_622 * ((bit<64>)y2_2)) >> 8w32));
                bit<32> y_9 = (bit<32>)((t_633 * ((bit<64>)t_640)) >> 8w31);
                bit<32> r_16 = y_9 >> ((bit<8>)(32w22 - k_3));
                bit<64> h_23 = (bit<64>)((32w2 * r_16) + 32w1);
                bit<32> r_17 = r_16 + 32w1;
                bit<32> r_18 = (((h_23 * h_23) * ((bit<64>)x_7)) <= 64w0x4000000000000) ? r_17 : r_16;
                bit<32> rs_2 = t_616 ? fixedpoint_MaxUQ16x16 : r_18;
                // fixedpoint.MulShiftDown
                bit<64> v_4 = (t_604 * ((bit<64>)rs_2)) >> 8w16;
                // fixedpoint.clampU32
                bit<32> bonus_2 = (bit<32>)((64w0xFFFFFFFF < v_4) ? 64w0xFFFFFFFF : v_4);
                // bandit.selectExact[[4]Arm]
                bit<32> b_2 = m_3 << 8w8;
                // fixedpoint.limits[uint32]
                bit<32> hi_3 = bonus_2 | (~bonus_2);
                bool t_656 = hi_3 > 32w0;
                bit<32> hi_4 = t_656 ? hi_3 : 32w0x7FFFFFFF;
                bit<32> lo_2 = t_656 ? 32w0 : 32w0x80000000;
                // fixedpoint.AddSat[uint32]
                bit<32> s_6 = bonus_2 + b_2;
                bit<32> index_2 = (b_2 > 32w0) ? ((s_6 < bonus_2) ? hi_4 : s_6) : ((s_6 > bonus_2) ? lo_2 : s_6);
                // bandit.selectExact[[4]Arm]
                bool t_662 = index_2 > index_1;
                bit<8> best_1 = t_662 ? 8w1 : 8w0;
                bit<32> top_1 = t_662 ? index_2 : index_1;
                // fixedpoint.RSqrt
                bool t_663 = x_8 == 32w0;
                LeadingZeros32_key_6 = x_8 | 32w1;
                LeadingZeros32_table_6.apply();
                bit<32> k_4 = t_665 >> 8w1;
                bit<32> n_11 = x_8 << ((bit<8>)(32w2 * k_4));
                // fixedpoint.rsqrtNormal
                rootSeed_key_4 = (bit<8>)(n_11 >> 8w24);
                rootSeed_table_4.apply();
                bit<32> y0_4 = (bit<32>)t_668;
                bit<64> t_669 = (bit<64>)n_11;
                bit<32> t_675 = 32w0xC0000000 - ((bit<32>)((t_669 * ((bit<64>)(y0_4 * y0_4))) >> 8w32));
                bit<32> y_10 = (bit<32>)((((bit<64>)y0_4) * ((bit<64>)t_675)) >> 8w16);
                // fixedpoint.RSqrt
                bit<64> t_680 = (bit<64>)y_10;
                bit<32> y2_3 = (bit<32>)((t_680 * t_680) >> 8w30);
                bit<32> t_687 = 32w0xC0000000 - ((bit<32>)((t_669 * ((bit<64>)y2_3)) >> 8w32));
                bit<32> y_11 = (bit<32>)((t_680 * ((bit<64>)t_687)) >> 8w31);
                bit<32> r_19 = y_11 >> ((bit<8>)(32w22 - k_4));
                bit<64> h_24 = (bit<64>)((32w2 * r_19) + 32w1);
                bit<32> r_20 = r_19 + 32w1;
                bit<32> r_21 = (((h_24 * h_24) * ((bit<64>)x_8)) <= 64w0x4000000000000) ? r_20 : r_19;
                bit<32> rs_3 = t_663 ? fixedpoint_MaxUQ16x16 : r_21;
                // fixedpoint.MulShiftDown
                bit<64> v_5 = (t_604 * ((bit<64>)rs_3)) >> 8w16;
                // fixedpoint.clampU32
                bit<32> bonus_3 = (bit<32>)((64w0xFFFFFFFF < v_5) ? 64w0xFFFFFFFF : v_5);
                // bandit.selectExact[[4]Arm]
                bit<32> b_3 = m_4 << 8w8;
                // fixedpoint.limits[uint32]
                bit<32> hi_5 = bonus_3 | (~bonus_3);
                bool t_703 = hi_5 > 32w0;
                bit<32> hi_6 = t_703 ? hi_5 : 32w0x7FFFFFFF;
                bit<32> lo_3 = t_703 ? 32w0 : 32w0x80000000;
                // fixedpoint.AddSat[uint32]
                bit<32> s_7 = bonus_3 + b_3;
                bit<32> index_3 = (b_3 > 32w0) ? ((s_7 < bonus_3) ? hi_6 : s_7) : ((s_7 > bonus_3) ? lo_3 : s_7);
                // bandit.selectExact[[4]Arm]
                bool t_709 = index_3 > top_1;
                bit<8> best_2 = t_709 ? 8w2 : best_1;
                bit<32> top_2 = t_709 ? index_3 : top_1;
                // fixedpoint.RSqrt
                bool t_710 = x_9 == 32w0;
                LeadingZeros32_key_7 = x_9 | 32w1;
                LeadingZeros32_table_7.apply();
                bit<32> k_5 = t_712 >> 8w1;
                bit<32> n_12 = x_9 << ((bit<8>)(32w2 * k_5));
                // fixedpoint.rsqrtNormal
                rootSeed_key_5 = (bit<8>)(n_12 >> 8w24);
                rootSeed_table_5.apply();
                bit<32> y0_5 = (bit<32>)t_715;
                bit<64> t_716 = (bit<64>)n_12;
                bit<32> t_722 = 32w0xC0000000 - ((bit<32>)((t_716 * ((bit<64>)(y0_5 * y0_5))) >> 8w32));
                bit<32> y_12 = (bit<32>)((((bit<64>)y0_5) * ((bit<64>)t_722)) >> 8w16);
                // fixedpoint.RSqrt
                bit<64> t_727 = (bit<64>)y_12;
                bit<32> y2_4 = (bit<32>)((t_727 * t_727) >> 8w30);
                bit<32> t_734 = 32w0xC0000000 - ((bit<32>)((t_716 * ((bit<64>)y2_4)) >> 8w32));
                bit<32> y_13 = (bit<32>)((t_727 * ((bit<64>)t_734)) >> 8w31);
                bit<32> r_22 = y_13 >> ((bit<8>)(32w22 - k_5));
                bit<64> h_25 = (bit<64>)((32w2 * r_22) + 32w1);
                bit<32> r_23 = r_22 + 32w1;
                bit<32> r_24 = (((h_25 * h_25) * ((bit<64>)x_9)) <= 64w0x4000000000000) ? r_23 : r_22;
                bit<32> rs_4 = t_710 ? fixedpoint_MaxUQ16x16 : r_24;
                // fixedpoint.MulShiftDown
                bit<64> v_6 = (t_604 * ((bit<64>)rs_4)) >> 8w16;
                // fixedpoint.clampU32
                bit<32> bonus_4 = (bit<32>)((64w0xFFFFFFFF < v_6) ? 64w0xFFFFFFFF : v_6);
                // bandit.selectExact[[4]Arm]
                bit<32> b_4 = m_5 << 8w8;
                // fixedpoint.limits[uint32]
                bit<32> hi_7 = bonus_4 | (~bonus_4);
                bool t_750 = hi_7 > 32w0;
                bit<32> hi_8 = t_750 ? hi_7 : 32w0x7FFFFFFF;
                bit<32> lo_4 = t_750 ? 32w0 : 32w0x80000000;
                // fixedpoint.AddSat[uint32]
                bit<32> s_8 = bonus_4 + b_4;
                bit<32> index_4 = (b_4 > 32w0) ? ((s_8 < bonus_4) ? hi_8 : s_8) : ((s_8 > bonus_4) ? lo_4 : s_8);
                // bandit.selectExact[[4]Arm]
                bit<8> best_3 = (index_4 > top_2) ? 8w3 : best_2;
                // bandit.Select[[4]Arm]
                bit<32> bonus_5 = (bit<32>)((t_604 * t_586) >> ((bit<8>)(32w38 - k_2)));
                bit<64> index_5 = ((bit<64>)bonus_5) + ((bit<64>)b_1);
                bit<64> high_1 = index_5 + ((bit<64>)(bonus_5 >> 8w15));
                bool t_764 = index_5 > 64w0;
                bit<64> rival_1 = (high_1 > 64w0) ? high_1 : 64w0;
                bit<64> top_3 = t_764 ? index_5 : 64w0;
                bit<64> topHigh_1 = t_764 ? high_1 : 64w0;
                bit<64> rival_2 = t_764 ? 64w0 : rival_1;
                bit<32> mean_1 = t_764 ? m_2 : 32w0;
                bit<32> count_2 = t_764 ? sum_3 : 32w0xFFFFFFFF;
                bit<64> top_4 = t_569 ? 64w0 : top_3;
                bit<64> topHigh_2 = t_569 ? 64w0 : topHigh_1;
                bit<64> rival_3 = t_569 ? 64w0 : rival_2;
                bit<32> mean_2 = t_569 ? 32w0 : mean_1;
                bit<32> count_3 = t_569 ? 32w0xFFFFFFFF : count_2;
                bool t_768 = (x_7 >= count_3) && (m_3 <= mean_2);
                bit<32> bonus_6 = (bit<32>)((t_604 * t_633) >> ((bit<8>)(32w38 - k_3)));
                bit<64> index_6 = ((bit<64>)bonus_6) + ((bit<64>)b_2);
                bit<64> high_2 = index_6 + ((bit<64>)(bonus_6 >> 8w15));
                bool t_776 = index_6 > top_4;
                bit<64> rival_4 = (topHigh_2 > rival_3) ? topHigh_2 : rival_3;
                bit<64> rival_5 = (high_2 > rival_3) ? high_2 : rival_3;
                bit<8> best_4 = t_776 ? 8w1 : 8w0;
                bit<64> top_5 = t_776 ? index_6 : top_4;
                bit<64> topHigh_3 = t_776 ? high_2 : topHigh_2;
                bit<64> rival_6 = t_776 ? rival_4 : rival_5;
                bit<32> mean_3 = t_776 ? m_3 : mean_2;
                bit<32> count_4 = t_776 ? x_7 : count_3;
                bit<8> best_5 = t_616 ? 8w0 : best_4;
                bit<64> top_6 = t_616 ? top_4 : top_5;
                bit<64> topHigh_4 = t_616 ? topHigh_2 : topHigh_3;
                bit<64> rival_7 = t_616 ? rival_3 : rival_6;
                bit<32> mean_4 = t_616 ? mean_2 : mean_3;
                bit<32> count_5 = t_616 ? count_3 : count_4;
                bool t_780 = (!t_768) && t_616;
                bit<8> best_6 = t_768 ? 8w0 : best_5;
                bit<64> top_7 = t_768 ? top_4 : top_6;
                bit<64> topHigh_5 = t_768 ? topHigh_2 : topHigh_4;
                bit<64> rival_8 = t_768 ? rival_3 : rival_7;
                bit<32> mean_5 = t_768 ? mean_2 : mean_4;
                bit<32> count_6 = t_768 ? count_3 : count_5;
                bool t_783 = (x_8 >= count_6) && (m_4 <= mean_5);
                bit<32> bonus_7 = (bit<32>)((t_604 * t_680) >> ((bit<8>)(32w38 - k_4)));
                bit<64> index_7 = ((bit<64>)bonus_7) + ((bit<64>)b_3);
                bit<64> high_3 = index_7 + ((bit<64>)(bonus_7 >> 8w15));
                bool t_791 = index_7 > top_7;
                bit<64> rival_9 = (topHigh_5 > rival_8) ? topHigh_5 : rival_8;
                bit<64> rival_10 = (high_3 > rival_8) ? high_3 : rival_8;
                bit<8> best_7 = t_791 ? 8w2 : best_6;
                bit<64> top_8 = t_791 ? index_7 : top_7;
                bit<64> topHigh_6 = t_791 ? high_3 : topHigh_5;
                bit<64> rival_11 = t_791 ? rival_9 : rival_10;
                bit<32> mean_6 = t_791 ? m_4 : mean_5;
                bit<32> count_7 = t_791 ? x_8 : count_6;
                bit<8> best_8 = t_663 ? best_6 : best_7;
                bit<64> top_9 = t_663 ? top_7 : top_8;
                bit<64> topHigh_7 = t_663 ? topHigh_5 : topHigh_6;
                bit<64> rival_12 = t_663 ? rival_8 : rival_11;
                bit<32> mean_7 = t_663 ? mean_5 : mean_6;
                bit<32> count_8 = t_663 ? count_6 : count_7;
                bool t_795 = (!t_783) && t_663;
                bit<8> best_9 = t_783 ? best_6 : best_8;
                bit<64> top_10 = t_783 ? top_7 : top_9;
                bit<64> topHigh_8 = t_783 ? topHigh_5 : topHigh_7;
                bit<64> rival_13 = t_783 ? rival_8 : rival_12;
                bit<32> mean_8 = t_783 ? mean_5 : mean_7;
                bit<32> count_9 = t_783 ? count_6 : count_8;
                bool t_798 = (x_9 >= count_9) && (m_5 <= mean_8);
                bit<32> bonus_8 = (bit<32>)((t_604 * t_727) >> ((bit<8>)(32w38 - k_5)));
                bit<64> index_8 = ((bit<64>)bonus_8) + ((bit<64>)b_4);
                bit<64> high_4 = index_8 + ((bit<64>)(bonus_8 >> 8w15));
                bool t_806 = index_8 > top_10;
                bit<64> rival_14 = (topHigh_8 > rival_13) ? topHigh_8 : rival_13;
                bit<64> rival_15 = (high_4 > rival_13) ? high_4 : rival_13;
                bit<8> best_10 = t_806 ? 8w3 : best_9;
                bit<64> top_11 = t_806 ? index_8 : top_10;
                bit<64> rival_16 = t_806 ? rival_14 : rival_15;
                bit<8> best_11 = t_710 ? best_9 : best_10;
                bit<64> top_12 = t_710 ? top_10 : top_11;
                bit<64> rival_17 = t_710 ? rival_13 : rival_16;
                bit<8> best_12 = t_798 ? best_9 : best_11;
                bit<64> top_13 = t_798 ? top_10 : top_12;
                bit<64> rival_18 = t_798 ? rival_13 : rival_17;
                bit<8> best_13 = t_795 ? best_9 : best_12;
                bit<64> top_14 = t_795 ? top_10 : top_13;
                bit<64> rival_19 = t_795 ? rival_13 : rival_18;
                bit<8> best_14 = t_780 ? best_6 : best_13;
                bit<64> top_15 = t_780 ? top_7 : top_14;
                bit<64> rival_20 = t_780 ? rival_8 : rival_19;
                bit<8> best_15 = t_569 ? 8w0 : best_14;
                bit<64> top_16 = t_569 ? 64w0 : top_15;
                bit<64> rival_21 = t_569 ? 64w0 : rival_20;
                bool t_818 = top_16 > ((rival_21 + ((bit<64>)(scale_1 >> 8w16))) + 64w5);
                bit<8> t_822 = (t_569 || (t_780 || (t_795 || ((!t_798) && t_710)))) ? best_3 : ((t_818 && (top_16 < 64w0x80000000)) ? best_15 : best_3);
                bit<8> arm_2 = (r_11 < 32w4) ? ((bit<8>)r_11) : t_822;
                // dolcerc.cnp[[4]bandit.Arm]
                bit<8> s_React_Flags_39 = (meta.s_React_Flags & 8w143) | (arm_2 << 8w4);
                bit<16> s_Learn_Arm_0_Mean_3 = t_331 ? s_Learn_Arm_0_Mean_2 : meta.s_Learn_Arm_0_Mean;
                bit<16> s_Learn_Arm_0_Count_5 = t_331 ? s_Learn_Arm_0_Count_4 : meta.s_Learn_Arm_0_Count;
                bit<16> s_Learn_Arm_1_Mean_3 = t_331 ? s_Learn_Arm_1_Mean_2 : meta.s_Learn_Arm_1_Mean;
                bit<16> s_Learn_Arm_1_Count_5 = t_331 ? s_Learn_Arm_1_Count_4 : meta.s_Learn_Arm_1_Count;
                bit<16> s_Learn_Arm_2_Mean_3 = t_331 ? s_Learn_Arm_2_Mean_2 : meta.s_Learn_Arm_2_Mean;
                bit<16> s_Learn_Arm_2_Count_5 = t_331 ? s_Learn_Arm_2_Count_4 : meta.s_Learn_Arm_2_Count;
                bit<16> s_Learn_Arm_3_Mean_3 = t_331 ? s_Learn_Arm_3_Mean_2 : meta.s_Learn_Arm_3_Mean;
                bit<16> s_Learn_Arm_3_Count_5 = t_331 ? s_Learn_Arm_3_Count_4 : meta.s_Learn_Arm_3_Count;
                bit<32> s_Learn_Rest_9 = t_331 ? s_Learn_Rest_8 : s_Learn_Rest_6;
                bit<8> s_React_Flags_40 = t_331 ? s_React_Flags_39 : meta.s_React_Flags;
                bit<32> s_LastQualified_1 = t_331 ? hdr.event.Now : meta.s_LastQualified;
                bit<8> did_3 = t_331 ? dcqcn_DidLearn : 8w0;
                bool t_825 = 16w0 == count_1;
                // dcqcn.(*Rates).Notice
                bit<8> s_React_Flags_41 = s_React_Flags_40 | dcqcn_FlagSeen;
                // dolcerc.cut[[4]bandit.Arm]
                bit<8> t_827 = (s_React_Flags_41 & dolcerc_armMask) >> 8w4;
                bool t_828 = t_827 == 8w3;
                bool t_831 = t_827 == 8w2;
                bool t_834 = t_827 == 8w1;
                bit<16> t_835 = t_834 ? 16w0x5241 : (t_831 ? 16w0x2034 : (t_828 ? 16w0x4A51 : 16w0));
                bit<16> t_836 = t_834 ? 16w0x7588 : (t_831 ? 16w0x8000 : (t_828 ? 16w0x8CCD : 16w0));
                bool t_837 = t_827 == 8w0;
                bit<16> a_Alpha_2 = t_837 ? 16w0xC674 : t_835;
                bit<16> a_Beta_2 = t_837 ? 16w0x599A : t_836;
                bit<64> target_3 = (t_15 * ((bit<64>)a_Beta_2)) >> 8w15;
                bit<32> target_4 = (bit<32>)target_3;
                bit<32> alpha_2 = (bit<32>)a_Alpha_2;
                // dcqcn.(*Rates).Cut
                bit<32> t_841 = (32w0x9C40 > target_4) ? 32w0x9C40 : target_4;
                bit<32> s_React_RT_37 = (32w0x5F5E100 < t_841) ? 32w0x5F5E100 : t_841;
                bit<32> keep_2 = 32w0x20000 - alpha_2;
                bit<32> rc_2 = (bit<32>)((t_15 * ((bit<64>)keep_2)) >> 8w17);
                bit<32> s_React_RC_38 = (32w0x9C40 > rc_2) ? 32w0x9C40 : rc_2;
                // dcqcn.(*Rates).restart
                bit<8> s_React_Flags_42 = s_React_Flags_41 | dcqcn_FlagIncrease;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> s_React_RC_39 = (s_React_RT_37 < s_React_RC_38) ? s_React_RT_37 : s_React_RC_38;
                // dolcerc.cnp[[4]bandit.Arm]
                bit<8> did_4 = did_3 | dcqcn_DidCut;
                bit<32> s_React_RC_40 = t_825 ? meta.s_React_RC : s_React_RC_39;
                bit<32> s_React_RT_38 = t_825 ? meta.s_React_RT : s_React_RT_37;
                bit<32> s_React_Bytes_28 = t_825 ? meta.s_React_Bytes : 32w0;
                bit<32> s_React_IncreaseAt_3 = t_825 ? meta.s_React_IncreaseAt : s_React_IncreaseAt_1;
                bit<8> s_React_TimeStage_3 = t_825 ? meta.s_React_TimeStage : 8w0;
                bit<8> s_React_ByteStage_26 = t_825 ? meta.s_React_ByteStage : 8w0;
                bit<8> s_React_Flags_43 = t_825 ? s_React_Flags_40 : s_React_Flags_42;
                bit<8> did_5 = t_825 ? did_3 : did_4;
                bool t_848 = 16w1 == count_1;
                // dcqcn.(*Rates).Notice
                bit<8> s_React_Flags_44 = s_React_Flags_43 | dcqcn_FlagSeen;
                // dolcerc.cut[[4]bandit.Arm]
                bit<8> t_850 = (s_React_Flags_44 & dolcerc_armMask) >> 8w4;
                bool t_851 = t_850 == 8w3;
                bool t_854 = t_850 == 8w2;
                bool t_857 = t_850 == 8w1;
                bit<16> t_858 = t_857 ? 16w0x5241 : (t_854 ? 16w0x2034 : (t_851 ? 16w0x4A51 : 16w0));
                bit<16> t_859 = t_857 ? 16w0x7588 : (t_854 ? 16w0x8000 : (t_851 ? 16w0x8CCD : 16w0));
                bool t_860 = t_850 == 8w0;
                bit<16> a_Alpha_3 = t_860 ? 16w0xC674 : t_858;
                bit<16> a_Beta_3 = t_860 ? 16w0x599A : t_859;
                bit<64> t_861 = (bit<64>)s_React_RC_40;
                bit<64> target_5 = (t_861 * ((bit<64>)a_Beta_3)) >> 8w15;
                bit<32> target_6 = (bit<32>)target_5;
                bit<32> alpha_3 = (bit<32>)a_Alpha_3;
                // dcqcn.(*Rates).Cut
                bit<32> t_865 = (32w0x9C40 > target_6) ? 32w0x9C40 : target_6;
                bit<32> s_React_RT_39 = (32w0x5F5E100 < t_865) ? 32w0x5F5E100 : t_865;
                bit<32> keep_3 = 32w0x20000 - alpha_3;
                bit<32> rc_3 = (bit<32>)((t_861 * ((bit<64>)keep_3)) >> 8w17);
                bit<32> s_React_RC_41 = (32w0x9C40 > rc_3) ? 32w0x9C40 : rc_3;
                // dcqcn.(*Rates).restart
                bit<8> s_React_Flags_45 = s_React_Flags_44 | dcqcn_FlagIncrease;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> s_React_RC_42 = (s_React_RT_39 < s_React_RC_41) ? s_React_RT_39 : s_React_RC_41;
                // dolcerc.cnp[[4]bandit.Arm]
                bit<8> did_6 = did_5 | dcqcn_DidCut;
                bit<32> s_React_RC_43 = t_848 ? s_React_RC_40 : s_React_RC_42;
                bit<32> s_React_RT_40 = t_848 ? s_React_RT_38 : s_React_RT_39;
                bit<32> s_React_Bytes_29 = t_848 ? s_React_Bytes_28 : 32w0;
                bit<32> s_React_IncreaseAt_4 = t_848 ? s_React_IncreaseAt_3 : s_React_IncreaseAt_1;
                bit<8> s_React_TimeStage_4 = t_848 ? s_React_TimeStage_3 : 8w0;
                bit<8> s_React_ByteStage_27 = t_848 ? s_React_ByteStage_26 : 8w0;
                bit<8> s_React_Flags_46 = t_848 ? s_React_Flags_43 : s_React_Flags_45;
                bit<8> did_7 = t_848 ? did_5 : did_6;
                bool t_872 = 16w2 == count_1;
                // dcqcn.(*Rates).Notice
                bit<8> s_React_Flags_47 = s_React_Flags_46 | dcqcn_FlagSeen;
                // dolcerc.cut[[4]bandit.Arm]
                bit<8> t_874 = (s_React_Flags_47 & dolcerc_armMask) >> 8w4;
                bool t_875 = t_874 == 8w3;
                bool t_878 = t_874 == 8w2;
                bool t_881 = t_874 == 8w1;
                bit<16> t_882 = t_881 ? 16w0x5241 : (t_878 ? 16w0x2034 : (t_875 ? 16w0x4A51 : 16w0));
                bit<16> t_883 = t_881 ? 16w0x7588 : (t_878 ? 16w0x8000 : (t_875 ? 16w0x8CCD : 16w0));
                bool t_884 = t_874 == 8w0;
                bit<16> a_Alpha_4 = t_884 ? 16w0xC674 : t_882;
                bit<16> a_Beta_4 = t_884 ? 16w0x599A : t_883;
                bit<64> t_885 = (bit<64>)s_React_RC_43;
                bit<64> target_7 = (t_885 * ((bit<64>)a_Beta_4)) >> 8w15;
                bit<32> target_8 = (bit<32>)target_7;
                bit<32> alpha_4 = (bit<32>)a_Alpha_4;
                // dcqcn.(*Rates).Cut
                bit<32> t_889 = (32w0x9C40 > target_8) ? 32w0x9C40 : target_8;
                bit<32> s_React_RT_41 = (32w0x5F5E100 < t_889) ? 32w0x5F5E100 : t_889;
                bit<32> keep_4 = 32w0x20000 - alpha_4;
                bit<32> rc_4 = (bit<32>)((t_885 * ((bit<64>)keep_4)) >> 8w17);
                bit<32> s_React_RC_44 = (32w0x9C40 > rc_4) ? 32w0x9C40 : rc_4;
                // dcqcn.(*Rates).restart
                bit<8> s_React_Flags_48 = s_React_Flags_47 | dcqcn_FlagIncrease;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> s_React_RC_45 = (s_React_RT_41 < s_React_RC_44) ? s_React_RT_41 : s_React_RC_44;
                // dolcerc.cnp[[4]bandit.Arm]
                bit<8> did_8 = did_7 | dcqcn_DidCut;
                bit<32> s_React_RC_46 = t_872 ? s_React_RC_43 : s_React_RC_45;
                bit<32> s_React_RT_42 = t_872 ? s_React_RT_40 : s_React_RT_41;
                bit<32> s_React_Bytes_30 = t_872 ? s_React_Bytes_29 : 32w0;
                bit<32> s_React_IncreaseAt_5 = t_872 ? s_React_IncreaseAt_4 : s_React_IncreaseAt_1;
                bit<8> s_React_TimeStage_5 = t_872 ? s_React_TimeStage_4 : 8w0;
                bit<8> s_React_ByteStage_28 = t_872 ? s_React_ByteStage_27 : 8w0;
                bit<8> s_React_Flags_49 = t_872 ? s_React_Flags_46 : s_React_Flags_48;
                bit<8> did_9 = t_872 ? did_7 : did_8;
                bool t_896 = 16w3 == count_1;
                // dcqcn.(*Rates).Notice
                bit<8> s_React_Flags_50 = s_React_Flags_49 | dcqcn_FlagSeen;
                // dolcerc.cut[[4]bandit.Arm]
                bit<8> t_898 = (s_React_Flags_50 & dolcerc_armMask) >> 8w4;
                bool t_899 = t_898 == 8w3;
                bool t_902 = t_898 == 8w2;
                bool t_905 = t_898 == 8w1;
                bit<16> t_906 = t_905 ? 16w0x5241 : (t_902 ? 16w0x2034 : (t_899 ? 16w0x4A51 : 16w0));
                bit<16> t_907 = t_905 ? 16w0x7588 : (t_902 ? 16w0x8000 : (t_899 ? 16w0x8CCD : 16w0));
                bool t_908 = t_898 == 8w0;
                bit<16> a_Alpha_5 = t_908 ? 16w0xC674 : t_906;
                bit<16> a_Beta_5 = t_908 ? 16w0x599A : t_907;
                bit<64> t_909 = (bit<64>)s_React_RC_46;
                bit<64> target_9 = (t_909 * ((bit<64>)a_Beta_5)) >> 8w15;
                bit<32> target_10 = (bit<32>)target_9;
                bit<32> alpha_5 = (bit<32>)a_Alpha_5;
                // dcqcn.(*Rates).Cut
                bit<32> t_913 = (32w0x9C40 > target_10) ? 32w0x9C40 : target_10;
                bit<32> s_React_RT_43 = (32w0x5F5E100 < t_913) ? 32w0x5F5E100 : t_913;
                bit<32> keep_5 = 32w0x20000 - alpha_5;
                bit<32> rc_5 = (bit<32>)((t_909 * ((bit<64>)keep_5)) >> 8w17);
                bit<32> s_React_RC_47 = (32w0x9C40 > rc_5) ? 32w0x9C40 : rc_5;
                // dcqcn.(*Rates).restart
                bit<8> s_React_Flags_51 = s_React_Flags_50 | dcqcn_FlagIncrease;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> s_React_RC_48 = (s_React_RT_43 < s_React_RC_47) ? s_React_RT_43 : s_React_RC_47;
                // dolcerc.cnp[[4]bandit.Arm]
                bit<8> did_10 = did_9 | dcqcn_DidCut;
                bit<32> s_React_RC_49 = t_896 ? s_React_RC_46 : s_React_RC_48;
                bit<32> s_React_RT_44 = t_896 ? s_React_RT_42 : s_React_RT_43;
                bit<32> s_React_Bytes_31 = t_896 ? s_React_Bytes_30 : 32w0;
                bit<32> s_React_IncreaseAt_6 = t_896 ? s_React_IncreaseAt_5 : s_React_IncreaseAt_1;
                bit<8> s_React_TimeStage_6 = t_896 ? s_React_TimeStage_5 : 8w0;
                bit<8> s_React_ByteStage_29 = t_896 ? s_React_ByteStage_28 : 8w0;
                bit<8> s_React_Flags_52 = t_896 ? s_React_Flags_49 : s_React_Flags_51;
                bit<8> did_11 = t_896 ? did_9 : did_10;
                bool t_920 = 16w4 == count_1;
                // dcqcn.(*Rates).Notice
                bit<8> s_React_Flags_53 = s_React_Flags_52 | dcqcn_FlagSeen;
                // dolcerc.cut[[4]bandit.Arm]
                bit<8> t_922 = (s_React_Flags_53 & dolcerc_armMask) >> 8w4;
                bool t_923 = t_922 == 8w3;
                bool t_926 = t_922 == 8w2;
                bool t_929 = t_922 == 8w1;
                bit<16> t_930 = t_929 ? 16w0x5241 : (t_926 ? 16w0x2034 : (t_923 ? 16w0x4A51 : 16w0));
                bit<16> t_931 = t_929 ? 16w0x7588 : (t_926 ? 16w0x8000 : (t_923 ? 16w0x8CCD : 16w0));
                bool t_932 = t_922 == 8w0;
                bit<16> a_Alpha_6 = t_932 ? 16w0xC674 : t_930;
                bit<16> a_Beta_6 = t_932 ? 16w0x599A : t_931;
                bit<64> t_933 = (bit<64>)s_React_RC_49;
                bit<64> target_11 = (t_933 * ((bit<64>)a_Beta_6)) >> 8w15;
                bit<32> target_12 = (bit<32>)target_11;
                bit<32> alpha_6 = (bit<32>)a_Alpha_6;
                // dcqcn.(*Rates).Cut
                bit<32> t_937 = (32w0x9C40 > target_12) ? 32w0x9C40 : target_12;
                bit<32> s_React_RT_45 = (32w0x5F5E100 < t_937) ? 32w0x5F5E100 : t_937;
                bit<32> keep_6 = 32w0x20000 - alpha_6;
                bit<32> rc_6 = (bit<32>)((t_933 * ((bit<64>)keep_6)) >> 8w17);
                bit<32> s_React_RC_50 = (32w0x9C40 > rc_6) ? 32w0x9C40 : rc_6;
                // dcqcn.(*Rates).restart
                bit<8> s_React_Flags_54 = s_React_Flags_53 | dcqcn_FlagIncrease;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> s_React_RC_51 = (s_React_RT_45 < s_React_RC_50) ? s_React_RT_45 : s_React_RC_50;
                // dolcerc.cnp[[4]bandit.Arm]
                bit<8> did_12 = did_11 | dcqcn_DidCut;
                bit<32> s_React_RC_52 = t_920 ? s_React_RC_49 : s_React_RC_51;
                bit<32> s_React_RT_46 = t_920 ? s_React_RT_44 : s_React_RT_45;
                bit<32> s_React_Bytes_32 = t_920 ? s_React_Bytes_31 : 32w0;
                bit<32> s_React_IncreaseAt_7 = t_920 ? s_React_IncreaseAt_6 : s_React_IncreaseAt_1;
                bit<8> s_React_TimeStage_7 = t_920 ? s_React_TimeStage_6 : 8w0;
                bit<8> s_React_ByteStage_30 = t_920 ? s_React_ByteStage_29 : 8w0;
                bit<8> s_React_Flags_55 = t_920 ? s_React_Flags_52 : s_React_Flags_54;
                bit<8> did_13 = t_920 ? did_11 : did_12;
                bool t_944 = 16w5 == count_1;
                // dcqcn.(*Rates).Notice
                bit<8> s_React_Flags_56 = s_React_Flags_55 | dcqcn_FlagSeen;
                // dolcerc.cut[[4]bandit.Arm]
                bit<8> t_946 = (s_React_Flags_56 & dolcerc_armMask) >> 8w4;
                bool t_947 = t_946 == 8w3;
                bool t_950 = t_946 == 8w2;
                bool t_953 = t_946 == 8w1;
                bit<16> t_954 = t_953 ? 16w0x5241 : (t_950 ? 16w0x2034 : (t_947 ? 16w0x4A51 : 16w0));
                bit<16> t_955 = t_953 ? 16w0x7588 : (t_950 ? 16w0x8000 : (t_947 ? 16w0x8CCD : 16w0));
                bool t_956 = t_946 == 8w0;
                bit<16> a_Alpha_7 = t_956 ? 16w0xC674 : t_954;
                bit<16> a_Beta_7 = t_956 ? 16w0x599A : t_955;
                bit<64> t_957 = (bit<64>)s_React_RC_52;
                bit<64> target_13 = (t_957 * ((bit<64>)a_Beta_7)) >> 8w15;
                bit<32> target_14 = (bit<32>)target_13;
                bit<32> alpha_7 = (bit<32>)a_Alpha_7;
                // dcqcn.(*Rates).Cut
                bit<32> t_961 = (32w0x9C40 > target_14) ? 32w0x9C40 : target_14;
                bit<32> s_React_RT_47 = (32w0x5F5E100 < t_961) ? 32w0x5F5E100 : t_961;
                bit<32> keep_7 = 32w0x20000 - alpha_7;
                bit<32> rc_7 = (bit<32>)((t_957 * ((bit<64>)keep_7)) >> 8w17);
                bit<32> s_React_RC_53 = (32w0x9C40 > rc_7) ? 32w0x9C40 : rc_7;
                // dcqcn.(*Rates).restart
                bit<8> s_React_Flags_57 = s_React_Flags_56 | dcqcn_FlagIncrease;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> s_React_RC_54 = (s_React_RT_47 < s_React_RC_53) ? s_React_RT_47 : s_React_RC_53;
                // dolcerc.cnp[[4]bandit.Arm]
                bit<8> did_14 = did_13 | dcqcn_DidCut;
                bit<32> s_React_RC_55 = t_944 ? s_React_RC_52 : s_React_RC_54;
                bit<32> s_React_RT_48 = t_944 ? s_React_RT_46 : s_React_RT_47;
                bit<32> s_React_Bytes_33 = t_944 ? s_React_Bytes_32 : 32w0;
                bit<32> s_React_IncreaseAt_8 = t_944 ? s_React_IncreaseAt_7 : s_React_IncreaseAt_1;
                bit<8> s_React_TimeStage_8 = t_944 ? s_React_TimeStage_7 : 8w0;
                bit<8> s_React_ByteStage_31 = t_944 ? s_React_ByteStage_30 : 8w0;
                bit<8> s_React_Flags_58 = t_944 ? s_React_Flags_55 : s_React_Flags_57;
                bit<8> did_15 = t_944 ? did_13 : did_14;
                bool t_968 = 16w6 == count_1;
                // dcqcn.(*Rates).Notice
                bit<8> s_React_Flags_59 = s_React_Flags_58 | dcqcn_FlagSeen;
                // dolcerc.cut[[4]bandit.Arm]
                bit<8> t_970 = (s_React_Flags_59 & dolcerc_armMask) >> 8w4;
                bool t_971 = t_970 == 8w3;
                bool t_974 = t_970 == 8w2;
                bool t_977 = t_970 == 8w1;
                bit<16> t_978 = t_977 ? 16w0x5241 : (t_974 ? 16w0x2034 : (t_971 ? 16w0x4A51 : 16w0));
                bit<16> t_979 = t_977 ? 16w0x7588 : (t_974 ? 16w0x8000 : (t_971 ? 16w0x8CCD : 16w0));
                bool t_980 = t_970 == 8w0;
                bit<16> a_Alpha_8 = t_980 ? 16w0xC674 : t_978;
                bit<16> a_Beta_8 = t_980 ? 16w0x599A : t_979;
                bit<64> t_981 = (bit<64>)s_React_RC_55;
                bit<64> target_15 = (t_981 * ((bit<64>)a_Beta_8)) >> 8w15;
                bit<32> target_16 = (bit<32>)target_15;
                bit<32> alpha_8 = (bit<32>)a_Alpha_8;
                // dcqcn.(*Rates).Cut
                bit<32> t_985 = (32w0x9C40 > target_16) ? 32w0x9C40 : target_16;
                bit<32> s_React_RT_49 = (32w0x5F5E100 < t_985) ? 32w0x5F5E100 : t_985;
                bit<32> keep_8 = 32w0x20000 - alpha_8;
                bit<32> rc_8 = (bit<32>)((t_981 * ((bit<64>)keep_8)) >> 8w17);
                bit<32> s_React_RC_56 = (32w0x9C40 > rc_8) ? 32w0x9C40 : rc_8;
                // dcqcn.(*Rates).restart
                bit<8> s_React_Flags_60 = s_React_Flags_59 | dcqcn_FlagIncrease;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> s_React_RC_57 = (s_React_RT_49 < s_React_RC_56) ? s_React_RT_49 : s_React_RC_56;
                // dolcerc.cnp[[4]bandit.Arm]
                bit<8> did_16 = did_15 | dcqcn_DidCut;
                bit<32> s_React_RC_58 = t_968 ? s_React_RC_55 : s_React_RC_57;
                bit<32> s_React_RT_50 = t_968 ? s_React_RT_48 : s_React_RT_49;
                bit<32> s_React_Bytes_34 = t_968 ? s_React_Bytes_33 : 32w0;
                bit<32> s_React_IncreaseAt_9 = t_968 ? s_React_IncreaseAt_8 : s_React_IncreaseAt_1;
                bit<8> s_React_TimeStage_9 = t_968 ? s_React_TimeStage_8 : 8w0;
                bit<8> s_React_ByteStage_32 = t_968 ? s_React_ByteStage_31 : 8w0;
                bit<8> s_React_Flags_61 = t_968 ? s_React_Flags_58 : s_React_Flags_60;
                bit<8> did_17 = t_968 ? did_15 : did_16;
                bool t_992 = 16w7 == count_1;
                // dcqcn.(*Rates).Notice
                bit<8> s_React_Flags_62 = s_React_Flags_61 | dcqcn_FlagSeen;
                // dolcerc.cut[[4]bandit.Arm]
                bit<8> t_994 = (s_React_Flags_62 & dolcerc_armMask) >> 8w4;
                bool t_995 = t_994 == 8w3;
                bool t_998 = t_994 == 8w2;
                bool t_1001 = t_994 == 8w1;
                bit<16> t_1002 = t_1001 ? 16w0x5241 : (t_998 ? 16w0x2034 : (t_995 ? 16w0x4A51 : 16w0));
                bit<16> t_1003 = t_1001 ? 16w0x7588 : (t_998 ? 16w0x8000 : (t_995 ? 16w0x8CCD : 16w0));
                bool t_1004 = t_994 == 8w0;
                bit<16> a_Alpha_9 = t_1004 ? 16w0xC674 : t_1002;
                bit<16> a_Beta_9 = t_1004 ? 16w0x599A : t_1003;
                bit<64> t_1005 = (bit<64>)s_React_RC_58;
                bit<64> target_17 = (t_1005 * ((bit<64>)a_Beta_9)) >> 8w15;
                bit<32> target_18 = (bit<32>)target_17;
                bit<32> alpha_9 = (bit<32>)a_Alpha_9;
                // dcqcn.(*Rates).Cut
                bit<32> t_1009 = (32w0x9C40 > target_18) ? 32w0x9C40 : target_18;
                bit<32> s_React_RT_51 = (32w0x5F5E100 < t_1009) ? 32w0x5F5E100 : t_1009;
                bit<32> keep_9 = 32w0x20000 - alpha_9;
                bit<32> rc_9 = (bit<32>)((t_1005 * ((bit<64>)keep_9)) >> 8w17);
                bit<32> s_React_RC_59 = (32w0x9C40 > rc_9) ? 32w0x9C40 : rc_9;
                // dcqcn.(*Rates).restart
                bit<8> s_React_Flags_63 = s_React_Flags_62 | dcqcn_FlagIncrease;
                // dolcerc.cut[[4]bandit.Arm]
                bit<32> s_React_RC_60 = (s_React_RT_51 < s_React_RC_59) ? s_React_RT_51 : s_React_RC_59;
                // dolcerc.cnp[[4]bandit.Arm]
                bit<8> did_18 = did_17 | dcqcn_DidCut;
                bit<32> s_React_RC_61 = t_992 ? s_React_RC_58 : s_React_RC_60;
                bit<32> s_React_RT_52 = t_992 ? s_React_RT_50 : s_React_RT_51;
                bit<32> s_React_Bytes_35 = t_992 ? s_React_Bytes_34 : 32w0;
                bit<32> s_React_IncreaseAt_10 = t_992 ? s_React_IncreaseAt_9 : s_React_IncreaseAt_1;
                bit<8> s_React_TimeStage_10 = t_992 ? s_React_TimeStage_9 : 8w0;
                bit<8> s_React_ByteStage_33 = t_992 ? s_React_ByteStage_32 : 8w0;
                bit<8> s_React_Flags_64 = t_992 ? s_React_Flags_61 : s_React_Flags_63;
                bit<8> did_19 = t_992 ? did_17 : did_18;
                bit<32> s_React_RC_62 = t_968 ? s_React_RC_55 : s_React_RC_61;
                bit<32> s_React_RT_53 = t_968 ? s_React_RT_48 : s_React_RT_52;
                bit<32> s_React_Bytes_36 = t_968 ? s_React_Bytes_33 : s_React_Bytes_35;
                bit<32> s_React_IncreaseAt_11 = t_968 ? s_React_IncreaseAt_8 : s_React_IncreaseAt_10;
                bit<8> s_React_TimeStage_11 = t_968 ? s_React_TimeStage_8 : s_React_TimeStage_10;
                bit<8> s_React_ByteStage_34 = t_968 ? s_React_ByteStage_31 : s_React_ByteStage_33;
                bit<8> s_React_Flags_65 = t_968 ? s_React_Flags_58 : s_React_Flags_64;
                bit<8> did_20 = t_968 ? did_15 : did_19;
                bit<32> s_React_RC_63 = t_944 ? s_React_RC_52 : s_React_RC_62;
                bit<32> s_React_RT_54 = t_944 ? s_React_RT_46 : s_React_RT_53;
                bit<32> s_React_Bytes_37 = t_944 ? s_React_Bytes_32 : s_React_Bytes_36;
                bit<32> s_React_IncreaseAt_12 = t_944 ? s_React_IncreaseAt_7 : s_React_IncreaseAt_11;
                bit<8> s_React_TimeStage_12 = t_944 ? s_React_TimeStage_7 : s_React_TimeStage_11;
                bit<8> s_React_ByteStage_35 = t_944 ? s_React_ByteStage_30 : s_React_ByteStage_34;
                bit<8> s_React_Flags_66 = t_944 ? s_React_Flags_55 : s_React_Flags_65;
                bit<8> did_21 = t_944 ? did_13 : did_20;
                bit<32> s_React_RC_64 = t_920 ? s_React_RC_49 : s_React_RC_63;
                bit<32> s_React_RT_55 = t_920 ? s_React_RT_44 : s_React_RT_54;
                bit<32> s_React_Bytes_38 = t_920 ? s_React_Bytes_31 : s_React_Bytes_37;
                bit<32> s_React_IncreaseAt_13 = t_920 ? s_React_IncreaseAt_6 : s_React_IncreaseAt_12;
                bit<8> s_React_TimeStage_13 = t_920 ? s_React_TimeStage_6 : s_React_TimeStage_12;
                bit<8> s_React_ByteStage_36 = t_920 ? s_React_ByteStage_29 : s_React_ByteStage_35;
                bit<8> s_React_Flags_67 = t_920 ? s_React_Flags_52 : s_React_Flags_66;
                bit<8> did_22 = t_920 ? did_11 : did_21;
                bit<32> s_React_RC_65 = t_896 ? s_React_RC_46 : s_React_RC_64;
                bit<32> s_React_RT_56 = t_896 ? s_React_RT_42 : s_React_RT_55;
                bit<32> s_React_Bytes_39 = t_896 ? s_React_Bytes_30 : s_React_Bytes_38;
                bit<32> s_React_IncreaseAt_14 = t_896 ? s_React_IncreaseAt_5 : s_React_IncreaseAt_13;
                bit<8> s_React_TimeStage_14 = t_896 ? s_React_TimeStage_5 : s_React_TimeStage_13;
                bit<8> s_React_ByteStage_37 = t_896 ? s_React_ByteStage_28 : s_React_ByteStage_36;
                bit<8> s_React_Flags_68 = t_896 ? s_React_Flags_49 : s_React_Flags_67;
                bit<8> did_23 = t_896 ? did_9 : did_22;
                bit<32> s_React_RC_66 = t_872 ? s_React_RC_43 : s_React_RC_65;
                bit<32> s_React_RT_57 = t_872 ? s_React_RT_40 : s_React_RT_56;
                bit<32> s_React_Bytes_40 = t_872 ? s_React_Bytes_29 : s_React_Bytes_39;
                bit<32> s_React_IncreaseAt_15 = t_872 ? s_React_IncreaseAt_4 : s_React_IncreaseAt_14;
                bit<8> s_React_TimeStage_15 = t_872 ? s_React_TimeStage_4 : s_React_TimeStage_14;
                bit<8> s_React_ByteStage_38 = t_872 ? s_React_ByteStage_27 : s_React_ByteStage_37;
                bit<8> s_React_Flags_69 = t_872 ? s_React_Flags_46 : s_React_Flags_68;
                bit<8> did_24 = t_872 ? did_7 : did_23;
                bit<32> s_React_RC_67 = t_848 ? s_React_RC_40 : s_React_RC_66;
                bit<32> s_React_RT_58 = t_848 ? s_React_RT_38 : s_React_RT_57;
                bit<32> s_React_Bytes_41 = t_848 ? s_React_Bytes_28 : s_React_Bytes_40;
                bit<32> s_React_IncreaseAt_16 = t_848 ? s_React_IncreaseAt_3 : s_React_IncreaseAt_15;
                bit<8> s_React_TimeStage_16 = t_848 ? s_React_TimeStage_3 : s_React_TimeStage_15;
                bit<8> s_React_ByteStage_39 = t_848 ? s_React_ByteStage_26 : s_React_ByteStage_38;
                bit<8> s_React_Flags_70 = t_848 ? s_React_Flags_43 : s_React_Flags_69;
                bit<8> did_25 = t_848 ? did_5 : did_24;
                bit<32> s_React_RC_68 = t_825 ? meta.s_React_RC : s_React_RC_67;
                bit<32> s_React_RT_59 = t_825 ? meta.s_React_RT : s_React_RT_58;
                bit<32> s_React_Bytes_42 = t_825 ? meta.s_React_Bytes : s_React_Bytes_41;
                bit<32> s_React_IncreaseAt_17 = t_825 ? meta.s_React_IncreaseAt : s_React_IncreaseAt_16;
                bit<8> s_React_TimeStage_17 = t_825 ? meta.s_React_TimeStage : s_React_TimeStage_16;
                bit<8> s_React_ByteStage_40 = t_825 ? meta.s_React_ByteStage : s_React_ByteStage_39;
                bit<8> s_React_Flags_71 = t_825 ? s_React_Flags_40 : s_React_Flags_70;
                bit<8> did_26 = t_825 ? did_3 : did_25;
                // dolcerc.Step[[4]bandit.Arm]
                bit<16> s_Learn_Arm_0_Mean_4 = t_278 ? s_Learn_Arm_0_Mean_3 : meta.s_Learn_Arm_0_Mean;
                bit<16> s_Learn_Arm_0_Count_6 = t_278 ? s_Learn_Arm_0_Count_5 : meta.s_Learn_Arm_0_Count;
                bit<16> s_Learn_Arm_1_Mean_4 = t_278 ? s_Learn_Arm_1_Mean_3 : meta.s_Learn_Arm_1_Mean;
                bit<16> s_Learn_Arm_1_Count_6 = t_278 ? s_Learn_Arm_1_Count_5 : meta.s_Learn_Arm_1_Count;
                bit<16> s_Learn_Arm_2_Mean_4 = t_278 ? s_Learn_Arm_2_Mean_3 : meta.s_Learn_Arm_2_Mean;
                bit<16> s_Learn_Arm_2_Count_6 = t_278 ? s_Learn_Arm_2_Count_5 : meta.s_Learn_Arm_2_Count;
                bit<16> s_Learn_Arm_3_Mean_4 = t_278 ? s_Learn_Arm_3_Mean_3 : meta.s_Learn_Arm_3_Mean;
                bit<16> s_Learn_Arm_3_Count_6 = t_278 ? s_Learn_Arm_3_Count_5 : meta.s_Learn_Arm_3_Count;
                bit<32> s_Learn_Rest_10 = t_278 ? s_Learn_Rest_9 : meta.s_Learn_Rest;
                bit<32> s_React_RC_69 = t_278 ? s_React_RC_68 : meta.s_React_RC;
                bit<32> s_React_RT_60 = t_278 ? s_React_RT_59 : meta.s_React_RT;
                bit<32> s_React_Bytes_43 = t_278 ? s_React_Bytes_42 : meta.s_React_Bytes;
                bit<32> s_React_IncreaseAt_18 = t_278 ? s_React_IncreaseAt_17 : meta.s_React_IncreaseAt;
                bit<8> s_React_TimeStage_18 = t_278 ? s_React_TimeStage_17 : meta.s_React_TimeStage;
                bit<8> s_React_ByteStage_41 = t_278 ? s_React_ByteStage_40 : meta.s_React_ByteStage;
                bit<8> s_React_Flags_72 = t_278 ? s_React_Flags_71 : meta.s_React_Flags;
                bit<32> s_LastQualified_2 = t_278 ? s_LastQualified_1 : meta.s_LastQualified;
                bit<8> did_27 = t_278 ? did_26 : 8w0;
                bit<16> s_Learn_Arm_0_Mean_5 = t_47 ? meta.s_Learn_Arm_0_Mean : s_Learn_Arm_0_Mean_4;
                bit<16> s_Learn_Arm_0_Count_7 = t_47 ? meta.s_Learn_Arm_0_Count : s_Learn_Arm_0_Count_6;
                bit<16> s_Learn_Arm_1_Mean_5 = t_47 ? meta.s_Learn_Arm_1_Mean : s_Learn_Arm_1_Mean_4;
                bit<16> s_Learn_Arm_1_Count_7 = t_47 ? meta.s_Learn_Arm_1_Count : s_Learn_Arm_1_Count_6;
                bit<16> s_Learn_Arm_2_Mean_5 = t_47 ? meta.s_Learn_Arm_2_Mean : s_Learn_Arm_2_Mean_4;
                bit<16> s_Learn_Arm_2_Count_7 = t_47 ? meta.s_Learn_Arm_2_Count : s_Learn_Arm_2_Count_6;
                bit<16> s_Learn_Arm_3_Mean_5 = t_47 ? meta.s_Learn_Arm_3_Mean : s_Learn_Arm_3_Mean_4;
                bit<16> s_Learn_Arm_3_Count_7 = t_47 ? meta.s_Learn_Arm_3_Count : s_Learn_Arm_3_Count_6;
                bit<32> s_Learn_Rest_11 = t_47 ? s_Learn_Rest_3 : s_Learn_Rest_10;
                bit<32> s_React_RC_70 = t_47 ? s_React_RC_37 : s_React_RC_69;
                bit<32> s_React_RT_61 = t_47 ? s_React_RT_36 : s_React_RT_60;
                bit<32> s_React_Bytes_44 = t_47 ? s_React_Bytes_27 : s_React_Bytes_43;
                bit<32> s_React_IncreaseAt_19 = t_47 ? meta.s_React_IncreaseAt : s_React_IncreaseAt_18;
                bit<8> s_React_TimeStage_19 = t_47 ? meta.s_React_TimeStage : s_React_TimeStage_18;
                bit<8> s_React_ByteStage_42 = t_47 ? s_React_ByteStage_25 : s_React_ByteStage_41;
                bit<8> s_React_Flags_73 = t_47 ? s_React_Flags_38 : s_React_Flags_72;
                bit<32> s_LastQualified_3 = t_47 ? meta.s_LastQualified : s_LastQualified_2;
                bit<8> did_28 = t_47 ? did_2 : did_27;
                bit<16> s_Learn_Arm_0_Mean_6 = t_26 ? meta.s_Learn_Arm_0_Mean : s_Learn_Arm_0_Mean_5;
                bit<16> s_Learn_Arm_0_Count_8 = t_26 ? meta.s_Learn_Arm_0_Count : s_Learn_Arm_0_Count_7;
                bit<16> s_Learn_Arm_1_Mean_6 = t_26 ? meta.s_Learn_Arm_1_Mean : s_Learn_Arm_1_Mean_5;
                bit<16> s_Learn_Arm_1_Count_8 = t_26 ? meta.s_Learn_Arm_1_Count : s_Learn_Arm_1_Count_7;
                bit<16> s_Learn_Arm_2_Mean_6 = t_26 ? meta.s_Learn_Arm_2_Mean : s_Learn_Arm_2_Mean_5;
                bit<16> s_Learn_Arm_2_Count_8 = t_26 ? meta.s_Learn_Arm_2_Count : s_Learn_Arm_2_Count_7;
                bit<16> s_Learn_Arm_3_Mean_6 = t_26 ? meta.s_Learn_Arm_3_Mean : s_Learn_Arm_3_Mean_5;
                bit<16> s_Learn_Arm_3_Count_8 = t_26 ? meta.s_Learn_Arm_3_Count : s_Learn_Arm_3_Count_7;
                bit<32> s_Learn_Rest_12 = t_26 ? meta.s_Learn_Rest : s_Learn_Rest_11;
                bit<32> s_React_RC_71 = t_26 ? s_React_RC_5 : s_React_RC_70;
                bit<32> s_React_RT_62 = t_26 ? s_React_RT_4 : s_React_RT_61;
                bit<32> s_React_Bytes_45 = t_26 ? meta.s_React_Bytes : s_React_Bytes_44;
                bit<32> s_React_IncreaseAt_20 = t_26 ? s_React_IncreaseAt_1 : s_React_IncreaseAt_19;
                bit<8> s_React_TimeStage_20 = t_26 ? s_React_TimeStage_2 : s_React_TimeStage_19;
                bit<8> s_React_ByteStage_43 = t_26 ? meta.s_React_ByteStage : s_React_ByteStage_42;
                bit<8> s_React_Flags_74 = t_26 ? s_React_Flags_7 : s_React_Flags_73;
                bit<32> s_LastQualified_4 = t_26 ? meta.s_LastQualified : s_LastQualified_3;
                bit<8> did_29 = t_26 ? dcqcn_DidIncrease : did_28;
                bit<16> s_Learn_Arm_0_Mean_7 = t_1 ? meta.s_Learn_Arm_0_Mean : s_Learn_Arm_0_Mean_6;
                bit<16> s_Learn_Arm_0_Count_9 = t_1 ? meta.s_Learn_Arm_0_Count : s_Learn_Arm_0_Count_8;
                bit<16> s_Learn_Arm_1_Mean_7 = t_1 ? meta.s_Learn_Arm_1_Mean : s_Learn_Arm_1_Mean_6;
                bit<16> s_Learn_Arm_1_Count_9 = t_1 ? meta.s_Learn_Arm_1_Count : s_Learn_Arm_1_Count_8;
                bit<16> s_Learn_Arm_2_Mean_7 = t_1 ? meta.s_Learn_Arm_2_Mean : s_Learn_Arm_2_Mean_6;
                bit<16> s_Learn_Arm_2_Count_9 = t_1 ? meta.s_Learn_Arm_2_Count : s_Learn_Arm_2_Count_8;
                bit<16> s_Learn_Arm_3_Mean_7 = t_1 ? meta.s_Learn_Arm_3_Mean : s_Learn_Arm_3_Mean_6;
                bit<16> s_Learn_Arm_3_Count_9 = t_1 ? meta.s_Learn_Arm_3_Count : s_Learn_Arm_3_Count_8;
                bit<32> s_Learn_Rest_13 = t_1 ? meta.s_Learn_Rest : s_Learn_Rest_12;
                bit<32> s_React_RC_72 = t_1 ? s_React_RC_3 : s_React_RC_71;
                bit<32> s_React_RT_63 = t_1 ? s_React_RT_2 : s_React_RT_62;
                bit<32> s_React_Bytes_46 = t_1 ? s_React_Bytes_1 : s_React_Bytes_45;
                bit<32> s_React_IncreaseAt_21 = t_1 ? s_React_IncreaseAt_2 : s_React_IncreaseAt_20;
                bit<32> s_React_CutAt_3 = t_1 ? s_React_CutAt_2 : meta.s_React_CutAt;
                bit<8> s_React_TimeStage_21 = t_1 ? s_React_TimeStage_1 : s_React_TimeStage_20;
                bit<8> s_React_ByteStage_44 = t_1 ? s_React_ByteStage_1 : s_React_ByteStage_43;
                bit<8> s_React_Flags_75 = t_1 ? s_React_Flags_5 : s_React_Flags_74;
                bit<32> s_LastQualified_5 = t_1 ? meta.s_LastQualified : s_LastQualified_4;
                bit<8> did_30 = t_1 ? did_1 : did_29;
                bit<8> did_31 = did_30 | dcqcn_DidChange;
                bit<8> did_32 = (s_React_RC_72 != meta.s_React_RC) ? did_31 : did_30;
                hdr.output.Rate = s_React_RC_72;
                hdr.output.Did = did_32;
                hdr.after.Learn_Arm_0_Mean = s_Learn_Arm_0_Mean_7;
                hdr.after.Learn_Arm_0_Count = s_Learn_Arm_0_Count_9;
                hdr.after.Learn_Arm_1_Mean = s_Learn_Arm_1_Mean_7;
                hdr.after.Learn_Arm_1_Count = s_Learn_Arm_1_Count_9;
                hdr.after.Learn_Arm_2_Mean = s_Learn_Arm_2_Mean_7;
                hdr.after.Learn_Arm_2_Count = s_Learn_Arm_2_Count_9;
                hdr.after.Learn_Arm_3_Mean = s_Learn_Arm_3_Mean_7;
                hdr.after.Learn_Arm_3_Count = s_Learn_Arm_3_Count_9;
                hdr.after.Learn_Rest = s_Learn_Rest_13;
                hdr.after.React_RC = s_React_RC_72;
                hdr.after.React_RT = s_React_RT_63;
                hdr.after.React_Bytes = s_React_Bytes_46;
                hdr.after.React_IncreaseAt = s_React_IncreaseAt_21;
                hdr.after.React_CutAt = s_React_CutAt_3;
                hdr.after.React_TimeStage = s_React_TimeStage_21;
                hdr.after.React_ByteStage = s_React_ByteStage_44;
                hdr.after.React_Flags = s_React_Flags_75;
                hdr.after.React_Own = meta.s_React_Own;
                hdr.after.LastQualified = s_LastQualified_5;
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
