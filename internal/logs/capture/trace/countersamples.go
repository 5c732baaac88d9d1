package trace

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/pattern"
	"smartnic-cc/internal/base/text/rowfile"
)

// Samples of counters in the words of the programs that people ask for them:
//
//	what rdma statistic show -j and ethtool -S print (text or JSON), in files or folders that are named by time
//	JSON lines: an object with a time and counters, or with such an answer below a key
//	Prometheus' answer to a range query of node_exporter's metrics node_infiniband_* (promanswer.go)
//
// Only the names of counterNames are taken. All become the CSV form (counters.go) in a temporary file.

const (
	maxValues     = 1 << 24 // of counters
	maxSampleText = 4 << 20 // bytes of a file: ethtool -S has thousands of counters
)

// counterValue is the value of a counter at a time.
type counterValue struct {
	time       int64
	value      uint64
	port, name int32 // index in ports, and in counterNames
}

// counterValues collects values, in any order.
type counterValues struct {
	list   []counterValue
	ports  []string
	byName map[string]int32
}

// add takes a value, a number. Of two at one time the later one counts.
func (v *counterValues) add(t int64, port string, name int, text string) error {
	value, err := wholeOf(text)
	i, known := v.byName[port]
	switch {
	case err != nil:
		return fmt.Errorf("%s %w", counterNames[name].name, err)
	case len(v.list) == maxValues:
		return fmt.Errorf("more than %d values of counters: split it", maxValues)
	case !known && (!goodName(port) || len(port) > maxName-len(" tx")):
		return fmt.Errorf("port %s; expected a name of 1 to %d bytes of printable UTF-8", quote([]byte(port)), maxName-len(" tx"))
	case !known:
		if v.byName == nil {
			v.byName = map[string]int32{}
		}
		i = int32(len(v.ports))
		v.byName[port], v.ports = i, append(v.ports, port)
	}
	v.list = append(v.list, counterValue{t, value, i, int32(name)})
	return nil
}

// write writes the CSV form.
func (v *counterValues) write(w *bufio.Writer) error {
	slices.SortStableFunc(v.list, func(a, b counterValue) int {
		return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(v.ports[a.port], v.ports[b.port]))
	})
	var d counterDir
	for _, c := range v.list {
		d.see([]counterFile{{port: v.ports[c.port], name: int(c.name)}})
	}
	d.columns()
	d.header(w)
	for i := 0; i < len(v.list); {
		first, values := v.list[i], [numNames]string{}
		for ; i < len(v.list) && v.list[i].time == first.time && v.list[i].port == first.port; i++ {
			values[d.column(v.ports[first.port], int(v.list[i].name))] = strconv.FormatUint(v.list[i].value, 10)
		}
		if err := d.row(w, first.time, v.ports[first.port], &values); err != nil {
			return err
		}
	}
	return nil
}

var decimalNumber = pattern.Of(`^[0-9]{1,20}(\.[0-9]{0,20})?([eE]\+?[0-9]{1,2})?$`)

// wholeOf reads an integer of 64 bits. Programs of tables and of JSON may write it as in 1034.0 or 1.034e3.
func wholeOf(text string) (uint64, error) {
	if v, err := strconv.ParseUint(text, 10, 64); err == nil {
		return v, nil
	}
	if decimalNumber().MatchString(text) {
		if r, ok := new(big.Rat).SetString(text); ok && r.IsInt() && r.Num().IsUint64() {
			return r.Num().Uint64(), nil
		}
	}
	return 0, fmt.Errorf("%s; expected an integer of 64 bits", quote([]byte(text)))
}

// take takes the counters of a JSON value. within is the port of those whose object names none; prefix stands before
// names of ports.
func (v *counterValues) take(value any, t int64, prefix, within string) error {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			if err := v.take(item, t, prefix, within); err != nil {
				return err
			}
		}
	case map[string]any:
		if name := portOfObject(value); name != "" {
			within = prefix + name
		}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			err := v.take(value[key], t, prefix, within)
			if n, text := counterOf(key), textOf(value[key]); n >= 0 && text != "" {
				err = v.add(t, within, n, text)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// textOf is a text or number of JSON, "" for other values.
func textOf(value any) string {
	switch value := value.(type) {
	case json.Number:
		return value.String()
	case string:
		return value
	}
	return ""
}

// portOfObject is the port that an object names, "" if it names none: rdma has ifname and port, ethtool ifname.
func portOfObject(o map[string]any) string {
	name, port := cmp.Or(textOf(o["ifname"]), textOf(o["device"]), textOf(o["interface"])), textOf(o["port"])
	if name != "" && port != "" {
		return name + "/" + port
	}
	return name + port
}

// decode reads one JSON value, which is all of a text.
func decode(text []byte) (value any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err = d.Decode(&value); err == nil && d.More() {
		err = errors.New("something follows the value")
	}
	return value, err
}

var (
	eventMark  = pattern.Of(`"(event|conn)"\s*:`)
	sampleMark = sync.OnceValue(func() *regexp.Regexp {
		names := "ifname"
		for i := range counterNames {
			names += "|" + counterNames[i].name
		}
		return regexp.MustCompile(`"(` + names + `)"\s*:`)
	})
)

// samplesOf returns what takes the samples that content begins with; nil if it begins with none.
func samplesOf(head []byte) func(v *counterValues, in *input, r *bufio.Reader) (cut *Warning, err error) {
	line := firstLine(head)
	switch {
	case len(line) == 0 || line[0] != '{':
	case answerMark().Match(head):
		return (*counterValues).answer
	case !eventMark().Match(line) && sampleMark().Match(line):
		return (*counterValues).lines
	}
	return nil
}

// derive returns the CSV form of samples, or the input itself if it holds none.
func (in *input) derive(asked Format) (*input, error) {
	if in.derived || asked != 0 && asked != FormatCounters {
		return in, nil
	}
	s, err := in.rewind()
	if err != nil {
		return nil, err
	}
	head, _ := s.r.Peek(bufferSize) // its error is that of the reader
	read := samplesOf(head)
	if read == nil {
		return in, nil
	}
	var v counterValues
	cut, err := read(&v, in, s.r)
	if err == nil && len(v.list) == 0 {
		err = in.fail(-1, nil, "no counter in it; expected rp_cnp_handled, np_cnp_sent, port_xmit_data or others that docs/traces.md lists")
	}
	if err != nil {
		return nil, err
	}
	out, err := deriveTo(in.name, v.write)
	if err == nil {
		out.from, out.cut = in, cut
	}
	return out, err
}

// deriveTo makes an input of the CSV form that write writes.
func deriveTo(name string, write func(*bufio.Writer) error) (*input, error) {
	f, err := os.CreateTemp("", "trace-*")
	if err != nil {
		return nil, &Error{Name: name, Offset: -1, Msg: fmt.Sprintf("cannot be spooled: %v", child.Temporary(err))}
	}
	in := &input{name: name, r: f, file: f, temp: f.Name(), derived: true}
	if os.Remove(in.temp) == nil {
		in.temp = ""
	}
	w := bufio.NewWriter(f)
	if err := errors.Join(write(w), w.Flush()); err != nil {
		return nil, errors.Join(err, in.close())
	}
	return in, nil
}

// lines reads JSON lines. A last line that is cut is left out, and noted.
func (v *counterValues) lines(in *input, r *bufio.Reader) (cut *Warning, err error) {
	l := rowfile.NewLines(in.name, r)
	for {
		text, err := l.Next()
		switch {
		case err == io.EOF:
			return nil, nil
		case err == rowfile.ErrCut:
			return &Warning{Offset: -1, Line: l.Line + 1, Text: err.Error()}, nil
		case err != nil:
			return nil, err
		}
		value, err := decode(text)
		if err != nil && l.Last {
			return &Warning{Offset: -1, Line: l.Line, Text: "the file is cut within this line; read up to the line before it"}, nil
		}
		if err == nil {
			err = v.line(value)
		}
		if err != nil {
			return nil, l.Errorf("%v; expected an object with a time and counters", err)
		}
	}
}

// line takes the object of a line, whose time is under one key.
func (v *counterValues) line(value any) error {
	object, _ := value.(map[string]any)
	at, found := int64(0), ""
	for _, key := range slices.Sorted(maps.Keys(object)) {
		field, decimals, _, known := fieldOf(key)
		text, ok := textOf(object[key]), false
		switch stamp := key == "time" || key == "timestamp"; {
		case !stamp && (!known || field != fieldTime):
			continue
		case found != "":
			return fmt.Errorf("the time under %s and %s", found, key)
		case stamp:
			at, ok = stampOf(text)
		default:
			var err error
			at, err = parseTime(text, decimals)
			ok = err == nil
		}
		if found = key; !ok {
			return fmt.Errorf("%s %s: %w", key, quote([]byte(text)), errStamp)
		}
	}
	if found == "" {
		return errors.New("no time; give it as time, timestamp or epoch_ns")
	}
	return v.take(object, at, "", portName)
}

// sampleFile is a file of a folder with one sample.
type sampleFile struct {
	path, name string
	base       string // what names its port, if it does not itself
	time       int64
	prefix     string // of counterValues.take
}

// sampleFiles lists the samples below a folder whose paths have a time, if there are answers of rdma or ethtool among
// them; else none.
func sampleFiles(root string) (files []sampleFile, err error) {
	answers, seen := false, 0
	err = filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if seen++; err == nil && seen > maxSnapshots {
			err = fmt.Errorf("more than %d files: split it", maxSnapshots)
		}
		if err != nil {
			return &Error{Name: path, Offset: -1, Msg: readfile.Reason(err).Error()}
		}
		inside, _ := filepath.Rel(root, path)
		parts := strings.Split(filepath.ToSlash(inside), "/")
		if e.IsDir() && len(parts) > maxDirDepth+1 {
			return filepath.SkipDir
		}
		name := parts[len(parts)-1]
		base := strings.TrimSuffix(strings.TrimSuffix(name, ".json"), ".txt")
		counter := counterOf(name) >= 0
		// The number of a port is not taken for a time.
		dirs := append(parts[:len(parts)-1:len(parts)-1], base)
		i := slices.IndexFunc(dirs, func(s string) bool { t, ok := stampOf(s); return ok && t >= firstReal })
		if !e.Type().IsRegular() || base == name && !counter || i < 0 {
			return nil
		}
		f := sampleFile{path: path, name: name}
		f.time, _ = stampOf(dirs[i])
		if i < len(dirs)-1 && !counter {
			f.base = base
		}
		if dirs = slices.Delete(dirs[:len(dirs)-1], min(i, len(dirs)-1), min(i+1, len(dirs)-1)); len(dirs) > 0 {
			f.prefix = portOfPath(dirs) + "/"
		}
		files, answers = append(files, f), answers || !counter
		return nil
	})
	if !answers {
		files = nil
	}
	return files, err
}

// file takes the sample of a file. An empty one, as a loop that is stopped leaves it, has none.
func (v *counterValues) file(f *sampleFile) error {
	text, err := readfile.File(f.path, maxSampleText, "is this a sample of counters?")
	if err != nil {
		return err
	}
	var value any
	switch text = bytes.TrimSpace(text); {
	case len(text) == 0:
		return nil
	case counterOf(f.name) >= 0:
		value = map[string]any{f.name: string(text)}
	case text[0] == '[' || text[0] == '{':
		value, err = decode(text)
	case bytes.HasPrefix(text, []byte("NIC statistics:")):
		lines := map[string]any{}
		for line := range strings.Lines(string(text)) {
			key, number, _ := strings.Cut(strings.TrimSpace(line), ": ")
			lines[key] = number
		}
		value = lines
	default:
		err = fmt.Errorf("starts with %s", quote(text))
	}
	if err == nil {
		err = v.take(value, f.time, f.prefix, cmp.Or(strings.TrimSuffix(f.prefix+f.base, "/"), portName))
	}
	if err != nil {
		return &Error{Name: f.path, Offset: -1, Msg: err.Error() + "; expected what rdma statistic show -j or ethtool -S prints"}
	}
	return nil
}
