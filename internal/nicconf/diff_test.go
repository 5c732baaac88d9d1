package nicconf_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/nicconf"
)

func compare(t *testing.T, a, b *nicconf.Profile, line dcqcn.Rate) *nicconf.Difference {
	t.Helper()
	d, err := nicconf.Compare(a, b, line)
	require.NoError(t, err)
	return d
}

// TestCompare: the golden difference of two vendors, within 80 columns, and none of a
// profile and itself.
func TestCompare(t *testing.T) {
	a, err := nicconf.BuiltIn("connectx", 100_000_000)
	require.NoError(t, err)
	b, err := nicconf.BuiltIn("irdma", 100_000_000)
	require.NoError(t, err)
	d := compare(t, a, b, 100_000_000)
	for name, all := range map[string]bool{"diff.txt": false, "diff-all.txt": true} {
		var out bytes.Buffer
		require.NoError(t, d.Write(&out, all))
		expect(t, name, out.Bytes())
		for line := range strings.Lines(out.String()) {
			require.LessOrEqual(t, len(strings.TrimRight(line, "\n")), 80)
		}
	}
	d = compare(t, a, a, 100_000_000)
	require.Zero(t, d.Differ)
	var out bytes.Buffer
	require.NoError(t, d.Write(&out, false))
	require.Empty(t, out.String())
}

// TestCompareSources: rp_enabled and np_enabled differ only where both sources have them.
func TestCompareSources(t *testing.T) {
	debugfs, _ := read(t, "testdata/debugfs", nicconf.Options{})
	sysfs, _ := read(t, "testdata/ens1f0", nicconf.Options{})
	firmware, _ := read(t, "testdata/mlxconfig.txt", nicconf.Options{})
	different := func(a, b *nicconf.Profile) (names []string) {
		for _, r := range compare(t, a, b, 100_000_000).Rows {
			if !r.Same {
				names = append(names, r.Name)
			}
		}
		return names
	}
	require.Empty(t, different(debugfs, firmware))
	require.Equal(t, []string{"time_reset", "ai_rate", "hai_rate", "min_time_between_cnps"}, different(debugfs, sysfs))
	require.Equal(t, []string{"time_reset", "ai_rate", "hai_rate", "min_time_between_cnps", "rp_enabled"}, different(firmware, sysfs))
	other := *debugfs
	other.Other = []nicconf.Setting{{Name: "np_cnp_prio_mode", Value: "1"}}
	require.Equal(t, []string{"np_cnp_prio_mode"}, different(debugfs, &other))
}

// TestEveryParameterIsCompared changes each parameter of the reference alone; that row, and no other, must differ.
func TestEveryParameterIsCompared(t *testing.T) {
	base, err := profile.Get("connectx", 100_000_000)
	require.NoError(t, err)
	rp := reflect.TypeFor[dcqcn.Params]()
	seen := map[string]bool{}
	for i := range rp.NumField() {
		changed := base
		switch f := reflect.ValueOf(&changed.RP).Elem().Field(i); f.Kind() {
		case reflect.Bool:
			f.SetBool(!f.Bool())
		default:
			v := f.Uint() + 1
			if rp.Field(i).Name == "CutShift" {
				v = f.Uint() - 1
			}
			f.SetUint(v)
		}
		names := nicconf.DifferentFields(&base, &changed)
		require.NotEmpty(t, names, rp.Field(i).Name)
		if name := rp.Field(i).Name; name != "AlphaBits" { // of which others are fractions
			require.Len(t, names, 1, name)
			require.False(t, seen[names[0]], "%s of two parameters", names[0])
			seen[names[0]] = true
		}
	}
	for _, change := range []func(*profile.Profile){
		func(p *profile.Profile) { p.NP.Interval++ },
		func(p *profile.Profile) { p.CNP.DSCP++ },
		func(p *profile.Profile) { p.CNP.Priority-- },
	} {
		changed := base
		change(&changed)
		names := nicconf.DifferentFields(&base, &changed)
		require.Len(t, names, 1)
		require.False(t, seen[names[0]])
		seen[names[0]] = true
	}
}
