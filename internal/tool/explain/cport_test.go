package explain

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/logs/firmwarelog/logtest"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/pipe"
	"smartnic-cc/testvectors/transducer"
)

// slip is a mistake in a C port: the text that is another, and the line of the Go source
// that has to be named.
type slip struct {
	name     string
	old, new string // pairs of texts are separated by " ;; "
	vectors  string
	file     string // of the Go source
	line     string // part of the line's text
	kinds    string // that may be named for it
	// among: other hypotheses are as good as it for all that the vectors show, so that it
	// need not come first.
	among bool
}

var slips = []slip{
	{"truncated", "product += UINT64_C(1) << 15;", ";", "dcqcn-paper.json", "dcqcn/rp.go", "product += 1 << 15", "rounding", false},
	{"rounded up", "product += UINT64_C(1) << 15;", "product += 65535u;", "dcqcn-paper.json", "dcqcn/rp.go", "product += 1 << 15", "rounding", false},
	{"mean rounded down", "(r->rt + r->rc + 1u) / 2u", "(r->rt + r->rc) / 2u", "dcqcn-connectx.json", "dcqcn/rates.go", "(r.RT + r.RC + 1) / 2", "rounding", false},
	{"shift", "return (uint32_t)(product >> 16);", "return (uint32_t)(product >> 15);", "dcqcn-connectx.json", "dcqcn/rp.go", "uint32(product >> 16)", "shift", false},
	{"32-bit product", "cc_shr_u64(CC_MUL32((uint64_t)r->rc, (uint64_t)keep), shift)", "cc_shr_u64((uint64_t)(uint32_t)(r->rc * keep), shift)",
		"dcqcn-paper.json", "dcqcn/rates.go", "uint64(keep) >> shift", "width", false},
	{"no saturation", "r->rt = cc_min_u32(r->rt + step, p->target_cap);", "r->rt = r->rt + step;", "dcqcn-paper.json", "dcqcn/rates.go", "min(r.RT+step, p.TargetCap)", "saturation", false},
	{"boundary", "(t >= p->threshold || b >= p->threshold)", "(t > p->threshold || b > p->threshold)", "dcqcn-paper.json", "dcqcn/rates.go", "max(t, b) >= p.Threshold", "boundary", false},
	{"min for max", "(t >= p->threshold || b >= p->threshold)", "(t >= p->threshold && b >= p->threshold)", "dcqcn-paper.json", "dcqcn/rates.go", "max(t, b) >= p.Threshold", "min-max", true},
	{"alpha before the cut", "if (cut && !p->alpha_first) ;; if (cut && p->alpha_first)", "if (cut && p->alpha_first + 0) ;; if (cut && !p->alpha_first)",
		"dcqcn-paper.json", "dcqcn/rp.go", "if p.AlphaMode == AlphaOnCNP", "order", false},
	{"g for 1-g", "CC_MUL32((uint64_t)s->alpha, (uint64_t)p->old_weight) + gain", "CC_MUL32((uint64_t)s->alpha, (uint64_t)(65536u - p->old_weight)) + gain",
		"dcqcn-paper.json", "dcqcn/rp.go", "uint64(p.OldWeight) + gain", "complement", false},
	{"timer not restarted", "r->increase_at = cc_fixedpoint_time_add(now, period);", "(void)period;",
		"dcqcn-paper.json", "dcqcn/rates.go", "r.IncreaseAt = now.Add(period)", "deletion", false},
	{"us for ns", "s->alpha_at = cc_fixedpoint_time_add(now, p->alpha_period);\n\treturn", "s->alpha_at = cc_fixedpoint_time_add(now, p->alpha_period / 1000u);\n\treturn",
		"dcqcn-paper.json", "dcqcn/rp.go", "func alphaTimer ;; s.AlphaAt = now.Add(p.AlphaPeriod)", "unit", false},
	{"old target", "uint8_t t = r->time_stage; ;; (r->rt + r->rc + 1u) / 2u", "uint8_t t = r->time_stage; uint32_t old = r->rt; ;; (old + r->rc + 1u) / 2u",
		"dcqcn-paper.json", "dcqcn/rates.go", "(r.RT + r.RC + 1) / 2", "stale-value", false},
	{"plus for minus", "cc_shl_u32(1u, shift) - alpha", "cc_shl_u32(1u, shift) + alpha", "dcqcn-paper.json", "dcqcn/rates.go", "(uint32(1) << shift) - alpha", "arithmetic", false},
	{"bytes turned", "r->bytes += cc_min_u32(bytes, (1u << 30));", "r->bytes += cc_min_u32(__builtin_bswap32(bytes), (1u << 30));",
		"dcqcn-paper.json", "dcqcn/rp.go", "s.Rates.Sent(p, e.Bytes)", "byte-order event-field", true},
	{"flag not cleared", "s->rates.own = (uint8_t)(s->rates.own & ~CC_DCQCN_ALPHA_SAW_CNP);", ";", "dcqcn-connectx.json", "dcqcn/rp.go", "&^= AlphaSawCNP", "deletion stale-value", false},
	{"wrong field", "step = p->rate_hai;", "step = p->rate_ai;", "dcqcn-connectx.json", "dcqcn/rates.go", "step = p.RateHAI", "variable", true},
	{"alpha raised twice", "cc_dcqcn_state_raise_alpha(s, p);\n\t\ts->alpha_at", "cc_dcqcn_state_raise_alpha(s, p);\n\t\tcc_dcqcn_state_raise_alpha(s, p);\n\t\ts->alpha_at",
		"dcqcn-paper.json", "dcqcn/rp.go", "gain := uint64(65536-p.OldWeight)", "twice", false},
	{"increase twice", "if (!p->test_first) {\n\t\tcc_dcqcn_rates_increase(r, p); ;; if (!p->test_first) {\n\t\t\tcc_dcqcn_rates_increase(r, p);",
		"if (!p->test_first) {\n\t\tcc_dcqcn_rates_increase(r, p);\n\t\tcc_dcqcn_rates_increase(r, p); ;; if (!p->test_first) {\n\t\t\tcc_dcqcn_rates_increase(r, p);\n\t\t\tcc_dcqcn_rates_increase(r, p);",
		"dcqcn-paper.json", "dcqcn/rates.go", "func (r *Rates) increase( ;; t := r.TimeStage", "twice", false},
	{"ratio for reward", "cc_bandit_complement(ratio)", "ratio", "dolcerc4-tx-slots.json", "bandit/ecn.go", "return 0xFFFF - x", "complement", false},
	{"no dither", "uint64_t dither = (uint64_t)cc_fixedpoint_hash32(", "uint64_t dither = 0u * (uint64_t)cc_fixedpoint_hash32(",
		"dolcerc4-tx-slots.json", "bandit/drucb.go", "dither := uint64(fixedpoint.Hash32(", "dither", false},
	{"another dither", "^ (r * 0x9E37u)", "^ (r * 0x9E37u + 1u)", "dolcerc4-tx-slots.json", "bandit/drucb.go", "dither := uint64(fixedpoint.Hash32(", "dither", false},
	{"ties to the highest arm", "if (c >= count && m <= mean) { ;; if (index > top || i == 0u)", "if (false) { ;; if (index >= top)",
		"dolcerc4-tx-slots.json", "bandit/drucb.go", "if index > top || i == 0", "boundary", false},
}

// TestSlipsInTheCPort compiles the C port with one mistake each, runs vectors on it, and checks that the explanation
// names the mistake: its kind, and its line.
func TestSlipsInTheCPort(t *testing.T) {
	tier.Require(t, "gcc")
	c := &port.Config{Prefix: "cc_", Only: []string{"dcqcn", "dolcerc4"}, Lines: "none", Line: "100G"}
	name, header, err := c.Header()
	require.NoError(t, err)
	program, err := c.Program(name)
	require.NoError(t, err)
	kinds := map[string]bool{}
	for _, s := range slips {
		// Whether or not the slip is one of the sample, what it changes is there.
		text := string(header)
		olds, news := strings.Split(s.old, " ;; "), strings.Split(s.new, " ;; ")
		for i := range olds {
			if !strings.Contains(text, olds[i]) {
				t.Errorf("%s: the port has no %q", s.name, olds[i])
			}
			text = strings.Replace(text, olds[i], news[i], 1)
		}
		if !tier.Sampled(s.name, 4) {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			e := portDiffers(t, name, text, program, s.vectors)
			require.NotEmpty(t, e.Hypotheses)
			best := e.Hypotheses[0]
			require.Zero(t, best.Contradicted)
			if s.among {
				i := slices.IndexFunc(e.Hypotheses, func(h Hypothesis) bool {
					return strings.Contains(s.kinds, string(h.Kind)) && h.Place == sourceLine(t, s.file, s.line) && h.Missed == best.Missed
				})
				require.GreaterOrEqual(t, i, 0, "%s: %s, %s", best.Place, best.What, best.After)
				best = e.Hypotheses[i]
			}
			require.True(t, best.All)
			require.Contains(t, strings.Fields(s.kinds), string(best.Kind), "%s: %s, %s", best.Place, best.What, best.After)
			if best.Place != "" {
				require.Equal(t, sourceLine(t, s.file, s.line), best.Place, best.What)
				require.GreaterOrEqual(t, best.Link, 0, "the link of the chain is marked")
			}
			kinds[string(best.Kind)] = true
		})
	}
	require.NotEmpty(t, kinds)
	if tier.Long() {
		require.GreaterOrEqual(t, len(kinds), 12, "kinds of mistakes")
	}
}

// sourceLine returns the place of the first line of a source that holds a text; of two
// texts, the first that holds the second after one that holds the first.
func sourceLine(t testing.TB, file, text string) string {
	t.Helper()
	b, err := smartnic.Source.ReadFile(file)
	require.NoError(t, err)
	texts := strings.Split(text, " ;; ")
	for i, l := range strings.Split(string(b), "\n") {
		if !strings.Contains(l, texts[0]) || strings.HasPrefix(strings.TrimSpace(l), "//") {
			continue
		}
		if texts = texts[1:]; len(texts) == 0 {
			return fmt.Sprintf("%s:%d", file, i+1)
		}
	}
	t.Fatalf("%s has no line with %s", file, text)
	return ""
}

// portDiffers builds the port, lets it run the vectors, and explains where it differs.
func portDiffers(t *testing.T, name, header string, program []byte, vectors string) *Explanation {
	t.Helper()
	bin, cleanup, err := cc.Job{
		Compiler: cc.Compiler{Name: "gcc"}, Flags: []string{"-std=gnu99", "-O0"}, Sources: []string{"firmware.c"},
		Files: []cc.File{{Name: name, Data: []byte(header)}, {Name: "firmware.c", Data: program}},
	}.Build(t.Context())
	defer cleanup()
	require.NoError(t, err)
	fw, err := pipe.Run(bin, pipe.Options{Catalog: reference.Catalog()})
	require.NoError(t, err)
	defer func() { require.NoError(t, fw.Close()) }()

	g := &corpus(t, vectors).Groups[0]
	x, a := explainer(t, g)
	d := firstDifference(t, a, g, portLog(t, fw, g))
	require.NotNil(t, d, "the vectors do not show the mistake")
	e, err := x.Explain(d)
	require.NoError(t, err)
	return e
}

// portLog is the log that a firmware would write that runs the group's events.
func portLog(t testing.TB, fw transducer.Firmware, g *testvectors.Group) []logtest.Record {
	t.Helper()
	var rs []logtest.Record
	for i := range g.Sequences {
		s := &g.Sequences[i]
		c, err := fw.Open(g.Name, g.ParamValues)
		require.NoError(t, err)
		require.NoError(t, c.Load(s.Initial))
		conn := fmt.Sprint(s.ID)
		rs = append(rs, logtest.Record{Kind: "load", Conn: conn, State: s.Initial})
		event := func(k int) []uint64 { e, _, _ := g.Split(s.Steps[k]); return e }
		require.NoError(t, transducer.Steps(c, len(s.Steps), event, func(k int, output, state []uint64) error {
			rs = append(rs, logtest.Record{Kind: "step", Conn: conn, Event: event(k), Output: slices.Clone(output), State: slices.Clone(state)})
			return nil
		}))
	}
	return rs
}
