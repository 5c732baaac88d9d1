package main

import (
	"math"
	"os"
	"strings"
	"testing"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
)

// TestMain lets the test be the firmware program that verifyBehind starts.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "serve" {
		exit(serve(os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// TestUses runs them all and looks for a line of each.
func TestUses(t *testing.T) {
	for name, want := range map[string]string{
		"vectors": "root: 521 vectors",
		"program": "the program: ",
		"drive":   " 56000 ns  increase-timer   65000000 kb/s",
		"native":  "both end with [",
		"network": "4 of 4 messages",
		"model":   "4 messages",
	} {
		var out strings.Builder
		if err := uses[name](&out); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s prints\n%s\nwithout %q", name, &out, want)
		}
	}
}

// rounded is a port with a fault: it rounds to the nearest integer.
type rounded struct{ root }

func (rounded) Call(_ string, args []uint64) ([]uint64, error) {
	return []uint64{uint64(math.Round(math.Sqrt(float64(args[0]))))}, nil
}

// TestFault: the vectors find the fault and say where.
func TestFault(t *testing.T) {
	file, err := rootVectors()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := verify(&out, rounded{}, file); err == nil || !strings.Contains(out.String(), "first difference") {
		t.Errorf("no difference is found: %v\n%s", err, &out)
	}
}

// BenchmarkEngines runs the algorithm interpreted and linked in; an op is a CNP, before which the
// timer ends three times.
func BenchmarkEngines(b *testing.B) {
	a, err := folder.Open(source, folder.Options{})
	if err != nil {
		b.Fatal(err)
	}
	interpreted, err := a.Engine()
	if err != nil {
		b.Fatal(err)
	}
	for _, e := range []struct {
		name   string
		engine driver.Engine
	}{{"interpreted", interpreted}, {"native", linked()}} {
		b.Run(e.name, func(b *testing.B) {
			c, err := driver.NewDriver(a.Algorithm, e.engine, 100_000_000).Open(0, a.Params, 0)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.ResetTimer()
			if err := run(c, int64(b.N)); err != nil {
				b.Fatal(err)
			}
		})
	}
}
