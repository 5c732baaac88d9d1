package scenario_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/scenario"
)

// pressed is two applications on the same four hosts: the first does nothing while it sends.
const pressed = star + `[run]
end = "1s"
[[nic]]
algorithm = "none"
payload = "16KiB"
rto = "0s"
[[workload]]
kind = "stages"
stages = 4
compute = "100us"
serial = "5MB"
[[workload]]
kind = "stages"
stages = 5
compute = "600us"
overlapped = "3MB"
start = "10us"
`

// TestStages: an application of stages takes its compute, its transfers and little more alone; the summary has
// its time, and none of an application that did not end.
func TestStages(t *testing.T) {
	alone := pressed[:strings.LastIndex(pressed, "[[workload]]")]
	sum, err := scenario.Run(parse(t, alone), scenario.Options{})
	require.NoError(t, err)
	// 5 MB at 100 Gb/s are 400 us; transfers of four hosts to one another meet here and there.
	require.InEpsilon(t, 4*500e6, float64(sum.Workloads[0].StagesPS), 0.10)
	require.Equal(t, uint64(4*2*12), sum.Workloads[0].Messages)
	sum, err = scenario.Run(parse(t, alone, "run.end=1ms"), scenario.Options{})
	require.NoError(t, err)
	require.Zero(t, sum.Workloads[0].StagesPS)
}

// TestSaba: under Saba the first application is faster than with equal queues, and the run is the same with two
// threads. It gains more with a controller without delay.
func TestSaba(t *testing.T) {
	run := func(settings ...string) [2]int64 {
		s := parse(t, pressed+"[saba]\n", settings...)
		var first *scenario.Summary
		for threads := 1; threads <= 2; threads++ {
			sum, err := scenario.Run(s, scenario.Options{Threads: threads})
			require.NoError(t, err)
			require.Zero(t, sum.GoBacks)
			if first == nil {
				first = sum
			}
			require.Equal(t, first, sum)
		}
		return [2]int64{first.Workloads[0].StagesPS, first.Workloads[1].StagesPS}
	}
	fair, late, soon, one := run("saba.queues=fair"), run("saba.degree=1"), run("saba.degree=1", "saba.latency=0"), run("saba.queues=one")
	require.Less(t, soon[0], fair[0])
	require.Less(t, soon[0], late[0])
	require.LessOrEqual(t, late[0], fair[0])
	require.InEpsilon(t, fair[0], one[0], 0.1, "both have as many flows")
	t.Log(fair, late, soon, one)
}

// TestOthers: workloads other than applications have what saba.capacity leaves them of a port that the
// applications fill, by whatever queues, and all when these are done; the run is the same with two threads.
func TestOthers(t *testing.T) {
	const bytes = 10e6
	// Two applications that do nothing but send, and a message of host 0 to host 3.
	other := "[[workload]]\nkind = \"incast\"\nsenders = 0\nreceiver = 3\nbytes = \"10MB\"\nstart = \"2ms\"\n"
	text := strings.Replace(pressed, "compute = \"100us\"\nserial = \"5MB\"", "serial = \"30MB\"", 1)
	text = strings.Replace(text, "compute = \"600us\"\noverlapped = \"3MB\"", "serial = \"25MB\"", 1)
	first := strings.Index(text, "[[workload]]")
	behind, before := text+other, text[:first]+other+text[first:]
	for _, c := range []struct {
		whole, queues, capacity string
		part                    float64
	}{{behind, "saba", "", 0.25}, {before, "fair", "0.5", 0.5}, {before, "saba", "80%", 0.2}, {behind, "fair", "80%", 0.2}} {
		settings := []string{"saba.queues=" + c.queues}
		if c.capacity != "" {
			settings = append(settings, "saba.capacity="+c.capacity)
		}
		s := parse(t, c.whole+"[saba]\n", settings...)
		sum, files := run(t, s, 1)
		require.Zero(t, sum.GoBacks)
		require.Equal(t, sum.Messages, sum.Completed)
		_, again := run(t, s, 2)
		require.Equal(t, files["completions.csv"], again["completions.csv"])
		var took, most int64
		for i := range sum.Workloads {
			w := &sum.Workloads[i]
			if most = max(most, w.StagesPS); w.Kind == "incast" {
				took = int64(w.FCT.FCT.Max)
			}
		}
		require.Less(t, took, most, "the applications go on")
		// At 100 Gb/s, and the applications' barriers leave it some more.
		require.InEpsilon(t, 8e12*bytes/100e9/c.part, float64(took), 0.06, "%s %s", c.capacity, c.queues)
	}
	// One queue is up to the flows: three of each application and this one.
	sum, err := scenario.Run(parse(t, text+other+"[saba]\n", "saba.queues=one"), scenario.Options{})
	require.NoError(t, err)
	require.Equal(t, sum.Messages, sum.Completed)
}

// TestBadSaba: what does not go with weighted queues is said, by file, line and key.
func TestBadSaba(t *testing.T) {
	for _, b := range []struct{ from, to, want string }{
		{"[saba]", "[saba]\nqueues = \"all\"", `test.toml:23: saba.queues: unknown queues "all"; one of one, fair, saba`},
		{"[saba]", "[saba]\ndegree = 4", `test.toml:23: saba.degree: "4" is not a whole number of 1..3`},
		{"[saba]", "[saba]\nlevels = 17", `test.toml:23: saba.levels: "17" is not a whole number of 1..16`},
		{"[saba]", "[saba]\nlatency = 5", `test.toml:23: saba.latency: bad time "5"`},
		{"stages = 5", "", `test.toml:16: workload[1].stages: is missing; give it, as in stages = 10`},
		{"stages = 5", "stages = 0", `test.toml:18: workload[1].stages: "0" is not a whole number of 1..10000`},
		{"compute = \"600us\"\noverlapped = \"3MB\"", "", `test.toml:16: workload[1]: its stages do nothing; give compute, overlapped or serial, as in serial = "10MB"`},
		{"stages = 5", "stages = 5\nhosts = 2", `test.toml:16: workload[1]: workload stages: 1 hosts; instances send to one another, so give 2 at least`},
		{"stages = 5", "stages = 5\nclass = 2", `test.toml:19: workload[1].class: does not go with the table saba, which gives each application a queue, and all other workloads one`},
		{"[saba]", "[[workload]]\nkind = \"alltoall\"\nbytes = 5\nclass = 2\n[saba]", `test.toml:25: workload[2].class: does not go with the table saba`},
		{"[saba]", "[saba]\ncapacity = 0", `test.toml:23: saba.capacity: 0 leaves the applications nothing; give more, such as 0.75`},
		{"[saba]", "[saba]\ncapacity = 1.1", `test.toml:23: saba.capacity: "1.1" is not a part of 1, such as 0.3 or 30%`},
		{"[saba]", "[[workload]]\nkind = \"alltoall\"\nbytes = 5\n[saba]\ncapacity = 1", `test.toml:26: saba.capacity: 1 leaves nothing for workload[2], which is no application; give less than 1, such as 0.75`},
		{"stages = 5", "stages = 5\nbytes = 2", `test.toml:19: workload[1].bytes: goes with kind = "poisson", "sites", "streams", "incast", "alltoall", "messages" or "bulk" only`},
		{"[saba]", "[switch]\nkind = \"credit\"\n[saba]", `does not go with credit switches`},
		{"[saba]", "[[switch.class]]\n[saba]", `switch.class[0]: does not go with the table saba, which weighs queues itself`},
		{"[saba]", strings.Repeat("[[workload]]\nkind = \"stages\"\nstages = 1\nserial = 5\n", 6) + "[saba]", `workload[7].hosts: host 0 has more than 7 applications; a port has one queue for each`},
		{"[saba]", strings.Repeat("[[workload]]\nkind = \"stages\"\nstages = 1\nserial = 5\n", 5) + "[saba]\ncapacity = 0.9", `workload[6].hosts: host 0 has more than 6 applications; a port has one queue for each`},
	} {
		text := strings.Replace(pressed+"[saba]\n", b.from, b.to, 1)
		s, err := scenario.Parse([]byte(text), "test.toml")
		if err == nil {
			_, err = s.Config()
		}
		require.ErrorContains(t, err, b.want)
	}
}
