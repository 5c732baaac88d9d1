package nicconf

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// eachLine gives the lines of a text, from 1, without their ends.
func eachLine(text []byte, file string, do func(n int, line string) error) error {
	s := bufio.NewScanner(bytes.NewReader(text))
	s.Buffer(make([]byte, 0, 512), maxLine)
	n := 0
	for s.Scan() {
		n++
		if err := do(n, s.Text()); err != nil {
			return err
		}
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("%s:%d: longer than %d bytes; is this a text of settings?", file, n+1, maxLine)
	}
	return s.Err()
}

func at(file string, line int) string { return fmt.Sprintf("%s:%d", file, line) }

var (
	nvName = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)
	nvPort = regexp.MustCompile(`^(.*)_P([1-9])$`)
	nvLine = regexp.MustCompile(`(?m)^[*\s]*(RO\s+)?[A-Z][A-Z0-9_]+\s+\S`)
)

// isMlxconfig tells whether a text is what mlxconfig's query prints.
func isMlxconfig(text []byte) bool {
	return bytes.Contains(text, []byte("Configurations:")) && nvLine.Match(text)
}

// nvDevice is what one device's query holds.
type nvDevice struct {
	name string // as mlxconfig was asked for it
	line int
	rows []nvRow
}

// nvRow is one configuration.
type nvRow struct {
	name, port  string // port is "" where it holds for the device
	value, next string // next is "" where there is one column
	line        int
}

// fromMlxconfig reads the output of mlxconfig's or mstconfig's query, plain or with -e.
func fromMlxconfig(text []byte, file string, o Options) (*raw, error) {
	devices, column, err := nvDevices(text, file, o.Column)
	if err != nil {
		return nil, err
	}
	d, err := pick(devices, file, o.Device)
	if err != nil {
		return nil, err
	}
	r := &raw{from: fromNV, title: "mlxconfig query " + file}
	if d.name != "" {
		r.title = "mlxconfig query of " + d.name
	}
	port := fmt.Sprint(max(o.Port, 1))
	for _, row := range d.rows {
		if row.port != "" && row.port != port {
			continue
		}
		where := at(file, row.line)
		if row.value == "N/A" {
			r.note(where, "%s is N/A: passed over", row.name)
			continue
		}
		if row.name == "ROCE_CC_PRIO_MASK" {
			if err := r.mask(row.value, where); err != nil {
				return nil, err
			}
		} else if _, err := r.add(row.name, row.value, where); err != nil {
			return nil, err
		}
		if row.next != "" && row.next != row.value {
			r.note(where, "%s: %s now, %s from the next boot on; this is the %s value (--column)", row.name, row.value, row.next, column)
		}
	}
	if len(r.list) == 0 {
		return nil, fmt.Errorf("%s: no congestion control parameter of port %s in it; want names such as RPG_AI_RATE_P%s", file, port, port)
	}
	otherPorts(r, d, file, port)
	if column == "next" {
		r.note(file, "these are the values of the next boot; what runs now is in mlxconfig -e query, or in debugfs cc_params")
	}
	return r, nil
}

// otherPorts notes where another port of the device has other values.
func otherPorts(r *raw, d *nvDevice, file, port string) {
	for _, row := range d.rows {
		s := r.get(knobOf(fromNV, row.name))
		if s == nil || row.port == "" || row.port == port {
			continue
		}
		if v, err := number(row.value); err == nil && v != s.value {
			r.note(at(file, row.line), "%s_P%s is %s, unlike port %s; choose with --port", row.name, row.port, row.value, port)
			return
		}
	}
}

// knobOf is find without what others has.
func knobOf(s source, name string) string {
	k, other := find(s, name)
	if other {
		return ""
	}
	return k
}

// mask reads a bit for each priority, on both ends.
func (r *raw) mask(text, where string) error {
	v, err := number(text)
	if err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	var bits uint16
	if _, err := fmt.Sscan(v, &bits); err != nil || bits > 255 {
		return fmt.Errorf("%s: ROCE_CC_PRIO_MASK %.20s is out of range 0..255", where, v)
	}
	rp, np := uint8(bits), uint8(bits)
	r.rp, r.np = &rp, &np
	return nil
}

// nvDevices parts the text into devices. column is the one that values are from:
// default, current or next.
func nvDevices(text []byte, file, column string) ([]*nvDevice, string, error) {
	var devices []*nvDevice
	var columns []string
	use := column
	device := func(n int) *nvDevice {
		if len(devices) == 0 {
			devices = append(devices, &nvDevice{line: n})
		}
		return devices[len(devices)-1]
	}
	err := eachLine(text, file, func(n int, line string) error {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "Device #"):
			devices = append(devices, &nvDevice{line: n})
			return nil
		case strings.HasPrefix(line, "Device:"):
			device(n).name = strings.TrimSpace(strings.TrimPrefix(line, "Device:"))
			return nil
		case strings.HasPrefix(line, "Configurations:"):
			var err error
			columns, use, err = nvColumns(line, column)
			if err != nil {
				return fmt.Errorf("%s: %w", at(file, n), err)
			}
			return nil
		}
		fields := strings.Fields(line)
		for len(fields) > 0 && (fields[0] == "*" || fields[0] == "RO") {
			fields = fields[1:]
		}
		if len(fields) < 2 || columns == nil || !nvName.MatchString(fields[0]) {
			return nil
		}
		row := nvRow{name: fields[0], line: n}
		if m := nvPort.FindStringSubmatch(row.name); m != nil {
			row.name, row.port = m[1], m[2]
		}
		if k, _ := find(fromNV, row.name); k == "" && row.name != "ROCE_CC_PRIO_MASK" {
			return nil
		}
		if len(fields)-1 != len(columns) {
			return fmt.Errorf("%s: %s has %d values in %d columns (%s); save the text as mlxconfig prints it", at(file, n), fields[0], len(fields)-1, len(columns), strings.Join(columns, ", "))
		}
		row.value = fields[1+slices.Index(columns, use)]
		if i := slices.Index(columns, "next"); i >= 0 && len(columns) > 1 {
			row.next = fields[1+i]
		}
		d := device(n)
		d.rows = append(d.rows, row)
		return nil
	})
	return devices, use, err
}

// nvColumns reads the head of the values: "Default Current Next Boot", or one of these.
func nvColumns(line, want string) (columns []string, use string, err error) {
	for _, c := range []struct{ head, name string }{{"Default", "default"}, {"Current", "current"}, {"Next Boot", "next"}, {"Next boot", "next"}} {
		if strings.Contains(line, c.head) {
			columns = append(columns, c.name)
		}
	}
	if len(columns) == 0 {
		columns = []string{"current"} // old mlxconfig has no head
	}
	switch {
	case want != "" && !slices.Contains(columns, want):
		return nil, "", fmt.Errorf("there is no column %s; it has %s", want, strings.Join(columns, ", "))
	case want != "":
		use = want
	case slices.Contains(columns, "current"):
		use = "current"
	default:
		use = columns[len(columns)-1]
	}
	return columns, use, nil
}

// pick chooses the device that was asked for, or the only one with parameters.
func pick(devices []*nvDevice, file, want string) (*nvDevice, error) {
	var with []*nvDevice
	var have []string
	for i, d := range devices {
		if len(d.rows) == 0 {
			continue
		}
		number := fmt.Sprint(i + 1)
		if want != "" && (d.name == want || number == want || strings.HasSuffix(d.name, "/"+want)) {
			return d, nil
		}
		with = append(with, d)
		have = append(have, d.name)
	}
	switch {
	case len(with) == 0:
		return nil, fmt.Errorf("%s: no congestion control parameter in it; want names such as RPG_AI_RATE_P1 (mlxconfig -d DEVICE query)", file)
	case want != "":
		return nil, fmt.Errorf("%s: no device %.60q in it; it has %s", file, want, strings.Join(have, ", "))
	case len(with) > 1:
		return nil, fmt.Errorf("%s: has %d devices, %s; choose one with --device", file, len(with), strings.Join(have, ", "))
	}
	return with[0], nil
}
