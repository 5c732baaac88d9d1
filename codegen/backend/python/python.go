package python

import (
	"context"
	"embed"
	"errors"
	"path/filepath"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/sys/child"
)

//go:embed runtime
var runtime embed.FS // the parts of a module that do not depend on the algorithm

var fill = printer.Templates(runtime)

// Options select the content of a module.
type Options struct {
	// Name is a transducer ("dcqcn"), or a package ("fixedpoint") for all that it exports.
	Name string
	// Command is printed in the head of the module: the command that makes it again.
	Command string
	// Lines puts the line of the source behind each statement.
	Lines bool
	// Laws makes a connection assert at each step that the laws of its algorithm hold.
	Laws bool
}

// gen prints one module.
type gen struct {
	*printer.Module
	Options
	Root    *fn             // a place outside of functions
	taken   map[string]bool // names of the module
	helpers map[string]bool // functions of helpers.py that are needed

	Functions, Classes, Constants, Tables, Helpers string
	Faults                                         bool // some index is not shown to be in range
}

// NewModule generates a module, the one file of the program. The error is that of printer.Select, or of something in the source
// that Python cannot say.
func NewModule(p *ir.Program, o Options) (*printer.Program, error) {
	m, err := printer.NewModule(p, o.Name)
	if err != nil {
		return nil, err
	}
	if o.Laws {
		m.WithLaws()
	}
	g := &gen{Module: m, Options: o}
	for _, f := range m.Funcs {
		m.Used[f] = true
	}
	file := printer.File{Name: o.Name + ".py"}
	if err := m.Print(func() { file.Text = g.module() }); err != nil {
		return nil, err
	}
	return &printer.Program{Name: o.Name, Target: file.Name, Files: []printer.File{file}, Catalog: m.Catalog, Tool: interpreter.Name, Find: interpreter.Find, Rate: true,
		Build: func(_ context.Context, dir, python string) ([]string, error) {
			return []string{python, "-I", "-S", filepath.Join(dir, file.Name)}, nil
		}}, nil
}

// interpreter is the interpreter that modules run on.
var interpreter = child.Tool{Name: "python3", Need: "it is needed to run the module (3.10 or later; on Debian: apt-get install python3)",
	Args: []string{"-I", "-S", "-c", "import platform, sys; print(platform.python_implementation(), platform.python_version(), sys.version_info >= (3, 10))"},
	Version: func(said string) (string, error) {
		version, current := strings.CutSuffix(said, " True")
		if !current {
			return "", errors.New(strings.TrimSuffix(said, " False") + "; a module needs Python 3.10 or later")
		}
		return version, nil
	}}
