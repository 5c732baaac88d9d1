package reference

import (
	"smartnic-cc/codegen/driver"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
	"smartnic-cc/dolcercplus"
)

// Native returns an engine of a transducer of the firmware packages that a NIC can drive, or nil.
// A test compares the names and functions with the directives in the sources.
func Native(name string) driver.Engine {
	switch name {
	case "dcqcn":
		return driver.Native(driver.Table[dcqcn.Params, dcqcn.State, dcqcn.Event, dcqcn.Output]{
			Init: dcqcn.Init, Step: dcqcn.Step, Next: driver.NextOf(dcqcn.Next), First: dcqcn.First,
		})
	case "dcqcnnp":
		return driver.Native(driver.Table[dcqcn.NPParams, dcqcn.NPState, dcqcn.NPEvent, dcqcn.NPOutput]{
			Init: dcqcn.InitNP, Step: dcqcn.StepNP,
		})
	case "dolcerc4":
		return driver.Native(driver.Table[dolcerc.Params, dolcerc.State4, dcqcn.Event, dcqcn.Output]{
			Init: dolcerc.Init4, Step: dolcerc.Step4, Next: driver.NextOf(dolcerc.Next4), First: dolcerc.First4, View: driver.ViewOf(dolcerc.View4),
		})
	case "dolcerc8":
		return driver.Native(driver.Table[dolcerc.Params, dolcerc.State8, dcqcn.Event, dcqcn.Output]{
			Init: dolcerc.Init8, Step: dolcerc.Step8, Next: driver.NextOf(dolcerc.Next8), First: dolcerc.First8, View: driver.ViewOf(dolcerc.View8),
		})
	case "dolcercplus4":
		return driver.Native(driver.Table[dolcercplus.Params, dolcercplus.State4, dolcercplus.Event, dolcercplus.Output]{
			Init: dolcercplus.Init4, Step: dolcercplus.Step4, First: dolcercplus.First4,
		})
	case "dolcercplus8":
		return driver.Native(driver.Table[dolcercplus.Params, dolcercplus.State8, dolcercplus.Event, dolcercplus.Output]{
			Init: dolcercplus.Init8, Step: dolcercplus.Step8, First: dolcercplus.First8,
		})
	}
	return nil
}
