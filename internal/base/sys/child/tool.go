package child

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// ToolError says that a tool, a compiler or a simulator, did not take what it was given or failed on it.
type ToolError struct {
	Tool   string // its name
	What   string // what it did
	Why    string // the line that says why; empty for the one found in Output
	Output string // all that it wrote
}

// Error is one line: what the tool did, and why.
func (e *ToolError) Error() string {
	why := e.Why
	if why == "" {
		why = FirstError(e.Output)
	}
	return e.Tool + " " + e.What + ": " + why
}

// FirstError finds the line that says why a tool failed: what an exception says, else the first error, else the
// first warning, else the first line.
func FirstError(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	for _, sign := range []string{"what():", "error:", "error", "warning", ""} {
		for _, l := range lines {
			if l = strings.TrimSpace(l); l != "" && strings.Contains(strings.ToLower(l), sign) {
				return l
			}
		}
	}
	return "it says nothing"
}

// Output runs a tool in a folder and returns all that it writes. Where it fails, the error is a *ToolError; where the
// context ended it, the context's.
func Output(ctx context.Context, dir, name, path string, args ...string) (string, error) {
	c := Command(ctx, dir, path, args...)
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	err := Run(ctx, c)
	if err != nil && ctx.Err() == nil {
		err = &ToolError{Tool: name, What: "fails (" + err.Error() + ")", Output: said.String()}
	}
	return said.String(), err
}

// Tool is a compiler, an interpreter or a simulator that is to be found.
type Tool struct {
	Name    string
	Need    string                            // what it is needed for, from which version on, and what installs it
	Args    []string                          // by which it says its version
	Version func(said string) (string, error) // the version in that, its first two words if nil; the error is of one that is too old
}

// Find returns the path of a tool and its version. The error is of one that is missing, does not run or is too old, with the
// remedy.
func (t Tool) Find(ctx context.Context) (path, version string, err error) {
	if path, err = exec.LookPath(t.Name); err != nil {
		return "", "", fmt.Errorf("%s is not installed; %s", t.Name, t.Need)
	}
	out, err := exec.CommandContext(ctx, path, t.Args...).Output()
	if err != nil {
		return "", "", fmt.Errorf("%s does not run: %w; try %s --version", path, err, path)
	}
	if t.Version == nil {
		words := strings.Fields(string(out))
		return path, strings.Join(words[:min(2, len(words))], " "), nil
	}
	if version, err = t.Version(strings.TrimSpace(string(out))); err != nil {
		return "", "", fmt.Errorf("%s is %w", path, err)
	}
	return path, version, nil
}
