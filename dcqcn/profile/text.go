package profile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Convention tells which weight dce_tcp_g is.
type Convention uint8

const (
	// Unstated: the text has to say it itself.
	Unstated Convention = iota
	// OldWeight: of the old alpha, alpha = (v alpha + 1024 - v)/1024 under a CNP;
	// default 1019. What current drivers show.
	OldWeight
	// NewWeight: of the new sample, alpha = ((1024 - v) alpha + v)/1024 under a CNP;
	// default 64 in older texts.
	NewWeight
)

// conventionName is the pseudo-parameter by which a text tells its convention.
const conventionName = "dce_tcp_g_convention"

// String returns the name of the convention as texts have it.
func (c Convention) String() string {
	switch c {
	case OldWeight:
		return "old-weight"
	case NewWeight:
		return "new-weight"
	}
	return "unstated"
}

func parseConvention(text string) (Convention, error) {
	switch text {
	case OldWeight.String():
		return OldWeight, nil
	case NewWeight.String():
		return NewWeight, nil
	}
	return Unstated, fmt.Errorf("%s: %.40q is no convention; want %s or %s", conventionName, text, OldWeight, NewWeight)
}

// Export writes the parameters under the vendor's names, a line each, "name value",
// with the prefixes rp_ and np_, and the convention of dce_tcp_g, which has to be
// stated. Import reads it back. Modes, which no vendor names, are not written: they
// come from the profile that Import starts from, whose name a comment gives.
//
// Nothing is written if a value cannot be expressed under its name; the error names
// it and the range.
func (p *Profile) Export(w io.Writer, c Convention) error {
	if c != OldWeight && c != NewWeight {
		return fmt.Errorf("%s: state %s or %s", conventionName, OldWeight, NewWeight)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# DCQCN parameters of profile %s for a port of %s Mb/s\n", p.Name, decimalRate(p.Line))
	for i := range knobs {
		k := &knobs[i]
		if !p.has(k) {
			continue
		}
		text, err := k.text(p, c)
		if errors.Is(err, errNone) {
			continue
		}
		if err != nil {
			return err
		}
		if k.Name == weightName {
			fmt.Fprintf(&b, "%s %s\n", conventionName, c)
		}
		fmt.Fprintf(&b, "%s%s %s\n", k.Prefix, k.Name, text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Options are what a text of parameters does not tell.
type Options struct {
	// File names the text in errors; "" for none.
	File string
	// Base is the profile whose values hold for what the text does not set.
	Base Profile
	// Convention is that of dce_tcp_g, if the text does not state it itself.
	Convention Convention
	// SkipUnknown passes over parameters that no vendor's table here has, such as
	// whole dumps hold.
	SkipUnknown bool
	// Skipped, if not nil, takes the names passed over, in the order of the text.
	Skipped *[]string
}

// maxLine is the longest line of a text, bytes.
const maxLine = 4096

// Import reads parameters from text: lines "name value", "name=value" or
// "name: value", with "#" beginning a comment. Names are those of Knobs, with or
// without prefix and path (cc_params/rp_time_reset:300), in upper or lower case.
// A name may come twice with one value only.
//
// An error names file and line, and what would be right.
func Import(r io.Reader, o Options) (Profile, error) {
	p := o.Base
	lines, err := readLines(r, o.File)
	if err != nil {
		return o.Base, err
	}
	c := o.Convention
	stated := 0
	for _, l := range lines {
		if strings.EqualFold(l.name, conventionName) {
			said, err := parseConvention(l.value)
			if err != nil {
				return o.Base, at(o.File, l.number, err)
			}
			if c != Unstated && said != c {
				return o.Base, at(o.File, l.number, fmt.Errorf("%s: %s contradicts %s, which was stated before", conventionName, said, c))
			}
			c, stated = said, l.number
		}
	}
	first := make(map[string]line)
	for _, l := range lines {
		if strings.EqualFold(l.name, conventionName) {
			continue
		}
		k, err := findKnob(l.name)
		if err != nil {
			if o.SkipUnknown {
				if o.Skipped != nil {
					*o.Skipped = append(*o.Skipped, l.name)
				}
				continue
			}
			return o.Base, at(o.File, l.number, err)
		}
		if before, twice := first[k.Name]; twice && before.value != l.value {
			return o.Base, at(o.File, l.number, fmt.Errorf("%s: %.40s here and %.40s in line %d; keep one", k.Name, l.value, before.value, before.number))
		}
		first[k.Name] = l
		if k.Name == weightName && c == Unstated {
			return o.Base, at(o.File, l.number, fmt.Errorf("%s: which weight it is is not stated; add a line %q (default 1019) or %q (default 64)",
				weightName, conventionName+" "+OldWeight.String(), conventionName+" "+NewWeight.String()))
		}
		if p, err = p.with(k, l.value, c); err != nil {
			return o.Base, at(o.File, l.number, err)
		}
	}
	if stated != 0 {
		if _, ok := first[weightName]; !ok {
			return o.Base, at(o.File, stated, fmt.Errorf("%s: there is no %s in the text", conventionName, weightName))
		}
	}
	if len(first) == 0 {
		return o.Base, at(o.File, 0, errors.New("no parameter in the text; want lines such as \"time_reset 300\""))
	}
	if err := Check(p.RP); err != nil {
		return o.Base, at(o.File, 0, err)
	}
	return p, nil
}

// line is one setting of a text.
type line struct {
	number      int
	name, value string
}

func readLines(r io.Reader, file string) ([]line, error) {
	var lines []line
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 512), maxLine)
	n := 0
	for s.Scan() {
		n++
		text, _, _ := strings.Cut(s.Text(), "#")
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		name, value, ok := split(text)
		if !ok {
			return nil, at(file, n, fmt.Errorf("%.60q is no setting; want \"name value\", \"name=value\" or \"name: value\"", text))
		}
		lines = append(lines, line{n, name, value})
	}
	if err := s.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("longer than %d bytes; is this a text of parameters?", maxLine)
		}
		return nil, at(file, n+1, err)
	}
	return lines, nil
}

// split parts a setting at its first "=", ":" or blank.
func split(text string) (name, value string, ok bool) {
	i := strings.IndexAny(text, "=: \t")
	if i <= 0 {
		return "", "", false
	}
	name = text[:i]
	value = strings.TrimSpace(text[i:])
	if value != "" && (value[0] == '=' || value[0] == ':') {
		value = strings.TrimSpace(value[1:])
	}
	return name, value, value != "" && !strings.ContainsAny(value, "=: \t")
}

// at puts the place before an error.
func at(file string, number int, err error) error {
	switch {
	case file != "" && number > 0:
		return fmt.Errorf("%s:%d: %w", file, number, err)
	case number > 0:
		return fmt.Errorf("line %d: %w", number, err)
	case file != "":
		return fmt.Errorf("%s: %w", file, err)
	}
	return err
}
