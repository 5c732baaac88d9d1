package firmwarelog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"smartnic-cc/testvectors/transducer"
)

// jsonFormat reads one object a line. The keys are the column names of CSV; an object
// under event, output or state holds keys without that part before them, a list all
// fields of the part in order. The first object may be the header:
//
//	{"algorithm":"dcqcn","params":{"MinRate":40000,...}}
type jsonFormat struct {
	*lines
	first   []byte // the first object, where it was no header
	targets map[given]map[string]target
	texts   []string
}

func (j *jsonFormat) header() (Header, error) {
	b, err := j.lines.next()
	if err != nil {
		return Header{}, err
	}
	h, is, err := parseHeader(b)
	if err != nil {
		return h, j.fail("%v", err)
	}
	if !is {
		j.first = bytes.Clone(b)
	}
	return h, nil
}

// parseHeader reads an object that names algorithm or parameters. is reports whether it
// does.
func parseHeader(b []byte) (h Header, is bool, err error) {
	keys, err := object(b)
	if err != nil {
		return h, false, err
	}
	for _, k := range keys {
		switch k.name {
		case "algorithm":
			is = true
			if h.Algorithm, err = scalarText(k.value); err != nil {
				return h, is, fmt.Errorf("algorithm: %w", err)
			}
		case "params":
			is = true
			params, err := object(k.value)
			if err != nil {
				return h, is, fmt.Errorf("params: %w", err)
			}
			for _, p := range params {
				text, err := scalarText(p.value)
				if err == nil {
					err = h.param(p.name, text)
				}
				if err != nil {
					return h, is, fmt.Errorf("params: %w", err)
				}
			}
		}
	}
	return h, is, nil
}

// bind has nothing to do: each object brings its keys with it.
func (j *jsonFormat) bind(*columns) error {
	j.targets = map[given]map[string]target{}
	return nil
}

func (j *jsonFormat) next(row *Row) error {
	b := j.first
	if j.first = nil; b == nil {
		var err error
		if b, err = j.lines.next(); err != nil {
			return err
		}
	}
	keys, err := object(b)
	if err != nil {
		return j.bad(err)
	}
	c := j.r.columns
	c.given = given{}
	for i := range keys {
		c.see(&c.given, keys[i].name, keys[i].list())
	}
	if err := j.object(row, "", keys); err != nil {
		return j.bad(err)
	}
	if err := row.complete(c.algorithm); err != nil {
		return j.bad(err)
	}
	row.Place = j.place()
	return nil
}

// maxKeys bounds the names that the reader remembers; more than that are no log.
const maxKeys = 4096

func (j *jsonFormat) object(row *Row, prefix string, keys []member) error {
	a := j.r.columns.algorithm
	for _, k := range keys {
		name := prefix + k.name
		if _, ok := partOf(k.name); prefix == "" && ok && len(k.value) > 0 && k.value[0] == '{' {
			inner, err := object(k.value)
			if err == nil {
				err = j.object(row, k.name+".", inner)
			}
			if err != nil {
				return err
			}
			continue
		}
		if part, ok := partOf(name); ok && k.list() {
			if err := j.list(row, part, k.value); err != nil {
				return err
			}
			continue
		}
		t, err := j.target(name)
		if err != nil {
			return err
		}
		if t.what == ignored {
			continue
		}
		if k.list() {
			return fmt.Errorf("%.60q is a list; expected a number", name)
		}
		text, err := scalarText(k.value)
		if err != nil {
			return fmt.Errorf("%.60q: %w", name, err)
		}
		if err := t.set(row, a, text); err != nil {
			return err
		}
	}
	return nil
}

// target looks a key up once; objects of a log have the same keys.
func (j *jsonFormat) target(name string) (target, error) {
	targets := j.targets[j.r.columns.given]
	if targets == nil {
		targets = map[string]target{}
		j.targets[j.r.columns.given] = targets
	}
	if t, ok := targets[name]; ok {
		return t, nil
	}
	t, err := j.r.columns.lookUp(name)
	if err == nil && len(targets) >= maxKeys {
		err = fmt.Errorf("more than %d different keys; expected the same ones in each line", maxKeys)
	}
	if err != nil {
		return t, err
	}
	name = strings.Clone(name)
	targets[name] = t
	if t.what == ignored {
		j.r.columns.ignore(name)
	}
	return t, nil
}

// list is a whole part: its numbers in order.
func (j *jsonFormat) list(row *Row, part transducer.Part, value json.RawMessage) error {
	var items []json.RawMessage
	if err := json.Unmarshal(value, &items); err != nil {
		return err
	}
	j.texts = j.texts[:0]
	for _, item := range items {
		text, err := scalarText(item)
		if err == nil && text == "" {
			err = errors.New("a null in a list; expected a number")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", part, err)
		}
		j.texts = append(j.texts, text)
	}
	t := target{what: wholePart, part: part}
	return t.setList(row, j.r.columns.algorithm, j.texts)
}

// member is a key of an object with its value.
type member struct {
	name  string
	value json.RawMessage
}

func (m *member) list() bool { return len(m.value) > 0 && m.value[0] == '[' }

// object reads the members of an object in their order. A key that comes twice is an
// error: readers of JSON disagree about which one counts.
func object(b []byte) ([]member, error) {
	d := json.NewDecoder(bytes.NewReader(b))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("expected one JSON object a line, found %.40q", b)
	}
	var members []member
	seen := map[string]bool{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, jsonError(err)
		}
		m := member{name: t.(string)} // a key: the decoder lets nothing else stand here
		if err := d.Decode(&m.value); err != nil {
			return nil, jsonError(err)
		}
		if seen[m.name] {
			return nil, fmt.Errorf("the key %.40q comes twice", m.name)
		}
		seen[m.name] = true
		members = append(members, m)
	}
	if _, err := d.Token(); err != nil {
		return nil, jsonError(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("something follows the object; expected one object a line")
	}
	return members, nil
}

func jsonError(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = errors.New("it ends early")
	}
	return fmt.Errorf("no valid JSON: %w", err)
}

// scalarText gives the text of a number, a string, true or false; that of null is
// empty, as an empty cell of CSV.
func scalarText(raw json.RawMessage) (string, error) {
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return "", nil
	case raw[0] == '"':
		var s string
		err := json.Unmarshal(raw, &s)
		return s, err
	case raw[0] == '{' || raw[0] == '[':
		return "", errors.New("expected a number")
	}
	return string(raw), nil
}
