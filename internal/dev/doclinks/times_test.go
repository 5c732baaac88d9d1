package doclinks

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	// some is how a page says about how long something ran.
	some = `(?:about|some|up to|under|over|less than|a|one|two|three|few|several|an?other|half an?|\d[\d.,]*)`
	// exact is a time in seconds or more.
	exact = `\d[\d.,]* ?(?:s|sec|seconds?|min|h)\b`
)

// absolute matches how a page says how long a program runs on whoever's machine. A simulation's, protocol's or
// clock's seconds do not match: they come without CPU and processor, and nothing runs, takes or saves them. Nothing
// simulated lasts minutes.
var absolute = regexp.MustCompile("(?i)" + strings.Join([]string{
	`\b` + some + ` (?:minutes?|hours?)\b`, `\b(?:takes?|took|in|for|saves?) (?:minutes|hours)\b`,
	`\b(?:takes?|took|needs?|saves?|some|few|several|under) seconds\b`, `\b(?:in|under|half|(?:third|quarter|fifth|tenth|fraction) of) a second\b`, `# (?:a second|seconds)\b`,
	exact + ` (?:of )?(?:CPU|wall|each\b|(?:of |on )(?:a|one|two|\d+) (?:CPU|cores?|processors?)\b)`, `\ba? ?(?:CPU|core) second`,
	`\ba second (?:on|of) (?:a|one) core\b`, `\b(?:CPU|processor|cores?|wall[- ]clock|ns-3)\b[^.;|]* (?:takes?|took|in) ` + exact,
	`\b(?:runs?|builds?|compiles?|takes?|took|saves?|measured) (?:in |for |` + some + ` )*` + exact,
	`  seconds$`,
}, "|"))

// TestNoAbsoluteTimes: pages give ratios, sizes and numbers of events, with the command that gives them,
// and not how long a machine of ours took.
func TestNoAbsoluteTimes(t *testing.T) {
	for _, line := range []string{
		"It takes under two minutes, and leaves plots.", "The build takes 110 s of CPU, 70 s without.", "the next builds take seconds.",
		"320 hosts in a third of a second of CPU, 1024 in under a minute", "10 GB take some seconds and 20 MiB", "(320 hosts) takes 0.33 s",
		"some 1.6 to 3.7 million packets of payload a CPU second", "where HPCC's ns-3 takes 40 s and 338 MB", "some 4 GB of pcap a second on one core",
		"at some 39,000 steps a second of a core", "one for all others, 0.1 s each,", "stages, in 133 s of one processor", "took 83 s here",
		"draws the knee in a second:", "sim themis.toml   # a second: a quarter", "function       arguments differences   seconds",
		"| `make check` | a minute |", "| nightly | takes hours |", "saves 2 s and 8 s of CPU a call", "Go needs seconds for it", "It runs for 5 min.",
	} {
		require.Regexp(t, absolute, line)
	}
	for _, line := range []string{
		"deadlines lie within 2^31 ns of it: at least every 2.1 s.", "a clock modulo 2^32 ns, about 4.29 seconds", "7.7 to 8.0 million messages a second",
		"A message that takes longer than 4.29 s is taken for a shorter one", "four flows of 8 MB take 3.1 instead of 14.1 ms", "runs above 60 s",
		"instead of a second order of events", "In the second the loop-back's tail", "the second of these is taken", "TIME is in seconds, milliseconds or microseconds", "139.086 s with DCQCN",
		"a pause between 3.2 and 4.295 s", "no reply within 5 s (`--timeout`)", "no sample for more than a day", "From 2 s on (`--from 2s`)",
		"3.7 to 5.1 times the operations (thesis: 3.6 to 4.8 times the seconds)", "a second copy of the CPU's port", "at most 140 s of model time",
		"with a core that holds 0.5 s of events", "median 2.400 us, 99 % within 2.400 us", "takes 1.8 times as much CPU time interpreted",
	} {
		require.NotRegexp(t, absolute, line)
	}
	for _, d := range files(t, ".md") {
		text, err := os.ReadFile(path.Join(root, d))
		require.NoError(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			if found := absolute.FindString(line); found != "" {
				t.Errorf("%s:%d: %q is a time of one machine; give a ratio with the command that gives it, or a size", d, i+1, found)
			}
		}
	}
}
