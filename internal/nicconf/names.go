package nicconf

import (
	"path"
	"strings"

	"smartnic-cc/dcqcn/profile"
)

// source is a place that settings are read from and written to, with its own names of parameters.
type source uint8

const (
	fromText    source = iota // name and value a line, any vendor's names
	fromDebugfs               // mlx5: debugfs cc_params/rp_*, np_*
	fromSysfs                 // mlx5: /sys/class/net/DEV/ecn/roce_rp, roce_np
	fromNV                    // mlx5: mlxconfig, mstconfig
	fromIonic                 // ionic: debugfs dcqcn/profiles/N/roce_rp, roce_np
	fromNicctl                // ionic: what nicctl shows
	fromOption                // ionic: options of nicctl update dcqcn
	fromIRDMA                 // irdma: module parameters
)

// nameRow is what the sources call a parameter, by source, "" where one does not have it. fromText is its own
// name.
type nameRow [fromIRDMA + 1]string

// names are the rows of all parameters. debugfs names: Linux drivers/infiniband/hw/mlx5/cong.c. sysfs names: MLNX_OFED's
// mlx5 en_sysfs.c. NVConfig names: mstflint's mlxconfig, without the port. ionic's
// debugfs: the driver's ionic_dcqcn.c. nicctl: AMD's ROCm documentation. Folders are
// in dirs, not here.
var names = []nameRow{
	{"clamp_tgt_rate", "rp_clamp_tgt_rate", "clamp_tgt_rate", "CLAMP_TGT_RATE", "clamp_tgt_rate", "", "clamp-target-rate"},
	{"clamp_tgt_rate_ati", "rp_clamp_tgt_rate_ati", "clamp_tgt_rate_after_time_inc", "CLAMP_TGT_RATE_AFTER_TIME_INC", "clamp_tgt_rate_ati", "", ""},
	{"time_reset", "rp_time_reset", "rpg_time_reset", "RPG_TIME_RESET", "time_reset", "Rate increase interval", "rate-increase-interval"},
	{"byte_reset", "rp_byte_reset", "rpg_byte_reset", "RPG_BYTE_RESET", "byte_reset", "Rate increase byte count", "rate-increase-byte-count"},
	{"threshold", "rp_threshold", "rpg_threshold", "RPG_THRESHOLD", "threshold", "Rate increase threshold", "rate-increase-threshold"},
	{"ai_rate", "rp_ai_rate", "rpg_ai_rate", "RPG_AI_RATE", "ai_rate", "Rate increase in AI phase", "ai-rate"},
	{"hai_rate", "rp_hai_rate", "rpg_hai_rate", "RPG_HAI_RATE", "hai_rate", "Rate increase in HAI phase", "hai-rate"},
	{"max_rate", "rp_max_rate", "rpg_max_rate", "RPG_MAX_RATE", "", "", ""},
	{"gd", "rp_gd", "rpg_gd", "RPG_GD", "gd", "", ""},
	{"min_dec_fac", "rp_min_dec_fac", "rpg_min_dec_fac", "RPG_MIN_DEC_FAC", "min_dec_fac", "", ""},
	{"min_rate", "rp_min_rate", "rpg_min_rate", "RPG_MIN_RATE", "min_rate", "", "min-rate"},
	{"rate_to_set_on_first_cnp", "rp_rate_to_set_on_first_cnp", "rate_to_set_on_first_cnp", "RATE_TO_SET_ON_FIRST_CNP", "rate_to_set_on_first_cnp", "", ""},
	{"dce_tcp_g", "rp_dce_tcp_g", "dce_tcp_g", "DCE_TCP_G", "dce_tcp_g", "Alpha update G value", "alpha-update-g"},
	{"dce_tcp_rtt", "rp_dce_tcp_rtt", "dce_tcp_rtt", "DCE_TCP_RTT", "dce_tcp_rtt", "Alpha update interval", "alpha-update-interval"},
	{"rate_reduce_monitor_period", "rp_rate_reduce_monitor_period", "rate_reduce_monitor_period", "RATE_REDUCE_MONITOR_PERIOD", "rate_reduce_monitor_period", "Rate reduce monitor period", "rate-reduce-monitor-period"},
	{"initial_alpha_value", "rp_initial_alpha_value", "initial_alpha_value", "INITIAL_ALPHA_VALUE", "initial_alpha_value", "Initial alpha value", "initial-alpha-value"},
	{"min_time_between_cnps", "np_min_time_between_cnps", "min_time_between_cnps", "MIN_TIME_BETWEEN_CNPS", "", "", ""},
	{"cnp_dscp", "np_cnp_dscp", "cnp_dscp", "CNP_DSCP", "cnp_dscp", "DSCP value used for CNP", "cnp-dscp"},
	{"cnp_prio", "np_cnp_prio", "cnp_802p_prio", "CNP_802P_PRIO", "icnp_802p_prio", "", ""},

	{fromText: "dcqcn_min_dec_factor", fromIRDMA: "dcqcn_min_dec_factor"},
	{fromText: "dcqcn_F", fromIRDMA: "dcqcn_F"},
	{fromText: "dcqcn_T", fromIRDMA: "dcqcn_T"},
	{fromText: "dcqcn_B", fromIRDMA: "dcqcn_B"},
	{fromText: "dcqcn_rai_factor", fromIRDMA: "dcqcn_rai_factor"},
	{fromText: "dcqcn_hai_factor", fromIRDMA: "dcqcn_hai_factor"},
	{fromText: "dcqcn_rreduce_mperiod", fromIRDMA: "dcqcn_rreduce_mperiod"},
	{fromText: minRateName, fromIRDMA: minRateName},
}

// others are settings of the sources that no algorithm here has. They are kept, so
// that a profile says them, and mlx5's of debugfs are written back.
var others = map[source][]string{
	fromDebugfs: {"np_cnp_prio_mode", "rtt_resp_dscp", "rtt_resp_dscp_valid"},
	fromNV:      {"ROCE_CC_ALGORITHM", "ROCE_CC_CNP_MODERATION", "CNP_DSCP_MODE", "CNP_PRIO_MODE", "USER_PROGRAMMABLE_CC"},
	fromIonic:   {"token_bucket_size", "qp_rate"},
	fromNicctl:  {"Token bucket size", "Status", "DCQCN profile id"},
	fromOption:  {"token-bucket-size"},
	fromIRDMA:   {"dcqcn_enable", "dcqcn_cc_cfg_valid"},
}

// nameIn returns what a source calls a parameter, "" if it does not have it.
func nameIn(s source, knob string) string {
	for i := range names {
		if names[i][fromText] == knob {
			return names[i][s]
		}
	}
	return ""
}

// find returns the parameter that a source calls name, or a setting to keep: other. knob is "" if it is unknown.
// Case plays no part.
func find(s source, name string) (knob string, other bool) {
	for i := range names {
		if n := names[i][s]; n != "" && strings.EqualFold(n, name) {
			return names[i][fromText], false
		}
	}
	for _, n := range others[s] {
		if strings.EqualFold(n, name) {
			return n, true
		}
	}
	return "", false
}

// anyName is find over the sources whose names can stand without a folder that says
// which it is: mlx5's and irdma's. In a folder
// that is unknown only names with a prefix count: there is many a file threshold.
func anyName(file string) (knob string, other bool, s source) {
	base := path.Base(file)
	in := []source{fromDebugfs, fromIRDMA, fromSysfs, fromNV, fromText}
	if strings.Contains(file, "/") {
		in = in[:2]
	}
	for _, s := range in {
		if knob, other := find(s, base); knob != "" {
			return knob, other, s
		}
	}
	if k, err := profile.Find(base); err == nil && len(in) > 2 {
		return k.Name, false, fromText
	}
	return "", false, fromText
}
