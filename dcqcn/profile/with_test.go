package profile_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn/profile"
)

// TestWithAsSet: within the documented range With is Set, before the check of the whole;
// at its ends nothing is beyond, one further it is, or it is an error.
func TestWithAsSet(t *testing.T) {
	for _, name := range []string{"connectx", "irdma"} {
		p := get(t, name)
		for _, k := range profile.Knobs() {
			if (k.Vendor == profile.IRDMA) != (name == "irdma") && k.Prefix != "np_" {
				_, _, err := p.With(k.Name, fmt.Sprint(k.Min))
				require.ErrorContains(t, err, "no parameter of profile "+name)
				continue
			}
			for _, v := range []uint64{k.Min, k.Max} {
				next, beyond, err := p.With(k.Prefix+k.Name, fmt.Sprint(v))
				if err != nil { // above the port's speed, or 2^28 kb/s
					require.Error(t, p.Set(k.Name, fmt.Sprint(v)))
					continue
				}
				require.False(t, beyond, "%s %d", k.Name, v)
				set := p
				if set.Set(k.Name, fmt.Sprint(v)) == nil {
					require.Equal(t, set, next, "%s %d", k.Name, v)
				}
				text, err := next.Shown(k.Name)
				require.NoError(t, err)
				if k.Name != "max_rate" { // the port's speed shows as 0
					require.Equal(t, fmt.Sprint(v), text, k.Name)
				}
			}
			_, beyond, err := p.With(k.Name, fmt.Sprint(k.Max+1))
			require.True(t, err != nil || beyond, k.Name)
		}
	}
}

// TestWithBeyond: what Set refuses for the vendor, With takes and reports.
func TestWithBeyond(t *testing.T) {
	p := get(t, "connectx")
	for name, value := range map[string]string{"byte_reset": "40000", "time_reset": "0.5", "initial_alpha_value": "0"} {
		set := p
		require.Error(t, set.Set(name, value))
		require.Equal(t, p, set)
		next, beyond, err := p.With(name, value)
		require.NoError(t, err)
		require.True(t, beyond, name)
		text, err := next.Shown(name)
		require.NoError(t, err)
		require.Equal(t, value, text)
	}
	// ionic has mlx5's names without its widths.
	_, beyond, err := get(t, "ionic").With("byte_reset", "40000")
	require.NoError(t, err)
	require.False(t, beyond)
	for name, value := range map[string]string{"gd": "9", "byte_reset": "-1", "time": "3", "ai_rate": "0.00001"} {
		next, _, err := p.With(name, value)
		require.Error(t, err, name)
		require.Equal(t, p, next)
	}
}

// TestShown: any vendor's names, and what there is not.
func TestShown(t *testing.T) {
	p := get(t, "irdma")
	for name, want := range map[string]string{"dcqcn_F": "5", "threshold": "5", "rp_time_reset": "55", "ai_rate": "148.945", "dce_tcp_g": "1020"} {
		text, err := p.Shown(name)
		require.NoError(t, err)
		require.Equal(t, want, text, name)
	}
	paper := get(t, "paper")
	_, err := paper.Shown("rate_reduce_monitor_period")
	require.True(t, errors.Is(err, profile.ErrNoParameter))
	_, err = paper.Shown("dcqcn_rai_factor")
	require.ErrorContains(t, err, "is no whole number of segments")
	_, err = paper.Shown("fast")
	require.ErrorContains(t, err, "unknown parameter")
	k, err := profile.Find("RPG_TIME_RESET")
	require.Error(t, err, k)
	k, err = profile.Find("rp_time_reset")
	require.NoError(t, err)
	require.Equal(t, "time_reset", k.Name)
}
