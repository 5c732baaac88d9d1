package nicconf

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/dcqcn/profile"
)

// commandsReader reads commands that set parameters: echo VALUE > FILE, mlxconfig set,
// nicctl update dcqcn, options irdma. Others are passed over.
type commandsReader struct {
	*raw
	file  string
	port  string
	dir   string // of the last cd
	found bool   // any setting
}

// fromCommands reads a script. nil without an error tells that no command of it sets a
// parameter.
func fromCommands(text []byte, file string, o Options) (*raw, error) {
	c := &commandsReader{raw: &raw{title: "commands in " + file}, file: file, port: strconv.Itoa(max(o.Port, 1))}
	joined, first := "", 0
	err := eachLine(text, file, func(n int, line string) error {
		if joined == "" {
			first = n
		}
		if cut, ok := strings.CutSuffix(line, `\`); ok && !strings.HasPrefix(strings.TrimSpace(line), "#") {
			if joined += cut + " "; len(joined) > maxTextFile {
				return fmt.Errorf("%s: a command of more than %d bytes", at(file, first), maxTextFile)
			}
			return nil
		}
		joined += line
		commands, err := words(joined)
		joined = ""
		if err != nil {
			// Of use only where it sets something; a script may hold anything else.
			if !c.found {
				return nil
			}
			return fmt.Errorf("%s: %w", at(file, first), err)
		}
		for _, w := range commands {
			if err := c.command(w, at(file, first)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || !c.found {
		return nil, err
	}
	return c.raw, nil
}

// command takes one command's words.
func (c *commandsReader) command(w []string, where string) error {
	for len(w) > 1 && (w[0] == "sudo" || w[0] == "-n" || w[0] == "do" || w[0] == "then") {
		w = w[1:]
	}
	if len(w) == 0 {
		return nil
	}
	switch path.Base(w[0]) {
	case "cd":
		if to := w[len(w)-1]; len(w) > 1 {
			c.dir = to
		}
	case "echo":
		return c.echo(w[1:], where)
	case "mlxconfig", "mstconfig":
		return c.nv(w[1:], where)
	case "nicctl":
		if len(w) > 3 && w[1] == "update" && w[2] == "dcqcn" {
			return c.nicctl(w[3:], where)
		}
	case "options", "modprobe", "insmod":
		if i := slices.Index(w, "irdma"); i > 0 {
			return c.irdma(w[i+1:], where)
		}
	}
	return nil
}

// echo takes echo VALUE > FILE and echo VALUE | tee FILE.
func (c *commandsReader) echo(w []string, where string) error {
	if len(w) > 0 && w[0] == "-n" {
		w = w[1:]
	}
	if len(w) < 3 {
		return nil
	}
	value, to := w[0], w[len(w)-1]
	rest := w[1 : len(w)-1]
	piped := rest[0] == "|" && slices.ContainsFunc(rest, func(s string) bool { return path.Base(s) == "tee" })
	if !piped && (len(rest) != 1 || rest[0] != ">") {
		return nil
	}
	if !strings.HasPrefix(to, "/") {
		to = c.dir + "/" + to
	}
	k, err := c.path(to, value, where)
	if err == nil && !k && (strings.Contains(to, "cc_params/") || strings.Contains(to, "/roce_rp/") || strings.Contains(to, "/roce_np/")) {
		c.note(where, "%.60s is no parameter that is known; passed over", path.Base(to))
	}
	c.found = c.found || k
	return err
}

// path takes a value under the path of a parameter's file; known tells whether it is
// one.
func (r *raw) path(file, value, where string) (known bool, err error) {
	base, dir := path.Base(file), path.Base(path.Dir(file))
	if dir == "enable" {
		end := path.Base(path.Dir(path.Dir(file)))
		bit, err := strconv.Atoi(base)
		if err != nil || bit < 0 || bit > 7 || end != "roce_rp" && end != "roce_np" {
			return false, nil
		}
		if value != "0" && value != "1" {
			return true, fmt.Errorf("%s: enable/%d: %.40q is not 0 or 1", where, bit, value)
		}
		to := &r.rp
		if end == "roce_np" {
			to = &r.np
		}
		r.enable(to, bit, value == "1")
		return true, nil
	}
	from := fromText
	var k string
	var other bool
	if dir == "roce_rp" || dir == "roce_np" {
		from = fromSysfs
		if k, other = find(from, base); k == "" || other {
			from = fromIonic
			k, other = find(from, base)
		}
		if r.from == fromIonic {
			from = fromIonic // names that both have
		}
	} else {
		k, other, from = anyName(file)
	}
	if k == "" {
		return false, nil
	}
	r.source(from)
	return true, r.put(k, other, base, value, where)
}

// source notes what kind of names there are. ionic's tree has some of mlx5's, so that it
// shows only at a name of its own.
func (r *raw) source(s source) {
	if r.from == fromText || s == fromIonic {
		r.from = s
	}
}

// nv takes mlxconfig's words: options, set, NAME=VALUE.
func (c *commandsReader) nv(w []string, where string) error {
	i := slices.IndexFunc(w, func(s string) bool { return s == "set" || s == "s" })
	if i < 0 {
		return nil
	}
	for _, s := range w[i+1:] {
		name, value, ok := strings.Cut(s, "=")
		if !ok {
			continue
		}
		port := ""
		if m := nvPort.FindStringSubmatch(name); m != nil {
			name, port = m[1], m[2]
		}
		if port != "" && port != c.port {
			continue
		}
		c.source(fromNV)
		if name == "ROCE_CC_PRIO_MASK" {
			c.found = true
			if err := c.mask(value, where); err != nil {
				return err
			}
			continue
		}
		k, other := find(fromNV, name)
		if k == "" {
			continue
		}
		c.found = true
		if err := c.put(k, other, name, value, where); err != nil {
			return err
		}
	}
	return nil
}

// nicctl takes the words after nicctl update dcqcn: --option value or --option=value.
func (c *commandsReader) nicctl(w []string, where string) error {
	for len(w) > 0 {
		name, long := strings.CutPrefix(w[0], "--")
		name, value, with := strings.Cut(name, "=")
		w = w[1:]
		if !with && len(w) > 0 {
			value, w = w[0], w[1:]
		}
		if !long || name == "roce-device" || name == "profile-id" {
			continue // -r and -i say which, not what
		}
		k, other := find(fromOption, name)
		if k == "" {
			c.note(where, "--%.40s is no option that is known; passed over", name)
			continue
		}
		if value == "" {
			return fmt.Errorf("%s: --%s has no value", where, name)
		}
		c.source(fromOption)
		c.found = true
		if err := c.put(k, other, "--"+name, value, where); err != nil {
			return err
		}
	}
	return nil
}

// irdma takes NAME=VALUE of options irdma, of modprobe.d, and of modprobe irdma.
func (c *commandsReader) irdma(w []string, where string) error {
	for _, s := range w {
		name, value, ok := strings.Cut(s, "=")
		k, other := find(fromIRDMA, name)
		if !ok || k == "" {
			continue
		}
		c.source(fromIRDMA)
		c.found = true
		if err := c.put(k, other, name, value, where); err != nil {
			return err
		}
	}
	return nil
}

// fromLines reads lines "name value", "name=value", "name: value" and "path:value", the
// output of grep over the files of a folder, and the blocks "==> path <==" of tail and
// head; # begins a comment.
func fromLines(text []byte, file string, o Options) (*raw, error) {
	r := &raw{title: file}
	port := strconv.Itoa(max(o.Port, 1))
	headed := "" // the file whose value follows
	err := eachLine(text, file, func(n int, line string) error {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if line == "" {
			return nil
		}
		if path, ok := blockHead(line); ok {
			headed = path
			return nil
		}
		name, value := split(line)
		if headed != "" {
			name, value, headed = headed, line, ""
		}
		if several := len(strings.Fields(value)); several > 1 && nvPort.MatchString(name) {
			return fmt.Errorf("%s: %.40s has %d values; save mlxconfig's text with its head, Configurations, which names them", at(file, n), name, several)
		}
		if name == "" || value == "" || strings.ContainsAny(value, " \t") {
			return fmt.Errorf("%s: %.60q is no setting; want \"name value\", \"name=value\" or \"path:value\"", at(file, n), line)
		}
		if strings.EqualFold(name, conventionKey) {
			if r.convention != "" && r.convention != value {
				return fmt.Errorf("%s: %s: %.40q here and %.40q before; keep one", at(file, n), name, value, r.convention)
			}
			r.convention = value
			return nil
		}
		plainName := name
		if m := nvPort.FindStringSubmatch(strings.ToUpper(path.Base(name))); m != nil && !strings.Contains(name, "/") {
			if m[2] != port {
				return nil
			}
			plainName = m[1]
		}
		if strings.EqualFold(plainName, "ROCE_CC_PRIO_MASK") {
			r.source(fromNV)
			return r.mask(value, at(file, n))
		}
		known, err := r.path(plainName, value, at(file, n))
		if err != nil || known || strings.Contains(name, "/") {
			return err
		}
		_, err = profile.Find(name)
		return fmt.Errorf("%s: %w", at(file, n), err)
	})
	if err != nil {
		return nil, err
	}
	if len(r.list) == 0 {
		return nil, fmt.Errorf("%s: no parameter in it; want a folder cc_params or ecn, mlxconfig's or nicctl's text, a profile in TOML, or lines such as \"rp_time_reset 300\"", file)
	}
	return r, nil
}

// blockHead returns the path in "==> path <==".
func blockHead(line string) (path string, ok bool) {
	path, ok = strings.CutPrefix(line, "==> ")
	if !ok {
		return "", false
	}
	path, ok = strings.CutSuffix(path, " <==")
	return strings.TrimSpace(path), ok && strings.TrimSpace(path) != ""
}

// split parts a setting. A path may have colons (a PCI address), so that the last one
// counts there.
func split(line string) (name, value string) {
	i := strings.IndexAny(line, "=: \t")
	if i > 0 && strings.Contains(line[:i], "/") {
		i = strings.LastIndexAny(line, "=: \t")
	}
	if i <= 0 {
		return "", ""
	}
	name = strings.TrimSpace(line[:i])
	value = strings.TrimSpace(line[i:])
	if value != "" && (value[0] == '=' || value[0] == ':') {
		value = strings.TrimSpace(value[1:])
	}
	return name, value
}
