// dolcercplus4: P4_16 for v1model, made from Go source. Do not edit.
//
// Command:
//   ccgen p4 dolcercplus4 --profile paper
// Parameters: constants. Profile paper at 100G
//   Learn.Period = 266
//   Learn.BlockShift = 8
//   Learn.CountShift = 3
//   Learn.GrowthPerStep = 881454
//   Learn.AgeBlock = 62265
//   Learn.AgeRest = 65405
//   Learn.Gamma = 4294108302
//   Learn.LogPerStep = 77462
//   Learn.XiLn2 = 22718
//   LinkRate = 100000000
//   MinRate = 1000
//   NsPerByte = 1342177
//   BaseDelay = 8000
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
//   (hash) dolcercplus/doc.go
//   (hash) dolcercplus/instances.go
//   (hash) dolcercplus/state.go
//   (hash) dolcercplus/step.go

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

const bit<32> bandit_iterationMask = 32w4095;
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

// Event is the arrival of the ACK of a whole message, with what it brings back
// (figure 7).
header event_t {
    // Now is when the ACK came.
    bit<32> Now;
    // Departed is when the message's first packet left.
    bit<32> Departed;
    // Bytes is the length of the message; more than 2^30 count as 2^30.
    bit<32> Bytes;
    // Iteration is the number that the message carried.
    bit<16> Iteration;
    // ECNRatio is the share of the message's packets that were marked, UQ0.16,
    // 0xFFFF for all; 0 from a receiver that does not report it.
    bit<16> ECNRatio;
    // Arm is the arm that sent the message, "MAB decision" in the paper; K and above
    // are ignored.
    bit<8> Arm;
}

// Output is what the next message is to be sent with.
header output_t {
    // Rate is its rate, kb/s: LinkRate >> (K-1-Arm), at least MinRate.
    bit<32> Rate;
    // Reward is that of the acknowledged message, UQ0.16, 0xFFFF for 1, for logs.
    bit<16> Reward;
    // Iteration is the number that it carries.
    bit<16> Iteration;
    // Arm is the arm that it carries.
    bit<8> Arm;
}

// State4 is the state for 4 arms: 24 bytes.
header state_t {
    // Learn is the bandit's state. Its pending ECN counts play no part.
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
    // Iteration is t modulo 2^16, the number that the next message carries.
    bit<16> Iteration;
    // Arm is the arm of the next message.
    bit<8> Arm;
    // Lost is the count of ACKs that named an arm out of range and were ignored; it
    // saturates at 255.
    bit<8> Lost;
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
    bit<16> s_Iteration;
    bit<8> s_Arm;
    bit<8> s_Lost;
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
    register<bit<16>>(CONNECTIONS) state_Iteration;
    register<bit<8>>(CONNECTIONS) state_Arm;
    register<bit<8>>(CONNECTIONS) state_Lost;
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
        state_Iteration.read(meta.s_Iteration, meta.connection);
        state_Arm.read(meta.s_Arm, meta.connection);
        state_Lost.read(meta.s_Lost, meta.connection);
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
        state_Iteration.write(meta.connection, hdr.after.Iteration);
        state_Arm.write(meta.connection, hdr.after.Arm);
        state_Lost.write(meta.connection, hdr.after.Lost);
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
        hdr.after.Iteration = meta.s_Iteration;
        hdr.after.Arm = meta.s_Arm;
        hdr.after.Lost = meta.s_Lost;
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
    bit<32> t_9;
    bit<32> LeadingZeros32_key_1;
    action LeadingZeros32_set_1(bit<32> value) {
        t_9 = value;
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
    bit<32> t_90;
    bit<32> LeadingZeros32_key_2;
    action LeadingZeros32_set_2(bit<32> value) {
        t_90 = value;
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
    bit<32> Len32_key_2;
    action Len32_set_2(bit<32> value) {
        l_1 = value;
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
    int<64> t_188;
    bit<6> logSum_key_1;
    action logSum_set_1(bit<64> value) {
        t_188 = (int<64>)value;
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
    int<64> t_189;
    bit<7> logSum_key_2;
    action logSum_set_2(bit<64> value) {
        t_189 = (int<64>)value;
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
    bit<32> t_213;
    bit<32> LeadingZeros32_key_3;
    action LeadingZeros32_set_3(bit<32> value) {
        t_213 = value;
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
    bit<32> t_238;
    bit<32> LeadingZeros32_key_4;
    action LeadingZeros32_set_4(bit<32> value) {
        t_238 = value;
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
    bit<32> t_264;
    bit<32> LeadingZeros32_key_5;
    action LeadingZeros32_set_5(bit<32> value) {
        t_264 = value;
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
    bit<32> t_291;
    bit<32> LeadingZeros32_key_6;
    action LeadingZeros32_set_6(bit<32> value) {
        t_291 = value;
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
    bit<32> t_318;
    bit<32> LeadingZeros32_key_7;
    action LeadingZeros32_set_7(bit<32> value) {
        t_318 = value;
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
                // dolcercplus.Step[[4]bandit.Arm]
                bool t_1 = hdr.event.Arm < 8w4;
                // A damaged or foreign ACK is ignored: the decision stays.
                bit<8> s_Lost_1 = meta.s_Lost + 8w1;
                // dolcercplus.Reward
                // Ideal MCT: bytes < 2^30 + 1, NsPerByte < 2^32: 62 bits; then whole ns, saturated.
                bit<32> t_3 = (hdr.event.Bytes > 32w0x40000000) ? 32w0x40000000 : hdr.event.Bytes;
                bit<32> serial_1 = (bit<32>)((((bit<64>)t_3) * 64w0x147AE1) >> 8w24);
                bit<32> ideal_1 = serial_1 + 32w0x1F40;
                // fixedpoint.Time.Since
                bit<32> actual_1 = hdr.event.Now - hdr.event.Departed;
                // bandit.Ratio
                Len32_key_1 = actual_1;
                Len32_table_1.apply();
                bool t_6 = length_1 > 32w16;
                bit<32> t_7 = length_1 - 32w16;
                bit<32> n_1 = ideal_1 >> (t_7 > 32w255 ? 8w255 : (bit<8>)t_7);
                bit<32> d_1 = actual_1 >> (t_7 > 32w255 ? 8w255 : (bit<8>)t_7);
                bit<32> n_2 = t_6 ? n_1 : ideal_1;
                bit<32> d_2 = t_6 ? d_1 : actual_1;
                // fixedpoint.Recip
                bool t_8 = d_2 > 32w1;
                LeadingZeros32_key_1 = d_2;
                LeadingZeros32_table_1.apply();
                bit<32> n_3 = t_9 & 32w31;
                // 2^32/x = (2^63/d) / 2^(31-n) with d = x 2^n; r is its nearest integer or one less.
                bit<32> n_4 = d_2 << ((bit<8>)n_3);
                // fixedpoint.recipTop
                // Q1.15
                bit<32> index_1 = (n_4 >> 8w24) & 32w127;
                recipSeed_key_1 = (bit<5>)(index_1 >> 8w2);
                recipSeed_table_1.apply();
                bit<16> t_12 = (bit<16>)(recipSeed_word_1 >> ((((bit<8>)index_1) & 8w3) << 8w4));
                // y (2 - v y), all of it positive. 2 - v y in Q1.47; 32 bits of it are enough.
                // Q1.31
                bit<64> t_15 = (64w0x1000000000000 - (((bit<64>)n_4) * ((bit<64>)t_12))) >> 8w16;
                bit<64> y_1 = (((bit<64>)t_12) * t_15) >> 8w15;
                // 1 - v y in Q.63, in [0, 2^48); the upper 32 bits are enough.
                bit<64> r_1 = (64w0x8000000000000000 - (((bit<64>)n_4) * y_1)) >> 8w16;
                // fixedpoint.Recip
                bit<32> r_2 = (((bit<32>)y_1) + ((bit<32>)((y_1 * r_1) >> 8w47))) >> ((bit<8>)(32w31 - n_3));
                // r + 1/2 is not above 2^32/x where (2r+1) x <= 2^33; equality would take
                // an odd divisor of 2^33, of which there is only 1.
                bool t_26 = (((bit<64>)((32w2 * r_2) + 32w1)) * ((bit<64>)d_2)) > 64w0x200000000;
                bit<32> r_3 = r_2 + 32w1;
                bit<32> t_29 = t_26 ? (t_8 ? r_2 : fixedpoint_MaxUQ16x16) : (t_8 ? r_3 : fixedpoint_MaxUQ16x16);
                // bandit.Ratio
                // Recip(d * 2^-16) = 2^16/d in UQ16.16, raw 2^32/d; n < 2^16.
                bit<64> q_1 = ((bit<64>)n_2) * ((bit<64>)t_29);
                bit<64> t_30 = q_1 + 64w0x8000;
                bit<16> x_1 = ((ideal_1 < actual_1) && (t_30 <= 64w0xFFFFFFFF)) ? ((bit<16>)(t_30 >> 8w16)) : 16w0xFFFF;
                // dolcercplus.widen
                bit<32> x_2 = (x_1 == 16w0xFFFF) ? 32w0x10000 : ((bit<32>)x_1);
                bit<32> t_36 = (hdr.event.ECNRatio == 16w0xFFFF) ? 32w0x10000 : ((bit<32>)hdr.event.ECNRatio);
                // dolcercplus.Reward
                // UQ1.16, so that 1 is exact and stays 1 under multiplication.
                bit<32> unmarked_1 = 32w0x10000 - t_36;
                bool t_37 = hdr.event.Arm == 8w0;
                // 65536 * 65536 + 32768 does not fit 32 bits.
                bit<32> t_40 = (bit<32>)(((((bit<64>)x_2) * ((bit<64>)unmarked_1)) + 64w0x8000) >> 8w16);
                bit<32> x_3 = t_37 ? x_2 : t_40;
                bool t_41 = hdr.event.Arm == 8w1;
                bit<32> t_44 = (bit<32>)(((((bit<64>)x_3) * ((bit<64>)unmarked_1)) + 64w0x8000) >> 8w16);
                bit<32> x_4 = t_41 ? t_40 : t_44;
                bool t_45 = hdr.event.Arm == 8w2;
                bit<32> t_48 = (bit<32>)(((((bit<64>)x_4) * ((bit<64>)unmarked_1)) + 64w0x8000) >> 8w16);
                bit<32> x_5 = t_45 ? t_44 : t_48;
                bool t_49 = hdr.event.Arm == 8w3;
                bit<32> t_52 = (bit<32>)(((((bit<64>)x_5) * ((bit<64>)unmarked_1)) + 64w0x8000) >> 8w16);
                bit<32> x_6 = t_49 ? t_48 : t_52;
                bool t_53 = hdr.event.Arm == 8w4;
                bit<32> t_56 = (bit<32>)(((((bit<64>)x_6) * ((bit<64>)unmarked_1)) + 64w0x8000) >> 8w16);
                bit<32> x_7 = t_53 ? t_52 : t_56;
                bool t_57 = hdr.event.Arm == 8w5;
                bit<32> t_60 = (bit<32>)(((((bit<64>)x_7) * ((bit<64>)unmarked_1)) + 64w0x8000) >> 8w16);
                bit<32> x_8 = t_57 ? t_56 : t_60;
                bit<32> t_64 = (bit<32>)(((((bit<64>)x_8) * ((bit<64>)unmarked_1)) + 64w0x8000) >> 8w16);
                bool t_69 = t_45 || (t_49 || (t_53 || (t_57 || (hdr.event.Arm == 8w6))));
                bool t_73 = t_37 || t_41;
                bit<32> t_75 = t_73 ? x_3 : ((t_45 || (t_49 || t_53)) ? (t_45 ? t_44 : x_6) : x_8);
                bit<32> x_9 = (t_73 || t_69) ? t_75 : t_64;
                bit<16> x_10 = (x_9 > 32w0xFFFF) ? 16w0xFFFF : ((bit<16>)x_9);
                // bandit.Update[[4]Arm]
                bit<32> r_4 = meta.s_Learn_Rest & bandit_iterationMask;
                // bandit.(*Params).weight
                bit<32> j_1 = meta.s_Learn_Rest & 32w255;
                // bandit.(*Params).exactWeight
                // 1<<32 is 1<<(shift+16) before the shift: one shift for both.
                bit<32> t_79 = (bit<32>)((64w0x100000000 + ((bit<64>)(j_1 * 32w0xD732E))) >> 8w13);
                // bandit.(*Params).weight
                // 40503 / 2^16 is the golden ratio's fraction, odd
                bit<32> weyl_1 = (j_1 * 32w0x9E37) & 32w0xFFFF;
                bit<32> w_1 = (t_79 + weyl_1) >> 8w16;
                // bandit.Update[[4]Arm]
                bit<16> t_83 = t_45 ? meta.s_Learn_Arm_2_Count : meta.s_Learn_Arm_3_Count;
                bit<16> t_84 = t_41 ? meta.s_Learn_Arm_1_Mean : (t_45 ? meta.s_Learn_Arm_2_Mean : meta.s_Learn_Arm_3_Mean);
                bit<16> s_Learn_Mean_1 = t_37 ? meta.s_Learn_Arm_0_Mean : t_84;
                bit<16> s_Learn_Count_1 = t_37 ? meta.s_Learn_Arm_0_Count : (t_41 ? meta.s_Learn_Arm_1_Count : t_83);
                // bandit.learn
                bool t_86 = s_Learn_Count_1 == 16w0;
                bit<32> t_87 = ((bit<32>)s_Learn_Count_1) + w_1;
                bit<32> n_5 = (t_87 > 32w0xFFFF) ? 32w0xFFFF : t_87;
                // fixedpoint.Recip
                LeadingZeros32_key_2 = n_5;
                LeadingZeros32_table_2.apply();
                bit<32> n_6 = t_90 & 32w31;
                bit<32> n_7 = n_5 << ((bit<8>)n_6);
                // fixedpoint.recipTop
                bit<32> index_2 = (n_7 >> 8w24) & 32w127;
                recipSeed_key_2 = (bit<5>)(index_2 >> 8w2);
                recipSeed_table_2.apply();
                bit<16> t_93 = (bit<16>)(recipSeed_word_2 >> ((((bit<8>)index_2) & 8w3) << 8w4));
                bit<64> t_96 = (64w0x1000000000000 - (((bit<64>)n_7) * ((bit<64>)t_93))) >> 8w16;
                bit<64> y_2 = (((bit<64>)t_93) * t_96) >> 8w15;
                bit<64> r_5 = (64w0x8000000000000000 - (((bit<64>)n_7) * y_2)) >> 8w16;
                // fixedpoint.Recip
                bit<32> r_6 = (((bit<32>)y_2) + ((bit<32>)((y_2 * r_5) >> 8w47))) >> ((bit<8>)(32w31 - n_6));
                bool t_107 = (((bit<64>)((32w2 * r_6) + 32w1)) * ((bit<64>)n_5)) > 64w0x200000000;
                bit<32> r_7 = r_6 + 32w1;
                bit<32> r_8 = t_107 ? r_6 : r_7;
                // bandit.share
                bit<64> step_1 = ((bit<64>)w_1) * ((bit<64>)((n_5 > 32w1) ? r_8 : fixedpoint_MaxUQ16x16));
                // bandit.learn
                // UQ16.16(n) read as n * 2^-16 has the reciprocal 2^16/n, raw 2^32/n rounded: so
                // step is w/n in UQ0.32. n > w, hence step < 2^32 and the mean moves by less than
                // the difference: no overflow, and m' stays between m and X.
                bit<32> x_11 = ((n_5 << 8w16) | ((bit<32>)s_Learn_Mean_1)) ^ (r_4 * 32w0x9E37);
                // fixedpoint.Hash32
                bit<32> h_1 = x_11 + 32w0x6A09E667;
                bit<32> h_2 = (h_1 ^ (h_1 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_3 = (h_2 ^ (h_2 >> 8w15)) * 32w0x15B3C1B9;
                bit<32> t_117 = h_3 ^ (h_3 >> 8w16);
                // bandit.learn
                bit<64> t_120 = ((bit<64>)(((bit<32>)x_10) - ((bit<32>)s_Learn_Mean_1))) * step_1;
                bit<16> t_123 = s_Learn_Mean_1 + ((bit<16>)((t_120 + ((bit<64>)t_117)) >> 8w32));
                bit<64> t_125 = ((bit<64>)(((bit<32>)s_Learn_Mean_1) - ((bit<32>)x_10))) * step_1;
                bit<16> t_128 = s_Learn_Mean_1 - ((bit<16>)((t_125 + ((bit<64>)t_117)) >> 8w32));
                bit<16> s_Learn_Mean_2 = (x_10 < s_Learn_Mean_1) ? t_128 : t_123;
                bit<16> s_Learn_Mean_3 = t_86 ? x_10 : s_Learn_Mean_2;
                bit<16> s_Learn_Count_2 = t_86 ? ((bit<16>)w_1) : ((bit<16>)n_5);
                // bandit.Update[[4]Arm]
                bit<16> s_Learn_Arm_0_Mean_1 = t_37 ? s_Learn_Mean_3 : meta.s_Learn_Arm_0_Mean;
                bit<16> s_Learn_Arm_0_Count_1 = t_37 ? s_Learn_Count_2 : meta.s_Learn_Arm_0_Count;
                bit<16> s_Learn_Arm_1_Mean_1 = t_41 ? s_Learn_Mean_3 : meta.s_Learn_Arm_1_Mean;
                bit<16> s_Learn_Arm_1_Count_1 = t_41 ? s_Learn_Count_2 : meta.s_Learn_Arm_1_Count;
                bit<16> s_Learn_Arm_2_Mean_1 = t_45 ? s_Learn_Mean_3 : meta.s_Learn_Arm_2_Mean;
                bit<16> s_Learn_Arm_2_Count_1 = t_45 ? s_Learn_Count_2 : meta.s_Learn_Arm_2_Count;
                bit<16> s_Learn_Arm_3_Mean_1 = t_49 ? s_Learn_Mean_3 : meta.s_Learn_Arm_3_Mean;
                bit<16> s_Learn_Arm_3_Count_1 = t_49 ? s_Learn_Count_2 : meta.s_Learn_Arm_3_Count;
                bit<32> r_9 = r_4 + 32w1;
                bool t_129 = r_9 < 32w266;
                bit<32> age_1 = ((r_9 & 32w255) == 32w0) ? 32w0xF339 : 32w0;
                bit<32> r_10 = t_129 ? r_9 : 32w0;
                bit<32> age_2 = t_129 ? age_1 : 32w0xFF7D;
                bool t_132 = age_2 == 32w0;
                // count * age + dither < 2^32: 0xFFFF * 0xFFFF + 0xFFFF. Rounded by a dither
                // that depends on the words of the arm, which change from block to block.
                bit<32> x_12 = (((bit<32>)s_Learn_Arm_0_Count_1) << 8w16) | ((bit<32>)s_Learn_Arm_0_Mean_1);
                // fixedpoint.Hash32
                bit<32> h_4 = x_12 + 32w0x6A09E667;
                bit<32> h_5 = (h_4 ^ (h_4 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_6 = (h_5 ^ (h_5 >> 8w15)) * 32w0x15B3C1B9;
                // bandit.Update[[4]Arm]
                bit<32> dither_1 = (h_6 ^ (h_6 >> 8w16)) & 32w0xFFFF;
                bit<16> t_142 = (bit<16>)(((((bit<32>)s_Learn_Arm_0_Count_1) * age_2) + dither_1) >> 8w16);
                bit<32> x_13 = (((bit<32>)s_Learn_Arm_1_Count_1) << 8w16) | ((bit<32>)s_Learn_Arm_1_Mean_1);
                // fixedpoint.Hash32
                bit<32> h_7 = x_13 + 32w0x6A09E667;
                bit<32> h_8 = (h_7 ^ (h_7 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_9 = (h_8 ^ (h_8 >> 8w15)) * 32w0x15B3C1B9;
                // bandit.Update[[4]Arm]
                bit<32> dither_2 = (h_9 ^ (h_9 >> 8w16)) & 32w0xFFFF;
                bit<16> t_152 = (bit<16>)(((((bit<32>)s_Learn_Arm_1_Count_1) * age_2) + dither_2) >> 8w16);
                bit<32> x_14 = (((bit<32>)s_Learn_Arm_2_Count_1) << 8w16) | ((bit<32>)s_Learn_Arm_2_Mean_1);
                // fixedpoint.Hash32
                bit<32> h_10 = x_14 + 32w0x6A09E667;
                bit<32> h_11 = (h_10 ^ (h_10 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_12 = (h_11 ^ (h_11 >> 8w15)) * 32w0x15B3C1B9;
                // bandit.Update[[4]Arm]
                bit<32> dither_3 = (h_12 ^ (h_12 >> 8w16)) & 32w0xFFFF;
                bit<16> t_162 = (bit<16>)(((((bit<32>)s_Learn_Arm_2_Count_1) * age_2) + dither_3) >> 8w16);
                bit<32> x_15 = (((bit<32>)s_Learn_Arm_3_Count_1) << 8w16) | ((bit<32>)s_Learn_Arm_3_Mean_1);
                // fixedpoint.Hash32
                bit<32> h_13 = x_15 + 32w0x6A09E667;
                bit<32> h_14 = (h_13 ^ (h_13 >> 8w16)) * 32w0x76ECEF2D;
                bit<32> h_15 = (h_14 ^ (h_14 >> 8w15)) * 32w0x15B3C1B9;
                // bandit.Update[[4]Arm]
                bit<32> dither_4 = (h_15 ^ (h_15 >> 8w16)) & 32w0xFFFF;
                bit<16> t_172 = (bit<16>)(((((bit<32>)s_Learn_Arm_3_Count_1) * age_2) + dither_4) >> 8w16);
                bit<16> s_Learn_Arm_0_Count_2 = t_132 ? s_Learn_Arm_0_Count_1 : t_142;
                bit<16> s_Learn_Arm_1_Count_2 = t_132 ? s_Learn_Arm_1_Count_1 : t_152;
                bit<16> s_Learn_Arm_2_Count_2 = t_132 ? s_Learn_Arm_2_Count_1 : t_162;
                bit<16> s_Learn_Arm_3_Count_2 = t_132 ? s_Learn_Arm_3_Count_1 : t_172;
                bit<32> s_Learn_Rest_1 = (meta.s_Learn_Rest & 32w0xFFFFF000) | r_10;
                // bandit.Select[[4]Arm]
                bool t_174 = r_10 < 32w4;
                // bandit.explorationScale[[4]Arm]
                bit<32> sum_1 = ((bit<32>)s_Learn_Arm_0_Count_2) + ((bit<32>)s_Learn_Arm_1_Count_2);
                bit<32> t_175 = ((bit<32>)s_Learn_Arm_2_Count_2) + ((bit<32>)s_Learn_Arm_3_Count_2);
                bit<32> sum_2 = sum_1 + t_175;
                // unit = 2^CountShift gamma^-(j-1). At j = 0 the counts have just been aged.
                bit<32> j_2 = r_10 & 32w255;
                bit<32> unitLog_1 = 32w0x30000 + ((j_2 * 32w0x12E96) >> 8w12);
                // fixedpoint.Log2
                // One comparison for both ends: adding wraps the top inputs to below
                // logTop, and 0 to logTop.
                // wraps: see above
                // fixedpoint.log2Nearest
                Len32_key_2 = sum_2;
                Len32_table_2.apply();
                // wraps: modulo 32 the shift is 32 - l
                bit<32> m_1 = sum_2 << ((bit<8>)((-l_1) & 32w31));
                // fixedpoint.logReduce
                bit<32> t_182 = m_1 >> 8w25;
                bit<32> i_1 = t_182 & 32w63;
                logMul_key_1 = (bit<5>)(i_1 >> 8w1);
                logMul_table_1.apply();
                bit<32> t_183 = (bit<32>)(logMul_word_1 >> ((((bit<8>)i_1) & 8w1) << 8w5));
                bit<64> z_1 = ((bit<64>)m_1) * ((bit<64>)t_183);
                bit<32> t_184 = (bit<32>)(z_1 >> 8w40);
                bit<64> f_1 = (z_1 * ((bit<64>)(32w0x1FCB - t_184))) - fixedpoint_logY0;
                logSum_key_1 = (bit<6>)(t_184 & 32w63);
                logSum_table_1.apply();
                logSum_key_2 = (bit<7>)t_182;
                logSum_table_2.apply();
                int<64> t_190 = t_188 + t_189;
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
                int<32> t_197 = ((int<32>)(l_1 << 8w16)) + ((int<32>)((t_190 + ((int<64>)p_1)) >> 8w47));
                // fixedpoint.log2End
                int<32> t_199 = (sum_2 == 32w0) ? fixedpoint_MinQ5x16 : fixedpoint_MaxQ5x16;
                // fixedpoint.Log2
                int<32> t_200 = ((sum_2 + fixedpoint_logTop) > fixedpoint_logTop) ? t_197 : t_199;
                // bandit.explorationScale[[4]Arm]
                int<32> logN_1 = (t_200 + 32s18) - ((int<32>)unitLog_1);
                // bandit.(*Params).exactWeight
                // bandit.explorationScale[[4]Arm]
                // unit in UQ16.16: the weight of the present step, aged by one.
                bit<64> t_206 = ((64w0x100000000 + ((bit<64>)(j_2 * 32w0xD732E))) >> 8w13) * 64w0xFFF2E48E;
                // xi ln N, UQ16.16
                bit<32> a_1 = (bit<32>)logN_1;
                // fixedpoint.MulShiftDown
                bit<64> v_1 = (((bit<64>)a_1) * 64w0x58BE) >> 8w16;
                bit<64> v_2 = (v_1 * (t_206 >> 8w32)) >> 8w16;
                // fixedpoint.clampU32
                bit<32> t_211 = (v_2 > 64w0xFFFFFFFF) ? 32w0xFFFFFFFF : ((bit<32>)v_2);
                // fixedpoint.Sqrt
                LeadingZeros32_key_3 = t_211 | 32w1;
                LeadingZeros32_table_3.apply();
                bit<32> k_1 = t_213 >> 8w1;
                bit<32> n_8 = t_211 << ((bit<8>)(t_213 & 32w0xFFFFFFFE));
                // fixedpoint.rsqrtNormal
                // Q1.15
                bit<32> index_3 = n_8 >> 8w24;
                rootSeed_key_1 = (bit<6>)(index_3 >> 8w2);
                rootSeed_table_1.apply();
                bit<16> t_216 = (bit<16>)(rootSeed_word_1 >> ((((bit<8>)index_3) & 8w3) << 8w4));
                // y (3 - v y^2) / 2, all of it positive. v y0^2 in Q.30; y0^2 < 2^32.
                bit<64> t_218 = ((bit<64>)n_8) * ((bit<64>)(((bit<32>)t_216) * ((bit<32>)t_216)));
                bit<32> t_220 = 32w0xC0000000 - ((bit<32>)(t_218 >> 8w32));
                bit<64> t_222 = (((bit<64>)t_216) * ((bit<64>)t_220)) >> 8w16;
                // fixedpoint.sqrtNormal
                bit<64> s_1 = (((bit<64>)n_8) * t_222) >> 8w37;
                bit<64> x_16 = ((bit<64>)n_8) << 8w18;
                // The remainder is below 2^36 either way; 30 bits of it are enough.
                // wraps: a difference with its sign
                int<64> r_11 = (((int<64>)x_16) - ((int<64>)(s_1 * s_1))) >> 8w6;
                // wraps: a negative number is added modulo 2^64
                bit<64> s_2 = s_1 + ((bit<64>)((r_11 * ((int<64>)t_222)) >> 8w50));
                bit<32> s_3 = ((bit<32>)s_2) + 32w1;
                bit<32> t_232 = ((64w2 * s_2) < (x_16 - (s_2 * s_2))) ? s_3 : ((bit<32>)s_2);
                // fixedpoint.Sqrt
                // bandit.explorationScale[[4]Arm]
                bit<32> scale_1 = (logN_1 > 32s0) ? (((t_232 >> ((bit<8>)k_1)) + 32w1) >> 8w1) : 32w0;
                // bandit.Select[[4]Arm]
                bool t_236 = s_Learn_Arm_0_Count_2 == 16w0;
                // fixedpoint.RSqrt
                LeadingZeros32_key_4 = ((bit<32>)s_Learn_Arm_0_Count_2) | 32w1;
                LeadingZeros32_table_4.apply();
                bit<32> k_2 = t_238 >> 8w1;
                bit<32> n_9 = ((bit<32>)s_Learn_Arm_0_Count_2) << ((bit<8>)(t_238 & 32w0xFFFFFFFE));
                // fixedpoint.rsqrtNormal
                bit<32> index_4 = n_9 >> 8w24;
                rootSeed_key_2 = (bit<6>)(index_4 >> 8w2);
                rootSeed_table_2.apply();
                bit<16> t_241 = (bit<16>)(rootSeed_word_2 >> ((((bit<8>)index_4) & 8w3) << 8w4));
                bit<64> t_243 = ((bit<64>)n_9) * ((bit<64>)(((bit<32>)t_241) * ((bit<32>)t_241)));
                bit<32> t_245 = 32w0xC0000000 - ((bit<32>)(t_243 >> 8w32));
                bit<64> t_247 = (((bit<64>)t_241) * ((bit<64>)t_245)) >> 8w16;
                // fixedpoint.RSqrt
                bit<32> y2_1 = (bit<32>)((t_247 * t_247) >> 8w30);
                bit<32> t_251 = 32w0xC0000000 - ((bit<32>)((((bit<64>)n_9) * ((bit<64>)y2_1)) >> 8w32));
                // good to 2^-29
                bit<32> y_3 = (bit<32>)((t_247 * ((bit<64>)t_251)) >> 8w31);
                // The result is y 2^(k-7) units; r is its floor or one less.
                bit<32> r_12 = y_3 >> ((bit<8>)(32w22 - k_2));
                // r + 1/2 is not above 2^24/sqrt(x) where (2r+1)^2 x <= 2^50; equality
                // would take an odd square that divides 2^50 and does not happen here.
                bit<32> t_255 = (32w2 * r_12) + 32w1;
                bit<64> t_257 = (((bit<64>)t_255) * ((bit<64>)t_255)) * ((bit<64>)s_Learn_Arm_0_Count_2);
                bit<32> r_13 = r_12 + 32w1;
                bit<32> r_14 = (t_257 > 64w0x4000000000000) ? r_12 : r_13;
                bit<32> rs_1 = t_236 ? fixedpoint_MaxUQ16x16 : r_14;
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
                bool t_262 = s_Learn_Arm_1_Count_2 == 16w0;
                LeadingZeros32_key_5 = ((bit<32>)s_Learn_Arm_1_Count_2) | 32w1;
                LeadingZeros32_table_5.apply();
                bit<32> k_3 = t_264 >> 8w1;
                bit<32> n_10 = ((bit<32>)s_Learn_Arm_1_Count_2) << ((bit<8>)(t_264 & 32w0xFFFFFFFE));
                // fixedpoint.rsqrtNormal
                bit<32> index_5 = n_10 >> 8w24;
                rootSeed_key_3 = (bit<6>)(index_5 >> 8w2);
                rootSeed_table_3.apply();
                bit<16> t_267 = (bit<16>)(rootSeed_word_3 >> ((((bit<8>)index_5) & 8w3) << 8w4));
                bit<64> t_269 = ((bit<64>)n_10) * ((bit<64>)(((bit<32>)t_267) * ((bit<32>)t_267)));
                bit<32> t_271 = 32w0xC0000000 - ((bit<32>)(t_269 >> 8w32));
                bit<64> t_273 = (((bit<64>)t_267) * ((bit<64>)t_271)) >> 8w16;
                // fixedpoint.RSqrt
                bit<32> y2_2 = (bit<32>)((t_273 * t_273) >> 8w30);
                bit<32> t_277 = 32w0xC0000000 - ((bit<32>)((((bit<64>)n_10) * ((bit<64>)y2_2)) >> 8w32));
                bit<32> y_4 = (bit<32>)((t_273 * ((bit<64>)t_277)) >> 8w31);
                bit<32> r_15 = y_4 >> ((bit<8>)(32w22 - k_3));
                bit<32> t_281 = (32w2 * r_15) + 32w1;
                bit<64> t_283 = (((bit<64>)t_281) * ((bit<64>)t_281)) * ((bit<64>)s_Learn_Arm_1_Count_2);
                bit<32> r_16 = r_15 + 32w1;
                bit<32> r_17 = (t_283 > 64w0x4000000000000) ? r_15 : r_16;
                bit<32> rs_2 = t_262 ? fixedpoint_MaxUQ16x16 : r_17;
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
                bool t_288 = index_1_ < index_2_;
                bit<8> best_1 = t_288 ? 8w1 : 8w0;
                bit<32> top_1 = t_288 ? index_2_ : index_1_;
                // fixedpoint.RSqrt
                bool t_289 = s_Learn_Arm_2_Count_2 == 16w0;
                LeadingZeros32_key_6 = ((bit<32>)s_Learn_Arm_2_Count_2) | 32w1;
                LeadingZeros32_table_6.apply();
                bit<32> k_4 = t_291 >> 8w1;
                bit<32> n_11 = ((bit<32>)s_Learn_Arm_2_Count_2) << ((bit<8>)(t_291 & 32w0xFFFFFFFE));
                // fixedpoint.rsqrtNormal
                bit<32> index_6 = n_11 >> 8w24;
                rootSeed_key_4 = (bit<6>)(index_6 >> 8w2);
                rootSeed_table_4.apply();
                bit<16> t_294 = (bit<16>)(rootSeed_word_4 >> ((((bit<8>)index_6) & 8w3) << 8w4));
                bit<64> t_296 = ((bit<64>)n_11) * ((bit<64>)(((bit<32>)t_294) * ((bit<32>)t_294)));
                bit<32> t_298 = 32w0xC0000000 - ((bit<32>)(t_296 >> 8w32));
                bit<64> t_300 = (((bit<64>)t_294) * ((bit<64>)t_298)) >> 8w16;
                // fixedpoint.RSqrt
                bit<32> y2_3 = (bit<32>)((t_300 * t_300) >> 8w30);
                bit<32> t_304 = 32w0xC0000000 - ((bit<32>)((((bit<64>)n_11) * ((bit<64>)y2_3)) >> 8w32));
                bit<32> y_5 = (bit<32>)((t_300 * ((bit<64>)t_304)) >> 8w31);
                bit<32> r_18 = y_5 >> ((bit<8>)(32w22 - k_4));
                bit<32> t_308 = (32w2 * r_18) + 32w1;
                bit<64> t_310 = (((bit<64>)t_308) * ((bit<64>)t_308)) * ((bit<64>)s_Learn_Arm_2_Count_2);
                bit<32> r_19 = r_18 + 32w1;
                bit<32> r_20 = (t_310 > 64w0x4000000000000) ? r_18 : r_19;
                bit<32> rs_3 = t_289 ? fixedpoint_MaxUQ16x16 : r_20;
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
                bool t_315 = top_1 < index_3_;
                bit<8> best_2 = t_315 ? 8w2 : best_1;
                bit<32> top_2 = t_315 ? index_3_ : top_1;
                // fixedpoint.RSqrt
                bool t_316 = s_Learn_Arm_3_Count_2 == 16w0;
                LeadingZeros32_key_7 = ((bit<32>)s_Learn_Arm_3_Count_2) | 32w1;
                LeadingZeros32_table_7.apply();
                bit<32> k_5 = t_318 >> 8w1;
                bit<32> n_12 = ((bit<32>)s_Learn_Arm_3_Count_2) << ((bit<8>)(t_318 & 32w0xFFFFFFFE));
                // fixedpoint.rsqrtNormal
                bit<32> index_7 = n_12 >> 8w24;
                rootSeed_key_5 = (bit<6>)(index_7 >> 8w2);
                rootSeed_table_5.apply();
                bit<16> t_321 = (bit<16>)(rootSeed_word_5 >> ((((bit<8>)index_7) & 8w3) << 8w4));
                bit<64> t_323 = ((bit<64>)n_12) * ((bit<64>)(((bit<32>)t_321) * ((bit<32>)t_321)));
                bit<32> t_325 = 32w0xC0000000 - ((bit<32>)(t_323 >> 8w32));
                bit<64> t_327 = (((bit<64>)t_321) * ((bit<64>)t_325)) >> 8w16;
                // fixedpoint.RSqrt
                bit<32> y2_4 = (bit<32>)((t_327 * t_327) >> 8w30);
                bit<32> t_331 = 32w0xC0000000 - ((bit<32>)((((bit<64>)n_12) * ((bit<64>)y2_4)) >> 8w32));
                bit<32> y_6 = (bit<32>)((t_327 * ((bit<64>)t_331)) >> 8w31);
                bit<32> r_21 = y_6 >> ((bit<8>)(32w22 - k_5));
                bit<32> t_335 = (32w2 * r_21) + 32w1;
                bit<64> t_337 = (((bit<64>)t_335) * ((bit<64>)t_335)) * ((bit<64>)s_Learn_Arm_3_Count_2);
                bit<32> r_22 = r_21 + 32w1;
                bit<32> r_23 = (t_337 > 64w0x4000000000000) ? r_21 : r_22;
                bit<32> rs_4 = t_316 ? fixedpoint_MaxUQ16x16 : r_23;
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
                bit<32> bonus_5 = (bit<32>)((((bit<64>)scale_1) * t_247) >> ((bit<8>)(32w38 - k_2)));
                bit<64> index_5_ = ((bit<64>)bonus_5) + ((bit<64>)b_1);
                bit<64> high_1 = index_5_ + ((bit<64>)(bonus_5 >> 8w15));
                bool t_346 = index_5_ > 64w0;
                bit<64> topHigh_1 = t_346 ? high_1 : 64w0;
                bit<64> rival_1 = t_346 ? 64w0 : high_1;
                bit<32> mean_1 = t_346 ? ((bit<32>)s_Learn_Arm_0_Mean_1) : 32w0;
                bit<32> count_1 = t_346 ? ((bit<32>)s_Learn_Arm_0_Count_2) : 32w0xFFFFFFFF;
                bool t_349 = (count_1 <= ((bit<32>)s_Learn_Arm_1_Count_2)) && (((bit<32>)s_Learn_Arm_1_Mean_1) <= mean_1);
                bit<32> bonus_6 = (bit<32>)((((bit<64>)scale_1) * t_273) >> ((bit<8>)(32w38 - k_3)));
                bit<64> index_6_ = ((bit<64>)bonus_6) + ((bit<64>)b_2);
                bit<64> high_2 = index_6_ + ((bit<64>)(bonus_6 >> 8w15));
                bit<64> t_354 = (index_5_ < index_6_) ? topHigh_1 : high_2;
                bit<64> rival_2 = ((t_349 || t_262) || (t_354 < rival_1)) ? rival_1 : t_354;
                bool t_362 = (t_262 || (index_6_ <= index_5_)) || t_349;
                bit<8> best_4 = t_362 ? 8w0 : 8w1;
                bit<64> top_3 = t_362 ? index_5_ : index_6_;
                bit<64> topHigh_2 = t_362 ? topHigh_1 : high_2;
                bit<32> mean_2 = t_362 ? mean_1 : ((bit<32>)s_Learn_Arm_1_Mean_1);
                bit<32> count_2 = t_362 ? count_1 : ((bit<32>)s_Learn_Arm_1_Count_2);
                bool t_365 = (count_2 <= ((bit<32>)s_Learn_Arm_2_Count_2)) && (((bit<32>)s_Learn_Arm_2_Mean_1) <= mean_2);
                bit<32> bonus_7 = (bit<32>)((((bit<64>)scale_1) * t_300) >> ((bit<8>)(32w38 - k_4)));
                bit<64> index_7_ = ((bit<64>)bonus_7) + ((bit<64>)b_3);
                bit<64> high_3 = index_7_ + ((bit<64>)(bonus_7 >> 8w15));
                bit<64> t_370 = (top_3 < index_7_) ? topHigh_2 : high_3;
                bit<64> rival_3 = ((t_365 || t_289) || (t_370 < rival_2)) ? rival_2 : t_370;
                bool t_378 = t_365 || (t_289 || (index_7_ <= top_3));
                bit<8> best_5 = t_378 ? best_4 : 8w2;
                bit<64> top_4 = t_378 ? top_3 : index_7_;
                bit<64> topHigh_3 = t_378 ? topHigh_2 : high_3;
                bit<32> mean_3 = t_378 ? mean_2 : ((bit<32>)s_Learn_Arm_2_Mean_1);
                bit<32> count_3 = t_378 ? count_2 : ((bit<32>)s_Learn_Arm_2_Count_2);
                bool t_381 = (count_3 <= ((bit<32>)s_Learn_Arm_3_Count_2)) && (((bit<32>)s_Learn_Arm_3_Mean_1) <= mean_3);
                bit<32> bonus_8 = (bit<32>)((((bit<64>)scale_1) * t_327) >> ((bit<8>)(32w38 - k_5)));
                bit<64> index_8 = ((bit<64>)bonus_8) + ((bit<64>)b_4);
                bit<64> high_4 = index_8 + ((bit<64>)(bonus_8 >> 8w15));
                bit<64> t_386 = (top_4 < index_8) ? topHigh_3 : high_4;
                bool t_392 = t_381 || (t_316 || (index_8 <= top_4));
                bit<8> best_6 = t_392 ? best_5 : 8w3;
                bit<64> top_5 = t_392 ? top_4 : index_8;
                bit<64> rival_4 = ((t_386 < rival_3) || (t_381 || t_316)) ? rival_3 : t_386;
                bool t_397 = (t_236 || (((!t_349) && t_262) || ((!t_365) && t_289))) || ((!t_381) && t_316);
                bool t_403 = top_5 <= ((64w5 + ((bit<64>)(scale_1 >> 8w16))) + rival_4);
                // dolcercplus.Step[[4]bandit.Arm]
                // wraps: the number is modulo 2^16
                bit<16> s_Iteration_1 = meta.s_Iteration + 16w1;
                bit<16> s_Learn_Arm_0_Mean_2 = t_1 ? s_Learn_Arm_0_Mean_1 : meta.s_Learn_Arm_0_Mean;
                bit<16> s_Learn_Arm_0_Count_3 = t_1 ? s_Learn_Arm_0_Count_2 : meta.s_Learn_Arm_0_Count;
                bit<16> s_Learn_Arm_1_Mean_2 = t_1 ? s_Learn_Arm_1_Mean_1 : meta.s_Learn_Arm_1_Mean;
                bit<16> s_Learn_Arm_1_Count_3 = t_1 ? s_Learn_Arm_1_Count_2 : meta.s_Learn_Arm_1_Count;
                bit<16> s_Learn_Arm_2_Mean_2 = t_1 ? s_Learn_Arm_2_Mean_1 : meta.s_Learn_Arm_2_Mean;
                bit<16> s_Learn_Arm_2_Count_3 = t_1 ? s_Learn_Arm_2_Count_2 : meta.s_Learn_Arm_2_Count;
                bit<16> s_Learn_Arm_3_Mean_2 = t_1 ? s_Learn_Arm_3_Mean_1 : meta.s_Learn_Arm_3_Mean;
                bit<16> s_Learn_Arm_3_Count_3 = t_1 ? s_Learn_Arm_3_Count_2 : meta.s_Learn_Arm_3_Count;
                bit<32> s_Learn_Rest_2 = t_1 ? s_Learn_Rest_1 : meta.s_Learn_Rest;
                bit<16> s_Iteration_2 = t_1 ? s_Iteration_1 : meta.s_Iteration;
                bit<8> s_Arm_1 = ((t_397 || (top_5 >= 64w0x80000000)) || t_403) ? (t_1 ? (t_174 ? ((bit<8>)r_10) : best_3) : meta.s_Arm) : (t_1 ? (t_174 ? ((bit<8>)r_10) : best_6) : meta.s_Arm);
                // dolcercplus.armRate
                bit<32> amount_1 = 32w3 - ((bit<32>)s_Arm_1);
                bit<32> t_410 = 32w0x5F5E100 >> (amount_1 > 32w255 ? 8w255 : (bit<8>)amount_1);
                // dolcercplus.Step[[4]bandit.Arm]
                bit<8> s_Lost_2 = (t_1 || (meta.s_Lost >= 8w255)) ? meta.s_Lost : s_Lost_1;
                hdr.output.Rate = (t_410 > 32w1000) ? t_410 : 32w1000;
                hdr.output.Reward = t_1 ? x_10 : 16w0;
                hdr.output.Iteration = s_Iteration_2;
                hdr.output.Arm = s_Arm_1;
                hdr.after.Learn_Arm_0_Mean = s_Learn_Arm_0_Mean_2;
                hdr.after.Learn_Arm_0_Count = s_Learn_Arm_0_Count_3;
                hdr.after.Learn_Arm_1_Mean = s_Learn_Arm_1_Mean_2;
                hdr.after.Learn_Arm_1_Count = s_Learn_Arm_1_Count_3;
                hdr.after.Learn_Arm_2_Mean = s_Learn_Arm_2_Mean_2;
                hdr.after.Learn_Arm_2_Count = s_Learn_Arm_2_Count_3;
                hdr.after.Learn_Arm_3_Mean = s_Learn_Arm_3_Mean_2;
                hdr.after.Learn_Arm_3_Count = s_Learn_Arm_3_Count_3;
                hdr.after.Learn_Rest = s_Learn_Rest_2;
                hdr.after.Iteration = s_Iteration_2;
                hdr.after.Arm = s_Arm_1;
                hdr.after.Lost = s_Lost_2;
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
                hdr.after.Iteration = 16w0;
                hdr.after.Arm = 8w0;
                hdr.after.Lost = 8w0;
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
