#!/bin/sh
# DCQCN parameters of profile mlxconfig
# In force from the next boot or reset of the firmware.
# dce_tcp_g_convention new-weight
set -eu
mlxconfig -d "${1:?name the device, as mlxconfig has it}" -y set \
	CLAMP_TGT_RATE_P2=0 \
	CLAMP_TGT_RATE_AFTER_TIME_INC_P2=1 \
	RPG_TIME_RESET_P2=300 \
	RPG_BYTE_RESET_P2=32767 \
	RPG_THRESHOLD_P2=1 \
	RPG_AI_RATE_P2=5 \
	RPG_HAI_RATE_P2=50 \
	RPG_MAX_RATE_P2=0 \
	RPG_GD_P2=11 \
	RPG_MIN_DEC_FAC_P2=50 \
	RPG_MIN_RATE_P2=1 \
	RATE_TO_SET_ON_FIRST_CNP_P2=0 \
	DCE_TCP_G_P2=5 \
	DCE_TCP_RTT_P2=1 \
	RATE_REDUCE_MONITOR_PERIOD_P2=4 \
	INITIAL_ALPHA_VALUE_P2=1023 \
	MIN_TIME_BETWEEN_CNPS_P2=4 \
	CNP_DSCP_P2=48 \
	CNP_802P_PRIO_P2=6 \
	ROCE_CC_PRIO_MASK_P2=255
