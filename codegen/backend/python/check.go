package python

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/sys/child"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/pipe"
	"smartnic-cc/testvectors/transducer"
)

// Module is a generated module and what there is to call in it.
type Module struct {
	Name    string // of Options
	Text    []byte
	Catalog *transducer.Catalog
}

// NewModule generates a module to run vectors on. The errors are those of Generate.
func NewModule(p *ir.Program, o Options) (*Module, error) {
	g, err := newGen(p, o)
	if err != nil {
		return nil, err
	}
	m := &Module{Name: o.Name, Text: []byte(g.module())}
	var algorithms []transducer.Algorithm
	for _, t := range g.transducers {
		algorithms = append(algorithms, codegen.AlgorithmOf(t))
	}
	var funcs []transducer.Func
	for _, f := range g.exports {
		funcs = append(funcs, codegen.FuncOf(f))
	}
	m.Catalog = transducer.NewCatalog(algorithms, funcs)
	return m, g.err
}

// Interpreter is the interpreter that modules run on.
const Interpreter = "python3"

func lookup() (path string, err error) {
	if path, err = exec.LookPath(Interpreter); err != nil {
		return "", fmt.Errorf("%s is not installed; it is needed to run the module (3.10 or later; on Debian: apt-get install python3)", Interpreter)
	}
	return path, nil
}

// Find returns the path of the interpreter and what it says it is. The error is of one that is missing or too
// old, with the remedy.
func Find(ctx context.Context) (path, version string, err error) {
	if path, err = lookup(); err != nil {
		return "", "", err
	}
	out, err := exec.CommandContext(ctx, path, "-I", "-S", "-c", "import platform, sys; print(platform.python_implementation(), platform.python_version(), sys.version_info >= (3, 10))").Output()
	if err != nil {
		return "", "", fmt.Errorf("%s does not run: %w; try %s --version", path, err, path)
	}
	version, current := strings.CutSuffix(strings.TrimSpace(string(out)), " True")
	if !current {
		return "", "", fmt.Errorf("%s is %s; a module needs Python 3.10 or later", path, strings.TrimSuffix(version, " False"))
	}
	return path, version, nil
}

// Run starts the module as a program behind the line protocol. The caller closes it, and then calls remove.
func (m *Module) Run() (p *pipe.Program, remove func(), err error) {
	path, err := lookup()
	if err != nil {
		return nil, func() {}, err
	}
	dir, remove, err := child.Folder("ccgen-python-")
	if err != nil {
		return nil, func() {}, err
	}
	file := filepath.Join(dir, m.Name+".py")
	if err := os.WriteFile(file, m.Text, 0o600); err != nil {
		remove()
		return nil, func() {}, err
	}
	p, err = pipe.Run(path, pipe.Options{Args: []string{"-I", "-S", file}, Catalog: m.Catalog, Timeout: time.Minute})
	if err != nil {
		remove()
		return nil, func() {}, err
	}
	return p, remove, nil
}

// Check runs the vectors of what the module has and compares outputs and whole states. A fact of the outcome is
// the steps in a second of the interpreter's processor time, its start and the protocol included ("steps per
// s"). An error is that there are no such vectors, that Python is not there, or that the module fails.
func (m *Module) Check(ctx context.Context, all []*testvectors.File, progress func(done, total int)) (o testvectors.Outcome, err error) {
	o.Target = m.Name + ".py"
	files, err := testvectors.Pick(all, m.Name, m.runs)
	if err != nil {
		return o, err
	}
	if _, o.Tool, err = Find(ctx); err != nil {
		return o, err
	}
	p, remove, err := m.Run()
	defer remove()
	if err != nil {
		return o, err
	}
	err = errors.Join(o.Run(ctx, p, files, progress), p.Close())
	if cpu := p.CPU(); cpu > 0 {
		o.Facts.Add("steps per s", int(float64(o.Steps)/cpu.Seconds()))
	}
	return o, err
}

// runs reports whether the module has what the vectors of a group are of.
func (m *Module) runs(g *testvectors.Group) bool {
	var err error
	if g.Type == testvectors.FunctionTest {
		_, err = m.Catalog.Func(g.Name)
	} else {
		_, err = m.Catalog.Algorithm(g.Name)
	}
	return err == nil
}
