// Package port makes the C port of the firmware: the header, the firmware program
// that speaks the line protocol, and the command that makes the same again.
package port

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/doca"
	"smartnic-cc/codegen/backend/rue/packet"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

// Config says what the port contains. Everything else is the same for all ports.
type Config struct {
	// Folders are the packages to print, as codegen.Load takes them; empty for the built-in ones.
	Folders []string
	Prefix  string
	Only    []string
	Lines   string
	// Profiles are those whose parameters the header holds as initialisers, and Line the port
	// speed that they are for.
	Profiles []string
	Line     string
	// Change is the changes of each profile; its Profile and Line are ignored.
	Change profile.Choice
	// Laws puts the algorithms' laws in, which a build with CC_CHECK checks at each step.
	Laws bool
	// ACSL puts contracts in, which Frama-C reads.
	ACSL bool
	// Target is the NIC whose glue comes with the header, "" for none, and Algorithm the algorithm that it runs.
	Target, Algorithm string
	// Generation is the formats of the target falcon-rue.
	Generation string
}

// Flags declares the flags of `ccgen c` that decide the content of the header.
func (c *Config) Flags(f *pflag.FlagSet) {
	f.StringVar(&c.Prefix, "prefix", "cc_", "what every name at file scope begins with")
	f.StringSliceVar(&c.Only, "only", nil, "packages (dcqcn), functions (fixedpoint.Log2) and algorithms (dolcerc4) to put in, with what they need; all if empty")
	f.StringVar(&c.Lines, "lines", "none", "source lines: none, comments (/* dcqcn/rp.go:12 */) or directives (#line)")
	f.BoolVar(&c.ACSL, "acsl", false, "put in contracts of ranges and laws as comments in ACSL, which Frama-C reads")
	f.BoolVar(&c.Laws, "laws", false, "put in the algorithms' laws, which a build with CC_CHECK (after the prefix) checks at each step")
	f.StringSliceVar(&c.Profiles, "profile", nil, "parameter profiles to put in as initialisers: "+strings.Join(algorithms.Names(), ", ")+", or files (cctrace profile import)")
	cli.LineRate(f, &c.Line, defaultLine, "port speed of the profiles, as in 25G, 100G or 1.6T")
	algorithms.Flags(f, &c.Change)
	f.StringVar(&c.Target, "target", "", "write the glue for a NIC beside the header: "+strings.Join(Targets(), ", "))
	f.StringVar(&c.Algorithm, "algo", "", "with --target: the algorithm, "+strings.Join(doca.Algorithms(), " or ")+"; of falcon-rue any that it can drive")
	f.StringVar(&c.Generation, "generation", defaultGeneration, "with --target falcon-rue: the formats, "+strings.Join(packet.Names(), ", "))
}

// command is the canonical command that makes a header of this Config, without defaults.
func (c *Config) command() string {
	words := []string{"ccgen", "c"}
	if c.Target != "" {
		words = append(words, "--target", c.Target)
	}
	if c.Algorithm != "" {
		words = append(words, "--algo", c.Algorithm)
	}
	if c.generation() != defaultGeneration {
		words = append(words, "--generation", c.Generation)
	}
	if c.Prefix != "cc_" {
		words = append(words, "--prefix", c.Prefix)
	}
	if len(c.Only) > 0 {
		words = append(words, "--only", strings.Join(c.Only, ","))
	}
	if c.ACSL {
		words = append(words, "--acsl")
	}
	if c.Laws {
		words = append(words, "--laws")
	}
	if c.Lines != "none" {
		words = append(words, "--lines", c.Lines)
	}
	if len(c.Profiles) > 0 {
		words = append(words, "--profile", strings.Join(c.Profiles, ","))
	}
	if c.Line != defaultLine && (len(c.Profiles) > 0 || c.Target != "") {
		words = append(words, "--line-rate", c.Line)
	}
	words = append(words, c.Change.Args()...)
	words = append(words, collect.Of(c.Folders, filepath.ToSlash)...)
	return strings.Join(words, " ")
}

// defaultLine is the port speed if none is given.
const defaultLine = "100G"

const rounding = `Each function's comment states its rounding. Where a comment states none, bits that do not
fit are dropped (rounded down), and what has no value saturates at the nearest end of its
range.`

var lineModes = map[string]cgen.LineMode{}

func init() {
	for _, m := range []cgen.LineMode{cgen.NoLines, cgen.LineComments, cgen.LineDirectives} {
		lineModes[m.String()] = m
	}
}

func (c *Config) options() (cgen.Options, error) {
	mode, ok := lineModes[c.Lines]
	if !ok {
		return cgen.Options{}, fmt.Errorf("lines: %q is unknown%s; use none, comments or directives", c.Lines, nearest.Hint(c.Lines, slices.Sorted(maps.Keys(lineModes))))
	}
	o := cgen.Options{Prefix: c.Prefix, Command: c.command(), Rounding: rounding, Only: c.Only, Lines: mode, Laws: c.Laws, ACSL: c.ACSL}
	if c.Target == FalconRUE {
		_, _, err := c.forRUE(&o)
		return o, err
	}
	if c.generation() != defaultGeneration {
		return o, fmt.Errorf("generation: goes with --target %s", FalconRUE)
	}
	if len(c.Folders) > 0 {
		err := c.foreign(&o)
		return o, err
	}
	if c.Target != "" || c.Algorithm != "" {
		err := c.forTarget(&o)
		return o, err
	}
	var err error
	o.Initializers, o.Profile, err = c.initializers()
	return o, err
}

// foreign makes the options of a header of packages in folders: all of them if Only names no part. Profiles, and
// options for a NIC, are those of the built-in algorithms.
func (c *Config) foreign(o *cgen.Options) error {
	for _, f := range []struct {
		flag string
		used bool
	}{
		{"--target", c.Target != ""}, {"--algo", c.Algorithm != ""}, {"--profile", len(c.Profiles) > 0},
		{"--line-rate", c.Line != defaultLine && c.Line != ""},
	} {
		if f.used {
			return fmt.Errorf("%s %s", f.flag, notForeign)
		}
	}
	if words := c.Change.Args(); len(words) > 0 {
		return fmt.Errorf("%s %s", words[0], notForeign)
	}
	for _, dir := range c.Folders {
		if strings.ContainsFunc(dir, unicode.IsSpace) {
			return fmt.Errorf("%s: a space in its name would part it in the command that the header names; rename the folder, or name it from within, as in ccgen c ./", dir)
		}
	}
	p, err := codegen.Load(c.Folders)
	if err != nil {
		return err
	}
	o.Profile = "none: all parameters are arguments of the functions"
	if len(o.Only) == 0 {
		o.Only = p.Names()
	}
	return nil
}

const notForeign = "is for the built-in algorithms; leave it out for packages of your own, whose parameters are arguments of the functions"

// Header returns the C header and the name under which the firmware program includes it. The error explains a wrong
// setting to the user who typed it.
func (c *Config) Header() (name string, text []byte, err error) {
	o, err := c.options()
	if err != nil {
		return "", nil, err
	}
	p, err := codegen.Load(c.Folders)
	if err != nil {
		return "", nil, err
	}
	if name, err = cgen.HeaderName(o); err != nil {
		return "", nil, err
	}
	text, err = cgen.Generate(p.Program, o)
	return name, text, err
}

// Program returns the C firmware program, which includes the header by its name. The errors are those of Header.
func (c *Config) Program(header string) ([]byte, error) {
	o, err := c.options()
	if err != nil {
		return nil, err
	}
	o.HeaderName = header
	p, err := codegen.Load(c.Folders)
	if err != nil {
		return nil, err
	}
	return cgen.Program(p.Program, o)
}

var errStale = errors.New("not current")

// IsStale reports whether an error of Check says that this build would print the header
// otherwise, as opposed to a file that cannot be checked.
func IsStale(err error) bool { return errors.Is(err, errStale) }

// maxHeader is far beyond the longest file that is checked.
const maxHeader = 64 << 20

// Check reports whether a generated header or firmware program is what its own command would
// make today. It returns nil where it is. Otherwise the error names the file, the first
// line that differs and the command that makes it again; so it does for a file that cannot
// be read or bears no command of ours.
func Check(path string) error {
	old, err := readfile.File(path, maxHeader, "is it one that ccgen c made?")
	if err != nil {
		return err
	}
	command, err := commandOf(old)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var c Config
	f := pflag.NewFlagSet("c", pflag.ContinueOnError)
	f.Usage = func() {}
	c.Flags(f)
	words := strings.Fields(command)
	if err := f.Parse(words[2:]); err != nil {
		return fmt.Errorf("%s: its command %q: %w", path, command, err)
	}
	c.Folders = f.Args()
	_, now, err := c.Header()
	remake := filepath.Clean(path)
	if header := includedBy(old); header != "" && c.Target != "" {
		now, err = c.Glue(header)
	} else if header != "" {
		now, err = c.Program(header)
		remake = header + " --program " + remake
	}
	if c.Target != "" {
		remake = filepath.Dir(remake) + string(filepath.Separator)
	}
	if err != nil {
		return fmt.Errorf("%s: its command %q: %w", path, command, err)
	}
	return Stale(path, old, now, command+" -o "+remake)
}

// Stale returns nil if a file holds what its command makes now, else an error for IsStale that names the
// first line that differs and the command.
func Stale(path string, old, now []byte, command string) error {
	if line := firstOtherLine(old, now); line > 0 {
		return fmt.Errorf("%s:%d: %w; make it again with: %s", path, line, errStale, command)
	}
	return nil
}

// includedBy returns the name of the header that a firmware program includes, "" in a
// header.
func includedBy(text []byte) string {
	_, after, ok := bytes.Cut(text, []byte("\n#include \""))
	name, _, _ := bytes.Cut(after, []byte("\""))
	if !ok {
		return ""
	}
	return string(name)
}

// commandOf finds the command in the head of a generated header.
func commandOf(text []byte) (string, error) {
	_, after, ok := bytes.Cut(text[:min(len(text), 4096)], []byte(" * Command:\n *   "))
	line, _, whole := bytes.Cut(after, []byte("\n"))
	if !ok || !whole || !bytes.HasPrefix(line, []byte("ccgen c")) {
		return "", errors.New("no command in its head; it is no file that ccgen c made")
	}
	return string(line), nil
}

// firstOtherLine returns the first line, from 1, in which two texts differ, or 0.
func firstOtherLine(a, b []byte) int {
	for line := 1; ; line++ {
		la, ra, moreA := bytes.Cut(a, []byte("\n"))
		lb, rb, moreB := bytes.Cut(b, []byte("\n"))
		if !bytes.Equal(la, lb) || moreA != moreB {
			return line
		}
		if !moreA {
			return 0
		}
		a, b = ra, rb
	}
}
