package bpf

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/internal/sys/child"
)

// flags are the options under which what is printed is compiled. Assertions of C's library and
// the machine's own headers are not needed; the path of the folder is not put into the object.
var flags = []string{"-target", "bpf", "-O2", "-g", "-ffreestanding", "-ffile-compilation-dir=.", "-Wall", "-Wextra", "-Werror"}

// Clang returns the compiler that makes BPF objects.
func Clang() cc.Compiler { return cc.Compiler{Name: "clang"} }

// Compile compiles one of the program's sources, Packets, Notify or an example, and returns the
// object. The error is that of a compiler that is not installed, or holds what it says.
func (p *Program) Compile(ctx context.Context, source File) ([]byte, error) {
	return compile(ctx, Clang(), []File{p.Header, p.Wire, p.Maps, source}, source.Name)
}

func compile(ctx context.Context, by cc.Compiler, files []File, source string) ([]byte, error) {
	j := cc.Job{Compiler: by, Flags: append(append([]string(nil), flags...), "-c"), Sources: []string{source}}
	for _, f := range files {
		j.Files = append(j.Files, cc.File{Name: f.Name, Data: f.Data})
	}
	object, cleanup, err := j.Build(ctx)
	defer cleanup()
	if err != nil {
		return nil, err
	}
	return os.ReadFile(object)
}

// ObjectName is the name of the object of Packets.
func (p *Program) ObjectName() string { return p.view.Name + ".bpf.o" }

// native compiles the program that is timed beside the kernel's machine, and runs it on samples.
func (p *Program) native(ctx context.Context, values []uint64, rounds int, samples []byte) (output []byte, compiler string, err error) {
	v := *p.view
	v.setParams(p.Def, values)
	main, err := v.print(v.Name+"_native.c", nativeText)
	if err != nil {
		return nil, "", err
	}
	by := cc.Compiler{Name: "gcc"}
	if _, err := by.Find(); err != nil {
		by = Clang()
	}
	bin, cleanup, err := cc.Job{
		Compiler: by, Flags: []string{"-std=gnu99", "-O2"}, Sources: []string{main.Name},
		Files: []cc.File{{Name: p.plain.Name, Data: p.plain.Data}, {Name: p.Wire.Name, Data: p.Wire.Data}, {Name: main.Name, Data: main.Data}},
	}.Build(ctx)
	defer cleanup()
	if err != nil {
		return nil, "", err
	}
	c := child.Command(ctx, filepath.Dir(bin), bin, fmt.Sprint(rounds))
	output, err = feed(ctx, c, samples)
	return output, by.Name, err
}
