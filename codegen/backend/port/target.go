package port

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/doca"
	"smartnic-cc/internal/base/text/nearest"
)

// DOCAPCC is the target of package doca.
const DOCAPCC = "doca-pcc"

// Targets returns the names of the NICs that glue is written for.
func Targets() []string { return []string{DOCAPCC} }

// GlueName is the file name of the glue that goes with a header of this Config.
func (c *Config) GlueName() string { return strings.TrimRight(c.Prefix, "_") + "_doca_pcc.c" }

// forTarget makes the options of a header for a NIC: what its algorithm needs, and no
// profile, since the defaults of the parameters are in the glue.
func (c *Config) forTarget(o *cgen.Options) error {
	switch {
	case c.Target == "":
		return errors.New("algo: goes with --target; for a header without glue use --only")
	case !slices.Contains(Targets(), c.Target):
		return fmt.Errorf("target: unknown target %.40q%s; there is %s", c.Target, nearest.Hint(c.Target, Targets()), strings.Join(Targets(), ", "))
	case len(c.Only) > 0:
		return fmt.Errorf("only: does not go with --target; --algo says what the header for %s holds", c.Target)
	case len(c.Profiles) > 1:
		return fmt.Errorf("profile: %d profiles for target %s; name one, the defaults of its parameters", len(c.Profiles), c.Target)
	}
	p, err := codegen.Firmware()
	if err != nil {
		return err
	}
	if o.Only, err = doca.Selection(p, c.Algorithm); err != nil {
		return err
	}
	choice := c.Change
	choice.Profile, choice.Line = c.profile(), c.Line
	if _, err := doca.Params(c.Algorithm, choice); err != nil {
		return err
	}
	o.Profile = fmt.Sprintf("none: the defaults of the parameters (%s at %s) are in %s", c.profile(), c.Line, c.GlueName())
	return nil
}

// profile is the profile of the glue's defaults.
func (c *Config) profile() string {
	if len(c.Profiles) == 0 {
		return doca.DefaultProfile
	}
	return c.Profiles[0]
}

// Glue returns the C glue for the target, which includes the header by its name. The error
// is that of a setting that is wrong, or of an algorithm that the target has no glue for.
func (c *Config) Glue(header string) ([]byte, error) {
	if _, err := c.options(); err != nil {
		return nil, err
	}
	p, err := codegen.Firmware()
	if err != nil {
		return nil, err
	}
	return doca.Generate(p, doca.Options{
		Algorithm: c.Algorithm, Profile: c.profile(), Line: c.Line, Change: c.Change,
		Prefix: c.Prefix, Header: header, Command: c.command(),
	})
}
