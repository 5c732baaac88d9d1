package reference

import (
	"smartnic-cc/codegen/driver"
	"smartnic-cc/bandit"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
	"smartnic-cc/dolcercplus"
)

// Native returns an engine of a transducer that a NIC can drive, of the firmware packages or an instance, or nil.
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
	case "dolcerc2":
		return dolce[[2]bandit.Arm]()
	case "dolcerc3":
		return dolce[[3]bandit.Arm]()
	case "dolcerc4":
		return dolce[[4]bandit.Arm]()
	case "dolcerc5":
		return dolce[[5]bandit.Arm]()
	case "dolcerc6":
		return dolce[[6]bandit.Arm]()
	case "dolcerc7":
		return dolce[[7]bandit.Arm]()
	case "dolcerc8":
		return dolce[[8]bandit.Arm]()
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

func dolce[A bandit.ArmArray]() driver.Engine {
	return driver.Native(driver.Table[dolcerc.Params, dolcerc.State[A], dcqcn.Event, dcqcn.Output]{
		Init: dolcerc.Init[A], Step: dolcerc.Step[A], Next: driver.NextOf(dolcerc.Next[A]), First: dolcerc.First[A], View: driver.ViewOf(dolcerc.ViewOf[A]),
	})
}
