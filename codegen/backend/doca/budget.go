package doca

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
)

// What the device library gives an algorithm.
const (
	// ContextBytes is the size of a flow's context: 12 words of 32 bits.
	ContextBytes = 48
	// MaxParams and MaxCounters are how many parameters and counters an algorithm may
	// have. Older SDKs end at OldParams and OldCounters; the glue asks the vendor's header
	// when it is compiled.
	MaxParams, MaxCounters = 44, 63
	OldParams, OldCounters = 30, 15
)

// checkState checks the size of a state against the context.
func checkState(t *ir.Transducer) error {
	size := t.State.Size()
	if size <= ContextBytes {
		return nil
	}
	return fmt.Errorf("algo: %s has a state of %d bytes, a flow context of target doca-pcc holds %d: %s; use %s",
		t.Name, size, ContextBytes, strings.Join(fields("", t.State, 0), ", "), strings.Join(Algorithms(), " or "))
}

// fields lists the fields of a struct with their sizes, down to the named types at depth
// 1: where the bytes go.
func fields(path string, t *ir.Type, depth int) []string {
	var s []string
	for _, f := range t.Fields {
		name := path + f.Name
		if f.Type.Kind == ir.Struct && depth < 1 {
			s = append(s, fields(name+".", f.Type, depth+1)...)
			continue
		}
		s = append(s, fmt.Sprintf("%s %d", name, f.Type.Size()))
	}
	return s
}

// checkCounts checks the numbers of parameters and counters against the library's.
func checkCounts(algorithm string, params, counters int) error {
	for _, c := range []struct {
		what   string
		n, max int
	}{{"parameters", params, MaxParams}, {"counters", counters, MaxCounters}} {
		if c.n > c.max {
			return fmt.Errorf("algo: %s has %d %s, target doca-pcc takes %d; make some of them constants of the glue", algorithm, c.n, c.what, c.max)
		}
	}
	return nil
}
