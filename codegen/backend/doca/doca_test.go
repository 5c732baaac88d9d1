package doca_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/doca"
)

// TestRefusals: one line that names the place and the remedy.
func TestRefusals(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	good := doca.Options{Algorithm: "dcqcn", Profile: "paper", Line: "100G", Prefix: "cc_", Header: "cc.h"}
	for says, change := range map[string]func(*doca.Options){
		"dolcerc8 has a state of 64 bytes, a flow context of target doca-pcc holds 48: Learn.Arm 32, Learn.Rest 4, React.RC 4": func(o *doca.Options) { o.Algorithm = "dolcerc8" },
		"algo: bandit4 does not run on the events of target doca-pcc; it takes dcqcn or dolcerc4":                              func(o *doca.Options) { o.Algorithm = "bandit4" },
		`algo: target doca-pcc: unknown algorithm "swift"; one of dcqcn, dolcerc4`:                                             func(o *doca.Options) { o.Algorithm = "swift" },
		"algo: target doca-pcc takes one algorithm; name dcqcn or dolcerc4":                                                    func(o *doca.Options) { o.Algorithm = "" },
		`unknown profile "fast"`:             func(o *doca.Options) { o.Profile = "fast" },
		`line rate: "7" is not a rate`:       func(o *doca.Options) { o.Line = "7" },
		"prefix \"9_\" is no lower case":     func(o *doca.Options) { o.Prefix = "9_" },
		"header's name is empty":             func(o *doca.Options) { o.Header = "" },
		"header's name is empty or has a di": func(o *doca.Options) { o.Header = "../cc.h" },
	} {
		o := good
		change(&o)
		_, err := doca.Generate(p, o)
		require.ErrorContains(t, err, says)
		require.NotContains(t, err.Error(), "\n")
	}
}

func Example() {
	p, err := codegen.Firmware()
	if err != nil {
		fmt.Println(err)
		return
	}
	glue, err := doca.Generate(p, doca.Options{
		Algorithm: "dolcerc4", Profile: "connectx", Line: "200G",
		Prefix: "cc_", Header: "cc.h", Command: "ccgen c --target doca-pcc --algo dolcerc4 --line-rate 200G",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	line, _, _ := bytes.Cut(glue, []byte("\n"))
	fmt.Println(string(line))
	fmt.Println(bytes.Count(glue, []byte("\nvoid doca_pcc_dev_user_")), "callbacks without a result")
	// Output:
	// /* cc_doca_pcc.c: Dolce-RC with 4 arms as a DOCA PCC device program. Generated; do not edit.
	// 2 callbacks without a result
}
