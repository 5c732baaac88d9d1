package command

import (
	"runtime/pprof"

	"smartnic-cc/internal/base/sys/atomicfile"
)

// profiled runs f and writes its CPU profile to a file, if one is named.
func profiled(file string, f func() error) error {
	if file == "" {
		return f()
	}
	out, err := atomicfile.Create(file)
	if err != nil {
		return err
	}
	defer out.Abort()
	if err := pprof.StartCPUProfile(out); err != nil {
		return err
	}
	err = f()
	pprof.StopCPUProfile()
	if commitErr := out.Commit(); err == nil {
		err = commitErr
	}
	return err
}
