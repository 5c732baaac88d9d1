package main

import (
	"bytes"
	"context"
	"errors"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/backend/svdpi"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors"
)

func dpiBackEnd() backEnd {
	return backEnd{
		name:  "sv-dpi",
		short: "write an algorithm for benches in SystemVerilog: the C port behind DPI-C, and a scoreboard",
		long: `In the folder then are the C port and its glue, a package of packed structs and imported
functions, a scoreboard that steps the model beside a design, and a bench without UVM that
plays vectors to it (docs/vectors.md). ALGORITHM is dcqcn, dolcerc (4 arms) or another
of the firmware's transducers.

` + packagesLong + ` ALGORITHM
is then one of theirs; a single one need not be named.

--check builds the bench with verilator (5 or later) and plays every vector. Without
VECTORS that is the corpus that ccgen carries, or what ccgen vectors makes of packages of
one's own. Exit status 1 means that the model differs from a vector. ccgen check FILE says
whether a file is what its command would make today.`,
		examples: `ccgen sv-dpi dcqcn -o dpi
			ccgen sv-dpi dcqcn --vectors -o dpi
			ccgen sv-dpi dolcerc --check
			ccgen sv-dpi ./mycc -o dpi`,
		file:  "folder to write the files to",
		many:  true,
		check: "build the bench with verilator and run the vectors",
		flags: func(f *pflag.FlagSet) generator {
			o := &dpiFlags{}
			f.BoolVar(&o.vectors, "vectors", false, "write the vectors too that the bench plays")
			return o
		},
	}
}

// dpiFlags are the flags of ccgen sv-dpi.
type dpiFlags struct{ vectors bool }

func (o *dpiFlags) print(r *request) (*printed, error) {
	if o.vectors && r.out == "" && r.check != "" {
		return nil, errors.New("--vectors goes with -o, the folder to write them to")
	}
	m, err := svdpi.NewModel(r.p.Program, svdpi.Options{Algorithm: r.algorithm, Command: commandLine(r.p, "sv-dpi", r.algorithm)})
	if err != nil {
		return nil, err
	}
	made := &printed{
		files:   collect.Of(m.Files, func(f svdpi.File) output { return output{f.Name, f.Text} }),
		vectors: o.vectors,
		run: func(ctx context.Context, files []*testvectors.File, progress progress) ([]testvectors.Outcome, error) {
			progress("running the bench by "+svdpi.Simulator, 0, -1)
			got, err := m.Check(ctx, files)
			return []testvectors.Outcome{got}, err
		},
		more: func(_ context.Context, vectors []*testvectors.File) ([]output, error) {
			if !o.vectors {
				return nil, nil
			}
			var b bytes.Buffer
			err := m.WriteVectors(&b, vectors)
			return []output{{m.VectorsName(), b.Bytes()}}, err
		},
	}
	return made, nil
}
