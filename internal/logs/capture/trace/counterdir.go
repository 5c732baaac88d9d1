package trace

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"smartnic-cc/internal/base/sys/readfile"
)

// A directory of counters, as a loop in a shell saves it, in one of three forms:
//
//	DIR/.../TIME.json   what rdma or ethtool prints (countersamples.go), .txt too
//	DIR/TIME/.../NAME   one file a counter and sample, which holds the value
//	DIR/.../NAME        one file a counter, which holds lines of time and value
//
// TIME is a decimal number of seconds since 1970 (or of ms, us, ns, by its
// digits), or a date and time in UTC. What stands between names the port; the
// components ports, counters and hw_counters are left out of it. The samples
// become the CSV form (counters.go) in a temporary file.

const (
	maxSnapshots  = 1 << 22 // of one directory
	maxSeries     = 512     // files of times and values, open at once
	maxDirDepth   = 6       // below DIR or DIR/TIME
	maxDirEntries = 1 << 16 // files and directories of one snapshot
	maxValueFile  = 64      // bytes of a file with one value
)

// openDir makes an input of a directory's counters.
func openDir(path string) (*input, error) {
	fail := func(format string, args ...any) (*input, error) {
		return nil, &Error{Name: path, Offset: -1, Msg: fmt.Sprintf(format, args...)}
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return fail("%v", readfile.Reason(err))
	}
	if len(entries) > maxSnapshots {
		return fail("holds more than %d snapshots: split it", maxSnapshots)
	}
	samples, err := sampleFiles(path)
	if err != nil {
		return nil, err
	}
	if len(samples) > 0 {
		var v counterValues
		for i := range samples {
			if err := v.file(&samples[i]); err != nil {
				return nil, err
			}
		}
		if len(v.list) == 0 {
			return fail("its samples hold no counter that is known; docs/traces.md lists them")
		}
		return deriveTo(path, v.write)
	}
	d := counterDir{path: path}
	for _, e := range entries {
		if t, ok := stampOf(e.Name()); ok && e.IsDir() {
			d.snapshots = append(d.snapshots, snapshot{t, e.Name()})
		}
	}
	write := d.writeSnapshots
	if len(d.snapshots) == 0 {
		// No name of a directory is a time: each file has the times itself.
		files, err := counterFiles(path)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return fail("is a directory without counters; name a file in it, or save DIR/TIME/hw_counters/NAME as docs/traces.md shows")
		}
		if len(files) > maxSeries {
			return fail("holds more than %d files of counters: choose some", maxSeries)
		}
		if below := snapshotsBelow(path, files); below != "" {
			return fail("has snapshots further down only: name %s", below)
		}
		write = func(w *bufio.Writer) error { return d.writeSeries(w, files) }
	}
	return deriveTo(path, write)
}

// stampLayouts are the dates and times that name a snapshot, besides numbers.
var stampLayouts = []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02_15:04:05.999999999",
	"2006-01-02 15:04:05.999999999", "2006-01-02-15:04:05.999999999", "2006-01-02T15-04-05",
	"2006-01-02_15-04-05", "2006-01-02-15-04-05", "20060102T150405", "20060102-150405", "20060102_150405", "20060102150405"}

// firstReal is a time before which nobody has sampled a counter: the third of
// March 1973, 10^8 s. A smaller number is a time of day, or of the sample.
const firstReal = 100_000_000 * nanosPerSec

// stampOf reads a time since 1970 and returns nanoseconds. The number of digits before the point gives the unit: up
// to 11 are seconds, up to 14 milliseconds, up to 17 microseconds, more are nanoseconds.
func stampOf(s string) (int64, bool) {
	whole, _, _ := strings.Cut(s, ".")
	decimals := 0
	switch n := len(whole); {
	case n <= 11:
		decimals = 9
	case n <= 14:
		decimals = 6
	case n <= 17:
		decimals = 3
	}
	if t, err := parseTime(s, decimals); err == nil {
		return t, true
	}
	for _, layout := range stampLayouts {
		if t, err := time.Parse(layout, s); err == nil && t.Year() >= 1970 && t.Year() < 2262 {
			return t.UnixNano(), true
		}
	}
	return 0, false
}

// snapshotsBelow finds the folder whose folders are named by time, where root itself is not it; "" where there is
// none. The number of a port is not taken for a time.
func snapshotsBelow(root string, files []counterFile) string {
	for _, f := range files {
		for dir := filepath.Dir(f.path); len(dir) > len(root); dir = filepath.Dir(dir) {
			if t, ok := stampOf(filepath.Base(dir)); ok && t >= firstReal {
				return filepath.Dir(dir)
			}
		}
	}
	return ""
}

// counterFile is a file that is named like a counter.
type counterFile struct {
	path string
	port string
	name int // index in counterNames
}

// counterFiles lists the counters below a directory, in the order of their
// paths.
func counterFiles(root string) (files []counterFile, err error) {
	seen := 0
	var walk func(dir string, between []string) error
	walk = func(dir string, between []string) error {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return &Error{Name: dir, Offset: -1, Msg: readfile.Reason(err).Error()}
		}
		for _, e := range entries {
			if seen++; seen > maxDirEntries {
				return &Error{Name: root, Offset: -1, Msg: fmt.Sprintf("more than %d files: not a directory of counters", maxDirEntries)}
			}
			path := filepath.Join(dir, e.Name())
			if n := counterOf(e.Name()); n >= 0 && e.Type().IsRegular() {
				files = append(files, counterFile{path, portOfPath(between), n})
			} else if e.IsDir() && len(between) < maxDirDepth {
				if err := walk(path, append(slices.Clip(between), e.Name())); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return files, walk(root, nil)
}

// portOfPath names a port by the components of a path.
func portOfPath(between []string) string {
	var parts []string
	for _, s := range between {
		switch s {
		case "ports", "counters", "hw_counters":
		default:
			parts = append(parts, s)
		}
	}
	if len(parts) == 0 {
		return portName
	}
	return strings.Join(parts, "/")
}

type snapshot struct {
	time int64
	name string
}

type counterDir struct {
	path      string
	snapshots []snapshot
	ports     map[string]*[numNames]bool // which counters they have
	used      [numNames]bool             // which columns there are
}

// see takes note of the counters that there are.
func (d *counterDir) see(files []counterFile) {
	if d.ports == nil {
		d.ports = map[string]*[numNames]bool{}
	}
	for _, f := range files {
		p := d.ports[f.port]
		if p == nil {
			p = new([numNames]bool)
			d.ports[f.port] = p
		}
		p[f.name] = true
		d.used[f.name] = true
	}
}

// columns settles which columns there are, once all counters have been seen.
func (d *counterDir) columns() {
	var used [numNames]bool
	for port, has := range d.ports {
		for n := range has {
			if has[n] {
				used[d.column(port, n)] = true
			}
		}
	}
	d.used = used
}

// column is the column of a port's counter: that of its name, or, where NICs of
// two vendors call it by two names, that of the name which is preferred.
func (d *counterDir) column(port string, n int) int {
	for m := range n {
		if same := counterNames[m].counter == counterNames[n].counter && counterNames[m].unit == counterNames[n].unit; same && d.used[m] && !d.ports[port][m] {
			return m
		}
	}
	return n
}

// header writes the header row of what a directory becomes. Every counter
// keeps its name, so that warnings do. Failures to write show at the end.
func (d *counterDir) header(w *bufio.Writer) {
	w.WriteString("epoch_ns,port")
	for n, used := range d.used {
		if used {
			w.WriteString("," + counterNames[n].name)
		}
	}
	w.WriteByte('\n')
}

// row writes a row of it.
func (d *counterDir) row(w *bufio.Writer, t int64, port string, values *[numNames]string) error {
	if strings.ContainsAny(port, ",\"") {
		port = `"` + strings.ReplaceAll(port, `"`, `""`) + `"`
	}
	w.WriteString(strconv.FormatInt(t, 10))
	w.WriteByte(',')
	w.WriteString(port)
	for n, v := range values {
		if d.used[n] {
			w.WriteByte(',')
			w.WriteString(v)
		}
	}
	return w.WriteByte('\n')
}

// writeSnapshots writes the samples of DIR/TIME/.../NAME.
func (d *counterDir) writeSnapshots(w *bufio.Writer) error {
	slices.SortFunc(d.snapshots, func(a, b snapshot) int {
		if a.time != b.time {
			return cmp.Compare(a.time, b.time)
		}
		return cmp.Compare(a.name, b.name)
	})
	for _, s := range d.snapshots {
		files, err := counterFiles(filepath.Join(d.path, s.name))
		if err != nil {
			return err
		}
		d.see(files)
	}
	if len(d.ports) == 0 {
		return &Error{Name: d.path, Offset: -1, Msg: "its snapshots hold no file that is named like a counter, links aside; docs/traces.md lists them, and has a loop that saves them"}
	}
	d.columns()
	d.header(w)
	for _, s := range d.snapshots {
		files, err := counterFiles(filepath.Join(d.path, s.name))
		if err != nil {
			return err
		}
		// Files of a port may stand in several folders.
		slices.SortStableFunc(files, func(a, b counterFile) int { return cmp.Compare(a.port, b.port) })
		for i := 0; i < len(files); {
			var values [numNames]string
			port := files[i].port
			for ; i < len(files) && files[i].port == port; i++ {
				if values[d.column(port, files[i].name)], err = readValue(files[i].path); err != nil {
					return err
				}
			}
			if err := d.row(w, s.time, port, &values); err != nil {
				return err
			}
		}
	}
	return nil
}

// readValue reads a file with one number. An empty file is a value that is
// missing, as a loop that is stopped leaves it.
func readValue(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", &Error{Name: path, Offset: -1, Msg: readfile.Reason(err).Error()}
	}
	b, err := io.ReadAll(io.LimitReader(f, maxValueFile+1))
	if err := errors.Join(err, f.Close()); err != nil {
		return "", &Error{Name: path, Offset: -1, Msg: readfile.Reason(err).Error()}
	}
	text := strings.TrimSpace(string(b))
	if text == "" {
		return "", nil
	}
	if _, err := strconv.ParseUint(text, 10, 64); err != nil || len(b) > maxValueFile {
		return "", &Error{Name: path, Offset: 0, Msg: fmt.Sprintf("holds %s; expected one integer of 64 bits", quote(b))}
	}
	return text, nil
}
