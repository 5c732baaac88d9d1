package views

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/text/rowfile"
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

// maxNotes is how many comment lines of a file are kept, and maxNote how much of each.
const (
	maxNotes = 4
	maxNote  = 200
)

// input is a file of lines under reading.
type input struct {
	*rowfile.Lines
	file  *rowfile.File
	head  string   // the first four bytes
	notes []string // what comment lines say
}

// open opens a file, decompressing it if it is gzip.
func open(name string, progress func(bytes int)) (*input, error) {
	f, err := rowfile.Open(name)
	if err != nil {
		return nil, err
	}
	f.Progress = progress
	content, _, err := rowfile.Unzip(f.Name, f)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	head, _ := content.Peek(4) // the error is that of the first line
	in := &input{Lines: rowfile.NewLines(f.Name, content), file: f, head: string(head)}
	in.Comment = func(text string) error {
		if text != "" && len(in.notes) < maxNotes {
			in.notes = append(in.notes, clean(text, maxNote))
		}
		return nil
	}
	return in, nil
}

// Close closes the file. It was only read, so nothing can be lost.
func (in *input) Close() { _ = in.file.Close() }

// whole is the error of a row: a file that is cut is refused.
func (in *input) whole(err error) error {
	if err == rowfile.ErrCut {
		return in.Errorf("the compressed file is damaged: it ends within the next line; decompress what is whole of it with zcat")
	}
	return err
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
	read func(r *Run, in *input, o *Options) (rows int, err error)
}

// captures are the first bytes of pcapng and of pcap in either order of bytes, in microseconds and nanoseconds.
var captures = []string{"\n\r\r\n", "\xd4\xc3\xb2\xa1", "\xa1\xb2\xc3\xd4", "\x4d\x3c\xb2\xa1", "\xa1\xb2\x3c\x4d"}

// recognise returns what a file is, by its first line that is not a comment.
func (in *input) recognise(first []byte) (f format, err error) {
	text := string(first)
	switch {
	case strings.HasPrefix(text, `{"displayTimeUnit"`):
		return f, fmt.Errorf("%s: is a timeline of cores; open it in Perfetto (ui.perfetto.dev)", in.Name)
	case text == "{":
		return f, fmt.Errorf("%s: is a summary; cctrace report shows it, with what stands in its folder", in.Name)
	case strings.HasPrefix(text, "{"):
		if strings.Contains(text, `"time_ns"`) {
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
		"and rates, throughput, queues, pauses and completions (.csv, .fct) of cctrace sim", in.Name, clean(text, 40))
}

// unsigned reads a decimal number of 63 bits.
func unsigned(b []byte) (uint64, bool) {
	v, err := strconv.ParseUint(string(b), 10, 63)
	return v, err == nil
}

// integers reads a table of n columns of decimal numbers.
func (in *input) integers(n int, each func(v []uint64) error) (int, error) {
	t, err := rowfile.NewCSV(in.Lines, nil)
	if err != nil {
		return 0, in.whole(err)
	}
	if len(t.Names) != n {
		return 0, in.Errorf("%d columns; this kind of file has %d", len(t.Names), n)
	}
	v := make([]uint64, n)
	for {
		cells, err := t.Next()
		if err == io.EOF {
			return t.Row, nil
		}
		if err != nil {
			return 0, in.whole(err)
		}
		for i, c := range cells {
			if v[i], err = in.number("field "+strconv.Itoa(i+1), c.Text, math.MaxInt64); err != nil {
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
		return 0, in.Errorf("%s: %q is not a whole number from 0 to %d", name, clean(string(b), 30), most)
	}
	return v, nil
}
