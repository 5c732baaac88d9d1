// Package tier sorts tests into those of each change and those of the night. It is for tests
// only: it adds their flag -long.
package tier

import (
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

var long = flag.Bool("long", false, "run whole what takes long, and of which other runs take a sample")

// Long reports whether tests are to run whole.
func Long() bool { return *long }

// Sampled reports whether a test takes the case of that name: with -long each, else one in n, always
// the same ones.
func Sampled(name string, n uint32) bool {
	h := fnv.New32a()
	h.Write([]byte(name))
	return *long || h.Sum32()%n == 0
}

// Nightly skips a test that runs with -long only: what needs a browser or an emulated machine.
func Nightly(t testing.TB) {
	t.Helper()
	if !*long {
		t.Skip("runs with -long")
	}
}

// packages are the packages of Debian that hold the programs which tests start.
var packages = map[string]string{
	"gcc": "gcc", "g++": "g++", "clang": "clang", "clang++": "clang",
	"riscv64-unknown-elf-gcc": "gcc-riscv64-unknown-elf", "qemu-riscv64": "qemu-user",
	"qemu-riscv32": "qemu-user", "qemu-arm": "qemu-user", "qemu-xtensa": "qemu-user", "arm-none-eabi-gcc": "gcc-arm-none-eabi", "xtensa-lx106-elf-gcc": "gcc-xtensa-lx106",
	"z3": "z3", "iverilog": "iverilog", "verilator": "verilator", "yosys": "yosys", "nextpnr-ice40": "nextpnr-ice40", "valgrind": "valgrind", "tshark": "tshark", "editcap": "tshark", "frama-c": "frama-c-base", "mergecap": "tshark", "chromium": "chromium",
	"git": "git", "python3": "python3", "rustc": "rustc", "cargo": "cargo", "clippy-driver": "rust-clippy", "ip": "iproute2", "tc": "iproute2", "lsns": "util-linux", "qemu-system-x86_64": "qemu-system-x86", "setpriv": "util-linux",
}

// Require skips the test where one of the programs is not installed, and names it with its package
// of Debian. Where CI is set in the environment the test fails instead.
func Require(t testing.TB, programs ...string) {
	t.Helper()
	var missing, from []string
	for _, p := range programs {
		if packages[p] == "" {
			t.Fatalf("%s is not in the table of internal/dev/tier; add it with its package", p)
		}
		if _, err := exec.LookPath(p); err != nil {
			missing, from = append(missing, p), append(from, packages[p])
		}
	}
	if len(missing) == 0 {
		return
	}
	slices.Sort(from)
	text := fmt.Sprintf("not installed: %s; on Debian: apt-get install %s", strings.Join(missing, ", "), strings.Join(slices.Compact(from), " "))
	if os.Getenv("CI") != "" {
		t.Fatal(text)
	} else {
		t.Skip(text)
	}
}

// Root skips a test that takes root, and says so. Where CI is set in the environment the test fails
// instead.
func Root(t testing.TB) {
	t.Helper()
	if os.Geteuid() == 0 {
		return
	}
	const text = "needs root: run go test as root, or with sudo -E"
	if os.Getenv("CI") != "" {
		t.Fatal(text)
	} else {
		t.Skip(text)
	}
}
