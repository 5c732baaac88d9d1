package doca_test

import (
	"bytes"
	"context"
	"embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/check/conformance/bare"
	"smartnic-cc/internal/dev/tier"
)

//go:embed shim
var shim embed.FS

// files are the device program of an algorithm, the shim and its driver.
func files(t testing.TB, algorithm string) []cc.File {
	t.Helper()
	c := port.Config{Prefix: "cc_", Lines: "none", Line: "100G", Target: port.DOCAPCC, Algorithm: algorithm}
	name, header, err := c.Header()
	require.NoError(t, err)
	glue, err := c.Glue(name)
	require.NoError(t, err)
	all := []cc.File{{Name: name, Data: header}, {Name: "glue.c", Data: glue}}
	entries, err := shim.ReadDir("shim")
	require.NoError(t, err)
	for _, e := range entries {
		data, err := shim.ReadFile("shim/" + e.Name())
		require.NoError(t, err)
		all = append(all, cc.File{Name: e.Name(), Data: data})
	}
	return all
}

var sources = []string{"glue.c", "driver.c"}

// build compiles device program, shim and driver for this machine.
func build(ctx context.Context, t testing.TB, algorithm string, c cc.Compiler, flags ...string) string {
	t.Helper()
	bin, cleanup, err := cc.Job{
		Compiler: c, Flags: slices.Concat(cc.Warnings(), []string{"-I."}, flags),
		Files: files(t, algorithm), Sources: sources,
	}.Build(ctx)
	t.Cleanup(cleanup)
	require.NoError(t, err)
	return bin
}

// device is a driver that runs: a command line.
type device struct {
	algorithm string
	command   []string
}

// ask sends the requests and returns the lines of the answer.
func (d *device) ask(t testing.TB, requests string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), d.command[0], d.command[1:]...)
	cmd.Stdin = strings.NewReader(requests)
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	require.NoError(t, cmd.Run(), stderr.String())
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

var (
	builtLock sync.Mutex
	built     = map[string]*device{}
	builtDir  string
)

// host returns the driver on this machine with gcc, compiled once.
func host(t testing.TB, algorithm string) *device {
	t.Helper()
	tier.Require(t, "gcc")
	builtLock.Lock()
	defer builtLock.Unlock()
	if d := built[algorithm]; d != nil {
		return d
	}
	bin := build(context.Background(), t, algorithm, cc.Compiler{Name: "gcc"}, "-std=c99", "-O2")
	path := filepath.Join(builtDir, algorithm)
	data, err := os.ReadFile(bin)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, data, 0o755))
	built[algorithm] = &device{algorithm, []string{path}}
	return built[algorithm]
}

func TestMain(m *testing.M) {
	flag.Parse()
	var err error
	if builtDir, err = os.MkdirTemp("", "doca-pcc-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	_ = os.RemoveAll(builtDir)
	os.Exit(status)
}

// nic returns the driver as rv64imac code without C library under qemu.
func nic(t testing.TB, algorithm, level string) *device {
	t.Helper()
	tier.Require(t, "riscv64-unknown-elf-gcc", "qemu-riscv64")
	platforms, err := conformance.SelectPlatforms([]string{"rv64imac"})
	require.NoError(t, err)
	tc := platforms[0].Toolchains[0]
	_, err = tc.Compiler.Find()
	require.NoError(t, err)
	emulator, err := platforms[0].Emulator.Find()
	require.NoError(t, err)
	runtime, err := bare.Files()
	require.NoError(t, err)
	bin, cleanup, err := cc.Job{
		Compiler:  tc.Compiler,
		Flags:     slices.Concat([]string{"-std=c99", level, "-I.", "-static", "-nostdlib", "-Wl,--no-warn-rwx-segments"}, cc.Warnings(), tc.Flags),
		Files:     append(files(t, algorithm), runtime...),
		Sources:   append(slices.Clone(sources), bare.Sources()...),
		Libraries: []string{"-lgcc"},
	}.Build(t.Context())
	t.Cleanup(cleanup)
	require.NoError(t, err)
	return &device{algorithm, []string{emulator, bin}}
}

// numbers reads a line of decimal numbers.
func numbers(t testing.TB, line string) []uint32 {
	t.Helper()
	var vs []uint32
	for _, w := range strings.Fields(line) {
		v, err := strconv.ParseUint(w, 10, 32)
		require.NoError(t, err, line)
		vs = append(vs, uint32(v))
	}
	return vs
}
