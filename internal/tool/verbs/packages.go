package verbs

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"smartnic-cc/internal/base/sys/child"
)

// What machines are made of.
const (
	kernelPackage = "linux-image-amd64"
	stackPackages = "perftest ibverbs-providers iproute2 busybox-static"
	// layout is part of the cache's key; it changes when an image of the same packages does.
	layout = "1"
)

// tools are what makes an image.
var tools = []child.Tool{
	{Name: "apt-get", Need: "machines are made of Debian's packages, which apt-get downloads; use Debian 12 or later", Args: []string{"--version"}},
	{Name: "apt-cache", Need: "machines are made of Debian's packages; use Debian 12 or later", Args: []string{"--version"}},
	{Name: "dpkg-deb", Need: "it unpacks Debian's packages; on Debian: apt-get install dpkg", Args: []string{"--version"}},
}

// Image is the files that machines boot from, in the user's cache folder.
type Image struct {
	Kernel, Base string // the kernel, and an archive of modules, libraries and programs
	Release      string // the kernel's package, as in linux-image-6.1.0-56-amd64
}

// NewImage returns the image of this machine's Debian packages, with those named besides. It takes them from the user's
// cache folder, or downloads them and keeps what machines need there, in place of what older packages left. tell gets a
// line of what takes long. The error names a tool or package that is missing, with the remedy.
func NewImage(ctx context.Context, more []string, tell func(string)) (*Image, error) {
	if runtime.GOARCH != "amd64" {
		return nil, fmt.Errorf("machines are amd64, and this one is %s; use an amd64 machine", runtime.GOARCH)
	}
	for _, t := range tools {
		if _, _, err := t.Find(ctx); err != nil {
			return nil, err
		}
	}
	release, files, err := wanted(ctx, more)
	if err != nil {
		return nil, err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("packages are kept in the user's cache folder: %w; set XDG_CACHE_HOME", err)
	}
	cache = filepath.Join(cache, "smartnic-cc", "verbs")
	sum := sha256.Sum256([]byte(layout + "\n" + strings.Join(files, "\n") + "\n" + strings.Join(more, " ")))
	dir := filepath.Join(cache, hex.EncodeToString(sum[:8]))
	i := &Image{Kernel: filepath.Join(dir, "vmlinuz"), Base: filepath.Join(dir, "base.cpio"), Release: release}
	if _, err := os.Stat(i.Base); err == nil {
		return i, nil
	}
	tell(fmt.Sprintf("downloading %d Debian packages, %s among them; what machines need of them stays in %s", len(files), release, dir))
	return i, i.make(ctx, cache, dir, names(files), more)
}

// names returns the packages of apt-get's lines.
func names(files []string) []string {
	var list []string
	for _, f := range files {
		name, _, _ := strings.Cut(strings.Fields(f)[0], "_")
		list = append(list, name)
	}
	return list
}

var uri = regexp.MustCompile(`(?m)^'[^']*' (\S+_\S+\.deb \d+ \S+)$`)

// wanted lists the files of all packages with size and check sum, and the name of the kernel's.
func wanted(ctx context.Context, more []string) (release string, files []string, err error) {
	const update = "; if Debian's lists are old or missing: apt-get update"
	said, err := child.Output(ctx, "", "apt-cache", "apt-cache", "depends", kernelPackage)
	m := regexp.MustCompile(`Depends: (linux-image-\S+)`).FindStringSubmatch(said)
	if err != nil || m == nil {
		return "", nil, orDone(ctx, fmt.Errorf("package %s of Debian is not in apt's lists: %s%s", kernelPackage, child.FirstError(said), update))
	}
	release = m[1]
	roots := append(strings.Fields(stackPackages), more...)
	args := []string{"depends", "--recurse"}
	for _, kind := range []string{"recommends", "suggests", "conflicts", "breaks", "replaces", "enhances"} {
		args = append(args, "--no-"+kind)
	}
	if said, err = child.Output(ctx, "", "apt-cache", "apt-cache", append(args, roots...)...); err != nil {
		return "", nil, orDone(ctx, fmt.Errorf("apt-cache depends: %s%s", child.FirstError(said), update))
	}
	list := append(roots, release)
	for _, name := range strings.Split(said, "\n") {
		if strings.HasPrefix(strings.TrimPrefix(name, "z"), "lib") {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	if said, err = child.Output(ctx, "", "apt-get", "apt-get", append([]string{"--print-uris", "-qq", "download"}, list...)...); err != nil {
		return "", nil, orDone(ctx, fmt.Errorf("packages %s of Debian: %s%s", strings.Join(roots, ", "), child.FirstError(said), update))
	}
	for _, m := range uri.FindAllStringSubmatch(said, -1) {
		files = append(files, m[1])
	}
	slices.Sort(files)
	if len(files) < len(roots)+1 {
		return "", nil, fmt.Errorf("apt-get --print-uris names %d of %d packages: %s%s", len(files), len(list), child.FirstError(said), update)
	}
	return release, files, nil
}

// orDone returns the context's error if it has one, else err.
func orDone(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// make downloads the packages into a temporary folder and writes the image; other images are removed.
func (i *Image) make(ctx context.Context, cache, dir string, packages, more []string) error {
	work, remove, err := child.Folder("verbs-")
	if err != nil {
		return err
	}
	defer remove()
	if said, err := child.Output(ctx, work, "apt-get", "apt-get", append([]string{"-qq", "download"}, packages...)...); err != nil {
		return orDone(ctx, fmt.Errorf("apt-get download: %s; machines need %s from Debian", child.FirstError(said), strings.Join(append(strings.Fields(stackPackages), i.Release), ", ")))
	}
	debs, err := filepath.Glob(filepath.Join(work, "*.deb"))
	if err != nil {
		return err
	}
	t := newTree()
	for _, deb := range debs {
		if err := t.unpack(ctx, work, deb); err != nil {
			return orDone(ctx, fmt.Errorf("%s: %w", filepath.Base(deb), err))
		}
	}
	base, kernel, err := t.image(append(strings.Fields(stackPackages), more...))
	if err != nil {
		return fmt.Errorf("%s: %w", i.Release, err)
	}
	if err := onlyRest(cache); err != nil {
		return err
	}
	// The archive comes last: an image that has it is whole.
	for _, f := range []struct {
		name  string
		bytes []byte
	}{{i.Kernel, kernel}, {i.Base, base}} {
		if err := writeWhole(f.name, f.bytes); err != nil {
			return err
		}
	}
	return nil
}

// unpack reads the files of a package.
func (t *tree) unpack(ctx context.Context, work, deb string) error {
	name, _, _ := strings.Cut(filepath.Base(deb), "_")
	c := child.Command(ctx, work, "dpkg-deb", "--fsys-tarfile", deb)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	ended, err := child.Start(c)
	if err != nil {
		return err
	}
	defer ended()
	err = t.read(name, out)
	_, _ = io.Copy(io.Discard, out) // a package that is damaged is what Wait reports
	if ended := c.Wait(); ended != nil && err == nil {
		err = errors.New(child.FirstError(said.String()))
	}
	return err
}

// read takes what machines may need of a package's archive.
func (t *tree) read(name string, in io.Reader) error {
	for r := tar.NewReader(in); ; {
		h, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		at := merged(h.Name)
		if !useful(at) {
			continue
		}
		f := &file{pack: name, mode: h.Mode & 0o777}
		switch h.Typeflag {
		case tar.TypeReg:
			if f.bytes, err = io.ReadAll(r); err != nil {
				return err
			}
		case tar.TypeSymlink:
			f.link = h.Linkname
		case tar.TypeLink:
			f.link = "/" + merged(h.Linkname)
		default:
			continue
		}
		t.files[at] = f
	}
}

// merged returns the name of a file where /bin, /sbin and /lib are links into /usr.
func merged(name string) string {
	name = strings.TrimPrefix(path.Clean("/"+name), "/")
	top, _, _ := strings.Cut(name, "/")
	if slices.Contains(merge, top) {
		return "usr/" + name
	}
	return name
}

// merge are the folders that are links into /usr.
var merge = []string{"bin", "sbin", "lib", "lib64"}

// useful reports whether machines may need a file.
func useful(name string) bool {
	switch {
	case strings.HasSuffix(name, ".ko"), strings.HasPrefix(name, "boot/vmlinuz"), strings.HasPrefix(name, "etc/libibverbs.d/"):
		return true
	case strings.HasPrefix(name, "usr/bin/"), strings.HasPrefix(name, "usr/sbin/"):
		return true
	}
	return strings.HasPrefix(name, "usr/lib") && strings.Contains(path.Base(name), ".so")
}
