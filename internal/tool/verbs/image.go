package verbs

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cavaliergopher/cpio"

	"smartnic-cc/internal/base/sys/atomicfile"
)

// modules are those that machines load; what these need comes with them.
var modules = []string{
	"virtio_pci", "virtio_net", "virtio_console",
	"crc32_generic", "rdma_rxe", "ib_uverbs", "rdma_ucm",
	"sch_ingress", "cls_bpf", "act_bpf", "act_mirred", "sch_fq", "sch_netem", "sch_red", "sch_tbf",
}

// tree is the files of packages by their names below /, without the slash.
type tree struct{ files map[string]*file }

// file is a file or a symbolic link.
type file struct {
	pack  string // its package
	mode  int64
	link  string
	bytes []byte
}

func newTree() *tree { return &tree{files: map[string]*file{}} }

// image returns the archive that machines unpack, and the kernel. roots are the packages whose programs it has.
func (t *tree) image(roots []string) (base, kernel []byte, err error) {
	keep := map[string]bool{}
	for name, f := range t.files {
		program := path.Dir(name) == "usr/bin" || path.Dir(name) == "usr/sbin"
		switch {
		case strings.HasPrefix(name, "boot/vmlinuz"):
			kernel = f.bytes
		case program && slices.Contains(roots, f.pack), strings.Contains(name, "/libibverbs/librxe"), name == "etc/libibverbs.d/rxe.driver":
			if err := t.need(name, keep); err != nil {
				return nil, nil, err
			}
		}
	}
	if kernel == nil {
		return nil, nil, errors.New("no kernel in it")
	}
	order, err := t.modules()
	if err != nil {
		return nil, nil, err
	}
	a := newArchive()
	for _, dir := range merge {
		a.link(dir, "usr/"+dir)
	}
	for _, name := range slices.Sorted(maps.Keys(keep)) {
		if f := t.files[name]; f.link != "" {
			a.link(name, f.link)
		} else {
			a.file(name, f.mode, f.bytes)
		}
	}
	var list []string
	for _, name := range order {
		at := "bench/" + path.Base(name)
		a.file(at, 0o644, t.files[name].bytes)
		list = append(list, "/"+at)
	}
	a.file("bench/modules", 0o644, []byte(strings.Join(list, "\n")+"\n"))
	base, err = a.end()
	return base, kernel, err
}

// need keeps a file with the libraries that it needs, and what links on the path to it point to.
func (t *tree) need(name string, keep map[string]bool) error {
	for !keep[name] {
		f := t.files[name]
		if f == nil {
			return fmt.Errorf("%s is in none of the packages", name)
		}
		keep[name] = true
		if f.link == "" {
			return t.libraries(name, f.bytes, keep)
		}
		to := f.link
		if !path.IsAbs(to) {
			to = path.Join(path.Dir(name), to)
		}
		name = merged(to)
	}
	return nil
}

// libraries keeps those that a program needs, and its loader.
func (t *tree) libraries(name string, b []byte, keep map[string]bool) error {
	e, err := elf.NewFile(bytes.NewReader(b))
	if err != nil {
		return nil // a script, or a file that is read
	}
	list, err := e.ImportedLibraries()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, p := range e.Progs {
		if p.Type == elf.PT_INTERP {
			loader, err := io.ReadAll(p.Open())
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if err := t.need(merged(strings.TrimRight(string(loader), "\x00")), keep); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	for _, lib := range list {
		if err := t.need("usr/lib/x86_64-linux-gnu/"+lib, keep); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// modules returns the files of the modules in an order in which they can be loaded.
func (t *tree) modules() ([]string, error) {
	by := map[string]string{}
	for name := range t.files {
		if strings.HasSuffix(name, ".ko") {
			by[strings.ReplaceAll(strings.TrimSuffix(path.Base(name), ".ko"), "-", "_")] = name
		}
	}
	var order []string
	var load func(module string) error
	load = func(module string) error {
		name, ok := by[module]
		if !ok {
			return fmt.Errorf("the kernel's package has no module %s, which the bench needs", module)
		}
		if slices.Contains(order, name) {
			return nil
		}
		e, err := elf.NewFile(bytes.NewReader(t.files[name].bytes))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		info, err := e.Section(".modinfo").Data()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, field := range strings.Split(string(info), "\x00") {
			if on, ok := strings.CutPrefix(field, "depends="); ok && on != "" {
				for _, m := range strings.Split(on, ",") {
					if err := load(strings.ReplaceAll(m, "-", "_")); err != nil {
						return err
					}
				}
			}
		}
		order = append(order, name)
		return nil
	}
	for _, m := range modules {
		if err := load(m); err != nil {
			return nil, err
		}
	}
	return order, nil
}

// archive is an archive in cpio's format, as kernels unpack it.
type archive struct {
	buf  bytes.Buffer
	w    *cpio.Writer
	dirs map[string]bool
	err  error
}

func newArchive() *archive {
	a := &archive{dirs: map[string]bool{".": true}}
	a.w = cpio.NewWriter(&a.buf)
	return a
}

// put adds an entry behind the folders on its path.
func (a *archive) put(h *cpio.Header, b []byte) {
	if dir := path.Dir(h.Name); !a.dirs[dir] {
		a.dirs[dir] = true
		a.put(&cpio.Header{Name: dir, Mode: cpio.TypeDir | 0o755}, nil)
	}
	if a.err == nil {
		h.Size = int64(len(b))
		a.err = a.w.WriteHeader(h)
	}
	if a.err == nil && len(b) > 0 {
		_, a.err = a.w.Write(b)
	}
}

func (a *archive) file(name string, mode int64, b []byte) {
	a.put(&cpio.Header{Name: name, Mode: cpio.TypeReg | cpio.FileMode(mode)}, b)
}

func (a *archive) link(name, to string) {
	a.put(&cpio.Header{Name: name, Mode: cpio.TypeSymlink | 0o777, Linkname: to}, []byte(to))
}

// end returns the archive.
func (a *archive) end() ([]byte, error) {
	if a.err == nil {
		a.err = a.w.Close()
	}
	return a.buf.Bytes(), a.err
}

// writeWhole writes a file that is whole or not there.
func writeWhole(name string, b []byte) error {
	return atomicfile.Write(name, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// onlyRest removes the images in a cache folder: the next one takes their place.
func onlyRest(cache string) error {
	old, err := filepath.Glob(filepath.Join(cache, "????????????????"))
	for _, dir := range old {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return err
}
