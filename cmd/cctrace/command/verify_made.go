package command

import (
	"context"

	"smartnic-cc/codegen/vectors"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/sys/interrupt"
	"smartnic-cc/testvectors"
)

// vectors reads the vectors that are named. If none are it is the corpus of the built-in packages,
// and for a folder what ccgen vectors makes of it.
func (v *verified) vectors(env cli.Env, paths []string) ([]*testvectors.File, error) {
	if len(paths) > 0 || v.packages.BuiltIn() {
		files, err := testvectors.Load(paths)
		if err == nil {
			err = vectors.Check(v.packages, files)
		}
		return files, err
	}
	ctx, stop := interrupt.Context(context.Background())
	defer stop()
	var bar *cli.Progress
	stage := ""
	end := func() {
		if bar != nil {
			bar.Done()
		}
	}
	r, err := vectors.Generate(ctx, v.packages, vectors.Options{Seed: vectors.DefaultSeed, Calls: vectors.DefaultCalls, Progress: func(what string, done, total int) {
		if what != stage {
			end()
			stage, bar = what, cli.NewProgress(env.Stderr, what)
		}
		bar.Update(done, total)
	}})
	end()
	if err != nil {
		return nil, err
	}
	return r.Files, nil
}
