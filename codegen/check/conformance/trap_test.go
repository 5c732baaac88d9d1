package conformance_test

import (
	"bytes"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/internal/dev/tier"
)

// npStep is the head of the notification point's step in the header.
var npStep = regexp.MustCompile(`(?m)^CC_API cc_dcqcn_np_output cc_dcqcn_\w+\([^;{)]*\)\n\{\n`)

// TestTraps: what ends or stops a program on the bare core is an error of the run, not
// a row that passed and not a wait without end. Each is planted so that right answers were
// given before.
func TestTraps(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, "riscv64-unknown-elf-gcc", "qemu-riscv64")
	const end = "\tfw_flush();\n\treturn 0;\n"
	for _, c := range []struct {
		name string
		step string // in front of the 100th step of the notification point
		end  string // instead of the end of main
		slow bool   // ends by the time-out
		want string
	}{
		{name: "illegal instruction", step: `__asm__ volatile(".2byte 0");`, want: "illegal instruction"},
		{name: "misaligned atomic", step: `__asm__ volatile("amoadd.w zero, zero, (%0)" :: "r"((uintptr_t)e | 1u) : "memory");`, want: "bus error"},
		{name: "wild load", step: `(void)*(volatile const uint32_t *)(uintptr_t)8;`, want: "segmentation fault"},
		{name: "breakpoint", step: `__asm__ volatile("ebreak");`, want: "trace/breakpoint trap"},
		{name: "exit 0 in the middle", step: `__asm__ volatile("li a0, 0\n\tli a7, 93\n\tecall");`, want: "exit status 0"},
		{name: "endless loop", step: `for (;;) { __asm__ volatile(""); }`, slow: true, want: "no answer within 3s"},
		{name: "bad exit", end: "\tfw_flush();\n\treturn 3;\n", want: "ended with exit status 3 after quit, not with status 0"},
		{name: "trap at the end", end: "\tfw_flush();\n\t__asm__ volatile(\".2byte 0\");\n\treturn 0;\n", want: "after quit, not with status 0"},
		{name: "loop at the end", end: "\tfw_flush();\n\tfor (;;) { __asm__ volatile(\"\"); }\n", slow: true, want: "does not end within 3s of quit"},
		{name: "answer lost", end: "\treturn 0;\n", want: `answered "" to quit, not ok`},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := small(t, one(t, "rv64imac", "gcc"))
			if c.slow {
				config.Timeout = 3 * time.Second
			}
			if c.step != "" {
				at := npStep.FindIndex(config.Header.Data)
				require.NotNil(t, at)
				config.Header.Data = bytes.Join([][]byte{config.Header.Data[:at[1]],
					[]byte("\tstatic int turn;\n\tif (turn++ == 99) {\n\t\t" + c.step + "\n\t}\n"), config.Header.Data[at[1]:]}, nil)
			} else {
				require.Contains(t, string(config.Program), end)
				config.Program = bytes.Replace(config.Program, []byte(end), []byte(c.end), 1)
			}
			rows, err := conformance.Run(t.Context(), config)
			require.ErrorContains(t, err, "rv64imac gcc -O1")
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "\n")
			require.False(t, rows[0].OK)
			require.Equal(t, c.step == "", rows[0].Tests == config.Files[0].Tests())
		})
	}
}
