package port

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/cgen"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/linerate"
	"smartnic-cc/internal/transducer/reference"
)

func profileNames() string {
	return strings.Join(append(dcqcnprofile.Names(), dolcercprofile.Names()...), ", ")
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
	for _, name := range c.Profiles {
		d, err := dolcercprofile.Get(name, line)
		if err != nil {
			return nil, "", err
		}
		p, err := d.Reaction()
		if err != nil {
			return nil, "", err
		}
		params, err := dolcercprofile.Params(d)
		if err != nil {
			return nil, "", err
		}
		id, title, learning := name, p.Title, fmt.Sprintf("Dolce-RC with 4 arms on profile %s at %s, learning as the paper has it.", name, c.Line)
		if slices.Contains(dolcercprofile.Names(), name) {
			id = strings.TrimPrefix(name, "dolcerc-") // what begins with dolcerc_ or dcqcn_ already
			title, learning = dolcercprofile.Title(name), fmt.Sprintf("Dolce-RC with %d arms, profile %s at %s.", len(d.Arms), name, c.Line)
		} else {
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
