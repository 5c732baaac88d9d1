package trace

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/rowfile"
)

// series is a file of lines of time and value that is being read.
type series struct {
	counterFile
	f     *os.File
	lines *rowfile.Lines
	time  int64
	value string
	over  bool
}

// advance reads the next line.
func (s *series) advance() error {
	for {
		text, err := s.lines.Next()
		if err != nil {
			if s.over = err == io.EOF; s.over {
				err = nil
			}
			return err
		}
		f := strings.FieldsFunc(string(text), func(r rune) bool { return r == ' ' || r == '\t' || r == ',' })
		if len(f) == 1 && s.lines.Line > 1 {
			continue // a time whose value could not be read
		}
		bad := func(what string) error {
			return s.lines.Errorf("%s; expected a line of time and value, as in 1700000000.25 1234", what)
		}
		if len(f) == 1 {
			return s.lines.Errorf("a value without its time; expected lines of time and value, or files of one value in folders named by time, as in DIR/1700000000.25/%s", filepath.Base(s.path))
		}
		if len(f) != 2 {
			return bad(fmt.Sprintf("%d fields", len(f)))
		}
		t, ok := stampOf(f[0])
		if !ok {
			return bad("time " + quote([]byte(f[0])))
		}
		if _, err := strconv.ParseUint(f[1], 10, 64); err != nil {
			return bad("value " + quote([]byte(f[1])))
		}
		if t < s.time {
			return bad(fmt.Sprintf("is %d ns earlier than the line before", s.time-t))
		}
		s.time, s.value = t, f[1]
		return nil
	}
}

// writeSeries writes the samples of DIR/.../NAME. Files of one loop agree in
// their times. Where they do not, packets and marks are taken as they were last
// read before their bytes.
func (d *counterDir) writeSeries(w *bufio.Writer, files []counterFile) (err error) {
	var all []*series
	defer func() {
		for _, s := range all {
			err = errors.Join(err, s.f.Close())
		}
	}()
	for _, c := range files {
		f, err := os.Open(c.path)
		if err != nil {
			return &Error{Name: c.path, Offset: -1, Msg: readfile.Reason(err).Error()}
		}
		s := &series{counterFile: c, f: f, lines: rowfile.NewLines(c.path, bufio.NewReaderSize(f, rowfile.MaxLine))}
		all = append(all, s)
		if err := s.advance(); err != nil {
			return err
		}
	}
	slices.SortStableFunc(all, func(a, b *series) int { return cmp.Compare(a.port, b.port) })
	held := map[string]*[numNames]string{}
	d.see(files)
	d.columns()
	d.header(w)
	for {
		now, any := int64(0), false
		for _, s := range all {
			if !s.over && (!any || s.time < now) {
				now, any = s.time, true
			}
		}
		if !any {
			return nil
		}
		for i := 0; i < len(all); {
			port := all[i].port
			last := held[port]
			if last == nil {
				last = new([numNames]string)
				held[port] = last
			}
			var read [numNames]bool
			some := false
			for ; i < len(all) && all[i].port == port; i++ {
				if s := all[i]; !s.over && s.time == now {
					n := d.column(port, s.name)
					last[n], read[n], some = s.value, true, true
					if err := s.advance(); err != nil {
						return err
					}
				}
			}
			if !some {
				continue
			}
			row := *last
			for n := range row {
				if !read[n] && !follows(n, &read) {
					row[n] = ""
				}
			}
			if err := d.row(w, now, port, &row); err != nil {
				return err
			}
		}
	}
}

// follows reports whether counter n is sampled with one that has been read:
// packets and marks with the bytes that they are part of.
func follows(n int, read *[numNames]bool) bool {
	var lead counter
	switch counterNames[n].counter {
	case xmitPackets:
		lead = xmitBytes
	case rcvPackets, rcvMarked:
		lead = rcvBytes
	default:
		return false
	}
	for m := range read {
		if read[m] && counterNames[m].counter == lead {
			return true
		}
	}
	return false
}
