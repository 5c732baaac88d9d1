package doca

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/cgen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/dolcerc"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/linerate"
	"smartnic-cc/internal/nearest"
	"smartnic-cc/internal/reaction"
)

// Options say what Generate writes.
type Options struct {
	// Algorithm is a transducer that the target can hold: dcqcn or dolcerc4.
	Algorithm string
	// Profile is the profile that the defaults of the parameters are from, a name or a file
	// (reaction.Choice), and Line the port's speed, as in 100G.
	Profile, Line string
	// Change is what is changed of the profile; its Algo, Profile and Line play no part.
	Change reaction.Choice
	// Prefix begins every name, as in the port's header.
	Prefix string
	// Header is the file name of the port's header, and Command what makes both files.
	Header, Command string
}

// DefaultProfile is the reaction point that NICs of this vendor have.
const DefaultProfile = "connectx"

// scheme is what the target knows of an algorithm.
type scheme struct {
	name, title string
	// only selects the algorithm in the port.
	only []string
	// Go names in the port.
	params, state, init, step, next string
	// rates is the C path of the dcqcn.Rates in the state.
	rates  string
	alpha  bool // it has DCQCN's alpha and its timer
	learns bool // it has a bandit
	make   func(c reaction.Choice) ([]Param, error)
}

var schemes = []scheme{
	{
		name: "dcqcn", title: "DCQCN's reaction point", only: []string{"dcqcn.Init", "dcqcn.Step", "dcqcn.Next"},
		params: "dcqcn_params", state: "dcqcn_state", init: "dcqcn_init", step: "dcqcn_step", next: "dcqcn_next",
		rates: "rates", alpha: true, make: dcqcnDefaults,
	},
	{
		name: "dolcerc4", title: "Dolce-RC with 4 arms", only: []string{"dolcerc4", "dolcerc.Next4"},
		params: "dolcerc_params", state: "dolcerc_state4", init: "dolcerc_init4", step: "dolcerc_step4", next: "dolcerc_next4",
		rates: "react", learns: true, make: dolceDefaults,
	},
}

// Algorithms returns the names of the algorithms that the target can hold.
func Algorithms() []string {
	var names []string
	for _, s := range schemes {
		names = append(names, s.name)
	}
	return names
}

// Selection returns what the port has to hold for an algorithm, for cgen.Options.Only.
// The error of an algorithm that the target cannot hold says why.
func Selection(p *ir.Program, algorithm string) ([]string, error) {
	if algorithm == "" {
		return nil, fmt.Errorf("algo: target doca-pcc takes one algorithm; name %s", strings.Join(Algorithms(), " or "))
	}
	t := p.Transducer(algorithm)
	if t == nil {
		return nil, fmt.Errorf("algo: unknown algorithm %.40q%s; target doca-pcc takes %s", algorithm, nearest.Hint(algorithm, Algorithms()), strings.Join(Algorithms(), " or "))
	}
	if err := checkState(t); err != nil {
		return nil, err
	}
	s := find(algorithm)
	if s == nil {
		return nil, fmt.Errorf("algo: %s does not run on the events of target doca-pcc; it takes %s", algorithm, strings.Join(Algorithms(), " or "))
	}
	return s.only, nil
}

func find(algorithm string) *scheme {
	for i := range schemes {
		if schemes[i].name == algorithm {
			return &schemes[i]
		}
	}
	return nil
}

// Params returns the parameters of an algorithm, in the order of their numbers, with the
// defaults of a profile at a line rate.
func Params(algorithm, profile string, line dcqcn.Rate) ([]Param, error) {
	return ParamsOf(algorithm, reaction.Choice{Profile: profile, Line: line})
}

// ParamsOf is Params of a profile with changes. Algo plays no part. The error is that of the
// profile or of a change that it, the algorithm or the target does not take.
func ParamsOf(algorithm string, c reaction.Choice) ([]Param, error) {
	s := find(algorithm)
	if s == nil {
		return nil, fmt.Errorf("algo: unknown algorithm %.40q%s; target doca-pcc takes %s", algorithm, nearest.Hint(algorithm, Algorithms()), strings.Join(Algorithms(), " or "))
	}
	all, err := s.make(c)
	if err != nil {
		return nil, err
	}
	all = append(all, lineParams(c.Line)...)
	for _, p := range all {
		if p.Default < p.Least || p.Default > p.Most {
			return nil, fmt.Errorf("profile %s: %s: %d is out of range %d..%d of target doca-pcc", c.Profile, p.Name, p.Default, p.Least, p.Most)
		}
	}
	return all, checkCounts(algorithm, len(all), len(Counters(algorithm)))
}

func dcqcnDefaults(c reaction.Choice) ([]Param, error) {
	c.Algo = reaction.AlgoDCQCN
	if err := c.NotLearning(c.Algo); err != nil {
		return nil, err
	}
	p, err := profileOf(&c)
	if err != nil {
		return nil, err
	}
	return append(rateParams(&p.RP, ""), alphaParams(&p.RP, "")...), nil
}

// profileOf resolves a profile whose name the glue's head will have, with its changes.
func profileOf(c *reaction.Choice) (dcqcnprofile.Profile, error) {
	p, file, err := c.Reaction()
	if err == nil && file != nil {
		_, err = file.Word(c.Profile)
	}
	return p, err
}

func dolceDefaults(c reaction.Choice) ([]Param, error) {
	p, err := dolce(c)
	if err != nil {
		return nil, err
	}
	return dolceParams(&p), nil
}

// Dolce returns the parameters of Dolce-RC on a profile for this target: Tx slots and CNPs as
// estimate, since the device is not told what a CNP's reserved bits hold. On a DCQCN profile
// they are the paper's arms and learning, and CNPs are qualified that come one fast-recovery
// phase of the base apart; a profile of Dolce-RC's own keeps its values of these.
func Dolce(name string, line dcqcn.Rate) (dolcerc.Params, error) {
	return dolce(reaction.Choice{Profile: name, Line: line})
}

func dolce(c reaction.Choice) (dolcerc.Params, error) {
	c.Algo = reaction.AlgoDolceRC
	if c.Estimate != "" && c.Estimate != dolcercprofile.TxSlots {
		return dolcerc.Params{}, fmt.Errorf("estimate: %.40q does not go with target doca-pcc, which is not told how many marked packets CNPs report; it has %s", c.Estimate, dolcercprofile.TxSlots)
	}
	c.Estimate = dolcercprofile.TxSlots
	p, err := profileOf(&c)
	if err != nil {
		return dolcerc.Params{}, err
	}
	if c.QualifyAfter == 0 && !slices.Contains(dolcercprofile.Names(), c.Profile) {
		c.QualifyAfter = uint32(min(uint64(p.RP.Threshold)*uint64(p.RP.IncreasePeriod), maxWait))
	}
	params, arms, err := c.DolceRC(&p)
	if err == nil && arms != 4 {
		err = fmt.Errorf("arms: %d for dolcerc4; give 4", arms)
	}
	return params, err
}

// Generate writes the glue of one algorithm. The error is that of an option that is wrong,
// or of an algorithm that has no glue.
func Generate(p *ir.Program, o Options) ([]byte, error) {
	if _, err := Selection(p, o.Algorithm); err != nil {
		return nil, err
	}
	if o.Header == "" || strings.ContainsAny(o.Header, "/\"\\\n") {
		return nil, errors.New("doca-pcc: the header's name is empty or has a directory; name a file")
	}
	// The port's own rules for prefixes hold here too.
	if _, err := cgen.HeaderName(cgen.Options{Prefix: o.Prefix}); err != nil {
		return nil, err
	}
	line, err := linerate.Parse(o.Line)
	if err != nil {
		return nil, err
	}
	s := find(o.Algorithm)
	choice := o.Change
	choice.Profile, choice.Line = o.Profile, line
	params, err := ParamsOf(o.Algorithm, choice)
	if err != nil {
		return nil, err
	}
	return s.print(o, params, Counters(o.Algorithm))
}
