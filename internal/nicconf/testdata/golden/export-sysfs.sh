#!/bin/sh
# DCQCN parameters of profile ens1f0
# In force at once, until the driver is loaded again.
# dce_tcp_g_convention old-weight
set -eu
cd -- /sys/class/net/ens1f0/ecn
for f in \
	roce_rp/clamp_tgt_rate \
	roce_rp/clamp_tgt_rate_after_time_inc \
	roce_rp/rpg_time_reset \
	roce_rp/rpg_byte_reset \
	roce_rp/rpg_threshold \
	roce_rp/rpg_ai_rate \
	roce_rp/rpg_hai_rate \
	roce_rp/rpg_max_rate \
	roce_rp/rpg_gd \
	roce_rp/rpg_min_dec_fac \
	roce_rp/rpg_min_rate \
	roce_rp/rate_to_set_on_first_cnp \
	roce_rp/dce_tcp_g \
	roce_rp/dce_tcp_rtt \
	roce_rp/rate_reduce_monitor_period \
	roce_rp/initial_alpha_value \
	roce_np/min_time_between_cnps \
	roce_np/cnp_dscp \
	roce_np/cnp_802p_prio \
	roce_rp/enable/0 \
	roce_rp/enable/1 \
	roce_rp/enable/2 \
	roce_rp/enable/3 \
	roce_rp/enable/4 \
	roce_rp/enable/5 \
	roce_rp/enable/6 \
	roce_rp/enable/7 \
	roce_np/enable/0 \
	roce_np/enable/1 \
	roce_np/enable/2 \
	roce_np/enable/3 \
	roce_np/enable/4 \
	roce_np/enable/5 \
	roce_np/enable/6 \
	roce_np/enable/7; do
	[ -w "$f" ] || { echo "$PWD/$f cannot be written; nothing was changed" >&2; exit 1; }
done
echo 0 > roce_rp/clamp_tgt_rate
echo 1 > roce_rp/clamp_tgt_rate_after_time_inc
echo 75 > roce_rp/rpg_time_reset
echo 32767 > roce_rp/rpg_byte_reset
echo 1 > roce_rp/rpg_threshold
echo 50 > roce_rp/rpg_ai_rate
echo 500 > roce_rp/rpg_hai_rate
echo 0 > roce_rp/rpg_max_rate
echo 11 > roce_rp/rpg_gd
echo 50 > roce_rp/rpg_min_dec_fac
echo 1 > roce_rp/rpg_min_rate
echo 0 > roce_rp/rate_to_set_on_first_cnp
echo 1019 > roce_rp/dce_tcp_g
echo 1 > roce_rp/dce_tcp_rtt
echo 4 > roce_rp/rate_reduce_monitor_period
echo 1023 > roce_rp/initial_alpha_value
echo 2 > roce_np/min_time_between_cnps
echo 48 > roce_np/cnp_dscp
echo 6 > roce_np/cnp_802p_prio
echo 0 > roce_rp/enable/0
echo 0 > roce_rp/enable/1
echo 0 > roce_rp/enable/2
echo 1 > roce_rp/enable/3
echo 0 > roce_rp/enable/4
echo 0 > roce_rp/enable/5
echo 0 > roce_rp/enable/6
echo 0 > roce_rp/enable/7
echo 1 > roce_np/enable/0
echo 1 > roce_np/enable/1
echo 1 > roce_np/enable/2
echo 1 > roce_np/enable/3
echo 1 > roce_np/enable/4
echo 1 > roce_np/enable/5
echo 1 > roce_np/enable/6
echo 1 > roce_np/enable/7
