package nicconf

import (
	"bytes"
	"fmt"
	"strings"
)

// isNicctl tells whether a text is what nicctl show dcqcn prints.
func isNicctl(text []byte) bool {
	return bytes.Contains(text, []byte("DCQCN profile id")) || bytes.Contains(text, []byte("Rate increase in AI phase"))
}

// nicctlProfile is one profile of one device.
type nicctlProfile struct {
	device, id string
	rows       []nvRow
}

// fromNicctlShow reads the output of nicctl show dcqcn: blocks of "label : value".
func fromNicctlShow(text []byte, file string, o Options) (*raw, error) {
	var all []*nicctlProfile
	device := ""
	err := eachLine(text, file, func(n int, line string) error {
		label, value, ok := strings.Cut(line, ":")
		label, value = strings.TrimSpace(label), strings.TrimSpace(value)
		if !ok || value == "" {
			return nil
		}
		switch label {
		case "NIC":
			device = ""
		case "ROCE device":
			device = value
		case "DCQCN profile id":
			all = append(all, &nicctlProfile{device: device, id: value})
			return nil
		default:
			if k, _ := find(fromNicctl, label); k != "" && len(all) > 0 {
				p := all[len(all)-1]
				p.rows = append(p.rows, nvRow{name: label, value: value, line: n})
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	p, err := pickNicctl(all, file, o.Device)
	if err != nil {
		return nil, err
	}
	r := &raw{from: fromNicctl, title: fmt.Sprintf("nicctl show dcqcn, device %s, profile %s", p.device, p.id)}
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

func pickNicctl(all []*nicctlProfile, file, want string) (*nicctlProfile, error) {
	var with []*nicctlProfile
	var have []string
	for _, p := range all {
		name := p.device + "/" + p.id
		if len(p.rows) == 0 || want != "" && want != name && want != p.device {
			have = append(have, name)
			continue
		}
		with = append(with, p)
		have = append(have, name)
	}
	switch {
	case len(with) == 0 && want != "":
		return nil, fmt.Errorf("%s: no device %.60q in it; it has %s", file, want, strings.Join(have, ", "))
	case len(with) == 0:
		return nil, fmt.Errorf("%s: no DCQCN profile in it; save what nicctl show dcqcn prints", file)
	case len(with) > 1:
		return nil, fmt.Errorf("%s: has %d profiles, %s; choose one with --device", file, len(with), strings.Join(have, ", "))
	}
	return with[0], nil
}
