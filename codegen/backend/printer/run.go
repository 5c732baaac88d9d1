package printer

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/pipe"
	"smartnic-cc/testvectors/transducer"
)

// File is a file that a back end printed, with its path in a folder.
type File struct {
	Name string
	Text []byte
}

// Program is a program that a back end printed, which answers the line protocol.
type Program struct {
	Name    string // of the algorithm or package
	Target  string // its name in outcomes
	Files   []File
	Catalog *transducer.Catalog // what there is to call in it
	Tool    string              // name of the compiler or interpreter
	// Find returns where the tool is, and its version. The error names what to install.
	Find func(ctx context.Context) (path, version string, err error)
	Rate bool // whether outcomes have its rate
	// Build makes something that runs of the files in a folder, with the tool of that path, and returns its words.
	Build func(ctx context.Context, dir, tool string) (words []string, err error)
}

// Write writes the files into a folder, which is there.
func (p *Program) Write(dir string) (err error) {
	for _, f := range p.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(path), 0o777)
		}
		if err == nil {
			err = os.WriteFile(path, f.Text, 0o666)
		}
	}
	return err
}

// Run builds the program and starts it. The caller closes it, and then calls remove.
func (p *Program) Run(ctx context.Context) (running *pipe.Program, remove func(), err error) {
	path, _, err := p.Find(ctx)
	if err != nil {
		return nil, func() {}, err
	}
	return p.start(ctx, path)
}

func (p *Program) start(ctx context.Context, tool string) (running *pipe.Program, remove func(), err error) {
	dir, remove, err := child.Folder("ccgen-" + p.Tool + "-")
	if err != nil {
		return nil, func() {}, err
	}
	var words []string
	if err = p.Write(dir); err == nil {
		words, err = p.Build(ctx, dir, tool)
	}
	if err == nil {
		running, err = pipe.Run(words[0], pipe.Options{Args: words[1:], Catalog: p.Catalog, Timeout: time.Minute})
	}
	if err != nil {
		remove()
		return nil, func() {}, err
	}
	return running, remove, nil
}

// Check runs the vectors of the program's algorithms and functions, and compares outputs and whole states. With Rate
// a fact of the outcome is the steps in a second of the program's processor time, its start and the protocol included
// ("steps per s"). It fails if there are no such vectors, if the tool is missing or refuses the files, or if the
// program fails.
func (p *Program) Check(ctx context.Context, all []*testvectors.File, progress func(done, total int)) (o testvectors.Outcome, err error) {
	o.Target = p.Target
	files, err := testvectors.Select(all, p.Name, testvectors.CatalogHas(p.Catalog))
	if err != nil {
		return o, err
	}
	path, version, err := p.Find(ctx)
	if err != nil {
		return o, err
	}
	o.Tool = version
	running, remove, err := p.start(ctx, path)
	defer remove()
	if err != nil {
		return o, err
	}
	err = errors.Join(o.Run(ctx, running, files, progress), running.Close())
	if cpu := running.CPU(); cpu > 0 && p.Rate {
		o.Facts.Add("steps per s", int(float64(o.Steps)/cpu.Seconds()))
	}
	return o, err
}
