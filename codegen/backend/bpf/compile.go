package bpf

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/internal/base/sys/child"
)

// flags are the options for compiling the printed program. Assertions of C's library and the machine's own headers
// are not needed; the path of the folder is kept out of the object.
var flags = []string{"-target", "bpf", "-O2", "-g", "-ffreestanding", "-ffile-compilation-dir=.", "-Wall", "-Wextra", "-Werror"}

// Clang returns the compiler that makes BPF objects.
func Clang() cc.Compiler { return cc.Compiler{Name: "clang"} }

// Compile compiles one of the program's sources, Packets, Notify or an example, and returns the object. It fails if
// the compiler is not installed, or with the compiler's messages.
func (p *Program) Compile(ctx context.Context, source File) ([]byte, error) {
	object, err := compile(ctx, Clang(), []File{p.Header, p.Wire, p.Maps, source}, source.Name)
	if err != nil && p.view.Laws {
		err = fmt.Errorf("%w; --laws keeps the state before each step, too", err)
	}
	return object, err
}

func compile(ctx context.Context, by cc.Compiler, files []File, source string) ([]byte, error) {
	j := cc.Job{Compiler: by, Flags: append(append([]string(nil), flags...), "-c"), Sources: []string{source}}
	for _, f := range files {
		j.Files = append(j.Files, cc.File{Name: f.Name, Data: f.Data})
	}
	object, cleanup, err := j.Build(ctx)
	defer cleanup()
	if err != nil {
		return nil, inLine(by.Name, err)
	}
	return os.ReadFile(object)
}

// firstError finds the first error in what clang says, with its place if it has one.
var firstError = regexp.MustCompile(`(?m)^(\S+:\d+):\d+: (?:fatal )?error: (.*)$|^(?:fatal )?error: (.*)$`)

// remedies are what to do about errors of clang's that the source of an algorithm is the cause of.
var remedies = []struct{ says, remedy string }{
	{"BPF stack limit", "a step keeps more than 512 bytes beside its state; work in the state, not on a copy of it, and make local arrays smaller"},
	{"call to built-in function", "BPF has no library; assign a value of many fields in parts, an array of it element by element"},
}

// inLine puts what clang says against a program into one line, with the remedy.
func inLine(clang string, err error) error {
	m := firstError.FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	at, says := m[1], strings.TrimSuffix(m[2]+m[3], ".")
	remedy := "--source-only writes the C that it refuses"
	for _, r := range remedies {
		if strings.Contains(says, r.says) {
			says, _, _ = strings.Cut(says, ". ") // clang's own advice is for C
			remedy = r.remedy
		}
	}
	if at != "" {
		at += ": "
	}
	return fmt.Errorf("%s: %s%s; %s", clang, at, says, remedy)
}

// ObjectName is the name of the object of Packets.
func (p *Program) ObjectName() string { return p.view.Name + ".bpf.o" }

// native compiles the program that is timed natively, for comparison with BPF, and runs it on samples.
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
