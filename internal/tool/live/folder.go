package live

import (
	"fmt"
	"os"
	"path/filepath"

	"smartnic-cc/internal/base/sys/atomicfile"
)

// summaryName is the output by which a live run's folder is recognised.
const summaryName = "live.json"

// outputs are the names of the outputs.
var outputs = []string{"rates.csv", "capture.pcapng", "throughput.csv", "queues.csv", summaryName}

// NewOutputs begins the outputs in a folder, which it creates if needed. It refuses a folder with files of these
// names that are not from a live run.
func NewOutputs(dir string) (*atomicfile.Folder, error) {
	return atomicfile.NewLocked(dir, replaces)
}

func replaces(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, summaryName)); err == nil {
		return nil
	}
	for _, name := range append(outputs, "summary.json") {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err == nil {
			return fmt.Errorf("%s: would be lost, and there is no %s of a live run that wrote it; name another folder, or remove it", path, summaryName)
		}
	}
	return nil
}
