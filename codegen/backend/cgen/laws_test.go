package cgen

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
)

// TestLawsAreNoCode: the laws change not a byte of object code where they are not checked, and compile without a
// warning where they are.
func TestLawsAreNoCode(t *testing.T) {
	object := func(laws bool, flags ...string) []byte {
		header, err := Generate(firmware(t), Options{Laws: laws})
		require.NoError(t, err)
		require.Equal(t, laws, strings.Contains(string(header), "CC_CHECK"))
		text, err := os.ReadFile(compile(t, "gcc", header, onlyPort, append(flags, "-std=c99", "-c", "-O2", "-g0")...))
		require.NoError(t, err)
		return text
	}
	plain := object(false)
	require.Equal(t, plain, object(true))
	require.NotEqual(t, plain, object(true, "-DCC_CHECK", "-Wall", "-Wextra", "-Werror", "-pedantic"))
	for _, c := range []string{"clang", "g++"} {
		header, err := Generate(firmware(t), Options{Laws: true})
		require.NoError(t, err)
		flags := []string{"-c", "-DCC_CHECK", "-Wall", "-Wextra", "-Werror"}
		if c == "g++" {
			flags = append(flags, "-x", "c++", "-std=c++11")
		}
		compile(t, c, header, onlyPort, flags...)
	}
}

// cutTimer feeds connections whose cut timer ends, as it is and with a planted fault, and prints the law that breaks.
const cutTimer = `#include <stdio.h>
#define CC_BROKEN(law) printf("%d\n", (int)(law))
#define CC_IMPLEMENTATION
#include "cc.h"
int main(void)
{
	cc_dcqcn_params p = {0};
	cc_dcqcn_state s;
	cc_dcqcn_event e = {0};
	p.min_rate = 100; p.max_rate = 100000; p.target_cap = 100000;
	p.alpha_period = p.increase_period = p.cut_period = 1000;
	p.alpha_init = p.alpha_max = 1024; p.alpha_bits = 10; p.cut_shift = 11; p.threshold = 5;
	p.cut_mode = CC_DCQCN_CUT_SPACED;
	cc_dcqcn_init(&p, &s);
	e.kind = CC_DCQCN_EVENT_CNP;
	e.cnps = 1;
	(void)cc_dcqcn_step(&p, &s, &e);
	e.now += 10;
	(void)cc_dcqcn_step(&p, &s, &e);
	e.kind = CC_DCQCN_EVENT_CUT_TIMER;
	e.now = 1000;
	(void)cc_dcqcn_step(&p, &s, &e);
	printf("%lu\n", (unsigned long)s.rates.rc);
	return 0;
}
`

// TestPlantedFaultBreaksALaw: a cut that subtracts where it should keep is reported by the number of a law, and stops a
// program that does not say otherwise.
func TestPlantedFaultBreaksALaw(t *testing.T) {
	header, err := Generate(firmware(t), Options{Laws: true})
	require.NoError(t, err)
	run := func(header string, source string) (string, error) {
		out, err := exec.Command(compile(t, "gcc", []byte(header), source, "-DCC_CHECK", "-O1")).Output()
		return string(out), err
	}
	tier.Require(t, "gcc")
	said, err := run(string(header), cutTimer)
	require.NoError(t, err)
	require.Equal(t, "25000\n", said)

	const right, wrong = "r->rc = ", "r->rc = 99999 + "
	i := strings.Index(string(header), "void cc_dcqcn_rates_cut(")
	require.Positive(t, i)
	faulty := string(header)[:i] + strings.Replace(string(header)[i:], right, wrong, 1)
	require.NotEqual(t, string(header), faulty)
	said, err = run(faulty, cutTimer)
	require.NoError(t, err)
	numbers := strings.Fields(said)
	require.Len(t, numbers, 2, "after the first breach the invariants do not hold, and nothing is known: %s", said)
	require.Contains(t, faulty, "\n * "+numbers[0]+" rc-in-range: ")
	_, err = run(faulty, strings.Replace(cutTimer, "#define CC_BROKEN", "#define UNUSED", 1))
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
}
