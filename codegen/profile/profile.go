// Package profile defines profiles, the named sets of an algorithm's parameters, chosen for a port speed and with
// changes, and the interface to the code that turns them into integers. Profiles of plain integers are data next to
// the source (profiles.toml) and need no code.
package profile

import (
	"os"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/num/linerate"
	"smartnic-cc/internal/base/text/collect"
)

// Choice is a profile with changes.
type Choice struct {
	// Profile is a name, or a file if the algorithm takes files.
	Profile string
	// Line is the port's speed as users write it: 25G, 100G, 1.6T.
	Line string
	// Set are changes NAME=VALUE, in order.
	Set []string
	// Options are the settings with a flag each. Those without a value were not given.
	Options []Option
}

// IsPath reports whether a profile's name denotes a file: it contains a folder or ends in .toml.
func IsPath(name string) bool {
	return strings.ContainsRune(name, os.PathSeparator) || strings.ContainsRune(name, '/') || strings.HasSuffix(name, ".toml")
}

// SetHelp is the help of the flag --set, which makes Set.
const SetHelp = "change a parameter of the profile under the vendor's name, as in time_reset=300; repeatable"

// Parameter is a parameter as shown to users.
type Parameter struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Unit    string `json:"unit,omitempty"`
	Meaning string `json:"meaning,omitempty"`
}

// Option is the value of a Setting, as the Setting's Read returns it.
type Option struct{ Name, Value string }

// Setting describes an option.
type Setting struct {
	Name string
	// Type is the type of the value in help texts: string, strings, time.
	Type string
	Help string
	// List: it takes several values, separated by commas or by repeating the flag.
	List bool
	// Form describes the accepted text, as in "a time of 1us to 1s, as in 250us", and Read returns its value in the
	// form for an Option, or false if it does not accept the text. Without them any text is accepted as it is.
	Form string
	Read func(text string) (value string, ok bool)
}

// Instance returns the number of an instance of a generic algorithm by its name, as 4 of dolcerc4, whose prefix is
// dolcerc; 0 if the name is another.
func Instance(prefix, algorithm string) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(algorithm, prefix))
	return n
}

// Rate returns the port's speed in kb/s. It fails if Line is not a speed.
func (c *Choice) Rate() (uint32, error) {
	return linerate.Parse(c.Line)
}

// Args returns the flags that make the same changes.
func (c *Choice) Args() []string {
	var words []string
	for _, change := range c.Set {
		name, value, _ := strings.Cut(change, "=")
		words = append(words, "--set", strings.TrimSpace(name)+"="+strings.TrimSpace(value))
	}
	for _, o := range c.Options {
		if o.Value != "" {
			words = append(words, "--"+o.Name, o.Value)
		}
	}
	return words
}

// Title describes the choice in one line, for the heads of generated texts.
func (c *Choice) Title() string {
	text := "Profile " + c.Profile
	if rate, err := linerate.Parse(c.Line); err == nil {
		text += " at " + linerate.Format(rate)
	}
	if words := c.Args(); len(words) > 0 {
		text += " with " + strings.Join(words, " ")
	}
	return text
}

// SetOptions returns the names of the options that have a value.
func (c *Choice) SetOptions() []string {
	return collect.Pick(c.Options, func(o Option) (string, bool) { return o.Name, o.Value != "" })
}

// Family is the profiles of the algorithms of a package.
type Family interface {
	// Title is what people call the algorithms: "Dolce-RC".
	Title() string
	// Algorithm returns the algorithm that a Choice selects, for a user that names the package only.
	Algorithm(c Choice) string
	// Names returns its own profiles, the usual one first. It may accept others, see Has.
	Names() []string
	// Has reports whether it accepts a profile of this name, or a file.
	Has(name string) bool
	// Files reports whether it accepts files with the settings of a NIC.
	Files() bool
	// Changes reports whether it accepts changes NAME=VALUE.
	Changes() bool
	// Settings returns the options that it accepts.
	Settings() []Setting
	// Params returns the parameters of one of its algorithms, flattened, and a one-line description of them. The
	// error is that of the profile, or of a change that it does not accept.
	Params(algorithm string, c Choice) (values []uint64, title string, err error)
	// Header returns a C header's part about a profile.
	Header(r Request) (*Header, error)
}

// Request describes a C header that is to hold a profile.
type Request struct {
	Choice
	// Algorithms are those of the family that are in the header.
	Algorithms []string
	// All: the header has all packages, not only those that were asked for.
	All bool
}

// Header is a C header's part about a profile.
type Header struct {
	// ID is the suffix of the names of its macros.
	ID string
	// Title describes the profile in a few words, and Notes are lines below it in the head.
	Title string
	Notes []string
	// Macros initialise parameters.
	Macros []Macro
}

// Macro initialises an object of a type of the program.
type Macro struct {
	Name    string // snake case, without prefix
	Type    string // "mycc.Params"
	Comment string
	Values  []uint64 // flattened
}
