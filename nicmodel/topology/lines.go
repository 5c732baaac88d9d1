package topology

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Lines reads and counts the lines of a text file of blank-separated words. It skips lines without words.
type Lines struct {
	name string
	scan *bufio.Scanner
	line int
}

// maxLine bounds a line, so that a binary file is refused instead of being read whole.
const maxLine = 1 << 20

// NewLines reads from r; name is the file's, for errors.
func NewLines(r io.Reader, name string) *Lines {
	scan := bufio.NewScanner(r)
	scan.Buffer(make([]byte, 0, 64<<10), maxLine)
	return &Lines{name: name, scan: scan}
}

// Next returns the words of the next line that has any; none at the end of the file. The error names the file and a
// line that is too long or unreadable.
func (l *Lines) Next() ([]string, error) {
	// A failed read leaves a partial line, which must not be parsed.
	for l.scan.Scan() && l.scan.Err() == nil {
		l.line++
		if words := strings.Fields(l.scan.Text()); len(words) > 0 {
			return words, nil
		}
	}
	if err := l.scan.Err(); err != nil {
		l.line++
		if errors.Is(err, bufio.ErrTooLong) {
			return nil, l.Errorf("the line is longer than %d bytes; this is not a text file of this format", maxLine)
		}
		return nil, l.Errorf("cannot read on: %v", err)
	}
	return nil, nil
}

// Line is the number of the last line read, from 1.
func (l *Lines) Line() int { return l.line }

// Errorf makes an error that begins with the file and the last line read.
func (l *Lines) Errorf(format string, args ...any) error {
	return l.ErrorAt(l.line, format, args...)
}

// ErrorAt makes an error that begins with the file and a line.
func (l *Lines) ErrorAt(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", l.name, line, fmt.Sprintf(format, args...))
}

// Uint reads a word as a whole number up to most; what names it in the error.
func (l *Lines) Uint(word, what string, most uint64) (uint64, error) {
	v, err := strconv.ParseUint(word, 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, l.Errorf("%s %q is not a whole number from 0", what, clip(word))
	}
	if err != nil || v > most {
		return 0, l.Errorf("%s %s is above %d, the largest that fits", what, clip(word), most)
	}
	return v, nil
}
