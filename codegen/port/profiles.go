package port

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/cgen"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/linerate"
	"smartnic-cc/internal/transducer/reference"
)

func profileNames() string { return strings.Join(dcqcnprofile.Names(), ", ") }

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
		p, err := dcqcnprofile.Get(name, line)
		if err != nil {
			return nil, "", err
		}
		text = append(text, fmt.Sprintf("%s at %s: %s", name, c.Line, p.Title))
		all = append(all,
			cgen.Initializer{
				Name: "dcqcn_params_" + name, Type: "dcqcn.Params", Values: reference.Flatten(&p.RP),
				Comment: fmt.Sprintf("Reaction point of profile %s at %s.", name, c.Line),
			},
			cgen.Initializer{
				Name: "dcqcn_np_params_" + name, Type: "dcqcn.NPParams", Values: reference.Flatten(&p.NP),
				Comment: fmt.Sprintf("Notification point of profile %s.", name),
			})
		d := dolcercprofile.Default(line)
		d.Base = name
		params, err := dolcercprofile.Params(d)
		if err != nil {
			return nil, "", err
		}
		all = append(all, cgen.Initializer{
			Name: "dolcerc_params_" + name, Type: "dolcerc.Params", Values: reference.Flatten(&params),
			Comment: fmt.Sprintf("Dolce-RC with 4 arms on profile %s at %s, learning as the paper has it.", name, c.Line),
		})
	}
	return all, strings.Join(text, "\n"), nil
}
