// Package sonic reads what a SONiC switch's configuration, CONFIG_DB as JSON, says of
// marking and of PFC: WRED profiles, which queues have them, the buffers of lossless
// traffic, and the queue of a DSCP. Other tables are passed over.
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

	"smartnic-cc/internal/nicprofile/readfile"
)

// MaxFile is the largest configuration that is read, bytes.
const MaxFile = 16 << 20

// Profile is a WRED profile as far as RoCE traffic goes: switches take it as green.
type Profile struct {
	// Name is its key in WRED_PROFILE.
	Name string `json:"name"`
	// ECN is the colours that are marked: ecn_none, ecn_all, ecn_green and so on.
	ECN string `json:"ecn"`
	// Min and Max are the thresholds of green packets, bytes; 0 if they are not set.
	Min uint64 `json:"min_bytes"`
	Max uint64 `json:"max_bytes"`
	// Percent is the probability of marking at Max; SAI's default is 100.
	Percent uint64 `json:"percent"`
}

// Marks tells whether green packets are marked.
func (p *Profile) Marks() bool { return p.ECN == "ecn_all" || strings.Contains(p.ECN, "green") }

// Config is what is read of a configuration.
type Config struct {
	// Profiles are the WRED profiles, by name.
	Profiles []Profile
	// queues has, for each port and queue that is configured, its WRED profile, "" for
	// none.
	queues map[string][8]string
	set    map[string]uint8 // queues that are configured, a bit each
	// lossless are the thresholds of the priority groups, by index.
	lossless [8][]Buffer
	dscp     map[string]table // DSCP_TO_TC_MAP
	tc       map[string]table // TC_TO_QUEUE_MAP
	pfc      map[string]string
}

// Buffer is the buffer of a lossless priority group.
type Buffer struct {
	// Profile is its key in BUFFER_PROFILE, Port one of the ports that have it.
	Profile, Port string
	// Size is reserved, bytes.
	Size uint64
	// Static is the shared part that may be taken, bytes, where it is fixed.
	Static uint64
	// Dynamic tells that the shared part is 2^Alpha of what is free of Pool bytes.
	Dynamic bool
	Alpha   int
	Pool    uint64
}

// Pause returns how much a group may hold before PFC pauses its sender, bytes, if it is
// the only one of the pool that is congested: reserved plus a/(1+a) of the pool, the
// share at which taken = a free holds. ok is false if the configuration does not tell.
func (b *Buffer) Pause() (bytes uint64, ok bool) {
	switch {
	case !b.Dynamic:
		return b.Size + b.Static, b.Static > 0
	case b.Pool == 0 || b.Alpha < -8 || b.Alpha > 8:
		return 0, false
	case b.Alpha >= 0:
		a := uint64(1) << b.Alpha
		return b.Size + b.Pool/(1+a)*a, true
	}
	return b.Size + b.Pool/(1+uint64(1)<<-b.Alpha), true
}

// table is the fields of one entry.
type table map[string]any

// tables of interest.
var tables = []string{"WRED_PROFILE", "QUEUE", "BUFFER_PG", "BUFFER_PROFILE", "BUFFER_POOL", "DSCP_TO_TC_MAP", "TC_TO_QUEUE_MAP", "PORT_QOS_MAP"}

// Parse reads a configuration: tables of entries of fields, as config_db.json has them,
// or entries "TABLE|KEY" with their fields in "value", as sonic-db-dump prints. file is
// for messages.
func Parse(text []byte, file string) (*Config, error) {
	if len(text) > MaxFile {
		return nil, fmt.Errorf("%s: more than %d bytes; is this a config_db.json?", file, MaxFile)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var top map[string]json.RawMessage
	if err := d.Decode(&top); err != nil {
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
		return nil, fmt.Errorf("%s: has no WRED_PROFILE; save the switch's config_db.json (show runningconfiguration all, or sonic-db-dump -n CONFIG_DB -y)", file)
	}
	return c, nil
}

// Read reads the configuration that path leads to; "-" is stdin.
func Read(path string, stdin io.Reader) (*Config, error) {
	if path == "-" {
		text, err := readfile.All(stdin, "standard input", MaxFile)
		if err != nil {
			return nil, err
		}
		return Parse(text, "standard input")
	}
	text, err := readfile.Input(path, MaxFile)
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
			return fmt.Errorf("%.60s: is no table of entries of fields", key)
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

// number is a field as a number; set tells whether it is there.
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

// reference takes the name out of "[TABLE|NAME]", as older releases write it.
func reference(text string) string {
	text = strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")
	return text[strings.LastIndexByte(text, '|')+1:]
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

// Choose returns the WRED profile of a name; or of a queue, -1 for any; or the only one.
func (c *Config) Choose(name string, queue int) (*Profile, error) {
	var names []string
	for i := range c.Profiles {
		if name == c.Profiles[i].Name {
			return &c.Profiles[i], nil
		}
		names = append(names, c.Profiles[i].Name)
	}
	if name != "" {
		return nil, fmt.Errorf("no WRED profile %.60q; there are %s", name, strings.Join(names, ", "))
	}
	if queue >= 0 {
		bound := map[string]bool{}
		for _, q := range c.queues {
			if q[queue] != "" {
				bound[q[queue]] = true
			}
		}
		if len(bound) == 1 {
			return c.Choose(slices.Collect(maps.Keys(bound))[0], -1)
		}
		if len(bound) > 1 {
			return nil, fmt.Errorf("queue %d has WRED profiles %s on different ports; choose one with --wred-profile", queue, strings.Join(slices.Sorted(maps.Keys(bound)), ", "))
		}
	}
	if len(c.Profiles) == 1 {
		return &c.Profiles[0], nil
	}
	return nil, fmt.Errorf("has %d WRED profiles, %s; choose one with --wred-profile, or with --queue", len(c.Profiles), strings.Join(names, ", "))
}

// Unmarked returns the ports that have queues configured, but no WRED profile on this
// one, sorted, and of how many ports. Both are nothing where no queue is configured.
func (c *Config) Unmarked(queue int) (without []string, of int) {
	for port, set := range c.set {
		if set == 0 {
			continue
		}
		of++
		if c.queues[port][queue] == "" {
			without = append(without, port)
		}
	}
	slices.Sort(without)
	return without, of
}

// Pause returns the least that a group of this priority holds when PFC pauses its
// sender, and the buffer that says so; ok is false if the configuration does not tell.
func (c *Config) Pause(priority int) (least uint64, of Buffer, ok bool) {
	for _, b := range c.lossless[priority] {
		if v, known := b.Pause(); known && (!ok || v < least) {
			least, of, ok = v, b, true
		}
	}
	return least, of, ok
}

// Queue returns the queue that packets of a DSCP go to, and whether PFC pauses its
// traffic class on some port; ok is false if the configuration does not tell or maps
// differ.
func (c *Config) Queue(dscp uint8) (queue int, paused, ok bool) {
	class := ""
	for _, m := range c.dscp {
		v := m.text(strconv.Itoa(int(dscp)))
		if v == "" || class != "" && v != class {
			return 0, false, false
		}
		class = v
	}
	if class == "" {
		return 0, false, false
	}
	text := class // the usual map is the identity
	for i, m := range slices.Sorted(maps.Keys(c.tc)) {
		v := c.tc[m].text(class)
		if v == "" || i > 0 && v != text {
			return 0, false, false
		}
		text = v
	}
	queue, err := strconv.Atoi(text)
	if err != nil || queue < 0 || queue > 7 {
		return 0, false, false
	}
	for _, list := range c.pfc {
		paused = paused || slices.Contains(strings.Split(list, ","), class)
	}
	return queue, paused, true
}
