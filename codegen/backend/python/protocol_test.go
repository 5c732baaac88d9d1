package python_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
)

// TestProtocol: what a module answers to requests, right and wrong, in one session.
func TestProtocol(t *testing.T) {
	tier.Require(t, "python3")
	file := filepath.Join(t.TempDir(), "np.py")
	require.NoError(t, os.WriteFile(file, module(t, firmware(t), "dcqcnnp").Files[0].Text, 0o600))
	exchanges := [][2]string{
		{"hello 1", "hello 1 dcqcnnp in Python"},
		{"hello 2", "error unsupported protocol version; this program speaks 1"},
		{"open 0 dcqcnnp 50000", "ok 0 0 0"},
		{"step 0 1000 1", "ok 1 1 1000 0 1"},
		{"step 0 11000 1\r", "ok 0 0 1000 1 1"},
		{"step 0 11000", "error 1 event fields; want 2"},
		{"step 0 11000 1 1", "error 3 event fields; want 2"},
		{"step 0  11000 1", "error event fields: want decimal integers with one space between them"},
		{"step 0 +11000 1", "error event fields: want decimal integers with one space between them"},
		{"step 0 1_1000 1", "error event fields: want decimal integers with one space between them"},
		{"step 0 \u0661 1", "error event fields: want decimal integers with one space between them"},
		{"step 0 4294967296 1", "error event fields: Now is 4294967296; want a decimal uint32"},
		{"step 0 -1 1", "error event fields: Now is -1; want a decimal uint32"},
		{"step 1 11000 1", "error unknown connection 1; open it first"},
		{"state 0", "ok 1000 1 1"},
		{"state 0 1", "error state takes a connection and nothing else"},
		{"load 0 1 2 1", "ok"},
		{"load 0 1 2 3", "error state fields: "},
		{"state 0", "ok 1 2 1"},
		{"open 0 dcqcnnp 50000", "ok 0 0 0"},
		{"open x dcqcnnp 50000", "error connection x is no number in 0..4294967295"},
		{"open 4294967296 dcqcnnp 50000", "error connection 4294967296 is no number in 0..4294967295"},
		{"open 0 dcqcn 50000", "error unknown algorithm dcqcn"},
		{"call fixedpoint.Nothing 1", "error unknown function fixedpoint.Nothing"},
		{"close 0", "ok"},
		{"close 0", "error unknown connection 0; open it first"},
		{"", "error unknown request ; one of hello, call, open, load, state, step, close, quit"},
		{strings.Repeat("9", 70000), "error a line of more than 65536 characters"},
		{"hello 1", "hello 1 dcqcnnp in Python"}, // the input ends here, without a newline
	}
	var in strings.Builder
	for i, e := range exchanges {
		if i > 0 {
			in.WriteByte('\n')
		}
		in.WriteString(e[0])
	}
	cmd := exec.Command("python3", "-I", "-S", file)
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.Output()
	require.NoError(t, err)
	replies := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	require.Len(t, replies, len(exchanges))
	for i, e := range exchanges {
		require.True(t, strings.HasPrefix(replies[i], e[1]), "%.60q: %q, want %q", e[0], replies[i], e[1])
	}

	cmd = exec.Command("python3", "-I", "-S", file)
	cmd.Stdin = strings.NewReader("quit\nhello 1\n")
	out, err = cmd.Output()
	require.NoError(t, err)
	require.Equal(t, "ok\n", string(out))
}
