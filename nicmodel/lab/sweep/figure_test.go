package sweep

import (
	"encoding/csv"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
)

// TestFigure: the sweep over QPs that ships shows the knee of the context cache, and docs/figures has the
// figure that it draws.
func TestFigure(t *testing.T) {
	out := saved(t, sampleDir+"sweep-contexts.toml", local(t.TempDir(), 1))
	if runtime.GOARCH == "amd64" { // other machines fuse floating-point operations
		golden.Check(t, "../../../docs/figures/contexts.svg", []byte(out["sweep.svg"]))
	}
	rows, err := csv.NewReader(strings.NewReader(out["points.csv"])).ReadAll()
	require.NoError(t, err)
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	rate := map[string]float64{}
	for _, row := range rows[1:] {
		require.Equal(t, "9600", row[at["completed"]])
		last, err := strconv.ParseFloat(row[at["last_ps"]], 64)
		require.NoError(t, err)
		rate[row[at["scheme"]]+", "+row[at["environment"]]] = 9600e6 / last
	}
	const few, all = "20 contexts, 64 B, QPs ", "all contexts, 64 B, QPs "
	base := rate[few+"20"]
	for _, qps := range []string{"5", "10", "15"} {
		require.InEpsilon(t, base, rate[few+qps], 0.05)
	}
	require.Less(t, rate[few+"40"], 0.75*base)
	require.Less(t, rate[few+"100"], 0.55*base)
	require.Greater(t, rate[all+"100"], 0.9*base)
}

// TestAlong: a figure needs one axis for both of rising numbers, which is all that the environments
// differ in.
func TestAlong(t *testing.T) {
	axis := func(names ...string) []Axis {
		a := Axis{Name: "QPs"}
		for _, name := range names {
			a.Values = append(a.Values, Value{Name: name})
		}
		return []Axis{a}
	}
	require.Equal(t, []float64{0, 0.5, 20}, along(axis("0", "0.5", "20"), 3))
	require.Nil(t, along(axis("1", "2"), 4), "two scenarios or loads")
	require.Nil(t, along(axis("1"), 1))
	require.Nil(t, along(axis("1", "few"), 2))
	require.Nil(t, along(axis("2", "1"), 2))
	require.Nil(t, along(axis("1", "NaN"), 2))
	require.Nil(t, along(append(axis("1", "2"), axis("1", "2")...), 4))
	require.Nil(t, along(nil, 1))
}
