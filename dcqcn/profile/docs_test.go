package profile_test

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
)

var update = flag.Bool("update", false, "rewrite the tables of docs/profiles.md and docs/profiles")

const (
	document  = "../../docs/profiles.md"
	namesFile = "../../docs/profiles/names.csv"
)

// TestDocumentedTablesAreCurrent compares the values of docs/profiles.md and the vendors' names with the code; -update
// rewrites them.
func TestDocumentedTablesAreCurrent(t *testing.T) {
	text, err := os.ReadFile(document)
	require.NoError(t, err)
	want := string(text)
	begin, end := "<!-- table values -->\n", "<!-- end values -->"
	i, j := strings.Index(want, begin), strings.Index(want, end)
	require.True(t, i >= 0 && j > i, "%s has no table of values", document)
	want = want[:i+len(begin)] + values(t) + want[j:]
	if *update {
		require.NoError(t, os.WriteFile(document, []byte(want), 0o666))
		require.NoError(t, os.WriteFile(namesFile, names(t), 0o666))
		return
	}
	require.Equal(t, want, string(text), "run go test ./dcqcn/profile -update")
	kept, err := os.ReadFile(namesFile)
	require.NoError(t, err)
	require.Equal(t, string(kept), string(names(t)), "run go test ./dcqcn/profile -update")
}

// modes are the names of the values of parameters that choose.
var modes = map[string][]string{
	"CutMode":       {"CutAtOnce", "CutSpaced", "CutFreeRunning"},
	"AlphaMode":     {"AlphaOnCNP", "AlphaPeriodic", "AlphaFreeRunning"},
	"AlphaRounding": {"RoundDown", "RoundHalfUp"},
	"Halving":       {"HalveSum", "HalveEach"},
	"Hyper":         {"HyperFlat", "HyperStaged"},
	"FirstCNP":      {"FirstCuts", "FirstArms"},
}

// values is the table of all parameters of all profiles at 100 Gb/s.
func values(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| parameter |")
	rule := "| --- |"
	var columns []reflect.Value
	var np []uint32
	for _, name := range profile.Names() {
		p := get(t, name)
		fmt.Fprintf(&b, " %s |", name)
		rule += " --- |"
		columns = append(columns, reflect.ValueOf(p.RP))
		np = append(np, p.NP.Interval)
	}
	b.WriteString("\n" + rule + "\n")
	for i := range reflect.TypeFor[dcqcn.Params]().NumField() {
		field := reflect.TypeFor[dcqcn.Params]().Field(i).Name
		fmt.Fprintf(&b, "| %s |", field)
		for _, c := range columns {
			if m := modes[field]; m != nil {
				fmt.Fprintf(&b, " %s |", m[c.Field(i).Uint()])
			} else {
				fmt.Fprintf(&b, " %v |", c.Field(i))
			}
		}
		b.WriteString("\n")
	}
	b.WriteString("| NP Interval |")
	for _, v := range np {
		fmt.Fprintf(&b, " %d |", v)
	}
	b.WriteString("\n")
	return b.String()
}

// names is the table of the vendors' names.
func names(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{{"name", "unit", "range", "default", "meaning"}}
	for _, k := range profile.Knobs() {
		rows = append(rows, []string{k.Prefix + k.Name, k.Unit, fmt.Sprintf("%d..%d", k.Min, k.Max), fmt.Sprint(k.Default), k.Meaning})
	}
	require.NoError(t, w.WriteAll(rows))
	return b.Bytes()
}
