package vectors

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// Load reads the named vectors. If none are named, it returns the corpus for the built-in packages, and the result of
// Generate for others. The error is that of Check, of Generate, or of a file.
func Load(ctx context.Context, p *codegen.Packages, paths []string, o Options) ([]*testvectors.File, error) {
	if len(paths) == 0 && !p.BuiltIn() {
		r, err := Generate(ctx, p, o)
		if err != nil {
			return nil, err
		}
		return r.Files, nil
	}
	files, err := testvectors.Load(paths)
	if err == nil {
		err = Check(p, files)
	}
	return files, err
}

// Check refuses vectors of functions and algorithms that the packages lack or have with other fields: those of
// another algorithm, or of an older source. The error names the file and the remedy.
func Check(p *codegen.Packages, files []*testvectors.File) error {
	catalog := p.Catalog()
	whose, remedy := "the built-in packages do not have; name its folder, as in ./mycc", "take the corpus of this version"
	if !p.BuiltIn() {
		folders := strings.Join(p.Folders, " ")
		whose, remedy = folders+" does not have; name the folder of its algorithm, or take its vectors", "make them again with ccgen vectors "+folders
	}
	for _, f := range files {
		for i := range f.Groups {
			g := &f.Groups[i]
			same, err := matches(catalog, g)
			switch {
			case err != nil:
				return fmt.Errorf("%s: vectors of %.60s, which %s", f.Name, g.Name, whose)
			case !same:
				return fmt.Errorf("%s: the vectors of %.60s have other fields than its source; %s", f.Name, g.Name, remedy)
			}
		}
	}
	return nil
}

// matches reports whether a group has the fields of its algorithm or function. It fails if that does not exist.
func matches(c *transducer.Catalog, g *testvectors.Group) (bool, error) {
	if g.Type == testvectors.SequenceTest {
		a, err := c.Algorithm(g.Name)
		if err != nil {
			return false, err
		}
		return slices.Equal(a.Params, g.Params) && slices.Equal(a.Event, g.Event) && slices.Equal(a.Output, g.Output) && slices.Equal(a.State, g.State), nil
	}
	f, err := c.Func(g.Name)
	if err != nil {
		return false, err
	}
	return slices.EqualFunc(f.Args, g.Args, sameType) && slices.EqualFunc(f.Results, g.Results, sameType), nil
}

// sameType compares two values of calls; the names of results differ by source.
func sameType(a, b transducer.Leaf) bool {
	a.Name, b.Name = "", ""
	return a == b
}
