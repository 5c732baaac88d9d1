package child_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"smartnic-cc/internal/base/sys/child"
)

// A program works in a folder that does not outlive this process.
func ExampleRun() {
	dir, remove, err := child.Folder("example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer remove()
	ctx := context.Background()
	cmd := child.Command(ctx, dir, "/bin/sh", "-c", "echo made >file")
	if err := child.Run(ctx, cmd); err != nil {
		fmt.Println(err)
		return
	}
	text, err := os.ReadFile(filepath.Join(dir, "file"))
	fmt.Printf("%s%v\n", text, err)
	// Output:
	// made
	// <nil>
}
