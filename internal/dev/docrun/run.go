package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"smartnic-cc/internal/base/sys/atomicfile"
	files "smartnic-cc/internal/dev/tree"
)

// runner runs the sessions of pages of one tree.
type runner struct {
	root  string
	limit time.Duration
	log   io.Writer
}

// page runs the sessions of a page, writes what differs to the log, and returns how many do. With
// update the page then shows what was printed. The error is one of files or of a command that
// bash cannot run.
func (r *runner) page(ctx context.Context, path string, update bool) (differs int, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	lines := strings.Split(string(text), "\n")
	list, err := sessions(path, lines)
	if err != nil {
		return 0, err
	}
	tree, folder, err := r.mirror(filepath.Dir(path))
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(tree)
	begin := time.Now()
	printed := map[int][]string{}
	for i, s := range list {
		got, err := r.command(ctx, folder, s.text)
		if err != nil {
			return 0, fmt.Errorf("%s:%d: %s: %w", path, s.line, s.text, err)
		}
		if matches(s.shown, got) {
			continue
		}
		printed[i] = masked(s.shown, got)
		fmt.Fprintf(r.log, "%s:%d: %s\nprints\n%s\nand not, as the page shows,\n%s\n", path, s.line, s.text, indented(got), indented(s.shown))
	}
	fmt.Fprintf(r.log, "%s: %d commands, %d differ, %.1f s\n", path, len(list), len(printed), time.Since(begin).Seconds())
	if update && len(printed) > 0 {
		return 0, atomicfile.Write(path, func(w io.Writer) error {
			_, err := io.WriteString(w, strings.Join(replaced(lines, list, printed), "\n"))
			return err
		})
	}
	return len(printed), nil
}

func indented(lines []string) string { return "\t" + strings.Join(lines, "\n\t") }

// command runs a command and returns the lines that it prints, with its status if that is not 0.
func (r *runner) command(ctx context.Context, folder, text string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	c := exec.CommandContext(ctx, "bash", "-o", "pipefail", "-c", text)
	c.Dir = folder
	c.WaitDelay = 10 * time.Second
	var out, errs bytes.Buffer // apart: of the programs of a pipe any may be first
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, fmt.Errorf("does not end within %v; --limit gives it longer", r.limit)
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	}
	lines := append(split(out.String()), split(errs.String())...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return append(lines, fmt.Sprintf("exit status %d", exit.ExitCode())), nil
	}
	return lines, err
}

// mirror makes a temporary tree in which folder is a copy, and its siblings and those of the folders above it are
// links.
func (r *runner) mirror(folder string) (tree, mirrored string, err error) {
	root, err := filepath.Abs(r.root)
	if err != nil {
		return "", "", err
	}
	folder, err = filepath.Abs(folder)
	if err != nil {
		return "", "", err
	}
	rel, err := filepath.Rel(root, folder)
	if err != nil || !filepath.IsLocal(rel) || rel == "." {
		return "", "", fmt.Errorf("%s is not in a folder of %s; --root names the tree", folder, root)
	}
	if tree, err = os.MkdirTemp("", "docrun"); err != nil {
		return "", "", err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(tree)
		}
	}()
	all, err := files.FS(root)
	if err != nil {
		return "", "", err
	}
	from, to := root, tree
	for name := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
		if err := link(all, from, to, name); err != nil {
			return "", "", err
		}
		if all, err = fs.Sub(all, name); err != nil {
			return "", "", err
		}
		from, to = filepath.Join(from, name), filepath.Join(to, name)
	}
	if err := os.CopyFS(to, all); err != nil {
		return "", "", err
	}
	return tree, to, replacements(filepath.Join(to, "go.mod"), from)
}

// replacement is where a go.mod finds a module in a folder that it names from its own.
var replacement = regexp.MustCompile(`(?m)(^.* => )(\.\.?/\S*)`)

// replacements lets the copy of a folder's go.mod find modules where the folder does: Go embeds no
// files behind links.
func replacements(file, from string) error {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	text = replacement.ReplaceAllFunc(text, func(line []byte) []byte {
		m := replacement.FindSubmatch(line)
		return fmt.Appendf(nil, "%s%q", m[1], filepath.Join(from, string(m[2])))
	})
	return os.WriteFile(file, text, 0o644)
}

// link links the files and folders of a folder into another, but for one name, and hidden files.
func link(all fs.FS, from, to, but string) error {
	entries, err := fs.ReadDir(all, ".")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == but || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if err := os.Symlink(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
