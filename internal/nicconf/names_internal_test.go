package nicconf

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
)

// NamesTable is the table of names of docs/profiles/sources.csv.
func NamesTable() [][]string {
	rows := [][]string{{"parameter", "mlx5 debugfs", "mlx5 sysfs", "mlxconfig (_P1)", "ionic debugfs", "nicctl show", "nicctl update"}}
	for i := range names[:len(Names(profile.MLX5))] {
		n := &names[i]
		row := []string{n[fromText]}
		for _, name := range n[fromDebugfs:fromIRDMA] {
			if name == n[fromOption] && name != "" {
				name = "--" + name
			}
			row = append(row, name)
		}
		rows = append(rows, row)
	}
	return rows
}

// TestNamesAreComplete: every parameter of mlx5's is in the table, once, and every name
// leads back to it.
func TestNamesAreComplete(t *testing.T) {
	for _, v := range []profile.Vendor{profile.MLX5, profile.IRDMA} {
		for _, name := range Names(v) {
			from := fromDebugfs
			if strings.HasPrefix(name, "dcqcn_") {
				from = fromIRDMA
			}
			require.NotEmpty(t, nameIn(from, name), name)
		}
	}
	require.Len(t, names, len(Names(profile.MLX5))+len(Names(profile.IRDMA))-3) // both have those of the notification point
	for i := range names {
		for s := fromText; s <= fromIRDMA; s++ {
			if n := names[i][s]; n != "" {
				k, other := find(s, strings.ToLower(n))
				require.Equal(t, names[i][fromText], k)
				require.False(t, other)
			}
		}
	}
}

// DifferentFields names the rows in which two sets of parameters differ.
func DifferentFields(a, b *profile.Profile) (list []string) {
	for _, f := range fields {
		if f.text(a) != f.text(b) {
			list = append(list, f.name)
		}
	}
	return list
}

// TestFieldsName: each parameter of the reference has a row, by its own name.
func TestFieldsName(t *testing.T) {
	rows := map[string]int{}
	for _, f := range fields {
		if f.param != "" {
			rows[f.param]++
		}
	}
	rp := reflect.TypeFor[dcqcn.Params]()
	require.Len(t, rows, rp.NumField())
	for i := range rp.NumField() {
		require.Equal(t, 1, rows[rp.Field(i).Name], rp.Field(i).Name)
	}
}
