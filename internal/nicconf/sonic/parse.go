package sonic

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/collect"
)

// tooLong ends the error of a file above its limit.
const tooLong = "is this a config_db.json?"

// table is the fields of one entry.
type table map[string]any

// database is entries by table and key.
type database map[string]map[string]table

// tables of interest.
var tables = []string{"WRED_PROFILE", "QUEUE", "BUFFER_PG", "BUFFER_PROFILE", "BUFFER_POOL", "DSCP_TO_TC_MAP", "TC_TO_QUEUE_MAP", "PORT_QOS_MAP"}

// Parse reads a configuration: tables of entries of fields, as config_db.json has them;
// entries "TABLE|KEY" with their fields in "value", as sonic-db-dump prints; or a list of
// entries "TABLE_TABLE:KEY", as swssconfig takes them. file is for messages.
func Parse(text []byte, file string) (*Config, error) {
	if len(text) > MaxFile {
		return nil, fmt.Errorf("%s: more than %d bytes; %s", file, MaxFile, tooLong)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var top any
	if err := d.Decode(&top); err != nil {
		return nil, jsonError(text, file, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: something follows the object; want one config_db.json", file)
	}
	db := database(collect.Map(tables, func(name string) (string, map[string]table) { return name, map[string]table{} }))
	all, err := db.read(top)
	c := &Config{queues: map[string][8]string{}, set: map[string]uint8{}, pfc: map[int64]bool{}}
	for _, read := range []func(database) error{c.profiles, c.bind, c.buffers} {
		if err == nil {
			err = read(db)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	c.dscp, c.tc = mappings(db["DSCP_TO_TC_MAP"]), mappings(db["TC_TO_QUEUE_MAP"])
	for _, t := range db["PORT_QOS_MAP"] {
		for part := range strings.SplitSeq(t.text("pfc_enable"), ",") {
			if class, err := integer(part); err == nil {
				c.pfc[class] = true
			}
		}
	}
	if len(c.Profiles) > 0 {
		return c, nil
	}
	// A switch of several ASICs shows the tables of each.
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if inner, _ := all[key].(map[string]any); inner["WRED_PROFILE"] != nil {
			return nil, fmt.Errorf("%s: holds the tables of several ASICs; take those of one, as in jq .%s FILE", file, readfile.OneLine(key))
		}
	}
	return nil, fmt.Errorf("%s: has no WRED_PROFILE; save the switch's config_db.json (show runningconfiguration all, or sonic-db-dump -n CONFIG_DB -y)", file)
}

// Read reads the configuration that path leads to; "-" is stdin.
func Read(path string, stdin io.Reader) (*Config, error) {
	if path == "-" {
		text, err := readfile.All(stdin, "standard input", MaxFile, tooLong)
		if err != nil {
			return nil, err
		}
		return Parse(text, "standard input")
	}
	text, err := readfile.Input(path, MaxFile, tooLong)
	if err != nil {
		return nil, err
	}
	return Parse(text, path)
}

// jsonError words an error of the decoder with its line.
func jsonError(text []byte, file string, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		line := 1 + bytes.Count(text[:min(syntax.Offset, int64(len(text)))], []byte("\n"))
		return fmt.Errorf("%s:%d: %v; is this a config_db.json?", file, line, err)
	}
	return fmt.Errorf("%s: ends within the JSON; save the file again", file)
}

// read takes what was decoded, and returns the members of the top object.
func (db database) read(top any) (map[string]any, error) {
	switch top := top.(type) {
	case map[string]any:
		for key, body := range top {
			name, id, dump := strings.Cut(key, "|")
			if db[name] == nil {
				continue
			}
			entries, ok := body.(map[string]any)
			if dump {
				entries = map[string]any{id: entries["value"]}
			}
			for id, body := range entries {
				var fields map[string]any
				if fields, ok = body.(map[string]any); !ok {
					break
				}
				db[name][id] = fields
			}
			if !ok {
				return nil, fmt.Errorf("%.60s: is no table of entries of fields", readfile.OneLine(key))
			}
		}
		return top, nil
	case []any:
		for i, entry := range top {
			if err := db.apply(entry); err != nil {
				return nil, fmt.Errorf("entry %d: %w", i+1, err)
			}
		}
		return nil, nil
	}
	return nil, errors.New("holds no object of tables; is this a config_db.json?")
}

// apply takes one entry of a list for swssconfig: "TABLE_TABLE:KEY" with its fields, and
// "OP", SET or DEL.
func (db database) apply(entry any) error {
	members, ok := entry.(map[string]any)
	if !ok {
		return errors.New("holds no object of a table")
	}
	op, given := members["OP"]
	if given && op != "SET" && op != "DEL" {
		return fmt.Errorf("OP %.40q is not SET or DEL", fmt.Sprint(op))
	}
	for key, body := range members {
		name, id, ok := strings.Cut(key, ":")
		name, long := strings.CutSuffix(name, "_TABLE")
		if !ok || !long || db[name] == nil {
			continue
		}
		if i := strings.LastIndexByte(id, ':'); i >= 0 { // PORTS:QUEUES
			id = id[:i] + "|" + id[i+1:]
		}
		if op == "DEL" {
			delete(db[name], id)
			continue
		}
		fields, ok := body.(map[string]any)
		if !ok {
			return fmt.Errorf("%.60s: is no table of fields", readfile.OneLine(key))
		}
		db[name][id] = fields
	}
	return nil
}

// text is a field's text; CONFIG_DB has strings throughout, hand-written files numbers
// and booleans too.
func (t table) text(field string) string {
	switch v := t[field].(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}

// blanks are what the C++ library skips before a number. What follows one it passes over,
// whatever it is; here those are blanks too.
const blanks = " \t\n\v\f\r"

// integer reads a whole number as orchagent's stoi and stoul do, but for what follows it.
func integer(text string) (int64, error) { return strconv.ParseInt(strings.Trim(text, blanks), 10, 64) }

// maxBuffer is the largest size of a buffer, bytes.
const maxBuffer = 1<<50 - 1

// number is a field as a number of 0 to most; set reports whether it is there.
func (t table) number(field string, most int64) (v uint64, set bool, err error) {
	text := t.text(field)
	if text == "" {
		if _, there := t[field]; there {
			return 0, false, fmt.Errorf("%s is no text or number", field)
		}
		return 0, false, nil
	}
	n, err := integer(text)
	if err != nil {
		return 0, false, fmt.Errorf("%s: %.40q is not a number of bytes or percent", field, text)
	}
	if n < 0 || n > most {
		return 0, false, fmt.Errorf("%s: %d is out of range 0..%d", field, n, most)
	}
	return uint64(n), true, nil
}

// mappings reads the fields of maps of numbers; a field that is not a number maps nothing.
func mappings(list map[string]table) (all []map[int64]int64) {
	for _, name := range slices.Sorted(maps.Keys(list)) {
		m := map[int64]int64{}
		for field := range list[name] {
			from, err := integer(field)
			to, err2 := integer(list[name].text(field))
			if err == nil && err2 == nil && to >= 0 {
				m[from] = to
			}
		}
		all = append(all, m)
	}
	return all
}

// indexes reads "3", "3-4" and "0-2,5" of 0..7.
func indexes(text string) ([]int, bool) {
	var list []int
	for part := range strings.SplitSeq(text, ",") {
		from, to, span := strings.Cut(part, "-")
		if !span {
			to = from
		}
		a, err := integer(from)
		b, err2 := integer(to)
		if err != nil || err2 != nil || a < 0 || b > 7 || a > b {
			return nil, false
		}
		for i := a; i <= b; i++ {
			list = append(list, int(i))
		}
	}
	return list, true
}

// ports parts a key "Ethernet0,Ethernet4|3-4".
func ports(key string) (names []string, list []int) {
	i := strings.LastIndexByte(key, '|')
	if i < 0 {
		return nil, nil
	}
	list, ok := indexes(key[i+1:])
	if !ok {
		return nil, nil // more queues than 8: not of priorities
	}
	return strings.Split(key[:i], ","), list
}

// reference takes the name out of "[TABLE|NAME]", as older releases write it, or
// "[TABLE_TABLE:NAME]".
func reference(text string) string {
	text = strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")
	return text[strings.LastIndexAny(text, "|:")+1:]
}

func (c *Config) bind(db database) error {
	queues := db["QUEUE"]
	for _, key := range slices.Sorted(maps.Keys(queues)) {
		name := reference(queues[key].text("wred_profile"))
		if name != "" && !slices.ContainsFunc(c.Profiles, func(p Profile) bool { return p.Name == name }) {
			return fmt.Errorf("QUEUE %q: there is no WRED_PROFILE %.60q", key, name)
		}
		names, list := ports(key)
		for _, port := range names {
			q := c.queues[port]
			for _, i := range list {
				if name != "" {
					q[i] = name
				}
				c.set[port] |= 1 << i
			}
			c.queues[port] = q
		}
	}
	return nil
}

func (c *Config) buffers(db database) error {
	for _, key := range slices.Sorted(maps.Keys(db["BUFFER_PG"])) {
		name := reference(db["BUFFER_PG"][key].text("profile"))
		t, ok := db["BUFFER_PROFILE"][name]
		if !ok || t.text("xoff") == "" {
			continue // lossy, or made at run time
		}
		b, err := t.buffer(db["BUFFER_POOL"])
		if err != nil {
			return fmt.Errorf("BUFFER_PROFILE %q: %w", name, err)
		}
		b.Profile = name
		names, list := ports(key)
		for _, i := range list {
			if len(names) > 0 {
				b.Port = names[0]
				c.lossless[i] = append(c.lossless[i], b)
			}
		}
	}
	return nil
}

// buffer reads the fields of a lossless buffer profile.
func (t table) buffer(pools map[string]table) (b Buffer, err error) {
	if b.Size, _, err = t.number("size", maxBuffer); err != nil {
		return b, err
	}
	if b.Static, _, err = t.number("static_th", maxBuffer); err != nil {
		return b, err
	}
	text := t.text("dynamic_th")
	if text == "" {
		return b, nil
	}
	alpha, err := integer(text)
	if err != nil || alpha != int64(int8(alpha)) {
		return b, fmt.Errorf("dynamic_th: %.40q is no exponent of 2", text)
	}
	b.Alpha, b.Dynamic = int(alpha), true
	pool := reference(t.text("pool"))
	if b.Pool, _, err = pools[pool].number("size", maxBuffer); err != nil {
		return b, fmt.Errorf("BUFFER_POOL %q: %w", pool, err)
	}
	return b, nil
}
