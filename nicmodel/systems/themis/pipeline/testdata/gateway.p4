// A gateway of THEMIS: P4_16 for v1model. The frame is made by hand, the kernels are made from Go source. Do not edit.
//
// It stands in the link between a data centre of hosts of 100 Gb/s and a long link of 1.6 Tb/s, and
//   - takes the marks of data that leaves the data centre, and sends the source a CNP: a clone that the
//     egress turns around, with the QP number that acknowledgements of the flow went to;
//   - filters the CNPs that come back over the long link;
//   - runs a reaction point for the CNPs that leave the data centre, and marks them by a reserved bit;
//   - holds what comes over the long link by resubmitting it, each flow in order.
//
// docs/systems.md says what v1model has not. The control plane gives the clone session MIRROR + P port P; a
// packet generator sends the timers of the reaction points that are due (timer_t).
//
// Command:
//   ccgen p4 --frame nicmodel/systems/themis/pipeline/gateway.p4.tmpl ./nicmodel/systems/themis/notify ./nicmodel/systems/themis/pace ./nicmodel/systems/themis/resubmit ./dcqcn
// Kernels, made from Go source:
//   np: themisnotify
//     p.Interval=50000
//     p.React=true
//   gap: dcqcnnp
//     p.Interval=4000
//     e.Marked=1
//   rp: dcqcn
//     e.CNPs=1
//     e.Bytes=0
//     e.Packets=0
//     e.Marked=0
//     p.MinRate=3125000
//     p.MaxRate=100000000
//     p.TargetCap=100000000
//     p.RateAI=50000
//     p.RateHAI=50000
//     p.FirstRate=0
//     p.AlphaPeriod=1000
//     p.IncreasePeriod=900000
//     p.CutPeriod=4000
//     p.ByteReset=0
//     p.AlphaInit=16777216
//     p.AlphaMax=16777216
//     p.OldWeight=65280
//     p.KeepAtLeast=0
//     p.AlphaBits=24
//     p.CutShift=25
//     p.Threshold=1
//     p.CutMode=0
//     p.AlphaMode=0
//     p.AlphaRounding=0
//     p.Halving=0
//     p.Hyper=0
//     p.FirstCNP=0
//     p.AlphaFirst=1
//     p.ClampTarget=0
//     p.ClampAfterTime=1
//     p.TestFirst=1
//   pc: themispace
//     p.Line=100000000
//   rs: themisresubmit
//     p.PerByte=83886
//     p.Least=484
//     e.Before=0
// Source (SHA-256):
//   8ffceeb687392bef901ffcf7bca231d67345401da7dbb0f13090bbe12dcdf4f7 fixedpoint/doc.go
//   03309ae6fdd9a2fc3cfde83ccdbfbd4f0ed70eb7325262bc5eb027cdac9055c9 fixedpoint/exp.go
//   4851a60da7c3237ccb0a8b65f6431271a569a6d2423d8661e58af5b4e4aef4a4 fixedpoint/formats.go
//   a2600b0cca1f428d0a8d4f5a02652c9439766d218b0175f396bc9109e4398b31 fixedpoint/hash.go
//   af8447dc9c83076383189545397bbc385692205f3a54a3b656e3f0a5813c70ca fixedpoint/log.go
//   8b55c905c805e3ff78b0bb7a0d688d4f17d8b0bbd0f6ec5a021f32fdd2b8b769 fixedpoint/mulshift.go
//   dfa75de9ad68aa65eaa5e8e27683f2726c2bab486d7c2cbd86d657c981fc893c fixedpoint/pack.go
//   2561947908f7f91e0b52768dd6bf8b24b8417128eab96f46620efc3580087355 fixedpoint/recip.go
//   44e5eeb7ff600849a7e8ba2da45c00c51ed0a461bbf46cbc1017eb92267e955c fixedpoint/root.go
//   001d652c237218b01ccefd693232e1492667b97d017232d379f59c7ae864b061 fixedpoint/saturate.go
//   7ff66c088e4dfe5d67ab6408dff0914544e757232290d920d026c62cde8d5fd8 fixedpoint/tables.go
//   45cb69a77a8c171bcc30f0a0be9360f869dda702650d76637069420e4832525e fixedpoint/time.go
//   2a601c38c2818f7e30cf1138e884e6943655856021e38eecfbfb6bcf741ca27d dcqcn/doc.go
//   f46b58ff1bbdcf20ddcda8fbcfc84f7ce83e5b465299dc8ba9abc42526c89eb4 dcqcn/event.go
//   e01681da5d529661e6937929358fd3ada9b8ed6798597eddbf5f3d27b367cf37 dcqcn/np.go
//   9500dad0b5644527fc237c24c5fe7466ed5ba022ab1d8a6257f318c4a5dfc3e5 dcqcn/params.go
//   03930c1a8ee804c18f6ce35b8de7e4f7624308a88391dc938f127c95973bf4a7 dcqcn/rates.go
//   953cb7cd122e21052aaa1365ec21fb2ef9280b537a3dd35e37538c54c962f6e1 dcqcn/rp.go
//   0e33a9750590137edc11acc611ab8fbcaeb72b9c8e71415b31ea0704161cffcf nicmodel/systems/themis/notify/notify.go
//   f92cbaf77de6e3e0d5a678833d573d122c0132c88f2106bac32aeedea1c5b906 nicmodel/systems/themis/pace/pace.go
//   237ccc34049d2b55c6c5a8f172f7cd4fa231af74637b45254fbd7c497ca20d6a nicmodel/systems/themis/resubmit/resubmit.go

#include <core.p4>
#include <v1model.p4>

const bit<16> ETHERTYPE_IPV4 = 0x0800;
const bit<16> ETHERTYPE_TIMER = 0x88B5;
const bit<8> PROTOCOL_UDP = 17;
const bit<16> ROCE_PORT = 4791;
const bit<8> OPCODE_CNP = 0x81;
// Acknowledge and atomic acknowledge, of the reliable connection and of the extended one.
const bit<5> OPERATION_ACK = 0x11;
const bit<5> OPERATION_ATOMIC_ACK = 0x12;
const bit<2> ECT0 = 2;
const bit<2> CE = 3;

// The ports. A data centre has any but these.
const bit<9> LONG_PORT = 0;
const bit<9> GENERATOR_PORT = 510;
// The session of a clone that leaves by port 0; those of other ports follow.
const bit<32> MIRROR = 100;

// Flows that the registers tell apart.
const bit<32> FLOWS = 16384;
// simple_switch's clock has microseconds.
const bit<64> NS_PER_TICK = 1000;
// What the wire has beside a packet's bytes here: preamble, FCS, gap.
const bit<32> WIRE_EXTRA = 24;
// After so long without a packet or CNP the reaction point forgets its flow, ns: its clock goes around in 4.3 s.
const bit<64> IDLE = 1000000000;
// CNPs have class selector 6.
const bit<6> CNP_DSCP = 48;

const bit<32> INSTANCE_NORMAL = 0;
const bit<32> INSTANCE_CLONE = 1;

// EventAlphaTimer is the end of the alpha timer.
const bit<8> dcqcn_EventAlphaTimer = 8w1;
// EventCutTimer is the end of the cut timer.
const bit<8> dcqcn_EventCutTimer = 8w2;
// EventIncreaseTimer is the end of the increase timer.
const bit<8> dcqcn_EventIncreaseTimer = 8w3;
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
// FlagPending: a CNP waits for the end of the cut timer.
const bit<8> dcqcn_FlagPending = 8w4;
const bit<8> dcqcn_MaxStage = 8w63;
// AlphaRuns: the alpha timer runs.
const bit<8> dcqcn_AlphaRuns = 8w1;
// AlphaSawCNP: a CNP came since the last end of the alpha timer.
const bit<8> dcqcn_AlphaSawCNP = 8w2;
// EventData is a data packet that leaves the data centre with the mark CE.
const bit<8> notify_EventData = 8w1;
// EventReturn is a CNP that comes over the long link.
const bit<8> notify_EventReturn = 8w2;
// EventAnswer is a CNP that leaves the data centre.
const bit<8> notify_EventAnswer = 8w3;
// EventRate gives the flow a rate.
const bit<8> pace_EventRate = 8w1;
// EventPacket is a packet that came.
const bit<8> pace_EventPacket = 8w2;

header ethernet_t {
    bit<48> destination;
    bit<48> source;
    bit<16> etherType;
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
    bit<8> opcode;
    bit<8> flags;
    bit<16> partition_;
    bit<1> fecn;
    bit<1> becn;
    bit<5> reserved5;
    // A gateway has reacted to this CNP. The ICRC does not cover it.
    bit<1> reacted;
    bit<24> destQP;
    bit<1> ackReq;
    bit<7> reserved7;
    bit<24> psn;
}

// What a CNP has behind its BTH.
header cnp_t {
    bit<64> zeros;
    bit<64> more;
    bit<32> icrc;
}

// An event of a reaction point's timer, from the packet generator.
header timer_t {
    bit<32> flow;
    bit<32> at;
    bit<8> kind;
}

struct headers_t {
    ethernet_t ethernet;
    timer_t timer;
    ipv4_t ipv4;
    udp_t udp;
    bth_t bth;
    cnp_t cnp;
}

struct metadata_t {
    bool fromLong;
    bool toLong;
    bool answer;
    bool cnp;
    bool forget;
    bool pass_;
    bit<32> flow;
    bit<32> place;
    // The end points of the flow in the direction of its data, source first.
    bit<64> ends;
    bit<16> port;
    bit<64> owner;
    bit<16> ownerPort;
    bit<64> total;
    bit<64> now;
    bit<64> seen;
    bit<8> reacts;
    bit<32> entered;
    bit<32> left;
    bit<32> queue;
    // The source's QP, which a clone needs.
    @field_list(2) bit<32> peer;
    // The packet's number among those of its flow that were held.
    @field_list(1) bit<32> number;
    // np, themisnotify: parameters, event, state before, output, state after.
    // Now is the time of arrival.
    bit<32> np_e_Now;
    // Kind is what it is.
    bit<8> np_e_Kind;
    // Reacted is the CNP's bit: a gateway has reacted to it.
    bit<8> np_e_Reacted;
    // Last is when the last CNP went to the source, if Told is set; else 0 (t_last).
    bit<32> np_s_Last;
    // Told: a CNP went to the source.
    bit<8> np_s_Told;
    // Clear: take the mark CE off the data packet.
    bit<8> np_o_Clear;
    // Mint: send a CNP to the source.
    bit<8> np_o_Mint;
    // Drop: drop the CNP, or clear the report of an acknowledgement.
    bit<8> np_o_Drop;
    // React: the CNP is an event of the reaction point.
    bit<8> np_o_React;
    // Reacted is the CNP's bit as it goes on.
    bit<8> np_o_Reacted;
    bit<32> np_n_Last;
    bit<8> np_n_Told;
    // gap, dcqcnnp: parameters, event, state before, output, state after.
    // Now is the time of arrival.
    bit<32> gap_e_Now;
    // LastCNP is when the last CNP left, if Sent is set; else 0.
    bit<32> gap_s_LastCNP;
    // Marked counts the marked packets since the last CNP; saturates at MaxMarked.
    bit<8> gap_s_Marked;
    // Sent: a CNP has left.
    bit<8> gap_s_Sent;
    // CNP: send a CNP now.
    bit<8> gap_o_CNP;
    // Marked is the number of marked packets since the CNP before, at most MaxMarked,
    // for its BTH; 0 without a CNP, else at least 1.
    bit<8> gap_o_Marked;
    bit<32> gap_n_LastCNP;
    bit<8> gap_n_Marked;
    bit<8> gap_n_Sent;
    // rp, dcqcn: parameters, event, state before, output, state after.
    // Now is the time of the event; for a timer, its deadline.
    bit<32> rp_e_Now;
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
    // pc, themispace: parameters, event, state before, output, state after.
    // Now is the time of arrival, at EventPacket.
    bit<64> pc_e_Now;
    // Rate is R_x, at EventRate. One below 1000 kb/s is taken for that.
    bit<32> pc_e_Rate;
    // Bytes is the packet's length on the wire, at EventPacket.
    bit<16> pc_e_Bytes;
    // Kind is what it is.
    bit<8> pc_e_Kind;
    // Release is when the flow's next packet may go (t_rel).
    bit<64> pc_s_Release;
    // PerByte is 1 / R_x, UQ13.19; 0 holds nothing.
    bit<32> pc_s_PerByte;
    // Block is T_block, rounded down: 0 goes on at once.
    bit<64> pc_o_Block;
    bit<64> pc_n_Release;
    bit<32> pc_n_PerByte;
    // rs, themisresubmit: parameters, event, state before, output, state after.
    // Block is T_block, if First.
    bit<64> rs_e_Block;
    // Queue is the length of the ingress queue now.
    bit<32> rs_e_Queue;
    // First says that the packet has not been resubmitted yet.
    bit<8> rs_e_First;
    // Left is what is left of T_block.
    bit<64> rs_s_Left;
    // Passes is how many passes were made; saturates.
    bit<32> rs_s_Passes;
    // Floor is how many are made at least.
    bit<32> rs_s_Floor;
    // Again: resubmit it.
    bit<8> rs_o_Again;
    @field_list(1) bit<64> rs_n_Left;
    @field_list(1) bit<32> rs_n_Passes;
    @field_list(1) bit<32> rs_n_Floor;
}

parser gw_parser(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
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

control gw_verify(inout headers_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 4w5, {hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.dscp, hdr.ipv4.ecn,
            hdr.ipv4.totalLen, hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.fragOffset, hdr.ipv4.ttl, hdr.ipv4.protocol,
            hdr.ipv4.source, hdr.ipv4.destination}, hdr.ipv4.checksum, HashAlgorithm.csum16);
    }
}

control gw_ingress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
    // The flow that used a place last, and how often that changed: flows that share state.
    register<bit<64>>(FLOWS) owners;
    register<bit<16>>(FLOWS) ownerPorts;
    register<bit<64>>(1) collisions;
    // Marks that stay since no packet has told the source's QP yet.
    register<bit<64>>(1) unknown;
    // Passes that packets were sent on.
    register<bit<64>>(1) passes;
    // The QP of the flow's source, as acknowledgements and CNPs name it.
    register<bit<32>>(FLOWS) peers;
    // The bytes that wait in the ingress queue: a target has to write them.
    register<bit<32>>(1) ingressQueue;
    // The reaction point: whether it runs, and when it was asked last.
    register<bit<8>>(FLOWS) reacting;
    register<bit<64>>(FLOWS) seenAt;
    // How many packets of the flow were held, and how many of those went on: the order guard.
    register<bit<32>>(FLOWS) enteredCount;
    register<bit<32>>(FLOWS) leftCount;
    register<bit<32>>(FLOWS) np_state_Last;
    register<bit<8>>(FLOWS) np_state_Told;
    register<bit<32>>(FLOWS) gap_state_LastCNP;
    register<bit<8>>(FLOWS) gap_state_Marked;
    register<bit<8>>(FLOWS) gap_state_Sent;
    register<bit<32>>(FLOWS) rp_state_Rates_RC;
    register<bit<32>>(FLOWS) rp_state_Rates_RT;
    register<bit<32>>(FLOWS) rp_state_Rates_Bytes;
    register<bit<32>>(FLOWS) rp_state_Rates_IncreaseAt;
    register<bit<32>>(FLOWS) rp_state_Rates_CutAt;
    register<bit<8>>(FLOWS) rp_state_Rates_TimeStage;
    register<bit<8>>(FLOWS) rp_state_Rates_ByteStage;
    register<bit<8>>(FLOWS) rp_state_Rates_Flags;
    register<bit<8>>(FLOWS) rp_state_Rates_Own;
    register<bit<32>>(FLOWS) rp_state_Alpha;
    register<bit<32>>(FLOWS) rp_state_AlphaAt;
    register<bit<64>>(FLOWS) pc_state_Release;
    register<bit<32>>(FLOWS) pc_state_PerByte;

    action np_read() {
        np_state_Last.read(meta.np_s_Last, meta.flow);
        np_state_Told.read(meta.np_s_Told, meta.flow);
    }
    action np_write() {
        np_state_Last.write(meta.flow, meta.np_n_Last);
        np_state_Told.write(meta.flow, meta.np_n_Told);
    }
    action gap_read() {
        gap_state_LastCNP.read(meta.gap_s_LastCNP, meta.flow);
        gap_state_Marked.read(meta.gap_s_Marked, meta.flow);
        gap_state_Sent.read(meta.gap_s_Sent, meta.flow);
    }
    action gap_write() {
        gap_state_LastCNP.write(meta.flow, meta.gap_n_LastCNP);
        gap_state_Marked.write(meta.flow, meta.gap_n_Marked);
        gap_state_Sent.write(meta.flow, meta.gap_n_Sent);
    }
    action rp_read() {
        rp_state_Rates_RC.read(meta.rp_s_Rates_RC, meta.flow);
        rp_state_Rates_RT.read(meta.rp_s_Rates_RT, meta.flow);
        rp_state_Rates_Bytes.read(meta.rp_s_Rates_Bytes, meta.flow);
        rp_state_Rates_IncreaseAt.read(meta.rp_s_Rates_IncreaseAt, meta.flow);
        rp_state_Rates_CutAt.read(meta.rp_s_Rates_CutAt, meta.flow);
        rp_state_Rates_TimeStage.read(meta.rp_s_Rates_TimeStage, meta.flow);
        rp_state_Rates_ByteStage.read(meta.rp_s_Rates_ByteStage, meta.flow);
        rp_state_Rates_Flags.read(meta.rp_s_Rates_Flags, meta.flow);
        rp_state_Rates_Own.read(meta.rp_s_Rates_Own, meta.flow);
        rp_state_Alpha.read(meta.rp_s_Alpha, meta.flow);
        rp_state_AlphaAt.read(meta.rp_s_AlphaAt, meta.flow);
    }
    action rp_write() {
        rp_state_Rates_RC.write(meta.flow, meta.rp_n_Rates_RC);
        rp_state_Rates_RT.write(meta.flow, meta.rp_n_Rates_RT);
        rp_state_Rates_Bytes.write(meta.flow, meta.rp_n_Rates_Bytes);
        rp_state_Rates_IncreaseAt.write(meta.flow, meta.rp_n_Rates_IncreaseAt);
        rp_state_Rates_CutAt.write(meta.flow, meta.rp_n_Rates_CutAt);
        rp_state_Rates_TimeStage.write(meta.flow, meta.rp_n_Rates_TimeStage);
        rp_state_Rates_ByteStage.write(meta.flow, meta.rp_n_Rates_ByteStage);
        rp_state_Rates_Flags.write(meta.flow, meta.rp_n_Rates_Flags);
        rp_state_Rates_Own.write(meta.flow, meta.rp_n_Rates_Own);
        rp_state_Alpha.write(meta.flow, meta.rp_n_Alpha);
        rp_state_AlphaAt.write(meta.flow, meta.rp_n_AlphaAt);
    }
    bit<32> pc_t_3;
    bit<32> LeadingZeros32_key_1;
    action LeadingZeros32_set_1(bit<32> value) {
        pc_t_3 = value;
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
    bit<64> pc_recipSeed_word_1;
    bit<5> recipSeed_key_1;
    action recipSeed_set_1(bit<64> value) {
        pc_recipSeed_word_1 = value;
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
    action pc_read() {
        pc_state_Release.read(meta.pc_s_Release, meta.flow);
        pc_state_PerByte.read(meta.pc_s_PerByte, meta.flow);
    }
    action pc_write() {
        pc_state_Release.write(meta.flow, meta.pc_n_Release);
        pc_state_PerByte.write(meta.flow, meta.pc_n_PerByte);
    }


    action refuse() {
        mark_to_drop(standard_metadata);
    }
    action to(bit<9> port) {
        standard_metadata.egress_spec = port;
    }
    bit<32> towards;
    // Where addresses are. It takes the place of the tables of the router that this is a part of; TTL and MAC
    // addresses are that one's.
    table routes {
        key = {
            towards : lpm;
        }
        actions = {
            to;
            refuse;
        }
        const default_action = refuse;
        const entries = {
            32w0x0A000000 &&& 32w0xFFFF0000 : to(9w1);
            32w0x0A010000 &&& 32w0xFFFF0000 : to(9w0);
        }
    }

    apply {
        meta.fromLong = standard_metadata.ingress_port == LONG_PORT;
        meta.toLong = false;
        meta.answer = false;
        meta.cnp = false;
        meta.forget = false;
        meta.pass_ = false;
        meta.now = (bit<64>)standard_metadata.ingress_global_timestamp * NS_PER_TICK;
        meta.flow = 32w0;
        meta.peer = 32w0;
        meta.np_e_Kind = 8w0;
        meta.np_o_React = 8w0;
        meta.rp_e_Kind = 8w0;
        meta.rp_e_Now = 32w0;
        meta.pc_e_Kind = 8w0;
        meta.pc_e_Rate = 32w0;
        meta.pc_e_Now = meta.now;
        meta.pc_e_Bytes = 16w0;
        meta.reacts = 8w0;
        meta.seen = 64w0;
        bool fresh = standard_metadata.instance_type == INSTANCE_NORMAL;
        if (hdr.timer.isValid()) {
            refuse();
            if (standard_metadata.ingress_port == GENERATOR_PORT && hdr.timer.flow < FLOWS) {
                meta.flow = hdr.timer.flow;
                meta.rp_e_Kind = hdr.timer.kind;
                meta.rp_e_Now = hdr.timer.at;
                rp_read();
            }
        } else if (!hdr.ipv4.isValid() || standard_metadata.checksum_error == 1w1) {
            refuse();
        } else {
            towards = hdr.ipv4.destination;
            routes.apply();
            meta.toLong = standard_metadata.egress_spec == LONG_PORT;
        }
        if (hdr.bth.isValid() && standard_metadata.checksum_error == 1w0 && meta.fromLong != meta.toLong) {
            bit<5> operation = (bit<5>)hdr.bth.opcode;
            meta.cnp = hdr.bth.opcode == OPCODE_CNP;
            meta.answer = meta.cnp || operation == OPERATION_ACK || operation == OPERATION_ATOMIC_ACK;
            // The source port is the same both ways where it is made of both QPs, as by Linux.
            meta.ends = meta.answer ? (((bit<64>)hdr.ipv4.destination << 8w32) | (bit<64>)hdr.ipv4.source)
                : (((bit<64>)hdr.ipv4.source << 8w32) | (bit<64>)hdr.ipv4.destination);
            meta.port = hdr.udp.source;
            hash(meta.place, HashAlgorithm.crc32, 32w0, {meta.ends, PROTOCOL_UDP, meta.port, ROCE_PORT}, FLOWS);
            meta.flow = meta.place;
            owners.read(meta.owner, meta.flow);
            ownerPorts.read(meta.ownerPort, meta.flow);
            if (fresh && meta.owner != 64w0 && (meta.owner != meta.ends || meta.ownerPort != meta.port)) {
                collisions.read(meta.total, 32w0);
                meta.total = meta.total + 64w1;
                collisions.write(32w0, meta.total);
            }
            owners.write(meta.flow, meta.ends);
            ownerPorts.write(meta.flow, meta.port);
            if (meta.answer) {
                peers.write(meta.flow, (bit<32>)hdr.bth.destQP);
            }
            peers.read(meta.peer, meta.flow);
            reacting.read(meta.reacts, meta.flow);
            seenAt.read(meta.seen, meta.flow);

            // The notification point.
            if (meta.cnp) {
                meta.np_e_Kind = meta.fromLong ? notify_EventReturn : notify_EventAnswer;
            } else if (!meta.answer && meta.toLong && hdr.ipv4.ecn == CE) {
                if (meta.peer != 32w0) {
                    meta.np_e_Kind = notify_EventData;
                } else {
                    unknown.read(meta.total, 32w0);
                    meta.total = meta.total + 64w1;
                    unknown.write(32w0, meta.total);
                }
            }
            if (meta.np_e_Kind != 8w0) {
                meta.np_e_Now = (bit<32>)meta.now;
                meta.np_e_Reacted = (bit<8>)hdr.bth.reacted;
                np_read();
            // notify.Step
            bool np_t_1 = meta.np_e_Kind == notify_EventData;
            // fixedpoint.Time.Since
            // notify.(*State).due
            bool np_t_4 = (meta.np_s_Told != 8w0) && ((meta.np_e_Now - meta.np_s_Last) <= 32w0xC350);
            bool np_due_1 = !np_t_4;
            // notify.Step
            bool np_t_5 = meta.np_e_Kind == notify_EventReturn;
            bool np_t_6 = meta.np_e_Kind == notify_EventAnswer;
            bool np_s_Told_1 = np_t_5 || (meta.np_s_Told != 8w0);
            bool np_t_11 = (meta.np_e_Kind != notify_EventReturn) || (meta.np_e_Reacted != 8w0);
            bit<32> np_s_Last_1 = ((np_t_1 || np_t_5) && np_due_1) ? meta.np_e_Now : meta.np_s_Last;
            bool np_s_Told_2 = np_t_1 || np_s_Told_1;
            bool np_t_18 = (np_t_5 || np_t_6) && ((meta.np_e_Kind != notify_EventData) && np_t_11);
            meta.np_o_Clear = np_t_1 ? 8w1 : 8w0;
            meta.np_o_Mint = (np_t_1 && np_due_1) ? 8w1 : 8w0;
            meta.np_o_Drop = (np_t_5 && np_t_4) ? 8w1 : 8w0;
            meta.np_o_React = (np_t_6 && (!(meta.np_e_Reacted != 8w0))) ? 8w1 : 8w0;
            meta.np_o_Reacted = np_t_18 ? 8w1 : 8w0;
            meta.np_n_Last = np_s_Last_1;
            meta.np_n_Told = np_s_Told_2 ? 8w1 : 8w0;
                np_write();
                if (meta.np_o_Clear != 8w0) {
                    hdr.ipv4.ecn = ECT0;
                }
                if (meta.np_o_Mint != 8w0) {
                    clone_preserving_field_list(CloneType.I2E, MIRROR + (bit<32>)standard_metadata.ingress_port, 8w2);
                }
                if (meta.np_o_Drop != 8w0) {
                    refuse();
                }
                if (meta.cnp) {
                    hdr.bth.reacted = meta.np_o_Reacted == 8w0 ? 1w0 : 1w1;
                }
            }

            // The reaction point, of a CNP.
            if (meta.np_o_React != 8w0) {
                gap_read();
                rp_read();
                if (meta.reacts == 8w0 || meta.now - meta.seen > IDLE) {
            meta.gap_s_LastCNP = 32w0;
            meta.gap_s_Marked = 8w0;
            meta.gap_s_Sent = 8w0;
            meta.rp_s_Rates_RC = 32w0x5F5E100;
            meta.rp_s_Rates_RT = 32w0x5F5E100;
            meta.rp_s_Rates_Bytes = 32w0;
            meta.rp_s_Rates_IncreaseAt = 32w0;
            meta.rp_s_Rates_CutAt = 32w0;
            meta.rp_s_Rates_TimeStage = 8w0;
            meta.rp_s_Rates_ByteStage = 8w0;
            meta.rp_s_Rates_Flags = 8w0;
            meta.rp_s_Rates_Own = 8w0;
            meta.rp_s_Alpha = 32w0x1000000;
            meta.rp_s_AlphaAt = 32w0;
                    reacting.write(meta.flow, 8w1);
                }
                seenAt.write(meta.flow, meta.now);
                meta.gap_e_Now = (bit<32>)meta.now;
            // dcqcn.StepNP
            bit<8> gap_t_1 = meta.gap_s_Marked + 8w1;
            bit<8> gap_s_Marked_1 = (gap_t_1 > dcqcn_MaxMarked) ? dcqcn_MaxMarked : gap_t_1;
            // fixedpoint.Time.Since
            // dcqcn.StepNP
            bool gap_t_5 = (meta.gap_s_Sent != 8w0) && ((meta.gap_e_Now - meta.gap_s_LastCNP) < 32w4000);
            bit<32> gap_s_LastCNP_1 = gap_t_5 ? meta.gap_s_LastCNP : meta.gap_e_Now;
            bit<8> gap_s_Marked_2 = gap_t_5 ? gap_s_Marked_1 : 8w0;
            meta.gap_o_CNP = (!gap_t_5) ? 8w1 : 8w0;
            meta.gap_o_Marked = gap_t_5 ? 8w0 : gap_s_Marked_1;
            meta.gap_n_LastCNP = gap_s_LastCNP_1;
            meta.gap_n_Marked = gap_s_Marked_2;
            meta.gap_n_Sent = 8w1;
                gap_write();
                meta.rp_e_Kind = meta.gap_o_CNP == 8w0 ? 8w0 : dcqcn_EventCNP;
                meta.rp_e_Now = (bit<32>)meta.now;
            }
        }

        // The reaction point: its CNPs and timers.
        if (meta.rp_e_Kind != 8w0) {
            // dcqcn.Step
            bool rp_t_1 = meta.rp_e_Kind == dcqcn_EventAlphaTimer;
            // dcqcn.alphaTimer
            bool rp_t_3 = (meta.rp_s_Rates_Own & dcqcn_AlphaSawCNP) == 8w0;
            // dcqcn.(*State).raiseAlpha
            bit<64> rp_product_1 = ((bit<64>)meta.rp_s_Alpha) * 64w0xFF00;
            bit<64> rp_product_2 = rp_product_1 + 64w0x100000000;
            // dcqcn.(*Params).roundAlpha
            // dcqcn.(*State).raiseAlpha
            bit<32> rp_s_Alpha_1 = (rp_product_2 > 64w0x1000000FFFF) ? 32w0x1000000 : ((bit<32>)(rp_product_2 >> 8w16));
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
            bit<8> rp_t_9 = meta.rp_s_Rates_Flags & dcqcn_FlagPending;
            bool rp_t_10 = rp_t_9 == 8w0;
            bool rp_pending_1 = rp_t_9 != 8w0;
            bit<8> rp_s_Rates_Flags_1 = meta.rp_s_Rates_Flags & 8w251;
            // fixedpoint.Time.Add
            bit<32> rp_s_Rates_CutAt_1 = meta.rp_e_Now + 32w4000;
            // dcqcn.(*Rates).CutTimer
            bit<8> rp_s_Rates_Flags_2 = meta.rp_s_Rates_Flags & (rp_t_8 ? 8w249 : 8w254);
            // dcqcn.(*State).cut
            bool rp_t_14 = (meta.rp_s_Rates_ByteStage > 8w0) || (meta.rp_s_Rates_TimeStage > 8w0);
            bit<32> rp_target_1 = rp_t_14 ? meta.rp_s_Rates_RC : meta.rp_s_Rates_RT;
            // dcqcn.(*Rates).Cut
            bit<32> rp_t_16 = (rp_target_1 > 32w0x2FAF08) ? rp_target_1 : 32w0x2FAF08;
            bit<32> rp_s_Rates_RT_1 = (rp_t_16 > 32w0x5F5E100) ? 32w0x5F5E100 : rp_t_16;
            bit<32> rp_keep_1 = 32w0x2000000 - (rp_t_8 ? meta.rp_s_Alpha : rp_s_Alpha_1);
            bit<32> rp_rc_1 = (bit<32>)((((bit<64>)meta.rp_s_Rates_RC) * ((bit<64>)rp_keep_1)) >> 8w25);
            bit<32> rp_s_Rates_RC_1 = (rp_rc_1 < 32w0x2FAF08) ? 32w0x2FAF08 : rp_rc_1;
            // fixedpoint.Time.Add
            bit<32> rp_s_Rates_IncreaseAt_1 = meta.rp_e_Now + 32w0xDBBA0;
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
            bool rp_t_21 = meta.rp_e_Kind == dcqcn_EventIncreaseTimer;
            // dcqcn.(*Rates).increase
            bool rp_t_22 = meta.rp_s_Rates_TimeStage < 8w1;
            // Both below 2^31: the sum fits.
            bit<32> rp_t_23 = meta.rp_s_Rates_RT + 32w0xC350;
            bit<32> rp_s_Rates_RT_3 = (rp_t_23 > 32w0x5F5E100) ? (rp_t_22 ? meta.rp_s_Rates_RT : 32w0x5F5E100) : (rp_t_22 ? meta.rp_s_Rates_RT : rp_t_23);
            bit<32> rp_t_28 = (meta.rp_s_Rates_RC + 32w1) + rp_s_Rates_RT_3;
            bit<32> rp_s_Rates_RC_3 = rp_t_28 >> 8w1;
            bit<32> rp_s_Rates_RC_4 = (rp_t_28 > 32w0xBEBC201) ? 32w0x5F5E100 : ((rp_t_28 > 32w0x5F5E11) ? rp_s_Rates_RC_3 : 32w0x2FAF08);
            // Arrived: the target is at its cap, so that a later increase would repeat this
            // one, which left the rate as it was. What it would still do is to count: that
            // matters to a later cut only where the cut waits for an increase by bytes to take
            // the target (ClampAfterTime off), and target and rate differ.
            bool rp_t_34 = (rp_s_Rates_RT_3 == 32w0x5F5E100) && (rp_s_Rates_RC_4 == meta.rp_s_Rates_RC);
            // dcqcn.(*Rates).IncreaseTimer
            bit<8> rp_t_35 = meta.rp_s_Rates_TimeStage + 8w1;
            bit<8> rp_s_Rates_TimeStage_2 = (rp_t_35 > dcqcn_MaxStage) ? dcqcn_MaxStage : rp_t_35;
            // dcqcn.Step
            bool rp_t_37 = meta.rp_e_Kind == dcqcn_EventCNP;
            // dcqcn.oneCNP
            bit<8> rp_s_Rates_Own_5 = meta.rp_s_Rates_Own | dcqcn_AlphaRuns;
            // dcqcn.(*Rates).restart
            bit<8> rp_s_Rates_Flags_5 = meta.rp_s_Rates_Flags | 8w9;
            // dcqcn.Step
            bit<32> rp_s_Rates_RT_4 = rp_t_37 ? rp_s_Rates_RT_1 : meta.rp_s_Rates_RT;
            bit<32> rp_s_Rates_Bytes_2 = rp_t_37 ? 32w0 : meta.rp_s_Rates_Bytes;
            bit<8> rp_s_Rates_TimeStage_3 = rp_t_37 ? 8w0 : meta.rp_s_Rates_TimeStage;
            bit<8> rp_s_Rates_ByteStage_2 = rp_t_37 ? 8w0 : meta.rp_s_Rates_ByteStage;
            bit<8> rp_s_Rates_Flags_6 = rp_t_37 ? rp_s_Rates_Flags_5 : meta.rp_s_Rates_Flags;
            bit<8> rp_s_Rates_Own_6 = rp_t_37 ? rp_s_Rates_Own_5 : meta.rp_s_Rates_Own;
            bit<32> rp_s_Alpha_3 = rp_t_37 ? rp_s_Alpha_1 : meta.rp_s_Alpha;
            bit<8> rp_did_2 = rp_t_37 ? 8w5 : 8w0;
            bit<32> rp_s_Rates_RC_5 = rp_t_37 ? rp_s_Rates_RC_1 : (rp_t_21 ? rp_s_Rates_RC_4 : meta.rp_s_Rates_RC);
            bit<32> rp_s_Rates_RT_5 = rp_t_21 ? rp_s_Rates_RT_3 : rp_s_Rates_RT_4;
            bit<32> rp_s_Rates_IncreaseAt_3 = (rp_t_21 || rp_t_37) ? rp_s_Rates_IncreaseAt_1 : meta.rp_s_Rates_IncreaseAt;
            bit<8> rp_s_Rates_TimeStage_4 = rp_t_21 ? rp_s_Rates_TimeStage_2 : rp_s_Rates_TimeStage_3;
            bit<8> rp_s_Rates_Flags_7 = rp_t_34 ? (rp_t_21 ? rp_s_Rates_Flags_2 : rp_s_Rates_Flags_6) : rp_s_Rates_Flags_6;
            bit<8> rp_did_3 = rp_t_21 ? dcqcn_DidIncrease : rp_did_2;
            bit<32> rp_s_Rates_RC_6 = rp_t_8 ? rp_s_Rates_RC_2 : rp_s_Rates_RC_5;
            bit<32> rp_s_Rates_RT_6 = rp_t_8 ? rp_s_Rates_RT_2 : rp_s_Rates_RT_5;
            bit<32> rp_s_Rates_Bytes_3 = rp_t_8 ? rp_s_Rates_Bytes_1 : rp_s_Rates_Bytes_2;
            bit<32> rp_s_Rates_IncreaseAt_4 = rp_t_8 ? rp_s_Rates_IncreaseAt_2 : rp_s_Rates_IncreaseAt_3;
            bit<32> rp_s_Rates_CutAt_2 = (rp_t_8 && rp_pending_1) ? rp_s_Rates_CutAt_1 : meta.rp_s_Rates_CutAt;
            bit<8> rp_s_Rates_TimeStage_5 = rp_t_8 ? rp_s_Rates_TimeStage_1 : rp_s_Rates_TimeStage_4;
            bit<8> rp_s_Rates_ByteStage_3 = rp_t_8 ? rp_s_Rates_ByteStage_1 : rp_s_Rates_ByteStage_2;
            bit<8> rp_s_Rates_Flags_8 = rp_t_8 ? rp_s_Rates_Flags_4 : rp_s_Rates_Flags_7;
            bit<8> rp_did_4 = rp_t_8 ? rp_did_1 : rp_did_3;
            bit<8> rp_s_Rates_Own_7 = rp_t_1 ? rp_s_Rates_Own_4 : rp_s_Rates_Own_6;
            bit<32> rp_s_Alpha_4 = rp_t_1 ? rp_s_Alpha_2 : rp_s_Alpha_3;
            bit<32> rp_s_AlphaAt_2 = (rp_t_1 || rp_t_37) ? rp_s_AlphaAt_1 : meta.rp_s_AlphaAt;
            bit<8> rp_did_5 = rp_t_1 ? dcqcn_DidAlpha : rp_did_4;
            bit<8> rp_did_6 = rp_did_5 | dcqcn_DidChange;
            bit<8> rp_did_7 = (rp_s_Rates_RC_6 == meta.rp_s_Rates_RC) ? rp_did_5 : rp_did_6;
            meta.rp_o_Rate = rp_s_Rates_RC_6;
            meta.rp_o_Did = rp_did_7;
            meta.rp_n_Rates_RC = rp_s_Rates_RC_6;
            meta.rp_n_Rates_RT = rp_s_Rates_RT_6;
            meta.rp_n_Rates_Bytes = rp_s_Rates_Bytes_3;
            meta.rp_n_Rates_IncreaseAt = rp_s_Rates_IncreaseAt_4;
            meta.rp_n_Rates_CutAt = rp_s_Rates_CutAt_2;
            meta.rp_n_Rates_TimeStage = rp_s_Rates_TimeStage_5;
            meta.rp_n_Rates_ByteStage = rp_s_Rates_ByteStage_3;
            meta.rp_n_Rates_Flags = rp_s_Rates_Flags_8;
            meta.rp_n_Rates_Own = rp_s_Rates_Own_7;
            meta.rp_n_Alpha = rp_s_Alpha_4;
            meta.rp_n_AlphaAt = rp_s_AlphaAt_2;
            rp_write();
            meta.pc_e_Kind = pace_EventRate;
            meta.pc_e_Rate = meta.rp_o_Rate;
        }
        // What comes over the long link.
        bool data = hdr.bth.isValid() && meta.fromLong && !meta.toLong && !meta.answer && standard_metadata.checksum_error == 1w0;
        if (data && fresh && meta.reacts != 8w0) {
            meta.forget = meta.now - meta.seen > IDLE;
            meta.pc_e_Kind = pace_EventPacket;
            meta.pc_e_Bytes = (bit<16>)(standard_metadata.packet_length + WIRE_EXTRA);
            if (meta.forget) {
                reacting.write(meta.flow, 8w0);
            } else {
                seenAt.write(meta.flow, meta.now);
            }
        }
        if (meta.pc_e_Kind != 8w0) {
            pc_read();
            if (meta.forget) {
            meta.pc_s_Release = 64w0;
            meta.pc_s_PerByte = 32w0;
            }
            // pace.Step
            // pace.perByte
            bit<32> pc_r_1 = (meta.pc_e_Rate > 32w1000) ? meta.pc_e_Rate : 32w1000;
            LeadingZeros32_key_1 = pc_r_1;
            LeadingZeros32_table_1.apply();
            bit<32> pc_n_1 = pc_t_3 & 32w31;
            // 2^63/(r 2^n), less than 2 below; by 8e6 2^19 2^n / 2^63. 8e6 is 2^9 15625.
            bit<32> pc_d_1 = pc_r_1 << ((bit<8>)pc_n_1);
            // fixedpoint.RecipNorm
            bit<32> pc_n_2 = pc_d_1 | 32w0x80000000;
            // fixedpoint.recipTop
            // Q1.15
            bit<32> pc_index_1 = (pc_n_2 >> 8w24) & 32w127;
            recipSeed_key_1 = (bit<5>)(pc_index_1 >> 8w2);
            recipSeed_table_1.apply();
            bit<16> pc_t_6 = (bit<16>)(pc_recipSeed_word_1 >> ((((bit<8>)pc_index_1) & 8w3) << 8w4));
            // y (2 - v y), all of it positive. 2 - v y in Q1.47; 32 bits of it are enough.
            // Q1.31
            bit<64> pc_t_8 = 64w0x1000000000000 - (((bit<64>)pc_n_2) * ((bit<64>)pc_t_6));
            bit<64> pc_y_1 = (((bit<64>)pc_t_6) * (pc_t_8 >> 8w16)) >> 8w15;
            // 1 - v y in Q.63, in [0, 2^48); the upper 32 bits are enough.
            bit<64> pc_r_2 = (64w0x8000000000000000 - (((bit<64>)pc_n_2) * pc_y_1)) >> 8w16;
            bit<32> pc_t_15 = ((bit<32>)pc_y_1) + ((bit<32>)((pc_y_1 * pc_r_2) >> 8w47));
            // pace.perByte
            bit<64> pc_wide_1 = ((bit<64>)pc_t_15) * 64w0x3D09;
            // pace.Step
            bool pc_t_18 = meta.pc_e_Kind == pace_EventPacket;
            bit<64> pc_now_1 = meta.pc_e_Now << 8w8;
            bit<64> pc_from_1 = (pc_now_1 < meta.pc_s_Release) ? meta.pc_s_Release : pc_now_1;
            // UQ16.0 by UQ13.19, to 8 bits of fraction.
            bit<64> pc_t_21 = ((bit<64>)meta.pc_e_Bytes) * ((bit<64>)meta.pc_s_PerByte);
            bit<64> pc_t_23 = pc_from_1 + (pc_t_21 >> 8w11);
            bit<64> pc_s_Release_1 = (pc_t_23 > 64w0x4000000000000000) ? 64w0x4000000000000000 : pc_t_23;
            bit<64> pc_s_Release_2 = ((meta.pc_s_PerByte == 32w0) && (pc_from_1 == pc_now_1)) ? 64w0 : pc_s_Release_1;
            bit<64> pc_s_Release_3 = pc_t_18 ? pc_s_Release_2 : meta.pc_s_Release;
            bit<32> pc_t_29 = (meta.pc_e_Kind == pace_EventRate) ? 32w0 : meta.pc_s_PerByte;
            bool pc_t_32 = (meta.pc_e_Kind != pace_EventRate) || (meta.pc_e_Rate >= 32w0x5F5E100);
            bit<32> pc_s_PerByte_1 = pc_t_32 ? pc_t_29 : ((bit<32>)(pc_wide_1 >> ((bit<8>)(32w35 - pc_n_1))));
            meta.pc_o_Block = pc_t_18 ? ((pc_from_1 - pc_now_1) >> 8w8) : 64w0;
            meta.pc_n_Release = pc_s_Release_3;
            meta.pc_n_PerByte = pc_s_PerByte_1;
            pc_write();
        }

        // The passes.
        if (data && (!fresh || (meta.reacts != 8w0 && !meta.forget))) {
            ingressQueue.read(meta.queue, 32w0);
            enteredCount.read(meta.entered, meta.flow);
            leftCount.read(meta.left, meta.flow);
            meta.rs_e_Queue = meta.queue;
            if (fresh) {
                meta.pass_ = meta.pc_o_Block != 64w0 || meta.entered != meta.left;
                meta.rs_e_First = 8w1;
                meta.rs_e_Block = meta.pc_o_Block;
                meta.number = meta.entered;
            meta.rs_s_Left = 64w0;
            meta.rs_s_Passes = 32w0;
            meta.rs_s_Floor = 32w0;
                if (meta.pass_) {
                    enteredCount.write(meta.flow, meta.entered + 32w1);
                }
            } else {
                meta.rs_e_First = 8w0;
                meta.rs_e_Block = 64w0;
                meta.rs_s_Left = meta.rs_n_Left;
                meta.rs_s_Passes = meta.rs_n_Passes;
                meta.rs_s_Floor = meta.rs_n_Floor;
            }
            // resubmit.Step
            bit<64> rs_s_Left_1 = meta.rs_e_Block << 8w8;
            bit<64> rs_s_Left_2 = (meta.rs_e_First != 8w0) ? rs_s_Left_1 : meta.rs_s_Left;
            bit<32> rs_s_Passes_1 = (meta.rs_e_First != 8w0) ? 32w0 : meta.rs_s_Passes;
            bit<32> rs_s_Floor_1 = (meta.rs_e_First != 8w0) ? 32w0 : meta.rs_s_Floor;
            bool rs_t_3 = (rs_s_Left_2 == 64w0) && (rs_s_Floor_1 <= rs_s_Passes_1);
            // resubmit.Pass
            bit<64> rs_t_4 = ((bit<64>)meta.rs_e_Queue) * 64w0x147AE;
            bit<64> rs_pass_1 = (rs_t_4 > 64w0x1E400FFFF) ? (rs_t_4 >> 8w16) : 64w0x1E400;
            // resubmit.Step
            bit<64> rs_s_Left_3 = rs_s_Left_2 - ((rs_pass_1 < rs_s_Left_2) ? rs_pass_1 : rs_s_Left_2);
            bit<32> rs_t_10 = (rs_s_Passes_1 > 32w0xFFFFFFFE) ? 32w0xFFFFFFFE : rs_s_Passes_1;
            bit<32> rs_s_Passes_2 = rs_t_10 + 32w1;
            bit<32> rs_s_Passes_3 = rs_t_3 ? rs_s_Passes_1 : rs_s_Passes_2;
            meta.rs_o_Again = (!rs_t_3) ? 8w1 : 8w0;
            meta.rs_n_Left = rs_s_Left_3;
            meta.rs_n_Passes = rs_s_Passes_3;
            meta.rs_n_Floor = rs_s_Floor_1;
            if (!fresh) {
                // The one before it of its flow may still be here.
                meta.pass_ = meta.rs_o_Again != 8w0 || meta.number != meta.left;
                if (!meta.pass_) {
                    leftCount.write(meta.flow, meta.left + 32w1);
                }
            }
            if (meta.pass_) {
                passes.read(meta.total, 32w0);
                meta.total = meta.total + 64w1;
                passes.write(32w0, meta.total);
                resubmit_preserving_field_list(8w1);
            }
        }
    }
}

control gw_egress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
    bit<32> sum;
    apply {
        if (standard_metadata.instance_type == INSTANCE_CLONE) {
            // The CNP to the source of the packet that was cloned.
            bit<48> station = hdr.ethernet.source;
            hdr.ethernet.source = hdr.ethernet.destination;
            hdr.ethernet.destination = station;
            bit<32> host = hdr.ipv4.source;
            hdr.ipv4.source = hdr.ipv4.destination;
            hdr.ipv4.destination = host;
            hdr.ipv4.dscp = CNP_DSCP;
            hdr.ipv4.ecn = 2w0;
            hdr.ipv4.totalLen = 16w60;
            hdr.ipv4.identification = 16w0;
            hdr.ipv4.flags = 3w2;
            hdr.ipv4.ttl = 8w64;
            hdr.udp.length_ = 16w40;
            hdr.udp.checksum = 16w0;
            hdr.bth.opcode = OPCODE_CNP;
            hdr.bth.flags = 8w0;
            hdr.bth.fecn = 1w0;
            hdr.bth.becn = 1w1;
            hdr.bth.reserved5 = 5w0;
            hdr.bth.reacted = 1w0;
            hdr.bth.destQP = (bit<24>)meta.peer;
            hdr.bth.ackReq = 1w0;
            hdr.bth.reserved7 = 7w1;
            hdr.bth.psn = 24w0;
            hdr.cnp.setValid();
            hdr.cnp.zeros = 64w0;
            hdr.cnp.more = 64w0;
            // The ICRC: ones in place of a local route header and of what changes on the way. It is the CRC
            // of Ethernet, and its lowest byte goes first.
            hash(sum, HashAlgorithm.crc32, 32w0, {64w0xFFFFFFFFFFFFFFFF, hdr.ipv4.version, hdr.ipv4.ihl, 8w0xFF, hdr.ipv4.totalLen,
                hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.fragOffset, 8w0xFF, hdr.ipv4.protocol, 16w0xFFFF, hdr.ipv4.source,
                hdr.ipv4.destination, hdr.udp.source, hdr.udp.destination, hdr.udp.length_, 16w0xFFFF, hdr.bth.opcode, hdr.bth.flags,
                hdr.bth.partition_, 8w0xFF, hdr.bth.destQP, hdr.bth.ackReq, hdr.bth.reserved7, hdr.bth.psn, hdr.cnp.zeros,
                hdr.cnp.more}, 64w0x100000000);
            hdr.cnp.icrc = (sum << 8w24) | ((sum & 32w0xFF00) << 8w8) | ((sum >> 8w8) & 32w0xFF00) | (sum >> 8w24);
            truncate(32w74);
        }
    }
}

control gw_compute(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 4w5, {hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.dscp, hdr.ipv4.ecn,
            hdr.ipv4.totalLen, hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.fragOffset, hdr.ipv4.ttl, hdr.ipv4.protocol,
            hdr.ipv4.source, hdr.ipv4.destination}, hdr.ipv4.checksum, HashAlgorithm.csum16);
    }
}

control gw_deparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.timer);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.udp);
        packet.emit(hdr.bth);
        packet.emit(hdr.cnp);
    }
}

V1Switch(gw_parser(), gw_verify(), gw_ingress(), gw_egress(), gw_compute(), gw_deparser()) main;
