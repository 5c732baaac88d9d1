package cgen

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/frontend"
)

const together = `package m

// Mode is how it is done.
type Mode uint8

// The modes.
const (
	// Plain is the first.
	Plain Mode = iota
	// Other is as [Twice] says, or Twice.
	Other
)

// Twice is what nothing needs.
const Twice = 2

// Bits of a byte.
const (
	// Low is used.
	Low uint8 = 1
	// High is not.
	High uint8 = 2
	width = 8
)

// Never is not mentioned.
const Never uint8 = 9

// F knows no mode by name, and one bit.
//
//ccgen:export
func F(m Mode, b uint8) bool { return uint8(m) == (b & Low) }
`

// TestConstantsComeTogether: with a type its constants, with a bit the others of its group,
// and what their comments mention; nothing else.
func TestConstantsComeTogether(t *testing.T) {
	p, err := frontend.Load(fstest.MapFS{"m/m.go": {Data: []byte(together)}}, "m", []string{"m"}, frontend.Options{})
	require.NoError(t, err)
	h, err := Generate(p, Options{Only: []string{"m.F"}})
	require.NoError(t, err)
	for _, want := range []string{
		"#define CC_M_PLAIN ((cc_m_mode)0)", "#define CC_M_OTHER ((cc_m_mode)1)", "/* CC_M_OTHER is as CC_M_TWICE says, or Twice. */",
		"#define CC_M_TWICE 2", "#define CC_M_LOW ((uint8_t)1)", "#define CC_M_HIGH ((uint8_t)2)",
	} {
		require.Contains(t, string(h), want)
	}
	require.NotContains(t, string(h), "WIDTH")
	require.NotContains(t, string(h), "NEVER")
}

// TestProse: links become C where the header of dolcerc4 has what they name, and words stay.
func TestProse(t *testing.T) {
	g, err := newGen(firmware(t), Options{Only: []string{"dolcerc4"}})
	require.NoError(t, err)
	g.header(g.bodies())
	for _, c := range []struct{ pkg, of, text, want string }{
		{"dcqcn", "", "unless [CutSpaced]; see [dcqcn.EventSent].", "unless CC_DCQCN_CUT_SPACED; see CC_DCQCN_EVENT_SENT."},
		{"dolcerc", "", "with [Params.SlotShift], [dcqcn.Params.AlphaBits]", "with cc_dolcerc_params.slot_shift, cc_dcqcn_params.alpha_bits"},
		{"dolcerc", "", "each [ClampTarget] of the [Rates]", "each clamp_target of the cc_dcqcn_rates"},
		{"dcqcn", "Params", "at most [MaxRate]; [Threshold] again. Threshold", "at most max_rate; threshold again. Threshold"},
		{"dcqcn", "", "[Next] returns it, and [Step] ignores it. Step by step", "cc_dolcerc_next4 returns it, and cc_dolcerc_step4 ignores it. Step by step"},
		{"fixedpoint", "", "[Log2](0) is. [Log2] holds; [Sqrt] holds", "cc_fixedpoint_log2(0) is. cc_fixedpoint_log2 holds; cc_fixedpoint_sqrt holds"},
		{"dcqcn", "", "[Notice](p) is. [Notice] holds. Notice at", "cc_dcqcn_rates_notice(p) is. cc_dcqcn_rates_notice holds. Notice at"},
		{"dcqcn", "", "Rate it. CNPs, RC and a [Rate]", "Rate it. CNPs, RC and a cc_dcqcn_rate"},
		{"dcqcn", "", "(package bandit, package dcqcn/profile, package dolcercplus)", "(cc_bandit_*, package dcqcn/profile, package dolcercplus)"},
		{"dcqcn", "", "[NPState] and [NPParams.Interval] of uint8", "NPState and NPParams.Interval of uint8_t"},
		{"bandit", "", "see [Params.weight] and [State.Rest]", "see cc_bandit_params_weight and cc_bandit_state4.rest"},
		{"bandit", "", "e.g. [bandit.Step8], [nothing.Step4]", "e.g. bandit.Step8, nothing.Step4"},
	} {
		at := scope{pkg: g.p.Package(c.pkg)}
		if c.of != "" {
			at.of = g.namedType(c.pkg + "." + c.of)
		}
		require.Equal(t, c.want, strings.Join(g.prose(at, strings.Split(c.text, "\n")), "\n"))
	}
	// A paragraph that grew is filled again; its neighbours are not.
	at := scope{pkg: g.p.Package("dcqcn")}
	require.Equal(t, []string{"# CC_DCQCN_CUT_SPACED", "",
		"a CC_DCQCN_CUT_SPACED b CC_DCQCN_CUT_SPACED c CC_DCQCN_CUT_SPACED d CC_DCQCN_CUT_SPACED e", "CC_DCQCN_CUT_SPACED f g", "", "  - item"},
		g.prose(at, []string{"# [CutSpaced]", "", "a [CutSpaced] b [CutSpaced] c [CutSpaced] d [CutSpaced] e [CutSpaced] f", "g", "", "  - item"}))
}
