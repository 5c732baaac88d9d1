package scenario

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/profile"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/text/jsontext"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/topology"
)

// Origin is run.json: what a run was made from, so that it can be repeated. Separate files of topologies, sizes and
// flows are only named, in Text and Settings. As with all outputs, nothing in it depends on the machine, the time, or
// the number of threads.
type Origin struct {
	// Scenario is the name of the file, without folder and ending, and Text its text.
	Scenario string `json:"scenario"`
	Text     string `json:"text"`
	// Settings are its changes, as in run.seed=3, without those that change no result.
	Settings []string `json:"settings,omitempty"`
	// Firmware are the connections whose algorithm a firmware program ran.
	Firmware []uint32 `json:"firmware_connections,omitempty"`
	// NICs are the kinds of NICs, with the parameters that result from profile and settings.
	NICs []NICKind `json:"nics"`
}

// NICKind is a kind of NIC with its parameters.
type NICKind struct {
	// Table is the number of the table [[nic]], Hosts how many hosts use it.
	Table int    `json:"table"`
	Hosts int    `json:"hosts"`
	Rate  string `json:"rate"`
	// Algorithm is dcqcn, dolcerc, dolcercplus, none or a folder; Profile is that of the reaction
	// point, or of the folder.
	Algorithm string `json:"algorithm"`
	Profile   string `json:"profile,omitempty"`
	// ProfileFile is the text read where Profile is a file or folder: the profile in TOML (docs/profiles.md).
	ProfileFile string `json:"profile_file,omitempty"`
	Notify      string `json:"notify"`
	// Parameters are under the names of the profile's vendor, and Learning those of the
	// bandit.
	Parameters []Parameter `json:"parameters,omitempty"`
	Learning   []Parameter `json:"learning,omitempty"`
	// Integers are the algorithm's parameters as the firmware takes them (docs/formats.md).
	Integers []Parameter `json:"integers,omitempty"`
}

// Parameter is one of an algorithm.
type Parameter = profile.Parameter

// origin returns the origin of a run.
func (s *Scenario) origin(m *model) *Origin {
	o := s.asWritten()
	hosts := make([]int, len(m.config.NICs))
	for _, k := range m.config.Kind {
		hosts[k]++
	}
	for _, f := range m.config.Firmware {
		o.Firmware = append(o.Firmware, f.Runs(m.config)...)
	}
	slices.Sort(o.Firmware)
	for i := range m.config.NICs {
		o.NICs = append(o.NICs, s.kind(m.kinds[i], hosts[i], &m.config.NICs[i]))
	}
	return o
}

// asWritten returns the origin from the file and the settings alone.
func (s *Scenario) asWritten() *Origin {
	o := &Origin{Scenario: s.Name(), Text: string(s.text), NICs: []NICKind{}}
	for _, setting := range s.settings {
		// Threads and parts change no result, and are left out.
		if key, _, _ := strings.Cut(setting, "="); strings.TrimSpace(key) != "run.threads" && strings.TrimSpace(key) != "run.parts" {
			o.Settings = append(o.Settings, setting)
		}
	}
	return o
}

// nicKind is the source of a kind of NIC.
type nicKind struct {
	table     uint32
	rate      uint64               // bit/s
	algorithm string               // as the file names it
	own       *folder.Algorithm    // where that is a folder
	choice    reaction.Choice      // zero if the algorithm has no profile
	profile   dcqcnprofile.Profile // with changes; zero as well then
	file      *reaction.File       // that it is from; nil for a built-in one
}

func (s *Scenario) kind(from nicKind, hosts int, n *nicmodel.NIC) NICKind {
	k := NICKind{Table: int(from.table), Hosts: hosts, Rate: topology.FormatRate(from.rate), Algorithm: from.algorithm, Notify: n.Notify.String()}
	switch from.algorithm {
	case reaction.AlgoDCQCN:
		k.Profile = s.ProfileOf(int(from.table))
	case reaction.AlgoDolceRC:
		k.Profile = s.ProfileOf(int(from.table))
		k.Learning = from.choice.Learning()
	}
	if from.own != nil {
		k.Profile = from.own.Profile
	}
	if n.Algorithm != nil {
		k.Integers = integers(n.Algorithm)
	}
	if k.Profile != "" && from.own == nil {
		p := from.profile
		p.NP = n.NP
		k.Parameters = reaction.Vendors(&p)
	}
	if from.file != nil {
		k.ProfileFile = from.file.TOML(k.Profile) // without this machine's folders
	}
	return k
}

// integers lists the parameters of an algorithm as the firmware takes them.
func integers(s *driver.Setup) []Parameter {
	var list []Parameter
	for i, l := range ir.Layout(s.Algorithm.Def.Params) {
		value := strconv.FormatUint(s.Params[i], 10)
		if l.Kind.IsSigned() {
			value = strconv.FormatInt(int64(s.Params[i]), 10)
		}
		list = append(list, Parameter{Name: l.Name, Value: value})
	}
	return list
}

// WriteJSON writes the origin as JSON.
func (o *Origin) WriteJSON(w io.Writer) error {
	return jsontext.Write(w, o)
}
