package firmwarelog

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/text/textwidth"
	"smartnic-cc/testvectors/transducer"
)

// set writes one value, given as text, to the row.
func (t *target) set(row *Row, a *Algorithm, text []byte) error {
	switch t.what {
	case connName:
		return row.setConn(text)
	case recordKind:
		return row.setKind(text)
	case wholePart:
		return t.setList(row, a, bytes.Fields(text))
	case onlyEvent:
		if _, ok := a.kinds[word(string(text))]; !ok && len(text) > 0 {
			return fmt.Errorf("event is %.40q; expected %s, the one of %s", text, a.kindWords(), a.Name)
		}
	case leafValue:
		return t.setLeaf(row, a, text)
	}
	return nil
}

// maxName is the longest name of a connection, in bytes.
const maxName = 256

func (row *Row) setConn(text []byte) error {
	if string(text) == row.last {
		row.Conn = row.last
		return nil
	}
	if len(text) > maxName {
		return fmt.Errorf("conn has %d bytes; at most %d are a name", len(text), maxName)
	}
	if !textwidth.Printable(string(text)) {
		return fmt.Errorf("conn is %.60q; expected printable UTF-8", text)
	}
	row.last = string(text)
	row.Conn = row.last
	return nil
}

func (row *Row) setKind(text []byte) error {
	if len(text) == 0 {
		return nil // a step
	}
	k, ok := parseKind(string(text))
	if !ok {
		return fmt.Errorf("record is %.40q; expected step, load or init", text)
	}
	row.Kind = k
	return nil
}

func (t *target) setList(row *Row, a *Algorithm, texts [][]byte) error {
	if len(texts) == 0 {
		return nil
	}
	leaves := a.Leaves(t.part)
	if len(texts) != len(leaves) {
		return fmt.Errorf("the whole %s has %d fields; expected %d, those of %s", t.part, len(texts), len(leaves), a.Name)
	}
	for i, text := range texts {
		one := target{what: leafValue, part: t.part, index: i, byName: t.part == transducer.PartEvent && i == a.contract.Kind}
		if err := one.setLeaf(row, a, text); err != nil {
			return err
		}
	}
	return nil
}

func (t *target) setLeaf(row *Row, a *Algorithm, text []byte) error {
	if len(text) == 0 {
		return nil
	}
	leaf := a.Leaves(t.part)[t.index]
	if kind, ok := a.kind(t, text); ok {
		return row.put(t, leaf, kind)
	}
	v, negative, err := integer(leaf, string(text))
	switch {
	case err != nil && t.byName:
		return fmt.Errorf("%s.%s is %.40q; expected %s or a number", t.part, leaf.Name, text, a.kindWords())
	case err != nil:
		return fmt.Errorf("%s.%s is %.40q; expected an integer, decimal or 0x", t.part, leaf.Name, text)
	}
	return t.store(row, leaf, v, negative)
}

// kind returns the kind of event of a name, where t may be given by it. Numbers are not looked up.
func (a *Algorithm) kind(t *target, text []byte) (kind uint64, ok bool) {
	if !t.byName || text[0] <= '9' {
		return 0, false
	}
	if kind, ok = a.kinds[string(text)]; !ok {
		kind, ok = a.kinds[word(string(text))]
	}
	return kind, ok
}

// store writes a value to its leaf if it fits. negative says that v is the pattern of
// a number below 0.
func (t *target) store(row *Row, leaf transducer.Leaf, v uint64, negative bool) error {
	if t.wraps {
		v, negative = leaf.Wrap(v), false
	}
	if !fits(leaf, v, negative) {
		shown := strconv.FormatUint(v, 10)
		if negative {
			shown = strconv.FormatInt(int64(v), 10)
		}
		return fmt.Errorf("%s.%s is %s; outside %s", t.part, leaf.Name, shown, leaf.Type())
	}
	return row.put(t, leaf, v)
}

// put stores a value that fits. Columns claim each leaf once; keys of JSON may name one twice, by itself and in a
// list.
func (row *Row) put(t *target, leaf transducer.Leaf, v uint64) error {
	p := &row.Parts[t.part]
	if p.Has[t.index] {
		return fmt.Errorf("%s.%s comes twice", t.part, leaf.Name)
	}
	p.V[t.index], p.Has[t.index] = v, true
	return nil
}

// fits reports whether a number is a value of the leaf. negative says that v is the pattern
// of a number below 0.
func fits(leaf transducer.Leaf, v uint64, negative bool) bool {
	return leaf.Fits(v) && (negative || !leaf.Signed || v < 1<<63) && (!negative || leaf.Signed)
}

// integer reads a number, decimal or with 0x; of a bool also true and false.
func integer(leaf transducer.Leaf, text string) (v uint64, negative bool, err error) {
	switch {
	case leaf.Bool && text == "true":
		return 1, false, nil
	case leaf.Bool && text == "false":
		return 0, false, nil
	}
	digits, negative := strings.CutPrefix(text, "-")
	base := 10
	if rest, ok := strings.CutPrefix(strings.ToLower(digits), "0x"); ok {
		digits, base = rest, 16
	}
	v, err = strconv.ParseUint(digits, base, 64)
	if negative && v > 1<<63 {
		err = strconv.ErrRange
	}
	if negative {
		v = -v
	}
	return v, negative && v != 0, err
}
