package hpccfiles

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// pair is a network of two switches, 4 and 9, with links of unequal rates and delays, of which three lose packets.
const pair = `10 2 9
4 9
0 4 100Gbps 1000ns %s
1 4 100Gbps 1000ns 0
2 4 100Gbps 1000ns 0
3 4 100Gbps 1000ns 0
5 9 100Gbps 1500ns %s
6 9 100Gbps 1500ns 0
7 9 100Gbps 1500ns 0
8 9 100Gbps 1500ns 0
4 9 400Gbps 2000ns %s
`

const pairFlows = `10
0 5 3 100 500000 2
1 5 3 100 400001 2
2 5 1 100 700000 2.000001234
3 6 3 100 300000 2.000002
7 5 3 100 250000 2.000002
5 0 2 100 123456 2.000003
8 1 3 100 99 2.000003
0 6 3 100 1000000 2.00001
6 5 4 100 345678 2.00002
0 5 3 100 222222 2.00003
`

// TestFilesEqualTheSimulator compares completion times, PFC frames, and the packets of the traced nodes with the files
// that HPCC's simulator (commit 9f4be2a, g++ 12.2 at -O3, without assertions) wrote for these configurations. The table
// has the first 16 digits of their SHA-256, of the .tr with the links of its preamble in ascending order and zeros for
// padding: the simulator writes those as they are in its memory. In losses16 queues last so long that NACKs come twice,
// and take senders back that are then complete. The switches' memory is smaller than what those of the model reserve.
func TestFilesEqualTheSimulator(t *testing.T) {
	star8, flows8 := star(8)
	star16, flows16 := star(16)
	late := map[string]string{
		"KMIN_MAP": "1 100000000000 9000", "KMAX_MAP": "1 100000000000 16000", "PMAX_MAP": "1 100000000000 0.2", "MIN_RATE": "100Mb/s",
	}
	runs := map[string]struct {
		network, flows, traced, buffer, loss string
		changes                              map[string]string
	}{
		"pair":        {fmt.Sprintf(pair, "0", "0", "0"), pairFlows, "3 4 5 9", "2", "0", nil},
		"pair-losses": {fmt.Sprintf(pair, "0.001", "0.002", "0.003"), pairFlows, "3 4 5 9", "2", "0.0002", nil},
		"losses8":     {star8, flows8, "2 0 8", "32", "0.0005", nil},
		"losses16":    {star16, flows16, "2 16 17", "64", "0.0005", late},
	}
	for _, row := range table(t, "files.csv")[1:] {
		t.Run(row[0]+"/"+row[1], func(t *testing.T) {
			run, nodes := runs[row[0]], filepath.Join(t.TempDir(), "trace.txt")
			require.NoError(t, os.WriteFile(nodes, []byte(run.traced), 0o644))
			files := written(t, row[1], run.network, run.flows, run.changes, map[string]string{
				"BUFFER_SIZE": run.buffer, "ERROR_RATE_PER_LINK": run.loss, "TRACE_FILE": nodes, "TRACE_OUTPUT_FILE": "mix.tr",
			})
			for i, what := range []string{"completion times", "PFC frames", "packets"} {
				require.Equal(t, row[2+i], sum(files[i])[:16], what)
			}
		})
	}
}
