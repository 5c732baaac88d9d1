package conformance

import (
	"cmp"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/check/conformance/bare"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

// Platform is a machine that the port is built for, with the compilers that build for it and the emulator that runs
// the result.
type Platform struct {
	Name string
	// Word and Order are what distinguishes the machine.
	Word  int    // bits
	Order string // little or big endian
	// machine is the machine in the ELF header of its programs.
	machine elf.Machine
	// goarch is the Go name of hosts that run its programs natively.
	goarch   string
	Emulator cc.Emulator
	// cpu is the emulator's model of the core, if it is not the default.
	cpu string
	// Libraries are Debian packages that are needed besides those of the compilers and the emulator.
	Libraries []string
	// Toolchains are the ways of building for it.
	Toolchains []Toolchain
}

// Toolchain is one way of building for a platform.
type Toolchain struct {
	Compiler cc.Compiler
	// Family is the maker of the compiler: gcc or clang.
	Family string
	// Flags select the machine.
	Flags []string
	// Bare builds without operating system and C library, with the runtime of package bare. First the header alone is
	// linked with only the four functions of package bare's Memory.
	Bare bool
	// Linker links if the compiler has no linker for the platform.
	Linker cc.Compiler
}

// hosted returns the toolchains of a machine with Linux: its gcc, and clang, which uses the headers, libraries and
// linker of that gcc. Statically linked programs need nothing else of the foreign system.
func hosted(triple, gcc string) []Toolchain {
	return []Toolchain{
		{Compiler: cc.Compiler{Name: gcc}, Family: "gcc", Flags: []string{"-static"}},
		{Compiler: cc.Compiler{Name: "clang"}, Family: "clang", Flags: []string{"--target=" + triple, "-static"}},
	}
}

// core returns a core without operating system, which the emulator knows as cpu. If clang has the target it builds
// for the core, too, and the core's gcc links.
func core(name string, word int, machine elf.Machine, emulator, cpu, gcc, target string, flags ...string) Platform {
	flags = append(flags, "-ffreestanding")
	p := Platform{
		Name: name, Word: word, Order: "little", machine: machine, Emulator: cc.Emulator{Name: emulator}, cpu: cpu,
		Toolchains: []Toolchain{{Compiler: cc.Compiler{Name: gcc}, Family: "gcc", Flags: flags, Bare: true}},
	}
	if target != "" {
		p.Toolchains = append(p.Toolchains, Toolchain{
			Compiler: cc.Compiler{Name: "clang"}, Family: "clang", Flags: append([]string{"--target=" + target}, flags...), Bare: true,
			Linker: cc.Compiler{Name: gcc},
		})
	}
	return p
}

// Platforms returns the matrix: other word sizes, other byte orders, and the cores of NICs and
// microcontrollers.
func Platforms() []Platform {
	amd64gcc := "x86_64-linux-gnu-gcc"
	if runtime.GOARCH == "amd64" {
		amd64gcc = "gcc"
	}
	const riscv, arm = "riscv64-unknown-elf-gcc", "arm-none-eabi-gcc"
	return []Platform{
		{
			Name: "x86-64", Word: 64, Order: "little", machine: elf.EM_X86_64, goarch: "amd64",
			Emulator: cc.Emulator{Name: "qemu-x86_64"}, Libraries: []string{"libc6-dev"},
			Toolchains: hosted("x86_64-linux-gnu", amd64gcc),
		},
		{
			Name: "i386", Word: 32, Order: "little", machine: elf.EM_386,
			Emulator: cc.Emulator{Name: "qemu-i386"}, Libraries: []string{"libc6-dev-i386-cross"},
			Toolchains: hosted("i686-linux-gnu", "i686-linux-gnu-gcc"),
		},
		{
			Name: "armv7", Word: 32, Order: "little", machine: elf.EM_ARM, goarch: "arm",
			Emulator: cc.Emulator{Name: "qemu-arm"}, Libraries: []string{"libc6-dev-armhf-cross"},
			Toolchains: hosted("arm-linux-gnueabihf", "arm-linux-gnueabihf-gcc"),
		},
		{
			Name: "aarch64", Word: 64, Order: "little", machine: elf.EM_AARCH64, goarch: "arm64",
			Emulator: cc.Emulator{Name: "qemu-aarch64"}, Libraries: []string{"libc6-dev-arm64-cross"},
			Toolchains: hosted("aarch64-linux-gnu", "aarch64-linux-gnu-gcc"),
		},
		{
			Name: "s390x", Word: 64, Order: "big", machine: elf.EM_S390, goarch: "s390x",
			Emulator: cc.Emulator{Name: "qemu-s390x"}, Libraries: []string{"libc6-dev-s390x-cross"},
			Toolchains: hosted("s390x-linux-gnu", "s390x-linux-gnu-gcc"),
		},
		core("rv64imac", 64, elf.EM_RISCV, "qemu-riscv64", "", riscv, "riscv64-unknown-elf", "-march=rv64imac", "-mabi=lp64", "-mcmodel=medany"),
		core("rv32imac", 32, elf.EM_RISCV, "qemu-riscv32", "", riscv, "riscv32-unknown-elf", "-march=rv32imac", "-mabi=ilp32"),
		core("rv32imc", 32, elf.EM_RISCV, "qemu-riscv32", "", riscv, "riscv32-unknown-elf", "-march=rv32imc", "-mabi=ilp32"),
		core("lx106", 32, elf.EM_XTENSA, "qemu-xtensa", "lx106", "xtensa-lx106-elf-gcc", ""),
		// qemu's user emulation has no system calls for a Cortex-M. The R5 has all of its instructions.
		core("cortex-m0plus", 32, elf.EM_ARM, "qemu-arm", "cortex-r5", arm, "arm-none-eabi", "-mcpu=cortex-m0plus", "-mthumb"),
		core("cortex-m4", 32, elf.EM_ARM, "qemu-arm", "cortex-r5", arm, "arm-none-eabi", "-mcpu=cortex-m4", "-mthumb"),
		core("cortex-r5", 32, elf.EM_ARM, "qemu-arm", "cortex-r5", arm, "arm-none-eabi", "-mcpu=cortex-r5"),
	}
}

// native reports whether the host runs the platform's programs natively.
func (p *Platform) native() bool { return p.goarch == runtime.GOARCH && runtime.GOOS == "linux" }

// Run returns the command that runs a program of the platform under its emulator.
func (p *Platform) Run(bin string) []string {
	if p.cpu == "" {
		return []string{p.Emulator.Name, bin}
	}
	return []string{p.Emulator.Name, "-cpu", p.cpu, bin}
}

// RunsOn names what runs the platform's programs on this host.
func (p *Platform) RunsOn() string {
	if p.native() {
		return "this machine"
	}
	return p.Emulator.Name
}

// SelectPlatforms returns the platforms of these names, or all of them if names is empty. The error of an unknown
// name lists the known ones.
func SelectPlatforms(names []string) ([]Platform, error) {
	all := Platforms()
	if len(names) == 0 {
		return all, nil
	}
	var some []Platform
	for _, name := range names {
		i := slices.IndexFunc(all, func(p Platform) bool { return p.Name == name })
		if i < 0 {
			known := collect.Of(all, func(p Platform) string { return p.Name })
			return nil, fmt.Errorf("unknown platform %q%s; one of %s", name, nearest.Hint(name, known), strings.Join(known, ", "))
		}
		some = append(some, all[i])
	}
	return some, nil
}

// MatrixTargets makes a target for each toolchain of the platforms, of the given families, at each optimisation
// level; by default -O2, and -O0 with or -Os without an operating system. With an operating system the last level is
// repeated in the form without libgcc, the default on small cores. A family other than gcc and clang is an error.
func MatrixTargets(platforms []Platform, families, levels []string) ([]Target, error) {
	for _, f := range families {
		if f != "gcc" && f != "clang" {
			return nil, fmt.Errorf("compiler %q does not build for the matrix; use gcc and clang", f)
		}
	}
	var targets []Target
	for i := range platforms {
		for j := range platforms[i].Toolchains {
			t := &platforms[i].Toolchains[j]
			if !slices.Contains(families, t.Family) {
				continue
			}
			at := levels
			if len(at) == 0 {
				at = []string{map[bool]string{false: "-O0", true: "-Os"}[t.Bare], "-O2"}
			}
			for _, l := range at {
				targets = append(targets, Target{Compiler: t.Compiler, Flags: []string{l}, Label: l, platform: &platforms[i], toolchain: t})
			}
			if !t.Bare {
				parts := targets[len(targets)-1]
				parts.Label, parts.Parts = parts.Label+" NO_LIBGCC", true
				targets = append(targets, parts)
			}
		}
	}
	return targets, nil
}

// Missing returns an error that names all compilers and emulators that the targets need but that are not installed,
// and their Debian packages.
func Missing(targets []Target) error {
	var tools, packages []string
	need := func(name, pkg string, err error, more ...string) {
		if err != nil && !slices.Contains(tools, name) {
			tools = append(tools, name)
			packages = collect.Union(packages, append(more, pkg)...)
		}
	}
	for i := range targets {
		t := &targets[i]
		if t.platform == nil {
			continue
		}
		for _, c := range []cc.Compiler{t.toolchain.Compiler, t.toolchain.Linker} {
			if c.Name != "" {
				_, err := c.Find()
				need(c.Name, c.Package(), err, t.platform.Libraries...)
			}
		}
		if !t.platform.native() {
			_, err := t.platform.Emulator.Find()
			need(t.platform.Emulator.Name, t.platform.Emulator.Package(), err)
		}
	}
	if len(tools) == 0 {
		return nil
	}
	return fmt.Errorf("not installed: %s; on Debian: apt-get install %s", strings.Join(tools, ", "), strings.Join(packages, " "))
}

// build builds the port for the target's platform.
func (t *Target) build(ctx context.Context, c *Config) (bin string, cleanup func(), err error) {
	tc := t.toolchain
	job := cc.Job{
		Compiler: tc.Compiler, Linker: tc.Linker,
		Flags:   slices.Concat([]string{tc.Compiler.Standard()}, cc.Warnings(), t.Flags, tc.Flags, t.form(c)),
		Files:   []cc.File{c.Header, {Name: "firmware.c", Data: c.Program}},
		Sources: []string{"firmware.c"},
	}
	if tc.Bare {
		if err := t.bare(ctx, c, &job); err != nil {
			return "", func() {}, err
		}
	}
	bin, cleanup, err = job.Build(ctx)
	if err == nil {
		err = t.platform.check(bin)
	} else if ctx.Err() == nil && !t.links(ctx) {
		err = fmt.Errorf("%s cannot link a C program for %s; on Debian: apt-get install %s", tc.Compiler.Name, t.platform.Name,
			strings.Join(append([]string{t.platform.Toolchains[0].Compiler.Package()}, t.platform.Libraries...), " "))
	}
	return bin, cleanup, err
}

// bare makes the job one for a core without operating system. It first links the header alone, with only the
// functions of bare.Memory: the program around it may use libgcc, the firmware must not.
func (t *Target) bare(ctx context.Context, c *Config, job *cc.Job) error {
	files, err := bare.Files()
	if err != nil {
		return err
	}
	job.Files = append(job.Files, files...)
	// The program uses read and write, which the runtime has, for input and output.
	job.Flags = append(job.Flags, "-D__unix__", "-I.")
	link := []string{"-static", "-nostdlib", "-Wl,--no-warn-rwx-segments"}
	if t.toolchain.Linker.Name == "" {
		job.Flags = append(job.Flags, link...)
	} else {
		job.LinkFlags = append(link, t.toolchain.Flags[1:]...) // without clang's target
	}
	alone := *job
	alone.Files = append(slices.Clone(job.Files), cc.File{Name: "alone.c", Data: fmt.Appendf(nil, "#define %sIMPLEMENTATION\n#include \"%s\"\n", c.macro(), c.Header.Name)})
	alone.Sources = []string{"alone.c", bare.Memory}
	alone.Libraries = []string{"-Wl,--entry=memcpy"} // any: it is not run
	_, cleanup, err := alone.Build(ctx)
	cleanup()
	if err != nil {
		return fmt.Errorf("the header for %s does not link without libgcc: %w", t.Name(), err)
	}
	job.Sources = append(job.Sources, bare.Sources()...)
	job.Libraries = []string{"-lgcc"}
	return nil
}

// links reports whether the toolchain can link an empty program: the platform's C library is a separate package.
func (t *Target) links(ctx context.Context) bool {
	if t.toolchain.Bare {
		return true
	}
	_, cleanup, err := cc.Job{
		Compiler: t.toolchain.Compiler, Flags: t.toolchain.Flags, Sources: []string{"empty.c"},
		Files: []cc.File{{Name: "empty.c", Data: []byte("#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n")}},
	}.Build(ctx)
	cleanup()
	var exit *exec.ExitError
	return !errors.As(err, &exit)
}

// check compares the program's ELF header with the platform: a compiler that built for its own machine would pass
// every vector.
func (p *Platform) check(bin string) error {
	f, err := elf.Open(bin)
	if err != nil {
		return fmt.Errorf("the program for %s: %w", p.Name, err)
	}
	defer f.Close()
	class, data := elf.ELFCLASS64, elf.ELFDATA2LSB
	if p.Word == 32 {
		class = elf.ELFCLASS32
	}
	if p.Order == "big" {
		data = elf.ELFDATA2MSB
	}
	if f.Machine != p.machine || f.Class != class || f.Data != data {
		return fmt.Errorf("the program for %s is for %v (%v, %v); its compiler does not build for %s", p.Name, f.Machine, f.Class, f.Data, p.Name)
	}
	return nil
}

// ToolchainInfo is a toolchain of a platform, what it needs, and which of that is not installed.
type ToolchainInfo struct {
	Platform string   `json:"platform"`
	Word     int      `json:"word_bits"`
	Order    string   `json:"endian"`
	Compiler string   `json:"compiler"`
	Flags    []string `json:"flags"`
	RunsOn   string   `json:"runs_on"`
	Packages []string `json:"debian_packages"`
	Missing  []string `json:"missing"`
}

// ListPlatforms lists the toolchains of platforms.
func ListPlatforms(platforms []Platform) []ToolchainInfo {
	var out []ToolchainInfo
	for i := range platforms {
		p := &platforms[i]
		for j := range p.Toolchains {
			tc := &p.Toolchains[j]
			l := ToolchainInfo{p.Name, p.Word, p.Order, tc.Compiler.Name, append([]string{}, tc.Flags...), p.RunsOn(), []string{tc.Compiler.Package()}, []string{}}
			if first := p.Toolchains[0].Compiler.Package(); !slices.Contains(l.Packages, first) {
				l.Packages = append(l.Packages, first)
			}
			l.Packages = append(l.Packages, p.Libraries...)
			if !p.native() {
				l.Packages = append(l.Packages, p.Emulator.Package())
			}
			for _, c := range []cc.Compiler{tc.Compiler, tc.Linker} {
				if _, err := c.Find(); c.Name != "" && err != nil {
					l.Missing = append(l.Missing, c.Name)
				}
			}
			if _, err := p.Emulator.Find(); err != nil && !p.native() {
				l.Missing = append(l.Missing, p.Emulator.Name)
			}
			out = append(out, l)
		}
	}
	return out
}

// WritePlatforms prints what ListPlatforms lists. The error is that of w.
func WritePlatforms(w io.Writer, platforms []Platform) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "platform\tbits\tendian\tcompiler\tflags\truns on\tDebian packages\tmissing")
	for _, l := range ListPlatforms(platforms) {
		missing := cmp.Or(strings.Join(l.Missing, ", "), "-")
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\n", l.Platform, l.Word, l.Order, l.Compiler,
			strings.Join(l.Flags, " "), l.RunsOn, strings.Join(l.Packages, " "), missing)
	}
	return t.Flush()
}
