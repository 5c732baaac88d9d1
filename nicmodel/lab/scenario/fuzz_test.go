package scenario_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/scenario"
)

// FuzzScenario: no text makes the reader, the model's builder or a short run panic; errors
// are one line and begin with the file's name; what runs conserves packets.
func FuzzScenario(f *testing.F) {
	for _, name := range append(append(samples(f), beds(f)...), "testdata/small.toml") {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(string(text))
	}
	f.Add(busy)
	f.Add(probed(bulky("")))
	for _, b := range bads {
		f.Add(b.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<14 {
			return
		}
		s, err := scenario.Parse([]byte(text), "test.toml")
		if err == nil {
			if s.IsTestbed() {
				shrinkBed(s)
				if _, err := scenario.RunTestbed(s, scenario.TestbedOptions{}); err != nil && (!strings.HasPrefix(err.Error(), "test.toml:") || strings.Contains(err.Error(), "\n")) {
					t.Fatalf("error %q", err)
				}
				return
			}
			shrink(s)
			var sum *scenario.Summary
			if sum, err = scenario.Run(s, scenario.Options{}); err == nil {
				if !sum.Packets.Conserved {
					t.Fatalf("packets are not conserved: %+v", sum.Packets)
				}
				return
			}
		}
		if !strings.HasPrefix(err.Error(), "test.toml:") || strings.Contains(err.Error(), "\n") {
			t.Fatalf("error %q", err)
		}
	})
}

// shrinkBed makes a testbed small.
func shrinkBed(s *scenario.Scenario) {
	s.Run.End = "20us"
	s.Testbed.Flow = s.Testbed.Flow[:min(len(s.Testbed.Flow), 3)]
	for i := range s.Testbed.Flow {
		f := &s.Testbed.Flow[i]
		f.Count, f.Outstanding, f.Batch = short(f.Count, 2), short(f.Outstanding, 2), short(f.Batch, 2)
	}
}

// shrink makes a scenario small: few hosts, short times, no files.
func shrink(s *scenario.Scenario) {
	s.Run.End, s.Run.Threads, s.Run.Partitions = "20us", "", short(s.Run.Partitions, 1)
	t := &s.Topology
	t.Preset, t.File = "", ""
	for _, n := range []*scenario.Text{&t.Hosts, &t.Left, &t.Right, &t.Leaves, &t.PerLeaf, &t.Spines, &t.PerPair, &t.Pods, &t.ToRs, &t.PerToR, &t.Aggregation, &t.Cores} {
		*n = short(*n, 1)
	}
	// At a high rate and a picosecond's delay windows are many.
	t.Delay = "500ns"
	t.TrunkDelay = ""
	for i := range s.NIC {
		if e := s.NIC[i].Engine; e != nil {
			e.Cores, e.Clock = short(e.Cores, 2), "1GHz"
		}
	}
	for i := range s.Workload {
		w := &s.Workload[i]
		w.SizesFile, w.File = "", ""
		w.Start, w.Compute = "1us", ""
		if w.Duration != "" {
			w.Duration = "10us"
		}
		if w.Bytes != "" && w.Distribution == "" {
			w.Bytes = "3000"
		}
		w.MessageBytes, w.Overlapped = "", ""
		if w.Serial != "" {
			w.Serial = "3000"
		}
		for _, n := range []*scenario.Text{&w.Flows, &w.Ranks, &w.Iterations, &w.WarmUp, &w.Count, &w.Stages} {
			*n = short(*n, 1)
		}
	}
	if s.Probe != nil {
		s.Probe.Warm, s.Probe.Pause = "1us", "1us"
	}
	if s.Record.Queues != "" {
		s.Record.Queues = "1us"
	}
}

// short returns a number unchanged if it has at most digits digits.
func short(t scenario.Text, digits int) scenario.Text {
	if len(t) > digits {
		return t[:digits]
	}
	return t
}
