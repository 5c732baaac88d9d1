package nicconf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/collect"
)

// Limits of what is read. A parameter's file has a dozen bytes, a saved text some tens
// of kilobytes.
const (
	maxValueFile = 4 << 10
	maxTextFile  = 1 << 20
	maxLine      = 4 << 10
	maxEntries   = 1024
)

// tooLong ends the error of a file above its limit.
const tooLong = "is this a file of settings?"

// plain reports whether a text is one: UTF-8 without control characters.
func plain(text []byte) bool {
	return utf8.Valid(text) && !bytes.ContainsFunc(text, func(c rune) bool {
		return c < ' ' && c != '\n' && c != '\t' && c != '\r' || c == 0x7F
	})
}

// value reads a parameter's file: one value, with or without the end of line.
func readValue(path string) (string, error) {
	text, err := readfile.File(path, maxValueFile, tooLong)
	if err != nil {
		return "", err
	}
	v := strings.TrimSpace(string(text))
	if !plain(text) || v == "" || strings.ContainsAny(v, " \t\n") {
		return "", fmt.Errorf("%s: %.40q is not one value; want a number such as 300", path, v)
	}
	return v, nil
}

// folder lists a folder's entries by name, sorted.
func folder(path string) ([]string, error) {
	d, err := os.Open(path)
	if err != nil {
		return nil, readfile.WithName(path, err)
	}
	defer d.Close()
	entries, err := d.ReadDir(maxEntries + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, readfile.WithName(path, err)
	}
	if len(entries) > maxEntries {
		return nil, fmt.Errorf("%s: more than %d entries; name the folder of settings itself", path, maxEntries)
	}
	list := collect.Of(entries, func(e os.DirEntry) string { return e.Name() })
	slices.Sort(list)
	return list, nil
}

// isFolder reports whether a path leads to a folder.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// within joins a folder and a name below it.
func within(path string, parts ...string) string {
	return filepath.Join(append([]string{path}, parts...)...)
}
