// A NIC for RoCEv2: P4_16 for the Portable NIC Architecture. The frame is made by hand, the kernels are made from Go
// source. Do not edit.
//
//   - Data from the host is an event "sent" of its connection's reaction point.
//   - CNPs from the network are events "cnp" of the same. DCQCN takes no acknowledgements, but one begins an entry.
//   - Data from the network with the mark CE is an event of the notification point of its connection.
//   - The end of a timer is a packet of the NIC's own scheduler, which knows the deadlines from the registers.
//
// What the NIC's other parts get with a packet stands before it in a header (verdict_t): the scheduler the rate in force,
// the transmit engine that a CNP is due. PNA would mint that CNP by mirror_packet, add a connection's entry by add_entry
// when its table misses, and know the direction by is_net_port; pna_nic has none of them, and no registers yet: ccgen's
// reader runs this program. An entry is a place in registers that the hash of the connection finds: a miss begins the
// state, and takes the place of what had it. The control plane writes 0 to the register owners before the first packet,
// since PNA does not state what registers hold.
//
// Command:
//   ccgen p4 --frame docs/examples/pna/rocev2.p4.tmpl --arch pna
// Kernels, made from Go source:
//   np: dcqcnnp
//     profile=connectx@100G
//   rp: dcqcn
//     profile=connectx@100G
//     e.CNPs=1
//     e.Packets=1
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
#include <bmv2/pna.p4>

const bit<16> ETHERTYPE_IPV4 = 0x0800;
const bit<16> ETHERTYPE_TIMER = 0x88B5;
const bit<8> PROTOCOL_UDP = 17;
const bit<16> ROCE_PORT = 4791;
// Services: the reliable and the unreliable connection, the reliable datagram, the extended connection, and CNPs.
const bit<3> SERVICE_RD = 2;
const bit<3> SERVICE_XRC = 5;
const bit<3> SERVICE_CNP = 4;
const bit<5> OPERATION_CNP = 0x01;
const bit<5> OPERATION_READ_REQUEST = 0x0C;
const bit<5> OPERATION_ACK = 0x11;
const bit<5> OPERATION_ATOMIC_ACK = 0x12;
// SEND and invalidate, last and only; below them are atomic requests, above them nothing is defined.
const bit<5> OPERATION_SEND_LAST = 0x16;
const bit<5> OPERATION_SEND_ONLY = 0x17;
const bit<2> CE = 3;

const PortId_t HOST = (PortId_t)32w0;
const PortId_t NETWORK = (PortId_t)32w1;
// The scheduler: timers come from here, and go back with the rate.
const PortId_t SCHEDULER = (PortId_t)32w2;
// There is no such port.
const PortId_t NO_PORT = (PortId_t)32w511;

// Connections that the registers tell apart.
const bit<32> PLACES = 4096;
// pna_nic's clock has microseconds.
const bit<64> NS_PER_TICK = 1000;

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
const bit<8> dcqcn_MaxMarked = 8w127;
// FlagIncrease: the increase timer and the byte counter run.
const bit<8> dcqcn_FlagIncrease = 8w1;
// FlagCut: the cut timer runs.
const bit<8> dcqcn_FlagCut = 8w2;
// FlagPending: a CNP waits for the end of the cut timer.
const bit<8> dcqcn_FlagPending = 8w4;
const bit<8> dcqcn_MaxStage = 8w63;
// AlphaRuns: the alpha timer runs.
const bit<8> dcqcn_AlphaRuns = 8w1;
// AlphaSawCNP: a CNP came since the last end of the alpha timer.
const bit<8> dcqcn_AlphaSawCNP = 8w2;

// What stands before a packet for the NIC's other parts.
header verdict_t {
    // The connection's place.
    bit<32> place;
    // The rate in force, kb/s; 0 if the packet is no event of the reaction point.
    bit<32> rate;
    // 1: the transmit engine sends a CNP that reports this many marks.
    bit<8> cnp;
    bit<8> marked;
    // 1: the packet's connection had no entry.
    bit<8> miss;
    // The event that the reaction point took.
    bit<8> kind;
}

header ethernet_t {
    bit<48> destination;
    bit<48> source;
    bit<16> etherType;
}

// The end of a timer.
header timer_t {
    bit<32> place;
    bit<32> at;
    bit<8> kind;
}

header ipv4_t {
    bit<4> version;
    bit<4> ihl;
    bit<6> dscp;
    bit<2> ecn;
    bit<16> totalLen;
    bit<16> identification;
    bit<3> flags;
    bit<13> fragOffset;
    bit<8> ttl;
    bit<8> protocol;
    bit<16> checksum;
    bit<32> source;
    bit<32> destination;
}

header udp_t {
    bit<16> source;
    bit<16> destination;
    bit<16> length_;
    bit<16> checksum;
}

header bth_t {
    bit<3> service;
    bit<5> operation;
    bit<8> flags;
    bit<16> partition_;
    bit<8> congestion;
    bit<24> destQP;
    bit<1> ackReq;
    // In a CNP how many marked packets it reports.
    bit<7> marks;
    bit<24> psn;
}

struct headers_t {
    verdict_t verdict;
    ethernet_t ethernet;
    timer_t timer;
    ipv4_t ipv4;
    udp_t udp;
    bth_t bth;
}

struct metadata_t {
    bool fromHost;
    bool fromNetwork;
    bool begin;
    bool cnp;
    bool answer;
    bool data;
    bit<32> place;
    bit<32> now;
    // The end points of the connection, sender first, and its UDP port.
    bit<64> ends;
    bit<64> owner;
    bit<16> ownerPort;
    // np, dcqcnnp: parameters, event, state before, output, state after.
    // Now is the time of arrival.
    bit<32> np_e_Now;
    // Marked is the number of them that carry the ECN mark CE; more than MaxMarked
    // count as MaxMarked.
    bit<8> np_e_Marked;
    // LastCNP is when the last CNP left, if Sent is set; else 0.
    bit<32> np_s_LastCNP;
    // Marked counts the marked packets since the last CNP; saturates at MaxMarked.
    bit<8> np_s_Marked;
    // Sent: a CNP has left.
    bit<8> np_s_Sent;
    // CNP: send a CNP now.
    bit<8> np_o_CNP;
    // Marked is the number of marked packets since the CNP before, at most MaxMarked,
    // for its BTH; 0 without a CNP, else at least 1.
    bit<8> np_o_Marked;
    bit<32> np_n_LastCNP;
    bit<8> np_n_Marked;
    bit<8> np_n_Sent;
    // rp, dcqcn: parameters, event, state before, output, state after.
    // Now is the time of the event; for a timer, its deadline.
    bit<32> rp_e_Now;
    // Bytes is the number of bytes sent (EventSent); more than 2^30 count as 2^30.
    bit<32> rp_e_Bytes;
    // Marked is the number of ECN-marked packets that the CNPs report (EventCNP), the
    // sum of their 7-bit counts; used by Dolce-RC.
    bit<16> rp_e_Marked;
    // Kind is what happened; Step ignores kinds that it does not know.
    bit<8> rp_e_Kind;
    // Rates are the rates, stages and their timers. Own holds the alpha flags.
    // RC is the current rate, kb/s: from MinRate to MaxRate.
    bit<32> rp_s_Rates_RC;
    // RT is the target rate, kb/s: from MinRate to TargetCap.
    bit<32> rp_s_Rates_RT;
    // Bytes is the count of bytes since the last increase of the byte counter:
    // below ByteReset.
    bit<32> rp_s_Rates_Bytes;
    // IncreaseAt is when the increase timer ends, if FlagIncrease is set; else as it was.
    bit<32> rp_s_Rates_IncreaseAt;
    // CutAt is when the cut timer ends, if FlagCut is set; else as it was.
    bit<32> rp_s_Rates_CutAt;
    // TimeStage is T, the increases by the timer since the last cut; at most MaxStage,
    // saturating.
    bit<8> rp_s_Rates_TimeStage;
    // ByteStage is BC, the increases by the byte counter since the last cut; at most
    // MaxStage, saturating.
    bit<8> rp_s_Rates_ByteStage;
    // Flags holds the bits below. The high four belong to the scheme that embeds
    // Rates; this package leaves them as they are.
    bit<8> rp_s_Rates_Flags;
    // Own is a byte of the scheme that embeds Rates.
    bit<8> rp_s_Rates_Own;
    // Alpha is the rate reduction factor, Params.AlphaBits fractional bits: to AlphaMax.
    bit<32> rp_s_Alpha;
    // AlphaAt is when the alpha timer ends, if AlphaRuns is set; else as it was.
    bit<32> rp_s_AlphaAt;
    // Rate is the rate to send at from now on, RC, kb/s.
    bit<32> rp_o_Rate;
    // Did is what the event did; all bits but DidChange whether or not a value moved.
    bit<8> rp_o_Did;
    bit<32> rp_n_Rates_RC;
    bit<32> rp_n_Rates_RT;
    bit<32> rp_n_Rates_Bytes;
    bit<32> rp_n_Rates_IncreaseAt;
    bit<32> rp_n_Rates_CutAt;
    bit<8> rp_n_Rates_TimeStage;
    bit<8> rp_n_Rates_ByteStage;
    bit<8> rp_n_Rates_Flags;
    bit<8> rp_n_Rates_Own;
    bit<32> rp_n_Alpha;
    bit<32> rp_n_AlphaAt;
}

parser nic_parser(packet_in packet, out headers_t hdr, inout metadata_t meta, in pna_main_parser_input_metadata_t istd) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.etherType) {
            ETHERTYPE_IPV4 : ipv4;
            ETHERTYPE_TIMER : timer;
            default : accept;
        }
    }
    state timer {
        packet.extract(hdr.timer);
        transition accept;
    }
    state ipv4 {
        packet.extract(hdr.ipv4);
        transition select(hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.fragOffset, hdr.ipv4.protocol) {
            (4w4, 4w5, 13w0, PROTOCOL_UDP) : udp;
            default : accept;
        }
    }
    state udp {
        packet.extract(hdr.udp);
        transition select(hdr.udp.destination) {
            ROCE_PORT : bth;
            default : accept;
        }
    }
    state bth {
        packet.extract(hdr.bth);
        transition accept;
    }
}

control nic_control(inout headers_t hdr, inout metadata_t meta, in pna_main_input_metadata_t istd, inout pna_main_output_metadata_t ostd) {
    // The connection that has a place. Those that this NIC sends on and receives on are two.
    Register<bit<64>, bit<32>>(PLACES) owners;
    Register<bit<16>, bit<32>>(PLACES) ownerPorts;
    Hash<bit<32>>(PNA_HashAlgorithm_t.CRC32) places;
    Register<bit<32>, bit<32>>(PLACES) np_state_LastCNP;
    Register<bit<8>, bit<32>>(PLACES) np_state_Marked;
    Register<bit<8>, bit<32>>(PLACES) np_state_Sent;
    Register<bit<32>, bit<32>>(PLACES) rp_state_Rates_RC;
    Register<bit<32>, bit<32>>(PLACES) rp_state_Rates_RT;
    Register<bit<32>, bit<32>>(PLACES) rp_state_Rates_Bytes;
    Register<bit<32>, bit<32>>(PLACES) rp_state_Rates_IncreaseAt;
    Register<bit<32>, bit<32>>(PLACES) rp_state_Rates_CutAt;
    Register<bit<8>, bit<32>>(PLACES) rp_state_Rates_TimeStage;
    Register<bit<8>, bit<32>>(PLACES) rp_state_Rates_ByteStage;
    Register<bit<8>, bit<32>>(PLACES) rp_state_Rates_Flags;
    Register<bit<8>, bit<32>>(PLACES) rp_state_Rates_Own;
    Register<bit<32>, bit<32>>(PLACES) rp_state_Alpha;
    Register<bit<32>, bit<32>>(PLACES) rp_state_AlphaAt;

    action np_read() {
        meta.np_s_LastCNP = np_state_LastCNP.read(meta.place);
        meta.np_s_Marked = np_state_Marked.read(meta.place);
        meta.np_s_Sent = np_state_Sent.read(meta.place);
    }
    action np_write() {
        np_state_LastCNP.write(meta.place, meta.np_n_LastCNP);
        np_state_Marked.write(meta.place, meta.np_n_Marked);
        np_state_Sent.write(meta.place, meta.np_n_Sent);
    }
    action rp_read() {
        meta.rp_s_Rates_RC = rp_state_Rates_RC.read(meta.place);
        meta.rp_s_Rates_RT = rp_state_Rates_RT.read(meta.place);
        meta.rp_s_Rates_Bytes = rp_state_Rates_Bytes.read(meta.place);
        meta.rp_s_Rates_IncreaseAt = rp_state_Rates_IncreaseAt.read(meta.place);
        meta.rp_s_Rates_CutAt = rp_state_Rates_CutAt.read(meta.place);
        meta.rp_s_Rates_TimeStage = rp_state_Rates_TimeStage.read(meta.place);
        meta.rp_s_Rates_ByteStage = rp_state_Rates_ByteStage.read(meta.place);
        meta.rp_s_Rates_Flags = rp_state_Rates_Flags.read(meta.place);
        meta.rp_s_Rates_Own = rp_state_Rates_Own.read(meta.place);
        meta.rp_s_Alpha = rp_state_Alpha.read(meta.place);
        meta.rp_s_AlphaAt = rp_state_AlphaAt.read(meta.place);
    }
    action rp_write() {
        rp_state_Rates_RC.write(meta.place, meta.rp_n_Rates_RC);
        rp_state_Rates_RT.write(meta.place, meta.rp_n_Rates_RT);
        rp_state_Rates_Bytes.write(meta.place, meta.rp_n_Rates_Bytes);
        rp_state_Rates_IncreaseAt.write(meta.place, meta.rp_n_Rates_IncreaseAt);
        rp_state_Rates_CutAt.write(meta.place, meta.rp_n_Rates_CutAt);
        rp_state_Rates_TimeStage.write(meta.place, meta.rp_n_Rates_TimeStage);
        rp_state_Rates_ByteStage.write(meta.place, meta.rp_n_Rates_ByteStage);
        rp_state_Rates_Flags.write(meta.place, meta.rp_n_Rates_Flags);
        rp_state_Rates_Own.write(meta.place, meta.rp_n_Rates_Own);
        rp_state_Alpha.write(meta.place, meta.rp_n_Alpha);
        rp_state_AlphaAt.write(meta.place, meta.rp_n_AlphaAt);
    }

    apply {
        meta.fromHost = istd.input_port == HOST;
        meta.fromNetwork = istd.input_port == NETWORK;
        // The firmware's clock has 32 bits of ns, and wraps.
        meta.now = (bit<32>)((bit<64>)istd.timestamp * NS_PER_TICK);
        meta.begin = false;
        meta.cnp = false;
        meta.answer = false;
        meta.data = false;
        meta.place = 32w0;
        meta.rp_e_Kind = 8w0;
        meta.rp_e_Now = meta.now;
        meta.rp_e_Bytes = 32w0;
        meta.rp_e_Marked = 16w0;
        hdr.verdict.setValid();
        hdr.verdict.rate = 32w0;
        hdr.verdict.cnp = 8w0;
        hdr.verdict.marked = 8w0;
        hdr.verdict.miss = 8w0;
        if (hdr.timer.isValid()) {
            send_to_port(NO_PORT);
            if (istd.input_port == SCHEDULER && hdr.timer.place < PLACES) {
                send_to_port(SCHEDULER);
                meta.place = hdr.timer.place;
                meta.rp_e_Kind = hdr.timer.kind;
                meta.rp_e_Now = hdr.timer.at;
                rp_read();
            }
        } else if (meta.fromHost) {
            send_to_port(NETWORK);
        } else if (meta.fromNetwork) {
            send_to_port(HOST);
        } else {
            send_to_port(NO_PORT);
        }
        if (hdr.bth.isValid() && (meta.fromHost || meta.fromNetwork)) {
            bool connected = hdr.bth.service <= SERVICE_RD || hdr.bth.service == SERVICE_XRC;
            bit<5> operation = hdr.bth.operation;
            meta.cnp = hdr.bth.service == SERVICE_CNP && operation == OPERATION_CNP;
            meta.answer = meta.cnp || connected && (operation == OPERATION_ACK || operation == OPERATION_ATOMIC_ACK);
            meta.data = connected && (operation < OPERATION_ACK && operation != OPERATION_READ_REQUEST
                || operation == OPERATION_SEND_LAST || operation == OPERATION_SEND_ONLY);
            meta.ends = meta.answer ? (((bit<64>)hdr.ipv4.destination << 8w32) | (bit<64>)hdr.ipv4.source)
                : (((bit<64>)hdr.ipv4.source << 8w32) | (bit<64>)hdr.ipv4.destination);
        }
        if (meta.data || meta.answer) {
            // The source port is the same both ways where it is made of both QPs, as by Linux.
            meta.place = places.get_hash(32w0, {meta.ends, hdr.udp.source}, PLACES);
            meta.owner = owners.read(meta.place);
            meta.ownerPort = ownerPorts.read(meta.place);
            meta.begin = meta.owner != meta.ends || meta.ownerPort != hdr.udp.source;
            owners.write(meta.place, meta.ends);
            ownerPorts.write(meta.place, hdr.udp.source);
            hdr.verdict.miss = meta.begin ? 8w1 : 8w0;
            np_read();
            rp_read();
            if (meta.begin) {
            meta.np_s_LastCNP = 32w0;
            meta.np_s_Marked = 8w0;
            meta.np_s_Sent = 8w0;
            meta.rp_s_Rates_RC = 32w0x5F5E100;
            meta.rp_s_Rates_RT = 32w0x5F5E100;
            meta.rp_s_Rates_Bytes = 32w0;
            meta.rp_s_Rates_IncreaseAt = 32w0;
            meta.rp_s_Rates_CutAt = 32w0;
            meta.rp_s_Rates_TimeStage = 8w0;
            meta.rp_s_Rates_ByteStage = 8w0;
            meta.rp_s_Rates_Flags = 8w0;
            meta.rp_s_Rates_Own = 8w0;
            meta.rp_s_Alpha = 32w1023;
            meta.rp_s_AlphaAt = 32w0;
            }
            if (meta.fromHost && meta.data) {
                meta.rp_e_Kind = dcqcn_EventSent;
                meta.rp_e_Bytes = (bit<32>)hdr.ipv4.totalLen;
            } else if (meta.fromNetwork && meta.cnp) {
                meta.rp_e_Kind = dcqcn_EventCNP;
                meta.rp_e_Marked = (bit<16>)(bit<8>)hdr.bth.marks;
            }
            // An event without a mark changes nothing: the state of a connection that begins is written.
            meta.np_e_Now = meta.now;
            meta.np_e_Marked = meta.fromNetwork && meta.data && hdr.ipv4.ecn == CE ? 8w1 : 8w0;
            // dcqcn.StepNP
            bool np_t_1 = meta.np_e_Marked == 8w0;
            bit<8> np_t_3 = (meta.np_e_Marked > dcqcn_MaxMarked) ? dcqcn_MaxMarked : meta.np_e_Marked;
            bit<8> np_t_4 = meta.np_s_Marked + np_t_3;
            bit<8> np_s_Marked_1 = (np_t_4 > dcqcn_MaxMarked) ? dcqcn_MaxMarked : np_t_4;
            // fixedpoint.Time.Since
            // dcqcn.StepNP
            bool np_t_8 = (meta.np_s_Sent != 8w0) && ((meta.np_e_Now - meta.np_s_LastCNP) < 32w4000);
            bool np_t_9 = !np_t_8;
            bit<8> np_s_Marked_2 = (np_t_1 || np_t_9) ? (np_t_1 ? meta.np_s_Marked : 8w0) : np_s_Marked_1;
            bool np_t_12 = meta.np_e_Marked != 8w0;
            bool np_s_Sent_1 = np_t_12 || (meta.np_s_Sent != 8w0);
            bool np_t_14 = np_t_1 || np_t_8;
            bit<32> np_s_LastCNP_1 = np_t_14 ? meta.np_s_LastCNP : meta.np_e_Now;
            meta.np_o_CNP = (np_t_12 && np_t_9) ? 8w1 : 8w0;
            meta.np_o_Marked = np_t_14 ? 8w0 : np_s_Marked_1;
            meta.np_n_LastCNP = np_s_LastCNP_1;
            meta.np_n_Marked = np_s_Marked_2;
            meta.np_n_Sent = np_s_Sent_1 ? 8w1 : 8w0;
            np_write();
            hdr.verdict.cnp = meta.np_o_CNP;
            hdr.verdict.marked = meta.np_o_Marked;
        }
        hdr.verdict.place = meta.place;
        hdr.verdict.kind = meta.rp_e_Kind;
        if (meta.rp_e_Kind != 8w0 || meta.begin) {
            // dcqcn.Step
            bool rp_t_1 = meta.rp_e_Kind == dcqcn_EventAlphaTimer;
            // dcqcn.alphaTimer
            bool rp_t_3 = (meta.rp_s_Rates_Own & dcqcn_AlphaSawCNP) == 8w0;
            // dcqcn.(*State).raiseAlpha
            bit<64> rp_product_1 = ((bit<64>)meta.rp_s_Alpha) * 64w0xFEC0;
            bit<64> rp_product_2 = rp_product_1 + 64w0x50000;
            // dcqcn.(*Params).roundAlpha
            bit<64> rp_t_4 = rp_product_2 >> 8w16;
            // dcqcn.(*State).raiseAlpha
            bit<32> rp_s_Alpha_1 = (rp_t_4 > 64w1023) ? 32w1023 : ((bit<32>)rp_t_4);
            // dcqcn.alphaTimer
            bit<8> rp_s_Rates_Own_1 = meta.rp_s_Rates_Own & 8w253;
            // dcqcn.(*Params).roundAlpha
            bit<64> rp_t_6 = rp_product_1 >> 8w16;
            // dcqcn.alphaTimer
            bit<8> rp_s_Rates_Own_2 = meta.rp_s_Rates_Own & 8w254;
            bit<8> rp_s_Rates_Own_3 = (rp_t_6 == ((bit<64>)meta.rp_s_Alpha)) ? rp_s_Rates_Own_2 : meta.rp_s_Rates_Own;
            bit<8> rp_s_Rates_Own_4 = rp_t_3 ? rp_s_Rates_Own_3 : rp_s_Rates_Own_1;
            bit<32> rp_s_Alpha_2 = rp_t_3 ? ((bit<32>)rp_t_6) : rp_s_Alpha_1;
            // fixedpoint.Time.Add
            bit<32> rp_s_AlphaAt_1 = meta.rp_e_Now + 32w1000;
            // dcqcn.Step
            bool rp_t_8 = meta.rp_e_Kind == dcqcn_EventCutTimer;
            // dcqcn.(*Rates).CutTimer
            bool rp_t_10 = (meta.rp_s_Rates_Flags & dcqcn_FlagPending) == 8w0;
            bit<8> rp_s_Rates_Flags_1 = meta.rp_s_Rates_Flags & 8w251;
            // fixedpoint.Time.Add
            bit<32> rp_s_Rates_CutAt_1 = meta.rp_e_Now + 32w4000;
            // dcqcn.(*Rates).CutTimer
            bit<8> rp_s_Rates_Flags_2 = meta.rp_s_Rates_Flags & 8w249;
            bit<32> rp_s_Rates_CutAt_2 = rp_t_10 ? meta.rp_s_Rates_CutAt : rp_s_Rates_CutAt_1;
            // dcqcn.(*State).cut
            bool rp_t_13 = (meta.rp_s_Rates_ByteStage > 8w0) || (meta.rp_s_Rates_TimeStage > 8w0);
            bit<32> rp_target_1 = rp_t_13 ? meta.rp_s_Rates_RC : meta.rp_s_Rates_RT;
            // dcqcn.(*Rates).Cut
            bit<32> rp_t_15 = (rp_target_1 > 32w1000) ? rp_target_1 : 32w1000;
            bit<32> rp_s_Rates_RT_1 = (rp_t_15 > 32w0x5F5E100) ? 32w0x5F5E100 : rp_t_15;
            bit<32> rp_keep_1 = 32w2048 - meta.rp_s_Alpha;
            bit<32> rp_rc_1 = (bit<32>)((((bit<64>)meta.rp_s_Rates_RC) * ((bit<64>)rp_keep_1)) >> 8w11);
            bit<64> rp_t_19 = (((bit<64>)meta.rp_s_Rates_RC) * 64w0x8000) >> 8w16;
            bit<32> rp_t_21 = (((bit<64>)rp_rc_1) < rp_t_19) ? ((bit<32>)rp_t_19) : rp_rc_1;
            bit<32> rp_s_Rates_RC_1 = (rp_t_21 > 32w1000) ? rp_t_21 : 32w1000;
            // fixedpoint.Time.Add
            bit<32> rp_s_Rates_IncreaseAt_1 = meta.rp_e_Now + 32w0x493E0;
            // dcqcn.(*Rates).restart
            bit<8> rp_s_Rates_Flags_3 = rp_s_Rates_Flags_1 | dcqcn_FlagIncrease;
            // dcqcn.Step
            bit<32> rp_s_Rates_RC_2 = rp_t_10 ? meta.rp_s_Rates_RC : rp_s_Rates_RC_1;
            bit<32> rp_s_Rates_RT_2 = rp_t_10 ? meta.rp_s_Rates_RT : rp_s_Rates_RT_1;
            bit<32> rp_s_Rates_Bytes_1 = rp_t_10 ? meta.rp_s_Rates_Bytes : 32w0;
            bit<32> rp_s_Rates_IncreaseAt_2 = rp_t_10 ? meta.rp_s_Rates_IncreaseAt : rp_s_Rates_IncreaseAt_1;
            bit<8> rp_s_Rates_TimeStage_1 = rp_t_10 ? meta.rp_s_Rates_TimeStage : 8w0;
            bit<8> rp_s_Rates_ByteStage_1 = rp_t_10 ? meta.rp_s_Rates_ByteStage : 8w0;
            bit<8> rp_s_Rates_Flags_4 = rp_t_10 ? rp_s_Rates_Flags_2 : rp_s_Rates_Flags_3;
            bit<8> rp_did_1 = rp_t_10 ? 8w0 : dcqcn_DidCut;
            bool rp_t_23 = meta.rp_e_Kind == dcqcn_EventIncreaseTimer;
            // dcqcn.(*Rates).increase
            bool rp_t_24 = meta.rp_s_Rates_ByteStage < meta.rp_s_Rates_TimeStage;
            bit<8> rp_t_25 = rp_t_24 ? meta.rp_s_Rates_TimeStage : meta.rp_s_Rates_ByteStage;
            bool rp_t_26 = rp_t_25 < 8w1;
            bit<8> rp_t_27 = rp_t_24 ? meta.rp_s_Rates_ByteStage : meta.rp_s_Rates_TimeStage;
            bit<32> rp_step_1 = (rp_t_27 > 8w1) ? 32w0xC350 : 32w0x1388;
            // Both below 2^31: the sum fits.
            bit<32> rp_t_29 = meta.rp_s_Rates_RT + rp_step_1;
            bit<32> rp_s_Rates_RT_3 = (rp_t_29 > 32w0x5F5E100) ? (rp_t_26 ? meta.rp_s_Rates_RT : 32w0x5F5E100) : (rp_t_26 ? meta.rp_s_Rates_RT : rp_t_29);
            bit<32> rp_t_34 = (meta.rp_s_Rates_RC + 32w1) + rp_s_Rates_RT_3;
            bit<32> rp_s_Rates_RC_3 = rp_t_34 >> 8w1;
            bit<32> rp_s_Rates_RC_4 = (rp_t_34 > 32w0xBEBC201) ? 32w0x5F5E100 : ((rp_t_34 > 32w2001) ? rp_s_Rates_RC_3 : 32w1000);
            // Arrived: the target is at its cap, so that a later increase would repeat this
            // one, which left the rate as it was. What it would still do is to count: that
            // matters to a later cut only where the cut waits for an increase by bytes to take
            // the target (ClampAfterTime off), and target and rate differ.
            bool rp_t_40 = (rp_s_Rates_RT_3 == 32w0x5F5E100) && (rp_s_Rates_RC_4 == meta.rp_s_Rates_RC);
            bit<8> rp_s_Rates_Flags_5 = meta.rp_s_Rates_Flags & 8w254;
            bit<8> rp_s_Rates_Flags_6 = rp_t_40 ? rp_s_Rates_Flags_5 : meta.rp_s_Rates_Flags;
            // dcqcn.(*Rates).IncreaseTimer
            bit<8> rp_t_41 = meta.rp_s_Rates_TimeStage + 8w1;
            bit<8> rp_s_Rates_TimeStage_2 = (rp_t_41 > dcqcn_MaxStage) ? dcqcn_MaxStage : rp_t_41;
            // dcqcn.Step
            bool rp_t_43 = meta.rp_e_Kind == dcqcn_EventSent;
            // dcqcn.(*Rates).Sent
            bit<8> rp_t_44 = meta.rp_s_Rates_Flags & dcqcn_FlagIncrease;
            bool rp_t_45 = rp_t_44 == 8w0;
            bit<32> rp_t_48 = (meta.rp_e_Bytes > 32w0x40000000) ? 32w0x40000000 : meta.rp_e_Bytes;
            bit<32> rp_s_Rates_Bytes_2 = meta.rp_s_Rates_Bytes + rp_t_48;
            bool rp_t_49 = rp_s_Rates_Bytes_2 < 32w0x7FFF;
            bool rp_increased_1 = rp_s_Rates_Bytes_2 >= 32w0x7FFF;
            bit<32> rp_s_Rates_Bytes_3 = rp_s_Rates_Bytes_2 - 32w0x7FFF;
            bit<8> rp_t_50 = meta.rp_s_Rates_ByteStage + 8w1;
            bool rp_t_51 = rp_t_50 > dcqcn_MaxStage;
            bit<8> rp_s_Rates_ByteStage_2 = rp_t_51 ? dcqcn_MaxStage : rp_t_50;
            bool rp_t_52 = rp_s_Rates_Bytes_3 < 32w0x7FFF;
            bit<32> rp_s_Rates_Bytes_4 = rp_s_Rates_Bytes_3 - 32w0x7FFF;
            // dcqcn.(*Rates).increase
            bit<8> rp_t_54 = (rp_s_Rates_ByteStage_2 < meta.rp_s_Rates_TimeStage) ? meta.rp_s_Rates_TimeStage : rp_s_Rates_ByteStage_2;
            bool rp_t_55 = rp_t_54 < 8w1;
            bit<8> rp_t_57 = (meta.rp_s_Rates_TimeStage > dcqcn_MaxStage) ? dcqcn_MaxStage : meta.rp_s_Rates_TimeStage;
            bit<8> rp_t_59 = (rp_t_50 < meta.rp_s_Rates_TimeStage) ? rp_t_50 : meta.rp_s_Rates_TimeStage;
            bit<32> rp_step_2 = ((rp_t_51 ? rp_t_57 : rp_t_59) > 8w1) ? 32w0xC350 : 32w0x1388;
            bit<32> rp_t_62 = rp_s_Rates_RT_3 + rp_step_2;
            bit<32> rp_s_Rates_RT_4 = (rp_t_62 > 32w0x5F5E100) ? (rp_t_55 ? rp_s_Rates_RT_3 : 32w0x5F5E100) : (rp_t_55 ? rp_s_Rates_RT_3 : rp_t_62);
            bit<32> rp_t_67 = rp_s_Rates_RC_4 + (32w1 + rp_s_Rates_RT_4);
            bit<32> rp_s_Rates_RC_5 = rp_t_67 >> 8w1;
            bit<32> rp_s_Rates_RC_6 = (rp_t_67 > 32w0xBEBC201) ? 32w0x5F5E100 : ((rp_t_67 > 32w2001) ? rp_s_Rates_RC_5 : 32w1000);
            bool rp_t_73 = (rp_s_Rates_RT_4 == 32w0x5F5E100) && (rp_s_Rates_RC_6 == rp_s_Rates_RC_4);
            bit<8> rp_s_Rates_Flags_7 = rp_t_73 ? rp_s_Rates_Flags_5 : rp_s_Rates_Flags_6;
            // dcqcn.(*Rates).Sent
            bit<8> rp_t_74 = rp_s_Rates_ByteStage_2 + 8w1;
            bit<8> rp_s_Rates_ByteStage_3 = (rp_t_74 > dcqcn_MaxStage) ? dcqcn_MaxStage : rp_t_74;
            bool rp_t_76 = rp_s_Rates_Bytes_4 < 32w0x7FFF;
            bit<32> rp_s_Rates_Bytes_5 = rp_s_Rates_Bytes_4 - 32w0x7FFF;
            // dcqcn.(*Rates).increase
            bool rp_t_77 = rp_s_Rates_ByteStage_3 < meta.rp_s_Rates_TimeStage;
            bit<8> rp_t_78 = rp_t_77 ? meta.rp_s_Rates_TimeStage : rp_s_Rates_ByteStage_3;
            bool rp_t_79 = rp_t_78 < 8w1;
            bit<8> rp_t_80 = rp_t_77 ? rp_s_Rates_ByteStage_3 : meta.rp_s_Rates_TimeStage;
            bit<32> rp_step_3 = (rp_t_80 > 8w1) ? 32w0xC350 : 32w0x1388;
            bit<32> rp_t_82 = rp_s_Rates_RT_4 + rp_step_3;
            bit<32> rp_s_Rates_RT_5 = (rp_t_82 > 32w0x5F5E100) ? (rp_t_79 ? rp_s_Rates_RT_4 : 32w0x5F5E100) : (rp_t_79 ? rp_s_Rates_RT_4 : rp_t_82);
            bit<32> rp_t_87 = (32w1 + rp_s_Rates_RT_5) + rp_s_Rates_RC_6;
            bit<32> rp_s_Rates_RC_7 = rp_t_87 >> 8w1;
            bit<32> rp_s_Rates_RC_8 = (rp_t_87 > 32w0xBEBC201) ? 32w0x5F5E100 : ((rp_t_87 > 32w2001) ? rp_s_Rates_RC_7 : 32w1000);
            bool rp_t_93 = (rp_s_Rates_RT_5 == 32w0x5F5E100) && (rp_s_Rates_RC_8 == rp_s_Rates_RC_6);
            // dcqcn.(*Rates).Sent
            bit<8> rp_t_94 = rp_s_Rates_ByteStage_3 + 8w1;
            bit<8> rp_s_Rates_ByteStage_4 = (rp_t_94 > dcqcn_MaxStage) ? dcqcn_MaxStage : rp_t_94;
            bool rp_t_96 = rp_s_Rates_Bytes_5 < 32w0x7FFF;
            bit<32> rp_s_Rates_Bytes_6 = rp_s_Rates_Bytes_5 - 32w0x7FFF;
            // dcqcn.(*Rates).increase
            bool rp_t_97 = rp_s_Rates_ByteStage_4 < meta.rp_s_Rates_TimeStage;
            bit<8> rp_t_98 = rp_t_97 ? meta.rp_s_Rates_TimeStage : rp_s_Rates_ByteStage_4;
            bool rp_t_99 = rp_t_98 < 8w1;
            bit<8> rp_t_100 = rp_t_97 ? rp_s_Rates_ByteStage_4 : meta.rp_s_Rates_TimeStage;
            bit<32> rp_step_4 = (rp_t_100 > 8w1) ? 32w0xC350 : 32w0x1388;
            bit<32> rp_t_102 = rp_s_Rates_RT_5 + rp_step_4;
            bit<32> rp_s_Rates_RT_6 = (rp_t_102 > 32w0x5F5E100) ? (rp_t_99 ? rp_s_Rates_RT_5 : 32w0x5F5E100) : (rp_t_99 ? rp_s_Rates_RT_5 : rp_t_102);
            bit<32> rp_t_107 = (32w1 + rp_s_Rates_RT_6) + rp_s_Rates_RC_8;
            bit<32> rp_s_Rates_RC_9 = rp_t_107 >> 8w1;
            bit<32> rp_s_Rates_RC_10 = (rp_t_107 > 32w0xBEBC201) ? 32w0x5F5E100 : ((rp_t_107 > 32w2001) ? rp_s_Rates_RC_9 : 32w1000);
            // dcqcn.(*Rates).Sent
            bit<8> rp_t_111 = rp_s_Rates_ByteStage_4 + 8w1;
            bit<8> rp_s_Rates_ByteStage_5 = (rp_t_111 > dcqcn_MaxStage) ? dcqcn_MaxStage : rp_t_111;
            bool rp_t_113 = rp_s_Rates_Bytes_6 < 32w0x7FFF;
            bit<32> rp_s_Rates_Bytes_7 = rp_s_Rates_Bytes_6 - 32w0x7FFF;
            // dcqcn.(*Rates).increase
            bool rp_t_114 = rp_s_Rates_ByteStage_5 < meta.rp_s_Rates_TimeStage;
            bit<8> rp_t_115 = rp_t_114 ? meta.rp_s_Rates_TimeStage : rp_s_Rates_ByteStage_5;
            bool rp_t_116 = rp_t_115 < 8w1;
            bit<8> rp_t_117 = rp_t_114 ? rp_s_Rates_ByteStage_5 : meta.rp_s_Rates_TimeStage;
            bit<32> rp_step_5 = (rp_t_117 > 8w1) ? 32w0xC350 : 32w0x1388;
            bit<32> rp_t_119 = rp_s_Rates_RT_6 + rp_step_5;
            bit<32> rp_s_Rates_RT_7 = (rp_t_119 > 32w0x5F5E100) ? (rp_t_116 ? rp_s_Rates_RT_6 : 32w0x5F5E100) : (rp_t_116 ? rp_s_Rates_RT_6 : rp_t_119);
            bit<32> rp_t_124 = (32w1 + rp_s_Rates_RT_7) + rp_s_Rates_RC_10;
            bit<32> rp_s_Rates_RC_11 = rp_t_124 >> 8w1;
            bit<32> rp_s_Rates_RC_12 = (rp_t_124 > 32w0xBEBC201) ? 32w0x5F5E100 : ((rp_t_124 > 32w2001) ? rp_s_Rates_RC_11 : 32w1000);
            // dcqcn.(*Rates).Sent
            bit<8> rp_t_128 = rp_s_Rates_ByteStage_5 + 8w1;
            bit<8> rp_s_Rates_ByteStage_6 = (rp_t_128 > dcqcn_MaxStage) ? dcqcn_MaxStage : rp_t_128;
            bool rp_t_130 = rp_s_Rates_Bytes_7 < 32w0x7FFF;
            bit<32> rp_s_Rates_Bytes_8 = rp_s_Rates_Bytes_7 - 32w0x7FFF;
            // dcqcn.(*Rates).increase
            bool rp_t_131 = rp_s_Rates_ByteStage_6 < meta.rp_s_Rates_TimeStage;
            bit<8> rp_t_132 = rp_t_131 ? meta.rp_s_Rates_TimeStage : rp_s_Rates_ByteStage_6;
            bool rp_t_133 = rp_t_132 < 8w1;
            bit<8> rp_t_134 = rp_t_131 ? rp_s_Rates_ByteStage_6 : meta.rp_s_Rates_TimeStage;
            bit<32> rp_step_6 = (rp_t_134 > 8w1) ? 32w0xC350 : 32w0x1388;
            bit<32> rp_t_136 = rp_s_Rates_RT_7 + rp_step_6;
            bit<32> rp_s_Rates_RT_8 = (rp_t_136 > 32w0x5F5E100) ? (rp_t_133 ? rp_s_Rates_RT_7 : 32w0x5F5E100) : (rp_t_133 ? rp_s_Rates_RT_7 : rp_t_136);
            bit<32> rp_t_141 = (32w1 + rp_s_Rates_RT_8) + rp_s_Rates_RC_12;
            bit<32> rp_s_Rates_RC_13 = rp_t_141 >> 8w1;
            bit<32> rp_s_Rates_RC_14 = (rp_t_141 > 32w0xBEBC201) ? 32w0x5F5E100 : ((rp_t_141 > 32w2001) ? rp_s_Rates_RC_13 : 32w1000);
            // dcqcn.(*Rates).Sent
            bit<8> rp_t_145 = rp_s_Rates_ByteStage_6 + 8w1;
            bit<8> rp_s_Rates_ByteStage_7 = (rp_t_145 > dcqcn_MaxStage) ? dcqcn_MaxStage : rp_t_145;
            bool rp_t_147 = rp_s_Rates_Bytes_8 < 32w0x7FFF;
            bit<32> rp_s_Rates_Bytes_9 = rp_s_Rates_Bytes_8 - 32w0x7FFF;
            // dcqcn.(*Rates).increase
            bool rp_t_148 = rp_s_Rates_ByteStage_7 < meta.rp_s_Rates_TimeStage;
            bit<8> rp_t_149 = rp_t_148 ? meta.rp_s_Rates_TimeStage : rp_s_Rates_ByteStage_7;
            bool rp_t_150 = rp_t_149 < 8w1;
            bit<8> rp_t_151 = rp_t_148 ? rp_s_Rates_ByteStage_7 : meta.rp_s_Rates_TimeStage;
            bit<32> rp_step_7 = (rp_t_151 > 8w1) ? 32w0xC350 : 32w0x1388;
            bit<32> rp_t_153 = rp_s_Rates_RT_8 + rp_step_7;
            bit<32> rp_s_Rates_RT_9 = (rp_t_153 > 32w0x5F5E100) ? (rp_t_150 ? rp_s_Rates_RT_8 : 32w0x5F5E100) : (rp_t_150 ? rp_s_Rates_RT_8 : rp_t_153);
            bit<32> rp_t_158 = (32w1 + rp_s_Rates_RT_9) + rp_s_Rates_RC_14;
            bit<32> rp_s_Rates_RC_15 = rp_t_158 >> 8w1;
            bit<32> rp_s_Rates_RC_16 = (rp_t_158 > 32w0xBEBC201) ? 32w0x5F5E100 : ((rp_t_158 > 32w2001) ? rp_s_Rates_RC_15 : 32w1000);
            // dcqcn.(*Rates).Sent
            bit<8> rp_t_162 = rp_s_Rates_ByteStage_7 + 8w1;
            bit<8> rp_s_Rates_ByteStage_8 = (rp_t_162 > dcqcn_MaxStage) ? dcqcn_MaxStage : rp_t_162;
            bool rp_t_164 = rp_s_Rates_Bytes_9 < 32w0x7FFF;
            bit<32> rp_s_Rates_Bytes_10 = rp_s_Rates_Bytes_9 - 32w0x7FFF;
            // dcqcn.(*Rates).increase
            bool rp_t_165 = rp_s_Rates_ByteStage_8 < meta.rp_s_Rates_TimeStage;
            bit<8> rp_t_166 = rp_t_165 ? meta.rp_s_Rates_TimeStage : rp_s_Rates_ByteStage_8;
            bool rp_t_167 = rp_t_166 < 8w1;
            bit<8> rp_t_168 = rp_t_165 ? rp_s_Rates_ByteStage_8 : meta.rp_s_Rates_TimeStage;
            bit<32> rp_step_8 = (rp_t_168 > 8w1) ? 32w0xC350 : 32w0x1388;
            bit<32> rp_t_170 = rp_s_Rates_RT_9 + rp_step_8;
            bit<32> rp_s_Rates_RT_10 = (rp_t_170 > 32w0x5F5E100) ? (rp_t_167 ? rp_s_Rates_RT_9 : 32w0x5F5E100) : (rp_t_167 ? rp_s_Rates_RT_9 : rp_t_170);
            bit<32> rp_t_175 = (32w1 + rp_s_Rates_RT_10) + rp_s_Rates_RC_16;
            bit<32> rp_s_Rates_RC_17 = rp_t_175 >> 8w1;
            bit<32> rp_s_Rates_RC_18 = (rp_t_175 > 32w0xBEBC201) ? 32w0x5F5E100 : ((rp_t_175 > 32w2001) ? rp_s_Rates_RC_17 : 32w1000);
            // dcqcn.(*Rates).Sent
            bit<8> rp_t_179 = rp_s_Rates_ByteStage_8 + 8w1;
            bit<8> rp_s_Rates_ByteStage_9 = (rp_t_179 > dcqcn_MaxStage) ? dcqcn_MaxStage : rp_t_179;
            bit<32> rp_s_Rates_RT_11 = rp_t_164 ? rp_s_Rates_RT_9 : rp_s_Rates_RT_10;
            bit<32> rp_s_Rates_Bytes_11 = rp_t_164 ? rp_s_Rates_Bytes_9 : rp_s_Rates_Bytes_10;
            bit<8> rp_s_Rates_ByteStage_10 = rp_t_164 ? rp_s_Rates_ByteStage_8 : rp_s_Rates_ByteStage_9;
            bool rp_t_181 = rp_s_Rates_RT_9 != 32w0x5F5E100;
            bool rp_t_182 = rp_s_Rates_RC_16 != rp_s_Rates_RC_14;
            bool rp_t_184 = rp_t_164 || (rp_s_Rates_RT_10 != 32w0x5F5E100);
            bit<32> rp_s_Rates_RT_12 = rp_t_147 ? rp_s_Rates_RT_8 : rp_s_Rates_RT_11;
            bit<32> rp_s_Rates_Bytes_12 = rp_t_147 ? rp_s_Rates_Bytes_8 : rp_s_Rates_Bytes_11;
            bit<8> rp_s_Rates_ByteStage_11 = rp_t_147 ? rp_s_Rates_ByteStage_7 : rp_s_Rates_ByteStage_10;
            bool rp_t_190 = (rp_s_Rates_RT_8 != 32w0x5F5E100) || (rp_s_Rates_RC_14 != rp_s_Rates_RC_12);
            bool rp_t_193 = rp_t_190 && ((rp_t_147 || rp_t_181) || rp_t_182);
            bool rp_t_197 = (rp_t_147 || (rp_t_184 && rp_t_181)) || (rp_t_184 && rp_t_182);
            bit<32> rp_t_199 = rp_t_130 ? rp_s_Rates_RC_12 : (rp_t_147 ? rp_s_Rates_RC_14 : rp_s_Rates_RC_16);
            bit<32> rp_s_Rates_RT_13 = rp_t_130 ? rp_s_Rates_RT_7 : rp_s_Rates_RT_12;
            bit<32> rp_s_Rates_Bytes_13 = rp_t_130 ? rp_s_Rates_Bytes_7 : rp_s_Rates_Bytes_12;
            bit<8> rp_s_Rates_ByteStage_12 = rp_t_130 ? rp_s_Rates_ByteStage_6 : rp_s_Rates_ByteStage_11;
            bool rp_t_202 = (rp_s_Rates_RT_7 != 32w0x5F5E100) || (rp_s_Rates_RC_12 != rp_s_Rates_RC_10);
            bit<32> rp_s_Rates_RT_14 = rp_t_113 ? rp_s_Rates_RT_6 : rp_s_Rates_RT_13;
            bit<32> rp_s_Rates_Bytes_14 = rp_t_113 ? rp_s_Rates_Bytes_6 : rp_s_Rates_Bytes_13;
            bit<8> rp_s_Rates_ByteStage_13 = rp_t_113 ? rp_s_Rates_ByteStage_5 : rp_s_Rates_ByteStage_12;
            bool rp_t_209 = (rp_s_Rates_RT_6 != 32w0x5F5E100) || (rp_s_Rates_RC_10 != rp_s_Rates_RC_8);
            bool rp_t_212 = rp_t_96 || (rp_t_113 || (rp_t_130 || (rp_t_147 || rp_t_164)));
            bit<32> rp_t_213 = rp_t_96 ? rp_s_Rates_RC_8 : (rp_t_113 ? rp_s_Rates_RC_10 : rp_t_199);
            bit<32> rp_s_Rates_RC_19 = rp_t_212 ? rp_t_213 : rp_s_Rates_RC_18;
            bit<32> rp_s_Rates_RT_15 = rp_t_96 ? rp_s_Rates_RT_5 : rp_s_Rates_RT_14;
            bit<32> rp_s_Rates_Bytes_15 = rp_t_96 ? rp_s_Rates_Bytes_5 : rp_s_Rates_Bytes_14;
            bit<8> rp_s_Rates_ByteStage_14 = rp_t_96 ? rp_s_Rates_ByteStage_4 : rp_s_Rates_ByteStage_13;
            bool rp_t_214 = !rp_t_93;
            bool rp_t_216 = rp_t_96 || (rp_t_209 && rp_t_113);
            bool rp_t_218 = rp_t_214 && (rp_t_216 || (rp_t_209 && (rp_t_113 || rp_t_202)));
            bit<32> rp_s_Rates_RT_16 = rp_t_76 ? rp_s_Rates_RT_4 : rp_s_Rates_RT_15;
            bit<32> rp_s_Rates_Bytes_16 = rp_t_76 ? rp_s_Rates_Bytes_4 : rp_s_Rates_Bytes_15;
            bit<8> rp_s_Rates_ByteStage_15 = rp_t_76 ? rp_s_Rates_ByteStage_3 : rp_s_Rates_ByteStage_14;
            bool rp_t_223 = (rp_t_130 || (rp_t_193 && rp_t_197)) || (rp_s_Rates_RC_18 != rp_s_Rates_RC_16);
            bool rp_t_225 = (rp_t_76 || (rp_t_214 && rp_t_216)) || ((rp_t_218 && (rp_t_130 || rp_t_193)) && rp_t_223);
            bit<32> rp_s_Rates_RT_17 = rp_t_52 ? rp_s_Rates_RT_3 : rp_s_Rates_RT_16;
            bit<32> rp_s_Rates_Bytes_17 = rp_t_52 ? rp_s_Rates_Bytes_3 : rp_s_Rates_Bytes_16;
            bit<8> rp_s_Rates_ByteStage_16 = rp_t_52 ? rp_s_Rates_ByteStage_2 : rp_s_Rates_ByteStage_15;
            bit<32> rp_s_Rates_Bytes_18 = rp_t_49 ? rp_s_Rates_Bytes_2 : rp_s_Rates_Bytes_17;
            bit<32> rp_s_Rates_Bytes_19 = (rp_s_Rates_Bytes_18 < 32w0x7FFF) ? rp_s_Rates_Bytes_18 : 32w0;
            bool rp_t_231 = rp_t_45 || rp_t_49;
            bit<32> rp_t_233 = rp_t_231 ? meta.rp_s_Rates_RC : (rp_t_52 ? rp_s_Rates_RC_4 : rp_s_Rates_RC_6);
            bit<32> rp_s_Rates_RT_18 = rp_t_231 ? meta.rp_s_Rates_RT : rp_s_Rates_RT_17;
            bit<32> rp_s_Rates_Bytes_20 = rp_t_45 ? meta.rp_s_Rates_Bytes : rp_s_Rates_Bytes_19;
            bit<8> rp_s_Rates_ByteStage_17 = rp_t_231 ? meta.rp_s_Rates_ByteStage : rp_s_Rates_ByteStage_16;
            bit<8> rp_t_234 = rp_t_231 ? meta.rp_s_Rates_Flags : (rp_t_52 ? rp_s_Rates_Flags_6 : rp_s_Rates_Flags_5);
            bit<8> rp_t_235 = rp_t_231 ? meta.rp_s_Rates_Flags : (rp_t_52 ? rp_s_Rates_Flags_6 : rp_s_Rates_Flags_7);
            // dcqcn.Step
            bit<8> rp_did_2 = ((rp_t_44 != 8w0) && rp_increased_1) ? dcqcn_DidIncrease : 8w0;
            bool rp_t_237 = meta.rp_e_Kind == dcqcn_EventCNP;
            // dcqcn.(*Rates).Notice
            bool rp_cut_1 = (meta.rp_s_Rates_Flags & dcqcn_FlagCut) == 8w0;
            bit<8> rp_s_Rates_Flags_8 = meta.rp_s_Rates_Flags | 8w12;
            // dcqcn.oneCNP
            bit<8> rp_s_Rates_Own_5 = meta.rp_s_Rates_Own | 8w3;
            // dcqcn.(*Rates).restart
            bit<8> rp_s_Rates_Flags_9 = meta.rp_s_Rates_Flags | 8w11;
            // dcqcn.oneCNP
            bit<8> rp_s_Rates_Flags_10 = rp_cut_1 ? rp_s_Rates_Flags_9 : rp_s_Rates_Flags_8;
            // dcqcn.Step
            bool rp_t_241 = rp_t_237 && rp_cut_1;
            bit<32> rp_s_Rates_RC_20 = rp_t_241 ? rp_s_Rates_RC_1 : meta.rp_s_Rates_RC;
            bit<32> rp_s_Rates_RT_19 = rp_t_241 ? rp_s_Rates_RT_1 : meta.rp_s_Rates_RT;
            bit<32> rp_s_Rates_Bytes_21 = rp_t_241 ? 32w0 : meta.rp_s_Rates_Bytes;
            bit<32> rp_s_Rates_CutAt_3 = rp_t_241 ? rp_s_Rates_CutAt_1 : meta.rp_s_Rates_CutAt;
            bit<8> rp_s_Rates_TimeStage_3 = rp_t_241 ? 8w0 : meta.rp_s_Rates_TimeStage;
            bit<8> rp_s_Rates_ByteStage_18 = rp_t_241 ? 8w0 : meta.rp_s_Rates_ByteStage;
            bit<8> rp_s_Rates_Flags_11 = rp_t_237 ? rp_s_Rates_Flags_10 : meta.rp_s_Rates_Flags;
            bit<8> rp_s_Rates_Own_6 = rp_t_237 ? rp_s_Rates_Own_5 : meta.rp_s_Rates_Own;
            bool rp_t_242 = rp_t_237 && ((meta.rp_s_Rates_Own & dcqcn_AlphaRuns) == 8w0);
            bit<8> rp_did_3 = rp_t_241 ? 8w1 : 8w0;
            bit<32> rp_s_Rates_RT_20 = rp_t_43 ? rp_s_Rates_RT_18 : rp_s_Rates_RT_19;
            bit<32> rp_s_Rates_Bytes_22 = rp_t_43 ? rp_s_Rates_Bytes_20 : rp_s_Rates_Bytes_21;
            bit<8> rp_s_Rates_ByteStage_19 = rp_t_43 ? rp_s_Rates_ByteStage_17 : rp_s_Rates_ByteStage_18;
            bool rp_t_247 = (meta.rp_e_Kind != dcqcn_EventSent) || (rp_t_231 || (rp_t_52 || rp_t_76));
            bit<8> rp_did_4 = rp_t_43 ? rp_did_2 : rp_did_3;
            bit<32> rp_t_248 = rp_t_23 ? rp_s_Rates_RC_4 : (rp_t_43 ? rp_t_233 : rp_s_Rates_RC_20);
            bit<32> rp_s_Rates_RC_21 = rp_t_247 ? rp_t_248 : rp_s_Rates_RC_19;
            bit<32> rp_s_Rates_RT_21 = rp_t_23 ? rp_s_Rates_RT_3 : rp_s_Rates_RT_20;
            bit<32> rp_s_Rates_IncreaseAt_3 = (rp_t_23 || rp_t_241) ? rp_s_Rates_IncreaseAt_1 : meta.rp_s_Rates_IncreaseAt;
            bit<8> rp_s_Rates_TimeStage_4 = rp_t_23 ? rp_s_Rates_TimeStage_2 : rp_s_Rates_TimeStage_3;
            bit<8> rp_t_250 = rp_t_23 ? rp_s_Rates_Flags_6 : (rp_t_43 ? rp_t_234 : rp_s_Rates_Flags_11);
            bit<8> rp_t_251 = rp_t_23 ? rp_s_Rates_Flags_6 : (rp_t_43 ? rp_t_235 : rp_s_Rates_Flags_11);
            bit<8> rp_did_5 = rp_t_23 ? dcqcn_DidIncrease : rp_did_4;
            bit<32> rp_s_Rates_RC_22 = rp_t_8 ? rp_s_Rates_RC_2 : rp_s_Rates_RC_21;
            bit<32> rp_s_Rates_RT_22 = rp_t_8 ? rp_s_Rates_RT_2 : rp_s_Rates_RT_21;
            bit<32> rp_s_Rates_Bytes_23 = rp_t_8 ? rp_s_Rates_Bytes_1 : rp_s_Rates_Bytes_22;
            bit<32> rp_s_Rates_IncreaseAt_4 = rp_t_8 ? rp_s_Rates_IncreaseAt_2 : rp_s_Rates_IncreaseAt_3;
            bit<32> rp_s_Rates_CutAt_4 = rp_t_8 ? rp_s_Rates_CutAt_2 : rp_s_Rates_CutAt_3;
            bit<8> rp_s_Rates_TimeStage_5 = rp_t_8 ? rp_s_Rates_TimeStage_1 : rp_s_Rates_TimeStage_4;
            bit<8> rp_s_Rates_ByteStage_20 = rp_t_8 ? rp_s_Rates_ByteStage_1 : rp_s_Rates_ByteStage_19;
            bit<8> rp_s_Rates_Flags_12 = rp_t_225 ? (rp_t_8 ? rp_s_Rates_Flags_4 : rp_t_251) : (rp_t_8 ? rp_s_Rates_Flags_4 : rp_t_250);
            bit<8> rp_did_6 = rp_t_8 ? rp_did_1 : rp_did_5;
            bit<8> rp_s_Rates_Own_7 = rp_t_1 ? rp_s_Rates_Own_4 : rp_s_Rates_Own_6;
            bit<32> rp_s_Alpha_3 = rp_t_1 ? rp_s_Alpha_2 : meta.rp_s_Alpha;
            bit<32> rp_s_AlphaAt_2 = (rp_t_1 || rp_t_242) ? rp_s_AlphaAt_1 : meta.rp_s_AlphaAt;
            bit<8> rp_did_7 = rp_t_1 ? dcqcn_DidAlpha : rp_did_6;
            bit<8> rp_did_8 = rp_did_7 | dcqcn_DidChange;
            bit<8> rp_did_9 = (rp_s_Rates_RC_22 == meta.rp_s_Rates_RC) ? rp_did_7 : rp_did_8;
            meta.rp_o_Rate = rp_s_Rates_RC_22;
            meta.rp_o_Did = rp_did_9;
            meta.rp_n_Rates_RC = rp_s_Rates_RC_22;
            meta.rp_n_Rates_RT = rp_s_Rates_RT_22;
            meta.rp_n_Rates_Bytes = rp_s_Rates_Bytes_23;
            meta.rp_n_Rates_IncreaseAt = rp_s_Rates_IncreaseAt_4;
            meta.rp_n_Rates_CutAt = rp_s_Rates_CutAt_4;
            meta.rp_n_Rates_TimeStage = rp_s_Rates_TimeStage_5;
            meta.rp_n_Rates_ByteStage = rp_s_Rates_ByteStage_20;
            meta.rp_n_Rates_Flags = rp_s_Rates_Flags_12;
            meta.rp_n_Rates_Own = rp_s_Rates_Own_7;
            meta.rp_n_Alpha = rp_s_Alpha_3;
            meta.rp_n_AlphaAt = rp_s_AlphaAt_2;
            rp_write();
            hdr.verdict.rate = meta.rp_e_Kind == 8w0 ? 32w0 : meta.rp_o_Rate;
        }
    }
}

control nic_deparser(packet_out packet, inout headers_t hdr, in metadata_t meta, in pna_main_output_metadata_t ostd) {
    apply {
        packet.emit(hdr.verdict);
        packet.emit(hdr.ethernet);
        packet.emit(hdr.timer);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.udp);
        packet.emit(hdr.bth);
    }
}

PNA_NIC(nic_parser(), nic_control(), nic_deparser()) main;
