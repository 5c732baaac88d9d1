package profile_test

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
)

var update = flag.Bool("update", false, "rewrite the tables of docs/profiles")

// TestDocumentedTablesAreCurrent compares the tables of docs/profiles with the code; -update rewrites them.
func TestDocumentedTablesAreCurrent(t *testing.T) {
	for name, rows := range map[string][][]string{"values": values(t), "names": names(), "alpha": alphas(t)} {
		file := "../../docs/profiles/" + name + ".csv"
		var b bytes.Buffer
		require.NoError(t, csv.NewWriter(&b).WriteAll(rows))
		if *update {
			require.NoError(t, os.WriteFile(file, b.Bytes(), 0o666))
		}
		kept, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(kept), b.String(), "run go test ./dcqcn/profile -update")
	}
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
func values(t *testing.T) [][]string {
	rows := [][]string{{"parameter"}}
	last := []string{"NP Interval"}
	var columns []reflect.Value
	for _, name := range profile.Names() {
		p := get(t, name)
		rows[0] = append(rows[0], name)
		columns = append(columns, reflect.ValueOf(p.RP))
		last = append(last, fmt.Sprint(p.NP.Interval))
	}
	for i := range reflect.TypeFor[dcqcn.Params]().NumField() {
		field := reflect.TypeFor[dcqcn.Params]().Field(i).Name
		row := []string{field}
		for _, c := range columns {
			if m := modes[field]; m != nil {
				row = append(row, m[c.Field(i).Uint()])
			} else {
				row = append(row, fmt.Sprint(c.Field(i)))
			}
		}
		rows = append(rows, row)
	}
	return append(rows, last)
}

// names is the table of the vendors' names.
func names() [][]string {
	rows := [][]string{{"name", "unit", "range", "default", "meaning"}}
	for _, k := range profile.Knobs() {
		rows = append(rows, []string{k.Prefix + k.Name, k.Unit, fmt.Sprintf("%d..%d", k.Min, k.Max), fmt.Sprint(k.Default), k.Meaning})
	}
	return rows
}
