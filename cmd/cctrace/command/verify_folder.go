package command

import (
	"fmt"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/folder"
	"smartnic-cc/internal/logs/firmwarelog"
)

// ofBuiltIn are the flags that choose among the parameters of the built-in algorithms only.
var ofBuiltIn = []string{"line-rate", "estimate", "arms", "gamma", "epsilon", "xi", "qualify-after"}

// onlyOwn refuses flags that go with the built-in algorithms.
func (l *logRun) onlyOwn(f *pflag.FlagSet) error {
	if name := firstGiven(f, ofBuiltIn); name != "" {
		return fmt.Errorf("%s: goes with the built-in algorithms, not with one of a folder such as %s; leave --%s out", name, l.choice.Algo, name)
	}
	return nil
}

// own loads the algorithm of the folder that the flags name. Its parameters are those of --profile
// and --set, else of --params, else of the log, else of the folder's first profile.
func (l *logRun) own(f *pflag.FlagSet, r *firmwarelog.Reader) (v *verified, name string, params []uint64, err error) {
	o, err := folder.Load(l.choice.Algo)
	if err != nil {
		return nil, "", nil, err
	}
	if v, err = ofFolder(o); err != nil {
		return nil, "", nil, err
	}
	t := o.Transducer
	h := r.Header()
	chosen := firstGiven(f, []string{"profile", "set"})
	from := r.Name()
	if l.params != "" {
		if chosen != "" {
			return nil, "", nil, fmt.Errorf("verify: --params and --%s both choose parameters; use one of them", chosen)
		}
		if h, err = loadParams(l.params); err != nil {
			return nil, "", nil, err
		}
		from = l.params
	}
	if h.Algorithm != "" && h.Algorithm != t.Name {
		return nil, "", nil, fmt.Errorf("%s: is of %.60s, and --algo %s is %s; name the folder of the algorithm that wrote the log", from, h.Algorithm, l.choice.Algo, t.Name)
	}
	if chosen == "" && h.Params != nil {
		h.Algorithm = t.Name
		params, err = v.valuesOf(from, h)
		return v, t.Name, params, err
	}
	profile := ""
	if f.Changed("profile") {
		profile = l.choice.Profile
	}
	p, err := o.Choose(profile, l.change.Set)
	if err != nil {
		return nil, "", nil, err
	}
	return v, t.Name, p.Values, nil
}
