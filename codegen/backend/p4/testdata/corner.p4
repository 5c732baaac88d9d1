// corner: P4_16 for v1model, made from Go source. Do not edit.
//
// Parameters: registers, one set for all connections, set by a packet.
// Rounding:
//   one
//   two
// Source (SHA-256):
//   (hash) codegen/backend/p4/testdata/corner/corner.go
//   (hash) codegen/backend/p4/testdata/corner/plain.go

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
const bit<32> CONNECTIONS = 32w3;

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

// Params are the parameters.
header params_t {
    // Shift is how far Event.Value is shifted.
    bit<32> Shift;
    // Negate changes the sign.
    bit<8> Negate;
}

// Event is an event.
header event_t {
    bit<32> Value;
    bit<32> Index;
    bit<8> Small;
    bit<8> Kind;
}

// Output is the output.
header output_t {
    bit<64> Sum;
    bit<8> Bits;
    bit<8> Flag;
}

// State is the state.
header state_t {
    // Slot holds what came by kind.
    bit<32> Slot_0;
    bit<32> Slot_1;
    bit<32> Slot_2;
    // Wide is 64 bits.
    bit<64> Wide;
    // Seen tells that an event came.
    bit<8> Seen;
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
    bit<32> s_Slot_0;
    bit<32> s_Slot_1;
    bit<32> s_Slot_2;
    bit<64> s_Wide;
    bit<8> s_Seen;
    // The parameters.
    bit<32> p_Shift;
    bit<8> p_Negate;
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
    register<bit<32>>(CONNECTIONS) state_Slot_0;
    register<bit<32>>(CONNECTIONS) state_Slot_1;
    register<bit<32>>(CONNECTIONS) state_Slot_2;
    register<bit<64>>(CONNECTIONS) state_Wide;
    register<bit<8>>(CONNECTIONS) state_Seen;
    // The parameters of all connections.
    register<bit<32>>(1) params_Shift;
    register<bit<8>>(1) params_Negate;
    action read_state() {
        state_Slot_0.read(meta.s_Slot_0, meta.connection);
        state_Slot_1.read(meta.s_Slot_1, meta.connection);
        state_Slot_2.read(meta.s_Slot_2, meta.connection);
        state_Wide.read(meta.s_Wide, meta.connection);
        state_Seen.read(meta.s_Seen, meta.connection);
    }
    action write_state() {
        state_Slot_0.write(meta.connection, hdr.after.Slot_0);
        state_Slot_1.write(meta.connection, hdr.after.Slot_1);
        state_Slot_2.write(meta.connection, hdr.after.Slot_2);
        state_Wide.write(meta.connection, hdr.after.Wide);
        state_Seen.write(meta.connection, hdr.after.Seen);
    }
    action show_state() {
        hdr.after.Slot_0 = meta.s_Slot_0;
        hdr.after.Slot_1 = meta.s_Slot_1;
        hdr.after.Slot_2 = meta.s_Slot_2;
        hdr.after.Wide = meta.s_Wide;
        hdr.after.Seen = meta.s_Seen;
    }
    action read_params() {
        params_Shift.read(meta.p_Shift, 32w0);
        params_Negate.read(meta.p_Negate, 32w0);
    }
    action write_params() {
        params_Shift.write(32w0, hdr.params.Shift);
        params_Negate.write(32w0, hdr.params.Negate);
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
        hdr.after.Slot_0 = 32w0;
        hdr.after.Slot_1 = 32w0;
        hdr.after.Slot_2 = 32w0;
        hdr.after.Wide = 64w0x8000000000000000;
        hdr.after.Seen = 8w0;
    }
    int<8> row_Gain_1;
    bit<2> rows_Gain_key_1;
    action rows_Gain_set_1(bit<8> value) {
        row_Gain_1 = (int<8>)value;
    }
    // rows is read one column at a time.
    table rows_Gain_table_1 {
        key = {
            rows_Gain_key_1 : exact;
        }
        actions = {
            rows_Gain_set_1;
        }
        const default_action = rows_Gain_set_1(8w0);
        const entries = {
            2w0 : rows_Gain_set_1(8w1);
            2w1 : rows_Gain_set_1(8w254);
            2w2 : rows_Gain_set_1(8w3);
            2w3 : rows_Gain_set_1(8w252);
        }
    }
    bit<16> row_Step_1;
    bit<2> rows_Step_key_1;
    action rows_Step_set_1(bit<16> value) {
        row_Step_1 = value;
    }
    // rows is read one column at a time.
    table rows_Step_table_1 {
        key = {
            rows_Step_key_1 : exact;
        }
        actions = {
            rows_Step_set_1;
        }
        const default_action = rows_Step_set_1(16w0);
        const entries = {
            2w0 : rows_Step_set_1(16w1000);
            2w1 : rows_Step_set_1(16w2000);
            2w2 : rows_Step_set_1(16w0x1000);
            2w3 : rows_Step_set_1(16w0xFFFF);
        }
    }
    bit<64> t_12;
    bit<32> squares_key_1;
    action squares_set_1(bit<64> value) {
        t_12 = value;
    }
    // squares has an index whose range is not known.
    table squares_table_1 {
        key = {
            squares_key_1 : exact;
        }
        actions = {
            squares_set_1;
        }
        const default_action = squares_set_1(64w0);
        const entries = {
            32w0 : squares_set_1(64w0);
            32w1 : squares_set_1(64w1);
            32w2 : squares_set_1(64w4);
            32w3 : squares_set_1(64w9);
            32w4 : squares_set_1(64w16);
        }
    }
    bit<8> t_15;
    bit<32> LeadingZeros32_key_1;
    action LeadingZeros32_set_1(bit<8> value) {
        t_15 = value;
    }
    // bits.LeadingZeros32 of math/bits.
    table LeadingZeros32_table_1 {
        key = {
            LeadingZeros32_key_1 : lpm;
        }
        actions = {
            LeadingZeros32_set_1;
        }
        const default_action = LeadingZeros32_set_1(8w32);
        const entries = {
            32w1 &&& 32w0xFFFFFFFF : LeadingZeros32_set_1(8w31);
            32w2 &&& 32w0xFFFFFFFE : LeadingZeros32_set_1(8w30);
            32w4 &&& 32w0xFFFFFFFC : LeadingZeros32_set_1(8w29);
            32w8 &&& 32w0xFFFFFFF8 : LeadingZeros32_set_1(8w28);
            32w16 &&& 32w0xFFFFFFF0 : LeadingZeros32_set_1(8w27);
            32w32 &&& 32w0xFFFFFFE0 : LeadingZeros32_set_1(8w26);
            32w64 &&& 32w0xFFFFFFC0 : LeadingZeros32_set_1(8w25);
            32w128 &&& 32w0xFFFFFF80 : LeadingZeros32_set_1(8w24);
            32w256 &&& 32w0xFFFFFF00 : LeadingZeros32_set_1(8w23);
            32w512 &&& 32w0xFFFFFE00 : LeadingZeros32_set_1(8w22);
            32w1024 &&& 32w0xFFFFFC00 : LeadingZeros32_set_1(8w21);
            32w2048 &&& 32w0xFFFFF800 : LeadingZeros32_set_1(8w20);
            32w0x1000 &&& 32w0xFFFFF000 : LeadingZeros32_set_1(8w19);
            32w0x2000 &&& 32w0xFFFFE000 : LeadingZeros32_set_1(8w18);
            32w0x4000 &&& 32w0xFFFFC000 : LeadingZeros32_set_1(8w17);
            32w0x8000 &&& 32w0xFFFF8000 : LeadingZeros32_set_1(8w16);
            32w0x10000 &&& 32w0xFFFF0000 : LeadingZeros32_set_1(8w15);
            32w0x20000 &&& 32w0xFFFE0000 : LeadingZeros32_set_1(8w14);
            32w0x40000 &&& 32w0xFFFC0000 : LeadingZeros32_set_1(8w13);
            32w0x80000 &&& 32w0xFFF80000 : LeadingZeros32_set_1(8w12);
            32w0x100000 &&& 32w0xFFF00000 : LeadingZeros32_set_1(8w11);
            32w0x200000 &&& 32w0xFFE00000 : LeadingZeros32_set_1(8w10);
            32w0x400000 &&& 32w0xFFC00000 : LeadingZeros32_set_1(8w9);
            32w0x800000 &&& 32w0xFF800000 : LeadingZeros32_set_1(8w8);
            32w0x1000000 &&& 32w0xFF000000 : LeadingZeros32_set_1(8w7);
            32w0x2000000 &&& 32w0xFE000000 : LeadingZeros32_set_1(8w6);
            32w0x4000000 &&& 32w0xFC000000 : LeadingZeros32_set_1(8w5);
            32w0x8000000 &&& 32w0xF8000000 : LeadingZeros32_set_1(8w4);
            32w0x10000000 &&& 32w0xF0000000 : LeadingZeros32_set_1(8w3);
            32w0x20000000 &&& 32w0xE0000000 : LeadingZeros32_set_1(8w2);
            32w0x40000000 &&& 32w0xC0000000 : LeadingZeros32_set_1(8w1);
            32w0x80000000 &&& 32w0x80000000 : LeadingZeros32_set_1(8w0);
        }
    }
    bit<8> t_16;
    bit<32> TrailingZeros32_key_1;
    action TrailingZeros32_set_1(bit<8> value) {
        t_16 = value;
    }
    // bits.TrailingZeros32 of math/bits.
    table TrailingZeros32_table_1 {
        key = {
            TrailingZeros32_key_1 : ternary;
        }
        actions = {
            TrailingZeros32_set_1;
        }
        const default_action = TrailingZeros32_set_1(8w32);
        const entries = {
            32w1 &&& 32w1 : TrailingZeros32_set_1(8w0);
            32w2 &&& 32w3 : TrailingZeros32_set_1(8w1);
            32w4 &&& 32w7 : TrailingZeros32_set_1(8w2);
            32w8 &&& 32w15 : TrailingZeros32_set_1(8w3);
            32w16 &&& 32w31 : TrailingZeros32_set_1(8w4);
            32w32 &&& 32w63 : TrailingZeros32_set_1(8w5);
            32w64 &&& 32w127 : TrailingZeros32_set_1(8w6);
            32w128 &&& 32w255 : TrailingZeros32_set_1(8w7);
            32w256 &&& 32w511 : TrailingZeros32_set_1(8w8);
            32w512 &&& 32w1023 : TrailingZeros32_set_1(8w9);
            32w1024 &&& 32w2047 : TrailingZeros32_set_1(8w10);
            32w2048 &&& 32w4095 : TrailingZeros32_set_1(8w11);
            32w0x1000 &&& 32w0x1FFF : TrailingZeros32_set_1(8w12);
            32w0x2000 &&& 32w0x3FFF : TrailingZeros32_set_1(8w13);
            32w0x4000 &&& 32w0x7FFF : TrailingZeros32_set_1(8w14);
            32w0x8000 &&& 32w0xFFFF : TrailingZeros32_set_1(8w15);
            32w0x10000 &&& 32w0x1FFFF : TrailingZeros32_set_1(8w16);
            32w0x20000 &&& 32w0x3FFFF : TrailingZeros32_set_1(8w17);
            32w0x40000 &&& 32w0x7FFFF : TrailingZeros32_set_1(8w18);
            32w0x80000 &&& 32w0xFFFFF : TrailingZeros32_set_1(8w19);
            32w0x100000 &&& 32w0x1FFFFF : TrailingZeros32_set_1(8w20);
            32w0x200000 &&& 32w0x3FFFFF : TrailingZeros32_set_1(8w21);
            32w0x400000 &&& 32w0x7FFFFF : TrailingZeros32_set_1(8w22);
            32w0x800000 &&& 32w0xFFFFFF : TrailingZeros32_set_1(8w23);
            32w0x1000000 &&& 32w0x1FFFFFF : TrailingZeros32_set_1(8w24);
            32w0x2000000 &&& 32w0x3FFFFFF : TrailingZeros32_set_1(8w25);
            32w0x4000000 &&& 32w0x7FFFFFF : TrailingZeros32_set_1(8w26);
            32w0x8000000 &&& 32w0xFFFFFFF : TrailingZeros32_set_1(8w27);
            32w0x10000000 &&& 32w0x1FFFFFFF : TrailingZeros32_set_1(8w28);
            32w0x20000000 &&& 32w0x3FFFFFFF : TrailingZeros32_set_1(8w29);
            32w0x40000000 &&& 32w0x7FFFFFFF : TrailingZeros32_set_1(8w30);
            32w0x80000000 &&& 32w0xFFFFFFFF : TrailingZeros32_set_1(8w31);
        }
    }
    bit<8> t_18;
    bit<64> Len64_key_1;
    action Len64_set_1(bit<8> value) {
        t_18 = value;
    }
    // bits.Len64 of math/bits.
    table Len64_table_1 {
        key = {
            Len64_key_1 : lpm;
        }
        actions = {
            Len64_set_1;
        }
        const default_action = Len64_set_1(8w0);
        const entries = {
            64w1 &&& 64w0xFFFFFFFFFFFFFFFF : Len64_set_1(8w1);
            64w2 &&& 64w0xFFFFFFFFFFFFFFFE : Len64_set_1(8w2);
            64w4 &&& 64w0xFFFFFFFFFFFFFFFC : Len64_set_1(8w3);
            64w8 &&& 64w0xFFFFFFFFFFFFFFF8 : Len64_set_1(8w4);
            64w16 &&& 64w0xFFFFFFFFFFFFFFF0 : Len64_set_1(8w5);
            64w32 &&& 64w0xFFFFFFFFFFFFFFE0 : Len64_set_1(8w6);
            64w64 &&& 64w0xFFFFFFFFFFFFFFC0 : Len64_set_1(8w7);
            64w128 &&& 64w0xFFFFFFFFFFFFFF80 : Len64_set_1(8w8);
            64w256 &&& 64w0xFFFFFFFFFFFFFF00 : Len64_set_1(8w9);
            64w512 &&& 64w0xFFFFFFFFFFFFFE00 : Len64_set_1(8w10);
            64w1024 &&& 64w0xFFFFFFFFFFFFFC00 : Len64_set_1(8w11);
            64w2048 &&& 64w0xFFFFFFFFFFFFF800 : Len64_set_1(8w12);
            64w0x1000 &&& 64w0xFFFFFFFFFFFFF000 : Len64_set_1(8w13);
            64w0x2000 &&& 64w0xFFFFFFFFFFFFE000 : Len64_set_1(8w14);
            64w0x4000 &&& 64w0xFFFFFFFFFFFFC000 : Len64_set_1(8w15);
            64w0x8000 &&& 64w0xFFFFFFFFFFFF8000 : Len64_set_1(8w16);
            64w0x10000 &&& 64w0xFFFFFFFFFFFF0000 : Len64_set_1(8w17);
            64w0x20000 &&& 64w0xFFFFFFFFFFFE0000 : Len64_set_1(8w18);
            64w0x40000 &&& 64w0xFFFFFFFFFFFC0000 : Len64_set_1(8w19);
            64w0x80000 &&& 64w0xFFFFFFFFFFF80000 : Len64_set_1(8w20);
            64w0x100000 &&& 64w0xFFFFFFFFFFF00000 : Len64_set_1(8w21);
            64w0x200000 &&& 64w0xFFFFFFFFFFE00000 : Len64_set_1(8w22);
            64w0x400000 &&& 64w0xFFFFFFFFFFC00000 : Len64_set_1(8w23);
            64w0x800000 &&& 64w0xFFFFFFFFFF800000 : Len64_set_1(8w24);
            64w0x1000000 &&& 64w0xFFFFFFFFFF000000 : Len64_set_1(8w25);
            64w0x2000000 &&& 64w0xFFFFFFFFFE000000 : Len64_set_1(8w26);
            64w0x4000000 &&& 64w0xFFFFFFFFFC000000 : Len64_set_1(8w27);
            64w0x8000000 &&& 64w0xFFFFFFFFF8000000 : Len64_set_1(8w28);
            64w0x10000000 &&& 64w0xFFFFFFFFF0000000 : Len64_set_1(8w29);
            64w0x20000000 &&& 64w0xFFFFFFFFE0000000 : Len64_set_1(8w30);
            64w0x40000000 &&& 64w0xFFFFFFFFC0000000 : Len64_set_1(8w31);
            64w0x80000000 &&& 64w0xFFFFFFFF80000000 : Len64_set_1(8w32);
            64w0x100000000 &&& 64w0xFFFFFFFF00000000 : Len64_set_1(8w33);
            64w0x200000000 &&& 64w0xFFFFFFFE00000000 : Len64_set_1(8w34);
            64w0x400000000 &&& 64w0xFFFFFFFC00000000 : Len64_set_1(8w35);
            64w0x800000000 &&& 64w0xFFFFFFF800000000 : Len64_set_1(8w36);
            64w0x1000000000 &&& 64w0xFFFFFFF000000000 : Len64_set_1(8w37);
            64w0x2000000000 &&& 64w0xFFFFFFE000000000 : Len64_set_1(8w38);
            64w0x4000000000 &&& 64w0xFFFFFFC000000000 : Len64_set_1(8w39);
            64w0x8000000000 &&& 64w0xFFFFFF8000000000 : Len64_set_1(8w40);
            64w0x10000000000 &&& 64w0xFFFFFF0000000000 : Len64_set_1(8w41);
            64w0x20000000000 &&& 64w0xFFFFFE0000000000 : Len64_set_1(8w42);
            64w0x40000000000 &&& 64w0xFFFFFC0000000000 : Len64_set_1(8w43);
            64w0x80000000000 &&& 64w0xFFFFF80000000000 : Len64_set_1(8w44);
            64w0x100000000000 &&& 64w0xFFFFF00000000000 : Len64_set_1(8w45);
            64w0x200000000000 &&& 64w0xFFFFE00000000000 : Len64_set_1(8w46);
            64w0x400000000000 &&& 64w0xFFFFC00000000000 : Len64_set_1(8w47);
            64w0x800000000000 &&& 64w0xFFFF800000000000 : Len64_set_1(8w48);
            64w0x1000000000000 &&& 64w0xFFFF000000000000 : Len64_set_1(8w49);
            64w0x2000000000000 &&& 64w0xFFFE000000000000 : Len64_set_1(8w50);
            64w0x4000000000000 &&& 64w0xFFFC000000000000 : Len64_set_1(8w51);
            64w0x8000000000000 &&& 64w0xFFF8000000000000 : Len64_set_1(8w52);
            64w0x10000000000000 &&& 64w0xFFF0000000000000 : Len64_set_1(8w53);
            64w0x20000000000000 &&& 64w0xFFE0000000000000 : Len64_set_1(8w54);
            64w0x40000000000000 &&& 64w0xFFC0000000000000 : Len64_set_1(8w55);
            64w0x80000000000000 &&& 64w0xFF80000000000000 : Len64_set_1(8w56);
            64w0x100000000000000 &&& 64w0xFF00000000000000 : Len64_set_1(8w57);
            64w0x200000000000000 &&& 64w0xFE00000000000000 : Len64_set_1(8w58);
            64w0x400000000000000 &&& 64w0xFC00000000000000 : Len64_set_1(8w59);
            64w0x800000000000000 &&& 64w0xF800000000000000 : Len64_set_1(8w60);
            64w0x1000000000000000 &&& 64w0xF000000000000000 : Len64_set_1(8w61);
            64w0x2000000000000000 &&& 64w0xE000000000000000 : Len64_set_1(8w62);
            64w0x4000000000000000 &&& 64w0xC000000000000000 : Len64_set_1(8w63);
            64w0x8000000000000000 &&& 64w0x8000000000000000 : Len64_set_1(8w64);
        }
    }
    int<32> s_Slot_0_1;
    int<32> s_Slot_1_1;
    int<32> s_Slot_2_1;
    bit<32> t_9;
    bit<64> s_Wide_1;
    bit<64> s_Wide_3;
    int<64> sum_3;
    action step_1() {
        // corner.Step
        // The amount may be anything: the width or more gives 0.
        int<32> t_1 = ((int<32>)hdr.event.Value) << (meta.p_Shift > 32w255 ? 8w255 : (bit<8>)meta.p_Shift); // codegen/backend/p4/testdata/corner/corner.go:62
        bit<32> amount_1 = meta.p_Shift + 32w1;
        int<32> back_1 = t_1 >> (amount_1 > 32w255 ? 8w255 : (bit<8>)amount_1); // codegen/backend/p4/testdata/corner/corner.go:62
        // the index is a variable
        bool t_3 = hdr.event.Kind == 8w1; // codegen/backend/p4/testdata/corner/corner.go:64
        int<32> t_4 = t_3 ? ((int<32>)meta.s_Slot_1) : ((int<32>)meta.s_Slot_2); // codegen/backend/p4/testdata/corner/corner.go:64
        bool t_5 = hdr.event.Kind == 8w0; // codegen/backend/p4/testdata/corner/corner.go:64
        int<32> t_7 = (t_5 ? ((int<32>)meta.s_Slot_0) : t_4) + back_1; // codegen/backend/p4/testdata/corner/corner.go:64
        s_Slot_0_1 = t_5 ? t_7 : ((int<32>)meta.s_Slot_0); // codegen/backend/p4/testdata/corner/corner.go:64
        s_Slot_1_1 = t_3 ? t_7 : ((int<32>)meta.s_Slot_1); // codegen/backend/p4/testdata/corner/corner.go:64
        s_Slot_2_1 = (hdr.event.Kind == 8w2) ? t_7 : ((int<32>)meta.s_Slot_2); // codegen/backend/p4/testdata/corner/corner.go:64
        t_9 = hdr.event.Index & 32w3; // codegen/backend/p4/testdata/corner/corner.go:66
        rows_Gain_key_1 = (bit<2>)t_9;
    }
    action step_2() {
        rows_Step_key_1 = (bit<2>)t_9;
    }
    action step_3() {
        bit<64> t_10 = ((bit<64>)hdr.event.Value) * 64w0x9E3779B97F4A7C15; // codegen/backend/p4/testdata/corner/corner.go:67
        bit<64> hi_1 = (bit<64>)(((bit<128>)meta.s_Wide * (bit<128>)t_10) >> 8w64); // codegen/backend/p4/testdata/corner/corner.go:67
        bit<64> lo_1 = meta.s_Wide * t_10; // codegen/backend/p4/testdata/corner/corner.go:67
        s_Wide_1 = hi_1 ^ lo_1; // codegen/backend/p4/testdata/corner/corner.go:68
        squares_key_1 = hdr.event.Index;
    }
    action step_4() {
        bit<64> s_Wide_2 = s_Wide_1 + t_12; // codegen/backend/p4/testdata/corner/corner.go:70
        s_Wide_3 = (hdr.event.Index < 32w5) ? s_Wide_2 : s_Wide_1; // codegen/backend/p4/testdata/corner/corner.go:70
        int<64> t_14 = ((int<64>)s_Slot_0_1) + (((int<64>)row_Gain_1) * ((int<64>)((bit<64>)row_Step_1))); // codegen/backend/p4/testdata/corner/corner.go:72
        int<64> sum_1 = t_14 - ((int<64>)((int<8>)hdr.event.Small)); // codegen/backend/p4/testdata/corner/corner.go:72
        int<64> sum_2 = -sum_1; // codegen/backend/p4/testdata/corner/corner.go:74
        sum_3 = (meta.p_Negate != 8w0) ? sum_2 : sum_1; // codegen/backend/p4/testdata/corner/corner.go:74
        LeadingZeros32_key_1 = hdr.event.Value;
    }
    action step_5() {
        TrailingZeros32_key_1 = hdr.event.Value;
    }
    action step_6() {
        Len64_key_1 = s_Wide_3;
    }
    action step_7() {
        bit<8> t_23 = (hdr.event.Kind & 8w85) + ((hdr.event.Kind >> 8w1) & 8w85); // codegen/backend/p4/testdata/corner/corner.go:76
        bit<8> t_27 = (t_23 & 8w51) + ((t_23 >> 8w2) & 8w51); // codegen/backend/p4/testdata/corner/corner.go:76
        bit<8> count_1 = ((t_15 + t_16) + t_18) + ((t_27 & 8w15) + (t_27 >> 8w4)); // codegen/backend/p4/testdata/corner/corner.go:76
        bool first_1 = !(meta.s_Seen != 8w0); // codegen/backend/p4/testdata/corner/corner.go:77
        hdr.output.Sum = (bit<64>)sum_3;
        hdr.output.Bits = count_1;
        hdr.output.Flag = (first_1 == (sum_3 < 64s0)) ? 8w1 : 8w0;
        hdr.after.Slot_0 = (bit<32>)s_Slot_0_1;
        hdr.after.Slot_1 = (bit<32>)s_Slot_1_1;
        hdr.after.Slot_2 = (bit<32>)s_Slot_2_1;
        hdr.after.Wide = s_Wide_3;
        hdr.after.Seen = 8w1;
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
                step_1();
                rows_Gain_table_1.apply();
                step_2();
                rows_Step_table_1.apply();
                step_3();
                squares_table_1.apply();
                step_4();
                LeadingZeros32_table_1.apply();
                step_5();
                TrailingZeros32_table_1.apply();
                step_6();
                Len64_table_1.apply();
                step_7();
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
