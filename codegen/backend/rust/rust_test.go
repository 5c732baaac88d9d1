package rust_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/ranges"
	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/backend/rust"
	"smartnic-cc/codegen/check/agreetest"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/vectors"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/pipe"
)

func firmware(t testing.TB) *ir.Program {
	t.Helper()
	p, err := codegen.Firmware()
	require.NoError(t, err)
	return p
}

// never says that nothing of a program is proven.
func never(ir.Pos) bool { return true }

func crate(t testing.TB, p *ir.Program, name string, unproven func(ir.Pos) bool) *rust.Crate {
	t.Helper()
	c, err := rust.New(p, rust.Options{Name: name, Command: "ccgen rust " + name, Unproven: unproven})
	require.NoError(t, err)
	return c
}

// running starts a crate's example, which ends with the test.
func running(t testing.TB, c *rust.Crate, checks bool) *pipe.Program {
	t.Helper()
	tier.Require(t, "rustc")
	c.Unchecked = !checks
	p, remove, err := c.Run(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, p.Close())
		remove()
	})
	return p
}

func text(t testing.TB, c *rust.Crate, name string) *printer.File {
	t.Helper()
	i := slices.IndexFunc(c.Files, func(f printer.File) bool { return f.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return &c.Files[i]
}

// TestGolden: the text of an algorithm, as people read it.
func TestGolden(t *testing.T) {
	c := crate(t, firmware(t), "dcqcn", nil)
	golden.Check(t, "testdata/dcqcn.rs.golden", text(t, c, "src/dcqcn.rs").Text)
	require.Equal(t, c.Files, crate(t, firmware(t), "dcqcn", nil).Files)
}

// silent requires that clippy is silent about a crate, and about its tests, of which the example is a part.
func silent(t *testing.T, c *rust.Crate) {
	t.Helper()
	tier.Require(t, "clippy-driver")
	dir := t.TempDir()
	require.NoError(t, c.Write(dir))
	library := "cc_" + c.Name
	for _, args := range [][]string{
		{"--crate-type=rlib", "--crate-name=" + library, "src/lib.rs"},
		{"--extern=" + library, "--emit=metadata", "--test", "tests/vectors.rs"},
	} {
		cmd := exec.Command("clippy-driver", append([]string{"--edition=2021", "-Dwarnings", "-L."}, args...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Empty(t, string(out))
	}
}

// TestClippy: clippy is silent about the crate of each algorithm and of each package that only exports functions.
func TestClippy(t *testing.T) {
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	p := firmware(t)
	names := []string{"fixedpoint"}
	for _, tr := range p.Transducers {
		names = append(names, tr.Name)
	}
	for _, name := range names {
		if tier.Long() || name == "dcqcn" {
			c := crate(t, p, name, nil)
			require.NoError(t, c.AddVectors(files))
			silent(t, c)
		}
	}
}

// TestExamples: the algorithms of docs/examples, whose vectors are made of their source.
func TestExamples(t *testing.T) {
	tier.Require(t, "rustc")
	folders, err := filepath.Glob("../../../docs/examples/*/profiles.toml")
	require.NoError(t, err)
	require.Len(t, folders, 8)
	for _, path := range folders {
		dir := filepath.Dir(path)
		if !tier.Long() && filepath.Base(dir) != "timely" {
			continue
		}
		p, err := codegen.Load([]string{dir})
		require.NoError(t, err)
		require.Empty(t, ranges.Analyse(p.Program).Of(p.Own).Unproven())
		files, err := vectors.Load(t.Context(), p, nil, vectors.Options{Seed: vectors.DefaultSeed})
		require.NoError(t, err)
		c := crate(t, p.Program, p.Algorithms()[0], nil)
		o, err := c.Check(t.Context(), files, nil)
		require.NoError(t, err, dir)
		require.Nil(t, o.Report, dir)
		require.Positive(t, o.Steps)
		require.NoError(t, c.AddVectors(files))
		silent(t, c)
	}
}

// TestWrapsWhereTheSourceWraps: in the firmware each wrapping operation stands in a function with //ccgen:wrap, or with a
// line that has it.
func TestWrapsWhereTheSourceWraps(t *testing.T) {
	p := firmware(t)
	wraps := map[string]bool{} // places of functions
	for _, f := range p.Funcs() {
		next := f.Pos.Line + 1<<20
		for _, g := range f.Pkg.Decls {
			if g, ok := g.(*ir.Func); ok && g.Pos.File == f.Pos.File && g.Pos.Line > f.Pos.Line {
				next = min(next, g.Pos.Line)
			}
		}
		for line := range p.Wraps()[f.Pos.File] {
			if line >= f.Pos.Line && line < next {
				wraps[fmt.Sprintf("%s:%d", f.Pos.File, f.Pos.Line)] = true
			}
		}
		if f.Contract.Wrap {
			wraps[fmt.Sprintf("%s:%d", f.Pos.File, f.Pos.Line)] = true
		}
	}
	found := 0
	for _, name := range []string{"fixedpoint", "dcqcn", "dcqcnnp", "dolcerc", "dolcercplus", "bandit"} {
		for _, f := range crate(t, p, name, nil).Files {
			at := ""
			for l := range strings.Lines(string(f.Text)) {
				if m := regexp.MustCompile(`^/// (\S+\.go:\d+)$`).FindStringSubmatch(strings.TrimSpace(l)); m != nil {
					at = m[1]
				}
				if strings.HasPrefix(f.Name, "src/") && strings.Contains(l, "wrapping_") {
					require.True(t, wraps[at], "%s: %s: %s", f.Name, at, l)
					found++
				}
			}
		}
	}
	require.Greater(t, found, 20)
}

// load compiles a package of one file.
func load(t *testing.T, src string) *ir.Program {
	t.Helper()
	p, err := frontend.Load(fstest.MapFS{"go.mod": {Data: []byte("module m\n")}, "odd/odd.go": {Data: []byte(src)}}, "m", []string{"odd"}, frontend.Options{})
	require.NoError(t, err)
	return p
}

// TestAwkwardSource: names and comments that Rust would read as its own.
func TestAwkwardSource(t *testing.T) {
	p := load(t, "package odd\n\n"+`
// Self is a "type" \ with */ and [brackets] and <T>.
type Self struct {
	impl uint8 // "trail" \
	crate [2]lambda
	LEAVES, self bool
}

type lambda struct{ fn, u8 uint16 }

// Connection's name is taken.
type Connection struct{ X uint32 }

type Lambda struct{ Y uint8 }

const match, dyn = 7, 1 << 2 //ends with \

//ccgen:transducer odd init=list
func Step(in *Connection, s *Self, mut *Lambda) uint8 {
	global := s.crate[mut.Y&1].u8
	s.crate[0] = s.crate[1]
	s.crate[1].fn += uint16(dyn) + global
	s.self = !s.LEAVES && s.self == s.LEAVES
	list_2 := where(in.X, 3)
	s.impl = list_2
	loop, where_2 := uint8(2), uint8(3)
	switch (list_2 + loop) & 3 { // a comment
	case 1, 2:
		where_2--
	default:
	}
	move := s.take(s.impl, s.crate[0].fn)
	return list_2 ^ where_2 ^ match ^ move
}

func (s *Self) take(impl uint8, of uint16) uint8 {
	s.impl += impl
	return s.impl + uint8(of)
}

func list(ref *Connection, s *Self) { *s = Self{impl: 3} }

// where has a word of Rust's for a name, a line with a tab:	and one that ends in a backslash: \
func where(move uint32, Self uint8) uint8 { return uint8(move>>Self) * min(3, Self) }
`)
	agreetest.Compare(t, conformance.Interpreter(p), running(t, crate(t, p, "odd", never), true), p.Transducers[0], 1, 20, 20)
}

// TestOverflow: arithmetic that is said to be proven and overflows stops a build with overflow checks, and has the bits of Go
// without them; what is not proven, or is to wrap, wraps in both.
func TestOverflow(t *testing.T) {
	p := load(t, `package odd

//ccgen:export
func Next(x uint8) uint8 { return x + 1 }

//ccgen:export
func Wrapped(x uint8) uint8 {
	return x + 1 //ccgen:wrap that is what is asked
}
`)
	for _, test := range []struct {
		unproven func(ir.Pos) bool
		checks   bool
		fails    bool
	}{{nil, true, true}, {nil, false, false}, {never, true, false}} {
		have := running(t, crate(t, p, "odd", test.unproven), test.checks)
		out, err := have.Call("odd.Wrapped", []uint64{255})
		require.NoError(t, err)
		require.Equal(t, []uint64{0}, out)
		out, err = have.Call("odd.Next", []uint64{255})
		if test.fails {
			require.ErrorContains(t, err, "attempt to add with overflow")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, []uint64{0}, out)
	}
}

// TestLayout: sizes and offsets of the structs are those of the C header, as two compilers have them.
func TestLayout(t *testing.T) {
	tier.Require(t, "rustc", "gcc")
	p := firmware(t)
	dir := t.TempDir()
	header, err := cgen.Generate(p, cgen.Options{Only: []string{"dolcerc4", "dolcercplus4"}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cc.h"), header, 0o600))
	inC, inRust := strings.Builder{}, strings.Builder{}
	inC.WriteString("#include <stddef.h>\n#include <stdio.h>\n#include \"cc.h\"\nint main(void) {\n")
	structs := 0
	for _, name := range []string{"dolcerc4", "dolcercplus4"} {
		c := crate(t, p, name, nil)
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o700))
		require.NoError(t, c.Write(filepath.Join(dir, name)))
		tool(t, filepath.Join(dir, name), "rustc", "--edition=2021", "--crate-type=rlib", "--crate-name=cc_"+name, "src/lib.rs", "--out-dir=..")
		for _, f := range c.Files {
			module, ok := strings.CutPrefix(strings.TrimSuffix(f.Name, ".rs"), "src/")
			if !ok || module == "lib" {
				continue
			}
			for _, m := range regexp.MustCompile(`(?ms)^pub struct (\w+) \{\n(.*?)^\}`).FindAllStringSubmatch(string(f.Text), -1) {
				structs++
				ofC := "cc_" + module + "_" + cgen.Snake(m[1])
				fmt.Fprintf(&inC, "\tprintf(\"%s.%s %%zu\\n\", sizeof(%s));\n", name, ofC, ofC)
				fmt.Fprintf(&inRust, "    println!(\"%s.%s {}\", std::mem::size_of::<cc_%s::%s::%s>());\n", name, ofC, name, module, m[1])
				for _, field := range regexp.MustCompile(`(?m)^    pub (\w+):`).FindAllStringSubmatch(m[2], -1) {
					fmt.Fprintf(&inC, "\tprintf(\"%s %%zu\\n\", offsetof(%s, %[1]s));\n", field[1], ofC)
					fmt.Fprintf(&inRust, "    println!(\"%s {}\", { let s = cc_%s::%s::%s::ZERO; &s.%[1]s as *const _ as usize - &s as *const _ as usize });\n",
						field[1], name, module, m[1])
				}
			}
		}
	}
	require.Greater(t, structs, 12)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "c.c"), []byte(inC.String()+"\treturn 0;\n}\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "r.rs"), []byte("fn main() {\n"+inRust.String()+"}\n"), 0o600))
	tool(t, dir, "gcc", "-o", "c", "c.c")
	tool(t, dir, "rustc", "--edition=2021", "-L.", "--extern=cc_dolcerc4", "--extern=cc_dolcercplus4", "-o", "r", "r.rs")
	require.Equal(t, tool(t, dir, "./c"), tool(t, dir, "./r"))
}

// tool runs a program in a folder and returns what it writes.
func tool(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// TestVectorsOfTheCrate: its own tests pass, and fail where the crate is changed.
func TestVectorsOfTheCrate(t *testing.T) {
	tier.Require(t, "rustc")
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	c := crate(t, firmware(t), "dcqcnnp", nil)
	require.NoError(t, c.AddVectors(files))
	for _, changed := range []bool{false, true} {
		if changed {
			f := text(t, c, "src/dcqcn.rs")
			f.Text = bytes.Replace(f.Text, []byte("s.sent = true"), []byte("s.sent = false"), 1)
		}
		dir := t.TempDir()
		require.NoError(t, c.Write(dir))
		tool(t, dir, "rustc", "--edition=2021", "-Dwarnings", "--crate-type=rlib", "--crate-name=cc_dcqcnnp", "src/lib.rs")
		tool(t, dir, "rustc", "--edition=2021", "-Dwarnings", "-L.", "--extern=cc_dcqcnnp", "--test", "-o", "vectors", "tests/vectors.rs")
		cmd := exec.Command("./vectors")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.Equal(t, changed, err != nil, "%s", out)
		require.Contains(t, string(out), map[bool]string{false: "test result: ok", true: "test dcqcnnp ... FAILED"}[changed])
	}
}

// TestCargo: cargo finds library, example and tests without a network.
func TestCargo(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, "cargo", "rustc")
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	c := crate(t, firmware(t), "dcqcnnp", nil)
	require.NoError(t, c.AddVectors(files))
	dir := t.TempDir()
	require.NoError(t, c.Write(dir))
	require.Contains(t, tool(t, dir, "cargo", "test", "--offline"), "test dcqcnnp ... ok")
	tool(t, dir, "cargo", "build", "--offline", "--example", "firmware")
}

// TestProtocol: what the example answers to requests, right and wrong, in one session.
func TestProtocol(t *testing.T) {
	tier.Require(t, "rustc")
	dir := t.TempDir()
	require.NoError(t, crate(t, firmware(t), "dcqcnnp", nil).Write(dir))
	tool(t, dir, "rustc", "--edition=2021", "--crate-type=rlib", "--crate-name=cc_dcqcnnp", "src/lib.rs")
	tool(t, dir, "rustc", "--edition=2021", "-L.", "--extern=cc_dcqcnnp", "examples/firmware.rs")
	exchanges := [][2]string{
		{"hello 1", "hello 1 dcqcnnp in Rust"},
		{"hello 2", "error unsupported protocol version; this program speaks 1"},
		{"open 0 dcqcnnp 50000", "ok 0 0 0"},
		{"step 0 1000 1", "ok 1 1 1000 0 1"},
		{"step 0 11000 1\r", "ok 0 0 1000 1 1"},
		{"step 0 11000", "error too few fields"},
		{"step 0 11000 1 1", "error too many fields"},
		{"step 0  11000 1", "error : want a decimal u32"},
		{"step 0 +11000 1", "error +11000: want a decimal u32"},
		{"step 0 011000 1", "error 011000: want a decimal u32"},
		{"step 0 4294967296 1", "error 4294967296: want a decimal u32"},
		{"step 1 11000 1", "error unknown connection 1; open it first"},
		{"state 0", "ok 1000 1 1"},
		{"state 0 1", "error too many fields"},
		{"load 0 1 2 1", "ok"},
		{"load 0 1 2 3", "error 3: want a bool, 0 or 1"},
		{"state 0", "ok 1 2 1"},
		{"open x dcqcnnp 50000", "error x: want a decimal u32"},
		{"open 0 dcqcn 50000", "error unknown algorithm dcqcn"},
		{"call fixedpoint.Nothing 1", "error unknown function fixedpoint.Nothing"},
		{"call fixedpoint.Time_Since 3", "error too few fields"},
		{"call fixedpoint.Time_Since 3 4294967295 1", "error too many fields"},
		{"call fixedpoint.Time_Since 3 4294967295", "ok 4"},
		{"close 0", "ok"},
		{"close 0", "error unknown connection 0; open it first"},
		{"", "error unknown request ; one of hello, call, open, load, state, step, close, quit"},
		{strings.Repeat("9", 70000), "error a line of more than 65536 characters"},
		{"hello 1", "hello 1 dcqcnnp in Rust"}, // the input ends here, without a newline
	}
	var in strings.Builder
	for i, e := range exchanges {
		if i > 0 {
			in.WriteByte('\n')
		}
		in.WriteString(e[0])
	}
	for input, want := range map[string]string{in.String(): "", "quit\nhello 1\n": "ok\n"} {
		cmd := exec.Command(filepath.Join(dir, "firmware"))
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.Output()
		require.NoError(t, err)
		if want != "" {
			require.Equal(t, want, string(out))
			continue
		}
		replies := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
		require.Len(t, replies, len(exchanges))
		for i, e := range exchanges {
			require.Equal(t, e[1], replies[i], "%.60q", e[0])
		}
	}
}

// TestRefused: what the compiler says of a crate that it refuses.
func TestRefused(t *testing.T) {
	c := crate(t, firmware(t), "dcqcnnp", nil)
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	fake := filepath.Join(bin, "rustc")
	require.NoError(t, os.WriteFile(fake, []byte("#!/bin/sh\n[ $1 = --version ] && echo rustc 1.2.3 && exit\necho error: no such edition >&2\nexit 1\n"), 0o755))
	o, err := c.Check(t.Context(), files, nil)
	require.EqualError(t, err, "the crate of dcqcnnp: rustc fails (exit status 1): error: no such edition")
	require.Equal(t, "rustc 1.2.3", o.Tool)
}
