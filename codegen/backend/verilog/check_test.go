package verilog

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/testvectors"
)

func TestTryCheck(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	sim, err := FindSimulator(os.Getenv("SIM"))
	require.NoError(t, err)
	stages, _ := strconv.Atoi(os.Getenv("STAGES"))
	most, _ := strconv.Atoi(os.Getenv("MOST"))
	d, err := Generate(p, Options{Algorithm: os.Getenv("ALGO"), Lines: true, Stages: stages})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("/tmp/v4/x.v", d.Text, 0o644))
	for _, wrapper := range []bool{false, true} {
		b, _ := d.coreBench(false)
		if wrapper { b, _ = d.wrapperBench(false) }
		require.NoError(t, os.WriteFile("/tmp/v4/bench.v", []byte(b), 0o644))
		now := time.Now()
		o, err := d.Check(t.Context(), Run{Sim: sim, Wrapper: wrapper, Stalls: true, Most: most}, files)
		if te, ok := err.(*ToolError); ok { fmt.Println(te.Said) }
		require.NoError(t, err)
		if o.Report != nil { fmt.Println(o.Report.First.Summary()) }
		fmt.Printf("%v %+v %s\n", wrapper, o, time.Since(now))
	}
}
