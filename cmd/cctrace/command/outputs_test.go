package command

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/outputs"
)

// TestOutputs: each output makes its folder, and leaves none where the command fails.
func TestOutputs(t *testing.T) {
	kept, log, sweep := t.TempDir(), filepath.Join(t.TempDir(), "log.csv"), sweepFile(t)
	status, _, stderr := run("replay", capture, "--line-rate", "10G", "-o", log)
	require.Zero(t, status, stderr)
	outputs.Check(t, program(&Options{}).Commands, run, map[string]string{
		"compare --output":        "compare " + compared + " dcqcn dolcerc --seeds 1 --work " + kept + " -o OUT.html",
		"compare --figure":        "compare " + compared + " dcqcn dolcerc --seeds 1 --work " + kept + " --figure OUT.svg",
		"compare --work":          "compare " + compared + " dcqcn dolcerc --seeds 1 --work OUT",
		"convert --output":        "convert " + capture + " -o OUT.csv",
		"figure --output":         "figure arms -o OUT.svg",
		"plot --output":           "plot " + log + " -o OUT.svg",
		"profile export --output": "profile export connectx --as mlx5 -o OUT",
		"profile import --output": "profile import ../../../internal/nicconf/testdata/debugfs/cc_params -o OUT",
		"replay --output":         "replay " + capture + " --line-rate 10G -o OUT.csv",
		"replay --plot":           "replay " + capture + " --line-rate 10G --plot OUT.svg",
		"report --output":         "report " + log + " -o OUT.html",
		"reproduce --output":      "reproduce fig3 --setting smoke --work " + kept + " -o OUT.md",
		"sample --output":         "sample -o OUT",
		"sim --cpuprofile":        "sim " + compared + " -o - --cpuprofile OUT",
		"sim --output":            "sim " + compared + " -o OUT",
		"sweep --output":          "sweep " + sweep + " --work " + kept + " -o OUT",
		"sweep --work":            "sweep " + sweep + " -o - --work OUT",
	}, map[string]string{
		"verify --junit":     "TestVerifyJUnit, whose logs and firmware agree",
		"attach --output":    "needs clang: internal/base/sys/atomicfile writes it",
		"attach --log":       "needs root and an interface, and is written while that is watched",
		"attach --algo":      "a folder that is read",
		"live --output":      "needs root: TestOutputFolder has the same folder, internal/tool/live.Claim",
		"verbs --output":     "boots machines: internal/tool/verbs.NewOutputs, an atomicfile.Folder",
		"live --plot":        "the same; Figure.Save draws, as for replay",
		"reproduce --work":   "as sweep --work: the same experiment.Runner",
		"plot --format":      "a format",
		"replay --algo":      "a folder that is read",
		"replay --profile":   "a file that is read",
		"sweep --metric":     "a name",
		"convert --cwd":      "a folder that is read",
		"sim --cwd":          "the same",
		"firmware --algo":    "a folder that is read",
		"firmware --profile": "a name",
		"verify --layout":    "a file that is read",
		"verify --params":    "the same",
		"verify --profile":   "the same",
	})
}
