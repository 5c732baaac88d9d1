// Package generate writes the tables of the built-in algorithms from the //ccgen directives in the folders of the
// firmware packages. It reads them from disk, so that adding an algorithm takes only its folder and one command.
package generate

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/algorithms/paramset"
)

// Command is the command that the head of the generated files names.
const Command = "go generate ./internal/algorithms"

// module is the path of this module. The root package has it too, but cannot be compiled while its list of folders is
// out of date.
const module = "smartnic-cc"

// deriveDir is the subfolder of a package that has the code of its profiles.
const deriveDir = "derive"

// Files returns the generated files of the source tree at root, by their paths there. It fails if a firmware package
// does not compile, or if two have the same name.
func Files(root fs.FS) (map[string][]byte, error) {
	t, err := read(root)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for name, text := range map[string]string{
		"firmware.go":                  t.source(),
		"internal/reference/table.go":  t.reference(),
		"internal/algorithms/table.go": t.profiles(),
	} {
		if out[name], err = format.Source([]byte(text)); err != nil {
			return nil, fmt.Errorf("generate: %s does not parse: %w", name, err)
		}
	}
	return out, nil
}

// examplesDir has examples, a folder each. One without a go.mod is built in.
const examplesDir = "docs/examples"

// tree is the content of the folders.
type tree struct {
	dirs      []string        // of the firmware packages, dependencies first
	instances []string        // of further instances of these packages, and of examples
	data      map[string]bool // which of them have profiles as data
	derive    map[string]bool // and which as code
	program   *ir.Program     // all of them
}

func read(root fs.FS) (*tree, error) {
	entries, err := fs.ReadDir(root, ".")
	if err != nil {
		return nil, err
	}
	t := &tree{data: map[string]bool{}, derive: map[string]bool{}}
	var top []string
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		if ok, err := isFirmware(root, e.Name()); err != nil {
			return nil, err
		} else if !ok {
			continue
		}
		top = append(top, e.Name())
		if t.data[e.Name()], err = exists(root, path.Join(e.Name(), paramset.FileName)); err != nil {
			return nil, err
		}
		if t.derive[e.Name()], err = exists(root, path.Join(e.Name(), deriveDir)); err != nil {
			return nil, err
		}
		below, err := fs.ReadDir(root, e.Name())
		if err != nil {
			return nil, err
		}
		for _, b := range below {
			dir := path.Join(e.Name(), b.Name())
			if ok, err := isFirmware(root, dir); b.IsDir() && err != nil {
				return nil, err
			} else if b.IsDir() && ok {
				t.instances = append(t.instances, dir)
			}
		}
	}
	examples, err := fs.ReadDir(root, examplesDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range examples {
		dir := path.Join(examplesDir, e.Name())
		apart, err := exists(root, path.Join(dir, "go.mod"))
		if err != nil {
			return nil, err
		}
		if ok, err := isFirmware(root, dir); err != nil {
			return nil, err
		} else if ok && !apart {
			t.instances = append(t.instances, dir)
			if t.data[dir], err = exists(root, path.Join(dir, paramset.FileName)); err != nil {
				return nil, err
			}
		}
	}
	if len(top) == 0 {
		return nil, errors.New("generate: no folder has a firmware package; run it at the root of the source tree")
	}
	if t.program, err = frontend.Load(root, module, slices.Concat(top, t.instances), frontend.Options{Limit: 1}); err != nil {
		return nil, err
	}
	for _, p := range t.program.Packages {
		if slices.Contains(top, p.Dir) && p.Name != p.Dir {
			return nil, fmt.Errorf("generate: %s: its package is called %s; give both one name", p.Dir, p.Name)
		}
		if slices.Contains(top, p.Dir) {
			t.dirs = append(t.dirs, p.Dir)
		}
	}
	return t, nil
}

func exists(root fs.FS, name string) (bool, error) {
	_, err := fs.Stat(root, name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// isFirmware reports whether a folder has Go source with a directive.
func isFirmware(root fs.FS, dir string) (bool, error) {
	names, err := fs.Glob(root, dir+"/*.go")
	if err != nil {
		return false, err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return false, err
		}
		lines := bufio.NewScanner(bytes.NewReader(text))
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "//ccgen:transducer ") || strings.HasPrefix(lines.Text(), "//ccgen:export") {
				return true, nil
			}
		}
		if err := lines.Err(); err != nil {
			return false, fmt.Errorf("%s: %w", name, err)
		}
	}
	return false, nil
}

// Write writes the generated files of the source tree in a folder. The errors are those of Files and of the file
// system.
func Write(root string) error {
	files, err := Files(os.DirFS(root))
	if err != nil {
		return err
	}
	return writeAll(root, files)
}
