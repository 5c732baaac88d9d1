package cost

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"smartnic-cc/internal/base/text/nearest"
)

//go:embed targets/*.json
var targets embed.FS

// Units of a profile: Profile.Unit is one of them.
const (
	Cycles       = "cycles"
	Instructions = "instructions"
	Stages       = "stages"
)

// Profile says what operations cost on a target.
type Profile struct {
	Name string `json:"name"`
	// Inherits names the profile that has what this one does not say.
	Inherits    string `json:"inherits,omitempty"`
	Description string `json:"description"`
	// Unit is Cycles, Instructions or Stages. A profile in stages has no weights: a
	// handler takes as many stages as its longest chain of operations.
	Unit string `json:"unit"`
	// Weights are the units that one operation of a kind takes, by its name.
	Weights map[string]float64 `json:"weights,omitempty"`

	weights [NumOps]float64
}

// Profiles returns the names of the built-in profiles, sorted.
func Profiles() []string {
	entries, err := targets.ReadDir("targets")
	if err != nil {
		panic("cost: the embedded profiles: " + err.Error()) // the compiler put them there
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".json"))
	}
	return names
}

// LoadProfile returns a built-in profile by its name, or one from a file (a name that ends in .json), which may
// inherit from a built-in one or from a file in the same folder. The error names the profile, or the file and what is
// wrong in it.
func LoadProfile(name string) (*Profile, error) { return loadProfile(name, nil) }

func loadProfile(name string, above []string) (*Profile, error) {
	if slices.Contains(above, name) {
		return nil, fmt.Errorf("profile %s inherits from itself: %s; take out one inherits", name, strings.Join(append(above, name), " -> "))
	}
	var text []byte
	var err error
	if strings.HasSuffix(name, ".json") {
		text, err = os.ReadFile(name)
		if err != nil {
			return nil, err
		}
	} else if text, err = targets.ReadFile("targets/" + name + ".json"); err != nil {
		return nil, fmt.Errorf("profile %.60q is unknown%s; there are %s, and files whose name ends in .json", name, nearest.Hint(name, Profiles()), strings.Join(Profiles(), ", "))
	}
	p, err := parseProfile(name, text)
	if err != nil {
		return nil, err
	}
	set := [NumOps]bool{}
	if p.Inherits != "" {
		base := p.Inherits
		if strings.HasSuffix(base, ".json") {
			base = filepath.Join(filepath.Dir(name), base)
		}
		q, err := loadProfile(base, append(above, name))
		if err != nil {
			return nil, err
		}
		if q.Unit != p.Unit {
			return nil, fmt.Errorf("profile %s in %s inherits from %s in %s; the units have to be one", name, p.Unit, base, q.Unit)
		}
		p.weights = q.weights
		for i := range set {
			set[i] = true
		}
	}
	for op, w := range p.Weights {
		o, err := parseOp(op)
		if err != nil {
			return nil, fmt.Errorf("profile %s: %w", name, err)
		}
		if !(w >= 0) || w > 1e6 || math.IsInf(w, 0) {
			return nil, fmt.Errorf("profile %s: weight of %s is %v; outside 0..1e6", name, op, w)
		}
		p.weights[o], set[o] = w, true
	}
	if i := slices.Index(set[:], false); p.Unit != Stages && i >= 0 {
		return nil, fmt.Errorf("profile %s: no weight for %s; give one, or inherit from a profile that has it", name, Op(i))
	}
	return p, nil
}

func parseProfile(name string, text []byte) (*Profile, error) {
	p := &Profile{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		return nil, fmt.Errorf("profile %s: offset %d: %s", name, d.InputOffset(), strings.TrimPrefix(err.Error(), "json: "))
	}
	switch {
	case p.Unit != Cycles && p.Unit != Instructions && p.Unit != Stages:
		return nil, fmt.Errorf("profile %s: unit is %.40q; want %s, %s or %s", name, p.Unit, Cycles, Instructions, Stages)
	case p.Unit == Stages && len(p.Weights) > 0:
		return nil, fmt.Errorf("profile %s: weights in stages; every operation takes one, leave them out", name)
	}
	return p, nil
}

// Of returns what a handler costs: the mean of a call, and the worst path.
func (p *Profile) Of(h *Result) (mean, worst float64) {
	if p.Unit == Stages {
		return float64(h.Depth), float64(h.Depth)
	}
	if h.Calls > 0 {
		mean = h.Mean.weigh(&p.weights) / float64(h.Calls)
	}
	return mean, h.Worst.weigh(&p.weights)
}
