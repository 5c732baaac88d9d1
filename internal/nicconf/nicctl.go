package nicconf

import (
	"bytes"
	"strings"
)

// isNicctl reports whether a text is what nicctl show dcqcn prints.
func isNicctl(text []byte) bool {
	return bytes.Contains(text, []byte("DCQCN profile id")) || bytes.Contains(text, []byte("Rate increase in AI phase"))
}

// fromNicctlShow reads the output of nicctl show dcqcn: blocks of "label : value".
func fromNicctlShow(text []byte, file string, o Options) (*raw, error) {
	var profiles []device // by their device and number
	name := ""
	err := eachLine(text, file, func(n int, line string) error {
		label, value, _ := strings.Cut(line, ":")
		label, value = strings.TrimSpace(label), strings.TrimSpace(value)
		k, _ := find(fromNicctl, label)
		switch {
		case value == "":
		case label == "NIC":
			name = ""
		case label == "ROCE device":
			name = value
		case label == "DCQCN profile id":
			profiles = append(profiles, device{name: name + "/" + value})
		case k != "" && len(profiles) > 0:
			p := &profiles[len(profiles)-1]
			p.rows = append(p.rows, row{name: label, value: value, line: n})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	p, err := choose(profiles, file, o.Device, "profiles", "no DCQCN profile in it; save what nicctl show dcqcn prints")
	if err != nil {
		return nil, err
	}
	device, id, _ := strings.Cut(p.name, "/")
	r := &raw{from: fromNicctl, title: "nicctl show dcqcn, device " + device + ", profile " + id}
	for _, row := range p.rows {
		if _, err := r.add(row.name, row.value, at(file, row.line)); err != nil {
			return nil, err
		}
		if row.name == "Status" && strings.EqualFold(row.value, "Disabled") {
			r.rp, r.np = new(uint8), new(uint8)
		}
	}
	return r, nil
}
