package nicconf

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/dcqcn/profile"
)

// commandsReader reads commands that set parameters, a line each: echo VALUE > FILE, echo VALUE | tee FILE,
// mlxconfig set, nicctl update dcqcn, options irdma. Others are passed over, and nothing is expanded.
type commandsReader struct {
	*raw
	port  string
	dir   string // of the last cd
	found bool   // any setting
}

var (
	comment   = regexp.MustCompile(`(^|\s)#.*`)
	separator = regexp.MustCompile(`&&|\|\||;`)
	unquote   = strings.NewReplacer(`"`, "", "'", "", ">", " > ", "|", " | ")
)

// fromCommands reads a script; nil without an error if no command of it sets a parameter.
func fromCommands(text []byte, file string, o Options) (*raw, error) {
	c := &commandsReader{raw: &raw{title: "commands in " + file}, port: strconv.Itoa(max(o.Port, 1))}
	joined, first := "", 0
	err := eachLine(text, file, func(n int, line string) error {
		if joined == "" {
			first = n
		}
		line = comment.ReplaceAllString(line, "")
		if cut, more := strings.CutSuffix(line, `\`); more {
			joined += cut + " "
			return nil
		}
		commands := separator.Split(joined+line, -1)
		joined = ""
		for _, command := range commands {
			if err := c.command(strings.Fields(unquote.Replace(command)), at(file, first)); err != nil {
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
	for len(w) > 1 && slices.Contains([]string{"sudo", "-n", "do", "then"}, w[0]) {
		w = w[1:]
	}
	if len(w) < 2 {
		return nil
	}
	switch path.Base(w[0]) {
	case "cd":
		c.dir = w[len(w)-1]
	case "echo":
		return c.echo(w[1:], where)
	case "mlxconfig", "mstconfig":
		if i := slices.IndexFunc(w, func(s string) bool { return s == "set" || s == "s" }); i > 0 {
			return c.assign(fromNV, w[i+1:], where)
		}
	case "nicctl":
		if len(w) > 3 && w[1] == "update" && w[2] == "dcqcn" {
			return c.nicctl(w[3:], where)
		}
	case "options", "modprobe", "insmod":
		if i := slices.Index(w, "irdma"); i > 0 {
			return c.assign(fromIRDMA, w[i+1:], where)
		}
	}
	return nil
}

// echo takes echo VALUE > FILE and echo VALUE | tee FILE.
func (c *commandsReader) echo(w []string, where string) error {
	if w[0] == "-n" {
		w = w[1:]
	}
	if len(w) < 3 || w[1] != ">" && (w[1] != "|" || !slices.ContainsFunc(w, func(s string) bool { return path.Base(s) == "tee" })) {
		return nil
	}
	to := w[len(w)-1]
	if !strings.HasPrefix(to, "/") {
		to = c.dir + "/" + to
	}
	known, err := c.path(to, w[0], where)
	if err == nil && !known && (strings.Contains(to, "cc_params/") || strings.Contains(to, "/roce_rp/") || strings.Contains(to, "/roce_np/")) {
		c.note(where, "%.60s is no parameter that is known; passed over", path.Base(to))
	}
	c.found = c.found || known
	return err
}

// assign takes words NAME=VALUE with the names of a source.
func (c *commandsReader) assign(from source, words []string, where string) error {
	for _, s := range words {
		name, value, ok := strings.Cut(s, "=")
		name, port := cutPort(name)
		if !ok || port != "" && port != c.port {
			continue
		}
		known, err := c.addFrom(from, name, name, value, where)
		if err != nil {
			return err
		}
		c.found = c.found || known
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
		if value == "" {
			return fmt.Errorf("%s: --%s has no value", where, name)
		}
		known, err := c.addFrom(fromOption, name, "--"+name, value, where)
		if err != nil {
			return err
		}
		if !known {
			c.note(where, "--%.40s is no option that is known; passed over", name)
		}
		c.found = c.found || known
	}
	return nil
}

// cutPort parts a name of mlxconfig from its port, "" if it has none.
func cutPort(name string) (plain, port string) {
	if m := nvPort.FindStringSubmatch(name); m != nil {
		return m[1], m[2]
	}
	return name, ""
}

// fromLines reads lines "name value", "name=value", "name: value" and "path:value", the
// output of grep over the files of a folder, and the blocks "==> path <==" of tail and
// head; # begins a comment.
func fromLines(text []byte, file string, o Options) (*raw, error) {
	r := &raw{title: file}
	headed := "" // the file whose value follows
	err := eachLine(text, file, func(n int, line string) error {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if line == "" {
			return nil
		}
		if m := blockHead.FindStringSubmatch(line); m != nil {
			headed = m[1]
			return nil
		}
		name, value := split(line)
		if headed != "" {
			name, value, headed = headed, line, ""
		}
		plainName, port := strings.ToUpper(name), ""
		if !strings.Contains(name, "/") {
			plainName, port = cutPort(plainName)
		}
		switch several := len(strings.Fields(value)); {
		case several > 1 && port != "":
			return fmt.Errorf("%s: %.40s has %d values; save mlxconfig's text with its head, Configurations, which names them", at(file, n), name, several)
		case name == "" || several != 1:
			return fmt.Errorf("%s: %.60q is no setting; want \"name value\", \"name=value\" or \"path:value\"", at(file, n), line)
		case strings.EqualFold(name, conventionKey):
			if r.convention != "" && r.convention != value {
				return fmt.Errorf("%s: %s: %.40q here and %.40q before; keep one", at(file, n), name, value, r.convention)
			}
			r.convention = value
			return nil
		case port == "":
			plainName = name
		case port != strconv.Itoa(max(o.Port, 1)):
			return nil
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

// blockHead finds the path in "==> path <==".
var blockHead = regexp.MustCompile(`^==> +(\S.*?) +<==$`)

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
	value = strings.TrimSpace(line[i:])
	if value != "" && (value[0] == '=' || value[0] == ':') {
		value = strings.TrimSpace(value[1:])
	}
	return line[:i], value
}
