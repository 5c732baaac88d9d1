package summary

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/logs/capture/trace"
)

// TestCountsOfAKernel: captures of Linux's rdma_rxe under perftest, which cctrace verbs made (frames cut to 128 bytes),
// have as many packets, marks, CNPs, NAKs and losses as the kernels counted: machine by machine in testdata/rxe, with
// what the switch did.
//
//   - marks: ib_write_bw, two queue pairs each of two clients, under DCQCN; the switch marks and drops.
//   - services: UC and UD sends, READs with two queue pairs, atomics.
//   - losses: writes with two queue pairs, READs and sends of clients whose netem loses 4 %: it dropped 21 frames, 17 of
//     them RoCEv2.
func TestCountsOfAKernel(t *testing.T) {
	for name, netem := range map[string]uint64{"marks": 0, "services": 0, "losses": 17} {
		t.Run(name, func(t *testing.T) {
			r, err := trace.OpenWith("../testdata/rxe/"+name+".pcapng.gz", trace.Options{AllowNoCNP: true, Measure: true})
			require.NoError(t, err)
			defer r.Close()
			s := Of(name, r)
			text, err := os.ReadFile("../testdata/rxe/" + name + ".json")
			require.NoError(t, err)
			var run struct {
				Port    struct{ Marks, Drops uint64 }
				Packets struct {
					Packets, CNPs, Naks uint64
					Report              uint64 `json:"cnps_report"`
				}
				Machines []struct{ Counters map[string]uint64 }
			}
			require.NoError(t, json.Unmarshal(text, &run))
			counted := map[string]uint64{} // by all machines
			for _, m := range run.Machines {
				for key, n := range m.Counters {
					counted[key] += n
				}
			}
			skipped := map[string]uint64{}
			for _, k := range s.Skipped {
				skipped[k.Reason] = k.Count
			}
			others := skipped["READ request or atomic"] + skipped["datagram (UD)"]
			passed := s.Total.DataPackets + s.Total.Acks + others // but for CNPs, which are not rxe's
			require.Equal(t, run.Packets.Packets, passed+s.Total.CNPs)
			require.Equal(t, counted["rcvd_pkts"], passed)
			require.Equal(t, counted["sent_pkts"], passed+run.Port.Drops+netem)
			require.Equal(t, counted["out_of_seq_request"], s.Total.Naks)
			require.LessOrEqual(t, counted["rcvd_seq_err"], s.Total.Naks)
			require.Equal(t, run.Packets.CNPs, s.Total.CNPs)
			if name == "services" {
				require.Equal(t, []uint64{80, 100, 8}, []uint64{skipped["datagram (UD)"], skipped["READ request or atomic"], uint64(s.Connections)})
				return
			}
			require.NotNil(t, s.Total.Resent)
			require.LessOrEqual(t, counted["duplicate_request"], *s.Total.Resent)
			require.Greater(t, *s.Total.Resent, run.Port.Drops+netem) // go-back-N
			if name == "marks" {
				require.Equal(t, run.Port.Marks, s.Total.Marked)
				require.Equal(t, run.Packets.Report, s.Total.Reported)
			}
		})
	}
}
