package nicconf

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
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

// isMlxconfig reports whether a text is what mlxconfig's query prints.
func isMlxconfig(text []byte) bool {
	return bytes.Contains(text, []byte("Configurations:")) && nvLine.Match(text)
}

// device is what a text has of one device, or of one of its profiles.
type device struct {
	name string
	rows []row
}

// row is one setting of a device.
type row struct {
	name, port  string // port is "" where it holds for the device
	value, next string // next is "" where there is one column
	line        int
}

// choose returns the device that was asked for, by its name, the end of its name behind a slash, the name before one or
// its number; or the only one that has settings. kind and none are for errors.
func choose(devices []device, file, want, kind, none string) (*device, error) {
	var found []*device
	var have []string
	for i := range devices {
		d := &devices[i]
		if len(d.rows) == 0 {
			continue
		}
		have = append(have, d.name)
		if want == "" || slices.Contains([]string{d.name, path.Base(d.name), path.Dir(d.name), strconv.Itoa(i + 1)}, want) {
			found = append(found, d)
		}
	}
	switch {
	case len(have) == 0:
		return nil, fmt.Errorf("%s: %s", file, none)
	case len(found) == 0:
		return nil, fmt.Errorf("%s: no device %.60q in it; it has %s", file, want, strings.Join(have, ", "))
	case len(found) > 1:
		return nil, fmt.Errorf("%s: has %d %s, %s; choose one with --device", file, len(found), kind, strings.Join(have, ", "))
	}
	return found[0], nil
}

// fromMlxconfig reads the output of mlxconfig's or mstconfig's query, plain or with -e.
func fromMlxconfig(text []byte, file string, o Options) (*raw, error) {
	devices, column, err := nvDevices(text, file, o.Column)
	if err != nil {
		return nil, err
	}
	d, err := choose(devices, file, o.Device, "devices", "no congestion control parameter in it; want names such as RPG_AI_RATE_P1 (mlxconfig -d DEVICE query)")
	if err != nil {
		return nil, err
	}
	r := &raw{from: fromNV, title: "mlxconfig query " + file}
	if d.name != "" {
		r.title = "mlxconfig query of " + d.name
	}
	port := strconv.Itoa(max(o.Port, 1))
	for _, row := range d.rows {
		where := at(file, row.line)
		switch {
		case row.port != "" && row.port != port:
			continue
		case row.value == "N/A":
			r.note(where, "%s is N/A: passed over", row.name)
			continue
		}
		if _, err := r.add(row.name, row.value, where); err != nil {
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
func otherPorts(r *raw, d *device, file, port string) {
	for _, row := range d.rows {
		k, _ := find(fromNV, row.name)
		s := r.get(k)
		if s == nil || row.port == "" || row.port == port {
			continue
		}
		if v, err := number(row.value); err == nil && v != s.value {
			r.note(at(file, row.line), "%s_P%s is %s, unlike port %s; choose with --port", row.name, row.port, row.value, port)
			return
		}
	}
}

// nvDevices parts the text into devices. use is the column that values are from:
// default, current or next.
func nvDevices(text []byte, file, column string) (devices []device, use string, err error) {
	var columns []string
	use = column
	last := func() *device {
		if len(devices) == 0 {
			devices = append(devices, device{})
		}
		return &devices[len(devices)-1]
	}
	err = eachLine(text, file, func(n int, line string) error {
		line = strings.TrimSpace(line)
		name, isDevice := strings.CutPrefix(line, "Device:")
		switch {
		case strings.HasPrefix(line, "Device #"):
			devices = append(devices, device{})
			return nil
		case isDevice:
			last().name = strings.TrimSpace(name)
			return nil
		case strings.HasPrefix(line, "Configurations:"):
			if columns, use, err = nvColumns(line, column); err != nil {
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
		row := row{line: n}
		row.name, row.port = cutPort(fields[0])
		if k, _ := find(fromNV, row.name); k == "" && row.name != prioMask {
			return nil
		}
		values := fields[1:]
		if len(values) != len(columns) {
			return fmt.Errorf("%s: %s has %d values in %d columns (%s); save the text as mlxconfig prints it", at(file, n), fields[0], len(values), len(columns), strings.Join(columns, ", "))
		}
		row.value = values[slices.Index(columns, use)]
		if i := slices.Index(columns, "next"); i >= 0 && len(columns) > 1 {
			row.next = values[i]
		}
		last().rows = append(last().rows, row)
		return nil
	})
	return devices, use, err
}

// nvColumns reads the head of the values: "Default Current Next Boot", or one of these.
func nvColumns(line, want string) (columns []string, use string, err error) {
	for _, c := range []struct{ head, name string }{{"default", "default"}, {"current", "current"}, {"next boot", "next"}} {
		if strings.Contains(strings.ToLower(line), c.head) {
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
		return columns, want, nil
	case slices.Contains(columns, "current"):
		return columns, "current", nil
	}
	return columns, columns[len(columns)-1], nil
}
