package rowfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"smartnic-cc/internal/base/text/enum"
)

// Kind is the JSON type of a cell.
type Kind uint8

// Kinds of cells. All of CSV are Plain.
const (
	Plain Kind = iota
	Null       // has no text, as an empty field of CSV
	String
	Number
	Word // true or false
	List
	Object
)

// String returns the name of the kind.
func (k Kind) String() string {
	return enum.Name(k, "plain", "null", "string", "number", "word", "list", "object")
}

// Text reports whether a cell may be a name, and Scalar whether it is a single value.
func (k Kind) Text() bool   { return k <= Number }
func (k Kind) Scalar() bool { return k <= Word }

// Numeric reports whether a cell may be a number.
func (k Kind) Numeric() bool { return k == Plain || k == Null || k == Number }

// Member is a member of an object. Name and Text are as of a Cell.
type Member struct {
	Name []byte
	Kind Kind
	Text []byte
}

// Members returns the members of an object in their order. A key that comes twice is an error: readers of JSON
// disagree about which one counts.
func Members(object []byte) ([]Member, error) {
	var list []Member
	seen := map[string]bool{}
	err := members(object, func(m Member) error {
		if seen[string(m.Name)] {
			return twice(m.Name)
		}
		seen[string(m.Name)] = true
		list = append(list, m)
		return nil
	})
	return list, err
}

func twice(name []byte) error { return fmt.Errorf("the key %.40q comes twice", name) }

// Items returns the items of a list, each without a name.
func Items(list []byte) ([]Member, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(list, &items); err != nil {
		return nil, err
	}
	cells := make([]Member, len(items))
	for i, item := range items {
		cells[i], _ = value(item)
	}
	return cells, nil
}

// members calls each with the members of an object.
func members(b []byte, each func(Member) error) error {
	if b = bytes.TrimLeft(b, space); len(b) == 0 || b[0] != '{' || !json.Valid(b) {
		return whyNot(b)
	}
	// It is valid: after a key comes a colon, after a value a comma or the end.
	for b = bytes.TrimLeft(b[1:], space); b[0] != '}'; b = bytes.TrimLeft(b, space+",") {
		key, rest := value(b)
		m, rest := value(bytes.TrimLeft(rest, space+":"))
		m.Name = key.Text
		if err := each(m); err != nil {
			return err
		}
		b = bytes.TrimLeft(rest, space)
	}
	return nil
}

const space = " \t\r\n"

// whyNot says why a text is not a JSON object.
func whyNot(b []byte) error {
	var any map[string]json.RawMessage
	d := json.NewDecoder(bytes.NewReader(b))
	err := d.Decode(&any)
	var syntax *json.SyntaxError
	switch {
	case len(b) == 0 || b[0] != '{':
		return fmt.Errorf("no JSON object: expected one a line, found %.40q", b)
	case err == nil:
		return errors.New("no JSON object: something follows it; expected one a line")
	case errors.As(err, &syntax):
		return fmt.Errorf("no JSON object: %w", err)
	}
	return errors.New("no JSON object: it ends early")
}

// value reads the value that valid JSON begins with, and returns what follows it.
func value(b []byte) (m Member, rest []byte) {
	end := 0
	switch b[0] {
	case '"':
		m.Kind, end = String, stringEnd(b)
		m.Text = unquote(b[:end])
		return m, b[end:]
	case '{', '[':
		if m.Kind = List; b[0] == '{' {
			m.Kind = Object
		}
		for depth := 0; ; end++ {
			switch b[end] {
			case '"':
				end += stringEnd(b[end:]) - 1
			case '{', '[':
				depth++
			case '}', ']':
				depth--
			}
			if depth == 0 {
				end++
				break
			}
		}
	default:
		if end = bytes.IndexAny(b, ",}] \t\r\n"); end < 0 {
			end = len(b)
		}
		switch b[0] {
		case 'n':
			return Member{Kind: Null}, b[end:]
		case 't', 'f':
			m.Kind = Word
		default:
			m.Kind = Number
		}
	}
	m.Text = b[:end]
	return m, b[end:]
}

// stringEnd returns the end of the string that b begins with.
func stringEnd(b []byte) int {
	for i := 1; ; i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}

// unquote returns the value of a string.
func unquote(b []byte) []byte {
	inner := b[1 : len(b)-1]
	if bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return inner
	}
	var s string
	_ = json.Unmarshal(b, &s) // it is valid
	return []byte(s)
}
