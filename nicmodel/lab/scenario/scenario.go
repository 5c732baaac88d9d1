package scenario

import (
	"fmt"
	"path/filepath"
	"strings"

	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/tomlfile"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems"
)

// Text is a value as in a scenario's file.
type Text = keys.Text

// Scenario is a scenario as written. Its fields are the keys of the file; Schema describes them.
type Scenario struct {
	Title    string     `toml:"title" doc:"One line for reports."`
	Run      RunLimits  `toml:"run" doc:"How long, with which random numbers, and on how many threads, which changes no result."`
	Topology Topology   `toml:"topology" doc:"The network: a kind with its parameters, or a preset, or a file of the HPCC family."`
	Switch   Switch     `toml:"switch" doc:"Buffers, PFC, marking and classes, which all switches have in common, or credit switches."`
	NIC      []NIC      `toml:"nic" doc:"Hosts with an algorithm and its profile; notification, packets, window, context cache. Of several tables that name a host the last one holds; each host needs one."`
	Workload []Workload `toml:"workload" doc:"What is sent, by kind; all tables run together."`
	Record   Record     `toml:"record" doc:"What is written besides summary and completions."`
	Exact    *Exact     `toml:"exact" doc:"Compute as HPCC's ns-3 simulator does, to the ns."`
	systems.Tables
	Testbed *Testbed `toml:"bed" doc:"In place of all but [run], schedulers in front of one NIC, each run with the same flows. The wire is a delay, on which nothing queues."`

	source
}

// RunLimits is the table [run].
type RunLimits struct {
	Seed       Text `toml:"seed" unit:"count" default:"1" doc:"The seed of all random streams: one for each component, named by it."`
	End        Text `toml:"end" unit:"time" range:">0s..140.737488355327s" default:"1s" doc:"When the run stops at the latest. It stops before if nothing is left to do. With a table bed at most 1s, and 20ms by default."`
	Threads    Text `toml:"threads" unit:"count" range:"0..256" default:"1" doc:"How many threads run; 0 is one a core. No result depends on it."`
	Partitions Text `toml:"parts" unit:"count" range:"0..4096" default:"0" doc:"How many parts the network is cut into; 0 is one a thread. No result depends on it."`
}

// Topology is the table [topology]. The tag "for" names the kinds that a key goes with.
type Topology struct {
	Kind        Text `toml:"kind" one:"star,dumbbell,leafspine,fattree,longhaul" doc:"A network by its parameters: one switch; two switches and a trunk; leaves and spines; three tiers; two data centres, whose gateways a long link joins."`
	Preset      Text `toml:"preset" one:"hpcc320,fattree1024,fattree4096,fattree256,fattree64,longhaul32" doc:"A network by its name: hpcc320 has 320 hosts at 100 Gb/s in 5 pods; fattree1024 is the fat-tree of 1024 hosts at 200 Gb/s, fattree4096, fattree256 and fattree64 are others of its shape; longhaul32 is two data centres of 16 hosts at 100 Gb/s, joined by a link of 1.6 Tb/s and 500 us."`
	File        Text `toml:"file" unit:"path" doc:"A file in the text format of the HPCC family of simulators: counts, switches, then 'a b rate delay loss' a line. Hosts keep its numbers."`
	Hosts       Text `toml:"hosts" for:"star" unit:"count" range:"1..4294967295" need:"4" doc:"The number of hosts."`
	Left        Text `toml:"left" for:"dumbbell" unit:"count" range:"1..4294967295" need:"4" doc:"Hosts at the first switch, numbered from 0."`
	Right       Text `toml:"right" for:"dumbbell" unit:"count" range:"1..4294967295" need:"4" doc:"Hosts at the second switch."`
	Leaves      Text `toml:"leaves" for:"leafspine" unit:"count" range:"1..4294967295" need:"4" doc:"Leaf switches."`
	PerLeaf     Text `toml:"hosts_per_leaf" for:"leafspine" unit:"count" range:"1..4294967295" need:"4" doc:"Hosts of each leaf."`
	Spines      Text `toml:"spines" for:"leafspine" unit:"count" range:"1..4294967295" need:"4" doc:"Spine switches."`
	PerPair     Text `toml:"links_per_pair" for:"leafspine" unit:"count" range:"1..65536" default:"1" doc:"Links between a leaf and a spine."`
	Pods        Text `toml:"pods" for:"fattree" unit:"count" range:"1..4294967295" need:"4" doc:"Pods."`
	ToRs        Text `toml:"tors_per_pod" for:"fattree" unit:"count" range:"1..4294967295" need:"4" doc:"Edge switches of a pod."`
	PerToR      Text `toml:"hosts_per_tor" for:"fattree,longhaul" unit:"count" range:"1..4294967295" need:"4" doc:"Hosts of an edge switch."`
	Aggregation Text `toml:"aggs_per_pod" for:"fattree" unit:"count" range:"1..4294967295" need:"4" doc:"Aggregation switches of a pod."`
	Cores       Text `toml:"cores" for:"fattree" unit:"count" range:"1..4294967295" need:"4" doc:"Core switches."`
	SiteToRs    Text `toml:"tors_per_site" for:"longhaul" unit:"count" range:"1..4294967295" need:"4" doc:"Edge switches of a data centre."`
	SiteAggs    Text `toml:"aggs_per_site" for:"longhaul" unit:"count" range:"1..4294967295" need:"4" doc:"Aggregation switches of a data centre."`
	Rate        Text `toml:"rate" for:"star,dumbbell,leafspine,fattree,longhaul" unit:"rate" range:"1Mbps..1.6Tbps" default:"100Gbps" doc:"The rate of the hosts' links."`
	Delay       Text `toml:"delay" for:"star,dumbbell,leafspine,fattree,longhaul" unit:"time" range:">0s..1s" default:"1us" doc:"The propagation delay of the links."`
	TrunkRate   Text `toml:"trunk_rate" for:"dumbbell,longhaul" unit:"rate" range:"1Mbps..1.6Tbps" doc:"The rate of the trunk, or of the long link. Default: rate; longhaul: gateway_rate."`
	TrunkDelay  Text `toml:"trunk_delay" for:"dumbbell,longhaul" unit:"time" range:">0s..1s" doc:"The delay of the trunk, or of the long link. Default: delay; longhaul: 500us."`
	UpRate      Text `toml:"up_rate" for:"leafspine" unit:"rate" range:"1Mbps..1.6Tbps" doc:"The rate of the links between leaves and spines. Default: rate."`
	AggRate     Text `toml:"agg_rate" for:"fattree,longhaul" unit:"rate" range:"1Mbps..1.6Tbps" doc:"The rate between edge and aggregation switches. Default: rate."`
	CoreRate    Text `toml:"core_rate" for:"fattree" unit:"rate" range:"1Mbps..1.6Tbps" doc:"The rate between aggregation and core switches. Default: agg_rate."`
	GatewayRate Text `toml:"gateway_rate" for:"longhaul" unit:"rate" range:"1Mbps..1.6Tbps" doc:"The rate between aggregation switches and the gateway. Default: agg_rate."`
}

// Switch is the table [switch]. The tag "for" names the kinds that a key goes with.
type Switch struct {
	Kind         Text      `toml:"kind" one:"output-queued,credit" default:"output-queued" doc:"output-queued: store and forward, with classes, marking and PFC; credit: input-buffered and cut-through, as of InfiniBand, for a [probe], with star and dumbbell."`
	Buffer       Text      `toml:"buffer" unit:"bytes" range:"1..4294967295" default:"32MiB" doc:"The memory of a switch; credit: the room of each VL at each input, 32KB by default and at most 1GiB."`
	Reserve      Text      `toml:"reserve" unit:"bytes" range:"0..16MiB" default:"4KiB" doc:"What each port and class of data has for itself."`
	Headroom     Text      `toml:"headroom" unit:"bytes" range:"0..4294967295" default:"0" doc:"What each port and lossless class has for what is in flight when a pause is sent; 0 derives it from headroom_bdp."`
	HeadroomBDP  Text      `toml:"headroom_bdp" unit:"count" range:"0..1000" default:"3" doc:"Headroom in bandwidth-delay products of the link, one way; two packets come on top."`
	Shift        Text      `toml:"shift" unit:"count" range:"0..16" default:"3" doc:"A port and class may use 2^-shift of what is free."`
	Resume       Text      `toml:"resume" unit:"bytes" range:"0..16MiB" default:"3KiB" doc:"How far below the threshold use falls before a resume."`
	PFC          *bool     `toml:"pfc" default:"true" doc:"Protect classes by PFC. Without it packets that find no room are lost."`
	ECN          *bool     `toml:"ecn" default:"true" doc:"Mark packets."`
	Telemetry    *bool     `toml:"telemetry" default:"true" doc:"Write queue, bytes sent, time and rate into packets whose algorithm asks for hops; false refuses such an algorithm."`
	Seed         Text      `toml:"seed" unit:"count" doc:"The seed of the coins of marking and loss, and of ECMP. Default: run.seed."`
	Deep         Text      `toml:"deep" unit:"time" doc:"The delay from which on a link is a long one: the switches at its ends have memory without limit and send no PFC frames. Default: none are."`
	Class        []Class   `toml:"class" doc:"Traffic classes of data, from class 1. Default: one lossless class of weight 1 for each that the workload uses. Class 0 is control."`
	Marking      []Marking `toml:"marking" doc:"RED on the length of a queue, by the port's rate. Default: 4KB and 16KB for every Gb/s of the port, and pmax 0.2."`
	Arbiter      Text      `toml:"arbiter" for:"credit" one:"fcfs,round-robin" default:"fcfs" doc:"The order in which an output serves the inputs: the packet that came first, or the inputs in turn."`
	Strict       bool      `toml:"strict" for:"credit" doc:"Higher VLs go before lower ones; without it all are alike."`
	HighLimit    Text      `toml:"high_limit" for:"credit" unit:"bytes" range:"0..1GiB" default:"0" doc:"With strict, the bytes of VLs above 0 after which a packet of VL 0 has its turn; 0 is no limit."`
	Pipeline     Text      `toml:"pipeline" for:"credit" unit:"time" range:"0s..1s" default:"200ns" doc:"What a packet's head takes through a switch."`
	CreditReturn Text      `toml:"credit_return" for:"credit" unit:"time" range:"0s..1s" default:"3500ns" doc:"From a packet's leaving a buffer until the sender knows of the room, besides the link's delay."`
}

// Class is a table [[switch.class]].
type Class struct {
	Weight   Text  `toml:"weight" unit:"count" range:"1..255" default:"1" doc:"Its share among those that are not strict."`
	Strict   bool  `toml:"strict" doc:"Goes before all later classes and those with weights."`
	Lossless *bool `toml:"lossless" doc:"Protected by PFC. Default: switch.pfc."`
}

// Marking is a table [[switch.marking]].
type Marking struct {
	Rate Text `toml:"rate" unit:"rate" doc:"The rate of the ports. Default: all that no other table names."`
	Kmin Text `toml:"kmin" unit:"bytes" range:"0..4294967295" need:"\"400KB\"" doc:"No marks up to this length."`
	Kmax Text `toml:"kmax" unit:"bytes" range:"0..4294967295" need:"\"1600KB\"" doc:"All packets are marked above this length."`
	Pmax Text `toml:"pmax" unit:"part" default:"0.2" doc:"The probability just below kmax."`
}

// NIC is a table [[nic]]. The tag "for" names the algorithms that a key goes with.
type NIC struct {
	Hosts        Text     `toml:"hosts" unit:"list" default:"all" doc:"The hosts that have it: all, a number, or a list such as 0-15,20."`
	Algorithm    Text     `toml:"algorithm" unit:"folder" one:"dcqcn,dolcerc,dolcercplus,none" default:"dcqcn" doc:"The algorithm of each connection: a built-in one, or that of a folder (docs/algorithms-of-your-own.md) relative to this file, as ./mycc, or ./mycc:NAME where it has several; none sends at line rate."`
	Profile      Text     `toml:"profile" for:"dcqcn,dolcerc,./FOLDER" unit:"path" doc:"The parameters of DCQCN (docs/profiles.md), a name or a file; dolcerc-recommended, for Dolce-RC alone, has its learning too. Default: paper; connectx for Dolce-RC with tx-slots. Of a folder: a table of its profiles.toml; the first by default."`
	Set          []string `toml:"set" for:"dcqcn,dolcerc,./FOLDER" unit:"change" doc:"Changes of the profile under the vendor's names, such as \"time_reset=300\", or the fields of the folder's Params."`
	Estimate     Text     `toml:"estimate" for:"dolcerc" one:"marked-packets,tx-slots" default:"marked-packets" doc:"How marks are counted."`
	Arms         []string `toml:"arms" for:"dolcerc" doc:"2 to 8 arms as alpha:beta, such as \"0.25:1.05\". Default: the paper's four."`
	ArmCount     Text     `toml:"arm_count" for:"dolcercplus" unit:"count" range:"4..8" default:"4" doc:"4 or 8 arms."`
	Gamma        Text     `toml:"gamma" for:"dolcerc,dolcercplus" unit:"decimal" default:"0.9998" doc:"The discount factor of DR-UCB."`
	Epsilon      Text     `toml:"epsilon" for:"dolcerc,dolcercplus" unit:"decimal" default:"0.015" doc:"The probability of exploration."`
	Xi           Text     `toml:"xi" for:"dolcerc,dolcercplus" unit:"decimal" default:"0.5001" doc:"The exploration constant."`
	QualifyAfter Text     `toml:"qualify_after" for:"dolcerc" unit:"time" doc:"The least time between two qualified CNPs. Default: 250us; 300us with tx-slots."`
	MinRate      Text     `toml:"min_rate" for:"dolcercplus" unit:"rate" default:"1Mbps" doc:"A floor under the rates of the arms."`
	BaseDelay    Text     `toml:"base_delay" for:"dolcercplus" unit:"time" default:"8us" doc:"The round-trip time of an empty network."`
	Notify       Text     `toml:"notify" one:"cnp,echo,none" doc:"How receivers report marks: by CNPs; by echoing each in the acknowledgement, which the sender takes as a CNP; or not at all. A receiver does as its own table says. Default: as the algorithm takes them; cnp for dcqcn and dolcerc."`
	CNPInterval  Text     `toml:"cnp_interval" unit:"time" doc:"The least time between two CNPs of a connection. Default: the profile's."`
	Payload      Text     `toml:"payload" unit:"bytes" range:"1..65535" default:"1000" doc:"The largest payload of a packet."`
	Header       Text     `toml:"header" unit:"bytes" range:"0..65535" default:"48" doc:"What is on the wire besides."`
	AckBytes     Text     `toml:"ack_bytes" unit:"bytes" range:"1..65535" default:"60" doc:"The length of an acknowledgement on the wire."`
	CNPBytes     Text     `toml:"cnp_bytes" unit:"bytes" range:"1..65535" default:"60" doc:"The length of a CNP on the wire."`
	AckEvery     Text     `toml:"ack_every" unit:"count" range:"0..65535" default:"1" doc:"The packets to an acknowledgement; 0 acknowledges the ends of messages only."`
	AckClass     Text     `toml:"ack_class" one:"control,data" default:"control" doc:"The class of acknowledgements: control goes before all data; data is the class of what they answer, and they wait where that waits."`
	Window       Text     `toml:"window" unit:"count" range:"0..1073741824" default:"0" doc:"The most packets of a connection that are not acknowledged; 0 is no limit."`
	ScaleWindow  bool     `toml:"scale_window" doc:"The window is the part of it that the connection's rate is of the port's."`
	Overshoot    bool     `toml:"overshoot" for:"./FOLDER" doc:"Of an algorithm with a window in bytes: a packet may leave while less than the window is unacknowledged, so that up to a packet more may be. Else all of it has to be within."`
	Repace       bool     `toml:"repace" for:"./FOLDER" doc:"An acknowledgement that changes the rate moves the time that is set for the next packet. Else the rate counts from the next packet on."`
	RTTClock     Text     `toml:"rtt_clock" for:"./FOLDER" unit:"time" doc:"The granularity of the time stamps that RTTs are differences of; below the RTT of the empty network. Default: that of the firmware's time, 1ns."`
	RTO          Text     `toml:"rto" unit:"time" range:"0s..100s" default:"4ms" doc:"When a connection that hears nothing retransmits; 0 is never."`
	ReceiveDelay Text     `toml:"receive_delay" unit:"time" range:"0s..100s" default:"0s" doc:"The time from the arrival of a packet to its effect."`
	RxBuffer     Text     `toml:"rx_buffer" unit:"bytes" range:"1..16777216" doc:"The room for received payload that waits for the host, which takes it at rx_rate. What finds none is refused: discarded, with a negative acknowledgement. Default: never full."`
	RxRate       Text     `toml:"rx_rate" unit:"rate" doc:"How fast the host takes what is in rx_buffer."`
	Contexts     Text     `toml:"contexts" unit:"count" range:"0..16777216" default:"0" doc:"The connections whose context the NIC holds; 0 is all."`
	ContextMiss  Text     `toml:"context_miss" unit:"time" range:"0s..100s" default:"0s" doc:"How long it takes to fetch another context; with [nic.host] at most 1s."`
	Host         *Host    `toml:"host" doc:"The host interface: threads, doorbells, PCIe, message processing, completions. Without this table it takes no time. contexts and context_miss are its own then, looked at for each WQE."`
	Engine       *Engine  `toml:"engine" for:"dcqcn,dolcerc,dolcercplus,./FOLDER" doc:"The firmware cores that run the handlers. Without this table handlers take no time."`
}

// Engine is the table [nic.engine].
type Engine struct {
	Target    Text `toml:"target" one:"dpa,nic64,generic32" default:"dpa" doc:"The machine of the cost table (docs/ports.md)."`
	Cores     Text `toml:"cores" unit:"count" range:"1..4096" default:"8" doc:"Firmware cores of a NIC."`
	Clock     Text `toml:"clock" unit:"clock" range:"1MHz..100GHz" default:"1.8GHz" doc:"Their clock."`
	Depth     Text `toml:"depth" unit:"count" range:"1..65535" default:"1024" doc:"The events that may wait."`
	Worst     bool `toml:"worst" doc:"Take the cost of each handler's worst path instead of the mean."`
	SentBytes Text `toml:"sent_bytes" unit:"bytes" range:"0..16777216" default:"0" doc:"The bytes after which a connection has an event of bytes sent; 0 has one a packet."`
	Cycles    Text `toml:"cycles" unit:"count" range:"0..1000000" default:"0" doc:"What every handler takes, in place of the cost table, for an algorithm that it does not have; 0 takes the table."`
}

// Workload is a table [[workload]]. The tag "for" names the kinds that a key goes with.
type Workload struct {
	Kind         Text `toml:"kind" one:"poisson,sites,streams,incast,alltoall,stages,messages,flows,bulk" need:"\"poisson\"" doc:"poisson: flows between hosts drawn at random; sites: the same, a share of them between sites; streams: flows on one connection a sender; incast: one flow a sender; alltoall: MPI_Alltoall; stages: an application that computes and sends by turns, with an instance a host; messages: one connection; flows: a list from a file; bulk: senders that always have another message, with a [probe]."`
	Start        Text `toml:"start" for:"poisson,sites,streams,incast,alltoall,stages,messages" unit:"time" default:"0s" doc:"When it begins."`
	Class        Text `toml:"class" for:"poisson,sites,streams,incast,alltoall,stages,messages" unit:"count" range:"1..7" default:"1" doc:"The traffic class."`
	Hosts        Text `toml:"hosts" for:"poisson,sites,alltoall,stages" unit:"list" default:"all" doc:"The hosts that take part; sites are equal runs of the list."`
	Senders      Text `toml:"senders" for:"incast,streams,bulk" unit:"list" doc:"The hosts that send. Default: all but the receiver; bulk has none."`
	Receiver     Text `toml:"receiver" for:"incast,streams,bulk" unit:"list" doc:"The host that receives."`
	Src          Text `toml:"src" for:"messages" unit:"list" doc:"The host that sends."`
	Dst          Text `toml:"dst" for:"messages" unit:"list" doc:"The host that receives."`
	Bytes        Text `toml:"bytes" for:"poisson,sites,streams,incast,alltoall,messages,bulk" unit:"bytes" range:"1..1TiB" doc:"The size of each flow or message; bulk: at most 4096, one packet. poisson, sites, streams: this or distribution or distribution_file."`
	Distribution Text `toml:"distribution" for:"poisson,sites,streams" one:"cachefollower,datamining,websearch,hadoop" doc:"The law of sizes by its name."`
	SizesFile    Text `toml:"distribution_file" for:"poisson,sites,streams" unit:"path" doc:"A file of points, 'bytes, cumulative share' a line."`
	MessageBytes Text `toml:"message_bytes" for:"poisson,sites,streams,incast,flows" unit:"bytes" range:"0..1TiB" default:"0" doc:"Cut flows into messages of this size; 0 leaves them whole."`
	Load         Text `toml:"load" for:"poisson,sites,streams" unit:"part" need:"0.3" doc:"The payload as a part of the rate of the hosts' links; streams: of the receiver's."`
	Rate         Text `toml:"rate" for:"poisson,sites,streams" unit:"rate" doc:"The rate that load is a part of. Default: that of the hosts' links."`
	Duration     Text `toml:"duration" for:"poisson,sites,streams" unit:"time" doc:"For how long flows begin; poisson and sites may have count in its place."`
	Seed         Text `toml:"seed" for:"poisson,sites,streams" unit:"count" doc:"The seed of what is drawn. Default: run.seed."`
	Flows        Text `toml:"flows" for:"incast" unit:"count" range:"1..1048576" default:"1" doc:"Flows of each sender."`
	Stagger      Text `toml:"stagger" for:"incast" unit:"time" default:"0s" doc:"The time between the starts of two flows."`
	Ranks        Text `toml:"ranks_per_host" for:"alltoall" unit:"count" range:"1..65536" default:"1" doc:"Ranks of each host."`
	Iterations   Text `toml:"iterations" for:"alltoall" unit:"count" range:"1..1048576" default:"1" doc:"Iterations that are measured."`
	WarmUp       Text `toml:"warm_up" for:"alltoall" unit:"count" range:"0..1048576" default:"0" doc:"Iterations before those."`
	Compute      Text `toml:"compute" for:"alltoall,stages" unit:"time" default:"0s" doc:"The time between the end of a rank's iteration and its next; how long an instance computes in a stage."`
	Stages       Text `toml:"stages" for:"stages" unit:"count" range:"1..10000" need:"10" doc:"How many there are, each behind a barrier."`
	Overlapped   Text `toml:"overlapped" for:"stages" unit:"bytes" range:"0..1TiB" default:"0" doc:"What an instance sends while it computes, to all others in equal parts."`
	Serial       Text `toml:"serial" for:"stages" unit:"bytes" range:"0..1TiB" doc:"What an instance sends when it has computed and sent that; nothing if not given."`
	File         Text `toml:"file" for:"flows" unit:"path" need:"\"flows.txt\"" doc:"A file in the text format of the HPCC family: count, then 'src dst class dport bytes start' a line."`
	Rest         bool `toml:"rest" for:"flows" doc:"The file may have more flows than its first line says; they are left out."`
	Count        Text `toml:"count" for:"messages,poisson,sites" unit:"count" range:"1..50000000" doc:"How many messages there are, 1 if not given; of the flows of poisson and sites at most that many begin, and without duration exactly that many."`
	Every        Text `toml:"every" for:"messages,bulk" unit:"time" doc:"The least time between two. Default: 0s; bulk: 130ns, and at most 1s."`
	Loopback     bool `toml:"loopback" for:"messages" doc:"From src to itself through its NIC, which needs a table [nic.host]; without dst."`
	VL           Text `toml:"vl" for:"bulk" unit:"count" range:"0..7" default:"0" doc:"The virtual lane."`
	Sites        Text `toml:"sites" for:"sites" unit:"count" range:"2..65536" default:"2" doc:"How many there are."`
	Far          Text `toml:"far" for:"sites" unit:"part" need:"0.2" doc:"The share of flows from one site to another."`
	Mix          Text `toml:"mix" for:"sites" one:"even,front" default:"even" doc:"Whether each flow goes far with that probability (even), or to any other host until the share of all flows is far, and then within the site (front)."`
}

// Record is the table [record].
type Record struct {
	Rates      Text `toml:"rates" unit:"list" doc:"The connections whose rates are logged: all, a number, or a list such as 0-3,7."`
	RateLog    Text `toml:"rate_log" one:"changes,all" default:"changes" doc:"The events that the log holds: those that changed the rate, cut or taught, and CNPs; or all."`
	Captures   bool `toml:"captures" doc:"Write the packets of those connections as their senders see them, as pcapng."`
	Queues     Text `toml:"queues" unit:"time" doc:"The time between two looks at the switches' queues. Default: never."`
	Pauses     bool `toml:"pauses" doc:"Write the PFC frames."`
	Spans      Text `toml:"spans" unit:"list" doc:"The hosts whose cores, and stages of [nic.host], are drawn in timeline.json."`
	Throughput Text `toml:"throughput" unit:"time" doc:"The time in which the bytes are counted that each connection sends and delivers. Default: never."`
}

// source is where a scenario came from.
type source struct {
	name  string // of the file, for messages
	dir   string // its folder
	lines tomlfile.Lines
	set   map[string]bool // keys that were changed since

	text     []byte   // of the file
	settings []string // the changes

	native []folder.Native // algorithms of folders that are linked in
}

// maxFile is the largest scenario file: one is written by hand.
const maxFile = 1 << 20

// Read reads a scenario, changed by settings such as "run.seed=3" or "nic[0].profile=hpcc". Errors name the file, the
// line and the key. Config checks the values.
func Read(path string, settings ...string) (*Scenario, error) {
	text, err := readfile.Any(path, maxFile, "a scenario is a short TOML file (flows go into a file of their own, workload.file)")
	if err != nil {
		return nil, err
	}
	s, err := Parse(text, path, settings...)
	if err != nil {
		return nil, err
	}
	s.dir = filepath.Dir(path)
	return s, nil
}

// Parse is Read of a text. name is for messages; files that it names are relative to the
// current folder.
func Parse(text []byte, name string, settings ...string) (*Scenario, error) {
	s := &Scenario{source: source{name: name, dir: ".", set: map[string]bool{}, text: text, settings: settings}}
	var err error
	if s.lines, err = tomlfile.DecodeKeyed(text, name, "docs/nicmodel.md", s); err != nil {
		return nil, err
	}
	for _, setting := range settings {
		if err := s.change(setting); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// SetFolder sets the folder that files named in the scenario are relative to.
func (s *Scenario) SetFolder(dir string) { s.dir = dir }

// Link has algorithms of folders run as linked-in Go, if its source is the same. Results are the same.
func (s *Scenario) Link(native []folder.Native) { s.native = native }

// Files lists the paths of the files that the scenario names: a run depends on their contents.
func (s *Scenario) Files() []string {
	names := []Text{s.Topology.File}
	for i := range s.NIC {
		if profile.IsPath(string(s.NIC[i].Profile)) {
			names = append(names, s.NIC[i].Profile)
		}
	}
	for i := range s.Workload {
		names = append(names, s.Workload[i].SizesFile, s.Workload[i].File)
	}
	var list []string
	for _, name := range names {
		if name != "" {
			list = append(list, s.locate(name))
		}
	}
	for i := range s.NIC {
		if algorithm := s.NIC[i].Algorithm; folder.IsFolder(string(algorithm)) && !folder.BuiltIn(string(algorithm)) {
			list = append(list, sources(s.FolderOf(algorithm))...)
		}
	}
	return list
}

// Name is the name of the scenario: that of its file, without folder and ending.
func (s *Scenario) Name() string {
	return strings.TrimSuffix(filepath.Base(s.name), filepath.Ext(s.name))
}

// reader returns a reader of the scenario's keys.
func (s *Scenario) reader() *keys.Reader { return &keys.Reader{Errorf: s.errorf} }

// errorf makes an error about a key, such as "nic[0].profile", with its line; for a missing key that of its table.
func (s *Scenario) errorf(key, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if s.set[key] {
		return fmt.Errorf("%s: %s, as set: %s", s.name, key, text)
	}
	return fmt.Errorf("%s: %s: %s", s.lines.Place(s.name, key), key, text)
}
