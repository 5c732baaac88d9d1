package command

import (
	"fmt"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/internal/reference"
	"smartnic-cc/internal/tool/explain"
	"smartnic-cc/testvectors/pipe"
	"smartnic-cc/testvectors/transducer"
)

// firmware starts the firmware program, which runs the connections of a setup. The caller closes it.
func (r *replayRun) firmware(setup *driver.Setup) (*pipe.Program, error) {
	catalog := reference.Catalog()
	if r.own != nil {
		catalog = r.own.Packages.Catalog()
	}
	flat, err := catalog.Algorithm(setup.Algorithm.Def.Name)
	if err != nil {
		return nil, err
	}
	p, err := r.start(catalog)
	if err != nil {
		return nil, err
	}
	reference := setup.Engine
	setup.Engine = func() (driver.Engine, error) {
		engine, err := reference()
		return &driver.External{Firmware: p, Algorithm: flat, Reference: engine, Compare: r.compare}, err
	}
	return p, nil
}

// differs reports the first event at which the firmware program differs from the reference.
func (r *replayRun) differs(env cli.Env, d *transducer.Difference) error {
	if err := d.Write(env.Stdout); err != nil {
		return err
	}
	if err := r.explain(env, d); err != nil {
		return err
	}
	return cli.CheckFailed(d)
}

// explain explains the event at which the firmware program differs, unless already its initial state does.
func (r *replayRun) explain(env cli.Env, d *transducer.Difference) error {
	if d.Before == nil {
		return nil
	}
	with, err := builtIn()
	if r.own != nil {
		with, err = ofFolder(r.own)
	}
	if err != nil {
		return err
	}
	x, err := with.explainer(d.Algorithm.Name, d.Params)
	if err != nil {
		return err
	}
	e, err := x.Explain(&firmwarelog.Difference{Difference: *d})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(env.Stdout); err != nil {
		return err
	}
	return e.Write(env.Stdout, explain.TextOptions{Chain: 16, Others: 3, NoTable: true})
}
