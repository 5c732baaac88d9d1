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

	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/internal/base/sys/readfile"
)

// Samples of counters in the words of the programs that people ask for them:
//
//	what rdma statistic show -j and ethtool -S print (text or JSON), in files that are named by time
//	JSON lines: an object with a time and counters, or with such an answer below a key
//	Prometheus' answer to a range query of node_exporter's metrics node_infiniband_*
//
// Only the names of counterNames are taken. All become the CSV form (counters.go) in a temporary file.

const (
	maxValues      = 1 << 24 // values of counters
	maxAnswer      = 1 << 28 // bytes of an answer of Prometheus
	maxSampleLine  = 4 << 20 // of JSON lines: ethtool -S has thousands of counters
	maxSampleDepth = 16      // of objects and lists
)

// counterValue is the value of a counter at a time.
type counterValue struct {
	time  int64
	value uint64
	port  int32
	name  int32 // index in counterNames
}

// counterValues collects values, in any order.
type counterValues struct {
	list   []counterValue
	ports  []string
	byName map[string]int32
}

// add takes a value. Of two at one time the later one counts.
func (p *counterValues) add(t int64, port string, name int, value uint64) error {
	i, ok := p.byName[port]
	switch {
	case len(p.list) == maxValues:
		return fmt.Errorf("more than %d values of counters: split it", maxValues)
	case !ok && (!goodName(port) || len(port) > maxName-len(" tx")):
		return fmt.Errorf("port %s; expected a name of 1 to %d bytes of printable UTF-8", quote([]byte(port)), maxName-len(" tx"))
	case !ok:
		if p.byName == nil {
			p.byName = map[string]int32{}
		}
		i = int32(len(p.ports))
		p.byName[port], p.ports = i, append(p.ports, port)
	}
	p.list = append(p.list, counterValue{t, value, i, int32(name)})
	return nil
}

// write writes the CSV form.
func (p *counterValues) write(w *bufio.Writer) error {
	slices.SortStableFunc(p.list, func(a, b counterValue) int {
		if c := cmp.Compare(a.time, b.time); c != 0 {
			return c
		}
		return cmp.Compare(p.ports[a.port], p.ports[b.port])
	})
	var d counterDir
	for _, v := range p.list {
		d.see([]counterFile{{port: p.ports[v.port], name: int(v.name)}})
	}
	d.columns()
	d.header(w)
	for i := 0; i < len(p.list); {
		first := p.list[i]
		var values [numNames]string
		for ; i < len(p.list) && p.list[i].time == first.time && p.list[i].port == first.port; i++ {
			v := &p.list[i]
			values[d.column(p.ports[v.port], int(v.name))] = strconv.FormatUint(v.value, 10)
		}
		if err := d.row(w, first.time, p.ports[first.port], &values); err != nil {
			return err
		}
	}
	return nil
}

// whole reads a number that is an integer of 64 bits, in whatever form.
func whole(text string) (uint64, error) {
	if v, err := strconv.ParseUint(text, 10, 64); err == nil {
		return v, nil
	}
	if sampleNumber.MatchString(text) {
		if r, ok := new(big.Rat).SetString(text); ok && r.IsInt() && r.Num().IsUint64() {
			return r.Num().Uint64(), nil
		}
	}
	return 0, fmt.Errorf("%s; expected an integer of 64 bits", quote([]byte(text)))
}

var sampleNumber = regexp.MustCompile(`^[0-9]{1,20}(\.[0-9]{1,20})?([eE]\+?[0-9]{1,2})?$`)

// take takes the counters of a JSON value. An object may name its port: rdma has ifname and port, ethtool ifname.
// within is the port of what the value is in; prefix stands before names of ports.
func (p *counterValues) take(value any, t int64, prefix, within string, depth int) error {
	if depth > maxSampleDepth {
		return fmt.Errorf("nested deeper than %d", maxSampleDepth)
	}
	switch value := value.(type) {
	case []any:
		for _, v := range value {
			if err := p.take(v, t, prefix, within, depth+1); err != nil {
				return err
			}
		}
	case map[string]any:
		if name := portOfObject(value); name != "" {
			within = prefix + name
		}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			n := counterOf(key)
			var err error
			switch v := value[key].(type) {
			case json.Number, string:
				var number uint64
				if n < 0 {
					continue
				}
				if number, err = whole(fmt.Sprint(v)); err == nil {
					err = p.add(t, within, n, number)
				} else {
					err = fmt.Errorf("%s %w", key, err)
				}
			default:
				err = p.take(v, t, prefix, within, depth+1)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// portOfObject is the port that an object names, "" if it names none.
func portOfObject(o map[string]any) string {
	name := ""
	for _, key := range []string{"ifname", "device", "interface"} {
		if s, is := o[key].(string); is && name == "" {
			name = s
		}
	}
	switch port := o["port"].(type) {
	case json.Number, string:
		if name != "" {
			name += "/"
		}
		name += fmt.Sprint(port)
	}
	return name
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

// sampleKind is what the start of a content shows: lines of JSON with counters, an answer of Prometheus, or an answer
// of rdma or ethtool, whose time only the name of a file can have.
type sampleKind uint8

const (
	noSamples sampleKind = iota
	sampleLines
	sampleAnswer
	sampleAlone
)

const aloneText = "is one sample of counters without its time: save it as DIR/TIME.json or DIR/TIME.txt and name DIR, or as a line {\"time\": TIME, \"counters\": ...}"

var (
	answerMark  = regexp.MustCompile(`"(resultType|__name__)"\s*:`)
	eventMark   = regexp.MustCompile(`"(event|conn)"\s*:`)
	devicesMark = regexp.MustCompile(`"ifname"\s*:`)
	counterMark = func() *regexp.Regexp {
		var names []string
		for i := range counterNames {
			names = append(names, counterNames[i].name)
		}
		return regexp.MustCompile(`"(` + strings.Join(names, "|") + `)"\s*:`)
	}()
	aloneMark = regexp.MustCompile(`^\s*(NIC statistics:|\[\s*(\]|\{\s*"if))`)
)

func sampleKindOf(head []byte) sampleKind {
	head = bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF"))
	line := firstLine(head)
	switch {
	case aloneMark.Match(head):
		return sampleAlone
	case len(line) == 0 || line[0] != '{':
		return noSamples
	case answerMark.Match(head):
		return sampleAnswer
	case !eventMark.Match(line) && (counterMark.Match(line) || devicesMark.Match(line)):
		return sampleLines
	}
	return noSamples
}

// derive returns the CSV form of samples, or the input itself if it holds none.
func (in *input) derive(asked Format) (*input, error) {
	if in.derived || asked != 0 && asked != FormatCounters {
		return in, nil
	}
	s, err := in.rewind()
	if err != nil {
		return in, err
	}
	head, _ := s.r.Peek(bufferSize) // its error is that of the reader
	var p counterValues
	var cut *Warning
	switch sampleKindOf(head) {
	case noSamples, sampleAlone:
		return in, nil
	case sampleAnswer:
		err = p.answer(in.name, s.r)
	case sampleLines:
		cut, err = p.lines(in.name, s.r)
	}
	if err == nil && len(p.list) == 0 {
		err = in.fail(-1, nil, "no counter in it; expected rp_cnp_handled, np_cnp_sent, port_xmit_data or others that docs/traces.md lists")
	}
	if err != nil {
		return in, err
	}
	out, err := deriveTo(in.name, p.write)
	if err != nil {
		return in, err
	}
	out.from, out.cut = in, cut
	return out, nil
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
func (p *counterValues) lines(name string, r io.Reader) (cut *Warning, err error) {
	b := bufio.NewReaderSize(r, maxSampleLine)
	for n := 1; ; n++ {
		line, end := b.ReadSlice('\n')
		bad := func(format string, args ...any) error {
			return &Error{Name: name, Offset: -1, Line: n, Msg: fmt.Sprintf(format, args...)}
		}
		text := bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF")))
		switch {
		case end == bufio.ErrBufferFull:
			return nil, bad("is longer than %d bytes", maxSampleLine)
		case end != nil && end != io.EOF && end != io.ErrUnexpectedEOF:
			return nil, bad("cannot be read: %v", end)
		case len(text) > 0 && text[0] != '#':
			value, err := decode(text)
			if err != nil && end != nil {
				return &Warning{Offset: -1, Line: n, Text: "the file ends within this line, which is left out"}, nil
			}
			if err == nil {
				err = p.line(value)
			}
			if err != nil {
				return nil, bad("%v; expected an object with a time and counters", err)
			}
		}
		if end != nil {
			return nil, nil
		}
	}
}

// line takes the object of a line, whose time is under one key.
func (p *counterValues) line(value any) error {
	object, is := value.(map[string]any)
	if !is {
		return errors.New("is no object")
	}
	at, found := int64(0), ""
	for _, key := range slices.Sorted(maps.Keys(object)) {
		field, decimals, _, known := fieldOf(key)
		stamp := key == "time" || key == "timestamp"
		if !stamp && (!known || field != fieldTime) {
			continue
		}
		if found != "" {
			return fmt.Errorf("the time under %s and %s", found, key)
		}
		text, ok := fmt.Sprint(object[key]), true
		if found = key; stamp {
			at, ok = stampOf(text)
		} else if t, err := parseTime(text, decimals); err == nil {
			at = t
		} else {
			ok = false
		}
		if !ok {
			return fmt.Errorf("%s %s: %w", key, quote([]byte(text)), errStamp)
		}
	}
	if found == "" {
		return errors.New("no time; give it as time, timestamp or epoch_ns")
	}
	return p.take(object, at, "", portName, 0)
}

// promAnswer is Prometheus' answer to a query.
type promAnswer struct {
	Status, Error string
	Data          struct {
		ResultType string
		Result     []struct {
			Metric map[string]string
			Values [][2]any
		}
	}
}

// answer reads the answer to a range query. Ports are named by their device and number, and by their instance if there
// are several.
func (p *counterValues) answer(name string, r io.Reader) error {
	bad := func(format string, args ...any) error {
		return &Error{Name: name, Offset: -1, Msg: "as an answer of Prometheus: " + fmt.Sprintf(format, args...)}
	}
	limited := &io.LimitedReader{R: r, N: maxAnswer}
	d := json.NewDecoder(limited)
	d.UseNumber()
	var a promAnswer
	switch err := d.Decode(&a); {
	case limited.N == 0:
		return bad("is longer than %d bytes; ask for less time, or a longer step", maxAnswer)
	case err != nil:
		return bad("%s; fetch it again", readfile.OneLine(err.Error()))
	case a.Status != "success":
		return bad("%.200s; repair the query", readfile.OneLine(cmp.Or(a.Error, "its status is not success")))
	case a.Data.ResultType != "matrix":
		return bad("it holds a %.40s; ask for a range (/api/v1/query_range), which has samples over time", readfile.OneLine(cmp.Or(a.Data.ResultType, "nothing")))
	}
	instances, seen := map[string]bool{}, map[string]bool{}
	for _, s := range a.Data.Result {
		instances[s.Metric["instance"]] = true
	}
	for _, s := range a.Data.Result {
		metric := s.Metric["__name__"]
		if metric == "" {
			return bad("a series has no name, as the result of rate() has none; ask for the counter itself, as in node_infiniband_rp_cnp_packets_handled_total")
		}
		n := counterOf(metric)
		if n < 0 {
			continue
		}
		labels := map[string]any{"device": s.Metric["device"], "port": s.Metric["port"]}
		port := cmp.Or(portOfObject(labels), portName)
		if len(instances) > 1 {
			port = s.Metric["instance"] + "/" + port
		}
		if key := port + " " + metric; seen[key] {
			return bad("two series are of %.80s; choose one by its labels", readfile.OneLine(key))
		} else {
			seen[key] = true
		}
		for _, v := range s.Values {
			at, err := parseTime(fmt.Sprint(v[0]), 9)
			if err != nil {
				return bad("time %s: %v", quote(fmt.Append(nil, v[0])), err)
			}
			value, err := whole(fmt.Sprint(v[1]))
			if err == nil {
				err = p.add(at, port, n, value)
			}
			if err != nil {
				return bad("%s at %v: %v", metric, v[0], err)
			}
		}
	}
	return nil
}

// sampleFile is a file of a folder with one sample.
type sampleFile struct {
	path string
	time int64
	dirs string // of the path, without the time, and with a slash at its end unless it is ""
	name string // the file's, without the time
	one  int    // of a file with one value, its counter; else -1
}

// sampleFiles lists the samples below a folder whose paths have a time, if there are answers of rdma or ethtool among
// them; else none.
func sampleFiles(root string) (files []sampleFile, err error) {
	answers, seen := false, 0
	err = filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return &Error{Name: path, Offset: -1, Msg: readfile.Reason(err).Error()}
		}
		if seen++; seen > maxSnapshots {
			return &Error{Name: root, Offset: -1, Msg: fmt.Sprintf("more than %d files: split it", maxSnapshots)}
		}
		inside, _ := filepath.Rel(root, path)
		parts := strings.Split(filepath.ToSlash(inside), "/")
		if e.IsDir() && len(parts) > maxDirDepth+1 {
			return filepath.SkipDir
		}
		if f, ok := sampleFileOf(parts); ok && e.Type().IsRegular() {
			f.path = path
			files, answers = append(files, f), answers || f.one < 0
		}
		return nil
	})
	if !answers {
		files = nil
	}
	return files, err
}

// sampleFileOf says which sample a file is by the parts of its path. The time is the file's name, with NAME- before or
// -NAME behind, or a folder above it.
func sampleFileOf(parts []string) (f sampleFile, ok bool) {
	last := len(parts) - 1
	base, ext := parts[last], ""
	f.one = counterOf(base)
	for _, e := range []string{".json", ".txt", ".log"} {
		if cut, has := strings.CutSuffix(base, e); has {
			base, ext = cut, e
		}
	}
	dirs := parts[:last]
	f.time, f.name, ok = stampIn(base)
	// A small number is rather a port's, if a folder has a time.
	if i := slices.IndexFunc(dirs, isStamp); i >= 0 && (!ok || f.time < firstReal || f.one >= 0) {
		f.time, _ = stampOf(dirs[i])
		f.name, dirs, ok = base, slices.Delete(slices.Clone(dirs), i, i+1), ext != "" || f.one >= 0
	}
	if !ok {
		return f, false
	}
	if len(dirs) > 0 {
		f.dirs = portOfPath(dirs) + "/"
	}
	return f, true
}

func isStamp(name string) bool { _, ok := stampOf(name); return ok }

// stampIn finds the longest time at the end or beginning of a name, and what else is in it.
func stampIn(base string) (t int64, rest string, ok bool) {
	take := func(stamp, other string) bool {
		t, ok = stampOf(stamp)
		rest, ok = other, ok && t >= firstReal && strings.Trim(other, "0123456789") != ""
		return ok
	}
	const marks = "-_.@"
	for i := range base {
		if i > 0 && strings.IndexByte(marks, base[i]) >= 0 && take(base[i+1:], base[:i]) {
			return t, rest, true
		}
	}
	for i := strings.LastIndexAny(base, marks); i > 0; i = strings.LastIndexAny(base[:i], marks) {
		if take(base[:i], base[i+1:]) {
			return t, rest, true
		}
	}
	t, ok = stampOf(base)
	return t, "", ok
}

// file takes the sample of a file. An empty one, as a loop that is stopped leaves it, has none.
func (p *counterValues) file(f *sampleFile) error {
	bad := func(line int, err error) error {
		return &Error{Name: f.path, Offset: -1, Line: line, Msg: fmt.Sprintf("%v; expected what rdma statistic show -j or ethtool -S prints", err)}
	}
	if f.one >= 0 {
		text, err := readValue(f.path)
		if err != nil || text == "" {
			return err
		}
		value, _ := whole(text) // readValue has checked it
		return p.add(f.time, cmp.Or(strings.TrimSuffix(f.dirs, "/"), portName), f.one, value)
	}
	text, err := readfile.File(f.path, maxSampleLine, "is this a sample of counters?")
	if err != nil {
		return err
	}
	port := cmp.Or(strings.TrimSuffix(f.dirs+f.name, "/"), portName)
	switch text = bytes.TrimSpace(text); {
	case len(text) == 0:
		return nil
	case text[0] == '[' || text[0] == '{':
		value, err := decode(text)
		if err == nil {
			err = p.take(value, f.time, f.dirs, port, 0)
		}
		if err != nil {
			return bad(0, err)
		}
		return nil
	case !bytes.HasPrefix(text, []byte("NIC statistics:")):
		return bad(1, fmt.Errorf("starts with %s", quote(text)))
	}
	for i, line := range bytes.Split(text, []byte("\n")) {
		key, number, _ := bytes.Cut(bytes.TrimSpace(line), []byte(":"))
		n := counterOf(string(key))
		if n < 0 {
			continue
		}
		value, err := whole(string(bytes.TrimSpace(number)))
		if err == nil {
			err = p.add(f.time, port, n, value)
		}
		if err != nil {
			return bad(i+1, fmt.Errorf("%s %w", key, err))
		}
	}
	return nil
}
