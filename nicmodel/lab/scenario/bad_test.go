package scenario_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/scenario"
)

// bads are scenarios that are refused, with the whole message: file, line and key, what is
// wrong, and often what to do.
var bads = []struct{ name, text, want string }{
	{"no TOML", "[run\n", `test.toml:1:5: expected ']' to close table name`},
	{"unknown key", plain("[run]\nsede = 1"), `test.toml:7:1: unknown key run.sede (did you mean seed?); here go seed, end, threads, parts`},
	{"unknown key of a list", plain("[[nic]]\nprofil = \"hpcc\""), `test.toml:6:1: unknown key nic.profil (did you mean profile?); here go hosts, algorithm, profile,`},
	{"unknown table", star + "[traffic]\n", `test.toml:5:2: unknown key traffic; here go title, run, topology, switch, nic, workload, record, exact, probe, themis, saba, bed`},
	{"wrong type", plain("[switch]\npfc = 1"), `test.toml:7:7: switch.pfc: `},
	{"no topology", "[[nic]]\n", `test.toml: topology: has 0 of the keys kind, preset and file; give one of them, as in kind = "star"`},
	{"two topologies", "[topology]\npreset = \"hpcc320\"\nfile = \"x\"\n", `test.toml:1: topology: has 2 of the keys kind, preset and file`},
	{"unknown kind", "[topology]\nkind = \"ring\"\n", `test.toml:2: topology.kind: unknown kind "ring"; one of star, dumbbell, leafspine, fattree`},
	{"unknown preset", "[topology]\npreset = \"hpcc\"\n", `test.toml:2: topology.preset: topology "hpcc" is not known (did you mean hpcc320?); there are hpcc320, fattree1024, fattree4096, fattree256, fattree64, longhaul32`},
	{"foreign key", "[topology]\nkind = \"star\"\nhosts = 4\ncores = 3\n", `test.toml:4: topology.cores: goes with kind = "fattree" only`},
	{"exact order", plain("[exact]\nnext_hops = \"random\""), `test.toml:7: exact.next_hops: unknown next_hops "random"; one of descending, ascending`},
	{"exact gain", plain("[exact]\ngain = \"1/16\""), `test.toml:7: exact.gain: "1/16" is not a number between 0 and 1, as in 0.95`},
	{"exact acknowledgements", plain("[exact]"), `test.toml:6: exact: nic.ack_class: HPCC's simulator does not have it so; have it as cctrace convert --exact writes it, or leave exact out`},
	{"exact algorithm", plain("[exact]\n[[nic]]\nalgorithm = \"none\"\nack_class = \"data\""), `test.toml:5: exact: nic: no algorithm; HPCC's simulator always has one`},
	{"exact other algorithm", plain("[exact]\n[[nic]]\nalgorithm = \"dolcerc\"\nack_class = \"data\"\nnotify = \"echo\""), `test.toml:5: exact: nic: HPCC's simulator does not have the algorithm dolcerc4; leave exact out`},
	{"exact profile", plain("[exact]\n[[nic]]\nack_class = \"data\"\nnotify = \"echo\""), `test.toml:5: exact: nic: ByteReset of dcqcn is 10000000; the code of HPCC's simulator has 0`},
	{"exact RTT", plain("[exact]\n[[nic]]\nalgorithm = \"hpcc\"\nset = [\"BaseRTT=5us\"]\nack_class = \"data\""), `test.toml:5: exact: nic: BaseRTT is 5000 ns; HPCC's simulator takes that of the largest pair, so set BaseRTT=4160ns`},
	{"exact period", plain("[exact]\n[[nic]]\nprofile = \"hpcc\"\nset = [\"dce_tcp_rtt=0.5\"]\nack_class = \"data\"\nnotify = \"echo\""), `test.toml:5: exact: nic: a period of dcqcn is below 1 us, of which HPCC's simulator makes 0; use 1us or more`},
	{"exact queues", plain("[exact]\n[[nic]]\nprofile = \"hpcc\"\nack_class = \"data\"\nnotify = \"echo\"\n[record]\nqueues = \"1us\""), `test.toml:5: exact: record.queues: HPCC's simulator does not have it so`},
	{"no hosts", "[topology]\nkind = \"star\"\n", `test.toml:1: topology.hosts: is missing; give it, as in hosts = 4`},
	{"hosts 0", "[topology]\nkind = \"star\"\nhosts = 0\n", `test.toml:3: topology.hosts: "0" is not a whole number of 1..`},
	{"too many hosts", "[topology]\nkind = \"star\"\nhosts = 9999999\n", `test.toml:1: topology: topology star: Hosts is 9999999; 1048576 nodes fit`},
	{"zero capacity", "[topology]\nkind = \"star\"\nhosts = 4\nrate = \"0Gbps\"\n", `test.toml:1: topology: topology star: the rate between host 0 and switch 4 is 0; a link needs a capacity`},
	{"bad rate", "[topology]\nkind = \"star\"\nhosts = 4\nrate = \"fast\"\n", `test.toml:4: topology.rate: bad rate "fast": write a number and a unit`},
	{"bad time", plain("[run]\nend = \"1 h\""), `test.toml:7: run.end: bad time "1 h": write a number and a unit of s, ms, us, ns or ps, such as 1.5us`},
	{"time without unit", plain("[run]\nend = 5"), `test.toml:7: run.end: bad time "5"`},
	{"end 0", plain("[run]\nend = \"0s\""), `test.toml:7: run.end: 0s is out of range; use more than 0s and at most `},
	{"a long run", plain("[run]\nend = \"1000s\""), `test.toml:7: run.end: 1000s is out of range; use more than 0s and at most `},
	{"negative seed", plain("[run]\nseed = -1"), `test.toml:7: run.seed: "-1" is not a whole number of 0..18446744073709551615`},
	{"threads", plain("[run]\nthreads = 1000"), `test.toml:7: run.threads: "1000" is not a whole number of 0..256`},
	{"no file", "[topology]\nfile = \"nowhere.txt\"\n", `test.toml:2: topology.file: nowhere.txt: no such file or directory`},
	{"no NIC", star + "[[workload]]\nkind = \"incast\"\nreceiver = 3\nbytes = 1\n", `test.toml: nic: there is none; add a table [[nic]], with algorithm = "none" for hosts that send at line rate`},
	{"a host without NIC", plain("[[nic]]\nhosts = \"0,2-3\""), `test.toml: nic: host 1 has no NIC; name it in the hosts of a table [[nic]], or leave hosts out for all`},
	{"a host that is not there", plain("[[nic]]\nhosts = \"0-4\""), `test.toml:6: nic[0].hosts: host 4 does not exist; there are 0..3`},
	{"no list", plain("[[nic]]\nhosts = \"3-1\""), `test.toml:6: nic[0].hosts: "3-1" is no list of numbers, as in all, 7 or "0-15,20"`},
	{"unknown algorithm", plain("[[nic]]\nalgorithm = \"timely\""), `test.toml:6: nic[0].algorithm: unknown algorithm "timely"; one of dcqcn, dolcerc, dolcercplus, none`},
	{"unknown profile", plain("[[nic]]\n[[nic]]\nprofile = \"hpc\""), `test.toml:7: nic[1].profile: unknown profile "hpc" (did you mean hpcc?); one of paper, connectx, ionic, irdma, hpcc`},
	{"profile without algorithm", plain("[[nic]]\nalgorithm = \"none\"\nprofile = \"hpcc\""), `test.toml:7: nic[0].profile: goes with algorithm = "dcqcn", "dolcerc" or "./FOLDER" only`},
	{"unknown parameter", plain("[[nic]]\nset = [\"time_rest=3\"]"), `test.toml:6: nic[0].set: unknown parameter "time_rest"; near it: time_reset`},
	{"no parameter", plain("[[nic]]\nset = [\"time_reset\"]"), `test.toml:6: nic[0].set: "time_reset" is not name=value, as in time_reset=300`},
	{"arms of DCQCN", plain("[[nic]]\narms = [\"0.5:1\"]"), `test.toml:6: nic[0].arms: goes with algorithm = "dolcerc" only`},
	{"one arm", plain("[[nic]]\nalgorithm = \"dolcerc\"\narms = [\"0.5:1\"]"), `test.toml:5: nic[0]: `},
	{"arm counts", plain("[[nic]]\nalgorithm = \"dolcercplus\"\narm_count = 5"), `test.toml:5: nic[0]: arms: 5; Dolce-RC+ has 4 or 8`},
	{"payload 0", plain("[[nic]]\npayload = 0"), `test.toml:5: nic[0]: payload: 0; use 1 to 65535 bytes`},
	{"large packets", plain("[[nic]]\npayload = 65535"), `test.toml:5: nic[0]: payload and header are 65583 bytes together; a packet has at most 65535`},
	{"contexts", plain("[[nic]]\ncontexts = 8"), `test.toml:5: nic[0]: contexts: 8 given without context_miss, the time of a miss`},
	{"unknown target", plain("[[nic]]\n[nic.engine]\ntarget = \"p4\""), `test.toml:7: nic[0].engine.target: unknown target "p4"; one of dpa, nic64, generic32`},
	{"bad clock", plain("[[nic]]\n[nic.engine]\nclock = \"1.8\""), `test.toml:7: nic[0].engine.clock: bad clock "1.8": write a number and a unit of Hz, kHz, MHz or GHz, such as 1.8GHz`},
	{"engine without algorithm", plain("[[nic]]\nalgorithm = \"none\"\n[nic.engine]"), `test.toml:7: nic[0].engine: goes with algorithm = "dcqcn", "dolcerc", "dolcercplus" or "./FOLDER" only`},
	{"no cores to draw", plain("[record]\nspans = 2"), `test.toml:7: record.spans: the NIC of host 2 has no cores; give its table [[nic]] a table [nic.engine], or [nic.host]`},
	{"host threads", plain("[[nic]]\n[nic.host]\nthreads = 0"), `test.toml:7: nic[0].host.threads: "0" is not a whole number of 1..4096`},
	{"more sharers than threads", plain("[[nic]]\n[nic.host]\nthreads = 2\nsharers = 3"), `test.toml:5: nic[0]: host.sharers: 3 threads share a connection, but there are 2`},
	{"a slow stage", plain("[[nic]]\n[nic.host]\nmmio = \"2s\""), `test.toml:7: nic[0].host.mmio: 2s is out of range 0s to 1s`},
	{"a bad lock", plain("[[nic]]\n[nic.host]\nlock = 1.5"), `test.toml:7: nic[0].host.lock: "1.5" is not a part of 1, such as 0.3 or 30%`},
	{"a lock of four places", plain("[[nic]]\n[nic.host]\nlock = 0.8005"), `test.toml:7: nic[0].host.lock: 0.8005 has more than three places`},
	{"no stage", plain("[[nic]]\n[nic.host]\nstage_bytes = 0"), `test.toml:7: nic[0].host.stage_bytes: 0; nothing would pass; use 1 byte or more`},
	{"an unknown order", plain("[[nic]]\n[nic.host]\npick = \"lru\""), `test.toml:7: nic[0].host.pick: unknown pick "lru"; one of round-robin, random`},
	{"a reload of nothing", plain("[[nic]]\n[nic.host]\nsrq_reload = \"1us\""), `test.toml:5: nic[0]: host.srq_low, srq_reload and rnr say nothing without host.srq, the buffers of the receive queue`},
	{"a low that is high", plain("[[nic]]\n[nic.host]\nsrq = 4\nsrq_low = 4"), `test.toml:5: nic[0]: host.srq_low: 4 is not below the 4 buffers of host.srq`},
	{"a weight of the host", plain("[[nic]]\n[nic.host]\n[[nic.host.class]]\nweight = 0"), `test.toml:8: nic[0].host.class[0].weight: "0" is not a whole number of 1..1000`},
	{"a key of the host", plain("[[nic]]\n[nic.host]\ndoorbel = 1"), `test.toml:7:1: unknown key nic.host.doorbel (did you mean doorbell?); here go threads, sharers,`},
	{"loop-back without host", plain("[[nic]]\n[[workload]]\nkind = \"messages\"\nsrc = 1\nloopback = true\nbytes = 1"), `test.toml: connection 0 is a loop-back, but the NIC of host 1 has no host interface; give its table [[nic]] a table [nic.host]`},
	{"loop-back elsewhere", plain("[[nic]]\n[[workload]]\nkind = \"messages\"\nsrc = 1\ndst = 2\nloopback = true\nbytes = 1"), `test.toml:9: workload[0].dst: has no effect with loopback; leave it out`},
	{"bad size", plain("[switch]\nbuffer = \"32 megs\""), `test.toml:7: switch.buffer: bad size "32 megs": write a whole number of bytes, or a number and a unit of B, KB, MB, GB, KiB, MiB or GiB, such as 400KB`},
	{"part of a byte", plain("[switch]\nbuffer = \"1.0001KB\""), `test.toml:7: switch.buffer: bad size "1.0001KB"`},
	{"large buffer", plain("[switch]\nbuffer = \"4GiB\""), `test.toml:7: switch.buffer: 4GiB is above 4294967295 bytes`},
	{"small buffer", plain("[switch]\nbuffer = \"10KiB\""), `test.toml: buffer.bytes: 10240 do not hold the reserves and headrooms of the 4 ports of switch 4`},
	{"no kmax", plain("[[switch.marking]]\nkmin = 1"), `test.toml:6: switch.marking[0].kmax: is missing; give it, as in kmax = "1600KB"`},
	{"kmin above kmax", plain("[[switch.marking]]\nkmin = 2\nkmax = 1"), `test.toml:7: switch.marking[0].kmin: 2 bytes are above kmax, 1`},
	{"pmax", plain("[[switch.marking]]\nkmin = 1\nkmax = 1\npmax = 1.1"), `test.toml:9: switch.marking[0].pmax: "1.1" is not a part of 1, such as 0.3 or 30%`},
	{"marking twice", plain("[[switch.marking]]\nkmin = 1\nkmax = 1\n[[switch.marking]]\nkmin = 1\nkmax = 1"), `test.toml: marking[1]: a second one for rate 0`},
	{"ecn off and marking", plain("[switch]\necn = false\n[[switch.marking]]\nkmin = 1\nkmax = 1"), `test.toml:7: switch.ecn: false, but there are tables switch.marking`},
	{"class too high", plain("[[switch.class]]\n[[workload]]\nkind = \"incast\"\nreceiver = 3\nbytes = 1\nclass = 2"), `test.toml:6: switch.class: 1 tables, but a connection is of class 2`},
	{"no workload", star + "[[nic]]\n", `test.toml: workload: there is none; add a table [[workload]]`},
	{"no kind", plain("[[workload]]\nbytes = 1"), `test.toml:6: workload[0].kind: is missing; give it, as in kind = "poisson"`},
	{"unknown workload", plain("[[workload]]\nkind = \"web\""), `test.toml:7: workload[0].kind: unknown kind "web"; one of poisson, sites, streams, incast, alltoall, stages, messages, flows`},
	{"foreign key of a workload", plain("[[workload]]\nkind = \"incast\"\nload = 0.3"), `test.toml:8: workload[0].load: goes with kind = "poisson", "sites" or "streams" only`},
	{"no load", plain("[[workload]]\nkind = \"poisson\"\nbytes = 1\nduration = \"1us\""), `test.toml:6: workload[0].load: is missing; give it, as in load = 0.3`},
	{"load 0", plain("[[workload]]\nkind = \"poisson\"\nbytes = 1\nduration = \"1us\"\nload = 0.0"), `test.toml:10: workload[0].load: has to be above 0`},
	{"no sizes", plain("[[workload]]\nkind = \"poisson\"\nload = 0.3\nduration = \"1us\""), `test.toml:6: workload[0]: has 0 of the keys distribution, distribution_file and bytes`},
	{"unknown distribution", plain("[[workload]]\nkind = \"poisson\"\nload = 0.3\nduration = \"1us\"\ndistribution = \"web\""), `test.toml:10: workload[0].distribution: distribution "web" is not known (did you mean websearch?); there are cachefollower, datamining, websearch, hadoop`},
	{"no distribution file", plain("[[workload]]\nkind = \"poisson\"\nload = 0.3\nduration = \"1us\"\ndistribution_file = \"x.csv\""), `test.toml:10: workload[0].distribution_file: x.csv: no such file or directory`},
	{"arrivals past the end", plain("[run]\nend = \"1ms\"\n[[workload]]\nkind = \"poisson\"\nload = 0.3\nstart = \"1us\"\nduration = \"1ms\"\nbytes = 1000"), `test.toml:12: workload[0].duration: arrivals until 1.001ms go on past the end of the run at 1ms; raise run.end`},
	{"start past the end", plain("[run]\nend = \"1ms\"\n[[workload]]\nkind = \"incast\"\nreceiver = 0\nstart = \"1ms\"\nbytes = 1000"), `test.toml:8: workload[0]: workload: message 0 starts at 1ms, but the run ends at 1ms`},
	{"messages past the end", plain("[run]\nend = \"1ms\"\n[[workload]]\nkind = \"messages\"\nsrc = 0\ndst = 1\ncount = 11\nevery = \"100us\"\nbytes = 1000"), `test.toml:13: workload[0].every: the last of 11 messages would start past the end of the run at 1ms; raise run.end`},
	{"count that the run is too short for", plain("[run]\nend = \"1us\"\n[[workload]]\nkind = \"poisson\"\nload = 0.3\ncount = 1000\nbytes = 1000"), `test.toml:11: workload[0].count: only `},
	{"neither count nor duration", plain("[[workload]]\nkind = \"poisson\"\nload = 0.3\nbytes = 1000"), `test.toml:6: workload[0].duration: is missing; give it, as in duration = "1ms"`},
	{"count 0", plain("[[workload]]\nkind = \"poisson\"\nload = 0.3\ncount = 0\nbytes = 1000"), `test.toml:9: workload[0].count: "0" is not a whole number of 1..50000000`},
	{"nothing sent", plain("[[workload]]\nkind = \"poisson\"\nload = 0.000001\nduration = \"1us\"\ndistribution = \"datamining\""), `test.toml:6: workload[0]: nothing is sent; raise the load or the duration`},
	{"too many flows", plain("[[workload]]\nkind = \"poisson\"\nload = 1\nduration = \"900ms\"\nbytes = 1"), `test.toml:6: workload[0]: workload poisson: more than 50000000 flows begin in 900ms; lower the load or the duration`},
	{"too many senders", plain("[[workload]]\nkind = \"incast\"\nreceiver = 0\nbytes = 1\nflows = 99999999"), `test.toml:10: workload[0].flows: "99999999" is not a whole number of 1..1048576`},
	{"receiver sends to itself", plain("[[workload]]\nkind = \"incast\"\nsenders = \"0-3\"\nreceiver = 0\nbytes = 1"), `test.toml:6: workload[0]: workload incast: host 0 sends to itself; take it out of the senders`},
	{"messages to itself", plain("[[workload]]\nkind = \"messages\"\nsrc = 2\ndst = 2\nbytes = 1"), `test.toml:9: workload[0].dst: host 2 would send to itself; give another destination`},
	{"two receivers", plain("[[workload]]\nkind = \"incast\"\nreceiver = \"0-1\"\nbytes = 1"), `test.toml:8: workload[0].receiver: "0-1" is not one host`},
	{"alltoall of one", plain("[[workload]]\nkind = \"alltoall\"\nhosts = 1\nbytes = 1"), `test.toml:6: workload[0]: workload alltoall: 1 hosts; ranks of one host do not cross the network, so give 2 at least`},
	{"cut alltoall", plain("[[workload]]\nkind = \"alltoall\"\nbytes = 1000\nmessage_bytes = 10"), `test.toml:9: workload[0].message_bytes: goes with kind = "poisson", "sites", "streams", "incast" or "flows" only`},
	{"sites without a share", plain("[[workload]]\nkind = \"sites\"\nload = 0.3\nduration = \"1us\"\nbytes = 1000"), `test.toml:6: workload[0].far: is missing; give it, as in far = 0.2`},
	{"sites of one host", plain("[[workload]]\nkind = \"sites\"\nload = 0.3\nduration = \"1us\"\nbytes = 1000\nfar = 0.2\nsites = 4"), `test.toml:6: workload[0]: workload sites: 4 sites of 4 hosts; use 2 sites or more of 2 hosts or more`},
	{"themis without a long link", plain("[themis]\nlong = \"6us\""), `test.toml:6: themis: no link has a delay of 6us or more, the longest has 1us; use a topology with a long link, such as preset longhaul32, or lower themis.long`},
	{"themis at a host's link", plain("[themis]\nlong = \"1us\""), `test.toml:6: themis: host 0 is at a link of 1us, which is a long one; a long link joins two switches (raise themis.long, now 1us)`},
	{"themis that does nothing", long("notify = false\nreact = false"), `test.toml:10: themis: notify and react: both false; a gateway with neither is a switch`},
	{"themis with marks that nobody hears of", long("notify = false\nown_mark = \"convert\""), `test.toml:10: themis: own_mark: convert without notify: nobody would hear of the marks; give notify = true or own_mark = "pass"`},
	{"themis of unknown own marks", long("own_mark = \"clear\""), `test.toml:11: themis.own_mark: unknown own_mark "clear"; one of pass, convert`},
	{"themis with a floor above the rate", long("floor = \"101Gbps\""), `test.toml:11: themis.floor: 101Gbps is above the rate, 100Gbps`},
	{"themis with a table of 0 bits", long("table_bits = 0"), `test.toml:11: themis.table_bits: "0" is not a whole number of 1..24`},
	{"themis with passes of no time", long("law = \"resubmit\"\npass = \"0s\""), `test.toml:10: themis: pass: 0s is out of range; use more than 0s and at most 1ms`},
	{"themis with room for passes", long("law = \"resubmit\"\ncapacity = \"16MB\""), `test.toml:10: themis: capacity: 16000000 with law resubmit; what passes through the ingress queue is in its order, so give law pace or no capacity`},
	{"themis of an unknown law", long("law = \"block\""), `test.toml:11: themis.law: unknown law "block"; one of pace, resubmit`},
	{"themis with a slow rate", long("rate = \"1Kbps\""), `test.toml:11: themis.rate: `},
	{"deep without a long link", plain("[switch]\ndeep = \"2us\""), `test.toml:7: switch.deep: no link between switches has a delay of 2us or more`},
	{"a window that scales from nothing", plain("[[nic]]\nscale_window = true"), `test.toml:5: nic[0]: scale_window: true, but there is no window; give window in packets`},
	{"acknowledgements of an unknown class", plain("[[nic]]\nack_class = \"high\""), `test.toml:6: nic[0].ack_class: unknown ack_class "high"; one of control, data`},
	{"captures of nothing", plain("[record]\ncaptures = true"), `test.toml:7: record.captures: has no effect without record.rates, the connections to capture`},
	{"log of nothing", plain("[record]\nrate_log = \"all\""), `test.toml:7: record.rate_log: has no effect without record.rates, the connections to log`},
	{"no such connection", plain("[record]\nrates = \"0-3\""), `test.toml:7: record.rates: connection 3 does not exist; there are 0..2`},
	{"hosts' rates differ", "[topology]\nkind = \"dumbbell\"\nleft = 1\nright = 1\nrate = \"1.0001Gbps\"\n[[nic]]\n[[workload]]\nkind = \"poisson\"\nload = 1.5\nduration=\"1us\"\nbytes = 1", `test.toml:9: workload[0].load: "1.5" is not a part of 1, such as 0.3 or 30%`},
}

// TestBadScenarios: each is one line with file, line and key.
func TestBadScenarios(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, b := range bads {
		t.Run(b.name, func(t *testing.T) {
			_, err := config(b.text)
			require.Error(t, err)
			require.True(t, strings.HasPrefix(err.Error(), b.want), "have %s\nwant %s", err, b.want)
			require.NotContains(t, err.Error(), "\n")
		})
	}
}

// config reads a scenario, its configuration and its model, as a run does, and writes
// nothing.
func config(text string) (*scenario.Summary, error) {
	s, err := scenario.Parse([]byte(text), "test.toml")
	if err != nil {
		return nil, err
	}
	return scenario.Run(s, scenario.Options{Stop: stopped()})
}

// stopped is a stop that has come already.
func stopped() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// TestBadFiles: what is wrong with files that a scenario names is said with their name and
// line.
func TestBadFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	write("topo.txt", "5 1 4\n4\n0 4 100Gbps 1us 0\n1 4 100Gbps 1us 0\n2 4 100Gbps 1us 0\n3 4 100Gbps 1us 0\n")
	base := "[topology]\nfile = \"topo.txt\"\n[[nic]]\n[[workload]]\nkind = \"flows\"\nfile = \"flows.txt\"\n"
	for _, b := range []struct{ file, text, want string }{
		{"flows.txt", "2\n0 1 1 100 1000 0.0\n1 2 1 100 1000 0.00001\n", ""},
		{"flows.txt", "1\n2 2 1 100 1000 0\n", "flows.txt:2: a flow of host 2 to itself; give it another destination"},
		{"flows.txt", "1\n0 1 1 100 1000 1.5\n", "flows.txt:2: a flow starts at 1.5s, but the run ends at 1s; end later or leave it out"},
		{"flows.txt", "1\n0 4 1 100 1000 0\n", "flows.txt:2: dst 4 is a switch, not a host"},
		{"flows.txt", "1\n0 1 0 100 1000 0\n", "scenario.toml:6: workload[0].file: connection 0 has class 0, which is control; data has classes 1 to 7"},
		// A list of 10 GB: the count is refused before the flows are read.
		{"flows.txt", "250000000\n0 1 1 100 1000 0\n", "flows.txt:1: 250000000 flows are more than the 50000000 that fit; cut the list into several runs"},
		{"flows.txt", "", "flows.txt:1: the file is empty; it begins with the number of flows"},
		{"topo.txt", "5 1 3\n4\n0 4 100Gbps 1us 0\n1 4 100Gbps 1us 0\n2 4 100Gbps 1us 0\n", "topo.txt:1: host 3 has no link; give it one to a switch"},
		{"topo.txt", "6 2 4\n4 5\n0 4 100Gbps 1us 0\n1 4 100Gbps 1us 0\n2 5 100Gbps 1us 0\n3 5 100Gbps 1us 0\n", "topo.txt:1: host 2 cannot be reached from host 0; link their switches"},
		{"topo.txt", "5 1 4\n4\n0 4 100Gbps 1us 0\n1 4 0Gbps 1us 0\n2 4 100Gbps 1us 0\n3 4 100Gbps 1us 0\n", "topo.txt:4: the rate between host 1 and switch 4 is 0; a link needs a capacity"},
	} {
		write("flows.txt", "1\n0 1 1 100 1000 0\n")
		write(b.file, b.text)
		write("scenario.toml", base)
		s, err := scenario.Read(filepath.Join(dir, "scenario.toml"))
		require.NoError(t, err)
		_, err = s.Config()
		if b.want == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, filepath.Join(dir, b.want))
	}
	_, err := scenario.Read(filepath.Join(dir, "none.toml"))
	require.EqualError(t, err, filepath.Join(dir, "none.toml")+": no such file or directory")
	_, err = scenario.Read(dir)
	require.ErrorContains(t, err, "is a directory")
	write("large.toml", strings.Repeat("# a list of flows\n", 1<<16))
	_, err = scenario.Read(filepath.Join(dir, "large.toml"))
	require.ErrorContains(t, err, "large.toml: more than 1048576 bytes; a scenario is a short TOML file")
}

// TestFiles: the files that a scenario names are found where they are, and read from there.
func TestFiles(t *testing.T) {
	s := parse(t, "[topology]\nfile = \"net.txt\"\n[[nic]]\nprofile = \"mine.toml\"\n[[nic]]\nprofile = \"hpcc\"\n[[workload]]\nfile = \"/flows.txt\"\n[[workload]]\n[[workload]]\ndistribution_file = \"a/b.txt\"")
	require.Equal(t, []string{"net.txt", "mine.toml", "a/b.txt"}, slices.DeleteFunc(s.Files(), filepath.IsAbs))
	s.SetFolder("/there")
	require.Equal(t, []string{"/there/net.txt", "/there/mine.toml", "/flows.txt", "/there/a/b.txt"}, s.Files())
	_, err := s.Config()
	require.ErrorContains(t, err, "/there/net.txt: no such file")
	require.Empty(t, parse(t, plain("")).Files())
}

// TestSettings: settings change keys as if they stood in the file, and bad ones are named.
func TestSettings(t *testing.T) {
	s := parse(t, plain("[[nic]]\nhosts = \"0-1\"\n[[nic]]\nhosts = \"2-3\""),
		"run.seed=3", "nic[1].profile=hpcc", "run.end=5ms", `nic[0].set=["time_reset=300"]`, "switch.pfc=false", "nic[0].engine.cores=2", "title = two words")
	require.Equal(t, scenario.Text("3"), s.Run.Seed)
	require.Equal(t, scenario.Text("hpcc"), s.NIC[1].Profile)
	require.Equal(t, scenario.Text(""), s.NIC[0].Profile)
	require.Equal(t, []string{"time_reset=300"}, s.NIC[0].Set)
	require.False(t, *s.Switch.PFC)
	require.Equal(t, scenario.Text("2"), s.NIC[0].Engine.Cores)
	require.Equal(t, "two words", s.Title)
	more := parse(t, plain("[[nic]]\nset = [\"threshold=2\"]"), "nic[0].set+=time_reset=300", `nic[0].set+=["ai_rate=10", "hai_rate=100"]`, "nic[0].set += byte_reset=0")
	require.Equal(t, []string{"threshold=2", "time_reset=300", "ai_rate=10", "hai_rate=100", "byte_reset=0"}, more.NIC[0].Set)
	_, err := more.Config()
	require.NoError(t, err)
	_, err = s.Config()
	require.NoError(t, err)
	for _, b := range []struct{ setting, want string }{
		{"run.seed", `set: "run.seed" is not key=value, as in run.seed=3`},
		{"run.sede=3", `set: unknown key run.sede (did you mean seed?); here go seed, end, threads, parts`},
		{"seed=3", `set: unknown key seed; here go title, run,`},
		{"run=3", `set: run is a table; name a key in it`},
		{"nic.profile=hpcc", `set: nic.profile: there may be several tables nic; say which, as in nic[0]`},
		{"nic[1].profile=hpcc", `set: nic[1].profile: there are 1 tables nic, counted from 0`},
		{"run[0].seed=1", `set: run[0].seed: run is no list of tables`},
		{"nic[x].profile=hpcc", `set: nic[x].profile: "nic[x]": the number of a table is given as in nic[0]`},
		{"run.seed.low=1", `set: unknown key run.seed.low`},
		{"switch.pfc=maybe", `set: switch.pfc: `},
		{"run.seed+=1", `set: run.seed is no list; += adds to lists, = sets a key`},
		{"nic[0].sett+=a=1", `set: unknown key nic[0].sett (did you mean set?); here go hosts, algorithm, profile, set,`},
		{"nic+=1", `set: nic: there may be several tables nic; say which`},
		{"+=1", `set: "+=1" is not key=value`},
	} {
		_, err := scenario.Parse([]byte(plain("")), "test.toml", b.setting)
		require.Error(t, err)
		require.True(t, strings.HasPrefix(err.Error(), b.want), "have %s\nwant %s", err, b.want)
		require.NotContains(t, err.Error(), "\n")
	}
	// A set value is not blamed on a line of the file.
	_, err = parse(t, plain("[run]\nend = \"1ms\""), "run.end=soon").Config()
	require.ErrorContains(t, err, `test.toml: run.end, as set: bad time "soon"`)
}
