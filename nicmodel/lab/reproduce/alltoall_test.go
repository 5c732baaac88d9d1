package reproduce

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFig5Ranges: sizes that follow one another are a range, those of other numbers of
// processes and of another sign are not in it. They were listed one by one.
func TestFig5Ranges(t *testing.T) {
	var list []fig5Comparison
	add := func(ranks int, size uint64, ratio float64) {
		list = append(list, fig5Comparison{ranks: ranks, size: size, comparison: comparison{ours: [2]spread{{ratio}, {1}}}})
	}
	require.Empty(t, fig5Ranges(list, 0))
	for i, ratio := range []float64{1, 1.001, .999, .9, .8, .7, 2} {
		add(16, 512<<i, ratio)
	}
	for i, ratio := range []float64{2, 1, .9, 1, .8, .7} {
		add(40, 512<<i, ratio)
	}
	require.Equal(t, []string{"512 B to 2 KiB, 16 processes", "1 KiB, 40 processes", "4 KiB, 40 processes"}, fig5Ranges(list, 0))
	require.Equal(t, []string{"4 to 16 KiB, 16 processes", "2 KiB, 40 processes", "8 and 16 KiB, 40 processes"}, fig5Ranges(list, -1))
	require.Equal(t, []string{"32 KiB, 16 processes", "512 B, 40 processes"}, fig5Ranges(list, 1))
}

// TestFig5VerdictFollowsFromItsData: what docs/reproduction.md says of the sizes follows from its data.
func TestFig5VerdictFollowsFromItsData(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/reproduction.md")
	require.NoError(t, err)
	file, err := os.Open("../../../docs/reproduction/fig5.csv")
	require.NoError(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"scheme", "ranks_per_host", "bytes", "exchange", "seed", "latency_us"}, rows[0][:6])
	how := map[string]string{} // the exchange of a size
	sizes := open("fig5", 1)
	for env := range sizes.Environments {
		how[sizes.value(env, "bytes")] = exchangeNames()[sizes.one(0, env).Exchange]
	}
	var list []fig5Comparison
	seen := map[string]bool{}
	for _, row := range rows[1:] {
		var c fig5Comparison
		_, err := fmt.Sscan(row[1]+" "+row[2], &c.ranks, &c.size)
		require.NoError(t, err)
		scheme := slices.Index([]string{"DCQCN", "Dolce-RC"}, row[0])
		run := fmt.Sprint(row[:5])
		if scheme < 0 || row[3] != how[row[2]] || seen[run] {
			continue // of the tables by exchange
		}
		seen[run] = true
		v, err := strconv.ParseFloat(row[5], 64)
		require.NoError(t, err)
		i := slices.IndexFunc(list, func(o fig5Comparison) bool { return o.ranks == c.ranks && o.size == c.size })
		if i < 0 {
			c.what = fmt.Sprintf("%s, %d processes", bytesText(c.size), c.ranks)
			if c.size == fig5KeySize && c.ranks == fig5KeyRanks {
				c.paperAlone = fig5KeyRatio
			}
			i, list = len(list), append(list, c)
		}
		list[i].ours[scheme] = append(list[i].ours[scheme], v)
	}
	require.NotEmpty(t, list)
	text := strings.Join(fig5Verdict(list), " ")
	require.Contains(t, string(doc), "**Result.** "+text+" With ")
}
