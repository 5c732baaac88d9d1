package sonic

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/sys/readfile"
)

// tooLong ends the error of a file above its limit.
const tooLong = "is this a config_db.json?"

// table is the fields of one entry.
type table map[string]any

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
	var top map[string]json.RawMessage
	var entries []map[string]json.RawMessage
	var into any = &top
	if bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("[")) {
		into = &entries
	}
	if err := d.Decode(into); err != nil {
		return nil, jsonError(text, file, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: something follows the object; want one config_db.json", file)
	}
	db := map[string]map[string]table{}
	for key, body := range top {
		if err := collect(db, key, body); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	for i, entry := range entries {
		if err := apply(db, entry); err != nil {
			return nil, fmt.Errorf("%s: entry %d: %w", file, i+1, err)
		}
	}
	c := &Config{queues: map[string][8]string{}, set: map[string]uint8{}, dscp: db["DSCP_TO_TC_MAP"], tc: db["TC_TO_QUEUE_MAP"], pfc: map[string]string{}}
	if err := c.profiles(db["WRED_PROFILE"]); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if err := c.bind(db["QUEUE"]); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if err := c.buffers(db); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for port, t := range db["PORT_QOS_MAP"] {
		c.pfc[port] = t.text("pfc_enable")
	}
	if len(c.Profiles) == 0 {
		if asic := within(top); asic != "" {
			return nil, fmt.Errorf("%s: holds the tables of several ASICs; take those of one, as in jq .%s FILE", file, asic)
		}
		return nil, fmt.Errorf("%s: has no WRED_PROFILE; save the switch's config_db.json (show runningconfiguration all, or sonic-db-dump -n CONFIG_DB -y)", file)
	}
	return c, nil
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
	var kind *json.UnmarshalTypeError
	offset := int64(-1)
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		return fmt.Errorf("%s: holds a %s where an object of tables is wanted; is this a config_db.json?", file, kind.Value)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s: ends within the JSON; save the file again", file)
	}
	if offset >= 0 {
		line := 1 + bytes.Count(text[:min(offset, int64(len(text)))], []byte("\n"))
		return fmt.Errorf("%s:%d: %v; is this a config_db.json?", file, line, err)
	}
	return fmt.Errorf("%s: %v", file, err)
}

// collect takes one member of the top object.
func collect(db map[string]map[string]table, key string, body json.RawMessage) error {
	name, entry, dump := strings.Cut(key, "|")
	if !slices.Contains(tables, name) {
		return nil
	}
	if db[name] == nil {
		db[name] = map[string]table{}
	}
	decode := func(v any) error {
		d := json.NewDecoder(bytes.NewReader(body))
		d.UseNumber()
		if err := d.Decode(v); err != nil {
			return fmt.Errorf("%.60s: is no table of entries of fields", readfile.OneLine(key))
		}
		return nil
	}
	if dump {
		var e struct {
			Value table `json:"value"`
		}
		if err := decode(&e); err != nil {
			return err
		}
		db[name][entry] = e.Value
		return nil
	}
	var t map[string]table
	if err := decode(&t); err != nil {
		return err
	}
	maps.Copy(db[name], t)
	return nil
}

// apply takes one entry of a list for swssconfig: "TABLE_TABLE:KEY" with its fields, and
// "OP", SET or DEL.
func apply(db map[string]map[string]table, entry map[string]json.RawMessage) error {
	var op string
	if body, ok := entry["OP"]; ok {
		if err := json.Unmarshal(body, &op); err != nil || op != "SET" && op != "DEL" {
			return fmt.Errorf("OP %.40s is not SET or DEL", readfile.OneLine(string(body)))
		}
	}
	for key, body := range entry {
		name, id, ok := strings.Cut(key, ":")
		name, long := strings.CutSuffix(name, "_TABLE")
		if !ok || !long || !slices.Contains(tables, name) {
			continue
		}
		if i := strings.LastIndexByte(id, ':'); i >= 0 { // PORTS:QUEUES
			id = id[:i] + "|" + id[i+1:]
		}
		if op == "DEL" {
			delete(db[name], id)
			continue
		}
		var t table
		d := json.NewDecoder(bytes.NewReader(body))
		d.UseNumber()
		if err := d.Decode(&t); err != nil {
			return fmt.Errorf("%.60s: is no table of fields", readfile.OneLine(key))
		}
		if db[name] == nil {
			db[name] = map[string]table{}
		}
		db[name][id] = t
	}
	return nil
}

// within returns the first member of the top object, by name, that has WRED profiles
// itself: a switch of several ASICs shows one for each. It is "" where there is none.
func within(top map[string]json.RawMessage) string {
	for _, key := range slices.Sorted(maps.Keys(top)) {
		var inner map[string]json.RawMessage
		if err := json.Unmarshal(top[key], &inner); err == nil && inner["WRED_PROFILE"] != nil {
			return readfile.OneLine(key)
		}
	}
	return ""
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

var digits = regexp.MustCompile(`^[0-9]{1,15}$`)

// number is a field as a number; set reports whether it is there.
func (t table) number(where, field string) (v uint64, set bool, err error) {
	text := t.text(field)
	if text == "" {
		if _, there := t[field]; there {
			return 0, false, fmt.Errorf("%s: %s is no text or number", where, field)
		}
		return 0, false, nil
	}
	if !digits.MatchString(text) {
		return 0, false, fmt.Errorf("%s: %s: %.40q is not a number of bytes or percent", where, field, text)
	}
	v, err = strconv.ParseUint(text, 10, 64)
	return v, true, err
}

func (c *Config) profiles(list map[string]table) error {
	for _, name := range slices.Sorted(maps.Keys(list)) {
		t := list[name]
		where := "WRED_PROFILE " + strconv.Quote(name)
		p := Profile{Name: name, ECN: t.text("ecn"), Percent: 100}
		if p.ECN == "" {
			p.ECN = "ecn_none"
		}
		var err error
		if p.Min, _, err = t.number(where, "green_min_threshold"); err != nil {
			return err
		}
		if p.Max, _, err = t.number(where, "green_max_threshold"); err != nil {
			return err
		}
		percent, set, err := t.number(where, "green_drop_probability")
		if err != nil {
			return err
		}
		if set {
			if percent > 100 {
				return fmt.Errorf("%s: green_drop_probability %d is out of range 0..100", where, percent)
			}
			p.Percent = percent
		}
		c.Profiles = append(c.Profiles, p)
	}
	return nil
}

// indexes reads "3", "3-4" and "0-2,5" of 0..7.
func indexes(text string) ([]int, bool) {
	var list []int
	for part := range strings.SplitSeq(text, ",") {
		from, to, span := strings.Cut(part, "-")
		if !span {
			to = from
		}
		a, err := strconv.Atoi(from)
		b, err2 := strconv.Atoi(to)
		if err != nil || err2 != nil || a < 0 || b > 7 || a > b {
			return nil, false
		}
		for i := a; i <= b; i++ {
			list = append(list, i)
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

func (c *Config) bind(queues map[string]table) error {
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

func (c *Config) buffers(db map[string]map[string]table) error {
	for _, key := range slices.Sorted(maps.Keys(db["BUFFER_PG"])) {
		name := reference(db["BUFFER_PG"][key].text("profile"))
		t, ok := db["BUFFER_PROFILE"][name]
		if !ok || t.text("xoff") == "" {
			continue // lossy, or made at run time
		}
		where := "BUFFER_PROFILE " + strconv.Quote(name)
		b := Buffer{Profile: name}
		var err error
		if b.Size, _, err = t.number(where, "size"); err != nil {
			return err
		}
		if b.Static, _, err = t.number(where, "static_th"); err != nil {
			return err
		}
		if text := t.text("dynamic_th"); text != "" {
			if b.Alpha, err = strconv.Atoi(text); err != nil {
				return fmt.Errorf("%s: dynamic_th: %.40q is no exponent of 2", where, text)
			}
			b.Dynamic = true
			pool := reference(t.text("pool"))
			if b.Pool, _, err = db["BUFFER_POOL"][pool].number("BUFFER_POOL "+strconv.Quote(pool), "size"); err != nil {
				return err
			}
		}
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
