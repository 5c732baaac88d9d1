package bench

import _ "embed"

// TwinHeader and TwinSource are the decision of Dolce-RC as one would write it for a core
// with floating point: the same algorithm in double, with log and sqrt of libm. In a
// bench compiled with -DBENCH_TWIN its functions stand in for dolcerc4's and
// bandit4's.
var (
	//go:embed testdata/twin.h
	TwinHeader []byte
	//go:embed testdata/twin.c
	TwinSource []byte
)
