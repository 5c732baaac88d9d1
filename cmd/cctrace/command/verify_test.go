package command

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/internal/logs/firmwarelog/logtest"
	"smartnic-cc/internal/reference"
	"smartnic-cc/internal/tool/explain"
	"smartnic-cc/testvectors"
)

const firmwareLog = "../../../docs/sample/firmware.csv"

// shown are the blocks of docs/vectors.md that show a command and its output.
var shown = regexp.MustCompile("(?s)```\n\\$ cctrace ([^\n]*)\n(.*?)```")

// listing are the numbers of hypotheses, which grow with every kind of mutant.
var listing = regexp.MustCompile(`(?m)^.*(hypothes|and \d+ more).*$`)

// TestVerifyLogIsDocumented: what docs/vectors.md shows of the sample is what the command
// prints, but for how many hypotheses there are, and that fits a terminal.
func TestVerifyLogIsDocumented(t *testing.T) {
	t.Chdir("../../..")
	doc, err := os.ReadFile("docs/vectors.md")
	require.NoError(t, err)
	blocks := shown.FindAllStringSubmatch(string(doc), -1)
	require.Len(t, blocks, 1)
	text := string(doc)
	for _, b := range blocks {
		status, stdout, stderr := run(strings.Fields(b[1])...)
		require.Equal(t, cli.ExitCheck, status, stderr)
		for _, line := range strings.Split(stdout, "\n") {
			require.LessOrEqual(t, len(line), 80, line)
		}
		text = strings.Replace(text, b[2], stdout, 1)
		if !golden.Update() {
			require.Equal(t, listing.ReplaceAllString(b[2], ""), listing.ReplaceAllString(stdout, ""),
				"docs/vectors.md shows another output; go test ./cmd/cctrace/command -run Documented -update rewrites it")
		}
	}
	if golden.Update() {
		require.NoError(t, os.WriteFile("docs/vectors.md", []byte(text), 0o644))
	}
}

// TestLayoutIsDocumented: the layout of docs/sample is one, and its log agrees.
func TestLayoutIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../docs/vectors/record.toml")
	require.NoError(t, err)
	layout, err := firmwarelog.ParseLayout("record.toml", text)
	require.NoError(t, err)
	require.Equal(t, 24, layout.Record)

	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "record.toml"), text, 0o644))
	// A CNP at 1 ms of the paper's profile at 100 Gb/s: the rate is halved.
	record := []byte{
		0xC7, 0, 42, 0xF8, // mark, connection 42 in big-endian order, kind 0 with other bits
		0x40, 0x42, 0x0F, 0, // 1000000 ns
		0x80, 0xF0, 0xFA, 0x02, // RC 50000000
		0x00, 0xE1, 0xF5, 0x05, // RT 100000000
		0, 0, 0, 1, // alpha 2^24
		13, 1, 0, 0, // what it did; one CNP
	}
	log := filepath.Join(dir, "log.bin")
	require.NoError(t, os.WriteFile(log, record, 0o644))
	args := []string{"verify", log, "--layout", filepath.Join(dir, "record.toml"), "--algo", "dcqcn"}
	status, stdout, stderr := run(args...)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "dcqcn, all bit-exact\nconnections: 1; steps: 1; values: 4; differing steps: 0\n")
	require.Contains(t, stdout, "not in the log, so not compared: output.Rate, state.Rates.Bytes,")

	record[8]++
	require.NoError(t, os.WriteFile(log, record, 0o644))
	status, stdout, _ = run(args...)
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, strings.Join(strings.Fields(stdout), " "), "record 1, offset 0, connection 42, step 1: state.Rates.RC is 50000001, expected 50000000")
}

func TestVerifyLogJSON(t *testing.T) {
	status, stdout, stderr := run("verify", firmwareLog, "--json", "--resync", "--max", "2")
	require.Equal(t, cli.ExitCheck, status)
	require.Equal(t, 1, strings.Count(stderr, "\n"))
	var rep verifyReport
	require.NoError(t, json.Unmarshal([]byte(stdout), &rep))
	require.Len(t, rep.Differences, 2)
	d := rep.Differences[0]
	require.Equal(t, 28, d.Line)
	require.Equal(t, "qp-a", d.Connection)
	require.Contains(t, d.Message, "state.Alpha is 16007460, expected 16007461")
	require.Equal(t, "Alpha: truncated instead of rounded half up", d.Hypotheses[0].What)
	require.EqualValues(t, "rounding", d.Hypotheses[0].Kind)
	require.True(t, d.Hypotheses[0].All)
	require.GreaterOrEqual(t, d.Kinds, 12)
	require.NotEmpty(t, d.Chain)
	require.Equal(t, d.Hypotheses[0].Place, d.Chain[d.Hypotheses[0].Link].Place)
	require.EqualValues(t, 91, rep.Summary.Differences)
	require.Equal(t, 91, rep.Hypotheses[0].Count)
	require.Equal(t, d.Hypotheses[0].ID, rep.Hypotheses[0].ID)
	require.Equal(t, []firmwarelog.NamedCount{{Name: "state.Alpha", N: 91}}, rep.Summary.Fields)
	for _, f := range d.Fields {
		if f.Name == "Alpha" {
			require.True(t, f.Differs)
			require.Equal(t, "0x00f44125", f.Expected.Hex)
			require.Equal(t, "0.954119026661", f.Expected.Real)
			require.Equal(t, "16007460", f.Found.Value)
			require.Equal(t, "16070235", f.Before.Value)
		}
	}
}

// TestResyncNamesEachHypothesisOnce: of 14 hypotheses for one line of the source two read
// "Alpha: another field (dcqcn/rp.go:167)".
func TestResyncNamesEachHypothesisOnce(t *testing.T) {
	status, stdout, _ := run("verify", firmwareLog, "--json", "--resync", "--max", "0")
	require.Equal(t, cli.ExitCheck, status)
	var rep verifyReport
	require.NoError(t, json.Unmarshal([]byte(stdout), &rep))
	var b strings.Builder
	explain.WriteHypothesisCounts(&b, rep.Hypotheses, len(rep.Hypotheses))
	entries := strings.Split(regexp.MustCompile(`\n {12}`).ReplaceAllString(b.String(), " "), "\n")
	require.Len(t, entries, len(rep.Hypotheses)+1)
	require.Greater(t, len(rep.Hypotheses), 10)
	seen := map[string]bool{}
	for _, e := range entries {
		require.False(t, seen[e], e)
		seen[e] = true
	}
	status, text, _ := run("verify", firmwareLog, "--resync", "--max", "0")
	require.Equal(t, cli.ExitCheck, status)
	require.Regexp(t, `another field \(dcqcn/rp.go:\d+\): p.AlphaRounding -> p.AlphaMode\n`, text)
	require.Regexp(t, `another field \(dcqcn/rp.go:\d+\): p.AlphaRounding -> p.Halving\n`, text)
}

// TestRateLogIsAFirmwareLog: what a replay writes can be verified, and agrees; one wrong
// bit in it, in what an event told or in its result, is found. Logs without packets,
// as older versions wrote them, do for all but the share of marked packets.
func TestRateLogIsAFirmwareLog(t *testing.T) {
	for _, c := range []struct {
		name, flags string
		packets     bool // the algorithm counts them
	}{
		{"dcqcn", "--algo dcqcn --profile connectx", false},
		{"tx-slots", "--algo dolcerc --estimate tx-slots", false},
		{"marked-packets", "--algo dolcerc --estimate marked-packets", true},
	} {
		dir := t.TempDir()
		flags := append([]string{"--line-rate", "10G"}, strings.Fields(c.flags)...)
		verify := func(log string) (status int, stdout, stderr string) {
			return run(append([]string{"verify", log, "--chain", "0"}, flags...)...)
		}
		for _, name := range []string{"rates.jsonl", "rates.csv"} {
			log := filepath.Join(dir, name)
			status, _, stderr := run(append([]string{"replay", capture, "--log", "all", "-o", log}, flags...)...)
			require.Zero(t, status, stderr)
			status, stdout, stderr := verify(log)
			require.Zero(t, status, c.name+stdout+stderr)
			require.Contains(t, stdout, "connections: 8")
			require.NotContains(t, stdout, "not in the log")
			require.Contains(t, strings.Join(strings.Fields(stdout), " "), "all bit-exact")
			missing := ""
			if c.name != "dcqcn" {
				missing = "not compared, of no meaning for dolcerc4: \"alpha_q16\", \"arm\"\n" // all else is, or is in the state already
			}
			require.Contains(t, stderr, missing)
			require.Equal(t, missing != "", strings.Contains(stderr, "not compared"))
		}
		text, err := os.ReadFile(filepath.Join(dir, "rates.csv"))
		require.NoError(t, err)
		rows := strings.Split(string(text), "\n")
		header := strings.Split(rows[0], ",")
		// changed is the log with one cell of the row made another.
		changed := func(row, column int, to func(string) string) string {
			cells := strings.Split(rows[row], ",")
			cells[column] = to(cells[column])
			other := slices.Clone(rows)
			other[row] = strings.Join(cells, ",")
			path := filepath.Join(dir, "changed.csv")
			require.NoError(t, os.WriteFile(path, []byte(strings.Join(other, "\n")), 0o644))
			return path
		}
		flip := func(s string) string {
			v, err := strconv.ParseUint(s, 10, 64)
			require.NoError(t, err)
			return strconv.FormatUint(v^1, 10)
		}
		require.Greater(t, len(rows), 1000)
		state := len(header) - 1
		names := strings.Fields(header[state])[1:]
		for _, row := range []int{1, len(rows) / 3, len(rows) - 2} {
			field := row % len(names)
			status, stdout, _ := verify(changed(row, state, func(s string) string {
				values := strings.Fields(s)
				values[field] = flip(values[field])
				return strings.Join(values, " ")
			}))
			require.Equal(t, cli.ExitCheck, status)
			stdout = strings.Join(strings.Fields(stdout), " ")
			require.Contains(t, stdout, fmt.Sprintf("line %d, connection %s, step", row+1, strings.Split(rows[row], ",")[1]))
			require.Contains(t, stdout, "state."+names[field]+" is", "line %d", row+1)
		}
		packets := slices.Index(header, "packets")
		without := slices.Clone(rows)
		for i, row := range without[:len(without)-1] {
			without[i] = strings.Join(slices.Delete(strings.Split(row, ","), packets, packets+1), ",")
		}
		old := filepath.Join(dir, "old.csv")
		require.NoError(t, os.WriteFile(old, []byte(strings.Join(without, "\n")), 0o644))
		status, stdout, _ := verify(old)
		require.Equal(t, map[bool]int{true: cli.ExitCheck}[c.packets], status)
		require.Contains(t, stdout, "not in the log, so taken as 0: event.Packets\n")
		if c.packets {
			sent := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, ",sent,") })
			status, _, _ := verify(changed(sent, packets, flip))
			require.Equal(t, cli.ExitCheck, status, "packets are part of what is compared")
		}
	}
}

// TestTimersAreLookedAt: a log that shows rates only, of a firmware whose increase timer is 7 ns
// late, has every value right. That its timers are off is said.
func TestTimersAreLookedAt(t *testing.T) {
	log := filepath.Join(t.TempDir(), "rates.csv")
	flags := []string{"--line-rate", "10G", "--algo", "dcqcn", "--profile", "paper"}
	status, _, stderr := run(append([]string{"replay", capture, "--log", "all", "--state=false", "-o", log}, flags...)...)
	require.Zero(t, status, stderr)
	verify := func() string {
		status, stdout, stderr := run(append([]string{"verify", log}, flags...)...)
		require.Zero(t, status, stderr)
		require.Contains(t, stdout, "all bit-exact")
		return stdout
	}
	require.NotContains(t, verify(), "timers:")
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	rows := strings.Split(string(text), "\n")
	first := 0
	for i, row := range rows {
		if at, rest, ok := strings.Cut(row, ",[2001:db8::8]:0x187"); ok && strings.Contains(rest, ",increase-timer,") {
			v, err := strconv.Atoi(at)
			require.NoError(t, err)
			rows[i] = fmt.Sprintf("%d,[2001:db8::8]:0x187%s", v+7, rest)
			if first == 0 {
				first = i + 1
			}
		}
	}
	require.NotZero(t, first)
	require.NoError(t, os.WriteFile(log, []byte(strings.Join(rows, "\n")), 0o644))
	out := strings.Join(strings.Fields(verify()), " ")
	require.Regexp(t, fmt.Sprintf(`timers: \d+ of \d+ ends not when the reference's is, by up to 7 ns; the first: line %d, connection \S+: increase-timer at \d+, but the reference's next is increase-timer at \d+`, first), out)
}

// TestSimLogIsAFirmwareLog: so is the rate log of a simulation, which shows less of the
// state. What it shows is compared.
func TestSimLogIsAFirmwareLog(t *testing.T) {
	for algo, missing := range map[string]string{"dcqcn": "state.AlphaAt", "dolcerc": "state.LastQualified"} {
		dir := t.TempDir()
		scenario, out := filepath.Join(dir, "s.toml"), filepath.Join(dir, "out")
		require.NoError(t, os.WriteFile(scenario, []byte(`[run]
seed = 1
end = "1ms"
[topology]
kind = "star"
hosts = 5
rate = "100Gbps"
delay = "1us"
[[switch.marking]]
kmin = "100KB"
kmax = "400KB"
pmax = 0.2
[[nic]]
profile = "paper"
algorithm = "`+algo+`"
[[workload]]
kind = "incast"
receiver = 4
bytes = "1MB"
[record]
rates = "all"
rate_log = "all"
`), 0o644))
		status, _, stderr := run("sim", scenario, "-o", out)
		require.Zero(t, status, stderr)
		log := filepath.Join(out, "rates.csv")
		status, stdout, stderr := run("verify", log, "--algo", algo)
		require.Zero(t, status, stdout+stderr)
		require.Contains(t, stdout, "connections: 4; ")
		require.NotContains(t, stdout, "taken as 0")
		require.Contains(t, stdout, missing)
		for _, shown := range []string{".RC", ".RT", "Stage", "state.Alpha,"} {
			require.NotContains(t, stdout, shown)
		}
		text, err := os.ReadFile(log)
		require.NoError(t, err)
		rows := strings.Split(string(text), "\n")
		row := 2 * len(rows) / 3
		cells := strings.Split(rows[row], ",")
		cells[slices.Index(strings.Split(rows[0], ","), "rt_kbps")] += "1"
		rows[row] = strings.Join(cells, ",")
		require.NoError(t, os.WriteFile(log, []byte(strings.Join(rows, "\n")), 0o644))
		status, stdout, _ = run("verify", log, "--algo", algo, "--chain", "0")
		require.Equal(t, cli.ExitCheck, status)
		require.Contains(t, strings.Join(strings.Fields(stdout), " "), fmt.Sprintf("line %d, connection %s, step", row+1, cells[1]))
	}
}

// TestVerifyExplainsVectors: the first difference of a firmware program is explained too.
func TestVerifyExplainsVectors(t *testing.T) {
	wrong := script(t, `exec env CCTRACE_TEST_FIRMWARE=1 "`+self(t)+`" | sed -u '25s/ok \([0-9]*\) \([0-9]*\) \([0-9]*\)/ok \1 \2 7/'`)
	status, stdout, _ := run("verify", "--firmware", wrong, "../../../testvectors/corpus/dcqcn-paper.json.gz")
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stdout, "hypotheses of")
	require.Contains(t, stdout, "the reference's computation")

	// A state that is wrong from the start is explained too; of a function there is nothing to say.
	wrong = script(t, `exec env CCTRACE_TEST_FIRMWARE=1 "`+self(t)+`" | sed -u '3s/ok [0-9]*/ok 0/'`)
	status, stdout, _ = run("verify", "--firmware", wrong, "../../../testvectors/corpus/dcqcn-paper.json.gz")
	require.Equal(t, cli.ExitCheck, status, stdout)
	require.Contains(t, stdout, "explained by\n")
	require.Regexp(t, `dcqcn/rates.go:\d+ .*Rates\{RC: p\.MaxRate`, stdout, "the line that sets the field")
	status, stdout, _ = run("verify", "--firmware", wrong, "../../../testvectors/corpus/fixedpoint.json.gz")
	require.Equal(t, cli.ExitCheck, status, stdout)
	require.NotContains(t, stdout, "hypotheses")
}

// TestVerifyJUnit: a log is a case of its algorithm, a file of vectors one of the firmware. The text of a failure is the
// difference with its explanation; a program that dies is an error.
func TestVerifyJUnit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.xml")
	type testcase struct {
		Name    string  `xml:"name,attr"`
		Failure *string `xml:"failure"`
		Error   *string `xml:"error"`
		Skipped *string `xml:"skipped"`
	}
	verify := func(want int, args ...string) (suite string, cases []testcase) {
		t.Helper()
		status, _, stderr := run(append([]string{"verify", "--junit", path}, args...)...)
		require.Equal(t, want, status, stderr)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		var got struct {
			Suites []struct {
				Name  string     `xml:"name,attr"`
				Cases []testcase `xml:"testcase"`
			} `xml:"testsuite"`
		}
		require.NoError(t, xml.Unmarshal(text, &got))
		require.Len(t, got.Suites, 1)
		return got.Suites[0].Name, got.Suites[0].Cases
	}
	for _, flags := range [][]string{nil, {"--json"}} {
		suite, cases := verify(cli.ExitCheck, append(flags, firmwareLog)...)
		require.Equal(t, "dcqcn", suite)
		require.Len(t, cases, 1)
		require.Equal(t, firmwareLog, cases[0].Name)
		require.Contains(t, *cases[0].Failure, "state.Alpha is 16007460, expected 16007461")
		require.Contains(t, *cases[0].Failure, "explained by\n  Alpha: truncated instead of rounded half up")
	}
	log, err := os.ReadFile(firmwareLog)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(log), "\n")
	good, bad := filepath.Join(t.TempDir(), "good.csv"), filepath.Join(t.TempDir(), "bad.csv")
	require.NoError(t, os.WriteFile(good, []byte(strings.Join(lines[:20], "")), 0o644))
	require.NoError(t, os.WriteFile(bad, []byte(strings.Join(lines[:20], "")+"x\xff,y\n"), 0o644))
	_, cases := verify(cli.ExitOK, good)
	require.Equal(t, []testcase{{Name: good}}, cases)
	_, cases = verify(cli.ExitUsage, bad)
	require.Contains(t, *cases[0].Error, "bad.csv:21: ")

	corpus := "../../../testvectors/corpus/"
	files := []string{corpus + "dcqcnnp.json.gz", corpus + "dcqcn-paper.json.gz", corpus + "timers.json.gz"}
	firmware := func(filter string) []string {
		return append(slices.Clone(files), "--firmware", script(t, `exec env CCTRACE_TEST_FIRMWARE=1 "`+self(t)+`"`+filter))
	}
	suite, cases := verify(cli.ExitOK, firmware("")...)
	require.Regexp(t, `^[^/]+$`, suite)
	require.Len(t, cases, 3)
	for _, c := range cases {
		require.Equal(t, testcase{Name: c.Name}, c)
	}
	wrong := firmware(` | sed -u 's/^ok 50000000 /ok 50000001 /'`)
	_, cases = verify(cli.ExitCheck, wrong...)
	require.Nil(t, cases[0].Failure)
	require.Contains(t, *cases[1].Failure, "first difference: ")
	require.Contains(t, *cases[1].Failure, "the reference's computation")
	require.NotNil(t, cases[2].Skipped)
	_, cases = verify(cli.ExitCheck, append(wrong, "--keep-going")...)
	require.NotNil(t, cases[1].Failure)
	require.Nil(t, cases[2].Skipped)
	_, cases = verify(cli.ExitUsage, append(slices.Clone(files), "--firmware", script(t, "read hello; echo 'hello 1 x'; echo dead >&2; exit 3"))...)
	require.Contains(t, *cases[0].Error, "dead")
	require.NotNil(t, cases[1].Skipped)
	_, cases = verify(cli.ExitUsage, files[0], "--firmware", "./none")
	require.Contains(t, *cases[0].Error, "cannot be started")
	refused(t, cli.ExitUsage, []string{"verify", good, "--junit", good}, "is what is read, and would be lost")
	refused(t, cli.ExitUsage, []string{"verify", good, "--junit", "-"}, "as standard output has the results")
}

// TestVerifyFirmwareOptions: the explanation is in JSON too, the chain may be left out, and of a
// firmware of one algorithm only its vectors are run.
func TestVerifyFirmwareOptions(t *testing.T) {
	wrong := script(t, `exec env CCTRACE_TEST_FIRMWARE=1 "`+self(t)+`" | sed -u '25s/ok \([0-9]*\) \([0-9]*\) \([0-9]*\)/ok \1 \2 7/'`)
	status, stdout, _ := run("verify", "--firmware", wrong, "../../../testvectors/corpus/dcqcn-paper.json.gz", "--json")
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stdout, `"explanation": {`)
	require.Contains(t, stdout, `"tried": `)
	status, stdout, _ = run("verify", "--firmware", wrong, "../../../testvectors/corpus/dcqcn-paper.json.gz", "--chain", "0", "--others", "1")
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stdout, "hypotheses of")
	require.NotContains(t, stdout, "the reference's computation")

	right := script(t, `exec env CCTRACE_TEST_FIRMWARE=1 "`+self(t)+`"`)
	status, stdout, stderr := run("verify", "--firmware", right, "--only", "dcqcnnp,fixedpoint.Recip")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "all bit-exact")
	status, _, stderr = run("verify", "--firmware", right, "--only", "dcqcnpp")
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, stderr, `no vector is of "dcqcnpp" (did you mean dcqcnnp?)`)
	lacks := script(t, `exec env CCTRACE_TEST_FIRMWARE=1 "`+self(t)+`" | sed -u '2s/.*/error unknown algorithm bandit2/'`)
	status, _, stderr = run("verify", "--firmware", lacks)
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, stderr, "name with --only the algorithms that it has, as in --only dolcerc4, or the files of their vectors")
}

func TestVerifyLogUsage(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	plain := file("plain.csv", "Now,Kind,Rate\n1,cnp,50000000\n")
	for _, c := range []struct {
		args  []string
		texts []string
	}{
		{[]string{plain}, []string{"plain.csv: does not say which algorithm wrote it; give --algo"}},
		{[]string{plain, "other.csv"}, []string{"name one log"}},
		{[]string{plain, "--firmware", "true", "--resync"}, []string{"--resync goes with a log, --firmware with vectors"}},
		{[]string{plain, "--firmware", "true", "--xi", "1"}, []string{"--xi goes with a log, --firmware with vectors"}},
		{[]string{plain, "--algo", "dcqcn", "--keep-going"}, []string{"--keep-going goes with --firmware and vectors"}},
		{[]string{plain, "--algo", "dcqcn", "--max", "-1"}, []string{"--max takes a whole number of 0 to "}},
		{[]string{plain, "--algo", "cubic"}, []string{`"cubic" is unknown`}},
		{[]string{plain, "--algo", "dcqcn", "--profile", "fast"}, []string{"fast"}},
		{[]string{plain, "--algo", "dcqcn", "--line-rate", "fast"}, []string{"--line-rate takes a rate"}},
		{[]string{plain, "--algo", "dolcerc", "--qualify-after", "soon"}, []string{"--qualify-after takes a time of 1ns to 1.07s"}},
		{[]string{plain, "--algo", "dolcerc", "--arms", "0.5:1,0.5:1,0.25:1"}, []string{"unknown algorithm \"dolcerc3\""}},
		{[]string{plain, "--algo", "dcqcn", "--params", "x.json"}, []string{"--params and --algo both choose"}},
		{[]string{plain, "--gamma", "0.9", "--params", "x.json"}, []string{"--params and --gamma both choose"}},
		{[]string{plain, "--params", filepath.Join(dir, "none.json")}, []string{"none.json"}},
		{[]string{plain, "--params", file("p.json", `{"algorithm":"dcqcnnp","params":{"Interval":"x"}}`)}, []string{"Interval"}},
		{[]string{plain, "--params", file("q.json", `{"algorithm":"cubic","params":{"Interval":1}}`)}, []string{"cubic"}},
		{[]string{plain, "--layout", filepath.Join(dir, "none.toml")}, []string{"none.toml"}},
		{[]string{plain, "--layout", file("bad.toml", "record = 0\n")}, []string{"bad.toml: record is 0"}},
		{[]string{firmwareLog, "--algo", "dolcerc"}, []string{"is of dcqcn, and the flags choose dolcerc4"}},
		{[]string{file("half.csv", "# algorithm dcqcn\nNow,Kind,Rate\n"), "--max", "3"}, []string{"names algorithm dcqcn but not its parameters"}},
		{[]string{file("nothing.csv", "Now,Kind,Rate\n"), "--algo", "dcqcn"}, []string{"holds no value to compare"}},
		{[]string{file("bad.csv", "Now,Kind,Rate\n1,cnp,x\n"), "--algo", "dcqcn"}, []string{"bad.csv:2: output.Rate is \"x\""}},
		{[]string{filepath.Join(dir, "none.csv"), "--algo", "dcqcn"}, []string{"none.csv: no such file"}},
	} {
		refused(t, cli.ExitUsage, append([]string{"verify"}, c.args...), c.texts...)
	}
}

// TestVerifyOtherAlgorithms: a log may be of any algorithm, with its parameters in a file.
func TestVerifyOtherAlgorithms(t *testing.T) {
	f, err := testvectors.Read("../../../testvectors/corpus/dcqcnnp.json.gz")
	require.NoError(t, err)
	g := &f.Groups[0]
	a, err := reference.Catalog().Algorithm(g.Name)
	require.NoError(t, err)
	var events [][]uint64
	for _, row := range g.Sequences[0].Steps {
		event, _, _ := g.Split(row)
		events = append(events, event)
	}
	rs, err := logtest.Run(reference.New(), a, g.ParamValues, "np", events)
	require.NoError(t, err)
	dir := t.TempDir()
	log, params := filepath.Join(dir, "np.jsonl"), filepath.Join(dir, "params.json")
	require.NoError(t, os.WriteFile(params, []byte("{\"algorithm\": \"dcqcnnp\",\n \"params\": {\"Interval\": 50000}}\n"), 0o644))
	require.NoError(t, os.WriteFile(log, []byte(logtest.JSON(a, nil, rs)), 0o644))
	status, stdout, stderr := run("verify", log, "--params", params)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "dcqcnnp, all bit-exact\nconnections: 1; steps: 22; values: 110; differing steps: 0\n")

	rs[9].State[1] ^= 1
	require.NoError(t, os.WriteFile(log, []byte(logtest.JSON(a, nil, rs)), 0o644))
	status, stdout, _ = run("verify", log, "--params", params)
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, strings.Join(strings.Fields(stdout), " "), "line 10, connection np, step 10: state.Marked is")
}

// TestReplayIsExplained: so is the first event of a replay at which a firmware differs.
func TestReplayIsExplained(t *testing.T) {
	firmware := script(t, `exec env CCTRACE_TEST_FIRMWARE=1 "`+self(t)+`" | sed -u '40s/ok [0-9]*/ok 7/'`)
	status, stdout, _ := run("replay", capture, "--firmware", firmware)
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stdout, "differs from the reference at step")
	require.Contains(t, stdout, "hypotheses of")
	require.Contains(t, stdout, "the reference's computation")
}

// TestWrongProfileIsNamed: a log that is compared under other parameters says whose they are:
// another vendor's, Dolce-RC's own, or the default learning.
func TestWrongProfileIsNamed(t *testing.T) {
	log := filepath.Join(t.TempDir(), "rates.csv")
	for _, c := range []struct{ algo, theirs, ours, want string }{
		{"dcqcn", "--profile ionic", "--profile paper", "the parameters are those of the profile ionic"},
		{"dolcerc", "--profile ionic --estimate tx-slots", "--profile paper --estimate tx-slots", "the reaction point's parameters are those of the profile ionic"},
		{"dolcerc", "--profile dolcerc-recommended", "--profile paper", "the parameters are those of the profile dolcerc-recommended"},
		{"dolcerc", "--profile connectx", "--profile dolcerc-recommended", "the parameters are those of the profile connectx, arms and learning the default with marked-packets"},
		{"dolcerc", "--profile connectx --estimate tx-slots", "--profile dolcerc-recommended", "the parameters are those of the profile connectx, arms and learning the default with tx-slots"},
	} {
		flags := []string{"--algo", c.algo, "--line-rate", "10G"}
		status, _, stderr := run(append(append([]string{"replay", capture, "--log", "all", "-o", log}, flags...), strings.Fields(c.theirs)...)...)
		require.Zero(t, status, stderr)
		status, stdout, _ := run(append(append([]string{"verify", log}, flags...), strings.Fields(c.ours)...)...)
		require.Equal(t, cli.ExitCheck, status)
		_, explained, _ := strings.Cut(stdout, "explained by\n")
		text := strings.Join(strings.Fields(explained), " ")
		after, begins := strings.CutPrefix(text, c.want)
		require.True(t, begins && regexp.MustCompile(`^ (\(\d|\d+ other)`).MatchString(after), "%v: %.200s", c, text)
	}
}

// TestCutLogDoesNotPass: a log that ended within a record was called all bit-exact, with
// exit status 0, whatever was in what it lacked.
func TestCutLogDoesNotPass(t *testing.T) {
	b, err := os.ReadFile("../../../docs/sample/firmware.csv")
	require.NoError(t, err)
	rows := strings.SplitAfter(string(b), "\n")
	whole := strings.Join(rows[:27], "") // the wrong one is line 28
	name := filepath.Join(t.TempDir(), "log.csv")
	for cut, want := range map[int]int{0: 0, 20: 1, len(rows[26]) - 2: 1} {
		require.NoError(t, os.WriteFile(name, []byte(whole[:len(whole)-cut]), 0o600))
		status, stdout, stderr := run("verify", name)
		if want == 0 {
			require.Zero(t, status, stderr)
			require.Contains(t, stdout, "all bit-exact")
			continue
		}
		require.Equal(t, want, status, "cut by %d: %s", cut, stdout)
		require.Contains(t, strings.Join(strings.Fields(stdout), " "), "bit-exact up to where it is cut")
		require.Contains(t, stderr, "give the whole log")
	}
}
