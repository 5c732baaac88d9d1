package python_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/python"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
)

// TestLaws: with laws a module passes the vectors, and one with a planted fault stops with the law's words.
func TestLaws(t *testing.T) {
	tier.Require(t, "python3")
	m, err := python.NewModule(firmware(t), python.Options{Name: "dcqcn", Command: "ccgen python dcqcn --laws", Laws: true})
	require.NoError(t, err)
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	files = slices.DeleteFunc(files, func(f *testvectors.File) bool { return f.Name != "dcqcn-paper.json" })
	require.Len(t, files, 1)
	got, err := m.Check(t.Context(), files, nil)
	require.NoError(t, err)
	require.True(t, got.OK)

	const right, wrong = "r.RC = ", "r.RC = 99999 + "
	text := string(m.Files[0].Text)
	i := strings.Index(text, "def Rates_Cut(")
	require.Positive(t, i)
	faulty := text[:i] + strings.Replace(text[i:], right, wrong, 1)
	require.NotEqual(t, text, faulty)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "dcqcn.py"), []byte(faulty), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "run.py"), []byte(`import dcqcn
p = dcqcn.Params()
p.MinRate, p.MaxRate, p.TargetCap = 100, 100000, 100000
p.AlphaPeriod = p.IncreasePeriod = p.CutPeriod = 1000
p.AlphaInit = p.AlphaMax = 1024
p.AlphaBits, p.CutShift, p.Threshold = 10, 11, 5
c = dcqcn.Connection(p)
e = dcqcn.Event()
e.Kind, e.CNPs = dcqcn.EventCNP, 1
c.step(e)
`), 0o600))
	cmd := exec.Command("python3", "run.py")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "AssertionError: rc-in-range: ")
}
