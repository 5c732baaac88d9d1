package interp_test

import (
	"testing"

	"smartnic-cc/bandit"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
	"smartnic-cc/dolcercplus"
	"smartnic-cc/fixedpoint"
)

// firmware holds the exported functions of the firmware packages.
var firmware = map[string]any{
	"fixedpoint.Exp2": fixedpoint.Exp2, "fixedpoint.Hash32": fixedpoint.Hash32,
	"fixedpoint.Log2": fixedpoint.Log2, "fixedpoint.Log2UQ16x16": fixedpoint.Log2UQ16x16,
	"fixedpoint.Log2Wide": fixedpoint.Log2Wide, "fixedpoint.Log2Small": fixedpoint.Log2Small,
	"fixedpoint.Ln": fixedpoint.Ln, "fixedpoint.Div": fixedpoint.Div,
	"fixedpoint.MulShiftDown": fixedpoint.MulShiftDown, "fixedpoint.MulShiftDownI32": fixedpoint.MulShiftDownI32,
	"fixedpoint.MulShiftHalfUp": fixedpoint.MulShiftHalfUp, "fixedpoint.MulShiftHalfUpI32": fixedpoint.MulShiftHalfUpI32,
	"fixedpoint.MulShiftHalfEven": fixedpoint.MulShiftHalfEven, "fixedpoint.MulShiftHalfEvenI32": fixedpoint.MulShiftHalfEvenI32,
	"fixedpoint.Pack16Down": fixedpoint.Pack16Down, "fixedpoint.Pack16Nearest": fixedpoint.Pack16Nearest,
	"fixedpoint.Pack16Dither": fixedpoint.Pack16Dither, "fixedpoint.Unpack16": fixedpoint.Unpack16,
	"fixedpoint.Recip": fixedpoint.Recip, "fixedpoint.RSqrt": fixedpoint.RSqrt,
	"fixedpoint.ISqrt": fixedpoint.ISqrt, "fixedpoint.SqrtFloor": fixedpoint.SqrtFloor, "fixedpoint.Sqrt": fixedpoint.Sqrt,
	"fixedpoint.AddSatU8": fixedpoint.AddSatU8, "fixedpoint.AddSatU16": fixedpoint.AddSatU16,
	"fixedpoint.AddSatU32": fixedpoint.AddSatU32, "fixedpoint.AddSatU64": fixedpoint.AddSatU64,
	"fixedpoint.AddSatI16": fixedpoint.AddSatI16, "fixedpoint.AddSatI32": fixedpoint.AddSatI32,
	"fixedpoint.SubSatU8": fixedpoint.SubSatU8, "fixedpoint.SubSatU16": fixedpoint.SubSatU16,
	"fixedpoint.SubSatU32": fixedpoint.SubSatU32, "fixedpoint.SubSatU64": fixedpoint.SubSatU64,
	"fixedpoint.SubSatI16": fixedpoint.SubSatI16, "fixedpoint.SubSatI32": fixedpoint.SubSatI32,
	"fixedpoint.MulSatU8": fixedpoint.MulSatU8, "fixedpoint.MulSatU16": fixedpoint.MulSatU16,
	"fixedpoint.MulSatU32": fixedpoint.MulSatU32, "fixedpoint.MulSatI16": fixedpoint.MulSatI16,
	"fixedpoint.MulSatI32": fixedpoint.MulSatI32,
	"dcqcn.Next":           dcqcn.Next, "dolcerc.Next4": dolcerc.Next4, "dolcerc.Next8": dolcerc.Next8,
}

// transducers holds init and step functions by the transducer's name.
var transducers = map[string][2]any{
	"bandit2": {bandit.Init2, bandit.Step2}, "bandit4": {bandit.Init4, bandit.Step4}, "bandit8": {bandit.Init8, bandit.Step8},
	"dcqcn": {dcqcn.Init, dcqcn.Step}, "dcqcnnp": {dcqcn.InitNP, dcqcn.StepNP},
	"dolcerc4": {dolcerc.Init4, dolcerc.Step4}, "dolcerc8": {dolcerc.Init8, dolcerc.Step8},
	"dolcercplus4": {dolcercplus.Init4, dolcercplus.Step4}, "dolcercplus8": {dolcercplus.Init8, dolcercplus.Step8},
}

// firsts and views hold what only tools call, by the transducer's name.
var (
	firsts = map[string]any{"dcqcn": dcqcn.First, "dolcerc4": dolcerc.First4, "dolcerc8": dolcerc.First8,
		"dolcercplus4": dolcercplus.First4, "dolcercplus8": dolcercplus.First8}
	views = map[string]any{"dolcerc4": dolcerc.View4, "dolcerc8": dolcerc.View8}
)

// TestFirmware compiles the real packages and compares what the interpreter
// makes of them with the packages themselves.
func TestFirmware(t *testing.T) {
	prog := load(t, "fixedpoint", "bandit", "dcqcn", "dolcerc", "dolcercplus")
	m := interp.New(prog)
	for name, fn := range firmware {
		f := prog.Func(name)
		if f == nil || !f.Export {
			t.Errorf("%s is not exported by the program", name)
			continue
		}
		compare(t, m, f, fn, 2000)
	}
	for name, fns := range transducers {
		compareTransducer(t, m, name, fns[0], fns[1], 20, 100)
	}
	for _, tr := range prog.Transducers {
		if _, ok := transducers[tr.Name]; !ok {
			t.Errorf("transducer %s is not compared: add it", tr.Name)
		}
		for _, of := range []struct {
			f  *ir.Func
			fn any
		}{{tr.First, firsts[tr.Name]}, {tr.View, views[tr.Name]}} {
			switch {
			case of.f != nil && of.fn != nil:
				compare(t, m, of.f, of.fn, 2000)
			case of.f != nil || of.fn != nil:
				t.Errorf("the first or view function of transducer %s is not compared: add it", tr.Name)
			}
		}
	}
}
