package difffuzz

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/ir"
)

//go:embed harness
var harness embed.FS

const prefix = "cc_"

// Port is the text of the C code under test. A test may change it to see that the change is found.
type Port struct {
	Header  cc.File
	Harness []byte // the libFuzzer target
	Program []byte // the firmware program, for running a finding again
}

// NewPort prints the port of the targets and the harness around it. The errors are those
// of cgen.Generate.
func NewPort(p *ir.Program, targets []Target) (Port, error) {
	o := cgen.Options{Prefix: prefix}
	var table strings.Builder
	for _, t := range targets {
		o.Only = append(o.Only, t.Name())
		fmt.Fprintf(&table, "\t%q,\n", t.Name())
	}
	var port Port
	var err error
	if port.Header.Name, err = cgen.HeaderName(o); err != nil {
		return Port{}, err
	}
	if port.Header.Data, err = cgen.Generate(p, o); err != nil {
		return Port{}, err
	}
	if port.Program, err = cgen.Program(p, o); err != nil {
		return Port{}, err
	}
	before, err := harness.ReadFile("harness/before.c")
	if err != nil {
		return Port{}, err
	}
	after, err := harness.ReadFile("harness/after.c")
	if err != nil {
		return Port{}, err
	}
	text := strings.Replace(string(after), "@TARGETS@", table.String(), 1)
	port.Harness, err = cgen.Harness(p, o, string(before), text)
	return port, err
}

var (
	sanitize = []string{"-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all"}
	// Optimised, since fuzzing lives on inputs per second; with line numbers for reports; at fixed addresses, since
	// libFuzzer's choices depend on them.
	optimise = []string{"-O1", "-gline-tables-only", "-fno-omit-frame-pointer", "-fno-pie", "-no-pie"}
)

// build compiles the libFuzzer target and the plain firmware program.
func (p *Port) build(ctx context.Context, clang cc.Compiler) (fuzzer, program string, cleanup func(), err error) {
	cleanup = func() {}
	flags := append(append([]string{clang.Standard()}, optimise...), sanitize...)
	fuzzer, first, err := cc.Job{
		Compiler: clang, Flags: flags, Sources: []string{"harness.c"},
		Files: []cc.File{p.Header, {Name: "harness.c", Data: p.Harness}},
	}.Build(ctx)
	if err != nil {
		first()
		return "", "", cleanup, explain(ctx, clang, err)
	}
	program, second, err := cc.Build(ctx, clang, []string{clang.Standard(), "-O1"}, p.Header, p.Program)
	cleanup = func() { first(); second() }
	return fuzzer, program, cleanup, err
}

// explain adds to an error of the build whether libFuzzer is missing.
func explain(ctx context.Context, clang cc.Compiler, failed error) error {
	var exit *exec.ExitError
	if ctx.Err() != nil || !errors.As(failed, &exit) {
		return failed
	}
	const empty = "int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n);\n" +
		"int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return d == 0 && n > 0; }\n"
	_, cleanup, err := cc.Job{
		Compiler: clang, Flags: sanitize, Sources: []string{"empty.c"}, Files: []cc.File{{Name: "empty.c", Data: []byte(empty)}},
	}.Build(ctx)
	cleanup()
	if err == nil {
		return failed
	}
	pkg := "libclang-rt-dev"
	if out, err := exec.CommandContext(ctx, clang.Name, "-dumpversion").Output(); err == nil {
		if major, _, ok := strings.Cut(string(out), "."); ok {
			pkg = "libclang-rt-" + major + "-dev"
		}
	}
	return fmt.Errorf("%s has no libFuzzer or sanitizers to link; on Debian: apt-get install %s", clang.Name, pkg)
}
