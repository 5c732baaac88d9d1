package views_test

import (
	"fmt"
	"os"
	"path/filepath"

	"smartnic-cc/internal/reports/views"
)

func ExampleCollect() {
	dir, err := os.MkdirTemp("", "views-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	// Source, destination, ports, bytes, start, completion time and ideal time, ns.
	const text = "0b000001 0b000101 10000 100 1000 0 9000 3000\n0b000002 0b000101 10001 100 1000000 500 400000 90000\n"
	if err := os.WriteFile(filepath.Join(dir, "a.fct"), []byte(text), 0o666); err != nil {
		fmt.Println(err)
	}
	runs, err := views.Collect([]string{filepath.Join(dir, "a.fct")}, nil, &views.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	all, _ := runs[0].All()
	fmt.Println(runs[0].Label, all.Count)
	// Output:
	// a 2
}
