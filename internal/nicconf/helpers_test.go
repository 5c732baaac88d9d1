package nicconf_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/nicconf"
)

// expect checks a text against a file of testdata/golden.
func expect(t *testing.T, name string, got []byte) {
	t.Helper()
	golden.Check(t, filepath.Join("testdata", "golden", name), got)
}

// file writes a file below a temporary folder and returns its path.
func file(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

func read(t *testing.T, path string, o nicconf.Options) (*nicconf.Profile, []nicconf.Note) {
	t.Helper()
	p, notes, err := nicconf.Read(path, o)
	require.NoError(t, err)
	return p, notes
}

func tomlOf(t *testing.T, p *nicconf.Profile) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, p.WriteTOML(&b))
	return b.String()
}

// mkfifo makes a named pipe.
func mkfifo(t *testing.T, path string) {
	t.Helper()
	require.NoError(t, exec.Command("mkfifo", path).Run())
}

// randomValue draws a value of a knob's range, often at its ends.
func randomValue(r *rand.Rand, k profile.Knob) uint64 {
	switch r.IntN(4) {
	case 0:
		return k.Min
	case 1:
		return k.Max
	}
	return k.Min + r.Uint64N(k.Max-k.Min+1)
}

// tooWide reports whether a line of randomText has a value that mlxconfig has no bits for, or does not take.
func tooWide(text string) bool {
	for line := range strings.Lines(text) {
		var name string
		var value int
		fmt.Sscan(line, &name, &value)
		switch name {
		case "rp_min_rate", "rp_rate_to_set_on_first_cnp":
			if value >= 1<<17 {
				return true
			}
		case "rp_min_dec_fac", "rp_dce_tcp_g":
			if value == 0 {
				return true
			}
		}
	}
	return false
}

// randomText draws settings of a vendor as lines "name value", in random order, all or
// some of them, such that the parameters hold as a whole.
func randomText(r *rand.Rand, v profile.Vendor, all bool) string {
	var lines []string
	for _, name := range nicconf.Names(v) {
		if !all && r.IntN(3) == 0 {
			continue
		}
		if name == "dcqcn_min_rate_MBps" {
			lines = append(lines, fmt.Sprintf("%s %d", name, 1+r.IntN(255)))
			continue
		}
		k, err := profile.Find(name)
		if err != nil {
			panic(err)
		}
		value := randomValue(r, k)
		switch name {
		case "dcqcn_T":
			value = max(value, 8) // with 255 segments, 2^28 kb/s
		case "min_rate":
			value = 1 + r.Uint64N(1_000_000)>>(8*r.IntN(2))
		case "max_rate":
			value = 0
			if r.IntN(2) == 0 {
				value = 1_000_000 + r.Uint64N(600_000)
			}
		case "rate_to_set_on_first_cnp":
			value = r.Uint64N(1_600_000) >> (8 * r.IntN(2))
		}
		lines = append(lines, fmt.Sprintf("%s%s %d", k.Prefix, name, value))
	}
	if len(lines) == 0 {
		lines = []string{"cnp_dscp 3"}
	}
	r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return strings.Join(lines, "\n") + "\n"
}
