package views

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"smartnic-cc/internal/sys/readfile"
	"smartnic-cc/nicmodel/workload"
)

// Kind is what a file holds.
type Kind string

// The kinds of files.
const (
	RateLog     Kind = "rate log"
	QueueLog    Kind = "queue lengths"
	PauseLog    Kind = "PFC frames"
	Completions Kind = "completions"
	Pending     Kind = "messages that are not complete"
	Throughput  Kind = "throughput"
)

// maxLine is the longest line that is read. A rate log's longest, with the whole state of
// eight arms in it, has less than 2 KB.
const maxLine = 64 << 10

// maxNotes is how many comment lines of a file are kept, and maxNote how much of each.
const (
	maxNotes = 4
	maxNote  = 200
)

// Stdin is the name of standard input.
const Stdin = "-"

// input is a file of lines under reading.
type input struct {
	name  string
	r     *bufio.Reader
	line  int      // number of the line read last
	notes []string // what comment lines say
	close io.Closer
}

// open opens a file, decompressing it if it is gzip.
func open(name string, progress func(bytes int)) (*input, error) {
	if name == Stdin {
		return newInput("standard input", os.Stdin, progress).unpacked()
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, readfile.Reword(name, err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s: is a folder; name a file in it", name)
	}
	in := newInput(name, f, progress)
	in.close = f
	return in.unpacked()
}

func newInput(name string, r io.Reader, progress func(bytes int)) *input {
	return &input{name: name, r: bufio.NewReaderSize(&counted{r, progress}, maxLine)}
}

// unpacked decompresses what is gzip.
func (in *input) unpacked() (*input, error) {
	if magic, _ := in.r.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(in.r)
		if err != nil {
			in.Close()
			return nil, fmt.Errorf("%s: begins as gzip does, and is none: %w", in.name, err)
		}
		in.r = bufio.NewReaderSize(z, maxLine)
	}
	return in, nil
}

// counted reports how many bytes of the file have been read.
type counted struct {
	r    io.Reader
	done func(bytes int) // may be nil
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if c.done != nil {
		c.done(n)
	}
	return n, err
}

// Close closes the file. It was only read, so nothing can be lost.
func (in *input) Close() {
	if in.close != nil {
		_ = in.close.Close()
	}
}

// next returns the next line that is neither blank nor a comment, without its end, valid
// until the next call. io.EOF ends the file.
func (in *input) next() ([]byte, error) {
	for {
		b, err := in.r.ReadSlice('\n')
		if len(b) == 0 && err == io.EOF {
			return nil, io.EOF
		}
		in.line++
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return nil, in.errorf("the line is longer than %d bytes; this is no log that cctrace wrote", maxLine)
		case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader):
			return nil, in.errorf("the compressed file is damaged (%v); decompress what is whole of it with zcat", err)
		case err != nil && err != io.EOF:
			return nil, fmt.Errorf("%s: %w", in.name, err)
		}
		b = bytes.TrimRight(b, "\r\n")
		if in.line == 1 {
			b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
		}
		if len(b) > 0 && b[0] == '#' {
			if text := strings.TrimSpace(strings.TrimLeft(string(b), "#")); text != "" && len(in.notes) < maxNotes {
				in.notes = append(in.notes, clean(text, maxNote))
			}
			continue
		}
		if len(bytes.TrimSpace(b)) > 0 {
			return b, nil
		}
	}
}

// errorf makes an error about the line read last.
func (in *input) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", in.name, in.line, fmt.Sprintf(format, args...))
}

// clean makes a text of a file fit to be shown: at most most bytes, no control characters.
func clean(s string, most int) string {
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\ufffd' || r >= 0x80 && r < 0xa0 {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}

// format is a kind of file in one of its forms.
type format struct {
	kind Kind
	read func(r *Run, in *input, first []byte, o *Options) (rows int, err error)
}

// recognise returns what a file is, by its first line that is no comment.
func (in *input) recognise(first []byte) (f format, err error) {
	text := string(first)
	switch {
	case bytes.HasPrefix(first, []byte{0x0a, 0x0d, 0x0d, 0x0a}), bytes.HasPrefix(first, []byte{0xd4, 0xc3, 0xb2, 0xa1}), bytes.HasPrefix(first, []byte{0xa1, 0xb2, 0xc3, 0xd4}),
		bytes.HasPrefix(first, []byte{0x4d, 0x3c, 0xb2, 0xa1}), bytes.HasPrefix(first, []byte{0xa1, 0xb2, 0x3c, 0x4d}):
		return f, fmt.Errorf("%s: is a capture; cctrace replay makes a rate log of it with -o", in.name)
	case strings.HasPrefix(text, `{"displayTimeUnit"`):
		return f, fmt.Errorf("%s: is a timeline of cores; open it in Perfetto (ui.perfetto.dev)", in.name)
	case text == "{":
		return f, fmt.Errorf("%s: is a summary; cctrace report shows it, with what stands in its folder", in.name)
	case strings.HasPrefix(text, "{"):
		if names, err := keysOf(first); err == nil && isRateLog(names) || strings.Contains(text, `"rc_kbps"`) {
			return format{RateLog, (*Run).rates}, nil
		}
	case strings.HasPrefix(text, "time_ps,switch,port,class,bytes"):
		return format{QueueLog, (*Run).queues}, nil
	case strings.HasPrefix(text, "time_ps,switch,port,class,pause"):
		return format{PauseLog, (*Run).pauses}, nil
	case text == strings.TrimSpace(workload.CompletionHeader):
		return format{Completions, (*Run).completions}, nil
	case text == pendingHeader:
		return format{Pending, (*Run).pending}, nil
	case text == throughputHeader:
		return format{Throughput, (*Run).throughputs}, nil
	}
	if isRateLog(strings.Split(text, ",")) {
		return format{RateLog, (*Run).rates}, nil
	}
	if _, _, ok := hpccRow(first); ok {
		return format{Completions, (*Run).completionsHPCC}, nil
	}
	return f, fmt.Errorf("%s: not recognised, it begins with %q; what is read are rate logs of cctrace replay, "+
		"and rates, throughput, queues, pauses and completions (.csv, .fct) of cctrace sim", in.name, clean(text, 40))
}

// fields splits a line of CSV, in which a field may be quoted but stays on its line. The fields are
// valid as long as the line.
func (in *input) fields(line []byte, into [][]byte) ([][]byte, error) {
	into = into[:0]
	if bytes.IndexByte(line, '"') < 0 {
		for field := range bytes.SplitSeq(line, []byte{','}) {
			into = append(into, field)
		}
		return into, nil
	}
	r := csv.NewReader(bytes.NewReader(line))
	list, err := r.Read()
	if syntax := new(csv.ParseError); errors.As(err, &syntax) {
		return nil, in.errorf("column %d: %v", syntax.Column, syntax.Err)
	}
	for _, field := range list {
		into = append(into, []byte(field))
	}
	return into, nil
}

// unsigned reads a decimal number.
func unsigned(b []byte) (uint64, bool) {
	if len(b) == 0 || len(b) > 19 {
		return 0, false
	}
	v := uint64(0)
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + uint64(c-'0')
	}
	return v, v < 1<<63
}

// integers reads lines of n decimal numbers with commas between.
func (in *input) integers(n int, each func(v []uint64) error) (int, error) {
	v := make([]uint64, n)
	var f [][]byte
	for rows := 0; ; rows++ {
		line, err := in.next()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return 0, err
		}
		if f, err = in.fields(line, f); err != nil {
			return 0, err
		}
		if len(f) != n {
			return 0, in.errorf("%d fields instead of %d; the line is damaged or cut off", len(f), n)
		}
		for i := range v {
			if v[i], err = in.number("field "+strconv.Itoa(i+1), f[i], math.MaxInt64); err != nil {
				return 0, err
			}
		}
		if err := each(v); err != nil {
			return 0, err
		}
	}
}

// number reads the field called name as a decimal number of at most most.
func (in *input) number(name string, b []byte, most uint64) (uint64, error) {
	v, ok := unsigned(b)
	if !ok || v > most {
		return 0, in.errorf("%s: %q is not a whole number from 0 to %d", name, clean(string(b), 30), most)
	}
	return v, nil
}
