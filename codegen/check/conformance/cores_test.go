package conformance_test

import (
	"bufio"
	"bytes"
	"context"
	"debug/elf"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/check/conformance/bare"
	"smartnic-cc/internal/dev/tier"
)

var update = flag.Bool("update", false, "rewrite the table of docs/ports.md")

// coreBench runs Dolce-RC for STEPS events: CNPs, sent packets and the timers that end between them.
const coreBench = `#define CC_IMPLEMENTATION
#include "cc.h"
#ifdef STEPS
int main(void)
{
	const cc_dolcerc_params p = CC_DOLCERC_PARAMS_CONNECTX;
	cc_dolcerc_state4 s;
	uint32_t now = 0u, i = 0u;
	volatile uint32_t rate;
	cc_dolcerc_init4(&p, &s);
	while (i < STEPS) {
		cc_dcqcn_event e = {0};
		cc_dcqcn_timer t = cc_dolcerc_next4(&s, now);
		now += 3000u;
		if (t.kind != CC_DCQCN_EVENT_NONE && (uint32_t)(now - t.at) < 0x80000000u) {
			now = t.at;
			e.kind = t.kind;
		} else if (i % 4u == 0u) {
			e.kind = CC_DCQCN_EVENT_CNP;
			e.cnps = 1u;
			e.marked = (uint16_t)(i % 8u);
		} else {
			e.kind = CC_DCQCN_EVENT_SENT;
			e.bytes = 4096u;
			e.packets = 4u;
		}
		e.now = now;
		rate = cc_dolcerc_step4(&p, &s, &e).rate;
		(void)rate;
		i++;
	}
	return 0;
}
#endif
`

// coreJob links sources for a core, with nothing of libgcc unless libraries name it.
func coreJob(t *testing.T, tc conformance.Toolchain, sources []string, flags, libraries []string, text string) (string, error) {
	c := port.Config{Prefix: "cc_", Lines: "none", Only: []string{"dolcerc4"}, Profiles: []string{"connectx"}, Line: "100G"}
	name, header, err := c.Header()
	require.NoError(t, err)
	files, err := bare.Files()
	require.NoError(t, err)
	link := []string{"-static", "-nostdlib", "-Wl,--no-warn-rwx-segments"}
	job := cc.Job{
		Compiler: tc.Compiler, Linker: tc.Linker, Flags: slices.Concat([]string{"-std=c99", "-I."}, flags, tc.Flags),
		Files:   append(files, cc.File{Name: name, Data: header}, cc.File{Name: "bench.c", Data: []byte(text)}),
		Sources: append(sources, "bench.c", bare.Memory), Libraries: libraries,
	}
	if tc.Linker.Name == "" {
		job.Flags = append(job.Flags, link...)
	} else {
		job.LinkFlags = append(link, tc.Flags[1:]...)
	}
	bin, cleanup, err := job.Build(t.Context())
	t.Cleanup(cleanup)
	return bin, err
}

// codeBytes returns the size of code and constants of a program.
func codeBytes(t *testing.T, bin string) (n uint64) {
	f, err := elf.Open(bin)
	require.NoError(t, err)
	defer f.Close()
	for _, s := range f.Sections {
		if strings.HasPrefix(s.Name, ".text") || strings.HasPrefix(s.Name, ".rodata") {
			n += s.Size
		}
	}
	return n
}

// coreSteps counts the instructions of a program under qemu, which logs each when it makes blocks of one.
func coreSteps(t *testing.T, command ...string) (n int) {
	cmd := exec.CommandContext(t.Context(), command[0], slices.Concat([]string{"-singlestep", "-d", "exec,nochain", "-D", "/dev/stdout"}, command[1:])...)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if bytes.HasPrefix(lines.Bytes(), []byte("Trace")) {
			n++
		}
	}
	require.NoError(t, cmd.Wait())
	return n
}

var coreTable = regexp.MustCompile(`(?s)(<!-- cores -->\n)(.*?)(<!-- end cores -->)`)

// TestCores measures Dolce-RC on each core where that differs, with libgcc and without: the bytes of header and of what of
// libgcc is linked with it, and the instructions a step. The table of docs/ports.md says what came out.
func TestCores(t *testing.T) {
	tier.Nightly(t)
	const steps = 400
	var table strings.Builder
	fmt.Fprintln(&table, "| core | built by | bytes without libgcc | with it | instructions a step without | with it |\n| --- | --- | --- | --- | --- | --- |")
	cores, err := conformance.SelectPlatforms([]string{"rv32imac", "lx106", "cortex-m0plus"})
	require.NoError(t, err)
	for _, p := range cores {
		tier.Require(t, p.Emulator.Name)
		for _, tc := range p.Toolchains {
			tier.Require(t, tc.Compiler.Name)
			for _, level := range []string{"-Os", "-O2"} {
				var size, count [2]string
				for i, form := range [][]string{{level}, {level, "-DCC_LIBGCC"}} {
					libgcc := []string{}
					if i == 1 {
						libgcc = []string{"-lgcc"}
					}
					none, err := coreJob(t, tc, nil, form, []string{"-Wl,--entry=memcpy"}, "typedef int empty;\n")
					require.NoError(t, err)
					alone, err := coreJob(t, tc, nil, form, append([]string{"-Wl,--entry=memcpy"}, libgcc...), coreBench)
					if i == 1 && p.Name == "lx106" {
						require.ErrorContains(t, err, "undefined reference to `__muldi3'", "Debian's libgcc has it now: measure that")
						size[i], count[i] = "-", "-"
						continue
					}
					require.NoError(t, err)
					size[i] = fmt.Sprint(codeBytes(t, alone) - codeBytes(t, none))
					var n [2]int
					for k, s := range []int{0, steps} {
						bin, err := coreJob(t, tc, []string{"start.S"}, append([]string{fmt.Sprint("-DSTEPS=", s)}, form...), libgcc, coreBench)
						require.NoError(t, err)
						n[k] = coreSteps(t, p.Run(bin)...)
					}
					count[i] = fmt.Sprint((n[1] - n[0] + steps/2) / steps)
				}
				fmt.Fprintf(&table, "| %s | %s %s | %s | %s | %s | %s |\n", p.Name, tc.Family, level, size[0], size[1], count[0], count[1])
			}
		}
	}
	const page = "../../../docs/ports.md"
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	if *update {
		text = coreTable.ReplaceAll(text, []byte("${1}"+table.String()+"${3}"))
		require.NoError(t, os.WriteFile(page, text, 0o644))
	}
	have := coreTable.FindSubmatch(text)
	require.NotNil(t, have, "the page has no place for the table")
	require.Equal(t, table.String(), string(have[2]), "-update rewrites it")
}

// TestCoresWithoutLibgcc: a header that needs it does not link, and the error says so.
func TestCoresWithoutLibgcc(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, "arm-none-eabi-gcc", "qemu-arm")
	c := small(t, one(t, "cortex-m0plus", "gcc"))
	c.Header.Data = append([]byte("#define CC_LIBGCC\n"), c.Header.Data...)
	_, err := conformance.Run(context.Background(), c)
	require.ErrorContains(t, err, "the header for cortex-m0plus gcc -O1 does not link without libgcc")
	require.ErrorContains(t, err, "undefined reference to `__aeabi_lmul'")
}
