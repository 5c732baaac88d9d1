// Package readfile reads files that somebody else saved: regular files only, and no
// more of them than is sensible; and makes what they say fit for messages.
package readfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"unicode"
)

// File reads a regular file of at most limit bytes. Nothing else is opened: a pipe
// would block, a device is no saved setting.
func File(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, Reword(path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: is no regular file; name a saved file or folder", path)
	}
	// O_NONBLOCK: whatever took the file's place since is not waited for.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, Reword(path, err)
	}
	defer f.Close()
	return All(f, path, limit)
}

// Input is File for a path that the user named: it may be a pipe, as <(command) makes.
func Input(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Type() != fs.ModeNamedPipe {
		return File(path, limit)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, Reword(path, err)
	}
	defer f.Close()
	return All(f, path, limit)
}

// All reads a stream of at most limit bytes. name is for messages.
func All(r io.Reader, name string, limit int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, Reword(name, err)
	}
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("%s: more than %d bytes; is this a file of settings?", name, limit)
	}
	return text, nil
}

// Reword puts the name before the reason of an error of a file.
func Reword(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("%s: %w", name, err)
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
