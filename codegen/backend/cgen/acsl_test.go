package cgen

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestContracts: each transducer's functions have their contract, which is a comment: without it the header is the same.
func TestContracts(t *testing.T) {
	p := firmware(t)
	header, err := Generate(p, Options{ACSL: true})
	require.NoError(t, err)
	plain, err := Generate(p, Options{})
	require.NoError(t, err)
	require.Equal(t, string(plain), regexp.MustCompile(`(?s)/\*@.*?\*/\n`).ReplaceAllString(string(header), ""))
	functions := 0
	for _, tr := range p.Transducers {
		functions += 2
		if tr.Next != nil {
			functions++
		}
		for _, l := range tr.Laws {
			if l.OfOneStep() {
				require.Contains(t, string(header), " "+strings.ReplaceAll(l.Name, "-", "_")+": ", tr.Name)
			}
		}
	}
	require.Equal(t, functions, strings.Count(string(header), "@ assigns "))
}
