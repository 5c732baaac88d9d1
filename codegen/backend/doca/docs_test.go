package doca_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/doca"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/dev/golden"
)

// TestDocument holds the tables of docs/ports against the code.
func TestDocument(t *testing.T) {
	// A parameter of both algorithms is one row, with its number in each.
	params := [][]string{{"dcqcn", "dolcerc4", "name", "meaning", "range", "default", "set_at_run_time"}}
	rows := map[string][]string{}
	for i, algorithm := range doca.Algorithms() {
		list, err := doca.Params(algorithm, profile.Choice{Profile: "connectx", Line: "100G"})
		require.NoError(t, err)
		for n, p := range list {
			row := []string{"", "", p.Name, p.Text, fmt.Sprintf("%d..%d", p.Min, p.Max), fmt.Sprint(p.Default), map[bool]string{true: "no", false: "yes"}[p.Fixed]}
			key := fmt.Sprint(row)
			if rows[key] == nil {
				params, rows[key] = append(params, row), row
			}
			rows[key][i] = strconv.Itoa(n)
		}
	}
	counters := [][]string{{"number", "name", "counts"}}
	dcqcn := len(doca.Counters("dcqcn"))
	for i, c := range doca.Counters("dolcerc4") {
		only := ""
		if i >= dcqcn {
			only = " (Dolce-RC)"
		}
		counters = append(counters, []string{strconv.Itoa(i), c.Name, c.Text + only})
	}
	for name, table := range map[string][][]string{"params": params, "counters": counters} {
		path := "../../../docs/ports/doca-" + name + ".csv"
		var b bytes.Buffer
		require.NoError(t, csv.NewWriter(&b).WriteAll(table))
		golden.Check(t, path, b.Bytes())
	}
}
