package reference

import (
	"smartnic-cc/bandit"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
	"smartnic-cc/dolcercplus"
	"smartnic-cc/fixedpoint"
)

// algorithmTable holds every transducer of the firmware packages. A test compares it
// with the //ccgen:transducer directives in the sources.
func algorithmTable() []algorithm {
	return []algorithm{
		register("bandit2", bandit.Init2, bandit.Step2),
		register("bandit4", bandit.Init4, bandit.Step4),
		register("bandit8", bandit.Init8, bandit.Step8),
		register("dcqcnnp", dcqcn.InitNP, dcqcn.StepNP),
		register("dcqcn", dcqcn.Init, dcqcn.Step),
		register("dolcerc4", dolcerc.Init4, dolcerc.Step4),
		register("dolcerc8", dolcerc.Init8, dolcerc.Step8),
		register("dolcercplus4", dolcercplus.Init4, dolcercplus.Step4),
		register("dolcercplus8", dolcercplus.Init8, dolcercplus.Step8),
	}
}

// functionTable holds every exported function. A test compares it, parameter names
// included, with the //ccgen:export directives in the sources.
func functionTable() []function {
	return []function{
		fn("fixedpoint.Exp2", fixedpoint.Exp2, "x"),
		fn("fixedpoint.Hash32", fixedpoint.Hash32, "x"),
		fn("fixedpoint.Log2", fixedpoint.Log2, "x"),
		fn("fixedpoint.Log2UQ16x16", fixedpoint.Log2UQ16x16, "x"),
		fn("fixedpoint.Log2Wide", fixedpoint.Log2Wide, "x"),
		fn("fixedpoint.Log2Small", fixedpoint.Log2Small, "x"),
		fn("fixedpoint.Ln", fixedpoint.Ln, "x"),
		fn("fixedpoint.MulShiftDown", fixedpoint.MulShiftDown, "a b shift"),
		fn("fixedpoint.MulShiftHalfUp", fixedpoint.MulShiftHalfUp, "a b shift"),
		fn("fixedpoint.MulShiftHalfEven", fixedpoint.MulShiftHalfEven, "a b shift"),
		fn("fixedpoint.MulShiftDownI32", fixedpoint.MulShiftDownI32, "a b shift"),
		fn("fixedpoint.MulShiftHalfUpI32", fixedpoint.MulShiftHalfUpI32, "a b shift"),
		fn("fixedpoint.MulShiftHalfEvenI32", fixedpoint.MulShiftHalfEvenI32, "a b shift"),
		fn("fixedpoint.Pack16Down", fixedpoint.Pack16Down, "x shift"),
		fn("fixedpoint.Pack16Nearest", fixedpoint.Pack16Nearest, "x shift"),
		fn("fixedpoint.Pack16Dither", fixedpoint.Pack16Dither, "x shift dither"),
		fn("fixedpoint.Unpack16", fixedpoint.Unpack16, "w shift"),
		fn("fixedpoint.Recip", fixedpoint.Recip, "x"),
		fn("fixedpoint.RecipNorm", fixedpoint.RecipNorm, "d"),
		fn("fixedpoint.Div", fixedpoint.Div, "n d -> q r ok"),
		fn("fixedpoint.ISqrt", fixedpoint.ISqrt, "x"),
		fn("fixedpoint.SqrtFloor", fixedpoint.SqrtFloor, "x"),
		fn("fixedpoint.Sqrt", fixedpoint.Sqrt, "x"),
		fn("fixedpoint.RSqrt", fixedpoint.RSqrt, "x"),
		fn("fixedpoint.AddSatU8", fixedpoint.AddSatU8, "a b"),
		fn("fixedpoint.AddSatU16", fixedpoint.AddSatU16, "a b"),
		fn("fixedpoint.AddSatU32", fixedpoint.AddSatU32, "a b"),
		fn("fixedpoint.AddSatU64", fixedpoint.AddSatU64, "a b"),
		fn("fixedpoint.AddSatI16", fixedpoint.AddSatI16, "a b"),
		fn("fixedpoint.AddSatI32", fixedpoint.AddSatI32, "a b"),
		fn("fixedpoint.SubSatU8", fixedpoint.SubSatU8, "a b"),
		fn("fixedpoint.SubSatU16", fixedpoint.SubSatU16, "a b"),
		fn("fixedpoint.SubSatU32", fixedpoint.SubSatU32, "a b"),
		fn("fixedpoint.SubSatU64", fixedpoint.SubSatU64, "a b"),
		fn("fixedpoint.SubSatI16", fixedpoint.SubSatI16, "a b"),
		fn("fixedpoint.SubSatI32", fixedpoint.SubSatI32, "a b"),
		fn("fixedpoint.MulSatU8", fixedpoint.MulSatU8, "a b"),
		fn("fixedpoint.MulSatU16", fixedpoint.MulSatU16, "a b"),
		fn("fixedpoint.MulSatU32", fixedpoint.MulSatU32, "a b"),
		fn("fixedpoint.MulSatI16", fixedpoint.MulSatI16, "a b"),
		fn("fixedpoint.MulSatI32", fixedpoint.MulSatI32, "a b"),
		fn("fixedpoint.MulSatU64", fixedpoint.MulSatU64, "a b"),
		fn("fixedpoint.Time_Since", fixedpoint.Time.Since, "t earlier"),
		fn("fixedpoint.Time_Before", fixedpoint.Time.Before, "t u"),
		fn("fixedpoint.Time_Add", fixedpoint.Time.Add, "t d"),
		fn("dcqcn.Next", dcqcn.Next, "s now"),
		fn("dolcerc.Next4", dolcerc.Next4, "s now"),
		fn("dolcerc.Next8", dolcerc.Next8, "s now"),
	}
}
