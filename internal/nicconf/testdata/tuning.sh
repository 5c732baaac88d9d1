#!/bin/sh
# A site's tuning, as people keep it.
for dev in 04:00.0; do
  sudo mlxconfig -d "$dev" -y set RPG_TIME_RESET_P1=20 RPG_AI_RATE_P1=1000 \
    RPG_HAI_RATE_P1=10000 INITIAL_ALPHA_VALUE_P1=512 RPG_BYTE_RESET_P1=1000 RPG_AI_RATE_P2=7
done
echo 48 | sudo tee /sys/class/net/ens1f0/ecn/roce_np/cnp_dscp
echo 1 > /sys/class/net/ens1f0/ecn/roce_rp/enable/3 && echo "done's here"; ethtool -S ens1f0
