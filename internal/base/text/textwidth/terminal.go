package textwidth

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// Unlimited is the width where output does not go to a terminal: programs read it by lines, so none is broken.
const Unlimited = 1 << 30

// least is the narrowest width that text is wrapped to.
const least = 20

// Of returns the width that text for w is wrapped to: that of the Output that w is, or Columns
// for any other writer, such as a document's.
func Of(w io.Writer) int {
	if o, ok := w.(interface{ Columns() int }); ok {
		return o.Columns()
	}
	return Columns
}

// Wide is a writer of which Of returns a width.
type Wide struct {
	io.Writer
	Width int
}

// Columns returns Width.
func (w Wide) Columns() int { return w.Width }

// FromEnvironment returns the width that the environment's COLUMNS asks for, or otherwise if it asks
// for none of 20 or more.
func FromEnvironment(otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n >= least {
		return min(n, Unlimited)
	}
	return otherwise
}

// Output is standard output or standard error of a program. On a terminal it escapes what the
// terminal would act on, and its width is COLUMNS, or else the terminal's own.
type Output struct {
	f        *os.File
	terminal bool
	part     []byte // the begin of a rune whose rest is to come
}

// NewOutput returns the Output that writes to f.
func NewOutput(f *os.File) *Output { return &Output{f: f, terminal: term.IsTerminal(int(f.Fd()))} }

// Terminal returns the file if it is a terminal.
func (o *Output) Terminal() (*os.File, bool) { return o.f, o.terminal }

// Columns returns the width of the terminal, or Unlimited.
func (o *Output) Columns() int {
	if !o.terminal {
		return Unlimited
	}
	width, _, err := term.GetSize(int(o.f.Fd()))
	if err != nil || width < least {
		width = Columns
	}
	return FromEnvironment(width)
}

// Write writes b, escaped if the file is a terminal.
func (o *Output) Write(b []byte) (int, error) {
	if !o.terminal {
		return o.f.Write(b)
	}
	text := append(o.part, b...)
	whole := len(text)
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				whole -= n
			}
			break
		}
	}
	o.part = append([]byte(nil), text[whole:]...)
	if _, err := io.WriteString(o.f, Escape(string(text[:whole]))); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Escape writes what a terminal would act on as Go does in a string: control characters except ends of lines and
// tabs, what turns the direction of text, and bytes that are not UTF-8.
func Escape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)):
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteString(text[i : i+n])
		}
		i += n
	}
	return b.String()
}
