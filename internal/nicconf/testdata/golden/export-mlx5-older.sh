#!/bin/sh
# DCQCN parameters of profile older
# In force at once, until the driver is loaded again.
# dce_tcp_g_convention old-weight
set -eu
cd -- "/sys/kernel/debug/mlx5/${1:?name the PCI address of the device}/cc_params"
for f in \
	rp_clamp_tgt_rate \
	rp_clamp_tgt_rate_ati \
	rp_time_reset \
	rp_byte_reset \
	rp_threshold \
	rp_ai_rate \
	rp_hai_rate \
	rp_gd \
	rp_min_dec_fac \
	rp_min_rate \
	rp_rate_to_set_on_first_cnp \
	rp_dce_tcp_g \
	rp_dce_tcp_rtt \
	rp_rate_reduce_monitor_period \
	rp_initial_alpha_value \
	np_cnp_dscp \
	np_cnp_prio; do
	[ -w "$f" ] || { echo "$PWD/$f cannot be written; nothing was changed" >&2; exit 1; }
done
echo 0 > rp_clamp_tgt_rate
echo 1 > rp_clamp_tgt_rate_ati
echo 55 > rp_time_reset
echo 40000 > rp_byte_reset
echo 5 > rp_threshold
echo 40 > rp_ai_rate
echo 400 > rp_hai_rate
echo 11 > rp_gd
echo 50 > rp_min_dec_fac
echo 1 > rp_min_rate
echo 0 > rp_rate_to_set_on_first_cnp
echo 1020 > rp_dce_tcp_g
echo 1 > rp_dce_tcp_rtt
echo 4 > rp_rate_reduce_monitor_period
echo 1023 > rp_initial_alpha_value
echo 48 > np_cnp_dscp
echo 6 > np_cnp_prio
# note: profile older as mlx5: byte_reset is 40000B, outside the documented 0..32767 bytes: written as it was read
