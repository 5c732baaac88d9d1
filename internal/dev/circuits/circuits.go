package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/verilog"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/internal/base/text/collect"
)

// mostThreads is more than any machine that this runs on has processors: each thread has a model.
const mostThreads = 256

// unit is a function with its circuit, whose text a test may change.
type unit struct {
	f *ir.Func
	c *verilog.Circuit
}

func (u unit) name() string { return u.f.Name }

// units returns the functions of fixedpoint that others call with one argument of 32 bits and that
// return one number, in the order of the source.
func units(p *ir.Program) ([]unit, error) {
	var out []unit
	for _, q := range p.Packages {
		if q.Name != "fixedpoint" {
			continue
		}
		for _, d := range q.Decls {
			f, ok := d.(*ir.Func)
			if !ok || !f.Export || !f.Scalars() || len(f.Params) != 1 || f.Params[0].Type.Kind.Bits() != 32 || len(f.Results) != 1 {
				continue
			}
			c, err := verilog.FunctionCircuit(p, f)
			if err != nil {
				return nil, err
			}
			if n := c.Inputs[0].Bits; n != 32 {
				return nil, fmt.Errorf("%s: %s takes an argument of %d bits by its declared range, not 32", f.Pos, f.FullName(), n)
			}
			out = append(out, unit{f, c})
		}
	}
	return out, nil
}

// span is the arguments first, first+every and so on, up to last. A signed argument is its word.
type span struct{ first, last, every uint32 }

// result is what a comparison found of a function.
type result struct {
	u                      unit
	arguments, differences uint64
	// Of the smallest argument on which they differ, as words.
	argument, circuit, port uint32
}

// first says where circuit and port differ.
func (r result) first() string {
	in, out := r.u.f.Params[0].Type.Kind, r.u.f.Results[0].Kind
	return fmt.Sprintf("%s(%v): the circuit has %v, the port %v", r.u.name(), in.Big(uint64(r.argument)), out.Big(uint64(r.circuit)), out.Big(uint64(r.port)))
}

// effort is how much a compiler does for the models: fast ones take it longer.
type effort []string

var (
	fast  = effort{"-O3", "-CFLAGS", "-O2"}
	quick = effort{"-O3", "-MAKEFLAGS", "OPT_FAST=-O0", "-MAKEFLAGS", "OPT_SLOW=-O0", "-MAKEFLAGS", "OPT_GLOBAL=-O0"}
)

//go:embed harness/both.cpp
var harness string

// compare runs the circuits of functions, as one model, and their port on the arguments. The error is
// that of a tool.
func compare(ctx context.Context, p *ir.Program, list []unit, s span, threads int, e effort) ([]result, error) {
	verilator, err := exec.LookPath("verilator")
	if err != nil {
		return nil, errors.New("verilator is not installed; on Debian: apt-get install verilator")
	}
	dir, remove, err := child.Folder("circuits-")
	if err != nil {
		return nil, err
	}
	defer remove()
	o := cgen.Options{Only: collect.Of(list, func(u unit) string { return u.f.FullName() })}
	header, err := cgen.Generate(p, o)
	if err != nil {
		return nil, err
	}
	for name, text := range map[string]string{"circuits.v": modules(list), "cc.h": string(header), "both.cpp": program(p, list)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	// The flags waive what the printed modules waive, and that a counting function has its own x.
	build := append([]string{"--cc", "--exe", "--build", "-Wall", "-Wno-DECLFILENAME", "-Wno-UNUSEDSIGNAL", "-Wno-VARHIDDEN", "--Mdir", "obj", "--prefix", "Model",
		"--top-module", "circuits", "-o", "both", "-LDFLAGS", "-pthread"}, e...)
	if _, err := start(ctx, dir, verilator, append(build, "circuits.v", "both.cpp")...); err != nil {
		return nil, err
	}
	said, err := start(ctx, dir, filepath.Join(dir, "obj", "both"), fmt.Sprint(s.first), fmt.Sprint(s.last), fmt.Sprint(s.every), fmt.Sprint(threads))
	if err != nil {
		return nil, err
	}
	var out []result
	for i, l := range strings.Split(strings.TrimSpace(said), "\n") {
		r := result{}
		if _, err := fmt.Sscan(l, &r.arguments, &r.differences, &r.argument, &r.circuit, &r.port); err != nil || i >= len(list) {
			return nil, fmt.Errorf("the harness gave an answer that makes no sense: %.200q", l)
		}
		if want := uint64(s.last-s.first)/uint64(s.every) + 1; r.arguments != want {
			return nil, fmt.Errorf("the harness tried %d arguments of %s, not %d", r.arguments, list[i].name(), want)
		}
		r.u = list[i]
		out = append(out, r)
	}
	if len(out) != len(list) {
		return nil, fmt.Errorf("the harness answered for %d functions, not %d", len(out), len(list))
	}
	return out, nil
}

// start runs a program in a folder and returns what it prints. The error holds all that it says.
func start(ctx context.Context, dir, path string, args ...string) (string, error) {
	c := child.Command(ctx, dir, path, args...)
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	err := child.Run(ctx, c)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", fmt.Errorf("%s fails (%w): %s%s", filepath.Base(path), err, said.String(), out.String())
	}
	return out.String(), nil
}

// modules is the text of the circuits, below a module that has a port for each argument and result.
func modules(list []unit) string {
	var b, ports, inside strings.Builder
	for i, u := range list {
		b.Write(u.c.Text)
		in, out := u.c.Inputs[0], u.c.Outputs[0]
		fmt.Fprintf(&ports, ",\n    input wire [31:0] x%d,\n    output wire [%d:0] y%d", i, out.Bits-1, i)
		fmt.Fprintf(&inside, "    %s f%d (.%s(x%d), .%s(y%d));\n", u.c.Module, i, in.Name, i, out.Name, i)
	}
	fmt.Fprintf(&b, "module circuits (%s\n);\n%sendmodule\n", strings.TrimPrefix(ports.String(), ","), inside.String())
	return b.String()
}

// program is the harness with its table of functions.
func program(p *ir.Program, list []unit) string {
	names := cgen.NamesOf(p, "cc_")
	var b strings.Builder
	for i, u := range list {
		fmt.Fprintf(&b, "    {[](Model &m, uint32_t x) { m.x%d = x; },\n     [](const Model &m) { return static_cast<uint32_t>(static_cast<%s>(m.y%d)); },\n     [](uint32_t x) { return static_cast<uint32_t>(%s(static_cast<%s>(x))); }},\n",
			i, cgen.CType(u.f.Results[0].Kind), i, names.Func(u.f), cgen.CType(u.f.Params[0].Type.Kind))
	}
	return strings.Replace(harness, "@FUNCTIONS@", strings.TrimSuffix(b.String(), "\n"), 1)
}
