package main

import (
	"testing"

	"smartnic-cc/internal/dev/outputs"
	"smartnic-cc/internal/dev/tier"
)

// TestOutputs: each output makes its folder, and leaves none where the command fails.
func TestOutputs(t *testing.T) {
	tier.Require(t, "iverilog")
	outputs.Check(t, program().Commands, run, map[string]string{
		"bpf --output":     "bpf dcqcn --source-only --profile connectx -o OUT",
		"c --output":       "c --only dcqcn -o OUT",
		"c --program":      "c --only dcqcn -o - --program OUT",
		"p4 --junit":       "p4 dcqcnnp --check=builtin ../../testvectors/corpus/dcqcnnp.json.gz --junit OUT",
		"p4 --output":      "p4 dcqcn --profile connectx -o OUT",
		"python --output":  "python dcqcn -o OUT",
		"rust --output":    "rust dcqcnnp -o OUT",
		"smt --output":     "smt ../../docs/examples/aimd -o OUT",
		"sv-dpi --output":  "sv-dpi dcqcn -o OUT",
		"vectors --output": "vectors ../../docs/examples/aimd --effort 0 -o OUT",
		"verilog --output": "verilog dcqcnnp -o OUT",
		"verilog --wave":   "verilog dcqcnnp --check=iverilog --wave OUT.vcd",
	}, map[string]string{
		"build --output":    "TestBuild, which builds one",
		"cost --table":      "the costs of all handlers, written as by c --output",
		"fuzz --corpus":     "TestKeptCorpus of difffuzz, which takes as long as a compiler does",
		"fuzz --findings":   "TestKeepFinding, which has findings",
		"verify --junit":    "written as by p4 --junit",
		"bpf --junit":       "the same",
		"python --junit":    "the same",
		"rust --junit":      "the same",
		"sv-dpi --junit":    "the same",
		"verilog --junit":   "the same",
		"build --replace":   "a folder that is read",
		"new --replace":     "the same",
		"c --prefix":        "a prefix of names",
		"p4 --profile":      "a file that is read",
		"verilog --profile": "the same",
	})
}
