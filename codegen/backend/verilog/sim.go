package verilog

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/child"
)

// Simulator is a program that runs Verilog.
type Simulator struct {
	Name string // verilator or iverilog
	path string
	run_ string // vvp, which runs what iverilog compiled
}

// Simulators returns the names of the simulators.
func Simulators() []string { return []string{"verilator", "iverilog"} }

// FindSimulator looks for a simulator on the path.
func FindSimulator(name string) (Simulator, error) {
	s := Simulator{Name: name}
	var err error
	if s.path, err = exec.LookPath(name); err != nil {
		return s, fmt.Errorf("%s is not installed; on Debian: apt-get install %s", name, name)
	}
	switch name {
	case "iverilog":
		if s.run_, err = exec.LookPath("vvp"); err != nil {
			return s, errors.New("vvp is not installed; on Debian: apt-get install iverilog")
		}
	case "verilator":
		if _, err = exec.LookPath("g++"); err != nil {
			return s, errors.New("verilator wants g++, which is not installed; on Debian: apt-get install g++")
		}
	}
	return s, nil
}

// run simulates a bench with a script and returns the lines that it wrote.
func (s Simulator) run(ctx context.Context, d *Design, bench, script string, r Run) ([]string, error) {
	dir, remove, err := child.Folder("ccgen-verilog-")
	if err != nil {
		return nil, err
	}
	defer remove()
	design := d.Def.Name + ".v"
	for name, text := range map[string]string{design: string(d.Text), "bench.v": bench, "stim.txt": script} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	var args []string
	if r.Stalls {
		args = append(args, "+stall")
	}
	program := filepath.Join(dir, "obj", "bench")
	if s.Name == "verilator" {
		for _, top := range d.tops() {
			said, err := child.Output(ctx, dir, s.Name, s.path, "--lint-only", "-Wall", "--top-module", top, design)
			if err == nil && strings.TrimSpace(said) != "" {
				err = &child.ToolError{Tool: s.Name, What: "warns", Output: said}
			}
			if err != nil {
				return nil, err
			}
		}
		build := []string{"--binary", "-O3", "-CFLAGS", "-O1", "-Wno-lint", "--Mdir", "obj", "-o", "bench", "--top-module", "bench", "bench.v", design}
		switch {
		case fst(r.Wave):
			build = append([]string{"--trace-fst"}, build...)
		case r.Wave != "":
			build = append([]string{"--trace"}, build...)
		}
		said, err := child.Output(ctx, dir, s.Name, s.path, build...)
		if err != nil && strings.Contains(said, "zlib.h") {
			return nil, errors.New("verilator wants zlib.h to write FST, which is not installed; on Debian: apt-get install zlib1g-dev")
		}
		if err != nil {
			return nil, err
		}
	} else {
		said, err := child.Output(ctx, dir, s.Name, s.path, "-g2005", "-Wall", "-Wno-timescale", "-s", "bench", "-o", "bench.vvp", "bench.v", design)
		if err != nil {
			return nil, err
		}
		if strings.TrimSpace(said) != "" {
			return nil, &child.ToolError{Tool: s.Name, What: "warns", Output: said}
		}
		program, args = s.run_, append([]string{"-n", "bench.vvp"}, args...)
		if fst(r.Wave) {
			args = append(args, "-fst")
		}
	}
	if _, err := child.Output(ctx, dir, filepath.Base(program), program, args...); err != nil {
		return nil, err
	}
	if r.Wave != "" {
		// The bench uses this name for either format.
		if err := copyFile(filepath.Join(dir, "wave.vcd"), r.Wave); err != nil {
			return nil, err
		}
	}
	out, err := os.ReadFile(filepath.Join(dir, "out.txt"))
	if err != nil {
		return nil, &child.ToolError{Tool: s.Name, What: "left no output", Output: err.Error()}
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n"), nil
}

// CheckWave refuses a file name that does not end in a format that simulators write.
func CheckWave(path string) error {
	if e := strings.ToLower(filepath.Ext(path)); e != ".vcd" && e != ".fst" {
		return fmt.Errorf("waves are written as VCD or as FST, which the name says: write %s.vcd or %s.fst", strings.TrimSuffix(path, filepath.Ext(path)), strings.TrimSuffix(path, filepath.Ext(path)))
	}
	return nil
}

// fst reports whether waves are written as FST.
func fst(path string) bool { return strings.EqualFold(filepath.Ext(path), ".fst") }

// tops returns the modules that no other instantiates.
func (d *Design) tops() []string {
	tops := []string{d.Def.Name}
	if d.next != nil {
		tops = append(tops, d.next.name)
	}
	return tops
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return atomicfile.Write(to, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
