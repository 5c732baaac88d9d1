package command

import (
	"path/filepath"
	"strings"
	"testing"

	"smartnic-cc/internal/base/cli"
)

// TestHints: an error of a misspelt word names the word of the list that is near.
func TestHints(t *testing.T) {
	const pcap = "../../../docs/sample/incast.pcapng"
	out := filepath.Join(t.TempDir(), "out")
	for meant, args := range map[string]string{
		"pcapng":    "stats " + pcap + " --format pcanpg",
		"burst":     "stats " + pcap + " --reconstruct brust",
		"all":       "replay " + pcap + " --log al",
		"jsonl":     "convert " + pcap + " -o " + out + " --to josnl",
		"pcap":      "sample -o " + out + " --format pcp",
		"slurm":     "sweep ../../../docs/sample/sweep-small.toml --engine slrum",
		"table1":    "reproduce tabel1",
		"avatar":    "reproduce avatr",
		"smoke":     "reproduce --setting smok",
		"fattree64": "sim ../../../docs/sample/hpcc320.toml -o - --set topology.preset=fatree64",
		"hadoop":    "sim ../../../docs/sample/websearch.toml -o - --set workload[0].distribution=hadop",
		"png":       "plot " + out + " -o " + out + " --format pngg",
		"svg":       "figure fig3 -o " + out + ".svgg",
		"queue":     "plot " + smallRun + " --what qeue -o " + out + ".svg",
		"warning":   "profile check paper --fail warnig",
		"paper":     "profile check papre",
		"nicctl":    "profile export paper --as niccl",
		"sim":       "man simm",
	} {
		refused(t, cli.ExitUsage, strings.Fields(args), "(did you mean "+meant+"?)")
	}
}
