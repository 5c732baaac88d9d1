package command

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const falcon = "../../../docs/examples/falcon"

// TestPacked: what Google's simulator answered is what the example answers, in text and in binary, and a wrong bit is found.
func TestPacked(t *testing.T) {
	for file, flags := range map[string][]string{"dna-c.hex": nil, "bna.hex": {"--profile", "bna-paths", "--generation", "bna"}} {
		status, stdout, stderr := run(append([]string{"firmware", falcon + "/" + file, "--algo", falcon}, flags...)...)
		require.Zero(t, status, stdout+stderr)
		require.Contains(t, stdout, ": 16 events of ")
		require.Contains(t, stdout, " 0 different, 0 left out")
	}
	text, err := os.ReadFile(falcon + "/dna-c.hex")
	require.NoError(t, err)
	words := strings.Fields(strings.Split(string(text), "\n")[1])
	var pair []byte
	for _, w := range words[1:] {
		b, err := hex.DecodeString(w)
		require.NoError(t, err)
		pair = append(pair, b...)
	}
	bin := filepath.Join(t.TempDir(), "d.bin")
	write := func() {
		require.NoError(t, os.WriteFile(bin, pair, 0o644))
	}
	// The time is the event's last time stamp in this one.
	write()
	status, stdout, stderr := run("firmware", bin, "--algo", falcon)
	require.Zero(t, status, stdout+stderr)
	pair[64+6] ^= 0xC0
	pair[64+31] ^= 1
	write()
	status, stdout, stderr = run("firmware", bin, "--algo", falcon)
	require.Equal(t, 1, status)
	require.Regexp(t, `^\S+: byte 0: response to an? \S+ of connection \d+: fabric_congestion_window is \d+, expected \d+: bit 54 \(byte 6, bit 6\)\n`+
		`    rtt_state is \d+, expected \d+: bit 248 \(byte 31, bit 0\)\n`+
		`\S+: 1 event of dna-c, 1 different, 0 left out, of a type that the formats do not define\n`+
		`    fabric_congestion_window   1\n    rtt_state                  1\n$`, stdout)
	require.Equal(t, "cctrace: "+bin+": 1 response not as the algorithm's\n", stderr)
	// Hops count in the target: with another parameter responses differ.
	status, _, _ = run("firmware", falcon+"/dna-c.hex", "--algo", falcon, "--set", "BaseDelay=19")
	require.Equal(t, 1, status)
}

// TestPackedRefusals: each is one line.
func TestPackedRefusals(t *testing.T) {
	dump := falcon + "/dna-c.hex"
	for args, want := range map[string]string{
		"firmware " + dump:                     "firmware: --algo is missing; name the folder of the algorithm",
		"firmware --max 3":                     "firmware: --max goes with a dump; name one",
		"firmware a b":                         "firmware: 2 arguments; name one dump, or none for the line protocol",
		"firmware " + dump + " --algo " + aimd: aimd + "/packed.toml: no such file or directory; write it: under [state], [event] and [output] a line such as Now = \"now\" for each value of aimd that is",
		"firmware " + falcon + "/packed.toml --algo " + falcon:    falcon + "/packed.toml:5: has 1 words; want an event and its response",
		"firmware " + dump + " --algo " + falcon + " --profile x": `profile: "x" is unknown`,
		"firmware /none --algo " + falcon:                         "/none: no such file or directory",
		"firmware " + dump + " --generation dna-d":                "takes dna-a, dna-b, dna-c or bna",
	} {
		status, _, stderr := run(strings.Fields(args)...)
		require.Equal(t, 2, status, args)
		require.Contains(t, stderr, want)
		require.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
	}
}
