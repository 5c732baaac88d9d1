package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"

	"smartnic-cc/internal/version"
)

// Fingerprint identifies the behaviour of the model and of the firmware: a hash of the results of a few small runs,
// and of the firmware's code. Results are kept under it, so that a change of the model that affects those runs
// invalidates all points, and one of comments does not.
func Fingerprint() (string, error) { return fingerprint() }

var fingerprint = sync.OnceValues(func() (string, error) {
	h := sha256.New()
	h.Write([]byte(version.Code()))
	for _, p := range canaries() {
		r, err := run(p, nil)
		if err != nil {
			return "", fmt.Errorf("experiment: %s: %w", p, err)
		}
		b, err := json.Marshal(r)
		if err != nil {
			return "", fmt.Errorf("experiment: %w", err)
		}
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
})

// canaries are small runs that use all that the experiments do.
func canaries() []Point {
	var list []Point
	for _, nic := range [][]string{
		{"nic[0].algorithm=dcqcn", "nic[0].profile=paper"},
		{"nic[0].algorithm=dcqcn", "nic[0].profile=connectx"},
		{"nic[0].algorithm=dcqcn", "nic[0].profile=hpcc", "nic[0].notify=echo"},
		{"nic[0].algorithm=dolcerc", "nic[0].profile=paper"},
		{"nic[0].algorithm=dolcerc", "nic[0].profile=connectx", "nic[0].estimate=tx-slots"},
		{"nic[0].algorithm=dolcercplus"},
	} {
		list = append(list, Point{Scenario: "canary", Set: nic, Seed: 1, FreshFlows: len(list) == 0, Bin: 100_000_000})
	}
	for _, how := range []string{ExchangeHostPairs, ExchangePairwise, ExchangeRankOrder} {
		list = append(list, Point{Scenario: "alltoall", Set: []string{"workload[0].ranks_per_host=2", "workload[0].bytes=10000"}, Seed: 1, Exchange: how})
	}
	list = append(list, Point{Scenario: "alltoall", Set: []string{"workload[0].ranks_per_host=5", "workload[0].bytes=2000"}, Seed: 1, Exchange: ExchangeBlocks})
	return append(list, Point{Scenario: "canary", Set: []string{"nic[0].algorithm=dolcerc"}, Seed: 2, Rewards: true})
}
