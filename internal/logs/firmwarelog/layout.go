package firmwarelog

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/tomlfile"
)

// Limits of a layout.
const (
	maxRecord = 1 << 16 // bytes of a record
	maxHeader = 1 << 20 // bytes before the first record
	maxFields = 1024
	maxLayout = 1 << 20 // bytes of the TOML file
)

// Layout describes the records of a binary log. Check, which ParseLayout calls, tells
// whether it makes sense.
type Layout struct {
	// Algorithm is who wrote the log (dcqcn, dolcerc4), or "".
	Algorithm string `toml:"algorithm"`
	// Params are the parameters by name, or nil.
	Params map[string]int64 `toml:"params"`
	// Header is the number of bytes before the first record.
	Header int `toml:"header"`
	// Record is the number of bytes of a record.
	Record int `toml:"record"`
	// Endian is the byte order of all fields that name none: little (the default) or big.
	Endian string `toml:"endian"`
	// Fields are the fields of a record.
	Fields []Field `toml:"field"`
}

// Field is one field of a record. Bytes Offset to Offset + Container/8 make an unsigned
// integer in the byte order; of it the field has the Width bits from Bit on, counted from
// the lowest.
type Field struct {
	// Name is that of a column, as in event.Now; conn and record are names too. A field
	// without a name is not read, unless Equals is given.
	Name string `toml:"name"`
	// Offset is in bytes from the start of the record.
	Offset int `toml:"offset"`
	// Width is in bits, 1 to 64.
	Width int `toml:"width"`
	// Bit is the lowest bit of the field in its container.
	Bit int `toml:"bit"`
	// Container is in bits: 8, 16, 24, ..., 64. 0 means the fewest bytes that hold
	// the field.
	Container int `toml:"container"`
	// Signed: the highest bit of the field is a sign.
	Signed bool `toml:"signed"`
	// Endian is the byte order of this field, "" for that of the layout.
	Endian string `toml:"endian"`
	// Equals is what the field holds in every record: a mark at its begin, a version.
	Equals *uint64 `toml:"equals"`
	// Map translates: the value on the left, in decimal, means that on the right.
	// What is not in it is an error.
	Map map[string]uint64 `toml:"map"`

	bytes int
	big   bool
	codes map[uint64]uint64
}

// LoadLayout reads a layout from a file.
func LoadLayout(path string) (*Layout, error) {
	b, err := readfile.Any(path, maxLayout, "expected the description of a record")
	if err != nil {
		return nil, err
	}
	return ParseLayout(path, b)
}

// ParseLayout reads a layout. name is the file's, for messages.
func ParseLayout(name string, text []byte) (*Layout, error) {
	var l Layout
	if _, err := tomlfile.Decode(text, name, &l); err != nil {
		return nil, err
	}
	if err := l.Check(); err != nil {
		return nil, &Error{Name: name, Msg: err.Error()}
	}
	return &l, nil
}

// Check completes the layout and refuses one that makes no sense: fields that overlap
// (one of them would be read wrongly), run over the end of the record, or have a width
// that their container does not hold.
func (l *Layout) Check() error {
	if l.Record < 1 || l.Record > maxRecord {
		return fmt.Errorf("record is %d; expected the bytes of a record, 1 to %d", l.Record, maxRecord)
	}
	if l.Header < 0 || l.Header > maxHeader {
		return fmt.Errorf("header is %d; expected the bytes before the first record, 0 to %d", l.Header, maxHeader)
	}
	if _, err := bigEndian(l.Endian); err != nil {
		return err
	}
	if len(l.Fields) == 0 || len(l.Fields) > maxFields {
		return fmt.Errorf("%d fields; expected 1 to %d of them, each under [[field]]", len(l.Fields), maxFields)
	}
	owner := make([]int, 8*l.Record) // field of each bit of the record, from 1
	for i := range l.Fields {
		f := &l.Fields[i]
		if err := f.check(l); err != nil {
			return fmt.Errorf("field %d (%s): %w", i+1, f.title(), err)
		}
		for bit := range f.Width {
			at := f.position(f.Bit + bit)
			if o := owner[at]; o > 0 {
				return fmt.Errorf("field %d (%s) overlaps field %d (%s) at byte %d, bit %d; change offset, width or bit of one",
					i+1, f.title(), o, l.Fields[o-1].title(), at/8, at%8)
			}
			owner[at] = i + 1
		}
	}
	return nil
}

func (f *Field) title() string {
	if f.Name == "" {
		return "without a name"
	}
	return fmt.Sprintf("%.60s", strconv.QuoteToGraphic(f.Name))
}

// position returns which bit of the record holds a bit of the container: 8 times the
// byte, plus the bit in it.
func (f *Field) position(bit int) int {
	at := bit / 8
	if f.big {
		at = f.bytes - 1 - at
	}
	return 8*(f.Offset+at) + bit%8
}

func (f *Field) check(l *Layout) error {
	if f.Width < 1 || f.Width > 64 {
		return fmt.Errorf("width is %d; expected bits, 1 to 64", f.Width)
	}
	if f.Bit < 0 || f.Bit > 63 || f.Bit+f.Width > 64 {
		return fmt.Errorf("bit is %d with width %d; a field lies within 64 bits, so bit is 0 to %d", f.Bit, f.Width, 64-f.Width)
	}
	f.bytes = (f.Bit + f.Width + 7) / 8
	if f.Container != 0 {
		if f.Container%8 != 0 || f.Container < 8 || f.Container > 64 || f.Container/8 < f.bytes {
			return fmt.Errorf("container is %d; expected a multiple of 8 up to 64 that holds bits %d to %d", f.Container, f.Bit, f.Bit+f.Width-1)
		}
		f.bytes = f.Container / 8
	}
	if f.Offset < 0 || f.Offset > l.Record-f.bytes {
		return fmt.Errorf("runs over the record: offset %d and %d bytes of %d", f.Offset, f.bytes, l.Record)
	}
	order := cmp.Or(f.Endian, l.Endian)
	var err error
	if f.big, err = bigEndian(order); err != nil {
		return err
	}
	if f.Name == "" && f.Equals == nil {
		return errors.New("has neither name nor equals; leave out bytes that mean nothing")
	}
	if f.Signed && (f.Equals != nil || f.Map != nil) {
		return errors.New("signed goes with neither equals nor map, which take the bits as they are")
	}
	f.codes = nil
	for _, text := range slices.Sorted(maps.Keys(f.Map)) {
		code, err := strconv.ParseUint(text, 0, 64)
		if err != nil {
			return fmt.Errorf("map: %.40q is not an integer; write 1 = 5 where the log's 1 means 5", text)
		}
		if f.codes == nil {
			f.codes = map[uint64]uint64{}
		}
		if _, ok := f.codes[code]; ok {
			return fmt.Errorf("map: %d comes twice", code)
		}
		f.codes[code] = f.Map[text]
	}
	return nil
}

func bigEndian(order string) (bool, error) {
	switch order {
	case "", "little":
		return false, nil
	case "big":
		return true, nil
	}
	return false, fmt.Errorf("endian is %.40q; expected little or big", order)
}

// value reads the field of a record: the bits, and whether they are those of a negative
// number.
func (f *Field) value(record []byte) (v uint64, negative bool) {
	for i := range f.bytes {
		at := f.Offset + f.bytes - 1 - i
		if f.big {
			at = f.Offset + i
		}
		v = v<<8 | uint64(record[at])
	}
	v >>= f.Bit
	if f.Width < 64 {
		v &= 1<<f.Width - 1
	}
	if f.Signed && v>>(f.Width-1) != 0 {
		return v | ^uint64(0)<<(f.Width-1), true
	}
	return v, false
}
