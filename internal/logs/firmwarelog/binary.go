package firmwarelog

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// binaryFormat reads records of a layout.
type binaryFormat struct {
	r       *Reader
	b       *bufio.Reader
	layout  *Layout
	targets []target
	record  []byte
	read    int // records so far
}

func (f *binaryFormat) header() (Header, error) {
	h := Header{Algorithm: f.layout.Algorithm}
	for name, v := range f.layout.Params {
		if err := h.param(name, strconv.FormatInt(v, 10)); err != nil {
			return h, f.r.fail("%v", err)
		}
	}
	f.record = make([]byte, f.layout.Record)
	if n, err := f.b.Discard(f.layout.Header); err != nil {
		return h, f.r.fail("has %d bytes; the layout's header alone has %d", n, f.layout.Header)
	}
	return h, nil
}

func (f *binaryFormat) bind(c *columns) error {
	f.targets = f.targets[:0]
	for i := range f.layout.Fields {
		name := f.layout.Fields[i].Name
		if name == "" {
			f.targets = append(f.targets, target{})
			continue
		}
		t, err := c.of(name, given{})
		if err == nil && t.what == wholePart {
			err = fmt.Errorf("%.40q is a whole part; give each of its fields", name)
		}
		if err == nil && t.what == leafValue && t.wraps && f.layout.Fields[i].Signed {
			err = errors.New("a time is unsigned")
		}
		if err != nil {
			return f.r.fail("layout, field %d: %v", i+1, err)
		}
		f.targets = append(f.targets, t)
	}
	if err := c.check(); err != nil {
		return f.r.fail("layout: %v", err)
	}
	return nil
}

func (f *binaryFormat) next(row *Row) error {
	n, err := io.ReadFull(f.b, f.record)
	if n == 0 && err == io.EOF {
		return io.EOF
	}
	row.Place = Place{Record: f.read + 1, Offset: int64(f.layout.Header) + int64(f.read)*int64(f.layout.Record)}
	if err == io.ErrUnexpectedEOF {
		f.r.warnCut("the log is cut within %s (%d of %d bytes); read up to the record before it", row.Place, n, f.layout.Record)
		return io.EOF
	}
	if err != nil {
		return f.fail(row, fmt.Errorf("cannot be read: %w", err))
	}
	f.read++
	for i := range f.targets {
		if err := f.field(row, &f.layout.Fields[i], &f.targets[i]); err != nil {
			return f.fail(row, err)
		}
	}
	return nil
}

func (f *binaryFormat) field(row *Row, field *Field, t *target) error {
	v, negative := field.value(f.record)
	if field.Equals != nil && v != *field.Equals {
		return fmt.Errorf("the field at byte %d is %#x; the layout expects %#x: its record size, header or byte order does not fit this log", field.Offset, v, *field.Equals)
	}
	if field.codes != nil {
		to, ok := field.codes[v]
		if !ok {
			return fmt.Errorf("%s is %d, which the layout's map does not have; add it", field.title(), v)
		}
		v = to
	}
	switch t.what {
	case connName:
		row.Conn = strconv.FormatUint(v, 10)
	case recordKind:
		if v > uint64(Init) {
			return fmt.Errorf("record is %d; expected 0 (step), 1 (load) or 2 (init)", v)
		}
		row.Kind = Kind(v)
	case leafValue:
		return t.store(row, f.r.columns.algorithm.Leaves(t.part)[t.index], v, negative)
	}
	return nil
}

func (f *binaryFormat) fail(row *Row, err error) error {
	return &Error{Name: f.r.name, Place: row.Place, Msg: err.Error()}
}
