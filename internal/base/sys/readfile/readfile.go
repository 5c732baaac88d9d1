// Package readfile reads files that somebody else saved, up to a sensible size, and makes errors of files, and
// quotations of them, fit for messages of a line.
//
// A limit is in bytes. hint is what the error of a longer file ends with: what a file of
// this kind is like.
package readfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"unicode"
)

// File reads a regular file of at most limit bytes. It opens nothing else: a pipe would block. The error names a file
// that cannot be read, is not regular, or is longer.
func File(path string, limit int64, hint string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, WithName(path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: is no regular file; name a saved file or folder", path)
	}
	// O_NONBLOCK: whatever took the file's place since is not waited for.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, WithName(path, err)
	}
	defer f.Close()
	return All(f, path, limit, hint)
}

// Input is File for a path that the user named: it may be a pipe, as <(command) makes. The
// errors are those of File.
func Input(path string, limit int64, hint string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Type() != fs.ModeNamedPipe {
		return File(path, limit, hint)
	}
	return Any(path, limit, hint)
}

// Any reads at most limit bytes of whatever a path opens, devices among it. The error
// names the file: one that cannot be read, is a directory, or is longer.
func Any(path string, limit int64, hint string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, WithName(path, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: is a directory; name a file in it", path)
	}
	return All(f, path, limit, hint)
}

// All reads a stream of at most limit bytes. name is for messages. The error names it,
// where it cannot be read or is longer.
func All(r io.Reader, name string, limit int64, hint string) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, WithName(name, err)
	}
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("%s: more than %d bytes; %s", name, limit, hint)
	}
	return text, nil
}

// Reason is an error of a file without package os's call and path: the caller names the file as its user does.
func Reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// WithName puts the name before the reason of an error of a file.
func WithName(name string, err error) error { return fmt.Errorf("%s: %w", name, Reason(err)) }

// RefuseBOM refuses a TOML text that begins with a byte order mark, of UTF-8 or of UTF-16: TOML
// has none, and its decoder would blame the first key. The error names the file.
func RefuseBOM(text []byte, name string) error {
	switch {
	case bytes.HasPrefix(text, []byte("\xef\xbb\xbf")):
		return fmt.Errorf("%s: begins with a byte order mark (U+FEFF), which TOML does not have; save it as UTF-8 without one", name)
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return fmt.Errorf("%s: is UTF-16, by its byte order mark; save it as UTF-8 without one", name)
	}
	return nil
}

// OneLine makes a text that somebody else wrote fit for one line of a message or a
// comment: what would end the line or steer a terminal becomes a question mark.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) || r == ' ' {
			return r
		}
		return '?'
	}, strings.ToValidUTF8(text, "?"))
}
