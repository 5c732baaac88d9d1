// Package keys reads the values of a scenario's keys. Unit, range, default and meaning of a key are tags of its field
// ([Key]): [Table] reads by them, and schemas and pages are generated from them. Numbers with a unit are text
// ("100Gbps", "1.5us", "400KiB") and exact: nothing passes through floating point.
package keys

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/internal/base/text/nearest"
)

// Text is a value as in the file, a string or a number, uninterpreted until its key is known. Empty means not given.
type Text string

// UnmarshalText takes the text of a number or a string.
func (t *Text) UnmarshalText(b []byte) error {
	*t = Text(strings.ReplaceAll(string(b), "_", ""))
	return nil
}

// Reader turns the texts of a scenario into values. It keeps the first error; later results are invalid.
type Reader struct {
	// Errorf makes an error about a key, with its location.
	Errorf func(key, format string, args ...any) error
	// Err is the first error.
	Err error
}

// Fail keeps an error about a key, if it is the first.
func (r *Reader) Fail(key, format string, args ...any) {
	if r.Err == nil {
		r.Err = r.Errorf(key, format, args...)
	}
}

// Check keeps err, unless nil, as an error about a key.
func (r *Reader) Check(key string, err error) {
	if err != nil {
		r.Fail(key, "%v", err)
	}
}

// WithDefault returns the text, or the default if it is empty.
func WithDefault(t Text, def string) string {
	if t == "" {
		return def
	}
	return string(t)
}

// OneOf reads one of several words.
func (r *Reader) OneOf(key, v string, words []string) string {
	if slices.Contains(words, v) {
		return v
	}
	r.Fail(key, "unknown %s %.40q%s; one of %s", key[strings.LastIndexByte(key, '.')+1:], v, nearest.Hint(v, words), strings.Join(words, ", "))
	return ""
}

// Alternatives writes "a", "b" or "c".
func Alternatives(words []string) string {
	text := ""
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			text += " or "
		default:
			text += ", "
		}
		text += fmt.Sprintf("%q", w)
	}
	return text
}
