package scenario_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/scenario"
)

// TestTold: a network that cannot tell an algorithm what it asks for is refused, with the key and the remedy.
func TestTold(t *testing.T) {
	const hpcc, timely = "../../../docs/examples/hpcc", "../../../docs/examples/timely"
	star := func(algorithm, nic, rest string) string {
		return "[topology]\nkind = \"star\"\nhosts = 3\nrate = \"100Gbps\"\ndelay = \"1us\"\n[[nic]]\nalgorithm = \"" + algorithm + "\"\n" + nic +
			"\n[[workload]]\nkind = \"incast\"\nreceiver = 0\nbytes = \"1KB\"\n" + rest
	}
	for _, c := range []struct{ text, want string }{
		{star(hpcc, "", ""), ""},
		{star(hpcc, "", "[switch]\ntelemetry = true"), ""},
		{star(hpcc, "", "[switch]\ntelemetry = false"), "test.toml:7: nic[0].algorithm: hpcc takes the telemetry of switches, which switch.telemetry = false turns off; leave one of them out"},
		{star(timely, "rtt_clock = \"1us\"", "[switch]\ntelemetry = false"), ""},
		{star(timely, "rtt_clock = \"4us\"", ""), "test.toml:8: nic[0].rtt_clock: 4us shows nothing of RTTs from host 1 to host 0, 4us in the empty network; give a finer clock"},
		{star(hpcc, "rtt_clock = \"4us\"", ""), ""},
		{star("dcqcn", "repace = true", ""), "test.toml:8: nic[0].repace: goes with algorithm = \"./FOLDER\" only"},
		{star(timely, "overshoot = true", ""), "test.toml:6: nic[0]: overshoot: true, but the algorithm gives no window in bytes; leave it out"},
	} {
		s, err := scenario.Parse([]byte(c.text), "test.toml")
		require.NoError(t, err)
		if _, err = s.Config(); c.want == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, c.want)
		}
	}
	// Of three switches up to the spine and down, all have room.
	text := "[topology]\nkind = \"leafspine\"\nleaves = 2\nhosts_per_leaf = 2\nspines = 2\nrate = \"100Gbps\"\ndelay = \"1us\"\n" +
		"[[nic]]\nalgorithm = \"../../testdata/hops\"\nset = [\"Least=2000B\", \"Most=200000B\", \"Queue=30000B\"]\n" +
		"[[workload]]\nkind = \"incast\"\nreceiver = 0\nbytes = \"1KB\"\n"
	s, err := scenario.Parse([]byte(text), "test.toml")
	require.NoError(t, err)
	_, err = s.Config()
	require.NoError(t, err)
	s, err = scenario.Read("../../../docs/sample/hpcc320.toml", `nic[0].notify=""`, `nic[0].profile=""`, "nic[0].algorithm=../../nicmodel/testdata/hops",
		`nic[0].set=["Least=2000B", "Most=200000B", "Queue=30000B"]`)
	require.NoError(t, err)
	_, err = s.Config()
	require.ErrorContains(t, err, "nic[0].algorithm, as set: hops has room for the telemetry of 3 switches, and packets from host ")
	require.ErrorContains(t, err, " pass 5; make its arrays longer, or take a network of shorter paths")
}
