#!/bin/sh
# DCQCN parameters of profile debugfs
# In force at once, until the driver is loaded again.
# dce_tcp_g_convention old-weight
set -eu
cd -- /sys/kernel/debug/mlx5/0000:04:00.0/cc_params
for f in \
	rp_clamp_tgt_rate \
	rp_clamp_tgt_rate_ati \
	rp_time_reset \
	rp_byte_reset \
	rp_threshold \
	rp_ai_rate \
	rp_hai_rate \
	rp_max_rate \
	rp_gd \
	rp_min_dec_fac \
	rp_min_rate \
	rp_rate_to_set_on_first_cnp \
	rp_dce_tcp_g \
	rp_dce_tcp_rtt \
	rp_rate_reduce_monitor_period \
	rp_initial_alpha_value \
	np_min_time_between_cnps \
	np_cnp_dscp \
	np_cnp_prio \
	np_cnp_prio_mode \
	rtt_resp_dscp \
	rtt_resp_dscp_valid; do
	[ -w "$f" ] || { echo "$PWD/$f cannot be written; nothing was changed" >&2; exit 1; }
done
echo 0 > rp_clamp_tgt_rate
echo 1 > rp_clamp_tgt_rate_ati
echo 300 > rp_time_reset
echo 32767 > rp_byte_reset
echo 1 > rp_threshold
echo 5 > rp_ai_rate
echo 50 > rp_hai_rate
echo 0 > rp_max_rate
echo 11 > rp_gd
echo 50 > rp_min_dec_fac
echo 1 > rp_min_rate
echo 0 > rp_rate_to_set_on_first_cnp
echo 1019 > rp_dce_tcp_g
echo 1 > rp_dce_tcp_rtt
echo 4 > rp_rate_reduce_monitor_period
echo 1023 > rp_initial_alpha_value
echo 4 > np_min_time_between_cnps
echo 48 > np_cnp_dscp
echo 6 > np_cnp_prio
echo 0 > np_cnp_prio_mode
echo 0 > rtt_resp_dscp
echo 0 > rtt_resp_dscp_valid
