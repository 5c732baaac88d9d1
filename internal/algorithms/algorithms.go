package algorithms

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

// Entry is the profiles of the algorithms of a built-in package.
type Entry struct {
	Package string
	profile.Family
	dir string
}

// entries are those of all packages that have profiles: first those that accept the settings of a NIC, otherwise in
// the order of the program.
var entries = sync.OnceValues(func() ([]Entry, error) {
	var all []Entry
	for _, dir := range slices.Concat(smartnic.FirmwareDirs(), smartnic.InstanceDirs()) {
		f, ok := derived[dir]
		if !ok {
			var err error
			if f, err = dataOf(dir); err != nil {
				return nil, err
			}
		}
		if f != nil {
			all = append(all, Entry{path.Base(dir), f, dir})
		}
	}
	rank := map[bool]int{true: 0, false: 1}
	slices.SortStableFunc(all, func(a, b Entry) int { return rank[a.Files()] - rank[b.Files()] })
	return all, nil
})

// Entries returns the profiles of all built-in packages, in the order in which texts list them.
// The error is that of a profiles.toml, with its place.
func Entries() ([]Entry, error) {
	all, err := entries()
	return slices.Clone(all), err
}

// Of returns the profiles of a built-in algorithm or an instance, or nil if it has none. The error is that of
// Entries, or of an unknown algorithm and lists the known ones.
func Of(algorithm string) (profile.Family, error) {
	t, err := codegen.Transducer(algorithm)
	if err != nil {
		return nil, err
	}
	all, err := entries()
	if err != nil {
		return nil, err
	}
	for _, e := range all {
		if e.dir == t.Pkg.Dir || strings.HasPrefix(t.Pkg.Dir, e.dir+"/") {
			return e.Family, nil
		}
	}
	return nil, nil
}

// Resolve returns the name of a built-in algorithm, given that name, or that of its package if a Choice selects the
// algorithm there. The error of an unknown name lists the known ones.
func Resolve(name string, c profile.Choice) (string, error) {
	all, err := entries()
	if err != nil {
		return "", err
	}
	_, err = codegen.Transducer(name)
	for _, e := range all {
		if err != nil && e.Package == name {
			return e.Algorithm(c), nil
		}
	}
	return name, err
}

// Params returns the parameters of a built-in algorithm, flattened, and a one-line description of them. The error is
// that of the rate, of Of, of the profile, or of a change that it or the algorithm does not accept, or says that the
// algorithm has no profiles.
func Params(algorithm string, c profile.Choice) ([]uint64, string, error) {
	if _, err := c.Rate(); err != nil {
		return nil, "", err
	}
	f, err := Of(algorithm)
	if err != nil {
		return nil, "", err
	}
	if f == nil {
		return nil, "", fmt.Errorf("%s has no profiles; write profiles.toml beside its source (docs/subset.md)", algorithm)
	}
	return f.Params(algorithm, c)
}

// Names returns the names of the profiles of all but instances, each once.
func Names() []string {
	all, _ := entries() // the error is reported to whoever asks for one of them
	var names []string
	for _, e := range all {
		for _, name := range e.Names() {
			if !slices.Contains(smartnic.InstanceDirs(), e.dir) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// UnknownProfile returns the error of a profile that is not a NIC's settings, listing the known ones.
func UnknownProfile(name string) error {
	all, err := entries()
	if err != nil {
		return err
	}
	var names []string
	for _, e := range all {
		if e.Files() {
			names = append(names, e.Names()...)
		}
	}
	return fmt.Errorf("unknown profile %.40q%s; one of %s, or a file such as ./%.40[1]s.toml", name, nearest.Hint(name, names), strings.Join(names, ", "))
}

// Titles lists the algorithms whose profiles are settings of a NIC: "DCQCN and Dolce-RC".
func Titles() string {
	all, _ := entries()
	var titles []string
	for _, e := range all {
		if e.Files() {
			titles = append(titles, e.Title())
		}
	}
	return and(titles)
}

// and joins words: a, b and c.
func and(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// UnusedOptions returns the error of options that none of the families accepts, or nil. has says what has no use for
// them: "the header has no %s".
func UnusedOptions(c profile.Choice, takes []profile.Family) error {
	all, err := entries()
	if err != nil {
		return err
	}
	for _, name := range c.SetOptions() {
		if slices.ContainsFunc(takes, func(f profile.Family) bool { return hasSetting(f, name) }) {
			continue
		}
		for _, e := range all {
			if hasSetting(e.Family, name) {
				names := collect.Of(e.Settings(), func(s profile.Setting) string { return s.Name })
				return fmt.Errorf("only: the header has no %s; leave out %s", e.Title(), and(names))
			}
		}
		return fmt.Errorf("%s: no algorithm takes it%s", name, nearest.Hint(name, Names()))
	}
	return nil
}

func hasSetting(f profile.Family, name string) bool {
	return slices.ContainsFunc(f.Settings(), func(s profile.Setting) bool { return s.Name == name })
}

// Flags declares --set and a flag for each setting of any family.
func Flags(f *pflag.FlagSet, c *profile.Choice) { c.Flags(f, settings()) }

// FlagNames are the names of the flags that Flags declares.
func FlagNames() []string {
	return append([]string{"set"}, collect.Of(settings(), func(s profile.Setting) string { return s.Name })...)
}

func settings() []profile.Setting {
	all, _ := entries()
	return collect.Lists(all, func(e Entry) []profile.Setting { return e.Settings() })
}
