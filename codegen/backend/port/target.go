package port

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/doca"
	"smartnic-cc/codegen/backend/rue"
	"smartnic-cc/codegen/backend/rue/packet"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/testvectors/transducer"
)

// The targets: DOCAPCC of package doca, FalconRUE of package rue.
const (
	DOCAPCC   = "doca-pcc"
	FalconRUE = "falcon-rue"
)

// defaultGeneration is the one that the engine's source takes.
const defaultGeneration = "dna-c"

// Targets returns the names of the NICs that glue is written for.
func Targets() []string { return []string{DOCAPCC, FalconRUE} }

// GlueName is the file name of the glue that goes with a header of this Config.
func (c *Config) GlueName() string {
	return strings.TrimRight(c.Prefix, "_") + "_" + strings.ReplaceAll(c.Target, "-", "_") + ".c"
}

// generation returns the generation, the default if none is set.
func (c *Config) generation() string {
	return cmp.Or(c.Generation, defaultGeneration)
}

// forRUE makes the options of a header for the rate update engine, and returns the algorithm that the engine drives:
// the only one of the folders, or the one that is named.
func (c *Config) forRUE(o *cgen.Options) (*codegen.Packages, *ir.Transducer, error) {
	switch {
	case len(c.Only) > 0:
		return nil, nil, fmt.Errorf("only: does not go with --target; --algo says what the header for %s holds", c.Target)
	case len(c.Profiles) > 0 || len(c.Change.Args()) > 0:
		return nil, nil, fmt.Errorf("profile: does not go with --target %s; all parameters are arguments of the functions", c.Target)
	}
	p, err := codegen.Load(c.Folders)
	if err != nil {
		return nil, nil, err
	}
	name, known := c.Algorithm, p.Algorithms()
	if name == "" && len(known) == 1 {
		name = known[0]
	}
	t := p.Program.Transducer(name)
	switch {
	case name == "":
		return nil, nil, fmt.Errorf("algo: target %s takes one algorithm; name one of %s", c.Target, strings.Join(known, ", "))
	case t == nil || !slices.Contains(known, name):
		return nil, nil, fmt.Errorf("algo: target %s: %w", c.Target, &transducer.UnknownAlgorithmError{Name: name, Known: known})
	}
	g, err := packet.ParseGeneration(c.generation())
	if err != nil {
		return nil, nil, fmt.Errorf("generation: %w", err)
	}
	if _, err := rue.Check(t, g); err != nil {
		return nil, nil, err
	}
	o.Only = []string{name}
	o.Profile = "none: all parameters are arguments of the functions"
	return p, t, nil
}

// rueGlue returns the adapter between the rate update engine and its algorithm.
func (c *Config) rueGlue(header string) ([]byte, error) {
	p, t, err := c.forRUE(&cgen.Options{})
	if err != nil {
		return nil, err
	}
	g, err := packet.ParseGeneration(c.generation())
	if err != nil {
		return nil, err
	}
	return rue.Generate(p.Program, t, rue.Options{Generation: g, Prefix: c.Prefix, Header: header, Command: c.command()})
}

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
	if c.Target == FalconRUE {
		return c.rueGlue(header)
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
