// dcqcnnp: P4_16 for v1model, made from Go source. Do not edit.
//
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

const bit<8> dcqcn_MaxMarked = 8w127;

// NPParams are the parameters of a notification point.
header params_t {
    // Interval is the least time between two CNPs of a flow, ns; 0 sends one for
    // every marked packet.
    bit<32> Interval;
}

// NPEvent is the arrival of packets of a flow.
header event_t {
    // Now is the time of arrival.
    bit<32> Now;
    // Marked is the number of them that carry the ECN mark CE; more than MaxMarked
    // count as MaxMarked.
    bit<8> Marked;
}

// NPOutput is what the notification point sends.
header output_t {
    // CNP: send a CNP now.
    bit<8> CNP;
    // Marked is the number of marked packets since the CNP before, at most MaxMarked,
    // for its BTH; 0 without a CNP, else at least 1.
    bit<8> Marked;
}

// NPState is the state of the notification point of one flow: 8 bytes.
header state_t {
    // LastCNP is when the last CNP left, if Sent is set; else 0.
    bit<32> LastCNP;
    // Marked counts the marked packets since the last CNP; saturates at MaxMarked.
    bit<8> Marked;
    // Sent: a CNP has left.
    bit<8> Sent;
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
    bit<32> s_LastCNP;
    bit<8> s_Marked;
    bit<8> s_Sent;
    // The parameters.
    bit<32> p_Interval;
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
    register<bit<32>>(CONNECTIONS) state_LastCNP;
    register<bit<8>>(CONNECTIONS) state_Marked;
    register<bit<8>>(CONNECTIONS) state_Sent;
    // The parameters of all connections.
    register<bit<32>>(1) params_Interval;
    action read_state() {
        state_LastCNP.read(meta.s_LastCNP, meta.connection);
        state_Marked.read(meta.s_Marked, meta.connection);
        state_Sent.read(meta.s_Sent, meta.connection);
    }
    action write_state() {
        state_LastCNP.write(meta.connection, hdr.after.LastCNP);
        state_Marked.write(meta.connection, hdr.after.Marked);
        state_Sent.write(meta.connection, hdr.after.Sent);
    }
    action show_state() {
        hdr.after.LastCNP = meta.s_LastCNP;
        hdr.after.Marked = meta.s_Marked;
        hdr.after.Sent = meta.s_Sent;
    }
    action read_params() {
        params_Interval.read(meta.p_Interval, 32w0);
    }
    action write_params() {
        params_Interval.write(32w0, hdr.params.Interval);
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
        hdr.after.LastCNP = 32w0;
        hdr.after.Marked = 8w0;
        hdr.after.Sent = 8w0;
    }
    action step_1() {
        // dcqcn.StepNP
        bool t_1 = hdr.event.Marked == 8w0;
        bit<8> t_3 = (hdr.event.Marked > dcqcn_MaxMarked) ? dcqcn_MaxMarked : hdr.event.Marked;
        bit<8> t_4 = meta.s_Marked + t_3;
        bit<8> s_Marked_1 = (t_4 > dcqcn_MaxMarked) ? dcqcn_MaxMarked : t_4;
        // fixedpoint.Time.Since
        // dcqcn.StepNP
        bool t_8 = (meta.s_Sent != 8w0) && ((hdr.event.Now - meta.s_LastCNP) < meta.p_Interval);
        bool t_9 = !t_8;
        bit<8> s_Marked_2 = (t_1 || t_9) ? (t_1 ? meta.s_Marked : 8w0) : s_Marked_1;
        bool t_12 = hdr.event.Marked != 8w0;
        bool s_Sent_1 = t_12 || (meta.s_Sent != 8w0);
        bool t_14 = t_1 || t_8;
        bit<32> s_LastCNP_1 = t_14 ? meta.s_LastCNP : hdr.event.Now;
        hdr.output.CNP = (t_12 && t_9) ? 8w1 : 8w0;
        hdr.output.Marked = t_14 ? 8w0 : s_Marked_1;
        hdr.after.LastCNP = s_LastCNP_1;
        hdr.after.Marked = s_Marked_2;
        hdr.after.Sent = s_Sent_1 ? 8w1 : 8w0;
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
