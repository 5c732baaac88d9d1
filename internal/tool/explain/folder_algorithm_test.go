package explain

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/algorithms/paramset"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/internal/logs/firmwarelog/logtest"
)

// increased is the end of aimd's Step up to what it gives out.
const increased = "switch e.Kind {\n\tcase EventCNP:\n\t\tif e.CNPs > 0 {\n\t\t\tcnp(p, s, e.Now)\n\t\t}\n" +
	"\tcase EventIncreaseTimer:\n\t\tincrease(p, s, e.Now)\n\t}\n\treturn Output{Rate: "

// planted are mistakes in the algorithms of docs/examples: the old and the new text, the line of the source and the
// kinds that may be named for it.
var planted = []struct {
	name, algorithm string
	old, new        string
	line, kinds     string
	// among: others are as good for all that the log shows, so that it need not come first.
	among bool
}{
	{"a wrong shift", "aimd", "p.Keep, 16)", "p.Keep, 17)", "fixedpoint.MulShiftDown(s.Rate, p.Keep", "constant shift", false},
	{"a branch the other way", "aimd", "if s.Cut && now.Since(s.CutAt) < p.Quiet {", "if !(s.Cut && now.Since(s.CutAt) < p.Quiet) {", "if s.Cut &&", "condition", true},
	{"another rounding", "aimd", "MulShiftDown(s.Rate", "MulShiftHalfUp(s.Rate", "fixedpoint.MulShiftDown(s.Rate", "rounding callee", false},
	{"a field that is not written", "aimd", "\ts.CutAt = now\n", "", "s.CutAt = now", "deletion", false},
	{"no lower bound", "aimd", "max(fixedpoint.MulShiftDown(s.Rate, p.Keep, 16), p.Least)", "fixedpoint.MulShiftDown(s.Rate, p.Keep, 16)", "max(fixedpoint", "saturation", false},
	{"the old rate is given out", "aimd", increased + "s.Rate}", "old := s.Rate\n\t" + increased + "old}", "switch e.Kind { ;; return Output{Rate: s.Rate}", "stale-value", false},
	{"a wrong constant", "timely", "add(p, s, CalmAdds)", "add(p, s, 2*CalmAdds)", "add(p, s, CalmAdds)", "other-constant", false},
	{"a wrong threshold", "timely", "case s.Calm+1 < CalmSamples:", "case s.Calm+1 < 2*CalmSamples:", "case s.Calm+1 < CalmSamples:", "other-constant", true},
	{"two branches exchanged", "timely", "case rtt < p.Low:", "case rtt >= p.Low:", "case rtt < p.Low:", "condition", false},
	{"a boundary", "timely", "case s.Gradient > 0:", "case s.Gradient >= 0:", "case s.Gradient > 0:", "boundary", false},
	{"another rounding of several", "timely", "return old - int32(fixedpoint.MulShiftDown(", "return old - int32(fixedpoint.MulShiftHalfUp(", "return old - int32", "callee", false},
	{"not rounded up", "timely", "(1 << 16) - min(part, 1<<16)", "(1 << 16) - min(part+1, 1<<16)", "(1 << 16) - min(part", "off-by-one constant", true},
	{"a stale rate", "timely", "sample(p, s, rtt)\n\treturn Output{Rate: s.Rate}", "old := s.Rate\n\tsample(p, s, rtt)\n\treturn Output{Rate: old}", "sample(p, s, rtt) ;; return Output{Rate: s.Rate}", "stale-value", false},
	{"a field that is not kept", "timely", "\ts.RTT = rtt\n", "", "s.RTT = rtt", "deletion", false},
}

// edited loads an algorithm of docs/examples with one text of its source replaced, from a temporary folder.
func edited(t *testing.T, algorithm, old, replaced string) (p *codegen.Packages, folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), algorithm)
	require.NoError(t, os.CopyFS(folder, os.DirFS("../../../docs/examples/"+algorithm)))
	source := filepath.Join(folder, algorithm+".go")
	text, err := os.ReadFile(source)
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(text), old), "the example has changed: %s", old)
	require.NoError(t, os.WriteFile(source, []byte(strings.Replace(string(text), old, replaced, 1)), 0o644))
	p, err = codegen.Load([]string{folder})
	require.NoError(t, err)
	return p, folder
}

// firstProfile returns the parameters of the first profile of a folder.
func firstProfile(t *testing.T, p *codegen.Packages, folder, algorithm string) []uint64 {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, paramset.FileName))
	require.NoError(t, err)
	list, err := paramset.New(p.Program.Transducer(algorithm), func(at ir.Pos) string { return at.String() }).Read(text, paramset.FileName)
	require.NoError(t, err)
	return list[0].Values
}

// ownLog is the log of some connections of an algorithm that hears of random CNPs or
// acknowledgements.
func ownLog(t *testing.T, p *codegen.Packages, algorithm string, params []uint64) []logtest.Record {
	t.Helper()
	def := p.Program.Transducer(algorithm)
	a, err := driver.New(def)
	require.NoError(t, err)
	engine, err := driver.Interpreted(interp.New(p.Program), algorithm)
	require.NoError(t, err)
	d := driver.NewDriver(a, engine, 100_000_000)
	var rs []logtest.Record
	d.Seen = func(c *driver.Conn, s *driver.Step) error {
		rs = append(rs, logtest.Record{Kind: "step", Conn: fmt.Sprint(c.ID), Event: slices.Clone(s.Values), Output: slices.Clone(s.Output), State: slices.Clone(c.State())})
		return nil
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for id := range 4 {
		now := int64(1000)
		c, err := d.Open(id, params, now)
		require.NoError(t, err)
		rtt := 60_000.0
		for range 400 {
			now += int64(rng.ExpFloat64() * 40_000)
			rtt = min(max(rtt*math.Exp(rng.NormFloat64()/4), 12_000), 400_000)
			for _, h := range []driver.NICEvent{{Kind: ir.OnCNP, CNPs: 1}, {Kind: ir.OnAck, RTT: uint64(rtt), Acked: 9000}} {
				h.Time = now
				require.NoError(t, c.Handle(&h))
			}
		}
	}
	return rs
}

// ownDifference compares a log with an algorithm of a folder; nil if it is the same.
func ownDifference(t *testing.T, p *codegen.Packages, algorithm string, params []uint64, text string) *firmwarelog.Difference {
	t.Helper()
	r, err := firmwarelog.NewReader(strings.NewReader(text), "log", nil)
	require.NoError(t, err)
	require.NoError(t, r.Bind(firmwarelog.Of(p.Program.Transducer(algorithm))))
	var got *firmwarelog.Difference
	_, err = firmwarelog.Compare(r, firmwarelog.Options{Firmware: conformance.Interpreter(p.Program), Params: params, Differs: func(d *firmwarelog.Difference) error {
		got = d
		return nil
	}})
	require.NoError(t, err)
	return got
}

// ownLine returns the place of the first line of a file that holds a text; of two texts, the first
// that holds the second after one that holds the first.
func ownLine(t *testing.T, file, text string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	texts := strings.Split(text, " ;; ")
	for i, l := range strings.Split(string(b), "\n") {
		if strings.Contains(l, texts[0]) {
			if texts = texts[1:]; len(texts) == 0 {
				return fmt.Sprintf("%s:%d", file, i+1)
			}
		}
	}
	t.Fatalf("%s has no line with %s", file, text)
	return ""
}

// TestPlantedInAFolder: a firmware made of an algorithm of docs/examples with one mistake differs,
// and the mistake is named with its line in the folder.
func TestPlantedInAFolder(t *testing.T) {
	for _, c := range planted {
		t.Run(c.name, func(t *testing.T) {
			folder := "../../../docs/examples/" + c.algorithm
			p, err := codegen.Load([]string{folder})
			require.NoError(t, err)
			wrong, _ := edited(t, c.algorithm, c.old, c.new)
			params := firstProfile(t, p, folder, c.algorithm)
			a := firmwarelog.Of(p.Program.Transducer(c.algorithm))
			require.Nil(t, ownDifference(t, p, c.algorithm, params, logtest.CSV(&a.Algorithm, nil, ownLog(t, p, c.algorithm, params))))
			d := ownDifference(t, p, c.algorithm, params, logtest.CSV(&a.Algorithm, nil, ownLog(t, wrong, c.algorithm, params)))
			require.NotNil(t, d, "the log does not show it")
			x, err := New(p, c.algorithm, params, nil)
			require.NoError(t, err)
			e, err := x.Explain(d)
			require.NoError(t, err)
			line := ownLine(t, folder+"/"+c.algorithm+".go", c.line)
			names := func(h Hypothesis) bool {
				return h.All && slices.Contains(strings.Fields(c.kinds), string(h.Kind)) && (h.Place == line || h.Called == line)
			}
			best := e.Hypotheses[0]
			if c.among {
				i := slices.IndexFunc(e.Hypotheses, func(h Hypothesis) bool { return names(h) && h.Contradicted == 0 && h.Missed == best.Missed })
				require.GreaterOrEqual(t, i, 0, "%s: %s", best.Place, best.What)
				best = e.Hypotheses[i]
			}
			require.True(t, names(best), "%s: %s, %s; not %s", best.Place, best.What, best.Kind, line)
			require.Zero(t, best.Contradicted)
			require.Zero(t, best.Missed)
			require.GreaterOrEqual(t, best.Link, 0, "a link of the chain is marked")
			var b strings.Builder
			require.NoError(t, e.Write(&b, TextOptions{Chain: 6, Others: 3}))
			require.Contains(t, b.String(), c.algorithm+"/"+c.algorithm+".go:", "the computation is that of the folder")
			for _, text := range strings.Split(b.String(), "\n") {
				require.LessOrEqual(t, len(text), 80, text)
			}
		})
	}
}

// TestChoices: of a parameter of a type with constants from 0 on each is a choice, by its name; of
// one with a short range each value; of others none.
func TestChoices(t *testing.T) {
	names := func(algorithm, name string) (list []string) {
		p, err := codegen.Load(nil)
		require.NoError(t, err)
		def := p.Program.Transducer(algorithm)
		fields := fieldsOf(def.Params, nil)
		for i, l := range ir.Layout(def.Params) {
			if l.Name == name {
				for v, c := range choices(fields[i]) {
					require.EqualValues(t, v, c.Value)
					list = append(list, c.Name)
				}
			}
		}
		return list
	}
	require.Equal(t, []string{"AlphaOnCNP", "AlphaPeriodic", "AlphaFreeRunning"}, names("dcqcn", "AlphaMode"))
	require.Equal(t, []string{"RoundDown", "RoundHalfUp"}, names("dcqcn", "AlphaRounding"))
	require.Empty(t, names("dcqcn", "MaxRate"))
	require.Empty(t, names("dcqcn", "AlphaBits"))
}
