package port

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/cgen"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/linerate"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/internal/transducer/reference"
)

func profileNames() string {
	return strings.Join(append(dcqcnprofile.Names(), dolcercprofile.Names()...), ", ") + ", or files (cctrace profile import)"
}

// initializers returns the parameters of the profiles, and what the head of the
// header says of them.
func (c *Config) initializers() ([]cgen.Initializer, string, error) {
	if len(c.Profiles) == 0 {
		return nil, "none: all parameters are arguments of the functions", nil
	}
	line, err := linerate.Parse(c.Line)
	if err != nil {
		return nil, "", err
	}
	var all []cgen.Initializer
	var text []string
	from := map[string]string{}
	for _, name := range c.Profiles {
		choice := reaction.Choice{Algo: reaction.AlgoDolceRC, Profile: name, Line: line}
		p, file, err := choice.Resolve()
		if err != nil {
			return nil, "", err
		}
		params, arms, err := choice.DolceRC(&p)
		if err != nil {
			return nil, "", err
		}
		id, title, learning := name, p.Title, fmt.Sprintf("Dolce-RC with %d arms on profile %s at %s, learning as the paper has it.", arms, name, c.Line)
		if file != nil {
			if id, err = file.Word(name); err != nil {
				return nil, "", err
			}
			title = "on " + file.Base
		}
		own := slices.Contains(dolcercprofile.Names(), name)
		if own {
			id = strings.TrimPrefix(name, "dolcerc-") // what begins with dolcerc_ or dcqcn_ already
			title, learning = dolcercprofile.Title(name), fmt.Sprintf("Dolce-RC with %d arms, profile %s at %s.", arms, name, c.Line)
		}
		if other, again := from[id]; again {
			return nil, "", fmt.Errorf("profile: %s and %s would both be %s in the header; leave one out, or change the name in its file", other, name, id)
		}
		from[id] = name
		if !own {
			all = append(all, cgen.Initializer{
				Name: "dcqcn_params_" + id, Type: "dcqcn.Params", Values: reference.Flatten(&p.RP),
				Comment: fmt.Sprintf("Reaction point of profile %s at %s.", name, c.Line),
			})
		}
		text = append(text, fmt.Sprintf("%s at %s: %s", name, c.Line, title))
		all = append(all,
			cgen.Initializer{
				Name: "dcqcn_np_params_" + id, Type: "dcqcn.NPParams", Values: reference.Flatten(&p.NP),
				Comment: fmt.Sprintf("Notification point of profile %s.", name),
			},
			cgen.Initializer{
				Name: "dolcerc_params_" + id, Type: "dolcerc.Params", Values: reference.Flatten(&params),
				Comment: learning,
			})
	}
	return all, strings.Join(text, "\n"), nil
}
