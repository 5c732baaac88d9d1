package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
)

// loaded is a program with its source, and how the user names its folders.
type loaded struct {
	program    *ir.Program
	source     fs.FS
	args, dirs []string // as asNamed takes them
}

// loadProgram loads the packages in folders, the embedded ones if none are named.
func loadProgram(args []string) (*loaded, error) {
	if len(args) == 0 {
		p, err := codegen.Firmware()
		return &loaded{program: p, source: smartnic.Source}, err
	}
	fsys, module, dirs, err := locate(args)
	if err != nil {
		return nil, err
	}
	l := &loaded{source: fsys, args: args, dirs: dirs}
	l.program, err = frontend.Load(fsys, module, dirs, frontend.Options{Limit: 1})
	var refused *frontend.Refused
	if errors.As(err, &refused) {
		for i := range refused.List {
			refused.List[i].Pos = l.named(refused.List[i].Pos)
		}
	}
	return l, err
}

// named returns a place with its file as the user would name it.
func (l *loaded) named(p ir.Pos) ir.Pos {
	p.File = asNamed(p.File, l.args, l.dirs)
	return p
}

// asNamed returns the path of a file of the module as the user would name it: in the folder,
// dirs[i] to the module, that args[i] names. Other paths stay.
func asNamed(file string, args, dirs []string) string {
	if len(args) != len(dirs) {
		return file
	}
	for i, dir := range dirs {
		if path.Dir(file) == path.Clean(dir) {
			return filepath.Join(args[i], path.Base(file))
		}
	}
	return file
}

// locate is codegen.Locate, which names folders as the module sees them, with an error of a
// folder without Go as the user named it.
func locate(dirs []string) (fs.FS, string, []string, error) {
	fsys, module, rel, err := codegen.Locate(dirs)
	for i := 0; err == nil && i < len(dirs); i++ {
		var found []string
		if found, err = fs.Glob(os.DirFS(dirs[i]), "*.go"); err == nil && len(found) == 0 {
			err = fmt.Errorf("%s: no Go source file there; name the folder of a package", dirs[i])
		}
	}
	return fsys, module, rel, err
}
