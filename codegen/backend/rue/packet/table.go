package packet

// The fields of each generation, from bit 0 on, with their bits. Names are the source's.
var (
	events = [...]string{
		DNAA: `
		connection_id:24 event_type:2 timestamp_1:24 timestamp_2:24 timestamp_3:24 timestamp_4:24 retransmit_count:3
		retransmit_reason:1 nack_code:8 forward_hops:4 rx_buffer_level:5 eack_own:2 cc_metadata:22
		fabric_congestion_window:21 inter_packet_gap:20 nic_congestion_window:11 retransmit_timeout:24
		num_packets_acked:10 ecn_counter:10 fabric_window_time_marker:24 nic_window_time_marker:24
		nic_window_direction:1 event_queue_select:2 delay_select:2 base_delay:24 delay_state:24 rtt_state:24
		cc_opaque:2 reserved_1:64 reserved_2:57 gen_bit:1`,
		DNAB: `
		connection_id:24 event_type:2 timestamp_1:24 timestamp_2:24 timestamp_3:24 timestamp_4:24 retransmit_count:3
		retransmit_reason:1 nack_code:8 forward_hops:4 rx_buffer_level:5 eack_own:2 cc_metadata:22
		fabric_congestion_window:21 inter_packet_gap:20 nic_congestion_window:11 retransmit_timeout:24
		num_packets_acked:10 ecn_counter:10 event_queue_select:2 delay_select:2 fabric_window_time_marker:24
		nic_window_time_marker:24 nic_window_direction:1 base_delay:24 delay_state:24 rtt_state:24 cc_opaque:2
		ecn_accumulated:14 reserved_1:64 reserved_2:43 gen_bit:1`,
		DNAC: `
		connection_id:24 event_type:2 timestamp_1:24 timestamp_2:24 timestamp_3:24 timestamp_4:24 retransmit_count:3
		retransmit_reason:1 nack_code:8 forward_hops:4 rx_buffer_level:5 eack_own:2 cc_metadata:22
		fabric_congestion_window:21 inter_packet_gap:20 nic_congestion_window:11 retransmit_timeout:24
		num_packets_acked:10 eack_drop:1 eack:1 reserved_0:8 event_queue_select:2 delay_select:2
		fabric_window_time_marker:24 nic_window_time_marker:24 nic_window_direction:1 base_delay:24 delay_state:24
		rtt_state:24 cc_opaque:2 ecn_accumulated:14 reserved_1:64 reserved_2:43 gen_bit:1`,
		BNA: `
		connection_id:24 event_type:2 timestamp_1:24 timestamp_2:24 timestamp_3:24 timestamp_4:24 rx_buffer_level:5
		eack:1 nack_code:8 forward_hops:4 retransmit_count:8 retransmit_reason:1 eack_drop:1 eack_own:2 cc_metadata:22
		fabric_congestion_window:21 nic_congestion_window:21 is_ipv4:1 multipath_enable:1 flow_label:20 cc_opaque:18
		fabric_window_time_marker:24 nic_window_time_marker:24 base_delay:24 delay_state:24 plb_state:24
		delay_select:2 event_queue_select:2 reserved_0:4 rtt_state:24 ecn_accumulated:14 num_packets_acked:10
		csig_enable:1 csig:16 reserved_1:62 gen_bit:1`,
	}
	responses = [...]string{
		DNAA: `
		connection_id:24 randomize_path:1 eack_own:2 cc_metadata:22 fabric_congestion_window:21 inter_packet_gap:20
		nic_congestion_window:11 retransmit_timeout:24 fabric_window_time_marker:24 nic_window_time_marker:24
		nic_window_direction:1 event_queue_select:2 delay_select:2 base_delay:24 delay_state:24 rtt_state:24
		cc_opaque:2 padding_1:64 padding_2:64 padding_3:64 padding_4:64 padding_5:4`,
		DNAB: `
		connection_id:24 randomize_path:1 eack_own:2 cc_metadata:22 fabric_congestion_window:21 inter_packet_gap:20
		nic_congestion_window:11 retransmit_timeout:24 event_queue_select:2 delay_select:2
		fabric_window_time_marker:24 nic_window_time_marker:24 nic_window_direction:1 base_delay:24 delay_state:24
		rtt_state:24 cc_opaque:2 padding_1:64 padding_2:64 padding_3:64 padding_4:64 padding_5:4`,
		DNAC: `
		connection_id:24 randomize_path:1 eack_own:2 cc_metadata:22 fabric_congestion_window:21 inter_packet_gap:20
		nic_congestion_window:11 retransmit_timeout:24 event_queue_select:2 delay_select:2
		fabric_window_time_marker:24 nic_window_time_marker:24 nic_window_direction:1 base_delay:24 delay_state:24
		rtt_state:24 cc_opaque:2 padding_1:64 padding_2:64 padding_3:64 padding_4:64 padding_5:4`,
		BNA: `
		connection_id:24 fabric_congestion_window:21 inter_packet_gap:20 nic_congestion_window:21
		nic_inter_packet_gap:20 cc_metadata:22 alpha_request:4 alpha_response:4 fabric_window_time_marker:24
		nic_window_time_marker:24 base_delay:24 delay_state:24 plb_state:24 cc_opaque:18 delay_select:2 ar_rate:4
		rtt_state:24 flow_label_1:20 flow_label_2:20 flow_label_3:20 flow_label_4:20 flow_label_1_weight:4
		flow_label_2_weight:4 flow_label_3_weight:4 flow_label_4_weight:4 flow_label_1_valid:1 flow_label_2_valid:1
		flow_label_3_valid:1 flow_label_4_valid:1 wrr_restart_round:1 flow_id:2 csig_enable:1 csig_select:3
		retransmit_timeout:24 event_queue_select:2 padding_0:11 padding_1:64`,
	}
)
