package experiment

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"smartnic-cc/codegen/folder"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/lab/scenario"
)

//go:embed scenarios/*.toml
var scenarios embed.FS

// Point is one run. Equal points have equal results.
type Point struct {
	// Scenario is the name of a file in folder scenarios, without ending, or that of Source.
	Scenario string `json:"scenario"`
	// Source, if not nil, replaces that file. It is nil in results.
	Source *Source `json:"-"`
	// Files is a hash of the files that Source names; "" if it names none.
	Files string `json:"files,omitempty"`
	// Set are changes of its keys, as in "nic[0].profile=hpcc".
	Set []string `json:"set,omitempty"`
	// Seed replaces the scenario's run.seed.
	Seed uint64 `json:"seed"`
	// FreshFlows gives each flow its own connection, where messages of a connection posted at one time are a flow. It
	// models a scheme that knows nothing of the previous flow.
	FreshFlows bool `json:"fresh_flows,omitempty"`
	// Exchange is the algorithm of an iteration of MPI_Alltoall.
	Exchange string `json:"exchange,omitempty"`
	// Bin, if above 0, is the width of the time bins of WorkloadResult.Bins, ps.
	Bin event.Time `json:"bin_ps,omitempty"`
	// Rewards requests Result.Rewards.
	Rewards bool `json:"rewards,omitempty"`
	// Partial accepts a run with incomplete messages at its end.
	Partial bool `json:"partial,omitempty"`
	// Detail requests Result.Detail.
	Detail bool `json:"detail,omitempty"`
}

// Source is a scenario from outside this package.
type Source struct {
	Text []byte
	// Path is where it is from, for messages; files that it names are relative to its folder.
	Path string
	// Native are algorithms of folders that are linked in. No result depends on them.
	Native []folder.Native
}

// String returns the arguments of cctrace sim that run the point.
func (p Point) String() string {
	text := p.Scenario
	for _, s := range p.Set {
		text += " " + s
	}
	return fmt.Sprintf("%s, seed %d", text, p.Seed)
}

// Keys of changes of the point instead of its scenario.
const (
	pointKeys = "point."
	freshKey  = pointKeys + "fresh_flows="
	howKey    = pointKeys + "exchange="
)

// With returns the point with more changes: of its scenario, or, by the keys point.exchange and point.fresh_flows, of
// Exchange and FreshFlows.
func (p Point) With(set ...string) Point {
	p.Set = slices.Clone(p.Set)
	for _, s := range set {
		if how, is := strings.CutPrefix(s, howKey); is && (how == ExchangeAllAtOnce || slices.Contains(Exchanges(), how)) {
			p.Exchange = how
		} else if s == freshKey+"true" || s == freshKey+"false" {
			p.FreshFlows = s == freshKey+"true"
		} else {
			p.Set = append(p.Set, s) // of the scenario, or refused by Parse
		}
	}
	return p
}

// text returns the scenario of the point.
func (p *Point) text() ([]byte, error) {
	if p.Source != nil {
		return p.Source.Text, nil
	}
	b, err := scenarios.ReadFile("scenarios/" + p.Scenario + ".toml")
	if err != nil {
		return nil, fmt.Errorf("experiment: scenario %q is not known", p.Scenario)
	}
	return b, nil
}

// Parse reads the point's scenario with its changes.
func (p Point) Parse() (*scenario.Scenario, error) {
	text, err := p.text()
	if err != nil {
		return nil, err
	}
	for _, s := range p.Set {
		if strings.HasPrefix(s, pointKeys) {
			return nil, fmt.Errorf("set: %.60q: give %strue, %[2]sfalse, or %s with one of %s, or with nothing for all at once",
				s, freshKey, howKey, strings.Join(Exchanges(), ", "))
		}
	}
	name, dir := p.Scenario+".toml", "."
	if p.Source != nil {
		name, dir = p.Source.Path, filepath.Dir(p.Source.Path)
	}
	set := append(slices.Clone(p.Set), fmt.Sprintf("run.seed=%d", p.Seed))
	s, err := scenario.Parse(text, name, set...)
	if err != nil {
		return nil, err
	}
	s.SetFolder(dir)
	if p.Source != nil {
		s.Link(p.Source.Native)
	}
	return s, nil
}

// format is the version of Result; files of other versions are not read.
const format = 1

// Key names the result of a point: a hash of the point, of its scenario's text, and of the
// model that runs it (Fingerprint).
func (p Point) Key(model string) (string, error) {
	text, err := p.text()
	if err != nil {
		return "", err
	}
	b, err := json.Marshal(struct {
		Format int
		Model  string
		Text   string
		Point  Point
	}{format, model, string(text), p})
	if err != nil {
		return "", fmt.Errorf("experiment: %w", err)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16]), nil
}
