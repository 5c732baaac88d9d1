package scenario

import (
	"fmt"
	"path/filepath"
	"strings"

	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/sys/readfile"
	"smartnic-cc/internal/text/tomlfile"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems"
)

// Text is a value of a scenario as it stands in the file.
type Text = keys.Text

// Scenario is a scenario as it was written. Its fields are the keys of the file; Schema
// describes them.
type Scenario struct {
	Title    string     `toml:"title"`
	Run      Limits     `toml:"run"`
	Topology Topology   `toml:"topology"`
	Switch   Switch     `toml:"switch"`
	NIC      []NIC      `toml:"nic"`
	Workload []Workload `toml:"workload"`
	Record   Record     `toml:"record"`
	systems.Tables
	Bed *Bed `toml:"bed"`

	source
}

// Limits is the table [run].
type Limits struct {
	Seed    Text `toml:"seed"`
	End     Text `toml:"end"`
	Threads Text `toml:"threads"`
	Parts   Text `toml:"parts"`
}

// Topology is the table [topology]. The tag "for" names the kinds that a key goes with.
type Topology struct {
	Kind   Text `toml:"kind"`
	Preset Text `toml:"preset"`
	File   Text `toml:"file"`

	Hosts       Text `toml:"hosts" for:"star"`
	Left        Text `toml:"left" for:"dumbbell"`
	Right       Text `toml:"right" for:"dumbbell"`
	Leaves      Text `toml:"leaves" for:"leafspine"`
	PerLeaf     Text `toml:"hosts_per_leaf" for:"leafspine"`
	Spines      Text `toml:"spines" for:"leafspine"`
	PerPair     Text `toml:"links_per_pair" for:"leafspine"`
	Pods        Text `toml:"pods" for:"fattree"`
	ToRs        Text `toml:"tors_per_pod" for:"fattree"`
	PerToR      Text `toml:"hosts_per_tor" for:"fattree,longhaul"`
	Aggregation Text `toml:"aggs_per_pod" for:"fattree"`
	Cores       Text `toml:"cores" for:"fattree"`
	SiteToRs    Text `toml:"tors_per_site" for:"longhaul"`
	SiteAggs    Text `toml:"aggs_per_site" for:"longhaul"`

	Rate        Text `toml:"rate" for:"star,dumbbell,leafspine,fattree,longhaul"`
	Delay       Text `toml:"delay" for:"star,dumbbell,leafspine,fattree,longhaul"`
	TrunkRate   Text `toml:"trunk_rate" for:"dumbbell,longhaul"`
	TrunkDelay  Text `toml:"trunk_delay" for:"dumbbell,longhaul"`
	UpRate      Text `toml:"up_rate" for:"leafspine"`
	AggRate     Text `toml:"agg_rate" for:"fattree,longhaul"`
	CoreRate    Text `toml:"core_rate" for:"fattree"`
	GatewayRate Text `toml:"gateway_rate" for:"longhaul"`
}

// Switch is the table [switch]. The tag "for" names the kinds that a key goes with.
type Switch struct {
	Kind        Text      `toml:"kind"`
	Buffer      Text      `toml:"buffer"`
	Reserve     Text      `toml:"reserve"`
	Headroom    Text      `toml:"headroom"`
	HeadroomBDP Text      `toml:"headroom_bdp"`
	Shift       Text      `toml:"shift"`
	Resume      Text      `toml:"resume"`
	PFC         *bool     `toml:"pfc"`
	ECN         *bool     `toml:"ecn"`
	Telemetry   *bool     `toml:"telemetry"`
	Seed        Text      `toml:"seed"`
	Deep        Text      `toml:"deep"`
	Class       []Class   `toml:"class"`
	Marking     []Marking `toml:"marking"`

	Arbiter      Text `toml:"arbiter" for:"credit"`
	Strict       bool `toml:"strict" for:"credit"`
	HighLimit    Text `toml:"high_limit" for:"credit"`
	Pipeline     Text `toml:"pipeline" for:"credit"`
	CreditReturn Text `toml:"credit_return" for:"credit"`
}

// Class is a table [[switch.class]].
type Class struct {
	Weight   Text  `toml:"weight"`
	Strict   bool  `toml:"strict"`
	Lossless *bool `toml:"lossless"`
}

// Marking is a table [[switch.marking]].
type Marking struct {
	Rate Text `toml:"rate"`
	Kmin Text `toml:"kmin"`
	Kmax Text `toml:"kmax"`
	Pmax Text `toml:"pmax"`
}

// NIC is a table [[nic]]. The tag "for" names the algorithms that a key goes with.
type NIC struct {
	Hosts     Text `toml:"hosts"`
	Algorithm Text `toml:"algorithm"`

	Profile      Text     `toml:"profile" for:"dcqcn,dolcerc,./FOLDER"`
	Set          []string `toml:"set" for:"dcqcn,dolcerc,./FOLDER"`
	Estimate     Text     `toml:"estimate" for:"dolcerc"`
	Arms         []string `toml:"arms" for:"dolcerc"`
	ArmCount     Text     `toml:"arm_count" for:"dolcercplus"`
	Gamma        Text     `toml:"gamma" for:"dolcerc,dolcercplus"`
	Epsilon      Text     `toml:"epsilon" for:"dolcerc,dolcercplus"`
	Xi           Text     `toml:"xi" for:"dolcerc,dolcercplus"`
	QualifyAfter Text     `toml:"qualify_after" for:"dolcerc"`
	MinRate      Text     `toml:"min_rate" for:"dolcercplus"`
	BaseDelay    Text     `toml:"base_delay" for:"dolcercplus"`

	Notify       Text    `toml:"notify"`
	CNPInterval  Text    `toml:"cnp_interval"`
	Payload      Text    `toml:"payload"`
	Header       Text    `toml:"header"`
	AckBytes     Text    `toml:"ack_bytes"`
	CNPBytes     Text    `toml:"cnp_bytes"`
	AckEvery     Text    `toml:"ack_every"`
	AckClass     Text    `toml:"ack_class"`
	Window       Text    `toml:"window"`
	ScaleWindow  bool    `toml:"scale_window"`
	Overshoot    bool    `toml:"overshoot" for:"./FOLDER"`
	Repace       bool    `toml:"repace" for:"./FOLDER"`
	RTTClock     Text    `toml:"rtt_clock" for:"./FOLDER"`
	RTO          Text    `toml:"rto"`
	ReceiveDelay Text    `toml:"receive_delay"`
	Contexts     Text    `toml:"contexts"`
	ContextMiss  Text    `toml:"context_miss"`
	Host         *Host   `toml:"host"`
	Engine       *Engine `toml:"engine" for:"dcqcn,dolcerc,dolcercplus,./FOLDER"`
}

// Engine is the table [nic.engine].
type Engine struct {
	Target    Text `toml:"target"`
	Cores     Text `toml:"cores"`
	Clock     Text `toml:"clock"`
	Depth     Text `toml:"depth"`
	Worst     bool `toml:"worst"`
	SentBytes Text `toml:"sent_bytes"`
	Cycles    Text `toml:"cycles"`
}

// Workload is a table [[workload]]. The tag "for" names the kinds that a key goes with.
type Workload struct {
	Kind  Text `toml:"kind"`
	Start Text `toml:"start" for:"poisson,sites,streams,incast,alltoall,stages,messages"`
	Class Text `toml:"class" for:"poisson,sites,streams,incast,alltoall,stages,messages"`

	Hosts    Text `toml:"hosts" for:"poisson,sites,alltoall,stages"`
	Senders  Text `toml:"senders" for:"incast,streams,bulk"`
	Receiver Text `toml:"receiver" for:"incast,streams,bulk"`
	Src      Text `toml:"src" for:"messages"`
	Dst      Text `toml:"dst" for:"messages"`

	Bytes        Text `toml:"bytes" for:"poisson,sites,streams,incast,alltoall,messages,bulk"`
	Distribution Text `toml:"distribution" for:"poisson,sites,streams"`
	SizesFile    Text `toml:"distribution_file" for:"poisson,sites,streams"`
	MessageBytes Text `toml:"message_bytes" for:"poisson,sites,streams,incast,flows"`

	Load     Text `toml:"load" for:"poisson,sites,streams"`
	Rate     Text `toml:"rate" for:"poisson,sites,streams"`
	Duration Text `toml:"duration" for:"poisson,sites,streams"`
	Seed     Text `toml:"seed" for:"poisson,sites,streams"`

	Flows      Text `toml:"flows" for:"incast"`
	Stagger    Text `toml:"stagger" for:"incast"`
	Ranks      Text `toml:"ranks_per_host" for:"alltoall"`
	Iterations Text `toml:"iterations" for:"alltoall"`
	WarmUp     Text `toml:"warm_up" for:"alltoall"`
	Compute    Text `toml:"compute" for:"alltoall,stages"`
	Stages     Text `toml:"stages" for:"stages"`
	Overlapped Text `toml:"overlapped" for:"stages"`
	Serial     Text `toml:"serial" for:"stages"`
	File       Text `toml:"file" for:"flows"`
	Count      Text `toml:"count" for:"messages,poisson,sites"`
	Every      Text `toml:"every" for:"messages,bulk"`
	Loopback   bool `toml:"loopback" for:"messages"`
	VL         Text `toml:"vl" for:"bulk"`
	Sites      Text `toml:"sites" for:"sites"`
	Far        Text `toml:"far" for:"sites"`
	Mix        Text `toml:"mix" for:"sites"`
}

// Record is the table [record].
type Record struct {
	Rates    Text `toml:"rates"`
	RateLog  Text `toml:"rate_log"`
	Captures bool `toml:"captures"`
	Queues   Text `toml:"queues"`
	Pauses   bool `toml:"pauses"`
	Spans    Text `toml:"spans"`

	Throughput Text `toml:"throughput"`
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

// Read reads a scenario, changed by settings such as "run.seed=3" or "nic[0].profile=hpcc".
// Errors name the file, the line and the key. What the values mean is checked by Config.
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

// In has files that the scenario names taken relative to a folder.
func (s *Scenario) In(dir string) { s.dir = dir }

// Link has algorithms of folders run as the Go that is linked in, where it is of the same source.
// Results are the same.
func (s *Scenario) Link(native []folder.Native) { s.native = native }

// Files lists the files that the scenario names, where they are: a run depends on what they
// hold.
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
		if algorithm := s.NIC[i].Algorithm; folder.Is(string(algorithm)) && !folder.BuiltIn(string(algorithm)) {
			list = append(list, sources(s.folderOf(algorithm))...)
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

// errorf makes an error about a key, such as "nic[0].profile", with its line; a key that
// is not there stands where the table that it is missing in begins.
func (s *Scenario) errorf(key, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if s.set[key] {
		return fmt.Errorf("%s: %s, as set: %s", s.name, key, text)
	}
	return fmt.Errorf("%s: %s: %s", s.lines.Place(s.name, key), key, text)
}
