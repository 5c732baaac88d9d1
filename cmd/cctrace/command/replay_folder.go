package command

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/num/linerate"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/replay"
	"smartnic-cc/internal/reports/runreport"
	"smartnic-cc/internal/reports/views"
)

// isFolder reports whether an output is named as a folder: it is one, or ends in a slash.
func isFolder(out string) bool {
	if strings.HasSuffix(out, "/") || strings.HasSuffix(out, string(os.PathSeparator)) {
		return true
	}
	info, err := os.Stat(out)
	return err == nil && info.IsDir()
}

// folder writes the rate log and, for cctrace report, summary.json and run.json, which holds the parameters and the
// command. log writes the log; sum, called after it, returns the summary.
func (r *replayRun) folder(log func(w io.Writer, name string) error, sum func() *replay.Summary) error {
	origin, err := r.origin()
	if err != nil {
		return err
	}
	f, err := atomicfile.NewLocked(filepath.Clean(r.out), notOfRun)
	if err != nil {
		return err
	}
	defer f.Abort()
	for _, out := range []struct {
		name string
		fill func(w io.Writer) error
	}{
		{"rates.csv", func(w io.Writer) error { return log(w, "rates.csv") }},
		{"summary.json", func(w io.Writer) error { return sum().WriteJSON(w) }},
		{"run.json", origin.WriteJSON},
	} {
		if err := f.Fill(out.name, out.fill); err != nil {
			return err
		}
	}
	return f.Commit()
}

// notOfRun refuses a folder that holds a simulation's outputs, which would be taken for the replay's.
func notOfRun(dir string) error {
	if _, err := os.Stat(dir); err != nil {
		return nil // to be made
	}
	outputs, err := views.Outputs(dir)
	if err != nil {
		return err
	}
	for _, path := range outputs {
		if filepath.Base(path) != "rates.csv" {
			return fmt.Errorf("%s: is of a simulation; name another folder for the replay", path)
		}
	}
	return nil
}

// origin returns what the replay is made from.
func (r *replayRun) origin() (*runreport.Replayed, error) {
	c := &r.choice
	o := &runreport.Replayed{Capture: r.capture, Arguments: r.words, LineRate: linerate.Format(c.Line), Connections: len(r.reader.Conns()), Profile: r.profile()}
	if how := r.reader.Stats().Reconstruction; how != trace.Observed {
		o.Reconstructed = how.String()
	}
	if r.own != nil {
		o.Algorithm, o.Parameters = r.own.Transducer.Name, parametersOf(r.own)
		return o, nil
	}
	p, file, err := c.Resolve()
	if err == nil {
		err = p.Change(c.Set)
	}
	if err != nil {
		return nil, err
	}
	o.Algorithm, o.Parameters, o.Learning, o.Integers = r.setup.Algorithm, reaction.Vendors(&p), c.Learning(), r.setup.Integers()
	if file != nil {
		o.ProfileFile = file.TOML(c.Profile) // without this machine's folders
	}
	return o, nil
}

// elsewhere are flags that say where outputs go, not what they hold.
var elsewhere = map[string]bool{"output": true, "json": true, "plot": true, "timeout": true}

// wordsOf are the flags that were given, as words of a command.
func wordsOf(f *pflag.FlagSet) []string {
	var words []string
	f.Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			switch {
			case elsewhere[f.Name]:
			case f.Value.Type() == "bool":
				words = append(words, "--"+f.Name+"="+v)
			default:
				words = append(words, "--"+f.Name, v)
			}
		}
	})
	return words
}
