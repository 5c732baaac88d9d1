package nicconf

import (
	_ "embed"
	"encoding/csv"
	"path"
	"strings"

	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/base/text/collect"
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

// nameRow is what the sources call a parameter, by source, "" where one does not have it. fromText is its own name.
type nameRow [fromIRDMA + 1]string

// names are the rows of all parameters. debugfs names: Linux drivers/infiniband/hw/mlx5/cong.c. sysfs names: MLNX_OFED's
// mlx5 en_sysfs.c. NVConfig names: mstflint's mlxconfig, without the port. ionic's
// debugfs: the driver's ionic_dcqcn.c. nicctl: AMD's ROCm documentation. Folders are
// in dirs, not here.
var names = collect.Of(csvRows(namesText), func(r []string) nameRow { return nameRow(r) })

//go:embed names.csv
var namesText string

// csvRows returns the rows of a table of this package, but for its header.
func csvRows(text string) [][]string {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		panic(err) // of this package's own file
	}
	return rows[1:]
}

// others are settings of the sources that no algorithm here has. They are kept, so
// that a profile says them, and mlx5's of debugfs are written back.
var others = map[source][]string{
	fromDebugfs: {"np_cnp_prio_mode", "rtt_resp_dscp", "rtt_resp_dscp_valid"},
	fromNV:      {"ROCE_CC_ALGORITHM", "ROCE_CC_CNP_MODERATION", "CNP_DSCP_MODE", "CNP_PRIO_MODE", "CNP_RES_PRIO_MODE", "USER_PROGRAMMABLE_CC", "ROCE_CC_LEGACY_DCQCN"},
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
