#!/bin/sh
# DCQCN parameters of profile nicctl
# In force at once, until the driver is loaded again.
# dce_tcp_g_convention old-weight
set -eu
nicctl update dcqcn -r ionic_0 -i 1 \
	--clamp-target-rate enable \
	--rate-increase-interval 5 \
	--ai-rate 160 \
	--alpha-update-g 512 \
	--alpha-update-interval 2 \
	--initial-alpha-value 64 \
	--cnp-dscp 46 \
	--token-bucket-size 800000
