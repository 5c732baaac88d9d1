package command

import (
	"context"
	"fmt"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/vectors"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/internal/tool/explain"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// verified is what a firmware is compared with: the built-in packages, or those of a folder.
type verified struct {
	packages *codegen.Packages
	// firmware takes the steps; nil is the Go reference of the built-in packages.
	firmware transducer.Firmware
	// profiles returns the sets of parameters of an algorithm.
	profiles func(algorithm string) explain.Profiles
	// named returns an error with its places as the user would name them.
	named func(error) error
}

// ofFolder is an algorithm of a folder, to be interpreted.
func ofFolder(a *folder.Algorithm) (*verified, error) {
	list, err := a.Profiles()
	if err != nil {
		return nil, err
	}
	return &verified{
		packages: a.Packages, firmware: conformance.Interpreter(a.Packages.Program), named: a.Named,
		profiles: func(algorithm string) explain.Profiles {
			if algorithm != a.Transducer.Name {
				return nil
			}
			return func([]uint64) []explain.Profile {
				return collect.Of(list, func(p folder.Profile) explain.Profile {
					return explain.Profile{ID: p.Name, What: "the parameters are those of the profile " + p.Name, Values: p.Values}
				})
			}
		},
	}, nil
}

// builtIn are the packages that cctrace carries.
func builtIn() (*verified, error) {
	p, err := codegen.Load(nil)
	if err != nil {
		return nil, err
	}
	return &verified{packages: p, profiles: explain.BuiltIn, named: func(err error) error { return err }}, nil
}

// algorithm returns an algorithm in the form of its logs.
func (v *verified) algorithm(name string) (*firmwarelog.Algorithm, error) {
	if _, err := v.packages.Catalog().Algorithm(name); err != nil {
		return nil, err
	}
	return firmwarelog.Of(v.packages.Program.Transducer(name)), nil
}

// vectors reads the named vectors; with none named, the corpus of the built-in packages or what ccgen vectors makes
// of the folder.
func (v *verified) vectors(env cli.Env, paths []string) ([]*testvectors.File, error) {
	ctx, stop := interrupt.Context(context.Background())
	defer stop()
	bar := cli.NewStages(env.Stderr)
	defer bar.Done()
	return vectors.Load(ctx, v.packages, paths, vectors.Options{Seed: vectors.DefaultSeed, Calls: vectors.DefaultCalls, Progress: bar.Update})
}

// explainer returns an explainer of one of the algorithms.
func (v *verified) explainer(name string, params []uint64) (*explain.Explainer, error) {
	x, err := explain.New(v.packages, name, params, v.profiles(name))
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	return x, nil
}

// valuesOf returns the parameters of a header, which names algorithm and all parameters.
func (v *verified) valuesOf(from string, h firmwarelog.Header) ([]uint64, error) {
	a, err := v.packages.Catalog().Algorithm(h.Algorithm)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from, err)
	}
	params, err := h.Values(a)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from, err)
	}
	return params, nil
}
