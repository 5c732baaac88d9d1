// Package golden checks what tests make against files that are kept with them. It is for
// tests only: it adds their flag -update, which rewrites the files.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite golden files, and what else the tests of a package keep current")

// Update reports whether files are to be rewritten.
func Update() bool { return *update }

// Check fails the test where got is not what the file holds. With -update it writes the
// file, and the folder that it is in.
func Check(t testing.TB, path string, got []byte) {
	t.Helper()
	if Update() {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; go test -update makes it", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got); if that is meant, look at it, then go test -update:\n%s", path, diff)
	}
}

// CheckPart is Check for the part of a page between the comments <!-- name --> and
// <!-- end name -->.
func CheckPart(t testing.TB, path, name, got string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+name+" -->\n", "<!-- end "+name+" -->\n"
	head, rest, begins := strings.Cut(string(b), begin)
	_, tail, ends := strings.Cut(rest, end)
	if !begins || !ends {
		t.Fatalf("%s has no part between <!-- %s --> and <!-- end %s -->", path, name, name)
	}
	Check(t, path, []byte(head+begin+got+end+tail))
}
