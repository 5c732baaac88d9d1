package main

import (
	"context"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/backend/python"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/testvectors"
)

func pythonBackEnd() backEnd {
	return backEnd{
		name:  "python",
		short: "write an algorithm as a module of pure Python, the golden model of a bench",
		long: `ALGORITHM is dcqcn, dolcerc (4 arms), another of the firmware's transducers, or a package
(fixedpoint) for all that it exports. The module needs Python 3.10 and nothing else
(docs/vectors.md); it answers the line protocol too, as a port does.

` + packagesLong + ` ALGORITHM
is then one of theirs; a single one need not be named.

--check runs every vector on the module with python3 and compares outputs and whole states.
Without VECTORS the corpus that ccgen carries is run, or what ccgen vectors makes of
packages of your own. Exit status 1 means that the module differs from a vector. ccgen
check FILE says whether a module is what its command would make today.`,
		examples: `ccgen python dcqcn -o dcqcn.py
			ccgen python dolcerc --check
			ccgen python dolcercplus --lines comments -o dolcercplus.py
			ccgen python dcqcn --check dcqcn-paper.json
			ccgen python dcqcn --laws -o dcqcn.py
			ccgen python ./mycc -o mycc.py
			ccgen python fixedpoint -o - | less`,
		file:  "file to write the module to; - is standard output",
		check: "run the vectors on the module",
		names: printer.Names,
		flags: func(f *pflag.FlagSet) generator {
			o := &pythonFlags{}
			f.BoolVar(&o.laws, "laws", false, "assert at each step of a connection that the laws of its algorithm hold")
			cli.OneOf(f, &o.lines, "lines", "none", "source lines behind statements: none or comments", "none", "comments")
			return o
		},
	}
}

// pythonFlags are the flags of ccgen python.
type pythonFlags struct {
	lines string
	laws  bool
}

func (o *pythonFlags) print(r *request) (*printed, error) {
	words := append([]string{"python", r.algorithm}, r.words("lines", "laws")...)
	m, err := python.NewModule(r.p.Program, python.Options{Name: r.algorithm, Command: commandLine(r.p, words...), Lines: o.lines == "comments", Laws: o.laws})
	if err != nil {
		return nil, err
	}
	return &printed{
		files: []output{{m.Files[0].Name, m.Files[0].Text}},
		run: func(ctx context.Context, files []*testvectors.File, progress progress) ([]testvectors.Outcome, error) {
			got, err := m.Check(ctx, files, some(progress, "running vectors"))
			return []testvectors.Outcome{got}, err
		},
	}, nil
}
