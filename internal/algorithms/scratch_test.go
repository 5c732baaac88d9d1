package algorithms_test

import (
	"bytes"
	"crypto/sha256"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/dev/tree"
)

// TestFolderIsEnough: in a copy of the source tree two foreign algorithms become built-in ones by
// putting their folders there and running what make generate runs. Every tool then takes them by
// name, and no file that was there has changed but the tables and the digests of the vectors. Without -long ccgen is the tool;
// cctrace, whose tables are the same, takes a minute to compile.
func TestFolderIsEnough(t *testing.T) {
	tree := t.TempDir()
	copyTree(t, filepath.Join("..", ".."), tree)
	for _, name := range []string{"timely", "aimd"} {
		require.NoError(t, os.Mkdir(filepath.Join(tree, name), 0o755))
		for _, file := range []string{name + ".go", "profiles.toml"} {
			text, err := os.ReadFile(filepath.Join(tree, "docs", "examples", name, file))
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(tree, name, file), text, 0o644))
		}
	}
	before := digests(t, tree)
	in := func(status int, words ...string) string { return command(t, tree, status, words...) }
	in(0, "go", "generate", "./internal/algorithms")
	in(0, "go", "test", "./testvectors", "-run", "TestCorpusIsCurrent", "-update")

	after := digests(t, tree)
	var changed, added []string
	for name, sum := range after {
		if old, ok := before[name]; !ok {
			added = append(added, name)
		} else if old != sum {
			changed = append(changed, name)
		}
	}
	slices.Sort(changed)
	slices.Sort(added)
	require.Equal(t, []string{"firmware.go", "internal/reference/table.go", "testvectors/corpus/SHA256SUMS"}, changed)
	require.Equal(t, []string{"testvectors/corpus/aimd-functions.json.gz", "testvectors/corpus/aimd.json.gz", "testvectors/corpus/timely.json.gz"}, added)
	for name := range before {
		require.Contains(t, after, name)
	}

	in(0, "go", "build", "-o", "bin/", "./cmd/ccgen")
	has := func(text string, words ...string) {
		t.Helper()
		require.Contains(t, in(0, words...), text, "%q", words)
	}
	has("7 packages in the firmware subset", "bin/ccgen", "lint")
	has("timely                   Step     12        12 ", "bin/ccgen", "ranges", "--no-cache")
	has("#define CC_TIMELY_PARAMS_DEFAULT {", "bin/ccgen", "c", "--only", "timely", "--profile", "default", "-o", "-")
	has("#define CC_AIMD_PARAMS_", "bin/ccgen", "c", "--profile", "paper,"+firstProfile(t, tree, "aimd"), "-o", "-")
	has("Profile default", "bin/ccgen", "p4", "timely", "--profile", "default", "--set", "Add=40Mb/s", "-o", "-")
	has("bit-exact", "bin/ccgen", "p4", "timely", "--check=builtin")
	has("timely step", "bin/ccgen", "cost", "timely step")
	has("aimd increase-timer", "bin/ccgen", "cost", "aimd increase-timer")
	if !tier.Long() {
		return
	}
	in(0, "go", "build", "-pgo=off", "-o", "bin/", "./cmd/cctrace")
	has("aimd: 8 connections", "bin/cctrace", "replay", "docs/sample/incast.pcapng", "--algo", "aimd", "--line-rate", "10G")
	has("timely: 8 connections", "bin/cctrace", "replay", "docs/sample/incast.pcapng", "--algo", "timely", "--profile", "default")
	has("8 of 8 messages", "bin/cctrace", "sim", "docs/sample/incast.toml", "--set", "nic[0].algorithm=timely", "--set", "nic[0].profile=default", "-o", "run")
	rates, err := os.ReadFile(filepath.Join(tree, "run", "rates.csv"))
	require.NoError(t, err)
	require.Contains(t, string(rates[:200]), ",gradient_ns_q4,")
	// Tests ask git for the files of a checkout.
	in(0, "git", "init", "-q")
	in(0, "git", "add", "-A")
	in(0, "go", "test", "./internal/reference", "./internal/algorithms/generate")
}

// firstProfile is the first of a folder's profiles.toml.
func firstProfile(t *testing.T, tree, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(tree, dir, "profiles.toml"))
	require.NoError(t, err)
	_, after, ok := bytes.Cut(text, []byte("\n["))
	name, _, _ := bytes.Cut(after, []byte("]"))
	require.True(t, ok)
	return string(name)
}

// notCopied is what tools and their tests do without.
var notCopied = []string{"docs/figures", "docs/reproduction"}

func copyTree(t *testing.T, from, to string) {
	t.Helper()
	require.NoError(t, os.CopyFS(to, tree.Of(t, from)))
	for _, name := range notCopied {
		require.NoError(t, os.RemoveAll(filepath.Join(to, name)))
	}
}

// digests are those of the files of a tree.
func digests(t *testing.T, tree string) map[string][32]byte {
	t.Helper()
	sums := map[string][32]byte{}
	require.NoError(t, filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(tree, path)
		sums[filepath.ToSlash(name)] = sha256.Sum256(text)
		return err
	}))
	return sums
}

// command runs a command in the tree and returns what it says. Paths of the tree are not part of what is compiled, so
// that the next run finds it in the cache.
func command(t *testing.T, tree string, status int, words ...string) string {
	t.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	if strings.HasPrefix(words[0], "bin/") {
		cmd = exec.Command(filepath.Join(tree, words[0]), words[1:]...)
	}
	cmd.Dir = tree
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath -buildvcs=false", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if status == 0 {
		require.NoError(t, err, "%q: %s", words, out)
	} else {
		require.Error(t, err, "%q: %s", words, out)
		require.Equal(t, status, cmd.ProcessState.ExitCode(), "%q: %s", words, out)
	}
	return string(out)
}
