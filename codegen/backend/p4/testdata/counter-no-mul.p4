// counter: P4_16 for v1model, made from Go source. Do not edit.
//
// Parameters: registers, one set for all connections, set by a packet.
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

// Counter multiplies by constants only.
header output_t {
    // Total is a weighted sum.
    bit<32> Total;
}

// Counter multiplies by constants only.
header state_t {
    // Total is a weighted sum.
    bit<32> Total;
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
    bit<32> s_Total;
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
    register<bit<32>>(CONNECTIONS) state_Total;
    // The parameters of all connections.
    register<bit<32>>(1) params_Shift;
    register<bit<8>>(1) params_Negate;
    action read_state() {
        state_Total.read(meta.s_Total, meta.connection);
    }
    action write_state() {
        state_Total.write(meta.connection, hdr.after.Total);
    }
    action show_state() {
        hdr.after.Total = meta.s_Total;
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
        hdr.after.Total = 32w7;
    }
    action step_1() {
        // corner.StepCounter
        bit<32> factor_1 = hdr.event.Value + ((bit<32>)hdr.event.Kind);
        bit<32> t_4 = ((hdr.event.Index << 8w3) - (hdr.event.Index << 8w5)) + (hdr.event.Index << 8w10);
        bit<32> t_5 = (((-(meta.s_Total << 8w0)) + (meta.s_Total << 8w5))) + t_4;
        bit<32> c_Total_1 = ((-(factor_1 << 8w0))) + t_5;
        hdr.output.Total = c_Total_1;
        hdr.after.Total = c_Total_1;
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
